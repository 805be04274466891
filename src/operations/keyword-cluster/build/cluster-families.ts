import { compareText } from '../../../text/normalize.ts';
import { type KeywordReading, stemTerm } from '../../../text/keyword.ts';
import { findPlaces } from '../../../text/places.ts';
import { isStopWord } from '../../../text/stop-words.ts';

/**
 * What is left of a stemmed word behind what it shares with its relatives: `plumb|er` and `plumb|ing`, `hipotec|ario`.
 * A stemmer takes endings of number and case away and leaves those that make one word of another.
 */
const ENDINGS: Readonly<Record<string, string>> = {
  en: 'er or ment i eri th ag ist ian ion anc enc ant ent al iz yz yt ysi at iv ic e ing ator',
  de: 'ung er ier atur ation t lich ig isch heit keit erei nis s en e n or ist in end es',
  es: 'ari er eri ador acion cion ient mient amient imient ist al ic os iv dor edor ad idad aj anz ur o a e i il',
  fr: 'eur eus er eri i ement ation ion ag ist al el air if iv ur ier e iqu ant ent ell',
  it: 'ator azion ion ment ament ist al ic iv or er eri e i o a il ar',
  pt: 'ador acao cao ment ament ist al ic iv or er eri e i o a ari eir',
  nl: 'ing er ster ist isch lijk heid en e s t ati',
};

const BASE_MIN = 5;
/** Where no more than a doubled letter and `er` is between them, short words are relatives too. */
const SHORT_MIN = 3;

/**
 * Terms of a list that come of one word stand for each other: `serrurier` and `serrurerie`. Only among the words of the
 * list, since `corner` comes of `corn` as far as letters go.
 */
export function familiesOf(readings: readonly KeywordReading[]): (term: string, language: string) => string {
  const byLanguage = new Map<string, Set<string>>();
  for (const { words, language } of readings) {
    const terms = byLanguage.get(language) ?? new Set();
    byLanguage.set(language, terms);
    for (const word of words) if (!isStopWord(word, language)) terms.add(stemTerm(word, language));
  }
  const people = peopleOf(readings);
  const families = new Map([...byLanguage].map(([language, terms]) => [language, familiesIn(terms, language, people)]));
  return (term, language) => families.get(language)?.get(term) ?? term;
}

function familiesIn(
  terms: ReadonlySet<string>,
  language: string,
  people: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const known = language === '' ? 'en' : language;
  const endings = new Set(['', ...(ENDINGS[known] ?? '').split(' ')]);
  const families = new Map<string, string>();
  for (const bucket of bucketsOf(terms)) {
    for (const [at, term] of bucket.entries()) {
      if (!ANY_DOER.has(known) && DOER.test(term) && !people.has(term)) continue;
      // The shortest relative stands for all; it comes first.
      const relative = bucket.slice(0, at).find((shorter) => areRelatives(shorter, term, endings));
      if (relative !== undefined) families.set(term, families.get(relative) ?? relative);
    }
  }
  return families;
}

/** Languages in which words end in -er that nobody does. */
const ANY_DOER: ReadonlySet<string> = new Set(['de', 'nl']);

/** Terms that begin alike, the shortest first. */
function bucketsOf(terms: ReadonlySet<string>): Iterable<readonly string[]> {
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

/** Who does a thing and what does it end alike: `cleaner`, `printer`. */
const DOER = /.{3}(?:er|or|eur)$/;
const PEOPLE_KINDS: ReadonlySet<string> = new Set(['near', 'provider']);

/** Terms of searches for somebody nearby, in which `cleaner` is who cleans; elsewhere a `printer` is no printing. */
export function peopleOf(readings: readonly KeywordReading[]): ReadonlySet<string> {
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
