/** Booking says whose the observations are that come with it. The function without it stays for processes of earlier versions. */
export const privateObservations = {
  version: 19,
  name: 'private observations',
  sql: `
    -- Books what was charged and keeps what was observed: both, or neither. False where the request has ended before. Observations
    -- of the workspace '' are shared by all.
    create function book_source_request(
      of_id text, of_charge numeric, of_kinds text[], of_series text[], of_times timestamptz[], of_bodies text[],
      of_deletion timestamptz, of_workspace text
    ) returns boolean language plpgsql as $$
    declare
      held source_requests;
    begin
      select * into held from source_requests where id = of_id for update;
      if held.state in ('answered', 'failed') then
        return false;
      end if;
      -- Before the days are locked, which everybody waits for.
      insert into observation_inbox (id, kind, series, source, observed_at, delete_at, workspace_id, body)
        select of_id || '_' || place, kind, series, held.source, observed_at, of_deletion, of_workspace, body
        from unnest(of_kinds, of_series, of_times, of_bodies) with ordinality
          as observed (kind, series, observed_at, body, place)
        order by place;
      return end_source_request(of_id, 'answered', of_charge, null);
    end $$;
  `,
} as const;
