import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { day, openTestIndex, pageFact, type TestIndex } from '../../../test/index-engine.ts';
import { parseTarget } from '../../web/target.ts';
import type { PageFact } from '../../ports/index.ts';
import type {
  AnchorsQuery,
  AnchorsRecord,
  BacklinkPage,
  LinkCompetitorsQuery,
  LinkCompetitorsRecord,
  LinkListQuery,
  LinkTimeseriesQuery,
  LinksSource,
  LinkTimeseriesRecord,
  PageIntersectionQuery,
  PageIntersectionRecord,
  ReferringDomainsQuery,
  ReferringDomainsRecord,
  TargetPagesQuery,
  TargetPagesRecord,
} from '../../ports/links.ts';
import { sql } from '../database/sql.ts';
import { IndexLinksSource } from './links.ts';
import { CoverageReader } from './rows/coverage.ts';

/** Every question on rows of names and on the copy with numbers: the same web, with a bound that makes no target hot, or all. */
let index: TestIndex;
const signal = AbortSignal.timeout(600_000);

beforeAll(async () => {
  index = await openTestIndex();
});
afterAll(() => index.close());

const BOUNDS = [
  { rows: 'names', hot_links_min: 1_000_000 },
  { rows: 'numbers', hot_links_min: 1 },
] as const;

async function judgedWeb(hotLinksMin: number, ...facts: readonly PageFact[]): Promise<void> {
  await index.clear();
  for (const fact of facts) await index.writer.write(fact);
  await index.writer.flush();
  await index.rebuild({ hot_links_min: hotLinksMin });
  // Writing nothing is enough for readers to look at the tables again.
  await index.writer.flush();
}

const TO = 'https://target.com';

const WEB: readonly PageFact[] = [
  pageFact(`${TO}/`, { document: { title: 'Target', text: 'three words here' }, links: [`${TO}/guide`] }),
  pageFact(`${TO}/guide`, { document: { title: 'The guide', text: 'one two three four five' } }),
  pageFact(`${TO}/gone`, { at: day(2), status: 404 }),
  pageFact('https://one.com/a', {
    document: { language: 'en', spam_score: 20, title: 'A of one', text: 'some words' },
    links: [
      { to: `${TO}/guide`, anchor: 'read the guide' },
      { to: `${TO}/gone`, anchor: 'old page' },
      { to: `${TO}/`, type: 'image', anchor: '', alt: 'logo', image_url: 'https://one.com/logo.png' },
      'https://rival.com/',
    ],
  }),
  pageFact('https://www.one.com/b', {
    document: { language: 'en', spam_score: 40 },
    links: [{ to: `${TO}/guide`, anchor: 'read the guide' }],
  }),
  pageFact('https://one.com/c', { document: { language: '' }, links: [{ to: 'https://old.net/', anchor: 'via old' }] }),
  pageFact('https://old.net/', { redirect: `${TO}/guide` }),
  pageFact('https://eins.de/', {
    at: day(10),
    document: { language: 'de', spam_score: 60 },
    links: [
      { to: `${TO}/guide`, anchor: 'Der Führer', dofollow: false, attributes: ['nofollow'] },
      { to: `${TO}/`, anchor: 'target' },
      'https://rival.com/',
      'https://other.io/',
    ],
  }),
  pageFact('https://two.org/x', { links: [{ to: `${TO}/`, anchor: 'target' }] }),
  pageFact('https://two.org/x', { at: day(5) }),
  pageFact('https://two.org/y', {
    at: day(8),
    links: [{ to: 'https://blog.target.com/post', anchor: 'post' }, 'https://shop.rival.com/'],
  }),
  pageFact('https://zzz.com/', { links: ['https://rival.com/'] }),
  // With fewer domains than ten there would be no ranks.
  pageFact('https://strange.net/', { links: ['https://stranger.net/', 'https://strangest.net/'] }),
];

const LIVE = {
  target: parseTarget('target.com'),
  status: 'live',
  include_indirect_links: true,
  backlinks_min: undefined,
  referring_domains_min: undefined,
  sort_by: 'backlinks',
  limit: 100,
  offset: 0,
} as const;

