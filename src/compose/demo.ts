import { setTimeout as delay } from 'node:timers/promises';

import { PostgresDemo, type StoredDemo } from '../adapters/postgres/demo.ts';
import { AppError } from '../kernel/errors.ts';
import { randomBase62 } from '../kernel/ids.ts';
import { demoIndexId, type DemoDesk, type DemoProgress } from '../ports/demo.ts';
import type { Claim, Claims } from '../ports/money.ts';
import { type DemoLoadParts, loadDemo } from './demo-load.ts';
import type { Indexes } from './indexes.ts';
import type { Desks } from './sources.ts';

const CLAIM = 'demo';
const PLAN = 'self_hosted';
const NAME_LENGTH = 8;
/** Calls write down their usage in batches a moment after they end, each process its own. */
const SETTLE_MS = 1500;

export interface DemoDeskParts extends Omit<DemoLoadParts, 'demo' | 'indexes'> {
  readonly indexes: Indexes;
  readonly desks: Pick<Desks, 'forget'>;
  readonly claims: Claims;
}

/** Loads and removes the demo, one process at a time. Its state is in PostgreSQL, so that a killed load can be told. */
export function openDemoDesk(parts: DemoDeskParts): DemoDesk {
  const demo = new PostgresDemo(parts.database);
  let progress: DemoProgress | undefined;
  const removeAll = async (stored: StoredDemo): Promise<void> => {
    // First, so that one that is cut off here is seen as what it is.
    await demo.shut();
    await parts.desks.forget(stored.index_id);
    await parts.indexes.drop(stored.index_id);
    await delay(SETTLE_MS);
    await demo.remove(stored);
  };
  return {
    async state() {
      if (progress !== undefined) return 'loading';
      const stored = await demo.find();
      if (stored === undefined || stored.state === 'ready') return stored?.state ?? 'absent';
      return (await isHeld(parts.claims)) ? stored.state : 'unfinished';
    },
    progress: () => progress,
    load: async (onProgress, signal) => {
      const tell = (told: DemoProgress): void => {
        progress = told;
        onProgress(told);
      };
      const fill = async (): Promise<'loaded' | 'known'> => {
        const stored = await demo.find();
        if (stored?.state === 'ready') return 'known';
        await (stored === undefined ? demo.removeLeftOver() : removeAll(stored));
        const index_id = demoIndexId(randomBase62(NAME_LENGTH).toLowerCase());
        await demo.create(index_id, PLAN);
        await loadDemo({ ...parts, demo }, index_id, tell, signal);
        await demo.setReady();
        return 'loaded';
      };
      tell({ stage: 'Starting', percent: 0 });
      try {
        return await claimed(parts.claims, fill);
      } finally {
        progress = undefined;
      }
    },
    remove: () =>
      claimed(parts.claims, async () => {
        const stored = await demo.find();
        if (stored === undefined) return false;
        await removeAll(stored);
        return true;
      }),
  };
}

/** @throws AppError conflict while somebody else is at it */
async function claimed<Result>(claims: Claims, work: () => Promise<Result>): Promise<Result> {
  const claim = await takeSoon(claims);
  if (claim === undefined) {
    throw new AppError('conflict', 'The demo is being loaded or removed right now.', {
      fix: 'Wait until that is done; it takes less than a minute.',
    });
  }
  try {
    return await work();
  } finally {
    await claim.release();
  }
}

/** Whoever only looks whether it is held lets go at once. */
async function takeSoon(claims: Claims): Promise<Claim | undefined> {
  for (let tries = 1; ; tries += 1) {
    const claim = await claims.take(CLAIM);
    if (claim !== undefined || tries >= TRIES_MAX) return claim;
    await delay(PAUSE_MS);
  }
}

const TRIES_MAX = 4;
const PAUSE_MS = 100;

/** Whoever was killed lets go a few seconds later. */
async function isHeld(claims: Claims): Promise<boolean> {
  const claim = await claims.take(CLAIM);
  await claim?.release();
  return claim === undefined;
}
