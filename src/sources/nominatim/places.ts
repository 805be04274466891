import { z } from 'zod';

import type { Offers, SourceContext, SourceSetting } from '../../ports/define-source.ts';
import type { FindPlaceQuery, Listing } from '../../ports/places.ts';
import { SourceFailure } from '../../ports/source-failure.ts';
import { readOpeningHours } from '../../web/hours/opening-hours.ts';

export type NominatimSettings = Readonly<Record<'SEAMARK_NOMINATIM_URL' | 'SEAMARK_NOMINATIM_EMAIL', SourceSetting>>;

const LIMIT_MAX = 40;
/** Shown where an answer does not carry it; the licence asks for it beside every listing. */
const ATTRIBUTION = '© OpenStreetMap contributors, ODbL 1.0, https://www.openstreetmap.org/copyright';
/** Classes of OpenStreetMap that hold places where people do business. */
const BUSINESS = new Set([
  'amenity',
  'shop',
  'office',
  'craft',
  'healthcare',
  'tourism',
  'leisure',
  'club',
  'building',
  'man_made',
  'historic',
  'emergency',
]);

const strings = z
  .record(z.string(), z.string())
  .nullish()
  .transform((tags) => tags ?? {});
const Found = z.object({
  osm_type: z.string().optional(),
  osm_id: z.number().optional(),
  lat: z.coerce.number(),
  lon: z.coerce.number(),
  category: z.string().default(''),
  type: z.string().default(''),
  name: z.string().nullish(),
  display_name: z.string(),
  licence: z.string().nullish(),
  address: strings,
  extratags: strings,
  namedetails: strings,
});
type Found = z.infer<typeof Found>;

/** Presence in OpenStreetMap: it knows where a business is, but has no ratings, reviews or ranks. */
export const placeOffers: NonNullable<Offers<NominatimSettings>['places']> = {
  find: {
    lacks: () => [],
    usd: () => 0,
    ask: async (query, context) => {
      const found = await searchPlaces(query, context);
      const value = found.filter(({ category }) => BUSINESS.has(category)).map(readListing);
      // Few businesses are on the map, so one that is not may well be known elsewhere.
      return { value, measure: 'measured', ...(value.length === 0 ? { coverage: 'none', is_empty: true } : {}) };
    },
  },
};

/** @throws SourceFailure */
export async function searchPlaces(
  { name, near, location, language, limit }: FindPlaceQuery,
  { http, settings, signal }: SourceContext<NominatimSettings>,
): Promise<readonly Found[]> {
  const { body } = await http.json({
    url: `${settings.SEAMARK_NOMINATIM_URL.replace(/\/+$/, '')}/search`,
    query: {
      q: near === '' ? name : `${name}, ${near}`,
      format: 'jsonv2',
      extratags: 1,
      addressdetails: 1,
      namedetails: 1,
      layer: 'poi',
      limit: Math.min(limit, LIMIT_MAX),
      'accept-language': language,
      countrycodes: location?.country.toLowerCase(),
      email: settings.SEAMARK_NOMINATIM_EMAIL === '' ? undefined : settings.SEAMARK_NOMINATIM_EMAIL,
    },
    signal,
  });
  const answer = z.array(Found).safeParse(body);
  if (!answer.success) throw new SourceFailure('broken', 'Nominatim answered in an unexpected format.');
  return answer.data;
}

function readListing(found: Found): Listing {
  const { extratags: tags, category, type } = found;
  const tag = (...names: readonly string[]): string | null => names.map((name) => tags[name]).find(Boolean) ?? null;
  const hours = tag('opening_hours');
  return {
    source: 'nominatim',
    place_id: `osm:${found.osm_type ?? 'unknown'}/${found.osm_id ?? 0}`,
    name: found.namedetails['name'] ?? found.name ?? found.display_name.split(',')[0] ?? found.display_name,
    address: found.display_name,
    address_parts: readAddress(found.address),
    phone: tag('phone', 'contact:phone', 'mobile', 'contact:mobile'),
    website: tag('website', 'contact:website', 'url'),
    category: type === '' || type === 'yes' ? category.replaceAll('_', ' ') : type.replaceAll('_', ' '),
    categories: [`${category}=${type}`],
    description: tag('description'),
    hours: hours === null ? null : readOpeningHours(hours),
    rating: null,
    review_count: null,
    rating_distribution: null,
    newest_review_at: null,
    claimed: null,
    photos: null,
    status: null,
    latitude: found.lat,
    longitude: found.lon,
    nearby: [],
    attribution: found.licence ?? ATTRIBUTION,
  };
}

function readAddress(parts: Found['address']): Listing['address_parts'] {
  const part = (...names: readonly string[]): string | null => names.map((name) => parts[name]).find(Boolean) ?? null;
  const street = [part('house_number'), part('road', 'pedestrian', 'footway')].filter((text) => text !== null);
  return {
    street: street.length === 0 ? null : street.join(' '),
    city: part('city', 'town', 'village', 'municipality', 'hamlet'),
    region: part('state', 'region', 'province'),
    postal_code: part('postcode'),
    country: part('country_code')?.toUpperCase() ?? null,
  };
}
