import { describe, expect, it } from 'vitest';

import technical from '../../docs/operations/examples/content.technical-qa.json' with { type: 'json' };
import { listIssues, describeCheck } from './app/model/page-findings.ts';

describe('what a check of a page found', () => {
  it('has every technical check that failed or warned, the worst first', () => {
    const answers = new Map<string, Readonly<Record<string, unknown>>>([['content.technical-qa', technical]]);
    const open = technical.checks.filter(({ status }) => status === 'fail' || status === 'warn');
    const issues = listIssues(answers);
    expect(open.length).toBeGreaterThan(0);
    expect(issues.map(({ title }) => title).toSorted()).toEqual(open.map(({ found }) => found).toSorted());
    const levels = ['critical', 'high', 'medium', 'low'];
    const order = issues.map(({ level }) => levels.indexOf(level));
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(describeCheck(answers, issues)).toMatch(/finding.*, the worst is “[^”]*[^.”]”\.$/);
  });

  it('of a page that is not ready names the worst of it', () => {
    const check = { status: 'fail', severity: 'critical', found: 'The page is set to noindex.', fix: 'Remove it.' };
    const answers = new Map([['content.technical-qa', { ready_to_publish: false, checks: [check] }]]);
    expect(describeCheck(answers, listIssues(answers))).toBe(
      'Not ready yet: 1 finding, the worst is “The page is set to noindex”.',
    );
  });
});
