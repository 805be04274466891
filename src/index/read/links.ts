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
import { domainKeyOf } from './scope.ts';
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
    const [coverage, rank, isVisible] = await Promise.all([
      this.coverage.read(),
      targetRank(this.database, query, signal),
      this.couldSeeLinks(query.target, query.exclude_internal_backlinks, signal),
    ]);
    if (!isVisible) return { value: { rank, ...UNKNOWN }, source: sourceNote(coverage, NOTHING_VISIBLE) };
    const figures = await linkFigures(this.database, query, signal);
    return { value: { rank, ...figures }, source: sourceNote(coverage) };
  }

  async list(query: LinkListQuery, signal: AbortSignal): Promise<Sourced<BacklinkPage>> {
    const [coverage, isVisible] = await Promise.all([
      this.coverage.read(),
      this.couldSeeLinks(query.target, true, signal),
    ]);
    if (!isVisible) {
      return { value: { total_count: null, backlinks: [] }, source: sourceNote(coverage, NOTHING_VISIBLE) };
    }
    const context = { newest_fetch: coverage.newest_fetch, include_indirect_links: false };
    const value = await listLinks(this.database, query, context, signal);
    return { value, source: sourceNote(coverage, 'Direct links from other domains.') };
  }

  /** Whether a page was ever read (or moved) that could have shown such a link: one of another domain, or any for internal links. */
  private async couldSeeLinks(target: Target, isExternalOnly: boolean, signal: AbortSignal): Promise<boolean> {
    const elsewhere = isExternalOnly ? sql`domain != cityHash64(${domainKeyOf(target)})` : sql`1`;
    const rows = await this.database.rows(
      z.object({ found: z.int() }),
      sql`SELECT 1 AS found FROM read_domains WHERE ${elsewhere} LIMIT 1`,
      signal,
    );
    return rows.length > 0;
  }
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
