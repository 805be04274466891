import { z } from 'zod';

import type { ToolReport } from '../../ports/links.ts';
import type { Imported } from '../../ports/source.ts';
import type { DatedToolMetric } from '../../ports/tool-facts.ts';
import type { Target } from '../../web/target.ts';
import { hostOfKey } from '../../web/url.ts';
import { BRIEFLY } from '../database/database.ts';
import { pageId, textId } from '../database/ids.ts';
import { sql } from '../database/sql.ts';
import type { Reading } from './rows/coverage.ts';
import { timeOf } from './rows/groups.ts';
import type { PageKeys } from './rows/pages.ts';
import { domainKeyOf, inTarget } from './rows/scope.ts';

/** What tables of other tools say, each fact with its tool and its day. */

/** Pages and registrable domains whose figures are asked for. */
export interface ToldSubjects {
  readonly pages: readonly PageKeys[];
  readonly domains: readonly string[];
}

export interface ToldMetrics {
  page(keys: PageKeys): readonly DatedToolMetric[];
  domain(key: string): readonly DatedToolMetric[];
}

export const NOTHING_TOLD: ToldMetrics = { page: () => [], domain: () => [] };

const FactRow = z.object({
  kind: z.enum(['domain', 'page']),
  id: z.string(),
  tool: z.string(),
  metric: z.string(),
  observed_s: z.int(),
  number: z.number().nullable(),
  text: z.string(),
});

export async function toldMetrics(reading: Reading, { pages, domains }: ToldSubjects): Promise<ToldMetrics> {
  if (!reading.coverage.has_told_facts || pages.length + domains.length === 0) return NOTHING_TOLD;
  const wanted = [
    ...pages.map(({ host_key, path_key }) => ['page', pageId(host_key, path_key)] as const),
    ...domains.map((key) => ['domain', textId(key)] as const),
  ];
  const rows = await reading.database.rows(
    FactRow,
    sql`SELECT toString(kind) AS kind, toString(id) AS id, toString(tool) AS tool, toString(metric) AS metric,
        toUnixTimestamp(observed_at) AS observed_s, number, text
      FROM tool_facts FINAL PREWHERE (kind, id) IN ${wanted} ORDER BY tool, metric ${BRIEFLY}`,
    reading.signal,
  );
  const found = Map.groupBy(rows, ({ kind, id }) => `${kind} ${id}`);
  const metricsOf = (kind: 'page' | 'domain', id: bigint): readonly DatedToolMetric[] =>
    (found.get(`${kind} ${id}`) ?? []).map(({ tool, metric, number, text, observed_s }) => ({
      tool,
      about: kind,
      metric,
      value: number ?? text,
      observed_at: timeOf(observed_s),
    }));
  return {
    page: ({ host_key, path_key }) => metricsOf('page', pageId(host_key, path_key)),
    domain: (key) => metricsOf('domain', textId(key)),
  };
}

/** Of the page, if the target is one, and of its registrable domain. */
export async function targetMetrics(reading: Reading, target: Target): Promise<readonly DatedToolMetric[]> {
  const domain = domainKeyOf(target);
  const { host_key, path_key } = target;
  const page = path_key === undefined ? undefined : { host_key, path_key };
  const told = await toldMetrics(reading, { pages: page === undefined ? [] : [page], domains: [domain] });
  return [...(page === undefined ? [] : told.page(page)), ...told.domain(domain)];
}

const ToolRow = z.object({ tool: z.string(), observed_s: z.int() });

/** Whose tables told of links to a target, or reported who links to it. */
export async function toldOf(
  { database, coverage, signal }: Reading,
  targets: readonly Target[],
  include_subdomains: boolean,
): Promise<readonly Imported[]> {
  if (!coverage.has_told_facts) return [];
  const lists = await Promise.all(
    targets.map((target) =>
      database.rows(
        ToolRow,
        sql`SELECT toString(tool) AS tool, toUnixTimestamp(max(observed_at)) AS observed_s FROM tool_targets
          WHERE ${inTarget(target, include_subdomains, sql`target_host`, sql`target_path`)} GROUP BY tool ORDER BY tool`,
        signal,
      ),
    ),
  );
  const newest = new Map<string, number>();
  for (const { tool, observed_s } of lists.flat()) newest.set(tool, Math.max(observed_s, newest.get(tool) ?? 0));
  return [...newest]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([tool, observed_s]) => ({ tool, observed_at: timeOf(observed_s) }));
}

const Told = z.int().nullable();
const ReportRow = z.object({
  tool: z.string(),
  target: z.string(),
  total: z.int(),
  observed_s: z.int(),
  domain: z.string(),
  backlinks: Told,
  dofollow_backlinks: Told,
  referring_pages: Told,
  target_pages: Told,
  first_s: Told,
  last_s: Told,
  lost_s: Told,
});

/** The newest report of each tool on each host of a site, with the domains that have most links. */
export async function toolReports(
  { database, coverage, signal }: Reading,
  target: Target,
  domains_max: number,
): Promise<readonly ToolReport[]> {
  // A report is of a site.
  if (!coverage.has_told_facts || target.type === 'page') return [];
  const rows = await database.rows(
    ReportRow,
    sql`SELECT toString(tool) AS tool, target_host AS target, count() OVER each AS total, toUnixTimestamp(observed_at) AS observed_s,
        domain_key AS domain, backlinks, dofollow_backlinks, referring_pages, target_pages, toUnixTimestamp(first_seen) AS first_s,
        toUnixTimestamp(last_seen) AS last_s, toUnixTimestamp(lost_at) AS lost_s
      FROM (SELECT *, max(observed_at) OVER (PARTITION BY target_host, tool) AS newest FROM tool_domains FINAL
        WHERE ${inTarget(target, true, sql`target_host`, sql`''`)})
      WHERE observed_at = newest
      WINDOW each AS (PARTITION BY target_host, tool)
      ORDER BY tool, target_host, isNotNull(lost_at), ifNull(backlinks, referring_pages) DESC NULLS LAST, domain_key
      LIMIT ${domains_max} BY tool, target_host`,
    signal,
  );
  const reports = Map.groupBy(rows, ({ tool, target: host }) => `${tool}\n${host}`);
  return [...reports.values()].flatMap((found) => {
    const [first] = found;
    if (first === undefined) return [];
    return [
      {
        tool: first.tool,
        target: hostOfKey(first.target),
        observed_at: timeOf(first.observed_s),
        total_count: first.total,
        domains: found.map(({ domain, first_s, last_s, lost_s, ...row }) => ({
          domain: hostOfKey(domain),
          backlinks: row.backlinks,
          dofollow_backlinks: row.dofollow_backlinks,
          referring_pages: row.referring_pages,
          target_pages: row.target_pages,
          first_seen: first_s === null ? null : timeOf(first_s),
          last_seen: last_s === null ? null : timeOf(last_s),
          lost_date: lost_s === null ? null : timeOf(lost_s),
        })),
      },
    ];
  });
}
