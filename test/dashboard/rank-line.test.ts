import { describe, expect, it } from 'vitest';

import { listPlaces, listTimes, readLine } from '../../src/dashboard/app/model/rank-line.ts';
import type { RankHistoryView, RankPointView } from '../../src/dashboard/views.ts';

const DAY_MS = 86_400_000;
const FIRST = Date.parse('2026-01-01T06:00:00Z');
const at = (day: number): string => new Date(FIRST + day * DAY_MS).toISOString();

/** Day and position; null: not found. */
type Check = readonly [day: number, position: number | null, page?: string];

function pointOf([day, position, page = 'https://shop.example/']: Check): RankPointView {
  return {
    checked_at: at(day),
    position,
    rank_absolute: position,
    page: null,
    matched_url: position === null ? null : page,
    match_type: position === null ? null : 'exact',
    features: [],
    ai_overview: { status: 'absent', cited: null },
    engine: 'google',
    location: null,
    location_code: null,
    language: 'en',
    device: null,
    depth_asked: 30,
    depth_checked: 30,
    ended: 'depth_reached',
    top_px: null,
    screens_down: null,
    source: 'serper',
    is_source_changed: false,
    is_conclusive: true,
  };
}

function lineOf(checks: readonly Check[], facts: Partial<Pick<RankHistoryView, 'gaps' | 'source_changes'>> = {}) {
  return readLine({ history: checks.map(pointOf), gaps: [], source_changes: [], ...facts });
}

const runsOf = (...given: Parameters<typeof lineOf>) =>
  lineOf(...given).runs.map((run) => run.map(({ at_ms }) => (at_ms - FIRST) / DAY_MS));

const failureOn = (day: number) => ({ failed_at: at(day), reason: 'no answer', source: null });

describe('the line of a rank', () => {
  it('joins checks that follow one another, also where a weekly one came late', () => {
    expect(
      runsOf([
        [0, 4],
        [1, 5],
        [2, 4],
      ]),
    ).toEqual([[0, 1, 2]]);
    expect(
      runsOf([
        [0, 4],
        [7, 5],
        [14, 4],
        [25, 4],
      ]),
    ).toEqual([[0, 7, 14, 25]]);
  });

  it('is never drawn over a day without a result, a failed check, or a time without checks', () => {
    expect(
      runsOf([
        [0, 4],
        [1, null],
        [2, 4],
      ]),
    ).toEqual([[0], [2]]);
    expect(
      runsOf(
        [
          [0, 4],
          [1, 4],
          [1.2, 5],
        ],
        { gaps: [failureOn(1.1)] },
      ),
    ).toEqual([[0, 1], [1.2]]);
    expect(
      runsOf([
        [0, 4],
        [1, 4],
        [2, 4],
        [9, 4],
        [10, 4],
      ]),
    ).toEqual([
      [0, 1, 2],
      [9, 10],
    ]);
  });

  it('marks the check with which another page of the site ranks, also after days without a result', () => {
    const line = lineOf([
      [0, 4, 'https://shop.example/a'],
      [1, null],
      [2, 4, 'https://shop.example/b'],
      [3, 4, 'https://shop.example/b'],
    ]);
    expect(line.points.map(({ is_page_changed }) => is_page_changed)).toEqual([false, false, true, false]);
  });

  it('has an axis for a single check, for failures alone, and down to the worst position', () => {
    const single = lineOf([[0, 3]]);
    expect(single.to_ms - single.from_ms).toBe(DAY_MS);
    expect(single.deepest).toBe(5);
    expect(lineOf([], { gaps: [failureOn(3)] })).toMatchObject({ runs: [], from_ms: FIRST + 2.5 * DAY_MS });
    const { deepest } = lineOf([
      [0, 3],
      [1, 27],
    ]);
    expect(listPlaces(deepest)).toEqual([1, 10, 20, 30]);
    expect(listPlaces(100).at(-1)).toBe(100);
  });

  it('names no day twice on its axis', () => {
    const days = (length: number, most: number) =>
      listTimes({ from_ms: FIRST, to_ms: FIRST + length * DAY_MS }, most).map((time) =>
        new Date(time).toISOString().slice(0, 10),
      );
    expect(days(1, 8)).toEqual(['2026-01-01', '2026-01-02']);
    expect(days(3, 8)).toHaveLength(4);
    expect(days(90, 4)).toHaveLength(4);
    expect(new Set(days(5, 8)).size).toBe(6);
  });
});
