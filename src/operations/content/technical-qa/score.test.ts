import { describe, expect, it } from 'vitest';

import { type Check, type Group, GROUPS } from './check.ts';
import { scorePage } from './score.ts';

const check = (group: Group, status: Check['status'], severity: Check['severity'] = 'medium'): Check => ({
  id: `${group}.${status}`,
  group,
  status,
  severity,
  found: '',
  expected: '',
  evidence: [],
  fix: '',
  docs: '',
});

const PASSED = GROUPS.map((group) => check(group, 'pass'));

describe('the readiness of a page', () => {
  it('is made of 100 points, each group with its own part of them', () => {
    expect(scorePage(PASSED)).toEqual({
      readiness_score: 100,
      ready_to_publish: true,
      score_components: {
        indexability: 25,
        metadata: 15,
        canonical: 10,
        headings: 15,
        structured_data: 8,
        links: 10,
        images: 6,
        mobile: 4,
        international: 4,
        social: 3,
      },
    });
  });

  it('shares the points of groups without anything to judge among the others', () => {
    const checks = [check('indexability', 'pass'), check('metadata', 'pass'), check('images', 'not_applicable')];
    expect(scorePage(checks).score_components).toEqual({ indexability: 63, metadata: 37 });
  });

  it.each([
    ['fail', 'high', 50],
    ['fail', 'medium', 75],
    ['fail', 'low', 90],
    ['warn', 'critical', 50],
    ['warn', 'high', 75],
    ['warn', 'medium', 88],
    ['warn', 'low', 95],
  ] as const)('loses half as much by a warning as by a failure: a %s of %s severity leaves %i of 100', (...row) => {
    const [status, severity, score] = row;
    expect(scorePage([check('metadata', 'pass'), check('metadata', status, severity)]).readiness_score).toBe(score);
  });

  it('takes no more from a group than it has', () => {
    const failures = Array.from({ length: 12 }, () => check('canonical', 'fail', 'medium'));
    expect(scorePage([...PASSED, ...failures])).toMatchObject({
      readiness_score: 90,
      score_components: { canonical: 0, indexability: 25 },
    });
  });

  it('is at most 49 with a critical failure, and forbids publishing with that or a high one only', () => {
    expect(scorePage([...PASSED, check('social', 'fail', 'critical')])).toMatchObject({
      readiness_score: 49,
      ready_to_publish: false,
    });
    expect(scorePage([...PASSED, check('social', 'fail', 'high')]).ready_to_publish).toBe(false);
    expect(scorePage([...PASSED, check('social', 'fail', 'medium')]).ready_to_publish).toBe(true);
    expect(scorePage([...PASSED, check('social', 'warn', 'critical')]).ready_to_publish).toBe(true);
  });
});
