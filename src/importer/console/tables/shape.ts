import type { Row } from '../../../web/csv/rows.ts';
import { type Columns, firstDimension } from './columns.ts';
import { type DecimalMark, readFigure } from './figures.ts';

const FIGURE_COLUMNS = [1, 2, 3, 4];

/** Five columns that are a text, two whole numbers, a share and a fraction, whatever they are called. */
export function shapedColumns(
  rows: readonly Row[],
  name: string,
  decimal: DecimalMark,
): { readonly columns: Columns; readonly has_headings: boolean } | undefined {
  const filled = rows.flatMap(({ cells }) => (cells?.length === 5 ? [cells] : []));
  const [first] = filled;
  if (first === undefined || filled.length < rows.length - 1) return undefined;
  const has_headings = !isFigures(first, decimal);
  const data = has_headings ? filled.slice(1) : filled;
  if (data.length === 0 || !data.every((cells) => isFigures(cells, decimal))) return undefined;
  const current = shapedMetrics(data, decimal);
  if (current === undefined) return undefined;
  const sample = data.map((cells) => ({ line: 0, cells, fault: undefined, is_ended: true }));
  const dimension = firstDimension(has_headings ? (first[0] ?? '') : '', name, sample);
  const columns = { dimensions: new Map([[dimension, 0]]), previous_date: undefined, current, previous: undefined };
  return { columns, has_headings };
}

function isFigures(cells: readonly string[], decimal: DecimalMark): boolean {
  return cells.slice(1).every((cell) => readFigure(cell, decimal) !== undefined);
}

/** There are no more clicks than impressions, which tells the two apart. */
function shapedMetrics(data: readonly (readonly string[])[], decimal: DecimalMark): Columns['current'] | undefined {
  const values = (at: number): readonly number[] => data.map((cells) => readFigure(cells[at] ?? '', decimal) ?? 0);
  const isWhole = (at: number): boolean => values(at).every(Number.isInteger);
  const [ctr, ...otherShares] = FIGURE_COLUMNS.filter((at) => data.some((cells) => cells[at]?.includes('%')));
  if (ctr === undefined || otherShares.length > 0) return undefined;
  const others = FIGURE_COLUMNS.filter((at) => at !== ctr);
  const position = others.find((at) => !isWhole(at)) ?? others.at(-1);
  const counts = others.filter((at) => at !== position);
  if (position === undefined || !counts.every(isWhole)) return undefined;
  const total = (at: number): number => values(at).reduce((sum, value) => sum + value, 0);
  const [clicks = 0, impressions = 0] = counts.toSorted((one, other) => total(one) - total(other));
  return new Map([
    ['clicks', clicks],
    ['impressions', impressions],
    ['ctr', ctr],
    ['position', position],
  ]);
}
