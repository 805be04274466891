import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { guidePage } from '../../../test/study/guide-page.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Task } from '../../kernel/task.ts';
import type { PageRead, ReadPage } from '../../text/reading/reading.ts';
import { createGuardedFetch } from '../fetch/guarded-fetch.ts';
import { createPageReader, type PageReaderParts } from './reader.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const GUIDE = guidePage({
  title: 'Clean a chain',
  site: 'Bikes',
  text: 'A chain collects sand and dust on every ride.\n\n## Steps\nScrub the chain with a brush and degreaser, and dry it.',
});

const open: { close(): unknown }[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((opened) => opened.close()))));

let kept: { url: string; page: ReadPage; read_at: Date }[];
let warnings: string[];
/** What servers were asked for, as `host path`, robots.txt left out. */
let requests: string[];
beforeEach(() => {
  [kept, warnings, requests] = [[], [], []];
});

type Answer = (response: ServerResponse, request: IncomingMessage) => unknown;
interface World {
  /** By host and path, such as `bikes.example/page`. */
  readonly pages?: Readonly<Record<string, Answer>>;
  /** robots.txt by host. */
  readonly robots?: Readonly<Record<string, string | number>>;
}

const html =
  (text: string): Answer =>
  (response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(text);
const redirect =
  (location: string): Answer =>
  (response) =>
    response.writeHead(302, { location }).end();
const status =
  (code: number): Answer =>
  (response) =>
    response.writeHead(code, { 'content-type': 'text/html' }).end('<p>Sorry</p>');

function listener({ pages = {}, robots = {} }: World): RequestListener {
  return (request, response) => {
    const { host = '' } = request.headers;
    if (request.url === '/robots.txt') {
      const rules = robots[host] ?? 404;
      if (typeof rules === 'number') response.writeHead(rules).end();
      else response.end(rules);
      return;
    }
    requests.push(`${host} ${request.url ?? ''}`);
    const answer = pages[`${host}${request.url ?? ''}`] ?? status(404);
    answer(response, request);
  };
}

/** A reader for which every host of the tests is one server on loopback. */
async function reader(world: World, parts: Partial<PageReaderParts> = {}) {
  const server = createServer(listener(world));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const hosts = ['bikes.example', 'lamps.example', 'tyres.example'];
  const web = createGuardedFetch({
    user_agent: 'Seamark/1.0',
    allow_networks: [],
    allow_ports: [],
    resolve: hosts.map((host) => `${host}:80:127.0.0.1:${port}`),
  });
  open.push(web, {
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
  const made = createPageReader({
    requester: web.requester,
    robots: (query, signal) => web.source.robots(query, signal),
    reads: { keep: (url, page, read_at) => Promise.resolve(void kept.push({ url, page, read_at })) },
    run: (task, input) => Promise.resolve(task.run(input)),
    clock: () => NOW,
    warn: (message) => void warnings.push(message),
    ...parts,
  });
  return async (url: string, signal = new AbortController().signal): Promise<PageRead> =>
    (await made.read({ url }, signal)).value;
}

/** Resolves when the condition holds; the test's own time limit ends the wait for one that never does. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setImmediate();
}

describe('A page that can be read', () => {
  it('is distilled, and kept under the address that was asked for', async () => {
    const read = await reader({
      pages: { 'bikes.example/old': redirect('/new'), 'bikes.example/new': html(GUIDE) },
    });
    const found = await read('http://bikes.example/old');
    expect(found).toMatchObject({
      status: 'read',
      page: { final_url: 'http://bikes.example/new', title: 'Clean a chain', language: 'en' },
    });
    expect(kept).toEqual([{ url: 'http://bikes.example/old', page: 'page' in found && found.page, read_at: NOW }]);
  });

  it('is answered also where it cannot be kept', async () => {
    const read = await reader(
      { pages: { 'bikes.example/': html(GUIDE) } },
      { reads: { keep: () => Promise.reject(new Error('The disk is full.')) } },
    );
    expect(await read('http://bikes.example/')).toMatchObject({ status: 'read' });
    expect(warnings).toEqual(['A page that was read could not be kept: The disk is full.']);
  });
});

describe('robots.txt', () => {
  it.each([
    ['Seamark', 'User-agent: Seamark\nDisallow: /private'],
    ['everybody', 'User-agent: *\nDisallow: /private'],
  ])('keeps us from a page that it closes to %s', async (_name, robots) => {
    const read = await reader({ robots: { 'bikes.example': robots }, pages: { 'bikes.example/private': html(GUIDE) } });
    expect(await read('http://bikes.example/private')).toEqual({
      status: 'disallowed',
      note: 'The site’s robots.txt does not allow it with the line “Disallow: /private”.',
    });
    expect(requests).toEqual([]);
  });

  it('keeps us from a page that another one redirects to, on its host and on others', async () => {
    const closed = 'User-agent: *\nDisallow: /private';
    const read = await reader({
      robots: { 'bikes.example': closed, 'lamps.example': closed },
      pages: {
        'bikes.example/one': redirect('/private'),
        'bikes.example/two': redirect('http://lamps.example/private'),
      },
    });
    expect(await read('http://bikes.example/one')).toMatchObject({ status: 'disallowed' });
    expect(await read('http://bikes.example/two')).toMatchObject({ status: 'disallowed' });
    expect(requests).toEqual(['bikes.example /one', 'bikes.example /two']);
  });

  it('closes the whole site while its server fails to send it', async () => {
    const read = await reader({ robots: { 'bikes.example': 503 }, pages: { 'bikes.example/': html(GUIDE) } });
    expect(await read('http://bikes.example/')).toEqual({
      status: 'unreachable',
      note: 'The server answered 503 for robots.txt, so the page was not requested.',
    });
    expect(requests).toEqual([]);
  });
});

describe('A page that cannot be read', () => {
  it.each<[string, Answer, PageRead]>([
    ['is gone', status(410), { status: 'http_error', note: 'The server answered 410.' }],
    ['fails', status(500), { status: 'http_error', note: 'The server answered 500.' }],
    [
      'is a PDF file',
      (response) => response.setHeader('content-type', 'application/pdf').end('%PDF-1.7'),
      { status: 'not_html', note: 'The server sent application/pdf, not an HTML page.' },
    ],
    [
      'is a PDF file that says it is HTML',
      html('%PDF-1.7 binary'),
      { status: 'not_html', note: 'The server sent a PDF file, not an HTML page.' },
    ],
    [
      'is text of no type',
      (response) => response.end('just words'),
      { status: 'not_html', note: 'The server answered 200 without an HTML page.' },
    ],
    [
      'drops the connection',
      (response) => response.destroy(),
      { status: 'unreachable', note: '"bikes.example" dropped the connection.' },
    ],
    ['redirects in a loop', redirect('/page'), { status: 'unreachable', note: 'The URL redirects in a loop.' }],
  ])('because it %s is an answer, and not kept', async (_name, answer, expected) => {
    const read = await reader({ pages: { 'bikes.example/page': answer } });
    expect(await read('http://bikes.example/page')).toEqual(expected);
    expect(kept).toEqual([]);
  });

  it('within its time is too slow', async () => {
    const read = await reader({ pages: { 'bikes.example/': () => undefined } }, { limits: { page_ms: 300 } });
    expect(await read('http://bikes.example/')).toEqual({
      status: 'too_slow',
      note: 'The page took longer than 0.3 seconds.',
    });
  });

  it.each([
    'http://127.0.0.1/admin',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://no-such-host.invalid/',
    'ftp://bikes.example/',
    'no address',
  ])('since it is not on the public web says no more than that: %s', async (url) => {
    const read = await reader({});
    const found = await read(url);
    expect(found).toMatchObject({ status: 'unreachable' });
    expect('note' in found && found.note).toMatch(
      /^(?:The site’s robots\.txt could not be read|The URL has no robots\.txt)/,
    );
    expect(requests).toEqual([]);
  });

  it('since a page redirects to a private address says no more than that', async () => {
    const read = await reader({ pages: { 'bikes.example/': redirect('http://127.0.0.1:9/') } });
    const found = await read('http://bikes.example/');
    expect(found).toEqual({
      status: 'unreachable',
      note: 'The site’s robots.txt could not be read, so the page was not requested.',
    });
  });

  it('by the analysis is an answer as well, and reported', async () => {
    const run: PageReaderParts['run'] = () =>
      Promise.reject(new AppError('invalid_input', 'The input could not be analysed within 4.2 s.'));
    const read = await reader({ pages: { 'bikes.example/': html(GUIDE) } }, { run });
    expect(await read('http://bikes.example/')).toEqual({
      status: 'too_slow',
      note: 'The page is too large or too complex to be analysed.',
    });
    expect(warnings).toHaveLength(1);
  });
});

describe('What is no matter of the page is thrown:', () => {
  it('the caller’s wish to stop, at once', async () => {
    const read = await reader({ pages: { 'bikes.example/': () => undefined } });
    const stop = new AbortController();
    const reading = read('http://bikes.example/', stop.signal);
    const waiting = read('http://bikes.example/other', stop.signal);
    await until(() => requests.length === 1);
    stop.abort(new Error('Enough.'));
    await expect(reading).rejects.toThrow('Enough.');
    await expect(waiting).rejects.toThrow('Enough.');
  });

  it('a server of ours that stops', async () => {
    const stopping = new AppError('unavailable', 'The server is stopping.');
    const read = await reader(
      { pages: { 'bikes.example/': html(GUIDE) } },
      { run: <Input, Output>(_task: Task<Input, Output>) => Promise.reject<Output>(stopping) },
    );
    await expect(read('http://bikes.example/')).rejects.toBe(stopping);
  });
});

describe('Pages of one host', () => {
  it('are requested one at a time, also where a redirect leads there, and those of others meanwhile', async () => {
    const answers: (() => void)[] = [];
    let [running, most] = [0, 0];
    const held: Answer = (response) => {
      running += 1;
      most = Math.max(most, running);
      answers.push(() => {
        running -= 1;
        html(GUIDE)(response, response.req);
      });
    };
    const read = await reader({
      pages: {
        'bikes.example/1': held,
        'bikes.example/2': held,
        'bikes.example/3': held,
        'lamps.example/': html(GUIDE),
        'tyres.example/': redirect('http://bikes.example/3'),
      },
    });
    const all = ['bikes.example/1', 'bikes.example/2', 'tyres.example/'].map((page) => read(`http://${page}`));
    await until(() => answers.length === 1 && requests.includes('tyres.example /'));
    expect(await read('http://lamps.example/')).toMatchObject({ status: 'read' });
    for (let count = 1; count <= 3; count += 1) {
      await until(() => answers.length === count);
      answers[count - 1]?.();
    }
    expect((await Promise.all(all)).map((found) => found.status)).toEqual(['read', 'read', 'read']);
    expect(most).toBe(1);
  });

  it('do not wait for each other beyond measure, and wait for none that was given up', async () => {
    const read = await reader(
      { pages: { 'bikes.example/1': () => undefined, 'bikes.example/2': html(GUIDE) } },
      { limits: { wait_ms: 200 } },
    );
    const stop = new AbortController();
    const first = read('http://bikes.example/1', stop.signal);
    await until(() => requests.length === 1);
    expect(await read('http://bikes.example/2')).toEqual({
      status: 'too_slow',
      note: 'Other pages of the site took too long to be read.',
    });
    stop.abort(new Error('Enough.'));
    await expect(first).rejects.toThrow('Enough.');
    expect(await read('http://bikes.example/2')).toMatchObject({ status: 'read' });
  });
});
