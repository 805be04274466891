import { fieldsOf } from '../kernel/fields-of.ts';
import { type Cell, cellOf, tableOf } from '../kernel/record-table.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Sheet {
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** What Excel takes. */
const CELL_CHARACTERS_MAX = 32_767;
const NAME_CHARACTERS_MAX = 31;
const SHEETS_MAX = 50;
/** Deeper, an answer nests what belongs to a row. */
const DEPTH_MAX = 3;
/** For people and agents, and not of the answer's figures. */
const LEFT_OUT = new Set(['success', 'meta', 'markdown_summary', 'agent_workflow', 'agent_support']);
const WIDTH_MAX = 60;

/** An answer as an Excel workbook: its figures on the first sheet, then a sheet for each of its lists. */
export async function workbookOf(answer: unknown): Promise<Buffer> {
  // Loaded when somebody wants one: most processes never write a workbook.
  const { default: write } = await import('write-excel-file/node');
  const sheets = sheetsOf(answer).map(({ name, head, rows }) => ({
    sheet: name,
    data: [head.map((value) => ({ value, fontWeight: 'bold' as const })), ...rows.map((row) => [...row])],
    columns: head.map((_, at) => ({
      width: widthOf([head[at] ?? '', ...rows.slice(0, 100).map((row) => row[at] ?? '')]),
    })),
    stickyRowsCount: 1,
  }));
  return write(sheets).toBuffer();
}

function widthOf(cells: readonly Cell[]): number {
  return Math.min(WIDTH_MAX, Math.max(...cells.map((cell) => String(cell).length)) + 2);
}

export function sheetsOf(answer: unknown): readonly Sheet[] {
  const fields = Object.fromEntries(Object.entries(fieldsOf(answer)).filter(([name]) => !LEFT_OUT.has(name)));
  const figures: [string, Cell][] = [];
  const lists: [string, readonly unknown[]][] = [];
  collect(fields, { path: '', depth: 0, figures, lists });
  const taken = new Set(['figures']);
  return [
    { name: 'Figures', head: ['Figure', 'Value'], rows: figures },
    ...lists.slice(0, SHEETS_MAX).map(([path, rows]) => sheetOf(freeName(path, taken), rows)),
  ];
}

interface Collecting {
  readonly path: string;
  readonly depth: number;
  readonly figures: [string, Cell][];
  readonly lists: [string, readonly unknown[]][];
}

function collect(fields: Fields, { path, depth, figures, lists }: Collecting): void {
  for (const [name, value] of Object.entries(fields)) {
    const at = path === '' ? name : `${path}.${name}`;
    if (isRecords(value)) lists.push([at, value]);
    else if (isRecord(value) && depth < DEPTH_MAX)
      collect(fieldsOf(value), { path: at, depth: depth + 1, figures, lists });
    else figures.push([at, sheetCell(cellOf(value))]);
  }
}

function sheetOf(name: string, records: readonly unknown[]): Sheet {
  const { head, rows } = tableOf(records);
  return { name, head, rows: rows.map((cells) => cells.map(sheetCell)) };
}

/** Names of sheets are short, differ in more than case, and lack some characters. */
function freeName(path: string, taken: Set<string>): string {
  const plain = path.replaceAll(/[[\]:*?/\\']/g, ' ').trim() || 'List';
  for (let count = 1; ; count += 1) {
    const mark = count === 1 ? '' : ` ${count}`;
    const name = plain.slice(-(NAME_CHARACTERS_MAX - mark.length)) + mark;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRecords(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.some(isRecord);
}

function sheetCell(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell;
  // Half a character at the cut, and control characters, are no XML.
  return cell
    .slice(0, CELL_CHARACTERS_MAX)
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '');
}
