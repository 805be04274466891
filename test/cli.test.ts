import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer as createWebServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { running, runningNpmStart, type Running, seamark, seamarkHere, serving, type Serving } from './command-line.ts';
import { version } from '../src/version.ts';
import { type SampleWeb, startSampleWeb } from './sample/server.ts';

const run = promisify(execFile);
/** What a start or a crawl needs on a busy machine, where it takes ten times as long as on a quiet one. */
const COMES = 120_000;
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
let data: string;
let web: SampleWeb;
let service: Serving;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'seamark-cli-'));
  web = await startSampleWeb();
  service = await serving(['--port', '0', '--data', data], { SEAMARK_RESOLVE: web.resolve.join(',') });
});
afterAll(async () => {
  await service.stop();
  await web.close();
  await rm(data, { recursive: true, force: true });
});

/** A data folder that the first start in it makes, with what lies above it. */
const fresh = (): string => join(data, 'neither', 'exists');
const resolving = (): string[] => web.resolve.flatMap((entry) => ['--resolve', entry]);

describe('the first start', () => {
  it('prints a key once, and a curl line that works as pasted', async () => {
    const line =
      service
        .printed()
        .split('\n')
        .find((text) => text.includes('curl -s')) ?? '';
    const { stdout } = await run('bash', ['-c', line.trim()]);
    expect(JSON.parse(stdout)).toMatchObject({ success: true, meta: { operation: 'content.technical-qa' } });
    expect(await readFile(join(data, 'postgres.log'), 'utf8')).not.toContain('sk_live_');
  });
});

describe('what the README shows developers first', () => {
  it('crawl a site beside the running service, and go on where they stopped', async () => {
    const args = [
      'crawl',
      'http://harbour-bikes.example/',
      'http://chainring.example/',
      '--pages',
      '60',
      '--rate',
      '1000',
      '--data',
      data,
      ...resolving(),
    ];
    const first = await seamark(args);
    expect(first).toMatchObject({ code: 0 });
    expect(first.out).toMatch(/\d+ pages read/);
    expect(first.out).toContain('Authority computed');
  });

  it('ask who links, and search', async () => {
    const links = await seamarkHere([
      'call',
      'backlinks.summary',
      '--json',
      '{"target":"harbour-bikes.example"}',
      '--summary',
      '--data',
      data,
    ]);
    expect(links).toMatchObject({ code: 0, out: expect.stringContaining('## Backlinks of harbour-bikes.example') });
    const found = await seamarkHere(['call', 'search', '--json', '{"query":"bicycle"}', '--data', data]);
    expect(JSON.parse(found.out)).toMatchObject({
      success: true,
      engine: 'seamark-index',
      results: expect.arrayContaining([expect.objectContaining({ position: 1 })]),
    });
  });

  it('check a page from Markdown', async () => {
    const answer = await seamark(
      ['call', 'content.technical-qa', '--json', '-', '--data', data],
      {},
      '{"markdown":"# Bicycle repair"}',
    );
    expect(JSON.parse(answer.out)).toMatchObject({ success: true, checks: expect.any(Array) });
  });
});

