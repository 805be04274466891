import { readKeyword } from '../text/keyword.ts';
import { foldPhrase } from '../text/normalize.ts';

/** Keywords that differ only in word order, number, spelling or filler words. */
export interface Variants<Item> {
  /** The spelling used most often, or the first. */
  readonly kept: Item;
  readonly dropped: readonly Item[];
}

/**
 * Folds near duplicates by the set of their stems (keyword-metrics 6), in the order of the first of each.
 *
 * Conversions and routes keep their direction: `pdf to word` is not `word to pdf`.
 *
 * @param weigh how often this exact form is seen or searched for; the heaviest of each group is kept, the first of equals
 */
export function foldVariants<Item extends { readonly keyword: string; readonly language: string }>(
  items: readonly Item[],
  weigh: (item: Item) => number,
): Variants<Item>[] {
  const groups = Map.groupBy(items, ({ keyword, language }) => variantKey(keyword, language));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const kept = group.reduce((best, item) => (weigh(item) > weigh(best) ? item : best), first);
    return [{ kept, dropped: group.filter((item) => item !== kept) }];
  });
}

/** Equal for near duplicates. */
export function variantKey(keyword: string, language: string): string {
  return readKeyword(keyword, language).key || foldPhrase(keyword);
}
