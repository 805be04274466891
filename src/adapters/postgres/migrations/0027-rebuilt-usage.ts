/** Usage rows of charged calls whose process ended before it wrote them, rebuilt from the settled reservations. */
export const rebuiltUsage = {
  version: 27,
  name: 'rebuilt usage',
  sql: `
    -- Of calls that ran while their caller waited: what their usage row says of who made them.
    alter table credit_reservations
      add column key_id text,
      add column workflow_id text,
      add column transport text;

    -- How far settled reservations have been held against the usage rows. A call that settles later has a row with a
    -- higher id.
    create table usage_checks (
      checked_at timestamptz not null,
      usage_id bigint not null
    );
    insert into usage_checks select clock_timestamp(), coalesce(max(id), 0) from usage_rows;

    -- Calls whose row was rebuilt: their process may still live, and does not write them a second time.
    create table usage_rebuilt (
      workspace_id text not null,
      request_id text not null,
      rebuilt_at timestamptz not null default now(),
      primary key (workspace_id, request_id)
    );

    -- As before, with what the usage row of the call says of who made it.
    drop function reserve_credits(uuid, text, bigint, text, text, text, text, double precision, boolean);
    create function reserve_credits(
      of_reservation uuid, of_workspace text, price bigint, of_operation text, of_request text, of_project text,
      of_job text, lifetime_ms double precision, may_cross boolean,
      of_key text default null, of_workflow text default null, of_transport text default null,
      out verdict text, out balance_left bigint, out warns boolean, out exceeds boolean
    ) language plpgsql as $$
    declare
      booking record;
      counted_in date;
    begin
      -- Whoever sums up what is written here waits for this call, or is done before it reads anything.
      lock table credit_entries, credit_reservations in row exclusive mode;
      select balance into balance_left from credit_accounts where workspace_id = of_workspace;
      if not found then
        verdict := 'no_account';
        return;
      end if;
      -- An account without limit is only read: its calls would wait for each other otherwise.
      if balance_left is not null then
        perform grant_monthly_credits(of_workspace);
        update credit_accounts set balance = balance - price, updated_at = now()
          where workspace_id = of_workspace and balance >= price
          returning balance into balance_left;
        if not found then
          select balance into balance_left from credit_accounts where workspace_id = of_workspace;
          -- Null when the limit was taken away just now.
          if balance_left is not null then
            verdict := 'too_few';
            return;
          end if;
        end if;
      end if;
      if of_project is not null then
        select * into booking from book_on_project(of_workspace, of_project, price, may_cross);
        warns := booking.warns;
        exceeds := booking.exceeds;
        counted_in := booking.counted_in;
        if booking.refusal is not null then
          update credit_accounts set balance = balance + price
            where workspace_id = of_workspace and balance is not null returning balance into balance_left;
          verdict := booking.refusal;
          return;
        end if;
      end if;
      if lifetime_ms is null then
        update credit_reservations set state = 'open', closed_at = null, created_at = now(), period = counted_in
          where id = of_reservation;
      else
        insert into credit_reservations (
            id, workspace_id, operation, request_id, credits, project_id, period, job_id, expires_at,
            key_id, workflow_id, transport
          )
          values (
            of_reservation, of_workspace, of_operation, of_request, price, of_project, counted_in, of_job,
            case when of_job is null then now() + make_interval(secs => lifetime_ms / 1000) end,
            of_key, of_workflow, of_transport
          );
      end if;
      insert into credit_entries (workspace_id, kind, amount, reservation_id)
        values (of_workspace, 'reserve', -price, of_reservation);
      verdict := 'reserved';
    end $$;

    drop function rebook_credits(uuid, text, bigint, text, text, text, text);
    create function rebook_credits(
      of_reservation uuid, of_workspace text, price bigint, of_operation text, of_request text, of_project text, of_job text,
      of_key text default null, of_workflow text default null, of_transport text default null,
      out verdict text, out balance_left bigint, out warns boolean, out exceeds boolean
    ) language plpgsql as $$
    declare
      known_state text;
      booking record;
    begin
      lock table credit_entries, credit_reservations in row exclusive mode;
      -- Whoever else books it again waits here.
      insert into credit_reservations (
          id, workspace_id, operation, request_id, credits, project_id, job_id, state, closed_at,
          key_id, workflow_id, transport
        )
        values (
          of_reservation, of_workspace, of_operation, of_request, price, of_project, of_job, 'released', now(),
          of_key, of_workflow, of_transport
        )
        on conflict (id) do nothing;
      select state into known_state from credit_reservations
        where id = of_reservation and workspace_id = of_workspace for update;
      if not found then
        raise exception 'The reservation % belongs to another workspace.', of_reservation;
      end if;
      if known_state = 'released' then
        select * into booking from reserve_credits(
          of_reservation, of_workspace, price, of_operation, of_request, of_project, of_job, null, true
        );
        warns := booking.warns;
        exceeds := booking.exceeds;
        if booking.verdict <> 'reserved' then
          verdict := booking.verdict;
          balance_left := booking.balance_left;
          return;
        end if;
        update credit_reservations set credits = price where id = of_reservation;
      end if;
      verdict := 'settled';
      select settled.balance_left into balance_left from settle_credits(of_reservation, of_workspace, price) as settled;
    end $$;
  `,
} as const;
