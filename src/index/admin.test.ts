import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { day, openTestIndex, pageFact, type TestIndex } from '../../test/index-engine.ts';
import { passedOn } from '../../test/index-database.ts';
import { parseTarget } from '../web/target.ts';
import type { PageFact, RebuildReport, RebuildStep } from '../ports/index.ts';
import type { BacklinkRecord } from '../ports/links.ts';
import { edgesOf } from './authority/ranking/graph.ts';
import { rankEdges } from './authority/ranking/ranking.ts';
import { type FromRebuild, rebuild } from './rebuild.ts';
import type { IndexDatabase } from './database/database.ts';
import { sql } from './database/sql.ts';

let index: TestIndex;
const signal = AbortSignal.timeout(300_000);

beforeAll(async () => {
  index = await openTestIndex();
});
afterAll(() => index.close());

const SUMMARY = {
  status: 'live',
  dofollow_only: false,
  include_subdomains: true,
  include_indirect_links: false,
  list_limit: 10,
} as const;

/** As the thread of an operator's rebuild does, without the time that it takes to start one. */
const rebuilt = (): Promise<void> => index.rebuild();

const AuthorityRow = z.object({
  key: z.string(),
  pagerank: z.number(),
  harmonic: z.number(),
  position: z.number(),
  rank: z.int(),
});

async function authority(kind: 'domain' | 'host' | 'page'): Promise<Map<string, z.infer<typeof AuthorityRow>>> {
  const rows = await index.database.rows(
    AuthorityRow,
    sql`SELECT if(kind = 'page', k.name, a.key) AS key, pagerank, harmonic, position, rank FROM authority AS a
      LEFT ANY JOIN (SELECT cityHash64(host, path) AS id, concat(host, path) AS name FROM (
        SELECT host_key AS host, path_key AS path FROM pages UNION ALL SELECT target_host, target_path FROM links
        UNION ALL SELECT to_host, to_path FROM moves)) AS k ON k.id = a.id
      WHERE version = (SELECT max(version) FROM rebuilds) AND kind = ${kind} ORDER BY position, if(kind = 'page', k.name, a.key)`,
  );
  return new Map(rows.map((row) => [row.key, row]));
}

async function backlinks(target: string): Promise<readonly BacklinkRecord[]> {
  const { value } = await index.links.list(
    {
      target: parseTarget(target),
      status: 'live',
      include_indirect_links: true,
      dofollow_only: false,
      mode: 'as_is',
      broken_only: false,
      rank_min: undefined,
      sort_by: 'rank',
      limit: 100,
      offset: 0,
    },
    signal,
  );
  return value.backlinks;
}

/** Ten sites: a hub that eight of them link to, and which links to one. */
function hubWeb(): PageFact[] {
  const sites = Array.from({ length: 8 }, (_, at) =>
    pageFact(`https://site${at}.com/`, { links: ['https://www.hub.org/', 'https://site0.com/'] }),
  );
  return [...sites, pageFact('https://www.hub.org/', { links: ['https://chosen.net/page'] })];
}

/** Domains that are linked to by one more, so that the index knows enough of them to rank any. */
const STRANGERS = pageFact('https://strange.net/', {
  links: Array.from({ length: 10 }, (_, at) => `https://stranger${at}.net/`),
});

/** A rank of 0-1000 and the number of trusted, independent domains behind it. */
const POINTS = 1000 / Math.log(17_000_001);
const rankOfDomains = (domains: number): number => Math.round(POINTS * Math.log(1 + domains));

/** The same database, which waits before one statement until a gate opens. */
function stoppedBefore(
  database: IndexDatabase,
  start: string,
  word: string,
  reached: PromiseWithResolvers<void>,
  gate: PromiseWithResolvers<void>,
): IndexDatabase {
  return passedOn(database, {
    run: async (statement, stop) => {
      if (statement.text.startsWith(start) && statement.text.includes(`'${word}'`)) {
        reached.resolve();
        await gate.promise;
      }
      await database.run(statement, stop);
    },
  });
}

