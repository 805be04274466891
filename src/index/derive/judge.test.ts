import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { day, openTestIndex, pageFact, type TestIndex } from '../../../test/index-engine.ts';
import type { PageFact } from '../../ports/index.ts';
import { sql } from '../database/sql.ts';
import { judgeLinks } from './judge.ts';
import { scratchTable } from './scratch.ts';
import { sourcesTable } from './sources.ts';

let index: TestIndex;
let version = 1;

beforeAll(async () => {
  index = await openTestIndex();
});
beforeEach(() => index.clear());
afterAll(() => index.close());

/** Judges as a rebuild does after it has ranked, and cleans up after itself. */
async function judge(linksAtOnce = 1_000_000): Promise<boolean> {
  version += 1;
  const isWhole = await judgeLinks(index.database, { version }, () => undefined, linksAtOnce);
  await drop(version);
  return isWhole;
}

async function drop(of: number): Promise<void> {
  await index.database.run(sql`DROP TABLE IF EXISTS ${sourcesTable({ version: of })}`);
  for (const what of ['judging', 'rank_of_domains', 'range_sources', 'read_hosts', 'repeated']) {
    await index.database.run(sql`DROP TABLE IF EXISTS ${scratchTable({ version: of }, what)}`);
  }
}

async function rank(kind: 'page' | 'domain', key: string, path: string | undefined, value: number): Promise<void> {
  const id = path === undefined ? sql`cityHash64(${key})` : sql`cityHash64(${key}, ${path})`;
  await index.database.run(sql`INSERT INTO authority (version, kind, id, key, rank, nodes)
    SELECT ${version + 1}, ${kind}, ${id}, ${key}, ${value}, 100`);
}

const Judged = z.object({
  target: z.string(),
  lost: z.string().nullable(),
  confirmed: z.string().nullable(),
  read_before: z.int().nullable(),
});

async function judged(): Promise<z.infer<typeof Judged>[]> {
  return index.database.rows(
    Judged,
    sql`SELECT target_host AS target, if(toUInt32(lost_at) = 0, '', toString(lost_at)) AS lost,
      if(toUInt32(confirmed_at) = 0, '', toString(confirmed_at)) AS confirmed, page_read_before AS read_before
      FROM links FINAL ORDER BY target_host`,
  );
}

async function partsWritten(): Promise<number> {
  const rows = await index.database.rows(z.object({ rows: z.int() }), sql`SELECT count() AS rows FROM links`);
  return rows[0]?.rows ?? 0;
}

const SOURCE = 'https://a.com/';
const page = (at: number, ...links: string[]): PageFact => pageFact(SOURCE, { at: day(at), links });
const answer = (at: number, status: number): PageFact => pageFact(SOURCE, { at: day(at), status });

