import { Client, escapeIdentifier, type ClientConfig } from 'pg';

export interface Subscription {
  /** False while the connection is lost: notifications sent now are missed. */
  readonly live: boolean;
  stop(): void;
}

import { messageOf } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';

type Heard = (payload: string | undefined) => void;

const PAUSE_MS_MAX = 5000;
/** A connection can be dead without either end knowing; an unanswered query reveals it. */
const PING_EVERY_MS = 500;
const PING_TIMEOUT_MS = 5000;
/** Without an answer for this long, notifications are taken for lost, though the connection may yet recover. */
const SILENT_MS_MAX = 1200;

/** A lock that is held as long as the process lives, and that many may hold together. */
export interface Hold {
  release(): Promise<void>;
}

/**
 * One connection of its own for everything that has to stay: channels and held locks. Made when it is first
 * needed, kept alive and made again from then on.
 */
export class Listener {
  readonly #config: ClientConfig;
  readonly #log: Log;
  readonly #channels = new Map<string, Set<Heard>>();
  /** Statements that every new connection begins with. */
  readonly #setup = new Set<string>();
  #client: Client | undefined;
  /** Settles when the connection is free: it takes one statement after the other. */
  #asked: Promise<unknown> = Promise.resolve();
  /** When the server last answered a query: all notifications sent before that have arrived. */
  #answered_at = Number.NEGATIVE_INFINITY;
  #connecting: Promise<void> | undefined;
  #pause_ms = 100;
  /** Whether a connection was lost and listeners have not been notified yet. */
  #missed = false;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(config: ClientConfig, log: Log) {
    this.#config = config;
    this.#log = log;
  }

  /** Rejects when a connection cannot be made now; one that is lost later is tried again for ever. */
  async subscribe(channel: string, heard: Heard): Promise<Subscription> {
    const listeners = this.#channels.get(channel) ?? new Set<Heard>();
    this.#channels.set(channel, listeners.add(heard));
    try {
      await this.#establish(`listen ${escapeIdentifier(channel)}`);
    } catch (thrown) {
      listeners.delete(heard);
      throw thrown;
    }
    const live = (): boolean => this.#client !== undefined && performance.now() - this.#answered_at < SILENT_MS_MAX;
    return {
      get live() {
        return live();
      },
      stop: () => void this.#channels.get(channel)?.delete(heard),
    };
  }

  async holdShared(space: number, id: number): Promise<Hold> {
    const lock = `${Math.trunc(space)}, ${Math.trunc(id)}`;
    await this.#establish(`select pg_advisory_lock_shared(${lock})`);
    return {
      release: async () => {
        this.#setup.delete(`select pg_advisory_lock_shared(${lock})`);
        const client = this.#client;
        if (client === undefined) return;
        await this.#ask(client, `select pg_advisory_unlock_shared(${lock})`).catch(() => undefined);
      },
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#connecting?.catch(() => undefined);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  async #establish(statement: string): Promise<void> {
    if (this.#setup.has(statement)) return;
    this.#setup.add(statement);
    try {
      if (this.#client === undefined) await this.#connectOnce();
      else await this.#ask(this.#client, statement);
    } catch (thrown) {
      this.#setup.delete(statement);
      throw thrown;
    }
  }

  #ask(client: Client, statement: string): Promise<unknown> {
    const answer = this.#asked.then(() => client.query(statement));
    this.#asked = answer.catch(() => undefined);
    return answer;
  }

  #connectOnce(): Promise<void> {
    this.#connecting ??= this.#connect().finally(() => (this.#connecting = undefined));
    return this.#connecting;
  }

  async #connect(): Promise<void> {
    const client = new Client({ ...this.#config, application_name: 'seamark listen', query_timeout: PING_TIMEOUT_MS });
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('the connection ended')));
    client.on('notification', ({ channel, payload }) => this.#tell(channel, payload ?? ''));
    const asked_at = performance.now();
    try {
      await client.connect();
      // The set may grow while we are at it; iteration takes what is added along.
      for (const statement of this.#setup) await client.query(statement);
    } catch (thrown) {
      await client.end().catch(() => undefined);
      throw thrown;
    }
    if (this.#closed) return client.end();
    this.#client = client;
    this.#asked = Promise.resolve();
    this.#answered_at = asked_at;
    this.#pause_ms = 100;
    this.#later(PING_EVERY_MS, () => this.#ping(client));
    // Here and not where it is made again: somebody who begins to listen meanwhile may be first to make it.
    if (!this.#missed) return;
    this.#missed = false;
    for (const channel of this.#channels.keys()) this.#tell(channel, undefined);
  }

  async #ping(client: Client): Promise<void> {
    const asked_at = performance.now();
    try {
      await this.#ask(client, 'select 1');
      this.#answered_at = asked_at;
      this.#later(PING_EVERY_MS, () => this.#ping(client));
    } catch (thrown) {
      this.#lost(client, thrown);
      await client.end().catch(() => undefined);
    }
  }

  #lost(client: Client, error: unknown): void {
    if (this.#client !== client || this.#closed) return;
    this.#client = undefined;
    this.#missed = true;
    this.#log.warn({ error: messageOf(error) }, 'The notification connection was lost.');
    this.#later(this.#pause_ms, () => this.#reconnect());
  }

  async #reconnect(): Promise<void> {
    try {
      await this.#connectOnce();
    } catch {
      this.#pause_ms = Math.min(this.#pause_ms * 2, PAUSE_MS_MAX);
      this.#later(this.#pause_ms, () => this.#reconnect());
    }
  }

  #later(delay_ms: number, work: () => Promise<void>): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    this.#timer = setTimeout(() => void work(), delay_ms).unref();
  }

  #tell(channel: string, payload: string | undefined): void {
    for (const heard of this.#channels.get(channel) ?? []) {
      try {
        heard(payload);
      } catch (thrown) {
        this.#log.error({ channel, error: messageOf(thrown) }, 'A notification listener failed.');
      }
    }
  }
}
