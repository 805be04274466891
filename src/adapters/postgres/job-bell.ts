import { messageOf } from '../../kernel/errors.ts';
import type { Database } from './database.ts';
import type { Subscription } from './listener.ts';
import type { Log } from '../../kernel/log.ts';

const JOBS_CHANNEL = 'seamark_jobs';
const WORK_CHANNEL = 'seamark_work';
/** What is rung within this time is sent together. */
const GATHER_MS = 5;
const LISTEN_AGAIN_MS = 1000;
/** Names in one statement. */
const BATCH = 1000;

type Heard = () => void;

/**
 * Tells other processes that a job has changed or that there is work.
 *
 * Not in the transactions that make the change: PostgreSQL lets transactions that notify commit only one after the
 * other. What a killed process has not rung is found by those who look from time to time.
 */
export class JobBell {
  readonly #database: Database;
  readonly #log: Log;
  readonly #watchers = new Map<string, Set<Heard>>();
  readonly #workers = new Set<Heard>();
  readonly #changed = new Set<string>();
  #isWork = false;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();
  #subscriptions: Subscription[] = [];
  #listening = false;
  #again: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  /** These jobs have changed. Returns at once. */
  ring(ids: readonly string[]): void {
    for (const id of ids) this.#changed.add(id);
    this.#plan();
  }

  /** There is work. Returns at once. */
  wake(): void {
    this.#isWork = true;
    this.#plan();
  }

  watch(id: string, heard: Heard): () => void {
    const watchers = this.#watchers.get(id) ?? new Set<Heard>();
    this.#watchers.set(id, watchers.add(heard));
    this.#listen();
    return () => {
      watchers.delete(heard);
      if (watchers.size === 0 && this.#watchers.get(id) === watchers) this.#watchers.delete(id);
    };
  }

  onWork(heard: Heard): () => void {
    this.#workers.add(heard);
    this.#listen();
    return () => void this.#workers.delete(heard);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#again);
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions.splice(0)) subscription.stop();
    this.#watchers.clear();
    this.#workers.clear();
    await this.#send();
  }

  #plan(): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#send();
    }, GATHER_MS);
  }

  #send(): Promise<void> {
    this.#sending = this.#sending.then(() => this.#sendGathered());
    return this.#sending;
  }

  async #sendGathered(): Promise<void> {
    while (this.#changed.size > 0 || this.#isWork) {
      const ids = [...this.#changed].slice(0, BATCH);
      for (const id of ids) this.#changed.delete(id);
      const isWork = this.#isWork;
      this.#isWork = false;
      try {
        await this.#database.query(NOTIFY, [[...ids.map(() => JOBS_CHANNEL), WORK_CHANNEL], [...ids, ''], isWork]);
      } catch (thrown) {
        this.#log.warn({ error: messageOf(thrown) }, 'Job changes could not be announced; polling will find them.');
        return;
      }
    }
  }

  /** Once listening, everybody looks: what came before was not heard. */
  #listen(): void {
    if (this.#listening || this.#closed) return;
    this.#listening = true;
    this.#subscribe().catch((thrown: unknown) => {
      this.#listening = false;
      this.#log.warn({ error: messageOf(thrown) }, 'Job changes cannot be received; polling will find them.');
      this.#again = setTimeout(() => this.#listen(), LISTEN_AGAIN_MS).unref();
    });
  }

  async #subscribe(): Promise<void> {
    const jobs = await this.#database.listen(JOBS_CHANNEL, (id) => this.#heard(id));
    this.#subscriptions.push(jobs);
    const work = await this.#database.listen(WORK_CHANNEL, () => tell(this.#workers));
    this.#subscriptions.push(work);
    if (this.#closed) for (const subscription of this.#subscriptions.splice(0)) subscription.stop();
    this.#heard(undefined);
    tell(this.#workers);
  }

  #heard(id: string | undefined): void {
    if (id !== undefined) tell(this.#watchers.get(id) ?? []);
    else for (const watchers of this.#watchers.values()) tell(watchers);
  }
}

function tell(listeners: Iterable<Heard>): void {
  for (const heard of listeners) heard();
}

// Nothing here has to survive a crash, so nobody waits for the disk.
const NOTIFY = `
  select pg_notify(channel, payload), (select set_config('synchronous_commit', 'off', true)) as soon_durable
  from unnest($1::text[], $2::text[]) as rung (channel, payload)
  where payload <> '' or $3::boolean`;
