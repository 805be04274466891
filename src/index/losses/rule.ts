import { type Sql, sql } from '../database/sql.ts';

/** What tells a link from all others, and its id by that. */
export const LINK_KEY = sql`target_host, target_path, source_host, source_path, type, anchor, alt`;
export const LINK_ID = sql`cityHash64(${LINK_KEY})`;

/** What a row of a link has to bring beside its key: zero would be taken for a fact. */
export const FIRST_COLUMNS = sql`target_domain_length, source_domain_length, source_tld, first_seen`;

/** Of rows of `links`: one that was judged lost and seen again since is live, and so is one that was never judged. */
export const IS_LIVE = sql`NOT ifNull(lost_at > tupleElement(newest, 'seen'), 0)`;

/**
 * The one rule that says when a link was lost, until when fetches confirmed it, and whether its page had been read before
 * without it.
 *
 * A link is lost on the first fetch of its page after its last sighting that would have shown it; fetches that found the
 * page unchanged confirm it until then. What another index reported as lost is lost from that time on, unless a fetch had
 * said so before. Times are Unix seconds, and 0 is never.
 */
export const FATE = sql`new_lost_at, new_confirmed_at, new_page_read_before`;

/** Columns of `links` that hold it, in the same order. */
export const FATE_COLUMNS = sql`lost_at, confirmed_at, page_read_before`;

/** What `fatesOf` reads of a page's history. */
export const HISTORY = sql`first_evidence, newest_evidence, evidence, newest_unchanged, unchanged`;

/** The same of pages `f` of which some have no history. */
export const HISTORY_IF_ANY = sql`f.evidence AS evidence, f.unchanged AS unchanged, ifNull(f.first_evidence, 0) AS first_evidence,
  ifNull(f.newest_evidence, 0) AS newest_evidence, ifNull(f.newest_unchanged, 0) AS newest_unchanged`;

/**
 * The fetches of each page by their times, from `fetches` where the condition holds. Its times stand in a list only where
 * the first and the newest are not all there are.
 */
export function histories(condition: Sql): Sql {
  return sql`SELECT page, arrayMin(times) AS first_fetch, if(empty(read), 0, read[1]) AS first_evidence,
      if(empty(read), 0, read[-1]) AS newest_evidence, if(length(read) <= 2, [], read) AS evidence,
      if(empty(same), 0, same[-1]) AS newest_unchanged, if(length(same) <= 1, [], same) AS unchanged
    FROM (SELECT page, groupArray(toUInt32(fetched_at)) AS times, arraySort(groupArrayIf(toUInt32(fetched_at), evidence)) AS read,
        arraySort(groupArrayIf(toUInt32(fetched_at), status = 304)) AS same
      FROM fetches WHERE ${condition} GROUP BY page)`;
}

/** Adds `FATE` to links with their `first_seen`, when they were last `seen`, what was `reported` of them, and `HISTORY`. */
export function fatesOf(links: Sql): Sql {
  return sql`SELECT *, toDateTime(lost, 'UTC') AS new_lost_at,
      toDateTime(multiIf(lost = 0, if(newest_unchanged > seen, newest_unchanged, 0),
        notEmpty(unchanged), arrayLast(time -> time > seen AND time <= lost, unchanged),
        newest_unchanged > seen AND newest_unchanged <= lost, newest_unchanged, 0), 'UTC') AS new_confirmed_at,
      toUInt8(first_evidence != 0 AND first_evidence < toUInt32(first_seen)) AS new_page_read_before
    FROM (SELECT *, if(reported > seen AND (unshown = 0 OR reported < unshown), reported, unshown) AS lost
      FROM (SELECT *, multiIf(newest_evidence <= seen, 0, first_evidence > seen, first_evidence, empty(evidence), newest_evidence,
          arrayFirst(time -> time > seen, evidence)) AS unshown
        FROM (${links})))`;
}
