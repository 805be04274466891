import { memoize } from '../../../kernel/memoize.ts';
import { z } from 'zod';

import { foldText, tokenize } from '../../../web/words.ts';
import { type Choices, readChoices } from '../../../text/choices.ts';
import { type KeywordReading, readKeyword, readTerms as readPlainTerms } from '../../../text/keyword.ts';
import { cleanText, foldPhrase } from '../../../text/normalize.ts';
import type { PageType } from '../../../text/page-types.ts';
import type { Verdict } from '../../../text/verdict.ts';
import { type TermVector, weighTerms } from '../../../text/weights.ts';
import { splitTitle } from '../../../text/title-parts.ts';
import { findFolders, groupByAddress, stripSiteName, readPathWords, pickPlainestUrl } from '../../../text/address.ts';
import { findTermMeaning, readMeaningTerms } from '../../../text/synonyms.ts';
import { ListCell, readListCell } from '../../../text/cells.ts';
import { readTitleSubject, type TitleSubject } from '../../../text/title-subject.ts';
import type { OwnSite } from './asked.ts';
import { judgeSuppliedPage } from '../../../text/page-type/supplied.ts';
import { findPlaces } from '../../../text/places.ts';

/** A heading as text, or as other tools return it. */
const Heading = z.union([z.string().max(1000), z.looseObject({ text: z.string().max(1000) })]);

export const KeywordMapPage = z.looseObject({
  url: z.string().trim().min(1).max(2048),
  title: z.string().max(2000),
  description: z.string().max(5000).nullish(),
  headings: z
    .union([z.array(Heading).max(200), z.string().max(20_000)])
    .nullish()
    .describe('Heading texts, or objects with text.'),
  current_keywords: ListCell.describe('Keywords that the page targets or ranks for.'),
  page_type: z
    .string()
    .max(200)
    .nullish()
    .describe('Such as category, product, blog or pricing. Inferred from URL and title when left out.'),
});
export type KeywordMapPage = z.infer<typeof KeywordMapPage>;

/** How surely a word of the page is about its subject, by where it is. Our own figures. */
export const STRENGTH = { title: 1, keyword: 0.9, heading: 0.85, address: 0.75, description: 0.55 } as const;
type Field = keyof typeof STRENGTH;

const HEADINGS_MAX = 40;
const KEYWORDS_MAX = 40;
/** Later headings go into detail. */
const HEADINGS_SAID = 12;

/** A page that keywords are compared with. Its terms are read in the language of the keyword. */
export interface MapPage {
  readonly url: string;
  readonly title: string;
  readonly language: string;
  readonly type: Verdict<PageType>;
  /** What its title is about. */
  readonly titled: TitleSubject;
  readonly keywords: readonly string[];
  /** Its title without the name of the site, its address and its first headings. */
  readonly says: string;
  readonly in_language: (language: string) => PageTerms;
}

/** Who or what a page is for, by its title and by everything it has, and the words of the title. */
export interface PageChoices {
  readonly title: Choices;
  readonly title_words: readonly string[];
  readonly all: Choices;
  readonly language: string;
}

export interface PageTerms {
  /** The best field that each term is in. */
  readonly fields: ReadonlyMap<string, Field>;
  readonly keywords: readonly KeywordReading[];
  /** What the page is about in one place: title, address, each heading, each current keyword. */
  readonly focuses: readonly TermVector[];
  readonly title: TermVector;
  /** Words of the title as they are written. */
  readonly words: ReadonlySet<string>;
  readonly choices: PageChoices;
  /** Stems of every word of the page. */
  readonly plain: ReadonlySet<string>;
  /** Words of title, headings, keywords, address and description, each text for itself. */
  readonly tokens: readonly (readonly string[])[];
  readonly title_tokens: readonly string[];
  readonly title_key: string;
  /** Of `Curso CAP: precio y fechas`, the key of each part. */
  readonly part_keys: readonly string[];
  /** Title and headings without spaces, for compounds written as two words. */
  readonly joined: string;
}

/** The pages of a request in one order, each address once: rows of one address are read together. */
export function readPages(pages: readonly KeywordMapPage[], languages: readonly string[], site: OwnSite): MapPage[] {
  const written = new Map(pages.map((page, at) => [page, languages[at] ?? '']));
  const reader = readTextsOnce();
  const folders = findFolders(pages.map(({ url }) => url));
  return groupByAddress(pages).map(({ key, rows }) => {
    const language = rows.map((row) => written.get(row) ?? '').find((code) => code !== '') ?? '';
    return readPage({ rows, language, holds_pages: folders.has(key) }, site, reader);
  });
}

