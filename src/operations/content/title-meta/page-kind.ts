import { z } from 'zod';

import { classifyPageType } from '../../../text/page-type/supplied.ts';
import type { Page } from '../../../web/page/page.ts';
import { detectPageType } from '../technical-qa/page-type.ts';
import { TITLE_PAGE_TYPES, type TitlePageType } from './input.ts';

export const TypeFound = z.object({
  type: z.enum(TITLE_PAGE_TYPES).nullable().describe('Null when nothing on the page says which type it is.'),
  source: z.enum(['given', 'detected', 'unknown']),
  reason: z.string(),
});
export type TypeFound = z.infer<typeof TypeFound>;

const KNOWN: ReadonlySet<string> = new Set(TITLE_PAGE_TYPES);
const ALIASES: Readonly<Record<string, TitlePageType>> = {
  article: 'blog_post',
  docs: 'guide',
  how_to: 'guide',
  faq: 'guide',
  local_landing_page: 'local_business',
  homepage: 'landing_page',
  category_page: 'landing_page',
  feature: 'software',
  pricing: 'landing_page',
};
/** Surer than the mere words of the keyword make it. */
const CONFIDENCE_MIN = 0.5;

export function detectTitleType(
  page: Page,
  asked: TitlePageType | 'auto',
  keyword: string,
  language: string,
): TypeFound {
  if (asked !== 'auto') return { type: asked, source: 'given', reason: 'as asked' };
  const found = detectPageType(page, page.url, 'auto');
  const byPage = found.type === null ? undefined : typeNamed(found.type);
  if (byPage !== undefined) return { type: byPage, source: 'detected', reason: found.reason };
  const title = page.headings.find((heading) => heading.level === 1)?.text ?? page.head.titles[0]?.text;
  const guess = classifyPageType({ url: page.url, title, keyword, language });
  const byWords = guess.confidence < CONFIDENCE_MIN ? undefined : typeNamed(guess.value);
  if (byWords === undefined)
    return { type: null, source: 'unknown', reason: 'nothing on the page says which type it is' };
  return { type: byWords, source: 'detected', reason: guess.evidence.join(', ') || 'words of the title' };
}

function typeNamed(name: string): TitlePageType | undefined {
  const type = TITLE_PAGE_TYPES.find((each) => each === name);
  return type ?? (Object.hasOwn(ALIASES, name) && !KNOWN.has(name) ? ALIASES[name] : undefined);
}
