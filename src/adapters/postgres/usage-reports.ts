import type {
  CreditEntry,
  CreditState,
  PlanLimits,
  UsageGroupTotal,
  UsageQuery,
  UsageReports,
  UsageTotal,
} from '../../ports/usage.ts';
import type { Database, Value } from './database.ts';
import { noAccount } from './ledger-statements.ts';

export interface UsageReportsOptions {
  /** The limits of the plan of that name. */
  readonly plan: (name: string) => PlanLimits;
}

/** Ids of projects are free text, so there is no telling how many there are. */
const GROUPS_MAX = 1000;

/**
 * What workspaces have used, from the sums by day that are written with the usage rows and with the ends of requests to
 * sources, and what they have left, from the ledger. A call is in the usage within a second, and in the ledger at once.
 */
export class PostgresUsageReports implements UsageReports {
  readonly #database: Database;
  readonly #plan: UsageReportsOptions['plan'];

  constructor(database: Database, { plan }: UsageReportsOptions) {
    this.#database = database;
    this.#plan = plan;
  }

  /** Days in their order, all of them; other groups by what they cost, at most 1,000. */
  groups(workspaceId: string, query: UsageQuery): Promise<readonly UsageGroupTotal[]> {
    return this.#database.query<UsageGroupTotal>(GROUPS[query.group_by], filterOf(workspaceId, query));
  }

  async total(workspaceId: string, query: UsageQuery): Promise<UsageTotal> {
    const [total] = await this.#database.query<UsageTotal>(TOTAL, filterOf(workspaceId, query));
    return total ?? { calls: 0, failed_calls: 0, credits: 0, usd: 0 };
  }

  async credits(workspaceId: string): Promise<CreditState> {
    const [row] = await this.#database.query<Omit<CreditState, 'limits'>>(CREDITS, [workspaceId]);
    if (row === undefined) throw noAccount(workspaceId);
    const { requests_per_minute, concurrent_jobs, credits_per_month } = this.#plan(row.plan);
    return { ...row, limits: { requests_per_minute, concurrent_jobs, credits_per_month } };
  }

  async entries(workspaceId: string, limit: number, before: number | undefined): Promise<readonly CreditEntry[]> {
    const rows = await this.#database.query<EntryRow>(ENTRIES, [workspaceId, before, limit]);
    return rows.map(({ operation, request_id, reason, ...entry }) => ({
      ...entry,
      operation: operation ?? undefined,
      request_id: request_id ?? undefined,
      reason: reason ?? undefined,
    }));
  }
}

interface EntryRow extends Pick<CreditEntry, 'id' | 'kind' | 'amount' | 'created_at'> {
  readonly operation: string | null;
  readonly request_id: string | null;
  readonly reason: string | null;
}

function filterOf(workspaceId: string, query: UsageQuery): readonly Value[] {
  const { date_from, date_to, project_id, operation, key_id } = query;
  return [workspaceId, date_from, date_to, project_id, operation, key_id];
}

const FILTER = `workspace_id = $1 and day between $2::date and $3::date
  and ($4::text is null or project_id = $4) and ($5::text is null or operation = $5)
  and ($6::text is null or key_id = $6)`;

const USED = `(
    select day, operation, project_id, key_id, calls, failed_calls, credits, 0::numeric as usd
    from usage_days where ${FILTER}
    union all
    select day, operation, project_id, key_id, 0, 0, 0, usd from source_usage_days where ${FILTER} and usd <> 0
  ) as used`;

const SUMS = `coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(failed_calls), 0)::bigint as failed_calls,
  coalesce(sum(credits), 0)::bigint as credits, coalesce(sum(usd), 0)::double precision as usd`;

const TOTAL = `select ${SUMS} from ${USED}`;

const BY_DAY = `
  with used as (select day, ${SUMS} from ${USED} group by day)
  select to_char(days.day, 'YYYY-MM-DD') as "group", coalesce(used.calls, 0) as calls,
    coalesce(used.failed_calls, 0) as failed_calls, coalesce(used.credits, 0) as credits, coalesce(used.usd, 0) as usd
  from generate_series($2::date, $3::date, interval '1 day') as days (day)
  left join used on used.day = days.day::date
  order by days.day`;

function byColumn(column: 'operation' | 'project_id' | 'key_id'): string {
  return `
    select ${column} as "group", ${SUMS} from ${USED}
    group by ${column} order by sum(credits) desc, sum(usd) desc, sum(calls) desc, ${column} limit ${GROUPS_MAX}`;
}

const BY_SOURCE = `
  select source as "group", sum(requests)::bigint as calls, sum(failures)::bigint as failed_calls, 0::bigint as credits,
    sum(usd)::double precision as usd
  from source_usage_days where ${FILTER}
  group by source order by sum(usd) desc, sum(requests) desc, source limit ${GROUPS_MAX}`;

const GROUPS = {
  day: BY_DAY,
  operation: byColumn('operation'),
  project: byColumn('project_id'),
  key: byColumn('key_id'),
  source: BY_SOURCE,
} as const;

const CREDITS = `
  select workspaces.plan, account.balance,
    (select coalesce(sum(credits), 0)::bigint from credit_reservations
      where workspace_id = $1 and state = 'open') as reserved,
    (select coalesce(sum(credits), 0)::bigint from credit_reservations
      where workspace_id = $1 and state = 'settled'
        and closed_at >= credit_period()::timestamp at time zone 'UTC') as spent_this_month
  from credit_balance($1) as account cross join workspaces where workspaces.id = $1`;

const ENTRIES = `
  select entries.id, entries.kind, entries.amount, held.operation, held.request_id, entries.reason, entries.created_at
  from credit_entries as entries
  left join credit_reservations as held on held.id = entries.reservation_id
  where entries.workspace_id = $1 and ($2::bigint is null or entries.id < $2)
  order by entries.id desc limit $3`;
