// Written by `npm run gen`. Do not edit.

import type {
  Before, Ended, Interpretation, Level, Noise, OverlapShare, Paging, RankHistoryChange, RankMatch, RankOverviewDown,
  Report, RowsShown, SearchMarket, SerpVolatilityComponent, SerpVolatilityScoreComponent, SignificantChange, Status,
  Winner,
} from './shapes.ts';

/** Get a rank history: `GET /rank/track`. */
export type RankHistoryRequest = {
  /** The search. */ keyword: string;
  /** The page to track as an absolute URL, or a domain or subdomain: then any of its pages counts. */ url: string;
  /** Search engine of the series. */ engine?: string;
  /** Google location code of the series; 0 for checks without a place. */ location_code?: number;
  /** Language of the searches: an ISO 639-1 code such as de or pt-BR, or a name such as German. */ language?: string;
  /** Device of the series; none for checks without a device. */ device?: 'desktop' | 'mobile' | 'none';
};

export type RankHistoryAnswer = Report & {
  keyword: string; url: string;
  /** none: no check of this search, or of this series, is stored. */ coverage: 'full' | 'none';
  engine: string | null; location: string | null;
  /** null: from the source’s own location. */ location_code: number | null;
  language: string | null;
  /** null: the source’s own default. */ device: 'desktop' | 'mobile' | null;
  /** Checks in history. */ checks: number | null;
  /** Of those, too shallow to tell. */ shallow_checks: number | null;
  /** Position in the newest check that can tell; null: not found. */ current: number | null;
  current_checked_at: string | null; best: number | null; best_checked_at: string | null; worst: number | null;
  worst_checked_at: string | null;
  /** Over the checks that found it; see found_share. */ average: number | null;
  /** Share of checks that found it, with its 95% interval. */ found_share: OverlapShare | null;
  /** Mean of 1/position, 0 where it was not found. */ mrr: number | null;
  /** Results that most checks ask for. */ usual_depth: number | null;
  noise: Noise | null;
  /** Between the two newest checks. */ change: RankHistoryChange | null;
  /** Over the last 90 days; never improving or declining inside the noise. */
  trend: 'improving' | 'declining' | 'stable' | 'volatile' | 'insufficient_data';
  trend_detail: {
    /** Positions a day (Theil–Sen); above 0 is worse. */ slope_per_day: number | null;
    /** Mann–Kendall. */ p_value: number | null;
    points: number; days: number;
  } | null;
  /** Oldest first. */ significant_changes: SignificantChange[];
  /** Days from the first to the newest check, both included, in UTC. */ days_tracked: number | null;
  /** Days with at least one check. */ days_checked: number | null;
  /** Your checks that failed: nothing is known about these times. */ gaps: {
    failed_at: string; reason: string;
    /** Source that failed last; null if none was asked. */ source: string | null;
  }[] | null;
  source_changes: { checked_at: string; from: string; to: string }[];
  /** Oldest first; at most the newest 1,000 checks. */ history: (RankMatch & {
    checked_at: string;
    /** null: not among the first depth_checked organic results. */ position: number | null;
    rank_absolute: number | null; page: number | null;
    /** Features on the page. */
    features: { type: string; /** Whether it shows your site; null if unknown. */ owned: boolean | null }[];
    ai_overview: {
      status: Status;
      /** Whether your site is among the references; null if they were not seen. */ cited: boolean | null;
    };
    engine: string; depth_asked: number; depth_checked: number;
    /** Why reading the results ended. */ ended: Ended;
    top_px: number | null; screens_down: number | null; source: string;
    /** The check before came from another source. */ is_source_changed: boolean;
    /** false: not found, but the check read fewer results than usual; it counts in no figure. */
    is_conclusive: boolean;
  })[];
  /** Every series of this search. Figures of two of them are never mixed. */ series: {
    engine: string; location: string | null;
    /** null: from the source’s own location. */ location_code: number | null;
    language: string;
    /** null: the source’s own default. */ device: 'desktop' | 'mobile' | null;
    checks: number; first_checked_at: string; last_checked_at: string;
    /** Whether it is the series of this answer. */ is_shown: boolean;
  }[];
  notes: string[];
};

/** Get an overview of tracked keywords: `GET /rank/overview`. */
export type RankOverviewRequest = Paging & {
  /** Only these tracked keywords (`rkt_…`), separated by commas; also paused ones. */ ids?: string[];
  /** Only tracked keywords with this tag. */ tag?: string;
  /** Length of the period that movers are looked for in. */ days?: number;
};

