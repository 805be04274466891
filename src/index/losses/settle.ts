import { z } from 'zod';

import { type IndexDatabase, readColumn } from '../database/database.ts';
import { pageId } from '../database/ids.ts';
import { arrayOf, joined, type Sql, sql } from '../database/sql.ts';
import {
  FATE,
  FATE_COLUMNS,
  fatesOf,
  FIRST_COLUMNS,
  histories,
  HISTORY,
  HISTORY_IF_ANY,
  LINK_ID,
  LINK_KEY,
} from './rule.ts';

/**
 * Judges, right after they are written, what new readings of pages say of the links that were known before: which of them
 * are lost, confirmed or new. `page_links` tells which links a page ever had, so this costs what changed pages cost, and a
 * page that was never read before costs a look at `fetches`. Readings count in the order of their times, so late
 * and repeated ones end in the same state.
 */

/** One reading of a page, or an attempt at one. */
export interface PageReading {
  readonly host_key: string;
  readonly path_key: string;
  readonly at: Date;
}

/** The linked page and the page that links, for all links between the two. */
export type LinkPlace = readonly [target_host: string, target_path: string, source_host: string, source_path: string];

/** Pages and places that one statement names. Of more places, the engine takes longer than of as many in several statements. */
const LOOKED_UP_AT_ONCE = 4000;
const PAGES_AT_ONCE = 1000;
const PLACES_AT_ONCE = 500;

interface ReadPage {
  readonly id: bigint;
  readonly host_key: string;
  readonly path_key: string;
  /** Unix seconds of the readings that are new. */
  readonly times: number[];
}

export async function settleReadings(database: IndexDatabase, readings: readonly PageReading[]): Promise<void> {
  for (const pages of inParts(pagesOf(readings), LOOKED_UP_AT_ONCE)) {
    for (const known of inParts(await knownBefore(database, pages), PAGES_AT_ONCE)) {
      await settlePlaces(database, await placesWithNewFate(database, known));
    }
  }
}

/** Judges all links between the pages. */
export async function settlePlaces(database: IndexDatabase, places: readonly LinkPlace[]): Promise<void> {
  for (const part of inParts(places, PLACES_AT_ONCE)) {
    const rows = new Map(part.map(([, , host, path]) => [`${host}\n${path}`, sql`(${host}, ${path})`]));
    await database.run(sql`INSERT INTO rereads (host_key, path_key) VALUES ${joined([...rows.values()], ', ')}`);
    await database.run(judged(part));
  }
}

/**
 * Judges once more what was judged since a moment: a rebuild that read the facts before may have written its older judgement
 * after the newer one.
 */
export async function settleSince(database: IndexDatabase, since: bigint): Promise<void> {
  const pages = await database.rows(
    Reread,
    sql`SELECT DISTINCT host_key, path_key FROM rereads WHERE toUnixTimestamp64Milli(noted_at) >= ${since}`,
  );
  for (const part of inParts(pages, PAGES_AT_ONCE)) {
    const places = sql`SELECT DISTINCT tuple(to.1, to.2, source_host, source_path) AS place FROM ${linksOf(part)}`;
    await settlePlaces(database, await readPlaces(database, places));
  }
}

/** The clock that `settleSince` goes by. */
export async function engineTime(database: IndexDatabase): Promise<bigint> {
  return BigInt(await database.text(sql`SELECT toString(toUnixTimestamp64Milli(now64(3)))`));
}

function inParts<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}

const Reread = z.object({ host_key: z.string(), path_key: z.string() });

function pagesOf(readings: readonly PageReading[]): readonly ReadPage[] {
  const pages = new Map<string, ReadPage>();
  for (const { host_key, path_key, at } of readings) {
    const key = `${host_key}\n${path_key}`;
    const page = pages.get(key) ?? { id: pageId(host_key, path_key), host_key, path_key, times: [] };
    page.times.push(Math.floor(at.getTime() / 1000));
    pages.set(key, page);
  }
  return [...pages.values()];
}

/** Those that were fetched at another time too, or that another index told of links on. */
async function knownBefore(database: IndexDatabase, pages: readonly ReadPage[]): Promise<readonly ReadPage[]> {
  const ids = pages.map(({ id }) => id);
  const found = await readColumn(
    database,
    z.string(),
    sql`SELECT toString(page) AS id FROM fetches WHERE page IN ${ids} GROUP BY page HAVING uniqExact(fetched_at) > 1
      UNION ALL SELECT toString(page) AS id FROM sighted_pages WHERE page IN ${ids}`,
  );
  const known = new Set(found);
  return pages.filter(({ id }) => known.has(String(id)));
}

