import { readDataRows } from '../kernel/data.ts';
import { foldText } from '../web/words.ts';
import { type AnswerText, readAnswerText, type Sentence } from './answer-text.ts';
import type { FoundName } from './find-names.ts';
import { cutWords, type TextWord } from './text-words.ts';

/** How a text speaks of somebody, with the words that show it. */
export interface Sentiment {
  /** `neutral` where praise and fault balance; null where nothing praises or faults. */
  readonly value: 'positive' | 'negative' | 'neutral' | null;
  /** Whether there is both. */
  readonly is_mixed: boolean;
  /** The sentence that shows it, as it is written; where there is nothing, the first with the name. */
  readonly sentence: string;
  /** The cues in it. */
  readonly cues: readonly string[];
}

const SENTENCE_CHARACTERS_MAX = 500;
const SENTENCES_MAX = 30;
/** Words between a negation and what it turns. */
const NEGATION_REACH = 3;

/**
 * How a text speaks of one of those that it names: by words that praise or fault in the part of the sentence that is
 * about them, turned by negations («not reliable») and by comparisons («better than Acme»); the next sentence counts
 * where it goes on about nobody else.
 *
 * @param own names of whom is asked
 * @param all names of everybody, in the order of the text
 */
export function readSentiment(
  text: AnswerText,
  { own, all }: { readonly own: readonly FoundName[]; readonly all: readonly FoundName[] },
  languages: readonly string[],
): Sentiment {
  const lexicon = lexiconOf(languages);
  const sentences = [...new Set(own.flatMap(({ sentence }) => sentence ?? []))].slice(0, SENTENCES_MAX);
  const judged = sentences.map((sentence) => judgeSentence(text, sentence, { own, all }, lexicon));
  const cues = judged.flatMap(({ found }) => found);
  const good = cues.filter(({ points }) => points > 0).length;
  const bad = cues.length - good;
  const value = cues.length === 0 ? null : good === bad ? 'neutral' : good > bad ? 'positive' : 'negative';
  const telling = judged.find(({ found }) => tellsThe(value, found)) ?? judged[0];
  return {
    value,
    is_mixed: good > 0 && bad > 0,
    sentence: telling?.quote ?? '',
    cues: telling?.found.map(({ written }) => written) ?? [],
  };
}

/**
 * The words of praise and fault in a passage whose subject is known from elsewhere, such as a sentence of a post that names
 * nobody. Negations turn them.
 */
export function readOpinion(passage: string, languages: readonly string[]): readonly FoundCue[] {
  const text = readAnswerText(passage);
  return findCues(cutWords(text.visible), [], text, lexiconOf(languages)).map(({ written, points }) => ({
    written,
    points,
  }));
}

export interface FoundCue {
  readonly written: string;
  /** 1 praises, −1 faults. */
  readonly points: number;
}

interface Judged {
  readonly quote: string;
  readonly found: readonly FoundCue[];
}

function tellsThe(value: Sentiment['value'], found: readonly FoundCue[]): boolean {
  if (value === 'positive') return found.some(({ points }) => points > 0);
  if (value === 'negative') return found.some(({ points }) => points < 0);
  return found.length > 0;
}

interface Names {
  readonly own: readonly FoundName[];
  readonly all: readonly FoundName[];
}

function judgeSentence(text: AnswerText, sentence: Sentence, { own, all }: Names, lexicon: Lexicon): Judged {
  const inside = all.filter((name) => name.sentence === sentence);
  const owner = own[0]?.owner;
  const found = findCues(wordsOf(text, sentence), inside, text, lexicon)
    .filter(({ about }) => about.some((name) => name.owner === owner))
    .map(({ written, points }) => ({ written, points }));
  if (found.length > 0) return { quote: quote(text, sentence), found };
  const next = text.sentences[text.sentences.indexOf(sentence) + 1];
  const isAlone = inside.every((name) => name.owner === owner);
  if (next === undefined || !isAlone || !goesOn(text, sentence, next, all, lexicon))
    return { quote: quote(text, sentence), found };
  const later = findCues(wordsOf(text, next), [], text, lexicon).map(({ written, points }) => ({ written, points }));
  return later.length === 0
    ? { quote: quote(text, sentence), found }
    : { quote: quote(text, { ...sentence, end: next.end }), found: later };
}

