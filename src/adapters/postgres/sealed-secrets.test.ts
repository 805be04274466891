import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { openTestDatabase, type TestDatabase } from '../../../test/postgres.ts';
import { openVault, type Vault } from '../secrets.ts';
import { resealSecrets } from './sealed-secrets.ts';

const [FIRST, SECOND] = ['the first secret, which is long enough', 'the second secret, which is long enough'];

let test: TestDatabase;
let folder: string;
beforeAll(async () => {
  test = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'seamark-reseal-'));
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

const vaultOf = (secret: string | undefined, secret_before?: string): Promise<Vault> =>
  openVault({ secret, secret_before, data_dir: folder });

/** An endpoint with a secret and an older one, sealed with this vault; how many of them another opens. */
async function endpointWith(vault: Vault): Promise<(other: Vault) => Promise<string[]>> {
  const { database } = test;
  const [workspace] = await database.query<{ id: string }>('select id from workspaces limit 1');
  const id = `whe_${vault.mark.join('')}`;
  await database.query(
    `insert into webhook_endpoints (id, workspace_id, url, events, description, secret, is_active)
     values ($1, $2, 'https://a.example/', '{job.completed}', '', $3, true)`,
    [id, workspace?.id, vault.seal('whsec_now', id)],
  );
  await database.query(
    `insert into webhook_old_secrets (endpoint_id, secret, valid_until) values ($1, $2, now() + interval '1 day')`,
    [id, vault.seal('whsec_old', id)],
  );
  return async (other) => {
    const rows = await database.query<{ secret: Uint8Array }>(
      `select secret from webhook_endpoints where id = $1
       union all select secret from webhook_old_secrets where endpoint_id = $1`,
      [id],
    );
    return rows.flatMap(({ secret }) => other.open(secret, id) ?? []);
  };
}

it('seals anew what the secret before has sealed, once, and leaves what nobody can open', async () => {
  const opened = await endpointWith(await vaultOf(FIRST));
  const lost = await endpointWith(await vaultOf('a secret that is forgotten, long enough'));
  const both = await vaultOf(SECOND, FIRST);
  expect(await opened(await vaultOf(SECOND))).toEqual([]);
  expect(await opened(both)).toEqual(['whsec_now', 'whsec_old']);
  expect(await resealSecrets(test.database, both)).toEqual({ resealed: 2, unreadable: 2 });
  expect(await opened(await vaultOf(SECOND))).toEqual(['whsec_now', 'whsec_old']);
  expect(await opened(await vaultOf(FIRST))).toEqual([]);
  expect(await lost(both)).toEqual([]);
  expect(await resealSecrets(test.database, both)).toEqual({ resealed: 0, unreadable: 2 });
});

it('moves from the key file to the setting, and back', async () => {
  const opened = await endpointWith(await vaultOf(undefined));
  const setting = await vaultOf(SECOND);
  expect(await resealSecrets(test.database, setting)).toMatchObject({ resealed: 2 });
  await rm(join(folder, 'secret.key'));
  expect(await opened(await vaultOf(SECOND))).toEqual(['whsec_now', 'whsec_old']);
  await resealSecrets(test.database, await vaultOf(undefined, SECOND));
  expect(await opened(await vaultOf(undefined))).toEqual(['whsec_now', 'whsec_old']);
});
