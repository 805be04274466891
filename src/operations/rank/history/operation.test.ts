import { describe, expect, it } from 'vitest';

import { runChecked } from '../../../../test/pure-operation.ts';
import { dayAt, entry, outline, outlinesOf, TRACKED } from '../../../../test/rank-outlines.ts';
import { contextWithSerps } from '../../../../test/serp-context.ts';
import { serpRecord } from '../../../../test/serp-records.ts';
import { UNITED_STATES } from '../../../../test/source-context.ts';
import type { FailedCheck, SerpOutline, StoredSeries } from '../../../ports/serp.ts';
import history from './operation.ts';
import { RankHistory } from './report.ts';

const KEYWORD = 'running shoes';

function seriesOf(checks: number, draft: Partial<StoredSeries> = {}): StoredSeries {
  return {
    engine: 'google',
    location_code: 2840,
    language: 'en',
    device: 'desktop',
    checks,
    first_checked_at: dayAt(0),
    last_checked_at: dayAt(checks - 1),
    ...draft,
  };
}

function failedAt(day: number, draft: Partial<FailedCheck> = {}): FailedCheck {
  return {
    engine: 'google',
    location_code: 2840,
    language: 'en',
    device: 'desktop',
    failed_at: dayAt(day),
    reason: 'DataForSEO could not be reached.',
    source: 'dataforseo',
    ...draft,
  };
}

interface Known {
  readonly outlines?: readonly SerpOutline[];
  readonly series?: readonly StoredSeries[];
  readonly failures?: readonly FailedCheck[];
  readonly input?: object;
}

async function ask({ outlines = [], series = [seriesOf(outlines.length)], failures = [], input = {} }: Known) {
  const { context } = contextWithSerps({ serp: serpRecord([]), location: UNITED_STATES });
  Object.assign(context.ports.serp, {
    series: async () => series,
    outlines: async () => outlines,
    failures: async () => failures,
  });
  const asked = { keyword: KEYWORD, url: TRACKED, ...input };
  await runChecked(history, asked, context);
  const prepared = history.prepare(asked);
  const outcome = await prepared.run(context);
  const { guidance, markdown_summary } = outcome;
  if (guidance === undefined || !('steps' in guidance)) throw new Error('There is no workflow.');
  const words = [markdown_summary, guidance.summary, ...guidance.steps.flatMap(({ action, why }) => [action, why])];
  return { report: RankHistory.parse(outcome.result), guidance, words: words.join('\n'), credits: prepared.credits };
}

describe('a history inside its noise', () => {
  it.each([
    ['a first look at many checks', [5, 6, 4, 5, 6, 5, 4, 5, 6, 5, 4, 5]],
    ['a single bad day', [5, 5, 6, 5, 5, 25, 5, 6, 5, 5]],
    ['two checks alone', [5, 7]],
    ['a day on which it was not found', [28, null, 29, null, 28, null]],
  ])('says of %s nowhere that it went up or down', async (_name, positions) => {
    const { report, words } = await ask({ outlines: outlinesOf(positions) });
    expect(report.significant_changes).toEqual([]);
    expect(words).not.toMatch(/\b(?:up|down|rose|fell|fall|rise|improved|improving since|declined|dropped|lost)\b/i);
  });

  it('of unchanged pages is called stable, whoever asks twice', async () => {
    const asked = () => ask({ outlines: outlinesOf(Array.from({ length: 12 }, () => 4)) });
    const [one, other] = [await asked(), await asked()];
    expect(one.report).toMatchObject({ trend: 'stable', change: { kind: 'same', within_noise: true } });
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
  });
});

describe('a fall that three checks confirm', () => {
  const outlines = outlinesOf([4, 5, 4, 5, 4, 5, 4, 5, 4, 5, 15, 16, 15]);

  it('is told with its days and medians, and comes first', async () => {
    const { report, guidance, words } = await ask({ outlines });
    expect(report.significant_changes).toMatchObject([{ at: dayAt(10), from: 5, to: 15, direction: 'down' }]);
    expect(guidance.priority).toBe('high');
    expect(guidance.recommended_action).toBe('Find out what changed between 2026-01-10 and 2026-01-11.');
    expect(words).toMatch(/It fell from 5 to 15 around 2026-01-11, by more than its noise\./);
    expect(guidance.next_calls.map(({ operation }) => operation)).toEqual([
      'rank.track',
      'analyze.serp',
      'content-decay.detect',
    ]);
  });
});

