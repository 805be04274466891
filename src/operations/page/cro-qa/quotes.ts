import { listEntities, firstText } from '../../../web/structured-data/entity.ts';
import { isKind } from '../../../web/structured-data/vocabulary.ts';
import type { Page } from '../../../web/page/page.ts';
import type { ReadBlock } from './blocks.ts';
import { findList, hasPhrase } from './phrases.ts';

interface CustomerQuote {
  readonly quote: string;
  readonly start: number;
  /** The words with whoever says them. */
  readonly with_name: string;
}

/** Shorter ones are names of things in quotation marks. */
const QUOTE_CHARACTERS_MIN = 12;
/** The words and what stands behind them; the single marks of British English are apostrophes inside the words too. */
const QUOTED: readonly RegExp[] = [
  /^[\s*_>]*[“”"„«][\s\u202f\u00a0]?(?<words>[^“”"„«»]{12,900})[”“"»](?<rest>[^“”"„«»]{0,90})$/su,
  /^[\s*_>]*‘(?<words>[^‘]{12,900})’(?=[\s,.–—-]|$)(?<rest>[^‘’]{0,90})$/su,
];
const SAYS =
  'says|said|writes|tells us|sagt|schreibt|erzählt|meint|berichtet|dice|cuenta|explica|comenta|dit|raconte|explique|témoigne';
/** `dice Ane, de Getaria.` ends the sentence that the customer's words begin. */
const SPOKEN = new RegExp(String.raw`^[\s,—–-]*(?:${SAYS})\s\p{Lu}`, 'u');
/** A name, with what the customer does or where they live: `– Ana Ruiz, designer`, `Priya, 41`, `says Gwen`. */
const NAME = new RegExp(
  String.raw`^[\s—–\-~*_(,]*(?:(?:${SAYS})\s)?\p{Lu}[\p{L}’'.-]*(?:[\s,·|/&()–—-]+[\p{L}\p{N}’'.°-]+){0,9}[\s*_):.★⭐]*$`,
  'u',
);
const NAME_CHARACTERS_MAX = 80;
/** A word of more than a letter with a full stop ends a sentence; `K.` ends a name. */
const ENDS_SENTENCE = /\p{L}{2}[.!?]$/u;
const WORDS_MIN = 6;
/** Labels and buttons do not end like a sentence; cut ones end with dots. */
const SENTENCE_END = /[.!?…。！？]["”“»’)]*\s*$/u;

/**
 * The first words of a customer on the page: in quotation marks with a name behind or below them, below a heading that
 * announces them, or in the structured data of a review.
 */
export function findCustomerQuote(page: Page, blocks: readonly ReadBlock[]): CustomerQuote | undefined {
  return listCustomerQuotes(blocks)[0] ?? findMarkedReview(page);
}

/** What customers say in the text, each with the name and the company that stand beside or below it. */
export function listCustomerQuotes(blocks: readonly ReadBlock[]): CustomerQuote[] {
  return blocks.flatMap(({ block }, at) => {
    if (!isNamedQuote(blocks, at) && !isAnnounced(blocks, at)) return [];
    const below = isNamedBelow(blocks[at + 1]) ? ` ${blocks[at + 1]?.block.text ?? ''}` : '';
    return [{ quote: block.text, start: block.start, with_name: block.text + below }];
  });
}

function isNamedQuote(blocks: readonly ReadBlock[], at: number): boolean {
  const block = blocks[at]?.block;
  if (block === undefined || block.kind === 'heading' || block.text.length > QUOTE_BLOCK_MAX) return false;
  const { name, said } = splitSpeaker(block.text);
  const quoted = findQuoted(said);
  if (quoted === undefined) return endsWithQuote(said);
  const behind = (quoted['rest'] ?? '').replace(/^[.!?…\s]+/u, '').trim();
  if (behind !== '') return isName(behind);
  return (name !== '' && isName(name)) || isNamedBelow(blocks[at + 1]);
}

const QUOTE_BLOCK_MAX = 1200;

function findQuoted(text: string): Readonly<Record<string, string>> | undefined {
  return QUOTED.map((pattern) => pattern.exec(text)?.groups).find((groups) => groups !== undefined);
}

/** Behind the page's own sentences, a name after a dash tells a customer's words from a saying. */
function endsWithQuote(text: string): boolean {
  const start = text.search(/(?<=[.!?…]\s)[“"„«‘](?=\s?\p{Lu}[^“„«‘]{12,}$)/u);
  const behind = start === -1 ? '' : (findQuoted(text.slice(start))?.['rest'] ?? '').trim();
  return /^[—–-]/u.test(behind) && isName(behind);
}

/** `Anna K., Berlin: „…“` */
function splitSpeaker(text: string): { readonly name: string; readonly said: string } {
  const colon = text.slice(0, NAME_CHARACTERS_MAX).search(/:\s*[“”"„«‘]/u);
  return colon === -1 ? { name: '', said: text } : { name: text.slice(0, colon), said: text.slice(colon + 1) };
}

function isNamedBelow(read: ReadBlock | undefined): boolean {
  return read !== undefined && read.block.kind !== 'heading' && isName(read.block.text);
}

function isName(text: string): boolean {
  const name = SPOKEN.test(text) ? text.replace(/[.!?]\s*$/u, '') : text;
  return name.length <= NAME_CHARACTERS_MAX && NAME.test(name) && !ENDS_SENTENCE.test(name);
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
      return { quote: `Review: ${said}`, start: page.json_ld[0]?.place.start ?? 0, with_name: said };
  }
  return undefined;
}
