import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';

import { AppError } from '../kernel/errors.ts';
import { turns } from '../kernel/turns.ts';

export const PASSWORD_CHARACTERS_MIN = 10;
/** Longer ones would only make the hash slow in another way. */
export const PASSWORD_CHARACTERS_MAX = 200;

/** One of the settings of the OWASP password storage cheat sheet: 64 MB and about a quarter of a second. */
const COST = { N: 2 ** 16, r: 8, p: 2 } as const;
const HASH_BYTES = 32;
const MEMORY_BYTES_MAX = 256 * 1024 * 1024;
/** Each holds 64 MB and a thread of the pool that also resolves names and reads files. */
const AT_ONCE_MAX = 2;
const WAITING_MAX = 32;

/** `scrypt$N$r$p$salt$hash`, so that the cost can be raised without making old passwords invalid. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Takes as long for a user that is unknown (undefined) as for one whose password is wrong. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [scheme, N, r, p, salt = '', hash = ''] = (stored ?? NOBODY).split('$');
  if (scheme !== 'scrypt') throw new Error('The stored password has an unknown form.');
  const expected = Buffer.from(hash, 'base64url');
  const actual = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) });
  return actual.length === expected.length && timingSafeEqual(actual, expected) && stored !== undefined;
}

const NOBODY = ['scrypt', COST.N, COST.r, COST.p, 'c2VhbWFyaw', Buffer.alloc(HASH_BYTES).toString('base64url')].join(
  '$',
);

const inTurn = turns(AT_ONCE_MAX, {
  waiting_max: WAITING_MAX,
  refusal: () =>
    new AppError('rate_limited', 'Too many people are logging in right now.', { fix: 'Try again in a minute.' }),
});

function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  return inTurn(undefined, () => scryptOf(password, salt, cost));
}

function scryptOf(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Two ways of writing one accented letter are one password.
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, { ...cost, maxmem: MEMORY_BYTES_MAX }, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    );
  });
}
