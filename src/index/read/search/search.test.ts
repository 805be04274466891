import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { day, openTestIndex, pageFact, type TestIndex } from '../../../../test/index-engine.ts';
import { parseQuery } from '../../../text/search-query.ts';
import { contentHash } from '../../../text/fingerprints.ts';
import type { PageFact } from '../../../ports/index.ts';
import type { Serp, SerpQuery } from '../../../ports/serp.ts';
import type { Sourced } from '../../../ports/source.ts';
import type { DocumentFact } from '../../../web/facts/records.ts';
import { sql } from '../../database/sql.ts';
import { CoverageReader } from '../rows/coverage.ts';
import { findCandidates, weighTerms } from './candidates.ts';
import { rankHits, readHits, weighHits } from './hits.ts';
import { readTerms } from './terms.ts';

let index: TestIndex;
const signal = AbortSignal.timeout(300_000);

beforeAll(async () => {
  index = await openTestIndex();
});
afterAll(() => index.close());

async function search(keyword: string, given: Partial<SerpQuery> = {}): Promise<Serp> {
  return (await answered(keyword, given)).value;
}

async function answered(keyword: string, given: Partial<SerpQuery> = {}): Promise<Sourced<Serp>> {
  const whole: SerpQuery = {
    keyword,
    engine: undefined,
    location: null,
    device: null,
    stop_at: undefined,
    wants: ['organic'],
    language: 'en',
    depth: 10,
    include_domains: [],
    exclude_domains: [],
    ...given,
  };
  return index.serp.check(whole, signal);
}

async function urls(query: string, given: Partial<SerpQuery> = {}): Promise<(string | null)[]> {
  return (await search(query, given)).items.map((result) => result.url);
}

function article(url: string, title: string, text: string, given: Partial<DocumentFact> = {}): PageFact {
  const headings = [{ level: 1, text: title }];
  return pageFact(url, { document: { title, text, headings, content_hash: contentHash(text), ...given } });
}

const ENGLISH = [
  article(
    'https://db.example.com/indexes',
    'How database indexes work',
    'A database index is a sorted copy of some columns. Indexes make queries fast, because the database reads few pages instead of the whole table. Every index costs space and slows down writes.',
  ),
  article(
    'https://db.example.com/backup',
    'Backing up a database',
    'A backup is worth nothing until it was restored. Copy the write-ahead log, test the restore every month, and keep one copy elsewhere. Databases without backups are lost sooner or later.',
  ),
  article(
    'https://garden.example.org/tomatoes',
    'Growing tomatoes at home',
    'Tomatoes need sun, water and patience. Plant them after the last frost, tie them to a stake and pick them when they are red. An index of garden plants helps beginners.',
  ),
  article(
    'https://garden.example.org/compost',
    'Compost for beginners',
    'Kitchen scraps, leaves and a little soil become compost within months. Turn the heap every two weeks. Beginners often water it too much.',
  ),
  article(
    'https://travel.example.net/lisbon',
    'Three days in Lisbon',
    'Take the old tram up the hill, eat pastries by the river and walk home at night. Lisbon is at its best in spring.',
  ),
];

const GERMAN = [
  article(
    'https://garten.example.de/tomaten',
    'Tomaten richtig pflanzen',
    'Tomaten brauchen Sonne und Geduld. Nach den Eisheiligen kommen die Pflanzen ins Beet, werden angebunden und regelmäßig gegossen. Gegossene Tomaten danken es mit reicher Ernte.',
    { language: 'de' },
  ),
  article(
    'https://garten.example.de/kompost',
    'Kompost für Anfänger',
    'Küchenabfälle und Laub werden in wenigen Monaten zu Kompost. Der Haufen wird alle zwei Wochen umgesetzt.',
    { language: 'de' },
  ),
  article(
    'https://daten.example.de/datenbanken',
    'Datenbanken verstehen',
    'Eine Datenbank speichert Daten in Tabellen. Wer Datenbanken versteht, schreibt bessere Abfragen und misst die Größe der Tabellen.',
    { language: 'de' },
  ),
];

