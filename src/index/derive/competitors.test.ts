import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { openTestIndex, pageFact, type TestIndex } from '../../../test/index-engine.ts';
import { sql } from '../database/sql.ts';
import { parseTarget } from '../../web/target.ts';

let index: TestIndex;

/** Site `at` links to all pages whose number divides by a number that goes with the site. */
const DOMAINS = 5;
const HOSTS = 6;
const SITES = 12;
const isLinked = (site: number, page: number): boolean => (page * 7 + site * 5) % (2 + (site % 4)) === 0;

const DOMAIN_NUMBERS = Array.from({ length: DOMAINS }, (_, domain) => domain);
const HOST_NUMBERS = Array.from({ length: HOSTS }, (_, host) => host);
const SITE_NUMBERS = Array.from({ length: SITES }, (_, site) => site);
const pageNumber = (domain: number, host: number): number => domain + host * DOMAINS;
const isDomainLinked = (site: number, domain: number): boolean =>
  HOST_NUMBERS.some((host) => isLinked(site, pageNumber(domain, host)));

beforeAll(async () => {
  index = await openTestIndex();
  for (const site of SITE_NUMBERS) {
    const links = DOMAIN_NUMBERS.flatMap((domain) =>
      HOST_NUMBERS.filter((host) => isLinked(site, pageNumber(domain, host))).map(
        (host) => `https://h${host}.t${domain}.com/`,
      ),
    );
    await index.writer.write(pageFact(`https://s${site}.org/`, { links }));
  }
  await index.writer.flush();
  await index.rebuild({ hot_links_min: 1 });
});
afterAll(() => index.close());

it('counts as many hot targets as there are like each one alone', { timeout: 300_000 }, async () => {
  // More than are counted at once.
  const hot = sql`SELECT count() AS targets FROM hot_targets WHERE version = (SELECT max(version) FROM rebuilds)`;
  expect((await index.database.rows(z.object({ targets: z.int() }), hot))[0]?.targets).toBeGreaterThan(64);
  const rows = await index.database.rows(
    z.object({ of: z.string(), key: z.string(), intersections: z.int() }),
    sql`SELECT concat(toString(kind), ' ', host) AS of, key, intersections FROM hot_competitors
      WHERE version = (SELECT max(version) FROM rebuilds) AND main_domain = 1 ORDER BY of, key`,
  );
  const expected: Record<string, Record<string, number>> = {};
  const expectShared = (of: string, one: number, isOneLinked: (site: number) => boolean): void => {
    for (const other of DOMAIN_NUMBERS) {
      const both = SITE_NUMBERS.filter((site) => isOneLinked(site) && isDomainLinked(site, other)).length;
      if (one !== other && both > 0) (expected[of] ??= {})[`com.t${other}.`] = both;
    }
  };
  for (const domain of DOMAIN_NUMBERS) {
    for (const kind of ['domain', 'host']) {
      expectShared(`${kind} com.t${domain}.`, domain, (site) => isDomainLinked(site, domain));
    }
    for (const host of HOST_NUMBERS) {
      for (const kind of ['host', 'page']) {
        const page = pageNumber(domain, host);
        expectShared(`${kind} com.t${domain}.h${host}.`, domain, (site) => isLinked(site, page));
      }
    }
  }
  const found: Record<string, Record<string, number>> = {};
  for (const { of, key, intersections } of rows) (found[of] ??= {})[key] = intersections;
  expect(Object.keys(found).length).toBeGreaterThan(64);
  expect(found).toEqual(expected);
});

it('counts competitors when they are asked for, where a copy of the links was made and none of them', async () => {
  const asked = {
    target: parseTarget('t2.com'),
    main_domain: true,
    exclude_domains: [],
    rank_min: undefined,
    intersections_min: undefined,
  };
  const ask = async () => {
    const { value } = await index.links.competitors(asked, AbortSignal.timeout(60_000));
    const shared = value.competitors.map(({ domain, intersections }) => ({ domain, intersections }));
    return { shared, is_kept: value.competitors.some(({ weighted_share }) => weighted_share === null) };
  };
  const kept = await ask();
  await index.rebuild({ hot_links_min: 8, counted_links_min: 1000 });
  const counted = await ask();
  expect([kept.is_kept, counted.is_kept]).toEqual([true, false]);
  expect(counted.shared).toEqual(kept.shared);
});
