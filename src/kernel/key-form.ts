import { crc32 } from 'node:zlib';

import { base62 } from './base62.ts';

/**
 * The form of an API key: `sk_live_`, 32 random characters, and 6 that are the CRC32 of everything before them.
 *
 * The checksum tells a mistyped or made-up key from a real one without asking the database, and lets
 * secret scanners find leaked keys with next to no false alarms. It is apart from what makes keys, since every command
 * reads it and loading randomness takes long.
 */
export const PREFIX = 'sk_live_';
export const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = /^sk_live_[0-9A-Za-z]{38}$/;

/** Whether the text has the form and the checksum of a key; says nothing about whether the key exists. */
export function looksLikeKey(text: string): boolean {
  return FORM.test(text) && withChecksum(text.slice(0, PREFIX.length + RANDOM_LENGTH)) === text;
}

export const TOKEN_PREFIX = 'sk_oat_';
const TOKEN_FORM = /^sk_oat_[0-9A-Za-z]{38}$/;

/** The same for an access token of a connected program, which REST does not take. */
export function looksLikeToken(text: string): boolean {
  return TOKEN_FORM.test(text) && withChecksum(text.slice(0, TOKEN_PREFIX.length + RANDOM_LENGTH)) === text;
}

/** Whether a text means to be an access token. */
export function isMeantAsToken(text: string): boolean {
  return text.startsWith(TOKEN_PREFIX);
}

/** Enough of a key to recognise it, not to use it. */
export function displayOf(secret: string): string {
  return `${secret.slice(0, PREFIX.length + 4)}…${secret.slice(-4)}`;
}

export function withChecksum(text: string): string {
  return text + base62(crc32(text), CHECKSUM_LENGTH);
}
