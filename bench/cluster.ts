import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { encodeTexts, isEncoderInstalled } from '../src/text/encoder/encode.ts';
import { guessLanguages } from '../src/text/language.ts';
import { clusterKeywords } from '../src/operations/keyword-cluster/build/cluster.ts';
import {
  exactTokenJaccard,
  type Grouping,
  JACCARD_THRESHOLDS,
  LETTERS_THRESHOLDS,
  lettersAndMeaning,
  plainTfidf,
  TFIDF_THRESHOLDS,
} from './cluster/baselines.ts';
import { BUSINESSES, CROSSED, crossSet } from './cluster/businesses.ts';
import { type Labelled, madeSet, randomFrom, shuffled } from './cluster/made.ts';
import { agreementOf } from './cluster/measures.ts';
import { WRITTEN, type WrittenSet } from './cluster/written.ts';
import { WRITTEN_LATER } from './cluster/written-later.ts';

/**
 * How well keywords are grouped into pages, and how long that takes, beside three baselines: `node bench/cluster.ts [FOLDER] [LISTS]`.
 *
 * A baseline is scored on each set with the threshold that is best on the other sets of its kind.
 *
 * LISTS may hold lists of one subject as `xx_NAME.txt`, a page a line: `label: keyword | keyword`. English sets are measured
 * with the encoder, too, where that is installed.
 *
 * FOLDER may hold labelled sets of your own or public ones as `NAME.tsv`, a text and its label a line. Of each, five samples
 * of 20 labels with 10 texts are drawn. Public sets worth trying: clinc/oos-eval, PolyAI-LDN/task-specific-datasets (banking),
 * jacoxu/StackOverflow, leobeeson/search-intent, and HWU64 and SNIPS of jianguoz/Few-Shot-Intent-Detection. They label
 * questions and adverts, not pages, and words alone tell less of them.
 */
interface BenchSet {
  readonly kind: 'written' | 'several things' | 'public' | 'one subject';
  readonly name: string;
  readonly samples: readonly (readonly Labelled[])[];
}

const SAMPLES = 5;
const sets = [
  ...writtenSets(),
  madeSets(),
  ...businessSets(),
  ...folderSets(process.argv[2]),
  ...listSets(process.argv[3]),
];
const encoded = await encodeSets();
const baselines = [
  crossValidate('exact-token Jaccard', exactTokenJaccard, JACCARD_THRESHOLDS),
  crossValidate('TF-IDF', plainTfidf, TFIDF_THRESHOLDS),
  crossValidate('letters', (threshold) => lettersAndMeaning(threshold, undefined), LETTERS_THRESHOLDS),
  crossValidate('letters and encoder', (threshold) => lettersAndMeaning(threshold, encoded), LETTERS_THRESHOLDS),
];
const own = sets.map((set) => measure(set, (list) => seamark(list)));
const meant = sets.map((set, at) =>
  encoded !== undefined && isEnglish(set) ? measure(set, (list) => seamark(list, encoded)) : own[at],
);

console.log('V-measure / ARI / purity; groups found of true. Sets in other languages than English have no encoder.\n');
const columns = [
  { name: 'seamark', each: own },
  { name: 'with encoder', each: meant },
  ...baselines.map(({ name, each }) => ({ name, each })),
];
console.log(row(['set', 'keywords', 'ms', ...columns.map(({ name }) => name)]));
for (const [at, set] of sets.entries()) {
  const keywords = set.samples.reduce((sum, sample) => sum + sample.length, 0) / set.samples.length;
  const took = cpuMsOf(() => measure(set, (list) => seamark(list))) / set.samples.length;
  const cells = columns.map(({ each }) => shown(each[at]));
  console.log(row([set.name, String(Math.round(keywords)), took.toFixed(0), ...cells]));
}
for (const kind of new Set(sets.map((set) => set.kind))) {
  const cells = columns.map(({ each }) => shown(meanOf(each.filter((_, at) => sets[at]?.kind === kind))));
  console.log(row([`**mean: ${kind}**`, '', '', ...cells]));
}

function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Vectors of the keywords of all English sets; undefined where the encoder is not installed. */
async function encodeSets(): Promise<ReadonlyMap<string, Float32Array> | undefined> {
  if (!isEncoderInstalled()) return undefined;
  const samples = sets.filter(isEnglish).flatMap((set) => set.samples);
  const texts = [...new Set(samples.flat().map(({ keyword }) => keyword))];
  const vectors = await encodeTexts.run(texts);
  return new Map(texts.flatMap((text, at) => [[text, vectors[at] ?? new Float32Array()] as const]));
}

function isEnglish({ samples }: BenchSet): boolean {
  const { each } = guessLanguages(samples[0]?.map(({ keyword }) => keyword) ?? []);
  return each.filter((language) => language === 'en').length >= 0.8 * each.length;
}

function seamark(keywords: readonly string[], vectors?: ReadonlyMap<string, Float32Array>): readonly number[] {
  const { clusters } = clusterKeywords.run({ keywords, known: undefined, vectors });
  const groups = new Map(
    clusters.flatMap(({ keywords: members }, at) => members.map((member) => [member, at] as const)),
  );
  return keywords.map((keyword, at) => groups.get(keyword) ?? clusters.length + at);
}

