import { codeBlock } from './code.ts';
import { findControls } from './controls.ts';
import { isDataTable, tableRows } from './table.ts';
import { newElement, PageElement, type PageNode, rawText, BLOCK_TAGS } from '../tree/element.ts';
import { normalizeAddress } from '../url.ts';

/**
 * Rebuilds chosen content from an allow-list, so that the three output formats start from one safe and simple tree.
 *
 * Whatever is not known here is unwrapped; nothing of the page's own attributes passes but what is rebuilt below.
 * In the result every run of words stands in a paragraph, heading, list item, cell or code block.
 */
interface NormaliseOptions {
  /** What relative addresses resolve against. */
  readonly base_url: string;
  readonly images: boolean;
}

const INLINE_TAGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'a',
    abbr: 'abbr',
    b: 'strong',
    strong: 'strong',
    i: 'em',
    em: 'em',
    cite: 'cite',
    code: 'code',
    tt: 'code',
    kbd: 'kbd',
    samp: 'samp',
    var: 'var',
    del: 'del',
    s: 'del',
    strike: 'del',
    ins: 'ins',
    sub: 'sub',
    sup: 'sup',
    mark: 'mark',
    q: 'q',
    time: 'time',
    br: 'br',
    img: 'img',
  }),
);
/** Blocks that keep their own element; other blocks only separate paragraphs. */
const KEPT_BLOCKS = new Set('blockquote figure figcaption details summary'.split(' '));
const LIST_TAGS = new Set(['ul', 'ol', 'menu', 'dir']);
/** Stand apart from the words beside them on the screen, with no space between them in the source. */
const SET_APART = new Set(['button', 'label', 'select']);
const HEADING = /^h[1-6]$/;
const WITH_OWN_TEXT = ['table', 'pre', 'blockquote'] as const;
const PERMALINK_TEXT = /^[\s#¶§🔗]*$/u;
const SAFE_ID = /^[A-Za-z][\w:.-]{0,99}$/;

/** A link around blocks: its address goes to the heading inside, or to the first words. */
interface CardLink {
  readonly href: string;
  readonly headings: boolean;
  used: boolean;
}

export function normalise(content: readonly PageNode[], options: NormaliseOptions): PageElement {
  const normaliser = new Normaliser(options, findControls(content));
  return newElement('article', normaliser.blocks(content, undefined));
}

class Normaliser {
  readonly #options: NormaliseOptions;
  readonly #controls: ReadonlySet<PageElement>;
  /** Asked once a figure: one may have thousands of captions. */
  readonly #pictures = new Map<PageElement, boolean>();

  constructor(options: NormaliseOptions, controls: ReadonlySet<PageElement>) {
    this.#options = options;
    this.#controls = controls;
  }

  blocks(nodes: readonly PageNode[], card: CardLink | undefined): PageNode[] {
    const out: PageNode[] = [];
    let run: PageNode[] = [];
    const flush = (): void => {
      const paragraph = this.#paragraph(run, 'p', card);
      if (paragraph !== undefined) out.push(paragraph);
      run = [];
    };
    for (const node of listed(nodes)) {
      if (typeof node === 'string' || !holdsBlocks(node)) {
        run.push(node);
        continue;
      }
      flush();
      for (const block of this.#block(node, card)) out.push(block);
    }
    flush();
    return out;
  }

  #block(element: PageElement, card: CardLink | undefined): PageNode[] {
    const { tag } = element;
    if (this.#controls.has(element)) return [];
    if (HEADING.test(tag)) return this.#heading(element, card);
    if (KEPT_BLOCKS.has(tag))
      return this.#isOfPicture(element) ? [] : wrapped(tag, this.blocks(element.children, card));
    if (LIST_TAGS.has(tag)) return this.#list(element, card);
    switch (tag) {
      case 'p':
        return this.#p(element, card);
      case 'dl':
        return this.#definitions(element);
      case 'table':
        return this.#table(element, card);
      case 'pre':
        return codeBlock(element);
      case 'hr':
        return [newElement('hr')];
      default:
        return this.blocks(element.children, tag === 'a' ? this.#cardLink(element, card) : card);
    }
  }

  /** A caption means little without its picture; a caption of code or a table stays. */
  #isOfPicture(element: PageElement): boolean {
    const figure = element.tag === 'figcaption' && !this.#options.images ? element.parent : undefined;
    if (figure === undefined || holdsTag(element, 'li')) return false;
    let picture = this.#pictures.get(figure);
    if (picture === undefined) {
      picture = holdsImage(figure) && !WITH_OWN_TEXT.some((tag) => holdsTag(figure, tag));
      this.#pictures.set(figure, picture);
    }
    return picture;
  }

  #cardLink(element: PageElement, card: CardLink | undefined): CardLink | undefined {
    const href = this.#address(element.attributes.get('href'));
    return href === undefined ? card : { href, headings: holdsHeading(element), used: false };
  }

  #p(element: PageElement, card: CardLink | undefined): PageNode[] {
    if (element.children.some((child) => typeof child !== 'string' && holdsBlocks(child)))
      return this.blocks(element.children, card);
    const paragraph = this.#paragraph(element.children, 'p', card);
    return paragraph === undefined ? [] : [paragraph];
  }

  #heading(element: PageElement, card: CardLink | undefined): PageNode[] {
    const inline = this.#inlineOf(flattened(element));
    if (!hasContent(inline)) return [];
    const heading = newElement(element.tag, this.#linked(trimmed(inline), card, true));
    const id = element.attributes.get('id');
    return [
      id !== undefined && SAFE_ID.test(id) ? newElement(element.tag, heading.children, new Map([['id', id]])) : heading,
    ];
  }

  #paragraph(nodes: readonly PageNode[], tag: string, card: CardLink | undefined): PageElement | undefined {
    const inline = this.#inlineOf(nodes);
    if (!hasContent(inline)) return undefined;
    return newElement(tag, this.#linked(trimmed(inline), card, false));
  }

  #linked(inline: PageNode[], card: CardLink | undefined, heading: boolean): PageNode[] {
    if (card === undefined || card.used || (card.headings && !heading)) return inline;
    card.used = true;
    return [newElement('a', inline, new Map([['href', card.href]]))];
  }

  #list(element: PageElement, card: CardLink | undefined): PageNode[] {
    const items: PageElement[] = [];
    for (const child of element.children) {
      const { blocks, nested } = this.#item(child, card);
      const before = items.at(-1);
      // A list directly in a list is meant as part of the item before it.
      if (nested && before !== undefined) adopt(before, blocks);
      else if (blocks.length > 0) items.push(newElement('li', blocks));
    }
    if (items.length === 0) return [];
    const tag = element.tag === 'ol' ? 'ol' : 'ul';
    const start = tag === 'ol' ? /^\d{1,9}$/.exec(element.attributes.get('start') ?? '')?.[0] : undefined;
    return [newElement(tag, items, start === undefined ? undefined : new Map([['start', start]]))];
  }

  #item(child: PageNode, card: CardLink | undefined): { readonly blocks: PageNode[]; readonly nested: boolean } {
    if (typeof child === 'string') return { blocks: this.blocks([child], card), nested: false };
    if (child.tag === 'ul' || child.tag === 'ol') return { blocks: this.#list(child, card), nested: true };
    return { blocks: this.blocks(child.tag === 'li' ? child.children : [child], card), nested: false };
  }

  #definitions(element: PageElement): PageNode[] {
    const out: PageNode[] = [];
    const visit = (parent: PageElement): void => {
      for (const child of parent.children) {
        if (typeof child === 'string') continue;
        if (child.tag === 'dt' || child.tag === 'dd')
          out.push(...wrapped(child.tag, this.blocks(child.children, undefined)));
        else if (child.tag === 'div') visit(child);
        else out.push(...wrapped('dd', this.blocks([child], undefined)));
      }
    };
    visit(element);
    return out.length === 0 ? [] : [newElement('dl', out)];
  }

  #table(element: PageElement, card: CardLink | undefined): PageNode[] {
    const rows = tableRows(element);
    if (!isDataTable(element, rows))
      return this.blocks(
        rows.flatMap((row) => row.cells),
        card,
      );
    const out: PageNode[] = [];
    if (rows.caption !== undefined) out.push(...wrapped('caption', this.blocks(rows.caption.children, undefined)));
    for (const row of rows) {
      const cells = row.cells.map((cell) => newElement(cell.tag, this.blocks(cell.children, undefined), spansOf(cell)));
      if (cells.some((cell) => cell.children.length > 0)) out.push(newElement('tr', cells));
    }
    return out.some((row) => typeof row !== 'string' && row.tag === 'tr') ? [newElement('table', out)] : [];
  }

  #inlineOf(nodes: readonly PageNode[]): PageNode[] {
    const out: PageNode[] = [];
    let before: PageNode | undefined;
    for (const node of nodes) {
      const inlines = typeof node === 'string' ? [node] : this.#inline(node);
      const isApart = isSetApart(node) || isSetApart(before);
      if (isApart && endsInWord(out.at(-1)) && beginsWithWord(inlines[0])) out.push(' ');
      // A page may have more of them than one call takes arguments.
      for (const inline of inlines) out.push(inline);
      before = node;
    }
    return out;
  }

  #inline(element: PageElement): PageNode[] {
    if (this.#controls.has(element)) return [' '];
    const tag = INLINE_TAGS.get(element.tag);
    if (tag === 'br') return [newElement('br')];
    if (tag === 'img') return this.#image(element);
    const children = this.#inlineOf(element.children);
    if (tag === undefined) return children;
    if (tag === 'a') return this.#anchor(element, children);
    if (!hasContent(children)) return children;
    return [newElement(tag, children)];
  }

  #anchor(element: PageElement, children: PageNode[]): PageNode[] {
    const written = element.attributes.get('href');
    const text = children.map((child) => rawText(child)).join('');
    const pictured = children.some((child) => typeof child !== 'string' && holdsImage(child));
    if (!pictured && PERMALINK_TEXT.test(text)) return [];
    // An address within the page leads nowhere once its content stands alone.
    const href = written?.startsWith('#') === true ? undefined : this.#address(written);
    return href === undefined ? children : [newElement('a', children, new Map([['href', href]]))];
  }

  #image(element: PageElement): PageNode[] {
    if (!this.#options.images) return [];
    const src = this.#address(imageSource(element));
    if (src === undefined) return [];
    const alt = (element.attributes.get('alt') ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 500);
    return [
      newElement(
        'img',
        [],
        new Map([
          ['src', src],
          ['alt', alt],
        ]),
      ),
    ];
  }

  #address(written: string | undefined): string | undefined {
    return normalizeAddress(written, this.#options.base_url);
  }
}

