import { z } from 'zod';

import type { PageIntersectionQuery } from '../../ports/links.ts';
import { readColumn, readNumber } from '../database/database.ts';
import type { Sql } from '../database/sql.ts';
import type { NameId } from './rows/columns.ts';
import type { Reading } from './rows/coverage.ts';
import {
  type Asked,
  bestSql,
  type IntersectionRows,
  type LinkingPage,
  Page,
  pagesAboveSql,
  pagesSql,
  totalSql,
  valueSql,
} from './intersection-sql.ts';
import type { LinkRows } from './rows/rows.ts';
import { domainKeyOf } from './rows/scope.ts';

/** How many of the best links have their pages tried, for each page requested. */
const LINKS_TRIED = [4, 40];
/** Pages that are tried at a time. */
const PAGES_MAX = 5000;

/** Pages among which the best ones are; `total` is how many there are in all. */
export async function linkingPages(
  reading: Reading,
  rows: IntersectionRows,
  query: PageIntersectionQuery,
): Promise<{ readonly pages: LinkingPage[]; readonly total: number }> {
  const own = query.exclude_targets.map(domainKeyOf);
  const own_ids = await Promise.all(rows.targets.map((target) => idsOfDomains(target, own)));
  const asked: Asked = { rows, own_ids, query };
  const counting = readNumber(reading.database, totalSql(asked), reading.signal);
  const [total, pages] = await Promise.all([counting, bestPages(reading, asked, counting)]);
  return { pages: await namedPages(rows.targets, pages), total };
}

async function idsOfDomains(rows: LinkRows, keys: readonly string[]): Promise<readonly NameId[]> {
  return (await Promise.all(keys.map((key) => rows.idsOf('source_domain', key)))).flat();
}

/**
 * The best pages are few among millions, and those of the best links are tried before all are grouped. A page's value is
 * that of one of its links, so the pages of all other links stand behind the value of the last link that was tried.
 */
async function bestPages(reading: Reading, asked: Asked, total: Promise<number>): Promise<LinkingPage[]> {
  const { limit, mode } = asked.query;
  // Pages that link to every target are too few among those of the best links.
  for (const tried of mode === 'all' ? [] : LINKS_TRIED) {
    const value_min = await valueOf(reading, asked, tried * limit);
    if (value_min === undefined) break;
    const ids = await pageIds(reading, pagesAboveSql(asked, value_min, PAGES_MAX + 1));
    if (ids.length > PAGES_MAX) break;
    if (ids.length < limit) continue;
    const found = await pagesOf(reading, asked, ids);
    if (found.filter(({ value }) => value >= value_min).length >= limit) return found;
  }
  return (await total) === 0 ? [] : pagesOf(reading, asked, await pageIds(reading, bestSql(asked)));
}

/** The value of the link in this place, the best one first; undefined where there are fewer links. */
async function valueOf({ database, signal }: Reading, asked: Asked, place: number): Promise<number | undefined> {
  const [value] = await readColumn(database, z.int(), valueSql(asked, place), signal);
  return value;
}

async function pageIds({ database, signal }: Reading, query: Sql): Promise<readonly bigint[]> {
  return (await readColumn(database, z.string(), query, signal)).map(BigInt);
}

async function pagesOf({ database, signal }: Reading, asked: Asked, ids: readonly bigint[]): Promise<LinkingPage[]> {
  return ids.length === 0 ? [] : database.rows(Page, pagesSql(asked, ids), signal);
}

async function namedPages(targets: readonly LinkRows[], found: readonly LinkingPage[]): Promise<LinkingPage[]> {
  const byPlace = Map.groupBy(
    found.filter(({ name }) => name === ''),
    ({ place }) => place,
  );
  const named = await Promise.all(
    [...byPlace].map(async ([place, pages]) => {
      const names = await targets[place]?.names([{ column: 'source_page', ids: pages.map(({ number }) => number) }]);
      return pages.map((page) => ({ ...page, name: names?.('source_page', page.number) ?? '' }));
    }),
  );
  return [...found.filter(({ name }) => name !== ''), ...named.flat()];
}
