import { readDataRows } from '../../../kernel/data.ts';
import { cleanText } from '../../../text/normalize.ts';
import { alignKeyword } from '../../../text/alignment.ts';
import { type Entity, type EntityValue, isEntity, listTopEntities } from '../../../web/structured-data/entity.ts';
import type { Page } from '../../../web/page/page.ts';
import type { Rating } from '../../../text/snippet/phrasing.ts';

/** Facts that a title or description may name: visitors see each of them on the page. */
export interface ShownFacts {
  /** Written as the visible text writes it: `1.299,00 €`. */
  readonly price: string | undefined;
  /** The text names a sum of money. */
  readonly has_prices: boolean;
  readonly locality: string | undefined;
  readonly rating: Rating | undefined;
  /** Headings that count up from one: `Step 1`, `2.`, `Schritt 3`. */
  readonly steps: number | undefined;
  /** A link in the content that asks for an action, in the page's own words. */
  readonly call_to_action: string | undefined;
}

/** @param about the search and the first heading, which calls to action speak of */
export function findShownFacts(page: Page, language: string, about: string): ShownFacts {
  const entities = listTopEntities(page).slice(0, 200);
  const text = page.text.slice(0, TEXT_CHARACTERS_MAX);
  return {
    price: findPrice(entities, text),
    has_prices: text.search(MONEY) >= 0 || /\d\s(?:euros?|dollars|pounds)\b/i.test(text),
    locality: findLocality(entities, text),
    rating: findRating(entities, text),
    steps: countSteps(page),
    call_to_action: findCallToAction(page, language, about),
  };
}

const TEXT_CHARACTERS_MAX = 200_000;
/** Groups of digits are bounded: otherwise a text of nothing but digits would be read anew from each of them. */
const MONEY =
  /(?:[€$£¥]|(?:USD|EUR|GBP|CHF)\s)\s?\d{1,3}(?:[.,’ \u00a0]?\d{3}){0,5}(?:[.,]\d{2})?(?!\d)|\d{1,3}(?:[.,’ \u00a0]?\d{3}){0,5}(?:[.,]\d{2})?\s?(?:€|£|円|EUR\b|CHF\b|USD\b)/gu;

/** The price of the offer as the visible text writes it. Without an offer, the text's only price. */
function findPrice(entities: readonly Entity[], text: string): string | undefined {
  const shown = [
    ...new Set(
      text
        .matchAll(MONEY)
        .take(200)
        .map((match) => match[0].replaceAll(/\s+/g, ' ')),
    ),
  ];
  const offers = entities.flatMap((entity) => readParts(entity, 'offers'));
  const offered = offers.map((offer) => parseAmount(readText(offer, 'price'))).filter((amount) => amount !== undefined);
  if (offers.length > 0) return shown.find((price) => offered[0] !== undefined && parseAmount(price) === offered[0]);
  return shown.length === 1 ? shown[0] : undefined;
}

/** `1.299,00 €` → 1299. Undefined where the point could separate thousands or cents. */
function parseAmount(written: string | undefined): number | undefined {
  const digits = written?.replaceAll(/[^\d.,]/g, '').replaceAll(/^[.,]+|[.,]+$/g, '') ?? '';
  if (digits === '' || digits.length > 20) return undefined;
  const cents = /[.,](\d{1,2})$/.exec(digits)?.[1];
  const whole = digits.slice(0, cents === undefined ? undefined : -cents.length - 1).replaceAll(/[.,]/g, '');
  return Number(cents === undefined ? whole : `${whole}.${cents}`);
}

function findLocality(entities: readonly Entity[], text: string): string | undefined {
  for (const address of entities.flatMap((entity) => readParts(entity, 'address'))) {
    const locality = cleanText(readText(address, 'addressLocality') ?? '', 60);
    if (/^[\p{Lu}\p{Lo}][\p{L} .’'-]{1,40}$/u.test(locality) && text.includes(locality)) return locality;
  }
  return undefined;
}

function findRating(entities: readonly Entity[], text: string): Rating | undefined {
  for (const entity of entities.flatMap((each) => readParts(each, 'aggregateRating'))) {
    const rating = readRating(entity);
    if (rating === undefined) continue;
    // Searchers must not be promised a rating that visitors do not see.
    const { value, count } = rating;
    if (text.includes(count) && (text.includes(value) || text.includes(value.replace('.', ',')))) return rating;
  }
  return undefined;
}

/** Ratings of one to five stars by more than one person. */
function readRating(entity: Entity): Rating | undefined {
  const value = readText(entity, 'ratingValue')?.replace(',', '.') ?? '';
  const count = readText(entity, 'reviewCount') ?? readText(entity, 'ratingCount') ?? '';
  const best = readText(entity, 'bestRating') ?? '5';
  const isUsual = /^\d(?:\.\d)?$/.test(value) && /^\d{1,6}$/.test(count) && Number(count) > 1 && best === '5';
  return isUsual ? { value, best, count } : undefined;
}

const STEP = /^(?:step|schritt|paso|étape|etape|passo|stap)?\s?(\d{1,2})(?:[.:)]|\s[–-]|$)/iu;
const STEPS = { min: 3, max: 20 } as const;

function countSteps(page: Page): number | undefined {
  let next = 1;
  for (const heading of page.headings) {
    if (heading.hidden || heading.region !== 'content') continue;
    if (Number(STEP.exec(heading.text)?.[1] ?? 0) === next) next += 1;
  }
  const named = page.headings.some((heading) => /^(?:step|schritt|paso|étape|etape)\s?1\b/iu.test(heading.text));
  return named && next > STEPS.min && next - 1 <= STEPS.max ? next - 1 : undefined;
}

const CALLS: ReadonlyMap<string, { readonly begins: RegExp; readonly asks: RegExp }> = new Map(
  readDataRows(import.meta.url, 'data/calls.tsv').map(([language = '', begins = '', asks = '']) => [
    language,
    {
      begins: new RegExp(String.raw`^(?:${begins})(?!\p{L})`, 'iu'),
      asks: new RegExp(String.raw`(?<!\p{L})(?:${asks})(?!\p{L})`, 'iu'),
    },
  ]),
);
const CALL_CHARACTERS_MAX = 40;

/** A link that asks for what the page is about, or for an appointment, a quote and the like: `Book a repair`. */
function findCallToAction(page: Page, language: string, about: string): string | undefined {
  const known = CALLS.get(language);
  if (known === undefined) return undefined;
  const found = page.links.find(({ text: written, region, hidden }) => {
    const text = written.trim();
    const isCall = text.length <= CALL_CHARACTERS_MAX && known.begins.test(text) && /^[\p{L}\s’'-]+[!.]?$/u.test(text);
    // `Request Quote` is a button, `Request a quote` a sentence.
    if (language === 'en' && !/\b(?:an?|the|your|our|now|today|online)\b/i.test(text)) return false;
    if (!isCall || hidden || region !== 'content' || text.split(/\s+/).length < 3) return false;
    const { words, missing } = alignKeyword(text, about, language);
    return known.asks.test(text) || (words.length > 1 && missing.length < words.length);
  });
  return found === undefined ? undefined : cleanText(found.text, 60).replace(/[!.]$/, '');
}

function readParts(entity: Entity, property: string): Entity[] {
  return (entity.properties.get(property) ?? []).filter(isEntity).slice(0, 20);
}

function readText(entity: Entity, property: string): string | undefined {
  const value: EntityValue | undefined = entity.properties.get(property)?.[0];
  return value === undefined || isEntity(value) ? undefined : String(value);
}
