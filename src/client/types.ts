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
  /** Least rank of a link, on rank_scale. */
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
  link_types: {
    value: string;
    backlinks: number;
    /** Of all backlinks asked for, 0-1. */
    share: number;
  }[];
  link_attributes: {
    value: string;
    backlinks: number;
    /** Of all backlinks asked for, 0-1. */
    share: number;
  }[];
  tlds: {
    value: string;
    backlinks: number;
    /** Of all backlinks asked for, 0-1. */
    share: number;
  }[];
  semantic_locations: {
    value: string;
    backlinks: number;
    /** Of all backlinks asked for, 0-1. */
    share: number;
  }[];
  platform_types: {
    value: string;
    backlinks: number;
    /** Of all backlinks asked for, 0-1. */
    share: number;
  }[];
  languages: {
    value: string;
    backlinks: number;
    /** Of all backlinks asked for, 0-1. */
    share: number;
  }[];
  top_anchors: {
    anchor: string;
    backlinks: number;
    referring_domains: number;
    share: number;
  }[];
  top_pages: {
    url: string;
    backlinks: number;
    referring_domains: number;
    status_code: unknown;
  }[];
  authority_tier: 'elite' | 'strong' | 'established' | 'emerging' | 'new' | null;
  /** Null when nothing is known of the links. */
  risk_level: 'low' | 'medium' | 'high' | null;
  risk_reasons: string[];
  recommended_action_type:
    | 'protect_authority'
    | 'repair_broken_links'
    | 'reclaim_lost_links'
    | 'review_risk'
    | 'build_links';
  agent_workflow: AgentWorkflow;
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
  search: { request: SearchRequest; answer: SearchAnswer };
}

export const ROUTES = {
  'backlinks.list': { method: 'POST', path: '/backlinks/list' },
  'backlinks.summary': { method: 'POST', path: '/backlinks/summary' },
  search: { method: 'POST', path: '/search' },
} as const;
