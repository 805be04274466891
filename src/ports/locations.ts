/**
 * A place that searches are made from.
 *
 * `code` is Google's criteria id: 2000 + the numeric ISO 3166-1 code for countries (2840 is the United States). A city that no
 * imported list of criteria holds has minus its id at GeoNames: it names a series as well, but sources have to be asked by
 * its coordinates.
 */
export interface Location {
  readonly code: number;
  /** Canonical name, most specific part first: `Austin,Texas,United States`. */
  readonly name: string;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  readonly kind: 'country' | 'region' | 'city' | 'other';
  /** WGS 84 degrees; null where they are not known. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** What a caller says of a place. The code wins where both are given. */
export interface LocationQuery {
  readonly location?: string | undefined;
  readonly location_code?: number | undefined;
  /** Of the request: of several places with one name, those where it is spoken are shown first. */
  readonly language?: string | null | undefined;
}

export interface Locations {
  /**
   * Null when the caller named no place.
   *
   * @throws AppError invalid_input on `location` or `location_code`: ambiguous with the candidates, unknown with the nearest names
   */
  resolve(query: LocationQuery, signal: AbortSignal): Promise<Location | null>;
}
