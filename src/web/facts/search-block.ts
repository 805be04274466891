import { definePageTask, type Task } from '../../kernel/task.ts';
import { isForGoogle, readHeaderDirectives, readMetaDirectives } from '../directives.ts';
import { readHtmlPage } from '../page/html.ts';
import type { Page } from '../page/page.ts';
import { quoteOf, shortened } from '../page/quote.ts';
import { isSameAddress, normalizeAddress } from '../url.ts';

export const BLOCKS = ['status', 'redirect', 'noindex', 'canonical'] as const;

/** What keeps a page out of results, whatever its text says: to be mended before any other work on the page. */
export interface SearchBlock {
  readonly kind: (typeof BLOCKS)[number];
  readonly url: string;
  /** Where a redirect or canonical leads; null for the others. */
  readonly leads_to: string | null;
  readonly evidence: string;
  readonly fix: string;
}

/** A page as a crawl left it. */
interface SeenPage {
  readonly url: string;
  readonly status_code: number | null;
  readonly redirect_url: string | null;
  readonly is_indexable: boolean | null;
  readonly canonical_url: string | null;
  readonly fetched_at: string | null;
}

/** What a crawl saw that blocks the page; undefined where it saw nothing, or was never there. */
export function findKnownBlock(page: SeenPage | undefined): SearchBlock | undefined {
  if (page === undefined) return undefined;
  const { url, status_code: status, redirect_url: redirect, canonical_url: canonical } = page;
  const when = page.fetched_at === null ? '' : ` when last read on ${page.fetched_at.slice(0, 10)}`;
  if (status !== null && status >= 400)
    return {
      kind: 'status',
      url,
      leads_to: null,
      evidence: `the page answered ${status}${when}`,
      fix: `Restore ${url}, or redirect it with a 301 to the page that replaces it.`,
    };
  if (status !== null && status >= 300 && redirect !== null)
    return {
      kind: 'redirect',
      url,
      leads_to: redirect,
      evidence: `the page redirected to ${redirect}${when}`,
      fix: `${url} redirects to ${redirect}: make sure that page covers what the old one ranks for, or end the redirect.`,
    };
  if (page.is_indexable === false) return noindex(url, `the page was not indexable${when}`);
  if (canonical !== null && !isSameAddress(canonical, url))
    return canonicalised(url, canonical, `the page named ${canonical} as its canonical${when}`);
  return undefined;
}

function noindex(url: string, evidence: string): SearchBlock {
  return {
    kind: 'noindex',
    url,
    leads_to: null,
    evidence,
    fix: `Remove the noindex from ${url} if it should rank, then request indexing in Search Console.`,
  };
}

function canonicalised(url: string, canonical: string, evidence: string): SearchBlock {
  return {
    kind: 'canonical',
    url,
    leads_to: canonical,
    evidence,
    fix: `Point the canonical of ${url} to itself if it should rank, or work on ${canonical} instead.`,
  };
}

interface FetchedHtml {
  readonly html: string;
  /** Where the page was in the end. */
  readonly url: string;
  /** Values of `X-Robots-Tag`, each header by itself. */
  readonly robots_headers: readonly string[];
}

/** What blocks a page that was read just now, which answered and needed no redirect. */
export const readSearchBlock: Task<FetchedHtml, SearchBlock | undefined> = definePageTask(
  import.meta.url,
  'readSearchBlock',
  ({ html, url, robots_headers }) => {
    const page = readHtmlPage(html, url);
    for (const header of robots_headers)
      if (forbidsIndexing(readHeaderDirectives(header))) return noindex(url, `x-robots-tag: ${shortened(header)}`);
    const meta = page.head.metas.find(
      ({ name = '', content }) =>
        /^(?:robots|googlebot)$/.test(name) && forbidsIndexing(readMetaDirectives(content, name)),
    );
    if (meta !== undefined) return noindex(url, quoteOf(page.source, meta.place));
    const other = findOtherCanonical(page, url);
    return other === undefined ? undefined : canonicalised(url, other.canonical, other.quote);
  },
);

/** The page that a page names as its canonical, where that is not itself. */
export function findOtherCanonical(page: Page, url: string): { canonical: string; quote: string } | undefined {
  const link = page.head.links.find(({ in_head, rel }) => in_head && rel.includes('canonical'));
  const canonical = normalizeAddress(link?.href, page.base_url ?? url);
  if (link === undefined || canonical === undefined || isSameAddress(canonical, url)) return undefined;
  return { canonical, quote: quoteOf(page.source, link.place) };
}

function forbidsIndexing(directives: ReturnType<typeof readHeaderDirectives>): boolean {
  return directives.some((each) => isForGoogle(each) && (each.name === 'noindex' || each.name === 'none'));
}
