import { z } from 'zod';

import { registrableDomain, pageAddress } from '../../../web/url.ts';
import { guessLanguage, guessLanguages } from '../../../text/language.ts';
import { cleanText } from '../../../text/normalize.ts';
import type { PageType } from '../../../text/page-types.ts';
import type { Verdict } from '../../../text/verdict.ts';
import {
  findFolders,
  groupByAddress,
  readBrandName,
  stripSiteName,
  readAddressLanguage,
  readPathWords,
  readSlugWords,
  pickPlainestUrl,
} from '../../../text/address.ts';
import { ListCell, readListCell } from '../../../text/cells.ts';
import { judgeSuppliedPage } from '../../../text/page-type/supplied.ts';
import { type Purpose, choosePurpose } from '../../../text/purpose.ts';
import { readSubject, buildSearchKey, type Subject, findYears } from '../../../text/subject.ts';
import { readTitleSubject, type TitleSubject } from '../../../text/title-subject.ts';
import { findPagePlaces } from './places.ts';
import { type BaseAddress, readBaseAddress } from './variants.ts';

const Query = z.union([
  z.string().max(700),
  z.looseObject({
    query: z.string().max(700),
    clicks: z.number().min(0).nullish(),
    impressions: z.number().min(0).nullish(),
    position: z.number().min(0).nullish(),
  }),
]);

const figure = (what: string) => z.number().min(0).nullish().describe(what);

export const CannibalizationPage = z.looseObject({
  url: z.string().trim().min(1).max(2048),
  title: z.string().max(2000),
  primary_keyword: z.string().max(700).nullish().describe('The keyword that the page targets.'),
  target_keywords: ListCell.describe('Other keywords that it targets.'),
  ranking_queries: z
    .union([z.array(Query).max(500), z.string().max(20_000)])
    .nullish()
    .describe('Searches that it ranks for: strings, or objects with query, clicks, impressions and position.'),
  page_type: z.string().max(200).nullish(),
  canonical_url: z.string().max(2048).nullish(),
  indexable: z.boolean().nullish().describe('False when noindex or robots.txt keeps it out of search results.'),
  clicks: figure('Over any period, but the same one for all pages.'),
  impressions: figure('Over the same period.'),
  avg_position: figure('1 is best.'),
  backlinks: figure('Backlinks or referring domains, but the same measure for all pages.'),
});
export type CannibalizationPage = z.infer<typeof CannibalizationPage>;

export interface RankedQuery {
  readonly text: string;
  readonly clicks: number | null;
  readonly impressions: number | null;
  readonly position: number | null;
  /** It names the brand: such a search shows several pages of a site, and should. */
  readonly branded: boolean;
}

/** A page as it competes, by the facts of the request alone. */
export interface Page {
  readonly url: string;
  readonly key: string;
  readonly title: string;
  readonly language: string;
  readonly address_language: string;
  readonly type: Verdict<PageType>;
  /** What its searchers want; undefined where neither words nor type show it. */
  readonly purpose: Purpose | undefined;
  /** What its title is about. */
  readonly titled: TitleSubject;
  readonly primary: Subject | undefined;
  /** The newest year that title or URL names: which edition it is. */
  readonly year: number | null;
  readonly dated_address: boolean;
  readonly primary_keyword: string | null;
  readonly primary_key: string;
  /** The key of a search for its title. */
  readonly title_key: string;
  /** Keys of all keywords that the page targets. */
  readonly declared: ReadonlyMap<string, string>;
  /** By key; undefined when the request does not give them. */
  readonly queries: ReadonlyMap<string, RankedQuery> | undefined;
  readonly canonical_url: string | null;
  readonly indexable: boolean | null;
  readonly clicks: number | null;
  readonly impressions: number | null;
  readonly avg_position: number | null;
  readonly backlinks: number | null;
  readonly base: BaseAddress | undefined;
  /** Whether its URL has a word of its title; null where the URL says nothing. */
  readonly named_by_url: boolean | null;
  /** The places that it is for, as written. */
  readonly places: ReadonlySet<string>;
}

const TARGETS_MAX = 50;
const QUERIES_MAX = 100;

