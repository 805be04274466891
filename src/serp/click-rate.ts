import { readDataRows } from '../kernel/data.ts';
import { type AiOverview, OWN_ENGINE, type Serp, type SerpItem, type SerpItemType } from '../ports/serp.ts';
import type { Intent } from '../text/signals.ts';

/** Share of searches that end in a click, with bounds and the name of the curve it comes from. */
export interface ClickRate {
  /** 0–1. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** `dataforseo-2025`, with what it was multiplied by: `dataforseo-2025+aio-2025-12`. */
  readonly curve: string;
}

/** What is known about a result page that changes how often its results are clicked. */
export interface PageConditions {
  /** Null where it is not known. */
  readonly intent: Intent | null;
  /** `unavailable` also where nobody looked. */
  readonly overview: AiOverview['status'];
  /** Types of items above the first result; undefined where nobody looked. */
  readonly above: readonly SerpItemType[] | undefined;
}

/** The average result page: what a position is worth where the page itself is not known. */
export const UNKNOWN_PAGE: PageConditions = { intent: null, overview: 'unavailable', above: undefined };

type Shares = readonly number[];

const CURVES: ReadonlyMap<string, Shares> = new Map(
  readDataRows(import.meta.url, 'data/ctr-curves.tsv').map(([name = '', shares = '']) => [
    name,
    shares.split(' ').map(Number),
  ]),
);
const CURVE = 'dataforseo-2025';
const MAIN: Shares = CURVES.get(CURVE) ?? [];
/** Positions that all curves publish. */
const SHARED_POSITIONS = Math.min(...[...CURVES.values()].map(({ length }) => length));

/** What is left of the clicks on a result, with bounds, 0–1. */
export interface Factor {
  readonly low: number;
  readonly value: number;
  readonly high: number;
}

const NO_CHANGE: Factor = { low: 1, value: 1, high: 1 };

const LAYOUT: ReadonlyMap<string, Factor> = new Map(
  readDataRows(import.meta.url, 'data/layout-factors.tsv').map(([feature = '', low, value, high]) => [
    feature,
    { low: Number(low), value: Number(value), high: Number(high) },
  ]),
);

const OVERVIEW = readDataRows(import.meta.url, 'data/overview-factors.tsv').map((row) => {
  const [from = 0, informational = 1, transactional = 1, navigational = 1] = row.map(Number);
  return { from, informational, transactional, navigational };
});

/**
 * How often the organic result at a position is clicked (keyword-metrics 3, formulas 4.1).
 *
 * `dataforseo-2025` times what an AI Overview and the features above the results leave. The curve is a mean over all result
 * pages, so it stands where a page is not known. Its bounds are the lowest and highest published curve; where nobody looked
 * for an AI Overview the lower one assumes it. Past position 10 only one curve is published, and 0 and its share at 10 bound it.
 *
 * @returns undefined past the last position of the curve
 */
export function estimateClickRate(position: number, page: PageConditions = UNKNOWN_PAGE): ClickRate | undefined {
  const share = MAIN[position - 1];
  if (share === undefined) return undefined;
  const factor = factorAt(position, page);
  const shares = position > SHARED_POSITIONS ? [0, MAIN[SHARED_POSITIONS - 1] ?? 0] : sharesAt(position);
  return rateOf(share, shares, factor, page);
}

/** The published curve for the average result page, from position 1 to its last. */
export function listClickRates(): readonly number[] {
  return MAIN;
}

/** Organic results whose clicks are counted. */
const RESULTS_MAX = 10;

/**
 * The share of searches in which one of the first ten organic results is clicked, given the page's AI Overview and the
 * features above its results.
 *
 * @returns undefined for a page without organic results, and for our own index, which nobody searches the web with
 */
