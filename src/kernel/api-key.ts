import { randomBase62 } from './ids.ts';
import { PREFIX, RANDOM_LENGTH, TOKEN_PREFIX, withChecksum } from './key-form.ts';

/** A new API key. */
export function newSecret(): string {
  return withChecksum(PREFIX + randomBase62(RANDOM_LENGTH));
}

/** A new access token of a connected program. */
export function newAccessToken(): string {
  return withChecksum(TOKEN_PREFIX + randomBase62(RANDOM_LENGTH));
}
