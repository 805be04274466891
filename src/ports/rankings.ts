import { defineCapability } from './capability.ts';
import type { KeywordFact } from './keywords.ts';
import type { Location } from './locations.ts';
import type { Device, SerpItemType } from './serp.ts';
import type { Sourced } from './source.ts';

/**
 * What ranks for what. Three kinds of figures, which are never added together (`RankingBasis`); an answer is of one of them.
 */
export interface RankingsSource {
  /** Keywords for which a target ranks. */
  keywords(query: RankedKeywordsQuery, signal: AbortSignal): Promise<Sourced<RankedKeywords>>;
  /** Pages of a target that rank. */
  pages(query: RankedPagesQuery, signal: AbortSignal): Promise<Sourced<RankedPages>>;
  /** Domains that rank for the keywords of a target. */
  competitors(query: SearchCompetitorsQuery, signal: AbortSignal): Promise<Sourced<SearchCompetitors>>;
  /** Keywords for which several targets rank, or one and not another. */
  shared(query: SharedKeywordsQuery, signal: AbortSignal): Promise<Sourced<SharedKeywords>>;
  /** Search traffic of several targets; those that a source knows nothing of are left out. */
  traffic(query: TrafficQuery, signal: AbortSignal): Promise<Sourced<readonly TrafficFigures[]>>;
  /** A page, a keyword and their site by day, of the caller's own console data; null where there is none. */
  daily(query: DailyQuery, signal: AbortSignal): Promise<Sourced<DailyFigures | null>>;
  /** Clicks by position of the caller's own site; null where there is no console data. */
  clickRates(query: ClickRatesQuery, signal: AbortSignal): Promise<Sourced<PositionClicks | null>>;
}

/**
 * Where figures come from.
 *
 * `console`: the engine's own counts for a site of the caller: measured clicks, mean positions. `serps`: positions on the result
 * pages that were looked up, a sample. `provider`: a vendor's positions and estimated traffic.
 */
export type RankingBasis = 'console' | 'serps' | 'provider';

/** `tracked`: the position on one result page; `average`: the mean over all impressions of a window. */
export type PositionKind = 'tracked' | 'average';

/** Place and language of the searches. */
export interface RankingMarket {
  readonly location: Location;
  readonly language: string;
  /** The caller named no place: console figures then count all countries, and everything else `location`. */
  readonly is_any_place: boolean;
}

export interface RankedKeywordsQuery extends RankingMarket {
  /** A domain with its subdomains, a subdomain, or an absolute URL: that page alone. */
  readonly target: string;
  readonly limit: number;
  /** Rows of that order to skip, none by default. */
  readonly offset?: number;
  /** Worst position wanted. */
  readonly max_position: number;
  /** Also keywords for which the target ranked before and does not now. */
  readonly include_lost: boolean;
  /** Which come first, and so are within the limit. `gain`: most to win by a better position; `loss`: lost most clicks. */
  readonly order: 'traffic' | 'gain' | 'loss' | 'position' | 'volume' | 'cpc';
  /** From this volume on, where the source knows volumes; 0 takes unknown ones too. */
  readonly volume_min: number;
}

export interface RankedKeywords {
  readonly basis: RankingBasis;
  /** What console figures cover; null for other bases. */
  readonly window: RankingWindow | null;
  readonly items: readonly RankedKeyword[];
  /** All that match, beyond the limit; null where the source cannot know. */
  readonly total_count: number | null;
  /** How many of all keywords stand where; null where the source does not tell. */
  readonly positions: PositionCounts | null;
  /** Of the whole target, console only; `withheld` of them stand in no keyword. */
  readonly totals: ConsoleTotals | null;
  /** Result pages that were looked through; null for other bases. */
  readonly serps_considered: number | null;
}

