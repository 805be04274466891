import { readDataRows } from '../kernel/data.ts';
import { stripAccents } from '../text/normalize.ts';
import { foldText, tokenize } from '../web/words.ts';

/** A street as it is compared: its number and the words of its name, whatever their abbreviations. */
export interface Street {
  /** `12`, `12a`, or the numbers of a range. Empty where none is written. */
  readonly numbers: readonly string[];
  /** Words that are neither a type nor a direction. */
  readonly names: readonly string[];
  /** Such as `avenue`. */
  readonly types: readonly string[];
  readonly directions: readonly string[];
}

const KINDS = ['type', 'direction', 'suffix', 'unit', 'word'] as const;
type Kind = (typeof KINDS)[number];

interface Vocabulary {
  readonly words: ReadonlyMap<string, { readonly kind: Kind; readonly form: string }>;
  /** Endings of names, the longest first, with the form that is compared. */
  readonly suffixes: readonly (readonly [ending: string, form: string])[];
}

const ROWS = readDataRows(import.meta.url, './data/address-words.tsv');
const vocabularies = new Map<string, Vocabulary>();

/** Words of all countries, and those of one that take their place: `str` is a street, and in Germany a Straße. */
function readVocabulary(country: string): Vocabulary {
  const known = vocabularies.get(country);
  if (known !== undefined) return known;
  const words = new Map<string, { readonly kind: Kind; readonly form: string }>();
  const suffixes: (readonly [string, string])[] = [];
  for (const [countries = '', written = '', form = '', others = ''] of ROWS) {
    const kind = KINDS.find((each) => each === written);
    if (kind === undefined || (countries !== '*' && !countries.split(',').includes(country))) continue;
    for (const word of [form, ...others.split(' ').filter(Boolean)]) {
      if (kind === 'suffix') suffixes.push([word, form]);
      else words.set(word, { kind, form });
    }
  }
  suffixes.sort(([one], [other]) => other.length - one.length);
  const vocabulary = { words, suffixes };
  vocabularies.set(country, vocabulary);
  return vocabulary;
}

const BOXES: readonly string[] = ROWS.filter(([, kind]) => kind === 'po_box').map(([, , form = '']) => form);

/** Whether an address is a box at a post office, in the words of any country. */
export function isPostBox(text: string): boolean {
  const words = ` ${foldWords(text).join(' ')} `;
  return BOXES.some((box) => new RegExp(` ${box} (?:nr |no )?[\\d]`).test(words) || words.trim() === box);
}

/** Folded words without accents; points are gone with them: `St.` is `st`. */
export function foldWords(text: string): string[] {
  return tokenize(text).map(stripAccents);
}

/** Whether a word says what kind of way it is: `St.`, `Avenue`. */
export function isStreetType(word: string, country: string | null): boolean {
  const [folded = ''] = foldWords(word);
  return readVocabulary(country ?? '').words.get(folded)?.kind === 'type';
}

const NUMBER = /^\d{1,6}[a-z]?$/;

/** @param country ISO 3166-1 alpha-2; null takes the words that all countries share */
export function readStreet(text: string, country: string | null): Street | undefined {
  const { words, suffixes } = readVocabulary(country ?? '');
  const tokens = dropUnits(joinLetters(foldWords(spaceOut(text)), words), words);
  const [numbers, rest] = takeNumbers(tokens);
  if (rest.length === 0) return undefined;
  const parts = rest.flatMap((token): { readonly kind: Kind; readonly form: string }[] => {
    const known = words.get(token);
    if (known !== undefined) return [known];
    const suffix = suffixes.find(([ending]) => token.endsWith(ending) && token.length > ending.length + 1);
    if (suffix === undefined) return [{ kind: 'word', form: token }];
    const [ending, form] = suffix;
    return [
      { kind: 'word', form: token.slice(0, -ending.length) },
      { kind: 'type', form },
    ];
  });
  const formsOf = (kind: Kind): string[] => parts.filter((part) => part.kind === kind).map(({ form }) => form);
  return { numbers, names: formsOf('word'), types: formsOf('type'), directions: formsOf('direction') };
}

/** Abbreviations with a stroke or a point inside, which would be cut in two: `c/`, `v.le`. */
function spaceOut(text: string): string {
  return foldText(text)
    .replaceAll(/\b([a-z])\.([a-z]{2,3})\b\.?/g, '$1$2')
    .replaceAll('#', ' unit ');
}

/** `12 a` is `12a`, unless the letter is a direction. */
function joinLetters(tokens: readonly string[], words: Vocabulary['words']): string[] {
  const joined: string[] = [];
  for (const token of tokens) {
    const before = joined.at(-1);
    const isLetter = /^[a-z]$/.test(token) && !words.has(token);
    if (isLetter && before !== undefined && /^\d{1,6}$/.test(before)) joined[joined.length - 1] = before + token;
    else joined.push(token);
  }
  return joined;
}

/** Suites and floors, which one spelling of an address has and the other leaves out. */
function dropUnits(tokens: readonly string[], words: Vocabulary['words']): string[] {
  const kept: string[] = [];
  let isSkipped = false;
  for (const token of tokens) {
    const isUnit = words.get(token)?.kind === 'unit';
    if (!isUnit && !isSkipped) kept.push(token);
    // `Suite 200`, and `2nd floor`, whose number stands before it.
    if (isUnit && /^\d+(?:st|nd|rd|th)$/.test(kept.at(-1) ?? '')) kept.pop();
    isSkipped = isUnit && !isSkipped;
  }
  return kept;
}

/** The numbers at the beginning or, where there are none, at the end: `12 Main St`, `Straße des 17. Juni 135`. */
function takeNumbers(tokens: readonly string[]): readonly [numbers: string[], rest: string[]] {
  const first = tokens.findIndex((token) => !NUMBER.test(token));
  if (first === -1) return [[...tokens], []];
  if (first > 0) return [tokens.slice(0, first), tokens.slice(first)];
  const last = tokens.findLastIndex((token) => !NUMBER.test(token));
  return [tokens.slice(last + 1), tokens.slice(0, last + 1)];
}

/** Whether two streets are one, numbers aside: a type or direction that only one of them writes says nothing. */
export function isSameStreet(one: Street, other: Street): boolean {
  const name = one.names.join('');
  if (name !== other.names.join('')) return false;
  // `Avenue Road` is made of types alone.
  if (name === '') return one.types.join(' ') === other.types.join(' ');
  return mayAgree(one.types, other.types) && mayAgree(one.directions, other.directions);
}

function mayAgree(one: readonly string[], other: readonly string[]): boolean {
  return one.length === 0 || other.length === 0 || one.some((word) => other.includes(word));
}
