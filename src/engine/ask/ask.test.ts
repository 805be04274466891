import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { emptyDesk } from '../../../test/empty-desk.ts';
import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import { PostgresClaims } from '../../adapters/postgres/claims.ts';
import { connect, type Database } from '../../adapters/postgres/database.ts';
import { PostgresMoneyGuard } from '../../adapters/postgres/money.ts';
import { AppError } from '../../kernel/errors.ts';
import type { CheckRuns, FailedRun } from '../../ports/check-runs.ts';
import type { Answered, ConnectedSource } from '../../ports/define-source.ts';
import type { KeywordFact } from '../../ports/keywords.ts';
import type { Observation, Recalled, RecallScope, Store } from '../../ports/store.ts';
import type { Provenance } from '../../ports/source.ts';
import { SourceFailure } from '../../ports/source-failure.ts';
import type { Serp, SerpQuery } from '../../ports/serp.ts';
import { type AskingCall, CallPorts } from './ask.ts';
import type { SourceDesk } from './desk.ts';
import { estimate, requireSources } from './estimate.ts';

let test: TestDatabase;
let replica: Database;
beforeAll(async () => {
  test = await openTestDatabase();
  replica = connect({ url: test.url, log: silentLog });
});
afterAll(async () => {
  await replica.close();
  await test.close();
});

const NOW = new Date('2026-11-22T12:00:00Z');

const QUERY: SerpQuery = {
  keyword: 'garden hose',
  engine: 'google',
  location: null,
  language: 'en',
  device: null,
  depth: 10,
  stop_at: undefined,
  wants: ['organic'],
  include_domains: [],
  exclude_domains: [],
};

function serp(from: string, changes: Partial<Serp> = {}): Serp {
  return {
    engine: 'google',
    source: from,
    keyword: 'garden hose',
    keyword_sent: 'garden hose',
    spell: null,
    location: null,
    language: 'en',
    device: null,
    checked_at: NOW.toISOString(),
    check_url: null,
    total_results: 3,
    depth_asked: 10,
    pages_fetched: 1,
    organic_seen: 0,
    ended: 'no_more_results',
    sees: ['organic'],
    items: [],
    ai_overview: { status: 'unavailable', markdown: null, references: [] },
    people_also_ask: null,
    related_searches: null,
    ...changes,
  };
}

interface Behaviour {
  readonly answer?: (query: unknown, signal: AbortSignal) => Promise<Partial<Answered<unknown>>>;
  readonly lacks?: readonly string[];
  readonly usd?: number;
  readonly is_external?: boolean;
  readonly timeout_ms?: number;
  readonly methods?: readonly string[];
}

/** How often each source was asked. */
let asked: string[] = [];
beforeEach(() => (asked = []));

function source(name: string, behaviour: Behaviour = {}): ConnectedSource {
  const { answer, lacks = [], usd = 0.01, is_external = true, timeout_ms = 5000 } = behaviour;
  return {
    name,
    title: name,
    is_external,
    usd_per_day: undefined,
    keep_days: undefined,
    sees: {},
    probe: undefined,
    offer: (_capability, method) =>
      behaviour.methods?.includes(method) === false
        ? undefined
        : {
            lacks: () => lacks,
            usd: () => usd,
            timeout_ms,
            ask: async (query, signal) => {
              asked.push(name);
              return { value: serp(name), ...(await answer?.(query, signal)) };
            },
          },
  };
}

const failing = (kind: ConstructorParameters<typeof SourceFailure>[0], message = `${kind}!`): Behaviour => ({
  answer: () => Promise.reject(new SourceFailure(kind, message)),
});

function provenance(from: string, at: Date): Provenance {
  const observed_at = at.toISOString();
  return { source: from, observed_at, cached: true, coverage: 'full', measure: 'measured', note: '' };
}

/** A store as the index has one, but in memory: what was booked is written down by the money guard. */
class Shelf implements Store<unknown, unknown> {
  readonly serps: { readonly value: unknown; readonly source: string; readonly at: Date }[] = [];

  recall(_query: unknown, { since }: RecallScope): Promise<Recalled<unknown> | undefined> {
    const found = this.serps.findLast(({ at }) => since === undefined || at >= since);
    return Promise.resolve(found && { value: found.value, sources: [provenance(found.source, found.at)] });
  }

  observe(_query: unknown, value: unknown, from: string): readonly Observation[] {
    this.serps.push({ value, source: from, at: NOW });
    return [{ kind: 'serp', series: 'garden hose', observed_at: NOW, body: { value: 'seen' } }];
  }
}

