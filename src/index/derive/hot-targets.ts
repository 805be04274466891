import type { IndexDatabase } from '../database.ts';
import { sql } from '../sql.ts';
import { type HotDomain, idOf, isWithin } from './hot-domain.ts';
import { BOUNDED } from './scratch.ts';

/**
 * Writes which targets of a hot domain are hot: the domain itself, and each host (with what is below it) and page that
 * has enough links. A link counts for every target that it names or arrives at, once.
 */
export async function writeHotTargets(database: IndexDatabase, domain: HotDomain, linksMin: number): Promise<void> {
  const { version, key } = domain;
  const own = sql`version = ${version} AND domain = ${idOf(domain)}`;
  const counts = sql`SELECT target_page_no, count() AS links FROM hot_links WHERE ${own} GROUP BY target_page_no`;
  const reached = sql`SELECT c.links AS links, c.target_page_no AS named, c.target_page_no AS page FROM (${counts}) AS c
    UNION ALL SELECT c.links AS links, c.target_page_no AS named, a.final_page_no AS page FROM (${counts}) AS c
      INNER JOIN (SELECT DISTINCT target_page_no, final_page_no FROM hot_arrivals WHERE ${own}) AS a ON a.target_page_no = c.target_page_no`;
  const pages = sql`SELECT no, name, path FROM hot_names WHERE ${own} AND kind = 'target_page' AND ${isWithin(domain, sql`name`)}`;
  const insert = sql`INSERT INTO hot_targets (version, kind, domain, host, path, links)`;
  await database.run(
    sql`${insert} SELECT ${version}, 'domain', ${idOf(domain)}, ${key}, '', count() FROM hot_links WHERE ${own}`,
  );
  await database.run(sql`${insert} SELECT ${version}, 'page', ${idOf(domain)}, p.name, p.path, r.total
    FROM (SELECT page, sum(links) AS total FROM (${reached}) GROUP BY page HAVING total >= ${linksMin}) AS r
    INNER JOIN (${pages}) AS p ON p.no = r.page ${BOUNDED}`);
  await database.run(sql`${insert} SELECT ${version}, 'host', ${idOf(domain)}, host, '', sum(counted) AS total
    FROM (SELECT named, host, any(links) AS counted FROM (SELECT r.named AS named, r.links AS links, arrayJoin(p.hosts) AS host
        FROM (${reached}) AS r INNER JOIN (SELECT no, ${hostsAbove(key)} AS hosts FROM (${pages})) AS p ON p.no = r.page)
      GROUP BY named, host)
    GROUP BY host HAVING total >= ${linksMin} ${BOUNDED}`);
}

/** The host and all above it that are in the domain, without ports. */
function hostsAbove(key: string): ReturnType<typeof sql> {
  return sql`arrayMap(end -> substring(name, 1, end), arrayFilter(end -> substring(name, end, 1) = '.', range(${key.length}, length(name) + 1)))`;
}