async function anchors(query: Partial<AnchorsQuery> = {}): Promise<AnchorsRecord> {
  return (await index.links.anchors({ ...LIVE, anchor_filter: undefined, ...query }, signal)).value;
}

async function referring(query: Partial<ReferringDomainsQuery> = {}): Promise<ReferringDomainsRecord> {
  const whole = { ...LIVE, domain_filter: undefined, referring_pages_min: undefined, rank_min: undefined, ...query };
  return (await index.links.referringDomains(whole, signal)).value;
}

async function pages(query: Partial<TargetPagesQuery> = {}): Promise<TargetPagesRecord> {
  const whole = { ...LIVE, page_filter: undefined, title_filter: undefined, status_code: undefined, ...query };
  return (await index.links.targetPages(whole, signal)).value;
}

async function competitors(
  query: Partial<LinkCompetitorsQuery> = {},
  links: Pick<LinksSource, 'competitors'> = index.links,
): Promise<LinkCompetitorsRecord> {
  const whole = {
    target: LIVE.target,
    main_domain: true,
    exclude_domains: [],
    rank_min: undefined,
    intersections_min: undefined,
    ...query,
  };
  return (await links.competitors(whole, signal)).value;
}

async function timeseries(query: Partial<LinkTimeseriesQuery> = {}): Promise<LinkTimeseriesRecord> {
  const whole: LinkTimeseriesQuery = {
    target: LIVE.target,
    include_subdomains: true,
    include_indirect_links: true,
    date_from: '2026-03-02',
    date_to: '2026-03-31',
    group: 'week',
    spam_score_min: 61,
    ...query,
  };
  return (await index.links.timeseries(whole, signal)).value;
}

async function intersection(query: Partial<PageIntersectionQuery> = {}): Promise<PageIntersectionRecord> {
  const whole: PageIntersectionQuery = {
    targets: [parseTarget('target.com'), parseTarget('rival.com')],
    exclude_targets: [],
    status: 'live',
    dofollow_only: false,
    mode: 'all',
    spam_score_max: undefined,
    sort_by: 'first_seen',
    limit: 100,
    ...query,
  };
  return (await index.links.pageIntersection(whole, signal)).value;
}

