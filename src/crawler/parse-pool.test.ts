import { Worker } from 'node:worker_threads';

import { afterEach, describe, expect, it, vi } from 'vitest';

import type { PageInput, ParsedPage } from './parse.ts';
import { createPageParser, type PageParser } from './parse-pool.ts';

let parser: PageParser | undefined;
afterEach(() => parser?.close());

const RULES = { agent_token: 'SeamarkBot', scope: undefined };
/** Seconds of work for a thread that is given half of one. */
const HEAVY = '<h1>x</h1>'.repeat(900_000);

function input(html: string | Uint8Array): PageInput {
  const bytes = typeof html === 'string' ? Buffer.from(html) : html;
  return {
    url: 'https://example.com/',
    content_type: 'text/html',
    content_type_header: '',
    x_robots_tag: '',
    link: '',
    bytes,
  };
}

function started(options: Parameters<typeof createPageParser>[0]): (html: string | Uint8Array) => Promise<ParsedPage> {
  const pool = createPageParser(options);
  parser = pool;
  return (html) => pool.parse(input(html), RULES);
}

describe('the parse pool', () => {
  it('answers each page with its own facts, in any number', async () => {
    const parse = started({ threads: 2 });
    const pages = await Promise.all(Array.from({ length: 50 }, (_, at) => parse(`<title>Page ${at}</title>`)));
    expect(pages.map((page) => page.document?.title)).toEqual(Array.from({ length: 50 }, (_, at) => `Page ${at}`));
  });

  it('leaves the bytes of the caller alone, also when they are part of a larger buffer', async () => {
    const parse = started({});
    const whole = Buffer.from('xxxx<title>Part</title>yyyy');
    const page = await parse(whole.subarray(4, -4));
    expect(page.document?.title).toBe('Part');
    expect(page.document?.text).toBe('');
    expect(whole.toString()).toBe('xxxx<title>Part</title>yyyy');
  });

  it('ends a thread that has nothing to read, and starts one for the next page', async () => {
    const ended = vi.spyOn(Worker.prototype, 'terminate');
    const parse = started({ idle_ms_max: 1 });
    await parse('<title>One</title>');
    await expect.poll(() => ended.mock.calls.length).toBe(1);
    expect((await parse('<title>Two</title>')).document?.title).toBe('Two');
    ended.mockRestore();
  });

  it('gives up a page that takes too long, and reads those behind it', async () => {
    const parse = started({ page_ms_max: 500 });
    await parse('<p>warm');
    const answers = await Promise.all([parse(HEAVY), parse('<title>One</title>'), parse('<title>Two</title>')]);
    expect(answers.map((page) => page.document?.title)).toEqual([undefined, 'One', 'Two']);
    expect(answers[0]?.problems).toEqual(['parse_timeout']);
    expect((await parse('<title>Three</title>')).document?.title).toBe('Three');
  });

  it('gives up a page that needs too much memory, and reads those behind it', async () => {
    const parse = started({ memory_mb_max: 24 });
    const hoard = Array.from(
      { length: 9000 },
      (_, at) => `<a href="/${at}${'x'.repeat(1000)}">${'y'.repeat(400)}${at}</a>`,
    ).join('');
    const answers = await Promise.all([parse(hoard), parse('<title>One</title>')]);
    expect(answers[0]?.problems).toEqual(['parse_memory']);
    expect(answers[1]?.document?.title).toBe('One');
  });

  it('answers what is left as unreadable when it is closed, and refuses more', async () => {
    const parse = started({});
    const left = parse('<p>x');
    await parser?.close();
    expect((await left).problems).toEqual(['parse_failed']);
    await expect(parse('<p>y')).rejects.toThrow('closed');
  });
});
