import { stemTerm } from '../keyword.ts';
import { isStopWord } from '../stop-words.ts';
import { findTermMeaning } from '../synonyms.ts';

/** A word of a text with the term that it is compared by; '' where it carries no meaning. */
export interface Word {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu;
/** Words that a hyphen joins, of which each means what it means alone: `two-person`, but not `e-mail` or `WD-40`. */
const COMPOUND = /^\p{L}{3,}(?:-\p{L}{3,})+$/u;

/** The words of a text in their order, by what they mean in its language. */
export function readWords(text: string, language: string): Word[] {
  const words: Word[] = [];
  for (const { written, index } of listWritten(text)) {
    const folded = written.normalize('NFKC').toLowerCase().replaceAll('’', "'").replace(/'s$/, '');
    const term =
      folded.length > 64 || isStopWord(folded, language) ? '' : findTermMeaning(stemTerm(folded, language), language);
    words.push({ term, start: index, end: index + written.length });
  }
  return words;
}

function* listWritten(text: string): Generator<{ readonly written: string; readonly index: number }> {
  for (const { 0: written, index } of text.matchAll(WORD)) {
    if (!COMPOUND.test(written)) {
      yield { written, index };
      continue;
    }
    let at = index;
    for (const part of written.split('-')) {
      yield { written: part, index: at };
      at += part.length + 1;
    }
  }
}
