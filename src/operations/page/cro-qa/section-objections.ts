import { cleanText } from '../../../text/normalize.ts';
import { findPrice } from './answers.ts';
import { type CroFacts, isSelling } from './facts.ts';
import { leaveUnjudged, makeFinding, makeSection, type Weighted } from './findings.ts';
import { findList, hasPhrase, toPlainWords } from './phrases.ts';
import type { OfferKind, Section } from './report.ts';

const OBJECTION_KINDS = ['price', 'refund', 'cancel', 'no_card', 'faq', 'privacy', 'support', 'delivery'] as const;
type ObjectionKind = (typeof OBJECTION_KINDS)[number];

/** What people want to know before they accept an offer of a kind. */
const OBJECTIONS_BY_OFFER: Readonly<Record<OfferKind, readonly ObjectionKind[]>> = {
  goods: ['price', 'refund', 'delivery', 'support'],
  software: ['price', 'cancel'],
  booking: ['price', 'cancel', 'support'],
  service: ['price', 'faq', 'support'],
  donation: [],
  none: [],
};

const OBJECTION_NAMES: Readonly<Record<ObjectionKind, { asks: string; fix: string }>> = {
  price: { asks: 'What does it cost?', fix: 'Name the price, say that it is free, or say what it depends on.' },
  refund: { asks: 'What if I don’t like it?', fix: 'State the guarantee and the return period.' },
  cancel: { asks: 'Can I cancel?', fix: 'Say how customers can cancel, and by when.' },
  no_card: { asks: 'Do I have to pay now?', fix: 'Say whether a card is needed to start.' },
  faq: {
    asks: 'What else should I know?',
    fix: 'Answer the three questions that customers ask most, below the offer.',
  },
  privacy: {
    asks: 'What happens to my data?',
    fix: 'Say next to the form what the data is used for, and link the privacy policy.',
  },
  support: { asks: 'Who can help me?', fix: 'Show how to reach a person, and how soon they answer.' },
  delivery: { asks: 'When and how will it arrive?', fix: 'State delivery time and cost next to the button.' },
};

/** Which objections the page answers, of those that its offer raises. */
export function judgeObjections(facts: CroFacts): Section {
  if (!isSelling(facts)) return leaveUnjudged(facts, 'objection');
  const found = findAnswers(facts);
  const wanted = listObjections(facts);
  const findings = OBJECTION_KINDS.flatMap((kind): Weighted[] => {
    if (!wanted.includes(kind)) return [];
    const { asks, fix } = OBJECTION_NAMES[kind];
    const id = `objection.${kind}`;
    const answer = found.get(kind);
    if (answer === undefined)
      return [[2, makeFinding(facts, [id, 'fail', `The page does not answer “${asks}”.`], undefined, fix)]];
    const evidence = { start: answer.start, text: answer.quote };
    return [[2, makeFinding(facts, [id, 'pass', `The page answers “${asks}”.`], evidence)]];
  });
  const [first] = wanted.flatMap((kind) => found.get(kind) ?? []);
  return makeSection(findings, first === undefined ? null : cleanText(first.quote, 200));
}

function listObjections({ offer, goal, controls, ctas }: CroFacts): ObjectionKind[] {
  const wanted = [...OBJECTIONS_BY_OFFER[offer.kind]];
  if (offer.kind === 'software' && ctas.some(({ type }) => type === 'trial')) wanted.push('no_card');
  const asksForData = controls.fields.some(({ type, form }) => form !== undefined && DATA_FIELDS.has(type));
  if (asksForData || goal.value === 'subscribe') wanted.push('privacy');
  return wanted;
}

/** Fields whose content belongs to a person. */
const DATA_FIELDS: ReadonlySet<string> = new Set(['email', 'tel']);

interface Answer {
  readonly quote: string;
  readonly start: number;
}

/** Objections that a link can answer. */
const LINKED_KINDS = ['price', 'refund', 'faq', 'privacy', 'support', 'delivery'] as const;
const LINK_CHARACTERS_MAX = 40;

type Answers = Map<ObjectionKind, Answer>;

function findAnswers(facts: CroFacts): Answers {
  const found: Answers = new Map();
  note(found, 'price', findNamedPrice(facts));
  for (const { block, plain } of facts.blocks) {
    const evidence = { quote: block.text, start: block.start };
    // Words such as `price` promise an answer, and only a heading or a link keeps the promise.
    const kinds = block.kind === 'heading' ? OBJECTION_KINDS : OBJECTION_KINDS.filter((kind) => kind !== 'price');
    noteSaid(found, kinds, plain, evidence);
  }
  for (const { hidden, text, place } of facts.page.links) {
    if (hidden || text.length > LINK_CHARACTERS_MAX) continue;
    noteSaid(found, LINKED_KINDS, toPlainWords(text, 100), { quote: text, start: place.start });
  }
  // Where money comes back, whoever changes their mind can cancel.
  note(found, 'cancel', found.get('refund'));
  note(found, 'faq', findQuestions(facts));
  note(found, 'support', findContact(facts));
  return found;
}

function note(found: Answers, kind: ObjectionKind, answer: Answer | undefined): void {
  if (answer !== undefined && !found.has(kind)) found.set(kind, answer);
}

function noteSaid(found: Answers, kinds: readonly ObjectionKind[], words: string, answer: Answer): void {
  for (const kind of kinds) {
    if (!found.has(kind) && hasPhrase(words, findList(`objection.${kind}`))) found.set(kind, answer);
  }
}

/** A price, or else a button to the prices or to a calculator of them. */
function findNamedPrice({ blocks, ctas }: CroFacts): Answer | undefined {
  const named = findPrice(blocks)?.block;
  if (named !== undefined) return { quote: named.text, start: named.start };
  const asked = ctas.find(({ text }) => hasPhrase(toPlainWords(text, 100), findList('objection.price')));
  return asked && { quote: asked.text, start: blocks[0]?.block.start ?? 0 };
}

const QUESTIONS_MIN = 2;

/** Questions in headings below the main one, or in structured data. */
function findQuestions({ h1, page }: CroFacts): Answer | undefined {
  const asked = page.headings.filter(
    ({ text, hidden, place }) => !hidden && place.start !== h1?.place.start && /[?？]\s*$/u.test(text),
  );
  const [first] = asked;
  if (first !== undefined && asked.length >= QUESTIONS_MIN) return { quote: first.text, start: first.place.start };
  const marked = page.json_ld.find(({ entities }) => entities.some(({ types }) => types.includes('FAQPage')));
  return marked && { quote: 'JSON-LD FAQPage', start: marked.place.start };
}

/** A button or a number that leads to a person. */
function findContact({ controls, ctas, page }: CroFacts): Answer | undefined {
  const dialled = controls.controls.find(({ href }) => /^(?:tel|mailto):/i.test(href ?? ''));
  if (dialled !== undefined) return { quote: dialled.text, start: dialled.place.start };
  const written = page.blocks.find(({ text }) => PHONE.test(text.slice(0, 600)));
  if (written !== undefined) return { quote: written.text, start: written.start };
  const asked = ctas.find(({ type }) => type === 'contact_sales');
  return asked && { quote: asked.text, start: 0 };
}

const PHONE = /(?:\+\d{1,3}|\(0?\d{2,4}\)|(?<!\d)0\d{2,4})[\s./-]{1,2}\d{2,4}(?:[\s./-]?\d{2,4}){1,3}(?!\d)/u;
