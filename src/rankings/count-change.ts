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
/** Keeps ratios of empty times finite; half an event is Jeffreys' choice. */
const HALF = 0.5;

/**
 * Whether a count changed by more than its noise and the season explain.
 *
 * Compares roots, whose variance hardly depends on the count (Bartlett 1936), so that a fall to nothing is judged as surely
 * as a small one: √after − √expected against √φ/2 · √(1 + R + expected (1/s₀ + 1/s₁)), where R is the ratio s₁/s₀ of the
 * season and φ how many times the variance of Poisson counts these have.
 */
export function judgeChange({ before, after, season, dispersion }: CountChange): JudgedChange {
  const base = before + HALF;
  const ratio = season === null ? 1 : (season.after + HALF) / (season.before + HALF);
  const expected = base * ratio;
  const ofSeason = season === null ? 0 : expected * (1 / (season.before + HALF) + 1 / (season.after + HALF));
  const root = Math.sqrt((after + HALF) / expected);
  const error = Math.sqrt((dispersion * (1 + ratio + ofSeason)) / expected) / 2;
  return {
    excess: root ** 2 - 1,
    low: Math.max(0, root - Z * error) ** 2 - 1,
    high: (root + Z * error) ** 2 - 1,
    expected: before * ratio,
    within_noise: Math.abs(root - 1) <= Z * error,
    z: (root - 1) / error,
  };
}

/** Share by which weekly clicks of pages vary beyond chance at least: a few quiet weeks do not prove a quieter page. */
const WEEKLY_NOISE_MIN = 0.05;
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
    return steps.slice(0, -1).map((step) => step / shareWithoutLargest(steps.length));
  });
  if (kept.length < PAIRS_MIN) return DISPERSION_DEFAULT;
  const counts = series.flat();
  const usual = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const mean = kept.reduce((sum, step) => sum + step, 0) / kept.length;
  return Math.max(1 + usual * WEEKLY_NOISE_MIN ** 2, mean);
}

/** What the mean of squared normal values keeps without the largest of them: .52 of 3, .66 of 7, .73 of 11 (simulated). */
function shareWithoutLargest(count: number): number {
  return 1 - 0.84 / Math.sqrt(count);
}
