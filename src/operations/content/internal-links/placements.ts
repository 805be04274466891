import { foldText } from '../../../web/words.ts';
import { collapsed } from '../../../web/page/text-reader.ts';
import { containment } from '../../../text/similarity.ts';
import { roundToHundredths } from '../../../text/verdict.ts';
import { type TermVector, weighTerms } from '../../../text/weights.ts';
import { findSentences, type Span } from '../../../text/sentences.ts';
import type { Run, SourceBlock } from './source-text.ts';
import type { Phrase, PhraseSource, Target } from './targets.ts';
import { type Word, WordReader } from './word-reader.ts';

/** A place in the source that could link to a target. */
export interface Placement {
  readonly target: Target;
  readonly phrase: Phrase;
  readonly anchor: string;
  /** The anchor is the keyword or the subject of the title, in any form of its words. */
  readonly literal: boolean;
  readonly offset: number;
  readonly sentence: string;
  readonly sentence_number: number;
  readonly section: string;
  readonly relevance: number;
  readonly score_components: { readonly match: number; readonly source: number; readonly context: number };
  readonly sentence_has_link: boolean;
}

/** A longer anchor is a sentence. */
const ANCHOR_WORDS_MAX = 8;
const ANCHOR_CHARACTERS_MAX = 80;
/** Share of a phrase's weight that an anchor must have. */
const COVERAGE_MIN = 0.66;
const SENTENCE_WORDS_MIN = 4;
const SENTENCE_CHARACTERS_MAX = 2000;
const PLACEMENTS_PER_TARGET_MAX = 40;
/** Words that so many targets have tell none of them from the others: `hearing aids` of `Hearing Aid Domes`. */
const SHARED_TARGETS = 3;

const MATCH_POINTS = 60;
const SOURCE_POINTS: Readonly<Record<PhraseSource, number>> = { keyword: 20, title: 16, slug: 10 };
const CONTEXT_POINTS = 20;
/** Another link in the sentence takes attention away from this one. */
const SHARED_SENTENCE_FACTOR = 0.85;

const PROSE = new Set(['paragraph', 'list_item', 'other']);

/** Finds every place where the source has words for what a target is about. */
export function findPlacements(
  blocks: readonly SourceBlock[],
  targets: readonly Target[],
  language: string,
): Map<Target, Placement[]> {
  const finder = new Finder(targets, language);
  for (const block of blocks) if (isProse(block)) finder.read(block);
  return finder.found;
}

/** A list of links is a menu, whatever element it is in. */
export function isProse(block: SourceBlock): boolean {
  if (!PROSE.has(block.kind)) return false;
  const linked = block.runs.reduce((sum, run) => sum + (run.linked ? run.length : 0), 0);
  return linked * 2 <= block.text.length;
}

interface Sentence {
  readonly block: SourceBlock;
  readonly span: Span;
  readonly words: readonly Word[];
  readonly number: number;
  readonly context: TermVector;
}

class Finder {
  readonly found = new Map<Target, Placement[]>();
  readonly #reader: WordReader;
  readonly #language: string;
  readonly #byTerm = new Map<string, { target: Target; phrase: Phrase }[]>();
  readonly #byJoined = new Map<string, { target: Target; phrase: Phrase }[]>();
  readonly #shared: ReadonlySet<string>;
  #sentences = 0;

