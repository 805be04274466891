import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runGuided } from '../../../../test/pure-guidance.ts';
import { LARGEST_CPU_MS_MAX, leastCpuMs, runPure } from '../../../../test/pure-operation.ts';
import { summarizeVolatility } from './plan.ts';
import type { VolatilityReport } from './volatility.ts';
import { AppError } from '../../../kernel/errors.ts';
import operation from './operation.ts';

const answer = async (body: unknown): Promise<VolatilityReport> => {
  const { result } = await runPure(operation, body);
  return operation.result.parse(result);
};

/** Results in the order given, from position 1. */
const serp = (...hosts: readonly string[]): { position: number; url: string }[] =>
  hosts.map((host, at) => ({ position: at + 1, url: host.includes('/') ? `https://${host}` : `https://${host}/` }));

const refusal = (body: unknown): readonly { path: string; message: string }[] => {
  try {
    operation.prepare(body);
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.issues;
    throw thrown;
  }
  return [];
};

const TEN = ['a.test', 'b.test', 'c.test', 'd.test', 'e.test', 'f.test', 'g.test', 'h.test', 'i.test', 'j.test'];

/** A search whose leader fell, with one snapshot dated by its day and one by its minute. */
const ELECTRIC_BIKES = {
  keyword: 'electric bikes',
  target_domains: ['severnbikes.co.uk', 'tredz.co.uk', 'wiggle.com'],
  snapshots: [
    {
      checked_at: '2026-10-05',
      serp_features: ['shopping', 'people_also_ask'],
      results: serp(
        'www.severnbikes.co.uk/electric-bikes',
        'www.halfords.com/cycling/electric-bikes',
        'www.evanscycles.com/bikes/electric',
        'www.tredz.co.uk/electric-bikes',
        'www.decathlon.co.uk/ebikes',
        'www.reddit.com/r/ebikes/comments/1',
        'www.cyclingweekly.com/best-e-bikes',
        'www.bikeradar.com/best-electric-bikes',
        'www.amazon.co.uk/electric-bikes',
        'www.rutlandcycling.com/electric',
      ),
    },
    {
      checked_at: '2026-11-09T08:00:00Z',
      serp_features: ['shopping', 'ai_overview', 'people_also_ask', 'video'],
      results: serp(
        'www.halfords.com/cycling/electric-bikes',
        'www.cyclingweekly.com/best-e-bikes',
        'www.reddit.com/r/ebikes/comments/1',
        'www.evanscycles.com/bikes/electric',
        'www.youtube.com/watch?v=abc',
        'www.severnbikes.co.uk/electric-bikes',
        'www.bikeradar.com/best-electric-bikes',
        'www.decathlon.co.uk/ebikes',
        'www.which.co.uk/e-bikes',
        'www.amazon.co.uk/electric-bikes',
      ),
    },
  ],
};

