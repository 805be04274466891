import { z } from 'zod';

import { counted, agree } from '../../../kernel/grammar.ts';
import { readDataLines, readDataRows } from '../../../kernel/data.ts';
import { tokenize } from '../../../web/words.ts';
import { ownerDomain } from '../../../web/url.ts';
import { guessLanguages } from '../../../text/language.ts';
import { cleanText, compareText, foldPhrase, stripAccents } from '../../../text/normalize.ts';
import { BUYER_STAGES, type BuyerStage } from '../../../text/signals.ts';
import type { PageType } from '../../../text/page-types.ts';
import type { Verdict } from '../../../text/verdict.ts';
import { buildAddressKey, listPathParts, readBrandName, readPathWords, stripSiteName } from '../../../text/address.ts';
import { ListCell, readListCell } from '../../../text/cells.ts';
import { type BrandNames, namesBrand, type PlainTitle, readBrandNames, stripBrands } from './brands.ts';
import { readTypeNames } from '../../../text/page-type/address.ts';
import { judgeSuppliedPage, recommendPageType } from '../../../text/page-type/supplied.ts';
import { type Purpose, choosePurpose, findPageStage } from '../../../text/purpose.ts';
import { intentOf, readSubject, type Subject } from '../../../text/subject.ts';

const figure = (what: string) => z.number().min(0).nullish().describe(what);

export const GapPage = z.looseObject({
  url: z.string().trim().min(1).max(2048),
  title: z.string().max(2000),
  keywords: ListCell.describe('Keywords that the page targets.'),
  ranking_queries: z
    .union([
      z.array(z.union([z.string().max(700), z.looseObject({ query: z.string().max(700) })])).max(200),
      z.string().max(10_000),
    ])
    .nullish(),
  page_type: z.string().max(200).nullish(),
  buyer_stage: z
    .string()
    .max(200)
    .nullish()
    .describe('awareness, consideration, decision or retention; tofu, mofu and bofu also work.'),
  traffic: figure('Monthly visits.'),
  volume: figure('Monthly searches for its topic.'),
  rank: figure('Position in search results; 1 is best.'),
  backlinks: figure('Backlinks or referring domains.'),
});
export type GapPage = z.infer<typeof GapPage>;

export const Competitor = z.looseObject({
  domain: z.string().trim().min(1).max(2048),
  pages: z.array(GapPage).max(200).optional().describe('Left out, the crawled pages of the domain are used.'),
});
export type Competitor = z.infer<typeof Competitor>;

export interface GapMatrixInput {
  readonly competitors: readonly (Competitor & { readonly pages: readonly GapPage[] })[];
  readonly own_pages?: readonly GapPage[] | undefined;
  readonly focus_topics?: readonly string[] | undefined;
  readonly max_opportunities: number;
  readonly target?: string | undefined;
}

/** A page of either side. */
export interface Page {
  /** Domain of a competitor; undefined for an own page. */
  readonly domain: string | undefined;
  readonly url: string;
  readonly key: string;
  readonly title: string;
  /** The title without the name of its site and those of competitors. */
  readonly plain_title: string;
  readonly language: string;
  /** Title, its parts and first keywords: a page is about what any of them says. */
  readonly subjects: readonly Subject[];
  /** Only serves customers or the law: not a topic. */
  readonly utility: boolean;
  /** A competitor's page about itself: not a topic either. */
  readonly about_competitor: boolean;
  /** For one product that goes by a name: nobody else can offer it, unless others sell it too. */
  readonly named_product: boolean;
  readonly keyword: string | null;
  readonly page_type: PageType;
  readonly purpose: Purpose | undefined;
  readonly buyer_stage: BuyerStage;
  readonly traffic: number | null;
  readonly volume: number | null;
  readonly rank: number | null;
  readonly backlinks: number | null;
}

