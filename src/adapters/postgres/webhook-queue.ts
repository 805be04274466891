import { messageOf } from '../../kernel/errors.ts';
import type { Lease } from '../../ports/jobs.ts';
import type {
  AttemptOutcome,
  ClaimLimits,
  DeliveryQueue,
  DeliveryStatus,
  DueDelivery,
  RecordedAttempt,
  WebhookFormat,
} from '../../ports/webhooks.ts';
import type { Vault } from '../secrets.ts';
import type { Database } from './database.ts';
import type { Subscription } from './listener.ts';
import type { Log } from '../../kernel/log.ts';
import { DELIVERIES_CHANNEL } from './outbox.ts';
import { storable } from './storable.ts';
import * as sql from './webhook-queue-statements.ts';

export interface DeliveryQueueOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly log: Log;
  /** An endpoint that has done nothing but fail for this long is paused. */
  readonly failing_ms_max: number;
  /** How long deliveries wait for an endpoint that is paused. */
  readonly held_ms_max: number;
  /** How long deliveries that have ended can be read and retried. */
  readonly kept_ms: number;
}

const DAY_MS = 24 * 60 * 60_000;
const REASON_MAX = 500;
/** Rows that one statement of the sweep takes, so that a long backlog is no long transaction. */
const SWEEP_ROWS = 1000;
/** Statements of one sweep; what is left then, the next one takes. */
const SWEEP_ROUNDS_MAX = 20;

/**
 * Deliveries in PostgreSQL, for any number of workers on any number of machines.
 *
 * A claimed delivery is due again when its lease ends, so a worker that dies between sending and recording has it sent
 * once more under the same message id: every delivery is made at least once.
 */
export class PostgresDeliveryQueue implements DeliveryQueue {
  readonly #options: DeliveryQueueOptions;

  constructor(options: Pick<DeliveryQueueOptions, 'database' | 'vault' | 'log'> & Partial<DeliveryQueueOptions>) {
    this.#options = { failing_ms_max: 5 * DAY_MS, held_ms_max: 7 * DAY_MS, kept_ms: 30 * DAY_MS, ...options };
  }

  async claim(lease: Lease, limits: ClaimLimits): Promise<readonly DueDelivery[]> {
    const { count, endpoint_max, workspace_max } = limits;
    const values = [lease.owner, lease.duration_ms, count, endpoint_max, workspace_max];
    const rows = await this.#options.database.query<DueRow>(sql.CLAIM, values);
    return rows.map(({ secret, old_secrets, attempts_max, stop_token, ...row }) => ({
      ...row,
      stop_token: stop_token ?? undefined,
      attempts_max: attempts_max ?? undefined,
      secrets: this.#opened([secret, ...old_secrets], row.endpoint_id),
    }));
  }

  async record(owner: string, outcome: AttemptOutcome): Promise<RecordedAttempt | undefined> {
    const { failure_reason, pause_reason } = outcome;
    const [row] = await this.#options.database.query<RecordedRow>(sql.RECORD, [
      outcome.delivery_id,
      owner,
      outcome.is_delivered,
      outcome.duration_ms,
      outcome.response_status,
      failure_reason === undefined ? null : storable(failure_reason, REASON_MAX),
      outcome.retry_in_ms,
      outcome.counts,
      pause_reason === undefined ? null : storable(pause_reason, REASON_MAX),
      outcome.hold_ms,
      this.#options.failing_ms_max,
    ]);
    return row;
  }

  async putBack(owner: string, ids: readonly string[]): Promise<void> {
    await this.#options.database.query(sql.PUT_BACK, [owner, ids, DELIVERIES_CHANNEL]);
  }

  async sweep(): Promise<void> {
    const { database, held_ms_max, kept_ms } = this.#options;
    await database.query(sql.DROP_OLD_SECRETS);
    await untilDone(database, sql.FAIL_UNDELIVERABLE, held_ms_max);
    await untilDone(database, sql.DROP_OLD_DELIVERIES, kept_ms);
  }

  onWork(heard: () => void): () => void {
    const { database, log } = this.#options;
    let subscription: Subscription | undefined;
    let stopped = false;
    database.listen(DELIVERIES_CHANNEL, heard).then(
      (made) => {
        subscription = made;
        if (stopped) made.stop();
      },
      // Deliveries are looked for from time to time anyway.
      (thrown: unknown) => log.warn({ error: messageOf(thrown) }, 'webhook delivery notifications cannot be received'),
    );
    return () => {
      stopped = true;
      subscription?.stop();
    };
  }

  #opened(sealed: readonly Uint8Array[], endpointId: string): readonly string[] {
    return sealed.flatMap((secret) => this.#options.vault.open(secret, endpointId) ?? []);
  }
}

async function untilDone(database: Database, statement: string, age_ms: number): Promise<void> {
  for (let round = 0; round < SWEEP_ROUNDS_MAX; round += 1) {
    const [row] = await database.query<{ count: number }>(statement, [age_ms, SWEEP_ROWS]);
    if ((row?.count ?? 0) < SWEEP_ROWS) return;
  }
}

interface DueRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly endpoint_id: string;
  readonly message_id: string;
  readonly url: string;
  readonly format: WebhookFormat;
  readonly payload: string;
  readonly attempts_made: number;
  readonly attempts_max: number | null;
  readonly secret: Uint8Array;
  readonly old_secrets: readonly Uint8Array[];
  readonly stop_token: string | null;
}

interface RecordedRow {
  readonly status: DeliveryStatus;
  readonly attempts_made: number;
  readonly endpoint_paused: boolean;
}
