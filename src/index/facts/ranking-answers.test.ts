import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { day, openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import { AMERICA, kept, keywordFact, TestInbox } from '../../../test/observations.ts';
import {
  MARKET,
  rankedKeyword,
  rankedKeywords,
  rankedQuery,
  sharedQuery,
  trafficFigures,
} from '../../../test/kept-rankings.ts';
import type { Observation, RecallScope } from '../../ports/store.ts';
import { RankingAnswersStore } from './ranking-answers.ts';
import { openFactStores } from './stores.ts';
import { EngineObservationWriter } from './write.ts';

let index: TestIndex;
let inbox: TestInbox;
let answers: RankingAnswersStore;

beforeAll(async () => {
  index = await openTestIndex();
  inbox = new TestInbox(index.observations);
  answers = new RankingAnswersStore(index.database, inbox, () => day(5));
});
beforeEach(async () => {
  inbox.waiting = [];
  await index.clear();
});
afterAll(() => index.close());

const scope: RecallScope = { workspace_id: 'ws_1', since: undefined, signal: new AbortController().signal };
const CANADA = { ...AMERICA, code: 2124, name: 'Canada', country: 'CA' };

const write = (observations: readonly Observation[], delete_at?: Date): void => {
  inbox.waiting.push(...observations.map((each) => kept(each, 'dataforseo', delete_at)));
};

const TEN = rankedKeywords(
  Array.from({ length: 10 }, (_, at) => rankedKeyword(`keyword ${at}`, { position: at + 1 })),
  { total_count: 400 },
);

it('keywords of a site answer the same question and those for fewer or later rows of it, from the inbox and from the index', async () => {
  const query = rankedQuery({ limit: 10 });
  write(answers.keywords.observe(query, TEN, 'dataforseo'));
  const found = async (changes: object = {}, since?: Date) =>
    (await answers.keywords.recall({ ...query, ...changes }, { ...scope, since }))?.value;
  for (let flushes = 0; flushes < 2; flushes += 1) {
    expect(await found()).toEqual(TEN);
    expect(await found({ limit: 3 })).toEqual({ ...TEN, items: TEN.items.slice(0, 3) });
    expect(await found({ limit: 11 })).toBeUndefined();
    expect(await found({ limit: 3, offset: 7 })).toEqual({ ...TEN, items: TEN.items.slice(7) });
    expect(await found({ limit: 4, offset: 7 })).toBeUndefined();
    expect(await found({ is_any_place: true, language: 'EN' })).toEqual(TEN);
    for (const other of [
      { target: 'other.com' },
      { location: CANADA },
      { language: 'fr' },
      { max_position: 20 },
      { include_lost: true },
      { order: 'traffic' },
      { volume_min: 10 },
    ]) {
      expect(await found(other)).toBeUndefined();
    }
    expect(await found({}, day(4))).toEqual(TEN);
    expect(await found({}, day(6))).toBeUndefined();
    await inbox.flush();
  }
  expect((await answers.keywords.recall(query, scope))?.sources).toEqual([
    {
      source: 'dataforseo',
      // Of the newest result page behind it.
      observed_at: '2026-03-04T06:00:00.000Z',
      cached: true,
      coverage: 'full',
      measure: 'estimated',
      note: '',
    },
  ]);
});

it('an answer that holds all rows there are answers questions for any number of them', async () => {
  const query = rankedQuery({ limit: 10 });
  const all = rankedKeywords(TEN.items.slice(0, 4));
  write(answers.keywords.observe(query, all, 'dataforseo'));
  for (let flushes = 0; flushes < 2; flushes += 1) {
    expect((await answers.keywords.recall({ ...query, limit: 1000 }, scope))?.value).toEqual(all);
    await inbox.flush();
  }
});

it('the newest of several answers stands, and one without rows is not kept', async () => {
  const query = rankedQuery({ limit: 10 });
  const first = new RankingAnswersStore(index.database, inbox, () => day(2));
  write(first.keywords.observe(query, rankedKeywords([rankedKeyword('old')]), 'dataforseo'));
  await inbox.flush();
  write(answers.keywords.observe(query, rankedKeywords([rankedKeyword('new')]), 'dataforseo'));
  await inbox.flush();
  expect((await answers.keywords.recall(query, scope))?.value.items).toMatchObject([{ keyword: 'new' }]);
  expect(answers.keywords.observe(rankedQuery({ target: 'no.com' }), rankedKeywords([]), 'dataforseo')).toEqual([]);
});

it('pages, competitors and shared keywords come back as they were answered', async () => {
  const shared = {
    basis: 'provider',
    window: null,
    items: [
      {
        keyword: 'shoes',
        places: [
          {
            position: 3,
            url: 'https://example.com/',
            type: 'organic',
            estimated_traffic: 4,
            clicks: null,
            impressions: null,
          },
          null,
        ],
        features: null,
        checked_at: null,
        facts: [],
      },
    ],
    total_count: 1,
    serps_considered: null,
    unknown_targets: [],
  } as const;
  const pages = {
    basis: 'provider',
    window: null,
    items: [
      {
        url: 'https://example.com/shoes',
        measured: null,
        estimated_traffic: 100,
        traffic_value: 20,
        position: null,
        previous_position: null,
        keyword_count: 9,
        top3: 1,
        top10: 4,
        new: 0,
        lost: null,
        improved: 2,
        declined: 1,
        top_keyword: null,
        keywords: [],
        is_lost: false,
      },
    ],
    total_count: 7,
    totals: null,
    serps_considered: null,
  } as const;
  const competitors = {
    basis: 'provider',
    target_keywords: 40,
    target_traffic: 500,
    items: [
      {
        domain: 'rival.com',
        intersections: 12,
        shared_top10: null,
        average_position: 8.5,
        ahead: null,
        behind: null,
        keyword_count: 90,
        shared_traffic: 30,
        traffic: 900,
        target_shared_traffic: 20,
        rivalry: null,
        examples: [],
      },
    ],
    total_count: 1,
    serps_considered: null,
  } as const;
  const about = { ...MARKET, target: 'example.com', limit: 5 } as const;
  const pagesQuery = { ...about, order: 'traffic', traffic_min: 0, state: 'live' } as const;
  const competitorsQuery = { ...about, max_position: 20, intersections_min: 0 };
  write(answers.shared.observe(sharedQuery(), shared, 'dataforseo'));
  write(answers.pages.observe(pagesQuery, pages, 'dataforseo'));
  write(answers.competitors.observe(competitorsQuery, competitors, 'dataforseo'));
  for (let flushes = 0; flushes < 2; flushes += 1) {
    expect((await answers.shared.recall(sharedQuery(), scope))?.value).toEqual(shared);
    expect((await answers.pages.recall(pagesQuery, scope))?.value).toEqual(pages);
    expect((await answers.competitors.recall(competitorsQuery, scope))?.value).toEqual(competitors);
    // Targets are numbered, so their order is part of the question.
    const turned = sharedQuery({ targets: ['rival.com', 'example.com'] });
    expect(await answers.shared.recall(turned, scope)).toBeUndefined();
    await inbox.flush();
  }
  const pair = await answers.pages.recall(pagesQuery, scope);
  expect(pair?.sources).toMatchObject([{ observed_at: day(5).toISOString() }]);
});

it('traffic is kept by target, so that a list is asked only for what is new on it', async () => {
  const query = { ...MARKET, targets: ['example.com', 'rival.com'], types: ['organic', 'paid'] } as const;
  write(
    answers.traffic.observe(query, [trafficFigures('example.com', 90), trafficFigures('rival.com', 30)], 'dataforseo'),
  );
  const found = (targets: readonly string[], more: object = {}) =>
    answers.traffic.recall({ ...query, targets, ...more }, scope);
  for (let flushes = 0; flushes < 2; flushes += 1) {
    expect(await found(['new.com', 'rival.com'], { types: ['paid', 'organic'] })).toMatchObject({
      value: [trafficFigures('rival.com', 30)],
      sources: [{ source: 'dataforseo', coverage: 'partial' }],
    });
    expect((await found(['rival.com', 'Example.com']))?.value).toEqual([
      trafficFigures('rival.com', 30),
      trafficFigures('Example.com', 90),
    ]);
    expect(await found(['new.com'])).toBeUndefined();
    expect(await found(['rival.com'], { types: ['organic'] })).toBeUndefined();
    expect(await found([])).toBeUndefined();
    await inbox.flush();
  }
});

it('what an answer says of keywords answers questions for their volumes, but for what a panel counted', async () => {
  const facts = [
    keywordFact('running shoes', { observed_at: day(5).toISOString() }),
    keywordFact('running shoes', { source: 'dataforseo-clickstream', observed_at: day(5).toISOString() }),
  ];
  const value = rankedKeywords([rankedKeyword('running shoes', { facts })]);
  write(answers.keywords.observe(rankedQuery(), value, 'dataforseo'));
  const { keywords } = openFactStores(index.database, inbox, () => day(5));
  const question = { keywords: ['running shoes'], location: AMERICA, language: 'en' };
  for (let flushes = 0; flushes < 2; flushes += 1) {
    expect((await keywords.metrics.recall(question, scope))?.value).toEqual([facts[0]]);
    await inbox.flush();
  }
});

it('an answer is gone when the terms of its source want it deleted', async () => {
  const query = rankedQuery({ limit: 10 });
  const past = new Date(Date.now() - 60_000);
  write(answers.keywords.observe(query, TEN, 'dataforseo'), past);
  await index.observations.write(inbox.waiting);
  inbox.waiting = [];
  expect(await answers.keywords.recall(query, scope)).toBeUndefined();
  const later = new Date(Date.now() + 86_400_000);
  write(answers.keywords.observe(query, TEN, 'dataforseo'), later);
  await inbox.flush();
  expect((await answers.keywords.recall(query, scope))?.value).toEqual(TEN);
});

it('an answer that is none of ours is told of and holds up no other', async () => {
  const refused: string[] = [];
  const writer = new EngineObservationWriter(index.database, (message) => refused.push(message));
  const [good] = answers.keywords.observe(rankedQuery(), TEN, 'dataforseo');
  if (good === undefined) throw new Error('An answer with rows is kept.');
  const wrong = { ...good, series: 'wrong', body: { method: 'keywords', depth: 5, answer: { items: 'none' } } };
  await writer.write([kept(wrong, 'dataforseo'), kept(good, 'dataforseo')]);
  expect(refused).toEqual([expect.stringContaining('is not valid')]);
  expect((await answers.keywords.recall(rankedQuery(), scope))?.value).toEqual(TEN);
});
