import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';

import { day, openTestIndex, pageFact, type TestIndex } from '../../../test/index-engine.ts';
import { Sql, sql } from '../database/sql.ts';
import { writeEdges } from './edges.ts';
import { collectIndirect } from './indirect.ts';
import { judgeLinks } from './judge.ts';

let index: TestIndex;

beforeAll(async () => {
  index = await openTestIndex();
});
beforeEach(() => index.clear());
afterAll(() => index.close());

const NEWEST = sql`(SELECT max(version) FROM rebuilds)`;

/** Every edge as `source > target`, by the newest version, with how many domains the source links to. */
async function edges(kind: 'domain' | 'host'): Promise<readonly string[]> {
  const rows = await index.database.rows(
    z.object({ edge: z.string() }),
    sql`SELECT concat(s.name, ' > ', t.name, ' of ', toString(e.domains)) AS edge
      FROM (SELECT source, domains, arrayJoin(targets) AS target FROM site_links WHERE version = ${NEWEST} AND kind = ${kind}) AS e
      INNER JOIN (SELECT id, any(key) AS name FROM authority WHERE version = ${NEWEST} AND kind = 'domain' GROUP BY id) AS s ON s.id = e.source
      INNER JOIN (SELECT no, key AS name FROM referred_sites WHERE version = ${NEWEST} AND kind = ${kind}) AS t ON t.no = e.target ORDER BY edge`,
  );
  return rows.map(({ edge }) => edge);
}

async function referrers(kind: 'domain' | 'host'): Promise<readonly string[]> {
  const rows = await index.database.rows(
    z.object({ referrers: z.string() }),
    sql`SELECT concat(key, ' ', toString(domains)) AS referrers FROM referred_sites WHERE version = ${NEWEST} AND kind = ${kind}
      ORDER BY referrers`,
  );
  return rows.map((row) => row.referrers);
}

/** Each site that links has one row, with its trust as it is ranked. */
async function sites(): Promise<readonly string[]> {
  const rows = await index.database.rows(
    z.object({ site: z.string() }),
    sql`SELECT concat(toString(l.kind), ' ', a.key, if(l.trust = a.trust, ' trusted alike', ' otherwise')) AS site
      FROM (SELECT * FROM site_links WHERE version = ${NEWEST}) AS l
      INNER JOIN (SELECT id, key, trust FROM authority WHERE version = ${NEWEST} AND kind = 'domain') AS a ON a.id = l.source ORDER BY site`,
  );
  return rows.map(({ site }) => site);
}

it('joins domains by the live links between them, followed or not, and hosts likewise', async () => {
  await index.add(
    pageFact('https://www.a.com/', {
      at: day(1),
      links: ['https://x.com/', 'https://x.com/2', 'https://sub.x.com/', 'https://a.com/own', 'https://gone.com/'],
    }),
    pageFact('https://www.a.com/', {
      at: day(2),
      links: ['https://x.com/', 'https://x.com/2', 'https://sub.x.com/', 'https://a.com/own'],
    }),
    pageFact('https://b.com/', { links: [{ to: 'https://x.com/', dofollow: false }] }),
    pageFact('https://blog.b.com/', { links: ['https://x.com/', 'https://a.com/own'] }),
  );
  await index.rebuild();
  expect(await edges('domain')).toEqual(['com.a. > com.x. of 1', 'com.b. > com.a. of 2', 'com.b. > com.x. of 2']);
  expect(await edges('host')).toEqual([
    'com.a. > com.x. of 1',
    'com.a. > com.x.sub. of 1',
    'com.b. > com.a. of 2',
    'com.b. > com.x. of 2',
  ]);
  expect(await sites()).toEqual([
    'domain com.a. trusted alike',
    'domain com.b. trusted alike',
    'host com.a. trusted alike',
    'host com.b. trusted alike',
  ]);
  expect(await referrers('domain')).toEqual(['com.a. 1', 'com.x. 2']);
  expect(await referrers('host')).toEqual(['com.a. 1', 'com.x. 2', 'com.x.sub. 1']);
});

it('counts a link for the page that it names and for where that leads, once each', async () => {
  await index.add(
    pageFact('https://a.com/', { links: ['https://moved.com/', 'https://www.x.com/old'] }),
    pageFact('https://x.com/', { links: ['https://moved.com/'] }),
    pageFact('https://moved.com/', { redirect: 'https://x.com/one' }),
    pageFact('https://x.com/one', { redirect: 'https://x.com/two' }),
    pageFact('https://www.x.com/old', { redirect: 'https://x.com/two' }),
  );
  await index.rebuild();
  expect(await edges('domain')).toEqual([
    'com.a. > com.moved. of 2',
    'com.a. > com.x. of 2',
    'com.moved. > com.x. of 1',
    'com.x. > com.moved. of 1',
  ]);
  expect(await edges('host')).toEqual([
    'com.a. > com.moved. of 2',
    'com.a. > com.x. of 2',
    'com.a. > com.x.www. of 2',
    'com.moved. > com.x. of 1',
    'com.x. > com.moved. of 1',
  ]);
});

it('comes to the same in many ranges as in one', async () => {
  const links = Array.from({ length: 15_000 }, (_, at) => `https://h${at % 3}.t${at % 400}.com/${at}`);
  await index.add(
    pageFact('https://one.org/', { links }),
    pageFact('https://two.org/', { links: links.slice(0, 9000) }),
  );
  const derivation = { version: 5 };
  for (const [kind, key] of [
    ['domain', sql`substring(target_host, 1, target_domain_length)`],
    ['host', sql`target_host`],
  ] as const) {
    await index.database.run(
      sql`INSERT INTO authority (version, kind, id, key) SELECT DISTINCT 5, ${kind}, cityHash64(key), ${key} AS key FROM links`,
    );
  }
  await judgeLinks(index.database, derivation);
  await collectIndirect(index.database, derivation);
  await writeEdges(index.database, derivation, () => undefined, 3000);
  for (const table of [
    'judging',
    'sources',
    'read_hosts',
    'repeated',
    'moved',
    'indirect',
    'pairs',
    'link_counts',
    'edges',
  ]) {
    await index.database.run(new Sql(`DROP TABLE IF EXISTS rebuild_5_${table}`));
  }
  const rows = await index.database.rows(
    z.object({ sites: z.int(), edges: z.int(), different: z.int(), domains: z.int() }),
    sql`SELECT count() AS sites, sum(length(targets)) AS edges, sum(length(arrayDistinct(targets))) AS different, sum(domains) AS domains
      FROM site_links WHERE version = 5 AND kind = 'domain'`,
  );
  expect(rows).toEqual([{ sites: 2, edges: 800, different: 800, domains: 800 }]);
  const numbers = await index.database.rows(
    z.object({ kind: z.string(), sites: z.int(), last: z.int(), in_order: z.int() }),
    sql`SELECT toString(kind) AS kind, uniqExact(no) AS sites, max(no) AS last, groupArray(key) = arraySort(groupArray(key)) AS in_order
      FROM (SELECT * FROM referred_sites WHERE version = 5 ORDER BY kind, no) GROUP BY kind ORDER BY kind`,
  );
  expect(numbers).toEqual([
    { kind: 'domain', sites: 400, last: 399, in_order: 1 },
    { kind: 'host', sites: 1200, last: 1199, in_order: 1 },
  ]);
});
