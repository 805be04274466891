import type { KnownPage } from '../../../ports/links.ts';
import { isSameAddress } from '../../../web/url.ts';

/** What keeps a page out of results. */
export interface PageFault {
  readonly kind: 'status' | 'noindex' | 'canonical' | 'redirect';
  readonly figure: number;
  readonly unit: string;
  readonly evidence: string;
  readonly fix: string;
}

/** What the index knows of the page that is judged. */
export interface PageState {
  readonly url: string;
  readonly is_known: boolean;
  readonly status_code: number | null;
  readonly is_indexable: boolean | null;
  readonly canonical_url: string | null;
  readonly title: string | null;
  readonly words_count: number | null;
  readonly referring_domains: number | null;
  readonly published_at: string | null;
  readonly fetched_at: string | null;
  readonly faults: readonly PageFault[];
}

/** The page that a moved one went to; undefined where it has not moved. */
export function findSuccessor(page: KnownPage | undefined): string | undefined {
  if (page?.redirect_url == null || page.status_code === null) return undefined;
  return page.status_code >= 300 && page.status_code < 400 ? page.redirect_url : undefined;
}

export function describePage(url: string, page: KnownPage | undefined): PageState {
  if (page === undefined) return { ...UNKNOWN, url };
  const { status_code, is_indexable, canonical_url, title, words_count, referring_domains, published_at, fetched_at } =
    page;
  return {
    url,
    is_known: true,
    status_code,
    is_indexable,
    canonical_url,
    title,
    words_count,
    referring_domains,
    published_at,
    fetched_at,
    faults: listFaults(url, page),
  };
}

const UNKNOWN = {
  is_known: false,
  status_code: null,
  is_indexable: null,
  canonical_url: null,
  title: null,
  words_count: null,
  referring_domains: null,
  published_at: null,
  fetched_at: null,
  faults: [],
} as const;

function listFaults(url: string, page: KnownPage): PageFault[] {
  const { status_code: status, is_indexable, canonical_url: canonical, redirect_url } = page;
  const seen = page.fetched_at === null ? '' : ` when last read on ${page.fetched_at.slice(0, 10)}`;
  if (status !== null && status >= 400)
    return [
      {
        kind: 'status',
        figure: status,
        unit: 'HTTP status',
        evidence: `the page answered ${status}${seen}`,
        fix: `Restore ${url}, or redirect it to the page that replaces it with a 301.`,
      },
    ];
  if (status !== null && status >= 300 && redirect_url !== null)
    return [
      {
        kind: 'redirect',
        figure: status,
        unit: 'HTTP status',
        evidence: `the page redirected to ${redirect_url}${seen}`,
        fix: `Make ${redirect_url} answer what ${url} ranked for, or end the redirect.`,
      },
    ];
  if (canonical !== null && !isSameAddress(canonical, url))
    return [
      {
        kind: 'canonical',
        figure: 1,
        unit: 'canonical to another page',
        evidence: `the page named ${canonical} as its canonical${seen}`,
        fix: `Set the canonical of ${url} to itself, or send its links to ${canonical}.`,
      },
    ];
  if (is_indexable === false)
    return [
      {
        kind: 'noindex',
        figure: 1,
        unit: 'page closed to search engines',
        evidence: `the page was not indexable${seen}`,
        fix: `Take the noindex off ${url} if it should rank, and ask Search Console to index it.`,
      },
    ];
  return [];
}
