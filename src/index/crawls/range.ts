import type { Target } from '../../web/target.ts';
import { type Sql, sql } from '../database/sql.ts';

/** A domain is one range of the key with everything below it; a subdomain likewise; a page is the folder that it names. */
export function inSite({ host_key, path_key }: Target, host: keyof typeof SITE_COLUMNS): Sql {
  const [keys, paths] = SITE_COLUMNS[host];
  const hosts = sql`startsWith(${keys}, ${host_key})`;
  return path_key === undefined || path_key === '' ? hosts : sql`${hosts} AND startsWith(${paths}, ${path_key})`;
}

/** The hosts of a site, for what is known of hosts alone. */
export function inHosts({ host_key }: Target): Sql {
  return sql`startsWith(host_key, ${host_key})`;
}

const SITE_COLUMNS = {
  host_key: [sql`host_key`, sql`path_key`],
  target_host: [sql`target_host`, sql`target_path`],
  source_host: [sql`source_host`, sql`source_path`],
} as const;
