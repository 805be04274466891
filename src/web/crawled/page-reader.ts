import type { LinkType } from '../../ports/links.ts';
import type { Attributes, HtmlHandler } from './html-reader.ts';
import { PageHead } from './page-head.ts';
import { PageLinks } from './page-links.ts';
import { PAGE, regionOf, type Region } from './page-region.ts';
import { clip, foldSpace, PageText } from './page-text.ts';
import { type MarkupContext, NO_MARKUP } from '../structured-data/markup.ts';
import { JSON_LENGTH_MAX, StructuredData } from './structured-data.ts';

/** Everything that is worth knowing of a page, gathered in one pass over its elements. */
export class PageReader implements HtmlHandler {
  readonly head: PageHead;
  readonly links = new PageLinks();
  readonly body = new PageText();
  readonly structured = new StructuredData();
  readonly headings: { level: number; text: string }[] = [];
  hasContactLink = false;
  private readonly places: Place[] = [];
  private place: Place = ROOT;
  private capture: Capture | undefined;
  private heading: { level: number; text: string; depth: number } | undefined;
  private foreign = 0;

  constructor(agentToken: string) {
    this.head = new PageHead(agentToken);
  }

  open(name: string, attributes: Attributes, depth: number): void {
    const markup = this.structured.markup.open({ name, attributes }, this.place.markup);
    const place = placeOf(name, attributes, this.place, markup);
    this.places[depth] = place;
    this.place = place;
    if (BLOCKS.has(name)) this.breakLine();
    this.element(name, attributes, depth);
  }

  close(name: string, depth: number): void {
    if (this.capture?.depth === depth) this.endCapture();
    if (this.heading?.depth === depth) this.endHeading();
    if (name === 'a' || this.links.isOpen) this.links.finish(this.body.length, depth);
    if (name === 'svg' || name === 'math') this.foreign -= 1;
    if (BLOCKS.has(name)) this.breakLine();
    this.leave(depth);
  }

  text(chunk: string): void {
    const capture = this.capture;
    if (capture !== undefined) {
      if (capture.text.length < capture.length_max) capture.text += clip(chunk, capture.length_max);
      return;
    }
    const place = this.place;
    if (place.inert) return;
    this.structured.markup.text(chunk, place.markup);
    this.links.text(chunk);
    const heading = this.heading;
    if (heading !== undefined && heading.text.length < HEADING_LENGTH_MAX * 2) heading.text += foldSpace(chunk);
    if (!place.hidden) this.body.add(chunk, place.region.position === 'content');
  }

  private breakLine(): void {
    this.body.breakLine();
    this.links.text(' ');
    if (this.heading !== undefined) this.heading.text += ' ';
  }

  /** A formatting element that ends before the blocks in it leaves the innermost place as it is. */
  private leave(depth: number): void {
    if (this.places.length - 1 > depth) return;
    this.places.length = depth;
    this.place = this.places[depth - 1] ?? ROOT;
  }

  private element(name: string, attributes: Attributes, depth: number): void {
    switch (name) {
      case 'a':
        this.anchor(attributes, depth);
        break;
      case 'area':
        this.area(attributes);
        break;
      case 'img':
        this.image(attributes);
        break;
      case 'link':
        this.headLink(attributes);
        break;
      case 'meta':
        this.head.meta(attributes);
        break;
      case 'base':
        this.base(attributes);
        break;
      case 'time':
        this.time(attributes);
        break;
      default:
        this.container(name, attributes, depth);
    }
  }

  private container(name: string, attributes: Attributes, depth: number): void {
    if (name === 'script') this.script(attributes, depth);
    else if (name === 'title') this.title(depth);
    else if (name === 'svg' || name === 'math') this.foreign += 1;
    else if (name === 'html') this.head.language ||= (attributes.get('lang') ?? '').trim().slice(0, 35);
    else if (name.length === 2 && HEADINGS.has(name)) this.startHeading(Number(name.charAt(1)), depth);
  }

  private anchor(attributes: Attributes, depth: number): void {
    const href = attributes.get('href') ?? (this.foreign > 0 ? attributes.get('xlink:href') : undefined);
    if (href === undefined || this.place.template) return;
    if (/^\s*(?:mailto|tel):/i.test(href)) this.hasContactLink = true;
    const rel = attributes.get('rel') ?? '';
    this.links.start(
      { href, rel, position: this.place.region.position, start: this.body.length, depth },
      this.body.length,
    );
  }

  private area(attributes: Attributes): void {
    const href = attributes.get('href');
    if (href === undefined || this.place.template) return;
    const alt = clip(foldSpace(attributes.get('alt') ?? '').trim(), HEADING_LENGTH_MAX);
    const rel = attributes.get('rel') ?? '';
    this.links.single({ href, rel, alt, type: 'anchor', position: this.place.region.position, unfollowed: false });
  }

  private image(attributes: Attributes): void {
    const source = attributes.get('src') ?? '';
    const lazy = attributes.get('data-src');
    const real = lazy !== undefined && (source === '' || source.startsWith('data:')) ? lazy : source;
    const alt = attributes.get('alt') ?? '';
    this.links.image(alt, real);
    if (this.heading !== undefined && alt !== '') this.heading.text ||= alt;
    this.head.asset(real, false);
  }

