import { assignBest } from '../../../kernel/assignment.ts';
import { compareText } from '../../../text/normalize.ts';
import type { Placement } from './placements.ts';
import type { Target } from './targets.ts';

/** Below this, a placement would be forced. */
export const RELEVANCE_MIN = 45;
/** Relevance that may be given up so that another page gets its only sentence. */
const YIELD_MAX = 12;
/** What an anchor is worth that is the phrase word for word. */
const LITERAL_LEAD = 15;
/** What an anchor loses that is a part of a longer phrase, which is another page's: `stove rope` in `replacing stove rope`. */
const NESTED_LOSS = 30;
/** Of places that are equally good, the first in the text: a thousandth of a point for each that is before it. */
const LATER_LOSS = 0.001;

/**
 * One place for each target and one target for each sentence, so that all of them together fit best; most relevant first.
 *
 * Targets are assigned at once: a target moves on to its second best sentence where that lets another have its only one.
 */
export function choosePlacements(found: ReadonlyMap<Target, readonly Placement[]>, countMax: number): Placement[] {
  const candidates = [...found.values()].flat().filter(({ relevance }) => relevance >= RELEVANCE_MIN);
  const bySentence = Map.groupBy(candidates, ({ sentence_number: sentence }) => sentence);
  const sentences = [...bySentence.keys()].sort((one, other) => one - other);
  const order = new Map(candidates.toSorted((one, other) => one.offset - other.offset).map((each, at) => [each, at]));
  const targets = [...new Set(candidates.map(({ target }) => target))].sort(compareTargets);
  const options = targets.map((target) =>
    sentences.map((sentence) => {
      const rivals = bySentence.get(sentence) ?? [];
      const [best] = rivals.filter((each) => each.target === target).toSorted(compareRelevance);
      if (best === undefined) return undefined;
      return { placement: best, value: ratePlacement(best, rivals) - LATER_LOSS * (order.get(best) ?? 0) };
    }),
  );
  const chosen = assignBest(
    options.map((own) => new Map(own.flatMap((option, at) => (option === undefined ? [] : [[at, option.value]])))),
    sentences.length,
  );
  return chosen
    .flatMap((at, row) => (at === undefined ? [] : (options[row]?.[at]?.placement ?? [])))
    .sort(compareRelevance)
    .slice(0, countMax);
}

function ratePlacement(placement: Placement, rivals: readonly Placement[]): number {
  const { relevance, literal } = placement;
  const isNested = rivals.some((rival) => rival.target !== placement.target && isWithin(placement, rival));
  const worth = relevance - RELEVANCE_MIN + YIELD_MAX;
  return Math.max(1, worth + (literal ? LITERAL_LEAD : 0) - (isNested ? NESTED_LOSS : 0));
}

/** Whether an anchor is a part of a longer one that fits its own page as well. */
function isWithin(placement: Placement, longer: Placement): boolean {
  return (
    longer.anchor.length > placement.anchor.length &&
    longer.offset <= placement.offset &&
    longer.offset + longer.anchor.length >= placement.offset + placement.anchor.length &&
    longer.score_components.match >= placement.score_components.match
  );
}

function compareTargets(one: Target, other: Target): number {
  return compareText(one.url, other.url) || one.place - other.place;
}

function compareRelevance(one: Placement, other: Placement): number {
  return other.relevance - one.relevance || one.offset - other.offset || compareTargets(one.target, other.target);
}
