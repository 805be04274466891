import { z } from 'zod';

export const Level = z.enum(['low', 'medium', 'high']);
export type Level = z.infer<typeof Level>;

/** high from 67, medium from 34, on a score of 0 to 100: the same bands in every answer. */
export function priorityOf(score: number): Level {
  if (score >= 67) return 'high';
  return score >= 34 ? 'medium' : 'low';
}
