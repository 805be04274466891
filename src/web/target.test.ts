import { describe, expect, it } from 'vitest';

import { AppError } from '../kernel/errors.ts';
import { parseTarget } from './target.ts';

describe('parseTarget', () => {
  it.each([
    ['example.com', 'domain', 'example.com'],
    ['Example.COM/', 'domain', 'example.com'],
    ['example.co.uk', 'domain', 'example.co.uk'],
    ['blog.example.co.uk', 'subdomain', 'blog.example.co.uk'],
    ['www.example.com', 'subdomain', 'www.example.com'],
    ['bücher.example', 'domain', 'xn--bcher-kva.example'],
    ['https://example.com', 'page', 'https://example.com/'],
    ['https://example.com/a?b=1#c', 'page', 'https://example.com/a?b=1'],
    ['http://192.0.2.7/a', 'page', 'http://192.0.2.7/a'],
    ['http://[2001:db8::1]/a', 'page', 'http://[2001:db8::1]/a'],
  ])('reads %s as a %s', (text, type, value) => {
    expect(parseTarget(text)).toMatchObject({ type, value });
  });

  it('gives the root page an empty path, and a domain none', () => {
    expect(parseTarget('https://example.com/').path_key).toBe('');
    expect(parseTarget('example.com').path_key).toBeUndefined();
  });

  it.each([
    'example',
    'example.com/page',
    'ftp://example.com',
    'exa mple.com',
    'a'.repeat(300) + '.com',
    'https://',
    '..',
    '-',
  ])('refuses %j and names the field', (text) => {
    expect(() => parseTarget(text, 'target1')).toThrow(AppError);
    expect(() => parseTarget(text, 'target1')).toThrow(/neither a domain nor an absolute URL/);
    try {
      parseTarget(text, 'target1');
    } catch (thrown) {
      expect(thrown).toMatchObject({ code: 'invalid_input', issues: [{ path: 'target1' }] });
    }
  });
});