function deskOf(sources: readonly ConnectedSource[], changes: Partial<SourceDesk> = {}, database = test.database) {
  return emptyDesk({
    table: { ...emptyDesk().table, serp: sources, keywords: sources },
    money: new PostgresMoneyGuard(database, silentLog),
    claims: new PostgresClaims(database, silentLog),
    clock: () => NOW,
    ...changes,
  });
}

function callOf(changes: Partial<AskingCall> = {}): AskingCall {
  return {
    workspace_id: 'ws_default',
    key_id: undefined,
    project_id: undefined,
    operation: 'search',
    request_id: 'req_1',
    needs: { serp: {} },
    max_age_s: undefined,
    attempt: 1,
    signal: new AbortController().signal,
    ...changes,
  };
}

interface Asked {
  readonly answer: Serp | undefined;
  readonly error: AppError | undefined;
  readonly notes: CallPorts['notes'];
}

async function ask(desk: SourceDesk, changes: Partial<AskingCall> = {}, query = QUERY): Promise<Asked> {
  const ports = new CallPorts(desk, callOf(changes));
  try {
    return { answer: await ports.ports.serp.check(query), error: undefined, notes: ports.notes };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { answer: undefined, error: thrown, notes: ports.notes };
  }
}

const outcomesOf = ({ notes }: Pick<Asked, 'notes'>): string[] => notes.map((note) => `${note.source} ${note.status}`);

beforeEach(async () => {
  await test.database.query('truncate source_requests, source_days, source_usage_days, observation_inbox');
});

describe('a question', () => {
  it('is answered by the first source in the operator’s order, and the others are left alone', async () => {
    const { answer, notes } = await ask(deskOf([source('first'), source('second')]));
    expect(answer?.source).toBe('first');
    expect(asked).toEqual(['first']);
    expect(notes).toMatchObject([
      { capability: 'serp', source: 'first', status: 'answered', coverage: 'full', cached: false, cost_usd: 0.01 },
    ]);
  });

  it('goes to the next source when one fails, and the answer names the failure', async () => {
    const result = await ask(deskOf([source('broken', failing('refused', 'Bad parameter.')), source('second')]));
    expect(result.answer?.source).toBe('second');
    expect(result.notes).toMatchObject([
      { source: 'broken', status: 'failed', coverage: 'none', note: 'Bad parameter.' },
      { source: 'second', status: 'answered' },
    ]);
  });

  it('fails when every source fails, with the words of each', async () => {
    const desk = deskOf([
      source('one', failing('wrong_key', 'Unknown key.')),
      source('two', failing('refused', 'No.')),
    ]);
    const { error } = await ask(desk);
    expect(error?.code).toBe('source_failed');
    expect(error?.message).toBe('Every source failed. one: Unknown key. two: No.');
  });

  it('is not answered with nothing after a failure: an empty answer counts only where no source failed', async () => {
    const empty: Behaviour = { is_external: false, answer: async () => ({ is_empty: true }) };
    const failed = await ask(deskOf([source('broken', failing('refused', 'Bad.')), source('index', empty)]));
    expect(failed.error?.message).toBe('Bad.');
    expect(outcomesOf(failed)).toEqual(['broken failed', 'index answered']);
    expect((await ask(deskOf([source('index', empty)]))).answer?.source).toBe('index');
  });

  it('goes on to the next source where one knows nothing of the target', async () => {
    const unknowing: Behaviour = { answer: async () => ({ coverage: 'none' }) };
    const found = await ask(deskOf([source('blind', unknowing), source('second')]));
    expect(found.answer?.source).toBe('second');
    expect(outcomesOf(found)).toEqual(['blind not_covered', 'second answered']);
    const none = await ask(deskOf([source('blind', unknowing)]));
    expect(none.answer?.source).toBe('blind');
    expect(none.notes).toMatchObject([{ status: 'not_covered', coverage: 'none', measure: null }]);
  });

  it('goes to a source that honours all of it before a nearer one in the order', async () => {
    const desk = deskOf([source('worldwide', { lacks: ['locations'] }), source('local')]);
    expect((await ask(desk)).answer?.source).toBe('local');
    expect(asked).toEqual(['local']);
  });

  it('goes to the nearest source where none honours all of it, and says what it lacks', async () => {
    const desk = deskOf([source('far', { lacks: ['locations', 'devices'] }), source('near', { lacks: ['devices'] })]);
    const { answer, notes } = await ask(desk);
    expect(answer?.source).toBe('near');
    expect(notes).toMatchObject([{ coverage: 'partial', note: 'near does not support devices.' }]);
  });

  it('is refused rather than answered by a source that the operation does not accept', async () => {
    const desk = deskOf([source('worldwide', { lacks: ['locations'] })]);
    const { error, notes } = await ask(desk, { needs: { serp: { fallback: 'refuse' } } });
    expect(error?.code).toBe('source_not_configured');
    expect(error?.message).toContain('worldwide does not support locations.');
    expect(error?.fix).toContain('SEAMARK_SEARXNG_URL');
    expect(error?.fix).toMatch(/^Leave out location, and worldwide answers\. Or: /);
    expect(asked).toEqual([]);
    expect(notes).toMatchObject([{ status: 'not_covered' }]);
  });

  it('is asked again after a passing failure, and not after one that stays', async () => {
    let tries = 0;
    const passing: Behaviour = {
      answer: () => {
        tries += 1;
        return tries < 3 ? Promise.reject(new SourceFailure('failed', '500')) : Promise.resolve({});
      },
    };
    expect((await ask(deskOf([source('shaky', passing)]))).answer?.source).toBe('shaky');
    expect(asked).toEqual(['shaky', 'shaky', 'shaky']);
    asked = [];
    await ask(deskOf([source('locked', failing('wrong_key'))]));
    expect(asked).toEqual(['locked']);
  });

  it('is given up when a source does not answer in time', async () => {
    const silent: Behaviour = { timeout_ms: 20, answer: () => new Promise(() => undefined) };
    const { error } = await ask(deskOf([source('silent', silent)]), {});
    expect(error?.code).toBe('source_timeout');
  });

  it('passes what the caller did wrong on as it is', async () => {
    const refusing: Behaviour = {
      is_external: false,
      answer: () => Promise.reject(new AppError('unfetchable_url', 'No such host.')),
    };
    const result = ask(deskOf([source('fetch', refusing), source('second')]));
    await expect(result).resolves.toMatchObject({ error: { code: 'unfetchable_url' } });
    expect(asked).toEqual(['fetch']);
  });

  it('costs five failures in a row, then the source rests and nobody asks it', async () => {
    const desk = deskOf([source('down', failing('refused'))]);
    for (let call = 0; call < 5; call += 1) await ask(desk);
    asked = [];
    const { error, notes } = await ask(desk);
    expect(asked).toEqual([]);
    expect(error?.message).toContain('skipping it for a minute');
    expect(outcomesOf({ notes })).toEqual(['down failed']);
  });
});

