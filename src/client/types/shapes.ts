// Written by `npm run gen`. Do not edit.


export type Accepted = {
  success: true; message: string;
  /** The job, where it is one. */ job_id?: string;
  /** Every queued job. */ jobs: string[];
  /** URL of the job and, later, its result. */ status_url?: string;
  /** URL of the job's server-sent events. */ events_url?: string;
};

export type Access = {
  /** Where they are sent, and nowhere else. */ origin: string;
  headers: string[]; cookies: string[]; basic_auth: boolean;
};

export type ActionType =
  | 'reclaim' | 'repair' | 'resource_page' | 'digital_pr' | 'guest_contribution' | 'outreach' | 'skip';

/** How this evidence may be used and cited. */
export type AgentSupport = {
  summary: string; usable_for: string[]; citations: { id: string; url: string; title: string; quote: string }[];
  /** What this evidence cannot show. */ limits: string[];
  next_calls: NextCall[];
};

/** An action plan for the next step, made from this answer alone. */
export type AgentWorkflow = {
  summary: string; recommended_action: string; priority: Level; confidence: number; confidence_reasons: string[];
  steps: {
    order: number; action: string; why: string;
    /** Figures and quotes of this answer. */ evidence: string[];
    effort: Level; owner_hint: string;
  }[];
  next_calls: NextCall[]; guardrails: string[];
};

export type AlreadyLink = {
  url_from: string; url_to: string; dofollow: boolean;
  /** It reaches you through a redirect or a canonical. */ is_indirect_link: boolean;
  first_seen: string; last_seen: string;
  /** Live links of the site to yours; this one is the best of them. */ backlinks: number;
};

export type AlreadyRanking = {
  /** Among organic results; null if not among those that were read. */ position: number | null;
  url: string | null; results_read: number; engine: string; device: 'desktop' | 'mobile' | null; checked_at: string;
};
export type Alternative = { url: string; score: number; match: 'strong' | 'medium' | 'weak' };

export type AuditLocalComponent = {
  /** unknown: the request, the website or the listing does not say. */ name: AuditLocalName;
  /** unknown: the request, the website or the listing does not say. */ phone: AuditLocalName;
  /** unknown: the request, the website or the listing does not say. */ address: AuditLocalName;
  /** unknown: the request, the website or the listing does not say. */ domain: AuditLocalName;
  /** unknown: the request, the website or the listing does not say. */ distance: AuditLocalName;
};
export type AuditLocalName = 'match' | 'partial' | 'conflict' | 'unknown';

export type BacklinksListSpamSign = {
  sign: Sign;
  /** What it adds to the score. */ points: number;
  /** How many sites share the sign; null for signs of the page itself. */ peers: number | null;
  /** What was found, in words. */ reason: string;
};
export type Before = { url: string; domain: string; position: number };

export type Bucket =
  | 'category_discovery' | 'comparison' | 'problem_solution' | 'alternatives' | 'brand_trust' | 'pricing'
  | 'local_or_use_case' | 'implementation';
export type BuyerStage = 'awareness' | 'consideration' | 'decision' | 'retention';
export type ByPriority = { high: number; medium: number; low: number; unknown: number };
export type Cadence = 'daily' | 'weekly' | 'monthly' | 'cron';

export type CampaignGoal =
  | 'mixed' | 'link_gap' | 'broken_link_building' | 'digital_pr' | 'resource_page' | 'reclaim_lost_links'
  | 'protect_authority';
export type Changed = 'title' | 'canonical' | 'noindex' | 'text' | 'links';
export type CitedNotNamed = { query: string; platform: string; answers: number; urls: string[] };

export type Class =
  | 'own' | 'competitor' | 'review_site' | 'forum' | 'social' | 'news' | 'encyclopaedia' | 'video' | 'other';

export type ClicksChange = {
  from: number; to: number;
  /** null where there were no clicks before. */ percent: number | null;
  /** Bounds of the percentage, 95%. */ low: number;
  high: number;
  /** true: such a difference comes and goes by chance; do not report it as a change. */ within_noise: boolean;
};
export type ContentBriefName = { name: string; pages: number; of: number };

export type ContentBriefSearch = {
  keyword: string; engine: string; location: string | null; location_code: number | null; language: string;
  device: string | null; checked_at: string | null;
  /** Ranking pages that were read and compared. */ compared: number;
  /** Organic results that were looked at. */ ranking: number;
};
export type ContentBriefShare = { intent: string; share: number; evidence: string[] };

export type ContentBriefStatus =
  | 'compared' | 'own_page' | 'disallowed' | 'http_error' | 'not_html' | 'unreachable' | 'too_slow' | 'paywall'
  | 'consent_wall' | 'scripts' | 'too_short' | 'other_language' | 'forum' | 'social' | 'video' | 'shop' | 'other_intent'
  | 'same_site' | 'same_text' | 'not_needed';

export type ContentCoverage = {
  search: ContentBriefSearch; page: ContentGapPage;
  /** 0-100: importance of the topics on your page over that of all topics. Null with fewer than three compared
   * pages. */
  coverage_score: number | null;
  /** Topics of the ranking pages that your page does not mention, the most important first. */
  missing_topics: MissingTopic[];
  /** Topics that your page mentions in far fewer words than pages with a section for them. */ thin_topics: ThinTopic[];
  covered_topics: ThinTopic[];
  /** Sections of your page that no compared page has: keep them. */
  unique_topics: { heading: string; words: number }[];
  questions_unanswered: QuestionsUnanswered[]; questions_answered: QuestionsAnswered[];
  /** Names that at least two compared pages use and yours does not. */ names_missing: ContentBriefName[];
  word_count_range: WordCountRange | null; serp_intent: SerpIntent;
  /** All organic results in their order, those not compared with the reason. */ pages_compared: PagesCompared[];
  notes: string[];
};

export type ContentDecayDetectClick = {
  /** Theil–Sen slope. */ per_day: number;
  /** Mann–Kendall, two-sided; null for fewer than four values. */ p_value: number | null;
  n: number;
};
export type ContentDecayDetectStatus = 'decaying' | 'stable' | 'improving' | 'insufficient_data';

export type ContentGapPage = {
  url: string; title: string | null; language: string | null; word_count: number;
  /** Where it stands on this result page; null where it does not. */ position: number | null;
  /** What keeps the page out of search, to be fixed before its text: noindex or a canonical to another page. Null where
   * neither was found. */
  search_block: SearchBlock | null;
  headings: { level: number; text: string }[];
};

export type ContentKeywordMapScoreComponent = {
  topic: number; focus: number; intent: number;
  /** Points lost to a missing word or the wrong kind of page. */ limits: number;
};

export type ContentSchemaPlanError = {
  /** From the script or item to the property: jsonld[0].offers.price. */ path: string;
  message: string; fix: string;
};
export type ContentTechnicalQaStatus = 'rendered' | 'not_needed' | 'off' | 'no_browser' | 'failed';
export type ContentTitleMetaStatus = 'pass' | 'warn' | 'fail' | 'not_applicable';

