import { z } from 'zod';

import type { Target } from '../../kernel/target.ts';
import type {
  BacklinkPage,
  LinkListQuery,
  LinksSource,
  LinkSummaryQuery,
  LinkSummaryRecord,
} from '../../ports/links.ts';
import type { Sourced } from '../../ports/source.ts';
import type { IndexDatabase } from '../database.ts';
import { sql } from '../sql.ts';
import { type CoverageReader, sourceNote } from './coverage.ts';
import { listLinks } from './list.ts';
import { domainKeyOf, inTarget } from './scope.ts';
import { linkFigures, targetRank } from './summary.ts';

/** Backlinks from the own index. */
export class IndexLinksSource implements LinksSource {
  private readonly database: IndexDatabase;
  private readonly coverage: CoverageReader;

  constructor(database: IndexDatabase, coverage: CoverageReader) {
    this.database = database;
    this.coverage = coverage;
  }

  async summary(query: LinkSummaryQuery, signal: AbortSignal): Promise<Sourced<LinkSummaryRecord>> {
    const [coverage, read] = await Promise.all([this.coverage.read(), this.readDomains(query.target, signal)]);
    const isVisible = query.exclude_internal_backlinks ? read.others : read.any;
    const [rank, figures] = await Promise.all([
      targetRank(this.database, query, read.others, signal),
      isVisible ? linkFigures(this.database, query, coverage, signal) : UNKNOWN,
    ]);
    const note = isVisible ? '' : NOTHING_VISIBLE;
    const observed_at = figures.last_seen ?? (await this.newestOf(query.target, query.include_subdomains, signal));
    return { value: { rank, ...figures }, source: sourceNote(coverage, observed_at, note) };
  }

  async list(query: LinkListQuery, signal: AbortSignal): Promise<Sourced<BacklinkPage>> {
    const { target } = query;
    const [coverage, read] = await Promise.all([this.coverage.read(), this.readDomains(target, signal)]);
    if (!read.others) {
      const observed_at = await this.newestOf(target, true, signal);
      const value = { total_count: null, backlinks: [] };
      return { value, source: sourceNote(coverage, observed_at, NOTHING_VISIBLE) };
    }
    const context = { coverage, are_domains_ranked: read.several, include_indirect_links: false };
    const { newest_seen, ...value } = await listLinks(this.database, query, context, signal);
    const observed_at = newest_seen ?? (await this.newestOf(target, true, signal));
    return { value, source: sourceNote(coverage, observed_at, 'Direct links from other domains.') };
  }

  /** Whose pages were ever read (or moved), and so could have shown a link. */
  private async readDomains(target: Target, signal: AbortSignal): Promise<ReadDomains> {
    const rows = await this.database.rows(
      z.object({ is_own: z.int() }),
      sql`SELECT domain = cityHash64(${domainKeyOf(target)}) AS is_own FROM (SELECT DISTINCT domain FROM read_domains LIMIT 2)`,
      signal,
    );
    return { any: rows.length > 0, several: rows.length > 1, others: rows.some(({ is_own }) => is_own === 0) };
  }

  /** When a page of the target was last fetched: what an answer without links rests on. */
  private async newestOf(target: Target, withSubdomains: boolean, signal: AbortSignal): Promise<string | null> {
    const own = inTarget(target, withSubdomains, sql`host_key`, sql`path_key`);
    const rows = await this.database.rows(
      z.object({ newest_ms: z.int().nullable() }),
      sql`SELECT if(count() = 0, NULL, toUnixTimestamp64Milli(max(fetched_at))) AS newest_ms FROM fetches
        WHERE page IN (SELECT cityHash64(host_key, path_key) FROM pages WHERE ${own})`,
      signal,
    );
    const newest = rows[0]?.newest_ms ?? null;
    return newest === null ? null : new Date(newest).toISOString();
  }
}

interface ReadDomains {
  readonly any: boolean;
  readonly several: boolean;
  /** Other domains than the target's. */
  readonly others: boolean;
}

const NOTHING_VISIBLE =
  'No page was read that could show such a link, so counts are unknown; crawl sites that may link to the target.';

const UNKNOWN: Omit<LinkSummaryRecord, 'rank'> = {
  backlinks: null,
  referring_domains: null,
  referring_main_domains: null,
  referring_pages: null,
  referring_domains_nofollow: null,
  dofollow_backlinks: null,
  broken_backlinks: null,
  broken_pages: null,
  lost_backlinks: null,
  spam_score: null,
  first_seen: null,
  last_seen: null,
  link_types: [],
  link_attributes: [],
  tlds: [],
  semantic_locations: [],
  platform_types: [],
  languages: [],
  top_anchors: [],
  top_pages: [],
};
