import { BLOCK_TAGS, findFirst, type PageElement, type PageNode, rawText } from '../../web/tree/element.ts';
import { dropPermalink } from '../../web/tree/page-title.ts';
import { registrableDomain } from '../../web/url.ts';
import { countWords } from '../../web/words.ts';
import { cleanText } from '../normalize.ts';
import type { ReadBlock, ReadPage } from './reading.ts';

const BLOCKS_MAX = 2000;
const SECTIONS_MAX = 400;
const CHARACTERS_MAX = 200_000;
const BLOCK_CHARACTERS_MAX = 4000;
const HEADING_CHARACTERS_MAX = 300;
const LINKS_MAX = 200;
const INTERNAL_LINKS_MAX = 2000;
/** Longer addresses are data. */
const URL_CHARACTERS_MAX = 2000;

type Content = Pick<ReadPage, 'sections' | 'images' | 'tables' | 'lists' | 'internal_links' | 'external_links'>;

/**
 * The headings and blocks of the main content in its order, and what else stands in it.
 *
 * @param title the page's own heading, which opens the content where it stands outside of it, as in a header
 */
export function listBlocks(article: PageElement, url: string, title: string | undefined): Content {
  const reader = new BlockReader(url);
  if (title !== undefined && findFirst(article, ({ tag }) => tag === 'h1') === undefined) reader.open(1, title);
  reader.read(article, 'paragraph');
  return reader.finish();
}

interface OpenSection {
  readonly level: number;
  readonly heading: string;
  word_count: number;
  readonly blocks: ReadBlock[];
}

const HEADING = /^h([1-6])$/;

class BlockReader {
  readonly #site: string;
  readonly #own: string;
  readonly #sections: OpenSection[] = [{ level: 0, heading: '', word_count: 0, blocks: [] }];
  readonly #internal = new Set<string>();
  readonly #external = new Map<string, { url: string; text: string; section: number }>();
  #text = '';
  #characters = 0;
  #blocks = 0;
  #images = 0;
  #tables = 0;
  #lists = 0;

  constructor(url: string) {
    const own = URL.parse(url);
    this.#site = registrableDomain(own?.hostname ?? '');
    this.#own = own === null ? '' : withoutHash(own);
  }

  open(level: number, written: string): void {
    this.#flush('paragraph');
    const heading = dropPermalink(cleanText(written, HEADING_CHARACTERS_MAX));
    if (heading === '' || this.#sections.length >= SECTIONS_MAX) return;
    this.#sections.push({ level, heading, word_count: 0, blocks: [] });
  }

  read(node: PageNode, kind: ReadBlock['kind']): void {
    if (typeof node === 'string') {
      this.#text += node;
      return;
    }
    const level = HEADING.exec(node.tag)?.[1];
    if (level !== undefined) this.#heading(Number(level), node);
    else if (node.tag === 'pre') this.#whole('code', rawText(node));
    else if (node.tag === 'tr') this.#row(node);
    else this.#inside(node, kind);
  }

  finish(): Content {
    this.#flush('paragraph');
    const sections = this.#sections;
    // What a last heading introduced was left out: teasers, a sign-up, comments.
    while ((sections.at(-1)?.level ?? 0) > 1 && sections.at(-1)?.blocks.length === 0) sections.pop();
    const dropped = sections[0]?.blocks.length === 0 ? 1 : 0;
    return {
      sections: sections.slice(dropped),
      images: this.#images,
      tables: this.#tables,
      lists: this.#lists,
      internal_links: this.#internal.size,
      external_links: [...this.#external.values()]
        .filter(({ section }) => section < sections.length)
        .map((link) => ({ ...link, section: Math.max(0, link.section - dropped) })),
    };
  }

  #inside(node: PageElement, outer: ReadBlock['kind']): void {
    const { tag } = node;
    this.#count(node);
    if (tag === 'br') this.#text += ' ';
    const kind = tag === 'li' || tag === 'dd' || tag === 'dt' ? 'list_item' : tag === 'blockquote' ? 'quote' : outer;
    const isBlock = BLOCK_TAGS.has(tag);
    if (isBlock) this.#flush(outer);
    for (const child of node.children) this.read(child, kind);
    if (isBlock) this.#flush(kind);
  }

  #count(node: PageElement): void {
    const { tag } = node;
    if (tag === 'img') this.#images += 1;
    else if (tag === 'table') this.#tables += 1;
    else if (tag === 'ul' || tag === 'ol') this.#lists += 1;
    else if (tag === 'a') this.#link(node);
  }

  #link(node: PageElement): void {
    const address = URL.parse(node.attributes.get('href') ?? '');
    if (address === null || !/^https?:$/.test(address.protocol) || address.href.length > URL_CHARACTERS_MAX) return;
    const url = withoutHash(address);
    if (registrableDomain(address.hostname) === this.#site) {
      if (url !== this.#own && this.#internal.size < INTERNAL_LINKS_MAX) this.#internal.add(url);
    } else if (this.#external.size < LINKS_MAX && !this.#external.has(url)) {
      this.#external.set(url, { url, text: cleanText(lineOf(node), 200), section: this.#sections.length - 1 });
    }
  }

  #heading(level: number, node: PageElement): void {
    this.#flush('paragraph');
    for (const link of linksIn(node)) this.#link(link);
    this.open(level, lineOf(node));
  }

  #row(row: PageElement): void {
    this.#flush('paragraph');
    for (const link of linksIn(row)) this.#link(link);
    const cells = row.children.map((cell) => cleanText(lineOf(cell), 500)).filter((cell) => cell !== '');
    this.#whole('table_row', cells.join(' | '));
  }

  #whole(kind: ReadBlock['kind'], text: string): void {
    this.#flush('paragraph');
    this.#text = text;
    this.#flush(kind);
  }

  #flush(kind: ReadBlock['kind']): void {
    const text = cleanText(this.#text, BLOCK_CHARACTERS_MAX);
    this.#text = '';
    const section = this.#sections.at(-1);
    if (text === '' || section === undefined) return;
    if (this.#blocks >= BLOCKS_MAX || this.#characters + text.length > CHARACTERS_MAX) return;
    this.#blocks += 1;
    this.#characters += text.length;
    section.word_count += countWords(text);
    section.blocks.push({ kind, text });
  }
}

function withoutHash(url: URL): string {
  return url.hash === '' ? url.href : url.href.slice(0, -url.hash.length);
}

/** Text of a node on one line: line breaks and the borders of blocks separate words. */
function lineOf(node: PageNode): string {
  if (typeof node === 'string') return node;
  if (node.tag === 'br') return ' ';
  const text = node.children.map(lineOf).join('');
  return BLOCK_TAGS.has(node.tag) ? ` ${text} ` : text;
}

function linksIn(element: PageElement): PageElement[] {
  const own = element.tag === 'a' ? [element] : [];
  return [...own, ...element.children.flatMap((child) => (typeof child === 'string' ? [] : linksIn(child)))];
}
