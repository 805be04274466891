// Written by `npm run gen`. Do not edit.

import type {
  Bucket, BuyerStage, CitedNotNamed, Class, DiscussionQuote, MentionChange, MentionRate, Own, Platform, Report,
  RowsShown, SearchMarket, SocialListenIntent, SocialListenPlatform, Status,
} from './shapes.ts';

/** Extract the AI Overview of a search: `POST /ai-overview/extract`. */
export type AiOverviewExtractRequest = SearchMarket & {
  /** Query to check. */ keyword: string;
  /** Name of the place to search from; without one, the source searches from its own location. */ location?: string;
  /** Device to search from. */ device?: 'desktop' | 'mobile';
  /** Your domain: the answer says whether it is cited, where it ranks and what its page lacks. Default: the domains of
   * your project’s brand. */
  target_domain?: string;
};

export type AiOverviewExtractAnswer = Report & {
  keyword: string; engine: string; location: string | null; location_code: number | null; language: string;
  device: 'desktop' | 'mobile' | null; checked_at: string | null;
  /** In this check; null if the source cannot see AI Overviews. */ ai_overview_detected: boolean | null;
  /** async_not_loaded: the page has one, but its text was not fetched. */ overview_status: Status;
  overview: { markdown: string; blocks: { kind: string; text: string }[]; word_count: number } | null;
  references: {
    url: string; domain: string; title: string | null;
    /** Position among the references; a page cited twice counts once. */ position: number;
    /** Position in the organic results; null if it is not among them. */ organic_rank: number | null;
    /** Whether it is on target_domain or, by default, on a domain of your brand, subdomains included; null without
     * either. */
    own: boolean | null;
  }[] | null;
  /** Share of the references that rank among the organic results of this check. */ organic_overlap: {
    /** 0-1. */ value: number;
    /** 95% interval. */ low: number;
    high: number; ranking: number;
    /** References. */ n: number;
  } | null;
  present_in: {
    /** Checks that showed an AI Overview. */ checks: number;
    /** Checks of this series whose source could see one, including this one. */ of: number;
    /** 95% interval. */ low: number;
    high: number;
  } | null;
  /** The previous check. */
  previously: { status: 'present' | 'absent' | 'async_not_loaded'; checked_at: string } | null;
  /** Null before your own index has read a page. */ organic_results: number | null;
  candidates: {
    url: string; domain: string; title: string | null;
    /** Organic position; null for pages that are cited without ranking. */ position: number | null;
    /** null if no AI Overview was seen. */ cited: boolean | null;
    own: boolean | null;
    /** not_read: beyond the sample. disallowed: robots.txt. failed: the page could not be read. */
    reading: 'read' | 'not_read' | 'disallowed' | 'failed';
    reading_note: string | null;
    /** Sentences on the page that answer the query; null if none do or the page was not read. */
    extractable_passage: string | null;
    passage_heading: string | null;
    /** Longest run of words that the page and the AI Overview share; null if shorter than four words. */
    paraphrase_match: { words: number; text: string } | null;
    reasons: string[];
  }[];
  /** null without target_domain if your project has no brand with domains. */ target_coverage: {
    /** target_domain, or the name of your project’s brand. */ name: string;
    /** The first of domains. */ domain: string;
    domains: string[]; cited: boolean | null; cited_urls: string[] | null;
    /** Best organic position; null if not among the results checked. */ ranking_position: number | null;
    ranking_url: string | null; depth_checked: number; matching_candidates: string[]; missing_elements: string[];
  } | null;
  /** What limits this check. */ notes: string[];
};

/** Build a prompt set for AI visibility: `POST /ai-visibility/prompt-set`. */
export type AiVisibilityPromptSetRequest = {
  /** Brand, product or domain to measure. */ target: string;
  /** Market in a buyer’s words, such as CRM software. */ category: string;
  /** Themes, use cases, audiences, products or questions. */ topics: string[];
  /** Where you will run the prompts; all by default. */ platforms?: Platform[];
  /** Your pages that should be cited. */ owned_assets?: {
    url?: string; title?: string;
    /** For example pricing, guide, comparison_page, case_study or docs. */ page_type?: string;
    /** What the page is about. */ topics?: string[];
  }[];
  /** Names or domains to compare with. */ competitors?: string[];
  /** Number of prompts to write. */ prompt_count?: number;
  /** Kinds of buyers; common ones by default. */ personas?: string | (string | { name: string })[];
};

