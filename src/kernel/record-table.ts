import { fieldsOf } from './fields-of.ts';

export type Cell = string | number | boolean | null;

interface RecordTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Records as a table with a column for every field that one of them has, in the order in which they come. */
export function tableOf(records: readonly unknown[]): RecordTable {
  const fields = records.map(fieldsOf);
  const head = [...new Set(fields.flatMap((record) => Object.keys(record)))];
  return { head, rows: fields.map((record) => head.map((column) => cellOf(record[column]))) };
}

/** A value in one cell: lists of plain values with commas, anything deeper as JSON. */
export function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') return value;
  if (Array.isArray(value) && !value.some((each) => typeof each === 'object' && each !== null)) return value.join(', ');
  return JSON.stringify(value);
}
