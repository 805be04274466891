import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { classifyIntent, describeOdds } from '../src/text/intent.ts';
import { readKeyword } from '../src/text/keyword.ts';
import { judgeFeatures, parseSearchModel, type SearchModel } from '../src/text/search-model.ts';
import { fitTemperatures, prepareSearch, trainTable, type TrainingSearch } from './intent/model.ts';
import { divideSearches, readLabelledSearches } from './intent/rows.ts';

/**
 * Trains the model of searches, and says how well it does on searches that it has not seen.
 *
 *     node bench/intent.ts --labels FILE.tsv [--folds 5] [--misses] [--write]
 *
 * The file has the columns keyword, language, intent, page_type, buyer_stage and mixed_with. Searches of `--own`
 * (by default those beside this script) train every fold and are never measured. Near duplicates stand in one fold.
 */
const OWN = 'bench/intent/searches.tsv';
const MODEL = 'src/text/data/search-model.tsv';
/** How often all searches are read to see how long it takes. */
const ROUNDS = 10;
const HEAD = '# Weights of the model of searches. Written by `node bench/intent.ts --write`. Do not edit.';

const { values } = parseArgs({
  options: {
    labels: { type: 'string' },
    own: { type: 'string', default: OWN },
    folds: { type: 'string', default: '5' },
    misses: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
if (values.labels === undefined) throw new Error('Say where the labelled searches are: --labels FILE.tsv');
const labelled = readLabelledSearches(values.labels);
const known = new Set(labelled.map(({ keyword }) => keyword));
const own = readLabelledSearches(values.own).filter(({ keyword }) => !known.has(keyword));
const folds = Number(values.folds);

interface Judged {
  readonly search: TrainingSearch;
  readonly model: SearchModel;
}

const judged = judgeUnseen();
const temperatures = fitTemperatures(judged);
const results = judged.map(({ search, model }) => {
  const tempered = { ...model, temperatures };
  return { ...search.labels, verdict: describeOdds(judgeFeatures(search.features, tempered), tempered, () => []) };
});
type Result = (typeof results)[number];

report();
if (values.write) writeModel();

function judgeUnseen(): Judged[] {
  const searches = [...labelled, ...own].map(prepareSearch);
  const parts = divideSearches([...labelled, ...own], folds);
  return Array.from({ length: folds }, (_, fold) => {
    const model = parseSearchModel(trainTable(searches.filter((_search, at) => parts[at] !== fold)));
    return searches.flatMap((search, at) => (parts[at] === fold && at < labelled.length ? [{ search, model }] : []));
  }).flat();
}

function report(): void {
  console.log(`${results.length} searches in ${folds} folds, ${own.length} more to learn from`);
  console.log('          rows  intent  lenient   page  page exact  stage');
  showRow('all', results);
  for (const language of ['en', 'de', 'es', 'fr'])
    showRow(
      language,
      results.filter((each) => each.language === language),
    );
  showCalibration();
  showSpeed();
  if (!values.misses) return;
  for (const { keyword, intent, page, verdict } of results)
    if (verdict.value !== intent || mergeTexts(verdict.page.value) !== mergeTexts(page))
      console.log(`${keyword}\t${intent} ${page}\t${verdict.value} ${verdict.page.value}\t${verdict.confidence}`);
}

function showRow(name: string, rows: readonly Result[]): void {
  const shares = [
    (each: Result) => each.verdict.value === each.intent,
    (each: Result) => each.verdict.value === each.intent || each.verdict.value === each.second,
    (each: Result) => mergeTexts(each.verdict.page.value) === mergeTexts(each.page),
    (each: Result) => each.verdict.page.value === each.page,
    (each: Result) => each.verdict.buyer_stage.value === each.stage,
  ].map((isRight) => (rows.filter(isRight).length / rows.length).toFixed(3).padStart(8));
  console.log(name.padEnd(9) + String(rows.length).padStart(5) + shares.join(' '));
}

/** The border between the two is the weakest of the labels. */
function mergeTexts(page: string): string {
  return page === 'guide' ? 'blog_post' : page;
}

function showCalibration(): void {
  let error = 0;
  for (let bin = 0; bin < 10; bin += 1) {
    const rows = results.filter(({ verdict }) => Math.min(9, Math.floor(verdict.confidence * 10)) === bin);
    if (rows.length === 0) continue;
    const stated = rows.reduce((sum, { verdict }) => sum + verdict.confidence, 0) / rows.length;
    const right = rows.filter(({ intent, verdict }) => verdict.value === intent).length / rows.length;
    error += (rows.length / results.length) * Math.abs(stated - right);
    console.log(
      `confidence .${bin}: ${String(rows.length).padStart(4)} rows, stated ${stated.toFixed(2)}, right ${right.toFixed(2)}`,
    );
  }
  console.log(`calibration error ${error.toFixed(3)}, temperatures ${temperatures.join(' ')}`);
}

function showSpeed(): void {
  const readings = labelled.map(({ keyword }) => readKeyword(keyword));
  readings.forEach((reading) => classifyIntent(reading));
  const start = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) readings.forEach((reading) => classifyIntent(reading));
  const seconds = process.cpuUsage(start).user / 1e6;
  console.log(
    `${Math.round((ROUNDS * readings.length) / seconds)} readings a second of processor time with the model that ships`,
  );
}

function writeModel(): void {
  const table = trainTable([...labelled, ...own].map(prepareSearch), temperatures);
  writeFileSync(MODEL, `${[HEAD, ...table.map((row) => row.join('\t'))].join('\n')}\n`);
}
