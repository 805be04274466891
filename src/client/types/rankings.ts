// Written by `npm run gen`. Do not edit.

import type {
  ByPriority, ClicksChange, ContentBriefSearch, ContentDecayDetectClick, ContentDecayDetectStatus,
  DomainCompetitorsWindow, DomainRankedKeywordsTotal, ExpectedGain, InternalLinkTask, Keyword, KeywordFigures,
  KeywordsConsidered, Level, OverlapShare, PagesCompared, PagesIntersectionItemType, Paging, RankingBasis, Report,
  RowsShown, SchemaRecommendation, SearchBlock, SearchMarket, SerpFeature, SerpIntent, SharedRankings, Signal, Target1,
  TrafficGapEvidence, Type, WordCountRange,
} from './shapes.ts';

/** Detect content decay: `POST /content-decay/detect`. */
export type ContentDecayDetectRequest = SearchMarket & {
  /** The page to judge. If it redirects, the page that it moved to is judged with its history. */ url: string;
  /** The search that the page should win. */ keyword: string;
  /** Days to look at, in whole weeks, against as many before. Under 14 days are too few to judge. */
  lookback_days?: number;
  /** Minimum fall, in percent, that counts as decay. It must also be larger than noise and seasonality can explain. */
  threshold?: number;
  /** Place name of the location to search from. Without one, figures from your own Search Console data cover all
   * countries. */
  location?: string;
};

export type ContentDecayDetectAnswer = Report & {
  /** full: your own Search Console data. sample: stored result pages only. none: nothing is known of the page. */
  coverage: 'full' | 'sample' | 'none';
  /** not_covered: your console data knows the site, but has no daily figures for the page. unknown_target: no source
   * knows the page. */
  state: 'answered' | 'not_covered' | 'unknown_target';
  decay_audit: {
    /** The page that was judged: where the one you sent redirects to, if it does. */ url: string;
    keyword: string;
    /** Addresses that the page moved from, oldest first; their figures are added. */ followed: string[];
    /** true only if the fall reaches the threshold and is larger than noise and season explain. */
    decaying: boolean | null;
    status: ContentDecayDetectStatus;
    /** Why there is too little data; null where there is enough. */ reason: string | null;
    /** position: stored result pages, where there is no Search Console data. */
    judged_by: 'clicks' | 'impressions' | 'position' | null;
    /** keyword: the page for this keyword. page: for all searches. */ scope: 'keyword' | 'page' | null;
    /** Change against the window before. Positive is worse: fewer clicks, or a higher position number. */
    decay_percent: number | null;
    /** The same with seasonality removed, with its 95% interval. Positive is worse. */
    season_adjusted: { percent: number; low: number; high: number } | null;
    /** true: no larger than the usual noise of the series. */ within_noise: boolean | null;
    threshold: number;
    /** Of what it was judged by: clicks or impressions a day, a day; or positions a day, where positive is worse. */
    slope_per_day: number | null;
    slopes: {
      clicks: ContentDecayDetectClick | null; impressions: ContentDecayDetectClick | null;
      position: ContentDecayDetectClick | null;
    };
    confidence: number;
    /** First day of the week in which it began to fall; null unless decaying. */ first_decline_at: string | null;
    /** Whole weeks of complete days; null without Search Console data. */ window: {
      from: string; to: string; previous_from: string; previous_to: string; property: string; engine: 'google' | 'bing';
    } | null;
    /** Weeks, or checks of the result page, oldest first. */ points: {
      from: string; to: string; clicks: number | null; impressions: number | null; position: number | null;
      /** Of the same week a year before. */ last_year_clicks: number | null;
    }[];
    /** Places on stored result pages; null where none has the page. */ rank_history: {
      engine: string; device: string | null; checks: number; before: number | null; after: number | null;
      status: ContentDecayDetectStatus;
    } | null;
    worst_interval: { from: string; to: string; change_percent: number; before: number; after: number } | null;
    /** null without data of the same weeks a year before. */ year_over_year: {
      clicks: number; last_year_clicks: number;
      /** Negative is worse. */ change_percent: number | null;
      window: { from: string; to: string };
    } | null;
    seasonal_expectation: {
      basis: 'last_year' | 'site_last_year' | 'demand' | 'site' | 'none';
      /** What seasonality alone would predict. */ expected: number;
      observed: number;
      /** The effect of seasonality on these weeks. */ change_percent: number;
    } | null;
    /** Clicks a month below what was expected; null unless decaying by clicks. */
    traffic_at_risk: { clicks_per_month: number; low: number; high: number } | null;
    known_breaks: { from: string; to: string; note: string }[];
    /** New pages are not judged. */ exempt: { reason: 'new_page'; since: string; until: string } | null;
    /** Largest share of the loss first. */ likely_causes: {
      cause: 'technical' | 'rank' | 'demand' | 'clicks_lost_above' | 'cannibalised' | 'competitor' | 'stale';
      /** In unit. */ figure: number;
      unit: string; before: number | null; after: number | null;
      /** Clicks of the window that it explains; null where it cannot be told apart from another cause. */
      lost_clicks: number | null;
      /** Of the whole loss. */ share: number | null;
      evidence: string[];
    }[];
    causes_considered: {
      technical: 'likely' | 'ruled_out' | 'unknown'; rank: 'likely' | 'ruled_out' | 'unknown';
      demand: 'likely' | 'ruled_out' | 'unknown'; clicks_lost_above: 'likely' | 'ruled_out' | 'unknown';
      cannibalised: 'likely' | 'ruled_out' | 'unknown'; competitor: 'likely' | 'ruled_out' | 'unknown';
      stale: 'likely' | 'ruled_out' | 'unknown';
    } | null;
    recovery_steps: string[]; scopes: { keyword: Keyword | null; page: Keyword | null };
    page: {
      status_code: number | null; is_indexable: boolean | null; canonical_url: string | null; title: string | null;
      words_count: number | null; referring_domains: number | null; published_at: string | null;
      age_days: number | null; fetched_at: string | null;
    };
    notes: string[];
  };
};

