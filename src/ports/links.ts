import type { LinkPosition, LinkType } from '../web/facts/records.ts';
import type { Target } from '../web/target.ts';
import { defineCapability } from './capability.ts';
import type { LinkRankRecord, LinkRanksQuery } from './link-ranks.ts';
import type { LinkingSitesQuery, LinkingSitesRecord } from './linking-sites.ts';
import type { DatedToolMetric } from './tool-facts.ts';
import type { Sourced } from './source.ts';

/**
 * Where backlink facts come from: our own index, or a bought API.
 *
 * Ranks are 0-1000 here; operations scale them. Unknown is null. A source that knows nothing of the target
 * answers with zero rows; it answers null counts only when it could not have seen a link at all.
 */
export interface LinksSource {
  summary(query: LinkSummaryQuery, signal: AbortSignal): Promise<Sourced<LinkSummaryRecord>>;
  /** The authority of many targets at once, in the order asked: of domains with their subdomains, hosts and pages. */
  ranks(query: LinkRanksQuery, signal: AbortSignal): Promise<Sourced<readonly LinkRankRecord[]>>;
  list(query: LinkListQuery, signal: AbortSignal): Promise<Sourced<BacklinkPage>>;
  anchors(query: AnchorsQuery, signal: AbortSignal): Promise<Sourced<AnchorsRecord>>;
  referringDomains(query: ReferringDomainsQuery, signal: AbortSignal): Promise<Sourced<ReferringDomainsRecord>>;
  targetPages(query: TargetPagesQuery, signal: AbortSignal): Promise<Sourced<TargetPagesRecord>>;
  competitors(query: LinkCompetitorsQuery, signal: AbortSignal): Promise<Sourced<LinkCompetitorsRecord>>;
  timeseries(query: LinkTimeseriesQuery, signal: AbortSignal): Promise<Sourced<LinkTimeseriesRecord>>;
  pageIntersection(query: PageIntersectionQuery, signal: AbortSignal): Promise<Sourced<PageIntersectionRecord>>;
  /** Which of some sites link to the target already. Our own index alone is asked, so that the question costs nothing. */
  linkingSites(query: LinkingSitesQuery, signal: AbortSignal): Promise<Sourced<LinkingSitesRecord>>;
  /** What the newest fetch saw of some pages, and how many others link to them; pages that nobody fetched are left out. */
  knownPages(query: KnownPagesQuery, signal: AbortSignal): Promise<Sourced<readonly KnownPage[]>>;
}

export type LinkStatus = 'live' | 'all' | 'lost';

/** One meaning in every question that has it, so that the lists add up to the summary either way. */
interface Indirect {
  /** Count links to pages that redirect, or point their canonical, into the target. */
  readonly include_indirect_links: boolean;
}

interface LinkScope {
  readonly target: Target;
  readonly status: LinkStatus;
  readonly dofollow_only: boolean;
}

export interface LinkSummaryQuery extends LinkScope, Indirect {
  /** Count links to subdomains of the target's host too. Has no meaning for a page. */
  readonly include_subdomains: boolean;
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
  /** What the score is made of, most links first; null when it is not known, or its source gives no reasons. */
  readonly spam_signs: readonly SpamShare[] | null;
  readonly first_seen: string | null;
  readonly last_seen: string | null;
  readonly link_types: Distribution;
  readonly link_attributes: Distribution;
  readonly tlds: Distribution;
  readonly semantic_locations: Distribution;
  /** Null where a source does not say. */
  readonly placements: Distribution | null;
  readonly platform_types: Distribution;
  /** These three are null where a source does not tell them with its summary. */
  readonly languages: Distribution | null;
  readonly top_anchors:
    | readonly {
        readonly anchor: string;
        readonly backlinks: number;
        readonly referring_domains: number;
      }[]
    | null;
  readonly top_pages:
    | readonly {
        readonly url: string;
        readonly backlinks: number;
        readonly referring_domains: number;
        readonly status_code: number | null;
      }[]
    | null;
  /** What imported tables of other tools say of the page, if the target is one, and of its domain. */
  readonly tool_metrics: readonly DatedToolMetric[];
}

