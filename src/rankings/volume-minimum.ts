import { z } from 'zod';

export const FilteredOut = z
  .object({ below_min_search_volume: z.int(), unknown_search_volume: z.int() })
  .describe('Keywords of those read that min_search_volume leaves out.');
export type FilteredOut = z.infer<typeof FilteredOut>;

interface Volume {
  readonly search_volume: number | null;
  readonly volume_low: number | null;
  readonly volume_high: number | null;
}

/**
 * The rows that are searched for often enough, and how many others there were.
 *
 * A keyword of which bounds or impressions alone are known passes where these do: it was searched for at least so often.
 *
 * @param seen impressions of a row, where somebody counted them
 */
export function keepSearched<Row extends Volume>(
  rows: readonly Row[],
  minimum: number,
  seen: (row: Row) => number | null,
): { readonly kept: readonly Row[]; readonly filtered_out: FilteredOut } {
  const filtered_out = { below_min_search_volume: 0, unknown_search_volume: 0 };
  if (minimum === 0) return { kept: rows, filtered_out };
  const kept = rows.filter((row) => {
    const least = row.search_volume ?? row.volume_low ?? seen(row);
    if (least !== null && least >= minimum) return true;
    const isBelow = row.search_volume !== null || (row.volume_high !== null && row.volume_high < minimum);
    filtered_out[isBelow ? 'below_min_search_volume' : 'unknown_search_volume'] += 1;
    return false;
  });
  return { kept, filtered_out };
}
