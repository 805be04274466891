import { domainToUnicode } from 'node:url';

import { readDataRows } from '../kernel/data.ts';
import { spellName } from '../text/branded.ts';
import { readWordLists } from '../text/word-lists.ts';
import { foldText, tokenize } from '../web/words.ts';
import { ownerDomain } from '../web/url.ts';

/** Somebody who may be named in a text. */
export interface Named {
  readonly name: string;
  readonly aliases: readonly string[];
  /** Hosts; each stands for its subdomains too. */
  readonly domains: readonly string[];
}

/** One way to write a name. */
export interface Spelling {
  /** Place of its owner among those that are looked for. */
  readonly owner: number;
  /** As it was given. */
  readonly written: string;
  /** Whether a space may stand where it was given without one. */
  readonly may_be_split: boolean;
  /** Whether the case of its letters has to be as given: two letters are the beginning of too much. */
  readonly is_exact: boolean;
  /** A word, or several, that everybody uses without meaning anybody. */
  readonly is_ordinary: boolean;
  /** An ordinary word with a capital letter wherever it stands, which then tells nothing. */
  readonly is_always_capital: boolean;
  /** A host as a name: `Booking.com`. */
  readonly is_host: boolean;
}

/** Names of fewer letters make other words when they are cut by a space. */
const SPLIT_LETTERS_MIN = 5;
const EXACT_LETTERS_MAX = 2;
/** Labels of fewer letters are abbreviations that others use as well. */
const LABEL_LETTERS_MIN = 4;
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Every spelling of those that are looked for, by its letters. The first owner of a spelling keeps it. */
export function listSpellings(all: readonly Named[]): ReadonlyMap<string, Spelling> {
  const spellings = new Map<string, Spelling>();
  for (const [owner, { name, aliases, domains }] of all.entries()) {
    for (const written of [name, ...aliases]) addSpelling(spellings, owner, written);
    for (const host of domains) {
      const label = readLabel(host);
      if (tokenize(label).join('').length >= LABEL_LETTERS_MIN) addSpelling(spellings, owner, label);
    }
  }
  return spellings;
}

function addSpelling(spellings: Map<string, Spelling>, owner: number, written: string): void {
  const words = tokenize(written);
  const length = words.join('').length;
  const ordinary = words.length > 0 && words.every(isOrdinary);
  const spelling: Spelling = {
    owner,
    written,
    may_be_split: words.length > 1 || length >= SPLIT_LETTERS_MIN,
    is_exact: length <= EXACT_LETTERS_MAX && !UNSPACED.test(written),
    is_ordinary: ordinary,
    is_always_capital: words.every((word) => CAPITAL.has(word)),
    is_host: isHostName(written),
  };
  for (const letters of spellName(words))
    if (letters !== '' && !spellings.has(letters)) spellings.set(letters, spelling);
}

/** Whether a name is made of words of everyday language alone, so that it has to be told from them. */
export function isOrdinaryName(written: string): boolean {
  const words = tokenize(written);
  return words.length > 0 && words.every(isOrdinary);
}

function isOrdinary(word: string): boolean {
  return ORDINARY.has(word) || (word.length > SINGULAR_MIN && word.endsWith('s') && ORDINARY.has(word.slice(0, -1)));
}

const SINGULAR_MIN = 4;

const ROWS = readDataRows(import.meta.url, 'data/ordinary-words.tsv');
const ORDINARY: ReadonlySet<string> = new Set([
  ...ROWS.flatMap(([, words = '']) => words.split(' ')).map(foldText),
  ...['stop-words.tsv', 'everyday-words.tsv', 'search-words.tsv', 'services.tsv'].flatMap((file) =>
    [...readWordLists(file).values()].flat(),
  ),
]);
const CAPITAL: ReadonlySet<string> = new Set(
  ROWS.filter(([list]) => list === 'capital').flatMap(([, words = '']) => words.split(' ')),
);

function isHostName(written: string): boolean {
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(written.trim());
}

/** `acme` of www.acme.co.uk; '' for an IP address. */
export function readLabel(host: string): string {
  const owner = ownerDomain(host);
  return owner === undefined ? '' : (domainToUnicode(owner).split('.')[0] ?? '');
}
