import type { KeywordFact, KeywordVolume, VolumeBasis } from '../ports/keywords.ts';
import { type BingCalibration, estimateFromBing } from './calibration.ts';

/** What one source contributes to a volume. */
interface VolumeEvidence {
  readonly source: string;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly basis: VolumeBasis;
  readonly period: string | null;
  readonly observed_at: string;
  /** Share of the volume that it decides, 0–1. */
  readonly weight: number;
  readonly note: string | null;
}

/** Searches a month, from all sources combined. */
export interface CombinedVolume {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly basis: VolumeBasis;
  /** Sources that decide it, joined with `+`. */
  readonly source: string;
  readonly period: string | null;
  readonly evidence: readonly VolumeEvidence[];
}

interface Contribution {
  readonly fact: KeywordFact;
  readonly volume: KeywordVolume;
  /** Before normalization; 0 for a source that only bounds the volume or that a better one overrides. */
  readonly weight: number;
  readonly note: string | null;
}

/**
 * Merges what several sources say about one keyword (keyword-metrics 2.5); undefined if none says how often people
 * search for it.
 *
 * A counted volume overrides all others. Otherwise the weighted mean of the logarithms: Google Ads and vendors' models
 * count 1, Bing calibrated on own data 1/spread². Bounds span those of every source that decides. Ranges and lower
 * bounds decide nothing: without a number, the volume stays null between its bounds. A source counts once, with the newest
 * that it said.
 */
export function combineVolumes(
  facts: readonly KeywordFact[],
  calibration: BingCalibration | undefined,
): CombinedVolume | undefined {
  const found = keepNewest(facts.flatMap((fact) => readContribution(fact, calibration) ?? []));
  if (found.length === 0) return undefined;
  const deciding = chooseDeciding(found);
  const total = deciding.reduce((sum, { weight }) => sum + weight, 0);
  const evidence = found
    .map((each) => describeEvidence(each, deciding.includes(each) ? each.weight / total : 0))
    .sort((one, other) => other.weight - one.weight || (one.source < other.source ? -1 : 1));
  const bounds = found.filter(({ volume }) => volume.value === null);
  return deciding.length === 0 ? fromBounds(bounds, evidence) : fromNumbers(deciding, bounds, evidence);
}

/** What a source said a moment ago and what is stored of it are one voice. */
function keepNewest(found: readonly Contribution[]): Contribution[] {
  const voices = Map.groupBy(
    found,
    ({ fact: { source, volume } }) => `${volume === null ? 'bing' : 'volume'} ${source}`,
  );
  return [...voices.values()].flatMap((said) => said.toSorted(byAge)[0] ?? []);
}

function readContribution(fact: KeywordFact, calibration: BingCalibration | undefined): Contribution | undefined {
  if (fact.volume !== null) {
    const isBroken = isInBrokenMonths(fact);
    const volume: KeywordVolume = isBroken ? { ...fact.volume, basis: 'modelled' } : fact.volume;
    return {
      fact,
      volume: withBounds(volume),
      weight: volume.value === null ? 0 : 1,
      note: isBroken ? BROKEN_MONTHS : null,
    };
  }
  if (fact.bing_impressions === null || calibration === undefined) return undefined;
  const estimate = estimateFromBing(fact.bing_impressions, calibration);
  return {
    fact,
    volume: { ...estimate, basis: 'modelled', period: null },
    weight: 1 / calibration.spread ** 2,
    note: `From ${fact.bing_impressions} searches on Bing, calibrated on ${calibration.pairs} of your own keywords.`,
  };
}

/** Months in which Search Console counted too many or too few impressions (keyword-metrics 2.1). */
const BROKEN_FROM = '2025-05';
const BROKEN_TO = '2026-04';
const BROKEN_MONTHS = 'Google logged impressions incorrectly in some of these months.';
const CONSOLE = /search-console/;

function isInBrokenMonths({ source, volume }: KeywordFact): boolean {
  if (!CONSOLE.test(source) || volume?.basis !== 'exact' || volume.period === null) return false;
  const [first = '', last = first] = volume.period.split('/');
  return first.slice(0, 7) <= BROKEN_TO && last.slice(0, 7) >= BROKEN_FROM;
}

/** Google Ads steps are about 22 % apart, so rounding alone may put a figure off by a good tenth. */
const HALF_BUCKET = Math.sqrt(1.22);
/** Below 60 the steps are tens. */
const HALF_STEP_MIN = 5;

