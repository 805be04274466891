import { describe, expect, it } from 'vitest';

import { BACKLINK } from '../../../../test/link-records.ts';
import { runChecked } from '../../../../test/pure-operation.ts';
import type { RunContext } from '../../../contract/operation.ts';
import type { BacklinkPage, BacklinkRecord } from '../../../ports/links.ts';
import operation from './operation.ts';

const LINK: BacklinkRecord = { ...BACKLINK, page_from_title: null, backlink_spam_score: null };

const LOST = { ...LINK, is_lost: true, lost_date: '2026-03-01T00:00:00.000Z' };

const ask = async (body: Readonly<Record<string, unknown>>, page: Partial<BacklinkPage> = {}) => {
  const links = { list: async () => ({ total_count: 1, backlinks: [LINK], ...page }) };
  const context: RunContext = Object.assign(Object.create(null), { ports: { links } });
  const answer = await runChecked(operation, { target: 'acme.test', ...body }, context);
  return { ...answer, report: operation.result.parse(answer.result) };
};

describe('backlinks.list', () => {
  it('marks a link that arrives by a redirect or a canonical, in its reason and in the table', async () => {
    const indirect = { ...LINK, url_to: 'https://old.test/b', is_indirect_link: true };
    const { report, markdown_summary } = await ask({}, { backlinks: [indirect] });
    expect(report.items[0]).toMatchObject({ is_indirect_link: true, reason: expect.stringContaining('redirect') });
    expect(markdown_summary).toContain('authority protection, indirect');
    const direct = await ask({});
    expect(direct.report.items[0]?.reason).not.toContain('redirect');
    expect(direct.markdown_summary).not.toContain('indirect');
  });

  it('exports all rows as one job, and charges the rows that there are', async () => {
    const pages: [number, number][] = [];
    const links = {
      list: async ({ limit, offset }: { limit: number; offset: number }) => {
        pages.push([limit, offset]);
        const count = Math.min(limit, Math.max(0, 2345 - offset));
        return { total_count: 2345, backlinks: Array.from({ length: count }, () => LINK) };
      },
    };
    const context: RunContext = Object.assign(Object.create(null), { ports: { links }, report: () => undefined });
    const call = operation.prepare({ target: 'acme.test', export_rows: 2800 });
    expect([call.always_queues, call.credits]).toEqual([true, 140]);
    const { result, credits, guidance } = await call.run(context);
    expect(pages).toEqual([
      [1000, 0],
      [1000, 1000],
      [800, 2000],
    ]);
    expect(operation.result.parse(result).items).toHaveLength(2345);
    expect(credits).toBe(120);
    expect(guidance?.next_calls.map((next) => next.operation)).not.toContain('backlinks.list');
    expect(operation.prepare({ target: 'acme.test', limit: 100 }).always_queues).toBe(false);
  });

  it('refuses an export beyond the end of lists, and says how many rows are left', () => {
    expect(() => operation.prepare({ target: 'acme.test', offset: 15_000, export_rows: 6000 })).toThrow(
      expect.objectContaining({
        issues: [{ path: 'export_rows', message: 'must be at most 5,000 from this offset on' }],
      }),
    );
  });

  it('hands lost links to the finder', async () => {
    expect(
      (await ask({ backlinks_status_type: 'lost', mode: 'as_is' }, { backlinks: [LOST] })).next_operations,
    ).toEqual(['backlinks.opportunity-finder']);
  });

  it.each([
    ['one_per_domain', 'backlinks.referring-domains'],
    ['one_per_anchor', 'backlinks.anchors'],
  ])('leads from %s to the figures of each group', async (mode, operationId) => {
    expect((await ask({ mode })).next_operations).toEqual(['extract', operationId]);
  });

  it('leads on, back and to the summary where rows end', async () => {
    expect((await ask({ mode: 'as_is', limit: 1 }, { total_count: 2 })).next_operations).toEqual([
      'extract',
      'backlinks.list',
    ]);
    expect((await ask({ offset: 5 }, { backlinks: [] })).next_operations).toEqual(['backlinks.list']);
    expect((await ask({}, { total_count: 0, backlinks: [] })).next_operations).toEqual(['backlinks.summary']);
  });
});