export type ContentTitleMetaTitleOption = TextWidth & {
  /** How the text was built. */ strategy: string;
  /** What this strategy is good for. */ why: string;
  /** Where on the page its words come from. */ evidence: string[];
};

export type ConversionGoal =
  | 'signup' | 'trial' | 'demo' | 'purchase' | 'contact_sales' | 'subscribe' | 'download' | 'learn_more';
export type Coverage = 'full' | 'partial' | 'sample' | 'none';

/** Pages that were or are being read into the index. */
export type Crawl = {
  id: string;
  /** waiting: queued. paused and stopped: resume it to continue. finished: nothing is left, or the limit of pages was
   * reached. failed: no page could be read. */
  status: CrawlsListStatus;
  urls: string[];
  settings: CrawlRules & {
    scope: 'host' | 'domain';
    /** Addresses of a list that are tested one by one; null for a crawl. */ addresses: number | null;
  };
  counts: {
    fetched: number;
    /** Known and not read yet. */ waiting: number;
    /** Did not answer. */ failed: number;
    /** Kept out by robots.txt, or by the limits against endless addresses. */ refused: number;
  };
  /** Of the last run: everything was read, the limit of pages was reached, or it was interrupted. */
  ended_because: 'exhausted' | 'pages_max' | 'aborted' | null;
  /** Answers of the last run by HTTP status code. */ statuses: Record<string, number>;
  /** Pages of the last run that had not changed since they were last read. */ not_modified: number | null;
  bytes: number | null;
  /** What went wrong in the last run, how often, and where it first happened. */ problems: Problem[];
  /** Credits that reading all pages costs. */ credits_max: number;
  /** The job that reads the pages: follow its progress with GET /jobs/{id} and its events. null for a crawl from the
   * command line. */
  job_id: string | null;
  error: string | null; created_at: string; closed_at: string | null;
};

export type CrawlOptions = {
  /** Maximum pages to read. */ pages?: number;
  /** How many links deep to go from a start address. 0 reads only the addresses themselves, as for a list of old
   * addresses. */
  depth?: number;
  /** Read only addresses that match one of these, besides the start addresses: /blog/* or https://example.com/shop/*. *
   * stands for any characters. */
  include?: string[];
  /** Leave out addresses that match one of these: * /tag/* or *?sort=*. */ exclude?: string[];
  /** Also read the addresses that sitemaps list. */ sitemaps?: boolean;
  /** false also reads what robots.txt closes, on hosts that you have proven with POST /hosts. */
  respect_robots?: boolean;
  /** Headers to send to the host of the start addresses, and to no other. Needs an index of your own. */
  headers?: Record<string, string> | null;
  /** Cookies for that host. */ cookies?: Record<string, string> | null;
  /** User name and password for that host. Stored encrypted, like headers and cookies, and never shown. */
  basic_auth?: { username: string; password: string } | null;
  /** Whose scripts to run in the browser of SEAMARK_BROWSER_URL. none; auto: pages whose text scripts write, and the
   * pages of a template if scripts change the first of them; always: every page. */
  render?: 'none' | 'auto' | 'always';
  /** true also checks, at the end, whether the pages of other sites that yours links to still exist: 1,000 of them at
   * most. */
  external_links?: boolean;
};

export type CrawlRules = {
  pages: number; depth: number;
  /** null for the polite default. */ rate: number | null;
  include: string[]; exclude: string[]; sitemaps: boolean; respect_robots: boolean;
  /** null for that of the service. */ user_agent: string | null;
  /** Names of the headers and cookies that are sent; null for none. */ access: Access | null;
  render: 'none' | 'auto' | 'always'; external_links: boolean;
};
export type CrawlsListStatus = 'waiting' | 'running' | 'paused' | 'stopped' | 'finished' | 'failed';
export type DemandBand = 'none_seen' | 'low' | 'medium' | 'high' | 'very_high';
export type Direction = 'rising' | 'falling' | 'stable' | 'insufficient_data';

export type DiscussionQuote = {
  url: string; platform: SocialListenPlatform; community: string | null;
  /** One sentence as written; at most 300 characters. */ quote: string;
  published_at: string | null;
  /** To be shown next to the quote, as its licence requires. */ attribution: string | null;
};

export type DomainCompetitorsWindow = {
  from: string; to: string; days: number; previous_from: string | null; previous_to: string | null;
  missing_days: number;
  /** true: the search engine or the export returned only its first rows. */ is_cut: boolean;
  /** true: you named a place, but these figures are not split by country and include every country. */
  ignores_country: boolean;
  property: string; engine: 'google' | 'bing';
};

export type DomainIntersectionScoreComponent = {
  volume: number | null;
  /** 100 minus the difficulty. */ ease: number | null;
  intent: number | null;
  /** Clicks that position 3 would add to those of your own position. */ ranking_gain: number | null;
};

export type DomainRankedKeywordsTotal = {
  clicks: number; impressions: number; previous_clicks: number | null; previous_impressions: number | null;
  /** Part of clicks that the engine assigns to no keyword. */ withheld_clicks: number;
  withheld_impressions: number;
};

export type DryRun = {
  success: true; dry_run: true;
  /** The checked input with its defaults. */ input: Record<string, unknown>;
  /** What the call would cost. */ credits: number;
  price_rule: string; would_serve: { capability: string; sources: string[] }[];
  requests: {
    capability: string; method: string;
    /** When the stored answer was observed; null when the source has to be asked. */ stored_at: string | null;
    /** Sources in the order in which they are asked, with the price of the request. */
    sources: { source: string; usd: number; does_not_support: string[] }[];
  }[];
  /** What the requests would cost at their first source. */ usd: number;
  meta: Record<string, unknown>;
};
export type Ended = 'depth_reached' | 'no_more_results' | 'stopped_on_match' | 'incomplete';

/** Stable codes of errors; newer services may have others. */
export type ErrorCode =
  | 'invalid_json' | 'invalid_request' | 'unauthenticated' | 'insufficient_credits' | 'budget_exceeded'
  | 'origin_not_allowed' | 'key_not_allowed_here' | 'not_found' | 'method_not_allowed' | 'conflict'
  | 'payload_too_large' | 'unsupported_media_type' | 'invalid_input' | 'unfetchable_url' | 'rate_limited' | 'internal'
  | 'source_failed' | 'source_not_configured' | 'provider_budget_spent' | 'unavailable' | 'source_timeout';

export type Event =
  | 'job.completed' | 'job.failed' | 'project.budget_warning' | 'project.budget_exceeded' | 'alert.rank_changed'
  | 'alert.mention_changed' | 'alert.schedule_stale' | 'alert.site_changed';

