import { readDataRows } from '../../../kernel/data.ts';
import { compareText } from '../../../text/normalize.ts';
import { type KeywordReading, stemTerm } from '../../../text/keyword.ts';
import { findPlaces } from '../../../text/places.ts';
import { isStopWord } from '../../../text/stop-words.ts';

const ENDINGS = new Map(
  readDataRows(import.meta.url, 'data/endings.tsv').map(([language = '', endings = '']) => [language, endings]),
);

const BASE_MIN = 5;
/** Short words are relatives too if only a doubled letter and `er` separate them. */
const SHORT_MIN = 3;

/**
 * Terms of a list that derive from one word stand for each other: `serrurier` and `serrurerie`. Only among the words of
 * the list, since by its letters `corner` derives from `corn`.
 */
export function findFamilies(readings: readonly KeywordReading[]): (term: string, language: string) => string {
  const byLanguage = new Map<string, Set<string>>();
  for (const { words, language } of readings) {
    const terms = byLanguage.get(language) ?? new Set();
    byLanguage.set(language, terms);
    for (const word of words) if (!isStopWord(word, language)) terms.add(stemTerm(word, language));
  }
  const people = findPeople(readings);
  const families = new Map(
    [...byLanguage].map(([language, terms]) => [language, groupFamilies(terms, language, people)]),
  );
  return (term, language) => families.get(language)?.get(term) ?? term;
}

function groupFamilies(
  terms: ReadonlySet<string>,
  language: string,
  people: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const known = language === '' ? 'en' : language;
  const endings = new Set(['', ...(ENDINGS.get(known) ?? '').split(' ')]);
  const families = new Map<string, string>();
  for (const bucket of bucketTerms(terms)) {
    for (const [at, term] of bucket.entries()) {
      if (!ANY_DOER.has(known) && DOER.test(term) && !people.has(term)) continue;
      // The shortest relative stands for all; it comes first.
      const relative = bucket.slice(0, at).find((shorter) => areRelatives(shorter, term, endings));
      if (relative !== undefined) families.set(term, families.get(relative) ?? relative);
    }
  }
  return families;
}

/** Languages in which words in -er need not name who does a thing. */
const ANY_DOER: ReadonlySet<string> = new Set(['de', 'nl']);

/** Terms that begin alike, the shortest first. */
function bucketTerms(terms: ReadonlySet<string>): Iterable<readonly string[]> {
  const buckets = new Map<string, string[]>();
  for (const term of [...terms].sort((one, other) => one.length - other.length || compareText(one, other))) {
    if (term.length < SHORT_MIN || /\p{N}/u.test(term)) continue;
    const start = term.slice(0, SHORT_MIN);
    const bucket = buckets.get(start);
    if (bucket === undefined) buckets.set(start, [term]);
    else bucket.push(term);
  }
  return buckets.values();
}

/** People and devices that do a thing end alike: `cleaner`, `printer`. */
const DOER = /.{3}(?:er|or|eur)$/;
const PEOPLE_KINDS: ReadonlySet<string> = new Set(['near', 'provider']);

/** Terms of searches for somebody nearby, where a `cleaner` is a person; elsewhere a `printer` is not about printing. */
export function findPeople(readings: readonly KeywordReading[]): ReadonlySet<string> {
  const people = new Set<string>();
  for (const { words, language, signals } of readings) {
    if (findPlaces(words).length === 0 && !signals.some(({ kind }) => PEOPLE_KINDS.has(kind))) continue;
    for (const word of words) people.add(stemTerm(word, language));
  }
  return people;
}

function areRelatives(shorter: string, longer: string, endings: ReadonlySet<string>): boolean {
  if (endings.has('er') && isDoer(shorter, longer)) return true;
  let base = 0;
  while (base < shorter.length && shorter[base] === longer[base]) base += 1;
  for (let at = base; at >= Math.max(BASE_MIN, base - 3); at -= 1)
    if (endings.has(shorter.slice(at)) && endings.has(longer.slice(at))) return true;
  return false;
}

/** `move` and `mover`, `run` and `runner`, `purr` and `pur`, which is all that a stemmer leaves of `purring`. */
function isDoer(shorter: string, longer: string): boolean {
  const last = shorter.at(-1) ?? '';
  if (last === 'e') return longer === `${shorter}r`;
  const doubled = shorter + last;
  return longer === doubled || longer === `${doubled}er`;
}
