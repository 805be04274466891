import { readTerms } from '../../../text/keyword.ts';

/** A word of running text: where it is and what it is compared by. */
export interface Word {
  readonly start: number;
  readonly end: number;
  /** None for words without meaning; several for `256gb` and the like. */
  readonly terms: readonly string[];
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const PIECE = 1000;
const KNOWN_MAX = 50_000;

/** Cuts texts of one language into words, each word's terms worked out once. */
export class WordReader {
  readonly #language: string;
  readonly #known = new Map<string, readonly string[]>();
  #segmenter: Intl.Segmenter | undefined;

  constructor(language: string) {
    this.#language = language;
  }

  words(text: string, from: number, to: number): Word[] {
    const words: Word[] = [];
    for (const found of text.slice(from, to).matchAll(WORD)) {
      const start = from + found.index;
      if (UNSPACED.test(found[0])) this.#segment(found[0], start, words);
      else words.push({ start, end: start + found[0].length, terms: this.terms(found[0]) });
    }
    return words;
  }

  terms(word: string): readonly string[] {
    let terms = this.#known.get(word);
    if (terms === undefined) {
      terms = word.length > 64 ? [] : readTerms(word, this.#language, 100);
      if (this.#known.size < KNOWN_MAX) this.#known.set(word, terms);
    }
    return terms;
  }

  #segment(run: string, at: number, words: Word[]): void {
    this.#segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
    // ICU copies the rest of the text at every step; cutting long runs into pieces keeps this linear.
    for (let start = 0; start < run.length; start += PIECE) {
      for (const { segment, index } of this.#segmenter.segment(run.slice(start, start + PIECE))) {
        const from = at + start + index;
        words.push({ start: from, end: from + segment.length, terms: this.terms(segment) });
      }
    }
  }
}
