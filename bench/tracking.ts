import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { z } from 'zod';

import { openService } from '../src/compose.ts';
import { openServer } from '../src/compose/server.ts';
import { readConfig } from '../src/config.ts';
import { connectDatabase, type IndexDatabase } from '../src/index/database/database.ts';
import { Sql, sql } from '../src/index/database/sql.ts';
import { startIndexEngine } from '../src/index/engine/start.ts';
import { openFactStores } from '../src/index/facts/stores.ts';
import { EngineObservationWriter } from '../src/index/facts/write.ts';
import { migrateIndex } from '../src/index/schema.ts';
import type { ObservationInbox, RecallScope } from '../src/ports/store.ts';
import { keywordOf, lookUpDay, type TrackedSet, urlOf } from './tracking/made.ts';

/**
 * GET /rank/track over loopback on a year of checks, beside the bare SQL for the same rows and the whole pages that it does
 * without.
 *
 *   node bench/tracking.ts                                   10,000 tracked keywords on 500 series, 365 days
 *   node bench/tracking.ts --series 50 --days 30             less of it
 *   node bench/tracking.ts --data DIR                        keeps the data there, and asks what is there already
 */
const { values } = parseArgs({
  options: {
    series: { type: 'string', default: '500' },
    days: { type: 'string', default: '365' },
    rounds: { type: 'string', default: '400' },
    data: { type: 'string' },
  },
});
const set: TrackedSet = { series: Number(values.series), days: Number(values.days), targets: 20, results: 30 };
const rounds = Number(values.rounds);
const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'seamark-tracking-')));

/** Nothing waits: what is measured is the index. */
const inbox: ObservationInbox = { find: () => Promise.resolve([]), flush: () => Promise.resolve() };
const scope: RecallScope = { workspace_id: 'ws_bench', since: undefined, signal: new AbortController().signal };

/** Another target in each round, all over the set. */
const nth = (round: number): { series: number; target: number } => {
  const number = (round * 7919 + 13) % (set.series * set.targets);
  return { series: number % set.series, target: Math.floor(number / set.series) };
};

async function load(database: IndexDatabase): Promise<void> {
  const [there] = await database.rows(
    z.object({ checks: z.int() }),
    sql`SELECT toUInt32(count()) AS checks FROM serp_outlines`,
  );
  if ((there?.checks ?? 0) > 0) return;
  const writer = new EngineObservationWriter(database, console.error);
  const { check } = openFactStores(database, inbox).serp;
  const begun = performance.now();
  const cpu = process.cpuUsage();
  for (let day = 0; day < set.days; day += 1) {
    const kept = lookUpDay(set, day).flatMap(({ query, serp }) =>
      check.observe(query, serp, serp.source).map((each, at) => ({
        ...each,
        id: `${day}-${at}`,
        source: serp.source,
        workspace_id: '',
        delete_at: undefined,
      })),
    );
    await writer.write(kept);
  }
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - begun) / 1000;
  // As a year of merges in the background leaves them.
  for (const table of ['serp_outlines', 'serp_checks', 'serp_items'])
    await database.run(sql`OPTIMIZE TABLE ${new Sql(table)} FINAL`);
  console.log(
    `written: ${set.series * set.days} checks in ${seconds.toFixed(0)} s; a day of ${set.series}: ` +
      `${((user + system) / 1e6 / set.days).toFixed(2)} s of this process, ${(seconds / set.days).toFixed(2)} s in all`,
  );
}

async function measure(name: string, work: (round: number) => Promise<unknown>, times: number): Promise<void> {
  for (let round = 0; round < Math.min(20, times); round += 1) await work(round + times);
  const taken: number[] = [];
  for (let round = 0; round < times; round += 1) {
    const begun = performance.now();
    await work(round);
    taken.push(performance.now() - begun);
  }
  taken.sort((one, other) => one - other);
  const at = (share: number): string => (taken[Math.floor(share * (taken.length - 1))] ?? 0).toFixed(1);
  console.log(`${name} | ${at(0.5)} | ${at(0.95)} | ${at(1)}`);
}

