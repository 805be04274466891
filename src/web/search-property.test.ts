import { expect, it } from 'vitest';

import { readProperty } from './search-property.ts';

it('reads properties as Search Console names them, and a bare domain as a domain property', () => {
  expect(readProperty('sc-domain:Example.com')).toBe('sc-domain:example.com');
  expect(readProperty('example.co.uk')).toBe('sc-domain:example.co.uk');
  expect(readProperty('bücher.example')).toBe('sc-domain:xn--bcher-kva.example');
  expect(readProperty('https://www.Example.com')).toBe('https://www.example.com/');
  expect(readProperty('http://example.com/blog')).toBe('http://example.com/blog/');
});

it('refuses what is no property', () => {
  for (const text of [
    '',
    'example',
    'ftp://example.com/',
    'https://a:b@example.com/',
    'https://example.com/?q=1',
    'two words.com',
  ]) {
    expect(readProperty(text)).toBeUndefined();
  }
});
