import { z } from 'zod';

import { cleanText } from '../../../text/normalize.ts';
import type { Page, TextBlock } from '../../../web/page/page.ts';
import { descendants, type PageElement, rawText } from '../../../web/tree/element.ts';
import { SECTION } from './names.ts';
import { findAddress } from './places.ts';

export const FaqCandidate = z.object({
  question: z.string(),
  answer: z.string().describe('As the page has it, at most 1,000 characters.'),
  found_in: z.enum(['heading', 'disclosure', 'list', 'paragraph']),
});
export type FaqCandidate = z.infer<typeof FaqCandidate>;

const CANDIDATES_MAX = 30;
const QUESTION_CHARACTERS_MAX = 200;
const ANSWER_CHARACTERS_MAX = 1000;
const ANSWER_CHARACTERS_MIN = 8;

const QUESTION_MARK = /[?？]["”»]?\s*$/u;
const QUESTION_WORD =
  /^(?:what|how|why|when|where|who|which|can|do|does|is|are|should|will|was|wie|warum|wann|wo|wer|welche[rs]?|kann|ist|sind|gibt es|qué|cómo|cuándo|dónde|cuánto|por qué|quién|cuál|quel(?:le)?s?|comment|pourquoi|quand|où|combien|est-ce)\s/iu;

/** Questions of the page with the answers that stand below them. */
export function faqCandidates(page: Page, body: PageElement): FaqCandidate[] {
  const found = [...headingCandidates(page), ...disclosureCandidates(body), ...blockCandidates(page)];
  const unique = new Map<string, FaqCandidate>();
  for (const each of found) {
    const key = each.question.toLowerCase();
    if (!unique.has(key)) unique.set(key, each);
  }
  return [...unique.values()].slice(0, CANDIDATES_MAX);
}

function headingCandidates(page: Page): FaqCandidate[] {
  let inFaq: number | undefined;
  return page.sections.flatMap((section, at): FaqCandidate[] => {
    if (section.heading === undefined) return [];
    if (inFaq !== undefined && section.level <= inFaq) inFaq = undefined;
    if (SECTION.faq.test(section.title)) inFaq = section.level;
    const isQuestion = QUESTION_MARK.test(section.title) || (inFaq !== undefined && QUESTION_WORD.test(section.title));
    if (!isQuestion || section.level === 1) return [];
    return isLinks(page, at) ? [] : candidate(section.title, withoutContact(page, at), 'heading');
  });
}

/** The text of a section without a last paragraph that says where the business is: that stands below every page. */
function withoutContact(page: Page, section: number): string {
  const blocks = blocksBySection(page).get(section) ?? [];
  const last = blocks.at(-1);
  const text = page.sections[section]?.text ?? '';
  if (blocks.length < 2 || last === undefined || findAddress(last.text) === undefined) return text;
  const at = text.lastIndexOf(last.text);
  return at === -1 ? text : text.slice(0, at).trim();
}

/** Headlines that ask have links below them, not answers. */
function isLinks(page: Page, section: number): boolean {
  const blocks = blocksBySection(page).get(section) ?? [];
  const linked = blocks.reduce((sum, block) => sum + block.linked_characters, 0);
  return linked * 2 > blocks.reduce((sum, block) => sum + block.text.length, 0);
}

const BLOCKS = new WeakMap<Page, ReadonlyMap<number, readonly TextBlock[]>>();

function blocksBySection(page: Page): ReadonlyMap<number, readonly TextBlock[]> {
  let known = BLOCKS.get(page);
  known ??= Map.groupBy(
    page.blocks.filter(({ kind }) => kind !== 'heading'),
    ({ section }) => section,
  );
  BLOCKS.set(page, known);
  return known;
}

/** `<details><summary>Question</summary>Answer</details>` */
function disclosureCandidates(body: PageElement): FaqCandidate[] {
  const disclosures = descendants(body).filter((element) => element.tag === 'details');
  return disclosures.slice(0, CANDIDATES_MAX * 2).flatMap((details): FaqCandidate[] => {
    const at = details.children.findIndex((child) => typeof child !== 'string' && child.tag === 'summary');
    const summary = details.children[at];
    if (summary === undefined || typeof summary === 'string') return [];
    const question = rawText(summary);
    const answer = details.children.filter((_, place) => place !== at).map((child) => `${rawText(child)} `);
    return QUESTION_MARK.test(question.trim()) ? candidate(question, answer.join(''), 'disclosure') : [];
  });
}

/** A question as a block of its own (a term, a bold line, `Q: …`) with the next block as its answer. */
function blockCandidates(page: Page): FaqCandidate[] {
  const blocks = page.blocks.filter((block) => block.region === 'content' && block.kind !== 'heading').slice(0, 3000);
  return blocks.flatMap((block, at): FaqCandidate[] => {
    const next = blocks[at + 1];
    if (next === undefined || next.section !== block.section || QUESTION_MARK.test(next.text)) return [];
    const question = questionIn(block, page.sections[block.section]?.title ?? '');
    if (question === undefined) return [];
    const answer = next.text.replace(/^(?:A|R|答|回答)\s{0,2}[:.：]\s{0,3}/u, '');
    return candidate(question, answer, block.kind === 'list_item' ? 'list' : 'paragraph');
  });
}

/** A lone question is a question of the page only where something marks it as one. */
function questionIn({ text, kind }: TextBlock, section: string): string | undefined {
  if (text.length > QUESTION_CHARACTERS_MAX) return undefined;
  const label = /^(?:Q|F|P|問|質問)\s{0,2}[:.：]\s{0,3}/u.exec(text)?.[0] ?? '';
  const isMarked = label !== '' || kind === 'list_item' || SECTION.faq.test(section);
  const question = text.slice(label.length);
  return isMarked && QUESTION_MARK.test(question) ? question : undefined;
}

function candidate(question: string, answer: string, foundIn: FaqCandidate['found_in']): FaqCandidate[] {
  const asked = cleanText(question, QUESTION_CHARACTERS_MAX);
  const told = cleanText(answer, ANSWER_CHARACTERS_MAX);
  return asked === '' || told.length < ANSWER_CHARACTERS_MIN
    ? []
    : [{ question: asked, answer: told, found_in: foundIn }];
}
