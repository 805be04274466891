import type { Serp } from '../ports/serp.ts';
import { describeConditions, type PageConditions } from '../serp/click-rate.ts';
import { listFeatures } from '../serp/features.ts';
import { recommendFormat } from '../serp/format.ts';
import { readSerpIntent } from '../serp/intent.ts';
import type { BrandNames } from '../text/branded.ts';
import { classifyIntent } from '../text/intent.ts';
import type { PageType } from '../text/page-types.ts';
import type { Intent } from '../text/signals.ts';

/** What the results of a search say that it is for. */
export interface JudgedSearch {
  readonly intent: Intent;
  /** All intents that it serves, the largest first; the shares sum to 1. */
  readonly shares: readonly { readonly intent: Intent; readonly share: number }[];
  /** What ranks most for it; undefined where too few results reveal their type. */
  readonly page_type: PageType | undefined;
  /** Why it has this intent. */
  readonly evidence: readonly string[];
}

/** What a stored result page says of its search. */
export interface KnownSearch {
  /** Undefined where its results do not tell. */
  readonly judged: JudgedSearch | undefined;
  /** What changes its clicks beside the intent. */
  readonly conditions: Omit<PageConditions, 'intent'>;
  /** Whether the page shows a feature, by its type; null where the source cannot see it. */
  readonly features: ReadonlyMap<string, boolean | null>;
}

/** By folded keyword. */
export type KnownSearches = ReadonlyMap<string, KnownSearch>;

/**
 * Reads stored result pages, so that every answer tells the same of a search.
 *
 * @param brand whose name, searched for alone, looks for its site
 */
export function readSearches(pages: ReadonlyMap<string, Serp>, brand: BrandNames | null): KnownSearches {
  return new Map([...pages].map(([key, page]) => [key, readSearch(page, brand)]));
}

/** What those pages say that searches are for, as far as they tell. */
export function listJudged(searches: KnownSearches): ReadonlyMap<string, JudgedSearch> {
  return new Map([...searches].flatMap(([key, { judged }]) => (judged === undefined ? [] : [[key, judged]])));
}

export function readSearch(page: Serp, brand: BrandNames | null): KnownSearch {
  const { overview, above } = describeConditions(page, null);
  return {
    judged: judgeSearch(page, brand),
    conditions: { overview, above },
    features: new Map(listFeatures(page).map(({ type, present }) => [type, present])),
  };
}

function judgeSearch(page: Serp, brand: BrandNames | null): JudgedSearch | undefined {
  const { main, shares, basis } = readSerpIntent(page, brand);
  if (basis !== 'results' || main === null) return undefined;
  const format = recommendFormat(page, { main });
  return {
    intent: main,
    shares: shares.map(({ intent, share }) => ({ intent, share })),
    page_type: format.basis === 'results' ? format.page_type : undefined,
    evidence: shares[0]?.evidence ?? [],
  };
}

/** What a keyword is for: as its stored result page says, or else as its words say. */
export function judgeIntent(keyword: string, language: string, known: KnownSearch | undefined): Intent {
  return known?.judged?.intent ?? classifyIntent(keyword, { language }).value;
}