describe('a source of our own', () => {
  it('is asked anew after any number of failures', async () => {
    const desk = deskOf([source('index', { ...failing('refused'), is_external: false })]);
    for (let call = 0; call < 6; call += 1) await ask(desk);
    expect(asked).toHaveLength(6);
    expect(desk.health.isResting('index')).toBe(false);
  });
});

describe('a stored observation', () => {
  const stocked = (at: Date): Shelf => {
    const shelf = new Shelf();
    shelf.serps.push({ value: serp('stored'), source: 'shelf', at });
    return shelf;
  };
  const withShelf = (shelf: Shelf) => deskOf([source('first')], { stores: new Map([['serp.check', shelf]]) });

  it('answers while it is fresh, and no source is asked', async () => {
    const { answer, notes } = await ask(withShelf(stocked(new Date('2026-11-18T12:00:00Z'))));
    expect(answer?.source).toBe('stored');
    expect(asked).toEqual([]);
    expect(notes).toMatchObject([
      { source: 'shelf', status: 'answered', cached: true, cost_usd: 0, observed_at: '2026-11-18T12:00:00.000Z' },
    ]);
  });

  it('does not answer when it is older than five days, or than the caller accepts', async () => {
    expect((await ask(withShelf(stocked(new Date('2026-11-17T11:59:59Z'))))).answer?.source).toBe('first');
    expect((await ask(withShelf(stocked(new Date('2026-11-22T11:00:00Z'))), { max_age_s: 0 })).answer?.source).toBe(
      'first',
    );
    expect(
      (await ask(withShelf(stocked(new Date('2026-11-01T12:00:00Z'))), { max_age_s: 30 * 86_400 })).answer?.source,
    ).toBe('stored');
  });

  it('is written down with its cost, and answers the next call', async () => {
    const shelf = new Shelf();
    const desk = withShelf(shelf);
    await ask(desk);
    expect((await ask(desk)).notes).toMatchObject([{ cached: true, cost_usd: 0 }]);
    expect(asked).toEqual(['first']);
    expect(await test.database.query('select kind, source from observation_inbox')).toEqual([
      { kind: 'serp', source: 'first' },
    ]);
  });

  it('is not written down of a source whose terms forbid it, nor of a failure', async () => {
    const shelf = new Shelf();
    await ask(deskOf([source('first')], { stores: new Map([['serp.check', shelf]]), deleteAt: () => null }));
    await ask(deskOf([source('broken', failing('refused'))], { stores: new Map([['serp.check', shelf]]) }));
    expect(await test.database.query('select 1 from observation_inbox')).toEqual([]);
  });
});

