/**
 * The order in which work may claim capacity: no item of a later level takes room from one of an earlier level.
 *
 * A sum of scores alone would plan five trifles before one repair that the whole site waits for.
 */
export const PRECEDENCES = ['critical', 'high', 'medium', 'low'] as const;
export type Precedence = (typeof PRECEDENCES)[number];

/** Where each level begins, in points of the priority that was sent or of the score; the last two as in `priority`. */
const FROM: readonly (readonly [number, Precedence])[] = [
  [90, 'critical'],
  [67, 'high'],
  [34, 'medium'],
  [0, 'low'],
];

/**
 * By the priority that the row names, or by its score where that is higher.
 *
 * Nothing becomes critical by its score alone: that word is the caller's.
 */
export function precedenceOf(said: number | undefined, score: number): Precedence {
  const named = said === undefined ? 'low' : levelOf(said);
  const scored = levelOf(Math.min(score, 89));
  return rankOf(named) >= rankOf(scored) ? named : scored;
}

function levelOf(points: number): Precedence {
  return FROM.find(([from]) => points >= from)?.[1] ?? 'low';
}

/** 3 for critical down to 0 for low. */
export function rankOf(precedence: Precedence): number {
  return PRECEDENCES.length - 1 - PRECEDENCES.indexOf(precedence);
}
