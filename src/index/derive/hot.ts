import { z } from 'zod';

import type { IndexDatabase } from '../database/database.ts';
import { RANK_UNKNOWN } from '../database/names.ts';
import { SOURCE_DOMAIN } from '../database/link-domains.ts';
import { joined, sql, type Sql } from '../database/sql.ts';
import { writtenBefore } from './written-before.ts';
import { HELD_LINKS_MAX } from '../read/rows/held-links.ts';
import { writeCompetitors } from './competitors.ts';
import { linkCountsTable } from './edges.ts';
import { indirectTable, LINK_COLUMNS } from './indirect.ts';
import { BOUNDED, type Derivation } from './scratch.ts';
import { sourcesTable } from './sources.ts';
import { HOT_LINKS_LARGE } from './tables.ts';

/** From how many links on a target gets what. */
export interface HotBounds {
  /** A compact copy of its links from other domains. */
  readonly links_min: number;
  /** Competitors that are counted beforehand: a smaller one has so few sites that they are counted when they are asked for. */
  readonly counted_links_min: number;
}

/** Copying targets takes a rebuild most of a second each, so that of a large index only the largest are worth it. */
const HOT_SHARE = 1 / 2000;

/** Targets are copied that are too large to be held, and in an index of very many links those alone that are large for it. */
export function hotBounds(links: number): HotBounds {
  const links_min = Math.max(HELD_LINKS_MAX, Math.min(HOT_LINKS_LARGE, HOT_SHARE * links));
  return { links_min, counted_links_min: HOT_LINKS_LARGE };
}

/** Writes the compact copies, one domain after another, and then the competitors of each hot target. */
export async function writeHot(
  database: IndexDatabase,
  derivation: Derivation,
  progress: (share: number) => void,
  { links_min, counted_links_min }: HotBounds,
): Promise<void> {
  const domains = await hotDomains(database, derivation, links_min);
  for (const [at, domain] of domains.entries()) {
    const copied_at = await writtenBefore(database);
    await writeNames(database, derivation, domain);
    await writeHotLinks(database, derivation, domain);
    await writeHotArrivals(database, domain);
    await writeHotPages(database, derivation, domain);
    await writeHotTargets(database, domain, { links_min, copied_at });
    progress((0.7 * (at + 1)) / domains.length);
  }
  await writeCompetitors(database, derivation, (share) => progress(0.7 + 0.3 * share), counted_links_min);
}

async function hotDomains(
  database: IndexDatabase,
  derivation: Derivation,
  linksMin: number,
): Promise<readonly HotDomain[]> {
  const { version } = derivation;
  const hot = sql`SELECT domain, sum(links) AS total FROM ${linkCountsTable(derivation)} GROUP BY domain HAVING total >= ${linksMin}`;
  const rows = await database.rows(
    z.object({ id: z.string(), key: z.string(), links: z.int() }),
    sql`SELECT toString(a.id) AS id, a.key AS key, h.total AS links FROM (SELECT id, key FROM authority
        WHERE version = ${version} AND kind = 'domain' AND id IN (SELECT domain FROM (${hot}))) AS a
      INNER JOIN (${hot}) AS h ON h.domain = a.id ORDER BY key`,
  );
  return rows.map((row) => ({ version, ...row }));
}

/** Links that are numbered at a time: the numbers of their pages are held in memory meanwhile. */
const LINKS_AT_ONCE = 4_000_000;