export type ExpectedGain = {
  clicks_per_month: number; low: number; high: number; to_rank: number;
  /** own-…: from your own clicks by position. Else the published curve. Both where the two positions need both. */
  ctr_curve: string;
  /** impressions: how often your site was seen, fewer than all searches where it ranks past page one. */
  demand_basis: 'impressions' | 'volume';
};

export type Finding = {
  id: string; status: ContentTitleMetaStatus; message: string;
  /** Words or start tag on the page that the finding is about. */ quote: string | null;
  line: number | null; fix: string | null;
};
export type Format = 'how_to' | 'guide' | 'list' | 'comparison' | 'tool' | 'product' | 'local';

export type GridFigures = {
  /** Searches that were answered with local results. */ cells: number;
  /** Share of those in which the business is shown; null without any. */ visibility_share: Solv | null;
  /** The same share, as the weight of average_rank. */ share_found: number | null;
  /** Mean position (ARP) over the searches in which the business is shown. */ average_rank: number | null;
  /** Same as average_rank. */ arp: number | null;
  /** Mean position over all of the searches; those without the business count as not_found_rank. */
  atrp: { value: number; not_found_rank: number } | null;
  /** Share of local voice: searches in which the business is among the first three. */ solv: Solv | null;
};
export type GroupBy = 'day' | 'operation' | 'project' | 'key' | 'source';
export type GroupRange = 'day' | 'week' | 'month' | 'year';

/** A host that you prove to be yours. */
export type Host = {
  host: string; is_proven: boolean;
  /** dns and operator cover subdomains too; file covers this host alone. null until it is proven. */
  method: 'dns' | 'file' | 'operator' | null;
  proven_at: string | null;
  /** From then on, the next crawl that needs the proof looks for it again; null where that is not needed. */
  looked_up_again_at: string | null;
  /** A TXT record with this value, at one of these names, proves the host. */
  dns: { names: string[]; type: 'TXT'; value: string };
  /** So does a file at this address that holds this text and nothing else. */ file: { url: string; content: string };
  created_at: string;
};
export type Id = 'important_topics' | 'coverage' | 'questions' | 'length' | 'sections' | 'language';

/** A file imported into the index. */
export type Import = {
  id: string; kind: ImportsCreateKind;
  /** The URL; `content:` and a hash for content sent with the request. */ location: string;
  /** stopped and failed: send the same request again to continue. completed: everything was read. */
  status: ImportsListStatus;
  options: {
    limit: number | null; release: string | null; target: string | null; location: string | null;
    language: string | null; property: string | null; period: string | null; columns: string | null;
  };
  /** 0-100; null while the length of the file is unknown. */ percent: number | null;
  bytes: number | null; bytes_read: number;
  counts: {
    /** Records of an archive, lines of ranks, rows of a table. */ read: number;
    /** Records that added something to the index. */ taken: number;
    skipped: number; links: number;
  };
  /** What could not be used, how often, and where it first occurred. */ problems: Problem[];
  /** For example, columns that were not recognized. */ notes: string[];
  error: string | null;
  /** The job that reads it: follow its progress with GET /jobs/{id} and its events. */ job_id: string | null;
  begun_at: string; finished_at: string | null;
};
export type ImportsCreateKind = 'warc' | 'wat' | 'ranks' | 'links' | 'keywords' | 'console' | 'locations';
export type ImportsListStatus = 'waiting' | 'running' | 'stopped' | 'completed' | 'failed';
export type Intent = 'informational' | 'commercial' | 'transactional' | 'local' | 'navigational';

export type InternalLinkTask = {
  task: string; from: string;
  /** Sentence of that page about the search, word for word: a place for the link. Null if it has none. */
  sentence: string | null;
};
export type Interpretation = 'calm' | 'normal' | 'elevated' | 'turbulent';

/** An invitation that can still be accepted. */
export type Invitation = {
  id: string; email: string; role: 'viewer' | 'member' | 'owner'; invited_by: string; created_at: string;
  expires_at: string;
};
export type ItemType = 'anchor' | 'image' | 'canonical' | 'redirect' | 'alternate';

/** A call that runs in the background: poll it, watch its events, or wait for its webhook. */
export type Job = {
  id: string; operation: string; status: JobsListStatus;
  progress: {
    /** 0-100; never decreases. */ percent: number;
    stage: string; message: string | null;
    /** What a crawl has found so far, the worst first. */ findings?: {
      /** Of `site.audit`. */ rule: string;
      /** Pages that break it. */ count: number;
      /** One of them. */ example: string;
    }[];
  };
  attempts: { made: number; max: number; last_error: JobError | null };
  /** The operation's answer; null until the job is completed, after it expires, and in lists. */
  result: Record<string, unknown> | null;
  error: JobError | null;
  /** The result was deleted because it was old. */ expired: boolean;
  attribution: { project_id: string | null; workflow_id: string | null; key_id: string | null };
  credits: { reserved: number; charged: number }; created_at: string; started_at: string | null;
  finished_at: string | null;
};

/** Why the job failed: the error the call itself would have returned. */
export type JobError = {
  code: ErrorCode; message: string; fix: string | null; errors: { path: string; message: string }[];
};
export type JobsListStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';

export type Keyword = {
  status: ContentDecayDetectStatus; decay_percent: number | null; clicks: number;
  /** null where there is no data of the time before. */ previous_clicks: number | null;
  within_noise: boolean | null;
  /** Why it could not be judged. */ reason: string | null;
};

export type KeywordDemand = {
  /** As you sent it, or as the source writes it. */ keyword: string;
  /** false: no source or stored result page knows the keyword. People may still search for it. */ found: boolean;
  /** Whether it contains your project’s brand: its name, an alias or a domain; null if the project has none. */
  is_brand: boolean | null;
  /** true if the figure includes close variants such as plurals, as in Google Ads. */ variants_folded: boolean | null;
  /** The figures of each source. */ volume_evidence: VolumeEvidence[];
  /** Keywords in this answer that share one Google Ads figure with this one: count it once. */ grouped_with: string[];
  /** Searches a month on Bing. */ bing_impressions: number | null;
  /** Only if no number is known. */ demand_band: DemandBand | null;
  demand_reason: string | null;
  /** On Google, oldest first; empty if no source has them. */ monthly_searches: { month: string; searches: number }[];
  trend: Trend;
  /** null with less than two full years of data. */ seasonality: Seasonality | null;
  /** When the newest of these figures was observed. */ observed_at: string | null;
};

