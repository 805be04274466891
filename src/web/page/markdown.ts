import { IMAGES_MAX, LINKS_MAX } from './limits.ts';
import { type Resolver, resolver } from './link-draft.ts';
import { type Inline, readInlines } from './markdown-inline.ts';
import { type MarkdownBlock, type MarkdownDocument, readBlocks } from './markdown-lines.ts';
import type { Image, Link, Page, Place } from './page.ts';
import { collapsed, type TextContext, TextReader, TextSink } from './text-reader.ts';

/** Reads a Markdown document into the same page that HTML gives; what HTML says in its head stays empty. */
export function readMarkdownPage(markdown: string, url: string | undefined): Page {
  const document = readBlocks(markdown);
  const builder = new MarkdownBuilder(document, resolver(url, undefined));
  for (const block of document.blocks) builder.block(block);
  const { heading_count, truncated, ...text } = builder.text.read();
  const { links, images, counts } = builder;
  return {
    format: 'markdown',
    source: markdown,
    url,
    base_url: url,
    doctype: undefined,
    language: undefined,
    body_language: undefined,
    direction: undefined,
    head: {
      titles: [],
      metas: [],
      links: [],
      base: undefined,
      charset: undefined,
      broken_by: undefined,
      explicit: false,
    },
    front_matter: document.front_matter,
    ...text,
    links,
    images,
    forms: [],
    resources: [],
    json_ld: [],
    microdata: [],
    rdfa: [],
    duplicate_ids: [],
    counts: { ...counts, elements: document.blocks.length, headings: heading_count },
    truncated: truncated || counts.links > links.length || counts.images > images.length,
  };
}

class MarkdownBuilder {
  readonly text = new TextReader();
  readonly links: Link[] = [];
  readonly images: Image[] = [];
  readonly counts = { links: 0, images: 0 };
  readonly #document: MarkdownDocument;
  readonly #resolve: Resolver;

  constructor(document: MarkdownDocument, resolve: Resolver) {
    this.#document = document;
    this.#resolve = resolve;
  }

  block(block: MarkdownBlock): void {
    const source = new BlockSource(block);
    this.text.endBlock();
    const context: TextContext = {
      region: 'content',
      main: true,
      article: false,
      kind: block.kind,
      preformatted: block.kind === 'code',
      linked: false,
    };
    if (block.kind === 'code') {
      this.text.add(source.text, context, source.offsetOf(0));
      this.text.endBlock();
      return;
    }
    const inlines = readInlines(source.text, this.#document.references);
    const words = this.#inlines(inlines, source, context);
    if (block.kind === 'heading') this.#heading(block, inlines, words, source);
    else for (const { text, linked, at } of words) this.text.add(text, linked ? { ...context, linked } : context, at);
    this.text.endBlock();
  }

  #heading(block: MarkdownBlock, inlines: readonly Inline[], words: readonly Words[], source: BlockSource): void {
    const place = source.place(0, source.text.length);
    const alts = inlines.flatMap((inline) => (inline.kind === 'image' ? [inline.alt ?? ''] : []));
    const text = collapsed(words.map((word) => word.text).join('')) || collapsed(alts.join(' '));
    this.text.heading({ level: block.level, id: undefined, region: 'content', hidden: false, place });
    this.text.headingText(place, text);
    this.text.add(
      text,
      { region: 'content', main: true, article: false, kind: 'heading', preformatted: false, linked: false },
      place.start,
    );
  }

  /** Records links and images and answers the words around and in them. */
  #inlines(inlines: readonly Inline[], source: BlockSource, context: TextContext): Words[] {
    const words: Words[] = [];
    let open: OpenLink | undefined;
    for (const inline of inlines) {
      if (inline.kind === 'text') {
        words.push({ text: inline.text, linked: open !== undefined || context.linked, at: source.offsetOf(inline.at) });
        if (open !== undefined) addWords(open, inline.text);
      } else if (inline.kind === 'link_start') {
        open = {
          href: inline.href,
          label: inline.label,
          place: source.place(inline.at, inline.end),
          sink: new TextSink(),
          words: new TextSink(),
          image_names: [],
          image: false,
        };
      } else if (inline.kind === 'link_end') {
        if (open !== undefined) this.#link(open);
        open = undefined;
      } else {
        this.#image(inline, source.place(inline.at, inline.end), open !== undefined);
        if (open !== undefined) addImage(open, inline.alt ?? '');
      }
    }
    return words;
  }

  #link(open: OpenLink): void {
    this.counts.links += 1;
    if (this.links.length >= LINKS_MAX) return;
    this.links.push({
      href: open.href,
      url: this.#resolve(open.href),
      text: open.sink.text,
      words: open.words.text,
      image_names: open.image_names,
      languages: [''],
      label: open.label,
      rel: [],
      region: 'content',
      hidden: false,
      role: undefined,
      scripted: false,
      anchor: false,
      dangling: false,
      image: open.image,
      section: this.text.section,
      place: open.place,
    });
  }

  #image(inline: Inline & { kind: 'image' }, place: Place, linked: boolean): void {
    this.counts.images += 1;
    if (this.images.length >= IMAGES_MAX) return;
    const { src, alt, sized } = inline;
    this.images.push({ src, alt, sized, lazy: false, hidden: false, excused: false, linked, region: 'content', place });
  }
}

interface Words {
  readonly text: string;
  readonly linked: boolean;
  readonly at: number;
}

function addWords(link: OpenLink, words: string): void {
  link.sink.add(words);
  link.words.add(words);
}

function addImage(link: OpenLink, alt: string): void {
  link.image = true;
  if (alt === '') return;
  link.sink.add(` ${alt} `);
  link.words.add(' ');
  link.image_names.push(alt);
}

interface OpenLink {
  readonly href: string;
  readonly label: string | undefined;
  readonly place: Place;
  readonly sink: TextSink;
  image: boolean;
  readonly words: TextSink;
  readonly image_names: string[];
}

/** The lines of a block as one text, with the way back to offsets in the document. */
class BlockSource {
  readonly text: string;
  readonly #starts: { at: number; offset: number }[] = [];
  #line = 0;

  constructor(block: MarkdownBlock) {
    let at = 0;
    for (const line of block.lines) {
      this.#starts.push({ at, offset: line.offset });
      at += line.text.length + 1;
    }
    this.text = block.lines.map((line) => line.text).join('\n');
  }

  place(at: number, end: number): Place {
    const start = this.offsetOf(at);
    return { start, end: Math.max(start, this.offsetOf(end)) };
  }

  /** Asked in mostly rising order, so the line is found from where the last one was. */
  offsetOf(at: number): number {
    while (this.#line > 0 && (this.#starts[this.#line]?.at ?? 0) > at) this.#line -= 1;
    while ((this.#starts[this.#line + 1]?.at ?? Number.POSITIVE_INFINITY) <= at) this.#line += 1;
    const line = this.#starts[this.#line];
    return line === undefined ? 0 : line.offset + at - line.at;
  }
}
