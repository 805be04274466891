import { expect, it } from 'vitest';

import { priorityOf } from './level.ts';

it.each([
  [0, 'low'],
  [33.9, 'low'],
  [34, 'medium'],
  [66.9, 'medium'],
  [67, 'high'],
  [100, 'high'],
])('a score of %s has the priority %s', (score, priority) => {
  expect(priorityOf(score)).toBe(priority);
});
