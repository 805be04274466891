import { FEATURES } from './features.ts';
import type { TextRun } from '../tree/runs.ts';
import { isPosterName } from '../tree/poster.ts';
import { contains, type PageElement } from '../tree/element.ts';
import { isDiscussion, type PageSignals } from '../tree/signals.ts';

/**
 * Bounds of the probability from which a run is kept. In between, the page decides: the threshold is where the
 * expected F1 of its words is highest, which is high on a page with a clear text and low on a scattered one.
 */
const THRESHOLD = { min: 0.35, max: 0.75 } as const;
/** A page with this share of its paragraphs in one element is one text, whatever it says of itself. */
const ONE_TEXT_SHARE_MIN = 0.6;
const PARAGRAPH_WORDS_MIN = 15;
/** Descriptions of products are shorter. */
const PROSE_WORDS_MIN = 600;
/**
 * Names that most sites give to what surrounds a text, and what each adds to the log odds of such a run. The
 * model has seen few sites, so these widespread names count against a run more than it has learned.
 */
interface Clutter {
  readonly features: readonly number[];
  readonly log_odds: number;
}
const AROUND_TEXT: Clutter = {
  features: featuresOf(
    'near_newsletter near_share near_author near_advert near_review above_sidebar above_related above_footer above_nav ' +
      'above_cookie above_modal in_footer in_nav in_aside',
  ),
  log_odds: -1,
};
/** Customers' reviews are to a product what comments are to an article; overlays hold its other variants and help. */
const AROUND_PRODUCT: Clutter = { features: featuresOf('near_review above_review above_modal'), log_odds: -2 };

function featuresOf(names: string): number[] {
  return names.split(' ').map((name) => FEATURES.indexOf(name));
}

/** A line of an article that is nothing but links needs to be this likely. */
const LINKED_LIKELY_MIN = 0.9;
const LINKED_SHARE_MIN = 0.9;
/** A data table is kept whole or not at all. */
const TABLE_SHARE_MIN = 0.5;
const TABLE_WORDS_MAX = 3000;
/** A heading stays with its section when this share of the section is kept. */
const SECTION_SHARE_MIN = 0.7;
const SECTION_RUNS_MAX = 12;
/** Words of a section that was left out, from which on its heading goes with it. */
const EMPTIED_WORDS_MIN = 15;
/** More of them are a list of names, each of which is content. */
const EMPTIED_MAX = 3;
/** Of what is no heading: below all of them. */
const TEXT_LEVEL = 7;
/** The writer of a post: at most this many words, and this many runs before its text. */
const NAME_WORDS_MAX = 4;
const NAME_RUNS_MAX = 8;
const HEADING = /^h[1-6]$/;

/** What is known of a page when its runs are decided on. */
interface Judged {
  readonly runs: readonly TextRun[];
  /** Their features. */
  readonly rows: readonly Float32Array[];
  /** How likely each run is content, 0-1. */
  readonly likely: readonly number[];
  readonly signals: PageSignals;
  /** The element in which running text gathers. */
  readonly top: PageElement | undefined;
}

/** Which runs of a page are its content. */
export function keptRuns(judged: Judged): boolean[] {
  const { runs, signals } = judged;
  const oneText = isOneText(judged);
  const product = !oneText && (signals.product || isShopAddress(signals));
  const clutter = oneText ? AROUND_TEXT : product ? AROUND_PRODUCT : undefined;
  const likely = lessBeside(runs, clutter === undefined ? judged.likely : lowered(judged, clutter));
  const threshold = bestThreshold(runs, likely);
  const kept = likely.map((probability) => probability >= threshold);
  if (oneText && (signals.article || signals.url_article)) leaveLinks(runs, likely, kept);
  if (isDiscussion(signals)) keepNames(runs, kept);
  if (product) keepName(runs, kept);
  keepHeadings(runs, kept);
  keepTables(runs, kept);
  keepCode(runs, kept);
  if (clutter !== undefined) leaveEmptied(runs, kept);
  return kept;
}

/** By its address, where the page does not declare itself to be anything else. */
function isShopAddress({ url_product, article, list, discussion }: PageSignals): boolean {
  return url_product && !article && !list && !discussion;
}

function isOneText({ runs, signals, top }: Judged): boolean {
  if (top === undefined || signals.product || signals.list || signals.url_list || isDiscussion(signals)) return false;
  const { all, there } = paragraphWords(runs, top);
  // An address says less than what the page declares, and less than a text of some length in one place.
  if (isShopAddress(signals) && there < PROSE_WORDS_MIN) return false;
  return all > 0 && there >= all * ONE_TEXT_SHARE_MIN;
}

/** Words of the paragraphs of a page, and of those within an element. */
function paragraphWords(runs: readonly TextRun[], top: PageElement): { readonly all: number; readonly there: number } {
  let all = 0;
  let there = 0;
  for (const run of runs) {
    if (run.words < PARAGRAPH_WORDS_MIN || run.linkedWords >= run.words / 2) continue;
    all += run.words;
    if (contains(top, run.parent)) there += run.words;
  }
  return { all, there };
}

