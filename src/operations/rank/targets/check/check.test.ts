import { describe, expect, it } from 'vitest';

import { dayAt, outlinesOf, pointsOf, TRACKED } from '../../../../../test/rank-outlines.ts';
import { serpRecord } from '../../../../../test/serp-records.ts';
import type { RankTarget } from '../../../../ports/rank-targets.ts';
import type { Serp } from '../../../../ports/serp.ts';
import type { TrackedRank } from '../../../../tracking/tracked.ts';
import { listAlerts } from './alerts.ts';
import { reportCheck, type SearchOutcome } from './check.ts';
import { planCheck, summarizeCheck } from './plan.ts';
import { listSearches } from './searches.ts';

const SERIES = {
  engine: 'google',
  location_code: 2840,
  location: 'United States',
  language: 'en',
  device: 'desktop',
} as const;

function target(changes: Partial<RankTarget> = {}): RankTarget {
  return {
    id: 'rkt_1',
    project_id: undefined,
    keyword: 'shoes',
    url: TRACKED,
    series: SERIES,
    depth: 30,
    tags: [],
    is_paused: false,
    created_at: new Date(dayAt(0)),
    ...changes,
  };
}

/** The page of the day after so many, with the tracked page at a place; null: not among thirty. */
function pageOf(position: number | null, day: number): Serp {
  const items = Array.from({ length: 30 }, (_, at) => ({
    url: at + 1 === position ? TRACKED : `https://site-${at}.test/`,
  }));
  return serpRecord(items, { keyword: 'shoes', checked_at: dayAt(day), depth_asked: 30, organic_seen: 30 });
}

/** A round in which a keyword that stood so on the days before stands so today. */
function round(before: readonly (number | null)[], now: number | null) {
  const rank: TrackedRank = { target: target(), points: pointsOf(outlinesOf(before)) };
  const [search] = listSearches([rank]);
  if (search === undefined) throw new Error('There is nothing to look up.');
  const outcomes: SearchOutcome[] = [{ search, serp: pageOf(now, before.length) }];
  const report = reportCheck({ tag: undefined, ranks: [rank], outcomes });
  return { report, alerts: listAlerts(report), plan: planCheck(report), markdown: summarizeCheck(report) };
}

const STEADY = [4, 4, 5, 4, 4, 5, 4, 4, 5, 4];

describe('a round of checks', () => {
  it('looks up each search once, as deep as its deepest target asks', () => {
    const ranks = [
      { target: target({ id: 'a', depth: 20 }), points: [] },
      { target: target({ id: 'b', keyword: ' SHOES ', url: 'other.example', depth: 50 }), points: [] },
      { target: target({ id: 'c', series: { ...SERIES, device: 'mobile' } }), points: [] },
    ];
    expect(listSearches(ranks).map(({ depth, ranks: of }) => [depth, of.map((one) => one.target.id)])).toEqual([
      [50, ['a', 'b']],
      [30, ['c']],
    ]);
  });

  it('tells nobody of a single bad day, nor of what moves within its noise', () => {
    for (const now of [4, 5, 3, 9, null]) {
      const { report, alerts, plan, markdown } = round(STEADY, now);
      expect(report.items).toMatchObject([{ position: now, previous_position: 4, significant_change: null }]);
      expect(alerts).toEqual([]);
      expect(`${plan.summary} ${markdown}`).not.toMatch(/ fell from | rose from /);
    }
  });

  it('tells of a loss when two of the last three checks show it, and only then', () => {
    expect(round(STEADY, 14).alerts).toEqual([]);
    const second = round([...STEADY, 14], 15);
    expect(second.report.counts).toMatchObject({ fell: 1, rose: 0 });
    expect(second.alerts).toMatchObject([
      {
        type: 'alert.rank_changed',
        data: {
          summary: '1 keyword fell',
          lines: ['“shoes” for https://shop.example/shoes fell from 4 to 14.'],
          changes: [{ id: 'rkt_1', position: 15, from: 4, to: 14, direction: 'down' }],
        },
      },
    ]);
    expect(second.plan.priority).toBe('high');
    const third = round([...STEADY, 14, 15], 14);
    expect(third.report.items).toMatchObject([{ is_news: false, significant_change: { direction: 'down' } }]);
    expect(third.alerts).toEqual([]);
  });

  it('tells of a keyword that dropped out, and of its return', () => {
    const lost = round([...STEADY, null], null);
    expect(lost.alerts).toMatchObject([
      { data: { lines: ['“shoes” for https://shop.example/shoes fell from 4 to beyond the results checked.'] } },
    ]);
    const back = round([...STEADY, null, null, null, null, null, 4], 5);
    expect(back.alerts).toMatchObject([{ data: { summary: '1 keyword rose' } }]);
  });

  it('tells once of a search that failed twice in a row, with the reason', () => {
    const rank: TrackedRank = { target: target(), points: [] };
    const [search] = listSearches([rank]);
    if (search === undefined) throw new Error('There is nothing to look up.');
    const alertsAfter = (failed_checks: number) =>
      listAlerts(
        reportCheck({ tag: 'x', ranks: [rank], outcomes: [{ search, reason: 'Serper answered 403.', failed_checks }] }),
      );
    expect(alertsAfter(1)).toEqual([]);
    expect(alertsAfter(2)).toMatchObject([
      {
        type: 'alert.schedule_stale',
        data: { summary: '1 tracked search without a result twice in a row', lines: ['“shoes”: Serper answered 403.'] },
      },
    ]);
    expect(alertsAfter(3)).toEqual([]);
  });
});
