import { z } from 'zod';

import type { Target } from '../../kernel/target.ts';
import type { IndexDatabase } from '../database.ts';
import { joined, type Sql, sql } from '../sql.ts';
import { inTarget } from './scope.ts';

/** How many moves in a row lead a link into the target: a redirect to a page whose canonical is there, and one more. */
const MOVES_IN_A_ROW = 3;
/** More pages than this (a whole site that moved) are left to the engine, and only their first step counts. */
const MOVES_MAX = 1000;

const MoveRow = z.object({
  host_key: z.string(),
  path_key: z.string(),
  to_host: z.string(),
  to_path: z.string(),
  to_flags: z.int(),
});
type MoveRow = z.infer<typeof MoveRow>;

interface MoveScope {
  readonly target: Target;
  readonly include_subdomains: boolean;
}

/**
 * Pages outside the target that lead into it by redirect or canonical, with the page of the target that they reach, as
 * something to select from; undefined when there are none.
 *
 * A move counts while it is what the newest fetch of its page saw. Redirects are recorded with their final destination,
 * so a further step is a canonical or a redirect that came later. A page is reached once, which ends circles.
 */
export async function movesIntoTarget(
  database: IndexDatabase,
  scope: MoveScope,
  signal: AbortSignal,
): Promise<Sql | undefined> {
  const outside = sql`NOT ${inTarget(scope.target, scope.include_subdomains, sql`host_key`, sql`path_key`)}`;
  const first = validMoves(
    sql`${inTarget(scope.target, scope.include_subdomains, sql`to_host`, sql`to_path`)} AND ${outside}`,
  );
  const found = await firstMoves(database, first, signal);
  if (found.length === 0) return undefined;
  if (found.length > MOVES_MAX) return first;
  const reached = new Map(found.map((move) => [keyOf(move), move]));
  let last = found;
  for (let step = 1; step < MOVES_IN_A_ROW && last.length > 0 && reached.size < MOVES_MAX; step += 1) {
    const into = sql`(to_host, to_path) IN ${last.map((move) => [move.host_key, move.path_key])} AND ${outside}`;
    const before = await firstMoves(database, validMoves(into), signal);
    last = [];
    for (const move of before) {
      const end = reached.get(`${move.to_host}\n${move.to_path}`);
      if (end === undefined || reached.has(keyOf(move))) continue;
      const whole = { ...end, host_key: move.host_key, path_key: move.path_key };
      reached.set(keyOf(move), whole);
      last.push(whole);
    }
  }
  return literalMoves([...reached.values()]);
}

function keyOf({ host_key, path_key }: MoveRow): string {
  return `${host_key}\n${path_key}`;
}

function firstMoves(database: IndexDatabase, moves: Sql, signal: AbortSignal): Promise<MoveRow[]> {
  return database.rows(
    MoveRow,
    sql`SELECT * FROM (${moves}) ORDER BY host_key, path_key LIMIT ${MOVES_MAX + 1}`,
    signal,
  );
}

function validMoves(where: Sql): Sql {
  const moves = sql`SELECT host_key, path_key, to_host, to_path, to_flags, observed_at, cityHash64(host_key, path_key) AS page
    FROM moves FINAL WHERE ${where}`;
  return sql`SELECT v.host_key AS host_key, v.path_key AS path_key, v.to_host AS to_host, v.to_path AS to_path,
    v.to_flags AS to_flags FROM (${moves}) AS v INNER JOIN (SELECT page, observed_at FROM page_states FINAL
      WHERE move_kind != 0 AND page IN (SELECT page FROM (${moves}))) AS s
    ON s.page = v.page AND s.observed_at = v.observed_at`;
}

function literalMoves(moves: readonly MoveRow[]): Sql {
  const rows = moves.map((move) => sql`${[move.host_key, move.path_key, move.to_host, move.to_path, move.to_flags]}`);
  return sql`SELECT * FROM values('host_key String, path_key String, to_host String, to_path String, to_flags UInt8', ${joined(rows, ', ')})`;
}
