import { agree, counted } from '../kernel/grammar.ts';
import { sharedOut } from '../kernel/points.ts';
import type { Serp } from '../ports/serp.ts';
import { type BrandNames, naming } from '../text/branded.ts';
import { classifyIntent } from '../text/intent.ts';
import { findPlannedType, type JudgedType } from '../text/page-types.ts';
import { findPurpose, type Purpose } from '../text/purpose.ts';
import { type Intent, INTENTS } from '../text/signals.ts';
import type { Verdict } from '../text/verdict.ts';
import { ownership } from '../web/url.ts';
import { findFeatureIntent, listFeatures } from './features.ts';
import { judgeResult } from './result-type.ts';
import { isNamedIn, listResults, type Result } from './results.ts';

export interface SerpIntent {
  /** The intent with the largest share; the earlier one of equals. Null if nothing reveals it. */
  readonly main: Intent | null;
  /** Intents with a share, the largest first; the shares sum to 1. */
  readonly shares: readonly { readonly intent: Intent; readonly share: number; readonly evidence: readonly string[] }[];
  /** A second intent has a share of three tenths or more, and the query is not for a single site. */
  readonly is_mixed: boolean;
  /** `words`: no result reveals it, so features and the query's words decide; `none`: those do not reveal it either. */
  readonly basis: 'results' | 'words' | 'none';
  /** Results whose type of page could be judged. */
  readonly judged: number;
  /** The site that the query names; null if the query is not for a single site. */
  readonly looks_for: string | null;
}

/**
 * Combined weight of ten judged results; a feature weighs 1, at most 3 count; the query's words weigh 2 (formulas 4.7).
 */
const RESULTS_POINTS = 5;
const FEATURES_MAX = 3;
const WORDS_POINTS = 2;
const OWNER_POINTS = 6;
const MIXED_FROM = 0.3;

/** Company pages rank for many queries and say nothing about their intent. */
const BY_PURPOSE: Readonly<Record<Purpose, Intent | undefined>> = {
  inform: 'informational',
  help: 'informational',
  compare: 'commercial',
  sell: 'transactional',
  price: 'transactional',
  use: 'transactional',
  visit: 'local',
  enter: 'navigational',
  home: 'commercial',
  company: undefined,
};

/** Types whose purpose says less than they do. A landing page or a feature sells to people who still compare. */
const BY_TYPE: Readonly<Partial<Record<JudgedType, Intent>>> = {
  landing_page: 'commercial',
  feature: 'commercial',
  service: 'commercial',
  software: 'commercial',
};

/**
 * The intent of a query, judged first by what ranks for it and then by its words (keyword-metrics 5, formulas 4.7).
 *
 * The types of the results weigh 5 in total, decreasing with position; each feature that signals an intent
 * weighs 1, at most 3 count; the query's words weigh 2 times their confidence; the site that the query names
 * weighs 6.
 *
 * @param brand whose name, searched for alone, looks for its site
 */
export function readSerpIntent(serp: Serp, brand?: BrandNames | null): SerpIntent {
  const results = listResults(serp);
  const owner = findOwner(serp, results, brand);
  const verdicts = results.map((result) => judgeResult(result, serp.language));
  const votes = [
    ...voteByResults(verdicts),
    ...voteByFeatures(serp),
    ...voteByWords(serp),
    ...(owner === undefined ? [] : [[owner.why, 'navigational', OWNER_POINTS] as const]),
  ];
  const judged = verdicts.filter((verdict) => verdict !== undefined).length;
  const shares = shareVotes(votes);
  return {
    main: shares[0]?.intent ?? null,
    shares,
    is_mixed: owner === undefined && (shares[1]?.share ?? 0) >= MIXED_FROM,
    basis: judged > 0 || owner !== undefined ? 'results' : shares.length > 0 ? 'words' : 'none',
    judged,
    looks_for: owner?.site ?? null,
  };
}

type IntentVote = readonly [why: string, intent: Intent, points: number];

