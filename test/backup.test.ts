import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { openVault } from '../src/adapters/secrets.ts';
import { openAccounts } from '../src/compose/accounts.ts';
import { backUp, restore } from '../src/compose/backups.ts';
import { openIndexes } from '../src/compose/indexes.ts';
import { type Config, readConfig } from '../src/config.ts';
import { closingAfter } from '../src/kernel/closing.ts';
import { parseTarget } from '../src/web/target.ts';
import { consolePart, consoleRow, importConsole } from './console-rows.ts';
import { pageFact } from './index-engine.ts';
import { prepareIndexFolder } from './index-template.ts';
import { openTestDatabase, type TestDatabase } from './postgres.ts';

const signal = AbortSignal.timeout(300_000);
const WANTED = {
  status: 'live',
  dofollow_only: false,
  include_subdomains: true,
  include_indirect_links: false,
  exclude_internal_backlinks: true,
} as const;
/** Who links to the shop, by index. */
const FANS = new Map([
  ['', ['https://fan.example/']],
  ['acme', ['https://one.example/', 'https://two.example/']],
]);
let folder: string;
let source: TestDatabase;
let before: Config;
let key: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seamark-backup-'));
  source = await openTestDatabase();
  before = configOf(source, 'before');
  await prepareIndexFolder(before.data_dir);
  const vault = await openVault(before);
  key = await closingAfter(async (closing) => {
    const { database, keys } = closing.add(await openAccounts(before));
    const made = await keys.create({
      name: 'everyday',
      allowed_domains: [],
      scopes: [],
      project_id: undefined,
      expires_at: undefined,
      secret: undefined,
    });
    await database.query(
      `insert into workspaces (id, name, plan, has_own_index) values ('acme', 'Acme', 'self_hosted', true)`,
    );
    await database.query('create table sealed (secret bytea, at bigserial primary key, of text references workspaces)');
    await database.query(`insert into sealed (secret, of) values ($1, 'acme')`, [
      vault.seal('a webhook secret', 'test'),
    ]);
    const indexes = closing.add(await openIndexes(before));
    for (const [owner, sites] of FANS) {
      const { writer } = await indexes.open(owner);
      for (const site of sites) await writer.write(pageFact(site, { links: ['https://shop.example/'] }));
      await writer.flush();
    }
    const { consoleWriter } = await indexes.open('');
    await importConsole(consoleWriter, consolePart(), [consoleRow({ clicks: 5 })]);
    await consoleWriter.close();
    return made.secret;
  });
});
afterAll(async () => {
  await source.close();
  await rm(folder, { recursive: true, force: true });
});

function configOf({ url }: TestDatabase, data: string): Config {
  return readConfig('0', { data: join(folder, data) }, { DATABASE_URL: url, SEAMARK_LOG_LEVEL: 'silent' });
}

it('a backup that was restored elsewhere knows the keys, the rows, the secrets and both indexes', async () => {
  const backup = await backUp(before, join(folder, 'kept'), signal);
  expect(backup).toMatchObject({ has_index: true, has_key: true });
  await rm(before.data_dir, { recursive: true });
  const target = await openTestDatabase('empty');
  const after = configOf(target, 'after');
  // A table that no version of the schema has: the backup names it, and nobody makes it.
  await target.database.query('create table sealed (secret bytea, at bigserial primary key, of text)');
  await restore(after, join(folder, 'kept'), signal);
  const vault = await openVault(after);
  await closingAfter(async (closing) => {
    const { database, keys } = closing.add(await openAccounts(after));
    expect(await keys.find(key)).toMatchObject({ workspace_id: 'ws_default' });
    const [sealed] = await database.query<{ secret: Uint8Array }>('select secret from sealed');
    expect(vault.open(sealed?.secret ?? new Uint8Array(), 'test')).toBe('a webhook secret');
    const [next] = await database.query(`insert into sealed (of) values ('acme') returning at`);
    expect(next).toEqual({ at: 2 });
    const indexes = closing.add(await openIndexes(after));
    const asked = { ...WANTED, target: parseTarget('shop.example'), list_limit: 10 };
    for (const [owner, sites] of FANS) {
      const { value } = await (await indexes.open(owner)).links.summary(asked, signal);
      expect(value).toMatchObject({ referring_domains: sites.length });
    }
    const { consoleReader } = await indexes.open('');
    const [property] = await consoleReader.properties('ws_own', signal);
    expect(property).toMatchObject({ property: 'sc-domain:shop.test' });
  });
  await target.close();
});

it('a backup that was changed, and one of nothing, are refused before anything is written', async () => {
  const target = await openTestDatabase('empty');
  const config = configOf(target, 'refused');
  await expect(restore(config, folder, signal)).rejects.toThrow('has no manifest.json');
  await appendFile(join(folder, 'kept/postgres/workspaces.copy.zst'), 'x');
  await expect(restore(config, join(folder, 'kept'), signal)).rejects.toThrow(
    'The backup is damaged: postgres/workspaces.copy.zst was changed.',
  );
  expect(await readdir(folder)).not.toContain('refused');
  await target.close();
});

it('a folder without data is not backed up, nor made', async () => {
  const nowhere = readConfig('0', { data: join(folder, 'misspelt') }, { SEAMARK_LOG_LEVEL: 'silent' });
  await expect(backUp(nowhere, join(folder, 'of-nothing'), signal)).rejects.toThrow('holds no data of Seamark');
  expect(await readdir(folder)).not.toContain('misspelt');
});

it('a backup never replaces another, nor is data restored over data', async () => {
  const after = configOf(source, 'after');
  await expect(backUp(after, join(folder, 'kept'), signal)).rejects.toMatchObject({ code: 'conflict' });
  const damaged = join(folder, 'kept');
  await expect(restore(after, damaged, signal)).rejects.toThrow('already holds data (index)');
});
