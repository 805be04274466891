import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { AppError } from '../../kernel/errors.ts';
import { identityOf, isRunning, ProcessIdentity } from './process-identity.ts';
import { leaveToOwner } from './server-user.ts';
import { writeOver } from './write-over.ts';

/**
 * A lock between processes that outlives none of them.
 *
 * Node has no flock, and a lock file that a second process may delete when it looks stale can be deleted
 * twice. So nothing is ever taken away: a holder creates the next number, and whoever made the highest
 * number holds the lock while it lives and has not marked it as released. The highest number is never
 * deleted, so numbers only grow and no process can mistake an old state for the present one. The folder has to exist.
 */
export async function withStartLock<Result>(
  folder: string,
  wait_ms: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + wait_ms;
  let held = tryTake(folder);
  while (held === undefined) {
    if (performance.now() > deadline) throw stillHeld(folder);
    await sleep(50);
    held = tryTake(folder);
  }
  try {
    return await work();
  } finally {
    release(join(folder, nameOf(held)));
  }
}

/** What was done under the lock is done, also where that cannot be marked: the lock is then free when this process ends. */
function release(path: string): void {
  try {
    writeOver(path, RELEASED);
  } catch {
    // The disk has failed or is read-only now, which whoever writes next is told.
  }
}

const RELEASED = 'released';
const NAME = /^lock-(\d{1,15})$/;
/** Between its creation and its writing a file is empty for microseconds; after this long its maker was killed. */
const UNWRITTEN_MS_MAX = 5000;

function tryTake(folder: string): number | undefined {
  const highest = highestOf(folder);
  if (highest > 0 && isHeld(join(folder, nameOf(highest)))) return undefined;
  const next = highest + 1;
  try {
    writeFileSync(join(folder, nameOf(next)), JSON.stringify(identityOf(process.pid)), { flag: 'wx', mode: 0o600 });
    leaveToOwner(folder, join(folder, nameOf(next)));
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST') return undefined;
    throw thrown;
  }
  if (highestOf(folder) !== next) {
    rmSync(join(folder, nameOf(next)), { force: true });
    return undefined;
  }
  for (const number of numbersOf(folder)) {
    if (number < next) rmSync(join(folder, nameOf(number)), { force: true });
  }
  return next;
}

function isHeld(path: string): boolean {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
    if (text === '') return Date.now() - statSync(path).mtimeMs < UNWRITTEN_MS_MAX;
  } catch (thrown) {
    // Gone between listing and reading: somebody else has moved on to a higher number.
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return true;
    throw thrown;
  }
  if (text === RELEASED) return false;
  const holder = holderOf(text);
  return holder !== undefined && isRunning(holder);
}

function holderOf(text: string): ProcessIdentity | undefined {
  try {
    return ProcessIdentity.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function numbersOf(folder: string): readonly number[] {
  return readdirSync(folder).flatMap((name) => {
    const found = NAME.exec(name)?.[1];
    return found === undefined ? [] : [Number(found)];
  });
}

function highestOf(folder: string): number {
  return Math.max(0, ...numbersOf(folder));
}

function nameOf(number: number): string {
  return `lock-${number}`;
}

function stillHeld(folder: string): AppError {
  return new AppError(
    'unavailable',
    'Another process has been trying to start the embedded database for a long time.',
    {
      fix: `Look for a hanging process on this data folder, end it, and start again (lock: ${folder}).`,
    },
  );
}
