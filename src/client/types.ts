// Written by `npm run gen`. Do not edit.

export type AgentSupport = {
  summary: string;
  usable_for: string[];
  citations: {
    id: string;
    url: string;
    title: string;
    quote: string;
  }[];
  /** What this evidence cannot show. */
  limits: string[];
  next_calls: {
    /** Operation id. */
    operation: string;
    method: 'GET' | 'POST';
    /** Path below /api/v1. */
    path: string;
    /** A valid body for that operation, filled from this answer. */
    body: Record<string, unknown>;
    reason: string;
    credits: number;
  }[];
};

export type AgentWorkflow = {
  summary: string;
  recommended_action: string;
  priority: 'low' | 'medium' | 'high';
  confidence: number;
  confidence_reasons: string[];
  steps: {
    order: number;
    action: string;
    why: string;
    /** Figures and quotes of this answer. */
    evidence: string[];
    effort: 'low' | 'medium' | 'high';
    owner_hint: string;
  }[];
  next_calls: {
    /** Operation id. */
    operation: string;
    method: 'GET' | 'POST';
    /** Path below /api/v1. */
    path: string;
    /** A valid body for that operation, filled from this answer. */
    body: Record<string, unknown>;
    reason: string;
    credits: number;
  }[];
  guardrails: string[];
};

export type Meta = {
  request_id: string;
  operation: string;
  generated_at: string;
  duration_ms: number;
  credits: {
    charged: number;
    /** Credits left; null where the workspace is not limited. */
    balance: unknown;
  };
  project_id: unknown;
  workflow_id: unknown;
  sources: SourceUsed[];
};

export type SourceUsed = {
  capability: string;
  source: string;
  /** When the newest fact behind the answer was observed. */
  observed_at: unknown;
  cached: boolean;
  coverage: 'full' | 'partial' | 'sample';
  measure: 'measured' | 'estimated';
  note: string;
};

/** List backlinks: `POST /backlinks/list`. */
export type BacklinksListRequest = {
  /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */
  target: string;
  /** Every link, the strongest of each linking domain, or the strongest of each anchor text. */
  mode?: 'as_is' | 'one_per_domain' | 'one_per_anchor';
  /** Most rows to answer. */
  limit?: number;
  /** Rows to pass over, for the next page. */
  offset?: number;
  /** live: still there when their page was last read. lost: gone since. all: both. */
  backlinks_status_type?: 'live' | 'all' | 'lost';
  /** Only links without nofollow, ugc or sponsored. */
  dofollow_only?: boolean;
  /** Only links whose target page answered 4xx or 5xx. */
  broken_only?: boolean;
  /** Least rank of a link, on rank_scale. At most 100: to ask for more of 1,000, ask on one_hundred. */
  min_rank?: number;
  /** Highest or newest first. */
  sort_by?: 'rank' | 'page_rank' | 'first_seen' | 'lost_date';
  /** Scale of every rank in the answer, and of min_rank: 0-100 or 0-1000. */
  rank_scale?: 'one_hundred' | 'one_thousand';
};

