import { crc32 } from 'node:zlib';

import { tokenize } from '../web/words.ts';
import { stem } from './stems.ts';

/**
 * Which words stand beside a term, so that a phrase is looked up by its rarest word: one mark a neighbour, which many words share, as
 * a document is read in the end whether it has the phrase. After the next-word indexes of Williams, Zobel, Bahle, "Fast phrase
 * querying with combined indexes", 2004.
 */
const MARKS = 86;
/** Marks are the characters from `(` to `~` without the backslash. */
const FIRST_MARK = 0x28;
const BACKSLASH = 0x5c;
/** A term beside half of all words tells of no phrase where it stands. */
const TELLING_MAX = MARKS / 2;

/** The mark of one folded word. */
export function neighbourMark(word: string): string {
  const code = FIRST_MARK + (crc32(word) % MARKS);
  return String.fromCharCode(code < BACKSLASH ? code : code + 1);
}

/** The marks of each term's neighbours in some texts; '' where there are too many to tell anything. */
export function markNeighbours(texts: readonly string[], language: string): Map<string, string> {
  const marks = new Map<string, string>();
  const add = (term: string, mark: string): void => {
    const known = marks.get(term) ?? '';
    if (known.length <= TELLING_MAX && !known.includes(mark)) marks.set(term, known + mark);
  };
  for (const text of texts) {
    let before = '';
    let before_mark = '';
    for (const word of tokenize(text)) {
      const term = stem(word, language);
      const mark = neighbourMark(word);
      if (before !== '') {
        add(before, mark);
        add(term, before_mark);
      }
      before = term;
      before_mark = mark;
    }
  }
  for (const [term, known] of marks) if (known.length > TELLING_MAX) marks.set(term, '');
  return marks;
}