describe('gaps', () => {
  it('are the failed checks of the series, and of those that left it open', async () => {
    const failures = [failedAt(1), failedAt(2, { device: 'mobile' }), failedAt(3, { engine: null, device: null })];
    const { report } = await ask({ outlines: outlinesOf([5, 5]), failures });
    expect(report.gaps?.map(({ failed_at }) => failed_at)).toEqual([dayAt(1), dayAt(3)]);
    expect(report.history).toHaveLength(2);
  });

  it('since the newest check make the source the first thing to look at', async () => {
    const { guidance } = await ask({ outlines: outlinesOf([5, 5]), failures: [failedAt(2), failedAt(3)] });
    expect(guidance.steps[0]).toMatchObject({ action: 'Fix the source that keeps failing, then check again.' });
    expect(guidance.steps[0]?.why).toMatch(/^The last 2 checks failed/);
  });
});

describe('a series', () => {
  const all = [
    seriesOf(1, { first_checked_at: dayAt(0), device: null, location_code: null }),
    seriesOf(5, { first_checked_at: dayAt(3) }),
    seriesOf(9, { first_checked_at: dayAt(4), device: 'mobile' }),
  ];

  it('that is shown by default is the oldest that was checked twice, not a single look', async () => {
    const { report } = await ask({ outlines: outlinesOf([5]), series: all });
    expect(report.series.map(({ is_shown }) => is_shown)).toEqual([false, true, false]);
    expect(report).toMatchObject({ device: 'desktop', location: 'United States' });
  });

  it.each([
    [{ device: 'mobile' }, 2],
    [{ device: 'none', location_code: '0' }, 0],
    [{ engine: 'Google', language: 'EN', location_code: '2840' }, 1],
  ])('is chosen by %j', async (input, shown) => {
    const { report } = await ask({ outlines: outlinesOf([5]), series: all, input });
    expect(report.series.findIndex(({ is_shown }) => is_shown)).toBe(shown);
  });

  it('that was never checked is unknown, though others of the search are known', async () => {
    const { report, guidance } = await ask({ series: all, input: { engine: 'bing', device: 'mobile' } });
    expect(report).toMatchObject({ coverage: 'none', current: null, average: null, checks: null, history: [] });
    expect(guidance.summary).toMatch(/in this series .*; 3 series of this search are stored\./);
    expect(guidance.next_calls[0]?.body).toMatchObject({ engine: 'bing', device: 'mobile' });
  });

  it('has none of the checks of another, though all of a search are read at once', async () => {
    const outlines = [...outlinesOf([5, 6]), ...outlinesOf([20, 21, 22], { device: 'mobile' })];
    const { report } = await ask({ outlines, series: all, input: { location_code: '2840' } });
    expect(report.history.map(({ position, device }) => [position, device])).toEqual([
      [5, 'desktop'],
      [6, 'desktop'],
    ]);
  });

  it('marks where its source changes', async () => {
    const outlines = [
      ...outlinesOf([5, 5]),
      outline(dayAt(2), [entry(TRACKED, 5)], { source: 'serper' }),
      outline(dayAt(3), [entry(TRACKED, 5)], { source: 'serper' }),
    ];
    const { report } = await ask({ outlines });
    expect(report.source_changes).toEqual([{ checked_at: dayAt(2), from: 'dataforseo', to: 'serper' }]);
    expect(report.history.map(({ is_source_changed }) => is_source_changed)).toEqual([false, false, true, false]);
    expect(report.notes).toEqual([expect.stringMatching(/^The source of the checks changed/)]);
  });
});

it('counts days in UTC, also over the change of a clock', async () => {
  const hours = ['2026-03-28T22:30:00.000Z', '2026-03-29T21:30:00.000Z', '2026-03-30T21:30:00.000Z'];
  const { report } = await ask({ outlines: hours.map((hour) => outline(hour, [entry(TRACKED, 5)])) });
  expect(report).toMatchObject({ days_tracked: 3, days_checked: 3, noise: { pairs: 2 } });
});

it('is free', async () => {
  const { credits } = await ask({ outlines: outlinesOf([5]) });
  expect(credits).toBe(0);
});
