import { describe, expect, it } from 'vitest';

import { keywordFact } from '../../test/observations.ts';
import { AUSTIN, UNITED_STATES } from '../../test/source-context.ts';
import { AppError } from '../kernel/errors.ts';
import type { LocationQuery } from '../ports/locations.ts';
import type { KnownFactsQuery } from '../ports/keywords.ts';
import type { RankTarget } from '../ports/rank-targets.ts';
import { readTrackedVolumes, weighKeywords } from './weights.ts';

function target(id: string, keyword: string, location_code: number | null): RankTarget {
  return {
    id,
    project_id: undefined,
    keyword,
    url: 'https://shop.example/',
    series: { engine: 'google', location_code, location: null, language: 'en', device: null },
    depth: 30,
    tags: [],
    is_paused: false,
    created_at: new Date('2026-01-01T00:00:00Z'),
  };
}

const exactly = (value: number) => ({ value, low: null, high: null, basis: 'exact', period: null }) as const;

async function read(targets: readonly RankTarget[]) {
  const asked: KnownFactsQuery[] = [];
  const volumes = await readTrackedVolumes(targets, {
    ports: {
      keywords: {
        known: async (query) => {
          asked.push(query);
          return query.keywords
            .filter((keyword) => keyword === 'Red Shoes')
            .map((keyword) => keywordFact(keyword, { volume: exactly(900) }));
        },
      },
    },
    locate: async ({ location, location_code }: LocationQuery) => {
      if (location_code === AUSTIN.code) return AUSTIN;
      if (location_code === UNITED_STATES.code || location === 'US') return UNITED_STATES;
      throw new AppError('invalid_input', 'There is no such place.');
    },
  });
  return { volumes: Object.fromEntries(volumes), asked };
}

describe('volumes of tracked keywords', () => {
  it('are read once for each market, in one spelling, and stay unknown where nobody says', async () => {
    const { volumes, asked } = await read([
      target('a', 'Red Shoes', 2840),
      target('b', 'red  shoes', 2840),
      target('c', 'blue shoes', 2840),
    ]);
    expect(volumes).toEqual({ a: 900, b: 900 });
    expect(asked).toEqual([{ keywords: ['Red Shoes', 'blue shoes'], location_code: 2840, language: 'en' }]);
  });

  it('of a city are those of its country; a place that is gone has none', async () => {
    const { volumes, asked } = await read([target('a', 'Red Shoes', AUSTIN.code), target('b', 'Red Shoes', 77)]);
    expect(volumes).toEqual({ a: 900 });
    expect(asked.map(({ location_code }) => location_code)).toEqual([2840]);
  });
});

it('weighs a keyword without volume, or with none, as one search a month', () => {
  const { byId, basis } = weighKeywords(['a', 'b', 'c'], new Map(Object.entries({ a: 500, b: 0 })));
  expect(basis).toBe('volume');
  expect(Object.fromEntries(byId)).toEqual({ a: 500, b: 1, c: 1 });
});