/** Find search competitors: `POST /domain/competitors`. */
export type DomainCompetitorsRequest = SearchMarket & Paging & {
  /** Domain or URL. For a URL or subdomain, its whole site is used. */ target: string;
  /** Place name of the location to search from. Without one, figures from your own Search Console data cover all
   * countries. */
  location?: string;
  /** Minimum number of keywords that both must rank for. */ min_intersections?: number;
  /** Lowest position that counts as ranking, for either site. */ max_rank_group?: number;
  /** Highest first, unknown last; ties by clicks at stake, shared keywords and domain. */
  sort_by?: 'threat' | 'overlap' | 'competitor_traffic' | 'traffic_gap';
};

export type DomainCompetitorsAnswer = Report & RankingBasis & RowsShown & {
  target: { value: string; type: 'domain' | 'subdomain' | 'page' };
  /** false: fewer than 20 stored result pages show the target, or it ranks for fewer than 20 keywords: too few to tell
   * competitors from chance. */
  is_sufficient: boolean | null;
  /** Keywords for which the target ranks within max_rank_group. */ target_keywords: number | null;
  /** Estimated clicks a month. */ target_traffic: number | null;
  target_authority: number | null;
  items: (SharedRankings & {
    kind: 'search_competitor';
    /** Shared keywords for which it ranks above the target. */ keywords_where_ahead: number | null;
    keywords_where_behind: number | null;
    /** Of the shared keywords, those where it ranks above; by clicks on the shared keywords where places are not
     * known. */
    ahead_share: OverlapShare | null;
    ahead_basis: 'positions' | 'traffic' | null;
    /** Its estimated clicks a month on the shared keywords. */ shared_traffic: number | null;
    /** The target’s on the same keywords. */ target_shared_traffic: number | null;
    /** shared_traffic − target_shared_traffic: above 0 it gets more clicks from the shared keywords. */
    traffic_gap: number | null;
    /** What the two compete for, in stake_unit: for each shared keyword the lower of the two click rates, so positions
     * 90 and 95 count for almost nothing. */
    clicks_at_stake: number | null;
    stake_unit: 'click_rates' | 'clicks_a_month' | null;
    /** 0-100, from links; null if the site is not in the index. */ authority: number | null;
    /** authority − that of the target. */ authority_gap: number | null;
    /** The keywords with the most at stake; empty if the source doesn’t list them. */
    example_keywords: { keyword: string; position: number; target_position: number }[];
    /** Stored result pages that show both; only for basis serps. */ serps_considered: number | null;
    /** false: fewer than 20 stored result pages show both, or the target ranks for fewer than 20 keywords at all. That
     * may be chance. */
    is_sufficient: boolean;
    /** 0-100; null where it is not sufficient or not known. */ threat_score: number | null;
    score_components: {
      /** Relative to the competitor with the most overlap. */ clicks_at_stake: number | null;
      /** Share of the target’s keywords. */ overlap: number | null;
      /** How often it ranks above the target. */ ahead: number | null;
    };
    score_coverage: number; threat_level: Level | null;
    next_action: 'look_up_more' | 'close_gaps' | 'defend' | 'study_content' | 'monitor';
    /** The figures behind next_action. */ reason: string;
  })[];
  /** Search competitors that match, beyond limit; null where the source cannot know. */ total_count: number | null;
  /** Marketplaces, encyclopaedias, forums, social networks and the like that rank for the same keywords: not
   * competitors, but places to be present. At most 20. */
  platforms: (SharedRankings & {
    kind:
      | 'marketplace' | 'encyclopaedia' | 'forum' | 'social' | 'video' | 'search_engine' | 'code_hosting'
      | 'shared_hosting';
  })[];
  /** null without data. */ platform_count: number | null;
  /** Your project’s other domains, which are left out. */ own_domains: string[];
  /** Counted over every competitor that was read, not just those shown; null without data. */
  threat_counts: ByPriority | null;
  units: Record<string, string>;
};

