import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';

import { openAccounts } from '../src/compose/accounts.ts';
import { openIndex } from '../src/compose/indexes.ts';
import { readConfig } from '../src/config.ts';
import { Closing } from '../src/kernel/closing.ts';
import { fieldsOf } from '../src/kernel/fields-of.ts';
import { type Finished, type Running, running, seamark, seamarkHere } from './command-line.ts';
import { zipOf } from './zip.ts';

/** `seamark import` and `seamark export` as a user's shell runs them, against a web server of this process. */

const PAGES = 3000;
/** Each test runs several commands. */
const TEST_MS = 240_000;
const LINKS_OF_A_PAGE = 5;

let folder: string;
let data: string;
let files: FileServer;
const held = new Closing();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seamark-imports-'));
  data = join(folder, 'data');
  files = await FileServer.start(watFile());
});
afterAll(async () => {
  await held.close();
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

/** What Common Crawl extracts of pages, one packed member a record, as its files have it. */
function watFile(): Buffer {
  const parts = [record('warcinfo', 'https://x.example/', { Envelope: {} })];
  for (let page = 0; page < PAGES; page += 1) {
    const links = Array.from({ length: LINKS_OF_A_PAGE }, (_, at) => ({
      path: 'A@/href',
      url: `https://target${at}.example/${page % 7}`,
      text: `Target ${at}`,
    }));
    parts.push(record('metadata', `https://site${page % 50}.example/${page}`, envelope(page, links)));
  }
  return Buffer.concat(parts);
}

function envelope(page: number, links: readonly object[]): object {
  const uri = `https://site${page % 50}.example/${page}`;
  return {
    Envelope: {
      Format: 'WARC',
      'WARC-Header-Metadata': {
        'WARC-Type': 'response',
        'WARC-Target-URI': uri,
        'WARC-Date': '2026-03-01T12:00:00Z',
        'Content-Type': 'application/http; msgtype=response',
      },
      'Payload-Metadata': {
        'Actual-Content-Type': 'application/http; msgtype=response',
        'HTTP-Response-Metadata': {
          Headers: { 'Content-Type': 'text/html; charset=UTF-8' },
          'Response-Message': { Status: '200', Version: 'HTTP/1.1', Reason: 'OK' },
          'HTML-Metadata': { Head: { Title: `Page ${page}` }, Links: links },
        },
      },
    },
  };
}

function record(type: string, uri: string, content: object): Buffer {
  const body = Buffer.from(JSON.stringify(content));
  const head = [
    'WARC/1.0',
    `WARC-Type: ${type}`,
    `WARC-Target-URI: ${uri}`,
    'WARC-Date: 2026-03-01T12:00:00Z',
    `WARC-Record-ID: <urn:uuid:${createHash('md5').update(uri).digest('hex')}>`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  return gzipSync(Buffer.concat([Buffer.from(head.join('\r\n') + '\r\n\r\n'), body, Buffer.from('\r\n\r\n')]));
}

/** Serves one file, in ranges, as slowly as a test wants it. */
class FileServer {
  readonly ranges: (string | undefined)[] = [];
  /** Bytes in a tenth of a second, and the last of more than that never; undefined for all at once. */
  pace: number | undefined;
  readonly port: number;
  readonly #server: Server;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.port = port;
  }

  static async start(file: Buffer): Promise<FileServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address: AddressInfo | string | null = server.address();
    const served = new FileServer(server, typeof address === 'object' ? (address?.port ?? 0) : 0);
    server.on('request', (request, response) => {
      const range = request.headers.range;
      served.ranges.push(range);
      const [begin = 0, last] = (/bytes=(\d+)-(\d*)/.exec(range ?? '') ?? [])
        .slice(1)
        .map((text) => (text === '' ? undefined : Number(text)));
      const end = last === undefined ? file.length : Math.min(file.length, last + 1);
      response.writeHead(range === undefined ? 200 : 206, {
        etag: '"wat-1"',
        'content-length': end - begin,
        ...(range === undefined ? {} : { 'content-range': `bytes ${begin}-${end - 1}/${file.length}` }),
      });
      void served.#send(file.subarray(begin, end), (part) => response.write(part)).then(() => response.end());
    });
    return served;
  }

  async #send(bytes: Buffer, write: (part: Buffer) => void): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const length = this.pace ?? bytes.length;
      // Who is to be met while at work must not be through before that, however slow the machine is.
      const isKept = this.pace !== undefined && at > 0 && at + length >= bytes.length;
      if (!isKept) {
        write(bytes.subarray(at, at + length));
        at += length;
      }
      if (at < bytes.length) await sleep(100);
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const url = (): string => `http://data.example:${files.port}/CC-MAIN-1.warc.wat.gz`;
const reaching = (): string[] => ['--resolve', `data.example:${files.port}:127.0.0.1`, '--data', data];
const ok = (finished: Finished): string => {
  expect(finished.err + finished.out + String(finished.code)).toMatch(/0$/);
  return finished.out;
};

/** Takes on the databases of the folder, so that commands find them running. */
async function holdDatabases(): Promise<void> {
  const config = readConfig('0', { data }, { SEAMARK_LOG_LEVEL: 'silent' });
  held.add(await openAccounts(config));
  held.add(await openIndex(config));
}

async function listed(): Promise<Record<string, unknown>[]> {
  const list: unknown = JSON.parse(ok(await seamarkHere(['import', 'list', '--json', '--data', data])));
  return Array.isArray(list) ? list : [];
}

/** Waits for something to come while a command is at work; one that ends before that says why. */
async function whileAtWork(command: Running, hasCome: () => boolean | Promise<boolean>, interval = 50): Promise<void> {
  let over: Finished | undefined;
  void command.ended.then((finished) => (over = finished));
  const hasComeYet = async (): Promise<boolean> => {
    if (over !== undefined) throw new Error(`It ended with ${over.code}: ${over.out}${over.err}`);
    return hasCome();
  };
  await vi.waitUntil(hasComeYet, { timeout: 120_000, interval });
}

const isReading = (command: Running): boolean => /[1-9]\d* read/.test(command.printed());

describe('an import of an archive over the network', { timeout: TEST_MS }, () => {
  it('goes on after a kill from what was durable, and ends as if there had been none', async () => {
    files.pace = 8000;
    const first = running(['import', 'wat', url(), '--no-rebuild', ...reaching()]);
    onTestFinished(() => first.kill('SIGKILL'));
    // Whoever comes first owns the database, and a list would end it when it is done.
    await whileAtWork(first, () => isReading(first));
    const place = async (): Promise<number> =>
      Number(fieldsOf(fieldsOf((await listed())[0])['position'])['offset'] ?? 0);
    await whileAtWork(first, async () => (await place()) > 0, 500);
    first.kill('SIGKILL');
    await first.ended;
    await holdDatabases();
    const [killed] = await listed();
    expect(killed).toMatchObject({ status: 'stopped', counts: { read: expect.any(Number) } });
    files.pace = undefined;
    files.ranges.length = 0;
    const out = ok(await seamark(['import', 'wat', url(), '--no-rebuild', ...reaching()]));
    expect(out).toContain('resumed from an earlier run');
    expect(files.ranges[1]).toMatch(/^bytes=[1-9]\d+-$/);
    expect(await listed()).toMatchObject([
      { status: 'completed', counts: { read: PAGES + 1, taken: PAGES, skipped: 0, links: PAGES * LINKS_OF_A_PAGE } },
    ]);
    const stats = JSON.parse(ok(await seamarkHere(['index', 'stats', '--json', '--data', data])));
    expect(stats).toMatchObject({ pages: PAGES, links: PAGES * LINKS_OF_A_PAGE });
  });

  it('stops in order at Ctrl-C, and says what to do', async () => {
    files.pace = 8000;
    const stopped = running(['import', 'wat', url(), '--again', '--no-rebuild', ...reaching()]);
    onTestFinished(() => stopped.kill('SIGKILL'));
    await whileAtWork(stopped, () => isReading(stopped));
    stopped.kill('SIGINT');
    const { code, err } = await stopped.ended;
    expect({ code, err }).toEqual({ code: 130, err: expect.stringContaining('Run the same command') });
    expect(await listed()).toMatchObject([{ status: 'stopped' }]);
    files.pace = undefined;
    ok(await seamarkHere(['import', 'wat', url(), '--no-rebuild', ...reaching()]));
    expect(await listed()).toMatchObject([{ status: 'completed', counts: { read: PAGES + 1 } }]);
    expect(ok(await seamarkHere(['import', 'wat', url(), ...reaching()]))).toContain('has not changed; pass --again');
  });

  it('leaves nothing of a network inside to be read', async () => {
    const refused = await seamarkHere(['import', 'wat', `http://127.0.0.1:${files.port}/x`, '--data', data]);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('is not allowed for fetching') });
  });
});

