import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { openTestDatabase, type TestDatabase } from '../../../test/postgres.ts';
import type { RememberedCall } from '../../ports/memory.ts';
import { forgetOldCalls, keepIn, PostgresCallMemory } from './call-memory.ts';

let test: TestDatabase;
let memory: PostgresCallMemory;
beforeAll(async () => {
  test = await openTestDatabase();
  memory = new PostgresCallMemory(test.database);
});
afterAll(() => test.close());

let key = '';
let counter = 0;
beforeEach(() => {
  key = `key_${(counter += 1)}`;
});

const call = (request_id: string, changes: Partial<RememberedCall> = {}): RememberedCall => ({
  workspace_id: 'ws_default',
  key,
  route: 'POST /search',
  request_id,
  ...changes,
});
const INPUT = Buffer.from('input');
const OTHER_INPUT = Buffer.from('other input');
const ANSWER = { status: 200, body: '{"success":true,"text":"ä \\u0000"}' };

it('repeats the answer of a call byte for byte, to whoever sends the same again', async () => {
  await expect(memory.take(call('req_1'), INPUT)).resolves.toBeUndefined();
  await memory.keep({ call: call('req_1'), ...ANSWER });
  await expect(memory.take(call('req_2'), INPUT)).resolves.toEqual(ANSWER);
  await expect(memory.take(call('req_3'), INPUT)).resolves.toEqual(ANSWER);
});

it('lets one of many through that come at the same time, and tells the others that it is under way', async () => {
  const taken = await Promise.allSettled(
    Array.from({ length: 20 }, (_, number) => memory.take(call(`req_${number}`), INPUT)),
  );
  expect(taken.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  const refusals = taken.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : []));
  for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'conflict' });
});

it('refuses a key that comes with other input, and names the header', async () => {
  await memory.take(call('req_1'), INPUT);
  const refusal = { code: 'invalid_input', issues: [{ path: 'Idempotency-Key' }] };
  await expect(memory.take(call('req_2'), OTHER_INPUT)).rejects.toMatchObject(refusal);
  await memory.keep({ call: call('req_1'), ...ANSWER });
  await expect(memory.take(call('req_2'), OTHER_INPUT)).rejects.toMatchObject(refusal);
});

it('takes the same key on another route or of another workspace for another call', async () => {
  await memory.take(call('req_1'), INPUT);
  await expect(memory.take(call('req_2', { route: 'POST /extract' }), OTHER_INPUT)).resolves.toBeUndefined();
  await expect(memory.take(call('req_3', { workspace_id: 'ws_other' }), OTHER_INPUT)).resolves.toBeUndefined();
});

it('lets a failed call be tried again, but not by forgetting what another request holds', async () => {
  await memory.take(call('req_1'), INPUT);
  await memory.forget(call('req_9'));
  await expect(memory.take(call('req_2'), INPUT)).rejects.toMatchObject({ code: 'conflict' });
  await memory.forget(call('req_1'));
  await expect(memory.take(call('req_2'), OTHER_INPUT)).resolves.toBeUndefined();
});

it('lets go of a key whose process is gone, and refuses what that process brings later', async () => {
  const short = new PostgresCallMemory(test.database, { lease_ms: -1000 });
  await short.take(call('req_dead'), INPUT);
  await expect(memory.take(call('req_2'), INPUT)).resolves.toBeUndefined();
  await expect(memory.keep({ call: call('req_dead'), ...ANSWER })).rejects.toMatchObject({ code: 'conflict' });
  await memory.keep({ call: call('req_2'), ...ANSWER });
  await expect(memory.take(call('req_3'), INPUT)).resolves.toEqual(ANSWER);
});

it('holds on to the key of a long call that renews it', async () => {
  const short = new PostgresCallMemory(test.database, { lease_ms: -1000 });
  await short.take(call('req_1'), INPUT);
  await memory.renew(call('req_1'));
  await expect(memory.take(call('req_2'), INPUT)).rejects.toMatchObject({ code: 'conflict' });
});

it('writes an answer with the transaction that makes it true, or not at all', async () => {
  await memory.take(call('req_1'), INPUT);
  const failing = test.database.transaction(async (transaction) => {
    await keepIn(transaction, { call: call('req_1'), ...ANSWER });
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  await expect(memory.take(call('req_2'), INPUT)).rejects.toMatchObject({ code: 'conflict' });
});

it('forgets answers after a day', async () => {
  await memory.take(call('req_1'), INPUT);
  await memory.keep({ call: call('req_1'), ...ANSWER });
  await test.database.query("update idempotent_calls set created_at = now() - interval '25 hours' where key = $1", [
    key,
  ]);
  await expect(memory.take(call('req_2'), OTHER_INPUT)).resolves.toBeUndefined();
  await test.database.query("update idempotent_calls set created_at = now() - interval '25 hours' where key = $1", [
    key,
  ]);
  await expect(forgetOldCalls(test.database)).resolves.toMatchObject({ done: 1 });
});
