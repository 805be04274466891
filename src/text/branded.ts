import { domainToUnicode } from 'node:url';

import { ownerDomain } from '../web/url.ts';
import { tokenize } from '../web/words.ts';
import { cleanText, stripAccents } from './normalize.ts';
import { readWordLists } from './word-lists.ts';

/** What a brand goes by. */
export interface BrandNames {
  readonly name: string;
  readonly aliases: readonly string[];
  /** Hosts; each stands for its subdomains too. */
  readonly domains: readonly string[];
}

/**
 * Tells whether a keyword, an anchor or a mention contains a brand: its name, an alias, one of its domains or the label
 * of one (`harbourbikes` of harbourbikes.example).
 *
 * Spellings are compared by their letters after NFKC and case folding, so that spaces, hyphens and dots make no
 * difference, and with and without accents, since half of all searches are typed without them. A spelling begins and
 * ends with a word: `apple` is not in `pineapple`. Scripts without spaces are cut by dictionary.
 *
 * @returns null for every text where there is no brand
 */
export function branding(brand: BrandNames | null): (text: string) => boolean | null {
  if (brand === null) return () => null;
  const spellings = readSpellings(brand);
  return (text) => hasSpelling(text, spellings);
}

/** Tells whether a search is the name of a brand, in any spelling, and nothing else. */
export function naming(brand: BrandNames | null): (text: string) => boolean {
  if (brand === null) return () => false;
  const names = new Set(listBrandLetters(brand));
  return (text) => spellName(cutChunks(text).flat()).some((name) => names.has(name));
}

/** The letters of every spelling of a brand, as `spellName` writes them. */
export function listBrandLetters(brand: BrandNames): string[] {
  return [...readSpellings(brand).keys()];
}

/** A word or name in the ways that domains and people spell it: without accents, and German umlauts as two letters. */
export function spellName(words: readonly string[]): string[] {
  const joined = words.join('');
  const pairs = joined.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');
  return [...new Set([stripAccents(joined), stripAccents(pairs)])];
}

/** Whether a space may stand inside of a spelling, by its letters. */
type Spellings = ReadonlyMap<string, boolean>;

/** Names of fewer letters make other words when they are cut by a space: `look at t-shirts` does not name AT&T. */
const SPLIT_LETTERS_MIN = 5;
const TEXT_CHARACTERS_MAX = 2000;

function readSpellings({ name, aliases, domains }: BrandNames): Spellings {
  const spellings = new Map<string, boolean>();
  const add = (words: readonly string[], mayBeSplit: boolean): void => {
    for (const letters of spellName(words))
      if (letters !== '') spellings.set(letters, mayBeSplit || spellings.get(letters) === true);
  };
  for (const written of [name, ...aliases]) {
    const chunks = cutChunks(written);
    const words = chunks.flat();
    add(words, chunks.length > 1 || words.join('').length >= SPLIT_LETTERS_MIN);
  }
  const own = new Set([name, ...aliases].flatMap((written) => tokenize(written)));
  for (const host of domains) {
    add(tokenize(domainToUnicode(host)), false);
    const label = tokenize(readLabel(host));
    if (isTelling(label, own)) add(label, true);
  }
  return spellings;
}

function hasSpelling(text: string, spellings: Spellings): boolean {
  const longest = Math.max(0, ...[...spellings.keys()].map((letters) => letters.length));
  const words = cutChunks(text).flatMap((chunk, at) => chunk.map((word) => ({ word, chunk: at })));
  return words.some(({ chunk }, start) => {
    const run: string[] = [];
    let length = 0;
    for (const next of words.slice(start)) {
      run.push(next.word);
      length += stripAccents(next.word).length;
      if (length > longest) return false;
      const isSplit = next.chunk !== chunk;
      if (spellName(run).some((letters) => spellings.get(letters) === true || (!isSplit && spellings.has(letters))))
        return true;
    }
    return false;
  });
}

/** The words of a text, by the spaces between them. */
function cutChunks(text: string): (readonly string[])[] {
  return cleanText(text, TEXT_CHARACTERS_MAX)
    .split(' ')
    .map(tokenize)
    .filter((words) => words.length > 0);
}

/** `harbourbikes` of www.harbourbikes.co.uk; '' for an IP address. */
function readLabel(host: string): string {
  const owner = ownerDomain(host);
  return owner === undefined ? '' : (domainToUnicode(owner).split('.')[0] ?? '');
}

/** Most words of a language are shorter, and so are most labels that somebody's brand shares with a plain word. */
const LABEL_LETTERS_MIN = 10;

/**
 * Whether a label stands for the brand wherever it is written. `shoes` of shoes.example does not: searches for shoes are
 * not searches for the brand. A label counts when it is long, is not a word of the name, and is not made of common words
 * alone (`cheapflights`). Whoever goes by a shorter one has it as name or alias.
 */
function isTelling(words: readonly string[], own: ReadonlySet<string>): boolean {
  const letters = words.join('');
  return letters.length >= LABEL_LETTERS_MIN && !own.has(letters) && !isMadeOfCommonWords(letters);
}

const COMMON = new Set(
  ['stop-words.tsv', 'everyday-words.tsv', 'search-words.tsv', 'services.tsv'].flatMap((file) =>
    [...readWordLists(file).values()].flat(),
  ),
);
/** Shorter words are found in every name. */
const COMMON_LETTERS_MIN = 3;

function isMadeOfCommonWords(letters: string): boolean {
  const reached = [true];
  for (let end = COMMON_LETTERS_MIN; end <= letters.length; end += 1) {
    for (let start = 0; start <= end - COMMON_LETTERS_MIN; start += 1)
      if (reached[start] === true && COMMON.has(letters.slice(start, end))) reached[end] = true;
  }
  return reached[letters.length] === true;
}
