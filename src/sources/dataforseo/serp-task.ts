import { SERP_ITEM_TYPES, type SerpQuery } from '../../ports/serp.ts';
import { googleLanguage } from '../result-pages/google-language.ts';
import { isListed, lackingOf, PAGE_RESULTS, pagesFor, type SerpReach } from '../result-pages/reach.ts';
import { keywordWithSites } from '../result-pages/site-filter.ts';

const LIVE_DEPTH_MAX = 200;
const QUEUED_DEPTH_MAX = 700;
/** The United States: DataForSEO does not search without a location. */
const DEFAULT_LOCATION_CODE = 2840;

/** As near as the vendor takes it. */
const COORDINATE_RADIUS = 200;

/** USD for a page of ten results; what is charged stands in the answer and is what is booked. */
const LIVE_PAGE_USD = 0.002;
const QUEUED_PAGE_USD = 0.0006;
/** Given back when the page has no AI Overview, or has it without waiting. */
const AI_OVERVIEW_USD = 0.002;
/** Keywords with one of these cost five times as much. */
const OPERATOR =
  /(?:^|[\s("-])(?:allinanchor|allintext|allintitle|allinurl|cache|define|definition|filetype|id|inanchor|info|intext|intitle|inurl|link|site):/i;
const OPERATOR_FACTOR = 5;

/** `queued` tasks wait for minutes, reach deeper and cost a third. */
export type SerpMode = 'live' | 'queued';

export function lackingFor(query: SerpQuery, mode: SerpMode): readonly string[] | undefined {
  return lackingOf(query, reachOf(mode));
}

export function priceOf(query: SerpQuery, mode: SerpMode): number {
  const pages = pagesFor(query.depth, reachOf(mode)) * (mode === 'live' ? LIVE_PAGE_USD : QUEUED_PAGE_USD);
  const factor = OPERATOR.test(keywordWithSites(query)) ? OPERATOR_FACTOR : 1;
  return pages * factor + (wantsOverview(query) ? AI_OVERVIEW_USD : 0);
}

/** The body of one task. */
export function serpTask(query: SerpQuery, mode: SerpMode): object {
  const pages = pagesFor(query.depth, reachOf(mode));
  return {
    // Percent signs are decoded and plus signs are taken for spaces.
    keyword: keywordWithSites(query).replaceAll('%', '%25').replaceAll('+', '%2B'),
    ...placeOf(query),
    language_code: googleLanguage(query.language),
    ...(query.device === null ? {} : { device: query.device }),
    depth: pages * PAGE_RESULTS,
    max_crawl_pages: pages,
    ...(wantsOverview(query) ? { load_async_ai_overview: true } : {}),
    ...(query.stop_at === undefined
      ? {}
      : {
          stop_crawl_on_match: [{ match_type: 'with_subdomains', match_value: query.stop_at }],
          // A video or a snippet of the domain is not its rank.
          find_targets_in: ['organic'],
        }),
    // A second result of a domain is a result of its own.
    group_organic_results: false,
    remove_from_url: ['srsltid'],
  };
}

type Placed = Pick<SerpQuery, 'location'> & Partial<Pick<SerpQuery, 'wants'>>;

/**
 * Whether a task names a point and not a place. Local results differ from street to street, so that a city is searched from its
 * middle for them; and what Google does not list cannot be named.
 */
export function isAtCoordinates({ location, wants = [] }: Placed): boolean {
  if (location === null || location.latitude === null || location.longitude === null) return false;
  return !isListed(location) || (location.kind === 'city' && wants.includes('local_pack'));
}

/** A place as tasks for result pages take it. */
export function placeOf(query: Placed): object {
  const { location } = query;
  if (location === null) return { location_code: DEFAULT_LOCATION_CODE };
  if (!isAtCoordinates(query)) {
    return isListed(location) ? { location_code: location.code } : { location_name: location.name };
  }
  return { location_coordinate: `${location.latitude},${location.longitude},${COORDINATE_RADIUS}` };
}

export function wantsOverview({ wants }: SerpQuery): boolean {
  return wants.includes('ai_overview');
}

export function pagesAsked({ depth }: SerpQuery, mode: SerpMode): number {
  return pagesFor(depth, reachOf(mode));
}

export function isWithinReach({ depth }: SerpQuery, mode: SerpMode): boolean {
  return depth <= reachOf(mode).depth_max;
}

function reachOf(mode: SerpMode): SerpReach {
  return {
    engine: 'google',
    sees: SERP_ITEM_TYPES,
    places: 'any',
    takes_coordinates: true,
    devices: ['desktop', 'mobile'],
    depth_max: mode === 'live' ? LIVE_DEPTH_MAX : QUEUED_DEPTH_MAX,
  };
}
