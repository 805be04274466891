import { z } from 'zod';

import type { IndexDatabase } from '../database.ts';
import { sql } from '../sql.ts';
import { pageName } from './rows.ts';

/** What the newest fetch of a page saw, as far as answers show it. */
const KnownPage = z.object({
  host_key: z.string(),
  path_key: z.string(),
  flags: z.int(),
  status: z.int(),
  readable: z.int(),
  redirect_url: z.string(),
  canonical_url: z.string(),
  title: z.string(),
  language: z.string(),
  word_count: z.int(),
  internal_links: z.int(),
  external_links: z.int(),
  spam_score: z.number(),
});
export type KnownPage = z.infer<typeof KnownPage>;

export interface PageKeys {
  readonly host_key: string;
  readonly path_key: string;
}

/** Both keys as one text; a host key holds no slash, so nothing runs together. */
export function pageKey({ host_key, path_key }: PageKeys): string {
  return pageName(host_key, path_key);
}

/** The newest facts of some pages; those never fetched are not in the map. */
export async function pagesByKey(
  database: IndexDatabase,
  keys: readonly PageKeys[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, KnownPage>> {
  if (keys.length === 0) return new Map();
  const wanted = [...new Map(keys.map((key) => [pageKey(key), key])).values()];
  const rows = await database.rows(
    KnownPage,
    sql`SELECT host_key, path_key, flags, status, readable, redirect_url, canonical_url, title, toString(language) AS language,
        word_count, internal_links, external_links, spam_score
      FROM pages FINAL PREWHERE (host_key, path_key) IN ${wanted.map((key) => [key.host_key, key.path_key])}`,
    signal,
  );
  return new Map(rows.map((row) => [pageKey(row), row]));
}