export type AiVisibilityPromptSetAnswer = Report & {
  brand: { name: string; domain: string | null }; category: string;
  language: {
    written_in: 'en' | 'de' | 'es' | 'fr' | 'ja';
    /** Language of topics and category, ISO 639-1; empty if the words do not reveal it. */ guessed: string;
    confidence: number; evidence: string[];
  };
  prompts: {
    /** Derived from brand and text: the same prompt has the same id in every set. */ id: string;
    text: string; bucket: Bucket;
    /** The topic it is about; null if it is about the category or the brand alone. */ topic: string | null;
    /** The requested platforms where people type such prompts. */ platform_fit: Platform[];
    buyer_stage: BuyerStage; persona: string | null; competitor: string | null;
    /** Your page that should be cited; null if none of owned_assets fits. */ owned_asset: string | null;
    expected_citation_type:
      | 'listicle' | 'comparison_page' | 'guide' | 'review_site' | 'pricing_page' | 'documentation' | 'case_study'
      | 'local_listing';
    measure: {
      metric:
        | 'brand_mentioned' | 'brand_preferred' | 'brand_offered_as_alternative' | 'owned_page_cited'
        | 'brand_sentiment' | 'facts_correct';
      question: string; success: string;
    };
  }[];
  buckets: { bucket: Bucket; purpose: string; prompt_count: number; prompt_ids: string[] }[];
  measurement_schema: {
    unit: string; runs_per_prompt: number; fields: { name: string; type: string; description: string }[];
    metrics: { name: string; formula: string }[];
  };
  coverage: {
    topics: { name: string; prompts: number }[]; platforms: { name: string; prompts: number }[];
    competitors: { name: string; prompts: number }[]; assets: { name: string; prompts: number }[];
    personas: { name: string; prompts: number }[];
    /** What you sent that no prompt uses. */
    not_covered: { topics: string[]; platforms: string[]; competitors: string[]; assets: string[]; personas: string[] };
    why_not_covered: { part: 'topics' | 'competitors' | 'assets' | 'personas'; name: string; why: string }[];
  };
  weekly_routing: {
    /** One per platform: every prompt that fits it. */ runs: {
      day: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday'; platform: Platform; prompt_ids: string[];
    }[];
    actions: { when: string; do: string; owner_hint: string; prompt_ids: string[] }[];
  };
  warnings: string[];
};

/** Track brand mentions in AI answers and discussions: `POST /llm-mentions/track`. */
export type LlmMentionsTrackRequest = SearchMarket & {
  /** Brand name. */ brand: string;
  /** Queries to test, as people would ask them. Leave the brand out of most: branded queries are counted separately. */
  queries: string[];
  /** Where to look for discussions: reddit, x, or all forums and microblogs that are connected. */
  platform?: 'reddit' | 'x' | 'all';
  /** Maximum discussions to read per query. */ limit_per_query?: number;
  /** AI assistants to ask as well: chatgpt, claude, gemini, perplexity, grok, google_ai_mode, or one of your own. None
   * by default. */
  assistants?: string[];
  /** How often each assistant is asked each query; use 5 for rates you report. */ runs?: number;
  /** Other names and spellings of the brand. */ aliases?: string[];
  /** Domain of the brand, for citations. Default: the domains of your project’s brand, if it is this one. */
  domain?: string;
  /** Names or domains of competitors, for share of voice. */ competitors?: ({
    name: string; aliases?: string[];
    /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */ domain?: string;
  } | string)[];
  /** Name of the place that assistants are asked from; without one, they choose it. */ location?: string;
};

