import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { openTestIndex, pageFact, type TestIndex } from '../../../test/index-engine.ts';
import { sql } from '../database/sql.ts';
import { HELD_LINKS_MAX } from '../read/rows/held-links.ts';
import { parseTarget } from '../../web/target.ts';
import { hotBounds } from './hot.ts';

let index: TestIndex;

/** Site `at` links to all targets whose number divides by a number that goes with the site. */
const TARGETS = 24;
const SITES = 12;
const isLinked = (site: number, target: number): boolean => (target * 7 + site * 5) % (2 + (site % 4)) === 0;

beforeAll(async () => {
  index = await openTestIndex();
  for (let site = 0; site < SITES; site += 1) {
    const links = Array.from({ length: TARGETS }, (_, target) => target)
      .filter((target) => isLinked(site, target))
      .map((target) => `https://t${target}.com/`);
    await index.writer.write(pageFact(`https://s${site}.org/`, { links }));
  }
  await index.writer.flush();
});
afterAll(() => index.close());

it('counts as many hot targets as there are like each one alone', { timeout: 300_000 }, async () => {
  await index.rebuild({ hot_links_min: 1 });
  // More than are counted at once.
  const hot = sql`SELECT count() AS targets FROM hot_targets WHERE version = (SELECT max(version) FROM rebuilds)`;
  expect((await index.database.rows(z.object({ targets: z.int() }), hot))[0]?.targets).toBeGreaterThan(64);
  const rows = await index.database.rows(
    z.object({ of: z.string(), key: z.string(), intersections: z.int() }),
    sql`SELECT host AS of, key, intersections FROM hot_competitors WHERE version = (SELECT max(version) FROM rebuilds)
      AND kind = 'domain' AND main_domain = 1 ORDER BY of, key`,
  );
  const expected: Record<string, Record<string, number>> = {};
  for (let one = 0; one < TARGETS; one += 1) {
    for (let other = 0; other < TARGETS; other += 1) {
      const both = Array.from({ length: SITES }, (_, site) => site).filter(
        (site) => isLinked(site, one) && isLinked(site, other),
      ).length;
      if (one === other || both === 0) continue;
      (expected[`com.t${one}.`] ??= {})[`com.t${other}.`] = both;
    }
  }
  const found: Record<string, Record<string, number>> = {};
  for (const { of, key, intersections } of rows) (found[of] ??= {})[key] = intersections;
  expect(Object.keys(found).length).toBeGreaterThan(20);
  expect(found).toEqual(expected);
});

it('counts competitors when they are asked for, where a copy of the links was made and none of them', async () => {
  const asked = {
    target: parseTarget('t10.com'),
    main_domain: true,
    exclude_domains: [],
    rank_min: undefined,
    intersections_min: undefined,
  };
  const answers: { readonly shared: unknown; readonly kept: boolean }[] = [];
  for (const counted_links_min of [8, 1000]) {
    await index.rebuild({ hot_links_min: 8, counted_links_min });
    const { value } = await index.links.competitors(asked, AbortSignal.timeout(60_000));
    const shared = value.competitors.map(({ domain, intersections }) => ({ domain, intersections }));
    answers.push({ shared, kept: value.competitors.some(({ weighted_share }) => weighted_share === null) });
  }
  const [kept, counted] = answers;
  expect([kept?.kept, counted?.kept]).toEqual([true, false]);
  expect(counted?.shared).toEqual(kept?.shared);
});

it('copies targets that are too large to be read row by row, and of very many links only the largest', () => {
  expect(hotBounds(20_000).links_min).toBe(HELD_LINKS_MAX);
  expect(hotBounds(40_000_000).links_min).toBe(20_000);
  expect(hotBounds(4_000_000_000).links_min).toBe(50_000);
});
