import { once } from '../kernel/once.ts';
import { stemTerm } from './keyword.ts';
import { stripAccents } from './normalize.ts';
import { findPlaces, findRoute } from './places.ts';
import { isStopWord } from './stop-words.ts';
import { readKeyedRows, readWordLists, readWords } from './word-lists.ts';

/** The words of one choice of a language: the first of each entry stands for those that choose the same. */
type Entries = readonly (readonly string[])[];

/** Choices by language and kind: see choices.tsv. */
const CHOICES: ReadonlyMap<string, ReadonlyMap<string, readonly Entries[]>> = new Map(
  [...readKeyedRows('choices.tsv')].map(([language, rows]) => {
    const kinds = new Map<string, Entries[]>();
    for (const [kind = '', words = ''] of rows)
      kinds.set(kind, [...(kinds.get(kind) ?? []), words.split(' ').map((entry) => entry.split('/'))]);
    return [language, kinds];
  }),
);

function listChoices(language: string, kind: string): readonly Entries[] {
  return CHOICES.get(language)?.get(kind) ?? [];
}

/** The terms that stand for the entries of a kind, of all languages. */
function readChoiceTerms(...kinds: readonly string[]): ReadonlySet<string> {
  return new Set(
    [...CHOICES.keys()].flatMap((language) =>
      kinds.flatMap((kind) => listChoices(language, kind).flat()).map(([word = '']) => stemTerm(word, language)),
    ),
  );
}

const BRANDS = readWordLists('brands.tsv');

/** Rows that stand beside those of a language. */
const FOR_WHOM_ROW = 0;
const BRAND_ROW = -1;
const SERVICE_ROW = -2;
const PLACE_ROW = -3;

const MODELS = readWords('model');
/** Names after which such a word says which model, where no number stands before it. */
const LINES =
  /\p{N}|^(?:iphone|ipad|macbook|airpods|galaxy|pixel|watch|surface|switch|kindle|echo|gopro|hero|playstation|chatgpt|redmi|note|imac)$/u;

const NEGATIONS = readWords('negation');
/** `without`: what it does away with is told by the word behind it. */
export function isNegation(word: string): boolean {
  return NEGATIONS.has(word);
}

/** `gluten free` is what a thing is, `free software` what it costs. */
const FREE_OF = readWords('free_of');

export function isFreeOf(word: string): boolean {
  return FREE_OF.has(word);
}

type Table = ReadonlyMap<string, readonly (readonly [row: number, choice: string])[]>;
const tables = new Map<string, Table>();

function tableOf(language: string): Table {
  const known = CHOICES.has(language) ? language : 'en';
  let table = tables.get(known);
  if (table === undefined) {
    table = buildTable(known);
    tables.set(known, table);
  }
  return table;
}

function buildTable(language: string): Table {
  const table = new Map<string, (readonly [number, string])[]>();
  const add = (entries: Entries, row: number): void => {
    for (const words of entries) {
      const terms = words.map((word) => stemTerm(word, language));
      for (const term of terms) table.set(term, [...(table.get(term) ?? []), [row, terms[0] ?? '']]);
    }
  };
  for (const entries of listChoices(language, 'audience')) add(entries, FOR_WHOM_ROW);
  for (const [at, entries] of listChoices(language, 'option').entries()) add(entries, at + 1);
  for (const kind of SERVICE_KINDS) for (const entries of listChoices(language, kind)) add(entries, SERVICE_ROW);
  for (const names of BRANDS.values())
    add(
      names.map((name) => name.split('/')),
      BRAND_ROW,
    );
  return table;
}

const SERVICE_KINDS = ['service', 'service_own_page', 'service_apart'];

