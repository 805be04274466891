import { describe, expect, it } from 'vitest';

import { parseTarget } from '../../../web/target.ts';
import type { LinkTimeseriesRecord } from '../../../ports/links.ts';
import { parseDay, formatDay, shiftPeriod, countPeriods, findPeriodStart } from '../../../links/calendar.ts';
import { analyzeTimeseries, type TimeseriesQuestion, type TimeseriesReport } from './new-lost-timeseries.ts';
import { checkRange, resolveRange } from './range.ts';

describe('the calendar', () => {
  it.each([
    '2025-02-29',
    '2100-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-4-1',
    '26-04-01',
    '',
    '0000-01-01',
  ])('knows no day %j', (day) => {
    expect(parseDay(day)).toBeUndefined();
  });

  it.each([
    ['2024-02-29', 'day', '2024-02-29', '2024-03-01'],
    ['2024-03-03', 'week', '2024-02-26', '2024-03-04'],
    ['2026-03-02', 'week', '2026-03-02', '2026-03-09'],
    ['2024-02-29', 'month', '2024-02-01', '2024-03-01'],
    ['2026-12-31', 'month', '2026-12-01', '2027-01-01'],
    ['2024-12-31', 'year', '2024-01-01', '2025-01-01'],
  ] as const)('puts %s into a %s from %s to before %s', (day, group, start, next) => {
    const number = parseDay(day) ?? 0;
    expect(formatDay(findPeriodStart(number, group))).toBe(start);
    expect(formatDay(shiftPeriod(findPeriodStart(number, group), group, 1))).toBe(next);
    expect(formatDay(shiftPeriod(parseDay(next) ?? 0, group, -1))).toBe(start);
  });

  it.each([
    ['2024-02-28', '2024-03-01', 'day', 3],
    ['2025-02-28', '2025-03-01', 'day', 2],
    ['2024-03-03', '2024-03-04', 'week', 2],
    ['2024-01-31', '2025-02-01', 'month', 14],
    ['2019-12-31', '2026-01-01', 'year', 8],
  ] as const)('counts from %s to %s by %s: %s', (from, to, group, count) => {
    expect(countPeriods(parseDay(from) ?? 0, parseDay(to) ?? 0, group)).toBe(count);
  });
});

describe('resolveRange', () => {
  const TODAY = '2026-03-18';

  it.each([
    [{ group_range: 'day' }, '2026-02-17', TODAY],
    [{ group_range: 'week' }, '2025-09-22', TODAY],
    [{ group_range: 'month' }, '2025-04-01', TODAY],
    [{ group_range: 'year' }, '2019-01-30', TODAY],
    [{ group_range: 'month', date_to: '2019-06-30' }, '2019-01-30', '2019-06-30'],
    [{ group_range: 'month', date_from: '2026-01-15' }, '2026-01-15', TODAY],
    [{ group_range: 'month', date_from: '2026-01-15', date_to: '2026-12-31' }, '2026-01-15', TODAY],
    [{ group_range: 'day', date_from: TODAY }, TODAY, TODAY],
  ] as const)('answers %j with %s to %s', (asked, date_from, date_to) => {
    expect(checkRange(asked)).toEqual([]);
    expect(resolveRange(asked, TODAY)).toEqual({ date_from, date_to });
  });

  it.each([
    [{ date_from: '2019-01-29' }, 'date_from', 'must not be before 2019-01-30'],
    [{ date_to: '2018-12-31' }, 'date_to', 'must not be before 2019-01-30'],
    [{ date_from: '2026-02-30' }, 'date_from', 'must be a valid date in the form yyyy-mm-dd'],
    [{ date_to: 'today' }, 'date_to', 'must be a valid date in the form yyyy-mm-dd'],
    [{ date_from: '2026-03-02', date_to: '2026-03-01' }, 'date_from', 'must not be after date_to, which is 2026-03-01'],
  ])('refuses %j and names %s', (asked, path, message) => {
    expect(checkRange({ ...asked, group_range: 'month' })).toEqual([
      { path, message: expect.stringContaining(message) },
    ]);
  });

  it('refuses a beginning after today', () => {
    expect(resolveRange({ group_range: 'day', date_from: '2026-03-19' }, TODAY)).toEqual([
      { path: 'date_from', message: 'is in the future: today is 2026-03-18 (UTC)' },
    ]);
  });

  it('refuses more points than an answer holds, and the beginning that it names is taken', () => {
    expect(resolveRange({ group_range: 'day', date_from: '2019-01-30' }, TODAY)).toEqual([
      {
        path: 'date_from',
        message:
          'makes 2,605 day points, but one response has at most 750; send 2024-02-28 or later, or group_range week',
      },
    ]);
    expect(resolveRange({ group_range: 'day', date_from: '2024-02-28' }, TODAY)).toMatchObject({ date_to: TODAY });
    expect(resolveRange({ group_range: 'day', date_from: '2024-02-27' }, TODAY)).toHaveLength(1);
  });
});

