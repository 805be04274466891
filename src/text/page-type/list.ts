import type { Heading, Link, Page, TextBlock } from '../../web/page/page.ts';
import { counted } from '../../kernel/grammar.ts';
import { tokenize } from '../../web/words.ts';
import { foldPhrase } from '../normalize.ts';
import { findSignals } from '../phrases.ts';
import { isStopWord } from '../stop-words.ts';

/** What shows that a page leads to many things of a kind instead of being about one. */
export interface Listing {
  readonly points: number;
  /** Different pages that the main part links to. */
  readonly pages: number;
  /** Many prices stand beside the things: a category of a shop. */
  readonly priced: boolean;
  readonly why: string;
}

const PRICE = /[$€£¥₹]\s?\d|\d[\d.,]{0,15}\s?(?:€|EUR|USD|GBP|CHF|kr|zł|円)(?!\p{L})|(?:CHF|US\$|EUR|USD|GBP)\s?\d/u;
const DATE =
  /\b(?:\d{4}-\d{2}-\d{2}|\d{1,2}\.\s?\d{1,2}\.\s?\d{4}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s\d{1,2}|\d{1,2}\.?\s(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|ene|abr|ago|dic|janv|févr|avr|juin|juil|août|déc)|\d{1,3} (?:hours?|days?|weeks?|months?) ago)/iu;
/** Blocks that are labels and not sentences. */
const PRICED_CHARACTERS_MAX = 120;
const DATED_CHARACTERS_MAX = 80;
const PROSE_CHARACTERS_MIN = 80;

/** How many of a thing there are at least, and the points that this gives; the first that holds. */
type Steps = readonly (readonly [min: number, points: number])[];
const PRICES: Steps = [
  [20, 3],
  [6, 2],
];
const DATES: Steps = [[8, 1]];
/** Share of the words of a page that are links. */
const LINKED: Steps = [
  [0.6, 3],
  [0.4, 2],
];
const LINKED_PAGES_MIN = 12;
/** Share of the headings that lead to another page. */
const HEADINGS: Steps = [
  [0.8, 3],
  [0.5, 2],
  [0.35, 1],
];
const LINKED_HEADINGS_MIN = 5;
/** Cells of tables, where they are most of the text: standings, schedules, prices of shares. */
const CELLS: Steps = [[60, 3]];
const CELLS_SHARE_MIN = 0.5;
const PROSE: Steps = [
  [1000, -1.5],
  [500, -1],
];

function pointsFor(value: number, steps: Steps): number {
  return steps.find(([min]) => value >= min)?.[1] ?? 0;
}

/** What the main part of a page is made of, counted once for all judges. */
export interface Content {
  readonly blocks: readonly TextBlock[];
  readonly headings: readonly Heading[];
  /** Links that lead to another page. */
  readonly links: readonly Link[];
  readonly prices: number;
  /** Words in paragraphs that are hardly linked. */
  readonly prose: number;
}

export function readContent(page: Page): Content {
  const blocks = page.blocks.filter(({ region }) => region === 'content');
  const own = cutFragment(page.url ?? '');
  return {
    blocks,
    headings: page.headings.filter(({ region, hidden, text }) => region === 'content' && !hidden && text !== ''),
    links: page.links.filter(
      ({ region, hidden, url, href }) =>
        region === 'content' &&
        !hidden &&
        href !== undefined &&
        !NO_PAGE.test(href) &&
        cutFragment(url ?? href) !== own,
    ),
    prices: blocks.filter(isPriceLabel).length,
    prose: blocks.reduce((sum, block) => sum + countProse(block), 0),
  };
}

