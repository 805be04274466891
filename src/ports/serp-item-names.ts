import { readDataRows } from '../kernel/data.ts';
import type { SerpItemType } from './serp.ts';

const NAMES: ReadonlyMap<string, string> = new Map(
  readDataRows(import.meta.url, './data/serp-item-names.tsv').map(([type = '', name = '']) => [type, name]),
);

/** «AI Overviews», «local packs»: a type of item in the plural, as sentences name it. */
export function nameItemType(type: SerpItemType): string {
  return NAMES.get(type) ?? type.replaceAll('_', ' ');
}
