import { readFeatures } from './features.ts';
import { isBlockLike, RUNS_MAX, type TextRun, textRuns } from './runs.ts';
import type { PreparedPage } from './source.ts';
import { probabilityOf, type TextModel, textModel } from './text-model.ts';
import { contains, newElement, PageElement, type PageNode } from './tree.ts';

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
/** From this share of the expected words in one element, an article is all there. */
const ONE_PLACE_SHARE_MIN = 0.92;
/** A data table is kept whole or not at all. */
const TABLE_SHARE_MIN = 0.5;
const TABLE_WORDS_MAX = 3000;
/** A heading stays with its section when this share of the section is kept. */
const SECTION_SHARE_MIN = 0.7;
const SECTION_RUNS_MAX = 12;
/** The writer of a post: at most this many words, and this many runs before its text. */
const NAME_WORDS_MAX = 4;
const NAME_RUNS_MAX = 8;
const NAMES =
  /\s(?:user-?name|author-?name|message-name|poster|post-?author|author|user-?link|creator|popupctrl|u-author)\s/;
/** Say nothing and belong to what stands around them. */
const SILENT = new Set(['img', 'picture', 'a', 'span', 'hr', 'td', 'th']);
const HEADING = /^h[2-6]$/;

export function chooseContent(page: PreparedPage, model: TextModel = textModel()): Choice {
  const runs = textRuns(page.body);
  const { rows, top } = readFeatures(page.body, runs, page.signals);
  const likely = rows.map((row) => probabilityOf(row, model));
  const threshold = bestThreshold(runs, likely);
  const kept = likely.map((probability) => probability >= threshold);
  if (page.signals.article || page.signals.url_article) leaveOutside(top, runs, likely, kept);
  if (isDiscussion(page)) keepNames(runs, kept);
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
  return {
    content: pruned(page.body, chosen)?.copy ?? newElement('body'),
    words,
    confidence: words === 0 ? 0 : sure / words,
    cut: runs.length >= RUNS_MAX,
  };
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

/** An article that stands in one place leaves out what is elsewhere: teasers, portraits of authors, sign-ups. */
function leaveOutside(
  top: PageElement | undefined,
  runs: readonly TextRun[],
  likely: readonly number[],
  kept: boolean[],
): void {
  if (top === undefined) return;
  const inside = runs.map((run) => contains(top, run.parent));
  let all = 0;
  let there = 0;
  for (const [at, run] of runs.entries()) {
    if (kept[at] !== true) continue;
    const expected = run.words * (likely[at] ?? 0);
    all += expected;
    if (inside[at] === true) there += expected;
  }
  if (there < all * ONE_PLACE_SHARE_MIN) return;
  for (const at of runs.keys()) if (inside[at] !== true) kept[at] = false;
}

function isDiscussion({ signals }: PreparedPage): boolean {
  return signals.discussion || signals.url_discussion || signals.forum_software;
}

/** A post without the name of who wrote it is worth little: names stay with the posts below them. */
function keepNames(runs: readonly TextRun[], kept: boolean[]): void {
  for (const [at, run] of runs.entries()) {
    if (kept[at] === true || run.words > NAME_WORDS_MAX || !isName(run)) continue;
    kept[at] = kept.slice(at + 1, at + 1 + NAME_RUNS_MAX).includes(true);
  }
}

/** The element that marks a name may be the block or inside it. */
function isName(run: TextRun): boolean {
  const inside = run.parent.children.slice(run.from, run.to).filter((child) => typeof child !== 'string');
  return [...inside, run.parent, run.parent.parent].some(
    (element) =>
      element !== undefined && (NAMES.test(element.names) || element.attributes.get('itemprop') === 'author'),
  );
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
  const tables = Map.groupBy(runs.keys(), (at) => innermostTable(runs[at]?.parent));
  for (const [table, members] of tables) {
    if (table === undefined || table.words > TABLE_WORDS_MAX) continue;
    const wordsOf = (at: number): number => runs[at]?.words ?? 0;
    const words = members.reduce((sum, at) => sum + wordsOf(at), 0);
    const keptWords = members.reduce((sum, at) => sum + (kept[at] === true ? wordsOf(at) : 0), 0);
    for (const at of members) kept[at] = keptWords / Math.max(words, 1) >= TABLE_SHARE_MIN;
  }
}

function innermostTable(element: PageElement | undefined): PageElement | undefined {
  for (let at: PageElement | undefined = element; at !== undefined; at = at.parent) if (at.tag === 'table') return at;
  return undefined;
}

interface Pruned {
  readonly copy: PageElement;
  /** Holds chosen text, not only what stands beside some. */
  readonly text: boolean;
}

/**
 * A copy of the tree with the chosen runs and what holds them.
 *
 * Parts without words (pictures, rules, empty cells) stay where text beside them stays. The copies know their
 * parents in the page, where the language of a code block may be written.
 */
function pruned(element: PageElement, chosen: ReadonlyMap<PageElement, readonly TextRun[]>): Pruned | undefined {
  const runs = chosen.get(element) ?? [];
  const children: PageNode[] = [];
  let text = false;
  let silent = SILENT.has(element.tag);
  for (const [at, child] of element.children.entries()) {
    if (runs.some((run) => at >= run.from && at < run.to)) {
      text = true;
      children.push(child);
      continue;
    }
    const beside = unchosen(child, chosen);
    if (beside === undefined) continue;
    children.push(beside.node);
    text ||= beside.text;
    silent ||= beside.silent;
  }
  if (!text && (element.words > 0 || !silent)) return undefined;
  const copy = new PageElement(element.tag, element.attributes, element.parent);
  copy.words = element.words;
  copy.children = children;
  return { copy, text };
}

function unchosen(
  child: PageNode,
  chosen: ReadonlyMap<PageElement, readonly TextRun[]>,
): { readonly node: PageNode; readonly text: boolean; readonly silent: boolean } | undefined {
  if (typeof child === 'string') return child.trim() === '' ? { node: ' ', text: false, silent: false } : undefined;
  if (isBlockLike(child)) {
    const inner = pruned(child, chosen);
    return inner === undefined ? undefined : { node: inner.copy, text: inner.text, silent: !inner.text };
  }
  return child.words === 0 && SILENT.has(child.tag) ? { node: child, text: false, silent: true } : undefined;
}
