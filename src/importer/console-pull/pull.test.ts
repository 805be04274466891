import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { ConsoleMemory } from '../../../test/console-memory.ts';
import { openTestDatabase, type TestDatabase } from '../../../test/postgres.ts';
import { BING_KEY } from '../../../test/providers/bing-webmaster.ts';
import { type Providers, startProviders } from '../../../test/providers/providers.ts';
import {
  CLIENT_EMAIL,
  CONSOLE_NOW,
  EMPTY_SITE,
  HUGE_DAY,
  LARGE_DAY,
  LARGE_ROWS,
  LARGE_SITE,
  LAST_FINAL_DAY,
  OAUTH,
  searchesOf,
  serviceAccountFile,
  SITE,
} from '../../../test/providers/search-console.ts';
import { PostgresImports } from '../../adapters/postgres/imports.ts';
import { createSourceClients, type SourceClients } from '../../adapters/sources/source-http.ts';
import type { ConsoleSource } from '../../ports/console-source.ts';
import type { ConsoleGrain, ConsoleRow, ConsoleSearchType, ConsoleTable } from '../../ports/console.ts';
import { NO_OPTIONS } from '../../ports/imports.ts';
import { bingWebmaster } from '../../sources/bing-webmaster/source.ts';
import { searchConsole } from '../../sources/search-console/source.ts';
import { pullConsole, type PullControl, type PullOrder, type PullOutcome } from './pull.ts';

/** Pulls over real HTTP and PostgreSQL, from fakes of both engines. */

let providers: Providers;
let clients: SourceClients;
let control: TestDatabase;
let folder: string;
let memory: ConsoleMemory;
let now = CONSOLE_NOW;
let pulls = 0;

beforeAll(async () => {
  [providers, control, folder] = await Promise.all([
    startProviders(),
    openTestDatabase(),
    mkdtemp(join(tmpdir(), 'seamark-console-')),
  ]);
  await writeFile(join(folder, 'key.json'), serviceAccountFile());
  clients = createSourceClients({ user_agent: 'seamark-test' });
});
afterAll(async () => {
  await clients.close();
  await Promise.all([providers.close(), control.close(), rm(folder, { recursive: true })]);
});
beforeEach(() => {
  providers.reset();
  memory = new ConsoleMemory();
  now = CONSOLE_NOW;
  pulls += 1;
});

function sourceOf(settings: Record<string, string> = {}, definition = searchConsole): ConsoleSource {
  const environment = {
    SEAMARK_SEARCH_CONSOLE_KEY_FILE: join(folder, 'key.json'),
    SEAMARK_SEARCH_CONSOLE_URL: `${providers.url('search-console')}/v3`,
    SEAMARK_SEARCH_CONSOLE_TOKEN_URL: `${providers.url('search-console')}/token`,
    SEAMARK_BING_WEBMASTER_KEY: BING_KEY,
    SEAMARK_BING_WEBMASTER_URL: providers.url('bing-webmaster'),
    ...settings,
  };
  const connected = definition.connect(environment, {
    http: (failures, secrets) => clients.http(failures, secrets),
    turns: { wait: () => Promise.resolve() },
    now: () => now,
  });
  if (connected?.console === undefined) throw new Error('The source is not connected.');
  return connected.console;
}

interface PullDraft extends Partial<Omit<PullOrder, 'options'>> {
  readonly source?: ConsoleSource;
  readonly control?: Partial<PullControl>;
  readonly reader?: ConsoleMemory;
}

async function pull(draft: PullDraft = {}): Promise<PullOutcome> {
  const { source = sourceOf(), control: changes, reader = memory, ...order } = draft;
  return pullConsole(
    {
      kind: 'console',
      location: `search-console:${order.property ?? SITE}:${pulls}`,
      options: NO_OPTIONS,
      workspace_id: 'ws_1',
      property: SITE,
      types: ['web'],
      since: undefined,
      run: 'one',
      ...order,
    },
    { store: new PostgresImports(control.database), writer: memory, reader, source, now: () => now, pauses_ms: [1, 1] },
    {
      signal: new AbortController().signal,
      pause_after_ms: Number.POSITIVE_INFINITY,
      onProgress: () => undefined,
      ...changes,
    },
  );
}

