import type { Purpose } from './purpose.ts';
import { compareSubjects, intentOf, type Subject } from './subject.ts';

/** What brings people to a page, as far as it says. */
export interface Wanted {
  /** Undefined where neither words nor type show it. */
  readonly purpose: Purpose | undefined;
  /** The keyword that it targets. */
  readonly primary: Subject | undefined;
  /** That keyword, else its title. */
  readonly subject: Subject;
}

/** From here on pages serve the same searchers. */
export const SAME_SEARCHERS = 0.8;

/** How close two purposes are, 0–1; pairs that are not listed are unrelated. Our own figures. */
const NEAR: readonly (readonly [Purpose, Purpose, number])[] = [
  ['inform', 'compare', 0.5],
  ['sell', 'compare', 0.4],
  ['sell', 'home', 0.6],
  ['sell', 'price', 0.3],
  ['sell', 'visit', 0.4],
  ['sell', 'use', 0.4],
  ['help', 'inform', 0.4],
  ['inform', 'use', 0.3],
];
/** A page without a clear purpose, by what its words lean to, against one that has a purpose. */
const AGAINST_BARE: Readonly<Record<'inform' | 'sell', Partial<Record<Purpose, number>>>> = {
  inform: { inform: 0.85, compare: 0.5, sell: 0.5, help: 0.4 },
  sell: { sell: 0.9, home: 0.5, compare: 0.5, inform: 0.4, visit: 0.4, use: 0.4 },
};
const BARE_APART = 0.85;

/** How far two pages serve the same searchers, 0–1. */
export function compareSearchers(one: Wanted, other: Wanted): number {
  const [mine, theirs] = [one.purpose, other.purpose];
  if (mine === undefined || theirs === undefined) return compareBareIntents(one, other);
  if (mine === theirs) return 1;
  return NEAR.find(([a, b]) => (a === mine && b === theirs) || (a === theirs && b === mine))?.[2] ?? 0;
}

function compareBareIntents(one: Wanted, other: Wanted): number {
  // Keywords with one meaning are one search, and one search has one intent.
  if (haveOnePrimary(one, other)) return 1;
  if (one.purpose === other.purpose) return judgeLeaning(one) === judgeLeaning(other) ? 1 : BARE_APART;
  const bare = one.purpose === undefined ? one : other;
  return AGAINST_BARE[judgeLeaning(bare)][one.purpose ?? other.purpose ?? 'home'] ?? 0;
}

function haveOnePrimary({ primary: mine }: Wanted, { primary: theirs }: Wanted): boolean {
  if (mine === undefined || theirs === undefined || mine.purpose !== theirs.purpose) return false;
  const { similarity, only_one, only_other } = compareSubjects(mine, theirs);
  return similarity > 0.95 && only_one.length + only_other.length === 0;
}

/** Many words without a signal are a question in other words; few are the name of something to buy. */
const WORDS_OF_A_QUESTION = 3;

function judgeLeaning({ subject }: Wanted): 'inform' | 'sell' {
  const { value: intent } = intentOf(subject);
  const isText = intent === 'informational' || intent === 'commercial';
  return isText && subject.about.size >= WORDS_OF_A_QUESTION ? 'inform' : 'sell';
}
