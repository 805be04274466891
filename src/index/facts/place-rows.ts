import { foldPhrase } from '../../text/normalize.ts';
import type { PlaceObservation } from './records.ts';
import { factRow, type Kept, KEPT_COLUMNS, keptCells, type TableRows } from './rows.ts';

/** Rows of an answer about listings: the answer, and each listing that it shows. */
export function placeRows(series: string, observation: PlaceObservation, kept: Kept): TableRows[] {
  const { method, depth, listings } = observation;
  const end = keptCells(kept);
  return [
    {
      table: 'place_checks',
      columns: ['series', 'method', 'depth', 'answer', ...KEPT_COLUMNS],
      rows: [factRow([series, method, Math.min(depth, 65_535), JSON.stringify(observation), ...end])],
    },
    {
      table: 'places',
      columns: ['place_id', 'name_key', 'listing', ...KEPT_COLUMNS],
      rows: listings.map(({ rank: _rank, ...listing }) =>
        factRow([listing.place_id, foldPhrase(listing.name, 300), JSON.stringify(listing), ...end]),
      ),
    },
  ];
}
