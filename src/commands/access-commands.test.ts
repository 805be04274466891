import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Finished, seamark, seamarkHere } from '../../test/command-line.ts';
import { openAccounts, type Accounts } from '../compose/accounts.ts';
import { readConfig } from '../config.ts';
import { changeKey, createKey } from './keys.ts';

const environment = { SEAMARK_PLANS: '{"starter":{"credits_per_month":1000}}' };
let data: string;
/** Holds the database, so that commands find it running. */
let accounts: Accounts;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'seamark-commands-'));
  accounts = await openAccounts(readConfig('0', { data }, { ...environment, SEAMARK_LOG_LEVEL: 'silent' }));
}, 60_000);
afterAll(async () => {
  await accounts.close();
  await rm(data, { recursive: true, force: true });
});

const run = (line: string, start = seamarkHere): Promise<Finished> =>
  start([...line.split(' '), '--data', data], environment);
const json = async (line: string): Promise<Record<string, unknown>> => JSON.parse((await run(`${line} --json`)).out);

describe('seamark keys', () => {
  it('creates a key with every restriction, changes it, rotates it and revokes it', async () => {
    const made = await json(
      'keys create shop --domains a.example.com,*.Example.org --domain b.example.com --scopes search --project blog --expires 30',
    );
    expect(made).toMatchObject({
      workspace_id: 'ws_default',
      allowed_domains: ['a.example.com', '*.example.org', 'b.example.com'],
      scopes: ['search'],
      project_id: 'blog',
      expires_at: expect.stringMatching(/^\d{4}-/),
    });
    const id = String(made['id']);
    expect(await json(`keys change ${id} --domains= --project= --expires never --name kiosk`)).toMatchObject({
      name: 'kiosk',
      allowed_domains: [],
      scopes: ['search'],
      project_id: null,
      expires_at: null,
    });
    const rotated = await json(`keys rotate ${id} --grace 0.5`);
    expect(rotated).toMatchObject({ id, name: 'kiosk', key: expect.stringMatching(/^sk_live_\w{38}$/) });
    await expect(accounts.keys.find(String(made['key']))).resolves.toMatchObject({ key_id: id });
    await expect(accounts.keys.find(String(rotated['key']))).resolves.toMatchObject({ key_id: id });
    expect(await run(`keys revoke ${id}`, seamark)).toMatchObject({ code: 0, out: `Revoked ${id}.\n` });
    expect(await run(`keys rotate ${id}`)).toMatchObject({ code: 1, err: expect.stringContaining('no active key') });
  }, 60_000);

  it.each([
    [{ scopes: ['serch'] }, 'did you mean search?'],
    [{ domains: ['*.co.uk'] }, 'would allow other people'],
    [{ expires: '2001-01-01' }, '--expires is not valid'],
    [{ expires: '2030-02-31' }, '--expires is not valid'],
    [{ expires: '0' }, '--expires is not valid'],
    [{ expires: 'soon' }, '--expires is not valid'],
    [{ project: 'zwölf' }, 'printable ASCII'],
  ])('refuses what is wrong before it opens anything: %j', async (flags, problem) => {
    const refused = createKey('x', { data: join(data, 'never-made'), ...flags });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining(problem) });
    await expect(changeKey('key_x', { data: join(data, 'never-made') })).rejects.toThrow('No changes');
  });

  it('ends with 2 and says what is wrong with the command line', async () => {
    const answer = await run('keys rotate key_x --grace 25');
    expect(answer).toMatchObject({ code: 2, err: expect.stringContaining('hours from 0 to 24') });
  });
});

describe('seamark workspaces', () => {
  it('creates a workspace on a plan, makes keys for it that others do not see, and moves it to another plan', async () => {
    expect(await json('workspaces create Acme --id acme --plan starter')).toMatchObject({
      id: 'acme',
      plan: 'starter',
    });
    const key = await json('keys create x --workspace acme');
    expect(key).toMatchObject({ workspace_id: 'acme' });
    expect((await run('keys list --workspace ws_default')).out).not.toContain(String(key['id']));
    expect(await run(`keys revoke ${String(key['id'])} --workspace ws_default`)).toMatchObject({ code: 1 });
    expect((await run('workspaces list', seamark)).out).toMatch(/acme +Acme +starter +\S.* +1 key/);
    expect(await json('workspaces set acme --plan self_hosted')).toMatchObject({ plan: 'self_hosted', balance: null });
    expect(await run('workspaces set acme --plan gold')).toMatchObject({ code: 2 });
    expect(await run('workspaces set nobody --name x')).toMatchObject({ code: 1 });
  }, 60_000);
});

describe('seamark doctor', () => {
  it('looks at everything, and ends with 0 when nothing fails', async () => {
    const report = await json('doctor --port 0');
    expect(report).toMatchObject({ ok: true });
    const findings = new Map(Object.values(report['findings'] ?? []).map(({ name, state }) => [name, state]));
    for (const name of ['node', 'data folder', 'disk', 'control database', 'clock', 'schema', 'index', 'port']) {
      expect([name, findings.get(name)]).toEqual([name, 'ok']);
    }
  }, 60_000);

  it('ends with 1 and says what to do when something fails', async () => {
    const bad = { ...environment, DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/x', SEAMARK_PROT: '1' };
    const answer = await seamark(['doctor', '--data', data, '--port', '0'], bad);
    expect(answer.code).toBe(1);
    expect(answer.out).toMatch(/FAIL {2}control database .*127\.0\.0\.1:1.*\n +→ .*DATABASE_URL/);
    expect(answer.out).toMatch(/warn {2}settings .*SEAMARK_PROT.*\n +→ Did you mean SEAMARK_PORT\?/);
    expect(answer.out + answer.err).not.toContain('hidden');
  }, 60_000);
});
