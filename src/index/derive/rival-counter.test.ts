import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { siteWorth } from '../authority/site-worth.ts';
import { placeByFrequency, type SiteGraph, RivalCounter } from './rival-counter.ts';

/** What each linking site links to, and how far it is trusted. */
interface Site {
  readonly links: readonly number[];
  readonly trust: number;
}

function graphOf(sites: readonly Site[], referred: number): SiteGraph {
  const starts = [0];
  for (const { links } of sites) starts.push((starts.at(-1) ?? 0) + links.length);
  const linked = Uint32Array.from(sites.flatMap(({ links }) => links));
  const placed = placeByFrequency(linked, referred);
  for (const [at, start] of starts.entries()) linked.subarray(start, starts[at + 1]).sort();
  return {
    starts: Uint32Array.from(starts),
    linked,
    ...placed,
    trust: Float32Array.from(sites.map(({ trust }) => trust)),
    domains: Uint32Array.from(sites.map(({ links }) => links.length)),
  };
}

const NOTHING = { first: 0, end: 0 };
const alike = (...links: readonly number[]): Site => ({ links, trust: 1 });

it('places the sites first that most sites link to, and level ones by number', () => {
  const links = Uint32Array.of(3, 1, 3, 0, 1, 3);
  const { numbers, referrers } = placeByFrequency(links, 5);
  expect([...numbers]).toEqual([3, 1, 0, 2, 4]);
  expect([...referrers]).toEqual([3, 2, 1, 0, 0]);
  expect([...links]).toEqual([0, 1, 0, 2, 1, 0]);
});

describe('rivals', () => {
  it('are counted for each site that the linking ones link to, most first and level ones by number', () => {
    const counter = new RivalCounter(graphOf([alike(0, 3), alike(0, 1, 3), alike(0, 1, 2), alike(2)], 4));
    const { total, no, shared } = counter.count(Uint32Array.of(0, 1, 2), { first: 0, end: 1 }, 10);
    expect({ total, no, shared }).toEqual({ total: 3, no: [1, 3, 2], shared: [2, 2, 1] });
  });

  it('leave out the target’s own, and start from nothing for each target', () => {
    const counter = new RivalCounter(graphOf([alike(0, 1, 2, 3), alike(1, 3)], 4));
    const own = { first: 1, end: 3 };
    const first = counter.count(Uint32Array.of(0, 1), own, 10);
    expect(first).toMatchObject({ total: 2, no: [3, 0], shared: [2, 1] });
    expect(counter.count(Uint32Array.of(0, 1), own, 10)).toEqual(first);
  });

  it('keep of level ones those that the trusted sites with few links share', () => {
    const directory = { links: [0, 1, 2, 3, 4, 5, 6, 7], trust: 1 };
    const farm = { links: [0, 5], trust: 0.1 };
    const trusted = { links: [0, 7], trust: 1 };
    const counter = new RivalCounter(graphOf([directory, farm, trusted], 8));
    const { total, no, shared } = counter.count(Uint32Array.of(0, 1, 2), { first: 0, end: 1 }, 1);
    expect({ total, no, shared }).toEqual({ total: 7, no: [7], shared: [2] });
  });

  it('say the share of all that the linking sites say, in millionths', () => {
    const [one, other] = [alike(0, 1), alike(0, 2, 3)];
    const { share, no } = new RivalCounter(graphOf([one, other], 4)).count(Uint32Array.of(0, 1), NOTHING, 10);
    // 1 / ln 3 and 1 / ln 4 are 0.9102 and 0.7213.
    expect(Object.fromEntries(no.map((each, at) => [each, share[at]]))).toEqual({
      0: 1_000_000,
      1: 557_886,
      2: 442_114,
      3: 442_114,
    });
  });

  it('come to the same as counting each pair of sites', () => {
    const site = fc.record({
      links: fc.uniqueArray(fc.nat(20), { minLength: 1, maxLength: 8 }),
      trust: fc.constantFrom(0, 0.02, 0.3, 1),
    });
    const webs = fc.array(site, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(webs, fc.integer({ min: 1, max: 25 }), fc.integer({ min: 1, max: 22 }), (sites, most, block) => {
        const all = Uint32Array.from(sites.keys());
        const found = new RivalCounter(graphOf(sites, 21), block).count(all, { first: 4, end: 6 }, most);
        const greatest = Math.max(...sites.map(({ trust }) => Math.fround(trust)));
        const worth = ({ trust, links }: Site): number =>
          siteWorth({ trust: Math.fround(trust), domains: links.length }, greatest);
        const sum = (some: readonly Site[]): number => some.reduce((total, each) => total + worth(each), 0);
        const expected = Array.from({ length: 21 }, (_, no) => {
          const linking = sites.filter(({ links }) => links.includes(no));
          return { no, shared: linking.length, share: Math.round((sum(linking) / sum(sites)) * 1_000_000) };
        }).filter(({ no, shared }) => shared > 0 && (no < 4 || no >= 6));
        const foremost = expected
          .toSorted((a, b) => b.shared - a.shared || b.share - a.share || a.no - b.no)
          .slice(0, most)
          .toSorted((a, b) => b.shared - a.shared || a.no - b.no);
        expect(found.total).toBe(expected.length);
        expect(found.no.map((no, at) => ({ no, shared: found.shared[at], share: found.share[at] }))).toEqual(foremost);
      }),
    );
  });
});
