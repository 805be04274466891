import { readDataRows } from '../../../kernel/data.ts';
import type { KeywordReading } from '../../../text/keyword.ts';
import { stripAccents } from '../../../text/normalize.ts';
import type { SignalKind } from '../../../text/signals.ts';

export const IDEA_TYPES = [
  'suffix',
  'prefix',
  'question',
  'comparison',
  'modifier',
  'related',
  'also_rank_for',
] as const;
export type IdeaType = (typeof IDEA_TYPES)[number];

const QUESTIONS: ReadonlySet<SignalKind> = new Set(['how_to', 'definition', 'question']);
const COMPARISONS: ReadonlySet<SignalKind> = new Set(['compare', 'alternative']);
/** Languages that ask at the end of a sentence, or anywhere in it. */
const ASKS_ANYWHERE: ReadonlySet<string> = new Set(['ja', 'zh', 'ko']);

/** How an idea differs from its seed. Traits that the seed shares do not count. */
export function classifyIdea(idea: KeywordReading, seed: KeywordReading, kinds: ReadonlySet<string>): IdeaType {
  if (!isQuestion(seed) && (isQuestion(idea) || kinds.has('people_also_ask'))) return 'question';
  if (isComparison(idea) && !isComparison(seed)) return 'comparison';
  if (beginsWith(idea, seed)) return 'suffix';
  if (endsWith(idea, seed)) return 'prefix';
  if (seed.terms.every((term) => idea.terms.includes(term))) return 'modifier';
  return [...kinds].every((kind) => kind === 'ranking_page') ? 'also_rank_for' : 'related';
}

function isQuestion({ signals, language, text, words }: KeywordReading): boolean {
  if (/[?？]\s*$/u.test(text) || opensQuestion(words, language)) return true;
  return signals.some(({ kind, first }) => QUESTIONS.has(kind) && (first === 0 || ASKS_ANYWHERE.has(language)));
}

/** Headings lose their question mark: `puis je changer d'expert`, `how much stock should you hold`. */
const OPENERS: ReadonlyMap<string, readonly string[]> = new Map(
  readDataRows(import.meta.url, './data/question-openers.tsv').map(([language = '', openers = '']) => [
    language,
    openers.split('|').map((opener) => `${stripAccents(opener)} `),
  ]),
);
/** A shorter run is a thing: `can opener`, `how to guide`. */
const QUESTION_WORDS_MIN = 4;

function opensQuestion(words: readonly string[], language: string): boolean {
  if (words.length < QUESTION_WORDS_MIN) return false;
  const text = stripAccents(words.join(' '));
  return OPENERS.get(language)?.some((opener) => text.startsWith(opener)) ?? false;
}

function isComparison({ signals }: KeywordReading): boolean {
  return signals.some(({ kind }) => COMPARISONS.has(kind));
}

/** In scripts without spaces by their letters, since the same letters may be cut into other words. */
function beginsWith(idea: KeywordReading, seed: KeywordReading): boolean {
  if (ASKS_ANYWHERE.has(seed.language) && joined(idea).startsWith(joined(seed))) return true;
  return seed.words.every((word, at) => idea.words[at] === word);
}

function endsWith(idea: KeywordReading, seed: KeywordReading): boolean {
  if (ASKS_ANYWHERE.has(seed.language) && joined(idea).endsWith(joined(seed))) return true;
  const rest = idea.words.length - seed.words.length;
  return rest > 0 && seed.words.every((word, at) => idea.words[rest + at] === word);
}

function joined({ words }: KeywordReading): string {
  return words.join('');
}
