import { z } from 'zod';

import type { CrawledPage } from '../../../ports/sites.ts';
import { readMeaningTerms } from '../../../text/synonyms.ts';
import { isSamePage, pageAddress } from '../../../web/url.ts';

export const CoveredElsewhere = z.object({
  topic: z.string(),
  url: z.string(),
  title: z.string(),
  where: z.enum(['title', 'heading']).describe('Whether the page is about it, or has a section on it.'),
});
export type CoveredElsewhere = z.infer<typeof CoveredElsewhere>;

/** A topic that more of a site's pages name is what the site is about, and nothing to link to. */
const PAGES_SHARE_MAX = 0.2;
const PAGES_MIN = 3;

/**
 * Other pages of the site that cover topics which a page lacks: to link to them is better than to write the same again.
 * A page covers a topic when its title, or one of its headings, has all its words.
 *
 * @param pages the most linked first, which decides between equals
 */
export function findElsewhere(
  topics: readonly string[],
  pages: readonly CrawledPage[],
  own: { readonly url: string; readonly language: string },
): CoveredElsewhere[] {
  const address = pageAddress(own.url);
  const others = pages
    .filter(({ url }) => !isSame(pageAddress(url), address))
    .map(({ url, title, headings }) => ({
      url,
      title,
      named: new Set(readMeaningTerms(title, own.language)),
      sections: headings.map((heading) => new Set(readMeaningTerms(heading, own.language))),
    }));
  const most = Math.max(PAGES_MIN, others.length * PAGES_SHARE_MAX);
  return topics.flatMap((topic) => {
    const asked = readMeaningTerms(topic, own.language);
    if (asked.length === 0) return [];
    const hasAll = (held: ReadonlySet<string>): boolean => asked.every((term) => held.has(term));
    const titled = others.filter(({ named }) => hasAll(named));
    const headed = others.filter(({ sections }) => sections.some(hasAll));
    if (new Set([...titled, ...headed]).size > most) return [];
    // The shortest title says least beside it.
    const [page = headed[0]] = titled.toSorted((one, other) => one.named.size - other.named.size);
    if (page === undefined) return [];
    const where = titled.includes(page) ? ('title' as const) : ('heading' as const);
    return [{ topic, url: page.url, title: page.title, where }];
  });
}

type Address = ReturnType<typeof pageAddress>;

function isSame(one: Address, other: Address): boolean {
  return one !== undefined && other !== undefined && isSamePage(one, other);
}
