import { describe, expect, it } from 'vitest';

import type { AssistantAnswer } from '../ports/assistants.ts';
import { currentSeries, findBreaks, measureStability, groupSamplings } from './samplings.ts';

function answer(
  asked_at: string,
  facts: Partial<AssistantAnswer> & { readonly domains?: readonly string[] } = {},
): AssistantAnswer {
  const { domains, ...rest } = facts;
  return {
    assistant: 'chatgpt',
    access: 'api',
    source: 'openai',
    requested_model: 'm',
    served_model: 'm-1',
    prompt: 'best bikes',
    location: null,
    language: 'en',
    asked_at,
    run: 1,
    sampling: asked_at,
    status: 'answered',
    searched: true,
    queries: [],
    text: '',
    cited: domains?.map((domain) => ({ url: `https://${domain}/`, domain, title: null, span: null })) ?? null,
    retrieved: null,
    cost_usd: null,
    ...rest,
  };
}

describe('stored answers', () => {
  it('stand together with those that were asked for with them, oldest first', () => {
    const samplings = groupSamplings([
      answer('2026-11-02T09:00:20.000Z', { sampling: 'b' }),
      answer('2026-11-01T09:00:05.000Z', { sampling: 'a', run: 2 }),
      answer('2026-11-01T09:00:00.000Z', { sampling: 'a' }),
    ]);
    expect(samplings.map(({ at, answers }) => [at, answers.length])).toEqual([
      ['2026-11-01T09:00:00.000Z', 2],
      ['2026-11-02T09:00:20.000Z', 1],
    ]);
  });

  it('begin a new series where another model answers, and are marked there', () => {
    const samplings = groupSamplings([
      answer('2026-11-01T09:00:00.000Z'),
      answer('2026-11-02T09:00:00.000Z'),
      answer('2026-11-03T09:00:00.000Z', { served_model: 'm-2' }),
      answer('2026-11-04T09:00:00.000Z', { served_model: 'm-2' }),
    ]);
    expect(findBreaks(samplings)).toEqual([
      { at: '2026-11-03T09:00:00.000Z', what: 'served_model', from: ['m-1'], to: ['m-2'] },
    ]);
    expect(currentSeries(samplings).map(({ at }) => at)).toEqual([
      '2026-11-03T09:00:00.000Z',
      '2026-11-04T09:00:00.000Z',
    ]);
  });

  it('begin a new series where another source asks', () => {
    const samplings = groupSamplings([
      answer('2026-11-01T09:00:00.000Z'),
      answer('2026-11-02T09:00:00.000Z', { source: 'dataforseo', access: 'surface' }),
    ]);
    expect(findBreaks(samplings)).toMatchObject([{ what: 'source', to: ['dataforseo (surface)'] }]);
  });
});

describe('stability', () => {
  const of = (...days: readonly (readonly string[])[]) =>
    measureStability(
      groupSamplings(days.map((domains, at) => answer(`2026-11-0${at + 1}T09:00:00.000Z`, { domains }))),
    );

  it('is 1 for the same citations, 0 for others, and what they share in between', () => {
    expect(of(['a.example', 'b.example'], ['b.example', 'a.example'])).toBe(1);
    expect(of(['a.example'], ['b.example'])).toBe(0);
    expect(of(['a.example', 'b.example'], ['a.example', 'c.example'])).toBe(0.5);
    expect(of(['a.example'], ['a.example'], ['b.example'])).toBe(0.5);
  });

  it('is unknown for fewer than two samplings with citations', () => {
    expect(of(['a.example'])).toBeNull();
    expect(of(['a.example'], [])).toBeNull();
  });
});
