import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { endedJob } from '../../../test/ended-job.ts';
import { openTestService, type TestService } from '../../../test/service.ts';
import { fieldsOf } from '../../kernel/fields-of.ts';
import create from './create/operation.ts';
import get from './get/operation.ts';
import list from './list/operation.ts';

/** The operations over HTTP, on a whole service: real jobs, databases and index. */

const TABLE =
  'Source URL,Target URL,Anchor\nhttps://blog.example/a,https://shop.example/x,Shop\nnowhere,https://shop.example/x,Shop\n';
const operations = [create, get, list];

let service: TestService;
let files: Server;
let port = 0;

beforeAll(async () => {
  files = createServer((request, response) => {
    if (request.url !== '/links.csv') return response.writeHead(404).end();
    return response.writeHead(200, { etag: '"t1"' }).end(TABLE);
  });
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = files.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  service = await openTestService({
    operations,
    environment: { SEAMARK_RESOLVE: `files.example:${port}:127.0.0.1` },
  });
});
afterAll(async () => {
  await service.close();
  files.close();
});

/** When figures of links were last to be computed anew; null when none are. */
async function lastWanted(): Promise<unknown> {
  const [row] = await service.rows('select last_wanted_at from index_upkeep');
  return row?.['last_wanted_at'] ?? null;
}

/** Until they are; the twenty seconds are over in which more rows may come first. */
async function untilComputed(): Promise<void> {
  await service.rows(`update index_upkeep set last_wanted_at = last_wanted_at - interval '20 seconds'`);
  await expect.poll(lastWanted, { timeout: 120_000, interval: 500 }).toBeNull();
}

