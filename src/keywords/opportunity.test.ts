import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { INTENTS } from '../text/signals.ts';
import { type OpportunityInput, scoreOpportunity } from './opportunity.ts';

const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }));
const drawn: fc.Arbitrary<OpportunityInput> = fc.record({
  search_volume: fc.option(fc.nat({ max: 5_000_000 })),
  difficulty: fc.option(fc.integer({ min: 0, max: 100 })),
  intent: fc.option(fc.constantFrom(...INTENTS)),
  ranking_gain: share,
});

function sum(points: readonly (number | null)[]): number {
  return points.reduce<number>((total, each) => total + (each ?? 0), 0);
}

describe('an opportunity', () => {
  it('adds up, tells which parts are unknown, and stays between 0 and 100', () => {
    fc.assert(
      fc.property(drawn, (input) => {
        const { opportunity_score: score, score_components: parts } = scoreOpportunity(input);
        expect(parts.volume === null).toBe(score === null || input.search_volume === null);
        expect(parts.ease === null).toBe(score === null || input.difficulty === null);
        expect(parts.intent === null).toBe(score === null || input.intent === null);
        expect(parts.ranking_gain === null).toBe(score === null || input.ranking_gain === null);
        expect(sum(Object.values(parts))).toBeCloseTo(score ?? 0, 6);
        expect(score ?? 0).toBeGreaterThanOrEqual(0);
        expect(score ?? 0).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('is never lowered by more searches, nor raised by more difficulty', () => {
    fc.assert(
      fc.property(drawn, fc.nat({ max: 1_000_000 }), fc.nat({ max: 1_000_000 }), (input, less, more) => {
        const score = (known: Partial<OpportunityInput>) =>
          scoreOpportunity({ ...input, ...known }).opportunity_score ?? 0;
        expect(score({ search_volume: less + more })).toBeGreaterThanOrEqual(score({ search_volume: less }));
        const [easy, hard] = [Math.min(less, more) % 101, Math.max(less, more) % 101].sort((one, other) => one - other);
        expect(score({ difficulty: easy ?? 0 })).toBeGreaterThanOrEqual(score({ difficulty: hard ?? 0 }));
      }),
    );
  });

  it('has no score and no priority where less than half of its weight is known', () => {
    const nothing = { search_volume: null, difficulty: null, intent: null, ranking_gain: null };
    expect(scoreOpportunity(nothing)).toMatchObject({ opportunity_score: null, score_coverage: 0, priority: null });
    expect(scoreOpportunity({ ...nothing, intent: 'transactional' })).toEqual({
      opportunity_score: null,
      score_components: { volume: null, ease: null, intent: null, ranking_gain: null },
      score_coverage: 0.2,
      priority: null,
    });
    expect(scoreOpportunity({ ...nothing, search_volume: 0, intent: 'transactional' })).toMatchObject({
      score_coverage: 0.55,
      priority: 'medium',
    });
  });

  it('follows the published weights', () => {
    expect(
      scoreOpportunity({ search_volume: 100_000, difficulty: 0, intent: 'transactional', ranking_gain: 1 }),
    ).toMatchObject({
      opportunity_score: 100,
      score_components: { volume: 35, ease: 30, intent: 20, ranking_gain: 15 },
      score_coverage: 1,
      priority: 'high',
    });
  });
});
