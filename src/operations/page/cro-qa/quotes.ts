import { listEntities, firstText } from '../../../web/structured-data/entity.ts';
import { isKind } from '../../../web/structured-data/vocabulary.ts';
import type { Page } from '../../../web/page/page.ts';
import type { ReadBlock } from './blocks.ts';
import { findList, hasPhrase } from './phrases.ts';

interface CustomerQuote {
  readonly quote: string;
  readonly start: number;
}

/** Shorter ones are slogans and titles in quotation marks. */
const QUOTE_CHARACTERS_MIN = 20;
const QUOTED = /^[\s*_>]*[“”"„«][\s\u202f\u00a0]?(?<words>[^“”"„«»]{20,900})[”“"»](?<rest>[^“”"„«»]{0,90})$/su;
/** A name, with what the customer does or where they live: `– Ana Ruiz, designer`, `Priya, 41`. */
const NAME = /^[\s—–\-~*_(]*(?:\p{Lu}[\p{L}’'.-]*)(?:[\s,·|/&()]+[\p{L}\p{N}’'.°-]+){0,9}[\s*_)]*$/u;
const NAME_CHARACTERS_MAX = 80;
const WORDS_MIN = 6;
/** Labels and buttons do not end like a sentence; cut ones end with dots. */
const SENTENCE_END = /[.!?…。！？]["”“»’)]*\s*$/u;

/**
 * The first words of a customer on the page: in quotation marks with a name behind or below them, below a heading that
 * announces them, or in the structured data of a review.
 */
export function findCustomerQuote(page: Page, blocks: readonly ReadBlock[]): CustomerQuote | undefined {
  const at = blocks.findIndex((_, index) => isNamedQuote(blocks, index) || isAnnounced(blocks, index));
  const found = blocks[at];
  if (found !== undefined) return { quote: found.block.text, start: found.block.start };
  return findMarkedReview(page);
}

function isNamedQuote(blocks: readonly ReadBlock[], at: number): boolean {
  const block = blocks[at]?.block;
  if (block === undefined || block.kind === 'heading' || block.text.length > QUOTE_BLOCK_MAX) return false;
  const { words = '', rest = '' } = QUOTED.exec(block.text)?.groups ?? {};
  if (words.length < QUOTE_CHARACTERS_MIN) return false;
  const behind = rest.replace(/^[.!?…\s]+/u, '').trim();
  return behind === '' ? isName(blocks[at + 1]) : NAME.test(behind);
}

const QUOTE_BLOCK_MAX = 1200;

function isName(read: ReadBlock | undefined): boolean {
  if (read === undefined || read.block.kind === 'heading') return false;
  return read.block.text.length <= NAME_CHARACTERS_MAX && NAME.test(read.block.text);
}

/** Blocks below a heading that may hold its first quote; stars and labels stand before some. */
const BELOW = 4;

/** A sentence below a heading such as `What our patients say`, which alone shows nothing. */
function isAnnounced(blocks: readonly ReadBlock[], at: number): boolean {
  const read = blocks[at];
  if (read === undefined || read.block.kind === 'heading' || read.words < WORDS_MIN) return false;
  if (!SENTENCE_END.test(read.block.text)) return false;
  if (read.block.linked_characters * 2 >= read.block.text.length) return false;
  const above = blocks.slice(Math.max(0, at - BELOW), at);
  const heading = above.findLast(({ block }) => block.kind === 'heading');
  return heading !== undefined && announcesCustomers(heading);
}

/** `Client stories`, `Das sagen unsere Patienten`: who speaks, and that they speak, in either order. */
function announcesCustomers({ plain }: ReadBlock): boolean {
  return (
    hasPhrase(plain, findList('proof.testimonial')) ||
    (hasPhrase(plain, findList('customers')) && hasPhrase(plain, findList('customers_say')))
  );
}

function findMarkedReview(page: Page): CustomerQuote | undefined {
  for (const entity of listEntities(page)) {
    const said = entity.types.some((type) => isKind(type, 'Review')) ? firstText(entity, 'reviewBody') : undefined;
    if (said !== undefined && said.length >= QUOTE_CHARACTERS_MIN)
      return { quote: `Review: ${said}`, start: page.json_ld[0]?.place.start ?? 0 };
  }
  return undefined;
}
