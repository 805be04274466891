import { z } from 'zod';

import type { SiteGoneLink } from '../../ports/site-facts.ts';
import { LINK_TYPES, urlOfKeys } from '../database/names.ts';
import { BETWEEN_DOMAINS } from '../database/link-domains.ts';
import { sql } from '../database/sql.ts';
import { inSite, pagesOfCrawl, type SiteReading } from './range.ts';

const GONE_LINKS_MAX = 100_000;

const Row = z.object({
  source_host: z.string(),
  source_path: z.string(),
  host_key: z.string(),
  path_key: z.string(),
  flags: z.int(),
  status: z.int(),
  note: z.string(),
});

/** How many pages of other sites the pages of a crawl link to, and how many of them it asked for. */
export async function countExternal(
  reading: SiteReading,
): Promise<{ readonly linked: number; readonly asked: number }> {
  const { database, site, crawl_id, signal } = reading;
  const [counted] = await database.rows(
    z.object({ linked: z.int(), asked: z.int() }),
    sql`SELECT toUInt32(uniqExact(target_host, target_path)) AS linked,
        (SELECT toUInt32(count()) FROM external_links FINAL WHERE crawl = ${crawl_id}) AS asked
      FROM links WHERE ${inSite(site, 'source_host')} AND type = ${LINK_TYPES.indexOf('anchor')}
        AND ${BETWEEN_DOMAINS}
        AND (source_host, source_path) IN ${pagesOfCrawl(reading)}`,
    signal,
  );
  return counted ?? { linked: 0, asked: 0 };
}

/** Links to pages of other sites that the crawl found gone, while they stand on their page. */
export async function readGoneLinks(reading: SiteReading): Promise<readonly SiteGoneLink[]> {
  const { database, site, crawl_id, numbers, signal } = reading;
  const gone = sql`SELECT host_key, path_key, flags, status, note FROM external_links FINAL WHERE crawl = ${crawl_id} AND is_gone`;
  const rows = await database.rows(
    Row,
    sql`SELECT DISTINCT l.source_host AS source_host, l.source_path AS source_path, g.host_key AS host_key, g.path_key AS path_key,
        g.flags AS flags, g.status AS status, g.note AS note
      FROM (SELECT target_host, target_path, source_host, source_path, tupleElement(newest, 'seen') AS seen FROM links
        WHERE (target_host, target_path) IN (SELECT host_key, path_key FROM (${gone})) AND ${inSite(site, 'source_host')}) AS l
      INNER JOIN (${gone}) AS g ON g.host_key = l.target_host AND g.path_key = l.target_path
      INNER JOIN (SELECT host_key AS read_host, path_key AS read_path, max(toDateTime(observed_at, 'UTC')) AS read_at FROM pages
        WHERE (host_key, path_key) IN ${pagesOfCrawl(reading)}
        GROUP BY host_key, path_key) AS p ON p.read_host = l.source_host AND p.read_path = l.source_path
      WHERE l.seen >= p.read_at ORDER BY host_key, path_key, source_host, source_path LIMIT ${GONE_LINKS_MAX}`,
    signal,
  );
  return rows.flatMap(({ source_host, source_path, host_key, path_key, flags, status, note }) => {
    const page = numbers.ofKeys(source_host, source_path);
    const detail = status === 0 ? note : `status ${status}`;
    return page === undefined ? [] : [{ page, url: urlOfKeys(host_key, path_key, flags), detail }];
  });
}
