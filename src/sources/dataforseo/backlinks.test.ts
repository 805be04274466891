import { describe, expect, it } from 'vitest';

import { sourceContext } from '../../../test/source-context.ts';
import type { SourceHttpRequest } from '../../ports/source-http.ts';
import { parseTarget } from '../../web/target.ts';
import { linkOffers } from './backlinks.ts';
import type { DataForSeoSettings } from './settings.ts';

const SETTINGS = {
  SEAMARK_DATAFORSEO_URL: 'https://api.dataforseo.test',
  SEAMARK_DATAFORSEO_LOGIN: 'login',
  SEAMARK_DATAFORSEO_PASSWORD: 'pass-word',
};
const COST = 0.02012;

/** Results by endpoint: `backlinks/<endpoint>/live`. */
type Answers = Readonly<Record<string, unknown>>;

function contextWith(answers: Answers) {
  return sourceContext<DataForSeoSettings>(SETTINGS, (request) => {
    const result = answers[endpointOf(request)];
    if (result === undefined) throw new Error(`${request.url} was not to be asked.`);
    const tasks = [
      { status_code: 20000, status_message: 'Ok.', cost: COST, result: result === null ? null : [result] },
    ];
    return { status_code: 20000, status_message: 'Ok.', tasks };
  });
}

function endpointOf({ url }: SourceHttpRequest): string {
  return /\/v3\/backlinks\/(\w+)\/live$/.exec(url)?.[1] ?? url;
}

function offered<Method extends keyof typeof linkOffers>(method: Method): NonNullable<(typeof linkOffers)[Method]> {
  const offer = linkOffers[method];
  if (offer === undefined) throw new Error(`${method} is offered.`);
  return offer;
}

const target = parseTarget('target.com');
const WHOLE = {
  target: 'target.com',
  include_subdomains: true,
  include_indirect_links: true,
  exclude_internal_backlinks: true,
  backlinks_status_type: 'live',
  rank_scale: 'one_thousand',
};

/** As the provider answers groups of links. */
const GROUP = {
  rank: 240,
  backlinks: 50,
  first_seen: '2024-05-06 07:08:09 +00:00',
  lost_date: null,
  backlinks_spam_score: 7,
  broken_backlinks: 3,
  broken_pages: 1,
  referring_domains: 12,
  referring_main_domains: 11,
  referring_pages: 40,
  referring_links_attributes: { nofollow: 10, noopener: 4 },
  referring_links_types: { anchor: 45, image: 5 },
};
const FIGURES = {
  backlinks: 50,
  dofollow_backlinks: 40,
  referring_pages: 40,
  broken_backlinks: 3,
  lost_backlinks: null,
  spam_score: 7,
  spam_signs: null,
  boilerplate_backlinks: null,
  hidden_backlinks: null,
  rank: 240,
  first_seen: '2024-05-06T07:08:09.000Z',
  last_seen: null,
  lost_date: null,
};

