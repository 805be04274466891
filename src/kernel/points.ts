/**
 * Rounds parts so that they add up to `total` exactly, in steps of `step`: the largest remainders are rounded up,
 * the first of equal ones. A score and its components then agree to the last digit that is shown.
 */
export function sharedOut(parts: readonly number[], total: number, step = 1): number[] {
  const units = parts.map((part) => part / step);
  const whole = units.map((unit) => Math.floor(unit + 1e-9));
  const order = units
    .map((unit, at) => ({ at, rest: unit - (whole[at] ?? 0) }))
    .sort((one, other) => other.rest - one.rest || one.at - other.at);
  let missing = Math.round(total / step) - whole.reduce((sum, part) => sum + part, 0);
  for (const { at } of order) {
    if (missing <= 0) break;
    whole[at] = (whole[at] ?? 0) + 1;
    missing -= 1;
  }
  // Dividing by the inverse keeps tenths free of the dust that multiplying by 0.1 leaves.
  const inverse = Math.round(1 / step);
  return whole.map((part) => part / inverse);
}

interface PointsLeft {
  readonly score: number;
  /** `start` is 100; what each part took is negative, or 0. They add up to the score. */
  readonly components: Record<string, number>;
}

/**
 * What is left of 100 points after each part has taken its share of the rest: 100 × Π kept.
 *
 * A score that averages what is well hides what is wrong, since most of any page is well; here each fault counts in
 * full. The lost points are shared among the parts in proportion to −ln kept, which does not depend on their order,
 * and are whole numbers by largest remainder.
 *
 * @param kept the share that each part leaves, above 0 and at most 1
 */
export function leavePoints(kept: ReadonlyMap<string, number>): PointsLeft {
  const weights = [...kept.values()].map((each) => -Math.log(each));
  const total = weights.reduce((sum, each) => sum + each, 0);
  const score = Math.round(100 * [...kept.values()].reduce((product, each) => product * each, 1));
  const lost = sharedOut(
    weights.map((each) => (total === 0 ? 0 : (each * (100 - score)) / total)),
    100 - score,
  );
  // Subtracting keeps a part without loss at 0; negating would make it −0.
  const parts = [...kept.keys()].map((name, at): [string, number] => [name, 0 - (lost[at] ?? 0)]);
  return { score, components: Object.fromEntries([['start', 100], ...parts]) };
}
