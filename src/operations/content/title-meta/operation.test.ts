import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { answerSchema } from '../../../contract/envelope.ts';
import type { Operation, RunContext } from '../../../contract/operation.ts';
import { AppError, messageOf } from '../../../kernel/errors.ts';
import type { Task } from '../../../kernel/task.ts';
import type { FetchedPage } from '../../../ports/fetch.ts';
import { operations } from '../../index.ts';
import schemaPlan from '../schema-plan/operation.ts';
import titleMeta from './operation.ts';

const URL_OF_PAGE = 'https://harbour-bikes.example/repair';
const PAGE = `<!doctype html><html lang="en"><head><title>Bike repair | Harbour Bikes</title><meta property="og:site_name" content="Harbour Bikes"></head>
<body><main><h1>Bike repair in Hamburg</h1><p>We repair city bikes | cargo bikes while you wait, every day of the week.</p>
<h2>Prices</h2><p>A small service costs 25 €.</p><h2>Opening hours</h2><p>Mon–Sat 8:00–18:00</p></main></body></html>`;

const FETCHED: FetchedPage = {
  url: URL_OF_PAGE,
  final_url: URL_OF_PAGE,
  status: 200,
  headers: {},
  redirects: [],
  content_type: 'text/html',
  text: PAGE,
  charset: 'utf-8',
  bytes: PAGE.length,
  duration_ms: 1,
};

/** A context that fetches the given page and nothing else; without one every fetch throws. */
function contextOf(page: FetchedPage | undefined): { context: RunContext; asked: string[] } {
  const asked: string[] = [];
  const fetchPage = async ({ url }: { url: string }): Promise<FetchedPage> => {
    asked.push(url);
    if (page === undefined) throw new Error('nothing may be fetched');
    return page;
  };
  const context: RunContext = Object.assign(Object.create(null), {
    ports: { fetch: { page: fetchPage } },
    compute: async <Input, Output>(task: Task<Input, Output>, input: Input) =>
      structuredClone(task.run(structuredClone(input))),
  });
  return { context, asked };
}

const META = {
  request_id: 'req_test',
  operation: 'test',
  generated_at: '2026-01-15T12:00:00.000Z',
  duration_ms: 1,
  credits: { charged: 0, balance: null },
  project_id: null,
  workflow_id: null,
  sources: [],
};

/** Runs an operation and holds its answer to the rules of every answer. */
async function answer(
  operation: Operation,
  body: unknown,
  page?: FetchedPage,
): Promise<Readonly<Record<string, unknown>>> {
  const { context } = contextOf(page);
  const { result, guidance, markdown_summary: summary } = await operation.prepare(body).run(context);
  if (guidance === undefined || summary === undefined) throw new Error(`${operation.id} has no guidance.`);
  const planned = guidance.next_calls.map((call) => {
    const named = operations.find(({ id }) => id === call.operation);
    expect(named, `next call ${call.operation}`).toBeDefined();
    return { ...call, method: named?.method, path: named?.path, credits: named?.prepare(call.body).credits };
  });
  const whole = {
    success: true,
    ...result,
    agent_workflow: { ...guidance, next_calls: planned },
    markdown_summary: summary,
    meta: META,
  };
  const parsed = answerSchema(operation.result.strict(), operation.guidance).safeParse(whole);
  expect(z.treeifyError(parsed.error ?? new z.ZodError([])).errors).toEqual([]);
  expect(parsed.error).toBeUndefined();
  expect(summary.length).toBeLessThanOrEqual(2500);
  expect(summary).toMatch(/^## \S/);
  const words = JSON.stringify([guidance, summary]);
  expect(words).not.toMatch(/\bundefined\b|\bNaN\b|\[object|\bInfinity\b/);
  expect(words).not.toMatch(/(?<![\d,.])1 (?:checks|options|risks|items|properties|words|questions)\b/);
  return result;
}

const BOTH = [
  ['content.title-meta', titleMeta, { keyword: 'bike repair' }],
  ['content.schema-plan', schemaPlan, {}],
] as const;

const MARKDOWNS = [
  ['a short text', '# Title\n\nSome text.'],
  ['no heading', 'Some text that has no heading but a few words in it.'],
  ['table marks', '# Bikes | repair `x` <b>\n\nWe repair bikes | bells, every day of the week, without exception.\n'],
  [
    'German',
    '# Fahrradreparatur in Köln\n\nWir reparieren Ihr Rad in einer Stunde, und das ohne Termin.\n\n## Preise\n\nAb 20 Euro.\n',
  ],
  ['Japanese', '# 自転車修理\n\n大阪市内の自転車修理は最短30分で完了します。\n'],
  ['a space', '   \n# x'],
] as const;

describe.each(BOTH)('%s', (_id, operation, more) => {
  it('answers the same for a URL and for the HTML of that URL', async () => {
    const fetched = await answer(operation, { ...more, url: URL_OF_PAGE }, FETCHED);
    const supplied = await answer(operation, { ...more, page_markdown: PAGE, url: URL_OF_PAGE });
    expect(fetched['checked']).toBe('url');
    expect(supplied).toEqual({ ...fetched, checked: 'html' });
  });

  it('fetches nothing when the text is supplied, and asks for no fetch to be reserved', async () => {
    const body = { ...more, page_markdown: '# Title\n\nSome text.', url: URL_OF_PAGE };
    const { context, asked } = contextOf(undefined);
    const call = operation.prepare(body);
    expect(call.needs).toEqual({});
    expect(operation.prepare({ ...more, url: URL_OF_PAGE }).needs).toEqual({ fetch: {} });
    await call.run(context);
    expect(asked).toEqual([]);
  });

  it.each(MARKDOWNS)('answers by the rules for %s', async (_name, page_markdown) => {
    const result = await answer(operation, { ...more, page_markdown });
    expect(result).toMatchObject({ url: null, checked: 'markdown' });
  });

  it('answers the same, byte for byte, for the same request', async () => {
    const body = { ...more, page_markdown: PAGE };
    expect(JSON.stringify(await answer(operation, body))).toBe(JSON.stringify(await answer(operation, body)));
  });

  it('says what a URL is that is no HTML page', async () => {
    const { context } = contextOf({ ...FETCHED, text: undefined, content_type: 'application/pdf' });
    const run = operation.prepare({ ...more, url: URL_OF_PAGE }).run(context);
    await expect(run).rejects.toThrow('The URL returns application/pdf, not an HTML page.');
    await expect(run).rejects.toBeInstanceOf(AppError);
  });

  it('tells the status of an error page', async () => {
    const asked = answer(operation, { ...more, url: URL_OF_PAGE }, { ...FETCHED, status: 404 });
    expect(JSON.stringify(await asked.catch(messageOf))).toContain('404');
  });

  it('refuses a body without url and page_markdown by their names', () => {
    expect(() => operation.prepare({ ...more })).toThrow(AppError);
    try {
      operation.prepare({ ...more });
    } catch (thrown) {
      expect(JSON.stringify(thrown instanceof AppError ? thrown.issues : [])).toContain('url');
    }
  });
});

describe('content.title-meta', () => {
  it('sees the snippet rules of the answer’s headers', async () => {
    const page = { ...FETCHED, headers: { 'x-robots-tag': 'nosnippet' } };
    const report = titleMeta.result.parse(await answer(titleMeta, { keyword: 'bike repair', url: URL_OF_PAGE }, page));
    expect(report.snippet_risks.map(({ id }) => id)).toContain('nosnippet');
  });
});