/** The pages of a request in one order, each address once. */
export function readPages(supplied: readonly CannibalizationPage[], target = ''): Page[] {
  const merged = groupByAddress(supplied);
  const texts = merged.map(({ rows: [row] }) =>
    cleanText(`${row?.title ?? ''} ${row?.primary_keyword ?? ''} ${readPathWords(row?.url ?? '')}`, 300),
  );
  const { main, each } = guessLanguages(texts);
  const brand = findBrand(supplied, target);
  const titled = merged.map(({ rows: own }) => ({
    url: pickPlainestUrl(own.map((row) => row.url)),
    title: cleanText(
      [findFirst(own, (row) => row.title), findFirst(own, (row) => row.primary_keyword)].filter(Boolean).join(' | '),
      400,
    ),
  }));
  const places = findPagePlaces(titled);
  const folders = findFolders(titled.map(({ url }) => url));
  return merged.map(({ key, rows: own }, at) => {
    const [mine] = titled.slice(at, at + 1);
    const named = (mine === undefined ? undefined : places.get(mine)) ?? new Set<string>();
    const language = readOwnLanguage(texts[at] ?? '', mine?.url ?? '', each[at] ?? '');
    return readPage(key, own, { brand, main: main.value, own: language, places: named, folders });
  });
}

/** The language that a page is read in: its address decides where its words tell none. */
function readOwnLanguage(text: string, url: string, guessed: string): string {
  const address = readAddressLanguage(url);
  return address === '' ? guessed : guessLanguage(text, address).value || guessed;
}

/** The target, else the name of the domain that all pages share. */
function findBrand(supplied: readonly CannibalizationPage[], target: string): string {
  if (target.trim() !== '') return readBrandName(target);
  const domains = new Set(supplied.map(({ url }) => registrableDomain(pageAddress(url)?.host ?? '')));
  const [only = ''] = domains;
  return domains.size === 1 && only !== '' ? readBrandName(only) : '';
}

interface Setting {
  readonly brand: string;
  /** Language of most pages: searches are read in it, so that one search has one key on all pages. */
  readonly main: string;
  readonly own: string;
  readonly places: ReadonlySet<string>;
  /** Keys of the pages that others lie below. */
  readonly folders: ReadonlySet<string>;
}

function readPage(key: string, rows: readonly CannibalizationPage[], setting: Setting): Page {
  const { brand, own: language } = setting;
  const url = pickPlainestUrl(rows.map((row) => row.url));
  const title = cleanText(findFirst(rows, (row) => row.title) ?? '', 300);
  const primary = cleanText(findFirst(rows, (row) => row.primary_keyword) ?? '', 300);
  const titled = readTitleSubject(stripSiteName(title, url), language, brand);
  const titleSubject = titled.whole;
  const primarySubject = primary === '' ? undefined : readSubject(primary, language, brand);
  const addressYears = findYears(readPathWords(url).split(' '));
  const type = judgeSuppliedPage({
    url,
    title,
    page_type: findFirst(rows, (row) => row.page_type),
    language,
    holds_pages: setting.folders.has(key),
  });
  return {
    url,
    key,
    title,
    language,
    address_language: readAddressLanguage(url),
    type,
    purpose: choosePurpose(type, primarySubject?.purpose ?? titleSubject.purpose),
    titled,
    primary: primarySubject,
    year: findNewest([...titleSubject.years, ...(primarySubject?.years ?? [])]) ?? findNewest(addressYears),
    dated_address: addressYears.length > 0,
    primary_keyword: primary === '' ? null : primary,
    primary_key: primary === '' ? '' : keySearch(primary, setting),
    title_key: keySearch(stripSiteName(title, url), setting),
    declared: readDeclared(rows, primary, setting),
    queries: readQueries(rows, setting),
    ...readFigures(rows, url),
    base: readBaseAddress(url, title),
    named_by_url: isNamedByUrl(url, titleSubject, language),
    places: setting.places,
  };
}

const WORD = /\p{L}{3,}/u;

function isNamedByUrl(url: string, title: Subject, language: string): boolean | null {
  const words = readSlugWords(url);
  if (!WORD.test(words) || title.about.size === 0) return null;
  const { about } = readSubject(words, language, '');
  return about.size === 0 ? null : [...about.keys()].some((term) => title.about.has(term));
}

