#!/usr/bin/env node
import { nodeFloor } from './version.ts';

// Loaded after this check: an older Node fails on an import with a message that names no way out.
const running = process.versions.node;
if (running.localeCompare(nodeFloor, 'en', { numeric: true }) < 0) {
  process.stderr.write(
    `Seamark needs Node.js ${nodeFloor} or later; this is ${running}. Install the current LTS release from https://nodejs.org.\n`,
  );
  process.exitCode = 1;
} else {
  const { run } = await import('./commands/program.ts');
  process.exitCode = await run(process.argv);
}
