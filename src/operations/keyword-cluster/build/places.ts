import { readDataLines } from '../../../kernel/data.ts';
import { type KeywordReading, stemTerm } from '../../../text/keyword.ts';
import { findSignals } from '../../../text/phrases.ts';
import { findPlaceAfterIn, isService } from '../../../text/services.ts';
import { isStopWord } from '../../../text/stop-words.ts';

/** From so many searches that end in the same word on, it may be a place. */
const LAST_MIN = 3;
/** With `in` before it once, two are enough. */
const LAST_AFTER_IN_MIN = 2;

const THINGS: ReadonlySet<string> = new Set(
  readDataLines(import.meta.url, 'data/things.txt').flatMap((line) => line.split(' ')),
);

/**
 * Places that a list itself reveals, as folded words: `frome` in `bike shop frome`, `bike repair frome` and `cycle hire in frome`.
 * Such a word is always the last, follows a service at least twice, and is neither a thing nor a word of intent.
 */
export function findListPlaces(readings: readonly KeywordReading[]): ReadonlySet<string> {
  const uses = new Map<string, Use>();
  for (const { words, language } of readings) {
    for (const [at, word] of words.entries()) {
      // By stem, since a thing appears in the singular elsewhere (`gutter cleaning`) and a place never does.
      const term = stemTerm(word, language);
      const use = uses.get(term) ?? { words: new Set(), last: 0, elsewhere: 0, services: new Set(), afterIn: false };
      uses.set(term, use);
      use.words.add(word);
      if (at < words.length - 1 || at === 0) {
        use.elsewhere += 1;
        continue;
      }
      use.last += 1;
      const before = words[at - 1] ?? '';
      if (isService(before, language)) use.services.add(stemTerm(before, language));
      if (findPlaceAfterIn(words, language) === at) use.afterIn = true;
    }
  }
  const places = [...uses.values()].filter((use) => isPlace(use, readings));
  return new Set(places.flatMap(({ words }) => [...words]));
}

interface Use {
  /** The forms in which it appears. */
  readonly words: Set<string>;
  last: number;
  elsewhere: number;
  readonly services: Set<string>;
  afterIn: boolean;
}

function isPlace(
  { words, last, elsewhere, services, afterIn: preceded }: Use,
  readings: readonly KeywordReading[],
): boolean {
  const [word = ''] = words;
  if (elsewhere > 0 || words.size > 1 || THINGS.has(word) || /\p{N}/u.test(word)) return false;
  const enough = preceded ? last >= LAST_AFTER_IN_MIN && services.size > 0 : last >= LAST_MIN && services.size >= 2;
  return enough && !tellsSomethingElse(word, readings);
}

function tellsSomethingElse(word: string, readings: readonly KeywordReading[]): boolean {
  const language = readings.find(({ words }) => words.includes(word))?.language ?? '';
  return isStopWord(word, language) || isService(word, language) || findSignals([word], language).length > 0;
}
