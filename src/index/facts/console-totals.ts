import { z } from 'zod';

import type { ConsoleGrain } from '../../ports/console.ts';
import type { ConsoleTotals } from '../../ports/rankings.ts';
import { type Sql, sql } from '../database/sql.ts';
import { WindowSums } from './console-figures.ts';
import { type ConsoleSite, type GrainWindow, selectRows, sumsOf, widenPlace } from './console-site.ts';
import { cutSlice } from './console-windows.ts';

/** Clicks and impressions of all rows of a table, and of those that name a query. */
export const TableSums = z.object({
  clicks: z.number(),
  impressions: z.number(),
  previous_clicks: z.number(),
  previous_impressions: z.number(),
  named_clicks: z.number(),
  named_impressions: z.number(),
});

/** Columns of `TableSums`, from rows of `selectSums`. */
export function tableSumsOf(isNamed: Sql): Sql {
  return sql`sum(c0) AS clicks, sum(i0) AS impressions, sum(c1) AS previous_clicks, sum(i1) AS previous_impressions,
    sumIf(c0, ${isNamed}) AS named_clicks, sumIf(i0, ${isNamed}) AS named_impressions`;
}

/**
 * What the engine counts for the target as a whole, which is more than its queries add up to, as rare ones are withheld.
 *
 * The table that is split the least tells it; where there is none, all rows with the withheld ones do. Engines count an
 * impression for each page that shows and for the property only once, so the rows may add up to more: then they count.
 */
export async function readTotals(
  site: ConsoleSite,
  window: GrainWindow,
  sums: z.infer<typeof TableSums>,
): Promise<ConsoleTotals> {
  const counted = await readCounted(site, window);
  const clicks = Math.max(sums.clicks, counted?.c0 ?? 0);
  const impressions = Math.max(sums.impressions, counted?.i0 ?? 0);
  const has = window.previous !== undefined;
  return {
    clicks,
    impressions,
    previous_clicks: has ? Math.max(sums.previous_clicks, counted?.c1 ?? 0) : null,
    previous_impressions: has ? Math.max(sums.previous_impressions, counted?.i1 ?? 0) : null,
    withheld_clicks: clicks - sums.named_clicks,
    withheld_impressions: impressions - sums.named_impressions,
  };
}

async function readCounted(asked: ConsoleSite, window: GrainWindow): Promise<WindowSums | undefined> {
  const site = widenPlace(asked, window.grain);
  for (const grain of totalGrains(site)) {
    const rows = site.days.get(grain) ?? [];
    const current = cutSlice(rows, window.current);
    if (current === undefined || current.days < window.current.days) continue;
    const before = window.previous && cutSlice(rows, window.previous);
    const previous = before !== undefined && before.days >= (window.previous?.days ?? 0) ? before : undefined;
    const slices = [current, previous];
    const statement = selectRows(site, { grain, slices, columns: sumsOf(slices) });
    const [row] = await site.database.rows(WindowSums, statement, site.scope.signal);
    if (row !== undefined) return row;
  }
  return undefined;
}

function totalGrains({ pages, place }: ConsoleSite): readonly ConsoleGrain[] {
  if (pages !== undefined) return place.is_any_place ? ['page'] : [];
  return place.is_any_place ? ['total', 'place'] : ['place'];
}