const JAPANESE = [
  article(
    'https://niwa.example.jp/tomato',
    'トマトの育て方',
    '家庭菜園でトマトを育てるには、日当たりと水やりが大切です。苗を植えたら支柱を立てて、赤くなったら収穫します。',
    { language: 'ja' },
  ),
  article(
    'https://data.example.jp/db',
    'データベース入門',
    'データベースは情報を表に保存します。索引を作ると検索が速くなります。東京の会社でも使われています。',
    { language: 'ja' },
  ),
  article('https://tabi.example.jp/tokyo', '東京の旅', '東京には美しい公園と神社があります。春の桜は特に有名です。', {
    language: 'ja',
  }),
];

describe('what is found', () => {
  beforeEach(() => index.clear());

  beforeEach(() => index.add(...ENGLISH, ...GERMAN, ...JAPANESE));

  it('puts the page about the words first, whatever their form and case', async () => {
    expect((await urls('database index'))[0]).toBe('https://db.example.com/indexes');
    expect((await urls('INDEXING databases'))[0]).toBe('https://db.example.com/indexes');
    expect((await urls('restore backups'))[0]).toBe('https://db.example.com/backup');
    expect((await urls('growing tomato'))[0]).toBe('https://garden.example.org/tomatoes');
    expect(await urls('lisbon in spring')).toEqual(['https://travel.example.net/lisbon']);
  });

  it('finds German pages by German forms, and prefers the language that is asked', async () => {
    expect((await urls('Tomate pflanzen', { language: 'de' }))[0]).toBe('https://garten.example.de/tomaten');
    expect(await urls('Datenbank Tabelle', { language: 'de' })).toEqual(['https://daten.example.de/datenbanken']);
    expect((await urls('kompost', { language: 'de' }))[0]).toBe('https://garten.example.de/kompost');
    expect(await urls('GRÖSSE der Tabellen', { language: 'de' })).toEqual(['https://daten.example.de/datenbanken']);
    expect(await urls('Datenbanken', { language: 'en' })).toEqual(['https://daten.example.de/datenbanken']);
  });

  it('finds Japanese pages by words that no space separates', async () => {
    expect((await urls('トマト 育て方', { language: 'ja' }))[0]).toBe('https://niwa.example.jp/tomato');
    expect(await urls('データベースの索引', { language: 'ja' })).toEqual(['https://data.example.jp/db']);
    expect((await urls('東京', { language: 'ja' }))[0]).toBe('https://tabi.example.jp/tokyo');
  });

  it('asks for half of the words of a query, however rare the others are, ignores words that nobody uses, and finds nothing for nothing', async () => {
    expect(await urls('tomatoes lisbon')).toContain('https://travel.example.net/lisbon');
    expect(await urls('tomatoes lisbon')).toContain('https://garden.example.org/tomatoes');
    expect(await urls('tomatoes lisbon beginners')).not.toContain('https://travel.example.net/lisbon');
    expect((await urls('tomatoes quetzalcoatlus'))[0]).toBe('https://garden.example.org/tomatoes');
    expect(await search('quetzalcoatlus')).toMatchObject({
      engine: 'seamark-index',
      keyword_sent: 'quetzalcoatlus',
      total_results: 0,
      ended: 'no_more_results',
      items: [],
    });
    expect((await search('… !? --')).total_results).toBe(0);
    expect((await search(`'; x'); -- \\`)).total_results).toBe(0);
    expect((await search('word '.repeat(3000))).total_results).toBe(0);
  });

  it('counts all matches exactly, however few are asked for', async () => {
    const { total_results: total_count, items: results } = await search('beginners', { depth: 1 });
    expect(total_count).toBe(2);
    expect(results).toHaveLength(1);
    expect(results[0]?.rank_group).toBe(1);
  });

  it('holds the domain filters for every row, with subdomains', async () => {
    expect(await urls('database', { include_domains: ['example.com'] })).toEqual(
      await urls('database', { include_domains: ['db.example.com', 'example.de'] }).then((found) =>
        found.filter((url) => url?.includes('db.example.com')),
      ),
    );
    expect(await urls('tomatoes', { include_domains: ['example.com'] })).toEqual([]);
    expect(await urls('beginners', { exclude_domains: ['example.org'] })).toEqual([]);
    expect(await urls('beginners', { exclude_domains: ['den.example.org'] })).toHaveLength(2);
    expect(
      await urls('beginners', { include_domains: ['example.org'], exclude_domains: ['GARDEN.example.org'] }),
    ).toEqual([]);
  });

  it('cuts the snippet where the words stand, in 200 characters at most', async () => {
    const padding = 'Nothing to see in this sentence. '.repeat(40);
    await index.add(
      article('https://long.example.com/', 'Long', `${padding}Here a zeppelin meets an armadillo at noon. ${padding}`),
    );
    const { items: results } = await search('armadillos zeppelin');
    expect(results[0]?.description).toContain('zeppelin meets an armadillo');
    expect(results[0]?.description?.length).toBeLessThanOrEqual(200);
    expect((await search('Long armadillo')).items[0]?.domain).toBe('example.com');
    const japanese = await search('桜', { language: 'ja' });
    expect(japanese.items[0]?.description).toContain('桜');
  });
});

