import { z } from 'zod';

import { OTHER_URLS_MAX, type RankedKeyword, type RankedUrl } from '../../ports/rankings.ts';
import { sql } from '../database/sql.ts';
import { meanPosition, measuredClicks, SUM_COLUMNS, sumsNow, WindowSums } from './console-figures.ts';
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

const PlaceRow = WindowSums.extend({ query: z.string(), page: z.string() });

/** Pages of some queries by the query's id; none where the table does not tell pages. */
export async function readPlacesOf(
  site: ConsoleSite,
  window: GrainWindow,
  ids: readonly string[],
): Promise<ReadonlyMap<string, QueryPlaces>> {
  const { grain, current, previous } = window;
  if (grain !== 'detail') return new Map();
  const sums = selectSums(site, {
    grain,
    slices: [current, previous],
    by: sql`query_id, page_id`,
    where: sql`query_id IN ${ids.map(BigInt)} AND page_id != 0`,
  });
  const rows = await site.database.rows(
    PlaceRow,
    sql`SELECT toString(query_id) AS query, toString(page_id) AS page, ${SUM_COLUMNS} FROM (${sums})
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
          // What the page has without the others that show for the query.
          url_figures:
            url === null || best === undefined
              ? null
              : { position: meanPosition(sumsNow(best)), measured: measuredClicks(best, window) },
          others: others.flatMap((row) => otherUrl(row, urls)),
        },
      ];
    }),
  );
}

/** Pages that show now. */
function otherUrl(row: z.infer<typeof PlaceRow>, urls: ReadonlyMap<string, string>): RankedUrl[] {
  const url = urls.get(row.page);
  if (url === undefined || row.i0 === 0) return [];
  return [{ url, position: meanPosition(sumsNow(row)), clicks: row.c0, impressions: row.i0 }];
}
