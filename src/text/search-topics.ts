import { readDataRows } from '../kernel/data.ts';
import { tokenize } from '../web/words.ts';
import { isDoing } from './infinitives.ts';
import { foldSpelling } from './normalize.ts';
import { isStopWord } from './stop-words.ts';

/** What a word of a search names: a shop, a brand, a local service, an illness, a product. */
export interface FoundTopic {
  readonly topic: string;
  /** Place of the first word, and how many words the name has. */
  readonly at: number;
  readonly size: number;
}

/** Umlauts typed as two letters read like those typed as one. */
function joinUmlauts(name: string): string {
  return name.replaceAll(/(?<![aeq])([aou])e(?![aeiouy])/g, '$1');
}

type Topics = readonly string[];

interface Table {
  readonly topics: ReadonlyMap<string, Topics>;
  /** Words of the longest name that begins with a word. */
  readonly sizes: ReadonlyMap<string, number>;
}

let table: Table | undefined;

/** Read when the first search is, since many processes read none. */
function readTable(): Table {
  if (table !== undefined) return table;
  const topics = new Map<string, string[]>();
  const sizes = new Map<string, number>();
  const rows = readDataRows(import.meta.url, './data/search-topics.tsv').flatMap(([topic = '', names = '']) =>
    names.split(', ').map((name) => ({ topic, words: tokenize(name).map(foldSpelling) })),
  );
  for (const { topic, words } of rows) {
    const [first = ''] = words;
    addTopic(topics, words.join(' '), topic);
    for (const word of [first, cutEnding(first)]) sizes.set(word, Math.max(sizes.get(word) ?? 1, words.length));
  }
  const exact = new Set(topics.keys());
  for (const { topic, words } of rows) {
    const name = words.join(' ');
    const bare = cutEnding(name);
    if (!exact.has(bare) && !NAMES.has(topic) && standsAlone(bare, name)) addTopic(topics, bare, topic);
  }
  table = { topics, sizes };
  return table;
}

/** Languages that the topics are named in. */
const LANGUAGES = ['en', 'de', 'es', 'fr'];

/**
 * Whether what a name is without its ending is still that name: `should` is no `shoulder`, `must` no `Muster` and `cin` no
 * `cine`, while `cat` is one of the `cats`.
 */
function standsAlone(bare: string, name: string): boolean {
  const isShort = bare.length < LETTERS_MIN && !name.endsWith('s');
  return !isShort && !LANGUAGES.some((language) => isStopWord(bare, language));
}

function addTopic(topics: Map<string, string[]>, name: string, topic: string): void {
  const known = topics.get(name);
  if (known === undefined) topics.set(name, [topic]);
  else if (!known.includes(topic)) known.push(topic);
}

/**
 * What words name, in their order, the longer name before the shorter.
 *
 * @param words as `foldSpelling` writes them
 * @param mayBeGerman whether words may be compounds, and umlauts typed as two letters
 */
export function findTopics(words: readonly string[], mayBeGerman: boolean): FoundTopic[] {
  const found: FoundTopic[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const { named, size } = findLongest(words, at, mayBeGerman);
    for (const topic of named) found.push({ topic, at, size });
    at += size - 1;
  }
  return found;
}

interface Named {
  readonly named: Topics;
  readonly size: number;
}

function findLongest(words: readonly string[], at: number, mayBeGerman: boolean): Named {
  const { topics, sizes } = readTable();
  const word = words[at] ?? '';
  let size = Math.min(sizes.get(word) ?? sizes.get(cutEnding(word)) ?? 1, words.length - at);
  let named = lookUp(words.slice(at, at + size).join(' '), topics);
  while (size > 1 && named === undefined) {
    size -= 1;
    named = lookUp(words.slice(at, at + size).join(' '), topics);
  }
  if (endsInDoing(words, at + size, mayBeGerman) && (named?.includes('task') ?? true)) named = DOING;
  return { named: named ?? (mayBeGerman ? readGerman(word, topics) : NONE), size };
}

/** Where folded words name a town or a part of one, the small ones as well. */
export function findTowns(words: readonly string[]): FoundTopic[] {
  return findTopics(words.map(foldSpelling), false).filter(({ topic }) => TOWNS.has(topic));
}

const TOWNS: ReadonlySet<string> = new Set(['city', 'vicinity']);

function endsInDoing(words: readonly string[], end: number, mayBeGerman: boolean): boolean {
  const word = words[end - 1] ?? '';
  const place = end === 1 ? 'first' : end === words.length ? 'last' : 'inside';
  return isDoing(mayBeGerman ? joinUmlauts(word) : word, place);
}

const NONE: Topics = [];
const DOING: Topics = ['thing_to_do'];

function readGerman(word: string, topics: ReadonlyMap<string, Topics>): Topics {
  const joined = joinUmlauts(word);
  return (joined === word ? undefined : lookUp(joined, topics)) ?? findEnding(joined, topics);
}

function lookUp(name: string, topics: ReadonlyMap<string, Topics>): Topics | undefined {
  const exact = topics.get(name);
  if (exact !== undefined) return exact;
  const bare = cutEnding(name);
  return bare === name ? undefined : leaveNames(topics.get(bare));
}

/** The lists have most names in the singular or in the plural alone: without its ending a name stands for both. */
const ENDING = /(?:(?<=[^aeiou])(?:es|en|er)|[snxe])$/;
const LETTERS_MIN = 4;

function cutEnding(name: string): string {
  if (name.length < LETTERS_MIN) return name;
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  if (name.endsWith('aux')) return `${name.slice(0, -3)}al`;
  return name.replace(ENDING, '');
}

/** Shorter endings are those of other words too. */
const ENDING_LETTERS_MIN = 4;
const BEFORE_ENDING_MIN = 3;

/** What a German compound ends in says what it is: `laufschuhe`, `zahnzusatzversicherung`. */
function findEnding(word: string, topics: ReadonlyMap<string, Topics>): Topics {
  const bare = cutEnding(word);
  for (let start = BEFORE_ENDING_MIN; start <= word.length - ENDING_LETTERS_MIN; start += 1) {
    const found =
      topics.get(word.slice(start)) ??
      (start <= bare.length - ENDING_LETTERS_MIN ? topics.get(bare.slice(start)) : undefined);
    if (found !== undefined) return leaveNames(found) ?? NONE;
  }
  return NONE;
}

/** Names have no plural, and a word that ends in one has nothing to do with it: `stocks` is not StockX. */
const NAMES: ReadonlySet<string> = new Set(
  (
    'retailer brand car_brand car_model product_line bank insurer telco carrier parcel food_brand travel_brand portal ' +
    'media software dev_tool game authority attraction city land vicinity first_person'
  ).split(' '),
);

function leaveNames(found: Topics | undefined): Topics | undefined {
  const rest = found?.filter((topic) => !NAMES.has(topic));
  return rest === undefined || rest.length === 0 ? undefined : rest;
}
