import { availableParallelism } from 'node:os';

import { z } from 'zod';

import type { IndexDatabase } from '../database/database.ts';
import { hostOfKey, isPublicSuffix } from '../../web/url.ts';
import { RANK_UNKNOWN } from '../database/names.ts';
import { SOURCE_DOMAIN, TARGET_DOMAIN } from '../database/link-domains.ts';
import { arrayOf, joined, sql, type Sql } from '../database/sql.ts';
import { writtenBefore } from './written-before.ts';
import { HELD_LINKS_MAX } from '../read/rows/held-links.ts';
import { inHostRange } from '../read/rows/scope.ts';
import { linkCountsTable } from './edges.ts';
import { indirectTable, LINK_COLUMNS } from './indirect.ts';
import { BOUNDED, type Derivation } from './scratch.ts';
import { sourcesTable } from './sources.ts';

/** Targets are copied that are too large to be held. */
export const HOT_LINKS_MIN = HELD_LINKS_MAX;

/** Writes the compact copies of all domains that are large enough. */
export async function writeHot(
  database: IndexDatabase,
  derivation: Derivation,
  progress: (share: number) => void,
  links_min: number,
): Promise<void> {
  const domains = await hotDomains(database, derivation, links_min);
  await writeCopies(database, derivation, { domains, links_min, progress });
}

interface Copied {
  readonly domains: readonly HotDomain[];
  /** Links from which on hosts and pages of these domains are hot as well. */
  readonly links_min: number;
  readonly progress?: (share: number) => void;
  /** Has `sourcesTable` tell of these pages, what stands on the right of IN; left out where it tells of all. */
  readonly readPages?: (pages: Sql) => Promise<void>;
}

/** Writes copies, a group of domains after another. */
export async function writeCopies(
  database: IndexDatabase,
  derivation: Derivation,
  { domains: all, links_min, progress, readPages }: Copied,
): Promise<void> {
  const { version, claimed: copy = version } = derivation;
  const groups = groupsOf(all);
  for (const [at, domains] of groups.entries()) {
    const group: HotGroup = { version, copy, domains };
    const copied_at = await writtenBefore(database);
    await writeNames(database, derivation, group);
    await writeHotLinks(database, derivation, group);
    await writeHotArrivals(database, group);
    await readPages?.(namedPages(group));
    await writeHotPages(database, derivation, group);
    await writeHotTargets(database, group, { links_min, copied_at });
    progress?.((at + 1) / groups.length);
  }
}

async function hotDomains(
  database: IndexDatabase,
  derivation: Derivation,
  linksMin: number,
): Promise<readonly HotDomain[]> {
  const { version } = derivation;
  const hot = sql`SELECT domain, sum(links) AS total FROM ${linkCountsTable(derivation)} GROUP BY domain HAVING total >= ${linksMin}`;
  return database.rows(
    HotDomain,
    sql`SELECT toString(a.id) AS id, a.key AS key, h.total AS links FROM (SELECT id, key FROM authority
        WHERE version = ${version} AND kind = 'domain' AND id IN (SELECT domain FROM (${hot}))) AS a
      INNER JOIN (${hot}) AS h ON h.domain = a.id ORDER BY key`,
  );
}

/** Links that are numbered at a time: the numbers of all that they name are held in memory meanwhile. */
const LINKS_AT_ONCE = 3_000_000;
/** A statement names the range of each some fifteen times, and the engine takes 50,000 elements of one. */
const DOMAINS_AT_ONCE = 100;

/**
 * Neighbours are copied together: where domains have few links, running a statement at all is most of what it costs. A public suffix
 * is copied alone.
 */
export function groupsOf(domains: readonly HotDomain[]): readonly (readonly HotDomain[])[] {
  const groups: HotDomain[][] = [];
  let links = 0;
  for (const domain of domains) {
    links += domain.links;
    const group = groups.at(-1);
    const isFull = links > LINKS_AT_ONCE || group?.length === DOMAINS_AT_ONCE;
    if (group === undefined || isFull || [...group.slice(-1), domain].some(isSuffix)) {
      groups.push([domain]);
      links = domain.links;
    } else group.push(domain);
  }
  return groups;
}

