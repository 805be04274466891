import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { run } from './program.ts';

/** What is offered in place of the last word. */
async function offered(...words: readonly string[]): Promise<string[]> {
  let printed = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  try {
    expect(await run(['node', 'seamark', '__complete', ...words])).toBe(0);
  } finally {
    write.mockRestore();
  }
  return printed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t')[0] ?? '');
}

it.each<[string[], string[]]>([
  [['back'], ['backup']],
  [['call', 'backlinks.su'], ['backlinks.summary']],
  [['call', 'backlinks.summary', '--targ'], ['--target']],
  [['keys', 'cre'], ['create']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [['call', 'rank.track', '--device', ''], []],
  [['nonsense', 'words', ''], []],
])('offers after %j what fits', async (words, expected) => {
  const found = await offered(...words);
  expect(found).toEqual(expect.arrayContaining(expected));
  expect(found.filter((each) => !each.startsWith(words.at(-1) ?? ''))).toEqual([]);
});

it('offers the values that a field takes, also behind its sign', async () => {
  const values = await offered('call', 'ai-overview.extract', '--device', '');
  expect(values).toEqual(expect.arrayContaining(['desktop', 'mobile']));
  expect(await offered('call', 'ai-overview.extract', '--device=mo')).toEqual(['--device=mobile']);
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seamark-completion-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('completes in a real bash', async () => {
  const main = join(import.meta.dirname, '../main.ts');
  const program = join(folder, 'seamark');
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
  await chmod(program, 0o755);
  const line = `source <("${program}" completion bash)
    COMP_WORDS=("${program}" call backlinks.su); COMP_CWORD=2
    _seamark_complete "${program}" backlinks.su call
    echo "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', line]);
  expect(stdout).toBe('backlinks.summary\n');
});
