import { agree, counted } from '../../../kernel/grammar.ts';
import { intervalOfShare } from '../../../kernel/interval.ts';
import { estimateGain, phraseGain, scaleToMonth } from '../../../rankings/gain.ts';
import { readClickRate } from '../../../rankings/own-curve.ts';
import type { Intent } from '../../../text/signals.ts';
import type { KeywordView, SiteFacts } from './facts.ts';
import { groupBySubject } from './subjects.ts';
import {
  compare,
  describeMember,
  formatRank,
  type Gaining,
  quote,
  round,
  serpCallOf,
  type Signal,
  sortGaining,
  sumGains,
} from './signal.ts';

/** Within reach of the first three by work on the page that ranks (formulas 4.6). */
const STRIKING_FROM = 3.5;
const STRIKING_TO = 20.5;
const GOAL = 3;
const IMPRESSIONS_MIN = 10;
/** Fewer clicks a month are not worth a task. */
const CLICKS_MIN = 1;
const FIRST_PAGE = 10;
const EVIDENCE_MAX = 3;

/** Pages whose keywords stand at positions 4 to 20: one task a page. */
export function findStriking(views: readonly KeywordView[], facts: SiteFacts): Signal[] {
  return groupBySubject(views).flatMap(({ url, topic, views: all }): Signal[] => {
    const gaining = all.flatMap((view) => gainAt(view, GOAL, facts));
    const measured = sortGaining(gaining.filter(({ view }) => isStriking(view)));
    const gain = sumGains(measured);
    // Where nobody knows how often people search, the place alone speaks for the task.
    const near: readonly Near[] = measured.length > 0 ? measured : listUnmeasured(all);
    const head = near[0]?.view;
    if (head === undefined || (gain !== null && gain.clicks_per_month < CLICKS_MIN)) return [];
    const isFar = (head.row.position ?? 0) > FIRST_PAGE;
    return [
      {
        signal: 'striking_distance',
        type: 'quick_win',
        url,
        topic,
        keywords: near.map((each) => describeMember(each.view, each.gain?.clicks_per_month ?? null)),
        gain,
        effort: isFar ? 'high' : 'medium',
        intent: head.intent,
        evidence: near.slice(0, EVIDENCE_MAX).map((each) => describePlace(each)),
        why_now: `${counted(near.length, 'keyword')} ${url === null ? 'on this topic' : 'of this page'} ${agree(near.length, 'ranks', 'rank')} between positions 4 and 20, where better content and links help the most.`,
        risk: {
          level: 'low',
          why: 'Adding to a page rarely hurts; keep its title and the parts that already rank.',
        },
        action: `${url === null ? `Find the page that ranks for ${quote(head.row.keyword)}, or create one, and bring it` : `Bring ${url}`} from position ${formatRank(head.row.position)} to ${GOAL}${url === null ? '' : ` for ${quote(head.row.keyword)}`}: answer what the pages above it answer, and link to it from related pages.`,
        next_call: serpCallOf(head.row.keyword, 'Shows what the pages above offer.'),
      },
    ];
  });
}

interface Near {
  readonly view: KeywordView;
  /** Null where nothing tells how often people search. */
  readonly gain: Gaining['gain'] | null;
}

/** Best place first; ties by keyword. */
function listUnmeasured(views: readonly KeywordView[]): Near[] {
  return views
    .filter((view) => view.demand === null && isStriking(view))
    .toSorted(
      (one, other) =>
        (one.row.position ?? 0) - (other.row.position ?? 0) || compare(one.row.keyword, other.row.keyword),
    )
    .map((view) => ({ view, gain: null }));
}

function gainAt(view: KeywordView, to_rank: number, { curve }: Pick<SiteFacts, 'curve'>): Gaining[] {
  const { row, demand, conditions: page } = view;
  const gain = estimateGain({ position: row.position, to_rank, demand, curve, page });
  return gain === null ? [] : [{ view, gain }];
}

function isStriking({ row: { position, measured } }: KeywordView): boolean {
  if (position === null || position < STRIKING_FROM || position > STRIKING_TO) return false;
  return measured === null || measured.impressions >= IMPRESSIONS_MIN;
}

function describePlace({ view, gain }: Near): string {
  const { keyword, position, measured } = view.row;
  const seen = measured === null ? '' : `, ${counted(measured.impressions, 'impression')}`;
  const win = gain === null ? ', searches a month unknown' : `, ${phraseGain(gain)} at position ${gain.to_rank}`;
  return `${quote(keyword)}: position ${formatRank(position)}${seen}${win}`;
}

/** Seen so often, a click rate is no accident (formulas 4.6). */
const SEEN_MIN = 200;
const GAP_MIN = 0.02;

/**
 * Pages that are clicked less than their position promises: from 200 impressions on, two points below the curve, and below
 * what both the curve's lower bound and the interval of the rate (Wilson) allow.
 */
