import { AMOUNT } from '../../../text/amounts.ts';
import type { ReadBlock } from './blocks.ts';
import { findList, hasPhrase } from './phrases.ts';

/** Characters of a block that are searched. */
const CHARACTERS_MAX = 600;

/** What stands before an amount from which something else is free: `free delivery over £40`. */
const THRESHOLD =
  /(?:^|\P{L})(?:over|above|from|ab|über|desde|a partir de|más de|superiores a|dès|à partir de|au-delà de)\s*$/iu;

/** A label such as `£34.00` is the price itself; in a sentence, the words around an amount say what it is. */
const LABEL_CHARACTERS_MAX = 40;

/**
 * The block that says what the offer costs: an amount as a label or with words of a price, that it costs nothing, or
 * else any amount.
 */
export function findPrice(blocks: readonly ReadBlock[]): ReadBlock | undefined {
  const named = blocks.filter(namesAmount);
  const told = named.find(
    ({ block, plain }) => block.text.length <= LABEL_CHARACTERS_MAX || hasPhrase(plain, findList('price_words')),
  );
  return told ?? blocks.find(({ plain }) => hasPhrase(plain, findList('costs_nothing'))) ?? named[0];
}

/** Whether a text is a price and little else. */
export function isPriceLabel(text: string): boolean {
  return text.length <= LABEL_CHARACTERS_MAX && AMOUNT.test(text);
}

function namesAmount({ block, plain }: ReadBlock): boolean {
  const text = block.text.slice(0, CHARACTERS_MAX);
  const amount = AMOUNT.exec(text);
  if (amount === null) return false;
  const isThreshold = THRESHOLD.test(text.slice(Math.max(0, amount.index - 20), amount.index));
  return !isThreshold || !hasPhrase(plain, findList('objection.delivery'));
}
