import { pageAddress } from '../../../web/url.ts';
import { readTerms, readKeyword } from '../../../text/keyword.ts';
import { cleanText, foldPhrase } from '../../../text/normalize.ts';
import { EVERYDAY_WEIGHT, type TermVector, termWeight, weighText } from '../../../text/weights.ts';
import { readSlugWords, stripSiteName } from '../../../text/address.ts';
import { readListCell } from '../../../text/cells.ts';
import type { SignalKind } from '../../../text/signals.ts';
import { findBrandTerms, NAMING } from '../../../text/subject.ts';
import type { TargetPage } from './report.ts';

/** A page that may be linked to, with the phrases to look for. */
export interface Target {
  readonly place: number;
  readonly url: string;
  readonly title: string;
  readonly phrases: readonly Phrase[];
  /** What the page is about as a whole. */
  readonly about: TermVector;
}

export type PhraseSource = 'keyword' | 'title' | 'slug';

export interface Phrase {
  readonly source: PhraseSource;
  readonly text: string;
  readonly terms: TermVector;
  readonly weight: number;
  /** Folded, without spaces: how it is written in one word, as German does. '' when too short to tell. */
  readonly joined: string;
}

const JOINED_MIN = 8;
const KEYWORDS_MAX = 30;

export function readTarget(page: TargetPage, place: number, language: string, brand: string): Target {
  const title = cleanText(page.title, 300);
  const url = cleanText(page.url, 2048);
  const keywords = readListCell(page.keywords).slice(0, KEYWORDS_MAX);
  const titles = splitTitle(title).map((part) => makePhrase('title', part, findSubject(part, language, brand)));
  const slugWords = readSlugWords(url);
  const slug = makePhrase('slug', slugWords, findSubject(slugWords, language, brand));
  // A URL that only shortens the title would let one word of it match the whole.
  const shortens = titles.some(
    ({ terms }) => terms.size > slug.terms.size && [...slug.terms.keys()].every((term) => terms.has(term)),
  );
  const phrases = [
    ...keywords.map((text) => makePhrase('keyword', text, weighKeyword(text, language))),
    ...titles,
    ...(shortens ? [] : [slug]),
  ].filter((phrase) => phrase.weight >= EVERYDAY_WEIGHT && phrase.terms.size <= TERMS_MAX);
  const whole = [title, cleanText(page.description ?? '', 1000), ...keywords].join(' . ');
  return { place, url, title, phrases: dropRepeated(phrases), about: weighText(whole, language) };
}

/** What a page is itself about by its title, its heading and its URL, each as `termsKey` writes it. */
export function readOwnSubjects(
  page: { readonly title: string | null; readonly heading: string; readonly url: string },
  language: string,
  brand: string,
): ReadonlySet<string> {
  const parts = [...splitTitle(page.title ?? ''), ...splitTitle(page.heading), readSlugWords(page.url)];
  const keys = parts.map((part) => termsKey(findSubject(part, language, brand).keys()));
  return new Set(keys.filter((key) => key !== ''));
}

/** The same for all texts that have the same words. */
export function termsKey(terms: Iterable<string>): string {
  return [...new Set(terms)].toSorted().join(' ');
}

/**
 * `Electric bikes: buying guide` is about the part before the colon, and about the whole; `Annual accounts and company tax` about
 * both of its halves.
 */
function splitTitle(title: string): string[] {
  const core = stripSiteName(title);
  const [head = ''] = core.split(/[:：]\s|\s[(–—-]\s?/, 2);
  const halves = head.split(/\s(?:and|&|und|et|y)\s/);
  const areTwo = halves.length === 2 && halves.every((half) => half.trim().includes(' '));
  return [core, ...(head !== core && head.length >= 8 ? [head] : []), ...(areTwo ? halves : [])];
}

/** A longer phrase is a sentence, which no other text repeats. */
const TERMS_MAX = 10;

function makePhrase(source: PhraseSource, text: string, terms: TermVector): Phrase {
  const weight = [...terms.values()].reduce((sum, each) => sum + each, 0);
  const joined = foldPhrase(text, 300).replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return { source, text, terms, weight, joined: terms.size > 1 && joined.length >= JOINED_MIN ? joined : '' };
}

/** All words of a keyword count: the caller chose them. */
function weighKeyword(text: string, language: string): TermVector {
  return new Map(
    readTerms(text, language, 300).map((term) => [term, Math.max(EVERYDAY_WEIGHT, termWeight(term, language))]),
  );
}

/** Only the words of a title that say what the page is about, not `best`, `complete guide`, years and the brand. */
function findSubject(text: string, language: string, brand: string): TermVector {
  const reading = readKeyword(text, language);
  const wanted = new Set(reading.signals.filter(({ kind }) => !PROMISED.has(kind)).flatMap(({ places }) => places));
  const own = findBrandTerms(reading, brand);
  const kept = reading.words.filter((word, place) => !wanted.has(place) && !/^(?:19|20)\d\d$/.test(word));
  const terms = kept.flatMap((word) => readTerms(word, language, 100)).filter((term) => !own.has(term));
  return new Map(terms.map((term) => [term, termWeight(term, language)]));
}

/** What a link promises its reader is a thing as well: prices and costs are a page of their own. */
const PROMISED: ReadonlySet<SignalKind> = new Set<SignalKind>([...NAMING, 'price', 'cost']);

function dropRepeated(phrases: readonly Phrase[]): Phrase[] {
  const seen = new Set<string>();
  return phrases.filter(({ terms }) => {
    const key = termsKey(terms.keys());
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Where a target leads from a source, and the key that all its spellings share. */
export function resolveTarget(url: string, base: string | undefined): { url: string; key: string } | undefined {
  const address = pageAddress(url, base);
  return address === undefined ? undefined : { url: address.url, key: address.host_key + address.path_key };
}
