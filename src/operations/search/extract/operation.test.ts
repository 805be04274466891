import { describe, expect, it } from 'vitest';

import { contextWithPages } from '../../../../test/page-context.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { RenderedPage } from '../../../ports/browser.ts';
import operation from './operation.ts';

const TEXT = '<p>The press was built in the old town, and it has printed books for the whole country since.</p>';
const PAGE = `<html lang="en"><head><title>Presses</title></head><body><main><h1>Presses</h1>${TEXT.repeat(4)}<a href="/old">Old</a></main></body></html>`;
const URL = 'https://a.test/presses';

it('reads HTML that is sent as it reads the page behind its URL, and fetches nothing', async () => {
  const { result } = await operation.prepare({ url: URL }).run(contextWithPages({ [URL]: PAGE }));
  const sent = await operation.prepare({ url: URL, html: PAGE }).run(contextWithPages({}));
  const rendering = { status: 'off', raw: null, rendered: null, changed: [], requests: null, missing: [], notes: [] };
  expect(sent.result).toEqual({ ...result, status_code: null, rendering });
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

describe('a page whose text scripts write', () => {
  const SHELL =
    '<title>Loading</title><meta name="robots" content="noindex"><div id="root"></div><script src="/app.js"></script>';
  const shown: RenderedPage = {
    html: PAGE,
    final_url: 'https://a.test/presses#all',
    requests: 3,
    missing: [{ url: 'https://a.test/prices.json', reason: 'status 500' }],
    cut: false,
    navigated: false,
  };

  it('is read as a browser shows it, beside what its source says', async () => {
    const context = contextWithPages({ [URL]: SHELL }, (query) => {
      expect(query).toEqual({ url: URL, html: SHELL, headers: {} });
      return shown;
    });
    const { result, guidance } = await operation.prepare({ url: URL }).run(context);
    expect(result).toMatchObject({
      final_url: shown.final_url,
      word_count: 73,
      rendering: {
        status: 'rendered',
        raw: { title: 'Loading', noindex: true, word_count: 0, internal_links: 0 },
        rendered: { title: 'Presses', noindex: false, word_count: 74, internal_links: 1 },
        changed: ['title', 'noindex', 'text', 'links'],
        requests: 3,
        missing: shown.missing,
      },
    });
    expect(result['warnings']).toEqual([
      expect.stringMatching(/^The source holds 0 words, and scripts bring them to 74: crawlers that run no scripts/),
      'The source says noindex, and scripts take it away: search engines may stop at the source.',
      '1 script or data file could not be loaded, such as https://a.test/prices.json: status 500',
    ]);
    expect(JSON.stringify(guidance)).toContain('Scripts were run, and nothing was clicked');
  });

  it('is told as such where no browser is connected, with how to connect one', async () => {
    const { result } = await operation.prepare({ url: URL }).run(contextWithPages({ [URL]: SHELL }));
    expect(result).toMatchObject({ rendering: { status: 'no_browser', rendered: null } });
    expect(result['warnings']).toContain(
      'Scripts write the text of this page. Set SEAMARK_BROWSER_URL to a Chromium that can run them; docs/configuration.md explains how.',
    );
    const always = operation.prepare({ url: URL, render: 'always' }).run(contextWithPages({ [URL]: SHELL }));
    await expect(always).rejects.toMatchObject({ code: 'source_not_configured' });
  });

  it('is answered as its server sent it where the browser fails', async () => {
    const away = contextWithPages({ [URL]: SHELL }, () => {
      throw new AppError('source_failed', 'The browser does not answer.');
    });
    const { result } = await operation.prepare({ url: URL, render: 'always' }).run(away);
    expect(result).toMatchObject({ final_url: URL, rendering: { status: 'failed', raw: { title: 'Loading' } } });
    expect(result['warnings']).toContain(
      'The browser does not answer. The answer is about the page as its server sent it, before any script ran.',
    );
  });

  it('is shown to no browser where that is not asked for or not needed', async () => {
    const none = contextWithPages({ [URL]: SHELL, 'https://a.test/full': PAGE }, () => {
      throw new Error('Nothing is to be rendered.');
    });
    const never = await operation.prepare({ url: URL, render: 'never' }).run(none);
    expect(never.result).toMatchObject({ rendering: { status: 'off' } });
    expect(never.result['warnings']).toContain('Scripts write the text of this page. They were not run.');
    const full = await operation.prepare({ url: 'https://a.test/full' }).run(none);
    expect(full.result).toMatchObject({ rendering: { status: 'not_needed', notes: [] } });
    const gone = contextWithPages({ [URL]: { status: 404, body: SHELL } }, () => shown);
    expect((await operation.prepare({ url: URL }).run(gone)).result).toMatchObject({
      rendering: { status: 'not_needed' },
    });
  });

  it('cannot be asked for where the HTML is sent', () => {
    expect(() => operation.prepare({ url: URL, html: SHELL, render: 'always' })).toThrow(/render/);
  });
});
