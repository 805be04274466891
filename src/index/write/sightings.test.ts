import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';

import { day, openTestIndex, pageFact, sighting, type TestIndex } from '../../../test/index-engine.ts';
import type { BacklinkRecord } from '../../ports/links.ts';
import { parseTarget } from '../../web/target.ts';
import { sql } from '../database/sql.ts';
import { EngineRankWriter, EngineSightingWriter } from './imports.ts';

let index: TestIndex;
let writer: EngineSightingWriter;
const { signal } = new AbortController();

beforeAll(async () => {
  index = await openTestIndex();
  writer = new EngineSightingWriter(index.database);
});
beforeEach(() => index.clear());
afterAll(() => index.close());

it('are in the next answer, whatever was asked just before', async () => {
  const target = parseTarget('target.com');
  const counted = async (): Promise<number | null> => {
    const query = { include_subdomains: true, include_indirect_links: true, exclude_internal_backlinks: true };
    const asked = { target, status: 'live', dofollow_only: false, list_limit: 10, ...query } as const;
    return (await index.links.summary(asked, signal)).value.backlinks;
  };
  const counts = [await counted()];
  for (const url of ['https://one.com/', 'https://two.org/', 'https://three.net/']) {
    await index.sightings.write([sighting(url)]);
    counts.push(await counted());
  }
  expect(counts).toEqual([null, 1, 2, 3]);
});

async function links(target: string): Promise<readonly BacklinkRecord[]> {
  await index.rebuild();
  return listed(target);
}

async function listed(target: string): Promise<readonly BacklinkRecord[]> {
  const { value } = await index.links.list(
    {
      target: parseTarget(target),
      status: 'all',
      include_indirect_links: true,
      dofollow_only: false,
      mode: 'as_is',
      broken_only: false,
      rank_min: undefined,
      sort_by: 'first_seen',
      limit: 100,
      offset: 0,
    },
    signal,
  );
  return value.backlinks;
}

it('adds links without a word about the rest of their pages', async () => {
  await index.writer.write(
    pageFact('https://a.com/', { at: day(3), links: ['https://target.com/old', 'https://other.com/'] }),
  );
  await index.writer.flush();
  await writer.write([sighting('https://a.com/', { last_seen: day(9) }), sighting('https://unread.com/p')]);
  const found = await links('target.com');
  expect(found.map(({ url_from, url_to, is_lost }) => [url_from, url_to, is_lost])).toEqual(
    expect.arrayContaining([
      ['https://a.com/', 'https://target.com/old', false],
      ['https://a.com/', 'https://www.target.com/x', false],
      ['https://unread.com/p', 'https://www.target.com/x', false],
    ]),
  );
  expect(found).toHaveLength(3);
  expect(await index.admin.stats(signal)).toMatchObject({ pages: 1 });
});

it('takes a reading of the page for the truth: what it does not show any more is lost', async () => {
  await writer.write([sighting('https://a.com/')]);
  expect(await links('target.com')).toMatchObject([{ is_lost: false }]);
  await index.writer.write(pageFact('https://a.com/', { at: day(7) }));
  await index.writer.flush();
  expect(await links('target.com')).toMatchObject([{ is_lost: true, lost_date: day(7).toISOString() }]);
});

it('keeps what was told lost so, until the link is seen again', async () => {
  await writer.write([sighting('https://a.com/', { lost_at: day(6) })]);
  expect(await links('target.com')).toMatchObject([
    { is_lost: true, lost_date: day(6).toISOString(), last_seen: day(5).toISOString() },
  ]);
  await writer.write([sighting('https://a.com/', { last_seen: day(8) })]);
  expect(await links('target.com')).toMatchObject([{ is_lost: false, first_seen: day(1).toISOString() }]);
});

it('shows what was told lost in the next answer, without a rebuild, and live again what was seen since', async () => {
  await index.sightings.write([sighting('https://a.com/'), sighting('https://b.com/')]);
  await index.rebuild();
  expect((await listed('target.com')).filter(({ is_lost }) => is_lost)).toEqual([]);
  await index.sightings.write([sighting('https://a.com/', { last_seen: day(6), lost_at: day(7) })]);
  const lost = (await listed('target.com')).filter(({ is_lost }) => is_lost);
  expect(lost).toMatchObject([{ url_from: 'https://a.com/', lost_date: day(7).toISOString() }]);
  await index.sightings.write([sighting('https://a.com/', { last_seen: day(8) })]);
  expect((await listed('target.com')).filter(({ is_lost }) => is_lost)).toEqual([]);
  await index.sightings.write([sighting('https://b.com/', { lost_at: day(6) })]);
  const atOnce = await listed('target.com');
  expect(await links('target.com')).toEqual(atOnce);
});

it('keeps lost what a newer table or a reading of the page showed lost, though an older table comes after', async () => {
  await index.sightings.write([
    sighting('https://a.com/', { last_seen: day(7), lost_at: day(8) }),
    sighting('https://b.com/'),
  ]);
  await index.writer.write(pageFact('https://b.com/', { at: day(7) }));
  await index.writer.flush();
  await index.rebuild();
  const older = { last_seen: day(3), lost_at: day(4) };
  await index.sightings.write([sighting('https://a.com/', older), sighting('https://b.com/', older)]);
  const atOnce = await listed('target.com');
  expect(atOnce).toMatchObject([
    { is_lost: true, lost_date: day(8).toISOString() },
    { is_lost: true, lost_date: day(7).toISOString() },
  ]);
  expect(await links('target.com')).toEqual(atOnce);
});

it('leaves no trace of a second writing, and keeps every letter', async () => {
  const odd = `it's \\ a "text"\twith {braces} -- { error X } and \0`;
  const one = sighting("https://a.com/it's?q=\\", {}, odd);
  const withText = { ...one, link: { ...one.link, text_pre: odd, text_post: odd, image_url: `https://i.com/'\\` } };
  const state = (): Promise<unknown> => index.database.rows(z.unknown(), sql`SELECT * FROM links FINAL`);
  await writer.write([withText]);
  const once = await state();
  await writer.write([withText, withText]);
  expect(await state()).toEqual(once);
  expect(once).toMatchObject([
    { anchor: odd, newest_text: { text_pre: odd, text_post: odd, image_url: `https://i.com/'\\` } },
  ]);
});

it('writes ranks of a release once, and the later writing wins', async () => {
  const ranks = new EngineRankWriter(index.database);
  const rank = {
    domain_key: 'com.a.',
    harmonic_position: 1,
    harmonic: 2.9e7,
    pagerank_position: 2,
    pagerank: 1e-9,
    hosts: 3,
  };
  await ranks.write('r1', [rank], day(1));
  await ranks.write('r1', [{ ...rank, hosts: 4 }], day(2));
  await ranks.write('r2', [rank], day(1));
  const rows = await index.database.rows(
    z.unknown(),
    sql`SELECT release, domain_key, harmonic, pagerank, hosts FROM imported_ranks FINAL ORDER BY release`,
  );
  expect(rows).toEqual([
    { release: 'r1', domain_key: 'com.a.', harmonic: 2.9e7, pagerank: 1e-9, hosts: 4 },
    { release: 'r2', domain_key: 'com.a.', harmonic: 2.9e7, pagerank: 1e-9, hosts: 3 },
  ]);
});
