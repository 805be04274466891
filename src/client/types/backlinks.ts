// Written by `npm run gen`. Do not edit.

import type {
  ActionType, AlreadyLink, BacklinksListSpamSign, ByPriority, CampaignGoal, GroupRange, Level, LinkFigures, LinkFilters,
  LinkFound, LinkType, Paging, PriorityCount, Prospect, Report, RowsShown, SpamSign, StrongestGain, ToolMetric,
} from './shapes.ts';

/** Analyze anchor texts: `POST /backlinks/anchors`. */
export type BacklinksAnchorsRequest = LinkFilters & Paging & {
  /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */ target: string;
  /** Only anchors that contain this (not case-sensitive). The profile still covers all anchors. */
  anchor_filter?: string;
  /** Minimum number of links with an anchor. */ min_backlinks?: number;
  /** Minimum number of hosts that use an anchor. */ min_referring_domains?: number;
  /** Highest first; unknown last. */
  sort_by?: 'backlinks' | 'rank' | 'referring_domains' | 'spam_score' | 'broken_backlinks';
};

export type BacklinksAnchorsAnswer = Report & RowsShown & {
  target: { value: string; type: 'domain' | 'subdomain' | 'page' }; rank_scale: 'one_hundred' | 'one_thousand';
  items: (LinkFigures & {
    /** Exact text; empty for images and links without text. */ anchor: string;
    /** Null when the available data does not say. */ anchor_intent:
      | 'branded' | 'exact_match' | 'partial_match' | 'url' | 'generic' | 'image' | 'empty' | 'foreign' | null;
    intent_reason: string;
    /** Linking hosts. */ referring_domains: number;
    /** Linking registrable domains. */ referring_main_domains: number;
    /** Image links. */ image_backlinks: number;
    /** Alt text of most of the images; empty when they have none. */ image_alt: string;
    /** Language of most linking pages. */ language: string | null;
    /** The page that most of the links point to; null when unknown. */ target_url: string | null;
    /** Null when that page has not been crawled. */ target_title: string | null;
    risk_signals: {
      signal: 'high_spam' | 'raised_spam' | 'spam_trade' | 'repeated_keyword' | 'sitewide' | 'foreign_text' | 'hidden';
      reason: string;
    }[];
    repair_signals: { signal: 'broken_target' | 'lost_links' | 'image_without_alt'; reason: string }[];
  })[];
  /** All links to the target with the requested status, before filters. */ backlinks: number | null;
  brand: {
    /** The name in the domain. */ label: string;
    /** Names of the site, letters only, from its domain and titles. */ names: string[];
    /** Your project’s brand, which counts as a name of the site; null if the target is not one of its sites. */
    project_brand: string | null;
  };
  /** Language of the linked pages or, if no title is known, of most anchor texts. */ main_language: string | null;
  profile: {
    /** Share of the analyzed links by intent, 0-1; null when there are none. */ share: {
      branded: number | null; exact_match: number | null; partial_match: number | null; url: number | null;
      generic: number | null; image: number | null; empty: number | null; foreign: number | null;
      /** Anchor texts of unknown intent. */ unknown: number | null;
    };
    /** Share of the analyzed links, 0-1. */ exact_match_share: number | null;
    /** The same with each site counted once per anchor text, so that sitewide links count as one. */
    exact_match_site_share: number | null;
    /** Null when the profile is too small or too much of it is unknown. */ over_optimized: boolean | null;
    reason: string;
    /** Anchor texts analyzed: the most common ones, before filters. */ groups: number;
    /** Links with those anchor texts. */ backlinks: number;
    /** Share of all links to the target with the requested status, 0-1. */ covered_share: number | null;
  };
  /** Anchor texts that match the filters, before limit and offset; null where the source does not say. */
  total_count: number | null;
};

/** Find link competitors: `POST /backlinks/competitors`. */
export type BacklinksCompetitorsRequest = Paging & {
  /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */ target: string;
  /** Exports up to this many rows as one job instead of limit. You pay for the rows it returns. */
  export_rows?: number;
  /** Minimum rank of a competitor, on rank_scale; those of unknown rank are left out. */ min_rank?: number;
  /** Minimum number of registrable domains that link to both. One may be chance. */ min_intersections?: number;
  /** True: competitors are registrable domains; false: hosts, so each subdomain is listed separately. */
  main_domain?: boolean;
  /** Leave out platforms that everybody links to: social networks, search engines, marketplaces, code hosts. */
  exclude_large_domains?: boolean;
  /** Highest first; ties by intersections, then by name. */ sort_by?: 'opportunity' | 'rank' | 'intersections';
  /** Scale of every rank in the answer, and of min_rank: 0-100 or 0-1000. */
  rank_scale?: 'one_hundred' | 'one_thousand';
};