function wordsOf({ visible }: AnswerText, { start, end }: Sentence): TextWord[] {
  return cutWords(visible.slice(start, end)).map((word) => ({
    word: word.word,
    start: word.start + start,
    end: word.end + start,
  }));
}

function quote({ text }: AnswerText, { start, end }: Sentence): string {
  return text.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, SENTENCE_CHARACTERS_MAX);
}

/** The next sentence of the same block, about nobody else. */
function goesOn(
  { visible }: AnswerText,
  sentence: Sentence,
  next: Sentence,
  all: readonly FoundName[],
  { pronouns }: Lexicon,
): boolean {
  if (all.some((name) => name.sentence === next)) return false;
  const [first] = cutWords(visible.slice(next.start, Math.min(next.end, next.start + 40)));
  const isPronoun = first !== undefined && pronouns.has(first.word);
  return next.block === sentence.block || (isPronoun && next.block.kind === 'paragraph');
}

interface PlacedCue extends FoundCue {
  /** Whom it praises or faults; nobody where the sentence names nobody. */
  readonly about: readonly FoundName[];
}

function findCues(
  words: readonly TextWord[],
  names: readonly FoundName[],
  { visible }: AnswerText,
  lexicon: Lexicon,
): PlacedCue[] {
  const found: PlacedCue[] = [];
  const groups = groupNames(names, visible, lexicon);
  for (let at = 0; at < words.length;) {
    const word = words[at];
    const cue = word === undefined || isPartOfName(word, names) ? undefined : cueAt(words, at, lexicon);
    if (word === undefined || cue === undefined) {
      at += 1;
      continue;
    }
    const points = isNegated(words, at, visible, lexicon) ? -cue.points : cue.points;
    const written = visible.slice(word.start, words[at + cue.length - 1]?.end);
    const compared = findCompared(words, at + cue.length, names, lexicon);
    found.push({ written, points, about: findSubject(word, groups, compared) });
    if (compared !== undefined) found.push({ written, points: -points, about: [compared] });
    at += cue.length;
  }
  return found;
}

/** Names that nothing but «and» and commas stand between share what is said of the last of them. */
function groupNames(names: readonly FoundName[], visible: string, { joins }: Lexicon): FoundName[][] {
  const groups: FoundName[][] = [];
  for (const name of names) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    const between = before === undefined ? [] : cutWords(visible.slice(before.end, name.start));
    if (last !== undefined && between.every(({ word }) => joins.has(word))) last.push(name);
    else groups.push([name]);
  }
  return groups;
}

/** The names in front of a cue that are nearest to it, else those behind it. */
function findSubject(
  word: TextWord,
  groups: readonly (readonly FoundName[])[],
  compared: FoundName | undefined,
): readonly FoundName[] {
  const others = groups.filter((group) => compared === undefined || !group.includes(compared));
  return others.findLast((group) => (group[0]?.start ?? 0) < word.start) ?? others[0] ?? [];
}

/** `Best Buy` does not praise itself. */
function isPartOfName(word: TextWord, names: readonly FoundName[]): boolean {
  return names.some(({ start, end }) => word.start >= start && word.end <= end);
}

function isNegated(
  words: readonly TextWord[],
  at: number,
  visible: string,
  { negations, contrasts, only }: Lexicon,
): boolean {
  for (let back = at - 1; back >= Math.max(0, at - NEGATION_REACH); back -= 1) {
    const [word, next] = [words[back], words[back + 1]];
    if (word === undefined || next === undefined) return false;
    if (/[,;:]|\s[–—-]\s/u.test(visible.slice(word.end, next.start))) return false;
    if (contrasts.some((phrase) => startsWith(words, back, phrase))) return false;
    if (negations.has(word.word)) return !only.has(next.word);
  }
  return false;
}

