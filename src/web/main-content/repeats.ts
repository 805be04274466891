import type { PageElement } from '../tree/element.ts';
import { alikeIn } from './features.ts';

/** What is shorter than a line may well be said twice. */
const REPEAT_WORDS_MIN = 4;
/** Cards and posts share attributes and quotes, each in its own right. */
const REPEAT_IN_CARD_WORDS_MIN = 25;
/** Lines of code and cells repeat by nature, and so do words in a sentence. */
const MAY_REPEAT = new Set('pre code table thead tbody tr td th span a b strong em i'.split(' '));

/**
 * Drops blocks whose text stands before them already.
 *
 * Pages hold blocks twice: one for wide screens and one for narrow ones, the slides of a loop, an answer and its
 * preview.
 */
export function dropRepeats(root: PageElement): void {
  const prints = new Map<PageElement, Print>();
  printOf(root, prints);
  dropWithin(root, REPEAT_WORDS_MIN, { prints, said: new Map() });
}

interface Reading {
  readonly prints: ReadonlyMap<PageElement, Print>;
  /** With what holds the block that said it first. */
  readonly said: Map<string, PageElement>;
}

function dropWithin(element: PageElement, wordsMin: number, { prints, said }: Reading): void {
  const cards = new Set(alikeIn(element).flat());
  element.children = element.children.filter((child) => {
    const print = typeof child === 'string' ? undefined : prints.get(child);
    if (typeof child === 'string' || print === undefined) return true;
    if (MAY_REPEAT.has(child.tag) || print.words < REPEAT_WORDS_MIN) return true;
    const key = `${print.hash} ${print.words}`;
    const before = said.get(key);
    // Who writes a paragraph twice in one text means it.
    const meant = before === element && child.tag === 'p';
    if (print.words >= wordsMin && before !== undefined && !meant) return false;
    dropWithin(child, cards.has(child) ? REPEAT_IN_CARD_WORDS_MIN : wordsMin, { prints, said });
    said.set(key, element);
    return true;
  });
}

/** Of the words of a text in their order: that of two texts in a row comes from those of both. */
interface Print {
  readonly hash: number;
  readonly words: number;
}

const EMPTY: Print = { hash: 0, words: 0 };
const BASE = 1_000_003;

function printOf(element: PageElement, into: Map<PageElement, Print>): Print {
  let print = EMPTY;
  for (const child of element.children)
    print = joined(print, typeof child === 'string' ? printOfText(child) : printOf(child, into));
  into.set(element, print);
  return print;
}

function joined(left: Print, right: Print): Print {
  if (right.words === 0) return left;
  return { hash: (Math.imul(left.hash, power(right.words)) + right.hash) | 0, words: left.words + right.words };
}

function printOfText(text: string): Print {
  let print = EMPTY;
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    let hash = 17;
    for (let at = 0; at < word.length; at += 1) hash = (Math.imul(hash, 31) + word.charCodeAt(at)) | 0;
    print = { hash: (Math.imul(print.hash, BASE) + hash) | 0, words: print.words + 1 };
  }
  return print;
}

function power(exponent: number): number {
  let result = 1;
  let square = BASE;
  for (let left = exponent; left > 0; left >>= 1) {
    if ((left & 1) === 1) result = Math.imul(result, square);
    square = Math.imul(square, square);
  }
  return result;
}
