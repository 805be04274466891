import { expect, it } from 'vitest';

import { isRegistered, redirectPlace, redirectProblem } from './redirects.ts';

it.each([
  'https://claude.ai/api/mcp/auth_callback',
  'https://chatgpt.com/connector/oauth/AbC123',
  'http://localhost:54321/callback',
  'http://127.0.0.1/',
  'http://[::1]:3000/callback',
  'cursor://anysphere.cursor-mcp/oauth/callback',
])('takes %s as an address to send a code to', (address) => {
  expect(redirectProblem(address)).toBeUndefined();
});

it.each([
  ['javascript:alert(1)', 'the scheme javascript:'],
  ['data:text/html,hello', 'the scheme data:'],
  ['file:///etc/passwd', 'the scheme file:'],
  ['evil-app://callback', 'the scheme evil-app:'],
  ['http://example.com/callback', 'is http'],
  ['http://127.0.0.1.example.com/callback', 'is http'],
  ['http://localhost.example.com/', 'is http'],
  ['https://claude.ai/callback#token', 'has a fragment'],
  ['https://claude.ai@evil.example/callback', 'has a user name'],
  ['/callback', 'is not an absolute URL'],
  [`https://example.com/${'a'.repeat(2000)}`, 'is longer than 2000'],
])('refuses %s, since it %s', (address, why) => {
  expect(redirectProblem(address)).toContain(why);
});

it('knows an address by its exact text, and leaves only the port of this machine free', () => {
  const registered = [
    'https://claude.ai/api/mcp/auth_callback',
    'http://127.0.0.1/callback',
    'http://localhost:1/x?a=1',
  ];
  expect(isRegistered('https://claude.ai/api/mcp/auth_callback', registered)).toBe(true);
  expect(isRegistered('http://127.0.0.1:54321/callback', registered)).toBe(true);
  expect(isRegistered('http://localhost:2/x?a=1', registered)).toBe(true);
  for (const other of [
    'https://claude.ai/api/mcp/auth_callback/',
    'https://claude.ai:444/api/mcp/auth_callback',
    'https://claude.ai/api/mcp/auth_callback?x=1',
    'http://localhost:54321/callback',
    'http://127.0.0.1:54321/callback/../other',
    'http://127.0.0.1:54321/other',
    'http://127.0.0.1:54321\\@evil.example/callback',
    'http://user@127.0.0.1:54321/callback',
    'http://127.0.0.1:54321/\tcallback',
    'http://localhost:2/x?a=2',
  ]) {
    expect([other, isRegistered(other, registered)]).toEqual([other, false]);
  }
});

it('names the place that somebody is sent to, and whether it is a program of their own machine', () => {
  expect(redirectPlace('https://claude.ai/callback')).toEqual({ host: 'claude.ai', is_local: false });
  expect(redirectPlace('http://localhost:3000/callback')).toEqual({ host: 'localhost:3000', is_local: true });
  expect(redirectPlace('cursor://anysphere.cursor-mcp/oauth')).toEqual({
    host: 'cursor://anysphere.cursor-mcp',
    is_local: false,
  });
});
