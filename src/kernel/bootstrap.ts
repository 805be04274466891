import type { Interval } from './interval.ts';

/** Draws: more move a 95 % bound by less than a point of a percent. */
const DRAWS = 2000;
const TAIL = 0.025;
/** Figures that fewer draws have are told by chance alone. */
const DRAWS_MIN = DRAWS / 2;

/**
 * The 95 % interval of a figure of several groups (percentile bootstrap, Efron 1979): the groups are drawn anew with
 * replacement, each with all that belongs to it, since what is inside of a group is not independent.
 *
 * @param count of groups
 * @param measure the figure of the drawn groups, by their places; null where they have none
 * @param seed the same text draws the same groups, so that the same data always give the same interval
 * @returns null where half of the draws have no figure
 */
export function bootstrapInterval(
  count: number,
  measure: (drawn: readonly number[]) => number | null,
  seed: string,
): Interval | null {
  const next = drawNumbers(seed);
  const figures: number[] = [];
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const drawn = Array.from({ length: count }, () => Math.floor(next() * count));
    const figure = measure(drawn);
    if (figure !== null) figures.push(figure);
  }
  if (figures.length < DRAWS_MIN) return null;
  figures.sort((one, other) => one - other);
  const at = (share: number): number => figures[Math.round(share * (figures.length - 1))] ?? 0;
  return { low: at(TAIL), high: at(1 - TAIL) };
}

/** Numbers from 0 up to 1 that a text decides (FNV-1a as seed of Mulberry32). */
function drawNumbers(seed: string): () => number {
  let state = 0x81_1c_9d_c5;
  for (let at = 0; at < seed.length; at += 1) state = Math.imul(state ^ seed.charCodeAt(at), 0x01_00_01_93);
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
