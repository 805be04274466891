// Written by `npm run gen`. Do not edit.

import type {
  AlreadyRanking, BuyerStage, ByPriority, Intent, KeywordDemand, KeywordFigures, KnownElsewhere, PageType, Paging,
  Report, ResultPage, RowsShown, SearchMarket,
} from './shapes.ts';

/** Group keywords into pages: `POST /keyword-cluster/build`. */
export type KeywordClusterBuildRequest = {
  /** Keywords in any language and any order. They come back exactly as you sent them. */ keywords: string[];
};

export type KeywordClusterBuildAnswer = Report & {
  cluster_plan: {
    /** Largest first. */ clusters: {
      /** c1, c2, … in the order of the list. */ id: string;
      name: string;
      /** The most general keyword of the cluster. */ head_keyword: string;
      /** As you sent them, head keyword first. */ keywords: string[];
      /** ISO 639-1; empty if the words do not reveal it. */ language: string;
      intent: Intent;
      /** What at least a quarter of the searchers want instead; null if one intent leads by far. */
      second_intent: Intent | null;
      buyer_stage: BuyerStage; recommended_page_type: PageType;
      /** By words: of the intents with 0.7, seven in ten are right. By result pages: share of what they show. */
      intent_confidence: number;
      /** Words or results that reveal the intent, and what each of them shows. */ intent_evidence: string[];
      /** result_page: judged from stored result pages. brand: your brand’s name. words: judged from the keywords. */
      intent_source: string;
      /** Mean similarity of all pairs in the cluster; 1 means the same search in other words. */ cohesion: number;
      suggested_slug: string;
      /** Ids of the clusters whose pages should link to this one, closest first. */ interlink_with: string[];
    }[];
    /** Keywords that share a page with no other keyword in the list. */ unclustered: {
      keyword: string; why: string; language: string;
      /** Null if the keyword contains no words, or if its words leave it open. */ intent: Intent | null;
      /** What at least a quarter of the searchers want instead; null if one intent leads by far. */
      second_intent: Intent | null;
      buyer_stage: BuyerStage | null; recommended_page_type: PageType | null;
      /** By words: of the intents with 0.7, seven in ten are right. By result pages: share of what they show. */
      intent_confidence: number;
      /** Words or results that reveal the intent, and what each of them shows. */ intent_evidence: string[];
      intent_source: string | null;
      /** Empty if the keyword contains no words. */ suggested_slug: string;
      /** Id of the most similar cluster; null if none is similar at all. */ nearest_cluster: string | null;
      /** Mean similarity to that cluster. */ likeness: number | null;
    }[];
    /** Repeats that differ only in case, spaces or invisible characters. They appear nowhere else. */
    duplicates: { keyword: string; duplicate_of: string; why: string }[];
    method: {
      /** lexical: by words. serp: by shared search results. mixed: by shared results where both result pages are
       * known. */
      name: 'lexical' | 'serp' | 'mixed';
      compared_pairs: number;
      /** Pairs decided by known search results. */ pairs_by_serp: number;
      /** Keywords whose search results are known in the series. */ keywords_with_serp: number;
      /** The series with the most of these keywords; results of others are not used. null if none is known. */
      series: {
        engine: string; location_code: number | null; language: string; device: 'desktop' | 'mobile' | null;
      } | null;
      /** When the oldest of the result pages was checked. */ checked_from: string | null;
      checked_to: string | null; note: string;
    };
    /** Keywords sent: clusters, unclustered and duplicates combined. */ keyword_count: number;
    languages: { language: string; keywords: number }[];
  };
};

/** Find keyword ideas: `POST /keyword-ideas/suggest`. */
export type KeywordIdeasSuggestRequest = SearchMarket & Paging & {
  /** Seed keyword or topic. */ keyword: string;
  /** Name of the place to search from. */ location?: string;
  /** Exports up to this many rows as one job instead of limit. You pay for the rows it returns. */
  export_rows?: number;
  /** Leave out ideas with fewer searches a month. Any minimum above 0 also leaves out unknown volumes. */
  min_search_volume?: number;
  /** Your domain; default: your brand’s. Shows where it ranks on stored result pages and what you could gain. */
  target?: string;
};

