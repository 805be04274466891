import { LANGUAGE_CODES, REGION_CODES } from '../../web/language-codes.ts';
import { foldPhrase, stripAccents } from '../normalize.ts';
import { JUDGED_TYPES, type JudgedType } from '../page-types.ts';
import { readKeyedRows, readWords } from '../word-lists.ts';
import type { Vote } from './tally.ts';

const NAMES = readKeyedRows('page-types.tsv');

/** The types that names of a kind stand for: parts of paths, sections of shops, labels of hosts, words of people. */
export function readTypeNames(kind: 'part' | 'section' | 'host' | 'name'): ReadonlyMap<string, JudgedType> {
  const names = new Map<string, JudgedType>();
  for (const [written, list = ''] of NAMES.get(kind) ?? []) {
    const type = JUDGED_TYPES.find((each) => each === written);
    if (type === undefined) throw new Error(`page-types.tsv names the unknown type “${written ?? ''}”.`);
    for (const name of list.split(' ')) names.set(name, type);
  }
  return names;
}

const PART_TYPES = readTypeNames('part');
const SECTIONS = readTypeNames('section');
const HOST_TYPES = readTypeNames('host');
/** Parts that are a hub when they stand last: `/blog/` lists posts, `/products/` lists products. */
const HUBS: Readonly<Partial<Record<JudgedType, JudgedType>>> = {
  product: 'category_page',
  blog_post: 'landing_page',
  service: 'landing_page',
  course: 'landing_page',
};

/** What an address says about its page: the sections of the site that it lies in, its host and its own name. */
export function voteByAddress(url: string): Vote<JudgedType>[] {
  const bounded = url.slice(0, 2048);
  const parsed = URL.parse(bounded) ?? URL.parse(bounded, 'https://page.invalid/');
  if (parsed === null || url === '') return [];
  const path = parsed.pathname.replace(PAGED, '');
  const parts = path.split('/').slice(0, 40).map(readPart).filter(isTelling);
  const labels = parsed.hostname.split('.');
  const host = labels.length > 2 ? HOST_TYPES.get(labels[0] ?? '') : undefined;
  const why = `host ${parsed.hostname.slice(0, 80)}`;
  if (parts.length === 0)
    return host === undefined ? [['homepage', 4, 'the URL is the root of the site']] : [[host, HOST_POINTS, why]];
  const sections = [...voteByParts(parts), ...voteByDate(path, parts)];
  // The news of a site for developers are news.
  const points = sections.length === 0 ? HOST_POINTS : HOST_POINTS / 2;
  const votes: Vote<JudgedType>[] = host === undefined ? [] : [[host, points, why]];
  return [...votes, ...sections, ...voteByThread(bounded), ...voteBySlug(parts.at(-1) ?? '')];
}

const HOST_POINTS = 2;
/** A further page of a list is what the first one is: `/blog/category/payroll/page/2`. */
const PAGED = /(?<=[^/])\/(?:page|seite|pagina)\/\d{1,5}\/?$/i;

const MONTH = String.raw`/(?:19|20)\d\d/(?:0?[1-9]|1[0-2])(?:/(?:0?[1-9]|[12]\d|3[01]))?`;
const DATED_TEXT = new RegExp(String.raw`${MONTH}/[^/]*\p{L}`, 'u');
const DATED_LIST = new RegExp(`${MONTH}/?$`, 'u');

/** Blogs and newspapers put the month or day into the address of a text: `/2024/05/title`. */
function voteByDate(path: string, parts: readonly string[]): Vote<JudgedType>[] {
  if (DATED_LIST.test(path)) return [['listing', DATED_POINTS, 'the URL ends with a date']];
  if (!DATED_TEXT.test(path)) return [];
  const isPost = parts.some((part) => PART_TYPES.get(part) === 'blog_post');
  return [[isPost ? 'blog_post' : 'article', DATED_POINTS, 'a date in the URL']];
}

const DATED_POINTS = 3;

const THREAD =
  /\/t\/[^/]+\/\d+|\/threads?\/[^/]|\/thread-\d|\/topics?\/\d|\bviewtopic\b|\bshowthread\b|\bshowtopic\b|[?&;]topic=\d/i;
const FORUM =
  /^https?:\/\/(?:forums?|community|discuss(?:ions?)?|bbs|boards?|talk)\.|\/(?:forums?|community|boards?|bbs)\/|\b(?:viewtopic|showthread|showtopic)\b/i;

/** A thread of a forum, by two words of its address. */
function voteByThread(url: string): Vote<JudgedType>[] {
  return THREAD.test(url) && FORUM.test(url) ? [['forum_thread', 5, 'the URL is that of a forum thread']] : [];
}

/** Languages and names of index files say nothing of the type. */
function isTelling(part: string): boolean {
  return PART_TYPES.has(part) || (part !== '' && !isMarket(part) && !INDEX_PART.test(part));
}

function voteByParts(parts: readonly string[]): Vote<JudgedType>[] {
  const read = parts.map((part) => PART_TYPES.get(part) ?? (part.endsWith('-services') ? 'service' : undefined));
  const goods = read.slice(0, -1).lastIndexOf('product');
  const isOneProduct = goods > read.lastIndexOf('category_page');
  const section = findDeepSection(parts);
  const named = settleTypes(read, goods).flatMap((type, at): Vote<JudgedType>[] => {
    if (type === undefined) return [];
    const isLast = at === parts.length - 1;
    const hub = isLast && parts.length === 1 ? HUBS[type] : undefined;
    // The first part names the section of a site; a later one may be chance.
    const isSure = at === 0 || isLast || (isOneProduct && type === 'product') || type !== read[at];
    const points = isSure ? 3 : 2;
    return [[hub ?? type, at === section ? SECTION_POINTS : points, `/${(parts[at] ?? '').slice(0, 80)}/ in the URL`]];
  });
  return [...named, ...voteByNumber(parts, isOneProduct ? goods + 1 : parts.length)];
}

