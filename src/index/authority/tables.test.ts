import { array, assert, asyncProperty, boolean, integer, option, record } from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { day, openTestIndex, pageFact, type TestIndex } from '../../../test/index-engine.ts';
import type { PageFact } from '../../ports/index.ts';
import { sql } from '../database/sql.ts';
import { writeAnchorTerms } from './anchors.ts';
import { rankDomains, rankPages } from './compute.ts';
import { edgesOf } from './ranking/graph.ts';
import { createPriors, domainRank, newestRelease } from './prior.ts';
import { rankEdges } from './ranking/ranking.ts';
import { claimScratchTables, dropScratchTables, GRAPH_KINDS, idRanges, inIds, type ScratchTables } from './scratch.ts';
import { createEdges, createNodes } from './nodes.ts';
import { writeAuthority } from './publish.ts';
import { createSeeds } from './seeds.ts';
import { createLinks, createMoves } from './tables.ts';
import { rebuild } from '../rebuild.ts';

let index: TestIndex;

beforeAll(async () => {
  index = await openTestIndex();
});
beforeEach(async () => {
  await index.clear();
  await index.database.run(sql`TRUNCATE TABLE imported_ranks`);
});
afterAll(() => index.close());

const AuthorityRow = z.object({
  kind: z.string(),
  id: z.string(),
  key: z.string(),
  pagerank: z.number(),
  harmonic: z.number(),
  position: z.number(),
  rank: z.int(),
  nodes: z.int(),
  origin: z.string(),
});
type AuthorityRow = z.infer<typeof AuthorityRow>;

/** All steps of a rebuild but its publishing, with joins of so many rows; answers what they made. */
async function computed(joinedRowsMax: number): Promise<{ rows: AuthorityRow[]; terms: string[] }> {
  const { database } = index;
  const claimed = await claimScratchTables(database, 1000);
  const scratch: ScratchTables = { ...claimed, joined_rows_max: joinedRowsMax };
  await createMoves(database, scratch);
  await createLinks(database, scratch);
  for (const kind of GRAPH_KINDS) {
    await createNodes(database, scratch, kind);
    await createEdges(database, scratch, kind);
  }
  await createPriors(database, scratch);
  await createSeeds(database, scratch);
  const { domain, host } = await rankDomains(database, scratch, true);
  const page = await rankPages(database, scratch);
  await writeAuthority(database, scratch, 'domain', { nodes: domain.nodes });
  await writeAuthority(database, scratch, 'host', { nodes: host.nodes });
  await writeAuthority(database, scratch, 'page', { nodes: page.nodes });
  await writeAnchorTerms(database, scratch);
  const rows = await database.rows(
    AuthorityRow,
    sql`SELECT kind, toString(id) AS id, key, pagerank, harmonic, position, rank, nodes, origin FROM authority
      ORDER BY authority.kind, authority.id`,
  );
  const terms = await database.rows(
    z.object({ line: z.string() }),
    sql`SELECT concat(term, ' ', toString(page), ' ', toString(sum(weight))) AS line FROM anchor_terms GROUP BY term, page ORDER BY line`,
  );
  await dropScratchTables(database, scratch);
  await database.run(sql`TRUNCATE TABLE authority`);
  await database.run(sql`TRUNCATE TABLE anchor_terms`);
  return { rows, terms: terms.map(({ line }) => line) };
}

