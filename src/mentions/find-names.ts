import { readDataRows } from '../kernel/data.ts';
import { spellName } from '../text/branded.ts';
import { stripAccents } from '../text/normalize.ts';
import { stem } from '../text/stems.ts';
import { isWithin } from '../web/url.ts';
import { foldText, languageOfTag } from '../web/words.ts';
import type { AnswerText, Sentence, WrittenHost } from './answer-text.ts';
import { listSpellings, type Named, type Spelling } from './names.ts';
import { cutWords, type TextWord } from './text-words.ts';

/** Why a name that is an everyday word was taken for a name. */
type Evidence = 'capital' | 'set_off' | 'domain' | 'category';

/** A name in a text. */
export interface FoundName {
  /** Place of who is named among those that were looked for. */
  readonly owner: number;
  /** As the text writes it. */
  readonly written: string;
  readonly start: number;
  readonly end: number;
  readonly sentence: Sentence | undefined;
  /** With an ending or a particle: `Acme’s`. */
  readonly is_inflected: boolean;
  /** Null for names that are nothing but names, and for weak ones. */
  readonly evidence: Evidence | null;
  /** An everyday word without any sign that it names somebody. */
  readonly is_weak: boolean;
}

export interface NameSearch {
  readonly all: readonly Named[];
  /** ISO 639-1 codes of the languages that the text may be in. */
  readonly languages: readonly string[];
  /** Words of the market, such as those of unbranded queries: what tells Apple from an apple. */
  readonly category: readonly string[];
}

/** Finds names in any number of texts. */
export type NameFinder = (text: AnswerText) => readonly FoundName[];

/**
 * Finds whole names: by their letters after NFKC and case folding, with and without accents, whether their words are
 * joined, hyphenated or apart, with the plural and genitive endings of the language, and never inside of longer words.
 * Of names that overlap the longest counts, so two aliases in one place are one mention. What stands in code, markup or
 * the address of a link names nobody.
 */
export function compileNames({ all, languages, category }: NameSearch): NameFinder {
  const spellings = listSpellings(all);
  const longest = Math.max(0, ...[...spellings.keys()].map((letters) => letters.length)) + ENDING_MAX;
  const affixes = listAffixes(languages);
  const matcher: Matcher = { spellings, longest, affixes };
  const judge: Judge = {
    domains: all.map(({ domains }) => domains),
    category: new Set(category.flatMap((word) => languages.map((language) => stem(foldText(word), language)))),
    languages,
  };
  return (text) => settle(findAll(text, matcher), text, judge);
}

interface Affixes {
  readonly ends: readonly string[];
  readonly starts: readonly string[];
}

const ENDING_MAX = 3;
/** Shorter names become other words with an ending. */
const INFLECTED_MIN = 3;
const AFFIX_ROWS = readDataRows(import.meta.url, 'data/name-endings.tsv');

function listAffixes(languages: readonly string[]): Affixes {
  const of = (where: string): string[] => [
    ...new Set(
      AFFIX_ROWS.filter(([language, place]) => place === where && languages.map(languageOfTag).includes(language ?? ''))
        .flatMap(([, , written = '']) => written.split(' '))
        .map(foldText),
    ),
  ];
  return { ends: of('end'), starts: of('start') };
}

interface Matcher {
  readonly spellings: ReadonlyMap<string, Spelling>;
  readonly longest: number;
  readonly affixes: Affixes;
}

interface Candidate {
  readonly spelling: Spelling;
  readonly is_inflected: boolean;
  readonly start: number;
  readonly end: number;
}

