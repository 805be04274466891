import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { certificateFor } from '../../../test/web/certificate.ts';
import { AppError } from '../../kernel/errors.ts';
import type { WebhookResponse } from '../../ports/webhooks.ts';
import type { GuardedFetchOptions } from './guarded-fetch.ts';
import { createGuardedPost, type GuardedPost } from './guarded-post.ts';
import type { Lookup } from './lookup.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(open.splice(0).map((opened) => opened.close()));
});

async function listen(server: Server | TcpServer, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, host);
  await once(server, 'listening');
  open.push({
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

function poster(options: Partial<GuardedFetchOptions> = {}, lookup?: Lookup): GuardedPost {
  const rules = { user_agent: 'Seamark/1.0', allow_networks: [], allow_ports: [], resolve: [], ...options };
  const made = createGuardedPost(rules, lookup === undefined ? {} : { lookup });
  open.push(made);
  return made;
}

function send(made: GuardedPost, url: string, timeout_ms = 10_000): Promise<WebhookResponse> {
  return made.send({ url, headers: { 'webhook-id': 'msg_1' }, body: '{}', timeout_ms }, new AbortController().signal);
}

function refusal(work: () => void): AppError {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
    throw thrown;
  }
  throw new Error('Expected an AppError.');
}

async function failure(work: Promise<unknown>): Promise<AppError> {
  const thrown: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof AppError) return thrown;
  throw new Error(`Expected an AppError, got ${String(thrown)}`);
}

/** A receiver that counts who reached it. */
async function counting(listener: RequestListener = (_request, response) => void response.end()): Promise<{
  readonly port: number;
  readonly reached: () => number;
}> {
  let connections = 0;
  const server = createServer(listener);
  server.on('connection', () => (connections += 1));
  return { port: await listen(server), reached: () => connections };
}

const INWARD = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '017700000001',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.01',
  '127.0.0.1.',
  '１２７.０.０.１',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '0',
  '0.0.0.0',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[ff02::1]',
  '10.0.0.1',
  '0xa.1',
  '172.16.0.1',
  '192.168.0.1',
  '192.168.257',
  '100.64.0.1',
  '169.254.169.254',
  '2852039166',
  '[::ffff:a9fe:a9fe]',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'hooks.localhost',
];