const visits = array(
  record({
    page: integer({ min: 0, max: 11 }),
    day: integer({ min: 1, max: 3 }),
    redirect: boolean(),
    canonical: option(integer({ min: 0, max: 11 }), { nil: undefined }),
    links: array(record({ to: integer({ min: 0, max: 11 }), dofollow: boolean() }), { maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 25 },
);

interface Visit {
  readonly page: number;
  readonly day: number;
  readonly redirect: boolean;
  /** The page that it names as its original, where it is no redirect. */
  readonly canonical: number | undefined;
  readonly links: readonly { readonly to: number; readonly dofollow: boolean }[];
}

/** Twelve pages on six hosts of three domains. */
function urlOf(page: number): string {
  return `https://${['www.', ''][Math.floor(page / 6)]}d${page % 3}.com/${page % 2 === 0 ? 'a' : 'b'}`;
}

function factOf({ page, day: number, redirect, canonical, links }: Visit): PageFact {
  const at = day(number);
  if (redirect) return pageFact(urlOf(page), { at, redirect: urlOf(links[0]?.to ?? page) });
  const canonical_url = canonical === undefined ? undefined : urlOf(canonical);
  const document = { canonical_url };
  return pageFact(urlOf(page), { at, document, links: links.map(({ to, dofollow }) => ({ to: urlOf(to), dofollow })) });
}

/** What the graph of domains has to be, by a plain reading of the visits. */
function plainDomains(seen: readonly Visit[]): { keys: string[]; edges: [number, number][] } {
  const newest = new Map<number, Visit>();
  for (const visit of seen) {
    const before = newest.get(visit.page);
    if (before === undefined || before.day < visit.day) newest.set(visit.page, visit);
  }
  const names = new Set<number>();
  for (const { page, redirect, canonical, links } of seen) {
    // A redirect has no body, so the first link drawn for it says where it leads, and the others are not there.
    const named = redirect ? [links[0]?.to ?? page] : links.map(({ to }) => to);
    const original = redirect ? page : (canonical ?? page);
    for (const name of [page, original, ...named]) names.add(name % 3);
  }
  const moved = (page: number): number | undefined => {
    const visit = newest.get(page);
    const to = visit?.redirect === true ? (visit.links[0]?.to ?? page) : visit?.canonical;
    return to === page ? undefined : to;
  };
  const end = (page: number): number => {
    const one = moved(page) ?? page;
    const two = moved(one) ?? one;
    return moved(two) ?? two;
  };
  const keys = [...names].map((domain) => `com.d${domain}.`).toSorted();
  const number = (page: number): number => keys.indexOf(`com.d${page % 3}.`);
  // The menus of a mirror lead to its own pages, and these to another site.
  const isMenu = (from: number, to: number): boolean => from % 3 === to % 3 && end(to) % 3 !== from % 3;
  const edges = [...newest.values()]
    .filter((visit) => !visit.redirect)
    .flatMap((visit) =>
      visit.links
        .filter(({ dofollow, to }) => dofollow && !isMenu(visit.page, to))
        .map(({ to }): [number, number] => [number(visit.page), number(end(to))]),
    );
  return { keys, edges };
}

describe('the tables of a rebuild', () => {
  it('rank the domains of any web as a plain reading of its newest pages does, in one join as in many', async () => {
    await assert(
      asyncProperty(visits, async (drawn) => {
        // One visit a page and day, with each page linked once, as a crawl would tell it.
        const visited = [...new Map(drawn.map((visit) => [`${visit.page} ${visit.day}`, visit])).values()];
        // A redirect to the page itself says nothing, and nothing is written of it.
        const telling = visited.filter(({ redirect, page, links }) => !redirect || (links[0]?.to ?? page) !== page);
        const seen = telling.map((visit) => ({
          ...visit,
          links: [...new Map(visit.links.map((link) => [link.to, link])).values()],
        }));
        await index.clear();
        await index.add(...seen.map(factOf));
        const { rows } = await computed(4_000_000);
        const many = await computed(8);
        expect(many.rows).toEqual(rows);
        const { keys, edges } = plainDomains(seen);
        const ranking = await rankEdges(edgesOf(keys.length, edges), { harmonic: true, threads: 1, bytes_max: 1e6 });
        const domains = rows
          .filter(({ kind }) => kind === 'domain')
          .toSorted((one, other) => (one.key < other.key ? -1 : 1));
        expect(domains.map(({ key }) => key)).toEqual(keys);
        for (const [node, { pagerank, harmonic }] of domains.entries()) {
          expect(pagerank).toBeCloseTo(ranking?.pagerank[node] ?? 0, 6);
          expect(harmonic).toBeCloseTo(ranking?.harmonic?.values[node] ?? 0, 6);
        }
      }),
      { numRuns: 2 },
    );
  }, 240_000);

  it('weigh the words of followed links that are there, also by a detour, by the hosts that use them', async () => {
    await index.add(
      pageFact('https://target.com/', { at: day(1) }),
      pageFact('https://one.com/', { links: [{ to: 'https://target.com/', anchor: 'good tea' }] }),
      pageFact('https://two.com/', { links: [{ to: 'https://target.com/', anchor: 'tea' }] }),
      pageFact('https://two.com/b', { links: [{ to: 'https://target.com/', anchor: 'tea' }] }),
      pageFact('https://three.com/', { links: [{ to: 'https://target.com/', anchor: 'coffee', dofollow: false }] }),
      pageFact('https://www.target.com/', { links: [{ to: 'https://target.com/', anchor: 'own' }] }),
      pageFact('https://four.com/', { links: [{ to: 'https://copy.com/', anchor: 'tea' }] }),
      pageFact('https://copy.com/', { redirect: 'https://target.com/' }),
      pageFact('https://target.com/b', { links: [{ to: 'https://copy.com/', anchor: 'own' }] }),
    );
    const { terms } = await computed(2);
    expect(terms.map((line) => line.replace(/ \d+ /, ' '))).toEqual(['good 1', 'tea 3']);
    expect((await computed(4_000_000)).terms).toEqual(terms);
  });

  it('give nobody a vote in the name of the site that a page calls its original', async () => {
    const canonical_url = 'https://institute.edu/paper';
    await index.add(
      pageFact(canonical_url, { links: ['https://honest.org/'] }),
      pageFact('https://farm.com/', {
        document: { canonical_url },
        links: ['https://farm.com/2', 'https://shop.com/'],
      }),
      pageFact('https://farm.com/2', { document: { canonical_url: 'https://institute.edu/' } }),
    );
    const { database } = index;
    const scratch = await claimScratchTables(database, 1000);
    await createMoves(database, scratch);
    await createLinks(database, scratch);
    const edges = await database.rows(
      z.object({ edge: z.string() }),
      sql`SELECT DISTINCT concat(s.domain, ' > ', t.domain) AS edge FROM ${scratch.links} AS l
        INNER JOIN (SELECT DISTINCT cityHash64(substring(host, 1, domain_length)) AS id, substring(host, 1, domain_length) AS domain
          FROM ${scratch.hosts}) AS s ON s.id = l.source_domain
        INNER JOIN (SELECT DISTINCT cityHash64(substring(host, 1, domain_length)) AS id, substring(host, 1, domain_length) AS domain
          FROM ${scratch.hosts}) AS t ON t.id = l.target_domain ORDER BY edge`,
    );
    await dropScratchTables(database, scratch);
    expect(edges.map(({ edge }) => edge)).toEqual(['com.farm. > com.shop.', 'edu.institute. > org.honest.']);
  });

  it('hold every id in one of their ranges', async () => {
    for (const count of [0, 0.3, 1, 2.5, 334]) {
      const ranges = idRanges(count);
      expect(ranges).toHaveLength(Math.max(1, Math.ceil(count)));
      expect(ranges[0]?.low).toBe(0n);
      expect(ranges.at(-1)?.high).toBe(2n ** 64n - 1n);
      for (const [at, range] of ranges.slice(1).entries()) expect(range.low).toBe((ranges[at]?.high ?? 0n) + 1n);
    }
    const times = idRanges(3).reduce((sum, range) => sql`${sum} + ${inIds(sql`id`, range)}`, sql`0`);
    const ids = sql`[0, 1, 6148914691236517204, 6148914691236517205, 6148914691236517206, 18446744073709551615]`;
    const found = sql`SELECT arrayStringConcat(groupArray(toString(${times})), ' ') FROM (SELECT arrayJoin(${ids}) AS id)`;
    expect(await index.database.text(found)).toBe('1 1 1 1 1 1');
  });
});

describe('imported ranks', () => {
  async function importRank(release: string, key: string, position: number): Promise<void> {
    await index.database
      .run(sql`INSERT INTO imported_ranks (release, domain_key, harmonic_position, harmonic, pagerank_position,
      pagerank, hosts, imported_at) SELECT ${release}, ${key}, ${position}, 1, 1, 0.1, 1, now()`);
  }

  /** Ten domains that link to one, and nine of them to another. */
  async function thinAndKnown(): Promise<void> {
    const facts = Array.from({ length: 10 }, (_, at) =>
      pageFact(`https://from${at}.com/`, {
        links: at === 0 ? ['https://known.org/'] : ['https://known.org/', 'https://thin.org/'],
      }),
    );
    await index.add(...facts);
  }

  it('stand for the domains that the release lists, and say so', async () => {
    await thinAndKnown();
    const own = await computed(4_000_000);
    const release = 'cc-main-2026-apr-may-jun';
    for (const key of ['org.thin.', 'com.from3.', 'com.unrelated.']) await importRank(release, key, 1_000_000);
    const { rows } = await computed(8);
    expect(rows).toHaveLength(own.rows.length);
    for (const [at, row] of rows.entries()) {
      if (row.kind !== 'domain') continue;
      const isImported = ['org.thin.', 'com.from3.'].includes(row.key);
      // The millionth of 121 million domains. What it has linked to is trusted a little for it.
      if (isImported) expect(row).toEqual({ ...own.rows[at], rank: 258, origin: 'commoncrawl' });
      else expect(row).toMatchObject({ key: own.rows[at]?.key, origin: 'own', pagerank: own.rows[at]?.pagerank });
    }
  });

  it('are those of the newest release by its name, not of the last one imported', async () => {
    expect(await newestRelease(index.database)).toBeUndefined();
    await importRank('cc-main-2025-26-dec-jan-feb', 'com.a.', 10);
    await importRank('cc-main-2017-feb-mar-apr', 'com.a.', 1);
    await importRank('cc-main-2025-oct-nov-dec', 'com.a.', 100);
    expect(await newestRelease(index.database)).toBe('cc-main-2025-26-dec-jan-feb');
    expect(await domainRank(index.database, { version: 0, key: 'com.a.' }, AbortSignal.timeout(60_000))).toEqual({
      rank: 876,
      origin: 'commoncrawl',
    });
  });

  it('are answered for domains that the own graph does not know, and own ranks for those that it does', async () => {
    await thinAndKnown();
    const signal = AbortSignal.timeout(60_000);
    await importRank('cc-main-2026-apr-may-jun', 'com.elsewhere.', 1);
    expect(await domainRank(index.database, { version: 0, key: 'org.known.' }, signal)).toBeUndefined();
    await rebuild(index.database, () => undefined);
    const [rebuilt] = await index.database.rows(
      z.object({ version: z.int() }),
      sql`SELECT max(version) AS version FROM rebuilds`,
    );
    const rankOf = (key: string): ReturnType<typeof domainRank> =>
      domainRank(index.database, { version: rebuilt?.version ?? 0, key }, signal);
    expect(await rankOf('com.elsewhere.')).toEqual({ rank: 1000, origin: 'commoncrawl' });
    expect(await rankOf('org.known.')).toMatchObject({ origin: 'own' });
    expect(await rankOf('com.nowhere.')).toBeUndefined();
  });
});
