import { domainToUnicode } from 'node:url';

import { foldText, tokenize } from '../../../web/words.ts';
import type { Target } from '../../../web/target.ts';
import { ownerDomain } from '../../../web/url.ts';
import { cleanText, stripAccents } from '../../../text/normalize.ts';

/** The names that a site goes by, from its domain and from the ends of its titles. */
export interface Brand {
  /** As it stands in the domain: `harbour-bikes`. */
  readonly label: string;
  /** Words of the label that are written apart there. */
  readonly label_words: readonly string[];
  /** Letters alone of every name, as `lettersOf` writes them. */
  readonly keys: ReadonlySet<string>;
}

/** What parts a title from the name of its site. Titles are cleaned before, so that white space is one space. */
const SEPARATOR = / (?:[|–—·•»«:-]|::) | ?[｜|] ?|: /u;
const TITLE_CHARACTERS_MAX = 300;
const PARTS_MAX = 12;

/** A part that stands at the end of so many different titles, and of half of them, is the name of the site. */
const RECURRING_TITLES_MIN = 3;
const RECURRING_SHARE_MIN = 0.5;
const NAME_WORDS_MAX = 5;
const INITIALS_MIN = 3;
/** Shorter names are other words with one letter changed. */
const MISSPELT_MIN = 8;
/** The longest run of words that can write one name. */
const RUN_WORDS_MAX = 6;

/** @param known further names that the caller's project says the site goes by */
export function readBrand(target: Target, titles: readonly string[], known: readonly string[] = []): Brand {
  const owner = ownerDomain(target.host) ?? target.host;
  const label = /^[\d.]+$|^\[/.test(owner) ? '' : domainToUnicode(owner).split('.')[0] || owner.split('.')[0] || '';
  const words = tokenize(label);
  const key = words.join('');
  const keys = new Set(spellings(words).filter((each) => each !== ''));
  for (const name of [...findNames(titles, key), ...known])
    for (const each of spellings(tokenize(name))) keys.add(each);
  return { label, label_words: words, keys };
}

/** The parts of a title that are no name of the site: what its page is about. */
export function listSubjects(title: string, brand: Brand): readonly string[] {
  const parts = splitTitle(title);
  return parts.filter((part) => !isName(part, brand));
}

/** The words of a text that write a name of the site, as they stand there; undefined when none do. */
export function findBrand(text: string, brand: Brand): string | undefined {
  const longest = Math.max(0, ...[...brand.keys].map((key) => key.length));
  const words = tokenize(cleanText(text, TITLE_CHARACTERS_MAX));
  for (let start = 0; start < words.length; start += 1) {
    for (let length = 1; length <= RUN_WORDS_MAX && start + length <= words.length; length += 1) {
      const run = words.slice(start, start + length);
      if (run.join('').length > longest + 1) break;
      if (spellings(run).some((each) => isNameOf(each, brand))) return run.join(' ');
    }
  }
  return undefined;
}

function isName(part: string, brand: Brand): boolean {
  return spellings(tokenize(part)).some((each) => brand.keys.has(each));
}

function isNameOf(letters: string, { keys }: Brand): boolean {
  if (keys.has(letters)) return true;
  if (letters.length < MISSPELT_MIN) return false;
  return [...keys].some((key) => key.length >= MISSPELT_MIN && differInOne(letters, key));
}

/** A word in the ways that domains and people spell it: without accents, and German umlauts as two letters. */
function spellings(words: readonly string[]): string[] {
  const joined = words.join('');
  const pairs = joined.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');
  return [...new Set([stripAccents(joined), stripAccents(pairs)])];
}

function splitTitle(title: string): string[] {
  return cleanText(title, TITLE_CHARACTERS_MAX)
    .split(SEPARATOR)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(0, PARTS_MAX);
}

/** Parts of titles that are a name: by the domain, by its initials, or because most titles end or begin with them. */
function findNames(titles: readonly string[], key: string): string[] {
  const different = [...new Set(titles.map((title) => cleanText(title, TITLE_CHARACTERS_MAX)))];
  const counts = new Map<string, number>();
  for (const title of different) {
    const parts = splitTitle(title);
    if (parts.length < 2) continue;
    for (const part of new Set([parts[0], parts.at(-1)].map((each) => foldText(each ?? ''))))
      counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return [...counts]
    .filter(([part, count]) => {
      const words = tokenize(part);
      if (words.length === 0 || words.length > NAME_WORDS_MAX) return false;
      if (isLike(words, key)) return true;
      return count >= RECURRING_TITLES_MIN && count >= different.length * RECURRING_SHARE_MIN;
    })
    .map(([part]) => part);
}

function isLike(words: readonly string[], key: string): boolean {
  if (key === '') return false;
  const initials = words.map((word) => word[0]).join('');
  if (initials.length >= INITIALS_MIN && initials === key) return true;
  return spellings(words).includes(stripAccents(key));
}

/** One letter changed, left out or put in. */
function differInOne(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  return short.length === long.length
    ? short.slice(at + 1) === long.slice(at + 1)
    : short.slice(at) === long.slice(at + 1);
}
