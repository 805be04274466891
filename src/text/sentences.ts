import { readDataLines } from '../kernel/data.ts';
import { findMonth } from '../web/dates.ts';

/** Where a sentence stands in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Compared without case; single letters are taken for initials. */
const ABBREVIATIONS = new Set(
  readDataLines(import.meta.url, 'data/abbreviations.txt').flatMap((line) => line.split(' ')),
);

const END = /[.!?…]+["'”’»)\]]*(?=\s)|[。！？]+[」』）”]*|\n\s*\n/gu;
/** The last word in front of a full stop, within a bound. */
const LAST_WORD = /(\p{L}+)$/u;

/**
 * Cuts running text of any language into sentences, in linear time.
 *
 * A full stop ends one when white space and no small letter follow, and the word before it is no known abbreviation; so
 * `z. B.`, `p. ej.`, `approx. 5` and `J. Smith` stay whole.
 */
export function findSentences(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const found of text.matchAll(END)) {
    const end = found.index + found[0].length;
    if (found[0].startsWith('.') && !endsSentence(text, found.index, end)) continue;
    pushTrimmed(spans, text, start, end);
    start = end;
  }
  pushTrimmed(spans, text, start, text.length);
  return spans;
}

function endsSentence(text: string, stop: number, end: number): boolean {
  const next = /\S/.exec(text.slice(end, end + 50))?.[0];
  if (next !== undefined && /[\p{Ll}\p{N},;]/u.test(next)) return false;
  if (isDayBeforeMonth(text, stop, end)) return false;
  const word = LAST_WORD.exec(text.slice(Math.max(0, stop - 20), stop))?.[1]?.toLowerCase();
  return word === undefined || (word.length > 1 && !ABBREVIATIONS.has(word));
}

/** `am 4. Mai 2025`: languages that write a day with a stop write it before the month; English does not, whose `May` also begins a sentence. */
function isDayBeforeMonth(text: string, stop: number, end: number): boolean {
  const next = /^\s+(\p{Lu}\p{L}{2,11})/u.exec(text.slice(end, end + 20))?.[1] ?? '';
  return (
    /(?<!\p{N})\p{N}{1,2}$/u.test(text.slice(Math.max(0, stop - 3), stop)) && next !== 'May' && findMonth(next) > 0
  );
}

function pushTrimmed(spans: Span[], text: string, from: number, to: number): void {
  let [start, end] = [from, to];
  while (start < end && /\s/.test(text.charAt(start))) start += 1;
  while (end > start && /\s/.test(text.charAt(end - 1))) end -= 1;
  if (end > start) spans.push({ start, end });
}
