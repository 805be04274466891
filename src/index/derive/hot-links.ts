import type { IndexDatabase } from '../database.ts';
import { type Sql, sql } from '../sql.ts';
import { type HotDomain, idOf, isWithin } from './hot-domain.ts';
import type { NameKind } from './hot-names.ts';
import { indirectTable, LINK_COLUMNS } from './indirect.ts';
import { BOUNDED, type Derivation } from './scratch.ts';

/** Links that are numbered at a time: the numbers of their pages are held in memory meanwhile. */
const LINKS_AT_ONCE = 4_000_000;

/** Writes one row a link of a hot domain. Links that came after their names were collected are left to the next rebuild. */
export async function writeHotLinks(database: IndexDatabase, derivation: Derivation, domain: HotDomain): Promise<void> {
  const parts = Math.max(1, Math.ceil(domain.links / LINKS_AT_ONCE));
  for (let part = 0; part < parts; part += 1) {
    const ofPart = (host: Sql): Sql => (parts === 1 ? sql`1` : sql`cityHash64(${host}) % ${parts} = ${part}`);
    const links = sql`(${directRows(domain, ofPart)} UNION ALL ${indirectRows(derivation, domain, ofPart)})`;
    await database.run(sql`INSERT INTO hot_links (${COLUMNS}) SELECT ${domain.version}, ${idOf(domain)}, sd.no, sh.no, sp.no, l.source_id,
        tp.no, fp.no, an.no, al.no, l.type, l.dofollow, l.attributes, l.position, l.count, l.source_flags, l.target_flags, l.end_flags,
        l.is_indirect, l.first_seen, l.last_seen, l.lost, l.read_before, l.own_rank, l.site_rank, l.passed_rank, l.page_spam, l.status,
        l.tld, l.page_language, l.page_platform
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
  last_seen, lost_at, page_read_before, page_rank, domain_rank, link_rank, spam, target_status, tld, language, platform`;

const IDS = sql`cityHash64(source_host, source_path) AS source_id, cityHash64(source_host, '') AS source_host_id,
  cityHash64(source_domain, '') AS source_domain_id, cityHash64(target_host, target_path) AS target_id, cityHash64(anchor, '') AS anchor_id,
  cityHash64(alt, '') AS alt_id`;

const FACTS = sql`source_id, source_host_id, source_domain_id, target_id, anchor_id, alt_id, end_id, end_flags, is_indirect, type, dofollow,
  attributes, position, count, source_flags, target_flags, first_seen, last_seen, lost, read_before, own_rank, site_rank, passed_rank,
  page_spam, status, tld, page_language, page_platform`;

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
export function numbers(domain: HotDomain, kind: NameKind): Sql {
  return sql`SELECT cityHash64(name, path) AS id, no FROM hot_names WHERE version = ${domain.version} AND domain = ${idOf(domain)}
    AND kind = ${kind}`;
}
