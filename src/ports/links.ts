import type { Target } from '../kernel/target.ts';
import type { Sourced } from './source.ts';

/**
 * Where backlink facts come from: our own index, or a bought API.
 *
 * Ranks are 0-1000 here; operations scale them. Unknown is null. A source that knows nothing of the target
 * answers with zero rows; it answers null counts only when it could not have seen a link at all.
 */
export interface LinksSource {
  summary(query: LinkSummaryQuery, signal: AbortSignal): Promise<Sourced<LinkSummaryRecord>>;
  list(query: LinkListQuery, signal: AbortSignal): Promise<Sourced<BacklinkPage>>;
}

export type LinkStatus = 'live' | 'all' | 'lost';

interface LinkScope {
  readonly target: Target;
  readonly status: LinkStatus;
  readonly dofollow_only: boolean;
}

export interface LinkSummaryQuery extends LinkScope {
  /** Count links to subdomains of the target's host too. Has no meaning for a page. */
  readonly include_subdomains: boolean;
  /** Count links to pages that redirect, or point their canonical, into the target. */
  readonly include_indirect_links: boolean;
  /** Leave out links whose source has the registrable domain of the target. */
  readonly exclude_internal_backlinks: boolean;
  /** Most rows of each distribution. */
  readonly list_limit: number;
}

export type Distribution = readonly { readonly value: string; readonly backlinks: number }[];

export interface LinkSummaryRecord {
  /**
   * 0-1000; null when the authority of the target is not known. For a domain or host that is also so while no page of
   * another domain was read that could have linked to it.
   */
  readonly rank: number | null;
  readonly backlinks: number | null;
  /** Hosts that link; `referring_main_domains` counts registrable domains. */
  readonly referring_domains: number | null;
  readonly referring_main_domains: number | null;
  readonly referring_pages: number | null;
  /** Hosts all of whose links are nofollow. */
  readonly referring_domains_nofollow: number | null;
  readonly dofollow_backlinks: number | null;
  /**
   * Links whose target page answered 4xx or 5xx when it was last fetched; null, as is `broken_pages`, when none of the
   * pages that the links name was ever fetched.
   */
  readonly broken_backlinks: number | null;
  readonly broken_pages: number | null;
  /** Links that a newer fetch of their page no longer has, whatever `status` asks. */
  readonly lost_backlinks: number | null;
  /** Mean over linking pages, 0-100; null when no linking page was read. */
  readonly spam_score: number | null;
  readonly first_seen: string | null;
  readonly last_seen: string | null;
  readonly link_types: Distribution;
  readonly link_attributes: Distribution;
  readonly tlds: Distribution;
  readonly semantic_locations: Distribution;
  readonly platform_types: Distribution;
  readonly languages: Distribution;
  readonly top_anchors: readonly {
    readonly anchor: string;
    readonly backlinks: number;
    readonly referring_domains: number;
  }[];
  readonly top_pages: readonly {
    readonly url: string;
    readonly backlinks: number;
    readonly referring_domains: number;
    readonly status_code: number | null;
  }[];
}

export interface LinkListQuery extends LinkScope {
  readonly mode: 'as_is' | 'one_per_domain' | 'one_per_anchor';
  readonly broken_only: boolean;
  /** 0-1000, on the rank of the link itself; links whose rank is unknown are left out. */
  readonly rank_min: number | undefined;
  readonly sort_by: 'rank' | 'page_rank' | 'first_seen' | 'lost_date';
  readonly limit: number;
  readonly offset: number;
}

export interface BacklinkPage {
  readonly total_count: number | null;
  readonly backlinks: readonly BacklinkRecord[];
}

/** Field names of the provider's backlink row, where it has them. */
export interface BacklinkRecord {
  readonly domain_from: string;
  readonly url_from: string;
  readonly domain_to: string;
  readonly url_to: string;
  readonly tld_from: string;
  readonly item_type: LinkType;
  readonly anchor: string;
  readonly alt: string | null;
  readonly image_url: string | null;
  readonly text_pre: string;
  readonly text_post: string;
  readonly semantic_location: LinkPosition;
  readonly attributes: readonly string[];
  readonly dofollow: boolean;
  /** Identical links on the source page. */
  readonly links_count: number;
  /** Links that the mode folded into this row. */
  readonly group_count: number;
  readonly first_seen: string;
  /** The newest fetch that showed the link, or that found its page unchanged since. */
  readonly last_seen: string;
  readonly lost_date: string | null;
  /**
   * First seen within 30 days before the newest fetch of the source, on a page that had been read before without it. A
   * link that the first reading of its page showed may be of any age, and is not new.
   */
  readonly is_new: boolean;
  readonly is_lost: boolean;
  /** Null when the target page was never fetched. */
  readonly is_broken: boolean | null;
  readonly url_to_status_code: number | null;
  readonly url_to_redirect_target: string | null;
  readonly is_indirect_link: boolean;
  /** Strength of this link: the rank of its page shared over its outgoing links' domain; 0-1000. */
  readonly rank: number | null;
  readonly page_from_rank: number | null;
  /** Null also while no page of another domain was read that could have linked to it. */
  readonly domain_from_rank: number | null;
  readonly page_from_title: string | null;
  readonly page_from_language: string | null;
  readonly page_from_status_code: number | null;
  readonly page_from_external_links: number | null;
  readonly page_from_internal_links: number | null;
  readonly page_from_word_count: number | null;
  readonly backlink_spam_score: number | null;
}

export type LinkType = 'anchor' | 'image' | 'canonical' | 'redirect' | 'alternate';
export type LinkPosition = 'navigation' | 'header' | 'footer' | 'sidebar' | 'content' | 'head';
