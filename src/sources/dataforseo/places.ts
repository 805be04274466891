import { z } from 'zod';

import type { Answered, Offers } from '../../ports/define-source.ts';
import type { FindPlaceQuery, Listing, LocalPack, LocalPackQuery } from '../../ports/places.ts';
import { googleLanguage } from '../result-pages/google-language.ts';
import { BusinessInfo, readBusiness } from './business-info.ts';
import { escapeKeyword, readTime, runLiveTask } from './live-task.ts';
import type { DataForSeoContext, DataForSeoSettings } from './settings.ts';

/** USD for a live request as known in advance; the answer states what it did cost. */
const PROFILE_USD = 0.0054;
const PAGE_USD = 0.002;
/** Listings of one page, by which the map is billed. */
const MAP_PAGE = 100;

const MAPS_DEPTH_MAX = 700;
const FINDER_DEPTH_MAX = 100;
/** A street or two around the point, at which the results still differ from those of the next corner. */
const ZOOM = '17z';

const Profiles = z.object({ datetime: z.string().nullish(), items: z.array(BusinessInfo).nullish() });
const Page = z.object({ datetime: z.string().nullish(), items: z.array(BusinessInfo).nullish() });

/** Profiles as Google shows them, with whether they are claimed, and the listings of the map at a point. */
export const placeOffers: NonNullable<Offers<DataForSeoSettings>['places']> = {
  find: {
    // Without a place there is nowhere to search from.
    lacks: ({ location }) => (location === null ? undefined : []),
    usd: () => PROFILE_USD,
    ask: askProfiles,
  },
  pack: {
    lacks: ({ surface }) => (surface === 'pack' ? ['the pack on a result page, only the list behind it'] : []),
    usd: ({ depth, surface }) => (isOnMap(surface) ? Math.ceil(depth / MAP_PAGE) : 1) * PAGE_USD,
    ask: askPack,
  },
};

async function askProfiles(query: FindPlaceQuery, context: DataForSeoContext): Promise<Answered<readonly Listing[]>> {
  const { name, near, location, language, limit } = query;
  const task = {
    keyword: escapeKeyword(near === '' ? name : `${name}, ${near}`),
    location_code: location?.code,
    language_code: googleLanguage(language),
  };
  const { result, usd } = await runLiveTask(context, 'business_data/google/my_business_info/live', task, Profiles);
  const value = readListings(result?.items).slice(0, limit);
  return { value, measure: 'measured', ...observed(result?.datetime), usd, is_empty: value.length === 0 };
}

async function askPack(query: LocalPackQuery, context: DataForSeoContext): Promise<Answered<LocalPack>> {
  const onMap = isOnMap(query.surface);
  const task = {
    keyword: escapeKeyword(query.keyword),
    location_coordinate: `${round(query.latitude)},${round(query.longitude)},${ZOOM}`,
    language_code: googleLanguage(query.language),
    device: query.device,
    depth: Math.min(query.depth, onMap ? MAPS_DEPTH_MAX : FINDER_DEPTH_MAX),
  };
  const path = onMap ? 'serp/google/maps/live/advanced' : 'serp/google/local_finder/live/advanced';
  const { result, usd } = await runLiveTask(context, path, task, Page);
  const listings = readListings(result?.items)
    .slice(0, query.depth)
    .map((listing, at) => ({ ...listing, rank: at + 1 }));
  const value: LocalPack = {
    keyword: query.keyword,
    checked_at: readTime(result?.datetime) ?? context.now().toISOString(),
    surface: onMap ? 'maps' : 'finder',
    listings,
  };
  return { value, measure: 'measured', ...observed(result?.datetime), usd, is_empty: listings.length === 0 };
}

/** The map shows more of each listing, above all its place id. */
function isOnMap(surface: LocalPackQuery['surface']): boolean {
  return surface === undefined || surface === 'maps';
}

/** In the order of the page without ads: these are no ranks. */
function readListings(items: readonly BusinessInfo[] | null | undefined): Listing[] {
  return (items ?? [])
    .filter(({ type, is_paid }) => is_paid !== true && !type.includes('paid'))
    .flatMap((item) => readBusiness(item) ?? []);
}

function observed(datetime: string | null | undefined): { readonly observed_at?: string } {
  const time = readTime(datetime);
  return time === null ? {} : { observed_at: time };
}

/** It takes seven decimals. */
function round(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}
