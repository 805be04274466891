import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import Fastify from 'fastify';
import { z } from 'zod';

import { technicalQa } from '../../src/operations/content/technical-qa/technical-qa.ts';
import { openService } from '../../src/compose.ts';
import { openServer } from '../../src/compose/server.ts';
import { readConfig } from '../../src/config.ts';
import operation from '../../src/operations/content/technical-qa/operation.ts';
import { version } from '../../src/version.ts';
import { TEST_OPERATIONS } from '../../test/test-operations.ts';
import type { Target } from './wire.ts';

/** What is measured, each in a process of its own. This file is also the program of those processes. */

export const QA_PATH = '/api/v1/content/technical-qa';
export type Role = 'analysis' | 'operation' | 'service';

interface Usage {
  readonly rss_mb: number;
  readonly cpu_ms: number;
}

export interface Served extends Target {
  usage(): Promise<Usage>;
}

const Hello = z.object({ base: z.string(), key: z.string() });
const UsageMessage = z.object({ rss_mb: z.number(), cpu_ms: z.number() });

const [, program, role, data = ''] = process.argv;
if (program === import.meta.filename) {
  if (role === 'service') await serveWhole(data);
  else await serveBare(role === 'operation');
}

export async function withServed<Result>(
  served: Role,
  environment: Readonly<Record<string, string>>,
  use: (target: Served) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'seamark-bench-'));
  // Profiles of the process that is measured: BENCH_NODE="--cpu-prof --cpu-prof-dir=/tmp/profiles".
  const execArgv = (process.env['BENCH_NODE'] ?? '').split(' ').filter((flag) => flag !== '');
  const env = { ...process.env, ...environment };
  const child = fork(import.meta.filename, [served, folder], { env, execArgv, stdio: 'inherit' });
  const ended = once(child, 'exit');
  try {
    const [hello] = await Promise.race([once(child, 'message'), ended.then(failed)]);
    return await use({
      ...Hello.parse(hello),
      usage: async () => {
        const answered = once(child, 'message');
        child.send('usage');
        return UsageMessage.parse((await answered)[0]);
      },
    });
  } finally {
    child.disconnect();
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}

function failed(): never {
  throw new Error('The process that is measured ended.');
}

async function serveWhole(folder: string): Promise<void> {
  const config = readConfig(version, { data: folder, port: '0' });
  const service = await openService(config, { role: 'serve', operations: TEST_OPERATIONS });
  const app = await openServer(service, config);
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  const key = (await service.makeFirstKey()) ?? '';
  answerParent({ base, key }, async () => {
    await app.close();
    await service.close();
  });
}

/** The route without our pipeline: the analysis alone, or all that the operation does to make its answer. */
async function serveBare(isWhole: boolean): Promise<void> {
  const app = Fastify({ bodyLimit: 2_000_000 });
  app.post<{ Body: { markdown: string } }>(QA_PATH, async ({ body }) => {
    const { markdown } = body;
    if (!isWhole) return technicalQa.run({ markdown, page_type: 'auto', today: '2026-01-01' });
    const { result, guidance, markdown_summary } = await operation.prepare(body).run(CONTEXT);
    return { success: true, ...result, agent_workflow: guidance, markdown_summary };
  });
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  answerParent({ base, key: '' }, () => app.close());
}

type Context = Parameters<ReturnType<typeof operation.prepare>['run']>[0];

const absent = (): never => {
  throw new Error('The operation does not ask for this with Markdown.');
};
const CONTEXT: Context = {
  compute: (task, input) => Promise.resolve(task.run(input)),
  now: new Date('2026-01-01'),
  request_id: 'req_test',
  signal: new AbortController().signal,
  report: () => undefined,
  locate: () => Promise.resolve(null),
  brand: () => Promise.resolve(null),
  tracked: () => Promise.resolve([]),
  muting: () => Promise.resolve({ muted: [], unmuted: [] }),
  competitors: () => Promise.resolve([]),
  get ports() {
    return absent();
  },
  get caller() {
    return absent();
  },
  get account() {
    return absent();
  },
};

function answerParent(hello: { readonly base: string; readonly key: string }, close: () => Promise<void>): void {
  process.send?.(hello);
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ rss_mb: process.memoryUsage.rss() / 1e6, cpu_ms: (user + system) / 1000 });
  });
  // Also when the parent is gone.
  process.once('disconnect', () => void close().then(() => process.exit()));
}