describe('seamark call', () => {
  it('reaches a running service with --url and a key', async () => {
    const key = (await seamark(['keys', 'create', 'remote', '--data', data])).out.trim();
    const answer = await seamark(['call', 'search', '--json', '{"query":"bicycle","limit":1}', '--url', service.base], {
      SEAMARK_API_KEY: key,
    });
    expect(JSON.parse(answer.out)).toMatchObject({ success: true });
    const refused = await seamarkHere([
      'call',
      'search',
      '--json',
      '{"query":"bicycle"}',
      '--url',
      service.base,
      '--key',
      'sk_live_wrong',
    ]);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('unknown') });
  });

  it('says that --url is no Seamark, whatever is answered there', async () => {
    for (const body of ['<!doctype html>', '[]', '{"status":"ok"}']) {
      const other = await webAnswering((_request, response) => response.end(body));
      const answer = await seamarkHere([
        'call',
        'search',
        '--json',
        '{"query":"x"}',
        '--url',
        other.base,
        '--key',
        'k',
      ]);
      await other.close();
      expect(answer).toMatchObject({ code: 1, err: expect.stringContaining('that of a Seamark service') });
      expect(answer.err).not.toContain('    at ');
    }
  });

  it.each<[string[], string, Record<string, string>?]>([
    [['call', 'backlinks.sumary', '--json', '{}'], 'Did you mean backlinks.summary?'],
    [['call', 'search', '--json', '{"query":'], '--json is not valid JSON'],
    [
      ['call', 'content.gap', '--url', 'https://a.example/x', '--keyword', 'tents'],
      'For the field url of content.gap, write url=https://a.example/x.',
    ],
    [['call', 'search', '--json', '{"limit":0}'], 'limit: must be at least 1'],
    [['crawl'], "missing required argument 'url'"],
    [['crawl', 'ftp://example.com/'], 'is not a web address'],
    [['crawl', 'https://example.com', '--pages', 'many'], 'whole number'],
    [['serv'], 'unknown command'],
    [['serve', '--port', '99999'], 'is not a whole number from 0 to 65535'],
    [['serve', '--resolve', 'nonsense'], 'write host:port:address'],
    [['crawl', 'https://example.com', '--rate', '0'], 'a number from 0.01'],
    [['serve', '--port', '0'], 'no capability "serps"', { SEAMARK_SOURCES: 'links=index;serps=index' }],
    [['serve', '--port', '0'], 'SEAMARK_INIT_API_KEY', { SEAMARK_INIT_API_KEY: 'sk_live_mine' }],
  ])('ends with 2 and says what is wrong for %j', async (args, message, environment = {}) => {
    const answer = await seamarkHere(args, { SEAMARK_DATA: data, ...environment });
    expect(answer.code).toBe(2);
    expect((answer.err + answer.out).toLowerCase()).toContain(message.toLowerCase());
  });
});

it('a mistake on the command line is the exit code 2 of the process', async () => {
  expect(await seamark(['serv'])).toMatchObject({ code: 2, out: '', err: expect.stringContaining('unknown command') });
});

describe('seamark users', () => {
  it('invites to where the service runs, and takes an invitation back', async () => {
    const invited = await seamarkHere(['users', 'invite', 'sam@example.com', '--data', data]);
    expect(invited.out).toContain(`${service.base}/dashboard/invitation#token=`);
    expect(await seamarkHere(['users', 'remove', 'Sam@example.com', '--data', data])).toMatchObject({
      code: 0,
      out: expect.stringContaining('no longer invited'),
    });
    expect((await seamarkHere(['users', 'list', '--data', data])).out).not.toContain('sam@example.com');
  });
});

describe('seamark keys', () => {
  it('creates, lists and revokes, and shows a key only when it is made', async () => {
    const made = JSON.parse(
      (
        await seamarkHere([
          'keys',
          'create',
          'ci',
          '--domain',
          '*.example.com',
          '--scope',
          'search',
          '--expires',
          '7',
          '--json',
          '--data',
          data,
        ])
      ).out,
    );
    expect(made).toMatchObject({
      name: 'ci',
      allowed_domains: ['*.example.com'],
      scopes: ['search'],
      key: expect.stringMatching(/^sk_live_\w{38}$/),
    });
    const listed = await seamarkHere(['keys', 'list', '--data', data]);
    expect(listed.out).toContain(made.id);
    expect(listed.out).not.toContain(made.key);
    expect((await seamarkHere(['keys', 'revoke', made.id, '--data', data])).code).toBe(0);
    expect(await seamarkHere(['keys', 'revoke', made.id, '--data', data])).toMatchObject({
      code: 1,
      err: expect.stringContaining('no active key'),
    });
  });

  it('refuses a scope that is no operation', async () => {
    expect(await seamarkHere(['keys', 'create', 'x', '--scope', 'serch', '--data', data])).toMatchObject({ code: 2 });
  });
});

