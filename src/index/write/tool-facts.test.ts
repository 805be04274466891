import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { day, openTestIndex, pageFact, type TestIndex } from '../../../test/index-engine.ts';
import type { BacklinkPage, LinkSummaryRecord, ReferringDomainsRecord, TargetPagesRecord } from '../../ports/links.ts';
import type { Provenance, Sourced } from '../../ports/source.ts';
import type { ToldFacts } from '../../ports/tool-facts.ts';
import { parseTarget } from '../../web/target.ts';

let index: TestIndex;
const { signal } = new AbortController();

beforeAll(async () => {
  index = await openTestIndex();
});
beforeEach(() => index.clear());
afterAll(() => index.close());

const ASKED = { status: 'live', include_indirect_links: true, limit: 100, offset: 0 } as const;
const NO_FILTERS = { backlinks_min: undefined, rank_min: undefined } as const;

function list(target: string): Promise<Sourced<BacklinkPage>> {
  const filters = { dofollow_only: false, mode: 'as_is', broken_only: false, rank_min: undefined } as const;
  return index.links.list({ ...ASKED, ...filters, target: parseTarget(target), sort_by: 'rank' }, signal);
}

function domains(target: string): Promise<Sourced<ReferringDomainsRecord>> {
  const filters = { ...NO_FILTERS, domain_filter: undefined, referring_pages_min: undefined };
  return index.links.referringDomains({ ...ASKED, ...filters, target: parseTarget(target), sort_by: 'rank' }, signal);
}

function pages(target: string): Promise<Sourced<TargetPagesRecord>> {
  const filters = {
    ...NO_FILTERS,
    page_filter: undefined,
    title_filter: undefined,
    status_code: undefined,
    referring_domains_min: undefined,
  };
  return index.links.targetPages({ ...ASKED, ...filters, target: parseTarget(target), sort_by: 'rank' }, signal);
}

const PAGE = 'https://blog.news.test/post';

const TOLD: ToldFacts = {
  tool: 'ahrefs',
  observed_at: day(5),
  targets: ['https://acme.test/x'],
  facts: [
    { about: 'domain', of: PAGE, tool: 'ahrefs', metric: 'domain_rating', value: 71 },
    { about: 'page', of: PAGE, tool: 'ahrefs', metric: 'page_title', value: `It's "a"\ttitle \\` },
    { about: 'page', of: 'https://acme.test/x', tool: 'search-console', metric: 'incoming_links', value: 1240 },
  ],
  report: undefined,
};

function summary(target: string): Promise<Sourced<LinkSummaryRecord>> {
  const scope = { dofollow_only: false, include_subdomains: true, exclude_internal_backlinks: true, list_limit: 10 };
  return index.links.summary({ ...ASKED, ...scope, target: parseTarget(target) }, signal);
}

async function crawl(): Promise<void> {
  await index.writer.write(pageFact(PAGE, { at: day(3), links: ['https://acme.test/x'] }));
  await index.writer.flush();
}

it('shows what a tool says of linking pages, domains and linked pages with its name and day', async () => {
  await crawl();
  await index.toolFacts.tell(TOLD);
  const title = { tool: 'ahrefs', about: 'page', metric: 'page_title', value: `It's "a"\ttitle \\` };
  const rating = { tool: 'ahrefs', about: 'domain', metric: 'domain_rating', value: 71 };
  const observed_at = day(5).toISOString();
  expect((await list('acme.test')).value.backlinks).toMatchObject([
    {
      page_from_title: expect.not.stringContaining('"a"'),
      tool_metrics: [
        { ...title, observed_at },
        { ...rating, observed_at },
      ],
    },
  ]);
  expect((await domains('acme.test')).value.domains).toMatchObject([{ tool_metrics: [{ ...rating, observed_at }] }]);
  expect((await pages('acme.test')).value.pages).toMatchObject([
    { tool_metrics: [{ tool: 'search-console', metric: 'incoming_links', value: 1240 }] },
  ]);
});