  private headLink(attributes: Attributes): void {
    const href = attributes.get('href');
    if (href === undefined || this.place.template) return;
    const rels = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
    this.head.asset(href, !this.place.inBody);
    if (rels.includes('canonical')) this.canonical(href);
    else if (rels.includes('alternate') && !rels.includes('stylesheet')) this.alternate(href, attributes);
  }

  private canonical(href: string): void {
    if (this.head.canonicalHref !== undefined) return;
    this.head.canonicalHref = href;
    this.headFact(href, 'canonical', false);
  }

  private alternate(href: string, attributes: Attributes): void {
    const type = attributes.get('type')?.toLowerCase() ?? '';
    this.headFact(href, 'alternate', type !== '' && !type.includes('html'));
  }

  /** Also for what the caller found in headers. */
  headFact(href: string, type: LinkType, unfollowed: boolean): void {
    this.links.single({ href, rel: '', alt: '', type, position: 'head', unfollowed });
  }

  private base(attributes: Attributes): void {
    const href = attributes.get('href');
    if (href !== undefined && !this.place.template) this.head.baseHref ??= href;
  }

  private time(attributes: Attributes): void {
    const date = attributes.get('datetime');
    if (date === undefined) return;
    if (attributes.get('itemprop') === 'datePublished') this.head.date('itemprop', date);
    else if (attributes.has('pubdate')) this.head.date('pubdate', date);
    else if (this.place.region.article) this.head.date('time', date);
  }

  private script(attributes: Attributes, depth: number): void {
    const source = attributes.get('src');
    if (source !== undefined) this.head.asset(source, !this.place.inBody);
    const type = attributes.get('type')?.trim().toLowerCase();
    if (type?.startsWith('application/ld+json') === true) {
      this.capture = { kind: 'json', depth, text: '', length_max: JSON_LENGTH_MAX + 1 };
    }
  }

  private title(depth: number): void {
    if (this.foreign > 0 || this.place.template || this.head.title !== undefined) return;
    this.capture = { kind: 'title', depth, text: '', length_max: TITLE_LENGTH_MAX * 4 };
  }

  private endCapture(): void {
    const capture = this.capture;
    this.capture = undefined;
    if (capture?.kind === 'json') this.structured.jsonLd(capture.text);
    else if (capture !== undefined) this.head.title = clip(foldSpace(capture.text).trim(), TITLE_LENGTH_MAX);
  }

  private startHeading(level: number, depth: number): void {
    if (!this.place.hidden && !this.place.inert) this.heading = { level, text: '', depth };
  }

  private endHeading(): void {
    const heading = this.heading;
    this.heading = undefined;
    if (heading === undefined || this.headings.length >= HEADINGS_MAX) return;
    const text = clip(foldSpace(heading.text).trim(), HEADING_LENGTH_MAX);
    if (text !== '') this.headings.push({ level: heading.level, text });
  }
}

/** What holds for everything inside of an element. */
interface Place {
  readonly region: Region;
  /** Text that is not for reading: scripts, form options, noscript. */
  readonly inert: boolean;
  /** Not shown: text of links and headings still counts, for menus that open. */
  readonly hidden: boolean;
  /** Inside `<template>`, which is no part of the page at all. */
  readonly template: boolean;
  readonly inBody: boolean;
  readonly markup: MarkupContext;
}

interface Capture {
  readonly kind: 'title' | 'json';
  readonly depth: number;
  readonly length_max: number;
  text: string;
}

const ROOT: Place = { region: PAGE, inert: false, hidden: false, template: false, inBody: false, markup: NO_MARKUP };
const TITLE_LENGTH_MAX = 1000;
const HEADING_LENGTH_MAX = 500;
const HEADINGS_MAX = 1000;
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const INERT = new Set(
  (
    'script style noscript template title textarea select datalist option iframe object noembed noframes svg canvas ' +
    'audio video xmp plaintext'
  ).split(' '),
);
const BLOCKS = new Set(
  (
    'address article aside blockquote body br button center dd details dialog div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol option p pre section summary table tbody td tfoot th ' +
    'thead tr ul'
  ).split(' '),
);
const IN_HEAD = new Set(['html', 'head', 'title', 'meta', 'link', 'script', 'style', 'base', 'noscript', 'template']);
const HIDDEN_STYLE = /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

function placeOf(name: string, attributes: Attributes, parent: Place, markup: MarkupContext): Place {
  const inBody = parent.inBody || !IN_HEAD.has(name);
  const inert = parent.inert || INERT.has(name);
  if (attributes.size === 0 && !REGION_TAGS.has(name)) {
    if (inert === parent.inert && inBody === parent.inBody) return parent;
    return { ...parent, inert, inBody, template: parent.template || name === 'template' };
  }
  const region = regionOf(name, attributes, parent.region);
  const hidden = parent.hidden || isHidden(attributes);
  const template = parent.template || name === 'template';
  return { region, inert, hidden, template, inBody, markup };
}

const REGION_TAGS = new Set(['nav', 'header', 'footer', 'aside', 'main', 'article']);

function isHidden(attributes: Attributes): boolean {
  const hidden = attributes.get('hidden');
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true;
  const style = attributes.get('style');
  return style !== undefined && HIDDEN_STYLE.test(style.slice(0, 1000));
}
