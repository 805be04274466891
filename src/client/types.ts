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

export type Crawl = {
  id: string;
  /** waiting: queued. paused and stopped: resume it to continue. finished: nothing is left, or the limit of pages was reached. failed: no page could be read. */
  status: 'waiting' | 'running' | 'paused' | 'stopped' | 'finished' | 'failed';
  urls: string[];
  settings: {
    pages: number;
    depth: number;
    scope: 'host' | 'domain';
    /** null for the polite default. */
    rate: number | null;
    include: string[];
    exclude: string[];
    sitemaps: boolean;
  };
  counts: {
    fetched: number;
    /** Known and not read yet. */
    waiting: number;
    /** Did not answer. */
    failed: number;
    /** Kept out by robots.txt, or by the limits against endless addresses. */
    refused: number;
  };
  /** Of the last run: everything was read, the limit of pages was reached, or it was interrupted. */
  ended_because: 'exhausted' | 'pages_max' | 'aborted' | null;
  /** Answers of the last run by HTTP status code. */
  statuses: Record<string, number>;
  /** Pages of the last run that had not changed since they were last read. */
  not_modified: number | null;
  bytes: number | null;
  /** What went wrong in the last run, how often, and where it first happened. */
  problems: {
    kind: string;
    count: number;
    examples: string[];
  }[];
  /** Credits that reading all pages costs. */
  credits_max: number;
  /** The job that reads the pages: follow its progress with GET /jobs/{id} and its events. null for a crawl from the command line. */
  job_id: string | null;
  error: string | null;
  created_at: string;
  closed_at: string | null;
};

export type DiscussionQuote = {
  url: string;
  platform: 'reddit' | 'x' | 'hacker_news' | 'stack_exchange' | 'forum';
  community: string | null;
  /** One sentence as written; at most 300 characters. */
  quote: string;
  published_at: string | null;
  /** To show beside the quote, as its licence asks. */
  attribution: string | null;
};

export type Import = {
  id: string;
  kind: 'warc' | 'wat' | 'ranks' | 'links' | 'keywords' | 'console' | 'locations';
  /** The URL; `content:` and a hash for content sent with the request. */
  location: string;
  /** stopped and failed: send the same request again to continue. completed: everything was read. */
  status: 'waiting' | 'running' | 'stopped' | 'completed' | 'failed';
  options: {
    limit: number | null;
    release: string | null;
    target: string | null;
    location: string | null;
    language: string | null;
    property: string | null;
    period: string | null;
    columns: string | null;
  };
  /** 0-100; null while the length of the file is unknown. */
  percent: number | null;
  bytes: number | null;
  bytes_read: number;
  counts: {
    /** Records of an archive, lines of ranks, rows of a table. */
    read: number;
    /** Records that added something to the index. */
    taken: number;
    skipped: number;
    links: number;
  };
  /** What could not be used, how often, and where it first occurred. */
  problems: {
    kind: string;
    count: number;
    examples: string[];
  }[];
  /** For example, columns that were not recognized. */
  notes: string[];
  error: string | null;
  /** The job that reads it: follow its progress with GET /jobs/{id} and its events. */
  job_id: string | null;
  begun_at: string;
  finished_at: string | null;
};

export type Job = {
  id: string;
  operation: string;
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  progress: {
    /** 0-100; never decreases. */
    percent: number;
    stage: string;
    message: string | null;
  };
  attempts: {
    made: number;
    max: number;
    last_error: JobError | null;
  };
  /** The operation's answer; null until the job is completed, after it expires, and in lists. */
  result: Record<string, unknown> | null;
  error: JobError | null;
  /** The result was deleted because it was old. */
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
    | 'provider_budget_spent'
    | 'unavailable'
    | 'source_timeout';
  message: string;
  fix: string | null;
  errors: {
    path: string;
    message: string;
  }[];
};

export type MentionChange = {
  from: number;
  to: number;
  difference: number;
  /** 95% interval of the difference. */
  low: number;
  high: number;
  within_noise: boolean;
  /** null if the difference is within noise. */
  direction: 'up' | 'down' | null;
  /** Unbranded queries that both samplings asked. */
  queries: number;
  /** When the previous sampling began. */
  previous_at: string;
};

export type MentionRate = {
  /** 0-1. */
  value: number;
  /** Answers, discussions or citations behind it. */
  n: number;
  /** 95% interval. */
  low: number;
  high: number;
  /** wilson: one query. bootstrap_over_queries: queries resampled. wilson_effective_n: fewer than five queries, or queries that all agree; answers to one query count as fewer than there are, since they resemble each other. */
  method: 'wilson' | 'wilson_effective_n' | 'bootstrap_over_queries';
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

export type Project = {
  id: string;
  name: string;
  /** Tells branded from unbranded queries, anchors and mentions; null until it is set. */
  brand: {
    name: string;
    aliases: string[];
    domains: string[];
  } | null;
  /** Credits per month; null means metered without a limit. */
  budget_credits: number | null;
  warning_share: number;
  /** true: refuses calls that would exceed the budget. false: only sends events. */
  is_hard: boolean;
  created_at: string;
  month: {
    /** The month, in UTC. */
    period: string;
    spent: number;
    /** Held by calls in progress. */
    reserved: number;
    warned_at: string | null;
    exceeded_at: string | null;
  };
};

export type RankTarget = {
  id: string;
  project_id: string | null;
  keyword: string;
  url: string;
  /** Null: the first source that answers. */
  engine: string | null;
  location_code: number | null;
  /** Null: the source’s own location. */
  location: string | null;
  language: string;
  device: 'desktop' | 'mobile' | null;
  depth: number;
  tags: string[];
  is_paused: boolean;
  created_at: string;
};

export type Schedule = {
  id: string;
  operation: string;
  input: Record<string, unknown>;
  cadence: 'daily' | 'weekly' | 'monthly' | 'cron';
  /** The five cron fields that set when it runs, in its time zone. */
  cron: string;
  time_zone: string;
  is_paused: boolean;
  project_id: string | null;
  /** Price of one run; null if its operation no longer accepts the input. */
  credits: number | null;
  /** The next run; null if there will be none. */
  next_due: string | null;
  /** The last run; null before the first. */
  last: {
    due: string;
    /** When it was queued, or refused. */
    at: string;
    /** The job that was queued; null if the call was refused. */
    job_id: string | null;
    /** How many runs were missed before it while the service was down. This run makes up for all of them. */
    missed: number;
    /** Why the call was refused. */
    error: string | null;
  } | null;
  /** Two runs in a row failed or were refused; alert.schedule_stale was sent. A run that succeeds ends it. */
  is_stale: boolean;
  created_at: string;
};

export type Site = {
  id: string;
  project_id: string | null;
  target: string;
  type: 'domain' | 'subdomain' | 'folder';
  name: string;
  brand: {
    name: string;
    spellings: string[];
  } | null;
  competitors: string[];
  markets: {
    country: string;
    language: string | null;
    city: string | null;
  }[];
  crawl: {
    urls: string[];
    pages: number;
    depth: number;
    /** null for the polite default. */
    rate: number | null;
    include: string[];
    exclude: string[];
    sitemaps: boolean;
    schedule: {
      cadence: 'daily' | 'weekly' | 'monthly' | 'cron';
      cron: string | null;
      time_zone: string;
    } | null;
  };
  /** Sites of the same project that are part of this one, or that this one is part of. */
  overlaps: {
    id: string;
    target: string;
    is: 'part' | 'whole';
  }[];
  last_crawl: {
    id: string;
    /** waiting: queued. paused and stopped: resume it to continue. finished: nothing is left, or the limit of pages was reached. failed: no page could be read. */
    status: 'waiting' | 'running' | 'paused' | 'stopped' | 'finished' | 'failed';
    pages_read: number;
    created_at: string;
    closed_at: string | null;
  } | null;
  /** null where no crawl is scheduled, or the schedule is paused. */
  next_crawl: string | null;
  /** Addresses of the site that the last audited crawl knew; null before one was audited. */
  pages_known: number | null;
  /** null until a crawl of the site was audited. */
  last_audit: {
    /** The crawl that was audited. */
    crawl_id: string;
    /** 0–100; null where too little was read to judge the site. */
    health_score: number | null;
    no_score_because: string | null;
    pages_known: number;
    pages_read: number;
    /** Whether the crawl came to all of the site. */
    is_complete: boolean;
    /** How many rules pages break, by severity. POST /site/audit lists them with their pages. */
    failing_rules: {
      critical: number;
      high: number;
      medium: number;
      low: number;
      notice: number;
    };
    /** Findings against the crawl before; null where there is none to compare with. */
    changes: {
      new: number;
      fixed: number;
      still: number;
    } | null;
  } | null;
  created_at: string;
};

export type SourceUsed = {
  capability: string;
  source: string;
  /** `not_covered`: it cannot answer the question as asked, or knows nothing about the target. `too_dear`: its budget for today is spent. */
  status: 'answered' | 'failed' | 'not_covered' | 'too_dear';
  /** When the most recent data behind the answer was observed. */
  observed_at: string | null;
  cached: boolean;
  /** `none`: the source knows nothing about the target. */
  coverage: 'full' | 'partial' | 'sample' | 'none';
  measure: 'measured' | 'estimated' | null;
  /** What the request to the source cost; 0 where nothing was paid. */
  cost_usd: number;
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
  /** Of the last attempt; null if there was no response. */
  response_code: number | null;
  /** Of the last attempt, in words. */
  failure_reason: string | null;
  attempts_made: number;
  /** Null if none is planned or one is running. A paused endpoint gets no attempts until you resume it. */
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
  /** How deliveries are written: signed JSON, a Slack message or an e-mail. */
  format: 'standard' | 'slack' | 'email';
  description: string | null;
  events: (
    | 'job.completed'
    | 'job.failed'
    | 'project.budget_warning'
    | 'project.budget_exceeded'
    | 'alert.rank_changed'
    | 'alert.mention_changed'
    | 'alert.schedule_stale'
    | 'alert.site_changed'
  )[];
  /** False while the endpoint is paused. */
  is_active: boolean;
  /** Why the service paused it; null if it did not. */
  paused_reason: string | null;
  /** Start of the current run of failed attempts; null if there is none. */
  failing_since: string | null;
  created_at: string;
  updated_at: string;
};

/** Show credits and budgets: `GET /credits`. */
export type CreditsRequest = {
  /** Maximum number of transactions to return. */
  limit?: number;
  /** Only transactions before this id: pass next_before of the previous page. */
  before?: number;
};

export type CreditsAnswer = {
  success: true;
  plan: string;
  /** Credits left; null if the workspace is metered but not limited. */
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
    /** Credits per month; null means metered without a limit. */
    budget_credits: number | null;
    /** true: refuses calls that would exceed the budget. false: only sends events. */
    is_hard: boolean;
    /** Sends project.budget_warning once a month when this share is used. */
    warning_share: number;
    spent: number;
    /** Held by calls in progress. */
    reserved: number;
    /** What remains of the budget after spent and reserved credits; null without a budget. */
    left: number | null;
  }[];
  /** Newest first. */
  entries: {
    id: number;
    /** reserve holds the price of a call, settle makes it final and returns what was not charged, release returns all of it. grant and adjust come from the operator or the plan. */
    kind: 'grant' | 'reserve' | 'settle' | 'release' | 'adjust';
    /** Change to the balance. */
    amount: number;
    operation: string | null;
    request_id: string | null;
    reason: string | null;
    created_at: string;
  }[];
  /** Pass it as before to get the next page of entries; null on the last page. */
  next_before: number | null;
  meta: Meta;
};

/** Report usage: `GET /usage`. */
export type UsageRequest = {
  /** First day. Default: the first day of the month of date_to. */
  date_from?: string;
  /** Last day, inclusive. Default: today. At most 366 days after date_from. */
  date_to?: string;
  /** What to group by. Returns every day, or the 1,000 groups that cost the most. */
  group_by?: 'day' | 'operation' | 'project' | 'key' | 'source';
  /** Only calls charged to this project. */
  project_id?: string;
  /** Only calls of this operation, such as backlinks.list. */
  operation?: string;
  /** Only calls made with this key. */
  key_id?: string;
  /** true: adds daily figures for a stacked chart, with the five largest groups on their own. */
  by_day?: 'true' | 'false';
  /** csv: over REST, returns the groups as comma-separated values instead of JSON. */
  format?: 'json' | 'csv';
};

export type UsageAnswer = {
  success: true;
  date_from: string;
  date_to: string;
  group_by: 'day' | 'operation' | 'project' | 'key' | 'source';
  total: {
    /** Calls that succeeded or failed; dry runs and repeated answers do not count. */
    calls: number;
    /** Calls that returned an error. They cost no credits. */
    failed_calls: number;
    /** Credits charged. */
    credits: number;
    /** USD spent on paid sources, including requests that failed or were cut off. */
    usd: number;
  };
  groups: {
    /** Day, operation, project, key or source; null for calls without one. */
    group: string | null;
    /** Calls. If group_by is source: requests to the source. */
    calls: number;
    /** Failed calls. If group_by is source: requests that failed. */
    failed_calls: number;
    /** Credits charged. If group_by is source: 0, since credits are charged per call. */
    credits: number;
    /** USD spent on paid sources, including requests that failed or were cut off. */
    usd: number;
  }[];
  /** null unless by_day is true. */
  series: {
    days: string[];
    /** Parts that add up to the total of each day. */
    parts: {
      /** all: every call. group: one of the five largest groups. rest: everything else. */
      kind: 'all' | 'group' | 'rest';
      /** Operation, project or key; null for all and rest. */
      group: string | null;
      /** One figure per day. */
      credits: number[];
      /** One figure per day. */
      calls: number[];
    }[];
  } | null;
  meta: Meta;
};

/** Extract the AI Overview of a search: `POST /ai-overview/extract`. */
export type AiOverviewExtractRequest = {
  /** Query to check. */
  keyword: string;
  /** Name of the place to search from; without one, the source searches from its own location. */
  location?: string;
  /** Google location code; takes precedence over location. */
  location_code?: number;
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
  /** Device to search from. */
  device?: 'desktop' | 'mobile';
  /** Your domain: the answer says whether it is cited, where it ranks and what its page lacks. Default: the domains of your project’s brand. */
  target_domain?: string;
};