/** Writes one row a link of hot domains. Links that came after their names were collected are left to the next rebuild. */
async function writeHotLinks(database: IndexDatabase, derivation: Derivation, group: HotGroup): Promise<void> {
  const total = group.domains.reduce((sum, { links }) => sum + links, 0);
  const parts = Math.max(1, Math.ceil(total / LINKS_AT_ONCE));
  for (let part = 0; part < parts; part += 1) {
    const ofPart = (host: Sql): Sql => (parts === 1 ? sql`1` : sql`cityHash64(${host}) % ${parts} = ${part}`);
    const links = sql`(${directRows(group, ofPart)} UNION ALL ${indirectRows(derivation, group, ofPart)})`;
    await database.run(sql`INSERT INTO hot_links (${COLUMNS}) SELECT ${group.copy}, l.domain, sd.no, sh.no, sp.no, l.source_id,
        tp.no, fp.no, an.no, al.no, l.type, l.dofollow, l.attributes, l.position, l.count, l.source_flags, l.target_flags, l.end_flags,
        l.is_indirect, l.first_seen, l.last_seen, l.lost, l.read_before, l.own_rank, l.site_rank, l.passed_rank, l.page_spam, l.status,
        l.tld, l.page_language, l.page_platform, l.page_signs, l.is_repeated
      FROM ${links} AS l
      INNER JOIN (${numbers(group, 'source_page')} AND ${ofPart(sql`name`)}) AS sp ON sp.id = bitXor(l.source_id, l.domain)
      INNER JOIN (${numbers(group, 'source_host')} AND ${ofPart(sql`name`)}) AS sh ON sh.id = bitXor(l.source_host_id, l.domain)
      INNER JOIN (${numbers(group, 'source_domain')}) AS sd ON sd.id = bitXor(l.source_domain_id, l.domain)
      INNER JOIN (${numbers(group, 'target_page')}) AS tp ON tp.id = bitXor(l.target_id, l.domain)
      INNER JOIN (${numbers(group, 'target_page')}) AS fp ON fp.id = bitXor(l.end_id, l.domain)
      INNER JOIN (${numbers(group, 'anchor')}) AS an ON an.id = bitXor(l.anchor_id, l.domain)
      INNER JOIN (${numbers(group, 'alt')}) AS al ON al.id = bitXor(l.alt_id, l.domain) ${BOUNDED}`);
  }
}

const COLUMNS = sql`version, domain, source_domain_no, source_host_no, source_page_no, source_page_id, target_page_no, final_page_no,
  anchor_no, alt_no, type, dofollow, attributes, position, count, source_flags, target_flags, final_flags, is_indirect, first_seen,
  last_seen, lost_at, page_read_before, page_rank, domain_rank, link_rank, spam, target_status, tld, language, platform,
  spam_signs, repeated`;

const IDS = sql`cityHash64(source_host, source_path) AS source_id, cityHash64(source_host, '') AS source_host_id,
  cityHash64(source_domain, '') AS source_domain_id, cityHash64(target_host, target_path) AS target_id, cityHash64(anchor, '') AS anchor_id,
  cityHash64(alt, '') AS alt_id`;

const FACTS = sql`domain, source_id, source_host_id, source_domain_id, target_id, anchor_id, alt_id, end_id, end_flags, is_indirect, type,
  dofollow, attributes, position, count, source_flags, target_flags, first_seen, last_seen, lost, read_before, own_rank, site_rank,
  passed_rank, page_spam, status, tld, page_language, page_platform, page_signs, is_repeated`;

function directRows(group: HotGroup, ofPart: (host: Sql) => Sql): Sql {
  return sql`SELECT ${FACTS} FROM (SELECT *, ${IDS}, cityHash64(target_host, target_path) AS end_id, target_flags AS end_flags,
      0 AS is_indirect
    FROM (SELECT ${LINK_COLUMNS}, cityHash64(${domainOf(group, TARGET_DOMAIN)}) AS domain FROM links FINAL
      WHERE ${isDirect(group)} AND ${ofPart(sql`source_host`)}))`;
}

