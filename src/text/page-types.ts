/** Types of page as a site plans them: what a search can be answered with. */
export const PAGE_TYPES = [
  'homepage',
  'landing_page',
  'local_landing_page',
  'category_page',
  'product',
  'pricing',
  'feature',
  'comparison_page',
  'guide',
  'how_to',
  'blog_post',
  'article',
  'news',
  'glossary',
  'faq',
  'docs',
  'tool_page',
  'forum_thread',
  'case_study',
  'login',
  'support',
  'about',
  'contact',
  'careers',
  'legal',
] as const;
export type PageType = (typeof PAGE_TYPES)[number];

/** What a page turns out to be: also types that nobody plans for a search, and those that only its own text shows. */
export const JUDGED_TYPES = [
  ...PAGE_TYPES,
  /** The best things of a kind, in a list. */
  'ranking',
  /** Advice or facts, one heading an item. */
  'listicle',
  /** Pages, events, places or posts to choose from. */
  'listing',
  'software',
  'service',
  'recipe',
  'event',
  'job',
  'course',
  'dataset',
  'video',
  'review',
  'profile',
] as const;
export type JudgedType = (typeof JUDGED_TYPES)[number];

/** What a page of a type that is not planned stands for where pages are planned. */
const PLANNED_AS: Readonly<Record<Exclude<JudgedType, PageType>, PageType>> = {
  ranking: 'comparison_page',
  listicle: 'blog_post',
  listing: 'category_page',
  software: 'landing_page',
  service: 'landing_page',
  recipe: 'guide',
  event: 'landing_page',
  job: 'careers',
  course: 'landing_page',
  dataset: 'article',
  video: 'article',
  review: 'comparison_page',
  profile: 'about',
};

/** The type that a page of any type has where pages are planned. */
export function findPlannedType(type: JudgedType): PageType {
  return isPageType(type) ? type : PLANNED_AS[type];
}

const KNOWN: ReadonlySet<string> = new Set(PAGE_TYPES);

export function isPageType(name: string): name is PageType {
  return KNOWN.has(name);
}

/** Types whose name does not say that a page is meant. */
const NAMES: Readonly<Partial<Record<PageType, string>>> = {
  homepage: 'home page',
  product: 'product page',
  pricing: 'pricing page',
  feature: 'feature page',
  how_to: 'how-to guide',
  glossary: 'glossary entry',
  faq: 'FAQ page',
  docs: 'documentation page',
  login: 'login page',
  news: 'news article',
  support: 'support page',
  about: 'about page',
  contact: 'contact page',
  careers: 'careers page',
  legal: 'legal page',
};

/** A page type as a sentence names it: `pricing page`, `blog post`. */
export function namePageType(type: PageType): string {
  return NAMES[type] ?? type.replaceAll('_', ' ');
}

/** With its article: `a pricing page`, `an article`. */
export function nameOnePage(type: PageType): string {
  const name = namePageType(type);
  return `${/^(?:[aeiou]|FAQ)/.test(name) ? 'an' : 'a'} ${name}`;
}
