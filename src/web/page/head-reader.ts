import { HEAD_CONTENT } from './elements.ts';
import { HEAD_ELEMENTS_MAX, LANGUAGE_CHARACTERS_MAX, META_CHARACTERS_MAX } from './limits.ts';
import type { Attribute, Head, HeadLink, Meta, Place, Title } from './page.ts';
import type { OpenElement } from './walk.ts';

/** Of elements behind the head only these say something about it. */
const OUTSIDE = new Set(['head', 'body', 'meta', 'link', 'base']);

/**
 * Follows where the head of a document really ends.
 *
 * A browser, and a search engine with it, leaves the head at the first element or word that may not stand
 * there, whatever the tags say; canonical and robots elements behind that point are not obeyed. Elements of
 * the head between `</head>` and `<body>` still count.
 */
export class HeadReader {
  readonly #titles: Title[] = [];
  readonly #metas: Meta[] = [];
  readonly #links: HeadLinkDraft[] = [];
  #base: Attribute | undefined;
  #charset: Attribute | undefined;
  #inHead = true;
  #closed = false;
  #explicit = false;
  #endedBy: { name: string; place: Place } | undefined;
  #broken: { name: string; place: Place } | undefined;
  truncated = false;

  /** Every start tag in document order that is no descendant of noscript or template. */
  open(element: OpenElement): void {
    if (this.#inHead || OUTSIDE.has(element.name)) this.#read(element);
  }

  #read(element: OpenElement): void {
    if (element.name === 'head') this.#explicit = true;
    if (element.name === 'html' || element.name === 'head') return;
    if (element.name === 'body') this.#body();
    else if (!HEAD_CONTENT.has(element.name) || element.foreign) this.#leave(element.name, element);
    if (!element.foreign) this.#describe(element);
  }

  #describe(element: OpenElement): void {
    if (element.name === 'meta') this.#meta(element);
    else if (element.name === 'link') this.#link(element);
    else if (element.name === 'base') this.#readBase(element);
  }

  /** Text outside of scripts, titles and the like. */
  text(data: string, start: number): void {
    if (!this.#inHead || data.trim() === '') return;
    this.#leave('text', { start, end: start + data.length });
  }

  title(text: string, place: Place, inHead: boolean): void {
    if (this.#titles.length < HEAD_ELEMENTS_MAX) this.#titles.push({ text, in_head: inHead, place });
  }

  endOf(name: 'html' | 'head' | 'body'): void {
    if (name !== 'head') return;
    this.#explicit = true;
    if (this.#endedBy !== undefined && !this.#closed) this.#broken ??= this.#endedBy;
    this.#closed = true;
  }

  get inHead(): boolean {
    return this.#inHead;
  }

  get firstTitle(): string | undefined {
    return this.#titles[0]?.text;
  }

  get base(): Attribute | undefined {
    return this.#base;
  }

  read(resolve: (reference: string) => string | undefined): Head {
    return {
      titles: this.#titles,
      metas: this.#metas,
      links: this.#links.map((link) => ({ ...link, url: link.href === '' ? undefined : resolve(link.href) })),
      base: this.#base,
      charset: this.#charset,
      broken_by: this.#broken,
      explicit: this.#explicit,
    };
  }

  #body(): void {
    // A body tag behind text or a stray element is where its author thought that the head was over.
    if (this.#endedBy !== undefined && this.#explicit && !this.#closed) this.#broken ??= this.#endedBy;
    this.#closed = true;
    this.#explicit = true;
    this.#inHead = false;
  }

  #leave(name: string, place: Place): void {
    if (!this.#inHead) return;
    this.#inHead = false;
    if (!this.#closed) this.#endedBy = { name, place: { start: place.start, end: place.end } };
  }

  #meta(element: OpenElement): void {
    const { attributes } = element;
    const place = { start: element.start, end: element.end };
    const charset = attributes.get('charset') ?? charsetIn(attributes);
    if (charset !== undefined && charset.trim() !== '') this.#charset ??= { value: charset.trim(), place };
    if (this.#full(this.#metas)) return;
    this.#metas.push({
      name: lower(attributes.get('name')),
      property: lower(attributes.get('property')),
      http_equiv: lower(attributes.get('http-equiv')),
      content: (attributes.get('content') ?? '').slice(0, META_CHARACTERS_MAX).trim(),
      in_head: this.#inHead,
      place,
    });
  }

  #link(element: OpenElement): void {
    if (this.#full(this.#links)) return;
    const { attributes } = element;
    this.#links.push({
      rel: relTokens(attributes.get('rel')),
      href: (attributes.get('href') ?? '').trim(),
      hreflang: attributes.get('hreflang')?.slice(0, LANGUAGE_CHARACTERS_MAX),
      media: attributes.get('media')?.trim(),
      type: attributes.get('type')?.trim().toLowerCase(),
      in_head: this.#inHead,
      place: { start: element.start, end: element.end },
    });
  }

  #readBase(element: OpenElement): void {
    const href = element.attributes.get('href');
    if (href === undefined || this.#base !== undefined) return;
    this.#base = { value: href.trim(), place: { start: element.start, end: element.end } };
  }

  #full(list: readonly unknown[]): boolean {
    if (list.length < HEAD_ELEMENTS_MAX) return false;
    this.truncated = true;
    return true;
  }
}

type HeadLinkDraft = Omit<HeadLink, 'url'>;

/** The space-separated tokens of a rel attribute, lower case, each once. */
export function relTokens(rel: string | undefined): string[] {
  if (rel === undefined || rel === '') return [];
  return [...new Set(rel.slice(0, 500).toLowerCase().split(/\s+/).filter(Boolean))];
}

function charsetIn(attributes: ReadonlyMap<string, string>): string | undefined {
  if (attributes.get('http-equiv')?.trim().toLowerCase() !== 'content-type') return undefined;
  return /charset\s*=\s*["']?([^\s"';]+)/i.exec((attributes.get('content') ?? '').slice(0, 200))?.[1];
}

function lower(text: string | undefined): string | undefined {
  const value = text?.trim().toLowerCase();
  return value === '' ? undefined : value;
}
