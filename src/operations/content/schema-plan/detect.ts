import { hasCartButton } from '../../../text/page-type/sale.ts';
import { INGREDIENTS } from '../../../text/page-type/steps.ts';
import { findSteps } from '../../../text/page-type/steps.ts';
import { isKind } from '../../../web/structured-data/vocabulary.ts';
import { addressAmongOthers, addressOf, aggregateRatingOf, openingHours, phoneOf, priceOf } from './build-offer.ts';
import { downloads } from './build-occasion.ts';
import { ratingOf } from './build-content.ts';
import { VIDEO_HOST } from './build-page.ts';
import { itemsBelow, labelled } from './labels.ts';
import { LABEL, SECTION } from './names.ts';
import type { PageFacts } from './page-facts.ts';
import { findDate } from '../../../web/structured-data/notation.ts';

/** A type that the page could be described with, and what speaks for it. */
export interface Candidate {
  readonly type: string;
  readonly points: number;
  readonly why: readonly string[];
}

/** From here on what speaks for a type is taken for evidence; our own figures, pinned by the twenty pages of the tests. */
export const POINTS_MIN = 3;

/** Every type that something speaks for, most points first. */
export function candidates(facts: PageFacts): Candidate[] {
  const found = Object.entries(SIGNS).map(([type, signs]): Candidate => {
    const told = [...ownData(facts, type), ...signs(facts)].filter((sign) => sign !== undefined);
    return { type, points: told.reduce((sum, [points]) => sum + points, 0), why: told.map(([, why]) => why) };
  });
  const order = Object.keys(SIGNS);
  return found
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points || order.indexOf(one.type) - order.indexOf(other.type));
}

/** What the page calls itself outweighs what it looks like. */
function ownData({ existing: { data } }: PageFacts, type: string): Sign[] {
  const found = data.items.find(({ types }) => types.some((each) => isKind(each, type)));
  const mended = data.broken.some(
    ({ repaired }) => repaired?.some((node) => [node['@type']].flat().includes(type)) === true,
  );
  if (found !== undefined)
    return [[6, `structured data of type ${found.types.join(', ').slice(0, 60)} (${found.path})`]];
  return mended ? [[5, `a broken script names the type ${type}`]] : [];
}

const when = (holds: boolean, points: number, why: string): Sign => (holds ? [points, why] : undefined);

/** What speaks for a type, and how much. */
type Sign = readonly [points: number, why: string] | undefined;

/** Kinds that the type of the page or its own data tells. */
const NONE = (): Sign[] => [];

