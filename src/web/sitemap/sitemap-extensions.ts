import type { SaxesTagNS } from 'saxes';

import type { SitemapExtensions } from './sitemap-sink.ts';

type Family = 'image' | 'video' | 'news' | 'links' | 'none';

/** More than these no valid entry has: 1,000 images are the bound of the extension, the others are ours. */
const VIDEOS_MAX = 100;
const NEWS_MAX = 10;
const ALTERNATES_MAX = 500;
const FIELD_CHARACTERS_MAX = 300;
const ADDRESS_CHARACTERS_MAX = 2100;

/** Collects what the extensions say within one entry. Nothing is kept of elements of other namespaces. */
export class SitemapExtensionReader {
  readonly #families = new Map<string, Family>();
  #images = 0;
  #imagesWithAddress = 0;
  #videos: Set<string>[] = [];
  #news: Map<string, string>[] = [];
  #alternates: { hreflang: string; href: string }[] = [];
  #used = false;
  /** The field whose text is being read. */
  #open: { family: Family; local: string; text: string } | undefined;

  reset(): void {
    this.#open = undefined;
    if (!this.#used) return;
    this.#used = false;
    this.#images = 0;
    this.#imagesWithAddress = 0;
    this.#videos = [];
    this.#news = [];
    this.#alternates = [];
  }

  open(tag: SaxesTagNS): void {
    this.#open = undefined;
    const family = this.#familyOf(tag.uri);
    if (family === 'none') return;
    this.#used = true;
    if (family === 'links') this.#link(tag);
    else if (tag.local === family) this.#begin(family);
    else this.#open = { family, local: tag.local, text: '' };
  }

  append(text: string): void {
    if (this.#open !== undefined && this.#open.text.length < FIELD_CHARACTERS_MAX) {
      this.#open.text += text.slice(0, FIELD_CHARACTERS_MAX);
    }
  }

  close(tag: SaxesTagNS): void {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined || open.local !== tag.local || open.text.trim() === '') return;
    if (open.family === 'image') {
      if (open.local === 'loc') this.#imagesWithAddress += 1;
    } else if (open.family === 'video') this.#videos.at(-1)?.add(open.local);
    else this.#news.at(-1)?.set(open.local, open.text.trim());
  }

  read(): SitemapExtensions | undefined {
    if (!this.#used) return undefined;
    return {
      images: this.#images,
      images_without_address: Math.max(0, this.#images - this.#imagesWithAddress),
      videos: this.#videos,
      news: this.#news,
      alternates: this.#alternates,
    };
  }

  #begin(family: Family): void {
    if (family === 'image') this.#images += 1;
    else if (family === 'video') {
      if (this.#videos.length < VIDEOS_MAX) this.#videos.push(new Set());
    } else if (this.#news.length < NEWS_MAX) this.#news.push(new Map());
  }

  #link(tag: SaxesTagNS): void {
    if (tag.local !== 'link' || this.#alternates.length >= ALTERNATES_MAX) return;
    if (valueOf(tag, 'rel').toLowerCase() !== 'alternate') return;
    this.#alternates.push({ hreflang: valueOf(tag, 'hreflang').slice(0, 60), href: valueOf(tag, 'href') });
  }

  #familyOf(uri: string): Family {
    let family = this.#families.get(uri);
    if (family === undefined) {
      family = familyOf(uri);
      if (this.#families.size < 100) this.#families.set(uri, family);
    }
    return family;
  }
}

function valueOf(tag: SaxesTagNS, name: string): string {
  const attribute = Object.hasOwn(tag.attributes, name) ? tag.attributes[name] : undefined;
  return (attribute?.value ?? '').trim().slice(0, ADDRESS_CHARACTERS_MAX);
}

/** By the name in the namespace, since its version and scheme are written in several ways. */
function familyOf(uri: string): Family {
  if (/w3\.org\/(?:1999\/xhtml|TR\/xhtml)/i.test(uri)) return 'links';
  const name = /\/schemas\/sitemap-(image|video|news)\//i.exec(uri)?.[1]?.toLowerCase();
  return name === 'image' || name === 'video' || name === 'news' ? name : 'none';
}
