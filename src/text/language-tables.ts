import { readFileSync } from 'node:fs';

/**
 * The n-gram tables of the language detector `eld`, held in a few megabytes.
 *
 * Loaded as the module they are shipped as, they become a hundred thousand small objects: 200 MB in each thread
 * and a third of a second. Here the same file is read as text into typed arrays, and the detector, which asks
 * for some hundred n-grams a text, is given an object that makes each answer when it is asked for.
 */
export interface Eld {
  detect(text: string): EldResult;
}

interface EldResult {
  readonly language: string;
  getScores(): Readonly<Record<string, number>>;
  isReliable(): boolean;
}

/** @throws Error when the package has another shape than the version that is pinned */
export async function loadEld(): Promise<Eld> {
  const entry = import.meta.resolve('eld/medium');
  const module: unknown = await import(new URL('../languageDetector.js', entry).href);
  const built = member(module, 'createEld');
  const { instance, loadData } = createdEld(Reflect.apply(built, undefined, []));
  loadData(readTables(readFileSync(new URL('../ngrams/medium.js', entry), 'utf8')));
  return instance;
}

interface Tables {
  readonly type: string;
  readonly languages: Readonly<Record<string, string>>;
  readonly ngrams: object;
}

const LANGUAGE = /(\d+):'([a-z]{2})'/g;

/** Reads `{type:'M60',languages:{0:'am',…},…,ngrams:{'abc':{12:104,…},…}}`. */
function readTables(source: string): Tables {
  const type = /type:'(\w+)'/.exec(source)?.[1];
  const start = source.indexOf('ngrams:{');
  if (type === undefined || start === -1) throw new Error('The tables of eld have an unknown form.');
  const head = source.slice(source.indexOf('languages:{'), start);
  const languages = Object.fromEntries([...head.matchAll(LANGUAGE)].map(([, id = '', code = '']) => [id, code]));
  return { type, languages, ngrams: lookupIn(readNgrams(source, start + 'ngrams:{'.length)) };
}

interface Ngrams {
  /** Two hashes of an n-gram, and where its languages begin. */
  readonly slots: Uint32Array;
  readonly languages: Uint8Array;
  readonly scores: Uint16Array;
}

const SLOTS = 2 ** 18;
const PAIRS_MAX = 2 ** 19;
const END = 255;

function readNgrams(source: string, start: number): Ngrams {
  const slots = new Uint32Array(SLOTS * 3);
  const languages = new Uint8Array(PAIRS_MAX);
  const scores = new Uint16Array(PAIRS_MAX);
  let pairs = 1;
  let count = 0;
  let at = start;
  while (source[at] !== '}') {
    const key = readKey(source, at);
    const end = source.indexOf('}', key.end);
    if (end === -1) throw new Error('The tables of eld break off.');
    const slot = slotOf(slots, key.text);
    slots[slot + 2] = pairs;
    for (const pair of source.slice(key.end + 2, end).split(',')) {
      const colon = pair.indexOf(':');
      languages[pairs] = Number(pair.slice(0, colon));
      scores[pairs] = Number(pair.slice(colon + 1));
      pairs += 1;
    }
    languages[pairs] = END;
    pairs += 1;
    count += 1;
    at = source[end + 1] === ',' ? end + 2 : end + 1;
  }
  if (count < 10_000 || count > SLOTS * 0.7 || pairs >= PAIRS_MAX)
    throw new Error('The tables of eld have an unknown size.');
  return { slots, languages: languages.slice(0, pairs), scores: scores.slice(0, pairs) };
}

/** A property name with or without quotes; `end` is where its colon stands. */
function readKey(source: string, start: number): { readonly text: string; readonly end: number } {
  const quote = source[start] ?? '';
  if (quote !== "'" && quote !== '"') {
    const end = source.indexOf(':', start);
    return { text: source.slice(start, end), end };
  }
  let text = '';
  let at = start + 1;
  while (source[at] !== quote) {
    if (source[at] === '\\') at += 1;
    const character = source[at];
    if (character === undefined) throw new Error('The tables of eld break off.');
    text += character;
    at += 1;
  }
  return { text, end: at + 1 };
}

/** The place of an n-gram, or the free one where it belongs. */
function slotOf(slots: Uint32Array, text: string): number {
  let one = 0x811c9dc5;
  let two = 0x9747b28c;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    two = Math.imul(two ^ code, 0x5bd1e995) + 1;
    two ^= two >>> 15;
  }
  const first = one >>> 0;
  const second = two >>> 0;
  let slot = (first % SLOTS) * 3;
  while (slots[slot + 2] !== 0 && (slots[slot] !== first || slots[slot + 1] !== second))
    slot = (slot + 3) % slots.length;
  if (slots[slot + 2] === 0) {
    slots[slot] = first;
    slots[slot + 1] = second;
  }
  return slot;
}

function lookupIn({ slots, languages, scores }: Ngrams): object {
  return new Proxy(
    {},
    {
      get(_target, name): Readonly<Record<number, number>> | undefined {
        if (typeof name !== 'string') return undefined;
        let pair = slots[slotOf(slots, name) + 2] ?? 0;
        if (pair === 0) return undefined;
        const found: Record<number, number> = {};
        for (; languages[pair] !== END; pair += 1) found[languages[pair] ?? 0] = scores[pair] ?? 0;
        return found;
      },
    },
  );
}

/** `createEld` of the pinned version answers an instance and the way to give it tables. */
function createdEld(created: unknown): { readonly instance: Eld; readonly loadData: (tables: Tables) => void } {
  const load = member(created, 'loadData');
  const instance: unknown =
    typeof created === 'object' && created !== null ? Reflect.get(created, 'instance') : undefined;
  if (!isEld(instance)) throw new Error('eld has no instance: another version than the pinned one is installed.');
  return { instance, loadData: (tables) => void load(tables) };
}

function isEld(value: unknown): value is Eld {
  return typeof value === 'object' && value !== null && 'detect' in value && typeof value.detect === 'function';
}

function member(container: unknown, name: string): (...parameters: unknown[]) => unknown {
  const value: unknown = typeof container === 'object' && container !== null ? Reflect.get(container, name) : undefined;
  if (typeof value !== 'function')
    throw new Error(`eld has no ${name}: another version than the pinned one is installed.`);
  return (...parameters) => Reflect.apply(value, undefined, parameters);
}
