import { gzipSync } from 'node:zlib';

import { beforeEach, describe, expect, it } from 'vitest';

import { liveMegabytes } from '../../../test/live-memory.ts';
import { KeptConsole } from '../../../test/kept-console.ts';
import { readAll, type ReadReport } from '../../../test/reading.ts';
import { type ZipDraft, zipOf } from '../../../test/zip.ts';
import { readConsole } from './read-console.ts';

const SEEN = new Date('2026-11-22T08:00:00Z');
const QUERIES = 'Top queries,Clicks,Impressions,CTR,Position\nhose,10,100,10%,5\n';
const SITE =
  'data_date,site_url,query,is_anonymized_query,country,search_type,device,impressions,clicks,sum_top_position\n';
const ROW = '2026-11-18,sc-domain:shop.test,hose,false,usa,WEB,MOBILE,10,2,30\n';
const OPTIONS = { property: 'sc-domain:shop.test', period: '2026-10' };

let kept: KeptConsole;
beforeEach(() => {
  kept = new KeptConsole();
});

function read(bytes: string | Uint8Array, name = 'Queries.csv', options: object = OPTIONS): Promise<ReadReport> {
  return readAll(readConsole(kept, 'ws_1'), Buffer.from(bytes), {
    location: `/downloads/${name}`,
    options,
    seen_at: SEEN,
    part: 65_536,
  });
}

function expectNothing(): void {
  expect(kept.published).toEqual([]);
  expect(kept.isIdle).toBe(true);
  expect(kept.keywordFacts).toEqual([]);
}

describe('a zip file', () => {
  const table: ZipDraft = { name: 'Queries.csv', content: QUERIES };
  const bomb = Buffer.alloc(40 * 1024 * 1024, 'a');

  it.each<[string, readonly ZipDraft[], string]>([
    [
      'that unpacks to more than an export',
      [{ name: 'Queries.csv', content: bomb }],
      'unpacks to more than an export can hold (Queries.csv)',
    ],
    [
      'that says it were small',
      [{ name: 'Queries.csv', content: bomb, claimed_bytes: 100 }],
      'is a damaged zip file (too many bytes in the stream',
    ],
    [
      'that is small in every file, and large in all',
      Array.from({ length: 8 }, (_, at) => ({ name: `${at}.csv`, content: bomb.subarray(0, 9_000_000) })),
      'unpacks to more than an export can hold (7.csv)',
    ],
    [
      'with many files',
      Array.from({ length: 500 }, (_, at) => ({ name: `${at}.csv`, content: '' })),
      'contains 500 files, and an export has a handful',
    ],
    ['with a password', [{ ...table, is_encrypted: true }], 'is protected by a password'],
    [
      'that leads out of its folder',
      [{ ...table, name: '../../etc/Queries.csv' }],
      'is a damaged zip file (invalid relative path',
    ],
    [
      'with two exports',
      [
        { ...table, name: 'one/Queries.csv' },
        { ...table, name: 'two/Queries.csv' },
      ],
      'contains Queries.csv in two folders',
    ],
    [
      'of Excel',
      [
        { name: '[Content_Types].xml', content: '<x/>' },
        { name: 'xl/workbook.xml', content: '<x/>' },
      ],
      'is an Excel workbook',
    ],
    [
      'without tables',
      [{ name: 'photo.jpg', content: 'x' }],
      'is a zip file without CSV tables. It contains photo.jpg',
    ],
    [
      'with a table of something else',
      [table, { name: 'links.csv', content: 'Source,Target\nhttps://a.test/,https://b.test/\n' }],
      'links.csv of /downloads/e.zip is no table of Search Console. Line 1 is "Source", "Target"',
    ],
  ])('%s is refused', async (_what, files, message) => {
    await expect(read(zipOf(files), 'e.zip')).rejects.toThrow(message);
    expectNothing();
  });

  it('that is larger than any export is not even unpacked', async () => {
    const large = Buffer.alloc(33 * 1024 * 1024);
    large.write('PK\x03\x04');
    await expect(read(large, 'e.zip')).rejects.toThrow('is larger than 32 MB');
    expectNothing();
  });

  it('that was cut off is refused', async () => {
    const whole = zipOf([table]);
    await expect(read(whole.subarray(0, whole.length - 30), 'e.zip')).rejects.toThrow('is a damaged zip file');
    expectNothing();
  });

  it('may hold the folder of the export, and what a Mac adds', async () => {
    const files = [
      { ...table, name: 'export/Queries.csv' },
      { name: '__MACOSX/export/._Queries.csv', content: '\0\0' },
      { name: 'export/.DS_Store', content: '\0' },
    ];
    await read(zipOf(files), 'e.zip');
    expect(kept.lines('query')).toEqual(['2026-10-01/31 hose 10 100 500']);
  });
});

