import { describe, expect, it } from 'vitest';

import { groupPairs } from './groups.ts';
import type { Pairs } from './pairs.ts';

/** A list of which nothing is known but how alike its keywords are. */
function list(
  count: number,
  alike: readonly (readonly [number, number, number])[],
  apart: readonly (readonly [number, number])[] = [],
): Pairs {
  const likeness = new Float64Array(count * count);
  const parted = new Uint8Array(count * count);
  for (const [one, other, value] of alike) likeness[one * count + other] = likeness[other * count + one] = value;
  for (const [one, other] of apart) parted[one * count + other] = parted[other * count + one] = 1;
  return { count, likeness, apart: parted, decided: 0, sentences: false, by_meaning: false, features: [] };
}

/** Three keywords that are one page, and 3, which its nearest neighbor 4 holds back from them. */
const TORN = [
  [0, 1, 0.9],
  [0, 2, 0.9],
  [1, 2, 0.9],
  [3, 4, 0.7],
  [3, 0, 0.65],
  [3, 1, 0.65],
  [3, 2, 0.65],
] as const;

describe('groupPairs', () => {
  it('moves a keyword from its nearest neighbor to the page that more of its kind are on', () => {
    expect(groupPairs(list(5, TORN))).toEqual([[0, 1, 2, 3], [4]]);
  });

  it('never moves a keyword to one that it must not share a page with', () => {
    expect(groupPairs(list(5, TORN, [[3, 1]]))).toEqual([
      [0, 1, 2],
      [3, 4],
    ]);
  });

  it('asks for more likeness in a list of ways to type one search than in one of many searches', () => {
    const pairs = (usual: number) => Array.from({ length: 40 }, (_, at) => [2 * at, 2 * at + 1, usual] as const);
    const asked = [80, 81, 0.3] as const;
    expect(groupPairs(list(82, [...pairs(1), asked]))).toContainEqual([80]);
    expect(groupPairs(list(82, [...pairs(0.5), asked]))).toContainEqual([80, 81]);
  });

  it('joins a keyword that would stay alone to the group that it is nearest to, and never past one that must stay apart', () => {
    const page = (first: number) =>
      [first, first + 1, first + 2].flatMap((one, at, all) =>
        all.slice(at + 1).map((other) => [one, other, 1] as const),
      );
    const pages = Array.from({ length: 20 }, (_, at) => page(3 * at)).flat();
    const near = [0, 1, 2].map((member) => [60, member, 0.2] as const);
    const less = [3, 4, 5].map((member) => [60, member, 0.18] as const);
    expect(groupPairs(list(61, [...pages, ...near, ...less]))).toContainEqual([0, 1, 2, 60]);
    expect(groupPairs(list(61, [...pages, ...near, ...less], [[60, 1]]))).toContainEqual([3, 4, 5, 60]);
    const barely = [0, 1, 2].map((member) => [60, member, 0.13] as const);
    expect(groupPairs(list(61, [...pages, ...barely]))).toContainEqual([60]);
  });

  it('joins two keywords that would both stay alone where they are nearly as alike as pages ask, the nearest two first', () => {
    const pages = Array.from({ length: 40 }, (_, at) => [2 * at, 2 * at + 1, 1] as const);
    const others = [
      [80, 81, 0.4],
      [81, 82, 0.38],
    ] as const;
    const found = groupPairs(list(83, [...pages, ...others]));
    expect(found).toContainEqual([80, 81]);
    expect(found).toContainEqual([82]);
    expect(groupPairs(list(83, [...pages, ...others], [[80, 81]]))).toContainEqual([81, 82]);
  });

  it('leaves keywords that have nothing in common alone', () => {
    const far = Array.from({ length: 39 }, (_, at) => [at, at + 1, 0.08] as const);
    expect(groupPairs(list(40, far))).toHaveLength(40);
  });
});
