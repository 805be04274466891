import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { writeUntilFull } from '../../../test/small-disk.ts';
import { silentLog, spawnHolder, type HolderProcess } from '../../../test/postgres.ts';
import { connect, type Database } from './database.ts';
import { startEmbedded, type EmbeddedServer } from './embedded.ts';
import { identityOf } from './process-identity.ts';

const IS_ROOT = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };
const SYSTEM_POSTGRES = '/usr/lib/postgresql/15/bin';

let root: string;
let folder: string;
const servers: EmbeddedServer[] = [];
const databases: Database[] = [];
const holders: HolderProcess[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'seamark-embedded-'));
  chmodSync(root, 0o755);
  folder = join(root, 'data');
});
afterEach(async () => {
  await Promise.all(databases.splice(0).map((database) => database.close()));
  await Promise.all(holders.splice(0).map((holder) => holder.kill()));
  for (const server of servers.splice(0)) await server.stop();
  // What a killed holder left behind.
  const pid = postmasterPid();
  if (pid !== undefined && identityOf(pid) !== undefined) process.kill(pid, 'SIGQUIT');
  await untilEnded(pid);
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
});

async function untilEnded(pid: number | undefined): Promise<void> {
  for (let identity = identityOf(pid ?? 0); identity !== undefined; identity = identityOf(identity.pid))
    await sleep(20);
}

/** A finished, stopped database: making one takes seconds, copying it a tenth of one. */
let template: string;
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'seamark-template-'));
  chmodSync(template, 0o711);
  const server = await startEmbedded({ data_dir: template, log: silentLog });
  await server.stop();
  rmSync(join(template, 'postgres.run', 'port'));
});
afterAll(() => rmSync(template, { recursive: true, force: true }));

const copyTemplate = (): unknown => spawnSync('cp', ['-a', template, folder]);

async function start(tuning = {}): Promise<EmbeddedServer> {
  const server = await startEmbedded({ data_dir: folder, log: silentLog }, tuning);
  servers.push(server);
  return server;
}

function hold(account = {}): HolderProcess {
  const holder = spawnHolder(folder, account);
  holders.push(holder);
  return holder;
}

function open(url: string): Database {
  const database = connect({ url, log: silentLog });
  databases.push(database);
  return database;
}

const file = (): string => join(folder, 'postgres', 'postmaster.pid');

function postmasterPid(): number | undefined {
  const pid = existsSync(file()) ? Number.parseInt(readFileSync(file(), 'utf8'), 10) : 0;
  return pid > 0 && pid < 5_000_000 ? pid : undefined;
}

it('listens on loopback only, asks for the password, keeps it from other users, and has everything again after a stop', async () => {
  copyTemplate();
  const first = await start();
  const { url } = first;
  expect(first.owned).toBe(true);
  await expect(open(url.replace(/:[^:@]+@/, ':wrong@')).query('select 1')).rejects.toMatchObject({
    code: 'unavailable',
  });
  const [row] = await open(url).query(
    `select current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets,
      current_setting('fsync') as fsync`,
  );
  expect(row).toEqual({ addresses: '127.0.0.1', sockets: '', fsync: 'on' });
  expect(statSync(join(folder, 'postgres', 'seamark.password')).mode & 0o777).toBe(0o600);
  await databases[1]?.query('create table kept as select 42 as answer');
  await Promise.all(databases.splice(0).map((database) => database.close()));
  await Promise.all([first.stop(), first.stop()]);
  expect(postmasterPid()).toBeUndefined();
  const second = await start();
  expect(second.url).toBe(url);
  await expect(open(url).query('select answer from kept')).resolves.toEqual([{ answer: 42 }]);
});

it('shares one server between processes; only the owner stops it, not even Ctrl-C in the terminal of the owner', async () => {
  copyTemplate();
  const owner = await hold().ready;
  const guest = await start();
  expect([owner.owned, guest.owned]).toEqual([true, false]);
  expect(guest.url).toBe(owner.url);
  await guest.stop();
  await expect(open(owner.url).query('select 1 as one')).resolves.toEqual([{ one: 1 }]);
  process.kill(-owner.pid, 'SIGINT');
  await sleep(300);
  await expect(databases[0]?.query('select 1 as one')).resolves.toEqual([{ one: 1 }]);
  await databases.pop()?.close();
  await owner.stop();
  expect(postmasterPid()).toBeUndefined();
});

