import { defineCapability } from './capability.ts';
import type { Location } from './locations.ts';
import type { Sourced } from './source.ts';

/** Where search result pages come from: what was seen before, our own search over crawled pages, a metasearch, a provider. */
export interface SerpSource {
  /** One result page. */
  check(query: SerpQuery, signal: AbortSignal): Promise<Sourced<Serp>>;
  /** Every stored check of one series, oldest first. */
  history(query: SerpHistoryQuery, signal: AbortSignal): Promise<Sourced<readonly Serp[]>>;
  /** The newest stored check of each of the keywords that has one, in the order asked. */
  known(query: KnownSerpsQuery, signal: AbortSignal): Promise<Sourced<readonly Serp[]>>;
  /** Stored result pages on which a domain or URL stands, newest first. */
  seen(query: SeenQuery, signal: AbortSignal): Promise<Sourced<readonly SeenResult[]>>;
}

/** The engine of results that our own index ranked. */
export const OWN_ENGINE = 'seamark-index';

export type Device = 'desktop' | 'mobile';

export interface SerpQuery {
  readonly keyword: string;
  /** `google`, `bing`, `brave`, `seamark-index`; undefined takes the first that answers. */
  readonly engine: string | undefined;
  /** Null is the source's own view, from nowhere in particular. */
  readonly location: Location | null;
  /** ISO 639-1, or a regional form such as `pt-BR`. */
  readonly language: string;
  readonly device: Device | null;
  /** How many organic results are wanted. */
  readonly depth: number;
  /** Reading further pages may end at the first result of this domain; undefined reads to the depth. */
  readonly stop_at: string | undefined;
  /** Types of items that the answer has to be able to show, such as `ai_overview`. */
  readonly wants: readonly SerpItemType[];
  /** Hosts; each also stands for its subdomains. Empty means any. */
  readonly include_domains: readonly string[];
  readonly exclude_domains: readonly string[];
}

/** Types of items as DataForSEO names them; `organic` and `ai_overview` are what most operations read. */
export const SERP_ITEM_TYPES = [
  'organic',
  'paid',
  'featured_snippet',
  'answer_box',
  'ai_overview',
  'people_also_ask',
  'related_searches',
  'local_pack',
  'map',
  'knowledge_graph',
  'top_stories',
  'video',
  'short_videos',
  'images',
  'shopping',
  'popular_products',
  'discussions_and_forums',
  'perspectives',
  'twitter',
  'jobs',
  'hotels_pack',
  'google_flights',
  'recipes',
  'local_services',
  'third_party_reviews',
  'commercial_units',
  'events',
  'other',
] as const;
export type SerpItemType = (typeof SERP_ITEM_TYPES)[number];

/** One looked-up result page, whole. */
export interface Serp {
  /** Never another engine's name for results of our own index. */
  readonly engine: string;
  /** Who looked it up: `dataforseo`, `searxng`, `seamark-index`. */
  readonly source: string;
  readonly keyword: string;
  /** With operators such as `site:`. */
  readonly keyword_sent: string;
  /** What the engine searched for in place of a misspelt keyword. */
  readonly spell: string | null;
  /** What was really honoured: null where the source did not. */
  readonly location: Location | null;
  readonly language: string;
  readonly device: Device | null;
  readonly checked_at: string;
  readonly check_url: string | null;
  readonly total_results: number | null;
  readonly depth_asked: number;
  readonly pages_fetched: number;
  /** Number of organic results read. */
  readonly organic_seen: number;
  /** `incomplete`: the source stopped short of the depth without a sign that there is no more. */
  readonly ended: 'depth_reached' | 'no_more_results' | 'stopped_on_match' | 'incomplete';
  /** Types of items that the source can report: one that is not among them is unknown, not absent. */
  readonly sees: readonly SerpItemType[];
  /** In the order of the page. */
  readonly items: readonly SerpItem[];
  readonly ai_overview: AiOverview;
  /** Null where the source cannot see them. */
  readonly people_also_ask: readonly SerpQuestion[] | null;
  readonly related_searches: readonly string[] | null;
}

export interface SerpItem {
  readonly type: SerpItemType;
  /** The source's own name where `type` is `other`. */
  readonly kind: string | null;
  /** Place among all items, over all pages, from 1. */
  readonly rank_absolute: number;
  /** Place among items of its type, over all pages, from 1: what people call rank. */
  readonly rank_group: number;
  readonly page: number;
  /** Without tracking parameters of the engine such as `srsltid`. */
  readonly url: string | null;
  readonly domain: string | null;
  readonly title: string | null;
  readonly description: string | null;
  /** A day, or a time with its zone. */
  readonly published_at: string | null;
  /** For businesses and products. */
  readonly place_id: string | null;
  readonly phone: string | null;
  readonly address: string | null;
  readonly rating: number | null;
  readonly reviews: number | null;
  /** Distance from the top of the page in CSS pixels. */
  readonly top_px: number | null;
  readonly height_px: number | null;
  readonly children: readonly SerpItemChild[];
}

interface SerpItemChild {
  readonly title: string | null;
  readonly url: string | null;
  readonly domain: string | null;
}

export interface SerpQuestion {
  readonly question: string;
  readonly answer: string | null;
  readonly url: string | null;
}

export interface AiOverview {
  /** `async_not_loaded`: the page has one that was not fetched; `unavailable`: the source cannot see it. */
  readonly status: 'present' | 'absent' | 'async_not_loaded' | 'unavailable';
  readonly markdown: string | null;
  readonly references: readonly AiReference[];
}

interface AiReference {
  readonly url: string;
  readonly domain: string;
  readonly title: string | null;
}

/** A series: figures of two of them are never mixed. Undefined parts stand for any. */
export interface SerpHistoryQuery {
  readonly keyword: string;
  readonly engine: string | undefined;
  readonly location_code: number | null | undefined;
  readonly language: string | undefined;
  readonly device: Device | null | undefined;
  readonly since: Date | undefined;
  /** Newest checks that are read at most. */
  readonly limit: number;
}

export interface KnownSerpsQuery {
  readonly keywords: readonly string[];
  readonly engine: string | undefined;
  readonly location_code: number | null | undefined;
  readonly language: string | undefined;
  readonly device: Device | null | undefined;
  readonly since: Date | undefined;
}

export interface SeenQuery {
  /** A domain with its subdomains, or an absolute URL. */
  readonly target: string;
  readonly engine: string | undefined;
  readonly location_code: number | null | undefined;
  readonly language: string | undefined;
  readonly device: Device | null | undefined;
  readonly since: Date | undefined;
  readonly limit: number;
}

/** A target's place on one stored result page. */
export interface SeenResult {
  readonly keyword: string;
  readonly engine: string;
  readonly source: string;
  readonly location_code: number | null;
  readonly language: string;
  readonly device: Device | null;
  readonly checked_at: string;
  readonly type: SerpItemType;
  readonly rank_absolute: number;
  readonly rank_group: number;
  readonly url: string;
  readonly title: string | null;
}

const DAY_S = 86_400;

export const capability = defineCapability<SerpSource>({
  name: 'serp',
  title: 'Search result pages',
  ways: [
    'Run SearXNG on your own host and set SEAMARK_SEARXNG_URL=http://127.0.0.1:8888.',
    'Set SEAMARK_SERPER_KEY to a key from https://serper.dev.',
  ],
  methods: {
    check: { mode: 'first', fresh_s: 5 * DAY_S },
    history: { mode: 'stored' },
    known: { mode: 'stored' },
    seen: { mode: 'stored' },
  },
});
