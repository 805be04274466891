import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');

/** Packages and builtin modules that loading a file of `src` loads, and the files themselves. What is imported in a function comes later. */
function loadedWith(entry: string): readonly string[] {
  const files = new Set<string>();
  const others = new Set<string>();
  const load = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    const code = readFileSync(file, 'utf8');
    for (const [, names = '', from = ''] of code.matchAll(/^(?:import|export)\s+([^;'"]*?from\s+)?'([^']+)';/gm)) {
      if (names.startsWith('type ') || /^\{(?:\s*type [^,}]+,?)+\s*\} from/.test(names)) continue;
      if (from.startsWith('.')) load(join(dirname(file), from));
      else others.add(from);
    }
  };
  load(join(source, entry));
  return [...others, ...[...files].map((file) => relative(source, file))];
}

const packages = (loaded: readonly string[]): readonly string[] =>
  loaded.filter((name) => !name.endsWith('.ts') && !name.startsWith('node:')).toSorted();

it('help and mistakes load the command line and the settings alone', () => {
  const loaded = loadedWith('commands/program.ts');
  expect(packages(loaded)).toEqual(['commander']);
  expect(loaded.length).toBeLessThan(50);
  expect(loaded).not.toContain('node:crypto');
});

it.each(['commands/call.ts', 'commands/operations.ts'])(
  'what asks a running service or lists operations loads no operation, no schema and no engine: %s',
  (entry) => {
    const loaded = loadedWith(entry);
    expect(packages(loaded)).toEqual([]);
    expect(loaded.filter((name) => /^(?:operations|compose|index|adapters|sources)\b/.test(name))).toEqual([]);
    // These load the browser's interfaces with them, whether anybody asks for one or not.
    expect(loaded.filter((name) => /^node:(?:https?|crypto)$/.test(name))).toEqual([]);
  },
);

it.each(['commands/crawl.ts', 'commands/import.ts', 'commands/import-pull.ts'])(
  'what runs in a process with less memory is loaded in that one alone, not before it starts as well: %s',
  (entry) => {
    expect(loadedWith(entry)).not.toContain('commands/lean-process.ts');
    expect(loadedWith('commands/program.ts')).toContain('commands/lean-process.ts');
  },
);
