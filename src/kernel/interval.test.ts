import { expect, it } from 'vitest';

import { intervalOfShare } from './interval.ts';

it('bounds a share as Wilson does, also where all or none of a few cases hit', () => {
  expect(intervalOfShare(10, 100)).toEqual({ low: 0.055, high: 0.174 });
  expect(intervalOfShare(0, 10)).toEqual({ low: 0, high: 0.278 });
  expect(intervalOfShare(10, 10)).toEqual({ low: 0.722, high: 1 });
  expect(intervalOfShare(1, 1)).toEqual({ low: 0.207, high: 1 });
});
