import { expect, it } from 'vitest';

import { serpRecord } from '../../test/serp-records.ts';
import type { LinkRankRecord } from '../ports/link-ranks.ts';
import { readAuthorities } from './authorities.ts';

const RESULT = 'https://shop.example/tents';

async function ranksOf(engine: string, record: Omit<LinkRankRecord, 'target'>): Promise<unknown> {
  const serp = serpRecord([{ url: RESULT }], { engine });
  const links = {
    ranks: async ({ targets }: { readonly targets: readonly { readonly value: string }[] }) =>
      targets.map(({ value }) => ({ target: value, ...record })),
  };
  return (await readAuthorities([serp], links)).get(RESULT);
}

it('takes a rank within a small index for unknown where the results are those of a search engine', async () => {
  expect(await ranksOf('google', { rank: 70, among: 21 })).toEqual({ domain_rank: null, page_rank: null });
  expect(await ranksOf('google', { rank: 70, among: 1000 })).toEqual({ domain_rank: 70, page_rank: 70 });
  expect(await ranksOf('google', { rank: 70 })).toEqual({ domain_rank: 70, page_rank: 70 });
  expect(await ranksOf('seamark-index', { rank: 70, among: 21 })).toEqual({ domain_rank: 70, page_rank: 70 });
});