/** Writes one row a link of a hot domain. Links that came after their names were collected are left to the next rebuild. */
async function writeHotLinks(database: IndexDatabase, derivation: Derivation, domain: HotDomain): Promise<void> {
  const parts = Math.max(1, Math.ceil(domain.links / LINKS_AT_ONCE));
  for (let part = 0; part < parts; part += 1) {
    const ofPart = (host: Sql): Sql => (parts === 1 ? sql`1` : sql`cityHash64(${host}) % ${parts} = ${part}`);
    const links = sql`(${directRows(domain, ofPart)} UNION ALL ${indirectRows(derivation, domain, ofPart)})`;
    await database.run(sql`INSERT INTO hot_links (${COLUMNS}) SELECT ${domain.version}, ${idOf(domain)}, sd.no, sh.no, sp.no, l.source_id,
        tp.no, fp.no, an.no, al.no, l.type, l.dofollow, l.attributes, l.position, l.count, l.source_flags, l.target_flags, l.end_flags,
        l.is_indirect, l.first_seen, l.last_seen, l.lost, l.read_before, l.own_rank, l.site_rank, l.passed_rank, l.page_spam, l.status,
        l.tld, l.page_language, l.page_platform, l.page_signs, l.is_repeated
      FROM ${links} AS l
      INNER JOIN (${numbers(domain, 'source_page')} AND ${ofPart(sql`name`)}) AS sp ON sp.id = l.source_id
      INNER JOIN (${numbers(domain, 'source_host')} AND ${ofPart(sql`name`)}) AS sh ON sh.id = l.source_host_id
      INNER JOIN (${numbers(domain, 'source_domain')}) AS sd ON sd.id = l.source_domain_id
      INNER JOIN (${numbers(domain, 'target_page')}) AS tp ON tp.id = l.target_id
      INNER JOIN (${numbers(domain, 'target_page')}) AS fp ON fp.id = l.end_id
      INNER JOIN (${numbers(domain, 'anchor')}) AS an ON an.id = l.anchor_id
      INNER JOIN (${numbers(domain, 'alt')}) AS al ON al.id = l.alt_id ${BOUNDED}`);
  }
}

const COLUMNS = sql`version, domain, source_domain_no, source_host_no, source_page_no, source_page_id, target_page_no, final_page_no,
  anchor_no, alt_no, type, dofollow, attributes, position, count, source_flags, target_flags, final_flags, is_indirect, first_seen,
  last_seen, lost_at, page_read_before, page_rank, domain_rank, link_rank, spam, target_status, tld, language, platform,
  spam_signs, repeated`;

const IDS = sql`cityHash64(source_host, source_path) AS source_id, cityHash64(source_host, '') AS source_host_id,
  cityHash64(source_domain, '') AS source_domain_id, cityHash64(target_host, target_path) AS target_id, cityHash64(anchor, '') AS anchor_id,
  cityHash64(alt, '') AS alt_id`;

const FACTS = sql`source_id, source_host_id, source_domain_id, target_id, anchor_id, alt_id, end_id, end_flags, is_indirect, type, dofollow,
  attributes, position, count, source_flags, target_flags, first_seen, last_seen, lost, read_before, own_rank, site_rank, passed_rank,
  page_spam, status, tld, page_language, page_platform, page_signs, is_repeated`;

function directRows(domain: HotDomain, ofPart: (host: Sql) => Sql): Sql {
  return sql`SELECT ${FACTS} FROM (SELECT *, ${IDS}, cityHash64(target_host, target_path) AS end_id, target_flags AS end_flags,
      0 AS is_indirect
    FROM (SELECT ${LINK_COLUMNS} FROM links FINAL WHERE ${isWithin(domain, sql`target_host`)} AND ${ofPart(sql`source_host`)})
    WHERE source_domain != ${domain.key})`;
}

/** Of the pages of the domain that a link arrives at, the first one counts. */
function indirectRows(derivation: Derivation, domain: HotDomain, ofPart: (host: Sql) => Sql): Sql {
  return sql`SELECT ${FACTS} FROM (SELECT *, ${IDS}, cityHash64(final_host, final_path) AS end_id, final_flags AS end_flags,
      1 AS is_indirect
    FROM ${indirectTable(derivation)} WHERE ${isWithin(domain, sql`final_host`)} AND NOT ${isWithin(domain, sql`target_host`)}
      AND source_domain != ${domain.key} AND ${ofPart(sql`source_host`)}
    ORDER BY step LIMIT 1 BY target_id, source_id, type, anchor_id, alt_id)`;
}

