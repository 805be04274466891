import { totalmem } from 'node:os';

/** Bytes that there are for everything we run: what the container allows, or the machine has. */
export function machineMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

const SMALL_BYTES_MAX = 2_000_000_000;

/** Where memory is what runs out first, so that it is worth some speed. */
export function isSmallMachine(bytes: number = machineMemory()): boolean {
  return bytes < SMALL_BYTES_MAX;
}
