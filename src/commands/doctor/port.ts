import { once } from 'node:events';
import { createServer } from 'node:net';

import { z } from 'zod';

import type { Config } from '../../config.ts';
import { findService } from '../service/running-services.ts';
import { fail, type Finding, ok, warn } from './finding.ts';

const PATIENCE_MS = 3000;
const Health = z.object({ status: z.string(), version: z.string() });

/** Whether the service of the data folder runs, and else whether it can listen where it is told to. */
export async function checkPort(config: Config, version: string): Promise<readonly Finding[]> {
  const { host, port } = config;
  const own = await findService(config);
  const running = own === undefined ? [] : [await serviceFinding(own.url, version)];
  const code = await tryToListen(host, port);
  if (code === 'EADDRINUSE' && own !== undefined && new URL(own.url).port === String(port)) return running;
  return [...running, await portFinding(config, code)];
}

async function portFinding({ host, port, data_dir }: Config, code: string | undefined): Promise<Finding> {
  const at = `port ${port} on ${host}`;
  if (code === undefined) return ok('port', port === 0 ? `any free port on ${host}` : `${at} is free`);
  if (code === 'EADDRINUSE') {
    const isSeamark = Health.safeParse(await ask(`http://${reachable(host)}:${port}/healthz`)).success;
    const who = isSeamark ? `a Seamark that is not the one of ${data_dir}` : 'another program';
    const folder = isSeamark ? ', name its data folder with --data' : '';
    const fix = `Stop it${folder}, or choose another port with --port or SEAMARK_PORT, such as ${port + 1}.`;
    return fail('port', `Port ${port} on ${host} is taken by ${who}.`, fix);
  }
  if (code === 'EACCES') return fail('port', `${at} cannot be opened by this user.`, 'Choose a port from 1024.');
  return fail('port', `${at} cannot be opened (${code}).`, 'Set SEAMARK_HOST to an address of this machine.');
}

/** The code of the error, or undefined when it worked. */
async function tryToListen(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
    return undefined;
  } catch (thrown) {
    const code: unknown = thrown instanceof Error ? Reflect.get(thrown, 'code') : undefined;
    return typeof code === 'string' ? code : 'no reason given';
  } finally {
    server.close();
  }
}

async function serviceFinding(url: string, version: string): Promise<Finding> {
  const health = Health.safeParse(await ask(`${url}/healthz`));
  const other = health.success ? health.data.version : 'of this data folder';
  const ready = Health.safeParse(await ask(`${url}/readyz`));
  const fix = 'Check its log on standard error.';
  if (!ready.success) return fail('service', `Seamark ${other} runs at ${url} but is not ready.`, fix);
  if (other === version) return ok('service', `Seamark ${other} runs at ${url} and is ready`);
  return warn('service', `Seamark ${other} runs at ${url}; this program is ${version}.`, 'Restart the service.');
}

function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

async function ask(url: string): Promise<unknown> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}
