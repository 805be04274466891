import type { DailyPoint } from '../../../ports/rankings.ts';
import { judgeChange, measureDispersion } from '../../../rankings/count-change.ts';
import { listBreaks } from '../../../rankings/known-breaks.ts';
import { countMissing, isKnown, listWeeks, sumDays, type Sums, type Week, type Windows } from './windows.ts';

export const STATUSES = ['decaying', 'stable', 'improving', 'insufficient_data'] as const;
export type Status = (typeof STATUSES)[number];

/** What a series is measured against, so that a season is not taken for decay. */
export const SEASON_BASES = ['last_year', 'site_last_year', 'demand', 'site', 'none'] as const;

/** The series of one page or keyword, and what it is compared with. */
export interface SeriesInput {
  readonly engine: 'google' | 'bing';
  readonly series: readonly DailyPoint[];
  /** The whole site. */
  readonly site: readonly DailyPoint[];
  /** The site without the page. */
  readonly others: readonly DailyPoint[];
  /** Every page of the site for the keyword; empty where the series is not one of a keyword. */
  readonly demand: readonly DailyPoint[];
  readonly windows: Windows;
  /** Percent from which on a fall counts. */
  readonly threshold: number;
}

export interface Judgement {
  readonly status: Status;
  /** Why nothing can be said; null where something can. */
  readonly reason: string | null;
  /** What it was judged by. */
  readonly basis: 'clicks' | 'impressions';
  readonly before: Sums;
  readonly after: Sums;
  readonly last_year: { readonly before: Sums; readonly after: Sums } | null;
  /** Percent that the basis fell against the weeks before: positive is worse. Null where nothing can be said. */
  readonly decay_percent: number | null;
  /** The same against what the season leaves. */
  readonly adjusted: { readonly percent: number; readonly low: number; readonly high: number } | null;
  readonly within_noise: boolean | null;
  readonly z: number | null;
  readonly season: { readonly basis: (typeof SEASON_BASES)[number]; readonly expected: number; readonly ratio: number };
  /** It fell no more than the demand did, and no year before tells whether that is the season. */
  readonly follows: 'demand' | 'site' | null;
  readonly weeks: readonly Week[];
}

/** Fewer in the base window say nothing (rank-tracking 11). */
const CLICKS_MIN = 50;
const IMPRESSIONS_MIN = 500;
/**
 * Standard errors from which on a fall is called decay, p < .001, for a page and for its keyword. Of made pages that do not
 * decay 1.96 calls 4 in 100, and this one in a thousand or fewer; it finds 85 of 100 that lose two fifths or more, and 1.96
 * 96 (bench/decay.ts). Whoever watches a site asks about far more pages that rest than pages that fall.
 */
const SURE_Z = 3.3;

/**
 * Whether a series falls by more than noise and season explain.
 *
 * Clicks of whole weeks against as many weeks before. What the same weeks did a year before is the season; without that,
 * the year of its other pages, and without any year, the weaker of demand and these pages: a page is not blamed for what all else did. Decay
 * needs a fall of at least the threshold, one that is significant after the season, and either a fall year over year or a
 * demand that did not fall likewise.
 */
export function judgeSeries(input: SeriesInput): Judgement {
  const { series, windows, threshold } = input;
  const [before, after] = [sumDays(series, windows.previous), sumDays(series, windows.window)];
  const basis = before.clicks >= CLICKS_MIN ? 'clicks' : 'impressions';
  const lastYear = readLastYear(input);
  const weeks = listWeeks(series, { from: windows.previous.from, to: windows.window.to }, input.site);
  const season = chooseSeason(input, basis);
  const reason = findGap(input, before, basis);
  const facts = { basis, before, after, last_year: lastYear, weeks } as const;
  if (reason !== null)
    return {
      ...facts,
      status: 'insufficient_data',
      reason,
      decay_percent: null,
      adjusted: null,
      within_noise: null,
      z: null,
      season: { basis: 'none', expected: before[basis], ratio: 1 },
      follows: null,
    };
  const judged = judgeChange({
    before: before[basis],
    after: after[basis],
    season: season.counts,
    dispersion: measureDispersion(listSeries(input, basis)),
  });
  const decay_percent = percentFall(before[basis], after[basis]);
  const adjusted = { percent: -100 * judged.excess, low: -100 * judged.high, high: -100 * judged.low };
  const seasonFacts = { basis: season.basis, expected: judged.expected, ratio: judged.expected / before[basis] };
  const demandFell = fellWithDemand(input, decay_percent);
  const isYearWorse = lastYear !== null && after[basis] < lastYear.after[basis];
  const isGuarded = season.basis === 'last_year' ? !demandFell || isYearWorse : true;
  return {
    ...facts,
    reason: null,
    status: nameStatus({ decay_percent, adjusted: adjusted.percent, threshold, z: judged.z, isGuarded }),
    decay_percent,
    adjusted,
    within_noise: judged.within_noise,
    z: judged.z,
    season: seasonFacts,
    follows: (season.basis === 'demand' || season.basis === 'site') && decay_percent >= threshold ? season.basis : null,
  };
}

function nameStatus(facts: {
  readonly decay_percent: number;
  readonly adjusted: number;
  readonly threshold: number;
  readonly z: number;
  readonly isGuarded: boolean;
}): Status {
  const { decay_percent: fall, adjusted, threshold, z, isGuarded } = facts;
  if (Math.abs(z) < SURE_Z) return 'stable';
  if (fall >= threshold && adjusted >= threshold) return isGuarded ? 'decaying' : 'stable';
  return fall <= -threshold && adjusted <= -threshold ? 'improving' : 'stable';
}

