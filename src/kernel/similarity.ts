/** The candidate that differs least from `word` by edits, when it is close enough to be what was meant. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const bounded = word.slice(0, 64).toLowerCase();
  let best: string | undefined;
  let least = Math.max(1, Math.floor(bounded.length * 0.4)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(bounded, candidate.toLowerCase());
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** Whether two short words could be one with a typo: an edit in four letters, and always one. */
export function isNear(one: string, other: string): boolean {
  const allowed = Math.max(1, Math.floor(Math.min(one.length, other.length) / 4));
  return Math.abs(one.length - other.length) <= allowed && editDistance(one, other) <= allowed;
}

/** Edits between two words, where swapped neighbours are one (optimal string alignment); keep both short. */
function editDistance(left: string, right: string): number {
  let earlier: readonly number[] = [];
  let before = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let row = 1; row <= left.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const swap = (before[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const crossed = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const turned = crossed ? (earlier[column - 2] ?? Infinity) + 1 : Infinity;
      now.push(Math.min(swap, turned, (before[column] ?? 0) + 1, (now[column - 1] ?? 0) + 1));
    }
    earlier = before;
    before = now;
  }
  return before[right.length] ?? 0;
}