export type KeywordFigures = {
  /** ISO 639-1; empty if neither the words nor the request reveal it. */ language: string;
  /** Searches a month on Google; 0 only if a source says 0. */ search_volume: number | null;
  volume_low: number | null; volume_high: number | null;
  /** exact: counted in Search Console. bucket: rounded by Google Ads. range, lower_bound: only bounds are known.
   * modelled: an estimate. */
  volume_basis: VolumeBasis | null;
  volume_source: string | null;
  /** The month, or the first and last month of the average. */ volume_period: string | null;
  /** What advertisers pay for a click. */ cpc: number | null;
  /** ISO 4217 of cpc. */ currency: string | null;
  /** Among advertisers, 0-1. It says nothing about SEO. */ competition: number | null;
  /** 0-100 on the scale of difficulty_source. */ keyword_difficulty: number | null;
  /** Whose scale it is. Figures on different scales are not comparable. */ difficulty_source: string | null;
  intent: Intent | null; intent_confidence: number;
  /** result_page: judged from the stored result page. brand: the keyword is your brand’s name. words: judged from the
   * keyword. Otherwise the source that reported it. */
  intent_source: string | null;
  buyer_stage: BuyerStage | null; recommended_page_type: PageType | null; opportunity_score: number | null;
  score_components: DomainIntersectionScoreComponent;
  /** Share of the score, by weight, that is known. */ score_coverage: number;
  /** null if less than half of the score, by weight, is known. */ priority: Level | null;
};

export type KeywordMatch = {
  keyword: string; intent: Intent; primary_url: string; page_type: PageType; score: number;
  score_components: ContentKeywordMapScoreComponent;
  /** Based on the score: strong from 70, medium from 50, otherwise weak. */ match: 'strong' | 'medium' | 'weak';
  /** Other candidate pages, best first; at most three. */ alternatives: Alternative[];
  /** The keyword is in the current_keywords of the page. */ already_targeted: boolean;
  why: string;
};

export type KeywordsConsidered = {
  organic: number | null; paid: number | null; featured_snippet: number | null; local_pack: number | null;
};
export type Kind = 'status' | 'redirect' | 'noindex' | 'canonical';

export type KnownElsewhere = {
  /** null: worldwide. */ location: { code: number; name: string } | null;
  /** null: the source does not tell languages apart. */ language: string | null;
  /** Those without a volume in this answer. */ keywords: string[];
};
export type Level = 'low' | 'medium' | 'high';

export type LinkFigures = {
  /** Share of all links to the target with the requested status, 0-1. */ share: number | null;
  /** Links with the requested status. */ backlinks: number;
  dofollow_backlinks: number;
  /** Share of backlinks, 0-1. */ dofollow_share: number | null;
  /** Linking pages. */ referring_pages: number;
  /** Links whose target page returned 4xx or 5xx; null when no target page has been crawled. */
  broken_backlinks: number | null;
  /** Links that were gone when their page was last crawled, whatever status is requested; null when unknown. */
  lost_backlinks: number | null;
  /** Average of the linking pages, 0-100, higher is worse; null when none has been crawled. */
  spam_score: number | null;
  /** What the spam score is made of, most links first. Null when unknown. */ spam_signs: SpamSign[] | null;
  /** Links in menus, headers, footers and sidebars, and links that most pages of their host repeat. */
  boilerplate_backlinks: number | null;
  /** Links that readers do not see. */ hidden_backlinks: number | null;
  /** Rank of the strongest link, which is what it passes on; null when unknown. */ rank: number | null;
  first_seen: string;
  /** Null when the source does not say. */ last_seen: string | null;
  /** When the most recently lost link was lost. */ lost_date: string | null;
  score: number; score_components: ScoreComponent; priority: Level;
};

export type LinkFilters = {
  /** Exports up to this many rows as one job instead of limit. You pay for the rows it returns. */
  export_rows?: number;
  /** live: still present when their page was last read. lost: gone since. all: both. */
  backlinks_status_type?: 'live' | 'all' | 'lost';
  /** Count links to pages that redirect or canonicalize to the target. */ include_indirect_links?: boolean;
  /** Scale of every rank in the answer, and of min_rank: 0-100 or 0-1000. */
  rank_scale?: 'one_hundred' | 'one_thousand';
};

export type LinkFound = {
  url_to: string; item_type: ItemType; anchor: string; alt: string | null; text_pre: string; text_post: string;
  /** `hidden` is a link that readers do not see. Null when the source does not say where on the page the link is. */
  semantic_location: SemanticLocation | null;
  attributes: string[]; dofollow: boolean;
  /** Identical links on the page. */ links_count: number;
  first_seen: string; last_seen: string; lost_date: string | null; is_new: boolean; is_lost: boolean;
  /** Null when the target page has not been crawled. */ is_broken: boolean | null;
  url_to_status_code: number | null;
  /** The link names another page that redirects or canonicalizes to the target; url_to is that page. */
  is_indirect_link: boolean;
  rank: number | null;
  /** What the spam score is made of. Of ring, template, money_anchor, spam_targets and cited_spam only the strongest
   * counts. Null when unknown. */
  spam_signs: BacklinksListSpamSign[] | null;
};
export type LinkType = { value: string; backlinks: number; /** Share of all backlinks counted, 0-1. */ share: number };

export type Market = {
  /** ISO 3166-1 code, such as US or DE. */ country: string;
  /** Language of the searches: an ISO 639-1 code such as de or pt-BR, or a name such as German. */ language?: string;
  /** For a business that serves one city. */ city?: string;
};

export type MentionChange = {
  from: number; to: number; difference: number;
  /** 95% interval of the difference. */ low: number;
  high: number; within_noise: boolean;
  /** null if the difference is within noise. */ direction: 'up' | 'down' | null;
  /** Unbranded queries that both samplings asked. */ queries: number;
  /** When the previous sampling began. */ previous_at: string;
};

export type MentionRate = {
  /** 0-1. */ value: number;
  /** Answers, discussions or citations behind it. */ n: number;
  /** 95% interval. */ low: number;
  high: number;
  /** wilson: one query. bootstrap_over_queries: queries resampled. wilson_effective_n: fewer than five queries, or
   * queries that all agree; answers to one query count as fewer than there are, since they resemble each other. */
  method: 'wilson' | 'wilson_effective_n' | 'bootstrap_over_queries';
};

/** What was called, what it cost and where its figures come from. */
export type Meta = {
  request_id: string; operation: string; generated_at: string; duration_ms: number;
  credits: { charged: number; /** Credits left; null where the workspace is not limited. */ balance: number | null };
  project_id: string | null; workflow_id: string | null; sources: SourceUsed[];
  /** Only in the demo workspace: the sites and every figure are made up. */ demo?: true;
};
export type MissingTopic = TopicFigures;

export type NextCall = {
  /** Operation id. */ operation: string;
  method: 'GET' | 'POST';
  /** Path below /api/v1. */ path: string;
  /** A valid body for that operation, filled from this answer. */ body: Record<string, unknown>;
  reason: string; credits: number;
};

export type Noise = {
  /** Standard deviation of the difference between two checks, in positions. */ sigma: number;
  /** Pairs of checks within 36 hours that it was measured from. */ pairs: number;
  /** default: under 8 pairs, so the usual noise at this level. */ basis: 'measured' | 'default';
};

