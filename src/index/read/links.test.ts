import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { day, openTestIndex, pageFact, type TestIndex } from '../../../test/index-engine.ts';
import { SharedRebuilds } from '../../../test/links/together.ts';
import { parseTarget } from '../../web/target.ts';
import type { PageFact } from '../../ports/index.ts';
import type { BacklinkPage, LinkListQuery, LinkSummaryQuery, LinkSummaryRecord } from '../../ports/links.ts';
import { sql } from '../database/sql.ts';
import { copyKey, CoverageReader } from './rows/coverage.ts';

let index: TestIndex;
const signal = AbortSignal.timeout(300_000);

beforeAll(async () => {
  index = await openTestIndex();
});
afterAll(() => index.close());

/** Nothing else is in the index. */
async function web(...facts: readonly PageFact[]): Promise<void> {
  await index.clear();
  await index.add(...facts);
}

/** Tests of judged webs run side by side, each on domains of its own. */
const together = new SharedRebuilds(() => index.rebuild());

/** What is broken or indirect, and how strong a link is, is known as of a rebuild. */
async function judgedWeb(...facts: readonly PageFact[]): Promise<void> {
  await index.add(...facts);
  await together.rebuilt();
}

const WHOLE = {
  status: 'live',
  dofollow_only: false,
  include_subdomains: true,
  include_indirect_links: true,
  exclude_internal_backlinks: true,
  list_limit: 10,
} as const;

async function summary(target: string, query: Partial<LinkSummaryQuery> = {}): Promise<LinkSummaryRecord> {
  const whole: LinkSummaryQuery = { ...WHOLE, target: parseTarget(target), ...query };
  return (await index.links.summary(whole, signal)).value;
}

function listQuery(target: string, query: Partial<LinkListQuery> = {}): LinkListQuery {
  return {
    target: parseTarget(target),
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
  };
}

async function list(target: string, query: Partial<LinkListQuery> = {}): Promise<BacklinkPage> {
  return (await index.links.list(listQuery(target, query), signal)).value;
}

async function linkingUrls(target: string, query: Partial<LinkListQuery> = {}): Promise<string[]> {
  return (await list(target, query)).backlinks.map((link) => link.url_from).sort();
}

it('shows a link at once, however often its target was asked about before', async () => {
  await web(pageFact('https://one.com/', { links: ['https://target.com/'] }));
  const counts: (number | null)[] = [];
  for (let asked = 0; asked < 3; asked += 1) counts.push((await summary('target.com')).backlinks);
  await index.add(pageFact('https://two.org/', { links: ['https://target.com/'] }));
  counts.push((await summary('target.com')).backlinks);
  expect(counts).toEqual([1, 1, 1, 2]);
  expect(await linkingUrls('target.com')).toEqual(['https://one.com/', 'https://two.org/']);
});

it('shows new and lost links at once, although its target was copied by a rebuild, and the copy again after the next one', async () => {
  await web(
    pageFact('https://one.com/', { links: ['https://target.com/'] }),
    pageFact('https://two.org/', { links: ['https://target.com/', 'https://other.net/'] }),
    pageFact('https://three.org/', { links: ['https://other.net/'] }),
  );
  const copied = async (): Promise<readonly string[]> => {
    const { hot_targets, outdated_copies } = await new CoverageReader(index.database).read();
    const current = [...hot_targets].filter(
      ([key, copy]) => key.startsWith('domain') && !outdated_copies.has(copyKey(copy)),
    );
    return current.map(([key]) => key).toSorted();
  };
  const copies = ['domain\ncom.target.\n', 'domain\nnet.other.\n'];
  await index.rebuild({ hot_links_min: 2 });
  expect(await copied()).toEqual(copies);
  expect(await summary('target.com')).toMatchObject({ backlinks: 2, lost_backlinks: 0 });
  await index.add(pageFact('https://four.org/', { links: ['https://target.com/'] }));
  expect(await copied()).toEqual(['domain\nnet.other.\n']);
  expect(await summary('target.com')).toMatchObject({ backlinks: 3, lost_backlinks: 0 });
  await index.rebuild({ hot_links_min: 2 });
  expect(await copied()).toEqual(copies);
  await index.add(pageFact('https://one.com/', { at: day(9), links: [] }));
  expect(await copied()).toEqual(['domain\nnet.other.\n']);
  expect(await summary('target.com')).toMatchObject({ backlinks: 2, lost_backlinks: 1 });
});

