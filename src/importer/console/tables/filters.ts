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
  const pairs = rows.flatMap(({ cells = [] }) => pairOf(cells) ?? []);
  if (rows.length === 0 || rows.length > ROWS_MAX || pairs.length < rows.length) return undefined;
  if (!isFilters(name) && !pairs.some(({ value }) => isPeriod(value))) return undefined;
  // The first line names the two columns.
  const listed = isHeading(pairs[0]?.value ?? '') ? pairs.slice(1) : pairs;
  const of = (kind: FilterKind): readonly FilterPair[] => listed.filter((pair) => kindOf(pair) === kind);
  const text = ({ label, value }: FilterPair): string => `${label}: ${value}`;
  return {
    search_type: of('type').map(({ value }) => searchTypeIn(value))[0],
    periods: of('period').map(({ value }) => value),
    narrowing: of('narrowing').map(text),
    unknown: of('unknown').map(text),
  };
}

interface FilterPair {
  readonly label: string;
  readonly value: string;
}
type FilterKind = 'period' | 'type' | 'narrowing' | 'unknown';

function pairOf(cells: readonly string[]): FilterPair | undefined {
  const [label = '', value = '', ...others] = cells.map((cell) => cell.trim());
  return label === '' || others.some((cell) => cell !== '') ? undefined : { label, value };
}

function kindOf({ label, value }: FilterPair): FilterKind {
  if (isPeriod(value)) return 'period';
  const dimension = dimensionIn(label);
  if (dimension !== undefined) return dimension === 'date' ? 'unknown' : 'narrowing';
  return searchTypeIn(value) === undefined ? 'unknown' : 'type';
}

function isHeading(value: string): boolean {
  return !isPeriod(value) && searchTypeIn(value) === undefined;
}

function isPeriod(value: string): boolean {
  return readTwoDays(value) !== undefined || lengthIn(value) !== undefined;
}
