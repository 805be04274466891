/** Two counts of equally long times, and what was to be expected of their ratio. */
export interface CountChange {
  readonly before: number;
  readonly after: number;
  /** The same two times a year before, or of all else: how the season changes such counts. Null expects no change. */
  readonly season: { readonly before: number; readonly after: number } | null;
  /** How many times the variance of a Poisson count each count has; 1 or more. */
  readonly dispersion: number;
}

export interface JudgedChange {
  /** after / expected − 1: −0.3 is 30 % fewer than the season explains. */
  readonly excess: number;
  readonly low: number;
  readonly high: number;
  /** Count that the season would have left. */
  readonly expected: number;
  readonly within_noise: boolean;
  /** Standard errors between what came and what was expected. */
  readonly z: number;
}

/** Two-sided 95 % of a normal distribution. */
const Z = 1.96;
/** Keeps the logarithm of an empty time finite; half an event is Jeffreys' choice. */
const HALF = 0.5;

/**
 * Whether a count changed by more than its noise and the season explain.
 *
 * The logarithm of the ratio, less that of the season's ratio, against its standard error: √(φ Σ 1/count) of all counts
 * that it is made of (delta method), φ times that of Poisson counts.
 */
export function judgeChange({ before, after, season, dispersion }: CountChange): JudgedChange {
  const ratio = Math.log((after + HALF) / (before + HALF));
  const usual = season === null ? 0 : Math.log((season.after + HALF) / (season.before + HALF));
  const counts = season === null ? [before, after] : [before, after, season.before, season.after];
  const variance = dispersion * counts.reduce((sum, count) => sum + 1 / (count + HALF), 0);
  const error = Math.sqrt(variance);
  const difference = ratio - usual;
  return {
    excess: Math.expm1(difference),
    low: Math.expm1(difference - Z * error),
    high: Math.expm1(difference + Z * error),
    expected: before * Math.exp(usual),
    within_noise: Math.abs(difference) <= Z * error,
    z: difference / error,
  };
}

/** What the mean of seven squared normal values keeps when the largest is left out. */
const TRIMMED_SHARE = 0.57;
/** Clicks of pages are never steadier than a Poisson count, and this is what quiet pages have. */
const DISPERSION_MIN = 1;
const PAIRS_MIN = 3;
/** Of a series too short to tell; what weekly clicks of real pages commonly have. */
const DISPERSION_DEFAULT = 2;

/**
 * How much more weekly counts vary than Poisson counts of their size do, from neighbouring weeks, so that a trend or season
 * does not count as noise. The largest step of each series is left out: it may be the very change in question.
 *
 * @param series weekly counts of one or more times, each oldest first
 */
export function measureDispersion(series: readonly (readonly number[])[]): number {
  const kept = series.flatMap((counts) => {
    const steps = counts
      .slice(1)
      .map((count, at) => ({ from: counts[at] ?? 0, to: count }))
      .filter(({ from, to }) => from + to > 0)
      .map(({ from, to }) => (to - from) ** 2 / (to + from))
      .sort((one, other) => one - other);
    return steps.slice(0, -1);
  });
  if (kept.length < PAIRS_MIN) return DISPERSION_DEFAULT;
  const mean = kept.reduce((sum, step) => sum + step, 0) / kept.length;
  return Math.max(DISPERSION_MIN, mean / TRIMMED_SHARE);
}
