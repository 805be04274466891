import type { Session } from 'chdb';

import { quoted } from '../database/sql.ts';
import type { StatementKind } from './statement.ts';

export type Settings = ReadonlyMap<string, string>;

/** How many statements may wait for a session; further callers are asked to retry. */
const WAITING_MAX = 512;
const SETTING_NAME = /^[a-z][a-z0-9_]{0,79}$/;

/** A statement that the engine refuses, with ClickHouse's own error code. */
export class StatementError extends Error {
  constructor(code: number, codeName: string, message: string) {
    super(`Code: ${code}. DB::Exception: ${message} (${codeName})`);
    this.name = 'StatementError';
  }
}

/**
 * One connection to the engine with the database and settings that it has at the moment.
 *
 * Settings of the embedded engine stay with the session, so that they are sent only where they differ.
 */
export class EngineSession {
  readonly session: Session;
  private database = 'default';
  private settings: Settings = new Map();

  constructor(session: Session) {
    this.session = session;
  }

  async prepare(database: string, settings: Settings): Promise<void> {
    if (database !== this.database) {
      await this.session.queryAsync('USE ' + nameLiteral(database));
      this.database = database;
    }
    const changes: string[] = [];
    for (const [name, value] of settings) {
      if (this.settings.get(name) !== value) changes.push(`${settingName(name)} = ${quoted(value)}`);
    }
    for (const name of this.settings.keys()) {
      if (!settings.has(name)) changes.push(`${settingName(name)} = DEFAULT`);
    }
    if (changes.length === 0) return;
    // A change that is refused half way leaves an unknown state; asking for none makes the next one set all anew.
    const before = this.settings;
    this.settings = new Map([...before, ...settings].map(([name]) => [name, '\0unknown']));
    for (const change of changes) await this.session.queryAsync('SET ' + change);
    this.settings = settings;
  }
}

function settingName(name: string): string {
  if (SETTING_NAME.test(name)) return name;
  throw new StatementError(115, 'UNKNOWN_SETTING', `"${name.slice(0, 80)}" is no name of a setting.`);
}

function nameLiteral(name: string): string {
  return '`' + name.replaceAll('\\', '\\\\').replaceAll('`', '\\`') + '`';
}

type Waiter = (session: EngineSession) => void;

interface Lane {
  readonly idle: EngineSession[];
  readonly waiting: Waiter[];
}

interface SessionsWanted {
  readonly readers: number;
  /** Whether a rebuild has a session of its own; two large statements at once take twice the memory. */
  readonly rebuilds_apart: boolean;
}

/** Hands out sessions so that each runs one statement at a time; the engine aborts otherwise. */
export class SessionPool {
  private readonly all: EngineSession[] = [];
  private readonly lanes: Readonly<Record<StatementKind, Lane>>;
  private busy = 0;

  constructor(open: () => Session, { readers, rebuilds_apart }: SessionsWanted) {
    const lane = (count: number): Lane => {
      const idle = Array.from({ length: count }, () => new EngineSession(open()));
      this.all.push(...idle);
      return { idle, waiting: [] };
    };
    const define = lane(1);
    this.lanes = { write: lane(1), define, rebuild: rebuilds_apart ? lane(1) : define, read: lane(readers) };
  }

  get isBusy(): boolean {
    return this.busy > 0;
  }

  async run<Result>(kind: StatementKind, work: (session: EngineSession) => Promise<Result>): Promise<Result> {
    const lane = this.lanes[kind];
    const session = await this.checkOut(lane);
    this.busy += 1;
    try {
      return await work(session);
    } finally {
      this.busy -= 1;
      const next = lane.waiting.shift();
      if (next === undefined) lane.idle.push(session);
      else next(session);
    }
  }

  /** Waits for what is under way and closes; a pool still busy stays open, since closing a busy session aborts the process. */
  async drain(milliseconds: number): Promise<boolean> {
    const deadline = performance.now() + milliseconds;
    while (this.busy > 0 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
    if (this.busy > 0) return false;
    for (const { session } of this.all) session.close();
    return true;
  }

  private checkOut(lane: Lane): Promise<EngineSession> {
    const session = lane.idle.pop();
    if (session !== undefined) return Promise.resolve(session);
    if (lane.waiting.length >= WAITING_MAX) {
      const refusal = new StatementError(
        202,
        'TOO_MANY_SIMULTANEOUS_QUERIES',
        'Too many statements wait for a session.',
      );
      return Promise.reject(refusal);
    }
    return new Promise((resolve) => {
      lane.waiting.push(resolve);
    });
  }
}
