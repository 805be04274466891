import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import Fastify, { type FastifyInstance } from 'fastify';
import { Pool } from 'undici';
import { z } from 'zod';

import { emptyDesk } from '../test/empty-desk.ts';
import { defineAccountOperation } from '../src/contract/account-operation.ts';
import type { Operation } from '../src/contract/operation.ts';
import type { Engine } from '../src/engine/engine.ts';
import { execute } from '../src/engine/execute.ts';
import { serveMcp } from '../src/mcp/endpoint.ts';
import { toolName } from '../src/mcp/tool-names.ts';
import { operations } from '../src/operations/index.ts';
import type { Caller, KeyStore } from '../src/ports/accounts.ts';

/**
 * Rates of tools/list and tools/call beside the high-level server of the protocol's own SDK, with the same tools, the
 * same path of a call and nothing behind it: what differs is how a tool is offered.
 *
 *     node bench/mcp.ts [--seconds 3] [--rounds 4] [--connections 20]
 *
 * Each server runs in a process of its own; the rounds of the two alternate. The median is printed.
 */
const TOOLS = 58;

const { values } = parseArgs({
  options: {
    serve: { type: 'string' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '20' },
  },
});

if (values.serve === undefined) await compare();
else await serve(values.serve);

async function compare(): Promise<void> {
  const ours = await started('ours');
  const sdk = await started('sdk');
  try {
    console.log(
      `${TOOLS} tools, ${values.connections} connections, median of ${values.rounds} rounds of ${values.seconds} s`,
    );
    for (const era of ['2026-07-28', '2025-11-25'] as const) {
      for (const method of ['tools/list', 'tools/call'] as const) {
        const rates = { ours: [] as number[], sdk: [] as number[] };
        for (let round = 0; round < Number(values.rounds); round += 1) {
          rates.ours.push(await rateOf(ours.port, era, method));
          rates.sdk.push(await rateOf(sdk.port, era, method));
        }
        const [mine, theirs] = [median(rates.ours), median(rates.sdk)];
        console.log(
          `${era} ${method}: ours ${mine.toFixed(0)}/s, SDK ${theirs.toFixed(0)}/s, ${(mine / theirs).toFixed(1)} times`,
        );
      }
    }
  } finally {
    ours.stop();
    sdk.stop();
  }
}

interface Started {
  readonly port: number;
  stop(): void;
}

async function started(name: string): Promise<Started> {
  const child = fork(fileURLToPath(import.meta.url), ['--serve', name]);
  const [port]: unknown[] = await once(child, 'message');
  return { port: Number(port), stop: () => void child.kill() };
}

async function rateOf(port: number, era: string, method: string): Promise<number> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: Number(values.connections) });
  const { body, headers } = messageOf(era, method);
  // The first requests warm what is compiled as it is used.
  for (let at = 0; at < 200; at += 1) await ask(pool, body, headers);
  const end = performance.now() + Number(values.seconds) * 1000;
  let count = 0;
  await Promise.all(
    Array.from({ length: Number(values.connections) }, async () => {
      while (performance.now() < end) {
        await ask(pool, body, headers);
        count += 1;
      }
    }),
  );
  await pool.close();
  return count / Number(values.seconds);
}

function messageOf(era: string, method: string): { body: string; headers: Record<string, string> } {
  const isModern = era === '2026-07-28';
  const call = method === 'tools/call' ? { name: 'bench_echo', arguments: { text: 'hello' } } : {};
  const meta = {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = isModern ? { ...call, _meta: meta } : call;
  return {
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      authorization: 'Bearer bench',
      'mcp-protocol-version': era,
      ...(isModern ? { 'mcp-method': method } : {}),
      ...(isModern && method === 'tools/call' ? { 'mcp-name': 'bench_echo' } : {}),
    },
  };
}

async function ask(pool: Pool, body: string, headers: Record<string, string>): Promise<void> {
  const response = await pool.request({ path: '/mcp', method: 'POST', headers, body });
  let bytes = 0;
  for await (const chunk of response.body) bytes += Buffer.from(chunk).length;
  if (response.statusCode !== 200 || bytes < 100)
    throw new Error(`answered ${response.statusCode} with ${bytes} bytes`);
}

