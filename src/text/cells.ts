import { z } from 'zod';

import { cleanText, compareText } from './normalize.ts';

/**
 * Rows that a caller pastes from an export: a list may be one cell, a column may be unknown, a value may be null.
 */
export const ListCell = z.union([z.array(z.string().max(700)).max(200), z.string().max(10_000)]).nullish();
export type ListCell = z.infer<typeof ListCell>;

const SEPARATOR = /[,;|\n]/;

/** A list cell as a list, each entry clean and once, in its order. */
export function readListCell(cell: ListCell | number, entriesMax = 100): string[] {
  if (cell === null || cell === undefined || typeof cell === 'number') return [];
  const entries = typeof cell === 'string' ? cell.split(SEPARATOR, 200) : cell;
  const clean = entries.slice(0, 200).map((entry) => cleanText(entry, 200));
  return [...new Set(clean.filter((entry) => entry !== ''))].slice(0, entriesMax);
}

/** Columns that no field has, as a note: said, so that a misspelt one is seen. */
export function noteIgnoredFields(list: string, rows: readonly object[], shape: object): string[] {
  const names = new Set<string>();
  for (const row of rows) {
    for (const name of Object.keys(row)) if (!Object.hasOwn(shape, name)) names.add(name);
    if (names.size > 50) break;
  }
  if (names.size === 0) return [];
  const shown = [...names].sort(compareText).slice(0, 10);
  return [`Ignored in ${list}: ${shown.map((name) => cleanText(name, 40)).join(', ')}.`];
}
