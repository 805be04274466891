import { Parser } from 'htmlparser2';

import { parsePublishedAt } from '../../web/dates.ts';

/** Longer ones are no titles and no snippets. */
const CHARACTERS_MAX = 5000;
/** Marks that only say which way the text runs, which its letters say themselves; a reader may take them for a trick. */
const INVISIBLE = /[\u00ad\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const AGO = /^(\d{1,3}|an?)\s+(min(?:ute)?|hour|day)s?\s+ago\b/i;
const DAY_MS = 86_400_000;
const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: DAY_MS };

/** A text on one line, as it is read; null when there is none. */
export function readText(written: string | null | undefined): string | null {
  if (written === null || written === undefined) return null;
  const text = written
    .slice(0, CHARACTERS_MAX)
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return text === '' ? null : text;
}

/** The same of a text that the vendor writes as HTML: marked words, entities. */
export function readHtmlText(written: string | null | undefined): string | null {
  if (written === null || written === undefined) return null;
  let text = '';
  const parser = new Parser({
    ontext: (part) => (text += part),
    onopentagname: (name) => (text += name === 'br' ? ' ' : ''),
  });
  parser.end(written.slice(0, CHARACTERS_MAX));
  return readText(text);
}

/**
 * When a result was published: a day, or a time in UTC.
 *
 * Result pages show days, and their times of midnight are days as well. «3 days ago» is counted back from now; weeks and
 * longer are too coarse to name a day.
 */
export function readPublishedAt(written: string | null | undefined, now: Date): string | null {
  const text = readText(written);
  if (text === null) return null;
  const stated = parsePublishedAt(text);
  if (stated !== undefined) return stated.replace('T00:00:00Z', '');
  if (/^yesterday$/i.test(text)) return dayBefore(now, DAY_MS);
  const [, count = '', unit = ''] = AGO.exec(text) ?? [];
  if (unit === '') return null;
  return dayBefore(now, (/^an?$/i.test(count) ? 1 : Number(count)) * (UNIT_MS[unit.charAt(0).toLowerCase()] ?? 0));
}

function dayBefore(now: Date, back_ms: number): string {
  return new Date(now.getTime() - back_ms).toISOString().slice(0, 10);
}
