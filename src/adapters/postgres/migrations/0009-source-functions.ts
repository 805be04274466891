/**
 * What the money guard does in one round trip, as functions of the database.
 *
 * A request changes the day of all sources and that of its own together. Locks are taken in one order by everybody: the
 * request and those equal to it, the day of all sources, the day of the source, the workspace's sums.
 */
export const SOURCE_FUNCTIONS = `
-- The project that sums are kept under. Ids of projects are free text from a header: those beyond the first thousand of
-- a workspace's day that nobody has made are summed up as one.
create function summed_project(of_workspace text, of_day date, of_project text) returns text language plpgsql as $$
begin
  if of_project is null
    or exists (select from projects where workspace_id = of_workspace and id = of_project)
    or exists (
      select from usage_projects where workspace_id = of_workspace and day = of_day and project_id = of_project
    ) then
    return of_project;
  end if;
  if (select count(*) from usage_projects where workspace_id = of_workspace and day = of_day) >= 1000 then
    return '(other)';
  end if;
  insert into usage_projects (workspace_id, day, project_id) values (of_workspace, of_day, of_project)
    on conflict do nothing;
  return of_project;
end $$;

-- Takes the price from the day's budget of the source and from that of all sources: from both, or from neither. What is
-- free is never refused. The answer says which limit it would break, or which equal request it repeats.
create function reserve_source_request(
  of_id text, of_source text, of_capability text, of_method text, of_identity bytea, of_workspace text, of_key text,
  of_project text, of_operation text, of_request text, of_price numeric, source_limit numeric, total_limit numeric,
  lease_ms double precision,
  out refused_by text, out limit_usd numeric, out spent_usd numeric, out resets_at timestamptz, out repeated text
) language plpgsql as $$
declare
  this_day date := (now() at time zone 'UTC')::date;
  price numeric(18, 9) := of_price;
  lapsed text;
begin
  resets_at := (this_day + 1)::timestamp at time zone 'UTC';
  -- Whoever made an equal request and is gone was cut off, also where nobody has looked since.
  -- All are locked before the first is ended: whoever is ending one of them needs the days.
  perform from source_requests
    where source = of_source and identity = of_identity and state = 'open' and lease_until < clock_timestamp()
    order by id for update;
  for lapsed in
    select id from source_requests
    where source = of_source and identity = of_identity and state = 'open' and lease_until < clock_timestamp()
  loop
    perform end_source_request(lapsed, 'cut_off', null, 'The process that made the request ended before it did.');
  end loop;
  select id into repeated from source_requests
    where source = of_source and identity = of_identity and state = 'cut_off' and repeated_by is null
      and created_at > now() - interval '1 day'
    order by created_at desc limit 1 for update skip locked;
  if price > 0 then
    insert into source_days (day, source) values (this_day, '') on conflict do nothing;
    update source_days as days set reserved_usd = days.reserved_usd + price
      where days.day = this_day and days.source = ''
        and (total_limit is null or days.reserved_usd + days.spent_usd + price <= total_limit);
    if not found then
      refused_by := 'total';
      limit_usd := total_limit;
      select days.reserved_usd + days.spent_usd into spent_usd from source_days as days
        where days.day = this_day and days.source = '';
      return;
    end if;
  end if;
  insert into source_days (day, source) values (this_day, of_source) on conflict do nothing;
  update source_days as days set reserved_usd = days.reserved_usd + price, requests = days.requests + 1
    where days.day = this_day and days.source = of_source
      and (price = 0 or source_limit is null or days.reserved_usd + days.spent_usd + price <= source_limit);
  if not found then
    update source_days as days set reserved_usd = days.reserved_usd - price
      where days.day = this_day and days.source = '';
    refused_by := 'source';
    limit_usd := source_limit;
    select days.reserved_usd + days.spent_usd into spent_usd from source_days as days
      where days.day = this_day and days.source = of_source;
    return;
  end if;
  insert into source_requests (
      id, source, capability, method, identity, workspace_id, key_id, project_id, operation, request_id, day,
      reserved_usd, repeats, lease_until
    )
    values (
      of_id, of_source, of_capability, of_method, of_identity, of_workspace, of_key, of_project, of_operation,
      of_request, this_day, price, repeated, clock_timestamp() + make_interval(secs => lease_ms / 1000)
    );
  update source_requests set repeated_by = of_id where id = repeated;
end $$;

-- Ends a request. One that was taken for cut off is corrected when it comes back after all; one that has ended otherwise
-- stays as it is, and the answer is false. A charge of null is the reserved price.
create function end_source_request(of_id text, of_state text, of_charge numeric, of_reason text)
returns boolean language plpgsql as $$
declare
  held source_requests;
  charge numeric(18, 9);
  freed numeric(18, 9);
  added numeric(18, 9);
  is_first boolean;
  is_failure boolean := of_state <> 'answered';
  failures_added int;
  summed_under text;
begin
  select * into held from source_requests where id = of_id for update;
  if not found then
    raise exception 'The request % to a source is unknown.', of_id;
  end if;
  if held.state in ('answered', 'failed') or held.state = of_state then
    return false;
  end if;
  -- Its process was only late.
  if of_state = 'cut_off' and held.lease_until >= clock_timestamp() then
    return false;
  end if;
  is_first := held.state = 'open';
  charge := coalesce(of_charge, held.reserved_usd);
  freed := case when is_first then held.reserved_usd else 0 end;
  added := charge - coalesce(held.charged_usd, 0);
  failures_added := is_failure::int - (not is_first)::int;
  update source_requests set state = of_state, charged_usd = charge, reason = of_reason, closed_at = clock_timestamp()
    where id = of_id;
  if of_state = 'failed' then
    -- It has not repeated anything: the next one will.
    update source_requests set repeated_by = null where id = held.repeats and repeated_by = of_id;
  end if;
  if freed > 0 or added <> 0 then
    insert into source_days (day, source) values (held.day, '') on conflict do nothing;
    update source_days set reserved_usd = reserved_usd - freed, spent_usd = spent_usd + added
      where day = held.day and source = '';
  end if;
  update source_days set reserved_usd = reserved_usd - freed, spent_usd = spent_usd + added,
      failures = failures + failures_added,
      last_failure_at = case when is_failure then clock_timestamp() else last_failure_at end,
      last_failure = case when is_failure then of_reason else last_failure end
    where day = held.day and source = held.source;
  summed_under := summed_project(held.workspace_id, held.day, held.project_id);
  insert into source_usage_days as days (
      workspace_id, day, source, operation, project_id, key_id, requests, failures, usd
    )
    values (
      held.workspace_id, held.day, held.source, held.operation, summed_under, held.key_id,
      is_first::int, failures_added, added
    )
    on conflict (workspace_id, day, source, operation, project_id, key_id) do update set
      requests = days.requests + excluded.requests,
      failures = days.failures + excluded.failures,
      usd = days.usd + excluded.usd;
  return true;
end $$;

-- Books what was charged and keeps what was observed: both, or neither. False where the request has ended before.
create function book_source_request(
  of_id text, of_charge numeric, of_kinds text[], of_series text[], of_times timestamptz[], of_bodies text[],
  of_deletion timestamptz
) returns boolean language plpgsql as $$
declare
  held source_requests;
begin
  select * into held from source_requests where id = of_id for update;
  if held.state in ('answered', 'failed') then
    return false;
  end if;
  -- Before the days are locked, which everybody waits for.
  insert into observation_inbox (id, kind, series, source, observed_at, delete_at, body)
    select of_id || '_' || place, kind, series, held.source, observed_at, of_deletion, body
    from unnest(of_kinds, of_series, of_times, of_bodies) with ordinality
      as observed (kind, series, observed_at, body, place)
    order by place;
  return end_source_request(of_id, 'answered', of_charge, null);
end $$;

-- True when the token has the claim now: nobody had it, or the process that had it is gone.
create function take_source_claim(of_identity bytea, of_token text, lease_ms double precision)
returns boolean language plpgsql as $$
begin
  insert into source_claims as claims (identity, token, lease_until)
    values (of_identity, of_token, clock_timestamp() + make_interval(secs => lease_ms / 1000))
    on conflict (identity) do update set token = excluded.token, lease_until = excluded.lease_until
      where claims.lease_until < clock_timestamp();
  return found;
end $$;
`;