describe('tables of links', { timeout: TEST_MS }, () => {
  it('are taken, asked for and exported, and a file that is none keeps no other from being read', async () => {
    const table = join(folder, 'links.csv');
    await writeFile(
      table,
      'Source URL,Target URL,Anchor,Nofollow,First seen,Last seen,Mood\n' +
        'https://blog.example/a,https://shop.example/x,=1+1,false,2025-01-01,2026-02-01,good\n' +
        'https://blog.example/b,https://shop.example/x,Shop,true,2025-01-01,2026-02-01,bad\n' +
        'nowhere,https://shop.example/x,Shop,true,2025-01-01,2026-02-01,bad\n',
    );
    const nowhere = join(folder, 'nowhere');
    const none = await seamarkHere(['import', 'links', 'ftp://a.example/b.csv', 'none.csv', '--data', nowhere]);
    expect(none).toMatchObject({ code: 1, out: '' });
    expect(none.err).toMatch(
      /^Error: ftp:\/\/a\.example\/b\.csv is neither a file nor a web address\.\n.*\nError: There is no file /,
    );
    expect(existsSync(nowhere)).toBe(false);
    const both = await seamarkHere(['import', 'links', join(folder, 'none.csv'), table, '--data', data]);
    expect(both.code).toBe(1);
    expect(both.err).toContain('There is no file');
    expect(both.out).toContain('3 rows read, 2 taken, 1 skipped, 2 links');
    expect(both.out).toContain('Columns not recognized: Mood');
    expect(both.out).toContain('Authority computed');
    const target = ['--target', 'shop.example', '--data', data];
    const csv = ok(await seamark(['export', 'links', ...target]));
    expect(csv.trim().split('\n').slice(1).toSorted()).toEqual([
      expect.stringContaining(
        `"https://blog.example/a","https://shop.example/x","blog.example","shop.example","anchor","'=1+1"`,
      ),
      expect.stringContaining('"https://blog.example/b"'),
    ]);
    const parquet = join(folder, 'links.parquet');
    ok(await seamarkHere(['export', 'links', parquet, ...target]));
    expect((await readFile(parquet)).subarray(0, 4).toString()).toBe('PAR1');
    const kept = await seamarkHere(['export', 'links', parquet, ...target]);
    expect(kept).toMatchObject({ code: 2, err: expect.stringContaining('--force') });
    const again = join(folder, 'export.csv');
    ok(await seamarkHere(['export', 'links', again, ...target]));
    expect(ok(await seamarkHere(['import', 'links', again, '--no-rebuild', '--data', data]))).toContain('2 taken');
    expect(ok(await seamarkHere(['export', 'links', ...target]))).toBe(csv);
    const pages = ok(await seamarkHere(['export', 'pages', '--target', 'site7.example', '--data', data]));
    expect(pages.trim().split('\n')).toHaveLength(PAGES / 50 + 1);
  });
});

