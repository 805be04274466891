import { z } from 'zod';

import type { ConsoleGrain } from '../../ports/console.ts';
import type { ConsoleTotals } from '../../ports/rankings.ts';
import { sql } from '../database/sql.ts';
import { type ConsoleSite, type GrainWindow, selectRows, sumsOf, widenPlace } from './console-site.ts';
import { cutSlice } from './console-windows.ts';

/** Clicks and impressions of all rows of a table, and of those that name a query. */
export interface TableSums {
  readonly clicks: number;
  readonly impressions: number;
  readonly previous_clicks: number;
  readonly previous_impressions: number;
  readonly named_clicks: number;
  readonly named_impressions: number;
}

const SumsRow = z.object({ c0: z.number(), i0: z.number(), c1: z.number(), i1: z.number() });

/**
 * What the engine counts for the target as a whole, which is more than its queries add up to, as rare ones are withheld.
 *
 * The table that is split the least tells it; where there is none, all rows with the withheld ones do. Engines count an
 * impression for each page that shows and for the property only once, so the rows may add up to more: then they count.
 */
export async function readTotals(site: ConsoleSite, window: GrainWindow, sums: TableSums): Promise<ConsoleTotals> {
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

async function readCounted(asked: ConsoleSite, window: GrainWindow): Promise<z.infer<typeof SumsRow> | undefined> {
  const site = widenPlace(asked, window.grain);
  for (const grain of totalGrains(site)) {
    const rows = site.days.get(grain) ?? [];
    const current = cutSlice(rows, window.current);
    if (current === undefined || current.days < window.current.days) continue;
    const before = window.previous && cutSlice(rows, window.previous);
    const previous = before !== undefined && before.days >= (window.previous?.days ?? 0) ? before : undefined;
    const slices = [current, previous];
    const statement = selectRows(site, {
      grain,
      slices,
      columns: sumsOf(slices),
      // Exports tell countries and devices apart, each for all of the property.
      ...(grain === 'place' ? { where: sql`isNotNull(country)` } : {}),
      end: sql``,
    });
    const [row] = await site.database.rows(SumsRow, statement, site.scope.signal);
    if (row !== undefined) return row;
  }
  return undefined;
}

function totalGrains({ pages, place }: ConsoleSite): readonly ConsoleGrain[] {
  if (pages !== undefined) return place.is_any_place ? ['page'] : [];
  return place.is_any_place ? ['total', 'place'] : ['place'];
}
