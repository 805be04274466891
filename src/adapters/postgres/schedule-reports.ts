import { newId, randomBase62 } from '../../kernel/ids.ts';
import type { FailedReport, ReportNews } from '../../ports/alerts.ts';
import type {
  NewScheduleReport,
  ReportOrder,
  ReportRecipient,
  ReportSubscription,
  ScheduleReport,
  ScheduleReports,
} from '../../ports/schedules.ts';
import { REPORT_EVENT, REPORT_FAILED_EVENT } from '../../ports/webhooks.ts';
import type { Database, Queryable } from './database.ts';
import { recordOf } from './job-rows.ts';
import { DELIVERIES_CHANNEL, payloadOf } from './outbox.ts';
import { storable } from './storable.ts';

const STOP_TOKEN_CHARACTERS = 32;
const TOKEN_MAX = 100;

/** What schedules send, in PostgreSQL. */
export class PostgresScheduleReports implements ScheduleReports {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async orderOf(workspaceId: string, jobId: string): Promise<ReportOrder | undefined> {
    const [row] = await this.#database.query<OrderRow>(ORDER, [workspaceId, jobId]);
    if (row === undefined) return undefined;
    return { ...row, before_job_id: row.before_job_id ?? undefined, next_due: row.next_due ?? undefined };
  }
}

/** The settings of the report of one schedule, as its row has them. */
export interface ReportRow {
  readonly report_unchanged: ScheduleReport['when_unchanged'];
  readonly report_link: ScheduleReport['link'];
  readonly reported_job_id: string | null;
  readonly reported_at: Date | null;
  readonly report_was_sent: boolean;
}

/** Of all schedules of a workspace, or of one of them. */
export async function recipientsIn(
  database: Queryable,
  workspaceId: string,
  scheduleId: string | undefined,
): Promise<ReadonlyMap<string, readonly ReportRecipient[]>> {
  const rows = await database.query<RecipientRow>(RECIPIENTS, [workspaceId, scheduleId ?? null]);
  const grouped = Map.groupBy(rows, ({ schedule_id }) => schedule_id);
  return new Map([...grouped].map(([id, recipients]) => [id, recipients.map(recipientOf)]));
}

export function reportOf(row: ReportRow, recipients: readonly ReportRecipient[]): ScheduleReport | undefined {
  if (recipients.length === 0) return undefined;
  const { reported_at: at, reported_job_id: job_id } = row;
  return {
    when_unchanged: row.report_unchanged,
    link: row.report_link,
    recipients,
    last: at === null || job_id === null ? undefined : { at, job_id, is_sent: row.report_was_sent },
  };
}

/** Those who were named before keep their tokens, and those among them who stopped the reports stay without. */
export async function putRecipients(
  transaction: Queryable,
  schedule: { readonly workspace_id: string; readonly id: string },
  report: NewScheduleReport | null,
): Promise<void> {
  const { workspace_id, id } = schedule;
  const endpoints = report?.endpoint_ids ?? [];
  const tokens = endpoints.map(() => randomBase62(STOP_TOKEN_CHARACTERS));
  await transaction.query(DROP_RECIPIENTS, [workspace_id, id, endpoints]);
  await transaction.query(PUT_RECIPIENTS, [workspace_id, id, endpoints, tokens]);
  if (report !== null) await transaction.query(PUT_SETTINGS, [workspace_id, id, report.when_unchanged, report.link]);
  await forgetReceivers(transaction, workspace_id);
}

/** Mailboxes and channels that were added for reports go with the last schedule that names them. */
export async function forgetReceivers(transaction: Queryable, workspaceId: string): Promise<void> {
  await transaction.query(FORGET_RECEIVERS, [workspaceId]);
}

/** Queues the report for each recipient that is not paused and has not stopped it, and notes what it is next compared with. */
export async function announceReport(
  transaction: Queryable,
  job: { readonly id: string; readonly workspace_id: string; readonly project_id: string | undefined },
  { schedule_id, data, link }: ReportNews,
): Promise<void> {
  const { id, workspace_id, project_id } = job;
  const [noted] = await transaction.query<{ now: Date }>(NOTE_REPORT, [
    workspace_id,
    schedule_id,
    id,
    data !== undefined,
  ]);
  if (noted === undefined || data === undefined) return;
  if (link !== undefined) {
    await transaction.query(ADD_LINK, [link.token_hash, newId('link'), workspace_id, id, link.expires_at]);
  }
  const payload = payloadOf(REPORT_EVENT, noted.now, data);
  await transaction.query(QUEUE_REPORT, [
    workspace_id,
    schedule_id,
    REPORT_EVENT,
    project_id,
    payload,
    newId('msg'),
    DELIVERIES_CHANNEL,
  ]);
}

/** The report is next compared with the last one that was made. */
export async function announceFailedReport(
  transaction: Queryable,
  { workspace_id, project_id }: { readonly workspace_id: string; readonly project_id: string | null | undefined },
  { schedule_id, data }: FailedReport,
): Promise<void> {
  const [clock] = await transaction.query<{ now: Date }>('select now() as now');
  if (clock === undefined) return;
  await transaction.query(QUEUE_REPORT, [
    workspace_id,
    schedule_id,
    REPORT_FAILED_EVENT,
    project_id,
    payloadOf(REPORT_FAILED_EVENT, clock.now, data),
    newId('msg'),
    DELIVERIES_CHANNEL,
  ]);
}

export async function subscriptionOf(database: Queryable, token: string): Promise<ReportSubscription | undefined> {
  const [row] = await database.query<SubscriptionRow>(SUBSCRIPTION, [storable(token, TOKEN_MAX)]);
  return row === undefined ? undefined : { ...row, input: recordOf(row.input) };
}

