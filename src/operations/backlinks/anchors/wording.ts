import { readDataRows } from '../../../kernel/data.ts';
import { tokenize } from '../../../web/words.ts';

/** How the text of a link is worded, whatever it leads to. */

/** The text as somebody would say it who does not mean to buy, and what was left out; undefined where nothing is. */
export interface BuyingText {
  readonly rest: string;
  readonly buying_words: readonly string[];
}

export function readBuyingWords(text: string): BuyingText | undefined {
  const words = tokenize(text);
  const rest: string[] = [];
  const found: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const phrase = BUYING_PHRASES.find((each) => each.every((word, step) => words[at + step] === word));
    if (phrase === undefined) rest.push(words[at] ?? '');
    else {
      found.push(phrase.join(' '));
      at += phrase.length - 1;
    }
  }
  return found.length === 0 ? undefined : { rest: rest.join(' '), buying_words: found };
}

/** `this drill`, `dieser Bohrer`: one noun and a word that points at it. */
export function isPointing(text: string): boolean {
  const words = tokenize(text);
  return POINTING_PHRASES.some(
    (phrase) => words.length === phrase.length + 1 && phrase.every((word, at) => words[at] === word),
  );
}

const BUYING_PHRASES = readPhrases('./data/buying-words.tsv');
const POINTING_PHRASES = readPhrases('./data/pointing-words.tsv');

/** Longest first. */
function readPhrases(path: string): readonly (readonly string[])[] {
  const phrases = readDataRows(import.meta.url, path).flatMap(([, texts = '']) => texts.split('|'));
  return [...new Set(phrases)].map((text) => tokenize(text)).toSorted((one, other) => other.length - one.length);
}
