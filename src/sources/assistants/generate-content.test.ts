import { describe, expect, it } from 'vitest';

import { listRedirects, readGenerateContent, readGenerateContentUsage } from './generate-content.ts';
import { keepRaw } from './raw.ts';

const REDIRECT = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/';
const read = (body: unknown, resolved: Record<string, string> = {}) =>
  readGenerateContent(body, { title: 'Gemini API', failures: {}, usd: 0.04 }, new Map(Object.entries(resolved)));

const answer = (text: string | readonly object[], groundingMetadata?: object, finishReason = 'STOP'): object => ({
  candidates: [
    {
      content: { role: 'model', parts: typeof text === 'string' ? [{ text }] : text },
      finishReason,
      ...(groundingMetadata === undefined ? {} : { groundingMetadata }),
    },
  ],
  modelVersion: 'served-1',
  usageMetadata: {
    promptTokenCount: 10,
    toolUsePromptTokenCount: 5,
    candidatesTokenCount: 40,
    thoughtsTokenCount: 2,
    totalTokenCount: 57,
  },
});
const chunk = (id: string, title: string): object => ({ web: { uri: REDIRECT + id, title } });
const support = (segment: object, ...groundingChunkIndices: number[]): object => ({ segment, groundingChunkIndices });

const TEXT = 'Für Käufer: Acme CRM is the usual pick.';
const GROUNDED = answer(TEXT, {
  webSearchQueries: ['best crm small business'],
  searchEntryPoint: { renderedContent: '<style>…' },
  groundingChunks: [chunk('one', 'a.example'), chunk('two', 'blog.b.example'), chunk('three', 'c.example')],
  groundingSupports: [support({ startIndex: 14, endIndex: 22, text: 'Acme CRM' }, 0, 1)],
});

describe('an answer of Gemini', () => {
  it('has its citations counted in bytes, its redirects resolved, and the domain where one is not', () => {
    expect(listRedirects(GROUNDED)).toEqual([`${REDIRECT}one`, `${REDIRECT}two`, `${REDIRECT}three`]);
    const resolved = {
      [`${REDIRECT}one`]: 'https://www.a.example/crm?utm_campaign=x',
      [`${REDIRECT}three`]: `${REDIRECT}again`,
    };
    expect(read(GROUNDED, resolved)).toEqual({
      status: 'answered',
      served_model: 'served-1',
      searched: true,
      queries: ['best crm small business'],
      text: TEXT,
      cited: [
        { url: 'https://www.a.example/crm', domain: 'a.example', title: null, span: [12, 20] },
        { url: null, domain: 'b.example', title: null, span: [12, 20] },
      ],
      retrieved: [
        { url: 'https://www.a.example/crm', domain: 'a.example', title: null },
        { url: null, domain: 'b.example', title: null },
        { url: null, domain: 'c.example', title: null },
      ],
    });
  });

  it('has its parts joined without a gap and without thoughts, and bytes counted within their part', () => {
    const parts = [{ text: 'Hmm, CRMs.', thought: true }, { text: 'Ältere nehmen Acme' }, { text: ', Jüngere Beta.' }];
    const { text, cited } = read(
      answer(parts, {
        webSearchQueries: ['crm'],
        groundingChunks: [chunk('one', 'a.example'), chunk('two', 'b.example'), chunk('three', 'c.example')],
        groundingSupports: [
          support({ partIndex: 1, startIndex: 15, endIndex: 19, text: 'Acme' }, 0),
          support({ partIndex: 2, startIndex: 11, endIndex: 15 }, 1),
          // Counted from where nobody knows: the words are looked for.
          support({ partIndex: 9, startIndex: 3, endIndex: 9, text: 'nehmen' }, 2),
        ],
      }),
    );
    expect(text).toBe('Ältere nehmen Acme, Jüngere Beta.');
    expect(cited?.map(({ domain, span }) => [domain, text.slice(...(span ?? []))])).toEqual([
      ['a.example', 'Acme'],
      ['b.example', 'Beta'],
      ['c.example', 'nehmen'],
    ]);
  });

  it('cites the words that it quotes where its figures point elsewhere', () => {
    const { text, cited } = read(
      answer('Beta first, Acme second.', {
        webSearchQueries: ['crm'],
        groundingChunks: [chunk('one', 'a.example'), chunk('two', 'b.example')],
        groundingSupports: [
          support({ startIndex: 0, endIndex: 4, text: 'Acme' }, 0),
          support({ startIndex: 0, endIndex: 4, text: 'Gamma' }, 1),
        ],
      }),
    );
    expect(cited?.map(({ span }) => span && text.slice(...span))).toEqual(['Acme', null]);
  });

  it('cites all that it was shown where it does not say what stands behind it, and says so', () => {
    const reading = read(answer('Acme.', { webSearchQueries: ['crm'], groundingChunks: [chunk('one', 'a.example')] }));
    expect(reading.cited).toEqual([{ url: null, domain: 'a.example', title: null, span: null }]);
    expect(reading.note).toContain('all of them count as cited');
  });

  it('may come without a search', () => {
    for (const body of [answer('Acme.'), answer('Acme.', {})]) {
      expect(read(body)).toMatchObject({ searched: false, queries: [], cited: [], retrieved: [], text: 'Acme.' });
    }
  });

  it('may be refused or cut off', () => {
    expect(read({ promptFeedback: { blockReason: 'SAFETY' }, modelVersion: 'served-1' })).toMatchObject({
      status: 'refused',
      searched: null,
    });
    expect(read(answer('', undefined, 'PROHIBITED_CONTENT'))).toMatchObject({ status: 'refused' });
    expect(read(answer('Acme CRM is', undefined, 'MAX_TOKENS'))).toMatchObject({
      status: 'truncated',
      text: 'Acme CRM is',
    });
  });

  it.each([
    [{ error: { code: 503, status: 'UNAVAILABLE', message: 'The model is overloaded.' } }, 'failed'],
    [answer('Acme', undefined, 'MALFORMED_FUNCTION_CALL'), 'failed'],
    [{ candidates: [], modelVersion: 'served-1' }, 'broken'],
    [{ candidates: 'none' }, 'broken'],
  ])('%#: is none where the vendor failed inside a good answer', (body, kind) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ kind }));
  });

  it('tells what it took', () => {
    expect(readGenerateContentUsage(GROUNDED)).toEqual({
      input_tokens: 15,
      output_tokens: 42,
      searches: 1,
      charged_usd: null,
    });
  });

  it('is kept as figures and addresses, without a word of its text', () => {
    const kept = JSON.stringify(keepRaw(GROUNDED, new Set(['text', 'searchEntryPoint'])));
    expect(kept).not.toContain('Acme');
    expect(kept).toContain(`${REDIRECT}one`);
  });
});