/** Complete days, both ends included. */
export interface RankingWindow {
  readonly from: string;
  readonly to: string;
  /** The same number of days before; null where there are no figures of it. */
  readonly previous_from: string | null;
  readonly previous_to: string | null;
  /** Days of the window that have no figures. */
  readonly missing_days: number;
  /** Rows are those that the engine tells at most, as of a table of 1,000 rows. */
  readonly is_cut: boolean;
  /** A place was asked for, but rows are not split by country, so they are of every country. */
  readonly ignores_country: boolean;
  /** Property that the figures are of: `sc-domain:example.com`. */
  readonly property: string;
  readonly engine: 'google' | 'bing';
}

export interface PositionCounts {
  readonly top3: number;
  readonly top10: number;
  readonly top20: number;
  readonly top50: number;
  readonly top100: number;
}

export interface ConsoleTotals {
  readonly clicks: number;
  readonly impressions: number;
  readonly previous_clicks: number | null;
  readonly previous_impressions: number | null;
  readonly withheld_clicks: number;
  readonly withheld_impressions: number;
}

/** More pages for one query say nothing new. */
export const OTHER_URLS_MAX = 5;

export interface RankedKeyword {
  readonly keyword: string;
  /** The page that ranks best or gets most clicks; null where the source does not tell pages. */
  readonly url: string | null;
  /** Null where it does not rank any more. */
  readonly position: number | null;
  readonly position_kind: PositionKind;
  /** Null where it did not rank, or where that is not known: `movement` tells. */
  readonly previous_position: number | null;
  /** Null where nothing is known of before. */
  readonly movement: 'new' | 'up' | 'down' | 'same' | 'lost' | null;
  readonly checked_at: string | null;
  /** Counted by the engine; null for other bases. */
  readonly measured: MeasuredClicks | null;
  /** The source's own estimate of clicks a month; null where clicks are measured or unknown. */
  readonly estimated_traffic: number | null;
  /** What those clicks would cost as ads, in USD. */
  readonly traffic_value: number | null;
  readonly features: readonly SerpItemType[] | null;
  /** Of `url` alone, where a console counts each page by itself; null for other bases. */
  readonly url_figures: { readonly position: number | null; readonly measured: MeasuredClicks } | null;
  /** Further pages of the target that rank for the keyword, best first: a console tells OTHER_URLS_MAX at most. */
  readonly others: readonly RankedUrl[];
  /** What the source says of the keyword itself. */
  readonly facts: readonly KeywordFact[];
  readonly device: Device | null;
}

export interface MeasuredClicks {
  readonly clicks: number;
  readonly impressions: number;
  readonly previous_clicks: number | null;
  readonly previous_impressions: number | null;
  /** Of the same days a year before; null where there are none. */
  readonly year_ago_clicks: number | null;
  readonly year_ago_impressions: number | null;
}

export interface RankedUrl {
  readonly url: string;
  readonly position: number | null;
  readonly clicks: number | null;
  readonly impressions: number | null;
}

export interface RankedPagesQuery extends RankingMarket {
  readonly target: string;
  readonly limit: number;
  readonly offset?: number;
  readonly order: 'traffic' | 'keywords' | 'top3' | 'loss';
  /** Clicks or estimated clicks a month from which on a page counts. */
  readonly traffic_min: number;
  /** `lost` and `all` also take pages that ranked before and do not now. */
  readonly state: 'live' | 'lost' | 'all';
}

export interface RankedPages {
  readonly basis: RankingBasis;
  readonly window: RankingWindow | null;
  readonly items: readonly RankedPage[];
  readonly total_count: number | null;
  readonly totals: ConsoleTotals | null;
  readonly serps_considered: number | null;
}

