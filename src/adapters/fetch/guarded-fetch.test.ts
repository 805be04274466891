import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { AppError } from '../../kernel/errors.ts';
import type { FetchedPage, RawAnswer, RawRequest } from '../../ports/fetch.ts';
import { followRedirects } from './follow.ts';
import { createGuardedFetch, type GuardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts';
import type { Lookup } from './lookup.ts';

const MB = 1024 * 1024;
/** The least of a Brotli of megabytes takes a second to find. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const SITE = 'http://site.example';
const open: { close(): unknown }[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(open.splice(0).map((opened) => opened.close()));
});

async function listen(server: Server | TcpServer, host = '127.0.0.1', port = 0): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  open.push({
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return portOf(server.address());
}

/** `once` would reject on the reset that these tests are about. */
function closing(socket: Socket): Promise<void> {
  return new Promise((resolve) => void socket.once('close', () => resolve()));
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** A fetcher of the public world, in which site.example is a server of this test. */
function fetcher(options: Partial<GuardedFetchOptions> = {}, lookup?: Lookup, now?: () => number): GuardedFetch {
  const parts = { ...(lookup === undefined ? {} : { lookup }), ...(now === undefined ? {} : { now }) };
  const rules = { user_agent: 'Seamark/1.0', allow_networks: [], allow_ports: [], resolve: [], ...options };
  const made = createGuardedFetch(rules, parts);
  open.push(made);
  return made;
}

async function site(listener: RequestListener): Promise<GuardedFetch> {
  const port = await listen(createServer(listener));
  return fetcher({ resolve: [`site.example:80:127.0.0.1:${port}`] });
}

async function rawSite(onConnection: (socket: Socket) => void): Promise<GuardedFetch> {
  const port = await listen(createTcpServer(onConnection));
  return fetcher({ resolve: [`site.example:80:127.0.0.1:${port}`] });
}

/** A server that answers any request with these bytes and ends. */
function answering(answer: string): Promise<GuardedFetch> {
  return rawSite((socket) => socket.once('data', () => socket.end(answer, 'latin1')));
}

function get(made: GuardedFetch, request: Partial<RawRequest> = {}): Promise<RawAnswer> {
  const preset = { url: `${SITE}/`, headers: {}, wants: () => true, bytes_max: MB, timeout_ms: 10_000 };
  return made.requester.get({ ...preset, ...request }, new AbortController().signal);
}

async function page(made: GuardedFetch, url = `${SITE}/`, accept = ['text/html']): Promise<FetchedPage> {
  const { value } = await made.source.page({ url, accept }, new AbortController().signal);
  return value;
}

async function failure(work: Promise<unknown>): Promise<AppError> {
  const thrown: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof AppError) return thrown;
  throw new Error(`Expected an AppError, got ${String(thrown)}`);
}

describe('private addresses in a URL', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '2130706433',
    '017700000001',
    '0x7f000001',
    '0x7f.1',
    '0x7F.0x0.0x0.0x1',
    '0177.0.0.1',
    '0177.0.0.01',
    '127.0.0.1.',
    '１２７.０.０.１',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '①②⑦.0.0.1',
    '0',
    '0.0.0.0',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '0xa9fea9fe',
    '198.18.0.1',
    '192.0.2.1',
    '224.0.0.1',
    '255.255.255.255',
    'user:password@127.0.0.1',
    'public.example@127.0.0.1',
  ])('http://%s/ is refused without a connection', async (host) => {
    let connections = 0;
    const port = await listen(
      createTcpServer(() => (connections += 1)),
      '0.0.0.0',
    );
    const thrown = await failure(page(fetcher({ allow_ports: [port] }), `http://${host}:${port}/`));
    expect(thrown.code).toBe('unfetchable_url');
    expect(thrown.message).toMatch(/does not point to a public address/);
    expect(thrown.fix).toMatch(/SEAMARK_ALLOW_NETWORKS/);
    expect(connections).toBe(0);
  });

  it.each([
    'http://[fe80::1%25eth0]/',
    'http://[::1',
    'http://1.2.3.4.5/',
    'http://0x100000000/',
    'http:///',
    'http://',
  ])('%s is refused as no URL', async (url) => {
    expect((await failure(page(fetcher(), url))).message).toMatch(/not an absolute http or https URL/);
  });
});