it('starts exactly one server when several processes start at the same moment in an empty folder', async () => {
  const ready = await Promise.all([hold(), hold(), hold()].map(({ ready: answer }) => answer));
  expect(ready.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
  expect(ready.filter(({ owned }) => owned)).toHaveLength(1);
  expect(new Set(ready.map(({ url }) => url)).size).toBe(1);
});

it('adopts the server of an owner that was killed, without restarting it, whoever has the number of the owner now', async () => {
  copyTemplate();
  const owner = await hold().ready;
  await open(owner.url).query('create table kept as select 1 as one');
  const pid = postmasterPid();
  await owner.kill();
  const other = { pid: process.pid, started: 'another boot' };
  writeFileSync(join(folder, 'postgres.run', 'owner'), JSON.stringify(other));
  const heir = await start();
  expect([heir.owned, heir.url, postmasterPid()]).toEqual([true, owner.url, pid]);
  await expect(databases[0]?.query('select one from kept')).resolves.toEqual([{ one: 1 }]);
  await heir.stop();
  expect(postmasterPid()).toBeUndefined();
});

it('is taken over by one of those that use it when its owner is killed, and stopped by them', async () => {
  copyTemplate();
  const owner = await hold().ready;
  const guests = [await start(), await start()];
  const pid = postmasterPid();
  await owner.kill();
  await vi.waitFor(() => expect(guests.filter(({ owned }) => owned)).toHaveLength(1), 15_000);
  expect(postmasterPid()).toBe(pid);
  const [last, first] = guests.toSorted((a, b) => Number(b.owned) - Number(a.owned));
  await first?.stop();
  expect(postmasterPid()).toBe(pid);
  await last?.stop();
  expect(postmasterPid()).toBeUndefined();
});

it('is stopped by the process that stops right after its owner was killed', async () => {
  copyTemplate();
  const owner = await hold().ready;
  const guest = await start();
  await owner.kill();
  await guest.stop();
  expect(postmasterPid()).toBeUndefined();
});

it('takes over when the owner stops the server while it is still needed here', async () => {
  copyTemplate();
  const owner = await hold().ready;
  const guest = await start();
  await owner.stop();
  await vi.waitFor(() => expect(guest.owned).toBe(true), 15_000);
  await expect(open(guest.url).query('select 1 as one')).resolves.toEqual([{ one: 1 }]);
});

it('starts a server again that was killed, under the same address, with everything that was committed', async () => {
  copyTemplate();
  const { url } = await start();
  const database = open(url);
  await database.query('create table kept as select 7 as seven');
  const pid = postmasterPid() ?? -1;
  process.kill(pid, 'SIGKILL');
  const again = async (): Promise<void> => {
    expect(postmasterPid()).not.toBe(pid);
    expect(await database.query('select seven from kept')).toEqual([{ seven: 7 }]);
  };
  await vi.waitFor(again, { timeout: 30_000, interval: 100 });
});

it('starts after owner and server were both killed', async () => {
  copyTemplate();
  const owner = await hold().ready;
  process.kill(owner.pid, 'SIGSTOP');
  process.kill(postmasterPid() ?? -1, 'SIGKILL');
  await owner.kill();
  await expect(start()).resolves.toMatchObject({ owned: true });
});

it('is not misled by a number in postmaster.pid that belongs to another process now', async () => {
  copyTemplate();
  const first = await start();
  await first.stop();
  const lines = [String(process.pid), join(folder, 'postgres'), '1700000000', '25999', '', '127.0.0.1', '', 'ready'];
  writeFileSync(file(), lines.join('\n') + '\n');
  await expect(start()).resolves.toMatchObject({ owned: true });
});

// Killing the start lets its initdb go on, and the next start meets it.
it('begins anew, and leaves nothing behind, when the very first start was killed half-way', async () => {
  const killed = hold();
  const made = (): string[] => globSync('*.new-*/**', { cwd: folder });
  await vi.waitUntil(() => made().length >= 100, { timeout: 20_000, interval: 5 });
  await killed.kill();
  expect(existsSync(join(folder, 'postgres'))).toBe(false);
  await start();
  expect(made()).toEqual([]);
});

it('leaves no server behind where a start fails after it', async () => {
  copyTemplate();
  mkdirSync(join(folder, 'postgres.run', 'owner'));
  await expect(start()).rejects.toThrow('EISDIR');
  expect(postmasterPid()).toBeUndefined();
});

it('begins its log anew when it has grown too long', async () => {
  copyTemplate();
  appendFileSync(join(folder, 'postgres.log'), 'x'.repeat(11_000_000));
  await start();
  expect(statSync(join(folder, 'postgres.log')).size).toBeLessThan(100_000);
});

it('says what to install when there is no PostgreSQL', async () => {
  await expect(start({ binary_folders: [join(root, 'none')] })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('No PostgreSQL'),
  });
});