/** Compare the keywords of two sites: `POST /domain/intersection`. */
export type DomainIntersectionRequest = SearchMarket & Paging & {
  /** Your site, or the one to judge. A domain, subdomain or URL; a URL stands for its site. */ target1: string;
  /** The site to compare it with. */ target2: string;
  /** Place name of the location to search from. Without one, figures from your own Search Console data cover all
   * countries. */
  location?: string;
  /** true: keywords for which both rank. false: keywords for which target1 ranks and target2 does not; put your
   * competitor in target1 to see what you are missing. */
  intersections?: boolean;
  /** Leave out keywords with fewer searches a month. From 1 on this also leaves out unknown volumes. */
  min_search_volume?: number;
  /** Highest first, unknown last, ties by target1_rank and keyword. traffic_gap and rank_gap: the largest lead of
   * target2 first; with intersections false, that of target1. */
  sort_by?: 'opportunity' | 'search_volume' | 'traffic_gap' | 'rank_gap' | 'cpc';
};

export type DomainIntersectionAnswer = Report & RankingBasis & RowsShown & {
  target1: string; target2: string; intersections: boolean;
  /** What the rows are, and which call shows the other side. */ meaning: string;
  items: (KeywordFigures & {
    keyword: string;
    /** Whose brand the keyword contains, as far as that is known; such a keyword is no gap to close. null: no brand
     * that is known. */
    brand_of: 'target1' | 'target2' | null;
    target1_rank: number | null;
    /** null: not among the results that were read. */ target2_rank: number | null;
    /** target1_rank − target2_rank: above 0, target1 ranks lower. null unless both rank. */ rank_gap: number | null;
    /** Clicks a month; null where it does not rank or the figure is unknown. */ target1_traffic: number | null;
    target2_traffic: number | null;
    /** Clicks a month that target2 gets beyond target1; below 0, target1 gets more. A target that does not rank gets
     * none. */
    traffic_gap: number | null;
    /** Bounds and source of traffic_gap. */ traffic_gap_evidence: TrafficGapEvidence | null;
    /** shared_deficit: target1 ranks below target2. current_advantage: above. parity: next to each other past position
     * 3, or both past position 20, where hardly anybody clicks. target1_exclusive: target2 does not rank. */
    classification: 'shared_deficit' | 'current_advantage' | 'target1_exclusive' | 'parity';
    /** The same as seen by each target, in Semrush’s words: missing (only the other ranks), weak (ranks lower), strong
     * (ranks higher), shared (level), unique (only it ranks). */
    gap_class: { target1: Target1; target2: Target1 };
    best_urls: { target1: string | null; target2: string | null };
    /** null where the source doesn’t report them. */ serp_features: SerpFeature[] | null;
    checked_at: string | null;
    /** Whose opportunity is scored: that of target1, or of target2 for keywords that only target1 ranks for. */
    opportunity_for: 'target1' | 'target2';
    reason: string;
  })[];
  /** All keywords that match, beyond limit; null where the source cannot know. */ total_count: number | null;
  filtered_out: { below_min_search_volume: number; unknown_search_volume: number } | null;
  /** Over all rows, not only those shown; null for classes that the question leaves out. */ counts: {
    shared_deficit: number | null; current_advantage: number | null; target1_exclusive: number | null;
    parity: number | null;
  };
  /** Rows behind counts; at most 1,000. null if nothing is known. */ counted_rows: number | null;
  /** false: there are more rows than were counted. */ counts_complete: boolean | null;
  /** Targets that the source does not know. A known target that does not rank is not listed here. */
  unknown_targets: string[];
  /** Your own click rates, by which gaps are estimated; null: the published curve. */ click_curve: string | null;
  units: Record<string, string>;
};

/** List ranked keywords: `POST /domain/ranked-keywords`. */
export type DomainRankedKeywordsRequest = SearchMarket & Paging & {
  /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */ target: string;
  /** Place name of the location to search from. Without one, figures from your own Search Console data cover all
   * countries. */
  location?: string;
  /** Exports up to this many rows as one job instead of limit. You pay for the rows it returns. */
  export_rows?: number;
  /** Leave out keywords with fewer searches a month. From 1 on this also leaves out unknown volumes, unless the site
   * was seen as often. */
  min_search_volume?: number;
  /** Worst position to include. */ max_rank?: number;
  /** Highest first; rank: best first. estimated_traffic sorts by measured clicks where they are known. Unknown last and
   * by rank, ties by keyword. */
  sort_by?: 'opportunity' | 'estimated_traffic' | 'rank' | 'search_volume' | 'cpc';
  /** Also keywords that the target ranked for before and does not rank for now. */ include_lost?: boolean;
};

