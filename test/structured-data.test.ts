import { describe, expect, it } from 'vitest';

import { schemaPlan } from '../src/operations/content/schema-plan/schema-plan.ts';
import { makeSuppliedPage } from '../src/web/page/asked-page.ts';
import { technicalQa } from '../src/operations/content/technical-qa/technical-qa.ts';
import { listReferenceErrors } from './rich-results-reference.ts';

const page = (head: string, body = ''): string =>
  `<!doctype html><html lang="en"><head><title>Fjord</title>${head}</head><body>${body}</body></html>`;
const script = (data: unknown): string =>
  page(`<script type="application/ld+json">${typeof data === 'string' ? data : JSON.stringify(data)}</script>`);
const schema = (type: string, properties: object = {}): string =>
  script({ '@context': 'https://schema.org', '@type': type, ...properties });
const node = (type: string, properties: object = {}): object => ({ '@type': type, ...properties });

const OFFER = node('Offer', { price: '129.00', priceCurrency: 'EUR' });
const RATING = { ratingValue: 4.2, ratingCount: 17 };
const PERSON = node('Person', { name: 'Ada King' });
const SHOE = { name: 'Fjord', image: 'https://shop.example/fjord.jpg' };
const product = (properties: object): string => schema('Product', { ...SHOE, offers: OFFER, ...properties });
const crumb = (position: unknown, properties: object): object => node('ListItem', { position, ...properties });
const crumbs = (...items: readonly object[]): string => schema('BreadcrumbList', { itemListElement: items });
const HOME = crumb(1, { name: 'Home', item: 'https://shop.example/' });
const job = (properties: object): string =>
  schema('JobPosting', {
    title: 'Mechanic',
    description: 'You repair bicycles.',
    datePosted: '2026-02-01',
    hiringOrganization: node('Organization', { name: 'Fjord Bikes' }),
    jobLocation: node('Place', { address: node('PostalAddress', { addressCountry: 'NO' }) }),
    ...properties,
  });
const recipe = (properties: object): string => schema('Recipe', { name: 'Soup', image: SHOE.image, ...properties });
const video = (properties: object): string =>
  schema('VideoObject', { name: 'Truing', thumbnailUrl: SHOE.image, uploadDate: '2026-03-01', ...properties });
const review = (properties: object): string =>
  schema('Review', {
    author: PERSON,
    reviewRating: node('Rating', { ratingValue: 4 }),
    itemReviewed: node('Thing', { name: 'Fjord' }),
    ...properties,
  });

const MICRODATA_CRUMB = (name: string): string =>
  `<ol itemscope itemtype="https://schema.org/BreadcrumbList"><li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem"><a itemprop="item" href="https://shop.example/shoes"><span itemprop="${name}">Shoes</span></a><meta itemprop="position" content="1"></li><li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem"><span itemprop="name">Fjord</span><meta itemprop="position" content="2"></li></ol>`;
const RDFA_CRUMB = (name: string): string =>
  `<ol vocab="https://schema.org/" typeof="BreadcrumbList"><li property="itemListElement" typeof="ListItem"><a property="item" typeof="WebPage" href="https://shop.example/shoes"><span property="${name}">Shoes</span></a><meta property="position" content="1"></li><li property="itemListElement" typeof="ListItem"><span property="name">Fjord</span><meta property="position" content="2"></li></ol>`;
const RDFA_PRODUCT = (price: string): string =>
  `<div vocab="https://schema.org/" typeof="Product"><h1 property="name">Fjord</h1><img property="image" src="https://shop.example/f.jpg" alt=""><div property="offers" typeof="Offer">${price}<meta property="priceCurrency" content="EUR"></div></div>`;

interface Case {
  readonly name: string;
  readonly html: string;
  readonly valid: boolean;
  /** Why the reference says otherwise. */
  readonly unlike?: string;
}

const right = (name: string, html: string, unlike?: string): Case => ({
  name,
  html,
  valid: true,
  ...(unlike && { unlike }),
});
const wrong = (name: string, html: string, unlike?: string): Case => ({
  name,
  html,
  valid: false,
  ...(unlike && { unlike }),
});

const NO_RULE = 'it has no rule for the type';
const OPTIONAL = 'it warns of values of optional properties that cannot be read';
const MERCHANT =
  'it asks of each product what a merchant listing needs; without an offer there is still a product snippet';

