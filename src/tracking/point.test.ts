import { describe, expect, it } from 'vitest';

import { dayAt, entry, outline, pointsOf, TRACKED } from '../../test/rank-outlines.ts';
import { serpRecord } from '../../test/serp-records.ts';
import { readTrackedTarget } from './match.ts';
import { describeAbsence, outlineSerp, readPoint } from './point.ts';

const target = readTrackedTarget(TRACKED);

describe('a point', () => {
  it('counts organic results over all pages, also where the first page has nine', () => {
    const organic = Array.from({ length: 9 }, (_, at) => ({ url: `https://site${at}.example/`, page: 1 }));
    const serp = serpRecord([...organic, { url: TRACKED, page: 2 }], { depth_asked: 20 });
    expect(readPoint(outlineSerp(serp), target)).toMatchObject({ position: 10, page: 2, rank_absolute: 10 });
  });

  it('counts a page in the featured snippet once as a result and once as the feature', () => {
    const serp = serpRecord([
      { type: 'featured_snippet', url: TRACKED },
      { url: 'https://rival.example/' },
      { url: TRACKED },
    ]);
    const point = readPoint(outlineSerp(serp), target);
    expect(point).toMatchObject({ position: 2, rank_absolute: 3, also_ranking: [] });
    expect(point?.features.find(({ type }) => type === 'featured_snippet')).toEqual({
      type: 'featured_snippet',
      present: true,
      owned: true,
    });
  });

  it('tells features that are not ours, not there, and not seen apart', () => {
    const serp = serpRecord(
      [
        { type: 'local_pack', url: null, children: [{ title: 'A shop', url: null, domain: null }] },
        { type: 'video', url: 'https://video.example/watch' },
        { url: TRACKED },
      ],
      { sees: ['organic', 'local_pack', 'video', 'images'] },
    );
    const features = new Map(readPoint(outlineSerp(serp), target)?.features.map((each) => [each.type, each]));
    expect(features.get('local_pack')).toMatchObject({ present: true, owned: null });
    expect(features.get('video')).toMatchObject({ present: true, owned: false });
    expect(features.get('images')).toMatchObject({ present: false, owned: false });
    expect(features.get('jobs')).toMatchObject({ present: null, owned: null });
  });

  it.each([
    ['present', true, true],
    ['present', false, false],
    ['absent', true, null],
    ['async_not_loaded', false, null],
    ['unavailable', false, null],
  ] as const)('of an AI Overview that is %s and cites us: %s tells cited %s', (overview, cites, cited) => {
    const reference = entry('https://www.shop.example/guide', 1, { type: 'ai_overview', role: 'reference' });
    const [point] = pointsOf([outline(dayAt(0), cites ? [reference] : [], { overview })]);
    expect(point?.ai_overview).toEqual({ status: overview, cited });
  });

  it('says how many screens down a result begins, where that was measured', () => {
    const found = { ...entry(TRACKED, 1), top_px: 1512 };
    expect(pointsOf([outline(dayAt(0), [found])])[0]).toMatchObject({ top_px: 1512, screens_down: 1.4 });
    expect(pointsOf([outline(dayAt(0), [found], { device: null })])[0]).toMatchObject({ screens_down: null });
    expect(pointsOf([outline(dayAt(0), [entry(TRACKED, 1)])])[0]).toMatchObject({ top_px: null, screens_down: null });
  });
});

describe('no point is made', () => {
  it('of a page that came short, even where the target stands on it', () => {
    expect(pointsOf([outline(dayAt(0), [entry(TRACKED, 2)], { ended: 'incomplete' })])).toEqual([]);
  });

  it('of a page that was read up to the result of somebody else', () => {
    expect(pointsOf([outline(dayAt(0), [], { ended: 'stopped_on_match', organic_seen: 3 })])).toEqual([]);
    expect(pointsOf([outline(dayAt(0), [entry(TRACKED, 3)], { ended: 'stopped_on_match' })])).toHaveLength(1);
  });
});

it('says of a page without results that there were none, and not that nothing ranks among the first of them', () => {
  expect(describeAbsence(0)).toBe('does not rank: there were no organic results');
  expect(describeAbsence(25)).toBe('is not among the first 25 organic results');
});
