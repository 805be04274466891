/**
 * The frontier's SQL.
 *
 * Each statement is a transaction of its own. Setting synchronous_commit within it, and for it alone, lets the
 * commit return before it is on disk.
 */
const SOON_DURABLE = `(select set_config('synchronous_commit', 'off', true)) as soon_durable`;

const COLUMNS = 'number, id, known, fetched, failed, refused';

export const OPEN = `
  insert into crawls (id, fingerprint, seeds, pages_max, depth_max) values ($1, $2, $3, $4, $5)
  on conflict (fingerprint) where status <> 'finished' do nothing
  returning ${COLUMNS}`;

export const REOPEN = `
  update crawls set status = 'running', closed_at = null where fingerprint = $1 and status <> 'finished'
  returning ${COLUMNS}`;

export const REOPEN_PLANNED = `
  update crawls set status = 'running', closed_at = null where id = $1 and status <> 'finished'
  returning ${COLUMNS}`;

export const ALONE = 'select pg_try_advisory_xact_lock($1, $2) as alone';

export const FREE_LEASES = `
  update crawl_entries set lease_until = '-infinity' where crawl = $1 and state = 'open' and lease_until > now()`;

export const COUNTS = `select ${COLUMNS} from crawls where id = $1`;

export const CLOSE = `
  update crawls set status = $2, closed_at = now() where number = $1 and status <> 'finished'`;

// Asked before the insert: an insert that meets a conflict costs several times as much as finding the key.
// Lateral with a limit: one step in the index for each key, where the planner would read the whole table.
export const ADD = `
  with added as (
    insert into crawl_entries (crawl, key, url, host, depth)
    select $1, new.key, new.url, new.host, new.depth
    from unnest($2::text[], $3::text[], $4::text[], $5::smallint[]) as new (key, url, host, depth)
    left join lateral (
      select true as known from crawl_entries where crawl = $1 and key = new.key collate "C" limit 1
    ) as old on true
    where old.known is null
    on conflict (crawl, key) do nothing
    returning 1
  ), total as (
    select count(*) as added from added
  ), counted as (
    update crawls set known = known + total.added from total where number = $1 and total.added > 0
  )
  select added, ${SOON_DURABLE} from total`;

// Walks from host to host by one step in the index each, and stops as soon as enough is found.
export const TAKE = `
  with recursive hosts as (
    (
      select host from crawl_entries
      where crawl = $1 and state = 'open' and host > $2 and ($3::text is null or host <= $3)
      order by host limit 1
    )
    union all
    select (
      select next.host from crawl_entries as next
      where next.crawl = $1 and next.state = 'open' and next.host > hosts.host and ($3::text is null or next.host <= $3)
      order by next.host limit 1
    )
    from hosts where hosts.host is not null
  ), picked as (
    select entry.place
    from hosts, lateral (
      select ctid as place from crawl_entries
      where crawl = $1 and state = 'open' and host = hosts.host and lease_until <= now()
      order by depth limit $5
      for update skip locked
    ) as entry
    where hosts.host is not null and hosts.host <> all ($8::text[])
    limit $4
  ), taken as (
    update crawl_entries set
      lease_until = now() + make_interval(secs => $6::double precision / 1000),
      takes = takes + 1,
      state = case when takes >= $7 then 'failed' else state end,
      note = case when takes >= $7 then 'taken ' || takes || ' times and never finished' else note end
    from picked where crawl_entries.ctid = picked.place
    returning url, key, host, depth, state
  ), given_up as (
    select count(*) as entries from taken where state = 'failed'
  ), counted as (
    update crawls set failed = failed + given_up.entries from given_up where number = $1 and given_up.entries > 0
  )
  select url, key, host, depth, state, ${SOON_DURABLE} from taken`;

// The state is not asked in the lateral part: the planner would take the index of open entries for it, and
// read all of them for each key.
export const FINISH = `
  with results as (
    select entry.place, result.outcome, result.note
    from unnest($2::text[], $3::text[], $4::text[]) as result (key, outcome, note), lateral (
      select ctid as place from crawl_entries
      where crawl = $1 and key = result.key collate "C" limit 1
      for update
    ) as entry
  ), finished as (
    update crawl_entries set
      state = case
        when result.outcome <> 'retry' then result.outcome
        when retries + 1 >= $5 then 'failed'
        else 'open'
      end,
      retries = retries + case when result.outcome = 'retry' then 1 else 0 end,
      lease_until = case
        when result.outcome = 'retry' then now() + make_interval(secs => $6::double precision / 1000 * 4 ^ retries)
        else lease_until
      end,
      note = result.note
    from results as result
    where crawl_entries.ctid = result.place and state = 'open'
    returning state
  ), totals as (
    select count(*) filter (where state = 'fetched') as fetched,
      count(*) filter (where state = 'failed') as failed,
      count(*) filter (where state = 'refused') as refused
    from finished
  ), counted as (
    update crawls set
      fetched = crawls.fetched + totals.fetched,
      failed = crawls.failed + totals.failed,
      refused = crawls.refused + totals.refused
    from totals where number = $1
  )
  select ${SOON_DURABLE} from totals`;

// What failed and why stays, for the operator to read; the rest has done its work. From key to key, because
// a search from the start would pass all that is deleted already.
export const FORGET_ENTRIES = `
  with part as (
    select ctid as place, key, state from crawl_entries where crawl = $1 and key > $2 order by key limit $3
  ), gone as (
    delete from crawl_entries
    where ctid = any (array(select place from part where state in ('fetched', 'open')))
  )
  select max(key) as last, ${SOON_DURABLE} from part`;

/** First the entries of crawls that ended long ago, then, when they have none left, the crawls. */
export const FORGET_OLD = `
  with old as (
    select number from crawls where status <> 'running' and closed_at < now() - make_interval(days => $1)
  ), gone as (
    delete from crawl_entries
    where ctid = any (array(select ctid from crawl_entries where crawl in (select number from old) limit $2))
    returning 1
  ), empty as (
    delete from crawls
    where number in (select number from old)
      and not exists (select from crawl_entries where crawl = crawls.number)
    returning 1
  )
  select (select count(*) from gone) + (select count(*) from empty) as deleted`;