const ROW = {
  type: 'backlink',
  domain_from: 'news.test',
  url_from: 'https://news.test/a',
  domain_to: 'target.com',
  url_to: 'https://target.com/b',
  tld_from: 'test',
  is_new: false,
  is_lost: false,
  backlink_spam_score: 12,
  rank: 310,
  page_from_rank: 220,
  domain_from_rank: 480,
  page_from_external_links: 14,
  page_from_internal_links: 60,
  page_from_language: 'en',
  page_from_title: 'News',
  page_from_status_code: 200,
  first_seen: '2025-01-02 03:04:05 +00:00',
  prev_seen: '2026-09-01 00:00:00 +00:00',
  last_seen: '2026-10-01 00:00:00 +00:00',
  item_type: 'anchor',
  attributes: null,
  dofollow: true,
  alt: null,
  image_url: null,
  anchor: 'Target',
  text_pre: 'See',
  text_post: null,
  semantic_location: 'article',
  links_count: 2,
  group_count: 0,
  is_broken: false,
  url_to_status_code: 200,
  url_to_redirect_target: null,
  is_indirect_link: false,
};
const LINK = {
  domain_from: 'news.test',
  url_from: 'https://news.test/a',
  domain_to: 'target.com',
  url_to: 'https://target.com/b',
  tld_from: 'test',
  item_type: 'anchor',
  anchor: 'Target',
  alt: null,
  image_url: null,
  text_pre: 'See',
  text_post: '',
  semantic_location: 'content',
  placement: 'content',
  attributes: [],
  dofollow: true,
  links_count: 2,
  group_count: 1,
  first_seen: '2025-01-02T03:04:05.000Z',
  last_seen: '2026-10-01T00:00:00.000Z',
  lost_date: null,
  is_new: false,
  is_lost: false,
  is_broken: false,
  url_to_status_code: 200,
  url_to_redirect_target: null,
  is_indirect_link: false,
  rank: 310,
  page_from_rank: 220,
  domain_from_rank: 480,
  page_from_title: 'News',
  page_from_language: 'en',
  page_from_status_code: 200,
  page_from_external_links: 14,
  page_from_internal_links: 60,
  page_from_word_count: null,
  tool_metrics: [],
  backlink_spam_score: 12,
  spam_signs: null,
};

describe('the summary', () => {
  const query = {
    target,
    status: 'live',
    dofollow_only: false,
    include_subdomains: false,
    include_indirect_links: false,
    exclude_internal_backlinks: false,
    list_limit: 2,
  } as const;
  const SUMMARY = {
    ...GROUP,
    target: 'target.com',
    crawled_pages: 900,
    referring_domains_nofollow: 9,
    referring_links_tld: { com: 30, org: 15, test: 5 },
    referring_links_platform_types: { cms: 20, blogs: null, unknown: 0 },
    referring_links_semantic_locations: { '': 5, article: 20, section: 15, nav: 8, aside: 2 },
    referring_links_countries: { US: 9 },
  };

  it('asks for what the question counts, on the scale of 1,000, and reads the figures that mean the same', async () => {
    const { context, requests } = contextWith({ summary: SUMMARY });
    const answer = await offered('summary').ask(query, context);
    expect(requests.map(({ body }) => body)).toEqual([
      [
        {
          ...WHOLE,
          include_subdomains: false,
          include_indirect_links: false,
          exclude_internal_backlinks: false,
          internal_list_limit: 100,
        },
      ],
    ]);
    expect(answer).toEqual({
      usd: COST,
      measure: 'measured',
      observed_at: null,
      value: {
        rank: 240,
        backlinks: 50,
        referring_domains: 12,
        referring_main_domains: 11,
        referring_pages: 40,
        // Theirs counts hosts with any nofollow link, ours those with nothing else.
        referring_domains_nofollow: null,
        dofollow_backlinks: 40,
        broken_backlinks: 3,
        broken_pages: 1,
        lost_backlinks: null,
        spam_score: 7,
        spam_signs: null,
        first_seen: '2024-05-06T07:08:09.000Z',
        last_seen: null,
        link_types: [
          { value: 'anchor', backlinks: 45 },
          { value: 'image', backlinks: 5 },
        ],
        link_attributes: [
          { value: 'nofollow', backlinks: 10 },
          { value: 'noopener', backlinks: 4 },
        ],
        tlds: [
          { value: 'com', backlinks: 30 },
          { value: 'org', backlinks: 15 },
        ],
        placements: null,
        semantic_locations: [
          { value: 'content', backlinks: 35 },
          { value: 'navigation', backlinks: 8 },
        ],
        platform_types: [{ value: 'cms', backlinks: 20 }],
        languages: null,
        tool_metrics: [],
        top_anchors: null,
        top_pages: null,
      },
    });
  });

  it('of followed links alone filters them there, and counts all as followed', async () => {
    const { context, requests } = contextWith({ summary: SUMMARY });
    const { value } = await offered('summary').ask({ ...query, dofollow_only: true }, context);
    expect(requests[0]?.body).toMatchObject([{ backlinks_filters: ['dofollow', '=', true] }]);
    expect(value.dofollow_backlinks).toBe(50);
  });

  it('has no coverage of a target that the provider knows nothing of', async () => {
    for (const nothing of [null, { rank: 0, backlinks: 0, first_seen: null, crawled_pages: 0 }]) {
      const { context } = contextWith({ summary: nothing });
      const answer = await offered('summary').ask(query, context);
      expect(answer).toMatchObject({ coverage: 'none', is_empty: true, value: { backlinks: 0, rank: null } });
    }
    const { context } = contextWith({ summary: { rank: 0, backlinks: 0, first_seen: null, crawled_pages: 4 } });
    expect((await offered('summary').ask(query, context)).coverage).toBeUndefined();
  });

  it('calls hosts without www, which it cannot tell from their domain, and pages by their whole address', async () => {
    const www = { ...query, target: parseTarget('www.target.com') };
    const page = { ...query, target: parseTarget('https://www.target.com/a?b=1') };
    const { context, requests } = contextWith({ summary: SUMMARY });
    await offered('summary').ask(www, context);
    await offered('summary').ask(page, context);
    expect(requests.map(({ body }) => body)).toMatchObject([
      [{ target: 'target.com' }],
      [{ target: 'https://www.target.com/a?b=1' }],
    ]);
    expect(offered('summary').lacks(www, SETTINGS)).toEqual(['separating the www host from its domain']);
    expect(offered('summary').lacks(page, SETTINGS)).toEqual([]);
  });
});