describe('what is left out', () => {
  beforeEach(() => index.clear());

  it('leaves out pages that are noindex, gone, moved, or not there any more', async () => {
    await index.add(
      article('https://a.com/shown', 'Walrus', 'The walrus sleeps.'),
      article('https://a.com/noindex', 'Walrus', 'The walrus hides.', { noindex: true }),
      article('https://a.com/gone', 'Walrus', 'The walrus left.'),
      pageFact('https://a.com/gone', { at: day(2), status: 404 }),
      article('https://a.com/moved', 'Walrus', 'The walrus moved.'),
      pageFact('https://a.com/moved', { at: day(2), redirect: 'https://a.com/shown' }),
      article('https://a.com/changed', 'Walrus', 'The walrus changed.'),
      pageFact('https://a.com/changed', { at: day(2), document: { title: 'Otter', text: 'The otter swims.' } }),
    );
    expect(await search('walrus')).toMatchObject({ total_results: 1, items: [{ url: 'https://a.com/shown' }] });
    expect(await urls('otter')).toEqual(['https://a.com/changed']);
  });

  it('shows one of several copies: the one that the others name, else the strongest', async () => {
    const text = 'An aardvark digs through the night and sleeps through the day.';
    await index.add(
      article('https://copy.com/print', 'Aardvark', text, { canonical_url: 'https://copy.com/article' }),
      article('https://copy.com/article', 'Aardvark', text),
      article('https://scraper.net/1', 'Aardvark', text),
      article('https://other.org/', 'Aardvark', 'Another page about the aardvark and its burrow.', {
        canonical_url: 'https://never.seen/',
      }),
      pageFact('https://fan.org/', { links: ['https://copy.com/article'] }),
      pageFact('https://fan.net/', { links: ['https://copy.com/article'] }),
      // Fewer than ten domains have no ranks.
      ...[1, 2, 3, 4, 5].map((number) => pageFact(`https://bystander-${String(number)}.org/`)),
    );
    await index.rebuild();
    const { total_results: total_count, items: results } = await search('aardvark');
    expect(results.map(({ url }) => url ?? '').sort()).toEqual(['https://copy.com/article', 'https://other.org/']);
    expect(total_count).toBe(2);
    expect(await urls('aardvark', { include_domains: ['scraper.net'] })).toEqual(['https://scraper.net/1']);
  });

  it('does not take pages without text for copies of each other', async () => {
    await index.add(article('https://a.com/1', 'Capybara one', ''), article('https://a.com/2', 'Capybara two', ''));
    expect((await search('capybara')).total_results).toBe(2);
  });
});

