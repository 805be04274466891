import { z } from 'zod';

import type { LinkCompetitorsQuery, LinkCompetitorsRecord } from '../../ports/links.ts';
import { hostKey, hostOfKey } from '../../web/url.ts';
import { SITE_WORTH } from '../authority/site-worth.ts';
import { BRIEFLY, readColumn } from '../database/database.ts';
import { listIds, textId } from '../database/ids.ts';
import { RANK_UNKNOWN } from '../database/names.ts';
import { arrayOf, joined, sql, type Sql } from '../database/sql.ts';
import { LinkedSite, type Reading } from './rows/coverage.ts';
import { every } from './rows/groups.ts';
import { falling, inTurn, named } from './rows/held-order.ts';
import { hotKindOf, hotPlaceOf, isAsRebuilt } from './rows/hot.ts';
import type { LinkRows } from './rows/rows.ts';
import { domainKeyOf, inHostRange } from './rows/scope.ts';

/** How many competitors a target has at most; of more, the foremost. */
export const COMPETITORS_MAX = 1000;

const Counted = z.object({ no: z.int(), sites: z.int(), share: z.number() });
type Counted = z.infer<typeof Counted>;

/** A row of `kept_competitors`. */
const Kept = z.object({
  domains: z.int(),
  domains_id: z.string(),
  total: z.int(),
  no: z.array(z.int()),
  shared: z.array(z.int()),
  share: z.array(z.int()),
});
type Kept = z.infer<typeof Kept>;

/** Units of a kept share that make a whole one. */
export const SHARE_UNITS = 1_000_000;

export type Competitors = Pick<LinkCompetitorsRecord, 'total_count' | 'competitors' | 'referring_main_domains'>;

/** The other sites that the target's linking sites link to. */
export async function linkCompetitors(
  reading: Reading,
  rows: LinkRows,
  query: LinkCompetitorsQuery,
): Promise<Competitors> {
  if (rows.is_hot) return competitorsOfMany(reading, rows, query);
  // It is awaited where it is wanted: the competitors of targets that many sites link to were counted beforehand.
  const out = numbersOut(reading, query);
  out.catch(() => undefined);
  const links = await rows.held(['source_domain', 'lost_at']);
  if (links === undefined) return competitorsOfMany(reading, rows, query, out);
  const live = links.filter(({ lost_at }) => lost_at === 0).map(({ source_domain }) => source_domain);
  const domains = [...new Set(live)];
  if (domains.length === 0) return { referring_main_domains: 0, total_count: 0, competitors: [] };
  const ids = domains.map(textId);
  const kept = domains.length < reading.coverage.counted_domains_min ? undefined : await readKept(reading, query);
  const isOfThese = kept !== undefined && BigInt(kept.domains_id) === idOfSites(ids);
  const found = isOfThese ? await keptCompetitors(reading, query, kept) : undefined;
  const count = async (): Promise<Found> => countedCompetitors(reading, query, { sites: listIds(ids), out: await out });
  return { referring_main_domains: domains.length, ...(found ?? (await count())) };
}

/** The same of a target whose linking sites are too many to be told apart here. */
async function competitorsOfMany(
  reading: Reading,
  rows: LinkRows,
  query: LinkCompetitorsQuery,
  numbers_out?: Promise<Sql>,
): Promise<Competitors> {
  const [referring_main_domains, kept] = await Promise.all([
    referringDomains(rows),
    rows.is_hot ? readKept(reading, query) : undefined,
  ]);
  const isOfThese = kept?.domains === referring_main_domains && (await isOfSameSites(reading, rows, kept));
  const found = isOfThese ? await keptCompetitors(reading, query, kept) : undefined;
  const count = async (): Promise<Found> => {
    const out = await (numbers_out ?? numbersOut(reading, query));
    return countedCompetitors(reading, query, { sites: sql`(${rows.liveDomains()})`, out });
  };
  return { referring_main_domains, ...(found ?? (await count())) };
}

/** Of as many sites: in a copy that was written anew some may have come and others gone. */
async function isOfSameSites({ coverage }: Reading, rows: LinkRows, { domains_id }: Kept): Promise<boolean> {
  if (isAsRebuilt(hotPlaceOf(coverage, rows.scope))) return true;
  const sites = sql`SELECT toString(groupBitXor(domain)) AS id FROM (${rows.liveDomains()})`;
  const [row] = await rows.ask(z.object({ id: z.string() }), sites);
  return row?.id === domains_id;
}

/** Tells a set of sites from any other by their ids, as `domains_id` of `kept_competitors` does. */
function idOfSites(ids: readonly bigint[]): bigint {
  return ids.reduce((all, id) => all ^ id, 0n);
}