describe('money', () => {
  const limited = (usd: number) => ({ limits: () => ({ source_usd: usd, total_usd: undefined }) });

  it('is checked before a request: fifty calls at once on a budget for three make three', async () => {
    const desk = deskOf([source('paid', { usd: 0.01 })], limited(0.03));
    const queries = Array.from({ length: 50 }, (_, at) => ({ ...QUERY, keyword: `hose ${at}` }));
    const results = await Promise.all(queries.map((query) => ask(desk, {}, query)));
    expect(asked).toHaveLength(3);
    const refused = results.filter(({ error }) => error !== undefined);
    expect(refused).toHaveLength(47);
    expect(new Set(refused.map(({ error }) => error?.code))).toEqual(new Set(['provider_budget_spent']));
    expect(refused[0]?.error?.message).toContain('0.03 USD');
    expect(refused[0]?.error?.fix).toContain('SEAMARK_PAID_USD_PER_DAY');
  });

  it('that is spent sends a question to the next source, and the answer says so', async () => {
    const desk = deskOf([source('paid', { usd: 0.5 }), source('free', { usd: 0 })], limited(0.03));
    const result = await ask(desk);
    expect(result.answer?.source).toBe('free');
    expect(outcomesOf(result)).toEqual(['paid too_dear', 'free answered']);
  });

  it('is booked as charged, and not at all for a failure', async () => {
    await ask(deskOf([source('paid', { usd: 0.01, answer: async () => ({ usd: 0.004 }) })]));
    await ask(deskOf([source('paid', { ...failing('refused'), usd: 0.01 })]));
    const desk = deskOf([]);
    expect((await desk.money.today()).get('paid')).toMatchObject({
      usd: 0.004,
      reserved_usd: 0,
      requests: 2,
      failures: 1,
    });
  });

  it('holds what failed tries were charged, whether one of them answers in the end or none', async () => {
    let tries = 0;
    const late: Behaviour = {
      answer: () => {
        tries += 1;
        if (tries < 3) throw new SourceFailure('failed', 'failed!', { usd: 0.003 });
        return Promise.resolve({ usd: 0.004 });
      },
    };
    const { notes } = await ask(deskOf([source('late', late)]));
    expect(notes).toMatchObject([{ source: 'late', status: 'answered', cost_usd: 0.01 }]);
    const never = () => Promise.reject(new SourceFailure('failed', 'failed!', { usd: 0.003 }));
    await ask(deskOf([source('never', { answer: never })]));
    const today = await deskOf([]).money.today();
    expect([today.get('late')?.usd, today.get('never')?.usd]).toEqual([0.01, 0.009]);
  });

  it('counts for a request that timed out, since nobody knows whether it was charged', async () => {
    const silent: Behaviour = { usd: 0.01, timeout_ms: 20, answer: () => new Promise(() => undefined) };
    await ask(deskOf([source('silent', silent)]));
    expect((await deskOf([]).money.today()).get('silent')).toMatchObject({ usd: 0.01, failures: 1 });
  });

  it('is told by a dry run, which asks nobody', async () => {
    const desk = deskOf([source('far', { usd: 0, lacks: ['devices'] }), source('paid', { usd: 0.02 })]);
    const estimated = await estimate(desk, callOf(), [{ capability: 'serp', method: 'check', query: QUERY }]);
    expect(estimated).toEqual({
      would_serve: [{ capability: 'serp', sources: ['far', 'paid'] }],
      requests: [
        {
          capability: 'serp',
          method: 'check',
          stored_at: null,
          sources: [
            { source: 'paid', usd: 0.02, does_not_support: [] },
            { source: 'far', usd: 0, does_not_support: ['devices'] },
          ],
        },
      ],
      usd: 0.02,
    });
    expect(asked).toEqual([]);
  });
});