export type Outline = {
  h2: string;
  /** Why it is there: how many compared pages have it, or where it is asked. */ purpose: string;
  h3: string[];
  /** What the ranking pages say there without a heading for it. */ points: string[];
  /** Compared pages that cover it. */ seen_on: string[];
  pages: number; of: number;
  /** Words that pages with a heading for it spend on it; null of fewer than three. */
  target_words: WordCountRange | null;
};
export type OverlapShare = { value: number; n: number; low: number; high: number };

export type Own = {
  url: string; domain: string; title: string | null; competitor: string | null; citations: number; platforms: string[];
  queries: string[];
};
export type OwnPage = { url: string; title: string; page_type: PageType };

export type Page = {
  url: string; title: string;
  /** Keywords that the page targets. */ keywords?: string[] | string | null;
  ranking_queries?: (string | { query: string })[] | string | null; page_type?: string | null;
  /** awareness, consideration, decision or retention; tofu, mofu and bofu also work. */ buyer_stage?: string | null;
  /** Monthly visits. */ traffic?: number | null;
  /** Monthly searches for its topic. */ volume?: number | null;
  /** Position in search results; 1 is best. */ rank?: number | null;
  /** Backlinks or referring domains. */ backlinks?: number | null;
};

export type PageType =
  | 'homepage' | 'landing_page' | 'local_landing_page' | 'category_page' | 'product' | 'pricing' | 'feature'
  | 'comparison_page' | 'guide' | 'how_to' | 'blog_post' | 'article' | 'news' | 'glossary' | 'faq' | 'docs'
  | 'tool_page' | 'forum_thread' | 'case_study' | 'login' | 'support' | 'about' | 'contact' | 'careers' | 'legal';

export type PagesCompared = {
  position: number; url: string; domain: string; title: string | null;
  /** Whether the page was compared, or why not. */ status: ContentBriefStatus;
  /** Why it was not compared, in words. */ note: string | null;
  page_type: string | null;
  /** Words of the main content. */ word_count: number | null;
  published_at: string | null; modified_at: string | null; headings: { level: number; text: string }[];
};
export type PagesIntersectionItemType = 'organic' | 'paid' | 'featured_snippet' | 'local_pack';

export type Paging = {
  /** Maximum rows to return. */ limit?: number;
  /** Rows to skip, for paging. */ offset?: number;
};
export type PlainAnswer = { success: true; meta: Meta };
export type Platform = 'chatgpt' | 'perplexity' | 'google_ai' | 'gemini' | 'claude' | 'copilot';

export type Playbook =
  | 'templates' | 'curation' | 'conversions' | 'comparisons' | 'examples' | 'locations' | 'personas' | 'integrations'
  | 'glossary' | 'translations' | 'directory' | 'profiles' | 'custom';
export type PriorityCount = { high: number; medium: number; low: number };
export type Problem = { kind: string; count: number; examples: string[] };
export type ProblemCount = { critical: number; high: number; medium: number; low: number };

export type Project = {
  id: string; name: string;
  /** Tells branded from unbranded queries, anchors and mentions; null until it is set. */
  brand: { name: string; aliases: string[]; domains: string[] } | null;
  /** Credits per month; null means metered without a limit. */ budget_credits: number | null;
  warning_share: number;
  /** true: refuses calls that would exceed the budget. false: only sends events. */ is_hard: boolean;
  created_at: string;
  month: {
    /** The month, in UTC. */ period: string;
    spent: number;
    /** Held by calls in progress. */ reserved: number;
    warned_at: string | null; exceeded_at: string | null;
  };
};

export type Prospect = {
  /** Registrable domain; as written in the request when it is not a domain. */ domain: string;
  url: string | null; title: string | null; source_type: string | null; topics: string[]; linked_competitors: string[];
  linked_competitors_count: number;
  /** 0-100. */ domain_rank: number | null;
  /** 0-100. */ page_rank: number | null;
  spam_score: number | null; dofollow: boolean | null;
  /** A live link from that site to yours; null if your index has not seen one. A site that only has lost or broken
   * links to yours still counts as an opportunity: ask for the link back. */
  already_links: AlreadyLink | null;
  /** Rows of the request for this site. */ rows: number;
};
export type PublishingCadence = 'pilot' | 'weekly_batch' | 'monthly_batch' | 'bulk_import';

export type QuestionsAnswered = {
  question: string; seen_in: 'people_also_ask' | 'headings' | 'both';
  /** Ranking pages that have it as a heading. */ seen_on: string[];
  /** Sentence of your page. */ answer: string;
};

export type QuestionsUnanswered = {
  question: string; seen_in: 'people_also_ask' | 'headings' | 'both';
  /** Ranking pages that have it as a heading. */ seen_on: string[];
};

export type RankHistoryChange = {
  /** null: not among the results checked. */ from: number | null;
  to: number | null; from_checked_at: string; to_checked_at: string;
  /** unknown: one of the checks was too shallow to tell. */ kind: RankHistoryKind;
  /** The two checks differ by no more than twice the noise. */ within_noise: boolean;
  /** The last three checks confirm it against the three before. */ significant: boolean;
  noise: Noise; words: string;
};
export type RankHistoryKind = 'same' | 'moved' | 'lost' | 'new' | 'unknown';

export type RankMatch = {
  matched_url: string | null;
  /** exact: the tracked page, or any page of a tracked domain. same_path: the same page on another host (www, m, amp)
   * or with idle parameters. same_domain: another page of the site; the tracked page itself does not rank. */
  match_type: 'exact' | 'same_path' | 'same_domain' | null;
  location: string | null;
  /** null: from the source’s own location. */ location_code: number | null;
  language: string;
  /** null: the source’s own default. */ device: 'desktop' | 'mobile' | null;
};

export type RankOverviewDown = RankMatch & {
  id: string; keyword: string; url: string; tags: string[]; engine: string | null;
  /** null: not among the results checked, or never checked. */ position: number | null;
  /** null: never checked in the last 120 days. */ checked_at: string | null;
  /** At the start of the period. */ position_before: number | null;
  checked_before_at: string | null; best_position: number | null; depth_checked: number | null;
  /** A change within the period that three checks confirm; null: nothing beyond noise. */
  significant_change: SignificantChange | null;
  /** Its newest check is more than twice as old as its checks are usually apart. */ is_stale: boolean;
};

/** A keyword tracked for a page or a domain. */
export type RankTarget = {
  id: string; project_id: string | null; keyword: string; url: string;
  /** Null: the first source that answers. */ engine: string | null;
  location_code: number | null;
  /** Null: the source’s own location. */ location: string | null;
  language: string; device: 'desktop' | 'mobile' | null; depth: number; tags: string[]; is_paused: boolean;
  created_at: string;
};