export interface RankedPage {
  readonly url: string;
  readonly measured: MeasuredClicks | null;
  readonly estimated_traffic: number | null;
  readonly traffic_value: number | null;
  /** Mean over impressions; null for other bases. */
  readonly position: number | null;
  readonly previous_position: number | null;
  /** Keywords that it ranks for now, and how their places changed; null where the source does not tell. */
  readonly keyword_count: number | null;
  readonly top3: number | null;
  readonly top10: number | null;
  readonly new: number | null;
  readonly lost: number | null;
  readonly improved: number | null;
  readonly declined: number | null;
  /** The keyword that brings most. */
  readonly top_keyword: string | null;
  /** Further ones, most clicks or impressions first; at most ten. */
  readonly keywords: readonly {
    readonly keyword: string;
    readonly position: number | null;
    readonly clicks: number | null;
  }[];
  readonly is_lost: boolean;
}

export interface SearchCompetitorsQuery extends RankingMarket {
  readonly target: string;
  readonly limit: number;
  /** Worst position of either that counts as ranking. */
  readonly max_position: number;
  readonly intersections_min: number;
}

export interface SearchCompetitors {
  readonly basis: RankingBasis;
  /** Keywords that the target ranks for within `max_position`. */
  readonly target_keywords: number | null;
  readonly target_traffic: number | null;
  readonly items: readonly SearchCompetitor[];
  readonly total_count: number | null;
  readonly serps_considered: number | null;
}

export interface SearchCompetitor {
  readonly domain: string;
  /** Keywords for which both rank. */
  readonly intersections: number;
  /** Of these, both in the first ten. */
  readonly shared_top10: number | null;
  readonly average_position: number | null;
  /** Of these keywords, where the competitor stands above and below the target. */
  readonly ahead: number | null;
  readonly behind: number | null;
  /** Keywords that the competitor ranks for at all; null where the source cannot know. */
  readonly keyword_count: number | null;
  /** Estimated clicks a month, on the shared keywords and at all. */
  readonly shared_traffic: number | null;
  readonly traffic: number | null;
  /** The target's own on the shared keywords. */
  readonly target_shared_traffic: number | null;
  /** Sum of the click rates of both at their places, the lower of the two for each keyword: rank 90 against 95 is no rivalry. */
  readonly rivalry: number | null;
  /** Most important first; at most five. */
  readonly examples: readonly {
    readonly keyword: string;
    readonly position: number;
    readonly target_position: number;
  }[];
}

export interface SharedKeywordsQuery extends RankingMarket {
  /** Domains, absolute URLs, or URLs with `*` as wildcard; two to five. One alone asks for what it ranks for. */
  readonly targets: readonly string[];
  /** Keywords for which one of these ranks are left out. */
  readonly excluded: readonly string[];
  /** `all`: every target ranks; `any`: at least one does; `first_only`: the first does, and no other. */
  readonly mode: 'all' | 'any' | 'first_only';
  readonly item_types: readonly SerpItemType[];
  readonly limit: number;
  readonly volume_min: number;
  /** Worst position of the first target; undefined takes any. */
  readonly max_position: number | undefined;
  readonly order: 'traffic' | 'volume' | 'cpc' | 'position';
  /** Volumes that a panel of users was counted for, at double the price. */
  readonly has_clickstream: boolean;
}

export interface SharedKeywords {
  readonly basis: RankingBasis;
  readonly window: RankingWindow | null;
  readonly items: readonly SharedKeyword[];
  readonly total_count: number | null;
  readonly serps_considered: number | null;
  /** Targets that the source knows nothing of. */
  readonly unknown_targets: readonly string[];
}

export interface SharedKeyword {
  readonly keyword: string;
  /** In the order of the targets; null where one does not rank. */
  readonly places: readonly (SharedPlace | null)[];
  readonly features: readonly SerpItemType[] | null;
  readonly checked_at: string | null;
  readonly facts: readonly KeywordFact[];
}

export interface SharedPlace {
  readonly position: number;
  readonly url: string | null;
  readonly type: SerpItemType;
  readonly estimated_traffic: number | null;
  readonly clicks: number | null;
  readonly impressions: number | null;
}

export interface TrafficQuery extends RankingMarket {
  readonly targets: readonly string[];
  readonly types: readonly TrafficType[];
}

