import { parentPort, workerData } from 'node:worker_threads';

import { messageOf } from '../kernel/errors.ts';
import { withDatabase } from './database/database.ts';
import { type FromRebuild, rebuild } from './rebuild.ts';
import { update } from './rebuild-changes.ts';

/** What the thread is to do in the index at a URL. */
export interface RebuildOrder {
  readonly url: string;
  /** Whether everything is to be computed anew, whatever is due. */
  readonly is_whole: boolean;
}

/** A rebuild runs here, off the event loop that serves requests. */
async function main(port: NonNullable<typeof parentPort>, { url, is_whole }: RebuildOrder): Promise<void> {
  const compute = is_whole ? rebuild : update;
  try {
    await withDatabase(url, (database) => compute(database, (message) => port.postMessage(message)));
  } catch (error) {
    port.postMessage({ type: 'failed', message: messageOf(error) } satisfies FromRebuild);
  }
}

const order: RebuildOrder = workerData;
if (parentPort !== null) void main(parentPort, order);