/** Of the pages of the domain that a link arrives at, the first one counts. */
function indirectRows(derivation: Derivation, group: HotGroup, ofPart: (host: Sql) => Sql): Sql {
  return sql`SELECT ${FACTS} FROM (SELECT *, ${IDS}, cityHash64(${domainOf(group, sql`final_domain`)}) AS domain, cityHash64(final_host, final_path) AS end_id,
      final_flags AS end_flags, 1 AS is_indirect
    FROM ${indirectOf(derivation, group)} AND ${ofPart(sql`source_host`)}
    ORDER BY step LIMIT 1 BY domain, target_id, source_id, type, anchor_id, alt_id)`;
}

/**
 * Numbers of names by their hash and domain in one, `bitXor(hash, domain)`, since a key of 8 bytes takes half the memory of two of
 * them; in a form to which a condition on `name` may be added.
 */
function numbers(group: HotGroup, kind: NameKind): Sql {
  return sql`SELECT bitXor(cityHash64(name, path), domain) AS id, no FROM hot_names WHERE ${ofGroup(group)} AND kind = ${kind}`;
}

type NameKind = 'source_domain' | 'source_host' | 'source_page' | 'target_page' | 'anchor' | 'alt';

/** Everything that links of hot domains name, in the order of bytes, under numbers from 0 on for each domain. */
async function writeNames(database: IndexDatabase, derivation: Derivation, group: HotGroup): Promise<void> {
  const names: Readonly<Record<NameKind, Sql>> = {
    source_domain: namesOf(derivation, group, SOURCE_DOMAIN, sql`source_domain`, sql`''`),
    source_host: namesOf(derivation, group, sql`source_host`, sql`source_host`, sql`''`),
    source_page: namesOf(derivation, group, sql`source_host`, sql`source_host`, sql`source_path`),
    target_page: targetPages(derivation, group),
    anchor: namesOf(derivation, group, sql`anchor`, sql`anchor`, sql`''`),
    alt: namesOf(derivation, group, sql`alt`, sql`alt`, sql`''`),
  };
  const numbered = Object.entries(names).map(
    ([kind, found]) => sql`SELECT domain, ${kind} AS kind,
      row_number() OVER (PARTITION BY domain ORDER BY name, path ROWS BETWEEN CURRENT ROW AND CURRENT ROW) - 1 AS no, name, path
    FROM (SELECT domain, name, path FROM (${found}) GROUP BY domain, name, path)`,
  );
  await database.run(sql`INSERT INTO hot_names (version, domain, kind, no, name, path)
    SELECT ${group.copy}, domain, kind, no, name, path FROM (${joined(numbered, ' UNION ALL ')}) ${BOUNDED}, max_insert_threads = ${WRITERS},
      max_bytes_before_external_group_by = ${NAMES_BYTES_MAX}, max_bytes_before_external_sort = ${NAMES_BYTES_MAX}`);
}

/** Names of each kind are grouped and sorted beside those of the others. */
const NAMES_BYTES_MAX = 80_000_000;
/** Names take longer to write than to find. */
const WRITERS = Math.min(4, availableParallelism());

/** Keys alone are read, so rows that are not merged yet do no harm. */
function namesOf(derivation: Derivation, group: HotGroup, direct: Sql, indirect: Sql, path: Sql): Sql {
  return sql`SELECT cityHash64(${domainOf(group, TARGET_DOMAIN)}) AS domain, ${direct} AS name, ${path} AS path FROM links WHERE ${isDirect(group)}
    UNION ALL SELECT cityHash64(${domainOf(group, sql`final_domain`)}) AS domain, ${indirect} AS name, ${path} AS path FROM ${indirectOf(derivation, group)}`;
}

function isDirect(group: HotGroup): Sql {
  return sql`${isWithin(group, sql`target_host`, TARGET_DOMAIN)} AND ${SOURCE_DOMAIN} != ${domainOf(group, TARGET_DOMAIN)}`;
}

function indirectOf(derivation: Derivation, group: HotGroup): Sql {
  const domain = domainOf(group, sql`final_domain`);
  return sql`${indirectTable(derivation)} WHERE ${isWithin(group, sql`final_host`, domain)}
    AND NOT startsWith(target_host, ${domain}) AND source_domain != ${domain}`;
}

