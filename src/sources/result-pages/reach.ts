import type { Location } from '../../ports/locations.ts';
import { nameItemType } from '../../ports/serp-item-names.ts';
import type { Device, SerpItemType, SerpQuery } from '../../ports/serp.ts';

/** Results that a page counts as, whatever it holds. */
export const PAGE_RESULTS = 10;

/** What a source of result pages supports. */
export interface SerpReach {
  readonly engine: string;
  readonly sees: readonly SerpItemType[];
  readonly places: 'any' | 'countries' | 'none';
  /** Takes coordinates, by which cities have to be asked that are not on Google's list of locations. */
  readonly takes_coordinates?: boolean;
  /** Of a source that knows only some; undefined is all of them. */
  readonly countries?: ReadonlySet<string> | undefined;
  readonly devices: readonly Device[];
  readonly depth_max: number;
}

/**
 * What a source cannot honour in a query, in words that complete «does not support …»; undefined for another engine.
 */
export function lackingOf(query: SerpQuery, reach: SerpReach): readonly string[] | undefined {
  if (query.engine !== undefined && query.engine !== reach.engine) return undefined;
  const unseen = query.wants.filter((type) => !reach.sees.includes(type));
  return [
    ...lackingPlace(query, reach),
    ...(query.device === null || reach.devices.includes(query.device) ? [] : [`${query.device} result pages`]),
    ...(query.depth > reach.depth_max ? [`more than ${reach.depth_max} results`] : []),
    ...unseen.map(nameItemType),
  ];
}

/** Whether Google's list of locations has the place: it can be asked for by name and code. */
export function isListed({ code }: Location): boolean {
  return code > 0;
}

/** Most cities have one, once Google's list is imported. */
const IMPORT_PLACES = 'import Google’s list of places with `seamark import locations FILE`';

function lackingPlace({ location }: SerpQuery, { places, countries, takes_coordinates }: SerpReach): string[] {
  if (location === null) return [];
  if (places === 'any') {
    return isListed(location) || takes_coordinates === true
      ? []
      : [`searches from ${location.name}, which has no Google location code here (${IMPORT_PLACES})`];
  }
  if (places === 'none') return ['searches from a chosen location'];
  if (location.kind !== 'country') return ['locations smaller than a country'];
  return countries === undefined || countries.has(location.country) ? [] : [`searches from ${location.name}`];
}

/** Pages that hold the results asked for, as far as the source goes. */
export function pagesFor(
  depth: number,
  { depth_max }: Pick<SerpReach, 'depth_max'>,
  page_results = PAGE_RESULTS,
): number {
  return Math.max(1, Math.ceil(Math.min(depth, depth_max) / page_results));
}