describe('what counts as a link', () => {
  it('counts links of other domains to the domain, its subdomains and every page', async () => {
    await web(
      pageFact('https://one.com/', { links: ['https://target.com/', 'https://blog.target.com/post'] }),
      pageFact('https://www.two.org/x', { links: ['http://target.com/page'] }),
      pageFact('https://blog.target.com/', { links: ['https://target.com/'] }),
      pageFact('https://nottarget.com/', { links: ['https://target.com.evil.net/', 'https://nottarget.com/y'] }),
    );
    expect(await summary('target.com')).toMatchObject({
      backlinks: 3,
      referring_domains: 2,
      referring_main_domains: 2,
      referring_pages: 2,
      dofollow_backlinks: 3,
      lost_backlinks: 0,
    });
    expect(await summary('target.com', { include_subdomains: false })).toMatchObject({ backlinks: 2 });
    expect(await summary('blog.target.com')).toMatchObject({ backlinks: 1, referring_domains: 1 });
    expect(await summary('target.com', { exclude_internal_backlinks: false })).toMatchObject({ backlinks: 4 });
    expect(await summary('nowhere.net')).toMatchObject({
      backlinks: null,
      referring_domains: null,
      first_seen: null,
      rank: null,
    });
  });

  it('folds http, https and the trailing slash of a page, and keeps the spelling of each link', async () => {
    await web(
      pageFact('https://one.com/', { links: ['https://target.com/page/', 'https://target.com/page?x=1'] }),
      pageFact('https://two.com/', { links: ['http://target.com/page'] }),
    );
    expect(await summary('https://target.com/page')).toMatchObject({ backlinks: 2 });
    expect(await summary('http://target.com/page/')).toMatchObject({ backlinks: 2 });
    expect(await summary('https://target.com/page/?x=1')).toMatchObject({ backlinks: 1 });
    const { backlinks } = await list('https://target.com/page');
    expect(backlinks.map((link) => link.url_to).sort()).toEqual(['http://target.com/page', 'https://target.com/page/']);
  });

  it('tells links of one page to one page apart by type and text, and folds equal ones', async () => {
    await web(
      pageFact('https://one.com/', {
        links: [
          { to: 'https://target.com/', anchor: 'first', count: 2 },
          { to: 'http://target.com/', anchor: 'first', count: 3 },
          { to: 'https://target.com/', anchor: 'second' },
          { to: 'https://target.com/', anchor: 'third', dofollow: false, attributes: ['nofollow', 'ugc'] },
          {
            to: 'https://target.com/',
            type: 'image',
            anchor: '',
            alt: 'a logo',
            image_url: 'https://one.com/logo.png',
          },
        ],
      }),
    );
    const { total_count, backlinks } = await list('target.com');
    expect(total_count).toBe(4);
    expect(backlinks.find((link) => link.anchor === 'first')).toMatchObject({ links_count: 5, dofollow: true });
    expect(backlinks.find((link) => !link.dofollow)).toMatchObject({
      anchor: 'third',
      attributes: ['nofollow', 'ugc'],
    });
    expect(backlinks.find((link) => link.item_type === 'image')).toMatchObject({
      alt: 'a logo',
      image_url: 'https://one.com/logo.png',
    });
    expect(await summary('target.com')).toMatchObject({
      backlinks: 4,
      dofollow_backlinks: 3,
      referring_domains_nofollow: 0,
    });
    expect(await summary('target.com', { dofollow_only: true })).toMatchObject({ backlinks: 3 });
  });

  it('counts a host as nofollow when none of its links is followed, also when the page says so as a whole', async () => {
    await web(
      pageFact('https://one.com/', { links: [{ to: 'https://target.com/', dofollow: false }] }),
      pageFact('https://two.com/', { links: [{ to: 'https://target.com/', dofollow: false }, 'https://target.com/b'] }),
      pageFact('https://three.com/', { document: { nofollow: true }, links: ['https://target.com/'] }),
    );
    expect(await summary('target.com')).toMatchObject({ referring_domains: 3, referring_domains_nofollow: 2 });
  });

  it('answers null counts when no page was read that could show a link or the target was never seen, else 0', async () => {
    await web(pageFact('https://target.com/', { links: ['https://target.com/b'] }));
    expect(await summary('target.com')).toMatchObject({ backlinks: null, referring_domains: null, spam_score: null });
    expect(await list('target.com')).toEqual({ total_count: null, backlinks: [] });
    expect(await summary('target.com', { exclude_internal_backlinks: false })).toMatchObject({ backlinks: 1 });
    await index.add(pageFact('https://other.com/gone', { status: 404 }));
    expect(await summary('target.com')).toMatchObject({ backlinks: null });
    await index.add(pageFact('https://other.com/'), pageFact('https://other.com/', { at: day(2), status: 404 }));
    await index.database.run(sql`OPTIMIZE TABLE page_states FINAL`);
    expect(await summary('target.com')).toMatchObject({ backlinks: 0 });
    await web(pageFact('https://moved.com/', { redirect: 'https://target.com/' }));
    expect(await summary('target.com')).toMatchObject({ backlinks: 1 });
    await web(pageFact('https://other.com/'));
    expect(await summary('target.com')).toMatchObject({ backlinks: null });
    expect(await list('target.com')).toEqual({ total_count: null, backlinks: [] });
    await index.add(pageFact('https://target.com/'));
    expect(await summary('target.com')).toMatchObject({ backlinks: 0 });
    expect(await list('target.com')).toEqual({ total_count: 0, backlinks: [] });
  });

  it('carries text of pages that looks like SQL, tables or escapes unharmed', async () => {
    const anchor = `'); DROP TABLE links; -- \\ \\' \t tab \u0000 nul \n line "q" \`b\` {p:String} 漢字 \u{1F600} \\N`;
    const target = `https://target.com/it's?q='%20OR%201=1--&b=\\x`;
    await web(
      pageFact(`https://one.com/o'neil\\n?a='b'`, { links: [{ to: target, anchor, text_pre: "['x']", alt: '\\' }] }),
    );
    const { backlinks } = await list('target.com');
    expect(backlinks).toHaveLength(1);
    expect(backlinks[0]).toMatchObject({ anchor, text_pre: "['x']", alt: '\\', url_to: new URL(target).href });
    expect((await list(target)).total_count).toBe(1);
    expect((await summary('target.com')).top_anchors?.[0]?.anchor).toBe(anchor);
  });
});