function tableOf(grain: ConsoleGrain, property = SITE, search_type: ConsoleSearchType = 'web'): ConsoleTable {
  return { engine: 'google', property, search_type, grain };
}

function sumOf(rows: readonly ConsoleRow[], field: 'clicks' | 'impressions' | 'position_sum'): number {
  return rows.reduce((sum, row) => sum + (row[field] ?? 0), 0);
}

/** Days and dimensions of the requests for tables. */
function asked(): string[] {
  return providers.requests.flatMap(({ path, body }) => {
    if (!path.endsWith('/query') || typeof body !== 'object' || body === null) return [];
    const state = String(Reflect.get(body, 'dataState'));
    if (state === 'all') return [];
    return [`${String(Reflect.get(body, 'startDate'))} ${String(Reflect.get(body, 'dimensions'))}`];
  });
}

describe('a pull from Search Console', () => {
  it('brings four tables of each final day, newest first, and no day that is still counted', async () => {
    const { file } = await pull({ since: '2054-11-16' });
    expect(file).toMatchObject({ status: 'completed', error: undefined });
    expect(asked().slice(0, 5)).toEqual([
      `${LAST_FINAL_DAY} `,
      `${LAST_FINAL_DAY} country,device`,
      `${LAST_FINAL_DAY} page`,
      `${LAST_FINAL_DAY} query,page,country,device`,
      '2054-11-18 ',
    ]);
    for (const grain of ['total', 'place', 'page', 'detail'] as const) {
      const days = await memory.finalDays('ws_1', tableOf(grain));
      expect(days).toEqual(['2054-11-16', '2054-11-17', '2054-11-18', LAST_FINAL_DAY]);
    }
  });

  it('brings figures whose every grain adds up to what was searched', async () => {
    await pull({ since: LAST_FINAL_DAY });
    const searches = searchesOf(SITE, 'web', LAST_FINAL_DAY);
    const clicks = searches.reduce((sum, search) => sum + search.clicks, 0);
    const impressions = searches.reduce((sum, search) => sum + search.impressions, 0);
    for (const grain of ['total', 'place', 'page', 'detail'] as const) {
      const rows = memory.rows(tableOf(grain));
      expect([grain, sumOf(rows, 'clicks'), sumOf(rows, 'impressions')]).toEqual([grain, clicks, impressions]);
      const places = searches.reduce((sum, search) => sum + search.position * search.impressions, 0);
      expect(sumOf(rows, 'position_sum')).toBeCloseTo(places, 3);
    }
  });

  it('keeps what is withheld of each page as a row without a query, and no query that was withheld', async () => {
    await pull({ since: LAST_FINAL_DAY });
    const rare = searchesOf(SITE, 'web', LAST_FINAL_DAY).filter(
      (search) => search.is_rare && search.page === 'https://harbour-bikes.example/repair',
    );
    const rows = memory.rows(tableOf('detail'));
    expect(rows.filter(({ query }) => query?.includes('rare'))).toEqual([]);
    expect(rows.filter(({ query, page }) => query === '' && page === 'https://harbour-bikes.example/repair')).toEqual([
      expect.objectContaining({
        country: '',
        device: '',
        clicks: rare.reduce((sum, search) => sum + search.clicks, 0),
        impressions: rare.reduce((sum, search) => sum + search.impressions, 0),
      }),
    ]);
  });

  it('writes countries and devices as the index does, and what nobody knows as empty', async () => {
    await pull({ since: LAST_FINAL_DAY });
    const places = memory.rows(tableOf('place')).map(({ country, device }) => `${country ?? '–'} ${device ?? '–'}`);
    expect(places.toSorted()).toEqual([' tablet', 'GB mobile', 'US desktop', 'US mobile']);
  });

  it('asks for a day of more than 25,000 rows twice, and says of one of more than 50,000 that it is cut off', async () => {
    const { file } = await pull({ property: LARGE_SITE, since: HUGE_DAY });
    const table = tableOf('detail', LARGE_SITE);
    const rows = memory.rows(table).filter(({ query }) => query !== '');
    expect(rows.filter(({ day }) => day === LARGE_DAY)).toHaveLength(LARGE_ROWS);
    expect(rows.filter(({ day }) => day === HUGE_DAY)).toHaveLength(50_000);
    expect(memory.days(table)).toMatchObject([
      { day: LARGE_DAY, is_cut: false, is_final: true },
      { day: HUGE_DAY, is_cut: true, is_final: true },
    ]);
    // What lies beyond the limit adds up with the rest.
    expect(
      sumOf(
        memory.rows(table).filter(({ day }) => day === HUGE_DAY),
        'impressions',
      ),
    ).toBe(120_000);
    expect(file.notes).toEqual([expect.stringContaining('50,000')]);
  });

  it('takes a property without figures for one that has none, and not for a failure', async () => {
    const { file } = await pull({ property: EMPTY_SITE, since: '2054-11-17' });
    expect(file).toMatchObject({ status: 'completed', counts: { read: 0 } });
    expect(memory.rows(tableOf('total', EMPTY_SITE))).toEqual([]);
    expect(await memory.finalDays('ws_1', tableOf('total', EMPTY_SITE))).toEqual(['2054-11-17', '2054-11-18']);
  });

  it('asks for other kinds of search in the dimensions that they have', async () => {
    await pull({ types: ['image', 'discover'], since: LAST_FINAL_DAY });
    expect(memory.rows(tableOf('detail', SITE, 'image')).length).toBeGreaterThan(20);
    expect(memory.rows(tableOf('detail', SITE, 'discover'))).toEqual([]);
    expect(memory.rows(tableOf('page', SITE, 'discover'))[0]).toMatchObject({ position_sum: null, device: null });
    expect(memory.rows(tableOf('place', SITE, 'discover'))[0]).toMatchObject({ country: 'US', device: null });
    // Its spelling of the first incomplete day is the other one.
    expect(await memory.finalDays('ws_1', tableOf('total', SITE, 'image'))).toEqual([LAST_FINAL_DAY]);
  });

  it('reaches back 16 months at most, and to the first day wanted', async () => {
    await pull({ since: '2020-01-01' });
    const days = await memory.finalDays('ws_1', tableOf('total'));
    expect([days[0], days.at(-1), days.length]).toEqual(['2053-07-22', LAST_FINAL_DAY, 486]);
  }, 120_000);
});

