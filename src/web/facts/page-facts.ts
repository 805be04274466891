import type { Context, ElementSink, PageReading, ReadingState } from '../page/html.ts';
import { readHtmlElements } from '../page/html.ts';
import { isLinkElement } from '../page/element-reader.ts';
import type { LinkDraft } from '../page/link-draft.ts';
import type { TextPlace } from '../page/text-reader.ts';
import type { OpenElement } from '../page/walk.ts';
import { foldSpace } from '../space.ts';
import { PageHead } from './head.ts';
import { HREF_LENGTH_MAX, PageLinks } from './links.ts';
import type { LinkPosition } from './records.ts';
import { clip } from './text.ts';

/** What the index wants to know of a page, gathered while it is read: links are folded as they come. */
export interface PageFacts extends PageReading {
  readonly head: PageHead;
  readonly links: PageLinks;
}

export function readPageFacts(html: string, agentToken: string): PageFacts {
  const { reading, sink } = readHtmlElements(html, () => new FactsSink(agentToken));
  const { head, links } = sink;
  return { ...reading, head, links };
}

interface OpenLink {
  readonly href: string;
  readonly rel: string;
  readonly position: LinkPosition;
  readonly start: TextPlace;
  /** An area of an image map, which is named but has no words. */
  readonly area: boolean;
  alt: string;
  image: string;
}

const TEXT_LENGTH_MAX = 500;

class FactsSink implements ElementSink {
  readonly head: PageHead;
  readonly links = new PageLinks();
  readonly #open = new Map<LinkDraft, OpenLink>();

  constructor(agentToken: string) {
    this.head = new PageHead(agentToken);
  }

  open(element: OpenElement, context: Context, state: ReadingState): void {
    const { name, attributes } = element;
    if (attributes.size === 0) return;
    if (isLinkElement(element)) this.#startLink(element, context, state.place);
    else if (element.foreign) return;
    else if (name === 'meta') this.head.meta(attributes);
    else if (name === 'img') this.#image(attributes, context);
    else if (name === 'link') this.#headLink(attributes);
    else if (name === 'time') this.#time(attributes, context);
    else if (name === 'script') {
      const source = attributes.get('src');
      if (source !== undefined) this.head.asset(source);
    }
  }

  closeLink(draft: LinkDraft, state: ReadingState): void {
    const link = this.#open.get(draft);
    if (link === undefined) return;
    this.#open.delete(draft);
    const { href, rel, position, start, area, alt, image } = link;
    if (area) {
      this.links.add({ href, rel, type: 'anchor', anchor: '', alt, image, position });
      return;
    }
    const anchor = clip(draft.words, TEXT_LENGTH_MAX);
    const type = anchor === '' && (image !== '' || alt !== '') ? 'image' : 'anchor';
    this.links.add({ href, rel, type, anchor, alt, image, position, start, end: state.place });
  }

  #startLink({ name, attributes }: OpenElement, context: Context, start: TextPlace): void {
    const href = attributes.get('href') ?? attributes.get('xlink:href');
    if (href === undefined || context.link === undefined) return;
    const area = name === 'area';
    const alt = area ? clip(foldSpace(attributes.get('alt') ?? '').trim(), TEXT_LENGTH_MAX) : '';
    const rel = attributes.get('rel') ?? '';
    this.#open.set(context.link, { href, rel, position: positionOf(context), start, area, alt, image: '' });
  }

  #image(attributes: ReadonlyMap<string, string>, context: Context): void {
    const source = sourceOf(attributes);
    const alt = foldSpace(attributes.get('alt') ?? '').trim();
    const link = context.link === undefined ? undefined : this.#open.get(context.link);
    if (link !== undefined) {
      if (link.image === '' && !source.startsWith('data:')) link.image = clip(source, HREF_LENGTH_MAX);
      if (link.alt === '') link.alt = clip(alt, TEXT_LENGTH_MAX);
    }
    if (alt !== '') context.heading?.addAlt(alt);
    this.head.asset(source);
  }

  #headLink(attributes: ReadonlyMap<string, string>): void {
    const href = attributes.get('href');
    if (href !== undefined)
      this.head.link({ href, rel: attributes.get('rel') ?? '', type: attributes.get('type') ?? '' }, this.links);
  }

  #time(attributes: ReadonlyMap<string, string>, context: Context): void {
    const date = attributes.get('datetime');
    if (date === undefined) return;
    if (attributes.get('itemprop') === 'datePublished') this.head.date('itemprop', date);
    else if (attributes.has('pubdate')) this.head.date('pubdate', date);
    else if ((context.main || context.article) && context.region === 'content') this.head.date('time', date);
  }
}

/** What a menu hides it shows when it opens. */
function positionOf({ hidden, unseen, region }: Context): LinkPosition {
  return (hidden || unseen !== undefined) && region !== 'navigation' ? 'hidden' : region;
}

/** The address of an image, also of one that a script shows only when it comes into view. */
function sourceOf(attributes: ReadonlyMap<string, string>): string {
  const source = attributes.get('src') ?? '';
  return source === '' || source.startsWith('data:') ? (attributes.get('data-src') ?? source) : source;
}
