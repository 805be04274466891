import type { SitePage } from '../ports/site-facts.ts';

/** Further pages of a list, and what a filter or an order makes of it. */
export function isPartOfList(page: Pick<SitePage, 'path_key'>): boolean {
  return page.path_key.includes('?') || isFurtherPage(page);
}

/** The second page of a list, and those after it. Shops also write /p/123 for a product, so that is none. */
export function isFurtherPage({ path_key }: Pick<SitePage, 'path_key'>): boolean {
  return FURTHER_PAGE.test(path_key);
}

const FURTHER_PAGE = /\/(?:page|seite|pagina)[/-]?\d+$|[?&](?:page|paged|seite|pagina|p|start|offset)=\d+(?:&|$)/i;
