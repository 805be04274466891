import { defineCapability } from './capability.ts';
import type { Location } from './locations.ts';
import type { Sourced } from './source.ts';

/** What is known of keywords: volumes, prices, difficulty, and further keywords. */
export interface KeywordsSource {
  /** Every fact that a source has of each keyword; keywords that it does not know are left out. */
  metrics(query: KeywordMetricsQuery, signal: AbortSignal): Promise<Sourced<readonly KeywordFact[]>>;
  /** What is on record of keywords at any age: no source is asked. */
  known(query: KnownFactsQuery, signal: AbortSignal): Promise<Sourced<readonly KeywordFact[]>>;
  /** Where a volume of keywords is on record for another place or language: no source is asked. */
  elsewhere(query: KnownFactsQuery, signal: AbortSignal): Promise<Sourced<readonly VolumeElsewhere[]>>;
  /** Keywords around a seed. */
  ideas(query: KeywordIdeasQuery, signal: AbortSignal): Promise<Sourced<readonly KeywordIdea[]>>;
}

export interface KeywordMetricsQuery {
  /** As the caller wrote them, without repeats. */
  readonly keywords: readonly string[];
  /** Null stands for the whole world. */
  readonly location: Location | null;
  /** ISO 639-1 or a regional form. */
  readonly language: string;
}

export interface KnownFactsQuery {
  readonly keywords: readonly string[];
  /** Null stands for the whole world. */
  readonly location_code: number | null;
  readonly language: string;
}

/** A market other than the one asked about for which a volume of a keyword is on record. */
export interface VolumeElsewhere {
  /** As it was asked. */
  readonly keyword: string;
  /** Null stands for the whole world. */
  readonly location_code: number | null;
  /** Null where the source does not tell languages apart. */
  readonly language: string | null;
}

/**
 * What a volume means.
 *
 * `exact`: counted searches; `bucket`: rounded to one of the fixed steps of Google Ads; `range`: only its bounds are known;
 * `lower_bound`: at least `low`; `modelled`: a vendor's or our own estimate.
 */
export type VolumeBasis = 'exact' | 'bucket' | 'range' | 'lower_bound' | 'modelled';

export interface KeywordVolume {
  /** Searches a month; null where only bounds are known. Zero only where the source says zero. */
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly basis: VolumeBasis;
  /** Months that it is the mean of: `2025-11/2026-10`, or one month: `2026-10`. Null where the source does not say. */
  readonly period: string | null;
}

export interface MonthlySearches {
  /** `2026-10`. */
  readonly month: string;
  readonly searches: number;
}

/** What one source says of one keyword in one place and language. What it does not say is null. */
export interface KeywordFact {
  /** As it was asked or imported. */
  readonly keyword: string;
  /** Who says it: `dataforseo`, `bing-webmaster`, `keyword-planner`, `ahrefs`, … */
  readonly source: string;
  /** Null stands for the whole world. */
  readonly location_code: number | null;
  /** Null where the source does not tell languages apart. */
  readonly language: string | null;
  readonly observed_at: string;
  /** Searches on Google; null for other engines' figures, which have a field of their own. */
  readonly volume: KeywordVolume | null;
  /** Monthly searches on Bing. */
  readonly bing_impressions: number | null;
  /** Oldest first; empty where the source has none. */
  readonly monthly: readonly MonthlySearches[];
  readonly cpc: number | null;
  /** ISO 4217 of `cpc`. */
  readonly currency: string | null;
  /** Among advertisers, 0–1. It says nothing about SEO. */
  readonly competition: number | null;
  readonly difficulty: KeywordDifficulty | null;
  readonly intent: 'informational' | 'navigational' | 'commercial' | 'transactional' | null;
}

/** Difficulty figures of different scales are not comparable. */
export interface KeywordDifficulty {
  /** 0–100. */
  readonly value: number;
  /** `dataforseo`, `ahrefs`, `semrush`, `moz`, `seamark`. */
  readonly scale: string;
}

export interface KeywordIdeasQuery {
  readonly seed: string;
  readonly location: Location | null;
  readonly language: string;
  /** Ideas wanted of each source. */
  readonly limit: number;
}

/** Where an idea was found: a suggestion, a Search Console query, a question or related search on a result page, text of crawled pages, a provider. */
export type IdeaEvidence =
  | 'suggestion'
  | 'console'
  | 'people_also_ask'
  | 'related_search'
  | 'title'
  | 'heading'
  | 'anchor'
  | 'import'
  | 'provider';

export interface KeywordIdea {
  readonly keyword: string;
  readonly evidence: readonly { readonly kind: IdeaEvidence; readonly source: string; readonly seen: number }[];
  /** What the sources that proposed it say of it. */
  readonly facts: readonly KeywordFact[];
}

const DAY_S = 86_400;

export const capability = defineCapability<KeywordsSource>({
  name: 'keywords',
  title: 'Keyword volumes and ideas',
  ways: [
    'Import a Keyword Planner export: `seamark import keywords FILE`.',
    'Set SEAMARK_BING_WEBMASTER_KEY to a free API key from Bing Webmaster Tools.',
  ],
  methods: {
    metrics: {
      mode: 'fill',
      title: 'keyword volumes',
      fresh_s: 30 * DAY_S,
      merge: (one, other) => [...one, ...other],
      remaining: (query, facts, source) => {
        const isSettled = (fact: KeywordFact): boolean => fact.source === source || hasVolume(fact);
        const known = new Set(facts.filter(isSettled).map((fact) => fact.keyword));
        const keywords = query.keywords.filter((keyword) => !known.has(keyword));
        return keywords.length === 0 ? undefined : { ...query, keywords };
      },
    },
    known: { mode: 'stored' },
    elsewhere: { mode: 'stored' },
    ideas: { title: 'keyword ideas', mode: 'gather', fresh_s: 30 * DAY_S, merge: mergeIdeas },
  },
});

/** A fact of a keyword that its source does not know: it says that it was asked. */
export function unknownFact(
  about: Pick<KeywordFact, 'keyword' | 'source' | 'location_code' | 'language' | 'observed_at'>,
): KeywordFact {
  return {
    ...about,
    volume: null,
    bing_impressions: null,
    monthly: [],
    cpc: null,
    currency: null,
    competition: null,
    difficulty: null,
    intent: null,
  };
}

export function saysNothing(fact: KeywordFact): boolean {
  const { volume, bing_impressions, monthly, cpc, competition, difficulty, intent } = fact;
  return (
    [volume, bing_impressions, cpc, competition, difficulty, intent].every((part) => part === null) &&
    monthly.length === 0
  );
}

/** A keyword is left to the next source until one says how often it is searched for; «at least so often» does not. */
function hasVolume({ volume }: KeywordFact): boolean {
  return volume !== null && (volume.value !== null || volume.basis === 'range');
}

function mergeIdeas(one: readonly KeywordIdea[], other: readonly KeywordIdea[]): readonly KeywordIdea[] {
  const merged = new Map(one.map((idea) => [idea.keyword, idea]));
  for (const idea of other) {
    const known = merged.get(idea.keyword);
    const joined = known && {
      ...known,
      evidence: [...known.evidence, ...idea.evidence],
      facts: [...known.facts, ...idea.facts],
    };
    merged.set(idea.keyword, joined ?? idea);
  }
  return [...merged.values()];
}
