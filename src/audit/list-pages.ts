import type { SitePage } from '../ports/site-facts.ts';

/** Further pages of a list, and what a filter or an order makes of it. */
export function isPartOfList(page: Pick<SitePage, 'path_key'>): boolean {
  return page.path_key.includes('?') || isFurtherPage(page);
}

/** One page of a list that goes on over several. Shops also write /p/123 for a product, so that is none. */
export function isFurtherPage({ path_key }: Pick<SitePage, 'path_key'>): boolean {
  return PAGE_OF_LIST.test(path_key);
}

/** The address of the first page of a list, by that of a later one; undefined for a page that is none. */
export function firstPageOf({ path_key }: Pick<SitePage, 'path_key'>): string | undefined {
  const [part = '', inPath, inQuery] = PAGE_OF_LIST.exec(path_key) ?? [];
  if (part === '' || Number(inPath ?? inQuery) <= 1) return undefined;
  const [way = '', query = ''] = path_key.split('?', 2);
  if (!part.startsWith('?') && !part.startsWith('&')) return way.slice(0, -part.length);
  const left = query.split('&').filter((pair) => pair !== part.slice(1));
  return left.length === 0 ? way : `${way}?${left.join('&')}`;
}

const PAGE_OF_LIST = /\/(?:page|seite|pagina)[/-]?(\d+)$|[?&](?:page|paged|seite|pagina|p|start|offset)=(\d+)(?=&|$)/i;