/** Numbers of names by their hash, in a form to which a condition on `name` may be added. */
function numbers(domain: HotDomain, kind: NameKind): Sql {
  return sql`SELECT cityHash64(name, path) AS id, no FROM hot_names WHERE version = ${domain.version} AND domain = ${idOf(domain)}
    AND kind = ${kind}`;
}

type NameKind = 'source_domain' | 'source_host' | 'source_page' | 'target_page' | 'anchor' | 'alt';

/** Everything that links of a hot domain name, in the order of bytes, under numbers from 0 on. */
async function writeNames(database: IndexDatabase, derivation: Derivation, domain: HotDomain): Promise<void> {
  const names: Readonly<Record<NameKind, Sql>> = {
    source_domain: namesOf(derivation, domain, SOURCE_DOMAIN, sql`source_domain`, sql`''`),
    source_host: namesOf(derivation, domain, sql`source_host`, sql`source_host`, sql`''`),
    source_page: namesOf(derivation, domain, sql`source_host`, sql`source_host`, sql`source_path`),
    target_page: targetPages(derivation, domain),
    anchor: namesOf(derivation, domain, sql`anchor`, sql`anchor`, sql`''`),
    alt: namesOf(derivation, domain, sql`alt`, sql`alt`, sql`''`),
  };
  const kinds = Object.entries(names).map(([kind, found]) => sql`SELECT ${kind} AS kind, name, path FROM (${found})`);
  await database.run(sql`INSERT INTO hot_names (version, domain, kind, no, name, path)
    SELECT ${domain.version}, ${idOf(domain)}, kind,
      row_number() OVER (PARTITION BY kind ORDER BY name, path ROWS BETWEEN CURRENT ROW AND CURRENT ROW) - 1, name, path
    FROM (SELECT kind, name, path FROM (${joined(kinds, ' UNION ALL ')}) GROUP BY kind, name, path) ${BOUNDED}`);
}

/** Keys alone are read, so rows that are not merged yet do no harm. */
function directOf(domain: HotDomain): Sql {
  return sql`links WHERE ${isWithin(domain, sql`target_host`)} AND ${SOURCE_DOMAIN} != ${domain.key}`;
}

function indirectOf(derivation: Derivation, domain: HotDomain): Sql {
  return sql`${indirectTable(derivation)} WHERE ${isWithin(domain, sql`final_host`)} AND NOT ${isWithin(domain, sql`target_host`)}
    AND source_domain != ${domain.key}`;
}

function namesOf(derivation: Derivation, domain: HotDomain, direct: Sql, indirect: Sql, path: Sql): Sql {
  return sql`SELECT ${direct} AS name, ${path} AS path FROM ${directOf(domain)}
    UNION ALL SELECT ${indirect} AS name, ${path} AS path FROM ${indirectOf(derivation, domain)}`;
}

/** Pages that links name, and those of the domain that these lead to. */
function targetPages(derivation: Derivation, domain: HotDomain): Sql {
  const named = namesOf(derivation, domain, sql`target_host`, sql`target_host`, sql`target_path`);
  return sql`${named} UNION ALL SELECT final_host AS name, final_path AS path FROM arrivals
    WHERE version = ${domain.version} AND ${isWithin(domain, sql`final_host`)} AND (host_key, path_key) IN (${named})`;
}

/** Which pages of a hot domain are reached from which pages that links name. */
async function writeHotArrivals(database: IndexDatabase, domain: HotDomain): Promise<void> {
  await database.run(sql`INSERT INTO hot_arrivals (version, domain, final_page_no, target_page_no, step, final_flags)
    SELECT ${domain.version}, ${idOf(domain)}, f.no, t.no, a.step, a.final_flags
    FROM (SELECT cityHash64(final_host, final_path) AS final_id, cityHash64(host_key, path_key) AS page, step, final_flags
      FROM arrivals WHERE version = ${domain.version} AND ${isWithin(domain, sql`final_host`)}) AS a
    INNER JOIN (${numbers(domain, 'target_page')}) AS f ON f.id = a.final_id
    INNER JOIN (${numbers(domain, 'target_page')}) AS t ON t.id = a.page ${BOUNDED}`);
}

