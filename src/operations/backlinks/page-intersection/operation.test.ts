import { describe, expect, it } from 'vitest';

import { BACKLINK } from '../../../../test/link-records.ts';
import { runChecked } from '../../../../test/pure-operation.ts';
import type { RunContext } from '../../../contract/operation.ts';
import type {
  BacklinkRecord,
  IntersectingPage,
  PageIntersectionQuery,
  PageIntersectionRecord,
} from '../../../ports/links.ts';
import operation from './operation.ts';

const LINK: BacklinkRecord = {
  ...BACKLINK,
  domain_to: 'spokes.test',
  url_to: 'https://spokes.test/b',
  anchor: 'Spokes',
  is_broken: null,
  url_to_status_code: null,
  rank: 40,
  page_from_rank: 40,
  domain_from_rank: 80,
  page_from_title: null,
  page_from_language: null,
  page_from_external_links: 3,
  page_from_internal_links: 4,
  page_from_word_count: 500,
  backlink_spam_score: null,
};

const page = (path: string, changes: Partial<IntersectingPage> = {}): IntersectingPage => ({
  url: `https://news.test${path}`,
  domain: 'news.test',
  title: 'Ten | bikes\n to try',
  language: 'en',
  rank: 40,
  page_rank: 40,
  domain_rank: 80,
  spam_score: 12,
  spam_signs: null,
  external_links: 3,
  word_count: 500,
  first_seen: '2026-01-01T00:00:00.000Z',
  last_seen: '2026-02-01T00:00:00.000Z',
  linked_targets: [{ target: 'spokes.test', links_count: 1, links: [LINK] }],
  ...changes,
});

const BODY = { targets: ['spokes.test', 'wheels.test'], exclude_targets: ['acme.test'] };

/** Answers with one record and keeps what was asked. */
async function ask(body: Readonly<Record<string, unknown>>, record: Partial<PageIntersectionRecord> = {}) {
  const asked: PageIntersectionQuery[] = [];
  const pageIntersection = async (query: PageIntersectionQuery): Promise<PageIntersectionRecord> => {
    asked.push(query);
    return { total_count: 2, pages: [page('/a'), page('/b')], ...record };
  };
  const context: RunContext = Object.assign(Object.create(null), {
    ports: { links: { pageIntersection, linkingSites: () => Promise.resolve({ sites: [] }) } },
  });
  const answer = await runChecked(operation, { ...BODY, ...body }, context);
  const { guidance } = await operation.prepare({ ...BODY, ...body }).run(context);
  const bodies = guidance?.next_calls.map((call) => call.body) ?? [];
  return { ...answer, report: operation.result.parse(answer.result), query: asked[0], bodies };
}