describe('the list', () => {
  const query = {
    target,
    status: 'live',
    include_indirect_links: true,
    dofollow_only: false,
    mode: 'one_per_domain',
    broken_only: false,
    rank_min: undefined,
    sort_by: 'page_rank',
    limit: 25,
    offset: 50,
  } as const;

  it('is asked for with mode, order and page, and its rows are read field by field', async () => {
    const { context, requests } = contextWith({ backlinks: { total_count: 712, items_count: 1, items: [ROW] } });
    const answer = await offered('list').ask(query, context);
    expect(requests.map(({ body }) => body)).toEqual([
      [{ ...WHOLE, mode: 'one_per_domain', order_by: ['page_from_rank,desc'], limit: 25, offset: 50 }],
    ]);
    expect(answer.value).toEqual({ total_count: 712, backlinks: [LINK] });
    expect(offered('list').usd(query, SETTINGS)).toBeCloseTo(0.02075, 10);
  });

  it.each([
    [{ dofollow_only: true }, ['dofollow', '=', true]],
    [{ rank_min: 300 }, ['rank', '>=', 300]],
    [
      { dofollow_only: true, broken_only: true, rank_min: 300 },
      [['dofollow', '=', true], 'and', ['is_broken', '=', true], 'and', ['rank', '>=', 300]],
    ],
  ])('is filtered by %j', async (narrowed, filters) => {
    const { context, requests } = contextWith({ backlinks: { total_count: 0, items: [] } });
    const answer = await offered('list').ask({ ...query, offset: 0, ...narrowed }, context);
    expect(requests[0]?.body).toMatchObject([{ filters }]);
    // The filter explains why there is nothing.
    expect(answer.coverage).toBeUndefined();
  });

  it('tells lost, broken, indirect and unread links apart', async () => {
    const rows = [
      { ...ROW, is_lost: true },
      { ...ROW, is_broken: true, url_to_status_code: 404, semantic_location: 'nav', item_type: 'meta' },
      { ...ROW, is_broken: false, url_to_status_code: null, semantic_location: '', item_type: 'redirect' },
      {
        ...ROW,
        dofollow: false,
        attributes: ['nofollow'],
        is_indirect_link: true,
        item_type: 'image',
        alt: 'Logo',
        group_count: 9,
      },
    ];
    const { context } = contextWith({ backlinks: { total_count: 4, items: rows } });
    expect((await offered('list').ask({ ...query, status: 'all' }, context)).value.backlinks).toEqual([
      { ...LINK, is_lost: true, lost_date: '2026-10-01T00:00:00.000Z' },
      {
        ...LINK,
        is_broken: true,
        url_to_status_code: 404,
        semantic_location: 'navigation',
        placement: 'boilerplate',
        item_type: 'alternate',
      },
      {
        ...LINK,
        is_broken: null,
        url_to_status_code: null,
        semantic_location: null,
        placement: null,
        item_type: 'redirect',
      },
      {
        ...LINK,
        dofollow: false,
        attributes: ['nofollow'],
        is_indirect_link: true,
        item_type: 'image',
        alt: 'Logo',
        group_count: 9,
      },
    ]);
  });

  it('leaves out indirect links when it is asked to', async () => {
    const { context, requests } = contextWith({ backlinks: { total_count: 0, items: null } });
    await offered('list').ask({ ...query, include_indirect_links: false }, context);
    expect(requests[0]?.body).toMatchObject([{ include_indirect_links: false }]);
  });

  it('has no coverage when the whole list is empty, and cannot sort all links by their loss', async () => {
    const { context } = contextWith({ backlinks: { total_count: 0, items: null } });
    const whole = { ...query, offset: 0 };
    expect(await offered('list').ask(whole, context)).toMatchObject({ coverage: 'none', value: { backlinks: [] } });
    expect(offered('list').lacks({ ...whole, sort_by: 'lost_date', status: 'all' }, SETTINGS)).toHaveLength(1);
    expect(offered('list').lacks({ ...whole, sort_by: 'lost_date', status: 'lost' }, SETTINGS)).toEqual([]);
  });

  it('is a broken answer when a row is', async () => {
    const { context } = contextWith({ backlinks: { items: [{ ...ROW, url_from: 5 }] } });
    await expect(offered('list').ask(query, context)).rejects.toMatchObject({ kind: 'broken', usd: COST });
  });
});

