import type { TextRun } from './runs.ts';
import type { PageElement } from '../../../web/tree/element.ts';

/**
 * What is seldom content on any kind of page, by what it is and not by where it stands: the small print of lawyers and
 * the labels of forms. Too rare on the pages that the model was trained on for it to have learned.
 */
const SMALL_PRINT = { names: /disclaim|(?:^|[^a-z])legal(?:[^a-z]|$)/, share_max: 0.5, log_odds: -3 } as const;
/** Some pages stand in one form as a whole. */
const FORM = { words_max: 300, log_odds: -1.5 } as const;

/** The probabilities, less for what stands beside the content. */
export function lessBeside(runs: readonly TextRun[], likely: readonly number[]): number[] {
  const total = runs.reduce((sum, run) => sum + run.words, 0);
  const known = new Map<PageElement, number>();
  const read = (element: PageElement): number => {
    const before = known.get(element);
    if (before !== undefined) return before;
    const above = element.parent === undefined ? 0 : read(element.parent);
    const found = Math.min(above, ownLogOdds(element, total));
    known.set(element, found);
    return found;
  };
  return likely.map((probability, at) => {
    const run = runs[at];
    return run === undefined ? probability : shifted(probability, read(run.parent));
  });
}

function ownLogOdds(element: PageElement, total: number): number {
  if (element.tag === 'form' && element.words < FORM.words_max) return FORM.log_odds;
  if (element.words > total * SMALL_PRINT.share_max || !SMALL_PRINT.names.test(element.names)) return 0;
  return SMALL_PRINT.log_odds;
}

/** A probability after its log odds have changed by so much. */
export function shifted(probability: number, logOdds: number): number {
  const part = probability * Math.exp(logOdds);
  return part / (1 - probability + part);
}
