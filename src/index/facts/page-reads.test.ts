import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { emptyDesk } from '../../../test/empty-desk.ts';
import { openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import { TestInbox } from '../../../test/observations.ts';
import { CallPorts } from '../../engine/ask/ask.ts';
import { connectOwn } from '../../engine/ask/internal.ts';
import type { SourceNote } from '../../ports/source.ts';
import type { RecallScope, Store } from '../../ports/store.ts';
import { distilPage } from '../../text/reading/distil.ts';
import type { PageRead, ReadPage } from '../../text/reading/reading.ts';
import { sql } from '../database/sql.ts';
import { type FactStores, openFactStores } from './stores.ts';

let index: TestIndex;
let stores: FactStores;

beforeAll(async () => {
  index = await openTestIndex();
  stores = openFactStores(index.database, new TestInbox(index.observations));
});
beforeEach(() => index.clear());
afterAll(() => index.close());

const scope: RecallScope = { workspace_id: 'ws_1', since: undefined, signal: new AbortController().signal };
const URL = 'https://bikes.example/clean';
const DAY_MS = 86_400_000;
/** Rows are gone after the clock of the engine. */
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

function page(text: string, { url = URL, language = 'en' } = {}): ReadPage {
  const html = `<html lang="${language}"><title>A page</title><main><h1>Chains</h1><p>${text}</p></main></html>`;
  return { ...distilPage.run({ html, url }), language };
}

const TAB = 'Sand and dust: a tab \\t, a “quote” and a backslash \\ are kept as they are written on the page.';

describe('A page that was read', () => {
  it('is recalled as it was, for everybody and under each spelling of its address', async () => {
    const read = page(TAB);
    await index.pageReads.keep(URL, read, daysAgo(1));
    for (const url of [URL, 'HTTP://BIKES.example:80/clean', `${URL}#steps`]) {
      const recalled = await stores.pages.read.recall({ url }, scope);
      expect([url, recalled?.value]).toEqual([url, { status: 'read', page: read }]);
    }
    expect(await stores.pages.read.recall({ url: 'https://bikes.example/other' }, scope)).toBeUndefined();
  });

  it('is recalled in its newest reading, with its time, and only within the age that is asked for', async () => {
    const read_at = daysAgo(2);
    await index.pageReads.keep(URL, page('Newer words about chains.'), read_at);
    await index.pageReads.keep(URL, page('Older words about chains.'), daysAgo(9));
    const recalled = await stores.pages.read.recall({ url: URL }, { ...scope, since: daysAgo(3) });
    expect(recalled?.sources).toMatchObject([
      { source: 'fetch', observed_at: read_at.toISOString(), cached: true, coverage: 'full' },
    ]);
    expect(JSON.stringify(recalled?.value)).toContain('Newer words');
    expect(await stores.pages.read.recall({ url: URL }, { ...scope, since: daysAgo(1) })).toBeUndefined();
  });

  it('is gone after 30 days', async () => {
    await index.pageReads.keep(URL, page('Words about chains.'), daysAgo(30.01));
    await index.pageReads.keep('https://bikes.example/b', page('Words about chains.'), daysAgo(29.99));
    expect(await stores.pages.read.recall({ url: URL }, scope)).toBeUndefined();
    expect(await stores.pages.read.recall({ url: 'https://bikes.example/b' }, scope)).toBeDefined();
  });

  it('stays outside of the index of crawled pages', async () => {
    await index.pageReads.keep(URL, page('Words about chains.'), daysAgo(1));
    expect((await index.admin.stats(scope.signal)).pages).toBe(0);
  });
});

describe('A call that reads a page', () => {
  interface World {
    readonly answers: PageRead[];
    readonly now?: Date;
    readonly max_age_s?: number;
  }

  /** The next answer comes from the web and is kept as the reader keeps it; none is left for a question too many. */
  async function ask({ answers, now = new Date(), max_age_s }: World): Promise<[PageRead, readonly SourceNote[]]> {
    const source = {
      read: async ({ url }: { url: string }) => {
        const value = answers.shift();
        if (value === undefined) throw new Error('The web was asked once too often.');
        if (value.status === 'read') await index.pageReads.keep(url, value.page, now);
        const coverage = value.status === 'read' ? ('full' as const) : ('none' as const);
        const observed_at = now.toISOString();
        return {
          value,
          source: { source: 'fetch', observed_at, cached: false, coverage, measure: 'measured' as const, note: '' },
        };
      },
    };
    const store: unknown = stores.pages.read;
    const desk = emptyDesk({
      table: {
        ...emptyDesk().table,
        pages: [connectOwn({ name: 'fetch', title: 'Seamark’s fetcher', capability: 'pages', source })],
      },
      stores: new Map([['pages.read', anyStore(store)]]),
      clock: () => now,
    });
    const call = new CallPorts(desk, {
      workspace_id: 'ws_1',
      key_id: undefined,
      project_id: undefined,
      operation: 'content.brief',
      request_id: 'req_1',
      needs: { pages: {} },
      max_age_s,
      attempt: 1,
      signal: scope.signal,
    });
    return [await call.ports.pages.read({ url: URL }), call.notes];
  }

  const READ: PageRead = { status: 'read', page: page('Words about chains.') };
  const NEWER: PageRead = { status: 'read', page: page('Other words about chains.') };
  const GONE: PageRead = { status: 'http_error', note: 'The server answered 404.' };

  it('asks nobody where it was read before, and says so', async () => {
    const answers = [READ, NEWER];
    expect((await ask({ answers }))[0]).toEqual(READ);
    const [again, notes] = await ask({ answers });
    expect(again).toEqual(READ);
    expect(notes).toMatchObject([{ capability: 'pages', source: 'fetch', status: 'answered', cached: true }]);
    expect(answers).toEqual([NEWER]);
  });

  it('asks again after 30 days, and at once where the caller wants it newer', async () => {
    const answers = [READ, NEWER, READ];
    await ask({ answers });
    expect((await ask({ answers, max_age_s: 0 }))[0]).toEqual(NEWER);
    expect((await ask({ answers, max_age_s: 3600 }))[0]).toEqual(NEWER);
    expect((await ask({ answers, now: daysAgo(-30.01) }))[0]).toEqual(READ);
  });

  it('asks again where it could not be read', async () => {
    const answers = [GONE, READ];
    expect((await ask({ answers }))[0]).toEqual(GONE);
    expect((await ask({ answers }))[0]).toEqual(READ);
  });
});

/** Safe because the engine asks the store by its name alone, and it stands under its own. */
function anyStore(store: unknown): Store<unknown, unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return store as Store<unknown, unknown>;
}

