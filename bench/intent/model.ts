import type { PageType } from '../../src/text/page-types.ts';
import { readKeyword } from '../../src/text/keyword.ts';
import { readSearchFeatures } from '../../src/text/search-features.ts';
import { judgeFeatures, type SearchModel } from '../../src/text/search-model.ts';
import { BUYER_STAGES, INTENTS } from '../../src/text/signals.ts';
import { trainLogistic, type TrainingOptions } from './logistic.ts';
import { LABELLED_PAGES, type LabelledSearch } from './rows.ts';

const OPTIONS: TrainingOptions = { epochs: 12, rate: 0.05, decay: 0.002, seed: 7 };
/** What one search alone has is chance. */
const ROWS_MIN = 2;
/** A second intent is worth this much of the truth of a search. */
const SECOND_SHARE = 0.3;
const STEPS_MAX = 127;

export interface TrainingSearch {
  readonly labels: LabelledSearch;
  readonly features: readonly string[];
}

/** Searches as they come to an operation: one by one, of no stated language, with nothing known beside. */
export function prepareSearch(labels: LabelledSearch): TrainingSearch {
  const { names } = readSearchFeatures(readKeyword(labels.keyword), { places: new Set(), brands: new Set() });
  return { labels, features: [...new Set(names)] };
}

/** The rows of the data file of a model, without temperatures when none are given. */
export function trainTable(
  searches: readonly TrainingSearch[],
  temperatures: readonly number[] = [1, 1, 1],
): string[][] {
  const counts = new Map<string, number>();
  for (const { features } of searches) for (const name of features) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts].flatMap(([name, count]) => (count < ROWS_MIN ? [] : [name])).sort();
  const numbers = new Map(names.map((name, at) => [name, at]));
  const rows = searches.map(({ labels, features }) => ({
    features: features.flatMap((name) => numbers.get(name) ?? []),
    wanted: listWanted(labels),
  }));
  const sizes = [INTENTS.length, LABELLED_PAGES.length, BUYER_STAGES.length];
  const weights = trainLogistic(rows, sizes, names.length, OPTIONS);
  const step = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / STEPS_MAX;
  const outputs = weights.length / names.length;
  return [
    ['pages', ...LABELLED_PAGES],
    ['numbers', String(step), ...temperatures.map(String)],
    ...names.map((name, at) => [name, writeWeights(weights.subarray(at * outputs, (at + 1) * outputs), step)]),
  ];
}

function listWanted({ intent, second, page, stage }: LabelledSearch): number[][] {
  const share = second === undefined ? 0 : SECOND_SHARE;
  return [
    INTENTS.map((each) => (each === intent ? 1 - share : each === second ? share : 0)),
    LABELLED_PAGES.map((each: PageType) => (each === page ? 1 : 0)),
    BUYER_STAGES.map((each) => (each === stage ? 1 : 0)),
  ];
}

function writeWeights(weights: Float64Array, step: number): string {
  return Buffer.from(Int8Array.from(weights, (weight) => Math.round(weight / step)).buffer).toString('base64');
}

const TRIED = Array.from({ length: 41 }, (_, at) => 0.5 + at * 0.05);

/** For each head the temperature at which searches that a model has not seen are least surprising. */
export function fitTemperatures(
  judged: readonly { readonly search: TrainingSearch; readonly model: SearchModel }[],
): number[] {
  const losses = TRIED.map((temperature) => {
    const sums = [0, 0, 0];
    for (const { search, model } of judged) {
      const odds = judgeFeatures(search.features, { ...model, temperatures: [temperature, temperature, temperature] });
      const { intent, page, stage } = search.labels;
      const right = [
        odds.intents[INTENTS.indexOf(intent)],
        odds.pages[LABELLED_PAGES.indexOf(page)],
        odds.stages[BUYER_STAGES.indexOf(stage)],
      ];
      for (const [head, share = 0] of right.entries()) sums[head] = (sums[head] ?? 0) - Math.log(Math.max(share, 1e-6));
    }
    return sums;
  });
  return [0, 1, 2].map((head) => {
    const best = losses.reduce((least, sums, at) => ((sums[head] ?? 0) < (losses[least]?.[head] ?? 0) ? at : least), 0);
    return Math.round((TRIED[best] ?? 1) * 100) / 100;
  });
}
