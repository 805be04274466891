import { languageOfTag } from '../../../web/words.ts';
import type { Page, Place } from '../../../web/page/page.ts';
import { lineOf, quoteOf, shortened } from '../../../web/page/quote.ts';
import { readPage } from '../../../web/page/read.ts';
import { guessLanguage } from '../../../text/language.ts';
import { cleanText } from '../../../text/normalize.ts';
import { judgePageType } from '../../../text/page-type/page.ts';
import type { JudgedType } from '../../../text/page-types.ts';
import { blocksOf, type ReadBlock } from './blocks.ts';
import { type Controls, readControls } from './controls.ts';
import { ctasOf } from './ctas.ts';
import { plain } from './phrases.ts';
import { type CroPageType, type CroReport, type Cta, type Finding, type Goal } from './report.ts';

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

/** Everything that the sections ask about, worked out once. */
export interface CroFacts {
  readonly page: Page;
  readonly input: CroInput;
  readonly language: string;
  readonly page_type: CroReport['page_type'];
  readonly goal: CroReport['conversion_goal'];
  readonly title: string | undefined;
  readonly h1: { readonly text: string; readonly place: Place } | undefined;
  readonly blocks: readonly ReadBlock[];
  readonly words: number;
  readonly controls: Controls;
  readonly ctas: readonly Cta[];
}

export function factsOf(input: CroInput): CroFacts {
  const source = input.html === undefined ? { markdown: input.markdown ?? '' } : { html: input.html };
  const page = readPage(source, input.url);
  const controls = readControls(page);
  const title = titleOf(page);
  const h1 = page.headings.find(({ level, text, hidden }) => level === 1 && text !== '' && !hidden);
  const language = languageOf(page);
  const blocks = blocksOf(page);
  const page_type = pageTypeOf(input, page);
  const words = blocks.reduce((sum, each) => sum + each.words, 0);
  const drafts = ctasOf(page, controls, blocks, language);
  const goal = goalOf(input, drafts);
  const ctas = drafts.map((cta) => ({ ...cta, matches_goal: matchOf(cta, goal) }));
  return { page, input, language, page_type, goal, title, h1, blocks, words, controls, ctas };
}

/** Unknown without a goal of the caller, and for words that do not tell what they bring. */
function matchOf(cta: Cta, { value, source }: CroReport['conversion_goal']): boolean | null {
  if (value === null || source !== 'given' || cta.type === 'other') return null;
  return servesGoal(cta, value);
}

/** Whether pressing something of this type is what the goal counts. A trial begins with signing up. */
function servesGoal(cta: Pick<Cta, 'type' | 'text'>, goal: Goal): boolean {
  if (cta.type === goal) return true;
  if (goal === 'signup') return cta.type === 'trial';
  if (goal === 'contact_sales') return cta.type === 'demo';
  return (
    goal === 'demo' && cta.type === 'contact_sales' && / (?:call|termin|llamada|rendez|gesprach) /.test(plain(cta.text))
  );
}

/** Types of controls that are what a page is for. */
export function isConversion(type: Cta['type']): boolean {
  return type !== 'learn_more' && type !== 'other';
}

/** The one that a visitor of the page is meant to press: for the goal, above the others, in the content. */
export function primaryCta(ctas: readonly Cta[]): Cta | undefined {
  const weigh = (cta: Cta): number =>
    (cta.matches_goal === true ? 8 : 0) +
    (isConversion(cta.type) ? 4 : 0) +
    (cta.region === 'content' ? 2 : 0) +
    (cta.element === 'link' ? 0 : 1);
  let best: Cta | undefined;
  for (const cta of ctas) if (best === undefined || weigh(cta) > weigh(best)) best = cta;
  return best;
}

/** A finding about a place of the page. */
export function finding(
  facts: CroFacts,
  [id, status, message]: readonly [string, Finding['status'], string],
  place: { readonly start: number; readonly text?: string; readonly end?: number } | undefined,
  fix: string | null = null,
): Finding {
  const quote =
    place === undefined
      ? null
      : (place.text ?? quoteOf(facts.page.source, { start: place.start, end: place.end ?? place.start }));
  return {
    id,
    status,
    message,
    quote: quote === null ? null : cleanText(shortened(quote, 200), 200),
    line: place === undefined ? null : lineOf(facts.page, place.start),
    fix: status === 'pass' || status === 'not_applicable' ? null : fix,
  };
}

function titleOf(page: Page): string | undefined {
  const title =
    page.head.titles.find(({ text, in_head }) => in_head && text !== '')?.text ?? page.front_matter?.get('title');
  return title === undefined || title.trim() === '' ? undefined : title;
}

function languageOf(page: Page): string {
  const claimed = languageOfTag(
    page.language?.value ?? page.front_matter?.get('lang') ?? page.front_matter?.get('language') ?? '',
  );
  return guessLanguage(page.text.slice(0, 3000), claimed).value || claimed;
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

function pageTypeOf({ page_type }: CroInput, page: Page): CroReport['page_type'] {
  if (page_type !== 'auto') return { value: page_type, source: 'given' };
  const verdict = judgePageType(page);
  const value = verdict === undefined ? undefined : VISITED_AS[verdict.value];
  return value === undefined ? { value: null, source: 'unknown' } : { value, source: 'detected' };
}

/** Without a goal of the caller the type that the page itself asks for most, as a guess that judges nothing. */
function goalOf({ conversion_goal }: CroInput, ctas: readonly Cta[]): CroReport['conversion_goal'] {
  if (conversion_goal !== undefined) return { value: conversion_goal, source: 'given' };
  const counts = new Map<Goal, number>();
  for (const { type, region, element } of ctas) {
    if (type === 'other' || type === 'learn_more') continue;
    const weight = (region === 'content' ? 2 : 1) + (element === 'link' ? 0 : 1);
    counts.set(type, (counts.get(type) ?? 0) + weight);
  }
  const [best] = [...counts].toSorted((one, other) => other[1] - one[1]);
  return best === undefined ? { value: null, source: 'unknown' } : { value: best[0], source: 'detected' };
}
