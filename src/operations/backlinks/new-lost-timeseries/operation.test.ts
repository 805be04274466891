import { describe, expect, it } from 'vitest';

import { runChecked } from '../../../../test/pure-operation.ts';
import { parseDay, formatDay } from '../../../links/calendar.ts';
import type { RunContext } from '../../../contract/operation.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { LinkTimeseriesQuery, LinkTimeseriesRecord } from '../../../ports/links.ts';
import operation from './operation.ts';

const RECORD: LinkTimeseriesRecord = {
  before: { backlinks: 40, referring_domains: 10 },
  points: [
    { period: '2026-01-01', new_backlinks: 6, lost_backlinks: 1, new_referring_domains: 2, lost_referring_domains: 0 },
    { period: '2026-02-01', new_backlinks: 0, lost_backlinks: 3, new_referring_domains: 0, lost_referring_domains: 1 },
  ],
  spam: null,
  observed_from: '2025-06-01',
  observed_to: '2026-03-10',
};

/** Answers with one record on 18 March 2026 and keeps what was asked. */
async function ask(body: Readonly<Record<string, unknown>>, record: Partial<LinkTimeseriesRecord> = {}) {
  const asked: LinkTimeseriesQuery[] = [];
  const timeseries = async (query: LinkTimeseriesQuery): Promise<LinkTimeseriesRecord> => {
    asked.push(query);
    return { ...RECORD, ...record };
  };
  const context: RunContext = Object.assign(Object.create(null), {
    ports: { links: { timeseries } },
    now: new Date('2026-03-18T23:30:00Z'),
  });
  const answer = await runChecked(operation, { target: 'acme.test', ...body }, context);
  return { ...answer, report: operation.result.parse(answer.result), query: asked[0] };
}

const issuesOf = async (body: Readonly<Record<string, unknown>>) => {
  try {
    await ask(body);
  } catch (thrown) {
    if (thrown instanceof AppError) return { code: thrown.code, issues: thrown.issues };
    throw thrown;
  }
  return undefined;
};

