import { readFileSync } from 'node:fs';

import { z } from 'zod';

import type { Service } from '../../test/web/product.ts';
import { caller, createKey, type ProductOptions, startService } from '../../test/web/product.ts';
import { watchMemory } from '../../test/web/process-memory.ts';
import { ownSeconds, secondsOf } from '../processor.ts';
import type { Ranker } from './baselines.ts';
import type { GeneratedQuery } from './generated.ts';

/** Answers before times count: the service loads its code, and the engine its tables, at the first ones. */
const WARM_UP = 20;

interface Timed extends GeneratedQuery {
  readonly ms: number;
}

/** What searches take through HTTP, of a service as it ships. */
export async function measureService(
  options: ProductOptions,
  queries: readonly GeneratedQuery[],
  { aim_ms, worst }: { readonly aim_ms: number; readonly worst: number },
): Promise<void> {
  const service = await startService(options);
  const watch = watchMemory(service.process.pid ?? 0, options.data);
  try {
    const times: number[] = [];
    const call = caller(service, await createKey(options), (_path, ms) => times.push(ms));
    for (const { query } of queries.slice(0, WARM_UP)) await call('/search', { query, limit: 10 });
    const timed: Timed[] = [];
    for (const kind of new Set(queries.map((each) => each.kind))) {
      const before = processorSeconds(service);
      const own = queries.slice(WARM_UP).filter((each) => each.kind === kind);
      for (const asked of own) {
        const { status, body } = await call('/search', { query: asked.query, limit: 10 });
        if (status !== 200) throw new Error(`${asked.query}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
        timed.push({ ...asked, ms: times.at(-1) ?? 0 });
      }
      const processor_ms = (1000 * (processorSeconds(service) - before)) / own.length;
      printTimes(
        kind,
        timed.slice(-own.length).map(({ ms }) => ms),
        processor_ms,
      );
    }
    printTimes(
      `all (aim p95 ${aim_ms})`,
      timed.map(({ ms }) => ms),
    );
    const { main_mb, engine_mb } = watch.stop();
    console.log(`peak memory: service ${main_mb} MB, engine ${engine_mb} MB`);
    for (const { query, ms } of timed.toSorted((one, other) => other.ms - one.ms).slice(0, worst))
      console.log(`  ${ms.toFixed(0)} ms for ${query}`);
  } finally {
    watch.stop();
    await service.stop();
  }
}

/** The same searches asked of a ranker within this process. */
export function measureRanker(name: string, rank: Ranker, queries: readonly GeneratedQuery[]): void {
  const plain = queries.filter(({ query }) => !/[":]/.test(query)).slice(WARM_UP);
  const times: number[] = [];
  const before = ownSeconds();
  for (const { query } of plain) {
    const begun = performance.now();
    rank(query);
    times.push(performance.now() - begun);
  }
  printTimes(name, times, (1000 * (ownSeconds() - before)) / Math.max(1, plain.length));
}

/** Of the service and of the processes that it started. */
function processorSeconds({ process: { pid } }: Service): number {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const pids = z.array(z.coerce.number()).parse(children.split(' ').filter((text) => text.trim() !== ''));
  return [pid, ...pids].reduce((sum, each) => sum + secondsOf(each), 0);
}

export function printTimes(name: string, times: readonly number[], processor_ms?: number): void {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0).padStart(5);
  const processor = processor_ms === undefined ? '' : `, processor ${processor_ms.toFixed(0)} ms each`;
  console.log(
    `${name.padEnd(20)} p50${at(0.5)} ms, p95${at(0.95)}, p99${at(0.99)}, slowest${at(1)}, of ${times.length}${processor}`,
  );
}