describe('a link', () => {
  it('is not judged before it was judged', async () => {
    await index.add(page(1, 'https://x.com/'));
    expect(await judged()).toEqual([{ target: 'com.x.', lost: null, confirmed: null, read_before: null }]);
  });

  it('is lost on the first reading after its last sighting, and not on one that showed nothing', async () => {
    await index.add(
      page(1, 'https://x.com/', 'https://y.com/', 'https://z.com/'),
      answer(2, 500),
      page(3, 'https://y.com/', 'https://z.com/'),
      page(5, 'https://z.com/'),
      answer(7, 404),
      answer(9, 404),
    );
    await judge();
    expect(await judged()).toEqual([
      { target: 'com.x.', lost: '2026-03-03 12:00:00', confirmed: '', read_before: 0 },
      { target: 'com.y.', lost: '2026-03-05 12:00:00', confirmed: '', read_before: 0 },
      { target: 'com.z.', lost: '2026-03-07 12:00:00', confirmed: '', read_before: 0 },
    ]);
  });

  it('is confirmed by the last fetch that found its page unchanged, until one that did not show it', async () => {
    await index.add(
      page(1, 'https://x.com/', 'https://y.com/'),
      answer(2, 304),
      answer(3, 304),
      page(4, 'https://y.com/'),
      answer(6, 304),
    );
    await judge();
    expect(await judged()).toEqual([
      { target: 'com.x.', lost: '2026-03-04 12:00:00', confirmed: '2026-03-03 12:00:00', read_before: 0 },
      { target: 'com.y.', lost: '', confirmed: '2026-03-06 12:00:00', read_before: 0 },
    ]);
  });

  it('is truly new only when its page had been read before without it', async () => {
    await index.add(answer(1, 500), page(2, 'https://x.com/'), page(4, 'https://x.com/', 'https://y.com/'));
    await judge();
    expect((await judged()).map(({ target, read_before }) => [target, read_before])).toEqual([
      ['com.x.', 0],
      ['com.y.', 1],
    ]);
  });

  it('comes back when it is seen again, and what is older changes nothing', async () => {
    await index.add(page(1, 'https://x.com/'), page(3));
    await judge();
    expect((await judged())[0]?.lost).toBe('2026-03-03 12:00:00');
    await index.add(page(5, 'https://x.com/'));
    await judge();
    expect((await judged())[0]?.lost).toBe('');
    await index.add(page(2), page(4));
    await judge();
    expect((await judged())[0]?.lost).toBe('');
  });

  it('is lost when another index said so after its last sighting, unless a reading had said so before', async () => {
    await index.add(
      page(1, 'https://w.com/', 'https://x.com/', 'https://y.com/', 'https://z.com/'),
      page(6, 'https://x.com/', 'https://z.com/'),
    );
    for (const [host, at] of [
      ['com.w.', 3],
      ['com.x.', 1],
      ['com.y.', 8],
      ['com.z.', 9],
    ] as const) {
      await index.database.run(
        sql`INSERT INTO reported_losses SELECT ${host}, '', 'com.a.', '', 0, 'a link', '', ${day(at)}`,
      );
    }
    await judge();
    expect((await judged()).map(({ target, lost }) => [target, lost])).toEqual([
      ['com.w.', '2026-03-03 12:00:00'],
      ['com.x.', ''],
      ['com.y.', '2026-03-06 12:00:00'],
      ['com.z.', '2026-03-09 12:00:00'],
    ]);
  });

  it('that was told of by another index is lost on the first reading of its page after that', async () => {
    await index.database
      .run(sql`INSERT INTO links (target_host, source_host, type, anchor, target_domain_length, source_domain_length, first_seen, newest)
      SELECT 'com.x.', 'com.a.', 0, 'told', 6, 6, ${day(1)}, (${day(1)}, 1, 1, 1, 0, 0, 1)`);
    await index.add(page(3), page(5), page(7));
    await judge();
    expect((await judged()).map(({ lost }) => lost)).toEqual(['2026-03-03 12:00:00']);
    await index.add(pageFact('https://a.com/', { at: day(9), status: 404 }));
    await index.database.run(sql`TRUNCATE TABLE fetches`);
    await index.add(page(8), page(9));
    await judge();
    expect((await judged()).map(({ lost }) => lost)).toEqual(['2026-03-08 12:00:00']);
  });

  it('keeps what was seen of it', async () => {
    const links = [{ to: 'https://x.com/', text_pre: 'see ', attributes: ['nofollow'], dofollow: false, count: 3 }];
    await index.add(pageFact(SOURCE, { at: day(1), links }), pageFact(SOURCE, { at: day(2), links }));
    const facts = async (): Promise<unknown> =>
      index.database.rows(
        z.unknown(),
        sql`SELECT * EXCEPT (lost_at, confirmed_at, page_read_before, page_rank, domain_rank, link_rank, spam, language, platform,
          target_status, spam_signs, repeated) FROM links FINAL`,
      );
    const before = await facts();
    await judge();
    expect(await facts()).toEqual(before);
    await index.database.run(sql`OPTIMIZE TABLE links FINAL`);
    expect(await facts()).toEqual(before);
  });
});