const CASES: readonly Case[] = [
  right('a product with an offer', product({})),
  wrong('a product without a name', schema('Product', { image: SHOE.image, offers: OFFER })),
  wrong('a product with an empty name', product({ name: '' })),
  wrong('a product with neither offer nor review nor rating', schema('Product', SHOE)),
  right(
    'a product with a rating alone',
    schema('Product', { ...SHOE, aggregateRating: node('AggregateRating', RATING) }),
    MERCHANT,
  ),
  wrong('an offer without a price', product({ offers: node('Offer', { priceCurrency: 'EUR' }) })),
  right(
    'an offer with a price specification',
    product({
      offers: node('Offer', {
        priceSpecification: node('UnitPriceSpecification', { price: 12, priceCurrency: 'EUR' }),
      }),
    }),
  ),
  wrong(
    'a price specification without a price',
    product({
      offers: node('Offer', { price: 12, priceSpecification: node('PriceSpecification', { priceCurrency: 'EUR' }) }),
    }),
  ),
  wrong(
    'one of two offers without a price',
    product({ offers: [OFFER, node('Offer', { availability: 'https://schema.org/InStock' })] }),
  ),
  right(
    'an offer of a business, which needs no price',
    schema('Organization', {
      name: 'Fjord',
      makesOffer: node('Offer', { itemOffered: node('Service', { name: 'Repair' }) }),
    }),
  ),
  right('an offer on its own', schema('Offer', { url: 'https://shop.example/' })),
  wrong(
    'an aggregate offer without its lowest price',
    product({ offers: node('AggregateOffer', { highPrice: 12, priceCurrency: 'EUR' }) }),
  ),
  wrong('an aggregate offer without a currency', product({ offers: node('AggregateOffer', { lowPrice: 12 }) })),
  right(
    'an aggregate offer without a highest price',
    product({ offers: node('AggregateOffer', { lowPrice: 12, priceCurrency: 'EUR' }) }),
  ),
  right('empty optional properties', product({ gtin: '', sku: '', description: '' })),
  wrong('a brand without a name', product({ brand: node('Brand', { url: 'https://fjord.example/' }) })),
  wrong('a price with its sign', product({ offers: node('Offer', { price: '129 €', priceCurrency: 'EUR' }) })),
  wrong('a date in words', product({ offers: { ...OFFER, priceValidUntil: 'next year' } }), OPTIONAL),
  wrong('a currency that is no code', product({ offers: { ...OFFER, priceCurrency: 'Euro' } }), OPTIONAL),
  wrong(
    'shipping details without a rate',
    product({
      offers: {
        ...OFFER,
        shippingDetails: node('OfferShippingDetails', {
          deliveryTime: node('ShippingDeliveryTime'),
          shippingDestination: node('DefinedRegion', { addressCountry: 'NO' }),
        }),
      },
    }),
  ),
  wrong(
    'a region without a country',
    product({
      offers: {
        ...OFFER,
        shippingDetails: node('OfferShippingDetails', {
          deliveryTime: node('ShippingDeliveryTime'),
          shippingRate: node('MonetaryAmount', { value: 5, currency: 'EUR' }),
          shippingDestination: node('DefinedRegion', { postalCode: '0150' }),
        }),
      },
    }),
  ),
  wrong(
    'a return policy without a country',
    product({
      offers: {
        ...OFFER,
        hasMerchantReturnPolicy: node('MerchantReturnPolicy', {
          returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
        }),
      },
    }),
  ),
  right(
    'a return policy with country and category',
    product({
      offers: {
        ...OFFER,
        hasMerchantReturnPolicy: node('MerchantReturnPolicy', {
          applicableCountry: 'NO',
          returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
        }),
      },
    }),
  ),

  right('a rating inside a product', product({ aggregateRating: node('AggregateRating', RATING) })),
  wrong('a rating without a count', product({ aggregateRating: node('AggregateRating', { ratingValue: 4 }) })),
  wrong('a rating without a value', product({ aggregateRating: node('AggregateRating', { ratingCount: 4 }) })),
  right(
    'a rating of nothing else that says what it rates',
    schema('AggregateRating', { ...RATING, itemReviewed: node('Thing', { name: 'Fjord' }) }),
  ),
  wrong('a rating that stands alone', schema('AggregateRating', RATING)),
  wrong(
    'a rating of a nameless thing',
    schema('AggregateRating', { ...RATING, itemReviewed: node('Thing', { url: 'https://a.example/' }) }),
  ),
  wrong(
    'a rating above the default scale',
    product({ aggregateRating: node('AggregateRating', { ...RATING, ratingValue: 8.1 }) }),
  ),
  right(
    'the same rating on a scale of ten',
    product({ aggregateRating: node('AggregateRating', { ...RATING, ratingValue: 8.1, bestRating: 10 }) }),
  ),
  wrong(
    'a rating below its own scale',
    review({ reviewRating: node('Rating', { ratingValue: 1, worstRating: 2, bestRating: 5 }) }),
  ),
  right('a rating in percent', review({ reviewRating: node('Rating', { ratingValue: '80%' }) })),
  wrong(
    'a rating above its scale, written as text',
    review({ reviewRating: node('Rating', { ratingValue: '8' }) }),
    'it compares numbers only, not texts that hold one',
  ),

  right('a review', review({})),
  wrong('a review without an author', review({ author: undefined })),
  wrong('a review that stands alone', review({ itemReviewed: undefined })),
  wrong('a review of a nameless thing', review({ itemReviewed: node('Thing', { url: 'https://a.example/' }) })),
  wrong('a review whose rating has no value', review({ reviewRating: node('Rating', { bestRating: 5 }) })),
  right(
    'a review inside a product, which need not say what it is of',
    product({ review: node('Review', { author: PERSON, reviewRating: node('Rating', { ratingValue: 5 }) }) }),
  ),
  wrong(
    'a review inside a product without an author',
    product({ review: node('Review', { reviewRating: node('Rating', { ratingValue: 5 }) }) }),
  ),
  right(
    'a review that its product refers to',
    script({
      '@context': 'https://schema.org',
      '@graph': [
        { ...node('Product', { ...SHOE, offers: OFFER, review: { '@id': '#r' } }) },
        { ...node('Review', { author: PERSON, reviewRating: node('Rating', { ratingValue: 5 }) }), '@id': '#r' },
      ],
    }),
    'it does not follow references',
  ),

  right('a breadcrumb whose last item has no address', crumbs(HOME, crumb(2, { name: 'Shoes' }))),
  wrong('a crumb without a name', crumbs(crumb(1, { item: 'https://shop.example/' }), crumb(2, { name: 'Shoes' }))),
  wrong(
    'a crumb with an empty name',
    crumbs(crumb(1, { name: '', item: 'https://shop.example/' }), crumb(2, { name: 'Shoes' })),
  ),
  right(
    'a crumb that is named in its item',
    crumbs(crumb(1, { item: { '@id': 'https://shop.example/', name: 'Home' } }), crumb(2, { name: 'Shoes' })),
  ),
  wrong('a crumb without a position', crumbs(HOME, node('ListItem', { name: 'Shoes' }))),
  wrong('a breadcrumb that lists nothing', schema('BreadcrumbList')),
  wrong('a breadcrumb that is a text', schema('BreadcrumbList', { itemListElement: 'Home > Shoes' })),
  right('a breadcrumb of one item', crumbs(HOME)),
  wrong(
    'an address missing before the last crumb',
    crumbs(crumb(1, { name: 'Home' }), crumb(2, { name: 'Shoes' })),
    'it warns of that, although the documentation requires it',
  ),
  right('a breadcrumb in microdata', page('', MICRODATA_CRUMB('name'))),
  wrong('a nameless crumb in microdata', page('', MICRODATA_CRUMB('label'))),
  right('a breadcrumb in RDFa', page('', RDFA_CRUMB('name'))),
  wrong('a nameless crumb in RDFa', page('', RDFA_CRUMB('label'))),

  right('a product in RDFa', page('', RDFA_PRODUCT('<span property="price" content="129.00">129 €</span>'))),
  wrong('a product in RDFa without a price', page('', RDFA_PRODUCT(''))),
  right(
    'a product in microdata',
    page(
      '',
      '<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Fjord</h1><img itemprop="image" src="https://shop.example/f.jpg" alt=""><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="129.00"></div></div>',
    ),
  ),
  wrong(
    'a product in microdata without a price',
    page(
      '',
      '<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Fjord</h1><img itemprop="image" src="https://shop.example/f.jpg" alt=""><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="EUR"></div></div>',
    ),
  ),

  right('a job', job({})),
  wrong('a job without an employer', job({ hiringOrganization: undefined })),
  wrong(
    'a job without a country',
    job({ jobLocation: node('Place', { address: node('PostalAddress', { addressLocality: 'Oslo' }) }) }),
  ),
  right(
    'a job from home',
    job({
      jobLocation: undefined,
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: node('Country', { name: 'Norway' }),
    }),
  ),
  wrong('a job without a place', job({ jobLocation: undefined })),

  right('a recipe', recipe({})),
  wrong('a recipe without an image', recipe({ image: undefined })),
  wrong('a recipe whose images cannot be fetched', recipe({ image: ['data:image/png;base64,AAAA'] })),
  wrong('calories without servings', recipe({ nutrition: node('NutritionInformation', { calories: '250 calories' }) })),
  right(
    'calories with servings',
    recipe({ recipeYield: '4', nutrition: node('NutritionInformation', { calories: '250 calories' }) }),
  ),
  wrong('a step that says nothing', recipe({ recipeInstructions: [node('HowToStep', { image: SHOE.image })] })),
  wrong('a duration in words', recipe({ cookTime: '45 minutes' }), OPTIONAL),

  right('a video', video({})),
  wrong('a video without a thumbnail', video({ thumbnailUrl: undefined })),
  wrong('a video without a date', video({ uploadDate: undefined })),
  wrong('a clip without its start', video({ hasPart: node('Clip', { name: 'Rim', url: 'https://a.example/?t=1' }) })),
  wrong(
    'a live broadcast without its end',
    video({ publication: node('BroadcastEvent', { isLiveBroadcast: true, startDate: '2026-03-01T10:00:00Z' }) }),
  ),
  wrong(
    'a seek action without its offset',
    video({ potentialAction: node('SeekToAction', { target: 'https://a.example/?t={n}' }) }),
  ),

  wrong('a nameless person', schema('Person', { url: 'https://ada.example/' })),
  wrong('a nameless organisation', schema('Organization', { url: 'https://fjord.example/' })),
  wrong(
    'an image without an address',
    schema('Article', { headline: 'A', image: node('ImageObject', { width: 1200 }) }),
  ),
  wrong('a certificate without an issuer', product({ hasCertification: node('Certification', { name: 'Class A' }) })),
  right(
    'a certificate that grades in letters',
    product({
      hasCertification: node('Certification', {
        name: 'Label',
        issuedBy: node('Organization', { name: 'EU' }),
        certificationRating: node('Rating', { ratingValue: 'C', bestRating: 'A', worstRating: 'G' }),
      }),
    }),
  ),
  wrong('a model without its file', schema('3DModel', { name: 'Fjord' })),

  wrong('a day that does not exist', schema('Article', { headline: 'A', datePublished: '2026-02-30' }), NO_RULE),
  right('an article', schema('Article', { headline: 'Wet rock', author: PERSON })),
  wrong('an event without a place', schema('Event', { name: 'Race', startDate: '2026-05-01' }), NO_RULE),
  wrong('software without a rating', schema('SoftwareApplication', { name: 'RideLog', offers: OFFER }), NO_RULE),
  wrong('a business without an address', schema('Restaurant', { name: 'Fjord' }), NO_RULE),
  wrong('a question without an answer', schema('QAPage', { mainEntity: node('Question', { name: 'Why?' }) }), NO_RULE),
  right(
    'a question that says it has no answer',
    schema('QAPage', { mainEntity: node('Question', { name: 'Why?', answerCount: 0 }) }),
  ),
  right('a retired type that lacks what it needed', schema('HowTo', { name: 'Patch a tyre' })),
  wrong(
    'a type in small letters',
    schema('product', { ...SHOE, offers: OFFER }),
    'it knows no type of that name, so it asks nothing of it',
  ),
  wrong('a thing without a type', schema('', { name: 'Fjord' }).replace('"@type":"",', '')),
  wrong(
    'a script that names no vocabulary',
    script(node('Article', { headline: 'A' })),
    'it takes schema.org for granted',
  ),
  wrong('JSON that is broken', script('{"@context":"https://schema.org","@type":"Article",}')),
];

describe('structured data has one judge', () => {
  it.each(CASES.map((each) => [each.name, each] as const))('%s', async (_name, { html, valid, unlike }) => {
    const plan = schemaPlan.run({
      page: makeSuppliedPage(html, 'https://shop.example/'),
      page_type: 'auto',
      keyword: undefined,
      target: undefined,
      include_jsonld: false,
    });
    const { checks } = technicalQa.run({ html, page_type: 'auto', today: '2026-07-01' });
    const statuses = checks
      .filter(({ id }) => id.startsWith('sd.') && id !== 'sd.expected')
      .map(({ status }) => status);
    const verdict = {
      plan: plan.existing_jsonld.length > 0 && plan.existing_jsonld.every((row) => row.valid),
      qa: !statuses.includes('fail') && statuses.includes('pass'),
      reference: (await listReferenceErrors(html)).length === 0,
    };
    expect(verdict).toEqual({ plan: valid, qa: valid, reference: unlike === undefined ? valid : !valid });
    const isWarned = plan.existing_jsonld.some(({ warnings }) => warnings.length > 0);
    if (valid) expect(statuses.includes('warn')).toBe(isWarned);
  });
});