describe('backlinks.new-lost-timeseries', () => {
  it('asks the source for what the request says, up to today', async () => {
    expect(
      (await ask({ date_from: '2025-12-05', group_range: 'week', include_subdomains: false })).query,
    ).toMatchObject({
      target: { value: 'acme.test', type: 'domain' },
      include_subdomains: false,
      date_from: '2025-12-05',
      date_to: '2026-03-18',
      group: 'week',
    });
    expect((await ask({})).query).toMatchObject({ date_from: '2025-04-01', date_to: '2026-03-18', group: 'month' });
  });

  it('takes a domain or subdomain, leaves out www. and refuses a page with the name to send', async () => {
    expect((await ask({ target: 'WWW.Acme.test' })).report.target).toEqual({ value: 'acme.test', type: 'domain' });
    expect((await ask({ target: 'blog.acme.test' })).report.target).toEqual({
      value: 'blog.acme.test',
      type: 'subdomain',
    });
    expect((await ask({ target: 'www.test' })).report.target.value).toBe('www.test');
    expect(await issuesOf({ target: 'https://www.acme.test/page' })).toEqual({
      code: 'invalid_input',
      issues: [{ path: 'target', message: 'must be a domain or subdomain without protocol and path; send acme.test' }],
    });
  });

  it.each([
    [{ date_from: '2026-02-30' }, 'date_from'],
    [{ date_to: '2019-01-01' }, 'date_to'],
    [{ date_from: '2026-02-02', date_to: '2026-02-01' }, 'date_from'],
    [{ date_from: '2026-03-19' }, 'date_from'],
    [{ date_from: '2020-01-01', group_range: 'day' }, 'date_from'],
  ])('refuses %j and names %s', async (body, path) => {
    expect(await issuesOf(body)).toMatchObject({ code: 'invalid_input', issues: [{ path }] });
  });

  it('refuses dates that are wrong on any day before anything runs', () => {
    expect(() => operation.prepare({ target: 'acme.test', date_from: '2026-02-30' })).toThrow('date_from');
  });

  it('shows the movement and leads to the lost links and the days of the loss', async () => {
    const { report, next_operations, markdown_summary } = await ask({ date_from: '2025-12-10' });
    expect(report).toMatchObject({
      totals: { new_backlinks: 6, lost_backlinks: 4 },
      before: { backlinks: 40 },
      after: { backlinks: 42, referring_domains: 11 },
      strongest_loss: { period: '2026-02-01', net_backlinks: -3 },
      // One domain more than ten is chance.
      momentum: 'stable',
      momentum_basis: { base: 10, net: 1, within_noise: true },
    });
    expect(next_operations).toEqual([
      'backlinks.list',
      'backlinks.referring-domains',
      'backlinks.list',
      'backlinks.new-lost-timeseries',
    ]);
    expect(markdown_summary).toContain('| 2026-02-01 | 0 | 3 | -3 | 11 |');
    expect(markdown_summary).toContain('| 2026-03-01 (partial) | 0 | 0 | 0 | 11 |');
  });

  it('does not call the domains of a link farm growth, and leads to them', async () => {
    const spam = {
      referring_domains_before: 0,
      points: [{ period: '2026-01-01', new_referring_domains: 2, lost_referring_domains: 0 }],
    };
    const { report, next_operations, markdown_summary, query } = await ask({ date_from: '2025-12-10' }, { spam });
    expect(query).toMatchObject({ spam_score_min: 61 });
    expect(report).toMatchObject({
      spam: { new_referring_domains: 2, lost_referring_domains: 0 },
      momentum: 'stable',
      momentum_basis: { base: 10, net: -1, change: -0.1, within_noise: true },
    });
    expect(next_operations[0]).toBe('backlinks.referring-domains');
    expect(markdown_summary).toContain('2 of 2 new referring domains have a high spam score');
    expect(markdown_summary).toContain('Next: Review the new referring domains with a high spam score');
    expect(markdown_summary).not.toContain('Repeat what earned');
  });

  it('does not call won what the index began with', async () => {
    const { markdown_summary } = await ask(
      { date_from: '2025-12-10' },
      { before: { backlinks: 0, referring_domains: 0 }, observed_from: '2026-01-05' },
    );
    expect(markdown_summary).toContain(
      'New: **0 backlinks** and 0 referring domains, not counting 6 backlinks first seen in the month in which the index started, which can be of any age',
    );
    expect(markdown_summary).toContain('Lost: **3 backlinks** and 1 referring domain');
    expect(markdown_summary).toContain('Net: **-3** backlinks');
    expect(markdown_summary).toContain('Loss rate: 100% of all changes after the start of the index');
  });

  it('leads to the days that were observed where the range was not', async () => {
    const { next_operations, markdown_summary } = await ask(
      { date_from: '2025-01-01', date_to: '2025-03-31' },
      { before: { backlinks: 0, referring_domains: 0 }, points: [] },
    );
    expect(next_operations).toEqual(['backlinks.new-lost-timeseries']);
    expect(markdown_summary).toContain('crawled pages from 2025-06-01 to 2026-03-10, but none from 2025-01-01');
    expect(markdown_summary).not.toContain('|');
  });

  it('calls unknown what could not have been seen', async () => {
    const unread = await ask({}, { before: null, points: [] });
    expect(unread.report).toMatchObject({ observed_points: 0, totals: { new_backlinks: null } });
    expect(unread.markdown_summary).toContain('has not crawled enough of the web around');
    const empty = await ask({}, { before: null, points: [], observed_from: null, observed_to: null });
    expect(empty.markdown_summary).toContain('The index has not crawled any page yet.');
    expect(empty.next_operations).toEqual(['crawls.create']);
  });

  it('says plainly that nothing moved', async () => {
    const { markdown_summary, next_operations } = await ask({}, { points: [] });
    expect(markdown_summary).toContain('New: **0 backlinks** and 0 referring domains');
    expect(next_operations).toEqual(['backlinks.summary']);
  });

  it('is right in the singular', async () => {
    const { markdown_summary } = await ask(
      { date_from: '2026-01-01', date_to: '2026-01-31' },
      {
        points: [
          {
            period: '2026-01-01',
            new_backlinks: 2,
            lost_backlinks: 1,
            new_referring_domains: 1,
            lost_referring_domains: 0,
          },
        ],
      },
    );
    expect(markdown_summary).toContain('New: **2 backlinks** and 1 referring domain\n');
    expect(markdown_summary).toContain('Net: **+1** backlink, +1 referring domain\n');
  });

  it('keeps the summary within its bound at the most points there are', async () => {
    const { report, markdown_summary } = await ask({ date_from: '2024-02-28', group_range: 'day' });
    expect(report.points).toHaveLength(750);
    expect(markdown_summary).toContain('Next: ');
  });
});

describe('the calendar of the analysis, which has no clock', () => {
  it('agrees with the platform’s own on every day of six centuries, leap years and all', () => {
    const first = Date.UTC(1850, 0, 1);
    const start = parseDay('1850-01-01') ?? 0;
    for (let at = 0; at < 220_000; at += 1) {
      const day = new Date(first + at * 86_400_000).toISOString().slice(0, 10);
      if (formatDay(start + at) !== day || parseDay(day) !== start + at) throw new Error(`wrong at ${day}`);
    }
    expect(start % 7).toBe((new Date(first).getUTCDay() + 6) % 7);
  });
});
