import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';

import { MemoryRateLimiter } from '../engine/limits.ts';
import { parsePlans } from '../engine/plans.ts';
import { AppError, toAppError } from '../kernel/errors.ts';
import type { Caller } from '../ports/accounts.ts';
import { giveBackRefused, limitFailedKeys, limitRequest } from './limits.ts';
import { sendProblem } from './problem.ts';

const caller: Caller = {
  workspace_id: 'ws_default',
  key_id: 'key_1',
  key_name: 'test',
  allowed_domains: [],
  scopes: [],
  project_id: undefined,
  plan: 'starter',
};

let app: FastifyInstance;
let now: number;
const rejected = vi.fn<() => void>();

/** Routes that answer as operations do: well, refused early, or refused after they ran. */
async function serve(plan: object): Promise<void> {
  now = 0;
  rejected.mockClear();
  const limits = {
    limiter: new MemoryRateLimiter(() => now),
    plans: parsePlans(JSON.stringify({ starter: plan })),
    rejected,
  };
  app = Fastify();
  app.setErrorHandler((error, request, reply) => sendProblem(reply, toAppError(error), request.id));
  giveBackRefused(app, limits);
  app.addHook('onRequest', async (request, reply) => {
    const workspace_id = String(request.headers['workspace'] ?? caller.workspace_id);
    await limitRequest(limits, { ...caller, workspace_id }, request, reply);
  });
  app.get('/good', async () => ({ success: true }));
  app.get('/wrong', async () => {
    throw new AppError('invalid_input', 'A field is wrong.');
  });
  app.get('/unfetchable', async () => {
    throw new AppError('unfetchable_url', 'It was tried.');
  });
  await app.ready();
}

afterEach(() => app.close());

it('says on every answer how the workspace stands, also on one that failed', async () => {
  await serve({ requests_per_minute: 60 });
  const good = await app.inject('/good');
  expect(good.headers).toMatchObject({ 'ratelimit-policy': '"default";q=60;w=60', ratelimit: '"default";r=59;t=1' });
  const failed = await app.inject('/unfetchable');
  expect(failed.statusCode).toBe(422);
  expect(failed.headers['ratelimit']).toBe('"default";r=58;t=2');
});

it('refuses what is more than the plan allows, and says when to come back', async () => {
  await serve({ requests_per_minute: 2 });
  await app.inject('/good');
  await app.inject('/good');
  const refused = await app.inject('/good');
  expect(refused.statusCode).toBe(429);
  expect(refused.headers).toMatchObject({ 'retry-after': '30', ratelimit: '"default";r=0;t=60' });
  expect(refused.json()).toMatchObject({ code: 'rate_limited', fix: expect.stringContaining('30 seconds') });
  expect(rejected).toHaveBeenCalledTimes(1);
  now += 30;
  expect((await app.inject('/good')).statusCode).toBe(200);
});

it('counts each workspace for itself', async () => {
  await serve({ requests_per_minute: 1 });
  await app.inject('/good');
  expect((await app.inject({ url: '/good', headers: { workspace: 'ws_other' } })).statusCode).toBe(200);
  expect((await app.inject('/good')).statusCode).toBe(429);
});

it('takes a tenth for what was refused before it ran, and the whole for what was tried', async () => {
  await serve({ requests_per_minute: 10 });
  for (let at = 0; at < 80; at += 1) expect((await app.inject('/wrong')).statusCode).toBe(422);
  expect((await app.inject('/good')).statusCode).toBe(200);
  await serve({ requests_per_minute: 10 });
  for (let at = 0; at < 10; at += 1) expect((await app.inject('/unfetchable')).statusCode).toBe(422);
  expect((await app.inject('/unfetchable')).statusCode).toBe(429);
});

it('tells an address that sends wrong keys without end to wait, and lets its valid keys and other addresses go on', async () => {
  const limiter = new MemoryRateLimiter(() => 0);
  app = Fastify();
  app.setErrorHandler(async (error, request, reply) =>
    sendProblem(reply, await limitFailedKeys({ limiter, rejected }, toAppError(error), request, reply), request.id),
  );
  app.get('/api/v1/usage', async (request) => {
    if (request.headers['x-api-key'] !== 'good') throw new AppError('unauthenticated', 'Unknown.');
    return { success: true };
  });
  const ask = (remoteAddress: string, key: string) =>
    app.inject({ url: '/api/v1/usage', remoteAddress, headers: { 'x-api-key': key } });
  for (let guess = 0; guess < 120; guess += 1) expect((await ask('203.0.113.1', 'bad')).statusCode).toBe(401);
  const refused = await ask('203.0.113.1', 'bad');
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask('203.0.113.1', 'good')).statusCode).toBe(200);
  expect((await ask('203.0.113.2', 'bad')).statusCode).toBe(401);
});
