import { z } from 'zod';

import type { IndexDatabase } from '../database/database.ts';
import { RANK_UNKNOWN, SPAM_UNKNOWN } from '../database/names.ts';
import { SOURCE_DOMAIN } from '../database/link-domains.ts';
import { type Sql, sql } from '../database/sql.ts';
import { FATE, FATE_COLUMNS, fatesOf } from '../losses/rule.ts';
import { inRange, type LinkRange, linkRanges, linksAtOnce, targetsOfRange } from './ranges.ts';
import { BOUNDED, type Derivation, scratchTable } from './scratch.ts';
import { createRepeated, findRepeated, HOST_LINK, repeatedTable } from './repeated.ts';
import { sourcesTable, writeSources } from './sources.ts';

/**
 * Judges every link by all facts, and writes the judgement next to it if it has changed. Answers false when a newer rebuild
 * judges, or has judged: judgements go by the order in which they are written, so the older one has to stop. Statements of one engine run one after the other, so
 * none of the older can come after one of the newer.
 */
export async function judgeLinks(
  database: IndexDatabase,
  derivation: Derivation,
  progress: (share: number) => void = () => undefined,
  links_at_once: number = linksAtOnce(),
): Promise<boolean> {
  await database.run(sql`CREATE TABLE ${scratchTable(derivation, 'judging')} (n UInt8) ENGINE = Memory`);
  await writeSources(database, derivation);
  await createRepeated(database, derivation);
  const ranges = await linkRanges(database, links_at_once);
  for (const [at, range] of ranges.entries()) {
    if (await isOvertaken(database, derivation)) return false;
    await findRepeated(database, derivation, range);
    await database.run(judgedRange(derivation, range));
    progress((at + 1) / ranges.length);
  }
  return !(await isOvertaken(database, derivation));
}

async function isOvertaken(database: IndexDatabase, derivation: Derivation): Promise<boolean> {
  return (await newestJudging(database)) > derivation.version;
}

/** The newest version that has judged links, or has begun to. */
export async function newestJudging(database: IndexDatabase): Promise<number> {
  const rows = await database.rows(z.object({ newest: z.int() }), sql`SELECT ${NEWEST_JUDGING} AS newest`);
  return rows[0]?.newest ?? 0;
}

const NEWEST_JUDGING = sql`greatest((SELECT max(version) FROM rebuilds), (SELECT max(toUInt64OrZero(splitByChar('_', name)[2])) FROM system.tables
    WHERE database = currentDatabase() AND match(name, '^rebuild_[0-9]+_judging$')))`;

const KEYS = sql`target_host, target_path, source_host, source_path, type, anchor, alt, target_domain_length, source_domain_length,
  source_tld, first_seen`;
const JUDGED = sql`${FATE_COLUMNS}, page_rank, domain_rank, link_rank, spam, language, platform, target_status,
  spam_signs, repeated`;
const JUDGEMENT = sql`${FATE}, new_page_rank, new_domain_rank, new_link_rank, new_spam,
  new_language, new_platform, new_target_status, new_spam_signs, new_repeated`;
/** A link was judged in all columns or in none, but for those that are younger than its judgement. */
const STANDING = sql`assumeNotNull(lost_at), assumeNotNull(confirmed_at), assumeNotNull(page_read_before), assumeNotNull(page_rank),
  assumeNotNull(domain_rank), assumeNotNull(link_rank), assumeNotNull(spam), toString(assumeNotNull(language)),
  toString(assumeNotNull(platform)), assumeNotNull(target_status), ifNull(spam_signs, 0), ifNull(repeated, 0)`;

/** Sightings are not written again: their columns begin at zero, which is older than any of them. */
function judgedRange(derivation: Derivation, range: LinkRange): Sql {
  return sql`INSERT INTO links (${KEYS}, ${JUDGED}) SELECT ${KEYS}, ${JUDGEMENT} FROM (${fatesOf(joinedLinks(derivation, range))})
    WHERE (isNull(target_status) OR (${STANDING}) != (${JUDGEMENT})) AND ${NEWEST_JUDGING} <= ${derivation.version} ${BOUNDED}`;
}

