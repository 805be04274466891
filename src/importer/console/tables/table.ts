import type { Row } from '../../../web/csv/rows.ts';
import { findCountry } from '../../../text/countries.ts';
import { LINES_BEFORE_MAX } from '../../csv/table-rows.ts';
import { type DecimalMark, decimalMarkOf, readFigure } from './figures.ts';
import { readDay } from './days.ts';
import {
  deviceNamed,
  type Dimension,
  dimensionIn,
  dimensionNamed,
  isDifference,
  isDimension,
  type Metric,
  metricOf,
} from './words.ts';

/** A file of text, cut into rows. */
export interface TextTable {
  readonly name: string;
  readonly separator: string;
  readonly rows: readonly Row[];
}

/** Where the figures of one period stand. */
export type MetricPlaces = ReadonlyMap<Metric, number>;

export interface FigureTable {
  readonly name: string;
  readonly headings: readonly string[];
  readonly dimensions: ReadonlyMap<Dimension, number>;
  /** Where the days of the earlier period stand, in a comparison that names both. */
  readonly previous_date: number | undefined;
  readonly current: MetricPlaces;
  /** Of the period that is compared with; undefined where there is one period. */
  readonly previous: MetricPlaces | undefined;
  readonly decimal: DecimalMark;
  /** Without the headings. */
  readonly rows: readonly Row[];
}

type Columns = Pick<FigureTable, 'dimensions' | 'previous_date' | 'current' | 'previous'>;

const SAMPLE_ROWS = 30;

/** Recognises a table of figures by its headings, by `columns` where the user says what they mean, else by what is in its cells. */
export function recognizeTable(
  { name, separator, rows }: TextTable,
  columns: string | undefined,
): FigureTable | undefined {
  const decimal = decimalMarkOf(cellsOf(rows), separator);
  const begin = rows.findIndex(({ cells = [] }) => cells.length > 1 && !(cells[0] ?? '').trim().startsWith('#'));
  const table = (headings: readonly string[], found: Columns, first: number): FigureTable => ({
    name,
    headings,
    ...found,
    decimal,
    rows: rows.slice(first),
  });
  if (columns !== undefined) {
    const found = namedColumns(columns);
    const at = found.current.get('impressions') ?? -1;
    const hasHeadings = typeof readFigure(rows[begin]?.cells?.[at] ?? '', decimal) !== 'number';
    return table(columns.split(','), found, hasHeadings ? begin + 1 : begin);
  }
  for (const [at, { cells = [] }] of rows.slice(0, LINES_BEFORE_MAX).entries()) {
    const found = headedColumns(cells, name, rows.slice(at + 1, at + 1 + SAMPLE_ROWS), decimal);
    if (found !== undefined) return table(cells, found, at + 1);
  }
  if (begin === -1) return undefined;
  const shaped = shapedColumns(rows.slice(begin, begin + SAMPLE_ROWS), name, decimal);
  if (shaped === undefined) return undefined;
  return table(rows[begin]?.cells ?? [], shaped.columns, begin + (shaped.hasHeadings ? 1 : 0));
}

function* cellsOf(rows: readonly Row[]): Generator<string> {
  for (const { cells = [] } of rows) yield* cells.slice(1);
}

/** `query,clicks,impressions,ctr,position`; `previous_clicks` for the earlier period, `-` for a column of no use. */
export function namedColumns(columns: string): Columns {
  const dimensions = new Map<Dimension, number>();
  const current = new Map<Metric, number>();
  const previous = new Map<Metric, number>();
  for (const [at, written] of columns.split(',').entries()) {
    const name = written.trim().toLowerCase();
    const metric = metricOf(name.replace(/^previous_/, ''));
    if (isDimension(name)) dimensions.set(name, at);
    else if (metric?.label === '') (name.startsWith('previous_') ? previous : current).set(metric.metric, at);
  }
  return { dimensions, previous_date: undefined, current, previous: previous.size > 0 ? previous : undefined };
}

