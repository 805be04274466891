import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { chooseContent } from '../src/web/main-content/choose.ts';
import { CONTEXT_FEATURES, readContext } from '../src/web/main-content/context.ts';
import { FEATURES, readFeatures } from '../src/web/main-content/features.ts';
import { normalise } from '../src/web/main-content/normalise.ts';
import { renderText } from '../src/operations/search/extract/render.ts';
import { type TextRun, textRuns } from '../src/web/tree/runs.ts';
import { type PreparedPage, preparePage } from '../src/web/tree/prepare.ts';
import { probabilityOf, type TextModel } from '../src/web/main-content/text-model.ts';
import { binned, boost, type BoostedModel, type BoostingOptions, type TrainingSet } from './extract-boosting.ts';
import { labelsOf } from './extract-labels.ts';
import { makeLongPages } from './extract-long.ts';
import { type MarkedPage, meansByType, readMarkedPages, wordF1, wordsOf } from './extract-pages.ts';

/**
 * Trains the text model of the extraction, and says how well it does on pages that it has not seen.
 *
 *     node bench/extract-train.ts --pages DIR [--folds 5] [--write]
 *
 * Beside the marked pages it learns from long ones made of their sentences. Each fold is judged by a model trained on the others; pages of one host are never on both sides. The second reading
 * of a page learns from first readings by models that have not seen that page, as it will be in use.
 */
const OPTIONS: BoostingOptions = {
  trees: 120,
  depth: 4,
  rate: 0.1,
  lambda: 1,
  leaf_weight_min: 0.05,
  column_share: 0.25,
  row_share: 0.3,
  seed: 7,
};
/** Long runs weigh more, but less than by their length: short ones are most of what a reader sees. */
const WEIGHT_POWER = 0.7;
/** No page weighs more than this many times its own content. */
const PAGE_WEIGHT_MAX = 4;
/** Models of other draws whose scores are averaged: what one has learned from chance, another has not. */
const DRAWS = 4;
/** The pages are parted so, for first readings of each by a model of the others. */
const PARTS = 3;
const FOLDER = 'src/web/main-content/data/';

