import { describe, expect, it } from 'vitest';

import { hostKey, hostOfKey, pageAddress, publicSuffix, registrableDomain } from './url.ts';

const key = (url: string): string | undefined => {
  const page = pageAddress(url);
  return page && `${page.host_key} ${page.path_key}`;
};

describe('pageAddress', () => {
  it.each([
    ['http and https', 'http://example.com/a', 'https://example.com/a'],
    ['with and without a trailing slash', 'https://example.com/a/', 'https://example.com/a'],
    ['with and without a fragment', 'https://example.com/a#top', 'https://example.com/a'],
    ['host letters in any case', 'https://EXAMPLE.com/a', 'https://example.com/a'],
    ['with and without the default port', 'https://example.com:443/a', 'https://example.com/a'],
    ['with and without tracking parameters', 'https://example.com/a?utm_source=x&gclid=1', 'https://example.com/a'],
    ['with and without a session id', 'https://example.com/a;jsessionid=1F2', 'https://example.com/a'],
    ['a final dot of the host', 'https://example.com./a', 'https://example.com/a'],
    ['dot segments resolved', 'https://example.com/b/../a', 'https://example.com/a'],
  ])('takes %s for one page', (_what, left, right) => {
    expect(key(left)).toBe(key(right));
  });

  it.each([
    ['paths', 'https://example.com/a', 'https://example.com/b'],
    ['letters of the path in another case', 'https://example.com/a', 'https://example.com/A'],
    ['query values', 'https://example.com/a?page=1', 'https://example.com/a?page=2'],
    ['subdomains', 'https://www.example.com/', 'https://example.com/'],
    ['ports', 'http://example.com:8080/', 'http://example.com/'],
  ])('tells pages with different %s apart', (_what, left, right) => {
    expect(key(left)).not.toBe(key(right));
  });

  it('keeps the other parameters when it drops tracking', () => {
    expect(pageAddress('https://example.com/a?utm_source=x&id=7&fbclid=y')?.url).toBe('https://example.com/a?id=7');
  });

  it('resolves against a base', () => {
    expect(pageAddress('../c?d=1#e', 'https://example.com/a/b')?.url).toBe('https://example.com/c?d=1');
  });

  it('never carries credentials on', () => {
    expect(pageAddress('https://user:secret@example.com/a')?.url).toBe('https://example.com/a');
  });

  it.each(['mailto:a@example.com', 'javascript:alert(1)', 'data:text/html,x', 'ftp://example.com/', 'not a url', ''])(
    'takes %j for no page',
    (text) => {
      expect(pageAddress(text)).toBeUndefined();
    },
  );

  it('takes nothing longer than 2,048 characters', () => {
    expect(pageAddress('https://example.com/' + 'a'.repeat(2100))).toBeUndefined();
  });
});

describe('hostKey', () => {
  it('puts a domain and its subdomains into one range', () => {
    expect(hostKey('www.example.com')).toBe('com.example.www.');
    expect(hostKey('www.example.com').startsWith(hostKey('example.com'))).toBe(true);
    expect(hostKey('example.company').startsWith(hostKey('example.com'))).toBe(false);
  });

  it.each(['www.example.com', 'localhost', '192.0.2.7', '[2001:db8::1]'])('is undone by hostOfKey for %s', (host) => {
    expect(hostOfKey(hostKey(host))).toBe(host);
  });

  it('keeps a port', () => {
    expect(hostOfKey(hostKey('example.com', '8080'))).toBe('example.com:8080');
  });
});

describe('registrableDomain', () => {
  it.each([
    ['news.bbc.co.uk', 'bbc.co.uk', 'co.uk'],
    ['docs.python.org', 'python.org', 'org'],
    ['shop.harbour-bikes.example', 'harbour-bikes.example', 'example'],
  ])('knows the public suffix of %s', (host, domain, suffix) => {
    expect(registrableDomain(host)).toBe(domain);
    expect(publicSuffix(host)).toBe(suffix);
  });
});