describe('names that lead inside', () => {
  it.each([
    ['loopback', ['127.0.0.1']],
    ['loopback over IPv6', ['::1']],
    ['a mapped address', ['::ffff:10.0.0.1']],
    ['the metadata service', ['169.254.169.254']],
    ['NAT64 of loopback', ['64:ff9b::7f00:1']],
    ['a public and a private address', ['93.184.216.34', '10.0.0.1']],
    ['a private and a public address', ['10.0.0.1', '93.184.216.34']],
    ['a public IPv4 and a private IPv6 address', ['93.184.216.34', 'fd00::1']],
    ['what is no address', ['localhost']],
  ])('a name for %s is refused and does not say where it leads', async (_, addresses) => {
    const thrown = await failure(
      page(
        fetcher({}, async () => addresses),
        'http://inward.example/',
      ),
    );
    expect(thrown.message).toBe('"inward.example" does not point to a public address, so it is not fetched.');
    expect(thrown.code).toBe('unfetchable_url');
  });

  it.each(['localhost', 'localhost.', 'LOCALHOST', 'anything.localhost'])('%s is refused', async (host) => {
    const thrown = await failure(page(fetcher(), `http://${host}/`));
    expect(thrown.message).toMatch(/does not point to a public address/);
  });

  it('refuses a mixed answer even when the other address is opened, and connects to neither', async () => {
    let requests = 0;
    const port = await listen(createServer((_, response) => response.end(String((requests += 1)))));
    const made = fetcher({ allow_ports: [port], allow_networks: ['127.0.0.1'] }, async () => ['127.0.0.1', '10.0.0.1']);
    expect((await failure(page(made, `http://mixed.example:${port}/`))).message).toMatch(/public address/);
    expect(requests).toBe(0);
  });

  it('dials the address that it checked when the name changes its address at once', async () => {
    const visits: string[] = [];
    const port = await listen(
      createServer((_, response) => response.setHeader('connection', 'close').end(String(visits.push('checked')))),
    );
    await listen(
      createServer((_, response) => response.end(String(visits.push('rebound')))),
      '127.0.0.2',
      port,
    );
    let lookups = 0;
    const rebinding: Lookup = async () => [(lookups += 1) === 1 ? '127.0.0.1' : '127.0.0.2'];
    const made = fetcher({ allow_ports: [port], allow_networks: ['127.0.0.1'] }, rebinding);

    expect((await get(made, { url: `http://rebind.example:${port}/` })).status).toBe(200);
    expect([visits, lookups]).toEqual([['checked'], 1]);
    expect((await failure(get(made, { url: `http://rebind.example:${port}/` }))).message).toMatch(/public address/);
    expect([visits, lookups]).toEqual([['checked'], 2]);
  });

  it('says the same of a host that does not exist as of one that leads inside, and that a lookup took too long', async () => {
    const failing = (code: string) => fetcher({}, () => Promise.reject(Object.assign(new Error(code), { code })));
    const missing = await failure(page(failing('ENOTFOUND'), 'http://missing.example/'));
    const inward = await failure(
      page(
        fetcher({}, async () => ['10.0.0.7']),
        'http://missing.example/',
      ),
    );
    const told = ({ code, message, fix, title }: typeof missing): unknown => ({ code, message, fix, title });
    expect(missing.code).toBe('unfetchable_url');
    expect(told(missing)).toEqual(told(inward));
    expect((await failure(page(failing('ETIMEOUT'), 'http://slow.example/'))).code).toBe('source_timeout');
    const empty = await failure(
      page(
        fetcher({}, async () => []),
        'http://empty.example/',
      ),
    );
    expect(empty.message).toMatch(/does not point to a public address/);
  });

  it('does not wait longer for a lookup than the request may take', async () => {
    const made = fetcher({}, () => new Promise(() => undefined));
    expect((await failure(get(made, { url: 'http://never.example/', timeout_ms: 200 }))).code).toBe('source_timeout');
  });
});

