import { describe, expect, it } from 'vitest';

import { readResponses, readResponsesUsage } from './responses.ts';

const VENDOR = { title: 'OpenAI', failures: { server_error: { kind: 'failed' } }, usd: 0.02 } as const;
const read = (body: unknown, tells_search = true) => readResponses(body, VENDOR, { tells_search });

const message = (text: string, annotations: readonly object[] = [], draft: object = {}): object => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations }],
  ...draft,
});
const search = (draft: object = {}): object => ({
  type: 'web_search_call',
  id: 'ws_1',
  status: 'completed',
  action: {
    type: 'search',
    queries: ['best crm small business 2026'],
    sources: [
      { type: 'url', url: 'https://a.example/crm' },
      { type: 'api', name: 'oai-weather' },
      { type: 'url', url: 'https://b.example/?utm_source=openai&id=7' },
    ],
  },
  ...draft,
});
const response = (output: readonly object[], draft: object = {}): object => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1_764_000_000,
  status: 'completed',
  model: 'served-1',
  output,
  usage: { input_tokens: 1200, output_tokens: 300, total_tokens: 1500 },
  ...draft,
});
const cite = (url: string, start_index: number, end_index: number): object => ({
  type: 'url_citation',
  url,
  title: 'CRM guide',
  start_index,
  end_index,
});

const TEXT = 'Acme CRM is fine ([a.example](https://a.example/crm?utm_source=openai)).';

describe('an answer of OpenAI', () => {
  it('tells what it cites from what it was shown, without sources that are no pages and without tracking parameters', () => {
    const opened = {
      type: 'web_search_call',
      id: 'ws_2',
      status: 'completed',
      action: { type: 'open_page', url: 'https://c.example/a' },
    };
    const body = response([
      { type: 'reasoning', id: 'rs_1', summary: [] },
      search(),
      opened,
      message(TEXT, [cite('https://a.example/crm?utm_source=openai', 17, 71)], { phase: 'final_answer' }),
    ]);
    expect(read(body)).toEqual({
      status: 'answered',
      served_model: 'served-1',
      searched: true,
      queries: ['best crm small business 2026'],
      text: TEXT,
      cited: [{ url: 'https://a.example/crm', domain: 'a.example', title: 'CRM guide', span: [17, 71] }],
      retrieved: [
        { url: 'https://a.example/crm', domain: 'a.example', title: null },
        { url: 'https://b.example/?id=7', domain: 'b.example', title: null },
        { url: 'https://c.example/a', domain: 'c.example', title: null },
      ],
    });
    expect(readResponsesUsage(body)).toEqual({
      input_tokens: 1200,
      output_tokens: 300,
      searches: 1,
      charged_usd: null,
    });
  });

  it('is what it says at the end, and not what it says on the way', () => {
    const commentary = message('Let me look up CRMs such as Beta.', [], { phase: 'commentary' });
    expect(read(response([commentary, search(), message('Acme.', [], { phase: 'final_answer' })]))).toMatchObject({
      text: 'Acme.',
    });
  });

  it('has its parts joined without a gap, and citations where they stand in the whole', () => {
    const parts = [
      { type: 'output_text', text: 'Acme is the usual pick', annotations: [cite('https://a.example/', 0, 4)] },
      { type: 'output_text', text: ', followed by Beta.', annotations: [cite('https://b.example/', 14, 18)] },
    ];
    const { text, cited } = read(response([search(), message('', [], { content: parts })]));
    expect(text).toBe('Acme is the usual pick, followed by Beta.');
    expect(cited?.map(({ span }) => text.slice(...(span ?? [])))).toEqual(['Acme', 'Beta']);
  });

  it('has its citations counted in characters: letters of two bytes are one, and so are those of two units', () => {
    const text = 'Für 🙂 Käufer: Acme CRM.';
    const { cited } = read(response([search(), message(text, [cite('https://a.example/', 14, 22)])]));
    expect(cited?.map(({ span }) => text.slice(...(span ?? [])))).toEqual(['Acme CRM']);
    const outside = read(response([search(), message(text, [cite('https://a.example/', 14, 2200)])]));
    expect(outside.cited).toMatchObject([{ url: 'https://a.example/', span: null }]);
  });

  it('may come without a search, which is told', () => {
    const expected = { status: 'answered', searched: false, queries: [], cited: [], retrieved: [] };
    expect(read(response([message('Acme.')]))).toMatchObject(expected);
    expect(read(response([message('Acme.')]), false)).toMatchObject({ searched: null, queries: null, retrieved: null });
  });

  it('may be a refusal or be cut off, which is no absence of anything', () => {
    const refusal = { content: [{ type: 'refusal', refusal: 'I can’t help with that.' }] };
    expect(read(response([message('', [], refusal)]))).toMatchObject({
      status: 'refused',
      text: 'I can’t help with that.',
    });
    const cut = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
    expect(read(response([message('Acme CRM is the')], cut))).toMatchObject({
      status: 'truncated',
      text: 'Acme CRM is the',
    });
    const filtered = { status: 'incomplete', incomplete_details: { reason: 'content_filter' } };
    expect(read(response([message('')], filtered))).toMatchObject({ status: 'refused' });
  });

  it.each([
    [{ status: 'failed', error: { code: 'server_error', message: 'The model crashed.' }, output: [] }, 'failed'],
    [{ error: { code: 'server_error', message: 'The model crashed.' } }, 'failed'],
    [{ error: 'model "small" not found' }, 'failed'],
    [response([message('Acme.')], { status: 'failed' }), 'failed'],
    [response([], { status: 'in_progress' }), 'unfinished'],
    [response([search({ status: 'failed' }), message('I could not search.')]), 'failed'],
    [{ id: 'resp_1' }, 'broken'],
  ])('%#: is none where the vendor failed inside a good answer', (body, kind) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ kind }));
  });

  it('counts where a search failed and the text cites pages all the same', () => {
    const body = response([
      search({ status: 'failed' }),
      search(),
      message('Acme.', [cite('https://a.example/', 0, 4)]),
    ]);
    expect(read(body)).toMatchObject({ status: 'answered', searched: true });
  });
});

