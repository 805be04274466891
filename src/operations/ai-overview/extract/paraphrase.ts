/** A run of words that two texts share. */
export interface WordRun {
  readonly words: number;
  readonly text: string;
}

/** More words than any AI Overview and all but the longest pages have. */
const SHORT_WORDS_MAX = 1500;
const LONG_WORDS_MAX = 20_000;
/** Unrelated texts often share two words in a row. */
const RUN_MIN = 4;

/**
 * The longest run of words that both texts contain, the first of equals; null if shorter than four. Takes folded words.
 */
export function findLongestRun(short: readonly string[], long: readonly string[]): WordRun | null {
  const [one, other] = [short.slice(0, SHORT_WORDS_MAX), long.slice(0, LONG_WORDS_MAX)];
  let best = { end: 0, length: 0 };
  let before = new Uint16Array(one.length + 1);
  let row = new Uint16Array(one.length + 1);
  for (const word of other) {
    for (let at = 0; at < one.length; at += 1) {
      const length = one[at] === word ? (before[at] ?? 0) + 1 : 0;
      row[at + 1] = length;
      if (length > best.length || (length === best.length && at < best.end)) best = { end: at, length };
    }
    [before, row] = [row, before];
  }
  if (best.length < RUN_MIN) return null;
  return { words: best.length, text: one.slice(best.end - best.length + 1, best.end + 1).join(' ') };
}