export type DomainRankedKeywordsAnswer = Report & RankingBasis & RowsShown & {
  target: { value: string; type: 'domain' | 'subdomain' | 'page' };
  /** Your own click rates by position, which gains are read from; null: the published curve. */
  click_curve: { name: string; property: string; from: string; to: string; impressions: number } | null;
  items: (KeywordFigures & {
    keyword: string;
    /** Whether it contains the target’s brand: your project’s, if the target is one of its sites. Else true where it
     * spells out the domain, and null where that is not known. */
    is_brand: boolean | null;
    /** Of the target, over all of its pages that rank. null: it does not rank any more. */ rank: number | null;
    /** tracked: on one result page, at checked_at. average: the mean over all impressions of the window. */
    position_kind: 'tracked' | 'average';
    previous_rank: number | null;
    /** same where the change is within the noise; the source’s word where it does not tell the rank before. lost only
     * where a newer result page or window is without the target. null if nothing is known of before. */
    movement: 'new' | 'up' | 'down' | 'same' | 'lost' | null;
    rank_change: { from: number; to: number; within_noise: boolean } | null; checked_at: string | null;
    url: string | null;
    /** Of url alone, which gains are read from; null where that is not known. */ url_rank: number | null;
    /** Further pages of the target that rank for it: check whether they compete. */
    other_urls: { url: string; rank: number | null; clicks: number | null; impressions: number | null }[];
    device: 'desktop' | 'mobile' | null;
    /** Counted in the window; null if no source counts them. */ clicks: number | null;
    impressions: number | null;
    /** clicks / impressions. */ ctr: number | null;
    /** Against the window before. */ clicks_change: ClicksChange | null;
    /** On the same days a year before. */ year_ago_clicks: number | null;
    /** Clicks a month, as the provider or volume × click rate estimates them. null where clicks are measured. */
    estimated_traffic: number | null;
    traffic_low: number | null; traffic_high: number | null;
    /** measured, provider, or the name of the click curve that the estimate is read from. */
    traffic_source: string | null;
    /** What the clicks of a month would cost as ads, in USD. */ traffic_value: number | null;
    /** null where the source doesn’t report them. */ serp_features: SerpFeature[] | null;
    /** Clicks a month more at to_rank; null where position or demand is not known. */
    expected_gain: ExpectedGain | null;
    opportunity_type:
      | 'lost_keyword_recovery' | 'content_refresh' | 'featured_snippet_opportunity' | 'ai_overview_opportunity'
      | 'quick_win' | 'commercial_intent_opportunity' | 'defend' | 'none';
    /** The figures behind opportunity_type. */ reason: string;
  })[];
  /** All keywords that match, beyond limit; null where the source cannot know. */ total_count: number | null;
  /** list: the whole list is in order. page: the source decides which rows are on a page; only these are in order. */
  sorted: 'list' | 'page';
  /** Keywords of those read that min_search_volume leaves out; null if nothing is known. */
  filtered_out: { below_min_search_volume: number; unknown_search_volume: number } | null;
  /** Each band holds those before it. null if nothing is known. */ position_distribution: {
    keywords_considered: number; top3: number; top10: number; top20: number; top50: number; top100: number;
    /** false: counted over the rows of this answer, not over all keywords. */ is_complete: boolean;
  } | null;
  /** Of the whole target in the window; null if no source counts them. */ totals: DomainRankedKeywordsTotal | null;
  /** Over the rows of this answer; null if nothing is known. */
  movements: { new: number; up: number; down: number; same: number; lost: number; unknown: number } | null;
  opportunities: {
    lost_keyword_recovery: number; content_refresh: number; featured_snippet_opportunity: number;
    ai_overview_opportunity: number; quick_win: number; commercial_intent_opportunity: number; defend: number;
    none: number;
  } | null;
  /** Keywords with and without your brand; null if the project has none. */
  by_brand: { branded: number; unbranded: number } | null;
  /** Pages of these rows that a crawl saw kept out of search, by an error, a redirect, noindex or a canonical: fix them
   * before any other work on them. Null where no crawl knows the pages. */
  blocked_pages: SearchBlock[] | null;
  units: Record<string, string>;
};

/** List pages with search traffic: `POST /domain/relevant-pages`. */
export type DomainRelevantPagesRequest = SearchMarket & Paging & {
  /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */ target: string;
  /** Place name of the location to search from. Without one, figures from your own Search Console data cover all
   * countries. */
  location?: string;
  /** Exports up to this many rows as one job instead of limit. You pay for the rows it returns. */
  export_rows?: number;
  /** Leave out pages with fewer clicks: measured ones in the window, or estimated ones a month. Above 0 this also
   * leaves out pages whose traffic is unknown. */
  min_traffic?: number;
  /** live: pages that rank. lost: pages that ranked before and do not now. all: both. */
  historical_serp_mode?: 'live' | 'lost' | 'all';
  /** Highest first, unknown last, ties by URL. estimated_traffic sorts by measured clicks where they are known. */
  sort_by?: 'estimated_traffic' | 'keyword_count' | 'top3' | 'opportunity';
};

