import type { Location, LocationQuery } from '../ports/locations.ts';
import type { RankingMarket } from '../ports/rankings.ts';

const DEFAULT_LOCATION = 'United States';

/** Place and language of a question about rankings, from what the caller named. */
export async function readMarket(
  { location, location_code, language }: LocationQuery & { readonly language: string },
  locate: (query: LocationQuery) => Promise<Location | null>,
): Promise<RankingMarket> {
  const named = await locate({ location, location_code, language });
  const place = named ?? (await locate({ location: DEFAULT_LOCATION }));
  if (place === null) throw new Error(`${DEFAULT_LOCATION} is no place.`);
  return { location: place, language, is_any_place: named === null };
}
