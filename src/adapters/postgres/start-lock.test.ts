import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { withStartLock } from './start-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'seamark-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('lets one in at a time, and everybody in the end', async () => {
  let inside = 0;
  let most = 0;
  let entered = 0;
  const enter = (): Promise<void> =>
    withStartLock(folder, 30_000, async () => {
      inside += 1;
      entered += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    });
  await Promise.all(Array.from({ length: 12 }, enter));
  expect([entered, most]).toEqual([12, 1]);
});

it('opens again after a failure inside', async () => {
  await expect(withStartLock(folder, 1000, () => Promise.reject(new Error('inside')))).rejects.toThrow('inside');
  await expect(withStartLock(folder, 1000, () => Promise.resolve(5))).resolves.toBe(5);
});

it('takes over from a process that is gone, also when its number lives on in another process', async () => {
  writeFileSync(join(folder, 'lock-4'), JSON.stringify({ pid: process.pid, started: 'before the last boot' }));
  await expect(withStartLock(folder, 1000, () => Promise.resolve('in'))).resolves.toBe('in');
  expect(readdirSync(folder)).toEqual(['lock-5']);
});

it('takes over from a process that was killed before it could write who it is', async () => {
  writeFileSync(join(folder, 'lock-1'), 'not json');
  await expect(withStartLock(folder, 1000, () => Promise.resolve('in'))).resolves.toBe('in');
});

it('gives up with advice when a living process never lets go', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = withStartLock(folder, 1000, () => promise);
  await expect(withStartLock(folder, 100, () => Promise.resolve())).rejects.toMatchObject({ code: 'unavailable' });
  resolve();
  await held;
});
