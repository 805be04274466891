import { isKind } from '../technical-qa/rich-results.ts';

/**
 * What Google asks of a type before it shows it as a rich result, down to the parts.
 *
 * After developers.google.com/search/docs/appearance/structured-data, the page that each entry links, read as of
 * `RULES_DATE`. A dot leads into a part, `a|b` is a choice. `minimum` is what a thing needs to be worth publishing at
 * all: without it a draft would be refused by validators or say nothing.
 */
export interface RichType {
  readonly type: string;
  /** What a searcher sees; undefined for a type that Google shows no rich result for. */
  readonly rich_result: string | undefined;
  /** Day on which Google stopped showing it. */
  readonly retired_on: string | undefined;
  readonly minimum: readonly string[];
  readonly required: readonly string[];
  readonly recommended: readonly string[];
  readonly docs: string;
}

export const RULES_DATE = '2026-07';
const GOOGLE = 'https://developers.google.com/search/docs/appearance/structured-data/';

const words = (text: string): string[] => text.split(' ').filter(Boolean);

interface Rules {
  readonly rich?: string;
  readonly retired?: string;
  readonly minimum: string;
  readonly required: string;
  readonly recommended: string;
  readonly page?: string;
}

function rich(type: string, rules: Rules): RichType {
  return {
    type,
    rich_result: rules.rich,
    retired_on: rules.retired,
    minimum: words(rules.minimum),
    required: words(rules.required),
    recommended: words(rules.recommended),
    docs: rules.page === undefined ? `https://schema.org/${type}` : GOOGLE + rules.page,
  };
}

export const RICH_TYPES: readonly RichType[] = [
  rich('Article', {
    rich: 'article',
    minimum: 'headline',
    required: '',
    recommended: 'headline author.name datePublished dateModified image publisher.name',
    page: 'article',
  }),
  rich('Product', {
    rich: 'product snippet, merchant listing',
    minimum: 'name offers|review|aggregateRating',
    required: 'name offers|review|aggregateRating',
    recommended:
      'image description brand.name offers.price|offers.lowPrice offers.priceCurrency offers.availability aggregateRating sku|gtin|gtin13|mpn',
    page: 'product-snippet',
  }),
  rich('SoftwareApplication', {
    rich: 'software app',
    minimum: 'name',
    required: 'name offers.price|offers.lowPrice aggregateRating|review',
    recommended: 'applicationCategory operatingSystem',
    page: 'software-app',
  }),
  rich('LocalBusiness', {
    rich: 'local business',
    minimum: 'name address|telephone',
    required: 'name address',
    recommended: 'telephone url openingHoursSpecification|openingHours geo priceRange aggregateRating image',
    page: 'local-business',
  }),
  rich('Recipe', {
    rich: 'recipe',
    minimum: 'name image',
    required: 'name image',
    recommended:
      'author datePublished description recipeIngredient recipeInstructions recipeYield prepTime cookTime totalTime recipeCategory recipeCuisine keywords nutrition.calories aggregateRating video',
    page: 'recipe',
  }),
  rich('Event', {
    rich: 'event',
    minimum: 'name startDate',
    required: 'name startDate location.address|location.url',
    recommended: 'description endDate image location.name offers.price organizer.name performer.name eventStatus',
    page: 'event',
  }),
  rich('JobPosting', {
    rich: 'job posting',
    minimum:
      'title description datePosted hiringOrganization.name jobLocation.address.addressCountry|applicantLocationRequirements',
    required:
      'title description datePosted hiringOrganization.name jobLocation.address.addressCountry|applicantLocationRequirements',
    recommended: 'employmentType baseSalary validThrough identifier directApply',
    page: 'job-posting',
  }),
  rich('Course', {
    rich: 'course list',
    minimum: 'name description',
    required: 'name description',
    recommended: 'provider.name',
    page: 'course',
  }),
  rich('Dataset', {
    rich: 'dataset search',
    minimum: 'name description',
    required: 'name description',
    recommended: 'license creator.name distribution.contentUrl keywords temporalCoverage spatialCoverage',
    page: 'dataset',
  }),
  rich('VideoObject', {
    rich: 'video',
    minimum: 'name thumbnailUrl uploadDate',
    required: 'name thumbnailUrl uploadDate',
    recommended: 'description duration contentUrl|embedUrl',
    page: 'video',
  }),
  rich('Review', {
    rich: 'review snippet',
    minimum: 'author.name reviewRating.ratingValue itemReviewed.name',
    required: 'author.name reviewRating.ratingValue itemReviewed.name',
    recommended: 'datePublished reviewBody',
    page: 'review-snippet',
  }),
  rich('ProfilePage', {
    rich: 'profile page',
    minimum: 'mainEntity.name',
    required: 'mainEntity.name',
    recommended: 'mainEntity.description mainEntity.image mainEntity.sameAs dateCreated dateModified',
    page: 'profile-page',
  }),
  rich('QAPage', {
    rich: 'question and answer',
    minimum: 'mainEntity.name',
    required: 'mainEntity.name mainEntity.acceptedAnswer|mainEntity.suggestedAnswer',
    recommended: 'mainEntity.answerCount mainEntity.author',
    page: 'qapage',
  }),
  rich('DiscussionForumPosting', {
    rich: 'discussion forum',
    minimum: 'author.name datePublished text|articleBody|image|video',
    required: 'author.name datePublished text|articleBody|image|video',
    recommended: 'headline url comment',
    page: 'discussion-forum',
  }),
  rich('BreadcrumbList', {
    rich: 'breadcrumb',
    minimum: 'itemListElement',
    required: 'itemListElement itemListElement.position itemListElement.name|itemListElement.item.name',
    recommended: '',
    page: 'breadcrumb',
  }),
  rich('Organization', {
    rich: 'organization',
    minimum: 'name',
    required: '',
    recommended: 'name url logo description sameAs contactPoint|telephone|email address',
    page: 'organization',
  }),
  rich('FAQPage', {
    retired: '2026-05-07',
    minimum: 'mainEntity.name mainEntity.acceptedAnswer.text',
    required: 'mainEntity.name mainEntity.acceptedAnswer.text',
    recommended: '',
    page: 'faqpage',
  }),
  rich('HowTo', {
    retired: '2023-09-13',
    minimum: 'name step',
    required: 'name step',
    recommended: 'totalTime supply tool image',
  }),
  rich('CollectionPage', { minimum: 'name', required: '', recommended: 'name description url inLanguage' }),
  rich('Service', { minimum: 'name', required: '', recommended: 'name description provider.name url' }),
  rich('WebPage', { minimum: 'name', required: '', recommended: 'name description url inLanguage' }),
];

/** What parts need wherever they stand. */
export const PART_RULES: readonly { readonly type: string; readonly required: readonly string[] }[] = [
  { type: 'Offer', required: ['price|priceSpecification.price|priceSpecification.minPrice'] },
  { type: 'AggregateOffer', required: ['lowPrice', 'priceCurrency'] },
  { type: 'AggregateRating', required: ['ratingValue', 'ratingCount|reviewCount'] },
  { type: 'Review', required: ['author'] },
  { type: 'Question', required: ['name|text'] },
  { type: 'Answer', required: ['text'] },
  { type: 'ListItem', required: ['position'] },
  { type: 'HowToStep', required: ['text|name|itemListElement'] },
  { type: 'OpeningHoursSpecification', required: ['opens|validFrom', 'closes|validThrough'] },
];

/** The entry of a type or of the broader one that it belongs to. */
export function richTypeOf(types: readonly string[]): RichType | undefined {
  return RICH_TYPES.find((each) => types.some((type) => isKind(type, each.type)));
}
