import { z } from 'zod';

import { OTHER_URLS_MAX, type RankedKeyword, type RankedUrl } from '../../ports/rankings.ts';
import { sql } from '../database/sql.ts';
import { meanPosition, measuredClicks } from './console-figures.ts';
import { readUrls } from './console-names.ts';
import { type ConsoleSite, type GrainWindow, selectSums } from './console-site.ts';

/** Where a query leads on the site. */
export interface QueryPlaces {
  /** The page with most clicks, then impressions; where the query is lost, the one that had them. */
  readonly url: string | null;
  readonly url_figures: RankedKeyword['url_figures'];
  readonly others: readonly RankedUrl[];
}

const PAGES_MAX = OTHER_URLS_MAX + 1;

const PlaceRow = z.object({
  query: z.string(),
  page: z.string(),
  c0: z.number(),
  i0: z.number(),
  p0: z.number(),
  c1: z.number(),
  i1: z.number(),
});

/** Pages of some queries by the query's id; none where the table does not tell pages. */
export async function readPlacesOf(
  site: ConsoleSite,
  { grain, current, previous }: GrainWindow,
  ids: readonly string[],
): Promise<ReadonlyMap<string, QueryPlaces>> {
  if (grain !== 'detail') return new Map();
  const slices = [current, previous];
  const sums = selectSums(site, {
    grain,
    slices,
    by: sql`query_id, page_id`,
    where: sql`query_id IN ${ids.map(BigInt)} AND page_id != 0`,
  });
  const rows = await site.database.rows(
    PlaceRow,
    sql`SELECT toString(query_id) AS query, toString(page_id) AS page, c0, i0, p0, c1, i1 FROM (${sums})
      ORDER BY query_id, c0 DESC, i0 DESC, c1 DESC, i1 DESC, page_id LIMIT ${PAGES_MAX} BY query_id`,
    site.scope.signal,
  );
  const urls = await readUrls(
    site,
    rows.map(({ page }) => page),
  );
  return new Map(
    [...Map.groupBy(rows, ({ query }) => query)].map(([query, places]) => {
      const [best, ...others] = places;
      const url = best === undefined ? null : (urls.get(best.page) ?? null);
      return [
        query,
        {
          url,
          url_figures: url === null ? null : readOwnFigures(best, previous !== undefined),
          others: others.flatMap((row) => otherUrl(row, urls)),
        },
      ];
    }),
  );
}

/** What the page has without the others that show for the query. */
function readOwnFigures(row: z.infer<typeof PlaceRow> | undefined, isCompared: boolean): QueryPlaces['url_figures'] {
  if (row === undefined) return null;
  const now = { clicks: row.c0, impressions: row.i0, position_sum: row.p0 };
  const before = { clicks: row.c1, impressions: row.i1, position_sum: 0 };
  return { position: meanPosition(now), measured: measuredClicks(now, isCompared ? before : undefined, undefined) };
}

/** Pages that show now. */
function otherUrl({ page, c0, i0, p0 }: z.infer<typeof PlaceRow>, urls: ReadonlyMap<string, string>): RankedUrl[] {
  const url = urls.get(page);
  if (url === undefined || i0 === 0) return [];
  const position = meanPosition({ clicks: c0, impressions: i0, position_sum: p0 });
  return [{ url, position, clicks: c0, impressions: i0 }];
}