describe('authority around a hub', () => {
  const steps: RebuildStep[] = [];
  let report: RebuildReport;

  beforeAll(async () => {
    await index.clear();
    await index.add(...hubWeb());
    report = await index.admin.rebuild((step) => steps.push(step), signal);
  });

  it('is PageRank and harmonic centrality of domains, with a rank that hosts have as well, computed with progress', async () => {
    expect(report).toMatchObject({ domains: 10, hosts: 10, pages: 10, edges: 16 });
    expect(steps.at(-1)).toEqual({ name: 'done', percent: 100 });
    const percents = steps.map(({ percent }) => percent);
    expect(percents).toEqual(percents.toSorted((one, other) => one - other));
    // Nodes 0-7 are the sites, 8 the hub, 9 the chosen page.
    const edges: [number, number][] = [];
    for (let site = 0; site < 8; site += 1) edges.push([site, 8], [site, 0]);
    const graph = edgesOf(10, [...edges, [8, 9]]);
    const ranking = await rankEdges(graph, { harmonic: true, threads: 1, bytes_max: 1_000_000 });
    const domains = await authority('domain');
    expect(domains.get('org.hub.')).toMatchObject({
      pagerank: expect.closeTo(ranking?.pagerank[8] ?? 0, 9),
      harmonic: expect.closeTo(ranking?.harmonic?.values[8] ?? 0, 9),
    });
    expect(domains.get('net.chosen.')?.harmonic).toBeCloseTo(1 + 8 / 2, 9);
    expect([...domains.values()].slice(0, 3).map(({ key, position }) => [key, position])).toEqual([
      ['org.hub.', 1],
      ['com.site0.', 2],
      ['net.chosen.', 3],
    ]);
    // Nobody vouches for the sites, and all link to the same two: together they come to less than half a domain.
    const hub = domains.get('org.hub.')?.rank ?? 0;
    expect(hub).toBeGreaterThan(0);
    expect(hub).toBeLessThan(rankOfDomains(0.5));
    expect(domains.get('com.site5.')).toMatchObject({ position: 7, rank: 0 });
    expect((await authority('host')).get('org.hub.www.')?.rank).toBe(hub);
    expect((await index.admin.stats(signal)).authority_computed_at).not.toBeNull();
    // No table of the rebuild is left behind.
    const left = await index.database.rows(
      z.object({ name: z.string() }),
      sql`SELECT name FROM system.tables WHERE database = currentDatabase()
        AND name LIKE concat('rebuild\\_', toString((SELECT max(version) FROM rebuilds)), '%')`,
    );
    expect(left).toEqual([]);
  });

  it('is the rank alone of pages, which have what their own domain is worth and what links bring them of others', async () => {
    const pages = await authority('page');
    const [chosen, hub, site] = ['net.chosen./page', 'org.hub.www.', 'com.site5.'].map((key) => pages.get(key));
    expect(chosen).toMatchObject({ pagerank: 0, position: 0 });
    // 85 % of what the hub's page has comes to the chosen one, too.
    expect(chosen?.rank).toBeGreaterThan(hub?.rank ?? Infinity);
    expect(hub?.rank).toBeGreaterThan(0);
    expect(site?.rank).toBe(0);
  });
});

