// Written by `npm run gen`. Do not edit.

import type {
  BuyerStage, ContentBriefName, ContentBriefSearch, ContentCoverage, ContentSchemaPlanError, ContentTitleMetaStatus,
  ContentTitleMetaTitleOption, ConversionGoal, Format, Id, Intent, InternalLinkTask, KeywordMatch, Level, MissingTopic,
  Outline, OwnPage, Page, PageType, PagesCompared, Playbook, PriorityCount, ProblemCount, PublishingCadence,
  QuestionsUnanswered, Reason, RefreshGoal, Rendering, Report, SchemaRecommendation, SearchMarket, SectionsToAdd,
  SerpIntent, Severity, Title, TitleOption, ValueProposition, WordCountRange,
} from './shapes.ts';

/** Plan the work week by week: `POST /content/action-plan`. */
export type ContentActionPlanRequest = {
  /** The work to plan. Extra fields from other answers are ignored. */ items: {
    /** The task. */ title: string;
    keyword?: string;
    /** The page that it changes. */ url?: string;
    /** critical, high, medium or low; P0 to P3, or 1 to 4 with 1 the most urgent; or a score above 4, up to 100. */
    priority?: string | number;
    /** 0-100. If any is above 100, all are scaled to 0-100. */ impact_score?: number;
    /** Effort points, or low (1), medium (2) or high (4). Defaults to 2, marked as assumed. */
    effort?: string | number;
    /** Items that are done, cancelled or blocked are not planned; items in progress come first among equals. */
    status?: string;
    /** Titles of the items that must be done first, or their positions in the list, counted from 0. */
    dependencies?: string | number | (string | number)[];
  }[];
  /** Site or project that the plan is for. A label only. */ target?: string;
  /** Raises the score of work that serves it. */
  goal?: 'traffic_growth' | 'lead_generation' | 'refresh_decay' | 'launch_support' | 'authority_building';
  /** Days from today. Work is planned Monday to Friday. */ horizon_days?: number;
  /** Effort points per week for the whole team. */ weekly_capacity?: number;
  /** Names of the owners, who take turns and have equal shares of the capacity. */ team?: string[];
};

export type ContentActionPlanAnswer = Report & {
  goal: string | null; horizon: { start_date: string; end_date: string; days: number; working_days: number };
  /** In order of their start. */ scheduled: {
    /** Title of the item. */ item: string;
    /** Position of the item in the request, from 0. */ index: number;
    url: string | null; keyword: string | null; start_date: string;
    /** Last day of work. Both dates are working days. */ due_date: string;
    /** Week in which it starts, counted from 1. */ week: number;
    /** More than one where the item does not fit into a week. */
    allocations: { week: number; /** Effort points, to hundredths. */ points: number }[];
    /** Effort points, to hundredths. */ effort_points: number;
    effort_source: 'given' | 'assumed';
    /** null without a team. */ owner: string | null;
    /** Other owners who do parts of it: no single owner has the time left to finish it, or what waits for it. */
    shared_with: string[];
    /** Titles of the items that must be done first, including finished ones. */ depends_on: string[];
    kind: {
      value: 'refresh' | 'technical' | 'links' | 'internal_links' | 'conversion' | 'launch' | 'new_content' | 'other';
      confidence: number;
      /** The words of the title that indicate it. */ evidence: string[];
    };
    impact_source: 'given' | 'from_priority' | 'assumed'; score: number;
    score_components: { impact: number; priority: number; goal_fit: number };
    /** Based on the score. */ priority: Level;
    /** As sent. */ priority_given: string | number | null;
    /** Based on the priority sent, or on the score where that is higher. Higher levels are placed first. */
    precedence: Severity;
    why_now: string;
  }[];
  weeks: {
    week: number; start_date: string; end_date: string;
    /** Effort points, to hundredths. */ capacity: number;
    /** Effort points, to hundredths. */ used: number;
    items: {
      item: string; index: number;
      /** Effort points, to hundredths. */ effort_points: number;
      owner: string | null;
    }[];
  }[];
  unscheduled: {
    item: string; index: number; why: string; reason: Reason;
    /** If the reason is dependency: the items at the end of the chain that it waits for, at most ten. */
    root_causes: { item: string; index: number; reason: Reason }[];
    effort_points: number; score: number;
    /** As sent. */ priority_given: string | number | null;
    precedence: Severity;
  }[];
  risk_register: {
    risk: string; likelihood: Level; impact: Level; mitigation: string;
    /** Titles, at most ten; the text has the total. */ items: string[];
  }[];
  /** The chain of dependencies with the most effort in the plan. Empty if no item in it waits for another. */
  critical_path: {
    item: string; index: number;
    /** Effort points, to hundredths. */ effort_points: number;
    /** Week in which it starts, counted from 1. */ week: number;
    start_date: string; due_date: string; owner: string | null;
    /** Working days by which the item before it may slip without a delay here. */ idle_days_before: number;
  }[];
  totals: {
    items: number; scheduled: number; unscheduled: number;
    /** Effort points, to hundredths. */ capacity_points: number;
    /** Effort points, to hundredths. */ scheduled_points: number;
    /** Effort of everything that is neither finished nor cancelled. */ open_points: number;
    /** Sum of the scores of the scheduled items. */ scheduled_score: number;
    /** Sum of score × effort points of the scheduled items. */ scheduled_value: number;
  };
  method: string; warnings: string[];
};

/** Write a brief for a page on a search: `POST /content/brief`. */
export type ContentBriefRequest = SearchMarket & {
  /** Search to study: the pages that rank for it are read and compared. */ keyword: string;
  /** Name of the place to search from. */ location?: string;
  /** Your domain, brand or site: its own pages are not compared. Default: the domains of your project’s brand. */
  target?: string;
  /** Who the page is for; without it, the brief says what the search tells. */ audience?: string;
  /** Device whose results are studied. */ device?: 'desktop' | 'mobile';
  /** Voice that the guide describes. */ brand_voice?: 'neutral' | 'expert' | 'friendly' | 'bold' | 'technical';
  /** Kind of page to write; auto takes the kind that most ranking pages are. */
  page_type?: 'auto' | 'blog_post' | 'landing_page' | 'comparison_page' | 'guide' | 'tool_page';
  /** detailed: more sections, questions, competitors and names. */ brief_depth?: 'standard' | 'detailed';
  /** Include the outline. */ include_serp_outline?: boolean;
};