describe('a webhook URL that points inward', () => {
  it.each(INWARD)('is refused when it is written down: https://%s/', (host) => {
    const error = refusal(() => poster().checkUrl(`https://${host}/hook`));
    expect(error.code).toBe('invalid_input');
    expect(error.issues.map((issue) => issue.path)).toEqual(['url']);
    expect(error.fix).toContain('public');
    expect(error.message).not.toContain('..');
  });

  it.each(INWARD)('is refused when it is called: https://%s/', async (host) => {
    const { reached } = await counting();
    const lookup: Lookup = () => Promise.resolve(['127.0.0.1']);
    const error = await failure(send(poster({}, lookup), `https://${host}/hook`));
    expect(error.code).toBe('unfetchable_url');
    expect(reached()).toBe(0);
  });

  it.each([
    ['a private address', ['10.0.0.1']],
    ['a public and a private address', ['93.184.215.14', '10.0.0.1']],
    ['loopback by IPv6', ['::1']],
    ['the metadata service', ['169.254.169.254']],
    ['a mapped address', ['::ffff:127.0.0.1']],
  ])('is refused when its name leads to %s', async (_what, addresses) => {
    const made = poster({}, () => Promise.resolve(addresses));
    made.checkUrl('https://hooks.example.com/');
    const error = await failure(send(made, 'https://hooks.example.com/'));
    expect(error.message).toContain('does not point to a public address');
    for (const address of addresses) expect(error.message).not.toContain(address);
  });

  it('is refused when the answer of the DNS changes after the check', async () => {
    const { port, reached } = await counting();
    let asked = 0;
    const lookup: Lookup = () => Promise.resolve([(asked += 1) === 1 ? '127.0.0.2' : '127.0.0.1']);
    const made = poster({ allow_networks: ['127.0.0.2/32'], allow_ports: [port] }, lookup);
    await failure(send(made, `http://hooks.example.com:${port}/`));
    const second = await failure(send(made, `http://hooks.example.com:${port}/`));
    expect(second.message).toContain('does not point to a public address');
    expect(asked).toBe(2);
    expect(reached()).toBe(0);
  });

  it('is not reached through a redirect', async () => {
    const inside = await counting();
    const outside = await counting((_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${inside.port}/` }).end(),
    );
    const made = poster({ resolve: [`hooks.example.com:80:127.0.0.1:${outside.port}`], allow_ports: [inside.port] });
    await expect(send(made, 'http://hooks.example.com/')).resolves.toMatchObject({ status: 307 });
    expect(inside.reached()).toBe(0);
  });

  it('is not reached through a proxy of the environment', async () => {
    const { port, reached } = await counting();
    vi.stubEnv('http_proxy', `http://127.0.0.1:${port}`);
    vi.stubEnv('https_proxy', `http://127.0.0.1:${port}`);
    await failure(
      send(
        poster({}, () => Promise.resolve(['127.0.0.1'])),
        'https://hooks.example.com/',
      ),
    );
    expect(reached()).toBe(0);
  });
});

describe('a webhook URL', () => {
  it.each([
    'https://example.com/hook',
    'https://example.com:443/',
    'https://93.184.215.14/h?x=1#y',
    'HTTPS://Example.com',
  ])('may be %s', (url) => {
    expect(() => poster().checkUrl(url)).not.toThrow();
  });

  it.each([
    ['empty', '', 'absolute https URL'],
    ['without a scheme', 'example.com/hook', 'absolute https URL'],
    ['relative to a scheme', '//example.com/hook', 'absolute https URL'],
    ['ftp', 'ftp://example.com/', 'absolute https URL'],
    ['a file', 'file:///etc/passwd', 'absolute https URL'],
    ['gopher', 'gopher://example.com/', 'absolute https URL'],
    ['a script', 'javascript:alert(1)', 'absolute https URL'],
    ['without a host', 'https://', 'absolute https URL'],
    ['with a space', 'https://exa mple.com/', 'absolute https URL'],
    ['with a line break', 'https://example.com/\r\nx: y', 'absolute https URL'],
    ['with a NUL', 'https://example.com/\0', 'absolute https URL'],
    ['with a password', 'https://user:pass@example.com/', 'user name or password'],
    ['with a user name', 'https://user@example.com/', 'user name or password'],
    ['http', 'http://example.com/', 'must begin with https://'],
    ['on a port that is not open', 'https://example.com:22/', 'Port 22 is not allowed'],
    ['too long', `https://example.com/${'a'.repeat(2048)}`, 'at most 2048 characters'],
  ])('is refused with the field and the fix when it is %s', (_what, url, message) => {
    const error = refusal(() => poster().checkUrl(url));
    expect(error.code).toBe('invalid_input');
    expect(error.issues).toEqual([{ path: 'url', message: expect.stringContaining(message) }]);
    expect(error.fix).toMatch(/^[A-Z]/);
  });

  it('may be http within a network that the operator has opened, and nowhere else', async () => {
    const { port, reached } = await counting();
    const opened = { allow_networks: ['127.0.0.0/8'], allow_ports: [port] };
    const lookup: Lookup = (hostname) => Promise.resolve([hostname.startsWith('in') ? '127.0.0.1' : '93.184.215.14']);
    const made = poster(opened, lookup);
    made.checkUrl(`http://127.0.0.1:${port}/`);
    made.checkUrl(`http://localhost:${port}/`);
    made.checkUrl(`http://inside.corp.internal:${port}/`);
    expect(() => made.checkUrl('http://93.184.215.14/')).toThrow('https://');
    expect(() => made.checkUrl('http://outside.example.com/')).toThrow('https://');
    await expect(send(made, `http://127.0.0.1:${port}/`)).resolves.toMatchObject({ status: 200 });
    await expect(send(made, `http://inside.corp.internal:${port}/`)).resolves.toMatchObject({ status: 200 });
    expect(reached()).toBeGreaterThan(0);
    const error = await failure(send(made, 'http://outside.example.com/'));
    expect(error.message).toBe('Posting to "outside.example.com" would not be encrypted. Use https.');
  });
});

describe('a post', () => {
  const LOCAL = { allow_networks: ['127.0.0.0/8'] };

  it('carries the body and the headers as they are, and says who it is', async () => {
    let seen: { method: string | undefined; headers: IncomingHttpHeaders; body: string } | undefined;
    const { port } = await counting((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        seen = { method: request.method, headers: request.headers, body };
        response.writeHead(202, { 'retry-after': '7' }).end('thanks');
      });
    });
    const made = poster({ ...LOCAL, allow_ports: [port] });
    const body = '{"text":"Straße ✓  "}';
    const headers = { 'content-type': 'application/json', 'webhook-id': 'msg_1' };
    const request = { url: `http://127.0.0.1:${port}/a?b=c#d`, headers, body, timeout_ms: 5000 };
    const answer = await made.send(request, new AbortController().signal);
    expect(answer).toEqual({ status: 202, retry_after: '7' });
    expect(seen).toMatchObject({ method: 'POST', body, headers: { ...headers, 'user-agent': 'Seamark/1.0' } });
    expect(seen?.headers['content-length']).toBe(String(Buffer.byteLength(body)));
  });

  it('goes over TLS to the host that its certificate names, and to no other', async () => {
    const certificate = certificateFor(['hooks.example.com']);
    const port = await listen(createSecureServer(certificate, (_request, response) => response.end()));
    const resolve = ['hooks.example.com', 'other.example.com'].map((host) => `${host}:443:127.0.0.1:${port}`);
    const unknown = await failure(send(poster({ resolve }), 'https://hooks.example.com/'));
    expect(unknown.message).toContain('"hooks.example.com" has no valid certificate');
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, certificate.cert]);
    open.push({ close: () => setDefaultCACertificates(trusted) });
    await expect(send(poster({ resolve }), 'https://hooks.example.com/')).resolves.toMatchObject({ status: 200 });
    const other = await failure(send(poster({ resolve }), 'https://other.example.com/'));
    expect(other.message).toContain('"other.example.com" has no valid certificate');
  });

  it.each([
    ['never answers', () => undefined],
    ['answers one byte of a header at a time', drip],
  ])('is given up at its time limit when the receiver %s', async (_what, onConnection) => {
    const port = await listen(createTcpServer(onConnection));
    const error = await failure(send(poster({ ...LOCAL, allow_ports: [port] }), `http://127.0.0.1:${port}/`, 300));
    expect(error.code).toBe('source_timeout');
  });

  it('counts by its status, however long the rest of the answer takes', async () => {
    const { port } = await counting((_request, response) => {
      response.writeHead(200).write('x');
    });
    const answer = await send(poster({ ...LOCAL, allow_ports: [port] }), `http://127.0.0.1:${port}/`, 15_000);
    expect(answer.status).toBe(200);
  });

  it('reads no more than a little of an endless answer', async () => {
    let written = 0;
    const { port } = await counting((_request, response) => {
      const chunk = Buffer.alloc(64 * 1024);
      const more = (): void => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length;
      };
      response.writeHead(200).on('drain', more);
      more();
    });
    const answer = await send(poster({ ...LOCAL, allow_ports: [port] }), `http://127.0.0.1:${port}/`);
    expect(answer.status).toBe(200);
    // What fits into the buffers of both ends of the connection.
    expect(written).toBeLessThan(32 * 1024 * 1024);
  });

  it.each([
    ['closes at once', (socket: Socket) => void socket.destroy(), 'dropped the connection'],
    [
      'resets in the middle',
      (socket: Socket) => void socket.once('data', () => socket.resetAndDestroy()),
      'dropped the connection',
    ],
    ['speaks no HTTP', (socket: Socket) => void socket.once('data', () => socket.end('SSH-2.0\r\n\r\n')), 'not HTTP'],
    [
      'sends headers without end',
      (socket: Socket) => void socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1e6)}`)),
      'headers that are too large',
    ],
  ])('fails with a plain reason when the receiver %s', async (_what, onConnection, reason) => {
    const port = await listen(createTcpServer(onConnection));
    const error = await failure(send(poster({ ...LOCAL, allow_ports: [port] }), `http://127.0.0.1:${port}/`));
    expect(error.message).toContain(reason);
  });

  it('is sent once, also when the connection breaks', async () => {
    let requests = 0;
    const server = createServer((request) => {
      requests += 1;
      request.socket.destroy();
    });
    const port = await listen(server);
    await failure(send(poster({ ...LOCAL, allow_ports: [port] }), `http://127.0.0.1:${port}/`));
    expect(requests).toBe(1);
  });

  it('stops when it is told to', async () => {
    const port = await listen(createTcpServer(() => undefined));
    const made = poster({ ...LOCAL, allow_ports: [port] });
    const stop = new AbortController();
    const request = { url: `http://127.0.0.1:${port}/`, headers: {}, body: '{}', timeout_ms: 60_000 };
    const sent = made.send(request, stop.signal);
    stop.abort(new Error('told to'));
    await expect(sent).rejects.toThrow('told to');
  });
});

function drip(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nx: ');
  const timer = setInterval(() => socket.write('y'), 20);
  socket.on('close', () => clearInterval(timer));
}
