import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { parseTarget } from '../../src/web/target.ts';
import { sql } from '../../src/index/database/sql.ts';
import { onScale } from '../../src/kernel/rank.ts';
import { hostOfKey } from '../../src/web/url.ts';
import { openTestIndex, type TestIndex } from '../index-engine.ts';
import { factsOf, neighbourhood, type NeighbourSite, unrelatedSites } from './neighbourhood.ts';

/** Ranks of the planted web, where everybody can see who deserves one. */
let index: TestIndex;
let whole: Ranks;

beforeAll(async () => {
  index = await openTestIndex();
  whole = await rankSites(neighbourhood());
}, 120_000);
afterAll(() => index.close());

interface Ranks {
  /** 0-1000 by domain. */
  readonly domains: ReadonlyMap<string, number>;
  /** By domain, of all its pages. */
  readonly pages: ReadonlyMap<string, readonly number[]>;
}

const RankRow = z.object({ kind: z.string(), key: z.string(), rank: z.int() });

async function rankSites(sites: readonly NeighbourSite[]): Promise<Ranks> {
  await index.clear();
  for (const fact of await factsOf(sites)) await index.writer.write(fact);
  await index.writer.flush();
  await index.rebuild();
  const rows = await index.database.rows(
    RankRow,
    sql`SELECT toString(kind) AS kind, if(kind = 'page', ifNull(p.domain, ''), a.key) AS key, rank FROM authority AS a
      LEFT ANY JOIN (SELECT cityHash64(host_key, path_key) AS id, substring(host_key, 1, domain_length) AS domain FROM pages) AS p
        ON p.id = a.id WHERE version = (SELECT max(version) FROM rebuilds) AND kind IN ('domain', 'page')`,
  );
  const pages = Map.groupBy(
    rows.filter(({ kind }) => kind === 'page'),
    ({ key }) => hostOfKey(key),
  );
  return {
    domains: new Map(rows.flatMap(({ kind, key, rank }) => (kind === 'domain' ? [[hostOfKey(key), rank]] : []))),
    pages: new Map([...pages].map(([domain, all]) => [domain, all.map(({ rank }) => rank)])),
  };
}

const HONEST = new Set(['honest', 'institution', 'documentation']);

function domainsOf(isWanted: (character: string) => boolean): readonly string[] {
  return neighbourhood().flatMap(({ domain, character }) => (isWanted(character) ? [domain] : []));
}

const honest = domainsOf((character) => HONEST.has(character));
const farms = domainsOf((character) => character.endsWith('_farm'));

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? 0;
}

/** Pairs in the same order, less pairs in the opposite one, of all pairs; ties on one side count half. */
function kendall(one: readonly number[], other: readonly number[]): number {
  const pairs = one.flatMap((_, at) => one.slice(0, at).map((__, before) => [at, before] as const));
  const order = (of: readonly number[]) => pairs.map(([at, before]) => Math.sign((of[at] ?? 0) - (of[before] ?? 0)));
  const [left, right] = [order(one), order(other)];
  const untied = (signs: readonly number[]): number => signs.filter((sign) => sign !== 0).length;
  return left.reduce((sum, sign, at) => sum + sign * (right[at] ?? 0), 0) / Math.sqrt(untied(left) * untied(right));
}

const shown = (rank: number | undefined): number => onScale(rank ?? 0, 'one_hundred') ?? 0;

describe('ranks in a web with farms', { timeout: 120_000 }, () => {
  it('are below the median of honest ones for every domain and page of a farm, and for the shop that bought links', () => {
    const { domains, pages } = whole;
    const median = medianOf(honest.map((domain) => domains.get(domain) ?? 0));
    for (const domain of [...farms, 'bargain-tools.example'])
      expect([domain, domains.get(domain)]).toSatisfy(isBelow(median));
    const medianPage = medianOf(honest.flatMap((domain) => pages.get(domain) ?? []));
    for (const domain of farms)
      for (const rank of pages.get(domain) ?? []) expect([domain, rank]).toSatisfy(isBelow(medianPage));
    // The college, which a registry vouches for, is above every site that only sites without a name link to.
    expect(domains.get('northport-college.ac.uk')).toBeGreaterThan(domains.get('bargain-tools.example') ?? 0);
    const first = [...domains].toSorted(([, one], [, other]) => other - one).slice(0, 2);
    expect(first.map(([domain]) => domain).toSorted()).toEqual(['acme.example', 'rivet.example']);

    function isBelow(bound: number) {
      return ([, rank]: readonly [string, number | undefined]): boolean => (rank ?? 0) < bound;
    }
  });

  it('of a ring that nobody else links to are nothing', () => {
    for (let at = 1; at <= 10; at += 1) expect(whole.domains.get(`toplinks-${at}.example`)).toBe(0);
  });

  it('order the honest sites as they do without the farms', async () => {
    const alone = await rankSites(neighbourhood({ farms: false }));
    const ranksOf = ({ domains }: Ranks): number[] => honest.map((domain) => domains.get(domain) ?? 0);
    expect(kendall(ranksOf(whole), ranksOf(alone))).toBeGreaterThanOrEqual(0.9);
  });

  it('move by three points at most when sites are added that have nothing to do with them', async () => {
    const after = await rankSites([...neighbourhood(), ...unrelatedSites(35)]);
    for (const [domain, rank] of whole.domains) {
      expect(Math.abs(shown(rank) - shown(after.domains.get(domain)))).toBeLessThanOrEqual(3);
    }
  });
});

it('are unknown while the index knows fewer than ten domains, and the answer says why', async () => {
  const few = neighbourhood({ farms: false }).filter(({ domain }) =>
    ['acme.example', 'rivet.example', 'toolmakers-guild.example'].includes(domain),
  );
  await rankSites(few);
  const query = {
    target: parseTarget('acme.example'),
    status: 'live',
    dofollow_only: false,
    include_subdomains: true,
    include_indirect_links: true,
    exclude_internal_backlinks: true,
    list_limit: 10,
  } as const;
  const { value, source } = await index.links.summary(query, AbortSignal.timeout(60_000));
  expect(value).toMatchObject({ rank: null, referring_main_domains: 1 });
  expect(source.note).toContain('Ranks are unknown: this index knows 8 domains, and ranks need at least 10.');
});
