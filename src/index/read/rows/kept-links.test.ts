import { expect, it } from 'vitest';

import { linksOf, storedLinks } from './held-facts.ts';
import { KeptLinks } from './kept-links.ts';

type Links = Awaited<ReturnType<Parameters<KeptLinks['again']>[2]>>;

/** So many links of which nothing is known. */
function blankLinks(count: number): Links {
  const empty = storedLinks(['anchor'], [Array.from({ length: count }, () => 'shop')]);
  return linksOf(empty);
}

/** A question about a target, and whether it was answered from what was kept. */
function asking(kept: KeptLinks): (target: string, state: string, count?: number) => Promise<string> {
  return async (target, state, count = 1) => {
    let reads = 0;
    const links = await kept.again(target, state, () => {
      reads += 1;
      return Promise.resolve(blankLinks(count));
    });
    if (links === undefined) return 'first';
    return reads === 1 ? 'read' : 'kept';
  };
}

it('reads all of a target at the second question, and nothing at further ones', async () => {
  const ask = asking(new KeptLinks());
  expect([await ask('a', '1'), await ask('a', '1'), await ask('a', '1'), await ask('a', '1')]).toEqual([
    'first',
    'read',
    'kept',
    'kept',
  ]);
  expect(await ask('b', '1')).toBe('first');
});

it('forgets the links of a target as soon as any link of the index changes', async () => {
  const ask = asking(new KeptLinks());
  for (const state of ['1', '1']) await ask('a', state);
  expect([await ask('a', '2'), await ask('a', '2'), await ask('a', '2')]).toEqual(['first', 'read', 'kept']);
});

it('reads once for all who ask at the same time', async () => {
  const kept = new KeptLinks();
  void kept.again('a', '1', () => Promise.resolve([]));
  let reads = 0;
  const slow = Promise.withResolvers<Links>();
  const read = (): Promise<Links> => {
    reads += 1;
    return slow.promise;
  };
  const both = [1, 2].map(() => kept.again('a', '1', read) ?? Promise.reject(new Error('not asked before')));
  slow.resolve(blankLinks(2));
  expect((await Promise.all(both)).map((links) => links?.length)).toEqual([2, 2]);
  expect(reads).toBe(1);
});

it('does not remember that a reading failed', async () => {
  const kept = new KeptLinks();
  void kept.again('a', '1', () => Promise.resolve([]));
  await expect(kept.again('a', '1', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  await expect(kept.again('a', '1', () => Promise.resolve(blankLinks(1)))).resolves.toHaveLength(1);
});

it('gives up the target that was asked about longest ago when all that is kept has more than 40 million characters', async () => {
  const ask = asking(new KeptLinks());
  for (const target of ['a', 'b', 'c']) for (const state of ['1', '1']) await ask(target, state, 40_000);
  expect([await ask('b', '1'), await ask('c', '1'), await ask('a', '1')]).toEqual(['kept', 'kept', 'read']);
});