export type AiOverviewExtractAnswer = {
  success: true;
  keyword: string;
  engine: string;
  location: string | null;
  location_code: number | null;
  language: string;
  device: 'desktop' | 'mobile' | null;
  checked_at: string;
  /** In this check; null if the source cannot see AI Overviews. */
  ai_overview_detected: boolean | null;
  /** async_not_loaded: the page has one, but its text was not fetched. */
  overview_status: 'present' | 'absent' | 'async_not_loaded' | 'unavailable';
  overview: {
    markdown: string;
    blocks: {
      kind: string;
      text: string;
    }[];
    word_count: number;
  } | null;
  references:
    | {
        url: string;
        domain: string;
        title: string | null;
        /** Position among the references; a page cited twice counts once. */
        position: number;
        /** Position in the organic results; null if it is not among them. */
        organic_rank: number | null;
        /** Whether it is on target_domain or, by default, on a domain of your brand, subdomains included; null without either. */
        own: boolean | null;
      }[]
    | null;
  /** Share of the references that rank among the organic results of this check. */
  organic_overlap: {
    /** 0-1. */
    value: number;
    /** 95% interval. */
    low: number;
    high: number;
    ranking: number;
    /** References. */
    n: number;
  } | null;
  present_in: {
    /** Checks that showed an AI Overview. */
    checks: number;
    /** Checks of this series whose source could see one, including this one. */
    of: number;
    /** 95% interval. */
    low: number;
    high: number;
  } | null;
  /** The previous check. */
  previously: {
    status: 'present' | 'absent' | 'async_not_loaded';
    checked_at: string;
  } | null;
  organic_results: number;
  candidates: {
    url: string;
    domain: string;
    title: string | null;
    /** Organic position; null for pages that are cited without ranking. */
    position: number | null;
    /** null if no AI Overview was seen. */
    cited: boolean | null;
    own: boolean | null;
    /** not_read: beyond the sample. disallowed: robots.txt. failed: the page could not be read. */
    reading: 'read' | 'not_read' | 'disallowed' | 'failed';
    reading_note: string | null;
    /** Sentences on the page that answer the query; null if none do or the page was not read. */
    extractable_passage: string | null;
    passage_heading: string | null;
    /** Longest run of words that the page and the AI Overview share; null if shorter than four words. */
    paraphrase_match: {
      words: number;
      text: string;
    } | null;
    reasons: string[];
  }[];
  /** null without target_domain if your project has no brand with domains. */
  target_coverage: {
    /** target_domain, or the name of your project’s brand. */
    name: string;
    /** The first of domains. */
    domain: string;
    domains: string[];
    cited: boolean | null;
    cited_urls: string[] | null;
    /** Best organic position; null if not among the results checked. */
    ranking_position: number | null;
    ranking_url: string | null;
    depth_checked: number;
    matching_candidates: string[];
    missing_elements: string[];
  } | null;
  /** What limits this check. */
  notes: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Build a prompt set for AI visibility: `POST /ai-visibility/prompt-set`. */
export type AiVisibilityPromptSetRequest = {
  /** Brand, product or domain to measure. */
  target: string;
  /** Market or category in a buyer’s words: CRM software, running shoes. */
  category: string;
  /** Themes, use cases, audiences, products or questions. */
  topics: string[];
  /** Where you will run the prompts; all by default. */
  platforms?: ('chatgpt' | 'perplexity' | 'google_ai' | 'gemini' | 'claude' | 'copilot')[];
  /** Your pages that should be cited. */
  owned_assets?: {
    url?: string;
    title?: string;
    /** For example pricing, guide, comparison_page, case_study or docs. */
    page_type?: string;
    /** What the page is about. */
    topics?: string[];
  }[];
  /** Names or domains to compare with. */
  competitors?: string[];
  /** Number of prompts to write. */
  prompt_count?: number;
  /** Kinds of buyers; common ones by default. */
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
    /** Language of topics and category, ISO 639-1; empty if the words do not reveal it. */
    guessed: string;
    confidence: number;
    evidence: string[];
  };
  prompts: {
    /** Derived from brand and text: the same prompt has the same id in every set. */
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
    /** The topic it is about; null if it is about the category or the brand alone. */
    topic: string | null;
    /** The requested platforms where people type such prompts. */
    platform_fit: ('chatgpt' | 'perplexity' | 'google_ai' | 'gemini' | 'claude' | 'copilot')[];
    buyer_stage: 'awareness' | 'consideration' | 'decision' | 'retention';
    persona: string | null;
    competitor: string | null;
    /** Your page that should be cited; null if none of owned_assets fits. */
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
    /** What you sent that no prompt uses. */
    not_covered: {
      topics: string[];
      platforms: string[];
      competitors: string[];
      assets: string[];
      personas: string[];
    };
    why_not_covered: {
      part: 'topics' | 'competitors' | 'assets' | 'personas';
      name: string;
      why: string;
    }[];
  };
  weekly_routing: {
    /** One per platform: every prompt that fits it. */
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

/** Audit several local business listings: `POST /audit/local/batch`. */
export type AuditLocalBatchRequest = {
  /** Businesses to audit, each with the fields of audit.local. */
  items: {
    /** Name of the business, or its domain. With a domain, the name comes from the LocalBusiness data or the title of the website. */
    domain: string;
    /** Where it is: the full street address, or the city with its state or postal code. */
    location: string;
    /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
    language?: string;
  }[];
};

export type AuditLocalBatchAnswer = {
  success: true;
  jobs: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Audit a local business listing: `POST /audit/local`. */
export type AuditLocalRequest = {
  /** Name of the business, or its domain. With a domain, the name comes from the LocalBusiness data or the title of the website. */
  domain: string;
  /** Where it is: the full street address, or the city with its state or postal code. */
  location: string;
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
};

export type AuditLocalAnswer = {
  success: true;
  business: {
    asked: string;
    name: string;
    name_source: 'request' | 'structured_data' | 'website' | 'title' | 'domain';
    domain: string | null;
    location: string;
    resolved_location: string | null;
    /** ISO 3166-1 alpha-2; phone numbers without a country code are read as numbers of it. */
    country: string | null;
  };
  /** none: the source has no listing under this name. */
  coverage: 'full' | 'partial' | 'none';
  place_match: {
    status: 'matched' | 'uncertain' | 'ambiguous' | 'not_found';
    /** 0-1 of the best candidate; null without one. */
    confidence: number | null;
    threshold: number;
    components: {
      /** unknown: the request, the website or the listing does not say. */
      name: 'match' | 'partial' | 'conflict' | 'unknown';
      /** unknown: the request, the website or the listing does not say. */
      phone: 'match' | 'partial' | 'conflict' | 'unknown';
      /** unknown: the request, the website or the listing does not say. */
      address: 'match' | 'partial' | 'conflict' | 'unknown';
      /** unknown: the request, the website or the listing does not say. */
      domain: 'match' | 'partial' | 'conflict' | 'unknown';
      /** unknown: the request, the website or the listing does not say. */
      distance: 'match' | 'partial' | 'conflict' | 'unknown';
    } | null;
    candidates: {
      place_id: string;
      source: string;
      name: string;
      address: string | null;
      phone: string | null;
      website: string | null;
      /** 0-1; from 0.7 on it is taken for the business. */
      score: number;
      components: {
        /** unknown: the request, the website or the listing does not say. */
        name: 'match' | 'partial' | 'conflict' | 'unknown';
        /** unknown: the request, the website or the listing does not say. */
        phone: 'match' | 'partial' | 'conflict' | 'unknown';
        /** unknown: the request, the website or the listing does not say. */
        address: 'match' | 'partial' | 'conflict' | 'unknown';
        /** unknown: the request, the website or the listing does not say. */
        domain: 'match' | 'partial' | 'conflict' | 'unknown';
        /** unknown: the request, the website or the listing does not say. */
        distance: 'match' | 'partial' | 'conflict' | 'unknown';
      };
      same_brand_other_location: boolean;
    }[];
  };
  business_status: 'open' | 'temporarily_closed' | 'closed' | null;
  listing: {
    source: string;
    place_id: string;
    name: string;
    address: string | null;
    phone: string | null;
    phone_e164: string | null;
    website: string | null;
    category: string | null;
    categories: string[];
    description: string | null;
    hours:
      | {
          day: string;
          open: {
            from: string;
            to: string;
          }[];
        }[]
      | null;
    rating: number | null;
    review_count: number | null;
    claimed: boolean | null;
    photos: number | null;
    coordinates: {
      latitude: number;
      longitude: number;
    } | null;
    /** Show it wherever you show the listing. */
    attribution: string | null;
  } | null;
  site: {
    domain: string;
    status: 'read' | 'failed' | 'disallowed';
    note: string | null;
    /** Pages of the website that were read. */
    pages: string[];
    name: string | null;
    address: string | null;
    phones: string[];
    hours:
      | {
          day: string;
          open: {
            from: string;
            to: string;
          }[];
        }[]
      | null;
    /** Such as LocalBusiness or Dentist; null if the pages have no such markup. */
    structured_data_type: string | null;
    /** Businesses with an address that the pages describe in structured data. */
    locations: number | null;
  } | null;
  /** For each field of listing, the source that shows it. */
  source_of: Record<string, string | null>;
  reviews: {
    count: number | null;
    rating: number | null;
    newest_at: string | null;
    /** Reviews with one to five stars. */
    distribution: number[] | null;
  } | null;
  nap_consistency: {
    field: 'name' | 'address' | 'phone' | 'website';
    listing: string | null;
    site: string | null;
    /** null if one of them does not show it. */
    matches: boolean | null;
    /** Parts of the address; null for other fields. */
    parts:
      | {
          part: string;
          matches: boolean | null;
        }[]
      | null;
  }[];
  /** null unless both show hours that repeat weekly. */
  hours_consistency: {
    matches: boolean;
    days: {
      day: string;
      listing: string;
      site: string;
      matches: boolean;
    }[];
  } | null;
  /** null if the source shows one listing for each search. */
  duplicates:
    | {
        place_id: string;
        name: string;
        address: string | null;
        phone: string | null;
      }[]
    | null;
  landing_page: {
    url: string;
    status: 'read' | 'failed' | 'disallowed';
    title: string | null;
    names_business: boolean | null;
    names_town: boolean | null;
    has_phone_link: boolean | null;
    indexable: boolean | null;
  } | null;
  service_area: {
    /** false if a street address is shown; null if unknown. */
    is_service_area_business: boolean | null;
    areas: string[];
  };
  checks: {
    id: string;
    component: 'standing' | 'consistency' | 'profile' | 'reputation' | 'landing_page';
    title: string;
    /** unknown: no source shows it. */
    status: 'pass' | 'fail' | 'unknown';
    severity: 'low' | 'medium' | 'high';
    evidence: string | null;
    /** null unless the check failed. */
    fix: string | null;
    /** What the failure costs; null unless the check failed. */
    why: string | null;
  }[];
  /** 0-100; null unless the listing is certain. */
  readiness_score: number | null;
  /** They add up to the score. */
  score_components: Record<string, number | null> | null;
  /** 0-1: share of the score whose facts are known. */
  score_coverage: number | null;
  /** How much is left to do; null if less than half of the score is known. */
  priority: 'low' | 'medium' | 'high' | null;
  /** null if no connected source shows them. */
  competitors_nearby:
    | {
        rank: number | null;
        name: string;
        place_id: string | null;
        rating: number | null;
        review_count: number | null;
        distance_m: number | null;
      }[]
    | null;
  competitors_query: string | null;
  /** What limits this audit. */
  notes: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Analyze anchor texts: `POST /backlinks/anchors`. */
export type BacklinksAnchorsRequest = {
  /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */
  target: string;
  /** Maximum rows to return. */
  limit?: number;
  /** Rows to skip, for paging. */
  offset?: number;
  /** live: still present when their page was last read. lost: gone since. all: both. */
  backlinks_status_type?: 'live' | 'all' | 'lost';
  /** Count links to pages that redirect or canonicalize to the target. */
  include_indirect_links?: boolean;
  /** Only anchors that contain this (not case-sensitive). The profile still covers all anchors. */
  anchor_filter?: string;
  /** Minimum number of links with an anchor. */
  min_backlinks?: number;
  /** Minimum number of hosts that use an anchor. */
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
    /** Null when the available data does not say. */
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
    /** Share of all links to the target with the requested status, 0-1. */
    share: number | null;
    /** Links with the requested status. */
    backlinks: number;
    dofollow_backlinks: number;
    /** Share of backlinks, 0-1. */
    dofollow_share: number | null;
    /** Linking pages. */
    referring_pages: number;
    /** Links whose target page returned 4xx or 5xx; null when no target page has been crawled. */
    broken_backlinks: number | null;
    /** Links that were gone when their page was last crawled, whatever status is requested; null when unknown. */
    lost_backlinks: number | null;
    /** Average of the linking pages, 0-100, higher is worse; null when none has been crawled. */
    spam_score: number | null;
    /** What the spam score is made of, most links first. Null when unknown. */
    spam_signs:
      | {
          sign:
            | 'ring'
            | 'template'
            | 'money_anchor'
            | 'spam_targets'
            | 'cited_spam'
            | 'own_trade'
            | 'planted_links'
            | 'no_https'
            | 'no_title';
          /** Links from pages or sites with this sign. */
          backlinks: number;
          referring_main_domains: number;
          /** How many sites share the sign; null for more than one linking domain and for signs of a page. */
          peers: number | null;
          /** What was found, in words. */
          reason: string;
        }[]
      | null;
    /** Links in menus, headers, footers and sidebars, and links that most pages of their host repeat. */
    boilerplate_backlinks: number | null;
    /** Links that readers do not see. */
    hidden_backlinks: number | null;
    /** Rank of the strongest link, which is what it passes on; null when unknown. */
    rank: number | null;
    first_seen: string;
    /** Null when the source does not say. */
    last_seen: string | null;
    /** When the most recently lost link was lost. */
    lost_date: string | null;
    /** Linking hosts. */
    referring_domains: number;
    /** Linking registrable domains. */
    referring_main_domains: number;
    /** Image links. */
    image_backlinks: number;
    /** Alt text of most of the images; empty when they have none. */
    image_alt: string;
    /** Language of most linking pages. */
    language: string | null;
    /** The page that most of the links point to; null when unknown. */
    target_url: string | null;
    /** Null when that page has not been crawled. */
    target_title: string | null;
    risk_signals: {
      signal: 'high_spam' | 'raised_spam' | 'spam_trade' | 'repeated_keyword' | 'sitewide' | 'foreign_text' | 'hidden';
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
  /** All links to the target with the requested status, before filters. */
  backlinks: number | null;
  brand: {
    /** The name in the domain. */
    label: string;
    /** Names of the site, letters only, from its domain and titles. */
    names: string[];
    /** Your project’s brand, which counts as a name of the site; null if the target is not one of its sites. */
    project_brand: string | null;
  };
  /** Language of the linked pages or, if no title is known, of most anchor texts. */
  main_language: string | null;
  profile: {
    /** Share of the analyzed links by intent, 0-1; null when there are none. */
    share: {
      branded: number | null;
      exact_match: number | null;
      partial_match: number | null;
      url: number | null;
      generic: number | null;
      image: number | null;
      empty: number | null;
      foreign: number | null;
      /** Anchor texts of unknown intent. */
      unknown: number | null;
    };
    /** Share of the analyzed links, 0-1. */
    exact_match_share: number | null;
    /** The same with each site counted once per anchor text, so that sitewide links count as one. */
    exact_match_site_share: number | null;
    /** Null when the profile is too small or too much of it is unknown. */
    over_optimized: boolean | null;
    reason: string;
    /** Anchor texts analyzed: the most common ones, before filters. */
    groups: number;
    /** Links with those anchor texts. */
    backlinks: number;
    /** Share of all links to the target with the requested status, 0-1. */
    covered_share: number | null;
  };
  /** Anchor texts that match the filters, before limit and offset; null where the source does not say. */
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
  /** Maximum rows to return. */
  limit?: number;
  /** Rows to skip, for paging. */
  offset?: number;
  /** Minimum rank of a competitor, on rank_scale; those of unknown rank are left out. */
  min_rank?: number;
  /** Minimum number of registrable domains that link to both. One may be chance. */
  min_intersections?: number;
  /** True: competitors are registrable domains; false: hosts, so each subdomain is listed separately. */
  main_domain?: boolean;
  /** Leave out platforms that everybody links to: social networks, search engines, marketplaces, code hosts. */
  exclude_large_domains?: boolean;
  /** Highest first; ties by intersections, then by name. */
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
  /** Rank of the target. */
  rank: number | null;
  /** Registrable domains that link to the target. */
  referring_main_domains: number | null;
  items: {
    domain: string;
    rank: number | null;
    /** Registrable domains that link to both. */
    intersections: number;
    /** Share of the domains that link to the target, 0-1. */
    intersection_share: number | null;
    /** Registrable domains that link to the competitor. */
    referring_main_domains: number;
    /** Those that do not link to the target; includes the target’s own domain if it links to the competitor. */
    unique_referring_domains: number;
    /** 0-100: √(share of the domains that link to the target × share of those that link to the competitor), × n / (n + 2) for n shared domains. The first share goes by what the domains say, where that is known: domains that link to few others and are trusted say more than directories. */
    overlap_score: number;
    /** 0-100: overlap × (0.6, and up to 0.2 for its lead in rank, in full at 50 points out of 100, and up to 0.2 for its unique domains on a log scale, in full at 1,000). */
    opportunity_score: number;
    score_components: {
      overlap: number;
      /** Also 0 when either rank is unknown. */
      authority_lead: number;
      unique_sites: number;
    };
    priority: 'low' | 'medium' | 'high';
    reason: string;
  }[];
  /** Competitors you can page through: at most the 1,000 with the most intersections. */
  total_count: number | null;
  /** All that match, including those beyond the 1,000. */
  candidate_count: number | null;
  limit: number;
  offset: number;
  /** Left out by their figures rather than by the list of platforms: rank of at least 750 out of 1,000, and at least 10,000 linking domains and 20 times as many as the target. Lists at most 20. */
  left_out_as_large: string[];
  /** Left out because what they share with the target is mostly sites that nobody trusts. Lists at most 20. */
  left_out_as_spam: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** List linked pages of a domain: `POST /backlinks/domain-pages`. */
export type BacklinksDomainPagesRequest = {
  /** Domain (example.com) or subdomain (blog.example.com). */
  target: string;
  /** Maximum rows to return. */
  limit?: number;
  /** Rows to skip, for paging. */
  offset?: number;
  /** live: still present when their page was last read. lost: gone since. all: both. */
  backlinks_status_type?: 'live' | 'all' | 'lost';
  /** Count links to pages that redirect or canonicalize to the target. */
  include_indirect_links?: boolean;
  /** Only pages whose URL contains this (not case-sensitive). */
  page_filter?: string;
  /** Only pages whose title contains this (not case-sensitive); pages without a known title are left out. */
  title_filter?: string;
  /** Only pages that returned this HTTP status. */
  status_code?: number;
  /** Minimum number of links to a page. */
  min_backlinks?: number;
  /** Minimum number of hosts that link to a page. */
  min_referring_domains?: number;
  /** Highest or newest first, unknown last; rank sorts by page_rank. */
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
    /** Null when the page has never been crawled. */
    status_code: number | null;
    redirect_target: string | null;
    /** Authority of the page; null when unknown. */
    page_rank: number | null;
    /** Links with the requested status. */
    backlinks: number;
    dofollow_backlinks: number;
    /** Share of backlinks, 0-1. */
    dofollow_share: number | null;
    /** Linking pages. */
    referring_pages: number;
    /** Links whose target page returned 4xx or 5xx; null when no target page has been crawled. */
    broken_backlinks: number | null;
    /** Links that were gone when their page was last crawled, whatever status is requested; null when unknown. */
    lost_backlinks: number | null;
    /** Average of the linking pages, 0-100, higher is worse; null when none has been crawled. */
    spam_score: number | null;
    /** What the spam score is made of, most links first. Null when unknown. */
    spam_signs:
      | {
          sign:
            | 'ring'
            | 'template'
            | 'money_anchor'
            | 'spam_targets'
            | 'cited_spam'
            | 'own_trade'
            | 'planted_links'
            | 'no_https'
            | 'no_title';
          /** Links from pages or sites with this sign. */
          backlinks: number;
          referring_main_domains: number;
          /** How many sites share the sign; null for more than one linking domain and for signs of a page. */
          peers: number | null;
          /** What was found, in words. */
          reason: string;
        }[]
      | null;
    /** Links in menus, headers, footers and sidebars, and links that most pages of their host repeat. */
    boilerplate_backlinks: number | null;
    /** Links that readers do not see. */
    hidden_backlinks: number | null;
    /** Rank of the strongest link, which is what it passes on; null when unknown. */
    rank: number | null;
    first_seen: string;
    /** Null when the source does not say. */
    last_seen: string | null;
    /** When the most recently lost link was lost. */
    lost_date: string | null;
    /** Share of all links to the target with the requested status, 0-1. */
    share: number | null;
    /** Linking hosts. */
    referring_domains: number;
    /** Linking registrable domains. */
    referring_main_domains: number;
    /** Null when the page has never been crawled. */
    first_visited: string | null;
    words_count: number | null;
    internal_links: number | null;
    external_links: number | null;
    /** What imported tables of other tools say. No rank or score of this answer is computed from it. */
    tool_metrics: {
      /** ahrefs, semrush, majestic, moz, search-console, screaming-frog, or other. */
      tool: string;
      about: 'page' | 'domain';
      /** Such as domain_rating, url_rating, authority_score, trust_flow or page_title. */
      metric: string;
      /** On the scale of the tool; text for a title. */
      value: number | string;
      /** When the imported table was written. */
      observed_at: string;
    }[];
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
  /** All links to the target with the requested status, before filters. */
  backlinks: number | null;
  /** Of the rows in this response. */
  action_counts: {
    protect: number;
    redirect: number;
    restore: number;
    improve: number;
    monitor: number;
  };
  /** Linked pages that match the filters, before limit and offset; null where the source does not say. */
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
  /** Every link, the strongest link per linking domain, or the strongest link per anchor text. */
  mode?: 'as_is' | 'one_per_domain' | 'one_per_anchor';
  /** Maximum rows to return. */
  limit?: number;
  /** Rows to skip, for paging. */
  offset?: number;
  /** live: still present when their page was last read. lost: gone since. all: both. */
  backlinks_status_type?: 'live' | 'all' | 'lost';
  /** Count links to pages that redirect or canonicalize to the target. */
  include_indirect_links?: boolean;
  /** Only links without nofollow, ugc or sponsored. */
  dofollow_only?: boolean;
  /** Only links whose target page returned 4xx or 5xx. */
  broken_only?: boolean;
  /** Minimum rank of a link, on rank_scale. At most 100; use rank_scale one_hundred to go beyond 100 of 1,000. */
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
    /** `hidden` is a link that readers do not see. Null when the source does not say where on the page the link is. */
    semantic_location: 'navigation' | 'header' | 'footer' | 'sidebar' | 'content' | 'head' | 'hidden' | null;
    /** `boilerplate` is part of a menu, header, footer or sidebar, or repeated on most pages of its host, whatever its HTML element. Null when unknown. */
    placement: 'content' | 'boilerplate' | 'hidden' | 'head' | null;
    attributes: string[];
    dofollow: boolean;
    /** Identical links on the page. */
    links_count: number;
    /** Links that the mode grouped into this row. */
    group_count: number;
    first_seen: string;
    last_seen: string;
    lost_date: string | null;
    is_new: boolean;
    is_lost: boolean;
    /** Null when the target page has not been crawled. */
    is_broken: boolean | null;
    url_to_status_code: number | null;
    url_to_redirect_target: string | null;
    /** The link names another page that redirects or canonicalizes to the target; url_to is that page. */
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
    /** What the spam score is made of. Of ring, template, money_anchor, spam_targets and cited_spam only the strongest counts. Null when unknown. */
    spam_signs:
      | {
          sign:
            | 'ring'
            | 'template'
            | 'money_anchor'
            | 'spam_targets'
            | 'cited_spam'
            | 'own_trade'
            | 'planted_links'
            | 'no_https'
            | 'no_title';
          /** What it adds to the score. */
          points: number;
          /** How many sites share the sign; null for signs of the page itself. */
          peers: number | null;
          /** What was found, in words. */
          reason: string;
        }[]
      | null;
    /** What imported tables of other tools say. No rank or score of this answer is computed from it. */
    tool_metrics: {
      /** ahrefs, semrush, majestic, moz, search-console, screaming-frog, or other. */
      tool: string;
      about: 'page' | 'domain';
      /** Such as domain_rating, url_rating, authority_score, trust_flow or page_title. */
      metric: string;
      /** On the scale of the tool; text for a title. */
      value: number | string;
      /** When the imported table was written. */
      observed_at: string;
    }[];
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
  /** Rows that match, before limit and offset; null where the source does not say. */
  total_count: number | null;
  limit: number;
  offset: number;
  /** Of the rows in this response. */
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
  /** Domain or subdomain without protocol; a leading www. is ignored. Single pages are not supported. */
  target: string;
  /** First day, yyyy-mm-dd, not before 2019-01-30. Default: 30 days, 26 weeks, 12 months or 10 years up to date_to. */
  date_from?: string;
  /** Last day, yyyy-mm-dd (UTC). Defaults to today; later dates count as today. */
  date_to?: string;
  /** Length of a period; weeks start on Monday. A response has at most 750 periods. */
  group_range?: 'day' | 'week' | 'month' | 'year';
  /** Count links to pages that redirect or canonicalize to the target. */
  include_indirect_links?: boolean;
  /** Include links to subdomains of the target. */
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
  /** No later than today. */
  date_to: string;
  /** First day with crawl data. */
  observed_from: string | null;
  observed_to: string | null;
  /** Every period of the range, oldest first; figures are null where there is no crawl data. */
  points: {
    /** First day of the period; weeks start on Monday. The first period may start before date_from. */
    period: string;
    new_backlinks: number | null;
    lost_backlinks: number | null;
    new_referring_domains: number | null;
    lost_referring_domains: number | null;
    net_backlinks: number | null;
    net_referring_domains: number | null;
    /** Live links at the end of the period. */
    backlinks: number | null;
    /** Hosts with at least one live link. */
    referring_domains: number | null;
    /** The range or the crawl covers only part of the period. */
    is_partial: boolean;
    /** The index started in this period, so its new links can be of any age: they are counted, but not as a gain or momentum. */
    is_baseline: boolean;
  }[];
  observed_points: number;
  /** Live links at the start of the range; null when not observed. */
  before: {
    backlinks: number;
    referring_domains: number;
  } | null;
  /** Live links at the end of the last observed period. */
  after: {
    backlinks: number;
    referring_domains: number;
  } | null;
  /** Live links at the end of the period in which the index started; null when it started before the range. */
  baseline: {
    backlinks: number;
    referring_domains: number;
    period: string;
  } | null;
  /** Over the observed periods, baseline included. */
  totals: {
    new_backlinks: number | null;
    lost_backlinks: number | null;
    new_referring_domains: number | null;
    lost_referring_domains: number | null;
  };
  net_change: {
    backlinks: number | null;
    referring_domains: number | null;
    /** Relative to the live links at the start; null when there were none. */
    backlinks_share: number | null;
    referring_domains_share: number | null;
  };
  /** lost / (new + lost) backlinks, baseline period excluded, 0-1; null when nothing changed. */
  loss_rate: number | null;
  referring_domains_loss_rate: number | null;
  /** Highest net change of backlinks above 0; the most recent if tied. */
  strongest_gain: {
    period: string;
    net_backlinks: number;
    net_referring_domains: number;
    new_backlinks: number;
    lost_backlinks: number;
  } | null;
  /** Lowest net change of backlinks below 0; the most recent if tied. */
  strongest_loss: {
    period: string;
    net_backlinks: number;
    net_referring_domains: number;
    new_backlinks: number;
    lost_backlinks: number;
  } | null;
  /** Net change of referring domains relative to the base at the start, baseline period excluded: above 5% growing, below -5% shrinking, otherwise stable. Growing with at least four whole periods: accelerating when the later half gained at least 1.5 times as many as the earlier half, slowing when it gained at most half as many. */
  momentum: 'accelerating' | 'growing' | 'stable' | 'slowing' | 'shrinking' | null;
  momentum_basis: {
    measure: 'referring_domains';
    /** Observed periods, baseline excluded. */
    periods: number;
    /** Referring domains before the first of them. */
    base: number | null;
    net: number;
    /** net / base; null when the base is 0. */
    change: number | null;
    /** Of the first half of the whole periods; null with fewer than four. */
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
  /** Your domain, brand or website. */
  target: string;
  /** Sites that could link; rows of the same domain are merged. Unknown columns are ignored and listed in notes. */
  prospects: {
    /** Domain or URL of the site that could link. */
    source_domain: string;
    /** Page that could link, or used to. */
    source_url?: string | null;
    /** Title of that page. */
    title?: string | null;
    /** For example blog, news, resource page, directory or guest post. */
    source_type?: string | null;
    /** Competitors that the site links to: domains, or a count. */
    linked_competitors?: string[] | string | number | null;
    /** What the page is about. */
    topics?: string[] | string | null;
    /** Authority of the link, page or domain: 0-100, or 0-1000 if any rank is above 100. */
    rank?: number | null;
    /** Authority of the domain: 0-100, or 0-1000 if any rank is above 100. */
    domain_rank?: number | null;
    /** Authority of the page: 0-100, or 0-1000 if any rank is above 100. */
    page_rank?: number | null;
    /** 0-100, higher is worse. */
    spam_score?: number | null;
    /** Whether links from this site pass authority. */
    dofollow?: boolean | null;
    /** True, or the broken URL that the page links to. */
    broken_link?: boolean | string | null;
    /** True, or your URL that the page used to link to. */
    lost_link?: boolean | string | null;
  }[];
  /** Your pages that are worth linking to. */
  owned_assets?: {
    url?: string | null;
    title?: string | null;
    page_type?: string | null;
    topics?: string[] | string | null;
    /** Why anyone would link to it. */
    linkable_reason?: string | null;
  }[];
  /** Purpose of the campaign: decides actions, weights and what is left out. */
  campaign_goal?:
    | 'mixed'
    | 'link_gap'
    | 'broken_link_building'
    | 'digital_pr'
    | 'resource_page'
    | 'reclaim_lost_links'
    | 'protect_authority';
  /** Prospects above this are rejected. */
  max_spam_score?: number;
  /** Prospects below this are rejected; low keeps everything that is not spam. */
  min_priority?: 'low' | 'medium' | 'high';
};

export type BacklinksOpportunityFinderAnswer = {
  success: true;
  target: {
    value: string;
    /** Domains that count as yours. */
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
  /** Scale that the ranks of the request were read as. */
  rank_scale_read: 'one_hundred' | 'one_thousand';
  opportunities: {
    prospect: {
      /** Registrable domain; as written in the request when it is not a domain. */
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
      /** Rows of the request for this site. */
      rows: number;
    };
    action_type: 'reclaim' | 'repair' | 'resource_page' | 'digital_pr' | 'guest_contribution' | 'outreach' | 'skip';
    action_reason: string;
    /** Who decides about the link: listings and forums have no editor. */
    channel: 'editor' | 'business_listing' | 'forum';
    matched_asset: {
      url: string | null;
      title: string | null;
      page_type: string | null;
      linkable_reason: string | null;
      /** 0-1: how closely the topics of the prospect and the asset match. */
      relevance: number;
      /** Words that both have, most specific first. */
      shared_topics: string[];
      /** Data, a study or a tool: something that editors cover. */
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
      /** Registrable domain; as written in the request when it is not a domain. */
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
      /** Rows of the request for this site. */
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
    /** Null when the prospect was rejected before scoring. */
    score: number | null;
  }[];
  counts: {
    rows: number;
    /** Sites, after rows of the same domain were merged. */
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
      /** Ten at most, best first. */
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
    /** Owned assets that no opportunity uses; ten at most. */
    unused_assets: string[];
    /** What the campaign is missing. */
    gaps: string[];
  };
  /** How ambiguous parts of the request were read. */
  notes: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Find pages that link to competitors: `POST /backlinks/page-intersection`. */
export type BacklinksPageIntersectionRequest = {
  /** Competitors: domains, subdomains or absolute URLs. Duplicates count once. */
  targets: string[];
  /** Pages with a live link to any of these are left out: put your own site here. */
  exclude_targets?: string[];
  /** Maximum rows to return. */
  limit?: number;
  /** live: still present when their page was last read. lost: gone since. all: both. */
  backlinks_status_type?: 'live' | 'all' | 'lost';
  /** Only links to the targets without nofollow, ugc or sponsored. */
  dofollow_only?: boolean;
  /** partial: pages that link to at least one target; all: pages that link to every target. */
  intersection_mode?: 'partial' | 'all';
  /** Maximum spam score of a page, 0-100; pages with an unknown score are kept. */
  max_spam_score?: number;
  /** Highest or newest first: rank of the strongest link, of the domain or of the page; first or last seen. */
  sort_by?: 'rank' | 'domain_rank' | 'page_rank' | 'first_seen' | 'last_seen';
  /** Scale of every rank in the answer, and of min_rank: 0-100 or 0-1000. */
  rank_scale?: 'one_hundred' | 'one_thousand';
};

export type BacklinksPageIntersectionAnswer = {
  success: true;
  targets: {
    value: string;
    type: 'domain' | 'subdomain' | 'page';
    /** Rows in this response that link to it. */
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
    /** Rank of its strongest link. */
    rank: number | null;
    page_rank: number | null;
    domain_rank: number | null;
    spam_score: number | null;
    /** What the spam score is made of. Of ring, template, money_anchor, spam_targets and cited_spam only the strongest counts. Null when unknown. */
    spam_signs:
      | {
          sign:
            | 'ring'
            | 'template'
            | 'money_anchor'
            | 'spam_targets'
            | 'cited_spam'
            | 'own_trade'
            | 'planted_links'
            | 'no_https'
            | 'no_title';
          /** What it adds to the score. */
          points: number;
          /** How many sites share the sign; null for signs of the page itself. */
          peers: number | null;
          /** What was found, in words. */
          reason: string;
        }[]
      | null;
    external_links: number | null;
    word_count: number | null;
    first_seen: string;
    last_seen: string;
    linked_targets: {
      target: string;
      links_count: number;
      /** The strongest ones, three at most. */
      links: {
        url_to: string;
        item_type: 'anchor' | 'image' | 'canonical' | 'redirect' | 'alternate';
        anchor: string;
        alt: string | null;
        text_pre: string;
        text_post: string;
        /** `hidden` is a link that readers do not see. Null when the source does not say where on the page the link is. */
        semantic_location: 'navigation' | 'header' | 'footer' | 'sidebar' | 'content' | 'head' | 'hidden' | null;
        attributes: string[];
        dofollow: boolean;
        /** Identical links on the page. */
        links_count: number;
        first_seen: string;
        last_seen: string;
        lost_date: string | null;
        is_new: boolean;
        is_lost: boolean;
        /** Null when the target page has not been crawled. */
        is_broken: boolean | null;
        url_to_status_code: number | null;
        /** The link names another page that redirects or canonicalizes to the target; url_to is that page. */
        is_indirect_link: boolean;
        rank: number | null;
        /** What the spam score is made of. Of ring, template, money_anchor, spam_targets and cited_spam only the strongest counts. Null when unknown. */
        spam_signs:
          | {
              sign:
                | 'ring'
                | 'template'
                | 'money_anchor'
                | 'spam_targets'
                | 'cited_spam'
                | 'own_trade'
                | 'planted_links'
                | 'no_https'
                | 'no_title';
              /** What it adds to the score. */
              points: number;
              /** How many sites share the sign; null for signs of the page itself. */
              peers: number | null;
              /** What was found, in words. */
              reason: string;
            }[]
          | null;
      }[];
    }[];
    linked_targets_count: number;
    quality: {
      /** At least one of the links shown passes authority. */
      dofollow: boolean;
      /** At least one of the links shown is in the main content; null when the source does not say. */
      in_content: boolean | null;
      semantic_locations: string[];
      spam_score: number | null;
      /** Low up to 30, medium up to 60, high above; null when the page has not been crawled. */
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
        | 'hidden_only'
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
      /** 0-20, by page_rank; also 0 when unknown. */
      page_authority: number;
      /** 0-20, by domain_rank; also 0 when unknown. */
      domain_authority: number;
      /** 0-25, by the share of the targets it links to. */
      coverage: number;
      /** 15 when at least one link passes authority. */
      followed: number;
      /** 10 when at least one link is in the main content. */
      in_content: number;
      /** 0-10: 10 × e^(-days / 365), where days is the known age of its links; 0 when unknown. */
      freshness: number;
      /** 0 to -25, by spam_score; never more than the other points. */
      spam: number;
    };
    priority: 'low' | 'medium' | 'high';
    reason: string;
  }[];
  /** Pages that match; null where the source does not say. */
  total_count: number | null;
  limit: number;
  /** Always 0: sort or filter to see other rows. */
  offset: 0;
  /** Of the rows in this response. */
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
  /** Maximum rows to return. */
  limit?: number;
  /** Rows to skip, for paging. */
  offset?: number;
  /** live: still present when their page was last read. lost: gone since. all: both. */
  backlinks_status_type?: 'live' | 'all' | 'lost';
  /** Count links to pages that redirect or canonicalize to the target. */
  include_indirect_links?: boolean;
  /** Only hosts whose name contains this. */
  domain_filter?: string;
  /** Minimum number of links from a host. */
  min_backlinks?: number;
  /** Minimum number of linking pages on a host. */
  min_referring_pages?: number;
  /** Minimum domain_rank, on rank_scale; hosts of unknown rank are left out. */
  min_rank?: number;
  /** Highest or newest first, unknown last; rank sorts by domain_rank. */
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
    /** The linking host. */
    domain: string;
    main_domain: string;
    /** Authority of the main domain; null when unknown. */
    domain_rank: number | null;
    /** Links with the requested status. */
    backlinks: number;
    dofollow_backlinks: number;
    /** Share of backlinks, 0-1. */
    dofollow_share: number | null;
    /** Linking pages. */
    referring_pages: number;
    /** Links whose target page returned 4xx or 5xx; null when no target page has been crawled. */
    broken_backlinks: number | null;
    /** Links that were gone when their page was last crawled, whatever status is requested; null when unknown. */
    lost_backlinks: number | null;
    /** Average of the linking pages, 0-100, higher is worse; null when none has been crawled. */
    spam_score: number | null;
    /** What the spam score is made of, most links first. Null when unknown. */
    spam_signs:
      | {
          sign:
            | 'ring'
            | 'template'
            | 'money_anchor'
            | 'spam_targets'
            | 'cited_spam'
            | 'own_trade'
            | 'planted_links'
            | 'no_https'
            | 'no_title';
          /** Links from pages or sites with this sign. */
          backlinks: number;
          referring_main_domains: number;
          /** How many sites share the sign; null for more than one linking domain and for signs of a page. */
          peers: number | null;
          /** What was found, in words. */
          reason: string;
        }[]
      | null;
    /** Links in menus, headers, footers and sidebars, and links that most pages of their host repeat. */
    boilerplate_backlinks: number | null;
    /** Links that readers do not see. */
    hidden_backlinks: number | null;
    /** Rank of the strongest link, which is what it passes on; null when unknown. */
    rank: number | null;
    first_seen: string;
    /** Null when the source does not say. */
    last_seen: string | null;
    /** When the most recently lost link was lost. */
    lost_date: string | null;
    /** Share of all links to the target with the requested status, 0-1. */
    share: number | null;
    /** Its most common anchor text; empty for images, null when unknown. */
    top_anchor: string | null;
    /** Its links are part of a template, or look like those of a template or a list of links. */
    sitewide_suspected: boolean;
    /** What imported tables of other tools say. No rank or score of this answer is computed from it. */
    tool_metrics: {
      /** ahrefs, semrush, majestic, moz, search-console, screaming-frog, or other. */
      tool: string;
      about: 'page' | 'domain';
      /** Such as domain_rating, url_rating, authority_score, trust_flow or page_title. */
      metric: string;
      /** On the scale of the tool; text for a title. */
      value: number | string;
      /** When the imported table was written. */
      observed_at: string;
    }[];
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
  /** All links to the target with the requested status, before filters. */
  backlinks: number | null;
  /** Of the rows in this response. */
  action_counts: {
    keep: number;
    strengthen: number;
    reclaim: number;
    repair: number;
    review: number;
    disavow_review: number;
  };
  /** Hosts that match the filters, before limit and offset; null where the source does not say. */
  total_count: number | null;
  limit: number;
  offset: number;
  /** Imported reports of referring domains, as their tools wrote them. They name no links, so items and counts do not include them. */
  tool_reports: {
    tool: string;
    /** The host that the report is about. */
    target: string;
    /** When the imported report was written. */
    observed_at: string;
    /** Domains in the report. */
    total_count: number;
    /** The 100 with the most links. */
    domains: {
      domain: string;
      backlinks: number | null;
      dofollow_backlinks: number | null;
      referring_pages: number | null;
      target_pages: number | null;
      first_seen: string | null;
      last_seen: string | null;
      lost_date: string | null;
    }[];
  }[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Summarize a backlink profile: `POST /backlinks/summary`. */
export type BacklinksSummaryRequest = {
  /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */
  target: string;
  /** Include links to subdomains of the target. */
  include_subdomains?: boolean;
  /** Count links to pages that redirect or canonicalize to the target. */
  include_indirect_links?: boolean;
  /** Leave out links from the target’s own domain. */
  exclude_internal_backlinks?: boolean;
  /** live: still present when their page was last read. lost: gone since. all: both. */
  backlinks_status_type?: 'live' | 'all' | 'lost';
  /** Count only links without nofollow, ugc or sponsored. */
  dofollow_only?: boolean;
  /** Maximum number of rows in each list of the response. */
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
  /** Authority of the target; null when unknown. */
  rank: number | null;
  backlinks: number | null;
  /** Linking hosts. */
  referring_domains: number | null;
  /** Linking registrable domains. */
  referring_main_domains: number | null;
  referring_pages: number | null;
  /** Hosts whose links are all nofollow. */
  referring_domains_nofollow: number | null;
  /** 0-1. */
  dofollow_share: number | null;
  /** Links whose target page returned 4xx or 5xx. */
  broken_backlinks: number | null;
  broken_pages: number | null;
  /** Links that were gone when their page was last crawled. */
  lost_backlinks: number | null;
  /** Average of the linking pages, 0-100, higher is worse. */
  spam_score: number | null;
  /** What the spam score is made of, most links first. Null when unknown. */
  spam_signs:
    | {
        sign:
          | 'ring'
          | 'template'
          | 'money_anchor'
          | 'spam_targets'
          | 'cited_spam'
          | 'own_trade'
          | 'planted_links'
          | 'no_https'
          | 'no_title';
        /** Links from pages or sites with this sign. */
        backlinks: number;
        referring_main_domains: number;
        /** How many sites share the sign; null for more than one linking domain and for signs of a page. */
        peers: number | null;
        /** What was found, in words. */
        reason: string;
      }[]
    | null;
  first_seen: string | null;
  last_seen: string | null;
  link_types:
    | {
        value: string;
        backlinks: number;
        /** Share of all backlinks counted, 0-1. */
        share: number;
      }[]
    | null;
  link_attributes:
    | {
        value: string;
        backlinks: number;
        /** Share of all backlinks counted, 0-1. */
        share: number;
      }[]
    | null;
  tlds:
    | {
        value: string;
        backlinks: number;
        /** Share of all backlinks counted, 0-1. */
        share: number;
      }[]
    | null;
  semantic_locations:
    | {
        value: string;
        backlinks: number;
        /** Share of all backlinks counted, 0-1. */
        share: number;
      }[]
    | null;
  /** By where readers find the link; `boilerplate` includes what most pages of a host repeat, whatever its HTML element. Null when unknown. */
  placements:
    | {
        value: string;
        backlinks: number;
        /** Share of all backlinks counted, 0-1. */
        share: number;
      }[]
    | null;
  platform_types:
    | {
        value: string;
        backlinks: number;
        /** Share of all backlinks counted, 0-1. */
        share: number;
      }[]
    | null;
  languages:
    | {
        value: string;
        backlinks: number;
        /** Share of all backlinks counted, 0-1. */
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
  /** Based on rank, as long as there are enough referring domains to back it up. */
  authority_tier: 'elite' | 'strong' | 'established' | 'emerging' | 'new' | null;
  /** Null when the links are unknown, or when none of the linking pages has been crawled and nothing else points to a risk. */
  risk_level: 'low' | 'medium' | 'high' | null;
  risk_reasons: string[];
  /** Null when the links are unknown. */
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

/** Detect content decay: `POST /content-decay/detect`. */
export type ContentDecayDetectRequest = {
  /** The page to judge. If it redirects, the page that it moved to is judged with its history. */
  url: string;
  /** The search that the page should win. */
  keyword: string;
  /** Days to look at, in whole weeks, against as many before. Under 14 days are too few to judge. */
  lookback_days?: number;
  /** Percent from which on a fall counts. It also has to be larger than noise and season explain. */
  threshold?: number;
  /** Place name of the location to search from. Without one, figures from your own Search Console data cover all countries. */
  location?: string;
  /** Google location code; takes precedence over location. */
  location_code?: number;
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
};

export type ContentDecayDetectAnswer = {
  success: true;
  /** full: your own Search Console data. sample: stored result pages only. none: nothing is known of the page. */
  coverage: 'full' | 'sample' | 'none';
  /** not_covered: your console data knows the site, but has no daily figures for the page. unknown_target: no source knows the page. */
  state: 'answered' | 'not_covered' | 'unknown_target';
  decay_audit: {
    /** The page that was judged: where the one you sent redirects to, if it does. */
    url: string;
    keyword: string;
    /** Addresses that the page moved from, oldest first; their figures are added. */
    followed: string[];
    /** true only if the fall reaches the threshold and is larger than noise and season explain. */
    decaying: boolean | null;
    status: 'decaying' | 'stable' | 'improving' | 'insufficient_data';
    /** Why there is too little data; null where there is enough. */
    reason: string | null;
    /** position: stored result pages, where there is no Search Console data. */
    judged_by: 'clicks' | 'impressions' | 'position' | null;
    /** keyword: the page for this keyword. page: for all searches. */
    scope: 'keyword' | 'page' | null;
    /** Change against the window before. Positive is worse: fewer clicks, or a higher position number. */
    decay_percent: number | null;
    /** The same against what the season leaves, with its 95 % interval. Positive is worse. */
    season_adjusted: {
      percent: number;
      low: number;
      high: number;
    } | null;
    /** true: no larger than the usual noise of the series. */
    within_noise: boolean | null;
    threshold: number;
    /** Of what it was judged by: clicks or impressions a day, a day; or positions a day, where positive is worse. */
    slope_per_day: number | null;
    slopes: {
      clicks: {
        /** Theil–Sen slope. */
        per_day: number;
        /** Mann–Kendall, two-sided; null for fewer than four values. */
        p_value: number | null;
        n: number;
      } | null;
      impressions: {
        /** Theil–Sen slope. */
        per_day: number;
        /** Mann–Kendall, two-sided; null for fewer than four values. */
        p_value: number | null;
        n: number;
      } | null;
      position: {
        /** Theil–Sen slope. */
        per_day: number;
        /** Mann–Kendall, two-sided; null for fewer than four values. */
        p_value: number | null;
        n: number;
      } | null;
    };
    confidence: number;
    /** First day of the week in which it began to fall; null unless decaying. */
    first_decline_at: string | null;
    /** Whole weeks of complete days; null without Search Console data. */
    window: {
      from: string;
      to: string;
      previous_from: string;
      previous_to: string;
      property: string;
      engine: 'google' | 'bing';
    } | null;
    /** Weeks, or checks of the result page, oldest first. */
    points: {
      from: string;
      to: string;
      clicks: number | null;
      impressions: number | null;
      position: number | null;
      /** Of the same week a year before. */
      last_year_clicks: number | null;
    }[];
    /** Places on stored result pages; null where none has the page. */
    rank_history: {
      engine: string;
      device: string | null;
      checks: number;
      before: number | null;
      after: number | null;
      status: 'decaying' | 'stable' | 'improving' | 'insufficient_data';
    } | null;
    worst_interval: {
      from: string;
      to: string;
      change_percent: number;
      before: number;
      after: number;
    } | null;
    /** null without data of the same weeks a year before. */
    year_over_year: {
      clicks: number;
      last_year_clicks: number;
      /** Negative is worse. */
      change_percent: number | null;
      window: {
        from: string;
        to: string;
      };
    } | null;
    seasonal_expectation: {
      basis: 'last_year' | 'site_last_year' | 'demand' | 'site' | 'none';
      /** What seasonality alone would predict. */
      expected: number;
      observed: number;
      /** What the season does to these weeks. */
      change_percent: number;
    } | null;
    /** Clicks a month below what was to be expected; null unless decaying by clicks. */
    traffic_at_risk: {
      clicks_per_month: number;
      low: number;
      high: number;
    } | null;
    known_breaks: {
      from: string;
      to: string;
      note: string;
    }[];
    /** New pages are not judged. */
    exempt: {
      reason: 'new_page';
      since: string;
      until: string;
    } | null;
    /** Largest share of the loss first. */
    likely_causes: {
      cause: 'technical' | 'rank' | 'demand' | 'clicks_lost_above' | 'cannibalised' | 'competitor' | 'stale';
      /** In unit. */
      figure: number;
      unit: string;
      before: number | null;
      after: number | null;
      /** Clicks of the window that it explains; null where it cannot be told apart from another cause. */
      lost_clicks: number | null;
      /** Of the whole loss. */
      share: number | null;
      evidence: string[];
    }[];
    causes_considered: {
      technical: 'likely' | 'ruled_out' | 'unknown';
      rank: 'likely' | 'ruled_out' | 'unknown';
      demand: 'likely' | 'ruled_out' | 'unknown';
      clicks_lost_above: 'likely' | 'ruled_out' | 'unknown';
      cannibalised: 'likely' | 'ruled_out' | 'unknown';
      competitor: 'likely' | 'ruled_out' | 'unknown';
      stale: 'likely' | 'ruled_out' | 'unknown';
    } | null;
    recovery_steps: string[];
    scopes: {
      keyword: {
        status: 'decaying' | 'stable' | 'improving' | 'insufficient_data';
        decay_percent: number | null;
        clicks: number;
        previous_clicks: number;
        within_noise: boolean | null;
        /** Why it could not be judged. */
        reason: string | null;
      } | null;
      page: {
        status: 'decaying' | 'stable' | 'improving' | 'insufficient_data';
        decay_percent: number | null;
        clicks: number;
        previous_clicks: number;
        within_noise: boolean | null;
        /** Why it could not be judged. */
        reason: string | null;
      } | null;
    };
    page: {
      status_code: number | null;
      is_indexable: boolean | null;
      canonical_url: string | null;
      title: string | null;
      words_count: number | null;
      referring_domains: number | null;
      published_at: string | null;
      age_days: number | null;
      fetched_at: string | null;
    };
    notes: string[];
  };
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Plan the work week by week: `POST /content/action-plan`. */
export type ContentActionPlanRequest = {
  /** The work to plan. Extra fields from other answers are ignored. */
  items: {
    /** The task. */
    title: string;
    keyword?: string;
    /** The page that it changes. */
    url?: string;
    /** critical, high, medium or low; P0 to P3, or 1 to 4 with 1 the most urgent; or a score above 4, up to 100. */
    priority?: string | number;
    /** 0-100. If any is above 100, all are scaled to 0-100. */
    impact_score?: number;
    /** Effort points, or low (1), medium (2) or high (4). Defaults to 2, marked as assumed. */
    effort?: string | number;
    /** Items that are done, cancelled or blocked are not planned; items in progress come first among equals. */
    status?: string;
    /** Titles of the items that must be done first, or their positions in the list, counted from 0. */
    dependencies?: string | number | (string | number)[];
  }[];
  /** Site or project that the plan is for. A label only. */
  target?: string;
  /** Raises the score of work that serves it. */
  goal?: 'traffic_growth' | 'lead_generation' | 'refresh_decay' | 'launch_support' | 'authority_building';
  /** Days from today. Work is planned Monday to Friday. */
  horizon_days?: number;
  /** Effort points per week for the whole team. */
  weekly_capacity?: number;
  /** Names of the owners, who take turns and have equal shares of the capacity. */
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
  /** In order of their start. */
  scheduled: {
    /** Title of the item. */
    item: string;
    /** Position of the item in the request, from 0. */
    index: number;
    url: string | null;
    keyword: string | null;
    start_date: string;
    /** Last day of work. Both dates are working days. */
    due_date: string;
    /** Week in which it starts, from 1. */
    week: number;
    /** More than one where the item does not fit into a week. */
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
    /** Other owners who do equal parts of it: the horizon is too short for one to finish it, or what waits for it. */
    shared_with: string[];
    /** Titles of the items that must be done first, including finished ones. */
    depends_on: string[];
    kind: {
      value: 'refresh' | 'technical' | 'links' | 'internal_links' | 'conversion' | 'launch' | 'new_content' | 'other';
      confidence: number;
      /** Beginnings of the words that indicate it. */
      evidence: string[];
    };
    impact_source: 'given' | 'from_priority' | 'assumed';
    score: number;
    score_components: {
      impact: number;
      priority: number;
      goal_fit: number;
    };
    /** Based on the score. */
    priority: 'low' | 'medium' | 'high';
    /** As sent. */
    priority_given: string | number | null;
    /** Based on the priority sent, or on the score where that is higher. Higher levels are placed first. */
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
    /** If the reason is dependency: the items at the end of the chain that it waits for, at most ten. */
    root_causes: {
      item: string;
      index: number;
      reason: 'finished' | 'cancelled' | 'blocked' | 'dependency' | 'capacity' | 'horizon';
    }[];
    effort_points: number;
    score: number;
    /** As sent. */
    priority_given: string | number | null;
    precedence: 'critical' | 'high' | 'medium' | 'low';
  }[];
  risk_register: {
    risk: string;
    likelihood: 'low' | 'medium' | 'high';
    impact: 'low' | 'medium' | 'high';
    mitigation: string;
    /** Titles, at most ten; the text has the total. */
    items: string[];
  }[];
  /** The chain of dependencies with the most effort in the plan. Empty if no item in it waits for another. */
  critical_path: {
    item: string;
    index: number;
    /** Effort points, to hundredths. */
    effort_points: number;
    /** Week in which it starts, from 1. */
    week: number;
    start_date: string;
    due_date: string;
    owner: string | null;
    /** Working days by which the item before it may slip without a delay here. */
    idle_days_before: number;
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
    /** Sum of score × effort points of the scheduled items. */
    scheduled_value: number;
  };
  method: string;
  warnings: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Write a brief for a page on a search: `POST /content/brief`. */
export type ContentBriefRequest = {
  /** Search to study: the pages that rank for it are read and compared. */
  keyword: string;
  /** Name of the place to search from. */
  location?: string;
  /** Google location code; takes precedence over location. */
  location_code?: number;
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
  /** Your domain, brand or site: its own pages are not compared. Default: the domains of your project’s brand. */
  target?: string;
  /** Who the page is for; without it, the brief says what the search tells. */
  audience?: string;
  /** Device whose results are studied. */
  device?: 'desktop' | 'mobile';
  /** Voice that the guide describes. */
  brand_voice?: 'neutral' | 'expert' | 'friendly' | 'bold' | 'technical';
  /** Kind of page to write; auto takes the kind that most ranking pages are. */
  page_type?: 'auto' | 'blog_post' | 'landing_page' | 'comparison_page' | 'guide' | 'tool_page';
  /** detailed: more sections, questions, competitors and names. */
  brief_depth?: 'standard' | 'detailed';
  /** Include the outline. */
  include_serp_outline?: boolean;
};

export type ContentBriefAnswer = {
  success: true;
  search: {
    keyword: string;
    engine: string;
    location: string | null;
    location_code: number | null;
    language: string;
    device: string | null;
    checked_at: string;
    /** Ranking pages that were read and compared. */
    compared: number;
    /** Organic results that were looked at. */
    ranking: number;
  };
  primary_keyword: string;
  /** Searches that the result page itself lists as related; empty where the source shows none. */
  secondary_keywords: string[];
  /** As requested, or the kind that most ranking pages are; null where nothing tells. */
  page_type: string | null;
  /** Whether most ranking pages are of that kind. */
  page_type_fits: boolean | null;
  audience: {
    /** As sent. */
    stated: string | null;
    /** What people want who search for this, by the intent of the result page. */
    wants: string;
    evidence: string[];
  };
  search_intent: {
    main: string | null;
    shares: {
      intent: string;
      share: number;
      evidence: string[];
    }[];
    /** A second intent has a share of three tenths or more. */
    is_mixed: boolean;
  };
  meta: Meta;
  serp_expectations: {
    format: 'how_to' | 'guide' | 'list' | 'comparison' | 'tool' | 'product' | 'local' | null;
    /** What readers expect, the most important first. */
    topics: {
      topic: string;
      /** 1-100: the share of the compared pages that treat it, weighted by position, times how telling its words are and how often it has a heading. */
      importance: number;
      priority: 'low' | 'medium' | 'high';
      /** Compared pages that treat it. */
      coverage: number;
      /** Compared pages. */
      of: number;
      /** Of these, pages with a heading for it. */
      in_headings: number;
      example_headings: string[];
      seen_on: {
        /** Place of the page among the organic results. */
        position: number;
        url: string;
        /** Heading that names the topic, or that it stands under. */
        heading: string | null;
        /** Sentence of that page about the topic, word for word. */
        quote: string;
      }[];
    }[];
    questions: {
      question: string;
      seen_in: 'people_also_ask' | 'headings' | 'both';
      /** Ranking pages that have it as a heading. */
      seen_on: string[];
    }[];
    names: {
      name: string;
      pages: number;
      of: number;
    }[];
    word_count_range: {
      p25: number;
      median: number;
      p75: number;
    } | null;
  };
  competitor_patterns: {
    /** Headings of level two. */
    sections: {
      p25: number;
      median: number;
      p75: number;
    } | null;
    with_tables: {
      pages: number;
      of: number;
    };
    with_lists: {
      pages: number;
      of: number;
    };
    with_images: {
      pages: number;
      of: number;
    };
    with_videos: {
      pages: number;
      of: number;
    };
    with_author: {
      pages: number;
      of: number;
    };
    dated: {
      pages: number;
      of: number;
    };
    newest: string | null;
    oldest: string | null;
  };
  competitors_to_beat: {
    url: string;
    position: number;
    /** 0-100, of the topics that the compared pages share. */
    coverage: number | null;
    strengths: string[];
    weaknesses: string[];
  }[];
  /** What no or hardly any ranking page has. */
  differentiators: {
    advice: string;
    evidence: string[];
  }[];
  /** Where ranking pages state figures: find a source of your own, or leave them out. */
  proof_requirements: {
    claim: string;
    why: string;
    /** Sentence of a ranking page, as an example of such a claim. */
    seen: string;
  }[];
  trust_requirements: {
    /** A subject where wrong advice does harm. */
    topic_class: 'health' | 'finance' | 'law' | null;
    requirements: string[];
  };
  sources_to_cite: {
    domain: string;
    pages: number;
    in_ai_overview: boolean;
  }[];
  conversion_plan: {
    goal: string;
    primary_action: string;
    placements: string[];
    avoid: string[];
  };
  voice_guidance: {
    voice: string;
    rules: {
      rule: string;
      do: string;
      dont: string;
    }[];
  };
  /** Left out if not requested. */
  outline?: {
    h2: string;
    /** How many of the compared pages have it. */
    purpose: string;
    h3: string[];
    /** What the ranking pages say there without a heading for it. */
    points: string[];
    /** Compared pages that treat it. */
    seen_on: string[];
    pages: number;
    of: number;
    /** Words that pages with a heading for it spend on it; null of fewer than three. */
    target_words: {
      p25: number;
      median: number;
      p75: number;
    } | null;
  }[];
  schema_recommendations: {
    /** schema.org type. */
    type: string;
    why: string;
    /** Compared pages that have it. */
    pages: number;
    /** What Google shows for it; null for none. */
    rich_result: string | null;
  }[];
  qa_checklist: {
    check: string;
    why: string;
  }[];
  /** What content.draft-qa measures. */
  acceptance_criteria: {
    id: 'important_topics' | 'coverage' | 'questions' | 'length' | 'sections' | 'language';
    criterion: string;
    /** Figure from which on it is met. */
    at_least: number;
    why: string;
  }[];
  pages_compared: {
    position: number;
    url: string;
    domain: string;
    title: string | null;
    /** Whether the page was compared, or why not. */
    status:
      | 'compared'
      | 'own_page'
      | 'disallowed'
      | 'http_error'
      | 'not_html'
      | 'unreachable'
      | 'too_slow'
      | 'paywall'
      | 'consent_wall'
      | 'scripts'
      | 'too_short'
      | 'other_language'
      | 'forum'
      | 'social'
      | 'video'
      | 'shop'
      | 'other_intent'
      | 'same_site'
      | 'same_text'
      | 'not_needed';
    /** Why it was not compared, in words. */
    note: string | null;
    page_type: string | null;
    /** Words of the main content. */
    word_count: number | null;
    published_at: string | null;
    modified_at: string | null;
    headings: {
      level: number;
      text: string;
    }[];
  }[];
  notes: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
};

/** Find pages that compete with each other: `POST /content/cannibalization`. */
export type ContentCannibalizationRequest = {
  /** Pages of one site. Results are most reliable with ranking_queries. Unknown columns are ignored and listed in notes. */
  pages?: {
    url: string;
    title: string;
    /** The keyword that the page targets. */
    primary_keyword?: string | null;
    /** Other keywords that it targets. */
    target_keywords?: string[] | string | null;
    /** Searches that it ranks for: strings, or objects with query, clicks, impressions and position. */
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
    /** False when noindex or robots.txt keeps it out of search results. */
    indexable?: boolean | null;
    /** Over any period, but the same one for all pages. */
    clicks?: number | null;
    /** Over the same period. */
    impressions?: number | null;
    /** 1 is best. */
    avg_position?: number | null;
    /** Backlinks or referring domains, but the same measure for all pages. */
    backlinks?: number | null;
  }[];
  /** Your site, in place of pages. Domain, subdomain or the URL of a folder: its crawled pages are used, the most linked first. */
  site?: string;
  /** Domain or brand of the site. Its name is ignored when pages are compared. */
  target?: string;
  /** Your most important keywords: conflicts about them rank as more severe, and each is checked for a page. */
  focus_keywords?: string[];
  /** conservative: only clear-cut conflicts. aggressive: also pages that are merely similar. */
  sensitivity?: 'conservative' | 'balanced' | 'aggressive';
};

export type ContentCannibalizationAnswer = {
  success: true;
  sensitivity: 'conservative' | 'balanced' | 'aggressive';
  pages: {
    url: string;
    signals: {
      title: string;
      /** Only competing pages, and variants without a canonical, can be in conflict. */
      status: 'competes' | 'noindex' | 'canonicalised' | 'variant';
      status_reason: string;
      variant_kind: 'amp' | 'pagination' | 'print' | 'parameter' | 'index_file' | 'host' | null;
      /** The page in the request that this one is a variant of or names as its canonical. */
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
        | 'news'
        | 'glossary'
        | 'faq'
        | 'docs'
        | 'tool_page'
        | 'forum_thread'
        | 'case_study'
        | 'login'
        | 'support'
        | 'about'
        | 'contact'
        | 'careers'
        | 'legal';
      page_type_confidence: number;
      intent: 'informational' | 'commercial' | 'transactional' | 'local' | 'navigational';
      /** What its searchers want; null where nothing indicates it. */
      purpose: string | null;
      /** Words that define its topic. */
      subject: string[];
      primary_keyword: string | null;
      keywords_count: number;
      ranking_queries_count: number | null;
      /** ISO 639-1, empty where unknown. */
      language: string;
      /** Language in the URL; empty when it has none. */
      address_language: string;
      clicks: number | null;
      impressions: number | null;
      avg_position: number | null;
      backlinks: number | null;
      conflicts: number;
    };
  }[];
  /** At most 500, the most severe first; counts has the total. */
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
      | 'contested_query'
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
    /** The action of its pages that changes most; page_actions has one for each page. */
    action: 'merge' | 'differentiate' | 'canonicalise' | 'redirect' | 'internal_link' | 'monitor';
    page_actions: {
      url: string;
      action: 'keep' | 'merge' | 'differentiate' | 'canonicalise' | 'redirect' | 'internal_link' | 'monitor';
      /** The page that it goes to, links to or is set apart from. It always stays. Null for keep. */
      target_url: string | null;
    }[];
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
    /** Not indexable, canonicalised to another page, or a variant that search engines consolidate themselves. */
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
  /** Competitors with up to 200 pages each. Unknown columns are ignored and listed in notes. */
  competitors: {
    domain: string;
    /** Left out, the crawled pages of the domain are used. */
    pages?: {
      url: string;
      title: string;
      /** Keywords that the page targets. */
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
      /** awareness, consideration, decision or retention; tofu, mofu and bofu also work. */
      buyer_stage?: string | null;
      /** Monthly visits. */
      traffic?: number | null;
      /** Monthly searches for its topic. */
      volume?: number | null;
      /** Position in search results; 1 is best. */
      rank?: number | null;
      /** Backlinks or referring domains. */
      backlinks?: number | null;
    }[];
  }[];
  /** Without them every topic counts as a gap. */
  own_pages?: {
    url: string;
    title: string;
    /** Keywords that the page targets. */
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
    /** awareness, consideration, decision or retention; tofu, mofu and bofu also work. */
    buyer_stage?: string | null;
    /** Monthly visits. */
    traffic?: number | null;
    /** Monthly searches for its topic. */
    volume?: number | null;
    /** Position in search results; 1 is best. */
    rank?: number | null;
    /** Backlinks or referring domains. */
    backlinks?: number | null;
  }[];
  /** Your site, in place of own_pages. Domain, subdomain or the URL of a folder: its crawled pages are used, the most linked first. */
  site?: string;
  /** Your most important topics: they score higher. */
  focus_topics?: string[];
  /** Maximum number of opportunities to return, best first. */
  max_opportunities?: number;
  /** Your domain or brand. It is not counted as a competitor, and its name is not treated as a topic. */
  target?: string;
};

export type ContentCompetitorGapMatrixAnswer = {
  success: true;
  opportunities: {
    topic: string;
    /** One page for each competitor, strongest first. */
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
        | 'news'
        | 'glossary'
        | 'faq'
        | 'docs'
        | 'tool_page'
        | 'forum_thread'
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
    /** partial: one of your pages touches on the topic without answering it. */
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
        | 'news'
        | 'glossary'
        | 'faq'
        | 'docs'
        | 'tool_page'
        | 'forum_thread'
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
      | 'news'
      | 'glossary'
      | 'faq'
      | 'docs'
      | 'tool_page'
      | 'forum_thread'
      | 'case_study'
      | 'login'
      | 'support'
      | 'about'
      | 'contact'
      | 'careers'
      | 'legal';
    buyer_stage: 'awareness' | 'consideration' | 'decision' | 'retention';
    /** Highest search volume of its pages, otherwise traffic; null where neither is given. */
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
    /** Path of the operation to call next, below /api/v1. */
    next_endpoint: string;
    why: string;
  }[];
  /** Number of opportunities before max_opportunities applies. */
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
      | 'news'
      | 'glossary'
      | 'faq'
      | 'docs'
      | 'tool_page'
      | 'forum_thread'
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
    /** Pages per competitor in the request. */
    competitor_average: number;
    /** other_type: your pages of another type answer the same need. utility: not topics, such as a login. */
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
        | 'news'
        | 'glossary'
        | 'faq'
        | 'docs'
        | 'tool_page'
        | 'forum_thread'
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
      | 'news'
      | 'glossary'
      | 'faq'
      | 'docs'
      | 'tool_page'
      | 'forum_thread'
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
        | 'news'
        | 'glossary'
        | 'faq'
        | 'docs'
        | 'tool_page'
        | 'forum_thread'
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
      | 'news'
      | 'glossary'
      | 'faq'
      | 'docs'
      | 'tool_page'
      | 'forum_thread'
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
    /** Gaps that one of your pages touches on (own_coverage partial). */
    gaps_touched: number;
    covered: number;
    own_only: number;
    /** Home, login, legal, customer service and company pages, and pages of competitors about themselves: counted in the matrix, but not as topics. */
    not_topics: number;
  };
  /** Customer service and legal pages (delivery, returns, opening hours) and pages of competitors about themselves, not counted as topics. At most 50. */
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

/** Check a draft against what ranks: `POST /content/draft-qa`. */
export type ContentDraftQaRequest = {
  /** Search to study: the pages that rank for it are read and compared. */
  keyword: string;
  /** Name of the place to search from. */
  location?: string;
  /** Google location code; takes precedence over location. */
  location_code?: number;
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
  /** URL of the draft, if it is online. */
  draft_url?: string;
  /** The draft as Markdown. Title and description may stand in its front matter. */
  draft_markdown?: string;
  /** Your domain, brand or site: its own pages are not compared. Default: the domains of your project’s brand. */
  target?: string;
  /** Device whose results are studied. */
  device?: 'desktop' | 'mobile';
  /** strict: higher thresholds for sections, claims and readiness. */
  qa_depth?: 'standard' | 'strict';
};

export type ContentDraftQaAnswer = {
  success: true;
  search: {
    keyword: string;
    engine: string;
    location: string | null;
    location_code: number | null;
    language: string;
    device: string | null;
    checked_at: string;
    /** Ranking pages that were read and compared. */
    compared: number;
    /** Organic results that were looked at. */
    ranking: number;
  };
  draft: {
    url: string | null;
    title: string | null;
    description: string | null;
    language: string | null;
    word_count: number;
    sections: number;
  };
  /** 0-100, the sum of score_components, lowered by what alone keeps a draft from being published. Null with fewer than three compared pages. */
  publish_readiness_score: number | null;
  readiness: 'ready' | 'minor_edits' | 'major_edits' | 'not_ready' | null;
  /** Points of each part. An unknown part is null, and the known ones count up to 100. */
  score_components: {
    /** Of 60: coverage beside the better quarter of the compared pages; nothing below 60% of theirs. */
    topics: number | null;
    /** Of 10: questions answered, of half of those that were seen. */
    questions: number | null;
    /** Of 5: share of sections that are not weak. */
    sections: number | null;
    /** Of 10: share of claims with a source. */
    proof: number | null;
    /** Of 10: title, description and headings. */
    title_meta: number | null;
    /** Of 5: sentences and paragraphs that can be read in one go. */
    readability: number | null;
  };
  /** Share of the weight that is known, 0-1. */
  score_coverage: number;
  /** What alone keeps the draft from being published. */
  blockers: {
    id: 'other_language' | 'no_word_order' | 'too_short' | 'keyword_stuffing';
    why: string;
    score_at_most: number;
  }[];
  /** The criteria that content.brief states for this search, measured on the draft. */
  criteria: {
    id: 'important_topics' | 'coverage' | 'questions' | 'length' | 'sections' | 'language';
    criterion: string;
    /** Figure from which on it is met. */
    at_least: number;
    why: string;
    measured: number;
    met: boolean;
  }[];
  /** 0-100: importance of the topics in the draft over that of all. */
  coverage_score: number | null;
  missing_serp_expectations: {
    kind: 'topic' | 'question';
    expectation: string;
    priority: 'low' | 'medium' | 'high';
    why: string;
    seen_on: string[];
  }[];
  missing_topics: {
    topic: string;
    /** 1-100: the share of the compared pages that treat it, weighted by position, times how telling its words are and how often it has a heading. */
    importance: number;
    priority: 'low' | 'medium' | 'high';
    /** Compared pages that treat it. */
    coverage: number;
    /** Compared pages. */
    of: number;
    /** Of these, pages with a heading for it. */
    in_headings: number;
    example_headings: string[];
    seen_on: {
      /** Place of the page among the organic results. */
      position: number;
      url: string;
      /** Heading that names the topic, or that it stands under. */
      heading: string | null;
      /** Sentence of that page about the topic, word for word. */
      quote: string;
    }[];
  }[];
  questions_unanswered: {
    question: string;
    seen_in: 'people_also_ask' | 'headings' | 'both';
    /** Ranking pages that have it as a heading. */
    seen_on: string[];
  }[];
  weak_sections: {
    heading: string;
    line: number | null;
    words: number;
    why: string;
    usual_words: number | null;
  }[];
  claims: {
    found: number;
    with_source: number;
  };
  proof_gaps: {
    /** Sentence of the draft, word for word. */
    claim: string;
    kind: 'figure' | 'superlative' | 'comparison' | 'study';
    /** Line of the Markdown; null for a page. */
    line: number | null;
    why: string;
  }[];
  title_meta_issues: {
    field: 'title' | 'description' | 'headings';
    issue: string;
    fix: string;
  }[];
  /** Worn-out phrases that make a text read as generated; hints only, they cost no points. */
  style_hints: {
    phrase: string;
    line: number | null;
    hint: string;
  }[];
  schema_recommendations: {
    /** schema.org type. */
    type: string;
    why: string;
    /** Compared pages that have it. */
    pages: number;
    /** What Google shows for it; null for none. */
    rich_result: string | null;
  }[];
  readability: {
    sentences: number;
    average_sentence_words: number | null;
    long_sentences: {
      words: number;
      line: number | null;
      text: string;
    }[];
    long_paragraphs: number;
    /** Flesch 1948, English only; syllables are estimated. */
    flesch_reading_ease: number | null;
  };
  editor_tasks: {
    order: number;
    task: string;
    where: string;
    effort: 'low' | 'medium' | 'high';
    /** Points that it could win. */
    points: number | null;
  }[];
  serp_intent: {
    main: string | null;
    shares: {
      intent: string;
      share: number;
      evidence: string[];
    }[];
    /** A second intent has a share of three tenths or more. */
    is_mixed: boolean;
  };
  pages_compared: {
    position: number;
    url: string;
    domain: string;
    title: string | null;
    /** Whether the page was compared, or why not. */
    status:
      | 'compared'
      | 'own_page'
      | 'disallowed'
      | 'http_error'
      | 'not_html'
      | 'unreachable'
      | 'too_slow'
      | 'paywall'
      | 'consent_wall'
      | 'scripts'
      | 'too_short'
      | 'other_language'
      | 'forum'
      | 'social'
      | 'video'
      | 'shop'
      | 'other_intent'
      | 'same_site'
      | 'same_text'
      | 'not_needed';
    /** Why it was not compared, in words. */
    note: string | null;
    page_type: string | null;
    /** Words of the main content. */
    word_count: number | null;
    published_at: string | null;
    modified_at: string | null;
    headings: {
      level: number;
      text: string;
    }[];
  }[];
  not_checked: string[];
  notes: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Find what your page lacks beside those that rank: `POST /content/gap`. */
export type ContentGapRequest = {
  /** Your page. */
  url: string;
  /** Search to study: the pages that rank for it are read and compared. */
  keyword: string;
  /** Name of the place to search from. */
  location?: string;
  /** Google location code; takes precedence over location. */
  location_code?: number;
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
  /** Lowest level of headings to compare. Text is always read whole. */
  scrape_depth?: 'h1' | 'h2' | 'h3';
};

export type ContentGapAnswer = {
  success: true;
  search: {
    keyword: string;
    engine: string;
    location: string | null;
    location_code: number | null;
    language: string;
    device: string | null;
    checked_at: string;
    /** Ranking pages that were read and compared. */
    compared: number;
    /** Organic results that were looked at. */
    ranking: number;
  };
  page: {
    url: string;
    title: string | null;
    language: string | null;
    word_count: number;
    /** Where it stands on this result page; null where it does not. */
    position: number | null;
    headings: {
      level: number;
      text: string;
    }[];
  };
  /** 0-100: importance of the topics on your page over that of all topics. Null with fewer than three compared pages. */
  coverage_score: number | null;
  /** Topics of the ranking pages that your page does not mention, the most important first. */
  missing_topics: {
    topic: string;
    /** 1-100: the share of the compared pages that treat it, weighted by position, times how telling its words are and how often it has a heading. */
    importance: number;
    priority: 'low' | 'medium' | 'high';
    /** Compared pages that treat it. */
    coverage: number;
    /** Compared pages. */
    of: number;
    /** Of these, pages with a heading for it. */
    in_headings: number;
    example_headings: string[];
    seen_on: {
      /** Place of the page among the organic results. */
      position: number;
      url: string;
      /** Heading that names the topic, or that it stands under. */
      heading: string | null;
      /** Sentence of that page about the topic, word for word. */
      quote: string;
    }[];
  }[];
  /** Topics that your page mentions in far fewer words than pages with a section for them. */
  thin_topics: {
    topic: string;
    /** 1-100: the share of the compared pages that treat it, weighted by position, times how telling its words are and how often it has a heading. */
    importance: number;
    priority: 'low' | 'medium' | 'high';
    /** Compared pages that treat it. */
    coverage: number;
    /** Compared pages. */
    of: number;
    /** Of these, pages with a heading for it. */
    in_headings: number;
    example_headings: string[];
    seen_on: {
      /** Place of the page among the organic results. */
      position: number;
      url: string;
      /** Heading that names the topic, or that it stands under. */
      heading: string | null;
      /** Sentence of that page about the topic, word for word. */
      quote: string;
    }[];
    /** Heading of your page that names it, or that it stands under. */
    own_heading: string | null;
    /** Words that your page spends on it. */
    own_words: number;
    /** Median words under a heading for it on the compared pages; null where fewer than two have one. */
    usual_words: number | null;
    own_quote: string;
  }[];
  covered_topics: {
    topic: string;
    /** 1-100: the share of the compared pages that treat it, weighted by position, times how telling its words are and how often it has a heading. */
    importance: number;
    priority: 'low' | 'medium' | 'high';
    /** Compared pages that treat it. */
    coverage: number;
    /** Compared pages. */
    of: number;
    /** Of these, pages with a heading for it. */
    in_headings: number;
    example_headings: string[];
    seen_on: {
      /** Place of the page among the organic results. */
      position: number;
      url: string;
      /** Heading that names the topic, or that it stands under. */
      heading: string | null;
      /** Sentence of that page about the topic, word for word. */
      quote: string;
    }[];
    /** Heading of your page that names it, or that it stands under. */
    own_heading: string | null;
    /** Words that your page spends on it. */
    own_words: number;
    /** Median words under a heading for it on the compared pages; null where fewer than two have one. */
    usual_words: number | null;
    own_quote: string;
  }[];
  /** Sections of your page that no compared page has: keep them. */
  unique_topics: {
    heading: string;
    words: number;
  }[];
  questions_unanswered: {
    question: string;
    seen_in: 'people_also_ask' | 'headings' | 'both';
    /** Ranking pages that have it as a heading. */
    seen_on: string[];
  }[];
  questions_answered: {
    question: string;
    seen_in: 'people_also_ask' | 'headings' | 'both';
    /** Ranking pages that have it as a heading. */
    seen_on: string[];
    /** Sentence of your page. */
    answer: string;
  }[];
  /** Names that at least two compared pages use and yours does not. */
  names_missing: {
    name: string;
    pages: number;
    of: number;
  }[];
  word_count_range: {
    p25: number;
    median: number;
    p75: number;
  } | null;
  serp_intent: {
    main: string | null;
    shares: {
      intent: string;
      share: number;
      evidence: string[];
    }[];
    /** A second intent has a share of three tenths or more. */
    is_mixed: boolean;
  };
  content_brief: {
    sections_to_add: {
      heading: string;
      why: string;
      points: string[];
      seen_on: string[];
    }[];
    /** Missing topics that no compared page gives a heading: a sentence is enough. */
    to_mention: string[];
    sections_to_extend: {
      heading: string;
      why: string;
    }[];
    questions: string[];
    /** Headings of sections that only your page has. */
    keep: string[];
  };
  /** All organic results in their order, those not compared with the reason. */
  pages_compared: {
    position: number;
    url: string;
    domain: string;
    title: string | null;
    /** Whether the page was compared, or why not. */
    status:
      | 'compared'
      | 'own_page'
      | 'disallowed'
      | 'http_error'
      | 'not_html'
      | 'unreachable'
      | 'too_slow'
      | 'paywall'
      | 'consent_wall'
      | 'scripts'
      | 'too_short'
      | 'other_language'
      | 'forum'
      | 'social'
      | 'video'
      | 'shop'
      | 'other_intent'
      | 'same_site'
      | 'same_text'
      | 'not_needed';
    /** Why it was not compared, in words. */
    note: string | null;
    page_type: string | null;
    /** Words of the main content. */
    word_count: number | null;
    published_at: string | null;
    modified_at: string | null;
    headings: {
      level: number;
      text: string;
    }[];
  }[];
  notes: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Suggest internal links: `POST /content/internal-links`. */
export type ContentInternalLinksRequest = {
  /** Absolute URL of the page to add links to. */
  source_url?: string;
  /** The text of that page as Markdown. */
  source_markdown?: string;
  /** Pages to link to. Keywords make matches more reliable. */
  target_pages?: {
    url: string;
    title: string;
    description?: string | null;
    keywords?: string[] | string | null;
  }[];
  /** Your site, in place of target_pages: the fifty pages closest to the text are tried. Domain, subdomain or the URL of a folder: its crawled pages are used, the most linked first. */
  site?: string;
  /** The keyword that the source page targets itself: it is never used as an anchor for another page. */
  keyword?: string;
  /** Your domain, when source_url is not sent. */
  target?: string;
  /** Maximum number of suggestions, best first. */
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
    /** Words of the source sentence, exactly as written. */
    anchor_text: string;
    sentence: string;
    /** The heading above; null before the first heading. */
    section: string | null;
    /** Where the anchor starts in the source: in the Markdown sent, or in the HTML of the page. */
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
    /** Words of its topic that the source does not have. */
    missing_words: string[];
    nearest_section: string | null;
  }[];
  crawlability: {
    /** Null when only text was supplied. */
    source_indexable: boolean | null;
    source_allowed_by_robots: boolean | null;
    /** False when the page tells crawlers not to follow its links. */
    links_followed: boolean | null;
    content_links: number;
    /** Null when the site of the page is unknown. */
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
  /** Searches to map, in any language. */
  keywords: string[];
  /** Existing pages. Headings and current_keywords make the map more reliable. Unknown columns are ignored and listed in notes. */
  pages?: {
    url: string;
    title: string;
    description?: string | null;
    /** Heading texts, or objects with text. */
    headings?:
      | (
          | string
          | {
              text: string;
            }
        )[]
      | string
      | null;
    /** Keywords that the page targets or ranks for. */
    current_keywords?: string[] | string | null;
    /** Such as category, product, blog or pricing. Inferred from URL and title when left out. */
    page_type?: string | null;
  }[];
  /** Your site, in place of pages. Domain, subdomain or the URL of a folder: its crawled pages are used, the most linked first. */
  site?: string;
  /** Your domain or brand. A page can match a branded search without naming the brand. */
  target?: string;
  /** Maximum number of mappings to return, best first. The rest are in left_out. */
  max_mappings?: number;
};

export type ContentKeywordMapAnswer = {
  success: true;
  /** Keywords that a page can answer, best first. Weak ones are in weak_matches. */
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
      | 'news'
      | 'glossary'
      | 'faq'
      | 'docs'
      | 'tool_page'
      | 'forum_thread'
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
      /** Points lost to a missing word or the wrong kind of page. */
      limits: number;
    };
    /** Based on the score: strong from 70, medium from 50, otherwise weak. */
    match: 'strong' | 'medium' | 'weak';
    /** Other candidate pages, best first; at most three. */
    alternatives: {
      url: string;
      score: number;
      match: 'strong' | 'medium' | 'weak';
    }[];
    /** The keyword is in the current_keywords of the page. */
    already_targeted: boolean;
    why: string;
  }[];
  /** Keywords that a page touches on but cannot answer as it stands. */
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
      | 'news'
      | 'glossary'
      | 'faq'
      | 'docs'
      | 'tool_page'
      | 'forum_thread'
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
      /** Points lost to a missing word or the wrong kind of page. */
      limits: number;
    };
    /** Based on the score: strong from 70, medium from 50, otherwise weak. */
    match: 'strong' | 'medium' | 'weak';
    /** Other candidate pages, best first; at most three. */
    alternatives: {
      url: string;
      score: number;
      match: 'strong' | 'medium' | 'weak';
    }[];
    /** The keyword is in the current_keywords of the page. */
    already_targeted: boolean;
    why: string;
    /** Key terms of the keyword that the page lacks. */
    missing_words: string[];
    advice: string;
  }[];
  missing_pages: {
    /** Keywords that one new page could answer, the most general first. */
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
      | 'news'
      | 'glossary'
      | 'faq'
      | 'docs'
      | 'tool_page'
      | 'forum_thread'
      | 'case_study'
      | 'login'
      | 'support'
      | 'about'
      | 'contact'
      | 'careers'
      | 'legal';
    /** ISO 639-1, empty where unknown. */
    language: string;
    /** 0-100: higher means create it sooner. */
    worth: number;
    worth_components: {
      keywords: number;
      intent: number;
      language: number;
      nearness: number;
    };
    suggested_title: string;
    suggested_slug: string;
    /** The page to link from; null when no page shares a word. */
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
      | 'news'
      | 'glossary'
      | 'faq'
      | 'docs'
      | 'tool_page'
      | 'forum_thread'
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
  /** Unreadable, or over the max_mappings limit. */
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
  /** ISO 639-1 codes of the languages found in the keywords. */
  languages: string[];
  notes: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Assess a template for many pages: `POST /content/programmatic-template`. */
export type ContentProgrammaticTemplateRequest = {
  /** Keyword with variables in brackets, such as best {shoe} for {terrain}. */
  keyword_pattern: string;
  /** URL with variables in brackets, such as /best/{shoe}/{terrain}. */
  url_pattern: string;
  /** Where the data for the pages comes from. */
  data_sources: {
    /** Where the data comes from. */
    name: string;
    /** Such as database, API or spreadsheet. */
    type?: string;
    /** How often the data is updated, such as daily. */
    freshness?: string;
    /** Fields that it provides. */
    fields?: string[];
  }[];
  /** Names of the variables in the patterns. */
  variables: (
    | string
    | {
        name: string;
      }
  )[];
  /** Kind of page. Determines sections and structured data. */
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
  /** Fields that make up the content of a page. Defaults to every field that no pattern uses. */
  unique_fields?: string[];
  /** Real records, at least ten. Without them, similarity and collisions are unknown. */
  sample_records?: Record<string, unknown>[];
  /** How fast the pages will be published. */
  publishing_cadence?: 'pilot' | 'weekly_batch' | 'monthly_batch' | 'bulk_import';
  /** Site that the pages are for. A label only. */
  target?: string;
  /** Number of pages that the template will create. */
  page_count_estimate?: number;
  /** Call to action in the last section. */
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
  /** Points that add up to readiness_score. Parts that could not be measured are left out. */
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
    /** Mean similarity of each record to its nearest. */
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
    /** Data fields that fill it; empty where no field matches its name. */
    fields: string[];
    /** Whether it must differ from page to page. */
    differs: boolean;
  }[];
  uniqueness_rules: {
    id: string;
    rule: string;
    threshold: string;
    /** In sample_records; null where it could not be measured. */
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
  /** null if include_internal_linking is false. */
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
    /** null where the number of pages is unknown. */
    pages: number | null;
    when: string;
    /** What must be true before the next phase. */
    gate: string;
  }[];
  /** The first hundred records. */
  rendered_samples: {
    /** Position of the record in the request, from 0. */
    record: number;
    keyword: string;
    url: string;
    /** Words in the unique fields, or in all fields that no pattern uses, without the values of variables. */
    own_words: number;
    /** Fields with content of their own: at least two characters, and not the same everywhere. */
    own_fields: number;
    /** The record most similar to it beyond the variables, by the share of three-word sequences in common. */
    nearest: {
      record: number;
      similarity: number;
    } | null;
    near_duplicate: boolean;
    thin: boolean;
    /** Types of the problems that this record has. */
    problems: string[];
  }[];
  rendered_count: number;
  /** The most severe first, at most a hundred; problem_counts covers all. */
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
    /** Number of records that have it; 0 for problems that do not depend on records. */
    count: number;
    /** Positions of the first ten of them, from 0. */
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

/** Plan the refresh of a page: `POST /content/refresh-brief`. */
export type ContentRefreshBriefRequest = {
  /** Your page. */
  url: string;
  /** Search to study: the pages that rank for it are read and compared. */
  keyword: string;
  /** Name of the place to search from. */
  location?: string;
  /** Google location code; takes precedence over location. */
  location_code?: number;
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
  /** Lowest level of headings to compare. Text is always read whole. */
  scrape_depth?: 'h1' | 'h2' | 'h3';
  /** Where the page ranks now, if you know. */
  current_rank?: number;
  /** What the refresh is for. */
  refresh_goal?:
    | 'recover_rankings'
    | 'improve_conversions'
    | 'win_featured_snippet'
    | 'improve_ai_visibility'
    | 'expand_topic_depth';
};

export type ContentRefreshBriefAnswer = {
  success: true;
  search: {
    keyword: string;
    engine: string;
    location: string | null;
    location_code: number | null;
    language: string;
    device: string | null;
    checked_at: string;
    /** Ranking pages that were read and compared. */
    compared: number;
    /** Organic results that were looked at. */
    ranking: number;
  };
  page: {
    url: string;
    title: string | null;
    language: string | null;
    word_count: number;
    /** Where it stands on this result page; null where it does not. */
    position: number | null;
    headings: {
      level: number;
      text: string;
    }[];
  };
  /** 0-100: importance of the topics on your page over that of all topics. Null with fewer than three compared pages. */
  coverage_score: number | null;
  /** Topics of the ranking pages that your page does not mention, the most important first. */
  missing_topics: {
    topic: string;
    /** 1-100: the share of the compared pages that treat it, weighted by position, times how telling its words are and how often it has a heading. */
    importance: number;
    priority: 'low' | 'medium' | 'high';
    /** Compared pages that treat it. */
    coverage: number;
    /** Compared pages. */
    of: number;
    /** Of these, pages with a heading for it. */
    in_headings: number;
    example_headings: string[];
    seen_on: {
      /** Place of the page among the organic results. */
      position: number;
      url: string;
      /** Heading that names the topic, or that it stands under. */
      heading: string | null;
      /** Sentence of that page about the topic, word for word. */
      quote: string;
    }[];
  }[];
  /** Topics that your page mentions in far fewer words than pages with a section for them. */
  thin_topics: {
    topic: string;
    /** 1-100: the share of the compared pages that treat it, weighted by position, times how telling its words are and how often it has a heading. */
    importance: number;
    priority: 'low' | 'medium' | 'high';
    /** Compared pages that treat it. */
    coverage: number;
    /** Compared pages. */
    of: number;
    /** Of these, pages with a heading for it. */
    in_headings: number;
    example_headings: string[];
    seen_on: {
      /** Place of the page among the organic results. */
      position: number;
      url: string;
      /** Heading that names the topic, or that it stands under. */
      heading: string | null;
      /** Sentence of that page about the topic, word for word. */
      quote: string;
    }[];
    /** Heading of your page that names it, or that it stands under. */
    own_heading: string | null;
    /** Words that your page spends on it. */
    own_words: number;
    /** Median words under a heading for it on the compared pages; null where fewer than two have one. */
    usual_words: number | null;
    own_quote: string;
  }[];
  covered_topics: {
    topic: string;
    /** 1-100: the share of the compared pages that treat it, weighted by position, times how telling its words are and how often it has a heading. */
    importance: number;
    priority: 'low' | 'medium' | 'high';
    /** Compared pages that treat it. */
    coverage: number;
    /** Compared pages. */
    of: number;
    /** Of these, pages with a heading for it. */
    in_headings: number;
    example_headings: string[];
    seen_on: {
      /** Place of the page among the organic results. */
      position: number;
      url: string;
      /** Heading that names the topic, or that it stands under. */
      heading: string | null;
      /** Sentence of that page about the topic, word for word. */
      quote: string;
    }[];
    /** Heading of your page that names it, or that it stands under. */
    own_heading: string | null;
    /** Words that your page spends on it. */
    own_words: number;
    /** Median words under a heading for it on the compared pages; null where fewer than two have one. */
    usual_words: number | null;
    own_quote: string;
  }[];
  /** Sections of your page that no compared page has: keep them. */
  unique_topics: {
    heading: string;
    words: number;
  }[];
  questions_unanswered: {
    question: string;
    seen_in: 'people_also_ask' | 'headings' | 'both';
    /** Ranking pages that have it as a heading. */
    seen_on: string[];
  }[];
  questions_answered: {
    question: string;
    seen_in: 'people_also_ask' | 'headings' | 'both';
    /** Ranking pages that have it as a heading. */
    seen_on: string[];
    /** Sentence of your page. */
    answer: string;
  }[];
  /** Names that at least two compared pages use and yours does not. */
  names_missing: {
    name: string;
    pages: number;
    of: number;
  }[];
  word_count_range: {
    p25: number;
    median: number;
    p75: number;
  } | null;
  serp_intent: {
    main: string | null;
    shares: {
      intent: string;
      share: number;
      evidence: string[];
    }[];
    /** A second intent has a share of three tenths or more. */
    is_mixed: boolean;
  };
  /** All organic results in their order, those not compared with the reason. */
  pages_compared: {
    position: number;
    url: string;
    domain: string;
    title: string | null;
    /** Whether the page was compared, or why not. */
    status:
      | 'compared'
      | 'own_page'
      | 'disallowed'
      | 'http_error'
      | 'not_html'
      | 'unreachable'
      | 'too_slow'
      | 'paywall'
      | 'consent_wall'
      | 'scripts'
      | 'too_short'
      | 'other_language'
      | 'forum'
      | 'social'
      | 'video'
      | 'shop'
      | 'other_intent'
      | 'same_site'
      | 'same_text'
      | 'not_needed';
    /** Why it was not compared, in words. */
    note: string | null;
    page_type: string | null;
    /** Words of the main content. */
    word_count: number | null;
    published_at: string | null;
    modified_at: string | null;
    headings: {
      level: number;
      text: string;
    }[];
  }[];
  notes: string[];
  refresh_goal:
    | 'recover_rankings'
    | 'improve_conversions'
    | 'win_featured_snippet'
    | 'improve_ai_visibility'
    | 'expand_topic_depth';
  /** Kinds of tasks in the order that the goal asks for. */
  task_order: ('merge' | 'freshness' | 'sections' | 'update' | 'questions' | 'links' | 'title' | 'conversion')[];
  /** As sent, or where the page stands on this result page; null if neither tells. */
  current_rank: number | null;
  /** On earlier checks of this search within 180 days; null if none saw the page. */
  best_position: {
    position: number;
    checked_at: string;
  } | null;
  /** Sections that have to survive, those that earn clicks or links first. */
  keep: {
    heading: string;
    why: string;
    reasons: ('earns_clicks' | 'earns_links' | 'unique' | 'expected')[];
    evidence: string[];
  }[];
  sections_to_add: {
    heading: string;
    why: string;
    points: string[];
    seen_on: string[];
  }[];
  sections_to_update: {
    heading: string;
    why: string;
    own_quote: string;
  }[];
  title_options: {
    /** Code points. */
    characters: number;
    /** Width in Arial, 20 px for titles and 14 px for descriptions, as on desktop. */
    pixel_width: number;
    /** Width in Roboto, as on Android. */
    mobile_pixel_width: number;
    /** False when the text has glyphs that Arial lacks, so their width is an estimate. */
    width_measured: boolean;
    truncation_risk: 'low' | 'medium' | 'high';
    text: string;
    /** How it is built. */
    strategy: string;
    why: string;
  }[];
  /** A year gone by in the title, and what to do about it; null if there is none. */
  title_year: {
    year: number;
    advice: string;
  } | null;
  h1_guidance: {
    current: string[];
    advice: string;
  };
  /** One for each crawled page on the subject that does not link here in its text; null if your site was not crawled. */
  internal_link_tasks:
    | {
        task: string;
        from: string;
        /** Sentence of that page about the search, word for word: a place for the link. Null if it has none. */
        sentence: string | null;
      }[]
    | null;
  schema_recommendations: {
    /** schema.org type. */
    type: string;
    why: string;
    /** Compared pages that have it. */
    pages: number;
    /** What Google shows for it; null for none. */
    rich_result: string | null;
  }[];
  freshness_signals: {
    published_at: string | null;
    modified_at: string | null;
    newest_competitor: string | null;
    oldest_competitor: string | null;
    years_in_title: number[];
    outdated_statements: {
      text: string;
      /** What dates it. */
      pattern: string;
      section: string | null;
    }[];
    /** All such statements; those with the strongest signs are listed. */
    outdated_count: number;
    /** Whether words such as “recently” and “as of” were looked for: they are known in English, German, Spanish and French. Elsewhere only years beside a price or a percentage, years in headings, versions and prices were. */
    words_known: boolean;
    dead_links: {
      url: string;
      text: string;
      status: number;
      /** It leads to a page of your own site. */
      is_internal: boolean;
      why: string;
    }[];
    /** Links in the text to other pages, each once. */
    links_in_text: number;
    /** Of these, requested now or seen by a crawl of your site; the others are unknown. */
    links_checked: number;
  };
  date_policy: string;
  /** Against the oldest stored check of this search; null if there is only one. */
  changed_serp_since: {
    since: string;
    /** Places that both checks were read to. */
    compared: number;
    came: {
      url: string;
      position: number;
    }[];
    left: {
      url: string;
      position: number;
    }[];
    /** Place of the page then; null if it was not among them. */
    own_then: number | null;
    own_now: number | null;
  } | null;
  /** Null if no source knows links to the page. */
  link_equity: {
    backlinks: number | null;
    referring_domains: number | null;
    top_anchors: string[];
  } | null;
  /** What your own console counted; null if none was imported for this site. */
  search_console: {
    days: number;
    to: string;
    /** Of the page, in all countries. */
    clicks: number | null;
    impressions: number | null;
    /** Of the page on this search. */
    clicks_of_search: number | null;
    impressions_of_search: number | null;
    top_queries: {
      query: string;
      clicks: number;
    }[];
  } | null;
  /** The page of your site that competes most: on this result page, on earlier ones within 180 days, or in Search Console. Null if none is known. */
  redirect_or_merge: {
    url: string;
    /** On this result page; null if it is not on it. */
    position: number | null;
    /** decide: both show for the search now; check: only earlier result pages show the other; redirect_gone_page: it is gone. */
    action: 'decide' | 'check' | 'redirect_gone_page';
    /** By position, clicks and referring domains, as far as both are known; null if they do not tell. */
    stronger: 'this_page' | 'other_page' | null;
    advice: string;
    evidence: string[];
    /** Further pages of your site that may compete. */
    others: string[];
  } | null;
  validation_checklist: {
    check: string;
    why: string;
  }[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Plan structured data: `POST /content/schema-plan`. */
export type ContentSchemaPlanRequest = {
  /** Absolute http or https URL of the page. */
  url?: string;
  /** The page as Markdown or HTML. If you send it, the url is not fetched; it only says where the page lives. */
  page_markdown?: string;
  /** What kind of page it is; auto goes by what it shows. */
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
  /** Compared with the name in the draft. */
  keyword?: string;
  /** Own domain or brand, as the publisher of the page. */
  target?: string;
  /** Whether to draft JSON-LD. */
  include_jsonld?: boolean;
};

export type ContentSchemaPlanAnswer = {
  success: true;
  /** Final URL of the page; null when only its text was supplied. */
  url: string | null;
  /** What was read. */
  checked: 'url' | 'html' | 'markdown';
  language: string | null;
  page_type: {
    /** Main schema.org type; null where nothing on the page points to one. */
    type: string | null;
    source: 'given' | 'detected' | 'unknown';
  };
  /** The main type first. */
  recommended_types: {
    type: string;
    /** The main subject of the page, something beside it, or the page itself. */
    role: 'main' | 'beside' | 'page';
    /** What on the page points to it. */
    why: string[];
    /** What Google shows for it; null for none. */
    rich_result: string | null;
    /** Whether the draft has everything the rich result requires; null where there is none. */
    eligible: boolean | null;
    /** Date Google stopped showing it. */
    retired_on: string | null;
    required: string[];
    recommended: string[];
    missing_required: string[];
    /** False where the page lacks what the type needs to be published at all. */
    in_draft: boolean;
    docs: string;
    rules_as_of: string;
  }[];
  /** The structured data of the page in JSON-LD, microdata and RDFa, each item with errors by path and a repaired draft. */
  existing_jsonld: {
    /** Null where there is none, or the script cannot be read. */
    type: string | null;
    format: 'json_ld' | 'microdata' | 'rdfa';
    path: string;
    /** Line of the script in the document; null for microdata and RDFa. */
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
    /** The same item with every repairable value corrected; null when there was nothing to correct. */
    repaired: Record<string, unknown> | null;
    changes: {
      path: string;
      from: string;
      to: string;
    }[];
  }[];
  /** A draft of values that the page shows; null when not asked for, or when there is nothing to describe. */
  jsonld: Record<string, unknown> | null;
  /** Do not publish these before the page has what is missing. */
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
    /** Where on the page the value was found. */
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
  /** The page is larger than what this analysis reads; the rest was left out. */
  truncated: boolean;
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Outline a page from what ranks: `POST /content/serp-outline`. */
export type ContentSerpOutlineRequest = {
  /** Search to study: the pages that rank for it are read and compared. */
  keyword: string;
  /** Name of the place to search from. */
  location?: string;
  /** Google location code; takes precedence over location. */
  location_code?: number;
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
  /** Your domain, brand or site: its own pages are not compared. Default: the domains of your project’s brand. */
  target?: string;
  /** Device whose results are studied. */
  device?: 'desktop' | 'mobile';
  /** brief: up to 5 sections; standard: up to 8, with subheadings; detailed: up to 12, with more of them. */
  outline_depth?: 'brief' | 'standard' | 'detailed';
  /** Write titles that fit into a result. */
  include_title_options?: boolean;
};

export type ContentSerpOutlineAnswer = {
  success: true;
  search: {
    keyword: string;
    engine: string;
    location: string | null;
    location_code: number | null;
    language: string;
    device: string | null;
    checked_at: string;
    /** Ranking pages that were read and compared. */
    compared: number;
    /** Organic results that were looked at. */
    ranking: number;
  };
  /** Kind of page that most compared pages are; null where nothing tells. */
  format: 'how_to' | 'guide' | 'list' | 'comparison' | 'tool' | 'product' | 'local' | null;
  format_evidence: string[];
  /** Null if not requested. */
  title_options:
    | {
        /** Code points. */
        characters: number;
        /** Width in Arial, 20 px for titles and 14 px for descriptions, as on desktop. */
        pixel_width: number;
        /** Width in Roboto, as on Android. */
        mobile_pixel_width: number;
        /** False when the text has glyphs that Arial lacks, so their width is an estimate. */
        width_measured: boolean;
        truncation_risk: 'low' | 'medium' | 'high';
        text: string;
        /** How it is built. */
        strategy: string;
        why: string;
      }[]
    | null;
  /** Sections in the order in which the ranking pages usually go. Empty with fewer than three compared pages. */
  outline: {
    h2: string;
    /** How many of the compared pages have it. */
    purpose: string;
    h3: string[];
    /** What the ranking pages say there without a heading for it. */
    points: string[];
    /** Compared pages that treat it. */
    seen_on: string[];
    pages: number;
    of: number;
    /** Words that pages with a heading for it spend on it; null of fewer than three. */
    target_words: {
      p25: number;
      median: number;
      p75: number;
    } | null;
  }[];
  /** Only questions that were seen. */
  questions: {
    question: string;
    seen_in: 'people_also_ask' | 'headings' | 'both';
    /** Ranking pages that have it as a heading. */
    seen_on: string[];
  }[];
  /** Brands, products and other names that at least two compared pages use. */
  names: {
    name: string;
    pages: number;
    of: number;
  }[];
  schema_recommendations: {
    /** schema.org type. */
    type: string;
    why: string;
    /** Compared pages that have it. */
    pages: number;
    /** What Google shows for it; null for none. */
    rich_result: string | null;
  }[];
  word_count_range: {
    p25: number;
    median: number;
    p75: number;
  } | null;
  serp_intent: {
    main: string | null;
    shares: {
      intent: string;
      share: number;
      evidence: string[];
    }[];
    /** A second intent has a share of three tenths or more. */
    is_mixed: boolean;
  };
  validation_checklist: {
    check: string;
    why: string;
  }[];
  pages_compared: {
    position: number;
    url: string;
    domain: string;
    title: string | null;
    /** Whether the page was compared, or why not. */
    status:
      | 'compared'
      | 'own_page'
      | 'disallowed'
      | 'http_error'
      | 'not_html'
      | 'unreachable'
      | 'too_slow'
      | 'paywall'
      | 'consent_wall'
      | 'scripts'
      | 'too_short'
      | 'other_language'
      | 'forum'
      | 'social'
      | 'video'
      | 'shop'
      | 'other_intent'
      | 'same_site'
      | 'same_text'
      | 'not_needed';
    /** Why it was not compared, in words. */
    note: string | null;
    page_type: string | null;
    /** Words of the main content. */
    word_count: number | null;
    published_at: string | null;
    modified_at: string | null;
    headings: {
      level: number;
      text: string;
    }[];
  }[];
  notes: string[];
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
  /** The page as Markdown; checks that need an HTML head are not applicable. */
  markdown?: string;
  /** Keyword that the title and H1 should have. */
  keyword?: string;
  /** A different canonical is a failure of high severity. */
  expected_canonical?: string;
  /** Decides how much text and which structured data to expect; auto detects the type from the page. */
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
  /** Final URL of the page; null when only its text was supplied. */
  url: string | null;
  /** What was checked. */
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
  /** What the score is of, in one sentence. */
  score_of: string;
  /** start is 100, and each group takes points away; they add up to the score. Groups that could not be judged are left out. */
  score_components: Record<string, number>;
  /** True when no check of critical or high severity fails. */
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
    /** not_applicable: there was nothing to judge, or not enough to judge it by; found says which. */
    status: 'fail' | 'warn' | 'pass' | 'not_applicable';
    /** How serious a failure is. */
    severity: 'critical' | 'high' | 'medium' | 'low';
    /** Open checks of many elements: share of them that is wrong, such as images without alt. Null for the page as a whole. */
    share: number | null;
    found: string;
    expected: string;
    /** At most five elements; found has the total. */
    evidence: {
      /** Start tag, header or line as written, at most 200 characters. */
      element: string;
      /** Line in the document, starting at 1; null for what is not in it. */
      line: number | null;
    }[];
    /** What to change; empty when nothing needs to change. */
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
  /** What to fix, in this order. */
  publish_checklist: {
    order: number;
    task: string;
    severity: 'critical' | 'high' | 'medium' | 'low';
    check_id: string;
    /** Points that the score gains when only this is fixed. */
    score_gain: number;
  }[];
  page: {
    title: string | null;
    description: string | null;
    canonical: string | null;
    /** Directives for Google from meta tags and headers; empty when there are none, null when they could not be read. */
    robots: string[] | null;
    /** From <html lang> or the front matter. */
    language: string | null;
    h1: string | null;
    /** Words of main text; this and the counts below are null when there is no document. */
    word_count: number | null;
    headings: number | null;
    links: number | null;
    /** Null when the site of the page is unknown. */
    internal_links: number | null;
    images: number | null;
    structured_data_types: string[] | null;
    /** Scripts, which were not run, write the text of the page. */
    script_shell: boolean;
    /** The page is too large to be analyzed whole; the rest was left out. */
    truncated: boolean;
  };
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Write titles and descriptions: `POST /content/title-meta`. */
export type ContentTitleMetaRequest = {
  /** The search that the page should rank for. */
  keyword: string;
  /** Absolute http or https URL of the page. */
  url?: string;
  /** The page as Markdown or HTML. If you send it, the url is not fetched; it only says where the page lives. */
  page_markdown?: string;
  /** Your domain, or your brand as titles should write it. */
  target?: string;
  /** Decides which facts a title may lead with; auto detects the type from the page. */
  page_type?:
    | 'auto'
    | 'blog_post'
    | 'landing_page'
    | 'product'
    | 'software'
    | 'local_business'
    | 'comparison_page'
    | 'guide';
  /** Checked instead of the title on the page. */
  current_title?: string;
  /** Checked instead of the description on the page. */
  current_meta_description?: string;
};

export type ContentTitleMetaAnswer = {
  success: true;
  /** Final URL of the page; null when only its text was supplied. */
  url: string | null;
  /** What was read. */
  checked: 'url' | 'html' | 'markdown';
  keyword: string;
  /** Language of the options; null when the page does not tell. */
  language: string | null;
  page_type: {
    /** Null when nothing on the page says which type it is. */
    type: 'blog_post' | 'landing_page' | 'product' | 'software' | 'local_business' | 'comparison_page' | 'guide' | null;
    source: 'given' | 'detected' | 'unknown';
    reason: string;
  };
  /** Site name, as the page or target writes it. */
  brand: string | null;
  keyword_on_page: {
    /** The keyword as the page words it; null when the page never has it in one phrase. */
    phrase: string | null;
    found_in: string | null;
    missing_words: string[];
  };
  /** Best first, the current one where it is good. Words come from the page, apart from those of a few frames. */
  title_options: {
    /** Code points. */
    characters: number;
    /** Width in Arial, 20 px for titles and 14 px for descriptions, as on desktop. */
    pixel_width: number;
    /** Width in Roboto, as on Android. */
    mobile_pixel_width: number;
    /** False when the text has glyphs that Arial lacks, so their width is an estimate. */
    width_measured: boolean;
    truncation_risk: 'low' | 'medium' | 'high';
    text: string;
    /** How the text was built. */
    strategy: string;
    /** What this strategy is good for. */
    why: string;
    /** Where on the page its words come from. */
    evidence: string[];
  }[];
  /** Best first, the current one where it is good. */
  description_options: {
    /** Code points. */
    characters: number;
    /** Width in Arial, 20 px for titles and 14 px for descriptions, as on desktop. */
    pixel_width: number;
    /** Width in Roboto, as on Android. */
    mobile_pixel_width: number;
    /** False when the text has glyphs that Arial lacks, so their width is an estimate. */
    width_measured: boolean;
    truncation_risk: 'low' | 'medium' | 'high';
    text: string;
    /** How the text was built. */
    strategy: string;
    /** What this strategy is good for. */
    why: string;
    /** Where on the page its words come from. */
    evidence: string[];
  }[];
  /** Why there are few options, and what was refused; null where there are enough. */
  options_note: {
    title: string | null;
    description: string | null;
  };
  current: {
    title: {
      /** Code points. */
      characters: number;
      /** Width in Arial, 20 px for titles and 14 px for descriptions, as on desktop. */
      pixel_width: number;
      /** Width in Roboto, as on Android. */
      mobile_pixel_width: number;
      /** False when the text has glyphs that Arial lacks, so their width is an estimate. */
      width_measured: boolean;
      truncation_risk: 'low' | 'medium' | 'high';
      text: string;
      source: 'given' | 'page';
      /** The part that fits a desktop result. */
      shown: string;
    } | null;
    description: {
      /** Code points. */
      characters: number;
      /** Width in Arial, 20 px for titles and 14 px for descriptions, as on desktop. */
      pixel_width: number;
      /** Width in Roboto, as on Android. */
      mobile_pixel_width: number;
      /** False when the text has glyphs that Arial lacks, so their width is an estimate. */
      width_measured: boolean;
      truncation_risk: 'low' | 'medium' | 'high';
      text: string;
      source: 'given' | 'page';
      /** The part that fits a desktop result. */
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
      /** Empty when nothing needs to change. */
      fix: string;
    }[];
  };
  /** Worst first. */
  snippet_risks: {
    id: string;
    severity: 'low' | 'medium' | 'high';
    /** What may go wrong in the results. */
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
  /** The page is too large to be analyzed whole; the rest was left out. */
  truncated: boolean;
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Crawl a site: `POST /crawls`. */
export type CrawlsCreateRequest = {
  /** Where to start. Sitemaps and pages known from earlier crawls of the same hosts are read as well. */
  urls?: string[];
  /** Maximum pages to read. */
  pages?: number;
  /** Maximum links to follow from a start address. 0 reads the addresses alone, as for a list of old addresses. */
  depth?: number;
  /** Requests a second to one host; by default 2. More than 2 needs a key of the first workspace. */
  rate?: number;
  /** Read only addresses that match one of these, besides the start addresses: /blog/* or https://example.com/shop/*. * stands for any characters. */
  include?: string[];
  /** Leave out addresses that match one of these: * /tag/* or *?sort=*. */
  exclude?: string[];
  /** Also read the addresses that sitemaps list. */
  sitemaps?: boolean;
  /** A site of yours, by its id or address, in place of urls: its crawl settings apply where you send none of your own. */
  site?: string;
  /** Stay on the hosts of the addresses, with and without www, or on everything under their domains. A site that is a domain is read with its subdomains. */
  scope?: 'host' | 'domain';
};

export type CrawlsCreateAnswer = {
  success: true;
  crawl: Crawl;
  job_id: string | null;
  status_url: string;
  events_url: string | null;
  meta: Meta;
};

/** Get a crawl: `GET /crawls/{id}`. */
export type CrawlsGetRequest = {
  /** Id of the crawl, from POST /crawls or GET /crawls. */
  id: string;
};

export type CrawlsGetAnswer = {
  success: true;
  crawl: Crawl;
  meta: Meta;
};

/** List crawls: `GET /crawls`. */
export type CrawlsListRequest = {
  /** Maximum number of crawls to return. */
  limit?: number;
  /** Number of crawls to skip, for the next page. */
  offset?: number;
  /** Only crawls with this status. */
  status?: 'waiting' | 'running' | 'paused' | 'stopped' | 'finished' | 'failed';
};

export type CrawlsListAnswer = {
  success: true;
  crawls: Crawl[];
  /** Matching crawls, before limit and offset. */
  total_count: number;
  meta: Meta;
};

/** Preview a crawl: `POST /crawls/preview`. */
export type CrawlsPreviewRequest = {
  /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */
  site: string;
  /** Read only addresses that match one of these, besides the start addresses: /blog/* or https://example.com/shop/*. * stands for any characters. */
  include?: string[];
  /** Leave out addresses that match one of these: * /tag/* or *?sort=*. */
  exclude?: string[];
  /** Text of a robots.txt to test. */
  robots_txt?: string;
  /** The crawler that robots_txt is tested for. */
  agent?: string;
};

export type CrawlsPreviewAnswer = {
  success: true;
  /** URLs of the site in the index. */
  known: number;
  /** URLs that were tested: the most linked ones if the index knows more. */
  tested: number;
  /** URLs that the patterns let through. */
  read: {
    count: number;
    /** At most five. */
    examples: string[];
  };
  /** URLs that an exclude pattern matches, or no include pattern. */
  left_out: {
    count: number;
    /** At most five. */
    examples: string[];
  };
  patterns: {
    count: number;
    /** At most five. */
    examples: string[];
    pattern: string;
    kind: 'include' | 'exclude';
  }[];
  /** null without robots_txt. */
  robots: {
    /** URLs that your draft closes. */
    closed: {
      count: number;
      /** At most five. */
      examples: string[];
    };
    newly_closed: {
      count: number;
      /** At most five. */
      examples: string[];
    } | null;
    newly_open: {
      count: number;
      /** At most five. */
      examples: string[];
    } | null;
    /** When the current robots.txt was last read; null if it has not been read. */
    compared_with: string | null;
  } | null;
  meta: Meta;
};

/** Pause or resume a crawl: `PATCH /crawls/{id}`. */
export type CrawlsSetRequest = {
  /** Id of the crawl, from POST /crawls or GET /crawls. */
  id: string;
  /** true pauses, false resumes. */
  paused: boolean;
};

export type CrawlsSetAnswer = {
  success: true;
  crawl: Crawl;
  meta: Meta;
};

/** Find search competitors: `POST /domain/competitors`. */
export type DomainCompetitorsRequest = {
  /** Domain or URL. For a URL or subdomain, its whole site is used. */
  target: string;
  /** Place name of the location to search from. Without one, figures from your own Search Console data cover all countries. */
  location?: string;
  /** Google location code; takes precedence over location. */
  location_code?: number;
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
  /** Maximum rows to return. */
  limit?: number;
  /** Minimum number of keywords that both must rank for. */
  min_intersections?: number;
  /** Lowest position that counts as ranking, for either site. */
  max_rank_group?: number;
  /** Highest first, unknown last; ties by clicks at stake, shared keywords and domain. */
  sort_by?: 'threat' | 'overlap' | 'competitor_traffic' | 'traffic_gap';
};

export type DomainCompetitorsAnswer = {
  success: true;
  target: {
    value: string;
    type: 'domain' | 'subdomain' | 'page';
  };
  /** console: counted by the search engine for your own site. serps: positions on stored result pages, a sample. provider: a vendor’s positions and estimates. null without data. */
  basis: 'console' | 'serps' | 'provider' | null;
  /** no_match: the target is known, but no row matches. own_site_without_data: your site had no impressions in the window. not_covered: your console data knows the site, but not what was asked. unknown_target: no source knows it, which does not mean that it ranks for nothing. */
  state: 'answered' | 'no_match' | 'own_site_without_data' | 'not_covered' | 'unknown_target';
  /** sample: only keywords whose result page is stored; never a total. */
  coverage: 'full' | 'partial' | 'sample' | 'none';
  /** Days that the figures cover and those they are compared with; only for basis console. */
  window: {
    from: string;
    to: string;
    days: number;
    previous_from: string | null;
    previous_to: string | null;
    missing_days: number;
    /** true: the engine or the export told its first rows only. */
    is_cut: boolean;
    property: string;
    engine: 'google' | 'bing';
  } | null;
  /** Stored result pages that were looked through; only for basis serps. */
  serps_considered: number | null;
  /** null: all countries, as Search Console counts where you name no place. */
  location: {
    code: number;
    name: string;
  } | null;
  /** null: all languages, as Search Console does not tell them apart. */
  language: string | null;
  /** false: fewer than 20 stored result pages show the target, or it ranks for fewer than 20 keywords: too few to tell competitors from chance. */
  is_sufficient: boolean | null;
  /** Keywords for which the target ranks within max_rank_group. */
  target_keywords: number | null;
  /** Estimated clicks a month. */
  target_traffic: number | null;
  target_authority: number | null;
  items: {
    domain: string;
    /** Keywords for which both rank within max_rank_group. */
    intersections: number;
    /** Share of the target’s keywords for which it ranks too, 0-1; low and high are 95% bounds for a sample, and the share itself where all keywords are known. */
    overlap_share: {
      value: number;
      n: number;
      low: number;
      high: number;
    } | null;
    /** Share of its own keywords, at any position, for which the target ranks too; null where these are not known. */
    their_overlap_share: number | null;
    /** Of intersections, both on page one. */
    shared_top10: number | null;
    /** Its mean position on the shared keywords. */
    average_position: number | null;
    /** Its estimated clicks a month, on all of its keywords. */
    competitor_traffic: number | null;
    kind: 'search_competitor';
    /** Shared keywords for which it ranks above the target. */
    keywords_where_ahead: number | null;
    keywords_where_behind: number | null;
    /** Of the shared keywords, those where it ranks above; by clicks on the shared keywords where places are not known. */
    ahead_share: {
      value: number;
      n: number;
      low: number;
      high: number;
    } | null;
    ahead_basis: 'positions' | 'traffic' | null;
    /** Its estimated clicks a month on the shared keywords. */
    shared_traffic: number | null;
    /** The target’s on the same keywords. */
    target_shared_traffic: number | null;
    /** shared_traffic − target_shared_traffic: above 0 it gets more clicks from the shared keywords. */
    traffic_gap: number | null;
    /** What the two compete for, in stake_unit: for each shared keyword the lower of the two click rates, so positions 90 and 95 count for almost nothing. */
    clicks_at_stake: number | null;
    stake_unit: 'click_rates' | 'clicks_a_month' | null;
    /** 0-100, from links; null if the site is not in the index. */
    authority: number | null;
    /** authority − that of the target. */
    authority_gap: number | null;
    /** The keywords with the most at stake; empty if the source doesn’t list them. */
    example_keywords: {
      keyword: string;
      position: number;
      target_position: number;
    }[];
    /** Stored result pages that show both; only for basis serps. */
    serps_considered: number | null;
    /** false: fewer than 20 stored result pages show both, or the target ranks for fewer than 20 keywords at all. That may be chance. */
    is_sufficient: boolean;
    /** 0-100; null where it is not sufficient or not known. */
    threat_score: number | null;
    score_components: {
      /** Relative to the competitor with the most overlap. */
      clicks_at_stake: number | null;
      /** Share of the target’s keywords. */
      overlap: number | null;
      /** How often it ranks above the target. */
      ahead: number | null;
    };
    score_coverage: number;
    threat_level: 'low' | 'medium' | 'high' | null;
    next_action: 'look_up_more' | 'close_gaps' | 'defend' | 'study_content' | 'monitor';
    /** The figures behind next_action. */
    reason: string;
  }[];
  /** Search competitors that match, beyond limit; null where the source cannot know. */
  total_count: number | null;
  limit: number;
  offset: number;
  /** Marketplaces, encyclopaedias, forums, social networks and the like that rank for the same keywords: not competitors, but places to be present. At most 20. */
  platforms: {
    domain: string;
    /** Keywords for which both rank within max_rank_group. */
    intersections: number;
    /** Share of the target’s keywords for which it ranks too, 0-1; low and high are 95% bounds for a sample, and the share itself where all keywords are known. */
    overlap_share: {
      value: number;
      n: number;
      low: number;
      high: number;
    } | null;
    /** Share of its own keywords, at any position, for which the target ranks too; null where these are not known. */
    their_overlap_share: number | null;
    /** Of intersections, both on page one. */
    shared_top10: number | null;
    /** Its mean position on the shared keywords. */
    average_position: number | null;
    /** Its estimated clicks a month, on all of its keywords. */
    competitor_traffic: number | null;
    kind:
      | 'marketplace'
      | 'encyclopaedia'
      | 'forum'
      | 'social'
      | 'video'
      | 'search_engine'
      | 'code_hosting'
      | 'shared_hosting';
  }[];
  /** null without data. */
  platform_count: number | null;
  /** Your project’s other domains, which are left out. */
  own_domains: string[];
  /** Counted over every competitor that was read, not just those shown; null without data. */
  threat_counts: {
    high: number;
    medium: number;
    low: number;
    unknown: number;
  } | null;
  units: Record<string, string>;
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Compare the keywords of two sites: `POST /domain/intersection`. */
export type DomainIntersectionRequest = {
  /** Your site, or the one to judge: a domain, subdomain or URL. A URL stands for its site. */
  target1: string;
  /** The site to compare it with. */
  target2: string;
  /** Place name of the location to search from. Without one, figures from your own Search Console data cover all countries. */
  location?: string;
  /** Google location code; takes precedence over location. */
  location_code?: number;
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
  /** Maximum rows to return. */
  limit?: number;
  /** true: keywords for which both rank. false: keywords for which target1 ranks and target2 does not; put your competitor in target1 to see what you are missing. */
  intersections?: boolean;
  /** Leave out keywords with fewer searches a month. From 1 on this also leaves out unknown volumes. */
  min_search_volume?: number;
  /** Highest first, unknown last, ties by target1_rank and keyword. traffic_gap and rank_gap: the largest lead of target2 first; with intersections false, that of target1. */
  sort_by?: 'opportunity' | 'search_volume' | 'traffic_gap' | 'rank_gap' | 'cpc';
};

export type DomainIntersectionAnswer = {
  success: true;
  target1: string;
  target2: string;
  intersections: boolean;
  /** What the rows are, and which call shows the other side. */
  meaning: string;
  /** console: counted by the search engine for your own site. serps: positions on stored result pages, a sample. provider: a vendor’s positions and estimates. null without data. */
  basis: 'console' | 'serps' | 'provider' | null;
  /** no_match: the target is known, but no row matches. own_site_without_data: your site had no impressions in the window. not_covered: your console data knows the site, but not what was asked. unknown_target: no source knows it, which does not mean that it ranks for nothing. */
  state: 'answered' | 'no_match' | 'own_site_without_data' | 'not_covered' | 'unknown_target';
  /** sample: only keywords whose result page is stored; never a total. */
  coverage: 'full' | 'partial' | 'sample' | 'none';
  /** Days that the figures cover and those they are compared with; only for basis console. */
  window: {
    from: string;
    to: string;
    days: number;
    previous_from: string | null;
    previous_to: string | null;
    missing_days: number;
    /** true: the engine or the export told its first rows only. */
    is_cut: boolean;
    property: string;
    engine: 'google' | 'bing';
  } | null;
  /** Stored result pages that were looked through; only for basis serps. */
  serps_considered: number | null;
  /** null: all countries, as Search Console counts where you name no place. */
  location: {
    code: number;
    name: string;
  } | null;
  /** null: all languages, as Search Console does not tell them apart. */
  language: string | null;
  items: {
    keyword: string;
    /** ISO 639-1; empty if neither the words nor the request reveal it. */
    language: string;
    /** Searches a month on Google; 0 only if a source says 0. */
    search_volume: number | null;
    volume_low: number | null;
    volume_high: number | null;
    /** exact: counted in Search Console. bucket: rounded by Google Ads. range, lower_bound: only bounds are known. modelled: an estimate. */
    volume_basis: 'exact' | 'bucket' | 'range' | 'lower_bound' | 'modelled' | null;
    volume_source: string | null;
    /** The month, or the first and last month of the average. */
    volume_period: string | null;
    /** What advertisers pay for a click. */
    cpc: number | null;
    /** ISO 4217 of cpc. */
    currency: string | null;
    /** Among advertisers, 0-1. It says nothing about SEO. */
    competition: number | null;
    /** 0-100 on the scale of difficulty_source. */
    keyword_difficulty: number | null;
    /** Whose scale it is. Figures on different scales are not comparable. */
    difficulty_source: string | null;
    intent: 'informational' | 'commercial' | 'transactional' | 'local' | 'navigational' | null;
    intent_confidence: number;
    /** result_page: judged from the stored result page. words: judged from the keyword. Otherwise the source that reported it. */
    intent_source: string | null;
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
      | 'news'
      | 'glossary'
      | 'faq'
      | 'docs'
      | 'tool_page'
      | 'forum_thread'
      | 'case_study'
      | 'login'
      | 'support'
      | 'about'
      | 'contact'
      | 'careers'
      | 'legal'
      | null;
    /** Whose brand the keyword contains, as far as that is known; such a keyword is no gap to close. null: no brand that is known. */
    brand_of: 'target1' | 'target2' | null;
    target1_rank: number | null;
    /** null: not among the results that were read. */
    target2_rank: number | null;
    /** target1_rank − target2_rank: above 0, target1 ranks lower. null unless both rank. */
    rank_gap: number | null;
    /** Clicks a month; null where it does not rank or nobody knows. */
    target1_traffic: number | null;
    target2_traffic: number | null;
    /** Clicks a month that target2 gets beyond target1; below 0, target1 gets more. A target that does not rank gets none. */
    traffic_gap: number | null;
    /** Bounds and source of traffic_gap. */
    traffic_gap_evidence: {
      clicks_per_month: number;
      /** null where the figures are counted or a provider’s, which come without bounds. */
      low: number | null;
      high: number | null;
      /** measured, provider, or the name of the click curve that the gap is read from. */
      source: string;
    } | null;
    /** shared_deficit: target1 ranks below target2. current_advantage: above. parity: next to each other past position 3, or both past position 20, where hardly anybody clicks. target1_exclusive: target2 does not rank. */
    classification: 'shared_deficit' | 'current_advantage' | 'target1_exclusive' | 'parity';
    /** The same as seen by each target, in Semrush’s words: missing (only the other ranks), weak (ranks lower), strong (ranks higher), shared (level), unique (only it ranks). */
    gap_class: {
      target1: 'missing' | 'weak' | 'strong' | 'shared' | 'unique';
      target2: 'missing' | 'weak' | 'strong' | 'shared' | 'unique';
    };
    best_urls: {
      target1: string | null;
      target2: string | null;
    };
    /** null where the source doesn’t report them. */
    serp_features:
      | (
          | 'organic'
          | 'paid'
          | 'featured_snippet'
          | 'answer_box'
          | 'ai_overview'
          | 'people_also_ask'
          | 'related_searches'
          | 'local_pack'
          | 'map'
          | 'knowledge_graph'
          | 'top_stories'
          | 'video'
          | 'short_videos'
          | 'images'
          | 'shopping'
          | 'popular_products'
          | 'discussions_and_forums'
          | 'perspectives'
          | 'twitter'
          | 'jobs'
          | 'hotels_pack'
          | 'google_flights'
          | 'recipes'
          | 'local_services'
          | 'third_party_reviews'
          | 'commercial_units'
          | 'events'
          | 'other'
        )[]
      | null;
    checked_at: string | null;
    /** Whose opportunity is scored: that of target1, or of target2 for keywords that only target1 ranks for. */
    opportunity_for: 'target1' | 'target2';
    opportunity_score: number | null;
    score_components: {
      volume: number | null;
      /** 100 minus the difficulty. */
      ease: number | null;
      intent: number | null;
      /** Clicks that position 3 would add to those of your own position. */
      ranking_gain: number | null;
    };
    /** Share of the score, by weight, that is known. */
    score_coverage: number;
    /** null if less than half of the score, by weight, is known. */
    priority: 'low' | 'medium' | 'high' | null;
    reason: string;
  }[];
  /** All keywords that match, beyond limit; null where the source cannot know. */
  total_count: number | null;
  limit: number;
  offset: number;
  filtered_out: {
    below_min_search_volume: number;
    unknown_search_volume: number;
  } | null;
  /** Over all rows, not only those shown; null for classes that the question leaves out. */
  counts: {
    shared_deficit: number | null;
    current_advantage: number | null;
    target1_exclusive: number | null;
    parity: number | null;
  };
  /** Rows behind counts; at most 1,000. null if nothing is known. */
  counted_rows: number | null;
  /** false: there are more rows than were counted. */
  counts_complete: boolean | null;
  /** Targets that the source knows nothing of; that a known target does not rank is no reason to be here. */
  unknown_targets: string[];
  /** Your own click rates, by which gaps are estimated; null: the published curve. */
  click_curve: string | null;
  units: Record<string, string>;
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** List ranked keywords: `POST /domain/ranked-keywords`. */
export type DomainRankedKeywordsRequest = {
  /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */
  target: string;
  /** Place name of the location to search from. Without one, figures from your own Search Console data cover all countries. */
  location?: string;
  /** Google location code; takes precedence over location. */
  location_code?: number;
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
  /** Maximum rows to return. */
  limit?: number;
  /** Leave out keywords with fewer searches a month. From 1 on this also leaves out unknown volumes, unless the site was seen as often. */
  min_search_volume?: number;
  /** Worst position to include. */
  max_rank?: number;
  /** Highest first; rank: best first. estimated_traffic sorts by measured clicks where they are known. Unknown last, ties by keyword. */
  sort_by?: 'opportunity' | 'estimated_traffic' | 'rank' | 'search_volume' | 'cpc';
  /** Also keywords that the target ranked for before and does not rank for now. */
  include_lost?: boolean;
};

export type DomainRankedKeywordsAnswer = {
  success: true;
  target: {
    value: string;
    type: 'domain' | 'subdomain' | 'page';
  };
  /** console: counted by the search engine for your own site. serps: positions on stored result pages, a sample. provider: a vendor’s positions and estimates. null without data. */
  basis: 'console' | 'serps' | 'provider' | null;
  /** no_match: the target is known, but no row matches. own_site_without_data: your site had no impressions in the window. not_covered: your console data knows the site, but not what was asked. unknown_target: no source knows it, which does not mean that it ranks for nothing. */
  state: 'answered' | 'no_match' | 'own_site_without_data' | 'not_covered' | 'unknown_target';
  /** sample: only keywords whose result page is stored; never a total. */
  coverage: 'full' | 'partial' | 'sample' | 'none';
  /** Days that the figures cover and those they are compared with; only for basis console. */
  window: {
    from: string;
    to: string;
    days: number;
    previous_from: string | null;
    previous_to: string | null;
    missing_days: number;
    /** true: the engine or the export told its first rows only. */
    is_cut: boolean;
    property: string;
    engine: 'google' | 'bing';
  } | null;
  /** Stored result pages that were looked through; only for basis serps. */
  serps_considered: number | null;
  /** null: all countries, as Search Console counts where you name no place. */
  location: {
    code: number;
    name: string;
  } | null;
  /** null: all languages, as Search Console does not tell them apart. */
  language: string | null;
  /** Your own click rates by position, which gains are read from; null: the published curve. */
  click_curve: {
    name: string;
    property: string;
    from: string;
    to: string;
    impressions: number;
  } | null;
  items: {
    /** ISO 639-1; empty if neither the words nor the request reveal it. */
    language: string;
    /** Searches a month on Google; 0 only if a source says 0. */
    search_volume: number | null;
    volume_low: number | null;
    volume_high: number | null;
    /** exact: counted in Search Console. bucket: rounded by Google Ads. range, lower_bound: only bounds are known. modelled: an estimate. */
    volume_basis: 'exact' | 'bucket' | 'range' | 'lower_bound' | 'modelled' | null;
    volume_source: string | null;
    /** The month, or the first and last month of the average. */
    volume_period: string | null;
    /** What advertisers pay for a click. */
    cpc: number | null;
    /** ISO 4217 of cpc. */
    currency: string | null;
    /** Among advertisers, 0-1. It says nothing about SEO. */
    competition: number | null;
    /** 0-100 on the scale of difficulty_source. */
    keyword_difficulty: number | null;
    /** Whose scale it is. Figures on different scales are not comparable. */
    difficulty_source: string | null;
    intent: 'informational' | 'commercial' | 'transactional' | 'local' | 'navigational' | null;
    intent_confidence: number;
    /** result_page: judged from the stored result page. words: judged from the keyword. Otherwise the source that reported it. */
    intent_source: string | null;
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
      | 'news'
      | 'glossary'
      | 'faq'
      | 'docs'
      | 'tool_page'
      | 'forum_thread'
      | 'case_study'
      | 'login'
      | 'support'
      | 'about'
      | 'contact'
      | 'careers'
      | 'legal'
      | null;
    opportunity_score: number | null;
    score_components: {
      volume: number | null;
      /** 100 minus the difficulty. */
      ease: number | null;
      intent: number | null;
      /** Clicks that position 3 would add to those of your own position. */
      ranking_gain: number | null;
    };
    /** Share of the score, by weight, that is known. */
    score_coverage: number;
    /** null if less than half of the score, by weight, is known. */
    priority: 'low' | 'medium' | 'high' | null;
    keyword: string;
    /** Whether it contains the target’s brand: your project’s, if the target is one of its sites. Else true where it spells out the domain, and null where that is not known. */
    is_brand: boolean | null;
    /** null: the target does not rank any more. */
    rank: number | null;
    /** tracked: on one result page, at checked_at. average: the mean over all impressions of the window. */
    position_kind: 'tracked' | 'average';
    previous_rank: number | null;
    /** same where the change is within the noise; the source’s word where it does not tell the rank before. lost only where a newer result page or window is without the target. null if nothing is known of before. */
    movement: 'new' | 'up' | 'down' | 'same' | 'lost' | null;
    rank_change: {
      from: number;
      to: number;
      within_noise: boolean;
    } | null;
    checked_at: string | null;
    url: string | null;
    /** Further pages of the target that rank for it: check whether they compete. */
    other_urls: {
      url: string;
      rank: number | null;
      clicks: number | null;
      impressions: number | null;
    }[];
    device: 'desktop' | 'mobile' | null;
    /** Counted in the window; null where nobody counts them. */
    clicks: number | null;
    impressions: number | null;
    /** clicks / impressions. */
    ctr: number | null;
    /** Against the window before. */
    clicks_change: {
      from: number;
      to: number;
      /** null where there were no clicks before. */
      percent: number | null;
      /** Bounds of the percentage, 95%. */
      low: number;
      high: number;
      /** true: such a difference comes and goes by chance; do not report it as a change. */
      within_noise: boolean;
    } | null;
    /** On the same days a year before. */
    year_ago_clicks: number | null;
    /** Clicks a month, as the provider or volume × click rate estimates them. null where clicks are measured. */
    estimated_traffic: number | null;
    traffic_low: number | null;
    traffic_high: number | null;
    /** measured, provider, or the name of the click curve that the estimate is read from. */
    traffic_source: string | null;
    /** What the clicks of a month would cost as ads, in USD. */
    traffic_value: number | null;
    /** null where the source doesn’t report them. */
    serp_features:
      | (
          | 'organic'
          | 'paid'
          | 'featured_snippet'
          | 'answer_box'
          | 'ai_overview'
          | 'people_also_ask'
          | 'related_searches'
          | 'local_pack'
          | 'map'
          | 'knowledge_graph'
          | 'top_stories'
          | 'video'
          | 'short_videos'
          | 'images'
          | 'shopping'
          | 'popular_products'
          | 'discussions_and_forums'
          | 'perspectives'
          | 'twitter'
          | 'jobs'
          | 'hotels_pack'
          | 'google_flights'
          | 'recipes'
          | 'local_services'
          | 'third_party_reviews'
          | 'commercial_units'
          | 'events'
          | 'other'
        )[]
      | null;
    /** Clicks a month more at to_rank; null where position or demand is not known. */
    expected_gain: {
      clicks_per_month: number;
      low: number;
      high: number;
      to_rank: number;
      /** own-…: from your own clicks by position. Else the published curve. Both where the two positions need both. */
      ctr_curve: string;
      /** impressions: how often your site was seen, fewer than all searches where it ranks past page one. */
      demand_basis: 'impressions' | 'volume';
    } | null;
    opportunity_type:
      | 'lost_keyword_recovery'
      | 'content_refresh'
      | 'featured_snippet_opportunity'
      | 'ai_overview_opportunity'
      | 'quick_win'
      | 'commercial_intent_opportunity'
      | 'defend'
      | 'none';
    /** The figures behind opportunity_type. */
    reason: string;
  }[];
  /** All keywords that match, beyond limit; null where the source cannot know. */
  total_count: number | null;
  limit: number;
  offset: number;
  /** Keywords of those read that min_search_volume leaves out; null if nothing is known. */
  filtered_out: {
    below_min_search_volume: number;
    unknown_search_volume: number;
  } | null;
  /** Each band holds those before it. null if nothing is known. */
  position_distribution: {
    keywords_considered: number;
    top3: number;
    top10: number;
    top20: number;
    top50: number;
    top100: number;
    /** false: counted over the rows of this answer, not over all keywords. */
    is_complete: boolean;
  } | null;
  /** Of the whole target in the window; null where nobody counts them. */
  totals: {
    clicks: number;
    impressions: number;
    previous_clicks: number | null;
    previous_impressions: number | null;
    /** Part of clicks that the engine assigns to no keyword. */
    withheld_clicks: number;
    withheld_impressions: number;
  } | null;
  /** Over the rows of this answer; null if nothing is known. */
  movements: {
    new: number;
    up: number;
    down: number;
    same: number;
    lost: number;
    unknown: number;
  } | null;
  opportunities: {
    lost_keyword_recovery: number;
    content_refresh: number;
    featured_snippet_opportunity: number;
    ai_overview_opportunity: number;
    quick_win: number;
    commercial_intent_opportunity: number;
    defend: number;
    none: number;
  } | null;
  /** Keywords with and without your brand; null if the project has none. */
  by_brand: {
    branded: number;
    unbranded: number;
  } | null;
  units: Record<string, string>;
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** List pages with search traffic: `POST /domain/relevant-pages`. */
export type DomainRelevantPagesRequest = {
  /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */
  target: string;
  /** Place name of the location to search from. Without one, figures from your own Search Console data cover all countries. */
  location?: string;
  /** Google location code; takes precedence over location. */
  location_code?: number;
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
  /** Maximum rows to return. */
  limit?: number;
  /** Leave out pages with fewer clicks: measured ones in the window, or estimated ones a month. Above 0 this also leaves out pages whose traffic is unknown. */
  min_traffic?: number;
  /** live: pages that rank. lost: pages that ranked before and do not now. all: both. */
  historical_serp_mode?: 'live' | 'lost' | 'all';
  /** Highest first, unknown last, ties by URL. estimated_traffic sorts by measured clicks where they are known. */
  sort_by?: 'estimated_traffic' | 'keyword_count' | 'top3' | 'opportunity';
};

export type DomainRelevantPagesAnswer = {
  success: true;
  target: {
    value: string;
    type: 'domain' | 'subdomain' | 'page';
  };
  /** console: counted by the search engine for your own site. serps: positions on stored result pages, a sample. provider: a vendor’s positions and estimates. null without data. */
  basis: 'console' | 'serps' | 'provider' | null;
  /** no_match: the target is known, but no row matches. own_site_without_data: your site had no impressions in the window. not_covered: your console data knows the site, but not what was asked. unknown_target: no source knows it, which does not mean that it ranks for nothing. */
  state: 'answered' | 'no_match' | 'own_site_without_data' | 'not_covered' | 'unknown_target';
  /** sample: only keywords whose result page is stored; never a total. */
  coverage: 'full' | 'partial' | 'sample' | 'none';
  /** Days that the figures cover and those they are compared with; only for basis console. */
  window: {
    from: string;
    to: string;
    days: number;
    previous_from: string | null;
    previous_to: string | null;
    missing_days: number;
    /** true: the engine or the export told its first rows only. */
    is_cut: boolean;
    property: string;
    engine: 'google' | 'bing';
  } | null;
  /** Stored result pages that were looked through; only for basis serps. */
  serps_considered: number | null;
  /** null: all countries, as Search Console counts where you name no place. */
  location: {
    code: number;
    name: string;
  } | null;
  /** null: all languages, as Search Console does not tell them apart. */
  language: string | null;
  items: {
    url: string;
    /** It ranked before and does not now. */
    is_lost: boolean;
    /** Of the last crawl, as all facts of the page; null if it was never crawled. */
    title: string | null;
    status_code: number | null;
    redirect_url: string | null;
    is_indexable: boolean | null;
    canonical_url: string | null;
    words_count: number | null;
    referring_domains: number | null;
    backlinks: number | null;
    published_at: string | null;
    /** Since published_at; an update without a new date does not show. */
    content_age_days: number | null;
    crawled_at: string | null;
    /** Counted in the window; null where nobody counts them. */
    clicks: number | null;
    impressions: number | null;
    ctr: number | null;
    /** Against the window before. */
    clicks_change: {
      from: number;
      to: number;
      /** null where there were no clicks before. */
      percent: number | null;
      /** Bounds of the percentage, 95%. */
      low: number;
      high: number;
      /** true: such a difference comes and goes by chance; do not report it as a change. */
      within_noise: boolean;
    } | null;
    /** Against the same days a year before. */
    year_over_year: {
      from: number;
      to: number;
      /** null where there were no clicks before. */
      percent: number | null;
      /** Bounds of the percentage, 95%. */
      low: number;
      high: number;
      /** true: such a difference comes and goes by chance; do not report it as a change. */
      within_noise: boolean;
    } | null;
    /** Clicks a month, as the source estimates them. null where clicks are measured or nobody estimates them. */
    estimated_traffic: number | null;
    /** Of the clicks of the whole target; null where these are not known. */
    traffic_share: number | null;
    /** What the clicks of a month would cost as ads, in USD. */
    traffic_value: number | null;
    /** Mean over impressions. */
    avg_position: number | null;
    previous_position: number | null;
    /** Keywords that it ranks for now. */
    keyword_count: number | null;
    top3: number | null;
    top10: number | null;
    /** Keywords that it ranks for now and did not before. */
    new: number | null;
    lost: number | null;
    improved: number | null;
    declined: number | null;
    top_keyword: string | null;
    /** Those that bring most; at most ten. */
    keywords: {
      keyword: string;
      rank: number | null;
      clicks: number | null;
    }[];
    /** Of the clicks of these keywords, those on branded ones; null if your project has no brand for this site. */
    brand_share: {
      value: number;
      n: number;
      low: number;
      high: number;
    } | null;
    /** Clicks a month more at position 3 for all of its impressions; null where these are not counted. */
    expected_gain: {
      clicks_per_month: number;
      low: number;
      high: number;
      to_rank: number;
      /** own-…: from your own clicks by position. Else the published curve. Both where the two positions need both. */
      ctr_curve: string;
      /** impressions: how often your site was seen, fewer than all searches where it ranks past page one. */
      demand_basis: 'impressions' | 'volume';
    } | null;
    action: 'review' | 'refresh' | 'expand' | 'recover' | 'protect';
    reason: string;
    /** The figures that led to the action. */
    triggers: {
      figure: string;
      value: number | string | boolean;
    }[];
    opportunity_score: number | null;
    score_components: {
      /** Clicks of a month, by their logarithm. */
      traffic: number | null;
      /** Share of clicks, or of keywords, that it has lost beyond the noise. */
      loss: number | null;
      /** What position 3, or page one, has over its present place. */
      headroom: number | null;
      /** Sites that link to it, by their logarithm: such a page is worth keeping. */
      links: number | null;
    };
    score_coverage: number;
    priority: 'low' | 'medium' | 'high' | null;
  }[];
  /** All pages that match, beyond limit; null where the source cannot know. */
  total_count: number | null;
  limit: number;
  offset: number;
  /** Of the whole target in the window; null where nobody counts them. */
  totals: {
    clicks: number;
    impressions: number;
    previous_clicks: number | null;
    previous_impressions: number | null;
    /** Part of clicks that the engine assigns to no keyword. */
    withheld_clicks: number;
    withheld_impressions: number;
  } | null;
  /** Clicks of the whole target against the window before. */
  totals_change: {
    from: number;
    to: number;
    /** null where there were no clicks before. */
    percent: number | null;
    /** Bounds of the percentage, 95%. */
    low: number;
    high: number;
    /** true: such a difference comes and goes by chance; do not report it as a change. */
    within_noise: boolean;
  } | null;
  /** Pages of this answer whose status the index knows; null if nothing is known. */
  pages_crawled: number | null;
  action_counts: {
    review: number;
    refresh: number;
    expand: number;
    recover: number;
    protect: number;
  } | null;
  units: Record<string, string>;
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Compare search traffic: `POST /domain/traffic-estimate`. */
export type DomainTrafficEstimateRequest = {
  /** Domains, subdomains or absolute page URLs. Repeats are asked for once. */
  targets: string[];
  /** Place name of the location to search from. Without one, figures from your own Search Console data cover all countries. */
  location?: string;
  /** Google location code; takes precedence over location. */
  location_code?: number;
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
  /** Also traffic from ads in search results. */
  include_paid?: boolean;
  /** Also traffic from featured snippets. */
  include_featured_snippet?: boolean;
  /** Also traffic from local packs. */
  include_local_pack?: boolean;
  /** Highest first, target by name. Unknown last, ties by target. */
  sort_by?: 'organic_traffic' | 'total_traffic' | 'paid_traffic' | 'opportunity' | 'target';
};

export type DomainTrafficEstimateAnswer = {
  success: true;
  /** full: a figure for every target. none: no source knows any of them. */
  coverage: 'full' | 'partial' | 'none';
  /** Of estimates. */
  location: {
    code: number;
    name: string;
  } | null;
  language: string;
  /** Of counted clicks; null: all countries. */
  measured_location: {
    code: number;
    name: string;
  } | null;
  /** Measure that leader goes by: the one that most targets have. Figures of the other are not compared with it. */
  compared_by: 'measured' | 'estimated' | null;
  /** null with less than two targets of one measure. */
  leader: {
    target: string;
    organic_traffic: number;
    measure: 'measured' | 'estimated';
  } | null;
  items: {
    /** As you sent it. */
    target: string;
    type: 'domain' | 'subdomain' | 'page';
    /** false: no source knows its traffic, which does not mean that it has none. */
    found: boolean;
    /** What organic_traffic is: clicks counted in your own console, or a vendor’s estimate. */
    measure: 'measured' | 'estimated' | null;
    /** Days that the figures cover and those they are compared with; only for basis console. */
    window: {
      from: string;
      to: string;
      days: number;
      previous_from: string | null;
      previous_to: string | null;
      missing_days: number;
      /** true: the engine or the export told its first rows only. */
      is_cut: boolean;
      property: string;
      engine: 'google' | 'bing';
    } | null;
    /** Clicks a month. */
    organic_traffic: number | null;
    /** Bounds of organic_traffic; equal to it where clicks are counted. */
    organic_low: number | null;
    organic_high: number | null;
    /** Of the time before. */
    previous_organic: number | null;
    /** Only where clicks are counted. */
    organic_change: {
      from: number;
      to: number;
      /** null where there were no clicks before. */
      percent: number | null;
      /** Bounds of the percentage, 95%. */
      low: number;
      high: number;
      /** true: such a difference comes and goes by chance; do not report it as a change. */
      within_noise: boolean;
    } | null;
    /** null where it was not asked for, and where nobody knows. */
    paid_traffic: number | null;
    featured_snippet_traffic: number | null;
    local_pack_traffic: number | null;
    /** Sum of the channels asked for; null where one of them is unknown. */
    total_traffic: number | null;
    /** Clicks a month that your own console counts, also beside an estimate. */
    measured_clicks: number | null;
    /** The vendor’s estimate ÷ measured_clicks, where both are known: how far its estimates are off here. */
    estimate_ratio: number | null;
    keywords_considered: {
      organic: number | null;
      paid: number | null;
      featured_snippet: number | null;
      local_pack: number | null;
    };
    /** Shares of total_traffic, 0-1; null where that is unknown or 0. A channel not asked for is null. */
    channel_mix: {
      organic: number | null;
      paid: number | null;
      featured_snippet: number | null;
      local_pack: number | null;
    } | null;
    /** …_led: at least 60% of the traffic. minimal: under 100 clicks a month. unknown: less than two channels are known. */
    footprint_type: 'organic_led' | 'paid_led' | 'local_led' | 'snippet_led' | 'balanced' | 'minimal' | 'unknown';
    /** Only where no number is known: read from how well linked the domain is, so a hint, not traffic. */
    traffic_band: 'very_high' | 'high' | 'medium' | 'low' | 'minimal' | null;
    /** The rank, 0-1000, that the band is read from. */
    band_rank: number | null;
    /** Of the organic traffic of all targets with this measure, 0-1. null if there is one alone, or it lies inside another target. */
    relative_share: number | null;
    /** Another target of which this is a part; its traffic counts there. */
    contained_in: string | null;
    opportunity_score: number | null;
    score_components: {
      /** Traffic of the leader that it does not have. */
      gap_to_leader: number | null;
      /** Share of ads in search traffic, part of which could be earned. */
      paid_dependence: number | null;
      /** Share of its organic traffic that it has lost. */
      decline: number | null;
    };
    score_coverage: number;
    priority: 'low' | 'medium' | 'high' | null;
  }[];
  total_count: number;
  limit: number;
  offset: number;
  /** Targets that name a site or page which another one names; they have no row of their own. */
  duplicates: {
    target: string;
    duplicate_of: string;
  }[];
  found: number;
  units: Record<string, string>;
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Import a file: `POST /imports`. */
export type ImportsCreateRequest = {
  /** Kind of file. */
  kind: 'warc' | 'wat' | 'ranks' | 'links' | 'keywords' | 'console' | 'locations';
  /** Public http or https URL of the file, gzipped or not. */
  url?: string;
  /** Text of a table of links, keywords or Search Console figures, instead of a URL. The maximum request size applies. */
  content?: string;
  /** Read only this many records or rows from the start. */
  limit?: number;
  /** Release of the ranks, if the file name does not include it. */
  release?: string;
  /** Where the links point, for tables that do not say, such as Search Console exports. */
  target?: string;
  /** Place of the keywords, for tables that do not name it: a country, a city with its region, or a location code. */
  location?: string;
  /** Language of the keywords, for tables that do not name it: a code such as en or pt-BR, or a name. */
  language?: string;
  /** Search Console property: sc-domain:example.com or https://www.example.com/. With url or content, for exports that do not name it; without either, its figures are pulled from the engine’s API. */
  property?: string;
  /** First and last day of the figures, for exports that do not name them: 2026-10-24..2026-11-20. */
  period?: string;
  /** Where to pull the figures of the property from: google (Search Console, by default) or bing. */
  engine?: 'google' | 'bing';
  /** First day to pull; by default all that the engine still has, 16 months for Google. */
  since?: string;
  /** Types of search to pull; web by default. */
  types?: ('web' | 'image' | 'video' | 'news' | 'discover' | 'google_news' | 'generative_ai')[];
  /** Meaning of the columns, for headings that are not recognized. Figures in order: query,clicks,impressions,ctr,position. Links by heading or column number: source=From page,target=To page,anchor=Text. */
  columns?: string;
  /** Read the file again even if it was read completely and has not changed. */
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

/** Get an import: `GET /imports/{id}`. */
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
  /** Maximum number of imports to return. */
  limit?: number;
  /** Number of imports to skip, for the next page. */
  offset?: number;
  /** Only imports of this kind. */
  kind?: 'warc' | 'wat' | 'ranks' | 'links' | 'keywords' | 'console' | 'locations';
  /** Only imports with this status. */
  status?: 'waiting' | 'running' | 'stopped' | 'completed' | 'failed';
};

export type ImportsListAnswer = {
  success: true;
  imports: Import[];
  /** Matching imports, before limit and offset. */
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

/** Get a job: `GET /jobs/{id}`. */
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
  /** Maximum number of jobs to return. */
  limit?: number;
  /** Number of jobs to skip, for the next page. */
  offset?: number;
  /** Only jobs with this status. */
  status?: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** Only jobs of this operation, such as search. */
  operation?: string;
  /** Only jobs charged to this project. */
  project_id?: string;
  /** Only jobs of this workflow. */
  workflow_id?: string;
};

export type JobsListAnswer = {
  success: true;
  jobs: Job[];
  /** Matching jobs, before limit and offset. */
  total_count: number;
  meta: Meta;
};

/** Group keywords into pages: `POST /keyword-cluster/build`. */
export type KeywordClusterBuildRequest = {
  /** Keywords in any language and any order. They come back exactly as you sent them. */
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
      /** The most general keyword of the cluster. */
      head_keyword: string;
      /** As you sent them, head keyword first. */
      keywords: string[];
      /** ISO 639-1; empty if the words do not reveal it. */
      language: string;
      intent: 'informational' | 'commercial' | 'transactional' | 'local' | 'navigational';
      /** What at least a quarter of the searchers want instead; null if one intent leads by far. */
      second_intent: 'informational' | 'commercial' | 'transactional' | 'local' | 'navigational' | null;
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
        | 'news'
        | 'glossary'
        | 'faq'
        | 'docs'
        | 'tool_page'
        | 'forum_thread'
        | 'case_study'
        | 'login'
        | 'support'
        | 'about'
        | 'contact'
        | 'careers'
        | 'legal';
      /** Calibrated: of the intents with 0.7, seven in ten are right. */
      intent_confidence: number;
      /** Words in the keywords that reveal the intent, and what each of them is. */
      intent_evidence: string[];
      /** Mean similarity of all pairs in the cluster; 1 means the same search in other words. */
      cohesion: number;
      suggested_slug: string;
      /** Ids of the clusters whose pages should link to this one, closest first. */
      interlink_with: string[];
    }[];
    /** Keywords that share a page with no other keyword in the list. */
    unclustered: {
      keyword: string;
      why: string;
      language: string;
      /** Null if the keyword contains no words, or if its words leave it open. */
      intent: 'informational' | 'commercial' | 'transactional' | 'local' | 'navigational' | null;
      /** What at least a quarter of the searchers want instead; null if one intent leads by far. */
      second_intent: 'informational' | 'commercial' | 'transactional' | 'local' | 'navigational' | null;
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
        | 'news'
        | 'glossary'
        | 'faq'
        | 'docs'
        | 'tool_page'
        | 'forum_thread'
        | 'case_study'
        | 'login'
        | 'support'
        | 'about'
        | 'contact'
        | 'careers'
        | 'legal'
        | null;
      /** Calibrated: of the intents with 0.7, seven in ten are right. */
      intent_confidence: number;
      /** Words in the keywords that reveal the intent, and what each of them is. */
      intent_evidence: string[];
      /** Empty if the keyword contains no words. */
      suggested_slug: string;
      /** Id of the most similar cluster; null if none is similar at all. */
      nearest_cluster: string | null;
      /** Mean similarity to that cluster. */
      likeness: number | null;
    }[];
    /** Repeats that differ only in case, spaces or invisible characters. They appear nowhere else. */
    duplicates: {
      keyword: string;
      duplicate_of: string;
      why: string;
    }[];
    method: {
      /** lexical: by words. serp: by shared search results. mixed: by shared results where both result pages are known. */
      name: 'lexical' | 'serp' | 'mixed';
      compared_pairs: number;
      /** Pairs decided by known search results. */
      pairs_by_serp: number;
      /** Keywords whose search results are known in the series. */
      keywords_with_serp: number;
      /** The series with the most of these keywords; results of others are not used. null if none is known. */
      series: {
        engine: string;
        location_code: number | null;
        language: string;
        device: 'desktop' | 'mobile' | null;
      } | null;
      /** When the oldest of the result pages was checked. */
      checked_from: string | null;
      checked_to: string | null;
      note: string;
    };
    /** Keywords sent: clusters, unclustered and duplicates combined. */
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

/** Find keyword ideas: `POST /keyword-ideas/suggest`. */
export type KeywordIdeasSuggestRequest = {
  /** Seed keyword or topic. */
  keyword: string;
  /** Name of the place to search from. */
  location?: string;
  /** Google location code; takes precedence over location. */
  location_code?: number;
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
  /** Maximum rows to return. */
  limit?: number;
  /** Leave out ideas with fewer searches a month. Any minimum above 0 also leaves out unknown volumes. */
  min_search_volume?: number;
  /** Your domain: the answer shows where it ranks on stored result pages and scores what you could gain. */
  target?: string;
};

export type KeywordIdeasSuggestAnswer = {
  success: true;
  /** null: worldwide. */
  location: {
    code: number;
    name: string;
  } | null;
  language: string;
  /** sample: no list of ideas is complete. none: no source has any. */
  coverage: 'sample' | 'none';
  /** Stored result pages behind intent, Seamark’s own difficulty and rankings; null if there are none. */
  result_pages: {
    engine: string;
    location_code: number | null;
    language: string;
    device: 'desktop' | 'mobile' | null;
    /** Keywords whose result page is stored. */
    keywords: number;
    checked_from: string;
    checked_to: string;
  } | null;
  seed: {
    /** As you sent it, or as the source writes it. */
    keyword: string;
    /** ISO 639-1; empty if neither the words nor the request reveal it. */
    language: string;
    /** false: no source or stored result page knows the keyword. People may still search for it. */
    found: boolean;
    /** Whether it contains your project’s brand: its name, an alias or a domain; null if the project has none. */
    is_brand: boolean | null;
    /** Searches a month on Google; 0 only if a source says 0. */
    search_volume: number | null;
    volume_low: number | null;
    volume_high: number | null;
    /** exact: counted in Search Console. bucket: rounded by Google Ads. range, lower_bound: only bounds are known. modelled: an estimate. */
    volume_basis: 'exact' | 'bucket' | 'range' | 'lower_bound' | 'modelled' | null;
    volume_source: string | null;
    /** The month, or the first and last month of the average. */
    volume_period: string | null;
    /** true if the figure includes close variants such as plurals, as in Google Ads. */
    variants_folded: boolean | null;
    /** The figures of each source. */
    volume_evidence: {
      source: string;
      value: number | null;
      low: number | null;
      high: number | null;
      basis: 'exact' | 'bucket' | 'range' | 'lower_bound' | 'modelled';
      period: string | null;
      observed_at: string;
      /** Share of the volume that this source decides. */
      weight: number;
      note: string | null;
    }[];
    /** Keywords in this answer that share one Google Ads figure with this one: count it once. */
    grouped_with: string[];
    /** Searches a month on Bing. */
    bing_impressions: number | null;
    /** Only if no number is known. */
    demand_band: 'none_seen' | 'low' | 'medium' | 'high' | 'very_high' | null;
    demand_reason: string | null;
    /** On Google, oldest first; empty if no source has them. */
    monthly_searches: {
      month: string;
      searches: number;
    }[];
    trend: {
      /** Also stable if the change is within the noise of its series. */
      direction: 'rising' | 'falling' | 'stable' | 'insufficient_data';
      /** theil_sen: no two months are a year apart, so season and trend cannot be told apart. */
      method: 'seasonal_theil_sen' | 'year_over_year' | 'theil_sen' | null;
      /** Change per year, in percent; null if the season hides it. */
      change_percent_year: number | null;
      /** 95% interval of the change; null with too few months for one. */
      low: number | null;
      high: number | null;
      /** Months with data. */
      n: number;
      within_noise: boolean | null;
      /** Source of the monthly figures. */
      source: string | null;
    };
    /** null with less than two full years of data. */
    seasonality: {
      is_seasonal: boolean;
      /** 1 is January; null if no month stands out every year. */
      peak_month: number | null;
      /** Searches in the peak month divided by those in an average month. */
      peak_index: number | null;
      /** Full years that were compared. */
      years: number;
    } | null;
    /** What advertisers pay for a click. */
    cpc: number | null;
    /** ISO 4217 of cpc. */
    currency: string | null;
    /** Among advertisers, 0-1. It says nothing about SEO. */
    competition: number | null;
    /** 0-100 on the scale of difficulty_source. */
    keyword_difficulty: number | null;
    /** Whose scale it is. Figures on different scales are not comparable. */
    difficulty_source: string | null;
    intent: 'informational' | 'commercial' | 'transactional' | 'local' | 'navigational' | null;
    intent_confidence: number;
    /** result_page: judged from the stored result page. words: judged from the keyword. Otherwise the source that reported it. */
    intent_source: string | null;
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
      | 'news'
      | 'glossary'
      | 'faq'
      | 'docs'
      | 'tool_page'
      | 'forum_thread'
      | 'case_study'
      | 'login'
      | 'support'
      | 'about'
      | 'contact'
      | 'careers'
      | 'legal'
      | null;
    opportunity_score: number | null;
    score_components: {
      volume: number | null;
      /** 100 minus the difficulty. */
      ease: number | null;
      intent: number | null;
      /** Clicks that position 3 would add to those of your own position. */
      ranking_gain: number | null;
    };
    /** Share of the score, by weight, that is known. */
    score_coverage: number;
    /** null if less than half of the score, by weight, is known. */
    priority: 'low' | 'medium' | 'high' | null;
    /** When the newest of these figures was observed. */
    observed_at: string | null;
    already_ranking: {
      /** Among organic results; null if not among those that were read. */
      position: number | null;
      url: string | null;
      results_read: number;
      engine: string;
      device: 'desktop' | 'mobile' | null;
      checked_at: string;
    } | null;
  };
  /** Highest opportunity first; if it is unknown, by volume, then by evidence. */
  items: {
    /** As you sent it, or as the source writes it. */
    keyword: string;
    /** ISO 639-1; empty if neither the words nor the request reveal it. */
    language: string;
    /** false: no source or stored result page knows the keyword. People may still search for it. */
    found: boolean;
    /** Whether it contains your project’s brand: its name, an alias or a domain; null if the project has none. */
    is_brand: boolean | null;
    /** Searches a month on Google; 0 only if a source says 0. */
    search_volume: number | null;
    volume_low: number | null;
    volume_high: number | null;
    /** exact: counted in Search Console. bucket: rounded by Google Ads. range, lower_bound: only bounds are known. modelled: an estimate. */
    volume_basis: 'exact' | 'bucket' | 'range' | 'lower_bound' | 'modelled' | null;
    volume_source: string | null;
    /** The month, or the first and last month of the average. */
    volume_period: string | null;
    /** true if the figure includes close variants such as plurals, as in Google Ads. */
    variants_folded: boolean | null;
    /** The figures of each source. */
    volume_evidence: {
      source: string;
      value: number | null;
      low: number | null;
      high: number | null;
      basis: 'exact' | 'bucket' | 'range' | 'lower_bound' | 'modelled';
      period: string | null;
      observed_at: string;
      /** Share of the volume that this source decides. */
      weight: number;
      note: string | null;
    }[];
    /** Keywords in this answer that share one Google Ads figure with this one: count it once. */
    grouped_with: string[];
    /** Searches a month on Bing. */
    bing_impressions: number | null;
    /** Only if no number is known. */
    demand_band: 'none_seen' | 'low' | 'medium' | 'high' | 'very_high' | null;
    demand_reason: string | null;
    /** On Google, oldest first; empty if no source has them. */
    monthly_searches: {
      month: string;
      searches: number;
    }[];
    trend: {
      /** Also stable if the change is within the noise of its series. */
      direction: 'rising' | 'falling' | 'stable' | 'insufficient_data';
      /** theil_sen: no two months are a year apart, so season and trend cannot be told apart. */
      method: 'seasonal_theil_sen' | 'year_over_year' | 'theil_sen' | null;
      /** Change per year, in percent; null if the season hides it. */
      change_percent_year: number | null;
      /** 95% interval of the change; null with too few months for one. */
      low: number | null;
      high: number | null;
      /** Months with data. */
      n: number;
      within_noise: boolean | null;
      /** Source of the monthly figures. */
      source: string | null;
    };
    /** null with less than two full years of data. */
    seasonality: {
      is_seasonal: boolean;
      /** 1 is January; null if no month stands out every year. */
      peak_month: number | null;
      /** Searches in the peak month divided by those in an average month. */
      peak_index: number | null;
      /** Full years that were compared. */
      years: number;
    } | null;
    /** What advertisers pay for a click. */
    cpc: number | null;
    /** ISO 4217 of cpc. */
    currency: string | null;
    /** Among advertisers, 0-1. It says nothing about SEO. */
    competition: number | null;
    /** 0-100 on the scale of difficulty_source. */
    keyword_difficulty: number | null;
    /** Whose scale it is. Figures on different scales are not comparable. */
    difficulty_source: string | null;
    intent: 'informational' | 'commercial' | 'transactional' | 'local' | 'navigational' | null;
    intent_confidence: number;
    /** result_page: judged from the stored result page. words: judged from the keyword. Otherwise the source that reported it. */
    intent_source: string | null;
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
      | 'news'
      | 'glossary'
      | 'faq'
      | 'docs'
      | 'tool_page'
      | 'forum_thread'
      | 'case_study'
      | 'login'
      | 'support'
      | 'about'
      | 'contact'
      | 'careers'
      | 'legal'
      | null;
    opportunity_score: number | null;
    score_components: {
      volume: number | null;
      /** 100 minus the difficulty. */
      ease: number | null;
      intent: number | null;
      /** Clicks that position 3 would add to those of your own position. */
      ranking_gain: number | null;
    };
    /** Share of the score, by weight, that is known. */
    score_coverage: number;
    /** null if less than half of the score, by weight, is known. */
    priority: 'low' | 'medium' | 'high' | null;
    /** When the newest of these figures was observed. */
    observed_at: string | null;
    /** How it differs from the seed. also_rank_for: pages that rank for the seed also rank for it. */
    idea_type: 'suffix' | 'prefix' | 'question' | 'comparison' | 'modifier' | 'related' | 'also_rank_for';
    /** Where it was found, and how often. */
    evidence: {
      kind:
        | 'suggestion'
        | 'console'
        | 'people_also_ask'
        | 'related_search'
        | 'title'
        | 'heading'
        | 'anchor'
        | 'import'
        | 'provider'
        | 'ranking_page';
      source: string;
      seen: number;
    }[];
    /** null without target, or if no result page is known. */
    already_ranking: {
      /** Among organic results; null if not among those that were read. */
      position: number | null;
      url: string | null;
      results_read: number;
      engine: string;
      device: 'desktop' | 'mobile' | null;
      checked_at: string;
    } | null;
  }[];
  /** Ideas that passed every filter; items lists a page of them. */
  total_count: number;
  limit: number;
  offset: number;
  /** Ideas that passed every filter, by type. */
  idea_types: Record<string, number>;
  /** Keywords with and without your brand; null if the project has none. */
  by_brand: {
    branded: number;
    unbranded: number;
  } | null;
  groups: {
    /** Word that the keywords share and the seed does not have. */
    name: string;
    keywords: string[];
    /** Sum of the known volumes; null if none is known. */
    search_volume: number | null;
    with_volume: number;
  }[];
  /** Ideas that min_search_volume leaves out because their volume is unknown. */
  unknown_volume_excluded: number;
  dropped: {
    same_as_seed: number;
    /** Variants of a better-known idea in word order, number or spelling. */
    near_duplicate: number;
    adult: number;
    /** Bare names of other brands; ideas with your own brand stay. */
    brand: number;
    other_language: number;
    no_words: number;
    below_min_search_volume: number;
  };
  dropped_examples: {
    keyword: string;
    reason: 'same_as_seed' | 'near_duplicate' | 'adult' | 'brand' | 'other_language' | 'no_words';
    duplicate_of: string | null;
  }[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Score keywords: `POST /keyword-metrics/overview`. */
export type KeywordMetricsOverviewRequest = {
  /** Keywords in any language. Each gets its own row, repeats included. */
  keywords: string[];
  /** Name of the place to search from. */
  location?: string;
  /** Google location code; takes precedence over location. */
  location_code?: number;
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
  /** Leave out keywords with fewer searches a month. Any minimum above 0 also leaves out unknown volumes. */
  min_search_volume?: number;
  /** Highest first; difficulty: easiest first. Unknown last, ties in the order you sent them. */
  sort_by?: 'priority' | 'search_volume' | 'cpc' | 'difficulty';
  /** Your domain: the answer shows where it ranks on stored result pages and scores what you could gain. */
  target?: string;
};

export type KeywordMetricsOverviewAnswer = {
  success: true;
  /** null: worldwide. */
  location: {
    code: number;
    name: string;
  } | null;
  language: string;
  /** none: no source knows any of the keywords. */
  coverage: 'full' | 'partial' | 'none';
  /** Stored result pages behind intent, Seamark’s own difficulty and rankings; null if there are none. */
  result_pages: {
    engine: string;
    location_code: number | null;
    language: string;
    device: 'desktop' | 'mobile' | null;
    /** Keywords whose result page is stored. */
    keywords: number;
    checked_from: string;
    checked_to: string;
  } | null;
  /** One row for each keyword you sent, except those in filtered_out. */
  items: {
    /** As you sent it, or as the source writes it. */
    keyword: string;
    /** ISO 639-1; empty if neither the words nor the request reveal it. */
    language: string;
    /** false: no source or stored result page knows the keyword. People may still search for it. */
    found: boolean;
    /** Whether it contains your project’s brand: its name, an alias or a domain; null if the project has none. */
    is_brand: boolean | null;
    /** Searches a month on Google; 0 only if a source says 0. */
    search_volume: number | null;
    volume_low: number | null;
    volume_high: number | null;
    /** exact: counted in Search Console. bucket: rounded by Google Ads. range, lower_bound: only bounds are known. modelled: an estimate. */
    volume_basis: 'exact' | 'bucket' | 'range' | 'lower_bound' | 'modelled' | null;
    volume_source: string | null;
    /** The month, or the first and last month of the average. */
    volume_period: string | null;
    /** true if the figure includes close variants such as plurals, as in Google Ads. */
    variants_folded: boolean | null;
    /** The figures of each source. */
    volume_evidence: {
      source: string;
      value: number | null;
      low: number | null;
      high: number | null;
      basis: 'exact' | 'bucket' | 'range' | 'lower_bound' | 'modelled';
      period: string | null;
      observed_at: string;
      /** Share of the volume that this source decides. */
      weight: number;
      note: string | null;
    }[];
    /** Keywords in this answer that share one Google Ads figure with this one: count it once. */
    grouped_with: string[];
    /** Searches a month on Bing. */
    bing_impressions: number | null;
    /** Only if no number is known. */
    demand_band: 'none_seen' | 'low' | 'medium' | 'high' | 'very_high' | null;
    demand_reason: string | null;
    /** On Google, oldest first; empty if no source has them. */
    monthly_searches: {
      month: string;
      searches: number;
    }[];
    trend: {
      /** Also stable if the change is within the noise of its series. */
      direction: 'rising' | 'falling' | 'stable' | 'insufficient_data';
      /** theil_sen: no two months are a year apart, so season and trend cannot be told apart. */
      method: 'seasonal_theil_sen' | 'year_over_year' | 'theil_sen' | null;
      /** Change per year, in percent; null if the season hides it. */
      change_percent_year: number | null;
      /** 95% interval of the change; null with too few months for one. */
      low: number | null;
      high: number | null;
      /** Months with data. */
      n: number;
      within_noise: boolean | null;
      /** Source of the monthly figures. */
      source: string | null;
    };
    /** null with less than two full years of data. */
    seasonality: {
      is_seasonal: boolean;
      /** 1 is January; null if no month stands out every year. */
      peak_month: number | null;
      /** Searches in the peak month divided by those in an average month. */
      peak_index: number | null;
      /** Full years that were compared. */
      years: number;
    } | null;
    /** What advertisers pay for a click. */
    cpc: number | null;
    /** ISO 4217 of cpc. */
    currency: string | null;
    /** Among advertisers, 0-1. It says nothing about SEO. */
    competition: number | null;
    /** 0-100 on the scale of difficulty_source. */
    keyword_difficulty: number | null;
    /** Whose scale it is. Figures on different scales are not comparable. */
    difficulty_source: string | null;
    intent: 'informational' | 'commercial' | 'transactional' | 'local' | 'navigational' | null;
    intent_confidence: number;
    /** result_page: judged from the stored result page. words: judged from the keyword. Otherwise the source that reported it. */
    intent_source: string | null;
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
      | 'news'
      | 'glossary'
      | 'faq'
      | 'docs'
      | 'tool_page'
      | 'forum_thread'
      | 'case_study'
      | 'login'
      | 'support'
      | 'about'
      | 'contact'
      | 'careers'
      | 'legal'
      | null;
    opportunity_score: number | null;
    score_components: {
      volume: number | null;
      /** 100 minus the difficulty. */
      ease: number | null;
      intent: number | null;
      /** Clicks that position 3 would add to those of your own position. */
      ranking_gain: number | null;
    };
    /** Share of the score, by weight, that is known. */
    score_coverage: number;
    /** null if less than half of the score, by weight, is known. */
    priority: 'low' | 'medium' | 'high' | null;
    /** When the newest of these figures was observed. */
    observed_at: string | null;
    /** The spelling that sources were asked about: the first of several equal keywords. */
    keyword_sent: string;
    /** The first keyword of the request that is the same but for case and spaces. */
    duplicate_of: string | null;
    /** null without target, or if no result page is known. */
    already_ranking: {
      /** Among organic results; null if not among those that were read. */
      position: number | null;
      url: string | null;
      results_read: number;
      engine: string;
      device: 'desktop' | 'mobile' | null;
      checked_at: string;
    } | null;
  }[];
  total_count: number;
  limit: number;
  offset: number;
  /** Keywords that min_search_volume leaves out, in the order you sent them. */
  filtered_out: {
    keyword: string;
    search_volume: number | null;
    why: 'below_min_search_volume' | 'unknown_search_volume';
  }[];
  totals: {
    /** Keywords sent. */
    keywords: number;
    /** Without repeats. */
    distinct: number;
    /** Distinct keywords that a source knows. */
    found: number;
    with_volume: number;
    /** Sum over distinct rows with a volume; keywords that share one figure count once. null if none has one. */
    search_volume: number | null;
    /** Sum of the bounds; null if any bound is unknown. */
    volume_low: number | null;
    volume_high: number | null;
    /** Rows by volume_basis. */
    volume_bases: Record<string, number>;
    with_difficulty: number;
    /** Keywords with and without your brand; null if the project has none. */
    by_brand: {
      branded: number;
      unbranded: number;
    } | null;
    priorities: {
      high: number;
      medium: number;
      low: number;
      unknown: number;
    };
  };
  /** What each figure is measured in. */
  units: Record<string, string>;
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Track brand mentions in AI answers and discussions: `POST /llm-mentions/track`. */
export type LlmMentionsTrackRequest = {
  /** Brand name. */
  brand: string;
  /** Queries to test, as people would ask them. Leave the brand out of most: branded queries are counted separately. */
  queries: string[];
  /** Where to look for discussions: reddit, x, or all forums and microblogs that are connected. */
  platform?: 'reddit' | 'x' | 'all';
  /** Maximum discussions to read per query. */
  limit_per_query?: number;
  /** AI assistants to ask as well: chatgpt, claude, gemini, perplexity, grok, google_ai_mode, or one of your own. None by default. */
  assistants?: string[];
  /** How often each assistant is asked each query; use 5 for rates you report. */
  runs?: number;
  /** Other names and spellings of the brand. */
  aliases?: string[];
  /** Domain of the brand, for citations. Default: the domains of your project’s brand, if it is this one. */
  domain?: string;
  /** Names or domains of competitors, for share of voice. */
  competitors?: (
    | string
    | {
        name: string;
        aliases?: string[];
        /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */
        domain?: string;
      }
  )[];
  /** Name of the place that assistants are asked from; without one, they choose it. */
  location?: string;
  /** Google location code; takes precedence over location. */
  location_code?: number;
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
};

export type LlmMentionsTrackAnswer = {
  success: true;
  mention_audit: {
    brand: {
      name: string;
      aliases: string[];
      domains: string[];
      detection: 'name_only' | 'name_and_aliases';
      /** Then only capitals, bold type, your domain or a word of the market make it a mention. */
      is_everyday_word: boolean;
      /** Texts with the everyday word that are not counted as mentions. */
      weak_mentions: number;
    };
    sampling: {
      runs: number;
      queries: number;
      branded_queries: number;
      assistants: string[];
      platform: 'reddit' | 'x' | 'all';
      location: string | null;
      location_code: number | null;
      language: string;
      sampled_at: string;
    };
    /** What the rates below are of; ways to see an assistant and discussions are never pooled. */
    basis: 'assistants_api' | 'assistants_surface' | 'assistants_panel' | 'discussions' | null;
    /** Texts naming the brand out of all namings of the brand and its competitors, unbranded queries only; null without competitors, or if nobody is named. */
    share_of_voice: MentionRate | null;
    /** Mean over unbranded queries. */
    mention_rate: MentionRate | null;
    /** Mean over branded queries, never pooled with the others. */
    branded_recall: MentionRate | null;
    /** Answers citing your pages, out of those with known citations. */
    citation_rate: MentionRate | null;
    /** Your share of all cited pages. */
    citation_share: MentionRate | null;
    /** Your share of all pages that assistants were shown. */
    retrieval_share: MentionRate | null;
    /** Mention rate against the previous comparable sampling. */
    change: MentionChange | null;
    stability: number | null;
    sentiment: {
      positive: number;
      negative: number;
      neutral: number;
      none: number;
    };
    answered: number;
    refusals: number;
    truncations: number;
    failures: number;
    queries: {
      query: string;
      /** Whether the query itself names the brand. */
      is_branded: boolean;
      /** null if nothing was answered. */
      mentioned: boolean | null;
      /** Answers and discussions that were read. */
      answers: number;
      platforms: {
        platform: string;
        kind: 'assistant' | 'discussion';
        asked: number;
        answered: number;
        refused: number;
        /** Cut off before the end, so they count neither way. */
        truncated: number;
        failed: number;
        mention_rate: MentionRate | null;
      }[];
      /** At most 20. */
      mentions: {
        platform: string;
        kind: 'assistant' | 'discussion';
        /** null for discussions. */
        run: number | null;
        /** The discussion; null for answers of assistants, which have no address. */
        url: string | null;
        title: string | null;
        /** The sentence that names the brand, as written. */
        snippet: string;
        /** neutral: praise and criticism balance. null: no words of praise or criticism. */
        sentiment: 'positive' | 'negative' | 'neutral' | null;
        /** Whether there is both praise and criticism. */
        sentiment_mixed: boolean | null;
        /** What the sentiment was read from. */
        sentiment_sentence: string | null;
        /** Position of the brand among the brands in the text, by first mention. Order varies a lot between runs. */
        brand_position: number | null;
        /** Position of the list item or table row that names the brand. */
        list_position: number | null;
        competitors_named: string[];
        /** Whether the answer cites one of your pages; null if unknown. */
        own_cited: boolean | null;
        published_at: string | null;
        /** Whether a discussion is more than a year old; null if it has no date. */
        is_old: boolean | null;
        /** What makes a discussion look like an advertisement. */
        promotional: string[];
        /** To show beside the text, as its licence asks. */
        attribution: string | null;
      }[];
      mentions_count: number;
      competitors_named: {
        name: string;
        answers: number;
      }[];
    }[];
    platforms: {
      platform: string;
      kind: 'assistant' | 'discussion';
      /** api: the model with its own web search. surface: the page that users see. null for discussions. */
      access: 'api' | 'surface' | 'panel' | null;
      /** false if no connected source answers for it. */
      connected: boolean;
      sources: string[];
      asked: number;
      answered: number;
      refused: number;
      /** Cut off before the end, so they count neither way. */
      truncated: number;
      failed: number;
      /** Answers for which the assistant searched the web; null if no source tells. */
      searched: {
        answers: number;
        of: number;
      } | null;
      served_models: string[];
      /** Over unbranded queries. */
      mention_rate: MentionRate | null;
      /** Over branded queries. */
      branded_recall: MentionRate | null;
      share_of_voice: MentionRate | null;
      citation_rate: MentionRate | null;
      citation_share: MentionRate | null;
      /** 0-1: how far consecutive samplings cite the same sites; null for fewer than two samplings. */
      stability: number | null;
      /** Comparable samplings, including this one. */
      samplings: number;
      /** Mention rate against the previous comparable sampling. */
      change: MentionChange | null;
      /** Where the model or the source changed, so that a new series began. */
      series_breaks: {
        at: string;
        what: 'served_model' | 'source';
        from: (string | null)[];
        to: (string | null)[];
      }[];
    }[];
    competitors: {
      name: string;
      answers: number;
      mention_rate: MentionRate | null;
      share_of_voice: MentionRate | null;
    }[];
    top_sources: {
      domain: string;
      /** Such as r/bicycling. */
      forum: string | null;
      class: 'own' | 'competitor' | 'review_site' | 'forum' | 'social' | 'news' | 'encyclopaedia' | 'video' | 'other';
      competitor: string | null;
      /** Cited pages, or discussions found, one per answer and page. */
      citations: number;
      /** Of all citations and discussions, 0-1. */
      share: number;
      answers_naming_brand: number;
      platforms: string[];
      /** At most three. */
      urls: string[];
    }[];
    co_mentioned_brands: {
      name: string;
      answers: number;
      /** Whether it is one of competitors; the others are candidates. */
      known: boolean;
    }[];
    /** null if no assistant answered with known citations. */
    citations: {
      /** Answers that searched the web and whose citations are known. */
      answers: number;
      own: {
        url: string;
        domain: string;
        title: string | null;
        competitor: string | null;
        citations: number;
        platforms: string[];
        queries: string[];
      }[];
      competitor: {
        url: string;
        domain: string;
        title: string | null;
        competitor: string | null;
        citations: number;
        platforms: string[];
        queries: string[];
      }[];
      /** Your pages that an assistant read and did not cite. */
      own_retrieved_not_cited: {
        url: string;
        domain: string;
        title: string | null;
        competitor: string | null;
        citations: number;
        platforms: string[];
        queries: string[];
      }[];
      /** Answers that cite you and do not name the brand. */
      cited_not_named: {
        query: string;
        platform: string;
        answers: number;
        urls: string[];
      }[];
      /** Answers that name the brand and cite others; urls: what they cite. */
      named_not_cited: {
        query: string;
        platform: string;
        answers: number;
        urls: string[];
      }[];
    } | null;
    /** Sites cited in answers that name competitors, and never in one that names the brand. */
    source_targets: {
      domain: string;
      class: 'own' | 'competitor' | 'review_site' | 'forum' | 'social' | 'news' | 'encyclopaedia' | 'video' | 'other';
      answers: number;
      competitors: string[];
      queries: string[];
      example_url: string | null;
    }[];
    fan_out_queries: {
      query: string;
      answers: number;
      platforms: string[];
    }[];
    /** Found by patterns, so read the sentence. */
    existence_denied: {
      query: string;
      platform: string;
      run: number | null;
      sentence: string;
      /** true if the rest of the answer makes claims about the brand. */
      counted_as_mention: boolean;
    }[];
    served_models: {
      platform: string;
      model: string;
      answers: number;
    }[];
    left_out: {
      /** Discussions by the brand itself or on its own site. */
      own_posts: number;
      removed_posts: number;
    };
    gaps: {
      platform: string;
      kind: 'failed' | 'refused' | 'truncated' | 'not_connected' | 'budget_spent';
      /** Requests that came to nothing. */
      count: number;
      queries: string[];
      reason: string;
    }[];
    /** What limits this sampling. */
    notes: string[];
  };
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Track visibility in local results: `POST /local-visibility/track`. */
export type LocalVisibilityTrackRequest = {
  /** Domain of the business. */
  domain: string;
  /** Searches to check, such as "plumber near me". */
  keywords: string[];
  /** Places to search from: a city with its region or country. */
  locations: string[];
  /** Google location codes, one for each of locations in the same order; they take precedence over the names. */
  location_codes?: number[];
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
  /** Device to search from; the source’s own by default. */
  device?: 'desktop' | 'mobile';
  /** Name of the business. Default: the brand of your project and the name on the website. */
  name?: string;
  /** Phone number of the business, with or without the country code. */
  phone?: string;
  /** Street address of the business: then other locations of the brand are told apart from it. */
  address?: string;
  /** Google place id or CID of the listing. */
  place_id?: string;
};

export type LocalVisibilityTrackAnswer = {
  success: true;
  domain: string;
  business: {
    names: string[];
    phones: string[];
    address: string | null;
    place_id: string | null;
    known_from: ('request' | 'brand' | 'website')[];
  };
  match_rule: string;
  language: string;
  /** null leaves it to the source. */
  device: 'desktop' | 'mobile' | null;
  locations: {
    asked: string;
    name: string;
    location_code: number;
    /** From imported geotargets and GeoNames; null if none are known for the place. */
    coordinates: {
      latitude: number;
      longitude: number;
    } | null;
  }[];
  /** partial: some searches failed; see gaps. */
  coverage: 'full' | 'partial';
  /** The surface that all shares and averages are about. */
  surface: 'pack' | 'finder' | 'maps';
  /** Keywords in the order of the request, each with its locations. */
  matrix: {
    keyword: string;
    location: string;
    location_index: number;
    /** Where the listings were read. Ranks differ between them. */
    surface: 'pack' | 'finder' | 'maps';
    engine: string;
    source: string | null;
    searched_from: 'coordinates' | 'place';
    checked_at: string;
    /** false: the search shows no local results. */
    pack_present: boolean | null;
    /** Among the listings read; null without local results, or if a listing may be the business. */
    in_pack: boolean | null;
    position: number | null;
    matched_by: 'place_id' | 'domain' | 'name_and_phone' | 'name_and_address' | null;
    /** 0-1. */
    match_confidence: number | null;
    pack: {
      rank: number;
      name: string | null;
      place_id: string | null;
      domain: string | null;
      address: string | null;
      rating: number | null;
      reviews: number | null;
      /** possible: the name fits, but nothing else shows that it is the business. */
      match: 'own' | 'same_brand_other_location' | 'possible' | 'other';
    }[];
    same_brand_other_location: {
      rank: number;
      name: string | null;
      address: string | null;
      place_id: string | null;
    }[];
    /** null if not among the results read, or if none were read. */
    organic_position: number | null;
    organic_url: string | null;
    /** Organic results read; null if none were. */
    organic_depth: number | null;
    /** Against the newest kept check of this search before; null if none is kept. */
    change: {
      from: number | null;
      to: number | null;
      from_checked_at: string;
      /** entered, left: the listings read. unknown: one of the checks cannot tell. */
      kind: 'same' | 'moved' | 'entered' | 'left' | 'unknown';
      /** The checks differ by no more than positions usually vary. */
      within_noise: boolean;
    } | null;
  }[];
  /** Searches that were answered with local results. */
  cells: number;
  /** Share of those in which the business is shown; null without any. */
  visibility_share: {
    /** 0-1. */
    value: number;
    /** 95% interval (Wilson). */
    low: number;
    high: number;
    hits: number;
    n: number;
  } | null;
  /** The same share, as the weight of average_rank. */
  share_found: number | null;
  /** Mean position (ARP) over the searches in which the business is shown. */
  average_rank: number | null;
  /** Same as average_rank. */
  arp: number | null;
  /** Mean position over all of the searches; those without the business count as not_found_rank. */
  atrp: {
    value: number;
    not_found_rank: number;
  } | null;
  /** Share of local voice: searches in which the business is among the first three. */
  solv: {
    /** 0-1. */
    value: number;
    /** 95% interval (Wilson). */
    low: number;
    high: number;
    hits: number;
    n: number;
  } | null;
  /** Share of the answered searches that show local results. */
  pack_present: {
    /** 0-1. */
    value: number;
    /** 95% interval (Wilson). */
    low: number;
    high: number;
    hits: number;
    n: number;
  } | null;
  /** Searches that show another location of the brand. */
  same_brand_other_location: number;
  by_keyword: {
    /** Searches that were answered with local results. */
    cells: number;
    /** Share of those in which the business is shown; null without any. */
    visibility_share: {
      /** 0-1. */
      value: number;
      /** 95% interval (Wilson). */
      low: number;
      high: number;
      hits: number;
      n: number;
    } | null;
    /** The same share, as the weight of average_rank. */
    share_found: number | null;
    /** Mean position (ARP) over the searches in which the business is shown. */
    average_rank: number | null;
    /** Same as average_rank. */
    arp: number | null;
    /** Mean position over all of the searches; those without the business count as not_found_rank. */
    atrp: {
      value: number;
      not_found_rank: number;
    } | null;
    /** Share of local voice: searches in which the business is among the first three. */
    solv: {
      /** 0-1. */
      value: number;
      /** 95% interval (Wilson). */
      low: number;
      high: number;
      hits: number;
      n: number;
    } | null;
    keyword: string;
  }[];
  by_location: {
    /** Searches that were answered with local results. */
    cells: number;
    /** Share of those in which the business is shown; null without any. */
    visibility_share: {
      /** 0-1. */
      value: number;
      /** 95% interval (Wilson). */
      low: number;
      high: number;
      hits: number;
      n: number;
    } | null;
    /** The same share, as the weight of average_rank. */
    share_found: number | null;
    /** Mean position (ARP) over the searches in which the business is shown. */
    average_rank: number | null;
    /** Same as average_rank. */
    arp: number | null;
    /** Mean position over all of the searches; those without the business count as not_found_rank. */
    atrp: {
      value: number;
      not_found_rank: number;
    } | null;
    /** Share of local voice: searches in which the business is among the first three. */
    solv: {
      /** 0-1. */
      value: number;
      /** 95% interval (Wilson). */
      low: number;
      high: number;
      hits: number;
      n: number;
    } | null;
    location: string;
  }[];
  competitors: {
    name: string;
    domain: string | null;
    cells: number;
    share: {
      /** 0-1. */
      value: number;
      /** 95% interval (Wilson). */
      low: number;
      high: number;
      hits: number;
      n: number;
    };
    average_rank: number;
    solv: {
      /** 0-1. */
      value: number;
      /** 95% interval (Wilson). */
      low: number;
      high: number;
      hits: number;
      n: number;
    };
  }[];
  /** With the newest kept checks before; null if none are kept. */
  comparison: {
    /** Searches that showed local results in both checks; only these are compared. */
    cells: number;
    /** The earlier checks were made from then */
    checked_from: string;
    /** to then. */
    checked_to: string;
    visibility_share_before: {
      /** 0-1. */
      value: number;
      /** 95% interval (Wilson). */
      low: number;
      high: number;
      hits: number;
      n: number;
    } | null;
    visibility_share_now: {
      /** 0-1. */
      value: number;
      /** 95% interval (Wilson). */
      low: number;
      high: number;
      hits: number;
      n: number;
    } | null;
    average_rank_before: number | null;
    average_rank_now: number | null;
    solv_before: {
      /** 0-1. */
      value: number;
      /** 95% interval (Wilson). */
      low: number;
      high: number;
      hits: number;
      n: number;
    } | null;
    solv_now: {
      /** 0-1. */
      value: number;
      /** 95% interval (Wilson). */
      low: number;
      high: number;
      hits: number;
      n: number;
    } | null;
    /** Searches that show the business now and did not before. */
    entered: number;
    left: number;
    /** Searches that show it at another position. */
    moved: number;
    /** Searches whose change is more than noise. */
    cells_beyond_noise: number;
    /** The intervals of both shares overlap: no gain and no loss. */
    within_noise: boolean;
  } | null;
  gaps: {
    keyword: string;
    location: string;
    /** Code of the error. */
    reason: string;
    message: string;
  }[];
  notes: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Brief one opportunity: `POST /opportunities/brief`. */
export type OpportunitiesBriefRequest = {
  /** Search to study: the pages that rank for it are read and compared. */
  keyword: string;
  /** Name of the place to search from. */
  location?: string;
  /** Google location code; takes precedence over location. */
  location_code?: number;
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
  /** Your domain, brand or site: its own pages are not compared. Default: the domains of your project’s brand. */
  target?: string;
  /** Your page that should rank; without it, the brief is for a new one. */
  page_url?: string;
  /** What kind of opportunity it is, as opportunities.find names it. Decides order, detail and success metric. */
  opportunity_type?:
    | 'quick_win'
    | 'content_refresh'
    | 'ai_overview_opportunity'
    | 'featured_snippet_opportunity'
    | 'commercial_intent_opportunity'
    | 'lost_keyword_recovery'
    | 'competitor_gap';
  /** Where the page ranks now, if you know: the further down, the more content and time the plan asks for. */
  current_rank?: number;
  /** Read the pages that rank and return their outlines; +2 credits. Without it, the brief has only the result page and your page to go by. */
  include_competitor_outlines?: boolean;
};

export type OpportunitiesBriefAnswer = {
  success: true;
  search: {
    keyword: string;
    engine: string;
    location: string | null;
    location_code: number | null;
    language: string;
    device: string | null;
    checked_at: string;
    /** Ranking pages that were read and compared. */
    compared: number;
    /** Organic results that were looked at. */
    ranking: number;
  };
  /** As sent. */
  opportunity_type:
    | 'quick_win'
    | 'content_refresh'
    | 'ai_overview_opportunity'
    | 'featured_snippet_opportunity'
    | 'commercial_intent_opportunity'
    | 'lost_keyword_recovery'
    | 'competitor_gap'
    | null;
  /** As sent, or where the page stands on this result page; null if neither tells. */
  current_rank: number | null;
  /** low with fewer than three compared pages. */
  confidence: 'high' | 'medium' | 'low';
  brief: {
    serp_intent: {
      main: string | null;
      shares: {
        intent: string;
        share: number;
        evidence: string[];
      }[];
      /** A second intent has a share of three tenths or more. */
      is_mixed: boolean;
    };
    /** Null without page_url. */
    current_page: {
      url: string;
      title: string | null;
      word_count: number;
      /** On earlier checks of this search within 180 days; null if none saw it. */
      best_position: {
        position: number;
        checked_at: string;
      } | null;
      coverage_score: number | null;
      headings: {
        level: number;
        text: string;
      }[];
      /** Topics that the compared pages share and this one lacks; null with fewer than three compared pages. */
      gaps: string[] | null;
    } | null;
    sections_to_add: {
      heading: string;
      why: string;
      points: string[];
      /** Compared pages that treat it. */
      seen_on: string[];
      /** Of these, pages with a heading for it. */
      evidence_urls: string[];
      /** What they say about it, word for word. */
      evidence: {
        url: string;
        heading: string | null;
        quote: string;
      }[];
    }[];
    questions: {
      question: string;
      seen_in: 'people_also_ask' | 'headings' | 'both';
      /** Ranking pages that have it as a heading. */
      seen_on: string[];
      /** On your page; null without one. */
      answered: boolean | null;
    }[];
    entities: {
      name: string;
      pages: number;
      of: number;
      on_page: boolean | null;
    }[];
    schema_recommendations: {
      /** schema.org type. */
      type: string;
      why: string;
      /** Compared pages that have it. */
      pages: number;
      /** What Google shows for it; null for none. */
      rich_result: string | null;
    }[];
    /** Null if your site was not crawled. */
    internal_link_tasks:
      | {
          task: string;
          from: string;
          /** Sentence of that page about the search, word for word: a place for the link. Null if it has none. */
          sentence: string | null;
        }[]
      | null;
    validation_checklist: {
      check: string;
      why: string;
    }[];
    success_metric: {
      /** What to measure. */
      metric: string;
      where: string;
      /** Where it stands today; null if that is unknown. */
      from: string | null;
      to: string;
      /** Weeks after the change. */
      weeks: {
        first_sign: number;
        judge_after: number;
      };
    };
  };
  /** Crawled pages of your site that are about the search; null if your site was not crawled. */
  internal_links_from:
    | {
        url: string;
        title: string | null;
        /** Whether it links to the page now: in its text, only in its navigation, or not at all. Null without page_url, or if it could not be read. */
        links_to_page: 'text' | 'navigation' | 'none' | null;
        /** Sentence of that page about the search, word for word: a place for the link. Null if it has none. */
        sentence: string | null;
      }[]
    | null;
  /** Other pages of your site on this result page or on earlier ones; null if it is unknown which sites are yours. */
  cannibalising_pages:
    | {
        url: string;
        /** On this result page; null if it is not on it. */
        position: number | null;
        last_position: number;
        last_seen_at: string;
        /** Result pages of this search on which it stands. */
        checks: number;
        /** Result pages that were looked at: this one and earlier checks within 180 days. */
        of: number;
      }[]
    | null;
  /** Words of the compared pages: a range to stay near, not a target. Null with fewer than three. */
  length_guidance: {
    p25: number;
    median: number;
    p75: number;
  } | null;
  /** The later of publication and change, as the pages state it. */
  freshness: {
    /** Date that your page shows; null if it shows none. */
    own: string | null;
    /** Compared pages that show a date. */
    dated: number;
    of: number;
    newest: string | null;
    oldest: string | null;
  };
  /** Null if the source cannot see AI Overviews. */
  ai_overview_targets: {
    status: 'present' | 'absent' | 'async_not_loaded';
    /** Null if the overview was not loaded. */
    cited:
      | {
          url: string;
          domain: string;
          title: string | null;
          /** Null if it is unknown which sites are yours. */
          own: boolean | null;
        }[]
      | null;
    /** Statements of the overview, word for word; null if its text is unknown. */
    passages: string[] | null;
    /** People also ask on this result page. */
    questions: string[];
  } | null;
  what_not_to_do: string[];
  /** Empty if they were not requested. */
  competitor_outlines: {
    position: number;
    url: string;
    domain: string;
    title: string | null;
    /** Whether the page was compared, or why not. */
    status:
      | 'compared'
      | 'own_page'
      | 'disallowed'
      | 'http_error'
      | 'not_html'
      | 'unreachable'
      | 'too_slow'
      | 'paywall'
      | 'consent_wall'
      | 'scripts'
      | 'too_short'
      | 'other_language'
      | 'forum'
      | 'social'
      | 'video'
      | 'shop'
      | 'other_intent'
      | 'same_site'
      | 'same_text'
      | 'not_needed';
    /** Why it was not compared, in words. */
    note: string | null;
    page_type: string | null;
    /** Words of the main content. */
    word_count: number | null;
    published_at: string | null;
    modified_at: string | null;
    headings: {
      level: number;
      text: string;
    }[];
  }[];
  notes: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Find opportunities: `POST /opportunities/find`. */
export type OpportunitiesFindRequest = {
  /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */
  target: string;
  /** Place name of the location to search from. Without one, figures from your own Search Console data cover all countries. */
  location?: string;
  /** Google location code; takes precedence over location. */
  location_code?: number;
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
  /** Ranked keywords to inspect. */
  keyword_limit?: number;
  /** Maximum rows to return. */
  limit?: number;
  /** Keywords whose result pages show the competitors. By default those that you have most to gain for. */
  seed_keywords?: string[];
  /** +2 credits: who ranks for the seed keywords, and which searches they win that you don’t. */
  include_serp_competitors?: boolean;
  /** +2 credits: sites that rank for your keywords, and keywords that only they rank for. */
  include_competitor_discovery?: boolean;
  /** Includes branded keywords, which are left out by default. */
  include_brand?: boolean;
};

export type OpportunitiesFindAnswer = {
  success: true;
  target: string;
  /** console: counted by the search engine for your own site. serps: positions on stored result pages, a sample. provider: a vendor’s positions and estimates. null without data. */
  basis: 'console' | 'serps' | 'provider' | null;
  /** no_match: the target is known, but no row matches. own_site_without_data: your site had no impressions in the window. not_covered: your console data knows the site, but not what was asked. unknown_target: no source knows it, which does not mean that it ranks for nothing. */
  state: 'answered' | 'no_match' | 'own_site_without_data' | 'not_covered' | 'unknown_target';
  /** sample: only keywords whose result page is stored; never a total. */
  coverage: 'full' | 'partial' | 'sample' | 'none';
  /** Days that the figures cover and those they are compared with; only for basis console. */
  window: {
    from: string;
    to: string;
    days: number;
    previous_from: string | null;
    previous_to: string | null;
    missing_days: number;
    /** true: the engine or the export told its first rows only. */
    is_cut: boolean;
    property: string;
    engine: 'google' | 'bing';
  } | null;
  /** Stored result pages that were looked through; only for basis serps. */
  serps_considered: number | null;
  /** null: all countries, as Search Console counts where you name no place. */
  location: {
    code: number;
    name: string;
  } | null;
  /** null: all languages, as Search Console does not tell them apart. */
  language: string | null;
  /** One task a page, best first. */
  opportunities: {
    /** Stays the same for this task in later answers. */
    dedupe_key: string;
    type:
      | 'quick_win'
      | 'content_refresh'
      | 'ai_overview_opportunity'
      | 'featured_snippet_opportunity'
      | 'commercial_intent_opportunity'
      | 'lost_keyword_recovery'
      | 'competitor_gap';
    /** What speaks for the task. */
    signal:
      | 'page_fault'
      | 'decay'
      | 'cannibalisation'
      | 'lost_rankings'
      | 'low_click_rate'
      | 'striking_distance'
      | 'winnable_feature'
      | 'ai_overview'
      | 'buying_intent'
      | 'competitor_gap';
    /** The keyword with the most to gain. */
    keyword: string;
    /** The page to work on; null if there is none yet, or the source doesn’t say which one ranks. */
    url: string | null;
    /** Of keyword; a mean over impressions for basis console. */
    rank: number | null;
    /** Keywords that the task is for, most to gain first; at most ten. */
    cluster: {
      keyword: string;
      position: number | null;
      clicks: number | null;
      impressions: number | null;
      /** To gain, or lost, a month. */
      clicks_per_month: number | null;
    }[];
    cluster_size: number;
    /** null where search demand is unknown. */
    expected_gain: {
      clicks_per_month: number;
      low: number;
      high: number;
      /** null where the task is not about a position. */
      to_rank: number | null;
      /** Click curve behind it: your own, or the published one. */
      ctr_curve: string;
      period: 'month';
    } | null;
    baseline: {
      clicks: number | null;
      impressions: number | null;
      /** Weighted by impressions where they are known. */
      position: number | null;
      window: {
        from: string;
        to: string;
      } | null;
    };
    evidence: string[];
    why_now: string;
    effort: 'low' | 'medium' | 'high';
    risk: {
      level: 'low' | 'medium' | 'high';
      why: string;
    };
    score: number | null;
    score_components: {
      gain: number | null;
      ease: number | null;
      /** How close the lower bound of the gain is to the gain. */
      certainty: number | null;
      intent: number | null;
    };
    score_coverage: number;
    priority: 'low' | 'medium' | 'high' | null;
    /** Other opportunities on the same page; handle them together. */
    also: {
      type:
        | 'quick_win'
        | 'content_refresh'
        | 'ai_overview_opportunity'
        | 'featured_snippet_opportunity'
        | 'commercial_intent_opportunity'
        | 'lost_keyword_recovery'
        | 'competitor_gap';
      signal:
        | 'page_fault'
        | 'decay'
        | 'cannibalisation'
        | 'lost_rankings'
        | 'low_click_rate'
        | 'striking_distance'
        | 'winnable_feature'
        | 'ai_overview'
        | 'buying_intent'
        | 'competitor_gap';
      action: string;
      clicks_per_month: number | null;
    }[];
    recommended_action: string;
    next_call: {
      operation: string;
      method: 'POST';
      /** Path below /api/v1. */
      path: string;
      body: Record<string, unknown>;
      reason: string;
    };
  }[];
  /** All tasks found, including those beyond the limit; null without data. */
  total_count: number | null;
  limit: number;
  summary_by_type: {
    type:
      | 'quick_win'
      | 'content_refresh'
      | 'ai_overview_opportunity'
      | 'featured_snippet_opportunity'
      | 'commercial_intent_opportunity'
      | 'lost_keyword_recovery'
      | 'competitor_gap';
    tasks: number;
    clicks_per_month: number | null;
    low: number | null;
    high: number | null;
  }[];
  /** null without data on the target. */
  inspected: {
    keywords: number;
    /** null where the source doesn’t say which page ranks for which keyword. */
    pages: number | null;
    /** Branded keywords: people who search for you by name find you anyway. */
    branded_left_out: number;
    /** Pages whose status and robots directives are in the index. */
    pages_known: number;
    /** Keywords with a stored result page. */
    result_pages: number;
  } | null;
  /** Click curve that gains are read from. */
  ctr_curve: string;
  /** null without include_serp_competitors, and where no result page of the seed keywords is known. */
  serp_competitors:
    | {
        domain: string;
        keywords: number;
        average_position: number;
        median_position: number;
        /** Keywords for which it stands above the target, or the target is not among the results. */
        ahead: number;
        /** 0-100: clicks of its places, as a share of those of every first place. */
        visibility: number;
        examples: {
          keyword: string;
          position: number;
          own_position: number | null;
        }[];
      }[]
    | null;
  /** Keywords whose result pages serp_competitors goes by. */
  seed_keywords: string[] | null;
  /** null without include_competitor_discovery, and where nobody knows any. */
  discovered_competitors:
    | {
        domain: string;
        intersections: number;
        average_position: number | null;
        ahead: number | null;
        behind: number | null;
        traffic: number | null;
        /** Keywords it ranks for and you do not; null where that was not asked. */
        gaps: number | null;
      }[]
    | null;
  notes: string[];
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
  /** The page as Markdown; its links count as buttons. */
  markdown?: string;
  /** What the page is for; calls to action are judged by it. */
  conversion_goal?:
    | 'signup'
    | 'trial'
    | 'demo'
    | 'purchase'
    | 'contact_sales'
    | 'subscribe'
    | 'download'
    | 'learn_more';
  /** Decides which proof and answers to expect; auto detects the type from URL and title. */
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
  /** What visitors searched for; the title, main heading and opening are checked for it. */
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
  /** What the page offers; it decides which proof and which answers are asked for. */
  offer: {
    /** none: the page informs, lists or discusses, and is not judged as a sales page. */
    kind: 'goods' | 'software' | 'booking' | 'service' | 'donation' | 'none';
    for_business: boolean;
  };
  conversion_goal: {
    value: 'signup' | 'trial' | 'demo' | 'purchase' | 'contact_sales' | 'subscribe' | 'download' | 'learn_more' | null;
    source: 'given' | 'detected' | 'unknown';
  };
  language: string | null;
  /** Null when the page has no text to judge, or when it neither offers anything nor has a known type. */
  conversion_score: number | null;
  /** What the score is of. */
  score_of: string;
  /** start is 100, and each section takes points away; they add up to the score. */
  score_components: Record<string, number>;
  /** Share of the weight of all sections that could be judged, 0-1. */
  score_coverage: number;
  priority: 'low' | 'medium' | 'high' | null;
  sections: {
    value_proposition: {
      /** Null when nothing in it could be judged. */
      score: number | null;
      /** The element that the section is mainly about, as a quote. */
      element: string | null;
      findings: {
        id: string;
        status: 'pass' | 'warn' | 'fail' | 'not_applicable';
        message: string;
        /** Words or start tag on the page that the finding is about. */
        quote: string | null;
        line: number | null;
        fix: string | null;
      }[];
    };
    cta: {
      /** Null when nothing in it could be judged. */
      score: number | null;
      /** The element that the section is mainly about, as a quote. */
      element: string | null;
      findings: {
        id: string;
        status: 'pass' | 'warn' | 'fail' | 'not_applicable';
        message: string;
        /** Words or start tag on the page that the finding is about. */
        quote: string | null;
        line: number | null;
        fix: string | null;
      }[];
    };
    proof: {
      /** Null when nothing in it could be judged. */
      score: number | null;
      /** The element that the section is mainly about, as a quote. */
      element: string | null;
      findings: {
        id: string;
        status: 'pass' | 'warn' | 'fail' | 'not_applicable';
        message: string;
        /** Words or start tag on the page that the finding is about. */
        quote: string | null;
        line: number | null;
        fix: string | null;
      }[];
    };
    objection_handling: {
      /** Null when nothing in it could be judged. */
      score: number | null;
      /** The element that the section is mainly about, as a quote. */
      element: string | null;
      findings: {
        id: string;
        status: 'pass' | 'warn' | 'fail' | 'not_applicable';
        message: string;
        /** Words or start tag on the page that the finding is about. */
        quote: string | null;
        line: number | null;
        fix: string | null;
      }[];
    };
    friction: {
      /** Null when nothing in it could be judged. */
      score: number | null;
      /** The element that the section is mainly about, as a quote. */
      element: string | null;
      findings: {
        id: string;
        status: 'pass' | 'warn' | 'fail' | 'not_applicable';
        message: string;
        /** Words or start tag on the page that the finding is about. */
        quote: string | null;
        line: number | null;
        fix: string | null;
      }[];
    };
    clarity: {
      /** Null when nothing in it could be judged. */
      score: number | null;
      /** The element that the section is mainly about, as a quote. */
      element: string | null;
      findings: {
        id: string;
        status: 'pass' | 'warn' | 'fail' | 'not_applicable';
        message: string;
        /** Words or start tag on the page that the finding is about. */
        quote: string | null;
        line: number | null;
        fix: string | null;
      }[];
    };
    intent_match: {
      /** Null when nothing in it could be judged. */
      score: number | null;
      /** The element that the section is mainly about, as a quote. */
      element: string | null;
      findings: {
        id: string;
        status: 'pass' | 'warn' | 'fail' | 'not_applicable';
        message: string;
        /** Words or start tag on the page that the finding is about. */
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
    /** Estimated from the content before it, since nothing is rendered; null when that is inconclusive. */
    above_fold: boolean | null;
    /** Words of content before it. */
    words_before: number;
    /** Null without a conversion_goal, and when the text does not say what it does. */
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

/** Compare the keywords of pages: `POST /pages/intersection`. */
export type PagesIntersectionRequest = {
  /** Absolute URLs, or patterns with * for any characters of the path: https://example.com/blog/* is every page below /blog/. Your own page first; duplicates count once. */
  pages: string[];
  /** Keywords for which one of these ranks are left out: put your own pages here to see what they are missing. */
  exclude_pages?: string[];
  /** Place name of the location to search from. Without one, figures from your own Search Console data cover all countries. */
  location?: string;
  /** Google location code; takes precedence over location. */
  location_code?: number;
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
  /** Types of results that count as ranking. */
  item_types?: ('organic' | 'paid' | 'featured_snippet' | 'local_pack')[];
  /** Maximum rows to return. */
  limit?: number;
  /** union: keywords for which at least one page ranks. intersect: all pages rank. */
  intersection_mode?: 'union' | 'intersect';
  /** Adds when each result page was checked and which features it showed. */
  include_serp_info?: boolean;
  /** Adds clickstream volumes from a provider that has them. Doubles the price if it answers. */
  include_clickstream_data?: boolean;
  /** Leave out keywords with fewer searches a month. From 1 on this also leaves out unknown volumes, unless the site was seen as often. */
  min_search_volume?: number;
  /** Worst rank of the first page. Keywords for which it does not rank stay in a union. */
  max_rank?: number;
  /** Highest first; rank: best rank of the first page first. Unknown last, ties by keyword. */
  sort_by?: 'opportunity' | 'search_volume' | 'traffic_gap' | 'rank' | 'cpc';
};

export type PagesIntersectionAnswer = {
  success: true;
  pages: {
    /** As you sent it. */
    page: string;
    /** Where its redirects and canonical lead, as far as they were crawled. */
    compared_as: string;
    /** What led there, in order. */
    via: ('redirect' | 'canonical')[];
    is_pattern: boolean;
    /** Of the last crawl; null if it was never crawled. */
    status_code: number | null;
    title: string | null;
    /** false: the source has no keywords for it. */
    is_known: boolean;
  }[];
  exclude_pages: {
    /** As you sent it. */
    page: string;
    /** Where its redirects and canonical lead, as far as they were crawled. */
    compared_as: string;
    /** What led there, in order. */
    via: ('redirect' | 'canonical')[];
    is_pattern: boolean;
    /** Of the last crawl; null if it was never crawled. */
    status_code: number | null;
    title: string | null;
  }[];
  /** Pages that lead to the same page as an earlier one and are compared once. */
  folded: {
    page: string;
    same_as: string;
  }[];
  intersection_mode: 'union' | 'intersect';
  item_types: ('organic' | 'paid' | 'featured_snippet' | 'local_pack')[];
  /** All pages belong to one site, so they compete with each other for shared keywords. */
  is_one_site: boolean;
  /** console: counted by the search engine for your own site. serps: positions on stored result pages, a sample. provider: a vendor’s positions and estimates. null without data. */
  basis: 'console' | 'serps' | 'provider' | null;
  /** no_match: the target is known, but no row matches. own_site_without_data: your site had no impressions in the window. not_covered: your console data knows the site, but not what was asked. unknown_target: no source knows it, which does not mean that it ranks for nothing. */
  state: 'answered' | 'no_match' | 'own_site_without_data' | 'not_covered' | 'unknown_target';
  /** sample: only keywords whose result page is stored; never a total. */
  coverage: 'full' | 'partial' | 'sample' | 'none';
  /** Days that the figures cover and those they are compared with; only for basis console. */
  window: {
    from: string;
    to: string;
    days: number;
    previous_from: string | null;
    previous_to: string | null;
    missing_days: number;
    /** true: the engine or the export told its first rows only. */
    is_cut: boolean;
    property: string;
    engine: 'google' | 'bing';
  } | null;
  /** Stored result pages that were looked through; only for basis serps. */
  serps_considered: number | null;
  /** null: all countries, as Search Console counts where you name no place. */
  location: {
    code: number;
    name: string;
  } | null;
  /** null: all languages, as Search Console does not tell them apart. */
  language: string | null;
  items: {
    keyword: string;
    /** ISO 639-1; empty if neither the words nor the request reveal it. */
    language: string;
    /** Searches a month on Google; 0 only if a source says 0. */
    search_volume: number | null;
    volume_low: number | null;
    volume_high: number | null;
    /** exact: counted in Search Console. bucket: rounded by Google Ads. range, lower_bound: only bounds are known. modelled: an estimate. */
    volume_basis: 'exact' | 'bucket' | 'range' | 'lower_bound' | 'modelled' | null;
    volume_source: string | null;
    /** The month, or the first and last month of the average. */
    volume_period: string | null;
    /** What advertisers pay for a click. */
    cpc: number | null;
    /** ISO 4217 of cpc. */
    currency: string | null;
    /** Among advertisers, 0-1. It says nothing about SEO. */
    competition: number | null;
    /** 0-100 on the scale of difficulty_source. */
    keyword_difficulty: number | null;
    /** Whose scale it is. Figures on different scales are not comparable. */
    difficulty_source: string | null;
    intent: 'informational' | 'commercial' | 'transactional' | 'local' | 'navigational' | null;
    intent_confidence: number;
    /** result_page: judged from the stored result page. words: judged from the keyword. Otherwise the source that reported it. */
    intent_source: string | null;
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
      | 'news'
      | 'glossary'
      | 'faq'
      | 'docs'
      | 'tool_page'
      | 'forum_thread'
      | 'case_study'
      | 'login'
      | 'support'
      | 'about'
      | 'contact'
      | 'careers'
      | 'legal'
      | null;
    /** Whether it contains the brand or domain of one of the sites; null where that is not known. */
    is_brand: boolean | null;
    /** In the order of pages. */
    pages: {
      /** As you sent it. */
      page: string;
      /** null: not among the results that were read. */
      rank: number | null;
      /** The page that ranks: one of those that a pattern stands for. */
      url: string | null;
      type:
        | 'organic'
        | 'paid'
        | 'featured_snippet'
        | 'answer_box'
        | 'ai_overview'
        | 'people_also_ask'
        | 'related_searches'
        | 'local_pack'
        | 'map'
        | 'knowledge_graph'
        | 'top_stories'
        | 'video'
        | 'short_videos'
        | 'images'
        | 'shopping'
        | 'popular_products'
        | 'discussions_and_forums'
        | 'perspectives'
        | 'twitter'
        | 'jobs'
        | 'hotels_pack'
        | 'google_flights'
        | 'recipes'
        | 'local_services'
        | 'third_party_reviews'
        | 'commercial_units'
        | 'events'
        | 'other'
        | null;
      /** Estimated clicks a month; null where clicks are measured, or unknown. */
      estimated_traffic: number | null;
      /** Counted in the window, for pages of your own site. */
      clicks: number | null;
      impressions: number | null;
    }[];
    /** Those of pages that do not rank for it. */
    missing_in: string[];
    first_page_rank: number | null;
    /** max_rank applies to the first page only. null: the first page does not rank, so that there is nothing to apply it to. */
    first_page_within_max_rank: boolean | null;
    best_page: string | null;
    /** Worst minus best rank of the pages that rank; null unless two do. */
    rank_spread: number | null;
    /** Clicks a month that the best of the other pages gets beyond the first; with exclude_pages, that the best page gets. */
    traffic_gap: number | null;
    /** Bounds and source of traffic_gap. */
    traffic_gap_evidence: {
      clicks_per_month: number;
      /** null where the figures are counted or a provider’s, which come without bounds. */
      low: number | null;
      high: number | null;
      /** measured, provider, or the name of the click curve that the gap is read from. */
      source: string;
    } | null;
    /** null where the source doesn’t report them. */
    serp_features:
      | (
          | 'organic'
          | 'paid'
          | 'featured_snippet'
          | 'answer_box'
          | 'ai_overview'
          | 'people_also_ask'
          | 'related_searches'
          | 'local_pack'
          | 'map'
          | 'knowledge_graph'
          | 'top_stories'
          | 'video'
          | 'short_videos'
          | 'images'
          | 'shopping'
          | 'popular_products'
          | 'discussions_and_forums'
          | 'perspectives'
          | 'twitter'
          | 'jobs'
          | 'hotels_pack'
          | 'google_flights'
          | 'recipes'
          | 'local_services'
          | 'third_party_reviews'
          | 'commercial_units'
          | 'events'
          | 'other'
        )[]
      | null;
    /** Only with include_serp_info. */
    serp_info: {
      checked_at: string | null;
      /** null where no source can see it. */
      ai_overview: boolean | null;
      featured_snippet: boolean | null;
      local_pack: boolean | null;
      paid: boolean | null;
    } | null;
    opportunity_score: number | null;
    score_components: {
      volume: number | null;
      /** 100 minus the difficulty. */
      ease: number | null;
      intent: number | null;
      /** Clicks that position 3 would add to those of your own position. */
      ranking_gain: number | null;
    };
    /** Share of the score, by weight, that is known. */
    score_coverage: number;
    /** null if less than half of the score, by weight, is known. */
    priority: 'low' | 'medium' | 'high' | null;
    reason: string;
  }[];
  /** All keywords that match, beyond limit; null where the source cannot know. */
  total_count: number | null;
  limit: number;
  offset: number;
  filtered_out: {
    below_min_search_volume: number;
    unknown_search_volume: number;
    /** Keywords of those read for which the first page ranks below max_rank. */
    beyond_max_rank: number;
  } | null;
  /** Counted over every row that was read, not just those shown; null without data. */
  counts: {
    ranking_in_all: number;
    ranking_in_some: number;
    first_page_missing: number;
  } | null;
  /** Whether a source with clickstream volumes was asked; the price doubles only then. */
  clickstream_volumes: boolean;
  /** Your own click rates, by which gaps are estimated; null: the published curve. */
  click_curve: string | null;
  units: Record<string, string>;
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Delete a project: `DELETE /projects/{id}`. */
export type ProjectsDeleteRequest = {
  /** The id that calls send in x-project-id. */
  id: string;
};

export type ProjectsDeleteAnswer = {
  success: true;
  deleted: true;
  id: string;
  meta: Meta;
};

/** Get a project: `GET /projects/{id}`. */
export type ProjectsGetRequest = {
  /** The id that calls send in x-project-id. */
  id: string;
};

export type ProjectsGetAnswer = {
  success: true;
  project: Project;
  meta: Meta;
};

/** List projects: `GET /projects`. */
export type ProjectsListRequest = {};

export type ProjectsListAnswer = {
  success: true;
  projects: Project[];
  meta: Meta;
};

/** Create or change a project: `PATCH /projects/{id}`. */
export type ProjectsSetRequest = {
  /** The id that calls send in x-project-id. */
  id: string;
  /** Display name; the id by default. */
  name?: string;
  /** Your brand; null removes it. */
  brand?: {
    /** The brand as it is usually written. */
    name: string;
    /** Other spellings and product names that count as the brand, such as abbreviations. */
    aliases?: string[];
    /** Domains of the brand, with their subdomains. */
    domains?: string[];
  } | null;
  /** Credits per month; null: no limit. */
  budget_credits?: number | null;
  /** Share of the budget at which project.budget_warning is sent. */
  warning_share?: number;
  /** Whether calls that would exceed the budget are refused. */
  is_hard?: boolean;
};

export type ProjectsSetAnswer = {
  success: true;
  project: Project;
  meta: Meta;
};

/** Get a rank history: `GET /rank/track`. */
export type RankHistoryRequest = {
  /** The search. */
  keyword: string;
  /** The page to track as an absolute URL, or a domain or subdomain: then any of its pages counts. */
  url: string;
  /** Search engine of the series. */
  engine?: string;
  /** Google location code of the series; 0 for checks without a place. */
  location_code?: number;
  /** Language of the searches: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
  /** Device of the series; none for checks without a device. */
  device?: 'desktop' | 'mobile' | 'none';
};

export type RankHistoryAnswer = {
  success: true;
  keyword: string;
  url: string;
  /** none: no check of this search, or of this series, is stored. */
  coverage: 'full' | 'none';
  engine: string | null;
  location: string | null;
  /** null: from the source’s own location. */
  location_code: number | null;
  language: string | null;
  /** null: the source’s own default. */
  device: 'desktop' | 'mobile' | null;
  /** Checks in history. */
  checks: number | null;
  /** Of those, too shallow to tell. */
  shallow_checks: number | null;
  /** Position in the newest check that can tell; null: not found. */
  current: number | null;
  current_checked_at: string | null;
  best: number | null;
  best_checked_at: string | null;
  worst: number | null;
  worst_checked_at: string | null;
  /** Over the checks that found it; see found_share. */
  average: number | null;
  /** Share of checks that found it, with its 95% interval. */
  found_share: {
    value: number;
    n: number;
    low: number;
    high: number;
  } | null;
  /** Mean of 1/position, 0 where it was not found. */
  mrr: number | null;
  /** Results that most checks ask for. */
  usual_depth: number | null;
  noise: {
    /** Standard deviation of the difference between two checks, in positions. */
    sigma: number;
    /** Pairs of checks within 36 hours that it was measured from. */
    pairs: number;
    /** default: under 8 pairs, so the usual noise at this level. */
    basis: 'measured' | 'default';
  } | null;
  /** Between the two newest checks. */
  change: {
    /** null: not among the results checked. */
    from: number | null;
    to: number | null;
    from_checked_at: string;
    to_checked_at: string;
    /** unknown: one of the checks was too shallow to tell. */
    kind: 'same' | 'moved' | 'lost' | 'new' | 'unknown';
    /** The two checks differ by no more than twice the noise. */
    within_noise: boolean;
    /** The last three checks confirm it against the three before. */
    significant: boolean;
    noise: {
      /** Standard deviation of the difference between two checks, in positions. */
      sigma: number;
      /** Pairs of checks within 36 hours that it was measured from. */
      pairs: number;
      /** default: under 8 pairs, so the usual noise at this level. */
      basis: 'measured' | 'default';
    };
    words: string;
  } | null;
  /** Over the last 90 days; never improving or declining inside the noise. */
  trend: 'improving' | 'declining' | 'stable' | 'volatile' | 'insufficient_data';
  trend_detail: {
    /** Positions a day (Theil–Sen); above 0 is worse. */
    slope_per_day: number | null;
    /** Mann–Kendall. */
    p_value: number | null;
    points: number;
    days: number;
  } | null;
  /** Oldest first. */
  significant_changes: {
    /** First check after the change. */
    at: string;
    /** Last check before it. */
    after: string;
    /** Median of up to three checks before; null: beyond the results checked. */
    from: number | null;
    /** Median of the three checks since. */
    to: number | null;
    direction: 'up' | 'down';
    /** beyond_noise: the medians differ by more than 2 sigma. persisted: each of three checks differs by more than 1 sigma. */
    shown_by: 'beyond_noise' | 'persisted';
    sigma: number;
  }[];
  /** Days from the first to the newest check, both included, in UTC. */
  days_tracked: number | null;
  /** Days with at least one check. */
  days_checked: number | null;
  /** Your checks that failed: nothing is known of these times. */
  gaps:
    | {
        failed_at: string;
        reason: string;
        /** Source that failed last; null if none was asked. */
        source: string | null;
      }[]
    | null;
  source_changes: {
    checked_at: string;
    from: string;
    to: string;
  }[];
  /** Oldest first; at most the newest 1,000 checks. */
  history: {
    checked_at: string;
    /** null: not among the first depth_checked organic results. */
    position: number | null;
    rank_absolute: number | null;
    page: number | null;
    matched_url: string | null;
    /** exact: the tracked page, or any page of a tracked domain. same_path: the same page on another host (www, m, amp) or with idle parameters. same_domain: another page of the site; the tracked page itself does not rank. */
    match_type: 'exact' | 'same_path' | 'same_domain' | null;
    /** Features on the page. */
    features: {
      type: string;
      /** Whether it shows your site; null if unknown. */
      owned: boolean | null;
    }[];
    ai_overview: {
      status: 'present' | 'absent' | 'async_not_loaded' | 'unavailable';
      /** Whether your site is among the references; null if they were not seen. */
      cited: boolean | null;
    };
    engine: string;
    location: string | null;
    /** null: from the source’s own location. */
    location_code: number | null;
    language: string;
    /** null: the source’s own default. */
    device: 'desktop' | 'mobile' | null;
    depth_asked: number;
    depth_checked: number;
    /** Why reading the results ended. */
    ended: 'depth_reached' | 'no_more_results' | 'stopped_on_match' | 'incomplete';
    top_px: number | null;
    screens_down: number | null;
    source: string;
    /** The check before came from another source. */
    is_source_changed: boolean;
    /** false: not found, but the check read fewer results than usual; it counts in no figure. */
    is_conclusive: boolean;
  }[];
  /** Every series of this search. Figures of two of them are never mixed. */
  series: {
    engine: string;
    location: string | null;
    /** null: from the source’s own location. */
    location_code: number | null;
    language: string;
    /** null: the source’s own default. */
    device: 'desktop' | 'mobile' | null;
    checks: number;
    first_checked_at: string;
    last_checked_at: string;
    /** Whether it is the series of this answer. */
    is_shown: boolean;
  }[];
  notes: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Get an overview of tracked keywords: `GET /rank/overview`. */
export type RankOverviewRequest = {
  /** Only these tracked keywords (`rkt_…`), separated by commas; also paused ones. */
  ids?: string[];
  /** Only tracked keywords with this tag. */
  tag?: string;
  /** Length of the period that movers are looked for in. */
  days?: number;
  /** Maximum rows to return. */
  limit?: number;
  /** Rows to skip, for paging. */
  offset?: number;
};

export type RankOverviewAnswer = {
  success: true;
  tag: string | null;
  /** Length of the period. */
  days: number;
  /** Tracked keywords that are not paused, or those named by ids. */
  keywords: number;
  /** Those with a check in the last 120 days. */
  checked: number;
  /** null where no keyword was checked. */
  visibility: {
    /** 0-100: estimated clicks as a share of those at position 1 for every keyword. */
    value: number;
    /** Keywords it is computed from. */
    keywords: number;
    /** Chained index at the start of the period: compare it with value, whichever keywords were added since. */
    before: number | null;
    /** Keywords that had been checked by then. */
    keywords_before: number;
    /** volume: keywords count by their search volume, and by 1 where it is unknown. equal: the volumes of fewer than half are known. */
    weights: 'volume' | 'equal';
    /** Share of the keywords whose search volume is known, 0-1. */
    volume_known_share: number | null;
    /** Chained index by day, oldest first. Earlier values are rescaled where keywords were added, so that the addition is no step; they may exceed 100. Keywords you removed are left out throughout. */
    history: {
      date: string;
      /** null: nothing was known, or the day cannot be linked to today. */
      value: number | null;
      /** Keywords that had been checked by then. */
      keywords: number;
    }[];
  } | null;
  /** null where no keyword was checked. */
  share_of_voice: {
    /** 0-100: your part of the estimated clicks on all organic results; weighed as visibility is. */
    value: number | null;
    /** Result pages it is computed from. */
    searches: number;
    /** Result pages left out because the source stopped at your result: what ranks below it is unknown. */
    searches_stopped: number;
  } | null;
  /** Over the keywords that were checked. */
  counts: {
    top3: number;
    top10: number;
    top20: number;
    /** Not among the results checked. */
    not_found: number;
  };
  /** Over the keywords that were found; found_share says how many these are. */
  average_position: number | null;
  /** With its 95% interval. */
  found_share: {
    value: number;
    n: number;
    low: number;
    high: number;
  } | null;
  /** Significant changes of the period, the largest in estimated clicks first; at most ten each. */
  movers: {
    down: {
      id: string;
      keyword: string;
      url: string;
      tags: string[];
      engine: string | null;
      location: string | null;
      /** null: from the source’s own location. */
      location_code: number | null;
      language: string;
      /** null: the source’s own default. */
      device: 'desktop' | 'mobile' | null;
      /** null: not among the results checked, or never checked. */
      position: number | null;
      /** null: never checked in the last 120 days. */
      checked_at: string | null;
      /** At the start of the period. */
      position_before: number | null;
      checked_before_at: string | null;
      best_position: number | null;
      depth_checked: number | null;
      matched_url: string | null;
      /** exact: the tracked page, or any page of a tracked domain. same_path: the same page on another host (www, m, amp) or with idle parameters. same_domain: another page of the site; the tracked page itself does not rank. */
      match_type: 'exact' | 'same_path' | 'same_domain' | null;
      /** A change within the period that three checks confirm; null: nothing beyond noise. */
      significant_change: {
        /** First check after the change. */
        at: string;
        /** Last check before it. */
        after: string;
        /** Median of up to three checks before; null: beyond the results checked. */
        from: number | null;
        /** Median of the three checks since. */
        to: number | null;
        direction: 'up' | 'down';
        /** beyond_noise: the medians differ by more than 2 sigma. persisted: each of three checks differs by more than 1 sigma. */
        shown_by: 'beyond_noise' | 'persisted';
        sigma: number;
      } | null;
      /** Its newest check is more than twice as old as its checks are usually apart. */
      is_stale: boolean;
    }[];
    up: {
      id: string;
      keyword: string;
      url: string;
      tags: string[];
      engine: string | null;
      location: string | null;
      /** null: from the source’s own location. */
      location_code: number | null;
      language: string;
      /** null: the source’s own default. */
      device: 'desktop' | 'mobile' | null;
      /** null: not among the results checked, or never checked. */
      position: number | null;
      /** null: never checked in the last 120 days. */
      checked_at: string | null;
      /** At the start of the period. */
      position_before: number | null;
      checked_before_at: string | null;
      best_position: number | null;
      depth_checked: number | null;
      matched_url: string | null;
      /** exact: the tracked page, or any page of a tracked domain. same_path: the same page on another host (www, m, amp) or with idle parameters. same_domain: another page of the site; the tracked page itself does not rank. */
      match_type: 'exact' | 'same_path' | 'same_domain' | null;
      /** A change within the period that three checks confirm; null: nothing beyond noise. */
      significant_change: {
        /** First check after the change. */
        at: string;
        /** Last check before it. */
        after: string;
        /** Median of up to three checks before; null: beyond the results checked. */
        from: number | null;
        /** Median of the three checks since. */
        to: number | null;
        direction: 'up' | 'down';
        /** beyond_noise: the medians differ by more than 2 sigma. persisted: each of three checks differs by more than 1 sigma. */
        shown_by: 'beyond_noise' | 'persisted';
        sigma: number;
      } | null;
      /** Its newest check is more than twice as old as its checks are usually apart. */
      is_stale: boolean;
    }[];
    down_count: number;
    up_count: number;
  };
  /** Keywords whose checks have stopped. */
  stale: number;
  by_tag: {
    tag: string;
    keywords: number;
    checked: number;
    visibility: number | null;
    top3: number;
    top10: number;
    top20: number;
    /** Not among the results checked. */
    not_found: number;
  }[];
  /** In the order they were added. */
  items: {
    id: string;
    keyword: string;
    url: string;
    tags: string[];
    engine: string | null;
    location: string | null;
    /** null: from the source’s own location. */
    location_code: number | null;
    language: string;
    /** null: the source’s own default. */
    device: 'desktop' | 'mobile' | null;
    /** null: not among the results checked, or never checked. */
    position: number | null;
    /** null: never checked in the last 120 days. */
    checked_at: string | null;
    /** At the start of the period. */
    position_before: number | null;
    checked_before_at: string | null;
    best_position: number | null;
    depth_checked: number | null;
    matched_url: string | null;
    /** exact: the tracked page, or any page of a tracked domain. same_path: the same page on another host (www, m, amp) or with idle parameters. same_domain: another page of the site; the tracked page itself does not rank. */
    match_type: 'exact' | 'same_path' | 'same_domain' | null;
    /** A change within the period that three checks confirm; null: nothing beyond noise. */
    significant_change: {
      /** First check after the change. */
      at: string;
      /** Last check before it. */
      after: string;
      /** Median of up to three checks before; null: beyond the results checked. */
      from: number | null;
      /** Median of the three checks since. */
      to: number | null;
      direction: 'up' | 'down';
      /** beyond_noise: the medians differ by more than 2 sigma. persisted: each of three checks differs by more than 1 sigma. */
      shown_by: 'beyond_noise' | 'persisted';
      sigma: number;
    } | null;
    /** Its newest check is more than twice as old as its checks are usually apart. */
    is_stale: boolean;
  }[];
  total_count: number;
  limit: number;
  offset: number;
  /** Click curve that visibility is read from. */
  curve: string;
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Track keywords: `POST /rank/targets`. */
export type RankTargetsAddRequest = {
  /** Name of the place to search from. */
  location?: string;
  /** Google location code; takes precedence over location. */
  location_code?: number;
  /** Language of the searches: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
  /** Device to search from. */
  device?: 'desktop' | 'mobile';
  /** Search engine, such as google or bing. */
  engine?: string;
  /** How many organic results a check reads. */
  depth?: number;
  /** Keywords to track. What a keyword does not say is taken from the fields beside this list. */
  targets?: {
    /** Name of the place to search from. */
    location?: string;
    /** Google location code; takes precedence over location. */
    location_code?: number;
    /** Language of the searches: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
    language?: string;
    /** Device to search from. */
    device?: 'desktop' | 'mobile';
    /** Search engine, such as google or bing. */
    engine?: string;
    /** How many organic results a check reads. */
    depth?: number;
    keyword: string;
    /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */
    url?: string;
    /** Sets that it belongs to. */
    tags?: string[];
  }[];
  /** The same as CSV with the columns keyword, url, tags (separated by |), location, language, device and engine, or one keyword a line. At most 1,000 keywords. */
  csv?: string;
  /** Domain or page to track for keywords that do not name one. */
  url?: string;
  /** Tags for all of them. */
  tags?: string[];
  /** Project that they belong to. */
  project_id?: string;
};

export type RankTargetsAddAnswer = {
  success: true;
  /** How many were not tracked before. */
  created: number;
  /** All of them, in the order given, without repeats. */
  targets: RankTarget[];
  meta: Meta;
};

/** Check tracked keywords: `POST /rank/targets/check`. */
export type RankTargetsCheckRequest = {
  /** Only tracked keywords with this tag; all of them by default. */
  tag?: string;
  /** Most searches that the check may make. Credits are reserved for that many, and charged for those that answered. */
  max_searches?: number;
};

export type RankTargetsCheckAnswer = {
  success: true;
  /** The set that was checked; null for all tracked keywords. */
  tag: string | null;
  /** Tracked keywords that are not paused. */
  keywords: number;
  /** Result pages looked up for them: one page serves every URL tracked on its search. */
  searches: number;
  searches_checked: number;
  /** These leave no point in any history and are not charged. */
  searches_failed: number;
  /** Tracked keywords whose search was checked, in the order they were added. */
  items: {
    /** Of the tracked keyword. */
    id: string;
    keyword: string;
    url: string;
    tags: string[];
    engine: string;
    location: string | null;
    /** null: from the source’s own location. */
    location_code: number | null;
    language: string;
    /** null: the source’s own default. */
    device: 'desktop' | 'mobile' | null;
    checked_at: string;
    /** null: not among the results checked. */
    position: number | null;
    previous_position: number | null;
    matched_url: string | null;
    /** exact: the tracked page, or any page of a tracked domain. same_path: the same page on another host (www, m, amp) or with idle parameters. same_domain: another page of the site; the tracked page itself does not rank. */
    match_type: 'exact' | 'same_path' | 'same_domain' | null;
    depth_checked: number;
    /** Against the check before; null for the first. */
    change: {
      /** null: not among the results checked. */
      from: number | null;
      to: number | null;
      from_checked_at: string;
      to_checked_at: string;
      /** unknown: one of the checks was too shallow to tell. */
      kind: 'same' | 'moved' | 'lost' | 'new' | 'unknown';
      /** The two checks differ by no more than twice the noise. */
      within_noise: boolean;
      /** The last three checks confirm it against the three before. */
      significant: boolean;
      noise: {
        /** Standard deviation of the difference between two checks, in positions. */
        sigma: number;
        /** Pairs of checks within 36 hours that it was measured from. */
        pairs: number;
        /** default: under 8 pairs, so the usual noise at this level. */
        basis: 'measured' | 'default';
      };
      words: string;
    } | null;
    /** What the last three checks confirm. */
    significant_change: {
      /** First check after the change. */
      at: string;
      /** Last check before it. */
      after: string;
      /** Median of up to three checks before; null: beyond the results checked. */
      from: number | null;
      /** Median of the three checks since. */
      to: number | null;
      direction: 'up' | 'down';
      /** beyond_noise: the medians differ by more than 2 sigma. persisted: each of three checks differs by more than 1 sigma. */
      shown_by: 'beyond_noise' | 'persisted';
      sigma: number;
    } | null;
    /** The significant change shows for the first time in this check. */
    is_news: boolean;
  }[];
  failures: {
    keyword: string;
    engine: string | null;
    location: string | null;
    /** null: from the source’s own location. */
    location_code: number | null;
    language: string;
    /** null: the source’s own default. */
    device: 'desktop' | 'mobile' | null;
    reason: string;
    /** Failed checks in a row, this one included. */
    failed_checks: number;
  }[];
  counts: {
    /** Keywords that rose beyond the noise, shown for the first time in this check. */
    rose: number;
    fell: number;
    top3: number;
    top10: number;
    top20: number;
    not_found: number;
  };
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Stop tracking keywords: `DELETE /rank/targets`. */
export type RankTargetsDeleteRequest = {
  /** Ids of tracked keywords (`rkt_…`). */
  ids?: string[];
  /** All keywords with this tag. */
  tag?: string;
  /** Only those of this project. */
  project_id?: string;
};

export type RankTargetsDeleteAnswer = {
  success: true;
  /** How many keywords were found and deleted. */
  deleted: number;
  meta: Meta;
};

/** List tracked keywords: `GET /rank/targets`. */
export type RankTargetsListRequest = {
  /** Only these tracked keywords (`rkt_…`), separated by commas. */
  ids?: string[];
  /** Only those with this tag. */
  tag?: string;
  /** Only those whose keyword or URL contains this text, in any case. */
  text?: string;
  /** Only those that are checked, or paused. */
  state?: 'active' | 'paused' | 'all';
  /** Only those of this project. */
  project_id?: string;
  /** Maximum number of keywords to return. */
  limit?: number;
  /** Number of keywords to skip, for the next page. */
  offset?: number;
};

export type RankTargetsListAnswer = {
  success: true;
  targets: RankTarget[];
  total_count: number;
  meta: Meta;
};

/** Change tracked keywords: `PATCH /rank/targets`. */
export type RankTargetsUpdateRequest = {
  /** Ids of tracked keywords (`rkt_…`). */
  ids?: string[];
  /** All keywords with this tag. */
  tag?: string;
  /** Only those of this project. */
  project_id?: string;
  /** true pauses their checks, false resumes them. */
  is_paused?: boolean;
  /** Tags to add. */
  add_tags?: string[];
  /** Tags to remove. */
  remove_tags?: string[];
  /** How many organic results a check reads. */
  depth?: number;
};

export type RankTargetsUpdateAnswer = {
  success: true;
  /** How many keywords were found and changed. */
  changed: number;
  meta: Meta;
};

/** Track a rank: `POST /rank/track`. */
export type RankTrackRequest = {
  /** The search. */
  keyword: string;
  /** The page to track as an absolute URL, or a domain or subdomain: then any of its pages counts. */
  url: string;
  /** Name of the place to search from; without one, the source searches from its own location. */
  location?: string;
  /** Google location code; takes precedence over location. */
  location_code?: number;
  /** Device to search from; without one, the source takes its own default. */
  device?: 'desktop' | 'mobile';
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
  /** Organic results to read at most. */
  depth?: number;
  /** Search engine, such as google or bing. Default: the engine of the checks of this search so far, else the first that is connected. */
  engine?: string;
  /** Stop reading at the first result of your site. Cheaper where each page costs, but what stands below it is not seen. */
  stop_on_match?: boolean;
};

export type RankTrackAnswer = {
  success: true;
  keyword: string;
  /** What is tracked. */
  url: string;
  engine: string;
  location: string | null;
  /** null: from the source’s own location. */
  location_code: number | null;
  language: string;
  /** null: the source’s own default. */
  device: 'desktop' | 'mobile' | null;
  source: string;
  checked_at: string;
  /** Among the organic results; null: not among the first depth_checked. */
  position: number | null;
  /** Place among everything on the page. */
  rank_absolute: number | null;
  page: number | null;
  matched_url: string | null;
  /** exact: the tracked page, or any page of a tracked domain. same_path: the same page on another host (www, m, amp) or with idle parameters. same_domain: another page of the site; the tracked page itself does not rank. */
  match_type: 'exact' | 'same_path' | 'same_domain' | null;
  /** Other results of your site. */
  also_ranking: {
    url: string;
    position: number;
    match_type: 'exact' | 'same_path' | 'same_domain';
  }[];
  depth_asked: number;
  /** Organic results read. */
  depth_checked: number;
  pages_fetched: number;
  /** Why reading the results ended. */
  ended: 'depth_reached' | 'no_more_results' | 'stopped_on_match' | 'incomplete';
  /** Distance from the top of the page in CSS pixels; null if not measured. */
  top_px: number | null;
  screens_down: number | null;
  /** Of the check at previous_checked_at; null there: not found. */
  previous_position: number | null;
  /** null for the first check of the series. */
  previous_checked_at: string | null;
  best_position: number | null;
  best_checked_at: string | null;
  /** Since the previous check; null for the first. */
  change: {
    /** null: not among the results checked. */
    from: number | null;
    to: number | null;
    from_checked_at: string;
    to_checked_at: string;
    /** unknown: one of the checks was too shallow to tell. */
    kind: 'same' | 'moved' | 'lost' | 'new' | 'unknown';
    /** The two checks differ by no more than twice the noise. */
    within_noise: boolean;
    /** The last three checks confirm it against the three before. */
    significant: boolean;
    noise: {
      /** Standard deviation of the difference between two checks, in positions. */
      sigma: number;
      /** Pairs of checks within 36 hours that it was measured from. */
      pairs: number;
      /** default: under 8 pairs, so the usual noise at this level. */
      basis: 'measured' | 'default';
    };
    words: string;
  } | null;
  /** What the last three checks confirm; null if only noise. */
  significant_change: {
    /** First check after the change. */
    at: string;
    /** Last check before it. */
    after: string;
    /** Median of up to three checks before; null: beyond the results checked. */
    from: number | null;
    /** Median of the three checks since. */
    to: number | null;
    direction: 'up' | 'down';
    /** beyond_noise: the medians differ by more than 2 sigma. persisted: each of three checks differs by more than 1 sigma. */
    shown_by: 'beyond_noise' | 'persisted';
    sigma: number;
  } | null;
  noise: {
    /** Standard deviation of the difference between two checks, in positions. */
    sigma: number;
    /** Pairs of checks within 36 hours that it was measured from. */
    pairs: number;
    /** default: under 8 pairs, so the usual noise at this level. */
    basis: 'measured' | 'default';
  };
  /** Checks of this series, including this one. */
  checks: number;
  /** Types present on the page. */
  serp_features: string[];
  /** Types that the source can see; one that is not listed is unknown. */
  features: {
    type: string;
    /** null if the source cannot see it. */
    present: boolean | null;
    /** Whether it shows your site; null if unknown. */
    owned: boolean | null;
  }[];
  ai_overview: {
    status: 'present' | 'absent' | 'async_not_loaded' | 'unavailable';
    /** Whether your site is among the references; null if they were not seen. */
    cited: boolean | null;
  };
  /** Up to ten results of other sites above yours; the first ten if yours is not found. */
  competitors_above: {
    domain: string;
    url: string;
    position: number;
  }[];
  competitors_above_count: number;
  notes: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Delete a schedule: `DELETE /schedules/{id}`. */
export type SchedulesDeleteRequest = {
  /** The id of the schedule, which you choose. */
  id: string;
};

export type SchedulesDeleteAnswer = {
  success: true;
  deleted: true;
  id: string;
  meta: Meta;
};

/** List schedules: `GET /schedules`. */
export type SchedulesListRequest = {};

export type SchedulesListAnswer = {
  success: true;
  schedules: Schedule[];
  meta: Meta;
};

/** Create or change a schedule: `PATCH /schedules/{id}`. */
export type SchedulesSetRequest = {
  /** The id of the schedule, which you choose. */
  id: string;
  /** Id of the operation to call. Required for a new schedule. */
  operation?: string;
  /** The request body of the call. */
  input?: Record<string, unknown>;
  /** How often. daily, weekly and monthly run between midnight and 6:00, at a time that stays the same; cron runs by your own pattern. */
  cadence?: 'daily' | 'weekly' | 'monthly' | 'cron';
  /** Five fields: minute, hour, day of month, month, day of week. `0 6 * * 1` is every Monday at 6:00. */
  cron?: string;
  /** IANA time zone, such as Europe/Berlin; UTC by default. */
  time_zone?: string;
  /** Whether it rests. Times that pass while it is paused are not made up for. */
  is_paused?: boolean;
  /** Project that the runs count toward; null for none. */
  project_id?: string | null;
};

export type SchedulesSetAnswer = {
  success: true;
  schedule: Schedule;
  meta: Meta;
};

/** Extract the content of a page: `POST /extract`. */
export type ExtractRequest = {
  /** Absolute http or https URL of the page. */
  url: string;
  /** HTML of the page. If you send it, the url is not fetched; it only says where the page lives. */
  html?: string;
  /** Format of the main content. */
  format?: 'markdown' | 'text' | 'html';
  /** Keep the images in the content, and list them. */
  include_images?: boolean;
};

export type ExtractAnswer = {
  success: true;
  /** URL as requested. */
  url: string;
  /** URL after redirects; that of the request for HTML that was sent. */
  final_url: string;
  /** null for HTML that was sent. */
  status_code: number | null;
  format: 'markdown' | 'text' | 'html';
  /** The main content in the requested format; empty if there is none. Markdown begins with the title of the page. */
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
    /** Links to the same registrable domain, each URL once, at most 500. */
    internal: {
      url: string;
      text: string;
    }[];
    /** Links to other domains, each URL once, at most 500. */
    external: {
      url: string;
      text: string;
    }[];
    internal_count: number;
    external_count: number;
  };
  /** Images in the content, if requested. */
  images?: {
    src: string;
    alt: string;
  }[];
  /** Up to five sentences of the content, word for word, spread over it. */
  quotes: string[];
  /** Words in the content. */
  word_count: number;
  /** Confidence in the choice of the content, 0-1. */
  confidence: number;
  warnings: string[];
  agent_support: AgentSupport;
  markdown_summary: string;
  meta: Meta;
};

/** Search the web: `POST /search`. */
export type SearchRequest = {
  /** Search query. Takes "exact phrases", -word, site:example.com, intitle:word, OR, after:2025-01-01 and before:2025-06-30. */
  query: string;
  /** Name of the place to search from. */
  location?: string;
  /** Google location code; takes precedence over location. */
  location_code?: number;
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
  /** Maximum rows to return. */
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
    /** Excerpt of the page around the query’s words. */
    description: string;
    /** The same as Markdown, with the query’s words in bold. */
    description_marked: string;
    /** Features of the result page that show the same URL, such as featured_snippet; empty for plain results. */
    features: string[];
    published_at: string | null;
  }[];
  /** Total matches as the engine reports them; null if it does not. Your own index estimates numbers above 200. */
  total_count: number | null;
  query_sent: string;
  /** What was searched for in place of a misspelled query; null when the query was searched as it is. */
  corrected_query: string | null;
  /** Parts of the query that were not searched as written, and why. */
  notes: string[];
  /** seamark-index when the results come from your own index; otherwise the search engine that was asked. */
  engine: string;
  agent_support: AgentSupport;
  markdown_summary: string;
  meta: Meta;
};

/** Analyze a search result page: `POST /analyze/serp`. */
export type AnalyzeSerpRequest = {
  /** Query whose result page to analyze. */
  keyword: string;
  /** Name of the place to search from. */
  location?: string;
  /** Google location code; takes precedence over location. */
  location_code?: number;
  /** Device to search on. */
  device?: 'desktop' | 'mobile';
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
  language?: string;
};

export type AnalyzeSerpAnswer = {
  success: true;
  serp_opportunity: {
    keyword: string;
    keyword_sent: string;
    /** What the engine searched for instead. */
    spell: string | null;
    engine: string;
    location: string | null;
    location_code: number | null;
    language: string;
    device: 'desktop' | 'mobile' | null;
    checked_at: string;
    organic_results: number;
    /** How worthwhile it is to compete for this query, 0-100. */
    score: number | null;
    score_components: {
      /** Clicks left for organic results, against those of an average page; where the search looks for one site, without the first result. */
      open_clicks: number | null;
      /** How far the difficulty is below 100. */
      beatable: number | null;
      /** Share of the results with a weakness; half of them give all points. */
      weak_results: number | null;
      /** Features on the page that a site can win; three give all points. */
      winnable_features: number | null;
    };
    /** Share of the score, by weight, that is known. */
    score_coverage: number;
    priority: 'low' | 'medium' | 'high' | null;
    intent: {
      /** null if neither the page nor the words reveal it. */
      main: 'informational' | 'commercial' | 'transactional' | 'local' | 'navigational' | null;
      shares: {
        intent: 'informational' | 'commercial' | 'transactional' | 'local' | 'navigational';
        /** 0-1; all shares add up to 1. */
        share: number;
        evidence: string[];
      }[];
      /** Whether a second intent has a share of 0.3 or more. */
      is_mixed: boolean;
      /** words: no result reveals its page type, so features and words decide. none: those reveal nothing either. */
      basis: 'results' | 'words' | 'none';
      /** Results whose page type could be judged. */
      judged: number;
      /** Site that the search looks for, if it is navigational. */
      looks_for: string | null;
    };
    /** Features on the page in order, then those that are not on it. */
    features: {
      type: string;
      name: string;
      /** not_loaded: on the page, but not fetched. unavailable: the source cannot see it. */
      status: 'present' | 'absent' | 'not_loaded' | 'unavailable';
      present: boolean | null;
      /** Position among all items on the page. */
      position: number | null;
      /** The first owner. */
      owner: string | null;
      /** Registrable domains that it shows. */
      owners: string[] | null;
      /** Whether a page of your brand is among the owners; null without a brand and where owners are unknown. */
      own: boolean | null;
      winnable: boolean | null;
      how: string | null;
    }[];
    organic: {
      position: number;
      rank_absolute: number;
      url: string;
      domain: string;
      /** Whether it is on a domain of your project’s brand, subdomains included; null without one. */
      own: boolean | null;
      title: string | null;
      /** Judged by URL and title; null if they do not reveal it. */
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
        | 'news'
        | 'glossary'
        | 'faq'
        | 'docs'
        | 'tool_page'
        | 'forum_thread'
        | 'case_study'
        | 'login'
        | 'support'
        | 'about'
        | 'contact'
        | 'careers'
        | 'legal'
        | 'ranking'
        | 'listicle'
        | 'listing'
        | 'software'
        | 'service'
        | 'recipe'
        | 'event'
        | 'job'
        | 'course'
        | 'dataset'
        | 'video'
        | 'review'
        | 'profile'
        | null;
      page_type_evidence: string[];
      /** Authority of the registrable domain, 0-100. */
      rank: number | null;
      /** Authority of the page, 0-100. */
      page_rank: number | null;
      published_at: string | null;
      /** Whether the AI Overview links to the page; null if it was not seen. */
      cited: boolean | null;
    }[];
    /** Where your brand ranks; null if your project has no brand with domains. */
    own_standing: {
      /** Your brand. */
      name: string;
      domains: string[];
      /** Best organic position; null: not among the results. */
      position: number | null;
      url: string | null;
      /** Organic results on your domains. */
      organic_results: number;
      /** Types of features that show a page of yours. */
      features: string[];
      /** Whether the keyword contains your brand. */
      is_brand_search: boolean;
    } | null;
    difficulty: {
      /** 0-100; null if fewer than six ranking domains have a known rank. */
      value: number | null;
      /** Scale of the value. Difficulties of different tools are not comparable. */
      source: 'seamark';
      /** Engine whose results it applies to. */
      scope: string;
      /** How much of the results’ authority is known, 0-1. */
      confidence: number;
      known_domains: number;
      known_pages: number;
      /** Of the ranking domains, 0-100. */
      domain_rank_median: number | null;
    };
    click_share_left: {
      /** Share of searches that click one of the first ten organic results, 0-1. */
      value: number;
      low: number;
      high: number;
      /** Click curve, and what it was multiplied by. */
      curve: string;
    } | null;
    ai_overview: {
      status: 'present' | 'absent' | 'async_not_loaded' | 'unavailable';
      references:
        | {
            url: string;
            domain: string;
            title: string | null;
            position: number;
            organic_rank: number | null;
            /** Whether it is on a domain of your project’s brand, subdomains included; null without one. */
            own: boolean | null;
          }[]
        | null;
    };
    weak_spots: {
      position: number;
      url: string;
      domain: string;
      reasons: {
        kind: 'user_content' | 'old' | 'low_authority' | 'title_mismatch';
        evidence: string;
      }[];
    }[];
    /** Searches with three or more of the same results, from stored result pages; null if none was stored. */
    similar_keywords:
      | {
          keyword: string;
          /** Pages on the first page of both searches. */
          shared: number;
          overlap: number;
          shared_urls: string[];
          checked_at: string;
        }[]
      | null;
    /** Stored result pages of related searches. */
    serps_compared: number;
    recommended_format: {
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
        | 'news'
        | 'glossary'
        | 'faq'
        | 'docs'
        | 'tool_page'
        | 'forum_thread'
        | 'case_study'
        | 'login'
        | 'support'
        | 'about'
        | 'contact'
        | 'careers'
        | 'legal';
      /** Of the results whose page type could be judged, weighted by position. */
      share: number | null;
      basis: 'results' | 'keyword';
      evidence: string[];
    };
    people_also_ask:
      | {
          question: string;
          answer: string | null;
          url: string | null;
        }[]
      | null;
    related_searches: string[] | null;
    /** What limits this analysis. */
    notes: string[];
  };
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Measure SERP volatility: `POST /serp/volatility`. */
export type SerpVolatilityRequest = {
  /** The search that the snapshots show. */
  keyword: string;
  /** Result lists of the same search at different times. */
  snapshots: {
    /** ISO 8601; UTC if the time has no zone. Snapshots may come in any order. */
    checked_at: string;
    results: {
      /** From 1; equal positions are a tie. */
      position: number;
      url: string;
      /** Used only if url is not an absolute URL. */
      domain?: string;
      serp_features?: string[];
    }[];
    /** Leave it out if unknown; an empty list means none. */
    serp_features?: string[];
  }[];
  /** Domains, with their subdomains, whose positions to follow. */
  target_domains?: string[];
  /** Name of the place to search from. */
  location?: string;
  /** Device of the snapshots; repeated in the answer. */
  device?: 'desktop' | 'mobile';
  /** Positions a page must move to be reported: low 5, medium 3, high 1. */
  sensitivity?: 'low' | 'medium' | 'high';
};

export type SerpVolatilityAnswer = {
  success: true;
  keyword: string;
  location: string;
  device: 'desktop' | 'mobile';
  sensitivity: 'low' | 'medium' | 'high';
  /** Positions a page must move to count as a winner or loser, by sensitivity. */
  positions_min: number;
  snapshots_compared: number;
  first_checked_at: string | null;
  last_checked_at: string | null;
  /** 0-100, the mean of the intervals; null if fewer than two snapshots have results. */
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
    /** 0-1: share of the top 10 domains that are in only one of the two lists. */
    domain_churn: number | null;
    /** 0-1: mean of min(positions moved, 10) / 10 over the pages in both lists; null if no page is in both. */
    position_shift: number | null;
    /** 0-1: the same for SERP features; null if none were sent. */
    feature_churn: number | null;
  };
  /** Of all rows; each list shows at most 100. */
  counts: {
    winners: number;
    losers: number;
    new_entries: number;
    dropouts: number;
    feature_changes: number;
  };
  /** In the first and the last snapshot; null with fewer than two. */
  first_place: {
    /** null if the first snapshot has no position 1. */
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
    /** null if either is unknown. */
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
  /** In the last snapshot but not in the first, which reached deep enough. */
  new_entries: {
    url: string;
    domain: string;
    position: number;
  }[];
  /** In the first snapshot but not in the last; position is where it ranked. */
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
    /** null: not within the depth of the snapshot. */
    first_position: number | null;
    last_position: number | null;
    /** Positions gained from the first to the last snapshot; null unless in both. */
    change: number | null;
    best_position: number | null;
    worst_position: number | null;
    /** Over the snapshots that contain it. */
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
  /** One per consecutive pair, in order of time. */
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
      /** 0-1: share of the top 10 domains that are in only one of the two lists. */
      domain_churn: number | null;
      /** 0-1: mean of min(positions moved, 10) / 10 over the pages in both lists; null if no page is in both. */
      position_shift: number | null;
      /** 0-1: the same for SERP features; null if none were sent. */
      feature_churn: number | null;
    };
    interpretation: 'calm' | 'normal' | 'elevated' | 'turbulent';
    new_entries: number;
    dropouts: number;
  }[];
  top_domains: {
    domain: string;
    /** Snapshots that contain it. */
    seen_in: number;
    /** Share of the snapshots. */
    share: number;
    best_position: number;
    /** Mean of its best position in each snapshot that contains it. */
    average_position: number;
    /** Distinct pages over all snapshots. */
    pages: number;
  }[];
  warnings: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Audit a whole site: `POST /site/audit`. */
export type SiteAuditRequest = {
  /** Domain (example.com), subdomain (blog.example.com), or the URL of a folder to audit only that. */
  site: string;
  /** The crawl to audit; the newest that ended where it is left out. */
  crawl_id?: string;
  /** The crawl to compare with; the audited one before it where it is left out. */
  compare_with?: string;
  /** Ids of rules that you have decided to live with: they stay listed, and leave causes and score. */
  mute?: string[];
  /** List the findings of this rule in items. */
  rule?: string;
  /** Only findings with this cause, as `causes` names it. */
  cause?: string;
  /** Maximum rows to return. */
  limit?: number;
  /** Rows to skip, for paging. */
  offset?: number;
};

export type SiteAuditAnswer = {
  success: true;
  site: string;
  /** null where no crawl came to the site. */
  crawl: {
    id: string;
    started_at: string;
    /** null while the crawl runs: the audit is preliminary. */
    ended_at: string | null;
    /** Addresses of the site that robots.txt allows. */
    pages_known: number;
    /** Addresses that answered, dead ones and redirects included. */
    pages_read: number;
    /** Whether the crawl came to all of the site. */
    is_complete: boolean;
    incomplete_because: string[];
  } | null;
  /** 0–100; null where too little was read to judge the site. */
  health_score: number | null;
  /** What the score is of, or why there is none. */
  score_of: string;
  /** The same score for each area alone. */
  areas: {
    indexing: number;
    links: number;
    content: number;
    international: number;
    technical: number;
  } | null;
  pages: {
    html: number;
    /** HTML pages without noindex that are their own canonical and open to Googlebot. */
    indexable: number;
    noindex: number;
    redirects: number;
    dead: number;
    /** Server errors. */
    errors: number;
    /** 401, 403, 429 or a challenge: about the crawler, not about the page. */
    refused: number;
    /** No answer. */
    failed: number;
    /** By robots.txt. */
    blocked: number;
    /** Linked, and not read by this crawl. */
    not_reached: number;
  } | null;
  /** At most ten, the one that gains most first. Fix these before you look at single pages. */
  causes: {
    rule: string;
    /** The dead target, the template or the page behind all of these findings; null for the rule as a whole. */
    cause: string | null;
    /** A notice is worth knowing and costs no points. */
    severity: 'critical' | 'high' | 'medium' | 'low' | 'notice';
    title: string;
    why: string;
    fix: string;
    /** How many places have to be changed. */
    effort: 'one_place' | 'few' | 'many';
    findings: number;
    pages: number;
    /** Points that the score gains when this is fixed. */
    score_gain: number | null;
    /** Up to three addresses. */
    examples: string[];
  }[];
  /** Failing rules first, by points. */
  rules: {
    id: string;
    area: 'indexing' | 'links' | 'content' | 'international' | 'technical';
    /** A notice is worth knowing and costs no points. */
    severity: 'critical' | 'high' | 'medium' | 'low' | 'notice';
    /** not_checked: the crawl did not see what the rule needs; note says why. */
    status: 'failing' | 'passed' | 'not_applicable' | 'not_checked' | 'muted';
    title: string;
    why: string;
    fix: string;
    /** Pages that fail. */
    failing: number;
    /** Pages that could fail. */
    applicable: number;
    /** 0–1, weighted by internal PageRank. */
    share: number;
    /** Points that the score gains when the rule passes everywhere. */
    score_gain: number | null;
    note: string | null;
    /** Findings against the earlier crawl; null where the crawls are not compared. */
    changes: {
      new: number;
      fixed: number;
      still: number;
    } | null;
  }[];
  /** Findings of the rule that was asked for; empty without one. */
  items: {
    rule: string;
    url: string;
    /** What on the page: the target of a link, a language, a sitemap. */
    item: string | null;
    cause: string | null;
    detail: string | null;
  }[];
  /** Findings of that rule; null without one. */
  total_count: number | null;
  limit: number;
  offset: number;
  changes: {
    /** Id of the earlier crawl. */
    compared_with: string;
    new: number;
    /** Read again, and no longer so. */
    fixed: number;
    still: number;
    /** The page itself is gone. */
    gone: number;
    /** Not read this time, so nobody knows. */
    not_checked: number;
  } | null;
  not_compared_because: string | null;
  history: {
    crawl_id: string;
    started_at: string;
    health_score: number | null;
    pages_read: number;
  }[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** List what changed on a site: `GET /changes`. */
export type SiteChangesRequest = {
  /** Domain (example.com), subdomain (blog.example.com), or the URL of a folder. */
  site: string;
  /** The crawl to look at; the newest that ended where it is left out. */
  crawl_id?: string;
  /** An earlier crawl to compare with. Without it, each page is compared with the last time it was seen. */
  compare_with?: string;
  /** Only changes of this kind; counts are of all kinds. */
  change?:
    | 'dead'
    | 'error'
    | 'noindexed'
    | 'redirected'
    | 'canonical_changed'
    | 'title_changed'
    | 'h1_changed'
    | 'description_changed'
    | 'back'
    | 'indexable_again'
    | 'new';
  /** Maximum rows to return. */
  limit?: number;
  /** Rows to skip, for paging. */
  offset?: number;
};

export type SiteChangesAnswer = {
  success: true;
  site: string;
  /** null where no crawl came to the site. */
  crawl: {
    id: string;
    started_at: string;
    /** null while the crawl runs. */
    ended_at: string | null;
  } | null;
  /** The earlier crawl; null where there is none. */
  compared_with: {
    id: string;
    started_at: string;
    /** null while the crawl runs. */
    ended_at: string | null;
  } | null;
  /** Pages that were seen before and read again; null without an earlier crawl. */
  pages_compared: number | null;
  /** Changes by kind; null without an earlier crawl. */
  counts: {
    /** Answered before, and 4xx now. */
    dead: number;
    /** Server errors that were none before. */
    error: number;
    /** Closed to search engines since. */
    noindexed: number;
    /** Answered before, and redirect now. */
    redirected: number;
    canonical_changed: number;
    title_changed: number;
    h1_changed: number;
    description_changed: number;
    /** Failed before, and answer now. */
    back: number;
    /** Open to search engines since. */
    indexable_again: number;
    /** Seen for the first time. */
    new: number;
  } | null;
  /** The worst kind first. A page with two changes has two rows. */
  items: {
    url: string;
    change:
      | 'dead'
      | 'error'
      | 'noindexed'
      | 'redirected'
      | 'canonical_changed'
      | 'title_changed'
      | 'h1_changed'
      | 'description_changed'
      | 'back'
      | 'indexable_again'
      | 'new';
    /** The status, title or address before; null where there was none. */
    before: string | null;
    after: string | null;
  }[];
  /** Changes of the kinds that were asked for. */
  total_count: number | null;
  limit: number;
  offset: number;
  /** Links from other sites between the crawls; null where the index knows of none. */
  links: {
    date_from: string;
    date_to: string;
    new_backlinks: number;
    lost_backlinks: number;
    new_referring_domains: number;
    lost_referring_domains: number;
  } | null;
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** Audit a site’s sitemaps: `POST /site/sitemap-audit`. */
export type SiteSitemapAuditRequest = {
  /** Absolute URL of a sitemap or sitemap index. */
  sitemap_url?: string;
  /** Raw XML of a sitemap or sitemap index. */
  sitemap_xml?: string;
  /** Pages that must be listed and linked to. */
  important_urls?: string[];
  /** What a crawl found out about the pages of the site. */
  crawl_urls?: {
    url: string;
    status_code?: number | null;
    indexable?: boolean | null;
    canonical_url?: string | null;
    inbound_internal_links?: number | null;
    clicks?: number | null;
    impressions?: number | null;
  }[];
  /** Your site, in place of crawl_urls: what its crawl saw is compared with the sitemaps that its robots.txt names. Domain, subdomain or the URL of a folder: its crawled pages are used, the most linked first. */
  site?: string;
  /** Links between pages of the site. */
  internal_links?: {
    source_url: string;
    target_url: string;
    anchor?: string | null;
  }[];
  /** How many sitemaps of an index to read at most, in its order. */
  max_sitemap_children?: number;
};

export type SiteSitemapAuditAnswer = {
  success: true;
  sitemap_url: string | null;
  checked: 'url' | 'xml';
  host: string | null;
  sitemaps: {
    /** Null if you sent the XML. */
    url: string | null;
    type: 'urlset' | 'index' | 'text' | 'unknown' | 'not_read';
    /** URLs, or sitemaps in an index; null if the file was not read. */
    url_count: number | null;
    /** After decompression. */
    bytes: number | null;
    gzipped: boolean | null;
    /** Null if nothing was fetched or nothing answered. */
    status_code: number | null;
    /** True if longer than the protocol allows; the rest was not read. */
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
    /** The first ten at most. */
    examples: {
      url: string | null;
      /** The file that lists it; null if you sent the XML. */
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
    /** True if every sitemap was read to its end; otherwise nothing is reported as missing. */
    complete: boolean;
    urls_listed: number;
    unique_urls: number;
    /** Null if you sent none. */
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
    /** Null if only its absence from a list suggests it. */
    inbound_internal_links: number | null;
    reason: string;
    clicks: number | null;
    impressions: number | null;
  }[];
  /** Null if you sent neither crawl_urls nor internal_links. */
  orphan_candidate_count: number | null;
  internal_link_gaps: {
    url: string;
    /** As counted by the crawl; null if it did not count. */
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

/** Add a site: `POST /sites`. */
export type SitesCreateRequest = {
  /** Domain (example.com), subdomain (blog.example.com) or the URL of a folder (https://example.com/shop/). A domain includes its subdomains. */
  target: string;
  /** Project that the site and its scheduled crawls belong to. */
  project_id?: string;
  /** Display name; the address by default. */
  name?: string | null;
  /** The brand of the site; null removes it. */
  brand?: {
    /** The brand as it is usually written. */
    name: string;
    /** Other spellings that people search for. */
    spellings?: string[];
  } | null;
  /** Domains that compete with the site in search. */
  competitors?: string[];
  /** Where the people you want to reach search, and in which language. */
  markets?: {
    /** ISO 3166-1 code, such as US or DE. */
    country: string;
    /** Language of the searches: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
    language?: string;
    /** For a business that serves one city. */
    city?: string;
  }[];
  /** How the site is crawled. Fields you leave out stay as they are. */
  crawl?: {
    /** Where to start; the address of the site by default. */
    urls?: string[];
    /** Maximum pages to read. */
    pages?: number;
    /** Maximum links to follow from a start address. 0 reads the addresses alone, as for a list of old addresses. */
    depth?: number;
    /** Requests a second to one host; null or left out: 2. */
    rate?: number | null;
    /** Read only addresses that match one of these, besides the start addresses: /blog/* or https://example.com/shop/*. * stands for any characters. */
    include?: string[];
    /** Leave out addresses that match one of these: * /tag/* or *?sort=*. */
    exclude?: string[];
    /** Also read the addresses that sitemaps list. */
    sitemaps?: boolean;
    /** When to crawl the site again; null: only when you start a crawl. */
    schedule?: {
      /** How often. daily, weekly and monthly run between midnight and 6:00; cron runs by your own pattern. */
      cadence: 'daily' | 'weekly' | 'monthly' | 'cron';
      /** Five fields: `0 6 * * 1` is every Monday at 6:00. */
      cron?: string;
      /** IANA time zone, such as Europe/Berlin; UTC by default. */
      time_zone?: string;
    } | null;
  };
};

export type SitesCreateAnswer = {
  success: true;
  site: Site;
  meta: Meta;
};

/** Delete a site: `DELETE /sites/{id}`. */
export type SitesDeleteRequest = {
  /** The id of the site, from POST /sites or GET /sites. */
  id: string;
};

export type SitesDeleteAnswer = {
  success: true;
  deleted: true;
  id: string;
  meta: Meta;
};

/** Get a site: `GET /sites/{id}`. */
export type SitesGetRequest = {
  /** The id of the site, from POST /sites or GET /sites. */
  id: string;
};

export type SitesGetAnswer = {
  success: true;
  site: Site;
  /** Your latest crawls of the site, newest first; at most ten. */
  crawls: Crawl[];
  /** What to fix first, as the last audit found it. */
  causes: {
    rule: string;
    cause: string | null;
    severity: 'critical' | 'high' | 'medium' | 'low' | 'notice';
    title: string;
    why: string;
    fix: string;
    effort: 'one_place' | 'few' | 'many';
    findings: number;
    pages: number;
    /** Points of the health score that fixing it gains. */
    score_gain: number | null;
    examples: string[];
  }[];
  meta: Meta;
};

/** List your sites: `GET /sites`. */
export type SitesListRequest = {
  /** Only sites of this project. */
  project_id?: string;
  /** Maximum sites to return. */
  limit?: number;
  /** Sites to skip, for paging. */
  offset?: number;
};

export type SitesListAnswer = {
  success: true;
  total_count: number;
  sites: Site[];
  meta: Meta;
};

/** Change a site: `PATCH /sites/{id}`. */
export type SitesUpdateRequest = {
  /** The id of the site, from POST /sites or GET /sites. */
  id: string;
  /** Display name; the address by default. */
  name?: string | null;
  /** The brand of the site; null removes it. */
  brand?: {
    /** The brand as it is usually written. */
    name: string;
    /** Other spellings that people search for. */
    spellings?: string[];
  } | null;
  /** Domains that compete with the site in search. */
  competitors?: string[];
  /** Where the people you want to reach search, and in which language. */
  markets?: {
    /** ISO 3166-1 code, such as US or DE. */
    country: string;
    /** Language of the searches: an ISO 639-1 code such as de or pt-BR, or a name such as German. */
    language?: string;
    /** For a business that serves one city. */
    city?: string;
  }[];
  /** How the site is crawled. Fields you leave out stay as they are. */
  crawl?: {
    /** Where to start; the address of the site by default. */
    urls?: string[];
    /** Maximum pages to read. */
    pages?: number;
    /** Maximum links to follow from a start address. 0 reads the addresses alone, as for a list of old addresses. */
    depth?: number;
    /** Requests a second to one host; null or left out: 2. */
    rate?: number | null;
    /** Read only addresses that match one of these, besides the start addresses: /blog/* or https://example.com/shop/*. * stands for any characters. */
    include?: string[];
    /** Leave out addresses that match one of these: * /tag/* or *?sort=*. */
    exclude?: string[];
    /** Also read the addresses that sitemaps list. */
    sitemaps?: boolean;
    /** When to crawl the site again; null: only when you start a crawl. */
    schedule?: {
      /** How often. daily, weekly and monthly run between midnight and 6:00; cron runs by your own pattern. */
      cadence: 'daily' | 'weekly' | 'monthly' | 'cron';
      /** Five fields: `0 6 * * 1` is every Monday at 6:00. */
      cron?: string;
      /** IANA time zone, such as Europe/Berlin; UTC by default. */
      time_zone?: string;
    } | null;
  };
};

export type SitesUpdateAnswer = {
  success: true;
  site: Site;
  meta: Meta;
};

/** Listen to discussions: `POST /social/listen`. */
export type SocialListenRequest = {
  /** Topic to listen to, in the words people would use. */
  query: string;
  /** reddit, x, or all platforms and forums that a connected source sees. */
  platform?: 'reddit' | 'x' | 'all';
  /** Maximum discussions to list. Insights are read from up to 50 discussions in any case. */
  limit?: number;
  /** Language of the discussions: an ISO 639-1 code such as de, or a name such as German. Default: judged by the query. */
  language?: string;
  /** Name of the place to search from; without one, the source chooses it. */
  location?: string;
  /** Google location code; takes precedence over location. */
  location_code?: number;
  /** Hosts of forums to search as well, such as forums.example.com. */
  forums?: string[];
  /** Leave out older discussions. Those without a date are kept and counted in read.undated. */
  published_after?: string;
};

export type SocialListenAnswer = {
  success: true;
  query: string;
  /** ISO 639-1: the language you set, else judged by the query. */
  language: string;
  platform: 'reddit' | 'x' | 'all';
  /** null if the source chose it. */
  location: {
    name: string;
    code: number;
  } | null;
  method_note: string;
  platforms: {
    platform: 'reddit' | 'x' | 'hacker_news' | 'stack_exchange' | 'forum';
    /** failed: every source failed. unavailable: no connected source sees it. Zero found then means nothing. */
    status: 'seen' | 'partial' | 'failed' | 'unavailable';
    found: number;
    notes: string[];
  }[];
  /** Search shows part of what is written; no count here is a total. */
  coverage: 'sample';
  /** Best match first, at most limit. */
  discussions: {
    url: string;
    title: string | null;
    platform: 'reddit' | 'x' | 'hacker_news' | 'stack_exchange' | 'forum';
    /** Such as r/bicycling or superuser.com. */
    community: string | null;
    /** The passage with your words; at most 300 characters. */
    snippet: string | null;
    /** null if no source gives the date; it is never guessed. */
    published_at: string | null;
    author: string | null;
    score: number | null;
    comments: number | null;
    state: 'open' | 'closed' | 'removed' | null;
    /** ISO 639-1, judged by its words. */
    language: string;
    /** What the post asks, as written; null if it asks nothing. */
    question: string | null;
    /** The sentence that states a problem; null if none does. */
    pain_point: string | null;
    /** neutral: praise and criticism balance. null: no words of praise or criticism. */
    sentiment: 'positive' | 'negative' | 'neutral' | null;
    sentiment_mixed: boolean | null;
    /** The sentence that shows the sentiment. */
    sentiment_sentence: string | null;
    sentiment_cues: string[];
    /** What the author is after; null if the words do not tell. */
    intent:
      | 'comparison'
      | 'recommendation'
      | 'cost'
      | 'decision'
      | 'how_to'
      | 'problem'
      | 'experience'
      | 'information'
      | null;
    /** The phrase that shows the intent. */
    intent_evidence: string | null;
    /** 0-100: how much of your query is in the title, the text and one sentence. */
    relevance: number | null;
    relevance_components: {
      title: number | null;
      text: number | null;
      together: number | null;
    };
    /** 0-1: share of the score’s weight that is known. */
    relevance_coverage: number;
    /** What makes it look like an advertisement. */
    promotional: string[];
    /** Why insights do not count it; null if they do. unclear_topic: it has too few of your words to tell that it is about them. */
    left_out: 'removed' | 'promotional' | 'unclear_topic' | null;
    /** Sources that showed it. */
    found_via: string[];
    /** Threads with nearly the same text, folded into this one. */
    cross_posts: string[];
    /** To show beside the text, as its licence asks. */
    attribution: string | null;
  }[];
  /** Discussions that were found, before limit. */
  total_count: number;
  limit: number;
  offset: 0;
  read: {
    /** Discussions behind the insights. */
    counted: number;
    removed: number;
    promotional: number;
    unclear_topic: number;
    cross_posts: number;
    undated: number;
    /** Left out because they are older than published_after. */
    too_old: number;
    /** Of the counted discussions. */
    older_than_a_year: number;
    newest: string | null;
    oldest: string | null;
    /** Counted discussions of which only a title or an excerpt was seen. */
    short_texts: number;
  };
  insights: {
    /** What at least three discussions by three people bring up. */
    themes: {
      id: string;
      name: string;
      /** aspect: something people weigh in any purchase. phrase: words these discussions share. */
      kind: 'aspect' | 'phrase';
      /** Discussions. */
      count: number;
      /** Discussions that were read. */
      of: number;
      /** How people put it, most common first. */
      words: string[];
      communities: string[];
      /** Discussions that praise in the sentences on the theme. */
      positive: number;
      negative: number;
      /** At most five, from different discussions. */
      examples: DiscussionQuote[];
      /** All discussions of the theme. */
      urls: string[];
    }[];
    questions: {
      /** As written. */
      question: string;
      intent:
        | 'comparison'
        | 'recommendation'
        | 'cost'
        | 'decision'
        | 'how_to'
        | 'problem'
        | 'experience'
        | 'information'
        | null;
      /** Discussions. */
      count: number;
      /** Discussions that were read. */
      of: number;
      urls: string[];
    }[];
    objections: {
      id: string;
      name: string;
      /** Discussions. */
      count: number;
      /** Discussions that were read. */
      of: number;
      /** At most three. */
      quotes: DiscussionQuote[];
    }[];
    /** Phrases that at least two discussions share, without your query. */
    language_used: {
      phrase: string;
      /** Discussions. */
      count: number;
      /** Discussions that were read. */
      of: number;
      example: DiscussionQuote;
    }[];
    /** Names that at least two discussions write with a capital. Check them: some may be places or people. */
    products_named: {
      name: string;
      /** Discussions. */
      count: number;
      /** Discussions that were read. */
      of: number;
      positive: number;
      negative: number;
      example: DiscussionQuote;
    }[];
    content_ideas: {
      /** What to publish, as an instruction. */
      idea: string;
      format: string;
      follows_from: 'theme' | 'question' | 'objection' | 'comparison';
      /** Of the theme, question, objection or products it follows from. */
      name: string;
      why: string;
      /** To answer, as people ask them; at most three. */
      questions: string[];
      /** Phrases to use, as people say them. */
      use_words: string[];
      evidence: DiscussionQuote[];
    }[];
    intents: {
      intent:
        | 'comparison'
        | 'recommendation'
        | 'cost'
        | 'decision'
        | 'how_to'
        | 'problem'
        | 'experience'
        | 'information';
      count: number;
    }[];
    communities: {
      community: string;
      platform: 'reddit' | 'x' | 'hacker_news' | 'stack_exchange' | 'forum';
      count: number;
    }[];
    sentiment: {
      positive: number;
      negative: number;
      neutral: number;
      unknown: number;
    };
  };
  notes: string[];
  agent_workflow: AgentWorkflow;
  markdown_summary: string;
  meta: Meta;
};

/** List data sources: `GET /sources`. */
export type SourcesListRequest = {};

export type SourcesListAnswer = {
  success: true;
  capabilities: {
    capability: string;
    title: string;
    sources: {
      source: string;
      title: string;
      /** false: your own index or fetcher. */
      is_external: boolean;
      /** What it can report. Anything else is unknown in its answers, not absent. */
      sees: string[];
      /** Spent and reserved since midnight UTC. */
      usd_today: number;
      /** The daily limit that applies to it; null: no limit. */
      usd_per_day: number | null;
      requests_today: number;
      failures_today: number;
      last_failure: {
        at: string;
        reason: string;
      } | null;
      /** It failed five times in a row and is skipped for a minute. */
      is_resting: boolean;
    }[];
    /** Sources that are not connected, with the environment variables that connect them. */
    available: {
      source: string;
      title: string;
      settings: string[];
    }[];
    /** The quickest ways to get this kind of data; empty where a source serves it. */
    ways: string[];
  }[];
  meta: Meta;
};

/** Test data sources: `POST /sources/test`. */
export type SourcesTestRequest = {
  /** Source to test, such as searxng; all by default. */
  source?: string;
};

export type SourcesTestAnswer = {
  success: true;
  tests: {
    source: string;
    title: string;
    ok: boolean;
    /** What the source answered, or why it did not. */
    message: string;
    fix: string | null;
    duration_ms: number;
  }[];
  meta: Meta;
};

/** List webhook deliveries: `GET /webhooks/deliveries`. */
export type WebhooksDeliveriesListRequest = {
  /** Maximum number of deliveries to return. */
  limit?: number;
  /** pending: waiting to be sent or sent again. failed: given up; you can retry it. */
  status?: 'pending' | 'delivered' | 'failed';
  /** Only deliveries to this endpoint. */
  endpoint_id?: string;
  /** Only deliveries for this project, including its budget alerts. */
  project_id?: string;
  /** Only events of this type, such as job.completed or webhook.test. */
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
  /** https URL that deliveries are posted to, without user name and password. Redirects are not followed. Or `mailto:` and an e-mail address. */
  url: string;
  /** standard: signed JSON. slack: a text message that Slack, Mattermost and Discord (URL ending in /slack) show. email: a plain-text e-mail. Default: email for mailto:, slack for hooks.slack.com, otherwise standard. */
  format?: 'standard' | 'slack' | 'email';
  /** Events sent to it. */
  events?: (
    | 'job.completed'
    | 'job.failed'
    | 'project.budget_warning'
    | 'project.budget_exceeded'
    | 'alert.rank_changed'
    | 'alert.mention_changed'
    | 'alert.schedule_stale'
    | 'alert.site_changed'
  )[];
  /** What the endpoint is for, in your own words. */
  description?: string;
};

export type WebhooksEndpointsCreateAnswer = {
  success: true;
  endpoint: WebhookEndpoint;
  /** `whsec_` and base64, as in Standard Webhooks. Store it: it cannot be shown again, and answers replayed for an idempotency key have null here. */
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
  /** `whsec_` and base64, as in Standard Webhooks. Store it: it cannot be shown again, and answers replayed for an idempotency key have null here. */
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

/** Update a webhook endpoint: `PATCH /webhooks/endpoints/{id}`. */
export type WebhooksEndpointsUpdateRequest = {
  /** Id of the endpoint (`whe_…`). */
  id: string;
  /** https URL that deliveries are posted to, without user name and password. Redirects are not followed. Or `mailto:` and an e-mail address. */
  url?: string;
  /** standard: signed JSON. slack: a text message that Slack, Mattermost and Discord (URL ending in /slack) show. email: a plain-text e-mail. Default: email for mailto:, slack for hooks.slack.com, otherwise standard. */
  format?: 'standard' | 'slack' | 'email';
  description?: string | null;
  /** Events sent to it. */
  events?: (
    | 'job.completed'
    | 'job.failed'
    | 'project.budget_warning'
    | 'project.budget_exceeded'
    | 'alert.rank_changed'
    | 'alert.mention_changed'
    | 'alert.schedule_stale'
    | 'alert.site_changed'
  )[];
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
  'ai-overview.extract': { request: AiOverviewExtractRequest; answer: AiOverviewExtractAnswer };
  'ai-visibility.prompt-set': { request: AiVisibilityPromptSetRequest; answer: AiVisibilityPromptSetAnswer };
  'audit.local.batch': { request: AuditLocalBatchRequest; answer: AuditLocalBatchAnswer };
  'audit.local': { request: AuditLocalRequest; answer: AuditLocalAnswer };
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
  'content-decay.detect': { request: ContentDecayDetectRequest; answer: ContentDecayDetectAnswer };
  'content.action-plan': { request: ContentActionPlanRequest; answer: ContentActionPlanAnswer };
  'content.brief': { request: ContentBriefRequest; answer: ContentBriefAnswer };
  'content.cannibalization': { request: ContentCannibalizationRequest; answer: ContentCannibalizationAnswer };
  'content.competitor-gap-matrix': {
    request: ContentCompetitorGapMatrixRequest;
    answer: ContentCompetitorGapMatrixAnswer;
  };
  'content.draft-qa': { request: ContentDraftQaRequest; answer: ContentDraftQaAnswer };
  'content.gap': { request: ContentGapRequest; answer: ContentGapAnswer };
  'content.internal-links': { request: ContentInternalLinksRequest; answer: ContentInternalLinksAnswer };
  'content.keyword-map': { request: ContentKeywordMapRequest; answer: ContentKeywordMapAnswer };
  'content.programmatic-template': {
    request: ContentProgrammaticTemplateRequest;
    answer: ContentProgrammaticTemplateAnswer;
  };
  'content.refresh-brief': { request: ContentRefreshBriefRequest; answer: ContentRefreshBriefAnswer };
  'content.schema-plan': { request: ContentSchemaPlanRequest; answer: ContentSchemaPlanAnswer };
  'content.serp-outline': { request: ContentSerpOutlineRequest; answer: ContentSerpOutlineAnswer };
  'content.technical-qa': { request: ContentTechnicalQaRequest; answer: ContentTechnicalQaAnswer };
  'content.title-meta': { request: ContentTitleMetaRequest; answer: ContentTitleMetaAnswer };
  'crawls.create': { request: CrawlsCreateRequest; answer: CrawlsCreateAnswer };
  'crawls.get': { request: CrawlsGetRequest; answer: CrawlsGetAnswer };
  'crawls.list': { request: CrawlsListRequest; answer: CrawlsListAnswer };
  'crawls.preview': { request: CrawlsPreviewRequest; answer: CrawlsPreviewAnswer };
  'crawls.set': { request: CrawlsSetRequest; answer: CrawlsSetAnswer };
  'domain.competitors': { request: DomainCompetitorsRequest; answer: DomainCompetitorsAnswer };
  'domain.intersection': { request: DomainIntersectionRequest; answer: DomainIntersectionAnswer };
  'domain.ranked-keywords': { request: DomainRankedKeywordsRequest; answer: DomainRankedKeywordsAnswer };
  'domain.relevant-pages': { request: DomainRelevantPagesRequest; answer: DomainRelevantPagesAnswer };
  'domain.traffic-estimate': { request: DomainTrafficEstimateRequest; answer: DomainTrafficEstimateAnswer };
  'imports.create': { request: ImportsCreateRequest; answer: ImportsCreateAnswer };
  'imports.get': { request: ImportsGetRequest; answer: ImportsGetAnswer };
  'imports.list': { request: ImportsListRequest; answer: ImportsListAnswer };
  'jobs.cancel': { request: JobsCancelRequest; answer: JobsCancelAnswer };
  'jobs.get': { request: JobsGetRequest; answer: JobsGetAnswer };
  'jobs.list': { request: JobsListRequest; answer: JobsListAnswer };
  'keyword-cluster.build': { request: KeywordClusterBuildRequest; answer: KeywordClusterBuildAnswer };
  'keyword-ideas.suggest': { request: KeywordIdeasSuggestRequest; answer: KeywordIdeasSuggestAnswer };
  'keyword-metrics.overview': { request: KeywordMetricsOverviewRequest; answer: KeywordMetricsOverviewAnswer };
  'llm-mentions.track': { request: LlmMentionsTrackRequest; answer: LlmMentionsTrackAnswer };
  'local-visibility.track': { request: LocalVisibilityTrackRequest; answer: LocalVisibilityTrackAnswer };
  'opportunities.brief': { request: OpportunitiesBriefRequest; answer: OpportunitiesBriefAnswer };
  'opportunities.find': { request: OpportunitiesFindRequest; answer: OpportunitiesFindAnswer };
  'page.cro-qa': { request: PageCroQaRequest; answer: PageCroQaAnswer };
  'pages.intersection': { request: PagesIntersectionRequest; answer: PagesIntersectionAnswer };
  'projects.delete': { request: ProjectsDeleteRequest; answer: ProjectsDeleteAnswer };
  'projects.get': { request: ProjectsGetRequest; answer: ProjectsGetAnswer };
  'projects.list': { request: ProjectsListRequest; answer: ProjectsListAnswer };
  'projects.set': { request: ProjectsSetRequest; answer: ProjectsSetAnswer };
  'rank.history': { request: RankHistoryRequest; answer: RankHistoryAnswer };
  'rank.overview': { request: RankOverviewRequest; answer: RankOverviewAnswer };
  'rank.targets.add': { request: RankTargetsAddRequest; answer: RankTargetsAddAnswer };
  'rank.targets.check': { request: RankTargetsCheckRequest; answer: RankTargetsCheckAnswer };
  'rank.targets.delete': { request: RankTargetsDeleteRequest; answer: RankTargetsDeleteAnswer };
  'rank.targets.list': { request: RankTargetsListRequest; answer: RankTargetsListAnswer };
  'rank.targets.update': { request: RankTargetsUpdateRequest; answer: RankTargetsUpdateAnswer };
  'rank.track': { request: RankTrackRequest; answer: RankTrackAnswer };
  'schedules.delete': { request: SchedulesDeleteRequest; answer: SchedulesDeleteAnswer };
  'schedules.list': { request: SchedulesListRequest; answer: SchedulesListAnswer };
  'schedules.set': { request: SchedulesSetRequest; answer: SchedulesSetAnswer };
  extract: { request: ExtractRequest; answer: ExtractAnswer };
  search: { request: SearchRequest; answer: SearchAnswer };
  'analyze.serp': { request: AnalyzeSerpRequest; answer: AnalyzeSerpAnswer };
  'serp.volatility': { request: SerpVolatilityRequest; answer: SerpVolatilityAnswer };
  'site.audit': { request: SiteAuditRequest; answer: SiteAuditAnswer };
  'site.changes': { request: SiteChangesRequest; answer: SiteChangesAnswer };
  'site.sitemap-audit': { request: SiteSitemapAuditRequest; answer: SiteSitemapAuditAnswer };
  'sites.create': { request: SitesCreateRequest; answer: SitesCreateAnswer };
  'sites.delete': { request: SitesDeleteRequest; answer: SitesDeleteAnswer };
  'sites.get': { request: SitesGetRequest; answer: SitesGetAnswer };
  'sites.list': { request: SitesListRequest; answer: SitesListAnswer };
  'sites.update': { request: SitesUpdateRequest; answer: SitesUpdateAnswer };
  'social.listen': { request: SocialListenRequest; answer: SocialListenAnswer };
  'sources.list': { request: SourcesListRequest; answer: SourcesListAnswer };
  'sources.test': { request: SourcesTestRequest; answer: SourcesTestAnswer };
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
  'ai-overview.extract': { method: 'POST', path: '/ai-overview/extract' },
  'ai-visibility.prompt-set': { method: 'POST', path: '/ai-visibility/prompt-set' },
  'audit.local.batch': { method: 'POST', path: '/audit/local/batch' },
  'audit.local': { method: 'POST', path: '/audit/local' },
  'backlinks.anchors': { method: 'POST', path: '/backlinks/anchors' },
  'backlinks.competitors': { method: 'POST', path: '/backlinks/competitors' },
  'backlinks.domain-pages': { method: 'POST', path: '/backlinks/domain-pages' },
  'backlinks.list': { method: 'POST', path: '/backlinks/list' },
  'backlinks.new-lost-timeseries': { method: 'POST', path: '/backlinks/new-lost-timeseries' },
  'backlinks.opportunity-finder': { method: 'POST', path: '/backlinks/opportunity-finder' },
  'backlinks.page-intersection': { method: 'POST', path: '/backlinks/page-intersection' },
  'backlinks.referring-domains': { method: 'POST', path: '/backlinks/referring-domains' },
  'backlinks.summary': { method: 'POST', path: '/backlinks/summary' },
  'content-decay.detect': { method: 'POST', path: '/content-decay/detect' },
  'content.action-plan': { method: 'POST', path: '/content/action-plan' },
  'content.brief': { method: 'POST', path: '/content/brief' },
  'content.cannibalization': { method: 'POST', path: '/content/cannibalization' },
  'content.competitor-gap-matrix': { method: 'POST', path: '/content/competitor-gap-matrix' },
  'content.draft-qa': { method: 'POST', path: '/content/draft-qa' },
  'content.gap': { method: 'POST', path: '/content/gap' },
  'content.internal-links': { method: 'POST', path: '/content/internal-links' },
  'content.keyword-map': { method: 'POST', path: '/content/keyword-map' },
  'content.programmatic-template': { method: 'POST', path: '/content/programmatic-template' },
  'content.refresh-brief': { method: 'POST', path: '/content/refresh-brief' },
  'content.schema-plan': { method: 'POST', path: '/content/schema-plan' },
  'content.serp-outline': { method: 'POST', path: '/content/serp-outline' },
  'content.technical-qa': { method: 'POST', path: '/content/technical-qa' },
  'content.title-meta': { method: 'POST', path: '/content/title-meta' },
  'crawls.create': { method: 'POST', path: '/crawls' },
  'crawls.get': { method: 'GET', path: '/crawls/{id}' },
  'crawls.list': { method: 'GET', path: '/crawls' },
  'crawls.preview': { method: 'POST', path: '/crawls/preview' },
  'crawls.set': { method: 'PATCH', path: '/crawls/{id}' },
  'domain.competitors': { method: 'POST', path: '/domain/competitors' },
  'domain.intersection': { method: 'POST', path: '/domain/intersection' },
  'domain.ranked-keywords': { method: 'POST', path: '/domain/ranked-keywords' },
  'domain.relevant-pages': { method: 'POST', path: '/domain/relevant-pages' },
  'domain.traffic-estimate': { method: 'POST', path: '/domain/traffic-estimate' },
  'imports.create': { method: 'POST', path: '/imports' },
  'imports.get': { method: 'GET', path: '/imports/{id}' },
  'imports.list': { method: 'GET', path: '/imports' },
  'jobs.cancel': { method: 'POST', path: '/jobs/{id}/cancel' },
  'jobs.get': { method: 'GET', path: '/jobs/{id}' },
  'jobs.list': { method: 'GET', path: '/jobs' },
  'keyword-cluster.build': { method: 'POST', path: '/keyword-cluster/build' },
  'keyword-ideas.suggest': { method: 'POST', path: '/keyword-ideas/suggest' },
  'keyword-metrics.overview': { method: 'POST', path: '/keyword-metrics/overview' },
  'llm-mentions.track': { method: 'POST', path: '/llm-mentions/track' },
  'local-visibility.track': { method: 'POST', path: '/local-visibility/track' },
  'opportunities.brief': { method: 'POST', path: '/opportunities/brief' },
  'opportunities.find': { method: 'POST', path: '/opportunities/find' },
  'page.cro-qa': { method: 'POST', path: '/page/cro-qa' },
  'pages.intersection': { method: 'POST', path: '/pages/intersection' },
  'projects.delete': { method: 'DELETE', path: '/projects/{id}' },
  'projects.get': { method: 'GET', path: '/projects/{id}' },
  'projects.list': { method: 'GET', path: '/projects' },
  'projects.set': { method: 'PATCH', path: '/projects/{id}' },
  'rank.history': { method: 'GET', path: '/rank/track' },
  'rank.overview': { method: 'GET', path: '/rank/overview' },
  'rank.targets.add': { method: 'POST', path: '/rank/targets' },
  'rank.targets.check': { method: 'POST', path: '/rank/targets/check' },
  'rank.targets.delete': { method: 'DELETE', path: '/rank/targets' },
  'rank.targets.list': { method: 'GET', path: '/rank/targets' },
  'rank.targets.update': { method: 'PATCH', path: '/rank/targets' },
  'rank.track': { method: 'POST', path: '/rank/track' },
  'schedules.delete': { method: 'DELETE', path: '/schedules/{id}' },
  'schedules.list': { method: 'GET', path: '/schedules' },
  'schedules.set': { method: 'PATCH', path: '/schedules/{id}' },
  extract: { method: 'POST', path: '/extract' },
  search: { method: 'POST', path: '/search' },
  'analyze.serp': { method: 'POST', path: '/analyze/serp' },
  'serp.volatility': { method: 'POST', path: '/serp/volatility' },
  'site.audit': { method: 'POST', path: '/site/audit' },
  'site.changes': { method: 'GET', path: '/changes' },
  'site.sitemap-audit': { method: 'POST', path: '/site/sitemap-audit' },
  'sites.create': { method: 'POST', path: '/sites' },
  'sites.delete': { method: 'DELETE', path: '/sites/{id}' },
  'sites.get': { method: 'GET', path: '/sites/{id}' },
  'sites.list': { method: 'GET', path: '/sites' },
  'sites.update': { method: 'PATCH', path: '/sites/{id}' },
  'social.listen': { method: 'POST', path: '/social/listen' },
  'sources.list': { method: 'GET', path: '/sources' },
  'sources.test': { method: 'POST', path: '/sources/test' },
  'webhooks.deliveries.list': { method: 'GET', path: '/webhooks/deliveries' },
  'webhooks.deliveries.retry': { method: 'POST', path: '/webhooks/deliveries/{id}/retry' },
  'webhooks.endpoints.create': { method: 'POST', path: '/webhooks/endpoints' },
  'webhooks.endpoints.delete': { method: 'DELETE', path: '/webhooks/endpoints/{id}' },
  'webhooks.endpoints.list': { method: 'GET', path: '/webhooks/endpoints' },
  'webhooks.endpoints.rotate': { method: 'POST', path: '/webhooks/endpoints/{id}/rotate' },
  'webhooks.endpoints.test': { method: 'POST', path: '/webhooks/endpoints/{id}/test' },
  'webhooks.endpoints.update': { method: 'PATCH', path: '/webhooks/endpoints/{id}' },
} as const;
