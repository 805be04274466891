import { setTimeout } from 'node:timers/promises';

import { countOf } from '../authority/scratch.ts';
import { type IndexDatabase, readNumber } from '../database/database.ts';
import { RANK_UNKNOWN, SPAM_UNKNOWN } from '../database/names.ts';
import { SOURCE_DOMAIN } from '../database/link-domains.ts';
import { type Sql, sql } from '../database/sql.ts';
import { FATE, FATE_COLUMNS, fatesOf, FIRST_COLUMNS, HISTORY_IF_ANY, LINK_ID, LINK_KEY } from '../losses/rule.ts';
import { type ChangedLinks, partsOfPages } from './changed.ts';
import { inRange, linkRanges, linksAtOnce, targetsOfRange } from './ranges.ts';
import { BOUNDED, type Derivation, scratchTable } from './scratch.ts';
import { createRepeated, findRepeated, HOST_LINK, type JudgedLinks, repeatedTable } from './repeated.ts';
import { sourcesTable, writeSources } from './sources.ts';

const KEYS = sql`${LINK_KEY}, ${FIRST_COLUMNS}`;
const JUDGED = sql`${FATE_COLUMNS}, page_rank, domain_rank, link_rank, spam, language, platform, target_status,
  spam_signs, repeated`;

/**
 * Judges every link by all facts, and writes the judgement next to it if it has changed. Answers false when a newer rebuild
 * judges, or has judged: judgements go by the order in which they are written, so the older one has to stop, and the newer one waits for the
 * statement that it has under way.
 */
export async function judgeLinks(
  database: IndexDatabase,
  derivation: Derivation,
  progress: (share: number) => void = () => undefined,
  links_at_once: number = linksAtOnce(),
): Promise<boolean> {
  await database.run(sql`CREATE TABLE ${scratchTable(derivation, 'judging')} (n UInt8) ENGINE = Memory`);
  await noneIsJudging(database);
  await writeSources(database, derivation);
  await writeDomainRanks(database, derivation);
  await createRepeated(database, derivation);
  const ranges = await linkRanges(database, derivation, links_at_once);
  const judged = ranges.map((range) => ({
    table: sql`links`,
    links: inRange(range),
    targets: (host: Sql, path: Sql) => targetsOfRange(range, host, path),
    parts: range.parts,
  }));
  return judgeInTurn(database, derivation, judged, progress);
}

/** What is read of links to judge them, and to pack those that changed. */
export const JUDGED_COLUMNS = sql`${KEYS}, newest, ${JUDGED}`;

/**
 * Judges some links by the ranks of an earlier rebuild, whose version `derivation` has, and by what was read since. Answers
 * false when a newer one judges, or has judged.
 */
export async function judgeChanged(
  database: IndexDatabase,
  derivation: Derivation,
  { links, pages, count }: ChangedLinks,
  links_at_once: number = linksAtOnce(),
): Promise<boolean> {
  await noneIsJudging(database);
  await writeSources(database, derivation, sql`(SELECT page FROM ${pages})`);
  await writeDomainRanks(database, derivation, sql`id IN (SELECT domain FROM ${pages})`);
  await createRepeated(database, derivation, sql`host IN (SELECT host FROM ${pages})`);
  const judged = partsOfPages(count / links_at_once).map((isOfPart) => {
    const ofPart = isOfPart(sql`target_host`, sql`target_path`);
    return {
      table: links,
      links: ofPart,
      targets: (host: Sql, path: Sql) =>
        sql`(${host}, ${path}) IN (SELECT target_host, target_path FROM ${links} WHERE ${ofPart})`,
      parts: 1,
    };
  });
  return judgeInTurn(database, derivation, judged, () => undefined);
}

