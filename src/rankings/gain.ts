import { z } from 'zod';
import { counted } from '../kernel/grammar.ts';

import type { ClickRate, PageConditions } from '../serp/click-rate.ts';
import { type OwnCurve, readClickRate } from './own-curve.ts';

/** How often people see or search for something, a month. */
export interface SearchDemand {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** `impressions`: how often the site was seen, which is how often people searched wherever it stands on the first page; `volume`: a keyword source's figure. */
  readonly basis: 'impressions' | 'volume';
}

/** Clicks a month more or, for a figure of one position, at all. */
export interface ExpectedClicks {
  readonly clicks_per_month: number;
  readonly low: number;
  readonly high: number;
}

/** Clicks a month more at a better position, as answers show them. */
export const ExpectedGain = z.object({
  clicks_per_month: z.number(),
  low: z.number(),
  high: z.number(),
  to_rank: z.int(),
  ctr_curve: z
    .string()
    .describe(
      'own-…: from your own clicks by position. Else the published curve. Both where the two positions need both.',
    ),
  demand_basis: z
    .enum(['impressions', 'volume'])
    .describe('impressions: how often your site was seen, fewer than all searches where it ranks past page one.'),
});
export type ExpectedGain = Readonly<z.infer<typeof ExpectedGain>>;

export interface GainQuestion {
  /** `unranked` gets no click now; null where it is not known. */
  readonly position: number | 'unranked' | null;
  readonly to_rank: number;
  /** Null where it is not known. */
  readonly demand: SearchDemand | null;
  /** Null reads the published curve. */
  readonly curve: OwnCurve | null;
  /** What is known of the result page. */
  readonly page?: PageConditions | undefined;
}

/** Days of a mean month. */
const MONTH_DAYS = 30.4;

/** Impressions of a window of days as demand a month; null where the window is empty. */
export function readImpressionDemand(impressions: number | null, days: number): SearchDemand | null {
  if (impressions === null || days <= 0) return null;
  const value = scaleToMonth(impressions, days);
  return { value, low: value, high: value, basis: 'impressions' };
}

/** A count of some days as one of a month. */
export function scaleToMonth(count: number, days: number): number {
  return (count * MONTH_DAYS) / days;
}

/** A search volume with its bounds as demand; null where the volume is not known. */
export function readVolumeDemand(volume: {
  readonly search_volume: number | null;
  readonly volume_low: number | null;
  readonly volume_high: number | null;
}): SearchDemand | null {
  const { search_volume: value, volume_low, volume_high } = volume;
  if (value === null) return null;
  return {
    value,
    low: Math.min(value, volume_low ?? value),
    high: Math.max(value, volume_high ?? value),
    basis: 'volume',
  };
}

/**
 * Clicks a month that a keyword gains at a better position: demand × (click rate there − click rate now)
 * (keyword-metrics 3).
 *
 * The bounds of the difference are those of both rates after Newcombe (1998), times the bounds of the demand, and never
 * below 0: a gain is not a loss. A position that is better already gains nothing. Null in, null out.
 */
export function estimateGain({ position, to_rank, demand, curve, page }: GainQuestion): ExpectedGain | null {
  if (position === null || demand === null) return null;
  const read = readClickRate(to_rank, curve, page);
  if (read === undefined) return null;
  const now = position === 'unranked' ? undefined : readClickRate(position, curve, page);
  const goal = levelGoal(read, now, { position, to_rank, curve, page });
  const difference = compareRates(goal, now ?? NO_CLICKS);
  const isThere = position !== 'unranked' && position <= to_rank;
  const clicks = isThere ? NO_CLICKS : difference;
  return {
    clicks_per_month: round(demand.value * clicks.value),
    low: round(demand.low * clicks.low),
    high: round(demand.high * clicks.high),
    to_rank,
    ctr_curve: now === undefined || now.curve === goal.curve ? goal.curve : `${goal.curve}, ${now.curve}`,
    demand_basis: demand.basis,
  };
}

/** `about 1,329 more clicks a month (1,150–1,535)` */
export function phraseGain({
  clicks_per_month,
  low,
  high,
}: Pick<ExpectedGain, 'clicks_per_month' | 'low' | 'high'>): string {
  const [from, to] = [low, high].map((count) => Math.round(count).toLocaleString('en-US'));
  return `about ${counted(Math.round(clicks_per_month), 'more click')} a month (${from}–${to})`;
}

/** Clicks a month at a position; null where demand or position is not known. */
export function estimateClicks({
  position,
  demand,
  curve,
  page,
}: Omit<GainQuestion, 'to_rank'>): (ExpectedClicks & { readonly ctr_curve: string }) | null {
  if (position === null || position === 'unranked' || demand === null) return null;
  const rate = readClickRate(position, curve, page);
  if (rate === undefined) return null;
  return {
    clicks_per_month: round(demand.value * rate.value),
    low: round(demand.low * rate.low),
    high: round(demand.high * rate.high),
    ctr_curve: rate.curve,
  };
}

type Rate = Pick<ClickRate, 'value' | 'low' | 'high'>;

/**
 * The rate of a goal that the site has never held, where it has clicks of its own at the position now: those times what the
 * published curve gains from here to there, and no more than the published rate. Else a site that is clicked less than others
 * at every position would be promised the difference, which no rank brings.
 */
function levelGoal(
  goal: ClickRate,
  now: ClickRate | undefined,
  { position, to_rank, curve, page }: Pick<GainQuestion, 'position' | 'to_rank' | 'curve' | 'page'>,
): ClickRate {
  const isOwnGoal = curve?.shares[to_rank - 1]?.is_own === true;
  if (typeof position !== 'number' || now === undefined || isOwnGoal || goal.curve === now.curve) return goal;
  const [here, there] = [readClickRate(position, null, page), readClickRate(to_rank, null, page)];
  if (here === undefined || there === undefined || here.value === 0) return goal;
  const factor = there.value / here.value;
  const level = (kind: 'value' | 'low' | 'high'): number => Math.min(goal[kind], now[kind] * factor);
  return { ...goal, value: level('value'), low: level('low'), high: level('high') };
}

const NO_CLICKS: Rate = { value: 0, low: 0, high: 0 };

function compareRates(goal: Rate, now: Rate): Rate {
  const value = Math.max(0, goal.value - now.value);
  return {
    value,
    low: Math.max(0, value - Math.hypot(goal.value - goal.low, now.high - now.value)),
    high: value + Math.hypot(goal.high - goal.value, now.value - now.low),
  };
}

function round(clicks: number): number {
  return Math.round(clicks * 10) / 10;
}
