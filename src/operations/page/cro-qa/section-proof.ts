import { type Entity, isEntity } from '../../../web/structured-data/entity.ts';
import type { TextBlock } from '../../../web/page/page.ts';
import { cleanText } from '../../../text/normalize.ts';
import type { ReadBlock } from './blocks.ts';
import { type CroFacts, finding } from './facts.ts';
import { phraseIn, plain as plainText } from './phrases.ts';
import type { CroReport, Finding, Goal, Section } from './report.ts';
import { type Weighted, weightedScore } from './score.ts';
import {
  OBJECTION_KINDS,
  OBJECTION_PHRASES,
  type ObjectionKind,
  PROOF_KINDS,
  PROOF_PHRASES,
  type ProofKind,
} from './vocabulary.ts';

interface Evidence {
  readonly quote: string;
  readonly start: number;
}

/** Pages that inform are not judged as if they sold. */
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

/** Longest text that one claim is looked for in. */
const CLAIM_CHARACTERS_MAX = 600;
const TESTIMONIAL_CHARACTERS_MIN = 40;

/** What others say for the offer, as far as the page shows it. */
function proofOf(facts: CroFacts): Map<ProofKind, Evidence> {
  const found = new Map<ProofKind, Evidence>();
  const note = (kind: ProofKind, quote: string, start: number): void => {
    if (!found.has(kind) && quote.trim() !== '') found.set(kind, { quote, start });
  };
  for (const read of facts.blocks) {
    for (const kind of PROOF_KINDS) {
      if (!found.has(kind) && shows(facts, kind, read)) note(kind, read.block.text, read.block.start);
    }
  }
  for (const { text, place } of facts.controls.testimonials) {
    if (text.length >= TESTIMONIAL_CHARACTERS_MIN) note('testimonial', text, place.start);
  }
  const rated = ratingOf(facts);
  if (rated !== undefined) note('rating', rated.quote, rated.start);
  return found;
}

function shows(facts: CroFacts, kind: ProofKind, { block, plain }: ReadBlock): boolean {
  if (PATTERNS[kind]?.test(block.text.slice(0, CLAIM_CHARACTERS_MAX)) === true) return true;
  if (kind === 'testimonial' && block.kind === 'quote') return block.text.length >= TESTIMONIAL_CHARACTERS_MIN;
  const phrases = PROOF_PHRASES[kind];
  // Who is meant by `our customers` is told by a heading or a short line, not by a sentence about them.
  const isTitle = block.kind === 'heading' || block.text.length <= TITLE_CHARACTERS_MAX;
  if (phrases === undefined || !isTitle || phraseIn(plain, phrases) === undefined) return false;
  return kind !== 'customer_logos' || namesCustomers(facts, block);
}

const TITLE_CHARACTERS_MAX = 120;
const LOGOS_MIN = 2;
/** Characters of source behind a heading in which its logos stand. */
const LOGO_CHARACTERS = 8000;

/** `Trusted by` alone names nobody: pictures have to follow, or names on the same line. */
function namesCustomers({ page }: CroFacts, { kind, text, start }: TextBlock): boolean {
  if (kind !== 'heading' && /\p{Lu}[^,]*,\s*\p{Lu}/u.test(text)) return true;
  const images = page.images.filter(
    ({ place, hidden }) => !hidden && place.start > start && place.start < start + LOGO_CHARACTERS,
  );
  return images.length >= LOGOS_MIN;
}

function ratingOf({ page }: CroFacts): Evidence | undefined {
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
    name: 'words of a customer',
    how: 'Quote a customer with name, role and company, with leave to do so.',
  },
  rating: { name: 'ratings', how: 'Show the average and the number of ratings, linked to where they were given.' },
  customer_count: {
    name: 'a number of customers',
    how: 'Say how many customers there are, as a figure that can be proven.',
  },
  customer_logos: { name: 'names of customers', how: 'Show logos of customers who agreed, with the name as alt text.' },
  case_study: {
    name: 'case studies',
    how: 'Link a case with the state before, what was done, and the result in figures.',
  },
  certification: {
    name: 'certificates',
    how: 'Name certificates that are held, with number or a link to the register.',
  },
  press: { name: 'press', how: 'Link the articles that were written about the offer.' },
  figures: { name: 'results in figures', how: 'Name a measured result, with whose it is and over what time.' },
};

const PROOF_BY_TYPE: Readonly<Record<string, readonly ProofKind[]>> = {
  product: ['rating', 'testimonial'],
  pricing: ['testimonial', 'customer_count'],
  default: ['testimonial', 'customer_logos', 'figures'],
};

export interface ProofReport {
  readonly section: Section;
  readonly missing: CroReport['missing_proof'];
}

