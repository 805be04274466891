import { z } from 'zod';

import type { LinkCompetitorsQuery, LinkCompetitorsRecord } from '../../ports/links.ts';
import { hostKey, hostOfKey } from '../../web/url.ts';
import { UNKNOWN_WORTH } from '../authority/ranking/kin.ts';
import { BRIEFLY } from '../database/database.ts';
import { listIds, textId } from '../database/ids.ts';
import { RANK_UNKNOWN } from '../database/names.ts';
import { sql, type Sql } from '../database/sql.ts';
import { LinkedSite, type Reading } from './rows/coverage.ts';
import { every } from './rows/groups.ts';
import { falling, inTurn, named } from './rows/held-order.ts';
import { hotKindOf } from './rows/hot.ts';
import type { LinkRows } from './rows/rows.ts';
import { domainKeyOf, inHostRange } from './rows/scope.ts';

const COMPETITORS_MAX = 1000;
/** A site that is trusted half as much as another says next to nothing of who competes: ten of a farm would outdo three that are trusted. */
const DOUBT_POWER = 4;

const Counted = z.object({ id: z.string(), sites: z.int(), share: z.number(), total: z.int() });
const Rival = LinkedSite.omit({ id: true }).extend({ intersections: z.int(), share: z.number(), total: z.int() });
type Rival = z.infer<typeof Rival>;

const KeptRival = Rival.omit({ domains: true, share: true }).extend({ referring_main_domains: z.int() });

export type Competitors = Pick<LinkCompetitorsRecord, 'total_count' | 'competitors' | 'referring_main_domains'>;

/** The other sites that the target's linking sites link to. */
export async function linkCompetitors(
  reading: Reading,
  rows: LinkRows,
  query: LinkCompetitorsQuery,
): Promise<Competitors> {
  const links = await rows.held(['source_domain', 'lost_at']);
  if (links !== undefined) {
    const live = links.filter(({ lost_at }) => lost_at === 0).map(({ source_domain }) => source_domain);
    const domains = [...new Set(live)];
    return { referring_main_domains: domains.length, ...(await competitorsOf(reading, domains, query)) };
  }
  const [referring_main_domains, found] = await Promise.all([
    referringDomains(rows),
    rows.is_hot ? keptCompetitors(reading, query) : undefined,
  ]);
  return {
    referring_main_domains,
    ...(found ?? (await countedCompetitors(reading, sql`(${rows.liveDomains()})`, query))),
  };
}

async function competitorsOf(
  reading: Reading,
  domains: readonly string[],
  query: LinkCompetitorsQuery,
): Promise<Found> {
  if (domains.length === 0) return { total_count: 0, competitors: [] };
  return countedCompetitors(reading, listIds(domains.map(textId)), query);
}

async function referringDomains(rows: LinkRows): Promise<number> {
  const [row] = await rows.ask(
    z.object({ domains: z.int() }),
    sql`SELECT ${rows.distinct('source_domain', sql`lost_at = 0`)} AS domains FROM ${rows.from(['source_domain', 'lost_at'])}`,
  );
  return row?.domains ?? 0;
}

type Found = Omit<Competitors, 'referring_main_domains'>;

/**
 * Competitors of a hot target are counted at the rebuild, the best thousand of them kept. Undefined when none
 * are kept, or the filters ask for what was not. What is excluded counts out of the total as far as it was kept.
 */
async function keptCompetitors(reading: Reading, query: LinkCompetitorsQuery): Promise<Found | undefined> {
  const { target, main_domain, exclude_domains, rank_min, intersections_min } = query;
  const kept = await reading.database.rows(
    KeptRival,
    sql`SELECT key, rank, intersections, referring_main_domains, total FROM hot_competitors
      WHERE version = ${reading.coverage.authority_version} AND kind = ${hotKindOf(target, true)} AND host = ${target.host_key}
        AND path = ${target.path_key ?? ''} AND main_domain = ${main_domain} ORDER BY position`,
    reading.signal,
  );
  const last = kept.at(-1);
  if (last === undefined) return undefined;
  const isWhole = kept.length >= last.total;
  if (!isWhole && rank_min !== undefined) return undefined;
  if (!isWhole && intersections_min !== undefined && intersections_min <= last.intersections) return undefined;
  const excluded = exclude_domains.map((domain) => hostKey(domain));
  const isExcluded = (key: string): boolean => excluded.some((domain) => key.startsWith(domain));
  const passing = kept.filter(
    ({ key, rank, intersections }) =>
      !isExcluded(key) &&
      intersections >= (intersections_min ?? 0) &&
      (rank_min === undefined || (rank !== null && rank >= rank_min)),
  );
  const isCut = !isWhole && intersections_min === undefined;
  return {
    total_count: passing.length + (isCut ? last.total - kept.length : 0),
    competitors: passing.map(({ key, rank, intersections, referring_main_domains }) => ({
      domain: hostOfKey(key),
      rank,
      intersections,
      referring_main_domains,
      weighted_share: null,
    })),
  };
}

/** `sites`: ids of the domains that link to the target, to stand behind IN. */
async function countedCompetitors(reading: Reading, sites: Sql, query: LinkCompetitorsQuery): Promise<Found> {
  const found = await (needsAllNames(query) ? namedRivals : numberedRivals)(reading, sites, query);
  const rivals = found.toSorted(IN_ORDER);
  return {
    total_count: rivals[0]?.total ?? 0,
    competitors: rivals.map(({ key, rank, domains, intersections, share }) => ({
      domain: hostOfKey(key),
      rank,
      intersections,
      referring_main_domains: domains,
      weighted_share: share,
    })),
  };
}

