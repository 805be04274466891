import { z } from 'zod';

import { IMAGE_BYTES_MAX, type SiteImage } from '../../ports/site-facts.ts';
import type { IndexDatabase } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { shortId } from './page-numbers.ts';
import { inSite, pagesOfCrawl, type SiteReading } from './range.ts';

const IMAGES_MAX = 100_000;

const Row = z.object({ url: z.string(), status: z.int(), bytes: z.int(), pages: z.array(z.int()) });

/** Images that the crawl asked for, with the pages of the site that show what is gone or large. */
export async function readImages(reading: SiteReading): Promise<ReadonlyMap<string, SiteImage>> {
  const { database, site, crawl_id, numbers, signal } = reading;
  const asked = sql`SELECT url, status, bytes FROM crawl_images FINAL WHERE crawl = ${crawl_id}`;
  const wrong = sql`SELECT url FROM (${asked}) WHERE status IN (404, 410) OR bytes > ${IMAGE_BYTES_MAX}`;
  const rows = await database.rows(
    Row,
    sql`SELECT a.url AS url, a.status AS status, a.bytes AS bytes, p.pages AS pages FROM (${asked}) AS a
      LEFT JOIN (SELECT arrayJoin(images) AS url, groupArray(${shortId(sql`host_key`, sql`path_key`)}) AS pages FROM page_images FINAL
        WHERE ${inSite(site, 'host_key')} AND hasAny(images, (SELECT groupArray(url) FROM (${wrong})))
        GROUP BY url HAVING url IN (${wrong})) AS p ON p.url = a.url
      ORDER BY url LIMIT ${IMAGES_MAX}`,
    signal,
  );
  return new Map(
    rows.map(({ url, status, bytes, pages }) => [
      url,
      { status, bytes, pages: pages.flatMap((id) => numbers.of(id) ?? []) },
    ]),
  );
}

/** How many images the pages show that a crawl read. */
export async function countShownImages(reading: SiteReading): Promise<number> {
  const { database, site, signal } = reading;
  const [counted] = await database.rows(
    z.object({ shown: z.int() }),
    sql`SELECT toUInt32(uniqExactArray(images)) AS shown FROM page_images FINAL WHERE ${inSite(site, 'host_key')}
      AND (host_key, path_key) IN ${pagesOfCrawl(reading)}`,
    signal,
  );
  return counted?.shown ?? 0;
}

/** Addresses of the images that a crawl got an answer for. */
export async function readImageAnswers(
  database: IndexDatabase,
  crawlId: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const rows = await database.rows(
    z.object({ url: z.string() }),
    sql`SELECT url FROM crawl_images FINAL WHERE crawl = ${crawlId} LIMIT ${IMAGES_MAX}`,
    signal,
  );
  return rows.map(({ url }) => url);
}
