import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

import { z } from 'zod';

import { connectDatabase, type IndexDatabase } from '../src/index/database/database.ts';
import type { Sql } from '../src/index/database/sql.ts';
import { startIndexEngine } from '../src/index/engine/start.ts';
import { type FactStores, openFactStores } from '../src/index/facts/stores.ts';
import { migrateIndex } from '../src/index/schema.ts';
import { secondsOf } from './processor.ts';
import type { ObservationInbox, Recalled } from '../src/ports/store.ts';

export const AMERICA = {
  code: 2840,
  name: 'United States',
  country: 'US',
  kind: 'country',
  latitude: null,
  longitude: null,
} as const;

/** A question to the stores, and the engine's bare SQL for the same rows. */
export interface Question {
  readonly name: string;
  readonly ask: (stores: FactStores, round: number) => Promise<Recalled<unknown> | undefined>;
  readonly bare: (round: number) => Sql;
}

export interface Comparison {
  readonly questions: readonly Question[];
  readonly rounds: number;
  /** The part of the rounds that has to have an answer; fewer are told. */
  readonly answered_min: number;
  /** Where the index is kept; without it a new one is made and removed again. */
  readonly data: string | undefined;
  readonly load: (index: EmptyIndex) => Promise<void>;
}

export interface EmptyIndex {
  readonly database: IndexDatabase;
  readonly folder: string;
  /** Process of the engine. */
  readonly pid: number | undefined;
}

/** Nothing waits: what is measured is the index. */
const inbox: ObservationInbox = { find: () => Promise.resolve([]), flush: () => Promise.resolve() };

/** Asks each question and its bare SQL in turn, and prints the milliseconds of both. */
export async function compareWithBare({ data, load, ...asked }: Comparison): Promise<void> {
  const folder = data ?? (await mkdtemp(join(tmpdir(), 'seamark-bench-')));
  const engine = await startIndexEngine({ data_dir: folder, log: { info: () => undefined, warn: console.error } });
  await migrateIndex(engine.url);
  const database = connectDatabase(engine.url);
  const stores = openFactStores(database, inbox);
  console.log(`${availableParallelism()} processors, Node ${process.version}, load ${loadavg()[0]?.toFixed(1) ?? ''}`);
  try {
    await load({ database, folder, pid: engine.pid });
    console.log('question | p50 ms | p95 ms | engine ms | bare p50 | bare p95 | bare engine ms | bare p50 / p50');
    const index = { stores, database, pid: engine.pid };
    for (const question of asked.questions) console.log(await measure(question, asked, index));
  } finally {
    await database.close();
    await engine.stop();
    if (data === undefined) await rm(folder, { recursive: true, force: true });
  }
}

interface Measured {
  readonly clock: number[];
  /** Processor time of the engine. */
  readonly engine: number[];
}

async function measure(
  { name, ask, bare }: Question,
  { rounds, answered_min }: Pick<Comparison, 'rounds' | 'answered_min'>,
  { stores, database, pid }: Pick<EmptyIndex, 'database' | 'pid'> & { readonly stores: FactStores },
): Promise<string> {
  const port: Measured = { clock: [], engine: [] };
  const plain: Measured = { clock: [], engine: [] };
  let answered = 0;
  const timed = async (measured: Measured, work: () => Promise<void>): Promise<void> => {
    const before = { clock: performance.now(), engine: secondsOf(pid) };
    await work();
    measured.clock.push(performance.now() - before.clock);
    measured.engine.push((secondsOf(pid) - before.engine) * 1000);
  };
  for (let round = 0; round < rounds; round += 1) {
    // Whoever is second finds the pages of the disk in memory.
    const steps = [
      () =>
        timed(port, async () => {
          if (isAnswer(await ask(stores, round))) answered += 1;
        }),
      () =>
        timed(plain, async () => {
          await database.rows(z.unknown(), bare(round));
        }),
    ];
    for (const step of round % 2 === 0 ? steps : steps.toReversed()) await step();
  }
  const figures = [port, plain].flatMap(({ clock, engine }) => [
    atShare(clock, 0.5).toFixed(1),
    atShare(clock, 0.95).toFixed(1),
    mean(engine).toFixed(0),
  ]);
  const ratio = (atShare(plain.clock, 0.5) / atShare(port.clock, 0.5)).toFixed(2);
  const note = answered < rounds * answered_min ? `  (only ${answered} of ${rounds} had an answer)` : '';
  return `${[name, ...figures, ratio].join(' | ')}${note}`;
}

function mean(times: readonly number[]): number {
  return times.reduce((sum, time) => sum + time, 0) / times.length;
}

function isAnswer(recalled: Recalled<unknown> | undefined): boolean {
  return recalled !== undefined && (!Array.isArray(recalled.value) || recalled.value.length > 0);
}

function atShare(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