function voteByResults(verdicts: readonly (Verdict<JudgedType> | undefined)[]): IntentVote[] {
  const weights = verdicts.map((_, at) => 1 / Math.log2(at + 2));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const points = new Map<Intent, { count: number; weight: number }>();
  for (const [at, verdict] of verdicts.entries()) {
    const intent = verdict && findTypeIntent(verdict.value);
    if (intent === undefined) continue;
    const { count, weight } = points.get(intent) ?? { count: 0, weight: 0 };
    points.set(intent, { count: count + 1, weight: weight + (weights[at] ?? 0) });
  }
  return [...points].map(([intent, { count, weight }]) => [
    `${count} of ${counted(verdicts.length, 'result')} ${agree(count, 'is')} ${intent} by page type`,
    intent,
    (RESULTS_POINTS * weight) / sum,
  ]);
}

/** What people want who find a page of a type useful; undefined for types that rank for anything. */
export function findTypeIntent(type: JudgedType): Intent | undefined {
  return BY_TYPE[type] ?? BY_PURPOSE[findPurpose(findPlannedType(type))];
}

function voteByFeatures(serp: Serp): IntentVote[] {
  return listFeatures(serp)
    .filter(({ status }) => status === 'present' || status === 'not_loaded')
    .flatMap(({ type, name }): IntentVote[] => {
      const intent = findFeatureIntent(type);
      return intent === undefined ? [] : [[`the result page shows ${name}`, intent, 1]];
    })
    .slice(0, FEATURES_MAX);
}

function voteByWords({ keyword, language }: Serp): IntentVote[] {
  const { value, confidence, evidence, is_guess } = classifyIntent(keyword, {
    language: language.split('-', 1)[0] ?? '',
  });
  return is_guess ? [] : [[evidence.join(', '), value, WORDS_POINTS * confidence]];
}

interface Owner {
  readonly site: string;
  readonly why: string;
}

/** How many first positions count as the top for a site with several results. */
const TOP = 5;
const OWNED_MIN = 2;

/**
 * The site that the search names and the page puts first with a sign that it is what people look for: the search is the
 * name of the brand and nothing else, or the site has sitelinks, a knowledge panel, or another of the first five results.
 * The name of a site alone may be plain words, as in bike-repair.example.
 */
function findOwner(serp: Serp, results: readonly Result[], brand: BrandNames | null | undefined): Owner | undefined {
  const [first] = results;
  if (first === undefined) return undefined;
  const isBrand = brand != null && ownership(brand.domains)(first.url) === true && naming(brand)(serp.keyword);
  if (!isBrand && !isNamedIn(serp.keyword, first.site)) return undefined;
  const owned = results.slice(0, TOP).filter(({ site }) => site === first.site).length;
  const signs = [
    isBrand ? 'belongs to the brand that people search for' : undefined,
    first.children.length > 0 ? 'has sitelinks' : undefined,
    serp.items.some(({ type }) => type === 'knowledge_graph') ? 'appears next to a knowledge panel' : undefined,
    owned >= OWNED_MIN ? `holds ${owned} of the first ${TOP} results` : undefined,
  ].filter((sign) => sign !== undefined);
  return signs.length === 0
    ? undefined
    : { site: first.site, why: `${first.site} is first and ${signs.join(' and ')}` };
}

function shareVotes(votes: readonly IntentVote[]): SerpIntent['shares'] {
  const rows = INTENTS.map((intent) => {
    const own = votes.filter(([, voted]) => voted === intent);
    return { intent, points: own.reduce((sum, [, , points]) => sum + points, 0), evidence: own.map(([why]) => why) };
  }).filter(({ points }) => points > 0);
  const total = rows.reduce((sum, { points }) => sum + points, 0);
  const shares = sharedOut(
    rows.map(({ points }) => points / total),
    1,
    0.01,
  );
  return rows
    .map(({ intent, evidence }, at) => ({ intent, share: shares[at] ?? 0, evidence }))
    .toSorted((one, other) => other.share - one.share);
}
