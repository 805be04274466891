/**
 * How often decay, its causes and opportunities are told right, on made sites whose truth is known (`test/rankings/made-site.ts`).
 *
 * node bench/decay.ts [FIRST_SEED] [SITES]
 */
import { listWeeks, planWindows, sumDays } from '../src/operations/content-decay/detect/windows.ts';
import type { DailyPoint } from '../src/ports/rankings.ts';
import { testMannKendall } from '../src/rankings/series-trend.ts';
import { dailyOf } from '../test/rankings/made-facts.ts';
import { type JudgedPage, judgeSite, listTasks, TRUE_CAUSES } from '../test/rankings/judged-site.ts';
import { KINDS, type MadeSite, makeSite, seededRandom } from '../test/rankings/made-site.ts';

const [firstSeed = 1001, sites = 10] = process.argv.slice(2).map(Number);
const DAYS = 28;
const PAGES_A_KIND = 10;

const counts = Object.fromEntries(KINDS.map((kind) => [kind, PAGES_A_KIND]));
const made = Array.from({ length: sites }, (_, at) =>
  makeSite({ seed: firstSeed + at, to: '2026-11-18', season: at % 2 === 0 ? 0.2 : 0.5, counts }),
);
const breathing = Array.from({ length: sites }, (_, at) =>
  makeSite({ seed: firstSeed + 500 + at, to: '2026-11-18', season: 0.5, counts: { seasonal: 60, steady: 40 } }),
);

function isTrue(kind: string): kind is keyof typeof TRUE_CAUSES {
  return kind in TRUE_CAUSES;
}

function printJudged(title: string, judged: readonly JudgedPage[]): void {
  console.log(`\n${title}`);
  const rows = [...Map.groupBy(judged, ({ kind }) => kind)].map(([kind, pages]) => {
    const of = (status: string): number => pages.filter(({ audit }) => audit.status === status).length;
    const decaying = pages.filter(({ audit }) => audit.status === 'decaying');
    const right = isTrue(kind)
      ? decaying.filter(({ audit }) => audit.likely_causes[0]?.cause === TRUE_CAUSES[kind]).length
      : null;
    const late = decaying.flatMap(({ audit, page }) =>
      page.since === null || audit.first_decline_at === null
        ? []
        : [Math.abs(Date.parse(audit.first_decline_at) - Date.parse(page.since)) / 86_400_000],
    );
    return {
      kind,
      decays: isTrue(kind),
      pages: pages.length,
      decaying: decaying.length,
      stable: of('stable'),
      improving: of('improving'),
      'too little data': of('insufficient_data'),
      'first cause right': right,
      'begin off by days (median)': late.length === 0 ? null : late.toSorted((a, b) => a - b)[late.length >> 1],
    };
  });
  console.table(rows);
}

const judged = made.flatMap((site) => judgeSite(site, DAYS));
printJudged(`content-decay/detect, ${DAYS} days, seeds ${firstSeed}–${firstSeed + sites - 1}`, judged);
printJudged(
  'the same on sites that only breathe with season and weekdays',
  breathing.flatMap((site) => judgeSite(site, DAYS)),
);

/** The ways to judge a fall that were weighed against each other, each on the page's clicks. */
const METHODS: Readonly<Record<string, (series: readonly DailyPoint[], to: string) => boolean>> = {
  'threshold of 3% alone': (series, to) => {
    const { previous, window } = planWindows(to, DAYS);
    const [before, after] = [sumDays(series, previous).clicks, sumDays(series, window).clicks];
    return before >= 50 && after < before * 0.97;
  },
  'threshold of 20%': (series, to) => {
    const { previous, window } = planWindows(to, DAYS);
    const [before, after] = [sumDays(series, previous).clicks, sumDays(series, window).clicks];
    return before >= 50 && after < before * 0.8;
  },
  'Mann–Kendall on weeks, p < .05': (series, to) => {
    const weeks = weekly(series, to);
    return weeks[0] !== undefined && (testMannKendall(weeks) ?? 1) < 0.05 && (weeks.at(-1) ?? 0) < weeks[0];
  },
  'bootstrap on weeks, 97.5%': (series, to) => {
    const weeks = weekly(series, to);
    const random = seededRandom(7);
    const draw = (from: readonly number[]): number =>
      from.reduce((sum) => sum + (from[Math.floor(random() * from.length)] ?? 0), 0);
    const [before, after] = [weeks.slice(0, DAYS / 7), weeks.slice(DAYS / 7)];
    const lower = Array.from({ length: 400 }, () => draw(after) < draw(before) * 0.97).filter(Boolean).length;
    return before.reduce((sum, count) => sum + count, 0) >= 50 && lower >= 390;
  },
};

function weekly(series: readonly DailyPoint[], to: string): number[] {
  const { previous, window } = planWindows(to, DAYS);
  return listWeeks(series, { from: previous.from, to: window.to }, series).map(({ clicks }) => clicks);
}

function compareMethods(all: readonly MadeSite[]): void {
  const pages = all.flatMap((site) =>
    site.pages
      .filter(({ kind, url }) => kind !== 'moved' && kind !== 'new_page' && !/-(?:new|rival)$/.test(url))
      .map((page) => ({ page, figures: dailyOf(site, page, page.keywords[0]?.keyword ?? '', DAYS) })),
  );
  const share = (called: (at: (typeof pages)[number]) => boolean, decays: boolean): string => {
    const asked = pages.filter(({ page }) => isTrue(page.kind) === decays);
    return `${((100 * asked.filter(called).length) / asked.length).toFixed(1)}%`;
  };
  const rows = Object.entries(METHODS).map(([method, judge]) => {
    const called = ({ figures }: (typeof pages)[number]): boolean => judge(figures.page, figures.to);
    return { method, 'found of those that decay': share(called, true), 'wrongly called': share(called, false) };
  });
  const ours = new Set(judged.filter(({ audit }) => audit.status === 'decaying').map(({ page }) => page));
  const called = ({ page }: (typeof pages)[number]): boolean => ours.has(page);
  console.log('\nways to judge a fall');
  console.table([
    ...rows,
    {
      method: 'as built: season, noise and demand, 3.3σ',
      'found of those that decay': share(called, true),
      'wrongly called': share(called, false),
    },
  ]);
}
compareMethods(made);

const EXPECTED_SIGNALS = {
  rank_loss: 'decay',
  demand_loss: 'decay',
  clicks_above: 'decay',
  cannibalised: 'cannibalisation',
  technical: 'page_fault',
  striking: 'striking_distance',
  low_ctr: 'low_click_rate',
} as const;

function printTasks(all: readonly MadeSite[]): void {
  console.log('\nopportunities/find');
  const found = all.flatMap((site) => {
    const tasks = new Map(listTasks(site).map((task) => [task.url ?? '', task]));
    return site.pages.map((page) => {
      const task = tasks.get(page.url);
      return { page, signals: task === undefined ? [] : [task.signal, ...task.also.map(({ signal }) => signal)] };
    });
  });
  const names = ['decay', 'cannibalisation', 'page_fault', 'striking_distance', 'low_click_rate'] as const;
  const rows = [...Map.groupBy(found, ({ page }) => (page.url.endsWith('-rival') ? 'rival' : page.kind))].map(
    ([kind, pages]) => ({
      kind,
      expected: Object.entries(EXPECTED_SIGNALS).find(([name]) => name === kind)?.[1] ?? '',
      pages: pages.length,
      ...Object.fromEntries(names.map((name) => [name, pages.filter(({ signals }) => signals.includes(name)).length])),
    }),
  );
  console.table(rows);
}
printTasks(made);
