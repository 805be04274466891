import { expect, it } from 'vitest';

import { readPage } from '../page/read.ts';
import { judgeStructuredData } from './judge.ts';

const judge = (data: unknown): string[] => {
  const html = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
  const { verdicts } = judgeStructuredData(readPage({ html }, undefined));
  return verdicts.flatMap(({ findings }) =>
    findings.map(({ severity, path, message }) => `${severity} ${path}: ${message}`),
  );
};
const errors = (data: unknown): string[] => judge(data).filter((line) => line.startsWith('error'));
const schema = (node: object): object => ({ '@context': 'https://schema.org', ...node });
const OFFER = { '@type': 'Offer', price: '10.00', priceCurrency: 'EUR' };
const PRODUCT = { '@type': 'Product', name: 'Fjord', offers: OFFER };

it('says once of a part what it lacks, and where', () => {
  expect(errors(schema({ ...PRODUCT, offers: [OFFER, { '@type': 'Offer' }] }))).toEqual([
    'error jsonld[0].offers[1].price: Offer needs price or priceSpecification.price or priceSpecification.minPrice',
  ]);
  expect(
    errors(schema({ '@type': 'SoftwareApplication', name: 'A', offers: { '@type': 'Offer' }, review: 'good' })),
  ).toHaveLength(1);
  expect(
    errors(schema({ '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItem', position: 1 }] })),
  ).toEqual(['error jsonld[0].itemListElement[0].name: ListItem needs name or item.name']);
});

it('judges a thing that others refer to once, and asks of it what it needs as their part', () => {
  const graph = (offer: object): object =>
    schema({
      '@graph': [
        { ...PRODUCT, offers: { '@id': '#o' } },
        { ...offer, '@id': '#o', '@type': 'Offer', validFrom: 'soon' },
      ],
    });
  expect(errors(graph(OFFER))).toEqual(['error jsonld[0].@graph[1].validFrom: a date must be in ISO 8601: “soon”']);
  expect(errors(graph({}))[0]).toBe(
    'error jsonld[0].@graph[0].offers.price: Offer needs price or priceSpecification.price or priceSpecification.minPrice',
  );
});

it('takes a typed reference for a reference, not for a nameless thing', () => {
  const author = { '@type': 'Person', '@id': '#ada' };
  expect(errors(schema({ '@type': 'Article', headline: 'A', author }))).toEqual([]);
});

it('tells a page from the thing that it is about when both have one address', () => {
  const posting = { '@type': 'BlogPosting', '@id': 'https://a.example/', headline: 'A', datePublished: 'soon' };
  const page = { '@type': 'WebPage', '@id': 'https://a.example/' };
  expect(errors(schema({ ...posting, mainEntityOfPage: page }))).toHaveLength(1);
});

it('tells the scale that a rating is outside of', () => {
  const rated = (rating: object): string[] =>
    errors(schema({ ...PRODUCT, aggregateRating: { '@type': 'AggregateRating', reviewCount: 3, ...rating } }));
  expect(rated({ ratingValue: 7 })).toEqual([
    'error jsonld[0].aggregateRating.ratingValue: the rating 7 is outside the scale of 0 to 5',
  ]);
  expect(rated({ ratingValue: '0.5', worstRating: 1 })[0]).toContain('the scale of 1 to 5');
  expect([
    rated({ ratingValue: 7, bestRating: '10' }),
    rated({ ratingValue: '92%' }),
    rated({ ratingValue: 0 }),
  ]).toEqual([[], [], []]);
});

it('warns where nothing is lost: empty, recommended, no longer shown', () => {
  expect(judge(schema({ ...PRODUCT, image: '', description: 'A shoe.', brand: 'Fjord', sku: '1' }))).toEqual([
    'warning jsonld[0].brand.name: recommended: brand.name',
    'warning jsonld[0].offers.availability: recommended: offers.availability',
    'warning jsonld[0].aggregateRating: recommended: aggregateRating',
    'warning jsonld[0].image: empty',
  ]);
  expect(judge(schema({ '@type': 'WebPage', mainEntity: { '@type': 'HowTo', name: 'A' } }))).toContain(
    'warning jsonld[0].mainEntity.@type: Google no longer shows HowTo (since 2023-09-13)',
  );
});

it('judges the main entity of a page as a thing of its own', () => {
  expect(errors(schema({ '@type': 'ItemPage', mainEntity: { '@type': 'Product', name: 'Fjord' } }))).toEqual([
    'error jsonld[0].mainEntity.offers: required for product snippet: offers or review or aggregateRating',
  ]);
});

it('stays in bounds however much is wrong', () => {
  const offers = Array.from({ length: 500 }, () => ({ '@type': 'Offer', validFrom: 'x' }));
  expect(errors(schema({ ...PRODUCT, offers }))).toHaveLength(30);
});
