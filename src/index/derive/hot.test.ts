import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { day, openTestIndex, pageFact, type TestIndex } from '../../../test/index-engine.ts';
import type { PageFact } from '../../ports/index.ts';
import { Sql, sql } from '../database/sql.ts';
import { groupsOf } from './hot.ts';

let index: TestIndex;

const NEWEST = sql`version = (SELECT max(version) FROM rebuilds)`;
/** What these tests take for many links. */
const MIN = 3;

const WEB: readonly PageFact[] = [
  pageFact('https://www.a.com/1', {
    at: day(1),
    links: [
      { to: 'https://hot.com/', anchor: 'Hot' },
      { to: 'https://hot.com/x', anchor: 'b', dofollow: false, attributes: ['nofollow'] },
      { to: 'https://shop.hot.com/', type: 'image', anchor: '', alt: 'logo' },
      'https://rival.com/',
    ],
  }),
  pageFact('https://www.a.com/1', {
    at: day(3),
    links: [{ to: 'https://hot.com/', anchor: 'Hot' }, 'https://rival.com/'],
  }),
  pageFact('https://a.com/', { at: day(1), links: [{ to: 'http://old.org/go', anchor: 'Hot' }] }),
  pageFact('http://old.org/go', { redirect: 'https://hot.com/x' }),
  pageFact('https://b.co.uk/', {
    links: [
      { to: 'https://hot.com/', anchor: 'a' },
      { to: 'https://hot.com/old', anchor: 'a' },
      'https://rival.com/',
      'https://www.rival.com/',
      'https://other.com/',
    ],
  }),
  pageFact('https://b.co.uk/', { at: day(2), status: 304 }),
  pageFact('https://hot.com/old', { redirect: 'https://shop.hot.com/new' }),
  pageFact('https://hot.com/', {
    document: { title: 'The hot one' },
    links: ['https://hot.com/x', 'https://own.com/'],
  }),
  pageFact('https://hot.com/x', { at: day(4), status: 404 }),
  pageFact('https://z.com/', {
    at: day(1),
    links: [{ to: 'https://hot.com/', anchor: 'Hot' }, 'https://unknown.com/'],
  }),
  pageFact('https://z.com/', { at: day(2), links: ['https://unknown.com/'] }),
  pageFact('https://quiet.com/', { links: ['https://a.com/', 'https://rival.com/'] }),
];

beforeAll(async () => {
  index = await openTestIndex();
  for (const fact of WEB) await index.writer.write(fact);
  await index.writer.flush();
  await index.rebuild({ hot_links_min: MIN });
});
afterAll(() => index.close());

async function lines(query: Sql): Promise<readonly string[]> {
  const rows = await index.database.rows(z.object({ line: z.string() }), query);
  return rows.map(({ line }) => line);
}

/** Names of one kind by their numbers, under an alias. */
function names(kind: string, alias: string): Sql {
  return sql`(SELECT no, concat(name, path) AS name FROM hot_names
    WHERE ${NEWEST} AND domain = cityHash64('com.hot.') AND kind = ${kind}) AS ${new Sql(alias)}`;
}

it('copies neighbours together, up to three million links or 100 of them, and a public suffix alone', () => {
  const sizes = (links: readonly number[]) =>
    groupsOf(links.map((each, at) => ({ id: String(at), key: `com.${at}.`, links: each }))).map((group) =>
      group.map((domain) => domain.links),
    );
  expect(sizes([])).toEqual([]);
  expect(sizes([9_000_000, 10_000, 2_990_000, 10_000])).toEqual([[9_000_000], [10_000, 2_990_000], [10_000]]);
  const suffix = { id: '9', key: 'uk.co.', links: 1 };
  expect(groupsOf([suffix, { ...suffix, key: 'uk.co.a.' }, { ...suffix, key: 'uk.co.b.' }])).toHaveLength(2);
  expect(sizes(Array.from({ length: 201 }, () => 1)).map((group) => group.length)).toEqual([100, 100, 1]);
});

