import { newId } from '../../kernel/ids.ts';
import type { WebhookEventType } from '../../ports/webhooks.ts';
import type { Queryable } from './database.ts';

/** Woken when there is something to deliver. */
export const DELIVERIES_CHANNEL = 'seamark_deliveries';

export interface Announcement {
  readonly workspace_id: string;
  readonly project_id: string | undefined;
  readonly type: WebhookEventType;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Writes one delivery for each active endpoint that wants the event, in the transaction that makes the event true: what
 * is rolled back is never told, and what is committed is told at least once.
 */
export async function announce(
  transaction: Queryable,
  { workspace_id, project_id, type, data }: Announcement,
): Promise<void> {
  const [row] = await transaction.query<{ now: Date; wanted: boolean }>(WANTED, [workspace_id, type]);
  if (row?.wanted !== true) return;
  const payload = payloadOf(type, row.now, data);
  await transaction.query(ANNOUNCE, [workspace_id, type, project_id, payload, newId('msg'), DELIVERIES_CHANNEL]);
}

/** What receivers get, byte for byte. */
export function payloadOf(type: string, at: Date, data: Readonly<Record<string, unknown>>): string {
  // PostgreSQL takes no NUL; in JSON it can only stand escaped, so the text has none.
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}

const WANTS = 'workspace_id = $1 and $2 = any(events) and is_active and deleted_at is null';

const WANTED = `select now() as now, exists (select from webhook_endpoints where ${WANTS}) as wanted`;

const ANNOUNCE = `
  with written as (
    insert into webhook_deliveries (id, workspace_id, endpoint_id, message_id, event_type, project_id, payload)
    select 'dlv_' || replace(gen_random_uuid()::text, '-', ''), workspace_id, id, $5, $2, $3, $4
    from webhook_endpoints
    where ${WANTS}
    returning id
  )
  select pg_notify($6, '') from written limit 1`;
