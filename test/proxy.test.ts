import { afterAll, beforeAll, expect, it } from 'vitest';

import { readConfig } from '../src/config.ts';
import { openTestService, type TestService } from './service.ts';

const PROXY = '10.1.2.3';
let service: TestService;

beforeAll(async () => {
  service = await openTestService({ environment: { SEAMARK_TRUST_PROXY: '10.0.0.0/8' } });
});
afterAll(() => service.close());

/** Whether the address is told to wait in the end, however slowly the guesses come. */
async function isStopped(remoteAddress: string, forwarded: (count: number) => string): Promise<boolean> {
  for (let count = 0; count < 1000; count += 1) {
    if ((await guess(remoteAddress, forwarded(count))) === 429) return true;
  }
  return false;
}

async function guess(remoteAddress: string, forwarded: string): Promise<number> {
  const headers = { 'x-api-key': 'sk_live_wrong', 'x-forwarded-for': forwarded };
  return (await service.app.inject({ url: '/api/v1/usage', remoteAddress, headers })).statusCode;
}

it('callers behind a proxy that is trusted are limited one by one, and cannot pretend to be another', async () => {
  expect(await isStopped(PROXY, () => '203.0.113.1')).toBe(true);
  expect(await guess(PROXY, '203.0.113.2')).toBe(401);
  // The proxy adds the address that it saw behind what the caller claims.
  expect(await isStopped(PROXY, (count) => `192.0.2.${count % 250}, 203.0.113.4`)).toBe(true);
});

it('nobody else is believed', async () => {
  expect(await isStopped('198.51.100.7', (count) => `192.0.2.${count % 250}`)).toBe(true);
});

it('what is no network is refused at the start, and so is trusting everybody by a word', () => {
  expect(() => readConfig('0', {}, { SEAMARK_TRUST_PROXY: '127.0.0.1, true' })).toThrow(
    '"true" is not an address or a network such as 172.16.0.0/12.',
  );
});
