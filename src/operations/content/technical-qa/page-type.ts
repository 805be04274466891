import { z } from 'zod';

import { judgePageType } from '../../../text/page-type/page.ts';
import type { JudgedType } from '../../../text/page-types.ts';
import type { Page } from '../../../web/page/page.ts';
import { type PageType, PageType as PageTypeSchema } from './input.ts';

export const PageTypeFound = z.object({
  type: PageTypeSchema.nullable().describe('Null when nothing on the page says which type it is.'),
  source: z.enum(['given', 'detected', 'unknown']),
  reason: z.string(),
});
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

/** The type that was asked for, else what the page itself says. */
export function detectPageType(page: Page, asked: PageType | 'auto'): PageTypeFound {
  if (asked !== 'auto') return { type: asked, source: 'given', reason: 'as requested' };
  const verdict = judgePageType(page);
  if (verdict === undefined)
    return { type: null, source: 'unknown', reason: 'nothing on the page says which type it is' };
  const type = CHECKED_AS[verdict.value];
  const reason = verdict.evidence.join('; ');
  if (type !== undefined) return { type, source: 'detected', reason };
  return {
    type: null,
    source: 'unknown',
    reason: `a ${verdict.value.replaceAll('_', ' ')}, which has no checks of its own (${reason})`,
  };
}