it('shows with a summary what a tool says of the target: of its domain, and of a page that is one', async () => {
  await crawl();
  await index.toolFacts.tell(TOLD);
  const metrics = async (target: string) => (await summary(target)).value.tool_metrics.map(({ metric }) => metric);
  expect(await metrics('acme.test')).toEqual([]);
  expect(await metrics('https://acme.test/x')).toEqual(['incoming_links']);
  expect(await metrics('news.test')).toEqual(['domain_rating']);
  expect(await metrics('blog.news.test')).toEqual(['domain_rating']);
  expect(await metrics(PAGE)).toEqual(['page_title', 'domain_rating']);
});

it('keeps the newest figure of each tool, whichever is written last, and those of other tools beside it', async () => {
  await crawl();
  const rating = (value: number): ToldFacts['facts'] => [
    { about: 'domain', of: 'news.test', tool: 'ahrefs', metric: 'domain_rating', value },
  ];
  await index.toolFacts.tell({ ...TOLD, facts: rating(72), observed_at: day(9) });
  await index.toolFacts.tell({ ...TOLD, facts: rating(70), observed_at: day(4) });
  await index.toolFacts.tell({
    ...TOLD,
    facts: [{ about: 'domain', of: 'news.test', tool: 'moz', metric: 'domain_authority', value: 55 }],
  });
  const [row] = (await domains('acme.test')).value.domains;
  expect(row?.tool_metrics.map(({ tool, value }) => [tool, value])).toEqual([
    ['ahrefs', 72],
    ['moz', 55],
  ]);
});

it('names the tools whose tables told of links to the target, and no others', async () => {
  const importsOf = ({ source }: { readonly source: Provenance }): unknown => source.imports;
  await crawl();
  expect(importsOf(await list('acme.test'))).toEqual([]);
  await index.toolFacts.tell(TOLD);
  await index.toolFacts.tell({ ...TOLD, tool: 'moz', targets: ['https://www.acme.test/'], observed_at: day(7) });
  await index.toolFacts.tell({ ...TOLD, tool: 'semrush', targets: ['https://other.test/'] });
  expect(importsOf(await list('acme.test'))).toEqual([
    { tool: 'ahrefs', observed_at: day(5).toISOString() },
    { tool: 'moz', observed_at: day(7).toISOString() },
  ]);
  expect(importsOf(await list('https://acme.test/x'))).toEqual([{ tool: 'ahrefs', observed_at: day(5).toISOString() }]);
});

it('answers the newest report of a tool beside the rows, and mixes none of it into them', async () => {
  const unknown = {
    dofollow_backlinks: null,
    referring_pages: null,
    target_pages: null,
    last_seen: null,
    lost_at: null,
  };
  const reported = (domain: string, backlinks: number | null) => ({
    ...unknown,
    domain,
    backlinks,
    first_seen: day(1),
  });
  const report = (at: number, ...found: readonly ReturnType<typeof reported>[]): ToldFacts => ({
    ...TOLD,
    facts: [],
    targets: [],
    observed_at: day(at),
    report: { target: 'https://acme.test/', domains: found },
  });
  await index.toolFacts.tell(report(5, reported('gone.test', 1)));
  await index.toolFacts.tell(
    report(8, reported('small.test', 2), reported('large.test', 40), reported('open.test', null)),
  );
  const before = await domains('acme.test');
  expect(before.source.coverage).toBe('none');
  expect(before.value).toMatchObject({ total_count: null, backlinks: null, domains: [] });
  await crawl();
  const { value } = await domains('acme.test');
  expect(value).toMatchObject({ total_count: 1, backlinks: 1, domains: [{ domain: 'blog.news.test' }] });
  expect(value.tool_reports).toMatchObject([
    {
      tool: 'ahrefs',
      target: 'acme.test',
      observed_at: day(8).toISOString(),
      total_count: 3,
      domains: [
        { domain: 'large.test', backlinks: 40, first_seen: day(1).toISOString(), lost_date: null },
        { domain: 'small.test', backlinks: 2 },
        { domain: 'open.test', backlinks: null },
      ],
    },
  ]);
  expect(value.tool_reports).toEqual(before.value.tool_reports);
  expect((await domains('https://acme.test/')).value.tool_reports).toEqual([]);
});