async function referringDomains(rows: LinkRows): Promise<number> {
  const [row] = await rows.ask(
    z.object({ domains: z.int() }),
    sql`SELECT ${rows.distinct('source_domain', sql`lost_at = 0`)} AS domains FROM ${rows.from(['source_domain', 'lost_at'])}`,
  );
  return row?.domains ?? 0;
}

type Found = Omit<Competitors, 'referring_main_domains'>;

/** What the rebuild counted of the target, which holds while the same sites link to it. */
async function readKept(
  { database, coverage, signal }: Reading,
  query: LinkCompetitorsQuery,
): Promise<Kept | undefined> {
  const { target, main_domain } = query;
  const [kept] = await database.rows(
    Kept,
    sql`SELECT domains, toString(domains_id) AS domains_id, total, no, shared, share FROM kept_competitors
      WHERE version = ${coverage.authority_version} AND kind = ${hotKindOf(target, true)} AND host = ${target.host_key}
        AND path = ${target.path_key ?? ''} AND main_domain = ${main_domain} ${BRIEFLY}`,
    signal,
  );
  return kept;
}

/**
 * The best thousand are kept. Undefined when the filters ask for what was not. What is excluded counts out of the total as far as it
 * was kept.
 */
async function keptCompetitors(reading: Reading, query: LinkCompetitorsQuery, kept: Kept): Promise<Found | undefined> {
  const { exclude_domains, rank_min, intersections_min = 1 } = query;
  const isWhole = kept.no.length >= kept.total;
  if (!isWhole && rank_min !== undefined) return undefined;
  if (!isWhole && query.intersections_min !== undefined && intersections_min <= (kept.shared.at(-1) ?? 0)) {
    return undefined;
  }
  const excluded = exclude_domains.map((domain) => hostKey(domain));
  const figures = kept.no.map((no, at) => {
    return { no, sites: kept.shared[at] ?? 0, share: (kept.share[at] ?? 0) / SHARE_UNITS };
  });
  const passing = (await namedRivals(reading, query, figures)).filter(
    ({ key, rank, sites }) =>
      !excluded.some((domain) => key.startsWith(domain)) &&
      sites >= intersections_min &&
      (rank_min === undefined || (rank !== null && rank >= rank_min)),
  );
  const isCut = !isWhole && query.intersections_min === undefined;
  return {
    total_count: passing.length + (isCut ? kept.total - kept.no.length : 0),
    competitors: passing.map(competitorOf),
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
    Counted.extend({ total: z.int() }),
    sql`SELECT no, sites, share, count() OVER () AS total
      FROM (${countedSql(coverage.authority_version, query, counting)}) ORDER BY ${FOREMOST} LIMIT ${COMPETITORS_MAX}`,
    signal,
  );
  return {
    total_count: counted[0]?.total ?? 0,
    competitors: (await namedRivals(reading, query, counted)).map(competitorOf),
  };
}

type Rival = LinkedSite & Counted;

/** With the names of those that were counted by number. */
async function namedRivals(
  reading: Reading,
  query: LinkCompetitorsQuery,
  counted: readonly Counted[],
): Promise<readonly Rival[]> {
  const { coverage } = reading;
  const most = query.main_domain ? coverage.linked_most() : undefined;
  const known = most?.version === coverage.authority_version ? most.sites : undefined;
  const others = counted.filter(({ no }) => known?.has(no) !== true).map(({ no }) => no);
  const names = await readNames(reading, others, query);
  const found = new Map(names.map((name) => [name.no, name]));
  const rivals = counted.flatMap(({ no, sites, share }) => {
    const name = known?.get(no) ?? found.get(no);
    return name === undefined ? [] : [{ ...name, sites, share }];
  });
  return rivals.toSorted(IN_ORDER);
}

function competitorOf({ key, rank, domains, sites, share }: Rival): Competitors['competitors'][number] {
  return {
    domain: hostOfKey(key),
    rank,
    intersections: sites,
    referring_main_domains: domains,
    weighted_share: share,
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

const IN_ORDER = inTurn<Rival>(
  falling(({ sites }) => sites),
  named(({ key }) => key),
);

/** How many linking sites the target shares with each other site, and what these say of all that the target's sites say. */
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
  return sql`SELECT targets, ${SITE_WORTH} AS weight
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
  const own = sql`${numbersOf(version, query, sql`key IN ${keys}`)} ${BRIEFLY}`;
  return arrayOf(await readColumn(database, z.int(), own, signal));
}

function numbersOf(version: number, query: LinkCompetitorsQuery, condition: Sql): Sql {
  return sql`(SELECT no FROM referred_sites WHERE ${isOf(version, query)} AND ${condition})`;
}

function isOf(version: number, { main_domain }: LinkCompetitorsQuery): Sql {
  return sql`version = ${version} AND kind = ${main_domain ? 'domain' : 'host'}`;
}
