import { linkShare } from '../../../web/tree/measure.ts';
import type { TextRun } from './runs.ts';
import type { PageElement } from '../../../web/tree/element.ts';

/**
 * Where running text gathers: each paragraph gives points to the blocks around it, the nearer the more, and links
 * take them away. The idea is that of Arc90's Readability; the weights are plain.
 */
export interface Gathering {
  readonly scores: ReadonlyMap<PageElement, number>;
  readonly top: PageElement | undefined;
  readonly topScore: number;
}

/** Shorter runs are labels. */
const PARAGRAPH_WORDS_MIN = 6;
const LEVELS = 5;

export function gatherText(runs: readonly TextRun[], body: PageElement): Gathering {
  const points = new Map<PageElement, number>();
  for (const run of runs) {
    if (run.words < PARAGRAPH_WORDS_MIN) continue;
    const commas = run.text.split(/[,،、，;]/).length - 1;
    const score = (1 + Math.min(commas, 10) + Math.min(run.words / 18, 4)) * (1 - run.linkedWords / run.words);
    let share = 1;
    let at: PageElement | undefined = run.parent;
    for (let level = 0; at !== undefined && at !== body.parent && level < LEVELS; at = at.parent, level += 1) {
      points.set(at, (points.get(at) ?? 0) + score * share);
      share = level === 0 ? 1 : level === 1 ? 0.5 : 1 / (level * 3);
    }
  }
  let top: PageElement | undefined;
  let topScore = 0;
  const scores = new Map<PageElement, number>();
  for (const [element, sum] of points) {
    const score = sum * (1 - linkShare(element));
    scores.set(element, score);
    if (score > topScore) {
      topScore = score;
      top = element;
    }
  }
  return { scores, top, topScore };
}
