import { z } from 'zod';

import type { Distribution, LinkSummaryQuery, LinkSummaryRecord } from '../../ports/links.ts';
import type { IndexDatabase } from '../database.ts';
import { LINK_ATTRIBUTES, LINK_POSITIONS, LINK_TYPES } from '../names.ts';
import { joined, type Sql, sql } from '../sql.ts';
import { urlOfKeys } from './address.ts';
import type { Coverage } from './coverage.ts';
import { pageKey, pagesByKey } from './pages.ts';
import { movesIntoTarget } from './moves.ts';
import { domainKeyOf, judgedLinks, type LinkScope, sourcePages, targetPages, withStatus } from './scope.ts';

const Counts = z.record(z.string(), z.number());

const Totals = z.object({
  backlinks: z.int(),
  referring_domains: z.int(),
  referring_main_domains: z.int(),
  referring_pages: z.int(),
  referring_dofollow_domains: z.int(),
  dofollow_backlinks: z.int(),
  broken_backlinks: z.int(),
  broken_pages: z.int(),
  known_targets: z.int(),
  lost_backlinks: z.int(),
  first_seen_ms: z.int(),
  last_seen_ms: z.int(),
  types: Counts,
  attributes: z.array(z.int()),
  tlds: Counts,
  positions: Counts,
  platforms: Counts,
  languages: Counts,
});

/** Figures over links that were found; the caller decides when nothing could have been found. */
export type LinkFigures = Omit<LinkSummaryRecord, 'rank'>;

/**
 * Counts the links of a scope.
 *
 * `spam_score` is the mean over linking pages of the score that their page signals give (`reference/formulas.md` 4.5).
 * A link is broken when the newest fetch of the very page it names answered 4xx or 5xx, which nobody knows when no page
 * that a link names was ever fetched.
 */
export async function linkFigures(
  database: IndexDatabase,
  asked: LinkSummaryQuery,
  { has_unchanged }: Coverage,
  signal: AbortSignal,
): Promise<LinkFigures> {
  const moves = asked.include_indirect_links ? await movesIntoTarget(database, asked, signal) : undefined;
  const query: Question = { ...asked, moves, has_unchanged };
  const [totals, spam, anchors, pages] = await Promise.all([
    database.rows(Totals, totalsSql(query), signal),
    database.rows(z.object({ spam: z.number().nullable() }), spamSql(query), signal),
    database.rows(AnchorRow, anchorsSql(query), signal),
    topPages(database, query, signal),
  ]);
  const total = totals[0];
  if (total === undefined) throw new Error('The engine answered no row to a count.');
  const spamMean = spam[0]?.spam ?? null;
  const limit = query.list_limit;
  return {
    ...countsOf(total),
    spam_score: spamMean === null ? null : Math.round(spamMean * 10) / 10,
    link_types: named(total.types, (key) => LINK_TYPES[Number(key)] ?? '', limit),
    link_attributes: named(
      Object.fromEntries(total.attributes.map((count, at) => [LINK_ATTRIBUTES[at] ?? '', count])),
      (key) => key,
      limit,
    ),
    tlds: named(total.tlds, (key) => key, limit),
    semantic_locations: named(total.positions, (key) => LINK_POSITIONS[Number(key)] ?? '', limit),
    platform_types: named(total.platforms, (key) => key, limit),
    languages: named(total.languages, (key) => key, limit),
    top_anchors: anchors,
    top_pages: pages,
  };
}

type Question = LinkSummaryQuery & LinkScope;

type CountFields =
  | 'backlinks'
  | 'referring_domains'
  | 'referring_main_domains'
  | 'referring_pages'
  | 'referring_domains_nofollow'
  | 'dofollow_backlinks'
  | 'broken_backlinks'
  | 'broken_pages'
  | 'lost_backlinks'
  | 'first_seen'
  | 'last_seen';

function countsOf(total: z.infer<typeof Totals>): Pick<LinkFigures, CountFields> {
  const isUnknown = total.backlinks > 0 && total.known_targets === 0;
  return {
    backlinks: total.backlinks,
    referring_domains: total.referring_domains,
    referring_main_domains: total.referring_main_domains,
    referring_pages: total.referring_pages,
    referring_domains_nofollow: total.referring_domains - total.referring_dofollow_domains,
    dofollow_backlinks: total.dofollow_backlinks,
    broken_backlinks: isUnknown ? null : total.broken_backlinks,
    broken_pages: isUnknown ? null : total.broken_pages,
    lost_backlinks: total.lost_backlinks,
    first_seen: total.backlinks === 0 ? null : new Date(total.first_seen_ms).toISOString(),
    last_seen: total.backlinks === 0 ? null : new Date(total.last_seen_ms).toISOString(),
  };
}

/** Largest first, then by name; what is not known (an empty name) is left out. */
function named(counts: Readonly<Record<string, number>>, nameOf: (key: string) => string, limit: number): Distribution {
  return Object.entries(counts)
    .map(([key, backlinks]) => ({ value: nameOf(key), backlinks }))
    .filter(({ value, backlinks }) => value !== '' && backlinks > 0)
    .sort((one, other) => other.backlinks - one.backlinks || (one.value < other.value ? -1 : 1))
    .slice(0, limit);
}

