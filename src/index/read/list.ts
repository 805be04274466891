import { z } from 'zod';

import { hostOfKey } from '../../kernel/url.ts';
import type { BacklinkPage, BacklinkRecord, LinkListQuery } from '../../ports/links.ts';
import type { IndexDatabase } from '../database.ts';
import { attributesOf, LINK_POSITIONS, LINK_TYPES } from '../names.ts';
import { joined, type Sql, sql } from '../sql.ts';
import { urlOfKeys } from './address.ts';
import type { Coverage } from './coverage.ts';
import { movesIntoTarget } from './moves.ts';
import { type KnownPage, pageKey, pagesByKey } from './pages.ts';
import { judgedLinks, type LinkScope, sourcePages, targetPages, withStatus } from './scope.ts';

/** A link counts as new for this long, back from the newest fetch of the index, if an earlier fetch did not show it. */
const NEW_DAYS = 30;
const DAY_MS = 86_400_000;

const LinkRow = z.object({
  target_host: z.string(),
  target_path: z.string(),
  target_flags: z.int(),
  final_host: z.string(),
  final_path: z.string(),
  final_flags: z.int(),
  is_indirect: z.int(),
  source_host: z.string(),
  source_path: z.string(),
  source_flags: z.int(),
  page_id: z.string(),
  source_tld: z.string(),
  type: z.int(),
  anchor: z.string(),
  alt: z.string(),
  dofollow: z.int(),
  attributes: z.int(),
  position: z.int(),
  count: z.int(),
  image_url: z.string(),
  text_pre: z.string(),
  text_post: z.string(),
  first_ms: z.int(),
  last_ms: z.int(),
  lost_ms: z.int().nullable(),
  page_rank: z.int().nullable(),
  domain_rank: z.int().nullable(),
  link_rank: z.int().nullable(),
  group_count: z.int(),
  total: z.int(),
  newest_ms: z.int(),
});
type LinkRow = z.infer<typeof LinkRow>;

export interface ListContext {
  readonly coverage: Pick<Coverage, 'newest_fetch' | 'has_unchanged'>;
  /** False while the pages of one domain alone were read: no link to it could have been seen, and its 0 says nothing. */
  readonly are_domains_ranked: boolean;
  /** The list shows direct links; only whoever wants them to be marked asks for indirect ones too. */
  readonly include_indirect_links: boolean;
}

export interface ListedLinks extends BacklinkPage {
  /** The newest sighting of all links of the list; null when it has none. */
  readonly newest_seen: string | null;
}

/** The links of a target row by row. It covers links from other domains, direct ones unless the context says otherwise. */
export async function listLinks(
  database: IndexDatabase,
  query: LinkListQuery,
  context: ListContext,
  signal: AbortSignal,
): Promise<ListedLinks> {
  const scope: LinkScope = {
    target: query.target,
    include_subdomains: true,
    exclude_internal_backlinks: true,
    dofollow_only: query.dofollow_only,
    moves: context.include_indirect_links
      ? await movesIntoTarget(database, { target: query.target, include_subdomains: true }, signal)
      : undefined,
    has_unchanged: context.coverage.has_unchanged,
  };
  const ranked = rankedLinks(scope, query);
  const rows = await database.rows(LinkRow, pageSql(ranked, query), signal);
  const newSince = (context.coverage.newest_fetch?.getTime() ?? 0) - NEW_DAYS * DAY_MS;
  const young = rows.filter((row) => row.first_ms >= newSince).map((row) => row.page_id);
  const [{ total, newest_ms }, known, firstFetches] = await Promise.all([
    totalOf(database, rows, ranked, query, signal),
    pagesByKey(database, rows.flatMap(keysOf), signal),
    firstFetchesOf(database, young, signal),
  ]);
  const isNew = ({ page_id, first_ms }: LinkRow): boolean =>
    first_ms >= newSince && (firstFetches.get(page_id) ?? first_ms) < first_ms;
  return {
    total_count: total,
    newest_seen: newest_ms === null ? null : new Date(newest_ms).toISOString(),
    backlinks: rows.map((row) => {
      const record = recordOf(row, known, isNew(row));
      return context.are_domains_ranked ? record : { ...record, domain_from_rank: null };
    }),
  };
}

