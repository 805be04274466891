import { expect, it } from 'vitest';

import { explainEmpty, nameBasis, type RankingEvidence } from './evidence.ts';

const EVIDENCE: RankingEvidence = {
  basis: 'console',
  state: 'own_site_without_data',
  coverage: 'full',
  window: {
    from: '2026-10-31',
    to: '2026-11-27',
    days: 28,
    previous_from: null,
    previous_to: null,
    missing_days: 0,
    is_cut: false,
    ignores_country: false,
    property: 'sc-domain:shop.example',
    engine: 'google',
  },
  serps_considered: null,
  location: { code: -2_886_242, name: 'Köln,North Rhine-Westphalia,Germany' },
  language: null,
};

it('tells console figures that were asked of a city as those of its country', () => {
  expect(nameBasis(EVIDENCE)).toBe(
    'Measured by Search Console from 2026-10-31 to 2026-11-27, Germany as a whole, since it reports by country only.',
  );
  expect(explainEmpty('shop.example', EVIDENCE, 'page')).toBe(
    'shop.example is your own site, but it had no impressions in search in Germany from 2026-10-31 to 2026-11-27.',
  );
  const country = { ...EVIDENCE, location: { code: 2276, name: 'Germany' } };
  expect(nameBasis(country)).toBe('Measured by Search Console from 2026-10-31 to 2026-11-27, Germany.');
  expect(nameBasis({ ...EVIDENCE, location: null })).toContain(', all countries.');
});