/** Words between a comparison and whom it compares with: `better value than Acme`. */
const COMPARED_REACH = 4;

/** Whom a comparison puts behind: Acme in `better value than Acme`. */
function findCompared(
  words: readonly TextWord[],
  at: number,
  names: readonly FoundName[],
  { thans }: Lexicon,
): FoundName | undefined {
  for (let next = at; next < Math.min(words.length, at + COMPARED_REACH); next += 1) {
    const [word, after] = [words[next], words[next + 1]];
    if (word === undefined || after === undefined) return undefined;
    if (thans.has(word.word)) return names.find(({ start, end }) => after.start >= start && after.end <= end);
  }
  return undefined;
}

interface Cue {
  readonly words: readonly string[];
  readonly is_beginning: boolean;
  readonly points: number;
}

interface Lexicon {
  /** By the first letters that all have. */
  readonly cues: ReadonlyMap<string, readonly Cue[]>;
  readonly negations: ReadonlySet<string>;
  readonly contrasts: readonly (readonly string[])[];
  readonly thans: ReadonlySet<string>;
  /** `and`, `or`. */
  readonly joins: ReadonlySet<string>;
  /** What makes no negation of the one in front of it: `not only`. */
  readonly only: ReadonlySet<string>;
  readonly pronouns: ReadonlySet<string>;
}

function cueAt(
  part: readonly TextWord[],
  at: number,
  { cues }: Lexicon,
): { length: number; points: number } | undefined {
  const word = part[at]?.word ?? '';
  const fitting = (cues.get(keyOf(word)) ?? []).filter((cue) => fits(cue, part, at));
  const longest = fitting.toSorted((one, other) => other.words.length - one.words.length)[0];
  return longest === undefined ? undefined : { length: longest.words.length, points: longest.points };
}

function fits({ words, is_beginning }: Cue, part: readonly TextWord[], at: number): boolean {
  return words.every((wanted, offset) => {
    const word = part[at + offset]?.word ?? '';
    return offset === words.length - 1 && is_beginning ? word.startsWith(wanted) : word === wanted;
  });
}

const KEY_LETTERS = 2;

function keyOf(word: string): string {
  return word.slice(0, KEY_LETTERS);
}

function startsWith(words: readonly TextWord[], at: number, phrase: readonly string[]): boolean {
  return phrase.every((wanted, offset) => words[at + offset]?.word === wanted);
}

const CUE_ROWS = readDataRows(import.meta.url, 'data/sentiment.tsv');
const WORD_ROWS = readDataRows(import.meta.url, 'data/sentence-words.tsv');
const lexicons = new Map<string, Lexicon>();

function lexiconOf(languages: readonly string[]): Lexicon {
  const key = languages.join(' ');
  const known = lexicons.get(key);
  if (known !== undefined) return known;
  const made = makeLexicon(languages);
  lexicons.set(key, made);
  return made;
}

function makeLexicon(languages: readonly string[]): Lexicon {
  const cues = CUE_ROWS.flatMap(([language = '', side, written = '']) =>
    languages.includes(language) ? written.split(' ').map((cue) => readCue(cue, side === 'positive' ? 1 : -1)) : [],
  );
  const words = (role: string): string[][] =>
    WORD_ROWS.filter(([language = '', own]) => own === role && languages.includes(language)).flatMap(
      ([, , written = '']) => written.split(' ').map(cutPhrase),
    );
  const single = (role: string): Set<string> => new Set(words(role).flatMap((phrase) => phrase.slice(0, 1)));
  return {
    cues: Map.groupBy(cues, (cue) => keyOf(cue.words[0] ?? '')),
    negations: single('negation'),
    contrasts: words('contrast'),
    thans: single('than'),
    joins: single('join'),
    only: single('only'),
    pronouns: single('pronoun'),
  };
}

function readCue(written: string, points: number): Cue {
  return { words: cutPhrase(written.replace(/\*$/, '')), is_beginning: written.endsWith('*'), points };
}

function cutPhrase(written: string): string[] {
  return cutWords(foldText(written.replaceAll('_', ' '))).map(({ word }) => word);
}