describe('serp.volatility', () => {
  it('finds nothing where nothing moved', async () => {
    const report = await answer({
      keyword: 'bike repair',
      target_domains: ['c.test'],
      snapshots: [
        { checked_at: '2026-01-01', results: serp(...TEN), serp_features: ['local_pack'] },
        { checked_at: '2026-01-08', results: serp(...TEN), serp_features: ['Local pack'] },
      ],
    });
    expect(report).toMatchObject({
      volatility_score: 0,
      interpretation: 'calm',
      components: { rank_biased_overlap: 1, domain_churn: 0, position_shift: 0, feature_churn: 0 },
      winners: [],
      losers: [],
      new_entries: [],
      dropouts: [],
      feature_changes: [],
    });
    expect(report.target_visibility[0]).toMatchObject({
      status: 'stable',
      first_position: 3,
      change: 0,
      visibility: 0.8,
    });
  });

  it('scores a page of results that is all new as 100', async () => {
    const report = await answer({
      keyword: 'bike repair',
      snapshots: [
        { checked_at: '2026-01-01', results: serp('a.test', 'b.test'), serp_features: ['video'] },
        { checked_at: '2026-01-02', results: serp('c.test', 'd.test'), serp_features: ['images'] },
      ],
    });
    expect(report).toMatchObject({ volatility_score: 100, interpretation: 'turbulent' });
    expect(report.components.position_shift).toBeNull();
    expect(report.counts).toEqual({ winners: 0, losers: 0, new_entries: 2, dropouts: 2, feature_changes: 2 });
  });

  it.each([
    { score: 9.9, band: 'calm', lists: ['abcdef', 'badefc'], features: [['video'], ['video']] },
    { score: 10, band: 'normal', lists: ['ab', 'ab'], features: [['video'], ['images']] },
    { score: 24.9, band: 'normal', lists: ['abcde', 'abcdz'], features: [['video'], ['images']] },
    { score: 25, band: 'elevated', lists: ['abcde', 'adbcz'], features: [['video', 'images'], ['images']] },
    { score: 49.9, band: 'elevated', lists: ['abcd', 'yzdc'], features: [['video'], ['video']] },
    { score: 50, band: 'turbulent', lists: ['abcd', 'yabz'], features: [] },
  ])('calls a score of $score $band, since each band includes its lower bound', async ({ score, band, ...moved }) => {
    const snapshots = moved.lists.map((names, at) => ({
      checked_at: `2026-01-0${at + 1}`,
      results: serp(...names.split('').map((name) => `${name}.test`)),
      serp_features: moved.features[at],
    }));
    expect(await answer({ keyword: 'bike repair', snapshots })).toMatchObject({
      volatility_score: score,
      interpretation: band,
    });
  });

  it('names winners, losers, new entries and dropouts from the first snapshot to the last', async () => {
    const report = await answer({
      keyword: 'running shoes',
      target_domains: ['e.test', 'nowhere.test'],
      snapshots: [
        { checked_at: '2026-01-01', results: serp('a.test', 'b.test', 'c.test', 'd.test', 'e.test', 'f.test') },
        { checked_at: '2026-01-09', results: serp('e.test', 'a.test', 'b.test', 'x.test', 'c.test', 'd.test') },
      ],
    });
    expect(report.winners).toEqual([{ url: 'https://e.test/', domain: 'e.test', from: 5, to: 1, change: 4 }]);
    expect(report.losers).toEqual([]);
    expect(report.new_entries).toEqual([{ url: 'https://x.test/', domain: 'x.test', position: 4 }]);
    expect(report.dropouts).toEqual([{ url: 'https://f.test/', domain: 'f.test', position: 6 }]);
    expect(report.target_visibility.map(({ domain, status }) => [domain, status])).toEqual([
      ['e.test', 'improved'],
      ['nowhere.test', 'absent'],
    ]);
    expect(report.components.feature_churn).toBeNull();
    expect(report.counts.feature_changes).toBeNull();
    expect(summarizeVolatility(report)).toContain('Changes in SERP features are unknown: you sent none');
    expect(report.score_components?.feature_churn).toBe(0);
  });

  it('calls no target lost or new where a snapshot ends above its place', async () => {
    const deep = serp('a.test', 'b.test', 'c.test', 'd.test', 'e.test', 'f.test');
    const shallow = serp('b.test', 'a.test', 'c.test');
    const statusOf = async (first: typeof deep, last: typeof deep) => {
      const report = await answer({
        keyword: 'running shoes',
        target_domains: ['e.test'],
        snapshots: [
          { checked_at: '2026-01-01', results: first },
          { checked_at: '2026-01-09', results: last },
        ],
      });
      return report.target_visibility[0]?.status;
    };
    expect(await statusOf(deep, shallow)).toBe('unknown');
    expect(await statusOf(shallow, deep)).toBe('unknown');
    expect(await statusOf(deep, serp('a.test', 'b.test', 'c.test', 'd.test', 'x.test', 'f.test'))).toBe('lost');
  });

  it('speaks of no page that moved up where none did', async () => {
    const { recommended_action } = await runGuided(operation, {
      keyword: 'running shoes',
      target_domains: ['a.test'],
      snapshots: [
        { checked_at: '2026-01-01', results: serp('a.test', 'b.test', 'c.test', 'd.test', 'e.test', 'f.test') },
        { checked_at: '2026-01-09', results: serp('x.test', 'y.test', 'z.test', 'a.test', 'v.test', 'w.test') },
      ],
    });
    expect(recommended_action).toBe(
      'Compare a.test with the results that rank now before you change it: the whole results page shifted.',
    );
  });

  it('points at the page that took position 1 and the one that rose the most, not at a new one further down', async () => {
    const { steps, next_calls, result } = await runGuided(operation, ELECTRIC_BIKES);
    expect(operation.result.parse(result).first_place).toMatchObject({
      changed: true,
      before: { domain: 'severnbikes.co.uk' },
      after: { domain: 'halfords.com' },
    });
    const read = steps.filter(({ action }) => action.startsWith('Read ')).map(({ action, why }) => `${action} ${why}`);
    expect(read).toEqual([
      'Read https://www.halfords.com/cycling/electric-bikes for what it answers that others do not. It took position 1.',
      'Read https://www.cyclingweekly.com/best-e-bikes for what it answers that others do not. It rose the most.',
    ]);
    expect(next_calls.map(({ operation: id, reason }) => `${id}: ${reason}`)).toEqual([
      'content.technical-qa: Shows whether the page that dropped has technical issues of its own.',
      'extract: Reads the page that took position 1.',
      'backlinks.summary: Shows the authority of the domain whose page took position 1.',
    ]);
    expect(next_calls[1]?.body).toEqual({ url: 'https://www.halfords.com/cycling/electric-bikes' });
  });

  it('sums up in plain words: days alone, and no move from nothing to nothing', async () => {
    const { markdown_summary } = await runPure(operation, ELECTRIC_BIKES);
    expect(markdown_summary).toContain('over 1 interval, 2026-10-05 to 2026-11-09\n');
    expect(markdown_summary).toContain('- Position 1: severnbikes.co.uk before, halfords.com now');
    expect(markdown_summary).toContain('- severnbikes.co.uk: declined from 1 to 6');
    expect(markdown_summary).toContain('- tredz.co.uk: 4 in the first snapshot, not found in the last');
    expect(markdown_summary).toContain('- wiggle.com: in no snapshot, within the depth that was checked');
  });

  it('names the gain of a target, and that a snapshot between did not have it', async () => {
    const { steps, markdown_summary, recommended_action } = await runGuided(operation, {
      keyword: 'bike repair',
      target_domains: ['c.test'],
      snapshots: [
        { checked_at: '2026-01-01', results: serp('a.test', 'b.test', 'c.test', 'd.test') },
        { checked_at: '2026-01-02', results: serp('a.test', 'b.test', 'd.test', 'e.test') },
        { checked_at: '2026-01-03', results: serp('c.test', 'a.test', 'b.test', 'd.test') },
      ],
    });
    expect(steps[0]).toMatchObject({
      action: 'Check c.test again before you count on its position.',
      why: 'It went from 3 to 1, and 1 snapshot in between did not have it.',
    });
    expect(recommended_action).toBe(
      'Check again before you count on the gain of c.test, which is in only 2 of 3 snapshots.',
    );
    expect(markdown_summary).toContain('c.test: improved from 3 to 1 (seen in 2 of 3)');
  });

  it.each([
    ['low', 0],
    ['medium', 1],
    ['high', 2],
  ])('reports smaller moves the higher the sensitivity is: %s finds %d', async (sensitivity, losers) => {
    const report = await answer({
      keyword: 'x',
      sensitivity,
      snapshots: [
        { checked_at: '2026-01-01', results: serp('a.test', 'b.test', 'c.test', 'd.test', 'e.test', 'f.test') },
        { checked_at: '2026-01-02', results: serp('d.test', 'a.test', 'c.test', 'e.test', 'b.test', 'f.test') },
      ],
    });
    expect(report.losers).toHaveLength(losers);
  });

  it('puts snapshots in the order of their times, whatever order and zone they come in', async () => {
    const snapshots = [
      { checked_at: '2026-01-03T00:30:00+02:00', results: serp('c.test', 'a.test') },
      { checked_at: '2026-01-01', results: serp('a.test', 'b.test') },
      { checked_at: '2026-01-02T23:00:00Z', results: serp('b.test', 'c.test') },
    ];
    const report = await answer({ keyword: 'x', snapshots });
    expect(report.intervals.map(({ from, to }) => [from, to])).toEqual([
      ['2026-01-01', '2026-01-03T00:30:00+02:00'],
      ['2026-01-03T00:30:00+02:00', '2026-01-02T23:00:00Z'],
    ]);
    expect(await answer({ keyword: 'x', snapshots: snapshots.toReversed() })).toEqual(report);
  });

  it('calls a page gone only where the later snapshot reached deep enough to show it', async () => {
    const report = await answer({
      keyword: 'x',
      target_domains: ['h.test'],
      snapshots: [
        { checked_at: '2026-01-01', results: serp(...TEN) },
        { checked_at: '2026-01-02', results: serp('a.test', 'b.test', 'c.test', 'd.test', 'e.test') },
      ],
    });
    expect(report.volatility_score).toBe(0);
    expect(report.dropouts).toEqual([]);
    expect(report.intervals[0]).toMatchObject({ depth_compared: 5, dropouts: 0 });
    expect(report.target_visibility[0]?.positions[1]).toMatchObject({ position: null, depth: 5 });
    expect(report.warnings.join(' ')).toContain('different depths');
  });

  it('calls a page new only where the earlier snapshot would have shown it', async () => {
    const report = await answer({
      keyword: 'x',
      snapshots: [
        { checked_at: '2026-01-01', results: serp('a.test', 'b.test', 'c.test') },
        { checked_at: '2026-01-02', results: serp('a.test', 'z.test', 'b.test', 'd.test') },
      ],
    });
    expect(report.new_entries.map(({ url }) => url)).toEqual(['https://z.test/']);
  });

  it('counts a domain once however many pages it has, and a page once at its best position', async () => {
    const report = await answer({
      keyword: 'x',
      target_domains: ['shop.test'],
      snapshots: [
        {
          checked_at: '2026-01-01',
          results: serp('shop.test/a', 'shop.test/b', 'other.test', 'www.shop.test/a/', 'blog.shop.test'),
        },
        { checked_at: '2026-01-02', results: serp('shop.test/b', 'other.test', 'shop.test/a?utm_source=x') },
      ],
    });
    expect(report.intervals[0]?.components.domain_churn).toBe(0);
    expect(report.target_visibility[0]).toMatchObject({ first_position: 1, last_position: 1 });
    expect(report.top_domains[0]).toMatchObject({ domain: 'shop.test', seen_in: 2, pages: 3, best_position: 1 });
    expect(report.warnings.join(' ')).toContain('Repeated URLs within a snapshot: 1');
  });

  it('takes equal positions for a tie, in whichever order they come', async () => {
    const tied = [
      { position: 1, url: 'https://a.test/' },
      { position: 2, url: 'https://b.test/' },
      { position: 2, url: 'https://c.test/' },
    ];
    const report = await answer({
      keyword: 'x',
      snapshots: [
        { checked_at: '2026-01-01', results: tied },
        { checked_at: '2026-01-02', results: tied.toReversed() },
      ],
    });
    expect(report.volatility_score).toBe(0);
  });

  it('does not take a check without results for a page of results that vanished', async () => {
    const report = await answer({
      keyword: 'x',
      snapshots: [
        { checked_at: '2026-01-01', results: serp('a.test') },
        { checked_at: '2026-01-02', results: [] },
        { checked_at: '2026-01-03', results: serp('a.test') },
      ],
    });
    expect(report).toMatchObject({ volatility_score: 0, snapshots_compared: 2 });
    expect(report.warnings[0]).toContain('snapshots[1] has no results');
  });

  it('answers null, not calm, where there is nothing to compare', async () => {
    const { result, markdown_summary } = await runPure(operation, {
      keyword: 'x',
      snapshots: [
        { checked_at: '2026-01-01', results: [] },
        { checked_at: '2026-01-02', results: [] },
      ],
    });
    expect(result).toMatchObject({ volatility_score: null, score_components: null, interpretation: null });
    expect(markdown_summary).toContain('not known');
    expect(markdown_summary).not.toContain('| Page');
  });

  it('knows German, Spanish and Japanese searches and addresses', async () => {
    const report = await answer({
      keyword: '家庭用 砥石 おすすめ',
      target_domains: ['münchen-räder.de', 'ejemplo.es'],
      snapshots: [
        { checked_at: '2026-01-01', results: serp('xn--mnchen-rder-l8a6q.de/räder', 'ejemplo.es/año', '例え.jp/砥石') },
        { checked_at: '2026-01-02', results: serp('例え.jp/砥石', 'ejemplo.es/a%C3%B1o', 'münchen-räder.de/räder') },
      ],
    });
    expect(report.keyword).toBe('家庭用 砥石 おすすめ');
    expect(report.target_visibility[1]).toMatchObject({ domain: 'ejemplo.es', first_position: 2, last_position: 2 });
    expect(report.new_entries.length + report.dropouts.length).toBeLessThanOrEqual(2);
  });

  it('refuses times that do not exist, and says which', () => {
    const issues = refusal({
      keyword: ' ',
      snapshots: [
        { checked_at: '2026-02-30', results: [] },
        { checked_at: 'yesterday', results: [{ position: 0, url: '' }] },
      ],
    });
    expect(issues.map(({ path }) => path)).toEqual([
      'keyword',
      'keyword',
      'snapshots[0].checked_at',
      'snapshots[1].checked_at',
      'snapshots[1].results[0].position',
      'snapshots[1].results[0].url',
    ]);
  });

  it('takes hostile text for text', async () => {
    const body: unknown = JSON.parse(
      '{"keyword":"\\u202ebike\\u0000 | repair","snapshots":[{"checked_at":"2026-01-01","serp_features":["__proto__","constructor"],"results":[{"position":1,"url":"javascript:alert(1)","domain":"__proto__"},{"position":2,"url":"https://a.test/|x|\\u202e"}]},{"checked_at":"2026-01-02","serp_features":[],"results":[{"position":1,"url":"not a url at all"},{"position":2,"url":"https://a.test/|x|\\u202e","__proto__":{"position":1}}]}]}',
    );
    const { result, markdown_summary } = await runPure(operation, body);
    const report = operation.result.parse(result);
    expect(report.keyword).toBe('bike | repair');
    expect(report.counts).toMatchObject({ new_entries: 1, dropouts: 1, feature_changes: 2 });
    expect(markdown_summary).toContain(String.raw`bike \| repair`);
    expect(refusal({ keyword: 'x'.repeat(100_000), snapshots: [] }).map(({ path }) => path)).toEqual([
      'keyword',
      'snapshots',
    ]);
  });

  it('compares as much as a request may carry within a second', async () => {
    const snapshots = Array.from({ length: 250 }, (_snapshot, day) => ({
      checked_at: new Date(Date.UTC(2025, 0, 1 + day)).toISOString(),
      serp_features: ['local_pack', day % 2 === 0 ? 'video' : 'images'],
      results: Array.from({ length: 100 }, (_result, at) => ({
        position: at + 1,
        url: `https://www.site-${(at * 7 + day) % 150}.test/a/rather/long/path/to/page-${(at + day) % 150}`,
      })),
    }));
    const body = { keyword: 'x', snapshots, target_domains: ['site-7.test'] };
    expect(JSON.stringify(body).length).toBeGreaterThan(2_000_000);
    expect(await leastCpuMs(() => runPure(operation, body), 2)).toBeLessThan(LARGEST_CPU_MS_MAX);
    const before = process.memoryUsage().heapUsed;
    const report = await answer(body);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000);
    expect(report.intervals).toHaveLength(249);
  });

  it('has scores between 0 and 100 that their components add up to, whatever is sent', async () => {
    const result = fc.record(
      {
        position: fc.integer({ min: 1, max: 30 }),
        url: fc.oneof(
          fc.constantFrom(...TEN).map((host) => `https://${host}/`),
          fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text.trim() !== ''),
        ),
        serp_features: fc.array(fc.constantFrom('video', 'images', 'Local Pack')),
      },
      { requiredKeys: ['position', 'url'] },
    );
    const snapshot = fc.record({
      checked_at: fc
        .date({ min: new Date('2020-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString()),
      results: fc.array(result, { maxLength: 15 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(snapshot, { minLength: 2, maxLength: 6 }), async (snapshots) => {
        const report = await answer({ keyword: 'x', snapshots, target_domains: ['a.test'], sensitivity: 'high' });
        for (const { volatility_score, score_components } of [report, ...report.intervals]) {
          if (volatility_score === null || score_components === null) continue;
          expect(volatility_score).toBeGreaterThanOrEqual(0);
          expect(volatility_score).toBeLessThanOrEqual(100);
          const sum = Object.values(score_components).reduce((total, points) => total + points, 0);
          expect(sum).toBeCloseTo(volatility_score, 9);
        }
        expect(report.intervals).toHaveLength(Math.max(0, report.snapshots_compared - 1));
        expect(
          await answer({
            keyword: 'x',
            snapshots: snapshots.toReversed(),
            target_domains: ['a.test'],
            sensitivity: 'high',
          }),
        ).toMatchObject({
          volatility_score: report.volatility_score,
          intervals: report.intervals,
        });
      }),
      { numRuns: 80 },
    );
  });
});
