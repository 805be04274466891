import { describe, expect, it } from 'vitest';

import { judgeFeatures, loadSearchModel, parseSearchModel } from './search-model.ts';

/** Five intents, two page types, four stages. */
const HEAD = [
  ['pages', 'guide', 'product'],
  ['numbers', '0.1', '1', '1', '1'],
];
const row = (weights: readonly number[]): string => Buffer.from(Int8Array.from(weights).buffer).toString('base64');

describe('the model of searches', () => {
  it('adds the weights of the features that it knows, and turns them into odds that sum to one', () => {
    const model = parseSearchModel([
      ...HEAD,
      ['has=product', row([0, 0, 20, 0, 0, -10, 10, 0, 0, 0, 0])],
      ['end=product', row([0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0])],
    ]);
    const { intents, pages, stages } = judgeFeatures(['has=product', 'end=product', 'never seen'], model);
    for (const odds of [intents, pages, stages]) expect(odds.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 10);
    expect(intents[2]).toBeCloseTo(Math.exp(3) / (Math.exp(3) + 3), 10);
    expect(pages[1]).toBeCloseTo(Math.exp(2) / (Math.exp(2) + 1), 10);
    expect(stages).toEqual([0.25, 0.25, 0.25, 0.25]);
  });

  it('calls no search local that names neither a place nor what is done at one', () => {
    const model = parseSearchModel([...HEAD, ['has=small_number', row([0, 0, 0, 50, 0, 0, 0, 0, 0, 0, 0])]]);
    expect(judgeFeatures(['has=small_number'], model).intents).toEqual([0.25, 0.25, 0.25, 0, 0.25]);
    expect(judgeFeatures(['has=small_number', 'has=city'], model).intents[3]).toBeGreaterThan(0.9);
  });

  it('refuses weights of another shape', () => {
    expect(() => parseSearchModel([...HEAD, ['has=product', row([1, 2])]])).toThrow('a row of another length');
    expect(() =>
      parseSearchModel([
        ['pages', 'brochure'],
        ['numbers', '1', '1', '1', '1'],
      ]),
    ).toThrow('an unknown head');
  });

  it('ships with weights for every kind of page that searches are labelled with', () => {
    expect(loadSearchModel().pages).toEqual(expect.arrayContaining(['news', 'forum_thread', 'product', 'pricing']));
  });
});