it(
  'imports Search Console figures from a zip file, a folder and a file, each of them whole',
  { timeout: TEST_MS },
  async () => {
    const table = 'Date,Clicks,Impressions,CTR,Position\n2026-10-01,1,10,10%,5\n2026-10-02,2,20,10%,5\n';
    const queries = 'Top queries,Clicks,Impressions,CTR,Position\nhose,1,12,8.33%,5\n';
    const zip = join(folder, 'shop.test-Performance-on-Search-2026-11-20.zip');
    await writeFile(
      zip,
      zipOf([
        { name: 'Dates.csv', content: table },
        { name: 'Queries.csv', content: queries },
      ]),
    );
    const unpacked = join(folder, 'unpacked');
    await mkdir(unpacked);
    await writeFile(join(unpacked, 'Dates.csv'), table);
    await writeFile(join(unpacked, 'Queries.csv'), queries);
    const shards = join(folder, 'shards');
    await mkdir(shards);
    const site =
      'data_date,site_url,query,is_anonymized_query,country,search_type,device,impressions,clicks,sum_top_position\n';
    const row = '2026-10-03,sc-domain:shop.test,hose,false,usa,WEB,MOBILE,10,2,30\n';
    await writeFile(join(shards, 'export-000000000000.csv.gz'), gzipSync(site + row));
    await writeFile(join(shards, 'export-000000000001.csv.gz'), gzipSync(site + row).subarray(0, 60));

    const read = await seamarkHere(['import', 'console', zip, unpacked, '--property', 'shop.test', '--data', data]);
    expect(ok(read)).toContain('shop.test-Performance-on-Search-2026-11-20.zip: 3 rows read, 3 taken');
    expect(read.out).toContain(
      'Read as Search Console figures of sc-domain:shop.test, search type web, 2026-10-01 to 2026-10-02.',
    );
    expect(read.out).toContain('unpacked: 3 rows read, 3 taken');
    expect(read.out).not.toContain('Authority');
    const again = await seamarkHere(['import', 'console', unpacked, '--property', 'shop.test', '--data', data]);
    expect(ok(again)).toContain('has not changed; pass --again');
    const broken = await seamarkHere(['import', 'console', shards, '--data', data]);
    expect(broken).toMatchObject({
      code: 1,
      out: expect.stringContaining('export-000000000000.csv.gz: 1 row read, 1 taken'),
      err: expect.stringContaining('None of it has been imported'),
    });
    const refused = await seamarkHere([
      'import',
      'console',
      join(unpacked, 'Queries.csv'),
      '--property',
      'shop.test',
      '--data',
      data,
    ]);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('--period 2026-10-24..2026-11-20') });
  },
);

it('imports ranks, of a packed file too', { timeout: TEST_MS }, async () => {
  const file = join(folder, 'cc-main-2026-apr-may-jun-domain-ranks.txt.gz');
  const head = '#harmonicc_pos\t#harmonicc_val\t#pr_pos\t#pr_val\t#host_rev\t#n_hosts\n';
  await writeFile(file, gzipSync(`${head}1\t2.9E7\t1\t0.01\texample.shop\t3\nbroken\n`));
  const out = ok(await seamarkHere(['import', 'ranks', file, '--no-rebuild', '--data', data]));
  expect(out).toContain('2 lines read, 1 taken, 1 skipped');
  const broken = join(folder, 'cc-main-2026-jan-feb-mar-domain-ranks.txt.gz');
  await writeFile(broken, gzipSync(head + '1\t2.9E7\t1\t0.01\texample.shop\t3\n'.repeat(50_000)).subarray(0, 2000));
  const failed = await seamarkHere(['import', 'ranks', broken, '--no-rebuild', '--data', data]);
  expect(failed).toMatchObject({ code: 1, err: expect.stringContaining('ends early') });
});