export type ContentBriefAnswer = Report & {
  search: ContentBriefSearch; primary_keyword: string;
  /** Searches that the result page itself lists as related; empty where the source shows none. */
  secondary_keywords: string[];
  /** As requested, or the kind that most ranking pages are; null if neither is known. */ page_type: string | null;
  /** Whether most ranking pages are of that kind. */ page_type_fits: boolean | null;
  audience: {
    /** As sent. */ stated: string | null;
    /** What people want who search for this, by the intent of the result page. */ wants: string;
    evidence: string[];
  };
  search_intent: SerpIntent;
  page_meta: { title_options: TitleOption[]; description_options: TitleOption[]; slug: string };
  serp_expectations: {
    format: Format | null;
    /** What readers expect, the most important first. */ topics: MissingTopic[];
    questions: QuestionsUnanswered[]; names: ContentBriefName[]; word_count_range: WordCountRange | null;
  };
  competitor_patterns: {
    /** Headings of level two. */ sections: WordCountRange | null;
    with_tables: { pages: number; of: number }; with_lists: { pages: number; of: number };
    with_images: { pages: number; of: number }; with_videos: { pages: number; of: number };
    with_author: { pages: number; of: number }; dated: { pages: number; of: number }; newest: string | null;
    oldest: string | null;
  };
  competitors_to_beat: {
    url: string; position: number;
    /** 0-100, of the topics that the compared pages share. */ coverage: number | null;
    strengths: string[]; weaknesses: string[];
  }[];
  /** What no or hardly any ranking page has. */ differentiators: { advice: string; evidence: string[] }[];
  /** Where ranking pages state figures: find a source of your own, or leave them out. */ proof_requirements: {
    claim: string; why: string;
    /** Sentence of a ranking page, as an example of such a claim. */ seen: string;
  }[];
  trust_requirements: {
    /** A subject where wrong advice does harm. */ topic_class: 'health' | 'finance' | 'law' | null;
    requirements: string[];
  };
  sources_to_cite: { domain: string; pages: number; in_ai_overview: boolean }[];
  conversion_plan: { goal: string; primary_action: string; placements: string[]; avoid: string[] };
  voice_guidance: { voice: string; rules: { rule: string; do: string; dont: string }[] };
  /** Left out if not requested. */ outline?: Outline[];
  schema_recommendations: SchemaRecommendation[]; qa_checklist: { check: string; why: string }[];
  /** What content.draft-qa measures. */ acceptance_criteria: {
    id: Id; criterion: string;
    /** The figure at which it counts as met. */ at_least: number;
    why: string;
  }[];
  pages_compared: PagesCompared[]; notes: string[];
};

/** Find pages that compete with each other: `POST /content/cannibalization`. */
export type ContentCannibalizationRequest = {
  /** Pages of one site. Results are most reliable with ranking_queries. Unknown columns are ignored and listed in
   * notes. */
  pages?: {
    url: string; title: string;
    /** The keyword that the page targets. */ primary_keyword?: string | null;
    /** Other keywords that it targets. */ target_keywords?: string[] | string | null;
    /** Searches that it ranks for: strings, or objects with query, clicks, impressions and position. */
    ranking_queries?: ({
      query: string; clicks?: number | null; impressions?: number | null; position?: number | null;
    } | string)[] | string | null;
    page_type?: string | null; canonical_url?: string | null;
    /** False when noindex or robots.txt keeps it out of search results. */ indexable?: boolean | null;
    /** Over any period, but the same one for all pages. */ clicks?: number | null;
    /** Over the same period. */ impressions?: number | null;
    /** 1 is best. */ avg_position?: number | null;
    /** Backlinks or referring domains, but the same measure for all pages. */ backlinks?: number | null;
  }[];
  /** Your site, in place of pages. Domain, subdomain or the URL of a folder: its crawled pages are used, the most
   * linked first. */
  site?: string;
  /** Domain or brand of the site. Its name is ignored when pages are compared. */ target?: string;
  /** Your most important keywords: conflicts about them rank as more severe, and each is checked for a page. */
  focus_keywords?: string[];
  /** conservative: only clear-cut conflicts. aggressive: also pages that are merely similar. */
  sensitivity?: 'conservative' | 'balanced' | 'aggressive';
};

export type ContentCannibalizationAnswer = Report & {
  sensitivity: 'conservative' | 'balanced' | 'aggressive';
  pages: {
    url: string;
    signals: {
      title: string;
      /** Only competing pages, and variants without a canonical, can be in conflict. */
      status: 'competes' | 'noindex' | 'canonicalised' | 'variant';
      status_reason: string; variant_kind: 'amp' | 'pagination' | 'print' | 'parameter' | 'index_file' | 'host' | null;
      /** The page in the request that this one is a variant of or names as its canonical. */
      gives_way_to: string | null;
      page_type: PageType; page_type_confidence: number; intent: Intent;
      /** What its searchers want; null where nothing indicates it. */ purpose: string | null;
      /** Words that define its topic. */ subject: string[];
      primary_keyword: string | null; keywords_count: number; ranking_queries_count: number | null;
      /** ISO 639-1, empty where unknown. */ language: string;
      /** Language in the URL; empty when it has none. */ address_language: string;
      clicks: number | null; impressions: number | null; avg_position: number | null; backlinks: number | null;
      conflicts: number;
    };
  }[];
  /** At most 500, the most severe first; counts has the total. */ conflicts: {
    pages: string[]; shared_queries: string[]; overlap_score: number;
    score_components: { subject: number; shared_queries: number; declared_keywords: number; intent: number };
    severity: Level;
    grounds: (
      | 'same_primary_keyword' | 'shared_primary_query' | 'same_subject' | 'contested_query' | 'shared_queries'
      | 'same_target_keyword' | 'version')[];
    focus_keywords: string[]; evidence: string[];
  }[];
  clusters: {
    id: string; intent: Intent; subject: string; pages: string[]; preferred_url: string; why_preferred: string;
    preference_scores: { url: string; score: number; score_components: Record<string, number> }[];
    /** The action of its pages that changes most; page_actions has one for each page. */
    action: 'merge' | 'differentiate' | 'canonicalise' | 'redirect' | 'internal_link' | 'monitor';
    page_actions: {
      url: string;
      action: 'keep' | 'merge' | 'differentiate' | 'canonicalise' | 'redirect' | 'internal_link' | 'monitor';
      /** The page that it goes to, links to or is set apart from. It always stays. Null for keep. */
      target_url: string | null;
    }[];
    severity: Level; steps: string[];
  }[];
  focus_keywords: { keyword: string; pages: string[]; status: 'one_page' | 'several_pages' | 'no_page' }[];
  counts: {
    pages: number; competing: number;
    /** Not indexable, canonicalised to another page, or a variant that search engines consolidate themselves. */
    solved: number;
    conflicts: number; clusters: number; by_severity: PriorityCount;
    by_action: {
      merge: number; differentiate: number; canonicalise: number; redirect: number; internal_link: number;
      monitor: number;
    };
  };
  notes: string[];
};

