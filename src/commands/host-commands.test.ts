import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Command } from 'commander';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

import { openTestDatabase, type TestDatabase } from '../../test/postgres.ts';
import { addHosts } from './host-commands.ts';

let test: TestDatabase;
const data = mkdtempSync(join(tmpdir(), 'seamark-hosts-'));
beforeAll(async () => {
  test = await openTestDatabase();
  await test.database.query("insert into workspaces (id, name, plan) values ('ws_2', 'Second', 'self_hosted')");
  vi.stubEnv('DATABASE_URL', test.url);
  vi.stubEnv('NO_COLOR', '1');
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(data, { recursive: true });
  await test.close();
});

/** What the command prints. Rejects with what it fails with. */
async function seamark(...words: string[]): Promise<string> {
  const root = new Command('seamark').exitOverride().configureOutput({ writeErr: () => undefined });
  addHosts(root);
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    printed += String(chunk);
    return true;
  });
  await root.parseAsync(['node', 'seamark', 'hosts', ...words, '--data', data]);
  return printed;
}

it('vouches for a host of one workspace, lists it there alone, and takes it away', async () => {
  const proven = JSON.parse(await seamark('prove', 'https://Staging.Example.com/a', '--workspace', 'ws_2', '--json'));
  expect(proven).toMatchObject({ host: 'staging.example.com', is_proven: true, method: 'operator' });
  expect(proven).toMatchObject({ looked_up_again_at: null });
  expect(await seamark('list')).toMatch(/^No hosts are proven\./);
  expect(await seamark('list', '--workspace', 'ws_2')).toMatch(/^HOST .*\nstaging\.example\.com +proven +operator +\d/);
  await seamark('remove', 'staging.example.com', '--workspace', 'ws_2');
  const again = seamark('remove', 'staging.example.com', '--workspace', 'ws_2');
  await expect(again).rejects.toMatchObject({ code: 'not_found' });
});

it('vouches for no public suffix', async () => {
  await expect(seamark('prove', 'co.uk')).rejects.toMatchObject({ code: 'invalid_input' });
});
