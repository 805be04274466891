import { execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { newSecret } from '../src/kernel/api-key.ts';
import { giveBack, type KeptEngine, takeEngine } from './index-engine.ts';
import { openTestDatabase, type TestDatabase } from './postgres.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

/** The Node that runs the tests, and the oldest ones promised, where `npm ci --prefix scripts/node-floors` has installed them. */
const CURRENT = process.execPath;
const floor = (major: number): string => join(root, `scripts/node-floors/node_modules/node-${major}/bin/node`);
const installed = (nodes: readonly string[]): string[] => nodes.filter((node) => existsSync(node));
const SERVER_NODES = installed([CURRENT, floor(22)]);
/** The client and the bridge run on older ones than the server that they talk to. */
const lightNodes = (server: string): string[] => installed(server === CURRENT ? [CURRENT, floor(20)] : [server]);

/** With the name that a report shows. */
const named = (nodes: readonly string[]): [string, string][] =>
  nodes.map((node) => [node === CURRENT ? 'the Node of the tests' : basename(dirname(dirname(node))), node]);

const KEY = newSecret();

/** Installs the server from the registry as a user does, instead of linking what its lock file names: SEAMARK_TEST_INSTALL=1. */
const INSTALLS = process.env['SEAMARK_TEST_INSTALL'] === '1';

let folder: string;
let project: string;
let database: TestDatabase;
let kept: KeptEngine;
const packed = new Map<string, readonly string[]>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seamark-packages-'));
  project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true, type: 'module' }));
  const clone = copyClone();
  const tarballs = await Promise.all(['.', 'packages/client', 'packages/mcp'].map((at) => pack(join(clone, at))));
  const [server = '', ...light] = tarballs;
  await npm(CURRENT, [
    'install',
    ...(INSTALLS ? [] : ['--offline']),
    '--omit=optional',
    ...light,
    ...(INSTALLS ? [server] : []),
  ]);
  if (!INSTALLS) await installLinked(server);
  [database, kept] = await Promise.all([openTestDatabase('empty'), takeEngine()]);
});
afterAll(async () => {
  await database.close();
  await giveBack(kept);
  await rm(folder, { recursive: true, force: true });
});

/** What a clone holds after `npm ci` and nothing else: building in it touches no other test's `dist`. */
function copyClone(): string {
  const clone = join(folder, 'clone');
  const skipped = new Set(['node_modules', 'dist', 'data', '.git', '.cache', 'bench', 'test']);
  for (const name of readdirSync(root).filter((entry) => !skipped.has(entry))) {
    cpSync(join(root, name), join(clone, name), {
      recursive: true,
      filter: (path) => !/\/(?:node_modules|dist)$/.test(path),
    });
  }
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  return clone;
}

const Packed = z.array(
  z.object({ name: z.string(), filename: z.string(), files: z.array(z.object({ path: z.string() })) }),
);

async function pack(at: string): Promise<string> {
  const { stdout } = await npm(CURRENT, ['pack', '--json', '--pack-destination', folder], at);
  // What a build prints stands before it.
  const [made] = Packed.parse(JSON.parse(stdout.slice(stdout.search(/^\[/m))));
  if (made === undefined) throw new Error(`npm pack said nothing of ${at}.`);
  packed.set(
    made.name,
    made.files.map((file) => file.path),
  );
  return join(folder, made.filename);
}

const Lock = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), optional: z.boolean().optional() })),
});

/** Puts the server where npm would, with nothing beside it but what `npm install --omit=dev --omit=optional` installs. */
async function installLinked(tarball: string): Promise<void> {
  const modules = join(project, 'node_modules');
  mkdirSync(join(modules, 'seamark'));
  mkdirSync(join(modules, '.bin'), { recursive: true });
  await run('tar', ['xzf', tarball, '--strip-components=1', '-C', join(modules, 'seamark')]);
  chmodSync(join(modules, 'seamark/dist/main.js'), 0o755);
  symlinkSync('../seamark/dist/main.js', join(modules, '.bin/seamark'));
  const lock = Lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  for (const [path, { dev, optional }] of Object.entries(lock.packages)) {
    const isNested = path.lastIndexOf('node_modules/') > 0;
    if (!path.startsWith('node_modules/') || isNested || dev === true || optional === true) continue;
    mkdirSync(dirname(join(project, path)), { recursive: true });
    symlinkSync(join(root, path), join(project, path));
  }
}