/** Find topics that competitors cover: `POST /content/competitor-gap-matrix`. */
export type ContentCompetitorGapMatrixRequest = {
  /** Competitors with up to 200 pages each. Unknown columns are ignored and listed in notes. Default: those set for
   * site that were crawled. */
  competitors?: { domain: string; /** Left out, the crawled pages of the domain are used. */ pages?: Page[] }[];
  /** Without them every topic counts as a gap. */ own_pages?: Page[];
  /** Your site, in place of own_pages. Domain, subdomain or the URL of a folder: its crawled pages are used, the most
   * linked first. */
  site?: string;
  /** Your most important topics: they score higher. */ focus_topics?: string[];
  /** Maximum number of opportunities to return, best first. */ max_opportunities?: number;
  /** Your domain or brand. It is not counted as a competitor, and its name is not treated as a topic. */
  target?: string;
};

export type ContentCompetitorGapMatrixAnswer = Report & {
  opportunities: {
    topic: string;
    /** One page for each competitor, strongest first. */ competitors_covering: {
      url: string; title: string; page_type: PageType; domain: string; traffic: number | null; volume: number | null;
      rank: number | null; backlinks: number | null;
    }[];
    competitor_count: number;
    /** partial: one of your pages touches on the topic without answering it. Null when your pages are unknown. */
    own_coverage: 'none' | 'partial' | null;
    own_pages: OwnPage[]; page_type: PageType; buyer_stage: BuyerStage;
    /** Highest search volume of its pages, otherwise traffic; null where neither is given. */ demand: number | null;
    focus: string[]; score: number;
    score_components: {
      coverage: number; demand: number; fit: number; buyer_stage: number; gap: number; focus: number; ease: number;
    };
    priority: Level; suggested_title: string;
    /** Path of the operation to call next, below /api/v1. */ next_endpoint: string;
    why: string;
  }[];
  /** Number of opportunities before max_opportunities applies. */ opportunities_total: number;
  matrix: {
    page_type: PageType; buyer_stage: BuyerStage; own: number;
    /** Pages of all competitors. */ competitors: number;
    competitor_domains: number;
    /** Pages per competitor in the request. */ competitor_average: number;
    /** other_type: your pages of another type answer the same need. utility: not topics, such as a login. Null when
     * your pages are unknown. */
    status: 'missing' | 'other_type' | 'utility' | 'behind' | 'level' | 'ahead' | 'own_only' | null;
  }[];
  covered_topics: {
    topic: string; own_pages: OwnPage[]; competitors_covering: string[]; page_type: PageType; buyer_stage: BuyerStage;
  }[];
  own_advantages: {
    topic: string; own_pages: OwnPage[]; page_type: PageType; buyer_stage: BuyerStage; demand: number | null;
  }[];
  focus_topics: { topic: string; status: 'gap' | 'covered' | 'own_only' | 'nobody'; topics: string[] }[];
  weights: {
    component: 'coverage' | 'demand' | 'fit' | 'buyer_stage' | 'gap' | 'focus' | 'ease'; points: number;
    meaning: string;
  }[];
  counts: {
    competitors: number; competitor_pages: number;
    /** Null when your pages are unknown. */ own_pages: number | null;
    topics: number; gaps: number;
    /** Gaps that one of your pages touches on (own_coverage partial). */ gaps_touched: number;
    covered: number; own_only: number;
    /** Home, login, legal, customer service and company pages, pages of competitors about themselves and products that
     * only one competitor sells: counted in the matrix, but not as topics. */
    not_topics: number;
  };
  /** Customer service and legal pages (delivery, returns, opening hours), pages of competitors about themselves and
   * products that only one competitor sells, not counted as topics. At most 50. */
  set_aside: { domain: string | null; url: string; title: string }[];
  notes: string[];
};

/** Check a draft against what ranks: `POST /content/draft-qa`. */
export type ContentDraftQaRequest = SearchMarket & {
  /** Search to study: the pages that rank for it are read and compared. */ keyword: string;
  /** Name of the place to search from. */ location?: string;
  /** URL of the draft, if it is online. */ draft_url?: string;
  /** The draft as Markdown. Title and description may stand in its front matter. */ draft_markdown?: string;
  /** Your domain, brand or site: its own pages are not compared. Default: the domains of your project’s brand. */
  target?: string;
  /** Device whose results are studied. */ device?: 'desktop' | 'mobile';
  /** strict: higher thresholds for sections, claims and readiness. */ qa_depth?: 'standard' | 'strict';
};

export type ContentDraftQaAnswer = Report & {
  search: ContentBriefSearch;
  draft: {
    url: string | null; title: string | null; description: string | null; language: string | null; word_count: number;
    sections: number;
  };
  /** 0-100, the sum of score_components, lowered by what alone keeps a draft from being published. Null with fewer than
   * three compared pages. */
  publish_readiness_score: number | null;
  readiness: 'ready' | 'minor_edits' | 'major_edits' | 'not_ready' | null;
  /** Points of each part. An unknown part is null, and the known ones count up to 100. */ score_components: {
    /** Of 60: coverage beside the better quarter of the compared pages; nothing below 60% of theirs. */
    topics: number | null;
    /** Of 10: questions answered, of half of those that were seen. */ questions: number | null;
    /** Of 5: share of sections that are not weak. */ sections: number | null;
    /** Of 10: share of claims with a source. */ proof: number | null;
    /** Of 10: title, description and headings. */ title_meta: number | null;
    /** Of 5: sentences and paragraphs that can be read in one go. */ readability: number | null;
  };
  /** Share of the weight that is known, 0-1. */ score_coverage: number;
  /** What alone keeps the draft from being published. */ blockers: {
    id: 'placeholder' | 'other_language' | 'no_word_order' | 'too_short' | 'keyword_stuffing'; why: string;
    score_at_most: number;
  }[];
  /** The criteria that content.brief states for this search, measured on the draft. */ criteria: {
    id: Id; criterion: string;
    /** The figure at which it counts as met. */ at_least: number;
    why: string; measured: number; met: boolean;
  }[];
  /** 0-100: importance of the topics in the draft over that of all. */ coverage_score: number | null;
  missing_serp_expectations: {
    kind: 'topic' | 'question'; expectation: string; priority: Level; why: string; seen_on: string[];
  }[];
  missing_topics: MissingTopic[]; questions_unanswered: QuestionsUnanswered[];
  weak_sections: { heading: string; line: number | null; words: number; why: string; usual_words: number | null }[];
  claims: { found: number; with_source: number };
  proof_gaps: {
    /** Sentence of the draft, word for word. */ claim: string;
    kind: 'figure' | 'superlative' | 'comparison' | 'study';
    /** Line of the Markdown; null for a page. */ line: number | null;
    why: string;
  }[];
  title_meta_issues: { field: 'title' | 'description' | 'headings'; issue: string; fix: string }[];
  /** Worn-out phrases that make a text read as generated; hints only, they cost no points. */
  style_hints: { phrase: string; line: number | null; hint: string }[];
  schema_recommendations: SchemaRecommendation[];
  readability: {
    sentences: number; average_sentence_words: number | null;
    long_sentences: { words: number; line: number | null; text: string }[]; long_paragraphs: number;
    /** Flesch 1948, English only; syllables are estimated. */ flesch_reading_ease: number | null;
  };
  editor_tasks: {
    order: number; task: string; where: string; effort: Level;
    /** Points that it could win. */ points: number | null;
  }[];
  serp_intent: SerpIntent; pages_compared: PagesCompared[]; not_checked: string[]; notes: string[];
};