describe('authority', () => {
  beforeEach(() => index.clear());

  it('passes nothing by nofollow links, by links within a domain, and by links that are lost', async () => {
    await index.add(
      pageFact('https://a.com/', {
        links: [{ to: 'https://nofollowed.com/', dofollow: false }, 'https://sub.a.com/', 'https://lost.com/'],
      }),
      pageFact('https://a.com/', {
        at: day(2),
        links: [{ to: 'https://nofollowed.com/', dofollow: false }, 'https://sub.a.com/'],
      }),
      pageFact('https://b.com/', { links: ['https://followed.com/'] }),
      STRANGERS,
    );
    await rebuilt();
    const domains = new Map([...(await authority('domain'))].filter(([key]) => !key.startsWith('net.')));
    expect([...domains.keys()].toSorted()).toEqual([
      'com.a.',
      'com.b.',
      'com.followed.',
      'com.lost.',
      'com.nofollowed.',
    ]);
    expect([...domains.values()].filter(({ rank }) => rank > 0).map(({ key }) => key)).toEqual(['com.followed.']);
    expect((await authority('host')).get('com.a.sub.')?.rank).toBe(0);
    expect((await authority('host')).get('com.followed.')?.rank).toBeGreaterThan(0);
  });

  it('passes on what redirects and canonicals receive to the pages they lead to', async () => {
    await index.add(
      pageFact('https://one.com/', { links: ['https://old.org/'] }),
      pageFact('https://two.com/', { links: ['https://copy.org/x'] }),
      pageFact('https://old.org/', { redirect: 'https://final.net/' }),
      pageFact('https://copy.org/x', {
        document: { canonical_url: 'https://old.org/' },
        links: ['https://third.com/'],
      }),
      STRANGERS,
    );
    await rebuilt();
    const domains = await authority('domain');
    // third.com is linked by the copy alone, which does not speak for the site that it names as its original.
    expect(domains.get('net.final.')).toMatchObject({ harmonic: 2, position: 1 });
    expect(domains.get('com.third.')).toMatchObject({ harmonic: 1 });
    expect(domains.get('org.old.')?.rank).toBe(0);
    const pages = await authority('page');
    expect(pages.get('com.third./')).toBeUndefined();
    expect(pages.get('com.third.')?.rank).toBeGreaterThan(0);
    const rank = await index.database.rows(
      z.object({ rank: z.int() }),
      sql`SELECT rank FROM authority WHERE version = (SELECT max(version) FROM rebuilds) AND kind = 'page' AND id = cityHash64('org.old.', '')`,
    );
    expect(rank).toEqual([{ rank: pages.get('net.final.')?.rank }]);
  });

  it('leaves a newer one that is under way alone, and both orders of ending leave the newest whole', async () => {
    await index.add(...hubWeb());
    const whole = async (): Promise<boolean> =>
      (await authority('domain')).size === 10 && (await authority('host')).size === 10;
    const rebuilds = [];
    for (let begun = 0; begun < 3; begun += 1) {
      const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const database = stoppedBefore(index.database, 'INSERT INTO authority', 'host', reached, gate);
      rebuilds.push({ gate, done: rebuild(database, () => undefined) });
      await reached.promise;
    }
    // The second ends while the third, newer one is under way, and the first ends after it.
    for (const at of [1, 0, 2]) {
      rebuilds[at]?.gate.resolve();
      await rebuilds[at]?.done;
      expect(await whole()).toBe(true);
    }
    const versions = await index.database.rows(
      z.object({ whole: z.int(), kept: z.int() }),
      sql`SELECT (SELECT count() FROM rebuilds) AS whole, (SELECT uniqExact(version) FROM authority) AS kept`,
    );
    expect(versions).toEqual([{ whole: 2, kept: 2 }]);
  });

  it('leaves the version before in place when it is stopped in the middle', async () => {
    await index.add(...hubWeb());
    await rebuilt();
    const before = await authority('domain');
    await index.add(pageFact('https://late.com/', { links: ['https://chosen.net/'] }));
    const stop = new AbortController();
    const stopped = index.admin.rebuild((step) => {
      if (step.name === 'rank hosts') stop.abort();
    }, stop.signal);
    await expect(stopped).rejects.toThrow('aborted');
    expect(await authority('domain')).toEqual(before);
    await rebuilt();
    expect((await authority('domain')).size).toBe(11);
  });

  it('computes an empty index without complaint', async () => {
    const told: FromRebuild[] = [];
    await rebuild(index.database, (message) => told.push(message));
    expect(told.at(-1)).toEqual({ type: 'done', report: { domains: 0, hosts: 0, pages: 0, edges: 0 } });
  });
});

