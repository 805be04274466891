import type { Evidence } from './check.ts';

/** One instruction to crawlers, with where it stands. */
export interface Directive {
  /** Lower case: `noindex`, `max-snippet`. */
  readonly name: string;
  readonly value: string;
  /** `robots` for everyone, else the crawler's token in lower case. */
  readonly agent: string;
  readonly source: 'meta' | 'header';
  readonly evidence: Evidence;
}

/** Directives with a value behind a colon; anything else before a colon in a header names a crawler. */
const VALUED = new Set(['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after']);
const PLAIN = new Set([
  'all',
  'index',
  'follow',
  'noindex',
  'nofollow',
  'none',
  'noarchive',
  'nocache',
  'nosnippet',
  'noimageindex',
  'notranslate',
  'noodp',
  'noydir',
  'indexifembedded',
  'nositelinkssearchbox',
  'nopreview',
]);

/** Instructions beyond this many are noise. */
const DIRECTIVES_MAX = 200;

/** Reads the content of a robots meta element or the value of an X-Robots-Tag header. */
export function readDirectives(
  text: string,
  agent: string,
  source: Directive['source'],
  evidence: Evidence,
): Directive[] {
  const directives: Directive[] = [];
  let current = agent;
  for (const part of text.slice(0, 8000).split(',').slice(0, DIRECTIVES_MAX)) {
    const before = directives.at(-1);
    const dated = before?.name === 'unavailable_after';
    let written = part.trim();
    const crawler = source === 'header' && !(dated && /^\d/.test(written)) ? crawlerIn(written) : undefined;
    if (crawler !== undefined) {
      current = crawler.toLowerCase();
      written = written.slice(written.indexOf(':') + 1).trim();
    }
    const read = directiveIn(written);
    // A date in the form of RFC 850 or 822 has a comma of its own.
    if (dated && !read.known) directives[directives.length - 1] = { ...before, value: `${before.value}, ${written}` };
    else if (read.name !== '')
      directives.push({ name: read.name, value: read.value, agent: current, source, evidence });
  }
  return directives;
}

/** The name before a colon, where that is not a directive with a value. */
function crawlerIn(written: string): string | undefined {
  const name = /^(\*|[a-z][a-z\d_.-]*)\s*:/i.exec(written)?.[1];
  if (name === '*') return 'robots';
  return name === undefined || VALUED.has(name.toLowerCase()) ? undefined : name;
}

function directiveIn(written: string): { name: string; value: string; known: boolean } {
  const [head = '', ...rest] = written.split(':');
  const name = head.trim().toLowerCase();
  if (VALUED.has(name)) return { name, value: rest.join(':').trim(), known: true };
  return { name, value: '', known: PLAIN.has(name) };
}

/** Google adds up what is said to all and what is said to it, and obeys the strictest of that. */
export function concernsGoogle(directive: Directive): boolean {
  return directive.agent === 'robots' || directive.agent === 'googlebot';
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The day of a date in ISO 8601, RFC 822, RFC 850 or American order, as yyyy-mm-dd. Undefined when it is none. */
export function dayOf(text: string): string | undefined {
  const iso = /(?:^|\D)(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(text);
  if (iso !== null) return dayFrom(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dayFirst = /(?:^|\D)(\d{1,2})[ -]([a-z]{3})[a-z]{0,6}[ ,-]{1,2}(\d{4}|\d{2})(?!\d)/i.exec(text);
  if (dayFirst !== null) return dayFrom(yearOf(dayFirst[3]), monthOf(dayFirst[2]), Number(dayFirst[1]));
  const monthFirst = /([a-z]{3})[a-z]{0,6} (\d{1,2}),? (\d{4})(?!\d)/i.exec(text);
  if (monthFirst !== null) return dayFrom(Number(monthFirst[3]), monthOf(monthFirst[1]), Number(monthFirst[2]));
  return undefined;
}

function yearOf(text: string | undefined): number {
  const year = Number(text);
  return year < 100 ? 2000 + year : year;
}

function monthOf(name: string | undefined): number {
  return MONTHS.indexOf((name ?? '').toLowerCase()) + 1;
}

function dayFrom(year: number, month: number, day: number): string | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

const SEARCH_ENGINES = new Set(['bingbot', 'msnbot', 'slurp', 'duckduckbot', 'yandex', 'yandexbot', 'baiduspider']);

/** Said to the crawler of another search engine, which visitors come from too. */
export function concernsOthers(directive: Directive): boolean {
  return SEARCH_ENGINES.has(directive.agent);
}