function seriesOf(round: number) {
  const { series } = nth(round);
  const common = {
    engine: 'google',
    location_code: 2840,
    language: 'en',
    device: 'desktop',
    since: undefined,
  } as const;
  return { ...common, keyword: keywordOf(series), limit: 1000 };
}

async function measureIndex(database: IndexDatabase): Promise<void> {
  const { serp } = openFactStores(database, inbox);
  const domainOf = (round: number): string => new URL(urlOf(nth(round).series, nth(round).target)).hostname;
  const Any = z.unknown();
  await measure(
    'bare SQL: outlines of one series',
    (round) =>
      database.rows(
        Any,
        sql`SELECT observed_at, organic_seen, ended, arrayFilter(entry -> position(entry, ${domainOf(round)}) > 0, entries) AS own FROM serp_outlines
          WHERE keyword_key = ${keywordOf(nth(round).series)} ORDER BY observed_at`,
      ),
    rounds,
  );
  await measure(
    'serp.outlines',
    (round) => serp.outlines.recall({ ...seriesOf(round), domains: [domainOf(round)] }, scope),
    rounds,
  );
  await measure('serp.series', (round) => serp.series.recall({ keyword: keywordOf(nth(round).series) }, scope), rounds);
  await measure(
    'bare SQL: whole pages of one series',
    (round) =>
      database.rows(
        Any,
        sql`SELECT serp FROM serp_checks WHERE keyword_key = ${keywordOf(nth(round).series)} ORDER BY observed_at`,
      ),
    Math.ceil(rounds / 10),
  );
  await measure(
    'serp.history, whole pages',
    (round) => serp.history.recall(seriesOf(round), scope),
    Math.ceil(rounds / 10),
  );
  await measure(
    'bare SQL: items of the domain',
    (round) =>
      database.rows(
        Any,
        sql`SELECT check_id, rank_group, url FROM serp_items WHERE startsWith(host_key, ${`example.${domainOf(round).split('.')[0] ?? ''}.`})
          AND keyword_key = ${keywordOf(nth(round).series)}`,
      ),
    rounds,
  );
}

async function measureService(): Promise<void> {
  const config = readConfig('0.0.0-bench', { data: folder, port: '0' }, { SEAMARK_LOG_LEVEL: 'silent' });
  const service = await openService(config, { role: 'serve' });
  const app = await openServer(service, config);
  try {
    const base = await app.listen({ host: '127.0.0.1', port: 0 });
    const key = (await service.makeFirstKey()) ?? (await service.keys.create(KEY)).secret;
    const get = async (round: number): Promise<void> => {
      const { series, target } = nth(round);
      const query = new URLSearchParams({ keyword: keywordOf(series), url: urlOf(series, target) });
      const answer = await fetch(`${base}/api/v1/rank/track?${query.toString()}`, { headers: { 'x-api-key': key } });
      const body = Answer.parse(await answer.json());
      if (body.history.length !== set.days) throw new Error(`${body.history.length} checks in place of ${set.days}.`);
    };
    const cpu = process.cpuUsage();
    await measure('GET /rank/track', get, rounds);
    const { user, system } = process.cpuUsage(cpu);
    // What waits for the engine and for other programs of the machine is not in it.
    console.log(
      `of which this process takes ${((user + system) / 1000 / (rounds + 20)).toFixed(1)} ms of processor time`,
    );
  } finally {
    await app.close();
    await service.close();
  }
}

const KEY = {
  name: 'bench',
  allowed_domains: [],
  scopes: [],
  project_id: undefined,
  expires_at: undefined,
  secret: undefined,
};
const Answer = z.object({ history: z.array(z.unknown()) });

console.log(`${availableParallelism()} processors, Node ${process.version}, load ${loadavg()[0]?.toFixed(1) ?? ''}`);
try {
  const engine = await startIndexEngine({ data_dir: folder, log: { info: () => undefined, warn: console.error } });
  await migrateIndex(engine.url);
  const database = connectDatabase(engine.url);
  try {
    await load(database);
    console.log('question | p50 ms | p95 ms | max ms');
    await measureIndex(database);
  } finally {
    await database.close();
    await engine.stop();
  }
  await measureService();
} finally {
  if (values.data === undefined) await rm(folder, { recursive: true, force: true });
}
