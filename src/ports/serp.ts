import type { Sourced } from './source.ts';

/** Where ranked results for a query come from: our own search over crawled pages, a metasearch, or a provider. */
export interface SerpSource {
  search(query: SearchQuery, signal: AbortSignal): Promise<Sourced<SearchPage>>;
}

export interface SearchQuery {
  readonly query: string;
  readonly location: string;
  readonly location_code: number | undefined;
  /** ISO 639-1. */
  readonly language: string;
  readonly limit: number;
  /** Registrable domains or hosts; a host also stands for its subdomains. Empty means any. */
  readonly include_domains: readonly string[];
  readonly exclude_domains: readonly string[];
}

export interface SearchPage {
  /** `seamark-index`, `google`, … Never another engine's name for our own results. */
  readonly engine: string;
  readonly query_sent: string;
  /** All matches; null where the engine does not say. */
  readonly total_count: number | null;
  readonly results: readonly SearchResult[];
}

export interface SearchResult {
  readonly position: number;
  readonly url: string;
  readonly domain: string;
  readonly title: string;
  readonly description: string;
  /** SERP features of the row, such as `featured_snippet`; empty for plain results. */
  readonly features: readonly string[];
  readonly published_at: string | null;
}
