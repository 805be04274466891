import { memoize } from '../../../kernel/memoize.ts';
import { characterNgrams } from '../../../text/ngrams.ts';
import { foldPhrase, stripAccents } from '../../../text/normalize.ts';
import { likenessOf } from '../../../text/vectors/likeness.ts';
import { tokenize } from '../../../web/words.ts';
import type { AskedKeyword } from './asked.ts';
import type { MapPage } from './pages.ts';

/** A keyword beside the pages of a site by the letters of their words, which compounds and word families share. */
export interface KeywordLetters {
  /** 1 for the same words, 0 for nothing in common beyond what the whole site shares. */
  readonly likeness: (page: MapPage) => number;
  /** It is much more like this page than like any other. */
  readonly points_to: (page: MapPage) => boolean;
  /** The share of a word that stands in words of the page, rare letters counting most: `Zahnnotdienst` in `zahnärztlicher Notdienst`. */
  readonly holds: (word: string, page: MapPage) => number;
}

/** From this likeness on, and with this lead, a keyword points to one page. Our own figures. */
const POINTS_FROM = 0.3;
const LEAD_MIN = 0.15;

/** Compares keywords with pages by letters. What all of them share stops counting. */
export function compareLetters(
  keywords: readonly AskedKeyword[],
  pages: readonly MapPage[],
): (keyword: AskedKeyword) => KeywordLetters {
  const texts = pages.map(({ says }) => strip(says));
  const like = likenessOf([...keywords.map(({ text }) => strip(text)), ...texts]);
  const words = texts.map((text) => [...new Set(tokenize(text))]);
  const runs = indexPages(words, (word) => characterNgrams(word));
  const beginnings = indexPages(words, (word) => [word.slice(0, BEGINNING)]);
  const placeOf = new Map(pages.map((page, at) => [page, at]));
  const numberOf = new Map(keywords.map((keyword, at) => [keyword, at]));
  const sharesOf = memoize((text: string) => {
    const word = strip(text);
    return { beginning: beginnings.get(word.slice(0, BEGINNING)), shares: measureShares(word, runs, pages.length) };
  });
  return (keyword) => {
    const isCompounding = COMPOUNDING.has(keyword.reading.language);
    const number = numberOf.get(keyword) ?? 0;
    const all = pages.map((_, at) => like(number, keywords.length + at));
    const [first = 0, second = 0] = all.toSorted((one, other) => other - one);
    const likeness = (page: MapPage): number => all[placeOf.get(page) ?? 0] ?? 0;
    return {
      likeness,
      points_to: (page) => likeness(page) === first && first >= POINTS_FROM && first - second >= LEAD_MIN,
      holds: (word, page) => {
        const at = placeOf.get(page) ?? 0;
        const { beginning, shares } = sharesOf(word);
        return isCompounding || beginning?.has(at) === true ? (shares[at] ?? 0) : 0;
      },
    };
  };
}

/** Languages whose compounds are one word, so that a word can stand at the end of another. */
const COMPOUNDING: ReadonlySet<string> = new Set(['de', 'nl', 'sv', 'da', 'nb', 'no', 'fi', 'hu']);
/** Letters at the beginning of a word that its family shares: `painter` and `painting`, not `apartment` and `department`. */
const BEGINNING = 4;

/** The pages that have each part of a word. */
type PageIndex = ReadonlyMap<string, ReadonlySet<number>>;

function indexPages(words: readonly (readonly string[])[], partsOf: (word: string) => readonly string[]): PageIndex {
  const index = new Map<string, Set<number>>();
  for (const [at, own] of words.entries()) {
    for (const part of own.flatMap((word) => partsOf(word))) {
      const holders = index.get(part);
      if (holders === undefined) index.set(part, new Set([at]));
      else holders.add(at);
    }
  }
  return index;
}

/** The share of a word that each page has. */
function measureShares(word: string, runs: PageIndex, count: number): Float64Array {
  const shares = new Float64Array(count);
  let total = 0;
  for (const run of characterNgrams(word)) {
    const holders = runs.get(run) ?? new Set<number>();
    const rarity = Math.log((1 + count) / (1 + holders.size)) + 1;
    total += rarity;
    for (const at of holders) shares[at] = (shares[at] ?? 0) + rarity;
  }
  return shares.map((share) => share / total);
}

function strip(text: string): string {
  return stripAccents(foldPhrase(text, 2000));
}
