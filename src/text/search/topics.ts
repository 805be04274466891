import { readDataRows } from '../../kernel/data.ts';
import { stripAccents } from '../normalize.ts';

/** What a word of a search names: a shop, a brand, a local service, an illness, a product. */
export interface FoundTopic {
  readonly topic: string;
  /** Place of the first word, and how many words the name has. */
  readonly at: number;
  readonly size: number;
}

const PHRASE_WORDS_MAX = 5;

/** A word as the lists are looked up: without accents, and umlauts typed as two letters like those typed as one. */
export function foldSpelling(word: string): string {
  return stripAccents(word.replaceAll('ß', 'ss').replaceAll('œ', 'oe')).replaceAll(
    /(?<![aeq])([aou])e(?![aeiouy])/g,
    '$1',
  );
}

type Topics = readonly string[];
let table: ReadonlyMap<string, Topics> | undefined;

/** Read when the first search is, since many processes read none. */
function readTable(): ReadonlyMap<string, Topics> {
  if (table !== undefined) return table;
  const topics = new Map<string, string[]>();
  for (const [topic = '', names = ''] of readDataRows(import.meta.url, '../data/search-topics.tsv')) {
    for (const name of names.split(', ')) {
      const key = name.split(' ').map(foldSpelling).join(' ');
      const known = topics.get(key);
      if (known === undefined) topics.set(key, [topic]);
      else if (!known.includes(topic)) known.push(topic);
    }
  }
  table = topics;
  return topics;
}

/** What words name, in their order, the longer name before the shorter. @param words as `foldSpelling` writes them */
export function findTopics(words: readonly string[]): FoundTopic[] {
  const topics = readTable();
  const found: FoundTopic[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const { size, named } = findLongest(words, at, topics);
    for (const topic of named) found.push({ topic, at, size });
    at += size - 1;
  }
  return found;
}

function findLongest(
  words: readonly string[],
  at: number,
  topics: ReadonlyMap<string, Topics>,
): { readonly size: number; readonly named: Topics } {
  for (let size = Math.min(PHRASE_WORDS_MAX, words.length - at); size > 0; size -= 1) {
    const name = size === 1 ? (words[at] ?? '') : words.slice(at, at + size).join(' ');
    const named = topics.get(name) ?? findOtherNumber(name, topics);
    if (named !== undefined) return { size, named };
  }
  return { size: 1, named: findEnding(words[at] ?? '', topics) };
}

/** The lists have most names in the singular or in the plural alone: endings of the one, and what the other has for it. */
const NUMBER_ENDINGS: readonly (readonly [string, string])[] = [
  ['ies', 'y'],
  ['aux', 'al'],
  ['es', ''],
  ['s', ''],
  ['x', ''],
  ['en', ''],
  ['n', ''],
  ['er', ''],
  ['e', ''],
  ['', 's'],
  ['', 'e'],
  ['', 'en'],
];
const NUMBER_LETTERS_MIN = 4;

function findOtherNumber(name: string, topics: ReadonlyMap<string, Topics>): Topics | undefined {
  if (name.length < NUMBER_LETTERS_MIN) return undefined;
  for (const [ending, other] of NUMBER_ENDINGS) {
    if (!name.endsWith(ending)) continue;
    const changed = name.slice(0, name.length - ending.length) + other;
    const found = changed.length < NUMBER_LETTERS_MIN - 1 ? undefined : topics.get(changed);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Shorter endings are those of other words too. */
const ENDING_LETTERS_MIN = 4;
const BEFORE_ENDING_MIN = 3;

/** What a German compound ends in says what it is: `laufschuhe`, `zahnzusatzversicherung`. */
function findEnding(word: string, topics: ReadonlyMap<string, Topics>): Topics {
  for (let start = BEFORE_ENDING_MIN; start <= word.length - ENDING_LETTERS_MIN; start += 1) {
    const ending = word.slice(start);
    const found = topics.get(ending) ?? findOtherNumber(ending, topics);
    if (found !== undefined) return found;
  }
  return [];
}
