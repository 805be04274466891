import { randomBytes } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random text of base62 characters without modulo bias. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}

/** A number in base62, padded on the left with zeros. */
export function base62(value: number, length: number): string {
  let rest = value;
  let text = '';
  for (let at = 0; at < length; at += 1) {
    text = BASE62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** `req_…`, `key_…`: a prefix that says what the id names, and 120 random bits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBase62(20)}`;
}
