import { z } from 'zod';

import { VISIT_OUTCOMES } from '../../ports/crawl-records.ts';
import type { ComparedCrawls, ComparedPages } from '../../ports/site-facts.ts';
import { NO_PAGE_CHANGES, PAGE_CHANGES, type PageChangeKind } from '../../ports/sites.ts';
import type { Target } from '../../web/target.ts';
import type { IndexDatabase } from '../database/database.ts';
import { urlOfKeys } from '../database/names.ts';
import { arrayOf, joined, type Sql, sql } from '../database/sql.ts';
import { crawlsOfSite, inSite } from './range.ts';

const LOOKED_AT = (['read', 'unchanged', 'moved', 'dead', 'error'] as const).map((outcome) =>
  VISIT_OUTCOMES.indexOf(outcome),
);
const BLOCKED = VISIT_OUTCOMES.indexOf('blocked');
const READ = (['read', 'unchanged'] as const).map((outcome) => VISIT_OUTCOMES.indexOf(outcome));
const TEXT_MAX = 300;

const CountRow = z.object({ kind: z.string(), count: z.int() });
const ChangeRow = z.object({
  host_key: z.string(),
  path_key: z.string(),
  flags: z.int(),
  kind: z.string(),
  before: z.string(),
  after: z.string(),
});

/** Sets what a crawl saw of each page beside what was seen of it before. */
export async function readSiteChanges(
  database: IndexDatabase,
  asked: ComparedCrawls,
  signal: AbortSignal,
): Promise<ComparedPages> {
  const pairs = pairsOf(asked);
  const [total] = await database.rows(
    z.object({ compared: z.int() }),
    sql`SELECT countIf(then_facts != 0) AS compared FROM (${pairs})`,
    signal,
  );
  const changes = sql`${changesOf(pairs, asked.site)} UNION ALL ${blockedIn(asked)}`;
  const counted = await database.rows(
    CountRow,
    sql`SELECT kind, count() AS count FROM (${changes}) GROUP BY kind`,
    signal,
  );
  const counts = countsOf(counted);
  const kinds = asked.kinds.length === 0 ? PAGE_CHANGES : asked.kinds;
  const changes_total = kinds.reduce((sum, kind) => sum + counts[kind], 0);
  // The engine takes longer to understand the statement than to find nothing.
  const rows =
    changes_total === 0
      ? []
      : await database.rows(
          ChangeRow,
          sql`SELECT host_key, path_key, flags, kind, leftUTF8(before, ${TEXT_MAX}) AS before, leftUTF8(after, ${TEXT_MAX}) AS after
            FROM (${changes}) WHERE kind IN ${kinds}
            ORDER BY indexOf(${arrayOf(PAGE_CHANGES)}, kind), host_key, path_key LIMIT ${asked.limit} OFFSET ${asked.offset}`,
          signal,
        );
  return {
    pages_compared: total?.compared ?? 0,
    counts,
    changes: rows.map(({ host_key, path_key, flags, kind, before, after }) => ({
      url: urlOfKeys(host_key, path_key, flags),
      kind: kindOf(kind),
      before: before === '' ? null : before,
      after: after === '' ? null : after,
    })),
    changes_total,
  };
}

/** One row a page that the crawl looked at: the version that it showed by the end of the crawl, and the one before; 0 for none. */
function pairsOf({ site, crawl, before }: ComparedCrawls): Sql {
  const until = crawl.ended_at === undefined ? sql`now64(3)` : sql`${crawl.ended_at}`;
  return sql`SELECT host_key, path_key, argMaxIf(facts, observed_at, observed_at <= ${until}) AS now_facts,
      argMaxIf(facts, observed_at, observed_at <= ${before}) AS then_facts
    FROM page_sightings FINAL WHERE ${inSite(site, 'host_key')} AND (host_key, path_key) IN (SELECT host_key, path_key
      FROM crawl_pages FINAL WHERE crawl = ${crawl.crawl_id} AND ${inSite(site, 'host_key')} AND outcome IN ${LOOKED_AT})
    GROUP BY host_key, path_key`;
}

