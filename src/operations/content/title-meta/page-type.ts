import type { z } from 'zod';

import { findPageType, pageTypeFound } from '../../../text/page-type/asked.ts';
import type { JudgedType } from '../../../text/page-types.ts';
import type { Page } from '../../../web/page/page.ts';
import { TITLE_PAGE_TYPES, type TitlePageType } from './input.ts';

export const TypeFound = pageTypeFound(TITLE_PAGE_TYPES);
export type TypeFound = z.infer<typeof TypeFound>;

/** How titles are written for pages of each type; for the others as for a page of no certain type. */
const WRITTEN_AS: Readonly<Partial<Record<JudgedType, TitlePageType>>> = {
  article: 'blog_post',
  blog_post: 'blog_post',
  case_study: 'blog_post',
  listicle: 'blog_post',
  homepage: 'landing_page',
  landing_page: 'landing_page',
  category_page: 'landing_page',
  listing: 'landing_page',
  pricing: 'landing_page',
  service: 'landing_page',
  course: 'landing_page',
  feature: 'software',
  software: 'software',
  product: 'product',
  local_landing_page: 'local_business',
  comparison_page: 'comparison_page',
  ranking: 'comparison_page',
  review: 'comparison_page',
  guide: 'guide',
  how_to: 'guide',
  docs: 'guide',
  faq: 'guide',
  recipe: 'guide',
};

export function detectTitleType(page: Page, asked: TitlePageType | 'auto'): TypeFound {
  return findPageType(page, asked, WRITTEN_AS, 'title rules');
}
