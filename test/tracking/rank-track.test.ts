import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { DATAFORSEO_LOGIN, DATAFORSEO_PASSWORD } from '../providers/dataforseo.ts';
import { type Providers, startProviders } from '../providers/providers.ts';
import { SERPER_KEY } from '../providers/serper.ts';
import { KEYWORDS, lookUp } from '../providers/web.ts';
import { openTestService, type TestAnswer, type TestService } from '../service.ts';

/** The whole way of a rank: the source, the store, the history. Days pass by a clock of the test. */

const DAY_MS = 86_400_000;
const START = Date.parse('2026-03-01T06:00:00Z');

let providers: Providers;
let service: TestService;
let now = START;

beforeAll(async () => {
  providers = await startProviders();
  service = await openTestService({
    environment: {
      SEAMARK_SERPER_KEY: SERPER_KEY,
      SEAMARK_SERPER_URL: providers.url('serper'),
      SEAMARK_SERPER_USD_PER_DAY: '1000',
    },
    clock: () => new Date(now),
  });
}, 120_000);
beforeEach(() => {
  providers.reset();
  now = START;
});
afterAll(async () => {
  await service.close();
  await providers.close();
});

const Point = z.object({
  checked_at: z.string(),
  position: z.int().nullable(),
  depth_checked: z.int(),
  ended: z.string(),
  device: z.string().nullable(),
  location_code: z.int().nullable(),
  source: z.string(),
});
const History = z.looseObject({
  coverage: z.string(),
  current: z.int().nullable(),
  history: z.array(Point),
  gaps: z.array(z.object({ failed_at: z.string(), reason: z.string(), source: z.string().nullable() })),
  series: z.array(z.looseObject({ location: z.string().nullable(), checks: z.int(), is_shown: z.boolean() })),
  trend: z.string(),
  markdown_summary: z.string(),
  agent_workflow: z.looseObject({ next_calls: z.array(z.looseObject({ operation: z.string(), path: z.string() })) }),
  meta: z.looseObject({ credits: z.looseObject({ charged: z.number() }) }),
});

/** The page that stands at a place of the made-up web. */
function urlAt(keyword: string, position: number): string {
  return lookUp(keyword).pages.flat()[position - 1]?.url ?? '';
}

const track = (keyword: string, url: string, more: object = {}): Promise<TestAnswer> =>
  service.call('/rank/track?sync=true', { keyword, url, ...more });

async function follow(keyword: string, url: string, more: Record<string, string> = {}) {
  const query = new URLSearchParams({ keyword, url, ...more });
  const answer = await service.call(`/rank/track?${query.toString()}`, undefined);
  expect(answer.status).toBe(200);
  return History.parse(answer.json);
}

async function balance(): Promise<unknown> {
  return (await follow('balance', 'shop.example')).meta.credits['balance'];
}

describe('thirty days of checks', () => {
  const keyword = KEYWORDS.tracked;

  it('of which three failed are 27 points and three gaps: nothing is lost, and the failures cost nothing', async () => {
    const url = urlAt(keyword, 4);
    for (let day = 0; day < 30; day += 1) {
      now = START + day * DAY_MS;
      const isDown = day >= 12 && day < 15;
      if (isDown) providers.misbehave({ vendor: 'serper', with: 'server_error', times: 3 });
      const answer = await track(keyword, url, { depth: 10 });
      expect([day, answer.status]).toEqual([day, isDown ? 502 : 200]);
      if (day === 14) now += 120_000;
    }
    const found = await follow(keyword, url);
    expect(found.history.map(({ position }) => position)).toEqual(Array.from({ length: 27 }, () => 4));
    expect(found.gaps.map(({ failed_at, source }) => [failed_at.slice(0, 10), source])).toEqual([
      ['2026-03-13', 'serper'],
      ['2026-03-14', 'serper'],
      ['2026-03-15', 'serper'],
    ]);
    expect(found).toMatchObject({
      current: 4,
      trend: 'stable',
      significant_changes: [],
      days_tracked: 30,
      days_checked: 27,
      noise: { sigma: 0, pairs: 25, basis: 'measured' },
      change: { kind: 'same', within_noise: true },
    });
    expect(found.markdown_summary).not.toMatch(/lost|declin|down/);
    expect(found.meta.credits.charged).toBe(0);
  }, 60_000);

  it('of a keyword that somebody checked are the history of a new target at once', async () => {
    const asked = providers.requests.length;
    const found = await follow(keyword, urlAt(keyword, 7));
    expect(found.history).toHaveLength(27);
    expect(found.current).toBe(7);
    expect(providers.requests).toHaveLength(asked);
  });
});