describe('a table', () => {
  it.each([
    [
      'of links',
      'Source,Target,Anchor\nhttps://a.test/,https://b.test/,x\n',
      'Line 1 is "Source", "Target", "Anchor", not headings',
    ],
    ['that is a page', '<!doctype html>\n<title>Sign in</title>\n', 'Line 1 is "<!doctype html>"'],
    ['that is empty', '', 'It is empty'],
    ['of bytes', Buffer.alloc(5000, 7), 'not headings with clicks and impressions'],
    [
      'with figures in other columns',
      `Top queries,Clicks,Impressions,CTR,Position\n${'hose,3,100,50%,5\n'.repeat(10)}`,
      'do not follow from its clicks and impressions',
    ],
    [
      'of another site',
      'Top pages,Clicks,Impressions,CTR,Position\nhttps://other.test/,1,10,10%,5\n',
      'has pages of “other.test”, which the property sc-domain:shop.test does not cover',
    ],
    [
      'with figures that cannot be',
      'Top queries,Clicks,Impressions,CTR,Position\nhose,20,10,200%,5\n',
      'line 2: 20 clicks of 10 impressions cannot be',
    ],
    ['with a line without end', 'x'.repeat(3_000_000), 'its line 1 is no row of a table: the line is too long'],
    [
      'with a quotation mark that is never closed',
      `${QUERIES}"long hose,5,10,50%,1\n${QUERIES}`,
      'its line 3 is no row of a table: a quotation mark is never closed',
    ],
    ['that ends in a row', `${QUERIES}long hose,5,1`, 'ends in the middle of a row (Queries.csv, line 3)'],
  ])('%s is told by line, and nothing of it counts', async (_what, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
    expectNothing();
  });

  it('of too many rows is refused long before its end', async () => {
    const rows = Buffer.from(`Top queries,Clicks,Impressions,CTR,Position\n${'hose,10,100,10%,5\n'.repeat(101_000)}`);
    await expect(read(rows)).rejects.toThrow('it has more than 100,000 rows');
    expectNothing();
  });

  it('that was exported with a filter would pass for the whole property', async () => {
    const files = [
      { name: 'Queries.csv', content: QUERIES },
      { name: 'Filters.csv', content: 'Filter,Value\nSearch type,Web\nCountry,Germany\n' },
    ];
    await expect(read(zipOf(files), 'e.zip')).rejects.toThrow('was exported with a filter: Country: Germany');
    expectNothing();
  });

  it('with some letters in another encoding is read, and told', async () => {
    const utf8 = 'Top queries,Clicks,Impressions,CTR,Position\n' + 'gießkanne,1,10,10%,5\n'.repeat(4000);
    const report = await read(Buffer.concat([Buffer.from(utf8), Buffer.from('tür,2,10,20%,5\n', 'latin1')]));
    expect(report.problems).toEqual([
      'encoding: Queries.csv: some characters are not valid in the encoding of the file',
    ]);
    expect(report.counts).toMatchObject({ taken: 4001 });
  });
});

describe('a bulk export', () => {
  it('that ends in a row, or in its compression, does not count', async () => {
    await expect(read(`${SITE}${ROW}2026-11-18,sc-domain:sh`, 'site.csv', {})).rejects.toThrow(
      'ends in the middle of a row (site.csv, line 3)',
    );
    expectNothing();
    await expect(read(`${SITE}${ROW}${'x'.repeat(3_000_000)}`, 'site.csv', {})).rejects.toThrow(
      'is damaged: line 3: the line is too long',
    );
    expectNothing();
    const packed = gzipSync(SITE + ROW.repeat(20_000));
    await expect(read(packed.subarray(0, packed.length - 20), 'site.csv.gz', {})).rejects.toThrow(
      'unexpected end of file',
    );
    expectNothing();
  });

  it('that is stopped does not count', async () => {
    const many = Array.from({ length: 30_000 }, (_, at) => ROW.replace('hose', `hose ${at}`)).join('');
    await readAll(readConsole(kept, 'ws_1'), Buffer.from(SITE + many), {
      location: '/data/site.csv',
      seen_at: SEEN,
      part: 65_536,
      steps_max: 2,
    });
    expect(kept.published).toEqual([]);
    expect(kept.isIdle).toBe(true);
  });
});

it('reads a file of any size in bounded memory', async () => {
  const LINES = 1000;
  const CHUNKS = 60;
  /** Text that nobody needs, and that must not stay with the part of its row that somebody does. */
  const REMARK = 'x'.repeat(1000);
  const live: number[] = [];
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from(SITE.replace('\n', ',remark\n'));
    for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
      const day = new Date(Date.UTC(2025, 0, 1 + chunk)).toISOString().slice(0, 10);
      const lines = Array.from(
        { length: LINES },
        (_, at) =>
          `${day},sc-domain:shop.test,a query of some words ${chunk * LINES + at},false,usa,WEB,MOBILE,10,2,30,${REMARK}\n`,
      );
      if (chunk % 15 === 0) live.push(liveMegabytes() + process.memoryUsage().external / 1e6);
      yield await Promise.resolve(Buffer.from(lines.join('')));
    }
  };
  // Nothing is kept of what is written.
  const writer = { write: nothing, publish: nothing, discard: nothing };
  const reader = readConsole({ console: writer, keywords: { write: nothing } }, 'ws_1');
  const report = await readAll(reader, Buffer.alloc(0), { location: '/data/site.csv', seen_at: SEEN, chunks });
  expect(report.counts.taken).toBe(LINES * CHUNKS);
  expect(Math.max(...live) - Math.min(...live)).toBeLessThan(45);
});

const nothing = (): Promise<void> => Promise.resolve();