export type BacklinksCompetitorsAnswer = Report & RowsShown & {
  target: { value: string; type: 'domain' | 'subdomain' | 'page' }; rank_scale: 'one_hundred' | 'one_thousand';
  /** Rank of the target. */ rank: number | null;
  /** Registrable domains that link to the target. */ referring_main_domains: number | null;
  items: {
    domain: string; rank: number | null;
    /** Registrable domains that link to both. */ intersections: number;
    /** Share of the domains that link to the target, 0-1. */ intersection_share: number | null;
    /** Registrable domains that link to the competitor. */ referring_main_domains: number;
    /** Those that do not link to the target; includes the target’s own domain if it links to the competitor. */
    unique_referring_domains: number;
    /** 0-100: √(share of the domains that link to the target × share of those that link to the competitor), × n / (n +
     * 2) for n shared domains. The first share goes by what the domains say, where that is known: domains that link to
     * few others and are trusted say more than directories. */
    overlap_score: number;
    /** 0-100: overlap × (0.6, and up to 0.2 for its lead in rank, in full at 50 points out of 100, and up to 0.2 for
     * its unique domains on a log scale, in full at 1,000). */
    opportunity_score: number;
    score_components: {
      overlap: number;
      /** Also 0 when either rank is unknown. */ authority_lead: number;
      unique_sites: number;
    };
    priority: Level; reason: string;
  }[];
  /** Competitors you can page through: at most the 1,000 with the most intersections. */ total_count: number | null;
  /** All that match, including those beyond the 1,000. */ candidate_count: number | null;
  /** Left out by their figures rather than by the list of platforms: rank of at least 750 out of 1,000, and at least
   * 10,000 linking domains and 20 times as many as the target. Lists at most 20. */
  left_out_as_large: string[];
  /** Left out because most of the sites they share with the target are not trusted. Lists at most 20. */
  left_out_as_spam: string[];
};

/** List linked pages of a domain: `POST /backlinks/domain-pages`. */
export type BacklinksDomainPagesRequest = LinkFilters & Paging & {
  /** Domain (example.com) or subdomain (blog.example.com). */ target: string;
  /** Only pages whose URL contains this (not case-sensitive). */ page_filter?: string;
  /** Only pages whose title contains this (not case-sensitive); pages without a known title are left out. */
  title_filter?: string;
  /** Only pages that returned this HTTP status. */ status_code?: number;
  /** Minimum number of links to a page. */ min_backlinks?: number;
  /** Minimum number of hosts that link to a page. */ min_referring_domains?: number;
  /** Highest or newest first, unknown last; rank sorts by page_rank. */ sort_by?:
    | 'backlinks' | 'referring_domains' | 'rank' | 'spam_score' | 'broken_backlinks' | 'first_visited' | 'words_count'
    | 'external_links';
};

export type BacklinksDomainPagesAnswer = Report & RowsShown & {
  target: { value: string; type: 'domain' | 'subdomain' | 'page' }; rank_scale: 'one_hundred' | 'one_thousand';
  items: (LinkFigures & {
    url: string; title: string | null;
    /** Null when the page has never been crawled. */ status_code: number | null;
    redirect_target: string | null;
    /** Authority of the page; null when unknown. */ page_rank: number | null;
    /** Linking hosts. */ referring_domains: number;
    /** Linking registrable domains. */ referring_main_domains: number;
    /** Null when the page has never been crawled. */ first_visited: string | null;
    words_count: number | null; internal_links: number | null; external_links: number | null;
    /** What imported tables of other tools say. No rank or score of this answer is computed from it. */
    tool_metrics: ToolMetric[];
    action: 'protect' | 'redirect' | 'restore' | 'improve' | 'monitor'; reasons: string[];
  })[];
  /** All links to the target with the requested status, before filters. */ backlinks: number | null;
  /** Of the rows in this response. */
  action_counts: { protect: number; redirect: number; restore: number; improve: number; monitor: number };
  /** Linked pages that match the filters, before limit and offset; null where the source does not say. */
  total_count: number | null;
};

