import { counted, joinWords } from '../../../kernel/grammar.ts';
import type { MeasuredClicks } from '../../../ports/rankings.ts';
import { type ClicksFall, findFall } from '../../../rankings/changes.ts';
import { judgeChange } from '../../../rankings/count-change.ts';
import { estimateGain, scaleToMonth } from '../../../rankings/gain.ts';
import type { KeywordView, SiteFacts } from './facts.ts';
import { groupBySubject } from './subjects.ts';
import {
  describeMember,
  formatRank,
  type PlannedWork,
  quote,
  round,
  serpCallOf,
  type Signal,
  sortGaining,
  sumGains,
} from './signal.ts';

/** Clicks of the window before from which on a fall is told from noise (rank-tracking 11). */
const CLICKS_MIN = 50;
/** As commonly measured on weekly clicks of pages. */
const DISPERSION = 2;
const LOOKBACK_DAYS = 30;

/** Pages whose clicks fell, all keywords together, by more than noise and season explain. */
export function findDecays(views: readonly KeywordView[], facts: SiteFacts): Signal[] {
  return groupBySubject(views.map(widen)).flatMap(({ url, topic, views: all }): Signal[] => {
    const sum = sumMeasured(all);
    const fall = sum === null ? undefined : findFall(sum);
    if (sum === null || fall === undefined || fall.change.from < CLICKS_MIN || isWithSite(fall, facts)) return [];
    const worst = all.toSorted(
      (one, other) => lossOf(other) - lossOf(one) || (one.row.keyword < other.row.keyword ? -1 : 1),
    );
    const head = worst[0];
    if (head === undefined || facts.days <= 0) return [];
    const { from, to, low, high } = fall.change;
    const month = (clicks: number): number => round(scaleToMonth(Math.max(0, clicks), facts.days));
    return [
      {
        signal: 'decay',
        type: 'content_refresh',
        url,
        topic,
        keywords: worst.map((view) => describeMember(view, month(lossOf(view)))),
        gain: {
          clicks_per_month: month(from - to),
          low: month((-from * high) / 100),
          high: month(Math.min(from, (-from * low) / 100)),
          to_rank: null,
          ctr_curve: 'measured clicks',
        },
        effort: 'medium',
        intent: head.intent,
        evidence: [describeFall(fall), ...worst.slice(0, 2).map(describeLoss)],
        why_now: `${url === null ? 'This topic' : 'The page'} lost ${counted(from - to, 'click')} in ${facts.days} days; the longer it waits, the more rankings go with them.`,
        risk: {
          level: 'medium',
          why: 'A rewrite can lose what still ranks: keep the parts that bring clicks and links.',
        },
        action:
          url === null
            ? `Find the page that ranks for ${quote(head.row.keyword)}, find out why it is losing clicks, and refresh it.`
            : `Find out why ${url} is losing clicks for ${quote(head.row.keyword)}, and refresh it.`,
        next_call: callForDecay(url, head.row.keyword, 'Splits the loss by cause before anything is rewritten.'),
      },
    ];
  });
}

/** Without a page there is nothing to detect the decay of: the result page shows which one ranks, if any. */
function callForDecay(url: string | null, keyword: string, reason: string): PlannedWork {
  if (url === null) return serpCallOf(keyword, 'Shows who ranks now, and whether a page of the site does.');
  return {
    operation: 'content-decay.detect',
    path: '/content-decay/detect',
    body: { url, keyword, lookback_days: LOOKBACK_DAYS },
    reason,
  };
}

/** A fall is told by what was counted before, and that is known of all pages together. */
function widen(view: KeywordView): KeywordView {
  return { ...view, row: view.whole };
}

