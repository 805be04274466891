import type { PageType } from './page-types.ts';

/**
 * Words and phrases by which a search tells what it wants, in the languages that searches most often come in.
 *
 * Each kind of signal speaks for an intent, a buyer stage and a type of page. `points` say how surely: `near me` leaves
 * no doubt, `online` little more than a hint. The English ones follow formulas 4.7.
 */
export const INTENTS = ['informational', 'commercial', 'transactional', 'local', 'navigational'] as const;
export type Intent = (typeof INTENTS)[number];

export const BUYER_STAGES = ['awareness', 'consideration', 'decision', 'retention'] as const;
export type BuyerStage = (typeof BUYER_STAGES)[number];

export interface Signal {
  readonly intent: Intent;
  readonly stage: BuyerStage;
  readonly page: PageType;
  readonly points: number;
}

export const SIGNALS = {
  how_to: { intent: 'informational', stage: 'awareness', page: 'guide', points: 3 },
  definition: { intent: 'informational', stage: 'awareness', page: 'glossary', points: 3 },
  question: { intent: 'informational', stage: 'awareness', page: 'blog_post', points: 2.2 },
  guide: { intent: 'informational', stage: 'awareness', page: 'guide', points: 2.4 },
  ideas: { intent: 'informational', stage: 'awareness', page: 'blog_post', points: 2 },
  facts: { intent: 'informational', stage: 'awareness', page: 'article', points: 2 },
  problem: { intent: 'informational', stage: 'awareness', page: 'guide', points: 2 },
  best: { intent: 'commercial', stage: 'consideration', page: 'comparison_page', points: 2.4 },
  review: { intent: 'commercial', stage: 'consideration', page: 'comparison_page', points: 2.4 },
  compare: { intent: 'commercial', stage: 'consideration', page: 'comparison_page', points: 2.6 },
  alternative: { intent: 'commercial', stage: 'consideration', page: 'comparison_page', points: 2.8 },
  cost: { intent: 'transactional', stage: 'decision', page: 'pricing', points: 2.4 },
  provider: { intent: 'commercial', stage: 'consideration', page: 'landing_page', points: 1.2 },
  software: { intent: 'commercial', stage: 'consideration', page: 'landing_page', points: 1.1 },
  price: { intent: 'transactional', stage: 'decision', page: 'pricing', points: 2.4 },
  buy: { intent: 'transactional', stage: 'decision', page: 'category_page', points: 3 },
  deal: { intent: 'transactional', stage: 'decision', page: 'category_page', points: 2.2 },
  sign_up: { intent: 'transactional', stage: 'decision', page: 'landing_page', points: 2.6 },
  tool: { intent: 'transactional', stage: 'decision', page: 'tool_page', points: 2 },
  download: { intent: 'transactional', stage: 'decision', page: 'landing_page', points: 2 },
  free: { intent: 'transactional', stage: 'decision', page: 'landing_page', points: 0.8 },
  near: { intent: 'local', stage: 'decision', page: 'local_landing_page', points: 4 },
  login: { intent: 'navigational', stage: 'retention', page: 'login', points: 4 },
  support: { intent: 'navigational', stage: 'retention', page: 'support', points: 2.6 },
  official: { intent: 'navigational', stage: 'consideration', page: 'homepage', points: 2.6 },
  docs: { intent: 'informational', stage: 'retention', page: 'docs', points: 2.4 },
  job: { intent: 'informational', stage: 'awareness', page: 'careers', points: 1.6 },
} as const satisfies Record<string, Signal>;

export type SignalKind = keyof typeof SIGNALS;
