import { parentPort, workerData } from 'node:worker_threads';

import { messageOf } from '../kernel/errors.ts';
import { connectDatabase } from './database/database.ts';
import { type FromRebuild, rebuild } from './rebuild.ts';

/** A rebuild runs here, off the event loop that serves requests. */
async function main(port: NonNullable<typeof parentPort>): Promise<void> {
  const database = connectDatabase(String(workerData));
  try {
    await rebuild(database, (message) => port.postMessage(message));
  } catch (error) {
    port.postMessage({ type: 'failed', message: messageOf(error) } satisfies FromRebuild);
  } finally {
    await database.close();
  }
}

if (parentPort !== null) void main(parentPort);
