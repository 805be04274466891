import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

import { z } from 'zod';

/**
 * A process, told apart from a later one that got the same number.
 *
 * Process numbers are reused, in containers at every start, so a number alone cannot say who holds a lock.
 */
export const ProcessIdentity = z.object({ pid: z.int().positive(), started: z.string() });
export type ProcessIdentity = z.infer<typeof ProcessIdentity>;

/** Undefined when no such process runs; one that ended but was never collected by its parent does not run. */
export function identityOf(pid: number): ProcessIdentity | undefined {
  if (process.platform === 'linux') return identityFromProc(pid);
  if (!answersSignals(pid)) return undefined;
  return { pid, started: process.platform === 'win32' ? '' : column(pid, 'lstart') };
}

export function isRunning(identity: ProcessIdentity): boolean {
  return identityOf(identity.pid)?.started === identity.started;
}

/** The command line of a running process; undefined where the system does not tell. */
export function commandOf(pid: number): string | undefined {
  if (process.platform === 'win32') return undefined;
  if (process.platform !== 'linux') return column(pid, 'command');
  return readOr(`/proc/${pid}/cmdline`, '').replaceAll('\0', ' ');
}

/** Undefined where the system does not tell, or not to us. */
export function workingFolderOf(pid: number): string | undefined {
  try {
    return process.platform === 'linux' ? readlinkSync(`/proc/${pid}/cwd`) : undefined;
  } catch {
    return undefined;
  }
}

function identityFromProc(pid: number): ProcessIdentity | undefined {
  const stat = readOr(`/proc/${pid}/stat`, '');
  // The second field is the name in parentheses and may hold anything, so counting starts behind the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, started] = [fields[0], fields[19]];
  if (state === undefined || started === undefined || state === 'Z' || state === 'X') return undefined;
  // Start times count from the boot, so they only mean something together with it.
  return { pid, started: readOr('/proc/sys/kernel/random/boot_id', '').trim() + ' ' + started };
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}

function column(pid: number, name: string): string {
  try {
    const stdio = ['ignore' as const, 'pipe' as const, 'ignore' as const];
    return execFileSync('ps', ['-o', `${name}=`, '-p', String(pid)], { encoding: 'utf8', timeout: 5000, stdio }).trim();
  } catch {
    return '';
  }
}

function readOr(path: string, fallback: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return fallback;
  }
}
