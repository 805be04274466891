import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openTestDatabase, type TestDatabase } from '../../../test/postgres.ts';
import { readConfig, type Config } from '../../config.ts';
import { checkControlDatabase, checkIndex } from './databases.ts';
import type { Finding } from './finding.ts';

let test: TestDatabase;
let empty: TestDatabase;
let folder: string;
const unused = 'http://127.0.0.1:1';

beforeAll(async () => {
  [test, empty] = await Promise.all([openTestDatabase(), openTestDatabase('empty')]);
  folder = await mkdtemp(join(tmpdir(), 'seamark-doctor-'));
});
afterAll(async () => {
  await Promise.all([test.close(), empty.close(), rm(folder, { recursive: true, force: true })]);
});

const configured = (environment: Record<string, string>): Config => readConfig('0', { data: folder }, environment);
const states = (findings: readonly Finding[]): Record<string, string> =>
  Object.fromEntries(findings.map(({ name, state }) => [name, state]));

describe('a control database of the operator', () => {
  it('is well when it can be written to, has our tables and the same time', async () => {
    const findings = await checkControlDatabase(configured({ DATABASE_URL: test.url }));
    expect(states(findings)).toEqual({ 'control database': 'ok', clock: 'ok', schema: 'ok' });
  });

  it('is well when it is empty, and stays empty', async () => {
    const findings = await checkControlDatabase(configured({ DATABASE_URL: empty.url }));
    expect(findings).toContainEqual(
      expect.objectContaining({ name: 'schema', detail: expect.stringContaining('empty') }),
    );
    await expect(empty.database.query('select from schema_migrations')).rejects.toThrow('does not exist');
  });

  it('fails with the setting to correct when nobody answers, or the password is wrong', async () => {
    const nobody = await checkControlDatabase(configured({ DATABASE_URL: 'postgres://a@127.0.0.1:1/b' }));
    expect(nobody).toMatchObject([{ state: 'fail', fix: expect.stringContaining('DATABASE_URL') }]);
    const url = new URL(test.url);
    url.password = 'wrong-and-secret';
    const stranger = await checkControlDatabase(configured({ DATABASE_URL: url.href }));
    expect(stranger).toMatchObject([{ state: 'fail', fix: expect.stringContaining('DATABASE_URL') }]);
    expect(JSON.stringify(stranger)).not.toContain('wrong-and-secret');
  }, 30_000);

  it('fails when a newer version has used it, and warns when an older one has', async () => {
    const config = configured({ DATABASE_URL: test.url });
    await test.database.query("insert into schema_migrations (version, name) values (999, 'future')");
    expect(states(await checkControlDatabase(config))['schema']).toBe('fail');
    await test.database.query('delete from schema_migrations where version > 5');
    expect(states(await checkControlDatabase(config))['schema']).toBe('warn');
  });

  it('warns of workspaces on a plan that the settings do not have', async () => {
    await test.database.query("insert into workspaces (id, name, plan) values ('lost', 'Lost', 'forgotten')");
    const findings = await checkControlDatabase(configured({ DATABASE_URL: test.url }));
    expect(findings).toContainEqual(
      expect.objectContaining({
        name: 'plans',
        state: 'warn',
        detail: expect.stringContaining('1 workspace on the plan forgotten'),
      }),
    );
  });
});

describe('embedded databases that were never started', () => {
  it('are not made by looking at them', async () => {
    const config = configured({});
    expect(states([...(await checkControlDatabase(config)), ...(await checkIndex(config))])).toEqual({
      'control database': 'ok',
      index: 'ok',
    });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('an index of the operator', () => {
  // A question to the index is repeated for longer.
  it('fails at once with the setting to correct when nobody answers', { timeout: 15_000 }, async () => {
    const findings = await checkIndex(configured({ CLICKHOUSE_URL: unused }));
    expect(findings).toMatchObject([{ state: 'fail', fix: expect.stringContaining('CLICKHOUSE_URL') }]);
  });
});
