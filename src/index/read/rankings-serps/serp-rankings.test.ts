import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { day, openTestIndex, type TestIndex } from '../../../../test/index-engine.ts';
import { AMERICA, kept, serp, serpItem, serpQuery, TestInbox } from '../../../../test/observations.ts';
import { MARKET, rankedQuery, sharedQuery } from '../../../../test/kept-rankings.ts';
import type { RankedPagesQuery } from '../../../ports/rankings.ts';
import type { Serp, SerpItem } from '../../../ports/serp.ts';
import { registrableDomain } from '../../../web/url.ts';
import { SerpRankings } from './serp-rankings.ts';

let index: TestIndex;
let inbox: TestInbox;
let rankings: SerpRankings;

beforeAll(async () => {
  index = await openTestIndex();
  inbox = new TestInbox(index.observations);
  rankings = new SerpRankings(index.database, inbox, [0.3, 0.16, 0.1, 0.07, 0.05, 0.03, 0.025, 0.02, 0.015, 0.01]);
});
beforeEach(async () => {
  inbox.waiting = [];
  await index.clear();
});
afterAll(() => index.close());

const { signal } = new AbortController();

/** A page with organic results in the order of their URLs, looked up on a day of March. */
function look(keyword: string, on: number, urls: readonly string[], draft: Partial<Serp> = {}): void {
  const items = urls.map((url, at) => result(url, at + 1));
  const more = draft.items ?? [];
  const page = serp({
    keyword,
    keyword_sent: keyword,
    checked_at: day(on).toISOString(),
    depth_asked: Math.max(10, urls.length),
    ...draft,
    organic_seen: draft.organic_seen ?? urls.length,
    items: [...more, ...items],
  });
  const query = serpQuery({ keyword, location: page.location, device: page.device });
  const written = index.recollect(inbox).serp.check.observe(query, page, page.source);
  inbox.waiting.push(...written.map((each) => kept(each, page.source)));
}

function result(url: string, rank: number, draft: Partial<SerpItem> = {}): SerpItem {
  return serpItem(url, rank, { domain: registrableDomain(new URL(url).hostname), ...draft });
}

/** Other sites' results, so that a place is where the test wants it. */
const others = (count: number): string[] => Array.from({ length: count }, (_, at) => `https://other${at}.org/`);
const at = (place: number, url: string): string[] => [...others(place - 1), url];

const US = 'https://example.com';