/** One row for each thing that differs. */
function changesOf(pairs: Sql, site: Target): Sql {
  const changed = sql`(SELECT * FROM (${pairs}) WHERE now_facts != then_facts AND now_facts != 0)`;
  const versions = sql`(SELECT host_key, path_key, facts, any(flags) AS flags, any(status) AS status, any(noindex) AS noindex,
    any(moved_to) AS moved_to, any(title) AS title, any(description) AS description, any(canonical_url) AS canonical_url, any(h1) AS h1
    FROM page_versions WHERE ${inSite(site, 'host_key')} AND (host_key, path_key) IN (SELECT host_key, path_key FROM ${changed})
    GROUP BY host_key, path_key, facts)`;
  const kinds = joined(
    CHANGES.map(
      ([kind, condition, before, after]) => sql`if(${condition}, (${kind}, ${before}, ${after}), ('', '', ''))`,
    ),
    ', ',
  );
  return sql`SELECT p.host_key AS host_key, p.path_key AS path_key, n.flags AS flags, tupleElement(change, 1) AS kind,
      tupleElement(change, 2) AS before, tupleElement(change, 3) AS after
    FROM ${changed} AS p
    INNER JOIN ${versions} AS n ON n.host_key = p.host_key AND n.path_key = p.path_key AND n.facts = p.now_facts
    LEFT JOIN ${versions} AS b ON b.host_key = p.host_key AND b.path_key = p.path_key AND b.facts = p.then_facts
    ARRAY JOIN arrayFilter(each -> tupleElement(each, 1) != '', [${kinds}]) AS change`;
}

/**
 * Pages that robots.txt closed since: the last crawl before that came to them read them. Nobody looked at these pages in this
 * crawl, so that they have no version to compare.
 */
function blockedIn({ site, crawl, before }: ComparedCrawls): Sql {
  const blocked = sql`(SELECT host_key, path_key, flags FROM crawl_pages FINAL
    WHERE crawl = ${crawl.crawl_id} AND ${inSite(site, 'host_key')} AND outcome = ${BLOCKED})`;
  return sql`SELECT host_key, path_key, any(b.flags) AS flags, 'blocked' AS kind, 'allowed' AS before, 'disallowed' AS after
    FROM (SELECT host_key, path_key, outcome, observed_at FROM crawl_pages
      WHERE crawl IN (${crawlsOfSite(site)}) AND ${inSite(site, 'host_key')} AND observed_at <= ${before}
        AND crawl != ${crawl.crawl_id} AND (host_key, path_key) IN (SELECT host_key, path_key FROM ${blocked})) AS earlier
    INNER JOIN ${blocked} AS b USING (host_key, path_key)
    GROUP BY host_key, path_key HAVING argMax(outcome, observed_at) IN ${READ}`;
}

const WAS = sql`p.then_facts != 0`;
const BOTH_PAGES = sql`b.status BETWEEN 200 AND 299 AND n.status BETWEEN 200 AND 299`;
const MOVES = sql`n.status BETWEEN 300 AND 399`;
const STATUS_BEFORE = sql`toString(b.status)`;
const STATUS_AFTER = sql`toString(n.status)`;

type ChangeRule = readonly [kind: PageChangeKind, condition: Sql, before: Sql, after: Sql];

const CHANGES: readonly ChangeRule[] = [
  ['new', sql`NOT (${WAS}) AND n.status BETWEEN 200 AND 299`, sql`''`, sql`n.title`],
  ['dead', sql`${WAS} AND b.status < 400 AND n.status BETWEEN 400 AND 499`, STATUS_BEFORE, STATUS_AFTER],
  ['error', sql`${WAS} AND b.status < 500 AND n.status >= 500`, STATUS_BEFORE, STATUS_AFTER],
  ['back', sql`${WAS} AND b.status >= 400 AND n.status < 400`, STATUS_BEFORE, STATUS_AFTER],
  // The end of a chain depends on which of its pages the crawl knew first: another end is no change.
  ['redirected', sql`${WAS} AND ${MOVES} AND b.status < 300`, STATUS_BEFORE, sql`n.moved_to`],
  ['noindexed', sql`${BOTH_PAGES} AND n.noindex AND NOT b.noindex`, sql`'index'`, sql`'noindex'`],
  ['indexable_again', sql`${BOTH_PAGES} AND b.noindex AND NOT n.noindex`, sql`'noindex'`, sql`'index'`],
  differs('canonical_changed', sql`canonical_url`),
  differs('title_changed', sql`title`),
  differs('h1_changed', sql`h1`),
  differs('description_changed', sql`description`),
];

function differs(kind: PageChangeKind, column: Sql): ChangeRule {
  return [kind, sql`${BOTH_PAGES} AND b.${column} != n.${column}`, sql`b.${column}`, sql`n.${column}`];
}

function countsOf(rows: readonly z.infer<typeof CountRow>[]): Record<PageChangeKind, number> {
  const counts = { ...NO_PAGE_CHANGES };
  for (const { kind, count } of rows) counts[kindOf(kind)] = count;
  return counts;
}

/** @throws where the statement above names a kind that there is not */
function kindOf(name: string): PageChangeKind {
  const kind = PAGE_CHANGES.find((each) => each === name);
  if (kind === undefined) throw new Error(`${name} is no kind of change.`);
  return kind;
}
