import { z } from 'zod';

import type { SiteAnchor } from '../../ports/site-facts.ts';
import type { IndexDatabase } from '../database/database.ts';
import { LINK_POSITIONS, LINK_TYPES } from '../database/names.ts';
import { sql } from '../database/sql.ts';
import { type PageNumbers, shortId } from './page-numbers.ts';
import type { SiteLinksQuery } from './site-links.ts';

const ANCHORS_MAX = 500;
const TARGETS_MIN = 3;
const TARGETS_MAX = 50;
const SOURCES_MAX = 1000;

const Row = z.object({ text: z.string(), sources: z.array(z.int()), targets: z.array(z.int()) });

/** Anchor texts in the text of pages that lead to several pages of the site, while the links stand on their page. */
export async function readSharedAnchors(
  database: IndexDatabase,
  { crawl, within }: SiteLinksQuery,
  numbers: PageNumbers,
  signal: AbortSignal,
): Promise<readonly SiteAnchor[]> {
  const source = shortId(sql`source_host`, sql`source_path`);
  const target = shortId(sql`target_host`, sql`target_path`);
  // One word is often the name of a filter or a button.
  const rows = await database.rows(
    Row,
    sql`SELECT lowerUTF8(text) AS text, groupUniqArray(${SOURCES_MAX})(s) AS sources, groupUniqArray(${TARGETS_MAX})(t) AS targets FROM (
        SELECT trimBoth(toString(anchor)) AS text, ${source} AS s, ${target} AS t, tupleElement(newest, 'seen') AS seen FROM links
        WHERE ${within} AND type = ${LINK_TYPES.indexOf('anchor')} AND position(text, ' ') > 0 AND s != t
          AND tupleElement(newest, 'position') = ${LINK_POSITIONS.indexOf('content')}) AS l
      INNER JOIN (SELECT ${shortId(sql`host_key`, sql`path_key`)} AS page, max(toDateTime(observed_at, 'UTC')) AS read_at FROM pages
        WHERE (host_key, path_key) IN (SELECT host_key, path_key FROM crawl_pages WHERE ${crawl}) GROUP BY page) AS p ON p.page = l.s
      WHERE l.seen >= p.read_at GROUP BY text HAVING length(targets) >= ${TARGETS_MIN}
      ORDER BY length(targets) DESC, text LIMIT ${ANCHORS_MAX}`,
    signal,
  );
  const placesOf = (ids: readonly number[]): readonly number[] =>
    ids.flatMap((id) => numbers.of(id) ?? []).toSorted((one, other) => one - other);
  return rows.map(({ text, sources, targets }) => ({ text, sources: placesOf(sources), targets: placesOf(targets) }));
}
