import { pageAddress, type PageAddress } from '../../kernel/url.ts';
import type { LinkFact } from '../../ports/index.ts';
import type { LinkPosition, LinkType } from '../../ports/links.ts';
import { clip, foldSpace, wordsAfter, wordsBefore } from './page-text.ts';

/**
 * Collects the links of one page while it is read, and resolves them at its end.
 *
 * Identical links are folded as they come, so that a page with a million of them needs no more memory than
 * one with ten thousand; addresses are resolved last because `<base>` may stand behind links it governs.
 */
export class PageLinks {
  private readonly kept = new Map<string, RawLink>();
  private open: OpenLink | undefined;
  // Counted apart, so that an index page with endless links of its own site still shows whom it links to.
  private readonly relative: Tally = { kept: 0, dropped: 0 };
  private readonly absolute: Tally = { kept: 0, dropped: 0 };

  /** Links beyond the limit of distinct ones. */
  get dropped(): number {
    return this.relative.dropped + this.absolute.dropped;
  }

  get isOpen(): boolean {
    return this.open !== undefined;
  }

  /** Starts a link with text. `at` is its place in the visible text. */
  start(link: Omit<OpenLink, 'anchor' | 'alt' | 'image'>, at: number): void {
    this.finish(at);
    this.open = { ...link, anchor: '', alt: '', image: '' };
  }

  text(chunk: string): void {
    const link = this.open;
    if (link !== undefined && link.anchor.length < ANCHOR_LENGTH_MAX * 2) link.anchor += foldSpace(chunk);
  }

  image(alt: string, source: string): void {
    const link = this.open;
    if (link === undefined) return;
    if (link.image === '' && !source.startsWith('data:')) link.image = clip(source, HREF_LENGTH_MAX);
    if (link.alt === '') link.alt = clip(foldSpace(alt).trim(), ANCHOR_LENGTH_MAX);
  }

  /** Ends the link of the element at `depth`, or whichever is open. */
  finish(at: number, depth?: number): void {
    const link = this.open;
    if (link === undefined || (depth !== undefined && link.depth !== depth)) return;
    this.open = undefined;
    const anchor = clip(foldSpace(link.anchor).trim(), ANCHOR_LENGTH_MAX);
    const type = anchor === '' && (link.image !== '' || link.alt !== '') ? 'image' : 'anchor';
    this.keep({ ...link, type, anchor, end: at, unfollowed: false });
  }

  /** A link without text of its own: head links, image map areas, meta refresh. */
  single(link: SingleLink): void {
    this.keep({ anchor: '', image: '', start: -1, end: -1, ...link });
  }

  resolve(page: PageAddress, base: string, visible: string, pageNofollow: boolean): ResolvedLinks {
    return resolveLinks({ raw: this.kept.values(), page, base, visible, pageNofollow });
  }

  private keep(link: Omit<RawLink, 'count'>): void {
    const href = link.href.trim();
    if (href === '' || href.startsWith('#') || href.length > HREF_LENGTH_MAX || NOT_PAGES.test(href)) return;
    const tally = ABSOLUTE.test(href) ? this.absolute : this.relative;
    // Once so much was dropped, the page is a bomb, and looking at each further link would only cost time.
    if (tally.dropped >= DROPPED_MAX) {
      tally.dropped += 1;
      return;
    }
    const key = `${href}\n${link.type}\n${link.anchor}\n${link.rel}\n${link.position}\n${link.alt}\n${link.image}`;
    const known = this.kept.get(key);
    if (known !== undefined) known.count += 1;
    else if (tally.kept < LINKS_MAX) {
      this.kept.set(key, { ...link, href, count: 1 });
      tally.kept += 1;
    } else tally.dropped += 1;
  }
}

interface Tally {
  kept: number;
  dropped: number;
}

export interface ResolvedLinks {
  readonly links: readonly LinkFact[];
  readonly internal: number;
  readonly external: number;
  /** Pages that the links lead to and that a crawl may follow, without those marked nofollow. */
  readonly follow: readonly PageAddress[];
}

