import { z } from 'zod';

import type { HostRange, RememberedPages } from '../../ports/index.ts';
import type { IndexDatabase } from '../database/database.ts';
import { urlOfKeys } from '../database/names.ts';
import { joined, type Sql, sql } from '../database/sql.ts';

const Row = z.object({ host_key: z.string(), path_key: z.string(), flags: z.int() });

/** What the index remembers of some hosts, for a crawl that starts anew. */
export function rememberedPages(database: IndexDatabase): RememberedPages {
  return async (range, limit, signal) => {
    if (range.host_keys.length === 0 || limit <= 0) return [];
    const rows = await database.rows(
      Row,
      sql`SELECT p.host_key AS host_key, p.path_key AS path_key, p.flags AS flags
        FROM (SELECT host_key, path_key, flags, observed_at, cityHash64(host_key, path_key) AS page FROM pages FINAL
          WHERE (${within(sql`host_key`, range)}) AND status NOT IN (404, 410)
            AND NOT (status = 200 AND readable = 0)) AS p
        LEFT JOIN (SELECT page, max(fetched_at) AS newest FROM fetches
          WHERE page IN (SELECT cityHash64(host_key, path_key) FROM pages WHERE ${within(sql`host_key`, range)})
          GROUP BY page) AS f ON f.page = p.page
        LEFT JOIN (SELECT target_host, target_path, count() AS links FROM links
          WHERE ${within(sql`target_host`, range)} GROUP BY target_host, target_path) AS l
          ON l.target_host = p.host_key AND l.target_path = p.path_key
        ORDER BY toDate(greatest(p.observed_at, ifNull(f.newest, p.observed_at))), l.links DESC, host_key, path_key
        LIMIT ${limit}`,
      signal,
    );
    return rows.map(({ host_key, path_key, flags }) => urlOfKeys(host_key, path_key, flags));
  };
}

function within(column: Sql, { host_keys, has_subdomains }: HostRange): Sql {
  if (!has_subdomains) return sql`${column} IN ${[...host_keys]}`;
  return joined(
    host_keys.map((key) => sql`startsWith(${column}, ${key})`),
    ' OR ',
  );
}
