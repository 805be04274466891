/** Tables of text for a terminal, never wider than it is. */

/** Titles and anchors come from other people's pages: what could move the cursor, recolour or reorder the line is left out. */
export function printableText(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028-\u202E\u2066-\u2069]+/gu, ' ').trim();
}

/** Characters of Chinese, Japanese and Korean, and emoji, which terminals draw over two columns. */
const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;

/** Columns that a text takes in a terminal. */
function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

function widthOf(character: string): number {
  if (/[\p{M}\u200B-\u200D]/u.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** The text in so many columns, with … where something is left out. */
function cutText(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let kept = '';
  let width = 1;
  for (const character of text) {
    width += widthOf(character);
    if (width > columns) break;
    kept += character;
  }
  return columns < 1 ? '' : `${kept.trimEnd()}…`;
}

/** The text in lines of so many columns; what follows the first is indented. */
export function wrappedLines(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (textWidth(longer) <= columns || line.trim() === '') line = longer;
    else {
      lines.push(line);
      line = `  ${word}`;
    }
  }
  return [...lines, line];
}

export interface TextTable {
  /** Empty for a table without headings. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const GAP = 2;
/** Narrower, a text says nothing any more. */
const COLUMN_MIN = 6;

/**
 * Rows as lines with aligned columns, figures to the right; the widest columns are cut until all fit.
 *
 * @param emphasize what is done to the line of headings
 */
export function tableLines(
  { head, rows }: TextTable,
  columns: number,
  emphasize: (line: string) => string = (line) => line,
): string[] {
  const widths = fittingWidths(naturalWidths({ head, rows }), columns);
  const figures = widths.map(
    (_width, at) => rows.some((row) => row[at] !== '') && rows.every((row) => isFigure(row[at])),
  );
  const lineOf = (row: readonly string[]): string => {
    const cells = widths.map((width, at) => {
      const cell = cutText(row[at] ?? '', width);
      const space = ' '.repeat(width - textWidth(cell));
      return figures[at] === true ? space + cell : cell + space;
    });
    return cells.join(' '.repeat(GAP)).trimEnd();
  };
  return [...(head.length === 0 ? [] : [emphasize(lineOf(head))]), ...rows.map(lineOf)];
}

/** How wide each column would like to be. */
function naturalWidths({ head, rows }: TextTable): number[] {
  const count = Math.max(head.length, ...rows.map((row) => row.length));
  return Array.from({ length: count }, (_, at) =>
    Math.max(textWidth(head[at] ?? ''), ...rows.map((row) => textWidth(row[at] ?? ''))),
  );
}

function fittingWidths(natural: readonly number[], columns: number): number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1)) - columns;
  while (excess > 0) {
    const widest = Math.max(...widths);
    if (widest <= COLUMN_MIN) break;
    widths[widths.lastIndexOf(widest)] = widest - 1;
    excess -= 1;
  }
  return widths;
}

/** What a column wants of the line before others are left out for it. */
const WANTED_MAX = 24;

/** The columns of a table that fit beside one another, of those that are named first; in the order of the table. */
export function fittingColumns(table: TextTable, order: readonly number[], columns: number): number[] {
  const natural = naturalWidths(table);
  const chosen: number[] = [];
  let used = -GAP;
  for (const at of order) {
    const wanted = GAP + Math.min(WANTED_MAX, natural[at] ?? 0);
    if (chosen.length > 0 && used + wanted > columns) continue;
    used += wanted;
    chosen.push(at);
  }
  return chosen.toSorted((left, right) => left - right);
}

function isFigure(cell: string | undefined): boolean {
  return cell === undefined || /^(?:–|-?[\d,]+(?:\.\d+)?(?: ?%)?)?$/.test(cell);
}
