import { createServer, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createGuardedFetch, type GuardedFetch } from './guarded-fetch.ts';

const FILES: Readonly<Record<string, { body: Uint8Array; headers: Record<string, string>; status?: number }>> = {
  '/plain.xml': { body: Buffer.from('<urlset/>'), headers: { 'content-type': 'text/xml' } },
  '/sent.xml': {
    body: gzipSync('<urlset/>'),
    headers: { 'content-type': 'text/xml', 'content-encoding': 'gzip' },
  },
  '/file.xml.gz': { body: gzipSync('<urlset/>'), headers: { 'content-type': 'application/gzip' } },
  '/long.xml': { body: Buffer.alloc(5000, 'a'), headers: { 'content-type': 'text/xml' } },
  '/bomb.xml': {
    body: gzipSync(Buffer.alloc(50_000_000)),
    headers: { 'content-type': 'text/xml', 'content-encoding': 'gzip' },
  },
  '/gone.xml': { body: Buffer.from('no'), headers: {}, status: 404 },
  '/moved.xml': { body: Buffer.from(''), headers: { location: '/plain.xml' }, status: 301 },
};

let server: Server;
let fetch: GuardedFetch;
let base = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    const file = FILES[request.url ?? ''];
    response.writeHead(file?.status ?? (file === undefined ? 500 : 200), file?.headers);
    response.end(file?.body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  base = `http://127.0.0.1:${port}`;
  fetch = createGuardedFetch({ user_agent: 'test', allow_networks: ['127.0.0.0/8'], allow_ports: [port], resolve: [] });
});

afterAll(async () => {
  await fetch.close();
  await new Promise((done) => server.close(done));
});

async function read(path: string, bytes_max = 1_000_000) {
  const { value } = await fetch.source.file({ url: base + path, bytes_max }, AbortSignal.timeout(10_000));
  return { ...value, text: value.body === undefined ? undefined : Buffer.from(value.body).toString('latin1') };
}

describe('a file', () => {
  it('comes as it is, without the coding in which it was sent', async () => {
    expect(await read('/plain.xml')).toMatchObject({ status: 200, text: '<urlset/>', truncated: false });
    expect(await read('/sent.xml')).toMatchObject({ text: '<urlset/>', content_type: 'text/xml' });
    expect((await read('/file.xml.gz')).text?.slice(0, 2)).toBe('\u001f\u008b');
  });

  it('is cut at its bound, which counts what comes out of a coding', async () => {
    expect(await read('/long.xml', 100)).toMatchObject({ truncated: true, text: 'a'.repeat(100) });
    const bomb = await read('/bomb.xml', 1000);
    expect([bomb.truncated, bomb.body?.byteLength]).toEqual([true, 1000]);
  });

  it('has no body unless the server answers with success', async () => {
    expect(await read('/gone.xml')).toMatchObject({ status: 404, body: undefined });
  });

  it('may stand behind a redirect', async () => {
    const file = await read('/moved.xml');
    expect([file.final_url, file.redirects.length, file.text]).toEqual([`${base}/plain.xml`, 1, '<urlset/>']);
  });

  it('is never read from a private address that the operator did not open', async () => {
    const query = { url: 'http://10.0.0.1/sitemap.xml', bytes_max: 1000 };
    await expect(fetch.source.file(query, AbortSignal.timeout(10_000))).rejects.toMatchObject({
      code: 'unfetchable_url',
    });
  });
});