function joinedLinks(derivation: Derivation, range: LinkRange): Sql {
  const { version } = derivation;
  return sql`SELECT l.*, f.evidence AS evidence, f.unchanged AS unchanged, ifNull(f.first_evidence, 0) AS first_evidence,
      ifNull(f.newest_evidence, 0) AS newest_evidence, ifNull(f.newest_unchanged, 0) AS newest_unchanged,
      ifNull(f.own_rank, ${RANK_UNKNOWN}) AS new_page_rank, if(${SEVERAL_READ}, ifNull(d.rank, ${RANK_UNKNOWN}), ${RANK_UNKNOWN}) AS new_domain_rank,
      toUInt16(if(new_page_rank != ${RANK_UNKNOWN} AND dofollow = 0, 0, ifNull(f.passed_rank, ${RANK_UNKNOWN}))) AS new_link_rank,
      ifNull(f.own_spam, ${SPAM_UNKNOWN}) AS new_spam, ifNull(toString(f.own_language), '') AS new_language,
      ifNull(toString(f.own_platform), '') AS new_platform, ifNull(t.status, 0) AS new_target_status,
      ifNull(r.reported_at, 0) AS reported, ifNull(f.own_signs, toUInt16(0)) AS new_spam_signs,
      toUInt8(l.host_link IN (SELECT host_link FROM ${repeatedTable(derivation)})) AS new_repeated
    FROM (SELECT ${KEYS}, ${JUDGED}, toUInt32(tupleElement(newest, 'seen')) AS seen, tupleElement(newest, 'dofollow') AS dofollow,
        cityHash64(source_host, source_path) AS source_page, ${SOURCE_DOMAIN_ID} AS source_domain,
        cityHash64(target_host, target_path) AS target_page, ${LINK_ID} AS link,
        ${HOST_LINK} AS host_link
      FROM links FINAL WHERE ${inRange(range)}) AS l
    LEFT ANY JOIN (SELECT page, evidence, unchanged, first_evidence, newest_evidence, newest_unchanged, passed_rank, page_rank AS own_rank,
        spam AS own_spam, spam_signs AS own_signs, language AS own_language, platform AS own_platform FROM ${sourcesTable(derivation)}
      WHERE page IN (SELECT cityHash64(source_host, source_path) FROM links WHERE ${inRange(range)})) AS f ON f.page = l.source_page
    LEFT ANY JOIN (SELECT id, rank FROM authority WHERE version = ${version} AND kind = 'domain'
      AND id IN (SELECT ${SOURCE_DOMAIN_ID} FROM links WHERE ${inRange(range)})) AS d ON d.id = l.source_domain
    LEFT ANY JOIN (SELECT cityHash64(host_key, path_key) AS page, status FROM pages FINAL
      WHERE ${targetsOfRange(range, sql`host_key`, sql`path_key`)}) AS t ON t.page = l.target_page
    LEFT ANY JOIN (SELECT ${LINK_ID} AS link, toUInt32(lost_at) AS reported_at FROM reported_losses FINAL
      WHERE ${targetsOfRange(range, sql`target_host`, sql`target_path`)}) AS r ON r.link = l.link`;
}

const LINK_ID = sql`cityHash64(target_host, target_path, source_host, source_path, type, anchor, alt)`;

/** While the pages of one domain alone were read, no link to it could have been seen, and its 0 says nothing. */
const SEVERAL_READ = sql`(SELECT count() > 1 FROM (SELECT DISTINCT domain FROM read_domains LIMIT 2))`;

const SOURCE_DOMAIN_ID = sql`cityHash64(${SOURCE_DOMAIN})`;