/** What of each choice a search holds. */
export interface Choices {
  readonly rows: ReadonlyMap<number, ReadonlySet<string>>;
  /** `pro max` of a phone: with and without it are two products. */
  readonly model: string;
  /** Things that the search does without. */
  readonly negated: ReadonlySet<string>;
  readonly things: ReadonlySet<string>;
  /** `london→paris`, or ''. */
  readonly route: string;
  /** Brands that are nothing else. */
  readonly branded: boolean;
}

export const NO_CHOICES: Choices = {
  rows: new Map(),
  model: '',
  negated: new Set(),
  things: new Set(),
  route: '',
  branded: false,
};

/** `known` are places that the list at hand tells beside those of the gazetteer. */
export function readChoices(
  words: readonly string[],
  language: string,
  known: ReadonlySet<string> = new Set(),
): Choices {
  const table = tableOf(language);
  const rows = new Map<number, Set<string>>();
  const add = (row: number, choice: string): void => {
    rows.set(row, (rows.get(row) ?? new Set()).add(choice));
  };
  const terms = words.map((word) => stemTerm(word, language));
  for (const term of terms) for (const [row, choice] of table.get(term) ?? []) add(row, choice);
  for (const { name } of findPlaces(words)) add(PLACE_ROW, name);
  for (const word of words) if (known.has(word)) add(PLACE_ROW, stripAccents(word));
  const brands = [...(rows.get(BRAND_ROW) ?? [])];
  return {
    rows,
    model: modelIn(words),
    negated: new Set(
      words.flatMap((word, at) => negatedAt(words, word, at, language)).map((word) => nameThing(word, language)),
    ),
    things: new Set(words.map((word) => nameThing(word, language))),
    route: findRoute(words),
    branded: brands.some((brand) => !unsureBrands().has(brand)),
  };
}

/** Names that are words or parts of larger names as well. */
const unsureBrands = once(() => new Set((BRANDS.get('word') ?? []).map((word) => stemTerm(word, 'en'))));

function modelIn(words: readonly string[]): string {
  const found = words.filter((word, at) => {
    const before = words[at - 1] ?? '';
    if (!MODELS.has(word) || words[at + 1] === 'size') return false;
    return LINES.test(before) || (MODELS.has(before) && LINES.test(words[at - 2] ?? ''));
  });
  return found.join(' ');
}

/** `without a machine` does away with the machine. */
const WORDS_BETWEEN = 2;

function negatedAt(words: readonly string[], word: string, at: number, language: string): string[] {
  const next = words[at + 1];
  if (next === 'free' && isFreeOf(word)) return [word];
  if (next === 'only' && ADULT_GUESTS.has(word)) return ['child'];
  if (!NEGATIONS.has(word)) return [];
  const behind = words.slice(at + 1, at + 2 + WORDS_BETWEEN);
  return [behind.find((each) => !isStopWord(each, language)) ?? next].filter((each) => each !== undefined);
}

const ADULT_GUESTS: ReadonlySet<string> = new Set(['adult', 'adults']);

/** One name for words that stand for the same people: who wants no children wants no toddlers. */
function nameThing(word: string, language: string): string {
  const term = stemTerm(word, language);
  return (
    tableOf(language)
      .get(term)
      ?.find(([row]) => row === FOR_WHOM_ROW)?.[1] ?? term
  );
}

/** Whether two searches chose differently: one for men and one for women, one to hire and one to mend, one with and one without. */
export function chooseDifferently(one: Choices, other: Choices): boolean {
  if (one.model !== other.model || hired(one) !== hired(other)) return true;
  return PARTINGS.some((parted) => parted(one, other) || parted(other, one));
}

const PARTINGS: readonly ((one: Choices, other: Choices) => boolean)[] = [
  chooseAnother,
  goElsewhere,
  oneOpenEach,
  doesWithout,
];

/** Whether only one of two searches chose a brand or for whom: `mens running shoes` and `running shoes`. */
export function chooseAlone(one: Choices, other: Choices): boolean {
  return oneForSome(one, other) || oneBranded(one, other) || oneBranded(other, one);
}