const moved = (
  period: string,
  [gained, lost]: readonly [number, number],
  [domains, left]: readonly [number, number] = [0, 0],
) => ({
  period,
  new_backlinks: gained,
  lost_backlinks: lost,
  new_referring_domains: domains,
  lost_referring_domains: left,
});

const RECORD: LinkTimeseriesRecord = {
  before: { backlinks: 100, referring_domains: 20 },
  points: [],
  spam: null,
  observed_from: '2025-01-01',
  observed_to: '2026-12-31',
};

const QUESTION: TimeseriesQuestion = {
  target: parseTarget('acme.test'),
  include_subdomains: true,
  group_range: 'month',
  date_from: '2026-01-01',
  date_to: '2026-04-30',
};

const analyze = (record: Partial<LinkTimeseriesRecord>, question: Partial<TimeseriesQuestion> = {}): TimeseriesReport =>
  analyzeTimeseries({ ...RECORD, ...record }, { ...QUESTION, ...question });

const periods = (report: TimeseriesReport): string[] => report.points.map(({ period }) => period);
const column = (report: TimeseriesReport, field: keyof TimeseriesReport['points'][number]) =>
  report.points.map((point) => point[field]);

describe('analyzeTimeseries', () => {
  it('answers every period of the range, also those in which nothing moved', () => {
    const report = analyze({ points: [moved('2026-02-01', [5, 2], [3, 1]), moved('2026-04-01', [0, 4], [0, 2])] });
    expect(periods(report)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01']);
    expect(column(report, 'net_backlinks')).toEqual([0, 3, 0, -4]);
    expect(column(report, 'net_referring_domains')).toEqual([0, 2, 0, -2]);
    expect(column(report, 'backlinks')).toEqual([100, 103, 103, 99]);
    expect(column(report, 'referring_domains')).toEqual([20, 22, 22, 20]);
    expect(report).toMatchObject({
      totals: { new_backlinks: 5, lost_backlinks: 6, new_referring_domains: 3, lost_referring_domains: 3 },
      net_change: { backlinks: -1, referring_domains: 0, backlinks_share: -0.01, referring_domains_share: 0 },
      loss_rate: 0.5455,
      referring_domains_loss_rate: 0.5,
      before: { backlinks: 100, referring_domains: 20 },
      after: { backlinks: 99, referring_domains: 20 },
      observed_points: 4,
    });
  });

  it('begins weeks on Monday, the first one before the range when need be, and marks what the range cuts', () => {
    const report = analyze({}, { group_range: 'week', date_from: '2024-02-29', date_to: '2024-03-12' });
    expect(periods(report)).toEqual(['2024-02-26', '2024-03-04', '2024-03-11']);
    const seen = analyze(
      { observed_from: '2024-01-01' },
      { group_range: 'week', date_from: '2024-02-29', date_to: '2024-03-12' },
    );
    expect(column(seen, 'is_partial')).toEqual([true, false, true]);
  });

  it('keeps what was not observed null, and calls the period in which the index began the baseline', () => {
    const report = analyze({
      before: { backlinks: 0, referring_domains: 0 },
      observed_from: '2026-02-10',
      observed_to: '2026-03-05',
      points: [moved('2026-02-01', [50, 0], [9, 0]), moved('2026-03-01', [2, 1], [1, 0])],
    });
    expect(column(report, 'new_backlinks')).toEqual([null, 50, 2, null]);
    expect(column(report, 'backlinks')).toEqual([null, 50, 51, null]);
    expect(column(report, 'is_baseline')).toEqual([false, true, false, false]);
    expect(column(report, 'is_partial')).toEqual([false, true, true, false]);
    expect(report).toMatchObject({
      observed_points: 2,
      before: null,
      after: { backlinks: 51, referring_domains: 10 },
      totals: { new_backlinks: 52, lost_backlinks: 1 },
      net_change: { backlinks: 1, referring_domains: 1, backlinks_share: null },
      baseline: { period: '2026-02-01', backlinks: 50, referring_domains: 9 },
      // What the index began with was not won in that month: 1 of 3.
      loss_rate: 0.3333,
      strongest_gain: { period: '2026-03-01', net_backlinks: 1 },
    });
    expect(report.notes).toEqual([
      'There is no crawl data for 2 months; the figures are not known.',
      expect.stringContaining('The index started during the month starting 2026-02-01'),
      'Only part of the month starting 2026-03-01 is covered.',
    ]);
  });

  it('begins with the links that tables told of, though no page was read yet, and takes no share of them then', () => {
    const report = analyze({
      before: { backlinks: 37, referring_domains: 18 },
      observed_from: '2026-03-10',
      points: [moved('2026-01-01', [3, 0], [1, 0]), moved('2026-03-01', [50, 0], [9, 0])],
    });
    expect(report).toMatchObject({
      before: { backlinks: 37, referring_domains: 18 },
      after: { backlinks: 90, referring_domains: 28 },
      net_change: { backlinks: 3, backlinks_share: null, referring_domains_share: null },
    });
  });

  it('marks the month that runs as one in part, though nothing was fetched in it', () => {
    const report = analyze(
      { observed_to: '2026-03-05', points: [moved('2026-04-01', [2, 0], [1, 0])] },
      { date_to: '2026-04-22' },
    );
    expect(column(report, 'is_partial')).toEqual([false, false, true, true]);
  });

  it('answers 0 for observed periods of a target without any link', () => {
    const report = analyze({ before: { backlinks: 0, referring_domains: 0 } });
    expect(column(report, 'backlinks')).toEqual([0, 0, 0, 0]);
    expect(report).toMatchObject({
      loss_rate: null,
      momentum: null,
      net_change: { backlinks: 0, backlinks_share: null },
    });
  });

  it.each([
    ['no other site was read', { before: null }],
    ['nothing was ever fetched', { before: null, observed_from: null, observed_to: null }],
    ['the range lies before the index', { observed_from: '2026-05-01' }],
    ['the range lies after the last fetch', { observed_to: '2025-12-31' }],
    [
      'the range begins after the last fetch, in the same month',
      { observed_to: '2026-01-09' },
      { date_from: '2026-01-10' },
    ],
  ])('answers no figure at all where %s', (_, record, question?: { date_from: string }) => {
    const report = analyze(record, question);
    expect(report).toMatchObject({
      observed_points: 0,
      totals: { new_backlinks: null, lost_backlinks: null, new_referring_domains: null, lost_referring_domains: null },
      net_change: { backlinks: null, referring_domains: null },
      after: null,
      loss_rate: null,
      strongest_gain: null,
      strongest_loss: null,
      momentum: null,
    });
    for (const point of report.points) expect(point).toMatchObject({ new_backlinks: null, backlinks: null });
  });

  it('names the strongest periods by their net change, the newest of equal ones', () => {
    const report = analyze({
      points: [
        moved('2026-01-01', [9, 2]),
        moved('2026-02-01', [7, 0]),
        moved('2026-03-01', [1, 8]),
        moved('2026-04-01', [0, 7]),
      ],
    });
    expect(report).toMatchObject({
      strongest_gain: { period: '2026-02-01', net_backlinks: 7 },
      strongest_loss: { period: '2026-04-01', net_backlinks: -7 },
    });
    expect(analyze({ points: [moved('2026-01-01', [9, 9])] })).toMatchObject({
      strongest_gain: null,
      strongest_loss: null,
    });
  });

  const MONTHS = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'];
  const nets = (...domains: readonly number[]) =>
    domains.map((net, at) => moved(MONTHS[at] ?? '', [0, 0], net < 0 ? [0, -net] : [net, 0]));

  it.each([
    // Over a base of 100: 5 % either way is stable, and so is what comes and goes by chance.
    [[9, -9, 9, -3], 'stable'],
    [[2, 1, 1, 1], 'stable'],
    [[-2, -1, -1, -1], 'stable'],
    [[-2, -2, -1, -1], 'shrinking'],
    // Halves that differ by chance alone neither accelerate nor slow.
    [[2, 2, 1, 1], 'growing'],
    [[8, 8, 1, 1], 'slowing'],
    [[2, 2, 2, 1], 'growing'],
    [[2, 2, 3, 2], 'growing'],
    [[2, 2, 3, 3], 'growing'],
    [[1, 1, 8, 8], 'accelerating'],
    [[0, 0, 0, 6], 'accelerating'],
    [[9, 0, 0, -2], 'slowing'],
  ] as const)('calls net domains of %j a momentum that is %s', (domains, momentum) => {
    const report = analyze({ before: { backlinks: 900, referring_domains: 100 }, points: nets(...domains) });
    expect(report.momentum).toBe(momentum);
    expect(report.momentum_basis).toMatchObject({ base: 100, periods: 4 });
  });

  it('takes no halves of fewer than four whole periods, and none of the month that runs', () => {
    const report = analyze(
      { before: { backlinks: 1, referring_domains: 10 }, points: nets(5, 5, 5, 0) },
      { date_to: '2026-04-02' },
    );
    expect(report).toMatchObject({
      momentum: 'growing',
      momentum_basis: { earlier_net: null, later_net: null, net: 15 },
    });
  });

  it('leaves the baseline out of the momentum', () => {
    const report = analyze({
      before: { backlinks: 0, referring_domains: 0 },
      observed_from: '2026-01-10',
      points: [moved('2026-01-01', [80, 0], [40, 0]), moved('2026-03-01', [1, 0], [1, 0])],
    });
    expect(report).toMatchObject({
      momentum: 'stable',
      momentum_basis: { base: 40, net: 1, change: 0.025, periods: 3 },
    });
  });

  it('leaves the domains that score as spam out of the momentum, from the beginning on', () => {
    const spam = {
      referring_domains_before: 60,
      points: [{ period: '2026-03-01', new_referring_domains: 30, lost_referring_domains: 10 }],
    };
    const report = analyze({
      before: { backlinks: 900, referring_domains: 100 },
      points: [moved('2026-03-01', [80, 9], [31, 10])],
      spam,
    });
    expect(report).toMatchObject({
      net_change: { referring_domains: 21 },
      spam: { new_referring_domains: 30, lost_referring_domains: 10 },
      momentum: 'stable',
      momentum_basis: { base: 40, net: 1, change: 0.025 },
    });
    expect(report.notes).toEqual([
      '30 of 31 new referring domains have a high spam score and do not count towards momentum.',
    ]);
  });

  it('calls any domain that comes to a target without one growth', () => {
    const report = analyze({
      before: { backlinks: 0, referring_domains: 0 },
      points: [moved('2026-04-01', [1, 0], [1, 0])],
    });
    expect(report).toMatchObject({ momentum: 'growing', momentum_basis: { base: 0, change: null } });
  });
});
