import Fastify from 'fastify';
import { expect, it } from 'vitest';

import { serveGuides } from './guide-routes.ts';
import { readExample, readGuides, searchGuides } from './guides.ts';

const guides = readGuides();

it('has no link that leads nowhere', () => {
  const targets = new Set(
    [...guides.values()].flatMap(({ path, html }) => [
      path,
      ...[...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => `${path}#${id}`),
    ]),
  );
  const links = [...guides.values()].flatMap(({ path, html }) =>
    [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => (href.startsWith('#') ? path + href : href)),
  );
  const own = links.filter((href) => href.startsWith('/docs'));
  expect(own.length).toBeGreaterThan(100);
  const dead = own.filter((href) => !targets.has(href) && readExample(href.replace('/docs/', '')) === undefined);
  expect([...new Set(dead)]).toEqual([]);
});

it('finds sections that have all words, those named after them first', () => {
  const [first] = searchGuides(guides.values(), 'resume crawl');
  expect(first?.path).toMatch(/^\/docs\/(?:crawling|operations\/crawls)/);
  expect(searchGuides(guides.values(), 'completion bash')[0]).toMatchObject({
    path: '/docs/command-line#completion',
    title: 'The command line',
  });
  expect(searchGuides(guides.values(), 'completion zzzz')).toEqual([]);
  expect(searchGuides(guides.values(), '…')).toEqual([]);
});

it('serves guides, what is searched as text, and nothing beside the folder', async () => {
  const app = Fastify();
  serveGuides(app);
  const get = async (url: string): Promise<{ status: number; body: string }> => {
    const { statusCode, body, headers } = await app.inject(url);
    if (headers['content-type']?.startsWith('text/html') === true)
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    return { status: statusCode, body };
  };
  expect(await get('/docs')).toMatchObject({
    status: 200,
    body: expect.stringContaining('<h1 id="guides">Guides</h1>'),
  });
  expect(await get('/docs/operations/backlinks.list')).toMatchObject({ status: 200 });
  const found = await get(`/docs?q=${encodeURIComponent('"><img src=x> crawl')}`);
  expect(found.body).toContain('value="&quot;&gt;&lt;img src=x&gt; crawl"');
  expect(found.body).not.toContain('<img');
  expect(await get('/docs/nothing')).toMatchObject({ status: 404 });
  for (const path of ['../package.json', '..%2Fpackage.json', 'operations/../../package.json'])
    expect((await get(`/docs/${path}`)).status).toBe(404);
  await app.close();
});
