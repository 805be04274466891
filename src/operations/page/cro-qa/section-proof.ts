import { type Entity, isEntity } from '../../../web/structured-data/entity.ts';
import type { TextBlock } from '../../../web/page/page.ts';
import { cleanText } from '../../../text/normalize.ts';
import type { ReadBlock } from './blocks.ts';
import type { CroFacts } from './facts.ts';
import { makeFinding, makeSection, scoreFindings, type Weighted } from './findings.ts';
import { findList, hasPhrase, toPlainWords } from './phrases.ts';
import type { CroReport, Finding, Goal, Section } from './report.ts';

const PROOF_KINDS = [
  'testimonial',
  'rating',
  'customer_count',
  'customer_logos',
  'case_study',
  'certification',
  'press',
  'figures',
] as const;
type ProofKind = (typeof PROOF_KINDS)[number];

interface Evidence {
  readonly quote: string;
  readonly start: number;
}

/** Page types that inform rather than sell. */
const INFORMING = new Set(['blog_post', 'docs']);

export function isSelling({ page_type }: CroFacts): boolean {
  return page_type.value === null || !INFORMING.has(page_type.value);
}

const PATTERNS: Readonly<Partial<Record<ProofKind, RegExp>>> = {
  rating:
    /[★⭐]{3,}|(?<![\d.,])[0-5][.,]\d\s?(?:\/|von|out of|de|sur|su)\s?5(?!\d)|(?<!\d)\d{1,3}(?:[.,]\d{3}){0,5}\+?\s(?:reviews|ratings|bewertungen|rezensionen|opiniones|reseñas|avis|recensioni|avaliações|beoordelingen)(?!\p{L})|\d+件のレビュー/iu,
  customer_count:
    /(?:trusted by|loved by|used by|vertrauen|confían|font confiance)(?: \p{L}+){0,2} (?:over |more than |über |mehr als |más de |plus de )?\d[\d.,]*|(?<![\d.,])\d[\d.,\u202f\u00a0 ]{0,12}(?:\+|k\+?|m\+?|\s?(?:million|mio\.?|millones|millions?))?\s?(?:happy |satisfied |active |zufriedene |glückliche |clientes satisfechos|)?(?:customers|clients|users|teams|companies|businesses|brands|members|subscribers|kunden|nutzer|unternehmen|anwender|mitglieder|firmen|clientes|usuarios|empresas|equipos|utilisateurs|entreprises|équipes|clienti|utenti|aziende|utilizadores|usuários|klanten|gebruikers|bedrijven)(?!\p{L})|\d[\d,万]*\s?(?:社|人)(?:以上|が導入|が利用)/iu,
  figures:
    /(?<![\d.,])\d{1,3}(?:[.,]\d+)?\s?%\s(?:\p{L}+\s){0,3}(?:faster|more|less|fewer|higher|lower|increase|decrease|reduction|savings?|saved|growth|schneller|mehr|weniger|günstiger|ersparnis|más|menos|ahorro|plus|moins|de croissance|d['’]économies)(?!\p{L})|(?<![\d.,])\d{1,3}(?:[.,]\d+)?\s?(?:x|×)\s(?:faster|more|higher|schneller|mehr|más|plus)(?!\p{L})/iu,
};

/** Characters of a block that are searched for a claim. */
const CLAIM_CHARACTERS_MAX = 600;
const TESTIMONIAL_CHARACTERS_MIN = 40;

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
  for (const { text, place } of facts.controls.testimonials) {
    if (text.length >= TESTIMONIAL_CHARACTERS_MIN) note('testimonial', text, place.start);
  }
  const rated = findRating(facts);
  if (rated !== undefined) note('rating', rated.quote, rated.start);
  return found;
}

function showsProof(facts: CroFacts, kind: ProofKind, { block, plain }: ReadBlock): boolean {
  if (PATTERNS[kind]?.test(block.text.slice(0, CLAIM_CHARACTERS_MAX)) === true) return true;
  if (kind === 'testimonial' && block.kind === 'quote') return block.text.length >= TESTIMONIAL_CHARACTERS_MIN;
  // `Our customers` introduces proof in a heading or a short line, not in a sentence about them.
  const isTitle = block.kind === 'heading' || block.text.length <= TITLE_CHARACTERS_MAX;
  if (!isTitle || !hasPhrase(plain, findList(`proof.${kind}`))) return false;
  return kind !== 'customer_logos' || namesCustomers(facts, block);
}

const TITLE_CHARACTERS_MAX = 120;
const LOGOS_MIN = 2;
/** Characters of source after a heading that may hold its logos. */
const LOGO_CHARACTERS = 8000;

/** `Trusted by` alone names nobody: images have to follow, or names on the same line. */
function namesCustomers({ page }: CroFacts, { kind, text, start }: TextBlock): boolean {
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

const PROOF_NAMES: Readonly<Record<ProofKind, { name: string; how: string }>> = {
  testimonial: {
    name: 'a customer quote',
    how: 'Quote a customer with name, role and company, with their permission.',
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
  press: { name: 'press coverage', how: 'Link articles about the offer.' },
  figures: { name: 'measured results', how: 'Give a measured result, and say whose it is and over what period.' },
};

const PROOF_BY_TYPE: Readonly<Record<string, readonly ProofKind[]>> = {
  product: ['rating', 'testimonial'],
  pricing: ['testimonial', 'customer_count'],
  default: ['testimonial', 'customer_logos', 'figures'],
};

interface ProofReport {
  readonly section: Section;
  readonly missing: CroReport['missing_proof'];
}

export function judgeProof(facts: CroFacts): ProofReport {
  if (!isSelling(facts)) return { section: leaveUnjudged(facts, 'proof'), missing: [] };
  const found = findProof(facts);
  const findings = [...found].map(([kind, { quote, start }]): Finding =>
    makeFinding(facts, [`proof.${kind}`, 'pass', `The page shows ${PROOF_NAMES[kind].name}.`], { start, text: quote }),
  );
  if (found.size === 0) {
    const message = 'The page shows no proof: no customer, rating, figure, certification or press coverage.';
    const fix = 'Add a quote from a real customer near the main call to action.';
    findings.push(makeFinding(facts, ['proof.none', 'fail', message], undefined, fix));
  }
  const wanted = PROOF_BY_TYPE[facts.page_type.value ?? 'default'] ?? PROOF_BY_TYPE['default'] ?? [];
  const missing = wanted
    .filter((kind) => !found.has(kind))
    .map((kind) => ({
      kind,
      why: `The page shows no ${PROOF_NAMES[kind].name.replace(/^a /, '')}.`,
      how: PROOF_NAMES[kind].how,
    }));
  const [first] = found.values();
  // One kind of proof is half of what convinces, three are all of it: our own steps.
  const score = [0, 50, 80, 100][Math.min(3, found.size)] ?? 100;
  return { section: { score, element: first === undefined ? null : cleanText(first.quote, 200), findings }, missing };
}

function leaveUnjudged(facts: CroFacts, name: string): Section {
  const message = 'Informational pages are not judged like sales pages.';
  return makeSection([[0, makeFinding(facts, [`${name}.page-type`, 'not_applicable', message])]], null);
}

const OBJECTION_KINDS = ['price', 'refund', 'cancel', 'no_card', 'faq', 'privacy', 'support', 'delivery'] as const;
type ObjectionKind = (typeof OBJECTION_KINDS)[number];

const OBJECTIONS_BY_GOAL: Readonly<Record<Goal, readonly ObjectionKind[]>> = {
  purchase: ['price', 'refund', 'delivery', 'support'],
  signup: ['price', 'cancel', 'privacy', 'faq'],
  trial: ['price', 'cancel', 'no_card', 'privacy'],
  demo: ['faq', 'privacy', 'support'],
  contact_sales: ['faq', 'privacy', 'support'],
  subscribe: ['privacy', 'cancel'],
  download: ['price', 'privacy'],
  learn_more: ['faq', 'support'],
};

const OBJECTION_NAMES: Readonly<Record<ObjectionKind, { asks: string; fix: string }>> = {
  price: { asks: 'What does it cost?', fix: 'Name the price, say that it is free, or say what it depends on.' },
  refund: { asks: 'What if I don’t like it?', fix: 'State the guarantee and the return period.' },
  cancel: { asks: 'Can I cancel anytime?', fix: 'Say how and when customers can cancel or unsubscribe.' },
  no_card: { asks: 'Do I have to pay now?', fix: 'Say whether a card is needed to start.' },
  faq: {
    asks: 'What do other customers ask?',
    fix: 'Answer the three questions that sales hears most, below the offer.',
  },
  privacy: {
    asks: 'What happens to my data?',
    fix: 'Say next to the form what the data is used for, and link the privacy policy.',
  },
  support: { asks: 'Who can help me?', fix: 'Show how to reach a person, and how soon they answer.' },
  delivery: { asks: 'When and how will it arrive?', fix: 'State delivery time and cost next to the button.' },
};

/** Which objections the page answers, of those that its goal raises. */
export function judgeObjections(facts: CroFacts): Section {
  if (!isSelling(facts)) return leaveUnjudged(facts, 'objection');
  const found = findAnswers(facts);
  const wanted = OBJECTIONS_BY_GOAL[facts.goal.value ?? 'learn_more'];
  const findings = OBJECTION_KINDS.flatMap((kind): Weighted[] => {
    const { asks, fix } = OBJECTION_NAMES[kind];
    const id = `objection.${kind}`;
    const answer = found.get(kind);
    if (answer !== undefined) {
      const evidence = { start: answer.start, text: answer.quote };
      const finding = makeFinding(facts, [id, 'pass', `The page answers “${asks}”.`], evidence);
      return [[wanted.includes(kind) ? 2 : 0.5, finding]];
    }
    if (!wanted.includes(kind)) return [];
    return [[2, makeFinding(facts, [id, 'warn', `The page does not answer “${asks}”.`], undefined, fix)]];
  });
  // A missing answer may be in an image, so half a point is kept; a page without any answer gets none.
  const score = found.size === 0 ? 0 : scoreFindings(findings);
  const [first] = found.values();
  return { ...makeSection(findings, first === undefined ? null : cleanText(first.quote, 200)), score };
}

const CURRENCY = /[$€£¥]\s?\d|\d[\d.,]*\s?(?:€|£|¥|円|usd|eur|chf)(?!\p{L})/iu;

/** Objections that a link in a menu or footer can answer. */
const LINKED_KINDS = ['price', 'faq', 'privacy', 'support'] as const;
const LINK_CHARACTERS_MAX = 60;

function findAnswers(facts: CroFacts): Map<ObjectionKind, Evidence> {
  const found = new Map<ObjectionKind, Evidence>();
  const note = (kinds: readonly ObjectionKind[], words: string, { quote, start }: Evidence): void => {
    for (const kind of kinds) {
      if (!found.has(kind) && hasPhrase(words, findList(`objection.${kind}`))) found.set(kind, { quote, start });
    }
  };
  for (const { block, plain } of facts.blocks) {
    const evidence = { quote: block.text, start: block.start };
    note(OBJECTION_KINDS, plain, evidence);
    if (!found.has('price') && CURRENCY.test(block.text.slice(0, CLAIM_CHARACTERS_MAX))) found.set('price', evidence);
  }
  for (const { region, hidden, text, place } of facts.page.links) {
    if (region === 'content' || hidden || text.length > LINK_CHARACTERS_MAX) continue;
    note(LINKED_KINDS, toPlainWords(text, 100), { quote: text, start: place.start });
  }
  const answers = facts.page.json_ld.find(({ entities }) => entities.some(({ types }) => types.includes('FAQPage')));
  if (answers !== undefined && !found.has('faq')) {
    found.set('faq', { quote: 'JSON-LD FAQPage', start: answers.place.start });
  }
  return found;
}