describe('backlinks.page-intersection', () => {
  it('goes on where the rows before ended', async () => {
    const { report, query } = await ask({ limit: 1, offset: 1 });
    expect(query?.limit).toBe(2);
    expect(report).toMatchObject({ items: [{ url: 'https://news.test/b' }], offset: 1, total_count: 2 });
  });

  it('asks the source for what the request says, each target once', async () => {
    const { query } = await ask({
      targets: ['spokes.test', 'Spokes.test', 'https://wheels.test/x'],
      limit: 7,
      backlinks_status_type: 'all',
      dofollow_only: true,
      intersection_mode: 'all',
      max_spam_score: 30,
      sort_by: 'last_seen',
    });
    expect(query).toMatchObject({
      targets: [{ value: 'spokes.test' }, { value: 'https://wheels.test/x', type: 'page' }],
      exclude_targets: [{ value: 'acme.test' }],
      status: 'all',
      dofollow_only: true,
      mode: 'all',
      spam_score_max: 30,
      sort_by: 'last_seen',
      limit: 7,
    });
    expect((await ask({})).query).toMatchObject({
      status: 'live',
      dofollow_only: false,
      mode: 'partial',
      spam_score_max: undefined,
      sort_by: 'rank',
      limit: 25,
    });
  });

  it.each([
    [{ targets: [] }, 'targets'],
    [{ targets: ['a.test', 'b.test', 'c.test', 'd.test', 'e.test', 'f.test'] }, 'targets'],
    [{ targets: ['not a domain'] }, 'targets'],
    [{ targets: ['spokes.test'], exclude_targets: ['spokes.test'] }, 'exclude_targets'],
    [{ targets: ['blog.spokes.test'], exclude_targets: ['spokes.test'] }, 'exclude_targets'],
  ])('refuses %j and names %s', (body, field) => {
    expect(() => operation.prepare({ ...BODY, exclude_targets: [], ...body })).toThrow(field);
  });

  it('hands its pages to the finder, with ranks of 0-100 whatever the scale', async () => {
    const { next_operations, report, bodies } = await ask({ rank_scale: 'one_thousand', max_spam_score: 50 });
    expect(next_operations).toEqual(['backlinks.opportunity-finder', 'extract']);
    expect(report.items[0]).toMatchObject({ domain_rank: 80, rank: 40 });
    expect(bodies[0]).toMatchObject({
      target: 'acme.test',
      max_spam_score: 50,
      prospects: [
        { source_url: 'https://news.test/a', domain_rank: 13, rank: 6, linked_competitors: ['spokes.test'] },
        {},
      ],
    });
  });

  it('plans no campaign for nobody: without exclude_targets there is no own site', async () => {
    expect((await ask({ exclude_targets: [] })).next_operations).toEqual(['extract', 'backlinks.competitors']);
  });

  it('leads to more rows while there are any that one answer can hold', async () => {
    expect((await ask({}, { total_count: 60 })).next_operations).toContain('backlinks.page-intersection');
    expect((await ask({ limit: 100 }, { total_count: 160 })).next_operations).not.toContain(
      'backlinks.page-intersection',
    );
  });

  it('says what to do where no page fits', async () => {
    const none = await ask({ intersection_mode: 'all' }, { total_count: 0, pages: [] });
    expect(none.next_operations).toEqual(['backlinks.page-intersection', 'backlinks.summary']);
    expect(none.markdown_summary).toContain('Next: Try again with intersection_mode "partial"');
    const widest = await ask({ backlinks_status_type: 'all' }, { total_count: 0, pages: [] });
    expect(widest.next_operations).toEqual(['backlinks.summary']);
  });

  it('advises against filters that were set, and against no others', async () => {
    const nothing = { total_count: 0, pages: [] };
    const filtered = await ask({ dofollow_only: true }, nothing);
    expect(filtered.markdown_summary).toContain('Next: Try again without dofollow_only.');
    const plain = await ask({ dofollow_only: false }, nothing);
    expect(plain.markdown_summary).not.toContain('without');
    expect(plain.markdown_summary).toContain('crawl sites that may link to them');
  });

  it('calls unknown what could not have been seen', async () => {
    const unknown = await ask({}, { total_count: null, pages: [] });
    expect(unknown.report.total_count).toBeNull();
    expect(unknown.markdown_summary).toContain('Not known');
    expect(unknown.next_operations).toEqual(['crawls.create']);
    expect(unknown.bodies).toEqual([{ urls: ['https://spokes.test/', 'https://wheels.test/'] }]);
  });

  it('puts the dead link of a competitor first', async () => {
    const broken = { ...LINK, is_broken: true, url_to_status_code: 404 };
    const { report, markdown_summary } = await ask(
      {},
      {
        total_count: 1,
        pages: [page('/a', { linked_targets: [{ target: 'spokes.test', links_count: 1, links: [broken] }] })],
      },
    );
    expect(report.items[0]?.reason).toContain('Its link to https://spokes.test/b is broken');
    expect(markdown_summary).toContain('Next: Tell the owners of pages with a broken link');
  });

  it('recommends no page with a high spam score, and asks for others where there is no other', async () => {
    const spam = page('/spam', { spam_score: 90, domain_rank: 900, page_rank: 900 });
    const { markdown_summary } = await ask({}, { pages: [spam, page('/b')] });
    expect(markdown_summary).toContain('Next: Read https://news.test/b');
    const all = await ask({}, { total_count: 1, pages: [spam] });
    expect(all.markdown_summary).toContain('Next: Skip the pages with a high spam score.');
    expect(all.next_operations).toEqual(['backlinks.opportunity-finder', 'backlinks.page-intersection']);
  });

  it('is right in the singular, and escapes what stands in a table', async () => {
    const { markdown_summary } = await ask({ targets: ['spokes.test'] }, { total_count: 1, pages: [page('/a|b')] });
    expect(markdown_summary).toContain('## Pages that link to spokes.test but not to acme.test\n');
    expect(markdown_summary).toContain('**1 page** matches (1 shown)');
    expect(markdown_summary).toContain(String.raw`| https://news.test/a\|b | 1 |`);
  });

  it('keeps the summary within its bound, however long the addresses', async () => {
    const long = 'x'.repeat(1900);
    const pages = Array.from({ length: 100 }, (_, at) => page(`/${long}${at}`));
    const { markdown_summary } = await ask(
      {
        limit: 100,
        targets: [1, 2, 3, 4, 5].map((at) => `https://spokes.test/${long}${at}`),
        exclude_targets: [`https://acme.test/${long}`],
      },
      { total_count: 100, pages },
    );
    expect(markdown_summary).toContain('| Page |');
  });
});
