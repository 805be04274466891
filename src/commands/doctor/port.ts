import { once } from 'node:events';
import { createServer } from 'node:net';

import { z } from 'zod';

import type { Config } from '../../config.ts';
import { fail, type Finding, ok, warn } from './finding.ts';

const PATIENCE_MS = 3000;
const Health = z.object({ status: z.string(), version: z.string() });

/** Whether the service can listen where it is told to, or does so already. */
export async function checkPort({ host, port }: Config, version: string): Promise<Finding> {
  const at = `port ${port} on ${host}`;
  const code = await tryToListen(host, port);
  if (code === undefined) return ok('port', port === 0 ? `any free port on ${host}` : `${at} is free`);
  if (code === 'EADDRINUSE') return whoIsThere(host, port, version);
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

async function whoIsThere(host: string, port: number, version: string): Promise<Finding> {
  const base = `http://${reachable(host)}:${port}`;
  const health = Health.safeParse(await ask(`${base}/healthz`));
  if (!health.success) {
    const fix = `Stop it, or choose another port with --port or SEAMARK_PORT, such as ${port + 1}.`;
    return fail('port', `Port ${port} on ${host} is taken by another program.`, fix);
  }
  const other = health.data.version;
  const ready = Health.safeParse(await ask(`${base}/readyz`));
  const fix = 'Check its log on standard error.';
  if (!ready.success) return fail('service', `Seamark ${other} runs at ${base} but is not ready.`, fix);
  if (other === version) return ok('service', `Seamark ${other} runs at ${base} and is ready`);
  return warn('service', `Seamark ${other} runs at ${base}; this program is ${version}.`, 'Restart the service.');
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
