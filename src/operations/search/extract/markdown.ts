import { type PageElement, type PageNode, rawText } from '../../../web/tree/element.ts';

/**
 * Markdown (CommonMark with GitHub tables) from a normalised tree.
 *
 * Text of the page is escaped, so that nothing in it turns into markup, and code is fenced longer than any fence in it.
 */
export function renderMarkdown(article: PageElement): string {
  return blocksOf(article.children).trim();
}

const HEADING = /^h([1-6])$/;

function blocksOf(nodes: readonly PageNode[]): string {
  const parts: string[] = [];
  for (const node of nodes) {
    const text = typeof node === 'string' ? inlineOf([node]).trim() : block(node);
    if (text !== '') parts.push(text);
  }
  return parts.join('\n\n');
}

function block(element: PageElement): string {
  const { tag, children } = element;
  const level = HEADING.exec(tag)?.[1];
  if (level !== undefined) return '#'.repeat(Number(level)) + ' ' + oneLine(inlineOf(children)).trim();
  switch (tag) {
    case 'p':
      return lineStarts(inlineOf(children).trim());
    case 'ul':
    case 'ol':
      return list(element);
    case 'dl':
      return definitions(element);
    case 'table':
      return table(element);
    case 'pre':
      return fenced(element);
    case 'hr':
      return '---';
    case 'blockquote':
      return prefixed(blocksOf(children), '> ', '> ');
    case 'summary':
      return `**${oneLine(flat(children)).trim()}**`;
    default:
      return blocksOf(children);
  }
}

function list(element: PageElement): string {
  let number = Number(element.attributes.get('start') ?? '1');
  const ordered = element.tag === 'ol';
  const items: string[] = [];
  for (const item of element.children) {
    if (typeof item === 'string') continue;
    const marker = ordered ? `${number}. ` : '- ';
    number += 1;
    const tight = item.children.every(
      (child) => typeof child === 'string' || child.tag === 'p' || child.tag === 'ul' || child.tag === 'ol',
    );
    const body = tight ? tightItem(item) : blocksOf(item.children);
    items.push(prefixed(body === '' ? '' : body, marker, ' '.repeat(marker.length)));
  }
  return items.join('\n');
}

/** Paragraphs and lists of an item without blank lines where Markdown allows it. */
function tightItem(item: PageElement): string {
  let text = '';
  let before = '';
  for (const child of item.children) {
    const part = typeof child === 'string' ? inlineOf([child]).trim() : block(child);
    if (part === '') continue;
    const isList = typeof child !== 'string' && child.tag !== 'p';
    if (text !== '') text += isList && before !== 'list' ? '\n' : '\n\n';
    text += part;
    before = isList ? 'list' : 'p';
  }
  return text;
}

function definitions(element: PageElement): string {
  const lines: string[] = [];
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (child.tag === 'dt') {
      const term = oneLine(flat(child.children)).trim();
      lines.push(term.includes('**') ? term : `**${term}**`);
    } else lines.push(blocksOf(child.children));
  }
  return lines.join('\n\n');
}

function fenced(element: PageElement): string {
  const code = element.children.find((child) => typeof child !== 'string');
  const inner = rawText(element);
  const language = typeof code === 'string' ? '' : (code?.attributes.get('class') ?? '').replace('language-', '');
  const fence = '`'.repeat(Math.max(3, longestRun(inner) + 1));
  return `${fence}${language}\n${inner}\n${fence}`;
}

function table(element: PageElement): string {
  const parts: string[] = [];
  const rows: string[][] = [];
  const held: number[] = [];
  let head = false;
  for (const row of element.children) {
    if (typeof row === 'string') continue;
    if (row.tag === 'caption') parts.push(blocksOf(row.children));
    if (row.tag !== 'tr') continue;
    if (rows.length === 0)
      head = row.children.every(
        (cell) => typeof cell !== 'string' && (cell.tag === 'th' || cell.children.length === 0),
      );
    rows.push(cellsOf(row, held));
  }
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const lines = rows.map((row) => `| ${Array.from({ length: columns }, (_, at) => row[at] ?? '').join(' | ')} |`);
  const rule = `|${' --- |'.repeat(columns)}`;
  // Markdown has no table without a head: a table without one gets an empty one, so that no row becomes the head.
  if (head) lines.splice(1, 0, rule);
  else lines.unshift(`|${'  |'.repeat(columns)}`, rule);
  parts.push(lines.join('\n'));
  return parts.join('\n\n');
}

/** Columns beyond which a span is a mistake or an attack. */
const COLUMNS_MAX = 100;

/** Cells of a row with blanks where a cell above or to the left reaches over; `held` counts the rows that a column stays taken. */
function cellsOf(row: PageElement, held: number[]): string[] {
  const cells: string[] = [];
  const skipTaken = (): void => {
    while ((held[cells.length] ?? 0) > 0 && cells.length < COLUMNS_MAX) {
      held[cells.length] = (held[cells.length] ?? 0) - 1;
      cells.push('');
    }
  };
  for (const cell of row.children) {
    if (typeof cell === 'string') continue;
    skipTaken();
    const width = Math.min(Number(cell.attributes.get('colspan') ?? '1'), COLUMNS_MAX);
    const height = Number(cell.attributes.get('rowspan') ?? '1');
    for (let at = 0; at < width && cells.length < COLUMNS_MAX; at += 1) {
      held[cells.length] = height - 1;
      cells.push(at === 0 ? cellText(cell) : '');
    }
  }
  skipTaken();
  return cells;
}

