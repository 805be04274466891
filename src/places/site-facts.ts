import { readDataRows } from '../kernel/data.ts';
import { definePageTask } from '../kernel/task.ts';
import { detectBrand } from '../text/brand.ts';
import { cleanText, foldPhrase } from '../text/normalize.ts';
import { readPage } from '../web/page/read.ts';
import type { Page } from '../web/page/page.ts';
import { isSameSite, readHost } from '../web/url.ts';
import { readAddress } from './address.ts';
import { readPhone } from './phone.ts';
import { listStatedBusinesses, type StatedBusiness } from './stated-business.ts';

/** What one page of a business's own site says of it. */
export interface PageFacts {
  readonly url: string;
  readonly title: string | null;
  /** The name of the site, and whether its metadata or its title says so. */
  readonly site_name: { readonly name: string; readonly source: string } | null;
  readonly headings: readonly string[];
  readonly businesses: readonly StatedBusiness[];
  /** Numbers that a visitor can tap, as written. */
  readonly phone_links: readonly string[];
  /** Numbers in the text, as written. */
  readonly phones: readonly string[];
  /** Visible texts that have a street with a number and a postal code. */
  readonly addresses: readonly string[];
  /** Links to pages of the site that may say more, the likeliest first. */
  readonly further: readonly { readonly url: string; readonly text: string }[];
  /** Folded, for looking up names of places. */
  readonly text: string;
  readonly is_noindex: boolean;
}

interface PageInput {
  readonly html: string;
  readonly url: string;
  /** ISO 3166-1 alpha-2 of the place of the business. */
  readonly country: string | null;
  /** Name of its town, whose page is the likeliest to say more. */
  readonly town: string | null;
}

const TEXT_MAX = 20_000;
const FOUND_MAX = 20;
const BLOCK_MAX = 200;

export const readPageFacts = definePageTask(import.meta.url, 'readPageFacts', readFacts);

function readFacts({ html, url, country, town }: PageInput): PageFacts {
  const page = readPage({ html }, url);
  const title = page.head.titles[0]?.text.trim() ?? '';
  const site_name = detectBrand(page, title === '' ? undefined : title, undefined);
  return {
    url,
    title: title === '' ? null : cleanText(title, BLOCK_MAX),
    site_name: site_name ?? null,
    headings: page.headings
      .filter(({ level, hidden }) => level === 1 && !hidden)
      .slice(0, FOUND_MAX)
      .map(({ text }) => cleanText(text, BLOCK_MAX)),
    businesses: listStatedBusinesses(page),
    phone_links: listPhoneLinks(page),
    phones: listPhones(page, country),
    addresses: listAddresses(page, country),
    further: listFurther(page, url, town),
    text: foldPhrase(page.blocks.map(({ text }) => text).join(' '), TEXT_MAX),
    is_noindex: page.head.metas.some(
      ({ name, content }) => (name === 'robots' || name === 'googlebot') && /\b(?:noindex|none)\b/i.test(content),
    ),
  };
}

function listPhoneLinks({ links }: Page): string[] {
  const numbers = links.flatMap(({ href }) => {
    const [, number = ''] = /^\s*tel:([^?]{3,40})/i.exec(href ?? '') ?? [];
    return number === '' ? [] : [decodeNumber(number)];
  });
  return [...new Set(numbers)].slice(0, FOUND_MAX);
}

function decodeNumber(number: string): string {
  try {
    return decodeURIComponent(number).trim();
  } catch {
    // Broken percent signs are read as they stand.
    return number.trim();
  }
}

