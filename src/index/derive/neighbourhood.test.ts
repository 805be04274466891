import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { openTestIndex, pageFact, type TestIndex } from '../../../test/index-engine.ts';
import { factsOf, neighbourhood, type NeighbourSite, unrelatedSites } from '../../../test/links/neighbourhood.ts';
import { hostOfKey } from '../../web/url.ts';
import { sql } from '../database/sql.ts';

let index: TestIndex;
let scores: ReadonlyMap<string, number>;
const sites = [...neighbourhood(), ...unrelatedSites(35)];

const HOTELS = ['alpenhof', 'seeblick', 'talgasthof', 'bergkrone', 'waldruh', 'hofgarten'].map(
  (name) => `${name}.example`,
);
const BLOGS = ['cuaderno', 'carnet', 'notizen', 'diario', 'agenda', 'libreta'].map((name) => `${name}.example`);

/** The hotels of one family, which name each other below every page, and blogs that thank the maker of their software. */
const LOOKALIKES = [
  ...HOTELS.map((host) =>
    pageFact(`https://${host}/`, {
      document: { text: `Zimmer im ${host}`, title: host },
      links: HOTELS.filter((other) => other !== host).map((other) => ({
        to: `https://${other}/`,
        anchor: other,
        position: 'footer' as const,
      })),
    }),
  ),
  ...BLOGS.map((host, at) =>
    pageFact(`https://${host}/`, {
      document: { text: `Página ${at} del ${host}`, title: host },
      links: [{ to: 'https://pressworks.example/', anchor: 'Creado con Press Works' }],
    }),
  ),
];

beforeAll(async () => {
  index = await openTestIndex();
  for (const fact of await factsOf(sites)) await index.writer.write(fact);
  for (const fact of LOOKALIKES) await index.writer.write(fact);
  await index.writer.flush();
  await index.rebuild({ hot_links_min: 1_000_000 });
  scores = await scoresByPage();
});
afterAll(() => index.close());

const Row = z.object({ host: z.string(), path: z.string(), spam: z.number() });

/** What the links of every page were judged by. */
async function scoresByPage(): Promise<ReadonlyMap<string, number>> {
  const rows = await index.database.rows(
    Row,
    sql`SELECT source_host AS host, source_path AS path, any(spam) AS spam FROM links FINAL GROUP BY host, path`,
  );
  return new Map(rows.map(({ host, path, spam }) => [`https://${hostOfKey(host)}${path === '' ? '/' : path}`, spam]));
}

/** Of the pages that hold a link. */
function scoresOf(site: NeighbourSite): readonly number[] {
  return site.pages.flatMap(({ url }) => scores.get(url) ?? []);
}

describe('the spam score of pages in a web whose truth is known', () => {
  it('is over 60 for every page of every farm', () => {
    const farms = sites.filter(({ character }) => character.endsWith('_farm'));
    expect(farms.map((site) => [site.domain, scoresOf(site).map((score) => score > 60)])).toEqual(
      farms.map(({ domain, pages }) => [domain, pages.map(() => true)]),
    );
  });

  it('is under 20 for every page of honest sites, documentation, institutions, and of the shop that bought', () => {
    const honest = sites.filter(({ character }) => !character.endsWith('_farm') && character !== 'hacked');
    expect(
      honest.map((site) => [site.domain, Math.max(0, ...scoresOf(site))]).filter(([, most]) => Number(most) >= 20),
    ).toEqual([]);
  });

  it('is over 60 for the hacked pages of a forum, and under 20 for its others', () => {
    const forum = sites.find(({ character }) => character === 'hacked');
    const pages = forum?.pages.map(({ url, is_hacked }) => [is_hacked, scores.get(url) ?? -1] as const) ?? [];
    expect(pages.filter(([isHacked, score]) => (isHacked ? score <= 60 : score >= 20))).toEqual([]);
    expect(pages.filter(([isHacked]) => isHacked)).toHaveLength(3);
  });

  it('adds nothing to the hotels of one family that name each other in footers, nor to blogs that credit their software', () => {
    const known = LOOKALIKES.map(({ url }) => [url, scores.get(url)]);
    // What the planted documents say of themselves.
    expect(known).toEqual(LOOKALIKES.map(({ url }) => [url, 10]));
  });
});
