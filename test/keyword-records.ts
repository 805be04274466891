import type { RunContext } from '../src/contract/operation.ts';
import { AppError } from '../src/kernel/errors.ts';
import type { Task } from '../src/kernel/task.ts';
import type {
  KeywordFact,
  KeywordIdea,
  KeywordIdeasQuery,
  KeywordMetricsQuery,
  KnownFactsQuery,
  MonthlySearches,
  VolumeBasis,
  VolumeElsewhere,
} from '../src/ports/keywords.ts';
import type { LinkRanksQuery } from '../src/ports/link-ranks.ts';
import type { Location, LocationQuery } from '../src/ports/locations.ts';
import type { PositionClicks } from '../src/ports/rankings.ts';
import type { Brand } from '../src/ports/projects.ts';
import type { KnownSerpsQuery, SeenQuery, SeenResult, Serp } from '../src/ports/serp.ts';

export const UNITED_STATES: Location = {
  code: 2840,
  name: 'United States',
  country: 'US',
  kind: 'country',
  latitude: null,
  longitude: null,
};

/** A fact of a test: what it does not say is null. */
export function keywordFact(keyword: string, facts: Partial<KeywordFact> = {}): KeywordFact {
  return {
    keyword,
    source: 'dataforseo',
    location_code: 2840,
    language: 'en',
    observed_at: '2026-11-01T00:00:00Z',
    volume: null,
    bing_impressions: null,
    monthly: [],
    cpc: null,
    currency: null,
    competition: null,
    difficulty: null,
    intent: null,
    ...facts,
  };
}

/** A fact with a volume of last year's mean. */
export function volumeFact(
  keyword: string,
  value: number | null,
  basis: VolumeBasis = 'bucket',
  facts: Partial<KeywordFact> & { readonly low?: number; readonly high?: number } = {},
): KeywordFact {
  const { low = null, high = null, ...rest } = facts;
  return keywordFact(keyword, { volume: { value, low, high, basis, period: '2025-11/2026-10' }, ...rest });
}

/** Monthly searches that end with October 2026. */
export function monthsUntilOctober(searches: readonly number[]): MonthlySearches[] {
  const last = 2026 * 12 + 9;
  return searches.map((count, at) => {
    const index = last - (searches.length - 1 - at);
    const month = String((index % 12) + 1).padStart(2, '0');
    return { month: `${Math.floor(index / 12)}-${month}`, searches: count };
  });
}

export interface KnownKeywords {
  readonly facts?: readonly KeywordFact[];
  readonly ideas?: readonly KeywordIdea[];
  readonly serps?: readonly Serp[];
  readonly seen?: readonly SeenResult[];
  /** Volumes on record for other places and languages. */
  readonly elsewhere?: readonly VolumeElsewhere[];
  readonly location?: Location | null;
  /** Further places by their codes. */
  readonly places?: readonly Location[];
  /** Brand of the project that the call counts toward. */
  readonly brand?: Brand;
  /** Ranks of every domain and page, 0–1000; unknown where it is left out. */
  readonly rank?: number;
  /** Clicks by position of the caller's site; unknown where it is left out. */
  readonly rates?: PositionClicks;
  /** Thrown by metrics, as where no source of them is connected. */
  readonly metrics_failure?: AppError;
}

/** What a run asked of its ports, in its order. */
export interface AskedKeywords {
  readonly metrics: KeywordMetricsQuery[];
  readonly ideas: KeywordIdeasQuery[];
  readonly known: KnownSerpsQuery[];
  readonly seen: SeenQuery[];
}

/** A context that knows of keywords and stored result pages what a test says. Looking a page up would throw. */
export function contextWithKeywords(known: KnownKeywords): {
  readonly context: RunContext;
  readonly asked: AskedKeywords;
} {
  const asked: AskedKeywords = { metrics: [], ideas: [], known: [], seen: [] };
  const keywords = {
    metrics(query: KeywordMetricsQuery) {
      asked.metrics.push(query);
      if (known.metrics_failure !== undefined) return Promise.reject(known.metrics_failure);
      return Promise.resolve((known.facts ?? []).filter(({ keyword }) => query.keywords.includes(keyword)));
    },
    elsewhere(query: KnownFactsQuery) {
      return Promise.resolve((known.elsewhere ?? []).filter(({ keyword }) => query.keywords.includes(keyword)));
    },
    ideas(query: KeywordIdeasQuery) {
      asked.ideas.push(query);
      return Promise.resolve((known.ideas ?? []).slice(0, query.limit));
    },
  };
  const serp = {
    known(query: KnownSerpsQuery) {
      asked.known.push(query);
      return Promise.resolve(newestPages(known.serps ?? [], query));
    },
    seen(query: SeenQuery) {
      asked.seen.push(query);
      return Promise.resolve((known.seen ?? []).filter(({ url }) => url === query.target));
    },
  };
  const links = {
    ranks({ targets }: LinkRanksQuery) {
      if (targets.length > 100) throw new Error('At most 100 targets are ranked at once.');
      return Promise.resolve(targets.map(({ value }) => ({ target: value, rank: known.rank ?? null })));
    },
  };
  const context: RunContext = Object.assign(Object.create(null), {
    compute: async <Input, Output>(task: Task<Input, Output>, input: Input) => task.run(structuredClone(input)),
    ports: { keywords, serp, links, rankings: { clickRates: () => Promise.resolve(known.rates ?? null) } },
    now: new Date('2026-11-20T12:00:00Z'),
    signal: new AbortController().signal,
    locate: ({ location_code }: LocationQuery) =>
      Promise.resolve(
        known.places?.find(({ code }) => code === location_code) ??
          (known.location === undefined ? UNITED_STATES : known.location),
      ),
    brand: () => Promise.resolve(known.brand ?? null),
  });
  return { context, asked };
}

/** The newest page of each keyword in the series asked for, as the store answers. */
function newestPages(stored: readonly Serp[], query: KnownSerpsQuery): Serp[] {
  const inSeries = stored
    .filter(({ engine }) => query.engine === undefined || engine === query.engine)
    .filter(({ location }) => query.location_code === undefined || (location?.code ?? null) === query.location_code)
    .filter(({ language }) => query.language === undefined || language === query.language)
    .filter(({ device }) => query.device === undefined || device === query.device)
    .filter(({ checked_at }) => query.since === undefined || new Date(checked_at) >= query.since)
    .toSorted((one, other) => (one.checked_at < other.checked_at ? 1 : -1));
  return query.keywords.flatMap((keyword) => inSeries.find((page) => page.keyword === keyword) ?? []);
}