describe('hot targets', () => {
  it('are domains, hosts with what is below them, and pages with enough links from other domains', async () => {
    expect(
      await lines(sql`SELECT concat(toString(kind), ' ', host, path, ' ', toString(links)) AS line FROM hot_targets WHERE ${NEWEST}
        ORDER BY kind, host, path`),
    ).toEqual([
      'domain com.hot. 8',
      'domain com.rival. 4',
      'host com.hot. 8',
      'host com.rival. 4',
      'page com.hot. 3',
      'page com.hot./x 3',
      'page com.rival. 3',
    ]);
  });

  it('have their links under numbers, each with where it ends', async () => {
    expect(
      await lines(sql`SELECT concat(s.name, ' > ', t.name, if(is_indirect, concat(' > ', f.name), ''), ' "', a.name, '" "', i.name, '" of ', h.name, ' ', d.name)
        AS line FROM (SELECT * FROM hot_links WHERE ${NEWEST} AND domain = cityHash64('com.hot.')) AS l
        INNER JOIN ${names('source_page', 's')} ON s.no = l.source_page_no INNER JOIN ${names('target_page', 't')} ON t.no = l.target_page_no
        INNER JOIN ${names('target_page', 'f')} ON f.no = l.final_page_no INNER JOIN ${names('anchor', 'a')} ON a.no = l.anchor_no
        INNER JOIN ${names('alt', 'i')} ON i.no = l.alt_no INNER JOIN ${names('source_host', 'h')} ON h.no = l.source_host_no
        INNER JOIN ${names('source_domain', 'd')} ON d.no = l.source_domain_no ORDER BY line`),
    ).toEqual([
      'com.a. > org.old./go > com.hot./x "Hot" "" of com.a. com.a.',
      'com.a.www./1 > com.hot. "Hot" "" of com.a.www. com.a.',
      'com.a.www./1 > com.hot./x "b" "" of com.a.www. com.a.',
      'com.a.www./1 > com.hot.shop. "" "logo" of com.a.www. com.a.',
      'com.z. > com.hot. "Hot" "" of com.z. com.z.',
      'org.old./go > com.hot./x "" "" of org.old. org.old.',
      'uk.co.b. > com.hot. "a" "" of uk.co.b. uk.co.b.',
      'uk.co.b. > com.hot./old "a" "" of uk.co.b. uk.co.b.',
    ]);
  });

  it('have all that was judged of their links, settled', async () => {
    expect(
      await lines(sql`SELECT concat(s.name, ' > ', t.name, ' ', toString(first_seen), ' ', toString(toDate(last_seen)), ' ',
          if(toUInt32(lost_at) = 0, 'live', toString(toDate(lost_at))), ' ', toString(type), toString(dofollow), toString(attributes), ' ',
          toString(target_status), ' ', toString(spam), ' ', language, ' ', toString(tld), ' ', toString(l.source_page_id = cityHash64('com.a.www.', '/1')))
        AS line FROM (SELECT * FROM hot_links WHERE ${NEWEST} AND domain = cityHash64('com.hot.')) AS l
        INNER JOIN ${names('source_page', 's')} ON s.no = l.source_page_no INNER JOIN ${names('target_page', 't')} ON t.no = l.target_page_no
        ORDER BY line`),
    ).toEqual([
      'com.a. > org.old./go 2026-03-01 12:00:00 2026-03-01 live 010 301 10 en com 0',
      'com.a.www./1 > com.hot. 2026-03-01 12:00:00 2026-03-03 live 010 200 10 en com 1',
      'com.a.www./1 > com.hot./x 2026-03-01 12:00:00 2026-03-01 2026-03-03 001 404 10 en com 1',
      'com.a.www./1 > com.hot.shop. 2026-03-01 12:00:00 2026-03-01 2026-03-03 110 0 10 en com 1',
      'com.z. > com.hot. 2026-03-01 12:00:00 2026-03-01 2026-03-02 010 200 10 en com 0',
      'org.old./go > com.hot./x 2026-03-01 12:00:00 2026-03-01 live 310 404 255  org 0',
      'uk.co.b. > com.hot. 2026-03-01 12:00:00 2026-03-02 live 010 200 10 en co.uk 0',
      'uk.co.b. > com.hot./old 2026-03-01 12:00:00 2026-03-02 live 010 301 10 en co.uk 0',
    ]);
  });

  it('have numbers that follow the order of the names, from 0 on and without gaps', async () => {
    const rows = await index.database.rows(
      z.object({ kind: z.string(), names: z.array(z.string()), numbers: z.array(z.int()) }),
      sql`SELECT toString(kind) AS kind, groupArray(concat(name, ' ', path)) AS names, groupArray(no) AS numbers
        FROM (SELECT * FROM hot_names WHERE ${NEWEST} AND domain = cityHash64('com.hot.') ORDER BY no) GROUP BY kind`,
    );
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual([
      'alt',
      'anchor',
      'source_domain',
      'source_host',
      'source_page',
      'target_page',
    ]);
    for (const { names: found, numbers } of rows) {
      expect(numbers).toEqual(found.map((_, at) => at));
      expect(found).toEqual(found.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))));
    }
  });

  it('know which of their pages are reached from which', async () => {
    expect(
      await lines(sql`SELECT concat(t.name, ' > ', f.name, ' ', toString(step)) AS line
        FROM (SELECT * FROM hot_arrivals WHERE ${NEWEST} AND domain = cityHash64('com.hot.')) AS l
        INNER JOIN ${names('target_page', 't')} ON t.no = l.target_page_no
        INNER JOIN ${names('target_page', 'f')} ON f.no = l.final_page_no ORDER BY line`),
    ).toEqual(['com.hot./old > com.hot.shop./new 1', 'org.old./go > com.hot./x 1']);
  });

  it('know what was seen of their pages', async () => {
    expect(
      await lines(sql`SELECT concat(t.name, ' ', toString(status), ' ', title, ' ', toString(toDate(first_visited)), ' ', redirect_url) AS line
        FROM (SELECT * FROM hot_pages WHERE ${NEWEST} AND domain = cityHash64('com.hot.')) AS l
        INNER JOIN ${names('target_page', 't')} ON t.no = l.no ORDER BY line`),
    ).toEqual([
      'com.hot. 200 The hot one 2026-03-01 ',
      'com.hot./old 301  2026-03-01 https://shop.hot.com/new',
      'com.hot./x 404  2026-03-04 ',
    ]);
  });
});

