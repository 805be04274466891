import { expect, it } from 'vitest';

import { contextWithPages } from '../../../../test/page-context.ts';
import { runChecked } from '../../../../test/pure-operation.ts';
import { TechnicalQaReport } from './technical-qa.ts';
import type { RunContext } from '../../../contract/operation.ts';
import operation from './operation.ts';

const URL_OF_PAGE = 'https://a.test/';
const PAGE =
  '<!doctype html><html lang="en"><head><title>Bicycles repaired while you wait</title></head><body><p>Words</p></body></html>';

/** A page whose answer has these values of X-Robots-Tag, each in a header of its own. */
function contextWithHeaders(values: readonly string[]): RunContext {
  const context = contextWithPages({ [URL_OF_PAGE]: PAGE });
  const { fetch } = context.ports;
  const page: typeof fetch.page = async (query, ...rest) => ({
    ...(await fetch.page(query, ...rest)),
    headers: { 'x-robots-tag': values.join(', ') },
    repeated_headers: { 'x-robots-tag': values },
  });
  return Object.assign(Object.create(context), { ports: { ...context.ports, fetch: { ...fetch, page } } });
}

async function statusOf(values: readonly string[]): Promise<string | undefined> {
  const { result } = await runChecked(operation, { url: URL_OF_PAGE }, contextWithHeaders(values));
  return TechnicalQaReport.parse(result).checks.find(({ id }) => id === 'index.noindex-header')?.status;
}

it('a rule for all crawlers in a second header counts, though the first is for one other crawler', async () => {
  expect(await statusOf(['otherbot: nofollow', 'noindex'])).toBe('fail');
});

it('rules for one other crawler in a header of its own do not count', async () => {
  expect(await statusOf(['nofollow', 'otherbot: noindex'])).toBe('pass');
});

it('judges a page whose text scripts write as a browser shows it, and tells what its source lacks', async () => {
  const shell = '<title>Bikes</title><div id="root"></div><script src="/app.js"></script>';
  const html = `<html lang="en"><head><title>Bikes</title><link rel="canonical" href="${URL_OF_PAGE}"></head><body><main><h1>Bikes</h1><p>${'We repair every bike on the day you bring it to our shop. '.repeat(20)}</p></main></body></html>`;
  const context = contextWithPages({ [URL_OF_PAGE]: shell }, () => ({
    html,
    final_url: URL_OF_PAGE,
    requests: 2,
    missing: [],
    cut: false,
    navigated: false,
  }));
  const { result } = await runChecked(operation, { url: URL_OF_PAGE }, context);
  const { page, checks } = TechnicalQaReport.parse(result);
  expect(page).toMatchObject({ h1: 'Bikes', canonical: URL_OF_PAGE, script_shell: false });
  expect(checks.find(({ id }) => id === 'h1.missing')?.status).toBe('pass');
  expect(result).toMatchObject({
    rendering: {
      status: 'rendered',
      changed: ['canonical', 'text'],
      raw: { canonical: null, word_count: 0 },
      notes: expect.arrayContaining(['Scripts change the canonical URL. Put the final one into the source.']),
    },
  });
  const never = await runChecked(operation, { url: URL_OF_PAGE, render: 'never' }, context);
  expect(never.result).toMatchObject({ page: { script_shell: true, h1: null }, rendering: { status: 'off' } });
});
