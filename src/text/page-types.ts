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
  'glossary',
  'faq',
  'docs',
  'tool_page',
  'case_study',
  'login',
  'support',
  'about',
  'contact',
  'careers',
  'legal',
] as const;
export type PageType = (typeof PAGE_TYPES)[number];

/** Types whose name does not say that a page is meant. */
const NAMES: Readonly<Partial<Record<PageType, string>>> = {
  homepage: 'home page',
  product: 'product page',
  pricing: 'pricing page',
  feature: 'feature page',
  how_to: 'how-to guide',
  glossary: 'glossary entry',
  faq: 'page of questions and answers',
  docs: 'page of documentation',
  login: 'login page',
  support: 'support page',
  about: 'page about the company',
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
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}
