import type { Span } from '../text/sentences.ts';
import { foldText } from '../web/words.ts';

/** A word of a text and where it stands. */
export interface TextWord extends Span {
  /** Folded, without characters of no width. */
  readonly word: string;
}

/** Letters, marks and digits, with characters of no width between them: `har\u00adbour` is one word. */
const WORD = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}\u00ad\u200b-\u200f\u2060\ufeff]*/gu;
const NO_WIDTH = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** The segmenter copies what follows at every step, so that long runs are cut in pieces to stay linear. */
const PIECE = 1000;

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** The words of a text in their order; scripts without spaces are cut by dictionary. */
export function cutWords(text: string): TextWord[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: found, index }) =>
    UNSPACED.test(found) ? segment(found, index) : [wordAt(found, index)],
  );
}

function wordAt(found: string, start: number): TextWord {
  return { word: foldText(found.replaceAll(NO_WIDTH, '')), start, end: start + found.length };
}

function segment(run: string, start: number): TextWord[] {
  const words: TextWord[] = [];
  for (let from = 0; from < run.length; from += PIECE) {
    for (const { segment: part, index } of segmenter.segment(run.slice(from, from + PIECE)))
      words.push(wordAt(part, start + from + index));
  }
  return words;
}
