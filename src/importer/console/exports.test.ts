import { beforeEach, describe, expect, it } from 'vitest';

import { KeptConsole } from '../../../test/kept-console.ts';
import { readAll, type ReadReport } from '../../../test/reading.ts';
import { zipOf } from '../../../test/zip.ts';
import { readConsole } from './read-console.ts';

const SEEN = new Date('2026-11-22T08:00:00Z');
const NAME = 'shop.test-Performance-on-Search-2026-11-22.zip';

let kept: KeptConsole;
beforeEach(() => {
  kept = new KeptConsole();
});

type Files = Readonly<Record<string, string | Uint8Array>>;
type Options = NonNullable<NonNullable<Parameters<typeof readAll>[2]>['options']>;

function readZip(files: Files, options: Options = {}, name = NAME): Promise<ReadReport> {
  const bytes = zipOf(Object.entries(files).map(([file, content]) => ({ name: file, content })));
  return readAll(readConsole(kept, 'ws_1'), bytes, { location: `/downloads/${name}`, options, seen_at: SEEN });
}

function readFile(name: string, content: string | Uint8Array, options: Options = {}): Promise<ReadReport> {
  return readAll(readConsole(kept, 'ws_1'), Buffer.from(content), {
    location: `/downloads/${name}`,
    options: { property: 'sc-domain:shop.test', ...options },
    seen_at: SEEN,
  });
}

/** Dates as Search Console lists them, newest first. */
function dates(first: string, days: number, line: (day: string, at: number) => string): string {
  const begin = Date.parse(`${first}T00:00:00Z`);
  const all = Array.from({ length: days }, (_, at) => new Date(begin + at * 86_400_000).toISOString().slice(0, 10));
  return all.map(line).toReversed().join('\n');
}

const ENGLISH: Files = {
  'Queries.csv':
    'Top queries,Clicks,Impressions,CTR,Position\n' +
    'garden hose,120,"2,400",5%,4.5\n' +
    '"hose, ""flexible""",10,100,10%,2.1\n',
  'Pages.csv': 'Top pages,Clicks,Impressions,CTR,Position\nhttps://www.shop.test/hoses,150,3000,5%,6.2\n',
  'Countries.csv':
    'Country,Clicks,Impressions,CTR,Position\nUnited States,200,3500,5.71%,5\nGermany,80,500,16%,4\nAtlantis,1,10,10%,3\n',
  'Devices.csv': 'Device,Clicks,Impressions,CTR,Position\nMobile,180,2500,7.2%,5.5\nDesktop,100,1500,6.67%,4.1\n',
  'Search appearance.csv': 'Search Appearance,Clicks,Impressions,CTR,Position\nReview snippet,20,300,6.67%,3.5\n',
  'Dates.csv': `Date,Clicks,Impressions,CTR,Position\n${dates('2026-10-24', 28, (day, at) => `${day},10,${at === 27 ? 300 : 100},${at === 27 ? '3.33%' : '10%'},5`)}\n`,
  'Filters.csv': 'Filter,Value\nSearch type,Web\nDate,Last 28 days\n',
  '__MACOSX/._Queries.csv': 'junk',
};

