import type { TextRun } from '../tree/runs.ts';
import type { PageElement } from '../tree/element.ts';

/**
 * What the first pass over a page says about the text around each run, as numbers for the second pass.
 *
 * Content stands together: among likely runs, in an element or section full of them, and in the same make as other
 * likely ones. These decide the runs that the first pass is unsure about.
 */
export const CONTEXT_FEATURES: readonly string[] = (
  'own before3 before2 before1 after1 after2 after3 window3 window8 window20 window_before window_after ' +
  'level0 level1 level2 level3 alike alike_count same_make same_make_count section ' +
  'rank page_expected page_share page_sure expected_before of_most'
).split(' ');

/** Longer runs weigh no more: one long paragraph does not speak for the menu beside it. */
const WORDS_MAX = 200;
const LEVELS = 4;
const COUNT_MAX = 100;
const NEIGHBOURS = [-3, -2, -1, 1, 2, 3];
const WINDOWS = [3, 8, 20];
const SIDE = 8;
/** Nothing above the first or below the last content block is content. */
const OUTSIDE_LOG_ODDS = -4;
const HEADING = /^h[1-6]$/;
const PROBABILITY_MIN = 0.001;

export function readContext(runs: readonly TextRun[], likely: readonly number[]): Float32Array[] {
  const weights = runs.map((run) => Math.min(run.words, WORDS_MAX));
  const line = new Line(weights, likely);
  const keys: (readonly unknown[])[] = [...levelsOf(runs), ...makesOf(runs), sectionsOf(runs)];
  const groups = keys.map((key) => groupsOf(key, weights, likely));
  const logOdds = likely.map((probability) => logOddsOf(probability));
  const most = likely.reduce((max, probability) => Math.max(max, probability), PROBABILITY_MIN);
  const sure = likely.reduce((sum, probability, at) => sum + (weights[at] ?? 0) * probability ** 2, 0);
  const rank = ranksOf(weights, likely);
  const width = CONTEXT_FEATURES.length;
  const table = new Float32Array(runs.length * width);
  return runs.map((_, at) => {
    const row = [logOdds[at] ?? 0, ...NEIGHBOURS.map((step) => logOdds[at + step] ?? OUTSIDE_LOG_ODDS)];
    for (const radius of WINDOWS) row.push(line.mean(at - radius, at + radius + 1));
    row.push(line.mean(at - SIDE, at), line.mean(at + 1, at + 1 + SIDE));
    for (const [place, group] of groups.entries()) {
      row.push(group.mean(at));
      if (place === LEVELS || place === LEVELS + 1) row.push(Math.min(group.count(at), COUNT_MAX));
    }
    row.push(
      rank[at] ?? 0,
      line.expected,
      line.expected / Math.max(line.words, 1),
      sure / Math.max(line.expected, 1e-9),
    );
    row.push(line.before(at) / Math.max(line.expected, 1e-9), (likely[at] ?? 0) / most);
    table.set(row, at * width);
    return table.subarray(at * width, (at + 1) * width);
  });
}

function logOddsOf(probability: number): number {
  const inside = Math.min(Math.max(probability, PROBABILITY_MIN), 1 - PROBABILITY_MIN);
  return Math.log(inside / (1 - inside));
}

/** The runs in their order, with sums up to each. */
class Line {
  readonly words: number;
  readonly expected: number;
  readonly #words: Float64Array;
  readonly #expected: Float64Array;

  constructor(weights: readonly number[], likely: readonly number[]) {
    this.#words = new Float64Array(weights.length + 1);
    this.#expected = new Float64Array(weights.length + 1);
    for (const [at, weight] of weights.entries()) {
      this.#words[at + 1] = (this.#words[at] ?? 0) + weight;
      this.#expected[at + 1] = (this.#expected[at] ?? 0) + weight * (likely[at] ?? 0);
    }
    this.words = this.#words[weights.length] ?? 0;
    this.expected = this.#expected[weights.length] ?? 0;
  }

  /** Expected number of content words before a run. */
  before(at: number): number {
    return this.#expected[at] ?? 0;
  }

  mean(from: number, to: number): number {
    const first = Math.max(0, from);
    const end = Math.min(this.#words.length - 1, to);
    const words = (this.#words[end] ?? 0) - (this.#words[first] ?? 0);
    return words <= 0 ? 0 : ((this.#expected[end] ?? 0) - (this.#expected[first] ?? 0)) / words;
  }
}

interface Groups {
  mean(at: number): number;
  count(at: number): number;
}

function groupsOf(keys: readonly unknown[], weights: readonly number[], likely: readonly number[]): Groups {
  const sums = new Map<unknown, { words: number; expected: number; count: number }>();
  for (const [at, key] of keys.entries()) {
    let sum = sums.get(key);
    if (sum === undefined) {
      sum = { words: 0, expected: 0, count: 0 };
      sums.set(key, sum);
    }
    sum.words += weights[at] ?? 0;
    sum.expected += (weights[at] ?? 0) * (likely[at] ?? 0);
    sum.count += 1;
  }
  const members = keys.map((key) => sums.get(key));
  return {
    mean: (at) => (members[at]?.expected ?? 0) / Math.max(members[at]?.words ?? 0, 1e-9),
    count: (at) => members[at]?.count ?? 0,
  };
}

/** The elements around each run: its own, and the next ones that hold more words; the outermost where there are fewer. */
function levelsOf(runs: readonly TextRun[]): PageElement[][] {
  const levels: PageElement[][] = Array.from({ length: LEVELS }, () => []);
  for (const run of runs) {
    let at: PageElement = run.parent;
    for (const level of levels) {
      level.push(at);
      at = wider(at) ?? at;
    }
  }
  return levels;
}

function wider(element: PageElement): PageElement | undefined {
  let at = element.parent;
  while (at !== undefined && at.words <= element.words) at = at.parent;
  return at;
}

/** What a run is made as: tag and first class of its element, and the same with the two elements around it. */
function makesOf(runs: readonly TextRun[]): [string[], string[]] {
  const known = new Map<PageElement, string>();
  const makeOf = (element: PageElement | undefined): string => {
    if (element === undefined) return '';
    let make = known.get(element);
    if (make === undefined) {
      const name = /\S{1,100}/.exec(element.attributes.get('class') ?? '')?.[0] ?? '';
      make = `${element.tag}.${name.replaceAll(/\d+/g, '0')}`;
      known.set(element, make);
    }
    return make;
  };
  const own = runs.map((run) => makeOf(run.parent));
  const within = runs.map(({ parent }, at) => `${own[at]}<${makeOf(parent.parent)}<${makeOf(parent.parent?.parent)}`);
  return [own, within];
}

/** Runs from one heading to the next have the same number. */
function sectionsOf(runs: readonly TextRun[]): number[] {
  let section = 0;
  return runs.map((run) => {
    if (HEADING.test(run.parent.tag)) section += 1;
    return section;
  });
}

/** Share of the page's words in the runs that are at least as likely. */
function ranksOf(weights: readonly number[], likely: readonly number[]): Float64Array {
  const order = [...likely.keys()].sort((left, right) => (likely[right] ?? 0) - (likely[left] ?? 0) || left - right);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const ranks = new Float64Array(likely.length);
  let words = 0;
  for (const at of order) {
    words += weights[at] ?? 0;
    ranks[at] = words / Math.max(total, 1);
  }
  return ranks;
}
