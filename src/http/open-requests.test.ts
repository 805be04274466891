import { PassThrough } from 'node:stream';

import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { toAppError } from '../kernel/errors.ts';
import { refuseOpen, trackOpen } from './open-requests.ts';
import { sendProblem } from './problem.ts';

let app: FastifyInstance;
let base: string;
let waiting = 0;
beforeAll(async () => {
  app = Fastify();
  app.setErrorHandler((error, request, reply) => sendProblem(reply, toAppError(error), request.id));
  trackOpen(app);
  app.get('/never', () => {
    waiting += 1;
    return new Promise(() => undefined);
  });
  app.get('/stream', (_request, reply) => {
    const stream = new PassThrough();
    stream.write('begun\n');
    return reply.send(stream);
  });
  app.get('/soon', async () => 'done');
  base = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

it('answers what is open with 503 and when to come back, ends streams, and leaves the rest alone', async () => {
  expect(await (await fetch(`${base}/soon`)).text()).toBe('done');
  const open = [fetch(`${base}/never`), fetch(`${base}/never`)];
  const stream = await fetch(`${base}/stream`);
  await expect.poll(() => waiting).toBe(2);
  refuseOpen(app);
  for (const answer of await Promise.all(open)) {
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('connection')]).toEqual([
      503,
      '5',
      'close',
    ]);
    expect(await answer.json()).toMatchObject({ code: 'unavailable', detail: 'The service is stopping.' });
  }
  expect(await stream.text()).toBe('begun\n');
  expect(await (await fetch(`${base}/soon`)).text()).toBe('done');
});
