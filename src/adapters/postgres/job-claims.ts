import type { Lease } from '../../ports/jobs.ts';
import type { Plans } from '../../ports/plans.ts';
import type { Database, Queryable, Value } from './database.ts';
import type { JobRow } from './job-rows.ts';
import { CLAIM, CLAIM_LIMITED, CLAIM_LOCK } from './job-statements.ts';

/**
 * Takes queued jobs for a worker, from one workspace after the other, so that who has queued ten thousand waits for
 * them and nobody else does.
 */
export class JobClaims {
  readonly #database: Database;
  readonly #limits: Limits | undefined;
  /** The workspace that was served last. */
  #cursor = '';

  constructor(database: Database, plans: Plans) {
    this.#database = database;
    this.#limits = limitsOf(plans);
  }

  async claim(lease: Lease, count: number): Promise<readonly JobRow[]> {
    if (count <= 0) return [];
    if (this.#limits === undefined) return this.#inTurn(this.#database, lease, count);
    return this.#database.transaction(async (transaction) => {
      await transaction.query('select pg_advisory_xact_lock($1)', [CLAIM_LOCK]);
      return this.#inTurn(transaction, lease, count);
    });
  }

  /** One job of each workspace, then what is left of `count` in equal parts. */
  async #inTurn(queryable: Queryable, lease: Lease, count: number): Promise<readonly JobRow[]> {
    const first = await this.#round(queryable, lease, { count, each: 1 });
    const left = count - first.length;
    if (left === 0 || first.length === 0) return first;
    const workspaces = new Set(first.map((row) => row.workspace_id)).size;
    const more = await this.#round(queryable, lease, { count: left, each: Math.ceil(left / workspaces) });
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
    const { after, up_to, count, each } = range;
    const values: Value[] = [after, up_to, count, each, lease.owner, lease.duration_ms];
    const rows = await (this.#limits === undefined
      ? queryable.query<JobRow>(CLAIM, values)
      : queryable.query<JobRow>(CLAIM_LIMITED, [...values, ...this.#limits]));
    // In the order of the walk, which the statement does not promise.
    return rows.toSorted((a, b) => (a.workspace_id < b.workspace_id ? -1 : Number(a.workspace_id > b.workspace_id)));
  }
}

interface Bounds {
  readonly count: number;
  readonly each: number;
}

interface Range extends Bounds {
  readonly after: string;
  readonly up_to: string | undefined;
}

/** Names, their limits, and the limit of workspaces whose plan is not among them. */
type Limits = readonly [readonly string[], readonly (number | null)[], number | null];

/** Undefined when nobody is limited, which spares the claims a lock. */
function limitsOf(plans: Plans): Limits | undefined {
  const limits = [...plans.values()].map((plan) => plan.concurrent_jobs);
  const least = limits.filter((limit) => limit !== null).toSorted((a, b) => a - b)[0];
  // A plan that the settings no longer name must not become an unlimited one.
  return least === undefined ? undefined : [[...plans.keys()], limits, least];
}