function sumMeasured(views: readonly KeywordView[]): MeasuredClicks | null {
  const all = views.flatMap(({ row }) => row.measured ?? []);
  if (all.length === 0) return null;
  const sum = (part: keyof MeasuredClicks): number | null =>
    all.every((each) => each[part] === null) ? null : all.reduce((total, each) => total + (each[part] ?? 0), 0);
  return {
    clicks: sum('clicks') ?? 0,
    impressions: sum('impressions') ?? 0,
    previous_clicks: sum('previous_clicks'),
    previous_impressions: sum('previous_impressions'),
    year_ago_clicks: sum('year_ago_clicks'),
    year_ago_impressions: sum('year_ago_impressions'),
  };
}

/** Without a year before, a page that fell with the whole site may follow the season. */
function isWithSite({ change, year_over_year }: ClicksFall, { totals }: SiteFacts): boolean {
  if (year_over_year !== null || totals?.previous_clicks == null) return false;
  const season = { before: totals.previous_clicks, after: totals.clicks };
  if (season.after >= season.before) return false;
  return judgeChange({ before: change.from, after: change.to, season, dispersion: DISPERSION }).within_noise;
}

function lossOf({ row: { measured } }: KeywordView): number {
  return (measured?.previous_clicks ?? 0) - (measured?.clicks ?? 0);
}

function describeFall({ change, year_over_year }: ClicksFall): string {
  const yearly = year_over_year === null ? ', no figures of the year before' : `, ${year_over_year.from} a year before`;
  return `clicks: ${change.from} before, ${change.to} now (${change.percent ?? 0}%)${yearly}`;
}

function describeLoss({ row }: KeywordView): string {
  const { keyword, measured, position, previous_position } = row;
  return `${quote(keyword)}: ${measured?.previous_clicks ?? 0} clicks before, ${measured?.clicks ?? 0} now; ${row.others.length === 0 ? 'position' : `average of ${counted(row.others.length + 1, 'page')}: position`} ${formatRank(previous_position)} before, ${formatRank(position)} now`;
}

const GOAL_WORST = 10;

/** Keywords that a page ranked for and does not any more: one task a page. */
export function findLost(views: readonly KeywordView[], { curve }: SiteFacts): Signal[] {
  const lost = views.filter(({ row }) => row.movement === 'lost' && (row.previous_position ?? GOAL_WORST) <= 20);
  return groupBySubject(lost).flatMap(({ url, topic, views: all }): Signal[] => {
    const gaining = sortGaining(
      all.flatMap((view) => {
        const before = Math.min(GOAL_WORST, Math.max(1, Math.round(view.row.previous_position ?? GOAL_WORST)));
        const gain = estimateGain({
          position: 'unranked',
          to_rank: before,
          demand: view.demand,
          curve,
          page: view.conditions,
        });
        return gain === null ? [] : [{ view, gain }];
      }),
    );
    const head = gaining[0]?.view ?? all[0];
    if (head === undefined) return [];
    const names = all.map(({ row }) => quote(row.keyword));
    return [
      {
        signal: 'lost_rankings',
        type: 'lost_keyword_recovery',
        url,
        topic,
        keywords:
          gaining.length === 0
            ? all.map((view) => describeMember(view, null))
            : gaining.map((each) => describeMember(each.view, each.gain.clicks_per_month)),
        gain: sumGains(gaining),
        effort: 'medium',
        intent: head.intent,
        evidence: all
          .slice(0, 3)
          .map(({ row }) => `${quote(row.keyword)}: position ${formatRank(row.previous_position)} before, none now`),
        why_now: `It ranked for ${joinWords(names, 3)} until recently; recent losses are the easiest to win back.`,
        risk: { level: 'low', why: 'A page that doesn’t rank has little to lose.' },
        action: `${url === null ? `Find the page that ranked for ${quote(head.row.keyword)}, and bring it back` : `Bring ${url} back for ${quote(head.row.keyword)}`}: first rule out a technical fault, then compare it with the pages that rank now.`,
        next_call: callForDecay(url, head.row.keyword, 'Shows when the page began to lose traffic, and why.'),
      },
    ];
  });
}