export type DomainRelevantPagesAnswer = Report & RankingBasis & RowsShown & {
  target: { value: string; type: 'domain' | 'subdomain' | 'page' };
  items: {
    url: string;
    /** It ranked before and does not now. */ is_lost: boolean;
    /** Of the last crawl, as all facts of the page; null if it was never crawled. */ title: string | null;
    status_code: number | null; redirect_url: string | null; is_indexable: boolean | null; canonical_url: string | null;
    words_count: number | null; referring_domains: number | null; backlinks: number | null; published_at: string | null;
    /** Since published_at; an update without a new date does not show. */ content_age_days: number | null;
    crawled_at: string | null;
    /** Counted in the window; null if no source counts them. */ clicks: number | null;
    impressions: number | null; ctr: number | null;
    /** Against the window before. */ clicks_change: ClicksChange | null;
    /** Against the same days a year before. */ year_over_year: ClicksChange | null;
    /** Clicks a month, as the source estimates them. null where clicks are measured or no source estimates them. */
    estimated_traffic: number | null;
    /** Of the clicks of the whole target; null where these are not known. */ traffic_share: number | null;
    /** What the clicks of a month would cost as ads, in USD. */ traffic_value: number | null;
    /** Mean over impressions. */ avg_position: number | null;
    previous_position: number | null;
    /** Keywords that it ranks for now. */ keyword_count: number | null;
    top3: number | null; top10: number | null;
    /** Keywords that it ranks for now and did not before. */ new: number | null;
    lost: number | null; improved: number | null; declined: number | null; top_keyword: string | null;
    /** Those that bring most; at most ten. */
    keywords: { keyword: string; rank: number | null; clicks: number | null }[];
    /** Of the clicks of these keywords, those on branded ones; null if your project has no brand for this site. */
    brand_share: OverlapShare | null;
    /** Clicks a month more at position 3 for all of its impressions; null where these are not counted. */
    expected_gain: ExpectedGain | null;
    action: 'review' | 'refresh' | 'expand' | 'recover' | 'protect'; reason: string;
    /** The figures that led to the action. */ triggers: { figure: string; value: number | string | boolean }[];
    opportunity_score: number | null;
    score_components: {
      /** Clicks of a month, by their logarithm. */ traffic: number | null;
      /** Share of clicks, or of keywords, that it has lost beyond the noise. */ loss: number | null;
      /** What position 3, or page one, has over its present place. */ headroom: number | null;
      /** Sites that link to it, by their logarithm: such a page is worth keeping. */ links: number | null;
    };
    score_coverage: number; priority: Level | null;
  }[];
  /** All pages that match, beyond limit; null where the source cannot know. */ total_count: number | null;
  /** list: the whole list is in order. page: the source decides which rows are on a page; only these are in order. */
  sorted: 'list' | 'page';
  /** Of the whole target in the window; null if no source counts them. */ totals: DomainRankedKeywordsTotal | null;
  /** Clicks of the whole target against the window before. */ totals_change: ClicksChange | null;
  /** Pages of this answer whose status the index knows; null if nothing is known. */ pages_crawled: number | null;
  action_counts: { review: number; refresh: number; expand: number; recover: number; protect: number } | null;
  units: Record<string, string>;
};

/** Compare search traffic: `POST /domain/traffic-estimate`. */
export type DomainTrafficEstimateRequest = SearchMarket & {
  /** Domains, subdomains or absolute page URLs. Repeats are asked for once. */ targets: string[];
  /** Place name of the location to search from. Without one, figures from your own Search Console data cover all
   * countries. */
  location?: string;
  /** Also traffic from ads in search results. */ include_paid?: boolean;
  /** Also traffic from featured snippets. */ include_featured_snippet?: boolean;
  /** Also traffic from local packs. */ include_local_pack?: boolean;
  /** Highest first, target by name. Unknown last, ties by target. */
  sort_by?: 'organic_traffic' | 'total_traffic' | 'paid_traffic' | 'opportunity' | 'target';
};

export type DomainTrafficEstimateAnswer = Report & RowsShown & {
  /** full: a traffic figure for every target. none: no source knows the traffic of any of them. */
  coverage: 'full' | 'partial' | 'none';
  /** Of estimates. */ location: { code: number; name: string } | null;
  language: string;
  /** Of counted clicks; null: all countries. */ measured_location: { code: number; name: string } | null;
  /** The measure that leader is based on: the one that most targets have. Figures of the other are not compared with
   * it. */
  compared_by: 'measured' | 'estimated' | null;
  /** null with less than two targets of one measure. */
  leader: { target: string; organic_traffic: number; measure: 'measured' | 'estimated' } | null;
  items: {
    /** As you sent it. */ target: string;
    type: 'domain' | 'subdomain' | 'page';
    /** false: no source knows its traffic, which does not mean that it has none. */ found: boolean;
    /** not_covered: a source knows the target, but not its clicks; stored result pages show how many keywords it ranks
     * for. unknown_target: no source knows it at all. */
    state: 'answered' | 'not_covered' | 'unknown_target';
    /** What organic_traffic is: clicks counted in your own console, or a vendor’s estimate. */
    measure: 'measured' | 'estimated' | null;
    /** Days that the figures cover and those they are compared with; only for basis console. */
    window: DomainCompetitorsWindow | null;
    /** Counted clicks are those of 28 days; where window is longer, its clicks are brought to 28 days. Estimates are
     * clicks a month. */
    organic_traffic: number | null;
    /** Bounds of organic_traffic; equal to it where clicks are counted. */ organic_low: number | null;
    organic_high: number | null;
    /** Of the time before. */ previous_organic: number | null;
    /** Only where clicks are counted. */ organic_change: ClicksChange | null;
    /** null where it was not requested or is unknown. */ paid_traffic: number | null;
    featured_snippet_traffic: number | null; local_pack_traffic: number | null;
    /** Sum of the channels asked for; null where one of them is unknown. */ total_traffic: number | null;
    /** Clicks of 28 days from your own console, shown next to an estimate as well. */ measured_clicks: number | null;
    /** The vendor’s estimate ÷ measured_clicks brought to a month, where both are known: how far its estimates are off
     * here. */
    estimate_ratio: number | null;
    keywords_considered: KeywordsConsidered;
    /** Shares of total_traffic, 0-1; null where that is unknown or 0. A channel not asked for is null. */
    channel_mix: KeywordsConsidered | null;
    /** …_led: at least 60% of the traffic. minimal: under 100 clicks. unknown: less than two channels are known. */
    footprint_type: 'organic_led' | 'paid_led' | 'local_led' | 'snippet_led' | 'balanced' | 'minimal' | 'unknown';
    /** Only where no number is known: read from how well linked the domain is, so a hint, not traffic. */
    traffic_band: 'very_high' | 'high' | 'medium' | 'low' | 'minimal' | null;
    /** The rank, 0-1000, that the band is read from. */ band_rank: number | null;
    /** Of the organic traffic of all targets with this measure, 0-1. null if there is one alone, or it lies inside
     * another target. */
    relative_share: number | null;
    /** Another target of which this is a part; its traffic counts there. */ contained_in: string | null;
    opportunity_score: number | null;
    score_components: {
      /** Traffic of the leader that it does not have. */ gap_to_leader: number | null;
      /** Share of ads in search traffic, part of which could be earned. */ paid_dependence: number | null;
      /** Share of its organic traffic that it has lost. */ decline: number | null;
    };
    score_coverage: number; priority: Level | null;
  }[];
  total_count: number;
  /** Targets that name the same site or page as another one; they have no row of their own. */
  duplicates: { target: string; duplicate_of: string }[];
  found: number; units: Record<string, string>;
};

