import type { RunContext } from '../src/contract/operation.ts';
import { AppError } from '../src/kernel/errors.ts';
import type { KnownPage } from '../src/ports/links.ts';
import type { Location, LocationQuery } from '../src/ports/locations.ts';
import type { Brand } from '../src/ports/projects.ts';
import type {
  ClickRatesQuery,
  ConsoleTotals,
  MeasuredClicks,
  PositionClicks,
  RankedKeyword,
  RankedKeywords,
  RankedKeywordsQuery,
  RankedPage,
  RankedPages,
  RankedPagesQuery,
  RankingWindow,
  SearchCompetitor,
  SearchCompetitors,
  SearchCompetitorsQuery,
  SharedKeyword,
  SharedKeywords,
  SharedKeywordsQuery,
  SharedPlace,
  TrafficFigures,
  TrafficQuery,
} from '../src/ports/rankings.ts';
import type { Serp } from '../src/ports/serp.ts';
import { UNITED_STATES } from './source-context.ts';

export const WINDOW: RankingWindow = {
  from: '2026-10-22',
  to: '2026-11-18',
  previous_from: '2026-09-24',
  previous_to: '2026-10-21',
  missing_days: 0,
  is_cut: false,
  ignores_country: false,
  property: 'sc-domain:shop.example',
  engine: 'google',
};

export const TOTALS: ConsoleTotals = {
  clicks: 1000,
  impressions: 40_000,
  previous_clicks: 900,
  previous_impressions: 39_000,
  withheld_clicks: 400,
  withheld_impressions: 9000,
};

/** Clicks and impressions of a window; nothing is known of others unless it is said. */
export function measured(clicks: number, impressions: number, before: Partial<MeasuredClicks> = {}): MeasuredClicks {
  return {
    clicks,
    impressions,
    previous_clicks: null,
    previous_impressions: null,
    year_ago_clicks: null,
    year_ago_impressions: null,
    ...before,
  };
}

/** A keyword of a test: what it does not say is null. */
export function rankedKeyword(keyword: string, facts: Partial<RankedKeyword> = {}): RankedKeyword {
  return {
    keyword,
    url: 'https://shop.example/page',
    position: null,
    position_kind: facts.measured === undefined ? 'tracked' : 'average',
    previous_position: null,
    movement: null,
    checked_at: null,
    measured: null,
    estimated_traffic: null,
    traffic_value: null,
    features: null,
    url_figures: null,
    others: [],
    facts: [],
    device: null,
    ...facts,
  };
}

/** A page of a test: what it does not say is null. */
export function rankedPage(url: string, facts: Partial<RankedPage> = {}): RankedPage {
  return {
    url,
    measured: null,
    estimated_traffic: null,
    traffic_value: null,
    position: null,
    previous_position: null,
    keyword_count: null,
    top3: null,
    top10: null,
    new: null,
    lost: null,
    improved: null,
    declined: null,
    top_keyword: null,
    keywords: [],
    is_lost: false,
    ...facts,
  };
}

/** What the index knows of a page that works. */
export function knownPage(url: string, facts: Partial<KnownPage> = {}): KnownPage {
  return {
    url,
    status_code: 200,
    redirect_url: null,
    is_indexable: true,
    canonical_url: null,
    title: 'Wheels',
    words_count: 800,
    referring_domains: 4,
    backlinks: 9,
    published_at: '2024-11-20',
    fetched_at: '2026-11-01T00:00:00Z',
    ...facts,
  };
}

const UNKNOWN = {
  basis: 'serps',
  window: null,
  items: [],
  total_count: null,
  totals: null,
  serps_considered: 0,
} as const;

/** What a source says of a target's keywords, by its basis; by default it knows nothing. */
export const keywordsOf = {
  nobody: { ...UNKNOWN, positions: null } satisfies RankedKeywords,
  console: (items: readonly RankedKeyword[], facts: Partial<RankedKeywords> = {}): RankedKeywords => ({
    basis: 'console',
    window: WINDOW,
    items,
    total_count: items.length,
    positions: null,
    totals: TOTALS,
    serps_considered: null,
    ...facts,
  }),
  serps: (items: readonly RankedKeyword[], serps_considered: number): RankedKeywords => ({
    ...UNKNOWN,
    items,
    total_count: items.length,
    positions: null,
    serps_considered,
  }),
  provider: (items: readonly RankedKeyword[], facts: Partial<RankedKeywords> = {}): RankedKeywords => ({
    basis: 'provider',
    window: null,
    items,
    total_count: items.length,
    positions: null,
    totals: null,
    serps_considered: null,
    ...facts,
  }),
};

