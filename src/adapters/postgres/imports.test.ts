import { afterAll, beforeAll, expect, it } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import { type FileState, type ImportOrder, type ImportState, NO_OPTIONS } from '../../ports/imports.ts';
import { connect, type Database } from './database.ts';
import { PostgresImports } from './imports.ts';

let test: TestDatabase;
let imports: PostgresImports;
beforeAll(async () => {
  test = await openTestDatabase();
  imports = new PostgresImports(test.database, { patience_ms: 200 });
});
afterAll(() => test.close());

const FILE: FileState = { bytes: 1000, version: 'v1', changed_at: new Date('2026-01-01T00:00:00Z') };
const ALL = { kind: undefined, status: undefined, limit: 100, offset: 0 };

function order(location: string, changes: Partial<ImportOrder> = {}): ImportOrder {
  return { kind: 'wat', location, options: NO_OPTIONS, workspace_id: 'ws_1', again: false, ...changes };
}

function state(offset: number): ImportState {
  return {
    position: { offset, inner: 3 },
    bytes_read: offset,
    counts: { read: 5, taken: 4, skipped: 1, links: 40 },
    problems: [{ kind: 'garbage', count: 1, examples: ['nul \0 in it'] }],
    notes: ['a note'],
  };
}

const elsewhere = (): Database => connect({ url: test.url, log: silentLog });

it('goes on from the last checkpoint, and does a whole file once', async () => {
  const opened = await imports.open(order('/a'), FILE);
  expect(opened).toMatchObject({ outcome: 'new', file: { status: 'running', position: { offset: 0 } } });
  await imports.checkpoint(opened.file.id, state(500));
  await imports.end(opened.file.id, state(600), { status: 'stopped', error: undefined });
  const resumed = await imports.open(order('/a'), FILE);
  expect(resumed).toMatchObject({ outcome: 'resumed', file: { ...state(600), begun_at: opened.file.begun_at } });
  await imports.end(resumed.file.id, state(1000), { status: 'completed', error: undefined });
  expect((await imports.open(order('/a'), FILE)).outcome).toBe('unchanged');
  const again = await imports.open(order('/a', { again: true }), FILE);
  expect(again).toMatchObject({ outcome: 'new', file: { counts: { read: 0 }, problems: [], notes: [] } });
  await imports.end(again.file.id, state(10), { status: 'failed', error: 'broken' });
  expect(await imports.find('ws_1', again.file.id)).toMatchObject({ status: 'failed', error: 'broken' });
  expect((await imports.open(order('/a'), { ...FILE, version: 'v2' })).outcome).toBe('new');
});

it('tells orders apart by workspace, kind and options', async () => {
  const limited = { ...NO_OPTIONS, limit: 5 };
  const orders = [
    order('/b'),
    order('/b', { kind: 'warc' }),
    order('/b', { options: limited }),
    order('/b', { workspace_id: 'ws_2' }),
  ];
  const ids = new Set<string>();
  for (const one of orders) ids.add((await imports.open(one, FILE)).file.id);
  expect(ids.size).toBe(4);
  const page = await imports.list('ws_2', ALL);
  expect(page).toMatchObject({ total_count: 1, imports: [{ location: '/b' }] });
  const [theirs] = page.imports;
  expect(await imports.find('ws_1', theirs?.id ?? '')).toBeUndefined();
});

it('lets one process at a time read a file, and the next one when that is killed', async () => {
  const other = elsewhere();
  const theirs = new PostgresImports(other, { patience_ms: 200 });
  const { file } = await theirs.open(order('/c'), FILE);
  await theirs.checkpoint(file.id, state(700));
  await expect(imports.open(order('/c'), FILE)).rejects.toMatchObject({ code: 'conflict' });
  expect(await imports.find('ws_1', file.id)).toMatchObject({ status: 'running' });
  // As a kill does it: the connections are gone, and nothing was written.
  await other.close();
  await expect.poll(async () => (await imports.find('ws_1', file.id))?.status).toBe('stopped');
  expect((await imports.list('ws_1', { ...ALL, status: 'stopped' })).imports.map(({ id }) => id)).toContain(file.id);
  expect(await imports.open(order('/c'), FILE)).toMatchObject({
    outcome: 'resumed',
    file: { position: { offset: 700 } },
  });
});

it('refuses notes of who has lost the file', async () => {
  const { file } = await imports.open(order('/d'), FILE);
  await test.database.query("update imports set owner = 'another' where id = $1", [file.id]);
  await expect(imports.checkpoint(file.id, state(1))).rejects.toMatchObject({ code: 'conflict' });
  await expect(imports.end(file.id, state(1), { status: 'completed', error: undefined })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect(await imports.find('ws_1', file.id)).toMatchObject({ position: { offset: 0 } });
});

it('knows planned files before anybody has looked at them, and why they could not be', async () => {
  const planned = await imports.plan(order('https://x.example/'));
  expect(planned).toMatchObject({ status: 'waiting', job_id: undefined });
  await imports.setJob(planned.id, 'job_1');
  // A job that is gone, or was cancelled before it began, leaves nobody who would begin with the file.
  expect(await imports.plan(order('https://x.example/'))).toMatchObject({
    id: planned.id,
    job_id: 'job_1',
    status: 'stopped',
  });
  await imports.refuse(order('https://x.example/'), 'There is no such host.');
  expect(await imports.find('ws_1', planned.id)).toMatchObject({ status: 'failed', error: 'There is no such host.' });
  expect(await imports.open(order('https://x.example/'), FILE)).toMatchObject({
    outcome: 'new',
    file: { id: planned.id, error: undefined },
  });
});
