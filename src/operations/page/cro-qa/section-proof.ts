import { readDataLines } from '../../../kernel/data.ts';
import { type Entity, isEntity } from '../../../web/structured-data/entity.ts';
import type { TextBlock } from '../../../web/page/page.ts';
import { cleanText } from '../../../text/normalize.ts';
import type { ReadBlock } from './blocks.ts';
import { type CroFacts, isSelling } from './facts.ts';
import { leaveUnjudged, makeFinding } from './findings.ts';
import { findList, hasPhrase } from './phrases.ts';
import { findCustomerQuote, listCustomerQuotes } from './quotes.ts';
import type { CroReport, Finding, OfferKind, Section } from './report.ts';

const PROOF_KINDS = [
  'testimonial',
  'rating',
  'customer_count',
  'customer_logos',
  'case_study',
  'certification',
  'experience',
  'press',
  'figures',
] as const;
type ProofKind = (typeof PROOF_KINDS)[number];

interface Evidence {
  readonly quote: string;
  readonly start: number;
}

/** A thousand and more, or a number with a plus: `up to 5 users` is a plan, not a crowd. */
const MANY = String.raw`(?<![\d.,$€£¥])(?:\d{1,3}(?:[.,\u202f\u00a0 ]\d{3}){1,3}\+?|(?!(?:19|20)\d\d\s)\d{4,7}\+?|\d{2,3}\+|\d{1,3}(?:[.,]\d)?\s?(?:k|m|million|mio\.?|millones|millions?)\+?)`;
const CROWD = readDataLines(import.meta.url, 'data/crowds.txt').join('|');

