import { createHash } from 'node:crypto';

import { randomBase62 } from '../kernel/ids.ts';

/** 238 random bits: sessions and setup links. */
export function newToken(): string {
  return randomBase62(40);
}

/** What is stored of a token. It has too many random bits for a slow hash to add anything. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