interface PageRows {
  readonly rows: readonly KeywordMapPage[];
  readonly language: string;
  /** Whether other pages lie below it. */
  readonly holds_pages: boolean;
}

function readPage({ rows, language, holds_pages }: PageRows, { brand, places }: OwnSite, reader: TextReader): MapPage {
  const url = pickPlainestUrl(rows.map((row) => row.url));
  const title = cleanText(rows.map((row) => row.title).find((text) => text.trim() !== '') ?? '', 300);
  const headings = rows.flatMap((row) => readHeadings(row)).slice(0, HEADINGS_MAX);
  const description = cleanText(rows.map((row) => row.description ?? '').join(' '), 1000);
  const keywords = [...new Set(rows.flatMap((row) => readListCell(row.current_keywords)))].slice(0, KEYWORDS_MAX);
  const pageType = rows.find((row) => (row.page_type ?? '') !== '')?.page_type;
  const read = new Map<string, PageTerms>();
  return {
    url,
    title,
    language,
    type: judgeSuppliedPage({ url, title, page_type: pageType, language, holds_pages }),
    titled: readTitleSubject(stripSiteName(title, url), language, brand),
    keywords,
    says: [stripSiteName(title, url), readPathWords(url), ...headings.slice(0, HEADINGS_SAID)].join(' '),
    in_language: (asked) => {
      let terms = read.get(asked);
      if (terms === undefined) {
        terms = readTerms({ url, title, headings, description, keywords }, asked, places, reader);
        read.set(asked, terms);
      }
      return terms;
    },
  };
}

function readHeadings({ headings }: KeywordMapPage): string[] {
  if (headings === null || headings === undefined) return [];
  const texts = typeof headings === 'string' ? headings.split('\n', HEADINGS_MAX) : headings;
  return texts
    .slice(0, HEADINGS_MAX)
    .map((heading) => cleanText(typeof heading === 'string' ? heading : heading.text, 300))
    .filter((text) => text !== '');
}

const WORDS_MAX = 600;

/** Words of headings, current keywords and description: what the page has besides its title. */
function listBodyWords({ headings, keywords, description }: Texts): readonly string[] {
  return tokenize(foldPhrase([...headings, ...keywords, description].join(' '), 5000)).slice(0, WORDS_MAX);
}

interface Texts {
  readonly url: string;
  readonly title: string;
  readonly headings: readonly string[];
  readonly description: string;
  readonly keywords: readonly string[];
}

/** How texts are read: pages of a site share headings, keywords and parts of addresses. */
interface TextReader {
  readonly keyword: (text: string, language: string) => KeywordReading;
  readonly meanings: (text: string, language: string) => readonly string[];
  readonly plain: (text: string, language: string) => readonly string[];
  readonly tokens: (text: string) => readonly string[];
}

function readTextsOnce(): TextReader {
  return {
    keyword: memoize(readKeyword),
    meanings: memoize(readMeaningTerms),
    plain: memoize(readPlainTerms),
    tokens: memoize((text) => tokenize(foldText(text))),
  };
}

function readTerms(texts: Texts, language: string, places: ReadonlySet<string>, reader: TextReader): PageTerms {
  const fields = new Map<string, Field>();
  const note = (terms: readonly string[], field: Field): readonly string[] => {
    for (const term of terms) {
      const before = fields.get(term);
      if (before === undefined || STRENGTH[before] < STRENGTH[field]) fields.set(term, field);
    }
    return terms;
  };
  const keywords = texts.keywords.map((keyword) => reader.keyword(keyword, language));
  const named = keywords.map(({ terms }) =>
    note(
      terms.map((term) => findTermMeaning(term, language)),
      'keyword',
    ),
  );
  const core = stripSiteName(texts.title, texts.url);
  const title = note(reader.meanings(core, language), 'title');
  // The name of the site in the title belongs to the page, but not to its subject.
  note(reader.meanings(texts.title, language), 'title');
  const headings = texts.headings.map((heading) => note(reader.meanings(heading, language), 'heading'));
  const address = note(reader.meanings(readPathWords(texts.url), language), 'address');
  note(reader.meanings(texts.description, language), 'description');
  const { words: titleWords, key: titleKey } = readKeyword(core, language);
  const all = [texts.title, ...texts.headings, ...texts.keywords, readPathWords(texts.url), texts.description];
  const focuses = [title, address, ...headings, ...named].filter(({ length }) => length > 0);
  return {
    fields,
    keywords,
    focuses: focuses.map((terms) => weighTerms([...new Set(terms)], language)),
    title: weighTerms([...new Set(title)], language),
    words: new Set(titleWords),
    plain: new Set(all.flatMap((text) => reader.plain(text, language))),
    tokens: all.map((text) => reader.tokens(text)),
    title_tokens: reader.tokens(core),
    title_key: titleKey,
    part_keys: listPartKeys(core, language, reader),
    choices: {
      title: readChoices(titleWords, language, places),
      title_words: titleWords,
      all: readChoices([...titleWords, ...listBodyWords(texts)], language, places),
      language,
    },
    joined: tokenize(foldPhrase(`${texts.title} ${texts.headings.join(' ')}`, 5000)).join(''),
  };
}

