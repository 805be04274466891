import { z } from 'zod';

import { counted } from '../kernel/grammar.ts';
import { findRetirement, namePossibleResults } from '../web/structured-data/rich-results.ts';
import type { ReadPage } from '../text/reading/reading.ts';
import { findOwnFormat, type Format } from './format.ts';
import type { Study } from './study.ts';

export const SchemaAdvice = z.object({
  type: z.string().describe('schema.org type.'),
  why: z.string(),
  pages: z.int().describe('Compared pages that have it.'),
  rich_result: z.string().nullable().describe('What Google shows for it; null for none.'),
});
export type SchemaAdvice = z.infer<typeof SchemaAdvice>;

/** What each kind of page is, beside what others mark up. */
const OWN_TYPE: Readonly<Record<Format, string>> = {
  how_to: 'Article',
  guide: 'Article',
  list: 'Article',
  comparison: 'Article',
  tool: 'WebApplication',
  product: 'Product',
  local: 'LocalBusiness',
};
/** Parts of other types, and what describes the site and not the page. */
const NOT_ADVISED =
  /^(?:Person|Organization|ImageObject|WebSite|WebPage|SearchAction|ListItem|PostalAddress|ContactPoint|Question|Answer|HowToStep|Offer|AggregateRating|Rating|Review|EntryPoint|SiteNavigationElement|WPHeader|WPFooter|ReadAction|CollectionPage|GeoCoordinates|OpeningHoursSpecification|Brand|Comment|InteractionCounter|PropertyValue|SpeakableSpecification|Thing)$/;
/** Pages that offer many things and are none of them. */
const LISTS: ReadonlySet<ReadPage['type']> = new Set<ReadPage['type']>(['category_page', 'listing']);
const SHARE_MIN = 0.3;

const ARTICLE = /^(?:\w*Article|BlogPosting|Report)$/;

/**
 * Structured data for a page: its own type, then what the ranking pages mark up. Types without a rich result say so.
 *
 * @param page the caller's own, which stays what it is and keeps what it has
 */
export function adviseSchema(
  { patterns, compared }: Study,
  format: Format | null,
  page?: Pick<ReadPage, 'type' | 'schema_types'>,
): SchemaAdvice[] {
  const there = page?.schema_types ?? [];
  const own = LISTS.has(page?.type ?? null) ? 'CollectionPage' : OWN_TYPE[findOwnFormat(page) ?? format ?? 'guide'];
  const isArticle = (type: string): boolean => ARTICLE.test(type);
  // A page is one thing: what offers something is no article, whatever ranks beside it.
  const same = (type: string): boolean => type === own || isArticle(type);
  const ownPages = patterns.schema_types
    .filter(({ type }) => type === own || (own === 'Article' && isArticle(type)))
    .reduce((most, { pages }) => Math.max(most, pages), 0);
  const others = patterns.schema_types.filter(
    ({ type, pages }) => !same(type) && !NOT_ADVISED.test(type) && pages / compared.length >= SHARE_MIN,
  );
  const isThere = (type: string): boolean => there.includes(type) || (isArticle(type) && there.some(isArticle));
  // Products and lists of them are sold alike: without a sign of the one, neither is advised.
  const isKnown = own !== 'Product' || page?.type === 'product' || ownPages > 0;
  const advised = [...(isKnown ? [{ type: own, pages: ownPages }] : []), ...others].filter(
    ({ type }) => !isThere(type),
  );
  return advised.slice(0, 6).map(({ type, pages }) => ({
    type,
    pages,
    why: explain(type, pages, compared.length, type === own),
    rich_result: namePossibleResults(type),
  }));
}

function explain(type: string, pages: number, of: number, isOwn: boolean): string {
  const seen = `${pages} of ${counted(of, 'compared page')} ${pages === 1 ? 'has' : 'have'} it`;
  const retired = findRetirement(type);
  if (retired !== undefined) return `${seen}, but Google stopped showing a rich result for it on ${retired}.`;
  return isOwn ? `It describes the page itself; ${seen}.` : `${seen}.`;
}
