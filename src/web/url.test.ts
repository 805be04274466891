import { describe, expect, it } from 'vitest';

import {
  hostKey,
  hostOfKey,
  isLocalHost,
  isSameAddress,
  isSameSite,
  normalizeAddress,
  ownerDomain,
  ownership,
  pageAddress,
  publicSuffix,
  registrableDomain,
} from './url.ts';

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

describe('ownerDomain', () => {
  it.each([
    ['blog.example.co.uk', 'example.co.uk'],
    ['www.anna.github.io', 'anna.github.io'],
    ['192.0.2.7', undefined],
    ['localhost', undefined],
  ])('of %s is %s', (host, domain) => {
    expect(ownerDomain(host)).toBe(domain);
  });
});

describe('isSameAddress', () => {
  it.each([
    ['in which only the case of escapes differs', 'https://a.example/%c3%bc', 'http://a.example/%C3%BC/', true],
    ['with letters in another case', 'https://a.example/page', 'https://a.example/Page', false],
    ['that are none', 'nonsense', 'nonsense', false],
  ])('compares addresses %s', (_what, one, other, isSame) => {
    expect(isSameAddress(one, other)).toBe(isSame);
  });
});

describe('isSameSite', () => {
  it('takes a host with and without www for one site, and another subdomain for another', () => {
    expect(isSameSite('www.a.example', 'a.example')).toBe(true);
    expect(isSameSite('blog.a.example', 'a.example')).toBe(false);
  });
});

describe('isLocalHost', () => {
  it.each([
    'localhost',
    'shop.local',
    'wiki.internal',
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '169.254.1.1',
    '[::1]',
    '[fd00::1]',
    '[fe80::1]',
  ])('knows that nobody else reaches %s', (host) => {
    expect(isLocalHost(host)).toBe(true);
  });

  it.each(['a.example', 'local.example', '172.15.0.1', '172.32.0.1', '192.0.2.7', '11.1.2.3', '[2001:db8::1]'])(
    'takes %s for a public host',
    (host) => {
      expect(isLocalHost(host)).toBe(false);
    },
  );
});

describe('normalizeAddress', () => {
  it('makes addresses absolute and drops credentials', () => {
    expect(normalizeAddress('../b?c#d', 'https://a.example/x/y')).toBe('https://a.example/b?c#d');
    expect(normalizeAddress('https://user:secret@a.example/', '')).toBe('https://a.example/');
  });

  it.each([
    undefined,
    '',
    'javascript:alert(1)',
    'data:text/html,x',
    '/relative',
    `https://a.example/${'a'.repeat(4096)}`,
  ])('gives none for %j', (written) => {
    expect(normalizeAddress(written, '')).toBeUndefined();
  });
});

describe('ownership', () => {
  it.each([
    ['harbour.example', true],
    ['www.harbour.example', true],
    ['shop.harbour.example', true],
    ['https://Shop.Harbour.example/a?b', true],
    ['https://münchen.example/', true],
    ['notharbour.example', false],
    ['harbour.example.evil.test', false],
    ['https://evil.test/harbour.example', false],
    ['example', false],
    ['https://', false],
  ])('of %s by its domains is %s', (place, expected) => {
    expect(ownership(['www.harbour.example', 'xn--mnchen-3ya.example'])(place)).toBe(expected);
  });

  it('is unknown without domains', () => {
    expect(ownership([])('harbour.example')).toBeNull();
  });

  it('does not take a registered name www for the whole of its suffix', () => {
    expect(ownership(['www.example'])('other.example')).toBe(false);
  });
});
