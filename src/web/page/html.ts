import { BLOCK, HEADING, NOT_TEXT } from './elements.ts';
import { ElementReader, isLinkElement } from './element-reader.ts';
import { HeadReader } from './head-reader.ts';
import {
  DUPLICATE_IDS_MAX,
  IDS_MAX,
  JSON_LD_CHARACTERS_MAX,
  LANGUAGE_CHARACTERS_MAX,
  STRUCTURED_BLOCKS_MAX,
  TITLE_CHARACTERS_MAX,
} from './limits.ts';
import { LinkDraft, resolver } from './link-draft.ts';
import type { Entity } from '../structured-data/entity.ts';
import { type JsonLdBlock, readJsonLd } from '../structured-data/json-ld.ts';
import { MarkupReader, NO_MARKUP, NO_REFERENCES, type MarkupContext } from '../structured-data/markup.ts';
import type { Attribute, Heading, Page, Place } from './page.ts';
import { isHidden, kindOf, readUnseen, landmarkOf, type Landmark, type Unseen } from './regions.ts';
import { joinStreamed } from './streamed.ts';
import {
  collapsed,
  HeadingDraft,
  TextReader,
  type TextContext,
  type TextPlace,
  type VisibleBlock,
} from './text-reader.ts';
import { type OpenElement, type TreeHandler, walkHtml } from './walk.ts';

/** What an element hands down to its children. */
export interface Context extends Landmark, TextContext {
  readonly hidden: boolean;
  /** Rendered, but where or so small that nobody sees it: its text counts, and its links are no recommendation. */
  readonly unseen: Unseen;
  /** Inside script, noscript, svg and the like: no words of the page. */
  readonly skipped: boolean;
  /** Inside noscript or template: not part of the document that runs. */
  readonly inert: boolean;
  readonly template: boolean;
  /** Inside the text of an SVG drawing, which names a link around it. */
  readonly drawn: boolean;
  /** Of the nearest lang attribute below body; '' without one. */
  readonly language: string;
  readonly link: LinkDraft | undefined;
  readonly heading: HeadingDraft | undefined;
  readonly markup: MarkupContext;
  /** Inside title or a JSON-LD script: text goes here. */
  readonly capture: Capture | undefined;
}

interface Capture {
  readonly kind: 'title' | 'json_ld' | 'drawing_title';
  readonly parts: string[];
  characters: number;
  start: number;
}

const CAPTURE_MAX: Readonly<Record<Capture['kind'], number>> = {
  title: TITLE_CHARACTERS_MAX,
  drawing_title: TITLE_CHARACTERS_MAX,
  json_ld: JSON_LD_CHARACTERS_MAX,
};

function placeOf({ start, end }: OpenElement): Place {
  return { start, end };
}

function addTo(capture: Capture, data: string, start: number): void {
  if (capture.parts.length === 0) capture.start = start;
  if (capture.characters < CAPTURE_MAX[capture.kind]) capture.parts.push(data.slice(0, CAPTURE_MAX[capture.kind]));
  capture.characters += data.length;
}

const ROOT: Context = {
  region: 'content',
  main: false,
  article: false,
  sectioned: false,
  kind: 'other',
  preformatted: false,
  linked: false,
  hidden: false,
  unseen: undefined,
  skipped: false,
  inert: false,
  template: false,
  drawn: false,
  language: '',
  link: undefined,
  heading: undefined,
  markup: NO_MARKUP,
  capture: undefined,
};

/** Reads an HTML document of any quality into a page, in time and memory linear in its length. */
export function readHtmlPage(source: string, url: string | undefined): Page {
  const html = joinStreamed(source);
  const page = readOnce(html, url, false);
  // Some forums and shops keep what a reader without scripts sees, which is all there is to read here, in noscript.
  if (page.word_count >= SCRIPT_SHELL_WORDS || !/<noscript/i.test(html)) return page;
  const fallback = readOnce(html, url, true);
  return fallback.word_count >= SCRIPT_SHELL_WORDS + page.word_count ? fallback : page;
}

/** A page with fewer words is a shell that scripts fill. */
const SCRIPT_SHELL_WORDS = 30;

function readOnce(html: string, url: string | undefined, noscriptShown: boolean): Page {
  const { builder, sink } = buildPage(html, { startSink: () => new ElementReader(), noscriptShown, kept: undefined });
  return builder.page(html, url, sink);
}

interface Reading<Sink> {
  readonly startSink: () => Sink;
  readonly noscriptShown: boolean;
  readonly kept: ReadonlySet<string> | undefined;
}

