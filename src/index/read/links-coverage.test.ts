import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openTestIndex, pageFact, type TestIndex } from '../../../test/index-engine.ts';
import type { LinksSource } from '../../ports/links.ts';
import type { Coverage } from '../../ports/source.ts';
import { parseTarget } from '../../web/target.ts';

let index: TestIndex;
const signal = AbortSignal.timeout(300_000);

beforeAll(async () => {
  index = await openTestIndex();
});
afterAll(() => index.close());

async function web(...pages: readonly (readonly [url: string, ...links: string[]])[]): Promise<void> {
  await index.clear();
  for (const [url, ...links] of pages) await index.writer.write(pageFact(url, { links }));
  await index.writer.flush();
}

const PAGE = { status: 'live', include_indirect_links: true, limit: 10, offset: 0 } as const;
const LEAST = { backlinks_min: undefined, referring_domains_min: undefined } as const;

/** Every question of the port that is about one target. */
const QUESTIONS: {
  readonly [M in Exclude<keyof LinksSource, 'ranks' | 'knownPages'>]: (
    links: LinksSource,
    target: string,
  ) => Promise<Coverage>;
} = {
  summary: async (links, name) => {
    const scope = { status: 'live', dofollow_only: false, include_subdomains: true } as const;
    const which = { include_indirect_links: true, exclude_internal_backlinks: true, list_limit: 10 };
    return (await links.summary({ target: parseTarget(name), ...scope, ...which }, signal)).source.coverage;
  },
  list: async (links, name) => {
    const which = { dofollow_only: false, mode: 'as_is', broken_only: false, rank_min: 900, sort_by: 'rank' } as const;
    return (await links.list({ target: parseTarget(name), ...PAGE, ...which }, signal)).source.coverage;
  },
  anchors: async (links, name) => {
    const which = { anchor_filter: 'no such anchor', sort_by: 'rank' } as const;
    return (await links.anchors({ target: parseTarget(name), ...PAGE, ...LEAST, ...which }, signal)).source.coverage;
  },
  referringDomains: async (links, name) => {
    const which = { domain_filter: 'nobody', backlinks_min: undefined, referring_pages_min: undefined } as const;
    const query = { target: parseTarget(name), ...PAGE, ...which, rank_min: undefined, sort_by: 'rank' } as const;
    return (await links.referringDomains(query, signal)).source.coverage;
  },
  targetPages: async (links, name) => {
    const which = { page_filter: 'none', title_filter: undefined, status_code: undefined, sort_by: 'rank' } as const;
    return (await links.targetPages({ target: parseTarget(name), ...PAGE, ...LEAST, ...which }, signal)).source
      .coverage;
  },
  competitors: async (links, name) => {
    const which = { main_domain: true, exclude_domains: [], rank_min: undefined, intersections_min: 900 };
    return (await links.competitors({ target: parseTarget(name), ...which }, signal)).source.coverage;
  },
  timeseries: async (links, name) => {
    const range = { date_from: '2001-01-01', date_to: '2001-12-31', group: 'month', spam_score_min: 61 } as const;
    const query = { target: parseTarget(name), include_subdomains: true, include_indirect_links: true, ...range };
    return (await links.timeseries(query, signal)).source.coverage;
  },
  linkingSites: async (links, name) =>
    (await links.linkingSites({ target: parseTarget(name), domains: ['stranger.dev'] }, signal)).source.coverage,
  pageIntersection: async (links, name) => {
    const which = { mode: 'partial', spam_score_max: undefined, sort_by: 'rank' } as const;
    const targets = [parseTarget(name)];
    const query = { targets, exclude_targets: [], status: 'live', dofollow_only: false, ...which, limit: 10 } as const;
    return (await links.pageIntersection(query, signal)).source.coverage;
  },
};

const ONE_LINK = [['https://one.com/', 'https://target.com/a'], ['https://two.org/']] as const;

/** Each is filled in once, and every question is asked of it. */
const SITUATIONS = {
  'is none for a target of which neither a page nor a link was ever read': {
    pages: ONE_LINK,
    targets: ['nowhere.net', 'https://nowhere.net/page'],
    coverage: 'none',
  },
  'is a sample for a target that is linked to, even where no link is what was asked for': {
    pages: ONE_LINK,
    targets: ['target.com'],
    coverage: 'sample',
  },
  'is a sample for a target whose pages were read and that nobody links to': {
    pages: [['https://alone.com/'], ['https://two.org/']],
    targets: ['alone.com'],
    coverage: 'sample',
  },
  'is none while no page was read that could have linked to the target': {
    pages: [['https://target.com/', 'https://target.com/b']],
    targets: ['target.com'],
    coverage: 'none',
  },
} as const;

describe.each(Object.entries(SITUATIONS))('coverage %s', (_, { pages, targets, coverage }) => {
  beforeAll(() => web(...pages));

  it.each(Object.entries(QUESTIONS))('in what %s answers', async (__, ask) => {
    for (const target of targets) expect(await ask(index.links, target)).toBe(coverage);
  });
});

describe('an intersection with a target of which nothing was ever read', () => {
  const query = {
    targets: [parseTarget('target.com'), parseTarget('unheard.dev')],
    exclude_targets: [],
    status: 'live',
    dofollow_only: false,
    spam_score_max: undefined,
    sort_by: 'rank',
    limit: 10,
  } as const;
  const unread = 'Your index has never read a page of unheard.dev, nor a link to it: crawl it and sites that may link';

  beforeAll(() => web(...ONE_LINK));

  it('is unknown where a page has to link to all of them', async () => {
    const { value, source } = await index.links.pageIntersection({ ...query, mode: 'all' }, signal);
    expect(value).toEqual({ total_count: null, pages: [] });
    expect(source).toMatchObject({ coverage: 'none', note: expect.stringContaining(unread) });
  });

  it('is that of the others where it may link to any, and says so', async () => {
    const { value, source } = await index.links.pageIntersection({ ...query, mode: 'partial' }, signal);
    expect(value.pages.map(({ url }) => url)).toEqual(['https://one.com/']);
    expect(source).toMatchObject({ coverage: 'sample', note: expect.stringContaining(unread) });
  });
});