/** The same of its pages. */
export const pagesOf = {
  nobody: UNKNOWN satisfies RankedPages,
  console: (items: readonly RankedPage[], facts: Partial<RankedPages> = {}): RankedPages => ({
    basis: 'console',
    window: WINDOW,
    items,
    total_count: items.length,
    totals: TOTALS,
    serps_considered: null,
    ...facts,
  }),
  serps: (items: readonly RankedPage[], serps_considered: number): RankedPages => ({
    ...UNKNOWN,
    items,
    total_count: items.length,
    serps_considered,
  }),
  provider: (items: readonly RankedPage[]): RankedPages => ({
    basis: 'provider',
    window: null,
    items,
    total_count: items.length,
    totals: null,
    serps_considered: null,
  }),
};

/** A competitor of a test: what it does not say is null. */
export function searchCompetitor(
  domain: string,
  intersections: number,
  facts: Partial<SearchCompetitor> = {},
): SearchCompetitor {
  return {
    domain,
    intersections,
    shared_top10: null,
    average_position: null,
    ahead: null,
    behind: null,
    keyword_count: null,
    shared_traffic: null,
    traffic: null,
    target_shared_traffic: null,
    rivalry: null,
    examples: [],
    ...facts,
  };
}

const NO_COMPETITORS = {
  basis: 'serps',
  target_keywords: null,
  target_traffic: null,
  items: [],
  total_count: null,
  serps_considered: 0,
} satisfies SearchCompetitors;

/** Who ranks with a target, by the source's basis; by default it knows nothing. */
export const competitorsOf = {
  nobody: NO_COMPETITORS,
  serps: (items: readonly SearchCompetitor[], serps_considered: number): SearchCompetitors => ({
    ...NO_COMPETITORS,
    items,
    total_count: items.length,
    target_keywords: serps_considered,
    serps_considered,
  }),
  provider: (items: readonly SearchCompetitor[], facts: Partial<SearchCompetitors> = {}): SearchCompetitors => ({
    ...NO_COMPETITORS,
    basis: 'provider',
    items,
    total_count: items.length,
    serps_considered: null,
    ...facts,
  }),
};

/** A place on a result page: what it does not say is null. */
export function placeAt(position: number, facts: Partial<SharedPlace> = {}): SharedPlace {
  return {
    position,
    url: null,
    type: 'organic',
    estimated_traffic: null,
    clicks: null,
    impressions: null,
    ...facts,
  };
}

/** A keyword of several targets, with their places in order. */
export function comparedKeyword(
  keyword: string,
  places: readonly (SharedPlace | null)[],
  facts: Partial<SharedKeyword> = {},
): SharedKeyword {
  return { keyword, places, features: null, checked_at: null, facts: [], ...facts };
}

const NOTHING_COMPARED = {
  basis: 'serps',
  window: null,
  items: [],
  total_count: null,
  serps_considered: 0,
  unknown_targets: [],
} satisfies SharedKeywords;

/** What several targets rank for, by the source's basis. */
export const comparisonOf = {
  nobody: (targets: readonly string[]): SharedKeywords => ({ ...NOTHING_COMPARED, unknown_targets: targets }),
  console: (items: readonly SharedKeyword[], facts: Partial<SharedKeywords> = {}): SharedKeywords => ({
    ...NOTHING_COMPARED,
    basis: 'console',
    window: WINDOW,
    items,
    total_count: items.length,
    serps_considered: null,
    ...facts,
  }),
  serps: (items: readonly SharedKeyword[], serps_considered: number, facts: Partial<SharedKeywords> = {}) => ({
    ...NOTHING_COMPARED,
    items,
    total_count: items.length,
    serps_considered,
    ...facts,
  }),
  provider: (items: readonly SharedKeyword[], facts: Partial<SharedKeywords> = {}): SharedKeywords => ({
    ...NOTHING_COMPARED,
    basis: 'provider',
    items,
    total_count: items.length,
    serps_considered: null,
    ...facts,
  }),
};