describe.each(BOUNDS)('questions on rows of $rows', ({ hot_links_min }) => {
  beforeAll(() => judgedWeb(hot_links_min, ...WEB));

  it('are answered from the rows that they are meant to be', async () => {
    const rows = await index.database.rows(z.object({ links: z.int() }), sql`SELECT count() AS links FROM hot_links`);
    expect((rows[0]?.links ?? 0) > 0).toBe(hot_links_min === 1);
  });

  it('group links by their text, with what most links of each have', async () => {
    const found = await anchors();
    expect(found).toMatchObject({ total_count: 7, backlinks: 9 });
    expect(found.anchors.map(({ anchor, backlinks }) => [anchor, backlinks])).toEqual([
      ['', 2],
      ['read the guide', 2],
      ['Der Führer', 1],
      ['old page', 1],
      ['post', 1],
      ['target', 1],
      ['via old', 1],
    ]);
    const [images, guide, german, old, post, target, via] = found.anchors;
    expect(images).toMatchObject({ image_backlinks: 1, image_alt: 'logo', referring_domains: 2, spam_score: 20 });
    expect(guide).toMatchObject({
      dofollow_backlinks: 2,
      referring_domains: 2,
      referring_main_domains: 1,
      referring_pages: 2,
      spam_score: 30,
      broken_backlinks: 0,
      lost_date: null,
      language: 'en',
      target_url: `${TO}/guide`,
      target_title: 'The guide',
      image_backlinks: 0,
      image_alt: '',
    });
    expect(german).toMatchObject({ dofollow_backlinks: 0, language: 'de', rank: 0 });
    expect(old).toMatchObject({ broken_backlinks: 1, target_url: `${TO}/gone`, target_title: null });
    expect(post).toMatchObject({ broken_backlinks: null, target_url: 'https://blog.target.com/post' });
    expect(target).toMatchObject({
      lost_backlinks: 1,
      lost_date: day(5).toISOString(),
      last_seen: day(10).toISOString(),
    });
    expect(via).toMatchObject({ language: null, target_url: 'https://old.net/', target_title: null });
    expect(found.commonest.map(({ anchor }) => anchor)).toEqual(found.anchors.map(({ anchor }) => anchor));
    expect(found.commonest[1]).toEqual({
      anchor: 'read the guide',
      backlinks: 2,
      referring_main_domains: 1,
      image_backlinks: 0,
      target_url: `${TO}/guide`,
      target_title: 'The guide',
    });
  });

  it('tell which of some sites link already, to any host of the target, each by its best live link', async () => {
    const domains = ['one.com', 'two.org', 'eins.de', 'zzz.com', 'nobody.example', 'target.com'];
    const counted = new IndexLinksSource(index.database, new CoverageReader(index.database), 0);
    for (const links of [index.links, counted]) {
      // oxlint-disable-next-line no-await-in-loop -- One reader after the other.
      const { value } = await links.linkingSites({ target: LIVE.target, domains }, signal);
      expect(
        value.sites?.map(({ domain, backlinks, url_from, url_to, dofollow }) => [
          domain,
          backlinks,
          url_from,
          url_to,
          dofollow,
        ]),
      ).toEqual([
        ['one.com', 5, 'https://one.com/a', `${TO}/`, true],
        ['eins.de', 2, 'https://eins.de/', `${TO}/`, true],
        ['two.org', 1, 'https://two.org/y', 'https://blog.target.com/post', true],
      ]);
    }
    const nobody = await index.links.linkingSites({ target: parseTarget('nobody.example'), domains }, signal);
    expect(nobody.value.sites).toBeNull();
  });

  it('filter texts as they stand, in any case, and tell the whole beside', async () => {
    const filtered = await anchors({ anchor_filter: 'FÜHR' });
    expect(filtered).toMatchObject({ total_count: 1, backlinks: 9, anchors: [{ anchor: 'Der Führer' }] });
    expect(filtered.commonest).toHaveLength(7);
    for (const anchor_filter of ['%', '_', '.', '*', "'", '\\'])
      expect(await anchors({ anchor_filter })).toMatchObject({ total_count: 0, anchors: [] });
    expect(await anchors({ backlinks_min: 2 })).toMatchObject({ total_count: 2 });
    expect(await anchors({ referring_domains_min: 3 })).toMatchObject({ total_count: 0, backlinks: 9 });
    expect(await anchors({ status: 'lost' })).toMatchObject({
      total_count: 1,
      backlinks: 1,
      anchors: [{ anchor: 'target' }],
    });
    expect(await anchors({ status: 'all' })).toMatchObject({ total_count: 7, backlinks: 10 });
  });

  it('cut their groups into pages that neither overlap nor skip, in every order', async () => {
    for (const sort_by of ['backlinks', 'rank', 'referring_domains', 'spam_score', 'broken_backlinks'] as const) {
      const whole = await anchors({ sort_by });
      const parts = [await anchors({ sort_by, limit: 3 }), await anchors({ sort_by, limit: 3, offset: 3 })];
      parts.push(await anchors({ sort_by, limit: 3, offset: 6 }));
      expect(parts.flatMap((part) => part.anchors)).toEqual(whole.anchors);
      expect(await anchors({ sort_by, offset: 7 })).toMatchObject({ total_count: 7, anchors: [] });
    }
    expect((await anchors({ sort_by: 'spam_score' })).anchors[0]?.anchor).toBe('Der Führer');
    expect((await anchors({ sort_by: 'broken_backlinks' })).anchors.at(-1)?.anchor).toBe('post');
  });

  it('group links by the host that they come from', async () => {
    const found = await referring();
    expect(found).toMatchObject({ total_count: 5, backlinks: 9 });
    expect(found.domains.map(({ domain, main_domain, backlinks }) => [domain, main_domain, backlinks])).toEqual([
      ['one.com', 'one.com', 4],
      ['eins.de', 'eins.de', 2],
      ['www.one.com', 'one.com', 1],
      ['old.net', 'old.net', 1],
      ['two.org', 'two.org', 1],
    ]);
    expect(found.domains[0]).toMatchObject({ referring_pages: 2, broken_backlinks: 1, top_anchor: '' });
    expect(found.domains[1]).toMatchObject({ dofollow_backlinks: 1, spam_score: 60, top_anchor: 'Der Führer' });
    expect(found.domains[4]).toMatchObject({
      lost_backlinks: 1,
      lost_date: day(5).toISOString(),
      broken_backlinks: null,
    });
    expect((await referring({ sort_by: 'lost_date' })).domains[0]?.domain).toBe('two.org');
    expect((await referring({ sort_by: 'first_seen' })).domains[0]?.domain).toBe('eins.de');
    expect((await referring({ domain_filter: 'ONE.com' })).total_count).toBe(2);
    expect((await referring({ domain_filter: 'com.one' })).total_count).toBe(0);
    expect((await referring({ domain_filter: 'www.o' })).domains).toMatchObject([{ domain: 'www.one.com' }]);
    expect((await referring({ referring_pages_min: 2 })).domains).toMatchObject([{ domain: 'one.com' }]);
    const ranks = (await referring({ sort_by: 'rank' })).domains.map(({ domain_rank }) => domain_rank ?? -1);
    expect(ranks).toEqual(ranks.toSorted((one, other) => other - one));
    const best = Math.max(...ranks);
    expect((await referring({ rank_min: best })).domains.every(({ domain_rank }) => domain_rank === best)).toBe(true);
  });

  it('group links by the page where they end, with what is known of the page', async () => {
    const found = await pages();
    expect(found).toMatchObject({ total_count: 4, backlinks: 9 });
    expect(found.pages.map(({ url, backlinks, referring_domains }) => [url, backlinks, referring_domains])).toEqual([
      [`${TO}/guide`, 5, 4],
      [`${TO}/`, 2, 2],
      [`${TO}/gone`, 1, 1],
      ['https://blog.target.com/post', 1, 1],
    ]);
    expect(found.pages[0]).toMatchObject({
      title: 'The guide',
      status_code: 200,
      words_count: 5,
      referring_main_domains: 3,
      first_visited: day(1).toISOString(),
    });
    expect(found.pages[1]).toMatchObject({ lost_backlinks: 1, internal_links: 1, external_links: 0 });
    expect(found.pages[2]).toMatchObject({ title: null, status_code: 404, words_count: null, broken_backlinks: 1 });
    expect(found.pages[3]).toMatchObject({ title: null, status_code: null, first_visited: null });
    const urls = async (query: Partial<TargetPagesQuery>): Promise<string[]> =>
      (await pages(query)).pages.map(({ url }) => url);
    expect(await urls({ page_filter: 'BLOG.target.com/P' })).toEqual(['https://blog.target.com/post']);
    expect(await urls({ page_filter: 'https://target.com/g', limit: 1 })).toEqual([`${TO}/guide`]);
    expect(await urls({ title_filter: 'GUIDE' })).toEqual([`${TO}/guide`]);
    expect(await urls({ status_code: 404 })).toEqual([`${TO}/gone`]);
    expect(await urls({ backlinks_min: 2 })).toEqual([`${TO}/guide`, `${TO}/`]);
    expect((await urls({ sort_by: 'words_count' })).slice(0, 2)).toEqual([`${TO}/guide`, `${TO}/`]);
    expect((await urls({ sort_by: 'first_visited' }))[0]).toBe(`${TO}/gone`);
    expect((await urls({ sort_by: 'external_links' })).slice(0, 2)).toEqual([`${TO}/guide`, `${TO}/`]);
    const ranked = await pages({ sort_by: 'rank' });
    const ranks = ranked.pages.map(({ page_rank }) => page_rank ?? -1);
    expect(ranks).toEqual(ranks.toSorted((one, other) => other - one));
    expect(await urls({ target: parseTarget('blog.target.com') })).toEqual(['https://blog.target.com/post']);
  });

  it('find whom the linking sites link to as well', async () => {
    const found = await competitors();
    expect(found).toMatchObject({ referring_main_domains: 4, total_count: 3 });
    expect(
      found.competitors.map(({ domain, intersections, referring_main_domains }) => [
        domain,
        intersections,
        referring_main_domains,
      ]),
    ).toEqual([
      ['rival.com', 3, 4],
      ['other.io', 1, 1],
      ['old.net', 1, 1],
    ]);
    const hosts = await competitors({ main_domain: false });
    expect(hosts.competitors.map(({ domain, intersections }) => [domain, intersections])).toEqual([
      ['rival.com', 2],
      ['shop.rival.com', 1],
      ['other.io', 1],
      ['old.net', 1],
    ]);
    for (const main_domain of [true, false])
      expect((await competitors({ main_domain, exclude_domains: ['rival.com'] })).total_count).toBe(2);
    expect((await competitors({ intersections_min: 2 })).competitors).toMatchObject([{ domain: 'rival.com' }]);
    const best = Math.max(...found.competitors.map(({ rank }) => rank ?? -1));
    const strong = await competitors({ rank_min: best });
    expect(strong.total_count).toBe(strong.competitors.length);
    expect(strong.competitors.every(({ rank }) => rank === best)).toBe(true);
  });

  it('name competitors as the rebuild numbered them that counted them, and not another one', async () => {
    const coverage = await new CoverageReader(index.database).read();
    const site = { key: 'com.wrong.', rank: 1, domains: 9 };
    const sites = new Map([0, 1, 2, 3, 4].map((no) => [no, { ...site, no }]));
    const before = { ...coverage, linked_most: () => ({ version: coverage.authority_version - 1, sites }) };
    const links = new IndexLinksSource(index.database, { read: () => Promise.resolve(before) }, 0);
    const found = await competitors({}, links);
    expect(found.competitors.map(({ domain }) => domain)).toEqual(['rival.com', 'other.io', 'old.net']);
  });

  it('tell when links and hosts came and went, so that it adds up', async () => {
    expect(await timeseries()).toEqual({
      before: { backlinks: 7, referring_domains: 4 },
      points: [
        {
          period: '2026-03-02',
          new_backlinks: 1,
          lost_backlinks: 1,
          new_referring_domains: 0,
          lost_referring_domains: 0,
        },
        {
          period: '2026-03-09',
          new_backlinks: 2,
          lost_backlinks: 0,
          new_referring_domains: 1,
          lost_referring_domains: 0,
        },
      ],
      spam: { referring_domains_before: 0, points: [] },
      observed_from: '2026-03-01',
      observed_to: '2026-03-10',
    });
    expect((await timeseries({ group: 'month', date_to: '2026-03-09' })).points).toEqual([
      {
        period: '2026-03-01',
        new_backlinks: 1,
        lost_backlinks: 1,
        new_referring_domains: 0,
        lost_referring_domains: 0,
      },
    ]);
    expect((await timeseries({ group: 'day', date_from: '2026-03-05', date_to: '2026-03-05' })).points).toEqual([
      {
        period: '2026-03-05',
        new_backlinks: 0,
        lost_backlinks: 1,
        new_referring_domains: 0,
        lost_referring_domains: 0,
      },
    ]);
    expect(await timeseries({ group: 'year', date_from: '2026-01-01', date_to: '2026-12-31' })).toMatchObject({
      before: { backlinks: 0, referring_domains: 0 },
      points: [{ period: '2026-01-01', new_backlinks: 10, lost_backlinks: 1, new_referring_domains: 5 }],
    });
    expect(await timeseries({ date_from: '2026-03-20' })).toMatchObject({
      before: { backlinks: 9, referring_domains: 5 },
      points: [],
    });
    expect(await timeseries({ include_subdomains: false })).toMatchObject({ points: [{ new_backlinks: 0 }, {}] });
  });

  it('find the pages that link to several targets, and leave out those that link to an excluded one', async () => {
    const found = await intersection();
    expect(found.total_count).toBe(3);
    expect(found.pages.map(({ url }) => url)).toEqual(['https://eins.de/', 'https://two.org/y', 'https://one.com/a']);
    expect(found.pages[2]).toMatchObject({
      domain: 'one.com',
      title: 'A of one',
      language: 'en',
      spam_score: 20,
      word_count: 2,
      external_links: 4,
      first_seen: day(1).toISOString(),
      linked_targets: [
        { target: 'target.com', links_count: 3 },
        { target: 'rival.com', links_count: 1, links: [{ url_to: 'https://rival.com/' }] },
      ],
    });
    expect(found.pages[2]?.linked_targets[0]?.links).toHaveLength(3);
    const urls = async (query: Partial<PageIntersectionQuery>): Promise<string[]> =>
      (await intersection(query)).pages.map(({ url }) => url).toSorted();
    expect(await urls({ exclude_targets: [parseTarget('other.io')] })).toEqual([
      'https://one.com/a',
      'https://two.org/y',
    ]);
    expect(await urls({ spam_score_max: 20 })).toEqual(['https://one.com/a', 'https://two.org/y']);
    expect(await urls({ mode: 'partial' })).toHaveLength(7);
    expect(await urls({ mode: 'partial', status: 'lost' })).toEqual(['https://two.org/x']);
    expect(await intersection({ mode: 'partial', limit: 2 })).toMatchObject({ total_count: 7, pages: [{}, {}] });
    expect(await urls({ targets: [parseTarget(`${TO}/guide`), parseTarget('rival.com')] })).toEqual([
      'https://eins.de/',
      'https://one.com/a',
    ]);
  });

  it('add up to what the summary and the list count', async () => {
    const summary = async (target: string): Promise<unknown> =>
      (
        await index.links.summary(
          {
            target: parseTarget(target),
            status: 'live',
            include_indirect_links: true,
            dofollow_only: false,
            include_subdomains: true,
            exclude_internal_backlinks: true,
            list_limit: 3,
          },
          signal,
        )
      ).value;
    expect(await summary('target.com')).toMatchObject({
      backlinks: 9,
      referring_domains: 5,
      referring_main_domains: 4,
      referring_pages: 6,
      referring_domains_nofollow: 0,
      dofollow_backlinks: 8,
      broken_backlinks: 1,
      broken_pages: 1,
      lost_backlinks: 1,
      spam_score: 28,
      link_types: [
        { value: 'anchor', backlinks: 7 },
        { value: 'image', backlinks: 1 },
        { value: 'redirect', backlinks: 1 },
      ],
      link_attributes: [{ value: 'nofollow', backlinks: 1 }],
      languages: [
        { value: 'en', backlinks: 5 },
        { value: 'de', backlinks: 2 },
      ],
      top_anchors: [
        { anchor: '', backlinks: 2, referring_domains: 2 },
        { anchor: 'read the guide', backlinks: 2, referring_domains: 2 },
        { anchor: 'Der Führer', backlinks: 1, referring_domains: 1 },
      ],
      top_pages: [
        { url: `${TO}/guide`, backlinks: 5, referring_domains: 4, status_code: 200 },
        { url: `${TO}/`, backlinks: 2, referring_domains: 2, status_code: 200 },
        { url: `${TO}/gone`, backlinks: 1, referring_domains: 1, status_code: 404 },
      ],
    });
    expect(await summary('blog.target.com')).toMatchObject({ backlinks: 1 });
    expect(await summary(`${TO}/guide`)).toMatchObject({ backlinks: 5, referring_domains: 4, broken_backlinks: 0 });
  });

  it('list links with everything about them, in every mode', async () => {
    const list = async (query: Partial<LinkListQuery>): Promise<BacklinkPage> =>
      (
        await index.links.list(
          {
            target: LIVE.target,
            status: 'live',
            include_indirect_links: true,
            dofollow_only: false,
            mode: 'as_is',
            broken_only: false,
            rank_min: undefined,
            sort_by: 'rank',
            limit: 100,
            offset: 0,
            ...query,
          },
          signal,
        )
      ).value;
    const whole = await list({});
    expect(whole).toMatchObject({ total_count: 9 });
    expect(whole.backlinks.find(({ item_type }) => item_type === 'image')).toMatchObject({
      url_from: 'https://one.com/a',
      url_to: `${TO}/`,
      anchor: '',
      alt: 'logo',
      image_url: 'https://one.com/logo.png',
      text_pre: 'before ',
      text_post: ' after',
      page_from_title: 'A of one',
      is_indirect_link: false,
    });
    expect(whole.backlinks.find(({ is_indirect_link }) => is_indirect_link)).toMatchObject({
      url_to: 'https://old.net/',
      url_to_redirect_target: `${TO}/guide`,
      url_to_status_code: 301,
    });
    const parts = [await list({ limit: 4 }), await list({ limit: 4, offset: 4 }), await list({ limit: 4, offset: 8 })];
    expect(parts.flatMap(({ backlinks }) => backlinks)).toEqual(whole.backlinks);
    expect(await list({ offset: 50 })).toEqual({ total_count: 9, backlinks: [] });
    const hosts = await list({ mode: 'one_per_domain' });
    expect(hosts.total_count).toBe(5);
    expect(Object.fromEntries(hosts.backlinks.map((link) => [link.domain_from, link.group_count]))).toEqual({
      'one.com': 4,
      'www.one.com': 1,
      'eins.de': 2,
      'old.net': 1,
      'two.org': 1,
    });
    expect((await list({ mode: 'one_per_anchor', sort_by: 'first_seen' })).total_count).toBe(7);
    expect((await list({ broken_only: true })).backlinks).toMatchObject([{ url_to: `${TO}/gone`, is_broken: true }]);
    expect((await list({ status: 'lost' })).backlinks).toMatchObject([{ lost_date: day(5).toISOString() }]);
  });
});

