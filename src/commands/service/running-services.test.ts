import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type Finished, seamarkHere } from '../../../test/command-line.ts';
import { type Config, readConfig } from '../../config.ts';
import { findService, recordService } from './running-services.ts';

let data: string;
let servers: Server[] = [];
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'seamark-running-'));
});
afterEach(async () => {
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  servers = [];
  await rm(data, { recursive: true, force: true });
});

const settings = (environment: Record<string, string> = {}): Config => readConfig('0', { data }, environment);

/** Something that answers requests on this machine. */
async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It does not listen.');
  return `http://127.0.0.1:${address.port}`;
}

interface Asked {
  readonly path: string;
  readonly key: string | undefined;
}

/** A service of this instance, which answers calls one after another with what is given, and keeps what it was asked. */
async function service(instance: string, answers: { status: number; body: object }[] = []) {
  const asked: Asked[] = [];
  const url = await listening((request, response) => {
    const path = request.url ?? '';
    if (path === '/healthz') return response.end(JSON.stringify({ status: 'ok', version: '0', instance }));
    asked.push({ path, key: [request.headers['x-api-key']].flat()[0] });
    const { status, body } = answers.shift() ?? { status: 500, body: {} };
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  return { url, asked };
}

describe('the record of a running service', () => {
  it('is found while it runs, is readable by its owner alone, and is gone when it stops', async () => {
    const { url } = await service('one');
    const forget = await recordService(settings(), { url, instance: 'one', key: 'k' });
    expect(await findService(settings())).toMatchObject({ url, key: 'k' });
    expect((await stat(join(data, 'services/one.json'))).mode & 0o777).toBe(0o600);
    await forget();
    expect(await findService(settings())).toBeUndefined();
  });

  it('is not mistaken for another service that has its address now', async () => {
    const { url, asked } = await service('other');
    await recordService(settings(), { url, instance: 'one', key: 'k' });
    expect(await findService(settings())).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('leads to another service of the folder where one was killed, and the next start clears it away', async () => {
    const { url } = await service('living');
    await recordService(settings(), { url, instance: 'living', key: 'k' });
    // No process has this id: it is above what Linux gives.
    const killed = { url: 'http://127.0.0.1:9', instance: 'killed', key: 'k', pid: 2 ** 23 };
    await writeFile(join(data, 'services/killed.json'), JSON.stringify(killed));
    await writeFile(join(data, 'services/half.json'), '{"url":');
    expect(await findService(settings())).toMatchObject({ instance: 'living' });
    const next = await service('next');
    await recordService(settings(), { url: next.url, instance: 'next', key: 'k' });
    expect((await readdir(join(data, 'services'))).toSorted()).toEqual(['living.json', 'next.json']);
  });

  it('holds no password, and a command that names another database does not ask the service', async () => {
    const { url } = await service('one');
    const own = settings({ DATABASE_URL: 'postgres://me:secret@db.example/seamark' });
    await recordService(own, { url, instance: 'one', key: 'k' });
    expect(await findService(own)).not.toBeUndefined();
    expect(await findService(settings())).not.toBeUndefined();
    expect(await findService(settings({ DATABASE_URL: 'postgres://db.example/other' }))).toBeUndefined();
    expect(await findService(settings({ CLICKHOUSE_URL: 'http://ch.example/' }))).toBeUndefined();
    expect(JSON.stringify(await findService(own))).not.toContain('secret');
  });

  it('is left out where the data folder is not there', async () => {
    const forget = await recordService(readConfig('0', { data: join(data, 'none') }, {}), {
      url: 'http://127.0.0.1:9',
      instance: 'one',
      key: 'k',
    });
    await forget();
    expect(await readdir(data)).toEqual([]);
  });
});

describe('a call beside a running service', () => {
  const call = (...words: string[]): Promise<Finished> => seamarkHere(['call', ...words, '--data', data]);
  const job = (fields: object): { status: number; body: object } => {
    const progress = { percent: 40, stage: 'reading', message: null };
    return {
      status: 200,
      body: { success: true, job: { id: 'job_1', progress, result: null, error: null, ...fields } },
    };
  };
  const accepted = { status: 202, body: { success: true, job_id: 'job_1', jobs: ['job_1'] } };

  it('is answered by the service, as its operator, and opens nothing in the folder', async () => {
    const { url, asked } = await service('one', [{ status: 200, body: { success: true, results: [] } }]);
    await recordService(settings(), { url, instance: 'one', key: 'operator' });
    expect(JSON.parse((await call('search', 'query=x')).out)).toEqual({ success: true, results: [] });
    expect(asked).toEqual([{ path: '/api/v1/search?sync=true', key: 'operator' }]);
    expect(await readdir(data)).toEqual(['services']);
  });

  it('waits for its job where the service made one, and fails as that does', async () => {
    const failed = { code: 'invalid_input', message: 'The page is too large.', fix: 'Send less.', errors: [] };
    const { url } = await service('one', [
      accepted,
      job({ status: 'running' }),
      job({ status: 'completed', result: { success: true, results: [1] } }),
      accepted,
      job({ status: 'failed', error: failed }),
    ]);
    await recordService(settings(), { url, instance: 'one', key: 'k' });
    expect(JSON.parse((await call('search', 'query=x')).out)).toEqual({ success: true, results: [1] });
    expect(await call('search', 'query=x')).toMatchObject({ code: 2, err: expect.stringContaining('Send less.') });
  });

  it('fails as the service does, with what is wrong and the exit code of a mistake', async () => {
    const errors = [{ path: 'limit', message: 'must be at least 1' }];
    const problem = { code: 'invalid_input', detail: 'The input is not valid.', fix: 'Correct it.', errors };
    const { url } = await service('one', [
      { status: 422, body: problem },
      { status: 429, body: { ...problem, code: 'rate_limited' } },
    ]);
    await recordService(settings(), { url, instance: 'one', key: 'k' });
    const refused = await call('search', 'query=x', 'limit=0');
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('limit: must be at least 1') });
    expect(await call('search', 'query=x')).toMatchObject({ code: 1 });
  });
});
