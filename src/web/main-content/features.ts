import { LABEL_FLAGS, labelsOf, NAME_FLAGS, namesReader } from './naming.ts';
import type { TextRun } from '../tree/runs.ts';
import { linkShare, type PageElement } from '../tree/element.ts';
import type { PageSignals } from '../tree/signals.ts';

/**
 * What is known about each run of text, as numbers for the text model.
 *
 * The order of the features is that of `FEATURES`; a model is valid only for the list that it was trained with.
 */
export const FEATURES: readonly string[] = [
  ...NAME_FLAGS.map((name) => `near_${name}`),
  ...NAME_FLAGS.map((name) => `above_${name}`),
  ...LABEL_FLAGS.map((name) => `in_${name}`),
  ...'words characters_per_word link_share links full_stop question commas digits currency upper_case short_case ui_words legal_words same_text'.split(
    ' ',
  ),
  ...'place words_before_share from_h1 after_h1 h1_known'.split(' '),
  ...'before_words before_links before2_words before2_links after_words after_links after2_words after2_links around_words around_links'.split(
    ' ',
  ),
  ...'parent_words parent_links grand_words grand_links great_words great_links depth siblings'.split(' '),
  ...'gather_near gather_in_top gather_top_share gather_first_share'.split(' '),
  ...'repeats repeat_words repeat_links repeat_share repeats2 repeat2_words'.split(' '),
  ...'page_words page_long_share page_links page_runs page_repeat_share main_known main_share article_count'.split(' '),
  ...'says_article says_product says_list says_discussion says_organisation forum_software'.split(' '),
  ...'url_article url_product url_list url_discussion url_documentation url_depth'.split(' '),
  ...'comment_share prose_outside_comments price_share date_share'.split(' '),
];

const UI_WORDS =
  /^(?:(?:log|sign) ?(?:in|up|out)|register|subscribe|share|reply|report|quote|like|follow|search|menu|home|next|prev(?:ious)?|close|back|skip to|read more|learn more|see (?:all|more)|show (?:all|more|less)|view (?:all|more|cart)|load more|shop (?:now|all)|buy now|add to|quick (?:view|shop)|sort by|filter|contact us|get started|get a quote|book|click here|download|print|email|edit|save|copy|sponsored|advertisement|loading|quantity|sold out|in stock|free shipping|choose|select)\b/i;
const LEGAL_WORDS = /©|copyright|all rights reserved|privacy policy|terms (?:of|and|&)|cookie/i;
const CURRENCY = /[$€£¥₹]\s?\d|\d\s?(?:€|£|USD|EUR|kr|zł)/;
/** Longer runs are all equally running text. */
const LONG_WORDS = 20;
/** An element with more than this share of the page's words says nothing of a part of it. */
const WHOLE_PAGE_SHARE = 0.9;

interface Above {
  readonly names: number;
  readonly labels: number;
  readonly near: number;
  readonly depth: number;
}

interface PageFeatures {
  readonly rows: Float32Array[];
  /** The element in which running text gathers. */
  readonly top: PageElement | undefined;
}

export function readFeatures(body: PageElement, runs: readonly TextRun[], signals: PageSignals): PageFeatures {
  const above = readAbove(body, runs);
  const gathering = gatherText(runs, body);
  const repeats = countRepeats(body);
  const page = [...pageFeatures(body, runs, signals, repeats.share), ...mixFeatures(runs, above)];
  const counts = new Map<string, number>();
  for (const run of runs) counts.set(run.text, (counts.get(run.text) ?? 0) + 1);
  const h1 = runs.findIndex((run) => ((above.get(run.parent)?.labels ?? 0) & H1) !== 0);
  let wordsBefore = 0;
  // One block for all: a block each would cost a large page more than its features.
  const table = new Float32Array(runs.length * FEATURES.length);
  const row: number[] = [];
  const rows = runs.map((run, at) => {
    const up = above.get(run.parent) ?? NOTHING_ABOVE;
    row.length = 0;
    pushBits(row, up.near, NAME_FLAGS.length);
    pushBits(row, up.names, NAME_FLAGS.length);
    pushBits(row, up.labels, LABEL_FLAGS.length);
    pushText(row, run, counts.get(run.text) ?? 1);
    row.push(at / runs.length, wordsBefore / Math.max(body.words, 1));
    row.push(h1 === -1 ? 0 : Math.max(-60, Math.min(60, at - h1)), h1 === -1 || at >= h1 ? 1 : 0, h1 === -1 ? 0 : 1);
    pushAround(row, runs, at);
    pushParents(row, run, up.depth);
    pushGathering(row, run, gathering, body);
    repeats.push(row, run.parent);
    row.push(...page);
    wordsBefore += run.words;
    table.set(row, at * FEATURES.length);
    return table.subarray(at * FEATURES.length, (at + 1) * FEATURES.length);
  });
  return { rows, top: gathering.top };
}

