/**
 * What the ledger does in one round trip, as functions of the database.
 *
 * A call changes its workspace's balance and its project's budget together. Each decides about the other, and in one
 * plain statement neither could be taken back when the other turns out to be too small. Within a function each
 * statement sees what was committed while the one before it waited.
 *
 * Locks are taken in one order by everybody: the tables, a reservation, the account, the project, its month.
 */
export const LEDGER_FUNCTIONS = `
-- First day of the month, in UTC.
create function credit_period() returns date language sql stable as $$
  select date_trunc('month', now() at time zone 'UTC')::date
$$;

-- Grants the credits of the month that are due, and takes back what is left of the last grant.
create function grant_monthly_credits(of_workspace text) returns void language plpgsql as $$
declare
  this_period date := credit_period();
  monthly bigint;
  standing bigint;
  granted_last credit_grants;
  added_since bigint;
  lapsed bigint := 0;
  last_entry bigint;
begin
  -- A plan that nobody knows gives the least that any plan gives.
  select case when plans.name is null then (select min(credits_per_month) from plans) else plans.credits_per_month end
    into monthly
    from workspaces left join plans on plans.name = workspaces.plan where workspaces.id = of_workspace;
  if monthly is null or exists (
    select from credit_grants where workspace_id = of_workspace and period = this_period
  ) then
    return;
  end if;
  lock table credit_entries in row exclusive mode;
  select balance into standing from credit_accounts where workspace_id = of_workspace for update;
  -- Another call may have granted them while this one waited for the account.
  select * into granted_last from credit_grants where workspace_id = of_workspace order by period desc limit 1;
  if standing is null or granted_last.period = this_period then
    return;
  end if;
  if granted_last.lapsing > 0 then
    select coalesce(sum(amount), 0) into added_since from credit_entries
      where workspace_id = of_workspace and id > granted_last.entry_id and kind in ('grant', 'adjust');
    lapsed := greatest(0, least(
      standing, granted_last.lapsing - greatest(0, granted_last.balance_after + added_since - standing)
    ));
  end if;
  if lapsed > 0 then
    insert into credit_entries (workspace_id, kind, amount, reason)
      values (of_workspace, 'adjust', -lapsed, 'unused credits of ' || to_char(granted_last.period, 'YYYY-MM'));
  end if;
  insert into credit_entries (workspace_id, kind, amount, reason)
    values (of_workspace, 'grant', monthly, 'credits of ' || to_char(this_period, 'YYYY-MM'))
    returning id into last_entry;
  update credit_accounts set balance = standing - lapsed + monthly, updated_at = now()
    where workspace_id = of_workspace;
  insert into credit_grants (workspace_id, period, lapsing, balance_after, entry_id)
    values (of_workspace, this_period, monthly, standing - lapsed + monthly, last_entry);
end $$;

-- Answers no row for a workspace without an account.
create function credit_balance(of_workspace text) returns table (balance bigint) language plpgsql as $$
begin
  perform grant_monthly_credits(of_workspace);
  return query select credit_accounts.balance from credit_accounts where workspace_id = of_workspace;
end $$;

-- From this many credits on the project's watchers are warned. In decimal, where 7 % of 100 is 7.
create function warning_credits(budget bigint, share double precision) returns bigint language sql immutable as $$
  select ceil((budget * share)::numeric)::bigint
$$;

-- Books the price on the month of a project; counted_in stays null where the project is not known. A hard budget
-- refuses (over_budget). A threshold is crossed only where the caller announces it in the same transaction
-- (may_cross); elsewhere the answer is crossing, and nothing is booked.
create function book_on_project(
  of_workspace text, of_project text, price bigint, may_cross boolean,
  out refusal text, out counted_in date, out warns boolean, out exceeds boolean
) language plpgsql as $$
declare
  this_period date := credit_period();
  month project_periods;
begin
  -- Nearly always this is all: one row decides, and is looked at again after it was waited for.
  update project_periods set booked = booked + price
    where workspace_id = of_workspace and project_id = of_project and period = this_period
      and (budget_credits is null or (
        (not is_hard or booked + price <= budget_credits)
        and (warned_at is not null or booked + price < warning_credits)
        and (exceeded_at is not null or booked + price < budget_credits)))
    returning period into counted_in;
  if found then
    return;
  end if;
  select * into month from project_periods
    where workspace_id = of_workspace and project_id = of_project and period = this_period for update;
  if not found then
    -- The month's first call opens its row, after whoever is changing the project. Never asked for with the row
    -- locked, which is what those wait for.
    insert into project_periods (workspace_id, project_id, period, budget_credits, warning_credits, is_hard)
      select workspace_id, id, this_period, budget_credits, warning_credits(budget_credits, warning_share), is_hard
      from projects where workspace_id = of_workspace and id = of_project for share
      on conflict do nothing;
    select * into month from project_periods
      where workspace_id = of_workspace and project_id = of_project and period = this_period for update;
    if not found then
      return;
    end if;
  end if;
  exceeds := coalesce(month.exceeded_at is null and month.booked + price >= month.budget_credits, false);
  if month.is_hard and month.booked + price > month.budget_credits then
    refusal := 'over_budget';
    return;
  end if;
  warns := coalesce(month.warned_at is null and month.booked + price >= month.warning_credits, false);
  if (warns or exceeds) and not may_cross then
    refusal := 'crossing';
    return;
  end if;
  update project_periods set booked = booked + price,
      warned_at = case when warns then now() else warned_at end,
      exceeded_at = case when exceeds then now() else exceeded_at end
    where workspace_id = of_workspace and project_id = of_project and period = this_period;
  counted_in := this_period;
end $$;

-- Takes the price from the workspace and from the project's budget of the month: from both, or from neither. The id is
-- the caller's, and is never used again: one from a sequence would be, since a crash can take a commit back that nobody
-- waited for, and the sequence with it. Without a lifetime it is a row that is there, and is opened again.
create function reserve_credits(
  of_reservation uuid, of_workspace text, price bigint, of_operation text, of_request text, of_project text,
  of_job text, lifetime_ms double precision, may_cross boolean,
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
        id, workspace_id, operation, request_id, credits, project_id, period, job_id, expires_at
      )
      values (
        of_reservation, of_workspace, of_operation, of_request, price, of_project, counted_in, of_job,
        case when of_job is null then now() + make_interval(secs => lifetime_ms / 1000) end
      );
  end if;
  insert into credit_entries (workspace_id, kind, amount, reservation_id)
    values (of_workspace, 'reserve', -price, of_reservation);
  verdict := 'reserved';
end $$;

-- True when the reservation is charged, now or before; nothing is changed where it is not. What is free has no
-- reservation, and is always charged.
create function settle_credits(
  of_reservation uuid, of_workspace text, out is_settled boolean, out balance_left bigint
) language plpgsql as $$
begin
  is_settled := true;
  if of_reservation is not null then
    update credit_reservations set state = 'settled', closed_at = now()
      where id = of_reservation and workspace_id = of_workspace and state = 'open';
    if found then
      insert into credit_entries (workspace_id, kind, amount, reservation_id)
        values (of_workspace, 'settle', 0, of_reservation);
    else
      is_settled := exists (
        select from credit_reservations
        where id = of_reservation and workspace_id = of_workspace and state = 'settled'
      );
    end if;
  end if;
  select balance into balance_left from credit_accounts where workspace_id = of_workspace;
end $$;

-- The same with the answer that the caller's idempotency key is to repeat: both, or neither. Neither also where
-- another request has taken the key since.
create function settle_and_keep(
  of_reservation uuid, of_workspace text, of_key text, of_route text, of_request text, kept_status int, kept_body text
) returns boolean language plpgsql as $$
begin
  update idempotent_calls set status = kept_status, body = kept_body
    where workspace_id = of_workspace and key = of_key and route = of_route and request_id = of_request;
  if not found then
    return false;
  end if;
  if (select is_settled from settle_credits(of_reservation, of_workspace)) then
    return true;
  end if;
  update idempotent_calls set status = null, body = null
    where workspace_id = of_workspace and key = of_key and route = of_route and request_id = of_request;
  return false;
end $$;

-- Charges a call whose reservation is gone or was given back, under its id. Where the verdict is not settled, the caller
-- has to undo its transaction.
create function rebook_credits(
  of_reservation uuid, of_workspace text, price bigint, of_operation text, of_request text, of_project text, of_job text,
  out verdict text, out balance_left bigint, out warns boolean, out exceeds boolean
) language plpgsql as $$
declare
  known_state text;
  booking record;
begin
  lock table credit_entries, credit_reservations in row exclusive mode;
  -- Whoever else books it again waits here.
  insert into credit_reservations (
      id, workspace_id, operation, request_id, credits, project_id, job_id, state, closed_at
    )
    values (of_reservation, of_workspace, of_operation, of_request, price, of_project, of_job, 'released', now())
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
  end if;
  verdict := 'settled';
  select settled.balance_left into balance_left from settle_credits(of_reservation, of_workspace) as settled;
end $$;

-- False for a reservation that is closed already.
create function release_credits(of_reservation uuid, of_workspace text) returns boolean language plpgsql as $$
declare
  closed credit_reservations;
begin
  lock table credit_entries, credit_reservations in row exclusive mode;
  update credit_reservations set state = 'released', closed_at = now()
    where id = of_reservation and workspace_id = of_workspace and state = 'open' returning * into closed;
  if not found then
    return false;
  end if;
  update credit_accounts set balance = balance + closed.credits, updated_at = now()
    where workspace_id = closed.workspace_id and balance is not null;
  update project_periods set booked = booked - closed.credits
    where workspace_id = closed.workspace_id and project_id = closed.project_id and period = closed.period;
  insert into credit_entries (workspace_id, kind, amount, reservation_id)
    values (closed.workspace_id, 'release', closed.credits, closed.id);
  return true;
end $$;
`;