describe('a question that belongs to a workspace', () => {
  const PROMPT = { prompt: 'our launch', assistant: 'x', location: null, language: 'en', run: 1, sampling: 'one' };

  it('shares no request with the same question of another, and is kept for its own', async () => {
    const gate = Promise.withResolvers<void>();
    const body = { text: 'kept' };
    const store: Store<unknown, unknown> = {
      recall: () => Promise.resolve(undefined),
      observe: () => [{ kind: 'assistant', series: 'one', observed_at: NOW, body }],
    };
    const told = source('told', { answer: () => gate.promise.then(() => ({ value: 'told' })) });
    const desk = deskOf([], {
      table: { ...emptyDesk().table, assistants: [told] },
      stores: new Map([['assistants.ask', store]]),
    });
    const askFor = (workspace_id: string) =>
      new CallPorts(desk, callOf({ workspace_id, needs: { assistants: {} } })).ports.assistants.ask(PROMPT);
    const answers = ['ws_one', 'ws_two'].map(askFor);
    await expect.poll(() => asked).toEqual(['told', 'told']);
    gate.resolve();
    await Promise.all(answers);
    const rows = await test.database.query('select workspace_id from observation_inbox order by workspace_id');
    expect(rows).toEqual([{ workspace_id: 'ws_one' }, { workspace_id: 'ws_two' }]);
  });

  it('names the tools whose imported tables are part of the answer', async () => {
    const imports = [{ tool: 'ahrefs', observed_at: '2026-11-01T00:00:00.000Z' }];
    const { notes } = await ask(deskOf([source('own', { answer: () => Promise.resolve({ imports }) })]));
    expect(notes).toMatchObject([
      { source: 'own', status: 'answered' },
      { source: 'import:ahrefs', status: 'answered', observed_at: '2026-11-01T00:00:00.000Z', cost_usd: 0 },
    ]);
  });

  it('leaves those out of its notes whom it is not addressed to', async () => {
    const other: ConnectedSource = {
      ...source('other'),
      offer: () => ({
        lacks: () => undefined,
        usd: () => 0,
        timeout_ms: 5000,
        ask: () => Promise.reject(new Error('asked')),
      }),
    };
    const told = source('told', { answer: () => Promise.resolve({ value: 'told' }) });
    const desk = deskOf([], { table: { ...emptyDesk().table, assistants: [other, told] } });
    const call = new CallPorts(desk, callOf({ needs: { assistants: {} } }));
    await call.ports.assistants.ask(PROMPT);
    expect(outcomesOf(call)).toEqual(['told answered']);
  });
});

describe('the notes of a call', () => {
  it('stand in the order of its questions, whichever is answered first, in the words of the first', async () => {
    const opened = Promise.withResolvers<void>();
    const desk = deskOf([
      source('own', {
        is_external: false,
        answer: async (query) => {
          const is_first = JSON.stringify(query).includes('first');
          if (is_first) await opened.promise;
          return { value: serp('own'), note: is_first ? 'Of the first.' : 'Of the second.' };
        },
      }),
    ]);
    const call = new CallPorts(desk, callOf());
    const first = call.ports.serp.check({ ...QUERY, keyword: 'first' });
    await call.ports.serp.check({ ...QUERY, keyword: 'second' });
    opened.resolve();
    await first;
    expect(call.notes.map(({ note }) => note)).toEqual(['Of the first.']);
  });
});

