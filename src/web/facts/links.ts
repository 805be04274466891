import type { TextPlace } from '../page/text-reader.ts';
import { pageAddress, type PageAddress } from '../url.ts';
import type { LinkFact, LinkPosition, LinkType } from './records.ts';
import { wordsAfter, wordsBefore } from './text.ts';

/**
 * Collects the links of one page while it is read, and resolves them at its end.
 *
 * Identical links are folded as they come, so that a page with a million of them needs no more memory than
 * one with ten thousand; addresses are resolved last because `<base>` may stand behind links it governs.
 */
export class PageLinks {
  private readonly kept = new Map<string, LinksOfHref>();
  private readonly inOrder: RawLink[] = [];
  // Counted apart, so that an index page with endless links of its own site still shows whom it links to.
  private readonly relative: Tally = { kept: 0, dropped: 0 };
  private readonly absolute: Tally = { kept: 0, dropped: 0 };

  /** Links beyond the limit of distinct ones. */
  get dropped(): number {
    return this.relative.dropped + this.absolute.dropped;
  }

  /** A link of the head, which has no text of its own. Feeds and such are facts, but no pages to follow. */
  addHeadLink(href: string, type: LinkType, unfollowed = false): void {
    this.add({ href, rel: '', type, anchor: '', alt: '', image: '', position: 'head', unfollowed });
  }

  add(link: NewLink): void {
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

  resolve(page: PageAddress, base: string, nofollow: boolean, textOfRun: TextOfRun): ResolvedLinks {
    return resolveLinks(this.inOrder, { page, base, nofollow, textOfRun });
  }
}

/** The text of a run between two borders of blocks, '' for one without text. */
export type TextOfRun = (run: number) => string;

export interface ResolvedLinks {
  readonly links: readonly LinkFact[];
  readonly internal: number;
  readonly external: number;
  /** Pages that the links lead to and that a crawl may follow, without those marked nofollow. */
  readonly follow: readonly PageAddress[];
}

/** What tells links to one page apart. */
interface LinkTexts {
  readonly type: LinkType;
  readonly anchor: string;
  readonly rel: string;
  /** Null where only the link was read, and not the page around it. */
  readonly position: LinkPosition | null;
  readonly alt: string;
  readonly image: string;
}

export interface NewLink extends LinkTexts {
  readonly href: string;
  readonly unfollowed?: boolean;
  /** Where its words begin and end, when the text around them was read. */
  readonly start?: TextPlace;
  readonly end?: TextPlace;
}

interface Tally {
  kept: number;
  dropped: number;
}

interface RawLink extends NewLink {
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
export const HREF_LENGTH_MAX = 4096;
const NOT_PAGES = /^(?:javascript|mailto|tel|data|sms|callto|whatsapp|blob|about|file|ftp|intent|skype|viber|geo):/i;
const KEPT_REL = new Set(['nofollow', 'ugc', 'sponsored', 'noopener', 'noreferrer', 'external']);
const NOT_FOLLOWED = ['nofollow', 'ugc', 'sponsored'];
/** Up to so many are compared one by one, which costs less than to make a key of their texts. */
const COMPARED_MAX = 8;

/** The different links of one page to one other. */
class LinkVariants<Link extends LinkTexts> {
  private readonly few: Link[] = [];
  private many: Map<string, Link> | undefined;

  find(like: LinkTexts): Link | undefined {
    return this.many === undefined ? this.few.find((link) => isSame(link, like)) : this.many.get(keyOf(like));
  }

  /** For one that is not found. */
  add(link: Link): void {
    if (this.many === undefined && this.few.length >= COMPARED_MAX) {
      this.many = new Map(this.few.map((known) => [keyOf(known), known]));
    }
    if (this.many === undefined) this.few.push(link);
    else this.many.set(keyOf(link), link);
  }
}

function isSame(one: LinkTexts, other: LinkTexts): boolean {
  return (
    one.anchor === other.anchor &&
    one.type === other.type &&
    one.rel === other.rel &&
    one.position === other.position &&
    one.alt === other.alt &&
    one.image === other.image
  );
}

function keyOf({ type, anchor, rel, position, alt, image }: LinkTexts): string {
  return `${type}\n${anchor}\n${rel}\n${position}\n${alt}\n${image}`;
}

interface Resolution {
  readonly page: PageAddress;
  readonly base: string;
  /** The page asks for none of its links to be followed. */
  readonly nofollow: boolean;
  readonly textOfRun: TextOfRun;
}

function resolveLinks(raws: readonly RawLink[], task: Resolution): ResolvedLinks {
  const pages = new Map<string, LinksToPage>();
  const links: LinkFact[] = [];
  const follow: PageAddress[] = [];
  let internal = 0;
  let external = 0;
  for (const raw of raws) {
    const { sameHref } = raw;
    if (sameHref.target === undefined) sameHref.target = pageOf(raw.href, task.base, pages);
    const page = sameHref.target;
    if (page === null) continue;
    const { type, anchor, rel, position, alt } = raw;
    const texts = { type, anchor, rel, position, alt, image: raw.image === '' ? '' : imageUrl(raw.image, task.base) };
    const known = page.variants.find(texts);
    if (known === undefined) {
      const fact = linkFact(raw, page.address, texts.image, task);
      page.variants.add({ ...texts, fact });
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
  return { links, internal, external, follow: task.nofollow ? [] : follow };
}

function isFollowed(raw: RawLink): boolean {
  return raw.unfollowed !== true && !relValues(raw.rel).includes('nofollow');
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

function linkFact(raw: RawLink, address: PageAddress, image_url: string, task: Resolution): ResolvedLink['fact'] {
  const attributes = relValues(raw.rel);
  const { start, end } = raw;
  return {
    target_url: address.url,
    type: raw.type,
    anchor: raw.anchor,
    alt: raw.alt,
    image_url,
    attributes,
    dofollow: !task.nofollow && !attributes.some((value) => NOT_FOLLOWED.includes(value)),
    position: raw.position,
    text_pre: start === undefined ? '' : wordsBefore(task.textOfRun(start.run), start.offset),
    text_post: end === undefined ? '' : wordsAfter(task.textOfRun(end.run), end.offset),
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
