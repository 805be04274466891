import type { Lease } from '../../ports/jobs.ts';
import type { Database, Queryable, Value } from './database.ts';
import type { JobRow } from './job-rows.ts';
import { ANY_LIMIT, CLAIM, CLAIM_LIMITED, CLAIM_LOCK } from './job-statements.ts';

/** How soon the first limit of all is noticed; a change of one holds from the next claim on. */
const LOOK_FOR_LIMITS_EVERY_MS = 5000;

/**
 * Takes queued jobs for a worker, from one workspace after the other, so that who has queued ten thousand waits for
 * them and nobody else does.
 *
 * What a plan allows is read from the table of plans, which the service writes: a worker may be started without the
 * settings of the service.
 */
export class JobClaims {
  readonly #database: Database;
  /** The workspace that was served last. */
  #cursor = '';
  #isLimited = false;
  /** By `performance.now()`. */
  #lookAgainAt = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  async claim(lease: Lease, count: number): Promise<readonly JobRow[]> {
    if (count <= 0) return [];
    if (!(await this.#anyLimit())) return this.#inTurn(this.#database, CLAIM, lease, count);
    return this.#database.transaction(async (transaction) => {
      await transaction.query('select pg_advisory_xact_lock($1)', [CLAIM_LOCK]);
      return this.#inTurn(transaction, CLAIM_LIMITED, lease, count);
    });
  }

  /** Where nobody is limited, claims are spared a lock. */
  async #anyLimit(): Promise<boolean> {
    if (performance.now() < this.#lookAgainAt) return this.#isLimited;
    const [row] = await this.#database.query<{ is_limited: boolean }>(ANY_LIMIT);
    this.#lookAgainAt = performance.now() + LOOK_FOR_LIMITS_EVERY_MS;
    this.#isLimited = row?.is_limited ?? false;
    return this.#isLimited;
  }

  /** One job of each workspace, then what is left of `count` in equal parts. */
  async #inTurn(queryable: Queryable, statement: string, lease: Lease, count: number): Promise<readonly JobRow[]> {
    const first = await this.#round(queryable, lease, { statement, count, each: 1 });
    const left = count - first.length;
    if (left === 0 || first.length === 0) return first;
    const workspaces = new Set(first.map((row) => row.workspace_id)).size;
    const more = await this.#round(queryable, lease, { statement, count: left, each: Math.ceil(left / workspaces) });
    return [...first, ...more];
  }

  async #round(queryable: Queryable, lease: Lease, bounds: Bounds): Promise<readonly JobRow[]> {
    const cursor = this.#cursor;
    const after = await this.#between(queryable, lease, { ...bounds, after: cursor, up_to: undefined });
    const left = bounds.count - after.length;
    const before =
      left > 0 && cursor !== ''
        ? await this.#between(queryable, lease, { ...bounds, count: left, after: '', up_to: cursor })
        : [];
    const taken = [...after, ...before];
    // All that had room were served: the next claim may begin anywhere.
    this.#cursor = taken.length < bounds.count ? '' : (taken.at(-1)?.workspace_id ?? '');
    return taken;
  }

  async #between(queryable: Queryable, lease: Lease, range: Range): Promise<readonly JobRow[]> {
    const { statement, after, up_to, count, each } = range;
    const values: Value[] = [after, up_to, count, each, lease.owner, lease.duration_ms];
    const rows = await queryable.query<JobRow>(statement, values);
    // In the order of the walk, which the statement does not promise.
    return rows.toSorted((a, b) => (a.workspace_id < b.workspace_id ? -1 : Number(a.workspace_id > b.workspace_id)));
  }
}

interface Bounds {
  readonly statement: string;
  readonly count: number;
  readonly each: number;
}

interface Range extends Bounds {
  readonly after: string;
  readonly up_to: string | undefined;
}