function findGap({ engine, site, windows }: SeriesInput, before: Sums, basis: Judgement['basis']): string | null {
  const days = windows.weeks * 7;
  if (!isKnown(site, windows.previous))
    return `${countMissing(site, windows.previous)} of the ${days} days before ${windows.window.from} have no data, so there is nothing to compare with.`;
  if (!isKnown(site, windows.window))
    return `${countMissing(site, windows.window)} of the ${days} days from ${windows.window.from} on have no data.`;
  if (basis === 'clicks') return null;
  if (before.impressions < IMPRESSIONS_MIN)
    return `The base window has ${before.clicks} clicks and ${before.impressions} impressions; at least ${CLICKS_MIN} clicks or ${IMPRESSIONS_MIN} impressions are needed.`;
  if (listBreaks(engine, windows.previous.from, windows.window.to).length > 0)
    return `The base window has ${before.clicks} clicks, fewer than ${CLICKS_MIN}, and impressions of these days cannot be compared.`;
  return null;
}

type Season = {
  readonly basis: (typeof SEASON_BASES)[number];
  readonly counts: { readonly before: number; readonly after: number } | null;
};

function chooseSeason(input: SeriesInput, basis: Judgement['basis']): Season {
  const own = readLastYear(input);
  if (isComparable(own, basis, input)) return { basis: 'last_year', counts: countsOf(own, basis) };
  const site = readYear(input.others, input);
  if (isComparable(site, basis, input)) return { basis: 'site_last_year', counts: countsOf(site, basis) };
  return chooseGuard(input, basis);
}

/** Without a year to compare with, whatever else fell most is what the season may have done. */
function chooseGuard(input: SeriesInput, basis: Judgement['basis']): Season {
  const { windows, others, demand } = input;
  const guards: Season[] = [];
  const [before, after] = [sumDays(others, windows.previous), sumDays(others, windows.window)];
  if (before[basis] >= CLICKS_MIN)
    guards.push({ basis: 'site', counts: { before: before[basis], after: after[basis] } });
  const wanted = readDemand(demand, input);
  if (wanted !== null) guards.push({ basis: 'demand', counts: wanted });
  const weakest = guards
    .filter(({ counts }) => counts !== null && counts.after < counts.before)
    .sort((one, other) => ratioOf(one) - ratioOf(other))[0];
  return weakest ?? { basis: 'none', counts: null };
}

function ratioOf({ counts }: Season): number {
  return counts === null ? 1 : counts.after / counts.before;
}

/** Impressions of the keyword; null where they do not compare. */
function readDemand(
  demand: readonly DailyPoint[],
  { engine, windows }: SeriesInput,
): { readonly before: number; readonly after: number } | null {
  if (listBreaks(engine, windows.previous.from, windows.window.to).length > 0) return null;
  const [before, after] = [sumDays(demand, windows.previous), sumDays(demand, windows.window)];
  if (before.impressions < IMPRESSIONS_MIN || after.impressions < before.impressions * SHOWN_SHARE_MIN) return null;
  // Whoever falls off the first page is seen less, however many search.
  if (before.position === null || after.position === null) return null;
  if (after.position > FIRST_PAGE && after.position - before.position > 1) return null;
  return { before: before.impressions, after: after.impressions };
}

const FIRST_PAGE = 10;
/** Searches do not end within weeks: a site that is shown for fewer than these has gone from the results. */
const SHOWN_SHARE_MIN = 0.2;
/** Demand that explains this share of a fall explains it. */
const LIKEWISE = 0.7;

function fellWithDemand(input: SeriesInput, decay_percent: number): boolean {
  const demand = readDemand(input.demand, input);
  return demand !== null && decay_percent > 0 && percentFall(demand.before, demand.after) >= LIKEWISE * decay_percent;
}

interface Year {
  readonly before: Sums;
  readonly after: Sums;
}

function readLastYear(input: SeriesInput): Year | null {
  return readYear(input.series, input);
}

/** Null where the site has no figures of that time. */
function readYear(series: readonly DailyPoint[], { site, windows }: SeriesInput): Year | null {
  const { previous, window } = windows.last_year;
  if (!isKnown(site, previous) || !isKnown(site, window)) return null;
  return { before: sumDays(series, previous), after: sumDays(series, window) };
}

function isComparable(year: Year | null, basis: Judgement['basis'], { engine, windows }: SeriesInput): year is Year {
  if (year === null) return false;
  if (basis === 'clicks') return year.before.clicks >= CLICKS_MIN;
  const { previous, window } = windows.last_year;
  return year.before.impressions >= IMPRESSIONS_MIN && listBreaks(engine, previous.from, window.to).length === 0;
}

function countsOf(
  { before, after }: Year,
  basis: Judgement['basis'],
): { readonly before: number; readonly after: number } {
  return { before: before[basis], after: after[basis] };
}

/** Weekly counts of this year and the last. */
function listSeries({ series, site, windows }: SeriesInput, basis: Judgement['basis']): number[][] {
  const { previous, window } = windows.last_year;
  return [
    { from: windows.previous.from, to: windows.window.to },
    { from: previous.from, to: window.to },
  ]
    .map((span) =>
      listWeeks(series, span, site)
        .filter((week) => week.is_known)
        .map((week) => week[basis]),
    )
    .filter((counts) => counts.some((count) => count > 0));
}

/** Positive is worse. */
export function percentFall(before: number, after: number): number {
  return before === 0 ? 0 : (100 * (before - after)) / before;
}
