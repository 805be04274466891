import { describe, expect, it } from 'vitest';

import { mailText, noticeOf, slackMessage } from './notices.ts';

const payload = (type: string, data: unknown): string =>
  JSON.stringify({ type, timestamp: '2026-11-02T10:00:00.000Z', data });

describe('an event in words', () => {
  it('is the summary and the lines of an alert', () => {
    const data = { summary: '2 keywords fell', lines: ['“bike repair” fell from 3 to 12.', '“wheel truing” is gone.'] };
    const notice = noticeOf(payload('alert.rank_changed', data));
    expect(notice).toEqual({ subject: '2 keywords fell', lines: data.lines });
    expect(mailText(notice)).toBe(
      '2 keywords fell.\n\n- “bike repair” fell from 3 to 12.\n- “wheel truing” is gone.\n\nSent by Seamark.',
    );
    expect(JSON.parse(slackMessage(notice))).toEqual({
      text: '*2 keywords fell*\n• “bike repair” fell from 3 to 12.\n• “wheel truing” is gone.',
    });
  });

  it('says what a job found, or why it failed and what to do', () => {
    const job = {
      id: 'job_1',
      operation: 'rank.track',
      error: null,
      result: { agent_workflow: { summary: 'You rank 3.' } },
    };
    expect(noticeOf(payload('job.completed', { job }))).toEqual({
      subject: 'rank.track has finished',
      lines: ['You rank 3.', 'Job job_1'],
    });
    const error = { message: 'Serper answered 403.', fix: 'Set SEAMARK_SERPER_KEY.' };
    expect(noticeOf(payload('job.failed', { job: { ...job, result: null, error } }))).toEqual({
      subject: 'rank.track has failed',
      lines: ['Serper answered 403.', 'Set SEAMARK_SERPER_KEY.', 'Job job_1'],
    });
    expect(noticeOf(payload('job.completed', { job: { ...job, result: null } })).lines).toEqual(['Job job_1']);
  });

  it('says how far a project has used up its budget', () => {
    const data = { name: 'Harbour Bikes', period: '2026-11', budget_credits: 5000, spent: 4000 };
    expect(noticeOf(payload('project.budget_warning', data))).toEqual({
      subject: 'Project Harbour Bikes is close to its budget',
      lines: ['4,000 of 5,000 credits spent in 2026-11.'],
    });
    expect(noticeOf(payload('project.budget_exceeded', data)).subject).toBe(
      'Project Harbour Bikes has used up its budget',
    );
  });

  it('mentions nobody, links nowhere and starts no line of its own, whatever a keyword holds', () => {
    const notice = noticeOf(
      payload('alert.rank_changed', {
        summary: 'a\r\nBcc: all@example.com',
        lines: ['<!channel> <http://evil.test|bike> & \n- x'],
      }),
    );
    expect(notice).toEqual({ subject: 'a Bcc: all@example.com', lines: ['<!channel> <http://evil.test|bike> & - x'] });
    expect(slackMessage(notice)).toContain('&lt;!channel&gt; &lt;http://evil.test|bike&gt; &amp; - x');
  });

  it('is bounded', () => {
    const lines = Array.from({ length: 60 }, () => 'x'.repeat(1000));
    const notice = noticeOf(payload('alert.rank_changed', { summary: 'y'.repeat(1000), lines }));
    expect(notice.lines).toHaveLength(51);
    expect(notice.lines.at(-1)).toBe('And 10 more.');
    expect(notice.subject).toHaveLength(500);
  });

  it('names an event of another version by its type', () => {
    expect(noticeOf(payload('alert.unheard_of', {}))).toEqual({ subject: 'Event alert.unheard_of', lines: [] });
    expect(noticeOf(payload('job.failed', { id: 1 }))).toEqual({ subject: 'Event job.failed', lines: [] });
  });
});
