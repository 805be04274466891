import type { PageType } from '../signals.ts';

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
export function pageTypeName(type: PageType): string {
  return NAMES[type] ?? type.replaceAll('_', ' ');
}

/** With its article: `a pricing page`, `an article`. */
export function aPageOf(type: PageType): string {
  const name = pageTypeName(type);
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}
