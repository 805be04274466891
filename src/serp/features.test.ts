import { describe, expect, it } from 'vitest';

import { organicOnly, serpRecord, type TestItem } from '../../test/serp-records.ts';
import { SERP_ITEM_TYPES } from '../ports/serp.ts';
import { listFeatures } from './features.ts';

const RESULTS: readonly TestItem[] = [{ url: 'https://one.test/a' }, { url: 'https://two.test/b' }];

const feature = (type: string, serp = serpRecord(RESULTS)) => listFeatures(serp).find((each) => each.type === type);

describe('the features of a result page', () => {
  it('are present with their place and who owns them', () => {
    const serp = serpRecord([
      { type: 'featured_snippet', url: 'https://www.two.test/b' },
      ...RESULTS,
      {
        type: 'video',
        children: [
          { title: 'One', url: 'https://www.youtube.com/watch?v=1', domain: 'www.youtube.com' },
          { title: 'Two', url: 'https://m.youtube.com/watch?v=2', domain: 'm.youtube.com' },
        ],
      },
    ]);
    expect(feature('featured_snippet', serp)).toMatchObject({
      status: 'present',
      present: true,
      position: 1,
      owners: ['two.test'],
      winnable: true,
    });
    expect(feature('video', serp)).toMatchObject({ position: 4, owners: ['youtube.com'] });
  });

  it('are absent only where the source can see them, and unavailable elsewhere', () => {
    expect(feature('local_pack')).toMatchObject({ status: 'absent', present: false, owners: null, how: null });
    const blind = listFeatures(organicOnly(serpRecord(RESULTS)));
    expect(new Set(blind.map(({ status }) => status))).toEqual(new Set(['unavailable']));
    expect(blind.every(({ present, winnable }) => present === null && winnable === null)).toBe(true);
    expect(blind).toHaveLength(SERP_ITEM_TYPES.length - 2);
  });

  it('tell an AI Overview that was not loaded from one that is not there', () => {
    const overview = (status: 'present' | 'absent' | 'async_not_loaded' | 'unavailable') =>
      feature(
        'ai_overview',
        serpRecord(RESULTS, {
          ai_overview: {
            status,
            markdown: null,
            references: status === 'present' ? [{ url: 'https://one.test/a', domain: 'one.test', title: null }] : [],
          },
        }),
      );
    expect(overview('present')).toMatchObject({ status: 'present', present: true, owners: ['one.test'] });
    expect(overview('async_not_loaded')).toMatchObject({ status: 'not_loaded', present: true, owners: null });
    expect(overview('absent')).toMatchObject({ status: 'absent', present: false });
    expect(overview('unavailable')).toMatchObject({ status: 'unavailable', present: null });
  });

  it('count questions and related searches that stand in lists of their own', () => {
    const asked = { people_also_ask: [{ question: 'Why?', answer: null, url: null }], related_searches: null };
    const serp = organicOnly(serpRecord(RESULTS), asked);
    expect(feature('people_also_ask', serp)).toMatchObject({ status: 'present', position: null });
    expect(feature('related_searches', serp)?.status).toBe('unavailable');
  });

  it('keep the name of what no type of ours is', () => {
    const serp = serpRecord([{ type: 'other', kind: 'math_solver' }, ...RESULTS]);
    expect(listFeatures(serp)[0]).toMatchObject({ type: 'math_solver', status: 'present', winnable: null });
  });

  it('stand in the order of the page, then by what is known of them', () => {
    const serp = serpRecord([{ type: 'video' }, ...RESULTS, { type: 'images' }, { type: 'paid' }]);
    const features = listFeatures(serp);
    expect(features.slice(0, 3).map(({ type }) => type)).toEqual(['video', 'images', 'paid']);
    const order = ['present', 'absent', 'not_loaded', 'unavailable'];
    const places = features.map(({ status }) => order.indexOf(status));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });
});
