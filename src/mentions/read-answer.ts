import { guessLanguage } from '../text/language.ts';
import { languageOfTag } from '../web/words.ts';
import { isWithin } from '../web/url.ts';
import { type AnswerText, readAnswerText } from './answer-text.ts';
import { type ListedName, listNames } from './candidates.ts';
import { type DeniedExistence, findDenial } from './denials.ts';
import { compileNames, type FoundName, type NameFinder } from './find-names.ts';
import type { Named } from './names.ts';
import { readSentiment, type Sentiment } from './sentiment.ts';

/** What one text says of a brand and of those that it competes with. */
export interface AnswerReading {
  /** Whether it names the brand; a denial of its existence does not. */
  readonly is_named: boolean;
  /** Null where the brand is not named. */
  readonly sentiment: Sentiment | null;
  /** The brand as the text first writes it, and the sentence that does; null where it is not named. */
  readonly written: string | null;
  readonly sentence: string | null;
  /** Place of the item or row that first names the brand in its list; null outside of lists. */
  readonly list_position: number | null;
  readonly denial: DeniedExistence | null;
  /** Everyday words that may mean the brand, and nothing says so. */
  readonly weak_mentions: number;
  /** Whether a host of the brand stands in the text or its links. */
  readonly has_own_host: boolean;
  /** Competitors that it names, by their places, in the order of their first mentions. */
  readonly competitors: readonly number[];
  /** Where the brand, and each of `competitors`, is first named. */
  readonly starts: { readonly brand: number | null; readonly competitors: readonly number[] };
  readonly listed: readonly ListedName[];
}

export interface AnswerSearch {
  readonly brand: Named;
  readonly competitors: readonly Named[];
  /** ISO 639-1, or a regional form: what was asked for. */
  readonly language: string;
  /** Words of the market. */
  readonly category: readonly string[];
}

/** Reads texts in any language; rules of grammar are those of the language that was asked for, of the text's own, and English. */
export function compileReader(search: AnswerSearch): (text: string) => AnswerReading {
  const asked = languageOfTag(search.language);
  const finders = new Map<string, { readonly languages: readonly string[]; readonly find: NameFinder }>();
  return (written) => {
    const guessed = guessLanguage(written.slice(0, GUESS_CHARACTERS), asked).value;
    const languages = [...new Set([guessed, asked, 'en'])].filter((language) => language !== '');
    const key = languages.join(' ');
    const known = finders.get(key) ?? {
      languages,
      find: compileNames({ all: [search.brand, ...search.competitors], languages, category: search.category }),
    };
    finders.set(key, known);
    return readOne(readAnswerText(written), known, search.brand);
  };
}

const GUESS_CHARACTERS = 1500;
const BRAND = 0;

function readOne(
  text: AnswerText,
  { languages, find }: { readonly languages: readonly string[]; readonly find: NameFinder },
  brand: Named,
): AnswerReading {
  const found = find(text);
  const named = found.filter(({ is_weak }) => !is_weak);
  const own = named.filter(({ owner }) => owner === BRAND);
  const denial = findDenial(text, own, languages);
  const first = denial?.is_whole === true ? undefined : own[0];
  const rivals = firstOfEach(named.filter(({ owner }) => owner !== BRAND));
  return {
    ...(first === undefined ? NOT_NAMED : describeNaming(text, first, { own, all: named, languages })),
    denial,
    weak_mentions: found.filter(({ owner, is_weak }) => owner === BRAND && is_weak).length,
    has_own_host: text.hosts.some(({ host }) => brand.domains.some((domain) => isWithin(host, domain))),
    competitors: rivals.map(({ owner }) => owner - 1),
    starts: {
      brand: first?.start ?? null,
      competitors: rivals.map(({ start }) => start),
    },
    listed: listNames(text, found),
  };
}

type Naming = Pick<AnswerReading, 'is_named' | 'sentiment' | 'written' | 'sentence' | 'list_position'>;

const NOT_NAMED: Naming = { is_named: false, sentiment: null, written: null, sentence: null, list_position: null };

function describeNaming(
  text: AnswerText,
  first: FoundName,
  {
    own,
    all,
    languages,
  }: { readonly own: readonly FoundName[]; readonly all: readonly FoundName[]; readonly languages: readonly string[] },
): Naming {
  return {
    is_named: true,
    sentiment: readSentiment(text, { own, all }, languages),
    written: first.written,
    sentence: writeSentence(text, first),
    list_position: own.find(isListed)?.sentence?.block.position ?? null,
  };
}

function writeSentence({ text }: AnswerText, { sentence, start, end }: FoundName): string {
  return text.slice(sentence?.start ?? start, sentence?.end ?? end).replaceAll(/\s+/g, ' ');
}

function isListed({ sentence }: FoundName): boolean {
  return sentence !== undefined && sentence.block.position !== null;
}

function firstOfEach(names: readonly FoundName[]): FoundName[] {
  const first = new Map<number, FoundName>();
  for (const name of names) if (!first.has(name.owner)) first.set(name.owner, name);
  return [...first.values()];
}

/**
 * The place of the brand among all that a text names, from 1, by where each is first named; null where it is not named.
 *
 * @param others keys of listed names that are taken for brands
 */
export function findPosition({ starts, listed }: AnswerReading, others: ReadonlySet<string>): number | null {
  const { brand, competitors } = starts;
  if (brand === null) return null;
  const before = [...competitors, ...listed.filter(({ key }) => others.has(key)).map(({ start }) => start)];
  return 1 + before.filter((start) => start < brand).length;
}
