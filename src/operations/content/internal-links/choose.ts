import { compareText } from '../../../text/normalize.ts';
import type { Placement } from './matches.ts';
import type { Target } from './targets.ts';

/** Under this a placement would be forced. */
const RELEVANCE_MIN = 45;
/** So much relevance may be given up to let another page have its only sentence. */
const YIELD_MAX = 12;

/**
 * One place for each target and one target for each sentence, the most relevant first.
 *
 * A target whose every sentence is taken gets one when its holder has another that is nearly as good.
 */
export function choosePlacements(found: ReadonlyMap<Target, readonly Placement[]>, countMax: number): Placement[] {
  const candidates = [...found.values()].flat().filter(({ relevance }) => relevance >= RELEVANCE_MIN);
  candidates.sort(byRelevance);
  const bySentence = new Map<number, Placement>();
  const byTarget = new Map<Target, Placement>();
  const take = (placement: Placement): void => {
    bySentence.set(placement.sentence_number, placement);
    byTarget.set(placement.target, placement);
  };
  for (const candidate of candidates) {
    if (!byTarget.has(candidate.target) && !bySentence.has(candidate.sentence_number)) take(candidate);
  }
  for (const candidate of candidates) {
    if (byTarget.has(candidate.target)) continue;
    const holder = bySentence.get(candidate.sentence_number);
    const other = candidates.find(
      ({ target, sentence_number: sentence, relevance }) =>
        target === holder?.target && !bySentence.has(sentence) && relevance >= holder.relevance - YIELD_MAX,
    );
    if (other === undefined) continue;
    take(other);
    take(candidate);
  }
  return [...byTarget.values()].sort(byRelevance).slice(0, countMax);
}

function byRelevance(one: Placement, other: Placement): number {
  return (
    other.relevance - one.relevance ||
    one.offset - other.offset ||
    compareText(one.target.url, other.target.url) ||
    one.target.place - other.target.place
  );
}