/** Pages that links name, and those of the domain that these lead to. */
function targetPages(derivation: Derivation, group: HotGroup): Sql {
  const named = namesOf(derivation, group, sql`target_host`, sql`target_host`, sql`target_path`);
  return sql`${named} UNION ALL SELECT cityHash64(${domainOf(group, FINAL_DOMAIN)}) AS domain, final_host AS name, final_path AS path FROM ${arrivalsOf(group)}
    AND (domain, host_key, path_key) IN (${named})`;
}

export const FINAL_DOMAIN = sql`substring(final_host, 1, final_domain_length)`;

function arrivalsOf(group: HotGroup): Sql {
  return sql`arrivals WHERE version = ${group.version} AND ${isWithin(group, sql`final_host`, FINAL_DOMAIN)}`;
}

/** Which pages of hot domains are reached from which pages that links name. */
async function writeHotArrivals(database: IndexDatabase, group: HotGroup): Promise<void> {
  await database.run(sql`INSERT INTO hot_arrivals (version, domain, final_page_no, target_page_no, step, final_flags)
    SELECT ${group.copy}, a.domain, f.no, t.no, a.step, a.final_flags
    FROM (SELECT cityHash64(${domainOf(group, FINAL_DOMAIN)}) AS domain, cityHash64(final_host, final_path) AS final_id,
      cityHash64(host_key, path_key) AS page, step, final_flags FROM ${arrivalsOf(group)}) AS a
    INNER JOIN (${numbers(group, 'target_page')}) AS f ON f.id = bitXor(a.final_id, a.domain)
    INNER JOIN (${numbers(group, 'target_page')}) AS t ON t.id = bitXor(a.page, a.domain) ${BOUNDED}`);
}

/** Ids of the pages that links name or end at. */
function namedPages(group: HotGroup): Sql {
  return sql`(SELECT cityHash64(name, path) FROM hot_names WHERE ${ofGroup(group)} AND kind = 'target_page')`;
}

/** What the newest fetches of pages of the domains saw, for pages that links name or arrive at. */
async function writeHotPages(database: IndexDatabase, derivation: Derivation, group: HotGroup): Promise<void> {
  const domain = domainOf(group, sql`substring(host_key, 1, domain_length)`);
  await database.run(sql`INSERT INTO hot_pages (version, domain, no, flags, status, readable, redirect_url, title, page_rank, first_visited,
      word_count, internal_links, external_links)
    SELECT ${group.copy}, p.domain, n.no, p.flags, p.status, p.readable, p.redirect_url, p.title, ifNull(f.page_rank, ${RANK_UNKNOWN}),
      toDateTime(ifNull(f.first_fetch, 0), 'UTC'), p.word_count, p.internal_links, p.external_links
    FROM (SELECT *, cityHash64(host_key, path_key) AS page FROM (SELECT cityHash64(${domain}) AS domain,
        host_key, path_key, flags, status, readable, redirect_url, title, word_count, internal_links, external_links
      FROM pages FINAL WHERE ${isWithin(group, sql`host_key`, domain)})) AS p
    INNER JOIN (${numbers(group, 'target_page')}) AS n ON n.id = bitXor(p.page, p.domain)
    LEFT JOIN (SELECT page, first_fetch, page_rank FROM ${sourcesTable(derivation)} WHERE page IN ${namedPages(group)}) AS f ON f.page = p.page ${BOUNDED}`);
}

/**
 * Writes which targets of hot domains are hot: the domains themselves, and each host (with what is below it) and page that
 * has enough links. A link counts for every target that it names or arrives at, once.
 */
