/** Workspaces with an index of their own, and which index an observation is on its way into; '' is the one that others share. */
export const ownIndexes = {
  version: 20,
  name: 'own indexes',
  sql: `
    alter table workspaces add column has_own_index boolean not null default false;
    alter table observation_inbox add column index_id text not null default '';

    -- As before, into one index. The function without it stays for processes of earlier versions.
    create function book_source_request(
      of_id text, of_charge numeric, of_kinds text[], of_series text[], of_times timestamptz[], of_bodies text[],
      of_deletion timestamptz, of_workspace text, of_index text
    ) returns boolean language plpgsql as $$
    declare
      held source_requests;
    begin
      select * into held from source_requests where id = of_id for update;
      if held.state in ('answered', 'failed') then
        return false;
      end if;
      insert into observation_inbox (id, kind, series, source, observed_at, delete_at, workspace_id, index_id, body)
        select of_id || '_' || place, kind, series, held.source, observed_at, of_deletion, of_workspace, of_index, body
        from unnest(of_kinds, of_series, of_times, of_bodies) with ordinality
          as observed (kind, series, observed_at, body, place)
        order by place;
      return end_source_request(of_id, 'answered', of_charge, null);
    end $$;
  `,
} as const;