/** Brief one opportunity: `POST /opportunities/brief`. */
export type OpportunitiesBriefRequest = SearchMarket & {
  /** Search to study: the pages that rank for it are read and compared. */ keyword: string;
  /** Name of the place to search from. */ location?: string;
  /** Your domain, brand or site: its own pages are not compared. Default: the domains of your project’s brand. */
  target?: string;
  /** Your page that should rank; without it, the brief is for a new one. */ page_url?: string;
  /** What kind of opportunity it is, as opportunities.find names it. Decides order, detail and success metric. */
  opportunity_type?: Type;
  /** Where the page ranks now, if you know: the further down, the more content and time the plan asks for. */
  current_rank?: number;
  /** Read the pages that rank and return their outlines; +2 credits. Without it, the brief has only the result page and
   * your page to go by. */
  include_competitor_outlines?: boolean;
};

export type OpportunitiesBriefAnswer = Report & {
  search: ContentBriefSearch;
  /** As sent. */ opportunity_type: Type | null;
  /** The rank that was sent, or else the position of the page on this result page; null if neither is known. */
  current_rank: number | null;
  /** low with fewer than three compared pages. */ confidence: 'high' | 'medium' | 'low';
  brief: {
    serp_intent: SerpIntent;
    /** Null without page_url. */ current_page: {
      url: string; title: string | null; word_count: number;
      /** On earlier checks of this search within 180 days; null if none saw it. */
      best_position: { position: number; checked_at: string } | null;
      /** What keeps the page out of search, to be fixed before its text: noindex or a canonical to another page. Null
       * where neither was found. */
      search_block: SearchBlock | null;
      coverage_score: number | null; headings: { level: number; text: string }[];
      /** Topics that the compared pages share and this one lacks; null with fewer than three compared pages. */
      gaps: string[] | null;
    } | null;
    sections_to_add: {
      heading: string; why: string; points: string[];
      /** Compared pages that cover it. */ seen_on: string[];
      /** Of these, pages with a heading for it. */ evidence_urls: string[];
      /** What they say about it, word for word. */ evidence: { url: string; heading: string | null; quote: string }[];
    }[];
    questions: {
      question: string; seen_in: 'people_also_ask' | 'headings' | 'both';
      /** Ranking pages that have it as a heading. */ seen_on: string[];
      /** On your page; null without one. */ answered: boolean | null;
    }[];
    entities: { name: string; pages: number; of: number; on_page: boolean | null }[];
    schema_recommendations: SchemaRecommendation[];
    /** Null if your site was not crawled. */ internal_link_tasks: InternalLinkTask[] | null;
    validation_checklist: { check: string; why: string }[];
    success_metric: {
      /** What to measure. */ metric: string;
      where: string;
      /** Where it stands today; null if that is unknown. */ from: string | null;
      to: string;
      /** Weeks after the change. */ weeks: { first_sign: number; judge_after: number };
    };
  };
  /** Crawled pages of your site that are about the search; null if your site was not crawled. */ internal_links_from: {
    url: string; title: string | null;
    /** Whether it links to the page now: in its text, only in its navigation, or not at all. Null without page_url, or
     * if it could not be read. */
    links_to_page: 'text' | 'navigation' | 'none' | null;
    /** Sentence of that page about the search, word for word: a place for the link. Null if it has none. */
    sentence: string | null;
  }[] | null;
  /** Other pages of your site on this result page or on earlier ones; null if it is unknown which sites are yours. */
  cannibalising_pages: {
    url: string;
    /** On this result page; null if it is not on it. */ position: number | null;
    last_position: number; last_seen_at: string;
    /** Result pages of this search on which it stands. */ checks: number;
    /** Result pages that were looked at: this one and earlier checks within 180 days. */ of: number;
  }[] | null;
  /** Words of the compared pages: a range to stay near, not a target. Null with fewer than three. */
  length_guidance: WordCountRange | null;
  /** The later of publication and change, as the pages state it. */ freshness: {
    /** Date that your page shows; null if it shows none. */ own: string | null;
    /** Compared pages that show a date. */ dated: number;
    of: number; newest: string | null; oldest: string | null;
  };
  /** Null if the source cannot see AI Overviews. */ ai_overview_targets: {
    status: 'present' | 'absent' | 'async_not_loaded';
    /** Null if the overview was not loaded. */ cited: {
      url: string; domain: string; title: string | null;
      /** Null if it is unknown which sites are yours. */ own: boolean | null;
    }[] | null;
    /** Statements of the overview, word for word; null if its text is unknown. */ passages: string[] | null;
    /** People also ask on this result page. */ questions: string[];
  } | null;
  what_not_to_do: string[];
  /** Empty if they were not requested. */ competitor_outlines: PagesCompared[];
  notes: string[];
};

