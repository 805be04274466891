import { z } from 'zod';

import type { IndexDatabase } from '../../database/database.ts';
import { joined, sql } from '../../database/sql.ts';

const Found = z.object({
  document: z.string(),
  page: z.string(),
  host_key: z.string(),
  path_key: z.string(),
  domain_length: z.int(),
  flags: z.int(),
  language: z.string(),
  title: z.string(),
  headings: z.array(z.string()),
  published_at: z.string(),
  link_share: z.int(),
  content_hash: z.string(),
  simhash: z.string(),
  length: z.int(),
  domain_rank: z.int(),
  page_rank: z.int(),
});

/** What ranking knows of a document: all but its text. Ranks are 0–1000, 0 where there is none. */
export type FoundDocument = z.infer<typeof Found>;

/**
 * The documents that are what their pages hold today, and that may be shown: pages that are noindex, gone or moved are not among
 * them, nor those that name another page that may be shown as the one to show.
 */
export async function readDocuments(
  database: IndexDatabase,
  documents: readonly string[],
  signal: AbortSignal,
): Promise<readonly FoundDocument[]> {
  if (documents.length === 0) return [];
  const ids = idList(documents);
  const pages = sql`SELECT page FROM documents WHERE document IN (${ids})`;
  const states = sql`SELECT page, document, domain, move_kind, move_page FROM page_states FINAL WHERE indexable AND page IN (${pages})`;
  const version = sql`(SELECT max(version) FROM rebuilds)`;
  return database.rows(
    Found,
    sql`SELECT toString(d.document) AS document, toString(d.page) AS page, d.host_key AS host_key, d.path_key AS path_key,
        d.domain_length AS domain_length, d.flags AS flags, d.language AS language, d.title AS title, d.headings AS headings,
        d.published_at AS published_at, d.link_share AS link_share, toString(d.content_hash) AS content_hash,
        toString(d.simhash) AS simhash, d.length AS length, ifNull(da.rank, 0) AS domain_rank, ifNull(pa.rank, 0) AS page_rank
      FROM (SELECT document, page, host_key, path_key, domain_length, flags, toString(language) AS language, title, headings, published_at,
        link_share, content_hash, simhash, length FROM documents WHERE document IN (${ids}) ORDER BY observed_at DESC LIMIT 1 BY document) AS d
      INNER JOIN (${states}) AS s ON s.page = d.page AND s.document = d.document
      LEFT JOIN (SELECT id, rank FROM authority WHERE version = ${version} AND kind = 'domain' AND id IN (
        SELECT domain FROM (${states}))) AS da ON da.id = s.domain
      LEFT JOIN (SELECT id, rank FROM authority WHERE version = ${version} AND kind = 'page' AND id IN (${pages})) AS pa ON pa.id = d.page
      WHERE NOT (s.move_kind != 0 AND s.move_page IN (SELECT page FROM page_states FINAL WHERE indexable
        AND page IN (SELECT move_page FROM (${states}) WHERE move_kind != 0)))`,
    signal,
  );
}

const Text = z.object({ document: z.string(), text: z.string(), description: z.string() });

/** The texts of documents, each cut at a number of characters, by document. */
export async function readTexts(
  database: IndexDatabase,
  documents: readonly string[],
  characters: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, z.infer<typeof Text>>> {
  if (documents.length === 0) return new Map();
  const rows = await database.rows(
    Text,
    sql`SELECT toString(document) AS document, substringUTF8(text, 1, ${characters}) AS text, description FROM documents
      WHERE document IN (${idList(documents)}) ORDER BY observed_at DESC LIMIT 1 BY document`,
    signal,
  );
  return new Map(rows.map((row) => [row.document, row]));
}

const Newest = z.object({ newest_ms: z.int().nullable() });

/** When the newest of some pages was fetched, in milliseconds; null for none. */
export async function newestFetch(
  database: IndexDatabase,
  pages: readonly string[],
  signal: AbortSignal,
): Promise<number | null> {
  if (pages.length === 0) return null;
  const [row] = await database.rows(
    Newest,
    sql`SELECT if(count() = 0, NULL, toUnixTimestamp64Milli(max(fetched_at))) AS newest_ms FROM fetches WHERE page IN (${idList(pages)})`,
    signal,
  );
  return row?.newest_ms ?? null;
}

function idList(ids: readonly string[]) {
  return joined(
    ids.map((id) => sql`toUInt64(${id})`),
    ', ',
  );
}
