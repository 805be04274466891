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

export type Import = {
  id: string;
  kind: 'warc' | 'wat' | 'ranks' | 'links';
  /** The URL; `content:` and a hash for what was sent along. */
  location: string;
  /** stopped and failed: the same request goes on from what was read. completed: all was read. */
  status: 'waiting' | 'running' | 'stopped' | 'completed' | 'failed';
  options: {
    limit: number | null;
    release: string | null;
    target: string | null;
  };
  /** 0-100; null while nobody knows how long the file is. */
  percent: number | null;
  bytes: number | null;
  bytes_read: number;
  counts: {
    /** Records of an archive, lines of ranks, rows of a table. */
    read: number;
    /** Those of them that gave something to the index. */
    taken: number;
    skipped: number;
    links: number;
  };
  /** What could not be used, how often, and the first places. */
  problems: {
    kind: string;
    count: number;
    examples: string[];
  }[];
  /** Such as the columns that were not understood. */
  notes: string[];
  error: string | null;
  /** The job that reads it: GET /jobs/{id} and its events tell how far it is. */
  job_id: string | null;
  begun_at: string;
  finished_at: string | null;
};

export type Job = {
  id: string;
  operation: string;
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  progress: {
    /** 0-100; never goes back. */
    percent: number;
    stage: string;
    message: string | null;
  };
  attempts: {
    made: number;
    max: number;
    last_error: JobError | null;
  };
  /** The answer of the operation; null until the job is completed, after it expired, and in lists. */
  result: Record<string, unknown> | null;
  error: JobError | null;
  /** The result was dropped because it was old. */
  expired: boolean;
  attribution: {
    project_id: string | null;
    workflow_id: string | null;
    key_id: string | null;
  };
  credits: {
    reserved: number;
    charged: number;
  };
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
};

export type JobError = {
  code:
    | 'invalid_json'
    | 'invalid_request'
    | 'unauthenticated'
    | 'insufficient_credits'
    | 'budget_exceeded'
    | 'origin_not_allowed'
    | 'key_not_allowed_here'
    | 'not_found'
    | 'method_not_allowed'
    | 'conflict'
    | 'payload_too_large'
    | 'unsupported_media_type'
    | 'invalid_input'
    | 'unfetchable_url'
    | 'rate_limited'
    | 'internal'
    | 'source_failed'
    | 'source_not_configured'
    | 'unavailable'
    | 'source_timeout';
  message: string;
  fix: string | null;
  errors: {
    path: string;
    message: string;
  }[];
};

export type Meta = {
  request_id: string;
  operation: string;
  generated_at: string;
  duration_ms: number;
  credits: {
    charged: number;
    /** Credits left; null where the workspace is not limited. */
    balance: number | null;
  };
  project_id: string | null;
  workflow_id: string | null;
  sources: SourceUsed[];
};

export type SourceUsed = {
  capability: string;
  source: string;
  /** When the newest fact behind the answer was observed. */
  observed_at: string | null;
  cached: boolean;
  coverage: 'full' | 'partial' | 'sample';
  measure: 'measured' | 'estimated';
  note: string;
};

export type WebhookDelivery = {
  id: string;
  endpoint_id: string;
  /** Sent as `webhook-id`, the same for every attempt and every retry. */
  message_id: string;
  project_id: string | null;
  event_type: string;
  status: 'pending' | 'delivered' | 'failed';
  /** Of the last attempt; null when there was no answer. */
  response_code: number | null;
  /** Of the last attempt, in words. */
  failure_reason: string | null;
  attempts_made: number;
  /** Null when none is planned or one is under way. A paused endpoint gets none until it is active again. */
  next_attempt_at: string | null;
  created_at: string;
  finished_at: string | null;
  /** The last 20, oldest first. */
  attempts: {
    number: number;
    attempted_at: string;
    duration_ms: number;
    response_code: number | null;
    failure_reason: string | null;
  }[];
};

export type WebhookEndpoint = {
  id: string;
  url: string;
  description: string | null;
  events: ('job.completed' | 'job.failed' | 'project.budget_warning' | 'project.budget_exceeded')[];
  /** False while nothing is sent to it. */
  is_active: boolean;
  /** Why the service itself paused it; null when it did not. */
  paused_reason: string | null;
  /** Since when every attempt has failed. */
  failing_since: string | null;
  created_at: string;
  updated_at: string;
};

/** Show credits and budgets: `GET /credits`. */
export type CreditsRequest = {
  /** Most movements to answer. */
  limit?: number;
  /** Only movements before this id, for the next page: next_before of the answer before. */
  before?: number;
};

export type CreditsAnswer = {
  success: true;
  plan: string;
  /** Credits left; null where the workspace is metered but not limited. */
  balance: number | null;
  reserved: number;
  spent_this_month: number;
  limits: {
    requests_per_minute: number;
    /** null: no limit. */
    concurrent_jobs: number | null;
    /** null: no monthly credits. */
    credits_per_month: number | null;
  };
  projects: {
    project_id: string;
    name: string;
    /** The month, in UTC. */
    period: string;
    /** Credits a month; null is metered without a limit. */
    budget_credits: number | null;
    /** true: calls that would exceed the budget are refused. false: events tell of it. */
    is_hard: boolean;
    /** project.budget_warning is sent when this share is used, once a month. */
    warning_share: number;
    spent: number;
    /** Held by calls that are under way. */
    reserved: number;
    /** Of the budget, after what is spent and reserved; null without a budget. */
    left: number | null;
  }[];
  /** Newest first. */
  entries: {
    id: number;
    /** reserve takes the price of a call, settle makes it final, release gives it back. grant and adjust are of the operator or the plan. */
    kind: 'grant' | 'reserve' | 'settle' | 'release' | 'adjust';
    /** What it did to the balance. */
    amount: number;
    operation: string | null;
    request_id: string | null;
    reason: string | null;
    created_at: string;
  }[];
  /** For the next page of entries; null on the last. */
  next_before: number | null;
  meta: Meta;
};

/** Report usage: `GET /usage`. */
export type UsageRequest = {
  /** First day. Default: the first of the month of date_to. */
  date_from?: string;
  /** Last day, included. Default: today. At most 366 days after date_from. */
  date_to?: string;
  /** One group for each of these. Days are all there; of the others, the 1,000 that cost most. */
  group_by?: 'day' | 'operation' | 'project' | 'key';
  /** Only calls booked on this project. */
  project_id?: string;
  /** Only calls of this operation, such as backlinks.list. */
  operation?: string;
  /** Only calls made with this key. */
  key_id?: string;
  /** true: adds the figures of each day, the five largest groups apart, as a chart stacks them. */
  by_day?: 'true' | 'false';
  /** csv: over REST, the groups as comma-separated values instead of JSON. */
  format?: 'json' | 'csv';
};

export type UsageAnswer = {
  success: true;
  date_from: string;
  date_to: string;
  group_by: 'day' | 'operation' | 'project' | 'key';
  total: {
    /** Calls that were answered or failed; dry runs and repeated answers are none. */
    calls: number;
    /** Calls that were answered with an error. They cost nothing. */
    failed_calls: number;
    /** Credits that were charged. */
    credits: number;
  };
  groups: {
    /** Day, operation, project or key; null for calls without one. */
    group: string | null;
    /** Calls that were answered or failed; dry runs and repeated answers are none. */
    calls: number;
    /** Calls that were answered with an error. They cost nothing. */
    failed_calls: number;
    /** Credits that were charged. */
    credits: number;
  }[];
  /** null unless by_day is true. */
  series: {
    days: string[];
    /** Parts that add up to the whole of each day. */
    parts: {
      /** all: every call. group: one of the five largest groups. rest: all that is in no other part. */
      kind: 'all' | 'group' | 'rest';
      /** Operation, project or key; null for all and rest. */
      group: string | null;
      /** One figure a day. */
      credits: number[];
      /** One figure a day. */
      calls: number[];
    }[];
  } | null;
  meta: Meta;
};

/** Build a set of prompts to measure: `POST /ai-visibility/prompt-set`. */
export type AiVisibilityPromptSetRequest = {
  /** Brand, product or domain that is measured. */
  target: string;
  /** Market or category, as a buyer would call it: CRM software, running shoes. */
  category: string;
  /** Themes, uses, groups of buyers, products or questions. */
  topics: string[];
  /** Where the prompts will be run; all without it. */
  platforms?: ('chatgpt' | 'perplexity' | 'google_ai' | 'gemini' | 'claude' | 'copilot')[];
  /** Own pages that should be cited. */
  owned_assets?: {
    url?: string;
    title?: string;
    /** Such as pricing, guide, comparison_page, case_study, docs. */
    page_type?: string;
    /** What the page is about. */
    topics?: string[];
  }[];
  /** Names or domains that are compared with. */
  competitors?: string[];
  /** Prompts to write. */
  prompt_count?: number;
  /** Kinds of buyers; without it the usual ones stand in. */
  personas?:
    | string
    | (
        | string
        | {
            name: string;
          }
      )[];
};

