import { readDataRows } from '../kernel/data.ts';

/** Years that say how fresh a statement is, told from those that say when something happened. */

type Kind = 'current' | 'edition' | 'in' | 'origin' | 'past' | 'present';

const WORDS: ReadonlyMap<string, string> = new Map(
  readDataRows(import.meta.url, 'data/year-words.tsv').map(([language = '', kind = '', pattern = '']) => [
    `${language} ${kind}`,
    pattern,
  ]),
);

/** Scripts without spaces between words have «2022年» in the middle of a word. */
const LETTER = String.raw`[^\P{L}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]`;
const YEAR = new RegExp(String.raw`(?<!${LETTER}|[\p{N}.,:/–-])(?:19|20)\d\d(?!${LETTER}|[\p{N}%/–-])`, 'gu');
/** Earlier years are history wherever they stand. */
const FIRST_YEAR = 2000;
/** «In 2009» is a story; «in 2023» may still be meant to hold. Our own figure. */
const RECENT_YEARS = 10;
/** A price or a percentage: a figure that has a year of its own. */
const FIGURE = /\p{Sc}\s?\p{N}|\p{N}\s?(?:\p{Sc}|%)/u;
/** What stands right before the year of a whole date: its day, or the day and a comma. */
const DAY = /\b\d{1,2}(?:st|nd|rd|th|\.)?,?\s+(?:(?:de|of)\s+)?(?:\p{L}+\.?,?\s+)?(?:de\s+)?$/u;

/** The years that a text names. */
export function findYears(text: string | null): number[] {
  return [...new Set((text?.match(YEAR) ?? []).map(Number))];
}

/** Whether it is known in a language which words make a year current. */
export function knowsYearWords(language: string): boolean {
  return WORDS.has(`${language} in`);
}

/** The past year by which a sentence says how fresh it is; undefined where it names none, or only when something happened. */
export function findDatedYear(sentence: string, language: string, now: Date): number | undefined {
  const found = [...sentence.matchAll(YEAR)].find(({ 0: written, index }) => {
    const age = now.getUTCFullYear() - Number(written);
    if (age <= 0 || Number(written) < FIRST_YEAR) return false;
    const around = { before: sentence.slice(0, index), after: sentence.slice(index + written.length) };
    return isCurrent(around, language) || (!isHistory(around, language) && isFresh(around, language, age));
  });
  return found === undefined ? undefined : Number(found[0]);
}

type Around = Readonly<Record<'before' | 'after', string>>;

/** «As of May 2023», «updated 3 May 2023»: at most three words between. */
function isCurrent({ before }: Around, language: string): boolean {
  return has('current', before, language, { tail: '[\\s:]+(?:(?:\\p{L}+|\\d{1,2})\\S{0,2}\\s+){0,3}\\(?$' });
}

function isHistory({ before, after }: Around, language: string): boolean {
  return DAY.test(before) || has('origin', before, language) || has('origin', after, language);
}

function isFresh(around: Around, language: string, age: number): boolean {
  const sides = Object.values(around);
  if (sides.some((side) => FIGURE.test(side))) return true;
  const { before, after } = around;
  if (has('edition', before, language, { tail: '\\s+\\(?$' })) return true;
  if (has('edition', after, language, { lead: '^\\)?\\s+' })) return true;
  if (age > RECENT_YEARS || !has('in', before, language, { tail: '\\s+(?:\\p{L}+\\s+)?$' })) return false;
  const isAny = (kind: Kind): boolean => sides.some((side: string) => has(kind, side, language));
  return !isAny('past') || isAny('present');
}

/** The past year that a heading or a title stands for; one about history stands for none, nor does one that names this year, too. */
export function findHeadingYear(heading: string, language: string, now: Date): number | undefined {
  const this_year = now.getUTCFullYear();
  const years = findYears(heading);
  if (has('origin', heading, language) || years.some((year) => year >= this_year)) return undefined;
  return years.find((year) => this_year - year <= RECENT_YEARS);
}

const WHOLE = '(?![\\p{L}\\p{N}])';

/** Whether a text has one of the words of a kind; in a language without words it has none. */
function has(kind: Kind, text: string, language: string, { lead = '', tail = WHOLE } = {}): boolean {
  const words = WORDS.get(`${language} ${kind}`);
  return words !== undefined && new RegExp(`${lead}(?<![\\p{L}\\p{N}])(?:${words})(?:${tail})`, 'iu').test(text);
}