/** List backlinks: `POST /backlinks/list`. */
export type BacklinksListRequest = LinkFilters & Paging & {
  /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */ target: string;
  /** Every link, the strongest link per linking domain, or the strongest link per anchor text. */
  mode?: 'as_is' | 'one_per_domain' | 'one_per_anchor';
  /** Only links without nofollow, ugc or sponsored. */ dofollow_only?: boolean;
  /** Only links whose target page returned 4xx or 5xx. */ broken_only?: boolean;
  /** Minimum rank of a link, on rank_scale. At most 100; use rank_scale one_hundred to go beyond 100 of 1,000. */
  min_rank?: number;
  /** Highest or newest first. */ sort_by?: 'rank' | 'page_rank' | 'first_seen' | 'lost_date';
};

export type BacklinksListAnswer = Report & RowsShown & {
  target: { value: string; type: 'domain' | 'subdomain' | 'page' }; rank_scale: 'one_hundred' | 'one_thousand';
  items: (LinkFound & {
    domain_from: string; url_from: string; domain_to: string; tld_from: string; image_url: string | null;
    /** `boilerplate` is part of a menu, header, footer or sidebar, or repeated on most pages of its host, whatever its
     * HTML element. Null when unknown. */
    placement: 'content' | 'boilerplate' | 'hidden' | 'head' | null;
    /** Links that the mode grouped into this row. */ group_count: number;
    url_to_redirect_target: string | null; page_from_rank: number | null; domain_from_rank: number | null;
    page_from_title: string | null; page_from_language: string | null; page_from_status_code: number | null;
    page_from_external_links: number | null; page_from_internal_links: number | null;
    page_from_word_count: number | null; backlink_spam_score: number | null;
    /** What imported tables of other tools say. No rank or score of this answer is computed from it. */
    tool_metrics: ToolMetric[];
    classification:
      | 'authority_protection' | 'broken_target_repair' | 'lost_link_reclaim' | 'quality_review' | 'outreach_reference';
    reason: string; score: number; score_components: Record<string, number>; priority: Level;
  })[];
  /** Rows that match, before limit and offset; null where the source does not say. */ total_count: number | null;
  /** Of the rows in this response. */ classification_counts: {
    authority_protection: number; broken_target_repair: number; lost_link_reclaim: number; quality_review: number;
    outreach_reference: number;
  };
};

/** Track new and lost backlinks: `POST /backlinks/new-lost-timeseries`. */
export type BacklinksNewLostTimeseriesRequest = {
  /** Domain or subdomain without protocol; a leading www. is ignored. Single pages are not supported. */
  target: string;
  /** First day, yyyy-mm-dd, not before 2019-01-30. Default: 30 days, 26 weeks, 12 months or 10 years up to date_to. */
  date_from?: string;
  /** Last day, yyyy-mm-dd (UTC). Defaults to today; later dates count as today. */ date_to?: string;
  /** Length of a period; weeks start on Monday. A response has at most 750 periods. */ group_range?: GroupRange;
  /** Count links to pages that redirect or canonicalize to the target. */ include_indirect_links?: boolean;
  /** Include links to subdomains of the target. */ include_subdomains?: boolean;
};