export type TrafficType = 'organic' | 'paid' | 'featured_snippet' | 'local_pack';

/** Counted clicks are of so many days; those of a longer export are brought to as many. */
export const COUNTED_DAYS = 28;

export interface TrafficFigures {
  /** As it was asked. */
  readonly target: string;
  readonly basis: RankingBasis;
  readonly window: RankingWindow | null;
  /** Clicks of `COUNTED_DAYS` for `console`, estimated clicks a month for `provider`. Null where the source does not tell. */
  readonly traffic: Readonly<Record<TrafficType, number | null>>;
  readonly previous_organic: number | null;
  readonly keyword_count: Readonly<Record<TrafficType, number | null>>;
}

export interface DailyQuery extends Pick<RankingMarket, 'location' | 'is_any_place'> {
  /** A page of the caller's own site. */
  readonly url: string;
  readonly keyword: string;
  /** Days of the window; as many before it and the same days a year before are read as well. */
  readonly days: number;
}

export interface DailyFigures {
  readonly property: string;
  readonly engine: 'google' | 'bing';
  /** The last complete day. */
  readonly to: string;
  /** Oldest first, without gaps where the property has data of a day. */
  readonly pair: readonly DailyPoint[];
  readonly page: readonly DailyPoint[];
  readonly keyword: readonly DailyPoint[];
  readonly site: readonly DailyPoint[];
  /** Other pages of the site that showed for the keyword, window against window. */
  readonly rivals: readonly {
    readonly url: string;
    readonly clicks: number;
    readonly impressions: number;
    readonly position: number;
    readonly previous_clicks: number;
    readonly previous_impressions: number;
  }[];
  /** Impressions in AI answers by page and window, where such a report was imported. */
  readonly generative: { readonly impressions: number; readonly previous_impressions: number } | null;
  /** First day on which the page showed at all. */
  readonly page_since: string | null;
}

export interface DailyPoint {
  readonly day: string;
  readonly clicks: number;
  readonly impressions: number;
  /** Null without impressions. */
  readonly position: number | null;
}

export interface ClickRatesQuery extends Pick<RankingMarket, 'location' | 'is_any_place'> {
  readonly target: string;
  /** Queries that contain one of these letters are left out: people who search for a brand click whatever its position. */
  readonly brand_letters: readonly string[];
}

/** What an own click curve is computed from. */
export interface PositionClicks {
  readonly property: string;
  readonly from: string;
  readonly to: string;
  /** By rounded mean position of queries, from 1. */
  readonly bins: readonly { readonly position: number; readonly clicks: number; readonly impressions: number }[];
}

const DAY_S = 86_400;

export const capability = defineCapability<RankingsSource>({
  name: 'rankings',
  title: 'Rankings',
  ways: [
    'Import your own site with `seamark import console`, from Search Console or an export of it.',
    'Set SEAMARK_DATAFORSEO_LOGIN and SEAMARK_DATAFORSEO_PASSWORD to see any site.',
  ],
  methods: {
    keywords: { mode: 'first', fresh_s: 30 * DAY_S },
    pages: { mode: 'first', fresh_s: 30 * DAY_S },
    competitors: { mode: 'first', fresh_s: 30 * DAY_S },
    shared: { mode: 'first', fresh_s: 30 * DAY_S },
    traffic: {
      mode: 'fill',
      fresh_s: 30 * DAY_S,
      merge: (one, other) => [...one, ...other],
      // A measured figure leaves the estimate open: two sites are compared by figures of one kind.
      remaining: (query, figures) => {
        const settled = new Set(figures.filter(({ basis }) => basis === 'provider').map(({ target }) => target));
        const targets = query.targets.filter((target) => !settled.has(target));
        return targets.length === 0 ? undefined : { ...query, targets };
      },
    },
    daily: { mode: 'stored' },
    clickRates: { mode: 'stored' },
  },
});