interface OpenLink {
  readonly href: string;
  readonly rel: string;
  readonly position: LinkPosition;
  readonly start: number;
  readonly depth: number;
  anchor: string;
  alt: string;
  image: string;
}

interface SingleLink {
  readonly href: string;
  readonly rel: string;
  readonly position: LinkPosition;
  readonly type: LinkType;
  readonly alt: string;
  /** Feeds and such are facts, but no pages to fetch. */
  readonly unfollowed: boolean;
}

interface RawLink extends SingleLink {
  readonly anchor: string;
  readonly image: string;
  readonly start: number;
  readonly end: number;
  count: number;
}

const ABSOLUTE = /^(?:https?:)?\/\//i;
/** Of relative and of absolute ones: more distinct links than any page made for readers has; the rest are only counted. */
const LINKS_MAX = 10_000;
const DROPPED_MAX = 10_000;
const ANCHOR_LENGTH_MAX = 500;
const HREF_LENGTH_MAX = 4096;
const NOT_PAGES = /^(?:javascript|mailto|tel|data|sms|callto|whatsapp|blob|about|file|ftp|intent|skype|viber|geo):/i;
const KEPT_REL = new Set(['nofollow', 'ugc', 'sponsored', 'noopener', 'noreferrer', 'external']);
const NOT_FOLLOWED = ['nofollow', 'ugc', 'sponsored'];

interface Resolution {
  readonly raw: Iterable<RawLink>;
  readonly page: PageAddress;
  readonly base: string;
  readonly visible: string;
  readonly pageNofollow: boolean;
}

function resolveLinks(task: Resolution): ResolvedLinks {
  const folded = new Map<string, LinkFact>();
  const follow = new Map<string, PageAddress>();
  const addresses = new Map<string, PageAddress | undefined>();
  let internal = 0;
  let external = 0;
  for (const raw of task.raw) {
    if (!addresses.has(raw.href)) addresses.set(raw.href, pageAddress(raw.href, task.base));
    const address = addresses.get(raw.href);
    if (address === undefined) continue;
    const link = linkFact(raw, address, task);
    const key = [link.target_url, link.type, link.anchor, raw.rel, link.position, link.alt, link.image_url].join(
      '\u0000',
    );
    const known = folded.get(key);
    folded.set(key, known === undefined ? link : { ...known, count: known.count + link.count });
    if (link.type === 'anchor' || link.type === 'image') {
      if (address.domain === task.page.domain) internal += link.count;
      else external += link.count;
    }
    if (!raw.unfollowed && !link.attributes.includes('nofollow')) follow.set(address.url, address);
  }
  return { links: [...folded.values()], internal, external, follow: task.pageNofollow ? [] : [...follow.values()] };
}

function linkFact(raw: RawLink, address: PageAddress, task: Resolution): LinkFact {
  const attributes = relValues(raw.rel);
  return {
    target_url: address.url,
    type: raw.type,
    anchor: raw.anchor,
    alt: raw.alt,
    image_url: raw.image === '' ? '' : imageUrl(raw.image, task.base),
    attributes,
    dofollow: !task.pageNofollow && !attributes.some((value) => NOT_FOLLOWED.includes(value)),
    position: raw.position,
    text_pre: raw.start < 0 ? '' : wordsBefore(task.visible, raw.start),
    text_post: raw.end < 0 ? '' : wordsAfter(task.visible, raw.end),
    count: raw.count,
  };
}

const NO_VALUES: readonly string[] = [];

function relValues(rel: string): readonly string[] {
  if (rel === '') return NO_VALUES;
  const values = rel
    .slice(0, 256)
    .toLowerCase()
    .split(/[\s,]+/);
  return [...new Set(values.filter((value) => KEPT_REL.has(value)))];
}

function imageUrl(source: string, base: string): string {
  const parsed = URL.parse(source.trim(), base);
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return '';
  return parsed.href.length > 2048 ? '' : parsed.href;
}