export function findLowClickRates(views: readonly KeywordView[], facts: SiteFacts): Signal[] {
  if (facts.isBroken) return [];
  return groupBySubject(views).flatMap(({ url, topic, views: all }): Signal[] => {
    const low = sortGaining(all.flatMap((view) => readShortfall(view, facts)));
    const gain = sumGains(low);
    const head = low[0]?.view;
    if (gain === null || head === undefined || gain.clicks_per_month < CLICKS_MIN) return [];
    return [
      {
        signal: 'low_click_rate',
        type: 'quick_win',
        url,
        topic,
        keywords: low.map((each) => describeMember(each.view, each.gain.clicks_per_month)),
        gain: { ...gain, to_rank: null },
        effort: 'low',
        intent: head.intent,
        evidence: low.slice(0, EVIDENCE_MAX).map(({ view }) => describeRate(view, facts)),
        why_now: `People see this page and click elsewhere: it ranks well, but its title and description don’t win the click.`,
        risk: {
          level: 'medium',
          why: 'A new title can change rankings; change one thing at a time, and compare after four weeks.',
        },
        action:
          url === null
            ? `Find the page that ranks for ${quote(head.row.keyword)}, and rewrite its title and description.`
            : `Rewrite the title and description of ${url} for ${quote(head.row.keyword)}.`,
        next_call:
          url === null
            ? serpCallOf(head.row.keyword, 'Shows which page ranks, and the titles around it.')
            : {
                operation: 'content.title-meta',
                path: '/content/title-meta',
                body: { keyword: head.row.keyword, url },
                reason: 'Writes titles and descriptions that earn the click.',
              },
      },
    ];
  });
}

function readShortfall(view: KeywordView, { curve, days }: SiteFacts): Gaining[] {
  const { measured, position } = view.row;
  if (measured === null || position === null || position > FIRST_PAGE || measured.impressions < SEEN_MIN) return [];
  const promised = readClickRate(position, curve, view.conditions);
  if (promised === undefined || days <= 0) return [];
  const { clicks, impressions } = measured;
  const rate = clicks / impressions;
  const { low, high } = intervalOfShare(clicks, impressions);
  if (promised.value - rate < GAP_MIN || high >= promised.low) return [];
  const month = scaleToMonth(impressions, days);
  return [
    {
      view,
      gain: {
        clicks_per_month: round(month * (promised.value - rate)),
        low: round(month * Math.max(0, promised.low - high)),
        high: round(month * (promised.high - low)),
        to_rank: Math.max(1, Math.round(position)),
        ctr_curve: promised.curve,
        demand_basis: 'impressions',
      },
    },
  ];
}

function describeRate({ row, conditions }: KeywordView, { curve }: SiteFacts): string {
  const { clicks = 0, impressions = 1 } = row.measured ?? {};
  const promised = readClickRate(row.position ?? 0, curve, conditions)?.value ?? 0;
  return `${quote(row.keyword)}: click rate ${round((100 * clicks) / impressions)}% at position ${formatRank(row.position)}, where ${round(100 * promised)}% is usual`;
}

const BUYING: ReadonlySet<Intent> = new Set(['transactional', 'commercial', 'local']);
const BUYING_TO = 50;
const BUYING_GOAL = 10;

/** Searches of people who want to buy, on page three to five: the page that ranks is far from what they look for. */
export function findBuying(views: readonly KeywordView[], facts: SiteFacts): Signal[] {
  const buying = views.filter(
    ({ intent, row: { position } }) =>
      intent !== null && BUYING.has(intent) && position !== null && position > STRIKING_TO && position <= BUYING_TO,
  );
  return groupBySubject(buying).flatMap(({ url, topic, views: all }): Signal[] => {
    const far = sortGaining(all.flatMap((view) => gainAt(view, BUYING_GOAL, facts)));
    const gain = sumGains(far);
    const head = far[0]?.view;
    if (gain === null || head === undefined || gain.clicks_per_month < CLICKS_MIN) return [];
    return [
      {
        signal: 'buying_intent',
        type: 'commercial_intent_opportunity',
        url,
        topic,
        keywords: far.map((each) => describeMember(each.view, each.gain.clicks_per_month)),
        gain,
        effort: 'high',
        intent: head.intent,
        evidence: far.slice(0, EVIDENCE_MAX).map((each) => describePlace(each)),
        why_now: `The searches are ${head.intent ?? 'commercial'}, and hardly anybody sees the page that ranks.`,
        risk: {
          level: 'low',
          why: 'A new page takes weeks to rank; don’t remove these keywords from the page that ranks now.',
        },
        action:
          url === null
            ? `Build a page that sells for ${quote(head.row.keyword)}.`
            : `Rework ${url} for ${quote(head.row.keyword)}, or build a page that sells for it if this one answers a different search.`,
        next_call: serpCallOf(head.row.keyword, 'Shows which type of page ranks.'),
      },
    ];
  });
}