describe('keywords of a site on stored result pages', () => {
  const moves = async (changes: object = {}) => {
    const { value } = await rankings.keywords(rankedQuery({ include_lost: true, ...changes }), signal);
    return value.items.map(({ keyword, movement, position, previous_position }) => [
      keyword,
      movement,
      position,
      previous_position,
    ]);
  };

  it('stand as the newest check says, beside the check before it', async () => {
    look('up', 1, at(8, `${US}/a`));
    look('up', 3, at(2, `${US}/a`));
    look('down', 1, at(3, `${US}/a`));
    look('down', 3, at(9, `${US}/a`));
    look('same', 1, at(4, `${US}/a`));
    look('same', 3, at(4, `${US}/a`));
    look('new', 1, others(10));
    look('new', 3, at(5, `${US}/a`));
    look('lost', 1, at(6, `${US}/a`));
    look('lost', 3, others(10));
    look('once', 3, at(7, `${US}/a`));
    look('elsewhere', 3, others(10));
    expect(await moves()).toEqual([
      ['up', 'up', 2, 8],
      ['same', 'same', 4, 4],
      ['new', 'new', 5, null],
      ['once', null, 7, null],
      ['down', 'down', 9, 3],
      ['lost', 'lost', null, 6],
    ]);
    expect((await moves({ include_lost: false })).map(([keyword]) => keyword)).not.toContain('lost');
    expect(await moves({ max_position: 4 })).toEqual([
      ['up', 'up', 2, 8],
      ['same', 'same', 4, 4],
    ]);
    expect((await moves({ order: 'loss', limit: 2 })).map(([keyword]) => keyword)).toEqual(['down', 'lost']);
    expect((await moves({ order: 'gain', limit: 2 })).map(([keyword]) => keyword)).toEqual(['same', 'new']);
    expect((await moves({ limit: 2, offset: 2 })).map(([keyword]) => keyword)).toEqual(['new', 'once']);
    expect(await moves({ offset: 6 })).toEqual([]);
  });

  it('are not lost where the newer check was not read deep enough to say so', async () => {
    look('deep', 1, at(15, `${US}/a`));
    look('deep', 3, others(10));
    look('shown whole', 1, at(15, `${US}/a`));
    look('shown whole', 3, others(10), { ended: 'no_more_results' });
    look('new after a shallow look', 1, others(5));
    look('new after a shallow look', 3, at(9, `${US}/a`));
    expect(await moves()).toEqual([
      ['new after a shallow look', null, 9, null],
      ['deep', null, 15, null],
      ['shown whole', 'lost', null, 15],
    ]);
  });

  it('come with the best page, the others, features of the page and the time of the check', async () => {
    const box = serpItem(`${US}/box`, 1, { type: 'featured_snippet' });
    const questions = serpItem(US, 2, { type: 'people_also_ask', url: null });
    look('bikes', 3, [`https://blog.example.com/b`, 'https://rival.com/', `${US}/a`, `${US}/c`], {
      items: [box, questions],
      organic_seen: 4,
    });
    const { value, source } = await rankings.keywords(rankedQuery(), signal);
    expect(value).toMatchObject({
      basis: 'serps',
      window: null,
      totals: null,
      total_count: 1,
      positions: { top3: 1, top10: 1, top20: 1, top50: 1, top100: 1 },
      serps_considered: 1,
    });
    expect(value.items).toEqual([
      {
        keyword: 'bikes',
        url: 'https://blog.example.com/b',
        position: 1,
        position_kind: 'tracked',
        previous_position: null,
        movement: null,
        checked_at: day(3).toISOString(),
        measured: null,
        estimated_traffic: null,
        traffic_value: null,
        features: ['featured_snippet', 'people_also_ask'],
        url_figures: null,
        others: [
          { url: `${US}/a`, position: 3, clicks: null, impressions: null },
          { url: `${US}/c`, position: 4, clicks: null, impressions: null },
        ],
        facts: [],
        device: 'desktop',
      },
    ]);
    expect(source).toMatchObject({
      source: 'index',
      observed_at: day(3).toISOString(),
      coverage: 'sample',
      measure: 'measured',
      note: 'Stored Google result pages (United States, en, desktop).',
    });
  });

  it('of a domain are those of its subdomains too, of a page those of the page alone', async () => {
    look('one', 3, ['https://www.example.com/shoes/']);
    look('two', 3, ['https://blog.example.com/shoes']);
    look('three', 3, ['https://notexample.com/', `${US}/hats`]);
    expect((await moves({ target: 'example.com' })).map(([keyword]) => keyword)).toEqual(['one', 'two', 'three']);
    expect((await moves({ target: 'www.example.com' })).map(([keyword]) => keyword)).toEqual(['one']);
    expect(await moves({ target: 'http://www.example.com/shoes' })).toEqual([['one', null, 1, null]]);
    expect(await moves({ target: `${US}/shoes` })).toEqual([]);
  });

  it('are those of one series, and two are never mixed', async () => {
    look('bikes', 1, at(3, US));
    look('bikes', 2, at(9, US), { device: 'mobile' });
    look('bikes', 3, at(8, US), { engine: 'bing' });
    for (const colour of ['red', 'blue', 'green']) look(`${colour} bikes`, 3, at(8, US), { engine: 'bing' });
    look('bikes', 4, at(7, US), { location: null });
    look('bikes', 5, at(6, US), { location: { ...AMERICA, code: 2124, name: 'Canada' } });
    look('bikes', 6, at(5, US), { language: 'de' });
    expect(await moves()).toEqual([['bikes', null, 3, null]]);
    const canada = { ...AMERICA, code: 2124, name: 'Canada' };
    expect(await moves({ location: canada })).toEqual([['bikes', null, 6, null]]);
    expect(await moves({ language: 'de-DE' })).toEqual([['bikes', null, 5, null]]);
    const nowhere = await rankings.keywords(
      rankedQuery({ location: { ...canada, code: 2276, name: 'Germany' } }),
      signal,
    );
    expect(nowhere.value.items).toMatchObject([{ position: 7 }]);
    expect(nowhere.source.note).toBe(
      'Stored Google result pages (no particular location, en, desktop). No result page with this site was looked up for Germany.',
    );
  });

  it('are those on a phone or of another engine where nothing else was looked up', async () => {
    look('bikes', 3, at(2, US), { engine: 'bing', device: 'mobile' });
    look('red bikes', 3, at(9, US), { engine: 'bing', device: 'mobile' });
    look('bikes', 4, at(5, US), { engine: 'brave' });
    const { value, source } = await rankings.keywords(rankedQuery(), signal);
    expect(value.items).toMatchObject([{ position: 2, device: 'mobile' }, { position: 9 }]);
    expect(source.note).toBe('Stored Bing result pages (United States, en, mobile).');
  });

  it('are unknown, and not none, of a site that stands nowhere', async () => {
    look('bikes', 3, others(10));
    const { value, source } = await rankings.keywords(rankedQuery(), signal);
    expect(value).toMatchObject({ items: [], total_count: null, positions: null, serps_considered: 0 });
    expect(source).toMatchObject({ coverage: 'none', observed_at: null });
  });

  it('never stand on pages that were limited to some domains', async () => {
    const page = serp({ items: [result(US, 1)] });
    const query = serpQuery({ include_domains: ['example.com'] });
    const written = index.recollect(inbox).serp.check.observe(query, page, 'dataforseo');
    inbox.waiting.push(...written.map((each) => kept(each, 'dataforseo')));
    expect((await rankings.keywords(rankedQuery(), signal)).source.coverage).toBe('none');
  });

  it('count once when a page is written down twice', async () => {
    look('bikes', 3, at(2, US));
    await index.observations.write(inbox.waiting);
    const { value } = await rankings.keywords(rankedQuery(), signal);
    expect(value).toMatchObject({ total_count: 1, serps_considered: 1, items: [{ position: 2, others: [] }] });
  });
});