/** What runs in a shell whose Node is this one. Its home is here: what the service compiles at its first start is not compiled again. */
function environmentOf(node: string, changes: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE: _cache, ...own } = process.env;
  const programs = join(folder, 'programs', Buffer.from(node).toString('hex').slice(-40));
  if (!existsSync(programs)) {
    mkdirSync(programs, { recursive: true });
    symlinkSync(node, join(programs, 'node'));
  }
  return {
    ...own,
    HOME: folder,
    PATH: `${programs}:${own['PATH'] ?? ''}`,
    npm_config_update_notifier: 'false',
    ...changes,
  };
}

function npm(node: string, args: readonly string[], cwd = project): Promise<{ stdout: string; stderr: string }> {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  return run('npm', [...args, ...quiet], { cwd, env: environmentOf(node), maxBuffer: 64_000_000 });
}

interface Served {
  readonly base: string;
  /** All that it printed when it was ready. */
  readonly printed: string;
  stop(): Promise<void>;
}

/** `npx seamark serve` in the empty project, on databases that stand elsewhere. */
async function serve(node: string): Promise<Served> {
  const child = spawn('npx', ['--no', 'seamark', 'serve', '--port', '0', '--data', join(folder, 'data')], {
    cwd: project,
    env: environmentOf(node, {
      DATABASE_URL: database.url,
      CLICKHOUSE_URL: kept.engine.url,
      SEAMARK_INIT_API_KEY: KEY,
      SEAMARK_LOG_LEVEL: 'error',
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let printed = '';
  const base = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      printed += chunk.toString();
      const found = /\/docs/.test(printed) ? /answers at (\S+)/.exec(printed)?.[1] : undefined;
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${printed}`)));
  });
  return {
    base,
    printed,
    stop: async () => {
      // npx, its shell and the service are one group, as in a terminal.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
  };
}

const CONSUMER = `
import { createClient } from '@seamark/client';
const client = createClient({ baseUrl: process.argv[2], apiKey: process.argv[3] });
const answer = await client.content.technicalQa({ markdown: '# Bicycle repair' });
console.log(JSON.stringify({ success: answer.success, operation: answer.meta.operation }));
`;

/** A wrong use, which the types have to refuse, after the examples of a page. */
const MISUSE = `
// @ts-expect-error -- a call that is not waited for has no answer yet
const early: import('@seamark/client').BacklinksSummaryAnswer = await client.backlinks.summary({ target: 'example.com' }, { wait: false });
export { early };
`;

const HELLO = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 2, method: 'tools/list' },
];

/** What the bridge writes when all of this was said to it. */
async function bridged(node: string, base: string): Promise<unknown[]> {
  const child = spawn('node_modules/.bin/seamark-mcp', ['--url', base], {
    cwd: project,
    env: environmentOf(node, { SEAMARK_API_KEY: KEY }),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const texts: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => texts.push(chunk.toString()));
  child.stdin.end(HELLO.map((message) => `${JSON.stringify(message)}\n`).join(''));
  await new Promise((resolve) => child.once('close', resolve));
  return texts
    .join('')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

describe('the packages', () => {
  it('hold what they need to run, and no sources, tests or types of the server', () => {
    const server = packed.get('seamark') ?? [];
    expect(server).toEqual(expect.arrayContaining(['dist/main.js', 'dist/dashboard/site/index.html', 'docs/mcp.md']));
    expect(server.filter((path) => /\.tsx?$|\.test\.js$/.test(path))).toEqual([]);
    const data = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\/data\/[^/]+\.\w+$/.test(path),
    );
    expect(data.filter((path) => !server.includes(`dist/${path}`))).toEqual([]);
    const client = packed.get('@seamark/client') ?? [];
    expect(client).toEqual(expect.arrayContaining(['dist/client.js', 'dist/client.d.ts', 'LICENSE', 'README.md']));
    expect(client.filter((path) => !/\.(?:js|d\.ts|json|md)$/.test(path))).toEqual(['LICENSE']);
    expect(packed.get('@seamark/mcp')).toContain('dist/bridge/main.js');
  });

  it('carry one version', () => {
    const versions = ['.', 'packages/client', 'packages/mcp'].map(
      (at) =>
        z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(root, at, 'package.json'), 'utf8')))
          .version,
    );
    expect(new Set(versions).size).toBe(1);
  });

  it.each(['@seamark/client', '@seamark/mcp'])('%s takes less than 1 MB and installs nothing besides', async (name) => {
    const { stdout } = await run('du', ['-sk', join(project, 'node_modules', name)]);
    expect(Number(stdout.split('\t')[0])).toBeLessThan(1000);
    const manifest: unknown = JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('dependencies');
  });
});

it('the client carries the descriptions of fields, which editors show', () => {
  const types = join(project, 'node_modules/@seamark/client/dist/types');
  const described = readdirSync(types).flatMap((name) => [
    ...readFileSync(join(types, name), 'utf8').matchAll(/^ *\/\*\* .* \*\/ limit\?: number;$/gm),
  ]);
  expect(described.length).toBeGreaterThan(1);
});

it('the examples of the client are well typed in a strict project that checks the types of its packages', async () => {
  for (const [at, page] of ['docs/client.md', 'packages/client/README.md'].entries()) {
    const examples = readFileSync(join(root, page), 'utf8').matchAll(/^```ts\n(.*?)^```/gms);
    const code = [...examples].map(([, example]) => example).join('\n');
    writeFileSync(join(project, `example-${at}.ts`), code + MISUSE);
  }
  const strict = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom'];
  const checked = run(join(root, 'node_modules/.bin/tsc'), [...strict, 'example-0.ts', 'example-1.ts'], {
    cwd: project,
  });
  await expect(checked).resolves.toMatchObject({ stdout: '' });
});

describe.each(named(SERVER_NODES))('the server without development packages and engines on %s', (_name, node) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(node);
  });
  afterAll(() => served.stop());

  it('runs by npx and is ready, and names commands that whoever installed it has', async () => {
    expect(served.printed).toContain('Keys: npx seamark keys list');
    expect((await fetch(`${served.base}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${served.base}/dashboard/`)).text()).toContain('<div id="app">');
  });

  it.each(named(lightNodes(node)))('answers the client on %s', async (_light, light) => {
    writeFileSync(join(project, 'ask.js'), CONSUMER);
    const { stdout } = await run('node', ['ask.js', served.base, KEY], { cwd: project, env: environmentOf(light) });
    expect(JSON.parse(stdout)).toEqual({ success: true, operation: 'content.technical-qa' });
  });

  it.each(named(lightNodes(node)))('answers through the bridge on %s', async (_light, light) => {
    expect(await bridged(light, served.base)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 1, result: expect.objectContaining({ serverInfo: expect.anything() }) }),
        expect.objectContaining({ id: 2, result: expect.objectContaining({ tools: expect.anything() }) }),
      ]),
    );
  });

  it('has a bridge that ends without an error when its client stops it', async () => {
    const bridge = spawn('node_modules/.bin/seamark-mcp', ['--url', served.base], {
      cwd: project,
      env: environmentOf(node, { SEAMARK_API_KEY: KEY }),
    });
    let said = '';
    bridge.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    bridge.stdin.write(`${JSON.stringify(HELLO[0])}\n`);
    await once(bridge.stdout, 'data');
    bridge.kill('SIGTERM');
    expect(await once(bridge, 'close')).toEqual([130, null]);
    expect(said).toBe('');
  });
});

it.runIf(existsSync(floor(20)))('says on an older Node which one it needs', async () => {
  const asked = run('node_modules/.bin/seamark', ['serve'], { cwd: project, env: environmentOf(floor(20)) });
  await expect(asked).rejects.toMatchObject({
    stderr: expect.stringContaining('Seamark needs Node.js 22.19 or later'),
  });
});

it('says before it makes anything that the embedded index is not installed', async () => {
  const data = join(folder, 'unmade');
  const asked = run('node_modules/.bin/seamark', ['serve', '--data', data], {
    cwd: project,
    env: environmentOf(CURRENT, { DATABASE_URL: '', CLICKHOUSE_URL: '' }),
  });
  await expect(asked).rejects.toMatchObject({ stderr: expect.stringContaining('chdb) is not installed') });
  expect(existsSync(join(data, 'postgres'))).toBe(false);
});
