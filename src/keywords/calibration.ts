import type { KeywordFact } from '../ports/keywords.ts';
import { foldPhrase } from '../text/normalize.ts';
import { median } from './months.ts';

/** How searches on Google relate to those on Bing, from keywords with both figures. */
export interface BingCalibration {
  /** Searches on Google for one on Bing. */
  readonly ratio: number;
  /** Robust standard deviation of the logarithm of the ratio. */
  readonly spread: number;
  readonly pairs: number;
}

/** With fewer pairs, a ratio says more about these keywords than about Bing. */
const CALIBRATION_PAIRS_MIN = 30;
/** Turns a median absolute deviation into a standard deviation of a normal distribution. */
const MAD_TO_SIGMA = 1.4826;
/** Normal quantile of a two-sided interval of 90 %. */
const Z = 1.64;
/** Pairs that agree by chance do not make an estimate exact. */
const SPREAD_MIN = 0.1;

/**
 * Calibrates Bing on counted searches (keyword-metrics 2.3): `r = median(log(google / bing))` and its spread.
 *
 * Published market-share ratios are off by a factor of three or more, depending on the topic, so there is no
 * estimate without enough pairs of our own: undefined below 30. Both figures of a pair are for the same place,
 * and for the same language where both state it.
 */
export function calibrateBing(facts: readonly KeywordFact[]): BingCalibration | undefined {
  const logs = [...Map.groupBy(facts, ({ keyword }) => foldPhrase(keyword)).values()].flatMap((about) => {
    const counted = about.find(({ volume }) => volume?.basis === 'exact' && (volume.value ?? 0) > 0);
    const bing = about.find(
      (fact) => (fact.bing_impressions ?? 0) > 0 && counted !== undefined && isSameMarket(fact, counted),
    );
    const [google, onBing] = [counted?.volume?.value ?? 0, bing?.bing_impressions ?? 0];
    return google > 0 && onBing > 0 ? [Math.log(google / onBing)] : [];
  });
  if (logs.length < CALIBRATION_PAIRS_MIN) return undefined;
  const middle = median(logs);
  const spread = MAD_TO_SIGMA * median(logs.map((log) => Math.abs(log - middle)));
  return { ratio: Math.exp(middle), spread: Math.max(SPREAD_MIN, spread), pairs: logs.length };
}

function isSameMarket(one: KeywordFact, other: KeywordFact): boolean {
  if (one.location_code !== other.location_code) return false;
  return one.language === null || other.language === null || one.language === other.language;
}

/** Searches on Google by those on Bing, with an interval of 90 %. */
export function estimateFromBing(
  impressions: number,
  { ratio, spread }: BingCalibration,
): { readonly value: number; readonly low: number; readonly high: number } {
  const value = impressions * ratio;
  return { value, low: value * Math.exp(-Z * spread), high: value * Math.exp(Z * spread) };
}
