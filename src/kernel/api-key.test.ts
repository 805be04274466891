import { expect, it } from 'vitest';

import { newSecret } from './api-key.ts';
import { displayOf, looksLikeKey } from './key-form.ts';

it('makes keys of 46 characters that pass their own check', () => {
  const secret = newSecret();
  expect(secret).toMatch(/^sk_live_[0-9A-Za-z]{38}$/);
  expect(looksLikeKey(secret)).toBe(true);
});

it('keeps the form: the checksum of a known key is always the same', () => {
  expect(looksLikeKey('sk_live_0123456789ABCDEFGHIJKLMNOPQRSTUV28hqg7')).toBe(true);
});

it('refuses a key with one wrong character, a lost one, and other text', () => {
  const secret = newSecret();
  const other = secret.at(20) === 'a' ? 'b' : 'a';
  expect(looksLikeKey(secret.slice(0, 20) + other + secret.slice(21))).toBe(false);
  expect(looksLikeKey(secret.slice(0, -1))).toBe(false);
  expect(looksLikeKey(secret + '\n')).toBe(false);
  expect(looksLikeKey('')).toBe(false);
});

it('shows only the first and last four characters', () => {
  expect(displayOf('sk_live_0123456789ABCDEFGHIJKLMNOPQRSTUV28hqg7')).toBe('sk_live_0123…hqg7');
});
