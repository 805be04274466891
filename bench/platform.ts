/**
 * What the platform costs and carries, in one run:
 *
 * - a cheap inline call (content.technical-qa on 2 kB of Markdown) against the same Fastify route without our pipeline,
 * - jobs that do nothing, enqueued and finished a second,
 * - event streams that are open at the same time: their memory, and how long it takes until all have the last event.
 *
 * Usage: node bench/platform.ts [--seconds 5] [--rounds 3] [--connections 32] [--jobs 2000] [--streams 1000]
 * Everything but the load generator runs in processes of its own; all share this machine.
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { z } from 'zod';

import { QA_PATH, type Role, type Served, withServed } from './platform/served.ts';
import { type Load, load, openStream, requestOf, sendAll, type Stream } from './platform/wire.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
    jobs: { type: 'string', default: '2000' },
    streams: { type: 'string', default: '1000' },
    only: { type: 'string', default: 'inline,jobs,streams' },
  },
});
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const only = values.only.split(',');

const ENVIRONMENT = {
  SEAMARK_LOG_LEVEL: 'warn',
  SEAMARK_PLANS: '{"self_hosted":{"requests_per_minute":1000000,"event_streams":5000}}',
};
const MARKDOWN = markdownOf(2000);

interface Round extends Load {
  readonly cpu_ms: number;
}

/** The three in turn, several times, so that what else the machine does falls on all of them. */
async function measureInline(): Promise<void> {
  const roles: readonly Role[] = ['analysis', 'operation', 'service'];
  const rounds = new Map<Role, Round[]>(roles.map((role) => [role, []]));
  await withServed('analysis', {}, (analysis) =>
    withServed('operation', {}, (operation) =>
      withServed('service', ENVIRONMENT, async (service) => {
        const served = { analysis, operation, service };
        for (let round = 0; round < Number(values.rounds); round += 1) {
          for (const role of roles) rounds.get(role)?.push(await roundOf(served[role]));
        }
      }),
    ),
  );
  console.log(
    `\ncontent.technical-qa, 2 kB of Markdown, ${connections} connections, ${values.rounds} × ${seconds} s each`,
  );
  const medians = new Map(roles.map((role) => [role, medianOf(rounds.get(role) ?? [])]));
  for (const [role, name] of NAMES) {
    const { rate, p50_ms, p99_ms, cpu_ms } = medians.get(role) ?? NOTHING;
    const times = `p50 ${p50_ms.toFixed(1).padStart(5)} ms  p99 ${p99_ms.toFixed(1).padStart(6)} ms`;
    console.log(`${name.padEnd(46)} ${rate.toFixed(0).padStart(6)}/s  ${times}  ${cpu_ms.toFixed(3)} ms CPU a call`);
  }
  const { rate, cpu_ms } = medians.get('service') ?? NOTHING;
  for (const [role, name] of NAMES.slice(0, 2)) {
    const bare = medians.get(role) ?? NOTHING;
    console.log(
      `ratio to "${name}": ${(rate / bare.rate).toFixed(2)} in rate, ${(bare.cpu_ms / cpu_ms).toFixed(2)} in CPU`,
    );
  }
}

const NAMES = [
  ['analysis', 'Fastify route with the analysis alone'],
  ['operation', 'Fastify route with the operation’s whole answer'],
  ['service', 'Seamark: keys, checks, credits, usage'],
] as const;
const NOTHING: Round = { rate: Number.NaN, p50_ms: Number.NaN, p99_ms: Number.NaN, cpu_ms: Number.NaN };

async function roundOf(served: Served): Promise<Round> {
  const request = requestOf(served, 'POST', QA_PATH, { markdown: MARKDOWN });
  const before = await served.usage();
  const measured = await load(served, request, connections, seconds);
  const after = await served.usage();
  // The warm-up second is in the CPU time as well.
  const calls = measured.rate * (seconds + 1);
  return { ...measured, cpu_ms: (after.cpu_ms - before.cpu_ms) / calls };
}

function medianOf(rounds: readonly Round[]): Round {
  const sorted = [...rounds].sort((left, right) => left.rate - right.rate);
  return sorted[Math.floor(sorted.length / 2)] ?? NOTHING;
}