/** Find what your page lacks beside those that rank: `POST /content/gap`. */
export type ContentGapRequest = SearchMarket & {
  /** Your page. */ url: string;
  /** Search to study: the pages that rank for it are read and compared. */ keyword: string;
  /** Name of the place to search from. */ location?: string;
  /** Lowest level of headings to compare. Text is always read whole. */ scrape_depth?: 'h1' | 'h2' | 'h3';
  /** Your site: missing topics that another of its pages covers are named with that page. Domain, subdomain or the URL
   * of a folder: its crawled pages are used, the most linked first. */
  site?: string;
};

export type ContentGapAnswer = Report & ContentCoverage & {
  content_brief: {
    sections_to_add: SectionsToAdd[];
    /** Missing topics that no compared page gives a heading: a sentence is enough. */ to_mention: string[];
    sections_to_extend: { heading: string; why: string }[]; questions: string[];
    /** Headings of sections that only your page has. */ keep: string[];
  };
  /** Missing topics that other pages of the site cover: link to them. Null without site. */ covered_elsewhere: {
    topic: string; url: string; title: string;
    /** Whether the page is about it, or has a section on it. */ where: 'title' | 'heading';
  }[] | null;
};

/** Suggest internal links: `POST /content/internal-links`. */
export type ContentInternalLinksRequest = {
  /** Absolute URL of the page to add links to. */ source_url?: string;
  /** The text of that page as Markdown. */ source_markdown?: string;
  /** Pages to link to. Keywords make matches more reliable. */
  target_pages?: { url: string; title: string; description?: string | null; keywords?: string[] | string | null }[];
  /** Your site, in place of target_pages: the fifty pages closest to the text are tried. Without a source, its own
   * pages are linked to each other. Domain, subdomain or the URL of a folder: its crawled pages are used, the most
   * linked first. */
  site?: string;
  /** The keyword that the source page targets itself: it is never used as an anchor for another page. */
  keyword?: string;
  /** Your domain, when source_url is not sent. */ target?: string;
  /** Maximum number of suggestions, best first. */ max_suggestions?: number;
};

export type ContentInternalLinksAnswer = Report & {
  source: {
    url: string | null; format: 'html' | 'markdown'; title: string | null; language: string | null; word_count: number;
    sentences: number; truncated: boolean;
  };
  suggestions: {
    target_url: string; target_title: string;
    /** Words of the source sentence, exactly as written. */ anchor_text: string;
    sentence: string;
    /** The heading above; null before the first heading. */ section: string | null;
    /** Where the anchor starts in the source: in the Markdown sent, or in the HTML of the page. */
    character_offset: number;
    line: number;
    /** 0–100; the sum of score_components. */ relevance: number;
    score_components: { match: number; source: number; context: number }; priority: Level;
    matched: { by: 'keyword' | 'title' | 'slug'; phrase: string }; already_linked: false; reason: string;
  }[];
  already_linked: {
    target_url: string; anchor_text: string; section: string | null; character_offset: number; line: number;
    nofollow: boolean; generic_anchor: boolean;
  }[];
  no_natural_placement: {
    target_url: string; target_title: string; reason: string;
    why:
      | 'no_matching_words' | 'sentence_taken' | 'too_loose' | 'own_page' | 'repeated' | 'own_keyword' | 'beyond_limit'
      | 'no_subject';
    /** Words of its topic that the source does not have. */ missing_words: string[];
    nearest_section: string | null;
  }[];
  crawlability: {
    /** Null when only text was supplied. */ source_indexable: boolean | null;
    source_allowed_by_robots: boolean | null;
    /** False when the page tells crawlers not to follow its links. */ links_followed: boolean | null;
    /** Null for a crawled page: the index keeps its text, not its links. */ content_links: number | null;
    /** Null for a crawled page, and if the site of the page is unknown. */ internal_links: number | null;
    nofollow_internal_links: number | null;
    generic_anchors: { anchor_text: string; url: string | null; line: number }[];
    uncrawlable_links: { element: string; line: number; why: string }[];
    target_problems: { target_url: string; problem: string; fix: string }[]; guardrails: string[];
  };
  review_notes: string[];
  /** With site and no source: links between its pages, best first; the fields above are of the first source. */
  site_links: {
    source_url: string; source_title: string; target_url: string; target_title: string;
    /** Words of the source sentence, exactly as written. */ anchor_text: string;
    sentence: string;
    /** 0–100, how well the words fit the target. */ relevance: number;
    /** Pages whose text links to the target now; menus and footers do not count. */ target_links_now: number;
    /** 0–100: half relevance, half how few links the target has. */ score: number;
  }[] | null;
};

/** Map keywords to pages: `POST /content/keyword-map`. */
export type ContentKeywordMapRequest = {
  /** Searches to map, in any language. */ keywords: string[];
  /** Existing pages. Headings and current_keywords make the map more reliable. Unknown columns are ignored and listed
   * in notes. */
  pages?: {
    url: string; title: string; description?: string | null;
    /** Heading texts, or objects with text. */ headings?: (string | { text: string })[] | string | null;
    /** Keywords that the page targets or ranks for. */ current_keywords?: string[] | string | null;
    /** Such as category, product, blog or pricing. Inferred from URL and title when left out. */
    page_type?: string | null;
  }[];
  /** Your site, in place of pages. Domain, subdomain or the URL of a folder: its crawled pages are used, the most
   * linked first. */
  site?: string;
  /** Your domain or brand. A page can match a branded search without naming the brand. */ target?: string;
  /** Maximum number of mappings to return, best first. The rest are in left_out. */ max_mappings?: number;
};

