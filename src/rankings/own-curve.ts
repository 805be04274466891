import { boundShare } from '../kernel/interval.ts';
import type { PositionClicks } from '../ports/rankings.ts';
import {
  type ClickRate,
  estimateClickRate,
  factorAt,
  nameCurve,
  type PageConditions,
  UNKNOWN_PAGE,
} from '../serp/click-rate.ts';

/** How often the results of one site are clicked, position by position, as its own console data shows it. */
export interface OwnCurve {
  /** `own-<property>-<from>`. */
  readonly name: string;
  readonly property: string;
  /** First and last day that was counted. */
  readonly from: string;
  readonly to: string;
  /** In the positions that were counted. */
  readonly impressions: number;
  /** From position 1 on, without gaps, never rising. */
  readonly shares: readonly CurveShare[];
}

interface CurveShare {
  /** 0–1. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Whether the site's own clicks decide it; else it is the published share. */
  readonly is_own: boolean;
}

/** Below so many impressions the rate of a position is noise. */
const BIN_IMPRESSIONS_MIN = 1000;
/** Impressions that the published curve is worth beside the site's own (keyword-metrics 3). */
const PRIOR_IMPRESSIONS = 500;
/** Positions that the published curve knows. */
const POSITIONS_MAX = 100;

/** A page that takes no clicks from its results: the plain share of a position. */
const PLAIN_PAGE: PageConditions = { intent: null, overview: 'absent', above: [] };

/**
 * The click curve of a site from its clicks by position (keyword-metrics 3).
 *
 * Each position with at least 1,000 impressions has (clicks + 500 × published) / (impressions + 500), all others the
 * published share; pool-adjacent-violators, weighted by impressions + 500, then keeps a worse position from having the
 * higher rate. Bounds are 95 % (Wilson) over the clicks and impressions that were pooled.
 *
 * @returns null where there is no console data, or no position has enough of it
 */
export function fitOwnCurve(counts: PositionClicks | null): OwnCurve | null {
  if (counts === null) return null;
  const own = new Map(
    counts.bins
      .filter(({ impressions }) => impressions >= BIN_IMPRESSIONS_MIN)
      .map((bin) => [bin.position, { ...bin, clicks: Math.min(bin.clicks, bin.impressions) }]),
  );
  const blocks = poolViolators(
    Array.from({ length: POSITIONS_MAX }, (_, at): Block => {
      const { clicks, impressions } = own.get(at + 1) ?? { clicks: 0, impressions: 0 };
      const weight = impressions + PRIOR_IMPRESSIONS;
      const prior = publishedShare(at + 1).value;
      return { sum: clicks + PRIOR_IMPRESSIONS * prior, weight, clicks, impressions, positions: 1 };
    }),
  );
  const shares = blocks.flatMap((block) => Array.from({ length: block.positions }, () => block)).map(describeShare);
  const impressions = [...own.values()].reduce((sum, bin) => sum + bin.impressions, 0);
  if (!shares.some(({ is_own }) => is_own)) return null;
  const { property, from, to } = counts;
  return { name: `own-${property}-${from}`, property, from, to, impressions, shares };
}

interface Block {
  /** Clicks, those of the prior included. */
  readonly sum: number;
  readonly weight: number;
  /** Of the site alone. */
  readonly clicks: number;
  readonly impressions: number;
  readonly positions: number;
}

/** Neighbours of which the worse position has the higher rate become one (Ayer et al. 1955). */
function poolViolators(blocks: readonly Block[]): Block[] {
  const pooled: Block[] = [];
  for (const block of blocks) {
    let last = block;
    for (let before = pooled.at(-1); before !== undefined && rateOf(before) < rateOf(last); before = pooled.at(-1)) {
      pooled.pop();
      last = joinBlocks(before, last);
    }
    pooled.push(last);
  }
  return pooled;
}

function rateOf({ sum, weight }: Block): number {
  return sum / weight;
}

function joinBlocks(one: Block, other: Block): Block {
  return {
    sum: one.sum + other.sum,
    weight: one.weight + other.weight,
    clicks: one.clicks + other.clicks,
    impressions: one.impressions + other.impressions,
    positions: one.positions + other.positions,
  };
}

/** What the prior adds may lie outside of what the clicks alone allow: the bounds hold the value all the same. */
function describeShare(block: Block, at: number): CurveShare {
  const value = rateOf(block);
  if (block.impressions === 0) {
    const { low, high } = publishedShare(at + 1);
    return { value, low: Math.min(low, value), high: Math.max(high, value), is_own: false };
  }
  const { low, high } = boundShare(block.clicks, block.impressions);
  return { value, low: Math.min(low, value), high: Math.max(high, value), is_own: true };
}

function publishedShare(position: number): Pick<ClickRate, 'value' | 'low' | 'high'> {
  return estimateClickRate(position, PLAIN_PAGE) ?? { value: 0, low: 0, high: 0 };
}

/**
 * How often the result at a position is clicked: by the own curve where there is one and it knows the position, else by
 * the published one. Fractional positions, as means are, lie between their neighbours.
 *
 * What a known page takes from its results is taken from both curves, and never added: the own curve is a mean over
 * pages with and without an AI Overview, so that where nobody looked at the page it stands as it is. A better position
 * never has the lower rate.
 *
 * @returns undefined before position 1 and past the last position of the curve
 */
export function readClickRate(
  position: number,
  curve: OwnCurve | null,
  page: PageConditions = UNKNOWN_PAGE,
): ClickRate | undefined {
  if (!(position >= 1 && position <= POSITIONS_MAX)) return undefined;
  const [above, below] = [Math.floor(position), Math.ceil(position)];
  const better = rateAt(above, curve, page);
  const worse = rateAt(below, curve, page);
  const share = position - above;
  const between = (kind: 'value' | 'low' | 'high'): number =>
    round(better[kind] + (worse[kind] - better[kind]) * share);
  const name = share < 0.5 ? better.curve : worse.curve;
  return { value: between('value'), low: between('low'), high: between('high'), curve: name };
}

/** A page takes most from its first results, which a flat curve would turn around: no position has more than a better one. */
function rateAt(position: number, curve: OwnCurve | null, page: PageConditions): ClickRate {
  const rates = Array.from({ length: position }, (_, at) => plainRateAt(at + 1, curve, page));
  const least = (kind: 'value' | 'low' | 'high'): number => Math.min(...rates.map((rate) => rate[kind]));
  return {
    value: least('value'),
    low: least('low'),
    high: least('high'),
    curve: rates.at(-1)?.curve ?? '',
  };
}

function plainRateAt(position: number, curve: OwnCurve | null, page: PageConditions): ClickRate {
  const share = curve?.shares[position - 1];
  if (curve === null || share === undefined || !share.is_own) return publishedRateAt(position, share, page);
  const factor = factorAt(position, page.overview === 'unavailable' ? { ...page, overview: 'absent' } : page);
  return {
    value: share.value * factor.value,
    low: share.low * factor.low,
    high: share.high * factor.high,
    curve: nameCurve(page, curve.name),
  };
}

function publishedRateAt(position: number, share: CurveShare | undefined, page: PageConditions): ClickRate {
  const rate = estimateClickRate(position, page);
  return rate ?? { value: share?.value ?? 0, low: 0, high: 0, curve: nameCurve(page) };
}

/** One click in a million views is the finest that anybody can count. */
function round(value: number): number {
  return Math.round(value * 1_000_000) / 1_000_000;
}
