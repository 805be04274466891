import { classifyPageType } from '../page-type.ts';
import type { IntentVerdict } from '../intent.ts';
import { foldPhrase } from '../normalize.ts';
import { type BuyerStage, type Intent, PAGE_TYPES, type PageType } from '../signals.ts';
import type { Verdict } from '../verdict.ts';

const KNOWN: ReadonlySet<string> = new Set(PAGE_TYPES);

/** How people name page types, beside the names of the interface. */
const ALIASES: Readonly<Record<string, PageType>> = {
  home: 'homepage',
  home_page: 'homepage',
  landing: 'landing_page',
  lp: 'landing_page',
  service: 'landing_page',
  service_page: 'landing_page',
  services: 'landing_page',
  solution: 'landing_page',
  software: 'landing_page',
  local: 'local_landing_page',
  local_business: 'local_landing_page',
  location: 'local_landing_page',
  category: 'category_page',
  collection: 'category_page',
  listing: 'category_page',
  hub: 'category_page',
  shop: 'category_page',
  product_page: 'product',
  products: 'product',
  pdp: 'product',
  plp: 'category_page',
  pricing_page: 'pricing',
  prices: 'pricing',
  features: 'feature',
  feature_page: 'feature',
  comparison: 'comparison_page',
  compare: 'comparison_page',
  alternatives: 'comparison_page',
  alternative: 'comparison_page',
  versus: 'comparison_page',
  vs: 'comparison_page',
  listicle: 'comparison_page',
  review: 'comparison_page',
  guides: 'guide',
  tutorial: 'how_to',
  howto: 'how_to',
  blog: 'blog_post',
  post: 'blog_post',
  blogpost: 'blog_post',
  blog_article: 'blog_post',
  news: 'article',
  glossary_page: 'glossary',
  documentation: 'docs',
  doc: 'docs',
  tool: 'tool_page',
  calculator: 'tool_page',
  case_studies: 'case_study',
  sign_in: 'login',
  signin: 'login',
  help: 'support',
  about_us: 'about',
  contact_us: 'contact',
};

/** The page type that a caller's own word names; undefined when it names none. */
function namedPageType(written: string | null | undefined): PageType | undefined {
  const name = foldPhrase(written ?? '', 60).replaceAll(/[\s/-]+/g, '_');
  if (isPageType(name)) return name;
  return Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined;
}

function isPageType(name: string): name is PageType {
  return KNOWN.has(name);
}

/** What a page is: as the caller says, else by its address and title. */
export function pageTypeOf(page: {
  readonly url: string;
  readonly title: string;
  readonly page_type: string | null | undefined;
  readonly language: string;
}): Verdict<PageType> {
  const named = namedPageType(page.page_type);
  if (named !== undefined) return { value: named, confidence: 1, evidence: ['page_type of the request'] };
  return classifyPageType({ url: page.url, title: page.title, language: page.language });
}

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

export function purposeOf(type: PageType): Purpose {
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
export function intentFit(intent: IntentVerdict, wanted: Verdict<PageType>, page: Verdict<PageType>): number {
  if (page.value === wanted.value && wanted.confidence > UNCLEAR) return 1;
  const purpose = purposeOf(page.value);
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
export function purposeIn(type: Verdict<PageType>, worded: Purpose | undefined): Purpose | undefined {
  const typed = type.confidence >= UNCLEAR ? purposeOf(type.value) : undefined;
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

export function stageOfPage(type: PageType): BuyerStage {
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
