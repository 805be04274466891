import type { ConsoleRow } from '../../../ports/console.ts';
import { findCountry } from '../../../text/countries.ts';
import { shownCell } from '../../csv/table-rows.ts';
import { plainWord } from '../../csv/heading-words.ts';
import { type DayOrder, dayOrderOf, readDay } from './days.ts';
import { type DecimalMark, readFigure } from './figures.ts';
import type { MetricPlaces } from './columns.ts';
import type { FigureTable } from './table.ts';
import { deviceNamed, type Dimension, type Metric } from './words.ts';

export type RowFigures = Pick<ConsoleRow, 'clicks' | 'impressions' | 'position_sum'>;
export type RowNames = Pick<ConsoleRow, 'query' | 'page' | 'country' | 'device' | 'appearance'>;

export interface FigureRow extends RowNames {
  /** Of a table by date. */
  readonly day: string | undefined;
  readonly previous_day: string | undefined;
  /** Null where the row has none in that period, as a new or a lost page. */
  readonly current: RowFigures | null;
  readonly previous: RowFigures | null;
}

export interface RowProblem {
  readonly line: number;
  readonly kind: string;
  readonly text: string;
}

export interface ReadRows {
  readonly rows: readonly FigureRow[];
  readonly problems: readonly RowProblem[];
  /** Rows that were left out. */
  readonly skipped: number;
  /** Rows whose click rate is another one than clicks and impressions give, and how many could be compared. */
  readonly mismatched: number;
  readonly compared: number;
}

const QUERY_CHARACTERS_MAX = 2000;
const POSITION_MAX = 10_000;
/** The index keeps counts in 32 bits. */
const COUNT_MAX = 2 ** 32 - 1;
/** A rate is written with one or two decimals of a percent. */
const RATE_TOLERANCE = 0.0011;

/** Reads the rows of a table; what cannot be read is left out and told. */
export function readFigureRows(table: FigureTable, lastDay: string): ReadRows {
  const reader = new RowReader(table, lastDay);
  const rows: FigureRow[] = [];
  let skipped = 0;
  for (const { line, cells } of table.rows) {
    if (cells === undefined || cells.every((cell) => cell.trim() === '')) continue;
    const row = reader.read(line, cells);
    if (row === undefined) skipped += 1;
    else rows.push(row);
  }
  const { problems, mismatched, compared } = reader;
  return { rows, problems, skipped, mismatched, compared };
}

class RowReader {
  readonly problems: RowProblem[] = [];
  mismatched = 0;
  compared = 0;
  readonly #table: FigureTable;
  readonly #lastDay: string;
  readonly #order: DayOrder | undefined;
  #line = 0;

  constructor(table: FigureTable, lastDay: string) {
    this.#table = table;
    this.#lastDay = lastDay;
    const at = table.dimensions.get('date');
    const places = [at, table.previous_date].flatMap((place) => place ?? []);
    this.#order = dayOrderOf(table.rows.flatMap(({ cells }) => places.map((place) => cells?.[place] ?? '')));
  }

  /** Undefined for a row that is left out. */
  read(line: number, cells: readonly string[]): FigureRow | undefined {
    this.#line = line;
    const names = this.#names(cells);
    const days = this.#days(cells);
    if (names === undefined || days === undefined) return undefined;
    const current = this.#figures(cells, this.#table.current);
    const previous = this.#table.previous === undefined ? null : this.#figures(cells, this.#table.previous);
    return current === undefined || previous === undefined ? undefined : { ...names, ...days, current, previous };
  }

  #names(cells: readonly string[]): RowNames | undefined {
    const cell = (dimension: Dimension): string | undefined => {
      const at = this.#table.dimensions.get(dimension);
      return at === undefined ? undefined : (cells[at] ?? '').trim();
    };
    const query = cell('query');
    if (query !== undefined && (query === '' || query.length > QUERY_CHARACTERS_MAX)) {
      return this.#refuse('query', `${shownCell(query)} is not a query`);
    }
    const page = cell('page');
    if (page !== undefined && (!/^https?:\/\//i.test(page) || !URL.canParse(page))) {
      return this.#refuse('page', `${shownCell(page)} is not the address of a page`);
    }
    const appearance = cell('appearance');
    return {
      query: query ?? null,
      page: page ?? null,
      country: this.#country(cell('country')),
      device: this.#device(cell('device')),
      appearance: appearance === undefined ? null : plainName(appearance),
    };
  }

