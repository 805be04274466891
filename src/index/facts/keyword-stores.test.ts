import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { day, openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import { AMERICA, kept, keywordFact, serp, serpQuery, TestInbox } from '../../../test/observations.ts';
import { capability, saysNothing, type KeywordFact, type KeywordIdea } from '../../ports/keywords.ts';
import type { RecallScope } from '../../ports/store.ts';
import { type FactStores, openFactStores } from './stores.ts';

let index: TestIndex;
let inbox: TestInbox;
let stores: FactStores;
/** When sources are asked. */
let now = day(5);

beforeAll(async () => {
  index = await openTestIndex();
  inbox = new TestInbox(index.observations);
  stores = openFactStores(index.database, inbox, () => now);
});
beforeEach(() => index.clear());
afterAll(() => index.close());

const scope: RecallScope = { workspace_id: 'ws_1', since: undefined, signal: new AbortController().signal };
const question = { location: AMERICA, language: 'en' } as const;

/** Each fact was asked for when it was observed. */
function observe(...facts: readonly KeywordFact[]): void {
  for (const fact of facts) observeAt(new Date(fact.observed_at), fact);
}

function observeAt(asked_at: Date, ...facts: readonly KeywordFact[]): void {
  const query = { ...question, keywords: facts.map(({ keyword }) => keyword) };
  now = asked_at;
  inbox.waiting.push(
    ...stores.keywords.metrics.observe(query, facts, 'dataforseo').map((each) => kept(each, 'dataforseo')),
  );
}

async function metrics(
  keywords: readonly string[],
  changes: object = {},
  since?: Date,
): Promise<readonly KeywordFact[]> {
  const query = { ...question, keywords, ...changes };
  return (await stores.keywords.metrics.recall(query, { ...scope, since }))?.value ?? [];
}

describe('facts of keywords', () => {
  it('remembers which keywords a source does not know, so that it is not asked about them again', async () => {
    const query = { ...question, keywords: ['green tea', 'zzqx'] };
    inbox.waiting.push(
      ...stores.keywords.metrics
        .observe(query, [keywordFact('green tea')], 'dataforseo')
        .map((each) => kept(each, 'dataforseo')),
    );
    const recalled = await stores.keywords.metrics.recall(query, scope);
    expect(recalled?.value.map((fact) => [fact.keyword, fact.source, saysNothing(fact)])).toEqual([
      ['green tea', 'dataforseo', false],
      ['zzqx', 'dataforseo', true],
    ]);
    const method = capability.methods.metrics;
    if (method.mode !== 'fill') throw new Error('Sources of keywords fill each other’s gaps.');
    expect(method.remaining(query, recalled?.value ?? [], 'dataforseo')).toBeUndefined();
    expect(method.remaining(query, recalled?.value ?? [], 'bing-webmaster')).toMatchObject({ keywords: ['zzqx'] });
  });

  it('come back whole, under the spelling that was asked for, from the inbox and from the index', async () => {
    const whole = keywordFact('Running Shoes', {
      volume: { value: null, low: 10, high: 100, basis: 'range', period: null },
    });
    const empty = keywordFact('zero', {
      volume: null,
      monthly: [],
      cpc: null,
      currency: null,
      competition: null,
      difficulty: null,
      intent: null,
    });
    observe(whole, empty);
    const expected = [{ ...whole, keyword: 'running  shoes' }, empty];
    expect(await metrics(['running  shoes', 'unknown', 'zero'])).toEqual(expected);
    await inbox.flush();
    expect(await metrics(['running  shoes', 'unknown', 'zero'])).toEqual(expected);
    expect(await stores.keywords.metrics.recall({ ...question, keywords: ['unknown'] }, scope)).toBeUndefined();
  });

  it('are on record at any age, where that alone is asked', async () => {
    observe(keywordFact('tea', { observed_at: new Date('2020-01-01').toISOString() }));
    const query = { keywords: ['Tea', 'unknown'], location_code: AMERICA.code, language: 'en' };
    const known = await stores.keywords.known.recall(query, scope);
    expect(known?.value.map(({ keyword, source }) => [keyword, source])).toEqual([['Tea', 'dataforseo']]);
    const elsewhere = await stores.keywords.known.recall({ ...query, location_code: 2826 }, scope);
    expect(elsewhere?.value).toEqual([]);
  });

  it('are the newest of each source, of this place and language alone', async () => {
    const at = (date: Date, value: number, changes: Partial<KeywordFact> = {}) =>
      keywordFact('tea', {
        observed_at: date.toISOString(),
        volume: { value, low: null, high: null, basis: 'exact', period: null },
        ...changes,
      });
    observe(at(day(3), 3), at(day(5), 5), at(day(4), 4), at(new Date('2026-01-01'), 1));
    observe(
      at(day(5), 7, { language: null, bing_impressions: 8 }),
      at(day(5), 9, { location_code: 2276 }),
      at(day(5), 11, { language: 'de' }),
    );
    await inbox.flush();
    const volumes = async (changes: object = {}, since?: Date) =>
      (await metrics(['tea'], changes, since))
        .map(({ volume }) => volume?.value ?? 0)
        .sort((one, other) => one - other);
    expect(await volumes()).toEqual([5, 7]);
    expect(await volumes({ language: 'en-GB' })).toEqual([5, 7]);
    expect(await volumes({ language: 'de' })).toEqual([7, 11]);
    expect(await volumes({ location: null })).toEqual([]);
    expect(await volumes({}, day(6))).toEqual([]);
  });

  it('tell for which other places and languages a volume is on record', async () => {
    observe(
      keywordFact('tea', { observed_at: day(1).toISOString() }),
      keywordFact('tea', { location_code: 2276, language: 'de' }),
      keywordFact('tea', { location_code: null, language: null }),
      keywordFact('tea', { location_code: 2250, language: 'fr', volume: null }),
    );
    const elsewhere = async (location_code: number | null, language: string) =>
      (await stores.keywords.elsewhere.recall({ keywords: ['Tea', 'unknown'], location_code, language }, scope))?.value;
    const everywhere = { keyword: 'Tea', location_code: null, language: null };
    const german = { keyword: 'Tea', location_code: 2276, language: 'de' };
    const american = { keyword: 'Tea', location_code: AMERICA.code, language: 'en' };
    expect(await elsewhere(AMERICA.code, 'en')).toEqual([everywhere, german]);
    expect(await elsewhere(AMERICA.code, 'en-GB')).toEqual([everywhere, german]);
    expect(await elsewhere(2276, 'en')).toEqual([everywhere, german, american]);
  });

  it('are fresh from when their source was asked, however old it says that they are', async () => {
    observeAt(day(20), keywordFact('tea', { observed_at: day(1).toISOString() }));
    const fresh = async (since: Date) => {
      const recalled = await stores.keywords.metrics.recall({ ...question, keywords: ['tea'] }, { ...scope, since });
      return recalled?.sources.map(({ observed_at, asked_at }) => [observed_at, asked_at]);
    };
    const times = [[day(1).toISOString(), day(20).toISOString()]];
    expect(await fresh(day(19))).toEqual(times);
    await inbox.flush();
    expect(await fresh(day(19))).toEqual(times);
    expect(await fresh(day(21))).toBeUndefined();
  });

  it('that a workspace imported are its own, of any age, and for any place where their table names none', async () => {
    const own = keywordFact('tea', {
      source: 'keyword-planner',
      location_code: null,
      language: null,
      observed_at: '2020-01-01T00:00:00.000Z',
    });
    await index.imported.write('ws_1', [own]);
    await index.imported.write('ws_2', [{ ...own, source: 'ahrefs' }]);
    await index.imported.write('ws_1', [keywordFact('tea', { source: 'moz', location_code: 2276 })]);
    expect(await metrics(['tea'], {}, day(20))).toEqual([own]);
    observe(keywordFact('tea'));
    expect((await metrics(['tea'])).map(({ source }) => source)).toEqual(['dataforseo', 'keyword-planner']);
  });

  it('say of each source how many of the keywords it covers, and whether it counted', async () => {
    observe(keywordFact('a'), keywordFact('b', { observed_at: day(9).toISOString() }));
    await index.imported.write('ws_1', [
      keywordFact('a', {
        source: 'search-console',
        volume: { value: 5, low: null, high: null, basis: 'exact', period: null },
      }),
    ]);
    const recalled = await stores.keywords.metrics.recall({ ...question, keywords: ['a', 'b'] }, scope);
    expect(recalled?.sources).toEqual([
      {
        source: 'dataforseo',
        observed_at: day(9).toISOString(),
        asked_at: day(9).toISOString(),
        cached: true,
        coverage: 'full',
        measure: 'estimated',
        note: '',
      },
      {
        source: 'search-console',
        observed_at: day(5).toISOString(),
        asked_at: day(5).toISOString(),
        cached: true,
        coverage: 'partial',
        measure: 'measured',
        note: '',
      },
    ]);
  });
});

describe('ideas around a seed', () => {
  const ideas = async (
    seed: string,
    changes: object = {},
    workspace_id = 'ws_1',
    since?: Date,
  ): Promise<readonly KeywordIdea[]> => {
    const query = { ...question, seed, limit: 20, ...changes };
    return (await stores.keywords.ideas.recall(query, { ...scope, workspace_id, since }))?.value ?? [];
  };
  const shown = (found: readonly KeywordIdea[]): string[] =>
    found.map(({ keyword, evidence }) =>
      [keyword, ...evidence.map(({ kind, source, seen }) => `${kind} ${source} ${seen}`)].join(', '),
    );

  it('are imported keywords that hold its words by stem, most searched first, and nobody else sees them', async () => {
    const searched = (keyword: string, value: number, changes: Partial<KeywordFact> = {}) =>
      keywordFact(keyword, {
        source: 'ahrefs',
        volume: { value, low: null, high: null, basis: 'exact', period: null },
        ...changes,
      });
    await index.imported.write('ws_1', [
      searched('best shoe for running', 50),
      searched('Running Shoes', 900),
      searched('trail running shoes', 70),
      searched('shoes', 5000),
      searched('laufschuhe', 100, { language: 'de' }),
      searched('running shoes query', 10, { source: 'search-console' }),
      searched('running shoes berlin', 10, { location_code: 2276 }),
    ]);
    await index.imported.write('ws_2', [searched('secret running shoes', 99)]);
    expect(shown(await ideas('running shoes'))).toEqual([
      'trail running shoes, import ahrefs 1',
      'best shoe for running, import ahrefs 1',
      'running shoes query, console search-console 1',
    ]);
    expect(shown(await ideas('running shoes', { limit: 1 }))).toHaveLength(1);
    expect((await ideas('running shoes'))[0]?.facts.map(({ volume }) => volume?.value)).toEqual([70]);
    expect(shown(await ideas('running shoes', {}, 'ws_3'))).toEqual([]);
  });

  it('are questions and related searches of result pages around it, by the pages that show them', async () => {
    const page = (keyword: string, asked: string[], related: string[]) => {
      const found = serp({
        keyword,
        people_also_ask: asked.map((text) => ({ question: text, answer: null, url: null })),
        related_searches: related,
      });
      inbox.waiting.push(
        ...stores.serp.check
          .observe(serpQuery({ keyword }), found, found.source)
          .map((each) => kept(each, found.source)),
      );
    };
    page('running shoes', ['Which brand is best?'], ['nike pegasus']);
    page('best running shoes', ['Which brand is best?', 'How long do they last?'], []);
    page('marathon', ['Do running shoes matter?', 'How far is it?'], []);
    expect(shown(await ideas('running shoe'))).toEqual([
      'Which brand is best?, people_also_ask dataforseo 2',
      'Do running shoes matter?, people_also_ask dataforseo 1',
      'How long do they last?, people_also_ask dataforseo 1',
      'nike pegasus, related_search dataforseo 1',
    ]);
    const recalled = await stores.keywords.ideas.recall({ ...question, seed: 'running shoe', limit: 20 }, scope);
    expect(recalled?.sources.map(({ source }) => source)).toEqual(['stored-results']);
  });

  it('that a source proposed are answered while they are fresh, for the same seed and no more than were asked for', async () => {
    const query = { ...question, seed: 'green tea', limit: 50 };
    const proposed = ['tea green japan', 'matcha'].map((keyword) => ({
      keyword,
      evidence: [{ kind: 'provider', source: 'dataforseo', seen: 1 } as const],
      facts: [keywordFact(keyword, { observed_at: new Date().toISOString() })],
    }));
    inbox.waiting.push(
      ...stores.keywords.ideas.observe(query, proposed, 'dataforseo').map((each) => kept(each, 'dataforseo')),
    );
    expect(shown(await ideas('Green Tea'))).toEqual([
      'matcha, provider dataforseo 1',
      'tea green japan, provider dataforseo 1',
    ]);
    expect((await ideas('green tea'))[0]?.facts).toEqual(proposed[1]?.facts);
    expect(await ideas('tea')).toEqual([]);
    expect(await ideas('green tea', { limit: 100 })).toEqual([]);
    expect(await ideas('green tea', {}, 'ws_1', new Date(now.getTime() + 1000))).toEqual([]);
    expect(await metrics(['matcha'])).toEqual(proposed[1]?.facts);
  });

  it('are none for a seed without words', async () => {
    expect(await ideas('!!!')).toEqual([]);
  });
});