export type RankOverviewAnswer = Report & RowsShown & {
  tag: string | null;
  /** Length of the period. */ days: number;
  /** Tracked keywords that are not paused, or those named by ids. */ keywords: number;
  /** Those with a check in the last 120 days. */ checked: number;
  /** null where no keyword was checked. */ visibility: {
    /** 0-100: estimated clicks as a share of those at position 1 for every keyword. */ value: number;
    /** Keywords it is computed from. */ keywords: number;
    /** Chained index at the start of the period: compare it with value, whichever keywords were added since. */
    before: number | null;
    /** Keywords that had been checked by then. */ keywords_before: number;
    /** volume: keywords count by their search volume, and by 1 where it is unknown. equal: the volumes of fewer than
     * half are known. */
    weights: 'volume' | 'equal';
    /** Share of the keywords whose search volume is known, 0-1. */ volume_known_share: number | null;
    /** Chained index by day, oldest first. Earlier values are rescaled where keywords were added, so that the addition
     * is no step; they may exceed 100. Keywords you removed are left out throughout. */
    history: {
      date: string;
      /** null: nothing was known, or the day cannot be linked to today. */ value: number | null;
      /** Keywords that had been checked by then. */ keywords: number;
    }[];
  } | null;
  /** null where no keyword was checked. */ share_of_voice: {
    /** 0-100: your part of the estimated clicks on all organic results; weighed as visibility is. */
    value: number | null;
    /** Result pages it is computed from. */ searches: number;
    /** Result pages left out because the source stopped at your result: what ranks below it is unknown. */
    searches_stopped: number;
  } | null;
  /** Over the keywords that were checked. */
  counts: { top3: number; top10: number; top20: number; /** Not among the results checked. */ not_found: number };
  /** Over the keywords that were found; found_share says how many these are. */ average_position: number | null;
  /** With its 95% interval. */ found_share: OverlapShare | null;
  /** Significant changes of the period, the largest in estimated clicks first; at most ten each. */
  movers: { down: RankOverviewDown[]; up: RankOverviewDown[]; down_count: number; up_count: number };
  /** Keywords whose checks have stopped. */ stale: number;
  by_tag: {
    tag: string; keywords: number; checked: number; visibility: number | null; top3: number; top10: number;
    top20: number;
    /** Not among the results checked. */ not_found: number;
  }[];
  /** In the order they were added. */ items: RankOverviewDown[];
  total_count: number;
  /** Click curve that visibility is read from. */ curve: string;
};

/** Check tracked keywords: `POST /rank/targets/check`. */
export type RankTargetsCheckRequest = {
  /** Only tracked keywords with this tag; all of them by default. */ tag?: string;
  /** Most searches that the check may make. Credits are reserved for that many, and charged for those that answered. */
  max_searches?: number;
};

export type RankTargetsCheckAnswer = Report & {
  /** The set that was checked; null for all tracked keywords. */ tag: string | null;
  /** Tracked keywords that are not paused. */ keywords: number;
  /** Result pages looked up for them: one page serves every URL tracked on its search. */ searches: number;
  searches_checked: number;
  /** These leave no point in any history and are not charged. */ searches_failed: number;
  /** Tracked keywords whose search was checked, in the order they were added. */ items: (RankMatch & {
    /** Of the tracked keyword. */ id: string;
    keyword: string; url: string; tags: string[]; engine: string; checked_at: string;
    /** null: not among the results checked. */ position: number | null;
    previous_position: number | null; depth_checked: number;
    /** Against the check before; null for the first. */ change: RankHistoryChange | null;
    /** What the last three checks confirm. */ significant_change: SignificantChange | null;
    /** The significant change shows for the first time in this check. */ is_news: boolean;
  })[];
  failures: {
    keyword: string; engine: string | null; location: string | null;
    /** null: from the source’s own location. */ location_code: number | null;
    language: string;
    /** null: the source’s own default. */ device: 'desktop' | 'mobile' | null;
    reason: string;
    /** Failed checks in a row, this one included. */ failed_checks: number;
  }[];
  counts: {
    /** Keywords that rose beyond the noise, shown for the first time in this check. */ rose: number;
    fell: number; top3: number; top10: number; top20: number; not_found: number;
  };
};

/** Track a rank: `POST /rank/track`. */
export type RankTrackRequest = SearchMarket & {
  /** The search. */ keyword: string;
  /** The page to track as an absolute URL, or a domain or subdomain: then any of its pages counts. */ url: string;
  /** Name of the place to search from; without one, the source searches from its own location. */ location?: string;
  /** Device to search from; without one, the source takes its own default. */ device?: 'desktop' | 'mobile';
  /** Organic results to read at most. */ depth?: number;
  /** Search engine, such as google or bing. Default: the engine of the checks of this search so far, else the first
   * that is connected. */
  engine?: string;
  /** Stop reading at the first result of your site. Cheaper where each page costs, but what stands below it is not
   * seen. */
  stop_on_match?: boolean;
};

