import { z } from 'zod';

import type { Page } from '../../../web/page/page.ts';
import { listMainEntities } from '../../../web/structured-data/entity.ts';
import { isKind } from '../../../web/structured-data/vocabulary.ts';
import { type PageType, PageType as PageTypeSchema } from './input.ts';

export const PageTypeFound = z.object({
  type: PageTypeSchema.nullable().describe('Null when nothing on the page says which type it is.'),
  source: z.enum(['given', 'detected', 'unknown']),
  reason: z.string(),
});
export type PageTypeFound = z.infer<typeof PageTypeFound>;

interface Sign {
  readonly type: PageType;
  readonly reason: string;
}

/** The type that was asked for, else what structured data, Open Graph, address or heading say, in this order. */
export function detectPageType(page: Page, url: string | undefined, asked: PageType | 'auto'): PageTypeFound {
  if (asked !== 'auto') return { type: asked, source: 'given', reason: 'as asked' };
  const sign = bySchema(page) ?? byOpenGraph(page) ?? byAddress(url) ?? byHeading(page);
  if (sign === undefined) return { type: null, source: 'unknown', reason: 'nothing on the page says which type it is' };
  return { type: sign.type, source: 'detected', reason: sign.reason };
}

const BY_SCHEMA: readonly (readonly [string, PageType])[] = [
  ['Product', 'product'],
  ['SoftwareApplication', 'software'],
  ['BlogPosting', 'blog_post'],
  ['TechArticle', 'docs'],
  ['Article', 'article'],
  ['LocalBusiness', 'local_business'],
];

function bySchema(page: Page): Sign | undefined {
  const types = listMainEntities(page).flatMap((entity) => entity.types);
  for (const [kind, type] of BY_SCHEMA) {
    const found = types.find((name) => isKind(name, kind));
    if (found !== undefined) return { type, reason: `structured data of type ${found.slice(0, 60)}` };
  }
  return undefined;
}

function byOpenGraph(page: Page): Sign | undefined {
  const contentOf = (key: string): string | undefined =>
    page.head.metas.find((meta) => meta.property === key || meta.name === key)?.content.toLowerCase();
  const type = contentOf('og:type');
  // Many systems call every page an article; one that was published on a day is one.
  if (type === 'article' && contentOf('article:published_time') !== undefined) {
    return { type: 'article', reason: 'og:type is article, with article:published_time' };
  }
  if (type === 'product' || type === 'og:product') return { type: 'product', reason: 'og:type is product' };
  return undefined;
}

const BY_PATH: readonly (readonly [RegExp, PageType])[] = [
  [/\/(?:docs?|documentation|reference|manual|api)\//, 'docs'],
  [/\/(?:blog|weblog)\/[^/]/, 'blog_post'],
  [/\/(?:guides?|tutorials?|how-to)\/[^/]/, 'guide'],
  [/\/(?:compare|comparison|alternatives)(?:\/|$)|[-/]vs[-/]|-alternatives?(?:\/|$)/, 'comparison_page'],
  [/\/(?:products?|shop|p)\/[^/]/, 'product'],
  [/\/(?:news|articles?)\/[^/]/, 'article'],
];

function byAddress(url: string | undefined): Sign | undefined {
  const parsed = url === undefined ? null : URL.parse(url);
  if (parsed === null) return undefined;
  if (/^(?:docs|developer|developers)\./.test(parsed.hostname))
    return { type: 'docs', reason: `the host is ${parsed.hostname.slice(0, 80)}` };
  const path = parsed.pathname.toLowerCase();
  const found = BY_PATH.find(([pattern]) => pattern.test(path));
  return found === undefined ? undefined : { type: found[1], reason: `the path is ${path.slice(0, 80)}` };
}

const COMPARISON = /\S\s+(?:vs\.?|versus)\s+\S/i;
const GUIDE = /^(?:how to\b|(?:the )?(?:complete|ultimate|beginner['’]s) guide\b)|\bguide to\b|\bstep[- ]by[- ]step\b/i;

function byHeading(page: Page): Sign | undefined {
  const heading = page.headings.find((candidate) => candidate.level === 1 && candidate.text !== '')?.text ?? '';
  if (COMPARISON.test(heading)) return { type: 'comparison_page', reason: 'the first heading compares' };
  if (GUIDE.test(heading)) return { type: 'guide', reason: 'the first heading promises a guide' };
  return undefined;
}
