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