describe('ranks in the list', () => {
  beforeEach(() => index.clear());

  it('shows the ranks of page and domain, and of the link what its page shares among its links', async () => {
    await index.add(
      ...hubWeb(),
      pageFact('https://www.hub.org/list', {
        links: ['https://target.com/', ...Array.from({ length: 9 }, (_, at) => `https://other${at}.com/`)],
      }),
      pageFact('https://site1.com/', {
        at: day(2),
        links: [
          'https://www.hub.org/',
          'https://www.hub.org/list',
          'https://target.com/',
          { to: 'https://target.com/n', dofollow: false },
        ],
      }),
    );
    await rebuilt();
    const links = await backlinks('target.com');
    const hub = links.find((link) => link.domain_from === 'www.hub.org');
    const pages = await authority('page');
    const pageOf = pages.get('org.hub.www./list');
    expect(hub?.page_from_rank).toBe(pageOf?.rank);
    expect(hub?.domain_from_rank).toBe((await authority('domain')).get('org.hub.')?.rank);
    const domains = (Math.exp((pageOf?.rank ?? 0) / POINTS) - 1) / 10;
    expect(hub?.rank).toBe(rankOfDomains(domains));
    expect(links.find((link) => !link.dofollow)?.rank).toBe(0);
    expect(links.map((link) => link.rank)).toEqual(
      links.map((link) => link.rank ?? 0).toSorted((one, other) => other - one),
    );
    const ranks = [...new Set(links.map((link) => link.rank ?? 0))];
    for (const least of [0, 1, ...ranks, Math.max(...ranks) + 1]) {
      const query = {
        target: parseTarget('target.com'),
        status: 'live',
        include_indirect_links: true,
        dofollow_only: false,
        mode: 'as_is',
        broken_only: false,
      } as const;
      const kept = await index.links.list(
        { ...query, rank_min: least, sort_by: 'page_rank', limit: 100, offset: 0 },
        signal,
      );
      const expected = links.filter((link) => (link.rank ?? -1) >= least);
      expect(kept.value.total_count).toBe(expected.length);
      expect(new Set(kept.value.backlinks.map((link) => link.url_from))).toEqual(
        new Set(expected.map((link) => link.url_from)),
      );
    }
  });

  it('knows no rank of a domain or host while the pages of that one alone were read', async () => {
    const rankOf = async (target: string): Promise<number | null> => {
      const query = { ...SUMMARY, target: parseTarget(target), exclude_internal_backlinks: false };
      return (await index.links.summary(query, signal)).value.rank;
    };
    const others = Array.from({ length: 8 }, (_, at) => `https://other${at}.com/`);
    await index.add(pageFact('https://own.com/', { links: ['https://own.com/a', 'https://target.com/', ...others] }));
    await rebuilt();
    expect([await rankOf('own.com'), await rankOf('www.own.com')]).toEqual([null, null]);
    expect(await rankOf('https://own.com/a')).not.toBeNull();
    expect(await rankOf('target.com')).not.toBeNull();
    expect((await backlinks('target.com'))[0]).toMatchObject({ domain_from_rank: null });
    await index.add(pageFact('https://else.org/'));
    await rebuilt();
    expect(await rankOf('own.com')).toBe(0);
    expect((await backlinks('target.com'))[0]).toMatchObject({ domain_from_rank: 0 });
  });

  it('knows no ranks before the first rebuild', async () => {
    await index.add(...hubWeb());
    expect((await backlinks('hub.org'))[0]).toMatchObject({ rank: null, page_from_rank: null, domain_from_rank: null });
  });
});

describe('stats', () => {
  beforeEach(() => index.clear());

  it('counts what the index holds, each thing once', async () => {
    await index.add(...hubWeb(), ...hubWeb(), pageFact('https://site0.com/gone', { at: day(8), status: 404 }));
    const stats = await index.admin.stats(signal);
    expect(stats).toMatchObject({
      pages: 10,
      documents: 9,
      hosts: 9,
      domains: 9,
      links: 17,
      external_links: 16,
      oldest_fetch: day(1).toISOString(),
      newest_fetch: day(8).toISOString(),
      authority_computed_at: null,
    });
    expect(stats.terms).toBeGreaterThan(5);
    expect(stats.bytes_on_disk).toBeGreaterThan(0);
  });

  it('has nothing to count in an empty index', async () => {
    expect(await index.admin.stats(signal)).toMatchObject({
      pages: 0,
      links: 0,
      terms: 0,
      oldest_fetch: null,
      newest_fetch: null,
    });
  });
});
