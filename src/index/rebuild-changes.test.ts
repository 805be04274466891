import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { passedOn } from '../../test/index-database.ts';
import { day, openTestIndex, pageFact, type TestIndex } from '../../test/index-engine.ts';
import type { PageFact } from '../ports/index.ts';
import { parseTarget } from '../web/target.ts';
import type { IndexDatabase } from './database/database.ts';
import { BETWEEN_DOMAINS, TARGET_DOMAIN } from './database/link-domains.ts';
import { Sql, sql } from './database/sql.ts';
import { dropOldCopies } from './derive/hot-renewal.ts';
import { writePacks } from './derive/packs.ts';
import { HELD_COLUMNS } from './read/rows/held-facts.ts';
import { packedLinks } from './read/rows/packed-links.ts';
import { wholeScope } from './read/rows/scope.ts';
import { IndexLinksSource } from './read/links.ts';
import { copyKey, CoverageReader, hotKey } from './read/rows/coverage.ts';
import { USUAL_QUESTIONS } from './derive/usual-questions.ts';
import type { FigureReport, RebuildOptions } from './rebuild.ts';
import { lastBlock, loosenessOf } from './loose-tables.ts';
import { update, wholeRebuildBefore } from './rebuild-changes.ts';

let index: TestIndex;
beforeAll(async () => {
  index = await openTestIndex();
});
beforeEach(() => index.clear());
afterAll(() => index.close());

/** So many that a few pages more are no tenth of them. */
const KNOWN: readonly PageFact[] = [
  ...Array.from({ length: 100 }, (_, at) => pageFact(`https://site${at}.com/`, { links: ['https://hub.com/'] })),
  pageFact('https://site1.com/list', { links: ['https://gone.org/page', 'https://stays.org/'] }),
  pageFact('https://hub.com/', { links: ['https://site1.com/'] }),
  ...[1, 2, 3, 4].map((at) => pageFact(`https://menu.com/${at}`, { links: ['https://hub.com/shop'] })),
];

/** A page that is read for the first time, one that is read again, a target that is gone, and a menu that is now one. */
const LATER: readonly PageFact[] = [
  pageFact('https://site1.com/new', { at: day(3), links: ['https://fresh.net/'], document: { language: 'de' } }),
  pageFact('https://site2.com/', { at: day(3), links: ['https://hub.com/'], document: { spam_score: 60 } }),
  pageFact('https://gone.org/page', { at: day(3), status: 404 }),
  pageFact('https://menu.com/5', { at: day(3), links: ['https://hub.com/shop'] }),
];

const SITES = ['hub.com', 'gone.org', 'stays.org', 'site1.com', 'fresh.net', 'menu.com'];

/** In an index that is large enough for it. */
async function updated(options: RebuildOptions = {}): Promise<FigureReport | undefined> {
  let report: FigureReport | undefined;
  const tell: Parameters<typeof update>[1] = (message) => {
    if (message.type === 'done') report = message.report;
  };
  await update(index.database, tell, { always_links_max: 0, ...options });
  return report;
}

async function countOf(rows: Sql): Promise<number> {
  const [row] = await index.database.rows(z.object({ count: z.int() }), sql`SELECT count() AS count FROM ${rows}`);
  return row?.count ?? -1;
}

const signal = AbortSignal.timeout(120_000);

const PARTS_OF_LINKS = sql`system.parts WHERE database = currentDatabase() AND table = 'links' AND active`;

/** Merges those parts of `links` that have fewer bytes together. */
async function mergeBelow(bytes: number): Promise<void> {
  const bound = sql`max_bytes_to_merge_at_max_space_in_pool`;
  await index.database.run(sql`ALTER TABLE links MODIFY SETTING ${bound} = ${bytes}`);
  try {
    await index.database.run(sql`OPTIMIZE TABLE links`);
  } finally {
    await index.database.run(sql`ALTER TABLE links RESET SETTING ${bound}`);
  }
}

const rowsOfLinks = (): Promise<number> => countOf(sql`links`);
const versions = (): Promise<number> => countOf(sql`(SELECT DISTINCT version FROM rebuilds)`);

/** Every judgement of every link but ranks, which are those of the rebuild before. */
const judgements = (): Promise<string> =>
  index.database.text(sql`SELECT toJSONString(groupArray(row)) FROM (
    SELECT tuple(* EXCEPT (page_rank, domain_rank, link_rank)) AS row FROM links FINAL ORDER BY ALL)`);

