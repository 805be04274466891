import type { KeywordFact } from '../ports/keywords.ts';
import { foldPhrase } from '../text/normalize.ts';
import { median } from './months.ts';

/** How searches on Google follow from those on Bing, by keywords of which both are known. */
export interface BingCalibration {
  /** Searches on Google for one on Bing. */
  readonly ratio: number;
  /** Robust standard deviation of the logarithm of the ratio. */
  readonly spread: number;
  readonly pairs: number;
}

/** With fewer, a ratio says more of these keywords than of Bing. */
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
 * Published ratios of market shares are wrong by factors of three and more by topic, so without enough pairs of one's
 * own there is no estimate: undefined below 30. A pair is of one place, and of one language where both tell it.
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