describe('compiled code', () => {
  it('is kept in the cache folder of the user, and a user without one is served as well', async () => {
    const home = join(data, 'home');
    expect(await seamark(['--version'], { NODE_COMPILE_CACHE: '', HOME: home })).toMatchObject({ code: 0 });
    expect(await readdir(join(home, '.cache/seamark'))).toHaveLength(1);
    const noFolder = join(data, 'secret.key');
    const without = await seamark(['--version'], { NODE_COMPILE_CACHE: '', HOME: noFolder });
    expect(without).toMatchObject({ code: 0, err: '' });
  });

  it('of versions that nobody has started for a month is removed, and nothing else', async () => {
    const home = join(data, 'old-home');
    const all = join(home, '.cache/seamark');
    const long = new Date(Date.now() - 31 * 86_400_000);
    const folderOf = async (name: string, at: Date): Promise<void> => {
      await mkdir(join(all, name, 'code'), { recursive: true });
      await writeFile(join(all, name, 'code/a'), 'compiled');
      await utimes(join(all, name), at, at);
    };
    await folderOf('0.0.1', long);
    await folderOf('v22.19.0-x64-1c717fce-0', long);
    await folderOf('0.0.2', new Date());
    await folderOf('my own notes', long);
    await folderOf(`${version}/v22.19.0-x64-1c717fce-0`, long);
    await utimes(join(all, version), long, long);

    expect(await seamark(['--version'], { NODE_COMPILE_CACHE: '', HOME: home })).toMatchObject({ code: 0, err: '' });
    expect((await readdir(all)).toSorted()).toEqual(['0.0.2', version, 'my own notes']);
    expect(await readdir(join(all, version))).toEqual([expect.stringContaining(process.version)]);
  });
});

describe('seamark index and operations', () => {
  it('say what there is', async () => {
    const stats = JSON.parse((await seamark(['index', 'stats', '--json', '--data', data])).out);
    expect(stats.pages).toBeGreaterThan(10);
    expect(stats.links).toBeGreaterThan(20);
    expect((await seamarkHere(['index', 'rebuild', '--data', data])).out).toContain('Authority of');
    expect((await seamarkHere(['operations'])).out).toContain('content.technical-qa');
  });
});

describe('what is printed', () => {
  it('has no colours where nobody looks, or with NO_COLOR', async () => {
    const help = await seamark(['--help'], { NO_COLOR: '1' });
    // eslint-disable-next-line no-control-regex -- colours begin with this character
    expect(help.out + service.printed()).not.toMatch(/\u001B/);
  });
});

describe('help', () => {
  it('names each option once, and where to find the operations', async () => {
    for (const command of ['serve', 'crawl', 'call', 'operations']) {
      const { out } = await seamarkHere([command, '--help']);
      const named = [...out.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map((found) => found[1]);
      expect(named).toContain('--no-color');
      expect(named).toEqual([...new Set(named)]);
      expect(out).not.toContain('[])');
    }
    expect((await seamarkHere(['call', '--help'])).out).toContain('seamark operations');
    const { code, out } = await seamarkHere(['call', 'backlinks.list', '--target', 'x', '--help']);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^backlinks\.list: .*--export-rows .*seamark -- call --help/s),
    ]);
  });
});

