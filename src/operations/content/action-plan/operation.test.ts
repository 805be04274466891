import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runGuided } from '../../../../test/pure-guidance.ts';
import { LARGEST_CPU_MS_MAX, leastCpuMs, runPure } from '../../../../test/pure-operation.ts';
import type { ActionPlanReport } from './report.ts';
import { AppError } from '../../../kernel/errors.ts';
import real from './operation.ts';

/** Thursday, 15 January 2026. The first working days are 15, 16, 19, 20 and 21 January. */
const NOW = new Date('2026-01-15T12:00:00.000Z');

/** The operation at that time: all that it asks of its surroundings is the date. */
const operation: typeof real = {
  ...real,
  prepare(body) {
    const prepared = real.prepare(body);
    return { ...prepared, run: (context) => prepared.run({ ...context, now: NOW }) };
  },
};

const answer = async (body: unknown): Promise<ActionPlanReport> => {
  const { result } = await runPure(operation, body);
  return operation.result.parse(result);
};

/** `week title start → due owner`, in the order of the plan. */
const lines = ({ scheduled }: ActionPlanReport): string[] =>
  scheduled.map(
    ({ week, item, start_date, due_date, owner }) => `${week} ${item} ${start_date} → ${due_date} ${owner ?? '-'}`,
  );

const reasons = ({ unscheduled }: ActionPlanReport): Record<string, string> =>
  Object.fromEntries(unscheduled.map(({ item, reason }) => [item, reason]));

const refusal = (body: unknown): readonly { path: string; message: string }[] => {
  try {
    operation.prepare(body);
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.issues;
    throw thrown;
  }
  return [];
};

/** What a bicycle shop has to do in a month, with one blocked item, one finished and one relaunch. */
const BACKLOG = {
  goal: 'traffic_growth',
  horizon_days: 28,
  weekly_capacity: 10,
  team: ['Ana', 'Ben'],
  items: [
    {
      title: 'Fix 404s on discontinued product pages',
      priority: 'critical',
      effort: 3,
      url: 'https://severnbikes.co.uk/products',
    },
    { title: 'Migrate site to new Shopify theme', priority: 'high', effort: 13, impact_score: 80 },
    {
      title: '301 map for theme migration',
      priority: 'critical',
      effort: 5,
      impact_score: 90,
      dependencies: ['Audit all indexed URLs'],
    },
    { title: 'Audit all indexed URLs', priority: 'high', effort: 2, impact_score: 60 },
    {
      title: 'Launch new theme',
      priority: 'high',
      effort: 1,
      impact_score: 85,
      dependencies: ['Migrate site to new Shopify theme', '301 map for theme migration', 'QA on staging'],
    },
    { title: 'QA on staging', priority: 'high', effort: 3, dependencies: ['Migrate site to new Shopify theme'] },
    {
      title: 'Write guide: how to choose a kids bike',
      keyword: 'kids bike size guide',
      priority: 'medium',
      effort: 3,
      impact_score: 55,
      url: 'https://severnbikes.co.uk/guides/kids-bike-size-guide',
    },
    {
      title: 'Refresh "best electric bikes for commuting"',
      keyword: 'best electric bike for commuting',
      priority: 'high',
      effort: 'medium',
      impact_score: 75,
      url: 'https://severnbikes.co.uk/blog/best-electric-bikes-for-commuting',
    },
    { title: 'Merge /bike-repair and /bike-service-prices', priority: 'high', effort: 2, impact_score: 65 },
    { title: 'Update title tags of category pages', priority: 'medium', effort: 1, impact_score: 40 },
    { title: 'Add Product schema', priority: 'high', effort: 2, impact_score: 50, dependencies: ['Launch new theme'] },
    { title: 'Add LocalBusiness schema', priority: 'medium', effort: 'low', impact_score: 35 },
    { title: 'Google Business Profile photos', priority: 'low', effort: 1 },
    { title: 'Outreach to cycling blogs', priority: 'medium', effort: 5, impact_score: 45 },
    { title: 'Digital PR: Bristol cycling survey', priority: 'medium', effort: 8, impact_score: 70 },
    {
      title: 'Publish survey results',
      priority: 'medium',
      effort: 2,
      impact_score: 70,
      dependencies: ['Digital PR: Bristol cycling survey'],
    },
    { title: 'Core Web Vitals: image compression', priority: 'high', effort: 3, impact_score: 58 },
    { title: 'Remove tag pages from index', priority: 'low', effort: 1, impact_score: 30, status: 'in progress' },
    { title: 'Hreflang for /de and /fr', priority: 'P2', effort: 2 },
    { title: 'Translate top 10 pages to German', priority: 3, effort: 8, dependencies: ['Hreflang for /de and /fr'] },
    { title: 'Set up rank tracking', priority: 'high', effort: 1, status: 'done' },
    { title: 'Internal links from blog to categories', priority: 'medium', effort: 2, impact_score: 52 },
    { title: 'Cycle dep A', priority: 'low', effort: 1, dependencies: [] },
    { title: 'Cycle dep B', priority: 'low', effort: 1, dependencies: ['Cycle dep A'] },
    { title: 'Video: index your gears', priority: 'low', effort: 5, impact_score: 25, status: 'blocked' },
    {
      title: 'Embed gear video in guide',
      priority: 'low',
      effort: 1,
      impact_score: 25,
      dependencies: ['Video: index your gears'],
    },
    { title: 'Disavow review', priority: 'low', effort: 1, impact_score: 5 },
    { title: 'Rewrite About page', priority: 'low', effort: 1, impact_score: 10, dependencies: [] },
    { title: 'Cycle to work landing page', keyword: 'cycle to work scheme', priority: 95, effort: 3 },
    { title: 'Monthly report', priority: 'medium', effort: 1 },
  ],
};