describe('a check', () => {
  it('that stops short of its depth fails, is not charged and leaves a gap in place of a point', async () => {
    const keyword = 'copper kettle';
    providers.misbehave({ vendor: 'serper', with: 'stuck', times: 10 });
    const spent = await balance();
    const answer = await track(keyword, urlAt(keyword, 2), { depth: 100 });
    expect(answer.status).toBe(502);
    expect(answer.text).toMatch(/stopped after \d+ of 100 results/);
    const found = await follow(keyword, urlAt(keyword, 2));
    expect(found).toMatchObject({ coverage: 'none', history: [], current: null });
    expect(found.gaps).toHaveLength(1);
    expect(await balance()).toBe(spent);
  });

  it('that reads all there is although more was asked for says how far it went', async () => {
    const keyword = KEYWORDS.small;
    const answer = await track(keyword, 'nowhere.example', { depth: 100 });
    expect(answer.json).toMatchObject({
      position: null,
      depth_asked: 100,
      depth_checked: 13,
      ended: 'no_more_results',
    });
    expect(answer.json['markdown_summary']).toMatch(/is not among the first 13 organic results/);
  });

  it('of two targets on one result page asks the source once, and charges both', async () => {
    const keyword = 'garden shears';
    const first = await track(keyword, urlAt(keyword, 3), { depth: 10 });
    const asked = providers.requests.length;
    const second = await track(keyword, urlAt(keyword, 5), { depth: 10 });
    expect([first.json['position'], second.json['position']]).toEqual([3, 5]);
    expect(providers.requests).toHaveLength(asked);
    expect(second.json['checked_at']).toBe(first.json['checked_at']);
  });

  it('is made anew after an hour', async () => {
    const keyword = 'bread knife';
    await track(keyword, urlAt(keyword, 3), { depth: 10 });
    const asked = providers.requests.length;
    now += 3_600_001;
    const again = await track(keyword, urlAt(keyword, 3), { depth: 10 });
    expect(providers.requests.length).toBe(asked + 1);
    expect(again.json).toMatchObject({ previous_position: 3, change: { kind: 'same', within_noise: true }, checks: 2 });
  });

  it('never takes the own index for a search engine that fails', async () => {
    const keyword = 'wool blanket';
    providers.misbehave({ vendor: 'serper', with: 'server_error', times: 3 });
    const failed = await track(keyword, urlAt(keyword, 1));
    expect(failed.status).toBe(502);
    expect(JSON.stringify(failed.json)).not.toMatch(/seamark-index/);
    now += 120_000;
    const asked = await track(keyword, 'shop.example', { engine: 'seamark-index' });
    expect([asked.status, asked.text]).toEqual([503, expect.stringContaining('Your index has not read any page yet')]);
  });

  it('is refused where no source can look from the device that is asked for', async () => {
    const answer = await track('oak table', 'shop.example', { device: 'mobile' });
    expect(answer.status).toBe(503);
    expect(answer.text).toMatch(/does not support mobile result pages/);
  });

  it.each([
    [{ depth: 9 }, 'depth'],
    [{ depth: 101 }, 'depth'],
    [{ location: 'Nowhere at all' }, 'location'],
    [{ device: 'tablet' }, 'device'],
    [{ url: 'not a url' }, 'url'],
  ])('with %j is refused by that name', async (more, field) => {
    const answer = await track('tea', 'https://shop.example/', more);
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.json['errors'])).toContain(field);
  });
});

