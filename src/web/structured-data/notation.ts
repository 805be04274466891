import { parseDate } from '../dates.ts';
import type { Notation } from './vocabulary.ts';

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** What search engines expect of a value, and what to say of one that is written otherwise. */
export interface NotationRule {
  readonly isRight: (text: string) => boolean;
  readonly message: string;
  readonly fix: string;
}

export const NOTATION_RULES: Readonly<Record<Notation, NotationRule>> = {
  price: {
    isRight: (text) => /^\d+(?:\.\d+)?$/.test(text),
    message: 'a price must be a plain number',
    fix: 'Write 1234.50 and put the currency in priceCurrency.',
  },
  currency: {
    isRight: (text) => /^[A-Z]{3}$/.test(text),
    message: 'a currency must be a three-letter code',
    fix: 'Use the ISO 4217 code, such as EUR.',
  },
  date: {
    isRight: (text) => /^\d{4}(?:-\d{2})?$/.test(text) || (ISO_DATE.test(text) && parseDate(text) !== undefined),
    message: 'a date must be in ISO 8601',
    fix: 'Write 2026-01-31 or 2026-01-31T19:30:00+01:00.',
  },
  duration: {
    isRight: (text) => /^P(?=.)(?:\d+[YMWD])*(?:T(?:\d+(?:\.\d+)?[HMS])+)?$/.test(text),
    message: 'a duration must be in ISO 8601',
    fix: 'Write PT1H30M.',
  },
  decimal: {
    isRight: (text) => /^\d+(?:\.\d+)?(?:%|\/\d+)?$/.test(text),
    message: 'a rating must be a number with a decimal point',
    fix: 'Write 4.5.',
  },
  count: {
    isRight: (text) => /^\d+$/.test(text),
    message: 'a count must be a whole number',
    fix: 'Write 1234.',
  },
  address: {
    isRight: (text) => !/^(?:data|javascript|about|blob):/i.test(text),
    message: 'search engines cannot fetch this address',
    fix: 'Give the http or https address of the file or page.',
  },
};

const CHARACTERS_MAX = 200;

/** The first date in a text, in ISO 8601, with its time of day where it has one. */
export function findDate(written: string): string | undefined {
  const text = written.slice(0, CHARACTERS_MAX).normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
  const whole = parseDate(text);
  if (whole !== undefined) return whole;
  const iso = /\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:?\d{2})?)?/.exec(text)?.[0];
  if (iso !== undefined) return parseDate(iso);
  const dotted = /(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/.exec(text);
  const day = dotted === null ? findWordDate(text) : parseDate(`${dotted[3]}-${dotted[2]}-${dotted[1]}`);
  if (day === undefined) return undefined;
  const time = /(?<!\d)([01]?\d|2[0-3]):([0-5]\d)\s?(am|pm)?(?!\d)/i.exec(text);
  return time === null ? day : `${day}T${hourOf(time)}:${time[2]}:00`;
}

function hourOf(time: RegExpExecArray): string {
  const hour = Number(time[1]);
  const half = time[3]?.toLowerCase();
  const shown = half === 'pm' && hour < 12 ? hour + 12 : half === 'am' && hour === 12 ? 0 : hour;
  return String(shown).padStart(2, '0');
}

const WORD_DATES = [
  /\d{4}\s*年\s*\d{1,2}\s*月\s*\d{1,2}\s*日/,
  /(?<!\d)\d{1,2}\.?(?:st|nd|rd|th)?\s+(?:de\s+)?\p{L}{3,12}\.?,?\s+(?:de\s+)?\d{4}(?!\d)/u,
  /(?<!\p{L})\p{L}{3,12}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}(?!\d)/u,
];

function findWordDate(text: string): string | undefined {
  return WORD_DATES.map((pattern) => pattern.exec(text)?.[0])
    .map((found) => (found === undefined ? undefined : parseDate(found)))
    .find((date) => date !== undefined);
}
