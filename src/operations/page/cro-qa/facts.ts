import type { Page, Place } from '../../../web/page/page.ts';
import { readPage } from '../../../web/page/read.ts';
import { detectSampleLanguage, LANGUAGE_SAMPLE_CHARACTERS } from '../../../text/page-language.ts';
import { judgePageType } from '../../../text/page-type/page.ts';
import type { JudgedType } from '../../../text/page-types.ts';
import { readContentBlocks, type ReadBlock } from './blocks.ts';
import { type Controls, readControls } from './controls.ts';
import { findCtas } from './ctas.ts';
import { readOffer } from './offer.ts';
import { findList, isPhrase, toPlainWords } from './phrases.ts';
import { type CroPageType, type CroReport, type Cta, type Goal } from './report.ts';

/** One of html and markdown; `url` when the page was fetched. */
export interface CroInput {
  readonly html: string | undefined;
  readonly markdown: string | undefined;
  readonly url: string | undefined;
  readonly status: number | undefined;
  readonly conversion_goal: Goal | undefined;
  readonly page_type: CroPageType | 'auto';
  readonly keyword: string | undefined;
}

/** Everything that the sections need, worked out once. */
export interface CroFacts {
  readonly page: Page;
  readonly input: CroInput;
  readonly language: string;
  readonly page_type: CroReport['page_type'];
  /** What the page turned out to be, in the words of all operations. */
  readonly judged: JudgedType | undefined;
  readonly offer: CroReport['offer'];
  readonly goal: CroReport['conversion_goal'];
  readonly title: string | undefined;
  readonly h1: { readonly text: string; readonly place: Place } | undefined;
  readonly blocks: readonly ReadBlock[];
  readonly words: number;
  readonly controls: Controls;
  readonly ctas: readonly Cta[];
}

export function gatherFacts(input: CroInput): CroFacts {
  const source = input.html === undefined ? { markdown: input.markdown ?? '' } : { html: input.html };
  const page = readPage(source, input.url);
  const controls = readControls(page);
  const title = readTitle(page);
  const h1 = page.headings.find(({ level, text, hidden }) => level === 1 && text !== '' && !hidden);
  const language = detectSampleLanguage(page, page.text.slice(0, LANGUAGE_SAMPLE_CHARACTERS));
  const blocks = readContentBlocks(page);
  const judged = judgePageType(page)?.value;
  const supposed = pageTypeOf(input, judged);
  const words = blocks.reduce((sum, each) => sum + each.words, 0);
  const drafts = findCtas(page, controls, blocks, { language, headline: h1?.text ?? title ?? '' });
  const goal = detectGoal(input, drafts, judged);
  const ctas = drafts.map((cta) => ({ ...cta, matches_goal: matchGoal(cta, goal) }));
  const offer = readOffer({
    page,
    page_type: supposed,
    judged,
    ctas,
    blocks,
    language,
    has_goal: goal.source === 'given',
  });
  // What turned out to sell is no post, whatever its title sounds like.
  const isRefuted = supposed.source === 'detected' && INFORMING.has(supposed.value) && offer.kind !== 'none';
  const page_type: CroReport['page_type'] = isRefuted ? { value: null, source: 'unknown' } : supposed;
  return { page, input, language, page_type, judged, offer, goal, title, h1, blocks, words, controls, ctas };
}

const INFORMING: ReadonlySet<CroPageType | null> = new Set<CroPageType>(['blog_post', 'docs']);

/** Unknown without a given goal, and for texts that do not say what they do. */
function matchGoal(cta: Cta, { value, source }: CroReport['conversion_goal']): boolean | null {
  if (value === null || source !== 'given' || cta.type === 'other') return null;
  return servesGoal(cta, value);
}

/** Whether a click on this type is what the goal counts. A trial begins with signing up. */
function servesGoal(cta: Pick<Cta, 'type' | 'text'>, goal: Goal): boolean {
  if (cta.type === goal) return true;
  if (goal === 'signup') return cta.type === 'trial';
  if (goal === 'contact_sales') return cta.type === 'demo';
  return (
    goal === 'demo' &&
    cta.type === 'contact_sales' &&
    / (?:call|termin|llamada|rendez|gesprach) /.test(toPlainWords(cta.text))
  );
}