export type RankTrackAnswer = Report & RankMatch & {
  keyword: string;
  /** What is tracked. */ url: string;
  engine: string; source: string; checked_at: string;
  /** Among the organic results; null: not among the first depth_checked. */ position: number | null;
  /** Place among everything on the page. */ rank_absolute: number | null;
  page: number | null;
  /** Other results of your site. */
  also_ranking: { url: string; position: number; match_type: 'exact' | 'same_path' | 'same_domain' }[];
  depth_asked: number;
  /** Organic results read. */ depth_checked: number;
  pages_fetched: number;
  /** Why reading the results ended. */ ended: Ended;
  /** Distance from the top of the page in CSS pixels; null if not measured. */ top_px: number | null;
  screens_down: number | null;
  /** Of the check at previous_checked_at; null there: not found. */ previous_position: number | null;
  /** null for the first check of the series. */ previous_checked_at: string | null;
  best_position: number | null; best_checked_at: string | null;
  /** Since the previous check; null for the first. */ change: RankHistoryChange | null;
  /** What the last three checks confirm; null if only noise. */ significant_change: SignificantChange | null;
  noise: Noise;
  /** Checks of this series, including this one. */ checks: number;
  /** Types present on the page. */ serp_features: string[];
  /** Types that the source can see; one that is not listed is unknown. */ features: {
    type: string;
    /** null if the source cannot see it. */ present: boolean | null;
    /** Whether it shows your site; null if unknown. */ owned: boolean | null;
  }[];
  ai_overview: {
    status: Status;
    /** Whether your site is among the references; null if they were not seen. */ cited: boolean | null;
  };
  /** Up to ten results of other sites above yours; the first ten if yours is not found. */
  competitors_above: { domain: string; url: string; position: number }[];
  competitors_above_count: number; notes: string[];
};

/** Measure SERP volatility: `POST /serp/volatility`. */
export type SerpVolatilityRequest = {
  /** The search that the snapshots show. */ keyword: string;
  /** Result lists of the same search at different times. */ snapshots: {
    /** ISO 8601; UTC if the time has no zone. Snapshots may come in any order. */ checked_at: string;
    results: {
      /** From 1; equal positions are a tie. */ position: number;
      url: string;
      /** Used only if url is not an absolute URL. */ domain?: string;
      serp_features?: string[];
    }[];
    /** Leave it out if unknown; an empty list means none. */ serp_features?: string[];
  }[];
  /** Domains, with their subdomains, whose positions to follow. */ target_domains?: string[];
  /** Name of the place to search from. */ location?: string;
  /** Device of the snapshots; repeated in the answer. */ device?: 'desktop' | 'mobile';
  /** Positions a page must move to be reported: low 5, medium 3, high 1. */ sensitivity?: Level;
};

export type SerpVolatilityAnswer = Report & {
  keyword: string; location: string; device: 'desktop' | 'mobile'; sensitivity: Level;
  /** Positions a page must move to count as a winner or loser, by sensitivity. */ positions_min: number;
  snapshots_compared: number; first_checked_at: string | null; last_checked_at: string | null;
  /** 0-100, the mean of the intervals; null if fewer than two snapshots have results. */
  volatility_score: number | null;
  /** Points; they add up to volatility_score. */ score_components: SerpVolatilityScoreComponent | null;
  interpretation: Interpretation | null;
  /** Means over the intervals. */ components: SerpVolatilityComponent;
  /** Of all rows; each list shows at most 100. */ counts: {
    winners: number; losers: number; new_entries: number; dropouts: number;
    /** null if no two snapshots in a row have SERP features. */ feature_changes: number | null;
  };
  /** In the first and the last snapshot; null with fewer than two. */ first_place: {
    /** null if the first snapshot has no position 1. */ before: Before | null;
    after: Before | null;
    /** null if either is unknown. */ changed: boolean | null;
  } | null;
  /** From the first to the last snapshot. */ winners: Winner[];
  losers: Winner[];
  /** In the last snapshot but not in the first, which reached deep enough. */ new_entries: Before[];
  /** In the first snapshot but not in the last; position is where it ranked. */ dropouts: Before[];
  feature_changes: { feature: string; change: 'appeared' | 'disappeared'; previous_at: string; checked_at: string }[];
  target_visibility: {
    domain: string;
    /** From the first to the last snapshot. absent: in none. unknown: one of the two is too shallow to tell whether it
     * still ranks, or already did. */
    status: 'entered' | 'lost' | 'improved' | 'declined' | 'stable' | 'absent' | 'unknown';
    /** null: not within the depth of the snapshot. */ first_position: number | null;
    last_position: number | null;
    /** Positions gained from the first to the last snapshot; null unless in both. */ change: number | null;
    best_position: number | null; worst_position: number | null;
    /** Over the snapshots that contain it. */ average_position: number | null;
    seen_in: number; snapshots: number;
    /** 0-1: mean of 1.0 for position 1 down to 0.1 for 10, 0.05 for 11-20, else 0. */ visibility: number;
    positions: { checked_at: string; position: number | null; url: string | null; depth: number }[];
  }[];
  /** One per consecutive pair, in order of time. */ intervals: {
    from: string; to: string; days: number;
    /** The depth that both snapshots reach. */ depth_compared: number;
    volatility_score: number; score_components: SerpVolatilityScoreComponent; components: SerpVolatilityComponent;
    interpretation: Interpretation; new_entries: number; dropouts: number;
  }[];
  top_domains: {
    domain: string;
    /** Snapshots that contain it. */ seen_in: number;
    /** Share of the snapshots. */ share: number;
    best_position: number;
    /** Mean of its best position in each snapshot that contains it. */ average_position: number;
    /** Distinct pages over all snapshots. */ pages: number;
  }[];
  warnings: string[];
};