/** What the newest fetches of pages of the domain saw, for pages that links name or arrive at. */
async function writeHotPages(database: IndexDatabase, derivation: Derivation, domain: HotDomain): Promise<void> {
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

/**
 * Writes which targets of a hot domain are hot: the domain itself, and each host (with what is below it) and page that
 * has enough links. A link counts for every target that it names or arrives at, once.
 */
async function writeHotTargets(
  database: IndexDatabase,
  domain: HotDomain,
  { links_min, copied_at }: { readonly links_min: number; readonly copied_at: bigint },
): Promise<void> {
  const { version, key } = domain;
  const own = sql`version = ${version} AND domain = ${idOf(domain)}`;
  const counts = sql`SELECT target_page_no, count() AS links FROM hot_links WHERE ${own} GROUP BY target_page_no`;
  const reached = sql`SELECT c.links AS links, c.target_page_no AS named, c.target_page_no AS page FROM (${counts}) AS c
    UNION ALL SELECT c.links AS links, c.target_page_no AS named, a.final_page_no AS page FROM (${counts}) AS c
      INNER JOIN (SELECT DISTINCT target_page_no, final_page_no FROM hot_arrivals WHERE ${own}) AS a ON a.target_page_no = c.target_page_no`;
  const pages = sql`SELECT no, name, path FROM hot_names WHERE ${own} AND kind = 'target_page' AND ${isWithin(domain, sql`name`)}`;
  const at = sql`fromUnixTimestamp64Milli(${copied_at}, 'UTC')`;
  const insert = sql`INSERT INTO hot_targets (version, copied_at, kind, domain, host, path, links)`;
  await database.run(
    sql`${insert} SELECT ${version}, ${at}, 'domain', ${idOf(domain)}, ${key}, '', count() FROM hot_links WHERE ${own}`,
  );
  await database.run(sql`${insert} SELECT ${version}, ${at}, 'page', ${idOf(domain)}, p.name, p.path, r.total
    FROM (SELECT page, sum(links) AS total FROM (${reached}) GROUP BY page HAVING total >= ${links_min}) AS r
    INNER JOIN (${pages}) AS p ON p.no = r.page ${BOUNDED}`);
  await database.run(sql`${insert} SELECT ${version}, ${at}, 'host', ${idOf(domain)}, host, '', sum(counted) AS total
    FROM (SELECT named, host, any(links) AS counted FROM (SELECT r.named AS named, r.links AS links, arrayJoin(p.hosts) AS host
        FROM (${reached}) AS r INNER JOIN (SELECT no, ${hostsAbove(key)} AS hosts FROM (${pages})) AS p ON p.no = r.page)
      GROUP BY named, host)
    GROUP BY host HAVING total >= ${links_min} ${BOUNDED}`);
}

/** The host and all above it that are in the domain, without ports. */
function hostsAbove(key: string): ReturnType<typeof sql> {
  return sql`arrayMap(end -> substring(name, 1, end), arrayFilter(end -> substring(name, end, 1) = '.', range(${key.length}, length(name) + 1)))`;
}

/** A registrable domain with so many links that queries about it are answered from numbers. */
interface HotDomain {
  readonly version: number;
  /** cityHash64 of the key, as a decimal number: it does not fit a double. */
  readonly id: string;
  readonly key: string;
  readonly links: number;
}

function idOf({ id }: HotDomain): Sql {
  return sql`toUInt64(${id})`;
}

/** Condition on a host: of the domain or below it. */
function isWithin({ key }: HotDomain, host: Sql): Sql {
  return sql`(${host} >= ${key} AND ${host} < ${key.slice(0, -1) + '/'})`;
}
