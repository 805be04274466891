import { tokenize } from '../../../web/words.ts';
import type { Target } from '../../../web/target.ts';
import { hasKnownSuffix, pageAddress, registrableDomain } from '../../../web/url.ts';
import type { CommonAnchorRecord } from '../../../ports/links.ts';
import { readTerms } from '../../../text/keyword.ts';
import { guessLanguage } from '../../../text/language.ts';
import { cleanText } from '../../../text/normalize.ts';
import { type Brand, brandIn, brandOf, subjectsOf } from './brand.ts';
import { isGenericAnchor } from './generic.ts';
import { languageName, type MainLanguage, mainLanguageOf, otherLanguage } from './language.ts';

export const ANCHOR_INTENTS = [
  'branded',
  'exact_match',
  'partial_match',
  'url',
  'generic',
  'image',
  'empty',
  'foreign',
] as const;
export type AnchorIntent = (typeof ANCHOR_INTENTS)[number];

export interface IntentVerdict {
  /** Null when nothing that is known tells it. */
  readonly intent: AnchorIntent | null;
  readonly reason: string;
}

/** What is known of the target, from its domain and from the titles of its linked pages. */
export interface TargetReading {
  readonly target: Target;
  readonly brand: Brand;
  readonly main: MainLanguage;
  /** What the linked pages of the commonest anchors are about, by address. */
  readonly pages: ReadonlyMap<string, PageReading>;
  /** Terms of the titles of all linked pages. */
  readonly vocabulary: ReadonlySet<string>;
}

/** What a page says that it is about: the parts of its title but the name of the site, all of them, and its address. */
interface PageReading {
  readonly language: string;
  readonly title_language: string;
  readonly subjects: readonly Subject[];
  readonly terms: ReadonlySet<string>;
}

interface Subject {
  readonly text: string;
  readonly from: 'title' | 'address';
  readonly terms: ReadonlySet<string>;
}

/** What tells the intent of a group. */
export type AnchorEvidence = Pick<
  CommonAnchorRecord,
  'anchor' | 'backlinks' | 'image_backlinks' | 'target_url' | 'target_title'
>;

const TEXT_CHARACTERS_MAX = 200;
/** What is longer is a headline that was quoted: nobody searches for it. */
const SEARCH_WORDS_MAX = 6;
/** So much of a text has to be in the title for the text to be about the same. */
const PARTIAL_SHARE_MIN = 0.5;
const PARTIAL_TERMS_ENOUGH = 3;
const QUOTED_MAX = 3;

export function readTarget(target: Target, commonest: readonly CommonAnchorRecord[]): TargetReading {
  const titles = [...new Set(commonest.map(({ target_title }) => target_title ?? '').filter((title) => title !== ''))];
  const brand = brandOf(target, titles);
  const main = mainLanguageOf(commonest);
  const pages = new Map<string, PageReading>();
  for (const record of commonest)
    if (!pages.has(record.target_url)) pages.set(record.target_url, readPage(record, brand, main.language));
  const vocabulary = new Set(
    [...pages.values()].flatMap(({ subjects }) =>
      subjects.filter(({ from }) => from === 'title').flatMap(({ terms }) => [...terms]),
    ),
  );
  // A word of the name says what the site is about, too: `bikes` of harbour-bikes.
  if (brand.label_words.length > 1)
    for (const term of termsOf(brand.label_words.join(' '), main.language)) vocabulary.add(term);
  return { target, brand, main, pages, vocabulary };
}

function readPage(
  { target_title: title, target_url: url }: Pick<AnchorEvidence, 'target_title' | 'target_url'>,
  brand: Brand,
  mainLanguage: string,
): PageReading {
  const titleLanguage = title === null ? '' : guessLanguage(title, mainLanguage).value;
  const language = titleLanguage || mainLanguage;
  const parts = title === null ? [] : subjectsOf(title, brand);
  const whole = parts.length > 1 ? [...parts, parts.join(' ')] : parts;
  const slug = slugIn(url);
  const written = [
    ...whole.map((text) => ({ text, from: 'title' as const })),
    ...(slug === '' ? [] : [{ text: slug, from: 'address' as const }]),
  ];
  const subjects = written.map((each) => ({ ...each, terms: new Set(termsOf(each.text, language)) }));
  const terms = new Set(subjects.flatMap((subject) => [...subject.terms]));
  return { language, title_language: titleLanguage, subjects, terms };
}

/**
 * What kind of text a group of links has, by evidence alone, the surest kind first.
 *
 * Exact and partial are told by what the linked page says that it is about (the parts of its title but the site's name,
 * the last part of its address), since nobody but its owner knows which search a page is meant for.
 */
export function intentOf(record: AnchorEvidence, reading: TargetReading): IntentVerdict {
  const text = cleanText(record.anchor, TEXT_CHARACTERS_MAX);
  if (text === '') return withoutText(record);
  const page = reading.pages.get(record.target_url) ?? readPage(record, reading.brand, reading.main.language);
  return (
    asAddress(text, reading.target) ??
    asGeneric(text) ??
    asBrand(text, reading.brand) ??
    asSubject(text, page, reading) ??
    asForeign(text, page, reading) ??
    asOther(page)
  );
}

function withoutText({ image_backlinks: images, backlinks }: AnchorEvidence): IntentVerdict {
  if (images > 0 && images * 2 >= backlinks)
    return { intent: 'image', reason: images >= backlinks ? 'The links are images.' : 'Most of the links are images.' };
  return {
    intent: 'empty',
    reason: 'The links have no text: empty ones, or redirects and canonicals, which have none.',
  };
}

