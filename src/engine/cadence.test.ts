import { describe, expect, it } from 'vitest';

import { dueTimes, nextDue, patternOf, reusableAge } from './cadence.ts';

const BERLIN = { pattern: '30 2 * * *', time_zone: 'Europe/Berlin' };
const timesAfter = (schedule: typeof BERLIN, from: string, count: number): string[] => {
  const times: string[] = [];
  let time = new Date(from);
  for (let at = 0; at < count; at += 1) {
    time = nextDue(schedule, time) ?? time;
    times.push(time.toISOString().slice(0, 16));
  }
  return times;
};

describe('due times', () => {
  it('come once on the day on which clocks leave them out, and keep their local time after it', () => {
    expect(timesAfter(BERLIN, '2026-03-27T12:00:00Z', 3)).toEqual([
      '2026-03-28T01:30',
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ]);
  });

  it('come once on the day on which clocks repeat them', () => {
    expect(timesAfter(BERLIN, '2026-10-23T12:00:00Z', 4)).toEqual([
      '2026-10-24T00:30',
      '2026-10-25T00:30',
      '2026-10-26T01:30',
      '2026-10-27T01:30',
    ]);
  });

  it('that nobody was there for are counted, and the next one is where it would have been anyway', () => {
    const due = dueTimes(BERLIN, new Date('2026-06-01T00:30:00Z'), new Date('2026-07-01T12:34:56Z'));
    expect(due).toEqual({ missed: 30, next_due: new Date('2026-07-02T00:30:00Z') });
  });

  it('of years of absence are found without counting each of them', () => {
    const minutely = { pattern: '* * * * *', time_zone: 'UTC' };
    const due = dueTimes(minutely, new Date('2020-01-01T00:00:00Z'), new Date('2026-07-01T12:34:56Z'));
    expect(due).toEqual({ missed: 1000, next_due: new Date('2026-07-01T12:35:00Z') });
  });

  it('do not exist for a day that never comes', () => {
    expect(nextDue({ pattern: '0 0 30 2 *', time_zone: 'UTC' }, new Date('2026-01-01T00:00:00Z'))).toBeUndefined();
  });

  it.each([
    ['x', 'UTC', 'cron'],
    ['* * * * * *', 'UTC', 'cron'],
    ['99 * * * *', 'UTC', 'cron'],
    ['0 6 * * 1', 'Mars/Olympus', 'time_zone'],
  ])('are refused for "%s" in %s by the field that is wrong', (pattern, time_zone, path) => {
    expect(() => nextDue({ pattern, time_zone }, new Date(0))).toThrowError(
      expect.objectContaining({ code: 'invalid_input', issues: [expect.objectContaining({ path })] }),
    );
  });
});

describe('the time of a cadence', () => {
  it('lies in the small hours, is the same each time, and spreads over them', () => {
    const names = Array.from({ length: 2000 }, (_, at) => `ws_1 schedule-${at}`);
    const minutes = names.map((name) => {
      const [minute, hour] = patternOf('daily', name).split(' ').map(Number);
      return (hour ?? 0) * 60 + (minute ?? 0);
    });
    expect(patternOf('daily', 'ws_1 schedule-1')).toBe(patternOf('daily', 'ws_1 schedule-1'));
    expect(Math.min(...minutes)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...minutes)).toBeLessThan(360);
    expect(new Set(minutes).size).toBeGreaterThan(340);
  });

  it('exists in every week and every month', () => {
    for (const cadence of ['weekly', 'monthly'] as const) {
      const found = Array.from({ length: 500 }, (_, at) => patternOf(cadence, String(at)).split(' '));
      const days = found.map((fields) => Number(fields[cadence === 'weekly' ? 4 : 2]));
      const [least, most] = cadence === 'weekly' ? [0, 6] : [1, 28];
      expect([Math.min(...days), Math.max(...days)]).toEqual([least, most]);
    }
  });
});

describe('what a run may reuse', () => {
  const due = new Date('2026-06-02T03:00:00Z');
  const ageOf = (pattern: string, now: string, last_ended?: string) =>
    reusableAge({ pattern, time_zone: 'UTC' }, due, {
      now: new Date(now),
      last_ended_at: last_ended === undefined ? undefined : new Date(last_ended),
    });

  it.each([
    ['0 3 * * *', 86_399],
    ['0 3 2 * *', 30 * 86_400 - 1],
    ['0 * * * *', 3599],
  ])('is younger than the period of %s', (pattern, age) => {
    expect(ageOf(pattern, '2026-06-02T03:00:00Z')).toBe(age);
    expect(ageOf(pattern, '2026-06-02T03:00:00Z', '2026-01-01T00:00:00Z')).toBe(age);
  });

  it('is nothing that the run before it looked up, however long that took', () => {
    expect(ageOf('0 3 * * *', '2026-06-02T03:00:05Z', '2026-06-01T03:20:00Z')).toBe(86_400 - 20 * 60 + 5);
    expect(ageOf('0 3 * * *', '2026-06-02T03:00:05Z', '2026-06-02T03:00:05Z')).toBe(0);
  });
});
