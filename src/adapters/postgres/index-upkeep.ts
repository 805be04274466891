import type { UpkeepNotes } from '../../ports/upkeep.ts';
import type { Database } from './database.ts';

/** Begins the name of each row; the id of the index follows. */
const REBUILD = 'rebuild';

/** What is to be done to the index, in PostgreSQL: a wish outlives who had it, and one process alone fulfils it. */
export class PostgresUpkeep implements UpkeepNotes {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async want(indexId: string, at?: Date): Promise<void> {
    await this.#database.query(WANT, [nameOf(indexId), at ?? null]);
  }

  async take(
    owner: string,
    { quiet_ms, wait_ms_max, lease_ms }: Parameters<UpkeepNotes['take']>[1],
  ): Promise<string | undefined> {
    const values = [REBUILD, owner, quiet_ms, wait_ms_max, lease_ms];
    const [row] = await this.#database.query<{ name: string }>(TAKE, values);
    return row === undefined ? undefined : row.name.slice(REBUILD.length + 1);
  }

  async renew(owner: string, lease_ms: number): Promise<boolean> {
    return (await this.#database.query(RENEW, [REBUILD, owner, lease_ms])).length > 0;
  }

  async done(owner: string, again_at?: Date): Promise<void> {
    await this.#database.query(DONE, [REBUILD, owner, again_at ?? null]);
  }

  async failed(owner: string, pause_ms: number): Promise<void> {
    await this.#database.query(FAILED, [REBUILD, owner, pause_ms]);
  }
}

/** `rebuild` for the index that workspaces share, `rebuild:acme` for that of one. */
function nameOf(indexId: string): string {
  return indexId === '' ? REBUILD : `${REBUILD}:${indexId}`;
}

const inMs = (parameter: string): string => `make_interval(secs => ${parameter}::double precision / 1000)`;

/** What is wanted later puts off nothing that is wanted sooner. */
const WANT = `
  insert into index_upkeep as known (name, first_wanted_at, last_wanted_at)
  values ($1, coalesce($2::timestamptz, now()), coalesce($2::timestamptz, now()))
  on conflict (name) do update set first_wanted_at = least(known.first_wanted_at, excluded.first_wanted_at),
    last_wanted_at = case when $2::timestamptz is null then now() else least(known.last_wanted_at, $2::timestamptz) end`;

const TAKE = `
  update index_upkeep set taken_at = now(), lease_owner = $2, lease_until = now() + ${inMs('$5')}
  where name = (
    select name from index_upkeep
    where split_part(name, ':', 1) = $1 and last_wanted_at is not null and (lease_until is null or lease_until < now())
      and (last_wanted_at <= now() - ${inMs('$3')} or first_wanted_at <= now() - ${inMs('$4')})
    order by first_wanted_at limit 1 for update skip locked
  )
  returning name`;

const RENEW = `
  update index_upkeep set lease_until = now() + ${inMs('$3')} where split_part(name, ':', 1) = $1 and lease_owner = $2 returning name`;

/** What was wanted meanwhile may have come too late for the run that has ended. What is wanted later stands there with its time. */
const DONE = `
  update index_upkeep set
    first_wanted_at = case when last_wanted_at > taken_at then last_wanted_at else $3::timestamptz end,
    last_wanted_at = case when last_wanted_at > taken_at then last_wanted_at else $3::timestamptz end,
    lease_owner = null, lease_until = null
  where split_part(name, ':', 1) = $1 and lease_owner = $2`;

const FAILED = `
  update index_upkeep set lease_owner = null, lease_until = now() + ${inMs('$3')}
  where split_part(name, ':', 1) = $1 and lease_owner = $2`;
