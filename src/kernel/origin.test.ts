import { describe, expect, it } from 'vitest';

import { originMatches, originRule } from './origin.ts';

describe('an allowed domain', () => {
  it.each([
    ['app.example.com', 'app.example.com'],
    [' App.Example.COM ', 'app.example.com'],
    ['https://app.example.com/', 'app.example.com'],
    ['HTTP://app.example.com', 'app.example.com'],
    ['app.example.com:8080', 'app.example.com:8080'],
    ['app.example.com:443', 'app.example.com'],
    ['app.example.com:80', 'app.example.com'],
    ['*.example.com', '*.example.com'],
    ['https://*.example.co.uk/', '*.example.co.uk'],
    ['*.localhost:3000', '*.localhost:3000'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['127.0.0.1:5173', '127.0.0.1:5173'],
    ['[::1]:5173', '[::1]:5173'],
    ['localhost', 'localhost'],
  ])('is kept in the form that origins are compared in: %s', (text, rule) => {
    expect(originRule(text).rule).toBe(rule);
  });

  it.each([
    '',
    '   ',
    '*',
    '*.',
    '.',
    '*.com',
    '*.co.uk',
    '*.127.0.0.1',
    '*.*.example.com',
    'a.*.example.com',
    'example.com/path',
    'example.com?x',
    'user@example.com',
    'example.com:99999',
    'example .com',
    'ftp://example.com',
    'javascript:alert(1)',
    'x'.repeat(300),
  ])('is refused with a reason when it is no host, or would let in others: "%s"', (text) => {
    expect(originRule(text)).toMatchObject({ rule: undefined, problem: expect.stringMatching(/\w/) });
  });
});

describe('an origin', () => {
  it.each([
    ['https://app.example.com', 'app.example.com', true],
    ['https://APP.example.com:443/page?x=1', 'app.example.com', true],
    ['http://app.example.com:8080', 'app.example.com', true],
    ['http://app.example.com:8080', 'app.example.com:8080', true],
    ['http://app.example.com', 'app.example.com:8080', false],
    ['https://a.b.example.com', '*.example.com', true],
    ['https://example.com', '*.example.com', false],
    ['https://evilexample.com', '*.example.com', false],
    ['https://app.example.com.evil.test', 'app.example.com', false],
    ['https://app.example.com@evil.test', 'app.example.com', false],
    [String.raw`https://evil.test\@app.example.com`, 'app.example.com', false],
    ['https://app.example.com, https://evil.test', 'app.example.com', false],
    ['null', 'app.example.com', false],
    ['', 'app.example.com', false],
    ['file://app.example.com', 'app.example.com', false],
    ['app.example.com', 'app.example.com', false],
  ])('%s is held against %s as a host, not as text: %s', (origin, rule, matches) => {
    expect(originMatches(origin, rule)).toBe(matches);
  });
});
