import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Which rooms a room may import from, itself included by rule. Anything not listed is refused. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  kernel: [],
  web: ['kernel'],
  text: ['kernel', 'web'],
  ports: ['kernel', 'web', 'text'],
  contract: ['kernel', 'web', 'text', 'ports'],
  guidance: ['kernel', 'web', 'text', 'ports', 'contract'],
  links: ['kernel', 'web', 'text', 'ports', 'contract', 'guidance'],
  serp: ['kernel', 'web', 'text', 'ports'],
  discussions: ['kernel', 'web', 'text', 'ports', 'serp'],
  study: ['kernel', 'web', 'text', 'ports', 'contract', 'guidance', 'serp'],
  keywords: ['kernel', 'web', 'text', 'ports', 'serp'],
  rankings: ['kernel', 'web', 'text', 'ports', 'serp', 'keywords'],
  tracking: ['kernel', 'web', 'text', 'ports', 'serp', 'keywords', 'rankings'],
  mentions: ['kernel', 'web', 'text', 'ports', 'serp'],
  places: ['kernel', 'web', 'text', 'ports'],
  checks: ['kernel', 'web', 'text', 'ports'],
  audit: ['kernel', 'web', 'text', 'ports', 'checks'],
  operations: [
    'checks',
    'audit',
    'kernel',
    'web',
    'text',
    'ports',
    'contract',
    'guidance',
    'links',
    'serp',
    'keywords',
    'rankings',
    'tracking',
    'discussions',
    'study',
    'mentions',
    'places',
  ],
  engine: ['kernel', 'web', 'text', 'ports', 'contract', 'guidance'],
  index: ['kernel', 'web', 'text', 'ports'],
  crawler: ['kernel', 'web', 'text', 'ports', 'checks'],
  importer: ['kernel', 'web', 'text', 'ports'],
  adapters: ['kernel', 'web', 'text', 'ports'],
  sources: ['kernel', 'web', 'text', 'ports'],
  demo: ['kernel', 'web', 'text', 'ports', 'sources'],
  http: ['kernel', 'web', 'text', 'ports', 'contract', 'guidance', 'engine'],
  mcp: ['kernel', 'web', 'text', 'ports', 'contract', 'guidance', 'engine'],
  oauth: ['kernel', 'ports', 'contract'],
  dashboard: ['kernel', 'web', 'text', 'ports', 'contract', 'guidance', 'engine', 'client'],
  client: [],
  bridge: ['kernel'],
};

/** Files above the rooms: the wiring, and the settings it reads. */
const COMPOSITION = ['compose.ts', 'compose', 'config.ts', 'main.ts', 'version.ts', 'commands'];

const source = join(import.meta.dirname, '../src');
const everything = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(sep, '/'))
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts') && statSync(join(source, file)).isFile());
/** Tests may reach wherever they need to. */
const files = everything.filter((file) => !/\.test\.tsx?$/.test(file));
const imports = new Map(files.map((file) => [file, importsOf(file)]));

describe('the rooms of src', () => {
  it('import only along the arrows of ARCHITECTURE.md', () => {
    expect(edges().filter(([from, to]) => !isAllowed(from, to))).toEqual([]);
  });

  it('are all known to this test, and every file was looked at', () => {
    const known = [...Object.keys(MAY_IMPORT), ...COMPOSITION];
    expect([...new Set(files.map(roomOf))].filter((room) => !known.includes(room))).toEqual([]);
    expect(files.filter((file) => imports.get(file) === undefined)).toEqual([]);
    expect(edges().length).toBeGreaterThan(1000);
  });

  it('have no file named after nothing', () => {
    const nothing = /(?:^|[/-])(?:utils?|helpers?|common|misc|shared)(?:[./-]|$)/;
    expect(everything.filter((file) => nothing.test(file))).toEqual([]);
  });

  it('hold no circle of files', () => {
    expect(circles(files, (file) => imports.get(file) ?? [])).toEqual([]);
  });

  it('hold no circle of folders', () => {
    const folders = new Map<string, Set<string>>();
    for (const [from, to] of edges()) {
      const [one, other] = [dirname(from), dirname(to)];
      if (one === '.' || other === '.' || one === other) continue;
      folders.set(one, (folders.get(one) ?? new Set()).add(other));
    }
    expect(circles([...folders.keys()], (folder) => [...(folders.get(folder) ?? [])])).toEqual([]);
  });
});

describe('an operation', () => {
  it('imports nothing from the folder of another', () => {
    const wrong = edges().filter(
      ([from, to]) => operationOf(from) !== undefined && operationOf(to) !== undefined && dirname(from) !== dirname(to),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps its contract in operation.ts, so that all else is rules and texts', () => {
    const wrong = edges().filter(
      ([from, to]) => operationOf(from) !== undefined && !from.endsWith('/operation.ts') && roomOf(to) === 'contract',
    );
    expect(wrong).toEqual([]);
  });

  it('touches no clock, no randomness and nothing outside but in operation.ts', () => {
    const forbidden =
      /\bDate\.now\(|new Date\(\)|Math\.random\(|performance\.now\(|process\.|from 'node:(?!crypto|url)|\bfetch\(/;
    const wrong = files
      .filter(
        (file) =>
          [
            'operations',
            'guidance',
            'links',
            'serp',
            'keywords',
            'rankings',
            'tracking',
            'discussions',
            'study',
            'mentions',
            'places',
          ].includes(roomOf(file)) && !file.endsWith('/operation.ts'),
      )
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

function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(source, file), 'utf8');
  const targets = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) => match[1] ?? '');
  return targets.map((target) => relative(source, resolve(dirname(join(source, file)), target)).replaceAll(sep, '/'));
}

function edges(): (readonly [string, string])[] {
  return [...imports].flatMap(([from, targets]) => targets.map((to) => [from, to] as const));
}

function isAllowed(from: string, to: string): boolean {
  const [room, other] = [roomOf(from), roomOf(to)];
  return room === other || COMPOSITION.includes(room) || (MAY_IMPORT[room] ?? []).includes(other);
}

function roomOf(file: string): string {
  return file.split('/')[0] ?? '';
}

/** The folder of the operation that a file belongs to; undefined outside `operations` and for its index. */
function operationOf(file: string): string | undefined {
  return roomOf(file) === 'operations' && file !== 'operations/index.ts' ? dirname(file) : undefined;
}

/** Groups of nodes that reach one another (Tarjan), each sorted; [] when the graph has no circle. */
function circles(nodes: readonly string[], next: (node: string) => readonly string[]): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): number => {
    const at = order.size;
    order.set(node, at);
    stack.push(node);
    let lowest = at;
    for (const target of next(node)) {
      if (!order.has(target)) lowest = Math.min(lowest, visit(target));
      else if (stack.includes(target)) lowest = Math.min(lowest, order.get(target) ?? at);
    }
    low.set(node, lowest);
    if (lowest === at) {
      const circle = stack.splice(stack.lastIndexOf(node));
      if (circle.length > 1) found.push(circle.toSorted());
    }
    return lowest;
  };
  for (const node of nodes) if (!order.has(node)) visit(node);
  return found;
}

function quotedPaths(text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map((match) => match[1] ?? '');
  const codes = [...text.matchAll(/`((?:src|test|docs|scripts|bench)\/[\w./-]+)`/g)].map((match) => match[1] ?? '');
  return [...links, ...codes];
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
