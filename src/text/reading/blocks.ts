import { BLOCK_TAGS, type PageElement, type PageNode, rawText } from '../../web/tree/element.ts';
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

type Content = Pick<ReadPage, 'sections' | 'images' | 'tables' | 'lists' | 'external_links'>;

/** The headings and blocks of the main content in its order, and what else stands in it. */
export function listBlocks(article: PageElement, url: string): Content {
  const reader = new BlockReader(registrableDomain(URL.parse(url)?.hostname ?? ''));
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
  readonly #sections: OpenSection[] = [{ level: 0, heading: '', word_count: 0, blocks: [] }];
  readonly #links = new Map<string, { url: string; text: string; section: number }>();
  #text = '';
  #characters = 0;
  #blocks = 0;
  #images = 0;
  #tables = 0;
  #lists = 0;

  constructor(site: string) {
    this.#site = site;
  }

  read(node: PageNode, kind: ReadBlock['kind']): void {
    if (typeof node === 'string') {
      this.#text += node;
      return;
    }
    const level = HEADING.exec(node.tag)?.[1];
    if (level !== undefined) this.#open(Number(level), rawText(node));
    else if (node.tag === 'pre') this.#whole('code', rawText(node));
    else if (node.tag === 'tr') this.#row(node);
    else this.#inside(node, kind);
  }

  finish(): Content {
    this.#flush('paragraph');
    return {
      sections: this.#sections.filter(({ heading, blocks }) => heading !== '' || blocks.length > 0),
      images: this.#images,
      tables: this.#tables,
      lists: this.#lists,
      external_links: [...this.#links.values()],
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
    if (address === null || !/^https?:$/.test(address.protocol) || this.#links.size >= LINKS_MAX) return;
    if (registrableDomain(address.hostname) === this.#site || this.#links.has(address.href)) return;
    this.#links.set(address.href, {
      url: address.href.slice(0, 2000),
      text: cleanText(rawText(node), 200),
      section: this.#sections.length - 1,
    });
  }

  #row(row: PageElement): void {
    this.#flush('paragraph');
    for (const cell of row.children) if (typeof cell !== 'string') for (const child of linksIn(cell)) this.#link(child);
    const cells = row.children.map((cell) => cleanText(rawText(cell), 500)).filter((cell) => cell !== '');
    this.#whole('table_row', cells.join(' | '));
  }

  #whole(kind: ReadBlock['kind'], text: string): void {
    this.#flush('paragraph');
    this.#text = text;
    this.#flush(kind);
  }

  #open(level: number, written: string): void {
    this.#flush('paragraph');
    const heading = cleanText(written, HEADING_CHARACTERS_MAX);
    if (heading === '' || this.#sections.length >= SECTIONS_MAX) return;
    this.#sections.push({ level, heading, word_count: 0, blocks: [] });
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

function linksIn(element: PageElement): PageElement[] {
  const own = element.tag === 'a' ? [element] : [];
  return [...own, ...element.children.flatMap((child) => (typeof child === 'string' ? [] : linksIn(child)))];
}
