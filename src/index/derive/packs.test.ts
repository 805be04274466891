import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { day, openTestIndex, pageFact, sighting, type TestIndex } from '../../../test/index-engine.ts';
import { passedOn } from '../../../test/index-database.ts';
import { parseTarget } from '../../web/target.ts';
import type { PageFact } from '../../ports/index.ts';
import type { LinkSummaryQuery } from '../../ports/links.ts';
import type { IndexDatabase } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { CoverageReader } from '../read/rows/coverage.ts';
import { IndexLinksSource } from '../read/links.ts';
import { type PackBounds, writePacks } from './packs.ts';
import { USUAL_QUESTIONS } from './usual-questions.ts';

let index: TestIndex;
/** Statements on the links themselves, not on packs of them. */
const onLinks: string[] = [];
const signal = AbortSignal.timeout(120_000);

beforeAll(async () => {
  index = await openTestIndex();
});
beforeEach(() => index.clear());
afterAll(() => index.close());

/** The same database, whose reads of links are noted. */
function heard(database: IndexDatabase): IndexDatabase {
  return passedOn(database, {
    columns: (query, stop) => {
      if (/FROM links FINAL/.test(query.text)) onLinks.push(query.text);
      return database.columns(query, stop);
    },
  });
}

const pack = (bounds: PackBounds = {}): Promise<void> =>
  writePacks(index.database, { version: Date.now() }, () => undefined, bounds);

/** A source that nobody has asked anything. */
function links(): IndexLinksSource {
  return new IndexLinksSource(heard(index.database), new CoverageReader(index.database));
}

/** As a write of one of its links does to each domain. */
const outdate = (): Promise<void> =>
  index.database.run(
    sql`INSERT INTO link_packs (domain, packed_at, links, pack, is_note) SELECT DISTINCT domain, now64(3) + INTERVAL 1 SECOND, 0, '', 1 FROM link_packs`,
  );

const WHOLE = {
  status: 'all',
  dofollow_only: false,
  include_subdomains: true,
  include_indirect_links: true,
  exclude_internal_backlinks: true,
  list_limit: 10,
} as const;

async function counted(target: string, query: Partial<LinkSummaryQuery> = {}): Promise<number | null> {
  onLinks.length = 0;
  return (await links().summary({ ...WHOLE, target: parseTarget(target), ...query }, signal)).value.backlinks;
}

const WEB: readonly PageFact[] = [
  pageFact('https://one.com/', {
    links: [
      { to: 'https://target.com/', anchor: 'Quotes " and \\ and\nlines\t✓' },
      {
        to: 'https://blog.target.com/post',
        type: 'image',
        anchor: '',
        alt: 'logo',
        attributes: ['nofollow'],
        dofollow: false,
      },
      'https://other.net/',
    ],
  }),
  pageFact('https://www.two.org/x', { links: ['http://target.com/page', 'https://target.com.evil.net/'] }),
  pageFact('https://blog.target.com/', { links: ['https://target.com/'] }),
  pageFact('https://old.info/go', { redirect: 'https://target.com/page' }),
  pageFact('https://six.com/', { links: ['https://old.info/go', 'https://old.info/stays'] }),
  pageFact('https://two.org/y', { links: ['https://target.com/'] }),
  pageFact('https://two.org/y', { at: day(4), links: ['https://other.net/'] }),
];

