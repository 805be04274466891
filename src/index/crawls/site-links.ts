import { z } from 'zod';

import type { SiteLinks } from '../../ports/site-facts.ts';
import type { IndexDatabase } from '../database/database.ts';
import { LINK_POSITIONS, LINK_TYPES } from '../database/names.ts';
import { type Sql, sql } from '../database/sql.ts';
import { type PageNumbers, shortId } from './page-numbers.ts';

/** So many links of a site are read at once: some twenty megabytes. */
const LINKS_OF_A_PART = 1_000_000;
const ROW_BYTES = 18;

const FOLLOWED_TYPES = [LINK_TYPES.indexOf('anchor'), LINK_TYPES.indexOf('image')];
const TEMPLATE_POSITIONS = (['navigation', 'header', 'footer', 'sidebar'] as const).map((name) =>
  LINK_POSITIONS.indexOf(name),
);

export interface SiteLinksQuery {
  /** Which rows of `crawl_pages` are those of the crawl. */
  readonly crawl: Sql;
  /** Which rows of `links` stay within the site. */
  readonly within: Sql;
}

/** Links between pages of a site that stood on their page when it was last read, one a pair. */
export async function readSiteLinks(
  database: IndexDatabase,
  query: SiteLinksQuery,
  numbers: PageNumbers,
  signal: AbortSignal,
): Promise<SiteLinks> {
  const [counted] = await database.rows(
    z.object({ links: z.int() }),
    sql`SELECT count() AS links FROM links WHERE ${query.within}`,
    signal,
  );
  const parts = Math.max(1, Math.ceil((counted?.links ?? 0) / LINKS_OF_A_PART));
  const read: SiteLinks[] = [];
  for (let part = 0; part < parts; part += 1) {
    read.push(linksOf(await database.bytes(partSql(query, part, parts), signal), numbers));
  }
  return {
    source: joinedNumbers(read.map(({ source }) => source)),
    target: joinedNumbers(read.map(({ target }) => target)),
    followed: joinedBytes(read.map(({ followed }) => followed)),
    template: joinedBytes(read.map(({ template }) => template)),
  };
}

/** A row is source, target, whether the link may be followed and whether it stands in a menu. */
function linksOf(bytes: Buffer, numbers: PageNumbers): SiteLinks {
  const rows = bytes.length / ROW_BYTES;
  const [source, target] = [new Int32Array(rows), new Int32Array(rows)];
  const [followed, template] = [new Uint8Array(rows), new Uint8Array(rows)];
  let at = 0;
  for (let byte = 0; byte < bytes.length; byte += ROW_BYTES) {
    const from = numbers.of(idAt(bytes, byte));
    const to = numbers.of(idAt(bytes, byte + 8));
    if (from === undefined || to === undefined || from === to) continue;
    source[at] = from;
    target[at] = to;
    followed[at] = bytes[byte + 16] ?? 0;
    template[at] = bytes[byte + 17] ?? 0;
    at += 1;
  }
  return {
    source: source.subarray(0, at),
    target: target.subarray(0, at),
    followed: followed.subarray(0, at),
    template: template.subarray(0, at),
  };
}

function joinedNumbers(lists: readonly Int32Array[]): Int32Array {
  const whole = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    whole.set(list, at);
    at += list.length;
  }
  return whole;
}

function joinedBytes(lists: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(lists);
}

function idAt(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at + 4) * 2 ** 32 + bytes.readUInt32LE(at);
}

/**
 * A link is there while the newest reading of its page saw it. Rows of one link that are not merged yet need no care: the
 * older ones were last seen before that reading.
 */
function partSql({ crawl, within }: SiteLinksQuery, part: number, parts: number): Sql {
  const source = shortId(sql`source_host`, sql`source_path`);
  const target = shortId(sql`target_host`, sql`target_path`);
  return sql`SELECT s, t, max(dofollow) AS followed, min(is_template) AS template FROM (
      SELECT ${source} AS s, ${target} AS t, tupleElement(newest, 'dofollow') AS dofollow,
        toUInt8(tupleElement(newest, 'position') IN ${TEMPLATE_POSITIONS}) AS is_template, tupleElement(newest, 'seen') AS seen
      FROM links WHERE ${within} AND type IN ${FOLLOWED_TYPES} AND s % ${parts} = ${part}) AS l
    INNER JOIN (SELECT ${shortId(sql`host_key`, sql`path_key`)} AS page, max(toDateTime(observed_at, 'UTC')) AS read_at FROM pages
      WHERE (host_key, path_key) IN (SELECT host_key, path_key FROM crawl_pages WHERE ${crawl}) AND page % ${parts} = ${part}
      GROUP BY page) AS p ON p.page = l.s
    WHERE l.seen >= p.read_at GROUP BY s, t FORMAT RowBinary`;
}
