import { describe, expect, it } from 'vitest';

import { joinTurns, readMessages, readMessagesUsage } from './messages.ts';
import { keepRaw } from './raw.ts';

const read = (body: unknown) => readMessages(body, { title: 'Anthropic', failures: {}, usd: 0.03 });

const text = (words: string, ...urls: readonly string[]): object => ({
  type: 'text',
  text: words,
  citations:
    urls.length === 0
      ? null
      : urls.map((url) => ({
          type: 'web_search_result_location',
          url,
          title: 'CRM guide',
          cited_text: '…',
          encrypted_index: 'sealed',
        })),
});
const use = (query: string): object => ({
  type: 'server_tool_use',
  id: 'srvtoolu_1',
  name: 'web_search',
  input: { query },
  caller: { type: 'direct' },
});
const result = (...urls: readonly string[]): object => ({
  type: 'web_search_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: urls.map((url) => ({
    type: 'web_search_result',
    url,
    title: 'Guide',
    page_age: 'April 30, 2026',
    encrypted_content: 'sealed',
  })),
});
const toolError = (error_code: string): object => ({
  type: 'web_search_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: { type: 'web_search_tool_result_error', error_code },
});
const message = (content: readonly object[], stop_reason = 'end_turn'): object => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'served-1',
  stop_reason,
  content,
  usage: { input_tokens: 1000, output_tokens: 200, server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 } },
});

const CITED = message([
  text('I’ll look that up.'),
  use('best crm small business'),
  result('https://a.example/crm', 'https://b.example/'),
  text('Acme CRM is the usual pick', 'https://a.example/crm?srsltid=x'),
  text(', followed by Bèta.'),
]);

describe('an answer of Anthropic', () => {
  it('is its blocks without a gap and without what was said before the search; cited is not what it was only shown', () => {
    expect(read(CITED)).toEqual({
      status: 'answered',
      served_model: 'served-1',
      searched: true,
      queries: ['best crm small business'],
      text: 'Acme CRM is the usual pick, followed by Bèta.',
      cited: [{ url: 'https://a.example/crm', domain: 'a.example', title: 'CRM guide', span: [0, 26] }],
      retrieved: [
        { url: 'https://a.example/crm', domain: 'a.example', title: 'Guide' },
        { url: 'https://b.example/', domain: 'b.example', title: 'Guide' },
      ],
    });
  });

  it('may come without a search, and then its first words are the answer', () => {
    const expected = { searched: false, queries: [], cited: [], retrieved: [], text: 'Acme.' };
    expect(read(message([text('Acme.')]))).toMatchObject(expected);
  });

  it('may be a refusal or be cut off', () => {
    expect(read(message([text('I can’t.')], 'refusal'))).toMatchObject({ status: 'refused' });
    expect(read(message([text('Acme CRM is')], 'max_tokens'))).toMatchObject({
      status: 'truncated',
      text: 'Acme CRM is',
    });
  });

  it.each([
    ['too_many_requests', 'rate_limited'],
    ['unavailable', 'failed'],
    ['max_uses_exceeded', 'failed'],
    ['query_too_long', 'refused'],
    ['something_new', 'failed'],
  ])('is none where its search failed with %s', (code, kind) => {
    const failed = message([use('best crm'), toolError(code), text('I could not search.')]);
    expect(() => read(failed)).toThrow(expect.objectContaining({ kind, usd: 0.03 }));
  });

  it('counts where one search failed and the text cites pages of another', () => {
    const content = [
      use('a'),
      toolError('unavailable'),
      use('b'),
      result('https://a.example/'),
      text('Acme.', 'https://a.example/'),
    ];
    expect(read(message(content))).toMatchObject({ status: 'answered', queries: ['a', 'b'], text: 'Acme.' });
  });

  it('is none where the body is an error', () => {
    const body = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    expect(() => read(body)).toThrow('Anthropic reports overloaded_error: Overloaded.');
  });

  it('goes on after a pause where it stopped, with what only the vendor can read', () => {
    const first = message([text('I’ll look that up.'), use('best crm'), result('https://a.example/crm')], 'pause_turn');
    const second = message([text('Acme.', 'https://a.example/crm')]);
    expect(joinTurns([first])).toMatchObject({
      is_paused: true,
      body: { content: [{}, {}, { content: [{ encrypted_content: 'sealed' }] }] },
    });
    const whole = joinTurns([first, second]);
    expect(whole.is_paused).toBe(false);
    expect(read(whole.body)).toMatchObject({ status: 'answered', text: 'Acme.', queries: ['best crm'] });
    expect(readMessagesUsage([first, second])).toEqual({
      input_tokens: 2000,
      output_tokens: 400,
      searches: 2,
      charged_usd: null,
    });
    expect(read(joinTurns([first]).body)).toMatchObject({ status: 'truncated' });
  });

  it('is kept without what only the vendor can read', () => {
    const kept = JSON.stringify(keepRaw(CITED));
    expect(kept).not.toContain('sealed');
    expect(read(JSON.parse(kept))).toEqual(read(CITED));
  });
});