describe('anchors', () => {
  const query = {
    target,
    status: 'live',
    include_indirect_links: true,
    anchor_filter: undefined,
    backlinks_min: undefined,
    referring_domains_min: undefined,
    sort_by: 'backlinks',
    limit: 1,
    offset: 0,
  } as const;
  const ANCHOR = {
    ...FIGURES,
    anchor: 'Target',
    referring_domains: 12,
    referring_main_domains: 11,
    image_backlinks: 5,
    image_alt: '',
    language: null,
    target_url: null,
    target_title: null,
  };
  const items = [
    { ...GROUP, anchor: 'Target' },
    { ...GROUP, anchor: null, referring_links_types: { image: 50 } },
  ];

  it('are read with the commonest ones from one request where these are the same', async () => {
    const { context, requests } = contextWith({ anchors: { total_count: 2, items } });
    const answer = await offered('anchors').ask(query, context);
    expect(requests.map(({ body }) => body)).toEqual([
      [{ ...WHOLE, internal_list_limit: 100, order_by: ['backlinks,desc'], limit: 100 }],
    ]);
    expect(answer.value).toEqual({
      total_count: 2,
      backlinks: null,
      anchors: [ANCHOR],
      commonest: [ANCHOR, { ...ANCHOR, anchor: '', image_backlinks: 50 }],
    });
  });

  it('that are filtered or sorted otherwise need a second request, and both are paid', async () => {
    const { context, requests } = contextWith({ anchors: { total_count: 2, items } });
    const narrowed = { ...query, anchor_filter: 'tar', backlinks_min: 5, sort_by: 'spam_score' } as const;
    const answer = await offered('anchors').ask(narrowed, context);
    expect(requests[1]?.body).toMatchObject([
      {
        filters: [['anchor', 'ilike', '%tar%'], 'and', ['backlinks', '>=', 5]],
        order_by: ['backlinks_spam_score,desc'],
        limit: 1,
        offset: 0,
      },
    ]);
    expect(answer.usd).toBeCloseTo(2 * COST, 10);
    expect(offered('anchors').usd(narrowed, SETTINGS)).toBeGreaterThan(offered('anchors').usd(query, SETTINGS));
  });

  it('are not asked for twice when there are none', async () => {
    const { context, requests } = contextWith({ anchors: null });
    const answer = await offered('anchors').ask({ ...query, offset: 10 }, context);
    expect(answer).toMatchObject({ coverage: 'none', value: { anchors: [], commonest: [], total_count: 0 } });
    expect(requests).toHaveLength(1);
  });
});

