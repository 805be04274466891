import { cleanText } from '../../../text/normalize.ts';
import { addStated, beginDraft } from './begin.ts';
import { linkTo, profiles } from './build-page.ts';
import { type Draft, type Find, find, thing } from './draft.ts';
import type { TextBlock } from '../../../web/page/page.ts';
import type { JsonObject } from '../../../web/structured-data/json.ts';
import { contentBlocks, itemsBelow, labelled, quoteLabel } from './labels.ts';
import { LABEL, SECTION } from './names.ts';
import { metaOf, type PageFacts } from './page-facts.ts';
import { addressIn, findAddress, hoursIn } from './places.ts';
import { availabilityIn, MONEY, type Money, moneyOf, phoneIn } from './values.ts';

export function product(facts: PageFacts): Draft {
  const draft = beginDraft(facts, 'Product', 'name', 'image', 'description');
  const { labels } = facts;
  const brand = labelled(labels, LABEL.brand)?.value ?? metaOf(facts.page, 'product:brand');
  draft.set('brand', brand === undefined ? undefined : thing('Brand', { name: cleanText(brand, 80) }), 'brand');
  draft.set('sku', codeOf(labelled(labels, LABEL.sku)?.value), 'article number');
  const gtin = labelled(labels, LABEL.gtin)?.value.replaceAll(/[\s-]/g, '') ?? '';
  draft.set('gtin', /^(?:\d{8}|\d{12,14})$/.test(gtin) ? gtin : undefined, 'GTIN');
  return draft.take('offers', offerOf(facts)).take('aggregateRating', aggregateRatingOf(facts));
}

function codeOf(written: string | undefined): string | undefined {
  return /^[\w./-]{2,40}$/.exec(written?.trim() ?? '')?.[0];
}

export interface Price extends Money {
  readonly evidence: string;
}

/** The price that the page labels or states in its metadata, else the only one that it shows. */
export function priceOf(facts: PageFacts): Price | undefined {
  const stated = moneyOf(metaOf(facts.page, 'product:price:amount') ?? metaOf(facts.page, 'og:price:amount') ?? '');
  const currency = metaOf(facts.page, 'product:price:currency') ?? metaOf(facts.page, 'og:price:currency');
  if (stated !== undefined)
    return { ...stated, currency: stated.currency ?? codeOfCurrency(currency), evidence: 'price metadata' };
  const label = labelled(facts.labels, LABEL.price);
  const written = label === undefined ? undefined : [...label.value.matchAll(MONEY).take(3)].map(([text]) => text);
  if (label !== undefined && written?.length === 1) {
    const money = moneyOf(written[0] ?? '');
    if (money !== undefined) return { ...money, evidence: quoteLabel(label, 40) };
  }
  return onlyPrice(facts);
}

function codeOfCurrency(written: string | undefined): string | undefined {
  return /^[A-Z]{3}$/.exec(written?.trim() ?? '')?.[0];
}

function onlyPrice(facts: PageFacts): Price | undefined {
  const shown = new Map<string, Price>();
  for (const block of contentBlocks(facts.page).slice(0, 500)) {
    // Shipping costs and what a purchase has to reach are not the price.
    if (OTHER_MONEY.test(block.text.slice(0, 400))) continue;
    for (const [text] of block.text.slice(0, 1000).matchAll(MONEY).take(5)) {
      const money = moneyOf(text);
      if (money !== undefined)
        shown.set(`${money.amount} ${money.currency ?? ''}`, { ...money, evidence: `“${text.trim()}”` });
    }
  }
  const [first] = shown.values();
  return shown.size === 1 ? first : undefined;
}

const OTHER_MONEY =
  /shipping|delivery|versand|lieferung|envío|livraison|送料|save\b|rabatt|discount|ab einem|orders? over|a partir de/iu;

export function offerOf(facts: PageFacts): Find | undefined {
  const price = priceOf(facts);
  if (price?.currency === undefined) return undefined;
  const stock =
    labelled(facts.labels, LABEL.availability)?.value ?? metaOf(facts.page, 'product:availability') ?? stockIn(facts);
  const offer = thing('Offer', {
    price: price.amount,
    priceCurrency: price.currency,
    availability: stock === undefined ? undefined : availabilityIn(stock),
    url: facts.url,
  });
  return find(offer, price.evidence);
}

/** A short line of the page that says whether the thing is there, or else what says so beside the price. */
function stockIn(facts: PageFacts): string | undefined {
  const stated = contentBlocks(facts.page)
    .slice(0, 300)
    .filter(({ text }) => text.length <= 300 && availabilityIn(text) !== undefined);
  const isPriced = ({ text }: TextBlock): boolean => text.match(MONEY) !== null;
  return (stated.find(({ text }) => text.length <= 60) ?? stated.find(isPriced))?.text;
}

const RATED =
  /(\d(?:[.,]\d{1,2})?)\s?(?:\/|out of|von|de|sur)\s?5(?!\d)[^\d\n]{0,30}(\d{1,3}(?:[.,\u00a0]\d{3}){0,5}|\d{1,6})\s?(?:reviews?|ratings?|customer reviews|bewertungen|rezensionen|opiniones|valoraciones|reseñas|avis|件)/iu;

/** `4.7 out of 5 (89 reviews)` as the page shows it. */
export function aggregateRatingOf(facts: PageFacts): Find | undefined {
  for (const block of contentBlocks(facts.page).slice(0, 1000)) {
    const match = RATED.exec(block.text.slice(0, 300));
    if (match === null) continue;
    const value = Number((match[1] ?? '').replace(',', '.'));
    const count = Number((match[2] ?? '').replaceAll(/\D/g, ''));
    if (value > 5 || value < 1 || count < 1) continue;
    return find(
      thing('AggregateRating', { ratingValue: value, reviewCount: count, bestRating: 5 }),
      `“${match[0].slice(0, 60)}”`,
    );
  }
  return undefined;
}

