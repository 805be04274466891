import { randomBytes } from 'node:crypto';

import { BASE62 } from './base62.ts';

/** Random text of base62 characters without modulo bias. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    if (used === pool.length) {
      pool = randomBytes(POOL_BYTES);
      used = 0;
    }
    const byte = pool[used] ?? 255;
    // Random bytes are used once: who reads the memory later finds nothing of what was made.
    pool[used] = 0;
    used += 1;
    if (byte < 248) text += BASE62[byte % 62];
  }
  return text;
}

/** Asking the system for a few bytes costs as much as asking for a thousand. */
const POOL_BYTES = 4096;
let pool = Buffer.alloc(0);
let used = 0;

/** `req_…`, `key_…`: a prefix that says what the id names, and 120 random bits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBase62(20)}`;
}