describe('referring domains', () => {
  const query = {
    target,
    status: 'live',
    include_indirect_links: true,
    domain_filter: 'news',
    backlinks_min: undefined,
    referring_pages_min: 2,
    rank_min: undefined,
    sort_by: 'spam_score',
    limit: 10,
    offset: 0,
  } as const;
  const hosts = {
    total_count: 2,
    items: [
      { ...GROUP, domain: 'blog.news.com' },
      { ...GROUP, domain: 'other.org' },
    ],
  };
  const ranks = { items: [{ target: 'news.com', rank: 562 }] };

  it('have the authority of their own domain, which a second request brings, beside what they pass on', async () => {
    const { context, requests } = contextWith({ referring_domains: hosts, bulk_ranks: ranks });
    const answer = await offered('referringDomains').ask(query, context);
    expect(requests.map(({ body }) => body)).toMatchObject([
      [
        {
          filters: [['domain', 'ilike', '%news%'], 'and', ['referring_pages', '>=', 2]],
          order_by: ['backlinks_spam_score,desc'],
        },
      ],
      [{ targets: ['news.com', 'other.org'], rank_scale: 'one_thousand' }],
    ]);
    const row = { ...FIGURES, top_anchor: null, tool_metrics: [] };
    expect(answer.value).toEqual({
      total_count: 2,
      backlinks: null,
      domains: [
        { ...row, domain: 'blog.news.com', main_domain: 'news.com', domain_rank: 562 },
        { ...row, domain: 'other.org', main_domain: 'other.org', domain_rank: null },
      ],
      tool_reports: [],
    });
    expect(answer.usd).toBeCloseTo(2 * COST, 10);
  });

  it('of a least rank are sifted on their page, which is said', async () => {
    const { context } = contextWith({ referring_domains: hosts, bulk_ranks: ranks });
    const strong = { ...query, rank_min: 500 };
    const { value } = await offered('referringDomains').ask(strong, context);
    expect(value).toMatchObject({ total_count: null, domains: [{ domain: 'blog.news.com' }] });
    expect(offered('referringDomains').lacks(strong, SETTINGS)).toHaveLength(1);
  });

  it('that were paid for are told as paid when the ranks fail', async () => {
    const { context } = contextWith({ referring_domains: hosts, bulk_ranks: { items: 'none' } });
    const asked = offered('referringDomains').ask(query, context);
    await expect(asked).rejects.toMatchObject({ kind: 'broken', usd: 2 * COST });
  });
});

