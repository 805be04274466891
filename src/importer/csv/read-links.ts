import { AppError } from '../../kernel/errors.ts';
import type { LinkSighting, SightingWriter } from '../../ports/imports.ts';
import { decoded } from '../../web/csv/decode.ts';
import type { Row } from '../../web/csv/rows.ts';
import { NOTHING, type ReadContext, type Step, sum, textFrom } from '../files/reading.ts';
import { type Field, type Headings, headingsOf } from './headings.ts';
import { readRow, type RowRules } from './sighting.ts';
import { LINES_BEFORE_MAX, listedNames, ROW_FAULTS, rowsOf, shownCell } from './table-rows.ts';

/**
 * Link tables as common tools export them.
 *
 * The position counts rows: a table is small, so resuming means reading it from the start and skipping what was
 * imported.
 */
export function readLinks(writer: SightingWriter) {
  return (context: ReadContext): AsyncGenerator<Step> => new TableReader(context, writer).steps();
}

const STEP_ROWS = 5000;

class TableReader {
  readonly #context: ReadContext;
  readonly #writer: SightingWriter;
  #rules: RowRules | undefined;
  /** Rows before the headings; they are looked at again when there are none. */
  readonly #before: Row[] = [];
  #rows = 0;
  #counts = NOTHING;
  #sightings: LinkSighting[] = [];

  constructor(context: ReadContext, writer: SightingWriter) {
    this.#context = context;
    this.#writer = writer;
  }

  async *steps(): AsyncGenerator<Step> {
    for await (const row of rowsOf(decoded(textFrom(this.#context, 0)))) {
      if (this.#rules === undefined) {
        this.#begin(row);
        continue;
      }
      if (this.#isEnough()) break;
      if (row.cells?.every((cell) => cell.trim() === '') === true) continue;
      this.#rows += 1;
      if (this.#rows <= this.#context.position.offset) continue;
      this.#take(row, this.#rules);
      if (this.#counts.read >= STEP_ROWS) yield await this.#step();
    }
    if (this.#rules === undefined) throw noTable(this.#context.location, this.#before);
    if (this.#counts.read > 0) yield await this.#step();
    if (this.#rows === 0) this.#context.note('The table has headings but no rows.');
  }

  #isEnough(): boolean {
    const { limit } = this.#context.options;
    return limit !== undefined && this.#rows >= limit;
  }

  #begin(row: Row): void {
    const headings = headingsOf(row.cells ?? []);
    const hasTarget = headings.places.has('target_url');
    if (
      headings.places.has('source_url') &&
      (hasTarget || headings.places.size > 1 || this.#context.options.target !== undefined)
    ) {
      if (!hasTarget && this.#context.options.target === undefined) throw noTarget(this.#context.location);
      this.#tellHeadings(headings);
      const { target } = this.#context.options;
      this.#rules = {
        places: headings.places,
        columns: row.cells?.length ?? 0,
        target,
        seen_at: this.#context.seen_at,
      };
      return;
    }
    this.#before.push(row);
    if (this.#before.length >= LINES_BEFORE_MAX) throw noTable(this.#context.location, this.#before);
  }

  #tellHeadings({ places, unknown, passed_over }: Headings): void {
    const note = (text: string): void => this.#context.note(text);
    note(`Columns used: ${[...places.keys()].join(', ')}.`);
    if (passed_over.length > 0) note(`Columns not needed: ${listedNames(passed_over)}.`);
    if (unknown.length > 0) note(`Columns not recognized: ${listedNames(unknown)}.`);
    if (!places.has('first_seen') && !places.has('last_seen')) {
      note('No date column: the links count as seen when the file was written.');
    }
  }

  #take(row: Row, rules: RowRules): void {
    this.#counts = sum(this.#counts, { ...NOTHING, read: 1 });
    const { line, cells } = row;
    if (cells === undefined)
      return this.#refuse(row.fault ?? 'row', `line ${line}: ${ROW_FAULTS[row.fault ?? 'too_long']}`);
    if (!row.is_ended && cells.length < rules.columns) {
      // Its last cell may be half a URL, which would make a link that does not exist.
      return this.#refuse('cut_off', `line ${line}: the file ends within this row`);
    }
    const read = readRow(cells, rules);
    if (read.sighting === undefined) {
      const { kind, detail } = read.refused;
      return this.#refuse(kind, `line ${line}: ${WORDS[kind](shownCell(detail))}`);
    }
    for (const { kind, field, text } of read.doubts) {
      this.#context.problem(kind, `line ${line}: ${DOUBTS[kind](shownCell(text), field)}`);
    }
    this.#sightings.push(read.sighting);
    this.#counts = sum(this.#counts, { ...NOTHING, taken: 1, links: 1 });
  }

  #refuse(kind: string, example: string): void {
    this.#counts = sum(this.#counts, { ...NOTHING, skipped: 1 });
    this.#context.problem(kind, example);
  }

  async #step(): Promise<Step> {
    const step = { position: { offset: this.#rows, inner: 0 }, counts: this.#counts };
    await this.#writer.write(this.#sightings);
    this.#sightings = [];
    this.#counts = NOTHING;
    return step;
  }
}

const WORDS = {
  source_url: (text: string) => `${text} is not the URL of a linking page`,
  target_url: (text: string) => `${text} is not the URL of a linked page`,
  not_a_link: (text: string) => `${text} is not a link between pages`,
} as const;

const DOUBTS = {
  date: (text: string) => `${text} is not a clear date; the link was imported`,
  attribute: (text: string, field: Field) =>
    `${text} as ${field} is neither yes nor no; the link was imported without it`,
} as const;

function noTable(location: string, before: readonly Row[]): AppError {
  const first = before.find((row) => row.cells !== undefined)?.cells ?? [];
  const seen =
    first.length === 0 ? 'It is empty' : `It begins with ${listedNames(first.map((cell) => shownCell(cell)))}`;
  return new AppError('invalid_input', `${location} has no headings of a link table. ${seen}.`, {
    fix: 'It needs a header line with at least the linking page and the linked page, such as "Source URL" and "Target URL".',
  });
}

function noTarget(location: string): AppError {
  return new AppError('invalid_input', `${location} does not say where the links point.`, {
    fix: 'Pass it as target (--target on the command line): the URL of your site, such as https://example.com/.',
  });
}
