import type { IndexDatabase } from '../database.ts';
import { RANK_UNKNOWN } from '../names.ts';
import { sql } from '../sql.ts';
import { type HotDomain, idOf, isWithin } from './hot-domain.ts';
import { numbers } from './hot-links.ts';
import { BOUNDED, type Derivation } from './scratch.ts';
import { sourcesTable } from './sources.ts';

/** Which pages of a hot domain are reached from which pages that links name. */
export async function writeHotArrivals(database: IndexDatabase, domain: HotDomain): Promise<void> {
  await database.run(sql`INSERT INTO hot_arrivals (version, domain, final_page_no, target_page_no, step, final_flags)
    SELECT ${domain.version}, ${idOf(domain)}, f.no, t.no, a.step, a.final_flags
    FROM (SELECT cityHash64(final_host, final_path) AS final_id, cityHash64(host_key, path_key) AS page, step, final_flags
      FROM arrivals WHERE version = ${domain.version} AND ${isWithin(domain, sql`final_host`)}) AS a
    INNER JOIN (${numbers(domain, 'target_page')}) AS f ON f.id = a.final_id
    INNER JOIN (${numbers(domain, 'target_page')}) AS t ON t.id = a.page ${BOUNDED}`);
}

/** What the newest fetches of pages of the domain saw, for pages that links name or arrive at. */
export async function writeHotPages(database: IndexDatabase, derivation: Derivation, domain: HotDomain): Promise<void> {
  const named = sql`SELECT id FROM (${numbers(domain, 'target_page')})`;
  await database.run(sql`INSERT INTO hot_pages (version, domain, no, flags, status, readable, redirect_url, title, page_rank, first_visited,
      word_count, internal_links, external_links)
    SELECT ${domain.version}, ${idOf(domain)}, n.no, p.flags, p.status, p.readable, p.redirect_url, p.title, ifNull(f.page_rank, ${RANK_UNKNOWN}),
      toDateTime(ifNull(f.first_fetch, 0), 'UTC'), p.word_count, p.internal_links, p.external_links
    FROM (SELECT *, cityHash64(host_key, path_key) AS page FROM (SELECT host_key, path_key, flags, status, readable, redirect_url, title,
        word_count, internal_links, external_links FROM pages FINAL WHERE ${isWithin(domain, sql`host_key`)})) AS p
    INNER JOIN (${numbers(domain, 'target_page')}) AS n ON n.id = p.page
    LEFT JOIN (SELECT page, first_fetch, page_rank FROM ${sourcesTable(derivation)} WHERE page IN (${named})) AS f ON f.page = p.page ${BOUNDED}`);
}
