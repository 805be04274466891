import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { type Providers, startProviders } from '../providers/providers.ts';
import { SERPER_KEY } from '../providers/serper.ts';
import { lookUp } from '../providers/web.ts';
import { openTestService, type TestAnswer, type TestService } from '../service.ts';

/** Keywords that are tracked as a set: added, checked, scheduled and looked at, on a whole service. */

const DAY_MS = 86_400_000;
const START = Date.parse('2054-03-02T12:00:00Z');
const [TRUING, SHEARS] = ['bicycle wheel truing', 'garden shears'];

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
beforeEach(async () => {
  providers.reset();
  await service.rows('delete from rank_targets');
});
afterAll(async () => {
  await service.close();
  await providers.close();
});

/** The page that stands at a place of the made-up web. */
function urlAt(keyword: string, position: number): string {
  return lookUp(keyword).pages.flat()[position - 1]?.url ?? '';
}

const add = (): Promise<TestAnswer> =>
  service.call('/rank/targets', {
    depth: 10,
    targets: [
      { keyword: TRUING, url: urlAt(TRUING, 4), tags: ['wheels'] },
      { keyword: TRUING, url: urlAt(TRUING, 7), tags: ['wheels', 'rivals'] },
      { keyword: SHEARS, url: urlAt(SHEARS, 2) },
    ],
  });
const check = (body: object = {}): Promise<TestAnswer> => service.call('/rank/targets/check?sync=true', body);

const Overview = z.looseObject({
  keywords: z.int(),
  checked: z.int(),
  items: z.array(
    z.looseObject({ keyword: z.string(), position: z.int().nullable(), checked_at: z.string().nullable() }),
  ),
});
const overview = async (query = '') => Overview.parse((await service.call(`/rank/overview${query}`, undefined)).json);

describe('a set of tracked keywords', () => {
  it('is looked up once a search, charged a search, and seen in the overview and in the history', async () => {
    expect(await add()).toMatchObject({ status: 201, json: { created: 3 } });
    expect(await overview()).toMatchObject({ keywords: 3, checked: 0 });
    const answer = await check({ max_searches: 10 });
    expect(answer).toMatchObject({
      status: 200,
      json: {
        keywords: 3,
        searches: 2,
        searches_checked: 2,
        searches_failed: 0,
        items: [
          { keyword: TRUING, position: 4, change: null },
          { keyword: TRUING, position: 7 },
          { keyword: SHEARS, position: 2 },
        ],
        meta: { credits: { charged: 4 } },
      },
    });
    expect(providers.requests).toHaveLength(2);
    expect((await overview()).items.map(({ position }) => position)).toEqual([4, 7, 2]);
    expect(await overview('?tag=rivals')).toMatchObject({ keywords: 1, items: [{ position: 7 }] });
    // Paused keywords are out of the set, but not out of sight for whoever names them.
    await service.rows("update rank_targets set is_paused = true where 'rivals' = any(tags)");
    const [rival] = await service.rows("select id from rank_targets where 'rivals' = any(tags)");
    expect(await overview()).toMatchObject({ keywords: 2 });
    expect(await overview(`?ids=${String(rival?.['id'])}`)).toMatchObject({ keywords: 1, items: [{ position: 7 }] });
    const query = new URLSearchParams({ keyword: TRUING, url: urlAt(TRUING, 4) });
    const history = await service.call(`/rank/track?${query.toString()}`, undefined);
    expect(history.json).toMatchObject({ current: 4, history: [{ position: 4 }] });
  });

  it('that is checked again at once, as after a kill, asks nobody again', async () => {
    now = START + 10 * DAY_MS;
    await add();
    await check();
    const asked = providers.requests.length;
    expect(await check()).toMatchObject({ status: 200, json: { searches_checked: 2 } });
    expect(providers.requests).toHaveLength(asked);
  });

  it('of which nothing is answered is a failed call: nothing is charged, and the history has a gap', async () => {
    now = START + 20 * DAY_MS;
    await add();
    providers.misbehave({ vendor: 'serper', with: 'server_error', times: 20 });
    const answer = await check();
    expect(answer.status).toBe(502);
    providers.reset();
    const query = new URLSearchParams({ keyword: SHEARS, url: urlAt(SHEARS, 2) });
    const { json } = await service.call(`/rank/track?${query.toString()}`, undefined);
    expect(json['gaps']).toMatchObject([{ failed_at: new Date(now).toISOString() }]);
  });

  it('is refused where it has more searches than the call allows, and where nothing is tracked', async () => {
    now = START + 30 * DAY_MS;
    expect(await check()).toMatchObject({ status: 404, json: { fix: expect.stringContaining('POST /rank/targets') } });
    await add();
    expect(await check({ tag: 'nothing' })).toMatchObject({ status: 404 });
    expect(await check({ max_searches: 1 })).toMatchObject({
      status: 422,
      json: { errors: [{ path: 'max_searches' }] },
    });
    await service.rows("update rank_targets set is_paused = true where 'rivals' = any(tags)");
    expect(await check({ tag: 'wheels', max_searches: 1 })).toMatchObject({ json: { keywords: 1, searches: 1 } });
    expect(providers.requests.length).toBeLessThanOrEqual(1);
  });

  it('runs by its schedule, each round once, charged once and looked up anew, and tells nobody that nothing moved', async () => {
    now = START + 60 * DAY_MS;
    await add();
    const [workspace] = await service.rows('select workspace_id from rank_targets limit 1');
    await service.rows(
      `insert into webhook_endpoints (id, workspace_id, url, events, secret)
       values ('whe_rank', '${String(workspace?.['workspace_id'])}', 'https://example.com', '{alert.rank_changed}', '\\x00')`,
    );
    const response = await fetch(`${service.base}/api/v1/schedules/ranks`, {
      method: 'PATCH',
      headers: { 'x-api-key': service.key, 'content-type': 'application/json' },
      body: JSON.stringify({ operation: 'rank.targets.check', input: { max_searches: 5 }, cadence: 'daily' }),
    });
    expect(await response.json()).toMatchObject({ schedule: { credits: 10, is_stale: false } });
    const jobs = "select status from jobs where transport = 'schedule'";
    for (let day = 1; day <= 2; day += 1) {
      now = START + (60 + day) * DAY_MS;
      await expect
        .poll(async () => (await service.rows(jobs)).map(({ status }) => status), { timeout: 60_000 })
        .toEqual(Array.from({ length: day }, () => 'completed'));
    }
    expect(await service.rows("select id from webhook_deliveries where endpoint_id = 'whe_rank'")).toEqual([]);
    expect(providers.requests).toHaveLength(4);
    const usage = "select sum(credits)::int as credits from usage_rows where transport = 'schedule'";
    await expect.poll(() => service.rows(usage), { timeout: 20_000 }).toEqual([{ credits: 8 }]);
    // Somebody looks them up by hand, hours before the schedule does.
    now = START + 62.4 * DAY_MS;
    await check({ max_searches: 5 });
    expect(providers.requests).toHaveLength(6);
    now = START + 63 * DAY_MS;
    await expect
      .poll(async () => (await service.rows(jobs)).map(({ status }) => status), { timeout: 60_000 })
      .toEqual(['completed', 'completed', 'completed']);
    expect(providers.requests).toHaveLength(6);
  }, 150_000);
});
