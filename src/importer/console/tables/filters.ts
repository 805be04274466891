import type { ConsoleSearchType } from '../../../ports/console.ts';
import { readTwoDays } from './days.ts';
import type { TextTable } from './table.ts';
import { dimensionIn, isFilters, lengthIn, searchTypeIn } from './words.ts';

/** What the file `Filters.csv` of an export says of the other files. */
export interface ExportFilters {
  readonly search_type: ConsoleSearchType | undefined;
  /** Texts that name the period, as `Last 28 days`. */
  readonly periods: readonly string[];
  /** Filters that leave rows out, as they were written. */
  readonly narrowing: readonly string[];
  readonly unknown: readonly string[];
}

const ROWS_MAX = 20;

/** Undefined for a table that is none of filters. */
export function readFilters({ name, rows }: TextTable): ExportFilters | undefined {
  const pairs = rows.flatMap(({ cells = [] }) => {
    const [label = '', value = '', ...others] = cells.map((cell) => cell.trim());
    return label === '' || others.some((cell) => cell !== '') ? [] : [{ label, value }];
  });
  const isTable = rows.length > 0 && rows.length <= ROWS_MAX && pairs.length === rows.length;
  if (!isTable || !(isFilters(name) || pairs.some(({ value }) => isPeriod(value)))) return undefined;
  const periods: string[] = [];
  const narrowing: string[] = [];
  const unknown: string[] = [];
  let search_type: ConsoleSearchType | undefined;
  // The first line names the two columns.
  for (const { label, value } of isHeading(pairs[0]?.value ?? '') ? pairs.slice(1) : pairs) {
    const dimension = dimensionIn(label);
    const type = dimension === undefined ? searchTypeIn(value) : undefined;
    if (isPeriod(value)) periods.push(value);
    else if (type !== undefined) search_type ??= type;
    else if (dimension !== undefined && dimension !== 'date') narrowing.push(`${label}: ${value}`);
    else unknown.push(`${label}: ${value}`);
  }
  return { search_type, periods, narrowing, unknown };
}

function isHeading(value: string): boolean {
  return !isPeriod(value) && searchTypeIn(value) === undefined;
}

function isPeriod(value: string): boolean {
  return readTwoDays(value) !== undefined || lengthIn(value) !== undefined;
}