const NOTHING_ABOVE: Above = { names: 0, labels: 0, near: 0, depth: 0 };
const H1 = 1 << LABEL_FLAGS.indexOf('h1');

function readAbove(body: PageElement, runs: readonly TextRun[]): Map<PageElement, Above> {
  const known = new Map<PageElement, Above>();
  const readNames = namesReader();
  const own = new Map<PageElement, number>();
  const namesOf = (element: PageElement | undefined): number => {
    if (element === undefined || element === body) return 0;
    let bits = own.get(element);
    if (bits === undefined) {
      bits = readNames(element);
      own.set(element, bits);
    }
    return bits;
  };
  const read = (element: PageElement): Above => {
    const before = known.get(element);
    if (before !== undefined) return before;
    const up = element === body || element.parent === undefined ? NOTHING_ABOVE : read(element.parent);
    const whole = element === body || element.words > WHOLE_PAGE_SHARE * body.words;
    const names = namesOf(element);
    const found: Above = {
      names: whole ? up.names : up.names | names,
      labels: up.labels | labelsOf(element),
      near: names | namesOf(element.parent) | namesOf(element.parent?.parent),
      depth: up.depth + 1,
    };
    known.set(element, found);
    return found;
  };
  for (const run of runs) read(run.parent);
  return known;
}

function pushBits(row: number[], bits: number, count: number): void {
  for (let at = 0; at < count; at += 1) row.push((bits >>> at) & 1);
}

/** Characters of a run that its marks are counted in. */
const SAMPLE_CHARACTERS = 2000;