describe('an answer of Perplexity', () => {
  const results = {
    type: 'search_results',
    queries: ['best crm small business'],
    results: [
      { id: 1, title: 'CRM guide', url: 'https://a.example/crm', snippet: '…', source: 'web' },
      { id: 2, title: 'Another', url: 'https://b.example/', snippet: '…', source: 'web' },
    ],
  };

  it('is read by its annotations', () => {
    const body = response([
      results,
      message('Acme CRM [1] is the usual pick.', [cite('https://a.example/crm', 9, 12)]),
    ]);
    expect(read(body)).toMatchObject({
      searched: true,
      queries: ['best crm small business'],
      cited: [{ url: 'https://a.example/crm', span: [9, 12] }],
      retrieved: [{ url: 'https://a.example/crm', title: 'CRM guide' }, { url: 'https://b.example/' }],
    });
  });

  it('is read by its markers where it has no annotations', () => {
    const { cited } = read(response([results, message('Acme [2] is the pick [9].')]));
    expect(cited).toEqual([{ url: 'https://b.example/', domain: 'b.example', title: 'Another', span: [5, 8] }]);
  });

  it('says what it cost', () => {
    const usage = { input_tokens: 1, output_tokens: 1, cost: { currency: 'USD', total_cost: 0.003 } };
    expect(readResponsesUsage(response([results], { usage })).charged_usd).toBe(0.003);
    expect(readResponsesUsage(response([], { usage: { cost: 0.0125 } })).charged_usd).toBe(0.0125);
  });
});

it('pages that xAI lists beside the answer are those that it came across', () => {
  const call = { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'best crm' } };
  const text = message('Acme.', [cite('https://a.example/', 0, 4)]);
  const body = response([call, text], { citations: ['https://a.example/', 'https://b.example/'] });
  expect(read(body)).toMatchObject({
    queries: ['best crm'],
    cited: [{ url: 'https://a.example/' }],
    retrieved: [{ url: 'https://a.example/' }, { url: 'https://b.example/' }],
  });
  expect(read(response([call, text]))).toMatchObject({ searched: true, retrieved: null });
});