describe('a link that a host repeats', () => {
  const REPEATED = z.object({ target: z.string(), repeated: z.int() });
  const repeated = (): Promise<readonly z.infer<typeof REPEATED>[]> =>
    index.database.rows(
      REPEATED,
      sql`SELECT target_host AS target, max(assumeNotNull(repeated)) AS repeated FROM links FINAL GROUP BY target ORDER BY target`,
    );
  /** Pages of one host, each with its links. */
  const pages = (...links: readonly (readonly string[])[]): PageFact[] =>
    links.map((each, at) => pageFact(`https://host.com/${at}`, { at: day(1), links: [...each] }));
  const [MOST, HALF, FEW] = ['https://most.org/', 'https://half.org/', 'https://few.org/'] as const;

  it('is part of its template on most of its pages, in whatever element, and on no fewer than five', async () => {
    await index.add(
      ...pages([MOST, HALF], [MOST, HALF], [MOST, HALF], [MOST, HALF], [MOST, HALF], [MOST], [], [], [], []),
      ...[0, 1, 2, 3].map((at) => pageFact(`https://small.com/${at}`, { links: [FEW] })),
    );
    await judge();
    expect(await repeated()).toEqual([
      { target: 'org.few.', repeated: 0 },
      { target: 'org.half.', repeated: 0 },
      { target: 'org.most.', repeated: 1 },
    ]);
  });

  it('is none any more once its pages have lost it, and one on pages of several hosts is none', async () => {
    await index.add(...pages([MOST], [MOST], [MOST], [MOST], [MOST]));
    await index.add(...[0, 1, 2, 3, 4].map((at) => pageFact(`https://one-${at}.com/`, { links: [FEW] })));
    await judge();
    expect(await repeated()).toEqual([
      { target: 'org.few.', repeated: 0 },
      { target: 'org.most.', repeated: 1 },
    ]);
    await index.add(pageFact('https://host.com/0', { at: day(3) }), pageFact('https://host.com/1', { at: day(3) }));
    await judge();
    expect((await repeated())[1]).toEqual({ target: 'org.most.', repeated: 0 });
  });
});

describe('what a link is worth', () => {
  const Worth = z.object({
    page_rank: z.int(),
    domain_rank: z.int(),
    link_rank: z.int(),
    spam: z.int(),
    language: z.string(),
    platform: z.string(),
    target_status: z.int(),
  });
  const worth = (): Promise<z.infer<typeof Worth>[]> =>
    index.database.rows(
      Worth,
      sql`SELECT page_rank, domain_rank, link_rank, spam, toString(language) AS language, toString(platform) AS platform, target_status
        FROM links FINAL ORDER BY target_host`,
    );

  it('is what its page, its domain and the page that it names are', async () => {
    const links = ['https://x.com/', { to: 'https://y.com/', dofollow: false }, 'https://z.com/'];
    await index.add(
      pageFact('https://www.a.com/p', {
        document: { spam_score: 12.5, language: 'de', platform_type: 'blogs' },
        links,
      }),
      pageFact('https://x.com/', { status: 404 }),
      pageFact('https://y.com/', { at: day(1) }),
      pageFact('https://y.com/', { at: day(2), status: 503 }),
    );
    await rank('page', 'com.a.www.', '/p', 800);
    await rank('domain', 'com.a.', undefined, 450);
    await judge();
    const known = { page_rank: 800, domain_rank: 450, spam: 13, language: 'de', platform: 'blogs' };
    const points = 1000 / Math.log(17_000_001);
    const shared = Math.round(points * Math.log(1 + (Math.exp(800 / points) - 1) / 3));
    expect(await worth()).toEqual([
      { ...known, link_rank: shared, target_status: 404 },
      { ...known, link_rank: 0, target_status: 503 },
      { ...known, link_rank: shared, target_status: 0 },
    ]);
  });

  it('says nothing of its domain while the pages of that one alone were read', async () => {
    await index.add(pageFact('https://a.com/', { links: ['https://x.com/'] }));
    await rank('domain', 'com.a.', undefined, 0);
    await judge();
    expect((await worth()).map(({ domain_rank }) => domain_rank)).toEqual([65_535]);
    await index.add(pageFact('https://else.org/'));
    await rank('domain', 'com.a.', undefined, 0);
    await judge();
    expect((await worth()).map(({ domain_rank }) => domain_rank)).toEqual([0]);
  });

  it('is told to be unknown where nobody knows it', async () => {
    await index.add(pageFact('https://a.com/', { redirect: 'https://x.com/' }));
    await judge();
    expect(await worth()).toEqual([
      {
        page_rank: 65_535,
        domain_rank: 65_535,
        link_rank: 65_535,
        spam: 255,
        language: '',
        platform: '',
        target_status: 0,
      },
    ]);
  });
});