/** Reads a page once more where its microdata refers to elements, whose ids are known only at its end. */
function buildPage<Sink extends ElementSink>(
  html: string,
  reading: Reading<Sink>,
  referenced = NO_REFERENCES,
): { readonly builder: PageBuilder; readonly sink: Sink } {
  const sink = reading.startSink();
  const builder = new PageBuilder(sink, reading.noscriptShown, referenced);
  walkHtml(html, builder, ROOT, reading.kept);
  const { referencedIds } = builder;
  return referenced.size > 0 || referencedIds.size === 0 ? { builder, sink } : buildPage(html, reading, referencedIds);
}

/**
 * What takes in the elements of a page while it is read. Whoever needs only some of them, or as they come, does without
 * the rest of the page model.
 */
export interface ElementSink {
  /** Every start tag outside of `template`; inside of `noscript`, and deeper than is followed, only those of links and their images. */
  open(element: OpenElement, context: Context, state: ReadingState): void;
  /** The end of a link that was opened. */
  closeLink?(link: LinkDraft, state: ReadingState): void;
}

/** How far the reading has come. */
export interface ReadingState {
  readonly section: number;
  readonly place: TextPlace;
  readonly in_head: boolean;
}

/** What was read of a page apart from its elements, which its sink has. */
export interface PageReading {
  readonly title: string | undefined;
  readonly language: string;
  readonly base: string | undefined;
  readonly headings: readonly Heading[];
  readonly blocks: readonly VisibleBlock[];
  readonly json_ld: readonly JsonLdBlock[];
  readonly microdata: readonly Entity[];
  readonly rdfa: readonly Entity[];
  readonly truncated: boolean;
}

/** What says where an element stands, what it leads to and what it is about. */
const ELEMENT_ATTRIBUTES = new Set(
  (
    'href rel src data-src alt name content property http-equiv class id role hidden open style lang xml:lang hreflang ' +
    'type datetime itemprop itemtype itemscope itemid itemref value data typeof vocab prefix resource about pubdate xlink:href'
  ).split(' '),
);

/** Reads a page for a sink of its elements, with the attributes above; a page that is read again gets a new one. */
export function readHtmlElements<Sink extends ElementSink>(
  html: string,
  startSink: () => Sink,
): { readonly reading: PageReading; readonly sink: Sink } {
  const { builder, sink } = buildPage(joinStreamed(html), {
    startSink,
    noscriptShown: false,
    kept: ELEMENT_ATTRIBUTES,
  });
  return { reading: builder.reading(), sink };
}

class PageBuilder implements TreeHandler<Context>, ReadingState {
  readonly #head = new HeadReader();
  readonly #text = new TextReader();
  readonly #sink: ElementSink;
  readonly #markup: MarkupReader;
  readonly #jsonLd: JsonLdBlock[] = [];
  readonly #ids = new Set<string>();
  readonly #duplicateIds = new Map<string, Place>();
  readonly #noscriptShown: boolean;
  #count = 0;
  #doctype: string | undefined;
  #language: Attribute | undefined;
  #bodyLanguage: string | undefined;
  #direction: string | undefined;
  #truncated = false;

  constructor(sink: ElementSink, noscriptShown: boolean, referenced: ReadonlySet<string>) {
    this.#markup = new MarkupReader(referenced);
    this.#sink = sink;
    this.#noscriptShown = noscriptShown;
  }

  get referencedIds(): ReadonlySet<string> {
    return this.#markup.referencedIds;
  }

  get section(): number {
    return this.#text.section;
  }

  get place(): TextPlace {
    return this.#text.place;
  }

  get in_head(): boolean {
    return this.#head.inHead;
  }

  doctype(text: string): void {
    this.#doctype ??= text.trim();
  }

  endOf(name: 'html' | 'head' | 'body'): void {
    this.#head.endOf(name);
    this.#text.endBlock();
  }