/** Whether a term tells for whom something is. */
export function namesAudience({ rows }: Choices, term: string): boolean {
  return rows.get(FOR_WHOM_ROW)?.has(term) ?? false;
}

function chooseAnother(one: Choices, other: Choices): boolean {
  for (const [row, chosen] of one.rows) {
    const there = other.rows.get(row);
    if (there !== undefined && there.isDisjointFrom(chosen)) return true;
  }
  return false;
}

/** Who names no brand wants to see several. */
function oneBranded(one: Choices, other: Choices): boolean {
  return one.branded && !other.rows.has(BRAND_ROW);
}

function goElsewhere(one: Choices, other: Choices): boolean {
  if (one.route === other.route) return false;
  return (one.route !== '' || other.route !== '') && one.rows.has(PLACE_ROW) && other.rows.has(PLACE_ROW);
}

function doesWithout(one: Choices, other: Choices): boolean {
  // Hardly any search does, and every pair of searches is asked.
  if (one.negated.size === 0) return false;
  const wanted = [...other.things.difference(other.negated)];
  return [...one.negated].some((thing) => wanted.some((each) => each === thing || isKindOf(each, thing)));
}

/** Shorter ends of words are chance. */
const COMPOUND_HEAD_MIN = 3;
const COMPOUND_TAIL_MIN = 4;

/** `Oxalsäure` is an acid: the last part of a compound says what it is. */
function isKindOf(thing: string, kind: string): boolean {
  return kind.length >= COMPOUND_TAIL_MIN && thing.length - kind.length >= COMPOUND_HEAD_MIN && thing.endsWith(kind);
}

/** One page may show the things for everybody and link to those for men; it is not the page that `mens running shoes` wants. */
function oneForSome(one: Choices, other: Choices): boolean {
  const [here, there] = [one.rows.get(FOR_WHOM_ROW), other.rows.get(FOR_WHOM_ROW)];
  return (
    (here === undefined) !== (there === undefined) &&
    [...(here ?? there ?? [])].some((whom) => audiencesWithOwnPage().has(whom))
  );
}

const audiencesWithOwnPage = once(() => readChoiceTerms('audience_own_page'));

/** What is never done on the page of the thing itself: hire, insurance, work. */
const servicesApart = once(() => readChoiceTerms('service_apart'));
/** Whether one names a place and the other none. */
export function namesPlaceAlone(one: Choices, other: Choices): boolean {
  return one.rows.has(PLACE_ROW) && !other.rows.has(PLACE_ROW);
}

/** Whether both name one place. */
export function nameOnePlace(one: Choices = NO_CHOICES, other: Choices = NO_CHOICES): boolean {
  const there = other.rows.get(PLACE_ROW);
  return there !== undefined && !there.isDisjointFrom(one.rows.get(PLACE_ROW) ?? new Set());
}

/** One says for whom and the other what is to be done: `kids bikes` and `used bikes`. */
function oneOpenEach({ rows: one }: Choices, { rows: other }: Choices): boolean {
  return one.has(FOR_WHOM_ROW) && !one.has(SERVICE_ROW) && other.has(SERVICE_ROW) && !other.has(FOR_WHOM_ROW);
}

/** Whether only one of two searches wants a service that has a page of its own: `vélo électrique` and `réparation vélo`. */
export function isServiceAlone(one: Choices, other: Choices): boolean {
  return hasOwnPage(one) !== hasOwnPage(other);
}

const servicesWithOwnPage = once(() => readChoiceTerms('service_own_page'));

function hasOwnPage({ rows }: Choices): boolean {
  return [...(rows.get(SERVICE_ROW) ?? [])].some((choice) => servicesWithOwnPage().has(choice));
}

/** A thing and its hire or insurance never share a page. */
function hired({ rows }: Choices): boolean {
  return [...(rows.get(SERVICE_ROW) ?? [])].some((choice) => servicesApart().has(choice));
}
