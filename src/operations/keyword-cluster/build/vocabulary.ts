import { stem } from '../../../text/stems.ts';
import { type KeywordReading } from '../../../text/keyword.ts';
import { findSignals } from '../../../text/phrases.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { replaceRuns } from '../../../text/synonyms.ts';

/**
 * Puts the words of a list into one form, going by the list itself: `customer relationship management` becomes `crm`
 * where the list says `crm`, `kreditvergleich` becomes `kredit vergleich` where both stand alone.
 */
export function makeRewriter(
  readings: readonly KeywordReading[],
): (words: readonly string[], language: string) => string[] {
  const vocabulary = new Map<string, number>();
  const stems = new Set<string>();
  for (const { words, language } of readings) {
    for (const word of new Set(words)) {
      vocabulary.set(word, (vocabulary.get(word) ?? 0) + 1);
      if (!isStopWord(word, language)) stems.add(stem(word, language === '' ? 'en' : language));
    }
  }
  const split = new Map<string, readonly string[]>();
  return (words, language) => {
    const short = joinAcronyms(replaceRuns(words, language), vocabulary);
    return short.flatMap((word) => {
      const name = `${language}:${word}`;
      const known = split.get(name) ?? splitCompound(word, language === '' ? 'en' : language, stems);
      split.set(name, known);
      return known;
    });
  };
}

const ACRONYM_MIN = 3;
const ACRONYM_MAX = 5;

/** Runs of words whose first letters are a word of the list are that word. */
function joinAcronyms(words: readonly string[], vocabulary: ReadonlyMap<string, number>): string[] {
  const out: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const size = measureAcronym(words, at, vocabulary);
    const run = words.slice(at, at + Math.max(1, size));
    out.push(size === 0 ? run.join('') : run.map((word) => word[0] ?? '').join(''));
    at += run.length - 1;
  }
  return out;
}

/** How many words from a position on form the longest acronym in the list; 0 if none do. */
function measureAcronym(words: readonly string[], start: number, vocabulary: ReadonlyMap<string, number>): number {
  let initials = '';
  let longest = 0;
  for (let size = 1; size <= ACRONYM_MAX; size += 1) {
    const word = words[start + size - 1] ?? '';
    if (word.length < 2) break;
    initials += word[0] ?? '';
    if (size >= ACRONYM_MIN && vocabulary.has(initials)) longest = size;
  }
  return longest;
}

const PART_MIN = 4;
const LINKS = ['', 's', 'es', 'n', 'en', 'e'];

/** The two parts of a compound, if both appear alone somewhere in the list, or the second signals an intent. */
function splitCompound(word: string, language: string, stems: ReadonlySet<string>): readonly string[] {
  if (word.length < 2 * PART_MIN || /\p{N}/u.test(word)) return [word];
  const wanted = language === 'de' ? splitGermanSignal(word, stems) : undefined;
  if (wanted !== undefined) return [...splitCompound(wanted[0], language, stems), wanted[1]];
  for (let at = PART_MIN; at <= word.length - PART_MIN; at += 1) {
    const tail = word.slice(at);
    if (!stems.has(stem(tail, language))) continue;
    for (const link of LINKS) {
      if (!word.slice(0, at).endsWith(link)) continue;
      const head = word.slice(0, at - link.length);
      if (head.length >= PART_MIN && stems.has(stem(head, language))) return [head, tail];
    }
  }
  return [word];
}

/** Kinds of signals that German joins to what they are about: `Umzugskosten`, `Bauanleitung`. */
const JOINED_KINDS: ReadonlySet<string> = new Set([
  'cost',
  'price',
  'tool',
  'compare',
  'review',
  'download',
  'guide',
  'how_to',
  'provider',
  'buy',
  'job',
  'ideas',
  'sign_up',
  'software',
  'support',
]);
const HEAD_MIN = 3;
/** Short signals also end words that do not contain them: `Protest`, `Exkurs`. */
const SHORT_TAIL = 4;
const HEAD_OF_SHORT_MIN = 5;
/** Endings after which an s joins two words. */
const JOINING_S =
  /(?:ung|heit|keit|schaft|ion|tät|ling|gang|zug|tag|trag|trieb|arbeit|beruf|geburt|zeit|leben|urlaub|gehalt)s$/;

function splitGermanSignal(word: string, stems: ReadonlySet<string>): readonly [string, string] | undefined {
  for (let at = HEAD_MIN; at <= word.length - SHORT_TAIL; at += 1) {
    const tail = word.slice(at);
    if (tail.length === SHORT_TAIL && at < HEAD_OF_SHORT_MIN) continue;
    const [signal] = findSignals([tail], 'de');
    if (signal === undefined || !JOINED_KINDS.has(signal.kind)) continue;
    const head = word.slice(0, at);
    const bare = head.slice(0, -1);
    return [head.endsWith('s') && (JOINING_S.test(head) || stems.has(stem(bare, 'de'))) ? bare : head, tail];
  }
  return undefined;
}
