import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { day, openTestIndex, pageFact, type TestIndex } from '../../../test/index-engine.ts';
import type { PageFact } from '../../ports/index.ts';
import type { KnownPage } from '../../ports/links.ts';

let index: TestIndex;

beforeAll(async () => {
  index = await openTestIndex();
});
afterAll(() => index.close());
beforeEach(() => index.clear());

async function crawl(...facts: readonly PageFact[]): Promise<void> {
  for (const fact of facts) await index.writer.write(fact);
  await index.writer.flush();
}

async function ask(...urls: readonly string[]): Promise<readonly KnownPage[]> {
  return (await index.links.knownPages({ urls }, new AbortController().signal)).value;
}

describe('known pages', () => {
  it('tells what the newest fetch saw, for the URL as it was asked', async () => {
    await crawl(
      pageFact('https://shop.test/hoses/', { at: day(1), status: 404 }),
      pageFact('https://shop.test/hoses/', {
        at: day(3),
        document: {
          title: 'Garden hoses',
          word_count: 812,
          canonical_url: 'https://shop.test/hoses/',
          published_at: '2026-01-05',
        },
      }),
    );
    expect(await ask('http://shop.test/hoses?utm_source=mail')).toEqual([
      {
        url: 'http://shop.test/hoses?utm_source=mail',
        status_code: 200,
        redirect_url: null,
        is_indexable: true,
        canonical_url: 'https://shop.test/hoses/',
        title: 'Garden hoses',
        words_count: 812,
        referring_domains: 0,
        backlinks: 0,
        published_at: '2026-01-05',
        fetched_at: day(3).toISOString(),
      },
    ]);
  });

  it('leaves out pages that nobody fetched, also where others link to them, and what is no address', async () => {
    await crawl(pageFact('https://blog.test/a', { links: ['https://shop.test/new'] }));
    expect(await ask('https://shop.test/new', 'https://shop.test/', 'no address')).toEqual([]);
    const { source } = await index.links.knownPages({ urls: [] }, new AbortController().signal);
    expect(source.coverage).toBe('none');
  });

  it('knows which pages can be indexed, and does not guess where a page could not be read', async () => {
    await crawl(
      pageFact('https://shop.test/noindex', { document: { noindex: true } }),
      pageFact('https://shop.test/gone', { status: 410 }),
      pageFact('https://shop.test/moved', { redirect: 'https://shop.test/hoses' }),
      { ...pageFact('https://shop.test/plan.pdf'), document: undefined },
    );
    const pages = await ask(
      'https://shop.test/noindex',
      'https://shop.test/gone',
      'https://shop.test/moved',
      'https://shop.test/plan.pdf',
    );
    expect(
      pages.map(({ status_code, redirect_url, is_indexable, title }) => [
        status_code,
        redirect_url,
        is_indexable,
        title,
      ]),
    ).toEqual([
      [200, null, false, 'A page'],
      [410, null, false, null],
      [301, 'https://shop.test/hoses', false, null],
      [200, null, null, null],
    ]);
  });

  it('counts live links from other domains, and the hosts that they are on', async () => {
    await crawl(
      pageFact('https://shop.test/hoses', { links: ['https://shop.test/hoses'] }),
      pageFact('https://blog.shop.test/a', { links: ['https://shop.test/hoses'] }),
      pageFact('https://one.test/a', { links: ['https://shop.test/hoses'] }),
      pageFact('https://one.test/b', { links: ['https://shop.test/hoses'] }),
      pageFact('https://two.test/a', { at: day(1), links: ['https://shop.test/hoses'] }),
      pageFact('https://two.test/a', { at: day(5), links: [] }),
    );
    await index.rebuild();
    const [page] = await ask('https://shop.test/hoses');
    expect(page).toMatchObject({ backlinks: 2, referring_domains: 1 });
  });
});
