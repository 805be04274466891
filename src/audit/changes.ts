import { AppError } from '../kernel/errors.ts';
import type { LinksSource } from '../ports/links.ts';
import type { SiteCrawl, SiteFactsStore } from '../ports/site-facts.ts';
import {
  NO_PAGE_CHANGES,
  type SiteChangesQuery,
  type SiteChangesRecord,
  type SiteCrawlTimes,
  type SiteLinkChanges,
  type SitesSource,
} from '../ports/sites.ts';
import type { Provenance, Sourced } from '../ports/source.ts';
import type { Target } from '../web/target.ts';
import { chosenCrawl, requireCrawl } from './crawls.ts';

const CRAWLS_MAX = 200;

/** Links are asked for with a bound for spam; how much of it there is changes nothing here. */
const SPAM_SCORE_MIN = 61;

/** What became of the pages of a site between two crawls, and of the links to it. */
export class ChangeSource implements Pick<SitesSource, 'changes'> {
  private readonly facts: Pick<SiteFactsStore, 'crawls' | 'changes'>;
  private readonly links: Pick<LinksSource, 'timeseries'>;
  private readonly clock: () => Date;

  constructor(
    {
      siteFacts,
      links,
    }: {
      readonly siteFacts: Pick<SiteFactsStore, 'crawls' | 'changes'>;
      readonly links: Pick<LinksSource, 'timeseries'>;
    },
    clock: () => Date,
  ) {
    this.facts = siteFacts;
    this.links = links;
    this.clock = clock;
  }

  async changes(query: SiteChangesQuery, signal: AbortSignal): Promise<Sourced<SiteChangesRecord | null>> {
    const { site, kinds, limit, offset } = query;
    const crawls = await this.facts.crawls(site, CRAWLS_MAX, signal);
    const crawl = chosenCrawl(crawls, query.crawl_id);
    if (crawl === undefined) return { value: null, source: provenance(undefined) };
    const named =
      query.compare_with === undefined ? undefined : requireCrawl(crawls, 'compare_with', query.compare_with);
    if (named !== undefined && named.started_at >= crawl.started_at) throw notEarlier(named.crawl_id, crawl.crawl_id);
    const earlier = named ?? crawls.find(({ started_at }) => started_at < crawl.started_at);
    // Without a crawl that was named, a page counts as it was last seen, whoever saw it.
    const before = named === undefined ? secondBefore(crawl.started_at) : endOf(named);
    const compared =
      earlier === undefined
        ? undefined
        : await this.facts.changes({ site, crawl, before, kinds, limit, offset }, signal);
    const value: SiteChangesRecord = {
      crawl: timesOf(crawl),
      compared_with: earlier === undefined ? null : timesOf(earlier),
      ...(compared ?? NOTHING_COMPARED),
      links: earlier === undefined ? null : await this.linksBetween(site, [earlier, crawl], signal),
    };
    return { value, source: provenance(crawl) };
  }

  /** By day, from the one on which the earlier crawl began. */
  private async linksBetween(
    site: Target,
    [earlier, crawl]: readonly [SiteCrawl, SiteCrawl],
    signal: AbortSignal,
  ): Promise<SiteLinkChanges | null> {
    const [date_from, date_to] = [dayOf(earlier.started_at), dayOf(crawl.ended_at ?? this.clock())];
    const range = {
      target: site,
      include_subdomains: true,
      include_indirect_links: true,
      date_from,
      date_to,
      group: 'day',
      spam_score_min: SPAM_SCORE_MIN,
    } as const;
    const { value } = await this.links.timeseries(range, signal);
    if (value.before === null && value.points.length === 0) return null;
    const sum = (count: (point: (typeof value.points)[number]) => number): number =>
      value.points.reduce((all, point) => all + count(point), 0);
    return {
      date_from,
      date_to,
      new_backlinks: sum((point) => point.new_backlinks),
      lost_backlinks: sum((point) => point.lost_backlinks),
      new_referring_domains: sum((point) => point.new_referring_domains),
      lost_referring_domains: sum((point) => point.lost_referring_domains),
    };
  }
}

const NOTHING_COMPARED: Pick<SiteChangesRecord, 'pages_compared' | 'counts' | 'changes' | 'changes_total'> = {
  pages_compared: 0,
  counts: NO_PAGE_CHANGES,
  changes: [],
  changes_total: 0,
};

function notEarlier(named: string, crawl: string): AppError {
  const message = `The crawl ${named} did not start before ${crawl}.`;
  const fix = 'Send an earlier crawl in compare_with, or leave it out.';
  return new AppError('invalid_input', message, { fix, issues: [{ path: 'compare_with', message }] });
}

/** Looks at pages are kept by the second. */
function secondBefore(date: Date): Date {
  return new Date(Math.floor(date.getTime() / 1000) * 1000 - 1);
}

function endOf({ ended_at, started_at }: SiteCrawl): Date {
  return ended_at ?? started_at;
}

function timesOf({ crawl_id, started_at, ended_at }: SiteCrawl): SiteCrawlTimes {
  return { id: crawl_id, started_at: started_at.toISOString(), ended_at: ended_at?.toISOString() ?? null };
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function provenance(crawl: SiteCrawl | undefined): Provenance {
  const source = { source: 'index', cached: false, measure: 'measured' } as const;
  if (crawl === undefined) {
    return { ...source, observed_at: null, coverage: 'none', note: 'This site has not been crawled.' };
  }
  const { ended_at, started_at, reason } = crawl;
  const isWhole = reason === 'exhausted';
  return {
    ...source,
    observed_at: (ended_at ?? started_at).toISOString(),
    coverage: isWhole ? 'full' : 'partial',
    note: isWhole
      ? 'Pages that this crawl read are compared with how they were seen before.'
      : 'The crawl did not come to all of the site: what it did not read is not compared.',
  };
}