async function writeHotTargets(
  database: IndexDatabase,
  group: HotGroup,
  { links_min, copied_at }: { readonly links_min: number; readonly copied_at: bigint },
): Promise<void> {
  const { version, copy, domains } = group;
  const key = sql`transform(domain, ${arrayOf(idsOf(group))}, ${arrayOf(domains.map((each) => each.key))}, '')`;
  const own = ofGroup(group);
  const counts = sql`SELECT domain, target_page_no, count() AS links FROM hot_links WHERE ${own} GROUP BY domain, target_page_no`;
  const reached = sql`SELECT c.domain AS domain, c.links AS links, c.target_page_no AS named, c.target_page_no AS page FROM (${counts}) AS c
    UNION ALL SELECT c.domain AS domain, c.links AS links, c.target_page_no AS named, a.final_page_no AS page FROM (${counts}) AS c
      INNER JOIN (SELECT DISTINCT domain, target_page_no, final_page_no FROM hot_arrivals WHERE ${own}) AS a
        ON a.domain = c.domain AND a.target_page_no = c.target_page_no`;
  const pages = sql`SELECT domain, no, name, path, ${key} AS key FROM hot_names
    WHERE ${own} AND kind = 'target_page' AND startsWith(name, key)`;
  const at = sql`fromUnixTimestamp64Milli(${copied_at}, 'UTC')`;
  const insert = sql`INSERT INTO hot_targets (version, copy, copied_at, kind, domain, host, path, links)`;
  await database.run(
    sql`${insert} SELECT ${version}, ${copy}, ${at}, 'domain', domain, ${key}, '', count() FROM hot_links WHERE ${own} GROUP BY domain`,
  );
  await database.run(sql`${insert} SELECT ${version}, ${copy}, ${at}, 'page', p.domain, p.name, p.path, r.total
    FROM (SELECT domain, page, sum(links) AS total FROM (${reached}) GROUP BY domain, page HAVING total >= ${links_min}) AS r
    INNER JOIN (${pages}) AS p ON p.domain = r.domain AND p.no = r.page ${BOUNDED}`);
  await database.run(sql`${insert} SELECT ${version}, ${copy}, ${at}, 'host', domain, host, '', sum(counted) AS total
    FROM (SELECT domain, named, host, any(links) AS counted
      FROM (SELECT r.domain AS domain, r.named AS named, r.links AS links, arrayJoin(p.hosts) AS host
        FROM (${reached}) AS r
        INNER JOIN (SELECT domain, no, ${HOSTS_ABOVE} AS hosts FROM (${pages})) AS p ON p.domain = r.domain AND p.no = r.page)
      GROUP BY domain, named, host)
    GROUP BY domain, host HAVING total >= ${links_min} ${BOUNDED}`);
}

/** The host and all above it that are in the domain, without ports. */
const HOSTS_ABOVE = sql`arrayMap(end -> substring(name, 1, end),
  arrayFilter(end -> substring(name, end, 1) = '.', range(length(key), length(name) + 1)))`;

/** A registrable domain with so many links that queries about it are answered from numbers. */
export const HotDomain = z.object({
  /** cityHash64 of the key, as a decimal number: it does not fit a double. */
  id: z.string(),
  key: z.string(),
  links: z.int(),
});
export type HotDomain = z.infer<typeof HotDomain>;

/** Hot domains that are copied together. */
interface HotGroup {
  /** Of the rebuild that found out which pages lead to which. */
  readonly version: number;
  /** Under which the copies are written: that version, unless they take the place of older copies. */
  readonly copy: number;
  readonly domains: readonly HotDomain[];
}

function idsOf({ domains }: HotGroup): readonly bigint[] {
  return domains.map(({ id }) => BigInt(id));
}

/** Rows of the copies themselves. */
function ofGroup(group: HotGroup): Sql {
  return sql`version = ${group.copy} AND domain IN ${idsOf(group)}`;
}

/** Condition on a host and the domain that it counts for: the ranges of hosts are for the primary key, which a hash says nothing to. */
function isWithin(group: HotGroup, host: Sql, domain: Sql): Sql {
  const ranges = joined(
    group.domains.map(({ key }) => inHostRange(key, host)),
    ' OR ',
  );
  if (suffixOf(group) !== undefined) return ranges;
  return sql`indexHint(${ranges}) AND cityHash64(${domain}) IN ${idsOf(group)}`;
}

/** What a host counts for: its registrable domain, or the public suffix that all sites below it are copied for. */
function domainOf(group: HotGroup, domain: Sql): Sql {
  const suffix = suffixOf(group);
  return suffix === undefined ? domain : sql`${suffix.key}`;
}

function suffixOf({ domains }: HotGroup): HotDomain | undefined {
  return domains.find(isSuffix);
}

export function isSuffix({ key }: HotDomain): boolean {
  return isPublicSuffix(hostOfKey(key));
}