export interface LinkListQuery extends LinkScope, Indirect {
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

/**
 * Why a spam score is what it is. Of links between sites: it trades links in a ring, it is one of several copies of a
 * template, it is one of several throwaway sites that place one text for one page, its page leads to several sites of that
 * kind, or to one or two among others. Of the page itself: it is about a trade known for spam, it sells one that it is
 * not about, it is served without https, it has no title.
 */
export const SPAM_SIGNS = [
  'ring',
  'template',
  'money_anchor',
  'spam_targets',
  'cited_spam',
  'own_trade',
  'planted_links',
  'no_https',
  'no_title',
] as const;
export type SpamSign = (typeof SPAM_SIGNS)[number];

/** One sign of a linking page or its site. */
export interface SpamEvidence {
  readonly sign: SpamSign;
  /** What it adds to the score. Of signs of links between sites only the strongest counts. */
  readonly points: number;
  /** Partners of a ring, copies of a template, sites with the same text, sites of that kind that the page leads to; null for signs of the page itself. */
  readonly peers: number | null;
}

/** How much of a group of links a sign is about. */
export interface SpamShare {
  readonly sign: SpamSign;
  readonly backlinks: number;
  readonly referring_main_domains: number;
  /** As of one link, where all links of the group are of one registrable domain and the sign is that domain's; else null. */
  readonly peers: number | null;
}

/** Where a link stands for its readers. What most pages of a host repeat is boilerplate, whatever its element is called. */
export type LinkPlacement = 'content' | 'boilerplate' | 'hidden' | 'head';

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
  /** Null when what told of the link does not say. */
  readonly semantic_location: LinkPosition | null;
  /** Null when neither what told of the link nor the other pages of its host say. */
  readonly placement: LinkPlacement | null;
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
  /** Null when the score is not known, or its source gives no reasons. */
  readonly spam_signs: readonly SpamEvidence[] | null;
  /** What imported tables of other tools say of the linking page and its domain. */
  readonly tool_metrics: readonly DatedToolMetric[];
}

/**
 * What the questions below have in common: they count links from other registrable domains to the target (a domain or
 * host with its subdomains, or one page), indirect ones unless the question leaves them out, as the summary does. So the
 * groups of one question add up to the summary's figures.
 *
 * Figures of a group are over its links of the asked status; `lost_backlinks` and `lost_date` alone tell of lost links
 * whatever is asked.
 */
export interface LinkGroupFigures {
  readonly backlinks: number;
  readonly dofollow_backlinks: number;
  /** Distinct pages that link. */
  readonly referring_pages: number;
  /** As in the summary; null when none of the pages that the links name was ever fetched. */
  readonly broken_backlinks: number | null;
  /** Null where a source does not count them. */
  readonly lost_backlinks: number | null;
  /** Mean over the links whose page was read, one decimal; null when none was. */
  readonly spam_score: number | null;
  /** What the score is made of, most links first; null when it is not known, or its source gives no reasons. */
  readonly spam_signs: readonly SpamShare[] | null;
  /** Links of the menus, footers and sidebars of their sites, and links that readers do not see; null where a source does not say. */
  readonly boilerplate_backlinks: number | null;
  readonly hidden_backlinks: number | null;
  /** Rank of the strongest link; null when none is known. */
  readonly rank: number | null;
  readonly first_seen: string;
  /** Null where a source does not say. */
  readonly last_seen: string | null;
  /** When the newest lost link among them was lost; null when none is. */
  readonly lost_date: string | null;
}

export interface AnchorsQuery extends Indirect {
  readonly target: Target;
  readonly status: LinkStatus;
  /** Part of the anchor text, whatever the case. */
  readonly anchor_filter: string | undefined;
  readonly backlinks_min: number | undefined;
  readonly referring_domains_min: number | undefined;
  /** Descending; unknown last; ties by backlinks descending, then by the anchor ascending (bytes). */
  readonly sort_by: 'backlinks' | 'rank' | 'referring_domains' | 'spam_score' | 'broken_backlinks';
  readonly limit: number;
  readonly offset: number;
}

