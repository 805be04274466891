import { describe, expect, it } from 'vitest';

import { type Check, type Group, GROUPS } from '../../../checks/check.ts';
import { scoreGain, scorePage } from './score.ts';

function check(group: Group, status: Check['status'], severity: Check['severity'] = 'medium', share?: number): Check {
  return {
    id: `${group}.${status}`,
    group,
    status,
    severity,
    share: share ?? null,
    found: '',
    expected: '',
    evidence: [],
    fix: '',
    docs: '',
  };
}

const PASSED = GROUPS.map((group) => check(group, 'pass'));

describe('the readiness of a page', () => {
  it('is 100 when every check passes', () => {
    expect(scorePage(PASSED)).toMatchObject({
      readiness_score: 100,
      ready_to_publish: true,
      score_components: { start: 100, indexability: 0, social: 0 },
    });
  });

  it.each([
    ['fail', 'critical', 10],
    ['fail', 'high', 30],
    ['fail', 'medium', 50],
    ['fail', 'low', 90],
    ['warn', 'critical', 55],
    ['warn', 'high', 65],
    ['warn', 'medium', 75],
    ['warn', 'low', 95],
  ] as const)('loses half as much by a warning as by a failure: a %s of %s severity leaves %i of 100', (...row) => {
    const [status, severity, score] = row;
    expect(scorePage([...PASSED, check('metadata', status, severity)]).readiness_score).toBe(score);
  });

  it('loses half as much where fewer than one element in ten is wrong', () => {
    const scoreWith = (share: number): number =>
      scorePage([...PASSED, check('images', 'fail', 'medium', share)]).readiness_score;
    expect([scoreWith(0.09), scoreWith(0.1), scoreWith(1)]).toEqual([75, 50, 50]);
  });

  it('takes each loss from what is left, and tells the groups apart by what they took', () => {
    const checks = [...PASSED, check('images', 'fail', 'medium'), check('links', 'fail', 'medium')];
    expect(scorePage(checks)).toMatchObject({
      readiness_score: 25,
      score_components: { start: 100, images: -37, links: -38, metadata: 0 },
    });
  });

  it('leaves out groups in which nothing could be judged', () => {
    const checks = [check('metadata', 'fail', 'low'), check('images', 'not_applicable', 'critical')];
    expect(scorePage(checks).score_components).toEqual({ start: 100, metadata: -10 });
  });

  it('forbids publishing with a failure of critical or high severity only', () => {
    const isReady = (status: Check['status'], severity: Check['severity']): boolean =>
      scorePage([...PASSED, check('social', status, severity)]).ready_to_publish;
    expect(isReady('fail', 'critical')).toBe(false);
    expect(isReady('fail', 'high')).toBe(false);
    expect(isReady('fail', 'medium')).toBe(true);
    expect(isReady('warn', 'critical')).toBe(true);
  });

  it('says what it is of', () => {
    expect(scorePage(PASSED).score_of).toBe(
      'Points left of 100 after 10 technical checks: a failed check takes 90% (critical), 70% (high), 50% (medium) or 10% (low) of what is left, a warning half as much, and either half again where fewer than one element in ten is wrong.',
    );
  });

  it('knows what fixing one check alone gains', () => {
    const [alt, title] = [check('images', 'fail', 'medium'), check('metadata', 'warn', 'low')];
    const checks = [...PASSED, alt, title];
    expect(scorePage(checks).readiness_score).toBe(48);
    expect([scoreGain(checks, alt), scoreGain(checks, title)]).toEqual([47, 2]);
  });
});
