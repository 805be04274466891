import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { passedOn } from '../../../test/index-database.ts';
import { day, openTestIndex, pageFact, type TestIndex } from '../../../test/index-engine.ts';
import type { PageFact } from '../../ports/index.ts';
import { parseTarget } from '../../web/target.ts';
import type { IndexDatabase } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { HELD_COLUMNS, type HeldLink } from '../read/rows/held-facts.ts';
import { packedLinks } from '../read/rows/packed-links.ts';
import { wholeScope } from '../read/rows/scope.ts';
import { update, type UpdateOptions } from '../rebuild-changes.ts';

/** Each test has sites of its own in one index, which is packed once. */
let index: TestIndex;
const OLD = ['old1.net', 'old2.net', 'old3.net', 'old4.net', 'old5.net'];
const numbered = (count: number, url: string): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${url}${at}`);

beforeAll(async () => {
  index = await openTestIndex();
  // So many links and pages that those of a test are no tenth of them.
  const pages = numbered(300, 'https://page.com/').map((url) => pageFact(url, { links: ['https://page.com/'] }));
  const sites = numbered(3, 'site').map((site) =>
    pageFact(`https://${site}.com/`, { links: OLD.map((old) => `https://${old}/`) }),
  );
  await index.add(...pages, ...sites, pageFact('https://list.com/', { links: numbered(2000, 'https://many.net/') }));
  await index.rebuild();
  // Else the engine could merge what is new with all the rest, which would then be taken for new as well.
  await index.database.run(sql`SYSTEM STOP MERGES`);
});
afterAll(async () => {
  await index.database.run(sql`SYSTEM START MERGES`);
  await index.close();
});

async function updated(database: IndexDatabase = index.database, options: UpdateOptions = {}): Promise<void> {
  await update(database, () => undefined, { always_links_max: 0, ...options });
  const [row] = await index.database.rows(
    z.object({ rebuilds: z.int() }),
    sql`SELECT uniqExact(version) AS rebuilds FROM rebuilds`,
  );
  expect(row?.rebuilds).toBe(1);
}

/** What packs say of the links to a site; undefined where they hold no more. */
async function packed(site: string): Promise<readonly HeldLink[] | undefined> {
  const source = { ask: (query: Sql) => index.database.text(query), has_changes: true };
  const { own } = await packedLinks(source, { scope: wholeScope(parseTarget(site)), pages: [] }, HELD_COLUMNS);
  return own;
}

async function countOfPacked(...sites: readonly string[]): Promise<readonly (number | undefined)[]> {
  return Promise.all(sites.map(async (site) => (await packed(site))?.length));
}

/** Of links to a site, as the links themselves have them. */
async function countOf(site: string): Promise<string> {
  return index.database.text(sql`SELECT toString(count()) FROM links FINAL WHERE target_host = ${site}`);
}

const page = (url: string, links: readonly string[], at = day(3), language = 'en'): PageFact =>
  pageFact(url, { at, links, document: { language } });

describe('what is added to packs', () => {
  it('counts from one rebuild to the next, the newest last', async () => {
    for (const [number, language] of [
      [3, 'de'],
      [4, 'fr'],
      [5, 'it'],
    ] as const) {
      await index.add(
        page('https://site1.com/new', ['https://fresh1.net/', 'https://old1.net/x'], day(number), language),
      );
      expect(await countOfPacked('fresh1.net', 'old1.net')).toEqual([undefined, undefined]);
      await updated();
      expect((await packed('fresh1.net'))?.map((link) => link.language)).toEqual([language]);
      expect((await packed('old1.net'))?.map((link) => link.language)).toEqual(['en', 'en', 'en', language]);
    }
  });

  it.each([
    ['judged', /INSERT INTO links /, [2, 5], 1],
    ['looked for what came meanwhile', /INSERT INTO rebuild_[0-9]+_other_places /, [undefined, undefined], 2],
    ['packed', /INSERT INTO link_pack_changes /, [undefined, undefined], 3],
  ])('has what came after links were %s, or does not hold', async (_, moment, counts, at) => {
    const [fresh, old] = [`fresh2${at}.net`, OLD[at] ?? ''];
    await index.add(page(`https://site1.com/${at}`, [`https://${fresh}/`, `https://${old}/x`]));
    const run: IndexDatabase['run'] = async (statement) => {
      await index.database.run(statement);
      if (!moment.test(statement.text)) return;
      await index.add(page(`https://unheard${at}.com/`, [`https://${fresh}/`, `https://${old}/`]));
    };
    await updated(passedOn(index.database, { run }));
    expect(await countOfPacked(fresh, old)).toEqual(counts);
    await updated();
    expect(await countOfPacked(fresh, old)).toEqual([2, 5]);
  });

  it('does not hold where there is a pack no more, since a note stood in its place before packs could be added to', async () => {
    await index.database.run(sql`INSERT INTO link_packs (domain, packed_at, links, pack)
      SELECT domain, now64(3), 0, '' FROM link_packs WHERE domain = cityHash64('net.old5.')`);
    await index.add(page('https://site2.com/5', ['https://old5.net/']));
    await updated();
    expect(await countOfPacked('old5.net')).toEqual([undefined]);
    expect(await countOf('net.old5.')).toBe('4');
  });

  it('is added again where an insert was under way for so long that it did not hold', async () => {
    const began_ms = BigInt(Date.now());
    await index.add(page('https://site4.com/new', ['https://fresh5.net/']));
    const rows: IndexDatabase['rows'] = (row, query, stop) =>
      query.text.includes(' AS before_ms')
        ? Promise.resolve([row.parse({ before_ms: String(began_ms) })])
        : index.database.rows(row, query, stop);
    await updated(passedOn(index.database, { rows }));
    expect(await countOfPacked('fresh5.net')).toEqual([undefined]);
    await updated();
    expect(await countOfPacked('fresh5.net')).toEqual([1]);
  });

  it('is no more than is read in no time: of more links, the site is packed anew, by a later rebuild where there are many', async () => {
    await index.add(page('https://site3.com/new', [...numbered(6, 'https://fresh3.net/'), 'https://fresh4.net/']));
    await updated(index.database, { added_bounds: { added_max: 5, anew_max: 0 } });
    expect(await countOfPacked('fresh3.net', 'fresh4.net')).toEqual([undefined, 1]);
    await index.add(page('https://site3.com/newer', ['https://fresh3.net/', 'https://fresh4.net/']));
    await updated(index.database, { added_bounds: { added_max: 5, anew_max: 1 } });
    const packs = sql`SELECT toString(tuple(links, pack != '')) FROM link_packs FINAL WHERE domain = cityHash64('net.fresh3.') AND NOT is_note`;
    expect(await index.database.text(packs)).toBe('(7,1)');
    expect(await countOfPacked('fresh3.net', 'fresh4.net')).toEqual([7, 2]);
  });
});
