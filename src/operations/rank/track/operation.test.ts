import { describe, expect, it } from 'vitest';

import { runChecked } from '../../../../test/pure-operation.ts';
import { dayAt, entry, outline, outlinesOf } from '../../../../test/rank-outlines.ts';
import { contextWithSerps } from '../../../../test/serp-context.ts';
import { organicOnly, serpRecord, type TestItem } from '../../../../test/serp-records.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Serp, SerpOutline, SerpQuery, StoredSeries } from '../../../ports/serp.ts';
import track from './operation.ts';
import { RankReport } from './report.ts';

const TRACKED = 'https://shop.example/shoes';
const rival = (n: number): TestItem => ({ url: `https://rival${n}.example/` });

function page(items: readonly TestItem[], facts: Partial<Serp> = {}): Serp {
  return serpRecord(items, { checked_at: dayAt(40), depth_asked: 30, organic_seen: 30, ...facts });
}

interface Known {
  readonly serp: Serp;
  readonly outlines?: readonly SerpOutline[];
  readonly series?: readonly StoredSeries[];
  readonly input?: object;
}

async function ask({ serp, outlines = [], series = [], input = {} }: Known) {
  const { context, asked } = contextWithSerps({ serp });
  Object.assign(context.ports.serp, { series: async () => series, outlines: async () => outlines });
  const body = { keyword: 'bike repair', url: TRACKED, ...input };
  await runChecked(track, body, context);
  const { result, guidance, markdown_summary } = await track.prepare(body).run(context);
  if (guidance === undefined || !('steps' in guidance)) throw new Error('There is no workflow.');
  const words = [markdown_summary, guidance.summary, ...guidance.steps.map(({ action }) => action)].join('\n');
  return { report: RankReport.parse(result), guidance, words, asked };
}

describe('a check', () => {
  it('tells the rank, who stands above, and that it is the first of its series', async () => {
    const { report, words } = await ask({
      serp: page([rival(1), { type: 'video', url: 'https://v.example/' }, rival(2), { url: TRACKED }]),
    });
    expect(report).toMatchObject({
      position: 3,
      rank_absolute: 4,
      match_type: 'exact',
      depth_asked: 30,
      change: null,
      previous_checked_at: null,
      checks: 1,
      serp_features: ['video'],
      competitors_above: [
        { domain: 'rival1.example', position: 1 },
        { domain: 'rival2.example', position: 2 },
      ],
      competitors_above_count: 2,
    });
    expect(words).toMatch(/First check of this series/);
  });

  it('asks for what was named and nothing else, to the whole depth', async () => {
    const { asked } = await ask({ serp: page([rival(1)]), input: { depth: 50, device: 'mobile', engine: 'Google' } });
    const wanted: Partial<SerpQuery> = {
      depth: 50,
      device: 'mobile',
      engine: 'google',
      location: null,
      stop_at: undefined,
    };
    expect(asked[0]).toMatchObject(wanted);
    const stopping = await ask({ serp: page([rival(1)]), input: { stop_on_match: true } });
    expect(stopping.asked[0]).toMatchObject({ stop_at: 'shop.example', device: null, depth: 30 });
  });

  it('goes on with the engine of its series', async () => {
    const series = [
      {
        engine: 'bing',
        location_code: null,
        language: 'en',
        device: null,
        checks: 3,
        first_checked_at: dayAt(0),
        last_checked_at: dayAt(2),
      },
    ];
    expect((await ask({ serp: page([rival(1)]), series })).asked[0]?.engine).toBe('bing');
    expect((await ask({ serp: page([rival(1)]), series, input: { engine: 'google' } })).asked[0]?.engine).toBe(
      'google',
    );
  });

  it('names another page of the site as that, and asks which one should rank', async () => {
    const { report, words } = await ask({ serp: page([rival(1), { url: 'https://shop.example/boots' }]) });
    expect(report).toMatchObject({ position: 2, match_type: 'same_domain', matched_url: 'https://shop.example/boots' });
    expect(words).toMatch(
      /does not rank for .*; another page of the site, https:\/\/shop\.example\/boots, is at position 2/,
    );
    expect(words).toMatch(/Decide which page should rank/);
  });

  it('asks which of several own pages should rank, but not while the tracked one leads, nor in the own index', async () => {
    const own = { url: 'https://shop.example/boots' };
    const decides = async (items: readonly TestItem[], facts: Partial<Serp> = {}): Promise<boolean> =>
      (await ask({ serp: page(items, facts) })).words.includes('Decide ');
    expect(await decides([rival(1), rival(2), rival(3), { url: TRACKED }, own])).toBe(true);
    expect(await decides([own, { url: TRACKED }])).toBe(true);
    expect(await decides([{ url: TRACKED }, rival(1), own])).toBe(false);
    expect(await decides([own, { url: TRACKED }], { engine: 'seamark-index' })).toBe(false);
  });

  it('that does not find it says how far it looked', async () => {
    const { report, guidance } = await ask({ serp: page([rival(1), rival(2)]) });
    expect(report).toMatchObject({ position: null, matched_url: null, match_type: null, depth_checked: 30 });
    expect(guidance.summary).toMatch(/^https:\/\/shop\.example\/shoes is not among the first 30 organic results/);
  });

  it('in the own index says so first, and that no history is kept', async () => {
    const serp = organicOnly(page([{ url: TRACKED }]), {
      engine: 'seamark-index',
      source: 'seamark-index',
      device: null,
      location: null,
    });
    const { report, guidance } = await ask({ serp });
    expect(report.notes).toEqual([expect.stringMatching(/not on Google .* keeps no history/)]);
    expect(guidance.steps[0]?.action).toMatch(/^Connect a source of Google results/);
    expect(guidance.next_calls.map(({ operation }) => operation)).not.toContain('rank.history');
    expect(guidance.confidence).toBeLessThan(0.4);
  });

  it('that came to an end at somebody else is no check', async () => {
    const { context } = contextWithSerps({ serp: page([rival(1)], { ended: 'stopped_on_match' }) });
    const run = track.prepare({ keyword: 'bike repair', url: TRACKED }).run(context);
    await expect(run).rejects.toThrow(AppError);
    await expect(run).rejects.toThrow(/so the rank is unknown/);
  });

  it('of an index without pages is no check either', async () => {
    const { context } = contextWithSerps({ serp: page([], { engine: 'seamark-index', total_results: null }) });
    const run = track.prepare({ keyword: 'bike repair', url: TRACKED }).run(context);
    await expect(run).rejects.toThrow(/has not read any page yet/);
  });
});