/** Find opportunities: `POST /opportunities/find`. */
export type OpportunitiesFindRequest = SearchMarket & Paging & {
  /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */ target: string;
  /** Place name of the location to search from. Without one, figures from your own Search Console data cover all
   * countries. */
  location?: string;
  /** Ranked keywords to inspect. */ keyword_limit?: number;
  /** Exports up to this many tasks as one job instead of limit, at the same price. */ export_rows?: number;
  /** Keywords whose result pages show the competitors. By default those that you have most to gain for. */
  seed_keywords?: string[];
  /** +2 credits: who ranks for the seed keywords, and which searches they win that you don’t. */
  include_serp_competitors?: boolean;
  /** +2 credits: sites that rank for your keywords, and keywords that only they rank for. */
  include_competitor_discovery?: boolean;
  /** Includes branded keywords, which are left out by default. */ include_brand?: boolean;
};

export type OpportunitiesFindAnswer = Report & RankingBasis & RowsShown & {
  target: string;
  /** One task a page, best first: by score × score_coverage, so that an unknown gain counts for nothing. */
  opportunities: {
    /** Stays the same for this task in later answers. */ dedupe_key: string;
    type: Type;
    /** What speaks for the task. */ signal: Signal;
    /** The keyword with the most to gain. */ keyword: string;
    /** The page to work on; null if there is none yet, or the source doesn’t say which one ranks. */
    url: string | null;
    /** Of keyword; a mean over impressions for basis console. */ rank: number | null;
    /** Keywords that the task is for, most to gain first; at most ten. */ cluster: {
      keyword: string; position: number | null; clicks: number | null; impressions: number | null;
      /** To gain, or lost, a month. */ clicks_per_month: number | null;
    }[];
    cluster_size: number;
    /** null where search demand is unknown. */ expected_gain: {
      clicks_per_month: number; low: number; high: number;
      /** null where the task is not about a position. */ to_rank: number | null;
      /** Click curve behind it: your own, or the published one. */ ctr_curve: string;
      period: 'month';
    } | null;
    baseline: {
      clicks: number | null; impressions: number | null;
      /** Weighted by impressions where they are known. */ position: number | null;
      window: { from: string; to: string } | null;
    };
    evidence: string[]; why_now: string; effort: Level; risk: { level: Level; why: string }; score: number | null;
    score_components: {
      gain: number | null; ease: number | null;
      /** How close the lower bound of the gain is to the gain. */ certainty: number | null;
      intent: number | null;
    };
    score_coverage: number; priority: Level | null;
    /** Other opportunities on the same page; handle them together. */
    also: { type: Type; signal: Signal; action: string; clicks_per_month: number | null }[];
    recommended_action: string;
    next_call: {
      operation: string; method: 'POST';
      /** Path below /api/v1. */ path: string;
      body: Record<string, unknown>; reason: string;
    };
  }[];
  /** All tasks found, including those beyond the limit; null without data. */ total_count: number | null;
  /** Over all tasks found, including those beyond the limit. */ summary_by_type: {
    type: Type; tasks: number; clicks_per_month: number | null; low: number | null; high: number | null;
  }[];
  /** null without data on the target. */ inspected: {
    keywords: number;
    /** null where the source doesn’t say which page ranks for which keyword. */ pages: number | null;
    /** Branded keywords: people who search for you by name find you anyway. */ branded_left_out: number;
    /** Pages whose status and robots directives are in the index. */ pages_known: number;
    /** Keywords with a stored result page. */ result_pages: number;
  } | null;
  /** Click curve that gains are read from. */ ctr_curve: string;
  /** null without include_serp_competitors, and where no result page of the seed keywords is known. */
  serp_competitors: {
    domain: string; keywords: number; average_position: number; median_position: number;
    /** Keywords for which it stands above the target, or the target is not among the results. */ ahead: number;
    /** 0-100: clicks of its places, as a share of those of every first place. */ visibility: number;
    examples: { keyword: string; position: number; own_position: number | null }[];
  }[] | null;
  /** Keywords whose result pages serp_competitors is based on. */ seed_keywords: string[] | null;
  /** null without include_competitor_discovery, and where none are known. */ discovered_competitors: {
    domain: string; intersections: number; average_position: number | null; ahead: number | null; behind: number | null;
    traffic: number | null;
    /** Keywords it ranks for and you do not; null where that was not asked. */ gaps: number | null;
  }[] | null;
  notes: string[];
};