function cellText(cell: PageElement): string {
  return flat(cell.children)
    .trim()
    .replaceAll(/\s*\n\s*/g, '<br>')
    .replaceAll('|', String.raw`\|`);
}

/** Blocks as lines of inline Markdown, for places that hold no blocks. */
function flat(nodes: readonly PageNode[]): string {
  const lines: string[] = [];
  for (const node of nodes) {
    if (typeof node === 'string') lines.push(inlineOf([node]).trim());
    else if (node.tag === 'pre') lines.push(...codeLines(node));
    else if (node.tag === 'li') lines.push('- ' + flat(node.children).trim());
    else if (isInline(node)) lines.push(inlineOf([node]).trim());
    else if (node.tag === 'p' || HEADING.test(node.tag)) lines.push(inlineOf(node.children).trim());
    else lines.push(flat(node.children));
  }
  return lines.filter((line) => line !== '').join('\n');
}

function codeLines(pre: PageElement): string[] {
  return rawText(pre)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(codeSpan);
}

const INLINE = new Set('a abbr strong em cite code kbd samp var del ins sub sup mark q time br img'.split(' '));

function isInline(element: PageElement): boolean {
  return INLINE.has(element.tag);
}

function inlineOf(nodes: readonly PageNode[]): string {
  let text = '';
  let before: PageNode | undefined;
  for (const node of nodes) {
    const part = typeof node === 'string' ? escaped(node.replaceAll(/\s+/g, ' ')) : inline(node);
    const mark = commonMark(before, node);
    // `**a****b**` would show its marks: two of a kind that touch are one.
    const joined = mark !== undefined && text.endsWith(mark) && part.startsWith(mark);
    text = joined ? text.slice(0, -mark.length) + part.slice(mark.length) : text + part;
    before = node;
  }
  return text.replaceAll(/ *(\\?\n) */g, '$1').replaceAll(/ {2,}/g, ' ');
}

function commonMark(before: PageNode | undefined, node: PageNode): string | undefined {
  if (before === undefined || typeof before === 'string' || typeof node === 'string') return undefined;
  return before.tag === node.tag && isMarked(node.tag) ? MARKS[node.tag] : undefined;
}

function isMarked(tag: string): tag is keyof typeof MARKS {
  return tag in MARKS;
}

const MARKS = { strong: '**', em: '*', del: '~~' } as const;

function inline(element: PageElement): string {
  const { tag, children } = element;
  switch (tag) {
    case 'br':
      return '\n';
    case 'img':
      return `![${escaped(element.attributes.get('alt') ?? '')}](${destination(element, 'src')})`;
    case 'a':
      return marked(oneLine(inlineOf(children)), '[', `](${destination(element, 'href')})`);
    case 'strong':
    case 'em':
    case 'del':
      return marked(oneLine(inlineOf(children)), MARKS[tag], MARKS[tag]);
    case 'code':
    case 'kbd':
    case 'samp':
      return codeSpan(plain(children));
    default:
      return inlineOf(children);
  }
}

/** Marks stand against words: white space inside goes outside. */
function marked(text: string, open: string, close: string): string {
  const inner = text.trim();
  if (inner === '') return text === '' ? '' : ' ';
  if (open !== '[' && inner.startsWith(open) && inner.endsWith(close)) return text;
  return (/^\s/.test(text) ? ' ' : '') + open + inner + close + (/\s$/.test(text) ? ' ' : '');
}

function codeSpan(text: string): string {
  const inner = text.replaceAll(/\s+/g, ' ');
  if (inner.trim() === '') return inner;
  const fence = '`'.repeat(longestRun(inner) + 1);
  const pad = inner.startsWith('`') || inner.endsWith('`') ? ' ' : '';
  return fence + pad + inner + pad + fence;
}

/** Backticks in a row. */
function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

function plain(nodes: readonly PageNode[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? node : node.tag === 'br' ? '\n' : plain(node.children)))
    .join('');
}

function escaped(text: string): string {
  return text
    .replaceAll(/[\\`*[\]]/g, String.raw`\$&`)
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
    .replaceAll(/<(?=[a-z/!?])/gi, String.raw`\<`)
    .replaceAll(/~~/g, String.raw`\~\~`);
}

/** What would start a heading, list, quote or rule at the beginning of a line is text here. */
function lineStarts(text: string): string {
  return text
    .replaceAll(/^(#{1,6}(?=\s)|[>+-](?=\s|>|-)|[=]+$)/gm, String.raw`\$1`)
    .replaceAll(/^(\d{1,9})([.)])(?=\s)/gm, String.raw`$1\$2`);
}

function destination(element: PageElement, attribute: string): string {
  return (element.attributes.get(attribute) ?? '').replaceAll(
    /[\s()<>]/g,
    (character) => '%' + (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0'),
  );
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}

function prefixed(text: string, first: string, rest: string): string {
  return text
    .split('\n')
    .map((line, at) => ((at === 0 ? first : rest) + line).trimEnd())
    .join('\n');
}