describe('with a source of queued tasks', () => {
  let queued: TestService;
  beforeAll(async () => {
    queued = await openTestService({
      environment: {
        SEAMARK_DATAFORSEO_LOGIN: DATAFORSEO_LOGIN,
        SEAMARK_DATAFORSEO_PASSWORD: DATAFORSEO_PASSWORD,
        SEAMARK_DATAFORSEO_URL: providers.url('dataforseo'),
        SEAMARK_DATAFORSEO_USD_PER_DAY: '1000',
      },
    });
  }, 120_000);
  afterAll(() => queued.close());

  it('a task that is not finished is a failed check, not an empty page', async () => {
    const body = { keyword: KEYWORDS.pair, url: urlAt(KEYWORDS.pair, 1), device: 'mobile' };
    providers.misbehave({ vendor: 'dataforseo', with: 'unfinished', times: 9 });
    const failed = await queued.call('/rank/track?sync=true', body);
    expect(failed.status).toBeGreaterThanOrEqual(500);
    providers.reset();
    const query = new URLSearchParams({ keyword: body.keyword, url: body.url });
    const before = await queued.call(`/rank/track?${query.toString()}`, undefined);
    expect(before.json).toMatchObject({ coverage: 'none', history: [] });
    expect(before.json['gaps']).toHaveLength(1);
    const found = await queued.call('/rank/track?sync=true', body);
    expect(found.json).toMatchObject({ position: 1, match_type: 'exact', device: 'mobile', change: null, checks: 1 });
    const after = await queued.call(`/rank/track?${query.toString()}`, undefined);
    expect(after.json).toMatchObject({ coverage: 'full', current: 1, device: 'mobile', checks: 1 });
    expect(after.json['gaps']).toHaveLength(1);
  });

  it('a deep check of which one page came is a failed check', async () => {
    const body = { keyword: 'deep search', url: urlAt('deep search', 3), depth: 100 };
    providers.misbehave({ vendor: 'dataforseo', with: 'short', times: 9 });
    const failed = await queued.call('/rank/track?sync=true', body);
    expect(failed.status).toBe(502);
    expect(failed.text).toMatch(/stopped after \d+ of 100 results/);
  });
});

describe('a history', () => {
  it('holds one series, the one tracked first, and lists the others', async () => {
    const keyword = 'trail shoes';
    const url = urlAt(keyword, 6);
    for (const [day, location_code] of [2840, 2276, 2840, 2276].entries()) {
      now = START + day * DAY_MS;
      expect((await track(keyword, url, { location_code, depth: 10 })).status).toBe(200);
    }
    const first = await follow(keyword, url);
    expect(first).toMatchObject({ device: null, location_code: 2840, location: 'United States' });
    expect(first.history.map(({ location_code }) => location_code)).toEqual([2840, 2840]);
    expect(first.series.map(({ location, checks, is_shown }) => [location, checks, is_shown])).toEqual([
      ['United States', 2, true],
      ['Germany', 2, false],
    ]);
    const german = await follow(keyword, url, { location_code: '2276' });
    expect(german.history.map(({ checked_at }) => checked_at.slice(8, 10))).toEqual(['02', '04']);
  });

  it('of a search that nobody checked is unknown, and names the call that changes that', async () => {
    const found = await follow('never asked before', 'https://shop.example/');
    expect(found).toMatchObject({ coverage: 'none', current: null, found_share: null, trend: 'insufficient_data' });
    expect(found.markdown_summary).toMatch(/is unknown/);
    expect(found.agent_workflow.next_calls[0]).toMatchObject({
      operation: 'rank.track',
      path: '/rank/track',
      credits: 2,
    });
    expect(found.meta.credits.charged).toBe(0);
  });

  it('after thirty days without the service goes on with the first check after them', async () => {
    const keyword = 'rain jacket';
    const url = urlAt(keyword, 2);
    for (const day of [0, 1, 31]) {
      now = START + day * DAY_MS;
      await track(keyword, url, { depth: 10 });
    }
    const found = await follow(keyword, url);
    expect(found.history.map(({ checked_at }) => checked_at.slice(0, 10))).toEqual([
      '2026-03-01',
      '2026-03-02',
      '2026-04-01',
    ]);
    expect(found).toMatchObject({ gaps: [], days_tracked: 32, days_checked: 3, noise: { pairs: 1 } });
  });

  it('belongs to the facts that all share, but its gaps belong to the workspace', async () => {
    const rows = await service.rows('select distinct workspace_id, operation from check_runs');
    expect(rows).toEqual([{ workspace_id: 'ws_default', operation: 'rank.track' }]);
  });
});
