import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';

import { spawnFrom } from '../../../test/killed-process.ts';
import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import { PostgresClaims, type ClaimsOptions } from './claims.ts';
import { connect, type Database } from './database.ts';

let test: TestDatabase;
let replica: Database;
beforeAll(async () => {
  test = await openTestDatabase();
  replica = connect({ url: test.url, log: silentLog });
});
afterAll(async () => {
  await replica.close();
  await test.close();
});
beforeEach(() => test.database.query('truncate source_claims'));

const NEVER = new AbortController().signal;

function open(database: Database, options: Partial<ClaimsOptions> = {}): PostgresClaims {
  const claims = new PostgresClaims(database, silentLog, options);
  onTestFinished(() => claims.close());
  return claims;
}

it('gives a claim to one of many who want it at once, in two processes', async () => {
  const [one, other] = [open(test.database), open(replica)];
  const taken = await Promise.all(
    Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? one : other).take('serp hose')),
  );
  expect(taken.filter((claim) => claim !== undefined)).toHaveLength(1);
  await expect(other.take('serp pump')).resolves.toBeDefined();
});

it('wakes who waits in another process when it is released, without a look of their own', async () => {
  const [one, other] = [open(test.database), open(replica, { look_ms: 3_600_000 })];
  const claim = await one.take('serp hose');
  let isFree = false;
  const waiting = [other, other, one].map((claims) => claims.free('serp hose', NEVER).then(() => (isFree = true)));
  await expect(other.take('serp hose')).resolves.toBeUndefined();
  expect(isFree).toBe(false);
  await claim?.release();
  await Promise.all(waiting);
  await expect(other.take('serp hose')).resolves.toBeDefined();
  // A second release ends nobody else's claim.
  await claim?.release();
  await expect(one.take('serp hose')).resolves.toBeUndefined();
});

it('resolves at once where nobody has the claim, and when the caller goes', async () => {
  const [one, other] = [open(test.database), open(replica, { look_ms: 3_600_000 })];
  await other.free('serp hose', NEVER);
  await one.take('serp hose');
  const leaving = new AbortController();
  const waiting = other.free('serp hose', leaving.signal);
  leaving.abort();
  await waiting;
  await other.free('serp hose', AbortSignal.abort());
  await expect(other.take('serp hose')).resolves.toBeUndefined();
});

it('lets everybody go when the process stops', async () => {
  const [one, other] = [open(test.database), open(replica, { look_ms: 3_600_000 })];
  await one.take('serp hose');
  const waiting = other.free('serp hose', NEVER);
  await other.close();
  await expect(waiting).resolves.toBeUndefined();
});

it('keeps a claim as long as its process lives, far beyond its lease', async () => {
  const [one, other] = [open(test.database, { lease_ms: 1500 }), open(replica)];
  await one.take('serp hose');
  const renewed = async (): Promise<boolean> => {
    const [row] = await test.database.query<{ is_renewed: boolean }>(
      "select lease_until > now() - interval '1 minute' as is_renewed from source_claims",
    );
    return row?.is_renewed === true;
  };
  await test.database.query("update source_claims set lease_until = now() - interval '2 minutes'");
  await expect.poll(renewed).toBe(true);
  await expect(other.take('serp hose')).resolves.toBeUndefined();
});

it('neither renews nor releases a claim that another process has taken over', async () => {
  const [one, other] = [open(test.database, { lease_ms: 600 }), open(replica)];
  const lost = await one.take('serp hose');
  await test.database.query("update source_claims set lease_until = now() - interval '1 minute', token = 'x'");
  await other.take('serp hose');
  const leases = (): Promise<readonly { lease_until: Date }[]> =>
    test.database.query<{ lease_until: Date }>(
      'select token, lease_until from source_claims order by lease_until desc',
    );
  const [theirs] = await leases();
  await one.take('serp pump');
  const [, taken] = await leases();
  // Once its other claim is renewed, this one would have been too.
  await expect.poll(async () => (await leases())[1]?.lease_until).not.toEqual(taken?.lease_until);
  await lost?.release();
  expect((await leases())[0]).toEqual(theirs);
});

it('ends the claim of a killed process by itself, and tells who waits', async () => {
  const child = spawnFrom(
    import.meta.url,
    `import { connect } from './database.ts';
     import { PostgresClaims } from './claims.ts';
     const log = { info() {}, warn() {}, error() {} };
     const claims = new PostgresClaims(connect({ url: process.argv[1], log }), log, { lease_ms: 2000 });
     console.log((await claims.take('serp hose')) !== undefined);
     setInterval(() => undefined, 1000);`,
    [test.url],
  );
  await expect(child.said).resolves.toBe('true');
  const claims = open(test.database, { look_ms: 100 });
  await expect(claims.take('serp hose')).resolves.toBeUndefined();
  await child.kill();
  await claims.free('serp hose', NEVER);
  await expect(claims.take('serp hose')).resolves.toBeDefined();
});
