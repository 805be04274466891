#!/usr/bin/env node
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { nodeFloor } from './version.ts';

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
    module.enableCompileCache(join(homedir(), '.cache/seamark'));
  } catch {
    // A user without a home folder compiles each time.
  }
}
