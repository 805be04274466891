import { describe, expect, it } from 'vitest';

import { readAll, type ReadReport } from '../../../test/reading.ts';
import { AppError } from '../../kernel/errors.ts';
import type { KeywordFact } from '../../ports/keywords.ts';
import type { LocationQuery } from '../../ports/locations.ts';
import { readKeywords } from './read-keywords.ts';

const GERMANY = {
  code: 2276,
  name: 'Germany',
  country: 'DE',
  kind: 'country',
  latitude: null,
  longitude: null,
} as const;

interface KeywordReport extends ReadReport {
  readonly facts: readonly KeywordFact[];
  readonly workspaces: ReadonlySet<string>;
}

async function read(text: string | Uint8Array, draft: Parameters<typeof readAll>[2] = {}): Promise<KeywordReport> {
  const facts: KeywordFact[] = [];
  const workspaces = new Set<string>();
  const keywords = {
    write: (workspaceId: string, written: readonly KeywordFact[]): Promise<void> => {
      workspaces.add(workspaceId);
      facts.push(...written);
      return Promise.resolve();
    },
  };
  const locations = {
    resolve: ({ location, location_code }: LocationQuery) => {
      if (location === 'Germany' || location_code === 2276) return Promise.resolve(GERMANY);
      if (location === '') return Promise.resolve(null);
      return Promise.reject(new AppError('invalid_input', 'not a known place'));
    },
  };
  const reader = readKeywords({ keywords, locations }, 'ws_1');
  const report = await readAll(reader, typeof text === 'string' ? Buffer.from(text) : text, draft);
  return { ...report, facts, workspaces };
}

function table(...rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n') + '\n';
}

const utf16 = (text: string): Uint8Array => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

describe('a table of Keyword Planner', () => {
  const MONTHS = ['Searches: Oct 2025', 'Searches: Nov 2025', 'Searches: Dec 2025'];
  const HEAD = [
    'Keyword',
    'Currency',
    'Avg. monthly searches',
    'Competition',
    'Competition (indexed value)',
    'Top of page bid (low range)',
    ...MONTHS,
  ];
  const planner = (...rows: readonly (readonly string[])[]): Uint8Array =>
    utf16(
      [
        'Keyword Stats 2026-10-05 at 12_34_56',
        '"October 1, 2025 - December 31, 2025"',
        ...[HEAD, ...rows].map((row) => row.join('\t')),
      ].join('\n') + '\n',
    );

  it('is UTF-16 with tabs, and gives rounded volumes with their months', async () => {
    const report = await read(
      planner(['running  shoes', 'EUR', '74,000', 'High', '98', '0.5', '90500', '74000', '60,500']),
      {
        part: 7,
        options: { location: 'Germany', language: 'German' },
      },
    );
    expect(report.counts).toEqual({ read: 1, taken: 1, skipped: 0, links: 0 });
    expect(report.workspaces).toEqual(new Set(['ws_1']));
    expect(report.facts).toEqual([
      {
        keyword: 'running shoes',
        source: 'keyword-planner',
        location_code: 2276,
        language: 'de',
        observed_at: '2026-03-01T00:00:00.000Z',
        volume: { value: 74_000, low: null, high: null, basis: 'bucket', period: '2025-10/2025-12' },
        bing_impressions: null,
        monthly: [
          { month: '2025-10', searches: 90_500 },
          { month: '2025-11', searches: 74_000 },
          { month: '2025-12', searches: 60_500 },
        ],
        cpc: null,
        currency: null,
        competition: 0.98,
        difficulty: null,
        intent: null,
      },
    ]);
    expect(report.notes).toContain('Columns not used: Top of page bid (low range).');
  });

  it('of an account that spends nothing has ranges, also where their middle is written, and never a number of them', async () => {
    const report = await read(
      planner(
        ['a', '', '1K – 10K', '', '', '', '', '', ''],
        ['b', '', '5000', '', '', '', '5000', '500', '5000'],
        ['c', '', '50', '', '', '', '', '', ''],
        ['d', '', '50', '', '', '', '40', '50', '70'],
        ['e', '', '0', '', '', '', '0', '0', '0'],
        ['f', '', '', '', '', '', '', '', ''],
      ),
    );
    expect(
      report.facts.map(({ volume }) => [
        volume?.value ?? null,
        volume?.low ?? null,
        volume?.high ?? null,
        volume?.basis,
      ]),
    ).toEqual([
      [null, 1000, 10_000, 'range'],
      [null, 1000, 10_000, 'range'],
      [null, 10, 100, 'range'],
      [50, null, null, 'bucket'],
      [0, null, null, 'bucket'],
      [null, null, null, undefined],
    ]);
    expect(report.facts.map(({ monthly }) => monthly.length)).toEqual([0, 0, 0, 3, 3, 0]);
  });

  it('is understood in German', async () => {
    const report = await read(
      table(
        ['Keyword', 'Durchschnittl. Suchanfragen pro Monat', 'Suchanfragen: Okt. 2025'],
        ['schuhe', '1.300', '1.000'],
      ),
    );
    expect(report.facts[0]).toMatchObject({
      source: 'keyword-planner',
      volume: { value: 1300, basis: 'bucket', period: '2025-10' },
      monthly: [{ month: '2025-10', searches: 1000 }],
    });
  });
});

