import { foldPhrase } from '../text/normalize.ts';
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
  /** The series in which a keyword was looked up, the one that began first in front. */
  series(query: SerpSeriesQuery, signal: AbortSignal): Promise<Sourced<readonly StoredSeries[]>>;
  /** Stored checks of one series as far as one site stands on them, oldest first: a year of them costs what ten whole pages do. */
  outlines(query: SerpOutlineQuery, signal: AbortSignal): Promise<Sourced<readonly SerpOutline[]>>;
  /** The newest checks of many keywords of one kind of series, as far as some sites stand on them; oldest first within a keyword. */
  recent(query: RecentOutlinesQuery, signal: AbortSignal): Promise<Sourced<readonly KeyedOutline[]>>;
  /** Checks of the workspace that came to nothing, oldest first: days on which nothing is known, not days without a rank. */
  failures(query: SerpFailureQuery, signal: AbortSignal): Promise<Sourced<readonly FailedCheck[]>>;
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
  /** What of the query was not searched as it was written, as sentences. */
  readonly notes?: readonly string[];
  /** What was really honoured: null where the source did not. */
  readonly location: Location | null;
  /** The source was asked by the coordinates of the place, and not by its name. */
  readonly at_coordinates?: true | undefined;
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

export interface SerpSeriesQuery {
  readonly keyword: string;
}

/** One series of a keyword: engine, place, language and device, with how often and when it was looked up. */
export interface StoredSeries {
  readonly engine: string;
  readonly location_code: number | null;
  readonly language: string;
  readonly device: Device | null;
  readonly checks: number;
  readonly first_checked_at: string;
  readonly last_checked_at: string;
}

/** Undefined parts of the series stand for any. */
export interface SerpOutlineQuery {
  readonly keyword: string;
  /** Entries are told whose address holds one of these domains; whose they are is for the reader to judge. */
  readonly domains: readonly string[];
  readonly engine: string | undefined;
  readonly location_code: number | null | undefined;
  readonly language: string | undefined;
  readonly device: Device | null | undefined;
  readonly since: Date | undefined;
  /** Newest checks that are read at most. */
  readonly limit: number;
}

/** Of many keywords at once; undefined stands for any engine. */
export interface RecentOutlinesQuery {
  readonly keywords: readonly string[];
  readonly domains: readonly string[];
  readonly engine: string | undefined;
  readonly location_code: number | null;
  readonly language: string;
  readonly device: Device | null;
  readonly since: Date | undefined;
  /** Newest checks that are read at most of each keyword and engine. */
  readonly limit: number;
}

export interface KeyedOutline {
  /** Folded, as keywords are compared. */
  readonly keyword_key: string;
  readonly outline: SerpOutline;
}

/** A stored result page without what others show on it. */
export interface SerpOutline extends Pick<
  Serp,
  | 'engine'
  | 'source'
  | 'language'
  | 'device'
  | 'checked_at'
  | 'depth_asked'
  | 'pages_fetched'
  | 'organic_seen'
  | 'ended'
  | 'sees'
> {
  readonly location_code: number | null;
  readonly overview: AiOverview['status'];
  /** Types of items that the page has, by the source's own name where the type is `other`. */
  readonly shown: readonly string[];
  /** Those of them of which it is known where they lead. */
  readonly linked: readonly string[];
  /** In the order of the page. */
  readonly entries: readonly SerpEntry[];
}

/** One thing on a result page: an item, something that an item shows, or a reference of the AI Overview. */
export interface SerpEntry {
  /** Type of the item, or the source's own name where that is `other`. */
  readonly type: string;
  readonly role: EntryRole;
  /** Of the item; of a reference, its place among the references. */
  readonly rank_absolute: number;
  readonly rank_group: number;
  readonly page: number;
  /** Null where it leads nowhere, or nobody knows where. */
  readonly url: string | null;
  /** Distance from the top of the page in CSS pixels; null where unknown. */
  readonly top_px: number | null;
}

export const ENTRY_ROLES = ['item', 'child', 'reference'] as const;
type EntryRole = (typeof ENTRY_ROLES)[number];

export interface SerpFailureQuery {
  readonly keyword: string;
  /** Ids of the operations whose checks are meant. */
  readonly operations: readonly string[];
  readonly since: Date | undefined;
  readonly limit: number;
}

/** A check that no source answered. Parts of the series that it left open are null. */
export interface FailedCheck {
  readonly engine: string | null;
  readonly location_code: number | null;
  readonly language: string;
  readonly device: Device | null;
  readonly failed_at: string;
  readonly reason: string;
  /** The source that failed last; null where none was asked. */
  readonly source: string | null;
}

const DAY_S = 86_400;

const SERPER_WAY = 'Set SEAMARK_SERPER_KEY to a key from https://serper.dev.';
const SERPAPI_WAY = 'Set SEAMARK_SERPAPI_KEY to a key from https://serpapi.com.';
const DATAFORSEO_WAY =
  'Set SEAMARK_DATAFORSEO_LOGIN and SEAMARK_DATAFORSEO_PASSWORD to your API access from https://dataforseo.com.';

/** SearXNG searches from where it stands, and not every provider takes a device or the coordinates of a town. */
function waysFor({ location, device }: SerpQuery): readonly string[] | undefined {
  if (location !== null && location.code < 0) return [DATAFORSEO_WAY];
  if (device !== null) return [SERPAPI_WAY, DATAFORSEO_WAY];
  return location === null ? undefined : [SERPER_WAY, DATAFORSEO_WAY];
}

export const capability = defineCapability<SerpSource>({
  name: 'serp',
  title: 'Search result pages',
  ways: ['Run SearXNG on your own host and set SEAMARK_SEARXNG_URL=http://127.0.0.1:8888.', SERPER_WAY],
  methods: {
    check: {
      mode: 'first',
      fresh_s: 5 * DAY_S,
      ways: waysFor,
      failureSeries: ({ keyword, engine, location, language, device }) => ({
        keyword: foldPhrase(keyword),
        engine: engine ?? null,
        location_code: location?.code ?? null,
        language,
        device,
      }),
      shortfall: ({ ended, organic_seen, depth_asked }) =>
        ended === 'incomplete'
          ? `stopped after ${organic_seen} of ${depth_asked} results without a sign that there are no more`
          : undefined,
    },
    history: { mode: 'stored' },
    known: { mode: 'stored' },
    seen: { mode: 'stored' },
    series: { mode: 'stored' },
    outlines: { mode: 'stored' },
    recent: { mode: 'stored' },
    failures: { mode: 'stored' },
  },
});
