/** Bounds of a share, 0–1. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** 97.5th percentile of the normal distribution: 95 % lie between its two sides. */
const Z = 1.959964;

/** The 95 % interval of a share of `hits` in `of` cases (Wilson 1927), to three decimals. @param of more than 0 */
export function intervalOfShare(hits: number, of: number): Interval {
  const { low, high } = boundShare(hits, of);
  return { low: round(low), high: round(high) };
}

/** The same, not rounded: for shares of which three decimals say nothing. @param of more than 0 */
export function boundShare(hits: number, of: number): Interval {
  const share = hits / of;
  const z2 = Z * Z;
  const centre = share + z2 / (2 * of);
  const spread = Z * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of * of));
  const scale = 1 + z2 / of;
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}

/** Cases that hit, of all cases. Cases that depend on one another count as fewer, so neither has to be whole. */
export interface CountedShare {
  readonly hits: number;
  readonly of: number;
}

/**
 * The 95 % interval of how much larger the second share is than the first (Newcombe 1998, method 10), not rounded.
 *
 * @param one of more than 0 cases, as is the other
 */
export function intervalOfDifference(one: CountedShare, other: CountedShare): Interval {
  const [from, to] = [boundShare(one.hits, one.of), boundShare(other.hits, other.of)];
  const [before, after] = [one.hits / one.of, other.hits / other.of];
  return {
    low: after - before - Math.hypot(after - to.low, from.high - before),
    high: after - before + Math.hypot(to.high - after, before - from.low),
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
