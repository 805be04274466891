import { readFileSync } from 'node:fs';

import { readKeyword } from '../../src/text/keyword.ts';
import type { PageType } from '../../src/text/page-types.ts';
import { BUYER_STAGES, type BuyerStage, type Intent, INTENTS } from '../../src/text/signals.ts';

/** A search whose intent, page and stage somebody has judged. */
export interface LabelledSearch {
  readonly keyword: string;
  readonly language: string;
  readonly intent: Intent;
  /** What a part of its results is for; undefined where they agree. */
  readonly second: Intent | undefined;
  readonly page: PageType;
  readonly stage: BuyerStage;
}

/** What the labels call a type, where the product has another name. */
const PAGES: Readonly<Record<string, PageType>> = {
  homepage: 'homepage',
  landing_page: 'landing_page',
  local_page: 'local_landing_page',
  category_page: 'category_page',
  product_page: 'product',
  pricing_page: 'pricing',
  comparison_page: 'comparison_page',
  guide: 'guide',
  blog_post: 'blog_post',
  glossary: 'glossary',
  docs: 'docs',
  tool_page: 'tool_page',
  news: 'news',
  forum_thread: 'forum_thread',
};

/** The types that the model tells apart. */
export const LABELLED_PAGES: readonly PageType[] = Object.values(PAGES);

/** @throws Error at a row whose labels are unknown */
export function readLabelledSearches(path: string): LabelledSearch[] {
  const [head = '', ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/);
  const columns = head.split('\t');
  return lines.map((line, at) => {
    const cells = line.split('\t');
    const read = (column: string): string => cells[columns.indexOf(column)] ?? '';
    const page = PAGES[read('page_type')];
    const intent = INTENTS.find((each) => each === read('intent'));
    const stage = BUYER_STAGES.find((each) => each === read('buyer_stage'));
    if (page === undefined || intent === undefined || stage === undefined)
      throw new Error(`${path}:${at + 2}: “${line}” has a label that is not known.`);
    const second = INTENTS.find((each) => each === read('mixed_with'));
    return { keyword: read('keyword'), language: read('language'), intent, second, page, stage };
  });
}

/** From this share of words on, two searches are near duplicates. */
const SHARED = 0.6;

/** The part of each search, such that near duplicates stand in one. */
export function divideSearches(rows: readonly LabelledSearch[], parts: number): number[] {
  const words = rows.map(({ keyword, language }) => new Set(readKeyword(keyword, language).terms));
  const leader = rows.map((_, at) => at);
  const find = (at: number): number => (leader[at] === at ? at : find(leader[at] ?? at));
  for (const [one, here] of words.entries()) {
    for (let other = one + 1; other < words.length; other += 1) {
      const there = words[other] ?? new Set();
      const both = [...here].filter((word) => there.has(word)).length;
      if (both >= 2 && both / (here.size + there.size - both) >= SHARED) leader[find(other)] = find(one);
    }
  }
  return rows.map((_, at) => hash(rows[find(at)]?.keyword ?? '') % parts);
}

function hash(text: string): number {
  let value = 2166136261;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 16777619);
  value ^= value >>> 15;
  return Math.imul(value, 0x5bd1e995) >>> 8;
}
