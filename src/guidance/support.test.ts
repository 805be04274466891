import { describe, expect, it } from 'vitest';

import { makeSupport } from './support.ts';

const CITED = { id: 'r1', url: 'https://a.example/', title: 'A page', quote: 'Its words.' };
const DRAFT = {
  summary: '1 result for “bikes”.',
  usable_for: ['Choosing pages to read'],
  citations: [CITED],
  limits: ['Only crawled pages are searched.', undefined],
  next_calls: [],
};

describe('makeSupport', () => {
  it('passes on what can be used and cited', () => {
    expect(makeSupport(DRAFT)).toEqual({ ...DRAFT, limits: ['Only crawled pages are searched.'] });
  });

  it('leaves out citations without address, title or quote, and says how many', () => {
    const bare = [
      { ...CITED, url: '' },
      { ...CITED, title: ' ' },
      { ...CITED, quote: null },
    ];
    const { citations, limits } = makeSupport({ ...DRAFT, citations: [...bare, CITED] });
    expect(citations).toEqual([CITED]);
    expect(limits.at(-1)).toBe('3 results are not cited, because they have no title or no text to quote.');
  });

  it('refuses a use that is not a sentence, and evidence without any use', () => {
    expect(() => makeSupport({ ...DRAFT, usable_for: ['Choosing pages to read', 'Link audits'] })).toThrow(
      /Link audits/,
    );
    expect(() => makeSupport({ ...DRAFT, usable_for: [] })).toThrow(/usable_for/);
  });
});
