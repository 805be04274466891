import type { Row } from '../../../web/csv/rows.ts';
import { findCountry } from '../../../text/countries.ts';
import { readDay } from './days.ts';
import { type DecimalMark, readFigure } from './figures.ts';
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

/** Where the figures of one period stand. */
export type MetricPlaces = ReadonlyMap<Metric, number>;

/** What the columns of a table mean. */
export interface Columns {
  readonly dimensions: ReadonlyMap<Dimension, number>;
  /** Where the days of the earlier period stand, in a comparison that names both. */
  readonly previous_date: number | undefined;
  readonly current: MetricPlaces;
  /** Of the period that is compared with; undefined where there is one period. */
  readonly previous: MetricPlaces | undefined;
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

/** By headings; undefined for cells that are none. */
export function headedColumns(
  cells: readonly string[],
  name: string,
  sample: readonly Row[],
  decimal: DecimalMark,
): Columns | undefined {
  const { current, previous } = metricPlaces(cells);
  const at = current.get('impressions');
  if (at === undefined || typeof readFigure(cells[at] ?? '', decimal) === 'number') return undefined;
  const dimensions = new Map<Dimension, number>();
  let previous_date: number | undefined;
  for (const [place, cell] of cells.entries()) {
    const dimension = place === 0 ? firstDimension(cell, name, sample) : dimensionNamed(cell);
    if (dimension === undefined) continue;
    if (!dimensions.has(dimension)) dimensions.set(dimension, place);
    else if (dimension === 'date') previous_date ??= place;
  }
  return { dimensions, previous_date, current, previous: previous.has('impressions') ? previous : undefined };
}

/** The first column of a metric is that of the current period. */
function metricPlaces(cells: readonly string[]): { readonly current: MetricPlaces; readonly previous: MetricPlaces } {
  const current = new Map<Metric, number>();
  const previous = new Map<Metric, number>();
  for (const [at, cell] of cells.entries()) {
    const found = at === 0 ? undefined : metricOf(cell);
    if (found === undefined || isDifference(found.label)) continue;
    const side = current.has(found.metric) ? previous : current;
    if (!side.has(found.metric)) side.set(found.metric, at);
  }
  return { current, previous };
}

/** What the first column splits rows by: by its heading, else by the name of the file, else by what stands in it. */
export function firstDimension(heading: string, name: string, sample: readonly Row[]): Dimension {
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