export type ContentKeywordMapAnswer = Report & {
  /** Keywords that a page can answer, best first. Weak ones are in weak_matches. */ mappings: KeywordMatch[];
  /** Keywords that a page touches on but cannot answer as it stands. */ weak_matches: (KeywordMatch & {
    /** Key terms of the keyword that the page lacks. */ missing_words: string[];
    advice: string;
  })[];
  missing_pages: {
    /** Keywords that one new page could answer, the most general first. */ keywords: string[];
    intent: Intent; buyer_stage: BuyerStage; suggested_page_type: PageType;
    /** ISO 639-1, empty where unknown. */ language: string;
    /** 0-100: higher means create it sooner. */ worth: number;
    worth_components: { keywords: number; intent: number; language: number; nearness: number }; suggested_title: string;
    suggested_slug: string;
    /** The page to link from; null when no page shares a word. */
    nearest_page: { url: string; score: number; missing_words: string[] } | null;
    why: string;
  }[];
  cannibalization_risks: {
    pages: { url: string; title: string; /** For the first keyword. */ score: number }[]; keywords: string[];
    severity: Level; why: string; recommendation: string;
  }[];
  page_load: {
    url: string; title: string; page_type: PageType; keyword_count: number; weak_count: number;
    primary_keyword: string | null; keywords: string[]; load: 'none' | 'fitting' | 'heavy'; note: string;
  }[];
  checklist: { order: number; task: string; why: string; items: string[] }[];
  duplicates: { keyword: string; same_as: string }[];
  /** Unreadable, or over the max_mappings limit. */ left_out: { keyword: string; why: string }[];
  counts: {
    keywords: number; pages: number; strong: number; medium: number; weak: number; missing: number;
    missing_pages: number; duplicates: number; left_out: number;
  };
  /** ISO 639-1 codes of the languages found in the keywords. */ languages: string[];
  notes: string[];
};

/** Assess a template for many pages: `POST /content/programmatic-template`. */
export type ContentProgrammaticTemplateRequest = {
  /** Keyword with variables in brackets, such as best {shoe} for {terrain}. */ keyword_pattern: string;
  /** URL such as /best/{shoe}/{terrain}. */ url_pattern: string;
  /** Where the data for the pages comes from. */ data_sources: {
    /** Where the data comes from. */ name: string;
    /** Such as database, API or spreadsheet. */ type?: string;
    /** How often the data is updated, such as daily. */ freshness?: string;
    /** Fields that it provides. */ fields?: string[];
  }[];
  /** Names of the variables in the patterns. */ variables: (string | { name: string })[];
  /** Kind of page. Determines sections and structured data. */ playbook?: Playbook;
  /** Fields that make up the content of a page. Defaults to every field that no pattern uses. */
  unique_fields?: string[];
  /** Real records, at least ten. Without them, similarity and collisions are unknown. */
  sample_records?: Record<string, unknown>[];
  /** How fast the pages will be published. */ publishing_cadence?: PublishingCadence;
  /** Site that the pages are for. A label only. */ target?: string;
  /** Number of pages that the template will create. */ page_count_estimate?: number;
  /** Call to action in the last section. */ conversion_cta?: string;
  /** Whether to recommend structured data. */ include_schema?: boolean;
  /** Whether to plan internal links. */ include_internal_linking?: boolean;
};

export type ContentProgrammaticTemplateAnswer = Report & {
  playbook: Playbook; publishing_cadence: PublishingCadence; readiness_score: number;
  /** Points that add up to readiness_score. Parts that could not be measured are left out. */
  score_components: { patterns?: number; data?: number; addresses?: number; uniqueness?: number; depth?: number };
  scale_risk: Level; scale_risk_reasons: string[]; launch_decision: 'launch_pilot' | 'fix_first' | 'do_not_launch';
  launch_decision_reasons: string[];
  measures: {
    records: number; variables: number;
    /** null with fewer than two records. */ near_duplicate_share: number | null;
    /** Mean similarity of each record to its nearest. */ mean_similarity: number | null;
    thin_share: number | null; collision_share: number | null; faulty_share: number | null;
    own_words_median: number | null;
  };
  pages_estimate: number | null;
  template_sections: {
    order: number; heading: string; purpose: string;
    /** Data fields that fill it; empty where no field matches its name. */ fields: string[];
    /** Whether it must differ from page to page. */ differs: boolean;
  }[];
  uniqueness_rules: {
    id: string; rule: string; threshold: string;
    /** In sample_records; null where it could not be measured. */ measured: number | null;
    status: 'pass' | 'fail' | 'unknown'; why: string;
  }[];
  indexation_gates: {
    id: string; gate: string; measured: number | null; status: 'pass' | 'fail' | 'unknown';
    /** What happens to a page that does not pass. */ action: string;
  }[];
  /** null if include_internal_linking is false. */ internal_link_architecture: {
    /** From the root of the template down. */ hubs: { url: string; links_to: string }[];
    page_links: { to: string; count: string; rule: string }[]; rules: string[];
  } | null;
  schema_recommendations: { type: string; why: string; fields: { field: string; status: 'present' | 'missing' }[] }[];
  launch_plan: {
    order: number; phase: string;
    /** null where the number of pages is unknown. */ pages: number | null;
    when: string;
    /** What must be true before the next phase. */ gate: string;
  }[];
  /** The first hundred records. */ rendered_samples: {
    /** Position of the record in the request, from 0. */ record: number;
    keyword: string; url: string;
    /** Words in the unique fields, or in all fields that no pattern uses, without the values of variables. */
    own_words: number;
    /** Fields with content of their own: at least two characters, and not the same everywhere. */ own_fields: number;
    /** The record most similar to it beyond the variables, by the share of three-word sequences in common. */
    nearest: { record: number; similarity: number } | null;
    near_duplicate: boolean; thin: boolean;
    /** Types of the problems that this record has. */ problems: string[];
  }[];
  rendered_count: number;
  /** The most severe first, at most a hundred; problem_counts covers all. */ pattern_problems: {
    type:
      | 'no_variable' | 'unbalanced_bracket' | 'variable_not_declared' | 'variable_unused' | 'variable_without_data'
      | 'variable_not_in_url' | 'variable_not_in_keyword' | 'unique_field_without_data' | 'url_query' | 'url_form'
      | 'empty_variable' | 'nested_value' | 'url_collision' | 'keyword_collision' | 'mirrored_pair' | 'same_value_twice'
      | 'reserved_character' | 'no_slug' | 'url_too_long' | 'near_duplicate_pages' | 'thin_pages'
      | 'unique_field_empty';
    severity: Severity; where: 'keyword_pattern' | 'url_pattern' | 'variables' | 'unique_fields' | 'sample_records';
    variable: string | null;
    /** Number of records that have it; 0 for problems that do not depend on records. */ count: number;
    /** Positions of the first ten of them, from 0. */ records: number[];
    message: string; fix: string;
  }[];
  problem_counts: ProblemCount;
};

