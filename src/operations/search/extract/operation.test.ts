import { expect, it } from 'vitest';

import { contextWithPages } from '../../../../test/page-context.ts';
import operation from './operation.ts';

const TEXT = '<p>The press was built in the old town, and it has printed books for the whole country since.</p>';
const PAGE = `<html lang="en"><head><title>Presses</title></head><body><main><h1>Presses</h1>${TEXT.repeat(4)}<a href="/old">Old</a></main></body></html>`;
const URL = 'https://a.test/presses';

it('reads HTML that is sent as it reads the page behind its URL, and fetches nothing', async () => {
  const { result } = await operation.prepare({ url: URL }).run(contextWithPages({ [URL]: PAGE }));
  const sent = await operation.prepare({ url: URL, html: PAGE }).run(contextWithPages({}));
  expect(sent.result).toEqual({ ...result, status_code: null });
  expect(sent.result).toMatchObject({
    url: URL,
    final_url: URL,
    links: { internal: [{ url: 'https://a.test/old', text: 'Old' }] },
  });
});

it('fetches the page where the HTML is blank', async () => {
  const { result } = await operation.prepare({ url: URL, html: ' ' }).run(contextWithPages({ [URL]: PAGE }));
  expect(result).toMatchObject({ status_code: 200 });
});
