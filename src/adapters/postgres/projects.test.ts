import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { openTestDatabase, type TestDatabase } from '../../../test/postgres.ts';
import type { Project, ProjectSettings } from '../../ports/projects.ts';
import { PostgresLedger } from './ledger.ts';
import { PostgresProjects } from './projects.ts';

let test: TestDatabase;
let ledger: PostgresLedger;
let projects: PostgresProjects;
beforeAll(async () => {
  test = await openTestDatabase();
  ledger = new PostgresLedger(test.database);
  projects = new PostgresProjects(test.database);
});
afterAll(() => test.close());

let workspace: string;
let counter = 0;
beforeEach(async () => {
  workspace = await openWorkspace();
});

async function openWorkspace(): Promise<string> {
  const id = `ws_${(counter += 1)}`;
  await test.database.query("insert into workspaces (id, name, plan) values ($1, 'x', 'test')", [id]);
  await test.database.query('insert into credit_accounts (workspace_id, balance) values ($1, null)', [id]);
  await test.database.query(
    `insert into webhook_endpoints (id, workspace_id, url, events, secret)
      values ($1, $2, 'https://example.com/', '{project.budget_warning,project.budget_exceeded}', '')`,
    [`whe_${counter}`, id],
  );
  return id;
}

const NOTHING = { name: undefined, budget_credits: undefined, warning_share: undefined, is_hard: undefined };
const set = (id: string, settings: Partial<ProjectSettings> = {}): Promise<Project> =>
  projects.set(workspace, id, { ...NOTHING, ...settings });

async function charge(credits: number, project_id = 'acme'): Promise<void> {
  const call = { workspace_id: workspace, operation: 'backlinks.list', request_id: 'req_1', project_id };
  await (await ledger.reserve(call, credits)).settle();
}

async function announced(): Promise<number> {
  const [row] = await test.database.query<{ count: number }>(
    'select count(*) as count from webhook_deliveries where workspace_id = $1',
    [workspace],
  );
  return row?.count ?? -1;
}

it('makes a project with sensible settings, and changes only what is named', async () => {
  await expect(set('acme')).resolves.toMatchObject({
    id: 'acme',
    name: 'acme',
    budget_credits: undefined,
    warning_share: 0.8,
    is_hard: true,
    month: { spent: 0, reserved: 0, warned_at: undefined, exceeded_at: undefined },
  });
  await set('acme', { name: 'Acme Ltd', budget_credits: 500, warning_share: 0.5, is_hard: false });
  await expect(set('acme', { warning_share: 0.6 })).resolves.toMatchObject({
    name: 'Acme Ltd',
    budget_credits: 500,
    warning_share: 0.6,
    is_hard: false,
  });
  await expect(set('acme', { budget_credits: null })).resolves.toMatchObject({ budget_credits: undefined });
});

it('lists the projects of one workspace by name, and knows nothing of others', async () => {
  await set('b', { name: 'Berlin' });
  await set('a', { name: 'Oslo' });
  const other = await openWorkspace();
  await projects.set(other, 'c', NOTHING);
  await expect(projects.list(workspace)).resolves.toMatchObject([{ name: 'Berlin' }, { name: 'Oslo' }]);
  await expect(projects.find(workspace, 'c')).resolves.toBeUndefined();
  await expect(projects.remove(workspace, 'c')).resolves.toBe(false);
});

it('counts what the month has spent on the id before the project was made, and tells at once what that crosses', async () => {
  await charge(60);
  await charge(50);
  const call = { workspace_id: workspace, operation: 'x', request_id: 'req_1', project_id: 'acme' };
  const open = await ledger.reserve(call, 7);
  const gone = await ledger.reserve(call, 9);
  await gone.release();
  const project = await set('acme', { budget_credits: 100 });
  expect(project.month).toMatchObject({ spent: 110, reserved: 7 });
  expect(project.month.exceeded_at).toBeInstanceOf(Date);
  await expect(announced()).resolves.toBe(2);
  await open.release();
  await expect(projects.find(workspace, 'acme')).resolves.toMatchObject({ month: { spent: 110, reserved: 0 } });
  await set('acme', { budget_credits: 90 });
  await expect(announced()).resolves.toBe(2);
});

it('does not count what was reserved in the month before', async () => {
  await charge(60);
  await test.database.query(
    "update credit_reservations set created_at = created_at - interval '1 month' where workspace_id = $1",
    [workspace],
  );
  await expect(set('acme', { budget_credits: 100 })).resolves.toMatchObject({ month: { spent: 0 } });
});

it('uses a changed budget from the next call on', async () => {
  await set('acme', { budget_credits: 10 });
  await expect(charge(11)).rejects.toMatchObject({ code: 'budget_exceeded' });
  await set('acme', { budget_credits: 20 });
  await charge(11);
  await set('acme', { is_hard: false });
  await charge(11);
  await set('acme', { is_hard: true, budget_credits: 15 });
  await expect(charge(1)).rejects.toMatchObject({ code: 'budget_exceeded' });
  await set('acme', { budget_credits: null });
  await charge(1);
});

it('misses no call that is made while the project is', async () => {
  const calls = Promise.all(Array.from({ length: 60 }, () => charge(1)));
  await Promise.all([set('acme', { budget_credits: 1000 }), set('acme', { warning_share: 0.9 }), calls]);
  await expect(projects.find(workspace, 'acme')).resolves.toMatchObject({ month: { spent: 60, reserved: 0 } });
});

it('removes the budget at once, and a project made again finds its month and tells nothing twice', async () => {
  await set('acme', { budget_credits: 10 });
  await charge(10);
  await expect(announced()).resolves.toBe(2);
  await expect(projects.remove(workspace, 'acme')).resolves.toBe(true);
  await expect(projects.remove(workspace, 'acme')).resolves.toBe(false);
  await expect(projects.list(workspace)).resolves.toEqual([]);
  await charge(5);
  await expect(set('acme', { budget_credits: 10 })).resolves.toMatchObject({ month: { spent: 15 } });
  await expect(announced()).resolves.toBe(2);
});

it.each([
  ['', {}, 'id'],
  [' a', {}, 'id'],
  ['ä', {}, 'id'],
  ['x'.repeat(129), {}, 'id'],
  ['a', { name: ' ' }, 'name'],
  ['a', { name: 'x\u001B[2J' }, 'name'],
  ['a', { budget_credits: -1 }, 'budget_credits'],
  ['a', { budget_credits: 1.5 }, 'budget_credits'],
  ['a', { warning_share: 0 }, 'warning_share'],
  ['a', { warning_share: 1.1 }, 'warning_share'],
])('refuses the id %j with %j and names the field %s', async (id, settings, path) => {
  await expect(set(id, settings)).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path }] });
});

it('takes every id that the header x-project-id can carry', async () => {
  for (const id of ['x', 'a b', '!~', 'x'.repeat(128)]) await expect(set(id)).resolves.toMatchObject({ id });
});
