import { describe, expect, it } from 'vitest';

import { runChecked } from '../../../../test/pure-operation.ts';
import type { RunContext } from '../../../contract/operation.ts';
import type { LinkCompetitorsQuery, LinkCompetitorsRecord } from '../../../ports/links.ts';
import operation from './operation.ts';

const rival = (domain: string, changes: Partial<LinkCompetitorsRecord['competitors'][number]> = {}) => ({
  domain,
  rank: 600,
  intersections: 30,
  referring_main_domains: 400,
  weighted_share: null,
  ...changes,
});

const RECORD: LinkCompetitorsRecord = {
  rank: 300,
  referring_main_domains: 80,
  total_count: 3,
  competitors: [rival('rival.test'), rival('small.test', { rank: null, intersections: 2 }), rival('same.test')],
};

/** Answers with one record and keeps what was asked. */
async function ask(body: Readonly<Record<string, unknown>>, record: Partial<LinkCompetitorsRecord> = {}) {
  const asked: LinkCompetitorsQuery[] = [];
  const competitors = async (query: LinkCompetitorsQuery): Promise<LinkCompetitorsRecord> => {
    asked.push(query);
    return { ...RECORD, ...record };
  };
  const context: RunContext = Object.assign(Object.create(null), { ports: { links: { competitors } } });
  const answer = await runChecked(operation, { target: 'acme.test', ...body }, context);
  const { guidance } = await operation.prepare({ target: 'acme.test', ...body }).run(context);
  const bodies = guidance?.next_calls.map((call) => call.body) ?? [];
  return { ...answer, report: operation.result.parse(answer.result), query: asked[0], bodies };
}

describe('backlinks.competitors', () => {
  it('asks the source for what the request says', async () => {
    const { query } = await ask({
      min_rank: 50,
      min_intersections: 4,
      main_domain: false,
      exclude_large_domains: false,
    });
    expect(query).toMatchObject({
      target: { value: 'acme.test', type: 'domain' },
      main_domain: false,
      exclude_domains: [],
      intersections_min: 4,
    });
    // The least rank of 1,000 that shows as 50 of 100.
    expect(query?.rank_min).toBe(330);
    expect((await ask({ min_rank: 330, rank_scale: 'one_thousand' })).query?.rank_min).toBe(330);
    expect((await ask({})).query).toMatchObject({
      main_domain: true,
      rank_min: undefined,
      intersections_min: 2,
    });
    expect((await ask({})).query?.exclude_domains).toContain('facebook.com');
  });

  it('refuses a least rank that its scale does not have, and names the scale', () => {
    expect(() => operation.prepare({ target: 'acme.test', min_rank: 101 })).toThrow('min_rank');
    expect(operation.prepare({ target: 'acme.test', min_rank: 101, rank_scale: 'one_thousand' }).credits).toBe(5);
  });

  it('plans the intersection of the best, without those that have nothing to win', async () => {
    const { next_operations, markdown_summary, report, bodies } = await ask(
      {},
      { competitors: [rival('rival.test'), rival('inside.test', { referring_main_domains: 30 })], total_count: 2 },
    );
    expect(next_operations).toEqual([
      'backlinks.page-intersection',
      'backlinks.referring-domains',
      'backlinks.domain-pages',
    ]);
    expect(bodies[0]).toMatchObject({ targets: ['rival.test'], exclude_targets: ['acme.test'] });
    expect(report.items.map(({ domain }) => domain)).toEqual(['inside.test', 'rival.test']);
    expect(markdown_summary).toContain('| rival.test | 81 | 30 | 370 |');
  });

  it('asks in every next call for ranks on the scale that was asked for', async () => {
    const { bodies } = await ask({ rank_scale: 'one_thousand' });
    expect(bodies).toEqual([
      {
        targets: ['rival.test', 'same.test', 'small.test'],
        exclude_targets: ['acme.test'],
        rank_scale: 'one_thousand',
      },
      { target: 'rival.test', rank_scale: 'one_thousand' },
      { target: 'rival.test', rank_scale: 'one_thousand' },
    ]);
  });

  it('leads to the next rows while there are any, and back from behind the last', async () => {
    expect((await ask({ limit: 2 })).next_operations).toContain('backlinks.competitors');
    expect((await ask({ limit: 3 })).next_operations).not.toContain('backlinks.competitors');
    const behind = await ask({ offset: 50 });
    expect(behind.report).toMatchObject({ items: [], total_count: 3 });
    expect(behind.markdown_summary).toContain('Offset 50 is past the end of the list: only 3 competitors match.');
    expect(behind.next_operations).toEqual(['backlinks.competitors']);
  });

  it('says what to do where nobody fits, and where nothing links to the target', async () => {
    const none = await ask({ min_intersections: 9 }, { competitors: [], total_count: 0 });
    expect(none.next_operations).toEqual(['backlinks.competitors', 'backlinks.summary']);
    expect(none.bodies[0]).toMatchObject({ exclude_large_domains: false, min_intersections: 1 });
    expect(none.markdown_summary).toContain('The sites that link to acme.test link to no other domain that matches');
    const unlinked = await ask({}, { competitors: [], total_count: 0, referring_main_domains: 0 });
    expect(unlinked.next_operations).toEqual(['backlinks.summary']);
    expect(unlinked.markdown_summary).toContain('No site that the index has crawled links to acme.test');
  });

  it('calls unknown what could not have been seen', async () => {
    const unknown = await ask({}, { rank: null, referring_main_domains: null, total_count: null, competitors: [] });
    expect(unknown.report).toMatchObject({ total_count: null, referring_main_domains: null });
    expect(unknown.markdown_summary).toContain('Not known');
    expect(unknown.next_operations).toEqual(['crawls.create']);
  });

  it('is right in the singular', async () => {
    const { markdown_summary } = await ask(
      {},
      {
        referring_main_domains: 1,
        total_count: 1,
        competitors: [rival('rival.test', { intersections: 1, referring_main_domains: 2 })],
      },
    );
    expect(markdown_summary).toContain('**1 domain** shares linking sites with the target (1 shown)');
    expect(markdown_summary).toContain('**1 domain** links to it');
  });

  it('keeps the summary within its bound, however long the names', async () => {
    const competitors = Array.from({ length: 100 }, (_, at) =>
      rival(`${'long-'.repeat(11)}${at}.${'x'.repeat(60)}.test`),
    );
    const { markdown_summary } = await ask({ limit: 100 }, { competitors, total_count: 100 });
    expect(markdown_summary).toContain('Next: ');
  });
});
