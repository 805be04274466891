import { casingInside, firstUpper, isShouted, titleCase } from './casing.ts';
import type { Facts } from './facts.ts';

export interface KeywordText {
  readonly text: string;
  readonly source: string;
  /** Put together from words that the page has in no one run: a searcher's shorthand, not a heading. */
  readonly rough: boolean;
}

const SAMPLE_CHARACTERS = 50_000;

/**
 * The keyword as a heading in the page's way of writing; undefined when the page does not have all of its words, since
 * a title must not promise what the page does not hold.
 */
export function keywordText(facts: Facts): KeywordText | undefined {
  const { phrase, on_page: onPage } = facts;
  if (phrase !== undefined) return { text: asHeading(facts, phrase.text), source: phrase.source, rough: false };
  if (onPage.words.length === 0 || onPage.missing.length > 0) return undefined;
  const sample = facts.page.text.slice(0, SAMPLE_CHARACTERS);
  const words = facts.keyword.split(' ').map((word) => asWritten(word, sample));
  // `bike repair hamburg`, where the page says `in Hamburg`.
  const last = words.at(-1) ?? '';
  const place = /^\p{Lu}/u.test(last) && words.length > 1 ? facts.phrasing?.inPlace(last) : undefined;
  const isPlaced = place !== undefined && sample.includes(` ${place}`);
  if (isPlaced) words.splice(-1, 1, place);
  return { text: asHeading(facts, words.join(' ')), source: 'keyword', rough: !isPlaced };
}

function asHeading(facts: Facts, text: string): string {
  const plain = isShouted(text) ? text.toLocaleLowerCase(facts.language.code || 'en') : text;
  return facts.title_case ? titleCase(plain) : firstUpper(plain);
}

/** `hamburg` → `Hamburg` where the page writes it so. */
function asWritten(word: string, sample: string): string {
  const { capital, small } = casingInside(sample, word);
  return capital > small ? firstUpper(word) : word;
}
