import type { KnownPage } from '../../../ports/links.ts';
import { findKnownBlock, type SearchBlock } from '../../../web/facts/search-block.ts';

/** What keeps a page out of results. */
export interface PageFault {
  readonly kind: SearchBlock['kind'];
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

const UNITS: Readonly<Record<SearchBlock['kind'], string>> = {
  status: 'HTTP status',
  redirect: 'HTTP status',
  canonical: 'canonical to another page',
  noindex: 'page closed to search engines',
};

function listFaults(url: string, page: KnownPage): PageFault[] {
  const block = findKnownBlock({ ...page, url });
  if (block === undefined) return [];
  const { kind, evidence, fix } = block;
  const isStatus = kind === 'status' || kind === 'redirect';
  return [{ kind, figure: isStatus ? (page.status_code ?? 1) : 1, unit: UNITS[kind], evidence, fix }];
}