async function judgeInTurn(
  database: IndexDatabase,
  derivation: Derivation,
  judged: readonly Omit<JudgedLinks, 'sources'>[],
  progress: (share: number) => void,
): Promise<boolean> {
  for (const [at, links] of judged.entries()) {
    if (await isOvertaken(database, derivation)) return false;
    const sources = judged.length === 1 ? sourcesTable(derivation) : await takeSources(database, derivation, links);
    await findRepeated(database, derivation, { ...links, sources });
    await database.run(judgedRows(derivation, { ...links, sources }));
    progress((at + 1) / judged.length);
  }
  return !(await isOvertaken(database, derivation));
}

const LOOK_MS = 50;

/** Statements that judge are told by the condition that they have in common. */
async function noneIsJudging(database: IndexDatabase): Promise<void> {
  const isJudging = sql`query_kind = 'Insert' AND position(query, ${JUDGING_TABLE}) > 0`;
  while ((await countOf(database, sql`system.processes`, isJudging)) > 0) await setTimeout(LOOK_MS);
}

/** Every range has links from any domain: one table of their ranks in memory takes less than a join with all of them for each. */
async function writeDomainRanks(database: IndexDatabase, derivation: Derivation, isMeant: Sql = sql`1`): Promise<void> {
  const ranks = domainRanksTable(derivation);
  await database.run(
    sql`CREATE TABLE ${ranks} (id UInt64, rank UInt16) ENGINE = Join(ANY, LEFT, id) SETTINGS persistent = 0`,
  );
  await database.run(
    sql`INSERT INTO ${ranks} SELECT id, rank FROM authority WHERE version = ${derivation.version} AND kind = 'domain' AND ${isMeant}`,
  );
}

function domainRanksTable(derivation: Derivation): Sql {
  return scratchTable(derivation, 'rank_of_domains');
}

/** What is known of the pages that have links in the range: they lie anywhere among all pages, and both readings of a range want them. */
async function takeSources(
  database: IndexDatabase,
  derivation: Derivation,
  { table, links }: Pick<JudgedLinks, 'table' | 'links'>,
): Promise<Sql> {
  const taken = scratchTable(derivation, 'range_sources');
  const all = sourcesTable(derivation);
  await database.run(sql`CREATE TABLE IF NOT EXISTS ${taken} AS ${all} ENGINE = Memory`);
  await database.run(sql`TRUNCATE TABLE ${taken}`);
  await database.run(sql`INSERT INTO ${taken} SELECT * FROM ${all}
    WHERE page IN (SELECT cityHash64(source_host, source_path) FROM ${table} WHERE ${links}) ${BOUNDED}`);
  return taken;
}

async function isOvertaken(database: IndexDatabase, derivation: Derivation): Promise<boolean> {
  return (await newestJudging(database)) > derivation.version;
}

/** The newest version that has judged links, or has begun to. */
export function newestJudging(database: IndexDatabase): Promise<number> {
  return readNumber(database, sql`SELECT ${NEWEST_JUDGING}`);
}

const JUDGING_TABLE = '^rebuild_[0-9]+_judging$';

const NEWEST_JUDGING = sql`(SELECT max(version) FROM (SELECT version FROM rebuilds
  UNION ALL SELECT toUInt64OrZero(splitByChar('_', name)[2]) AS version FROM system.tables WHERE database = currentDatabase() AND match(name, ${JUDGING_TABLE})))`;

const JUDGEMENT = sql`${FATE}, new_page_rank, new_domain_rank, new_link_rank, new_spam,
  new_language, new_platform, new_target_status, new_spam_signs, new_repeated`;
/** A link was judged in all columns or in none, but for those that are younger than its judgement. */
const STANDING = sql`assumeNotNull(lost_at), assumeNotNull(confirmed_at), assumeNotNull(page_read_before), assumeNotNull(page_rank),
  assumeNotNull(domain_rank), assumeNotNull(link_rank), assumeNotNull(spam), toString(assumeNotNull(language)),
  toString(assumeNotNull(platform)), assumeNotNull(target_status), ifNull(spam_signs, 0), ifNull(repeated, 0)`;