interface Measured {
  readonly v_measure: number;
  readonly ari: number;
  readonly purity: number;
  readonly found: number;
  readonly real: number;
}

function measure(set: BenchSet, grouping: Grouping): Measured {
  const sums = { v_measure: 0, ari: 0, purity: 0, found: 0, real: 0 };
  for (const sample of set.samples) {
    const labels = sample.map(({ label }) => label);
    const groups = grouping(sample.map(({ keyword }) => keyword));
    const { v_measure, ari, purity } = agreementOf(labels, groups);
    sums.v_measure += v_measure / set.samples.length;
    sums.ari += ari / set.samples.length;
    sums.purity += purity / set.samples.length;
    sums.found += new Set(groups).size / set.samples.length;
    sums.real += new Set(labels).size / set.samples.length;
  }
  return sums;
}

interface Baseline {
  readonly name: string;
  readonly each: readonly (Measured | undefined)[];
}

/** A set alone of its kind is scored with the threshold that is best on it. */
function crossValidate(name: string, make: (threshold: number) => Grouping, thresholds: readonly number[]): Baseline {
  const tried = thresholds.map((threshold) => sets.map((set) => measure(set, make(threshold))));
  const each = sets.map(({ kind }, left) => {
    const others = sets.flatMap((set, at) => (set.kind === kind && at !== left ? [at] : []));
    const judges = others.length === 0 ? [left] : others;
    const worth = (measured: readonly Measured[]): number =>
      judges.reduce((sum, at) => sum + (measured[at]?.v_measure ?? 0) + (measured[at]?.ari ?? 0), 0);
    return tried.toSorted((one, other) => worth(other) - worth(one))[0]?.[left];
  });
  return { name, each };
}

function meanOf(all: readonly (Measured | undefined)[]): Measured {
  const known = all.filter((each) => each !== undefined);
  const mean = (field: keyof Measured): number => known.reduce((sum, each) => sum + each[field], 0) / known.length;
  return {
    v_measure: mean('v_measure'),
    ari: mean('ari'),
    purity: mean('purity'),
    found: mean('found'),
    real: mean('real'),
  };
}

function writtenSets(): BenchSet[] {
  return [...WRITTEN, ...WRITTEN_LATER].map((set) => ({
    kind: 'written',
    name: nameOf(set),
    samples: [readRows(set)],
  }));
}

function nameOf({ seen, name }: WrittenSet): string {
  return `${seen ? '' : 'unseen: '}${name}`;
}

function readRows({ rows }: WrittenSet): Labelled[] {
  return rows
    .trim()
    .split('\n')
    .flatMap((line, at) => line.split(';').map((keyword) => ({ keyword: keyword.trim(), label: String(at) })));
}

function businessSets(): BenchSet[] {
  const crossed = CROSSED.map((set) => ({ name: `crossed, ${set.name}`, samples: [crossSet(set)] }));
  const listed = BUSINESSES.map((set) => ({ name: nameOf(set), samples: [readRows(set)] }));
  return [...crossed, ...listed].map((set) => ({ kind: 'several things', ...set }));
}

function madeSets(): BenchSet {
  return {
    kind: 'written',
    name: 'made: subject × want',
    samples: Array.from({ length: SAMPLES }, (_, at) => madeSet(at + 1, 200)),
  };
}

function folderSets(folder: string | undefined): BenchSet[] {
  if (folder === undefined) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.tsv'));
  return files.sort().map((file) => {
    const byLabel = new Map<string, Set<string>>();
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      const [keyword = '', label = ''] = line.split('\t');
      if (keyword.trim() !== '' && label !== '')
        byLabel.set(label, (byLabel.get(label) ?? new Set()).add(keyword.trim()));
    }
    return {
      kind: 'public',
      name: file.replace('.tsv', ''),
      samples: Array.from({ length: SAMPLES }, (_, at) => sampleOf(byLabel, at + 1)),
    };
  });
}

function listSets(folder: string | undefined): BenchSet[] {
  if (folder === undefined) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.txt'));
  return files.sort().map((file) => {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n');
    const rows = lines.flatMap((line) => {
      const [label = '', keywords = ''] = line.split(':');
      return keywords
        .split('|')
        .flatMap((keyword) => (keyword.trim() === '' ? [] : { keyword: keyword.trim(), label }));
    });
    return { kind: 'one subject', name: file.replace('.txt', ''), samples: [rows] };
  });
}

function sampleOf(byLabel: ReadonlyMap<string, ReadonlySet<string>>, seed: number): Labelled[] {
  const random = randomFrom(seed);
  const rich = [...byLabel].filter(([, texts]) => texts.size >= 3);
  const rows: Labelled[] = [];
  for (const [label, texts] of shuffled(rich, random)) {
    if (rows.length >= 200) break;
    rows.push(
      ...shuffled([...texts], random)
        .slice(0, 10)
        .map((keyword) => ({ keyword, label })),
    );
  }
  return rows.slice(0, 200);
}

function shown(measured: Measured | undefined): string {
  if (measured === undefined) return '';
  const { v_measure, ari, purity, found, real } = measured;
  return `${v_measure.toFixed(3)} / ${ari.toFixed(3)} / ${purity.toFixed(3)}; ${Math.round(found)} of ${Math.round(real)}`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