/** Lazy pictures carry a placeholder in `src` and the real address elsewhere. */
function imageSource(element: PageElement): string | undefined {
  const { attributes } = element;
  const lazy = attributes.get('data-src') ?? attributes.get('data-lazy-src') ?? attributes.get('data-original');
  if (lazy !== undefined && lazy !== '') return lazy;
  const src = attributes.get('src');
  if (src !== undefined && src !== '' && !src.startsWith('data:')) return src;
  const set = attributes.get('srcset') ?? attributes.get('data-srcset');
  return set === undefined ? undefined : /^[\s,]*(\S+?),?(?:\s|$)/.exec(set.slice(0, 4096))?.[1];
}

function spansOf(cell: PageElement): ReadonlyMap<string, string> {
  const spans = new Map<string, string>();
  for (const name of ['colspan', 'rowspan']) {
    const value = /^\s*(\d{1,3})\s*$/.exec(cell.attributes.get(name) ?? '')?.[1];
    if (value !== undefined && Number(value) > 1) spans.set(name, value);
  }
  return spans;
}

function wrapped(tag: string, blocks: PageNode[]): PageNode[] {
  return blocks.length === 0 ? [] : [newElement(tag, blocks)];
}

function adopt(parent: PageElement, children: readonly PageNode[]): void {
  for (const child of children) {
    if (typeof child !== 'string') child.parent = parent;
    parent.children.push(child);
  }
}

