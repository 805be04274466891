import { z } from 'zod';

import type { Offers, SourceContext, SourceSetting } from '../../ports/define-source.ts';
import type { FindPlaceQuery, Listing } from '../../ports/places.ts';
import { SourceFailure } from '../../ports/source-failure.ts';
import { DAY_MINUTES, DAYS, groupByDay, type OpenTime } from '../../web/hours/day-hours.ts';

export type GooglePlacesSettings = Readonly<
  Record<
    'SEAMARK_GOOGLE_PLACES_URL' | 'SEAMARK_GOOGLE_PLACES_KEY' | 'SEAMARK_GOOGLE_PLACES_USD_PER_1000',
    SourceSetting
  >
>;

const LIMIT_MAX = 20;
/** It lists at most this many photos of a place. */
const PHOTOS_MAX = 10;
const NEAR_RADIUS_M = 50_000;
/** The mask is compulsory, and what a request costs depends on what is in it. */
const FIELDS = [
  'id',
  'displayName',
  'formattedAddress',
  'addressComponents',
  'internationalPhoneNumber',
  'websiteUri',
  'rating',
  'userRatingCount',
  'businessStatus',
  'regularOpeningHours',
  'primaryType',
  'types',
  'location',
  'photos',
] as const;

const words = z.string().nullable().default(null);

const Point = z.object({ day: z.int().min(0).max(6), hour: z.int().default(0), minute: z.int().default(0) });
const Place = z.object({
  id: z.string(),
  displayName: z.object({ text: z.string() }).default({ text: '' }),
  formattedAddress: words,
  addressComponents: z
    .array(
      z.object({
        longText: z.string().default(''),
        shortText: z.string().default(''),
        types: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  internationalPhoneNumber: words,
  websiteUri: words,
  rating: z.number().nullable().default(null),
  userRatingCount: z.int().nullable().default(null),
  businessStatus: words,
  regularOpeningHours: z
    .object({ periods: z.array(z.object({ open: Point, close: Point.optional() })).optional() })
    .optional(),
  primaryType: words,
  types: z.array(z.string()).default([]),
  location: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
  photos: z.array(z.unknown()).default([]),
});
type Place = z.infer<typeof Place>;
const Found = z.object({ places: z.array(Place).default([]) });

/**
 * Listings as Google Maps shows them to everybody. It does not say whether their owners claimed them, or how they rank
 * in a pack.
 */
export const placeOffers: NonNullable<Offers<GooglePlacesSettings>['places']> = {
  find: {
    lacks: () => [],
    usd: (_, settings) => Number(settings.SEAMARK_GOOGLE_PLACES_USD_PER_1000) / 1000,
    ask: async (query, context) => {
      const value = (await searchText(query, FIELDS, context)).map(readListing);
      return { value, measure: 'measured', ...(value.length === 0 ? { is_empty: true } : {}) };
    },
  },
};

/** @throws SourceFailure */
export async function searchText(
  { name, near, location, language, limit }: FindPlaceQuery,
  fields: readonly (typeof FIELDS)[number][],
  { http, settings, signal }: SourceContext<GooglePlacesSettings>,
): Promise<readonly Place[]> {
  const { body } = await http.json({
    method: 'POST',
    url: `${settings.SEAMARK_GOOGLE_PLACES_URL.replace(/\/+$/, '')}/v1/places:searchText`,
    headers: {
      'x-goog-api-key': settings.SEAMARK_GOOGLE_PLACES_KEY,
      'x-goog-fieldmask': fields.map((field) => `places.${field}`).join(','),
    },
    body: {
      textQuery: near === '' ? name : `${name}, ${near}`,
      languageCode: language,
      pageSize: Math.min(limit, LIMIT_MAX),
      ...(location === null ? {} : { regionCode: location.country }),
      ...biasOf(location),
    },
    signal,
  });
  const answer = Found.safeParse(body);
  if (!answer.success) throw new SourceFailure('broken', 'Google Places answered in an unexpected format.');
  return answer.data.places;
}

/** A country is too large for a circle. */
function biasOf(location: FindPlaceQuery['location']): Readonly<Record<string, unknown>> {
  if (location === null || location.kind === 'country' || location.latitude === null || location.longitude === null)
    return {};
  const center = { latitude: location.latitude, longitude: location.longitude };
  return { locationBias: { circle: { center, radius: NEAR_RADIUS_M } } };
}

function readListing(place: Place): Listing {
  const periods = place.regularOpeningHours?.periods;
  return {
    source: 'google-places',
    place_id: place.id,
    name: place.displayName.text,
    address: place.formattedAddress,
    address_parts: readAddress(place.addressComponents),
    phone: place.internationalPhoneNumber,
    website: place.websiteUri,
    category: place.primaryType?.replaceAll('_', ' ') ?? null,
    categories: place.types,
    description: null,
    hours: periods === undefined ? null : groupByDay(periods.flatMap(readPeriod)),
    ...readReputation(place),
    claimed: null,
    photos: place.photos.length < PHOTOS_MAX ? place.photos.length : null,
    status: readStatus(place.businessStatus ?? ''),
    latitude: place.location?.latitude ?? null,
    longitude: place.location?.longitude ?? null,
    nearby: [],
    attribution: 'Google Maps',
  };
}

function readReputation({
  rating,
  userRatingCount,
}: Place): Pick<Listing, 'rating' | 'review_count' | 'rating_distribution' | 'newest_review_at'> {
  return {
    rating,
    review_count: userRatingCount,
    rating_distribution: null,
    newest_review_at: null,
  };
}

function readStatus(status: string): Listing['status'] {
  switch (status) {
    case 'OPERATIONAL':
      return 'open';
    case 'CLOSED_TEMPORARILY':
      return 'temporarily_closed';
    case 'CLOSED_PERMANENTLY':
      return 'closed';
    default:
      return null;
  }
}

function readAddress(components: Place['addressComponents']): Listing['address_parts'] {
  const part = (type: string): string | null => components.find(({ types }) => types.includes(type))?.longText ?? null;
  const street = [part('street_number'), part('route')].filter((text) => text !== null);
  return {
    street: street.length === 0 ? null : street.join(' '),
    city: part('locality') ?? part('postal_town'),
    region: part('administrative_area_level_1'),
    postal_code: part('postal_code'),
    country: components.find(({ types }) => types.includes('country'))?.shortText.toUpperCase() ?? null,
  };
}

/** Its week begins on Sunday. A period that never closes is open around the clock. */
function readPeriod({
  open,
  close,
}: {
  readonly open: z.infer<typeof Point>;
  readonly close?: z.infer<typeof Point> | undefined;
}): OpenTime[] {
  if (close === undefined) return DAYS.map((_, day) => ({ day, from: 0, to: DAY_MINUTES }));
  const from = open.hour * 60 + open.minute;
  const to = close.hour * 60 + close.minute + ((close.day - open.day + 7) % 7) * DAY_MINUTES;
  return [{ day: (open.day + 6) % 7, from, to: to <= from ? to + 7 * DAY_MINUTES : to }];
}