function lowered({ rows, likely }: Judged, clutter: Clutter): number[] {
  return likely.map((probability, at) => {
    const row = rows[at];
    if (row === undefined || !clutter.features.some((feature) => row[feature] === 1)) return probability;
    return shifted(probability, clutter.log_odds);
  });
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

function leaveLinks(runs: readonly TextRun[], likely: readonly number[], kept: boolean[]): void {
  for (const [at, run] of runs.entries()) {
    if (run.linkedWords >= run.words * LINKED_SHARE_MIN && (likely[at] ?? 0) < LINKED_LIKELY_MIN) kept[at] = false;
  }
}

/** A post is worth little without its author's name: names stay with the posts below them. */
function keepNames(runs: readonly TextRun[], kept: boolean[]): void {
  for (const [at, run] of runs.entries()) {
    if (kept[at] === true || run.words > NAME_WORDS_MAX || !isPosterName(run)) continue;
    kept[at] = kept.slice(at + 1, at + 1 + NAME_RUNS_MAX).includes(true);
  }
}

/** The page of a product is nothing without its name. */
function keepName(runs: readonly TextRun[], kept: boolean[]): void {
  const names = [...runs.keys()].filter((at) => runs[at]?.parent.tag === 'h1' || runs[at]?.parent.parent?.tag === 'h1');
  const [only] = names;
  if (names.length === 1 && only !== undefined && kept.includes(true)) kept[only] = true;
}

/** A heading above text that is kept says what the text is about. */
function keepHeadings(runs: readonly TextRun[], kept: boolean[]): void {
  for (const [at, run] of runs.entries()) {
    const heading = kept[at] === true ? undefined : headingAbove(run.parent);
    if (heading !== undefined && heading.tag !== 'h1' && sectionShare(heading, at, runs, kept) > SECTION_SHARE_MIN)
      kept[at] = true;
  }
}

/** A heading all of whose section was left out is a title of nothing: of reviews, of products that are like this one. */
function leaveEmptied(runs: readonly TextRun[], kept: boolean[]): void {
  const levels = runs.map(({ parent }) => Number(headingAbove(parent)?.tag.slice(1) ?? TEXT_LEVEL));
  const emptied = [...runs.keys()].filter((at) => isEmptied(at, { runs, kept, levels }));
  if (emptied.length > EMPTIED_MAX) return;
  for (const at of emptied) kept[at] = false;
}

interface Sections {
  readonly runs: readonly TextRun[];
  readonly kept: readonly boolean[];
  readonly levels: readonly number[];
}

function isEmptied(at: number, { runs, kept, levels }: Sections): boolean {
  const level = levels[at] ?? TEXT_LEVEL;
  if (kept[at] !== true || level === 1 || level === TEXT_LEVEL) return false;
  let words = 0;
  for (let below = at + 1; below < runs.length && (levels[below] ?? TEXT_LEVEL) > level; below += 1) {
    if (kept[below] === true) return false;
    words += runs[below]?.words ?? 0;
  }
  return words >= EMPTIED_WORDS_MIN;
}

/** How much is kept of the words below a heading: up to the next one, or to the end of the card that it heads. */
function sectionShare(heading: PageElement, at: number, runs: readonly TextRun[], kept: readonly boolean[]): number {
  let words = 0;
  let keptWords = 0;
  let section: PageElement | undefined;
  for (const [step, below] of runs.slice(at + 1, at + SECTION_RUNS_MAX).entries()) {
    section ??= commonParent(heading, below.parent);
    if (headingAbove(below.parent) !== undefined || !contains(section, below.parent)) break;
    words += below.words;
    if (kept[at + 1 + step] === true) keptWords += below.words;
  }
  return keptWords / Math.max(words, 1);
}

function commonParent(element: PageElement, other: PageElement): PageElement {
  let at = element;
  while (at.parent !== undefined && !contains(at, other)) at = at.parent;
  return at;
}

/** Code right behind a part of a text that is kept belongs to it. */
function keepCode(runs: readonly TextRun[], kept: boolean[]): void {
  for (const [at, { parent }] of runs.entries()) {
    const before = runs[at - 1];
    if (parent.tag !== 'pre' || before === undefined || kept[at - 1] !== true) continue;
    if (parent.parent !== undefined && contains(parent.parent, before.parent)) kept[at] = true;
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

/**
 * What is seldom content on any kind of page, wherever it appears: legal small print and form labels. Both are
 * too rare in the training pages for the model to have learned.
 */
const SMALL_PRINT = { names: /disclaim|(?:^|[^a-z])legal(?:[^a-z]|$)/, share_max: 0.5, log_odds: -3 } as const;
/** Some pages are one form from top to bottom. */
const FORM = { words_max: 300, log_odds: -1.5 } as const;

/** The probabilities, less for what stands beside the content. */
function lessBeside(runs: readonly TextRun[], likely: readonly number[]): number[] {
  const total = runs.reduce((sum, run) => sum + run.words, 0);
  const known = new Map<PageElement, number>();
  const read = (element: PageElement): number => {
    const before = known.get(element);
    if (before !== undefined) return before;
    const above = element.parent === undefined ? 0 : read(element.parent);
    const found = Math.min(above, ownLogOdds(element, total));
    known.set(element, found);
    return found;
  };
  return likely.map((probability, at) => {
    const run = runs[at];
    return run === undefined ? probability : shifted(probability, read(run.parent));
  });
}

function ownLogOdds(element: PageElement, total: number): number {
  if (element.tag === 'form' && element.words < FORM.words_max) return FORM.log_odds;
  if (element.words > total * SMALL_PRINT.share_max || !SMALL_PRINT.names.test(element.names)) return 0;
  return SMALL_PRINT.log_odds;
}

/** A probability after its log odds have changed by so much. */
function shifted(probability: number, logOdds: number): number {
  const part = probability * Math.exp(logOdds);
  return part / (1 - probability + part);
}