describe('packs of links', () => {
  it('give every usual answer about a domain, a subdomain and a page that the links themselves give', async () => {
    await index.add(...WEB);
    await index.rebuild();
    const asked = async (): Promise<readonly unknown[]> => {
      onLinks.length = 0;
      const answers: unknown[] = [];
      for (const target of ['target.com', 'blog.target.com', 'https://target.com/', 'other.net']) {
        for (const ask of Object.values(USUAL_QUESTIONS)) answers.push(await ask(links(), parseTarget(target), signal));
        for (const narrower of [{ dofollow_only: true }, { include_subdomains: false }]) {
          answers.push((await links().summary({ ...WHOLE, target: parseTarget(target), ...narrower }, signal)).value);
        }
      }
      return answers;
    };
    const packed = await asked();
    expect(onLinks).toEqual([]);
    await outdate();
    expect(packed).toEqual(await asked());
    expect(onLinks).not.toEqual([]);
  });

  it('of another site give way where a link comes to a page of it that leads into the target', async () => {
    await index.add(...WEB);
    await index.rebuild();
    expect(await counted('target.com')).toBe(6);
    expect(onLinks).toEqual([]);
    await index.add(pageFact('https://seven.com/', { links: ['https://old.info/go'] }));
    expect(await counted('target.com')).toBe(7);
    expect(await counted('target.com', { include_indirect_links: false })).toBe(5);
    expect(onLinks).toEqual([]);
  });

  it('are not missed where no link leads to the target, or to a page of another site that leads into it', async () => {
    await index.add(...WEB, pageFact('https://unheard.info/', { redirect: 'https://target.com/page' }));
    await index.rebuild();
    expect(await counted('target.com')).toBe(7);
    expect(await counted('six.com')).toBe(0);
    expect(onLinks).toEqual([]);
  });

  it('leave links of the domain to itself to the links', async () => {
    await index.add(...WEB);
    await pack();
    expect(await counted('target.com')).toBe(5);
    expect(await counted('target.com', { exclude_internal_backlinks: false })).toBe(6);
  });

  it('are not taken for all links below a public suffix, each of which is a domain of its own', async () => {
    await index.add(pageFact('https://one.com/', { links: ['https://co.uk/', 'https://shop.co.uk/'] }));
    await pack();
    expect(await counted('co.uk')).toBe(2);
  });

  it('leave a public suffix to its copy where it has one, which is of all links below it', async () => {
    await index.add(
      pageFact('https://one.com/', { links: ['https://co.uk/', 'https://shop.co.uk/', 'https://a.com/'] }),
    );
    await index.rebuild({ hot_links_min: 1 });
    expect([await counted('co.uk'), await counted('shop.co.uk'), await counted('a.com')]).toEqual([2, 1, 1]);
    expect(onLinks).toEqual([]);
  });

  it('give way as soon as a link comes, changes or goes, until the next rebuild', async () => {
    await index.add(...WEB);
    await pack();
    const live = { status: 'live' } as const;
    expect(await counted('target.com', live)).toBe(4);
    await index.add(pageFact('https://three.org/', { links: ['https://target.com/'] }));
    expect(await counted('target.com', live)).toBe(5);
    expect(onLinks).not.toEqual([]);
    expect(await counted('other.net', live)).toBe(2);
    expect(onLinks).toEqual([]);
    await pack();
    expect(await counted('target.com', live)).toBe(5);
    expect(onLinks).toEqual([]);
    await index.add(pageFact('https://three.org/', { at: day(8), links: [] }));
    expect(await counted('target.com', live)).toBe(4);
    await pack();
    await index.add(
      pageFact('https://www.two.org/x', { at: day(9), links: [{ to: 'http://target.com/page', dofollow: false }] }),
    );
    expect(await counted('target.com', { ...live, dofollow_only: true })).toBe(2);
    await pack();
    await index.sightings.write([sighting('https://four.org/')]);
    expect(await counted('target.com', live)).toBe(5);
  });

  it('are written anew for domains whose links changed, and for no others', async () => {
    await index.add(...WEB);
    await pack();
    const packedAt = async (): Promise<ReadonlyMap<string, string>> => {
      const names = sql`SELECT cityHash64(name) AS id, name FROM values('name String', 'com.target.', 'net.other.')`;
      const rows = await index.database.rows(
        z.object({ name: z.string(), at: z.string() }),
        sql`SELECT n.name AS name, toString(p.packed_at) AS at FROM link_packs AS p FINAL INNER JOIN (${names}) AS n ON n.id = p.domain
          WHERE p.links > 0`,
      );
      return new Map(rows.map(({ name, at }) => [name, at]));
    };
    const before = await packedAt();
    await pack();
    expect(await packedAt()).toEqual(before);
    await index.add(pageFact('https://blog.target.com/', { at: day(6), links: ['https://other.net/'] }));
    // Range by range, as a large index is packed.
    await pack({ links_at_once: 1 });
    const after = await packedAt();
    expect(after.get('com.target.')).toBe(before.get('com.target.'));
    expect(after.get('net.other.')).not.toBe(before.get('net.other.'));
  });

  it('are left out for domains with more links than are read row by row', async () => {
    await index.add(...WEB);
    await pack({ links_max: 2 });
    expect(await counted('target.com')).toBe(5);
    expect(onLinks).not.toEqual([]);
    expect(await counted('other.net')).toBe(2);
    expect(onLinks).toEqual([]);
  });
});
