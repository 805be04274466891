import { BLOCK_TAGS, type PageElement, type PageNode } from '../../../web/tree/element.ts';

/** Text with a line per block, a blank line between paragraphs, cells apart by tabs, `pre` as it stands. */
export function renderText(root: PageElement): string {
  const writer = new LineWriter();
  write(root, writer);
  return writer.finish();
}

const PARAGRAPH_TAGS = new Set(
  'address article aside blockquote dl details div fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main ol p pre section table ul'.split(
    ' ',
  ),
);

class LineWriter {
  private readonly parts: string[] = [];
  private pending = '';
  private blank = true;
  private space = false;

  inline(text: string): void {
    for (const piece of text.split(/(\s+)/)) {
      if (piece === '') continue;
      if (/^\s/.test(piece)) this.space = true;
      else this.emit(piece);
    }
  }

  verbatim(text: string): void {
    this.space = false;
    this.emit(text);
  }

  /** Ends the line; `gap` asks for a blank line too. */
  line(gap: boolean): void {
    this.space = false;
    if (this.blank) return;
    if (gap) this.pending = '\n\n';
    else if (this.pending === '') this.pending = '\n';
  }

  tab(): void {
    if (!this.blank && this.pending === '') this.pending = '\t';
  }

  finish(): string {
    return this.parts.join('');
  }

  private emit(text: string): void {
    if (this.pending !== '') this.parts.push(this.pending);
    else if (this.space && !this.blank) this.parts.push(' ');
    this.pending = '';
    this.space = false;
    this.blank = false;
    this.parts.push(text);
  }
}

/** Paragraphs in these are lines of one thing. */
const ITEM_TAGS = new Set(['li', 'dd', 'dt']);

function write(node: PageNode, writer: LineWriter, inside = ''): void {
  if (typeof node === 'string') {
    writer.inline(node);
    return;
  }
  const { tag } = node;
  if (inside === 'cell') writeFlat(node, writer);
  else if (tag === 'br') writer.line(false);
  else if (tag === 'pre') writeCode(node, writer);
  else if (tag === 'td' || tag === 'th') writeCell(node, writer);
  else if (BLOCK_TAGS.has(tag)) {
    const gap = PARAGRAPH_TAGS.has(tag) && !ITEM_TAGS.has(inside);
    writer.line(gap);
    for (const child of node.children) write(child, writer, tag);
    writer.line(gap);
  } else for (const child of node.children) write(child, writer, inside);
}

function writeCode(pre: PageElement, writer: LineWriter): void {
  writer.line(true);
  writer.verbatim(preText(pre).replace(/^\n/, '').trimEnd());
  writer.line(true);
}

function writeCell(cell: PageElement, writer: LineWriter): void {
  writer.tab();
  for (const child of cell.children) write(child, writer, 'cell');
}

/** Blocks of a cell stand on its line. */
function writeFlat(element: PageElement, writer: LineWriter): void {
  const apart = element.tag === 'br' || BLOCK_TAGS.has(element.tag);
  if (apart) writer.inline(' ');
  for (const child of element.children) write(child, writer, 'cell');
  if (apart) writer.inline(' ');
}

/** Text of a code block, where `br` is a line break and nothing else is changed. */
function preText(node: PageNode): string {
  if (typeof node === 'string') return node;
  if (node.tag === 'br') return '\n';
  let text = '';
  for (const child of node.children) text += preText(child);
  return text;
}

const VOID_TAGS = new Set(['br', 'hr', 'img']);
const LINE_TAGS = new Set(
  'article blockquote dd details dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre summary table tr ul'.split(
    ' ',
  ),
);

/** HTML of a normalised tree. Its elements and attributes are all from the allow-list that built it. */
export function renderHtml(article: PageElement): string {
  return article.children
    .map((child) => markup(child))
    .join('')
    .trim();
}

function markup(node: PageNode): string {
  if (typeof node === 'string') return escapeText(node);
  let attributes = '';
  for (const [name, value] of node.attributes)
    attributes += ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`;
  const open = `<${node.tag}${attributes}>`;
  const end = LINE_TAGS.has(node.tag) ? '\n' : '';
  if (VOID_TAGS.has(node.tag)) return open + end;
  const inner = node.children.map((child) => markup(child)).join('');
  return `${open}${LINE_TAGS.has(node.tag) && node.tag !== 'pre' ? inner.trim() : inner}</${node.tag}>${end}`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
