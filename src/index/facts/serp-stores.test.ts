import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { day, openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import { AMERICA, kept, serp, serpItem, serpQuery, TestInbox } from '../../../test/observations.ts';
import type { Serp, SerpQuery } from '../../ports/serp.ts';
import type { RecallScope } from '../../ports/store.ts';
import { sql } from '../database/sql.ts';
import type { FactStores } from './stores.ts';

let index: TestIndex;
let inbox: TestInbox;
let stores: FactStores;

beforeAll(async () => {
  index = await openTestIndex();
  inbox = new TestInbox(index.observations);
  stores = index.recollect(inbox);
});
beforeEach(() => index.clear());
afterAll(() => index.close());

const scope: RecallScope = { workspace_id: 'ws_1', since: undefined, signal: new AbortController().signal };

/** What is looked up goes into the inbox, as in a call. */
function observe(query: SerpQuery, found: Serp, delete_at?: Date): void {
  inbox.waiting.push(
    ...stores.serp.check.observe(query, found, found.source).map((each) => kept(each, found.source, delete_at)),
  );
}

const berlin = { ...AMERICA, code: 1_003_854, name: 'Berlin,Berlin,Germany', country: 'DE', kind: 'city' } as const;

/** A question, the page that was looked up for another one, and whether it answers. */
const CASES: readonly (readonly [string, Partial<SerpQuery>, Partial<SerpQuery>, Partial<Serp>, boolean])[] = [
  ['the same question', {}, {}, {}, true],
  ['another spelling of the keyword', { keyword: ' Running  SHOES ' }, {}, {}, true],
  ['another keyword', { keyword: 'running shoe' }, {}, {}, false],
  ['any engine', { engine: undefined }, {}, { engine: 'bing' }, true],
  ['another engine', {}, {}, { engine: 'bing' }, false],
  ['another place', { location: berlin }, {}, {}, false],
  ['a place that the source did not honour', {}, {}, { location: null }, false],
  ['no place, where the source took one by itself', { location: null }, { location: null }, {}, true],
  ['no place, where another call named one', { location: null }, {}, {}, false],
  ['another language', { language: 'de' }, {}, {}, false],
  ['a regional form in another case', { language: 'pt-br' }, { language: 'pt-BR' }, { language: 'pt-BR' }, true],
  ['another device', { device: 'mobile' }, {}, {}, false],
  ['any device', { device: null }, {}, {}, true],
  [
    'the same domains in another order',
    { include_domains: ['b.com', 'a.com'] },
    { include_domains: ['a.com', 'b.com'] },
    {},
    true,
  ],
  ['no domains, where some were named', {}, { include_domains: ['a.com'] }, {}, false],
  [
    'domains left out, where they were kept in',
    { exclude_domains: ['a.com'] },
    { include_domains: ['a.com'] },
    {},
    false,
  ],
  ['more than was asked for', { depth: 50 }, {}, {}, false],
  ['more than there is', { depth: 50 }, {}, { ended: 'no_more_results' }, true],
  ['less than was asked for', { depth: 10 }, { depth: 50 }, { depth_asked: 50 }, true],
  ['all of a page that came short', {}, {}, { ended: 'incomplete' }, false],
  ['what a page that came short has', { depth: 1 }, {}, { ended: 'incomplete' }, true],
  ['all, where reading stopped at a domain', {}, { stop_at: 'a.com' }, { ended: 'stopped_on_match' }, false],
  [
    'up to a domain at which reading stopped',
    { stop_at: 'a.com' },
    { stop_at: 'a.com' },
    { ended: 'stopped_on_match' },
    true,
  ],
  ['up to another domain', { stop_at: 'b.com' }, { stop_at: 'a.com' }, { ended: 'stopped_on_match' }, false],
  ['items that the source sees', { wants: ['ai_overview'] }, {}, {}, true],
  ['items that the source cannot see', { wants: ['local_pack'] }, {}, {}, false],
  [
    'an overview that was not loaded',
    { wants: ['ai_overview'] },
    {},
    { ai_overview: { status: 'async_not_loaded', markdown: null, references: [] } },
    false,
  ],
];

describe('a stored result page', () => {
  it.each(CASES)(
    'answers %s as it should, in the inbox and in the index',
    async (_name, asked, before, found, answers) => {
      const page = serp(found);
      observe(serpQuery(before), page);
      const expected = answers ? page : undefined;
      expect((await stores.serp.check.recall(serpQuery(asked), scope))?.value).toEqual(expected);
      await inbox.flush();
      expect((await stores.serp.check.recall(serpQuery(asked), scope))?.value).toEqual(expected);
    },
  );

  it('comes back whole, with who looked it up and when', async () => {
    const item = serpItem('https://www.example.com/a?b=1', 3, {
      type: 'other',
      kind: 'carousel\t\n"\\',
      description: "It's ‏עברית",
      rating: 4.5,
      children: [{ title: null, url: 'https://example.com/c', domain: 'example.com' }],
    });
    const whole = serp({
      at_coordinates: true,
      items: [item],
      people_also_ask: [{ question: 'Which?', answer: null, url: null }],
      related_searches: null,
      ai_overview: {
        status: 'present',
        markdown: '# Yes',
        references: [{ url: 'https://a.com/', domain: 'a.com', title: null }],
      },
    });
    observe(serpQuery(), whole);
    await inbox.flush();
    const recalled = await stores.serp.check.recall(serpQuery(), scope);
    expect(recalled?.value).toEqual(whole);
    expect(recalled?.sources).toEqual([
      {
        source: 'dataforseo',
        observed_at: whole.checked_at,
        cached: true,
        coverage: 'full',
        measure: 'measured',
        note: '',
      },
    ]);
  });

  it('is the newest of its series, and none that is older than asked', async () => {
    for (const hour of [10, 14, 12]) observe(serpQuery(), serp({ checked_at: day(5, hour).toISOString() }));
    await inbox.flush();
    const recall = async (since?: Date) =>
      (await stores.serp.check.recall(serpQuery(), { ...scope, since }))?.value.checked_at;
    expect(await recall()).toBe(day(5, 14).toISOString());
    expect(await recall(day(5, 14))).toBe(day(5, 14).toISOString());
    expect(await recall(day(5, 15))).toBeUndefined();
  });

  it('is never one of the own index, which can be asked again', () => {
    expect(stores.serp.check.observe(serpQuery(), serp({ engine: 'seamark-index' }), 'index')).toEqual([]);
  });

  it('is gone when its source wants it deleted', async () => {
    observe(serpQuery(), serp(), new Date(Date.now() - 1000));
    await inbox.flush();
    expect(await stores.serp.check.recall(serpQuery(), scope)).toBeUndefined();
    const seen = {
      target: 'example.com',
      engine: undefined,
      location_code: undefined,
      language: undefined,
      device: undefined,
    };
    expect((await stores.serp.seen.recall({ ...seen, since: undefined, limit: 10 }, scope))?.value).toEqual([]);
  });

  it('that is written again changes nothing', async () => {
    const page = serp({ people_also_ask: [{ question: 'Which running shoes last?', answer: null, url: null }] });
    for (let round = 0; round < 3; round += 1) {
      observe(serpQuery(), page);
      await inbox.flush();
    }
    const Counts = z.object({ checks: z.int(), items: z.int(), ideas: z.int() });
    const [counts] = await index.database.rows(
      Counts,
      sql`SELECT (SELECT count() FROM serp_checks FINAL) AS checks, (SELECT count() FROM serp_items FINAL) AS items,
        (SELECT uniqExact(keyword_key) = 1 AND count() = uniqExact(term) FROM keyword_ideas FINAL) AS ideas`,
    );
    expect(counts).toEqual({ checks: 1, items: 1, ideas: 1 });
  });
});

describe('the history of a series', () => {
  const question = {
    keyword: 'running shoes',
    engine: 'google',
    location_code: 2840,
    language: 'en',
    device: 'desktop',
    since: undefined,
    limit: 10,
  } as const;

  it('is oldest first, and of this series alone', async () => {
    for (const hour of [12, 10, 11]) observe(serpQuery(), serp({ checked_at: day(5, hour).toISOString() }));
    observe(serpQuery({ device: 'mobile' }), serp({ device: 'mobile' }));
    observe(serpQuery({ include_domains: ['a.com'] }), serp());
    observe(serpQuery({ location: null }), serp({ location: null, checked_at: day(6).toISOString() }));
    const times = async (changes: object): Promise<string[]> => {
      const history = await stores.serp.history.recall({ ...question, ...changes }, scope);
      return (history?.value ?? []).map(({ checked_at }) => checked_at);
    };
    const hours = [10, 11, 12].map((hour) => day(5, hour).toISOString());
    expect(await times({})).toEqual(hours);
    expect(await times({ limit: 2 })).toEqual(hours.slice(1));
    expect(await times({ since: day(5, 11) })).toEqual(hours.slice(1));
    expect(await times({ location_code: null })).toEqual([day(6).toISOString()]);
    expect(await times({ location_code: undefined, device: undefined })).toHaveLength(5);
  });
});

it('known result pages are the newest of each keyword, in the order asked', async () => {
  for (const [keyword, hour] of [
    ['b', 9],
    ['a', 9],
    ['b', 11],
    ['c', 9],
  ] as const) {
    observe(serpQuery({ keyword }), serp({ keyword, checked_at: day(5, hour).toISOString() }));
  }
  const question = {
    keywords: ['C', 'x', 'b', 'a'],
    engine: 'google',
    location_code: undefined,
    language: undefined,
    device: undefined,
    since: undefined,
  };
  const known = await stores.serp.known.recall(question, scope);
  expect(known?.value.map(({ keyword, checked_at }) => [keyword, checked_at.slice(11, 13)])).toEqual([
    ['c', '09'],
    ['b', '11'],
    ['a', '09'],
  ]);
});

describe('pages on which a target is seen', () => {
  const any = {
    engine: undefined,
    location_code: undefined,
    language: undefined,
    device: undefined,
    since: undefined,
    limit: 50,
  };
  const seen = async (target: string, changes: object = {}): Promise<string[]> => {
    const found = await stores.serp.seen.recall({ ...any, target, ...changes }, scope);
    return (found?.value ?? []).map(({ keyword, rank_group, url }) => `${keyword} ${rank_group} ${url}`);
  };

  it('are those of a domain with its subdomains, or of one URL, newest first', async () => {
    const items = (...urls: string[]) => urls.map((url, at) => serpItem(url, at + 1));
    observe(
      serpQuery(),
      serp({
        items: items('https://a.com/x', 'https://blog.a.com/', 'https://aa.com/', 'http://a.com/x/?utm_source=y'),
      }),
    );
    observe(
      serpQuery({ keyword: 'tea' }),
      serp({ keyword: 'tea', checked_at: day(7).toISOString(), items: items('https://a.com/') }),
    );
    observe(serpQuery({ include_domains: ['a.com'] }), serp({ items: items('https://a.com/only') }));
    expect(await seen('a.com')).toEqual([
      'tea 1 https://a.com/',
      'running shoes 1 https://a.com/x',
      'running shoes 2 https://blog.a.com/',
      'running shoes 4 http://a.com/x/',
    ]);
    expect(await seen('https://www.a.com/x')).toEqual([]);
    expect(await seen('https://a.com/x')).toEqual([
      'running shoes 1 https://a.com/x',
      'running shoes 4 http://a.com/x/',
    ]);
    expect(await seen('a.com', { limit: 1 })).toEqual(['tea 1 https://a.com/']);
    expect(await seen('a.com', { engine: 'bing' })).toEqual([]);
    expect(await seen('a.com', { since: day(6) })).toEqual(['tea 1 https://a.com/']);
    expect(await seen('nowhere.com')).toEqual([]);
  });
});
