import type { DayHours } from '../web/hours/day-hours.ts';
import { defineCapability } from './capability.ts';
import type { Location } from './locations.ts';
import type { Sourced } from './source.ts';

/** Listings of businesses as maps and directories show them. */
export interface PlacesSource {
  /** Listings that may be the business, best match first. */
  find(query: FindPlaceQuery, signal: AbortSignal): Promise<Sourced<readonly Listing[]>>;
  /** The listings that a map search shows for a keyword at a point, in its order. */
  pack(query: LocalPackQuery, signal: AbortSignal): Promise<Sourced<LocalPack>>;
}

export interface FindPlaceQuery {
  readonly name: string;
  /** As the caller wrote it: an address, or a city with its state or postal code. */
  readonly near: string;
  /** Null where the text names no known place. */
  readonly location: Location | null;
  readonly language: string;
  readonly limit: number;
}

export interface LocalPackQuery {
  readonly keyword: string;
  /** WGS 84 degrees. */
  readonly latitude: number;
  readonly longitude: number;
  readonly language: string;
  readonly device: 'desktop' | 'mobile';
  readonly depth: number;
  /** Where the listings are to be read; undefined leaves it to the source. */
  readonly surface?: LocalPack['surface'];
}

export interface LocalPack {
  readonly keyword: string;
  readonly checked_at: string;
  /** Where the listings were read: the pack of a result page, its local finder, or the map itself. */
  readonly surface: 'pack' | 'finder' | 'maps';
  readonly listings: readonly (Listing & { readonly rank: number })[];
}

/** One listing as one source shows it. What the source does not show is null. */
export interface Listing {
  readonly source: string;
  /** Google's place id, `cid:123` where only that number is known, or `osm:node/123`. */
  readonly place_id: string;
  readonly name: string;
  readonly address: string | null;
  readonly address_parts: AddressParts | null;
  /** As shown. */
  readonly phone: string | null;
  readonly website: string | null;
  readonly category: string | null;
  readonly categories: readonly string[];
  readonly description: string | null;
  /** Opening hours by day of the week, Monday first; null where the source shows none. */
  readonly hours: readonly DayHours[] | null;
  readonly rating: number | null;
  readonly review_count: number | null;
  /** Reviews by stars, from one to five. */
  readonly rating_distribution: readonly number[] | null;
  readonly newest_review_at: string | null;
  readonly claimed: boolean | null;
  readonly photos: number | null;
  readonly status: 'open' | 'temporarily_closed' | 'closed' | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Other businesses that the source shows beside it. */
  readonly nearby: readonly {
    readonly name: string;
    readonly place_id: string | null;
    readonly rating: number | null;
  }[];
  readonly attribution: string | null;
}

interface AddressParts {
  readonly street: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly postal_code: string | null;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string | null;
}

const DAY_S = 86_400;

export const capability = defineCapability<PlacesSource>({
  name: 'places',
  title: 'Business listings',
  ways: [
    'Set SEAMARK_GOOGLE_PLACES_KEY to an API key with Places API (New) enabled.',
    'Set SEAMARK_NOMINATIM_URL=https://nominatim.openstreetmap.org for names, addresses and hours from OpenStreetMap.',
  ],
  methods: {
    find: { mode: 'first', title: 'business listings', fresh_s: 7 * DAY_S },
    pack: { mode: 'first', title: 'listings on the map', fresh_s: 7 * DAY_S },
  },
});