async function measureJobs(atOnce: string): Promise<void> {
  const count = Number(values.jobs);
  await withServed('service', { ...ENVIRONMENT, SEAMARK_JOBS: atOnce }, async (served) => {
    const request = requestOf(served, 'POST', '/api/v1/test/queued', {});
    await sendAll(
      served,
      Array.from({ length: 100 }, () => request),
      connections,
    );
    await untilDone(served, 100);
    const started = performance.now();
    const enqueued = await sendAll(
      served,
      Array.from({ length: count }, () => request),
      connections,
    );
    await untilDone(served, count + 100);
    const finished = (count * 1000) / (performance.now() - started);
    console.log(
      `\n${count} jobs that do nothing, ${atOnce} at once: ${enqueued.toFixed(0)} enqueued/s while they run, ` +
        `${finished.toFixed(0)} finished/s from the first call to the last end`,
    );
  });
}

const Total = z.object({ total_count: z.int() });
const Accepted = z.object({ job_id: z.string() });
const Ended = z.object({ job: z.object({ finished_at: z.iso.datetime() }) });

async function untilDone(served: Served, count: number): Promise<void> {
  for (;;) {
    const { total_count } = Total.parse(await ask(served, '/jobs?status=completed&limit=1'));
    if (total_count >= count) return;
    await sleep(50);
  }
}

/** Streams of one job that all watch, and then streams of as many jobs. */
async function measureStreams(count: number): Promise<void> {
  await withServed('service', ENVIRONMENT, async (served) => {
    const before = await served.usage();
    const job = await queue(served, { wait_ms: 20_000 });
    const streams = await openAll(
      served,
      Array.from({ length: count }, () => job),
    );
    const open = await served.usage();
    const last = Math.max(...(await Promise.all(streams.map((stream) => stream.ended))));
    const { finished_at } = Ended.parse(await ask(served, `/jobs/${job}`)).job;
    console.log(
      `\n${count} event streams of one job: process ${before.rss_mb.toFixed(0)} MB before, ${open.rss_mb.toFixed(0)} MB with ` +
        `them (${(open.rss_mb - before.rss_mb).toFixed(0)} MB more); all had the end ${last - Date.parse(finished_at)} ms after it`,
    );
  });
  await withServed('service', { ...ENVIRONMENT, SEAMARK_JOBS: '4' }, async (served) => {
    const blockers = await Promise.all(Array.from({ length: 4 }, () => queue(served, { wait_ms: 60_000 })));
    await sleep(1000);
    const jobs: string[] = [];
    while (jobs.length < count) jobs.push(...(await Promise.all(Array.from({ length: 20 }, () => queue(served, {})))));
    const before = await served.usage();
    const streams = await openAll(served, jobs);
    const open = await served.usage();
    const released = Date.now();
    await Promise.all(blockers.map((blocker) => ask(served, `/jobs/${blocker}/cancel`, {})));
    const last = Math.max(...(await Promise.all(streams.map((stream) => stream.ended))));
    const after = await served.usage();
    console.log(
      `${jobs.length} event streams of as many jobs: process ${before.rss_mb.toFixed(0)} MB before, ${open.rss_mb.toFixed(0)} MB with ` +
        `them, ${after.rss_mb.toFixed(0)} MB after all jobs ran in ${((last - released) / 1000).toFixed(1)} s and were told of`,
    );
  });
}

async function openAll(served: Served, jobs: readonly string[]): Promise<Stream[]> {
  const streams: Stream[] = [];
  for (let at = 0; at < jobs.length; at += 50) {
    const opened = await Promise.all(jobs.slice(at, at + 50).map((job) => openStream(served, job)));
    await Promise.all(opened.map((stream) => stream.opened));
    streams.push(...opened);
  }
  return streams;
}

async function queue(served: Served, input: unknown): Promise<string> {
  return Accepted.parse(await ask(served, '/test/queued', input)).job_id;
}

async function ask({ base, key }: Served, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${base}/api/v1${path}`, {
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

function markdownOf(bytes: number): string {
  let text = '# How to true a bicycle wheel\n\n';
  for (let at = 1; text.length < bytes; at += 1) {
    text += `## Step ${at}: check the spokes\n\nTurn the wheel and watch the gap to the [brake pad](/guide/step-${at}). Where it closes, loosen the spoke on that side by a quarter turn.\n\n`;
  }
  return text;
}

function loadNow(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}

console.log(`load of the machine before: ${loadNow()}`);
if (only.includes('inline')) await measureInline();
if (only.includes('jobs')) {
  await measureJobs('4');
  await measureJobs('32');
}
if (only.includes('streams')) await measureStreams(Number(values.streams));
console.log(`\nload of the machine after: ${loadNow()}`);