describe('redirects that lead inside', () => {
  it.each([
    ['http://127.0.0.1/', /public address/],
    ['http://2130706433/', /public address/],
    ['http://[::1]/', /public address/],
    ['http://169.254.169.254/latest/meta-data/', /public address/],
    ['//10.0.0.1/', /public address/],
    ['http://inward.example/', /public address/],
    ['http://site.example:22/', /Port 22/],
    ['file:///etc/passwd', /not an absolute http/],
    ['ftp://site.example/', /not an absolute http/],
    ['data:text/html,hello', /not an absolute http/],
    ['javascript:alert(1)', /not an absolute http/],
    ['http://[', /redirects to an invalid URL/],
  ])('a redirect to %s is refused', async (location, message) => {
    const port = await listen(createServer((_, response) => response.writeHead(302, { location }).end()));
    const made = fetcher({ resolve: [`site.example:80:127.0.0.1:${port}`] }, async () => ['10.1.2.3']);
    const thrown = await failure(page(made));
    expect(thrown.code).toBe('unfetchable_url');
    expect(thrown.message).toMatch(message);
  });
});

describe('what an operator opens', () => {
  it('refuses other ports and says so', async () => {
    const thrown = await failure(page(fetcher(), 'http://site.example:8080/'));
    expect([thrown.message, thrown.fix]).toEqual([
      'Port 8080 is not allowed for fetching.',
      'Use port 80 or 443. The operator opens others with SEAMARK_ALLOW_PORTS.',
    ]);
  });

  it('reads an opened network on an opened port', async () => {
    const port = await listen(createServer((_, response) => response.setHeader('content-type', 'text/html').end('hi')));
    const made = fetcher({ allow_networks: ['127.0.0.0/8'], allow_ports: [port] });
    expect((await page(made, `http://127.0.0.1:${port}/`)).text).toBe('hi');
    expect((await failure(page(made, 'http://10.0.0.1/'))).message).toMatch(/public address/);
  });

  it('goes where an entry leads, for one host or for all, and sends the name of the host', async () => {
    const port = await listen(createServer((request, response) => response.end(request.headers.host)));
    const made = fetcher({ resolve: [`one.example:8080:127.0.0.1:${port}`, `*:80:127.0.0.1:${port}`] });
    const read = async (url: string) => Buffer.from((await get(made, { url })).body ?? []).toString();
    expect(await read('http://one.example:8080/')).toBe('one.example:8080');
    expect(await read('http://any.example/')).toBe('any.example');
    expect(await read('http://10.0.0.1/')).toBe('10.0.0.1');
  });

  it.each([
    [{ resolve: ['nonsense'] }, /is not in the form host:port:address/],
    [{ allow_networks: ['nonsense'] }, /is not a valid network/],
    [{ allow_ports: [0] }, /is not a valid port/],
    [{ allow_ports: [1.5] }, /is not a valid port/],
  ])('refuses to start with %j', (options, message) => {
    expect(() => fetcher(options)).toThrow(message);
  });

  it('takes no proxy from the environment', async () => {
    let proxied = 0;
    const proxy = await listen(createServer((_, response) => response.end(String((proxied += 1)))));
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) {
      vi.stubEnv(name, `http://127.0.0.1:${proxy}`);
    }
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    const made = await site((_, response) => response.end('direct'));
    expect((await get(made)).status).toBe(200);
    expect(proxied).toBe(0);
  });
});