  constructor(targets: readonly Target[], language: string) {
    this.#language = language;
    this.#reader = new WordReader(language);
    this.#shared = listSharedTerms(targets);
    for (const target of targets) {
      this.found.set(target, []);
      for (const phrase of target.phrases) {
        // Every anchor must have the heaviest term, so only that one is looked up.
        const entry = { target, phrase };
        addTo(this.#byTerm, findHeaviest(phrase.terms), entry);
        if (phrase.joined !== '') addTo(this.#byJoined, phrase.joined, entry);
      }
    }
  }

  read(block: SourceBlock): void {
    let context: TermVector | undefined;
    for (const span of findSentences(block.text)) {
      this.#sentences += 1;
      if (span.end - span.start > SENTENCE_CHARACTERS_MAX) continue;
      const words = this.#reader.words(block.text, span.start, span.end);
      if (words.length < SENTENCE_WORDS_MIN) continue;
      const asked = this.#findPhrases(block, words);
      if (asked.size === 0) continue;
      context ??= this.#weighContext(block);
      const sentence = { block, span, words, number: this.#sentences, context };
      for (const [phrase, target] of asked) this.#place(target, phrase, sentence);
    }
  }

  #findPhrases(block: SourceBlock, words: readonly Word[]): Map<Phrase, Target> {
    const asked = new Map<Phrase, Target>();
    for (const word of words) {
      for (const term of word.terms) {
        for (const { phrase, target } of this.#byTerm.get(term) ?? []) asked.set(phrase, target);
      }
      if (word.end - word.start < 8 || this.#byJoined.size === 0) continue;
      const folded = foldText(block.text.slice(word.start, word.end)).replaceAll(/[^\p{L}\p{N}]+/gu, '');
      for (const { phrase, target } of this.#byJoined.get(folded) ?? []) asked.set(phrase, target);
    }
    return asked;
  }

  #weighContext(block: SourceBlock): TermVector {
    const terms = this.#reader
      .words(block.section + ' \n ' + block.text.slice(0, 5000), 0, block.section.length + 5003)
      .flatMap((word) => word.terms);
    return weighTerms(terms, this.#language);
  }

  #place(target: Target, phrase: Phrase, sentence: Sentence): void {
    const placements = this.found.get(target);
    if (placements === undefined || placements.length >= PLACEMENTS_PER_TARGET_MAX) return;
    const window = this.#findBestWindow(phrase, sentence);
    if (window === undefined) return;
    const { block, span } = sentence;
    const hasLink = findRuns(block, span.start, span.end).some((run) => run.linked);
    const match = MATCH_POINTS * window.likeness;
    const source = SOURCE_POINTS[phrase.source] * window.likeness;
    const context = CONTEXT_POINTS * Math.min(1, containment(target.about, sentence.context) * 1.5);
    const factor = hasLink ? SHARED_SENTENCE_FACTOR : 1;
    const parts = {
      match: roundToHundredths(match * factor),
      source: roundToHundredths(source * factor),
      context: roundToHundredths(context * factor),
    };
    placements.push({
      target,
      phrase,
      anchor: window.anchor,
      offset: window.offset,
      literal: this.#isLiteral(window.anchor, phrase),
      sentence: collapsed(block.text.slice(span.start, span.end)).slice(0, SENTENCE_CHARACTERS_MAX),
      sentence_number: sentence.number,
      section: block.section,
      relevance: roundToHundredths(parts.match + parts.source + parts.context),
      score_components: parts,
      sentence_has_link: hasLink,
    });
  }

  /** Whether an anchor has all words of a phrase that its page is known by, in their order and no other. */
  #isLiteral(anchor: string, { source, terms }: Phrase): boolean {
    const own = this.#reader.words(anchor, 0, anchor.length).flatMap((word) => word.terms);
    return source !== 'slug' && own.join(' ') === [...terms.keys()].join(' ');
  }

  #findBestWindow(phrase: Phrase, sentence: Sentence): Window | undefined {
    let best: Window | undefined;
    for (const [first, word] of sentence.words.entries()) {
      const isOfPhrase = word.terms.some((term) => phrase.terms.has(term));
      const window =
        this.#matchJoined(phrase, sentence, word) ??
        (isOfPhrase ? this.#findWindow(phrase, sentence, first) : undefined);
      if (window !== undefined && (best === undefined || window.likeness > best.likeness)) best = window;
    }
    return best;
  }

  /** `Fahrradreparatur` for `Fahrrad Reparatur`. */
  #matchJoined(phrase: Phrase, { block }: Sentence, word: Word): Window | undefined {
    if (phrase.joined === '') return undefined;
    const folded = foldText(block.text.slice(word.start, word.end)).replaceAll(/[^\p{L}\p{N}]+/gu, '');
    return folded === phrase.joined ? readAnchor(block, word.start, word.end, 0.95) : undefined;
  }

  /** The best anchor that starts with this word and ends with a word of the phrase; only stop words may lie between. */
  #findWindow(phrase: Phrase, { block, words }: Sentence, first: number): Window | undefined {
    const run = takeRun(phrase, block, words.slice(first, first + ANCHOR_WORDS_MAX));
    const start = run[0]?.start ?? 0;
    const seen = new Set<string>();
    let best: Window | undefined;
    for (const { end, terms } of run) {
      if (terms.length === 0) continue;
      for (const term of terms) seen.add(term);
      const likeness = this.#tells(phrase, seen) ? scoreLikeness(phrase, seen) : 0;
      if (likeness <= (best?.likeness ?? 0) || this.#cutsName(block.text, start, end)) continue;
      best = readAnchor(block, start, end, likeness) ?? best;
    }
    return best;
  }

  /** Whether an anchor has a word that tells its page from the others, where its phrase has one. */
  #tells({ terms }: Phrase, seen: ReadonlySet<string>): boolean {
    const isTelling = (term: string): boolean => !this.#shared.has(term);
    return [...seen].some(isTelling) || ![...terms.keys()].some(isTelling);
  }

  /** German capitalises every noun, so that no name can be told there. */
  #cutsName(text: string, start: number, end: number): boolean {
    return this.#language !== 'de' && cutsName(text, start, end);
  }
}