export type KeywordIdeasSuggestAnswer = Report & RowsShown & {
  /** null: worldwide. */ location: { code: number; name: string } | null;
  language: string;
  /** sample: no list of ideas is complete. none: no source has any. */ coverage: 'sample' | 'none';
  /** Stored result pages behind intent, Seamark’s own difficulty and rankings; null if there are none. */
  result_pages: ResultPage | null;
  seed: KeywordFigures & KeywordDemand & { already_ranking: AlreadyRanking | null };
  /** Highest opportunity first; if it is unknown, by volume, then by evidence. */
  items: (KeywordFigures & KeywordDemand & {
    /** How it differs from the seed. also_rank_for: pages that rank for the seed also rank for it. */
    idea_type: 'suffix' | 'prefix' | 'question' | 'comparison' | 'modifier' | 'related' | 'also_rank_for';
    /** Where it was found, and how often. */ evidence: {
      kind:
        | 'suggestion' | 'console' | 'people_also_ask' | 'related_search' | 'title' | 'heading' | 'anchor' | 'import'
        | 'provider' | 'ranking_page';
      source: string; seen: number;
    }[];
    /** null without target, or if no result page is known. */ already_ranking: AlreadyRanking | null;
  })[];
  /** Ideas that passed every filter; items lists a page of them. */ total_count: number;
  /** Ideas that passed every filter, by type. */ idea_types: Record<string, number>;
  /** Keywords with and without your brand; null if the project has none. */
  by_brand: { branded: number; unbranded: number } | null;
  groups: {
    /** Word that the keywords share and the seed does not have. */ name: string;
    keywords: string[];
    /** Sum of the known volumes; null if none is known. */ search_volume: number | null;
    with_volume: number;
  }[];
  /** Other places and languages with known volumes. None of their figures is used here. */
  known_elsewhere: KnownElsewhere[];
  /** Ideas that min_search_volume leaves out because their volume is unknown. */ unknown_volume_excluded: number;
  dropped: {
    same_as_seed: number;
    /** Variants of a better-known idea in word order, number or spelling. */ near_duplicate: number;
    adult: number;
    /** Bare names of other brands; ideas with your own brand stay. */ brand: number;
    other_language: number; no_words: number; below_min_search_volume: number;
  };
  dropped_examples: {
    keyword: string; reason: 'same_as_seed' | 'near_duplicate' | 'adult' | 'brand' | 'other_language' | 'no_words';
    duplicate_of: string | null;
  }[];
};

/** Score keywords: `POST /keyword-metrics/overview`. */
export type KeywordMetricsOverviewRequest = SearchMarket & {
  /** Keywords in any language. Each gets its own row, repeats included. */ keywords: string[];
  /** Name of the place to search from. */ location?: string;
  /** Leave out keywords with fewer searches a month. Any minimum above 0 also leaves out unknown volumes. */
  min_search_volume?: number;
  /** Highest first; difficulty: easiest first. Unknown last, ties in the order you sent them. */
  sort_by?: 'priority' | 'search_volume' | 'cpc' | 'difficulty';
  /** Your domain; default: your brand’s. Shows where it ranks on stored result pages and what you could gain. */
  target?: string;
};

export type KeywordMetricsOverviewAnswer = Report & RowsShown & {
  /** null: worldwide. */ location: { code: number; name: string } | null;
  language: string;
  /** none: no source knows any of the keywords. */ coverage: 'full' | 'partial' | 'none';
  /** Stored result pages behind intent, Seamark’s own difficulty and rankings; null if there are none. */
  result_pages: ResultPage | null;
  /** One row for each keyword you sent, except those in filtered_out. */ items: (KeywordFigures & KeywordDemand & {
    /** The spelling that sources were asked about: the first of several equal keywords. */ keyword_sent: string;
    /** The first keyword of the request that is the same but for case and spaces. */ duplicate_of: string | null;
    /** null without a target or a brand with a domain, or if no result page is known. */
    already_ranking: AlreadyRanking | null;
  })[];
  total_count: number;
  /** Other places and languages with known volumes. None of their figures is used here. */
  known_elsewhere: KnownElsewhere[];
  /** Keywords that min_search_volume leaves out, in the order you sent them. */ filtered_out: {
    keyword: string; search_volume: number | null; why: 'below_min_search_volume' | 'unknown_search_volume';
  }[];
  totals: {
    /** Keywords sent. */ keywords: number;
    /** Without repeats. */ distinct: number;
    /** Distinct keywords that a source knows. */ found: number;
    with_volume: number;
    /** Sum over distinct rows with a volume; keywords that share one figure count once. null if none has one. */
    search_volume: number | null;
    /** Sum of the bounds; null if any bound is unknown. */ volume_low: number | null;
    volume_high: number | null;
    /** Rows by volume_basis. */ volume_bases: Record<string, number>;
    with_difficulty: number;
    /** Keywords with and without your brand; null if the project has none. */
    by_brand: { branded: number; unbranded: number } | null;
    priorities: ByPriority;
  };
  /** What each figure is measured in. */ units: Record<string, string>;
};
