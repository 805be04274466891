import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { createGuardedFetch, type GuardedFetch } from '../../adapters/fetch/guarded-fetch.ts';
import { AddressGuard } from '../../adapters/fetch/guard.ts';
import { createFileStreams } from '../../adapters/fetch/stream.ts';
import { RemoteFile } from './remote-file.ts';

const FILE = Buffer.from(Array.from({ length: 200_000 }, (_, at) => at % 251));
const signal = new AbortController().signal;

let server: Server;
let web: GuardedFetch;
let base = '';
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let ranges: (string | undefined)[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    ranges.push(request.headers.range);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  base = `http://files.example:${port}`;
  const resolve = [`files.example:${port}:127.0.0.1`];
  web = createGuardedFetch({ user_agent: 'test', allow_networks: [], allow_ports: [], resolve });
});
beforeEach(() => {
  ranges = [];
});
afterAll(async () => {
  await web.close();
  server.close();
});

/** Answers ranges, and breaks the connection after so many bytes of each answer. */
function serving({ breaks_after = Infinity, etag = () => '"a"', knows_ranges = true }): typeof answer {
  return (request, response) => {
    const begin = knows_ranges ? Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0) : 0;
    const end = /bytes=0-0/.test(request.headers.range ?? '') && knows_ranges ? 1 : FILE.length;
    const isPart = knows_ranges && request.headers.range !== undefined;
    response.writeHead(isPart ? 206 : 200, {
      etag: etag(),
      'content-length': end - begin,
      ...(isPart ? { 'content-range': `bytes ${begin}-${end - 1}/${FILE.length}` } : {}),
    });
    if (end - begin <= breaks_after) response.end(FILE.subarray(begin, end));
    else response.write(FILE.subarray(begin, begin + breaks_after), () => response.destroy());
  };
}

async function read(path = '/file', from = 0): Promise<Buffer> {
  const file = new RemoteFile(base + path, web.streams, { pause_ms: 5 });
  const state = await file.describe(signal);
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.read(from, state, signal)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

it('reads a file, and goes on where a connection broke', async () => {
  answer = serving({ breaks_after: 60_000 });
  expect((await read()).equals(FILE)).toBe(true);
  expect(ranges.slice(0, 2)).toEqual(['bytes=0-0', undefined]);
  expect(ranges.length).toBeGreaterThan(4);
  expect((await read('/file', 199_000)).equals(FILE.subarray(199_000))).toBe(true);
});

it('passes over what it has where the server knows no ranges', async () => {
  answer = serving({ knows_ranges: false });
  expect((await read('/file', 150_000)).equals(FILE.subarray(150_000))).toBe(true);
});

it('is not ended by a server that closes while the reader is slow', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { etag: '"a"', 'content-length': FILE.length, connection: 'close' });
    for (let at = 0; at < FILE.length; at += 10_000) response.write(FILE.subarray(at, at + 10_000));
    response.end();
  };
  for (let round = 0; round < 10; round += 1) {
    const file = new RemoteFile(`${base}/file`, web.streams);
    let length = 0;
    for await (const chunk of file.read(0, await file.describe(signal), signal)) {
      length += chunk.byteLength;
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    expect(length).toBe(FILE.length);
  }
});

it('gives a silent server up after a while', async () => {
  const guard = new AddressGuard(
    { allow_networks: ['127.0.0.0/8'], allow_ports: [Number(new URL(base).port)], resolve: [] },
    async () => [],
  );
  const streams = createFileStreams(guard, 'test', { answer_ms_max: 200, idle_ms_max: 200 });
  const url = base.replace('files.example', '127.0.0.1');
  answer = () => undefined;
  await expect(streams.open({ url, headers: {} }, signal)).rejects.toMatchObject({ code: 'source_timeout' });
  answer = (_request, response) => void response.writeHead(200, { 'content-length': 100 }).write('begun');
  const { body } = await streams.open({ url, headers: {} }, signal);
  const all = async (): Promise<void> => {
    for await (const chunk of body) expect(chunk.byteLength).toBe(5);
  };
  await expect(all()).rejects.toMatchObject({ code: 'source_timeout' });
  await streams.close();
});

it('does not mix two files, and gives up on a server that only breaks', async () => {
  let versions = 0;
  answer = serving({ breaks_after: 60_000, etag: () => `"${(versions += 1) > 2 ? 'new' : 'old'}"` });
  await expect(read()).rejects.toMatchObject({ code: 'conflict' });
  answer = (request, response) => {
    if (request.headers.range === 'bytes=0-0') serving({})(request, response);
    else response.destroy();
  };
  await expect(read()).rejects.toMatchObject({ code: 'unfetchable_url' });
  expect(ranges.length).toBeLessThan(20);
});

it('says what a server says, and follows no way inside', async () => {
  answer = (_request, response) => response.writeHead(404).end();
  await expect(read()).rejects.toMatchObject({ code: 'unfetchable_url', message: expect.stringContaining('404') });
  answer = (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/secret' }).end();
  await expect(read()).rejects.toMatchObject({ code: 'unfetchable_url', message: expect.stringContaining('Port 9') });
  answer = (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
  await expect(read()).rejects.toMatchObject({ message: expect.stringContaining('public address') });
  answer = (_request, response) => response.writeHead(302, { location: '/file' }).end();
  await expect(read()).rejects.toMatchObject({ message: expect.stringContaining('redirects more than') });
  const inside = new RemoteFile('file:///etc/passwd', web.streams);
  await expect(inside.describe(signal)).rejects.toMatchObject({ code: 'unfetchable_url' });
});

it('stops when it is told to', async () => {
  const stop = new AbortController();
  answer = (request, response) => {
    if (request.headers.range === 'bytes=0-0') return serving({})(request, response);
    response.writeHead(200, { etag: '"a"', 'content-length': FILE.length });
    response.write(FILE.subarray(0, 10));
  };
  const file = new RemoteFile(`${base}/slow`, web.streams);
  const state = await file.describe(signal);
  const reading = (async () => {
    for await (const chunk of file.read(0, state, stop.signal)) if (chunk.length > 0) stop.abort(new Error('enough'));
  })();
  await expect(reading).rejects.toThrow('enough');
});
