import { z } from 'zod';

import type { KnownAddresses, KnownQuery } from '../../ports/crawls.ts';
import type { SitesSource } from '../../ports/sites.ts';
import type { Target } from '../../web/target.ts';
import type { IndexDatabase } from '../database/database.ts';
import { urlOfKeys } from '../database/names.ts';
import { sql } from '../database/sql.ts';
import { inHosts, inSite, withinSite } from './range.ts';
import { indexSource } from './site-pages.ts';

const SITEMAPS_MAX = 10;
const SITEMAP_LINE = /^[ \t]*sitemap[ \t]*:[ \t]*(https?:\/\/\S+)/gim;

const Row = z.object({
  host_key: z.string(),
  path_key: z.string(),
  flags: z.int(),
  status: z.int(),
  noindex: z.int(),
  canonical_url: z.string(),
  linking_pages: z.int(),
});

const Counts = z.object({ total: z.int(), newest_ms: z.int().nullable() });

/** Every address of a site that was read, as it was last seen. */
export function siteUrls(database: IndexDatabase): SitesSource['crawled'] {
  return async ({ site, limit }, signal) => {
    const within = inSite(site, 'host_key');
    const [counts] = await database.rows(
      Counts,
      sql`SELECT count() AS total, if(count() = 0, NULL, toUnixTimestamp64Milli(max(observed_at))) AS newest_ms
        FROM pages FINAL WHERE ${within} AND status NOT IN (0, 401, 403, 429)`,
      signal,
    );
    const { total, newest_ms } = counts ?? { total: 0, newest_ms: null };
    if (total === 0) return { value: null, source: indexSource('none', 'No page of this site was read.', null) };
    const rows = await database.rows(
      Row,
      sql`SELECT p.host_key AS host_key, p.path_key AS path_key, p.flags AS flags, p.status AS status, p.noindex AS noindex,
          p.canonical_url AS canonical_url, ifNull(l.pages, 0) AS linking_pages
        FROM (SELECT * FROM pages FINAL WHERE ${within} AND status NOT IN (0, 401, 403, 429)) AS p
        LEFT JOIN (SELECT target_host, target_path, uniq(source_host, source_path) AS pages FROM links
          WHERE ${withinSite(site)} GROUP BY target_host, target_path) AS l
          ON l.target_host = p.host_key AND l.target_path = p.path_key
        ORDER BY linking_pages DESC, p.host_key, p.path_key LIMIT ${limit}`,
      signal,
    );
    const pages = rows.map(({ host_key, path_key, flags, status, noindex, canonical_url, linking_pages }) => ({
      url: urlOfKeys(host_key, path_key, flags),
      status,
      noindex: noindex !== 0,
      canonical_url: canonical_url === '' ? null : canonical_url,
      linking_pages,
    }));
    const read = total.toLocaleString('en-US');
    const sitemaps = await readSitemaps(database, site, signal);
    const source =
      rows.length === total
        ? indexSource('full', `${read} crawled addresses.`, newest_ms)
        : indexSource('partial', `The ${rows.length} most linked of ${read} addresses.`, newest_ms);
    return { value: { pages, total, sitemaps }, source };
  };
}

async function readSitemaps(database: IndexDatabase, site: Target, signal: AbortSignal): Promise<readonly string[]> {
  const files = await database.rows(
    z.object({ text: z.string() }),
    sql`SELECT argMax(text, observed_at) AS text FROM robots_files WHERE ${inHosts(site)}
      GROUP BY host_key ORDER BY host_key LIMIT ${SITEMAPS_MAX}`,
    signal,
  );
  const named = files.flatMap(({ text }) => [...text.matchAll(SITEMAP_LINE)].map(([, url = '']) => url));
  return [...new Set(named)].slice(0, SITEMAPS_MAX);
}

const RobotsRow = z.object({ host_key: z.string(), text: z.string(), read_ms: z.int() });

/** The addresses of a site and its newest robots.txt, for a crawl that is planned. */
export function knownAddresses(
  database: IndexDatabase,
): (query: KnownQuery, signal: AbortSignal) => Promise<KnownAddresses | undefined> {
  const crawled = siteUrls(database);
  return async ({ site, limit }, signal) => {
    const { value } = await crawled({ site, limit }, signal);
    if (value === null) return undefined;
    // One file speaks for one host: the host that was asked for, or its www twin.
    const rows = await database.rows(
      RobotsRow,
      sql`SELECT host_key, argMax(text, observed_at) AS text, toUnixTimestamp64Milli(max(observed_at)) AS read_ms FROM robots_files
        WHERE host_key IN ${[site.host_key, `${site.host_key}www.`]} GROUP BY host_key ORDER BY read_ms DESC, host_key LIMIT 1`,
      signal,
    );
    const [file] = rows;
    return {
      urls: value.pages.map(({ url }) => url),
      total: value.total,
      robots: file === undefined ? undefined : { text: file.text, observed_at: new Date(file.read_ms) },
    };
  };
}