describe('one request', () => {
  it('sends who it is and what it was given, but no credentials, fragment or broken header', async () => {
    const made = await site((request, response) => response.end(JSON.stringify([request.url, request.headers])));
    const answer = await get(made, {
      url: 'http://user:secret@site.example/a?b#c',
      headers: { 'If-None-Match': '"x"', 'if-modified-since': 'a\r\nx: y', 'user-agent': 'other' },
    });
    expect(JSON.parse(Buffer.from(answer.body ?? []).toString())).toEqual([
      '/a?b',
      {
        host: 'site.example',
        connection: 'keep-alive',
        accept: '*/*',
        'if-none-match': '"x"',
        'user-agent': 'Seamark/1.0',
        'accept-encoding': 'gzip, deflate, br, zstd',
      },
    ]);
  });

  it('gives answers of every status, with lower-case names and repeated headers joined', async () => {
    const made = await answering(
      'HTTP/1.1 404 Gone Fishing\r\nX-A: 1\r\nx-a: 2\r\n__proto__: 3\r\nLocation: /stra\xC3\x9Fe\r\nX-L: \xE9\r\nContent-Type: Text/HTML; x=y\r\nContent-Length: 2\r\n\r\nno',
    );
    const answer = await get(made);
    expect(answer.status).toBe(404);
    expect(answer.content_type).toBe('text/html');
    expect(Object.entries(answer.headers)).toContainEqual(['x-a', '1, 2']);
    expect(Object.entries(answer.headers)).toContainEqual(['__proto__', '3']);
    expect(answer.headers['location']).toBe('/straße');
    expect(answer.headers['x-l']).toBe('é');
    expect(Buffer.from(answer.body ?? []).toString()).toBe('no');
  });

  it('leaves a body that is not wanted, and lets go of its connection when it is long', async () => {
    let closed: Promise<unknown> | undefined;
    const made = await site((request, response) => {
      closed = closing(request.socket);
      response.writeHead(200, { 'content-type': 'application/zip' });
      const more = (): void => {
        while (response.write(Buffer.alloc(64 * 1024)));
      };
      response.on('drain', more);
      more();
    });
    const answer = await get(made, { wants: (status, type) => status === 200 && type === 'text/html' });
    expect([answer.body, answer.truncated, answer.content_type]).toEqual([undefined, false, 'application/zip']);
    await closed;
  });

  it('uses a connection again after a short body that is not wanted', async () => {
    const ports = new Set<number | undefined>();
    const made = await site((request, response) => {
      ports.add(request.socket.remotePort);
      response.setHeader('content-length', 5).end('moved');
    });
    for (let index = 0; index < 20; index += 1) await get(made, { wants: () => false });
    // The pool may open a second one while it is still putting the first one back.
    expect(ports.size).toBeLessThanOrEqual(2);
  });

  it('tries once more when the connection was lost before an answer', async () => {
    let connections = 0;
    const made = await rawSite((socket) => {
      connections += 1;
      if (connections === 1) socket.once('data', () => socket.destroy());
      else socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
    });
    expect((await get(made)).status).toBe(200);
    expect(connections).toBe(2);
  });

  it('stops when the caller does, with the reason of the caller', async () => {
    const stop = new AbortController();
    const made = await site(() => stop.abort(new Error('enough')));
    const request = { url: `${SITE}/`, headers: {}, wants: () => true, bytes_max: MB, timeout_ms: 10_000 };
    await expect(made.requester.get(request, stop.signal)).rejects.toThrow('enough');
    await expect(made.requester.get(request, stop.signal)).rejects.toThrow('enough');
  });
});

