import type { IndexDatabase } from '../database/database.ts';
import { countOf, idRanges, type IdRange, inIds, placed } from '../authority/scratch.ts';
import { type Sql, sql } from '../database/sql.ts';
import { BOUNDED, type Derivation, scratchTable } from './scratch.ts';

/** How many moves in a row are followed: a redirect to a page whose canonical is elsewhere, and one more. */
const MOVES_IN_A_ROW = 3;
/** Moves that are joined with each other at a time. */
const MOVES_AT_ONCE = 1_000_000;

/**
 * Writes, step by step, where redirects and canonicals lead.
 *
 * A move counts while it is what the newest fetch of its page saw, so each page has one at most. Redirects are recorded
 * with their final destination, so a further step is a canonical or a redirect that came later. A page that
 * leads back to itself leads nowhere.
 */
export async function writeArrivals(database: IndexDatabase, derivation: Derivation): Promise<void> {
  const moves = scratchTable(derivation, 'valid_moves');
  const steps = scratchTable(derivation, 'steps');
  const moved = await countOf(database, sql`page_states`, sql`move_kind != 0`);
  if (moved === 0) return;
  const ranges = idRanges(moved / MOVES_AT_ONCE);
  await database.run(sql`CREATE TABLE ${moves} (page UInt64, domain UInt64, host_key String, path_key String, to_page UInt64, to_host String,
    to_path String, to_flags UInt8, to_domain_length UInt8) ENGINE = ${placed(derivation, sql`MergeTree ORDER BY page`)}`);
  for (const range of ranges) await database.run(sql`INSERT INTO ${moves} ${validMoves(range)} ${BOUNDED}`);
  await database.run(sql`CREATE TABLE ${steps} (step UInt8, page UInt64, domain UInt64, host_key String, path_key String, final_page UInt64,
    final_host String, final_path String, final_flags UInt8, final_domain_length UInt8)
    ENGINE = ${placed(derivation, sql`MergeTree PARTITION BY step ORDER BY final_page`)}`);
  await database.run(sql`INSERT INTO ${steps} SELECT 1, page, domain, host_key, path_key, to_page, to_host, to_path, to_flags,
    to_domain_length FROM ${moves} WHERE to_page != page ${BOUNDED}`);
  for (let step = 1; step < MOVES_IN_A_ROW; step += 1) {
    for (const range of ranges) {
      await database.run(sql`INSERT INTO ${steps} SELECT ${step + 1}, s.page, s.domain, s.host_key, s.path_key, m.to_page, m.to_host,
          m.to_path, m.to_flags, m.to_domain_length
        FROM (SELECT * FROM ${steps} WHERE step = ${step} AND ${inIds(sql`final_page`, range)}) AS s
        INNER JOIN (SELECT page, to_page, to_host, to_path, to_flags, to_domain_length FROM ${moves} WHERE ${inIds(sql`page`, range)}) AS m
          ON m.page = s.final_page WHERE m.to_page != s.page ${BOUNDED}`);
    }
  }
  for (const range of ranges) await writeFinals(database, derivation, steps, range);
}

/** Of all moves that fetches of a page have recorded, its state names the one that stands, if any does. */
function validMoves(range: IdRange): Sql {
  return sql`SELECT s.page, s.domain, m.host_key, m.path_key, s.move_page, m.to_host, m.to_path, m.to_flags, m.to_domain_length
    FROM (SELECT *, cityHash64(host_key, path_key) AS page, cityHash64(to_host, to_path) AS to_page FROM moves FINAL
      WHERE ${inIds(sql`cityHash64(host_key, path_key)`, range)}) AS m
    INNER JOIN (SELECT page, domain, move_page FROM page_states FINAL WHERE move_kind != 0 AND ${inIds(sql`page`, range)}) AS s
      ON s.page = m.page AND s.move_page = m.to_page`;
}

/** A page that is reached twice is reached by the first of both steps. */
async function writeFinals(
  database: IndexDatabase,
  { version }: Derivation,
  steps: Sql,
  range: IdRange,
): Promise<void> {
  await database.run(sql`INSERT INTO arrivals (version, final_host, final_path, final_flags, final_domain_length, host_key, path_key, step,
      into_domain, into_host)
    SELECT ${version}, final_host, final_path, final_flags, final_domain_length, host_key, path_key, step,
      final_domain != domain AND row_number() OVER (PARTITION BY page, final_domain ORDER BY step) = 1,
      final_host != host_key AND row_number() OVER (PARTITION BY page, final_host ORDER BY step) = 1
    FROM (SELECT *, cityHash64(substring(final_host, 1, final_domain_length)) AS final_domain FROM ${steps} WHERE ${inIds(sql`page`, range)}
      ORDER BY step LIMIT 1 BY page, final_page) ${BOUNDED}`);
}
