import type { SitemapExtensions } from '../../../web/sitemap/sitemap.ts';
import { findHreflangProblem } from '../../../web/language-codes.ts';
import type { EntryPlace } from './entry.ts';
import type { Hits } from './hits.ts';
import { KeySet, listedUrl, pageKey } from './keys.ts';

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
  if (nameless > 0) hits.add('image_extension', { ...about, detail: `${nameless} without image:loc` });
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

/** More pairs than these are not held against each other. */
const PAIRS_MAX = 100_000;

/** Language versions of the pages of one file, held against each other at its end. */
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

  /** Only a version that has language versions of its own in this file can be told not to link back. */
  judge(sitemap: string | null, hits: Hits): void {
    for (const [at, from] of this.#from.entries()) {
      const to = this.#to[at] ?? 0;
      const text = this.#texts[at];
      if (text === undefined || !this.#listed.has(to) || this.#pairs.has(pairOf(to, from))) continue;
      hits.add('hreflang_no_return', {
        sitemap,
        line: text.line,
        url: text.url,
        detail: `${text.href} does not name it`,
      });
    }
  }
}

/** A number for two keys in their order, within the integers that a double holds. */
function pairOf(from: number, to: number): number {
  return ((from % 67_108_859) * 134_217_689 + (to % 134_217_689)) % 9_007_199_254_740_881 || 1;
}
