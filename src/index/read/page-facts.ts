import { z } from 'zod';

import { arrayOf, type Sql, sql } from '../sql.ts';
import { type PageKeys, pagesByKey } from './pages.ts';
import { keysOfPage, type Reading } from './rows.ts';

/** What is known of a page of a target; a status of 0 was never fetched, and 0 stands for what is not known of the others too. */
export const PageFact = z.object({
  id: z.union([z.string(), z.int()]),
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

const Hashes = z.object({ ids: z.array(z.string()) });
const Known = z.object({ id: z.string(), value: z.int() });

/** Of some pages by name: short questions, since the engine takes longer to understand one that joins them. */
export async function factsByName(reading: Reading, names: readonly string[]): Promise<readonly PageFact[]> {
  if (names.length === 0) return [];
  const keys = names.map(keysOfPage);
  const [known, [ids, ranks, visits]] = await Promise.all([
    pagesByKey(reading.database, keys, reading.signal),
    figuresOf(reading, keys),
  ]);
  return names.map((id, place): PageFact => {
    const { status, readable, title, redirect_url, ...page } = known.get(id) ?? NEVER_FETCHED;
    const { word_count, internal_links, external_links } = page;
    const number = ids[place] ?? '';
    const [page_above, first_visited] = [ranks.get(number) ?? 0, visits.get(number) ?? 0];
    const document = { readable, title, word_count, internal_links, external_links };
    return { id, status, redirect_url, page_above, first_visited, ...document };
  });
}

type Figures = ReadonlyMap<string, number>;

/** The ids of pages, and by these their ranks (and one more) and first visits: found twice as fast by numbers than by hashes of names. */
async function figuresOf(
  { database, coverage, signal }: Reading,
  keys: readonly PageKeys[],
): Promise<readonly [ids: readonly string[], ranks: Figures, visits: Figures]> {
  const hashes = keys.map(({ host_key, path_key }) => sql`toString(cityHash64(${host_key}, ${path_key}))`);
  const [hashed] = await database.rows(Hashes, sql`SELECT ${arrayOf(hashes)} AS ids`, signal);
  const ids = hashed?.ids ?? [];
  const numbers = ids.map(BigInt);
  const valuesOf = async (query: Sql): Promise<Figures> => {
    const rows = await database.rows(Known, query, signal);
    return new Map(rows.map(({ id, value }) => [id, value]));
  };
  const [ranks, visits] = await Promise.all([
    valuesOf(sql`SELECT toString(id) AS id, rank + 1 AS value FROM authority
      WHERE version = ${coverage.authority_version} AND kind = 'page' AND authority.id IN ${numbers}`),
    valuesOf(sql`SELECT toString(page) AS id, toUInt32(toDateTime(min(fetched_at))) AS value FROM fetches
      WHERE page IN ${numbers} GROUP BY page`),
  ]);
  return [ids, ranks, visits];
}
