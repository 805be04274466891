import { z } from 'zod';

import type { SiteClosedAssets } from '../../ports/site-facts.ts';
import { sql } from '../database/sql.ts';
import { shortId } from './page-numbers.ts';
import { inSite, pagesOfCrawl, type SiteReading } from './range.ts';

/** Those on most pages. */
const ASSETS_MAX = 5000;
const CLOSED_MAX = 100;

const Cells = z.tuple([z.int(), z.string(), z.int()]);

/** Pages of the site that load scripts or styles which are closed to search engines. */
export async function readClosedAssets(
  reading: SiteReading,
  isClosed: (url: string) => boolean,
): Promise<readonly SiteClosedAssets[]> {
  const { database, site, numbers, signal } = reading;
  const loaded = sql`page_assets FINAL WHERE ${inSite(site, 'host_key')} AND (host_key, path_key) IN ${pagesOfCrawl(reading)}`;
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