describe('compression', () => {
  const text = 'The quick brown fox. '.repeat(1000);

  it.each<readonly [string, string, Uint8Array]>([
    ['gzip', 'gzip', gzipSync(text)],
    ['gzip of two members', 'x-gzip', Buffer.concat([gzipSync(text.slice(0, 7)), gzipSync(text.slice(7))])],
    ['brotli', 'br', brotliCompressSync(text)],
    ['zstd', 'zstd', zstdCompressSync(text)],
    ['deflate', 'deflate', deflateSync(text)],
    ['deflate without its header', 'deflate', deflateRawSync(text)],
    ['one over another', 'gzip, br', brotliCompressSync(gzipSync(text))],
    ['upper case and blanks', ' GZIP ', gzipSync(text)],
    ['gzip that is none', 'gzip', Buffer.from(text)],
    ['an unknown coding', 'utf-8', Buffer.from(text)],
    ['no coding', 'identity', Buffer.from(text)],
  ])('reads %s', async (_, coding, body) => {
    const made = await site((__, response) => response.writeHead(200, { 'content-encoding': coding }).end(body));
    expect(Buffer.from((await get(made)).body ?? []).toString()).toBe(text);
  });

  it.each<readonly [string, string, Uint8Array]>([
    ['a gzip body that breaks off', 'gzip', gzipSync(text).subarray(0, 60)],
    ['a gzip body with a flaw', 'gzip', Buffer.concat([gzipSync(text).subarray(0, 40), Buffer.alloc(60, 0xff)])],
    ['brotli that is none', 'br', Buffer.alloc(100, 0xff)],
    ['zstd that is none', 'zstd', Buffer.alloc(100, 0xff)],
    ['deflate that is none', 'deflate', Buffer.alloc(100, 0xff)],
    ['four layers', 'gzip, gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(gzipSync(text))))],
  ])('refuses %s', async (_, coding, body) => {
    const made = await site((__, response) => response.writeHead(200, { 'content-encoding': coding }).end(body));
    const thrown = await failure(get(made));
    expect(thrown.code).toBe('unfetchable_url');
    expect(thrown.message).toMatch(/compress/);
  });

  const zeros = Buffer.alloc(100 * MB);
  const zipped = gzipSync(zeros);
  it.each<readonly [string, string, Uint8Array]>([
    ['gzip', 'gzip', zipped],
    ['deflate', 'deflate', deflateSync(zeros)],
    ['brotli', 'br', brotliCompressSync(zeros, QUICKLY)],
    ['zstd', 'zstd', zstdCompressSync(zeros)],
    ['doubled gzip', 'gzip, gzip', gzipSync(zipped)],
  ])('cuts a %s bomb of 100 MB at the bound', async (_, coding, bomb) => {
    const made = await site((__, response) => response.writeHead(200, { 'content-encoding': coding }).end(bomb));
    const before = process.memoryUsage().rss;
    const answer = await get(made, { bytes_max: MB });
    expect([answer.body?.byteLength, answer.truncated]).toEqual([MB, true]);
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * MB);
  });
});