describe('before anything was judged', () => {
  it('lists a followed link before one that is not', async () => {
    await index.clear();
    const links = [
      { to: 'https://shop.com/a', dofollow: false },
      { to: 'https://shop.com/b', dofollow: true },
    ];
    await index.writer.write(pageFact('https://blog.net/', { links }));
    await index.writer.flush();
    const query = {
      ...LIVE,
      target: parseTarget('shop.com'),
      dofollow_only: false,
      broken_only: false,
      rank_min: undefined,
      sort_by: 'rank',
    } as const;
    for (const mode of ['as_is', 'one_per_domain'] as const) {
      const { value } = await index.links.list({ ...query, mode }, signal);
      expect(value.backlinks[0]?.url_to).toBe('https://shop.com/b');
    }
  });

  it('shows links at once, live and of unknown rank, and says so', async () => {
    await index.clear();
    for (const fact of WEB) await index.writer.write(fact);
    await index.writer.flush();
    const found = await index.links.anchors({ ...LIVE, anchor_filter: undefined }, signal);
    expect(found.source.note).toContain('Links have not been ranked yet');
    // The link that two.org dropped is lost at once; the one by way of old.net is not known to be one.
    expect(found.value).toMatchObject({ total_count: 6, backlinks: 8 });
    expect(found.value.anchors[1]).toMatchObject({ anchor: 'read the guide', rank: null, spam_score: null });
    expect(await referring({ rank_min: 0 })).toMatchObject({ total_count: 0, backlinks: 8 });
    expect(await competitors()).toMatchObject({ rank: null, total_count: 0, competitors: [] });
  });

  it('answers null figures while no page was read that could show a link', async () => {
    await index.clear();
    await index.writer.write(pageFact(`${TO}/`, { links: [`${TO}/guide`] }));
    await index.writer.flush();
    expect(await anchors()).toEqual({ total_count: null, backlinks: null, anchors: [], commonest: [] });
    expect(await referring()).toEqual({ total_count: null, backlinks: null, domains: [], tool_reports: [] });
    expect(await pages()).toEqual({ total_count: null, backlinks: null, pages: [] });
    expect(await competitors()).toEqual({
      rank: null,
      referring_main_domains: null,
      total_count: null,
      competitors: [],
    });
    expect(await timeseries()).toMatchObject({ before: null, points: [], observed_from: '2026-03-01' });
    expect(await intersection({ targets: [LIVE.target] })).toEqual({ total_count: null, pages: [] });
    const { source } = await index.links.anchors({ ...LIVE, anchor_filter: undefined }, signal);
    expect(source).toMatchObject({ observed_at: day(1).toISOString() });
    expect(source.note).toContain('counts are unknown');
  });
});