export type BacklinksNewLostTimeseriesAnswer = Report & {
  target: { value: string; type: 'domain' | 'subdomain' }; include_subdomains: boolean; group_range: GroupRange;
  date_from: string;
  /** No later than today. */ date_to: string;
  /** First day with crawl data. */ observed_from: string | null;
  observed_to: string | null;
  /** Every period of the range, oldest first; figures are null where there is no crawl data. */ points: {
    /** First day of the period; weeks start on Monday. The first period may start before date_from. */ period: string;
    new_backlinks: number | null; lost_backlinks: number | null; new_referring_domains: number | null;
    lost_referring_domains: number | null; net_backlinks: number | null; net_referring_domains: number | null;
    /** Live links at the end of the period. */ backlinks: number | null;
    /** Hosts with at least one live link. */ referring_domains: number | null;
    /** The range or the crawl covers only part of the period. */ is_partial: boolean;
    /** The index started in this period, so its new links can be of any age: they are counted, but not as a gain or
     * momentum. */
    is_baseline: boolean;
  }[];
  observed_points: number;
  /** Live links at the start of the range; null when not observed. */
  before: { backlinks: number; referring_domains: number } | null;
  /** Live links at the end of the last observed period. */
  after: { backlinks: number; referring_domains: number } | null;
  /** Live links at the end of the period in which the index started; null when it started before the range. */
  baseline: { backlinks: number; referring_domains: number; period: string } | null;
  /** Over the observed periods, baseline included. */ totals: {
    new_backlinks: number | null; lost_backlinks: number | null; new_referring_domains: number | null;
    lost_referring_domains: number | null;
  };
  /** Without the baseline, which is no gain. */ net_change: {
    new_backlinks: number | null; lost_backlinks: number | null; new_referring_domains: number | null;
    lost_referring_domains: number | null;
    /** new_backlinks less lost_backlinks. */ backlinks: number | null;
    referring_domains: number | null;
    /** Relative to the live links at the start; null when there were none. */ backlinks_share: number | null;
    referring_domains_share: number | null;
  };
  /** lost / (new + lost) backlinks, baseline period excluded, 0-1; null when nothing changed. */
  loss_rate: number | null;
  referring_domains_loss_rate: number | null;
  /** Highest net change of backlinks above 0; the most recent if tied. */ strongest_gain: StrongestGain | null;
  /** Lowest net change of backlinks below 0; the most recent if tied. */ strongest_loss: StrongestGain | null;
  /** Of the new and lost referring domains, those whose linking pages have a spam score of 61 or more on average,
   * baseline excluded. They do not count towards momentum. Null when the source does not say. */
  spam: {
    new_referring_domains: number; lost_referring_domains: number;
    /** Periods in which such domains came or went, oldest first. */
    points: { period: string; new_referring_domains: number; lost_referring_domains: number }[];
  } | null;
  /** Net change of referring domains relative to the base at the start, baseline period and domains with a high spam
   * score excluded: above 5% growing, below -5% shrinking, otherwise stable; so is a change within the noise of the
   * counts (1.96 times the root of all new and lost domains). Growing with at least four whole periods: accelerating
   * when the later half gained at least 1.5 times as many as the earlier half, slowing when it gained at most half as
   * many. */
  momentum: 'accelerating' | 'growing' | 'stable' | 'slowing' | 'shrinking' | null;
  momentum_basis: {
    measure: 'referring_domains';
    /** Observed periods, baseline excluded. */ periods: number;
    /** Referring domains before the first of them, without those that score as spam. */ base: number | null;
    net: number;
    /** net / base; null when the base is 0. */ change: number | null;
    /** true: as many domains may have come or gone by chance. */ within_noise: boolean;
    /** Of the first half of the whole periods; null with fewer than four. */ earlier_net: number | null;
    later_net: number | null; rule: string;
  } | null;
  notes: string[];
};

/** Find link opportunities: `POST /backlinks/opportunity-finder`. */
export type BacklinksOpportunityFinderRequest = {
  /** Your domain, brand or website. */ target: string;
  /** Sites that could link. Rows of the same domain are merged. Unknown columns are ignored and listed in notes. */
  prospects: {
    /** Domain or URL of the site that could link. */ source_domain: string;
    /** Page that could link, or used to. */ source_url?: string | null;
    /** Title of that page. */ title?: string | null;
    /** For example blog, news, resource page, directory or guest post. */ source_type?: string | null;
    /** Competitors that the site links to: domains, or a count. */
    linked_competitors?: string[] | string | number | null;
    /** What the page is about. */ topics?: string[] | string | null;
    /** Authority of the link, page or domain: 0-100, or 0-1000 if any rank is above 100. */ rank?: number | null;
    /** Authority of the domain: 0-100, or 0-1000 if any rank is above 100. */ domain_rank?: number | null;
    /** Authority of the page: 0-100, or 0-1000 if any rank is above 100. */ page_rank?: number | null;
    /** 0-100, higher is worse. */ spam_score?: number | null;
    /** Whether links from this site pass authority. */ dofollow?: boolean | null;
    /** True, or the broken URL that the page links to. */ broken_link?: boolean | string | null;
    /** True, or your URL that the page used to link to. */ lost_link?: boolean | string | null;
  }[];
  /** Your pages that are worth linking to. */ owned_assets?: {
    url?: string | null; title?: string | null; page_type?: string | null; topics?: string[] | string | null;
    /** Why anyone would link to it. */ linkable_reason?: string | null;
  }[];
  /** Purpose of the campaign: decides actions, weights and what is left out. */ campaign_goal?: CampaignGoal;
  /** Prospects above this are rejected. */ max_spam_score?: number;
  /** Prospects below this are rejected; low keeps everything that is not spam. */ min_priority?: Level;
};

