import { hostKey } from '../../src/web/url.ts';
import type { Target } from '../../src/web/target.ts';
import { type Sql, sql } from '../../src/index/database/sql.ts';

/**
 * The same questions in plain SQL on the facts alone: what was lost, and how strong and how well a link is, are joined in
 * when they are asked, and nothing is counted beforehand. Indirect links are left out, which favours this side.
 */
export const PLAIN: Readonly<Record<string, (targets: readonly [Target, Target, Target]) => Sql>> = {
  summary: ([
    target,
  ]) => sql`SELECT countIf(lost_at IS NULL) AS figure_a, uniqExactIf(source_host, lost_at IS NULL) AS figure_b,
      uniqExactIf(source_domain, lost_at IS NULL) AS figure_c, uniqExactIf(source_page, lost_at IS NULL) AS figure_d,
      countIf(lost_at IS NULL AND dofollow) AS figure_e, countIf(lost_at IS NOT NULL) AS figure_f,
      countIf(lost_at IS NULL AND ifNull(target_status, 0) >= 400) AS figure_g, avgIf(spam_score, lost_at IS NULL) AS figure_h,
      sumMapIf(map(toString(source_tld), 1), lost_at IS NULL) AS figure_i, sumMapIf(map(page_language, 1), lost_at IS NULL) AS figure_j,
      topKIf(10)(anchor, lost_at IS NULL) AS figure_k FROM (${joinedLinks(target)})`,
  'list, one a domain': ([
    target,
  ]) => sql`SELECT * FROM (SELECT *, count() OVER (PARTITION BY source_host) AS group_count
      FROM (${joinedLinks(target)}) WHERE lost_at IS NULL ORDER BY page_rank DESC NULLS LAST, source_host, source_path LIMIT 1 BY source_host)
    ORDER BY page_rank DESC NULLS LAST, source_host, source_path LIMIT 25`,
  'list, from 1,000': ([target]) => sql`SELECT * FROM (${joinedLinks(target)}) WHERE lost_at IS NULL
    ORDER BY first_seen DESC, page_rank DESC NULLS LAST, source_host, source_path LIMIT 25 OFFSET 1000`,
  anchors: ([target]) => sql`SELECT anchor, ${GROUP}, uniqExact(source_host) AS hosts FROM (${joinedLinks(target)})
    GROUP BY anchor ORDER BY links DESC, anchor LIMIT 25`,
  'referring domains': ([
    target,
  ]) => sql`SELECT source_host, ${GROUP}, any(domain_rank) AS strength FROM (${joinedLinks(target)})
    GROUP BY source_host ORDER BY strength DESC, links DESC, source_host LIMIT 25`,
  'target pages': ([target]) => sql`SELECT target_host, target_path, ${GROUP}, uniqExact(source_host) AS hosts
    FROM (${joinedLinks(target)}) GROUP BY target_host, target_path ORDER BY links DESC LIMIT 25`,
  competitors: ([target]) => sql`SELECT substring(target_host, 1, target_domain_length) AS domain,
      uniqExact(substring(source_host, 1, source_domain_length)) AS both FROM links
    WHERE substring(source_host, 1, source_domain_length) IN (SELECT DISTINCT source_domain FROM (${ownLinks(target)}))
    GROUP BY domain ORDER BY both DESC LIMIT 25`,
  timeseries: ([
    target,
  ]) => sql`SELECT toStartOfMonth(first_seen) AS period, count() AS links, countIf(lost_at IS NOT NULL) AS lost,
    uniqExact(source_host) AS hosts FROM (${judgedLinks(target)}) GROUP BY period ORDER BY period`,
  'page intersection': ([
    one,
    other,
    excluded,
  ]) => sql`SELECT source_host, source_path, max(page_rank) AS strength, count() AS links,
      uniqExact(substring(target_host, 1, target_domain_length)) AS targets FROM (
        SELECT * FROM (${joinedLinks(one)}) UNION ALL SELECT * FROM (${joinedLinks(other)}))
    WHERE lost_at IS NULL AND source_page NOT IN (SELECT source_page FROM (${judgedLinks(excluded)}) WHERE lost_at IS NULL)
    GROUP BY source_host, source_path ORDER BY strength DESC NULLS LAST LIMIT 25`,
};

const GROUP = sql`countIf(lost_at IS NULL) AS links, countIf(lost_at IS NOT NULL) AS lost, countIf(dofollow) AS followed,
  uniqExact(source_page) AS pages, avg(spam_score) AS spam, max(page_rank) AS strongest, min(first_seen) AS first,
  max(last_seen) AS last, countIf(ifNull(target_status, 0) >= 400) AS broken`;

function ownRange(target: Target): Sql {
  const key = hostKey(target.domain);
  return sql`target_host >= ${key} AND target_host < ${key.slice(0, -1) + '/'}`;
}

function ownLinks(target: Target): Sql {
  return sql`SELECT target_host, target_path, source_host, source_path, anchor, source_tld, first_seen, target_domain_length,
      tupleElement(newest, 'seen') AS last_seen, tupleElement(newest, 'dofollow') AS dofollow,
      substring(source_host, 1, source_domain_length) AS source_domain, cityHash64(source_host, source_path) AS source_page,
      cityHash64(target_host, target_path) AS target_page
    FROM links FINAL WHERE ${ownRange(target)} AND substring(source_host, 1, source_domain_length) != ${hostKey(target.domain)}`;
}

function pageIds(target: Target): Sql {
  return sql`SELECT cityHash64(source_host, source_path) FROM links WHERE ${ownRange(target)}`;
}

function judgedLinks(target: Target): Sql {
  return sql`SELECT l.*, f.fetched_at AS lost_at FROM (${ownLinks(target)}) AS l
    ASOF LEFT JOIN (SELECT page, toDateTime(fetched_at, 'UTC') AS fetched_at FROM fetches WHERE evidence AND page IN (${pageIds(target)})) AS f
    ON l.source_page = f.page AND l.last_seen < f.fetched_at`;
}

function joinedLinks(target: Target): Sql {
  const version = sql`version = (SELECT max(version) FROM rebuilds)`;
  return sql`SELECT j.*, pa.rank AS page_rank, da.rank AS domain_rank, s.spam_score AS spam_score,
      toString(assumeNotNull(s.language)) AS page_language, t.status AS target_status
    FROM (${judgedLinks(target)}) AS j
    LEFT JOIN (SELECT page, spam_score, language FROM page_states FINAL WHERE page IN (${pageIds(target)})) AS s ON s.page = j.source_page
    LEFT JOIN (SELECT page, status FROM page_states FINAL
      WHERE page IN (SELECT cityHash64(target_host, target_path) FROM links WHERE ${ownRange(target)})) AS t ON t.page = j.target_page
    LEFT JOIN (SELECT id, rank FROM authority WHERE ${version} AND kind = 'page' AND id IN (${pageIds(target)})) AS pa ON pa.id = j.source_page
    LEFT JOIN (SELECT id, rank FROM authority WHERE ${version} AND kind = 'domain' AND id IN (
      SELECT cityHash64(substring(source_host, 1, source_domain_length)) FROM links WHERE ${ownRange(target)})) AS da
      ON da.id = cityHash64(j.source_domain)`;
}