export type LlmMentionsTrackAnswer = Report & {
  mention_audit: {
    brand: {
      name: string; aliases: string[]; domains: string[]; detection: 'name_only' | 'name_and_aliases';
      /** Then only capitals, bold type, your domain or a word of the market make it a mention. */
      is_everyday_word: boolean;
      /** Texts with the everyday word that are not counted as mentions. */ weak_mentions: number;
    };
    sampling: {
      runs: number; queries: number; branded_queries: number; assistants: string[]; platform: 'reddit' | 'x' | 'all';
      location: string | null; location_code: number | null; language: string; sampled_at: string;
    };
    /** What the rates below are of; ways to see an assistant and discussions are never pooled. */
    basis: 'assistants_api' | 'assistants_surface' | 'assistants_panel' | 'discussions' | null;
    /** Mentions of the brand as a share of all mentions of the brand and its competitors, each counted once per text;
     * unbranded queries only. null without competitors, or if nobody is named. */
    share_of_voice: MentionRate | null;
    /** Mean over unbranded queries. */ mention_rate: MentionRate | null;
    /** Mean over branded queries, never pooled with the others. */ branded_recall: MentionRate | null;
    /** Answers citing your pages, out of those with known citations. */ citation_rate: MentionRate | null;
    /** Your share of all cited pages. */ citation_share: MentionRate | null;
    /** Your share of all pages that assistants were shown. */ retrieval_share: MentionRate | null;
    /** Mention rate against the previous comparable sampling. */ change: MentionChange | null;
    stability: number | null;
    /** null where nothing was sampled. */
    sentiment: { positive: number; negative: number; neutral: number; none: number } | null;
    answered: number; refusals: number; truncations: number; failures: number;
    queries: {
      query: string;
      /** Whether the query itself names the brand. */ is_branded: boolean;
      /** null if nothing was answered. */ mentioned: boolean | null;
      /** Answers and discussions that were read. */ answers: number;
      platforms: {
        platform: string; kind: 'assistant' | 'discussion'; asked: number; answered: number; refused: number;
        /** Cut off before the end, so they count neither way. */ truncated: number;
        failed: number; mention_rate: MentionRate | null;
      }[];
      /** At most 20. */ mentions: {
        platform: string; kind: 'assistant' | 'discussion';
        /** null for discussions. */ run: number | null;
        /** The discussion; null for answers of assistants, which have no address. */ url: string | null;
        title: string | null;
        /** The sentence that names the brand, as written. */ snippet: string;
        /** neutral: praise and criticism balance. null: no words of praise or criticism. */
        sentiment: 'positive' | 'negative' | 'neutral' | null;
        /** Whether there is both praise and criticism. */ sentiment_mixed: boolean | null;
        /** What the sentiment was read from. */ sentiment_sentence: string | null;
        /** Position of the brand among the brands in the text, by first mention. Order varies a lot between runs. */
        brand_position: number | null;
        /** Position of the list item or table row that names the brand. */ list_position: number | null;
        competitors_named: string[];
        /** Whether the answer cites one of your pages; null if unknown. */ own_cited: boolean | null;
        published_at: string | null;
        /** Whether a discussion is more than a year old; null if it has no date. */ is_old: boolean | null;
        /** What makes a discussion look like an advertisement. */ promotional: string[];
        /** To be shown next to the text, as its licence requires. */ attribution: string | null;
      }[];
      mentions_count: number; competitors_named: { name: string; answers: number }[];
    }[];
    platforms: {
      platform: string; kind: 'assistant' | 'discussion';
      /** api: the model with its own web search. surface: the page that users see. null for discussions. */
      access: 'api' | 'surface' | 'panel' | null;
      /** false if no connected source answers for it. */ connected: boolean;
      sources: string[]; asked: number; answered: number; refused: number;
      /** Cut off before the end, so they count neither way. */ truncated: number;
      failed: number;
      /** Answers for which the assistant searched the web; null if no source reports it. */
      searched: { answers: number; of: number } | null;
      served_models: string[];
      /** Over unbranded queries. */ mention_rate: MentionRate | null;
      /** Over branded queries. */ branded_recall: MentionRate | null;
      share_of_voice: MentionRate | null; citation_rate: MentionRate | null; citation_share: MentionRate | null;
      /** 0-1: how far consecutive samplings cite the same sites; null for fewer than two samplings. */
      stability: number | null;
      /** Comparable samplings, including this one. */ samplings: number;
      /** Mention rate against the previous comparable sampling. */ change: MentionChange | null;
      /** Where the model or the source changed, so that a new series began. */
      series_breaks: { at: string; what: 'served_model' | 'source'; from: (string | null)[]; to: (string | null)[] }[];
    }[];
    competitors: {
      name: string; answers: number; mention_rate: MentionRate | null; share_of_voice: MentionRate | null;
    }[];
    top_sources: {
      domain: string;
      /** Such as r/bicycling. */ forum: string | null;
      class: Class; competitor: string | null;
      /** Cited pages, or discussions found, one per answer and page. */ citations: number;
      /** Of all citations and discussions, 0-1. */ share: number;
      answers_naming_brand: number; platforms: string[];
      /** At most three. */ urls: string[];
    }[];
    co_mentioned_brands: {
      name: string; answers: number;
      /** Whether it is one of competitors; the others are candidates. */ known: boolean;
    }[];
    /** null if no assistant answered with known citations. */ citations: {
      /** Answers that searched the web and whose citations are known. */ answers: number;
      own: Own[]; competitor: Own[];
      /** Your pages that an assistant read and did not cite. */ own_retrieved_not_cited: Own[];
      /** Answers that cite you and do not name the brand. */ cited_not_named: CitedNotNamed[];
      /** Answers that name the brand and cite others; urls: what they cite. */ named_not_cited: CitedNotNamed[];
    } | null;
    /** Sites cited in answers that name competitors, and never in one that names the brand. */ source_targets: {
      domain: string; class: Class; answers: number; competitors: string[]; queries: string[];
      example_url: string | null;
    }[];
    fan_out_queries: { query: string; answers: number; platforms: string[] }[];
    /** Found by patterns, so read the sentence. */ existence_denied: {
      query: string; platform: string; run: number | null; sentence: string;
      /** true if the rest of the answer makes claims about the brand. */ counted_as_mention: boolean;
    }[];
    served_models: { platform: string; model: string; answers: number }[];
    left_out: { /** Discussions by the brand itself or on its own site. */ own_posts: number; removed_posts: number };
    gaps: {
      platform: string; kind: 'failed' | 'refused' | 'truncated' | 'not_connected' | 'budget_spent';
      /** Requests that came to nothing. */ count: number;
      queries: string[]; reason: string;
    }[];
    /** What limits this sampling. */ notes: string[];
  };
};

