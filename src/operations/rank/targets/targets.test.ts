import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { openTestDatabase, type TestDatabase } from '../../../../test/postgres.ts';
import { PostgresRankTargets } from '../../../adapters/postgres/rank-targets.ts';
import type { AccountContext, Operation } from '../../../contract/operation.ts';
import { openTargetDesk } from '../../../engine/target-desk.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Location, LocationQuery } from '../../../ports/locations.ts';
import add from './add/operation.ts';
import remove from './delete/operation.ts';
import list from './list/operation.ts';
import update from './update/operation.ts';

let test: TestDatabase;
let resolved: LocationQuery[] = [];
beforeAll(async () => {
  test = await openTestDatabase();
  await test.database.query(
    "insert into workspaces (id, name, plan) values ('ws_1', 'x', 'test') on conflict do nothing",
  );
});
afterAll(() => test.close());
beforeEach(async () => {
  resolved = [];
  await test.database.query('truncate rank_targets');
});

const PLACE = { country: 'US', kind: 'country', latitude: null, longitude: null } as const;
const PLACES: Readonly<Record<string, Location>> = {
  'United States': { ...PLACE, code: 2840, name: 'United States' },
  Germany: { ...PLACE, code: 2276, name: 'Germany', country: 'DE' },
};

async function resolve(query: LocationQuery): Promise<Location | null> {
  resolved.push(query);
  if (query.location === undefined) return null;
  const found = PLACES[query.location];
  if (found === undefined) throw new AppError('invalid_input', `There is no place ${query.location}.`);
  return found;
}

async function call(operation: Operation, input: unknown, project_id?: string): Promise<Record<string, unknown>> {
  const caller = {
    workspace_id: 'ws_1',
    key_id: 'key_1',
    key_name: 'test',
    allowed_domains: [],
    scopes: [],
    project_id,
    plan: 'test',
  };
  const targets = openTargetDesk(new PostgresRankTargets(test.database), { resolve });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these operations ask the account for nothing else
  const account = { targets } as AccountContext['account'];
  const answer = operation.answer?.(input, { caller, account, now: new Date(), signal: new AbortController().signal });
  return (await answer) ?? {};
}

const Keywords = z.looseObject({ targets: z.array(z.looseObject({ id: z.string(), keyword: z.string() })) });

const refusal = (path: string, message: string) => ({
  code: 'invalid_input',
  issues: expect.arrayContaining([{ path, message: expect.stringContaining(message) }]),
});

