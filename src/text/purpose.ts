import type { IntentVerdict } from './intent.ts';
import type { BuyerStage, Intent } from './signals.ts';
import type { PageType } from './page-types.ts';
import type { Verdict } from './verdict.ts';

/** What page types are for. Pages of one purpose can stand in for one another. */
export type Purpose = 'inform' | 'compare' | 'sell' | 'price' | 'visit' | 'use' | 'enter' | 'help' | 'home' | 'company';

const PURPOSE: Readonly<Record<PageType, Purpose>> = {
  homepage: 'home',
  landing_page: 'sell',
  local_landing_page: 'visit',
  category_page: 'sell',
  product: 'sell',
  pricing: 'price',
  feature: 'sell',
  comparison_page: 'compare',
  guide: 'inform',
  how_to: 'inform',
  blog_post: 'inform',
  article: 'inform',
  news: 'inform',
  forum_thread: 'inform',
  glossary: 'inform',
  faq: 'inform',
  docs: 'help',
  tool_page: 'use',
  case_study: 'inform',
  login: 'enter',
  support: 'help',
  about: 'company',
  contact: 'company',
  careers: 'company',
  legal: 'company',
};

export function findPurpose(type: PageType): Purpose {
  return PURPOSE[type];
}

/** What a page of the wrong kind is worth to a search. */
const MISSED = 0.1;

type Fits = Readonly<Record<Purpose, number>>;

/** How well a page of a purpose answers a search of an intent, 0–1. Our own figures, pinned by the tests. */
const FIT: Readonly<Record<Intent, Fits>> = {
  informational: fits({ inform: 1, help: 0.7, compare: 0.5, use: 0.5, home: 0.4, sell: 0.35, visit: 0.2, price: 0.2 }),
  commercial: fits({ compare: 1, sell: 0.9, price: 0.6, home: 0.7, use: 0.7, inform: 0.6, visit: 0.6, help: 0.2 }),
  transactional: fits({ sell: 1, price: 0.8, visit: 0.8, use: 0.7, home: 0.7, compare: 0.5, inform: 0.25, help: 0.1 }),
  local: fits({ visit: 1, company: 0.7, home: 0.7, sell: 0.6, compare: 0.3, inform: 0.2, price: 0.2, use: 0.1 }),
  navigational: fits({ home: 1, company: 0.4, sell: 0.3, help: 0.3, price: 0.2, inform: 0.15, compare: 0.1 }),
};

/** Searches for these are for one kind of page and no other. */
const EXACT: Readonly<Partial<Record<PageType, readonly Purpose[]>>> = {
  login: ['enter'],
  support: ['help', 'company'],
  docs: ['help'],
  careers: ['company'],
  pricing: ['price'],
  tool_page: ['use'],
};

/** Pages that are found by their name and answer nothing else. */
const CLOSED: ReadonlySet<Purpose> = new Set<Purpose>(['enter', 'company']);
const NEUTRAL = 0.8;
/** Under this confidence a search shows no intent that a page could miss. */
const UNCLEAR = 0.4;

/** How well a page answers what a search is after, 0–1; a search that shows no intent fits any open page. */
export function rateIntentFit(intent: IntentVerdict, wanted: Verdict<PageType>, page: Verdict<PageType>): number {
  if (page.value === wanted.value && wanted.confidence > UNCLEAR) return 1;
  const purpose = findPurpose(page.value);
  const sure = page.confidence >= UNCLEAR;
  const exact = wanted.confidence > UNCLEAR ? EXACT[wanted.value] : undefined;
  if (exact !== undefined) return exactFit(exact, wanted.value, purpose, sure);
  if (CLOSED.has(purpose) && intent.value !== 'local') return sure ? MISSED : 0.5;
  const fit = FIT[intent.value][purpose];
  if (intent.confidence <= UNCLEAR) return Math.max(fit, NEUTRAL);
  return sure ? fit : Math.max(fit, 0.6);
}

function exactFit(exact: readonly Purpose[], wanted: PageType, purpose: Purpose, sure: boolean): number {
  if (exact.includes(purpose)) return 0.95;
  // A search for a price is nearly at home on a page that sells.
  if (wanted === 'pricing') return purpose === 'sell' ? 0.7 : Math.min(0.5, FIT.transactional[purpose] + 0.1);
  return sure ? MISSED : 0.4;
}

/** Kinds of page that are what they are, whatever their title says. */
const FIRM: ReadonlySet<Purpose> = new Set<Purpose>(['enter', 'price', 'help', 'company', 'home', 'use', 'visit']);

/** What a page's searchers want: by its type where that is firm, then by the words of its title, then by its type. */
export function choosePurpose(type: Verdict<PageType>, worded: Purpose | undefined): Purpose | undefined {
  const typed = type.confidence >= UNCLEAR ? findPurpose(type.value) : undefined;
  return typed !== undefined && FIRM.has(typed) ? typed : (worded ?? typed);
}

/** The buyer stage that a page of a type serves, where nothing else tells. */
const STAGE: Readonly<Record<Purpose, BuyerStage>> = {
  inform: 'awareness',
  compare: 'consideration',
  sell: 'decision',
  price: 'decision',
  visit: 'decision',
  use: 'consideration',
  enter: 'retention',
  help: 'retention',
  home: 'consideration',
  company: 'consideration',
};

export function findPageStage(type: PageType): BuyerStage {
  if (type === 'case_study' || type === 'feature') return 'consideration';
  return STAGE[PURPOSE[type]];
}

function fits(known: Partial<Record<Purpose, number>>): Fits {
  const none: Fits = {
    inform: MISSED,
    compare: MISSED,
    sell: MISSED,
    price: MISSED,
    visit: MISSED,
    use: MISSED,
    enter: MISSED,
    help: MISSED,
    home: MISSED,
    company: MISSED,
  };
  return { ...none, ...known };
}
