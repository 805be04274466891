import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { chooseContent } from '../src/analysis/content/extract/choose.ts';
import { FEATURES, readFeatures } from '../src/analysis/content/extract/features.ts';
import { normalise } from '../src/analysis/content/extract/normalise.ts';
import { plainText } from '../src/analysis/content/extract/plain.ts';
import { textRuns } from '../src/analysis/content/extract/runs.ts';
import { type PreparedPage, preparePage } from '../src/analysis/content/extract/source.ts';
import type { TextModel } from '../src/analysis/content/extract/text-model.ts';
import { binned, boost, type BoostedModel, type BoostingOptions, type TrainingSet } from './extract-boosting.ts';
import { labelsOf } from './extract-labels.ts';
import { type MarkedPage, meansByType, readMarkedPages, wordF1, wordsOf } from './extract-pages.ts';

/**
 * Trains the text model of the extraction, and says how well it does on pages that it has not seen.
 *
 *     node bench/extract-train.ts --pages DIR [--folds 5] [--write]
 *
 * Each fold is judged by a model trained on the others; pages of one host are never on both sides.
 */
const OPTIONS: BoostingOptions = {
  trees: 120,
  depth: 4,
  rate: 0.1,
  lambda: 1,
  leaf_weight_min: 0.05,
  column_share: 0.25,
  row_share: 0.6,
  seed: 7,
};
/** Long runs weigh more, but less than by their length: short ones are most of what a reader sees. */
const WEIGHT_POWER = 0.7;
/** No page weighs more than this many times its own content. */
const PAGE_WEIGHT_MAX = 4;
/** More than half of the pages that are read are articles; the marked pages have as many of each type. */
const ARTICLE_WEIGHT = 2.5;
const TARGET = 'src/analysis/content/extract/text-model-data.ts';

interface TrainingPage {
  readonly marked: MarkedPage;
  readonly prepared: PreparedPage;
  /** Rows `first` to `end` of the set. */
  readonly first: number;
  readonly end: number;
}

const { values } = parseArgs({
  options: {
    pages: { type: 'string' },
    folds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
});
if (values.pages === undefined) throw new Error('Say where the marked pages are: --pages DIR');

const { pages, set } = readSet(values.pages);
const folds = Number(values.folds);
if (folds > 1) crossValidate(folds);
if (values.write) {
  const model = boost(
    set,
    Int32Array.from({ length: set.count }, (_, row) => row),
    OPTIONS,
  );
  print(
    'trained on all, judged on the same',
    pages.map((page) => score(page, model)),
  );
  writeFileSync(TARGET, source(model));
}

function readSet(folder: string): { pages: TrainingPage[]; set: TrainingSet } {
  const rows: Float32Array[] = [];
  const labels: number[] = [];
  const weights: number[] = [];
  const read = readMarkedPages(folder).map((marked): TrainingPage => {
    const prepared = preparePage(marked.html, marked.url);
    const runs = textRuns(prepared.body);
    const words = runs.map((run) => wordsOf(run.text));
    const expected = wordsOf(marked.expected);
    const first = rows.length;
    rows.push(...readFeatures(prepared.body, runs, prepared.signals).rows);
    labels.push(...labelsOf(words, marked.expected));
    const raw = words.map((run) => (run.length / Math.max(expected.length, 40)) ** WEIGHT_POWER);
    const total = raw.reduce((sum, weight) => sum + weight, 0);
    const pageWeight = Math.min(1, PAGE_WEIGHT_MAX / total) * (marked.type === 'article' ? ARTICLE_WEIGHT : 1);
    weights.push(...raw.map((weight) => weight * pageWeight));
    return { marked, prepared, first, end: rows.length };
  });
  const columns = binned(rows, FEATURES.length);
  return {
    pages: read,
    set: { count: rows.length, ...columns, labels: Float32Array.from(labels), weights: Float32Array.from(weights) },
  };
}

function crossValidate(count: number): void {
  const foldOf = foldsByHost(count);
  const scores = pages.map(() => 0);
  const seen = pages.map(() => 0);
  for (let fold = 0; fold < count; fold += 1) {
    const rows: number[] = [];
    for (const [at, page] of pages.entries()) {
      if (foldOf[at] !== fold) for (let row = page.first; row < page.end; row += 1) rows.push(row);
    }
    const model = boost(set, Int32Array.from(rows), { ...OPTIONS, seed: OPTIONS.seed + fold });
    for (const [at, page] of pages.entries()) {
      if (foldOf[at] === fold) scores[at] = score(page, model);
      else seen[at] = (seen[at] ?? 0) + score(page, model) / (count - 1);
    }
  }
  print(`${count} folds, each judged by the models that have seen it`, seen);
  print(`${count} folds, each judged by a model that has not seen it`, scores);
}

/** Pages of a type spread evenly, pages of a host kept together. */
function foldsByHost(count: number): number[] {
  const hosts = new Map<string, number>();
  const next = new Map<string, number>();
  return pages.map(({ marked }) => {
    const host = new URL(marked.url).hostname.replace(/^www\./, '');
    const known = hosts.get(host);
    if (known !== undefined) return known;
    const fold = (next.get(marked.type) ?? 0) % count;
    next.set(marked.type, fold + 1);
    hosts.set(host, fold);
    return fold;
  });
}

function score(page: TrainingPage, model: TextModel): number {
  const { content } = chooseContent(page.prepared, model);
  const text = plainText(normalise(content.children, { base_url: page.marked.url, images: false }));
  return wordF1(wordsOf(text), wordsOf(page.marked.expected));
}

function print(name: string, scores: readonly number[]): void {
  const means = [
    ...meansByType(
      pages.map((page) => page.marked),
      scores,
    ),
  ].map(([type, mean]) => `${type} ${mean.toFixed(4)}`);
  console.log(`${name}: ${means.join(', ')}`);
}

function source(model: BoostedModel): string {
  const short = (value: number): string => String(Number(value.toPrecision(4)));
  const lines = model.trees.map(
    (tree) => `    '${[...tree.features, ...[...tree.bounds, ...tree.values].map(short)].join(' ')}',`,
  );
  return `// Written by \`node bench/extract-train.ts --pages DIR --write\`. Do not edit.
// Trained on pages of the Web Content Extraction Benchmark, development half; annotations (c) 2026 Murrough Foley, CC-BY-4.0.
export const TEXT_MODEL: {
  readonly features: number;
  readonly depth: number;
  readonly base: number;
  readonly trees: readonly string[];
} = {
  features: ${FEATURES.length},
  depth: ${OPTIONS.depth},
  base: ${short(model.base)},
  trees: [
${lines.join('\n')}
  ],
};
`;
}