describe('pages of a site on stored result pages', () => {
  const query: RankedPagesQuery = {
    ...MARKET,
    target: 'example.com',
    limit: 10,
    order: 'traffic',
    traffic_min: 0,
    state: 'live',
  };

  it('have the keywords that they stand for now, and what they won and lost since the check before', async () => {
    look('bikes', 1, [...others(2), `${US}/a`, `${US}/b`]);
    look('bikes', 3, [`${US}/a`, ...others(9)]);
    look('red bikes', 3, at(12, `${US}/a`));
    look('blue bikes', 1, others(10));
    look('blue bikes', 3, at(3, `${US}/a/`));
    const { value, source } = await rankings.pages({ ...query, state: 'all' }, signal);
    expect(value).toMatchObject({ basis: 'serps', total_count: 2, serps_considered: 5 });
    expect(source.coverage).toBe('sample');
    expect(value.items).toMatchObject([
      {
        url: expect.stringContaining(`${US}/a`),
        keyword_count: 3,
        top3: 2,
        top10: 2,
        new: 1,
        lost: 0,
        improved: 1,
        declined: 0,
        top_keyword: 'bikes',
        keywords: [
          { keyword: 'blue bikes', position: 3, clicks: null },
          { keyword: 'red bikes', position: 12, clicks: null },
        ],
        is_lost: false,
        estimated_traffic: null,
      },
      { url: `${US}/b`, keyword_count: 0, top10: 0, lost: 1, new: 0, top_keyword: null, keywords: [], is_lost: true },
    ]);
    const urls = async (state: RankedPagesQuery['state']) =>
      (await rankings.pages({ ...query, state }, signal)).value.items.map(({ is_lost }) => is_lost);
    const second = await rankings.pages({ ...query, state: 'all', limit: 1, offset: 1 }, signal);
    expect(second.value).toMatchObject({ total_count: 2, items: [{ url: `${US}/b` }] });
    const past = await rankings.pages({ ...query, state: 'all', offset: 2 }, signal);
    expect(past.value).toMatchObject({ total_count: 2, items: [] });
    expect(await urls('live')).toEqual([false]);
    expect(await urls('lost')).toEqual([true]);
  });

  it('moved nowhere where nothing is known of before', async () => {
    look('bikes', 3, [`${US}/a`]);
    const { value } = await rankings.pages(query, signal);
    expect(value.items).toMatchObject([{ keyword_count: 1, new: null, lost: null, improved: null, declined: null }]);
  });

  it('come in the order asked for', async () => {
    look('one', 1, [`${US}/fell`, ...others(9)]);
    look('one', 3, [...others(8), `${US}/fell`]);
    look('two', 3, [`${US}/first`]);
    look('three', 3, [...others(1), `${US}/many`, ...others(3), `${US}/fell`]);
    look('four', 3, [...others(1), `${US}/many`]);
    const paths = async (order: RankedPagesQuery['order']) =>
      (await rankings.pages({ ...query, order }, signal)).value.items.map(({ url }) => url.slice(US.length));
    expect(await paths('traffic')).toEqual(['/many', '/first', '/fell']);
    expect(await paths('keywords')).toEqual(['/many', '/fell', '/first']);
    expect(await paths('top3')).toEqual(['/many', '/first', '/fell']);
    expect((await paths('loss'))[0]).toBe('/fell');
  });
});