describe('judging', () => {
  it('writes the links alone whose judgement has changed', async () => {
    await index.add(
      page(1, 'https://x.com/', 'https://y.com/'),
      pageFact('https://b.com/', { links: ['https://z.com/'] }),
    );
    await judge();
    await index.database.run(sql`OPTIMIZE TABLE links FINAL`);
    expect(await partsWritten()).toBe(3);
    await judge();
    expect(await partsWritten()).toBe(3);
    await index.add(answer(2, 404));
    expect(await partsWritten()).toBe(5);
    await judge();
    expect(await partsWritten()).toBe(7);
    await judge();
    expect(await partsWritten()).toBe(7);
  });

  it('comes to the same in many ranges as in one', async () => {
    const links = Array.from({ length: 1500 }, (_, at) => `https://t${at % 40}.com/${at}`);
    for (let source = 0; source < 2; source += 1) {
      await index.add(
        pageFact(`https://s${source}.org/`, { links }),
        pageFact(`https://s${source}.org/`, { at: day(2), links: links.slice(0, 500 * source) }),
      );
    }
    await judge(1000);
    const rows = await index.database.rows(
      z.object({ links: z.int(), judged: z.int(), lost: z.int() }),
      sql`SELECT count() AS links, countIf(isNotNull(lost_at)) AS judged, countIf(toUInt32(lost_at) > 0) AS lost FROM links FINAL`,
    );
    expect(rows).toEqual([{ links: 3000, judged: 3000, lost: 2500 }]);
  });

  it('begins when the statement has ended that an older one has under way', async () => {
    await index.add(page(1, 'https://x.com/'));
    const ended: string[] = [];
    const older = index.database
      .run(
        sql`INSERT INTO FUNCTION null('slept UInt8') SELECT sleepEachRow(1) FROM numbers(1) WHERE ${'^rebuild_[0-9]+_judging$'} != ''`,
      )
      .then(() => ended.push('older'));
    const running = sql`SELECT count() AS rows FROM system.processes WHERE position(query, 'sleepEachRow(1) FROM') > 0 AND query_kind = 'Insert'`;
    await expect.poll(async () => index.database.rows(z.object({ rows: z.int() }), running)).toEqual([{ rows: 1 }]);
    expect(await judge()).toBe(true);
    ended.push('newer');
    await older;
    expect(ended).toEqual(['older', 'newer']);
  });

  it('gives way to a newer one that has begun, and to one that is done', async () => {
    await index.add(page(1, 'https://x.com/'));
    const newer = version + 2;
    const claim = sql`${sql`rebuild_`}${sql`${newer}`}${sql`_judging`}`;
    await index.database.run(sql`CREATE TABLE ${claim} (n UInt8) ENGINE = Memory`);
    expect(await judge()).toBe(false);
    await index.database.run(sql`DROP TABLE ${claim}`);
    await index.database.run(sql`INSERT INTO rebuilds (version, computed_at) SELECT ${version + 5}, now64()`);
    expect(await judge()).toBe(false);
    expect((await judged())[0]?.lost).toBeNull();
  });
});
