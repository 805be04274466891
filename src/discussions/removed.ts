import { readDataLines } from '../kernel/data.ts';
import { foldPhrase } from '../text/normalize.ts';

const BEGINNINGS = readDataLines(import.meta.url, './data/removed.txt').map((line) => foldPhrase(line));
/** A longer text quotes the words and is not them. */
const CHARACTERS_MAX = 200;

/** Whether a text stands in the place of a post that was taken away. */
export function isRemovedText(text: string | null): boolean {
  if (text === null || text.length > CHARACTERS_MAX) return false;
  const folded = foldPhrase(text);
  return BEGINNINGS.some((beginning) => folded.startsWith(beginning));
}
