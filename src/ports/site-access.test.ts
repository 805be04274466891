import { expect, it } from 'vitest';

import { accessHeaders, changedAccess, isSentTo } from './site-access.ts';

it.each([
  ['https://staging.example.com', 'https://staging.example.com/a?b=1', true],
  ['http://staging.example.com', 'https://staging.example.com/a', true],
  ['http://staging.example.com:8080', 'http://staging.example.com:8080/', true],
  ['https://staging.example.com', 'http://staging.example.com/a', false],
  ['https://staging.example.com', 'https://staging.example.com:8443/', false],
  ['https://staging.example.com', 'https://www.staging.example.com/', false],
  ['https://staging.example.com', 'https://example.com/', false],
  ['https://staging.example.com', 'https://staging.example.com.evil.example/', false],
  ['https://staging.example.com', 'https://evil.example/https://staging.example.com/', false],
])('what is for %s goes to %s: %s', (origin, url, isSent) => {
  expect(isSentTo(origin, url)).toBe(isSent);
});

it('a change replaces the parts that it names, and null takes them away', () => {
  const origin = 'https://staging.example.com';
  const before = { origin, headers: { 'x-a': '1' }, cookies: { b: '2', c: '3' }, basic_auth: undefined };
  const changed = changedAccess(before, { headers: null, basic_auth: { username: 'seo', password: 'p:w' } }, origin);
  expect(changed && accessHeaders(changed)).toEqual({ cookie: 'b=2; c=3', authorization: 'Basic c2VvOnA6dw==' });
  expect(changedAccess(before, { headers: null, cookies: null }, origin)).toBeUndefined();
});