describe('a start that cannot work', () => {
  it('says that the port is taken, by whom, and what to do, before it starts a database', async () => {
    const { port } = new URL(service.base);
    const answer = await seamark(['serve', '--port', port, '--data', fresh()]);
    expect(answer).toMatchObject({
      code: 1,
      err: expect.stringContaining(`Port ${port} on 127.0.0.1 is taken by another Seamark.`),
    });
    expect(answer.err).toContain(`--port ${Number(port) + 1}`);
    expect(existsSync(join(fresh(), 'postgres'))).toBe(false);
  });

  it('tells another program on the port from another Seamark', async () => {
    const server = createServer((socket) => socket.destroy());
    const port = await listening(server);
    const answer = await seamarkHere(['serve', '--port', String(port), '--data', data]);
    server.close();
    expect(answer).toMatchObject({ code: 1, err: expect.stringContaining('another program') });
  });

  it('says that the data folder cannot be written to', async () => {
    const file = join(data, 'a-file');
    await writeFile(file, '');
    for (const folder of [join(file, 'inside'), '/proc/seamark']) {
      const answer = await seamarkHere(['serve', '--port', '0', '--data', folder]);
      expect(answer).toMatchObject({ code: 1, err: expect.stringContaining('is not writable') });
      expect(answer.err).toContain('SEAMARK_DATA');
    }
  });
});

describe('a second service on the same folder', () => {
  let second: Running;
  let base: string;
  /** Between the service and the index, until it is cut. */
  let gate: Gate;
  beforeAll(async () => {
    const made = JSON.parse((await seamarkHere(['keys', 'create', 'init', '--json', '--data', data])).out);
    await seamarkHere(['keys', 'revoke', made.id, '--data', data]);
    const { port, user, password } = JSON.parse(await readFile(join(data, 'index.json'), 'utf8'));
    gate = await openGate(port);
    second = running(['serve', '--port', '0', '--data', data], {
      SEAMARK_INIT_API_KEY: made.key,
      SEAMARK_LOG_LEVEL: 'warn',
      CLICKHOUSE_URL: `http://${user}:${password}@127.0.0.1:${gate.port}/seamark`,
    });
    base = await answering(second);
  });

  it('starts although the key of its settings was revoked', () => {
    expect(second.printed()).toContain('SEAMARK_INIT_API_KEY names a revoked key');
  });

  it('is not ready while the index is away, and says so without an error', async () => {
    expect((await fetch(`${base}/readyz`)).status).toBe(200);
    gate.cut();
    const answer = await fetch(`${base}/readyz`);
    expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ code: 'unavailable' })]);
    expect(second.printed()).not.toContain('"level":50');
  });

  it('goes on when nobody reads its output any more', async () => {
    second.hangUp();
    // What it logs of this has nowhere to go.
    expect((await fetch(`${base}/readyz`)).status).toBe(503);
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
    second.kill('SIGTERM');
    expect((await second.ended).code).toBe(0);
  });
});

describe('Ctrl-C', () => {
  it('ends a crawl with one line that says how to go on', async () => {
    const args = ['crawl', 'http://harbour-bikes.example/', '--rate', '1', '--data', data];
    const crawl = running([...args, ...resolving()]);
    await expect.poll(crawl.printed, { timeout: COMES }).toContain('1 read');
    crawl.kill('SIGINT');
    const { code, out, err } = await crawl.ended;
    expect([code, out.trim().split('\n').at(-1)]).toEqual([130, 'Stopped. Run the same command to continue.']);
    expect(err).not.toContain('    at ');
  });

  it('ends a crawl whose pages are all read with one line that says what is left to do', async () => {
    const args = ['crawl', 'http://harbour-bikes.example/', '--pages', '3', '--rate', '1000', '--data', data];
    const crawl = running([...args, ...resolving()]);
    await expect.poll(crawl.printed, { timeout: COMES, interval: 2 }).toContain('pages read');
    crawl.kill('SIGINT');
    const { code, out, err } = await crawl.ended;
    expect([code, out.trim().split('\n').at(-1)]).toEqual([130, expect.stringContaining('`seamark index rebuild`')]);
    expect(err).not.toContain('    at ');
  });

  it('ends a call, here or at another service, with one line, and so does a terminal that is closed', async () => {
    let asked = 0;
    const silent = await webAnswering(() => (asked += 1));
    const body = JSON.stringify({ url: 'http://silent.example/' });
    const here = ['--data', data, '--resolve', `silent.example:80:127.0.0.1:${new URL(silent.base).port}`];
    const there = ['--url', silent.base, '--key', 'k'];
    for (const [where, signal] of [
      [here, 'SIGINT'],
      [there, 'SIGHUP'],
    ] as const) {
      asked = 0;
      const call = running(['call', 'content.technical-qa', '--json', body, ...where]);
      await expect.poll(() => asked, { timeout: COMES }).toBeGreaterThan(0);
      call.kill(signal);
      expect(await call.ended).toEqual({ code: 130, out: '', err: 'Stopped.\n' });
    }
    await silent.close();
  });
});