/** Plan the refresh of a page: `POST /content/refresh-brief`. */
export type ContentRefreshBriefRequest = SearchMarket & {
  /** Your page. */ url: string;
  /** Search to study: the pages that rank for it are read and compared. */ keyword: string;
  /** Name of the place to search from. */ location?: string;
  /** Lowest level of headings to compare. Text is always read whole. */ scrape_depth?: 'h1' | 'h2' | 'h3';
  /** Where the page ranks now, if you know. */ current_rank?: number;
  /** What the refresh is for. */ refresh_goal?: RefreshGoal;
};

export type ContentRefreshBriefAnswer = Report & ContentCoverage & {
  refresh_goal: RefreshGoal;
  /** Task types, in the order that suits the goal. */
  task_order: ('merge' | 'freshness' | 'sections' | 'update' | 'questions' | 'links' | 'title' | 'conversion')[];
  /** The rank that was sent, or else the position of the page on this result page; null if neither is known. */
  current_rank: number | null;
  /** On earlier checks of this search within 180 days; null if none saw the page. */
  best_position: { position: number; checked_at: string } | null;
  /** Sections that have to survive, those that earn clicks or links first. */ keep: {
    heading: string; why: string; reasons: ('earns_clicks' | 'earns_links' | 'unique' | 'expected')[];
    evidence: string[];
  }[];
  sections_to_add: SectionsToAdd[]; sections_to_update: { heading: string; why: string; own_quote: string }[];
  title_options: TitleOption[];
  /** A year gone by in the title, and what to do about it; null if there is none. */
  title_year: { year: number; advice: string } | null;
  h1_guidance: { current: string[]; advice: string };
  /** One for each crawled page on the subject that does not link here in its text; null if your site was not
   * crawled. */
  internal_link_tasks: InternalLinkTask[] | null;
  schema_recommendations: SchemaRecommendation[];
  freshness_signals: {
    published_at: string | null; modified_at: string | null; newest_competitor: string | null;
    oldest_competitor: string | null; years_in_title: number[];
    outdated_statements: { text: string; /** What dates it. */ pattern: string; section: string | null }[];
    /** All such statements; those with the strongest signs are listed. */ outdated_count: number;
    /** Whether words such as “recently” and “as of” were looked for: they are known in English, German, Spanish and
     * French. Elsewhere only years beside a price or a percentage, years in headings, versions and prices were. */
    words_known: boolean;
    dead_links: {
      url: string; text: string; status: number;
      /** It leads to a page of your own site. */ is_internal: boolean;
      why: string;
    }[];
    /** Links in the text to other pages, each once. */ links_in_text: number;
    /** Of these, requested now or seen by a crawl of your site; the others are unknown. */ links_checked: number;
  };
  date_policy: string;
  /** Against the oldest stored check of this search; null if there is only one. */ changed_serp_since: {
    since: string;
    /** Places that both checks were read to. */ compared: number;
    came: { url: string; position: number }[]; left: { url: string; position: number }[];
    /** Place of the page then; null if it was not among them. */ own_then: number | null;
    own_now: number | null;
  } | null;
  /** Null if no source knows links to the page. */
  link_equity: { backlinks: number | null; referring_domains: number | null; top_anchors: string[] } | null;
  /** What your own console counted; null if none was imported for this site. */ search_console: {
    days: number; to: string;
    /** Of the page, in all countries. */ clicks: number | null;
    impressions: number | null;
    /** Of the page on this search. */ clicks_of_search: number | null;
    impressions_of_search: number | null; top_queries: { query: string; clicks: number }[];
  } | null;
  /** The page of your site that competes most: on this result page, on earlier ones within 180 days, or in Search
   * Console. Null if none is known. */
  redirect_or_merge: {
    url: string;
    /** On this result page; null if it is not on it. */ position: number | null;
    /** decide: both show for the search now; check: only earlier result pages show the other; redirect_gone_page: it is
     * gone. */
    action: 'decide' | 'check' | 'redirect_gone_page';
    /** By position, clicks and referring domains, as far as both are known; null if they do not tell. */
    stronger: 'this_page' | 'other_page' | null;
    advice: string; evidence: string[];
    /** Further pages of your site that may compete. */ others: string[];
  } | null;
  validation_checklist: { check: string; why: string }[];
};

/** Plan structured data: `POST /content/schema-plan`. */
export type ContentSchemaPlanRequest = {
  /** Absolute http or https URL of the page. */ url?: string;
  /** The page as Markdown or HTML. If you send it, the url is not fetched; it only says where the page lives. */
  page_markdown?: string;
  /** Your site, in place of a page: one page is read for each of at most 8 templates. Domain, subdomain or the URL of a
   * folder: its crawled pages are used, the most linked first. */
  site?: string;
  /** What kind of page it is; auto goes by what it shows. */ page_type?:
    | 'auto' | 'article' | 'blog_post' | 'landing_page' | 'product' | 'software' | 'local_business' | 'faq' | 'how_to';
  /** Compared with the name in the draft. */ keyword?: string;
  /** Own domain or brand, as the publisher of the page. */ target?: string;
  /** Whether to draft JSON-LD. */ include_jsonld?: boolean;
};