export interface AnchorsRecord {
  /** Groups that pass the filters. */
  readonly total_count: number | null;
  /** Links of the target with the asked status, in all groups and without the filters. */
  readonly backlinks: number | null;
  readonly anchors: readonly AnchorRecord[];
  /** The commonest anchors without the filters, most links first, at most 1,000: what the profile is read from. */
  readonly commonest: readonly CommonAnchorRecord[];
}

export type CommonAnchorRecord = Pick<
  AnchorRecord,
  'anchor' | 'backlinks' | 'referring_main_domains' | 'image_backlinks' | 'target_url' | 'target_title'
>;

/** All links with one anchor text (exact, case kept). Links of images have the anchor '' and are told by `image_backlinks`. */
export interface AnchorRecord extends LinkGroupFigures {
  readonly anchor: string;
  readonly referring_domains: number;
  readonly referring_main_domains: number;
  /** Links of the group whose content is an image. */
  readonly image_backlinks: number;
  /** The alternative text that most of its images have; '' when they have none or there is no image. */
  readonly image_alt: string;
  /** Language of most of the linking pages whose language is known (ties: first by name); null when none is. */
  readonly language: string | null;
  /** The page that most links of the group name (ties: smallest host, then path), as its newest link spells it, and its title when it was read. Null where a source does not say. */
  readonly target_url: string | null;
  readonly target_title: string | null;
}

export interface ReferringDomainsQuery extends Indirect {
  readonly target: Target;
  readonly status: LinkStatus;
  /** Part of the host name as it is written (`www.example.com`), whatever the case. */
  readonly domain_filter: string | undefined;
  readonly backlinks_min: number | undefined;
  readonly referring_pages_min: number | undefined;
  /** 0-1000, on `domain_rank`; hosts whose rank is unknown are left out. */
  readonly rank_min: number | undefined;
  /** `rank` is `domain_rank`. Descending; unknown last; ties by backlinks descending, then by the host key (bytes of `com.example.`). */
  readonly sort_by:
    | 'rank'
    | 'backlinks'
    | 'referring_pages'
    | 'spam_score'
    | 'broken_backlinks'
    | 'first_seen'
    | 'lost_date';
  readonly limit: number;
  readonly offset: number;
}

export interface ReferringDomainsRecord {
  readonly total_count: number | null;
  /** Links of the target with the asked status, without the filters. */
  readonly backlinks: number | null;
  readonly domains: readonly ReferringDomainRecord[];
  /** Imported reports of other tools on who links to the target; their domains are not among the rows for it. */
  readonly tool_reports: readonly ToolReport[];
}

/** The newest report of a tool on a site. */
export interface ToolReport {
  readonly tool: string;
  /** The host that it is of. */
  readonly target: string;
  readonly observed_at: string;
  readonly total_count: number;
  /** Most links first, lost ones last. Unknown is null. */
  readonly domains: readonly {
    readonly domain: string;
    readonly backlinks: number | null;
    readonly dofollow_backlinks: number | null;
    readonly referring_pages: number | null;
    readonly target_pages: number | null;
    readonly first_seen: string | null;
    readonly last_seen: string | null;
    readonly lost_date: string | null;
  }[];
}

export interface ReferringDomainRecord extends LinkGroupFigures {
  /** The host that links, as `referring_domains` of the summary counts them. */
  readonly domain: string;
  readonly main_domain: string;
  /** Authority of the registrable domain. */
  readonly domain_rank: number | null;
  /** The anchor text that most of its links have (ties: smallest text); null where a source does not say. */
  readonly top_anchor: string | null;
  /** What imported tables of other tools say of its registrable domain. */
  readonly tool_metrics: readonly DatedToolMetric[];
}

