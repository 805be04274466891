import { parsePublishedAt } from '../dates.ts';

/** A day that stands somewhere in a line. */
interface FoundDate {
  /** ISO 8601. */
  readonly day: string;
  readonly from: number;
  readonly to: number;
}

const WRITTEN = [
  /(?<![\d/.-])(?:19|20)\d\d([-/.])\d{1,2}\1\d{1,2}(?![\d/-])/,
  /(?:19|20)\d\d\s?[年년]\s?\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]/,
  /(?<!\p{L})\p{L}{3,12}\.?,?\s\d{1,2}(?:st|nd|rd|th)?,?\s(?:19|20)\d\d(?!\d)/u,
  /(?<![\d.,])\d{1,2}(?:\.|st|nd|rd|th|er|º)?\s(?:de\s|of\s)?\p{L}{3,12}\.?,?\s(?:de\s|del\s)?(?:19|20)\d\d(?!\d)/u,
  /(?<!\d)\d{1,2}-\p{L}{3,12}-(?:19|20)\d\d(?!\d)/u,
];
const SWAPPABLE = /(?<![\d/.-])(\d{1,2})([./-])(\d{1,2})\2((?:19|20)\d\d)(?![\d/-])/;

/** The first day that a line names. Of a day and a month in figures, `language` says which comes first. */
export function dateIn(line: string, language: string): FoundDate | undefined {
  let first: FoundDate | undefined;
  const take = (day: string | undefined, match: RegExpExecArray): void => {
    if (day === undefined || (first !== undefined && first.from <= match.index)) return;
    first = { day: day.slice(0, 10), from: match.index, to: match.index + match[0].length };
  };
  for (const form of WRITTEN) {
    const match = form.exec(line);
    if (match !== null) take(parsePublishedAt(spelled(match[0])), match);
  }
  const figures = SWAPPABLE.exec(line);
  if (figures !== null) take(ofFigures(figures, language), figures);
  return first;
}

/** More of them in one line are a list. */
const DATES_MAX = 4;

/** The days that a line names, in their order. */
export function datesIn(line: string, language: string): readonly FoundDate[] {
  const found: FoundDate[] = [];
  let start = 0;
  while (found.length < DATES_MAX) {
    const next = dateIn(line.slice(start), language);
    if (next === undefined) break;
    found.push({ day: next.day, from: start + next.from, to: start + next.to });
    start += next.to;
  }
  return found;
}

/** As the reader of dates has it. */
function spelled(date: string): string {
  return date
    .replaceAll(/\s?[年년]\s?|\s?[月월]\s?/g, '-')
    .replace(/\s?[日일]/, '')
    .replace(/^(\p{L}+\.?),\s/u, '$1 ')
    .replace(/^(\d{1,2})(?:er|º)\s/, '$1 ')
    .replace(/(?<=\d)(?:st|nd|rd|th)?\sof\s/, ' ')
    .replace(/\sdel\s/, ' de ');
}

/** Points stand where the day comes first; with strokes that depends on who writes. */
function ofFigures(
  [, first = '', sign = '', second = '', year = '']: RegExpExecArray,
  language: string,
): string | undefined {
  const figures = (day: string, month: string): string | undefined =>
    parsePublishedAt(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  if (Number(first) > 12 || first === second) return figures(first, second);
  if (Number(second) > 12) return figures(second, first);
  return sign === '.' || isDayFirst(language.toLowerCase()) ? figures(first, second) : undefined;
}

/** English is written both ways, and where it is declared without a country nobody can tell. */
function isDayFirst(language: string): boolean {
  if (language === '') return false;
  return !language.startsWith('en') || /^en[-_](?:gb|au|nz|ie|in|za|sg|hk)/.test(language);
}
