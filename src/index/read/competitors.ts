import { z } from 'zod';

import type { LinkCompetitorsQuery, LinkCompetitorsRecord } from '../../ports/links.ts';
import { hostKey, hostOfKey } from '../../web/url.ts';
import { UNKNOWN_WORTH } from '../authority/ranking/kin.ts';
import { BRIEFLY } from '../database/database.ts';
import { listIds, textId } from '../database/ids.ts';
import { RANK_UNKNOWN } from '../database/names.ts';
import { arrayOf, joined, sql, type Sql } from '../database/sql.ts';
import { LinkedSite, type Reading } from './rows/coverage.ts';
import { every } from './rows/groups.ts';
import { falling, inTurn, named } from './rows/held-order.ts';
import { hotKindOf } from './rows/hot.ts';
import type { LinkRows } from './rows/rows.ts';
import { domainKeyOf, inHostRange } from './rows/scope.ts';

const COMPETITORS_MAX = 1000;
/** A site that is trusted half as much as another says next to nothing of who competes: ten of a farm would outdo three that are trusted. */
const DOUBT_POWER = 4;

const Counted = z.object({ no: z.int(), sites: z.int(), share: z.number(), total: z.int() });
type Counted = z.infer<typeof Counted>;

const KeptRival = LinkedSite.omit({ no: true, domains: true }).extend({
  intersections: z.int(),
  referring_main_domains: z.int(),
  total: z.int(),
});

export type Competitors = Pick<LinkCompetitorsRecord, 'total_count' | 'competitors' | 'referring_main_domains'>;

