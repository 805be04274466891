import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

import { beforeAll, describe, expect, it } from 'vitest';

import { parsePage } from '../../crawler/parse.ts';
import type { PageFact } from '../../ports/index.ts';
import { languageDetector, type LanguageDetector } from '../../text/detect-language.ts';
import type { FactRules, HtmlAnswer, ParseHtml, RecordFacts } from './facts.ts';
import { FROM_START, inChunks, members, readAll, recordBytes, type RecordSketch } from '../../../test/archive.ts';
import { factsOfWarc, readWarcFacts } from './warc-facts.ts';

const RULES: FactRules = { source: 'commoncrawl', agent_token: 'seamark', date_max: new Date('2026-06-01') };
const HTML =
  '<!doctype html><html lang="en"><title>Harbour</title><meta name="description" content="Boats.">' +
  '<p>A page about boats, see <a href="/ropes" rel="nofollow">ropes and knots</a> and <a href="https://other.example/">others</a>.';

let detectLanguage: LanguageDetector;
let parse: ParseHtml;
beforeAll(async () => {
  detectLanguage = await languageDetector();
  parse = (answer) => Promise.resolve(parsePage(answer, { agent_token: 'seamark', scope: undefined, detectLanguage }));
});

/** The least of a Brotli of megabytes takes a second to find. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

describe('a captured page', () => {
  it('gives the facts that a crawl of it would', async () => {
    const fact = await factOf({ uri: 'https://www.example.com/harbour', payload: http('200 OK', HTML) });
    const page = parsePage(
      {
        url: 'https://www.example.com/harbour',
        content_type: 'text/html',
        content_type_header: 'text/html; charset=utf-8',
        x_robots_tag: '',
        link: '',
        bytes: Buffer.from(HTML),
      },
      { agent_token: 'seamark', scope: undefined, detectLanguage },
    );
    expect(fact).toEqual({
      url: 'https://www.example.com/harbour',
      observed_at: new Date('2026-03-01T08:00:00Z'),
      source: 'commoncrawl',
      status: 200,
      redirect_url: undefined,
      content_type: 'text/html',
      bytes: Buffer.byteLength(HTML),
      document: page.document,
      links: page.links,
    });
    expect(page.links).toHaveLength(2);
  });

  it.each([
    ['gzip', 'gzip', gzipSync(HTML)],
    ['gzip by its old name', 'x-gzip', gzipSync(HTML)],
    ['deflate', 'deflate', deflateSync(HTML)],
    ['deflate without its header', 'deflate', deflateRawSync(HTML)],
    ['br', 'br', brotliCompressSync(HTML)],
    ['zstd', 'zstd', zstdCompressSync(HTML)],
    ['two codings', 'deflate, gzip', gzipSync(deflateSync(HTML))],
    ['a coding that the archive has undone', 'gzip', Buffer.from(HTML)],
    ['zstd that the archive has undone', 'zstd', Buffer.from(HTML)],
    ['br that the archive has undone', 'br', Buffer.from(HTML)],
    ['a coding that nobody knows', 'rot13', Buffer.from(HTML)],
  ])('is read through %s', async (_, coding, body) => {
    const fact = await factOf({ payload: http('200 OK', body, [`Content-Encoding: ${coding}`]) });
    expect([fact.document?.title, fact.links.length, fact.bytes]).toEqual(['Harbour', 2, Buffer.byteLength(HTML)]);
  });

  it.each([
    ['chunks', chunked(HTML, 7)],
    [
      'chunks with extensions and a trailer',
      chunked(HTML, 50).replaceAll('\r\n32\r\n', '\r\n32 ;name=value\r\n') + 'Trailer: 1\r\n\r\n',
    ],
    ['chunks that the archive has put together', HTML],
    ['chunks that end too early', chunked(HTML, HTML.length).slice(0, -20)],
    ['chunks of which one is broken', chunked(HTML, HTML.length).replace('\r\n0\r\n', '\r\nnot a length\r\n')],
  ])('is read through %s', async (_, body) => {
    const fact = await factOf({ payload: http('200 OK', body, ['Transfer-Encoding: chunked']) });
    expect([fact.document?.title, fact.links[0]?.target_url]).toEqual(['Harbour', 'http://example.com/ropes']);
  });

  it('is read through chunks and a coding over one another', async () => {
    const packed = gzipSync(HTML).toString('latin1');
    const payload = http('200 OK', Buffer.from(chunked(packed, 40), 'latin1'), [
      'Transfer-Encoding: chunked',
      'Content-Encoding: gzip',
    ]);
    expect((await factOf({ payload })).document?.title).toBe('Harbour');
  });

  it('whose coding breaks off is read up to there', async () => {
    const long = HTML + '<p>word '.repeat(50_000);
    const broken = gzipSync(long);
    broken.fill(0xff, broken.byteLength - 30);
    for (const body of [gzipSync(long).subarray(0, -20), broken]) {
      expect((await factOf({ payload: http('200 OK', body, ['Content-Encoding: gzip']) })).links).toHaveLength(2);
    }
  });

  it('that unpacks to more than a page is cut at 10 MB', async () => {
    for (const [coding, body] of [
      ['gzip', gzipSync(Buffer.alloc(60_000_000, 'x '))],
      ['br', brotliCompressSync(Buffer.alloc(60_000_000, 'x '), QUICKLY)],
    ] as const) {
      const given: HtmlAnswer[] = [];
      await factsOfWarc(
        await onlyRecord({ payload: http('200 OK', body, [`Content-Encoding: ${coding}`]) }),
        RULES,
        (answer) => {
          given.push(answer);
          return parse({ ...answer, bytes: answer.bytes.subarray(0, 1000) });
        },
      );
      expect(given.map(({ bytes }) => bytes.byteLength)).toEqual([10_000_000]);
      expect(given[0]?.bytes.buffer.byteLength).toBeLessThan(11_000_000);
    }
  });

  it('is read by the charset of its header', async () => {
    const payload = http(
      '200 OK',
      Buffer.from('<title>\u00c9t\u00e9</title><p>x', 'latin1'),
      [],
      'text/html; charset=iso-8859-1',
    );
    expect((await factOf({ payload })).document?.title).toBe('\u00c9t\u00e9');
  });

  it('hands on what the headers say to robots and about its canonical', async () => {
    const headers = [
      'X-Robots-Tag: noindex',
      'x-robots-tag: nofollow',
      'Link: <https://example.com/canonical>; rel="canonical"',
    ];
    const { document, links } = await factOf({ payload: http('200 OK', HTML, headers) });
    expect(document).toMatchObject({ noindex: true, nofollow: true, canonical_url: 'https://example.com/canonical' });
    expect(links.some(({ dofollow }) => dofollow && links.length > 0)).toBe(false);
  });

  it.each([
    'HTTP/1.1 200',
    'HTTP/1.1 200 ',
    'HTTP/2 200',
    'HTTP/1.0 200 Very fine indeed',
    'http/1.1  200 OK',
    'ICY 200 OK',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK',
    '\r\nHTTP/1.1 200 OK',
  ])('may have the status line %j', async (line) => {
    const payload = `${line}\r\nContent-Type: text/html\r\n\r\n${HTML}`;
    expect((await factOf({ payload })).document?.title).toBe('Harbour');
  });

  it('may have headers that end with line feeds, and fold', async () => {
    const payload = `HTTP/1.1 200 OK\nContent-Type:\n text/html\n\n${HTML}`;
    expect((await factOf({ payload })).document?.title).toBe('Harbour');
  });

  it.each([
    ['<http://example.com/a b>', 'http://example.com/a%20b'],
    ['http://example.com/?utm_source=x&b=1#part', 'http://example.com/?b=1'],
    ['HTTP://EXAMPLE.com:80/', 'http://example.com/'],
  ])('has the address that a crawl would give it (%s)', async (uri, url) => {
    expect((await factOf({ uri, payload: http('200 OK', HTML) })).url).toBe(url);
  });

  it.each([
    ['2026-03-01T08:00:00.123456789Z', '2026-03-01T08:00:00.123Z'],
    ['2026-03-01T08:00Z', '2026-03-01T08:00:00.000Z'],
    ['2026-03-01T10:00:00+02:00', '2026-03-01T08:00:00.000Z'],
    ['2026-03-01T08:00:00', '2026-03-01T08:00:00.000Z'],
    ['2026-03', '2026-03-01T00:00:00.000Z'],
    ['20260301080000', '2026-03-01T08:00:00.000Z'],
  ])('was read at its date (%s)', async (date, observed) => {
    expect((await factOf({ date, payload: http('200 OK', HTML) })).observed_at.toISOString()).toBe(observed);
  });

  it.each(['', 'yesterday', '2026-13-45T00:00:00Z', '1970-01-01T00:00:00Z', '2099-01-01T00:00:00Z', '20261399000000'])(
    'without a usable date is left out (%j)',
    async (date) => {
      expect(await factsOf({ date, payload: http('200 OK', HTML) })).toEqual({ facts: [], left_out: 'no_date' });
    },
  );
});

describe('an answer that is no page', () => {
  it('of another media type is a fact without a document', async () => {
    const fact = await factOf({
      uri: 'http://example.com/a.pdf',
      payload: http('200 OK', '%PDF-1.7', [], 'application/pdf'),
    });
    expect(fact).toMatchObject({
      status: 200,
      content_type: 'application/pdf',
      bytes: 8,
      document: undefined,
      links: [],
    });
  });

  it('with an error is a fact without a document', async () => {
    for (const status of [403, 404, 410, 500]) {
      const fact = await factOf({ payload: http(`${status} No`, HTML) });
      expect(fact).toMatchObject({ status, document: undefined, links: [] });
    }
  });

  it('because the server was asked too often is none', async () => {
    expect(await factsOf({ payload: http('429 Too Many Requests', HTML) })).toEqual({
      facts: [],
      left_out: 'refused_by_server',
    });
  });

  it.each([
    ['dns:example.com', 'not_a_page'],
    ['ftp://example.com/a', 'not_a_page'],
    ['', 'not_a_page'],
    ['https://example.com/robots.txt', 'not_a_page'],
  ])('is left out for the address %j', async (uri, left_out) => {
    expect(await factsOf({ uri, payload: http('200 OK', HTML) })).toEqual({ facts: [], left_out });
  });

  it.each(['', HTML, 'HTTP/1.1 abc', 'HTTP/1.1 2000 OK', 'HTTP/1.1 099 OK', 'GET / HTTP/1.1\r\n\r\n'])(
    'is left out when nothing says its status (%j)',
    async (payload) => {
      expect(await factsOf({ payload })).toEqual({ facts: [], left_out: 'unreadable' });
    },
  );

  it.each(['warcinfo', 'request', 'metadata', 'resource', 'conversion', 'continuation', ''])(
    'is left out as a record of the type %j',
    async (type) => {
      expect(await factsOf({ type, payload: http('200 OK', HTML) })).toEqual({ facts: [], left_out: 'other_record' });
    },
  );
});

describe('a redirect', () => {
  it('is a fact with its target and a link to it', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const fact = await factOf({
        uri: 'http://example.com/old',
        payload: http(`${status} Moved`, HTML, ['Location: /new?utm_source=x']),
      });
      expect(fact).toMatchObject({
        status,
        redirect_url: 'http://example.com/new',
        document: undefined,
        content_type: '',
        bytes: 0,
      });
      expect(fact.links.map(({ type, target_url, dofollow }) => [type, target_url, dofollow])).toEqual([
        ['redirect', 'http://example.com/new', true],
      ]);
    }
  });

  it('to another spelling of its page is none', async () => {
    const facts = await factsOf({
      uri: 'http://example.com/a',
      payload: http('301 Moved', '', ['Location: https://example.com/a/']),
    });
    expect(facts).toEqual({ facts: [], left_out: 'same_page' });
  });

  it('that leads nowhere is a fact without a target', async () => {
    for (const location of [[], ['Location: mailto:a@example.com'], ['Location: ']]) {
      const fact = await factOf({ payload: http('301 Moved', '', location) });
      expect(fact).toMatchObject({ status: 301, redirect_url: undefined, links: [] });
    }
  });
});

describe('a revisit', () => {
  const SAME = 'WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest';
  const NOT_MODIFIED = 'WARC-Profile: http://netpreserve.org/warc/1.0/revisit/server-not-modified';
  const revisit = (more: readonly string[], payload: string | Buffer = ''): RecordSketch => ({
    type: 'revisit',
    more,
    payload,
  });

  it.each([
    ['the server says so', revisit([NOT_MODIFIED], http('304 Not Modified', ''))],
    ['the page is what it was', revisit([SAME, 'WARC-Refers-To-Target-URI: https://example.com'], http('200 OK', ''))],
    ['the page is what it was, and nothing else is said', revisit([SAME])],
  ])('finds the page unchanged when %s', async (_, sketch) => {
    expect(await factOf(sketch)).toMatchObject({
      url: 'http://example.com/',
      status: 304,
      document: undefined,
      links: [],
      bytes: 0,
    });
  });

  it('that found a redirect or an error is a fact of that', async () => {
    const redirect = await factOf(revisit([SAME], http('301 Moved', '', ['Location: /new'])));
    expect(redirect).toMatchObject({ status: 301, redirect_url: 'http://example.com/new' });
    expect(await factOf(revisit([SAME], http('404 Not Found', '')))).toMatchObject({ status: 404 });
  });

  it('of what another page was says nothing', async () => {
    const facts = await factsOf(
      revisit([SAME, 'WARC-Refers-To-Target-URI: http://other.example/'], http('200 OK', '')),
    );
    expect(facts).toEqual({ facts: [], left_out: 'revisit_elsewhere' });
  });

  it('of an unknown kind says nothing', async () => {
    expect(await factsOf(revisit(['WARC-Profile: something'], http('200 OK', '')))).toEqual({
      facts: [],
      left_out: 'other_record',
    });
  });
});

describe('an archive of pages', () => {
  const pages = Array.from({ length: 200 }, (_, number) =>
    recordBytes({ uri: `http://example.com/${number}`, payload: http('200 OK', `<title>${number}</title>`) }),
  );
  const archive = members(recordBytes({ type: 'warcinfo' }), ...pages);

  it('gives its facts in order, and where to go on after each batch', async () => {
    const facts: PageFact[] = [];
    let records = 0;
    const places: { readonly offset: number; readonly inner: number }[] = [];
    for await (const batch of readWarcFacts(inChunks(archive, 1000), FROM_START, RULES, later)) {
      facts.push(...batch.facts);
      records += batch.records;
      places.push(batch.next);
    }
    expect(facts.map(({ document }) => document?.title)).toEqual(pages.map((_, number) => String(number)));
    expect(records).toBe(201);
    expect(places.length).toBeGreaterThan(2);
    expect(places.at(-1)).toEqual({ offset: archive.byteLength, inner: 0 });
  });

  it('can be read on from after any batch, and nothing is missing', async () => {
    const before: string[] = [];
    for await (const batch of readWarcFacts(inChunks(archive, 1000), FROM_START, RULES, later)) {
      before.push(...batch.facts.map(({ url }) => url));
      const after: string[] = [];
      const rest = archive.subarray(batch.next.offset);
      for await (const next of readWarcFacts(inChunks(rest, 500), { ...FROM_START, ...batch.next }, RULES, later)) {
        after.push(...next.facts.map(({ url }) => url));
      }
      expect([...before, ...after]).toEqual(pages.map((_, number) => `http://example.com/${number}`));
    }
  });

  it('is never read far ahead of its parsing', async () => {
    let under_way = 0;
    let most = 0;
    const slow: ParseHtml = async (answer) => {
      under_way += 1;
      most = Math.max(most, under_way);
      await new Promise((resolve) => void setImmediate(resolve));
      under_way -= 1;
      return parse(answer);
    };
    for await (const batch of readWarcFacts(inChunks(archive, 1000), FROM_START, RULES, slow)) {
      expect(batch.left_out).not.toHaveProperty('unreadable');
    }
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(8);
  });

  it('ends with the failure of its parser', async () => {
    const broken: ParseHtml = () => Promise.reject(new Error('The parser is closed.'));
    const read = async (): Promise<void> => {
      for await (const batch of readWarcFacts(inChunks(archive, 1000), FROM_START, RULES, broken))
        expect(batch.facts).toEqual([]);
    };
    await expect(read()).rejects.toThrow('The parser is closed.');
  });

  it('tells what it passed over and what it left out', async () => {
    const mixed = members(
      recordBytes({ type: 'warcinfo' }),
      recordBytes({ payload: 'no answer' }),
      recordBytes({ payload: http('200 OK', HTML) }),
    );
    const batches = [];
    const bytes = Buffer.concat([mixed, Buffer.from('garbage')]);
    for await (const batch of readWarcFacts(inChunks(bytes, 1000), FROM_START, RULES, parse)) batches.push(batch);
    expect(batches).toHaveLength(1);
    expect(batches[0]).toMatchObject({ records: 3, left_out: { other_record: 1, unreadable: 1 } });
    expect(batches[0]?.skipped).toEqual([
      { reason: 'garbage', position: { offset: mixed.byteLength, inner: 0 }, bytes: 7 },
    ]);
  });
});

/** Answers that come in another order than they were asked for. */
const later: ParseHtml = async (answer) => {
  for (let turn = 0; turn < answer.url.length % 3; turn += 1)
    await new Promise((resolve) => void setImmediate(resolve));
  return parse(answer);
};

function http(
  status: string,
  body: string | Uint8Array,
  headers: readonly string[] = [],
  type = 'text/html; charset=utf-8',
): Buffer {
  const head = [`HTTP/1.1 ${status}`, `Content-Type: ${type}`, ...headers].join('\r\n') + '\r\n\r\n';
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

function chunked(text: string, size: number): string {
  let chunks = '';
  for (let at = 0; at < text.length; at += size) {
    const chunk = text.slice(at, at + size);
    chunks += `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
  }
  return chunks + '0\r\n\r\n';
}

async function onlyRecord(sketch: RecordSketch) {
  const { records, skipped } = await readAll(recordBytes(sketch));
  expect(skipped).toEqual([]);
  const [record] = records;
  if (record === undefined || records.length > 1) throw new Error('The sketch is not one record.');
  return record;
}

async function factsOf(sketch: RecordSketch): Promise<RecordFacts> {
  return factsOfWarc(await onlyRecord(sketch), RULES, parse);
}

async function factOf(sketch: RecordSketch): Promise<PageFact> {
  const { facts } = await factsOf(sketch);
  const [fact] = facts;
  if (fact === undefined || facts.length > 1) throw new Error('The record is not one fact.');
  return fact;
}