describe('equal questions at the same time', () => {
  const gate = () => {
    const opened = Promise.withResolvers<void>();
    const slow: Behaviour = { answer: async () => opened.promise.then(() => ({})) };
    return { slow, open: () => opened.resolve() };
  };

  it('are asked once in one process, and paid for once', async () => {
    const { slow, open } = gate();
    const desk = deskOf([source('slow', slow)]);
    const calls = Array.from({ length: 20 }, () => ask(desk));
    await expect.poll(() => asked).toEqual(['slow']);
    open();
    const results = await Promise.all(calls);
    expect(results.every(({ answer }) => answer?.source === 'slow')).toBe(true);
    expect(asked).toEqual(['slow']);
    expect(results.flatMap(({ notes }) => notes.map((note) => note.cost_usd)).filter((usd) => usd > 0)).toEqual([0.01]);
  });

  it('count as one failure of the source, however many wait for the request', async () => {
    const opened = Promise.withResolvers<void>();
    const desk = deskOf([
      source('down', {
        answer: async () => {
          await opened.promise;
          throw new SourceFailure('refused', 'No.');
        },
      }),
    ]);
    const calls = Array.from({ length: 20 }, () => ask(desk));
    await expect.poll(() => asked).toEqual(['down']);
    opened.resolve();
    const results = await Promise.all(calls);
    expect(new Set(results.map(({ error }) => error?.message))).toEqual(new Set(['No.']));
    expect(desk.health.isResting('down')).toBe(false);
    for (let call = 0; call < 3; call += 1) await ask(desk);
    expect(desk.health.isResting('down')).toBe(false);
    await ask(desk);
    expect(desk.health.isResting('down')).toBe(true);
  });

  it('are asked once by two replicas: the second takes what the first has written down', async () => {
    const { slow, open } = gate();
    const shelf = new Shelf();
    const stores = new Map([['serp.check', shelf]]);
    const here = ask(deskOf([source('slow', slow)], { stores }));
    await expect.poll(() => asked).toEqual(['slow']);
    const there = ask(deskOf([source('slow', slow)], { stores }, replica));
    open();
    expect((await here).notes).toMatchObject([{ cached: false, cost_usd: 0.01 }]);
    expect((await there).notes).toMatchObject([{ source: 'slow', cached: true, cost_usd: 0 }]);
    expect(asked).toEqual(['slow']);
  });

  it('are asked once by two replicas where the answer is a little older than the question that waited for it', async () => {
    const { slow, open } = gate();
    const stores = new Map([['serp.check', new Shelf()]]);
    const here = ask(deskOf([source('slow', slow)], { stores }));
    await expect.poll(() => asked).toEqual(['slow']);
    const claims = new PostgresClaims(replica, silentLog);
    const waiting = Promise.withResolvers<void>();
    const free = (identity: string, signal: AbortSignal): Promise<void> => {
      waiting.resolve();
      return claims.free(identity, signal);
    };
    const changes = {
      stores,
      claims: { take: (identity: string) => claims.take(identity), free },
      clock: () => new Date(NOW.getTime() + 2000),
    };
    const there = ask(deskOf([source('slow', slow)], changes, replica), { max_age_s: 0 });
    await waiting.promise;
    open();
    await here;
    expect((await there).notes).toMatchObject([
      { source: 'slow', cached: true, cost_usd: 0, observed_at: NOW.toISOString() },
    ]);
    expect(asked).toEqual(['slow']);
  });

  it('are asked where what the store recalls of the source is older than the question', async () => {
    const long = new Date('2026-01-01T00:00:00Z');
    const recalls = [undefined, { value: serp('stored'), sources: [provenance('paid', long)] }];
    const store: Store<unknown, unknown> = { recall: () => Promise.resolve(recalls.shift()), observe: () => [] };
    const { answer } = await ask(deskOf([source('paid')], { stores: new Map([['serp.check', store]]) }));
    expect(answer?.source).toBe('paid');
  });

  it('share nothing that belongs to the workspace of one of them', async () => {
    const { slow, open } = gate();
    const scopes: string[] = [];
    const store: Store<unknown, unknown> = {
      recall: (_query, { workspace_id }) => {
        scopes.push(workspace_id);
        return Promise.resolve(undefined);
      },
      observe: () => [],
    };
    const desk = deskOf([source('slow', slow)], { stores: new Map([['serp.check', store]]) });
    const calls = [ask(desk, { workspace_id: 'ws_1' }), ask(desk, { workspace_id: 'ws_2' })];
    await expect.poll(() => asked).toEqual(['slow']);
    open();
    await Promise.all(calls);
    expect(scopes.toSorted()).toEqual(['', 'ws_1', 'ws_2']);
  });

  it('outlive the one who asked first', async () => {
    const { slow, open } = gate();
    const desk = deskOf([source('slow', slow)]);
    const leaving = new AbortController();
    const first = ask(desk, { signal: leaving.signal });
    await expect.poll(() => asked).toEqual(['slow']);
    const second = ask(desk);
    leaving.abort(new AppError('unavailable', 'The client closed the connection.'));
    expect((await first).error?.code).toBe('unavailable');
    open();
    expect((await second).answer?.source).toBe('slow');
  });
});