describe('tracking keywords', () => {
  it('takes what a keyword does not say from the call, and asks for each place once', async () => {
    const answer = await call(add, {
      url: 'harbour-bikes.example',
      location: 'United States',
      language: 'German',
      device: 'mobile',
      tags: ['all'],
      targets: [
        { keyword: ' bike repair ', tags: ['services'] },
        {
          keyword: 'Fahrrad',
          location: 'Germany',
          device: 'desktop',
          depth: 50,
          url: 'https://harbour-bikes.example/de',
        },
        { keyword: 'bike rental' },
      ],
    });
    expect(answer).toMatchObject({
      created: 3,
      targets: [
        {
          keyword: 'bike repair',
          url: 'harbour-bikes.example',
          location_code: 2840,
          language: 'de',
          device: 'mobile',
          depth: 30,
          tags: ['all', 'services'],
        },
        {
          keyword: 'Fahrrad',
          url: 'https://harbour-bikes.example/de',
          location_code: 2276,
          device: 'desktop',
          depth: 50,
        },
        { keyword: 'bike rental', location_code: 2840, engine: null, project_id: null },
      ],
    });
    expect(resolved).toHaveLength(2);
  });

  it('takes a CSV, and names every line that is wrong without adding any', async () => {
    const csv = 'keyword,url,tags,device\nbike repair,harbour-bikes.example,services|city,mobile\nbike rental,,,\n';
    await expect(call(add, { csv, url: 'https://harbour-bikes.example/' })).resolves.toMatchObject({
      created: 2,
      targets: [
        { keyword: 'bike repair', tags: ['services', 'city'], device: 'mobile' },
        { keyword: 'bike rental', url: 'https://harbour-bikes.example/', device: null, location_code: null },
      ],
    });
    const wrong = 'keyword,url,device\nwheel truing,harbour-bikes.example,watch\n\nspokes,not a url,\n';
    await expect(call(add, { csv: wrong })).rejects.toMatchObject(refusal('csv', 'line 2: device'));
    await expect(call(add, { csv: wrong })).rejects.toMatchObject(refusal('csv', 'line 4: url'));
    await expect(call(list, {})).resolves.toMatchObject({ total_count: 2 });
  });

  it('refuses a keyword without a URL, a place that is unknown, and too many', async () => {
    const lone = { targets: [{ keyword: 'bike repair', url: 'a.example' }, { keyword: 'bike rental' }] };
    await expect(call(add, lone)).rejects.toMatchObject(refusal('targets.1.url', 'is required'));
    const nowhere = { targets: [{ keyword: 'bike repair', url: 'a.example', location: 'Atlantis' }] };
    await expect(call(add, nowhere)).rejects.toThrow('There is no place Atlantis.');
    const csv = Array.from({ length: 1001 }, (_, at) => `keyword ${at}`).join('\n');
    await expect(call(add, { csv, url: 'a.example' })).rejects.toMatchObject(refusal('csv', 'more than 1,000'));
    await expect(call(add, { url: 'a.example' })).rejects.toMatchObject(refusal('targets', 'one of targets, csv'));
    await expect(call(list, {})).resolves.toEqual({ targets: [], total_count: 0 });
  });

  it('finds keywords by a part of their text or URL in any case, and by their ids', async () => {
    const targets = [
      { keyword: 'Bike Repair', url: 'harbour-bikes.example' },
      { keyword: 'spokes 100%_off', url: 'https://other.example/BIKES' },
      { keyword: 'garden shears', url: 'other.example' },
    ];
    await call(add, { targets });
    const listed = async (query: object): Promise<unknown> =>
      Keywords.parse(await call(list, query)).targets.map(({ keyword }) => keyword);
    await expect(listed({ text: 'bIKe' })).resolves.toEqual(['Bike Repair', 'spokes 100%_off']);
    await expect(listed({ text: '%_' })).resolves.toEqual(['spokes 100%_off']);
    const [first, , third] = Keywords.parse(await call(list, {})).targets;
    await expect(listed({ ids: `${third?.id},${first?.id}` })).resolves.toEqual(['Bike Repair', 'garden shears']);
    await expect(listed({ ids: 'rkt_none' })).resolves.toEqual([]);
  });

  it('lists, pauses and deletes by tag, within the project of the key', async () => {
    const targets = [{ keyword: 'a', tags: ['one'] }, { keyword: 'b' }];
    await call(add, { url: 'a.example', targets }, 'prj_1');
    await call(add, { url: 'a.example', targets });
    await expect(call(update, { tag: 'one', is_paused: true }, 'prj_1')).resolves.toEqual({ changed: 1 });
    await expect(call(list, { state: 'paused' })).resolves.toMatchObject({
      total_count: 1,
      targets: [{ keyword: 'a', project_id: 'prj_1' }],
    });
    await expect(call(list, { limit: '1', offset: '1' }, 'prj_1')).resolves.toMatchObject({
      total_count: 2,
      targets: [{ keyword: 'b' }],
    });
    await expect(call(list, { project_id: 'prj_2' }, 'prj_1')).rejects.toMatchObject({ code: 'key_not_allowed_here' });
    await expect(call(remove, { tag: 'one' })).resolves.toEqual({ deleted: 2 });
    await expect(call(remove, {})).rejects.toMatchObject(refusal('ids', 'one of ids, tag'));
    await expect(call(list, {})).resolves.toMatchObject({ total_count: 2 });
  });
});