function listSharedTerms(targets: readonly Target[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { phrases } of targets) {
    const own = new Set(phrases.flatMap(({ terms }) => [...terms.keys()]));
    for (const term of own) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return new Set([...counts].flatMap(([term, count]) => (count >= SHARED_TARGETS ? [term] : [])));
}

/** Words in a row that belong to a phrase or say nothing. */
function takeRun(phrase: Phrase, block: SourceBlock, words: readonly Word[]): readonly Word[] {
  const end = words.findIndex(({ start, terms }, at) => {
    const before = words[at - 1];
    const isApart = before !== undefined && !isOneRun(block.text.slice(before.end, start));
    return isApart || !terms.every((term) => phrase.terms.has(term));
  });
  return end === -1 ? words : words.slice(0, end);
}

/** Only blanks, hyphens and apostrophes between two words: no anchor crosses a comma or bracket. */
function isOneRun(between: string): boolean {
  return !/[^\s\p{Pd}'’]/u.test(between);
}

interface Window {
  readonly anchor: string;
  readonly offset: number;
  readonly likeness: number;
}

/** Share of the phrase's weight that an anchor has; 0 where that is too little. */
function scoreLikeness(phrase: Phrase, seen: ReadonlySet<string>): number {
  let matched = 0;
  for (const term of seen) matched += phrase.terms.get(term) ?? 0;
  const likeness = matched / phrase.weight;
  // One word of several is a different topic: `repair` of `bike repair`.
  return likeness < COVERAGE_MIN || (phrase.terms.size > 1 && seen.size < 2) ? 0 : likeness;
}

/** An anchor must be in the source exactly as shown, outside links and code. */
function readAnchor(block: SourceBlock, start: number, end: number, likeness: number): Window | undefined {
  const anchor = block.text.slice(start, end);
  if (anchor.length > ANCHOR_CHARACTERS_MAX || /\s\s|[^\S ]/.test(anchor)) return undefined;
  const runs = findRuns(block, start, end);
  let offset: number | undefined;
  let expected: number | undefined;
  for (const run of runs) {
    if (run.linked || run.code || run.source === undefined) return undefined;
    const from = run.source + Math.max(0, start - run.at);
    // Two runs of one anchor must touch in the source too, with no tag between them.
    if (expected !== undefined && from !== expected) return undefined;
    offset ??= from;
    expected = run.source + run.length;
  }
  return offset === undefined ? undefined : { anchor, offset, likeness };
}

/** Whether a name goes on beyond an anchor: `mirador de San` of `mirador de San Nicolás`. */
function cutsName(text: string, start: number, end: number): boolean {
  const [first = ''] = /^[\p{L}\p{M}'’-]+/u.exec(text.slice(start, end)) ?? [];
  const [last = ''] = /[\p{L}\p{M}'’-]+$/u.exec(text.slice(start, end)) ?? [];
  const isSentenceStart = /(?:^|[.!?…:]\s+)\p{L}[\p{L}\p{M}'’-]*\s$/u.test(text.slice(0, start));
  const goesOn = IS_CAPITALISED.test(last) && /^ \p{Lu}\p{Ll}/u.test(text.slice(end, end + 3));
  const hasBegun =
    IS_CAPITALISED.test(first) &&
    !isSentenceStart &&
    /\p{Lu}\p{Ll}[\p{L}\p{M}'’-]* $/u.test(text.slice(Math.max(0, start - 40), start));
  return goesOn || hasBegun;
}

const IS_CAPITALISED = /^\p{Lu}\p{Ll}/u;

function findRuns(block: SourceBlock, start: number, end: number): readonly Run[] {
  const { runs } = block;
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const run = runs[middle];
    if (run !== undefined && run.at + run.length <= start) low = middle + 1;
    else high = middle;
  }
  const found: Run[] = [];
  for (let at = low; at < runs.length; at += 1) {
    const run = runs[at];
    if (run === undefined || run.at >= end) break;
    found.push(run);
  }
  return found;
}

function findHeaviest(terms: TermVector): string {
  let best = '';
  let weight = -1;
  for (const [term, each] of terms) {
    if (each > weight) [best, weight] = [term, each];
  }
  return best;
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
