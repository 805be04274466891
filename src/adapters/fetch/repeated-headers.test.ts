import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

import { afterEach, expect, it } from 'vitest';

import { createGuardedFetch, type GuardedFetch } from './guarded-fetch.ts';

const open: { close(): unknown }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((opened) => opened.close()));
});

async function site(listener: RequestListener): Promise<GuardedFetch> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const resolve = [`site.example:80:127.0.0.1:${address.port}`];
  const made = createGuardedFetch({ user_agent: 'Seamark/1.0', allow_networks: [], allow_ports: [], resolve });
  open.push(made, { close: () => server.closeAllConnections() }, server);
  return made;
}

const { signal } = new AbortController();

it('headers that come several times are kept apart beside their joined form, and only those', async () => {
  const made = await site((_, response) =>
    response.writeHead(200, ['X-Robots-Tag', 'otherbot: noindex', 'X-Robots-Tag', 'nofollow', 'Link', '<a>']).end(),
  );
  const { value } = await made.source.page({ url: 'http://site.example/', accept: [] }, signal);
  expect(value.headers['x-robots-tag']).toBe('otherbot: noindex, nofollow');
  expect(value.repeated_headers).toEqual({ 'x-robots-tag': ['otherbot: noindex', 'nofollow'] });
});

it('an answer whose headers come once each has no such list', async () => {
  const made = await site((_, response) => response.writeHead(200, { 'x-robots-tag': 'nofollow' }).end());
  const { value } = await made.source.page({ url: 'http://site.example/', accept: [] }, signal);
  expect(value).not.toHaveProperty('repeated_headers');
});

it('robots.txt names the lines that do not do what they seem to, unless it is an error page', async () => {
  const file = 'User-agent: *\nDisalow: /private\n';
  const made = await site((_, response) => response.end(file));
  const query = { url: 'http://site.example/x', user_agent: 'Seamark/1.0' };
  const { value } = await made.source.robots(query, signal);
  expect(value.problems).toEqual([{ line: 2, text: 'Disalow: /private', why: expect.stringContaining('disallow') }]);

  const broken = await site((_, response) => response.writeHead(404).end('<html>Not found</html>'));
  expect((await broken.source.robots(query, signal)).value).not.toHaveProperty('problems');
});
