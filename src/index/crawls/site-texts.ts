import { z } from 'zod';

import type { LinkablePage, SitesSource } from '../../ports/sites.ts';
import type { Target } from '../../web/target.ts';
import type { IndexDatabase } from '../database/database.ts';
import { LINK_TYPES, urlOfKeys } from '../database/names.ts';
import { sql } from '../database/sql.ts';
import { shortId } from './page-numbers.ts';
import { inSite, withinSite } from './range.ts';
import { TEMPLATE_POSITIONS } from './site-links.ts';
import { indexablePages, indexSource } from './site-pages.ts';

const TEXT_CHARACTERS_MAX = 10_000;
const HEADINGS_MAX = 40;
const IN_TEXT_TYPES = [LINK_TYPES.indexOf('anchor'), LINK_TYPES.indexOf('image')];
const Row = z.object({
  id: z.int(),
  host_key: z.string(),
  path_key: z.string(),
  flags: z.int(),
  title: z.string(),
  description: z.string(),
  headings: z.array(z.string()),
  text: z.string(),
});

const Pair = z.object({ source: z.int(), target: z.int() });

/** The pages of a site with their texts, and which of them link to each other within these. */
export function siteTexts(database: IndexDatabase): SitesSource['texts'] {
  return async ({ site, limit }, signal) => {
    const within = inSite(site, 'host_key');
    const rows = await database.rows(
      Row,
      sql`SELECT ${shortId(sql`p.host_key`, sql`p.path_key`)} AS id, p.host_key AS host_key, p.path_key AS path_key, p.flags AS flags,
          p.title AS title, p.description AS description, arraySlice(p.headings, 1, ${HEADINGS_MAX}) AS headings,
          ifNull(substringUTF8(d.text, 1, ${TEXT_CHARACTERS_MAX}), '') AS text
        FROM (${indexablePages(site, limit)}) AS p
        LEFT JOIN (SELECT host_key, path_key, argMax(text, observed_at) AS text FROM documents WHERE ${within}
          GROUP BY host_key, path_key) AS d ON d.host_key = p.host_key AND d.path_key = p.path_key
        ORDER BY p.links DESC, p.host_key, p.path_key`,
      signal,
    );
    const pairs = rows.length === 0 ? [] : await readPairs(database, { site, ids: rows.map(({ id }) => id) }, signal);
    const places = new Map(rows.map(({ id }, at) => [id, at]));
    const linked = rows.map((): number[] => []);
    for (const { source, target } of pairs) {
      const [from, to] = [places.get(source), places.get(target)];
      if (from !== undefined && to !== undefined && from !== to) linked[from]?.push(to);
    }
    const pages = rows.map(({ host_key, path_key, flags, title, description, headings, text }, at): LinkablePage => ({
      url: urlOfKeys(host_key, path_key, flags),
      title,
      description,
      headings,
      text,
      links_to: linked[at] ?? [],
    }));
    const coverage = pages.length === 0 ? 'none' : pages.length < limit ? 'full' : 'partial';
    return {
      value: pages.length === 0 ? null : pages,
      source: indexSource(coverage, `The ${pages.length} most linked indexable pages with their texts.`, null),
    };
  };
}

/** Which of some pages link to which of them from their texts. */
function readPairs(
  database: IndexDatabase,
  { site, ids }: { readonly site: Target; readonly ids: readonly number[] },
  signal: AbortSignal,
): Promise<z.infer<typeof Pair>[]> {
  return database.rows(
    Pair,
    sql`SELECT DISTINCT ${shortId(sql`source_host`, sql`source_path`)} AS source, ${shortId(sql`target_host`, sql`target_path`)} AS target
      FROM links WHERE ${withinSite(site)} AND type IN ${IN_TEXT_TYPES}
        AND tupleElement(newest, 'position') NOT IN ${TEMPLATE_POSITIONS} AND NOT ifNull(lost_at > tupleElement(newest, 'seen'), 0)
        AND target IN ${ids}`,
    signal,
  );
}
