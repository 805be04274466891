/**
 * Gives each row at most one column and each column at most one row, so that the sum of the values is greatest.
 *
 * The Hungarian method (Kuhn 1955, with potentials) in O(rows² × columns). A pair that is not listed, or is worth nothing
 * or less, is never made. Of equal sums the same one is always chosen.
 *
 * @param values for each row the worth of the columns that it can have
 * @param columns how many columns there are
 * @returns the column of each row; undefined for a row that gets none
 */
export function assignBest(values: readonly ReadonlyMap<number, number>[], columns: number): (number | undefined)[] {
  // Each row has a spare column of its own, worth nothing: it may go without.
  const width = columns + values.length;
  const state: State = {
    values,
    columns,
    row_potential: new Float64Array(values.length + 1),
    column_potential: new Float64Array(width + 1),
    row_of: new Int32Array(width + 1),
  };
  for (let row = 1; row <= values.length; row += 1) placeRow(row, width, state);
  const chosen = values.map((): number | undefined => undefined);
  for (let column = 1; column <= columns; column += 1) {
    const row = (state.row_of[column] ?? 0) - 1;
    if (row >= 0 && (values[row]?.get(column - 1) ?? 0) > 0) chosen[row] = column - 1;
  }
  return chosen;
}

interface State {
  readonly values: readonly ReadonlyMap<number, number>[];
  readonly columns: number;
  readonly row_potential: Float64Array;
  readonly column_potential: Float64Array;
  /** The row of each column, both counted from 1; 0 for none. */
  readonly row_of: Int32Array;
}

/** Pairs that must not be made cost more than any sum of others gains. */
const FORBIDDEN = 1e9;

function costOf({ values, columns }: State, row: number, column: number): number {
  if (column > columns) return column - columns === row ? 0 : FORBIDDEN;
  const value = values[row - 1]?.get(column - 1);
  return value === undefined || value <= 0 ? FORBIDDEN : -value;
}

/** Finds a column for a row along the cheapest chain of rows that move on to another column. */
function placeRow(row: number, width: number, state: State): void {
  const { row_of: rowOf } = state;
  const least = new Float64Array(width + 1).fill(Infinity);
  const way = new Int32Array(width + 1);
  const used = new Uint8Array(width + 1);
  rowOf[0] = row;
  let column = 0;
  for (let step = 0; step <= width && (rowOf[column] ?? 0) !== 0; step += 1) {
    used[column] = 1;
    column = takeStep(column, { least, way, used }, state);
  }
  while (column !== 0) {
    const before = way[column] ?? 0;
    rowOf[column] = rowOf[before] ?? 0;
    column = before;
  }
}

interface Search {
  readonly least: Float64Array;
  readonly way: Int32Array;
  readonly used: Uint8Array;
}

/** Looks from a column's row at all open columns, and goes on to the cheapest. */
function takeStep(from: number, search: Search, state: State): number {
  const { least, way, used } = search;
  const row = state.row_of[from] ?? 0;
  const base = state.row_potential[row] ?? 0;
  let delta = Infinity;
  let next = 0;
  for (const [column, isUsed] of used.entries()) {
    if (column === 0 || isUsed === 1) continue;
    const cost = costOf(state, row, column) - base - (state.column_potential[column] ?? 0);
    if (cost < (least[column] ?? Infinity)) [least[column], way[column]] = [cost, from];
    const cheapest = least[column] ?? Infinity;
    if (cheapest < delta) [delta, next] = [cheapest, column];
  }
  shiftPotentials(delta, search, state);
  return next;
}

function shiftPotentials(delta: number, { least, used }: Search, state: State): void {
  const { row_of: rowOf, row_potential: rows, column_potential: columns } = state;
  for (const [column, isUsed] of used.entries()) {
    if (isUsed === 1) {
      const held = rowOf[column] ?? 0;
      rows[held] = (rows[held] ?? 0) + delta;
      columns[column] = (columns[column] ?? 0) - delta;
    } else least[column] = (least[column] ?? Infinity) - delta;
  }
}