export type RankingBasis = {
  /** console: counted by the search engine for your own site. serps: positions on stored result pages, a sample.
   * provider: a vendor’s positions and estimates. null without data. */
  basis: 'console' | 'serps' | 'provider' | null;
  /** no_match: the target is known, but no row matches. own_site_without_data: your site had no impressions in the
   * window. not_covered: your console data knows the site, but not what was asked. unknown_target: no source knows it,
   * which does not mean that it ranks for nothing. */
  state: State;
  /** sample: only keywords whose result page is stored; never a total. */ coverage: Coverage;
  /** Days that the figures cover and those they are compared with; only for basis console. */
  window: DomainCompetitorsWindow | null;
  /** Stored result pages that were looked through; only for basis serps. */ serps_considered: number | null;
  /** null: all countries, as a console counts where you name no place or its figures are not split by country. */
  location: { code: number; name: string } | null;
  /** null: all languages, as Search Console does not tell them apart. */ language: string | null;
};

export type Raw = {
  title: string | null; canonical: string | null;
  /** Set by its robots meta elements. */ noindex: boolean;
  word_count: number; internal_links: number;
};
export type Reason = 'finished' | 'cancelled' | 'blocked' | 'dependency' | 'capacity' | 'horizon';

export type RefreshGoal =
  | 'recover_rankings' | 'improve_conversions' | 'win_featured_snippet' | 'improve_ai_visibility'
  | 'expand_topic_depth';

export type Rendering = {
  /** rendered: the answer is about the page after its scripts have run. not_needed: its source has its text. off: with
   * never, and for text that was sent. no_browser, failed: scripts write its text, and they could not be run. */
  status: ContentTechnicalQaStatus;
  /** What the source says before any script runs; null where no page was fetched. */ raw: Raw | null;
  /** What the page says after its scripts have run; null unless they were run. */ rendered: Raw | null;
  /** What scripts changed. */ changed: Changed[];
  /** Scripts, style sheets and data that the page loaded. */ requests: number | null;
  /** Scripts and data that could not be loaded, at most 20: text may be missing. */
  missing: { url: string; reason: string }[];
  notes: string[];
};
export type Report = { success: true; agent_workflow: AgentWorkflow; markdown_summary: string; meta: Meta };

export type Result =
  | 'loop' | 'dead' | 'error' | 'wrong_target' | 'not_redirected' | 'chain' | 'temporary' | 'refused' | 'blocked'
  | 'failed' | 'redirected' | 'ok';

export type ResultPage = {
  engine: string; location_code: number | null; language: string; device: 'desktop' | 'mobile' | null;
  /** Keywords whose result page is stored. */ keywords: number;
  checked_from: string; checked_to: string;
};
export type RowsShown = { limit: number; offset: number };

/** A call that runs on a schedule. */
export type Schedule = {
  id: string; operation: string; input: Record<string, unknown>; cadence: Cadence;
  /** The five cron fields that set when it runs, in its time zone. */ cron: string;
  time_zone: string; is_paused: boolean; project_id: string | null;
  /** Price of one run; null if its operation no longer accepts the input. */ credits: number | null;
  /** The next run; null if there will be none. */ next_due: string | null;
  /** The last run; null before the first. */ last: {
    due: string;
    /** When it was queued, or refused. */ at: string;
    /** The job that was queued; null if the call was refused. */ job_id: string | null;
    /** How many runs were missed before it while the service was down. This run makes up for all of them. */
    missed: number;
    /** Why the call was refused, or its job failed. */ error: string | null;
  } | null;
  /** Two runs in a row failed or were refused; alert.schedule_stale was sent. A run that succeeds ends it. */
  is_stale: boolean;
  /** Who gets the answers; null if nobody does. */ report: {
    /** What recipients get when a run finds nothing new: brief sends one line, nothing sends no report. */
    when_unchanged: 'brief' | 'nothing';
    /** Where “Open the report” leads. shared: to a read-only link that anyone can open for 30 days. dashboard: to the
     * dashboard, after a login. */
    link: 'shared' | 'dashboard';
    recipients: {
      to: string;
      /** Its webhook endpoint: GET /webhooks/deliveries lists every attempt. */ endpoint_id: string;
      /** Of the last report. waiting: none yet. retrying and failed: see reason. paused: its endpoint is paused.
       * stopped: a recipient stopped it. */
      state: 'waiting' | 'sending' | 'delivered' | 'retrying' | 'failed' | 'paused' | 'stopped';
      /** When the last report was queued for it, or it was stopped. */ at: string | null;
      reason: string | null; next_attempt_at: string | null;
    }[];
    /** The last report; null before the first. */ last: {
      at: string; job_id: string;
      /** False for a run that found nothing new, where when_unchanged is nothing. */ is_sent: boolean;
    } | null;
  } | null;
  created_at: string;
};

export type SchemaRecommendation = {
  /** schema.org type. */ type: string;
  why: string;
  /** Compared pages that have it. */ pages: number;
  /** What Google shows for it; null for none. */ rich_result: string | null;
};
export type ScoreComponent = { urgency: number; authority: number; reach: number };

export type SearchBlock = {
  kind: Kind; url: string;
  /** Where its redirect or canonical leads; null for the others. */ leads_to: string | null;
  evidence: string; fix: string;
};

export type SearchMarket = {
  /** Google location code; takes precedence over location. */ location_code?: number;
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */ language?: string;
};

export type Seasonality = {
  is_seasonal: boolean;
  /** 1 is January; null if no month stands out every year. */ peak_month: number | null;
  /** Searches in the peak month divided by those in an average month. */ peak_index: number | null;
  /** Full years that were compared. */ years: number;
};
export type SectionsToAdd = { heading: string; why: string; points: string[]; seen_on: string[] };

export type SeenOn = {
  /** Place of the page among the organic results. */ position: number;
  url: string;
  /** Heading that names the topic, or that it stands under. */ heading: string | null;
  /** Sentence of that page about the topic, word for word. Under a heading that names the topic, it need not name it
   * again. */
  quote: string;
};
export type SemanticLocation = 'navigation' | 'header' | 'footer' | 'sidebar' | 'content' | 'head' | 'hidden';

export type SerpFeature =
  | 'organic' | 'paid' | 'featured_snippet' | 'answer_box' | 'ai_overview' | 'people_also_ask' | 'related_searches'
  | 'local_pack' | 'map' | 'knowledge_graph' | 'top_stories' | 'video' | 'short_videos' | 'images' | 'shopping'
  | 'popular_products' | 'discussions_and_forums' | 'perspectives' | 'twitter' | 'jobs' | 'hotels_pack'
  | 'google_flights' | 'recipes' | 'local_services' | 'third_party_reviews' | 'commercial_units' | 'events' | 'other';

export type SerpIntent = {
  main: string | null; shares: ContentBriefShare[];
  /** A second intent has a share of three tenths or more. */ is_mixed: boolean;
};

export type SerpVolatilityComponent = {
  /** 0-1, 1 for the same order of pages; p = 0.9. */ rank_biased_overlap: number | null;
  /** 0-1: share of the top 10 domains that are in only one of the two lists. */ domain_churn: number | null;
  /** 0-1: mean of min(positions moved, 10) / 10 over the pages in both lists; null if no page is in both. */
  position_shift: number | null;
  /** 0-1: the same for SERP features; null if none were sent. */ feature_churn: number | null;
};

