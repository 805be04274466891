import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { build } from 'vite';

const SOURCE = join(import.meta.dirname, '../../src');
const APP = join(SOURCE, 'dashboard/app');
const BUILT = join(import.meta.dirname, '../../dist/dashboard/site/index.html');
const LOCK = join(import.meta.dirname, '../../dist/dashboard/building');
/** A build takes seconds: whoever began one a minute ago was killed. */
const LOCK_MS_MAX = 60_000;

/** Builds the dashboard unless it was built from the files that there are; of several processes of tests, one does so. */
export async function buildApp(): Promise<void> {
  const changed_ms = newestOfSource();
  while (!takeLock()) {
    const since_ms = changedAt(LOCK);
    if (since_ms > 0 && Date.now() - since_ms > LOCK_MS_MAX) letGo();
    await sleep(100);
  }
  try {
    if (changedAt(BUILT) > changed_ms) return;
    await build({ root: APP, configFile: join(APP, 'vite.config.ts'), logLevel: 'error' });
  } finally {
    letGo();
  }
}

function takeLock(): boolean {
  mkdirSync(dirname(LOCK), { recursive: true });
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    return false;
  }
}

/** Somebody else may have done so before. */
function letGo(): void {
  rmSync(LOCK, { recursive: true, force: true });
}

function newestOfSource(): number {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((path) => !path.endsWith('.test.ts'));
  return files.reduce((newest, path) => Math.max(newest, changedAt(join(SOURCE, path))), 0);
}

/** In milliseconds; for ever ago where there is no such file. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