export interface TargetPagesQuery extends Indirect {
  /** A domain or host. */
  readonly target: Target;
  readonly status: LinkStatus;
  /** Part of the URL as it is answered, whatever the case. */
  readonly page_filter: string | undefined;
  /** Part of the title, whatever the case; pages without a known title are left out. */
  readonly title_filter: string | undefined;
  readonly status_code: number | undefined;
  readonly backlinks_min: number | undefined;
  readonly referring_domains_min: number | undefined;
  /** `rank` is `page_rank`. Descending; unknown last; ties by backlinks descending, then by host key and path. */
  readonly sort_by:
    | 'backlinks'
    | 'referring_domains'
    | 'rank'
    | 'spam_score'
    | 'broken_backlinks'
    | 'first_visited'
    | 'words_count'
    | 'external_links';
  readonly limit: number;
  readonly offset: number;
}

export interface TargetPagesRecord {
  readonly total_count: number | null;
  readonly backlinks: number | null;
  readonly pages: readonly TargetPageRecord[];
}

/** A page of the target that others link to. Indirect links count for the page where they end. */
export interface TargetPageRecord extends LinkGroupFigures {
  readonly url: string;
  /** What imported tables of other tools say of the page. */
  readonly tool_metrics: readonly DatedToolMetric[];
  readonly referring_domains: number;
  readonly referring_main_domains: number;
  /**
   * Null when the page was never fetched; `title`, `words_count` and the counts of its links also when it was no readable
   * page when it last was. Only `page_rank` rests on links alone.
   */
  readonly title: string | null;
  readonly status_code: number | null;
  readonly redirect_target: string | null;
  /** Authority of the page, 0-1000. */
  readonly page_rank: number | null;
  readonly first_visited: string | null;
  readonly words_count: number | null;
  readonly internal_links: number | null;
  readonly external_links: number | null;
}

export interface LinkCompetitorsQuery {
  readonly target: Target;
  /** True: competitors are registrable domains; false: hosts. */
  readonly main_domain: boolean;
  /** Registrable domains never to be answered, such as large platforms. */
  readonly exclude_domains: readonly string[];
  /** 0-1000. */
  readonly rank_min: number | undefined;
  readonly intersections_min: number | undefined;
}

/**
 * Who is linked to by the sites that link to the target. Live links alone; a site is a registrable domain, and never the
 * target's own. Most intersections first, then by key, at most 1,000: whoever asks sorts and pages them.
 */
export interface LinkCompetitorsRecord {
  /** Of the target, 0-1000. */
  readonly rank: number | null;
  /** Registrable domains that link to the target. */
  readonly referring_main_domains: number | null;
  /** All that pass the filters; more than there are rows when there are more than 1,000. */
  readonly total_count: number | null;
  readonly competitors: readonly {
    readonly domain: string;
    readonly rank: number | null;
    /** Registrable domains that link to both. */
    readonly intersections: number;
    /** Registrable domains that link to the competitor. */
    readonly referring_main_domains: number;
    /**
     * Share of the sites that link to the target by what they say: a site that links to few and is trusted says more
     * than a directory or a farm. 0-1; null where a source does not weigh them.
     */
    readonly weighted_share: number | null;
  }[];
}

export interface LinkTimeseriesQuery extends Indirect {
  readonly target: Target;
  readonly include_subdomains: boolean;
  /** Days, `yyyy-mm-dd`, both included, UTC. */
  readonly date_from: string;
  readonly date_to: string;
  /** Weeks begin on Monday. */
  readonly group: 'day' | 'week' | 'month' | 'year';
  readonly spam_score_min: number;
}

export interface LinkTimeseriesRecord {
  /** What there was at the beginning of `date_from`; null when no link could have been seen. */
  readonly before: { readonly backlinks: number; readonly referring_domains: number } | null;
  /** Periods in which something happened, oldest first, each by its first day; the first may begin before `date_from`. */
  readonly points: readonly {
    readonly period: string;
    /** Links first seen in the period, whenever they may have been set. */
    readonly new_backlinks: number;
    readonly lost_backlinks: number;
    /** Hosts whose first link was first seen in it. */
    readonly new_referring_domains: number;
    /** Hosts whose last link was lost in it. */
    readonly lost_referring_domains: number;
  }[];
  /** Of these hosts, those whose linking pages score `spam_score_min` or more on average; null where the source does not tell. */
  readonly spam: {
    readonly referring_domains_before: number;
    readonly points: readonly Omit<LinkTimeseriesRecord['points'][number], 'new_backlinks' | 'lost_backlinks'>[];
  } | null;
  /** The first and the last day on which anything was fetched: before and after them nothing could be seen. */
  readonly observed_from: string | null;
  readonly observed_to: string | null;
}