describe('a pull that is made again', () => {
  it('asks for the four newest final days once more, and for no other that the index has', async () => {
    await pull({ since: '2054-11-10' });
    providers.reset();
    await pull({ since: '2054-11-08', run: 'two' });
    expect([...new Set(asked().map((text) => text.slice(0, 10)))]).toEqual([
      '2054-11-19',
      '2054-11-18',
      '2054-11-17',
      '2054-11-16',
      '2054-11-09',
      '2054-11-08',
    ]);
    const detail = memory.rows(tableOf('detail'));
    const names = detail.map(({ day, query, page, country, device }) => [day, query, page, country, device].join(' '));
    expect(new Set(names).size).toBe(names.length);
  });

  it('asks for the tables of a day that it does not have, and for no more', async () => {
    await pull({ since: '2054-11-10' });
    const without: ConsoleMemory = new (class extends ConsoleMemory {
      override async finalDays(workspaceId: string, table: ConsoleTable): Promise<readonly string[]> {
        const days = await memory.finalDays(workspaceId, table);
        return table.grain === 'place' ? days.filter((day) => day !== '2054-11-12') : days;
      }
    })();
    providers.reset();
    await pull({ since: '2054-11-10', run: 'two', reader: without });
    expect(asked().filter((text) => text < '2054-11-16')).toEqual(['2054-11-12 country,device']);
  });

  it('goes on where it was when it was stopped, without a row twice', async () => {
    const stopping = new AbortController();
    const first = await pull({
      since: '2054-11-10',
      control: {
        signal: stopping.signal,
        onProgress: ({ day }) => {
          if (day === '2054-11-18') stopping.abort(new Error('enough'));
        },
      },
    });
    expect(first).toMatchObject({ file: { status: 'stopped' }, go_on_at: undefined });
    providers.reset();
    const second = await pull({ since: '2054-11-10' });
    expect(second.file).toMatchObject({ status: 'completed', id: first.file.id });
    expect(asked()[0]).toBe('2054-11-17 ');
    expect(await memory.finalDays('ws_1', tableOf('detail'))).toHaveLength(10);
    const { read } = second.file.counts;
    const whole = (['total', 'place', 'page', 'detail'] as const).flatMap((grain) => memory.rows(tableOf(grain)));
    expect(read).toBe(whole.length);
  });

  it('lets others have their turn after a while', async () => {
    const outcome = await pull({ since: '2054-11-10', control: { pause_after_ms: 0 } });
    expect(outcome).toMatchObject({ file: { status: 'stopped' }, go_on_at: undefined });
    expect(await memory.finalDays('ws_1', tableOf('detail'))).toEqual([LAST_FINAL_DAY]);
  });
});

