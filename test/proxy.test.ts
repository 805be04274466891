import { afterAll, beforeAll, expect, it } from 'vitest';

import { readConfig } from '../src/config.ts';
import { openTestService, type TestService } from './service.ts';

const PROXY = '10.1.2.3';
let service: TestService;

beforeAll(async () => {
  service = await openTestService({ environment: { SEAMARK_TRUST_PROXY: '10.0.0.0/8' } });
});
afterAll(() => service.close());

async function guess(remoteAddress: string, forwarded: string): Promise<number> {
  const headers = { 'x-api-key': 'sk_live_wrong', 'x-forwarded-for': forwarded };
  return (await service.app.inject({ url: '/api/v1/usage', remoteAddress, headers })).statusCode;
}

it('callers behind a proxy that is trusted are limited one by one, and cannot pretend to be another', async () => {
  for (let count = 0; count < 120; count += 1) expect(await guess(PROXY, '203.0.113.1')).toBe(401);
  expect(await guess(PROXY, '203.0.113.1')).toBe(429);
  expect(await guess(PROXY, '203.0.113.2')).toBe(401);
  // The proxy adds the address that it saw behind what the caller claims.
  expect(await guess(PROXY, '203.0.113.3, 203.0.113.1')).toBe(429);
});

it('nobody else is believed', async () => {
  for (let count = 0; count < 120; count += 1) expect(await guess('198.51.100.7', `203.0.113.${count}`)).toBe(401);
  expect(await guess('198.51.100.7', '203.0.113.200')).toBe(429);
});

it('what is no network is refused at the start, and so is trusting everybody by a word', () => {
  expect(() => readConfig('0', {}, { SEAMARK_TRUST_PROXY: '127.0.0.1, true' })).toThrow(
    '"true" is not an address or a network such as 172.16.0.0/12.',
  );
});
