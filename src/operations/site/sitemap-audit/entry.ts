import { counted } from '../../../kernel/grammar.ts';
import { findHreflangProblem } from '../../../web/language-codes.ts';
import type { SitemapEntry, SitemapExtensions } from '../../../web/sitemap/sitemap.ts';
import type { Hits } from './findings.ts';
import { KeySet, listedUrl, pageKey } from './keys.ts';

export interface EntryPlace {
  readonly sitemap: string | null;
  readonly line: number;
}

interface CheckedEntry {
  readonly entry: SitemapEntry;
  readonly url: URL;
  readonly place: EntryPlace;
  readonly host: string | null;
  readonly newest_day: string;
  readonly is_page: boolean;
}

const CHANGE_FREQUENCIES = new Set(['always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never']);
const CAMPAIGN = /[?&](?:utm_[a-z]+|gclid|fbclid|msclkid)=/i;

/** What one entry reveals by itself. */
export function checkEntry({ entry, url, place, host, newest_day, is_page }: CheckedEntry, hits: Hits): void {
  const about = { ...place, url: url.href };
  if (is_page && url.host !== host) hits.add('other_host', about);
  if (url.hash !== '' || CAMPAIGN.test(url.search)) hits.add('url_fragment', about);
  const { lastmod, changefreq, priority } = entry;
  if (lastmod !== undefined) {
    if (!isLastmod(lastmod)) hits.add('bad_lastmod', { ...about, detail: lastmod });
    else if (isAfter(lastmod, newest_day)) hits.add('future_lastmod', { ...about, detail: lastmod });
  }
  if (changefreq !== undefined && !CHANGE_FREQUENCIES.has(changefreq.toLowerCase())) {
    hits.add('bad_value', { ...about, detail: `changefreq ${changefreq}` });
  }
  if (priority !== undefined && !isPriority(priority))
    hits.add('bad_value', { ...about, detail: `priority ${priority}` });
}

function isPriority(text: string): boolean {
  return /^(?:0?\.\d{1,10}|[01](?:\.\d{0,10})?)$/.test(text) && Number(text) <= 1;
}

const W3C = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?)?)?$/;

/** Whether a text is a W3C date as the protocol requires: year, month, day, or with a time and its zone. */
export function isLastmod(text: string): boolean {
  const found = W3C.exec(text);
  if (found === null) return false;
  const [, year = '', month, day, hour, minute, second] = found;
  if (month !== undefined && (Number(month) < 1 || Number(month) > 12)) return false;
  if (day !== undefined && (Number(day) < 1 || Number(day) > daysIn(Number(year), Number(month)))) return false;
  return [hour ?? '0', minute ?? '0', second ?? '0'].every((part, at) => Number(part) <= (at === 0 ? 24 : 60));
}

/** Whether a valid date is after `day`, by its day alone: a zone may be a day ahead. */
function isAfter(lastmod: string, day: string): boolean {
  return lastmod.slice(0, 10) > day.slice(0, Math.min(10, lastmod.length));
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

export interface ExtensionCounts {
  images: number;
  videos: number;
  news: number;
  alternates: number;
}

export function noExtensions(): ExtensionCounts {
  return { images: 0, videos: 0, news: 0, alternates: 0 };
}

const IMAGES_MAX = 1000;
const VIDEO_FIELDS = ['thumbnail_loc', 'title', 'description'];
const NEWS_FIELDS = ['name', 'language', 'publication_date', 'title'];

/** What the extensions of one entry lack. */
export function checkExtensions(extensions: SitemapExtensions, url: URL, place: EntryPlace, hits: Hits): void {
  const about = { ...place, url: url.href };
  const { images, images_without_address: nameless, videos, news } = extensions;
  if (images > IMAGES_MAX) hits.add('image_extension', { ...about, detail: `${images} images` });
  if (nameless > 0)
    hits.add('image_extension', { ...about, detail: `${counted(nameless, 'image')} without image:loc` });
  for (const fields of videos) {
    const missing = VIDEO_FIELDS.filter((field) => !fields.has(field));
    if (!fields.has('content_loc') && !fields.has('player_loc')) missing.push('content_loc or player_loc');
    if (missing.length > 0) hits.add('video_extension', { ...about, detail: `without ${missing.join(', ')}` });
  }
  for (const fields of news) {
    const missing = NEWS_FIELDS.filter((field) => !fields.has(field));
    if (missing.length > 0) hits.add('news_extension', { ...about, detail: `without ${missing.join(', ')}` });
  }
  checkAlternates(extensions.alternates, url, about, hits);
}

function checkAlternates(
  alternates: SitemapExtensions['alternates'],
  own: URL,
  about: EntryPlace & { url: string },
  hits: Hits,
): void {
  if (alternates.length === 0) return;
  const ownKey = pageKey(own);
  let names = false;
  for (const { hreflang, href } of alternates) {
    const problem = findHreflangProblem(hreflang);
    const target = listedUrl(href);
    if (problem !== undefined)
      hits.add('hreflang_extension', { ...about, detail: `hreflang="${hreflang}" ${problem.text}` });
    else if (target === undefined) hits.add('hreflang_extension', { ...about, detail: `href="${href}"` });
    if (target !== undefined && pageKey(target) === ownKey) names = true;
  }
  if (!names) hits.add('hreflang_no_self', about);
}

/** More pairs than these are not compared. */
const PAIRS_MAX = 100_000;

/** Language versions of the pages of one file, compared at its end. */
export class Languages {
  readonly #listed = new KeySet();
  readonly #pairs = new KeySet();
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #texts: { url: string; href: string; line: number }[] = [];

  add(own: URL, alternates: SitemapExtensions['alternates'], line: number): void {
    if (alternates.length === 0 || this.#from.length >= PAIRS_MAX) return;
    const from = pageKey(own);
    this.#listed.add(from);
    for (const { href } of alternates) {
      const target = listedUrl(href);
      if (target === undefined) continue;
      const to = pageKey(target);
      if (to === from) continue;
      this.#from.push(from);
      this.#to.push(to);
      this.#texts.push({ url: own.href, href: target.href, line });
      this.#pairs.add(pairOf(from, to));
    }
  }

  /** Only a version with language versions of its own in this file is known not to link back. */
  judge(sitemap: string | null, hits: Hits): void {
    for (const [at, from] of this.#from.entries()) {
      const to = this.#to[at] ?? 0;
      const text = this.#texts[at];
      if (text === undefined || !this.#listed.has(to) || this.#pairs.has(pairOf(to, from))) continue;
      hits.add('hreflang_no_return', {
        sitemap,
        line: text.line,
        url: text.url,
        detail: `${text.href} does not link back`,
      });
    }
  }
}

/** A number for two keys in their order, within the integers that a double holds. */
function pairOf(from: number, to: number): number {
  return ((from % 67_108_859) * 134_217_689 + (to % 134_217_689)) % 9_007_199_254_740_881 || 1;
}
