import { expect, it } from 'vitest';

import { contextWithPages } from '../../../../test/page-context.ts';
import { AppError } from '../../../kernel/errors.ts';
import operation from './operation.ts';

const TEXT = '<p>The press was built in the old town, and it has printed books for the whole country since.</p>';
const page = (head: string): string =>
  `<html lang="en"><head><title>Presses</title>${head}</head><body><main><h1>Presses</h1>${TEXT.repeat(4)}<a href="/old">Old</a></main></body></html>`;
const ask = (input: object) => operation.prepare(input).run(contextWithPages({ 'https://a.test/': page('') }));

it('reads HTML that is sent as it reads the page behind a URL, and says that nothing was fetched', async () => {
  const { result } = await ask({ url: 'https://a.test/' });
  const sent = await ask({ html: page('<link rel="canonical" href="https://a.test/">') });
  expect(sent.result).toMatchObject({
    content: result['content'],
    links: result['links'],
    url: null,
    final_url: null,
    status_code: null,
  });
  expect(sent.guidance?.next_calls.map((call) => call.body)).toEqual([
    { url: 'https://a.test/' },
    { target: 'https://a.test/' },
  ]);
});

it('cites nothing and plans nothing for HTML that does not say where it lives', async () => {
  const { result, guidance, markdown_summary } = await ask({ html: page('') });
  expect(result['links']).toMatchObject({ internal_count: 0 });
  expect(guidance).toMatchObject({ citations: [], next_calls: [] });
  expect(markdown_summary).toContain('Source: HTML that was sent');
});

it.each([
  [{ url: 'https://a.test/', html: '<p>a</p>' }, 'send only one of url, html'],
  [{}, 'one of url, html is required'],
])('takes exactly one of url and html: %j', (input, message) => {
  const issues = ['url', 'html'].map((path) => ({ path, message }));
  expect(() => operation.prepare(input)).toThrow(AppError);
  expect(() => operation.prepare(input)).toThrow(expect.objectContaining({ code: 'invalid_input', issues }));
});