function withBounds(volume: KeywordVolume): KeywordVolume {
  const { value, basis } = volume;
  if (value === null || (volume.low !== null && volume.high !== null)) return volume;
  if (basis === 'exact') return { ...volume, low: volume.low ?? value, high: volume.high ?? value };
  if (basis !== 'bucket') return volume;
  const low = Math.max(0, Math.min(value / HALF_BUCKET, value - HALF_STEP_MIN));
  const high = Math.max(value * HALF_BUCKET, value + HALF_STEP_MIN);
  return { ...volume, low: volume.low ?? low, high: volume.high ?? high };
}

/** Counted figures come before all others; Google Ads figures count once, however many sources pass them on. */
function chooseDeciding(found: readonly Contribution[]): readonly Contribution[] {
  const numbers = found.filter(({ weight }) => weight > 0).toSorted(byAge);
  const [exact] = numbers.filter(({ volume }) => volume.basis === 'exact');
  if (exact !== undefined) return [exact];
  const [bucket] = numbers.filter(({ volume }) => volume.basis === 'bucket');
  return numbers.filter((each) => each.volume.basis !== 'bucket' || each === bucket);
}

function byAge({ fact: one }: Contribution, { fact: other }: Contribution): number {
  if (one.observed_at !== other.observed_at) return one.observed_at > other.observed_at ? -1 : 1;
  return one.source < other.source ? -1 : 1;
}

function describeEvidence({ fact, volume, note }: Contribution, weight: number): VolumeEvidence {
  return {
    source: fact.source,
    value: roundCount(volume.value),
    low: roundCount(volume.low),
    high: roundCount(volume.high),
    basis: volume.basis,
    period: volume.period,
    observed_at: fact.observed_at,
    weight: Math.round(weight * 100) / 100,
    note,
  };
}

function fromBounds(bounds: readonly Contribution[], evidence: readonly VolumeEvidence[]): CombinedVolume {
  const [newest] = bounds.toSorted(byAge);
  return {
    value: null,
    low: roundCount(newest?.volume.low ?? null),
    high: roundCount(newest?.volume.high ?? null),
    basis: newest?.volume.basis ?? 'range',
    source: newest?.fact.source ?? '',
    period: newest?.volume.period ?? null,
    evidence,
  };
}

function fromNumbers(
  deciding: readonly Contribution[],
  bounds: readonly Contribution[],
  evidence: readonly VolumeEvidence[],
): CombinedVolume {
  const [first] = deciding;
  const isOne = deciding.length === 1;
  const total = deciding.reduce((sum, { weight }) => sum + weight, 0);
  // One is added, so that a source that says zero has a logarithm, too.
  const log = deciding.reduce((sum, { weight, volume }) => sum + weight * Math.log1p(volume.value ?? 0), 0);
  const value = isOne ? (first?.volume.value ?? null) : Math.expm1(log / total);
  const lows = deciding.map(({ volume }) => volume.low ?? (isOne ? null : volume.value));
  const highs = deciding.map(({ volume }) => volume.high ?? (isOne ? null : volume.value));
  const atLeast = bounds.flatMap(({ volume }) => (volume.basis === 'lower_bound' ? (volume.low ?? []) : []));
  const high = most(highs);
  return {
    value: roundCount(value),
    low: roundCount(least(lows)),
    high: roundCount(high === null ? null : Math.max(high, ...atLeast)),
    basis: isOne ? (first?.volume.basis ?? 'modelled') : 'modelled',
    source: [...new Set(deciding.map(({ fact }) => fact.source))].sort().join('+'),
    period: samePeriod(deciding.map(({ volume }) => volume.period)),
    evidence,
  };
}

/** Null if any bound is unknown. */
function least(values: readonly (number | null)[]): number | null {
  return values.reduce(
    (low, value) => (low === null || value === null ? null : Math.min(low, value)),
    values[0] ?? null,
  );
}

function most(values: readonly (number | null)[]): number | null {
  return values.reduce(
    (high, value) => (high === null || value === null ? null : Math.max(high, value)),
    values[0] ?? null,
  );
}

function samePeriod(periods: readonly (string | null)[]): string | null {
  const [first = null] = periods;
  return periods.every((period) => period === first) ? first : null;
}

function roundCount(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}
