import { expect, it } from 'vitest';

import { readPage } from '../page/read.ts';
import { judgeStructuredData } from './judge.ts';

/** Errors of a product with such a rating. */
function judgeRating(rating: object): string[] {
  const product = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Fjord',
    offers: { '@type': 'Offer', price: '10.00', priceCurrency: 'EUR' },
    aggregateRating: { '@type': 'AggregateRating', reviewCount: 3, ...rating },
  };
  const html = `<script type="application/ld+json">${JSON.stringify(product)}</script>`;
  const { verdicts } = judgeStructuredData(readPage({ html }, undefined));
  return verdicts.flatMap(({ findings }) =>
    findings.filter(({ severity }) => severity === 'error').map(({ message }) => message),
  );
}

it.each([
  { ratingValue: 0 },
  { ratingValue: 5 },
  { ratingValue: '5' },
  { ratingValue: 1, worstRating: 1 },
  { ratingValue: 10, bestRating: 10 },
])('takes the ends of the scale for ratings on it: %j', (rating) => {
  expect(judgeRating(rating)).toEqual([]);
});

it.each([
  [{ ratingValue: 5.1 }, 'the rating 5.1 is outside the scale of 0 to 5'],
  [{ ratingValue: -1 }, 'the rating -1 is outside the scale of 0 to 5'],
  [{ ratingValue: 0.9, worstRating: 1, bestRating: 10 }, 'the rating 0.9 is outside the scale of 1 to 10'],
])('reports a rating beyond either end: %j', (rating, message) => {
  expect(judgeRating(rating)).toEqual([message]);
});
