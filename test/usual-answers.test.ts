import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import type { RunContext } from '../src/contract/operation.ts';
import type { IndexDatabase } from '../src/index/database/database.ts';
import { CoverageReader } from '../src/index/read/rows/coverage.ts';
import { IndexLinksSource } from '../src/index/read/links.ts';
import { sql } from '../src/index/database/sql.ts';
import anchors from '../src/operations/backlinks/anchors/operation.ts';
import domainPages from '../src/operations/backlinks/domain-pages/operation.ts';
import list from '../src/operations/backlinks/list/operation.ts';
import timeseries from '../src/operations/backlinks/new-lost-timeseries/operation.ts';
import referringDomains from '../src/operations/backlinks/referring-domains/operation.ts';
import summary from '../src/operations/backlinks/summary/operation.ts';
import { day, openTestIndex, pageFact, type TestIndex } from './index-engine.ts';
import { passedOn } from './index-database.ts';
import { contextWithLinks } from './link-context.ts';
import { runChecked } from './pure-operation.ts';

/** Whether a rebuild answers beforehand what operations ask of large targets: the defaults are written in two places. */

let index: TestIndex;
let statements: string[];
let links: IndexLinksSource;

const HOSTS = ['target.com', 'shop.target.com'];
const TARGETS = [...HOSTS, 'https://target.com/guide'];

beforeAll(async () => {
  index = await openTestIndex();
  for (let site = 0; site < 12; site += 1) {
    await index.writer.write(
      pageFact(`https://site${site}.org/page`, {
        at: day(1 + site),
        links: [
          { to: 'https://target.com/guide', anchor: `guide ${site % 3}` },
          { to: 'https://shop.target.com/', type: 'image', anchor: '', alt: 'shop' },
        ],
      }),
    );
  }
  await index.writer.flush();
  await index.rebuild({ hot_links_min: 3, answered_links_min: 12 });
  await index.writer.flush();
  links = new IndexLinksSource(heard(index.database), new CoverageReader(index.database));
});
afterAll(() => index.close());

/** The same database, whose questions are noted. */
function heard(database: IndexDatabase): IndexDatabase {
  return passedOn(database, {
    rows: (row, query, stop) => {
      statements.push(query.text);
      return database.rows(row, query, stop);
    },
  });
}

/** A run whose links are the index's own. */
function contextOf(source: IndexLinksSource): RunContext {
  const signal = AbortSignal.timeout(60_000);
  const context = contextWithLinks({
    summary: async (query) => (await source.summary(query, signal)).value,
    list: async (query) => (await source.list(query, signal)).value,
    anchors: async (query) => (await source.anchors(query, signal)).value,
    referringDomains: async (query) => (await source.referringDomains(query, signal)).value,
    targetPages: async (query) => (await source.targetPages(query, signal)).value,
    timeseries: async (query) => (await source.timeseries(query, signal)).value,
  });
  return { ...context, now: day(20) };
}

/** With what they may be asked about. */
const OPERATIONS = [
  { operation: summary, targets: TARGETS },
  { operation: list, targets: TARGETS },
  { operation: anchors, targets: TARGETS },
  { operation: referringDomains, targets: TARGETS },
  { operation: domainPages, targets: HOSTS },
  { operation: timeseries, targets: HOSTS },
];
const ASKED = OPERATIONS.flatMap(({ operation, targets }) =>
  targets.map((target) => ({ operation, id: operation.id, target })),
);

it.each(ASKED)('has the answer of $id for $target', async ({ operation, target }) => {
  statements = [];
  const { result } = await runChecked(operation, { target }, contextOf(links));
  expect(JSON.stringify(result)).not.toContain('"total_count":0');
  expect(statements.filter((text) => text.includes('FROM hot_answers'))).not.toEqual([]);
  expect(statements.filter((text) => text.includes('FROM hot_links'))).toEqual([]);
});

it('answers the same whether the rebuild has answered or the copy does', async () => {
  const answers = async (): Promise<unknown[]> => {
    const source = new IndexLinksSource(index.database, new CoverageReader(index.database));
    const all: unknown[] = [];
    for (const { operation, target } of ASKED) {
      all.push((await runChecked(operation, { target }, contextOf(source))).result);
    }
    return all;
  };
  const before = await answers();
  const [stored] = await index.database.rows(z.object({ n: z.int() }), sql`SELECT count() AS n FROM hot_answers`);
  expect(stored?.n).toBeGreaterThan(30);
  await index.database.run(sql`TRUNCATE TABLE hot_answers`);
  expect(await answers()).toEqual(before);
});

it('leaves targets with fewer links to their copies', async () => {
  await index.rebuild({ hot_links_min: 3, answered_links_min: 1000 });
  const rows = await index.database.rows(
    z.object({ targets: z.int(), answers: z.int() }),
    sql`SELECT (SELECT count() FROM hot_targets WHERE version = newest) AS targets,
      (SELECT count() FROM hot_answers WHERE version = newest) AS answers, (SELECT max(version) FROM rebuilds) AS newest`,
  );
  expect(rows).toEqual([{ targets: expect.any(Number), answers: 0 }]);
  expect(rows[0]?.targets).toBeGreaterThan(0);
});
