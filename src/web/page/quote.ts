import type { Page, Place } from './page.ts';

/** Longest quotation of an element in an answer. */
const QUOTE_CHARACTERS_MAX = 200;

/** The element's start tag as written, on one line, at most 200 characters. */
export function quoteOf(source: string, place: Place): string {
  // Twice the bound is read so that collapsing the whitespace of an indented tag still fills the quotation.
  const written = source.slice(place.start, Math.min(place.end, place.start + 2 * QUOTE_CHARACTERS_MAX));
  return shortened(written);
}

/** Any text from a page on one line, bounded. */
export function shortened(text: string, charactersMax = QUOTE_CHARACTERS_MAX): string {
  const flat = text
    .slice(0, 4 * charactersMax)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (flat.length <= charactersMax) return flat;
  return flat.slice(0, charactersMax - 1).replace(/[\uD800-\uDBFF]$/, '') + '…';
}

/** Any text from a page on one line, cut without a mark. */
export function cleanLine(text: string, charactersMax = 1000): string {
  return text
    .slice(0, charactersMax * 4)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, charactersMax);
}

const LINE_STARTS = new WeakMap<Page, readonly number[]>();

/** Line of an offset in the source of the page, from 1. */
export function lineOf(page: Page, offset: number): number {
  let starts = LINE_STARTS.get(page);
  if (starts === undefined) {
    starts = lineStarts(page.source);
    LINE_STARTS.set(page, starts);
  }
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

function lineStarts(source: string): number[] {
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
