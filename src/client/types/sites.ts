// Written by `npm run gen`. Do not edit.

import type {
  Paging, ProblemCount, Report, RowsShown, Severity, SiteAuditChange, SiteAuditSeverity, SiteChangesChange,
  SiteChangesCrawl,
} from './shapes.ts';

/** Audit a whole site: `POST /site/audit`. */
export type SiteAuditRequest = Paging & {
  /** Domain (example.com), subdomain (blog.example.com), or the URL of a folder to audit only that. */ site: string;
  /** ID of the crawl to audit. Default: the last that followed links. */ crawl_id?: string;
  /** The crawl to compare with. Default: the last one with the same settings. */ compare_with?: string;
  /** Ids of rules that you have decided to live with: they stay listed, but no longer count towards causes or the
   * score. PATCH /sites/{id} mutes them for good. */
  mute?: string[];
  /** List the findings of this rule in items. */ rule?: string;
  /** Only findings with this cause, as `causes` names it. */ cause?: string;
  /** csv: over REST and in the terminal, returns the findings of the rule, or all rules, as a table. */
  format?: 'json' | 'csv';
};

export type SiteAuditAnswer = Report & RowsShown & {
  site: string;
  /** null where the site has not been crawled. */ crawl: {
    id: string; started_at: string;
    /** null while the crawl runs: the audit is preliminary. */ ended_at: string | null;
    /** Addresses of the site that robots.txt allows. */ pages_known: number;
    /** Addresses that answered, dead ones and redirects included. */ pages_read: number;
    /** Whether the crawl reached the whole site. */ is_complete: boolean;
    incomplete_because: string[];
  } | null;
  /** 0–100; null where too little was read to judge the site. */ health_score: number | null;
  /** What the score is of, or why there is none. */ score_of: string;
  /** The same score for each area alone. */
  areas: { indexing: number; links: number; content: number; international: number; technical: number } | null;
  pages: {
    html: number;
    /** HTML pages without noindex that are their own canonical and open to Googlebot. */ indexable: number;
    noindex: number; redirects: number; dead: number;
    /** Server errors. */ errors: number;
    /** 401, 403, 429 or a challenge: about the crawler, not about the page. */ refused: number;
    /** No answer. */ failed: number;
    /** By robots.txt. */ blocked: number;
    /** Linked, but not read by this crawl. */ not_reached: number;
  } | null;
  /** Up to ten causes, biggest gain first: fix these before you look at individual pages. With rule, only the causes of
   * that rule. */
  causes: {
    rule: string;
    /** The dead target, template or page behind all of these findings; null when there is no single one. */
    cause: string | null;
    /** A notice is worth knowing and costs no points. */ severity: SiteAuditSeverity;
    title: string; why: string; fix: string;
    /** How many places have to be changed. */ effort: 'one_place' | 'few' | 'many';
    findings: number; pages: number;
    /** Points that the score gains when this is fixed. */ score_gain: number | null;
    /** Up to three addresses. */ examples: string[];
  }[];
  /** Failing rules first, by points; with rule, that one alone. */ rules: {
    id: string; area: 'indexing' | 'links' | 'content' | 'international' | 'technical';
    /** A notice is worth knowing and costs no points. */ severity: SiteAuditSeverity;
    /** not_checked: the crawl did not see what the rule needs, or not enough of it to say that nothing fails; note says
     * why. */
    status: 'failing' | 'passed' | 'not_applicable' | 'not_checked' | 'muted';
    title: string; why: string; fix: string;
    /** Pages that fail. */ failing: number;
    /** Pages that could fail. */ applicable: number;
    /** 0–1, weighted by internal PageRank. */ share: number;
    /** Points that the score gains when the rule passes everywhere. */ score_gain: number | null;
    note: string | null;
    /** Findings against the earlier crawl; null where the rule cannot be compared. */ changes: SiteAuditChange | null;
  }[];
  /** What the site mutes, with the findings that are left out of causes and score; null is every address. */
  muted: { rule: string; url: string | null; title: string; findings: number; pages: number }[];
  /** Findings of the rule that was asked for; empty without one. */ items: {
    rule: string; url: string;
    /** What on the page: the target of a link, a language, a sitemap. */ item: string | null;
    cause: string | null; detail: string | null;
  }[];
  /** Findings of that rule; null without one. */ total_count: number | null;
  changes: {
    /** Id of the earlier crawl. */ compared_with: string;
    new: number;
    /** Read again, and no longer failing. */ fixed: number;
    still: number;
    /** The page itself is gone. */ gone: number;
    /** Not read this time, so their state is unknown. */ not_checked: number;
  } | null;
  /** Why there is no comparison; next to changes, what the comparison leaves out. */
  not_compared_because: string | null;
  history: {
    crawl_id: string; started_at: string; health_score: number | null; pages_read: number;
    /** false: an earlier version of the rules made this score, so part of the difference is theirs. */
    has_same_rules: boolean;
  }[];
};

/** List what changed on a site: `GET /changes`. */
export type SiteChangesRequest = Paging & {
  /** Domain (example.com), subdomain (blog.example.com), or the URL of a folder. */ site: string;
  /** The crawl to look at. Default: the most recently finished one. */ crawl_id?: string;
  /** An earlier crawl to compare with. Without it, each page is compared with the last time it was seen. */
  compare_with?: string;
  /** Only changes of this kind; counts cover all. */ change?: SiteChangesChange;
};

