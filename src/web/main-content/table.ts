import { newElement, type PageElement } from '../tree/element.ts';

interface TableRow {
  readonly cells: readonly PageElement[];
}

interface TableRows extends ReadonlyArray<TableRow> {
  readonly caption: PageElement | undefined;
}

const PARTS = new Set(['thead', 'tbody', 'tfoot']);
/** A cell with more words than this is a column of a page layout. */
const CELL_WORDS_MAX = 250;
const LAYOUT_INSIDE = new Set('article aside form h1 h2 main nav section table'.split(' '));

/** Rows of this table in their order on the screen, without those of tables in its cells. */
export function tableRows(table: PageElement): TableRows {
  const head: TableRow[] = [];
  const rows: TableRow[] = [];
  const foot: TableRow[] = [];
  let caption: PageElement | undefined;
  const visit = (parent: PageElement, into: TableRow[]): void => {
    for (const child of parent.children) {
      if (typeof child === 'string') {
        if (child.trim() !== '') into.push({ cells: [newElement('td', [child])] });
      } else if (child.tag === 'tr') into.push({ cells: cellsOf(child) });
      else if (child.tag === 'caption') caption ??= child;
      else if (PARTS.has(child.tag)) visit(child, child.tag === 'thead' ? head : child.tag === 'tfoot' ? foot : rows);
      // Anything else between rows is against the standard; its words are kept as a row of one cell.
      else into.push({ cells: [child] });
    }
  };
  visit(table, rows);
  return Object.assign([...head, ...rows, ...foot], { caption });
}

function cellsOf(row: PageElement): PageElement[] {
  // Text between cells violates the standard, but it is still text.
  return row.children.flatMap((child) => {
    if (typeof child !== 'string') return [child];
    return child.trim() === '' ? [] : [newElement('td', [child])];
  });
}

/** Tables also lay out pages. Those have one column, one row, long cells, or blocks of a page inside. */
export function isDataTable(table: PageElement, rows: TableRows): boolean {
  const role = table.attributes.get('role');
  if (role === 'presentation' || role === 'none') return false;
  if (
    rows.length === 0 ||
    rows.some((row) => row.cells.some((cell) => cell.words > CELL_WORDS_MAX || holdsLayout(cell)))
  )
    return false;
  const columns = rows.reduce((most, row) => Math.max(most, row.cells.length), 0);
  if (rows.some((row) => row.cells.some((cell) => cell.tag === 'th'))) return true;
  return columns >= 2 && rows.length >= 2;
}

function holdsLayout(element: PageElement): boolean {
  return element.children.some(
    (child) => typeof child !== 'string' && (LAYOUT_INSIDE.has(child.tag) || holdsLayout(child)),
  );
}