describe('an export of a report', () => {
  it('is read whole: totals by day, everything else for the period, and the rest that stands in no query', async () => {
    const report = await readZip(ENGLISH);
    expect(kept.lines('query')).toEqual([
      '2026-10-24/28 garden hose 120 2400 10800',
      '2026-10-24/28 hose, "flexible" 10 100 210',
      // 280 clicks and 3,000 impressions by day, less those of the queries.
      '2026-10-24/28 ? 150 500 3990',
    ]);
    expect(kept.lines('page')).toEqual(['2026-10-24/28 https://www.shop.test/hoses 150 3000 18600']);
    expect(kept.lines('place')).toEqual([
      '2026-10-24/28 US 200 3500 17500',
      '2026-10-24/28 DE 80 500 2000',
      '2026-10-24/28 ? 1 10 30',
    ]);
    expect(kept.lines('appearance')).toEqual(['2026-10-24/28 review_snippet 20 300 1050']);
    expect(kept.lines('total')).toHaveLength(28);
    expect(kept.lines('total')).toContain('2026-11-20/1 10 300 1500');
    // Three days before the export the engine still counts.
    expect(kept.days('total').slice(-3)).toEqual(['2026-11-18/1', '2026-11-19/1', '2026-11-20/1 counting']);
    expect(kept.days('query')).toEqual(['2026-10-24/28']);
    expect(kept.part('page').part).toEqual({
      workspace_id: 'ws_1',
      source: 'search-console',
      engine: 'google',
      property: 'sc-domain:shop.test',
      search_type: 'web',
      grain: 'page',
      load: `/downloads/${NAME}@2026-11-22T08:00:00.000Z`,
      part: '',
      observed_at: SEEN,
    });
    expect(report.counts).toMatchObject({ read: 37, taken: 37, skipped: 0 });
    expect(report.problems).toEqual([
      'country: Countries.csv, line 4: "Atlantis" is not a known country; its figures were imported without it',
    ]);
    expect(report.notes).toContain(
      'Read as Search Console figures of sc-domain:shop.test, search type web, 2026-10-24 to 2026-11-20.',
    );
    expect(report.notes).toContain(
      'Queries.csv: 2 rows by query. Columns used: Top queries, Clicks, Impressions, CTR, Position.',
    );
    expect(report.notes).toContain('Devices.csv was not used: rows by country are kept.');
  });

  it('gives its queries as keyword ideas, those that showed most first', async () => {
    await readZip(ENGLISH);
    expect(kept.keywordFacts.map(({ keyword, source, volume }) => ({ keyword, source, volume }))).toEqual([
      { keyword: 'garden hose', source: 'search-console', volume: null },
      { keyword: 'hose, "flexible"', source: 'search-console', volume: null },
    ]);
  });

  it('takes its property from its name, and prefers the one that the user names', async () => {
    const files = { 'Dates.csv': 'Date,Clicks,Impressions,CTR,Position\n2026-11-01,1,10,10%,3\n' };
    await readZip(files, {}, 'https___www.shop.test_blog_-Performance-on-Search-2026-11-22.zip');
    await readZip(files, { property: 'shop.test' });
    expect(kept.published.map(({ part }) => part.property)).toEqual([
      'https://www.shop.test/blog/',
      'sc-domain:shop.test',
    ]);
    await expect(readZip(files, {}, 'download.zip')).rejects.toMatchObject({
      message: '/downloads/download.zip does not name its Search Console property.',
      fix: expect.stringContaining('--property'),
    });
  });

  it('in German, cut at semicolons with decimal commas', async () => {
    await readFile(
      'Suchanfragen.csv',
      '\ufeffHäufigste Suchanfragen;Klicks;Impressionen;CTR;Position\ngartenschlauch kaufen;1.234;20.000;6,17 %;4,5\nschlauch;0;1 050;0 %;11\n',
      { period: '2026-10' },
    );
    expect(kept.lines('query')).toEqual([
      '2026-10-01/31 gartenschlauch kaufen 1234 20000 90000',
      '2026-10-01/31 schlauch 0 1050 11550',
    ]);
  });

  it('in Japanese, in UTF-16', async () => {
    const table = '上位のクエリ\tクリック数\t表示回数\tCTR\t掲載順位\r\n庭 ホース\t12\t３４０\t3.53%\t7\r\n';
    await readFile('クエリ.csv', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(table, 'utf16le')]), {
      period: '2026-10-24..2026-11-20',
    });
    expect(kept.lines('query')).toEqual(['2026-10-24/28 庭 ホース 12 340 2380']);
  });

  it.each([
    ['fr', 'Requêtes les plus fréquentes,Clics,Impressions,CTR,Position', 'query'],
    ['fr', 'Pages les plus populaires,Clics,Impressions,CTR,Position', 'page'],
    ['es', 'Consultas principales,Clics,Impresiones,CTR,Posición', 'query'],
    ['it', 'Query principali,Clic,Impressioni,CTR,Posizione', 'query'],
    ['nl', 'Populairste zoekopdrachten,Klikken,Vertoningen,CTR,Positie', 'query'],
    ['pl', 'Najpopularniejsze zapytania,Kliknięcia,Wyświetlenia,CTR,Pozycja', 'query'],
    ['tr', 'En popüler sorgular,Tıklama,Görüntüleme,CTR,Konum', 'query'],
    ['cs', 'Nejčastější dotazy,Kliknutí,Zobrazení,CTR,Pozice', 'query'],
    ['sv', 'Vanligaste sökfrågorna,Klick,Visningar,Klickfrekvens,Position', 'query'],
    ['ko', '인기 검색어,클릭수,노출수,클릭률,게재순위', 'query'],
    ['zh', '热门查询,点击次数,展示次数,点击率,排名', 'query'],
    ['ru', 'Популярные запросы,Клики,Показы,CTR,Позиция', 'query'],
    ['sv', 'Land,Klick,Visningar,Klickfrekvens,Position', 'place'],
    ['cs', 'Země,Kliknutí,Zobrazení,CTR,Pozice', 'place'],
    // No language that is known: the columns tell by what stands in them.
    ['fi', 'Suosituimmat haut,Klikkaukset,Näyttökerrat,Näytöt prosentteina,Sijainti', 'query'],
  ] as const)('is understood in the language %s (%s)', async (_language, headings, grain) => {
    const first = grain === 'page' ? 'https://www.shop.test/a' : grain === 'place' ? 'Deutschland' : 'schlauch';
    await readFile('export.csv', `${headings}\n${first},3,60,5%,4.5\n`, { period: '2026-10' });
    expect(kept.lines(grain)).toEqual([`2026-10-01/31 ${grain === 'place' ? 'DE' : first} 3 60 270`]);
  });

  it('of any other table needs to be told what its columns mean', async () => {
    const table = 'a;b;c;d\nhose;7;400;x\n';
    await expect(readFile('t.csv', table, { period: '2026-10' })).rejects.toThrow(
      'Line 1 is "a", "b", "c", "d", not headings',
    );
    await expect(
      readFile('t.csv', table, { period: '2026-10', columns: 'query,position,impressions,-' }),
    ).rejects.toThrow('has positions, but no clicks');
    await readFile('t.csv', 'hose;7;400;2,5\n', { period: '2026-10', columns: 'query,clicks,impressions,position' });
    expect(kept.lines('query')).toEqual(['2026-10-01/31 hose 7 400 1000']);
  });

  it('of two periods is read as both, and a page that is new or lost has one side', async () => {
    const headings =
      'Last 28 days Clicks,Previous 28 days Clicks,Last 28 days Impressions,Previous 28 days Impressions,Last 28 days CTR,Previous 28 days CTR,Last 28 days Position,Previous 28 days Position';
    await readZip({
      'Pages.csv': `Top pages,${headings}\nhttps://shop.test/both,10,20,100,200,10%,10%,5,4\nhttps://shop.test/new,5,,50,,10%,,8,\nhttps://shop.test/lost,0,4,0,40,0%,10%,,9\n`,
      'Dates.csv': `Date,${headings}\n${dates('2026-10-24', 28, (day) => `${day},1,2,10,20,10%,10%,3,4`)}\n`,
      'Filters.csv': 'Filter,Value\nDate,"Compare: Last 28 days vs Previous period"\nSearch type,Image\n',
    });
    expect(kept.lines('page')).toEqual([
      '2026-10-24/28 https://shop.test/both 10 100 500',
      '2026-09-26/28 https://shop.test/both 20 200 800',
      '2026-10-24/28 https://shop.test/new 5 50 400',
      '2026-09-26/28 https://shop.test/lost 4 40 360',
    ]);
    expect(kept.days('page')).toEqual(['2026-09-26/28', '2026-10-24/28']);
    expect(kept.part('page').part.search_type).toBe('image');
    expect(kept.lines('total')).toContain('2026-09-26/1 2 20 80');
    expect(kept.days('total')).toHaveLength(56);
  });

  it('that is compared with the year before, or names both periods itself', async () => {
    const row = 'https://shop.test/a,1,2,10,20,10%,10%,3,4\n';
    const headed = (one: string, other: string): string =>
      `Top pages,${['Clicks', 'Impressions', 'CTR', 'Position'].flatMap((name) => [`"${one} ${name}"`, `"${other} ${name}"`]).join(',')}\n`;
    await readFile('p.csv', headed('Last 28 days', 'Same period last year') + row, {
      period: '2026-10-24..2026-11-20',
    });
    expect(kept.days('page')).toEqual(['2025-10-24/28', '2026-10-24/28']);
    kept = new KeptConsole();
    await readFile('p.csv', headed('Oct 24, 2026 - Nov 20, 2026', 'Sep 26, 2026 - Oct 23, 2026') + row);
    expect(kept.days('page')).toEqual(['2026-09-26/28', '2026-10-24/28']);
  });

  it('on generative answers has no clicks', async () => {
    await readZip(
      {
        'Pages.csv': 'Top pages,Impressions\nhttps://shop.test/guide,420\n',
        'Dates.csv': 'Date,Impressions\n2026-11-01,200\n2026-11-02,0\n2026-11-03,300\n',
      },
      {},
      'shop.test-Generative-AI-2026-11-22.zip',
    );
    expect(kept.part('page').part.search_type).toBe('generative_ai');
    expect(kept.lines('page')).toEqual(['2026-11-01/3 https://shop.test/guide - 420 -']);
    expect(kept.lines('total')).toEqual(['2026-11-01/1 - 200 -', '2026-11-03/1 - 300 -']);
    expect(kept.days('total')).toEqual(['2026-11-01/1', '2026-11-02/1', '2026-11-03/1']);
  });

  it('says so where the table is cut at its thousandth row', async () => {
    const rows = (count: number): string =>
      Array.from({ length: count }, (_, at) => `query ${at},1,10,10%,5\n`).join('');
    const headings = 'Top queries,Clicks,Impressions,CTR,Position\n';
    await readFile('Queries.csv', headings + rows(1000), { period: '2026-10' });
    await readFile('Queries.csv', headings + rows(999), { period: '2026-09' });
    expect(kept.published.flatMap(({ days }) => days)).toEqual([
      { day: '2026-10-01', days: 31, is_final: true, is_cut: true },
      { day: '2026-09-01', days: 30, is_final: true, is_cut: false },
    ]);
  });

  it('takes totals by device where there are none by day, and never by query', async () => {
    await readZip(
      {
        'Queries.csv': 'Top queries,Clicks,Impressions,CTR,Position\nhose,10,100,10%,5\n',
        'Geräte.csv': 'Gerät,Klicks,Impressionen,CTR,Position\nMobil,15,150,10%,5\nComputer,5,50,10%,2\n',
      },
      { period: '2026-10' },
    );
    expect(kept.lines('total')).toEqual(['2026-10-01/31 20 200 850']);
    expect(kept.lines('place')).toEqual(['2026-10-01/31 mobile 15 150 750', '2026-10-01/31 desktop 5 50 100']);
    expect(kept.lines('query')).toEqual(['2026-10-01/31 hose 10 100 500', '2026-10-01/31 ? 10 100 350']);
  });

  it('asks for its period where nothing tells it, and counts it back where its length is told', async () => {
    const queries = 'Top queries,Clicks,Impressions,CTR,Position\nhose,10,100,10%,5\n';
    await expect(readFile('Queries.csv', queries)).rejects.toMatchObject({
      message: '/downloads/Queries.csv does not say which days its figures cover.',
      fix: expect.stringContaining('--period'),
    });
    const report = await readZip({
      'Queries.csv': queries,
      'Filters.csv': 'Filter,Value\nSearch type,Web\nDate,Last 3 months\n',
    });
    expect(kept.days('query')).toEqual(['2026-08-21/92']);
    expect(report.notes).toContain(
      'The export names only the length of its period, so its last day was taken to be 2026-11-20. Pass period to correct it.',
    );
    await expect(readFile('Queries.csv', queries, { period: '2026-11-20..2026-10-24' })).rejects.toThrow(
      'is not a period',
    );
  });

  it('reads dates by those that can be read in one way only, and leaves out those that cannot', async () => {
    const dated = (rows: readonly string[]): string =>
      `Date,Clicks,Impressions,CTR,Position\n${rows.map((day) => `"${day}",1,10,10%,5\n`).join('')}`;
    await readFile('Dates.csv', dated(['03/04/2026', '13/04/2026']));
    expect(kept.days('total')).toEqual(['2026-04-03/1', '2026-04-13/1']);
    kept = new KeptConsole();
    await readFile('Dates.csv', dated(['20260701', 'Jul 2, 2026', '3 août 2026', '2026. 8. 4.', '05.08.2026']));
    expect(kept.days('total')).toEqual([
      '2026-07-01/1',
      '2026-07-02/1',
      '2026-08-03/1',
      '2026-08-04/1',
      '2026-08-05/1',
    ]);
    kept = new KeptConsole();
    const report = await readFile('Dates.csv', dated(['03/04/2026', '2026-04-05', '2026-04-06']));
    expect(kept.days('total')).toEqual(['2026-04-05/1', '2026-04-06/1']);
    expect(report.problems).toEqual(['date: Dates.csv, line 2: "03/04/2026" is not a date, or could be two']);
  });

  it('of a folder is one export, too', async () => {
    const folder = Object.fromEntries(
      Object.entries(ENGLISH).flatMap(([name, content]) => (name.includes('/') ? [] : [[name, Buffer.from(content)]])),
    );
    await readAll(readConsole(kept, 'ws_1'), Buffer.alloc(0), {
      location: '/downloads/shop.test-Performance-on-Search-2026-11-22',
      folder,
      seen_at: SEEN,
    });
    expect(kept.published.map(({ part }) => part.grain).toSorted()).toEqual([
      'appearance',
      'page',
      'place',
      'query',
      'total',
    ]);
    expect(kept.lines('query')).toHaveLength(3);
  });

  it('of pages and queries together is detail, by day', async () => {
    await readFile(
      'api.csv',
      'Date,Query,Page,Country,Device,Clicks,Impressions,CTR,Position\n2026-11-01,hose,https://shop.test/a,usa,MOBILE,1,10,0.1,5\n2026-11-02,hose,https://shop.test/a,zzz,DESKTOP,0,4,0,9\n',
    );
    expect(kept.lines('detail')).toEqual([
      '2026-11-01/1 hose https://shop.test/a US mobile 1 10 50',
      '2026-11-02/1 hose https://shop.test/a ? desktop 0 4 36',
    ]);
  });
});
