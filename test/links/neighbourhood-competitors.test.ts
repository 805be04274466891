import { afterAll, beforeAll, expect, it } from 'vitest';

import { rebuild } from '../../src/index/rebuild.ts';
import { analyzeCompetitors } from '../../src/operations/backlinks/competitors/competitors.ts';
import { parseTarget } from '../../src/web/target.ts';
import { openTestIndex, type TestIndex } from '../index-engine.ts';
import { ACME } from './neighbourhood-sites.ts';
import { factsOf, neighbourhood } from './neighbourhood.ts';

/** Who competes with the shop of the planted web, where everybody can see it. */
let index: TestIndex;

beforeAll(async () => {
  index = await openTestIndex();
  for (const fact of await factsOf(neighbourhood())) await index.writer.write(fact);
  await index.writer.flush();
  await rebuild(index.database, () => undefined);
  await index.writer.flush();
});
afterAll(() => index.close());

it('names the two shops that sell the same before all others, and no farm', async () => {
  const target = parseTarget(ACME);
  const question = { target, main_domain: true, exclude_domains: [], rank_min: undefined, intersections_min: 2 };
  const { value } = await index.links.competitors(question, AbortSignal.timeout(60_000));
  const report = analyzeCompetitors(value, {
    target,
    rank_scale: 'one_hundred',
    main_domain: true,
    exclude_large_domains: true,
    sort_by: 'opportunity',
    limit: 100,
    offset: 0,
  });
  const names = report.items.map(({ domain }) => domain);
  expect(names.slice(0, 2).toSorted()).toEqual(['ironmonger.example', 'rivet.example']);
  expect(names.filter((name) => /spielhalle|toplinks|powertools|bargain/.test(name))).toEqual([]);
  expect(report.left_out_as_spam.length).toBeGreaterThan(0);
  for (const { intersections } of report.items) expect(intersections).toBeGreaterThanOrEqual(2);
});
