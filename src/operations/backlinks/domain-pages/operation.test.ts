import { describe, expect, it } from 'vitest';

import { askWithLinks } from '../../../../test/link-context.ts';
import { LINKED_PAGE } from '../../../../test/link-records.ts';
import type { TargetPageRecord, TargetPagesQuery, TargetPagesRecord } from '../../../ports/links.ts';
import operation from './operation.ts';

function ask(body: Record<string, unknown>, record: TargetPagesRecord) {
  return askWithLinks<TargetPagesQuery, TargetPagesRecord>(operation, body, record, (targetPages) => ({ targetPages }));
}

const page = (...pages: TargetPageRecord[]): TargetPagesRecord => ({ total_count: 40, backlinks: 80, pages });

describe('backlinks.domain-pages', () => {
  it('hands every filter, the order and the page to the source', async () => {
    const { asked } = await ask(
      {
        target: 'www.acme.test',
        limit: 10,
        offset: 30,
        backlinks_status_type: 'all',
        page_filter: '/guide',
        title_filter: 'Guide',
        status_code: 404,
        min_backlinks: 2,
        min_referring_domains: 3,
        sort_by: 'words_count',
      },
      page(LINKED_PAGE),
    );
    expect(asked).toMatchObject({
      status: 'all',
      page_filter: '/guide',
      title_filter: 'Guide',
      status_code: 404,
      backlinks_min: 2,
      referring_domains_min: 3,
      sort_by: 'words_count',
      limit: 10,
      offset: 30,
    });
    expect(asked?.target).toMatchObject({ value: 'www.acme.test', type: 'subdomain' });
  });

  it('looks for letters of any script as the paths of pages keep them', async () => {
    const { asked } = await ask({ target: 'acme.test', page_filter: '/Größe?q=靴' }, page(LINKED_PAGE));
    expect(asked?.page_filter).toBe('/Gr%C3%B6%C3%9Fe?q=%E9%9D%B4');
  });

  it('refuses a page as target and names what to send', () => {
    const message = 'must be a domain or subdomain such as www.acme.test; use page_filter to narrow it down to a page';
    expect(() => operation.prepare({ target: 'https://www.acme.test/guide' })).toThrow(
      expect.objectContaining({ issues: [{ path: 'target', message }] }),
    );
    expect(() => operation.prepare({ target: 'acme.test', status_code: 20 })).toThrow(/status_code/);
  });

  it('answers ranks on the asked scale', async () => {
    expect((await ask({}, page(LINKED_PAGE))).result).toMatchObject({ items: [{ page_rank: 23, rank: 19 }] });
    expect((await ask({ rank_scale: 'one_thousand' }, page(LINKED_PAGE))).result).toMatchObject({
      items: [{ page_rank: 150, rank: 120 }],
    });
  });

  it('plans the repair of the page that wastes most, and reads those that nobody read', async () => {
    const unread = { title: null, status_code: null, page_rank: null, first_visited: null, words_count: null } as const;
    const { next_operations, markdown_summary } = await ask(
      {},
      page(
        { ...LINKED_PAGE, referring_main_domains: 6 },
        { ...LINKED_PAGE, url: 'https://acme.test/gone', status_code: 404, broken_backlinks: 8 },
        { ...LINKED_PAGE, url: 'https://acme.test/thin', words_count: 12 },
        { ...LINKED_PAGE, url: 'https://acme.test/unread', ...unread },
      ),
    );
    expect(next_operations).toEqual([
      'backlinks.list',
      'content.technical-qa',
      'content.technical-qa',
      'backlinks.anchors',
      'backlinks.domain-pages',
    ]);
    expect(markdown_summary).toContain('protect 1, restore 1, improve 1, monitor 1');
    expect(markdown_summary).toContain('8 links point to pages that return errors');
    expect(markdown_summary).toContain('| https://acme.test/unread | not crawled |');
  });

  it('says one thing about one page', async () => {
    const one = { ...LINKED_PAGE, backlinks: 1, referring_domains: 1, referring_main_domains: 1, status_code: 404 };
    const { markdown_summary } = await ask({}, { total_count: 1, backlinks: 1, pages: [one] });
    expect(markdown_summary).toContain('1 linked page for acme.test (1 shown): 1 link (100% of the total)');
    expect(markdown_summary).toContain('1 link points to pages that return errors');
  });

  it.each([
    [
      { status_code: 404 },
      { total_count: 0, backlinks: 9, pages: [] },
      'no linked page matches the filters',
      'backlinks.domain-pages',
    ],
    [
      { offset: 90 },
      { total_count: 40, backlinks: 80, pages: [] },
      'only 40 linked pages match',
      'backlinks.domain-pages',
    ],
    [{}, { total_count: null, backlinks: null, pages: [] }, 'Links to acme.test are unknown', 'crawls.create'],
  ] as const)('says why there are no rows for %j', async (body, record, words, next) => {
    const { markdown_summary, next_operations } = await ask(body, record);
    expect(markdown_summary).toContain(words);
    expect(next_operations).toEqual([next]);
  });
});