/** What packs say of the links to some sites; undefined where those of one hold no more. */
async function packed(...sites: readonly string[]): Promise<readonly (readonly string[])[] | undefined> {
  const source = { ask: (query: Sql) => index.database.text(query), has_changes: true };
  const links = await Promise.all(
    sites.map(
      async (site) =>
        (await packedLinks(source, { scope: wholeScope(parseTarget(site)), pages: [] }, HELD_COLUMNS)).own,
    ),
  );
  const known = links.filter((found) => found !== undefined);
  return known.length === sites.length
    ? known.map((found) => found.map((link) => JSON.stringify(link)).toSorted())
    : undefined;
}

async function packAll(): Promise<void> {
  for (const table of ['link_packs', 'link_pack_changes']) await index.database.run(new Sql(`TRUNCATE TABLE ${table}`));
  await index.database.run(sql`INSERT INTO link_packs (domain, packed_at, links, pack, is_note)
    SELECT DISTINCT cityHash64(${TARGET_DOMAIN}), toDateTime64(0, 3, 'UTC'), 0, '', 1 FROM links WHERE ${BETWEEN_DOMAINS}`);
  await writePacks(index.database, { version: Date.now() }, () => undefined);
}

const linksTo = async (target: string): Promise<unknown> => (await summaryOf(target)).value.backlinks;
/** What an answer about links to a site says of its source. */
const noteOf = async (target: string): Promise<string> => (await summaryOf(target)).source.note;

async function summaryOf(target: string) {
  await index.writer.flush();
  const query = {
    status: 'live',
    dofollow_only: false,
    include_subdomains: true,
    include_indirect_links: true,
  } as const;
  const asked = { ...query, target: parseTarget(target), exclude_internal_backlinks: true, list_limit: 1 };
  return index.links.summary(asked, AbortSignal.timeout(60_000));
}

