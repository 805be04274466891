import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { day, openTestIndex, pageFact, type TestIndex } from '../../../test/index-engine.ts';
import type { HostRange, PageFact } from '../../ports/index.ts';

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

const SHOP: HostRange = { host_keys: ['test.shop.'], has_subdomains: false };
const ask = (limit: number, range = SHOP): Promise<readonly string[]> =>
  index.remembered(range, limit, new AbortController().signal);

describe('remembered pages', () => {
  it('are those of the hosts asked for, the longest unread first, and of one day the most linked', async () => {
    await crawl(
      pageFact('https://shop.test/', { at: day(3), links: ['https://shop.test/linked'] }),
      pageFact('https://shop.test/alone?page=2', { at: day(2) }),
      pageFact('https://shop.test/linked', { at: day(2, 20) }),
      pageFact('https://shop.test/old/', { at: day(1) }),
      pageFact('https://www.shop.test/', { at: day(1) }),
      pageFact('https://othershop.test/', { at: day(1) }),
    );
    expect(await ask(10)).toEqual([
      'https://shop.test/old/',
      'https://shop.test/linked',
      'https://shop.test/alone?page=2',
      'https://shop.test/',
    ]);
    expect(await ask(1)).toEqual(['https://shop.test/old/']);
    const all = await ask(10, { ...SHOP, has_subdomains: true });
    expect(all.toSorted()).toEqual([
      'https://shop.test/',
      'https://shop.test/alone?page=2',
      'https://shop.test/linked',
      'https://shop.test/old/',
      'https://www.shop.test/',
    ]);
  });

  it('were neither gone when they were last read nor files; redirects and failures may have ended since', async () => {
    await crawl(
      pageFact('https://shop.test/gone', { at: day(1) }),
      pageFact('https://shop.test/gone', { at: day(2), status: 410 }),
      pageFact('https://shop.test/missing', { status: 404 }),
      { ...pageFact('https://shop.test/map.pdf'), document: undefined },
      pageFact('https://shop.test/back', { at: day(1), status: 404 }),
      pageFact('https://shop.test/back', { at: day(2) }),
      pageFact('https://shop.test/moved', { redirect: 'https://shop.test/back' }),
      pageFact('https://shop.test/broken', { status: 500 }),
    );
    expect((await ask(10)).toSorted()).toEqual([
      'https://shop.test/back',
      'https://shop.test/broken',
      'https://shop.test/moved',
    ]);
  });
});
