import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { AppError } from '../kernel/errors.ts';
import type { PageFact } from '../ports/index.ts';
import { readAll, type ReadReport } from '../../test/reading.ts';
import { readWarc, readWat } from './warc-steps.ts';
import { members, recordBytes } from '../../test/archive.ts';

const CAPTURED = recordBytes({
  uri: 'https://www.example.com/report.pdf',
  date: '2026-02-01T08:00:00Z',
  payload: 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7',
});
const EXTRACTED = extract(
  JSON.stringify({
    Envelope: {
      'WARC-Header-Metadata': {
        'WARC-Type': 'response',
        'WARC-Target-URI': 'https://www.example.com/',
        'WARC-Date': '2026-02-01T08:00:00Z',
      },
      'Payload-Metadata': { 'HTTP-Response-Metadata': { 'Response-Message': { Status: '200' } } },
    },
  }),
);
const INFO = recordBytes({ type: 'warcinfo', payload: 'software: a crawler' });
const REQUEST = recordBytes({ type: 'request', payload: 'GET / HTTP/1.1\r\n\r\n' });
/** As crawlers write it behind each answer. */
const FETCH = recordBytes({ type: 'metadata', payload: 'fetchTimeMs: 12\r\n' });
const TEXT = recordBytes({ type: 'conversion', payload: 'The text of a page.' });
const TABLE = Buffer.from('Source URL,Target URL\nhttps://a.example/,https://b.example/\n');

function extract(json: string, uri = 'https://www.example.com/'): Buffer {
  return recordBytes({ type: 'metadata', uri, content_type: 'application/json', payload: json });
}

interface Imported {
  readonly written: readonly PageFact[];
  readonly report: ReadReport;
}

async function imported(kind: 'warc' | 'wat', bytes: Uint8Array, steps_max = Infinity): Promise<Imported> {
  const written: PageFact[] = [];
  const parts = {
    writer: {
      write: (fact: PageFact): Promise<void> => Promise.resolve(void written.push(fact)),
      flush: (): Promise<void> => Promise.resolve(),
    },
    parse: () => Promise.resolve({ document: undefined, links: [] }),
    agent_token: 'seamark',
  };
  const read = kind === 'warc' ? readWarc(parts) : readWat(parts);
  return { written, report: await readAll(read, bytes, { location: '/tmp/a.gz', steps_max }) };
}

async function refusal(kind: 'warc' | 'wat', bytes: Uint8Array, steps_max?: number): Promise<string> {
  try {
    await imported(kind, bytes, steps_max);
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'invalid_input') return `${thrown.message} ${thrown.fix}`;
    throw thrown;
  }
  return 'completed';
}

const AS_WARC = 'Import it as warc: seamark import warc FILE, or "kind": "warc" over HTTP.';
const AS_WAT = 'Import it as wat: seamark import wat FILE, or "kind": "wat" over HTTP.';
const AS_LINKS = 'Import it as links: seamark import links FILE, or "kind": "links" over HTTP.';
const NEITHER = 'Use a file that ends in .warc.gz or .warc.wat.gz.';

describe('an archive of another kind than was asked for', () => {
  it.each([
    ['packed', members(INFO, EXTRACTED)],
    ['not packed', Buffer.concat([INFO, EXTRACTED])],
    ['whose JSON is broken', members(extract('{"Envelope": {broken'))],
  ])('is refused as WARC when it is WAT, %s', async (_, bytes) => {
    const why = '/tmp/a.gz looks like a WAT file: it contains data extracted from pages.';
    expect(await refusal('warc', bytes)).toBe(`${why} ${AS_WAT}`);
  });

  it('is refused as WAT when it is WARC', async () => {
    const why = '/tmp/a.gz looks like a WARC file: it contains captured pages.';
    expect(await refusal('wat', members(INFO, REQUEST, CAPTURED, FETCH))).toBe(`${why} ${AS_WARC}`);
  });

  it.each(['warc', 'wat'] as const)('is refused as %s when it has texts alone', async (kind) => {
    const why = '/tmp/a.gz looks like a WET file: it contains only the text of pages.';
    const fix = 'Use the WARC or WAT file it was made from.';
    expect(await refusal(kind, members(INFO, TEXT))).toBe(`${why} ${fix}`);
  });

  it('is refused before anything is written down, however long it is, so that trying again says the same', async () => {
    const bytes = members(Buffer.concat(Array.from({ length: 3000 }, () => EXTRACTED)));
    expect(await refusal('warc', bytes, 1)).toContain('looks like a WAT file');
  });
});