/** When pages were first fetched in a way that would have shown their links. */
async function firstFetchesOf(
  database: IndexDatabase,
  pages: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  if (pages.length === 0) return new Map();
  const ids = joined(
    [...new Set(pages)].map((page) => sql`toUInt64(${page})`),
    ', ',
  );
  const rows = await database.rows(
    z.object({ page: z.string(), first_ms: z.int() }),
    sql`SELECT toString(page) AS page, toUnixTimestamp64Milli(min(fetched_at)) AS first_ms FROM fetches AS f
      WHERE evidence AND f.page IN (${ids}) GROUP BY f.page`,
    signal,
  );
  return new Map(rows.map(({ page, first_ms }) => [page, first_ms]));
}

/**
 * Links with their ranks.
 *
 * `link_rank` is what the link passes on: a page shares its PageRank over its outgoing links, and ranks are logarithms of
 * position, so that a share of 1/k is ln(k) further down: page rank - 1000·ln(k)/ln(N), where k counts the external links
 * of the page and N the ranked pages (PageRank falls about as 1/position). Nofollow links pass nothing and have 0.
 */
function rankedLinks(scope: LinkScope, query: LinkListQuery): Sql {
  const broken = query.broken_only
    ? sql`INNER JOIN (SELECT page FROM page_states FINAL WHERE status BETWEEN 400 AND 599 AND page IN (${targetPages(scope)})) AS t
        ON t.page = j.target_page`
    : sql``;
  const minimum = query.rank_min === undefined ? sql`1` : sql`link_rank >= ${query.rank_min}`;
  return sql`SELECT j.*, pa.rank AS page_rank, da.rank AS domain_rank,
      multiIf(isNull(pa.rank), NULL, j.dofollow = 0, 0, toUInt16(round(greatest(0, assumeNotNull(pa.rank)
        - 1000 * log(greatest(1, ifNull(s.external_links, 1))) / log(greatest(2, assumeNotNull(pa.nodes))))))) AS link_rank
    FROM (${judgedLinks(scope)}) AS j ${broken}
    LEFT JOIN (SELECT page, external_links FROM page_states FINAL WHERE page IN (${sourcePages(scope)})) AS s
      ON s.page = j.source_page
    LEFT JOIN (${authorityOf('page')} AND id IN (${sourcePages(scope)})) AS pa ON pa.id = j.source_page
    LEFT JOIN (${authorityOf('domain')} AND id IN (SELECT cityHash64(substring(source_host, 1, source_domain_length)) FROM links
      WHERE cityHash64(target_host, target_path) IN (${targetPages(scope)}))) AS da ON da.id = cityHash64(j.source_domain)
    WHERE ${withStatus(query.status)} AND ${minimum}`;
}

function authorityOf(kind: 'domain' | 'page'): Sql {
  return sql`SELECT id, rank, nodes FROM authority WHERE version = (SELECT max(version) FROM rebuilds) AND kind = ${kind}`;
}

/** The order is total: links that are equal in what was asked stand by strength, and then by their own keys. */
const TIES = sql`page_rank DESC NULLS LAST, domain_rank DESC NULLS LAST, source_host, source_path, target_host, target_path, variant`;

const ORDERS: Readonly<Record<LinkListQuery['sort_by'], Sql>> = {
  rank: sql`link_rank DESC NULLS LAST, ${TIES}`,
  page_rank: TIES,
  first_seen: sql`first_seen DESC, ${TIES}`,
  lost_date: sql`lost_at DESC NULLS LAST, ${TIES}`,
};

/** What the mode leaves one row of. Hosts, as `referring_domains` of the summary counts them. */
const GROUPS: Readonly<Record<LinkListQuery['mode'], Sql | undefined>> = {
  as_is: undefined,
  one_per_domain: sql`source_host`,
  one_per_anchor: sql`anchor`,
};

interface ListTotals {
  readonly total: number;
  readonly newest_ms: number | null;
}

/** What any row carries of the whole list; a page that lies behind its end has none to carry it. */
async function totalOf(
  database: IndexDatabase,
  page: readonly LinkRow[],
  ranked: Sql,
  query: LinkListQuery,
  signal: AbortSignal,
): Promise<ListTotals> {
  const [first] = page;
  if (first !== undefined) return first;
  if (query.offset === 0) return NO_LINKS;
  const counted = sql`uniqExact(${GROUPS[query.mode] ?? sql`(source_host, source_path, target_host, target_path, variant)`})`;
  const rows = await database.rows(
    z.object({ total: z.int(), newest_ms: z.int().nullable() }),
    sql`SELECT ${counted} AS total, if(count() = 0, NULL, toUnixTimestamp64Milli(max(last_seen))) AS newest_ms FROM (${ranked})`,
    signal,
  );
  return rows[0] ?? NO_LINKS;
}