/** Listen to discussions: `POST /social/listen`. */
export type SocialListenRequest = {
  /** Topic to listen to, in the words people would use. */ query: string;
  /** reddit, x, or all platforms and forums that a connected source sees. */ platform?: 'reddit' | 'x' | 'all';
  /** Maximum discussions to list. Insights are read from up to 50 discussions in any case. */ limit?: number;
  /** Rows to skip, for paging. */ offset?: number;
  /** Language of the discussions: an ISO 639-1 code such as de, or a name such as German. Default: judged by the
   * query. */
  language?: string;
  /** Name of the place to search from; without one, the source chooses it. */ location?: string;
  /** Google location code; takes precedence over location. */ location_code?: number;
  /** Hosts of forums to search as well, such as forums.example.com. */ forums?: string[];
  /** Leave out older discussions. Those without a date are kept and counted in read.undated. */
  published_after?: string;
};

export type SocialListenAnswer = Report & RowsShown & {
  query: string;
  /** ISO 639-1: the language you set, else judged by the query. */ language: string;
  platform: 'reddit' | 'x' | 'all';
  /** null if the source chose it. */ location: { name: string; code: number } | null;
  method_note: string;
  platforms: {
    platform: SocialListenPlatform;
    /** failed: every source failed. unavailable: no connected source sees it. */
    status: 'seen' | 'partial' | 'failed' | 'unavailable';
    /** null where no source saw the platform. */ found: number | null;
    notes: string[];
  }[];
  /** Search shows part of what is written; no count here is a total. */ coverage: 'sample';
  /** Best match first, at most limit. */ discussions: {
    url: string; title: string | null; platform: SocialListenPlatform;
    /** Such as r/bicycling or superuser.com. */ community: string | null;
    /** The passage with your words; at most 300 characters. */ snippet: string | null;
    /** null if no source gives the date; it is never guessed. */ published_at: string | null;
    author: string | null; score: number | null; comments: number | null; state: 'open' | 'closed' | 'removed' | null;
    /** ISO 639-1, judged by its words. */ language: string;
    /** What the post asks, as written; null if it asks nothing. */ question: string | null;
    /** The sentence that states a problem; null if none does. */ pain_point: string | null;
    /** neutral: praise and criticism balance. null: no words of praise or criticism. */
    sentiment: 'positive' | 'negative' | 'neutral' | null;
    sentiment_mixed: boolean | null;
    /** The sentence that shows the sentiment. */ sentiment_sentence: string | null;
    sentiment_cues: string[];
    /** What the author is after; null if the words do not tell. */ intent: SocialListenIntent | null;
    /** The phrase that shows the intent. */ intent_evidence: string | null;
    /** 0-100: how much of your query is in the title, the text and one sentence. */ relevance: number | null;
    relevance_components: { title: number | null; text: number | null; together: number | null };
    /** 0-1: share of the score’s weight that is known. */ relevance_coverage: number;
    /** What makes it look like an advertisement. */ promotional: string[];
    /** Why insights do not count it; null if they do. unclear_topic: it has too few of your words to tell that it is
     * about them. */
    left_out: 'removed' | 'promotional' | 'unclear_topic' | null;
    /** Sources that showed it. */ found_via: string[];
    /** Threads with nearly the same text, folded into this one. */ cross_posts: string[];
    /** To be shown next to the text, as its licence requires. */ attribution: string | null;
  }[];
  /** Discussions that were found, before limit and offset. */ total_count: number;
  read: {
    /** Discussions behind the insights. */ counted: number;
    removed: number; promotional: number; unclear_topic: number; cross_posts: number; undated: number;
    /** Left out because they are older than published_after. */ too_old: number;
    /** Of the counted discussions. */ older_than_a_year: number;
    newest: string | null; oldest: string | null;
    /** Counted discussions of which only a title or an excerpt was seen. */ short_texts: number;
  };
  insights: {
    /** What at least three discussions by three people bring up. */ themes: {
      id: string; name: string;
      /** aspect: something people weigh in any purchase. phrase: words these discussions share. */
      kind: 'aspect' | 'phrase';
      /** Discussions. */ count: number;
      /** Discussions that were read. */ of: number;
      /** How people put it, most common first. */ words: string[];
      communities: string[];
      /** Discussions that praise in the sentences on the theme. */ positive: number;
      negative: number;
      /** At most five, from different discussions. */ examples: DiscussionQuote[];
      /** All discussions of the theme. */ urls: string[];
    }[];
    questions: {
      /** As written. */ question: string;
      intent: SocialListenIntent | null;
      /** Discussions. */ count: number;
      /** Discussions that were read. */ of: number;
      urls: string[];
    }[];
    objections: {
      id: string; name: string;
      /** Discussions. */ count: number;
      /** Discussions that were read. */ of: number;
      /** At most three. */ quotes: DiscussionQuote[];
    }[];
    /** Phrases that at least two discussions share, without your query. */ language_used: {
      phrase: string;
      /** Discussions. */ count: number;
      /** Discussions that were read. */ of: number;
      example: DiscussionQuote;
    }[];
    /** Names that at least two discussions write with a capital. Check them: some may be places or people. */
    products_named: {
      name: string;
      /** Discussions. */ count: number;
      /** Discussions that were read. */ of: number;
      positive: number; negative: number; example: DiscussionQuote;
    }[];
    content_ideas: {
      /** What to publish, as an instruction. */ idea: string;
      format: string; follows_from: 'theme' | 'question' | 'objection' | 'comparison';
      /** Of the theme, question, objection or products it follows from. */ name: string;
      why: string;
      /** To answer, as people ask them; at most three. */ questions: string[];
      /** Phrases to use, as people say them. */ use_words: string[];
      evidence: DiscussionQuote[];
    }[];
    intents: { intent: SocialListenIntent; count: number }[];
    communities: { community: string; platform: SocialListenPlatform; count: number }[];
    sentiment: { positive: number; negative: number; neutral: number; unknown: number };
  };
  notes: string[];
};
