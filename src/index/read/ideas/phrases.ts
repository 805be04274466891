import type { IdeaEvidence } from '../../../ports/keywords.ts';
import { readKeyword, stemTerm } from '../../../text/keyword.ts';
import { cleanText, compareText } from '../../../text/normalize.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { foldText, tokenize } from '../../../web/words.ts';

/** Where a text on crawled pages stands. */
type TextKind = Extract<IdeaEvidence, 'title' | 'heading' | 'anchor'>;

/** A title, heading or link text, and the page that it belongs to. */
export interface PageText {
  readonly page: string;
  readonly kind: TextKind;
  readonly text: string;
}

/** A phrase that holds all words of a seed. */
export interface Phrase {
  readonly text: string;
  /** Stems that it has besides those of the seed. */
  readonly others: readonly string[];
  /** Pages that have it, by kind of text. */
  readonly pages: ReadonlyMap<TextKind, ReadonlySet<string>>;
  /** Whether it was the whole of a heading or link text somewhere, but for stop words. */
  readonly is_whole: boolean;
}

interface Gathered {
  readonly others: readonly string[];
  readonly spellings: Map<string, number>;
  readonly pages: Map<TextKind, Set<string>>;
  is_whole: boolean;
}

const WORDS_MAX = 6;
/** Questions are searched for as a whole. */
const QUESTION_WORDS_MAX = 12;
const TEXT_CHARACTERS_MAX = 300;
const TOKENS_MAX = 40;
const PHRASES_MAX = 50_000;
/** A phrase of which nearly all copies are part of one longer phrase is a piece of that. */
const PART_SHARE = 0.8;
const UNSPACED = new Set(['ja', 'zh', 'th']);

/**
 * Phrases around a seed in titles, headings and link texts: runs of up to six words that hold its words by stem, and begin and end
 * with words that mean something; whole questions up to twelve words. Phrases that differ in word order, number or
 * stop words alone are one, in their most frequent spelling.
 */
export function findPhrases(seed: string, language: string, texts: readonly PageText[]): readonly Phrase[] {
  const wanted = new Set(readKeyword(seed, language).terms);
  if (wanted.size === 0) return [];
  const found = new Map<string, Gathered>();
  for (const text of texts) {
    if (found.size >= PHRASES_MAX) break;
    for (const part of partsOf(text.text)) gather(found, text, part, { wanted, language });
  }
  return withoutPieces([...found.values()].map(phraseOf));
}

/** Titles name their site behind a bar or dash. */
function partsOf(text: string): string[] {
  return cleanText(text, TEXT_CHARACTERS_MAX).split(/\s[|–—·»:-]\s|[|»:;!()[\]"„“”]|\.\s|,\s/);
}

interface Around {
  readonly wanted: ReadonlySet<string>;
  readonly language: string;
}

function gather(found: Map<string, Gathered>, text: PageText, part: string, { wanted, language }: Around): void {
  const words = tokenize(part).slice(0, TOKENS_MAX);
  const terms = words.map((word) => stemTerm(word, language));
  const joints = UNSPACED.has(language) ? words.map(() => '') : findJoints(part, words);
  const isEmpty = words.map((word) => isStopWord(word, language));
  const isQuestion = part.includes('?') && words.length <= QUESTION_WORDS_MAX;
  for (const [from, to] of isQuestion ? [[0, words.length] as const] : runsOf(words.length)) {
    if (!isQuestion && (isEmpty[from] === true || isEmpty[to - 1] === true)) continue;
    const run = terms.slice(from, to);
    if (!wanted.isSubsetOf(new Set(run))) continue;
    const others = run.filter((term, at) => !wanted.has(term) && isEmpty[from + at] === false);
    if (others.length === 0) continue;
    const rest = [...isEmpty.slice(0, from), ...isEmpty.slice(to)];
    const spelling = words
      .slice(from, to)
      .reduce((written, word, at) => written + (at === 0 ? '' : (joints[from + at] ?? ' ')) + word, '');
    add(found, { others, spelling, text, isWhole: isQuestion || rest.every(Boolean) });
  }
}

/** What stands before each word: the apostrophe of `d'expert`, or a space. */
function findJoints(part: string, words: readonly string[]): string[] {
  const text = foldText(part);
  let end = 0;
  return words.map((word) => {
    const start = text.indexOf(word, end);
    if (start === -1) return ' ';
    const between = text.slice(end, start);
    end = start + word.length;
    return /^['’]$/.test(between) ? "'" : ' ';
  });
}

function* runsOf(words: number): Generator<readonly [from: number, to: number]> {
  for (let from = 0; from < words; from += 1) {
    for (let to = from + 1; to <= Math.min(words, from + WORDS_MAX); to += 1) yield [from, to];
  }
}

interface FoundRun {
  readonly others: readonly string[];
  readonly spelling: string;
  readonly text: PageText;
  readonly isWhole: boolean;
}

function add(found: Map<string, Gathered>, { others, spelling, text, isWhole }: FoundRun): void {
  const key = [...new Set(others)].sort(compareText).join(' ');
  const known = found.get(key) ?? {
    others: [...new Set(others)],
    spellings: new Map(),
    pages: new Map(),
    is_whole: false,
  };
  known.spellings.set(spelling, (known.spellings.get(spelling) ?? 0) + 1);
  known.pages.set(text.kind, (known.pages.get(text.kind) ?? new Set()).add(text.page));
  known.is_whole ||= isWhole && text.kind !== 'title';
  found.set(key, known);
}

function phraseOf({ spellings, ...rest }: Gathered): Phrase {
  const [best = ['', 0]] = [...spellings].sort(
    ([one, times], [other, otherTimes]) => otherTimes - times || one.length - other.length || compareText(one, other),
  );
  return { text: best[0], ...rest };
}

/** Number of pages that have a phrase in any text. */
export function countPages({ pages }: Phrase): number {
  return new Set([...pages.values()].flatMap((each) => [...each])).size;
}

function withoutPieces(phrases: readonly Phrase[]): readonly Phrase[] {
  const counted = phrases
    .map((phrase) => ({ phrase, pages: countPages(phrase) }))
    .filter(({ phrase, pages }) => pages > 1 || phrase.is_whole);
  /** Longer phrases by each of their stems. */
  const byTerm = new Map<string, (typeof counted)[number][]>();
  for (const each of counted) {
    for (const term of each.phrase.others) byTerm.set(term, [...(byTerm.get(term) ?? []), each]);
  }
  const isPiece = ({ phrase, pages }: (typeof counted)[number]): boolean =>
    !phrase.is_whole &&
    (byTerm.get(phrase.others[0] ?? '') ?? []).some(
      (longer) =>
        longer.phrase.others.length > phrase.others.length &&
        longer.pages >= PART_SHARE * pages &&
        phrase.others.every((term) => longer.phrase.others.includes(term)),
    );
  return counted.filter((each) => !isPiece(each)).map(({ phrase }) => phrase);
}
