import { z } from 'zod';

import type { SiteAnchor, SiteLinks } from '../../ports/site-facts.ts';
import type { Vessel } from '../database/database.ts';
import { LINK_POSITIONS, LINK_TYPES } from '../database/names.ts';
import { type Sql, sql } from '../database/sql.ts';
import { type PageNumbers, shortId } from './page-numbers.ts';
import { pagesOfCrawl, type SiteReading, withinSite } from './range.ts';

/** So many links of a site are joined with their pages at once. */
const LINKS_OF_A_PART = 1_000_000;
const ROW_BYTES = 18;

const FOLLOWED_TYPES = [LINK_TYPES.indexOf('anchor'), LINK_TYPES.indexOf('image')];
/** Menus and the like. */
export const TEMPLATE_POSITIONS = (['navigation', 'header', 'footer', 'sidebar'] as const).map((name) =>
  LINK_POSITIONS.indexOf(name),
);

/** Links between pages of a site that stood on their page when it was last read, one a pair. */
export async function readSiteLinks(reading: SiteReading): Promise<SiteLinks> {
  const { database, site, numbers, signal } = reading;
  const [counted] = await database.rows(
    z.object({ links: z.int() }),
    sql`SELECT count() AS links FROM links WHERE ${withinSite(site)}`,
    signal,
  );
  const links = counted?.links ?? 0;
  const parts = Math.max(1, Math.ceil(links / LINKS_OF_A_PART));
  const read = new LinkList(links, numbers);
  for (let part = 0; part < parts; part += 1) await database.pour(partSql(reading, part, parts), read.part(), signal);
  return read.links();
}

/** Links as they come, in room for as many as there are. */
class LinkList {
  #source: Int32Array;
  #target: Int32Array;
  #followed: Uint8Array;
  #template: Uint8Array;
  #length = 0;
  readonly #numbers: PageNumbers;

  constructor(room: number, numbers: PageNumbers) {
    this.#source = new Int32Array(room);
    this.#target = new Int32Array(room);
    this.#followed = new Uint8Array(room);
    this.#template = new Uint8Array(room);
    this.#numbers = numbers;
  }

  /** Takes rows, cut anywhere, after those that are there. */
  part(): Vessel {
    const start = this.#length;
    let rest: Buffer = Buffer.alloc(0);
    return {
      begin: () => {
        this.#length = start;
        rest = Buffer.alloc(0);
      },
      take: (bytes) => {
        const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
        const whole = all.length - (all.length % ROW_BYTES);
        for (let byte = 0; byte < whole; byte += ROW_BYTES) this.#add(all, byte);
        // A copy: bytes that are handed on may be used again.
        rest = Buffer.from(all.subarray(whole));
      },
    };
  }

  /** A row is source, target, whether the link may be followed and whether it stands in a menu. */
  #add(bytes: Buffer, byte: number): void {
    const from = this.#numbers.of(idAt(bytes, byte));
    const to = this.#numbers.of(idAt(bytes, byte + 8));
    if (from === undefined || to === undefined || from === to) return;
    if (this.#length === this.#source.length) this.#grow();
    this.#source[this.#length] = from;
    this.#target[this.#length] = to;
    this.#followed[this.#length] = bytes[byte + 16] ?? 0;
    this.#template[this.#length] = bytes[byte + 17] ?? 0;
    this.#length += 1;
  }

  links(): SiteLinks {
    return {
      source: this.#source.subarray(0, this.#length),
      target: this.#target.subarray(0, this.#length),
      followed: this.#followed.subarray(0, this.#length),
      template: this.#template.subarray(0, this.#length),
    };
  }

  /** Only where a crawl writes links while they are read. */
  #grow(): void {
    const room = Math.max(1024, this.#length * 2);
    this.#source = grown(this.#source, new Int32Array(room));
    this.#target = grown(this.#target, new Int32Array(room));
    this.#followed = grown(this.#followed, new Uint8Array(room));
    this.#template = grown(this.#template, new Uint8Array(room));
  }
}

function grown<List extends Int32Array | Uint8Array>(list: List, into: List): List {
  into.set(list);
  return into;
}

function idAt(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at + 4) * 2 ** 32 + bytes.readUInt32LE(at);
}

/**
 * A link is there while the newest reading of its page saw it. Rows of one link that are not merged yet need no care: the
 * older ones were last seen before that reading.
 */
function partSql(reading: SiteReading, part: number, parts: number): Sql {
  return sql`SELECT s, t, max(dofollow) AS followed, min(is_template) AS template FROM (
      SELECT ${SOURCE} AS s, ${TARGET} AS t, tupleElement(newest, 'dofollow') AS dofollow,
        toUInt8(tupleElement(newest, 'position') IN ${TEMPLATE_POSITIONS}) AS is_template, tupleElement(newest, 'seen') AS seen
      FROM links WHERE ${withinSite(reading.site)} AND type IN ${FOLLOWED_TYPES} AND s % ${parts} = ${part}) AS l
    INNER JOIN (${lastReadings(reading, sql`page % ${parts} = ${part}`)}) AS p ON p.page = l.s
    WHERE l.seen >= p.read_at GROUP BY s, t FORMAT RowBinary`;
}

/** When each page that the crawl came to was last read. */
function lastReadings(reading: SiteReading, which: Sql): Sql {
  return sql`SELECT ${shortId(sql`host_key`, sql`path_key`)} AS page, max(toDateTime(observed_at, 'UTC')) AS read_at FROM pages
    WHERE (host_key, path_key) IN ${pagesOfCrawl(reading)} AND ${which} GROUP BY page`;
}

const SOURCE = shortId(sql`source_host`, sql`source_path`);
const TARGET = shortId(sql`target_host`, sql`target_path`);

const ANCHORS_MAX = 500;
const TARGETS_MIN = 3;
const TARGETS_MAX = 50;
const SOURCES_MAX = 1000;

const AnchorRow = z.object({ text: z.string(), sources: z.array(z.int()), targets: z.array(z.int()) });

/** Anchor texts in the text of pages that lead to several pages of the site, while the links stand on their page. */
export async function readSharedAnchors(reading: SiteReading): Promise<readonly SiteAnchor[]> {
  const { database, site, numbers, signal } = reading;
  // One word is often the name of a filter or a button.
  const rows = await database.rows(
    AnchorRow,
    sql`SELECT lowerUTF8(text) AS text, groupUniqArray(${SOURCES_MAX})(s) AS sources, groupUniqArray(${TARGETS_MAX})(t) AS targets FROM (
        SELECT trimBoth(toString(anchor)) AS text, ${SOURCE} AS s, ${TARGET} AS t, tupleElement(newest, 'seen') AS seen FROM links
        WHERE ${withinSite(site)} AND type = ${LINK_TYPES.indexOf('anchor')} AND position(text, ' ') > 0 AND s != t
          AND tupleElement(newest, 'position') = ${LINK_POSITIONS.indexOf('content')}) AS l
      INNER JOIN (${lastReadings(reading, sql`1`)}) AS p ON p.page = l.s
      WHERE l.seen >= p.read_at GROUP BY text HAVING length(targets) >= ${TARGETS_MIN}
      ORDER BY length(targets) DESC, text LIMIT ${ANCHORS_MAX}`,
    signal,
  );
  const placesOf = (ids: readonly number[]): readonly number[] =>
    ids.flatMap((id) => numbers.of(id) ?? []).toSorted((one, other) => one - other);
  return rows.map(({ text, sources, targets }) => ({ text, sources: placesOf(sources), targets: placesOf(targets) }));
}