export type BacklinksOpportunityFinderAnswer = Report & {
  target: { value: string; /** Domains that count as yours. */ domains: string[] }; campaign_goal: CampaignGoal;
  max_spam_score: number; min_priority: Level;
  /** Scale that the ranks of the request were read as. */ rank_scale_read: 'one_hundred' | 'one_thousand';
  /** Best first: by score × score_coverage, so that what is unknown counts for nothing. */ opportunities: {
    prospect: Prospect; action_type: ActionType; action_reason: string;
    /** Who decides about the link: listings and forums have no editor. */
    channel: 'editor' | 'business_listing' | 'forum';
    matched_asset: {
      url: string | null; title: string | null; page_type: string | null; linkable_reason: string | null;
      /** 0-1: how closely the topics of the prospect and the asset match. */ relevance: number;
      /** Words that both have, most specific first. */ shared_topics: string[];
      /** Data, a study or a tool: something that editors cover. */ newsworthy: boolean;
    } | null;
    pitch_angle: string; score: number;
    /** Null for what your request does not say: it is left out, and the others weigh more. */ score_components: {
      goal_fit: number | null; relevance: number | null; authority: number | null; competitor_links: number | null;
      link_value: number | null; trust: number | null;
    };
    /** Share of the score that is known, 0-1. */ score_coverage: number;
    /** Null where less than half of the score is known. */ priority: Level | null;
    effort: Level; risks: string[];
  }[];
  rejected: {
    prospect: Prospect; action_type: 'skip';
    reason:
      | 'not_a_domain' | 'own_domain' | 'competitor' | 'already_links' | 'platform' | 'spam' | 'irrelevant'
      | 'no_evidence' | 'not_for_this_goal' | 'below_min_priority';
    why: string;
    /** Null when the prospect was rejected before scoring. */ score: number | null;
  }[];
  counts: {
    rows: number;
    /** Sites, after rows of the same domain were merged. */ prospects: number;
    opportunities: number; rejected: number;
    by_action_type: {
      reclaim: number; repair: number; resource_page: number; digital_pr: number; guest_contribution: number;
      outreach: number; skip: number;
    };
    by_priority: ByPriority;
    rejected_by_reason: {
      not_a_domain: number; own_domain: number; competitor: number; already_links: number; platform: number;
      spam: number; irrelevant: number; no_evidence: number; not_for_this_goal: number; below_min_priority: number;
    };
  };
  campaign_plan: {
    goal: CampaignGoal; focus: string;
    waves: {
      order: number; action_type: ActionType; task: string; prospects: number;
      /** Ten at most, best first. */ first_domains: string[];
      effort: Level; owner_hint: string; success_metric: string;
    }[];
    assets_in_use: { asset: string; url: string | null; opportunities: number }[];
    /** Owned assets that no opportunity uses; ten at most. */ unused_assets: string[];
    /** What the campaign is missing. */ gaps: string[];
  };
  /** How ambiguous parts of the request were read. */ notes: string[];
};

/** Find pages that link to competitors: `POST /backlinks/page-intersection`. */
export type BacklinksPageIntersectionRequest = Paging & {
  /** Competitors: domains, subdomains or absolute URLs. Duplicates count once. */ targets: string[];
  /** Pages with a live link to any of these are left out: put your own site here. */ exclude_targets?: string[];
  /** live: still present when their page was last read. lost: gone since. all: both. */
  backlinks_status_type?: 'live' | 'all' | 'lost';
  /** Only links to the targets without nofollow, ugc or sponsored. */ dofollow_only?: boolean;
  /** partial: pages that link to at least one target; all: pages that link to every target. */
  intersection_mode?: 'partial' | 'all';
  /** Maximum spam score of a page, 0-100; pages with an unknown score are kept. */ max_spam_score?: number;
  /** Highest or newest first: rank of the strongest link, of the domain or of the page; first or last seen. */
  sort_by?: 'rank' | 'domain_rank' | 'page_rank' | 'first_seen' | 'last_seen';
  /** Scale of every rank in the answer, and of min_rank: 0-100 or 0-1000. */
  rank_scale?: 'one_hundred' | 'one_thousand';
};