function pushText(row: number[], run: TextRun, same: number): void {
  const { text, words } = run;
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const letters = Math.max(1, countOf(sample, /\p{L}/gu));
  row.push(Math.min(words, 200), text.length / words, run.linkedWords / words, Math.min(run.links, 20));
  row.push(Number(/[.!。！…]["”’)]?$/.test(text)), Number(/[?？]$/.test(text)), countOf(sample, /[,、，]/g));
  row.push(countOf(sample, /\d/g) / sample.length, Number(CURRENCY.test(sample)));
  row.push(countOf(sample, /\p{Lu}/gu) / letters, countOf(sample, /(?<=^|\s)\p{Lu}/gu) / words);
  row.push(Number(UI_WORDS.test(sample)), Number(LEGAL_WORDS.test(sample)), Math.min(same, 20));
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function pushAround(row: number[], runs: readonly TextRun[], at: number): void {
  for (const step of [-1, -2, 1, 2]) {
    const run = runs[at + step];
    row.push(run === undefined ? 0 : Math.min(run.words, 200), run === undefined ? 1 : run.linkedWords / run.words);
  }
  let words = 0;
  let linked = 0;
  for (let near = Math.max(0, at - 4); near <= Math.min(runs.length - 1, at + 4); near += 1) {
    words += Math.min(runs[near]?.words ?? 0, 100);
    linked += Math.min(runs[near]?.linkedWords ?? 0, 100);
  }
  row.push(words, linked / Math.max(words, 1));
}

function pushParents(row: number[], run: TextRun, depth: number): void {
  let at: PageElement | undefined = run.parent;
  let words = run.words;
  // Wrappers around the same words are one level.
  for (let level = 0; level < 3; level += 1) {
    while (at?.parent !== undefined && at.words <= words) at = at.parent;
    words = at?.words ?? words;
    row.push(Math.min(words, 5000), at === undefined ? 0 : linkShare(at));
  }
  row.push(depth, Math.min(run.parent.parent?.children.length ?? 0, 50));
}

function pushGathering(row: number[], run: TextRun, gathering: ReturnType<typeof gatherText>, body: PageElement): void {
  const { top, topScore, scores } = gathering;
  let inTop = 0;
  let near = 0;
  let first = 0;
  for (let at: PageElement | undefined = run.parent; at !== undefined; at = at.parent) {
    const score = scores.get(at);
    if (score !== undefined) {
      if (first === 0) first = score;
      near = Math.max(near, score);
    }
    if (at === top) inTop = 1;
  }
  const scale = Math.max(topScore, 1);
  row.push(near / scale, inTop, (top?.words ?? 0) / Math.max(body.words, 1), first / scale);
}

function pageFeatures(
  body: PageElement,
  runs: readonly TextRun[],
  signals: PageSignals,
  repeatShare: number,
): number[] {
  const total = Math.max(body.words, 1);
  let long = 0;
  let main = 0;
  let articles = 0;
  for (const run of runs) if (run.words >= LONG_WORDS && run.linkedWords < run.words / 2) long += run.words;
  const visit = (element: PageElement): void => {
    for (const child of element.children) {
      if (typeof child === 'string') continue;
      if (child.tag === 'main' || child.attributes.get('role') === 'main') main = Math.max(main, child.words);
      if (child.tag === 'article') articles += 1;
      visit(child);
    }
  };
  visit(body);
  return [
    Math.min(total, 20_000),
    long / total,
    linkShare(body),
    Math.min(runs.length, 5000),
    repeatShare,
    main > 0 ? 1 : 0,
    main / total,
    Math.min(articles, 50),
    ...[
      signals.article,
      signals.product,
      signals.list,
      signals.discussion,
      signals.organisation,
      signals.forum_software,
    ].map(Number),
    ...[
      signals.url_article,
      signals.url_product,
      signals.url_list,
      signals.url_discussion,
      signals.url_documentation,
    ].map(Number),
    signals.url_depth,
  ];
}

const COMMENT = 1 << NAME_FLAGS.indexOf('comment');
const DATE = /\b(?:19|20)\d\d\b|\b\d{1,2}[:/.]\d\d\b|\bago\b/;

function mixFeatures(runs: readonly TextRun[], above: ReadonlyMap<PageElement, Above>): number[] {
  let total = 1;
  let comments = 0;
  let outside = 0;
  let prices = 0;
  let dates = 0;
  for (const run of runs) {
    total += run.words;
    const inComment = ((above.get(run.parent)?.names ?? 0) & COMMENT) !== 0;
    if (inComment) comments += run.words;
    else if (run.words >= LONG_WORDS && run.linkedWords < run.words / 2) outside += run.words;
    if (run.words > 12) continue;
    if (CURRENCY.test(run.text)) prices += 1;
    if (DATE.test(run.text)) dates += 1;
  }
  const count = Math.max(runs.length, 1);
  return [comments / total, Math.min(outside, 3000), prices / count, dates / count];
}

/**
 * Where running text gathers: each paragraph gives points to the blocks around it, the nearer the more, and links
 * take them away. The idea is that of Arc90's Readability; the weights are plain.
 */
interface Gathering {
  readonly scores: ReadonlyMap<PageElement, number>;
  readonly top: PageElement | undefined;
  readonly topScore: number;
}

/** Shorter runs are labels. */
const PARAGRAPH_WORDS_MIN = 6;
const LEVELS = 5;

function gatherText(runs: readonly TextRun[], body: PageElement): Gathering {
  const points = new Map<PageElement, number>();
  for (const run of runs) {
    if (run.words < PARAGRAPH_WORDS_MIN) continue;
    const commas = run.text.split(/[,،、，;]/).length - 1;
    const score = (1 + Math.min(commas, 10) + Math.min(run.words / 18, 4)) * (1 - run.linkedWords / run.words);
    let share = 1;
    let at: PageElement | undefined = run.parent;
    for (let level = 0; at !== undefined && at !== body.parent && level < LEVELS; at = at.parent, level += 1) {
      points.set(at, (points.get(at) ?? 0) + score * share);
      share = level === 0 ? 1 : level === 1 ? 0.5 : 1 / (level * 3);
    }
  }
  let top: PageElement | undefined;
  let topScore = 0;
  const scores = new Map<PageElement, number>();
  for (const [element, sum] of points) {
    const score = sum * (1 - linkShare(element));
    scores.set(element, score);
    if (score > topScore) {
      topScore = score;
      top = element;
    }
  }
  return { scores, top, topScore };
}

/** Elements of one make beside each other: cards of a list, posts of a thread, entries of a menu. */
interface Repeats {
  /** Words of all repeated elements as a share of the page. */
  readonly share: number;
  /** Appends six features of the nearest and the outermost repetition that `element` stands in. */
  push(row: number[], element: PageElement): void;
}

interface Repeat {
  readonly count: number;
  readonly words: number;
  readonly linkedWords: number;
}

const REPEATS_MIN = 3;
const NO_REPEAT: Repeat = { count: 0, words: 0, linkedWords: 0 };
/** Rows and paragraphs repeat by nature. */
const NEVER_CARDS = new Set(
  'p br span a b strong em i td th tr option img h1 h2 h3 h4 h5 h6 dt dd pre code'.split(' '),
);

function countRepeats(body: PageElement): Repeats {
  const found = new Map<PageElement, Repeat>();
  let words = 0;
  const visit = (parent: PageElement, inside: boolean): void => {
    for (const group of alikeIn(parent)) {
      const total = group.reduce((sum, card) => sum + card.words, 0);
      const linked = group.reduce((sum, card) => sum + card.linkedWords, 0);
      const repeat = { count: group.length, words: total / group.length, linkedWords: linked / group.length };
      for (const card of group) found.set(card, repeat);
      if (!inside) words += total;
    }
    for (const child of parent.children) if (typeof child !== 'string') visit(child, inside || found.has(child));
  };
  visit(body, false);
  const total = Math.max(body.words, 1);
  return {
    share: words / total,
    push(row, element) {
      let nearest = NO_REPEAT;
      let outermost = NO_REPEAT;
      for (let at: PageElement | undefined = element; at !== undefined; at = at.parent) {
        const repeat = found.get(at);
        if (repeat === undefined) continue;
        if (nearest === NO_REPEAT) nearest = repeat;
        outermost = repeat;
      }
      const { count, words: size, linkedWords } = nearest;
      row.push(Math.min(count, 100), Math.min(size, 1000), size === 0 ? 0 : linkedWords / size, (count * size) / total);
      row.push(Math.min(outermost.count, 100), Math.min(outermost.words, 1000));
    },
  };
}

/** Groups of at least `REPEATS_MIN` children with the same tag and first class. */
export function alikeIn(parent: PageElement): PageElement[][] {
  const groups = new Map<string, PageElement[]>();
  for (const child of parent.children) {
    if (typeof child === 'string' || child.words === 0 || NEVER_CARDS.has(child.tag)) continue;
    const make = child.tag + firstClass(child);
    const group = groups.get(make);
    if (group === undefined) groups.set(make, [child]);
    else group.push(child);
  }
  return groups
    .values()
    .filter((group) => group.length >= REPEATS_MIN)
    .toArray();
}

function firstClass(element: PageElement): string {
  const name = element.attributes.get('class')?.trim() ?? '';
  const end = name.search(/\s/);
  return '.' + (end === -1 ? name : name.slice(0, end)).replaceAll(/\d+/g, '0');
}