/** Traffic of a target: what it does not say is null. */
export function trafficOf(
  target: string,
  basis: TrafficFigures['basis'],
  traffic: Partial<TrafficFigures['traffic']>,
  facts: Partial<TrafficFigures> = {},
): TrafficFigures {
  const unknown = { organic: null, paid: null, featured_snippet: null, local_pack: null };
  return {
    target,
    basis,
    window: basis === 'console' ? WINDOW : null,
    traffic: { ...unknown, ...traffic },
    previous_organic: null,
    keyword_count: unknown,
    ...facts,
  };
}

export interface KnownRankings {
  readonly keywords?: RankedKeywords;
  readonly pages?: RankedPages;
  readonly traffic?: readonly TrafficFigures[];
  readonly competitors?: SearchCompetitors;
  readonly shared?: SharedKeywords;
  readonly rates?: PositionClicks;
  /** What the index knows of pages; undefined is a service without an index of links. */
  readonly known_pages?: readonly KnownPage[];
  /** Ranks of domains, 0–1000, by target. */
  readonly ranks?: Readonly<Record<string, number>>;
  /** Result pages that are stored. */
  readonly stored?: readonly Serp[];
  readonly brand?: Brand;
}

export interface AskedRankings {
  readonly keywords: RankedKeywordsQuery[];
  readonly pages: RankedPagesQuery[];
  readonly traffic: TrafficQuery[];
  readonly competitors: SearchCompetitorsQuery[];
  readonly shared: SharedKeywordsQuery[];
  readonly rates: ClickRatesQuery[];
}

/** A context whose rankings are what a test says. */
export function contextWithRankings(known: KnownRankings): {
  readonly context: RunContext;
  readonly asked: AskedRankings;
} {
  const asked: AskedRankings = { keywords: [], pages: [], traffic: [], competitors: [], shared: [], rates: [] };
  const answer =
    <Query, Found>(list: Query[], found: Found) =>
    (query: Query): Promise<Found> => {
      list.push(query);
      return Promise.resolve(found);
    };
  const page =
    <Query extends { readonly limit: number; readonly offset?: number }, Found extends RankedKeywords | RankedPages>(
      list: Query[],
      found: Found,
    ) =>
    (query: Query): Promise<Found> => {
      list.push(query);
      const { limit, offset = 0 } = query;
      return Promise.resolve({ ...found, items: found.items.slice(offset, offset + limit) });
    };
  const { known_pages, ranks } = known;
  const links = {
    knownPages: ({ urls }: { readonly urls: readonly string[] }) =>
      known_pages === undefined ? noSource() : Promise.resolve(known_pages.filter(({ url }) => urls.includes(url))),
    ranks: ({ targets }: { readonly targets: readonly { readonly value: string }[] }) =>
      ranks === undefined
        ? noSource()
        : Promise.resolve(targets.map(({ value }) => ({ target: value, rank: ranks[value] ?? null }))),
  };
  const context: RunContext = Object.assign(Object.create(null), {
    ports: {
      serp: { known: () => Promise.resolve(known.stored ?? []) },
      rankings: {
        keywords: page(asked.keywords, known.keywords ?? keywordsOf.nobody),
        pages: page(asked.pages, known.pages ?? pagesOf.nobody),
        traffic: answer(asked.traffic, known.traffic ?? []),
        competitors: answer(asked.competitors, known.competitors ?? competitorsOf.nobody),
        shared: (query: SharedKeywordsQuery) => {
          asked.shared.push(query);
          return Promise.resolve(known.shared ?? comparisonOf.nobody(query.targets));
        },
        clickRates: answer(asked.rates, known.rates ?? null),
      },
      links,
    },
    now: new Date('2026-11-20T12:00:00Z'),
    report: () => undefined,
    locate: ({ location, location_code }: LocationQuery): Promise<Location | null> =>
      Promise.resolve(location === undefined && location_code === undefined ? null : UNITED_STATES),
    brand: () => Promise.resolve(known.brand ?? null),
  });
  return { context, asked };
}

function noSource(): Promise<never> {
  return Promise.reject(new AppError('source_not_configured', 'There is no source of links.'));
}