/** The other sites that the target's linking sites link to. */
export async function linkCompetitors(
  reading: Reading,
  rows: LinkRows,
  query: LinkCompetitorsQuery,
): Promise<Competitors> {
  // The competitors of most copied targets were counted beforehand.
  const beside = rows.is_hot ? undefined : numbersOut(reading, query);
  const [links, numbers] = await Promise.all([rows.held(['source_domain', 'lost_at']), beside]);
  const count = async (sites: Sql): Promise<Found> =>
    countedCompetitors(reading, query, { sites, out: numbers ?? (await numbersOut(reading, query)) });
  if (links !== undefined) {
    const live = links.filter(({ lost_at }) => lost_at === 0).map(({ source_domain }) => source_domain);
    const domains = [...new Set(live)];
    if (domains.length === 0) return { referring_main_domains: 0, total_count: 0, competitors: [] };
    return { referring_main_domains: domains.length, ...(await count(listIds(domains.map(textId)))) };
  }
  const [referring_main_domains, found] = await Promise.all([
    referringDomains(rows),
    rows.is_hot ? keptCompetitors(reading, query) : undefined,
  ]);
  return {
    referring_main_domains,
    ...(found ?? (await count(sql`(${rows.liveDomains()})`))),
  };
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

/** What to count competitors from, each to stand behind IN. */
interface Counting {
  /** Ids of the domains that link to the target. */
  readonly sites: Sql;
  /** Numbers of what is no competitor. */
  readonly out: Sql;
}

/** The best by number, and then only their names. */
async function countedCompetitors(reading: Reading, query: LinkCompetitorsQuery, counting: Counting): Promise<Found> {
  const { database, coverage, signal } = reading;
  const counted = await database.rows(
    Counted,
    sql`SELECT no, sites, share, count() OVER () AS total
      FROM (${countedSql(coverage.authority_version, query, counting)}) ORDER BY ${FOREMOST} LIMIT ${COMPETITORS_MAX}`,
    signal,
  );
  const most = query.main_domain ? coverage.linked_most() : undefined;
  const known = most?.version === coverage.authority_version ? most.sites : undefined;
  const others = counted.filter(({ no }) => known?.has(no) !== true).map(({ no }) => no);
  const names = await readNames(reading, others, query);
  const found = new Map(names.map((name) => [name.no, name]));
  const rivals = counted.flatMap(({ no, ...figures }) => {
    const name = known?.get(no) ?? found.get(no);
    return name === undefined ? [] : [{ ...name, ...figures }];
  });
  return {
    total_count: counted[0]?.total ?? 0,
    competitors: rivals.toSorted(IN_ORDER).map(({ key, rank, domains, sites, share }) => ({
      domain: hostOfKey(key),
      rank,
      intersections: sites,
      referring_main_domains: domains,
      weighted_share: share,
    })),
  };
}

async function readNames(
  { database, coverage, signal }: Reading,
  numbers: readonly number[],
  query: LinkCompetitorsQuery,
): Promise<readonly LinkedSite[]> {
  if (numbers.length === 0) return [];
  return database.rows(
    LinkedSite,
    sql`SELECT no, key, rank, domains FROM referred_sites WHERE ${isOf(coverage.authority_version, query)} AND no IN ${numbers} ${BRIEFLY}`,
    signal,
  );
}

/** Of those with as many sites in common, the ones whose sites say most: a directory that they are in as well says next to nothing. */
const FOREMOST = sql`sites DESC, share DESC, no`;

const IN_ORDER = inTurn<LinkedSite & Counted>(
  falling(({ sites }) => sites),
  named(({ key }) => key),
);

/**
 * How many linking sites the target shares with each other site, and what these say of all that the target's sites say. A site that
 * links to n others says `(trust / the greatest trust of any)⁴ / ln(1 + n)` (after Adamic and Adar 2003), so that directories that
 * everybody is in decide little; one that is not trusted says a little as well, since most sites of a small index are not known to
 * anybody.
 */
function countedSql(version: number, query: LinkCompetitorsQuery, { sites, out }: Counting): Sql {
  const { rank_min, intersections_min = 1 } = query;
  const isAsked = every([
    sql`no NOT IN ${out}`,
    rank_min === undefined
      ? undefined
      : sql`no IN ${numbersOf(version, query, sql`rank >= ${rank_min} AND rank != ${RANK_UNKNOWN}`)}`,
  ]);
  return sql`SELECT no, toUInt32(count()) AS sites, round(sum(weight) / any(all_weight), 6) AS share
    FROM (SELECT weight, sum(weight) OVER () AS all_weight, targets FROM (${weighedSql(version, query, sites)}))
    ARRAY JOIN targets AS no WHERE ${isAsked} GROUP BY no HAVING sites >= ${intersections_min}`;
}

/** What each of the sites links to, and how much it says. */
function weighedSql(version: number, query: LinkCompetitorsQuery, sites: Sql): Sql {
  return sql`SELECT targets, greatest(${UNKNOWN_WORTH}, pow(trust / greatest(${UNKNOWN_WORTH}, max(trust) OVER ()), ${DOUBT_POWER}))
      / log(1 + domains) AS weight
    FROM site_links WHERE ${isOf(version, query)} AND source IN ${sites}`;
}

/** Nothing of the target's own domain is a competitor, and nothing that the question leaves out. Of hosts there may be very many. */
async function numbersOut({ database, coverage, signal }: Reading, query: LinkCompetitorsQuery): Promise<Sql> {
  const { target, main_domain, exclude_domains } = query;
  const keys = [domainKeyOf(target), ...exclude_domains.map((domain) => hostKey(domain))];
  const version = coverage.authority_version;
  if (!main_domain) {
    const ranges = keys.map((key) => inHostRange(key, sql`key`));
    return numbersOf(version, query, sql`(${joined(ranges, ' OR ')})`);
  }
  const rows = await database.rows(
    z.object({ no: z.int() }),
    sql`${numbersOf(version, query, sql`key IN ${keys}`)} ${BRIEFLY}`,
    signal,
  );
  return arrayOf(rows.map(({ no }) => no));
}

function numbersOf(version: number, query: LinkCompetitorsQuery, condition: Sql): Sql {
  return sql`(SELECT no FROM referred_sites WHERE ${isOf(version, query)} AND ${condition})`;
}

function isOf(version: number, { main_domain }: LinkCompetitorsQuery): Sql {
  return sql`version = ${version} AND kind = ${main_domain ? 'domain' : 'host'}`;
}
