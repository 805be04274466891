import { describe, expect, it } from 'vitest';

import type { KnownPage } from '../../../ports/links.ts';
import { knownPage } from '../../../../test/ranking-records.ts';
import { type AskedPage, covers, findConflicts, readPage, readPages } from './addresses.ts';
import { foldResolved, resolvePages } from './resolve.ts';

function page(text: string): AskedPage {
  const read = readPage(text);
  if (typeof read === 'string') throw new Error(read);
  return read;
}

describe('a pattern of pages', () => {
  it.each([
    ['https://shop.example/blog/*', 'https://shop.example/blog/a', true],
    ['https://shop.example/blog/*', 'https://shop.example/blog/a/b?c=1', true],
    ['https://shop.example/blog/*', 'http://shop.example/blog/a/', true],
    ['https://shop.example/blog/*', 'https://shop.example/blog', false],
    ['https://shop.example/blog/*', 'https://shop.example/en/blog/a', false],
    ['https://shop.example/*/bikes', 'https://shop.example/en/bikes', true],
    ['https://shop.example/*/bikes', 'https://shop.example/en/bikes/red', false],
    ['https://shop.example/b*s', 'https://shop.example/bikes', true],
    ['https://shop.example/a.b/*', 'https://shop.example/axb/c', false],
    ['https://shop.example/*', 'https://www.shop.example/a', false],
    ['https://shop.example/*', 'https://shop.example/blog/*', true],
    ['https://shop.example/blog/*', 'https://shop.example/*', false],
  ])('%s and %s', (pattern, address, fits) => {
    expect(covers(page(pattern), page(address))).toBe(fits);
  });

  it.each([
    ['shop.example/a', 'absolute URL'],
    ['ftp://shop.example/a', 'absolute URL'],
    ['https://*.shop.example/a', 'in the path only'],
    ['https://shop.example/a?b=*', 'in the path only'],
    ['https://shop.example/*#top', 'in the path only'],
    ['https://shop.example*', 'in the path only'],
    [`https://shop.example/${'a'.repeat(2050)}`, 'at most 2048'],
  ])('is refused where it stands elsewhere or is no address: %s', (text, why) => {
    expect(readPage(text)).toContain(why);
  });
});

it('folds addresses of one page, and keeps the first', () => {
  const { pages } = readPages(['https://a.example/x/', 'http://a.example/x?utm_source=y', 'https://a.example/y'], []);
  expect(pages.map(({ sent }) => sent)).toEqual(['https://a.example/x/', 'https://a.example/y']);
});

it('refuses to leave out what has to rank, by name or by pattern', () => {
  const pages = ['https://a.example/x', 'https://b.example/*'];
  expect(findConflicts(pages, ['https://c.example/', 'http://a.example/x/'])).toMatchObject([
    { path: 'exclude_pages[1]', message: expect.stringContaining('also one of pages') },
  ]);
  expect(findConflicts(pages, ['https://a.example/*'])).toMatchObject([
    { path: 'exclude_pages[0]', message: expect.stringContaining('covers https://a.example/x') },
  ]);
  expect(findConflicts(pages, ['https://b.example/only-this'])).toEqual([]);
});

describe('redirects and canonicals', () => {
  const look = (known: readonly KnownPage[]) => {
    const asked: (readonly string[])[] = [];
    const answer = (urls: readonly string[]): Promise<readonly KnownPage[]> => {
      asked.push(urls);
      return Promise.resolve(known.filter(({ url }) => urls.includes(url)));
    };
    return { asked, answer };
  };
  const A = 'https://a.example/a';
  const B = 'https://a.example/b';
  const C = 'https://a.example/c';

  it('are followed one after the other', async () => {
    const { answer } = look([
      knownPage(A, { status_code: 301, redirect_url: B, title: null }),
      knownPage(B, { canonical_url: C }),
      knownPage(C, { canonical_url: C }),
    ]);
    expect(await resolvePages([page(A)], answer)).toMatchObject([
      { sent: A, compared_as: C, via: ['redirect', 'canonical'], status_code: 301 },
    ]);
  });

  it('leave a page as it was sent where they go in a circle, and patterns always', async () => {
    const { answer, asked } = look([
      knownPage(A, { status_code: 301, redirect_url: B }),
      knownPage(B, { status_code: 301, redirect_url: A }),
    ]);
    const [circle, pattern] = await resolvePages([page(A), page('https://a.example/*')], answer);
    expect(circle).toMatchObject({ compared_as: A, via: [] });
    expect(pattern).toMatchObject({ compared_as: 'https://a.example/*', via: [], status_code: null });
    expect(asked).toEqual([[A], [B]]);
  });

  it('end after five hops', async () => {
    const at = (step: number): string => `https://a.example/${step}`;
    const chain = Array.from({ length: 8 }, (_, step) =>
      knownPage(at(step), { status_code: 301, redirect_url: at(step + 1) }),
    );
    const [five] = await resolvePages([page(at(3))], look(chain).answer);
    expect(five).toMatchObject({ compared_as: at(8), via: Array.from({ length: 5 }, () => 'redirect') });
    const [more] = await resolvePages([page(at(0))], look(chain).answer);
    expect(more).toMatchObject({ compared_as: at(0), via: [] });
  });

  it('make one page of two addresses that lead to it', async () => {
    const { answer } = look([knownPage(A, { status_code: 301, redirect_url: B }), knownPage(B)]);
    const { pages, folded } = foldResolved(await resolvePages([page(B), page(A)], answer), []);
    expect(pages.map(({ sent }) => sent)).toEqual([B]);
    expect(folded).toEqual([{ page: A, same_as: B }]);
  });
});
