import { readDataLines } from '../../kernel/data.ts';
import type { Page, TextBlock } from '../../web/page/page.ts';
import { isUnspaced } from '../../web/words.ts';
import type { JudgedType } from '../page-types.ts';
import { type Content, isPriceLabel, listLinkedHeadings } from './list.ts';
import type { Vote } from './tally.ts';

/** What shows that a page sells one thing, whatever else it shows beside it. */

const PHRASES = readDataLines(import.meta.url, '../data/cart-buttons.txt').flatMap((line) => line.split('|'));
const SPACED = PHRASES.filter((phrase) => !isUnspaced(phrase));
// Japanese puts letters on both sides of a phrase.
const CART = new RegExp(
  String.raw`(?<!\p{L})(?:${SPACED.join('|')})(?!\p{L})|${PHRASES.filter(isUnspaced).join('|')}`,
  'iu',
);
const ARTICLE_NUMBER =
  /^(?:sku|gtin|ean|upc|mpn|item (?:no\.?|number)|model (?:no\.?|number)|artikel-?(?:nummer|nr\.?)|référence|referencia|型番)\s?[:#.]/iu;
const CART_CHARACTERS = 50_000;
/** Sentences about carts are longer than buttons. */
const BUTTON_CHARACTERS_MAX = 40;
/** A button and its copy that stays in view; each card of a list has one of its own. */
const BUTTONS_MAX = 2;
/** Reduced, in instalments, by size. */
const PRICES_MAX = 8;
/** Some shops write the price below the button. */
const BLOCKS_BELOW_BUTTON = 3;

/** Whether a text has a button that buys. */
export function hasCartButton(text: string): boolean {
  return CART.test(text.slice(0, CART_CHARACTERS));
}

/** What is sold on a page that is no list: cards of a list have numbers, prices and buttons as well. */
export function voteBySale(page: Page, { blocks, prices }: Content): Vote<JudgedType>[] {
  const votes: Vote<JudgedType>[] = [];
  if (blocks.some(isArticleNumber)) votes.push(['product', 2, 'a product number']);
  if (prices > 0 && hasCartButton(page.text)) votes.push(['product', 2, 'a price and an add-to-cart button']);
  return votes;
}

function isArticleNumber({ text }: TextBlock): boolean {
  return ARTICLE_NUMBER.test(text.slice(0, 40));
}

/**
 * The page's own price and button, which stand below its heading and above the first thing that it leads to: in a list
 * both stand in the cards.
 */
export function voteByOwnOffer({ blocks, headings, links }: Content): Vote<JudgedType>[] {
  const name = headings.find(({ level }) => level === 1);
  if (name === undefined) return [];
  const below = headings.filter(({ place }) => place.start > name.place.start);
  const [card] = listLinkedHeadings(below, links);
  const end = card?.place.start ?? Infinity;
  const own = blocks.filter(({ start }) => start > name.place.start && start < end);
  const buttons = own.flatMap(({ text }, at) => (text.length <= BUTTON_CHARACTERS_MAX && CART.test(text) ? [at] : []));
  const [button] = buttons;
  if (button === undefined || buttons.length > BUTTONS_MAX) return [];
  const prices = own.slice(0, button + 1 + BLOCKS_BELOW_BUTTON).filter(isPriceLabel).length;
  if (prices === 0 || prices > PRICES_MAX) return [];
  return [['product', OWN_OFFER_POINTS, 'its own price and add-to-cart button below the heading']];
}

/** As much as structured data gives a thing that is sold. */
export const OWN_OFFER_POINTS = 6;
