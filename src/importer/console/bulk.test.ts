import { gzipSync } from 'node:zlib';

import { beforeEach, describe, expect, it } from 'vitest';

import { KeptConsole } from '../../../test/kept-console.ts';
import { readAll, type ReadReport } from '../../../test/reading.ts';
import { readConsole } from './read-console.ts';

const SEEN = new Date('2026-11-22T08:00:00Z');
const SITE =
  'data_date,site_url,query,is_anonymized_query,country,search_type,device,impressions,clicks,sum_top_position';
const URLS = `data_date,site_url,url,query,is_anonymized_query,is_anonymized_discover,country,search_type,device,is_amp_top_stories,is_video,is_review_snippet,is_ai_overview,impressions,clicks,sum_position`;

let kept: KeptConsole;
beforeEach(() => {
  kept = new KeptConsole();
});

function read(lines: readonly string[], location = '/data/site.csv', seen_at = SEEN): Promise<ReadReport> {
  return readAll(readConsole(kept, 'ws_1'), Buffer.from(`${lines.join('\n')}\n`), { location, seen_at });
}

describe('the bulk export by property', () => {
  it('adds rows up to totals, places and queries, with positions from one', async () => {
    const report = await read([
      SITE,
      '2026-11-18,sc-domain:shop.test,garden hose,false,usa,WEB,MOBILE,10,2,30',
      '2026-11-18,sc-domain:shop.test,garden hose,false,usa,WEB,MOBILE,5,1,10',
      '2026-11-18,sc-domain:shop.test,garden hose,false,deu,WEB,DESKTOP,4,0,0',
      '2026-11-18,sc-domain:shop.test,,true,zzz,WEB,TABLET,6,3,12',
      '2026-11-19,sc-domain:shop.test,"hose, long",false,usa,WEB,MOBILE,1,0,7',
    ]);
    expect(kept.lines('query')).toEqual([
      '2026-11-18/1 garden hose 3 19 59',
      '2026-11-18/1 ? 3 6 18',
      '2026-11-19/1 hose, long 0 1 8',
    ]);
    expect(kept.lines('place')).toEqual([
      '2026-11-18/1 US mobile 3 15 55',
      '2026-11-18/1 DE desktop 0 4 4',
      '2026-11-18/1 ? tablet 3 6 18',
      '2026-11-19/1 US mobile 0 1 8',
    ]);
    expect(kept.lines('total')).toEqual(['2026-11-18/1 6 25 77', '2026-11-19/1 0 1 8']);
    expect(kept.days('total')).toEqual(['2026-11-18/1', '2026-11-19/1']);
    expect(report.counts).toMatchObject({ read: 5, taken: 5, skipped: 0 });
    expect(kept.keywordFacts.map(({ keyword }) => keyword)).toEqual(['garden hose', 'hose, long']);
  });

  it('keeps properties and kinds of search apart, and Discover without queries', async () => {
    await read([
      SITE,
      '2026-11-18,https://www.shop.test/,a,false,usa,WEB,MOBILE,10,2,30',
      '2026-11-18,https://www.shop.test/,a,false,usa,IMAGE,MOBILE,7,1,30',
      '2026-11-18,https://www.shop.test/,,false,usa,DISCOVER,,9,1,',
    ]);
    const tables = kept.published.map(
      ({ part, rows }) => `${part.property} ${part.search_type} ${part.grain} ${rows.length}`,
    );
    expect(tables.toSorted()).toEqual([
      'https://www.shop.test/ discover place 1',
      'https://www.shop.test/ discover total 1',
      'https://www.shop.test/ image place 1',
      'https://www.shop.test/ image query 1',
      'https://www.shop.test/ image total 1',
      'https://www.shop.test/ web place 1',
      'https://www.shop.test/ web query 1',
      'https://www.shop.test/ web total 1',
    ]);
    const discover = kept.published.find(({ part }) => part.search_type === 'discover' && part.grain === 'total');
    expect(discover?.rows[0]).toMatchObject({ clicks: 1, impressions: 9, position_sum: null });
  });
});

describe('the bulk export by page', () => {
  const rows = [
    URLS,
    '2026-11-18,sc-domain:shop.test,https://shop.test/a,hose,false,false,usa,WEB,MOBILE,false,true,true,true,10,2,30',
    '2026-11-18,sc-domain:shop.test,https://shop.test/a,hose,false,false,usa,WEB,MOBILE,false,false,true,false,5,1,0',
    '2026-11-18,sc-domain:shop.test,https://shop.test/a,,true,false,usa,WEB,MOBILE,,,,,4,1,4',
    '2026-11-18,sc-domain:shop.test,https://shop.test/b,hose,false,false,usa,WEB,MOBILE,false,false,false,false,3,0,6',
  ];

  it('adds rows up to the detail, pages and kinds of result', async () => {
    const report = await read(rows, '/data/url.csv');
    expect(kept.lines('detail')).toEqual([
      '2026-11-18/1 hose https://shop.test/a US mobile 3 15 45',
      '2026-11-18/1 ? https://shop.test/a US mobile 1 4 8',
      '2026-11-18/1 hose https://shop.test/b US mobile 0 3 9',
    ]);
    expect(kept.lines('page')).toEqual([
      '2026-11-18/1 https://shop.test/a 4 19 53',
      '2026-11-18/1 https://shop.test/b 0 3 9',
    ]);
    // A flag that nobody knows is no kind of result.
    expect(kept.lines('appearance')).toEqual(['2026-11-18/1 video 2 10 40', '2026-11-18/1 review_snippet 3 15 45']);
    expect(report.notes).toEqual([
      'url.csv: read as searchdata_url_impression of the bulk export. Columns not used: is_ai_overview.',
    ]);
    expect(kept.published.map(({ part }) => part.grain).toSorted()).toEqual(['appearance', 'detail', 'page']);
  });

  it('is the same from gzip, in other columns, and cut into bytes anywhere', async () => {
    await read(rows, '/data/url.csv');
    const plain = kept.lines('detail');
    const shuffled = rows.map((line) => line.split(',').toReversed().join(',')).join('\r\n');
    for (const part of [1, 7, 100_000]) {
      kept = new KeptConsole();
      await readAll(readConsole(kept, 'ws_1'), gzipSync(shuffled), {
        location: '/data/url.csv.gz',
        part,
        seen_at: SEEN,
      });
      expect(kept.lines('detail')).toEqual(plain);
    }
  });

  it('needs all of its columns', async () => {
    await expect(
      read(['data_date,site_url,url,impressions,clicks', '2026-11-18,sc-domain:shop.test,https://shop.test/a,1,0']),
    ).rejects.toThrow(
      '/data/site.csv is a table of the bulk export without query, country, search_type, device and sum_position (line 1).',
    );
  });
});