/** The first part of a title says what the page is about, also in one word. */
function listPartKeys(title: string, language: string, reader: TextReader): readonly string[] {
  const parts = splitTitle(title).map((part) => reader.keyword(part, language));
  return parts.length < 2 ? [] : parts.flatMap(({ key, terms }, at) => (at === 0 || terms.length > 1 ? [key] : []));
}

/** `Bike Shop in Bristol & Bath`: a name with a capital letter after a preposition of place, and those joined to it. */
const AFTER_PREPOSITION =
  /(?:^|\s)(?:in|near|en|à|em|te)\s+(\p{Lu}\p{Ll}{2,30})(?:\s*(?:,|&|and|und|y|et|e|en)\s+(\p{Lu}\p{Ll}{2,30}))?/gu;
/** Pages that say where a business is. */
const HERE: ReadonlySet<string> = new Set(['homepage', 'contact', 'about', 'local_landing_page']);

/**
 * Words that name the places of the business: those that its home, contact and local pages name.
 *
 * A page that names no place still belongs to these places, as it does to the brand; a page that names another is not.
 */
export function findBusinessPlaces(pages: readonly KeywordMapPage[]): ReadonlySet<string> {
  const places = new Set<string>();
  for (const { url, title, page_type: type } of pages) {
    const clean = cleanText(title, 300);
    if (!HERE.has(judgeSuppliedPage({ url, title: clean, page_type: type, language: '' }).value)) continue;
    for (const found of clean.matchAll(AFTER_PREPOSITION))
      for (const name of found.slice(1)) if (name !== undefined) places.add(foldPhrase(name));
    const words = tokenize(clean);
    for (const { at, size, city } of findPlaces(words))
      if (city) for (const word of words.slice(at, at + size)) places.add(word);
  }
  return places;
}

/** From this share of the pages on, a word is what the site is about; of fewer pages nothing can be told. */
const COMMON_SHARE = 0.2;
const COMMON_PAGES_MIN = 4;

/** Terms that stand in the titles and headings of many pages. */
export function findCommonTerms(pages: readonly KeywordMapPage[]): OwnSite['common'] {
  const read = new Map<string, ReadonlySet<string>>();
  return (language) => {
    const known = read.get(language);
    if (known !== undefined) return known;
    const counts = new Map<string, number>();
    for (const page of pages) {
      const core = stripSiteName(cleanText(page.title, 300), page.url);
      for (const term of new Set([core, ...readHeadings(page)].flatMap((text) => readMeaningTerms(text, language))))
        counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    const least = Math.max(COMMON_PAGES_MIN, pages.length * COMMON_SHARE);
    const common = new Set([...counts].flatMap(([term, count]) => (count >= least ? [term] : [])));
    read.set(language, common);
    return common;
  };
}

/** What the title of the home page says that the business is, without the name of the site. */
export function findHomeTerms(pages: readonly KeywordMapPage[]): OwnSite['granted'] {
  const homes = pages.filter(({ url }) => readPathWords(url).trim() === '');
  const read = new Map<string, ReadonlySet<string>>();
  return (language) => {
    const known = read.get(language);
    if (known !== undefined) return known;
    const titles = homes.map(({ title, url }) => stripSiteName(cleanText(title, 300), url));
    const terms = new Set(titles.flatMap((title) => readMeaningTerms(title, language)));
    read.set(language, terms);
    return terms;
  };
}