export function software(facts: PageFacts): Draft {
  const draft = beginDraft(facts, 'SoftwareApplication', 'name', 'description', 'image', 'url');
  const { labels } = facts;
  draft.set(
    'operatingSystem',
    labelled(labels, LABEL.system)?.value.slice(0, 120) ?? systemsIn(facts.text),
    'operating systems',
  );
  draft.set('applicationCategory', labelled(labels, LABEL.category)?.value.slice(0, 80), 'category');
  draft.set('softwareVersion', /\d[\w.+-]{0,30}/.exec(labelled(labels, LABEL.version)?.value ?? '')?.[0], 'version');
  return draft.take('offers', freeOffer(facts) ?? offerOf(facts)).take('aggregateRating', aggregateRatingOf(facts));
}

/** Software that is given away is offered for 0. */
function freeOffer(facts: PageFacts): Find | undefined {
  const label = labelled(facts.labels, LABEL.price);
  const isFree = label !== undefined && /^(?:free|kostenlos|gratis|gratuit|無料)(?!\p{L})/iu.test(label.value);
  return isFree ? find(thing('Offer', { price: '0' }), quoteLabel(label, 40)) : undefined;
}

const SYSTEMS = ['Windows', 'macOS', 'Linux', 'iOS', 'Android', 'ChromeOS'];

function systemsIn(text: string): string | undefined {
  const found = SYSTEMS.filter((name) =>
    new RegExp(`(?<![\\p{L}])${name}(?![\\p{L}])`, 'u').test(text.slice(0, 20_000)),
  );
  return found.length >= 2 ? found.join(', ') : undefined;
}

export function localBusiness(facts: PageFacts): Draft {
  const draft = beginDraft(facts, 'LocalBusiness').take('name', facts.site, facts.name);
  addStated(draft, facts, 'image', 'description', 'url').take('address', addressOf(facts) ?? addressAmongOthers(facts));
  draft.set('telephone', phoneOf(facts), 'telephone number');
  draft.set('email', linkTo(facts, 'mailto:'), 'e-mail link');
  draft.set('openingHoursSpecification', openingHours(facts), 'opening hours');
  draft.set(
    'priceRange',
    /^[€$£]{1,4}$/.exec(labelled(facts.labels, LABEL.price_range)?.value ?? '')?.[0],
    'price range',
  );
  draft.set('sameAs', profiles(facts, 'site'), 'links to profiles');
  return draft.take('aggregateRating', aggregateRatingOf(facts));
}

/** Label, else the first line of content or footer that reads as a whole postal address. */
export function addressOf(facts: PageFacts, where: 'content' | 'everywhere' = 'everywhere'): Find | undefined {
  const label = labelled(facts.labels, LABEL.address);
  const stated = label === undefined ? undefined : addressIn(label.value);
  if (label !== undefined && stated !== undefined) return find(stated, quoteLabel(label, 80));
  const blocks = facts.page.blocks.filter(({ region }) => where === 'everywhere' || region === 'content');
  for (const { text, kind } of blocks.slice(0, 3000)) {
    if (text.length > 200 || kind === 'code' || kind === 'heading') continue;
    const address = addressIn(text) ?? addressIn(text.replace(/^[^:]{1,40}:\s*/, ''));
    if (address !== undefined) return find(address, `“${text.slice(0, 80)}”`);
  }
  return undefined;
}

/** The first paragraph that names an address between other things, as contact lines do. */
export function addressAmongOthers(
  { page }: PageFacts,
  where: 'content' | 'everywhere' = 'everywhere',
): Find | undefined {
  for (const { text, kind, region } of page.blocks.slice(0, 3000)) {
    if (kind === 'code' || kind === 'heading' || (where === 'content' && region !== 'content')) continue;
    const address = findAddress(text);
    if (address !== undefined) return find(address, `“${text.slice(0, 80)}”`);
  }
  return undefined;
}

export function phoneOf(facts: PageFacts): string | undefined {
  const label = labelled(facts.labels, LABEL.phone);
  const labelledPhone = label === undefined ? undefined : phoneIn(label.value);
  if (labelledPhone !== undefined) return labelledPhone;
  const linked = linkTo(facts, 'tel:');
  if (linked !== undefined) return linked;
  const line = facts.page.blocks
    .slice(0, 3000)
    .find(({ text }) => text.length <= 200 && PHONE_WORD.test(text) && phoneIn(text) !== undefined);
  return line === undefined ? undefined : phoneIn(line.text);
}

const PHONE_WORD = /\b(?:phone|tel|call|telefon|teléfono|téléphone|llama)/iu;

export function openingHours(facts: PageFacts): JsonObject[] {
  const label = facts.labels.filter(({ name }) => LABEL.hours.test(name)).map(({ value }) => value);
  const below = itemsBelow(facts.page, SECTION.hours, 20);
  const days = facts.labels.filter(({ value }) => /\d/.test(value)).map(({ name, value }) => `${name} ${value}`);
  const stated = hoursIn([...label, ...below].join('\n') || days.join('\n'));
  if (stated.length > 0) return stated;
  const lines = facts.page.blocks.slice(0, 3000).filter(({ text, kind }) => kind !== 'code' && text.length <= 600);
  return lines.map(({ text }) => hoursIn(text)).find(({ length }) => length > 0) ?? [];
}