describe('competitors of hot targets', () => {
  async function competitors(
    kind: string,
    host: string,
    path: string,
    isMainDomain: boolean,
  ): Promise<readonly string[]> {
    return lines(sql`SELECT concat(toString(k.position), ' ', r.key, ' ', toString(k.shared), '/', toString(r.domains), ' of ',
        toString(k.total)) AS line
      FROM (SELECT position, no, shared, total FROM kept_competitors ARRAY JOIN no, shared, arrayEnumerate(no) AS position
        WHERE ${NEWEST} AND kind = ${kind} AND host = ${host} AND path = ${path} AND main_domain = ${isMainDomain}) AS k
      INNER JOIN (SELECT no, key, domains FROM referred_sites WHERE ${NEWEST} AND kind = ${isMainDomain ? 'domain' : 'host'}) AS r
        ON r.no = k.no ORDER BY k.position`);
  }

  it('are whom the sites that link to them link to as well, by live links', async () => {
    const expected = ['1 com.rival. 2/3 of 3', '2 com.other. 1/1 of 3', '3 org.old. 1/1 of 3'];
    expect(await competitors('domain', 'com.hot.', '', true)).toEqual(expected);
    expect(await competitors('host', 'com.hot.', '', true)).toEqual(expected);
    expect(await competitors('domain', 'com.hot.', '', false)).toEqual([
      '1 com.rival. 2/3 of 4',
      '2 com.other. 1/1 of 4',
      '3 com.rival.www. 1/1 of 4',
      '4 org.old. 1/1 of 4',
    ]);
    expect(await competitors('domain', 'com.rival.', '', true)).toEqual([
      '1 com.hot. 2/3 of 4',
      '2 com.a. 1/1 of 4',
      '3 com.other. 1/1 of 4',
      '4 org.old. 1/1 of 4',
    ]);
  });

  it('of a page are those of the sites that link to it, by detours too', async () => {
    expect(await competitors('page', 'com.hot.', '/x', true)).toEqual(['1 com.rival. 1/3 of 2', '2 org.old. 1/1 of 2']);
  });
});
