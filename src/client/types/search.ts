// Written by `npm run gen`. Do not edit.

import type {
  Intent, Level, PageType, Paging, Rendering, Report, RowsShown, SearchMarket, Status, SupportedAnswer,
} from './shapes.ts';

/** Extract the content of a page: `POST /extract`. */
export type ExtractRequest = {
  /** Absolute http or https URL of the page. */ url: string;
  /** HTML of the page. If you send it, the url is not fetched; it only says where the page lives. */ html?: string;
  /** Format of the main content. */ format?: 'markdown' | 'text' | 'html';
  /** Keep the images in the content, and list them. */ include_images?: boolean;
  /** Whether to run the scripts of the page in the browser of SEAMARK_BROWSER_URL. auto: only where scripts write its
   * text; always; never. Only for a page that is fetched from its url. */
  render?: 'auto' | 'always' | 'never';
};

export type ExtractAnswer = SupportedAnswer & {
  /** URL as requested. */ url: string;
  /** URL after redirects; that of the request for HTML that was sent. */ final_url: string;
  /** null for HTML that was sent. */ status_code: number | null;
  format: 'markdown' | 'text' | 'html'; rendering: Rendering;
  /** The main content in the requested format; empty if there is none. Markdown begins with the title of the page. */
  content: string;
  /** How the content was chosen: by the text model, or by the fallback that a warning explains. */
  method: 'text_model' | 'noscript' | 'structured_data' | 'main_element' | 'body' | 'none';
  metadata: {
    /** Its title element, as written; null where the page has none. */ title: string | null;
    /** The main heading where the page’s title confirms it; otherwise the title without the site name. */
    headline: string | null;
    description: string | null; author: string | null;
    /** ISO 8601, a day or a time, as exact as the page says. */ published_at: string | null;
    /** ISO 8601, a day or a time, as exact as the page says. */ modified_at: string | null;
    language: string | null; canonical: string | null; site_name: string | null; image: string | null;
    robots: string | null; jsonld_types: string[];
  };
  /** Visible headings outside navigation, side bars and the footer, in order. */
  headings: { level: number; text: string }[];
  links: {
    /** Links to the same registrable domain, each URL once, at most 500. */ internal: { url: string; text: string }[];
    /** Links to other domains, each URL once, at most 500. */ external: { url: string; text: string }[];
    internal_count: number; external_count: number;
  };
  /** Images in the content, if requested. */ images?: { src: string; alt: string }[];
  /** Up to five sentences of the content, word for word, spread over it. */ quotes: string[];
  /** Words in the content. */ word_count: number;
  /** Confidence in the choice of the content, 0-1. */ confidence: number;
  warnings: string[];
};

/** Search the web: `POST /search`. */
export type SearchRequest = SearchMarket & Paging & {
  /** Search query. Takes "exact phrases", -word, site:example.com, intitle:word, OR, after:2025-01-01 and
   * before:2025-06-30. */
  query: string;
  /** Name of the place to search from. */ location?: string;
  /** Only results from these domains and their subdomains. */ include_domains?: string[];
  /** No results from these domains and their subdomains. */ exclude_domains?: string[];
};

export type SearchAnswer = SupportedAnswer & RowsShown & {
  results: {
    position: number; url: string; domain: string; title: string;
    /** Excerpt of the page around the query’s words. */ description: string;
    /** The same as Markdown, with the query’s words in bold. */ description_marked: string;
    /** Features of the result page that show the same URL, such as featured_snippet; empty for plain results. */
    features: string[];
    published_at: string | null;
  }[];
  /** Total matches as the engine reports them; null if it does not. Your own index estimates numbers above 200. */
  total_count: number | null;
  query_sent: string;
  /** What was searched for in place of a misspelled query; null when the query was searched as it is. */
  corrected_query: string | null;
  /** Parts of the query that were not searched as written, and why. */ notes: string[];
  /** seamark-index when the results come from your own index; otherwise the search engine that was asked. */
  engine: string;
};

/** Analyze a search result page: `POST /analyze/serp`. */
export type AnalyzeSerpRequest = SearchMarket & {
  /** Query whose result page to analyze. */ keyword: string;
  /** Name of the place to search from. */ location?: string;
  /** Device to search on. */ device?: 'desktop' | 'mobile';
};