describe('pages of the target', () => {
  it('are those with links, by the figures that the question names', async () => {
    const item = {
      page: 'https://target.com/b',
      first_visited: '2023-01-01 00:00:00 +00:00',
      status_code: 301,
      location: 'https://target.com/c',
      meta: { title: 'B', words_count: 120, internal_links_count: 30, external_links_count: 4 },
      page_summary: GROUP,
    };
    const { context, requests } = contextWith({
      domain_pages: { total_count: 1, items: [item, { ...item, meta: null }] },
    });
    const { value } = await offered('targetPages').ask(
      {
        target,
        status: 'lost',
        include_indirect_links: true,
        page_filter: '/b',
        title_filter: 'b',
        status_code: 301,
        backlinks_min: undefined,
        referring_domains_min: 3,
        sort_by: 'words_count',
        limit: 5,
        offset: 0,
      },
      context,
    );
    expect(requests[0]?.body).toEqual([
      {
        ...WHOLE,
        include_indirect_links: undefined,
        backlinks_status_type: 'lost',
        internal_list_limit: 100,
        filters: [
          ['page', 'ilike', '%/b%'],
          'and',
          ['meta.title', 'ilike', '%b%'],
          'and',
          ['status_code', '=', 301],
          'and',
          ['page_summary.backlinks', '>=', 1],
          'and',
          ['page_summary.referring_domains', '>=', 3],
        ],
        order_by: ['meta.words_count,desc'],
        limit: 5,
        offset: 0,
      },
    ]);
    expect(value.pages[0]).toEqual({
      ...FIGURES,
      rank: null,
      url: 'https://target.com/b',
      tool_metrics: [],
      referring_domains: 12,
      referring_main_domains: 11,
      title: 'B',
      status_code: 301,
      redirect_target: 'https://target.com/c',
      page_rank: 240,
      first_visited: '2023-01-01T00:00:00.000Z',
      words_count: 120,
      internal_links: 30,
      external_links: 4,
    });
    expect(value.pages[1]).toMatchObject({ title: null, words_count: null });
  });

  it('cannot be asked for of one page', () => {
    const query = {
      target: parseTarget('https://target.com/b'),
      ...LISTED,
      page_filter: undefined,
      title_filter: undefined,
    };
    expect(offered('targetPages').lacks({ ...query, status_code: undefined }, SETTINGS)).toBeUndefined();
    const direct = { ...query, target, status_code: undefined, include_indirect_links: false };
    expect(offered('targetPages').lacks(direct, SETTINGS)).toEqual([
      'leaving out links through a redirect or canonical',
    ]);
  });
});

const LISTED = {
  status: 'live',
  include_indirect_links: true,
  backlinks_min: undefined,
  referring_domains_min: undefined,
  sort_by: 'backlinks',
  limit: 5,
  offset: 0,
} as const;

describe('competitors', () => {
  const query = {
    target,
    main_domain: true,
    exclude_domains: ['large.com'],
    rank_min: 100,
    intersections_min: 2,
  };
  const found = {
    total_count: 4,
    items: [
      { target: 'rival.com', rank: 400, intersections: 30 },
      { target: 'large.com', rank: 990, intersections: 25 },
      { target: 'target.com', rank: 300, intersections: 25 },
      { target: 'other.org', rank: null, intersections: 20 },
    ],
  };

  it('come with what their overlap is measured by, without the target and what is excluded', async () => {
    const { context, requests } = contextWith({
      competitors: found,
      bulk_referring_domains: {
        items: [
          { target: 'target.com', referring_domains: 60, referring_main_domains: 55 },
          { target: 'rival.com', referring_domains: 90, referring_main_domains: 80 },
          { target: 'other.org', referring_domains: 9, referring_main_domains: 9 },
        ],
      },
      bulk_ranks: { items: [{ target: 'target.com', rank: 300 }] },
    });
    const answer = await offered('competitors').ask(query, context);
    expect(requests.map(({ body }) => body)).toEqual([
      [
        {
          target: 'target.com',
          main_domain: true,
          exclude_large_domains: true,
          exclude_internal_backlinks: true,
          rank_scale: 'one_thousand',
          filters: [['rank', '>=', 100], 'and', ['intersections', '>=', 2]],
          order_by: ['intersections,desc'],
          limit: 250,
        },
      ],
      [{ targets: ['target.com', 'rival.com', 'other.org'] }],
      [{ targets: ['target.com'], rank_scale: 'one_thousand' }],
    ]);
    expect(answer.value).toEqual({
      rank: 300,
      referring_main_domains: 55,
      total_count: 2,
      competitors: [
        { domain: 'rival.com', rank: 400, intersections: 30, referring_main_domains: 80, weighted_share: null },
        // No overlap is larger than the whole.
        { domain: 'other.org', rank: null, intersections: 20, referring_main_domains: 20, weighted_share: null },
      ],
    });
    expect(answer.usd).toBeCloseTo(3 * COST, 10);
  });

  it('are unknown, after one request, where the provider has none without a filter', async () => {
    const { context, requests } = contextWith({ competitors: { total_count: 0, items: [] } });
    const whole = { ...query, rank_min: undefined, intersections_min: undefined, exclude_domains: [] };
    expect(await offered('competitors').ask(whole, context)).toMatchObject({ coverage: 'none' });
    expect(requests).toHaveLength(1);
  });
});