function totalsSql(query: Question): Sql {
  const attributes = joined(
    LINK_ATTRIBUTES.map((_, at) => sql`countIf(asked AND bitTest(attributes, ${at}))`),
    ', ',
  );
  return sql`SELECT countIf(asked) AS backlinks, uniqExactIf(source_host, asked) AS referring_domains,
      uniqExactIf(source_domain, asked) AS referring_main_domains, uniqExactIf(source_page, asked) AS referring_pages,
      uniqExactIf(source_host, asked AND dofollow) AS referring_dofollow_domains,
      countIf(asked AND dofollow) AS dofollow_backlinks, countIf(asked AND is_broken) AS broken_backlinks,
      uniqExactIf(target_page, asked AND is_broken) AS broken_pages, countIf(asked AND is_known) AS known_targets,
      countIf(lost_at IS NOT NULL) AS lost_backlinks,
      toUnixTimestamp64Milli(minIf(first_seen, asked)) AS first_seen_ms,
      toUnixTimestamp64Milli(maxIf(last_seen, asked)) AS last_seen_ms,
      sumMapIf(map(toString(type), 1), asked) AS types, [${attributes}] AS attributes,
      sumMapIf(map(toString(source_tld), 1), asked) AS tlds, sumMapIf(map(toString(position), 1), asked) AS positions,
      sumMapIf(map(platform, 1), asked) AS platforms, sumMapIf(map(language, 1), asked) AS languages
    FROM (SELECT j.*, ${withStatus(query.status)} AS asked, isNotNull(t.status) AS is_known,
        ifNull(t.status, 0) BETWEEN 400 AND 599 AS is_broken,
        toString(ifNull(s.platform_type, '')) AS platform, toString(ifNull(s.language, '')) AS language
      FROM (${judgedLinks(query)}) AS j
      LEFT JOIN (SELECT page, status FROM page_states FINAL WHERE page IN (${targetPages(query)})) AS t ON t.page = j.target_page
      LEFT JOIN (SELECT page, platform_type, language FROM page_states FINAL WHERE page IN (${sourcePages(query)})) AS s
        ON s.page = j.source_page)`;
}

function spamSql(query: Question): Sql {
  return sql`SELECT if(count() = 0, NULL, avg(spam_score)) AS spam FROM page_states FINAL
    WHERE readable AND page IN (SELECT source_page FROM (${judgedLinks(query)}) WHERE ${withStatus(query.status)})`;
}

const AnchorRow = z.object({ anchor: z.string(), backlinks: z.int(), referring_domains: z.int() });

function anchorsSql(query: Question): Sql {
  return sql`SELECT anchor, count() AS backlinks, uniqExact(source_host) AS referring_domains
    FROM (${judgedLinks(query)}) WHERE ${withStatus(query.status)}
    GROUP BY anchor ORDER BY backlinks DESC, referring_domains DESC, anchor LIMIT ${query.list_limit}`;
}

const PageRow = z.object({
  host_key: z.string(),
  path_key: z.string(),
  flags: z.int(),
  backlinks: z.int(),
  referring_domains: z.int(),
});

/** Pages of the target by the links that end there; how the newest link spells the address is how it is shown. */
async function topPages(
  database: IndexDatabase,
  query: Question,
  signal: AbortSignal,
): Promise<LinkFigures['top_pages']> {
  const rows = await database.rows(
    PageRow,
    sql`SELECT final_host AS host_key, final_path AS path_key, argMax(final_flags, (last_seen, final_flags)) AS flags,
        count() AS backlinks, uniqExact(source_host) AS referring_domains
      FROM (${judgedLinks(query)}) WHERE ${withStatus(query.status)} GROUP BY host_key, path_key
      ORDER BY backlinks DESC, referring_domains DESC, host_key, path_key LIMIT ${query.list_limit}`,
    signal,
  );
  const known = await pagesByKey(database, rows, signal);
  return rows.map((row) => ({
    url: urlOfKeys(row.host_key, row.path_key, row.flags),
    backlinks: row.backlinks,
    referring_domains: row.referring_domains,
    status_code: known.get(pageKey(row))?.status ?? null,
  }));
}

/**
 * The authority of the target itself, 0-1000; null where it is not ranked.
 *
 * Domains and hosts are ranked by the links of others, so while only pages of the target's own domain were read, their 0
 * would say nothing. Pages are ranked by the links within the site as well.
 */
export async function targetRank(
  database: IndexDatabase,
  query: LinkSummaryQuery,
  areOthersRead: boolean,
  signal: AbortSignal,
): Promise<number | null> {
  const { target } = query;
  const whole = target.type === 'domain' && query.include_subdomains;
  const kind = target.type === 'page' ? 'page' : whole ? 'domain' : 'host';
  if (kind !== 'page' && !areOthersRead) return null;
  const id =
    target.path_key === undefined
      ? sql`cityHash64(${whole ? domainKeyOf(target) : target.host_key})`
      : sql`cityHash64(${target.host_key}, ${target.path_key})`;
  const rows = await database.rows(
    z.object({ rank: z.int() }),
    sql`SELECT rank FROM authority WHERE version = (SELECT max(version) FROM rebuilds) AND kind = ${kind} AND id = ${id} LIMIT 1`,
    signal,
  );
  return rows[0]?.rank ?? null;
}