export type BacklinksPageIntersectionAnswer = Report & RowsShown & {
  targets: {
    value: string; type: 'domain' | 'subdomain' | 'page';
    /** Rows in this response that link to it. */ pages: number;
  }[];
  exclude_targets: { value: string; type: 'domain' | 'subdomain' | 'page' }[]; intersection_mode: 'partial' | 'all';
  rank_scale: 'one_hundred' | 'one_thousand';
  items: {
    url: string; domain: string; title: string | null; language: string | null;
    /** Rank of its strongest link. */ rank: number | null;
    page_rank: number | null; domain_rank: number | null; spam_score: number | null;
    /** What the spam score is made of. Of ring, template, money_anchor, spam_targets and cited_spam only the strongest
     * counts. Null when unknown. */
    spam_signs: BacklinksListSpamSign[] | null;
    external_links: number | null; word_count: number | null; first_seen: string; last_seen: string;
    /** A live link from another page of the site to exclude_targets; null if your index has not seen one. */
    already_links: AlreadyLink | null;
    linked_targets: {
      target: string; links_count: number;
      /** The strongest ones, three at most. */ links: LinkFound[];
    }[];
    linked_targets_count: number;
    quality: {
      /** At least one of the links shown passes authority. */ dofollow: boolean;
      /** At least one of the links shown is in the main content; null when the source does not say. */
      in_content: boolean | null;
      semantic_locations: string[]; spam_score: number | null;
      /** Low up to 30, medium up to 60, high above; null when the page has not been crawled. */
      spam_level: Level | null;
      external_links: number | null; word_count: number | null;
      signals: (
        | 'followed' | 'in_content' | 'links_to_all_targets' | 'broken_competitor_link' | 'new_link' | 'nofollow_only'
        | 'boilerplate_only' | 'hidden_only' | 'indirect_only' | 'lost' | 'thin_page' | 'many_outgoing_links'
        | 'high_spam')[];
    };
    /** 0-100. */ score: number;
    score_components: {
      /** 0-20, by page_rank; also 0 when unknown. */ page_authority: number;
      /** 0-20, by domain_rank; also 0 when unknown. */ domain_authority: number;
      /** 0-25, by the share of the targets it links to. */ coverage: number;
      /** 15 when at least one link passes authority. */ followed: number;
      /** 10 when at least one link is in the main content. */ in_content: number;
      /** 0-10: 10 × e^(-days / 365), where days is the known age of its links; 0 when unknown. */ freshness: number;
      /** 0 to -25, by spam_score; never more than the other points. */ spam: number;
    };
    priority: Level; reason: string;
  }[];
  /** Pages that match; null where the source does not say. */ total_count: number | null;
  /** Of the rows in this response. */ priority_counts: PriorityCount;
  notes: string[];
};

/** List referring domains: `POST /backlinks/referring-domains`. */
export type BacklinksReferringDomainsRequest = LinkFilters & Paging & {
  /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */ target: string;
  /** Only hosts whose name contains this. */ domain_filter?: string;
  /** Minimum number of links from a host. */ min_backlinks?: number;
  /** Minimum number of linking pages on a host. */ min_referring_pages?: number;
  /** Minimum domain_rank, on rank_scale; hosts of unknown rank are left out. */ min_rank?: number;
  /** Highest or newest first, unknown last; rank sorts by domain_rank. */
  sort_by?: 'rank' | 'backlinks' | 'referring_pages' | 'spam_score' | 'broken_backlinks' | 'first_seen' | 'lost_date';
};

