import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { seamark, serving, type Serving } from './command-line.ts';
import { type SampleWeb, startSampleWeb } from './sample/server.ts';

const run = promisify(execFile);
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

describe('the first three things of the README', () => {
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
    const links = await seamark([
      'call',
      'backlinks.summary',
      '--json',
      '{"target":"harbour-bikes.example"}',
      '--summary',
      '--data',
      data,
    ]);
    expect(links).toMatchObject({ code: 0, out: expect.stringContaining('## Backlinks of harbour-bikes.example') });
    const found = await seamark(['call', 'search', '--json', '{"query":"bicycle"}', '--data', data]);
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
    const refused = await seamark([
      'call',
      'search',
      '--json',
      '{"query":"bicycle"}',
      '--url',
      service.base,
      '--key',
      'sk_live_wrong',
    ]);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('not known') });
  });

  it.each([
    [['call', 'backlinks.sumary', '--json', '{}'], 'Did you mean backlinks.summary?'],
    [['call', 'search', '--json', '{"query":'], '--json is not valid JSON'],
    [['call', 'search', '--json', '{"limit":0}'], 'limit: must be at least 1'],
    [['crawl'], "missing required argument 'url'"],
    [['crawl', 'ftp://example.com/'], 'is no web address'],
    [['crawl', 'https://example.com', '--pages', 'many'], 'whole number'],
    [['serv'], 'unknown command'],
    [['serve', '--port', '99999'], 'is not a whole number from 0 to 65535'],
    [['serve', '--resolve', 'nonsense'], 'write host:port:address'],
  ])('ends with 2 and says what is wrong for %j', async (args, message) => {
    const answer = await seamark(args, { SEAMARK_DATA: data });
    expect(answer.code).toBe(2);
    expect((answer.err + answer.out).toLowerCase()).toContain(message.toLowerCase());
  });
});

describe('seamark keys', () => {
  it('creates, lists and revokes, and shows a key only when it is made', async () => {
    const made = JSON.parse(
      (
        await seamark([
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
    const listed = await seamark(['keys', 'list', '--data', data]);
    expect(listed.out).toContain(made.id);
    expect(listed.out).not.toContain(made.key);
    expect((await seamark(['keys', 'revoke', made.id, '--data', data])).code).toBe(0);
    expect(await seamark(['keys', 'revoke', made.id, '--data', data])).toMatchObject({
      code: 1,
      err: expect.stringContaining('no living key'),
    });
  });

  it('refuses a scope that is no operation', async () => {
    expect(await seamark(['keys', 'create', 'x', '--scope', 'serch', '--data', data])).toMatchObject({ code: 2 });
  });
});

describe('seamark index and operations', () => {
  it('say what there is', async () => {
    const stats = JSON.parse((await seamark(['index', 'stats', '--json', '--data', data])).out);
    expect(stats.pages).toBeGreaterThan(10);
    expect(stats.links).toBeGreaterThan(20);
    expect((await seamark(['index', 'rebuild', '--data', data])).out).toContain('Authority of');
    expect((await seamark(['operations'])).out).toContain('content.technical-qa');
  });
});

describe('what is printed', () => {
  it('has no colours where nobody looks, or with NO_COLOR', async () => {
    const help = await seamark(['--help'], { NO_COLOR: '1' });
    // eslint-disable-next-line no-control-regex -- colours begin with this character
    expect(help.out + service.printed()).not.toMatch(/\u001B/);
  });
});

describe('a start that cannot work', () => {
  it('says that the port is taken, by whom, and what to do', async () => {
    const port = new URL(service.base).port;
    const other = await mkdtemp(join(tmpdir(), 'seamark-cli-'));
    const answer = await seamark(['serve', '--port', port, '--data', other]);
    expect(answer).toMatchObject({
      code: 1,
      err: expect.stringContaining(`Port ${port} on 127.0.0.1 is taken by another Seamark.`),
    });
    expect(answer.err).toContain(`--port ${Number(port) + 1}`);
    await rm(other, { recursive: true, force: true });
  });

  it('tells another program on the port from another Seamark', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const answer = await seamark(['serve', '--port', String(port), '--data', data]);
    server.close();
    expect(answer).toMatchObject({ code: 1, err: expect.stringContaining('another program') });
  });

  it('says that the data folder cannot be written to', async () => {
    const file = join(data, 'a-file');
    await writeFile(file, '');
    for (const folder of [join(file, 'inside'), '/proc/seamark']) {
      const answer = await seamark(['serve', '--port', '0', '--data', folder]);
      expect(answer).toMatchObject({ code: 1, err: expect.stringContaining('cannot be written to') });
      expect(answer.err).toContain('SEAMARK_DATA');
    }
  });
});

describe('a service', () => {
  it('that was killed starts again with what it had, and stops with nothing left running', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'seamark-cli-'));
    const first = await serving(['--port', '0', '--data', folder]);
    const key = /sk_live_\w{38}/.exec(first.printed())?.[0] ?? '';
    await first.stop('SIGKILL');
    const second = await serving(['--port', '0', '--data', folder]);
    expect(second.printed()).not.toContain('sk_live_');
    const answer = await fetch(`${second.base}/api/v1/search`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: '{"query":"x"}',
    });
    expect(answer.status).toBe(200);
    expect(await second.stop('SIGINT')).toBe(0);
    expect(await livingIn(folder)).toEqual([]);
    await rm(folder, { recursive: true, force: true });
  });
});

/** Processes that name the folder on their command line or work in it. */
async function livingIn(folder: string): Promise<string[]> {
  const { stdout } = await run('ps', ['-eo', 'pid=,args=']);
  return stdout.split('\n').filter((line) => line.includes(folder));
}
