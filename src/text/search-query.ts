import { tokenize } from '../web/words.ts';

/** Words that have to stand together, in the title, or simply somewhere. */
export interface Atom {
  /** As they were typed, for telling. */
  readonly text: string;
  /** Folded, in their order. */
  readonly words: readonly string[];
  readonly is_phrase: boolean;
  readonly in_title: boolean;
}

/** What a page must have one of; a plain word is a clause by itself, and only most of these have to be met. */
export type Clause = readonly Atom[];

/** A site as `site:` names it: a domain with its subdomains, and a path that its pages begin with. */
export interface Site {
  readonly host: string;
  readonly path: string;
}

export interface ParsedQuery {
  readonly clauses: readonly Clause[];
  readonly excluded: readonly Atom[];
  /** Any of these; empty means all. */
  readonly sites: readonly Site[];
  readonly excluded_sites: readonly Site[];
  /** Days as `YYYY-MM-DD`, both included. */
  readonly after: string | undefined;
  readonly before: string | undefined;
  /** What could not be read as it was meant, as sentences. */
  readonly notes: readonly string[];
}

const QUERY_CHARACTERS_MAX = 2000;
const CLAUSES_MAX = 32;
const EXCLUDED_MAX = 16;
const PART = /(?<minus>-?)(?:(?<operator>site|intitle|after|before):)?(?:"(?<phrase>[^"]*)(?<end>"|$)|(?<word>\S+))/giu;
const QUOTES = /[“”„«»＂]/gu;

interface Part {
  readonly is_excluded: boolean;
  readonly operator: string;
  readonly text: string;
  readonly is_phrase: boolean;
}

interface Reading {
  clauses: Atom[][];
  excluded: Atom[];
  sites: Site[];
  excluded_sites: Site[];
  after: string | undefined;
  before: string | undefined;
  notes: string[];
  /** The next atom is another way to meet the last clause. */
  is_or: boolean;
}

/**
 * Reads `"a phrase"`, `-word`, `-"a phrase"`, `site:example.com/path`, `-site:`, `intitle:word`, `intitle:"a phrase"`, `a OR b`
 * (or `a | b`), `after:2025-01-01` and `before:2025` as search engines do. Any text is a query: what makes no sense as an
 * operator is read as words, or told in `notes`.
 */
export function parseQuery(query: string): ParsedQuery {
  const reading: Reading = {
    clauses: [],
    excluded: [],
    sites: [],
    excluded_sites: [],
    after: undefined,
    before: undefined,
    notes: [],
    is_or: false,
  };
  for (const part of partsOf(query, reading)) takePart(reading, part);
  const { clauses, excluded } = reading;
  return { ...reading, clauses: clauses.slice(0, CLAUSES_MAX), excluded: excluded.slice(0, EXCLUDED_MAX) };
}

function partsOf(query: string, { notes }: Reading): Part[] {
  const plain = query.slice(0, QUERY_CHARACTERS_MAX).replaceAll('\0', ' ').replaceAll(QUOTES, '"');
  return [...plain.matchAll(PART)].map(({ groups = {} }) => {
    const { minus, operator = '', phrase, end, word = '' } = groups;
    if (phrase !== undefined && end === '')
      notes.push('A quotation mark is not closed, so everything after it was searched as one phrase.');
    return {
      is_excluded: minus === '-',
      operator: operator.toLowerCase(),
      text: phrase ?? word,
      is_phrase: phrase !== undefined,
    };
  });
}

function takePart(reading: Reading, part: Part): void {
  const { operator, text, is_excluded, is_phrase } = part;
  if (operator === 'site') takeSite(reading, part);
  else if (operator === 'after' || operator === 'before') takeDay(reading, operator, text);
  else if (!is_phrase && !is_excluded && operator === '' && (text === 'OR' || text === '|'))
    reading.is_or = reading.clauses.length > 0;
  else takeWords(reading, part);
}

function takeWords(reading: Reading, { text, operator, is_excluded, is_phrase }: Part): void {
  const words = tokenize(text);
  if (words.length === 0) return;
  const in_title = operator === 'intitle';
  const whole = { text, words, is_phrase: (is_phrase && !is_excluded) || words.length > 1, in_title };
  const last = reading.clauses.at(-1);
  if (is_excluded) reading.excluded.push(whole);
  else if (reading.is_or && last !== undefined) last.push(whole);
  else if (is_phrase || in_title) reading.clauses.push([whole]);
  else for (const word of words) reading.clauses.push([{ text: word, words: [word], is_phrase: false, in_title }]);
  reading.is_or = false;
}

function takeSite(reading: Reading, { text, is_excluded }: Part): void {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `http://${text.replace(/^\*\./, '')}`);
  if (url === null || url.hostname === '') {
    reading.notes.push(`“site:${text}” names no site, so it was left out.`);
    return;
  }
  const site = { host: url.hostname, path: url.pathname === '/' ? '' : url.pathname };
  (is_excluded ? reading.excluded_sites : reading.sites).push(site);
}

function takeDay(reading: Reading, operator: 'after' | 'before', text: string): void {
  const found = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/.exec(text);
  const [, year, month, day] = found ?? [];
  if (year === undefined) {
    reading.notes.push(`“${operator}:${text}” is no date, so it was left out. Write it as 2025-03-31.`);
    return;
  }
  const first = operator === 'after';
  const two = (given: string | undefined, otherwise: string): string => (given ?? otherwise).padStart(2, '0');
  reading[operator] = `${year}-${two(month, first ? '01' : '12')}-${two(day, first ? '01' : '31')}`;
}
