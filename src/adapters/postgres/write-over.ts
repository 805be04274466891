import { closeSync, constants, ftruncateSync, openSync, writeSync } from 'node:fs';

/**
 * Replaces what a small file holds in the room that it has: emptying it first, as `writeFileSync` does, gives that room away, and
 * on a full disk there may be none to take again.
 */
export function writeOver(path: string, text: string): void {
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT, 0o600);
  try {
    ftruncateSync(file, writeSync(file, text));
  } finally {
    closeSync(file);
  }
}
