import { type Row, RowCutter } from '../../web/csv/rows.ts';
import { separatorOf } from './headings.ts';

/** Some tools write a few lines about the report before the headings. */
export const LINES_BEFORE_MAX = 15;
const START_CHARACTERS = 64 * 1024;

/** The rows of a table, by the separator that its first lines have. */
export async function* rowsOf(texts: AsyncIterable<string>): AsyncGenerator<Row> {
  let start = '';
  let cutter: RowCutter | undefined;
  for await (const text of texts) {
    if (cutter !== undefined) {
      yield* cutter.push(text);
      continue;
    }
    start += text;
    if (start.length < START_CHARACTERS) continue;
    cutter = new RowCutter(separatorOf(start.split('\n', LINES_BEFORE_MAX)));
    yield* cutter.push(start);
  }
  if (cutter === undefined) {
    cutter = new RowCutter(separatorOf(start.split('\n', LINES_BEFORE_MAX)));
    yield* cutter.push(start);
  }
  yield* cutter.end();
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