/** What may stand between two words of one name. */
const JOINT =
  /^(?:[*_]{0,3}[ \t\u00a0\u202f]?[*_]{0,3}(?:[-‐‑–&+·/.'’][ \t\u00a0\u202f]?)?|[ \t\u00a0\u202f]&[ \t\u00a0\u202f])$/u;
const STOP_AND_SPACE = /\.[ \t\u00a0\u202f]/u;

function findAll({ visible, text, hosts }: AnswerText, matcher: Matcher): Candidate[] {
  const words = cutWords(visible);
  const found: Candidate[] = [];
  for (let at = 0; at < words.length;) {
    const match = findAt(words, at, visible, matcher);
    const end = match === undefined ? 0 : (words[match.last]?.end ?? 0);
    const start = words[at]?.start ?? 0;
    if (match === undefined || !isAcceptable(match.spelling, text.slice(start, end), hostAround(hosts, start, end))) {
      at += 1;
      continue;
    }
    found.push({ spelling: match.spelling, is_inflected: match.is_inflected, start, end });
    at = match.last + 1;
  }
  return found;
}

interface RunMatch extends Matched {
  /** Place of its last word. */
  readonly last: number;
}

/** The longest name that begins with a word. */
function findAt(words: readonly TextWord[], at: number, visible: string, matcher: Matcher): RunMatch | undefined {
  let match: RunMatch | undefined;
  const run: string[] = [];
  let length = 0;
  let isSplit = false;
  for (let last = at; last < words.length; last += 1) {
    const word = words[last];
    const before = words[last - 1];
    if (word === undefined) break;
    if (last > at && before !== undefined) {
      const gap = visible.slice(before.end, word.start);
      if (!JOINT.test(gap) || STOP_AND_SPACE.test(gap)) break;
      isSplit ||= /\s/u.test(gap);
    }
    run.push(word.word);
    length += stripAccents(word.word).length;
    if (length > matcher.longest) break;
    const matched = findSpelling(run, matcher);
    if (matched !== undefined && (matched.spelling.may_be_split || !isSplit)) match = { ...matched, last };
  }
  return match;
}

interface Matched {
  readonly spelling: Spelling;
  readonly is_inflected: boolean;
}

function findSpelling(run: readonly string[], { spellings, affixes }: Matcher): Matched | undefined {
  for (const letters of spellName(run)) {
    const whole = spellings.get(letters);
    if (whole !== undefined) return { spelling: whole, is_inflected: false };
    const base = findInflected(letters, spellings, affixes);
    if (base !== undefined) return { spelling: base, is_inflected: true };
  }
  return undefined;
}

function findInflected(
  letters: string,
  spellings: ReadonlyMap<string, Spelling>,
  { ends, starts }: Affixes,
): Spelling | undefined {
  const bases = [
    ...ends.filter((end) => letters.endsWith(end)).map((end) => letters.slice(0, -end.length)),
    ...starts.filter((start) => letters.startsWith(start)).map((start) => letters.slice(start.length)),
  ];
  return bases
    .filter((base) => base.length >= INFLECTED_MIN || UNSPACED.test(base))
    .map((base) => spellings.get(base))
    .find((spelling) => spelling !== undefined && !spelling.is_exact);
}

const UNSPACED = /[\p{sc=Hangul}\p{sc=Arabic}\p{sc=Hebrew}]/u;

function hostAround(hosts: readonly WrittenHost[], start: number, end: number): WrittenHost | undefined {
  return hosts.find((host) => start >= host.start && end <= host.end);
}

/** A part of an address is no name, unless the address is the name. */
function isAcceptable(spelling: Spelling, written: string, host: WrittenHost | undefined): boolean {
  if (spelling.is_exact && written !== spelling.written) return false;
  if (host === undefined) return true;
  return spelling.is_host && host.is_bare && foldText(spelling.written).replace(/^www\./, '') === host.host;
}

interface Judge {
  readonly domains: readonly (readonly string[])[];
  readonly category: ReadonlySet<string>;
  readonly languages: readonly string[];
}

function settle(found: readonly Candidate[], text: AnswerText, judge: Judge): FoundName[] {
  const names = found.map((candidate): FoundName & { readonly spelling: Spelling } => {
    const { spelling, is_inflected, start, end } = candidate;
    const sentence = text.sentences.find((one) => start >= one.start && start < one.end);
    const evidence = spelling.is_ordinary ? findEvidence(candidate, sentence, text, judge) : null;
    const is_weak = spelling.is_ordinary && evidence === null;
    const written = text.text.slice(start, end);
    return { spelling, owner: spelling.owner, written, start, end, sentence, evidence, is_inflected, is_weak };
  });
  const sure = new Set(names.filter(({ is_weak }) => !is_weak).map(({ owner }) => owner));
  // Where an answer surely speaks of the brand, another capital of the same word means it, too.
  return names.map(({ spelling, ...name }) =>
    name.is_weak && sure.has(name.owner) && !spelling.is_always_capital && isCapital(name.written)
      ? { ...name, is_weak: false, evidence: 'capital' }
      : name,
  );
}

function findEvidence(
  { spelling, start, end }: Candidate,
  sentence: Sentence | undefined,
  text: AnswerText,
  { domains, category, languages }: Judge,
): Evidence | null {
  const span = sentence ?? { start, end };
  const own = domains[spelling.owner] ?? [];
  if (text.hosts.some((host) => host.start >= span.start && host.start <= span.end + NEAR && isOneOf(host.host, own)))
    return 'domain';
  if (isSetOff(text.text, sentence, start, end)) return 'set_off';
  const written = text.text.slice(start, end);
  if (tellsByCapital({ written, sentence, start }, spelling, text, languages)) return 'capital';
  const around = `${text.visible.slice(span.start, start)} ${text.visible.slice(end, span.end)}`;
  const isOfMarket = cutWords(around).some(({ word }) =>
    languages.some((language) => category.has(stem(word, language))),
  );
  return isOfMarket && isCapital(written) ? 'category' : null;
}

/** A source in brackets stands behind the full stop. */
const NEAR = 60;

function isOneOf(host: string, domains: readonly string[]): boolean {
  return domains.some((domain) => isWithin(host, domain));
}

/** Bold, linked, quoted, alone in a cell, or at the head of an item and followed by what is said of it. */
function isSetOff(text: string, sentence: Sentence | undefined, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  const after = text.slice(end, end + 4);
  if (!isCapital(text.slice(start, end))) return false;
  if (/(?:\*\*|__|\[)$/.test(before) && /^(?:\*\*|__|\]|[:.]\*\*)/.test(after)) return true;
  const block = sentence?.block;
  if (block === undefined || block.kind === 'paragraph') return false;
  const isHead = text.slice(block.content, start).trim() === '';
  return isHead && /^\s*(?:[:–—|(]|-\s|$|\n)/.test(after === '' ? '\n' : after);
}

interface Written {
  readonly written: string;
  readonly sentence: Sentence | undefined;
  readonly start: number;
}

function tellsByCapital(
  { written, sentence, start }: Written,
  spelling: Spelling,
  { visible }: AnswerText,
  languages: readonly string[],
): boolean {
  const words = written.match(/[\p{L}\p{N}]+/gu) ?? [];
  // A capital inside of a word, as in ClickUp, is nobody's habit.
  if (words.some((word) => /\p{Ll}\p{Lu}/u.test(word))) return true;
  if (spelling.is_always_capital || languages[0] === 'de') return false;
  if (words.length > 1) return words.every(isCapital);
  if (sentence === undefined || !isCapital(written)) return false;
  if (sentence.block.kind === 'heading') return false;
  const ahead = visible.slice(sentence.start, start);
  // Between other capitals it is a title or a shout.
  return /[\p{L}\p{N}]/u.test(ahead) && /\p{Ll}/u.test(ahead);
}

function isCapital(word: string): boolean {
  return /^[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(word);
}