describe('the movement of links over time', () => {
  const query = {
    target,
    include_subdomains: true,
    include_indirect_links: true,
    date_from: '2026-09-28',
    date_to: '2026-10-18',
    group: 'week',
    spam_score_min: 61,
  } as const;
  const item = (date: string, moved: number): unknown => ({
    type: 'backlinks_timeseries_new_lost_summary',
    date: `${date} 00:00:00 +00:00`,
    new_backlinks: moved,
    lost_backlinks: 0,
    new_referring_domains: moved,
    lost_referring_domains: 0,
    new_referring_main_domains: moved,
    lost_referring_main_domains: 0,
  });

  it('is dated by the first days of periods, which the provider dates by their last', async () => {
    const { context, requests } = contextWith({
      timeseries_new_lost_summary: { items: [item('2026-10-04', 5), item('2026-10-11', 0), item('2026-10-18', 2)] },
      timeseries_summary: { items: [{ date: '2026-09-27 00:00:00 +00:00', backlinks: 80, referring_domains: 30 }] },
    });
    const { value } = await offered('timeseries').ask(query, context);
    expect(requests.map(({ body }) => body)).toMatchObject([
      [{ target: 'target.com', date_from: '2026-09-28', date_to: '2026-10-18', group_range: 'week' }],
      [{ target: 'target.com', date_from: '2026-09-27', date_to: '2026-09-27', group_range: 'day' }],
    ]);
    expect(value).toEqual({
      before: { backlinks: 80, referring_domains: 30 },
      points: [
        {
          period: '2026-09-28',
          new_backlinks: 5,
          lost_backlinks: 0,
          new_referring_domains: 5,
          lost_referring_domains: 0,
        },
        {
          period: '2026-10-12',
          new_backlinks: 2,
          lost_backlinks: 0,
          new_referring_domains: 2,
          lost_referring_domains: 0,
        },
      ],
      spam: null,
      observed_from: '2019-01-30',
      observed_to: '2026-11-22',
    });
  });

  it.each([
    ['day', '2026-10-31', '2026-10-31'],
    ['month', '2026-10-31', '2026-10-01'],
    ['year', '2026-12-31', '2026-01-01'],
  ] as const)('by %s names %s as %s', async (group, date, period) => {
    const { context } = contextWith({
      timeseries_new_lost_summary: { items: [item(date, 1)] },
      timeseries_summary: { items: [] },
    });
    const { value } = await offered('timeseries').ask({ ...query, group }, context);
    expect(value.points.map((point) => point.period)).toEqual([period]);
  });

  it('begins where the provider does, ends today, and is not asked for beyond', async () => {
    const { context, requests } = contextWith({ timeseries_new_lost_summary: { items: [item('2019-12-31', 1)] } });
    const early = { ...query, date_from: '2015-01-01', date_to: '2030-01-01', group: 'year' } as const;
    expect((await offered('timeseries').ask(early, context)).value.before).toBeNull();
    expect(requests.map(({ body }) => body)).toMatchObject([[{ date_from: '2019-01-30', date_to: '2026-11-22' }]]);
    const before = { ...query, date_from: '2010-01-01', date_to: '2011-01-01' };
    expect(await offered('timeseries').ask(before, contextWith({}).context)).toMatchObject({
      usd: 0,
      value: { points: [] },
    });
  });
});

