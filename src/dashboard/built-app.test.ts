import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { serveBuiltApp, setPageHeaders } from './built-app.ts';

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seamark-app-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>The app</title>');
  await writeFile(join(folder, 'assets/index-a1b2.js'), 'console.log(1);');
  await writeFile(join(folder, 'secret.txt'), 'not an asset');
  app = serving(folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

function serving(from: string): FastifyInstance {
  const made = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  void made.register(
    async (pages) => {
      pages.addHook('onRequest', async (_request, reply) => setPageHeaders(reply));
      serveBuiltApp(pages, from);
    },
    { prefix: '/dashboard' },
  );
  return made;
}

describe('the pages of the dashboard', () => {
  it.each(['/dashboard', '/dashboard/', '/dashboard/keys', '/dashboard/jobs/job_1?x=1'])(
    '%s is the app',
    async (url) => {
      const answer = await app.inject(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain('The app');
      expect(answer.headers['cache-control']).toBe('no-cache');
    },
  );

  it('run nothing that is not a file of this service, and are shown in no frame', async () => {
    const { headers } = await app.inject('/dashboard');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  });

  it('are not sent again when they have not changed', async () => {
    const { headers } = await app.inject('/dashboard');
    const again = await app.inject({ url: '/dashboard', headers: { 'if-none-match': String(headers.etag) } });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });
});

describe('the assets of the dashboard', () => {
  it('may be kept for ever, because their names change with them', async () => {
    const answer = await app.inject('/dashboard/assets/index-a1b2.js');
    expect(answer.body).toBe('console.log(1);');
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    });
  });

  it('are sent small to who understands it', async () => {
    const headers = { 'accept-encoding': 'br, gzip' };
    const answer = await app.inject({ url: '/dashboard/assets/index-a1b2.js', headers });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(answer.rawPayload).toString()).toBe('console.log(1);');
  });

  it.each([
    '/dashboard/assets/none.js',
    '/dashboard/assets/../secret.txt',
    '/dashboard/assets/..%2fsecret.txt',
    '/dashboard/assets/%2e%2e/%2e%2e/etc/passwd',
    '/dashboard/assets/%E0%A4%A',
  ])('%s is none of them', async (url) => {
    const answer = await app.inject(url);
    expect(answer.body).not.toContain('not an asset');
    expect(answer.body).not.toContain('root:');
    expect([200, 400, 404]).toContain(answer.statusCode);
  });
});

it('an asset that is written after the page was read is found a moment later', async () => {
  const made = serving(folder);
  expect((await made.inject('/dashboard')).statusCode).toBe(200);
  await writeFile(join(folder, 'assets/late-c3d4.js'), 'late');
  await expect
    .poll(async () => (await made.inject('/dashboard/assets/late-c3d4.js')).body, { timeout: 5000 })
    .toBe('late');
  await made.close();
});

it('an app that is not built says which command builds it, and appears once it was run', async () => {
  const later = await mkdtemp(join(tmpdir(), 'seamark-app-'));
  const made = serving(later);
  const before = await made.inject('/dashboard');
  expect(before.statusCode).toBe(503);
  expect(before.body).toContain('npm run build:dashboard');
  await writeFile(join(later, 'index.html'), 'built');
  expect((await made.inject('/dashboard')).body).toBe('built');
  await made.close();
  await rm(later, { recursive: true });
});
