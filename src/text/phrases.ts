import { tokenize } from '../web/words.ts';
import { foldPhrase, stripAccents } from './normalize.ts';
import { SIGNALS, type SignalKind } from './signals.ts';
import { readKeyedRows, readWords } from './word-lists.ts';

/** A signal as it was found in a search. */
export interface FoundSignal {
  readonly kind: SignalKind;
  /** As it stands in the text, folded. */
  readonly phrase: string;
  /** Places among the words that it covers; in scripts without spaces those that lie wholly in it. */
  readonly places: readonly number[];
  readonly first: number;
}

/** Phrases by kind of signal, for each language that has some. */
const PHRASES: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> = new Map(
  [...readKeyedRows('signal-phrases.tsv')].map(([language, rows]) => {
    const kinds = new Map<string, string[]>();
    for (const [kind = '', phrases = ''] of rows) {
      const known = kinds.get(kind) ?? [];
      known.push(...phrases.split(', '));
      kinds.set(kind, known);
    }
    return [language, kinds];
  }),
);
const NO_PHRASES: ReadonlyMap<string, readonly string[]> = new Map();

/** All phrases of a language by which searches say what they want; none for a language without a list. */
export function listSignalPhrases(language: string): readonly string[] {
  return [...(PHRASES.get(language) ?? NO_PHRASES).values()].flat();
}

interface Entry {
  readonly kind: SignalKind;
  readonly words: readonly string[];
}

interface Lexicon {
  /** By first word, the longest phrases first. */
  readonly byWord: ReadonlyMap<string, readonly Entry[]>;
  /** Phrases of scripts without spaces, found anywhere in the text. */
  readonly runs: readonly { readonly kind: SignalKind; readonly text: string }[];
}

const lexicons = new Map<string, Lexicon>();
const UNSPACED = new Set(['ja', 'zh']);

/**
 * Which signals words carry, the longest phrase first, no word used twice.
 *
 * The language of the words comes first; English is tried after it everywhere, since searches in other languages
 * borrow `vs`, `login` and `download`.
 */
export function findSignals(words: readonly string[], language: string): FoundSignal[] {
  const bare = words.map(stripAccents);
  const used = new Set<number>();
  const found: FoundSignal[] = [];
  const languages = language === 'en' || language === '' ? ['en'] : [language, 'en'];
  for (const each of languages) {
    const lexicon = lexiconOf(each);
    for (const signal of phrasesIn(bare, lexicon, each === language || language === '')) {
      if (signal.places.some((place) => used.has(place))) continue;
      signal.places.forEach((place) => used.add(place));
      found.push(signal);
    }
    if (lexicon.runs.length > 0) found.push(...runsIn(words, lexicon));
  }
  return found.map((signal) => readAmount(signal, words)).sort((one, other) => one.first - other.first);
}

const ADVICE = readWords('asks_advice');
const PRICE = readWords('asks_price');

/** `How much safety stock should you hold` asks for advice, `how much does a roof cost` for a price. */
function readAmount(signal: FoundSignal, words: readonly string[]): FoundSignal {
  const isAmount = signal.kind === 'cost' && signal.phrase.startsWith('how much');
  if (!isAmount || !words.some((word) => ADVICE.has(word)) || words.some((word) => PRICE.has(word))) return signal;
  return { ...signal, kind: 'question' };
}

/** Single English words that are other words elsewhere. */
const ENGLISH_ALONE = readWords('english_alone');

function phrasesIn(words: readonly string[], lexicon: Lexicon, native: boolean): FoundSignal[] {
  const found: FoundSignal[] = [];
  const all: FoundSignal[] = [];
  for (const [at, word] of words.entries()) {
    if (!native && ENGLISH_ALONE.has(word)) continue;
    for (const { kind, words: wanted } of lexicon.byWord.get(word) ?? []) {
      if (!wanted.every((each, offset) => words[at + offset] === each)) continue;
      const places = wanted.map((_, offset) => at + offset);
      all.push({ kind, phrase: wanted.join(' '), places, first: at });
    }
  }
  // A longer phrase says more than the words it is made of: `what is` over `what`.
  all.sort((one, other) => other.places.length - one.places.length || one.first - other.first);
  const used = new Set<number>();
  for (const signal of all) {
    if (signal.places.some((place) => used.has(place))) continue;
    signal.places.forEach((place) => used.add(place));
    found.push(signal);
  }
  return found;
}

function runsIn(words: readonly string[], lexicon: Lexicon): FoundSignal[] {
  const ends: number[] = [];
  for (const word of words) ends.push((ends.at(-1) ?? 0) + word.length);
  const found: FoundSignal[] = [];
  let rest = words.join('');
  for (const { kind, text: wanted } of lexicon.runs) {
    const start = rest.indexOf(wanted);
    if (start === -1) continue;
    const end = start + wanted.length;
    const places = words.flatMap((word, at) => {
      const wordEnd = ends[at] ?? 0;
      return wordEnd - word.length >= start && wordEnd <= end ? [at] : [];
    });
    found.push({ kind, phrase: wanted, places, first: ends.findIndex((each) => each > start) });
    rest = rest.slice(0, start) + '\0'.repeat(wanted.length) + rest.slice(end);
  }
  return found;
}

function lexiconOf(language: string): Lexicon {
  let lexicon = lexicons.get(language);
  if (lexicon === undefined) {
    lexicon = buildLexicon(language);
    lexicons.set(language, lexicon);
  }
  return lexicon;
}

function buildLexicon(language: string): Lexicon {
  const byWord = new Map<string, Entry[]>();
  const runs: { kind: SignalKind; text: string }[] = [];
  const lists = PHRASES.get(language) ?? PHRASES.get('en') ?? NO_PHRASES;
  for (const kind of signalKinds()) {
    for (const phrase of (lists.get(kind) ?? []).map((written) => foldPhrase(written))) {
      if (UNSPACED.has(language) && BEYOND_ASCII.test(phrase)) runs.push({ kind, text: phrase.replaceAll(' ', '') });
      else addPhrase(byWord, kind, phrase);
    }
  }
  for (const entries of byWord.values()) entries.sort((one, other) => other.words.length - one.words.length);
  runs.sort((one, other) => other.text.length - one.text.length);
  return { byWord, runs };
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** The first kind that claims a phrase keeps it. */
function addPhrase(byWord: Map<string, Entry[]>, kind: SignalKind, phrase: string): void {
  const words = tokenize(phrase).map(stripAccents);
  const [first] = words;
  if (first === undefined) return;
  const entries = byWord.get(first) ?? [];
  if (!entries.some((entry) => entry.words.join(' ') === words.join(' '))) entries.push({ kind, words });
  byWord.set(first, entries);
}

function signalKinds(): SignalKind[] {
  return Object.keys(SIGNALS).filter(isSignalKind);
}

function isSignalKind(name: string): name is SignalKind {
  return Object.hasOwn(SIGNALS, name);
}