/** Compare the keywords of pages: `POST /pages/intersection`. */
export type PagesIntersectionRequest = SearchMarket & Paging & {
  /** Absolute URLs, or https://example.com/blog/* for a folder. Your own page first; duplicates count once. */
  pages: string[];
  /** Keywords for which one of these ranks are left out: put your own pages here to see what they are missing. */
  exclude_pages?: string[];
  /** Place name of the location to search from. Without one, figures from your own Search Console data cover all
   * countries. */
  location?: string;
  /** Types of results that count as ranking. */ item_types?: PagesIntersectionItemType[];
  /** union: keywords for which at least one page ranks. intersect: all pages rank. */
  intersection_mode?: 'union' | 'intersect';
  /** Adds when each result page was checked and which features it showed. */ include_serp_info?: boolean;
  /** Adds clickstream volumes from a provider that has them. Doubles the price if it answers. */
  include_clickstream_data?: boolean;
  /** Leave out keywords with fewer searches a month. From 1 on this also leaves out unknown volumes, unless the site
   * was seen as often. */
  min_search_volume?: number;
  /** Worst rank of the first page. Keywords for which it does not rank stay in a union. */ max_rank?: number;
  /** Highest first; rank: best rank of the first page first. Unknown last, ties by keyword. */
  sort_by?: 'opportunity' | 'search_volume' | 'traffic_gap' | 'rank' | 'cpc';
};

export type PagesIntersectionAnswer = Report & RankingBasis & RowsShown & {
  pages: {
    /** As you sent it. */ page: string;
    /** Where its redirects and canonical lead, as far as they were crawled. */ compared_as: string;
    /** What led there, in order. */ via: ('redirect' | 'canonical')[];
    is_pattern: boolean;
    /** Of the last crawl; null if it was never crawled. */ status_code: number | null;
    title: string | null;
    /** false: the source has no keywords for it. */ is_known: boolean;
  }[];
  exclude_pages: {
    /** As you sent it. */ page: string;
    /** Where its redirects and canonical lead, as far as they were crawled. */ compared_as: string;
    /** What led there, in order. */ via: ('redirect' | 'canonical')[];
    is_pattern: boolean;
    /** Of the last crawl; null if it was never crawled. */ status_code: number | null;
    title: string | null;
  }[];
  /** Pages that lead to the same page as an earlier one and are compared once. */
  folded: { page: string; same_as: string }[];
  intersection_mode: 'union' | 'intersect'; item_types: PagesIntersectionItemType[];
  /** All pages belong to one site, so they compete with each other for shared keywords. */ is_one_site: boolean;
  items: (KeywordFigures & {
    keyword: string;
    /** Whether it contains the brand or domain of one of the sites; null where that is not known. */
    is_brand: boolean | null;
    /** In the order of pages. */ pages: {
      /** As you sent it. */ page: string;
      /** null: not among the results that were read. */ rank: number | null;
      /** The page that ranks: one of those that a pattern stands for. */ url: string | null;
      type: SerpFeature | null;
      /** Estimated clicks a month; null where clicks are measured, or unknown. */ estimated_traffic: number | null;
      /** Counted in the window, for pages of your own site. */ clicks: number | null;
      impressions: number | null;
    }[];
    /** Those of pages that do not rank for it. */ missing_in: string[];
    first_page_rank: number | null;
    /** max_rank applies to the first page only. null: the first page does not rank, so that there is nothing to apply
     * it to. */
    first_page_within_max_rank: boolean | null;
    best_page: string | null;
    /** Worst minus best rank of the pages that rank; null unless two do. */ rank_spread: number | null;
    /** Clicks a month that the best of the other pages gets beyond the first; with exclude_pages, that the best page
     * gets. */
    traffic_gap: number | null;
    /** Bounds and source of traffic_gap. */ traffic_gap_evidence: TrafficGapEvidence | null;
    /** null where the source doesn’t report them. */ serp_features: SerpFeature[] | null;
    /** Only with include_serp_info. */ serp_info: {
      checked_at: string | null;
      /** null if no source can see it. */ ai_overview: boolean | null;
      /** null if no source can see it. */ featured_snippet: boolean | null;
      /** null if no source can see it. */ local_pack: boolean | null;
      /** null if no source can see it. */ paid: boolean | null;
    } | null;
    reason: string;
  })[];
  /** All keywords that match, beyond limit; null where the source cannot know. */ total_count: number | null;
  filtered_out: {
    below_min_search_volume: number; unknown_search_volume: number;
    /** Keywords of those read for which the first page ranks below max_rank. */ beyond_max_rank: number;
  } | null;
  /** Counted over every row that was read, not just those shown; null without data. */
  counts: { ranking_in_all: number; ranking_in_some: number; first_page_missing: number } | null;
  /** Whether a source with clickstream volumes was asked; the price doubles only then. */ clickstream_volumes: boolean;
  /** Your own click rates, by which gaps are estimated; null: the published curve. */ click_curve: string | null;
  units: Record<string, string>;
};