interface TrainingPage {
  readonly marked: MarkedPage;
  readonly prepared: PreparedPage;
  readonly runs: readonly TextRun[];
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

const { pages, set, rows: features } = readSet(values.pages);
const folds = Number(values.folds);
/** What the data files say of the model. */
const figures: string[] = [];
if (folds > 1) crossValidate(folds);
if (values.write) {
  const model = train([...pages.keys()], OPTIONS.seed);
  print(
    'trained on all, judged on the same',
    pages.map((page) => score(page, model)),
  );
  writeFileSync(`${FOLDER}first-reading.txt`, source(FEATURES.length, model.first));
  const both = FEATURES.length + CONTEXT_FEATURES.length;
  writeFileSync(`${FOLDER}second-reading.txt`, source(both, model.second));
}

function readSet(folder: string): { pages: TrainingPage[]; set: TrainingSet; rows: Float32Array[] } {
  const rows: Float32Array[] = [];
  const labels: number[] = [];
  const weights: number[] = [];
  const given = readMarkedPages(folder);
  const read = [...given, ...makeLongPages(given)].map((marked): TrainingPage => {
    const prepared = preparePage(marked.html, marked.url);
    const runs = textRuns(prepared.body);
    const words = runs.map((run) => wordsOf(run.text));
    const expected = wordsOf(marked.expected);
    const first = rows.length;
    rows.push(...readFeatures(prepared.body, runs, prepared.signals).rows);
    labels.push(...labelsOf(words, marked.expected));
    const raw = words.map((run) => (run.length / Math.max(expected.length, 40)) ** WEIGHT_POWER);
    const total = raw.reduce((sum, weight) => sum + weight, 0);
    const pageWeight = Math.min(1, PAGE_WEIGHT_MAX / total);
    weights.push(...raw.map((weight) => weight * pageWeight));
    return { marked, prepared, runs, first, end: rows.length };
  });
  const columns = binned(rows, FEATURES.length);
  return {
    pages: read,
    rows,
    set: { count: rows.length, ...columns, labels: Float32Array.from(labels), weights: Float32Array.from(weights) },
  };
}

/** Both readings, from some of the pages. */
function train(members: readonly number[], seed: number): BothReadings {
  const first = averaged(set, members, seed);
  const unseen = unseenReadings(members, seed);
  const context = pages.flatMap((page, at) => {
    const read = unseen.get(at) ?? features.slice(page.first, page.end).map((row) => probabilityOf(row, first));
    return readContext(page.runs, read);
  });
  const more = binned(context, CONTEXT_FEATURES.length);
  const both = { ...set, columns: [...set.columns, ...more.columns], edges: [...set.edges, ...more.edges] };
  return { first, second: averaged(both, members, seed + 50) };
}

type BothReadings = TextModel & { readonly first: StoredModel; readonly second: StoredModel };
type StoredModel = Pick<BoostedModel, 'base' | 'trees'>;

function averaged(from: TrainingSet, members: readonly number[], seed: number): StoredModel {
  const models = Array.from({ length: DRAWS }, (_, draw) =>
    boost(from, rowsOf(members), { ...OPTIONS, seed: seed + 100 * draw }),
  );
  const trees = models.flatMap((model) => model.trees);
  return {
    base: models.reduce((sum, model) => sum + model.base, 0) / DRAWS,
    trees: trees.map((tree) => ({ ...tree, values: tree.values.map((value) => value / DRAWS) })),
  };
}

/** What models say of each page that have learned from the others. */
function unseenReadings(members: readonly number[], seed: number): Map<number, number[]> {
  const read = new Map<number, number[]>();
  const partOf = partsByHost(members);
  for (let part = 0; part < PARTS; part += 1) {
    const others = members.filter((at) => partOf.get(at) !== part);
    const { probabilities } = boost(set, rowsOf(others), { ...OPTIONS, seed: seed + part });
    for (const at of members) {
      const page = pages[at];
      if (page !== undefined && partOf.get(at) === part)
        read.set(at, [...probabilities.subarray(page.first, page.end)]);
    }
  }
  return read;
}

function partsByHost(members: readonly number[]): Map<number, number> {
  const hosts = new Map<string, number>();
  return new Map(
    members.map((at, place) => {
      const host = hostOf(at);
      const part = hosts.get(host) ?? place % PARTS;
      hosts.set(host, part);
      return [at, part];
    }),
  );
}

function rowsOf(members: readonly number[]): Int32Array {
  return Int32Array.from(
    members.flatMap((at) => {
      const { first, end } = pages[at] ?? { first: 0, end: 0 };
      return Array.from({ length: end - first }, (_, row) => first + row);
    }),
  );
}

function hostOf(at: number): string {
  return new URL(pages[at]?.marked.url ?? '').hostname.replace(/^www\./, '');
}

function crossValidate(count: number): void {
  const foldOf = foldsByHost(count);
  const scores = pages.map(() => 0);
  const seen = pages.map(() => 0);
  for (let fold = 0; fold < count; fold += 1) {
    const others = [...pages.keys()].filter((at) => foldOf[at] !== fold);
    const model = train(others, OPTIONS.seed + fold);
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
  return pages.map(({ marked }, at) => {
    const host = hostOf(at);
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
  const text = renderText(normalise(content.children, { base_url: page.marked.url, images: false }));
  return wordF1(wordsOf(text), wordsOf(page.marked.expected));
}

function print(name: string, scores: readonly number[]): void {
  const means = [
    ...meansByType(
      pages.map((page) => page.marked),
      scores,
    ),
  ].map(([type, mean]) => `${type} ${mean.toFixed(4)}`);
  figures.push(`${name}: ${means.join(', ')}`);
  console.log(figures.at(-1));
}

/** One reading, in a file of its own. */
function source(width: number, { base, trees }: StoredModel): string {
  const head = [
    'Written by `node bench/extract-train.ts --pages DIR --write`. Do not edit.',
    'Trained on pages of the Web Content Extraction Benchmark, development half; annotations (c) 2026 Murrough Foley, CC-BY-4.0.',
    ...figures.map((figure) => `Word F1, both readings, ${figure}.`),
    'Number of features, depth of the trees and base score; then a tree a line: features, bounds, values.',
  ].map((line) => `# ${line}`);
  const lines = trees.map((tree) => [...tree.features, ...[...tree.bounds, ...tree.values].map(short)].join(' '));
  return `${[...head, `${width} ${OPTIONS.depth} ${short(base)}`, ...lines].join('\n')}\n`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}