describe('a rebuild of what changed', () => {
  it('judges and packs the links as one of everything does, and nothing where nothing came since', async () => {
    await index.add(...KNOWN);
    await index.rebuild();
    await index.add(...LATER);
    expect((await updated())?.whole_due_at).toBeInstanceOf(Date);
    const [judged, added, rows] = [await judgements(), await packed(...SITES), await rowsOfLinks()];
    expect(added?.flat()).toHaveLength(109);
    // Of sites that have a pack, it has the links that changed and no others.
    expect(await countOf(sql`(SELECT sum(links) AS added FROM link_pack_changes HAVING added < 10)`)).toBe(1);
    await updated();
    expect(await rowsOfLinks()).toBe(rows);
    const left = sql`system.tables WHERE database = currentDatabase() AND match(name, '^rebuild_[0-9]')`;
    expect([await countOf(left), await versions()]).toEqual([0, 1]);
    await packAll();
    expect(added).toEqual(await packed(...SITES));
    await index.rebuild();
    expect(judged).toBe(await judgements());
    expect(await countOf(sql`link_pack_changes`)).toBe(0);
  });

  it('judges a page anew that was read again, where the engine has merged its links with those that were judged', async () => {
    const many = Array.from({ length: 20 }, (_, at) => `https://hub${at}.com/`);
    const page = (at: number, language: string): PageFact =>
      pageFact('https://site1.com/new', { at: day(at), links: ['https://fresh.net/'], document: { language } });
    await index.add(...Array.from({ length: 100 }, (_, at) => pageFact(`https://site${at}.com/`, { links: many })));
    await index.rebuild();
    await index.database.run(sql`OPTIMIZE TABLE links FINAL`);
    await index.add(page(3, 'de'));
    await updated();
    await index.add(page(4, 'fr'));
    await mergeBelow(12_000);
    // Else there is no part with the links that were judged and those that came since, and no others.
    expect(await countOf(sql`${PARTS_OF_LINKS} AND rows = 1 AND level > 0`)).toBe(1);
    expect((await updated())?.whole_due_at).toBeInstanceOf(Date);
    const language = sql`SELECT toString(language) FROM links FINAL WHERE target_host = 'net.fresh.'`;
    expect((await index.database.text(language)).trim()).toBe('fr');
  });

  it('judges a page anew that was read again while links were judged, where the engine has merged its links since', async () => {
    const page = (at: number, language: string): PageFact =>
      pageFact('https://site1.com/new', { at: day(at), links: ['https://fresh.net/'], document: { language } });
    await index.add(...KNOWN, page(3, 'de'));
    await index.rebuild();
    await index.add(page(4, 'fr'));
    await index.database.run(sql`OPTIMIZE TABLE links FINAL`);
    const judged = lastBlock(await loosenessOf(index.database), 'links');
    await index.database.run(
      sql`INSERT INTO rebuilds SELECT * REPLACE (${judged} AS judged_links, ${day(4)} AS judged_at) FROM rebuilds`,
    );
    await updated();
    const language = sql`SELECT toString(language) FROM links FINAL WHERE target_host = 'net.fresh.'`;
    expect((await index.database.text(language)).trim()).toBe('fr');
  });

  describe('where targets have copies', () => {
    const OF_FIFTY = { hot_links_min: 50 };
    const hub = (at: number): PageFact =>
      pageFact(`https://unheard${at}.com/`, { at: day(3), links: ['https://hub.com/', 'https://hub.com/shop'] });
    const outdated = async (): Promise<number> =>
      (await new CoverageReader(index.database).read()).outdated_copies.size;

    /** Of someone who has not asked anything yet. */
    async function answers(): Promise<readonly unknown[]> {
      const links = new IndexLinksSource(index.database, new CoverageReader(index.database));
      const asked = [];
      for (const name of ['hub.com', 'www.hub.com', 'https://hub.com/']) {
        const target = parseTarget(name);
        for (const ask of Object.values(USUAL_QUESTIONS)) asked.push(await ask(links, target, signal));
        const rivals = {
          target,
          main_domain: true,
          exclude_domains: [],
          rank_min: undefined,
          intersections_min: undefined,
        };
        asked.push((await links.competitors(rivals, signal)).value);
      }
      return asked;
    }

    const merges = (state: 'STOP' | 'START'): Promise<void> => index.database.run(new Sql(`SYSTEM ${state} MERGES`));

    beforeEach(async () => {
      const others = Array.from({ length: 300 }, (_, at) =>
        pageFact(`https://others.com/${at}`, { links: ['https://others.com/'] }),
      );
      await index.add(...KNOWN, ...others, pageFact('https://menu.com/go', { redirect: 'https://hub.com/shop' }));
      await index.add(pageFact('https://site7.com/more', { links: ['https://menu.com/go', 'https://www.hub.com/'] }));
      await index.rebuild(OF_FIFTY);
      // Else the engine could merge what is new with all the rest, which would then be taken for new as well.
      await merges('STOP');
    });
    afterEach(() => merges('START'));

    it('copies those anew to which links came, with the answers that the links themselves give', async () => {
      // As many sites as before link to it, one of them another, so that its competitors are others too.
      await index.add(hub(1), ...LATER, pageFact('https://site1.com/', { at: day(3), links: [] }));
      await index.add(pageFact('https://hub.com/shop', { document: { title: 'The shop' } }));
      expect(await outdated()).toBe(1);
      await updated(OF_FIFTY);
      expect(await countOf(sql`hot_targets WHERE kind = 'domain' AND host = 'com.hub.'`)).toBe(2);
      expect(await versions()).toBe(1);
      const { hot_targets, outdated_copies } = await new CoverageReader(index.database).read();
      const copy = hot_targets.get(hotKey('domain', 'com.hub.', ''));
      expect(copy !== undefined && outdated_copies.has(copyKey(copy))).toBe(false);
      const copied = await answers();
      await index.database.run(sql`INSERT INTO link_packs (domain, packed_at, links, pack, is_note)
        SELECT DISTINCT domain, now64(3) + INTERVAL 1 SECOND, 0, '', 1 FROM link_packs`);
      expect(await answers()).toEqual(copied);
    });

    it('keeps them beside those of the rebuild before it, as long as that is kept', async () => {
      const copies = (): Promise<number> =>
        countOf(sql`(SELECT DISTINCT partition_id FROM system.parts
          WHERE database = currentDatabase() AND active AND table = 'hot_links')`);
      await index.add(hub(1));
      await updated(OF_FIFTY);
      const counts = [await copies()];
      expect(await versions()).toBe(1);
      await merges('START');
      for (const _ of [1, 2]) {
        await index.rebuild(OF_FIFTY);
        counts.push(await copies());
      }
      expect(counts).toEqual([2, 3, 2]);
    });

    it('gives copies numbers that none has yet, whatever the clock once said', async () => {
      await index.database.run(sql`INSERT INTO hot_links (version) SELECT 9999999999990`);
      await index.add(hub(1));
      await updated(OF_FIFTY);
      expect(await index.database.text(sql`SELECT toString(max(copy)) FROM hot_targets`)).toBe('9999999999991');
      await merges('START');
      await index.rebuild(OF_FIFTY);
      expect(await index.database.text(sql`SELECT toString(max(version)) FROM rebuilds`)).toBe('9999999999992');
    });

    it('takes none for current that is older than its packs', async () => {
      await index.add(hub(1));
      await updated();
      expect(await versions()).toBe(1);
      await merges('START');
      await index.database.run(sql`OPTIMIZE TABLE link_packs FINAL`);
      expect(await linksTo('hub.com')).toBe(109);
    });
  });

  it('keeps the newest two copies of each target, and whatever is being written', async () => {
    const copied: readonly (readonly [string, number])[] = [
      ['a', 7],
      ['a', 10],
      ['b', 11],
      ['a', 12],
      ['a', 13],
    ];
    for (const [domain, copy] of copied) {
      await index.database.run(
        sql`INSERT INTO hot_targets (version, copy, domain) SELECT 7, ${copy}, cityHash64(${domain})`,
      );
    }
    await index.database.run(sql`INSERT INTO hot_links (version) SELECT arrayJoin([7, 10, 11, 12, 13, 99])`);
    await dropOldCopies(index.database, 7);
    const left = sql`SELECT arrayStringConcat(groupArray(toString(version)), ' ') FROM (SELECT version FROM hot_links ORDER BY version)`;
    expect(await index.database.text(left)).toBe('7 11 12 13 99');
  });

  it('gives way to one of everything where the engine merges all links while it judges', async () => {
    await index.add(...KNOWN);
    await index.rebuild();
    await index.add(pageFact('https://site1.com/new', { at: day(3), links: ['https://fresh.net/'] }));
    const run: IndexDatabase['run'] = async (statement) => {
      await index.database.run(statement);
      if (statement.text.startsWith('INSERT INTO links ')) await index.database.run(sql`OPTIMIZE TABLE links FINAL`);
    };
    await update(passedOn(index.database, { run }), () => undefined, { always_links_max: 0 });
    expect(await versions()).toBe(2);
  });

  it('takes ranks from the rebuild before it, and knows none of a domain that came since', async () => {
    await index.database.run(sql`INSERT INTO imported_ranks (release, domain_key, harmonic_position, imported_at)
      SELECT 'cc-main-2026-apr-may-jun', 'com.site1.', 1000, '2026-03-01 00:00:00'`);
    await index.add(...KNOWN);
    await index.rebuild();
    await index.add(...LATER, pageFact('https://unheard.com/', { at: day(3), links: ['https://fresh.net/'] }));
    await updated();
    const ranks = await index.database.rows(
      z.object({ source: z.string(), rank: z.int() }),
      sql`SELECT source_host AS source, domain_rank AS rank FROM links FINAL WHERE target_host = 'net.fresh.' ORDER BY source`,
    );
    expect(ranks).toEqual([
      { source: 'com.site1.', rank: 629 },
      { source: 'com.unheard.', rank: 65_535 },
    ]);
  });

  it('is said to have brought broken links up to date, but not ranks', async () => {
    const [ranked, read, judged] = [day(1, 1), day(1, 2), day(1, 3)];
    await index.add(pageFact('https://site1.com/', { at: read, links: ['https://hub.com/'] }));
    await index.database.run(
      sql`INSERT INTO rebuilds (version, computed_at, judged_at) SELECT 1, ${ranked}, ${ranked}`,
    );
    expect(await noteOf('hub.com')).toContain(' Broken links, ranks and redirects are as of 2026-03-01T01:00:00.000Z;');
    await index.database.run(
      sql`INSERT INTO rebuilds (version, computed_at, judged_at) SELECT 1, ${ranked}, ${judged}`,
    );
    expect(await noteOf('hub.com')).toContain(' Ranks and redirects are as of 2026-03-01T01:00:00.000Z;');
    for (const [copy, what] of [
      [1, 'The answer is'],
      [2, 'Ranks and redirects are'],
    ] as const) {
      await index.database.run(sql`INSERT INTO hot_targets (version, copy, kind, domain, host, path, links)
        SELECT 1, ${copy}, 'domain', cityHash64('com.hub.'), 'com.hub.', '', 50000`);
      await index.database.run(sql`INSERT INTO rebuilds SELECT * FROM rebuilds LIMIT 1`);
      expect(await noteOf('hub.com')).toContain(` ${what} as of 2026-03-01T01:00:00.000Z;`);
    }
  });

  it('gives way to one of everything where pages that much links to are gone', async () => {
    await index.add(...KNOWN);
    await index.rebuild();
    await index.add(pageFact('https://hub.com/', { at: day(3), status: 410 }));
    expect((await updated())?.whole_due_at).toBeUndefined();
    expect(await versions()).toBe(2);
  });
});