describe('pages that link to several targets', () => {
  const targets = [parseTarget('one.com'), parseTarget('two.com')];
  const query = {
    targets,
    exclude_targets: [parseTarget('mine.com')],
    status: 'live',
    dofollow_only: false,
    mode: 'partial',
    spam_score_max: undefined,
    sort_by: 'domain_rank',
    limit: 10,
  } as const;
  const item = (links: Readonly<Record<string, unknown>>): unknown => ({
    page_intersection: links,
    summary: { intersections_count: 2 },
  });

  it('are asked for by numbered targets, and answered with the links to each', async () => {
    const weak = { ...ROW, rank: 10, first_seen: '2024-01-01 00:00:00 +00:00' };
    const { context, requests } = contextWith({
      page_intersection: {
        total_count: 2,
        items: [
          item({ '2': [{ ...ROW, url_from: 'https://weak.test/', domain_from: 'weak.test', domain_from_rank: 20 }] }),
          item({ '1': [weak, ROW], '2': [ROW] }),
        ],
      },
    });
    const { value } = await offered('pageIntersection').ask(query, context);
    expect(requests[0]?.body).toEqual([
      {
        targets: { '1': 'one.com', '2': 'two.com' },
        exclude_targets: ['mine.com'],
        ...WHOLE,
        target: undefined,
        intersection_mode: 'partial',
        order_by: ['1.domain_from_rank,desc'],
        limit: 10,
      },
    ]);
    expect(value.total_count).toBe(2);
    expect(value.pages.map(({ url }) => url)).toEqual(['https://news.test/a', 'https://weak.test/']);
    expect(value.pages[0]).toMatchObject({
      domain: 'news.test',
      rank: 310,
      domain_rank: 480,
      page_rank: 220,
      spam_score: 12,
      spam_signs: null,
      external_links: 14,
      word_count: null,
      first_seen: '2024-01-01T00:00:00.000Z',
      last_seen: '2026-10-01T00:00:00.000Z',
      linked_targets: [
        { target: 'one.com', links_count: 2, links: [LINK, { rank: 10 }] },
        { target: 'two.com', links_count: 1, links: [LINK] },
      ],
    });
  });

  it('that must link to all are filtered there on every target', async () => {
    const { context, requests } = contextWith({ page_intersection: { total_count: 0, items: [] } });
    await offered('pageIntersection').ask({ ...query, mode: 'all', dofollow_only: true, spam_score_max: 30 }, context);
    expect(requests[0]?.body).toMatchObject([
      {
        filters: [
          ['1.dofollow', '=', true],
          'and',
          ['1.backlink_spam_score', '<=', 30],
          'and',
          ['2.dofollow', '=', true],
          'and',
          ['2.backlink_spam_score', '<=', 30],
        ],
      },
    ]);
  });

  it('that may link to some are sifted here, and then nobody knows their number', async () => {
    const nofollow = { ...ROW, dofollow: false };
    const spam = { ...ROW, url_from: 'https://spam.test/', backlink_spam_score: 90 };
    const { context, requests } = contextWith({
      page_intersection: {
        total_count: 80,
        items: [item({ '1': [nofollow] }), item({ '1': [spam] }), item({ '2': [ROW] })],
      },
    });
    const { value } = await offered('pageIntersection').ask(
      { ...query, dofollow_only: true, spam_score_max: 30 },
      context,
    );
    expect(requests[0]?.body).not.toMatchObject([{ filters: expect.anything() }]);
    expect(value).toMatchObject({ total_count: null, pages: [{ url: 'https://news.test/a' }] });
  });

  it('cannot be asked for of more targets than the provider takes', () => {
    const many = Array.from({ length: 21 }, (_, at) => parseTarget(`site${at}.com`));
    expect(offered('pageIntersection').lacks({ ...query, targets: many }, SETTINGS)).toBeUndefined();
    expect(offered('pageIntersection').lacks(query, SETTINGS)).toEqual([]);
  });
});
