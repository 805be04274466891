import { chooseContent } from '../src/web/main-content/choose.ts';
import { renderMarkdown } from '../src/operations/search/extract/markdown.ts';
import { normalise } from '../src/web/main-content/normalise.ts';
import { preparePage } from '../src/web/tree/prepare.ts';
import { descendants, type PageElement, rawText } from '../src/web/tree/element.ts';
import type { MarkedPage } from './extract-pages.ts';

/** How many of each stand in a text. */
interface Structure {
  readonly headings: number;
  readonly list_items: number;
  readonly tables: number;
  readonly table_rows: number;
  readonly code_blocks: number;
  readonly links: number;
}

const NAMES = ['headings', 'list_items', 'tables', 'table_rows', 'code_blocks', 'links'] as const;

/** What the chosen content of a page holds, and what can be read back from the Markdown that was made of it. */
function structureOf(page: MarkedPage): { readonly source: Structure; readonly written: Structure } {
  const { content } = chooseContent(preparePage(page.html, page.url));
  const markdown = renderMarkdown(normalise(content.children, { base_url: page.url, images: false }));
  return { source: inSource(content), written: inMarkdown(markdown) };
}

/** Shares kept of all pages together. More in one place does not make up for less in another: each page counts at most what it has. */
export function printStructure(pages: readonly MarkedPage[], worst: number): void {
  const read = pages.map((page) => ({ page, ...structureOf(page) }));
  const shares = NAMES.map((name) => {
    const all = read.reduce((sum, { source }) => sum + source[name], 0);
    const kept = read.reduce((sum, { source, written }) => sum + Math.min(source[name], written[name]), 0);
    return `${name} ${kept}/${all} (${((100 * kept) / Math.max(all, 1)).toFixed(1)} %)`;
  });
  console.log(`  kept in Markdown: ${shares.join(', ')}`);
  for (const name of NAMES) {
    const lossy = read
      .filter(({ source, written }) => written[name] < source[name])
      .toSorted((left, right) => left.written[name] - left.source[name] - (right.written[name] - right.source[name]));
    for (const { page, source, written } of lossy.slice(0, worst))
      console.log(`  ${name} ${written[name]}/${source[name]} ${page.type} ${page.id} ${page.url}`);
  }
}

function inSource(content: PageElement): Structure {
  const elements = descendants(content).filter((element) => /\S/.test(rawText(element)));
  const count = (matches: (element: PageElement) => boolean): number => elements.filter(matches).length;
  const tables = elements.filter((element) => element.tag === 'table' && isData(element));
  return {
    headings: count((element) => /^h[1-6]$/.test(element.tag) && !isInside(element, TABLE_OR_CODE)),
    list_items: count((element) => element.tag === 'li' && !isInside(element, TABLE_OR_CODE)),
    tables: tables.length,
    table_rows: tables.reduce((sum, table) => sum + rowsOf(table).length, 0),
    code_blocks: count((element) => element.tag === 'pre' && !isInside(element, TABLE_OR_CODE)),
    links: count(isLink),
  };
}

const TABLE_OR_CODE = new Set(['table', 'pre', 'summary', 'dt']);
const LAYOUT = new Set(['presentation', 'none']);

function isInside(element: PageElement, tags: ReadonlySet<string>): boolean {
  for (let at = element.parent; at !== undefined; at = at.parent) if (tags.has(at.tag)) return true;
  return false;
}

/** At least two rows and two columns, and no other table inside: what a reader would call a table. */
function isData(table: PageElement): boolean {
  const rows = rowsOf(table);
  const wide = rows.some((row) => cellsIn(row) >= 2);
  const nested = descendants(table).some((element) => element.tag === 'table');
  return rows.length >= 2 && wide && !nested && !LAYOUT.has(table.attributes.get('role') ?? '');
}

function rowsOf(table: PageElement): PageElement[] {
  return descendants(table).filter((element) => element.tag === 'tr' && /\S/.test(rawText(element)));
}

function cellsIn(row: PageElement): number {
  return row.children.filter((child) => typeof child !== 'string' && /^t[dh]$/.test(child.tag)).length;
}

function isLink(element: PageElement): boolean {
  const href = element.attributes.get('href') ?? '';
  if (element.tag !== 'a' || isInside(element, new Set(['pre'])) || !/[\p{L}\p{N}]/u.test(rawText(element)))
    return false;
  return href !== '' && !/^\s*(?:#|[a-z][a-z+.-]*:(?!\/\/))/i.test(href);
}

const LINE_PREFIX = String.raw`^(?:\s|> ?|[-*] (?=\S)|\d{1,9}[.)] (?=\S))*`;
const HEADING = new RegExp(String.raw`${LINE_PREFIX}#{1,6} \S`);
const FENCE = new RegExp(String.raw`${LINE_PREFIX}(\`{3,})([^\`]*)$`);
const TABLE_RULE = /^[\s>|-]*\|(?: --- \|)+$/;
const TABLE_ROW = /^[\s>-]*\|.*\|$/;
const EMPTY_ROW = /^[\s>-]*\|(?: {2}\|)+$/;
const LINK = /(?<!!)\[(?:[^\]\\]|\\.)*\]\(https?:/g;
const MARKERS = /^[\s>]*((?:(?:[-*]|\d{1,9}[.)])\s+(?=\S))+)/;

/** Reads line by line what Markdown says by its line starts, as far as the writer of the product uses it. */
function inMarkdown(markdown: string): Structure {
  const lines: string[] = [];
  let code_blocks = 0;
  let fence = '';
  let list_items = 0;
  for (const line of markdown.split('\n')) {
    if (fence !== '') {
      if (line.replace(/^[\s>]*/, '') === fence) fence = '';
      continue;
    }
    list_items += MARKERS.exec(line)?.[1]?.trim().split(/\s+/).length ?? 0;
    fence = FENCE.exec(line)?.[1] ?? '';
    if (fence === '') lines.push(line);
    else code_blocks += 1;
  }
  const count = (pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length;
  const tables = count(TABLE_RULE);
  return {
    headings: count(HEADING),
    list_items,
    tables,
    table_rows: count(TABLE_ROW) - tables - count(EMPTY_ROW),
    code_blocks,
    links: lines.reduce((sum, line) => sum + (line.match(LINK)?.length ?? 0), 0),
  };
}