/** Runs of digits as people write phone numbers. What stands behind «Fax» is none. */
const NUMBER = /(?<![\d/.-])(?:\+|\(|0|[1-9])[\d\s()./-]{6,22}\d(?![\d-])/g;
/** A date with a time has as many digits as a phone number. */
const DATED = /^(?:19|20)\d{2}[-./]\d{1,2}[-./]\d{1,2}|^\d{1,2}[./]\d{1,2}[./](?:19|20)\d{2}/;
const FAX = /(?:fax|telefax|télécopie)[^\d+(]{0,12}$/i;

/** Pages of prices and dates have thousands of blocks with digits; where a business is stands near the top or at the foot. */
const NUMBERED_MAX = 1000;
/** Of those, a table may have hundreds of numbers in each. */
const NUMBERS_MAX = 5000;

/** Places of the blocks with digits that are tried. */
function findNumbered(blocks: Page['blocks'], lengthMax: number): number[] {
  const numbered = blocks.flatMap(({ text }, at) => (text.length <= lengthMax && /\d/.test(text) ? [at] : []));
  if (numbered.length <= NUMBERED_MAX) return numbered;
  return [...numbered.slice(0, NUMBERED_MAX / 2), ...numbered.slice(-NUMBERED_MAX / 2)];
}

function listPhones({ blocks }: Page, country: string | null): string[] {
  const found = new Map<string, string>();
  let tried = 0;
  for (const at of findNumbered(blocks, BLOCK_MAX * 10)) {
    const text = blocks[at]?.text ?? '';
    for (const match of text.matchAll(NUMBER)) {
      tried += 1;
      const number = readPhone(match[0], country);
      if (number === undefined || found.has(number) || DATED.test(match[0])) continue;
      if (FAX.test(text.slice(0, match.index))) continue;
      found.set(number, match[0].trim());
      if (found.size >= FOUND_MAX) return [...found.values()];
    }
    if (tried > NUMBERS_MAX) break;
  }
  return [...found.values()];
}

const PRICED = /\p{Sc}/u;
/** Lines that one address may take. */
const LINES_MAX = 3;

function listAddresses({ blocks }: Page, country: string | null): string[] {
  const found = new Set<string>();
  let next = 0;
  for (const at of findNumbered(blocks, BLOCK_MAX)) {
    if (found.size >= FOUND_MAX) break;
    if (at < next) continue;
    const lines = readLines(blocks, at, country);
    if (lines === undefined) continue;
    found.add(cleanText(lines.join(', '), BLOCK_MAX));
    next = at + lines.length;
  }
  return [...found];
}

/** The fewest blocks from here on that make a whole address, none of them a price or a phone line. */
function readLines(blocks: Page['blocks'], at: number, country: string | null): string[] | undefined {
  const lines: string[] = [];
  for (const { text } of blocks.slice(at, at + LINES_MAX)) {
    if (PRICED.test(text) || (lines.length > 0 && hasPhone(text, country))) return undefined;
    lines.push(text);
    if (isWholeAddress(lines.join(', '), country)) return lines;
  }
  return undefined;
}

/** The number of a phone line would be read as that of a house. */
function hasPhone(text: string, country: string | null): boolean {
  return [...text.slice(0, BLOCK_MAX).matchAll(NUMBER)].some(([written]) => readPhone(written, country) !== undefined);
}

function isWholeAddress(text: string, country: string | null): boolean {
  if (text.length > BLOCK_MAX) return false;
  const read = readAddress(text, country);
  return read !== null && read.postal_code !== null && read.city !== null && (read.street?.numbers.length ?? 0) > 0;
}

const CONTACT_WORDS: readonly (readonly string[])[] = readDataRows(import.meta.url, './data/contact-words.tsv').map(
  ([, words = '']) => words.split(' '),
);

function listFurther({ links }: Page, url: string, town: string | null): PageFacts['further'] {
  const host = readHost(url) ?? '';
  const ranked = links.flatMap(({ url: target, text }) => {
    if (target === undefined || !isSameSite(readHost(target) ?? '', host)) return [];
    const rank = rankLink(target, text, town);
    return rank === undefined ? [] : [{ url: target.replace(/#.*$/, ''), text: cleanText(text, 80), rank }];
  });
  const seen = new Set([url]);
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .filter((link) => !seen.has(link.url) && seen.add(link.url))
    .slice(0, FOUND_MAX)
    .map(({ url: target, text }) => ({ url: target, text }));
}

/** 0 for the page of the town itself; undefined for a link that promises nothing. */
function rankLink(target: string, text: string, town: string | null): number | undefined {
  const path = foldPhrase((URL.parse(target)?.pathname ?? '').replaceAll('/', ' ').replaceAll(/[_-]/g, ' '), 300);
  const words = ` ${path} ${foldPhrase(text, 100)} `;
  if (town !== null && town.length > 2 && words.includes(` ${town} `)) return 0;
  const at = CONTACT_WORDS.findIndex((row) => row.some((word) => words.includes(` ${word.replaceAll('-', ' ')} `)));
  return at === -1 ? undefined : at + 1;
}
