import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

import { z } from 'zod';

import { connectDatabase, type IndexDatabase } from '../src/index/database/database.ts';
import type { Sql } from '../src/index/database/sql.ts';
import { startIndexEngine } from '../src/index/engine/start.ts';
import { type FactStores, openFactStores } from '../src/index/facts/stores.ts';
import { migrateIndex } from '../src/index/schema.ts';
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
  readonly load: (database: IndexDatabase) => Promise<void>;
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
    await load(database);
    console.log('question | p50 ms | p95 ms | bare p50 | bare p95 | bare p50 / p50');
    for (const question of asked.questions) console.log(await measure(question, asked, stores, database));
  } finally {
    await database.close();
    await engine.stop();
    if (data === undefined) await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  { name, ask, bare }: Question,
  { rounds, answered_min }: Pick<Comparison, 'rounds' | 'answered_min'>,
  stores: FactStores,
  database: IndexDatabase,
): Promise<string> {
  const port: number[] = [];
  const plain: number[] = [];
  let answered = 0;
  for (let round = 0; round < rounds; round += 1) {
    // Whoever is second finds the pages of the disk in memory.
    const steps = [
      async () => {
        const begun = performance.now();
        if (isAnswer(await ask(stores, round))) answered += 1;
        port.push(performance.now() - begun);
      },
      async () => {
        const begun = performance.now();
        await database.rows(z.unknown(), bare(round));
        plain.push(performance.now() - begun);
      },
    ];
    for (const step of round % 2 === 0 ? steps : steps.toReversed()) await step();
  }
  const [usual, usualBare] = [atShare(port, 0.5), atShare(plain, 0.5)];
  const figures = [usual, atShare(port, 0.95), usualBare, atShare(plain, 0.95)].map((ms) => ms.toFixed(1));
  const note = answered < rounds * answered_min ? `  (only ${answered} of ${rounds} had an answer)` : '';
  return `${[name, ...figures, (usualBare / usual).toFixed(2)].join(' | ')}${note}`;
}

function isAnswer(recalled: Recalled<unknown> | undefined): boolean {
  return recalled !== undefined && (!Array.isArray(recalled.value) || recalled.value.length > 0);
}

function atShare(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