describe('competitors on stored result pages', () => {
  const query = { ...MARKET, target: 'example.com', limit: 10, max_position: 10, intersections_min: 0 };

  it('are the domains beside a site, weighted by how often the lower of both places is clicked', async () => {
    look('one', 3, ['https://near.com/', `${US}/a`, 'https://far.com/', 'https://blog.near.com/']);
    look('two', 3, [`${US}/a`, 'https://near.com/x']);
    look('three', 3, [...others(7), 'https://far.com/', `${US}/a`]);
    const { value, source } = await rankings.competitors(query, signal);
    expect(value).toMatchObject({ basis: 'serps', target_keywords: 3, target_traffic: null, serps_considered: 3 });
    expect(value.total_count).toBe(9);
    expect(value.items[0]).toEqual({
      domain: 'near.com',
      intersections: 2,
      shared_top10: 2,
      average_position: 1.5,
      ahead: 1,
      behind: 1,
      keyword_count: null,
      shared_traffic: null,
      traffic: null,
      target_shared_traffic: null,
      rivalry: 0.32,
      examples: [
        { keyword: 'one', position: 1, target_position: 2 },
        { keyword: 'two', position: 2, target_position: 1 },
      ],
    });
    expect(value.items[1]).toMatchObject({ domain: 'far.com', intersections: 2, ahead: 1, behind: 1, rivalry: 0.115 });
    expect(source).toMatchObject({
      coverage: 'sample',
      note: 'Stored Google result pages (United States, en, desktop). Only 3 result pages could be compared; with fewer than 20, chance decides who is listed.',
    });
    const narrow = await rankings.competitors({ ...query, intersections_min: 2, limit: 1, max_position: 5 }, signal);
    expect(narrow.value).toMatchObject({ target_keywords: 2, total_count: 1, items: [{ domain: 'near.com' }] });
  });

  it('are never taken from a page that stopped at a match, nor from an older one of the keyword', async () => {
    look('one', 1, ['https://once.com/', `${US}/a`]);
    look('one', 2, ['https://rival.com/', `${US}/a`]);
    look('one', 3, ['https://stopped.com/', `${US}/a`], { ended: 'stopped_on_match' });
    const { value } = await rankings.competitors(query, signal);
    expect(value.items.map(({ domain }) => domain)).toEqual(['rival.com']);
  });

  it('are enough to judge from twenty pages on', async () => {
    for (let number = 0; number < 20; number += 1) look(`bike ${number}`, 3, [US, 'https://rival.com/']);
    const { value, source } = await rankings.competitors(query, signal);
    expect(value.items).toMatchObject([{ domain: 'rival.com', intersections: 20 }]);
    expect(source.note).toBe('Stored Google result pages (United States, en, desktop).');
  });
});

