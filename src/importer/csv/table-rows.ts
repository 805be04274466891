import { type Row, RowCutter } from '../../web/csv/rows.ts';
import { separatorOf } from './headings.ts';

/** Some tools write a few lines about the report before the headings. */
export const LINES_BEFORE_MAX = 15;
const START_CHARACTERS = 64 * 1024;

/** Rows that are whole by now, and what separates their cells. */
export interface RowsPart {
  readonly rows: Iterable<Row>;
  readonly separator: string;
}

/** The rows of a table, by the separator that its first lines have. */
export async function* rowsOf(texts: AsyncIterable<string>): AsyncGenerator<Row> {
  for await (const { rows } of rowParts(texts)) yield* rows;
}

/** The same in parts, for tables of millions of rows: waiting for each of them would take longer than reading it. */
export async function* rowParts(texts: AsyncIterable<string>): AsyncGenerator<RowsPart> {
  let start = '';
  let separator: string | undefined;
  let cutter = new RowCutter('');
  for await (const text of texts) {
    if (separator === undefined) {
      start += text;
      if (start.length < START_CHARACTERS) continue;
      separator = separatorOf(start.split('\n', LINES_BEFORE_MAX));
      cutter = new RowCutter(separator);
      yield { rows: cutter.push(start), separator };
    } else {
      yield { rows: cutter.push(text), separator };
    }
  }
  if (separator === undefined) {
    separator = separatorOf(start.split('\n', LINES_BEFORE_MAX));
    cutter = new RowCutter(separator);
    yield { rows: cutter.push(start), separator };
  }
  yield { rows: cutter.end(), separator };
}

/** What is wrong with a row that could not be cut into cells. */
export const ROW_FAULTS = {
  too_long: 'the line is too long',
  open_quote: 'a quotation mark is never closed',
  too_many_cells: 'there are more than 1,000 cells',
} as const;

/** A cell as reports quote it. */
export function shownCell(text: string): string {
  return text === '' ? 'an empty cell' : `"${text.slice(0, 80).replaceAll(/[\p{Cc}\s]+/gu, ' ')}"`;
}

const LISTED_MAX = 15;

export function listedNames(names: readonly string[]): string {
  const more = names.length > LISTED_MAX ? ` and ${names.length - LISTED_MAX} more` : '';
  return (
    names
      .slice(0, LISTED_MAX)
      .map((name) => name.replaceAll(/[\p{Cc}]+/gu, ' '))
      .join(', ') + more
  );
}
