import { featureRows } from './features.ts';
import { isBlockLike, RUNS_MAX, type TextRun, textRuns } from './runs.ts';
import type { PreparedPage } from './source.ts';
import { probabilityOf, type TextModel, textModel } from './text-model.ts';
import { newElement, PageElement, type PageNode } from './tree.ts';

/** The part of a page that was chosen as its content, as a tree of its own elements. */
export interface Choice {
  readonly content: PageElement;
  readonly words: number;
  /** Mean probability of the words kept, 0-1: how sure the choice is. */
  readonly confidence: number;
  /** The page has more runs of text than are looked at. */
  readonly cut: boolean;
}

/**
 * Bounds of the probability from which a run is kept. In between, the page decides: the threshold is where the
 * expected F1 of its words is highest, which is high on a page with a clear text and low on a scattered one.
 */
const THRESHOLD = { min: 0.2, max: 0.75 } as const;
/** A data table is kept whole or not at all. */
const TABLE_SHARE_MIN = 0.5;
const TABLE_WORDS_MAX = 3000;
/** A heading stays with its section when this share of the section is kept. */
const SECTION_SHARE_MIN = 0.7;
const SECTION_RUNS_MAX = 12;
/** Say nothing and belong to what stands around them. */
const SILENT = new Set(['img', 'picture', 'a', 'span', 'hr', 'td', 'th']);
const HEADING = /^h[2-6]$/;

export function chooseContent(page: PreparedPage, model: TextModel = textModel()): Choice {
  const runs = textRuns(page.body);
  const likely = featureRows(page.body, runs, page.signals).map((row) => probabilityOf(row, model));
  const threshold = bestThreshold(runs, likely);
  const kept = likely.map((probability) => probability >= threshold);
  keepHeadings(runs, kept);
  keepTables(runs, kept);
  let words = 0;
  let sure = 0;
  const chosen = new Map<PageElement, TextRun[]>();
  for (const [at, run] of runs.entries()) {
    if (kept[at] !== true) continue;
    words += run.words;
    sure += run.words * (likely[at] ?? 0);
    const before = chosen.get(run.parent);
    if (before === undefined) chosen.set(run.parent, [run]);
    else before.push(run);
  }
  return { content: pruned(page.body, chosen)?.copy ?? newElement('body'), words, confidence: words === 0 ? 0 : sure / words, cut: runs.length >= RUNS_MAX };
}

function bestThreshold(runs: readonly TextRun[], likely: readonly number[]): number {
  const order = [...runs.keys()].sort((left, right) => (likely[right] ?? 0) - (likely[left] ?? 0) || left - right);
  const expected = runs.reduce((sum, run, at) => sum + run.words * (likely[at] ?? 0), 0);
  let keptWords = 0;
  let keptExpected = 0;
  let best = 0;
  let threshold = 1;
  for (const at of order) {
    const words = runs[at]?.words ?? 0;
    keptWords += words;
    keptExpected += words * (likely[at] ?? 0);
    const f1 = (2 * keptExpected) / Math.max(keptWords + expected, 1);
    if (f1 <= best) continue;
    best = f1;
    threshold = likely[at] ?? 1;
  }
  return Math.min(Math.max(threshold, THRESHOLD.min), THRESHOLD.max);
}

/** A heading above text that is kept says what the text is about. */
function keepHeadings(runs: readonly TextRun[], kept: boolean[]): void {
  for (const [at, run] of runs.entries()) {
    if (kept[at] === true || headingAbove(run.parent) === undefined) continue;
    let words = 0;
    let keptWords = 0;
    for (let next = at + 1; next < Math.min(runs.length, at + SECTION_RUNS_MAX); next += 1) {
      const below = runs[next];
      if (below === undefined || headingAbove(below.parent) !== undefined) break;
      words += below.words;
      if (kept[next] === true) keptWords += below.words;
    }
    if (words > 0 && keptWords / words > SECTION_SHARE_MIN) kept[at] = true;
  }
}

function headingAbove(element: PageElement): PageElement | undefined {
  for (let at: PageElement | undefined = element; at !== undefined; at = at.parent) if (HEADING.test(at.tag)) return at;
  return undefined;
}

function keepTables(runs: readonly TextRun[], kept: boolean[]): void {
  const tables = new Map<PageElement, number[]>();
  for (const [at, run] of runs.entries()) {
    const table = innermostTable(run.parent);
    if (table === undefined || table.words > TABLE_WORDS_MAX) continue;
    const members = tables.get(table);
    if (members === undefined) tables.set(table, [at]);
    else members.push(at);
  }
  for (const members of tables.values()) {
    let words = 0;
    let keptWords = 0;
    for (const at of members) {
      words += runs[at]?.words ?? 0;
      if (kept[at] === true) keptWords += runs[at]?.words ?? 0;
    }
    const whole = keptWords / Math.max(words, 1) >= TABLE_SHARE_MIN;
    for (const at of members) kept[at] = whole;
  }
}

function innermostTable(element: PageElement): PageElement | undefined {
  for (let at: PageElement | undefined = element; at !== undefined; at = at.parent) if (at.tag === 'table') return at;
  return undefined;
}

/**
 * A copy of the tree with the chosen runs and what holds them.
 *
 * Parts without words (pictures, rules, empty cells) stay where text beside them stays. The copies know their
 * parents in the page, where the language of a code block may be written.
 */
function pruned(element: PageElement, chosen: ReadonlyMap<PageElement, readonly TextRun[]>): { readonly copy: PageElement; readonly text: boolean } | undefined {
  const runs = chosen.get(element) ?? [];
  const children: PageNode[] = [];
  let text = false;
  let silent = false;
  for (const [at, child] of element.children.entries()) {
    if (runs.some((run) => at >= run.from && at < run.to)) {
      text = true;
      children.push(child);
    } else if (typeof child === 'string') {
      if (children.length > 0 && child.trim() === '') children.push(' ');
    } else if (isBlockLike(child)) {
      const inner = pruned(child, chosen);
      if (inner === undefined) continue;
      if (inner.text) text = true;
      else silent = true;
      children.push(inner.copy);
    } else if (child.words === 0 && SILENT.has(child.tag) ) {
      silent = true;
      children.push(child);
    }
  }
  const kept = text || (element.words === 0 && (silent || SILENT.has(element.tag)));
  if (!kept) return undefined;
  const copy = new PageElement(element.tag, element.attributes, element.parent);
  copy.words = element.words;
  copy.children = children;
  return { copy, text };
}
