import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openTestDatabase, type TestDatabase } from '../../../test/postgres.ts';
import type { NewRankTarget, RankTargetFilter } from '../../ports/rank-targets.ts';
import { PostgresRankTargets } from './rank-targets.ts';

let test: TestDatabase;
let store: PostgresRankTargets;
beforeAll(async () => {
  test = await openTestDatabase();
  store = new PostgresRankTargets(test.database);
  await test.database.query(
    "insert into workspaces (id, name, plan) values ('ws_1', 'x', 'test'), ('ws_2', 'x', 'test') on conflict do nothing",
  );
});
afterAll(() => test.close());
beforeEach(() => test.database.query('truncate rank_targets'));

const SERIES = {
  engine: 'google',
  location_code: 2840,
  location: 'United States',
  language: 'en',
  device: 'desktop',
} as const;

function target(keyword: string, changes: Partial<NewRankTarget> = {}): NewRankTarget {
  return { keyword, url: 'https://harbour-bikes.example/repair', series: SERIES, depth: 30, tags: [], ...changes };
}

const ALL: RankTargetFilter = { project_id: undefined };
const page = { limit: 100, offset: 0 };
const listed = async (filter: Partial<RankTargetFilter> = {}, workspace = 'ws_1') =>
  (await store.list(workspace, { ...ALL, ...filter }, page)).targets.map(({ keyword }) => keyword);

describe('tracked keywords', () => {
  it('are added once, in the order given, however they are spelled, and keep their id', async () => {
    const first = await store.add('ws_1', undefined, [
      target('bike repair', { tags: ['services'] }),
      target('wheel truing'),
      target('Bike  Repair', { tags: ['city'] }),
    ]);
    expect(first.created).toBe(2);
    expect(first.targets.map(({ keyword, tags }) => [keyword, tags])).toEqual([
      ['bike repair', ['services', 'city']],
      ['wheel truing', []],
    ]);
    const again = await store.add('ws_1', undefined, [target('BIKE REPAIR', { tags: ['new', 'city'] })]);
    expect(again.created).toBe(0);
    expect(again.targets).toEqual([{ ...first.targets[0], tags: ['services', 'city', 'new'] }]);
    await expect(listed()).resolves.toEqual(['bike repair', 'wheel truing']);
  });

  it('are apart by page, place, language, device, engine and project', async () => {
    const others: readonly Partial<NewRankTarget>[] = [
      {},
      { url: 'https://harbour-bikes.example/' },
      { series: { ...SERIES, location_code: 2276, location: 'Germany' } },
      { series: { ...SERIES, location_code: null, location: null } },
      { series: { ...SERIES, language: 'de' } },
      { series: { ...SERIES, device: 'mobile' } },
      { series: { ...SERIES, device: null } },
      { series: { ...SERIES, engine: null } },
    ];
    const targets = others.map((changes) => target('bike repair', changes));
    await expect(store.add('ws_1', undefined, targets)).resolves.toMatchObject({ created: 8 });
    await expect(store.add('ws_1', 'prj_1', targets)).resolves.toMatchObject({ created: 8 });
    await expect(store.add('ws_1', undefined, targets)).resolves.toMatchObject({ created: 0 });
    await expect(store.list('ws_1', { project_id: 'prj_1' }, { limit: 3, offset: 6 })).resolves.toMatchObject({
      total_count: 8,
      targets: [{ series: { device: null } }, { series: { engine: null } }],
    });
  });

  it('are changed and deleted by id or tag, and only those that are meant', async () => {
    const { targets } = await store.add('ws_1', undefined, [
      target('a', { tags: ['one', 'two'] }),
      target('b', { tags: ['two'] }),
      target('c'),
    ]);
    const none = { add_tags: [], remove_tags: [], is_paused: undefined, depth: undefined };
    await expect(store.change('ws_1', { ...ALL, tag: 'two' }, { ...none, is_paused: true })).resolves.toBe(2);
    await expect(listed({ is_paused: true })).resolves.toEqual(['a', 'b']);
    await expect(listed({ is_paused: false })).resolves.toEqual(['c']);
    const tags = { ...none, add_tags: ['three'], remove_tags: ['two'], depth: 50 };
    await expect(store.change('ws_1', { ...ALL, ids: [targets[0]?.id ?? ''] }, tags)).resolves.toBe(1);
    await expect(store.list('ws_1', { ...ALL, tag: 'three' }, page)).resolves.toMatchObject({
      targets: [{ keyword: 'a', tags: ['one', 'three'], depth: 50, is_paused: true }],
    });
    await expect(store.remove('ws_1', { ...ALL, tag: 'two' })).resolves.toBe(1);
    await expect(listed()).resolves.toEqual(['a', 'c']);
  });

  it('of another workspace are unknown to every method', async () => {
    const { targets } = await store.add('ws_1', undefined, [target('a', { tags: ['one'] })]);
    const ids = targets.map(({ id }) => id);
    const change = { add_tags: ['x'], remove_tags: [], is_paused: true, depth: 10 };
    await expect(listed({}, 'ws_2')).resolves.toEqual([]);
    await expect(store.change('ws_2', { ...ALL, ids }, change)).resolves.toBe(0);
    await expect(store.remove('ws_2', { ...ALL, ids })).resolves.toBe(0);
    await expect(store.add('ws_2', undefined, [target('a')])).resolves.toMatchObject({ created: 1 });
    await expect(store.list('ws_1', ALL, page)).resolves.toMatchObject({
      targets: [{ tags: ['one'], is_paused: false }],
    });
  });

  it('are at most 20,000 a workspace, and a list that does not fit adds nothing', async () => {
    const many = (from: number, count: number): NewRankTarget[] =>
      Array.from({ length: count }, (_, at) => target(`keyword ${from + at}`));
    await store.add('ws_1', undefined, many(0, 19_999));
    await expect(store.add('ws_1', undefined, many(19_998, 3))).rejects.toMatchObject({ code: 'conflict' });
    await expect(store.add('ws_1', undefined, many(19_998, 2))).resolves.toMatchObject({ created: 1 });
    await expect(store.list('ws_1', ALL, { limit: 1, offset: 0 })).resolves.toMatchObject({ total_count: 20_000 });
  });

  it('keep whatever a keyword holds, and at most 20 tags', async () => {
    const tags = Array.from({ length: 30 }, (_, at) => `tag ${at}`);
    const { targets } = await store.add('ws_1', undefined, [target('a\0"\'; drop {}  Straße ✓', { tags })]);
    expect(targets[0]?.tags).toHaveLength(20);
    expect(targets[0]?.keyword).toContain('Straße ✓');
  });
});
