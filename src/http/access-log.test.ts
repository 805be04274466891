import Fastify from 'fastify';
import { expect, it } from 'vitest';

import { logRequests, logUndecodable, noteKey } from './access-log.ts';

it('writes one line for each request that says what was asked, by whom and how it went, and nothing that was sent', async () => {
  const lines: object[] = [];
  const app = Fastify({ genReqId: () => 'req_1' });
  logRequests(app, { info: (facts) => void lines.push(facts), warn: () => undefined, error: () => undefined });
  app.get('/healthz', async () => 'ok');
  app.get('/jobs/:id', async (request, reply) => {
    noteKey(request, 'key_1');
    return reply.code(404).send();
  });
  await app.inject('/healthz');
  await app.inject({ url: '/jobs/private-id?token=private-token', headers: { 'x-api-key': 'private-key' } });
  await app.inject('/private-path');
  expect(lines).toEqual([
    {
      request_id: 'req_1',
      method: 'GET',
      route: '/jobs/:id',
      status: 404,
      duration_ms: expect.any(Number),
      key: 'key_1',
      ip: '127.0.0.1',
    },
    expect.objectContaining({ route: 'none', status: 404, key: null }),
  ]);
  expect(JSON.stringify(lines)).not.toContain('private');
  await app.close();
});

it('also writes the line of a request whose address cannot be decoded', async () => {
  const lines: object[] = [];
  const log = { info: (facts: object) => void lines.push(facts), warn: () => undefined, error: () => undefined };
  const app = Fastify({
    frameworkErrors: (_error, request, reply) => {
      logUndecodable(log, request, reply);
      reply.raw.writeHead(400).end();
    },
  });
  logRequests(app, log);
  app.get('/jobs/:id', async () => 'ok');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const answer = await fetch(`${app.listeningOrigin}/jobs/%E0%A4%A`);
  expect(answer.status).toBe(400);
  expect(lines).toEqual([expect.objectContaining({ status: 400, route: 'none', key: null })]);
  await app.close();
});
