import type { CutText } from './stems.ts';

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

/** The mark of one folded word, by the hash that Java has for strings. */
export function neighbourMark(word: string): string {
  let hash = 0;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash, 31) + word.charCodeAt(at);
  const code = FIRST_MARK + ((hash >>> 0) % MARKS);
  return String.fromCharCode(code < BACKSLASH ? code : code + 1);
}

/** The marks of each term's neighbours in some texts; '' where there are too many to tell anything. */
export function markNeighbours(texts: readonly CutText[]): Map<string, string> {
  const marks = new Map<string, string>();
  const add = (term: string, mark: string): void => {
    const known = marks.get(term) ?? '';
    if (known.length <= TELLING_MAX && !known.includes(mark)) marks.set(term, known + mark);
  };
  for (const { words, terms } of texts) {
    const own = words.map(neighbourMark);
    for (let at = 1; at < terms.length; at += 1) {
      add(terms[at] ?? '', own[at - 1] ?? '');
      add(terms[at - 1] ?? '', own[at] ?? '');
    }
  }
  for (const [term, known] of marks) if (known.length > TELLING_MAX) marks.set(term, '');
  return marks;
}
