import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';

import { defineOperation } from '../../src/contract/operation.ts';
import type { WorkflowDraft } from '../../src/contract/workflow.ts';
import { openTestService, type TestAnswer, type TestService } from '../service.ts';
import { guidePage } from '../study/guide-page.ts';

const guidance: WorkflowDraft = {
  summary: 'A test.',
  recommended_action: 'None.',
  priority: 'low',
  confidence: 1,
  confidence_reasons: [],
  steps: [],
  next_calls: [],
  guardrails: [],
};

/** Shows what was read of a page, and how common two words are. */
const reading = defineOperation({
  id: 'test.pages',
  method: 'POST',
  path: '/test/pages',
  title: 'Read a page',
  group: 'Content and page quality',
  description: 'For tests alone.',
  guidance: 'workflow',
  runs: 'inline',
  needs: { pages: {} },
  price: { rule: '3 credits', credits: () => 3 },
  input: z.object({ url: z.string() }),
  result: z.object({ read: z.unknown(), background: z.unknown() }),
  example: { url: 'https://bikes.example/' },
  async run({ url }, { ports }) {
    const read = await ports.pages.read({ url });
    const background = await ports.pages.background({ language: 'en', terms: ['chain', 'lamp'] });
    return { result: { read, background }, guidance, markdown_summary: '## Test' };
  },
});

let site: Server;
let service: TestService;
let requests: string[];

beforeAll(async () => {
  site = createServer((request, response) => {
    requests.push(request.url ?? '');
    const page = guidePage({ title: 'Clean a chain', site: 'Bikes', text: 'A chain collects sand on every ride.' });
    if (request.url === '/chain') response.setHeader('content-type', 'text/html').end(page);
    else response.writeHead(404).end();
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const address = site.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  service = await openTestService({
    environment: { SEAMARK_RESOLVE: `bikes.example:80:127.0.0.1:${port}` },
    operations: [reading],
  });
}, 120_000);
beforeEach(() => {
  requests = [];
});
afterAll(async () => {
  await service.close();
  site.closeAllConnections();
  site.close();
});

const Answer = z.object({
  read: z.looseObject({ status: z.string() }),
  background: z.object({ documents: z.int(), counts: z.record(z.string(), z.int()) }),
  meta: z.object({ sources: z.array(z.looseObject({ capability: z.string(), cached: z.boolean() })) }),
});

const ask = (path: string, query = ''): Promise<TestAnswer> =>
  service.call(`/test/pages${query}`, { url: `http://bikes.example${path}` });

it('a page is read once for all calls of a month, and again for a call that wants it newer', async () => {
  const first = Answer.parse((await ask('/chain')).json);
  expect(first.read).toMatchObject({ status: 'read', page: { title: 'Clean a chain' } });
  expect(first.background).toEqual({ documents: 1, counts: { chain: 1, lamp: 0 } });
  expect(requests).toEqual(['/robots.txt', '/chain']);
  const second = Answer.parse((await ask('/chain')).json);
  expect(second.read).toEqual(first.read);
  expect(second.meta.sources).toMatchObject([{ capability: 'pages', source: 'fetch', cached: true, cost_usd: 0 }]);
  expect(requests).toHaveLength(2);
  expect(Answer.parse((await ask('/chain', '?max_age=0')).json).read).toMatchObject({ status: 'read' });
  expect(requests).toEqual(['/robots.txt', '/chain', '/chain']);
});

it('a page that cannot be read fails no call, is asked for again each time, and makes the fetcher rest never', async () => {
  for (let call = 0; call < 6; call += 1) {
    const answer = await ask('/gone');
    expect(answer.status).toBe(200);
    expect(Answer.parse(answer.json).read).toEqual({ status: 'http_error', note: 'The server answered 404.' });
  }
  expect(requests.filter((path) => path === '/gone')).toHaveLength(6);
});

it('no page is read where the fetcher is turned off', async () => {
  const without = await openTestService({ environment: { SEAMARK_SOURCES: 'fetch=' }, operations: [reading] });
  try {
    const answer = await without.call('/test/pages', { url: 'http://bikes.example/chain' });
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('source_not_configured');
    expect(answer.text).toContain('Remove `fetch=` from SEAMARK_SOURCES');
  } finally {
    await without.close();
  }
}, 120_000);
