import { labelOf, wordsOf } from '../model/words.ts';
import type { BarsSpec, LineSpec, MatrixCell, MatrixSpec, ShareSpec } from '../model/chart-spec.ts';
import type { Unit } from '../model/report.ts';

/** Fewer points than this are no line. */
const POINTS_MIN = 2;

type Figure = number | null | undefined;

/** Counts by name, such as how many tasks are of each type; undefined where there is nothing to compare. */
export function barsOf(counts: object, unit?: Unit): BarsSpec | undefined {
  const items = figuresOf(counts).toSorted((one, other) => other.value - one.value);
  return items.length < 2 ? undefined : { kind: 'bars', items, ...(unit === undefined ? {} : { unit }) };
}

export function sharesOf(counts: object, unit?: Unit): ShareSpec | undefined {
  const parts = figuresOf(counts).toSorted((one, other) => other.value - one.value);
  return parts.length < 2 ? undefined : { kind: 'share', parts, ...(unit === undefined ? {} : { unit }) };
}

function figuresOf(counts: object): readonly { readonly name: string; readonly value: number }[] {
  return Object.entries(counts).flatMap(([name, value]: readonly [string, unknown]) =>
    typeof value === 'number' && value > 0 ? [{ name: sentenceCase(name), value }] : [],
  );
}

function sentenceCase(code: string): string {
  return labelOf(wordsOf(code));
}

/** A line through rows, by the names of their fields; the earliest first. */
export function lineOf<Row extends object>(
  rows: readonly Row[],
  x: (row: Row) => string,
  series: readonly { readonly name: string; readonly of: (row: Row) => Figure; readonly isBefore?: boolean }[],
  unit?: Unit,
): LineSpec | undefined {
  const sorted = rows.toSorted((one, other) => x(one).localeCompare(x(other)));
  const drawn = series
    .map(({ name, of, isBefore = false }) => ({ name, isBefore, values: sorted.map((row) => of(row) ?? null) }))
    .filter(({ values }) => values.some((value) => value !== null));
  if (sorted.length < POINTS_MIN || drawn.length === 0) return undefined;
  return { kind: 'line', x: sorted.map((row) => x(row)), series: drawn, unit };
}

/** Rows by two of their fields, with a figure where they meet. */
export function matrixOf<Row>(
  rows: readonly Row[],
  by: {
    readonly axes: readonly [string, string];
    readonly measure: string;
    readonly row: (row: Row) => string;
    readonly column: (row: Row) => string;
    readonly cell: (rows: readonly Row[]) => MatrixCell;
  },
): MatrixSpec | undefined {
  const names = (of: (row: Row) => string): readonly string[] => [...new Set(rows.map((row) => of(row)))];
  const [rowNames, columnNames] = [names(by.row), names(by.column)];
  if (rowNames.length === 0) return undefined;
  return {
    kind: 'matrix',
    axes: by.axes,
    rows: rowNames,
    columns: columnNames,
    measure: by.measure,
    cells: rowNames.map((name) =>
      columnNames.map((column) => by.cell(rows.filter((row) => by.row(row) === name && by.column(row) === column))),
    ),
  };
}

/** How deep the colour of a position is: the first the deepest. */
export function heatOfPosition(position: number | null): number | null {
  return position === null ? null : Math.max(0.05, 1 - (position - 1) / 20);
}
