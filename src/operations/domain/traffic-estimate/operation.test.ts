import { describe, expect, it } from 'vitest';

import { runChecked } from '../../../../test/pure-operation.ts';
import { contextWithRankings, type KnownRankings, trafficOf } from '../../../../test/ranking-records.ts';
import { AppError } from '../../../kernel/errors.ts';
import operation from './operation.ts';
import { TrafficEstimate } from './report.ts';

async function call(body: Readonly<Record<string, unknown>>, known: KnownRankings) {
  const { context, asked } = contextWithRankings(known);
  const answer = await runChecked(operation, body, context);
  const { credits, guidance } = await operation.prepare(body).run(contextWithRankings(known).context);
  if (guidance === undefined || !('steps' in guidance)) throw new Error('The operation answers a workflow.');
  const estimate = TrafficEstimate.parse(answer.result);
  const row = (target: string) => {
    const found = estimate.items.find((item) => item.target === target);
    if (found === undefined) throw new Error(`There is no row for ${target}.`);
    return found;
  };
  return { ...answer, estimate, row, asked, credits, guidance };
}

const OWN = trafficOf('shop.example', 'console', { organic: 1200 }, { previous_organic: 1180 });
const TWO = ['shop.example', 'rival.example'];

describe('domain.traffic-estimate', () => {
  it('names the target that is wrong, and costs five credits for each started 25 supplied targets', () => {
    const refused = () => operation.prepare({ targets: ['shop.example', 'no domain'] });
    expect(refused).toThrow(AppError);
    expect(refused).toThrow(expect.objectContaining({ issues: [expect.objectContaining({ path: 'targets[1]' })] }));
    expect(() => operation.prepare({ targets: [] })).toThrow(AppError);
    const credits = (count: number) =>
      operation.prepare({ targets: Array.from({ length: count }, (_, at) => `s${at}.example`) }).credits;
    expect([1, 25, 26, 100].map(credits)).toEqual([5, 5, 10, 20]);
  });

  it('asks for each target once and for the channels that are wanted', async () => {
    const targets = ['shop.example', 'WWW.Shop.example', 'https://shop.example/a', 'http://shop.example/a/'];
    const { asked, estimate } = await call({ targets, include_paid: false, include_local_pack: true }, {});
    expect(asked.traffic).toMatchObject([
      {
        targets: ['shop.example', 'https://shop.example/a'],
        types: ['organic', 'featured_snippet', 'local_pack'],
        is_any_place: true,
      },
    ]);
    expect(estimate.duplicates).toEqual([
      { target: 'WWW.Shop.example', duplicate_of: 'shop.example' },
      { target: 'http://shop.example/a/', duplicate_of: 'https://shop.example/a' },
    ]);
    expect(estimate.items).toHaveLength(2);
  });

  it('shows the clicks that the own console counts, exactly, and nothing that it does not know', async () => {
    const { row, estimate } = await call({ targets: ['shop.example'] }, { traffic: [OWN] });
    expect(row('shop.example')).toMatchObject({
      found: true,
      measure: 'measured',
      organic_traffic: 1200,
      organic_low: 1200,
      organic_high: 1200,
      measured_clicks: 1200,
      organic_change: { from: 1180, to: 1200, within_noise: true },
      paid_traffic: null,
      total_traffic: null,
      channel_mix: null,
      footprint_type: 'unknown',
      relative_share: null,
      traffic_band: null,
      window: { days: 28 },
    });
    expect(estimate).toMatchObject({
      coverage: 'full',
      compared_by: 'measured',
      leader: null,
      measured_location: null,
    });
  });

  it('says of how many days counted clicks are', async () => {
    const rival = trafficOf('rival.example', 'console', { organic: 800 });
    const alone = await call({ targets: ['shop.example'] }, { traffic: [OWN] });
    expect(alone.guidance.summary).toContain('shop.example: 1,200 clicks in 28 days, counted.');
    const both = await call({ targets: TWO }, { traffic: [OWN, rival] });
    expect(both.guidance.summary).toContain('shop.example leads with 1,200 organic clicks in 28 days, counted.');
    expect(both.estimate.units).toMatchObject({ measured_clicks: 'clicks in 28 days' });
    for (const { markdown_summary, guidance } of [alone, both])
      expect(JSON.stringify([markdown_summary, guidance])).not.toContain('a month');
  });

  it('tells a target that only stored result pages show from one that no source knows', async () => {
    const keyword_count = { organic: 26, paid: 0, featured_snippet: 1, local_pack: null };
    const traffic = [OWN, trafficOf('rival.example', 'serps', {}, { keyword_count })];
    const { row, estimate, guidance, markdown_summary } = await call(
      { targets: [...TWO, 'nobody.example'] },
      { traffic },
    );
    expect([...TWO, 'nobody.example'].map((target) => [row(target).state, row(target).found])).toEqual([
      ['answered', true],
      ['not_covered', false],
      ['unknown_target', false],
    ]);
    expect(estimate).toMatchObject({ coverage: 'partial', found: 1 });
    const seen =
      'Stored result pages show rival.example for 26 keywords, but no source counts or estimates clicks there';
    expect(guidance.summary).toContain(`${seen}.`);
    expect(markdown_summary).toContain(seen);
    expect(markdown_summary).toContain('Traffic known for **1 of 3 targets**');
  });

  it('gives estimates with bounds, shares and a leader', async () => {
    const traffic = [
      trafficOf('shop.example', 'provider', { organic: 300, paid: 50, featured_snippet: 10 }),
      trafficOf('rival.example', 'provider', { organic: 900, paid: 0, featured_snippet: 0 }),
    ];
    const { row, estimate, guidance, markdown_summary } = await call({ targets: TWO }, { traffic });
    expect(row('shop.example')).toMatchObject({
      measure: 'estimated',
      organic_traffic: 300,
      organic_low: 100,
      organic_high: 900,
      total_traffic: 360,
      relative_share: 0.25,
      measured_clicks: null,
      organic_change: null,
    });
    expect(estimate.leader).toEqual({ target: 'rival.example', organic_traffic: 900, measure: 'estimated' });
    expect(guidance.recommended_action).toMatch(/^Compare the keywords of rival\.example with those of shop\.example/);
    expect(guidance.guardrails).toContain('Quote estimates with their bounds.');
    expect(markdown_summary).toContain('| rival.example | 900 (300–2,700) | estimated | 0 | 900 | 75% |');
  });

  it('compares figures of one measure only: the estimate of the own site where the other has nothing else', async () => {
    const traffic = [
      OWN,
      trafficOf('shop.example', 'provider', { organic: 400, paid: 0, featured_snippet: 0 }),
      trafficOf('rival.example', 'provider', { organic: 600, paid: 0, featured_snippet: 0 }),
    ];
    const { row, estimate, guidance } = await call({ targets: TWO }, { traffic });
    expect(estimate).toMatchObject({ compared_by: 'estimated', leader: { target: 'rival.example' } });
    expect(row('shop.example')).toMatchObject({
      measure: 'estimated',
      organic_traffic: 400,
      measured_clicks: 1200,
      estimate_ratio: 0.31,
      relative_share: 0.4,
    });
    expect(guidance.steps.map(({ action }) => action).join(' ')).toContain('not as numbers of visits');
  });

  it('sets a counted site and an estimated one into no relation', async () => {
    const traffic = [OWN, trafficOf('rival.example', 'provider', { organic: 9000, paid: 0, featured_snippet: 0 })];
    const { estimate, guidance } = await call({ targets: TWO }, { traffic });
    expect(estimate.leader).toBeNull();
    expect(estimate.items.map(({ relative_share }) => relative_share)).toEqual([null, null]);
    expect(estimate.items.every(({ score_components }) => score_components.gap_to_leader === null)).toBe(true);
    expect(guidance.guardrails).toContain('Never add or compare counted clicks and estimates.');
  });

  it('counts the traffic of a subdomain or page once, with its domain', async () => {
    const targets = ['shop.example', 'blog.shop.example', 'https://blog.shop.example/a', 'rival.example'];
    const figures = (organic: number) => ({ organic, paid: 0, featured_snippet: 0 });
    const traffic = [
      trafficOf('shop.example', 'provider', figures(300)),
      trafficOf('blog.shop.example', 'provider', figures(200)),
      trafficOf('https://blog.shop.example/a', 'provider', figures(100)),
      trafficOf('rival.example', 'provider', figures(100)),
    ];
    const { row } = await call({ targets }, { traffic });
    expect(targets.map((target) => [row(target).contained_in, row(target).relative_share])).toEqual([
      [null, 0.75],
      ['shop.example', null],
      ['blog.shop.example', null],
      [null, 0.25],
    ]);
  });

  it.each([
    ['organic_led', { organic: 600, paid: 300, featured_snippet: 50, local_pack: 50 }],
    ['paid_led', { organic: 300, paid: 600, featured_snippet: 50, local_pack: 50 }],
    ['snippet_led', { organic: 300, paid: 50, featured_snippet: 600, local_pack: 50 }],
    ['local_led', { organic: 300, paid: 50, featured_snippet: 50, local_pack: 600 }],
    ['balanced', { organic: 500, paid: 500, featured_snippet: 0, local_pack: 0 }],
    ['minimal', { organic: 99, paid: 0, featured_snippet: 0, local_pack: 0 }],
    ['unknown', { organic: 600, paid: null, featured_snippet: 50, local_pack: 50 }],
  ] as const)('calls a footprint %s for %j', async (footprint, channels) => {
    const traffic = [trafficOf('shop.example', 'provider', channels)];
    const { row } = await call({ targets: ['shop.example'], include_local_pack: true }, { traffic });
    const { footprint_type, channel_mix, total_traffic } = row('shop.example');
    expect(footprint_type).toBe(footprint);
    const shares = Object.values(channel_mix ?? {}).reduce<number>((sum, share) => sum + (share ?? 0), 0);
    expect(shares).toBeCloseTo(total_traffic === null ? 0 : 1, 3);
  });

  it('sees no footprint in one channel alone', async () => {
    const traffic = [trafficOf('shop.example', 'provider', { organic: 600 })];
    const { row } = await call(
      { targets: ['shop.example'], include_paid: false, include_featured_snippet: false },
      { traffic },
    );
    expect(row('shop.example')).toMatchObject({ total_traffic: 600, footprint_type: 'unknown' });
  });

  it('scores the gap, the ads and the decline; unknown parts count for nothing and the rest adds up', async () => {
    const traffic = [
      trafficOf(
        'shop.example',
        'provider',
        { organic: 250, paid: 750, featured_snippet: 0 },
        { previous_organic: 500 },
      ),
      trafficOf('rival.example', 'provider', { organic: 1000, paid: 0, featured_snippet: 0 }),
    ];
    const { row } = await call({ targets: TWO }, { traffic });
    expect(row('shop.example')).toMatchObject({
      opportunity_score: 68.8,
      score_components: { gap_to_leader: 37.5, paid_dependence: 18.8, decline: 12.5 },
      score_coverage: 1,
      priority: 'high',
    });
    expect(row('rival.example')).toMatchObject({
      opportunity_score: 0,
      score_components: { gap_to_leader: 0, paid_dependence: 0, decline: null },
      score_coverage: 0.75,
    });
    const alone = await call({ targets: ['shop.example'] }, { traffic: [OWN] });
    expect(alone.row('shop.example')).toMatchObject({ score_coverage: 0.25, priority: null });
  });

  it('says a band where no number is known, from ranks by links, and never a number', async () => {
    const targets = ['giant.example', 'big.example', 'some.example', 'small.example', 'tiny.example', 'nobody.example'];
    const ranks = {
      'giant.example': 800,
      'big.example': 505,
      'some.example': 400,
      'small.example': 300,
      'tiny.example': 20,
    };
    const { row, estimate, guidance, credits } = await call({ targets }, { ranks });
    expect(targets.map((target) => row(target).traffic_band)).toEqual([
      'very_high',
      'high',
      'medium',
      'low',
      'minimal',
      null,
    ]);
    expect(estimate.items.every(({ organic_traffic, found }) => organic_traffic === null && !found)).toBe(true);
    expect(estimate).toMatchObject({ coverage: 'none', found: 0 });
    expect(guidance.guardrails.join(' ')).toContain('never turn it into a number');
    expect(credits).toBe(0);
  });

  it.each([
    ['organic_traffic', ['b.example', 'a.example', 'c.example', 'd.example']],
    ['total_traffic', ['a.example', 'b.example', 'c.example', 'd.example']],
    ['paid_traffic', ['a.example', 'b.example', 'c.example', 'd.example']],
    ['opportunity', ['a.example', 'c.example', 'b.example', 'd.example']],
    ['target', ['a.example', 'b.example', 'c.example', 'd.example']],
  ])('sorts by %s with unknown last and ties by target', async (sort_by, order) => {
    const traffic = [
      trafficOf('a.example', 'provider', { organic: 100, paid: 900, featured_snippet: 0 }),
      trafficOf('b.example', 'provider', { organic: 500, paid: 0, featured_snippet: 0 }),
      trafficOf('c.example', 'provider', { organic: 5, paid: 0, featured_snippet: 0 }, { previous_organic: 50 }),
    ];
    const targets = ['d.example', 'c.example', 'b.example', 'a.example'];
    const { estimate } = await call({ targets, sort_by }, { traffic });
    expect(estimate.items.map(({ target }) => target)).toEqual(order);
    expect(estimate).toMatchObject({ coverage: 'partial', found: 3 });
  });

  it('says first that nothing is known, charges nothing and says what would change that', async () => {
    const { estimate, guidance, credits, markdown_summary, next_operations } = await call({ targets: TWO }, {});
    expect(estimate).toMatchObject({ coverage: 'none', compared_by: null, leader: null });
    expect(credits).toBe(0);
    expect(guidance.summary).toMatch(/^Search traffic of these 2 targets is unknown/);
    expect(markdown_summary).toMatch(/^## Search traffic compared\n\nSearch traffic of these 2 targets is unknown/);
    expect(guidance.steps[1]?.action).toContain('SEAMARK_DATAFORSEO_LOGIN');
    expect(next_operations).toEqual(['analyze.serp']);
    const one = await call({ targets: ['shop.example'] }, {});
    expect(one.guidance.summary).toMatch(/^Search traffic of shop\.example is unknown: .* knows it\.$/);
  });
});