export type AnalyzeSerpAnswer = Report & {
  serp_opportunity: {
    keyword: string; keyword_sent: string;
    /** What the engine searched for instead. */ spell: string | null;
    engine: string; location: string | null; location_code: number | null; language: string;
    device: 'desktop' | 'mobile' | null; checked_at: string | null;
    /** Null before your own index has read a page. */ organic_results: number | null;
    /** How worthwhile it is to compete for this query, 0-100. */ score: number | null;
    score_components: {
      /** Clicks left for organic results, against those of an average page; where the search looks for one site,
       * without the first result. */
      open_clicks: number | null;
      /** How far the difficulty is below 100. */ beatable: number | null;
      /** Share of the results with a weakness; half of them give all points. */ weak_results: number | null;
      /** Features on the page that a site can win; three give all points. */ winnable_features: number | null;
    };
    /** Share of the score, by weight, that is known. */ score_coverage: number;
    priority: Level | null;
    intent: {
      /** null if neither the page nor the words reveal it. */ main: Intent | null;
      shares: { intent: Intent; /** 0-1; all shares add up to 1. */ share: number; evidence: string[] }[];
      /** Whether a second intent has a share of 0.3 or more. */ is_mixed: boolean;
      /** words: no result reveals its page type, so features and words decide. none: those reveal nothing either. */
      basis: 'results' | 'words' | 'none';
      /** Results whose page type could be judged. */ judged: number;
      /** Site that the search looks for, if it is navigational. */ looks_for: string | null;
    };
    /** Features on the page in order, then those that are not on it. */ features: {
      type: string; name: string;
      /** not_loaded: on the page, but not fetched. unavailable: the source cannot see it. */
      status: 'present' | 'absent' | 'not_loaded' | 'unavailable';
      present: boolean | null;
      /** Position among all items on the page. */ position: number | null;
      /** The first owner. */ owner: string | null;
      /** Registrable domains that it shows. */ owners: string[] | null;
      /** Whether a page of your brand is among the owners; null without a brand and where owners are unknown. */
      own: boolean | null;
      winnable: boolean | null; how: string | null;
    }[];
    organic: {
      position: number; rank_absolute: number; url: string; domain: string;
      /** Whether it is on a domain of your project’s brand, subdomains included; null without one. */
      own: boolean | null;
      title: string | null;
      /** Judged by URL and title; null if they do not reveal it. */ page_type:
        | 'homepage' | 'landing_page' | 'local_landing_page' | 'category_page' | 'product' | 'pricing' | 'feature'
        | 'comparison_page' | 'guide' | 'how_to' | 'blog_post' | 'article' | 'news' | 'glossary' | 'faq' | 'docs'
        | 'tool_page' | 'forum_thread' | 'case_study' | 'login' | 'support' | 'about' | 'contact' | 'careers' | 'legal'
        | 'ranking' | 'listicle' | 'listing' | 'software' | 'service' | 'recipe' | 'event' | 'job' | 'course'
        | 'dataset' | 'video' | 'review' | 'profile' | null;
      page_type_evidence: string[];
      /** Authority of the registrable domain, 0-100. */ rank: number | null;
      /** Authority of the page, 0-100. */ page_rank: number | null;
      published_at: string | null;
      /** Whether the AI Overview links to the page; null if it was not seen. */ cited: boolean | null;
    }[];
    /** Where your brand ranks; null if your project has no brand with domains. */ own_standing: {
      /** Your brand. */ name: string;
      domains: string[];
      /** Best organic position; null: not among the results. */ position: number | null;
      url: string | null;
      /** Organic results on your domains. */ organic_results: number;
      /** Types of features that show a page of yours. */ features: string[];
      /** Whether the keyword contains your brand. */ is_brand_search: boolean;
    } | null;
    difficulty: {
      /** 0-100; null if fewer than six ranking domains have a known rank. */ value: number | null;
      /** Scale of the value. Difficulties of different tools are not comparable. */ source: 'seamark';
      /** Engine whose results it applies to. */ scope: string;
      /** How much of the results’ authority is known, 0-1. */ confidence: number;
      known_domains: number; known_pages: number;
      /** Of the ranking domains, 0-100. */ domain_rank_median: number | null;
    };
    click_share_left: {
      /** Share of searches that click one of the first ten organic results, 0-1. */ value: number;
      low: number; high: number;
      /** Click curve, and what it was multiplied by. */ curve: string;
    } | null;
    ai_overview: {
      status: Status;
      references: {
        url: string; domain: string; title: string | null; position: number; organic_rank: number | null;
        /** Whether it is on a domain of your project’s brand, subdomains included; null without one. */
        own: boolean | null;
      }[] | null;
    };
    weak_spots: {
      position: number; url: string; domain: string;
      reasons: { kind: 'user_content' | 'old' | 'low_authority' | 'title_mismatch'; evidence: string }[];
    }[];
    /** Searches with three or more of the same results, from stored result pages; null if none was stored. */
    similar_keywords: {
      keyword: string;
      /** Pages on the first page of both searches. */ shared: number;
      overlap: number; shared_urls: string[]; checked_at: string;
    }[] | null;
    /** Stored result pages of related searches. */ serps_compared: number;
    recommended_format: {
      page_type: PageType;
      /** Of the results whose page type could be judged, weighted by position. */ share: number | null;
      basis: 'results' | 'keyword'; evidence: string[];
    };
    people_also_ask: { question: string; answer: string | null; url: string | null }[] | null;
    related_searches: string[] | null;
    /** What limits this analysis. */ notes: string[];
  };
};