export type BacklinksListAnswer = {
  success: true;
  target: {
    value: string;
    type: 'domain' | 'subdomain' | 'page';
  };
  rank_scale: 'one_hundred' | 'one_thousand';
  items: {
    domain_from: string;
    url_from: string;
    domain_to: string;
    url_to: string;
    tld_from: string;
    item_type: 'anchor' | 'image' | 'canonical' | 'redirect' | 'alternate';
    anchor: string;
    alt: unknown;
    image_url: unknown;
    text_pre: string;
    text_post: string;
    semantic_location: 'navigation' | 'header' | 'footer' | 'sidebar' | 'content' | 'head';
    attributes: string[];
    dofollow: boolean;
    /** Identical links on the page. */
    links_count: number;
    /** Links that the mode folded into this row. */
    group_count: number;
    first_seen: string;
    last_seen: string;
    lost_date: unknown;
    is_new: boolean;
    is_lost: boolean;
    /** Null when the target page was never read. */
    is_broken: unknown;
    url_to_status_code: unknown;
    url_to_redirect_target: unknown;
    is_indirect_link: boolean;
    rank: unknown;
    page_from_rank: unknown;
    domain_from_rank: unknown;
    page_from_title: unknown;
    page_from_language: unknown;
    page_from_status_code: unknown;
    page_from_external_links: unknown;
    page_from_internal_links: unknown;
    page_from_word_count: unknown;
    backlink_spam_score: unknown;
    classification:
      | 'authority_protection'
      | 'broken_target_repair'
      | 'lost_link_reclaim'
      | 'quality_review'
      | 'outreach_reference';
    reason: string;
    score: number;
    score_components: Record<string, number>;
    priority: 'low' | 'medium' | 'high';
  }[];
  /** Rows that match, before limit and offset; null where the source cannot know. */
  total_count: unknown;
  limit: number;
  offset: number;
  /** Of the rows in this answer. */
  classification_counts: {
    authority_protection: number;
    broken_target_repair: number;
    lost_link_reclaim: number;
    quality_review: number;
    outreach_reference: number;
  };
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Summarize a backlink profile: `POST /backlinks/summary`. */
export type BacklinksSummaryRequest = {
  /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */
  target: string;
  /** Count links to subdomains of the target too. */
  include_subdomains?: boolean;
  /** Count links to pages that redirect, or point their canonical, to the target. */
  include_indirect_links?: boolean;
  /** Leave out links from the target’s own domain. */
  exclude_internal_backlinks?: boolean;
  /** live: still there when their page was last read. lost: gone since. all: both. */
  backlinks_status_type?: 'live' | 'all' | 'lost';
  /** Count only links without nofollow, ugc or sponsored. */
  dofollow_only?: boolean;
  /** Most rows of each list inside the answer. */
  internal_list_limit?: number;
  /** Scale of every rank in the answer, and of min_rank: 0-100 or 0-1000. */
  rank_scale?: 'one_hundred' | 'one_thousand';
};

export type BacklinksSummaryAnswer = {
  success: true;
  target: {
    value: string;
    type: 'domain' | 'subdomain' | 'page';
  };
  rank_scale: 'one_hundred' | 'one_thousand';
  /** Authority of the target; null when the index cannot tell. */
  rank: unknown;
  backlinks: unknown;
  /** Hosts that link. */
  referring_domains: unknown;
  /** Registrable domains that link. */
  referring_main_domains: unknown;
  referring_pages: unknown;
  /** Hosts all of whose links are nofollow. */
  referring_domains_nofollow: unknown;
  /** 0-1. */
  dofollow_share: unknown;
  /** Links whose target page answered 4xx or 5xx. */
  broken_backlinks: unknown;
  broken_pages: unknown;
  /** Links that a newer read of their page no longer has. */
  lost_backlinks: unknown;
  /** Mean over linking pages, 0-100, higher is worse. */
  spam_score: unknown;
  first_seen: unknown;
  last_seen: unknown;
  link_types:
    | {
        value: string;
        backlinks: number;
        /** Of all backlinks asked for, 0-1. */
        share: number;
      }[]
    | null;
  link_attributes:
    | {
        value: string;
        backlinks: number;
        /** Of all backlinks asked for, 0-1. */
        share: number;
      }[]
    | null;
  tlds:
    | {
        value: string;
        backlinks: number;
        /** Of all backlinks asked for, 0-1. */
        share: number;
      }[]
    | null;
  semantic_locations:
    | {
        value: string;
        backlinks: number;
        /** Of all backlinks asked for, 0-1. */
        share: number;
      }[]
    | null;
  platform_types:
    | {
        value: string;
        backlinks: number;
        /** Of all backlinks asked for, 0-1. */
        share: number;
      }[]
    | null;
  languages:
    | {
        value: string;
        backlinks: number;
        /** Of all backlinks asked for, 0-1. */
        share: number;
      }[]
    | null;
  top_anchors:
    | {
        anchor: string;
        backlinks: number;
        referring_domains: number;
        share: number;
      }[]
    | null;
  top_pages:
    | {
        url: string;
        backlinks: number;
        referring_domains: number;
        status_code: unknown;
      }[]
    | null;
  authority_tier: 'elite' | 'strong' | 'established' | 'emerging' | 'new' | null;
  /** Null when nothing is known of the links. */
  risk_level: 'low' | 'medium' | 'high' | null;
  risk_reasons: string[];
  /** Null when nothing is known of the links. */
  recommended_action_type:
    | 'protect_authority'
    | 'repair_broken_links'
    | 'reclaim_lost_links'
    | 'review_risk'
    | 'build_links'
    | null;
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Check a page before publishing: `POST /content/technical-qa`. */
export type ContentTechnicalQaRequest = {
  /** Absolute http or https URL of the page. */
  url?: string;
  /** Raw HTML of the page. */
  html?: string;
  /** The page as Markdown; what only a head can say is not checked. */
  markdown?: string;
  /** Held against the title. */
  keyword?: string;
  /** Another canonical is a failure of high severity. */
  expected_canonical?: string;
  /** Decides how much text and which structured data is expected; auto goes by the page. */
  page_type?:
    | 'auto'
    | 'article'
    | 'blog_post'
    | 'landing_page'
    | 'product'
    | 'software'
    | 'local_business'
    | 'comparison_page'
    | 'guide'
    | 'docs';
};

export type ContentTechnicalQaAnswer = {
  success: true;
  /** Final address of the page; null when only its text was supplied. */
  url: unknown;
  /** What there was to check. */
  checked: 'url' | 'html' | 'markdown';
  page_type: {
    /** Null when nothing on the page says which type it is. */
    type:
      | 'article'
      | 'blog_post'
      | 'landing_page'
      | 'product'
      | 'software'
      | 'local_business'
      | 'comparison_page'
      | 'guide'
      | 'docs'
      | null;
    source: 'given' | 'detected' | 'unknown';
    reason: string;
  };
  readiness_score: number;
  /** Points by group; they add up to the score. Groups that could not be judged are left out. */
  score_components: Record<string, number>;
  /** No check of critical or high severity fails. */
  ready_to_publish: boolean;
  /** Failures first, by severity, then id. */
  checks: {
    id: string;
    group:
      | 'indexability'
      | 'metadata'
      | 'canonical'
      | 'headings'
      | 'structured_data'
      | 'links'
      | 'images'
      | 'mobile'
      | 'international'
      | 'social';
    /** not_applicable: there was nothing to judge, or not what it takes to judge it; found says which. */
    status: 'fail' | 'warn' | 'pass' | 'not_applicable';
    /** What it means when this is not as it should be. */
    severity: 'critical' | 'high' | 'medium' | 'low';
    found: string;
    expected: string;
    /** At most five elements; found has the count of all. */
    evidence: {
      /** The start tag, header or line as written, at most 200 characters. */
      element: string;
      /** Line of the document, from 1; null for what does not stand in it. */
      line: unknown;
    }[];
    /** What to change; empty when there is nothing to change. */
    fix: string;
    /** Public documentation of the rule. */
    docs: string;
  }[];
  counts: {
    fail: number;
    warn: number;
    pass: number;
    not_applicable: number;
    failed_by_severity: {
      critical: number;
      high: number;
      medium: number;
      low: number;
    };
  };
  /** What to mend, in this order. */
  publish_checklist: {
    order: number;
    task: string;
    severity: 'critical' | 'high' | 'medium' | 'low';
    check_id: string;
  }[];
  page: {
    title: unknown;
    description: unknown;
    canonical: unknown;
    /** Directives for Google from meta elements and header; empty when there are none, null when nothing could say. */
    robots: string[] | null;
    /** What <html lang> or the front matter says. */
    language: unknown;
    h1: unknown;
    /** Words of the main text; this and the counts below are null when there is no document. */
    word_count: unknown;
    headings: unknown;
    links: unknown;
    /** Null when the site of the page is not known. */
    internal_links: unknown;
    images: unknown;
    structured_data_types: string[] | null;
    /** Scripts, which are not run here, write the text of the page. */
    script_shell: boolean;
    /** The page holds more than the bounds of this analysis; the rest was left out. */
    truncated: boolean;
  };
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Extract the content of a page: `POST /extract`. */
export type ExtractRequest = {
  /** Absolute http or https URL of the page. */
  url: string;
  /** How the main content is written. */
  format?: 'markdown' | 'text' | 'html';
  /** Keep the pictures of the content, and list them. */
  include_images?: boolean;
};

export type ExtractAnswer = {
  success: true;
  /** As asked. */
  url: string;
  /** Where the redirects ended. */
  final_url: string;
  status_code: number;
  format: 'markdown' | 'text' | 'html';
  /** The main content in the asked format; empty when there is none. An article begins below its title, which is in metadata. */
  content: string;
  /** How the content was chosen: by the text model, or by the fallback that a warning explains. */
  method: 'text_model' | 'noscript' | 'structured_data' | 'main_element' | 'body' | 'none';
  metadata: {
    title: unknown;
    description: unknown;
    author: unknown;
    /** ISO 8601, a day or a time, as exact as the page says. */
    published_at: unknown;
    /** ISO 8601, a day or a time, as exact as the page says. */
    modified_at: unknown;
    language: unknown;
    canonical: unknown;
    site_name: unknown;
    image: unknown;
    robots: unknown;
    jsonld_types: string[];
  };
  /** Visible headings outside navigation, side bars and the footer, in order. */
  headings: {
    level: number;
    text: string;
  }[];
  links: {
    /** Links to the same registrable domain, each address once, at most 500. */
    internal: {
      url: string;
      text: string;
    }[];
    /** Links to other domains, each address once, at most 500. */
    external: {
      url: string;
      text: string;
    }[];
    internal_count: number;
    external_count: number;
  };
  /** Pictures in the content, when asked for. */
  images?: {
    src: string;
    alt: string;
  }[];
  /** Up to five sentences of the content, word for word, spread over it. */
  quotes: string[];
  /** Words of the content. */
  word_count: number;
  /** 0-1: how sure the choice of the content is. */
  confidence: number;
  warnings: string[];
  agent_support: AgentSupport;
  markdown_summary: string;
  meta: Meta;
};

/** Search the web: `POST /search`. */
export type SearchRequest = {
  /** What to search for. */
  query: string;
  /** Where the search is made from, as a place name. */
  location?: string;
  /** Location code of the provider; wins over location when given. */
  location_code?: number;
  /** Language of the search: an ISO 639-1 code. */
  language?: string;
  /** Most rows to answer. */
  limit?: number;
  /** Only results from these domains and their subdomains. */
  include_domains?: string[];
  /** No results from these domains and their subdomains. */
  exclude_domains?: string[];
};

export type SearchAnswer = {
  success: true;
  results: {
    position: number;
    url: string;
    domain: string;
    title: string;
    /** Snippet of the page around the words of the query. */
    description: string;
    features: string[];
    published_at: unknown;
  }[];
  /** All matches; null where the engine does not say. */
  total_count: unknown;
  query_sent: string;
  /** seamark-index for the own index; never the name of an engine that was not asked. */
  engine: string;
  agent_support: AgentSupport;
  markdown_summary: string;
  meta: Meta;
};

/** Request and answer by operation id. */
export interface Calls {
  'backlinks.list': { request: BacklinksListRequest; answer: BacklinksListAnswer };
  'backlinks.summary': { request: BacklinksSummaryRequest; answer: BacklinksSummaryAnswer };
  'content.technical-qa': { request: ContentTechnicalQaRequest; answer: ContentTechnicalQaAnswer };
  extract: { request: ExtractRequest; answer: ExtractAnswer };
  search: { request: SearchRequest; answer: SearchAnswer };
}

export const ROUTES = {
  'backlinks.list': { method: 'POST', path: '/backlinks/list' },
  'backlinks.summary': { method: 'POST', path: '/backlinks/summary' },
  'content.technical-qa': { method: 'POST', path: '/content/technical-qa' },
  extract: { method: 'POST', path: '/extract' },
  search: { method: 'POST', path: '/search' },
} as const;