describe('The background', () => {
  const background = async (language: string, terms: readonly string[]) =>
    (await stores.pages.background.recall({ language, terms }, scope))?.value;

  it('counts the pages of the language on which a term or a run of terms stands', async () => {
    const keep = (name: string, text: string, language?: string): Promise<void> =>
      index.pageReads.keep(`https://${name}.example/`, page(text, { language }), daysAgo(1));
    await keep('a', 'Chain wear is slow. Chain wear is measured. A constructor is none.');
    await keep('b', 'The chain is worn, and a clean chain wears less.');
    await keep('c', 'Lamps shine.');
    await keep('d', 'Die Chain ist neu.', 'de');
    const terms = ['chain', 'chain wear', 'lamp', 'toString', 'nowhere'];
    expect(await background('en', terms)).toEqual({
      documents: 3,
      counts: { chain: 3, 'chain wear': 1, lamp: 1, toString: 0, nowhere: 0 },
    });
    expect(await background('de', ['chain'])).toEqual({ documents: 1, counts: { chain: 1 } });
    expect(await background('fr', [])).toEqual({ documents: 0, counts: {} });
  });

  it('counts each page once, however often it was read', async () => {
    for (const days of [3, 2, 1]) await index.pageReads.keep(URL, page('Lamps shine.'), daysAgo(days));
    expect(await background('en', ['lamp'])).toEqual({ documents: 1, counts: { lamp: 1 } });
  });

  it('is of the newest 5,000 pages', async () => {
    await index.database.run(
      sql`INSERT INTO page_reads (url_key, language, terms, observed_at, delete_at) SELECT toString(number), 'en',
        if(number < 5000, ['new'], ['old']), now() - number, now() + 86400 FROM numbers(5003)`,
    );
    expect(await background('en', ['new', 'old'])).toEqual({ documents: 5000, counts: { new: 5000, old: 0 } });
  });
});
