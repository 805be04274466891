import { z } from 'zod';

import type { DailyFigures } from '../../ports/rankings.ts';
import { pageAddress } from '../../web/url.ts';
import { pageId } from '../database/ids.ts';
import { sql } from '../database/sql.ts';
import { meanPosition, SUM_COLUMNS, sumsNow, WindowSums } from './console-figures.ts';
import { readUrls } from './console-names.ts';
import { type ConsoleSite, readDays, selectRows, sumsOf } from './console-site.ts';
import {
  chooseWindow,
  cutSlice,
  type DailySlices,
  daysBetween,
  type LiveDay,
  type Slice,
  WINDOW_DAYS,
} from './console-windows.ts';

const RIVALS_MAX = 10;

const RivalRow = WindowSums.extend({ page: z.string() });

/** Other pages of the site that showed for the query in the window, most clicks first. */
export async function readRivals(
  site: ConsoleSite,
  { current, previous }: DailySlices,
  { query_id, url }: { readonly query_id: bigint; readonly url: string },
): Promise<DailyFigures['rivals']> {
  const rows = site.days.get('detail') ?? [];
  const slices = [cutSlice(rows, current), cutSlice(rows, previous)];
  if (slices[0] === undefined) return [];
  const address = pageAddress(url);
  const own = address === undefined ? 0n : pageId(address.host_key, address.path_key);
  const sums = selectRows(site, {
    grain: 'detail',
    slices,
    columns: sql`page_id, ${sumsOf(slices)}`,
    where: sql`query_id = ${query_id} AND page_id NOT IN (0, ${own})`,
    end: sql`GROUP BY page_id HAVING i0 > 0`,
    is_any_page: true,
  });
  const found = await site.database.rows(
    RivalRow,
    sql`SELECT toString(page_id) AS page, ${SUM_COLUMNS} FROM (${sums}) ORDER BY c0 DESC, i0 DESC, page_id LIMIT ${RIVALS_MAX}`,
    site.scope.signal,
  );
  const urls = await readUrls(
    site,
    found.map(({ page }) => page),
  );
  return found.flatMap((row) => {
    const rival = urls.get(row.page);
    const position = meanPosition(sumsNow(row));
    if (rival === undefined || position === null) return [];
    const { c0: clicks, i0: impressions, c1: previous_clicks, i1: previous_impressions } = row;
    return [{ url: rival, clicks, impressions, position, previous_clicks, previous_impressions }];
  });
}

/** Impressions of the page in AI answers; null where no such report of that time was imported, and one to compare it with. */
export async function readGenerative(site: ConsoleSite, daily: DailySlices): Promise<DailyFigures['generative']> {
  const days = await readDays(site.database, site, 'generative_ai', site.scope);
  const slices = generativeSlices(days.get('page') ?? [], daily);
  if (slices === undefined) return null;
  const statement = selectRows(site, {
    grain: 'page',
    search_type: 'generative_ai',
    slices,
    columns: sumsOf(slices),
  });
  const [sums] = await site.database.rows(z.object({ i0: z.number(), i1: z.number() }), statement, site.scope.signal);
  return sums === undefined ? null : { impressions: sums.i0, previous_impressions: sums.i1 };
}

/** The report is exported by hand, so its period hardly ever is the very window. */
function generativeSlices(rows: readonly LiveDay[], { current, previous }: DailySlices): readonly Slice[] | undefined {
  const [now, before] = [cutSlice(rows, current), cutSlice(rows, previous)];
  if (now !== undefined && before !== undefined) return [now, before];
  const window = chooseWindow(rows);
  if (window?.previous === undefined) return undefined;
  const isNear = Math.abs(daysBetween(window.current.to, current.to)) <= WINDOW_DAYS;
  return isNear ? [window.current, window.previous] : undefined;
}