const PATTERNS: Readonly<Partial<Record<ProofKind, RegExp>>> = {
  rating:
    /[★⭐]{3,}|(?<![\d.,])(?:[89][.,]\d|10)\s?\/\s?10(?!\d)|(?<!\d)\d{2,3}\s?%\s(?:of|der|unserer|de|des)\s(?:\p{L}+\s){1,3}(?:would\s)?(?:recommend|empfehlen|recomiendan|recommandent)|(?<![\d.,])[0-5][.,]\d\s?(?:\/|von|out of|de|sur|su)\s?5(?!\d)|(?<![\d.,])[0-5]\s(?:von|out of|de|sur|su)\s5\s(?:stars|sternen?|estrellas|étoiles|stelle)(?!\p{L})|(?<![\d.,])[0-5](?:[.,]\d)?\s?(?:-?stars?|★|⭐|sterne|estrellas|étoiles|stelle)(?!\p{L})|(?<!\d)[1-9]\d{0,2}(?:[.,]\d{3}){0,5}\+?\s(?:\p{L}+\s)?(?:reviews|ratings|bewertungen|rezensionen|opiniones|reseñas|valoraciones|avis|recensioni|avaliações|beoordelingen)(?!\p{L})|(?:reviews|bewertungen|opiniones|avis) \([1-9]\d{0,2}(?:[.,]\d{3})?\)|\d+件のレビュー/iu,
  customer_count: new RegExp(
    String.raw`(?:trusted by|loved by|used by|vertrauen|confían|font confiance)(?: \p{L}+){0,2} \d[\d.,]*|${MANY}\s(?:\p{L}{1,20}\s){0,2}(?:${CROWD})(?!\p{L})|${MANY}\s(?:\p{L}{1,20}\s){1,3}(?:trust|use|rely|chose|vertrauen|nutzen|arbeiten mit|setzen auf|confían|usan|utilizan|trabajan con|font confiance|utilisent)(?!\p{L})|\d[\d,万]*\s?(?:社|人)(?:以上|が導入|が利用)`,
    'iu',
  ),
  experience:
    /(?<!\p{L})(?:since|seit|desde|depuis|dal|sinds)\s(?:18|19|20)\d\d(?!\d)|(?<!\d)\d{1,3}\+?\s(?:years?|jahren?|años|ans)(?: of| de|['’]|\sd['’])?\s?(?:experience|erfahrung|experiencia|d['’]expérience|expérience)|(?<!\p{L})(?:over|more than|más de|plus de|über|mehr als)\s\d{1,3}\s(?:years\s(?:of\s)?\p{L}{3,20}ing|años\s(?:\p{L}{2,20}ndo|de)|ans\s(?:de|d['’]|à)|jahren?\s(?:im|in|für))(?!\p{L})/iu,
  figures:
    /(?<![\d.,])\d{1,3}(?:[.,]\d+)?\s?%\s(?!or |oder |o |ou )(?:\p{L}+\s){0,3}(?:faster|more|less|fewer|higher|lower|increase|decrease|reduction|savings?|saved|growth|schneller|mehr|weniger|günstiger|ersparnis|más|menos|ahorro|plus|moins|de croissance|d['’]économies)(?!\p{L})|(?<![\d.,])\d{1,3}(?:[.,]\d+)?\s?(?:x|×)\s(?:faster|more|higher|schneller|mehr|más)(?!\p{L})|(?<![\d.,])\d{1,3}(?:[.,]\d{3}){1,3}\s\p{L}+\s(?:planted|built|saved|helped|delivered|placed|completed|installed|gepflanzt|gebaut|geliefert|verlegt|plantados|construidos|entregados|plantés|construits|livrés)(?!\p{L})/iu,
};

/** Characters of a block that are searched for a claim. */
const CLAIM_CHARACTERS_MAX = 300;
const TESTIMONIAL_CHARACTERS_MIN = 25;

/** What others say for the offer, as far as the page shows it. */
function findProof(facts: CroFacts): Map<ProofKind, Evidence> {
  const found = new Map<ProofKind, Evidence>();
  const note = (kind: ProofKind, quote: string, start: number): void => {
    if (!found.has(kind) && quote.trim() !== '') found.set(kind, { quote, start });
  };
  for (const read of facts.blocks) {
    for (const kind of PROOF_KINDS) {
      if (!found.has(kind) && showsProof(facts, kind, read)) note(kind, read.block.text, read.block.start);
    }
  }
  const said = findCustomerQuote(facts.page, facts.blocks);
  if (said !== undefined) note('testimonial', said.quote, said.start);
  for (const { text, place } of facts.controls.testimonials) {
    if (text.length >= TESTIMONIAL_CHARACTERS_MIN) note('testimonial', text, place.start);
  }
  const rated = findRating(facts);
  if (rated !== undefined) note('rating', rated.quote, rated.start);
  return found;
}

function showsProof(facts: CroFacts, kind: ProofKind, { block, plain }: ReadBlock): boolean {
  if (isNoProof(facts, kind, block)) return false;
  if (PATTERNS[kind]?.test(block.text.slice(0, CLAIM_CHARACTERS_MAX)) === true) return true;
  if (kind === 'testimonial') return block.kind === 'quote' && block.text.length >= TESTIMONIAL_CHARACTERS_MIN;
  // `Our customers` introduces proof in a heading or a short line, not in a sentence about them.
  const isTitle = block.kind === 'heading' || block.text.length <= TITLE_CHARACTERS_MAX;
  if (!isTitle || !hasPhrase(plain, findList(`proof.${kind}`))) return false;
  return kind !== 'customer_logos' || (!hasPhrase(plain, findList('customers_say')) && namesCustomers(facts, block));
}

function isNoProof({ offer }: CroFacts, kind: ProofKind, { text }: TextBlock): boolean {
  // What a product does better is its description, and what it costs less is a discount.
  if (kind === 'figures') return offer.kind === 'goods';
  // `Member since 2021` is the experience of whoever is quoted.
  return kind === 'experience' && /^\s*[“”"„«]/u.test(text);
}

const TITLE_CHARACTERS_MAX = 120;
const LOGOS_MIN = 2;
const INTRODUCTION_CHARACTERS_MAX = 60;
/** Characters of source after a heading that may hold its logos. */
const LOGO_CHARACTERS = 8000;

/** `Trusted by` alone names nobody: images have to follow, or names on the same line. */
function namesCustomers({ page }: CroFacts, { kind, text, start }: TextBlock): boolean {
  if (text.length > INTRODUCTION_CHARACTERS_MAX || (kind !== 'heading' && /\d/.test(text))) return false;
  if (kind !== 'heading' && /\p{Lu}[^,]*,\s*\p{Lu}/u.test(text)) return true;
  const images = page.images.filter(
    ({ place, hidden }) => !hidden && place.start > start && place.start < start + LOGO_CHARACTERS,
  );
  return images.length >= LOGOS_MIN;
}

function findRating({ page }: CroFacts): Evidence | undefined {
  for (const { entities, place } of page.json_ld) {
    for (const entity of entities) {
      const rating = entity.properties.get('aggregateRating')?.find((value): value is Entity => isEntity(value));
      const value = rating?.properties.get('ratingValue')?.[0];
      if (value !== undefined && !isEntity(value))
        return { quote: `aggregateRating: ${String(value)}`, start: place.start };
    }
  }
  return undefined;
}

/** A customer who is named with a company, and a result that a customer measured: the page has those, if in no place of their own. */
const IN_QUOTES: Readonly<Partial<Record<ProofKind, RegExp>>> = {
  customer_logos: /[”“"»’].{0,60}(?:,|\s(?:at|of|from|bei|von|de|en|chez))\s\p{Lu}[\p{L}&.-]+/su,
  figures: /(?<![\d.,])(?!100\s?%)\d{1,3}(?:[.,]\d+)?\s?(?:%|percent|prozent|por ciento|pour cent|x\s|×)/iu,
};

function isQuoted({ blocks }: CroFacts, kind: ProofKind): boolean {
  const pattern = IN_QUOTES[kind];
  return pattern !== undefined && listCustomerQuotes(blocks).some(({ with_name }) => pattern.test(with_name));
}

interface ProofText {
  readonly name: string;
  readonly how: string;
}

const PROOF_NAMES: Readonly<Record<ProofKind, ProofText>> = {
  testimonial: {
    name: 'a customer quote',
    how: 'Quote a customer by name, with what the offer changed for them, with their permission.',
  },
  rating: { name: 'ratings', how: 'Show the average rating and the number of ratings, linked to their source.' },
  customer_count: { name: 'a customer count', how: 'Say how many customers you have, with a number you can prove.' },
  customer_logos: {
    name: 'customer names',
    how: 'Show the logos of customers who agreed to it, with their names as alt text.',
  },
  case_study: {
    name: 'case studies',
    how: 'Link a case study that shows the starting point, the work and the results in figures.',
  },
  certification: {
    name: 'certifications',
    how: 'Name your certifications, with a number or a link to the register.',
  },
  experience: { name: 'years of experience', how: 'Say since when you have done this work.' },
  press: { name: 'press coverage', how: 'Link articles about the offer.' },
  figures: { name: 'measured results', how: 'Give a measured result, and say whose it is and over what period.' },
};

const BUSINESS_QUOTE = 'Quote a customer with name, role and company, with their permission.';
const DONATION_CERTIFICATION =
  'Name the register or seal of approval that vouches for the charity, with your registration number.';
const DONATION_FIGURES = 'Say what donations achieved in a named year, in figures that you can prove.';

/** What convinces those whom an offer is for. Logos and measured results are for buyers who answer to a company. */
const PROOF_BY_OFFER: Readonly<Record<OfferKind, readonly ProofKind[]>> = {
  goods: ['rating', 'testimonial'],
  software: ['testimonial', 'rating'],
  booking: ['rating', 'testimonial'],
  service: ['testimonial', 'rating'],
  donation: ['figures', 'certification'],
  none: [],
};
const PROOF_FOR_BUSINESS: readonly ProofKind[] = ['testimonial', 'customer_logos', 'figures'];

interface ProofReport {
  readonly section: Section;
  readonly missing: CroReport['missing_proof'];
}

/**
 * How good the proof is by the kinds of it: one kind is half of what convinces, three are all of it, and so are fewer
 * where the offer asks for no more. Our own steps.
 */
const SCORES = [0, 50, 80, 100] as const;

export function judgeProof(facts: CroFacts): ProofReport {
  if (!isSelling(facts)) return { section: leaveUnjudged(facts, 'proof'), missing: [] };
  const found = findProof(facts);
  const findings = [...found].map(([kind, { quote, start }]): Finding =>
    makeFinding(facts, [`proof.${kind}`, 'pass', `The page shows ${PROOF_NAMES[kind].name}.`], { start, text: quote }),
  );
  const wanted = listWanted(facts);
  if (found.size === 0) {
    const message = 'The page shows no proof: no customer, rating, figure, certification or press coverage.';
    const fix = PROOF_FIXES[facts.offer.kind];
    findings.push(makeFinding(facts, ['proof.none', isShelf(facts) ? 'warn' : 'fail', message], undefined, fix));
  }
  const missing = wanted
    .filter((kind) => !found.has(kind) && !isQuoted(facts, kind))
    .map((kind) => ({
      kind,
      why: `The page shows no ${PROOF_NAMES[kind].name.replace(/^a /, '')}.`,
      how: explainProof(facts, kind),
    }));
  const [first] = found.values();
  // The pages of the products have room for proof, so one kind is enough for the shelf.
  const kinds = found.size + (isShelf(facts) ? 1 : 0);
  const score = missing.length === 0 ? 100 : (SCORES[Math.min(3, kinds)] ?? 100);
  const section = { score, element: first === undefined ? null : cleanText(first.quote, 200), findings };
  return { section, missing: score === 100 ? [] : missing };
}

const PROOF_FIXES: Readonly<Record<OfferKind, string>> = {
  goods: 'Show what buyers say, with their ratings, near the price.',
  software: 'Add a quote from a real customer near the main call to action.',
  booking: 'Show what guests say, with their ratings, near the main call to action.',
  service: 'Add a quote from a real customer near the main call to action.',
  donation: 'Say what past donations achieved, in figures.',
  none: '',
};

function isShelf({ judged }: CroFacts): boolean {
  return judged === 'category_page';
}

function listWanted(facts: CroFacts): readonly ProofKind[] {
  const { offer } = facts;
  // Beside the products on a shelf there is room for stars and no more.
  if (isShelf(facts)) return ['rating'];
  const isForWork = offer.for_business && (offer.kind === 'software' || offer.kind === 'service');
  return isForWork ? PROOF_FOR_BUSINESS : PROOF_BY_OFFER[offer.kind];
}

function explainProof({ offer }: CroFacts, kind: ProofKind): string {
  if (kind === 'testimonial' && offer.for_business) return BUSINESS_QUOTE;
  if (kind === 'figures' && offer.kind === 'donation') return DONATION_FIGURES;
  if (kind === 'certification' && offer.kind === 'donation') return DONATION_CERTIFICATION;
  return PROOF_NAMES[kind].how;
}
