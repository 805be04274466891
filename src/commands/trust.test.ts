import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Finished, seamarkHere } from '../../test/command-line.ts';
import { type Accounts, openAccounts } from '../compose/accounts.ts';
import { openIndex } from '../compose/indexes.ts';
import { readConfig } from '../config.ts';

let data: string;
/** Hold the databases, so that commands find them running. */
let accounts: Accounts;
let index: Awaited<ReturnType<typeof openIndex>>;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'seamark-trust-'));
  const config = readConfig('0', { data }, { SEAMARK_LOG_LEVEL: 'silent' });
  accounts = await openAccounts(config);
  index = await openIndex(config);
});
afterAll(async () => {
  await accounts.close();
  await index.close();
  await rm(data, { recursive: true, force: true });
});

const run = (line: string): Promise<Finished> => seamarkHere([...line.split(' '), '--data', data], {});

it('marks domains as trusted, lists them and takes them off', async () => {
  expect((await run('trust list')).out).toContain('You have not marked any domain.');
  expect(await run('trust add www.example.org beispiel.de')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Trusted: example.org, beispiel.de. Ranks follow with the next rebuild'),
  });
  const listed = JSON.parse((await run('trust list --json')).out);
  expect(listed).toMatchObject([{ domain: 'beispiel.de' }, { domain: 'example.org' }]);
  expect((await run('trust remove example.org')).code).toBe(0);
  expect((await run('trust list')).out).toMatch(/^1 domain marked as trusted\n\s*beispiel\.de/);
  expect(await run('trust remove example.org')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Not on your list: example.org.'),
  });
});

it('refuses what is no registrable domain, and names the one that it belongs to', async () => {
  expect(await run('trust add blog.example.org')).toMatchObject({
    code: 2,
    err: expect.stringContaining('npm run seamark -- trust add example.org'),
  });
});