describe('a table of keywords', () => {
  it('of Ahrefs names its country, its scale of difficulty and its currency', async () => {
    const report = await read(
      utf16(
        '#\tKeyword\tCountry\tDifficulty\tVolume\tCPC\tCPS\tParent Keyword\tIntents\n1\tseo tools\tus\t78\t12000\t4.5\t1.1\tseo\tInformational, Commercial\n',
      ),
    );
    expect(report.facts[0]).toMatchObject({
      source: 'ahrefs',
      location_code: 2840,
      volume: { value: 12_000, basis: 'modelled', period: null },
      cpc: 4.5,
      currency: 'USD',
      difficulty: { value: 78, scale: 'ahrefs' },
      intent: 'informational',
    });
  });

  it('of Semrush and Moz is understood', async () => {
    const semrush = await read(
      table(
        [
          'Keyword',
          'Intent',
          'Volume',
          'Trend',
          'Keyword Difficulty',
          'CPC (EUR)',
          'Competitive Density',
          'SERP Features',
          'Number of Results',
        ],
        ['seo', 'Commercial', '90500', '0.8,1', '88', '5.10', '0.33', 'Video', '12'],
      ),
    );
    expect(semrush.facts[0]).toMatchObject({
      source: 'semrush',
      volume: { value: 90_500 },
      cpc: 5.1,
      currency: 'EUR',
      competition: 0.33,
      difficulty: { value: 88, scale: 'semrush' },
      intent: 'commercial',
    });
    const moz = await read(
      table(
        ['Keyword', 'Min Volume', 'Max Volume', 'Difficulty', 'Organic CTR', 'Priority'],
        ['seo', '11,501', '30,300', '66', '40', '50'],
      ),
    );
    expect(moz.facts[0]).toMatchObject({
      source: 'moz',
      volume: { value: null, low: 11_501, high: 30_300, basis: 'range' },
      difficulty: { value: 66, scale: 'moz' },
    });
  });

  it('of Search Console has queries, whose impressions are no volume', async () => {
    const report = await read(
      table(['Top queries', 'Clicks', 'Impressions', 'CTR', 'Position'], ['my brand', '10', '200', '5%', '1.2']),
    );
    expect(report.facts[0]).toMatchObject({ keyword: 'my brand', source: 'search-console', volume: null, monthly: [] });
    expect(report.notes.join(' ')).toContain('to use its clicks, impressions and positions');
  });

  it('of anybody needs a keyword and a figure', async () => {
    const report = await read('Search term;Search volume;Country;Language\nTee;1.900;Deutschland;Deutsch\nthe;20;;\n', {
      options: { location: '2276' },
    });
    expect(
      report.facts.map(({ source, volume, location_code, language }) => [
        source,
        volume?.value,
        volume?.basis,
        location_code,
        language,
      ]),
    ).toEqual([
      ['import', 1900, 'modelled', 2276, 'de'],
      ['import', 20, 'modelled', 2276, null],
    ]);
    await expect(read('Keyword\ntea\n')).rejects.toThrow(
      'has no headings of a keyword table. It begins with "Keyword".',
    );
    await expect(read('')).rejects.toThrow('It is empty');
  });

  it('tells what it left out, and why', async () => {
    const report = await read(
      table(
        ['Keyword', 'Volume', 'Country', 'CPC'],
        ['', '10', 'US', '1'],
        ['a', 'lots', 'US', '1'],
        ['b', '10', 'Atlantis', '1'],
        ['c', '10', 'US', 'cheap'],
        ['d', '10', 'US', '1'],
      ),
    );
    expect(report.counts).toEqual({ read: 5, taken: 3, skipped: 2, links: 0 });
    expect(report.problems).toEqual([
      'keyword: line 2: an empty cell is not a keyword',
      'volume: line 3: "lots" is not a number of searches; the keyword was imported without it',
      'country: line 4: "Atlantis" is not a country',
    ]);
    expect(report.facts.map(({ keyword, volume, cpc }) => [keyword, volume?.value ?? null, cpc])).toEqual([
      ['a', null, 1],
      ['c', 10, null],
      ['d', 10, 1],
    ]);
    const cut = await read('Keyword,Volume,Country\na,10,US\nb,1');
    expect(cut.problems).toEqual(['cut_off: line 3: the file ends within this row']);
  });

  it('continues after the rows that were taken, and ends at the limit', async () => {
    const text = table(['Keyword', 'Volume'], ...Array.from({ length: 5003 }, (_, at) => [`keyword ${at}`, '10']));
    const begun = await read(text, { steps_max: 1 });
    const rest = await read(text, { position: begun.steps[0]?.position ?? { offset: 0, inner: 0 } });
    expect([begun.facts.length, rest.facts[0]?.keyword, rest.facts.length]).toEqual([5000, 'keyword 5000', 3]);
    expect((await read(text, { options: { limit: 2 } })).facts).toHaveLength(2);
  });

  it('refuses a place or language that is none', async () => {
    const text = table(['Keyword', 'Volume'], ['a', '1']);
    await expect(read(text, { options: { location: 'Nowhere' } })).rejects.toThrow('not a known place');
    await expect(read(text, { options: { language: 'Klingonese' } })).rejects.toThrow('must be a language code');
  });
});
