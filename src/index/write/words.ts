import { countTerms } from '../../web/words.ts';
import type { PageAddress } from '../../web/url.ts';
import type { DocumentFact } from '../../web/facts/records.ts';

/** The words of a document by where they stand, in parallel lists. */
export interface DocumentWords {
  readonly terms: readonly string[];
  readonly body: readonly number[];
  readonly title: readonly number[];
  readonly heading: readonly number[];
  readonly url: readonly number[];
  /** Words of the body, which BM25 sets in relation to the mean. */
  readonly length: number;
}

/** Text beyond this is kept for nobody to find: it is data, not reading matter. */
export const TEXT_CHARACTERS_MAX = 200_000;
/** A page with more different words than this is a word list. */
const TERMS_MAX = 20_000;
/** Counts are kept in a byte; the score is saturated long before. */
const COUNT_MAX = 255;

export function wordsOf(address: PageAddress, document: DocumentFact): DocumentWords {
  const { language } = document;
  const body = countTerms(document.text.slice(0, TEXT_CHARACTERS_MAX), language);
  const title = countTerms(document.title, language);
  const heading = countTerms(document.headings.map(({ text }) => text).join('\n'), language);
  const url = countTerms(readableUrl(address), language);
  let length = 0;
  for (const count of body.values()) length += count;
  const terms = [...new Set([...title.keys(), ...heading.keys(), ...url.keys(), ...body.keys()])].slice(0, TERMS_MAX);
  const counts = (of: ReadonlyMap<string, number>): number[] =>
    terms.map((term) => Math.min(COUNT_MAX, of.get(term) ?? 0));
  return { terms, body: counts(body), title: counts(title), heading: counts(heading), url: counts(url), length };
}

/** Host and path as words; percent signs that encode nothing stay what they are. */
function readableUrl({ host, path_key }: PageAddress): string {
  try {
    return host + decodeURIComponent(path_key);
  } catch {
    return host + path_key;
  }
}
