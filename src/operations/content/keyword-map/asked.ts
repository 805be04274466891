import { correctVerdict } from '../../../keywords/classify.ts';
import type { JudgedSearch } from '../../../keywords/known-searches.ts';
import { squash } from '../../../text/brand.ts';
import { type BrandedSearch, readBrandedSearch } from '../../../text/branded-search.ts';
import { type Choices, readChoices } from '../../../text/choices.ts';
import { classifyIntent, type IntentVerdict } from '../../../text/intent.ts';
import { type KeywordReading, readKeyword, stemTerm } from '../../../text/keyword.ts';
import { isService } from '../../../text/services.ts';
import type { PageType } from '../../../text/page-types.ts';
import type { SignalKind } from '../../../text/signals.ts';
import type { Verdict } from '../../../text/verdict.ts';
import { type TermVector, termWeight } from '../../../text/weights.ts';
import { findTermMeaning, replaceRunsInText } from '../../../text/synonyms.ts';
import { findBrandTerms, findYears, NAMING } from '../../../text/subject.ts';
import { foldPhrase } from '../../../text/normalize.ts';
import { splitTitle } from '../../../text/title-parts.ts';
import { readWords } from '../../../text/word-lists.ts';

/** A keyword, interpreted. */
export interface AskedKeyword {
  readonly text: string;
  readonly reading: KeywordReading;
  readonly weights: TermVector;
  readonly intent: IntentVerdict;
  readonly wanted: Verdict<PageType>;
  /** Terms that only say what kind of answer is wanted (`how much`, `between`, `chart`): a page matches them by its type. */
  readonly asking: ReadonlySet<string>;
  /** Terms that name what the searcher wants (`calculator`, `hire`): a page must have them, however light. */
  readonly demanded: ReadonlySet<string>;
  /** Terms of the keyword that name a place of the business. */
  readonly places: ReadonlySet<string>;
  /** Terms that many pages of the site have. */
  readonly common: ReadonlySet<string>;
  /** Terms that the title of the home page has: what the business is goes without saying on its other pages. */
  readonly granted: ReadonlySet<string>;
  readonly choices: Choices;
  /** Its letters and digits without spaces. */
  readonly joined: string;
  /** Stems of the own brand, which every own page stands for. */
  readonly own_words: ReadonlySet<string>;
  /** What it looks for where it is a search for the own business: its site, or how to reach it. */
  readonly branded: BrandedSearch | undefined;
}

/** What all pages of a site share. */
export interface OwnSite {
  readonly brand: string;
  /** What the site itself calls the brand for short; '' where it does not. */
  readonly short_brand: string;
  /** What result pages say of some keywords, by folded keyword. */
  readonly judged: ReadonlyMap<string, JudgedSearch>;
  /** Words that name the places of the business. */
  readonly places: ReadonlySet<string>;
  /** Terms that many of its pages have, by the language of the pages: `dog` at a vet's. */
  readonly common: (language: string) => ReadonlySet<string>;
  /** Terms of the title of its home page. */
  readonly granted: (language: string) => ReadonlySet<string>;
}

/**
 * The first word of a brand, where the site uses it for the whole: as a part of a title of its own (`Contact | Clearsound`),
 * or with a capital inside (`ClearSound Hearing`), as nobody writes a plain word. `harbour` is not Harbour Bikes.
 */
export function findShortBrand(brand: string, titles: readonly string[]): string {
  const [first = '', ...others] = brand.split(' ');
  if (others.length === 0 || first.length < SHORT_MIN) return '';
  const isUsed = titles.some(
    (title) =>
      splitTitle(title).some((part) => foldPhrase(part) === first) ||
      tokenizeAsWritten(title).some((word) => foldPhrase(word) === first && /\p{Ll}\p{Lu}/u.test(word)),
  );
  return isUsed ? first : '';
}

/** Shorter names are words or letters of others. */
const SHORT_MIN = 4;

function tokenizeAsWritten(title: string): string[] {
  return title.split(/[^\p{L}\p{N}]+/u);
}

/** A word of less weight, such as `best`, can be missing without changing the subject. */
export const TELLING = 0.55;

/**
 * Reads a keyword. A page need not have the words of the own brand, and the places of the business
 * weigh little: every own page belongs to both.
 */