describe('files of one export', () => {
  const row = '2026-11-18,sc-domain:shop.test,hose,false,usa,WEB,MOBILE,10,2,30';
  const loads = (): unknown[] =>
    kept.published.filter(({ part }) => part.grain === 'total').map(({ part }) => [part.load, part.part]);

  it('are parts of one load by their numbers, and a file without a number is a load each time it is written', async () => {
    await read([SITE, row], '/data/export-000000000000.csv');
    await read([SITE, row], '/data/export-000000000001.csv');
    await read([SITE, row], 'https://files.test/a/part-00003-of-00010.csv?token=x');
    await read([SITE, row], '/data/site.csv');
    await read([SITE, row], '/data/site.csv', new Date('2026-11-23T08:00:00Z'));
    expect(loads()).toEqual([
      ['/data/export-*.csv', '000000000000'],
      ['/data/export-*.csv', '000000000001'],
      ['https://files.test/a/part-*.csv', '00003-of-00010'],
      ['/data/site.csv@2026-11-22T08:00:00.000Z', ''],
      ['/data/site.csv@2026-11-23T08:00:00.000Z', ''],
    ]);
  });

  it('in a folder count only together', async () => {
    const folder = {
      'one.csv': Buffer.from(`${SITE}\n${row}\n`),
      'two.csv': Buffer.from(`${SITE}\n${row.replace('MOBILE,10', 'MOBILE,11,11,11')}\n`),
    };
    const reading = readAll(readConsole(kept, 'ws_1'), Buffer.alloc(0), {
      location: '/data/days',
      folder,
      seen_at: SEEN,
    });
    await expect(reading).rejects.toThrow('/data/days is damaged');
    expect(kept.written).toBe(0);
    expect(kept.published).toEqual([]);
  });
});

describe('rows that cannot be', () => {
  const good = '2026-11-18,sc-domain:shop.test,hose,false,usa,WEB,MOBILE,10,2,30';

  it.each([
    [
      'more clicks than impressions',
      '2026-11-18,sc-domain:shop.test,hose,false,usa,WEB,MOBILE,10,12,30',
      'figures: site.csv, line 3: 12 clicks of 10 impressions cannot be',
    ],
    [
      'negative figures',
      '2026-11-18,sc-domain:shop.test,hose,false,usa,WEB,MOBILE,-5,0,30',
      'figures: site.csv, line 3: 0 clicks and -5 impressions are not counts',
    ],
    [
      'absurd figures',
      '2026-11-18,sc-domain:shop.test,hose,false,usa,WEB,MOBILE,1e300,0,30',
      'figures: site.csv, line 3: 0 clicks and 1e+300 impressions are not counts',
    ],
    [
      'a negative sum',
      '2026-11-18,sc-domain:shop.test,hose,false,usa,WEB,MOBILE,5,0,-1',
      'figures: site.csv, line 3: -1 is not a sum of positions',
    ],
    [
      'a day to come',
      '2027-01-01,sc-domain:shop.test,hose,false,usa,WEB,MOBILE,5,0,1',
      'future: site.csv, line 3: 2027-01-01 lies in the future',
    ],
    [
      'no day',
      '31/31/2026,sc-domain:shop.test,hose,false,usa,WEB,MOBILE,5,0,1',
      'date: site.csv, line 3: "31/31/2026" is not a date',
    ],
    [
      'an unknown search',
      '2026-11-18,sc-domain:shop.test,hose,false,usa,SMELL,MOBILE,5,0,1',
      'table: site.csv, line 3: "SMELL" is not a kind of search',
    ],
    [
      'no property',
      '2026-11-18,shop,hose,false,usa,WEB,MOBILE,5,0,1',
      'table: site.csv, line 3: "shop" is not a property',
    ],
    ['too few cells', '2026-11-18,sc-domain:shop.test,hose', 'cells: site.csv, line 3: 3 cells instead of 10'],
  ])('for %s are told by line and left out', async (_why, line, problem) => {
    const report = await read([SITE, good, line, good]);
    expect(report.problems).toEqual([problem]);
    expect(report.counts).toMatchObject({ read: 3, taken: 2, skipped: 1 });
    expect(kept.lines('total')).toEqual(['2026-11-18/1 4 20 80']);
  });

  it('and are many make a damaged file, of which nothing counts', async () => {
    const bad = good.replace('10,2,30', 'x,2,30');
    await expect(read([SITE, ...Array<string>(1000).fill(good), ...Array<string>(21).fill(bad)])).rejects.toThrow(
      '/data/site.csv is damaged: 21 of 1,021 rows cannot be used, the first in line 1002: 2 clicks and NaN impressions are not counts.',
    );
    expect(kept.published).toEqual([]);
    expect(kept.isIdle).toBe(true);
  });
});