export type AiVisibilityPromptSetAnswer = {
  success: true;
  brand: {
    name: string;
    domain: string | null;
  };
  category: string;
  language: {
    written_in: 'en' | 'de' | 'es' | 'fr' | 'ja';
    /** Of topics and category, ISO 639-1; empty where the words do not tell. */
    guessed: string;
    confidence: number;
    evidence: string[];
  };
  prompts: {
    /** Made from brand and text: the same prompt has the same id in every set. */
    id: string;
    text: string;
    bucket:
      | 'category_discovery'
      | 'comparison'
      | 'problem_solution'
      | 'alternatives'
      | 'brand_trust'
      | 'pricing'
      | 'local_or_use_case'
      | 'implementation';
    /** The topic that it speaks of; null where it speaks of the category or the brand alone. */
    topic: string | null;
    /** Those of the request on which such prompts are typed. */
    platform_fit: ('chatgpt' | 'perplexity' | 'google_ai' | 'gemini' | 'claude' | 'copilot')[];
    buyer_stage: 'awareness' | 'consideration' | 'decision' | 'retention';
    persona: string | null;
    competitor: string | null;
    /** Own page that should be cited; null where no page of owned_assets fits. */
    owned_asset: string | null;
    expected_citation_type:
      | 'listicle'
      | 'comparison_page'
      | 'guide'
      | 'review_site'
      | 'pricing_page'
      | 'documentation'
      | 'case_study'
      | 'local_listing';
    measure: {
      metric:
        | 'brand_mentioned'
        | 'brand_preferred'
        | 'brand_offered_as_alternative'
        | 'owned_page_cited'
        | 'brand_sentiment'
        | 'facts_correct';
      question: string;
      success: string;
    };
  }[];
  buckets: {
    bucket:
      | 'category_discovery'
      | 'comparison'
      | 'problem_solution'
      | 'alternatives'
      | 'brand_trust'
      | 'pricing'
      | 'local_or_use_case'
      | 'implementation';
    purpose: string;
    prompt_count: number;
    prompt_ids: string[];
  }[];
  measurement_schema: {
    unit: string;
    runs_per_prompt: number;
    fields: {
      name: string;
      type: string;
      description: string;
    }[];
    metrics: {
      name: string;
      formula: string;
    }[];
  };
  coverage: {
    topics: {
      name: string;
      prompts: number;
    }[];
    platforms: {
      name: string;
      prompts: number;
    }[];
    competitors: {
      name: string;
      prompts: number;
    }[];
    assets: {
      name: string;
      prompts: number;
    }[];
    personas: {
      name: string;
      prompts: number;
    }[];
    /** What was sent and is in no prompt. */
    not_covered: {
      topics: string[];
      platforms: string[];
      competitors: string[];
      assets: string[];
      personas: string[];
    };
  };
  weekly_routing: {
    /** One a platform; every prompt on every platform that fits it. */
    runs: {
      day: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday';
      platform: 'chatgpt' | 'perplexity' | 'google_ai' | 'gemini' | 'claude' | 'copilot';
      prompt_ids: string[];
    }[];
    actions: {
      when: string;
      do: string;
      owner_hint: string;
      prompt_ids: string[];
    }[];
  };
  warnings: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Analyze anchor texts: `POST /backlinks/anchors`. */
export type BacklinksAnchorsRequest = {
  /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */
  target: string;
  /** Most rows to answer. */
  limit?: number;
  /** Rows to pass over, for the next page. */
  offset?: number;
  /** live: still there when their page was last read. lost: gone since. all: both. */
  backlinks_status_type?: 'live' | 'all' | 'lost';
  /** Keep anchors whose text contains this, whatever the case. The profile stays that of all anchors. */
  anchor_filter?: string;
  /** Fewest links that an anchor may have. */
  min_backlinks?: number;
  /** Fewest hosts that may link with it. */
  min_referring_domains?: number;
  /** Highest first; unknown last. */
  sort_by?: 'backlinks' | 'rank' | 'referring_domains' | 'spam_score' | 'broken_backlinks';
  /** Scale of every rank in the answer, and of min_rank: 0-100 or 0-1000. */
  rank_scale?: 'one_hundred' | 'one_thousand';
};

export type BacklinksAnchorsAnswer = {
  success: true;
  target: {
    value: string;
    type: 'domain' | 'subdomain' | 'page';
  };
  rank_scale: 'one_hundred' | 'one_thousand';
  items: {
    /** Exact text; empty for images and links without text. */
    anchor: string;
    /** Null when nothing that is known tells it. */
    anchor_intent:
      | 'branded'
      | 'exact_match'
      | 'partial_match'
      | 'url'
      | 'generic'
      | 'image'
      | 'empty'
      | 'foreign'
      | null;
    intent_reason: string;
    /** Of all links of the target with the asked status, 0-1. */
    share: number | null;
    /** Links with the asked status. */
    backlinks: number;
    dofollow_backlinks: number;
    /** Of backlinks, 0-1. */
    dofollow_share: number | null;
    /** Pages that link. */
    referring_pages: number;
    /** Links whose target page answered 4xx or 5xx; null when no target page was read. */
    broken_backlinks: number | null;
    /** Links that a newer read of their page no longer has, whatever status is asked. */
    lost_backlinks: number;
    /** Mean of the linking pages, 0-100, higher is worse; null when none was read. */
    spam_score: number | null;
    /** Rank of the strongest link: what it passes on; null when not known. */
    rank: number | null;
    first_seen: string;
    last_seen: string;
    /** When the newest lost link was lost. */
    lost_date: string | null;
    /** Hosts that link. */
    referring_domains: number;
    /** Registrable domains that link. */
    referring_main_domains: number;
    /** Links whose content is an image. */
    image_backlinks: number;
    /** Alternative text of most of the images; empty when they have none. */
    image_alt: string;
    /** Of most of the linking pages. */
    language: string | null;
    /** The page that most of the links name. */
    target_url: string;
    /** Null when that page was not read. */
    target_title: string | null;
    risk_signals: {
      signal: 'high_spam' | 'raised_spam' | 'spam_trade' | 'repeated_keyword' | 'sitewide' | 'foreign_text';
      reason: string;
    }[];
    repair_signals: {
      signal: 'broken_target' | 'lost_links' | 'image_without_alt';
      reason: string;
    }[];
    score: number;
    score_components: {
      urgency: number;
      authority: number;
      reach: number;
    };
    priority: 'low' | 'medium' | 'high';
  }[];
  /** All links of the target with the asked status, without the filters. */
  backlinks: number | null;
  brand: {
    /** The name in the domain. */
    label: string;
    /** Names of the site as letters alone, from the domain and from titles. */
    names: string[];
  };
  /** Of the linked pages or, where no title is known, of most anchor texts. */
  main_language: string | null;
  profile: {
    /** Share of the links that were looked at, by intent, 0-1; null when there are none. */
    share: {
      branded: number | null;
      exact_match: number | null;
      partial_match: number | null;
      url: number | null;
      generic: number | null;
      image: number | null;
      empty: number | null;
      foreign: number | null;
      /** Texts whose intent nothing tells. */
      unknown: number | null;
    };
    /** Share of the links that were looked at, 0-1. */
    exact_match_share: number | null;
    /** The same with each site counted once a text, so that sitewide links weigh as one. */
    exact_match_site_share: number | null;
    /** Null when the profile is too small, or too little of it can be judged. */
    over_optimized: boolean | null;
    reason: string;
    /** Anchor texts looked at: the commonest, without the filters of the request. */
    groups: number;
    /** Links that they stand on. */
    backlinks: number;
    /** Those of all links of the target with the asked status, 0-1. */
    covered_share: number | null;
  };
  /** Anchor texts that pass the filters, before limit and offset; null where the source cannot know. */
  total_count: number | null;
  limit: number;
  offset: number;
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Find link competitors: `POST /backlinks/competitors`. */
export type BacklinksCompetitorsRequest = {
  /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */
  target: string;
  /** Most rows to answer. */
  limit?: number;
  /** Rows to pass over, for the next page. */
  offset?: number;
  /** Least rank of a competitor, on rank_scale; those of unknown rank are left out. */
  min_rank?: number;
  /** Fewest registrable domains that link to both. */
  min_intersections?: number;
  /** True: competitors are registrable domains; false: hosts, so that subdomains stand on their own. */
  main_domain?: boolean;
  /** Leave out platforms that everybody links to: social networks, search engines, shops for all, code hosts. */
  exclude_large_domains?: boolean;
  /** Highest first; equal ones by intersections, then by name. */
  sort_by?: 'opportunity' | 'rank' | 'intersections';
  /** Scale of every rank in the answer, and of min_rank: 0-100 or 0-1000. */
  rank_scale?: 'one_hundred' | 'one_thousand';
};

export type BacklinksCompetitorsAnswer = {
  success: true;
  target: {
    value: string;
    type: 'domain' | 'subdomain' | 'page';
  };
  rank_scale: 'one_hundred' | 'one_thousand';
  /** Of the target. */
  rank: number | null;
  /** Registrable domains that link to the target. */
  referring_main_domains: number | null;
  items: {
    domain: string;
    rank: number | null;
    /** Registrable domains that link to both. */
    intersections: number;
    /** Of the domains that link to the target, 0-1. */
    intersection_share: number | null;
    /** Registrable domains that link to the competitor. */
    referring_main_domains: number;
    /** Of those, the ones that do not link to the target; the target’s own domain counts when it is one. */
    unique_referring_domains: number;
    /** 0-100: 100 × ln(1 + intersections) / ln(1 + the smaller of both counts of linking domains, at least 20). */
    overlap_score: number;
    /** 0-100: overlap × (half its lead in rank, full at 50 of 100 points, plus half its unique domains by logarithm, full at 1,000). 0 when it has no unique domain. */
    opportunity_score: number;
    score_components: {
      /** 0 as well when one of the two ranks is not known. */
      authority_lead: number;
      unique_sites: number;
    };
    priority: 'low' | 'medium' | 'high';
    reason: string;
  }[];
  /** Competitors that can be paged through: at most the 1,000 with the most intersections. */
  total_count: number | null;
  /** All that fit, also those behind the 1,000. */
  candidate_count: number | null;
  limit: number;
  offset: number;
  /** Left out by their figures and not by the list of platforms: rank of 750 of 1,000, 10,000 linking domains and 20 times those of the target, at least. At most 20 are named. */
  left_out_as_large: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** List linked pages of a domain: `POST /backlinks/domain-pages`. */
export type BacklinksDomainPagesRequest = {
  /** Domain (example.com) or subdomain (blog.example.com). */
  target: string;
  /** Most rows to answer. */
  limit?: number;
  /** Rows to pass over, for the next page. */
  offset?: number;
  /** live: still there when their page was last read. lost: gone since. all: both. */
  backlinks_status_type?: 'live' | 'all' | 'lost';
  /** Keep pages whose URL contains this, whatever the case. */
  page_filter?: string;
  /** Keep pages whose title contains this, whatever the case; pages without a known title are left out. */
  title_filter?: string;
  /** Keep pages that answered with this HTTP status. */
  status_code?: number;
  /** Fewest links that a page may have. */
  min_backlinks?: number;
  /** Fewest hosts that may link to it. */
  min_referring_domains?: number;
  /** Highest or newest first, unknown last; rank is the page_rank. */
  sort_by?:
    | 'backlinks'
    | 'referring_domains'
    | 'rank'
    | 'spam_score'
    | 'broken_backlinks'
    | 'first_visited'
    | 'words_count'
    | 'external_links';
  /** Scale of every rank in the answer, and of min_rank: 0-100 or 0-1000. */
  rank_scale?: 'one_hundred' | 'one_thousand';
};

export type BacklinksDomainPagesAnswer = {
  success: true;
  target: {
    value: string;
    type: 'domain' | 'subdomain' | 'page';
  };
  rank_scale: 'one_hundred' | 'one_thousand';
  items: {
    url: string;
    title: string | null;
    /** Null when the page was never read. */
    status_code: number | null;
    redirect_target: string | null;
    /** Authority of the page; null when not known. */
    page_rank: number | null;
    /** Links with the asked status. */
    backlinks: number;
    dofollow_backlinks: number;
    /** Of backlinks, 0-1. */
    dofollow_share: number | null;
    /** Pages that link. */
    referring_pages: number;
    /** Links whose target page answered 4xx or 5xx; null when no target page was read. */
    broken_backlinks: number | null;
    /** Links that a newer read of their page no longer has, whatever status is asked. */
    lost_backlinks: number;
    /** Mean of the linking pages, 0-100, higher is worse; null when none was read. */
    spam_score: number | null;
    /** Rank of the strongest link: what it passes on; null when not known. */
    rank: number | null;
    first_seen: string;
    last_seen: string;
    /** When the newest lost link was lost. */
    lost_date: string | null;
    /** Of all links of the target with the asked status, 0-1. */
    share: number | null;
    /** Hosts that link. */
    referring_domains: number;
    /** Registrable domains that link. */
    referring_main_domains: number;
    /** Null when the page was never read. */
    first_visited: string | null;
    words_count: number | null;
    internal_links: number | null;
    external_links: number | null;
    action: 'protect' | 'redirect' | 'restore' | 'improve' | 'monitor';
    reasons: string[];
    score: number;
    score_components: {
      urgency: number;
      authority: number;
      reach: number;
    };
    priority: 'low' | 'medium' | 'high';
  }[];
  /** All links of the target with the asked status, without the filters. */
  backlinks: number | null;
  /** Of the rows in this answer. */
  action_counts: {
    protect: number;
    redirect: number;
    restore: number;
    improve: number;
    monitor: number;
  };
  /** Linked pages that pass the filters, before limit and offset; null where the source cannot know. */
  total_count: number | null;
  limit: number;
  offset: number;
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
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
    alt: string | null;
    image_url: string | null;
    text_pre: string;
    text_post: string;
    /** null: the source of the link does not say where it stands. */
    semantic_location: 'navigation' | 'header' | 'footer' | 'sidebar' | 'content' | 'head' | null;
    attributes: string[];
    dofollow: boolean;
    /** Identical links on the page. */
    links_count: number;
    /** Links that the mode folded into this row. */
    group_count: number;
    first_seen: string;
    last_seen: string;
    lost_date: string | null;
    is_new: boolean;
    is_lost: boolean;
    /** Null when the target page was never read. */
    is_broken: boolean | null;
    url_to_status_code: number | null;
    url_to_redirect_target: string | null;
    /** It names a page elsewhere that leads to the target by a redirect or a canonical; url_to is that page. */
    is_indirect_link: boolean;
    rank: number | null;
    page_from_rank: number | null;
    domain_from_rank: number | null;
    page_from_title: string | null;
    page_from_language: string | null;
    page_from_status_code: number | null;
    page_from_external_links: number | null;
    page_from_internal_links: number | null;
    page_from_word_count: number | null;
    backlink_spam_score: number | null;
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
  total_count: number | null;
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

/** Track new and lost backlinks: `POST /backlinks/new-lost-timeseries`. */
export type BacklinksNewLostTimeseriesRequest = {
  /** Domain or subdomain without protocol; a leading www. is left out. Not one page. */
  target: string;
  /** First day, yyyy-mm-dd, not before 2019-01-30. Left out: 30 days, 26 weeks, 12 months or 10 years up to date_to. */
  date_from?: string;
  /** Last day, yyyy-mm-dd (UTC); today when left out or later than that. */
  date_to?: string;
  /** Length of a period; weeks begin on Monday. One answer holds at most 750 periods. */
  group_range?: 'day' | 'week' | 'month' | 'year';
  /** Count links to subdomains of the target too. */
  include_subdomains?: boolean;
};

export type BacklinksNewLostTimeseriesAnswer = {
  success: true;
  target: {
    value: string;
    type: 'domain' | 'subdomain';
  };
  include_subdomains: boolean;
  group_range: 'day' | 'week' | 'month' | 'year';
  date_from: string;
  /** Today at the latest. */
  date_to: string;
  /** First day on which the index fetched anything. */
  observed_from: string | null;
  observed_to: string | null;
  /** Every period of the range, oldest first; figures are null where nothing was observed. */
  points: {
    /** First day of the period; weeks begin on Monday. The first may begin before date_from. */
    period: string;
    new_backlinks: number | null;
    lost_backlinks: number | null;
    new_referring_domains: number | null;
    lost_referring_domains: number | null;
    net_backlinks: number | null;
    net_referring_domains: number | null;
    /** Links known and not lost at the end of the period. */
    backlinks: number | null;
    /** Hosts with such a link. */
    referring_domains: number | null;
    /** The range, or what was fetched, covers only a part of the period. */
    is_partial: boolean;
    /** The index began in it, so its new links are of every age: counted, but no gain and no momentum. */
    is_baseline: boolean;
  }[];
  observed_points: number;
  /** What stood when the range begins; null when it was not observed. */
  before: {
    backlinks: number;
    referring_domains: number;
  } | null;
  /** What stood at the end of the last observed period. */
  after: {
    backlinks: number;
    referring_domains: number;
  } | null;
  /** What stood at the end of the period in which the index began; null when it began before the range. */
  baseline: {
    backlinks: number;
    referring_domains: number;
    period: string;
  } | null;
  /** Over the observed periods, the baseline included. */
  totals: {
    new_backlinks: number | null;
    lost_backlinks: number | null;
    new_referring_domains: number | null;
    lost_referring_domains: number | null;
  };
  net_change: {
    backlinks: number | null;
    referring_domains: number | null;
    /** Of the links that stood before; null when there were none. */
    backlinks_share: number | null;
    referring_domains_share: number | null;
  };
  /** lost / (new + lost) of the backlinks without the baseline period, 0-1; null when none moved. */
  loss_rate: number | null;
  referring_domains_loss_rate: number | null;
  /** Highest net change of backlinks above 0; the newest of equal ones. */
  strongest_gain: {
    period: string;
    net_backlinks: number;
    net_referring_domains: number;
    new_backlinks: number;
    lost_backlinks: number;
  } | null;
  /** Lowest net change of backlinks below 0; the newest of equal ones. */
  strongest_loss: {
    period: string;
    net_backlinks: number;
    net_referring_domains: number;
    new_backlinks: number;
    lost_backlinks: number;
  } | null;
  /** Net change of referring domains over the base at the beginning, the baseline period left out: above 5 % growing, below -5 % shrinking, else stable. Growing with four whole periods or more: accelerating when the later half won at least 1.5 times as many as the earlier half, slowing when at most half as many. */
  momentum: 'accelerating' | 'growing' | 'stable' | 'slowing' | 'shrinking' | null;
  momentum_basis: {
    measure: 'referring_domains';
    /** Observed ones without the baseline. */
    periods: number;
    /** Referring domains before the first of them. */
    base: number | null;
    net: number;
    /** net / base; null when there was none before. */
    change: number | null;
    /** Of the first half of the whole periods; null when there are fewer than four. */
    earlier_net: number | null;
    later_net: number | null;
    rule: string;
  } | null;
  notes: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Find link opportunities: `POST /backlinks/opportunity-finder`. */
export type BacklinksOpportunityFinderRequest = {
  /** Your domain, brand or site. */
  target: string;
  /** Sites that could link; rows of one domain are folded. Columns without a field are ignored and named in notes. */
  prospects: {
    /** Domain or address of the site that could link. */
    source_domain: string;
    /** Page that could link or did. */
    source_url?: string | null;
    /** Title of that page. */
    title?: string | null;
    /** Such as blog, news, resource page, directory, guest post. */
    source_type?: string | null;
    /** Competitors that the site links to: domains, or how many. */
    linked_competitors?: string[] | string | number | null;
    /** What the page is about. */
    topics?: string[] | string | null;
    /** Authority of the link, page or domain: 0-100, or 0-1000 when any rank is above 100. */
    rank?: number | null;
    /** Authority of the domain: 0-100, or 0-1000 when any rank is above 100. */
    domain_rank?: number | null;
    /** Authority of the page: 0-100, or 0-1000 when any rank is above 100. */
    page_rank?: number | null;
    /** 0-100, higher is worse. */
    spam_score?: number | null;
    /** Whether links of this site pass authority. */
    dofollow?: boolean | null;
    /** True, or the dead address that the page links to. */
    broken_link?: boolean | string | null;
    /** True, or the address of yours that the page linked to before. */
    lost_link?: boolean | string | null;
  }[];
  /** Pages of yours that are worth a link. */
  owned_assets?: {
    url?: string | null;
    title?: string | null;
    page_type?: string | null;
    topics?: string[] | string | null;
    /** Why someone would link to it. */
    linkable_reason?: string | null;
  }[];
  /** What the campaign is for: decides actions, weights and what is left out. */
  campaign_goal?:
    | 'mixed'
    | 'link_gap'
    | 'broken_link_building'
    | 'digital_pr'
    | 'resource_page'
    | 'reclaim_lost_links'
    | 'protect_authority';
  /** Prospects above it are rejected. */
  max_spam_score?: number;
  /** Prospects below it are rejected; low keeps all that are no spam. */
  min_priority?: 'low' | 'medium' | 'high';
};

export type BacklinksOpportunityFinderAnswer = {
  success: true;
  target: {
    value: string;
    /** What counts as your own. */
    domains: string[];
  };
  campaign_goal:
    | 'mixed'
    | 'link_gap'
    | 'broken_link_building'
    | 'digital_pr'
    | 'resource_page'
    | 'reclaim_lost_links'
    | 'protect_authority';
  max_spam_score: number;
  min_priority: 'low' | 'medium' | 'high';
  /** Scale that the ranks of the request were read on. */
  rank_scale_read: 'one_hundred' | 'one_thousand';
  opportunities: {
    prospect: {
      /** Domain of the owner; what the rows were given as where it is none. */
      domain: string;
      url: string | null;
      title: string | null;
      source_type: string | null;
      topics: string[];
      linked_competitors: string[];
      linked_competitors_count: number;
      /** 0-100. */
      domain_rank: number | null;
      /** 0-100. */
      page_rank: number | null;
      spam_score: number | null;
      dofollow: boolean | null;
      /** Rows of the request that are this site. */
      rows: number;
    };
    action_type: 'reclaim' | 'repair' | 'resource_page' | 'digital_pr' | 'guest_contribution' | 'outreach' | 'skip';
    action_reason: string;
    /** Who decides about the link: in a listing or a forum there is no editor. */
    channel: 'editor' | 'business_listing' | 'forum';
    matched_asset: {
      url: string | null;
      title: string | null;
      page_type: string | null;
      linkable_reason: string | null;
      /** 0-1: how much the topics of prospect and asset share. */
      relevance: number;
      /** Words that both have, the telling ones first. */
      shared_topics: string[];
      /** Data, a study or a tool: what editors report on. */
      newsworthy: boolean;
    } | null;
    pitch_angle: string;
    score: number;
    score_components: {
      goal_fit: number;
      relevance: number;
      authority: number;
      competitor_links: number;
      link_value: number;
      trust: number;
    };
    priority: 'low' | 'medium' | 'high';
    effort: 'low' | 'medium' | 'high';
    risks: string[];
  }[];
  rejected: {
    prospect: {
      /** Domain of the owner; what the rows were given as where it is none. */
      domain: string;
      url: string | null;
      title: string | null;
      source_type: string | null;
      topics: string[];
      linked_competitors: string[];
      linked_competitors_count: number;
      /** 0-100. */
      domain_rank: number | null;
      /** 0-100. */
      page_rank: number | null;
      spam_score: number | null;
      dofollow: boolean | null;
      /** Rows of the request that are this site. */
      rows: number;
    };
    action_type: 'skip';
    reason:
      | 'not_a_domain'
      | 'own_domain'
      | 'competitor'
      | 'platform'
      | 'spam'
      | 'irrelevant'
      | 'no_evidence'
      | 'not_for_this_goal'
      | 'below_min_priority';
    why: string;
    /** Null when the prospect was set apart before it was scored. */
    score: number | null;
  }[];
  counts: {
    rows: number;
    /** Sites, after rows of one domain were folded. */
    prospects: number;
    opportunities: number;
    rejected: number;
    by_action_type: {
      reclaim: number;
      repair: number;
      resource_page: number;
      digital_pr: number;
      guest_contribution: number;
      outreach: number;
      skip: number;
    };
    by_priority: {
      high: number;
      medium: number;
      low: number;
    };
    rejected_by_reason: {
      not_a_domain: number;
      own_domain: number;
      competitor: number;
      platform: number;
      spam: number;
      irrelevant: number;
      no_evidence: number;
      not_for_this_goal: number;
      below_min_priority: number;
    };
  };
  campaign_plan: {
    goal:
      | 'mixed'
      | 'link_gap'
      | 'broken_link_building'
      | 'digital_pr'
      | 'resource_page'
      | 'reclaim_lost_links'
      | 'protect_authority';
    focus: string;
    waves: {
      order: number;
      action_type: 'reclaim' | 'repair' | 'resource_page' | 'digital_pr' | 'guest_contribution' | 'outreach' | 'skip';
      task: string;
      prospects: number;
      /** At most ten, best first. */
      first_domains: string[];
      effort: 'low' | 'medium' | 'high';
      owner_hint: string;
      success_metric: string;
    }[];
    assets_in_use: {
      asset: string;
      url: string | null;
      opportunities: number;
    }[];
    /** Owned assets that no opportunity uses; at most ten. */
    unused_assets: string[];
    /** What the campaign lacks. */
    gaps: string[];
  };
  /** How the request was read where it could be read in two ways. */
  notes: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Find pages that link to competitors: `POST /backlinks/page-intersection`. */
export type BacklinksPageIntersectionRequest = {
  /** Competitors: domains, subdomains or absolute URLs. One that is named twice counts once. */
  targets: string[];
  /** Pages that hold a live link to one of these are left out: name your own site. */
  exclude_targets?: string[];
  /** Most rows to answer. */
  limit?: number;
  /** live: still there when their page was last read. lost: gone since. all: both. */
  backlinks_status_type?: 'live' | 'all' | 'lost';
  /** Only links to the targets without nofollow, ugc or sponsored. */
  dofollow_only?: boolean;
  /** partial: pages that link to at least one target; all: to every one. */
  intersection_mode?: 'partial' | 'all';
  /** Highest spam score of a page, 0-100; pages whose score is not known stay. */
  max_spam_score?: number;
  /** Highest or newest first: rank of the strongest link, of the domain, of the page; first and last sighting. */
  sort_by?: 'rank' | 'domain_rank' | 'page_rank' | 'first_seen' | 'last_seen';
  /** Scale of every rank in the answer, and of min_rank: 0-100 or 0-1000. */
  rank_scale?: 'one_hundred' | 'one_thousand';
};

export type BacklinksPageIntersectionAnswer = {
  success: true;
  targets: {
    value: string;
    type: 'domain' | 'subdomain' | 'page';
    /** Rows of this answer that link to it. */
    pages: number;
  }[];
  exclude_targets: {
    value: string;
    type: 'domain' | 'subdomain' | 'page';
  }[];
  intersection_mode: 'partial' | 'all';
  rank_scale: 'one_hundred' | 'one_thousand';
  items: {
    url: string;
    domain: string;
    title: string | null;
    language: string | null;
    /** Of its strongest link. */
    rank: number | null;
    page_rank: number | null;
    domain_rank: number | null;
    spam_score: number | null;
    external_links: number | null;
    word_count: number | null;
    first_seen: string;
    last_seen: string;
    linked_targets: {
      target: string;
      links_count: number;
      /** The strongest, at most three. */
      links: {
        url_to: string;
        item_type: 'anchor' | 'image' | 'canonical' | 'redirect' | 'alternate';
        anchor: string;
        alt: string | null;
        text_pre: string;
        text_post: string;
        /** null: the source of the link does not say where it stands. */
        semantic_location: 'navigation' | 'header' | 'footer' | 'sidebar' | 'content' | 'head' | null;
        attributes: string[];
        dofollow: boolean;
        /** Identical links on the page. */
        links_count: number;
        rank: number | null;
        first_seen: string;
        last_seen: string;
        lost_date: string | null;
        is_new: boolean;
        is_lost: boolean;
        /** Null when the linked page was never read. */
        is_broken: boolean | null;
        url_to_status_code: number | null;
        /** It arrives by a redirect or a canonical. */
        is_indirect_link: boolean;
      }[];
    }[];
    linked_targets_count: number;
    quality: {
      /** One of the links shown passes authority. */
      dofollow: boolean;
      /** One of the links shown stands in the text of the page; null when their source does not say. */
      in_content: boolean | null;
      semantic_locations: string[];
      spam_score: number | null;
      /** Low to 30, medium to 60, high above; null when the page was not read. */
      spam_level: 'low' | 'medium' | 'high' | null;
      external_links: number | null;
      word_count: number | null;
      signals: (
        | 'followed'
        | 'in_content'
        | 'links_to_all_targets'
        | 'broken_competitor_link'
        | 'new_link'
        | 'nofollow_only'
        | 'boilerplate_only'
        | 'indirect_only'
        | 'lost'
        | 'thin_page'
        | 'many_outgoing_links'
        | 'high_spam'
      )[];
    };
    /** 0-100. */
    score: number;
    score_components: {
      /** 0-20, by page_rank; 0 as well when it is not known. */
      page_authority: number;
      /** 0-20, by domain_rank; 0 as well when it is not known. */
      domain_authority: number;
      /** 0-25, by the share of the targets that it links to. */
      coverage: number;
      /** 15 when one of the links passes authority. */
      followed: number;
      /** 10 when one of the links stands in the text. */
      in_content: number;
      /** 0-10, × e^(-days / 365) for the days that its links are known to stand; 0 when that is not known. */
      freshness: number;
      /** 0 to -25, by spam_score; never more than the rest of the points. */
      spam: number;
    };
    priority: 'low' | 'medium' | 'high';
    reason: string;
  }[];
  /** Pages that fit; null where the source cannot know. */
  total_count: number | null;
  limit: number;
  /** Always the first rows: sort and filter for others. */
  offset: 0;
  /** Of the rows in this answer. */
  priority_counts: {
    high: number;
    medium: number;
    low: number;
  };
  notes: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** List referring domains: `POST /backlinks/referring-domains`. */
export type BacklinksReferringDomainsRequest = {
  /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */
  target: string;
  /** Most rows to answer. */
  limit?: number;
  /** Rows to pass over, for the next page. */
  offset?: number;
  /** live: still there when their page was last read. lost: gone since. all: both. */
  backlinks_status_type?: 'live' | 'all' | 'lost';
  /** Keep hosts whose name contains this. */
  domain_filter?: string;
  /** Fewest links that a host may give. */
  min_backlinks?: number;
  /** Fewest of its pages that link. */
  min_referring_pages?: number;
  /** Least domain_rank, on rank_scale; hosts of unknown rank are left out. */
  min_rank?: number;
  /** Highest or newest first, unknown last; rank is the domain_rank. */
  sort_by?: 'rank' | 'backlinks' | 'referring_pages' | 'spam_score' | 'broken_backlinks' | 'first_seen' | 'lost_date';
  /** Scale of every rank in the answer, and of min_rank: 0-100 or 0-1000. */
  rank_scale?: 'one_hundred' | 'one_thousand';
};

export type BacklinksReferringDomainsAnswer = {
  success: true;
  target: {
    value: string;
    type: 'domain' | 'subdomain' | 'page';
  };
  rank_scale: 'one_hundred' | 'one_thousand';
  items: {
    /** The host that links. */
    domain: string;
    main_domain: string;
    /** Authority of the main domain itself; null when not known. */
    domain_rank: number | null;
    /** Links with the asked status. */
    backlinks: number;
    dofollow_backlinks: number;
    /** Of backlinks, 0-1. */
    dofollow_share: number | null;
    /** Pages that link. */
    referring_pages: number;
    /** Links whose target page answered 4xx or 5xx; null when no target page was read. */
    broken_backlinks: number | null;
    /** Links that a newer read of their page no longer has, whatever status is asked. */
    lost_backlinks: number;
    /** Mean of the linking pages, 0-100, higher is worse; null when none was read. */
    spam_score: number | null;
    /** Rank of the strongest link: what it passes on; null when not known. */
    rank: number | null;
    first_seen: string;
    last_seen: string;
    /** When the newest lost link was lost. */
    lost_date: string | null;
    /** Of all links of the target with the asked status, 0-1. */
    share: number | null;
    /** The anchor text that most of its links have; empty for images. */
    top_anchor: string;
    /** Its links look like those of a template or of a list. */
    sitewide_suspected: boolean;
    action: 'keep' | 'strengthen' | 'reclaim' | 'repair' | 'review' | 'disavow_review';
    reasons: string[];
    score: number;
    score_components: {
      urgency: number;
      authority: number;
      reach: number;
    };
    priority: 'low' | 'medium' | 'high';
  }[];
  /** All links of the target with the asked status, without the filters. */
  backlinks: number | null;
  /** Of the rows in this answer. */
  action_counts: {
    keep: number;
    strengthen: number;
    reclaim: number;
    repair: number;
    review: number;
    disavow_review: number;
  };
  /** Hosts that pass the filters, before limit and offset; null where the source cannot know. */
  total_count: number | null;
  limit: number;
  offset: number;
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
  rank: number | null;
  backlinks: number | null;
  /** Hosts that link. */
  referring_domains: number | null;
  /** Registrable domains that link. */
  referring_main_domains: number | null;
  referring_pages: number | null;
  /** Hosts all of whose links are nofollow. */
  referring_domains_nofollow: number | null;
  /** 0-1. */
  dofollow_share: number | null;
  /** Links whose target page answered 4xx or 5xx. */
  broken_backlinks: number | null;
  broken_pages: number | null;
  /** Links that a newer read of their page no longer has. */
  lost_backlinks: number | null;
  /** Mean over linking pages, 0-100, higher is worse. */
  spam_score: number | null;
  first_seen: string | null;
  last_seen: string | null;
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
        status_code: number | null;
      }[]
    | null;
  /** By rank, as far as the number of referring domains bears it out. */
  authority_tier: 'elite' | 'strong' | 'established' | 'emerging' | 'new' | null;
  /** Null when nothing is known of the links, or none of the pages that hold them was read and nothing else speaks of a risk. */
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

/** Plan the work week by week: `POST /content/action-plan`. */
export type ContentActionPlanRequest = {
  /** The work to plan. Fields of other answers are passed over. */
  items: {
    /** What is to be done. */
    title: string;
    keyword?: string;
    /** Page that is changed. */
    url?: string;
    /** critical, high, medium, low; P0 to P3 or 1 to 4 with 1 the first; or a score above 4, up to 100. */
    priority?: string | number;
    /** 0-100. Where one is above 100, all are scaled to 0-100. */
    impact_score?: number;
    /** Effort points, or low (1), medium (2), high (4). Not given: 2, marked as assumed. */
    effort?: string | number;
    /** done, cancelled and blocked items are not planned; in progress comes first among equals. */
    status?: string;
    /** Titles of the items that have to be done before, or their places in the list, counted from 0. */
    dependencies?: string | number | (string | number)[];
  }[];
  /** Site or project the plan is for; shown, not read. */
  target?: string;
  /** Raises the score of work of the kinds that serve it. */
  goal?: 'traffic_growth' | 'lead_generation' | 'refresh_decay' | 'launch_support' | 'authority_building';
  /** Days from today; work is planned from Monday to Friday. */
  horizon_days?: number;
  /** Effort points per week of the whole team. */
  weekly_capacity?: number;
  /** Names of the owners, who take turns. */
  team?: string[];
};

export type ContentActionPlanAnswer = {
  success: true;
  goal: string | null;
  horizon: {
    start_date: string;
    end_date: string;
    days: number;
    working_days: number;
  };
  /** In the order of their start. */
  scheduled: {
    /** Title of the item. */
    item: string;
    /** Place of the item in the request, from 0. */
    index: number;
    url: string | null;
    keyword: string | null;
    start_date: string;
    /** Last day of work; both dates are working days. */
    due_date: string;
    /** Week in which it begins, from 1. */
    week: number;
    /** More than one where the item is larger than a week. */
    allocations: {
      week: number;
      /** Effort points, to hundredths. */
      points: number;
    }[];
    /** Effort points, to hundredths. */
    effort_points: number;
    effort_source: 'given' | 'assumed';
    /** null without a team. */
    owner: string | null;
    /** Titles of the items that have to be done before; finished ones included. */
    depends_on: string[];
    kind: {
      value: 'refresh' | 'technical' | 'links' | 'internal_links' | 'conversion' | 'launch' | 'new_content' | 'other';
      confidence: number;
      /** Beginnings of the words that it goes by. */
      evidence: string[];
    };
    impact_source: 'given' | 'from_priority' | 'assumed';
    score: number;
    score_components: {
      impact: number;
      priority: number;
      goal_fit: number;
    };
    /** By the score. */
    priority: 'low' | 'medium' | 'high';
    /** As it was sent. */
    priority_given: string | number | null;
    /** By the priority that was sent, or by the score where that is higher: earlier levels are placed first. */
    precedence: 'critical' | 'high' | 'medium' | 'low';
    why_now: string;
  }[];
  weeks: {
    week: number;
    start_date: string;
    end_date: string;
    /** Effort points, to hundredths. */
    capacity: number;
    /** Effort points, to hundredths. */
    used: number;
    items: {
      item: string;
      index: number;
      /** Effort points, to hundredths. */
      effort_points: number;
      owner: string | null;
    }[];
  }[];
  unscheduled: {
    item: string;
    index: number;
    why: string;
    reason: 'finished' | 'cancelled' | 'blocked' | 'dependency' | 'capacity' | 'horizon';
    /** Where the reason is dependency: the items at the end of what it waits for, ten at most. */
    root_causes: {
      item: string;
      index: number;
      reason: 'finished' | 'cancelled' | 'blocked' | 'dependency' | 'capacity' | 'horizon';
    }[];
    effort_points: number;
    score: number;
    /** As it was sent. */
    priority_given: string | number | null;
    precedence: 'critical' | 'high' | 'medium' | 'low';
  }[];
  risk_register: {
    risk: string;
    likelihood: 'low' | 'medium' | 'high';
    impact: 'low' | 'medium' | 'high';
    mitigation: string;
    /** At most ten titles; the text has the count of all. */
    items: string[];
  }[];
  /** The chain of dependencies with the most effort and no idle day: a delay in it delays its end. Empty where every chain has room to slip. */
  critical_path: {
    item: string;
    index: number;
    /** Effort points, to hundredths. */
    effort_points: number;
    due_date: string;
  }[];
  totals: {
    items: number;
    scheduled: number;
    unscheduled: number;
    /** Effort points, to hundredths. */
    capacity_points: number;
    /** Effort points, to hundredths. */
    scheduled_points: number;
    /** Effort of everything that is neither finished nor cancelled. */
    open_points: number;
    /** Sum of the scores of the scheduled items. */
    scheduled_score: number;
    /** Sum of score × effort points of the scheduled items: what is maximised within each precedence. */
    scheduled_value: number;
  };
  method: string;
  warnings: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Find pages that compete with each other: `POST /content/cannibalization`. */
export type ContentCannibalizationRequest = {
  /** Pages of one site. ranking_queries make the answer surest. Other columns are ignored and named in notes. */
  pages: {
    url: string;
    title: string;
    /** What the page is made for. */
    primary_keyword?: string | null;
    /** Other keywords that it is made for. */
    target_keywords?: string[] | string | null;
    /** Searches that it appears for: texts, or objects with query, clicks, impressions, position. */
    ranking_queries?:
      | (
          | string
          | {
              query: string;
              clicks?: number | null;
              impressions?: number | null;
              position?: number | null;
            }
        )[]
      | string
      | null;
    page_type?: string | null;
    canonical_url?: string | null;
    /** False when noindex or robots.txt keeps it out. */
    indexable?: boolean | null;
    /** In any period, the same for all pages. */
    clicks?: number | null;
    /** In the same period. */
    impressions?: number | null;
    /** 1 is the best. */
    avg_position?: number | null;
    /** Links or linking domains, the same for all pages. */
    backlinks?: number | null;
  }[];
  /** Domain or brand of the site: its name tells no page from another. */
  target?: string;
  /** Keywords that matter most: conflicts about them are graver, and each is looked for. */
  focus_keywords?: string[];
  /** conservative: only what is beyond doubt. aggressive: also what is merely near. */
  sensitivity?: 'conservative' | 'balanced' | 'aggressive';
};

export type ContentCannibalizationAnswer = {
  success: true;
  sensitivity: 'conservative' | 'balanced' | 'aggressive';
  pages: {
    url: string;
    signals: {
      title: string;
      /** Only pages that compete, and versions without a canonical, can be in conflict. */
      status: 'competes' | 'noindex' | 'canonicalised' | 'variant';
      status_reason: string;
      variant_kind: 'amp' | 'pagination' | 'print' | 'parameter' | 'index_file' | 'host' | null;
      /** Page of the request that it is a version of or names as canonical. */
      gives_way_to: string | null;
      page_type:
        | 'homepage'
        | 'landing_page'
        | 'local_landing_page'
        | 'category_page'
        | 'product'
        | 'pricing'
        | 'feature'
        | 'comparison_page'
        | 'guide'
        | 'how_to'
        | 'blog_post'
        | 'article'
        | 'glossary'
        | 'faq'
        | 'docs'
        | 'tool_page'
        | 'case_study'
        | 'login'
        | 'support'
        | 'about'
        | 'contact'
        | 'careers'
        | 'legal';
      page_type_confidence: number;
      intent: 'informational' | 'commercial' | 'transactional' | 'local' | 'navigational';
      /** What its searchers want; null where nothing tells. */
      purpose: string | null;
      /** Words that say what it is about. */
      subject: string[];
      primary_keyword: string | null;
      keywords_count: number;
      ranking_queries_count: number | null;
      /** ISO 639-1, empty where unknown. */
      language: string;
      /** Language that the address names; empty when it names none. */
      address_language: string;
      clicks: number | null;
      impressions: number | null;
      avg_position: number | null;
      backlinks: number | null;
      conflicts: number;
    };
  }[];
  /** At most 500, the gravest first; counts has the total. */
  conflicts: {
    pages: string[];
    shared_queries: string[];
    overlap_score: number;
    score_components: {
      subject: number;
      shared_queries: number;
      declared_keywords: number;
      intent: number;
    };
    severity: 'low' | 'medium' | 'high';
    grounds: (
      | 'same_primary_keyword'
      | 'shared_primary_query'
      | 'same_subject'
      | 'shared_queries'
      | 'same_target_keyword'
      | 'version'
    )[];
    focus_keywords: string[];
    evidence: string[];
  }[];
  clusters: {
    id: string;
    intent: 'informational' | 'commercial' | 'transactional' | 'local' | 'navigational';
    subject: string;
    pages: string[];
    preferred_url: string;
    why_preferred: string;
    preference_scores: {
      url: string;
      score: number;
      score_components: Record<string, number>;
    }[];
    action: 'merge' | 'differentiate' | 'canonicalise' | 'redirect' | 'internal_link' | 'monitor';
    severity: 'low' | 'medium' | 'high';
    steps: string[];
  }[];
  focus_keywords: {
    keyword: string;
    pages: string[];
    status: 'one_page' | 'several_pages' | 'no_page';
  }[];
  counts: {
    pages: number;
    competing: number;
    /** Not indexable, canonicalised, or a version that search engines fold by themselves. */
    solved: number;
    conflicts: number;
    clusters: number;
    by_severity: {
      high: number;
      medium: number;
      low: number;
    };
    by_action: {
      merge: number;
      differentiate: number;
      canonicalise: number;
      redirect: number;
      internal_link: number;
      monitor: number;
    };
  };
  notes: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Find topics that competitors cover: `POST /content/competitor-gap-matrix`. */
export type ContentCompetitorGapMatrixRequest = {
  /** Competitors with their pages, at most 200 each. Other columns are ignored and named in notes. */
  competitors: {
    domain: string;
    pages: {
      url: string;
      title: string;
      /** What the page is made for. */
      keywords?: string[] | string | null;
      ranking_queries?:
        | (
            | string
            | {
                query: string;
              }
          )[]
        | string
        | null;
      page_type?: string | null;
      /** awareness, consideration, decision or retention; also tofu, mofu, bofu. */
      buyer_stage?: string | null;
      /** Visits a month. */
      traffic?: number | null;
      /** Searches a month for its subject. */
      volume?: number | null;
      /** Position in search results; 1 is the best. */
      rank?: number | null;
      /** Links or linking domains. */
      backlinks?: number | null;
    }[];
  }[];
  /** Without them every topic counts as a gap. */
  own_pages?: {
    url: string;
    title: string;
    /** What the page is made for. */
    keywords?: string[] | string | null;
    ranking_queries?:
      | (
          | string
          | {
              query: string;
            }
        )[]
      | string
      | null;
    page_type?: string | null;
    /** awareness, consideration, decision or retention; also tofu, mofu, bofu. */
    buyer_stage?: string | null;
    /** Visits a month. */
    traffic?: number | null;
    /** Searches a month for its subject. */
    volume?: number | null;
    /** Position in search results; 1 is the best. */
    rank?: number | null;
    /** Links or linking domains. */
    backlinks?: number | null;
  }[];
  /** Topics that matter most: they earn points. */
  focus_topics?: string[];
  /** Most opportunities to answer, best first. */
  max_opportunities?: number;
  /** Own domain or brand: it is no competitor, and its name no topic. */
  target?: string;
};

export type ContentCompetitorGapMatrixAnswer = {
  success: true;
  opportunities: {
    topic: string;
    /** One page of each competitor, the strongest first. */
    competitors_covering: {
      url: string;
      title: string;
      page_type:
        | 'homepage'
        | 'landing_page'
        | 'local_landing_page'
        | 'category_page'
        | 'product'
        | 'pricing'
        | 'feature'
        | 'comparison_page'
        | 'guide'
        | 'how_to'
        | 'blog_post'
        | 'article'
        | 'glossary'
        | 'faq'
        | 'docs'
        | 'tool_page'
        | 'case_study'
        | 'login'
        | 'support'
        | 'about'
        | 'contact'
        | 'careers'
        | 'legal';
      domain: string;
      traffic: number | null;
      volume: number | null;
      rank: number | null;
      backlinks: number | null;
    }[];
    competitor_count: number;
    /** partial: an own page touches the topic and does not answer it. */
    own_coverage: 'none' | 'partial';
    own_pages: {
      url: string;
      title: string;
      page_type:
        | 'homepage'
        | 'landing_page'
        | 'local_landing_page'
        | 'category_page'
        | 'product'
        | 'pricing'
        | 'feature'
        | 'comparison_page'
        | 'guide'
        | 'how_to'
        | 'blog_post'
        | 'article'
        | 'glossary'
        | 'faq'
        | 'docs'
        | 'tool_page'
        | 'case_study'
        | 'login'
        | 'support'
        | 'about'
        | 'contact'
        | 'careers'
        | 'legal';
    }[];
    page_type:
      | 'homepage'
      | 'landing_page'
      | 'local_landing_page'
      | 'category_page'
      | 'product'
      | 'pricing'
      | 'feature'
      | 'comparison_page'
      | 'guide'
      | 'how_to'
      | 'blog_post'
      | 'article'
      | 'glossary'
      | 'faq'
      | 'docs'
      | 'tool_page'
      | 'case_study'
      | 'login'
      | 'support'
      | 'about'
      | 'contact'
      | 'careers'
      | 'legal';
    buyer_stage: 'awareness' | 'consideration' | 'decision' | 'retention';
    /** Highest volume, else traffic, of its pages; null where none is given. */
    demand: number | null;
    focus: string[];
    score: number;
    score_components: {
      coverage: number;
      demand: number;
      fit: number;
      buyer_stage: number;
      gap: number;
      focus: number;
      ease: number;
    };
    priority: 'low' | 'medium' | 'high';
    suggested_title: string;
    /** Path below /api/v1 of an operation to go on with. */
    next_endpoint: string;
    why: string;
  }[];
  /** Before max_opportunities. */
  opportunities_total: number;
  matrix: {
    page_type:
      | 'homepage'
      | 'landing_page'
      | 'local_landing_page'
      | 'category_page'
      | 'product'
      | 'pricing'
      | 'feature'
      | 'comparison_page'
      | 'guide'
      | 'how_to'
      | 'blog_post'
      | 'article'
      | 'glossary'
      | 'faq'
      | 'docs'
      | 'tool_page'
      | 'case_study'
      | 'login'
      | 'support'
      | 'about'
      | 'contact'
      | 'careers'
      | 'legal';
    buyer_stage: 'awareness' | 'consideration' | 'decision' | 'retention';
    own: number;
    /** Pages of all competitors. */
    competitors: number;
    competitor_domains: number;
    /** Pages for each competitor of the request. */
    competitor_average: number;
    /** other_type: own pages of another type answer the same need. utility: no topics, such as a login. */
    status: 'missing' | 'other_type' | 'utility' | 'behind' | 'level' | 'ahead' | 'own_only';
  }[];
  covered_topics: {
    topic: string;
    own_pages: {
      url: string;
      title: string;
      page_type:
        | 'homepage'
        | 'landing_page'
        | 'local_landing_page'
        | 'category_page'
        | 'product'
        | 'pricing'
        | 'feature'
        | 'comparison_page'
        | 'guide'
        | 'how_to'
        | 'blog_post'
        | 'article'
        | 'glossary'
        | 'faq'
        | 'docs'
        | 'tool_page'
        | 'case_study'
        | 'login'
        | 'support'
        | 'about'
        | 'contact'
        | 'careers'
        | 'legal';
    }[];
    competitors_covering: string[];
    page_type:
      | 'homepage'
      | 'landing_page'
      | 'local_landing_page'
      | 'category_page'
      | 'product'
      | 'pricing'
      | 'feature'
      | 'comparison_page'
      | 'guide'
      | 'how_to'
      | 'blog_post'
      | 'article'
      | 'glossary'
      | 'faq'
      | 'docs'
      | 'tool_page'
      | 'case_study'
      | 'login'
      | 'support'
      | 'about'
      | 'contact'
      | 'careers'
      | 'legal';
    buyer_stage: 'awareness' | 'consideration' | 'decision' | 'retention';
  }[];
  own_advantages: {
    topic: string;
    own_pages: {
      url: string;
      title: string;
      page_type:
        | 'homepage'
        | 'landing_page'
        | 'local_landing_page'
        | 'category_page'
        | 'product'
        | 'pricing'
        | 'feature'
        | 'comparison_page'
        | 'guide'
        | 'how_to'
        | 'blog_post'
        | 'article'
        | 'glossary'
        | 'faq'
        | 'docs'
        | 'tool_page'
        | 'case_study'
        | 'login'
        | 'support'
        | 'about'
        | 'contact'
        | 'careers'
        | 'legal';
    }[];
    page_type:
      | 'homepage'
      | 'landing_page'
      | 'local_landing_page'
      | 'category_page'
      | 'product'
      | 'pricing'
      | 'feature'
      | 'comparison_page'
      | 'guide'
      | 'how_to'
      | 'blog_post'
      | 'article'
      | 'glossary'
      | 'faq'
      | 'docs'
      | 'tool_page'
      | 'case_study'
      | 'login'
      | 'support'
      | 'about'
      | 'contact'
      | 'careers'
      | 'legal';
    buyer_stage: 'awareness' | 'consideration' | 'decision' | 'retention';
    demand: number | null;
  }[];
  focus_topics: {
    topic: string;
    status: 'gap' | 'covered' | 'own_only' | 'nobody';
    topics: string[];
  }[];
  weights: {
    component: 'coverage' | 'demand' | 'fit' | 'buyer_stage' | 'gap' | 'focus' | 'ease';
    points: number;
    meaning: string;
  }[];
  counts: {
    competitors: number;
    competitor_pages: number;
    own_pages: number;
    topics: number;
    gaps: number;
    /** Gaps that an own page touches: own_coverage partial. */
    gaps_touched: number;
    covered: number;
    own_only: number;
    /** Home, login, legal, customer and company pages: counted in the matrix, no topics. */
    not_topics: number;
  };
  /** Pages for customers and law (delivery, returns, opening hours): no topics. At most 50. */
  set_aside: {
    domain: string | null;
    url: string;
    title: string;
  }[];
  notes: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Suggest internal links: `POST /content/internal-links`. */
export type ContentInternalLinksRequest = {
  /** Absolute URL of the page that is to link. */
  source_url?: string;
  /** Its text as Markdown. */
  source_markdown?: string;
  /** Pages that may be linked to. Keywords make matches surer. */
  target_pages: {
    url: string;
    title: string;
    description?: string | null;
    keywords?: string[] | string | null;
  }[];
  /** The search that the source page itself is after: it is no anchor for another page. */
  keyword?: string;
  /** Own domain, where source_url is not sent. */
  target?: string;
  /** Most suggestions to answer, best first. */
  max_suggestions?: number;
};

export type ContentInternalLinksAnswer = {
  success: true;
  source: {
    url: string | null;
    format: 'html' | 'markdown';
    title: string | null;
    language: string | null;
    word_count: number;
    sentences: number;
    truncated: boolean;
  };
  suggestions: {
    target_url: string;
    target_title: string;
    /** Words that stand in the source sentence, as they stand there. */
    anchor_text: string;
    sentence: string;
    /** The heading above; null before the first one. */
    section: string | null;
    /** Where the anchor begins in the source: the Markdown that was sent, or the HTML of the page as text. */
    character_offset: number;
    line: number;
    /** 0–100; the sum of score_components. */
    relevance: number;
    score_components: {
      match: number;
      source: number;
      context: number;
    };
    priority: 'low' | 'medium' | 'high';
    matched: {
      by: 'keyword' | 'title' | 'slug';
      phrase: string;
    };
    already_linked: false;
    reason: string;
  }[];
  already_linked: {
    target_url: string;
    anchor_text: string;
    section: string | null;
    character_offset: number;
    line: number;
    nofollow: boolean;
    generic_anchor: boolean;
  }[];
  no_natural_placement: {
    target_url: string;
    target_title: string;
    reason: string;
    why:
      | 'no_matching_words'
      | 'sentence_taken'
      | 'own_page'
      | 'repeated'
      | 'own_keyword'
      | 'beyond_limit'
      | 'no_subject';
    /** Words of its subject that no sentence of the source holds. */
    missing_words: string[];
    nearest_section: string | null;
  }[];
  crawlability: {
    /** Null when only the text was supplied. */
    source_indexable: boolean | null;
    source_allowed_by_robots: boolean | null;
    /** False when the page tells crawlers not to follow its links. */
    links_followed: boolean | null;
    content_links: number;
    /** Null when the site of the page is not known. */
    internal_links: number | null;
    nofollow_internal_links: number | null;
    generic_anchors: {
      anchor_text: string;
      url: string | null;
      line: number;
    }[];
    uncrawlable_links: {
      element: string;
      line: number;
      why: string;
    }[];
    target_problems: {
      target_url: string;
      problem: string;
      fix: string;
    }[];
    guardrails: string[];
  };
  review_notes: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Map keywords to pages: `POST /content/keyword-map`. */
export type ContentKeywordMapRequest = {
  /** Searches to be answered, in any language. */
  keywords: string[];
  /** Pages that exist. Headings and current_keywords make the map surer. Other columns are ignored and named in notes. */
  pages: {
    url: string;
    title: string;
    description?: string | null;
    /** Texts of the headings, or objects with text. */
    headings?:
      | (
          | string
          | {
              text: string;
            }
        )[]
      | string
      | null;
    /** Keywords that the page is made for or ranks for. */
    current_keywords?: string[] | string | null;
    /** Such as category, product, blog, pricing; judged by address and title when not given. */
    page_type?: string | null;
  }[];
  /** Own domain or brand: its name need not stand on a page to match a search for it. */
  target?: string;
  /** Most mappings to answer, best first; the rest is in left_out. */
  max_mappings?: number;
};

export type ContentKeywordMapAnswer = {
  success: true;
  /** Keywords that a page can answer, best first; weak ones are in weak_matches. */
  mappings: {
    keyword: string;
    intent: 'informational' | 'commercial' | 'transactional' | 'local' | 'navigational';
    primary_url: string;
    page_type:
      | 'homepage'
      | 'landing_page'
      | 'local_landing_page'
      | 'category_page'
      | 'product'
      | 'pricing'
      | 'feature'
      | 'comparison_page'
      | 'guide'
      | 'how_to'
      | 'blog_post'
      | 'article'
      | 'glossary'
      | 'faq'
      | 'docs'
      | 'tool_page'
      | 'case_study'
      | 'login'
      | 'support'
      | 'about'
      | 'contact'
      | 'careers'
      | 'legal';
    score: number;
    score_components: {
      topic: number;
      focus: number;
      intent: number;
      /** What a missing word or another kind of page takes away. */
      limits: number;
    };
    /** By the score: strong from 70, medium from 50, else weak. */
    match: 'strong' | 'medium' | 'weak';
    /** Other pages that come into question, best first; at most three. */
    alternatives: {
      url: string;
      score: number;
      match: 'strong' | 'medium' | 'weak';
    }[];
    /** The page names the keyword in current_keywords. */
    already_targeted: boolean;
    why: string;
  }[];
  /** Keywords that a page touches and cannot answer as it is. */
  weak_matches: {
    keyword: string;
    intent: 'informational' | 'commercial' | 'transactional' | 'local' | 'navigational';
    primary_url: string;
    page_type:
      | 'homepage'
      | 'landing_page'
      | 'local_landing_page'
      | 'category_page'
      | 'product'
      | 'pricing'
      | 'feature'
      | 'comparison_page'
      | 'guide'
      | 'how_to'
      | 'blog_post'
      | 'article'
      | 'glossary'
      | 'faq'
      | 'docs'
      | 'tool_page'
      | 'case_study'
      | 'login'
      | 'support'
      | 'about'
      | 'contact'
      | 'careers'
      | 'legal';
    score: number;
    score_components: {
      topic: number;
      focus: number;
      intent: number;
      /** What a missing word or another kind of page takes away. */
      limits: number;
    };
    /** By the score: strong from 70, medium from 50, else weak. */
    match: 'strong' | 'medium' | 'weak';
    /** Other pages that come into question, best first; at most three. */
    alternatives: {
      url: string;
      score: number;
      match: 'strong' | 'medium' | 'weak';
    }[];
    /** The page names the keyword in current_keywords. */
    already_targeted: boolean;
    why: string;
    /** Telling words of the keyword that the page lacks. */
    missing_words: string[];
    advice: string;
  }[];
  missing_pages: {
    /** Keywords that one new page could answer, the plainest first. */
    keywords: string[];
    intent: 'informational' | 'commercial' | 'transactional' | 'local' | 'navigational';
    buyer_stage: 'awareness' | 'consideration' | 'decision' | 'retention';
    suggested_page_type:
      | 'homepage'
      | 'landing_page'
      | 'local_landing_page'
      | 'category_page'
      | 'product'
      | 'pricing'
      | 'feature'
      | 'comparison_page'
      | 'guide'
      | 'how_to'
      | 'blog_post'
      | 'article'
      | 'glossary'
      | 'faq'
      | 'docs'
      | 'tool_page'
      | 'case_study'
      | 'login'
      | 'support'
      | 'about'
      | 'contact'
      | 'careers'
      | 'legal';
    /** ISO 639-1, empty where unknown. */
    language: string;
    /** 0-100: in which order to make the pages. */
    worth: number;
    worth_components: {
      keywords: number;
      intent: number;
      language: number;
      nearness: number;
    };
    suggested_title: string;
    suggested_slug: string;
    /** The page to link from; null when none shares a word. */
    nearest_page: {
      url: string;
      score: number;
      missing_words: string[];
    } | null;
    why: string;
  }[];
  cannibalization_risks: {
    pages: {
      url: string;
      title: string;
      /** For the first keyword. */
      score: number;
    }[];
    keywords: string[];
    severity: 'low' | 'medium' | 'high';
    why: string;
    recommendation: string;
  }[];
  page_load: {
    url: string;
    title: string;
    page_type:
      | 'homepage'
      | 'landing_page'
      | 'local_landing_page'
      | 'category_page'
      | 'product'
      | 'pricing'
      | 'feature'
      | 'comparison_page'
      | 'guide'
      | 'how_to'
      | 'blog_post'
      | 'article'
      | 'glossary'
      | 'faq'
      | 'docs'
      | 'tool_page'
      | 'case_study'
      | 'login'
      | 'support'
      | 'about'
      | 'contact'
      | 'careers'
      | 'legal';
    keyword_count: number;
    weak_count: number;
    primary_keyword: string | null;
    keywords: string[];
    load: 'none' | 'fitting' | 'heavy';
    note: string;
  }[];
  checklist: {
    order: number;
    task: string;
    why: string;
    items: string[];
  }[];
  duplicates: {
    keyword: string;
    same_as: string;
  }[];
  /** Unreadable, or beyond max_mappings. */
  left_out: {
    keyword: string;
    why: string;
  }[];
  counts: {
    keywords: number;
    pages: number;
    strong: number;
    medium: number;
    weak: number;
    missing: number;
    missing_pages: number;
    duplicates: number;
    left_out: number;
  };
  /** ISO 639-1 codes that the keywords were read in. */
  languages: string[];
  notes: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Judge a template for many pages: `POST /content/programmatic-template`. */
export type ContentProgrammaticTemplateRequest = {
  /** Keyword with variables in brackets: best {shoe} for {terrain}. */
  keyword_pattern: string;
  /** Address with variables in brackets: /best/{shoe}/{terrain}. */
  url_pattern: string;
  /** What the pages are made from. */
  data_sources: {
    /** Where the data comes from. */
    name: string;
    /** Database, API, spreadsheet and so on. */
    type?: string;
    /** How old the data may be, such as daily. */
    freshness?: string;
    /** Fields that it has. */
    fields?: string[];
  }[];
  /** Names of the variables of the patterns. */
  variables: (
    | string
    | {
        name: string;
      }
  )[];
  /** Kind of page; decides sections and structured data. */
  playbook?:
    | 'templates'
    | 'curation'
    | 'conversions'
    | 'comparisons'
    | 'examples'
    | 'locations'
    | 'personas'
    | 'integrations'
    | 'glossary'
    | 'translations'
    | 'directory'
    | 'profiles'
    | 'custom';
  /** Fields that make the content of a page; without it, every field that no pattern uses. */
  unique_fields?: string[];
  /** Real records, ten or more; without them likeness and collisions are not known. */
  sample_records?: Record<string, unknown>[];
  /** How fast the pages are to be published. */
  publishing_cadence?: 'pilot' | 'weekly_batch' | 'monthly_batch' | 'bulk_import';
  /** Site that the pages are for; shown, not read. */
  target?: string;
  /** Pages that the template is to make. */
  page_count_estimate?: number;
  /** Call to action of the last section. */
  conversion_cta?: string;
  /** Whether to recommend structured data. */
  include_schema?: boolean;
  /** Whether to plan internal links. */
  include_internal_linking?: boolean;
};

export type ContentProgrammaticTemplateAnswer = {
  success: true;
  playbook:
    | 'templates'
    | 'curation'
    | 'conversions'
    | 'comparisons'
    | 'examples'
    | 'locations'
    | 'personas'
    | 'integrations'
    | 'glossary'
    | 'translations'
    | 'directory'
    | 'profiles'
    | 'custom';
  publishing_cadence: 'pilot' | 'weekly_batch' | 'monthly_batch' | 'bulk_import';
  readiness_score: number;
  /** Points; they add up to readiness_score. Parts that could not be measured are left out. */
  score_components: {
    patterns?: number;
    data?: number;
    addresses?: number;
    uniqueness?: number;
    depth?: number;
  };
  scale_risk: 'low' | 'medium' | 'high';
  scale_risk_reasons: string[];
  launch_decision: 'launch_pilot' | 'fix_first' | 'do_not_launch';
  launch_decision_reasons: string[];
  measures: {
    records: number;
    variables: number;
    /** null with fewer than two records. */
    near_duplicate_share: number | null;
    /** Mean likeness of each record to its nearest. */
    mean_similarity: number | null;
    thin_share: number | null;
    collision_share: number | null;
    faulty_share: number | null;
    own_words_median: number | null;
  };
  pages_estimate: number | null;
  template_sections: {
    order: number;
    heading: string;
    purpose: string;
    /** Fields of the data that fill it; empty where no field is named for it. */
    fields: string[];
    /** Whether it has to differ from page to page. */
    differs: boolean;
  }[];
  uniqueness_rules: {
    id: string;
    rule: string;
    threshold: string;
    /** Of sample_records; null where it could not be measured. */
    measured: number | null;
    status: 'pass' | 'fail' | 'unknown';
    why: string;
  }[];
  indexation_gates: {
    id: string;
    gate: string;
    measured: number | null;
    status: 'pass' | 'fail' | 'unknown';
    /** What happens to a page that does not pass. */
    action: string;
  }[];
  /** null where include_internal_linking is false. */
  internal_link_architecture: {
    /** From the root of the template down. */
    hubs: {
      url: string;
      links_to: string;
    }[];
    page_links: {
      to: string;
      count: string;
      rule: string;
    }[];
    rules: string[];
  } | null;
  schema_recommendations: {
    type: string;
    why: string;
    fields: {
      field: string;
      status: 'present' | 'missing';
    }[];
  }[];
  launch_plan: {
    order: number;
    phase: string;
    /** null where the number of pages is not known. */
    pages: number | null;
    when: string;
    /** What has to hold before the next phase. */
    gate: string;
  }[];
  /** The first hundred records. */
  rendered_samples: {
    /** Place of the record in the request, from 0. */
    record: number;
    keyword: string;
    url: string;
    /** Words of the unique fields, or of all fields that no pattern uses, but for the values of variables. */
    own_words: number;
    /** Fields that say something of their own: two characters at least, not the same everywhere. */
    own_fields: number;
    /** The record most like it beyond the variables: share of runs of three words in common. */
    nearest: {
      record: number;
      similarity: number;
    } | null;
    near_duplicate: boolean;
    thin: boolean;
    /** Types of the problems that name this record. */
    problems: string[];
  }[];
  rendered_count: number;
  /** The gravest first, a hundred at most; problem_counts has all. */
  pattern_problems: {
    type:
      | 'no_variable'
      | 'unbalanced_bracket'
      | 'variable_not_declared'
      | 'variable_unused'
      | 'variable_without_data'
      | 'variable_not_in_url'
      | 'variable_not_in_keyword'
      | 'unique_field_without_data'
      | 'url_query'
      | 'url_form'
      | 'empty_variable'
      | 'nested_value'
      | 'url_collision'
      | 'keyword_collision'
      | 'mirrored_pair'
      | 'same_value_twice'
      | 'reserved_character'
      | 'no_slug'
      | 'url_too_long'
      | 'near_duplicate_pages'
      | 'thin_pages'
      | 'unique_field_empty';
    severity: 'critical' | 'high' | 'medium' | 'low';
    where: 'keyword_pattern' | 'url_pattern' | 'variables' | 'unique_fields' | 'sample_records';
    variable: string | null;
    /** Records that have it; 0 for what needs no record to be seen. */
    count: number;
    /** Places of the first ten of them, from 0. */
    records: number[];
    message: string;
    fix: string;
  }[];
  problem_counts: {
    critical: number;
    high: number;
    medium: number;
    low: number;
  };
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Plan structured data: `POST /content/schema-plan`. */
export type ContentSchemaPlanRequest = {
  /** Absolute http or https URL of the page. */
  url?: string;
  /** The page as Markdown, or its HTML. With it the url is not fetched and only says where the page stands. */
  page_markdown?: string;
  /** What the page is about all; auto goes by what it shows. */
  page_type?:
    | 'auto'
    | 'article'
    | 'blog_post'
    | 'landing_page'
    | 'product'
    | 'software'
    | 'local_business'
    | 'faq'
    | 'how_to';
  /** Held against the name in the draft. */
  keyword?: string;
  /** Own domain or brand, as the publisher of the page. */
  target?: string;
  /** Answer a draft. */
  include_jsonld?: boolean;
};

export type ContentSchemaPlanAnswer = {
  success: true;
  /** Final address of the page; null when only its text was supplied. */
  url: string | null;
  /** What there was to read. */
  checked: 'url' | 'html' | 'markdown';
  language: string | null;
  page_type: {
    /** Main type of schema.org; null where the page speaks for none. */
    type: string | null;
    source: 'given' | 'detected' | 'unknown';
  };
  /** The main thing first. */
  recommended_types: {
    type: string;
    /** The main thing of the page, something beside it, or the page itself. */
    role: 'main' | 'beside' | 'page';
    /** What on the page speaks for it. */
    why: string[];
    /** What Google shows for it; null for none. */
    rich_result: string | null;
    /** Whether the draft has all that is required for the rich result; null where there is none. */
    eligible: boolean | null;
    /** Day on which Google stopped showing it. */
    retired_on: string | null;
    required: string[];
    recommended: string[];
    missing_required: string[];
    /** False where the page lacks what the thing needs to be published at all. */
    in_draft: boolean;
    docs: string;
    rules_as_of: string;
  }[];
  /** What the page has, microdata too, each with errors by path and a repaired draft. */
  existing_jsonld: {
    /** Null where there is none, or the script cannot be read. */
    type: string | null;
    format: 'json_ld' | 'microdata';
    path: string;
    /** Line of the script in the document; null for microdata. */
    line: number | null;
    /** No error; recommended properties may still be missing. */
    valid: boolean;
    /** What Google shows for the type once it is complete; null for none. */
    rich_result: string | null;
    errors: {
      /** From the script or item to the property: jsonld[0].offers.price. */
      path: string;
      message: string;
      fix: string;
    }[];
    warnings: {
      /** From the script or item to the property: jsonld[0].offers.price. */
      path: string;
      message: string;
      fix: string;
    }[];
    /** The same with what could be put right; null when nothing had to be, or nothing could. */
    repaired: Record<string, unknown> | null;
    changes: {
      path: string;
      from: string;
      to: string;
    }[];
  }[];
  /** A draft of values that the page shows; null when not asked for, or when there is nothing to say. */
  jsonld: Record<string, unknown> | null;
  /** Not to be published before the page has what is missing. */
  incomplete_drafts: {
    type: string;
    jsonld: Record<string, unknown>;
    missing: string[];
  }[];
  required_fields: {
    type: string;
    /** Dotted path; alternatives are joined by "or". */
    field: string;
    level: 'required' | 'recommended';
    status: 'present' | 'missing';
    /** Where on the page the value stands. */
    evidence: string | null;
  }[];
  missing_evidence: {
    type: string;
    field: string;
    level: 'required' | 'recommended';
    /** What the page would have to show. */
    hint: string;
  }[];
  faq_candidates: {
    question: string;
    /** As the page has it, at most 1,000 characters. */
    answer: string;
    found_in: 'heading' | 'disclosure' | 'list' | 'paragraph';
  }[];
  implementation_notes: string[];
  validation_checklist: {
    order: number;
    task: string;
    severity: 'low' | 'medium' | 'high';
  }[];
  /** The page holds more than the bounds of this analysis; the rest was left out. */
  truncated: boolean;
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
  url: string | null;
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
      line: number | null;
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
    title: string | null;
    description: string | null;
    canonical: string | null;
    /** Directives for Google from meta elements and header; empty when there are none, null when nothing could say. */
    robots: string[] | null;
    /** What <html lang> or the front matter says. */
    language: string | null;
    h1: string | null;
    /** Words of the main text; this and the counts below are null when there is no document. */
    word_count: number | null;
    headings: number | null;
    links: number | null;
    /** Null when the site of the page is not known. */
    internal_links: number | null;
    images: number | null;
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

/** Write titles and descriptions: `POST /content/title-meta`. */
export type ContentTitleMetaRequest = {
  /** The search that the page should answer. */
  keyword: string;
  /** Absolute http or https URL of the page. */
  url?: string;
  /** The page as Markdown, or its HTML. With it the url is not fetched and only says where the page stands. */
  page_markdown?: string;
  /** Own domain or brand, as it should stand in titles. */
  target?: string;
  /** Decides which facts a title may lead with; auto goes by the page. */
  page_type?:
    | 'auto'
    | 'blog_post'
    | 'landing_page'
    | 'product'
    | 'software'
    | 'local_business'
    | 'comparison_page'
    | 'guide';
  /** Judged in place of the title that the page has. */
  current_title?: string;
  /** Judged in place of the description that the page has. */
  current_meta_description?: string;
};

export type ContentTitleMetaAnswer = {
  success: true;
  /** Final address of the page; null when only its text was supplied. */
  url: string | null;
  /** What there was to read. */
  checked: 'url' | 'html' | 'markdown';
  keyword: string;
  /** Language that the options are written in; null when it cannot be told. */
  language: string | null;
  page_type: {
    /** Null when nothing on the page says which type it is. */
    type: 'blog_post' | 'landing_page' | 'product' | 'software' | 'local_business' | 'comparison_page' | 'guide' | null;
    source: 'given' | 'detected' | 'unknown';
    reason: string;
  };
  /** Name of the site as the page or target writes it. */
  brand: string | null;
  keyword_on_page: {
    /** The keyword in the words of the page; null where no run of words says it. */
    phrase: string | null;
    found_in: string | null;
    missing_words: string[];
  };
  /** Best first. Every word comes from the page, but for conjunctions and the like. */
  title_options: {
    /** Code points. */
    characters: number;
    /** Arial, 20 px for titles and 14 px for descriptions, as on desktops. */
    pixel_width: number;
    /** The same in Roboto, as on Android. */
    mobile_pixel_width: number;
    /** False where the text has glyphs that Arial lacks: their width is then an estimate. */
    width_measured: boolean;
    truncation_risk: 'low' | 'medium' | 'high';
    text: string;
    /** How the text was made. */
    strategy: string;
    /** What the strategy is good for. */
    why: string;
    /** Where on the page its words stand. */
    evidence: string[];
  }[];
  description_options: {
    /** Code points. */
    characters: number;
    /** Arial, 20 px for titles and 14 px for descriptions, as on desktops. */
    pixel_width: number;
    /** The same in Roboto, as on Android. */
    mobile_pixel_width: number;
    /** False where the text has glyphs that Arial lacks: their width is then an estimate. */
    width_measured: boolean;
    truncation_risk: 'low' | 'medium' | 'high';
    text: string;
    /** How the text was made. */
    strategy: string;
    /** What the strategy is good for. */
    why: string;
    /** Where on the page its words stand. */
    evidence: string[];
  }[];
  current: {
    title: {
      /** Code points. */
      characters: number;
      /** Arial, 20 px for titles and 14 px for descriptions, as on desktops. */
      pixel_width: number;
      /** The same in Roboto, as on Android. */
      mobile_pixel_width: number;
      /** False where the text has glyphs that Arial lacks: their width is then an estimate. */
      width_measured: boolean;
      truncation_risk: 'low' | 'medium' | 'high';
      text: string;
      source: 'given' | 'page';
      /** What a desktop result has room for. */
      shown: string;
    } | null;
    description: {
      /** Code points. */
      characters: number;
      /** Arial, 20 px for titles and 14 px for descriptions, as on desktops. */
      pixel_width: number;
      /** The same in Roboto, as on Android. */
      mobile_pixel_width: number;
      /** False where the text has glyphs that Arial lacks: their width is then an estimate. */
      width_measured: boolean;
      truncation_risk: 'low' | 'medium' | 'high';
      text: string;
      source: 'given' | 'page';
      /** What a desktop result has room for. */
      shown: string;
    } | null;
    h1: string | null;
    checks: {
      id: string;
      field: 'title' | 'description';
      status: 'pass' | 'warn' | 'fail' | 'not_applicable';
      severity: 'low' | 'medium' | 'high';
      found: string;
      expected: string;
      /** Empty when there is nothing to change. */
      fix: string;
    }[];
  };
  /** Worst first. */
  snippet_risks: {
    id: string;
    severity: 'low' | 'medium' | 'high';
    /** What searchers may see instead. */
    risk: string;
    evidence: string[];
    fix: string;
  }[];
  checklist: {
    order: number;
    task: string;
    severity: 'low' | 'medium' | 'high';
    because: string;
  }[];
  /** The page holds more than the bounds of this analysis; the rest was left out. */
  truncated: boolean;
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Import a file: `POST /imports`. */
export type ImportsCreateRequest = {
  /** What the file is. */
  kind: 'warc' | 'wat' | 'ranks' | 'links';
  /** Where the file is: an http or https URL of the public web, packed by gzip or not. */
  url?: string;
  /** The text of a table of links, instead of a URL. Bounded by the size of a request. */
  content?: string;
  /** Only so many records or rows from the start. */
  limit?: number;
  /** The release that ranks are of, where the name of the file does not tell. */
  release?: string;
  /** Where the links lead, for tables that do not say, such as those of Search Console. */
  target?: string;
  /** Read a file again that was read whole and has not changed. */
  again?: boolean;
};

export type ImportsCreateAnswer = {
  success: true;
  import: Import;
  job_id: string;
  status_url: string;
  events_url: string;
  meta: Meta;
};

/** Read an import: `GET /imports/{id}`. */
export type ImportsGetRequest = {
  /** Id of the import, from POST /imports or GET /imports. */
  id: string;
};

export type ImportsGetAnswer = {
  success: true;
  import: Import;
  meta: Meta;
};

/** List imports: `GET /imports`. */
export type ImportsListRequest = {
  /** Most imports to answer. */
  limit?: number;
  /** Imports to pass over, for the next page. */
  offset?: number;
  /** Only imports of this kind. */
  kind?: 'warc' | 'wat' | 'ranks' | 'links';
  /** Only imports in this state. */
  status?: 'waiting' | 'running' | 'stopped' | 'completed' | 'failed';
};

export type ImportsListAnswer = {
  success: true;
  imports: Import[];
  /** Imports that match, before limit and offset. */
  total_count: number;
  meta: Meta;
};

/** Cancel a job: `POST /jobs/{id}/cancel`. */
export type JobsCancelRequest = {
  /** Id of the job, from a 202 answer. */
  id: string;
};

export type JobsCancelAnswer = {
  success: true;
  job: Job;
  meta: Meta;
};

/** Read a job: `GET /jobs/{id}`. */
export type JobsGetRequest = {
  /** Id of the job, from a 202 answer. */
  id: string;
};

export type JobsGetAnswer = {
  success: true;
  job: Job;
  meta: Meta;
};

/** List jobs: `GET /jobs`. */
export type JobsListRequest = {
  /** Most jobs to answer. */
  limit?: number;
  /** Jobs to pass over, for the next page. */
  offset?: number;
  /** Only jobs in this state. */
  status?: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** Only jobs of this operation, such as search. */
  operation?: string;
  /** Only jobs booked on this project. */
  project_id?: string;
  /** Only jobs of this workflow. */
  workflow_id?: string;
};

export type JobsListAnswer = {
  success: true;
  jobs: Job[];
  /** Jobs that match, before limit and offset. */
  total_count: number;
  meta: Meta;
};

/** Group keywords into pages: `POST /keyword-cluster/build`. */
export type KeywordClusterBuildRequest = {
  /** Keywords of any language, in any order. They are answered as they were sent. */
  keywords: string[];
};

export type KeywordClusterBuildAnswer = {
  success: true;
  cluster_plan: {
    /** Largest first. */
    clusters: {
      /** c1, c2, … in the order of the list. */
      id: string;
      name: string;
      /** The keyword nearest to all others of the cluster. */
      head_keyword: string;
      /** As they were sent; the head keyword first. */
      keywords: string[];
      /** ISO 639-1; empty when the words do not tell. */
      language: string;
      intent: 'informational' | 'commercial' | 'transactional' | 'local' | 'navigational';
      buyer_stage: 'awareness' | 'consideration' | 'decision' | 'retention';
      recommended_page_type:
        | 'homepage'
        | 'landing_page'
        | 'local_landing_page'
        | 'category_page'
        | 'product'
        | 'pricing'
        | 'feature'
        | 'comparison_page'
        | 'guide'
        | 'how_to'
        | 'blog_post'
        | 'article'
        | 'glossary'
        | 'faq'
        | 'docs'
        | 'tool_page'
        | 'case_study'
        | 'login'
        | 'support'
        | 'about'
        | 'contact'
        | 'careers'
        | 'legal';
      intent_confidence: number;
      /** The words of the keywords that the intent goes by. */
      intent_evidence: string[];
      /** Mean likeness of all pairs in the cluster: 1 is the same search in other words. */
      cohesion: number;
      suggested_slug: string;
      /** Ids of the clusters whose pages should link to this one, nearest first. */
      interlink_with: string[];
    }[];
    /** Keywords that no other keyword of the list goes with. */
    unclustered: {
      keyword: string;
      why: string;
      language: string;
      /** Null when the keyword holds no word. */
      intent: 'informational' | 'commercial' | 'transactional' | 'local' | 'navigational' | null;
      buyer_stage: 'awareness' | 'consideration' | 'decision' | 'retention' | null;
      recommended_page_type:
        | 'homepage'
        | 'landing_page'
        | 'local_landing_page'
        | 'category_page'
        | 'product'
        | 'pricing'
        | 'feature'
        | 'comparison_page'
        | 'guide'
        | 'how_to'
        | 'blog_post'
        | 'article'
        | 'glossary'
        | 'faq'
        | 'docs'
        | 'tool_page'
        | 'case_study'
        | 'login'
        | 'support'
        | 'about'
        | 'contact'
        | 'careers'
        | 'legal'
        | null;
      intent_confidence: number;
      /** The words of the keywords that the intent goes by. */
      intent_evidence: string[];
      /** Empty when the keyword has no word. */
      suggested_slug: string;
      /** Id of the cluster that is most alike; null when none is alike at all. */
      nearest_cluster: string | null;
      /** Mean likeness to that cluster. */
      likeness: number | null;
    }[];
    /** Repeats of a keyword but for case, spaces or characters that cannot be seen. They stand nowhere else. */
    duplicates: {
      keyword: string;
      duplicate_of: string;
      why: string;
    }[];
    method: {
      /** lexical: by words. serp_overlap: by shared search results. mixed: by results where both are known. */
      name: 'lexical' | 'serp_overlap' | 'mixed';
      compared_pairs: number;
      /** Pairs that known search results decided. */
      pairs_by_serp: number;
      note: string;
    };
    /** Keywords sent: clusters, unclustered and duplicates together. */
    keyword_count: number;
    languages: {
      language: string;
      keywords: number;
    }[];
  };
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Check whether a page converts: `POST /page/cro-qa`. */
export type PageCroQaRequest = {
  /** Absolute http or https URL of the page. */
  url?: string;
  /** Raw HTML of the page. */
  html?: string;
  /** The page as Markdown; its links are taken for buttons. */
  markdown?: string;
  /** What the page is for; buttons are held against it. */
  conversion_goal?:
    | 'signup'
    | 'trial'
    | 'demo'
    | 'purchase'
    | 'contact_sales'
    | 'subscribe'
    | 'download'
    | 'learn_more';
  /** Decides which proof and answers are expected; auto goes by address and title. */
  page_type?:
    | 'auto'
    | 'homepage'
    | 'landing_page'
    | 'pricing'
    | 'feature'
    | 'blog_post'
    | 'product'
    | 'comparison_page'
    | 'docs';
  /** What its visitors searched for; held against the first screen. */
  keyword?: string;
};

export type PageCroQaAnswer = {
  success: true;
  url: string | null;
  checked: 'url' | 'html' | 'markdown';
  page_type: {
    value:
      | 'homepage'
      | 'landing_page'
      | 'pricing'
      | 'feature'
      | 'blog_post'
      | 'product'
      | 'comparison_page'
      | 'docs'
      | null;
    source: 'given' | 'detected' | 'unknown';
  };
  conversion_goal: {
    value: 'signup' | 'trial' | 'demo' | 'purchase' | 'contact_sales' | 'subscribe' | 'download' | 'learn_more' | null;
    source: 'given' | 'detected' | 'unknown';
  };
  language: string | null;
  /** Null when the page has no text to judge. */
  conversion_score: number | null;
  /** Points by section; they add up to the score. */
  score_components: Record<string, number>;
  priority: 'low' | 'medium' | 'high' | null;
  sections: {
    value_proposition: {
      /** Null when nothing of it could be judged. */
      score: number | null;
      /** The element that the section is mainly about, quoted. */
      element: string | null;
      findings: {
        id: string;
        status: 'pass' | 'warn' | 'fail' | 'not_applicable';
        message: string;
        /** Words or start tag of the page that it rests on. */
        quote: string | null;
        line: number | null;
        fix: string | null;
      }[];
    };
    cta: {
      /** Null when nothing of it could be judged. */
      score: number | null;
      /** The element that the section is mainly about, quoted. */
      element: string | null;
      findings: {
        id: string;
        status: 'pass' | 'warn' | 'fail' | 'not_applicable';
        message: string;
        /** Words or start tag of the page that it rests on. */
        quote: string | null;
        line: number | null;
        fix: string | null;
      }[];
    };
    proof: {
      /** Null when nothing of it could be judged. */
      score: number | null;
      /** The element that the section is mainly about, quoted. */
      element: string | null;
      findings: {
        id: string;
        status: 'pass' | 'warn' | 'fail' | 'not_applicable';
        message: string;
        /** Words or start tag of the page that it rests on. */
        quote: string | null;
        line: number | null;
        fix: string | null;
      }[];
    };
    objection_handling: {
      /** Null when nothing of it could be judged. */
      score: number | null;
      /** The element that the section is mainly about, quoted. */
      element: string | null;
      findings: {
        id: string;
        status: 'pass' | 'warn' | 'fail' | 'not_applicable';
        message: string;
        /** Words or start tag of the page that it rests on. */
        quote: string | null;
        line: number | null;
        fix: string | null;
      }[];
    };
    friction: {
      /** Null when nothing of it could be judged. */
      score: number | null;
      /** The element that the section is mainly about, quoted. */
      element: string | null;
      findings: {
        id: string;
        status: 'pass' | 'warn' | 'fail' | 'not_applicable';
        message: string;
        /** Words or start tag of the page that it rests on. */
        quote: string | null;
        line: number | null;
        fix: string | null;
      }[];
    };
    clarity: {
      /** Null when nothing of it could be judged. */
      score: number | null;
      /** The element that the section is mainly about, quoted. */
      element: string | null;
      findings: {
        id: string;
        status: 'pass' | 'warn' | 'fail' | 'not_applicable';
        message: string;
        /** Words or start tag of the page that it rests on. */
        quote: string | null;
        line: number | null;
        fix: string | null;
      }[];
    };
    intent_match: {
      /** Null when nothing of it could be judged. */
      score: number | null;
      /** The element that the section is mainly about, quoted. */
      element: string | null;
      findings: {
        id: string;
        status: 'pass' | 'warn' | 'fail' | 'not_applicable';
        message: string;
        /** Words or start tag of the page that it rests on. */
        quote: string | null;
        line: number | null;
        fix: string | null;
      }[];
    };
  };
  ctas: {
    text: string;
    type:
      | 'signup'
      | 'trial'
      | 'demo'
      | 'purchase'
      | 'contact_sales'
      | 'subscribe'
      | 'download'
      | 'learn_more'
      | 'other';
    element: 'button' | 'styled_link' | 'link';
    url: string | null;
    region: 'content' | 'navigation' | 'header' | 'footer' | 'sidebar';
    line: number;
    /** Estimated by what stands before it, since nothing is rendered; null where that does not tell. */
    above_fold: boolean | null;
    /** Words of the content that a reader passes before it. */
    words_before: number;
    /** Null without a conversion_goal, and for words that do not tell. */
    matches_goal: boolean | null;
  }[];
  primary_cta: {
    text: string;
    line: number;
  } | null;
  cta_alternatives: {
    text: string;
    instead_of: string | null;
    why: string;
  }[];
  friction_points: {
    point: string;
    quote: string | null;
    line: number | null;
    fix: string;
  }[];
  missing_proof: {
    kind: string;
    why: string;
    how: string;
  }[];
  experiments: {
    hypothesis: string;
    change: string;
    metric: string;
    based_on: string;
  }[];
  page: {
    title: string | null;
    h1: string | null;
    word_count: number;
    truncated: boolean;
  };
  notes: string[];
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
    title: string | null;
    description: string | null;
    author: string | null;
    /** ISO 8601, a day or a time, as exact as the page says. */
    published_at: string | null;
    /** ISO 8601, a day or a time, as exact as the page says. */
    modified_at: string | null;
    language: string | null;
    canonical: string | null;
    site_name: string | null;
    image: string | null;
    robots: string | null;
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
    published_at: string | null;
  }[];
  /** All matches; null where the engine does not say. */
  total_count: number | null;
  query_sent: string;
  /** seamark-index for the own index; never the name of an engine that was not asked. */
  engine: string;
  agent_support: AgentSupport;
  markdown_summary: string;
  meta: Meta;
};

/** Measure how a search moves: `POST /serp/volatility`. */
export type SerpVolatilityRequest = {
  /** The search that the snapshots are of. */
  keyword: string;
  /** Result lists of one search at different times. */
  snapshots: {
    /** ISO 8601; a time without a zone is UTC. Snapshots may come in any order. */
    checked_at: string;
    results: {
      /** From 1; equal positions are a tie. */
      position: number;
      url: string;
      /** Read only where url is no absolute URL. */
      domain?: string;
      serp_features?: string[];
    }[];
    /** Not sent means not known; an empty list means none. */
    serp_features?: string[];
  }[];
  /** Domains, with their subdomains, whose positions are followed. */
  target_domains?: string[];
  /** Where the search is made from, as a place name. */
  location?: string;
  /** Where the snapshots were taken; shown in the answer. */
  device?: 'desktop' | 'mobile';
  /** Positions that a page has to move to be reported: low 5, medium 3, high 1. */
  sensitivity?: 'low' | 'medium' | 'high';
};

export type SerpVolatilityAnswer = {
  success: true;
  keyword: string;
  location: string;
  device: 'desktop' | 'mobile';
  sensitivity: 'low' | 'medium' | 'high';
  /** Positions that a page has to move to be a winner or a loser, by sensitivity. */
  positions_min: number;
  snapshots_compared: number;
  first_checked_at: string | null;
  last_checked_at: string | null;
  /** 0-100, the mean of the intervals; null where fewer than two snapshots have results. */
  volatility_score: number | null;
  /** Points; they add up to volatility_score. */
  score_components: {
    rank_biased_overlap: number;
    domain_churn: number;
    position_shift: number;
    feature_churn: number;
  } | null;
  interpretation: 'calm' | 'normal' | 'elevated' | 'turbulent' | null;
  /** Means over the intervals. */
  components: {
    /** 0-1, 1 for the same order of pages; p = 0.9. */
    rank_biased_overlap: number | null;
    /** 0-1: share of the domains of the top ten that is in one list only. */
    domain_churn: number | null;
    /** 0-1: mean of min(positions moved, 10) / 10 over the pages in both; null where no page is in both. */
    position_shift: number | null;
    /** 0-1, of the SERP features; null where they were not sent. */
    feature_churn: number | null;
  };
  /** Of all rows; the lists have a hundred at most. */
  counts: {
    winners: number;
    losers: number;
    new_entries: number;
    dropouts: number;
    feature_changes: number;
  };
  /** In the first and in the last snapshot; null with fewer than two. */
  first_place: {
    /** null where the first snapshot has no first position. */
    before: {
      url: string;
      domain: string;
      position: number;
    } | null;
    after: {
      url: string;
      domain: string;
      position: number;
    } | null;
    /** null where one of the two is not known. */
    changed: boolean | null;
  } | null;
  /** From the first to the last snapshot. */
  winners: {
    url: string;
    domain: string;
    from: number;
    to: number;
    /** Positions gained; negative for positions lost. */
    change: number;
  }[];
  losers: {
    url: string;
    domain: string;
    from: number;
    to: number;
    /** Positions gained; negative for positions lost. */
    change: number;
  }[];
  /** In the last snapshot and not in the first, which reached deep enough. */
  new_entries: {
    url: string;
    domain: string;
    position: number;
  }[];
  /** In the first snapshot and not in the last; position is where it stood. */
  dropouts: {
    url: string;
    domain: string;
    position: number;
  }[];
  feature_changes: {
    feature: string;
    change: 'appeared' | 'disappeared';
    previous_at: string;
    checked_at: string;
  }[];
  target_visibility: {
    domain: string;
    status: 'entered' | 'lost' | 'improved' | 'declined' | 'stable' | 'absent';
    /** null: not in the depth of the snapshot. */
    first_position: number | null;
    last_position: number | null;
    /** Positions gained from the first to the last snapshot; null unless in both. */
    change: number | null;
    best_position: number | null;
    worst_position: number | null;
    /** Over the snapshots that have it. */
    average_position: number | null;
    seen_in: number;
    snapshots: number;
    /** 0-1: mean of 1.0 for position 1 down to 0.1 for 10, 0.05 for 11-20, else 0. */
    visibility: number;
    positions: {
      checked_at: string;
      position: number | null;
      url: string | null;
      depth: number;
    }[];
  }[];
  /** One a consecutive pair, in the order of time. */
  intervals: {
    from: string;
    to: string;
    days: number;
    /** The depth that both snapshots reach. */
    depth_compared: number;
    volatility_score: number;
    score_components: {
      rank_biased_overlap: number;
      domain_churn: number;
      position_shift: number;
      feature_churn: number;
    };
    components: {
      /** 0-1, 1 for the same order of pages; p = 0.9. */
      rank_biased_overlap: number | null;
      /** 0-1: share of the domains of the top ten that is in one list only. */
      domain_churn: number | null;
      /** 0-1: mean of min(positions moved, 10) / 10 over the pages in both; null where no page is in both. */
      position_shift: number | null;
      /** 0-1, of the SERP features; null where they were not sent. */
      feature_churn: number | null;
    };
    interpretation: 'calm' | 'normal' | 'elevated' | 'turbulent';
    new_entries: number;
    dropouts: number;
  }[];
  top_domains: {
    domain: string;
    /** Snapshots that have it. */
    seen_in: number;
    /** Share of the snapshots. */
    share: number;
    best_position: number;
    /** Mean of its best position in each snapshot that has it. */
    average_position: number;
    /** Different pages over all snapshots. */
    pages: number;
  }[];
  warnings: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Audit the sitemaps of a site: `POST /site/sitemap-audit`. */
export type SiteSitemapAuditRequest = {
  /** Absolute URL of a sitemap or sitemap index. */
  sitemap_url?: string;
  /** Raw XML of a sitemap or sitemap index. */
  sitemap_xml?: string;
  /** Pages that have to be listed and linked to. */
  important_urls?: string[];
  /** What a crawl knows of the pages of the site. */
  crawl_urls?: {
    url: string;
    status_code?: number | null;
    indexable?: boolean | null;
    canonical_url?: string | null;
    inbound_internal_links?: number | null;
    clicks?: number | null;
    impressions?: number | null;
  }[];
  /** Links between pages of the site. */
  internal_links?: {
    source_url: string;
    target_url: string;
    anchor?: string | null;
  }[];
  /** Most sitemaps of an index that are read, in its order. */
  max_sitemap_children?: number;
};

export type SiteSitemapAuditAnswer = {
  success: true;
  sitemap_url: string | null;
  checked: 'url' | 'xml';
  host: string | null;
  sitemaps: {
    /** Null when the text was supplied. */
    url: string | null;
    type: 'urlset' | 'index' | 'text' | 'unknown' | 'not_read';
    /** URLs, or sitemaps of an index; null when the file was not read. */
    url_count: number | null;
    /** After decompression. */
    bytes: number | null;
    gzipped: boolean | null;
    /** Null when nothing was fetched or nothing answered. */
    status_code: number | null;
    /** Longer than the protocol allows; the rest was not read. */
    truncated: boolean;
    with_lastmod: number | null;
    lastmod_range: {
      from: string;
      to: string;
    } | null;
    /** Entries of the image, video, news and hreflang extensions. */
    extensions: {
      images: number;
      videos: number;
      news: number;
      alternates: number;
    } | null;
    problems: {
      line: number | null;
      message: string;
    }[];
    problem_count: number;
  }[];
  /** By severity. */
  findings: {
    id: string;
    severity: 'critical' | 'high' | 'medium' | 'low';
    title: string;
    count: number;
    /** The first of them, at most ten. */
    examples: {
      url: string | null;
      /** The file that it stands in; null when the text was supplied. */
      sitemap: string | null;
      line: number | null;
      detail: string | null;
    }[];
    fix: string;
  }[];
  /** Findings by severity. */
  severity_counts: {
    critical: number;
    high: number;
    medium: number;
    low: number;
  };
  coverage: {
    sitemaps_read: number;
    sitemaps_not_read: number;
    /** Every sitemap was read to its end; without it nothing is said to be missing. */
    complete: boolean;
    urls_listed: number;
    unique_urls: number;
    /** Null when none were supplied. */
    important_urls: {
      total: number;
      listed: number;
      missing: number;
      unknown: number;
    } | null;
    crawl_urls: {
      total: number;
      listed: number;
      indexable: number;
      indexable_listed: number;
      /** Share of the indexable crawled pages that are listed, 0–1. */
      listed_share: number | null;
      listed_not_crawled: number;
    } | null;
    internal_links: {
      total: number;
      listed_urls_linked: number;
      listed_urls_not_linked: number;
    } | null;
    robots_txt: 'read' | 'missing' | 'unreadable' | 'not_asked';
  };
  orphan_candidates: {
    url: string;
    sitemap: string | null;
    line: number | null;
    /** Null when only the absence from a list speaks for it. */
    inbound_internal_links: number | null;
    reason: string;
    clicks: number | null;
    impressions: number | null;
  }[];
  /** Null when neither crawl_urls nor internal_links were supplied. */
  orphan_candidate_count: number | null;
  internal_link_gaps: {
    url: string;
    /** As the crawl counted; null when it did not. */
    inbound_internal_links: number | null;
    important: boolean;
    clicks: number | null;
    impressions: number | null;
    linked_from: string[];
    reason: string;
  }[];
  checklist: {
    order: number;
    task: string;
    severity: 'critical' | 'high' | 'medium' | 'low';
    finding_id: string;
  }[];
  notes: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** List webhook deliveries: `GET /webhooks/deliveries`. */
export type WebhooksDeliveriesListRequest = {
  /** Most deliveries to answer. */
  limit?: number;
  /** pending: still to be sent, or to be sent again. failed: given up; it can be retried. */
  status?: 'pending' | 'delivered' | 'failed';
  /** Only of this endpoint. */
  endpoint_id?: string;
  /** Only of this project, its budget alerts included. */
  project_id?: string;
  /** Only of this type, such as job.completed or webhook.test. */
  event_type?: string;
};

export type WebhooksDeliveriesListAnswer = {
  success: true;
  deliveries: WebhookDelivery[];
  limit: number;
  meta: Meta;
};

/** Retry a failed webhook delivery: `POST /webhooks/deliveries/{id}/retry`. */
export type WebhooksDeliveriesRetryRequest = {
  /** Id of the delivery (`dlv_…`). */
  id: string;
};

export type WebhooksDeliveriesRetryAnswer = {
  success: true;
  delivery: WebhookDelivery;
  meta: Meta;
};

/** Create a webhook endpoint: `POST /webhooks/endpoints`. */
export type WebhooksEndpointsCreateRequest = {
  /** https URL that deliveries are posted to, without user name and password. Redirects are not followed. */
  url: string;
  /** Events that are sent there. */
  events?: ('job.completed' | 'job.failed' | 'project.budget_warning' | 'project.budget_exceeded')[];
  /** What the endpoint is for, in your words. */
  description?: string;
};

export type WebhooksEndpointsCreateAnswer = {
  success: true;
  endpoint: WebhookEndpoint;
  /** `whsec_` and base64, as Standard Webhooks has it. Keep it: it cannot be shown again, and an answer that is repeated for an idempotency key has null here. */
  signing_secret: string | null;
  meta: Meta;
};

/** Delete a webhook endpoint: `DELETE /webhooks/endpoints/{id}`. */
export type WebhooksEndpointsDeleteRequest = {
  /** Id of the endpoint (`whe_…`). */
  id: string;
};

export type WebhooksEndpointsDeleteAnswer = {
  success: true;
  id: string;
  deleted: true;
  meta: Meta;
};

/** List webhook endpoints: `GET /webhooks/endpoints`. */
export type WebhooksEndpointsListRequest = {};

export type WebhooksEndpointsListAnswer = {
  success: true;
  endpoints: WebhookEndpoint[];
  meta: Meta;
};

/** Rotate the secret of a webhook endpoint: `POST /webhooks/endpoints/{id}/rotate`. */
export type WebhooksEndpointsRotateRequest = {
  /** Id of the endpoint (`whe_…`). */
  id: string;
};

export type WebhooksEndpointsRotateAnswer = {
  success: true;
  endpoint: WebhookEndpoint;
  /** `whsec_` and base64, as Standard Webhooks has it. Keep it: it cannot be shown again, and an answer that is repeated for an idempotency key has null here. */
  signing_secret: string | null;
  meta: Meta;
};

/** Send a test event: `POST /webhooks/endpoints/{id}/test`. */
export type WebhooksEndpointsTestRequest = {
  /** Id of the endpoint (`whe_…`). */
  id: string;
};

export type WebhooksEndpointsTestAnswer = {
  success: true;
  delivery: WebhookDelivery;
  meta: Meta;
};

/** Change a webhook endpoint: `PATCH /webhooks/endpoints/{id}`. */
export type WebhooksEndpointsUpdateRequest = {
  /** Id of the endpoint (`whe_…`). */
  id: string;
  /** https URL that deliveries are posted to, without user name and password. Redirects are not followed. */
  url?: string;
  description?: string | null;
  /** Events that are sent there. */
  events?: ('job.completed' | 'job.failed' | 'project.budget_warning' | 'project.budget_exceeded')[];
  /** False pauses deliveries without deleting anything. */
  is_active?: boolean;
};

export type WebhooksEndpointsUpdateAnswer = {
  success: true;
  endpoint: WebhookEndpoint;
  meta: Meta;
};

/** Request and answer by operation id. */
export interface Calls {
  credits: { request: CreditsRequest; answer: CreditsAnswer };
  usage: { request: UsageRequest; answer: UsageAnswer };
  'ai-visibility.prompt-set': { request: AiVisibilityPromptSetRequest; answer: AiVisibilityPromptSetAnswer };
  'backlinks.anchors': { request: BacklinksAnchorsRequest; answer: BacklinksAnchorsAnswer };
  'backlinks.competitors': { request: BacklinksCompetitorsRequest; answer: BacklinksCompetitorsAnswer };
  'backlinks.domain-pages': { request: BacklinksDomainPagesRequest; answer: BacklinksDomainPagesAnswer };
  'backlinks.list': { request: BacklinksListRequest; answer: BacklinksListAnswer };
  'backlinks.new-lost-timeseries': {
    request: BacklinksNewLostTimeseriesRequest;
    answer: BacklinksNewLostTimeseriesAnswer;
  };
  'backlinks.opportunity-finder': {
    request: BacklinksOpportunityFinderRequest;
    answer: BacklinksOpportunityFinderAnswer;
  };
  'backlinks.page-intersection': { request: BacklinksPageIntersectionRequest; answer: BacklinksPageIntersectionAnswer };
  'backlinks.referring-domains': { request: BacklinksReferringDomainsRequest; answer: BacklinksReferringDomainsAnswer };
  'backlinks.summary': { request: BacklinksSummaryRequest; answer: BacklinksSummaryAnswer };
  'content.action-plan': { request: ContentActionPlanRequest; answer: ContentActionPlanAnswer };
  'content.cannibalization': { request: ContentCannibalizationRequest; answer: ContentCannibalizationAnswer };
  'content.competitor-gap-matrix': {
    request: ContentCompetitorGapMatrixRequest;
    answer: ContentCompetitorGapMatrixAnswer;
  };
  'content.internal-links': { request: ContentInternalLinksRequest; answer: ContentInternalLinksAnswer };
  'content.keyword-map': { request: ContentKeywordMapRequest; answer: ContentKeywordMapAnswer };
  'content.programmatic-template': {
    request: ContentProgrammaticTemplateRequest;
    answer: ContentProgrammaticTemplateAnswer;
  };
  'content.schema-plan': { request: ContentSchemaPlanRequest; answer: ContentSchemaPlanAnswer };
  'content.technical-qa': { request: ContentTechnicalQaRequest; answer: ContentTechnicalQaAnswer };
  'content.title-meta': { request: ContentTitleMetaRequest; answer: ContentTitleMetaAnswer };
  'imports.create': { request: ImportsCreateRequest; answer: ImportsCreateAnswer };
  'imports.get': { request: ImportsGetRequest; answer: ImportsGetAnswer };
  'imports.list': { request: ImportsListRequest; answer: ImportsListAnswer };
  'jobs.cancel': { request: JobsCancelRequest; answer: JobsCancelAnswer };
  'jobs.get': { request: JobsGetRequest; answer: JobsGetAnswer };
  'jobs.list': { request: JobsListRequest; answer: JobsListAnswer };
  'keyword-cluster.build': { request: KeywordClusterBuildRequest; answer: KeywordClusterBuildAnswer };
  'page.cro-qa': { request: PageCroQaRequest; answer: PageCroQaAnswer };
  extract: { request: ExtractRequest; answer: ExtractAnswer };
  search: { request: SearchRequest; answer: SearchAnswer };
  'serp.volatility': { request: SerpVolatilityRequest; answer: SerpVolatilityAnswer };
  'site.sitemap-audit': { request: SiteSitemapAuditRequest; answer: SiteSitemapAuditAnswer };
  'webhooks.deliveries.list': { request: WebhooksDeliveriesListRequest; answer: WebhooksDeliveriesListAnswer };
  'webhooks.deliveries.retry': { request: WebhooksDeliveriesRetryRequest; answer: WebhooksDeliveriesRetryAnswer };
  'webhooks.endpoints.create': { request: WebhooksEndpointsCreateRequest; answer: WebhooksEndpointsCreateAnswer };
  'webhooks.endpoints.delete': { request: WebhooksEndpointsDeleteRequest; answer: WebhooksEndpointsDeleteAnswer };
  'webhooks.endpoints.list': { request: WebhooksEndpointsListRequest; answer: WebhooksEndpointsListAnswer };
  'webhooks.endpoints.rotate': { request: WebhooksEndpointsRotateRequest; answer: WebhooksEndpointsRotateAnswer };
  'webhooks.endpoints.test': { request: WebhooksEndpointsTestRequest; answer: WebhooksEndpointsTestAnswer };
  'webhooks.endpoints.update': { request: WebhooksEndpointsUpdateRequest; answer: WebhooksEndpointsUpdateAnswer };
}

export const ROUTES = {
  credits: { method: 'GET', path: '/credits' },
  usage: { method: 'GET', path: '/usage' },
  'ai-visibility.prompt-set': { method: 'POST', path: '/ai-visibility/prompt-set' },
  'backlinks.anchors': { method: 'POST', path: '/backlinks/anchors' },
  'backlinks.competitors': { method: 'POST', path: '/backlinks/competitors' },
  'backlinks.domain-pages': { method: 'POST', path: '/backlinks/domain-pages' },
  'backlinks.list': { method: 'POST', path: '/backlinks/list' },
  'backlinks.new-lost-timeseries': { method: 'POST', path: '/backlinks/new-lost-timeseries' },
  'backlinks.opportunity-finder': { method: 'POST', path: '/backlinks/opportunity-finder' },
  'backlinks.page-intersection': { method: 'POST', path: '/backlinks/page-intersection' },
  'backlinks.referring-domains': { method: 'POST', path: '/backlinks/referring-domains' },
  'backlinks.summary': { method: 'POST', path: '/backlinks/summary' },
  'content.action-plan': { method: 'POST', path: '/content/action-plan' },
  'content.cannibalization': { method: 'POST', path: '/content/cannibalization' },
  'content.competitor-gap-matrix': { method: 'POST', path: '/content/competitor-gap-matrix' },
  'content.internal-links': { method: 'POST', path: '/content/internal-links' },
  'content.keyword-map': { method: 'POST', path: '/content/keyword-map' },
  'content.programmatic-template': { method: 'POST', path: '/content/programmatic-template' },
  'content.schema-plan': { method: 'POST', path: '/content/schema-plan' },
  'content.technical-qa': { method: 'POST', path: '/content/technical-qa' },
  'content.title-meta': { method: 'POST', path: '/content/title-meta' },
  'imports.create': { method: 'POST', path: '/imports' },
  'imports.get': { method: 'GET', path: '/imports/{id}' },
  'imports.list': { method: 'GET', path: '/imports' },
  'jobs.cancel': { method: 'POST', path: '/jobs/{id}/cancel' },
  'jobs.get': { method: 'GET', path: '/jobs/{id}' },
  'jobs.list': { method: 'GET', path: '/jobs' },
  'keyword-cluster.build': { method: 'POST', path: '/keyword-cluster/build' },
  'page.cro-qa': { method: 'POST', path: '/page/cro-qa' },
  extract: { method: 'POST', path: '/extract' },
  search: { method: 'POST', path: '/search' },
  'serp.volatility': { method: 'POST', path: '/serp/volatility' },
  'site.sitemap-audit': { method: 'POST', path: '/site/sitemap-audit' },
  'webhooks.deliveries.list': { method: 'GET', path: '/webhooks/deliveries' },
  'webhooks.deliveries.retry': { method: 'POST', path: '/webhooks/deliveries/{id}/retry' },
  'webhooks.endpoints.create': { method: 'POST', path: '/webhooks/endpoints' },
  'webhooks.endpoints.delete': { method: 'DELETE', path: '/webhooks/endpoints/{id}' },
  'webhooks.endpoints.list': { method: 'GET', path: '/webhooks/endpoints' },
  'webhooks.endpoints.rotate': { method: 'POST', path: '/webhooks/endpoints/{id}/rotate' },
  'webhooks.endpoints.test': { method: 'POST', path: '/webhooks/endpoints/{id}/test' },
  'webhooks.endpoints.update': { method: 'PATCH', path: '/webhooks/endpoints/{id}' },
} as const;