describe('beside the checks before', () => {
  const outlines = outlinesOf([5, 6, 5, 6, 5, 6, 5, 6, 5, 6]);

  it('a move inside the noise is told as that, without a word of gain or loss', async () => {
    const { report, words } = await ask({
      serp: page([...Array.from({ length: 6 }, (_, at) => rival(at)), { url: TRACKED }]),
      outlines,
    });
    expect(report).toMatchObject({
      position: 7,
      previous_position: 6,
      best_position: 5,
      change: { from: 6, to: 7, within_noise: true, significant: false },
      significant_change: null,
      noise: { basis: 'measured', pairs: 9 },
    });
    expect(words).not.toMatch(/\b(?:up|down|rose|fell|fall|rise|lost|dropped)\b/i);
  });

  it('a page that is gone is lost in those words, but one check confirms nothing', async () => {
    const { report, guidance, words } = await ask({ serp: page([rival(1)]), outlines });
    expect(report.change).toMatchObject({ kind: 'lost', words: 'lost (was 6, now beyond 30)', significant: false });
    expect(words).not.toMatch(/Find out why/);
    expect(guidance.priority).not.toBe('high');
  });

  it('a page that is gone for the third time is a fall to look into', async () => {
    const gone = [10, 11].map((day) => outline(dayAt(day), []));
    const { report, guidance } = await ask({ serp: page([rival(1)]), outlines: [...outlines, ...gone] });
    expect(report.significant_change).toMatchObject({ from: 6, to: null, direction: 'down' });
    expect(guidance).toMatchObject({
      priority: 'high',
      recommended_action: 'Find out why the page fell out of the results for “bike repair”.',
    });
  });

  it('the check itself, where it is stored already, is not the one before', async () => {
    const same = outline(dayAt(40), [entry(TRACKED, 1)]);
    const { report } = await ask({ serp: page([{ url: TRACKED }]), outlines: [...outlines, same] });
    expect(report).toMatchObject({ checks: 11, previous_checked_at: dayAt(9) });
  });

  it('a change of source is said', async () => {
    const { report } = await ask({ serp: page([{ url: TRACKED }], { source: 'serper' }), outlines });
    expect(report.notes).toEqual([
      expect.stringMatching(/^The previous check came from dataforseo, this one from serper/),
    ]);
  });
});
