import { isGenericText } from '../../../text/generic-anchors.ts';
import { readDataRows } from '../../../kernel/data.ts';
import { tokenize } from '../../../web/words.ts';
import type { Target } from '../../../web/target.ts';
import { hasKnownSuffix, pageAddress, registrableDomain } from '../../../web/url.ts';
import type { CommonAnchorRecord } from '../../../ports/links.ts';
import { listPathParts } from '../../../text/address.ts';
import { readTerms } from '../../../text/keyword.ts';
import type { BrandNames } from '../../../text/branded.ts';
import { guessLanguage } from '../../../text/language.ts';
import { cleanText } from '../../../text/normalize.ts';
import { findBrand, hasProjectBrand, listSubjects, readBrand, type SiteNames } from './brand.ts';
import { isPointing, readBuyingWords } from './wording.ts';
import { nameLanguage } from '../../../text/languages.ts';
import { type MainLanguage, findMainLanguage, findOtherLanguage } from './language.ts';

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
type AnchorIntent = (typeof ANCHOR_INTENTS)[number];

export interface IntentVerdict {
  /** Null when nothing that is known tells it. */
  readonly intent: AnchorIntent | null;
  readonly reason: string;
}

/** What is known of the target, from its domain, from the titles of its linked pages and from the project's brand. */
export interface TargetReading {
  readonly target: Target;
  readonly brand: SiteNames;
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

/** What the intent of a group is read from. */
export type AnchorEvidence = Pick<
  CommonAnchorRecord,
  'anchor' | 'backlinks' | 'image_backlinks' | 'target_url' | 'target_title'
>;

/** How reasons call the sources of a subject. */
const SOURCES = { title: 'title', address: 'URL' } as const;

const TEXT_CHARACTERS_MAX = 200;
/** What is longer is a headline that was quoted: nobody searches for it. */
const SEARCH_WORDS_MAX = 6;
/** So much of a text has to be in the title for the text to be about the same. */
const PARTIAL_SHARE_MIN = 0.5;
const PARTIAL_TERMS_ENOUGH = 3;
const QUOTED_MAX = 3;

export function readTarget(
  target: Target,
  commonest: readonly CommonAnchorRecord[],
  projectBrand: BrandNames | null = null,
): TargetReading {
  const titles = [...new Set(commonest.map(({ target_title }) => target_title ?? '').filter((title) => title !== ''))];
  const brand = readBrand(target, titles, projectBrand);
  const main = findMainLanguage(commonest);
  const pages = new Map<string, PageReading>();
  for (const record of commonest)
    if (!pages.has(record.target_url ?? '')) pages.set(record.target_url ?? '', readPage(record, brand, main.language));
  const vocabulary = new Set(
    [...pages.values()].flatMap(({ subjects }) =>
      subjects.filter(({ from }) => from === 'title').flatMap(({ terms }) => [...terms]),
    ),
  );
  // A word of the name says what the site is about, too: `bikes` of harbour-bikes.
  if (brand.label_words.length > 1)
    for (const term of listTerms(brand.label_words.join(' '), main.language)) vocabulary.add(term);
  return { target, brand, main, pages, vocabulary };
}

function readPage(
  { target_title: title, target_url: url }: Pick<AnchorEvidence, 'target_title' | 'target_url'>,
  brand: SiteNames,
  mainLanguage: string,
): PageReading {
  const titleLanguage = title === null ? '' : guessLanguage(title, mainLanguage).value;
  const language = titleLanguage || mainLanguage;
  const parts = title === null ? [] : listSubjects(title, brand);
  const whole = parts.length > 1 ? [...parts, parts.join(' ')] : parts;
  const slug = url === null ? '' : readSlug(url);
  const written = [
    ...whole.map((text) => ({ text, from: 'title' as const })),
    ...(slug === '' ? [] : [{ text: slug, from: 'address' as const }]),
  ];
  const subjects = written.map((each) => ({ ...each, terms: new Set(listTerms(each.text, language)) }));
  const terms = new Set(subjects.flatMap((subject) => [...subject.terms]));
  return { language, title_language: titleLanguage, subjects, terms };
}

/**
 * What kind of text a group of links has, by evidence alone, the surest kind first.
 *
 * Exact and partial matches are read from what the linked page says it is about (the parts of its title but the site's name,
 * the last part of its address), since nobody but its owner knows which search a page is meant for.
 */
export function classifyAnchor(record: AnchorEvidence, reading: TargetReading): IntentVerdict {
  const text = cleanText(record.anchor, TEXT_CHARACTERS_MAX);
  if (text === '') return classifyWithoutText(record);
  const page = reading.pages.get(record.target_url ?? '') ?? readPage(record, reading.brand, reading.main.language);
  return (
    matchAddress(text, reading.target) ??
    matchGeneric(text) ??
    matchBrand(text, reading.brand) ??
    matchPointing(text, page) ??
    matchSubject(text, page, reading) ??
    matchForeign(text, page, reading) ??
    explainUnknown(page)
  );
}

function classifyWithoutText({ image_backlinks: images, backlinks }: AnchorEvidence): IntentVerdict {
  if (images > 0 && images * 2 >= backlinks)
    return { intent: 'image', reason: images >= backlinks ? 'The links are images.' : 'Most of the links are images.' };
  return {
    intent: 'empty',
    reason: 'The links have no text: they are empty, or are redirects or canonicals.',
  };
}

const WRITTEN_ADDRESS = /^(?:https?:\/\/|www\.)\S+$/iu;
const BARE_HOST = /^([\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5})\.?(?::\d{1,5})?(?:[/?#]\S*)?$/u;
/** Endings of files that are endings of hosts, too. */
const FILE_ENDING = /\.(?:zip|mov|md|rs|sh|py|ps|ai)$/iu;

function matchAddress(text: string, target: Target): IntentVerdict | undefined {
  const bare = text.replace(/^[("'<[«„“]+/u, '').replace(/[)"'>\]»“”,;:!…]+$/u, '');
  if (WRITTEN_ADDRESS.test(bare)) return { intent: 'url', reason: 'The anchor text is a URL.' };
  const host = BARE_HOST.exec(bare)?.[1]?.toLowerCase();
  if (host === undefined || !/\p{L}{2,}$/u.test(host)) return undefined;
  if (registrableDomain(pageAddress(`http://${host}`)?.host ?? host) === target.domain)
    return { intent: 'url', reason: 'The anchor text is the target’s own address.' };
  if (FILE_ENDING.test(host) || !hasKnownSuffix(host)) return undefined;
  return { intent: 'url', reason: 'The anchor text is a host name.' };
}

function matchGeneric(text: string): IntentVerdict | undefined {
  if (!/\p{L}/u.test(text))
    return { intent: 'generic', reason: 'The anchor text has no letters, only numbers or symbols.' };
  if (!isGenericAnchor(text)) return undefined;
  return { intent: 'generic', reason: `“${text}” says nothing about the page it points to.` };
}

const GENERIC_ANCHORS: ReadonlySet<string> = new Set(
  readDataRows(import.meta.url, 'data/generic-anchors.tsv').map(([, text = '']) => stripPunctuation(text)),
);
const GENERIC_CHARACTERS_MAX = 60;

function isGenericAnchor(text: string): boolean {
  return text.length <= GENERIC_CHARACTERS_MAX && (GENERIC_ANCHORS.has(stripPunctuation(text)) || isGenericText(text));
}

function stripPunctuation(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\u2026.,:;!?»«›‹→>"“”„()[\]-]+/g, ' ')
    .trim();
}

function matchBrand(text: string, brand: SiteNames): IntentVerdict | undefined {
  const name = findBrand(text, brand);
  if (name !== undefined) return { intent: 'branded', reason: `It contains the name of the site (“${name}”).` };
  if (!hasProjectBrand(text, brand)) return undefined;
  return { intent: 'branded', reason: `It contains your brand (${brand.project_brand?.name ?? ''}).` };
}

/** A page that is called so is named by it. */
function matchPointing(text: string, page: PageReading): IntentVerdict | undefined {
  const key = stripPunctuation(text);
  if (!isPointing(text) || page.subjects.some((subject) => stripPunctuation(subject.text) === key)) return undefined;
  return { intent: 'generic', reason: `“${text}” points to the page without saying what makes it different.` };
}

/** Texts that say what a page sells together with words of a purchase are written to rank for that search. */
function matchPurchase(text: string, { subjects, language }: PageReading): IntentVerdict | undefined {
  const buying = readBuyingWords(text);
  if (buying === undefined) return undefined;
  const terms = new Set(listTerms(buying.rest, language));
  if (terms.size === 0) return undefined;
  const same = subjects.find((subject) =>
    isSame(terms, new Set(listTerms(readBuyingWords(subject.text)?.rest ?? subject.text, language))),
  );
  if (same === undefined) return undefined;
  return {
    intent: 'exact_match',
    reason: `It is a buyer’s search for the ${SOURCES[same.from]} of the linked page (“${same.text}”), with “${buying.buying_words.join('”, “')}” added.`,
  };
}

function matchSubject(text: string, page: PageReading, { vocabulary }: TargetReading): IntentVerdict | undefined {
  const terms = new Set(listTerms(text, page.language));
  if (terms.size === 0) return undefined;
  const same = page.subjects.find((subject) => isSame(terms, subject.terms));
  if (same !== undefined) {
    if (tokenize(text).length > SEARCH_WORDS_MAX)
      return {
        intent: 'partial_match',
        reason: `It quotes the ${SOURCES[same.from]} of the linked page in full: a citation, too long to be a search query.`,
      };
    return {
      intent: 'exact_match',
      reason: `It matches the ${SOURCES[same.from]} of the linked page (“${same.text}”).`,
    };
  }
  const bought = matchPurchase(text, page);
  if (bought !== undefined) return bought;
  const here = intersect(terms, page.terms);
  if (here.size >= PARTIAL_TERMS_ENOUGH || (here.size > 0 && here.size >= terms.size * PARTIAL_SHARE_MIN))
    return {
      intent: 'partial_match',
      reason: `It shares ${quoteTerms(text, here, page.language)} with the linked page.`,
    };
  const anywhere = intersect(terms, vocabulary);
  if (anywhere.size > 0 && anywhere.size >= terms.size * PARTIAL_SHARE_MIN)
    return {
      intent: 'partial_match',
      reason: `It shares ${quoteTerms(text, anywhere, page.language)} with the topics of the site.`,
    };
  return undefined;
}

function matchForeign(text: string, page: PageReading, { main }: TargetReading): IntentVerdict | undefined {
  if (main.language === '') return undefined;
  // A page in another language of a site with several is linked in that language.
  const other = findOtherLanguage(text, [main.language, page.title_language]);
  if (other === undefined) return undefined;
  const rest = main.from === 'titles' ? 'the titles of the linked pages' : 'most anchor texts';
  return {
    intent: 'foreign',
    reason: `It is in ${other}, while ${rest} are in ${nameLanguage(main.language)}.`,
  };
}

function explainUnknown({ subjects }: PageReading): IntentVerdict {
  return {
    intent: null,
    reason:
      subjects.length > 0
        ? 'Free wording: it contains neither the name of the site nor words from the linked page.'
        : 'The linked page has not been crawled, so its relation to the text is unknown.',
  };
}

const NO_SUBJECT = /^(?:index|default|home|page|post|node|article|view|show|id|[\p{N}_-]*)$/u;

/** The last part of an address as words; '' where it is a number, a code or none. */
function readSlug(url: string): string {
  const last = (listPathParts(url).at(-1) ?? '').replace(/\.[a-z]{2,5}$/i, '');
  const words = decodePart(last)
    .replaceAll(/[-_+.]+/g, ' ')
    .trim();
  return NO_SUBJECT.test(words.toLowerCase()) || words.length > 100 ? '' : words;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

function listTerms(text: string, language: string): string[] {
  return readTerms(text, language, TEXT_CHARACTERS_MAX);
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((term) => other.has(term));
}

/** Terms that two texts have. Numbers are shared by chance. */
function intersect(terms: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...terms].filter((term) => others.has(term) && /\p{L}/u.test(term)));
}

/** The words of a text that stand behind its terms, as they are written there. */
function quoteTerms(text: string, terms: ReadonlySet<string>, language: string): string {
  const words: string[] = [];
  for (const word of new Set(tokenize(text))) {
    if (words.length === QUOTED_MAX) break;
    if (listTerms(word, language).some((term) => terms.has(term))) words.push(`“${word}”`);
  }
  return words.length > 0 ? words.join(', ') : [...terms].slice(0, QUOTED_MAX).join(', ');
}
