import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { type Config, readConfig } from '../../config.ts';
import { recordService } from '../service/running-services.ts';
import { checkPort } from './port.ts';

let server: Server | undefined;
let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'seamark-port-'));
});
afterEach(async () => {
  await new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())));
  await rm(data, { recursive: true, force: true });
});

/** Somebody who listens already and answers every path with this. */
async function taken(answer: (path: string) => object | undefined): Promise<Config> {
  const listening = createServer((request, response) => {
    const body = answer(request.url ?? '');
    response.writeHead(body === undefined ? 503 : 200).end(JSON.stringify(body ?? {}));
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = addressOf(listening);
  return readConfig('0', { port: String(port), data }, {});
}

/** As a service records itself that runs on the data folder. */
async function recorded(config: Config, instance: string): Promise<void> {
  await recordService(config, { url: `http://127.0.0.1:${config.port}`, instance, key: 'k' });
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
  expect(await checkPort(config, '1.0.0')).toMatchObject([{ name: 'port', state: 'ok' }]);
  expect(await checkPort(config, '1.0.0')).toMatchObject([{ name: 'port', state: 'ok' }]);
});

it('knows the service of the data folder, and whether it is ready and of the same version', async () => {
  const config = await taken(() => ({ status: 'ok', version: '1.0.0', instance: 'own' }));
  await recorded(config, 'own');
  expect(await checkPort(config, '1.0.0')).toMatchObject([{ name: 'service', state: 'ok' }]);
  expect(await checkPort(config, '1.1.0')).toMatchObject([{ state: 'warn', fix: expect.stringContaining('Restart') }]);
  const elsewhere = { ...config, port: 0 };
  expect(await checkPort(elsewhere, '1.0.0')).toMatchObject([{ name: 'service' }, { name: 'port', state: 'ok' }]);
});

it('fails when the service of the data folder is not ready', async () => {
  const health = { status: 'ok', version: '1.0.0', instance: 'own' };
  const config = await taken((path) => (path === '/healthz' ? health : undefined));
  await recorded(config, 'own');
  expect(await checkPort(config, '1.0.0')).toMatchObject([{ name: 'service', state: 'fail' }]);
});

it('does not take the service of another data folder for its own, whatever a killed one left', async () => {
  const config = await taken(() => ({ status: 'ok', version: '1.0.0', instance: 'other' }));
  const other = [{ name: 'port', state: 'fail', detail: expect.stringContaining(`not the one of ${data}`) }];
  expect(await checkPort(config, '1.0.0')).toMatchObject(other);
  await recorded(config, 'own');
  expect(await checkPort(config, '1.0.0')).toMatchObject(other);
});

it('fails when another program has the port, and when the address is none of ours', async () => {
  const config = await taken(() => ({ hello: 'world' }));
  expect(await checkPort(config, '1.0.0')).toMatchObject([
    { state: 'fail', detail: expect.stringContaining('another program') },
  ]);
  expect(await checkPort({ ...config, host: '192.0.2.1' }, '1.0.0')).toMatchObject([{ state: 'fail' }]);
});