export interface PageIntersectionQuery {
  readonly targets: readonly Target[];
  readonly exclude_targets: readonly Target[];
  readonly status: LinkStatus;
  readonly dofollow_only: boolean;
  /** partial: pages that link to at least one target; all: to every one. */
  readonly mode: 'partial' | 'all';
  /** 0-100; pages whose score is not known pass. */
  readonly spam_score_max: number | undefined;
  /**
   * Of the page: its best link's rank, its domain's, its own; its earliest link's date, its newest sighting.
   * Descending; unknown last; ties by linked targets descending, then by host key and path.
   */
  readonly sort_by: 'rank' | 'domain_rank' | 'page_rank' | 'first_seen' | 'last_seen';
  readonly limit: number;
}

export interface PageIntersectionRecord {
  readonly total_count: number | null;
  readonly pages: readonly IntersectingPage[];
}

/**
 * A page that links to targets. Pages of a target's own registrable domain do not count for that target. Left out are pages
 * that hold a live link to an excluded target, followed or not, and those of an excluded target's own domain. `links_count` is how many links, not how often
 * each is repeated on the page.
 */
export interface IntersectingPage {
  readonly url: string;
  readonly domain: string;
  readonly title: string | null;
  readonly language: string | null;
  readonly rank: number | null;
  readonly page_rank: number | null;
  readonly domain_rank: number | null;
  readonly spam_score: number | null;
  /** As of a backlink. */
  readonly spam_signs: readonly SpamEvidence[] | null;
  readonly external_links: number | null;
  readonly word_count: number | null;
  readonly first_seen: string;
  readonly last_seen: string;
  readonly linked_targets: readonly {
    /** `value` of the target as it was asked. */
    readonly target: string;
    readonly links_count: number;
    /** Its strongest links, at most three. */
    readonly links: readonly BacklinkRecord[];
  }[];
}

/** Absolute URLs, at most 20,000. */
export interface KnownPagesQuery {
  readonly urls: readonly string[];
}

/** In the order asked, and once for each spelling that was asked for. */
export interface KnownPage {
  /** As it was asked. */
  readonly url: string;
  /** Null when no server answered. */
  readonly status_code: number | null;
  readonly redirect_url: string | null;
  /** It answers 200 and no robots directive forbids to index it, whatever its canonical. Null when it was not read. */
  readonly is_indexable: boolean | null;
  readonly canonical_url: string | null;
  /** Null when it was not read; `words_count` also when only a part of it was. */
  readonly title: string | null;
  readonly words_count: number | null;
  /** Hosts of other registrable domains with a live link to exactly this page, as the summary counts them. */
  readonly referring_domains: number;
  readonly backlinks: number;
  /** As the page says. */
  readonly published_at: string | null;
  readonly fetched_at: string | null;
}

export const capability = defineCapability<LinksSource>({
  name: 'links',
  title: 'Backlinks',
  ways: [
    'Crawl sites with POST /crawls or `seamark crawl URL`, or import an archive of Common Crawl with `seamark import wat URL`.',
    'Set SEAMARK_DATAFORSEO_LOGIN and SEAMARK_DATAFORSEO_PASSWORD.',
  ],
  methods: {
    summary: { mode: 'first' },
    ranks: { mode: 'first' },
    list: { mode: 'first' },
    anchors: { mode: 'first' },
    referringDomains: { mode: 'first' },
    targetPages: { mode: 'first' },
    competitors: { mode: 'first' },
    timeseries: { mode: 'first' },
    pageIntersection: { mode: 'first' },
    linkingSites: { mode: 'first' },
    knownPages: { mode: 'first' },
  },
});