export function readAskedKeyword(
  text: string,
  language: string,
  { brand, short_brand, judged, places, common: commonIn, granted: grantedIn }: OwnSite,
): AskedKeyword {
  const reading = readKeyword(text, language);
  const code = reading.language;
  const brands = [brand, brand.replaceAll(' ', ''), short_brand].filter((name) => name !== '');
  const context = { places, brands };
  const whole = findBrandTerms(reading, brand);
  const own = whole.size > 0 ? whole : findBrandTerms(reading, short_brand);
  const { terms: all } = readKeyword(replaceRunsInText(text, code, 700), code);
  const rest = all.filter((term) => !own.has(term));
  const terms = rest.length === 0 ? all : rest;
  const meaningOf = (word: string): string => findTermMeaning(stemTerm(word, code), code);
  const asking = new Set(
    [...listSignalWords(reading, ASKING), ...reading.words.filter((word) => FORMS.has(word))].map(meaningOf),
  );
  const naming = new Set(
    listSignalWords(reading, NAMING)
      .filter((word) => !ANY_OFFER.has(stemTerm(word, code)))
      .map(meaningOf),
  );
  const sited = new Set(reading.words.filter((word) => places.has(word)).map(meaningOf));
  const years = new Set(findYears(reading.words).map(String));
  const weightOf = (term: string): number => {
    if (years.has(term)) return YEAR_WEIGHT;
    if (sited.has(findTermMeaning(term, code))) return PLACE_WEIGHT;
    const weight = termWeight(term, code);
    if (asking.has(findTermMeaning(term, code))) return Math.min(weight, ASKING_WEIGHT);
    return naming.has(findTermMeaning(term, code)) ? Math.max(weight, TELLING) : weight;
  };
  const intent = judgeIntent(classifyIntent(reading, context), judged.get(foldPhrase(text)));
  return {
    text,
    reading,
    weights: new Map(terms.map((term) => [findTermMeaning(term, code), weightOf(term)])),
    intent,
    wanted: intent.page,
    asking,
    demanded: new Set([...listSignalWords(reading, DEMANDED), ...listServices(reading, intent)].map(meaningOf)),
    places: sited,
    common: commonIn(code),
    granted: grantedIn(code),
    choices: readChoices(reading.words, code, places),
    joined: squash(text),
    own_words: rest.length === 0 ? new Set() : own,
    branded: brands.map((name) => readBrandedSearch(reading, name, places)).find((search) => search !== undefined),
  };
}

/** `company`, `software`: any page that offers something is one. */
const ANY_OFFER = readWords('any_offer');

/** A year asks for a fresh page, not for another subject. */
const YEAR_WEIGHT = 0.3;
const PLACE_WEIGHT = 0.4;
const ASKING_WEIGHT = 0.35;

/** No result page shows that people want the page behind a login. */
function judgeIntent(words: IntentVerdict, judged: JudgedSearch | undefined): IntentVerdict {
  return judged === undefined || words.page.value === 'login' ? words : correctVerdict(words, judged);
}

/** Signals whose words say what is wanted and nothing about the subject. */
const ASKING: ReadonlySet<SignalKind> = new Set<SignalKind>([
  'how_to',
  'definition',
  'question',
  'best',
  'review',
  'compare',
  'alternative',
  'cost',
  'price',
  'buy',
  'deal',
  'free',
  'near',
  'official',
]);
const DEMANDED: ReadonlySet<SignalKind> = new Set<SignalKind>([
  'tool',
  'download',
  'sign_up',
  'docs',
  'job',
  'support',
  'login',
]);
/** Formats of a text: a size guide answers a search for a size chart. */
const FORMS = new Set('chart charts table guide guides list overview tabelle tabla tableau tabella'.split(' '));

function listSignalWords({ signals, words }: KeywordReading, kinds: ReadonlySet<SignalKind>): string[] {
  return signals
    .filter(({ kind }) => kinds.has(kind))
    .flatMap(({ places }) => places.flatMap((place) => words[place] ?? []))
    .filter((word) => !/\p{N}/u.test(word));
}

/** A local search wants a page that offers the service: `shop` is then the thing itself, not a hint. */
function listServices({ words, language }: KeywordReading, { value }: IntentVerdict): string[] {
  return value === 'local' ? words.filter((word) => isService(word, language)) : [];
}
