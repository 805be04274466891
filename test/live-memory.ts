import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/**
 * Megabytes that this process still needs, once all that nobody refers to any more is collected.
 *
 * Asked in the midst of work, it says what the work holds on to, whatever the machine and other tests did before.
 */
export function liveMegabytes(): number {
  // The first collection frees the objects, the second what was only waiting for them: bytes outside the heap.
  for (let round = 0; round < 2; round += 1) if (typeof collect === 'function') collect();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return (arrayBuffers + heapUsed) / 1_000_000;
}