export type ContentSchemaPlanAnswer = Report & {
  /** Final URL of the page; null when only its text was supplied. */ url: string | null;
  /** What was read. */ checked: 'url' | 'html' | 'markdown';
  language: string | null;
  page_type: {
    /** Main schema.org type; null where nothing on the page points to one. */ type: string | null;
    source: 'given' | 'detected' | 'unknown';
  };
  /** The main type first. */ recommended_types: {
    type: string;
    /** The main subject of the page, something beside it, or the page itself. */ role: 'main' | 'beside' | 'page';
    /** What on the page points to it. */ why: string[];
    /** What Google can show for it once it has what is required; null for none. */ rich_result: string | null;
    /** Whether the draft has everything the rich result requires; null where there is none. */
    eligible: boolean | null;
    /** Date Google stopped showing it. */ retired_on: string | null;
    required: string[]; recommended: string[]; missing_required: string[];
    /** False where the page lacks what the type needs to be published at all. */ in_draft: boolean;
    docs: string; rules_as_of: string;
  }[];
  /** The structured data of the page in JSON-LD, microdata and RDFa, each item with errors by path and a repaired
   * draft. */
  existing_jsonld: {
    /** Null where there is none, or the script cannot be read. */ type: string | null;
    format: 'json_ld' | 'microdata' | 'rdfa'; path: string;
    /** Line of the script in the document; null for microdata and RDFa. */ line: number | null;
    /** No error; recommended properties may still be missing. */ valid: boolean;
    /** What Google can show for it once it has what is required; null for none. */ rich_result: string | null;
    errors: ContentSchemaPlanError[]; warnings: ContentSchemaPlanError[];
    /** The same item with every repairable value corrected; null when there was nothing to correct. */
    repaired: Record<string, unknown> | null;
    changes: { path: string; from: string; to: string }[];
  }[];
  /** A draft of values that the page shows; null when not asked for, or when there is nothing to describe. */
  jsonld: Record<string, unknown> | null;
  /** Do not publish these before the page has what is missing. */
  incomplete_drafts: { type: string; jsonld: Record<string, unknown>; missing: string[] }[];
  required_fields: {
    type: string;
    /** Dotted path; alternatives are joined by "or". */ field: string;
    level: 'required' | 'recommended'; status: 'present' | 'missing';
    /** Where on the page the value was found. */ evidence: string | null;
  }[];
  missing_evidence: {
    type: string; field: string; level: 'required' | 'recommended';
    /** What the page would have to show. */ hint: string;
  }[];
  faq_candidates: {
    question: string;
    /** As the page has it, at most 1,000 characters. */ answer: string;
    found_in: 'heading' | 'disclosure' | 'list' | 'paragraph';
  }[];
  implementation_notes: string[]; validation_checklist: { order: number; task: string; severity: Level }[];
  /** The page is larger than what this analysis reads; the rest was left out. */ truncated: boolean;
  /** With site: its templates, the home page first; the fields above are those of the first that was read. */
  templates: {
    /** Form of the addresses: `*` for any name, `#` for numbers and codes. */ template: string;
    /** Crawled pages of this form. */ pages: number;
    examples: string[];
    /** The page that was read for all of them; null where none could be read. */ url: string | null;
    not_read_because: string | null;
    /** Main schema.org type; null where nothing on the page points to one. */ page_type: string | null;
    types: { type: string; eligible: boolean | null; missing_required: string[] }[];
    /** Items of structured data that the page has. */ existing_items: number | null;
    invalid_items: number | null;
    /** At most three errors of the existing items, each with its path. */ errors: string[];
    /** The draft for the page that was read: the template fills its values in for the others. */
    jsonld: Record<string, unknown> | null;
  }[] | null;
};

/** Outline a page from what ranks: `POST /content/serp-outline`. */
export type ContentSerpOutlineRequest = SearchMarket & {
  /** Search to study: the pages that rank for it are read and compared. */ keyword: string;
  /** Name of the place to search from. */ location?: string;
  /** Your domain, brand or site: its own pages are not compared. Default: the domains of your project’s brand. */
  target?: string;
  /** Device whose results are studied. */ device?: 'desktop' | 'mobile';
  /** brief: up to 5 sections; standard: up to 8, with subheadings; detailed: up to 12, with more of them. */
  outline_depth?: 'brief' | 'standard' | 'detailed';
  /** Write titles that fit into a result. */ include_title_options?: boolean;
};

export type ContentSerpOutlineAnswer = Report & {
  search: ContentBriefSearch;
  /** Kind of page that most compared pages are; null if that is not clear. */ format: Format | null;
  format_evidence: string[];
  /** Null if not requested. */ title_options: TitleOption[] | null;
  /** Sections in the order in which the ranking pages usually go; where they share fewer than three, questions that
   * were seen follow. Empty with fewer than three compared pages. */
  outline: Outline[];
  /** Only questions that were seen. */ questions: QuestionsUnanswered[];
  /** Brands, products and other names that at least two compared pages use. */ names: ContentBriefName[];
  schema_recommendations: SchemaRecommendation[]; word_count_range: WordCountRange | null; serp_intent: SerpIntent;
  validation_checklist: { check: string; why: string }[]; pages_compared: PagesCompared[]; notes: string[];
};

/** Check a page before publishing: `POST /content/technical-qa`. */
export type ContentTechnicalQaRequest = {
  /** Absolute http or https URL of the page. */ url?: string;
  /** Raw HTML of the page. */ html?: string;
  /** The page as Markdown; checks that need an HTML head are not applicable. */ markdown?: string;
  /** Keyword that the title and H1 should have. */ keyword?: string;
  /** A different canonical is a failure of high severity. */ expected_canonical?: string;
  /** Decides how much text and which structured data to expect; auto detects the type from the page. */ page_type?:
    | 'auto' | 'article' | 'blog_post' | 'landing_page' | 'product' | 'software' | 'local_business' | 'comparison_page'
    | 'guide' | 'docs';
  /** Whether to run the scripts of the page in the browser of SEAMARK_BROWSER_URL. auto: only where scripts write its
   * text; always; never. Only for a page that is fetched from its url. */
  render?: 'auto' | 'always' | 'never';
};

export type ContentTechnicalQaAnswer = Report & {
  /** Final URL of the page; null when only its text was supplied. */ url: string | null;
  /** What was checked. */ checked: 'url' | 'html' | 'markdown';
  page_type: {
    /** Null when nothing on the page says which type it is. */ type:
      | 'article' | 'blog_post' | 'landing_page' | 'product' | 'software' | 'local_business' | 'comparison_page'
      | 'guide' | 'docs' | null;
    source: 'given' | 'detected' | 'unknown'; reason: string;
  };
  readiness_score: number;
  /** What the score is of, in one sentence. */ score_of: string;
  /** start is 100, and each group takes points away; they add up to the score. Groups that could not be judged are left
   * out. */
  score_components: Record<string, number>;
  /** True when no check of critical or high severity fails. */ ready_to_publish: boolean;
  /** Failures first, by severity, then id. */ checks: {
    id: string;
    group:
      | 'indexability' | 'metadata' | 'canonical' | 'headings' | 'structured_data' | 'links' | 'images' | 'mobile'
      | 'international' | 'social';
    /** not_applicable: there was nothing to judge, or not enough to judge it by; found says which. */
    status: 'fail' | 'warn' | 'pass' | 'not_applicable';
    /** How serious a failure is. */ severity: Severity;
    /** Open checks of many elements: share of them that is wrong, such as images without alt. Null for the page as a
     * whole. */
    share: number | null;
    found: string; expected: string;
    /** At most five elements; found has the total. */ evidence: {
      /** Start tag, header or line as written, at most 200 characters. */ element: string;
      /** Line in the document, starting at 1; null for what is not in it. */ line: number | null;
    }[];
    /** What to change; empty when nothing needs to change. */ fix: string;
    /** Public documentation of the rule. */ docs: string;
  }[];
  counts: { fail: number; warn: number; pass: number; not_applicable: number; failed_by_severity: ProblemCount };
  /** What to fix, in this order. */ publish_checklist: {
    order: number; task: string; severity: Severity; check_id: string;
    /** Points that the score gains when only this is fixed. */ score_gain: number;
  }[];
  page: {
    title: string | null; description: string | null; canonical: string | null;
    /** Directives for Google from meta tags and headers; empty when there are none, null when they could not be
     * read. */
    robots: string[] | null;
    /** From <html lang> or the front matter. */ language: string | null;
    h1: string | null;
    /** Words of main text; this and the counts below are null when there is no document. */ word_count: number | null;
    headings: number | null; links: number | null;
    /** Null when the site of the page is unknown. */ internal_links: number | null;
    images: number | null; structured_data_types: string[] | null;
    /** Scripts, which were not run, write the text of the page. */ script_shell: boolean;
    /** The page is too large to be analyzed whole; the rest was left out. */ truncated: boolean;
  };
  rendering: Rendering;
};

