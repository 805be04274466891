import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import Fastify from 'fastify';

import { openService } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import { Closing } from '../../src/kernel/closing.ts';
import { serveEndpoint } from '../../src/mcp/endpoint.ts';
import { Surfaces } from '../../src/mcp/surfaces.ts';
import { giveBack, takeEngine } from '../index-engine.ts';
import { openTestDatabase } from '../postgres.ts';
import { TASK_FIXTURES } from './fixture-operations.ts';
import { withFixtures } from './fixture-surface.ts';

/**
 * The endpoint of the product with the fixtures of the conformance suite beside the tools, and a proxy in front that
 * adds the key: the suite cannot send one.
 */
export async function openFixtureServer(): Promise<{ url: string; close: () => Promise<void> }> {
  const closing = new Closing();
  const data = await mkdtemp(join(tmpdir(), 'seamark-mcp-'));
  closing.defer(() => rm(data, { recursive: true, force: true }));
  const kept = await takeEngine();
  closing.defer(() => giveBack(kept));
  const control = closing.add(await openTestDatabase());
  const config = readConfig(
    '0.0.0-test',
    { data, port: '0' },
    { SEAMARK_LOG_LEVEL: 'silent', DATABASE_URL: control.url, CLICKHOUSE_URL: kept.engine.url },
  );
  const service = closing.add(await openService(config, { role: 'serve', operations: TASK_FIXTURES }));
  const { secret } = await service.keys.create({
    name: 'conformance',
    allowed_domains: [],
    scopes: [],
    project_id: undefined,
    expires_at: undefined,
    secret: undefined,
  });
  // The suite waits ten seconds for a job that fails: less than its second try takes to come.
  const surfaces = new Surfaces({ ...service.engine, attempts_max: 1 });
  const app = Fastify({ logger: false, forceCloseConnections: true });
  await serveEndpoint(app, {
    keys: service.keys,
    log: service.engine.log,
    version: '0.0.0-test',
    admit: () => Promise.resolve(),
    attribution: () => ({ project_id: undefined, workflow_id: undefined }),
    allowed_hosts: undefined,
    surface: (asked, caller) => withFixtures(surfaces.of(asked, caller)),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  closing.defer(async () => app.close());
  const proxy = await openKeyProxy(portOf(app.server.address()), secret);
  closing.defer(proxy.close);
  return { url: `http://localhost:${proxy.port}/mcp`, close: () => closing.close() };
}

/** Passes everything on as it came, the Host and Origin too, with the key added. */
async function openKeyProxy(port: number, key: string): Promise<{ port: number; close: () => Promise<void> }> {
  const proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const { method, url } = incoming;
    const passed = request({ host: '127.0.0.1', port, method, path: url, headers, setHost: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
  return {
    port: portOf(proxy.address()),
    close: () =>
      new Promise((resolve) => {
        proxy.closeAllConnections();
        proxy.close(() => resolve());
      }),
  };
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  if (typeof address === 'object' && address !== null) return address.port;
  throw new Error('The server does not listen on a port.');
}