describe('what is strong', () => {
  beforeEach(() => index.clear());

  it('puts the page that others link to before its equal, and finds pages by the words of those links', async () => {
    const text = (name: string): string => `The pangolin page of ${name}, with all that is known about pangolins.`;
    await index.add(
      article('https://weak.com/', 'Pangolin', text('one')),
      article('https://strong.com/', 'Pangolin', text('two')),
      ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) =>
        pageFact(`https://${name}.org/`, { links: [{ to: 'https://strong.com/', anchor: 'scaly anteaters' }] }),
      ),
    );
    await index.rebuild();
    expect(await urls('pangolin')).toEqual(['https://strong.com/', 'https://weak.com/']);
    expect(await urls('scaly anteater')).toEqual(['https://strong.com/']);
  });

  it('was observed when the newest of its pages was fetched, and never when nothing was found', async () => {
    await index.add(...ENGLISH, pageFact('https://else.com/', { at: day(9), document: { text: 'Nothing of it.' } }));
    const observed = async (query: string): Promise<string | null> => {
      return (await answered(query)).source.observed_at;
    };
    expect(await observed('tomatoes')).toBe(day(1).toISOString());
    await index.add(pageFact('https://garden.example.org/tomatoes', { at: day(5), status: 304 }));
    expect(await observed('tomatoes')).toBe(day(5).toISOString());
    expect(await observed('xylophone')).toBeNull();
  });

  it('counts what it finds, and not where it has no page', async () => {
    // That the tables were emptied behind its back is seen within a second.
    await expect.poll(async () => (await search('pangolin')).total_results, { timeout: 10_000 }).toBeNull();
    await index.add(...ENGLISH);
    expect((await search('pangolin')).total_results).toBe(0);
  });

  it('answers the same question the same, also after the same pages are read again', async () => {
    await index.add(...ENGLISH);
    const first = await search('database index beginners water');
    expect(await search('database index beginners water')).toEqual(first);
    await index.add(...ENGLISH.map((fact) => ({ ...fact, observed_at: day(9) })));
    const again = await search('database index beginners water');
    expect(again).toEqual({ ...first, checked_at: day(9).toISOString() });
    expect((await search('database')).total_results).toBe(2);
  });
});

