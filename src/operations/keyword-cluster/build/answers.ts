import type { KeywordReading } from '../../../text/keyword.ts';
import { readSearchFeatures } from '../../../text/search-features.ts';
import { judgeFeatures, loadSearchModel } from '../../../text/search-model.ts';
import type { LikenessOf } from '../../../text/vectors/likeness.ts';

/**
 * How far one page could answer two searches of a list, whatever their words: what their odds of each intent and of each type
 * of page have in common, 0–1. Who looks for a photographer wants no tips for photographers.
 *
 * @param places that the list itself reveals
 */
export function compareAnswers(readings: readonly KeywordReading[], places: ReadonlySet<string>): LikenessOf {
  const model = loadSearchModel();
  const odds = readings.map((reading) => {
    const { intents, pages } = judgeFeatures(readSearchFeatures(reading, { places, brands: NONE }).names, model);
    return { intents, pages: joinTexts(pages, model.pages) };
  });
  return (one, other) => {
    const [here, there] = [odds[one], odds[other]];
    if (here === undefined || there === undefined) return 1;
    return (shareOf(here.intents, there.intents) + shareOf(here.pages, there.pages)) / 2;
  };
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