describe('everything is computed anew', () => {
  /** As a rebuild of everything leaves it that began so long ago. */
  async function rebuilt(ago_ms = 1000): Promise<void> {
    const version = Date.now() - ago_ms;
    const tables = await loosenessOf(index.database);
    await index.database.run(sql`INSERT INTO rebuilds (version, computed_at, read_pages, judged_links, link_rows)
      SELECT ${version}, ${new Date(version)}, ${lastBlock(tables, 'pages')}, ${lastBlock(tables, 'links')}, ${await countOf(sql`links`)}`);
  }
  const isWhole = async (always_links_max = 0): Promise<boolean> =>
    (await wholeRebuildBefore(index.database, always_links_max)) === undefined;
  const page = (name: string, links: number): PageFact =>
    pageFact(`https://site.com/${name}`, { links: Array.from({ length: links }, (_, at) => `https://t${at}.com/`) });

  beforeEach(() => index.add(...Array.from({ length: 50 }, (_, at) => page(`${at}`, 2))));

  it('the first time, each time in a small index, and once a day', async () => {
    expect(await isWhole()).toBe(true);
    await rebuilt(86_400_000);
    expect(await isWhole()).toBe(true);
    await rebuilt(86_300_000);
    expect([await isWhole(), await isWhole(99), await isWhole(100)]).toEqual([false, false, true]);
  });

  it('once a tenth of the links came since', async () => {
    await rebuilt();
    await index.add(page('a', 9));
    expect(await isWhole()).toBe(false);
    await index.add(page('b', 3));
    expect(await isWhole()).toBe(true);
  });

  it('where the engine has merged what came since with all other links', async () => {
    await rebuilt();
    await index.add(page('a', 9));
    await index.database.run(sql`OPTIMIZE TABLE links FINAL`);
    expect(await isWhole()).toBe(true);
  });

  it('where the last one began by a clock that was ahead', async () => {
    await rebuilt(-3_600_000);
    expect(await isWhole()).toBe(true);
  });

  it('where the tables are others than those that the last one looked at, as in an index from a backup', async () => {
    await rebuilt();
    expect(await isWhole()).toBe(false);
    for (const mark of [sql`read_links`, sql`read_pages`, sql`judged_links`]) {
      await index.database.run(sql`INSERT INTO rebuilds SELECT * REPLACE (1000 AS ${mark}) FROM rebuilds LIMIT 1`);
      expect(await isWhole()).toBe(true);
      await index.database.run(sql`TRUNCATE TABLE rebuilds`);
      await rebuilt();
    }
  });

  it('where a domain was marked as trusted, or ranks were imported', async () => {
    await rebuilt();
    await index.admin.markTrusted(['site.com'], true);
    expect(await isWhole()).toBe(true);
    await index.database.run(sql`TRUNCATE TABLE trusted_domains`);
    expect(await isWhole()).toBe(false);
    await index.database.run(
      sql`INSERT INTO imported_ranks (release, domain_key, harmonic_position, imported_at) SELECT 'r', 'com.site.', 1, now()`,
    );
    expect(await isWhole()).toBe(true);
  });

  it('where a rebuild was broken off after it began to judge', async () => {
    await rebuilt();
    await index.database.run(sql`CREATE TABLE rebuild_9999999999999_judging (n UInt8) ENGINE = Memory`);
    expect(await isWhole()).toBe(true);
    await index.database.run(sql`DROP TABLE rebuild_9999999999999_judging`);
  });
});