/** A link is judged anew where one of the new readings is among what its fate rests on. */
const HAS_NEW_FATE = sql`(has(times, lost) OR (lost != 0 AND has(times, seen)) OR has(times, toUInt32(new_confirmed_at))
  OR has(times, toUInt32(first_seen)) OR has(times, first_evidence))`;

/** Of the links that the pages ever had, those whose fate rests on one of the new readings. */
async function placesWithNewFate(database: IndexDatabase, pages: readonly ReadPage[]): Promise<readonly LinkPlace[]> {
  const times = pages.map((page) => sql`(${page.id}, ${arrayOf(page.times)})`);
  const links = sql`SELECT l.target_host AS target_host, l.target_path AS target_path, l.source_host AS source_host,
      l.source_path AS source_path, l.first_seen AS first_seen, l.seen AS seen, 0 AS reported, t.times AS times, ${HISTORY}
    FROM (SELECT source_host, source_path, to.1 AS target_host, to.2 AS target_path, min(first_seen) AS first_seen,
        toUInt32(max(seen)) AS seen, cityHash64(source_host, source_path) AS page
      FROM ${linksOf(pages)} GROUP BY source_host, source_path, to) AS l
    INNER JOIN (${histories(sql`page IN ${pages.map(({ id }) => id)}`)}) AS f ON f.page = l.page
    INNER JOIN (SELECT * FROM values('page UInt64, times Array(UInt32)', ${joined(times, ', ')})) AS t ON t.page = l.page`;
  return readPlaces(
    database,
    sql`SELECT DISTINCT tuple(target_host, target_path, source_host, source_path) AS place FROM (${fatesOf(links)})
      WHERE ${HAS_NEW_FATE}`,
  );
}

/** Where each link of the pages leads and its number, in `to`, with the times of every list that has it. */
function linksOf(pages: readonly Pick<ReadPage, 'host_key' | 'path_key'>[]): Sql {
  return sql`(SELECT source_host, source_path, first_seen, seen, to FROM page_links
    ARRAY JOIN arrayZip(target_host, target_path, link) AS to
    WHERE (source_host, source_path) IN ${pages.map(({ host_key, path_key }) => [host_key, path_key])})`;
}

const PlaceRow = z.object({ place: z.tuple([z.string(), z.string(), z.string(), z.string()]) });

async function readPlaces(database: IndexDatabase, query: Sql): Promise<readonly LinkPlace[]> {
  return (await database.rows(PlaceRow, query)).map(({ place }) => place);
}

/** A link that was never judged is neither lost nor confirmed nor new. */
const STANDING = sql`toUInt32(ifNull(lost_at, toDateTime(0, 'UTC'))), toUInt32(ifNull(confirmed_at, toDateTime(0, 'UTC'))),
  ifNull(page_read_before, 0)`;

function judged(places: readonly LinkPlace[]): Sql {
  const between = sql`(target_host, target_path, source_host, source_path) IN ${places}`;
  const sources = new Set(places.map(([, , host, path]) => pageId(host, path)));
  const links = sql`SELECT l.*, ifNull(r.reported_at, 0) AS reported, ${HISTORY_IF_ANY}
    FROM (SELECT ${LINK_KEY}, ${FIRST_COLUMNS}, ${FATE_COLUMNS}, toUInt32(tupleElement(newest, 'seen')) AS seen,
        cityHash64(source_host, source_path) AS page, ${LINK_ID} AS id FROM links FINAL PREWHERE ${between}) AS l
    LEFT ANY JOIN (${histories(sql`page IN ${[...sources]}`)}) AS f ON f.page = l.page
    LEFT ANY JOIN (SELECT ${LINK_ID} AS id, toUInt32(lost_at) AS reported_at FROM reported_losses FINAL PREWHERE ${between}) AS r
      ON r.id = l.id`;
  return sql`INSERT INTO links (${LINK_KEY}, ${FIRST_COLUMNS}, ${FATE_COLUMNS}) SELECT ${LINK_KEY}, ${FIRST_COLUMNS}, ${FATE}
    FROM (${fatesOf(links)}) WHERE (${STANDING}) != (toUInt32(new_lost_at), toUInt32(new_confirmed_at), new_page_read_before)`;
}
