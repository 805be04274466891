#!/usr/bin/env node
import { readdirSync, rm, statSync, utimesSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { nodeFloor, version } from './version.ts';

// Loaded after this check: an older Node fails on an import with a message that names no way out.
const running = process.versions.node;
if (running.localeCompare(nodeFloor, 'en', { numeric: true }) < 0) {
  process.stderr.write(
    `Seamark needs Node.js ${nodeFloor} or later; this is ${running}. Install the current LTS release from https://nodejs.org.\n`,
  );
  process.exitCode = 1;
} else {
  keepCompiled();
  const { run } = await import('./commands/program.ts');
  process.exitCode = await run(process.argv);
}

/** Code is compiled once and not at each start, which halves the processor time of a start. Not in a folder that others can write to. */
function keepCompiled(): void {
  try {
    const all = join(homedir(), '.cache/seamark');
    const own = join(all, version);
    const { directory } = module.enableCompileCache(own);
    // Another one where the user has set NODE_COMPILE_CACHE.
    if (directory?.startsWith(own) === true) forgetUnused([all, own], [own, directory]);
  } catch {
    // A user without a home folder compiles each time.
  }
}

/**
 * Each version of Seamark, and of Node within it, has a folder of its own. Those that no start has used for long are
 * removed: whoever needs one after all compiles anew. Nothing else is touched.
 */
function forgetUnused(folders: readonly string[], used: readonly string[]): void {
  const days = 30;
  const now = new Date();
  for (const folder of used) utimesSync(folder, now, now);
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (!entry.isDirectory() || !/^v?\d+\.\d+\.\d/.test(entry.name)) continue;
      const isUnused = now.getTime() - statSync(path).mtimeMs > days * 86_400_000;
      if (isUnused) rm(path, { recursive: true, force: true }, () => undefined);
    }
  }
}