/** In the order in which equals win: the special before the general. */
const SIGNS: Readonly<Record<string, (facts: PageFacts) => Sign[]>> = {
  Recipe: ({ page }) => [
    when(itemsBelow(page, INGREDIENTS).length >= 2, 4, 'a list of ingredients'),
    when(
      itemsBelow(page, SECTION.instructions).length >= 1 && itemsBelow(page, INGREDIENTS).length > 0,
      2,
      'preparation steps',
    ),
  ],
  JobPosting: ({ page, labels }) => [
    when(
      page.sections.filter(({ title }) => SECTION.job.test(title)).length >= 2,
      3,
      'sections on tasks and requirements',
    ),
    when(labelled(labels, LABEL.salary) !== undefined, 2, 'a salary'),
    when(labelled(labels, LABEL.employment) !== undefined, 1, 'a type of employment'),
    when(labelled(labels, LABEL.deadline) !== undefined, 1, 'a closing date'),
    when(labelled(labels, LABEL.employer) !== undefined, 1, 'an employer'),
  ],
  Event: ({ labels, text }) => {
    const start = labelled(labels, LABEL.starts);
    const venue = labelled(labels, LABEL.venue);
    return [
      when(start !== undefined && findDate(start.value) !== undefined && venue !== undefined, 4, 'a date and a venue'),
      when(
        /\b(?:tickets?|registration|anmeldung|eintritt|entradas|inscripción|billets|doors open|einlass)\b|チケット/iu.test(
          text.slice(0, 20_000),
        ) && venue !== undefined,
        1,
        'tickets or registration',
      ),
    ];
  },
  TechArticle: NONE,
  Course: ({ page, labels }) => [
    when(
      page.sections.some(({ title }) => SECTION.course.test(title)),
      3,
      'a syllabus or learning goals',
    ),
    when(labelled(labels, LABEL.provider) !== undefined, 1, 'a provider or instructor'),
    when(
      /\b(?:course|kurs|curso|formation|lehrgang)\b|講座/iu.test(page.headings[0]?.text ?? ''),
      1,
      'the heading names a course',
    ),
  ],
  Dataset: (facts) => [
    when(downloads(facts).length > 0, 2, 'data files to download'),
    when(
      facts.page.sections.some(({ title }) => SECTION.dataset.test(title)),
      1,
      'a description of its columns',
    ),
    when(
      /\b(?:data ?set|datensatz|conjunto de datos|jeu de données)\b|データセット/iu.test(
        `${facts.page.headings[0]?.text ?? ''} ${facts.text.slice(0, 1500)}`,
      ),
      2,
      'the page speaks of a dataset',
    ),
  ],
  Review: (facts) => [
    when(ratingOf(facts) !== undefined, 2, 'one rating with its scale'),
    when(facts.author !== undefined && ratingOf(facts) !== undefined, 1, 'an author'),
    when(
      facts.page.sections.some(({ title }) => SECTION.verdict.test(title)),
      1,
      'a verdict',
    ),
    when(
      /\b(?:review|im test|reseña|análisis)\b|レビュー/iu.test(facts.page.headings[0]?.text ?? ''),
      1,
      'the heading names a review',
    ),
  ],
  Product: (facts) => [
    when(/^(?:og:)?product/.test(facts.og_type), 4, 'og:type is product'),
    when(priceOf(facts) !== undefined, 2, 'a price'),
    when(facts.page.links.some(({ text }) => hasCartButton(text)) || hasCartButton(facts.text), 2, 'a cart button'),
    when(
      labelled(facts.labels, LABEL.sku) !== undefined || labelled(facts.labels, LABEL.gtin) !== undefined,
      2,
      'an article number',
    ),
    when(labelled(facts.labels, LABEL.brand) !== undefined && priceOf(facts) !== undefined, 1, 'a brand'),
    when(labelled(facts.labels, LABEL.availability) !== undefined, 1, 'availability'),
    when(aggregateRatingOf(facts) !== undefined && priceOf(facts) !== undefined, 1, 'customer ratings'),
  ],
  SoftwareApplication: ({ labels, page, text }) => [
    when(labelled(labels, LABEL.system) !== undefined, 3, 'operating systems'),
    when(labelled(labels, LABEL.version) !== undefined, 1, 'a version'),
    when(
      /\b(?:download|free trial|install|app store|google play|herunterladen|descargar|télécharger)\b/iu.test(
        page.links
          .slice(0, 300)
          .map((link) => link.text.slice(0, 60))
          .join(' '),
      ),
      1,
      'a download or trial link',
    ),
    when(
      /\b(?:app|software|plugin|extension|saas)\b/iu.test(`${page.headings[0]?.text ?? ''} ${text.slice(0, 600)}`),
      1,
      'the page speaks of software',
    ),
  ],
  HowTo: (facts) => [
    when(findSteps(facts.page, facts.language.code).length >= 2, 3, 'steps written as instructions'),
    when(
      /^(?:how to|so |wie |cómo |comment )/iu.test(facts.page.headings[0]?.text ?? ''),
      1,
      'the heading promises instructions',
    ),
  ],
  LocalBusiness: (facts) => {
    const isOpen = openingHours(facts).length > 0;
    // Whoever says when it is open names its own address in a sentence, too; elsewhere that may be anybody's.
    const address = addressOf(facts, 'content') ?? (isOpen ? addressAmongOthers(facts, 'content') : undefined);
    return [
      when(address !== undefined, 2, 'a postal address'),
      when(isOpen, 2, 'opening hours'),
      when(phoneOf(facts) !== undefined && address !== undefined, 1, 'a telephone number'),
    ];
  },
  ProfilePage: ({ og_type, page }) => [
    when(og_type === 'profile', 4, 'og:type is profile'),
    when(
      /\/(?:authors?|team|people|profile|users?|autor(?:en)?|autores?)\/[^/]+/i.test(
        URL.parse(page.url ?? '')?.pathname ?? '',
      ),
      3,
      'the address is that of a person',
    ),
  ],
  VideoObject: ({ page, og_type }) => [
    when(
      page.resources.some(({ kind, url }) => kind === 'frame' && VIDEO_HOST.test(url)),
      3,
      'an embedded video',
    ),
    when(
      page.resources.some(({ kind, url }) => kind === 'media' && /\.(?:mp4|webm|m4v|mov)(?:$|\?)/i.test(url)),
      3,
      'a video element',
    ),
    when(og_type.startsWith('video'), 3, `og:type is ${og_type.slice(0, 40)}`),
  ],
  QAPage: NONE,
  DiscussionForumPosting: NONE,
  CollectionPage: NONE,
  Article: (facts) => [
    when(facts.og_type === 'article', 2, 'og:type is article'),
    when(facts.published !== undefined, 2, 'a date of publication'),
    when(facts.author !== undefined, 1, 'an author'),
    when(
      /\/(?:blog|news|articles?|posts?|magazin)\//i.test(URL.parse(facts.url ?? '')?.pathname ?? ''),
      1,
      'the address of an article',
    ),
  ],
  Service: NONE,
  FAQPage: ({ faq, page }) => [
    when(faq.length >= 2, 3, `${faq.length} questions with answers`),
    when(SECTION.faq.test(page.headings[0]?.text ?? ''), 2, 'the heading announces questions'),
  ],
  Organization: (facts) => [
    when(isHome(facts), 3, HOME),
    when(
      /\/(?:about(?:-us)?|company|ueber-uns|uber-uns|sobre-nosotros|qui-sommes-nous|a-propos)\/?$/i.test(
        URL.parse(facts.url ?? '')?.pathname ?? '',
      ),
      3,
      ABOUT,
    ),
  ],
  BreadcrumbList: NONE,
};

const HOME = 'the home page of its site';
const ABOUT = 'the page about the organisation';
export const ABOUT_ITSELF: ReadonlySet<string> = new Set([HOME, ABOUT]);

function isHome(facts: PageFacts): boolean {
  const path = URL.parse(facts.url ?? '')?.pathname;
  return path === '/' && facts.site !== undefined;
}