/** Pages that offer nothing are not judged like those that sell. */
export function isSelling({ offer }: Pick<CroFacts, 'offer'>): boolean {
  return offer.kind !== 'none';
}

/** Types that are what a page is for. */
export function isConversion(type: Cta['type']): boolean {
  return type !== 'learn_more' && type !== 'other';
}

const VAGUE = findList('cta_vague');

/** The call to action that visitors are meant to click: for the goal, a conversion, in the content. */
export function primaryCta(ctas: readonly Cta[]): Cta | undefined {
  // Of buttons without known words, only those that ask for something in vague ones can be meant.
  const known = ctas.filter(({ type, text }) => type !== 'other' || isPhrase(toPlainWords(text, 200), VAGUE));
  const weigh = (cta: Cta): number =>
    (cta.matches_goal === true ? 8 : 0) +
    (isConversion(cta.type) ? 4 : 0) +
    (cta.region === 'content' ? 2 : 0) +
    (cta.element === 'link' ? 0 : 1);
  let best: Cta | undefined;
  for (const cta of known) if (best === undefined || weigh(cta) > weigh(best)) best = cta;
  return best;
}

function readTitle(page: Page): string | undefined {
  const title =
    page.head.titles.find(({ text, in_head }) => in_head && text !== '')?.text ?? page.front_matter?.get('title');
  return title === undefined || title.trim() === '' ? undefined : title;
}

/** What visitors come to pages of each type for; the others are judged as pages that sell. */
const VISITED_AS: Readonly<Partial<Record<JudgedType, CroPageType>>> = {
  homepage: 'homepage',
  landing_page: 'landing_page',
  local_landing_page: 'landing_page',
  category_page: 'landing_page',
  service: 'landing_page',
  software: 'landing_page',
  course: 'landing_page',
  event: 'landing_page',
  pricing: 'pricing',
  feature: 'feature',
  product: 'product',
  comparison_page: 'comparison_page',
  ranking: 'comparison_page',
  review: 'comparison_page',
  article: 'blog_post',
  blog_post: 'blog_post',
  listicle: 'blog_post',
  guide: 'blog_post',
  how_to: 'blog_post',
  recipe: 'blog_post',
  glossary: 'blog_post',
  case_study: 'blog_post',
  docs: 'docs',
};

function pageTypeOf({ page_type }: CroInput, judged: JudgedType | undefined): CroReport['page_type'] {
  if (page_type !== 'auto') return { value: page_type, source: 'given' };
  const value = judged === undefined ? undefined : VISITED_AS[judged];
  return value === undefined ? { value: null, source: 'unknown' } : { value, source: 'detected' };
}

const SHOP: ReadonlySet<JudgedType> = new Set<JudgedType>(['product', 'category_page']);

/** @param judged what the page is: one of a shop is there to sell, where only its menu asks for something else */
function detectGoal(
  { conversion_goal }: CroInput,
  ctas: readonly Cta[],
  judged: JudgedType | undefined,
): CroReport['conversion_goal'] {
  if (conversion_goal !== undefined) return { value: conversion_goal, source: 'given' };
  const asking = ctas.filter(({ type }) => type !== 'other' && type !== 'learn_more');
  const sells = judged !== undefined && SHOP.has(judged);
  if (sells && asking.every(({ region }) => region !== 'content')) return { value: 'purchase', source: 'detected' };
  return readGoal(asking);
}

/** The type that the page asks for most: a guess that judges nothing. */
function readGoal(ctas: readonly Cta[]): CroReport['conversion_goal'] {
  const counts = new Map<Cta['type'], number>();
  for (const { type, region, element } of ctas) {
    // A newsletter box and the links of a menu stand on every page of a site.
    const weight = (region === 'content' ? 3 : 0.5) + (element === 'link' ? 0 : 1);
    counts.set(type, (counts.get(type) ?? 0) + weight * (type === 'subscribe' ? 0.2 : 1));
  }
  const [best] = [...counts].toSorted((one, other) => other[1] - one[1]);
  const goal = best?.[0];
  return goal === undefined || goal === 'other' || goal === 'learn_more'
    ? { value: null, source: 'unknown' }
    : { value: goal, source: 'detected' };
}
