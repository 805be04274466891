import { z } from 'zod';

import type { MeasuredClicks, PositionKind } from '../ports/rankings.ts';
import { judgeChange } from './count-change.ts';

/** How a count of clicks differs from an earlier one, as answers show it. */
export const ClicksChange = z.object({
  from: z.number(),
  to: z.number(),
  percent: z.number().nullable().describe('null where there were no clicks before.'),
  low: z.number().describe('Bounds of the percentage, 95%.'),
  high: z.number(),
  within_noise: z.boolean().describe('true: such a difference comes and goes by chance; do not report it as a change.'),
});
export type ClicksChange = z.infer<typeof ClicksChange>;

/** Clicks of weeks vary about twice as much as counts that chance alone moves. */
const DISPERSION = 2;

/** Null where one of the counts is not known. */
export function compareClicks(from: number | null, to: number | null): ClicksChange | null {
  if (from === null || to === null) return null;
  const { low, high, within_noise } = judgeChange({ before: from, after: to, season: null, dispersion: DISPERSION });
  return {
    from,
    to,
    percent: from === 0 ? null : toPercent(to / from - 1),
    low: toPercent(low),
    high: toPercent(high),
    within_noise,
  };
}

function toPercent(share: number): number {
  return Math.round(share * 1000) / 10;
}

/** A fall of clicks that noise and season do not explain. */
export interface ClicksFall {
  readonly change: ClicksChange;
  /** Against the same days a year before; null where nothing is known of them. */
  readonly year_over_year: ClicksChange | null;
}

/** A smaller fall is not worth an editor's day (formulas 4.9). */
const FALL_PERCENT = -20;
const CLICKS_BEFORE_MIN = 10;

/**
 * The fall of a page's or keyword's clicks; undefined where there is none to act on.
 *
 * At least a fifth below the window before, from ten clicks on, outside of the noise. Where the same days a year before
 * are known they have to be above it as well, beyond their noise: who stands where he stood a year ago follows the season.
 */
export function findFall(measured: MeasuredClicks | null): ClicksFall | undefined {
  if (measured === null) return undefined;
  const change = compareClicks(measured.previous_clicks, measured.clicks);
  if (change === null || !isFall(change) || change.from < CLICKS_BEFORE_MIN) return undefined;
  const year_over_year = compareClicks(measured.year_ago_clicks, measured.clicks);
  const isSeasonal =
    year_over_year !== null && (year_over_year.within_noise || year_over_year.to >= year_over_year.from);
  return isSeasonal ? undefined : { change, year_over_year };
}

function isFall({ percent, within_noise }: ClicksChange): boolean {
  return !within_noise && percent !== null && percent <= FALL_PERCENT;
}

export const PositionChange = z.object({
  from: z.number(),
  to: z.number(),
  within_noise: z.boolean(),
});
export type PositionChange = z.infer<typeof PositionChange>;

/** Standard deviation of a position between two checks of one result page, by its level (rank-tracking 5). */
const SIGMA: readonly (readonly [to: number, sigma: number])[] = [
  [3, 0.5],
  [10, 1.5],
  [20, 3],
];
const SIGMA_BELOW = 6;
/** Two checks differ by √2 standard deviations of one; 95 % lie within 1.96 of these. */
const CHECKS_APART = 1.96 * Math.SQRT2;
/** A mean over impressions moves by which searches happened to show the page; from so many of them on by less. */
const AVERAGE_STEP_MIN = 1;
const AVERAGE_IMPRESSIONS_MIN = 10;

/** A mean position as answers show it: in tenths. */
export function roundPosition(position: number): number;
export function roundPosition(position: number | null): number | null;
export function roundPosition(position: number | null): number | null {
  return position === null ? null : Math.round(position * 10) / 10;
}

/** Null where one of the positions is not known. */
export function comparePositions(
  kind: PositionKind,
  before: number | null,
  after: number | null,
  measured: MeasuredClicks | null,
): PositionChange | null {
  const [from, to] = [roundPosition(before), roundPosition(after)];
  if (from === null || to === null) return null;
  const step = Math.abs(to - from);
  if (kind === 'tracked') return { from, to, within_noise: step <= CHECKS_APART * sigmaAt(Math.min(from, to)) };
  const seen = Math.min(measured?.impressions ?? 0, measured?.previous_impressions ?? 0);
  return { from, to, within_noise: step < AVERAGE_STEP_MIN || seen < AVERAGE_IMPRESSIONS_MIN };
}

function sigmaAt(position: number): number {
  return SIGMA.find(([to]) => position <= to)?.[1] ?? SIGMA_BELOW;
}