describe('sources that fill each other’s gaps', () => {
  const fact = (keyword: string, from: string, value: number | null): KeywordFact => ({
    keyword,
    source: from,
    location_code: null,
    language: 'en',
    observed_at: NOW.toISOString(),
    volume: value === null ? null : { value, low: null, high: null, basis: 'exact', period: null },
    bing_impressions: null,
    monthly: [],
    cpc: null,
    currency: null,
    competition: null,
    difficulty: null,
    intent: null,
  });
  const QUESTION = { keywords: ['hose', 'pump', 'valve'], location: null, language: 'en' };

  it('are each asked for what those before them left open', async () => {
    const queries: unknown[] = [];
    const knowing = (name: string, facts: readonly KeywordFact[]): ConnectedSource =>
      source(name, {
        answer: async (query) => {
          queries.push(query);
          return { value: facts };
        },
      });
    const desk = deskOf([
      knowing('one', [fact('hose', 'one', 100), fact('pump', 'one', null)]),
      knowing('two', [fact('pump', 'two', 50)]),
      knowing('three', []),
      source('down', failing('refused', 'Down.')),
    ]);
    const ports = new CallPorts(desk, callOf({ needs: { keywords: {} } }));
    const facts = await ports.ports.keywords.metrics(QUESTION);
    expect(facts.map(({ keyword, source: from }) => `${keyword} ${from}`)).toEqual([
      'hose one',
      'pump one',
      'pump two',
    ]);
    expect(queries).toMatchObject([
      { keywords: ['hose', 'pump', 'valve'] },
      { keywords: ['pump', 'valve'] },
      { keywords: ['valve'] },
    ]);
    expect(outcomesOf(ports)).toEqual(['one answered', 'two answered', 'three answered', 'down failed']);
  });

  it.each([
    { said: 'of it by another source', stored: fact('pump', 'moz', null) },
    { said: 'of another keyword by the same source', stored: fact('hose', 'paid', 100) },
  ])('are asked even where the store holds what was said $said', async ({ stored }) => {
    const store: Store<unknown, unknown> = {
      recall: () => Promise.resolve({ value: [stored], sources: [provenance(stored.source, NOW)] }),
      observe: () => [],
    };
    const paid = source('paid', { answer: async () => ({ value: [fact('pump', 'paid', 50)] }) });
    const desk = deskOf([paid], { stores: new Map([['keywords.metrics', store]]) });
    const ports = new CallPorts(desk, callOf({ needs: { keywords: {} } }));
    const facts = await ports.ports.keywords.metrics({ ...QUESTION, keywords: ['pump'] });
    expect(facts).toEqual([stored, fact('pump', 'paid', 50)]);
    expect(ports.notes).toMatchObject([
      { source: stored.source, cached: true, cost_usd: 0 },
      { source: 'paid', status: 'answered', cached: false, cost_usd: 0.01 },
    ]);
  });

  it('are asked for ideas even where the store holds ideas of result pages', async () => {
    const stored = { keyword: 'hose reel', evidence: [], facts: [] };
    const store: Store<unknown, unknown> = {
      recall: () => Promise.resolve({ value: [stored], sources: [provenance('stored-results', NOW)] }),
      observe: () => [],
    };
    const paid = source('paid', { answer: async () => ({ value: [{ ...stored, keyword: 'hose pipe' }] }) });
    const desk = deskOf([paid], { stores: new Map([['keywords.ideas', store]]) });
    const ports = new CallPorts(desk, callOf());
    const ideas = await ports.ports.keywords.ideas({ seed: 'hose', location: null, language: 'en', limit: 10 });
    expect(ideas.map(({ keyword }) => keyword)).toEqual(['hose reel', 'hose pipe']);
    expect(outcomesOf(ports)).toEqual(['stored-results answered', 'paid answered']);
    expect(asked).toEqual(['paid']);
  });

  it('fail as a whole only where none has answered', async () => {
    const ports = new CallPorts(deskOf([source('down', failing('refused', 'Down.'))]), callOf());
    await expect(ports.ports.keywords.metrics(QUESTION)).rejects.toThrow('Down.');
  });

  it('are all asked for ideas, and what they find alike is one idea with the evidence of both', async () => {
    const idea = (keyword: string, from: string) => ({
      keyword,
      evidence: [{ kind: 'suggestion' as const, source: from, seen: 1 }],
      facts: [],
    });
    const desk = deskOf([
      source('one', { answer: async () => ({ value: [idea('hose reel', 'one')] }) }),
      source('two', { answer: async () => ({ value: [idea('hose reel', 'two'), idea('hose pipe', 'two')] }) }),
      source('down', failing('refused', 'Down.')),
    ]);
    const ports = new CallPorts(desk, callOf());
    const ideas = await ports.ports.keywords.ideas({ seed: 'hose', location: null, language: 'en', limit: 10 });
    expect(
      ideas.map(({ keyword, evidence }) => `${keyword} ${evidence.map(({ source: from }) => from).join('+')}`),
    ).toEqual(['hose reel one+two', 'hose pipe two']);
    expect(outcomesOf(ports).toSorted()).toEqual(['down failed', 'one answered', 'two answered']);
  });
});

describe('a kind of data without a source', () => {
  it('is refused with the two quickest ways to have it, unless the operation can do without', () => {
    expect(() => requireSources(emptyDesk(), { places: {} })).toThrow(
      expect.objectContaining({
        code: 'source_not_configured',
        message: 'No source for business listings is connected.',
        fix: expect.stringMatching(/SEAMARK_GOOGLE_PLACES_KEY.* Or: .*SEAMARK_NOMINATIM_URL/),
      }),
    );
    expect(() => requireSources(emptyDesk(), { places: { optional: true } })).not.toThrow();
  });
});

