import { foldPhrase } from '../../text/normalize.ts';
import type { PlaceObservation } from './records.ts';
import { factRows, type Kept, SMALL_MAX } from './rows.ts';
import type { TableRows } from '../write/table-rows.ts';

/** Rows of an answer about listings: the answer, and each listing that it shows. */
export function placeRows(series: string, observation: PlaceObservation, kept: Kept): TableRows[] {
  const { method, depth, listings } = observation;
  const check = { series, method, depth: Math.min(depth, SMALL_MAX), answer: JSON.stringify(observation) };
  const places = listings.map(({ rank: _rank, ...listing }) => ({
    place_id: listing.place_id,
    name_key: foldPhrase(listing.name, 300),
    listing: JSON.stringify(listing),
  }));
  return [factRows('place_checks', [check], kept), factRows('places', places, kept)];
}
