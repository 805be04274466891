import { z } from 'zod';

import { VISIT_OUTCOMES } from '../../ports/crawl-records.ts';
import type { SiteTemporaryRedirect } from '../../ports/site-facts.ts';
import { sql } from '../database/sql.ts';
import { shortId } from './page-numbers.ts';
import { inSite, type SiteReading } from './range.ts';

const TEMPORARY = [302, 303, 307];
const REDIRECTS_MAX = 100_000;

const Row = z.object({
  id: z.int(),
  versions: z.array(z.tuple([z.int(), z.int(), z.int()])),
});

/** Pages that the crawl found to redirect for the time being, and since when they do. */
export async function readTemporaryRedirects({
  database,
  site,
  crawl_id,
  numbers,
  signal,
}: SiteReading): Promise<readonly SiteTemporaryRedirect[]> {
  const rows = await database.rows(
    Row,
    sql`SELECT ${shortId(sql`host_key`, sql`path_key`)} AS id, groupArray(tuple(first_ms, last_ms, code)) AS versions FROM (
        SELECT host_key, path_key, facts, toUnixTimestamp64Milli(min(first_seen)) AS first_ms,
          toUnixTimestamp64Milli(max(last_seen)) AS last_ms, anyLast(status) AS code
        FROM page_versions WHERE (host_key, path_key) IN (SELECT host_key, path_key FROM crawl_pages
          WHERE crawl = ${crawl_id} AND ${inSite(site, 'host_key')} AND outcome = ${VISIT_OUTCOMES.indexOf('moved')} AND status IN ${TEMPORARY})
        GROUP BY host_key, path_key, facts)
      GROUP BY host_key, path_key LIMIT ${REDIRECTS_MAX}`,
    signal,
  );
  return rows.flatMap(({ id, versions }) => {
    const page = numbers.of(id);
    const [newest, before] = versions.toSorted(([, one], [, other]) => other - one);
    if (page === undefined || newest === undefined) return [];
    const [first, , status] = newest;
    // What was something else in between is no old redirect.
    if (!TEMPORARY.includes(status) || (before !== undefined && before[1] > first)) return [];
    return [{ page, since: new Date(first) }];
  });
}
