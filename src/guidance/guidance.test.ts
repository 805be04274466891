import { describe, expect, it } from 'vitest';

import { confidenceOf, listed, makePlan, noConfidence, weighConfidence } from './plan.ts';
import { formatRows, formatSummary } from './summary.ts';

const STEP = { action: 'Redirect /old to /new.', why: 'Twelve links lead to /old.', owner_hint: 'developer' };
const DRAFT = {
  summary: 'One page fails.',
  priority: 'high',
  confidence: confidenceOf(0.876, ['120 pages were read.', undefined]),
  guardrails: ['Unknown is not zero.'],
  next_calls: [],
} as const;

describe('makePlan', () => {
  it('numbers the steps in their order and recommends the first', () => {
    const plan = makePlan({ ...DRAFT, steps: [{ ...STEP, effort: 'high', evidence: ['broken: 12'] }, STEP] });
    expect(plan.steps.map(({ order, effort, evidence }) => [order, effort, evidence])).toEqual([
      [1, 'high', ['broken: 12']],
      [2, 'low', []],
    ]);
    expect(plan.recommended_action).toBe('Redirect /old to /new.');
    expect([plan.confidence, plan.confidence_reasons]).toEqual([0.88, ['120 pages were read.']]);
  });

  it('has the other step where there is nothing to do, and only then', () => {
    const otherwise = { action: 'Look again in a month.', why: 'No page fails.', owner_hint: 'SEO' };
    expect(makePlan({ ...DRAFT, steps: [], otherwise }).recommended_action).toBe('Look again in a month.');
    expect(makePlan({ ...DRAFT, steps: [STEP], otherwise }).steps).toHaveLength(1);
  });
});

describe('confidence', () => {
  it('loses points for what applies and gives the reason of each', () => {
    expect(weighConfidence(0.9, ['Read as HTML.'], [[25, 'No date is known.'], false, [10, 'No language.']])).toEqual({
      value: 0.55,
      reasons: ['Read as HTML.', 'No date is known.', 'No language.'],
    });
  });

  it('stays between a tenth and one where there is evidence, and is 0 where there is none', () => {
    expect([confidenceOf(-3, []).value, confidenceOf(7, []).value]).toEqual([0.1, 1]);
    expect(noConfidence('No page was read.')).toEqual({ value: 0, reasons: ['No page was read.'] });
  });
});

describe('listed', () => {
  it('keeps what is there, in its order', () => {
    expect(listed([1, undefined, false, 2])).toEqual([1, 2]);
  });
});

describe('formatSummary', () => {
  it('puts heading, facts, table and next step below one another', () => {
    const table = formatRows([{ page: '/a', links: 1200 }], 10, [
      ['Page', (row) => row.page],
      ['Links', (row) => row.links],
    ]);
    expect(formatSummary({ heading: 'Links', facts: ['1,200 links', undefined], table, next: 'Mend /b.' })).toBe(
      '## Links\n\n- 1,200 links\n\n| Page | Links |\n| --- | --- |\n| /a | 1,200 |\n\nNext: Mend /b.',
    );
  });

  it('shows our own commands as code, and nothing else', () => {
    const next = 'Import it with `seamark import console`, then ask for `a` again.';
    expect(formatSummary({ heading: 'Links', facts: [], next })).toBe(
      '## Links\n\nNext: Import it with `seamark import console`, then ask for \\`a\\` again.',
    );
  });

  it('leaves out an empty table, and numbers several next steps', () => {
    expect(
      formatSummary({ heading: 'Links', facts: [], table: formatRows([], 5, [['A', () => 1]]), next: ['A', 'B'] }),
    ).toBe('## Links\n\nNext:\n1. A\n2. B');
  });
});