describe('servers that mean harm or are broken', () => {
  const OK = 'HTTP/1.1 200 OK\r\n';

  it.each([
    ['a bad status line', 'HELLO WORLD\r\n\r\n', /not HTTP/],
    ['a status that is no number', 'HTTP/1.1 abc OK\r\n\r\n', /not HTTP/],
    ['bytes of anything', '\x00\x01\xff\xfe\x16\x03\x01', /not HTTP/],
    ['SSH', 'SSH-2.0-OpenSSH_9.9\r\n', /not HTTP/],
    ['a header without a colon', `${OK}nonsense\r\n\r\n`, /not HTTP/],
    ['a negative length', `${OK}content-length: -5\r\n\r\nhello`, /not HTTP/],
    ['two lengths', `${OK}content-length: 5\r\ncontent-length: 6\r\n\r\nhello`, /more or less data/],
    ['a body that breaks off', `${OK}content-length: 100\r\n\r\nshort`, /dropped the connection|more or less data/],
    [
      'chunks that break off',
      `${OK}transfer-encoding: chunked\r\n\r\n5\r\nhel`,
      /dropped the connection|more or less data/,
    ],
    ['a chunk size that is no number', `${OK}transfer-encoding: chunked\r\n\r\nzz\r\nhello`, /not HTTP/],
    ['headers that are too large', `${OK}x: ${'a'.repeat(200_000)}\r\n\r\n`, /headers that are too large/],
    ['too many headers', `${OK}${'x: aaaaaaaaaaaaaaaaaaaa\r\n'.repeat(10_000)}\r\n`, /headers that are too large/],
    ['nothing', '', /dropped the connection/],
    ['half a status line', 'HTTP/1.1 2', /dropped the connection|not HTTP/],
    [
      'an upgrade that nobody asked for',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      /dropped the connection|could not/,
    ],
  ])('%s is an error of the URL', async (_, answer, message) => {
    const thrown = await failure(get(await answering(answer)));
    expect(thrown.code).toBe('unfetchable_url');
    expect(thrown.message).toMatch(message);
  });

  it('a reset is an error of the URL', async () => {
    const made = await rawSite((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect((await failure(get(made))).message).toMatch(/dropped the connection/);
  });

  it('a reset inside the body is an error of the URL', async () => {
    const made = await rawSite((socket) =>
      socket.once('data', () => {
        socket.write(`${OK}content-length: 100\r\n\r\nhello`, () => socket.resetAndDestroy());
      }),
    );
    expect((await failure(get(made))).message).toMatch(/dropped the connection/);
  });

  it('a closed port is an error of the URL', async () => {
    const server = createTcpServer();
    const port = await listen(server);
    server.close();
    await once(server, 'close');
    const made = fetcher({ resolve: [`site.example:80:127.0.0.1:${port}`] });
    expect((await failure(get(made))).message).toMatch(/refused the connection/);
  });

  it('a server without TLS behind https is an error of the URL', async () => {
    const port = await listen(createServer());
    const made = fetcher({ resolve: [`site.example:443:127.0.0.1:${port}`] });
    expect((await failure(get(made, { url: 'https://site.example/' }))).code).toBe('unfetchable_url');
  });

  it.each<readonly [string, (socket: Socket) => void]>([
    ['accepts and says nothing', () => undefined],
    ['sends its headers byte by byte', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx: ' + 'a'.repeat(10_000))],
    ['sends its body byte by byte', (socket) => drip(socket, 'a'.repeat(10_000), `${OK}content-length: 10000\r\n\r\n`)],
    [
      'sends its gzip body byte by byte',
      (socket) => drip(socket, gzipSync(Buffer.alloc(9e6)).toString('latin1'), `${OK}content-encoding: gzip\r\n\r\n`),
    ],
    ['sends provisional answers for ever', (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000))],
    [
      'sends tiny chunks for ever',
      (socket) => drip(socket, '1\r\na\r\n'.repeat(1000), `${OK}transfer-encoding: chunked\r\n\r\n`),
    ],
  ])('a server that %s is cut off in time and its connection closed', async (_, behave) => {
    let closed: Promise<unknown> | undefined;
    const made = await rawSite((socket) => {
      closed = closing(socket);
      socket.once('data', () => behave(socket));
      socket.resume();
    });
    expect((await failure(get(made, { timeout_ms: 400 }))).code).toBe('source_timeout');
    await closed;
  });

  it('a body without end is cut at the bound, its connection closed and memory kept', async () => {
    let closed: Promise<unknown> | undefined;
    const made = await rawSite((socket) => {
      closed = closing(socket);
      const block = Buffer.alloc(256 * 1024, 'a');
      const more = (): void => {
        while (!socket.destroyed && socket.write(block));
      };
      socket.on('drain', more);
      socket.once('data', () => {
        socket.write(`${OK}content-length: 10000000000\r\ncontent-type: text/html\r\n\r\n`);
        more();
      });
    });
    const before = process.memoryUsage().rss;
    const answer = await get(made, { bytes_max: 2 * MB });
    expect([answer.body?.byteLength, answer.truncated]).toEqual([2 * MB, true]);
    await closed;
    expect((await failure(page(made))).message).toBe('The page is larger than 10 MB.');
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MB);
  });
});

/** Sends a byte every few milliseconds until the other side is gone. */
function drip(socket: Socket, text: string, head = ''): void {
  let index = 0;
  if (head !== '') socket.write(head, 'latin1');
  const timer = setInterval(() => {
    socket.write(text.charAt(index % text.length), 'latin1');
    index += 1;
  }, 5);
  socket.on('close', () => clearInterval(timer));
}

describe('a page', () => {
  it('follows redirects, tells each hop and resolves it against the one before', async () => {
    const made = await site((request, response) => {
      const next: Record<string, string> = {
        '/a/b': '../c?x=1',
        '/c?x=1': '/d#part',
        '/d': 'http://site.example/straße',
      };
      const location = next[request.url ?? ''];
      if (location !== undefined)
        response.writeHead(request.url === '/d' ? 308 : 302, { location: Buffer.from(location).toString('latin1') });
      response.end();
    });
    const found = await page(made, `${SITE}/a/b#top`, ['*/*']);
    expect(found.final_url).toBe(`${SITE}/stra%C3%9Fe`);
    expect(found.status).toBe(200);
    expect(found.redirects).toEqual([
      { url: `${SITE}/a/b`, status: 302, location: '../c?x=1' },
      { url: `${SITE}/c?x=1`, status: 302, location: '/d#part' },
      { url: `${SITE}/d`, status: 308, location: 'http://site.example/straße' },
    ]);
  });

  it('follows five redirects and no sixth', async () => {
    const made = await site((request, response) => {
      const number = Number(request.url?.slice(1));
      if (number > 0) response.writeHead(301, { location: `/${number - 1}` });
      response.end('end');
    });
    expect((await page(made, `${SITE}/5`)).redirects).toHaveLength(5);
    expect((await failure(page(made, `${SITE}/6`))).message).toBe('The URL redirects more than 5 times.');
  });

  it.each([
    ['to itself', { '/': '/' }],
    ['to itself with a fragment', { '/': '/#again' }],
    ['in a circle', { '/': '/a', '/a': '/b', '/b': '/' }],
  ])('recognises a redirect %s', async (_, next: Record<string, string>) => {
    const made = await site((request, response) =>
      response.writeHead(302, { location: next[request.url ?? ''] }).end(),
    );
    expect((await failure(page(made))).message).toBe('The URL redirects in a loop.');
  });

  it('takes a redirect without a target for the answer', async () => {
    const made = await site((_, response) => response.writeHead(302).end());
    expect((await page(made)).status).toBe(302);
  });

  it('gives all redirects together one time limit', async () => {
    let number = 0;
    const made = await site((_, response) => {
      setTimeout(() => response.writeHead(302, { location: `/${(number += 1)}` }).end(), 150);
    });
    const request = { url: `${SITE}/`, headers: {}, wants: () => true, bytes_max: MB, timeout_ms: 400 };
    const thrown = await failure(followRedirects(made.requester, request, new AbortController().signal));
    expect(thrown.code).toBe('source_timeout');
    expect(number).toBeLessThan(4);
  });

  it('decodes its text and says by what', async () => {
    const made = await site((_, response) => {
      response.setHeader('content-type', 'text/html; charset=windows-1251').end(Buffer.from('\xCF\xF0\xE8', 'latin1'));
    });
    const found = await page(made);
    expect([found.text, found.charset, found.bytes]).toEqual(['При', 'windows-1251', 3]);
    expect(found.duration_ms).toBeGreaterThanOrEqual(0);
  });

  it.each([
    ['text/html', ['text/html'], true],
    ['TEXT/HTML ; charset=x', ['text/html'], true],
    ['text/plain', ['text/html'], false],
    ['text/plain', ['text/*'], true],
    ['application/pdf', ['text/html', 'application/xhtml+xml'], false],
    ['application/pdf', ['*/*'], true],
    ['', ['text/html'], true],
  ])('an answer of type "%s" asked for as %j has a text: %s', async (type, accept, has) => {
    const made = await site((_, response) => {
      if (type !== '') response.setHeader('content-type', type);
      response.end('hello');
    });
    const found = await page(made, `${SITE}/`, accept);
    expect(found.text).toBe(has ? 'hello' : undefined);
    expect(found.status).toBe(200);
  });

  it('takes binary data of no type for no text', async () => {
    const made = await site((_, response) => response.end(Buffer.from([80, 75, 3, 4, 0, 0])));
    expect((await page(made)).text).toBeUndefined();
  });

  it('is an answer also when its status is an error', async () => {
    const made = await site((_, response) => response.writeHead(503, { 'content-type': 'text/html' }).end('busy'));
    const found = await page(made);
    expect([found.status, found.text]).toEqual([503, 'busy']);
  });

  it('says where it comes from', async () => {
    const made = await site((_, response) => response.end());
    const { source } = await made.source.page({ url: SITE, accept: [] }, new AbortController().signal);
    expect(source).toMatchObject({ source: 'fetch', cached: false, coverage: 'full', measure: 'measured' });
  });
});

describe('robots.txt of a host', () => {
  const signal = new AbortController().signal;
  const ask = async (made: GuardedFetch, path: string, user_agent = 'Seamark/1.0') =>
    made.source.robots({ url: SITE + path, user_agent }, signal);

  it('decides about a URL and names the line', async () => {
    const made = await site((_, response) => response.end('user-agent: seamark\ndisallow: /private\nallow: /'));
    expect((await ask(made, '/private/x')).value).toEqual({
      allowed: false,
      status: 200,
      matched_line: 'disallow: /private',
    });
    expect((await ask(made, '/ö')).value).toEqual({ allowed: true, status: 200, matched_line: 'allow: /' });
    expect((await ask(made, '/private', 'Other')).value).toEqual({ allowed: true, status: 200, matched_line: null });
    const compatible = 'Mozilla/5.0 (compatible; Seamark/1.0; +https://example.com)';
    expect((await ask(made, '/private', compatible)).value.allowed).toBe(false);
  });

  it.each([
    [404, true],
    [403, true],
    [410, true],
    [429, null],
    [500, null],
    [503, null],
  ])('status %i means allowed: %s', async (status, allowed) => {
    const made = await site((_, response) => response.writeHead(status).end('user-agent: *\ndisallow: /'));
    expect((await ask(made, '/x')).value).toEqual({ allowed, status, matched_line: null });
  });

  it('an unreachable host is unknown, and so is a private one', async () => {
    const made = await rawSite((socket) => socket.destroy());
    expect((await ask(made, '/x')).value).toEqual({ allowed: null, status: null, matched_line: null });
    const inward = await made.source.robots({ url: 'http://127.0.0.1/x', user_agent: 'x' }, signal);
    expect(inward.value.allowed).toBeNull();
  });

  it('follows redirects to the file', async () => {
    const made = await site((request, response) => {
      if (request.url === '/robots.txt') response.writeHead(301, { location: '/real' });
      response.end('user-agent: *\ndisallow: /x');
    });
    expect((await ask(made, '/x')).value.allowed).toBe(false);
  });

  it('reads half a megabyte of a file and no more', async () => {
    const filler = '#'.repeat(99) + '\n';
    const made = await site((_, response) => {
      response.end(`user-agent: *\ndisallow: /early\n${filler.repeat(5200)}disallow: /late\n`);
    });
    expect((await ask(made, '/early')).value.allowed).toBe(false);
    expect((await ask(made, '/late')).value.allowed).toBe(true);
  });

  it('is read once for everyone who asks at the same time, and again when it is old', async () => {
    let reads = 0;
    let clock_ms = 0;
    const port = await listen(createServer((_, response) => response.end(String((reads += 1)))));
    const made = fetcher({ resolve: [`site.example:80:127.0.0.1:${port}`] }, undefined, () => clock_ms);
    await Promise.all(['/a', '/b', '/c'].map((path) => ask(made, path)));
    expect(reads).toBe(1);
    expect((await ask(made, '/d')).source.cached).toBe(true);
    clock_ms = 60 * 60_000;
    expect((await ask(made, '/e')).source.cached).toBe(false);
    expect(reads).toBe(2);
  });

  it.each([
    ['max-age=0', 59_000, 60_000],
    ['public, max-age=600', 599_000, 600_000],
    ['max-age=999999999', 86_399_000, 86_400_000],
  ])('keeps a file with %s for its time within bounds', async (header, before_ms, after_ms) => {
    let reads = 0;
    let clock_ms = 0;
    const server = createServer((_, response) => response.setHeader('cache-control', header).end(String((reads += 1))));
    const port = await listen(server);
    const made = fetcher({ resolve: [`site.example:80:127.0.0.1:${port}`] }, undefined, () => clock_ms);
    await ask(made, '/');
    clock_ms = before_ms;
    await ask(made, '/');
    expect(reads).toBe(1);
    clock_ms = after_ms;
    await ask(made, '/');
    expect(reads).toBe(2);
  });

  it('lets one caller stop without stopping the others', async () => {
    let answer: (() => void) | undefined;
    const made = await site((_, response) => {
      answer = () => response.end('user-agent: *\ndisallow: /');
      stop.abort(new Error('enough'));
    });
    const stop = new AbortController();
    const first = made.source.robots({ url: `${SITE}/`, user_agent: 'x' }, stop.signal);
    const second = ask(made, '/');
    await expect(first).rejects.toThrow('enough');
    answer?.();
    expect((await second).value.allowed).toBe(false);
  });

  it('refuses a URL that has no host', async () => {
    const asked = fetcher().source.robots({ url: 'mailto:a@b', user_agent: 'x' }, signal);
    expect((await failure(asked)).code).toBe('unfetchable_url');
  });
});
