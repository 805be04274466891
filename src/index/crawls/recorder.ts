import { z } from 'zod';

import {
  type CrawlBegin,
  type CrawlEnd,
  type CrawlRecorder,
  type ExternalRecord,
  type HostProbe,
  type ImageRecord,
  type RobotsRecord,
  type SitemapRecord,
  type Suspect,
  VISIT_OUTCOMES,
  type VisitRecord,
} from '../../ports/crawl-records.ts';
import { hostKey, pageAddress } from '../../web/url.ts';
import type { IndexDatabase } from '../database/database.ts';
import { LINK_TYPES, urlOfKeys } from '../database/names.ts';
import { BETWEEN_DOMAINS } from '../database/link-domains.ts';
import { sql } from '../database/sql.ts';
import { flagsOf } from '../write/rows.ts';
import { insertRows, type Row, tableRows } from '../write/table-rows.ts';

const NOTE_MAX = 200;
const LASTMOD_MAX = 60;
const ENCODING_MAX = 60;

const SuspectRow = z.object({
  host_key: z.string(),
  path_key: z.string(),
  flags: z.int(),
  depth: z.int(),
  observed_ms: z.int(),
  was_good: z.int(),
});

/** Writes down what crawls see. Writing the same again changes nothing. */
export class EngineCrawlRecorder implements CrawlRecorder {
  private readonly database: IndexDatabase;

  constructor(database: IndexDatabase) {
    this.database = database;
  }

  async begin({ crawl_id, started_at, ...settings }: CrawlBegin): Promise<void> {
    await this.insert('crawl_runs', [{ crawl: crawl_id, started_at, settings: JSON.stringify(settings) }]);
  }

  async visits(crawl: string, records: readonly VisitRecord[]): Promise<void> {
    const rows = records.flatMap(({ url, observed_at, outcome, status, depth, response_ms, moved_to, note }) =>
      keysOf(url).map((keys) => ({
        crawl,
        ...keys,
        observed_at,
        outcome: VISIT_OUTCOMES.indexOf(outcome),
        status,
        depth: Math.min(depth, 65_535),
        response_ms: Math.round(response_ms),
        moved_to,
        note: note.slice(0, NOTE_MAX),
      })),
    );
    await this.insert('crawl_pages', rows);
  }

  async sitemapEntries(crawl: string, records: readonly SitemapRecord[]): Promise<void> {
    const rows = records.flatMap(({ sitemap, url, lastmod }) =>
      keysOf(url).map((keys) => ({ crawl, ...keys, sitemap, lastmod: lastmod.slice(0, LASTMOD_MAX) })),
    );
    await this.insert('sitemap_entries', rows);
  }

  async robots(crawl: string, records: readonly RobotsRecord[]): Promise<void> {
    const rows = records.flatMap(({ url, observed_at, text }) =>
      keysOf(url).map(({ host_key }) => ({ crawl, host_key, url, observed_at, text })),
    );
    await this.insert('robots_files', rows);
  }

  async suspects(crawlId: string, limit: number, signal: AbortSignal): Promise<readonly Suspect[]> {
    const asked = sql`crawl = ${crawlId} AND outcome IN ${SUSPECT_OUTCOMES}`;
    const rows = await this.database.rows(
      SuspectRow,
      sql`SELECT c.host_key AS host_key, c.path_key AS path_key, c.flags AS flags, c.depth AS depth,
          toUnixTimestamp64Milli(c.observed_at) AS observed_ms, ifNull(v.was_good, 0) AS was_good
        FROM (SELECT * FROM crawl_pages FINAL WHERE ${asked}) AS c
        LEFT JOIN (SELECT host_key, path_key, max(is_before) AS was_good, argMax(noindex, last_seen) AS is_shut,
            argMax(canonical_url, last_seen) AS canonical, argMaxIf(canonical_url, last_seen, is_before) AS canonical_before
          FROM (SELECT host_key, path_key, noindex, canonical_url, last_seen, status = 200 AND NOT noindex AND last_seen <
              (SELECT min(started_at) FROM crawl_runs WHERE crawl = ${crawlId}) AS is_before FROM page_versions FINAL
            WHERE (host_key, path_key) IN (SELECT host_key, path_key FROM crawl_pages WHERE ${asked}))
          GROUP BY host_key, path_key) AS v USING (host_key, path_key)
        WHERE c.outcome != ${READ} OR (v.was_good AND (v.is_shut OR v.canonical != v.canonical_before))
        ORDER BY c.observed_at LIMIT ${limit}`,
      signal,
    );
    return rows.map(({ host_key, path_key, flags, depth, observed_ms, was_good }) => ({
      url: urlOfKeys(host_key, path_key, flags),
      depth,
      observed_at: new Date(observed_ms),
      was_good: was_good !== 0,
    }));
  }

