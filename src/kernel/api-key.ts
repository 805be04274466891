import { randomBase62 } from './ids.ts';
import { PREFIX, RANDOM_LENGTH, withChecksum } from './key-form.ts';

/** A new API key. */
export function newSecret(): string {
  return withChecksum(PREFIX + randomBase62(RANDOM_LENGTH));
}