/**
 * Sightings are not written again: their columns begin at zero, which is older than any of them. Where views watch a table that is written
 * to, the engine reads with one thread unless they may run side by side; and what they write would wait for rows to come, so that a
 * statement that is broken off would leave links judged whose packs nobody knows to be outdated.
 */
function judgedRows(derivation: Derivation, judged: JudgedLinks): Sql {
  return sql`INSERT INTO links (${KEYS}, ${JUDGED}) SELECT ${KEYS}, ${JUDGEMENT} FROM (${fatesOf(joinedLinks(derivation, judged))})
    WHERE (isNull(target_status) OR (${STANDING}) != (${JUDGEMENT})) AND ${NEWEST_JUDGING} <= ${derivation.version} ${BOUNDED}, parallel_view_processing = 1,
      min_insert_block_size_rows_for_materialized_views = 1, min_insert_block_size_bytes_for_materialized_views = 1`;
}

function joinedLinks(derivation: Derivation, { table, links, targets, sources }: JudgedLinks): Sql {
  const domain_rank = sql`joinGetOrNull(${domainRanksTable(derivation)}, 'rank', l.source_domain)`;
  return sql`SELECT l.*, ${HISTORY_IF_ANY}, ifNull(f.own_rank, ${RANK_UNKNOWN}) AS new_page_rank, if(${SEVERAL_READ}, ifNull(${domain_rank}, ${RANK_UNKNOWN}), ${RANK_UNKNOWN}) AS new_domain_rank,
      toUInt16(if(new_page_rank != ${RANK_UNKNOWN} AND dofollow = 0, 0, ifNull(f.passed_rank, ${RANK_UNKNOWN}))) AS new_link_rank,
      ifNull(f.own_spam, ${SPAM_UNKNOWN}) AS new_spam, ifNull(toString(f.own_language), '') AS new_language,
      ifNull(toString(f.own_platform), '') AS new_platform, ifNull(t.status, 0) AS new_target_status,
      ifNull(r.reported_at, 0) AS reported, ifNull(f.own_signs, toUInt16(0)) AS new_spam_signs,
      toUInt8(l.host_link IN (SELECT host_link FROM ${repeatedTable(derivation)})) AS new_repeated
    FROM (SELECT ${KEYS}, ${JUDGED}, toUInt32(tupleElement(newest, 'seen')) AS seen, tupleElement(newest, 'dofollow') AS dofollow,
        cityHash64(source_host, source_path) AS source_page, ${SOURCE_DOMAIN_ID} AS source_domain,
        cityHash64(target_host, target_path) AS target_page, ${LINK_ID} AS link,
        ${HOST_LINK} AS host_link
      FROM ${table} FINAL WHERE ${links}) AS l
    LEFT ANY JOIN (SELECT page, evidence, unchanged, first_evidence, newest_evidence, newest_unchanged, passed_rank, page_rank AS own_rank,
        spam AS own_spam, spam_signs AS own_signs, language AS own_language, platform AS own_platform FROM ${sources}) AS f ON f.page = l.source_page
    LEFT ANY JOIN (SELECT cityHash64(host_key, path_key) AS page, status FROM pages FINAL
      WHERE ${targets(sql`host_key`, sql`path_key`)}) AS t ON t.page = l.target_page
    LEFT ANY JOIN (SELECT ${LINK_ID} AS link, toUInt32(lost_at) AS reported_at FROM reported_losses FINAL
      WHERE ${targets(sql`target_host`, sql`target_path`)}) AS r ON r.link = l.link`;
}

/** While the pages of one domain alone were read, no link to it could have been seen, and its 0 says nothing. */
const SEVERAL_READ = sql`(SELECT count() > 1 FROM (SELECT DISTINCT domain FROM read_domains LIMIT 2))`;

const SOURCE_DOMAIN_ID = sql`cityHash64(${SOURCE_DOMAIN})`;
