import { counted } from '../../../kernel/grammar.ts';
import type {
  RankedKeywords,
  RankedKeywordsQuery,
  RankedPages,
  RankedPagesQuery,
  RankingMarket,
  RankingsSource,
  SearchCompetitors,
  SearchCompetitorsQuery,
  SharedKeywords,
  SharedKeywordsQuery,
  TrafficFigures,
  TrafficQuery,
  TrafficType,
} from '../../../ports/rankings.ts';
import type { SerpItemType } from '../../../ports/serp.ts';
import type { Provenance, Sourced } from '../../../ports/source.ts';
import type { ObservationInbox } from '../../../ports/store.ts';
import type { IndexDatabase } from '../../database/database.ts';
import { standingCompetitors } from './competitors.ts';
import { type RankingParts, standingKeywords } from './keywords.ts';
import { standingPages } from './pages.ts';
import { chooseSeries, describeSeries, type SerpSeries } from './series.ts';
import { sharedKeywords } from './intersections.ts';

type SerpMethods = Pick<RankingsSource, 'keywords' | 'pages' | 'competitors' | 'shared' | 'traffic'>;

/** Fewer pages than this tell competitors from chance neighbours no better than a guess. */
const SERPS_MIN = 20;

/**
 * Rankings of any site on the result pages that somebody looked up: a sample, and one that says so.
 *
 * Pages of one series count (see `chooseSeries`), and never those that were limited to some domains.
 */
export class SerpRankings implements SerpMethods {
  readonly #database: IndexDatabase;
  readonly #inbox: Pick<ObservationInbox, 'flush'>;
  readonly #rates: readonly number[];

  /** @param rates share of searches that click the organic result at each place, from the first */
  constructor(database: IndexDatabase, inbox: Pick<ObservationInbox, 'flush'>, rates: readonly number[]) {
    this.#database = database;
    this.#inbox = inbox;
    this.#rates = rates;
  }

  async keywords(query: RankedKeywordsQuery, signal: AbortSignal): Promise<Sourced<RankedKeywords>> {
    const parts = await this.#partsOf(query, [query.target], ORGANIC, signal);
    const rest = { basis: 'serps', window: null, totals: null } as const;
    if (parts === undefined) {
      const none = { items: [], total_count: null, positions: null, serps_considered: 0 };
      return { value: { ...rest, ...none }, source: NOTHING };
    }
    const found = await standingKeywords(query, parts);
    return { value: { ...rest, ...found }, source: provenance(parts.series, query) };
  }

  async pages(query: RankedPagesQuery, signal: AbortSignal): Promise<Sourced<RankedPages>> {
    const parts = await this.#partsOf(query, [query.target], ORGANIC, signal);
    const rest = { basis: 'serps', window: null, totals: null } as const;
    if (parts === undefined) {
      return { value: { ...rest, items: [], total_count: null, serps_considered: 0 }, source: NOTHING };
    }
    const found = await standingPages(query, parts);
    return { value: { ...rest, ...found }, source: provenance(parts.series, query) };
  }

  async competitors(query: SearchCompetitorsQuery, signal: AbortSignal): Promise<Sourced<SearchCompetitors>> {
    const parts = await this.#partsOf(query, [query.target], ORGANIC, signal);
    const rest = { basis: 'serps', target_traffic: null } as const;
    if (parts === undefined) {
      const none = { items: [], target_keywords: null, total_count: null, serps_considered: 0 };
      return { value: { ...rest, ...none }, source: NOTHING };
    }
    const found = await standingCompetitors(query, parts);
    const serps = found.target_keywords;
    const few =
      serps < SERPS_MIN
        ? ` Only ${counted(serps, 'result page')} could be compared; with fewer than ${SERPS_MIN}, chance decides who is listed.`
        : '';
    return {
      value: { ...rest, ...found, serps_considered: serps },
      source: provenance(parts.series, query, few),
    };
  }

  async shared(query: SharedKeywordsQuery, signal: AbortSignal): Promise<Sourced<SharedKeywords>> {
    const types = query.item_types.length === 0 ? ORGANIC : query.item_types;
    const parts = await this.#partsOf(query, query.targets, types, signal);
    const rest = { basis: 'serps', window: null } as const;
    if (parts === undefined) {
      const none = { items: [], total_count: null, serps_considered: 0, unknown_targets: query.targets };
      return { value: { ...rest, ...none }, source: NOTHING };
    }
    const { series } = parts;
    const unknown_targets = query.targets.filter((_, at) => series.seen[at] === 0);
    const found = await sharedKeywords(query, parts);
    return { value: { ...rest, ...found, unknown_targets }, source: provenance(series, query) };
  }

  /** Without volumes there is no traffic: only for how many keywords a target was seen. */
  async traffic(query: TrafficQuery, signal: AbortSignal): Promise<Sourced<readonly TrafficFigures[]>> {
    const figures: TrafficFigures[] = [];
    let newest: SerpSeries | undefined;
    for (const target of query.targets) {
      const parts = await this.#partsOf(query, [target], TRAFFIC_TYPES, signal);
      if (parts === undefined) continue;
      newest = newest === undefined || parts.series.observed_at > newest.observed_at ? parts.series : newest;
      const counts = new Map<TrafficType, number>();
      for (const type of query.types) counts.set(type, await countKeywords(query, { target, type }, parts));
      figures.push({
        target,
        basis: 'serps',
        window: null,
        traffic: { organic: null, paid: null, featured_snippet: null, local_pack: null },
        previous_organic: null,
        keyword_count: {
          organic: counts.get('organic') ?? null,
          paid: counts.get('paid') ?? null,
          featured_snippet: counts.get('featured_snippet') ?? null,
          local_pack: counts.get('local_pack') ?? null,
        },
      });
    }
    return { value: figures, source: newest === undefined ? NOTHING : provenance(newest, query) };
  }

  /** Undefined when no target stands on any stored page. */
  async #partsOf(
    market: RankingMarket,
    targets: readonly string[],
    types: readonly SerpItemType[],
    signal: AbortSignal,
  ): Promise<RankingParts | undefined> {
    await this.#inbox.flush();
    const series = await chooseSeries(this.#database, market, { targets, types }, signal);
    return series && { database: this.#database, series, rates: this.#rates, signal };
  }
}

const ORGANIC: readonly SerpItemType[] = ['organic'];
const TRAFFIC_TYPES: readonly SerpItemType[] = ['organic', 'paid', 'featured_snippet', 'local_pack'];

async function countKeywords(
  { location, language, is_any_place }: RankingMarket,
  { target, type }: { readonly target: string; readonly type: TrafficType },
  parts: RankingParts,
): Promise<number> {
  const query: SharedKeywordsQuery = {
    location,
    language,
    is_any_place,
    targets: [target],
    excluded: [],
    mode: 'all',
    item_types: [type],
    limit: 1,
    volume_min: 0,
    max_position: undefined,
    order: 'position',
    has_clickstream: false,
  };
  return (await sharedKeywords(query, parts)).total_count;
}

const SOURCE = { source: 'index', cached: false, measure: 'measured' } as const;

const NOTHING: Provenance = {
  ...SOURCE,
  observed_at: null,
  coverage: 'none',
  note: 'This site is not on any stored result page.',
};

function provenance(series: SerpSeries, market: RankingMarket, more = ''): Provenance {
  const note = `${describeSeries(series, market)}${more}`;
  return { ...SOURCE, observed_at: series.observed_at, coverage: 'sample', note };
}