export function proofSection(facts: CroFacts): ProofReport {
  if (!isSelling(facts)) return { section: unjudged(facts, 'proof'), missing: [] };
  const found = proofOf(facts);
  const findings = [...found].map(([kind, { quote, start }]): Finding =>
    finding(facts, [`proof.${kind}`, 'pass', `The page shows ${PROOF_NAMES[kind].name}.`], { start, text: quote }),
  );
  if (found.size === 0) {
    findings.push(
      finding(
        facts,
        ['proof.none', 'fail', 'No proof was found: no customer, rating, figure, certificate or press.'],
        undefined,
        'Add the words of one real customer near the main call to action.',
      ),
    );
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
  // One kind of proof is half of what convinces, three are all: our own steps.
  const score = [0, 50, 80, 100][Math.min(3, found.size)] ?? 100;
  return { section: { score, element: first === undefined ? null : cleanText(first.quote, 200), findings }, missing };
}

function unjudged(facts: CroFacts, name: string): Section {
  return {
    score: null,
    element: null,
    findings: [
      finding(
        facts,
        [`${name}.page-type`, 'not_applicable', 'A page that informs is not judged as if it sold.'],
        undefined,
      ),
    ],
  };
}

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
  price: { asks: 'What does it cost?', fix: 'Name the price, or that it is free, or what it depends on.' },
  refund: { asks: 'What if it does not suit me?', fix: 'Say what is guaranteed, and how long it can be given back.' },
  cancel: { asks: 'Can I leave again?', fix: 'Say how and when one can cancel or unsubscribe.' },
  no_card: { asks: 'Do I have to pay now?', fix: 'Say whether a card is needed to begin.' },
  faq: { asks: 'What do others ask?', fix: 'Answer the three questions that sales hears most, below the offer.' },
  privacy: {
    asks: 'What happens to my data?',
    fix: 'Say next to the form what the data is used for, and link the privacy policy.',
  },
  support: { asks: 'Who helps me?', fix: 'Name a way to reach a person, and how soon they answer.' },
  delivery: { asks: 'When and how does it come?', fix: 'Name the time and cost of delivery next to the button.' },
};

/** Which doubts the page answers, of those that its goal raises. */
export function objectionSection(facts: CroFacts): Section {
  if (!isSelling(facts)) return unjudged(facts, 'objection');
  const found = objectionsOf(facts);
  const wanted = OBJECTIONS_BY_GOAL[facts.goal.value ?? 'learn_more'];
  const findings: Weighted[] = OBJECTION_KINDS.flatMap((kind): Weighted[] => {
    const evidence = found.get(kind);
    const { asks, fix } = OBJECTION_NAMES[kind];
    if (evidence !== undefined) {
      return [
        [
          wanted.includes(kind) ? 2 : 0.5,
          finding(facts, [`objection.${kind}`, 'pass', `“${asks}” has an answer.`], {
            start: evidence.start,
            text: evidence.quote,
          }),
        ],
      ];
    }
    if (!wanted.includes(kind)) return [];
    return [[2, finding(facts, [`objection.${kind}`, 'warn', `No answer to “${asks}” was found.`], undefined, fix)]];
  });
  // An answer that was not found may stand in a picture: half a point is kept, and all of it only when nothing is found.
  const score = found.size === 0 ? 0 : weightedScore(findings);
  const [first] = found.values();
  return {
    score,
    element: first === undefined ? null : cleanText(first.quote, 200),
    findings: findings.map(([, each]) => each),
  };
}

const CURRENCY = /[$€£¥]\s?\d|\d[\d.,]*\s?(?:€|£|¥|円|usd|eur|chf)(?!\p{L})/iu;

/** Answers of a menu or footer, by what it leads to. */
const LINKED_KINDS = ['price', 'faq', 'privacy', 'support'] as const;
const LINK_CHARACTERS_MAX = 60;

function objectionsOf(facts: CroFacts): Map<ObjectionKind, Evidence> {
  const found = new Map<ObjectionKind, Evidence>();
  const note = (kinds: readonly ObjectionKind[], words: string, { quote, start }: Evidence): void => {
    for (const kind of kinds) {
      if (!found.has(kind) && phraseIn(words, OBJECTION_PHRASES[kind]) !== undefined) found.set(kind, { quote, start });
    }
  };
  for (const { block, plain } of facts.blocks) {
    const evidence = { quote: block.text, start: block.start };
    note(OBJECTION_KINDS, plain, evidence);
    if (!found.has('price') && CURRENCY.test(block.text.slice(0, CLAIM_CHARACTERS_MAX))) found.set('price', evidence);
  }
  for (const { region, hidden, text, place } of facts.page.links) {
    if (region === 'content' || hidden || text.length > LINK_CHARACTERS_MAX) continue;
    note(LINKED_KINDS, plainText(text, 100), { quote: text, start: place.start });
  }
  const answers = facts.page.json_ld.find(({ entities }) => entities.some(({ types }) => types.includes('FAQPage')));
  if (answers !== undefined && !found.has('faq')) {
    found.set('faq', { quote: 'JSON-LD FAQPage', start: answers.place.start });
  }
  return found;
}
