import { afterAll, beforeAll, expect, it } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import { connect } from './database.ts';
import { migrate, MIGRATIONS } from './migrate.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase('empty');
});
afterAll(() => test.close());

it('applies every step once when many replicas start at the same moment', async () => {
  const replicas = Array.from({ length: 5 }, () => connect({ url: test.url, log: silentLog, connections_max: 1 }));
  const applied = await Promise.all(replicas.map((database) => migrate(database)));
  expect(applied.flat().toSorted()).toEqual(MIGRATIONS.map(({ name }) => name).toSorted());
  await Promise.all(replicas.map((database) => database.close()));
});

it('leaves nothing of a step that fails', async () => {
  const broken = { version: 900, name: 'broken', sql: 'create table half (a int); select 1 / 0;' };
  await expect(migrate(test.database, [...MIGRATIONS, broken])).rejects.toThrow('division by zero');
  await expect(test.database.query('select * from half')).rejects.toThrow('does not exist');
});

it('refuses a database that a newer version has used', async () => {
  await test.database.query("insert into schema_migrations (version, name) values (999, 'from the future')");
  await expect(migrate(test.database)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('newer version'),
  });
});
