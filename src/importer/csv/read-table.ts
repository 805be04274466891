import type { AppError } from '../../kernel/errors.ts';
import { decoded } from '../../web/csv/decode.ts';
import type { Row } from '../../web/csv/rows.ts';
import { NOTHING, type ReadContext, type Step, sum, textFrom } from '../files/reading.ts';
import { LINES_BEFORE_MAX, ROW_FAULTS, rowsOf } from './table-rows.ts';

/** What a row says, or why it is left out. */
export type TableRow<Item> =
  | { readonly item: Item; readonly refused: undefined; readonly doubts: readonly Problem[] }
  | { readonly item: undefined; readonly refused: Problem };

interface Problem {
  readonly kind: string;
  /** Continues `line 7: …`. */
  readonly text: string;
}

/** How the rows of one kind of table are read. */
export interface TableFormat<Item> {
  /** Reads a row as headings; undefined while it is none. */
  readonly begin: (cells: readonly string[]) => ((cells: readonly string[]) => TableRow<Item>) | undefined;
  readonly write: (items: readonly Item[]) => Promise<void>;
  /** Why a table without headings is refused; the first cells are those that it begins with. */
  readonly refuse: (firstCells: readonly string[]) => AppError;
}

const STEP_ROWS = 5000;

/**
 * Reads a table row by row. The position counts rows: a table is small, so going on means reading it from the start and
 * passing over what was taken.
 */
export async function* readTable<Item>(context: ReadContext, format: TableFormat<Item>): AsyncGenerator<Step> {
  const before: Row[] = [];
  let read: ((cells: readonly string[]) => TableRow<Item>) | undefined;
  let columns = 0;
  let rows = 0;
  let counts = NOTHING;
  let items: Item[] = [];
  const step = async (): Promise<Step> => {
    await format.write(items);
    const done = { position: { offset: rows, inner: 0 }, counts };
    counts = NOTHING;
    items = [];
    return done;
  };
  for await (const row of rowsOf(decoded(textFrom(context, 0)))) {
    if (read === undefined) {
      read = format.begin(row.cells ?? []);
      columns = row.cells?.length ?? 0;
      if (read === undefined && before.push(row) >= LINES_BEFORE_MAX) break;
      continue;
    }
    if (rows >= (context.options.limit ?? Number.POSITIVE_INFINITY)) break;
    if (row.cells?.every((cell) => cell.trim() === '') === true) continue;
    rows += 1;
    if (rows <= context.position.offset) continue;
    const item = takeRow(row, { read, columns, context });
    if (item !== undefined) items.push(item);
    counts = sum(counts, {
      ...NOTHING,
      read: 1,
      taken: item === undefined ? 0 : 1,
      skipped: item === undefined ? 1 : 0,
    });
    if (counts.read >= STEP_ROWS) yield await step();
  }
  if (read === undefined) throw format.refuse(before.find(({ cells }) => cells !== undefined)?.cells ?? []);
  if (counts.read > 0) yield await step();
  if (rows === 0) context.note('The table has headings but no rows.');
}

interface RowReader<Item> {
  readonly read: (cells: readonly string[]) => TableRow<Item>;
  readonly columns: number;
  readonly context: ReadContext;
}

function takeRow<Item>(
  { line, cells, fault, is_ended }: Row,
  { read, columns, context }: RowReader<Item>,
): Item | undefined {
  if (cells === undefined) {
    context.problem(fault ?? 'row', `line ${line}: ${ROW_FAULTS[fault ?? 'too_long']}`);
    return undefined;
  }
  if (!is_ended && cells.length < columns) {
    // Its last cell may be a part of a word or of a number.
    context.problem('cut_off', `line ${line}: the file ends within this row`);
    return undefined;
  }
  const found = read(cells);
  const problems = found.refused === undefined ? found.doubts : [found.refused];
  for (const { kind, text } of problems) context.problem(kind, `line ${line}: ${text}`);
  return found.item;
}
