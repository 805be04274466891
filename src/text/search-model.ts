import { readDataRows } from '../kernel/data.ts';
import { isPageType, type PageType } from './page-types.ts';
import { BUYER_STAGES, type Intent, INTENTS } from './signals.ts';

/** How likely each intent, type of page and buyer stage is, by the features of a search. Each list sums to 1. */
export interface SearchOdds {
  readonly intents: readonly number[];
  readonly pages: readonly number[];
  readonly stages: readonly number[];
}

/** The trained weights: a row of each feature, with one weight for each intent, then page type, then stage. */
export interface SearchModel {
  readonly pages: readonly [PageType, ...PageType[]];
  readonly rows: ReadonlyMap<string, Int8Array>;
  /** What one step of a weight is worth. */
  readonly step: number;
  /** What the sums are divided by before they become odds, so that 70 % are right where the model says .7. */
  readonly temperatures: readonly number[];
}

let loaded: SearchModel | undefined;

/** The model that ships with the code. */
export function loadSearchModel(): SearchModel {
  loaded ??= parseSearchModel(readDataRows(import.meta.url, './data/search-model.tsv'));
  return loaded;
}

/** @throws Error where the rows are not those that `bench/intent.ts --write` writes */
export function parseSearchModel(table: readonly (readonly string[])[]): SearchModel {
  const [[, ...types] = [], [, ...numbers] = [], ...rest] = table;
  const [page, ...others] = types.filter(isPageType);
  const [step = NaN, ...temperatures] = numbers.map(Number);
  const rows = new Map(rest.map(([feature = '', weights = '']) => [feature, readWeights(weights)]));
  if (page === undefined || others.length + 1 !== types.length || !(step > 0) || temperatures.length !== 3)
    throw new Error('The model of searches has an unknown head.');
  const pages = [page, ...others] as const;
  const outputs = INTENTS.length + pages.length + BUYER_STAGES.length;
  if ([...rows.values()].some(({ length }) => length !== outputs))
    throw new Error('The model of searches has a row of another length.');
  return { pages, rows, step, temperatures };
}

function readWeights(text: string): Int8Array {
  return new Int8Array(Buffer.from(text, 'base64'));
}

const LOCAL = INTENTS.indexOf('local');
const TRANSACTIONAL = INTENTS.indexOf('transactional');
/** Kinds of words of which a search for something nearby has one at least: a place, or what is done at one. */
const NEARBY: ReadonlySet<string> = new Set(
  ['~near', 'vicinity', 'city', 'land', 'service', 'local_service', 'asked_of'].map((kind) => `has=${kind}`),
);

export function judgeFeatures(names: readonly string[], model: SearchModel): SearchOdds {
  const { pages, rows, step, temperatures } = model;
  const sums = new Float64Array(INTENTS.length + pages.length + BUYER_STAGES.length);
  for (const name of names) {
    const row = rows.get(name);
    if (row === undefined) continue;
    for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) + (row[at] ?? 0);
  }
  if (!names.some((name) => NEARBY.has(name))) sums[LOCAL] = -Infinity;
  // Who still compares does not buy yet.
  if (names.includes('has=~compare')) sums[TRANSACTIONAL] = -Infinity;
  const [intents = 1, types = 1, stages = 1] = temperatures;
  const stagesFrom = INTENTS.length + pages.length;
  return {
    intents: takeOdds(sums.subarray(0, INTENTS.length), step / intents),
    pages: takeOdds(sums.subarray(INTENTS.length, stagesFrom), step / types),
    stages: takeOdds(sums.subarray(stagesFrom), step / stages),
  };
}

/** What a kind of word speaks for an intent, in steps, against the mean of all intents. */
export function weighKind(kind: string, intent: Intent, { rows }: SearchModel): number {
  const at = INTENTS.indexOf(intent);
  let sum = 0;
  for (const place of ['has', 'begin', 'end']) {
    const row = rows.get(`${place}=${kind}`);
    if (row === undefined) continue;
    const mean = row.subarray(0, INTENTS.length).reduce((total, weight) => total + weight, 0) / INTENTS.length;
    sum += (row[at] ?? 0) - mean;
  }
  return sum;
}

function takeOdds(sums: Float64Array, factor: number): number[] {
  const most = sums.reduce((best, sum) => Math.max(best, sum), -Infinity);
  const powers = Array.from(sums, (sum) => Math.exp((sum - most) * factor));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

export interface Likely<Value> {
  readonly value: Value;
  readonly odds: number;
}

/** The likeliest value; the earlier of equals. */
export function pickLikeliest<Value>(
  [first, ...rest]: readonly [Value, ...Value[]],
  odds: readonly number[],
): Likely<Value> {
  let best: Likely<Value> = { value: first, odds: odds[0] ?? 0 };
  for (const [at, value] of rest.entries()) {
    const own = odds[at + 1] ?? 0;
    if (own > best.odds) best = { value, odds: own };
  }
  return best;
}

/** The mean of the odds of several searches. */
export function averageOdds(all: readonly SearchOdds[]): SearchOdds {
  const mean = (head: keyof SearchOdds): number[] =>
    (all[0]?.[head] ?? []).map((_, at) => all.reduce((sum, odds) => sum + (odds[head][at] ?? 0), 0) / all.length);
  return { intents: mean('intents'), pages: mean('pages'), stages: mean('stages') };
}