export type SerpVolatilityScoreComponent = {
  rank_biased_overlap: number; domain_churn: number; position_shift: number; feature_churn: number;
};
export type Severity = 'critical' | 'high' | 'medium' | 'low';

export type SharedRankings = {
  domain: string;
  /** Keywords for which both rank within max_rank_group. */ intersections: number;
  /** Share of the target’s keywords for which it ranks too, 0-1; low and high are 95% bounds for a sample, and the
   * share itself where all keywords are known. */
  overlap_share: OverlapShare | null;
  /** Share of its own keywords, at any position, for which the target ranks too; null where these are not known. */
  their_overlap_share: number | null;
  /** Of intersections, both on page one. */ shared_top10: number | null;
  /** Its mean position on the shared keywords. */ average_position: number | null;
  /** Its estimated clicks a month, on all of its keywords. */ competitor_traffic: number | null;
};

export type Sign =
  | 'ring' | 'template' | 'money_anchor' | 'spam_targets' | 'cited_spam' | 'own_trade' | 'planted_links' | 'no_https'
  | 'no_title';

export type Signal =
  | 'page_fault' | 'decay' | 'cannibalisation' | 'lost_rankings' | 'low_click_rate' | 'striking_distance'
  | 'winnable_feature' | 'related_questions' | 'ai_overview' | 'buying_intent' | 'competitor_gap';

export type SignificantChange = {
  /** First check after the change. */ at: string;
  /** Last check before it. */ after: string;
  /** Median of up to three checks before; null: beyond the results checked. */ from: number | null;
  /** Median of the three checks since. */ to: number | null;
  direction: 'up' | 'down';
  /** beyond_noise: the medians differ by more than 2 sigma. persisted: each of three checks differs by more than 1
   * sigma. */
  shown_by: 'beyond_noise' | 'persisted';
  sigma: number;
};

/** A site that you look after. */
export type Site = {
  id: string; project_id: string | null; target: string; type: 'domain' | 'subdomain' | 'folder'; name: string;
  brand: { name: string; spellings: string[] } | null; competitors: string[];
  markets: { country: string; language: string | null; city: string | null }[];
  crawl: CrawlRules & { urls: string[]; schedule: { cadence: Cadence; cron: string | null; time_zone: string } | null };
  audit: { mute: { rule: string; url: string | null }[]; unmute: string[] };
  /** Sites of the same project that are part of this one, or that this one is part of. */
  overlaps: { id: string; target: string; is: 'part' | 'whole' }[];
  last_crawl: {
    id: string;
    /** waiting: queued. paused and stopped: resume it to continue. finished: nothing is left, or the limit of pages was
     * reached. failed: no page could be read. */
    status: CrawlsListStatus;
    pages_read: number; created_at: string; closed_at: string | null;
  } | null;
  /** null where no crawl is scheduled, or the schedule is paused. */ next_crawl: string | null;
  /** Addresses of the site that the last audited crawl knew; null before one was audited. */
  pages_known: number | null;
  /** null until a crawl of the site was audited. */ last_audit: {
    /** The crawl that was audited. */ crawl_id: string;
    /** 0–100; null where too little was read to judge the site. */ health_score: number | null;
    no_score_because: string | null; pages_known: number; pages_read: number;
    /** Whether the crawl reached the whole site. */ is_complete: boolean;
    /** How many rules pages break, by severity. POST /site/audit lists them with their pages. */
    failing_rules: { critical: number; high: number; medium: number; low: number; notice: number };
    /** Findings against the crawl before; null where there is none to compare with. */ changes: SiteAuditChange | null;
  } | null;
  created_at: string;
};
export type SiteAuditChange = { new: number; fixed: number; still: number };
export type SiteAuditSeverity = 'critical' | 'high' | 'medium' | 'low' | 'notice';

export type SiteChangesChange =
  | 'dead' | 'error' | 'noindexed' | 'blocked' | 'redirected' | 'canonical_changed' | 'title_changed' | 'h1_changed'
  | 'description_changed' | 'back' | 'indexable_again' | 'new';

export type SiteChangesCrawl = {
  id: string; started_at: string;
  /** null while the crawl runs. */ ended_at: string | null;
};

export type SiteSettings = {
  /** Display name; the address by default. */ name?: string | null;
  /** The brand of the site; null removes it. */ brand?: {
    /** The brand as it is usually written. */ name: string;
    /** Other spellings that people search for. */ spellings?: string[];
  } | null;
  /** Domains that compete with the site in search. */ competitors?: string[];
  /** Where the people you want to reach search, and in which language. */ markets?: Market[];
  /** How the site is crawled. Fields you leave out stay as they are. */ crawl?: SitesCreateCrawl;
  /** What the audits of the site leave out. Each list is replaced as a whole. */ audit?: {
    /** Findings that you have decided to live with: left out of causes and score, but still counted here. */ mute?: {
      /** Id of a rule, as site.audit lists it. */ rule: string;
      /** Pattern of the addresses where it is muted, such as /tag/*; everywhere by default. */ url?: string;
    }[];
    /** Notices to show among the causes. They cost no points. */ unmute?: string[];
  };
};

export type SitesCreateCrawl = CrawlOptions & {
  /** Where to start; the address of the site by default. */ urls?: string[];
  /** Requests per second to one host. Default: 2. */ rate?: number | null;
  user_agent?: string | null;
  /** When to crawl the site again; null: only when you start a crawl. */ schedule?: SitesCreateSchedule | null;
};

export type SitesCreateSchedule = {
  /** How often. daily, weekly and monthly run between midnight and 6:00; cron runs by your own pattern. */
  cadence: Cadence;
  /** Five fields: `0 6 * * 1` is every Monday at 6:00. */ cron?: string;
  /** IANA time zone, such as Europe/Berlin; UTC by default. */ time_zone?: string;
};

export type SocialListenIntent =
  | 'comparison' | 'recommendation' | 'cost' | 'decision' | 'how_to' | 'problem' | 'experience' | 'information';
export type SocialListenPlatform = 'reddit' | 'x' | 'hacker_news' | 'stack_exchange' | 'forum';

export type Solv = {
  /** 0-1. */ value: number;
  /** 95% interval (Wilson). */ low: number;
  high: number; hits: number; n: number;
};

export type SourceUsed = {
  capability: string; source: string;
  /** `not_covered`: it cannot answer the question as asked, or knows nothing about the target. `too_dear`: its budget
   * for today is spent. */
  status: 'answered' | 'failed' | 'not_covered' | 'too_dear';
  /** When the most recent data behind the answer was observed. */ observed_at: string | null;
  cached: boolean;
  /** `none`: the source knows nothing about the target. */ coverage: Coverage;
  measure: 'measured' | 'estimated' | null;
  /** What the request to the source cost; 0 where nothing was paid. */ cost_usd: number;
  note: string;
};

