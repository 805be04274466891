import { beforeEach, describe, expect, it } from 'vitest';

import { emptyDesk } from '../../test/empty-desk.ts';
import { silentLog } from '../../test/postgres.ts';
import { TEST_OPERATIONS } from '../../test/test-operations.ts';
import { AppError } from '../kernel/errors.ts';
import type { UsageRow } from '../ports/accounts.ts';
import type { KeptAnswer } from '../ports/memory.ts';
import type { Call, Engine } from './engine.ts';
import { execute } from './execute.ts';

/** What the ledger was asked, in order. */
let booked: string[];
let usage: Pick<UsageRow, 'status' | 'error_code' | 'credits'>[];
let kept: Map<string, KeptAnswer>;

beforeEach(() => {
  booked = [];
  usage = [];
  kept = new Map();
});

/** An engine whose ledger, memory and usage are lists; whatever else a call would touch is missing and would throw. */
function engine(changes: Partial<Engine> = {}): Engine {
  const parts: Partial<Engine> = {
    operations: new Map(TEST_OPERATIONS.map((operation) => [operation.id, operation])),
    desk: emptyDesk(),
    deskOf: () => Promise.resolve(emptyDesk()),
    ledger: {
      balance: async () => 100,
      reserve: async ({ workspace_id }, credits) => {
        booked.push(`reserve ${credits} for ${workspace_id}`);
        return {
          id: 'rsv_1',
          credits,
          settle: async (keep) => {
            booked.push('settle');
            const answer = keep?.(97);
            if (answer !== undefined) kept.set(answer.call.key, answer);
            return 97;
          },
          release: async () => void booked.push('release'),
        };
      },
    },
    memory: {
      take: async ({ key }) => kept.get(key),
      renew: async () => undefined,
      keep: async (answer) => void kept.set(answer.call.key, answer),
      forget: async ({ key }) => void kept.delete(key),
      find: async () => undefined,
    },
    usage: {
      record: ({ status, error_code, credits }) => void usage.push({ status, error_code, credits }),
      close: async () => undefined,
    },
    clock: () => new Date('2026-03-01T12:00:00Z'),
    log: silentLog,
    inline_timeout_ms: 5000,
    hand_over: new AbortController().signal,
    carryOn: undefined,
    ...changes,
  };
  return Object.assign(Object.create(null), { metrics: { countCall: () => undefined } }, parts);
}

function call(changes: Partial<Call> = {}): Call {
  return {
    caller: {
      workspace_id: 'ws_1',
      key_id: 'key_1',
      key_name: 'test',
      allowed_domains: [],
      scopes: [],
      project_id: undefined,
      plan: 'self_hosted',
    },
    request_id: 'req_1',
    transport: 'rest',
    project_id: undefined,
    workflow_id: undefined,
    dry_run: false,
    mode: 'sync',
    idempotency_key: undefined,
    signal: new AbortController().signal,
    ...changes,
  };
}

async function run(input: object, changes: Partial<Call> = {}, parts: Engine = engine()): ReturnType<typeof execute> {
  const operation = parts.operations.get('test.inline');
  if (operation === undefined) throw new Error('The operation is missing.');
  return execute(parts, operation, { label: crypto.randomUUID(), ...input }, call(changes));
}

describe('a call that succeeds', () => {
  it('reserves its price, is charged once, and is written down with it', async () => {
    const { status, body } = await run({});
    expect({ status, booked }).toEqual({ status: 200, booked: ['reserve 3 for ws_1', 'settle'] });
    expect(body['meta']).toMatchObject({ credits: { charged: 3, balance: 97 } });
    expect(usage).toEqual([{ status: 200, error_code: undefined, credits: 3 }]);
  });

  it('with an idempotency key is answered the same again, and costs nothing the second time', async () => {
    const first = await run({ label: 'once' }, { idempotency_key: 'a' });
    const second = await run({ label: 'once' }, { idempotency_key: 'a', request_id: 'req_2' });
    expect([first.replayed, second.replayed]).toEqual([false, true]);
    expect(second.body).toEqual(first.body);
    expect(booked).toEqual(['reserve 3 for ws_1', 'settle']);
    expect(usage.map(({ credits }) => credits)).toEqual([3, 0]);
  });
});

describe('a call that fails', () => {
  it('gives its credits back, is charged nothing, and lets its idempotency key be used again', async () => {
    const label = crypto.randomUUID();
    await expect(run({ label, failures: 1 }, { idempotency_key: 'b' })).rejects.toMatchObject({
      code: 'source_failed',
    });
    expect(booked).toEqual(['reserve 3 for ws_1', 'release']);
    expect(usage).toEqual([{ status: 502, error_code: 'source_failed', credits: 0 }]);
    await expect(run({ label, failures: 1 }, { idempotency_key: 'b' })).resolves.toMatchObject({ replayed: false });
  });

  it('is given up and released when it outlives the wait and nothing could carry it on', async () => {
    const slow = run({ wait_ms: 10_000 }, {}, engine({ inline_timeout_ms: 20 }));
    await expect(slow).rejects.toMatchObject({ code: 'source_timeout' });
    expect(booked).toEqual(['reserve 3 for ws_1', 'release']);
  });

  it('is stopped and released when its client goes away', async () => {
    const gone = new AbortController();
    const running = run({ wait_ms: 10_000 }, { signal: gone.signal });
    setTimeout(() => gone.abort(new AppError('unavailable', 'The client left.')), 20);
    await expect(running).rejects.toThrow('The client left.');
    expect(booked).toEqual(['reserve 3 for ws_1', 'release']);
  });
});

describe('a call that is not run', () => {
  it('costs nothing when it only asks for the price', async () => {
    const { body } = await run({}, { dry_run: true });
    expect(body).toMatchObject({ dry_run: true, credits: 3, meta: { credits: { charged: 0, balance: 100 } } });
    expect([booked, usage]).toEqual([[], []]);
  });

  it('is refused before anything is reserved when its key has other scopes, or its input is wrong', async () => {
    const caller = { ...call().caller, scopes: ['search'] };
    await expect(run({}, { caller })).rejects.toMatchObject({ code: 'key_not_allowed_here' });
    await expect(run({ wait_ms: -1 })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(booked).toEqual([]);
    expect(usage.map(({ credits }) => credits)).toEqual([0, 0]);
  });
});