/** Content of a heading as one line, whatever blocks stand in it. */
function flattened(element: PageElement): PageNode[] {
  return element.children.flatMap((child) =>
    typeof child === 'string' || !holdsBlocks(child) ? [child] : [' ', ...flattened(child), ' '],
  );
}

function holdsBlocks(element: PageElement): boolean {
  if (BLOCK_TAGS.has(element.tag)) return true;
  return element.children.some((child) => typeof child !== 'string' && holdsBlocks(child));
}

function holdsHeading(element: PageElement): boolean {
  return element.children.some(
    (child) => typeof child !== 'string' && (HEADING.test(child.tag) || holdsHeading(child)),
  );
}

function holdsImage(element: PageElement): boolean {
  return element.tag === 'img' || holdsTag(element, 'img');
}

function holdsTag(element: PageElement, tag: string): boolean {
  return element.children.some((child) => typeof child !== 'string' && (child.tag === tag || holdsTag(child, tag)));
}

function hasContent(nodes: readonly PageNode[]): boolean {
  return nodes.some((node) =>
    typeof node === 'string' ? /\S/.test(node) : node.tag === 'img' || hasContent(node.children),
  );
}

/** Without white space and line breaks at either end. */
function trimmed(nodes: PageNode[]): PageNode[] {
  const blank = (node: PageNode | undefined): boolean =>
    node !== undefined && (typeof node === 'string' ? !/\S/.test(node) : node.tag === 'br');
  let start = 0;
  let end = nodes.length;
  while (start < end && blank(nodes[start])) start += 1;
  while (end > start && blank(nodes[end - 1])) end -= 1;
  return nodes.slice(start, end);
}

/** The nodes, with list items that stand in no list gathered in one. */
function listed(nodes: readonly PageNode[]): readonly PageNode[] {
  if (!nodes.some((node) => isItem(node))) return nodes;
  const out: PageNode[] = [];
  let list: PageElement | undefined;
  for (const node of nodes) {
    if (isItem(node)) {
      if (list === undefined) {
        list = new PageElement('ul', new Map(), node.parent);
        out.push(list);
      }
      list.children.push(node);
    } else if (list === undefined || typeof node !== 'string' || /\S/.test(node)) {
      list = undefined;
      out.push(node);
    }
  }
  return out;
}

function isSetApart(node: PageNode | undefined): boolean {
  return node !== undefined && typeof node !== 'string' && SET_APART.has(node.tag);
}

function endsInWord(node: PageNode | undefined): boolean {
  return node !== undefined && /[\p{L}\p{N}\p{Sc}]$/u.test(rawText(node));
}

function beginsWithWord(node: PageNode | undefined): boolean {
  return node !== undefined && /^[\p{L}\p{N}\p{Sc}]/u.test(rawText(node));
}

function isItem(node: PageNode): node is PageElement {
  return typeof node !== 'string' && node.tag === 'li';
}