/** The best by number, and then only their names. */
async function numberedRivals(reading: Reading, sites: Sql, query: LinkCompetitorsQuery): Promise<readonly Rival[]> {
  const { database, coverage, signal } = reading;
  const counted = await database.rows(
    Counted,
    sql`SELECT toString(target) AS id, sites, share, count() OVER () AS total
      FROM (${countedSql(coverage.authority_version, sites, query)}) ORDER BY ${FOREMOST} LIMIT ${COMPETITORS_MAX}`,
    signal,
  );
  const known = query.main_domain ? coverage.linked_most() : undefined;
  const others = counted.filter(({ id }) => known?.has(id) !== true).map(({ id }) => BigInt(id));
  const names = await readNames(reading, others, query);
  const found = new Map(names.map((name) => [name.id, name]));
  return counted.flatMap(({ id, sites: intersections, share, total }) => {
    const name = known?.get(id) ?? found.get(id);
    return name === undefined ? [] : [{ ...name, intersections, share, total }];
  });
}

async function readNames(
  { database, coverage, signal }: Reading,
  ids: readonly bigint[],
  query: LinkCompetitorsQuery,
): Promise<readonly LinkedSite[]> {
  if (ids.length === 0) return [];
  return database.rows(
    LinkedSite,
    sql`SELECT toString(target) AS id, key, rank, domains FROM site_referrers WHERE version = ${coverage.authority_version}
      AND kind = ${kindOf(query)} AND target IN ${listIds(ids)} ${BRIEFLY}`,
    signal,
  );
}

/** Of those with as many sites in common, the ones whose sites say most: a directory that they are in as well says next to nothing. */
const FOREMOST = sql`sites DESC, share DESC, target`;

const IN_ORDER = inTurn<Rival>(
  falling(({ intersections }) => intersections),
  named(({ key }) => key),
);

/** All with their names: what filters by name or rank are asked of. */
function namedRivals(
  { database, coverage, signal }: Reading,
  sites: Sql,
  query: LinkCompetitorsQuery,
): Promise<readonly Rival[]> {
  return database.rows(Rival, rivalsSql(coverage.authority_version, sites, query), signal);
}

/** Names are looked up for the best alone, unless the filters need those of all. */
function needsAllNames({ main_domain, exclude_domains, rank_min }: LinkCompetitorsQuery): boolean {
  return rank_min !== undefined || (!main_domain && exclude_domains.length > 0);
}

/**
 * How many linking sites the target shares with each other site, and what these say of all that the target's sites say. A site that
 * links to n others says `(trust / the greatest trust of any)⁴ / ln(1 + n)` (after Adamic and Adar 2003), so that directories that
 * everybody is in decide little; one that is not trusted says a little as well, since most sites of a small index are not known to
 * anybody.
 */
function countedSql(version: number, sites: Sql, query: LinkCompetitorsQuery): Sql {
  const { target, main_domain, exclude_domains } = query;
  const own = domainKeyOf(target);
  const excluded = exclude_domains.map((domain) => hostKey(domain));
  const out = main_domain
    ? sql`target NOT IN ${[own, ...excluded].map(textId)}`
    : sql`target NOT IN (SELECT cityHash64(target_host) FROM links WHERE ${inHostRange(own, sql`target_host`)})`;
  return sql`SELECT target, toUInt32(count()) AS sites, round(sum(weight) / any(all_weight), 6) AS share
    FROM (SELECT weight, sum(weight) OVER () AS all_weight, targets FROM (${weighedSql(version, sites, query)}))
    ARRAY JOIN targets AS target WHERE ${out} GROUP BY target HAVING sites >= ${query.intersections_min ?? 1}`;
}

/** What each of the sites links to, and how much it says. */
function weighedSql(version: number, sites: Sql, query: LinkCompetitorsQuery): Sql {
  return sql`SELECT targets, greatest(${UNKNOWN_WORTH}, pow(trust / greatest(${UNKNOWN_WORTH}, max(trust) OVER ()), ${DOUBT_POWER}))
      / log(1 + domains) AS weight
    FROM linked_sites WHERE version = ${version} AND kind = ${kindOf(query)} AND source IN ${sites}`;
}

function kindOf({ main_domain }: LinkCompetitorsQuery): 'domain' | 'host' {
  return main_domain ? 'domain' : 'host';
}

function rivalsSql(version: number, sites: Sql, query: LinkCompetitorsQuery): Sql {
  const { main_domain, exclude_domains, rank_min } = query;
  const excluded = exclude_domains.map((domain) => hostKey(domain));
  const counted = countedSql(version, sites, query);
  const passes = every([
    rank_min === undefined ? undefined : sql`r.rank >= ${rank_min} AND r.rank != ${RANK_UNKNOWN}`,
    ...(main_domain ? [] : excluded.map((key) => sql`NOT ${inHostRange(key, sql`r.key`)}`)),
  ]);
  return sql`SELECT r.key AS key, r.rank AS rank, r.domains AS domains, b.sites AS intersections, b.share AS share, count() OVER () AS total
    FROM (SELECT target, key, rank, domains FROM site_referrers WHERE version = ${version} AND kind = ${kindOf(query)}
      AND target IN (SELECT target FROM (${counted}))) AS r INNER JOIN (${counted}) AS b ON b.target = r.target
    WHERE ${passes} ORDER BY ${FOREMOST} LIMIT ${COMPETITORS_MAX}`;
}
