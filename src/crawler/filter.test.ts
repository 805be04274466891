import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';

import { AddressFilter } from './filter.ts';

const admits = (url: string, include: readonly string[], exclude: readonly string[] = []): boolean =>
  new AddressFilter({ include, exclude }).admits(url);

describe('patterns of addresses', () => {
  it.each([
    ['https://shop.example/blog/bikes', ['/blog/*'], true],
    ['https://shop.example/blog', ['/blog/*'], false],
    ['https://shop.example/en/blog/bikes', ['/blog/*'], false],
    ['https://shop.example/en/blog/bikes', ['*/blog/*'], true],
    ['https://shop.example/about', ['/about'], true],
    ['https://shop.example/about-us', ['/about'], false],
    ['https://shop.example/list?sort=price', ['*?sort=*'], true],
    ['https://shop.example/list?page=2&sort=price', ['*?sort=*'], false],
    ['https://shop.example/a.b', ['/a.b'], true],
    ['https://shop.example/axb', ['/a.b'], false],
    ['https://www.shop.example/x', ['https://www.shop.example/*'], true],
    ['https://shop.example/x', ['https://www.shop.example/*'], false],
    ['https://shop.example', ['/'], true],
    ['https://shop.example/aa', ['/a*a'], true],
    ['https://shop.example/a', ['/a*a'], false],
  ])('read %s with %j: %s', (url, include, expected) => {
    expect(admits(url, include)).toBe(expected);
  });

  it('leave out what is excluded, though it is included as well', () => {
    expect(admits('https://shop.example/blog/tag/x', ['/blog/*'], ['*/tag/*'])).toBe(false);
    expect(admits('https://shop.example/blog/x', ['/blog/*'], ['*/tag/*'])).toBe(true);
  });

  it('match what the regular expression with the same meaning matches', () => {
    const letters = constantFrom('a', 'b', '*', '/');
    assert(
      property(string({ unit: letters, maxLength: 8 }), string({ unit: letters, maxLength: 12 }), (pattern, path) => {
        const expression = new RegExp(`^${pattern.replaceAll('*', '[^]*')}$`);
        expect(admits(`https://shop.example/${path}`, [`/${pattern}`])).toBe(
          new RegExp(`^/${expression.source.slice(1)}`).test(`/${path}`),
        );
      }),
    );
  });

  it('with hundreds of stars are refused, which says why', () => {
    expect(() => admits('https://shop.example/', ['*a'.repeat(100)])).toThrow('too many stars');
  });
});
