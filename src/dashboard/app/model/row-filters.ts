import type { Fields } from './report.ts';
import { plainText, valueAt } from './values.ts';

/**
 * What is wanted of one field, as it stands in the address: `a,b` is one of these, `!a` is not, `~text` contains it,
 * `20..50` is from and to, either of which may be left out, `*` is known, `!*` is not.
 */
export interface Filter {
  readonly field: string;
  readonly wanted: string;
}

export type FilterKind = 'is' | 'is_not' | 'contains' | 'between' | 'known' | 'unknown';

export const FILTER_KINDS: Readonly<Record<FilterKind, string>> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  between: 'is between',
  known: 'is known',
  unknown: 'is not known',
};

const RANGE = /^(-?\d*(?:\.\d+)?)\.\.(-?\d*(?:\.\d+)?)$/;

export function filterOf(field: string, kind: FilterKind, value: string): Filter {
  const wanted: Readonly<Record<FilterKind, string>> = {
    is: value,
    is_not: `!${value}`,
    contains: `~${value}`,
    between: value.includes('..') ? value : `${value}..`,
    known: '*',
    unknown: '!*',
  };
  return { field, wanted: wanted[kind] };
}

/** «is not known», «from 20 to 50». */
export function filterText(wanted: string): string {
  if (wanted === '*') return 'is known';
  if (wanted === '!*') return 'is not known';
  const range = RANGE.exec(wanted);
  if (range !== null) {
    const [, low = '', high = ''] = range;
    return low === '' ? `up to ${high}` : high === '' ? `from ${low}` : `from ${low} to ${high}`;
  }
  if (wanted.startsWith('!')) return `is not ${wanted.slice(1)}`;
  return wanted.startsWith('~') ? `contains ${wanted.slice(1)}` : wanted.split(',').join(' or ').replaceAll('_', ' ');
}

export function isMatch(row: Fields, { field, wanted }: Filter): boolean {
  const value = valueAt(row, field);
  const isKnown = value !== null && value !== undefined;
  if (wanted === '*') return isKnown;
  if (wanted === '!*') return !isKnown;
  const range = RANGE.exec(wanted);
  if (range !== null) return typeof value === 'number' && isWithin(value, range[1] ?? '', range[2] ?? '');
  const text = plainText(value);
  if (wanted.startsWith('!')) return text !== wanted.slice(1);
  if (wanted.startsWith('~')) return text.toLowerCase().includes(wanted.slice(1).toLowerCase());
  return wanted.split(',').includes(text);
}

function isWithin(value: number, low: string, high: string): boolean {
  return (low === '' || value >= Number(low)) && (high === '' || value <= Number(high));
}

/** A press on a chip adds its value to what is wanted of the field, or takes it away. */
export function toggled(filters: readonly Filter[], field: string, value: string): readonly Filter[] {
  const others = filters.filter((each) => each.field !== field);
  const before = filters.find((each) => each.field === field)?.wanted.split(',') ?? [];
  const wanted = before.includes(value) ? before.filter((each) => each !== value) : [...before, value];
  return wanted.length === 0 ? others : [...others, { field, wanted: wanted.join(',') }];
}

export interface Preset {
  readonly field: string;
  readonly values: readonly { readonly value: string; readonly count: number }[];
}

const VALUES_MAX = 6;
const PRESETS_MAX = 2;
const CODE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
/** Telling ones first. */
const TELLING = ['classification', 'action', 'type', 'severity', 'priority', 'status', 'intent', 'match'];

/** Fields with few values that are words, as chips. */
export function presetsOf(rows: readonly Fields[], fields: readonly string[]): readonly Preset[] {
  const found = fields.flatMap((field): readonly Preset[] => {
    const counts = new Map<string, number>();
    for (const row of rows) {
      const value = valueAt(row, field);
      if (value === null || value === undefined) continue;
      if (typeof value !== 'string' || !CODE.test(value)) return [];
      counts.set(value, (counts.get(value) ?? 0) + 1);
      if (counts.size > VALUES_MAX) return [];
    }
    if (counts.size < 2) return [];
    const values = [...counts]
      .map(([value, count]) => ({ value, count }))
      .toSorted((one, other) => other.count - one.count);
    return [{ field, values }];
  });
  const rankOf = ({ field }: Preset): number => (TELLING.includes(field) ? TELLING.indexOf(field) : TELLING.length);
  return found.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, PRESETS_MAX);
}