  open(element: OpenElement, parent: Context): Context {
    this.#count += 1;
    if (element.beyond_depth) {
      this.#truncated = true;
      if (isLinkElement(element)) return this.#openInert(element, parent);
      return parent;
    }
    if (BLOCK.has(element.name) && !element.foreign) this.#endBlock(parent);
    if (element.attributes.size > 0) this.#readId(element);
    if (parent.inert) return this.#openInert(element, parent);
    this.#head.open(element);
    const markup = this.#markup.open(element, parent.markup);
    if (element.name === 'html' || element.name === 'body') return this.#openRoot(element, parent);
    if (element.name === 'noscript' && this.#noscriptShown && !this.#head.inHead) return parent;
    return this.#openVisible(element, parent, markup);
  }

  close(element: OpenElement, context: Context): void {
    if (BLOCK.has(element.name) && !element.foreign) this.#endBlock(context);
    if (context.link !== undefined && isLinkElement(element)) this.#sink.closeLink?.(context.link, this);
    const { capture, heading } = context;
    if (heading !== undefined && HEADING.has(element.name)) this.#text.headingText(placeOf(element), heading.text);
    if (capture !== undefined && (element.name === 'title' || element.name === 'script')) {
      this.#closeCapture(element, capture, placeOf(element), context);
    }
  }

  text(data: string, context: Context, start: number): void {
    if (context.capture !== undefined) {
      addTo(context.capture, data, start);
      return;
    }
    if (context.skipped) {
      if (context.drawn) context.link?.add(data, context.language);
      return;
    }
    if (this.#head.inHead) {
      if (context === ROOT) this.#head.text(data, start);
      if (this.#head.inHead) return;
    }
    this.#markup.text(data, context.markup);
    context.link?.add(data, context.language);
    context.heading?.add(data);
    if (!context.hidden) this.#text.add(data, context, start);
  }

  reading(): PageReading {
    return {
      title: this.#head.firstTitle,
      language: this.#language?.value ?? '',
      base: this.#head.base?.value,
      ...this.#text.readVisible(),
      json_ld: this.#jsonLd,
      ...this.#markup.read(),
      truncated: this.#text.truncated,
    };
  }

  page(source: string, url: string | undefined, read: ElementReader): Page {
    const resolve = resolver(url, this.#head.base?.value);
    const { heading_count, truncated, ...text } = this.#text.read();
    const { counts, truncated: elementsTruncated, ...elements } = read.read(resolve);
    return {
      format: 'html',
      source,
      url,
      base_url: resolve.base,
      doctype: this.#doctype,
      language: this.#language,
      body_language: this.#bodyLanguage,
      direction: this.#direction,
      head: this.#head.read(resolve),
      front_matter: undefined,
      ...text,
      ...elements,
      json_ld: this.#jsonLd,
      ...this.#markup.read(),
      duplicate_ids: [...this.#duplicateIds].map(([id, place]) => ({ id, place })),
      counts: { ...counts, elements: this.#count, headings: heading_count },
      truncated: truncated || elementsTruncated || this.#truncated || this.#head.truncated,
    };
  }

  /** Text before and behind the border of a block is not one run of words, in links and headings neither. */
  #endBlock(context: Context): void {
    this.#text.endBlock();
    context.link?.addBorder();
    context.heading?.add(' ');
  }

  #openInert(element: OpenElement, parent: Context): Context {
    const context = contextOf(element, parent, parent.markup, this.#head.inHead);
    const wanted = isLinkElement(element) || (element.name === 'img' && context.link !== undefined);
    if (wanted && !context.template) this.#sink.open(element, context, this);
    return context;
  }

  #openVisible(element: OpenElement, parent: Context, markup: MarkupContext): Context {
    const context = contextOf(element, parent, markup, this.#head.inHead);
    this.#sink.open(element, context, this);
    if (parent.link !== undefined) labelLink(parent.link, element);
    if (context.heading !== undefined && context.heading !== parent.heading) this.#openHeading(element, context);
    return context;
  }

  #openRoot(element: OpenElement, parent: Context): Context {
    const language = element.attributes.get('lang') ?? element.attributes.get('xml:lang');
    if (element.name === 'body') this.#bodyLanguage ??= tagOf(language);
    else {
      if (language !== undefined) {
        this.#language ??= { value: language.trim(), place: placeOf(element) };
      }
      this.#direction ??= element.attributes.get('dir')?.trim().toLowerCase();
    }
    return parent;
  }

  #openHeading(element: OpenElement, context: Context): void {
    const { region, hidden, heading } = context;
    const place = placeOf(element);
    this.#text.heading({ level: heading?.level ?? 1, id: element.attributes.get('id'), region, hidden, place });
  }

  #readId(element: OpenElement): void {
    const id = element.attributes.get('id');
    if (id === undefined || id === '') return;
    if (!this.#ids.has(id)) {
      if (this.#ids.size < IDS_MAX) this.#ids.add(id);
    } else if (this.#duplicateIds.size < DUPLICATE_IDS_MAX && !this.#duplicateIds.has(id)) {
      this.#duplicateIds.set(id, placeOf(element));
    }
  }

  #closeCapture(element: OpenElement, capture: Capture, place: Place, context: Context): void {
    const text = capture.parts.join('');
    if (capture.kind === 'title') this.#head.title(collapsed(text), place, this.#head.inHead);
    else if (capture.kind === 'drawing_title') {
      if (element.name === 'title') context.link?.addImage(collapsed(text));
    } else if (this.#jsonLd.length >= STRUCTURED_BLOCKS_MAX || capture.characters > JSON_LD_CHARACTERS_MAX) {
      this.#truncated = true;
    } else this.#jsonLd.push(readJsonLd(text, capture.start === 0 ? place.end : capture.start, place));
  }
}

function contextOf(element: OpenElement, parent: Context, markup: MarkupContext, inHead: boolean): Context {
  const { name } = element;
  if (markup === parent.markup && !element.foreign && saysNothing(element, parent, inHead)) return parent;
  const landmark = element.foreign ? parent : landmarkOf(element, parent);
  const link = linkOf(element, parent);
  const opensHeading = HEADING.has(name) && !element.foreign;
  const { region, main, article, sectioned } = landmark;
  return {
    region,
    main,
    article,
    sectioned,
    hidden: parent.hidden || (!inHead && isHidden(element)),
    unseen: readUnseen(element, parent.unseen),
    ...flagsOf(element, parent),
    language: languageOf(element) ?? parent.language,
    kind: kindOf(name, parent.kind),
    preformatted: parent.preformatted || name === 'pre',
    link,
    linked: link !== undefined,
    heading: opensHeading ? new HeadingDraft(Number(name.slice(1))) : parent.heading,
    capture: captureOf(element, parent),
    markup,
  };
}

/** Elements whose name alone changes the context. */
const TELLING = new Set([
  ...NOT_TEXT,
  ...HEADING,
  ...'a area pre main article section nav search header footer aside dialog'.split(' '),
]);

/** Most elements change nothing; sharing the context of the parent is what keeps the reading quick and a large page small. */
function saysNothing(element: OpenElement, parent: Context, inHead: boolean): boolean {
  const { name, attributes } = element;
  if (TELLING.has(name) || kindOf(name, parent.kind) !== parent.kind) return false;
  if (attributes.size === 0) return true;
  if (landmarkOf(element, parent) !== parent || (languageOf(element) ?? parent.language) !== parent.language)
    return false;
  return (parent.hidden || inHead || !isHidden(element)) && readUnseen(element, parent.unseen) === parent.unseen;
}

/** An icon names its link by aria-label or title; the alt text of an image is read with the image. */
function labelLink(link: LinkDraft, element: OpenElement): void {
  if (element.attributes.size === 0) return;
  const label = element.attributes.get('aria-label') ?? element.attributes.get('title');
  if (label !== undefined && label.trim() !== '') link.addLabel(label.slice(0, 500));
}

function linkOf(element: OpenElement, parent: Context): LinkDraft | undefined {
  if (!isLinkElement(element)) return parent.link;
  const link = new LinkDraft(element);
  const alt = element.name === 'area' ? element.attributes.get('alt') : undefined;
  if (alt !== undefined) link.addImage(alt.trim());
  return link;
}

function flagsOf(
  { name, foreign }: OpenElement,
  parent: Context,
): Pick<Context, 'skipped' | 'inert' | 'template' | 'drawn'> {
  return {
    skipped: parent.skipped || NOT_TEXT.has(name),
    inert: parent.inert || name === 'noscript' || name === 'template',
    template: parent.template || name === 'template',
    drawn: parent.drawn || (foreign && name === 'text'),
  };
}

/** xml:lang counts only where it is XML that the document holds: in SVG and MathML (HTML 3.2.6.2). */
function languageOf({ attributes, foreign }: OpenElement): string | undefined {
  if (attributes.size === 0) return undefined;
  return tagOf((foreign ? attributes.get('xml:lang') : undefined) ?? attributes.get('lang'));
}

function tagOf(attribute: string | undefined): string | undefined {
  const tag = attribute?.slice(0, LANGUAGE_CHARACTERS_MAX).trim();
  return tag === '' ? undefined : tag;
}

function captureOf(element: OpenElement, parent: Context): Capture | undefined {
  if (parent.capture !== undefined) return parent.capture;
  const kind = captureKind(element, parent);
  return kind === undefined ? undefined : { kind, parts: [], characters: 0, start: 0 };
}

function captureKind(element: OpenElement, parent: Context): Capture['kind'] | undefined {
  if (parent.inert) return undefined;
  if (element.name === 'title') {
    if (element.foreign) return parent.link === undefined ? undefined : 'drawing_title';
    return parent.skipped ? undefined : 'title';
  }
  if (element.name !== 'script' || element.foreign) return undefined;
  const type = element.attributes.get('type')?.split(';', 1)[0]?.trim().toLowerCase();
  return type === 'application/ld+json' ? 'json_ld' : undefined;
}
