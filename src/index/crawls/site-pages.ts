import { z } from 'zod';

import type { Coverage, Provenance } from '../../ports/source.ts';
import type { SitesSource } from '../../ports/sites.ts';
import type { IndexDatabase } from '../database/database.ts';
import { MOVE_CANONICAL, urlOfKeys } from '../database/names.ts';
import { type Sql, sql } from '../database/sql.ts';
import type { Target } from '../../web/target.ts';
import { inSite } from './range.ts';

const HEADINGS_MAX = 40;

const Row = z.object({
  host_key: z.string(),
  path_key: z.string(),
  flags: z.int(),
  title: z.string(),
  description: z.string(),
  headings: z.array(z.string()),
});

const Counts = z.object({
  read: z.int(),
  indexable: z.int(),
  not_200: z.int(),
  noindex: z.int(),
  canonicalised: z.int(),
  newest_ms: z.int().nullable(),
});

const IS_HTML = sql`status = 200 AND readable != 0`;
/** Whether a page that was read names no other as its canonical; `within` is its site. */
function isCanonical(within: Sql): Sql {
  return sql`cityHash64(host_key, path_key) NOT IN (SELECT page FROM page_states FINAL WHERE move_kind = ${MOVE_CANONICAL}
    AND page IN (SELECT cityHash64(host_key, path_key) FROM pages WHERE ${within}))`;
}

/** The pages of a site as they were last read, whoever read them. */
export function sitePages(database: IndexDatabase): SitesSource['pages'] {
  return async ({ site, limit }, signal) => {
    const within = inSite(site, 'host_key');
    const isOwn = isCanonical(within);
    const [counts] = await database.rows(
      Counts,
      sql`SELECT count() AS read, countIf(${IS_HTML} AND NOT noindex AND is_canonical) AS indexable, countIf(NOT (${IS_HTML})) AS not_200,
          countIf(${IS_HTML} AND noindex) AS noindex, countIf(${IS_HTML} AND NOT noindex AND NOT is_canonical) AS canonicalised,
          if(count() = 0, NULL, toUnixTimestamp64Milli(max(observed_at))) AS newest_ms
        FROM (SELECT status, readable, noindex, observed_at, ${isOwn} AS is_canonical FROM pages FINAL WHERE ${within})`,
      signal,
    );
    if (counts === undefined || counts.indexable === 0) {
      return { value: null, source: indexSource('none', 'No indexable page of this site was read.', null) };
    }
    const rows = await database.rows(
      Row,
      sql`SELECT host_key, path_key, flags, title, description, arraySlice(headings, 1, ${HEADINGS_MAX}) AS headings
        FROM (${indexablePages(site, limit)}) ORDER BY links DESC, host_key, path_key`,
      signal,
    );
    const { indexable, not_200, noindex, canonicalised, newest_ms } = counts;
    const left_out = { not_200, noindex, canonicalised };
    const pages = rows.map(({ host_key, path_key, flags, title, description, headings }) => ({
      url: urlOfKeys(host_key, path_key, flags),
      title,
      description,
      headings,
    }));
    const coverage = rows.length === indexable ? 'full' : 'partial';
    return {
      value: { pages, total: indexable, left_out },
      source: indexSource(coverage, noteOf(rows.length, counts), newest_ms),
    };
  };
}

/** Of what crawls and imports read, whoever asked them to. */
export function indexSource(coverage: Coverage, note: string, newestMs: number | null): Provenance {
  const observed_at = newestMs === null ? null : new Date(newestMs).toISOString();
  return { source: 'index', observed_at, cached: false, coverage, measure: 'measured', note };
}

/** Rows of `pages` that search engines may index, with how many pages link to each: the most linked ones. */
export function indexablePages(site: Target, limit: number): Sql {
  const within = inSite(site, 'host_key');
  return sql`SELECT p.*, l.links AS links
    FROM (SELECT * FROM pages FINAL WHERE ${within} AND ${IS_HTML} AND NOT noindex AND ${isCanonical(within)}) AS p
    LEFT JOIN (SELECT target_host, target_path, uniq(source_host, source_path) AS links FROM links
      WHERE ${inSite(site, 'target_host')} GROUP BY target_host, target_path) AS l
      ON l.target_host = p.host_key AND l.target_path = p.path_key
    ORDER BY links DESC, host_key, path_key LIMIT ${limit}`;
}

function noteOf(used: number, { indexable, not_200, noindex, canonicalised }: z.infer<typeof Counts>): string {
  const count = (number: number): string => number.toLocaleString('en-US');
  const most = used < indexable ? `The ${count(used)} most linked of ` : '';
  return (
    `${most}${count(indexable)} indexable pages. Left out: ${count(noindex)} with noindex, ` +
    `${count(canonicalised)} whose canonical is another page, ${count(not_200)} that did not answer 200 with HTML.`
  );
}