export interface Sides {
  readonly pages: readonly Page[];
  /** That most of them are in. */
  readonly language: string;
  /** Competitors with at least one page, by domain. */
  readonly domains: readonly string[];
  readonly notes: readonly string[];
}

const KEYWORDS_MAX = 3;

interface RawPage {
  readonly domain: string | undefined;
  readonly brand: string;
  readonly key: string;
  readonly row: GapPage;
}

/** Reads both sides in one order; each address of a side once, competitors of one domain together. */
export function readSides(input: GapMatrixInput): Sides {
  const notes: string[] = [];
  const target = (input.target ?? '').trim();
  const own = target === '' ? '' : readSiteName(target);
  const raw = new Map<string, RawPage>();
  let repeated = 0;
  const note = (domain: string | undefined, brand: string, row: GapPage): void => {
    const key = buildAddressKey(row.url);
    const name = JSON.stringify([domain ?? null, key]);
    const before = raw.get(name);
    if (before !== undefined) repeated += 1;
    // Of two rows with one URL the fuller one is read, whatever their order.
    if (before === undefined || isFuller(row, before.row)) raw.set(name, { domain, brand, key, row });
  };
  for (const row of input.own_pages ?? []) note(undefined, target === '' ? '' : readBrandName(target), row);
  for (const { domain, pages } of input.competitors) {
    const name = readSiteName(domain);
    if (own !== '' && name === own) notes.push(`${name} is the target itself, so it was not counted as a competitor.`);
    else for (const row of pages) note(name, readBrandName(domain), row);
  }
  if (repeated > 0) notes.push(`${counted(repeated, 'row')} ${agree(repeated, 'repeats')} a URL of the same site.`);
  const ordered = [...raw].sort(([one], [other]) => compareText(one, other)).map(([, page]) => page);
  const { main, each: languages } = guessLanguages(
    ordered.map(({ row }) => cleanText(`${row.title} ${readListCell(row.keywords).join(' ')}`, 300)),
  );
  const sites = input.competitors.filter(({ domain }) => own === '' || readSiteName(domain) !== own);
  const names = readBrandNames(
    sites.map(({ domain, pages: rows }) => ({ domain, titles: rows.map(({ title }) => title) })),
    (input.own_pages ?? []).map(({ title }) => title),
  );
  const pages = ordered.map((page, at) => readPage(page, languages[at] ?? '', names));
  const domains = [...new Set(pages.flatMap(({ domain }) => domain ?? []))].sort(compareText);
  return { pages, language: main.value, domains, notes: [...new Set(notes)] };
}