export type SiteChangesAnswer = Report & RowsShown & {
  site: string;
  /** null where the site has not been crawled. */ crawl: SiteChangesCrawl | null;
  /** The earlier crawl; null where there is none. */ compared_with: SiteChangesCrawl | null;
  /** Pages that were seen before and read again; null without an earlier crawl. */ pages_compared: number | null;
  /** Changes by kind; null without an earlier crawl. */ counts: {
    /** Worked before, 4xx now. */ dead: number;
    /** Server errors now, none before. */ error: number;
    /** Closed to search engines now, open before. */ noindexed: number;
    /** Read in the earlier crawl, blocked by robots.txt now. */ blocked: number;
    /** Worked before, redirects now. */ redirected: number;
    canonical_changed: number; title_changed: number; h1_changed: number; description_changed: number;
    /** Failed in the earlier crawl, work again now. */ back: number;
    /** Open to search engines now, closed before. */ indexable_again: number;
    /** Seen for the first time. */ new: number;
  } | null;
  /** The worst kind first. A page with two changes has two rows. */ items: {
    url: string; change: SiteChangesChange;
    /** The status, title or address before; null where there was none. */ before: string | null;
    after: string | null;
  }[];
  /** Changes of the kinds that were asked for. */ total_count: number | null;
  /** Links from other sites between the crawls; null where the index knows of none. */ links: {
    date_from: string; date_to: string; new_backlinks: number; lost_backlinks: number; new_referring_domains: number;
    lost_referring_domains: number;
  } | null;
};

/** Audit a site’s sitemaps: `POST /site/sitemap-audit`. */
export type SiteSitemapAuditRequest = {
  /** Absolute URL of a sitemap or sitemap index. */ sitemap_url?: string;
  /** Raw XML of a sitemap or sitemap index. */ sitemap_xml?: string;
  /** Pages that must be listed and linked to. */ important_urls?: string[];
  /** What a crawl saw of the site; by default, your own crawl of the sitemap’s site. */ crawl_urls?: {
    url: string; status_code?: number | null; indexable?: boolean | null; canonical_url?: string | null;
    inbound_internal_links?: number | null; clicks?: number | null; impressions?: number | null;
  }[];
  /** Use instead of crawl_urls: compares the pages that were crawled on this site with the sitemaps listed in its
   * robots.txt. Domain, subdomain or the URL of a folder: its crawled pages are used, the most linked first. */
  site?: string;
  /** Links between pages of the site. */
  internal_links?: { source_url: string; target_url: string; anchor?: string | null }[];
  /** How many sitemaps of an index to read at most, in its order. */ max_sitemap_children?: number;
};

export type SiteSitemapAuditAnswer = Report & {
  sitemap_url: string | null; checked: 'url' | 'xml'; host: string | null;
  sitemaps: {
    /** Null if you sent the XML. */ url: string | null;
    type: 'urlset' | 'index' | 'text' | 'unknown' | 'not_read';
    /** URLs, or sitemaps in an index; null if the file was not read. */ url_count: number | null;
    /** After decompression. */ bytes: number | null;
    gzipped: boolean | null;
    /** Null if nothing was fetched or nothing answered. */ status_code: number | null;
    /** True if longer than the protocol allows; the rest was not read. */ truncated: boolean;
    with_lastmod: number | null; lastmod_range: { from: string; to: string } | null;
    /** Entries of the image, video, news and hreflang extensions. */
    extensions: { images: number; videos: number; news: number; alternates: number } | null;
    problems: { line: number | null; message: string }[]; problem_count: number;
  }[];
  /** By severity. */ findings: {
    id: string; severity: Severity; title: string; count: number;
    /** The first ten at most. */ examples: {
      url: string | null;
      /** The file that lists it; null if you sent the XML. */ sitemap: string | null;
      line: number | null; detail: string | null;
    }[];
    fix: string;
  }[];
  /** Findings by severity. */ severity_counts: ProblemCount;
  coverage: {
    sitemaps_read: number; sitemaps_not_read: number;
    /** True if every sitemap was read to its end; otherwise nothing is reported as missing. */ complete: boolean;
    urls_listed: number; unique_urls: number;
    /** Null if you sent none. */
    important_urls: { total: number; listed: number; missing: number; unknown: number } | null;
    crawl_urls: {
      total: number; listed: number; indexable: number; indexable_listed: number;
      /** Share of the indexable crawled pages that are listed, 0–1. */ listed_share: number | null;
      listed_not_crawled: number;
    } | null;
    internal_links: { total: number; listed_urls_linked: number; listed_urls_not_linked: number } | null;
    robots_txt: 'read' | 'missing' | 'unreadable' | 'not_asked';
  };
  orphan_candidates: {
    url: string; sitemap: string | null; line: number | null;
    /** Null if only its absence from a list suggests it. */ inbound_internal_links: number | null;
    reason: string; clicks: number | null; impressions: number | null;
  }[];
  /** Null if you sent neither crawl_urls nor internal_links. */ orphan_candidate_count: number | null;
  internal_link_gaps: {
    url: string;
    /** As counted by the crawl; null if it did not count. */ inbound_internal_links: number | null;
    important: boolean; clicks: number | null; impressions: number | null; linked_from: string[]; reason: string;
  }[];
  checklist: { order: number; task: string; severity: Severity; finding_id: string }[]; notes: string[];
};
