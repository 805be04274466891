import { describe, expect, it } from 'vitest';

import { askWithLinks } from '../../../../test/link-context.ts';
import { REFERRING_DOMAIN } from '../../../../test/link-records.ts';
import type { ReferringDomainRecord, ReferringDomainsQuery, ReferringDomainsRecord } from '../../../ports/links.ts';
import operation from './operation.ts';

function ask(body: Record<string, unknown>, record: ReferringDomainsRecord) {
  return askWithLinks<ReferringDomainsQuery, ReferringDomainsRecord>(operation, body, record, (referringDomains) => ({
    referringDomains,
  }));
}

const page = (...domains: ReferringDomainRecord[]): ReferringDomainsRecord => ({
  total_count: 40,
  backlinks: 60,
  domains,
  tool_reports: [],
});

describe('backlinks.referring-domains', () => {
  it('hands every filter, the order and the page to the source', async () => {
    const { asked } = await ask(
      {
        limit: 10,
        offset: 30,
        backlinks_status_type: 'lost',
        domain_filter: ' news ',
        min_backlinks: 2,
        min_referring_pages: 3,
        min_rank: 38,
        sort_by: 'lost_date',
      },
      page(REFERRING_DOMAIN),
    );
    expect(asked).toMatchObject({
      status: 'lost',
      domain_filter: 'news',
      backlinks_min: 2,
      referring_pages_min: 3,
      sort_by: 'lost_date',
      limit: 10,
      offset: 30,
    });
  });

  it('reads min_rank on the asked scale: the least rank that shows as so much', async () => {
    expect((await ask({ min_rank: 38 }, page(REFERRING_DOMAIN))).asked?.rank_min).toBe(245);
    expect((await ask({ min_rank: 245, rank_scale: 'one_thousand' }, page(REFERRING_DOMAIN))).asked?.rank_min).toBe(
      245,
    );
    expect((await ask({}, page(REFERRING_DOMAIN))).asked?.rank_min).toBeUndefined();
    const message = 'must be at most 100; send rank_scale "one_thousand" to go higher';
    expect(() => operation.prepare({ target: 'a.test', min_rank: 101 })).toThrow(
      expect.objectContaining({ issues: [{ path: 'min_rank', message }] }),
    );
    expect(() => operation.prepare({ target: 'a.test', min_rank: 1001, rank_scale: 'one_thousand' })).toThrow(
      /min_rank/,
    );
  });

  it('answers ranks on the asked scale', async () => {
    expect((await ask({}, page(REFERRING_DOMAIN))).result).toMatchObject({ items: [{ domain_rank: 38, rank: 19 }] });
    expect((await ask({ rank_scale: 'one_thousand' }, page(REFERRING_DOMAIN))).result).toMatchObject({
      items: [{ domain_rank: 250, rank: 120 }],
    });
  });

  it('plans by what the rows ask for, and hands the sites to write to on', async () => {
    const { next_operations, markdown_summary } = await ask(
      { rank_scale: 'one_thousand' },
      page(
        { ...REFERRING_DOMAIN, broken_backlinks: 2 },
        { ...REFERRING_DOMAIN, domain: 'lost.test', lost_backlinks: 9, spam_score: null },
        { ...REFERRING_DOMAIN, domain: 'spam.test', spam_score: 80 },
      ),
    );
    expect(next_operations).toEqual([
      'backlinks.list',
      'backlinks.list',
      'backlinks.opportunity-finder',
      'backlinks.anchors',
      'backlinks.competitors',
      'backlinks.referring-domains',
    ]);
    expect(markdown_summary).toContain('reclaim 1, repair 1, disavow review 1');
    expect(markdown_summary).toContain('18 links (30% of the total)');
  });

  it('says that there is nothing to do where there is nothing to do', async () => {
    const { markdown_summary, next_operations } = await ask(
      {},
      { total_count: 1, backlinks: 6, domains: [REFERRING_DOMAIN], tool_reports: [] },
    );
    expect(markdown_summary).toContain('1 referring domain for acme.test (1 shown): 6 links (100% of the total)');
    expect(markdown_summary).toContain('Next: Keep the linked pages at their URLs');
    expect(next_operations).toEqual(['backlinks.competitors']);
  });

  it.each([
    [
      { min_rank: 90 },
      { total_count: 0, backlinks: 9, domains: [], tool_reports: [] },
      'no referring domain matches the filters',
      'backlinks.referring-domains',
    ],
    [
      {},
      { total_count: 0, backlinks: 0, domains: [], tool_reports: [] },
      'no live link from another domain',
      'backlinks.referring-domains',
    ],
    [
      {},
      { total_count: null, backlinks: null, domains: [], tool_reports: [] },
      'Links to acme.test are unknown',
      'crawls.create',
    ],
  ] as const)('says why there are no rows for %j', async (body, record, words, next) => {
    const { markdown_summary, next_operations } = await ask(body, record);
    expect(markdown_summary).toContain(words);
    expect(next_operations).toEqual([next]);
  });
});
