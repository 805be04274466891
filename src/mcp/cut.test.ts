import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import search from '../operations/search/search/operation.ts';
import credits from '../operations/account/credits/operation.ts';
import backlinksList from '../operations/backlinks/list/operation.ts';
import { answerResult } from './answer.ts';
import { cutTo } from './cut.ts';
import { tokensOf } from './token-estimate.ts';
import { ToolWording } from './tool-names.ts';

const row = (at: number): object => ({
  position: at,
  url: `https://www.example-${at}.com/products/item-${at * 7919}?utm_source=newsletter`,
  title: `The best bicycle wheels of ${2000 + (at % 30)}, tested and compared`,
  rank: at * 3.25,
});
const rows = (count: number): object[] => Array.from({ length: count }, (_, at) => row(at));

const tokensIn = (value: unknown): number => encode(typeof value === 'string' ? value : JSON.stringify(value)).length;

const STYLE = {
  content: 'full',
  form: { detail: 'brief', fields: undefined },
  operations: [search, backlinksList],
  wording: new ToolWording([search, backlinksList]),
  read_on_with: undefined,
  kept_as: undefined,
} as const;

describe('an answer that is too long', () => {
  it('loses the end of its longest list, and says how much', () => {
    const { answer, cuts } = cutTo({ success: true, results: rows(2000), total_count: 2000 }, 5000);
    expect(tokensOf(JSON.stringify(answer))).toBeLessThanOrEqual(5000);
    const [cut] = cuts;
    expect(cuts).toHaveLength(1);
    expect(cut).toMatchObject({ path: 'results', kind: 'list', total: 2000 });
    expect(answer['results']).toEqual(rows(2000).slice(0, cut?.shown));
    expect(cut?.shown).toBeGreaterThan(20);
  });

  it('is left as it is when it fits', () => {
    const whole = { success: true, results: rows(10) };
    expect(cutTo(whole, 5000)).toEqual({ answer: whole, cuts: [] });
  });

  it('also loses the end of long texts, lists in rows, and what is long by many names', () => {
    const text = 'The wheel turns and the chain runs. '.repeat(20_000);
    for (const answer of [
      { success: true, content: text },
      { results: Array.from({ length: 3 }, () => ({ links: rows(500) })) },
      { job: { result: { results: rows(3000), content: text } } },
      { results: [{ a: { b: rows(3000) } }], meta: { operation: 'search' } },
      { counts: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`name-${at}`, at])), meta: {} },
      { pairs: '😀'.repeat(40_000) },
    ]) {
      const { answer: shown, cuts } = cutTo(answer, 5000);
      expect(tokensOf(JSON.stringify(shown))).toBeLessThanOrEqual(5000);
      expect(cuts.length).toBeGreaterThan(0);
      expect(JSON.stringify(shown)).not.toMatch(/\\ud8[0-9a-f]{2}(?!\\u)/i);
    }
  });

  it('stays below 8,000 tokens as a tokenizer counts them, whatever it is made of', () => {
    const kinds: Record<string, string> = {
      english: 'The wheel turns and the chain runs, as the rider pushes on. ',
      german: 'Geschwindigkeitsbegrenzungen außerhalb geschlossener Ortschaften. ',
      chinese: '搜索引擎优化是一种利用搜索引擎的规则提高网站排名的方式。',
      figures: '12345.67,8901.2,',
      encoded: 'aGVsbG8gd29ybGQxMjM0NTY3ODkwQUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo',
      markup: '<div class="x"><a href="/y">',
    };
    for (const [kind, unit] of Object.entries(kinds)) {
      const body = { success: true, content: unit.repeat(Math.ceil(400_000 / unit.length)), results: rows(3000) };
      const result = answerResult(body, { operation: search, input: {}, job_id: undefined, ...STYLE });
      expect([kind, tokensIn(result.structuredContent) <= 8000]).toEqual([kind, true]);
    }
  });
});

describe('the note about a cut', () => {
  const noteOf = (operation: Parameters<typeof answerResult>[1]['operation'], input: object, job?: string): unknown => {
    const facts = { ...STYLE, operation, input: { ...input }, job_id: job };
    const { structuredContent } = answerResult({ success: true, results: rows(4000) }, facts);
    return Reflect.get(Object(structuredContent), 'cut_for_length');
  };

  it('says how to get the rest: the next page, a lower limit, or the job that has it', () => {
    expect(noteOf(backlinksList, { offset: 50 })).toEqual([
      {
        field: 'results',
        shown: expect.any(Number),
        of: 4000,
        unit: 'rows',
        rest: expect.stringMatching(/^Call again with offset: \d+, limit: \d+\.$/),
      },
    ]);
    expect(noteOf(credits, {})).toEqual([
      expect.objectContaining({ rest: expect.stringMatching(/^Ask for at most \d+ rows/) }),
    ]);
    expect(noteOf(search, {}, 'job_1')).toEqual([
      expect.objectContaining({ rest: 'Read the resource seamark://jobs/job_1 for the full answer.' }),
    ]);
  });

  it('leads on in an answer that is kept, row by row', () => {
    const facts = { ...STYLE, operation: search, input: {}, job_id: undefined };
    const kept = { ...facts, kept_as: 'req_1', read_on_with: 'get_answer' };
    const { structuredContent } = answerResult({ success: true, results: rows(4000) }, kept);
    const [note] = z
      .object({ cut_for_length: z.array(z.object({ shown: z.int(), rest: z.string() })) })
      .parse(structuredContent).cut_for_length;
    expect(note?.rest).toBe(`Call get_answer with id req_1, field results, offset ${note?.shown}: free.`);
  });
});
