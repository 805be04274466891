import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Caller } from '../../ports/accounts.ts';
import { KeyMemory } from './key-store-memory.ts';

const CALLER: Caller = {
  workspace_id: 'ws_default',
  key_id: 'key_a',
  key_name: 'a',
  allowed_domains: [],
  scopes: [],
  project_id: undefined,
  plan: 'self_hosted',
};

let now: number;
let asked: number;
let isRevoked: boolean;
let isLive: boolean;
let memory: KeyMemory;

beforeEach(() => {
  now = 5_000_000;
  asked = 0;
  isRevoked = false;
  isLive = true;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  memory = new KeyMemory(
    async () => {
      asked += 1;
      return { caller: isRevoked ? undefined : CALLER, ends_at: Number.POSITIVE_INFINITY, read_at: now };
    },
    () => isLive,
  );
});
afterEach(() => vi.restoreAllMocks());

describe('a key that was revoked elsewhere', () => {
  it('counts no more once that is heard', async () => {
    await expect(memory.find('a')).resolves.toBe(CALLER);
    isRevoked = true;
    memory.forget('a');
    await expect(memory.find('a')).resolves.toBeUndefined();
  });

  it('counts for a second at most where nothing can be heard', async () => {
    isLive = false;
    await memory.find('a');
    isRevoked = true;
    now += 999;
    await expect(memory.find('a')).resolves.toBe(CALLER);
    now += 1;
    await expect(memory.find('a')).resolves.toBeUndefined();
  });

  it('counts no more when the connection is lost a second after the key was read', async () => {
    await memory.find('a');
    isRevoked = true;
    now += 1000;
    isLive = false;
    await expect(memory.find('a')).resolves.toBeUndefined();
  });

  it('counts for half a minute at most whatever is heard', async () => {
    await memory.find('a');
    isRevoked = true;
    now += 29_999;
    await expect(memory.find('a')).resolves.toBe(CALLER);
    expect(asked).toBe(1);
    now += 1;
    await expect(memory.find('a')).resolves.toBeUndefined();
  });
});