describe('a question that belongs to a series', () => {
  const written: (FailedRun | { readonly recovered: string })[] = [];
  beforeEach(() => written.splice(0));
  const checkRuns: CheckRuns = {
    fail: async (check) => void written.push(check),
    recover: async ({ request_id }) => void written.push({ recovered: request_id }),
  };
  const watched = (...sources: readonly ConnectedSource[]): SourceDesk => deskOf(sources, { checkRuns });
  const SERIES = { keyword: 'garden hose', engine: 'google', location_code: null, language: 'en', device: null };

  it('is one failed check when every source fails, with the last source and the words of the failure', async () => {
    await ask(watched(source('one', failing('refused', 'No.')), source('two', failing('wrong_key', 'Unknown key.'))));
    expect(written).toEqual([
      {
        workspace_id: 'ws_default',
        request_id: 'req_1',
        capability: 'serp',
        series: SERIES,
        operation: 'search',
        source: 'two',
        reason: 'Every source failed. one: No. two: Unknown key.',
        failed_at: NOW,
      },
    ]);
  });

  it('is none when another source answered, or the caller gave up', async () => {
    await ask(watched(source('one', failing('refused', 'No.')), source('two')));
    const gone = AbortSignal.abort(new Error('gone'));
    await new CallPorts(watched(source('one')), callOf({ signal: gone })).ports.serp
      .check(QUERY)
      .catch(() => undefined);
    expect(written).toEqual([]);
  });

  it('takes its failures back when a later attempt is answered', async () => {
    await ask(watched(source('one')), { attempt: 2 });
    expect(written).toEqual([{ recovered: 'req_1' }]);
  });

  it('fails as it would have where the failure cannot be written down', async () => {
    const lost: CheckRuns = { ...checkRuns, fail: () => Promise.reject(new Error('no database')) };
    const { error } = await ask(deskOf([source('one', failing('refused', 'No.'))], { checkRuns: lost }));
    expect(error?.message).toBe('No.');
  });
});

describe('an operation that takes only whole answers', () => {
  const short: Behaviour = { answer: async () => ({ value: serp('short', { ended: 'incomplete', organic_seen: 4 }) }) };
  const whole = { needs: { serp: { is_whole: true } } } as const;

  it('goes on to the next source after one that came short, and names what was paid for it', async () => {
    const { answer, notes } = await ask(deskOf([source('short', short), source('second')]), whole);
    expect(answer?.source).toBe('second');
    expect(notes).toMatchObject([
      {
        source: 'short',
        status: 'failed',
        cost_usd: 0.01,
        note: 'short stopped after 4 of 10 results without a sign that there are no more.',
      },
      { source: 'second', status: 'answered' },
    ]);
  });

  it('fails where there is no other, while others take what there is', async () => {
    const desk = deskOf([source('short', short)]);
    expect((await ask(desk, whole)).error?.code).toBe('source_failed');
    expect((await ask(desk)).answer?.ended).toBe('incomplete');
  });

  it('does not reuse what came short', async () => {
    const shelf = new Shelf();
    const stores = new Map([['serp.check', shelf]]);
    await ask(deskOf([source('short', short)], { stores }));
    expect((await ask(deskOf([source('second')], { stores }), whole)).answer?.source).toBe('second');
  });
});

describe('an operation that takes the own index alone', () => {
  const own = source('index', { is_external: false });
  const alone = { needs: { serp: { own: 'alone' } } } as const;

  it('is never answered by it in place of a source that fails', async () => {
    const { error } = await ask(deskOf([source('broken', failing('refused', 'No.')), own]), alone);
    expect(error?.message).toBe('No.');
    expect(asked).toEqual(['broken']);
  });

  it('is answered by it where nothing else is connected', async () => {
    expect((await ask(deskOf([own]), alone)).answer?.source).toBe('index');
  });
});

it('an operation may want fresher observations than usual, and the caller still has the last word', async () => {
  const shelf = new Shelf();
  shelf.serps.push({ value: serp('stored'), source: 'stored', at: new Date(NOW.getTime() - 2 * 3_600_000) });
  const desk = deskOf([source('asked')], { stores: new Map([['serp.check', shelf]]) });
  const hourly = { needs: { serp: { fresh_s: 3600 } } } as const;
  expect((await ask(desk)).answer?.source).toBe('stored');
  expect((await ask(desk, { ...hourly, max_age_s: 86_400 })).answer?.source).toBe('stored');
  expect((await ask(desk, hourly)).answer?.source).toBe('asked');
});