export function estimateClickShareLeft(serp: Serp, intent: Intent | null): ClickRate | undefined {
  const results = countResults(serp);
  if (results === 0 || serp.engine === OWN_ENGINE) return undefined;
  const page = describeConditions(serp, intent);
  const places = Array.from({ length: results }, (_, at) => ({ at, factor: factorAt(at + 1, page) }));
  const sum = (shares: Shares, kind: keyof Factor): number =>
    places.reduce((total, { at, factor }) => total + (shares[at] ?? 0) * factor[kind], 0);
  const curves = [...CURVES.values()];
  return {
    value: round(sum(MAIN, 'value')),
    low: round(Math.min(...curves.map((shares) => sum(shares, 'low')))),
    high: round(Math.min(1, Math.max(...curves.map((shares) => sum(shares, 'high'))))),
    curve: nameCurve(page),
  };
}

/** What of a result page changes its clicks. */
export function describeConditions(serp: Serp, intent: Intent | null): PageConditions {
  const first = serp.items.find(({ type }) => type === 'organic');
  const above = serp.items.filter(
    (item) => LAYOUT.has(item.type) && (item.type === 'knowledge_graph' || isAbove(item, first)),
  );
  const isSeen = serp.sees.some((type) => LAYOUT.has(type));
  return {
    intent,
    overview: serp.ai_overview.status,
    above: isSeen ? [...new Set(above.map(({ type }) => type))] : undefined,
  };
}

function isAbove(item: SerpItem, first: SerpItem | undefined): boolean {
  return first === undefined || item.rank_absolute < first.rank_absolute;
}

/** A partly read list has more results; one that ended has not. */
function countResults(serp: Serp): number {
  const seen = serp.items.filter(({ type }) => type === 'organic').length;
  return seen > 0 && serp.ended !== 'no_more_results' ? RESULTS_MAX : Math.min(RESULTS_MAX, seen);
}

function sharesAt(position: number): number[] {
  return [...CURVES.values()].map((shares) => shares[position - 1] ?? 0);
}

function rateOf(share: number, shares: readonly number[], factor: Factor, page: PageConditions): ClickRate {
  return {
    value: round(share * factor.value),
    low: round(Math.min(share, ...shares) * factor.low),
    high: round(Math.max(share, ...shares) * factor.high),
    curve: nameCurve(page),
  };
}

/** What an AI Overview and the features above the results leave of the clicks on a position. */
export function factorAt(position: number, page: PageConditions): Factor {
  const [overview, layout] = [overviewAt(position, page), layoutOf(page)];
  return {
    low: overview.low * layout.low,
    value: overview.value * layout.value,
    high: overview.high * layout.high,
  };
}

/** Searches that are neither informational nor transactional lie between the two. */
function overviewAt(position: number, { intent, overview }: PageConditions): Factor {
  if (overview === 'absent') return NO_CHANGE;
  const row = OVERVIEW.findLast(({ from }) => from <= position);
  if (row === undefined) return NO_CHANGE;
  const isKnown = intent === 'informational' || intent === 'transactional' || intent === 'navigational';
  const factor: Factor = isKnown
    ? { low: row[intent], value: row[intent], high: row[intent] }
    : { low: row.informational, value: (row.informational + row.transactional) / 2, high: row.transactional };
  return overview === 'unavailable' ? { low: factor.low, value: 1, high: 1 } : factor;
}

/** Only the strongest feature counts: pages with several are already part of each feature's published mean. */
function layoutOf({ above = [] }: PageConditions): Factor {
  const factors = above.flatMap((type) => LAYOUT.get(type) ?? []);
  return factors.reduce((least, factor) => (factor.value < least.value ? factor : least), NO_CHANGE);
}

/** The name of a curve with what it was multiplied by. */
export function nameCurve({ overview, above = [] }: PageConditions, curve: string = CURVE): string {
  const hasOverview = overview === 'present' || overview === 'async_not_loaded';
  const hasLayout = above.some((type) => LAYOUT.has(type));
  return `${curve}${hasOverview ? '+aio-2025-12' : ''}${hasLayout ? '+layout-2020' : ''}`;
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
