import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import type { Plan, Plans } from '../../ports/plans.ts';
import { openKeyStore } from './key-store.ts';
import { PostgresLedger } from './ledger.ts';
import { PostgresWorkspaces } from './workspaces.ts';

const plan = { requests_per_minute: 60, concurrent_jobs: 2, credits_per_month: null, event_streams: 5 };
const plans: Plans = new Map<string, Plan>([
  ['self_hosted', plan],
  ['starter', { ...plan, credits_per_month: 1000 }],
  ['large', { ...plan, credits_per_month: 50_000 }],
]);

let test: TestDatabase;
let ledger: PostgresLedger;
let workspaces: PostgresWorkspaces;

beforeAll(async () => {
  test = await openTestDatabase();
  ledger = new PostgresLedger(test.database, { plans });
  await ledger.publishPlans();
  workspaces = new PostgresWorkspaces(test.database, { plans, ledger });
});
afterAll(() => test.close());

describe('a new workspace', () => {
  it('is metered without a limit on a plan without monthly credits', async () => {
    const made = await workspaces.create({ id: 'acme', name: 'Acme', plan: 'self_hosted' });
    expect(made).toMatchObject({ id: 'acme', name: 'Acme', plan: 'self_hosted', balance: null, living_keys: 0 });
    await expect(workspaces.find('acme')).resolves.toEqual(made);
  });

  it('has the credits of its plan from the first time they are asked for', async () => {
    const { id } = await workspaces.create({ id: undefined, name: 'Without an id', plan: 'starter' });
    expect(id).toMatch(/^ws_[a-z0-9]{20}$/);
    await expect(ledger.balance(id)).resolves.toBe(1000);
  });

  it.each([
    [{ id: 'x', name: 'Name', plan: 'starter' }, 'id'],
    [{ id: 'No Spaces', name: 'Name', plan: 'starter' }, 'id'],
    [{ id: undefined, name: ' ', plan: 'starter' }, 'name'],
    [{ id: undefined, name: 'two\nlines', plan: 'starter' }, 'name'],
    [{ id: undefined, name: 'Name', plan: 'startr' }, 'did you mean starter?'],
    [{ id: undefined, name: 'Name', plan: 'enterprise-gold' }, 'the plans are self_hosted, starter, large'],
  ])('is refused with what is wrong: %j', async (request, problem) => {
    await expect(workspaces.create(request)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(problem),
    });
  });

  it('does not take the id of another', async () => {
    await workspaces.create({ id: 'twice', name: 'First', plan: 'starter' });
    const again = workspaces.create({ id: 'twice', name: 'Second', plan: 'large' });
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
    await expect(workspaces.find('twice')).resolves.toMatchObject({ name: 'First', plan: 'starter' });
  });
});

describe('a changed workspace', () => {
  it('keeps what was not named, and an unknown one is told', async () => {
    await workspaces.create({ id: 'renamed', name: 'Before', plan: 'starter' });
    await expect(workspaces.set('renamed', { name: 'After', plan: undefined })).resolves.toMatchObject({
      name: 'After',
      plan: 'starter',
    });
    await expect(workspaces.set('nobody', { name: 'After', plan: undefined })).resolves.toBeUndefined();
  });

  it('gets a limit with a limited plan, loses it with an unlimited one, and keeps its credits between limited ones', async () => {
    await workspaces.create({ id: 'moving', name: 'Moving', plan: 'self_hosted' });
    await workspaces.set('moving', { name: undefined, plan: 'starter' });
    await expect(ledger.balance('moving')).resolves.toBe(1000);
    await workspaces.set('moving', { name: undefined, plan: 'large' });
    await expect(ledger.balance('moving')).resolves.toBe(1000);
    await workspaces.set('moving', { name: undefined, plan: 'self_hosted' });
    await expect(ledger.balance('moving')).resolves.toBeNull();
  });

  it('has its new plan within two seconds wherever its keys are known', async () => {
    await workspaces.create({ id: 'growing', name: 'Growing', plan: 'starter' });
    const keys = await openKeyStore(test.database, silentLog);
    const blank = { allowed_domains: [], scopes: [], project_id: undefined, expires_at: undefined, secret: undefined };
    const { secret } = await keys.create({ ...blank, name: 'key' }, 'growing');
    await expect(keys.find(secret)).resolves.toMatchObject({ plan: 'starter' });
    await workspaces.set('growing', { name: undefined, plan: 'large' });
    await vi.waitFor(async () => expect(await keys.find(secret)).toMatchObject({ plan: 'large' }), { timeout: 2000 });
    expect((await workspaces.find('growing'))?.living_keys).toBe(1);
    await keys.close();
  });
});

it('are listed with the first one, which commands act for, at the top', async () => {
  const ids = (await workspaces.list()).map(({ id }) => id);
  expect(ids[0]).toBe('ws_default');
  expect(ids.length).toBeGreaterThan(1);
});