export type SpamSign = {
  sign: Sign;
  /** Links from pages or sites with this sign. */ backlinks: number;
  referring_main_domains: number;
  /** How many sites share the sign; null for more than one linking domain and for signs of a page. */
  peers: number | null;
  /** What was found, in words. */ reason: string;
};
export type State = 'answered' | 'no_match' | 'own_site_without_data' | 'not_covered' | 'unknown_target';
export type Status = 'present' | 'absent' | 'async_not_loaded' | 'unavailable';

export type StrongestGain = {
  period: string; net_backlinks: number; net_referring_domains: number; new_backlinks: number; lost_backlinks: number;
};
export type SupportedAnswer = { success: true; agent_support: AgentSupport; markdown_summary: string; meta: Meta };
export type Target1 = 'missing' | 'weak' | 'strong' | 'shared' | 'unique';

/** Something to do for a site, or somebody to write to about a link. */
export type Task = {
  id: string; site_id: string; kind: 'task' | 'outreach'; title: string; why: string | null;
  /** What it is about. */ url: string | null;
  owner: string | null; due_date: string | null; status: TasksListStatus;
  /** The job whose answer proposed it. */ job_id: string | null;
  created_at: string; updated_at: string;
};
export type TasksListStatus = 'todo' | 'doing' | 'done' | 'written' | 'answered' | 'won' | 'refused' | 'dropped';

export type TextWidth = {
  /** Code points. */ characters: number;
  /** Width in Arial, 20 px for titles and 14 px for descriptions, as on desktop. */ pixel_width: number;
  /** Width in Roboto, as on Android. */ mobile_pixel_width: number;
  /** False when the text has glyphs that Arial lacks, so their width is an estimate. */ width_measured: boolean;
  truncation_risk: Level; text: string;
};

export type ThinTopic = TopicFigures & {
  /** Heading of your page that names it, or that it stands under. */ own_heading: string | null;
  /** Words that your page spends on it. */ own_words: number;
  /** Median words under a heading for it on the compared pages; null where fewer than two have one. */
  usual_words: number | null;
  own_quote: string;
};
export type Title = TextWidth & { source: 'given' | 'page'; /** The part that fits a desktop result. */ shown: string };
export type TitleOption = TextWidth & { /** How it is built. */ strategy: string; why: string };

export type ToolMetric = {
  /** ahrefs, semrush, majestic, moz, search-console, screaming-frog, or other. */ tool: string;
  about: 'page' | 'domain';
  /** Such as domain_rating, url_rating, authority_score, trust_flow or page_title. */ metric: string;
  /** On the scale of the tool; text for a title. */ value: number | string;
  /** When the imported table was written. */ observed_at: string;
};

export type TopicFigures = {
  topic: string;
  /** 1-100: the share of the compared pages that cover it, weighted by position, times how telling its words are and
   * how often it has a heading. */
  importance: number;
  priority: Level;
  /** Compared pages that cover it. */ coverage: number;
  /** Compared pages. */ of: number;
  /** Of these, pages with a heading for it. */ in_headings: number;
  example_headings: string[]; seen_on: SeenOn[];
};

export type TrackedSearch = {
  /** Name of the place to search from. */ location?: string;
  /** Google location code; takes precedence over location. */ location_code?: number;
  /** Language of the searches: an ISO 639-1 code such as de or pt-BR, or a name such as German. */ language?: string;
  /** Device to search from. */ device?: 'desktop' | 'mobile';
  /** Search engine, such as google or bing. */ engine?: string;
  /** How many organic results a check reads. */ depth?: number;
};

export type TrafficGapEvidence = {
  clicks_per_month: number;
  /** null where the figures are counted or a provider’s, which come without bounds. */ low: number | null;
  high: number | null;
  /** measured, provider, or the name of the click curve that the gap is read from. */ source: string;
};

export type Trend = {
  /** Also stable if the change is within the noise of its series. */ direction: Direction;
  /** theil_sen: no two months are a year apart, so season and trend cannot be told apart. */
  method: 'seasonal_theil_sen' | 'year_over_year' | 'theil_sen' | null;
  /** Change per year, in percent; null if the season hides it. */ change_percent_year: number | null;
  /** 95% interval of the change; null with too few months for one. */ low: number | null;
  high: number | null;
  /** Months with data. */ n: number;
  within_noise: boolean | null;
  /** Source of the monthly figures. */ source: string | null;
};

export type Type =
  | 'quick_win' | 'content_refresh' | 'ai_overview_opportunity' | 'featured_snippet_opportunity'
  | 'commercial_intent_opportunity' | 'lost_keyword_recovery' | 'competitor_gap';

/** Somebody who may use the dashboard of the workspace. */
export type User = {
  id: string; email: string; role: 'viewer' | 'member' | 'owner'; joined_at: string; last_login_at: string | null;
};

export type ValueProposition = {
  /** Null when nothing in it could be judged. */ score: number | null;
  /** The element that the section is mainly about, as a quote. */ element: string | null;
  findings: Finding[];
};
export type VolumeBasis = 'exact' | 'bucket' | 'range' | 'lower_bound' | 'modelled';

export type VolumeEvidence = {
  source: string; value: number | null; low: number | null; high: number | null; basis: VolumeBasis;
  period: string | null; observed_at: string;
  /** Share of the volume that this source decides. */ weight: number;
  note: string | null;
};

export type WebhookDelivery = {
  id: string; endpoint_id: string;
  /** Sent as `webhook-id`, the same for every attempt and every retry. */ message_id: string;
  project_id: string | null; event_type: string; status: 'pending' | 'delivered' | 'failed';
  /** Of the last attempt; null if there was no response. */ response_code: number | null;
  /** Of the last attempt, in words. */ failure_reason: string | null;
  attempts_made: number;
  /** Null if none is planned or one is running. A paused endpoint gets no attempts until you resume it. */
  next_attempt_at: string | null;
  created_at: string; finished_at: string | null;
  /** The last 20, oldest first. */ attempts: {
    number: number; attempted_at: string; duration_ms: number; response_code: number | null;
    failure_reason: string | null;
  }[];
};

export type WebhookEndpoint = {
  id: string; url: string;
  /** How deliveries are written: signed JSON, a Slack message or an e-mail. */ format: 'standard' | 'slack' | 'email';
  description: string | null; events: Event[];
  /** False while the endpoint is paused. */ is_active: boolean;
  /** Why the service paused it; null if it did not. */ paused_reason: string | null;
  /** Start of the current run of failed attempts; null if there is none. */ failing_since: string | null;
  created_at: string; updated_at: string;
};

export type Winner = {
  url: string; domain: string; from: number; to: number;
  /** Positions gained; negative for positions lost. */ change: number;
};
export type WordCountRange = { p25: number; median: number; p75: number };
