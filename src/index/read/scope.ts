import { hostKey } from '../../kernel/url.ts';
import type { Target } from '../../kernel/target.ts';
import type { LinkStatus } from '../../ports/links.ts';
import { joined, type Sql, sql } from '../sql.ts';

/** Which links a question is about. */
export interface LinkScope {
  readonly target: Target;
  readonly include_subdomains: boolean;
  readonly exclude_internal_backlinks: boolean;
  readonly dofollow_only: boolean;
  /** Pages outside the target that lead into it, as `movesIntoTarget` found them; undefined to leave their links out. */
  readonly moves: Sql | undefined;
  /** Whether to look for fetches that found the linking pages unchanged: it takes time, and many an index has none. */
  readonly has_unchanged: boolean;
}

/** Rows of a key that lie in the target, as one range of the sort key. */
export function inTarget(target: Target, includeSubdomains: boolean, host: Sql, path: Sql): Sql {
  const key = target.host_key;
  if (target.path_key !== undefined) return sql`(${host} = ${key} AND ${path} = ${target.path_key})`;
  if (includeSubdomains) return inHostRange(key, host);
  return sql`(${host} = ${key} OR (${host} >= ${key + ':'} AND ${host} < ${key + ';'}))`;
}

/** A host with its subdomains: '/' is the character after the '.' that every key of them goes on with. */
export function inHostRange(key: string, host: Sql): Sql {
  return sql`(${host} >= ${key} AND ${host} < ${key.slice(0, -1) + '/'})`;
}

/**
 * The links of a scope, each with the date on which it was lost, or null.
 *
 * A link is lost on the first fetch after its last sighting that would have shown it. That is read off the history of
 * fetches here rather than written anywhere, so the order of crawls and imports cannot change it.
 */
export function judgedLinks(scope: LinkScope): Sql {
  return scope.has_unchanged ? confirmedLinks(scope) : lostLinks(scope);
}

/** A page that is unchanged shows what it showed before, which its fetches of status 304 stand for until it changes. */
function confirmedLinks(scope: LinkScope): Sql {
  return sql`SELECT c.* EXCEPT (last_seen), greatest(c.last_seen, ifNull(u.fetched_at, c.last_seen)) AS last_seen
    FROM (SELECT *, ifNull(lost_at, ${FAR_FUTURE}) AS until FROM (${lostLinks(scope)})) AS c
    ASOF LEFT JOIN (SELECT page, fetched_at FROM fetches WHERE status = 304 AND page IN (${sourcePages(scope)})) AS u
    ON c.source_page = u.page AND c.until >= u.fetched_at`;
}

const FAR_FUTURE = sql`toDateTime64('2299-01-01 00:00:00', 3, 'UTC')`;

function lostLinks(scope: LinkScope): Sql {
  const direct = linkRows(scope, inTarget(scope.target, scope.include_subdomains, sql`target_host`, sql`target_path`));
  const rows = scope.moves === undefined ? direct : joined([direct, indirectRows(scope, scope.moves)], ' UNION ALL ');
  return sql`SELECT l.*, f.fetched_at AS lost_at FROM (${rows}) AS l
    ASOF LEFT JOIN (SELECT page, fetched_at FROM fetches WHERE evidence AND page IN (${sourcePages(scope)})) AS f
    ON l.source_page = f.page AND l.last_seen < f.fetched_at`;
}

/** Ids of the pages that hold the links, in a form that reads keys only. */
export function sourcePages(scope: LinkScope): Sql {
  return sql`SELECT cityHash64(source_host, source_path) FROM links WHERE ${anyTarget(scope)}`;
}

/** Ids of the pages that the links point to. */
export function targetPages(scope: LinkScope): Sql {
  return sql`SELECT cityHash64(target_host, target_path) FROM links WHERE ${anyTarget(scope)}`;
}

export function domainKeyOf(target: Target): string {
  return hostKey(target.domain);
}

function anyTarget(scope: LinkScope): Sql {
  const direct = inTarget(scope.target, scope.include_subdomains, sql`target_host`, sql`target_path`);
  if (scope.moves === undefined) return direct;
  return sql`(${direct} OR (target_host, target_path) IN (SELECT host_key, path_key FROM (${scope.moves})))`;
}

/** A page of the target is its own `final` page; of a link that gets there by moves, it is where they end. */
function linkRows(scope: LinkScope, where: Sql): Sql {
  return sql`SELECT ${LINK_COLUMNS}, target_host AS final_host, target_path AS final_path, tupleElement(newest, 'target_flags') AS final_flags,
    0 AS is_indirect FROM links FINAL WHERE ${where} AND ${asked(scope)}`;
}

function indirectRows(scope: LinkScope, moves: Sql): Sql {
  return sql`SELECT i.*, m.to_host AS final_host, m.to_path AS final_path, m.to_flags AS final_flags, 1 AS is_indirect
    FROM (SELECT ${LINK_COLUMNS} FROM links FINAL
      WHERE (target_host, target_path) IN (SELECT host_key, path_key FROM (${moves})) AND ${asked(scope)}) AS i
    INNER JOIN (${moves}) AS m ON m.host_key = i.target_host AND m.path_key = i.target_path`;
}

const LINK_COLUMNS = sql`target_host, target_path, source_host, source_path, variant, type, anchor, alt, tupleElement(newest, 'dofollow') AS dofollow, source_tld,
  substring(source_host, 1, source_domain_length) AS source_domain, first_seen, last_seen,
  tupleElement(newest, 'source_flags') AS source_flags, tupleElement(newest, 'target_flags') AS target_flags, tupleElement(newest, 'attributes') AS attributes,
  tupleElement(newest, 'position') AS position, tupleElement(newest, 'count') AS count, tupleElement(newest_text, 'image_url') AS image_url, tupleElement(newest_text, 'text_pre') AS text_pre,
  tupleElement(newest_text, 'text_post') AS text_post, cityHash64(source_host, source_path) AS source_page,
  cityHash64(target_host, target_path) AS target_page`;

function asked(scope: LinkScope): Sql {
  const conditions = [sql`1`];
  if (scope.dofollow_only) conditions.push(sql`tupleElement(newest, 'dofollow')`);
  if (scope.exclude_internal_backlinks) {
    conditions.push(sql`substring(source_host, 1, source_domain_length) != ${domainKeyOf(scope.target)}`);
  }
  return joined(conditions, ' AND ');
}

const STATUS_CONDITIONS: Readonly<Record<LinkStatus, Sql>> = {
  live: sql`lost_at IS NULL`,
  lost: sql`lost_at IS NOT NULL`,
  all: sql`1`,
};

/** Links with the status that was asked for. */
export function withStatus(status: LinkStatus): Sql {
  return STATUS_CONDITIONS[status];
}