const NO_LINKS: ListTotals = { total: 0, newest_ms: null };

function pageSql(ranked: Sql, query: LinkListQuery): Sql {
  const group = GROUPS[query.mode];
  const counted = group === undefined ? sql`1` : sql`count() OVER (PARTITION BY ${group})`;
  const one = group === undefined ? sql`` : sql`LIMIT 1 BY ${group}`;
  return sql`SELECT *, toString(source_tld) AS source_tld, toString(source_page) AS page_id, toUnixTimestamp64Milli(first_seen) AS first_ms,
      toUnixTimestamp64Milli(last_seen) AS last_ms, toUnixTimestamp64Milli(lost_at) AS lost_ms,
      toUnixTimestamp64Milli(newest_seen) AS newest_ms
    FROM (SELECT *, count() OVER () AS total FROM (
      SELECT *, ${counted} AS group_count, max(last_seen) OVER () AS newest_seen FROM (${ranked}) ORDER BY ${ORDERS[query.sort_by]} ${one}))
    ORDER BY ${ORDERS[query.sort_by]} LIMIT ${query.limit} OFFSET ${query.offset}`;
}

function keysOf(row: LinkRow): readonly { host_key: string; path_key: string }[] {
  return [
    { host_key: row.source_host, path_key: row.source_path },
    { host_key: row.target_host, path_key: row.target_path },
  ];
}

function recordOf(row: LinkRow, known: ReadonlyMap<string, KnownPage>, is_new: boolean): BacklinkRecord {
  const source = known.get(pageKey({ host_key: row.source_host, path_key: row.source_path }));
  const target = known.get(pageKey({ host_key: row.target_host, path_key: row.target_path }));
  return {
    domain_from: hostOfKey(row.source_host),
    url_from: urlOfKeys(row.source_host, row.source_path, row.source_flags),
    domain_to: hostOfKey(row.target_host),
    url_to: urlOfKeys(row.target_host, row.target_path, row.target_flags),
    tld_from: row.source_tld,
    item_type: LINK_TYPES[row.type] ?? 'anchor',
    anchor: row.anchor,
    alt: nullIfEmpty(row.alt),
    image_url: nullIfEmpty(row.image_url),
    text_pre: row.text_pre,
    text_post: row.text_post,
    semantic_location: LINK_POSITIONS[row.position] ?? 'content',
    attributes: attributesOf(row.attributes),
    dofollow: row.dofollow === 1,
    links_count: row.count,
    group_count: row.group_count,
    first_seen: new Date(row.first_ms).toISOString(),
    last_seen: new Date(row.last_ms).toISOString(),
    lost_date: row.lost_ms === null ? null : new Date(row.lost_ms).toISOString(),
    is_new,
    is_lost: row.lost_ms !== null,
    is_broken: target === undefined ? null : target.status >= 400 && target.status <= 599,
    url_to_status_code: target?.status ?? null,
    url_to_redirect_target: destinationOf(row, target),
    is_indirect_link: row.is_indirect === 1,
    rank: row.link_rank,
    page_from_rank: row.page_rank,
    domain_from_rank: row.domain_rank,
    page_from_status_code: source?.status ?? null,
    ...documentFields(source?.readable === 1 ? source : undefined),
  };
}

type DocumentField =
  | 'page_from_title'
  | 'page_from_language'
  | 'page_from_external_links'
  | 'page_from_internal_links'
  | 'page_from_word_count'
  | 'backlink_spam_score';

/** What only a page that was read can tell. */
function documentFields(document: KnownPage | undefined): Pick<BacklinkRecord, DocumentField> {
  if (document === undefined) {
    return {
      page_from_title: null,
      page_from_language: null,
      page_from_external_links: null,
      page_from_internal_links: null,
      page_from_word_count: null,
      backlink_spam_score: null,
    };
  }
  return {
    page_from_title: document.title,
    page_from_language: nullIfEmpty(document.language),
    page_from_external_links: document.external_links,
    page_from_internal_links: document.internal_links,
    page_from_word_count: document.word_count,
    backlink_spam_score: Math.round(document.spam_score),
  };
}

function nullIfEmpty(text: string): string | null {
  return text === '' ? null : text;
}

function destinationOf(row: LinkRow, target: KnownPage | undefined): string | null {
  if (row.is_indirect === 1) return urlOfKeys(row.final_host, row.final_path, row.final_flags);
  return target === undefined || target.redirect_url === '' ? null : target.redirect_url;
}