function findNewest(years: readonly number[]): number | null {
  return years.length === 0 ? null : Math.max(...years);
}

function readFigures(
  rows: readonly CannibalizationPage[],
  url: string,
): Pick<Page, 'canonical_url' | 'indexable' | 'clicks' | 'impressions' | 'avg_position' | 'backlinks'> {
  const position = findFirst(rows, (row) => ((row.avg_position ?? 0) > 0 ? row.avg_position : null));
  return {
    canonical_url: readCanonical(
      findFirst(rows, (row) => row.canonical_url),
      url,
    ),
    indexable: rows.some((row) => row.indexable === false) ? false : (findFirst(rows, (row) => row.indexable) ?? null),
    clicks: findMost(rows.map((row) => row.clicks)),
    impressions: findMost(rows.map((row) => row.impressions)),
    avg_position: position ?? null,
    backlinks: findMost(rows.map((row) => row.backlinks)),
  };
}

const NOT_LATIN = /(?!\p{sc=Latin})\p{L}/u;

/** Searches in the script of another language are read in that one. */
function keySearch(text: string, { main }: Setting): string {
  return buildSearchKey(text, NOT_LATIN.test(text) ? guessLanguage(text, main).value : main);
}

function readDeclared(rows: readonly CannibalizationPage[], primary: string, setting: Setting): Map<string, string> {
  const texts = [primary, ...rows.flatMap((row) => readListCell(row.target_keywords, TARGETS_MAX))];
  const keys = texts.filter((text) => text !== '').map((text) => [keySearch(text, setting), text] as const);
  return new Map(keys.filter(([key]) => key !== '').toReversed());
}

function readQueries(
  rows: readonly CannibalizationPage[],
  setting: Setting,
): ReadonlyMap<string, RankedQuery> | undefined {
  const cells = rows.map((row) => row.ranking_queries).filter((cell) => cell !== null && cell !== undefined);
  if (cells.length === 0) return undefined;
  const brandKeys = new Set([setting.brand, setting.brand.replaceAll(' ', '')].map((name) => keySearch(name, setting)));
  const queries = new Map<string, RankedQuery>();
  // One word of a domain may well be what the site sells.
  const brandTerms = [...brandKeys].map((brandKey) => brandKey.split(' ')).filter(({ length }) => length > 1);
  for (const cell of cells) {
    const entries = typeof cell === 'string' ? cell.split(/[,;|\n]/, QUERIES_MAX) : cell.slice(0, QUERIES_MAX);
    for (const query of entries.map(readQuery)) {
      const key = keySearch(query.text, setting);
      // A search for the brand shows many pages of a site, and should.
      if (key === '' || brandKeys.has(key)) continue;
      const before = queries.get(key);
      if (before !== undefined && (query.impressions ?? 0) <= (before.impressions ?? 0)) continue;
      const terms = new Set(key.split(' '));
      queries.set(key, { ...query, branded: brandTerms.some((brand) => brand.every((term) => terms.has(term))) });
    }
  }
  return queries;
}

function readQuery(entry: z.infer<typeof Query>): Omit<RankedQuery, 'branded'> {
  if (typeof entry === 'string')
    return { text: cleanText(entry, 200), clicks: null, impressions: null, position: null };
  const { query, clicks = null, impressions = null, position = null } = entry;
  return { text: cleanText(query, 200), clicks, impressions, position };
}

function readCanonical(written: string | null | undefined, url: string): string | null {
  const text = (written ?? '').trim();
  return text === '' ? null : (pageAddress(text, pageAddress(url)?.url)?.url ?? cleanText(text, 2048));
}

function findFirst<Value>(
  rows: readonly CannibalizationPage[],
  of: (row: CannibalizationPage) => Value | null | undefined,
): Value | undefined {
  for (const row of rows) {
    const value = of(row);
    if (value !== null && value !== undefined && value !== '') return value;
  }
  return undefined;
}

function findMost(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value) => value !== null && value !== undefined);
  return known.length === 0 ? null : Math.max(...known);
}
