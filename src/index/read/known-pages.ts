import { z } from 'zod';

import type { KnownPage } from '../../ports/links.ts';
import { pageAddress } from '../../web/url.ts';
import type { IndexDatabase } from '../database/database.ts';
import { pageId } from '../database/ids.ts';
import { READ } from '../database/names.ts';
import { BETWEEN_DOMAINS } from '../database/link-domains.ts';
import { sql } from '../database/sql.ts';
import { IS_LIVE } from '../losses/rule.ts';
import { nullIfEmpty } from './backlink.ts';

/** A statement with more keys takes longer to understand than to answer. */
const BATCH_MAX = 2000;

const FetchedRow = z.object({
  id: z.string(),
  status: z.int(),
  readable: z.int(),
  noindex: z.int(),
  redirect_url: z.string(),
  canonical_url: z.string(),
  title: z.string(),
  word_count: z.int(),
  published_at: z.string(),
  fetched_ms: z.int(),
});
type FetchedRow = z.infer<typeof FetchedRow>;

const LinkedRow = z.object({ id: z.string(), backlinks: z.int(), hosts: z.int() });

interface AskedPage {
  readonly url: string;
  readonly id: string;
  readonly keys: readonly [host_key: string, path_key: string];
}

/** The newest facts of some pages, for the URLs as they were asked. */
export async function readKnownPages(
  database: IndexDatabase,
  urls: readonly string[],
  signal: AbortSignal,
): Promise<readonly KnownPage[]> {
  const asked = [...new Set(urls)].flatMap(readAsked);
  const known: KnownPage[] = [];
  for (let from = 0; from < asked.length; from += BATCH_MAX) {
    known.push(...(await readBatch(database, asked.slice(from, from + BATCH_MAX), signal)));
  }
  return known;
}

function readAsked(url: string): AskedPage[] {
  const address = pageAddress(url);
  if (address === undefined) return [];
  const { host_key, path_key } = address;
  return [{ url, id: pageId(host_key, path_key).toString(), keys: [host_key, path_key] }];
}

async function readBatch(
  database: IndexDatabase,
  asked: readonly AskedPage[],
  signal: AbortSignal,
): Promise<readonly KnownPage[]> {
  const fetched = await readFetched(database, asked, signal);
  const found = asked.filter(({ id }) => fetched.has(id));
  const linked = await readLinked(database, found, signal);
  return found.flatMap(({ url, id }) => {
    const row = fetched.get(id);
    return row === undefined ? [] : [knownPage(url, row, linked.get(id))];
  });
}

/** A fetch that found the page unchanged is the newest fetch, too. */
async function readFetched(
  database: IndexDatabase,
  asked: readonly AskedPage[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, FetchedRow>> {
  const ids = sql`${[...new Set(asked.map(({ id }) => BigInt(id)))]}`;
  const rows = await database.rows(
    FetchedRow,
    sql`SELECT toString(p.page) AS id, p.status AS status, p.readable AS readable, p.noindex AS noindex,
        p.redirect_url AS redirect_url, p.canonical_url AS canonical_url, p.title AS title, p.word_count AS word_count,
        p.published_at AS published_at, toUnixTimestamp64Milli(greatest(p.observed_at, ifNull(f.newest, p.observed_at))) AS fetched_ms
      FROM (SELECT cityHash64(host_key, path_key) AS page, observed_at, status, readable, noindex, redirect_url, canonical_url, title,
          word_count, published_at FROM pages FINAL PREWHERE (host_key, path_key) IN ${asked.map(({ keys }) => keys)}) AS p
      LEFT JOIN (SELECT page, max(fetched_at) AS newest FROM fetches WHERE page IN ${ids} GROUP BY page) AS f ON f.page = p.page`,
    signal,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Live links from other registrable domains. */
async function readLinked(
  database: IndexDatabase,
  pages: readonly AskedPage[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, z.infer<typeof LinkedRow>>> {
  if (pages.length === 0) return new Map();
  const rows = await database.rows(
    LinkedRow,
    sql`SELECT toString(cityHash64(target_host, target_path)) AS id, count() AS backlinks, uniqExact(source_host) AS hosts FROM links FINAL
      PREWHERE (target_host, target_path) IN ${pages.map(({ keys }) => keys)}
      WHERE ${BETWEEN_DOMAINS} AND ${IS_LIVE} GROUP BY target_host, target_path`,
    signal,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function knownPage(url: string, row: FetchedRow, linked: z.infer<typeof LinkedRow> | undefined): KnownPage {
  const { status, readable } = row;
  const isRead = readable !== 0;
  return {
    url,
    status_code: status === 0 ? null : status,
    redirect_url: nullIfEmpty(row.redirect_url),
    is_indexable: isIndexable(row),
    canonical_url: nullIfEmpty(row.canonical_url),
    title: isRead ? row.title : null,
    words_count: readable === READ ? row.word_count : null,
    referring_domains: linked?.hosts ?? 0,
    backlinks: linked?.backlinks ?? 0,
    published_at: nullIfEmpty(row.published_at),
    fetched_at: new Date(row.fetched_ms).toISOString(),
  };
}

function isIndexable({ status, readable, noindex }: FetchedRow): boolean | null {
  if (status === 0) return null;
  if (status !== 200) return false;
  return readable === 0 ? null : noindex === 0;
}
