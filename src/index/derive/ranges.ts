import { z } from 'zod';

import type { Placement } from '../authority/scratch.ts';
import { type IndexDatabase, readColumn } from '../database/database.ts';
import { TARGET_DOMAIN } from '../database/link-domains.ts';
import { joined, type Sql, sql } from '../database/sql.ts';
import { isSmallMachine } from '../engine/machine-memory.ts';

/** What is known about the pages of so many links is held in memory: 380 MB for half a million links to one site. */
export function linksAtOnce(): number {
  return isSmallMachine() ? 50_000 : 1_000_000;
}

/** Where a range of links begins or ends: a place in the primary key. */
const LinkPlace = z.object({ host: z.string(), path: z.string(), source: z.string() });
type LinkPlace = z.infer<typeof LinkPlace>;

/** A part of all links that is small enough to be worked on in memory. */
export interface LinkRange {
  /** Included; undefined for the beginning. */
  readonly from: LinkPlace | undefined;
  /** Not included; undefined for the end. */
  readonly to: LinkPlace | undefined;
  /** Links that no place in the key tells apart are told apart by their page: this is part `part` of `parts`. */
  readonly part: number;
  readonly parts: number;
}

const Granule = LinkPlace.extend({ rows: z.int() });

/**
 * Cuts the links into ranges of about so many rows, in the order of the key, by what the primary index knows of it: one
 * place for each granule of each part. Rows that are not merged yet count as often as they stand there. A rebuild in memory takes
 * all links at once.
 */
export async function linkRanges(
  database: IndexDatabase,
  { in_memory }: Placement,
  rowsMax: number,
): Promise<LinkRange[]> {
  if (in_memory === true) return [{ from: undefined, to: undefined, part: 0, parts: 1 }];
  const granules = await database.rows(
    Granule,
    sql`SELECT target_host AS host, target_path AS path, source_host AS source, sum(rows_in_granule) AS rows
      FROM mergeTreeIndex(currentDatabase(), 'links') WHERE rows_in_granule > 0 GROUP BY host, path, source ORDER BY host, path, source`,
  );
  return cutRanges(granules, rowsMax);
}

/** Granules are in the order of the key, each with the rows that stand from its place on. */
export function cutRanges(granules: readonly z.infer<typeof Granule>[], rowsMax: number): LinkRange[] {
  const ranges: LinkRange[] = [];
  let from: LinkPlace | undefined;
  let rows = 0;
  const close = (to: LinkPlace | undefined): void => {
    const parts = Math.max(1, Math.floor(rows / rowsMax));
    for (let part = 0; part < parts; part += 1) ranges.push({ from, to, part, parts });
    from = to;
    rows = 0;
  };
  for (const granule of granules) {
    if (rows > 0 && rows + granule.rows > rowsMax) close(placeOf(granule));
    rows += granule.rows;
  }
  if (granules.length > 0) close(undefined);
  return ranges;
}

function placeOf({ host, path, source }: LinkPlace): LinkPlace {
  return { host, path, source };
}

/** Rows of `links` in a range, spelt so that the primary index is of use. */
export function inRange({ from, to, part, parts }: LinkRange): Sql {
  const conditions = [sql`1`];
  if (from !== undefined) conditions.push(sql`NOT ${before(from)}`, sql`target_host >= ${from.host}`);
  if (to !== undefined) conditions.push(before(to), sql`target_host <= ${to.host}`);
  if (parts > 1) conditions.push(sql`cityHash64(source_host, source_path) % ${parts} = ${part}`);
  return joined(conditions, ' AND ');
}

function before({ host, path, source }: LinkPlace): Sql {
  return sql`(target_host < ${host} OR (target_host = ${host} AND (target_path < ${path} OR
    (target_path = ${path} AND source_host < ${source}))))`;
}

/** Keys of all pages that links of the range name, and a few more where a page has links in two ranges. */
export function targetsOfRange({ from, to }: LinkRange, host: Sql, path: Sql): Sql {
  const conditions = [sql`1`];
  if (from !== undefined) {
    conditions.push(sql`(${host} > ${from.host} OR (${host} = ${from.host} AND ${path} >= ${from.path}))`);
  }
  if (to !== undefined) {
    conditions.push(sql`(${host} < ${to.host} OR (${host} = ${to.host} AND ${path} <= ${to.path}))`);
  }
  return joined(conditions, ' AND ');
}

/** Hosts from one registrable domain up to before another; undefined for the beginning and the end. */
export interface DomainRange {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Cuts the links into ranges of about so many rows, or more where one registrable domain has more: none is cut in two. */
export async function domainRanges(
  database: IndexDatabase,
  placement: Placement,
  rowsMax: number,
): Promise<DomainRange[]> {
  const places = (await linkRanges(database, placement, rowsMax)).flatMap(({ from }) => from?.host ?? []);
  if (places.length === 0) return [{ from: undefined, to: undefined }];
  const domains = await readColumn(
    database,
    z.string(),
    sql`SELECT DISTINCT ${TARGET_DOMAIN} AS domain FROM links
      WHERE target_host IN ${[...new Set(places)]} ORDER BY domain`,
  );
  const cuts = [undefined, ...domains, undefined];
  return cuts.slice(1).map((to, at) => ({ from: cuts[at], to }));
}

export function inDomains({ from, to }: DomainRange, host: Sql): Sql {
  const conditions = [sql`1`];
  if (from !== undefined) conditions.push(sql`${host} >= ${from}`);
  if (to !== undefined) conditions.push(sql`${host} < ${to}`);
  return joined(conditions, ' AND ');
}