/** Write titles and descriptions: `POST /content/title-meta`. */
export type ContentTitleMetaRequest = {
  /** The search that the page should rank for. */ keyword: string;
  /** Absolute http or https URL of the page. */ url?: string;
  /** The page as Markdown or HTML. If you send it, the url is not fetched; it only says where the page lives. */
  page_markdown?: string;
  /** Your domain, or your brand as titles should write it. */ target?: string;
  /** Decides which facts a title may lead with; auto detects the type from the page. */ page_type?:
    | 'auto' | 'blog_post' | 'landing_page' | 'product' | 'software' | 'local_business' | 'comparison_page' | 'guide';
  /** Checked instead of the title on the page. */ current_title?: string;
  /** Checked instead of the description on the page. */ current_meta_description?: string;
};

export type ContentTitleMetaAnswer = Report & {
  /** Final URL of the page; null when only its text was supplied. */ url: string | null;
  /** What was read. */ checked: 'url' | 'html' | 'markdown';
  keyword: string;
  /** Language of the options; null if the page does not show it. */ language: string | null;
  page_type: {
    /** Null when nothing on the page says which type it is. */
    type: 'blog_post' | 'landing_page' | 'product' | 'software' | 'local_business' | 'comparison_page' | 'guide' | null;
    source: 'given' | 'detected' | 'unknown'; reason: string;
  };
  /** Site name, as the page or target writes it. */ brand: string | null;
  keyword_on_page: {
    /** The keyword as the page words it; null when the page never has it in one phrase. */ phrase: string | null;
    found_in: string | null; missing_words: string[];
  };
  /** Best first, the current one where it is good. Words come from the page, apart from those of a few frames. */
  title_options: ContentTitleMetaTitleOption[];
  /** Best first, the current one where it is good. */ description_options: ContentTitleMetaTitleOption[];
  /** Why there are few options, and what was refused; null where there are enough. */
  options_note: { title: string | null; description: string | null };
  current: {
    title: Title | null; description: Title | null; h1: string | null;
    checks: {
      id: string; field: 'title' | 'description'; status: ContentTitleMetaStatus; severity: Level; found: string;
      expected: string;
      /** Empty when nothing needs to change. */ fix: string;
    }[];
  };
  /** Worst first. */ snippet_risks: {
    id: string; severity: Level;
    /** What may go wrong in the results. */ risk: string;
    evidence: string[]; fix: string;
  }[];
  checklist: { order: number; task: string; severity: Level; because: string }[];
  /** The page is too large to be analyzed whole; the rest was left out. */ truncated: boolean;
};

/** Check whether a page converts: `POST /page/cro-qa`. */
export type PageCroQaRequest = {
  /** Absolute http or https URL of the page. */ url?: string;
  /** Raw HTML of the page. */ html?: string;
  /** The page as Markdown; its links count as buttons. */ markdown?: string;
  /** What the page is for; calls to action are judged by it. */ conversion_goal?: ConversionGoal;
  /** Decides which proof and answers to expect; auto detects the type from URL and title. */ page_type?:
    | 'auto' | 'homepage' | 'landing_page' | 'pricing' | 'feature' | 'blog_post' | 'product' | 'comparison_page'
    | 'docs';
  /** What visitors searched for; the title, main heading and opening are checked for it. */ keyword?: string;
};

export type PageCroQaAnswer = Report & {
  url: string | null; checked: 'url' | 'html' | 'markdown';
  page_type: {
    value:
      | 'homepage' | 'landing_page' | 'pricing' | 'feature' | 'blog_post' | 'product' | 'comparison_page'
      | 'docs' | null;
    source: 'given' | 'detected' | 'unknown';
  };
  /** What the page offers; it decides which proof and which answers are asked for. */ offer: {
    /** none: the page informs, lists or discusses, and is not judged as a sales page. */
    kind: 'goods' | 'software' | 'booking' | 'service' | 'donation' | 'none';
    for_business: boolean;
  };
  conversion_goal: { value: ConversionGoal | null; source: 'given' | 'detected' | 'unknown' }; language: string | null;
  /** Null when the page has no text to judge, or when it neither offers anything nor has a known type. */
  conversion_score: number | null;
  /** What the score is of. */ score_of: string;
  /** start is 100, and each section takes points away; they add up to the score. */
  score_components: Record<string, number>;
  /** Share of the weight of all sections that could be judged, 0-1. */ score_coverage: number;
  priority: Level | null;
  sections: {
    value_proposition: ValueProposition; cta: ValueProposition; proof: ValueProposition;
    objection_handling: ValueProposition; friction: ValueProposition; clarity: ValueProposition;
    intent_match: ValueProposition;
  };
  ctas: {
    text: string;
    type:
      | 'signup' | 'trial' | 'demo' | 'purchase' | 'contact_sales' | 'subscribe' | 'download' | 'learn_more' | 'other';
    element: 'button' | 'styled_link' | 'link'; url: string | null;
    region: 'content' | 'navigation' | 'header' | 'footer' | 'sidebar'; line: number;
    /** Estimated from the content before it, since nothing is rendered; null when that is inconclusive. */
    above_fold: boolean | null;
    /** Words of content before it. */ words_before: number;
    /** Null without a conversion_goal, and when the text does not say what it does. */ matches_goal: boolean | null;
  }[];
  primary_cta: { text: string; line: number } | null;
  cta_alternatives: { text: string; instead_of: string | null; why: string }[];
  friction_points: { point: string; quote: string | null; line: number | null; fix: string }[];
  missing_proof: { kind: string; why: string; how: string }[];
  experiments: { hypothesis: string; change: string; metric: string; based_on: string }[];
  page: { title: string | null; h1: string | null; word_count: number; truncated: boolean }; notes: string[];
};