export type BacklinksReferringDomainsAnswer = Report & RowsShown & {
  target: { value: string; type: 'domain' | 'subdomain' | 'page' }; rank_scale: 'one_hundred' | 'one_thousand';
  items: (LinkFigures & {
    /** The linking host. */ domain: string;
    main_domain: string;
    /** Authority of the main domain; null when unknown. */ domain_rank: number | null;
    /** Its most common anchor text; empty for images, null when unknown. */ top_anchor: string | null;
    /** Its links are part of a template, or look like those of a template or a list of links. */
    sitewide_suspected: boolean;
    /** What imported tables of other tools say. No rank or score of this answer is computed from it. */
    tool_metrics: ToolMetric[];
    action: 'keep' | 'strengthen' | 'reclaim' | 'repair' | 'review' | 'disavow_review'; reasons: string[];
  })[];
  /** All links to the target with the requested status, before filters. */ backlinks: number | null;
  /** Of the rows in this response. */ action_counts: {
    keep: number; strengthen: number; reclaim: number; repair: number; review: number; disavow_review: number;
  };
  /** Hosts that match the filters, before limit and offset; null where the source does not say. */
  total_count: number | null;
  /** Imported reports of referring domains, as their tools wrote them. They name no links, so items and counts do not
   * include them. */
  tool_reports: {
    tool: string;
    /** The host that the report is about. */ target: string;
    /** When the imported report was written. */ observed_at: string;
    /** Domains in the report. */ total_count: number;
    /** The 100 with the most links. */ domains: {
      domain: string; backlinks: number | null; dofollow_backlinks: number | null; referring_pages: number | null;
      target_pages: number | null; first_seen: string | null; last_seen: string | null; lost_date: string | null;
    }[];
  }[];
};

/** Summarize a backlink profile: `POST /backlinks/summary`. */
export type BacklinksSummaryRequest = {
  /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */ target: string;
  /** Include links to subdomains of the target. */ include_subdomains?: boolean;
  /** Count links to pages that redirect or canonicalize to the target. */ include_indirect_links?: boolean;
  /** Leave out links from the target’s own domain. */ exclude_internal_backlinks?: boolean;
  /** live: still present when their page was last read. lost: gone since. all: both. */
  backlinks_status_type?: 'live' | 'all' | 'lost';
  /** Count only links without nofollow, ugc or sponsored. */ dofollow_only?: boolean;
  /** Maximum number of rows in each list of the response. */ internal_list_limit?: number;
  /** Scale of every rank in the answer, and of min_rank: 0-100 or 0-1000. */
  rank_scale?: 'one_hundred' | 'one_thousand';
};

export type BacklinksSummaryAnswer = Report & {
  target: { value: string; type: 'domain' | 'subdomain' | 'page' }; rank_scale: 'one_hundred' | 'one_thousand';
  /** Authority of the target; null when unknown. */ rank: number | null;
  backlinks: number | null;
  /** Linking hosts. */ referring_domains: number | null;
  /** Linking registrable domains. */ referring_main_domains: number | null;
  referring_pages: number | null;
  /** Hosts whose links are all nofollow. */ referring_domains_nofollow: number | null;
  /** 0-1. */ dofollow_share: number | null;
  /** Links whose target page returned 4xx or 5xx. */ broken_backlinks: number | null;
  broken_pages: number | null;
  /** Links that were gone when their page was last crawled. */ lost_backlinks: number | null;
  /** Average of the linking pages, 0-100, higher is worse. */ spam_score: number | null;
  /** What the spam score is made of, most links first. Null when unknown. */ spam_signs: SpamSign[] | null;
  first_seen: string | null; last_seen: string | null; link_types: LinkType[] | null;
  link_attributes: LinkType[] | null; tlds: LinkType[] | null; semantic_locations: LinkType[] | null;
  /** By where readers find the link; `boilerplate` includes what most pages of a host repeat, whatever its HTML
   * element. Null when unknown. */
  placements: LinkType[] | null;
  platform_types: LinkType[] | null; languages: LinkType[] | null;
  top_anchors: { anchor: string; backlinks: number; referring_domains: number; share: number }[] | null;
  top_pages: { url: string; backlinks: number; referring_domains: number; status_code: number | null }[] | null;
  /** Based on rank, as long as there are enough referring domains to back it up. */
  authority_tier: 'elite' | 'strong' | 'established' | 'emerging' | 'new' | null;
  /** Null when the links are unknown, or when none of the linking pages has been crawled and nothing else points to a
   * risk. */
  risk_level: Level | null;
  risk_reasons: string[];
  /** Null when the links are unknown. */ recommended_action_type:
    | 'protect_authority' | 'repair_broken_links' | 'reclaim_lost_links' | 'review_risk' | 'build_links' | null;
  /** What imported tables of other tools say. No rank or score of this answer is computed from it. */
  tool_metrics: ToolMetric[];
};
