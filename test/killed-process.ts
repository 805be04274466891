import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A process that runs a few lines of ours, to be killed in the middle of them. */
export interface KilledProcess {
  /** Its first line. */
  readonly said: Promise<string>;
  /** With SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
}

/** @param from the module whose folder the script's imports are relative to */
export function spawnFrom(from: string, script: string, args: readonly string[]): KilledProcess {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '-e', script, ...args],
    { cwd: dirname(fileURLToPath(from)), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'exit');
  const said = once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line));
  return {
    said,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