type PartType = JudgedType | undefined;

/**
 * What parts say beside each other: a product filed below its category is the product, a category of products is a
 * category, and the archive of a blog lists texts and is none.
 */
function settleTypes(types: readonly PartType[], goods: number): PartType[] {
  if (isArchiveOfTexts(types))
    return types.map((type) => {
      if (type === undefined || TEXTS.has(type)) return undefined;
      return ARCHIVES.has(type) ? 'listing' : type;
    });
  const category = types.lastIndexOf('category_page');
  if (goods === -1 || category === -1) return [...types];
  const overruled = goods > category ? 'category_page' : 'product';
  return types.map((type) => (type === overruled ? undefined : type));
}

const TEXTS: ReadonlySet<JudgedType> = new Set<JudgedType>(['blog_post', 'article']);
const ARCHIVES: ReadonlySet<JudgedType> = new Set<JudgedType>(['category_page', 'listing']);

/** `/blog/category/payroll` and `/news/tag/leeds` list texts, and are none. */
function isArchiveOfTexts(types: readonly PartType[]): boolean {
  const texts = types.findIndex((type) => type !== undefined && TEXTS.has(type));
  const archive = types.findLastIndex((type) => type !== undefined && ARCHIVES.has(type));
  return texts !== -1 && archive > texts && archive === types.length - 2;
}

/** The section of a shop that the page lies deeper in than on a shelf: there are things there as well as smaller shelves. */
function findDeepSection(parts: readonly string[]): number | undefined {
  const section = parts.findIndex((part) => SECTIONS.has(part));
  return section !== -1 && section + SHELF_PARTS < parts.length ? section : undefined;
}

const SHELF_PARTS = 2;
const SECTION_POINTS = 1.5;

/** Shelves have names, and what lies on them has numbers: `/shop/tents/ridge-2`. @param from where products are named */
function voteByNumber(parts: readonly string[], from: number): Vote<JudgedType>[] {
  const numbered = parts.slice(from).find(hasProductNumber);
  if (numbered !== undefined) return [['product', NUMBERED_POINTS, `the product number in “${numbered.slice(0, 80)}”`]];
  const last = parts.at(-1) ?? '';
  if (findDeepSection(parts) === undefined || !isModel(last)) return [];
  return [['product', MODEL_POINTS, `the model “${last.slice(0, 80)}” in the URL`]];
}

const MODEL_POINTS = 2.5;
const BEFORE_COUNT = readWords('before_count');

/** `ridge-2`, `sm7db`; not `page-2`, `size-42` and `2024`. */
function isModel(part: string): boolean {
  const words = part.split('-');
  const [before = '', number = ''] = words.length > 1 ? words.slice(-2) : ['', part];
  return /\p{L}/u.test(part) && /^\p{L}*\d{1,4}\p{L}{0,3}$/u.test(number) && !BEFORE_COUNT.has(before);
}

/** What the number of a product in an address gives: more than any name there. */
export const NUMBERED_POINTS = 4;

/** `oled-model-117023`, `b0d1xd1zv3`. */
function hasProductNumber(part: string): boolean {
  return /(?:^|-)\d{5,14}$/.test(part) || (/^[a-z\d]{8,14}$/.test(part) && /\d.*\d/.test(part));
}

const LANGUAGE_PART = /^[a-z]{2}(?:-[a-z]{2})?$/;

/** `/en` and `/us` are markets; `/ev` is about electric vehicles. */
function isMarket(part: string): boolean {
  const [code = ''] = part.split('-', 1);
  const isCode = LANGUAGE_CODES.has(code) || REGION_CODES.has(code.toUpperCase()) || REGION_CODES.has(code);
  return LANGUAGE_PART.test(part) && (isCode || code === 'uk' || code === 'eu');
}
const INDEX_PART = /^(?:index|home|default)(?:\.[a-z]{3,5})?$/;

function readPart(part: string): string {
  let plain = part.slice(0, 200);
  try {
    plain = decodeURIComponent(plain);
  } catch {
    // Broken percent signs are kept as they stand.
  }
  return stripAccents(foldPhrase(plain, 200))
    .replace(/\.(?:html?|php|aspx?|jsp)$/, '')
    .replaceAll('_', '-');
}

function voteBySlug(slug: string): Vote<JudgedType>[] {
  const why = `“${slug.slice(0, 60)}” in the URL`;
  if (/(?:^|-)vs-/.test(slug) || /-alternatives?$/.test(slug)) return [['comparison_page', 3, why]];
  if (/^best-|^top-\d+-|^(?:beste|mejores|meilleurs?)-/.test(slug)) return [['comparison_page', 2, why]];
  if (/^how-to-|^(?:wie-|como-hacer|comment-)/.test(slug)) return [['guide', 2, why]];
  if (/^what-(?:is|are)-|^(?:was-ist|que-es)-/.test(slug)) return [['guide', 1.5, why]];
  if (/-(?:calculator|generator|converter|checker|rechner|calculadora)$/.test(slug)) return [['tool_page', 3, why]];
  if (/-(?:pricing|preise|precios)$/.test(slug)) return [['pricing', 2, why]];
  return [];
}
