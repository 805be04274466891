import { z } from 'zod';

import { BRIEFLY } from '../../database/database.ts';
import { pageId } from '../../database/ids.ts';
import { sql, type Sql } from '../../database/sql.ts';
import { keysOfPage, NameId } from './columns.ts';
import type { Reading } from './coverage.ts';
import { pagesByKey } from './pages.ts';

/** What is known of a page of a target; a status of 0 was never fetched, and 0 stands for what is not known about the others too. */
export const PageFact = z.object({
  id: NameId,
  status: z.int(),
  readable: z.int(),
  title: z.string(),
  redirect_url: z.string(),
  page_above: z.int(),
  first_visited: z.int(),
  word_count: z.int(),
  internal_links: z.int(),
  external_links: z.int(),
});
export type PageFact = z.infer<typeof PageFact>;

export const NEVER_FETCHED: PageFact = {
  id: '',
  status: 0,
  readable: 0,
  title: '',
  redirect_url: '',
  page_above: 0,
  first_visited: 0,
  word_count: 0,
  internal_links: 0,
  external_links: 0,
};

const Known = z.object({ id: z.string(), value: z.int() });

/** Of some pages by name: short questions, since the engine takes longer to understand one that joins them. */
export async function factsByName(reading: Reading, names: readonly string[]): Promise<readonly PageFact[]> {
  if (names.length === 0) return [];
  const keys = names.map(keysOfPage);
  const ids = keys.map(({ host_key, path_key }) => pageId(host_key, path_key));
  const valuesOf = async (query: Sql): Promise<ReadonlyMap<string, number>> => {
    const rows = await reading.database.rows(Known, query, reading.signal);
    return new Map(rows.map(({ id, value }) => [id, value]));
  };
  const [known, ranks, visits] = await Promise.all([
    pagesByKey(reading.database, keys, reading.signal),
    valuesOf(sql`SELECT toString(id) AS id, toUInt16(rank + 1) AS value FROM authority
      WHERE version = ${reading.coverage.authority_version} AND kind = 'page' AND authority.id IN ${ids} ${BRIEFLY}`),
    valuesOf(sql`SELECT toString(page) AS id, toUInt32(toDateTime(min(fetched_at))) AS value FROM fetches
      WHERE page IN ${ids} GROUP BY page ${BRIEFLY}`),
  ]);
  return names.map((id, place): PageFact => {
    const { status, readable, title, redirect_url, ...page } = known.get(id) ?? NEVER_FETCHED;
    const { word_count, internal_links, external_links } = page;
    const number = String(ids[place]);
    const [page_above, first_visited] = [ranks.get(number) ?? 0, visits.get(number) ?? 0];
    const document = { readable, title, word_count, internal_links, external_links };
    return { id, status, redirect_url, page_above, first_visited, ...document };
  });
}
