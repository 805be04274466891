import type { Fields } from '../reports/report.ts';
import { isAddress, plainText, valueAt } from './values.ts';

export interface Sort {
  readonly column: string;
  readonly isDown: boolean;
}

/** Rows that have all of the words, in any of their values. */
export function filtered(rows: readonly Fields[], words: string): readonly Fields[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return rows;
  return rows.filter((row) => {
    const text = Object.values(row).map(plainText).join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** What is not known stands last either way. */
export function sorted(rows: readonly Fields[], sort: Sort | undefined): readonly Fields[] {
  if (sort === undefined) return rows;
  const known = (row: Fields): boolean => valueAt(row, sort.column) !== null && valueAt(row, sort.column) !== undefined;
  const compare = (one: Fields, other: Fields): number => {
    if (known(one) !== known(other)) return known(one) ? -1 : 1;
    const [left, right] = [valueAt(one, sort.column), valueAt(other, sort.column)];
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : addressless(plainText(left)).localeCompare(addressless(plainText(right)), 'en', { numeric: true });
    return sort.isDown ? -order : order;
  };
  return rows.toSorted(compare);
}

function addressless(text: string): string {
  return isAddress(text) ? text.replace(/^https?:\/\/(?:www\.)?/, '') : text;
}
