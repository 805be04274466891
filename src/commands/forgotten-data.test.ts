import { Command } from 'commander';
import { expect, it } from 'vitest';

import { describeForgottenData } from './forgotten-data.ts';
import { DATA } from './options.ts';

const NOWHERE = '/none/data';

function noteOf(
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  { name = 'keys', folder = NOWHERE } = {},
): string | undefined {
  let note: string | undefined;
  const root = new Command('seamark').hook('preAction', (_root, command) => {
    note = describeForgottenData(command, environment, folder);
  });
  root
    .command(name)
    .option(...DATA)
    .option('--url <base>')
    .action(() => undefined);
  root.parse(['node', 'seamark', name, ...words]);
  return note;
}

it('names the folder where nobody named one and none is there', () => {
  expect(noteOf([])).toBe(
    'There is no data in /none/data yet. If yours is elsewhere, name its folder with --data or SEAMARK_DATA.',
  );
});

it('says nothing where the folder is there, where one, a service or a database is named, and where the command says it itself', () => {
  expect(noteOf(['--data', 'x'])).toBeUndefined();
  expect(noteOf(['--url', 'http://127.0.0.1:1'])).toBeUndefined();
  expect(noteOf([], { SEAMARK_DATA: 'x' })).toBeUndefined();
  expect(noteOf([], { DATABASE_URL: 'postgres://x' })).toBeUndefined();
  expect(noteOf([], {}, { name: 'serve' })).toBeUndefined();
  expect(noteOf([], {}, { folder: import.meta.dirname })).toBeUndefined();
});