describe('content.action-plan', () => {
  it('puts the work of a shop into weeks: what others wait for first, dates without weekends', async () => {
    const plan = await answer({
      horizon_days: 14,
      items: [
        { title: 'Refresh the buying guide', effort: 3, impact_score: 80, dependencies: ['fix canonical tags'] },
        { title: 'Fix canonical tags', effort: 2, impact_score: 40 },
        { title: 'Write a size chart', effort: 4, impact_score: 60 },
      ],
    });
    expect(lines(plan)).toEqual([
      '1 Fix canonical tags 2026-01-15 → 2026-01-16 -',
      '1 Refresh the buying guide 2026-01-19 → 2026-01-21 -',
      '2 Write a size chart 2026-01-22 → 2026-01-27 -',
    ]);
    expect(plan.weeks.map(({ capacity, used }) => [capacity, used])).toEqual([
      [5, 5],
      [5, 4],
    ]);
    expect(plan.critical_path.map(({ item }) => item)).toEqual(['Fix canonical tags', 'Refresh the buying guide']);
  });

  it('spreads an item that is larger than a week over weeks, and starts it behind what the week holds', async () => {
    const plan = await answer({
      horizon_days: 28,
      weekly_capacity: 4,
      items: [
        { title: 'Migrate the blog', effort: 9, impact_score: 90 },
        { title: 'Fix titles', effort: 2, impact_score: 95 },
      ],
    });
    const migration = plan.scheduled.find(({ item }) => item === 'Migrate the blog');
    expect(migration?.allocations).toEqual([
      { week: 1, points: 2 },
      { week: 2, points: 4 },
      { week: 3, points: 3 },
    ]);
    expect(plan.scheduled[0]?.item).toBe('Fix titles');
    expect(migration?.start_date).toBe('2026-01-19');
    expect(plan.risk_register.map(({ risk }) => risk)).toContain('1 item runs from one week into the next.');
  });

  const trivia = ['Tidy footer', 'Rename images', 'Fix a typo', 'Sort tags', 'Trim a redirect'].map((title) => ({
    title,
    priority: 'low',
    effort: 1,
  }));

  it.each([7, 14])('puts what is critical before any number of trifles, over %d days', async (horizon_days) => {
    const plan = await answer({
      horizon_days,
      weekly_capacity: 5,
      items: [...trivia, { title: 'Fix site-wide noindex', priority: 'critical', effort: 5, impact_score: 100 }],
    });
    expect(plan.scheduled[0]).toMatchObject({ item: 'Fix site-wide noindex', week: 1, precedence: 'critical' });
    expect(plan.scheduled).toHaveLength(horizon_days === 7 ? 1 : 6);
  });

  it('plans the backlog of a shop as a careful colleague would: repairs and the relaunch first, trifles in the gaps', async () => {
    const { result, markdown_summary, next_calls } = await runGuided(operation, BACKLOG);
    const plan = operation.result.parse(result);
    const row = (title: string) => plan.scheduled.find(({ item }) => item === title);
    expect(row('Fix 404s on discontinued product pages')).toMatchObject({ week: 1, priority_given: 'critical' });
    expect(row('301 map for theme migration')?.week).toBe(1);
    expect(row('Cycle to work landing page')).toMatchObject({ priority_given: 95, precedence: 'critical' });
    expect(row('Rewrite About page')).toBeUndefined();
    for (const { precedence, item } of plan.scheduled.filter(({ item: title }) => title !== 'Monthly report'))
      expect([item, ['critical', 'high'].includes(precedence)]).toEqual([item, true]);
    expect(plan.risk_register.slice(0, 2).map(({ risk }) => risk)).toEqual([
      '1 item of critical or high priority is not in the plan: 1 waits for something that did not fit.',
      '1 item is blocked, and 1 other item waits for it.',
    ]);
    expect(plan.critical_path.map(({ item }) => item)).toEqual([
      'Migrate site to new Shopify theme',
      'QA on staging',
      'Launch new theme',
      'Add Product schema',
    ]);
    expect(markdown_summary).toContain(`Not in the plan: ${plan.totals.unscheduled} (`);
    // The video is blocked, so that neither it nor what waits for it is sent on.
    const rest = next_calls.find((call) => call.operation === 'content.action-plan')?.body['items'];
    expect(JSON.stringify(rest)).not.toContain('video');
  });

  it('names titles with quotation marks and work of one day so that both read well', async () => {
    const { steps, recommended_action } = await runGuided(operation, {
      items: [
        { title: 'Refresh "best electric bikes"', effort: 1, impact_score: 75 },
        { title: 'Share it', effort: 90, dependencies: ['Refresh "best electric bikes"'] },
      ],
    });
    expect(recommended_action).toBe('Start on 2026-01-15 with: Refresh "best electric bikes".');
    expect(steps[0]?.action).toBe('Refresh "best electric bikes": 2026-01-15.');
    expect(steps[0]?.why).toContain('“Share it”, which waits for it, is not in the plan');
  });

  it('sends on what did not fit with all that it waits for, blocked work too', async () => {
    const { next_calls } = await runGuided(operation, {
      horizon_days: 7,
      items: [
        { title: 'Urgent', effort: 5, priority: 'critical' },
        { title: 'Video', effort: 2, status: 'blocked' },
        { title: 'Script', effort: 2 },
        { title: 'Embed', effort: 1, dependencies: ['Video', 'Script'] },
        { title: 'Idea', effort: 1, status: 'blocked' },
      ],
    });
    expect(next_calls[0]?.body['items']).toMatchObject([
      { title: 'Video', status: 'blocked', dependencies: [] },
      { title: 'Script', dependencies: [] },
      { title: 'Embed', dependencies: [0, 1] },
    ]);
  });

  it('tells waiting for blocked work from waiting for work without room, and counts high priorities of both', async () => {
    const plan = await answer({
      horizon_days: 7,
      weekly_capacity: 5,
      items: [
        { title: 'Repair', effort: 5, priority: 'critical' },
        { title: 'Migrate', effort: 5, priority: 'high' },
        { title: 'Check', effort: 1, priority: 'high', dependencies: ['Migrate'] },
        { title: 'Launch', effort: 1, priority: 'high', dependencies: ['Check'] },
        { title: 'Report', effort: 1, priority: 'high', dependencies: ['Launch'] },
        { title: 'Video', effort: 1, status: 'blocked' },
        { title: 'Embed', effort: 1, dependencies: ['Video'] },
        { title: 'Old', status: 'cancelled' },
        { title: 'Follow up', effort: 1, dependencies: ['Old'] },
      ],
    });
    expect(plan.risk_register.slice(0, 3).map(({ risk }) => risk)).toEqual([
      '4 items of critical or high priority are not in the plan: 1 did not fit, 3 wait for something that did not fit.',
      '1 item is blocked, and 1 other item waits for it.',
      '1 item waits for work that was cancelled.',
    ]);
    expect(plan.unscheduled.find(({ item }) => item === 'Report')).toMatchObject({
      why: 'It waits for “Launch”, held up in turn: “Migrate” did not fit.',
      root_causes: [{ item: 'Migrate', reason: 'capacity' }],
    });
  });

  it('names the longest chain as the critical path, with its weeks and the days that it can slip', async () => {
    const plan = await answer({
      horizon_days: 28,
      weekly_capacity: 5,
      items: [
        { title: 'Audit', effort: 1, priority: 'critical' },
        { title: 'Map', effort: 3, priority: 'low', dependencies: ['Audit'] },
        { title: 'Note', effort: 1, priority: 'low', dependencies: ['Audit'] },
        { title: 'Repair', effort: 4, priority: 'high' },
      ],
    });
    expect(
      plan.critical_path.map(({ item, week, start_date, due_date, idle_days_before }) => [
        item,
        week,
        start_date,
        due_date,
        idle_days_before,
      ]),
    ).toEqual([
      ['Audit', 1, '2026-01-15', '2026-01-15', 0],
      ['Map', 2, '2026-01-22', '2026-01-26', 4],
    ]);
    const alone = await answer({ items: [{ title: 'Audit' }, { title: 'Repair' }] });
    expect(alone.critical_path).toEqual([]);
  });

  it('fills the week of every owner while work of a high priority is left', async () => {
    const plan = await answer({
      horizon_days: 28,
      weekly_capacity: 10,
      team: ['Ana', 'Ben'],
      items: Array.from({ length: 14 }, (_item, at) => ({ title: `Repair ${at}`, effort: 3, priority: 'high' })),
    });
    expect(plan.weeks.slice(0, 3).map(({ used }) => used)).toEqual([10, 10, 10]);
    for (const { items } of plan.weeks) {
      for (const name of ['Ana', 'Ben']) {
        const points = items.filter(({ owner }) => owner === name).reduce((sum, row) => sum + row.effort_points, 0);
        expect(points).toBeGreaterThanOrEqual(3);
      }
    }
  });

  it('shares what is too large for one owner, and a chain that one could not finish in time', async () => {
    const plan = await answer({
      horizon_days: 14,
      weekly_capacity: 10,
      team: ['Ana', 'Ben'],
      items: [
        { title: 'Migrate', effort: 8, priority: 'high' },
        { title: 'Test', effort: 4, priority: 'high', dependencies: ['Migrate'] },
      ],
    });
    expect(lines(plan)).toEqual(['1 Migrate 2026-01-15 → 2026-01-20 Ana', '1 Test 2026-01-21 → 2026-01-26 Ana']);
    expect(plan.scheduled.map(({ shared_with }) => shared_with)).toEqual([['Ben'], []]);
  });

  it('shares what no owner has the time left for, rather than leave weeks empty', async () => {
    const plan = await answer({
      horizon_days: 28,
      weekly_capacity: 5,
      team: ['Anna', 'Ben'],
      items: [
        { title: 'Rewriting the pricing page', effort: 3, priority: 'high' },
        { title: 'Fix redirects', effort: 4, priority: 'high' },
        { title: 'Relaunch', effort: 8, priority: 'low' },
      ],
    });
    expect(plan.unscheduled).toEqual([]);
    expect(plan.scheduled.map(({ item, shared_with }) => [item, shared_with.length])).toEqual([
      ['Rewriting the pricing page', 0],
      ['Fix redirects', 0],
      ['Relaunch', 1],
    ]);
  });

  it('says that free time comes too early where it does, and not that work fills it', async () => {
    const plan = await answer({
      horizon_days: 14,
      weekly_capacity: 5,
      team: ['Anna', 'Ben'],
      items: [
        { title: 'Catalogue', effort: 5, priority: 'critical' },
        { title: 'Relaunch', effort: 2, priority: 'medium', dependencies: ['Catalogue'] },
        { title: 'Checklist', effort: 1, priority: 'low', dependencies: ['Relaunch'] },
      ],
    });
    expect(plan.unscheduled[0]?.why).toBe(
      '5 points of the horizon are free, but not enough of that comes after what it waits for: its 2 points would need a longer horizon.',
    );
  });

  it('names whole words of the title as evidence of the kind of work', async () => {
    const plan = await answer({ items: [{ title: 'Rewriting the page and updating facts', effort: 1 }] });
    expect(plan.scheduled[0]?.kind).toMatchObject({ value: 'refresh', evidence: ['updating', 'rewriting'] });
  });

  it('takes asking another site for a link for link building, and a link within the site for none', async () => {
    const kindOf = async (title: string): Promise<string | undefined> =>
      (await answer({ items: [{ title, effort: 1 }] })).scheduled[0]?.kind.value;
    expect(await kindOf('Get link from Bristol Post')).toBe('links');
    expect(await kindOf('Conseguir un enlace de Diario de Sevilla')).toBe('links');
    expect(await kindOf('Add internal link from the blog post')).toBe('internal_links');
  });

  it('speaks of one item as one', async () => {
    const plan = await answer({ items: [{ title: 'Update the guide' }] });
    expect(plan.risk_register.map(({ mitigation }) => mitigation)).toContain(
      'Send effort and impact_score for this item, and plan again.',
    );
    expect(plan.risk_register.filter(({ mitigation }) => /\b(?:them|they|these)\b/.test(mitigation))).toEqual([]);
  });

  it('gives owners their turns and nobody two things on one day', async () => {
    const plan = await answer({
      horizon_days: 7,
      weekly_capacity: 10,
      team: ['Ana', 'Ben', 'Ana'],
      items: ['A', 'B', 'C', 'D'].map((title) => ({ title, effort: 2, impact_score: 50 })),
    });
    expect(plan.scheduled.map(({ owner }) => owner)).toEqual(expect.arrayContaining(['Ana', 'Ben']));
    for (const one of plan.scheduled) {
      for (const other of plan.scheduled) {
        if (one === other || one.owner !== other.owner) continue;
        expect(one.due_date < other.start_date || other.due_date < one.start_date).toBe(true);
      }
    }
  });

  it('cuts at the horizon, says why, and offers the rest as a plan of its own', async () => {
    const { result, next_operations } = await runPure(operation, {
      horizon_days: 7,
      items: [
        { title: 'Landing page', effort: 5, impact_score: 90 },
        { title: 'Case study', effort: 3, impact_score: 70 },
        { title: 'Newsletter', effort: 1, impact_score: 40, dependencies: ['Case study'] },
        { title: 'Relaunch', effort: 80, impact_score: 100 },
      ],
    });
    const plan = operation.result.parse(result);
    expect(plan.scheduled.map(({ item }) => item)).toEqual(['Landing page']);
    expect(reasons(plan)).toEqual({ Relaunch: 'horizon', 'Case study': 'capacity', Newsletter: 'dependency' });
    expect(plan.unscheduled[0]?.why).toContain('80 points');
    expect(plan.unscheduled.find(({ item }) => item === 'Newsletter')?.why).toBe(
      'It waits for “Case study”, which did not fit.',
    );
    expect(next_operations).toContain('content.action-plan');
  });

  it('takes a cycle for an error that names it', () => {
    expect(
      refusal({
        items: [
          { title: 'Brief', dependencies: ['Draft'] },
          { title: 'Outline', dependencies: ['Brief'] },
          { title: 'Draft', dependencies: [1] },
          { title: 'Photos' },
        ],
      }),
    ).toEqual([
      {
        path: 'items[0].dependencies',
        message:
          'creates a cycle in which each item waits for the next: "Brief" → "Draft" → "Outline" → "Brief". Remove one of these dependencies',
      },
    ]);
    expect(refusal({ items: [{ title: 'Alone', dependencies: 'alone' }] })[0]?.message).toContain('wait for itself');
  });

  it('refuses a dependency on nothing, and says what may have been meant', () => {
    const issues = refusal({ items: [{ title: 'Fix titles' }, { title: 'Publish', dependencies: ['fix title', 7] }] });
    expect(issues).toEqual([
      {
        path: 'items[1].dependencies[0]',
        message: 'names "fix title", but no item has that title: did you mean "Fix titles"?',
      },
      { path: 'items[1].dependencies[1]', message: 'names item 7, but items are counted from 0 to 1' },
    ]);
  });

  it('reports every dependency that makes no plan at once: unknown names and all cycles', () => {
    const issues = refusal({
      items: [
        { title: 'A', dependencies: ['B', 'nothing'] },
        { title: 'B', dependencies: ['A'] },
        { title: 'C', dependencies: ['D'] },
        { title: 'D', dependencies: ['C', 99] },
        { title: 'E' },
      ],
    });
    expect(issues.map(({ path }) => path)).toEqual([
      'items[0].dependencies[1]',
      'items[3].dependencies[1]',
      'items[0].dependencies',
      'items[2].dependencies',
    ]);
  });

  it('plans nothing that is finished, cancelled or blocked, and nothing that waits for the latter', async () => {
    const plan = await answer({
      items: [
        { title: 'Keyword research', status: 'done' },
        { title: 'Brief', status: 'open', dependencies: [0] },
        { title: 'Legal review', status: 'blocked' },
        { title: 'Publish', dependencies: ['Brief', 'Legal review'] },
        { title: 'Old idea', status: 'cancelled' },
      ],
    });
    expect(plan.scheduled.map(({ item }) => item)).toEqual(['Brief']);
    expect(plan.scheduled[0]?.depends_on).toEqual(['Keyword research']);
    expect(reasons(plan)).toEqual({
      'Legal review': 'blocked',
      Publish: 'dependency',
      'Old idea': 'cancelled',
      'Keyword research': 'finished',
    });
  });

  it('answers a list without open items with what to do about it', async () => {
    const { result, markdown_summary } = await runPure(operation, { items: [{ title: 'Audit', status: 'completed' }] });
    const plan = operation.result.parse(result);
    expect(plan.scheduled).toEqual([]);
    expect(plan.critical_path).toEqual([]);
    expect(markdown_summary).not.toContain('| Item');
    expect(markdown_summary).toContain('Next: Send open items');
  });

  it.each([
    ['lead_generation', 'Rework the pricing page'],
    ['authority_building', 'Outreach to trade press'],
    ['refresh_decay', 'Refresh the 2023 guide'],
    ['launch_support', 'Launch announcement'],
    ['traffic_growth', 'Write a new article on mulch'],
  ])('puts first for %s: %s', async (goal, first) => {
    const plan = await answer({
      goal,
      items: [
        'Refresh the 2023 guide',
        'Outreach to trade press',
        'Rework the pricing page',
        'Launch announcement',
        'Write a new article on mulch',
      ].map((title) => ({ title, effort: 5, impact_score: 50 })),
    });
    expect(plan.scheduled[0]?.item).toBe(first);
    for (const { score, score_components } of plan.scheduled) {
      expect(Object.values(score_components).reduce((sum, part) => sum + part, 0)).toBe(score);
    }
  });

  it('reads priorities and efforts in words, and marks what it had to assume', async () => {
    const plan = await answer({
      horizon_days: 90,
      items: [
        { title: 'One', priority: 'P0', effort: 'low' },
        { title: 'Two', priority: 2, effort: 'XL' },
        { title: 'Three', priority: 'soon', effort: 'some' },
      ],
    });
    const row = (title: string) => plan.scheduled.find(({ item }) => item === title);
    expect(row('One')).toMatchObject({ score: 100, effort_points: 1, impact_source: 'from_priority' });
    expect(row('Two')).toMatchObject({ score: 50, effort_points: 8 });
    expect(row('Three')).toMatchObject({
      score: 50,
      effort_points: 2,
      effort_source: 'assumed',
      impact_source: 'assumed',
    });
    expect(plan.warnings).toHaveLength(2);
  });

  it('plans in German, Spanish and Japanese', async () => {
    const plan = await answer({
      goal: 'refresh_decay',
      horizon_days: 30,
      items: [
        { title: 'Ratgeber aktualisieren', priority: 'hoch', effort: 'mittel', status: 'in Arbeit' },
        {
          title: 'Preisseite überarbeiten',
          priority: 'niedrig',
          effort: 'gering',
          dependencies: ['RATGEBER AKTUALISIEREN'],
        },
        { title: 'Actualizar la guía', priority: 'alta', effort: 'bajo' },
        { title: '古い記事を更新する', priority: '高', effort: '小', status: '未着手' },
        { title: '公開済みの記事', status: '完了' },
      ],
    });
    expect(plan.warnings).toEqual([]);
    expect(plan.scheduled.map(({ item, kind }) => [item, kind.value])).toEqual(
      expect.arrayContaining([
        ['Ratgeber aktualisieren', 'refresh'],
        ['Actualizar la guía', 'refresh'],
        ['古い記事を更新する', 'refresh'],
      ]),
    );
    expect(reasons(plan)).toEqual({ 公開済みの記事: 'finished' });
  });

  it('sees two items that change one page at the same time', async () => {
    const plan = await answer({
      horizon_days: 7,
      team: ['Ana', 'Ben'],
      items: [
        { title: 'New title', effort: 2, url: 'https://acme.test/guide' },
        { title: 'New images', effort: 2, url: 'http://acme.test/guide/' },
      ],
    });
    expect(plan.risk_register.map(({ risk }) => risk)).toContain(
      '2 items change the same page at the same time as another.',
    );
  });

  it('passes over fields of other answers, and says so where one was likely meant', async () => {
    const plan = await answer({
      items: [
        { title: 'A', backlinks: 4, opportunity_type: 'quick_win' },
        { title: 'B', dependancies: ['A'], depends_on: ['A'] },
      ],
    });
    expect(plan.warnings).toEqual([
      'items[1].dependancies is not a field of this operation: did you mean dependencies?',
      'items[1].depends_on is not a field of this operation: did you mean dependencies?',
    ]);
  });

  it('scales impact scores of another scale instead of refusing them', async () => {
    const plan = await answer({
      items: [
        { title: 'A', impact_score: 400 },
        { title: 'B', impact_score: 100 },
      ],
    });
    expect(plan.scheduled.map(({ item, score }) => [item, score])).toEqual([
      ['A', 100],
      ['B', 25],
    ]);
    expect(plan.warnings[0]).toContain('scaled');
  });

  it('takes hostile text for text', async () => {
    const hostile = JSON.parse(
      '{"items":[{"title":"\\u202eFix\\u0000 | titles\\n# Heading","__proto__":{"effort":9},"constructor":1,"keyword":"__proto__"},{"title":"__proto__","dependencies":["constructor"]},{"title":"constructor"}],"team":["\\u200fAna\\u0007"]}',
    ) as unknown;
    const plan = await answer(hostile);
    expect(plan.scheduled.map(({ item }) => item).toSorted()).toEqual([
      'Fix | titles # Heading',
      '__proto__',
      'constructor',
    ]);
    expect(plan.scheduled[0]?.owner).toBe('Ana');
    const { markdown_summary } = await runPure(operation, hostile);
    expect(markdown_summary).toContain(String.raw`Fix \| titles # Heading`);
    expect(refusal({ items: [{ title: 'x'.repeat(100_000) }] })).toEqual([
      { path: 'items[0].title', message: 'must have at most 1000 characters' },
    ]);
  });

  it('plans the longest list that it takes within a second', async () => {
    const items = Array.from({ length: 500 }, (_item, at) => ({
      title: `Task ${at} ${'long title '.repeat(80)}`.slice(0, 1000),
      effort: 1 + (at % 7),
      impact_score: (at * 37) % 101,
      dependencies: at % 3 === 0 && at > 0 ? [at - 1, at - 3].filter((dep) => dep >= 0) : [],
    }));
    const body = { items, horizon_days: 90, weekly_capacity: 60, team: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] };
    expect(await leastCpuMs(() => runPure(operation, body), 2)).toBeLessThan(LARGEST_CPU_MS_MAX);
    const before = process.memoryUsage().heapUsed;
    const plan = await answer(body);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000);
    expect(plan.totals.scheduled + plan.totals.unscheduled).toBe(500);
    expect(plan.totals.scheduled_points).toBeGreaterThan(0.97 * plan.totals.capacity_points);
  });

  it('keeps its invariants whatever is planned', async () => {
    const item = fc.record(
      {
        title: fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }).filter((text) => text.trim() !== ''),
        effort: fc.oneof(fc.integer({ min: 1, max: 14 }), fc.constantFrom('low', 'high', 'odd', 0.5)),
        impact_score: fc.integer({ min: 0, max: 100 }),
        priority: fc.constantFrom('high', 'low', 'P1', 3, 'odd'),
        status: fc.constantFrom('open', 'done', 'blocked', 'in progress'),
        dependency: fc.nat({ max: 30 }),
      },
      { requiredKeys: ['title'] },
    );
    const body = fc.record({
      items: fc.array(item, { minLength: 1, maxLength: 12 }),
      horizon_days: fc.integer({ min: 7, max: 40 }),
      weekly_capacity: fc.integer({ min: 1, max: 12 }),
      goal: fc.constantFrom(undefined, 'traffic_growth', 'launch_support'),
      team: fc.constantFrom([], ['Ana'], ['Ana', 'Ben', 'Cleo']),
    });
    await fc.assert(
      fc.asyncProperty(body, async ({ items, ...rest }) => {
        const waits = items.map(({ dependency }, at) =>
          dependency === undefined || at === 0 ? undefined : dependency % at,
        );
        const given = items.map(({ dependency: _dependency, ...row }, at) => {
          const dep = waits[at];
          return dep === undefined ? row : { ...row, dependencies: [dep] };
        });
        const plan = await answer({ ...rest, items: given });
        expect([...plan.scheduled, ...plan.unscheduled].map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(
          given.map((_row, at) => at),
        );
        for (const { used, capacity } of plan.weeks) expect(used).toBeLessThanOrEqual(capacity);
        const byIndex = new Map(plan.scheduled.map((row) => [row.index, row]));
        for (const row of plan.scheduled) {
          expect(Object.values(row.score_components).reduce((sum, part) => sum + part, 0)).toBe(row.score);
          const dep = waits[row.index];
          if (dep === undefined) continue;
          const before = byIndex.get(dep);
          if (before === undefined) expect(given[dep]?.status).toBe('done');
          else expect(before.due_date < row.start_date).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('answers the same request in the same way', async () => {
    const body = { ...operation.example, horizon_days: 60 };
    expect(await runPure(operation, body)).toEqual(await runPure(operation, body));
  });
});

describe('who does what', () => {
  it('is whoever has the role for it, where the team is named by roles', async () => {
    const { result } = await runPure(operation, {
      items: [
        { title: 'Fix noindex on /pricing', priority: 'critical', effort: 1 },
        { title: 'Write a guide to solar panel cost', priority: 'high', effort: 2 },
        { title: 'Redirect old battery pages', priority: 'high', effort: 1 },
        { title: 'Rédiger un article sur les batteries', priority: 'haute', effort: 2 },
      ],
      team: ['Writer', 'Developer'],
      weekly_capacity: 10,
    });
    const { scheduled } = operation.result.parse(result);
    expect(new Map(scheduled.map(({ item, owner }) => [item, owner]))).toEqual(
      new Map([
        ['Fix noindex on /pricing', 'Developer'],
        ['Write a guide to solar panel cost', 'Writer'],
        ['Redirect old battery pages', 'Developer'],
        ['Rédiger un article sur les batteries', 'Writer'],
      ]),
    );
  });
});
