import { describe, expect, it } from 'vitest';

import { findEntry, parseResolve } from './resolve.ts';

describe('entries that go before the DNS', () => {
  it.each([
    ['example.com:80:127.0.0.1', 'example.com', 80, '127.0.0.1', 80],
    ['example.com:80:127.0.0.1:9001', 'example.com', 80, '127.0.0.1', 9001],
    [' Example.COM.:443:192.0.2.7 ', 'example.com', 443, '192.0.2.7', 443],
    ['bücher.example:443:192.0.2.7', 'xn--bcher-kva.example', 443, '192.0.2.7', 443],
    ['example.com:443:[2001:db8::1]', 'example.com', 443, '2001:db8::1', 443],
    ['example.com:443:[::1]:8443', 'example.com', 443, '::1', 8443],
    ['example.com:443:::1', 'example.com', 443, '::1', 443],
    ['*:80:127.0.0.1:9001', '*', 80, '127.0.0.1', 9001],
    ['[2001:db8::1]:80:127.0.0.1', '[2001:db8::1]', 80, '127.0.0.1', 80],
    ['192.0.2.1:80:127.0.0.1:9001', '192.0.2.1', 80, '127.0.0.1', 9001],
  ])('reads %s', (text, host, port, address, address_port) => {
    expect(parseResolve(text)).toEqual({ host, port, address, address_port });
  });

  it.each([
    '',
    'example.com',
    'example.com:80',
    'example.com:80:',
    'example.com:80:localhost',
    'example.com:0:127.0.0.1',
    'example.com:65536:127.0.0.1',
    'example.com:http:127.0.0.1',
    'example.com:80:127.0.0.1:0',
    'example.com:80:127.0.0.1:70000',
    'example.com:80:127.0.0.1:',
    'example.com:80:127.1',
    'example.com:80:256.0.0.1',
    'example.com:80:[127.0.0.1]',
    'example.com:80:[::1',
    'example.com:80:::1:9001x',
    ':80:127.0.0.1',
    '*.example.com:80:127.0.0.1',
    'exa mple.com:80:127.0.0.1',
    'http://example.com:80:127.0.0.1',
    'example.com:80:127.0.0.1,127.0.0.2',
  ])('refuses "%s" with a hint', (text) => {
    expect(() => parseResolve(text)).toThrow(/is not in the form host:port:address/);
  });

  it('prefers the entry that names the host and compares ports', () => {
    const entries = ['*:80:127.0.0.1', 'a.example:80:127.0.0.2', 'b.example:443:127.0.0.3'].map(parseResolve);
    const address = (host: string, port: number): string | undefined => findEntry(entries, host, port)?.address;
    expect(address('a.example', 80)).toBe('127.0.0.2');
    expect(address('a.example.', 80)).toBe('127.0.0.2');
    expect(address('c.example', 80)).toBe('127.0.0.1');
    expect(address('b.example', 443)).toBe('127.0.0.3');
    expect(address('a.example', 443)).toBeUndefined();
  });
});
