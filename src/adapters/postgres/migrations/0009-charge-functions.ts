/**
 * Calls that are charged less than was reserved for them.
 *
 * The reservation then holds what was charged, so that everything that sums reservations counts that alone, and the
 * entry of its end gives the rest back.
 */
export const CHARGE_FUNCTIONS = `
-- True when the call is charged that much, now or before; nothing is changed where it is not. A charge of nothing gives
-- the reservation back, and needs none to be there.
create function settle_credits(
  of_reservation uuid, of_workspace text, of_charge bigint, out is_settled boolean, out balance_left bigint
) language plpgsql as $$
declare
  held credit_reservations;
  rest bigint;
begin
  is_settled := true;
  if of_charge = 0 then
    perform release_credits(of_reservation, of_workspace);
  elsif of_reservation is not null then
    lock table credit_entries, credit_reservations in row exclusive mode;
    select * into held from credit_reservations
      where id = of_reservation and workspace_id = of_workspace and state = 'open' for update;
    if found then
      rest := held.credits - of_charge;
      if rest < 0 then
        raise exception 'The reservation % holds % credits, which does not cover %.', of_reservation, held.credits, of_charge;
      end if;
      update credit_reservations set state = 'settled', closed_at = now(), credits = of_charge where id = of_reservation;
      if rest > 0 then
        update credit_accounts set balance = balance + rest, updated_at = now()
          where workspace_id = of_workspace and balance is not null;
        update project_periods set booked = booked - rest
          where workspace_id = of_workspace and project_id = held.project_id and period = held.period;
      end if;
      insert into credit_entries (workspace_id, kind, amount, reservation_id)
        values (of_workspace, 'settle', rest, of_reservation);
    else
      is_settled := exists (
        select from credit_reservations
        where id = of_reservation and workspace_id = of_workspace and state = 'settled'
      );
    end if;
  end if;
  select balance into balance_left from credit_accounts where workspace_id = of_workspace;
end $$;

-- As before, but under the price that is charged, which may be less than what was given back.
create or replace function rebook_credits(
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
    update credit_reservations set credits = price where id = of_reservation;
  end if;
  verdict := 'settled';
  select settled.balance_left into balance_left from settle_credits(of_reservation, of_workspace, price) as settled;
end $$;
`;