const WRITTEN_ADDRESS = /^(?:https?:\/\/|www\.)\S+$/iu;
const BARE_HOST = /^([\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5})\.?(?::\d{1,5})?(?:[/?#]\S*)?$/u;
/** Endings of files that are endings of hosts, too. */
const FILE_ENDING = /\.(?:zip|mov|md|rs|sh|py|ps|ai)$/iu;

function asAddress(text: string, target: Target): IntentVerdict | undefined {
  const bare = text.replace(/^[("'<[«„“]+/u, '').replace(/[)"'>\]»“”,;:!…]+$/u, '');
  if (WRITTEN_ADDRESS.test(bare)) return { intent: 'url', reason: 'The text is an address.' };
  const host = BARE_HOST.exec(bare)?.[1]?.toLowerCase();
  if (host === undefined || !/\p{L}{2,}$/u.test(host)) return undefined;
  if (registrableDomain(pageAddress(`http://${host}`)?.host ?? host) === target.domain)
    return { intent: 'url', reason: 'The text is the address of the target.' };
  if (FILE_ENDING.test(host) || !hasKnownSuffix(host)) return undefined;
  return { intent: 'url', reason: 'The text is a host name.' };
}

function asGeneric(text: string): IntentVerdict | undefined {
  if (!/\p{L}/u.test(text)) return { intent: 'generic', reason: 'The text has no letter: a number or a sign.' };
  if (!isGenericAnchor(text)) return undefined;
  return { intent: 'generic', reason: `“${text}” says nothing about what it leads to.` };
}

function asBrand(text: string, brand: Brand): IntentVerdict | undefined {
  const name = brandIn(text, brand);
  return name === undefined ? undefined : { intent: 'branded', reason: `It holds the name of the site (“${name}”).` };
}

function asSubject(text: string, page: PageReading, { vocabulary }: TargetReading): IntentVerdict | undefined {
  const terms = new Set(termsOf(text, page.language));
  if (terms.size === 0) return undefined;
  const same = page.subjects.find((subject) => isSame(terms, subject.terms));
  if (same !== undefined) {
    if (tokenize(text).length > SEARCH_WORDS_MAX)
      return {
        intent: 'partial_match',
        reason: `It quotes the ${same.from} of the linked page in full, too long to be a search: a citation.`,
      };
    return { intent: 'exact_match', reason: `It is what the ${same.from} of the linked page says (“${same.text}”).` };
  }
  const here = common(terms, page.terms);
  if (here.size >= PARTIAL_TERMS_ENOUGH || (here.size > 0 && here.size >= terms.size * PARTIAL_SHARE_MIN))
    return { intent: 'partial_match', reason: `It shares ${quoted(text, here, page.language)} with the linked page.` };
  const anywhere = common(terms, vocabulary);
  if (anywhere.size > 0 && anywhere.size >= terms.size * PARTIAL_SHARE_MIN)
    return {
      intent: 'partial_match',
      reason: `It shares ${quoted(text, anywhere, page.language)} with what the site is about.`,
    };
  return undefined;
}

function asForeign(text: string, page: PageReading, { main }: TargetReading): IntentVerdict | undefined {
  if (main.language === '') return undefined;
  // A page in another language of a site with several is linked in that language.
  const other = otherLanguage(text, [main.language, page.title_language]);
  if (other === undefined) return undefined;
  const rest = main.from === 'titles' ? 'the titles of the linked pages' : 'most anchor texts';
  return {
    intent: 'foreign',
    reason: `It is in ${other}, while ${rest} are in ${languageName(main.language)}.`,
  };
}

function asOther({ subjects }: PageReading): IntentVerdict {
  return {
    intent: null,
    reason:
      subjects.length > 0
        ? 'Free wording: neither the name of the site nor words of the linked page.'
        : 'The linked page was not read, so nothing tells what the text has to do with it.',
  };
}

const NO_SUBJECT = /^(?:index|default|home|page|post|node|article|view|show|id|[\p{N}_-]*)$/u;

/** The last part of an address as words; '' where it is a number, a code or none. */
function slugIn(url: string): string {
  const parts = (URL.parse(url)?.pathname ?? '').split('/').filter((part) => part !== '');
  const last = (parts.at(-1) ?? '').replace(/\.[a-z]{2,5}$/i, '');
  const words = decoded(last)
    .replaceAll(/[-_+.]+/g, ' ')
    .trim();
  return NO_SUBJECT.test(words.toLowerCase()) || words.length > 100 ? '' : words;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

function termsOf(text: string, language: string): string[] {
  return readTerms(text, language, TEXT_CHARACTERS_MAX);
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((term) => other.has(term));
}

/** Terms that two texts have. Numbers are shared by chance. */
function common(terms: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...terms].filter((term) => others.has(term) && /\p{L}/u.test(term)));
}

/** The words of a text that stand behind its terms, as they are written there. */
function quoted(text: string, terms: ReadonlySet<string>, language: string): string {
  const words: string[] = [];
  for (const word of new Set(tokenize(text))) {
    if (words.length === QUOTED_MAX) break;
    if (termsOf(word, language).some((term) => terms.has(term))) words.push(`“${word}”`);
  }
  return words.length > 0 ? words.join(', ') : [...terms].slice(0, QUOTED_MAX).join(', ');
}