describe('a pull that meets a quota', () => {
  it('waits 15 minutes, and until the next Pacific day when that does not help, and then goes on', async () => {
    providers.misbehave({ vendor: 'search-console', with: 'rate_limit', times: 5, after: 8 });
    const first = await pull({ since: '2054-11-10' });
    expect(first).toMatchObject({
      file: { status: 'stopped', notes: ['The quota is used up. The import continues at 2054-11-22 20:15 UTC.'] },
      go_on_at: new Date('2054-11-22T20:15:00Z'),
    });
    const second = await pull({ since: '2054-11-10' });
    expect(second.go_on_at).toEqual(new Date('2054-11-22T20:15:00Z'));
    const third = await pull({ since: '2054-11-10' });
    expect(third.go_on_at).toEqual(new Date('2054-11-23T08:00:00Z'));
    const last = await pull({ since: '2054-11-10' });
    expect(last).toMatchObject({ file: { status: 'completed', id: first.file.id, notes: [] }, go_on_at: undefined });
    expect(await memory.finalDays('ws_1', tableOf('detail'))).toHaveLength(10);
  });

  it('waits for the next day at once where the engine says that the quota is one of a day', async () => {
    providers.misbehave({ vendor: 'search-console', with: 'no_funds', after: 8 });
    expect((await pull()).go_on_at).toEqual(new Date('2054-11-23T08:00:00Z'));
  });
});

describe('a pull that is refused', () => {
  it.each([
    ['harbour-bikes.example', 'Did you mean sc-domain:harbour-bikes.example?'],
    ['https://harbour-bikes.example', 'Did you mean sc-domain:harbour-bikes.example?'],
    ['sc-domain:harbor-bikes.example', 'Did you mean sc-domain:harbour-bikes.example?'],
    ['https://large.example', 'Did you mean https://large.example/?'],
    ['sc-domain:quite-another.test', CLIENT_EMAIL],
  ])('for %s names the property that was meant, or who needs access', async (property, named) => {
    await expect(pull({ property })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining(property),
      fix: expect.stringContaining(named),
    });
  });

  it('says which account to add to a property that takes its access away, and notes it', async () => {
    providers.misbehave({ vendor: 'search-console', with: 'wrong_key', after: 3 });
    await expect(pull()).rejects.toMatchObject({
      kind: 'wrong_key',
      message: expect.stringContaining('sufficient permission'),
      fix: expect.stringContaining(`add ${CLIENT_EMAIL} as a user`),
    });
    const page = await new PostgresImports(control.database).list('ws_1', {
      kind: undefined,
      status: 'failed',
      limit: 1,
      offset: 0,
    });
    expect(page.imports).toMatchObject([{ error: expect.stringContaining('sufficient permission') }]);
  });

  it('names what is wrong with a key file, and nothing of what it holds', async () => {
    await writeFile(join(folder, 'wrong.json'), '{"client_email":"a@b.c","private_key":"hush"}');
    for (const path of ['none.json', 'wrong.json']) {
      const source = sourceOf({ SEAMARK_SEARCH_CONSOLE_KEY_FILE: join(folder, path) });
      await expect(pull({ source })).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.not.stringContaining('hush'),
        fix: expect.stringContaining('SEAMARK_SEARCH_CONSOLE_KEY_FILE'),
      });
    }
  });
});

