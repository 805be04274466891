import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { openTestIndex, pageFact, type TestIndex } from '../../../test/index-engine.ts';
import type { LinkCompetitorsQuery } from '../../ports/links.ts';
import { sql } from '../database/sql.ts';
import { readSiteGraphs } from './site-graph.ts';
import { parseTarget } from '../../web/target.ts';

let index: TestIndex;

/** Site `at` links to all pages whose number divides by a number that goes with the site. */
const DOMAINS = 5;
const HOSTS = 3;
const SITES = 12;
const isLinked = (site: number, page: number): boolean => (page * 7 + site * 5) % (2 + (site % 4)) === 0;

const DOMAIN_NUMBERS = Array.from({ length: DOMAINS }, (_, domain) => domain);
const HOST_NUMBERS = Array.from({ length: HOSTS }, (_, host) => host);
const SITE_NUMBERS = Array.from({ length: SITES }, (_, site) => site);
const pageNumber = (domain: number, host: number): number => domain + host * DOMAINS;
const isDomainLinked = (site: number, domain: number): boolean =>
  HOST_NUMBERS.some((host) => isLinked(site, pageNumber(domain, host)));

const NEWEST = sql`version = (SELECT max(version) FROM rebuilds)`;
/** No target is that large. */
const NEVER = 1_000_000_000;

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

it('counts for each copied domain, host and page what its sites share', async () => {
  const rows = await index.database.rows(
    z.object({ of: z.string(), key: z.string(), intersections: z.int() }),
    sql`SELECT k.of AS of, r.key AS key, k.shared AS intersections FROM (
        SELECT concat(toString(kind), ' ', host) AS of, no, shared FROM kept_competitors ARRAY JOIN no, shared
        WHERE ${NEWEST} AND main_domain = 1) AS k
      INNER JOIN (SELECT no, key FROM referred_sites WHERE ${NEWEST} AND kind = 'domain') AS r ON r.no = k.no ORDER BY of, key`,
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
  expect(Object.keys(found).length).toBeGreaterThan(DOMAINS * HOSTS);
  expect(found).toEqual(expected);
});

type Competitors = Awaited<ReturnType<TestIndex['links']['competitors']>>['value'];

async function competitors(changes: Partial<LinkCompetitorsQuery> = {}): Promise<Competitors> {
  const query: LinkCompetitorsQuery = {
    target: parseTarget('t2.com'),
    main_domain: true,
    exclude_domains: [],
    rank_min: undefined,
    intersections_min: undefined,
    ...changes,
  };
  return (await index.links.competitors(query, AbortSignal.timeout(60_000))).value;
}

/** What is counted when it is asked for comes from here. */
const forgetLinks = (): Promise<void> => index.database.run(sql`TRUNCATE TABLE site_links`);

describe.each([
  ['packed', undefined, NEVER, NEVER],
  ['copied', 1, 1, 0],
])('competitors of a %s target', (_, hot_links_min, links_min, links_alone_max) => {
  const questions: readonly Partial<LinkCompetitorsQuery>[] = [
    {},
    { exclude_domains: ['t1.com'] },
    { intersections_min: 4 },
    { target: parseTarget('t4.com') },
    ...(links_min === NEVER ? [] : [{ main_domain: false }, { target: parseTarget('h1.t3.com') }]),
  ];

  it('are the same whether the rebuild counted them or not, on one thread or on several', async () => {
    const rebuild = hot_links_min === undefined ? {} : { hot_links_min };
    await index.rebuild({ ...rebuild, counted: { domains_min: NEVER, links_min: NEVER } });
    const counted = await Promise.all(questions.map(competitors));
    await index.rebuild({ ...rebuild, counted: { domains_min: 1, links_min, links_alone_max } });
    await forgetLinks();
    const kept = await Promise.all(questions.map(competitors));
    expect(kept).toEqual(counted);
    expect(kept[0]?.competitors.length).toBe(DOMAINS - 1);
  });
});

it('counts competitors anew once another site links to the target', async () => {
  await index.rebuild({ counted: { domains_min: 1, links_min: NEVER } });
  const before = await competitors();
  await index.add(pageFact('https://late.org/', { links: ['https://h0.t2.com/'] }));
  const { referring_main_domains, competitors: counted } = await competitors();
  expect(referring_main_domains).toBe((before.referring_main_domains ?? 0) + 1);
  expect(counted.map(({ domain, intersections }) => [domain, intersections])).toEqual(
    before.competitors.map(({ domain, intersections }) => [domain, intersections]),
  );
  await forgetLinks();
  expect((await competitors()).competitors).toEqual([]);
});

it('counts by domain alone, or nothing, where the links between sites do not fit in the memory', async () => {
  await index.rebuild({ hot_links_min: 1 });
  const [row] = await index.database.rows(
    z.object({ version: z.int() }),
    sql`SELECT max(version) AS version FROM rebuilds`,
  );
  const read = async (bytes_max: number): Promise<readonly boolean[]> => {
    const graphs = await readSiteGraphs(index.database, row?.version ?? 0, { with_hosts: true, bytes_max });
    return [graphs !== undefined, graphs?.host !== undefined];
  };
  expect(await Promise.all([100, 1000, 10_000].map(read))).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ]);
});
