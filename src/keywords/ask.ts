import type { KeywordFact, KeywordMetricsQuery } from '../ports/keywords.ts';
import type { Location } from '../ports/locations.ts';
import { foldPhrase } from '../text/normalize.ts';

/** A place and a language, as questions about keywords name them. */
export interface Market {
  readonly location: Location | null;
  readonly language: string;
}

/** The query for the figures of some keywords: each once, in the spelling that came first. */
export function metricsQuery(keywords: readonly string[], { location, language }: Market): KeywordMetricsQuery {
  return { keywords: [...sentSpellings(keywords).values()], location, language };
}

/** By folded text, the spelling that sources are asked about. */
export function sentSpellings(keywords: readonly string[]): ReadonlyMap<string, string> {
  const sent = new Map<string, string>();
  for (const keyword of keywords) {
    const key = foldPhrase(keyword);
    if (!sent.has(key)) sent.set(key, keyword);
  }
  return sent;
}

/** Facts without repeats: a source that suggests a keyword may report what another query has already answered. */
export function joinFacts(...lists: readonly (readonly KeywordFact[])[]): KeywordFact[] {
  const known = new Map<string, KeywordFact>();
  for (const fact of lists.flat()) {
    known.set(
      JSON.stringify([foldPhrase(fact.keyword), fact.source, fact.location_code, fact.language, fact.observed_at]),
      fact,
    );
  }
  return [...known.values()];
}

/** Folded keywords without a fact about difficulty. */
export function listUnrated(keywords: readonly string[], facts: readonly KeywordFact[]): string[] {
  const rated = new Set(facts.flatMap(({ keyword, difficulty }) => (difficulty === null ? [] : [foldPhrase(keyword)])));
  return keywords.map((keyword) => foldPhrase(keyword)).filter((key) => !rated.has(key));
}