describe('words on very many pages', () => {
  const NO_HITS = { rows: [], frequencies: [] };
  const FILLER = Array.from({ length: 12 }, (_, at) =>
    article(`https://filler.com/${at}`, `Notes ${at}`, `Some garden and water in passing, number ${at} of them.`),
  );
  const PAGES = [
    ...FILLER,
    article('https://a.com/', 'Garden water', 'Garden water for every garden: where the water of a garden comes from.'),
    article('https://b.com/', 'Garden', 'A garden, and then the garden again.'),
    article('https://c.com/', 'Hydrangeas', 'The hydrangea stands in the garden.'),
    article('https://d.com/', 'Oaks', 'An oak stands alone.'),
  ];

  describe('of an index that knows which words are common', () => {
    const first = async (query: string): Promise<(string | null)[]> => (await urls(query)).slice(0, 2);
    const queries = ['garden', 'garden water', 'garden hydrangea', 'water hydrangea -filler'];
    let before: (string | null)[][];
    let counted_before: number | null;

    beforeAll(async () => {
      await index.clear();
      await index.add(...PAGES);
      before = await Promise.all(queries.map(first));
      counted_before = (await search('garden')).total_results;
      await index.rebuild({ hot_links_min: 1000, common_documents_min: 5 });
    });

    it('finds the same first pages without counting all of them, and rarer words wherever they stand', async () => {
      expect(counted_before).toBe(15);
      expect((await search('garden')).total_results).toBeNull();
      expect(await Promise.all(queries.map(first))).toEqual(before);
      expect(before[1]?.[0]).toBe('https://a.com/');
      expect(before[2]?.[0]).toBe('https://c.com/');
    });

    it('leaves out the excluded sites and words, and has every word of a phrase', async () => {
      expect(await urls('garden -site:filler.com')).toEqual(['https://b.com/', 'https://a.com/', 'https://c.com/']);
      expect(await urls('garden -water')).toEqual(['https://b.com/', 'https://c.com/']);
      expect(await urls('"garden water"')).toEqual(['https://a.com/']);
      expect(await urls('garden site:c.com')).toEqual(['https://c.com/']);
    });

    it('takes the commonest words for granted, and ranks by the rarer ones', async () => {
      const coverage = await new CoverageReader(index.database).read();
      const term = {
        standing: 'wanted',
        in_title: false,
        in_phrase: false,
        beside: [],
        may_be_misspelt: false,
        in_anchors: false,
      } as const;
      const terms = [
        { ...term, word: 'garden', forms: ['garden'], documents: 900_000, idf: 0.1 },
        { ...term, word: 'oak', forms: ['oak'], documents: 1, idf: 10 },
      ];
      const query = { terms, coverage, within: undefined, without: undefined, days: undefined, limit: 3, leads: true };
      const found = await findCandidates(index.database, query, signal);
      const [best] = await index.database.rows(
        z.object({ document: z.string() }),
        sql`SELECT toString(document) AS document FROM documents WHERE title = 'Oaks'`,
      );
      expect(found[0]).toMatchObject({ document: best?.document, mask: 3 });
    });
  });

  it('adds the words of few pages up as the engine does those of many', async () => {
    await index.clear();
    await index.add(
      ...PAGES,
      pageFact('https://e.com/', { links: [{ to: 'https://d.com/', anchor: 'garden tree' }] }),
      pageFact('https://f.com/', { links: [{ to: 'https://d.com/', anchor: 'garden tree' }] }),
      article('https://g.com/', 'Spring', 'A garden in spring.', { published_at: '2025-03-01' }),
      article('https://h.com/', 'Winter', 'A garden in winter.', { published_at: '2025-02-28T10:00:00Z' }),
    );
    await index.rebuild();
    const coverage = await new CoverageReader(index.database).read();
    const dated = { coverage, within: undefined, without: undefined, days: sql`day >= '2025-03-01'` };
    const gardens = readTerms(parseQuery('garden'), 'en', ['en']);
    const placed = (await readHits(index.database, { ...dated, terms: gardens }, signal))?.rows.filter(
      (row) => row.is_placed && !row.is_anchor,
    );
    expect(placed).toHaveLength(1);
    const queries = [
      'garden',
      'garden tree',
      'water hydrangea oak garden',
      'garden -water',
      'garden -tree',
      'intitle:tree garden',
      '"garden water" comes',
      'intitle:garden water',
      'garden OR oak tree',
      'garden zebra',
      '"zebra" garden',
    ];
    const parts = [
      { without: sql`host_key = 'com.filler.'` },
      { within: sql`host_key = 'com.d.'` },
      { days: sql`day >= '2025-03-01'` },
    ];
    for (const [at, query] of queries.entries()) {
      const terms = readTerms(parseQuery(query), 'en', ['en']);
      for (const places of [{}, parts[at % parts.length]]) {
        const asked = { coverage, within: undefined, without: undefined, days: undefined, ...places };
        const hits = await readHits(index.database, { ...asked, terms }, signal);
        const weighed = weighHits(terms, hits ?? NO_HITS, coverage);
        expect(weighed).toEqual(await weighTerms(index.database, terms, coverage, signal));
        const found = await findCandidates(
          index.database,
          { ...asked, terms: weighed, limit: 10, leads: false },
          signal,
        );
        expect({ query, found: rankHits(hits ?? NO_HITS, weighed, 10) }).toEqual({ query, found });
      }
    }
  });

  it('takes for candidates of a phrase only documents in which its words may stand together', async () => {
    await index.clear();
    await index.add(...PAGES, article('https://g.com/', 'Cans', 'Water for the old garden.'));
    for (const common_documents_min of [5, 1000]) {
      await index.rebuild({ hot_links_min: 1000, common_documents_min });
      const coverage = await new CoverageReader(index.database).read();
      const asked = { coverage, within: undefined, without: undefined, days: undefined, limit: 10 };
      const terms = readTerms(parseQuery('"garden water"'), 'en', ['en']);
      const weighed = await weighTerms(index.database, terms, coverage, signal);
      const found = [true, false].map((leads) =>
        findCandidates(index.database, { ...asked, terms: weighed, leads }, signal),
      );
      for (const candidates of await Promise.all(found)) expect(candidates).toHaveLength(1);
      const hits = await readHits(index.database, { ...asked, terms }, signal);
      expect(hits === undefined).toBe(common_documents_min === 5);
      if (hits !== undefined) expect(rankHits(hits, weighed, 10)).toHaveLength(1);
    }
  });
});
