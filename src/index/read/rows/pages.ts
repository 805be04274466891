import { z } from 'zod';

import { BRIEFLY, type IndexDatabase } from '../../database/database.ts';
import { pageId } from '../../database/ids.ts';
import { sql } from '../../database/sql.ts';
import { tupleOf } from '../../database/tuples.ts';
import { pageName } from './columns.ts';

/** What the newest fetch of a page saw, as far as answers show it. */
export interface KnownPage extends PageKeys, z.infer<typeof Card> {}

export interface PageKeys {
  readonly host_key: string;
  readonly path_key: string;
}

/** A page as `page_cards` keeps it: its parts one after the other. */
const Card = z
  .string()
  .transform((card): unknown => JSON.parse(card))
  .pipe(
    tupleOf({
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
    }),
  );

const CardRow = z.object({ id: z.string(), card: Card });

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
  const wanted = new Map(keys.map(({ host_key, path_key }) => [pageId(host_key, path_key), { host_key, path_key }]));
  const rows = await database.rows(
    CardRow,
    sql`SELECT toString(page) AS id, card FROM page_cards FINAL PREWHERE page IN ${[...wanted.keys()]} ${BRIEFLY}`,
    signal,
  );
  return new Map(
    rows.flatMap(({ id, card }) => {
      const page = wanted.get(BigInt(id));
      return page === undefined ? [] : [[pageKey(page), { ...page, ...card }]];
    }),
  );
}