describe('POST /imports', () => {
  it('reads a table that is sent along, as a job, and the index is brought up to date behind it', async () => {
    const answer = await service.call('/imports', { kind: 'links', content: TABLE });
    expect(answer).toMatchObject({
      status: 201,
      json: { success: true, import: { kind: 'links', status: 'waiting' } },
    });
    const job = await endedJob(service, answer.json['job_id']);
    expect(job).toMatchObject({
      status: 'completed',
      operation: 'imports.create',
      progress: { percent: 100 },
      result: {
        unchanged: false,
        import: { status: 'completed', counts: { read: 2, taken: 1, skipped: 1, links: 1 } },
      },
    });
    const { id } = fieldsOf(answer.json['import']);
    const read = await service.call(`/imports/${String(id)}`, undefined);
    expect(read.json).toMatchObject({
      import: { status: 'completed', percent: 100, problems: [{ kind: 'source_url', count: 1 }] },
    });
    expect(await lastWanted()).toEqual(expect.any(Date));
    await untilComputed();
    const links = await service.call('/backlinks/list', { target: 'shop.example' });
    expect(links.json).toMatchObject({
      items: [{ url_from: 'https://blog.example/a' }],
      meta: { sources: [{ source: 'index' }, { source: 'import:other', status: 'answered' }] },
    });
  }, 200_000);

  it('reads a keyword table for a place and language, and leaves the figures of links as they are', async () => {
    const content = 'Keyword,Volume\ntee,1000\n,5\n';
    const before = await lastWanted();
    const answer = await service.call('/imports', {
      kind: 'keywords',
      content,
      location: 'Germany',
      language: 'German',
    });
    expect(await endedJob(service, answer.json['job_id'])).toMatchObject({
      status: 'completed',
      result: { import: { counts: { read: 2, taken: 1, skipped: 1, links: 0 }, options: { location: 'Germany' } } },
    });
    // Figures that were wanted before may have been computed meanwhile.
    expect([before, null]).toContainEqual(await lastWanted());
    const unknown = await service.call('/imports', { kind: 'keywords', content, location: 'Germny' });
    expect(unknown.status).toBe(422);
    expect(unknown.json).toMatchObject({ code: 'invalid_input', errors: [{ path: 'location' }] });
  }, 120_000);

  it('reads figures of Search Console for any workspace, and says which days it would need to know', async () => {
    const content = 'Top queries,Clicks,Impressions,CTR,Position\nhose,10,100,10%,5\n';
    const body = { kind: 'console', content, property: 'sc-domain:shop.test' };
    const done = async (changes: object): Promise<Readonly<Record<string, unknown>>> =>
      endedJob(service, (await service.call('/imports', { ...body, ...changes })).json['job_id']);
    expect(await done({})).toMatchObject({
      status: 'failed',
      error: { code: 'invalid_input', message: expect.stringContaining('does not say which days its figures cover') },
    });
    expect(await done({ period: '2026-10' })).toMatchObject({
      status: 'completed',
      result: {
        import: {
          counts: { read: 1, taken: 1, skipped: 0, links: 0 },
          options: { property: 'sc-domain:shop.test', period: '2026-10', columns: null },
          notes: expect.arrayContaining([expect.stringContaining('2026-10-01 to 2026-10-31')]),
        },
      },
    });
  }, 120_000);

  it('reads a URL once, and again when that is asked for', async () => {
    const body = { kind: 'links', url: `http://files.example:${port}/links.csv` };
    const run = async (changes: object = {}) =>
      (await endedJob(service, (await service.call('/imports', { ...body, ...changes })).json['job_id']))['result'];
    const newest = async () => (await service.call('/imports?kind=links&limit=1', undefined)).json;
    const before = Number((await newest())['total_count']);
    expect(await run()).toMatchObject({ unchanged: false });
    expect(await run()).toMatchObject({ unchanged: true });
    expect(await run({ again: true })).toMatchObject({ unchanged: false });
    expect(await newest()).toMatchObject({
      total_count: before + 1,
      imports: [{ location: body.url, status: 'completed' }],
    });
  }, 120_000);

  it('fails a job whose file is not there, and says why in the import', async () => {
    const answer = await service.call('/imports', { kind: 'wat', url: `http://files.example:${port}/none.csv` });
    expect(await endedJob(service, answer.json['job_id'])).toMatchObject({
      status: 'failed',
      error: { code: 'unfetchable_url' },
    });
    const { id } = fieldsOf(answer.json['import']);
    expect((await service.call(`/imports/${String(id)}`, undefined)).json).toMatchObject({
      import: { status: 'failed', error: expect.any(String) },
    });
  }, 120_000);

  it.each([
    ['is not there', () => ({ kind: 'wat', url: `http://files.example:${port}/none.csv` }), 'failed'],
    ['is of another kind', () => ({ kind: 'warc', url: `http://files.example:${port}/links.csv` }), 'failed'],
    [
      'has no row that can be taken',
      () => ({ kind: 'links', content: 'Source URL,Target URL\nnowhere,https://shop.example/x\n' }),
      'completed',
    ],
  ] as const)(
    'computes no figures anew for a file that %s',
    async (_what, order, status) => {
      await untilComputed();
      const answer = await service.call('/imports', order());
      expect(await endedJob(service, answer.json['job_id'])).toMatchObject({ status });
      expect(await lastWanted()).toBeNull();
    },
    200_000,
  );

  it('refuses an address that is not public before there is a job', async () => {
    const answer = await service.call('/imports', { kind: 'wat', url: 'http://169.254.169.254/latest/meta-data' });
    expect(answer).toMatchObject({ status: 422, json: { code: 'unfetchable_url', errors: [{ path: 'url' }] } });
  });

  it('refuses paths, both or none of url and content, and fields of other kinds, by name', async () => {
    const refused = async (body: object): Promise<unknown> => {
      const answer = await service.call('/imports', body);
      expect(answer.status).toBe(422);
      return Array.isArray(answer.json['errors']) ? answer.json['errors'].map((issue) => fieldsOf(issue)['path']) : [];
    };
    expect(await refused({ kind: 'links', url: '/etc/passwd' })).toEqual(['url']);
    expect(await refused({ kind: 'links', url: 'file:///etc/passwd' })).toEqual(['url']);
    expect(await refused({ kind: 'links' })).toEqual(['url', 'content', 'property']);
    expect(await refused({ kind: 'links', url: 'https://x.example/', content: 'a,b' })).toEqual(['content']);
    expect(await refused({ kind: 'wat', content: 'x', target: 'https://x.example/', release: 'r' })).toEqual([
      'content',
      'release',
      'target',
    ]);
    const fields = { location: 'Germany', language: 'German' };
    expect(await refused({ kind: 'links', content: 'a', ...fields })).toEqual(['location', 'language']);
    expect(await refused({ kind: 'keywords', content: 'a', language: 'Klingonese' })).toEqual(['language']);
    expect(await refused({ kind: 'locations', content: 'a' })).toEqual(['content']);
    expect(await refused({ kind: 'links', content: 'a', property: 'x.test', columns: 'query' })).toEqual([
      'property',
      'columns',
    ]);
    const unreadable = { property: 'not a site', period: 'last month', limit: 5 };
    expect(await refused({ kind: 'console', content: 'a', ...unreadable })).toEqual(['limit', 'property', 'period']);
  });

  it('is for keys of the first workspace that belong to no project', async () => {
    const project = await service.makeKey({ project_id: 'acme' });
    const scoped = await service.makeKey({ scopes: ['search'] });
    // The same links in another file, which counts as an import of its own.
    const body = { kind: 'links', content: `${TABLE}nowhere,https://shop.example/x,Shop\n` };
    for (const key of [project, scoped]) {
      expect(await service.call('/imports', body, { 'x-api-key': key })).toMatchObject({ status: 403 });
    }
    const customer = await service.makeCustomerKey();
    expect(await service.call('/imports', body, { 'x-api-key': customer })).toMatchObject({
      status: 403,
      json: { code: 'key_not_allowed_here', fix: expect.stringContaining('SEAMARK_IMPORTS=all') },
    });
    const places = { kind: 'locations', url: 'https://files.example/geotargets.csv' };
    expect(await service.call('/imports', places, { 'x-api-key': customer })).toMatchObject({ status: 403 });
    expect((await service.call('/imports', undefined, { 'x-api-key': customer })).json).toMatchObject({
      total_count: 0,
    });
    // Keywords are seen by nobody else.
    const keywords = { kind: 'keywords', content: 'Keyword,Volume\ntee,1000\n' };
    expect(await service.call('/imports', keywords, { 'x-api-key': customer })).toMatchObject({ status: 201 });
    const console = { kind: 'console', content: 'Date,Clicks,Impressions\n', property: 'shop.test' };
    expect(await service.call('/imports', console, { 'x-api-key': customer })).toMatchObject({ status: 201 });
    const answer = await service.call('/imports', body);
    const mine = fieldsOf(answer.json['import']);
    expect(await service.call(`/imports/${String(mine['id'])}`, undefined, { 'x-api-key': customer })).toMatchObject({
      status: 404,
    });
    await endedJob(service, answer.json['job_id']);
  }, 120_000);
});