/** The domain of a cell that names one, else what it says. */
function readSiteName(cell: string): string {
  const clean = foldPhrase(cell, 300);
  const parsed = URL.parse(/^https?:\/\//.test(clean) ? clean : 'http://' + clean);
  const host = (parsed?.hostname ?? '').replace(/\.$/, '');
  return host.includes('.') ? (ownerDomain(host) ?? host) : clean;
}

function isFuller(one: GapPage, other: GapPage): boolean {
  const [here, there] = [JSON.stringify(one), JSON.stringify(other)];
  return here.length !== there.length ? here.length > there.length : here < there;
}

function readPage({ domain, brand, key, row }: RawPage, language: string, names: BrandNames): Page {
  const url = cleanText(row.url, 2048);
  const title = cleanText(row.title, 300);
  const plain = readPlainTitle(title, domain, names);
  const written = [...readListCell(row.keywords), ...listQueries(row)];
  const keywords = written.filter((keyword) => !namesBrand(keyword, names)).slice(0, KEYWORDS_MAX);
  const bare = stripBrackets(plain.text);
  const titleSubject = readSubject(bare, language, brand);
  const keywordSubjects = keywords.map((keyword) => readSubject(keyword, language, brand));
  const type = judgeType(row, url, title, titleSubject);
  const asked = keywordSubjects[0] ?? titleSubject;
  return {
    domain,
    url,
    key,
    title,
    plain_title: plain.text,
    language,
    subjects: [titleSubject, ...readTitleParts(bare, titleSubject, brand), ...keywordSubjects].filter(
      ({ about }) => about.size > 0,
    ),
    utility: isUtility(title, new Set(brand.split(' '))),
    about_competitor:
      plain.about_competitor || isAboutItself(domain, title, { plain: plain.text, subject: titleSubject }),
    named_product: isNamedProduct(url, plain.text, language),
    keyword: keywords[0] ?? null,
    page_type: type.value,
    purpose: choosePurpose(type, titleSubject.purpose ?? asked.purpose),
    buyer_stage: readStage(row.buyer_stage) ?? judgeStage(type, titleSubject),
    traffic: row.traffic ?? null,
    volume: row.volume ?? null,
    rank: (row.rank ?? 0) > 0 ? (row.rank ?? null) : null,
    backlinks: row.backlinks ?? null,
  };
}

const SECTIONS = readTypeNames('part');
const MODEL = /(?<![\p{L}\p{N}])\p{N}{1,4}(?![\p{L}\p{N}])/u;

/**
 * Whether a page of a shop is that of a product by its name: below its category, called by its own URL and not by its
 * kind, with a model number (`/shop/backpacks/hauler-60`) or with its kind behind a colon (`Ember: camping stove`).
 */
function isNamedProduct(url: string, title: string, language: string): boolean {
  const parts = listPathParts(url);
  const [shelf = '', item = ''] = parts.slice(-2);
  if (!parts.slice(0, -2).some((part) => SHOPS.has(SECTIONS.get(part.toLowerCase()) ?? ''))) return false;
  const [head = '', kind = ''] = title.split(/:\s|\s[–—-]\s/, 2);
  const read = (text: string): ReadonlySet<string> => new Set(readSubject(text, language, '').about.keys());
  const [name, category] = [read(head), read(readPathWords(`/${shelf}`))];
  const isOwnName = name.size > 0 && name.isSubsetOf(read(readPathWords(`/${item}`))) && name.isDisjointFrom(category);
  return isOwnName && (MODEL.test(head) || !category.isDisjointFrom(read(kind)));
}

const SHOPS: ReadonlySet<string> = new Set(['category_page', 'product']);

const STORIES = readDataLines(import.meta.url, './data/story-words.txt');

/** `Why Choose BrightRoof`, `Club BrightRoof`, `Case study: the Smiths in York`: nothing that another site could write about. */
function isAboutItself(
  domain: string | undefined,
  title: string,
  { plain, subject: { about } }: { readonly plain: string; readonly subject: Subject },
): boolean {
  if (domain === undefined) return false;
  const core = stripSiteName(title);
  if (STORIES.some((story) => foldPhrase(core, 300).startsWith(story))) return true;
  const isNamed = plain !== core && !core.includes(':');
  return isNamed && about.size > 0 && Math.max(...about.values()) < TELLING;
}

/** A lighter word says how a subject is written about, not what it is. */
const TELLING = 0.55;

function readPlainTitle(title: string, domain: string | undefined, names: BrandNames): PlainTitle {
  return domain === undefined ? { text: stripSiteName(title), about_competitor: false } : stripBrands(title, names);
}

/** `Timesheet Template (Excel & PDF)` is a timesheet template. */
function stripBrackets(title: string): string {
  const bare = title.replaceAll(/\s*\([^()]*\)/g, '').trim();
  return bare === '' ? title : bare;
}

/** A title start with fewer words than this says too little on its own. */
const HEAD_WORDS_MIN = 2;
const PARTS_MAX = 4;

/** The part before a colon, and the things that a title names side by side: each is a subject of the page. */
function readTitleParts(title: string, whole: Subject, brand: string): Subject[] {
  const core = stripSiteName(title);
  const { language } = whole.reading;
  const [head = '', ...rest] = core.split(/:\s|\s[–—-]\s/, PARTS_MAX);
  const heads = rest.length > 0 ? [readSubject(head, language, brand)] : [];
  const sides = head.split(/\s(?:&|\+|and|und|y|et|e|en)\s/i, PARTS_MAX);
  const parts = sides.length > 1 ? sides.map((side) => readSubject(side, language, brand)) : [];
  return [
    ...heads.filter(saysEnough),
    ...parts.filter(({ about, purpose }) => about.size > 0 && purpose === whole.purpose),
  ];
}

/** A head of one word says what a page is about where it asks for something (`Zahnimplantat Kosten`) or is a compound. */
function saysEnough({ about, purpose }: Subject): boolean {
  const [first = ''] = about.keys();
  return about.size >= HEAD_WORDS_MIN || (about.size === 1 && (purpose !== undefined || first.length >= COMPOUND_MIN));
}

const COMPOUND_MIN = 12;

function listQueries({ ranking_queries: cell }: GapPage): string[] {
  if (cell === null || cell === undefined) return [];
  if (typeof cell === 'string') return readListCell(cell, KEYWORDS_MAX);
  return readListCell(
    cell.slice(0, KEYWORDS_MAX).map((entry) => (typeof entry === 'string' ? entry : entry.query)),
    KEYWORDS_MAX,
  );
}

/** Below this confidence the words of the title say more than the URL. */
const UNSURE = 0.4;

function judgeType(row: GapPage, url: string, title: string, subject: Subject): Verdict<PageType> {
  const judged = judgeSuppliedPage({ url, title, page_type: row.page_type, language: subject.reading.language });
  if (judged.confidence >= UNSURE) return judged;
  const worded = recommendPageType(subject.reading);
  // A name and nothing else (`Bike Finance`) heads a page that offers it; questions and advice say what they are.
  if (worded.value === 'blog_post' && isName(subject)) return { ...judged, value: 'landing_page', confidence: NAME };
  return worded.confidence > judged.confidence ? worded : judged;
}

const NAME = 0.3;
const NAME_WORDS_MAX = 4;

function isName({ reading, about, purpose }: Subject): boolean {
  return purpose === undefined && about.size > 0 && about.size <= NAME_WORDS_MAX && !/[?!]/.test(reading.text);
}

const STAGE_NAMES: ReadonlyMap<string, string> = new Map(
  readDataRows(import.meta.url, './data/stage-names.tsv').map(([name = '', stage = '']) => [name, stage]),
);

function readStage(written: string | null | undefined): BuyerStage | undefined {
  const name = foldPhrase(written ?? '', 60).replaceAll(/[\s-]+/g, '_');
  return BUYER_STAGES.find((stage) => stage === (STAGE_NAMES.get(name) ?? name));
}

/** Words that show an intent decide the stage; otherwise the type of the page does. */
function judgeStage(type: Verdict<PageType>, subject: Subject): BuyerStage {
  const intent = intentOf(subject);
  const isWorded = intent.confidence > UNSURE && type.confidence < 0.8;
  return isWorded ? intent.buyer_stage.value : findPageStage(type.value);
}

const readWords = (path: string): ReadonlySet<string> =>
  new Set(readDataLines(import.meta.url, path).flatMap((line) => line.split(' ')));
const UTILITY_WORDS = readWords('./data/utility-words.txt');
const FILLING_WORDS = readWords('./data/filling-words.txt');

/** Whether a page only serves customers or the law, by a title that is made of such words alone. */
function isUtility(title: string, brandTerms: ReadonlySet<string>): boolean {
  const words = tokenize(stripSiteName(cleanText(title, 300))).map(stripAccents);
  const telling = words.filter((word) => !FILLING_WORDS.has(word) && !brandTerms.has(word) && !/^\p{N}+$/u.test(word));
  return telling.length > 0 && telling.every((word) => UTILITY_WORDS.has(word));
}
