import { expect, it } from 'vitest';

import { findPlatformKind } from './platform-kind.ts';
import { readSite, readSiteOrSubdomain } from './site-of-target.ts';

it.each([
  ['amazon.co.uk', 'marketplace'],
  ['kleinanzeigen.de', 'marketplace'],
  ['wikipedia.org', 'encyclopaedia'],
  ['reddit.com', 'forum'],
  ['stackoverflow.com', 'forum'],
  ['gutefrage.net', 'forum'],
  ['pinterest.com', 'social'],
  ['youtube.com', 'video'],
  ['google.de', 'search_engine'],
  ['github.com', 'code_hosting'],
  ['wordpress.com', 'shared_hosting'],
] as const)('%s is a platform: %s', (domain, kind) => {
  expect(findPlatformKind(domain)).toBe(kind);
});

it('who sells software, and every other site, competes like anybody else', () => {
  for (const domain of ['hubspot.com', 'adobe.com', 'shopify.com', 'example.com', 'amazonia.org'])
    expect(findPlatformKind(domain)).toBeUndefined();
});

it('a URL stands for its site, and a subdomain for its site or for itself, as is asked', () => {
  expect(readSite('https://blog.example.co.uk/a?b=1').value).toBe('example.co.uk');
  expect(readSite('anna.github.io').value).toBe('anna.github.io');
  expect(readSiteOrSubdomain('blog.example.com', 'target1').value).toBe('blog.example.com');
  expect(readSiteOrSubdomain('www.example.com', 'target1').value).toBe('example.com');
  expect(readSiteOrSubdomain('https://blog.example.com/a', 'target1').value).toBe('example.com');
});