/** Undefined for cells that are no headings. */
function headedColumns(
  cells: readonly string[],
  name: string,
  sample: readonly Row[],
  decimal: DecimalMark,
): Columns | undefined {
  const current = new Map<Metric, number>();
  const previous = new Map<Metric, number>();
  const dimensions = new Map<Dimension, number>();
  let previous_date: number | undefined;
  for (const [at, cell] of cells.entries()) {
    const found = at === 0 ? undefined : metricOf(cell);
    if (found !== undefined) {
      if (isDifference(found.label)) continue;
      const side = current.has(found.metric) ? previous : current;
      if (!side.has(found.metric)) side.set(found.metric, at);
      continue;
    }
    const dimension = at === 0 ? firstDimension(cell, name, sample) : dimensionNamed(cell);
    if (dimension === 'date' && dimensions.has('date')) previous_date ??= at;
    else if (dimension !== undefined && !dimensions.has(dimension)) dimensions.set(dimension, at);
  }
  if (
    !current.has('impressions') ||
    typeof readFigure(cells[current.get('impressions') ?? -1] ?? '', decimal) === 'number'
  )
    return undefined;
  return { dimensions, previous_date, current, previous: previous.has('impressions') ? previous : undefined };
}

/** By its heading, else by the name of the file, else by what stands in it. */
function firstDimension(heading: string, name: string, sample: readonly Row[]): Dimension {
  const content = contentOf(sample);
  // What is an address or a day for sure outweighs a word that a heading or a name may have by chance.
  if (content === 'page' || content === 'date') return content;
  return dimensionIn(heading) ?? dimensionIn(name.replace(/\.\w+$/, '')) ?? content ?? 'query';
}

function contentOf(sample: readonly Row[]): Dimension | undefined {
  const values = sample.map(({ cells }) => (cells?.[0] ?? '').trim()).filter((value) => value !== '');
  const all = (test: (value: string) => boolean): boolean => values.length > 0 && values.every(test);
  if (all((value) => /^https?:\/\//i.test(value))) return 'page';
  if (all((value) => readDay(value, 'day') !== undefined || readDay(value, 'month') !== undefined)) return 'date';
  if (all((value) => deviceNamed(value) !== undefined)) return 'device';
  return all((value) => findCountry(value) !== undefined) ? 'country' : undefined;
}

/** Five columns that are a text, two whole numbers, a share and a fraction, whatever they are called. */
function shapedColumns(
  rows: readonly Row[],
  name: string,
  decimal: DecimalMark,
): { readonly columns: Columns; readonly hasHeadings: boolean } | undefined {
  const filled = rows.flatMap(({ cells }) => (cells?.length === 5 ? [cells] : []));
  if (filled.length === 0 || filled.length < rows.length - 1) return undefined;
  const isFigures = (cells: readonly string[]): boolean =>
    cells.slice(1).every((cell) => readFigure(cell, decimal) !== undefined);
  const hasHeadings = !isFigures(filled[0] ?? []);
  const data = hasHeadings ? filled.slice(1) : filled;
  if (data.length === 0 || !data.every(isFigures)) return undefined;
  const percent = [1, 2, 3, 4].filter((at) => data.some((cells) => cells[at]?.includes('%')));
  const [ctr] = percent;
  if (ctr === undefined || percent.length > 1) return undefined;
  const isWhole = (at: number): boolean =>
    data.every((cells) => Number.isInteger(readFigure(cells[at] ?? '', decimal) ?? 0));
  const others = [1, 2, 3, 4].filter((at) => at !== ctr);
  const position = others.find((at) => !isWhole(at)) ?? others.at(-1);
  const [one, other] = others.filter((at) => at !== position);
  if (position === undefined || one === undefined || other === undefined || !isWhole(one) || !isWhole(other))
    return undefined;
  const sumOf = (at: number): number =>
    data.reduce((sum, cells) => sum + (readFigure(cells[at] ?? '', decimal) ?? 0), 0);
  const [clicks, impressions] = sumOf(one) <= sumOf(other) ? [one, other] : [other, one];
  const sample = data.map((cells) => ({ line: 0, cells, fault: undefined, is_ended: true }));
  const dimension = firstDimension(hasHeadings ? (filled[0]?.[0] ?? '') : '', name, sample);
  const current = new Map<Metric, number>([
    ['clicks', clicks],
    ['impressions', impressions],
    ['ctr', ctr],
    ['position', position],
  ]);
  const columns = { dimensions: new Map([[dimension, 0]]), previous_date: undefined, current, previous: undefined };
  return { columns, hasHeadings };
}