  #country(written: string | undefined): string | null {
    if (written === undefined) return null;
    const country = findCountry(written);
    if (country === undefined)
      this.#note('country', `${shownCell(written)} is not a known country; its figures were imported without it`);
    return country?.code ?? '';
  }

  #device(written: string | undefined): ConsoleRow['device'] {
    if (written === undefined) return null;
    const device = deviceNamed(written);
    if (device === undefined)
      this.#note('device', `${shownCell(written)} is not a known device; its figures were imported without it`);
    return device ?? '';
  }

  #days(cells: readonly string[]): Pick<FigureRow, 'day' | 'previous_day'> | undefined {
    const at = this.#table.dimensions.get('date');
    if (at === undefined) return { day: undefined, previous_day: undefined };
    const written = cells[at] ?? '';
    const day = readDay(written, this.#order);
    if (day === undefined) return this.#refuse('date', `${shownCell(written)} is not a date, or could be two`);
    if (day > this.#lastDay) return this.#refuse('future', `${day} lies in the future`);
    const other = this.#table.previous_date;
    return { day, previous_day: other === undefined ? undefined : readDay(cells[other] ?? '', this.#order) };
  }

  /** Null where there are none; undefined where they cannot be right. */
  #figures(cells: readonly string[], places: MetricPlaces): RowFigures | null | undefined {
    const { decimal } = this.#table;
    const read = (metric: Metric): number | null | undefined => figureAt(cells, places, metric, decimal);
    for (const metric of ['impressions', 'clicks', 'position'] as const) {
      if (read(metric) !== undefined) continue;
      return this.#refuse(
        'figures',
        `${shownCell(cells[places.get(metric) ?? -1] ?? '')} as ${metric} is not a number`,
      );
    }
    const impressions = read('impressions') ?? 0;
    const clicks = read('clicks') ?? 0;
    const problem = problemOf(clicks, impressions);
    if (problem !== undefined) return this.#refuse('figures', problem);
    if (impressions === 0) return null;
    this.#compareRate(read('ctr'), places.has('clicks') ? clicks : null, impressions);
    return {
      clicks: places.has('clicks') ? clicks : null,
      impressions,
      position_sum: this.#positionSum(read('position') ?? null, impressions),
    };
  }

  #positionSum(position: number | null, impressions: number): number | null {
    if (position === null || position === 0) return null;
    if (position >= 1 && position <= POSITION_MAX) return position * impressions;
    this.#note('position', `${position} is not a position; the row was imported without it`);
    return null;
  }

  #compareRate(percent: number | null | undefined, clicks: number | null, impressions: number): void {
    if (percent === null || percent === undefined || clicks === null) return;
    this.compared += 1;
    const rate = clicks / impressions;
    // Some tools write the share itself, without a percent sign.
    const isEqual = [percent / 100, percent].some((share) => Math.abs(share - rate) <= RATE_TOLERANCE);
    if (!isEqual) this.mismatched += 1;
  }

  #refuse(kind: string, text: string): undefined {
    this.problems.push({ line: this.#line, kind, text });
    return undefined;
  }

  #note(kind: string, text: string): void {
    this.problems.push({ line: this.#line, kind, text });
  }
}

function figureAt(
  cells: readonly string[],
  places: MetricPlaces,
  metric: Metric,
  decimal: DecimalMark,
): number | null | undefined {
  const at = places.get(metric);
  return at === undefined ? null : readFigure(cells[at] ?? '', decimal);
}

function problemOf(clicks: number, impressions: number): string | undefined {
  if (!isCount(impressions) || !isCount(clicks))
    return `${clicks} clicks and ${impressions} impressions are not counts`;
  return clicks > impressions ? `${clicks} clicks of ${impressions} impressions cannot be` : undefined;
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= COUNT_MAX;
}

/** `Review snippet` → `review_snippet`, as the bulk export names it. */
function plainName(text: string): string {
  const name = text
    .normalize('NFKC')
    .toLowerCase()
    .trim()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_');
  return name.replaceAll(/^_|_$/g, '') || plainWord(text);
}
