import { pageAddress, type PageAddress } from '../url.ts';
import type { LinkFact } from '../../ports/index.ts';
import type { LinkPosition } from '../../ports/links.ts';
import { type LinkTexts, LinkVariants } from './link-variants.ts';
import { clip, foldSpace, wordsAfter, wordsBefore } from './page-text.ts';

/**
 * Collects the links of one page while it is read, and resolves them at its end.
 *
 * Identical links are folded as they come, so that a page with a million of them needs no more memory than
 * one with ten thousand; addresses are resolved last because `<base>` may stand behind links it governs.
 */
export class PageLinks {
  private readonly kept = new Map<string, LinksOfHref>();
  private readonly inOrder: RawLink[] = [];
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
    return resolveLinks({ raw: this.inOrder, page, base, visible, pageNofollow });
  }

  private keep(link: Omit<RawLink, 'count' | 'sameHref'>): void {
    const written = link.href.trim();
    const fragment = written.indexOf('#');
    // Links to places of one page are links to that page.
    const href = fragment > 0 ? written.slice(0, fragment) : written;
    if (href === '' || href.startsWith('#') || href.length > HREF_LENGTH_MAX || NOT_PAGES.test(href)) return;
    const tally = ABSOLUTE.test(href) ? this.absolute : this.relative;
    // Once so much was dropped, the page is a bomb, and looking at each further link would only cost time.
    if (tally.dropped >= DROPPED_MAX) {
      tally.dropped += 1;
      return;
    }
    const sameHref = this.kept.get(href) ?? { variants: new LinkVariants<RawLink>(), target: undefined };
    const known = sameHref.variants.find(link);
    if (known !== undefined) known.count += 1;
    else if (tally.kept < LINKS_MAX) {
      const raw = { ...link, href, sameHref, count: 1 };
      this.kept.set(href, sameHref);
      sameHref.variants.add(raw);
      this.inOrder.push(raw);
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
  /** Null where only the link was read, and not the page around it. */
  readonly position: LinkPosition | null;
  readonly start: number;
  readonly depth: number;
  anchor: string;
  alt: string;
  image: string;
}

interface SingleLink extends Omit<LinkTexts, 'anchor' | 'image'> {
  readonly href: string;
  /** Feeds and such are facts, but no pages to fetch. */
  readonly unfollowed: boolean;
}

interface RawLink extends SingleLink, LinkTexts {
  readonly start: number;
  readonly end: number;
  readonly sameHref: LinksOfHref;
  count: number;
}

/** Links that are written alike, whose address is read once. */
interface LinksOfHref {
  readonly variants: LinkVariants<RawLink>;
  /** Null where it is no address of a page, undefined before it is read. */
  target: LinksToPage | null | undefined;
}

/** Links to one page, however each of them is written. */
interface LinksToPage {
  readonly address: PageAddress;
  readonly variants: LinkVariants<ResolvedLink>;
  isFollowed: boolean;
}

interface ResolvedLink extends LinkTexts {
  readonly fact: LinkFact & { count: number };
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
  readonly raw: readonly RawLink[];
  readonly page: PageAddress;
  readonly base: string;
  readonly visible: string;
  readonly pageNofollow: boolean;
}

function resolveLinks(task: Resolution): ResolvedLinks {
  const pages = new Map<string, LinksToPage>();
  const links: LinkFact[] = [];
  const follow: PageAddress[] = [];
  let internal = 0;
  let external = 0;
  for (const raw of task.raw) {
    const { sameHref } = raw;
    if (sameHref.target === undefined) sameHref.target = pageOf(raw.href, task.base, pages);
    const page = sameHref.target;
    if (page === null) continue;
    const texts = raw.image === '' ? raw : { ...raw, image: imageUrl(raw.image, task.base) };
    const known = page.variants.find(texts);
    if (known === undefined) {
      const fact = linkFact(raw, page.address, texts.image, task);
      page.variants.add({ ...textsOf(texts), fact });
      links.push(fact);
    } else known.fact.count += raw.count;
    if (raw.type === 'anchor' || raw.type === 'image') {
      if (page.address.domain === task.page.domain) internal += raw.count;
      else external += raw.count;
    }
    if (page.isFollowed || !isFollowed(raw)) continue;
    page.isFollowed = true;
    follow.push(page.address);
  }
  return { links, internal, external, follow: task.pageNofollow ? [] : follow };
}

function isFollowed(raw: RawLink): boolean {
  return !raw.unfollowed && !relValues(raw.rel).includes('nofollow');
}

function pageOf(href: string, base: string, pages: Map<string, LinksToPage>): LinksToPage | null {
  const address = pageAddress(href, base);
  if (address === undefined) return null;
  const known = pages.get(address.url);
  if (known !== undefined) return known;
  const page = { address, variants: new LinkVariants<ResolvedLink>(), isFollowed: false };
  pages.set(address.url, page);
  return page;
}

function textsOf({ type, anchor, rel, position, alt, image }: LinkTexts): LinkTexts {
  return { type, anchor, rel, position, alt, image };
}

function linkFact(raw: RawLink, address: PageAddress, image_url: string, task: Resolution): ResolvedLink['fact'] {
  const attributes = relValues(raw.rel);
  return {
    target_url: address.url,
    type: raw.type,
    anchor: raw.anchor,
    alt: raw.alt,
    image_url,
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