describe('a file that is no archive', () => {
  it.each([
    ['a table', TABLE, `it looks like a table: its first line is "Source URL,Target URL". ${AS_LINKS}`],
    [
      'a packed table',
      gzipSync(TABLE),
      `it looks like a table: its first line is "Source URL,Target URL". ${AS_LINKS}`,
    ],
    [
      'a table in UTF-16',
      Buffer.from('\ufeffSource URL\tTarget URL\n', 'utf16le'),
      `it looks like a table: its first line is "Source URL·Target URL". ${AS_LINKS}`,
    ],
    [
      'ranks',
      gzipSync('#harmonicc_pos\t#harmonicc_val\n1\t2\n'),
      'it looks like domain ranks: its first line is "#harmonicc_pos·#harmonicc_val". ' +
        'Import it as ranks: seamark import ranks FILE, or "kind": "ranks" over HTTP.',
    ],
    ['a page', Buffer.from('<html><p>One, two'), `its first line is "<html><p>One, two". ${NEITHER}`],
    [
      'a ZIP',
      Buffer.from('PK\u0003\u0004\u0000'),
      `it does not look like text and may be compressed with something other than gzip. ${NEITHER}`,
    ],
    ['empty', Buffer.alloc(0), `it is empty. ${NEITHER}`],
  ])('is refused and named: %s', async (_, bytes, why) => {
    const message = `/tmp/a.gz is not an archive: it has no WARC record, and ${why}`;
    expect([await refusal('warc', bytes), await refusal('wat', bytes)]).toEqual([message, message]);
  });
});

describe('an archive', () => {
  it('is imported when its pages are no HTML', async () => {
    const { report, written } = await imported('warc', members(INFO, REQUEST, CAPTURED, FETCH));
    expect(written.map(({ url, content_type }) => [url, content_type])).toEqual([
      ['https://www.example.com/report.pdf', 'application/pdf'],
    ]);
    expect(report.counts).toMatchObject({ read: 4, taken: 1, skipped: 0 });
  });

  it.each(['warc', 'wat'] as const)('with records of both kinds is read as either (%s)', async (kind) => {
    const { report } = await imported(kind, members(INFO, CAPTURED, EXTRACTED));
    expect(report.counts).toMatchObject({ read: 3, taken: 1, skipped: 0 });
  });

  it.each(['warc', 'wat'] as const)('of which nothing tells the kind is read to its end (%s)', async (kind) => {
    const { report } = await imported(kind, members(INFO, FETCH));
    expect(report).toMatchObject({ counts: { read: 2, taken: 0, skipped: 0 }, problems: [] });
  });

  it.each([
    ['not packed', CAPTURED.subarray(0, -20), /^cut_off: byte 0: \d+ bytes skipped$/],
    ['packed', members(CAPTURED).subarray(0, -20), /^cut_off: byte 0: \d+ bytes skipped$/],
  ])('that breaks off in its first record ends, and tells where it was cut off (%s)', async (_, bytes, told) => {
    const { report } = await imported('warc', bytes);
    expect(report.problems).toEqual([expect.stringMatching(told)]);
  });

  it('counts what is unreadable as skipped, and says where the first five are and what they are of', async () => {
    const broken = extract('{"Envelope": {broken');
    const { report } = await imported('wat', Buffer.concat([EXTRACTED, ...Array.from({ length: 7 }, () => broken)]));
    expect(report.counts).toMatchObject({ read: 8, taken: 1, skipped: 7 });
    const [first, length] = [EXTRACTED.byteLength, broken.byteLength];
    expect(report.problems).toEqual([
      ...[0, 1, 2, 3, 4].map((at) => `unreadable: byte ${first + at * length}: https://www.example.com/`),
      'unreadable: ',
    ]);
  });

  it('says of captured answers that are none where they are', async () => {
    const none = recordBytes({ uri: 'https://www.example.com/x', date: '2026-02-01T08:00:00Z', payload: 'no answer' });
    expect((await imported('warc', members(none, CAPTURED))).report.problems).toEqual([
      'unreadable: byte 0: https://www.example.com/x',
    ]);
    expect((await imported('warc', members(CAPTURED, none))).report.problems).toEqual([
      `unreadable: byte 0, ${CAPTURED.byteLength} bytes into its unpacked content: https://www.example.com/x`,
    ]);
  });
});
