import { z } from 'zod';

import type { SiteClosedAssets } from '../../ports/site-facts.ts';
import type { Target } from '../../web/target.ts';
import type { IndexDatabase } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { type PageNumbers, shortId } from './page-numbers.ts';
import { inSite } from './range.ts';

/** Those on most pages. */
const ASSETS_MAX = 5000;
const CLOSED_MAX = 100;

const Cells = z.tuple([z.int(), z.string(), z.int()]);

interface AssetsQuery {
  readonly site: Target;
  readonly crawl_id: string;
  readonly isClosed: (url: string) => boolean;
}

/** Pages of the site that load scripts or styles which are closed to search engines. */
export async function readClosedAssets(
  database: IndexDatabase,
  { site, crawl_id, isClosed }: AssetsQuery,
  numbers: PageNumbers,
  signal: AbortSignal,
): Promise<readonly SiteClosedAssets[]> {
  const loaded = sql`page_assets FINAL WHERE ${inSite(site, 'host_key')} AND (host_key, path_key) IN (
    SELECT host_key, path_key FROM crawl_pages WHERE crawl = ${crawl_id})`;
  const assets = await database.rows(
    z.object({ url: z.string() }),
    sql`SELECT toString(arrayJoin(assets)) AS url FROM ${loaded} GROUP BY url ORDER BY count() DESC, url LIMIT ${ASSETS_MAX}`,
    signal,
  );
  const closed = assets.flatMap(({ url }) => (isClosed(url) ? [url] : [])).slice(0, CLOSED_MAX);
  if (closed.length === 0) return [];
  const columns = await database.columns(
    sql`SELECT ${shortId(sql`host_key`, sql`path_key`)} AS id, arrayElement(found, 1) AS first, toUInt32(length(found)) AS count
      FROM (SELECT host_key, path_key, arrayFilter(x -> x IN ${closed}, arrayMap(x -> toString(x), assets)) AS found FROM ${loaded})
      WHERE count > 0 ORDER BY host_key, path_key`,
    signal,
  );
  return (columns[0] ?? []).flatMap((_, at) => {
    const [id, url, count] = Cells.parse(columns.map((column) => column[at]));
    const page = numbers.of(id);
    return page === undefined ? [] : [{ page, url, count }];
  });
}
