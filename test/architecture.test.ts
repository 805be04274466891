import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Which folders a folder may import from, itself included by rule. Anything not listed is refused. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  kernel: [],
  ports: ['kernel'],
  contract: ['kernel', 'ports'],
  analysis: ['kernel', 'ports'],
  operations: ['kernel', 'ports', 'contract', 'analysis'],
  engine: ['kernel', 'ports', 'contract'],
  index: ['kernel', 'ports'],
  page: ['kernel', 'ports'],
  crawler: ['kernel', 'ports', 'page'],
  importer: ['kernel', 'ports', 'page'],
  adapters: ['kernel', 'ports'],
  http: ['kernel', 'ports', 'contract', 'engine'],
  mcp: ['kernel', 'ports', 'contract', 'engine'],
  dashboard: ['kernel', 'ports', 'contract', 'engine'],
  client: [],
};

/** Files above the folders: the wiring, and the settings it reads. */
const COMPOSITION = ['compose.ts', 'compose', 'config.ts', 'main.ts', 'version.ts', 'commands'];

const source = join(import.meta.dirname, '../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && statSync(join(source, file)).isFile(),
);

describe('the folders of src', () => {
  it('import only along the arrows of ARCHITECTURE.md', () => {
    const wrong = files
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) =>
        importsOf(file)
          .filter((target) => !allowed(file, target))
          .map((target) => `${file} imports ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it('are all known to this test', () => {
    const folders = new Set(files.map(folderOf));
    const known = [...Object.keys(MAY_IMPORT), ...COMPOSITION];
    expect([...folders].filter((folder) => !known.includes(folder))).toEqual([]);
    expect(files.length).toBeGreaterThan(60);
  });

  it('have no file named after nothing', () => {
    expect(files.filter((file) => /(?:^|[/-])(?:utils?|helpers?|common|misc|shared)(?:[./-]|$)/.test(file))).toEqual(
      [],
    );
  });
});

describe('the analyses', () => {
  it('touch no clock, no randomness and nothing outside', () => {
    const forbidden =
      /\bDate\.now\(|new Date\(\)|Math\.random\(|performance\.now\(|process\.|from 'node:(?!crypto|url)|\bfetch\(/;
    const wrong = files
      .filter((file) => folderOf(file) === 'analysis' && !file.endsWith('.test.ts'))
      .filter((file) => forbidden.test(readFileSync(join(source, file), 'utf8')));
    expect(wrong).toEqual([]);
  });
});

describe('the documents', () => {
  it('quote only paths that exist', () => {
    const root = join(source, '..');
    const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'];
    const missing = documents.flatMap((document) =>
      quotedPaths(readFileSync(join(root, document), 'utf8'))
        .filter((path) => !exists(join(root, path)))
        .map((path) => `${document}: ${path}`),
    );
    expect(missing).toEqual([]);
  });
});

function importsOf(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8');
  const targets = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) => match[1] ?? '');
  return targets.map((target) => relative(source, resolve(dirname(join(source, file)), target)).replaceAll(sep, '/'));
}

function allowed(file: string, target: string): boolean {
  const from = folderOf(file);
  const to = folderOf(target);
  return from === to || COMPOSITION.includes(from) || (MAY_IMPORT[from] ?? []).includes(to);
}

function folderOf(file: string): string {
  return file.replaceAll(sep, '/').split('/')[0] ?? '';
}

function quotedPaths(text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map((match) => match[1] ?? '');
  const codes = [...text.matchAll(/`((?:src|test|docs|scripts|bench)\/[\w./-]+)`/g)].map((match) => match[1] ?? '');
  return [...links, ...codes];
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
