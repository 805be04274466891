import { createHash } from 'node:crypto';

import type { CheckRuns, CheckSeries, FailedRun } from '../../ports/check-runs.ts';
import type { FailedCheck, SerpFailureQuery } from '../../ports/serp.ts';
import type { Recalled, RecallScope, Store } from '../../ports/store.ts';
import { foldPhrase } from '../../text/normalize.ts';
import type { Database } from './database.ts';
import { storable } from './storable.ts';

const REASON_MAX = 1000;
const TEXT_MAX = 200;
const KEYWORD_MAX = 700;
/** As long as the longest history that is asked for. */
const KEEP_DAYS = 800;
/** Old rows that one new row takes with it: more go than come. */
const SWEEP_ROWS = 20;

/** Failed checks in PostgreSQL, where they outlive the job that failed. */
export class PostgresCheckRuns implements CheckRuns {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async fail(check: FailedRun): Promise<void> {
    const { workspace_id, capability, series, failed_at, reason, source, operation, request_id } = check;
    await this.#database.query(FAIL, [
      workspace_id,
      capability,
      hashOf(series),
      JSON.stringify(series).replaceAll(String.raw`\u0000`, ''),
      keywordOf(series),
      failed_at,
      storable(reason, REASON_MAX),
      source,
      operation,
      storable(request_id, TEXT_MAX),
    ]);
    await this.#database.query(SWEEP, [KEEP_DAYS, SWEEP_ROWS]);
  }

  async recover({ workspace_id, capability, series, request_id }: Parameters<CheckRuns['recover']>[0]): Promise<void> {
    await this.#database.query(RECOVER, [workspace_id, storable(request_id, TEXT_MAX), capability, hashOf(series)]);
  }
}

/** Equal series have equal JSON, since each method of a capability writes the parts of its own in one order. */
function hashOf(series: CheckSeries): Buffer {
  return createHash('sha256').update(JSON.stringify(series)).digest();
}

function keywordOf({ keyword = '' }: CheckSeries): string {
  return typeof keyword === 'string' ? storable(keyword, KEYWORD_MAX) : '';
}

const FAIL = `
  insert into check_runs (workspace_id, capability, series_hash, series, keyword, failed_at, reason, source, operation, request_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (workspace_id, request_id, capability, series_hash)
    do update set failed_at = excluded.failed_at, reason = excluded.reason, source = excluded.source`;

const SWEEP = `
  delete from check_runs where ctid = any (array(
    select ctid from check_runs where failed_at < now() - make_interval(days => $1) limit $2))`;

const RECOVER = `
  delete from check_runs where workspace_id = $1 and request_id = $2 and capability = $3 and series_hash = $4`;

/** Failed checks of result pages, as `serp.failures` tells them. */
export class SerpFailureStore implements Store<SerpFailureQuery, readonly FailedCheck[]> {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async recall(
    { keyword, operations, since, limit }: SerpFailureQuery,
    { workspace_id }: RecallScope,
  ): Promise<Recalled<readonly FailedCheck[]>> {
    const values = [workspace_id, storable(foldPhrase(keyword), KEYWORD_MAX), operations, since, limit];
    const rows = await this.#database.query<FailureRow>(FAILURES, values);
    return { value: rows.map(failureOf).reverse(), sources: [] };
  }

  observe(): readonly [] {
    return [];
  }
}

interface FailureRow extends Omit<FailedCheck, 'failed_at' | 'device'> {
  readonly failed_at: Date;
  readonly device: string | null;
}

function failureOf({ failed_at, device, ...row }: FailureRow): FailedCheck {
  return {
    ...row,
    device: device === 'desktop' || device === 'mobile' ? device : null,
    failed_at: failed_at.toISOString(),
  };
}

const FAILURES = `
  select series->>'engine' as engine, (series->>'location_code')::int as location_code, series->>'language' as language,
    series->>'device' as device, failed_at, reason, source
  from check_runs
  where workspace_id = $1 and capability = 'serp' and keyword = $2 and operation = any($3::text[])
    and ($4::timestamptz is null or failed_at >= $4)
  order by failed_at desc, request_id, series_hash limit $5`;
