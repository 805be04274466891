import type { Target } from '../../web/target.ts';
import type { IndexDatabase } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import type { PageNumbers } from './page-numbers.ts';

/** A site as one crawl saw it, which is read table by table. */
export interface SiteReading {
  readonly database: IndexDatabase;
  readonly site: Target;
  readonly crawl_id: string;
  readonly numbers: PageNumbers;
  readonly signal: AbortSignal;
}

/** The keys of all pages that the crawl came to. */
export function pagesOfCrawl({ crawl_id }: Pick<SiteReading, 'crawl_id'>): Sql {
  return sql`(SELECT host_key, path_key FROM crawl_pages WHERE crawl = ${crawl_id})`;
}

/** A domain is one range of the key with everything below it; a subdomain likewise; a page is the folder that it names. */
export function inSite({ host_key, path_key }: Target, host: keyof typeof SITE_COLUMNS): Sql {
  const [keys, paths] = SITE_COLUMNS[host];
  const hosts = sql`startsWith(${keys}, ${host_key})`;
  if (path_key === undefined || path_key === '') return hosts;
  // `/shopping` is beside the folder `/shop`, not in it.
  return sql`${hosts} AND startsWith(${paths}, ${path_key}) AND (${paths} = ${path_key}
    OR startsWith(${paths}, ${`${path_key}/`}) OR startsWith(${paths}, ${`${path_key}?`}))`;
}

/** Links between pages of the site. */
export function withinSite(site: Target): Sql {
  return sql`${inSite(site, 'target_host')} AND ${inSite(site, 'source_host')}`;
}

/** Crawls that came to the site. */
export function crawlsOfSite(site: Target): Sql {
  const hosts = sql`SELECT crawl FROM crawl_hosts WHERE ${inHosts(site)}`;
  if (site.path_key === undefined || site.path_key === '') return hosts;
  return sql`SELECT DISTINCT crawl FROM crawl_pages WHERE crawl IN (${hosts}) AND ${inSite(site, 'host_key')}`;
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
