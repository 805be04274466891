import type { Logger } from 'pino';

import { connect, type Database } from '../adapters/postgres/database.ts';
import { startEmbedded } from '../adapters/postgres/embedded.ts';
import { openKeyStore } from '../adapters/postgres/key-store.ts';
import { PostgresLedger } from '../adapters/postgres/ledger.ts';
import { migrate } from '../adapters/postgres/migrate.ts';
import { PostgresUsageLog } from '../adapters/postgres/usage-log.ts';
import type { Config } from '../config.ts';
import { Closing, closeOfLasting } from '../kernel/closing.ts';
import { operations } from '../operations/index.ts';
import type { KeyStore } from '../ports/accounts.ts';
import { prepareFolder } from './data-folder.ts';
import { stopStarted, unreachable } from './embedded.ts';
import { createLog } from './log.ts';

/** A call that holds credits for so much longer than its caller waits was cut off. */
const RESERVATION_GRACE_MS = 30_000;

export interface Accounts {
  close(): Promise<void>;
  /** Of PostgreSQL. */
  readonly url: string;
  readonly database: Database;
  readonly keys: KeyStore;
  readonly ledger: PostgresLedger;
  readonly usage: PostgresUsageLog;
}

export async function openAccounts(config: Config): Promise<Accounts> {
  await prepareFolder(config);
  const log = createLog(config);
  const closing = new Closing();
  try {
    const url = config.database_url ?? (await embeddedUrl(config, log, closing));
    const database = closing.add(connect({ url, log }));
    await migrate(database).catch((thrown: unknown) => {
      throw unreachable('DATABASE_URL', config.database_url, thrown);
    });
    const keys = closing.add(
      await openKeyStore(database, log, { operation_ids: operations.map((operation) => operation.id) }),
    );
    const usage = closing.add(new PostgresUsageLog(database, log));
    const ledger = new PostgresLedger(database, {
      plans: config.plans,
      reservation_ms: config.inline_timeout_ms + RESERVATION_GRACE_MS,
    });
    return { url, database, keys, ledger, usage, close: () => closing.close() };
  } catch (thrown) {
    await closing.close().catch(() => undefined);
    throw thrown;
  }
}

async function embeddedUrl(config: Config, log: Logger, closing: Closing): Promise<string> {
  const server = startEmbedded({ data_dir: config.data_dir, log });
  closing.defer(closeOfLasting(() => stopStarted(server)));
  return (await server).url;
}
