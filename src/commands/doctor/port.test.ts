import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, it } from 'vitest';

import { type Config, readConfig } from '../../config.ts';
import { checkPort } from './port.ts';

let server: Server | undefined;
afterEach(() => new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve()))));

/** Somebody who listens already and answers every path with this. */
async function taken(answer: (path: string) => object | undefined): Promise<Config> {
  const listening = createServer((request, response) => {
    const body = answer(request.url ?? '');
    response.writeHead(body === undefined ? 503 : 200).end(JSON.stringify(body ?? {}));
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = addressOf(listening);
  return readConfig('0', { port: String(port) }, {});
}

function addressOf(listening: Server): AddressInfo {
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('It does not listen.');
  return address;
}

it('is content with a port that is free, and leaves it free', async () => {
  const config = await taken(() => ({}));
  await new Promise<void>((resolve) => server?.close(() => resolve()));
  server = undefined;
  expect(await checkPort(config, '1.0.0')).toMatchObject({ name: 'port', state: 'ok' });
  expect(await checkPort(config, '1.0.0')).toMatchObject({ name: 'port', state: 'ok' });
});

it('knows our own service on the port, and whether it is ready and of the same version', async () => {
  const config = await taken(() => ({ status: 'ok', version: '1.0.0' }));
  expect(await checkPort(config, '1.0.0')).toMatchObject({ name: 'service', state: 'ok' });
  expect(await checkPort(config, '1.1.0')).toMatchObject({ state: 'warn', fix: expect.stringContaining('Restart') });
});

it('fails when the service on the port is not ready', async () => {
  const config = await taken((path) => (path === '/healthz' ? { status: 'ok', version: '1.0.0' } : undefined));
  expect(await checkPort(config, '1.0.0')).toMatchObject({ name: 'service', state: 'fail' });
});

it('fails when another program has the port, and when the address is none of ours', async () => {
  const config = await taken(() => ({ hello: 'world' }));
  expect(await checkPort(config, '1.0.0')).toMatchObject({
    state: 'fail',
    detail: expect.stringContaining('another program'),
  });
  expect(await checkPort({ ...config, host: '192.0.2.1' }, '1.0.0')).toMatchObject({ state: 'fail' });
});