/** Places on the same page, and what is no page. */
const NO_PAGE = /^(?:#|javascript:|mailto:|tel:)/i;

function cutFragment(url: string): string {
  return url.split('#', 1)[0] ?? '';
}

/** Whether a block is a price and not a sentence that names one. */
export function isPriceLabel({ text }: TextBlock): boolean {
  return text.length <= PRICED_CHARACTERS_MAX && PRICE.test(text);
}

/** Whether a block is the label of a day and not a sentence that names one. */
export function isDateLabel({ text }: TextBlock): boolean {
  return text.length <= DATED_CHARACTERS_MAX && DATE.test(text);
}

function countProse({ kind, text, linked_characters: linked }: TextBlock): number {
  return kind === 'paragraph' && text.length >= PROSE_CHARACTERS_MIN && linked * 3 < text.length
    ? text.split(' ').length
    : 0;
}

/** Weighs linked headings, prices, dates and links against prose. */
export function weighListing({ blocks, headings, links, prices, prose }: Content): Listing {
  const below = headings.filter(({ level }) => level > 1);
  const linked = listLinkedHeadings(below, links).length;
  const dates = blocks.filter(isDateLabel).length;
  const pages = new Set(links.map(({ url, href }) => cutFragment(url ?? href ?? ''))).size;
  const characters = blocks.reduce((sum, { text }) => sum + text.length, 0);
  const cells = countCells(blocks, characters);
  const share = blocks.reduce((sum, block) => sum + block.linked_characters, 0) / Math.max(1, characters);
  const points =
    (linked >= LINKED_HEADINGS_MIN ? pointsFor(linked / below.length, HEADINGS) : 0) +
    (pages >= LINKED_PAGES_MIN ? pointsFor(share, LINKED) : 0) +
    pointsFor(prices, PRICES) +
    pointsFor(dates, DATES) +
    (pages >= LINKED_PAGES_MIN ? pointsFor(cells, CELLS) : 0) +
    pointsFor(prose, PROSE);
  const why = [
    `links to ${counted(pages, 'page')}`,
    ...(linked > 0 ? [counted(linked, 'linked heading')] : []),
    ...(prices > 0 ? [counted(prices, 'price')] : []),
    ...(dates > 0 ? [counted(dates, 'date')] : []),
    ...(cells > 0 ? [counted(cells, 'table cell')] : []),
  ];
  return { points, pages, priced: pointsFor(prices, PRICES) > 0, why: why.join(', ') };
}

function countCells(blocks: readonly TextBlock[], characters: number): number {
  const cells = blocks.filter(({ kind }) => kind === 'table_cell');
  return sumLength(cells) >= characters * CELLS_SHARE_MIN ? cells.length : 0;
}

/** Headings that are a link or stand in one: the names of cards. */
export function listLinkedHeadings(headings: readonly Heading[], links: readonly Link[]): Heading[] {
  const texts = new Set(links.map(({ text }) => text));
  let at = 0;
  return headings.filter(({ text, place }) => {
    while ((links[at + 1]?.place.start ?? Infinity) < place.start) at += 1;
    const around = links[at];
    return texts.has(text) || (around !== undefined && around.place.start < place.start && around.text.includes(text));
  });
}

export interface WrittenList {
  readonly kind: 'ranking' | 'listicle';
  readonly why: string;
}

/** From here on a page counts as one that leads to many things. */
export const LISTING_POINTS_MIN = 3;
const ITEMS_MIN = 4;
const COUNT_SHARE_MIN = 0.6;
const RANKING_PROSE_MIN = 150;
/** `15 skills …`, `The 8 best …`: a number that counts what follows, near the beginning. */
const COUNTED = /^(?:\p{L}+\s){0,3}(\d{1,3})\s\p{L}/u;
const NUMBERED = /^(?:#|no\.?\s?)?(\d{1,3})\s?[.):–—-]/iu;

/** A list that is written out: the best things of a kind, or advice and facts that are counted. */
export function findWrittenList(
  title: string,
  language: string,
  content: Content,
  listing: Listing,
): WrittenList | undefined {
  const isBest = promisesBest(title, language);
  const promised = Number(COUNTED.exec(title)?.[1] ?? 0);
  return findHeadingList(content, isBest, promised) ?? findShortList(content, listing, isBest, promised);
}

/** A heading an item, with text below. */
function findHeadingList(content: Content, isBest: boolean, promised: number): WrittenList | undefined {
  const items = countItems(content.headings);
  if (items < ITEMS_MIN || content.prose < RANKING_PROSE_MIN) return undefined;
  if (isBest) return { kind: 'ranking', why: `a “best of” title with ${items} headings at one level` };
  const numbered = countNumbered(content.headings);
  if (numbered >= ITEMS_MIN) return { kind: 'listicle', why: `${numbered} numbered headings` };
  if (promised < ITEMS_MIN || items < promised * COUNT_SHARE_MIN) return undefined;
  return { kind: 'listicle', why: `a title that promises ${promised} items, with ${items} headings` };
}

/** Items that a line or two describe: so little text shows a list only where the title promises just that. */
function findShortList(content: Content, listing: Listing, isBest: boolean, promised: number): WrittenList | undefined {
  if (listing.points >= LISTING_POINTS_MIN || content.prices > 0) return undefined;
  const kind = isBest ? 'ranking' : 'listicle';
  const items = [countItems(content.headings), countInOrder(content.blocks), countListed(content.blocks)];
  if (promised >= ITEMS_MIN && items.includes(promised))
    return { kind, why: `a title that promises ${promised} items, with as many below it` };
  const described = Math.max(countInOrder(content.blocks), countDescribed(content.blocks));
  if (!isBest || described < ITEMS_MIN) return undefined;
  return { kind, why: `a “best of” title with ${described} items described one by one` };
}

/** Blocks numbered from one upwards, or down to one, as headings or paragraphs. */
function countInOrder(blocks: readonly TextBlock[]): number {
  const numbers = blocks
    .filter(({ kind }) => kind === 'heading' || kind === 'paragraph')
    .flatMap(({ text }) => {
      const match = NUMBERED.exec(text.slice(0, 20));
      return match === null ? [] : [{ number: Number(match[1]), rest: text.slice(match[0].length).trim() }];
    });
  if (numbers.some(({ rest }) => CHAPTER.test(rest))) return 0;
  const upwards = numbers[0]?.number === 1 ? numbers : numbers.toReversed();
  return upwards.every(({ number }, at) => number === at + 1) ? upwards.length : 0;
}

/** Share of the text that a list has to have for the page to be that list. */
const LISTED_SHARE_MIN = 0.5;

/** Items of the only list of a page, where it is most of the page. */
function countListed(blocks: readonly TextBlock[]): number {
  const items = blocks.filter(({ kind }) => kind === 'list_item');
  return sumLength(items) >= sumLength(blocks) * LISTED_SHARE_MIN ? items.length : 0;
}

/** `HubSpot: free for two users`, `Zoho – cheap`: a name, and what is said of it. */
const DESCRIBED = /^.{2,60}?(?::\s|\s[–—-]\s)\S+(?:\s\S+)?/u;
const DESCRIBED_SHARE_MIN = 0.8;

/** The same where most items are a name with a description. */
function countDescribed(blocks: readonly TextBlock[]): number {
  const described = blocks.filter(({ kind, text }) => kind === 'list_item' && DESCRIBED.test(text)).length;
  const listed = countListed(blocks);
  return described >= listed * DESCRIBED_SHARE_MIN ? listed : 0;
}

function sumLength(blocks: readonly TextBlock[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0);
}

/** `The 12 best …`, `Top 10 …`; a later `best` belongs to a sentence. */
function promisesBest(title: string, language: string): boolean {
  const words = tokenize(foldPhrase(title, 300));
  const [first] = findSignals(words, language);
  return (
    first?.kind === 'best' &&
    words.slice(0, first.first).every((word) => isStopWord(word, language) || /^\p{N}+$/u.test(word))
  );
}

/** The most headings of one level below the first. */
function countItems(headings: readonly Heading[]): number {
  const counts = new Map<number, number>();
  for (const { level } of headings) if (level > 1) counts.set(level, (counts.get(level) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

/** What numbered chapters begin with, which are no list. */
const CHAPTER =
  /^(?:introduction|overview|scope|background|abstract|purpose|summary|getting started|einleitung|einführung|überblick|introducción|resumen|aperçu)/iu;

/** Different numbers that headings begin with; none for chapters. */
function countNumbered(headings: readonly Heading[]): number {
  const numbers = new Set<string>();
  for (const { text } of headings) {
    const match = NUMBERED.exec(text.slice(0, 20));
    if (match === null) continue;
    if (CHAPTER.test(text.slice(match[0].length).trim())) return 0;
    numbers.add(match[1] ?? '');
  }
  return numbers.size;
}