  async externalLinks(crawlId: string, limit: number, signal: AbortSignal): Promise<readonly string[]> {
    const rows = await this.database.rows(
      z.object({ host_key: z.string(), path_key: z.string(), flags: z.int() }),
      sql`SELECT target_host AS host_key, target_path AS path_key, max(tupleElement(newest, 'target_flags')) AS flags FROM links
        WHERE type = ${ANCHOR} AND ${BETWEEN_DOMAINS}
          AND (source_host, source_path) IN (SELECT host_key, path_key FROM crawl_pages WHERE crawl = ${crawlId})
        GROUP BY target_host, target_path
        ORDER BY uniq(source_host, source_path) DESC, target_host, target_path LIMIT ${limit}`,
      signal,
    );
    return rows.map(({ host_key, path_key, flags }) => urlOfKeys(host_key, path_key, flags));
  }

  async externals(crawl: string, records: readonly ExternalRecord[]): Promise<void> {
    const rows = records.flatMap(({ url, observed_at, status, is_gone, note }) =>
      keysOf(url).map((keys) => ({ crawl, ...keys, observed_at, status, is_gone, note: note.slice(0, NOTE_MAX) })),
    );
    await this.insert('external_links', rows);
  }

  async shownImages(crawlId: string, limit: number, signal: AbortSignal): Promise<readonly string[]> {
    const rows = await this.database.rows(
      z.object({ url: z.string() }),
      sql`SELECT arrayJoin(images) AS url FROM page_images FINAL WHERE (host_key, path_key) IN (SELECT host_key, path_key FROM crawl_pages
        WHERE crawl = ${crawlId} AND outcome IN ${SHOWN_OUTCOMES}) GROUP BY url ORDER BY count() DESC, url LIMIT ${limit}`,
      signal,
    );
    return rows.map(({ url }) => url);
  }

  async images(crawl: string, records: readonly ImageRecord[]): Promise<void> {
    const rows = records.map(({ url, observed_at, status, bytes }) => ({ crawl, url, observed_at, status, bytes }));
    await this.insert('crawl_images', rows);
  }

  async probes(crawl: string, records: readonly HostProbe[]): Promise<void> {
    const rows = records.map(({ host, kind, observed_at, way, status, encoding, bytes, headers }) => ({
      crawl,
      host_key: hostKey(host),
      host,
      kind,
      observed_at,
      way,
      status,
      encoding: encoding.slice(0, ENCODING_MAX),
      bytes,
      headers,
    }));
    await this.insert('host_probes', rows);
  }

  async end({ crawl_id, ended_at, reason, waiting, problems }: CrawlEnd): Promise<void> {
    const kinds = problems.map(({ kind, count }) => ({ kind, count }));
    await this.database.run(
      sql`INSERT INTO crawl_runs (crawl, started_at, ended) SELECT ${crawl_id}, ${ended_at},
        tuple(${ended_at}, ${reason}, ${waiting}, ${JSON.stringify(kinds)})`,
    );
  }

  private async insert(table: string, rows: readonly Row[]): Promise<void> {
    await insertRows(this.database, [tableRows(table, rows)]);
  }
}

const ANCHOR = LINK_TYPES.indexOf('anchor');
const READ = VISIT_OUTCOMES.indexOf('read');
const SHOWN_OUTCOMES = [READ, VISIT_OUTCOMES.indexOf('unchanged')];
const SUSPECT_OUTCOMES = [READ, VISIT_OUTCOMES.indexOf('dead'), VISIT_OUTCOMES.indexOf('error')];

/** None for an address that is none. */
function keysOf(url: string): { readonly host_key: string; readonly path_key: string; readonly flags: number }[] {
  const address = pageAddress(url);
  if (address === undefined) return [];
  const { host_key, path_key } = address;
  return [{ host_key, path_key, flags: flagsOf(address) }];
}
