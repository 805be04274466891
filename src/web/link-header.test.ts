import { describe, expect, it } from 'vitest';

import { findCanonical, readLinkHeader } from './link-header.ts';

describe('a Link header', () => {
  it('is read entry by entry, with commas and semicolons inside quotation marks and brackets', () => {
    expect(
      readLinkHeader('<https://e.com/a,b;c>; rel="alternate canonical"; hreflang="de,at", </style.css>;rel=preload'),
    ).toEqual([
      {
        text: '<https://e.com/a,b;c>; rel="alternate canonical"; hreflang="de,at"',
        target: 'https://e.com/a,b;c',
        rel: ['alternate', 'canonical'],
        hreflang: 'de,at',
      },
      { text: '</style.css>;rel=preload', target: '/style.css', rel: ['preload'], hreflang: undefined },
    ]);
  });

  it('takes the first of repeated parameters', () => {
    expect(readLinkHeader('</a>; rel=next; rel=canonical')[0]?.rel).toEqual(['next']);
  });

  it('names the canonical address, whatever malformed entries stand around it', () => {
    expect(findCanonical('nonsense, <a>;;, <>; rel=canonical, < https://e.com/x > ; REL="Canonical')).toBe(
      'https://e.com/x',
    );
    expect(findCanonical('<https://e.com/canonical>; rel=next')).toBeUndefined();
    expect(findCanonical('<https://e.com/never-closed; rel=canonical')).toBeUndefined();
  });

  it('is bounded', () => {
    expect(readLinkHeader('</a>;rel=next,'.repeat(100_000)).length).toBeLessThanOrEqual(500);
    expect(readLinkHeader(`</a>${' ;'.repeat(100_000)}`)).toHaveLength(1);
  });
});
