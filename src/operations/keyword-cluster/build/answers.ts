import type { KeywordReading } from '../../../text/keyword.ts';
import { readSearchFeatures } from '../../../text/search-features.ts';
import { judgeFeatures, loadSearchModel } from '../../../text/search-model.ts';
import { INTENTS } from '../../../text/signals.ts';
import type { LikenessOf } from '../../../text/vectors/likeness.ts';

/**
 * How far one page could answer two searches of a list, whatever their words: what their odds of each intent and of each type
 * of page have in common, 0–1. Who looks for a photographer wants no tips for photographers.
 *
 * @param places that the list itself reveals
 */
export function compareAnswers(readings: readonly KeywordReading[], places: ReadonlySet<string>): Answers {
  const model = loadSearchModel();
  const odds = readings.map((reading) => {
    const { intents, pages } = judgeFeatures(readSearchFeatures(reading, { places, brands: NONE }).names, model);
    return { intents, pages: joinTexts(pages, model.pages) };
  });
  return {
    share: (one, other) => {
      const [here, there] = [odds[one], odds[other]];
      if (here === undefined || there === undefined) return 1;
      return (shareOf(here.intents, there.intents) + shareOf(here.pages, there.pages)) / 2;
    },
    areOpposed: (one, other) => {
      const [here, there] = [odds[one]?.intents ?? [], odds[other]?.intents ?? []];
      return isOpposed(here, there) || isOpposed(there, here);
    },
  };
}

export interface Answers {
  readonly share: LikenessOf;
  /** Whether one surely wants to know something and the other surely to have it. */
  readonly areOpposed: (one: number, other: number) => boolean;
}

/** From these odds on hardly any two searches of one page are told apart; from .8 on guides lose their templates. */
const SURE = 0.9;
const KNOWING = INTENTS.indexOf('informational');
const GETTING = INTENTS.indexOf('transactional');

function isOpposed(one: readonly number[], other: readonly number[]): boolean {
  return (one[KNOWING] ?? 0) >= SURE && (other[GETTING] ?? 0) >= SURE;
}

const NONE: ReadonlySet<string> = new Set();

/** Guides and posts answer the same searches. */
function joinTexts(odds: readonly number[], types: readonly string[]): number[] {
  const [guide, post] = [types.indexOf('guide'), types.indexOf('blog_post')];
  return odds.map((each, at) => (at === guide ? each + (odds[post] ?? 0) : at === post ? 0 : each));
}

function shareOf(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, each, at) => sum + Math.min(each, other[at] ?? 0), 0);
}
