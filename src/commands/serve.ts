import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

import { openService, type Service } from '../compose.ts';
import { newStart, openServer } from '../compose/server.ts';
import { type Config, type Flags, readConfig } from '../config.ts';
import { prepareAccess, setupUrl } from '../dashboard/access.ts';
import { refuseOpen } from '../http/open-requests.ts';
import { type Closing, closingAfter } from '../kernel/closing.ts';
import { AppError } from '../kernel/errors.ts';
import { version } from '../version.ts';
import { RANKS_COMMAND } from './doctor/ranks-advice.ts';
import { recordService } from './service/running-services.ts';
import { COMMAND, IS_CLONE } from './own-command.ts';
import { orStopped, stopSignal } from './stop-signal.ts';
import { processTerminal, styled, type Terminal } from './terminal.ts';

const START = IS_CLONE ? 'npm start --' : `${COMMAND} serve`;

/** Runs the service until it is told to stop, and leaves nothing running behind. */
export async function serve(flags: Flags): Promise<void> {
  const config = readConfig(version, { ...flags, logLevel: process.stderr.isTTY ? 'warn' : 'info' });
  const terminal = processTerminal(config.color);
  const signal = stopSignal();
  await closingAfter((closing) => serveUntil(signal, { config, terminal, closing }));
}

interface Serving {
  readonly config: Config;
  readonly terminal: Terminal;
  readonly closing: Closing;
}

async function serveUntil(signal: AbortSignal, serving: Serving): Promise<void> {
  const { config, terminal, closing } = serving;
  const { host, port } = config;
  await checkAddress(host, port);
  const service = closing.add(await orStopped(signal, () => openService(config, { role: 'serve' })));
  signal.throwIfAborted();
  const start = newStart();
  const app = await openServer(service, config, start);
  closing.defer(() => stopServing(app, service));
  keepGoing(service);
  // Whoever is told that the service is ready has this key already, and may use it at once.
  if (config.init_api_key !== undefined) await service.makeFirstKey();
  await listen(() => app.listen({ host, port }), config);
  const base = baseUrl(app.server.address(), config.host);
  const { instance, operator_key: key } = start;
  closing.defer(await recordService(config, { url: base, instance, key }));
  terminal.out(`${styled(terminal, 'bold', 'Seamark')} ${version} answers at ${base}  (data in ${config.data_dir})`);
  if (!/^(?:127\.|localhost$|::1$)/.test(config.host)) {
    terminal.err('It serves plain HTTP on an address that others can reach: put a TLS proxy in front of it.');
  }
  await greet(serving, service, base);
  if (!signal.aborted) await once(signal, 'abort');
  terminal.out('Stopping: open requests and running jobs finish first.');
}

/** After a stop, open calls may finish for so long. Then they continue as jobs, which others can run, and say so. */
const HAND_OVER_MS = 5000;
/** What has no answer by then is refused, and a moment later its connection is cut. Jobs may finish meanwhile. */
const REFUSE_MS = 20_000;
const CUT_MS = 22_000;

async function stopServing(app: Listening, service: Service): Promise<void> {
  const timers = [
    setTimeout(() => service.handOver(), HAND_OVER_MS),
    setTimeout(() => refuseOpen(app), REFUSE_MS),
    setTimeout(() => app.server.closeAllConnections(), CUT_MS),
  ];
  await Promise.all([app.close(), service.drain()]);
  for (const timer of timers) clearTimeout(timer);
  // Calls that became jobs late.
  await service.drain();
}

/** What fails outside any call is logged and does not take other calls down with it. */
function keepGoing(service: Service): void {
  process.on('unhandledRejection', (reason) =>
    service.engine.log.error({ err: reason }, 'a rejected promise was not handled'),
  );
}

type Listening = Awaited<ReturnType<typeof openServer>>;

/** Databases take seconds to start, and nobody should wait for them to read that the port is taken. */
async function checkAddress(host: string, port: number): Promise<void> {
  const server = createServer();
  await listen(
    async () => {
      server.listen({ host, port });
      await once(server, 'listening');
    },
    { host, port },
  );
  server.close();
  await once(server, 'close');
}

async function listen(begin: () => Promise<unknown>, { host, port }: { host: string; port: number }): Promise<void> {
  try {
    await begin();
  } catch (thrown) {
    const code: unknown = thrown instanceof Error ? Reflect.get(thrown, 'code') : undefined;
    if (code === 'EADDRINUSE') {
      const who = (await isSeamark(host, port)) ? 'another Seamark' : 'another program';
      throw new AppError('unavailable', `Port ${port} on ${host} is taken by ${who}.`, {
        fix: `Stop it, or choose another port: ${START} --port ${port + 1} (or SEAMARK_PORT=${port + 1}).`,
      });
    }
    if (code === 'EACCES') {
      throw new AppError('unavailable', `Port ${port} cannot be opened by this user.`, {
        fix: `Choose a port from 1024: ${START} --port 8787.`,
      });
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new AppError('unavailable', `${host} is not an address of this machine.`, {
        fix: 'Use --host 127.0.0.1, or 0.0.0.0 to listen on every address.',
      });
    }
    throw thrown;
  }
}

async function isSeamark(host: string, port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://${host}:${port}/healthz`, { signal: AbortSignal.timeout(1000) });
    const body: unknown = await answer.json();
    return typeof body === 'object' && body !== null && 'version' in body;
  } catch {
    return false;
  }
}

function baseUrl(at: string | AddressInfo | null, host: string): string {
  if (at === null || typeof at === 'string') return `http://${host}`;
  const everywhere = at.address === '0.0.0.0' || at.address === '::';
  const shown = everywhere ? '127.0.0.1' : at.family === 'IPv6' ? `[${at.address}]` : at.address;
  return `http://${shown}:${at.port}`;
}

/** The first start makes a key and shows how to use it; later ones only say where things are. */
async function greet({ config, terminal }: Serving, service: Service, base: string): Promise<void> {
  const made = config.init_api_key === undefined ? await service.makeFirstKey() : undefined;
  const token = await prepareAccess(service.users, config.init_user);
  const lines = made === undefined ? [] : firstKeyLines(terminal, base, made);
  if (token !== undefined) {
    lines.push(
      'Open the dashboard to create its first user (this link works once, for 30 minutes):',
      '',
      `  ${setupUrl(base, token)}`,
      '',
    );
  }
  const dashboard = token === undefined ? `Dashboard: ${base}/dashboard   ` : '';
  terminal.out([...lines, `${dashboard}Documentation: ${base}/docs   Keys: ${COMMAND} keys list`].join('\n'));
}

function firstKeyLines(terminal: Terminal, base: string, made: string): string[] {
  const body = String.raw`{"markdown":"# Bicycle repair\n\nHow to mend a flat tyre in ten minutes."}`;
  return [
    '',
    styled(terminal, 'bold', 'Your first key. It is shown only once and is not stored:'),
    '',
    `  ${styled(terminal, 'green', made)}`,
    '',
    'Try it:',
    '',
    `  curl -s ${base}/api/v1/content/technical-qa -H 'x-api-key: ${made}' -H 'content-type: application/json' -d '${body}'`,
    '',
    'Then crawl a site and analyze it:',
    '',
    `  ${COMMAND} crawl https://www.example.com --pages 100`,
    '',
    'Ranks are within your own index. For ranks across the web, import those that Common Crawl publishes',
    '(free; the first million domains are some 35 MB):',
    '',
    `  ${RANKS_COMMAND.replace('seamark', COMMAND)}`,
    '',
  ];
}