describe('a pull that meets a passing fault', () => {
  it.each(['server_error', 'broken_json', 'drop', 'expired'] as const)('of the kind %s asks again', async (fault) => {
    providers.misbehave({ vendor: 'search-console', with: fault, after: 5 });
    const { file } = await pull({ since: '2054-11-18' });
    expect(file.status).toBe('completed');
    expect(sumOf(memory.rows(tableOf('total')), 'clicks')).toBe(sumOf(memory.rows(tableOf('detail')), 'clicks'));
  });

  it('works with the refresh token of a person as well, and says when it has ended', async () => {
    const settings = {
      SEAMARK_SEARCH_CONSOLE_KEY_FILE: '',
      SEAMARK_SEARCH_CONSOLE_CLIENT_ID: OAUTH.id,
      SEAMARK_SEARCH_CONSOLE_CLIENT_SECRET: OAUTH.secret,
      SEAMARK_SEARCH_CONSOLE_REFRESH_TOKEN: OAUTH.token,
    };
    const { file } = await pull({ source: sourceOf(settings), since: LAST_FINAL_DAY });
    expect(file.status).toBe('completed');
    const ended = sourceOf({ ...settings, SEAMARK_SEARCH_CONSOLE_REFRESH_TOKEN: '1//ended-long-ago' });
    await expect(pull({ source: ended, run: 'two' })).rejects.toMatchObject({
      kind: 'wrong_key',
      message: expect.stringContaining('invalid_grant'),
      fix: expect.stringContaining('refresh token'),
    });
  });
});

describe('a pull from Bing', () => {
  const bing = (grain: ConsoleGrain): ConsoleTable => ({
    engine: 'bing',
    property: 'https://harbour-bikes.example/',
    search_type: 'web',
    grain,
  });
  const order = { property: 'https://harbour-bikes.example/' };

  it('brings weeks of queries, pages and traffic, with no position where Bing knows none', async () => {
    const { file } = await pull({ ...order, source: sourceOf({}, bingWebmaster) });
    expect(file.status).toBe('completed');
    expect(memory.rows(bing('query')).slice(0, 3)).toEqual([
      expect.objectContaining({ day: '2054-10-12', days: 7, query: 'bike repair', page: null, position_sum: null }),
      expect.objectContaining({ query: 'harbour bikes', impressions: 21, position_sum: 84 }),
      expect.objectContaining({ query: 'never clicked', position_sum: null }),
    ]);
    expect(memory.rows(bing('page'))).toHaveLength(12);
    expect(memory.rows(bing('page'))[1]).toMatchObject({ page: 'https://harbour-bikes.example/repair', query: null });
    expect(memory.rows(bing('total'))).toHaveLength(6);
    // The week from 16 November is not over.
    expect(await memory.finalDays('ws_1', bing('query'))).toHaveLength(5);
  });

  it('puts a week that is brought again in the place of the older one', async () => {
    await pull({ ...order, source: sourceOf({}, bingWebmaster) });
    await pull({ ...order, source: sourceOf({}, bingWebmaster), run: 'two' });
    expect(memory.rows(bing('query'))).toHaveLength(18);
  });

  it('names the site that was meant', async () => {
    await expect(
      pull({ property: 'harbour-bikes.example', source: sourceOf({}, bingWebmaster) }),
    ).rejects.toMatchObject({ fix: expect.stringContaining('Did you mean https://harbour-bikes.example/?') });
  });
});