describe('lost and returned, without a rebuild', () => {
  const linking = (what: string, at: number): PageFact =>
    pageFact(`https://one-${what}.com/`, { at: day(at), links: [`https://target-${what}.com/`] });
  const empty = (what: string, at: number): PageFact => pageFact(`https://one-${what}.com/`, { at: day(at) });

  it('calls a link lost on the first visit that does not show it, and live when it returns', async () => {
    await index.add(linking('return', 1));
    expect(await summary('target-return.com')).toMatchObject({ backlinks: 1, lost_backlinks: 0 });
    await index.add(empty('return', 5), empty('return', 9));
    expect(await summary('target-return.com')).toMatchObject({ backlinks: 0, lost_backlinks: 1 });
    const lost = await list('target-return.com', { status: 'lost' });
    expect(lost.backlinks[0]).toMatchObject({
      is_lost: true,
      lost_date: day(5).toISOString(),
      last_seen: day(1).toISOString(),
    });
    await index.add(linking('return', 12));
    const live = await list('target-return.com');
    expect(live.backlinks[0]).toMatchObject({
      is_lost: false,
      lost_date: null,
      first_seen: day(1).toISOString(),
      last_seen: day(12).toISOString(),
    });
  });

  it('gives the same answer for every order in which the visits arrive', async () => {
    const orders = [
      [0, 1, 2, 3, 4],
      [4, 3, 2, 1, 0],
      [2, 0, 4, 1, 3],
      [0, 1, 2, 3, 4, 1, 3],
    ];
    const visitsOf = (what: string): PageFact[] => [
      linking(what, 1),
      empty(what, 5),
      linking(what, 7),
      empty(what, 9),
      empty(what, 11),
    ];
    for (let arrived = 0; arrived < 7; arrived += 1) {
      const each = orders.map((order, at) => visitsOf(`order${at}`)[order[arrived] ?? -1]);
      await index.add(...each.filter((visit) => visit !== undefined));
    }
    const answers: unknown[] = [];
    for (const at of orders.keys()) {
      const { backlinks } = await list(`target-order${at}.com`, { status: 'all' });
      expect(backlinks).toMatchObject([{ first_seen: day(1).toISOString(), lost_date: day(9).toISOString() }]);
      answers.push(JSON.parse(JSON.stringify(backlinks).replaceAll(`order${at}`, 'order')));
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('loses links with a page that is gone or moved, and not with one that fails', async () => {
    const fates = [
      { status: 404, is_lost: true },
      { status: 410, is_lost: true },
      { status: 301, is_lost: true },
      { status: 500, is_lost: false },
      { status: 503, is_lost: false },
      { status: 403, is_lost: false },
      { status: 304, is_lost: false },
    ];
    await index.add(
      ...fates.flatMap(({ status }) => [
        linking(`fate${status}`, 1),
        pageFact(`https://one-fate${status}.com/`, { at: day(2), status }),
      ]),
    );
    for (const { status, is_lost } of fates) {
      const { backlinks } = await list(`target-fate${status}.com`, { status: 'all' });
      expect([status, backlinks.map((link) => link.is_lost)]).toEqual([status, [is_lost]]);
    }
  });

  it('does not take a page that answers with something else than a document for one without links', async () => {
    await index.add(linking('pdf', 1), {
      ...empty('pdf', 3),
      document: undefined,
      content_type: 'application/pdf',
    });
    expect(await summary('target-pdf.com')).toMatchObject({ backlinks: 1, lost_backlinks: 0 });
  });

  it('does not take the http spelling that leads to the same page for a move', async () => {
    await index.add(
      linking('http', 1),
      pageFact('http://one-http.com/', { at: day(2), redirect: 'https://one-http.com/' }),
    );
    expect(await summary('target-http.com')).toMatchObject({ backlinks: 1, lost_backlinks: 0 });
  });

  it('takes a visit that finds the page unchanged for one that shows the link, until the page changes', async () => {
    const unchanged = (at: number): PageFact => pageFact('https://one-same.com/', { at: day(at), status: 304 });
    await index.add(
      linking('same', 1),
      pageFact('https://two-same.com/', { links: ['https://target-same.com/'] }),
      unchanged(4),
      unchanged(3),
    );
    const seen = async (): Promise<unknown[]> =>
      (await list('target-same.com', { status: 'all' })).backlinks
        .filter((link) => link.domain_from === 'one-same.com')
        .map(({ first_seen, last_seen, is_lost, page_from_status_code }) => [
          first_seen,
          last_seen,
          is_lost,
          page_from_status_code,
        ]);
    expect(await seen()).toEqual([[day(1).toISOString(), day(4).toISOString(), false, 200]]);
    expect(await summary('target-same.com')).toMatchObject({ backlinks: 2, last_seen: day(4).toISOString() });
    await index.add(empty('same', 6), unchanged(8));
    expect(await seen()).toEqual([[day(1).toISOString(), day(4).toISOString(), true, 200]]);
    await index.add(unchanged(9));
    expect(await summary('target-same.com')).toMatchObject({ backlinks: 1, last_seen: day(1).toISOString() });
  });

  it('shows what the last visit saw of a link that changed around its text', async () => {
    const newer = pageFact('https://one-around.com/', {
      at: day(9),
      links: [{ to: 'http://target-around.com/', position: 'footer', text_pre: 'now ', count: 4 }],
    });
    await index.add(newer, linking('around', 1));
    const { backlinks } = await list('target-around.com');
    expect(backlinks).toHaveLength(1);
    expect(backlinks[0]).toMatchObject({
      semantic_location: 'footer',
      text_pre: 'now ',
      links_count: 4,
      url_to: 'http://target-around.com/',
    });
  });

  it('counts lost links whatever status is asked, and lists each status by itself', async () => {
    await index.add(
      linking('status', 1),
      empty('status', 2),
      pageFact('https://two-status.com/', { links: ['https://target-status.com/'] }),
      pageFact('https://three-status.com/', { links: ['https://target-status.com/'] }),
    );
    expect(await summary('target-status.com')).toMatchObject({ backlinks: 2, lost_backlinks: 1 });
    expect(await summary('target-status.com', { status: 'all' })).toMatchObject({
      backlinks: 3,
      lost_backlinks: 1,
    });
    expect(await summary('target-status.com', { status: 'lost' })).toMatchObject({
      backlinks: 1,
      lost_backlinks: 1,
    });
    expect(await linkingUrls('target-status.com', { status: 'lost' })).toEqual(['https://one-status.com/']);
  });
});

describe.concurrent('as of a rebuild', () => {
  describe('a list of competitors', () => {
    it('keeps a thousand of more level competitors, those that the shared sites say most of, and counts all', () =>
      together.run(async () => {
        const listed = Array.from({ length: 1200 }, (_, at) => `listed-${String(at).padStart(4, '0')}.org`);
        const directory = ['target-level.com', ...listed].map((site) => `https://${site}/`);
        const chosen = ['target-level.com', 'zenith-level.org', 'zone-level.org'].map((site) => `https://${site}/`);
        await judgedWeb(
          pageFact('https://one-level.com/', { links: directory }),
          pageFact('https://two-level.net/', { links: directory }),
          pageFact('https://three-level.dev/', { links: chosen }),
          pageFact('https://four-level.dev/', { links: chosen }),
        );
        const query = { main_domain: true, exclude_domains: [], intersections_min: undefined };
        for (const rank_min of [undefined, 0]) {
          const asked = { ...query, target: parseTarget('target-level.com'), rank_min };
          const { total_count, competitors } = (await index.links.competitors(asked, signal)).value;
          expect(total_count).toBe(1202);
          expect(competitors).toHaveLength(1000);
          expect(competitors.slice(-2).map(({ domain }) => domain)).toEqual(['zenith-level.org', 'zone-level.org']);
          expect(new Set(competitors.map(({ intersections }) => intersections))).toEqual(new Set([2]));
        }
      }));
  });

  describe('a link', () => {
    it('keeps a link that gains or loses its nofollow one link with its age', () =>
      together.run(async () => {
        const link = { to: 'https://target-flags.com/', anchor: 'one' };
        await judgedWeb(
          pageFact('https://one-flags.com/', {
            at: day(3),
            links: [{ ...link, dofollow: false, attributes: ['nofollow'] }],
          }),
          pageFact('https://one-flags.com/', { at: day(1), links: [link] }),
          pageFact('https://one-flags.com/', {
            at: day(2),
            links: [{ ...link, dofollow: false, attributes: ['nofollow'] }],
          }),
        );
        const { backlinks } = await list('target-flags.com', { status: 'all' });
        expect(backlinks).toHaveLength(1);
        expect(backlinks[0]).toMatchObject({ dofollow: false, is_lost: false, first_seen: day(1).toISOString() });
        expect(await summary('target-flags.com', {})).toMatchObject({
          backlinks: 1,
          dofollow_backlinks: 0,
          lost_backlinks: 0,
        });
      }));
  });

  describe('broken, new and moved', () => {
    it('calls a link broken by the newest answer of its page, and says nothing of pages never fetched', () =>
      together.run(async () => {
        await judgedWeb(
          pageFact('https://one-broken.com/', {
            links: [
              'https://target-broken.com/gone',
              'https://target-broken.com/back',
              'https://target-broken.com/unseen',
            ],
          }),
          pageFact('https://two-broken.com/', { links: ['https://target-broken.com/gone'] }),
          pageFact('https://target-broken.com/gone', { at: day(1) }),
          pageFact('https://target-broken.com/gone', { at: day(2), status: 404 }),
          pageFact('https://target-broken.com/back', { at: day(1), status: 500 }),
          pageFact('https://target-broken.com/back', { at: day(2) }),
        );
        expect(await summary('target-broken.com')).toMatchObject({
          backlinks: 4,
          broken_backlinks: 2,
          broken_pages: 1,
        });
        const { backlinks } = await list('target-broken.com');
        const fates = new Map(backlinks.map((link) => [link.url_to, [link.is_broken, link.url_to_status_code]]));
        expect(fates.get('https://target-broken.com/gone')).toEqual([true, 404]);
        expect(fates.get('https://target-broken.com/back')).toEqual([false, 200]);
        expect(fates.get('https://target-broken.com/unseen')).toEqual([null, null]);
        expect(await linkingUrls('target-broken.com', { broken_only: true })).toEqual([
          'https://one-broken.com/',
          'https://two-broken.com/',
        ]);
        expect((await list('target-broken.com', { broken_only: true })).total_count).toBe(2);
        expect((await summary('target-broken.com')).top_pages?.[0]).toEqual({
          url: 'https://target-broken.com/gone',
          backlinks: 2,
          referring_domains: 2,
          status_code: 404,
        });
      }));

    it('says nothing of broken links while none of the pages that they name was fetched', () =>
      together.run(async () => {
        await judgedWeb(
          pageFact('https://one-unfetched.com/', {
            links: ['https://target-unfetched.com/a', 'https://target-unfetched.com/b'],
          }),
        );
        expect(await summary('target-unfetched.com')).toMatchObject({
          backlinks: 2,
          broken_backlinks: null,
          broken_pages: null,
        });
        expect(await summary('nowhere-unfetched.net')).toMatchObject({
          backlinks: null,
          broken_backlinks: null,
          broken_pages: null,
        });
        await judgedWeb(pageFact('https://target-unfetched.com/a'));
        expect(await summary('target-unfetched.com')).toMatchObject({ broken_backlinks: 0, broken_pages: 0 });
      }));

    it('calls a link new when an earlier fetch did not show it, within 30 days before the newest of the index', () =>
      together.run(async () => {
        const april = (date: number): Date => new Date(Date.UTC(2026, 3, date));
        await judgedWeb(
          pageFact('https://at-first-sight-new.com/', { at: april(20), links: ['https://target-new.com/'] }),
          pageFact('https://after-failure-new.com/', { at: april(1), status: 500 }),
          pageFact('https://after-failure-new.com/', { at: april(20), links: ['https://target-new.com/'] }),
          pageFact('https://added-new.com/', { at: day(1) }),
          pageFact('https://added-new.com/', { at: april(20), links: ['https://target-new.com/'] }),
          pageFact('https://added-long-ago-new.com/', { at: day(1) }),
          pageFact('https://added-long-ago-new.com/', { at: day(2), links: ['https://target-new.com/'] }),
          pageFact('https://else-new.com/', { at: new Date(Date.UTC(2026, 4, 1)) }),
        );
        const { backlinks } = await list('target-new.com');
        expect(backlinks.filter((link) => link.is_new).map((link) => link.url_from)).toEqual([
          'https://added-new.com/',
        ]);
        expect(backlinks).toHaveLength(4);
      }));

    it('counts links to pages that lead into the target as indirect, as long as they do', () =>
      together.run(async () => {
        await judgedWeb(
          pageFact('https://one-indirect.com/', {
            links: ['https://old-indirect.net/a', 'https://copy-indirect.net/b', 'https://target-indirect.com/'],
          }),
          pageFact('https://old-indirect.net/a', { at: day(2), redirect: 'https://target-indirect.com/new/' }),
          pageFact('https://copy-indirect.net/b', {
            at: day(2),
            document: { canonical_url: 'https://target-indirect.com/b' },
          }),
        );
        // Besides the three of the first page, the redirect and the canonical are links themselves.
        expect(await summary('target-indirect.com')).toMatchObject({ backlinks: 5 });
        expect(await summary('target-indirect.com', { include_indirect_links: false })).toMatchObject({ backlinks: 3 });
        expect(await summary('https://target-indirect.com/new')).toMatchObject({ backlinks: 2 });
        expect((await list('target-indirect.com')).total_count).toBe(5);
        const marked = await list('https://target-indirect.com/new');
        expect(marked.backlinks.find((link) => link.is_indirect_link)).toMatchObject({
          url_from: 'https://one-indirect.com/',
          url_to: 'https://old-indirect.net/a',
          url_to_redirect_target: 'https://target-indirect.com/new/',
        });
        await judgedWeb(
          pageFact('https://old-indirect.net/a', { at: day(3), redirect: 'https://elsewhere-indirect.org/' }),
          pageFact('https://copy-indirect.net/b', { at: day(3) }),
        );
        expect(await summary('target-indirect.com')).toMatchObject({ backlinks: 1, lost_backlinks: 2 });
      }));

    it('follows a redirect to a page whose canonical is in the target, and survives circles', () =>
      together.run(async () => {
        await judgedWeb(
          pageFact('https://one-circle.com/', { links: ['https://first-circle.net/', 'https://round-circle.net/'] }),
          pageFact('https://first-circle.net/', { redirect: 'https://second-circle.net/' }),
          pageFact('https://second-circle.net/', { document: { canonical_url: 'https://target-circle.com/end' } }),
          pageFact('https://round-circle.net/', { redirect: 'https://about-circle.net/' }),
          pageFact('https://about-circle.net/', { redirect: 'https://round-circle.net/' }),
        );
        // The canonical itself, the redirect onto the page that has it, and the link that starts the way.
        expect(await summary('target-circle.com')).toMatchObject({ backlinks: 3 });
        expect((await summary('target-circle.com')).top_pages).toMatchObject([
          { url: 'https://target-circle.com/end', backlinks: 3 },
        ]);
        expect(await summary('round-circle.net')).toMatchObject({ backlinks: 2 });
      }));
  });

  describe('lists', () => {
    const manyLinks = Array.from({ length: 7 }, (_, host) =>
      Array.from({ length: 5 }, (__, page) =>
        pageFact(`https://h${host}.site${host % 3}.com/p${page}`, {
          at: day(1 + (host % 2)),
          links: [{ to: `https://target-many.com/${page % 2}`, anchor: `text ${page % 4}`, dofollow: page !== 3 }],
        }),
      ),
    ).flat();

    it('cuts a list into pages that neither overlap nor skip, in every order', () =>
      together.run(async () => {
        await judgedWeb(...manyLinks);
        for (const sort_by of ['rank', 'page_rank', 'first_seen', 'lost_date'] as const) {
          const whole = await list('target-many.com', { sort_by, status: 'all' });
          const pages: unknown[] = [];
          for (let offset = 0; offset < 40; offset += 8) {
            const page = await list('target-many.com', { sort_by, status: 'all', limit: 8, offset });
            expect(page.total_count).toBe(35);
            pages.push(...page.backlinks);
          }
          expect(pages).toEqual(whole.backlinks);
          expect(new Set(whole.backlinks.map((link) => link.url_from)).size).toBe(35);
        }
      }));

    it('keeps one link of each host or each text, says how many it stands for, and counts the groups', () =>
      together.run(async () => {
        await judgedWeb(...manyLinks);
        const hosts = await list('target-many.com', { mode: 'one_per_domain' });
        expect(hosts.total_count).toBe(7);
        expect(hosts.backlinks.map((link) => link.group_count)).toEqual([5, 5, 5, 5, 5, 5, 5]);
        expect(new Set(hosts.backlinks.map((link) => link.domain_from)).size).toBe(7);
        const followed = await list('target-many.com', { mode: 'one_per_domain', dofollow_only: true });
        expect(followed.backlinks.map((link) => link.group_count)).toEqual([4, 4, 4, 4, 4, 4, 4]);
        const anchors = await list('target-many.com', { mode: 'one_per_anchor' });
        expect(anchors.total_count).toBe(4);
        expect(Object.fromEntries(anchors.backlinks.map((link) => [link.anchor, link.group_count]))).toEqual({
          'text 0': 14,
          'text 1': 7,
          'text 2': 7,
          'text 3': 7,
        });
      }));

    it('counts in total what the summary counts', () =>
      together.run(async () => {
        await judgedWeb(...manyLinks);
        const { backlinks } = await summary('target-many.com');
        expect((await list('target-many.com')).total_count).toBe(backlinks);
        expect((await list('target-many.com', { limit: 1, offset: 5000 })).total_count).toBe(backlinks);
        expect((await list('target-many.com', { mode: 'one_per_domain' })).total_count).toBe(
          (await summary('target-many.com')).referring_domains,
        );
      }));

    it('distributes the links in the summary by what they and their pages are', () =>
      together.run(async () => {
        await judgedWeb(
          pageFact('https://eins-spread.de/', {
            document: { language: 'de', platform_type: 'blogs', spam_score: 20 },
            links: [
              {
                to: 'https://target-spread.com/',
                anchor: 'Ziel',
                position: 'footer',
                attributes: ['nofollow', 'sponsored'],
                dofollow: false,
              },
              {
                to: 'https://target-spread.com/x',
                anchor: 'Ziel',
                position: 'content',
                attributes: ['nofollow'],
                dofollow: false,
              },
            ],
          }),
          pageFact('https://one-spread.co.uk/', {
            document: { language: 'en', platform_type: '', spam_score: 51 },
            links: [{ to: 'https://target-spread.com/', anchor: 'target' }],
          }),
          pageFact('https://old-spread.com/', { redirect: 'https://target-spread.com/' }),
        );
        const found = await summary('target-spread.com');
        expect(found.link_types).toEqual([
          { value: 'anchor', backlinks: 3 },
          { value: 'redirect', backlinks: 1 },
        ]);
        expect(found.link_attributes).toEqual([
          { value: 'nofollow', backlinks: 2 },
          { value: 'sponsored', backlinks: 1 },
        ]);
        expect(found.tlds).toEqual([
          { value: 'de', backlinks: 2 },
          { value: 'co.uk', backlinks: 1 },
          { value: 'com', backlinks: 1 },
        ]);
        expect(found.semantic_locations).toEqual([
          { value: 'content', backlinks: 2 },
          { value: 'footer', backlinks: 1 },
          { value: 'head', backlinks: 1 },
        ]);
        expect(found.platform_types).toEqual([{ value: 'blogs', backlinks: 2 }]);
        expect(found.languages).toEqual([
          { value: 'de', backlinks: 2 },
          { value: 'en', backlinks: 1 },
        ]);
        expect(found.top_anchors?.[0]).toEqual({ anchor: 'Ziel', backlinks: 2, referring_domains: 1 });
        expect(found.spam_score).toBe(35.5);
        expect((await summary('target-spread.com', { list_limit: 1 })).tlds).toHaveLength(1);
      }));

    it('shows what is known of the linking page, and null where its newest answer was no document', () =>
      together.run(async () => {
        await judgedWeb(
          pageFact('https://one-known.com/a', {
            document: { title: 'One', language: 'fr', word_count: 321, spam_score: 7.4 },
            links: ['https://target-known.com/', 'https://one-known.com/b', 'https://else-known.org/'],
          }),
          pageFact('https://two-known.com/', { links: ['https://target-known.com/'] }),
          pageFact('https://two-known.com/', { at: day(4), status: 503 }),
        );
        const { backlinks } = await list('target-known.com');
        expect(backlinks.find((link) => link.domain_from === 'one-known.com')).toMatchObject({
          page_from_title: 'One',
          page_from_language: 'fr',
          page_from_status_code: 200,
          page_from_word_count: 321,
          page_from_external_links: 2,
          page_from_internal_links: 1,
          backlink_spam_score: 7,
          tld_from: 'com',
        });
        expect(backlinks.find((link) => link.domain_from === 'two-known.com')).toMatchObject({
          page_from_title: null,
          page_from_status_code: 503,
          page_from_word_count: null,
          backlink_spam_score: null,
          is_lost: false,
        });
      }));
  });

  describe('a page of which only head and links were handed on', () => {
    it('shows its title and links, and null for what nobody read', () =>
      together.run(async () => {
        const partly = { title: 'Partly', text_read: false, word_count: 0, text: '', spam_score: 0 };
        await judgedWeb(
          pageFact('https://one-partly.com/a', {
            document: partly,
            links: ['https://target-partly.com/', 'https://else-partly.org/'],
          }),
          pageFact('https://target-partly.com/', { document: partly }),
        );
        const [link] = (await list('target-partly.com')).backlinks;
        expect(link).toMatchObject({
          page_from_title: 'Partly',
          page_from_external_links: 2,
          page_from_word_count: null,
          backlink_spam_score: null,
        });
        expect((await summary('target-partly.com')).spam_score).toBeNull();
        const asked = {
          target: parseTarget('target-partly.com'),
          status: 'live',
          include_indirect_links: true,
          sort_by: 'words_count',
          limit: 5,
          offset: 0,
        } as const;
        const filters = { page_filter: undefined, title_filter: 'part', status_code: undefined };
        const least = { backlinks_min: undefined, referring_domains_min: undefined };
        const { value } = await index.links.targetPages({ ...asked, ...filters, ...least }, signal);
        expect(value.pages).toMatchObject([{ title: 'Partly', words_count: null, external_links: 0 }]);
      }));
  });
});

describe('the rank of a target', () => {
  it('is that of Common Crawl where the own graph does not know the domain, and says so', async () => {
    await index.clear();
    await index.database.run(sql`INSERT INTO imported_ranks (release, domain_key, harmonic_position, harmonic,
      pagerank_position, pagerank, hosts, imported_at) SELECT 'cc-main-2026-apr-may-jun', 'com.far.', 1000, 1, 1, 0.1, 1, now()`);
    const query: LinkSummaryQuery = { ...WHOLE, target: parseTarget('far.com') };
    const { value, source } = await index.links.summary(query, signal);
    expect(value.rank).toBe(629);
    expect(source.note).toContain('Common Crawl');
    expect((await summary('near.com')).rank).toBeNull();
  });

  it('is the same where many are asked for at once, in the order asked', async () => {
    await index.clear();
    await index.database.run(sql`INSERT INTO imported_ranks (release, domain_key, harmonic_position, harmonic,
      pagerank_position, pagerank, hosts, imported_at) SELECT 'cc-main-2026-apr-may-jun', 'com.far.', 1000, 1, 1, 0.1, 1, now()`);
    const sites = Array.from({ length: 14 }, (_, at) => `https://www.site${at}.com/`);
    await index.add(
      ...sites.map((url, at) =>
        pageFact(url, { at: day(1), links: ['https://www.target.com/guide', ...sites.slice(0, at)] }),
      ),
      pageFact('https://www.target.com/guide', { at: day(1) }),
    );
    await index.rebuild();
    const asked = ['far.com', 'target.com', 'www.target.com', 'https://www.target.com/guide', 'site0.com', 'none.com'];
    const single = await Promise.all(asked.map(async (target) => ({ target, rank: (await summary(target)).rank })));
    const { value, source } = await index.links.ranks({ targets: asked.map((target) => parseTarget(target)) }, signal);
    expect(value.map(({ target, rank }) => ({ target, rank }))).toEqual(single);
    // The rank of the first is Common Crawl's, and so says something of the whole web.
    expect(value.map(({ among }) => among)).toEqual([undefined, 15, 15, 15, 15, 15]);
    expect(value.map(({ rank }) => rank === null)).toEqual([false, false, false, false, false, true]);
    expect(source.coverage).toBe('sample');
    const unknown = await index.links.ranks({ targets: [parseTarget('none.com')] }, signal);
    expect(unknown).toMatchObject({ value: [{ target: 'none.com', rank: null }], source: { coverage: 'none' } });
    expect((await index.links.ranks({ targets: [] }, signal)).value).toEqual([]);
  });
});

describe('the newest fetch of the index', () => {
  it('is one that found a page unchanged, too', async () => {
    await web(pageFact('https://one.com/', { at: day(1) }), pageFact('https://one.com/', { at: day(4), status: 304 }));
    expect((await index.admin.stats(signal)).newest_fetch).toBe(day(4).toISOString());
    await index.add(pageFact('https://one.com/', { at: day(9), status: 304 }));
    expect((await index.admin.stats(signal)).newest_fetch).toBe(day(9).toISOString());
  });
});

describe('what an answer says of itself', () => {
  it('names how many pages of how many hosts were read, and when the newest was', async () => {
    await web(
      pageFact('https://one.com/', { at: day(3), links: ['https://target.com/'] }),
      pageFact('https://one.com/b', { at: day(9), status: 404 }),
      pageFact('https://two.com/', { at: day(2) }),
    );
    const { source } = await index.links.list(listQuery('target.com'), signal);
    expect(source).toMatchObject({
      source: 'index',
      observed_at: day(3).toISOString(),
      cached: false,
      coverage: 'sample',
      measure: 'measured',
    });
    expect(source.note).toContain('2 pages crawled on 2 hosts');
    await index.add(pageFact('https://three.com/'));
    expect((await index.links.list(listQuery('target.com'), signal)).source.note).toContain(
      '3 pages crawled on 3 hosts',
    );
  });

  it('was observed when the newest of its links was, or else the newest page of the target', async () => {
    const observed = async (target: string, query: Partial<LinkListQuery> = {}): Promise<(string | null)[]> => {
      const whole = { ...WHOLE, target: parseTarget(target), include_indirect_links: false };
      const answers = await Promise.all([
        index.links.summary(whole, signal),
        index.links.list(listQuery(target, query), signal),
      ]);
      return answers.map(({ source }) => source.observed_at);
    };
    await web(pageFact('https://target.com/', { at: day(2), links: ['https://target.com/b'] }));
    expect(await observed('target.com')).toEqual([day(2).toISOString(), day(2).toISOString()]);
    expect(await observed('nowhere.net')).toEqual([null, null]);
    await index.add(
      pageFact('https://one.com/', { at: day(3), links: ['https://target.com/'] }),
      pageFact('https://two.com/', { at: day(4), links: ['https://target.com/'] }),
      pageFact('https://else.com/', { at: day(9) }),
    );
    for (const query of [{}, { offset: 50 }, { limit: 1, sort_by: 'first_seen' }, { mode: 'one_per_anchor' }] as const)
      expect(await observed('target.com', query)).toEqual([day(4).toISOString(), day(4).toISOString()]);
    expect(await observed('one.com')).toEqual([day(3).toISOString(), day(3).toISOString()]);
  });
});