it.runIf(existsSync(SYSTEM_POSTGRES))('names both versions when the database is of another one', async () => {
  const old = await start({ binary_folders: [SYSTEM_POSTGRES] });
  await expect(open(old.url).query('select 1 as one')).resolves.toEqual([{ one: 1 }]);
  await old.stop();
  writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '16\n');
  await expect(start({ binary_folders: [SYSTEM_POSTGRES] })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/PostgreSQL 16.*15/),
  });
});

it('says so when the data folder is a file', async () => {
  writeFileSync(folder, '');
  await expect(start()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('a file') });
});

describe.runIf(IS_ROOT)('as root', () => {
  it('runs the server as another user, who owns nothing but the database folder', () => {
    expect(statSync(join(template, 'postgres')).uid).not.toBe(0);
    expect(statSync(template).uid).toBe(0);
  });

  it('works in a folder that only root may enter', async () => {
    copyTemplate();
    chmodSync(root, 0o700);
    const { url } = await start();
    await expect(open(url).query('create table here as select 1')).resolves.toEqual([]);
  });

  it('works in the data folder of a normal user, who can go on with it afterwards', async () => {
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, NOBODY.uid, NOBODY.gid);
    const asRoot = await start();
    expect(statSync(join(folder, 'postgres')).uid).toBe(NOBODY.uid);
    await asRoot.stop();
    const asNobody = await hold(NOBODY).ready;
    expect(asNobody).toMatchObject({ error: undefined, owned: true, url: asRoot.url });
  });

  it('works as a normal user from the beginning', async () => {
    chownSync(root, NOBODY.uid, NOBODY.gid);
    const { error, url } = await hold(NOBODY).ready;
    expect(error).toBeUndefined();
    await expect(open(url).query('select 1 as one')).resolves.toEqual([{ one: 1 }]);
    expect(statSync(join(folder, 'postgres')).uid).toBe(NOBODY.uid);
  });

  it('tells a normal user that the folder belongs to somebody else', async () => {
    const { error, fix } = await hold(NOBODY).ready;
    expect(error).toContain('belongs to another user');
    expect(fix).toContain('SEAMARK_DATA');
    copyTemplate();
    expect((await hold(NOBODY).ready).error).toContain('belongs to another user');
  });
});

const CAN_MOUNT = IS_ROOT && canMount();

function canMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'seamark-mount-'));
  const mounted = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', place]).status === 0;
  if (mounted) spawnSync('/bin/umount', [place]);
  rmSync(place, { recursive: true, force: true });
  return mounted;
}

function mount(options: string): void {
  mkdirSync(folder, { recursive: true });
  spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', options, 'none', folder]);
}

describe.runIf(CAN_MOUNT)('on a small or read-only disk', () => {
  afterEach(() => {
    spawnSync('/bin/umount', ['-l', folder]);
  });

  it('says that the disk is full, and leaves nothing behind', async () => {
    mount('size=8m,mode=711');
    await expect(start()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('full') });
    expect(readdirSync(folder).filter((name) => name !== 'postgres.run')).toEqual([]);
  });

  it('is stopped although nothing can be written any more', async () => {
    mount('size=150m,mode=711');
    spawnSync('cp', ['-a', `${template}/.`, folder]);
    const server = await start();
    const pid = postmasterPid();
    const ballast = openSync(join(folder, 'ballast'), 'w');
    for (const bytes of [1_048_576, 1]) writeUntilFull(ballast, Buffer.alloc(bytes));
    closeSync(ballast);
    await server.stop();
    expect(identityOf(pid ?? 0)).toBeUndefined();
  });

  it('says that the folder is read-only', async () => {
    mount('size=8m,mode=711,ro');
    await expect(start()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('read-only') });
  });
});
