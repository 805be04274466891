import { describe, expect, it } from 'vitest';

import { failedRun } from '../../src/dashboard/app/pages/schedule-news.ts';

const last = { due: '2025-11-24T03:00:00', at: '2025-11-24T03:00:00', job_id: null, missed: 0, error: null };
const schedule: Parameters<typeof failedRun>[0] = {
  id: 'links',
  operation: 'backlinks.summary',
  input: { target: 'example.com' },
  cadence: 'weekly',
  cron: '0 3 * * 1',
  time_zone: 'UTC',
  is_paused: false,
  project_id: null,
  credits: 5,
  next_due: '2025-12-01T03:00:00',
  last,
  is_stale: false,
  report: null,
  created_at: '2025-11-01T03:00:00',
};
const refused = { ...last, error: 'No credits are left' };

describe('the last run of a schedule', () => {
  it('is no news where it went well, or there was none', () => {
    expect([failedRun(schedule), failedRun({ ...schedule, last: null })]).toEqual([undefined, undefined]);
  });

  it('that failed says why, and when the next one is', () => {
    expect(failedRun({ ...schedule, last: refused })).toBe(
      'Failed on 24 Nov 2025: No credits are left. Next run: 1 Dec 2025, 03:00.',
    );
    expect(failedRun({ ...schedule, last: refused, is_paused: true })).toMatch(/It is paused\.$/);
    expect(failedRun({ ...schedule, last: refused, next_due: null })).toMatch(/No further run is planned\.$/);
  });

  it('says that it was not the first to fail', () => {
    expect(failedRun({ ...schedule, last: refused, is_stale: true })).toMatch(
      /^Failed at least twice in a row, last on/,
    );
  });
});
