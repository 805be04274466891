import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Command } from 'commander';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

import { openTestDatabase, type TestDatabase } from '../../test/postgres.ts';
import { addCredits, addProjects } from './project-commands.ts';

let test: TestDatabase;
const data = mkdtempSync(join(tmpdir(), 'seamark-commands-'));
beforeAll(async () => {
  // Each command listens for signals until its process ends, and here all of them share one.
  process.setMaxListeners(100);
  test = await openTestDatabase();
  await test.database.query("insert into workspaces (id, name, plan) values ('ws_2', 'Second', 'self_hosted')");
  await test.database.query("insert into credit_accounts (workspace_id, balance) values ('ws_2', 0)");
  vi.stubEnv('DATABASE_URL', test.url);
  vi.stubEnv('NO_COLOR', '1');
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(data, { recursive: true });
  await test.close();
});

/** What the command prints. Rejects with what it fails with. */
async function seamark(...words: string[]): Promise<string> {
  const root = new Command('seamark').exitOverride().configureOutput({ writeErr: () => undefined });
  addProjects(root);
  addCredits(root);
  // Inherited by commands only when they are made, which was before.
  for (const group of root.commands) for (const command of group.commands) quiet(command);
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    printed += String(chunk);
    return true;
  });
  await root.parseAsync(['node', 'seamark', ...words, '--data', data]);
  return printed;
}

function quiet(command: Command): void {
  command.exitOverride().configureOutput({ writeErr: () => undefined });
}

it('makes projects, changes what is named of them, lists and removes them', async () => {
  await seamark('projects', 'set', 'acme', '--name', 'Acme Ltd', '--budget', '1500', '--warn', '0.5');
  await seamark('projects', 'set', 'acme', '--soft');
  await expect(seamark('projects', 'list')).resolves.toMatch(
    /^ID .*\nacme +Acme Ltd +1,500 +0 +0 +1,500 +only notifies +50 %\n$/,
  );
  const set = await seamark('projects', 'set', 'acme', '--budget', 'none', '--hard', '--json');
  expect(JSON.parse(set)).toMatchObject({ id: 'acme', budget_credits: null, is_hard: true, month: { spent: 0 } });
  await expect(seamark('projects', 'list', '--workspace', 'ws_2')).resolves.toContain('There are no projects');
  await expect(seamark('projects', 'remove', 'acme')).resolves.toContain('Removed acme');
  await expect(seamark('projects', 'remove', 'acme')).rejects.toMatchObject({ code: 'not_found' });
});

it('shows, grants and sets the credits of a workspace', async () => {
  await expect(seamark('credits', 'show')).resolves.toMatch(/Left +not limited/);
  await expect(seamark('credits', 'grant', '5')).rejects.toMatchObject({ code: 'conflict' });
  await expect(seamark('credits', 'grant', '5', '--workspace', 'ws_2', '--reason', 'a deal')).resolves.toBe(
    'Granted 5 credits. The workspace ws_2 has 5 credits.\n',
  );
  await seamark('credits', 'set', '1', '--workspace', 'ws_2');
  const shown = JSON.parse(await seamark('credits', 'show', '--workspace', 'ws_2', '--json'));
  expect(shown).toMatchObject({
    workspace_id: 'ws_2',
    balance: 1,
    entries: [
      { kind: 'adjust', amount: -4, reason: 'set by the operator' },
      { kind: 'grant', amount: 5, reason: 'a deal' },
    ],
  });
  await expect(seamark('credits', 'set', 'unlimited', '--workspace', 'ws_2')).resolves.toContain('not limited');
  await expect(seamark('credits', 'show', '--workspace', 'nobody')).rejects.toMatchObject({ code: 'not_found' });
});

it.each([
  [['projects', 'set', 'x', '--budget', '-1'], 'commander.invalidArgument'],
  [['projects', 'set', 'x', '--budget', '1e3'], 'commander.invalidArgument'],
  [['projects', 'set', 'x', '--warn', '80'], 'commander.invalidArgument'],
  [['projects', 'set', 'x', '--hard', '--soft'], 'commander.conflictingOption'],
  [['projects', 'set', ' x'], 'invalid_input'],
  [['credits', 'grant', '0'], 'commander.invalidArgument'],
  [['credits', 'set', 'many'], 'commander.invalidArgument'],
])('refuses %j', async (words, code) => {
  await expect(seamark(...words)).rejects.toMatchObject({ code });
});