describe('keywords that sites share on stored result pages', () => {
  beforeEach(() => {
    look('both', 1, [US]);
    look('both', 3, ['https://rival.com/x', `${US}/shop/bikes`]);
    look('ours', 3, at(4, `${US}/shop/`));
    look('theirs', 3, at(2, 'https://www.rival.com/'));
    look('blog', 3, at(3, `${US}/blog/post`));
  });
  const shared = async (draft: object) => {
    const { value } = await rankings.shared(sharedQuery(draft), signal);
    return value.items.map(({ keyword, places }) => [keyword, ...places.map((place) => place?.position ?? null)]);
  };

  it('are those of all targets, of any, or of the first alone, read from one page each', async () => {
    expect(await shared({ mode: 'all' })).toEqual([['both', 2, 1]]);
    expect(await shared({ mode: 'any' })).toEqual([
      ['both', 2, 1],
      ['blog', 3, null],
      ['ours', 4, null],
      ['theirs', null, 2],
    ]);
    expect(await shared({ mode: 'first_only' })).toEqual([
      ['blog', 3, null],
      ['ours', 4, null],
    ]);
    expect(await shared({ mode: 'any', excluded: ['rival.com'] })).toEqual([
      ['blog', 3, null],
      ['ours', 4, null],
    ]);
    expect(await shared({ mode: 'any', max_position: 3 })).toEqual([
      ['both', 2, 1],
      ['blog', 3, null],
    ]);
    const { value, source } = await rankings.shared(sharedQuery({ limit: 1, mode: 'any' }), signal);
    expect(value).toMatchObject({ basis: 'serps', total_count: 4, serps_considered: 4, unknown_targets: [] });
    expect(value.items).toMatchObject([
      {
        places: [
          { url: `${US}/shop/bikes`, type: 'organic' },
          { url: 'https://rival.com/x', type: 'organic' },
        ],
        features: [],
        checked_at: day(3).toISOString(),
      },
    ]);
    expect(source.coverage).toBe('sample');
  });

  it('of a wildcard are those of every page whose whole path fits it', async () => {
    const one = (target: string) => shared({ targets: [target], mode: 'all' });
    expect(await one(`${US}/shop/*`)).toEqual([
      ['both', 2],
      ['ours', 4],
    ]);
    expect(await one(`${US}/*/bikes`)).toEqual([['both', 2]]);
    expect(await one(`${US}/*post`)).toEqual([['blog', 3]]);
    expect(await one(`${US}/s*`)).toEqual([
      ['both', 2],
      ['ours', 4],
    ]);
    expect(await one(`${US}/%`)).toEqual([]);
    expect(await one('https://www.example.com/*')).toEqual([]);
  });

  it('name the targets that no page shows', async () => {
    const { value } = await rankings.shared(sharedQuery({ targets: ['example.com', 'unheard-of.com'] }), signal);
    expect(value).toMatchObject({ items: [], unknown_targets: ['unheard-of.com'], total_count: 0 });
    const nobody = await rankings.shared(sharedQuery({ targets: ['no.com', 'none.com'] }), signal);
    expect(nobody).toMatchObject({
      value: { unknown_targets: ['no.com', 'none.com'], total_count: null },
      source: { coverage: 'none' },
    });
  });

  it('may be shared by other types of results', async () => {
    look('snippet', 3, at(6, US), {
      items: [serpItem(`${US}/answer`, 1, { type: 'featured_snippet' })],
      organic_seen: 6,
    });
    const types = ['featured_snippet', 'organic'] as const;
    const { value } = await rankings.shared(sharedQuery({ targets: ['example.com'], item_types: types }), signal);
    const found = value.items.find(({ keyword }) => keyword === 'snippet');
    expect(found?.places).toMatchObject([{ type: 'featured_snippet', position: 1, url: `${US}/answer` }]);
    expect(await shared({ targets: ['example.com'], item_types: ['featured_snippet'] })).toEqual([['snippet', 1]]);
  });
});

it('traffic is how many keywords each known target was seen for, and no number of visits', async () => {
  look('one', 3, at(3, US), { items: [serpItem(`${US}/answer`, 1, { type: 'featured_snippet' })], organic_seen: 3 });
  look('two', 1, at(4, US));
  look('two', 3, others(10));
  look('three', 3, at(4, 'https://rival.com/'));
  const targets = ['example.com', 'rival.com', 'unheard-of.com'];
  const { value, source } = await rankings.traffic(
    { ...MARKET, targets, types: ['organic', 'featured_snippet'] },
    signal,
  );
  const unknown = { organic: null, paid: null, featured_snippet: null, local_pack: null };
  expect(value).toEqual([
    {
      target: 'example.com',
      basis: 'serps',
      window: null,
      traffic: unknown,
      previous_organic: null,
      keyword_count: { ...unknown, organic: 1, featured_snippet: 1 },
    },
    expect.objectContaining({ target: 'rival.com', keyword_count: { ...unknown, organic: 1, featured_snippet: 0 } }),
  ]);
  expect(source).toMatchObject({ coverage: 'sample', observed_at: day(3).toISOString() });
  const nobody = await rankings.traffic({ ...MARKET, targets: ['unheard-of.com'], types: ['organic'] }, signal);
  expect(nobody).toMatchObject({ value: [], source: { coverage: 'none' } });
});