export async function stopReports(database: Database, token: string): Promise<ReportSubscription | undefined> {
  await database.query(STOP, [storable(token, TOKEN_MAX)]);
  return subscriptionOf(database, token);
}

interface OrderRow extends Omit<ReportOrder, 'before_job_id' | 'next_due'> {
  readonly before_job_id: string | null;
  readonly next_due: Date | null;
}

interface SubscriptionRow extends Omit<ReportSubscription, 'input'> {
  readonly input: string;
}

interface RecipientRow {
  readonly schedule_id: string;
  readonly endpoint_id: string;
  readonly url: string;
  readonly stopped_at: Date | null;
  readonly is_active: boolean;
  readonly paused_reason: string | null;
  readonly status: 'pending' | 'delivered' | 'failed' | null;
  readonly attempts_made: number | null;
  readonly failure_reason: string | null;
  readonly queued_at: Date | null;
  readonly next_attempt_at: Date | null;
}

function recipientOf(row: RecipientRow): ReportRecipient {
  const { url, endpoint_id, stopped_at, is_active, status, queued_at } = row;
  const base = { url, endpoint_id, next_attempt_at: undefined };
  if (stopped_at !== null) return { ...base, state: 'stopped', at: stopped_at, reason: 'Whoever reads it stopped it.' };
  const at = queued_at ?? undefined;
  if (!is_active) return { ...base, state: 'paused', at, reason: row.paused_reason ?? 'You paused this receiver.' };
  if (status === null) return { ...base, state: 'waiting', at, reason: undefined };
  if (status === 'delivered') return { ...base, state: status, at, reason: undefined };
  const reason = row.failure_reason ?? undefined;
  if (status === 'failed') return { ...base, state: status, at, reason };
  const state = (row.attempts_made ?? 0) === 0 ? 'sending' : 'retrying';
  return { ...base, state, at, reason, next_attempt_at: row.next_attempt_at ?? undefined };
}

const ORDER = `
  select id as schedule_id, report_unchanged as when_unchanged, report_link as link, reported_job_id as before_job_id,
    case when not is_paused then next_due end as next_due
  from schedules
  where last_job_id = $2 and workspace_id = $1 and exists (
    select from schedule_recipients
    where schedule_recipients.workspace_id = $1 and schedule_id = schedules.id and stopped_at is null
  )`;

const RECIPIENTS = `
  select recipient.schedule_id, endpoint_id, url, stopped_at, is_active, paused_reason, delivery.*
  from schedule_recipients recipient
  join webhook_endpoints on webhook_endpoints.id = endpoint_id and deleted_at is null
  left join lateral (
    select status, attempts_made, failure_reason, queued_at,
      case when status = 'pending' and (lease_owner is null or due_at <= now()) then due_at end as next_attempt_at
    from webhook_deliveries sent
    where sent.workspace_id = recipient.workspace_id and sent.schedule_id = recipient.schedule_id
      and sent.endpoint_id = recipient.endpoint_id
    order by created_at desc limit 1
  ) delivery on true
  where recipient.workspace_id = $1 and ($2::text is null or recipient.schedule_id = $2)
  order by recipient.schedule_id, position`;

const DROP_RECIPIENTS = `
  delete from schedule_recipients where workspace_id = $1 and schedule_id = $2 and endpoint_id <> all($3::text[])`;

const PUT_RECIPIENTS = `
  insert into schedule_recipients (workspace_id, schedule_id, endpoint_id, position, stop_token)
  select $1, $2, endpoint_id, position, token
  from unnest($3::text[], $4::text[]) with ordinality as named (endpoint_id, token, position)
  on conflict (workspace_id, schedule_id, endpoint_id) do update set position = excluded.position`;

const PUT_SETTINGS = `
  update schedules set report_unchanged = $3, report_link = $4 where workspace_id = $1 and id = $2`;

const FORGET_RECEIVERS = `
  update webhook_endpoints set deleted_at = now(), updated_at = now(), is_active = false, secret = ''
  where workspace_id = $1 and events = '{}' and deleted_at is null
    -- One that was just added is about to be named.
    and created_at < now() - interval '1 minute'
    and not exists (select from schedule_recipients where endpoint_id = webhook_endpoints.id)`;

const NOTE_REPORT = `
  update schedules set reported_job_id = $3, reported_at = now(), report_was_sent = $4
  where workspace_id = $1 and id = $2
  returning now() as now`;

const ADD_LINK = `
  insert into report_links (hash, id, workspace_id, job_id, expires_at) values ($1, $2, $3, $4, $5)`;

const QUEUE_REPORT = `
  with written as (
    insert into webhook_deliveries
      (id, workspace_id, endpoint_id, message_id, event_type, project_id, payload, schedule_id)
    select 'dlv_' || replace(gen_random_uuid()::text, '-', ''), $1, endpoint_id, $6 || '_' || position, $3, $4, $5, $2
    from schedule_recipients join webhook_endpoints on webhook_endpoints.id = endpoint_id
    where schedule_recipients.workspace_id = $1 and schedule_id = $2 and stopped_at is null
      and is_active and deleted_at is null
    returning id
  )
  select pg_notify($7, '') from written limit 1`;

const SUBSCRIPTION = `
  select workspaces.id as workspace_id, workspaces.name as workspace_name, url, operation, input,
    stopped_at is not null as is_stopped
  from schedule_recipients
  join schedules on schedules.workspace_id = schedule_recipients.workspace_id and schedules.id = schedule_id
  join workspaces on workspaces.id = schedules.workspace_id
  join webhook_endpoints on webhook_endpoints.id = endpoint_id
  where stop_token = $1`;

const STOP = 'update schedule_recipients set stopped_at = coalesce(stopped_at, now()) where stop_token = $1';
