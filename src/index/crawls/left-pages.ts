import { z } from 'zod';

import type { SitePage } from '../../ports/site-facts.ts';
import { urlOfKeys } from '../database/names.ts';
import { sql } from '../database/sql.ts';
import { shortId } from './page-numbers.ts';
import { pagesOfCrawl, type SiteReading, withinSite } from './range.ts';

const LEFT_MAX = 500_000;

const Row = z.object({ host_key: z.string(), path_key: z.string(), flags: z.int(), id: z.int() });

/** Targets of links that the crawl did not come to: it knows that they are linked, and nothing else. */
export async function readLeftPages(
  reading: SiteReading,
): Promise<{ -readonly [Field in keyof SitePage]: SitePage[Field] }[]> {
  const { database, site, numbers, signal } = reading;
  const crawled = pagesOfCrawl(reading);
  const rows = await database.rows(
    Row,
    sql`SELECT target_host AS host_key, target_path AS path_key, max(tupleElement(newest, 'target_flags')) AS flags,
        ${shortId(sql`target_host`, sql`target_path`)} AS id
      FROM links WHERE ${withinSite(site)}
        AND (source_host, source_path) IN ${crawled}
        AND (target_host, target_path) NOT IN ${crawled}
      GROUP BY target_host, target_path LIMIT ${LEFT_MAX}`,
    signal,
  );
  return rows.map(({ host_key, path_key, flags, id }) => {
    numbers.add(id);
    return { ...LEFT, url: urlOfKeys(host_key, path_key, flags), host_key, path_key };
  });
}

const LEFT: SitePage = {
  url: '',
  host_key: '',
  path_key: '',
  outcome: 'left',
  status: 0,
  response_ms: 0,
  note: '',
  readable: false,
  title: '',
  description: '',
  h1: '',
  noindex: false,
  nofollow: false,
  language: '',
  word_count: 0,
  internal_links: 0,
  bytes: 0,
  schema_types: [],
  content_hash: '0',
  simhash: [0, 0],
  moved_to: -1,
  canonical: -1,
  canonical_url: '',
  rules_version: 0,
  failed: [],
  warned: [],
  evidence: [],
  script_shell: false,
  render: undefined,
  referring_hosts: 0,
};
