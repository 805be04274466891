import type { z } from 'zod';

import { findPageType, pageTypeFound } from '../text/page-type/asked.ts';
import type { JudgedType } from '../text/page-types.ts';
import type { Page } from '../web/page/page.ts';
import { PAGE_TYPES, type PageType } from './input.ts';

export const PageTypeFound = pageTypeFound(PAGE_TYPES);
export type PageTypeFound = z.infer<typeof PageTypeFound>;

/** The types that these checks know; pages of any other type are checked as pages of no certain type. */
const CHECKED_AS: Readonly<Partial<Record<JudgedType, PageType>>> = {
  article: 'article',
  case_study: 'article',
  listicle: 'article',
  blog_post: 'blog_post',
  homepage: 'landing_page',
  landing_page: 'landing_page',
  service: 'landing_page',
  feature: 'landing_page',
  pricing: 'landing_page',
  product: 'product',
  software: 'software',
  local_landing_page: 'local_business',
  comparison_page: 'comparison_page',
  ranking: 'comparison_page',
  review: 'comparison_page',
  guide: 'guide',
  how_to: 'guide',
  recipe: 'guide',
  docs: 'docs',
};

export function detectPageType(page: Page, asked: PageType | 'auto'): PageTypeFound {
  return findPageType(page, asked, CHECKED_AS, 'checks');
}