describe('a service on a folder of its own', () => {
  it.each([
    ['SIGINT', (args: string[]) => running(['serve', ...args])],
    ['SIGTERM', runningNpmStart],
  ] as const)('that is stopped during the start leaves nothing running: %s', async (signal, begin) => {
    const start = begin(['--port', '0', '--data', fresh()]);
    await expect.poll(() => livingIn(join(fresh(), 'postgres')), { timeout: COMES }).not.toEqual([]);
    start.kill(signal);
    expect(await start.ended).toEqual({ code: 130, out: '', err: 'Stopped.\n' });
    expect(await livingIn(fresh())).toEqual([]);
  });

  it('that was killed starts again with what it had, and a second Ctrl-C does not wait for open requests', async () => {
    const first = await serving(['--port', '0', '--data', fresh()]);
    // The key that nobody was shown by the starts before was not made then.
    const key = /sk_live_\w{38}/.exec(first.printed())?.[0] ?? '';
    expect(key).not.toBe('');
    await first.stop('SIGKILL');

    const silent = await webAnswering(() => undefined);
    const serve = running(['serve', '--port', '0', '--data', fresh()], {
      SEAMARK_RESOLVE: `silent.example:80:127.0.0.1:${new URL(silent.base).port}`,
    });
    const base = await answering(serve);
    expect(serve.printed()).not.toContain('sk_live_');
    const ask = (path: string, body: string): Promise<Response> =>
      fetch(`${base}/api/v1/${path}`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body,
      });
    expect((await ask('search', '{"query":"x"}')).status).toBe(200);

    const asked = once(silent.server, 'request');
    const answer = ask('content/technical-qa', '{"url":"http://silent.example/"}').catch(() => undefined);
    await asked;
    const impatience = setInterval(() => serve.kill('SIGINT'), 300);
    const { code } = await serve.ended;
    clearInterval(impatience);
    await answer;
    await silent.close();
    expect(code).toBe(130);
    await expect.poll(() => livingIn(fresh())).toEqual([]);
  });
});

interface Gate {
  readonly port: number;
  /** Closes it, and what goes through it. */
  cut(): void;
}

async function openGate(port: number): Promise<Gate> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const engine = connect(port, '127.0.0.1');
    for (const end of [socket, engine]) {
      sockets.add(end);
      end.on('error', () => undefined);
    }
    socket.pipe(engine).pipe(socket);
  });
  return {
    port: await listening(server),
    cut: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function answering(serve: Running): Promise<string> {
  await vi.waitUntil(() => serve.printed().includes('/docs'), { timeout: COMES });
  return /answers at (\S+)/.exec(serve.printed())?.[1] ?? '';
}

interface OtherWeb {
  readonly base: string;
  readonly server: Server;
  close(): Promise<void>;
}

async function webAnswering(listener: RequestListener): Promise<OtherWeb> {
  const server = createWebServer(listener);
  const base = `http://127.0.0.1:${await listening(server)}`;
  return {
    base,
    server,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server on a TCP port has such an address
  return (server.address() as AddressInfo).port;
}

/** Processes that name the folder on their command line or work in it. */
async function livingIn(folder: string): Promise<string[]> {
  const { stdout } = await run('ps', ['-eo', 'pid=,args=']);
  return stdout.split('\n').filter((line) => line.includes(folder));
}