function median(rates: readonly number[]): number {
  return rates.toSorted((left, right) => left - right)[Math.floor(rates.length / 2)] ?? 0;
}

async function serve(name: string): Promise<void> {
  const app = Fastify({ logger: false });
  const known = toolsToOffer();
  const engine = idleEngine(known);
  if (name === 'ours') await serveOurs(app, engine);
  else serveSdk(app, engine, known);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  process.send?.(typeof address === 'object' ? address?.port : 0);
}

function toolsToOffer(): Operation[] {
  const echo = defineAccountOperation({
    id: 'bench.echo',
    method: 'POST',
    path: '/bench/echo',
    group: 'Usage and credits',
    title: 'Echo',
    description: 'Answers what it was sent.',
    input: z.object({ text: z.string() }),
    result: z.object({ text: z.string() }),
    example: { text: 'hello' },
    run: ({ text }) => Promise.resolve({ text }),
  });
  const copies = operations.map((operation) => ({ ...operation, id: `${operation.id}-copy` }));
  const more = operations.map((operation) => ({ ...operation, id: `${operation.id}-again` }));
  return [echo, ...operations, ...copies, ...more].slice(0, TOOLS);
}

async function serveOurs(app: FastifyInstance, engine: Engine): Promise<void> {
  await serveMcp(app, {
    engine,
    keys: oneKey(),
    version: '0.0.0',
    admit: () => Promise.resolve(),
    attribution: () => ({ project_id: undefined, workflow_id: undefined }),
    allowed_hosts: undefined,
  });
}

function serveSdk(app: FastifyInstance, engine: Engine, known: readonly Operation[]): void {
  const handler = toNodeHandler(
    createMcpHandler(() => {
      const server = new McpServer({ name: 'sdk', version: '0.0.0' });
      for (const operation of known) {
        server.registerTool(
          toolName(operation),
          { title: operation.title, description: operation.description, inputSchema: operation.input },
          async (input: Record<string, unknown>) => {
            const { body } = await execute(engine, operation, input, callOf());
            return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: body };
          },
        );
      }
      return server;
    }),
  );
  app.post('/mcp', async (incoming, reply) => {
    await oneKey().find(String(incoming.headers.authorization));
    reply.hijack();
    const { raw, headers } = incoming;
    const each = (): AsyncIterator<unknown> => raw[Symbol.asyncIterator]();
    await handler({ method: 'POST', url: '/mcp', headers, [Symbol.asyncIterator]: each }, reply.raw, incoming.body);
  });
}

function callOf(): Parameters<typeof execute>[3] {
  return {
    caller: CALLER,
    request_id: 'req_bench',
    transport: 'mcp',
    project_id: undefined,
    workflow_id: undefined,
    dry_run: false,
    mode: 'default',
    idempotency_key: undefined,
    signal: new AbortController().signal,
  };
}

const CALLER: Caller = {
  workspace_id: 'ws_bench',
  key_id: 'key_bench',
  key_name: 'bench',
  allowed_domains: [],
  scopes: [],
  project_id: undefined,
  plan: 'self_hosted',
};

/** The guarantee: a bench asks a part for nothing but what is given here; whatever else it asked for would throw. */
function only<Part extends object>(given: Partial<Part>): Part {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee above
  return given as Part;
}

function oneKey(): KeyStore {
  return only<KeyStore>({ find: () => Promise.resolve(CALLER) });
}

function idleEngine(known: readonly Operation[]): Engine {
  return only<Engine>({
    operations: new Map(known.map((operation) => [operation.id, operation])),
    desk: emptyDesk(),
    ledger: { reserve: () => Promise.reject(new Error('Nothing is paid for.')), balance: () => Promise.resolve(null) },
    account: only<Engine['account']>({}),
    metrics: only<Engine['metrics']>({ countCall: () => undefined }),
    clock: () => new Date(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    inline_timeout_ms: 60_000,
  });
}
