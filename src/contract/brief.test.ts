import { describe, expect, it } from 'vitest';

import { answerIn, readFields } from './brief.ts';
import technicalQa from '../operations/content/technical-qa/operation.ts';

const brief = (answer: Readonly<Record<string, unknown>>) => answerIn(answer, { detail: 'brief', fields: undefined });

describe('a brief answer', () => {
  it('leaves out checks that ask nothing of anybody, and counts them', () => {
    const check = (id: string, status: string) => ({ id, status });
    const checks = [
      check('a', 'fail'),
      check('b', 'pass'),
      check('c', 'pass'),
      check('d', 'not_applicable'),
      check('e', 'unknown'),
      check('f', 'not_checked'),
    ];
    expect(brief({ success: true, checks, counts: { pass: 2 } })).toEqual({
      success: true,
      checks: [check('a', 'fail'), check('e', 'unknown')],
      counts: { pass: 2 },
      not_shown: [
        { field: 'checks', what: 'passed', count: 2 },
        { field: 'checks', what: 'not applicable', count: 1 },
        { field: 'checks', what: 'not checked', count: 1 },
      ],
    });
  });

  it('says once which search it is about, and again only in rows of another', () => {
    const search = { engine: 'google', location: 'United States', language: 'en' };
    const history = [
      { ...search, position: 3 },
      { ...search, engine: 'bing', position: 5 },
    ];
    expect(brief({ ...search, history })).toEqual({
      ...search,
      history: [{ position: 3 }, { engine: 'bing', position: 5 }],
    });
  });

  it('leaves out pages that take part in no conflict, and counts them', () => {
    const page = (url: string, conflicts: number) => ({ url, signals: { title: 't', conflicts } });
    expect(brief({ pages: [page('a', 0), page('b', 1), page('c', 0)] })).toEqual({
      pages: [page('b', 1)],
      not_shown: [{ field: 'pages', what: 'without a conflict', count: 2 }],
    });
  });

  it('leaves out what is null or empty in rows, and nowhere else: null at the top is an answer', () => {
    const answer = {
      success: true,
      rank: null,
      totals: { clicks: null },
      items: [{ url: 'u', rank: null, tags: [], zero: 0, no: false }],
    };
    expect(brief(answer)).toEqual({ ...answer, items: [{ url: 'u', zero: 0, no: false }] });
  });

  it('shows three of the places that prove a row, and says how many there are besides', () => {
    const seen_on = [1, 2, 3, 4, 5].map((position) => ({ position, quote: 'q' }));
    const months = [1, 2, 3, 4, 5];
    const { topics, not_shown } = brief({
      topics: [
        { topic: 'a', seen_on, months },
        { topic: 'b', seen_on: seen_on.slice(0, 2) },
      ],
    });
    expect(topics).toEqual([
      { topic: 'a', seen_on: seen_on.slice(0, 3), months },
      { topic: 'b', seen_on: seen_on.slice(0, 2) },
    ]);
    expect(not_shown).toEqual([{ field: 'topics[].seen_on', what: 'further evidence', count: 2 }]);
  });

  it('says once why something matters and how to mend it, in the list that comes first', () => {
    const advice = { why: 'Visitors hit a dead end.', fix: 'Restore the page.' };
    const other = { id: 'img', why: 'Visitors see a gap.', fix: 'Restore the images.' };
    const causes = [
      { rule: '404', ...advice },
      { rule: '410', ...advice },
    ];
    expect(brief({ causes, rules: [{ id: '404', failing: 3, ...advice }, other] })).toEqual({
      causes,
      rules: [{ id: '404', failing: 3 }, other],
      not_shown: [
        { field: 'rules[].why', what: 'given above', count: 1 },
        { field: 'rules[].fix', what: 'given above', count: 1 },
      ],
    });
  });

  it('keeps codes in every list, since they tell rows apart', () => {
    const lists = { unplaced: [{ url: 'a', why: 'own_page' }], moved: [{ url: 'b', why: 'own_page' }] };
    expect(brief(lists)).toEqual(lists);
  });

  it('has no evidence that the reason of the step quotes already', () => {
    const step = { action: 'Review the links.', why: '8 of 18 domains are farms. 96 links are traded.' };
    expect(
      brief({ agent_workflow: { steps: [{ ...step, evidence: ['96 links are traded.', 'spam_score: 42'] }] } }),
    ).toEqual({
      agent_workflow: { steps: [{ ...step, evidence: ['spam_score: 42'] }] },
    });
  });

  it('repeats no row in its citations, and leaves the plan as it is', () => {
    const agent_support = { summary: 's', citations: [{ id: 'r1', url: 'u', title: 't', quote: 'q' }], next_calls: [] };
    const agent_workflow = { steps: [{ evidence: ['1', '2', '3', '4'], owner_hint: null }] };
    expect(brief({ agent_support, agent_workflow })).toEqual({
      agent_support: { ...agent_support, citations: [{ id: 'r1', url: 'u' }] },
      agent_workflow,
    });
  });

  it('of a job is brief in its result', () => {
    const result = { items: [{ a: null, b: 1 }] };
    expect(brief({ job: { id: 'job_1', error: null, result } })).toEqual({
      job: { id: 'job_1', error: null, result: { items: [{ b: 1 }] } },
    });
    expect(brief({ job: { id: 'job_1', result: null } })).toEqual({ job: { id: 'job_1', result: null } });
  });
});

describe('fields of an answer', () => {
  it('are those asked for, with success and meta', () => {
    const answer = { success: true, checks: [], counts: {}, markdown_summary: 'm', meta: {} };
    expect(answerIn(answer, { detail: 'full', fields: ['counts'] })).toEqual({ success: true, counts: {}, meta: {} });
  });

  it('are read from a list or a text, and a wrong name is told with the right one', () => {
    expect(readFields('checks, counts', technicalQa).fields).toEqual(['checks', 'counts']);
    expect(readFields(['agent_workflow'], technicalQa).fields).toEqual(['agent_workflow']);
    expect(readFields(undefined, technicalQa)).toEqual({ fields: undefined, problem: undefined });
    expect(readFields('cheks', technicalQa).problem?.message).toBe('the answer has no cheks: did you mean checks?');
    expect(readFields([], technicalQa).problem?.message).toContain('must name fields of the answer');
    expect(readFields([7], technicalQa).problem?.path).toBe('fields');
  });
});
