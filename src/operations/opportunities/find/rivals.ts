import { counted } from '../../../kernel/grammar.ts';
import type { RankedUrl } from '../../../ports/rankings.ts';
import { estimateGain, readImpressionDemand } from '../../../rankings/gain.ts';
import type { KeywordView, SiteFacts } from './facts.ts';
import {
  compare,
  describeMember,
  formatRank,
  type Gaining,
  quote,
  type Signal,
  sortGaining,
  sumGains,
} from './signal.ts';

/** A share below this is an occasional second listing (formulas 4.10 takes 8 %, for a list that a person filters). */
const SHARE_MIN = 0.2;
const IMPRESSIONS_MIN = 100;
const POSITION_WORST = 20;
/** Two listings at the top are two wins. */
const BEST_MIN = 3;

interface Conflict {
  readonly view: KeywordView;
  readonly kept: RankedUrl;
  readonly other: RankedUrl;
}

/**
 * Pages of the site that take turns for the same searches: one task a pair. Both stand within the first twenty, neither in
 * the first two, and the weaker one has at least a fifth of at least 100 impressions.
 */
export function findCannibalised(views: readonly KeywordView[], facts: SiteFacts): Signal[] {
  const conflicts = views.flatMap((view) => readConflicts(view)).filter((conflict) => isOpen(conflict, facts));
  const pairs = Map.groupBy(conflicts, ({ kept, other }) => [kept.url, other.url].sort(compare).join(' '));
  return [...pairs.values()].flatMap((all): Signal[] => {
    const gaining = sortGaining(all.flatMap((conflict) => readGain(conflict, facts)));
    const gain = sumGains(gaining);
    const first = all.find(({ view }) => view === gaining[0]?.view) ?? all[0];
    if (first === undefined || gain === null || gain.clicks_per_month < 1) return [];
    const [kept, other] = choosePages(all);
    return [
      {
        signal: 'cannibalisation',
        type: 'content_refresh',
        url: kept,
        topic: null,
        keywords: gaining.map((each) => describeMember(each.view, each.gain.clicks_per_month)),
        gain,
        effort: 'medium',
        intent: first.view.intent,
        evidence: all.slice(0, 3).map(describeConflict),
        why_now: `${counted(all.length, 'search', 'searches')} ${all.length === 1 ? 'is' : 'are'} split between this page and ${other}, and neither ranks in the first two places.`,
        risk: {
          level: 'medium',
          why: 'A wrong merge loses the searches that only one of the pages wins, so read both first.',
        },
        action: `Decide whether ${other} should be merged into ${kept} or set apart from it for ${quote(first.view.row.keyword)}.`,
        next_call: {
          operation: 'content.cannibalization',
          path: '/content/cannibalization',
          body: { pages: [describePage(kept, all, facts), describePage(other, all, facts)] },
          reason: 'Says which page to keep and what to do with the other.',
        },
      },
    ];
  });
}

function readConflicts(view: KeywordView): Conflict[] {
  const { url, position, measured, others } = view.row;
  const shown = view.whole.measured?.impressions ?? 0;
  if (url === null || position === null || measured === null || shown < IMPRESSIONS_MIN) return [];
  const own: RankedUrl = { url, position, clicks: measured.clicks, impressions: measured.impressions };
  return others.flatMap((other): Conflict[] => {
    const weaker = Math.min(other.impressions ?? 0, own.impressions ?? 0);
    const best = Math.min(position, other.position ?? POSITION_WORST);
    const worst = Math.max(position, other.position ?? Number.POSITIVE_INFINITY);
    if (weaker < SHARE_MIN * shown || worst > POSITION_WORST || best < BEST_MIN) return [];
    return [{ view, kept: own, other }];
  });
}

/** A page that moved or was closed has its figures from before that: the conflict is over. */
function isOpen({ kept, other }: Conflict, { pages }: SiteFacts): boolean {
  return [kept, other].every(({ url }) => {
    const page = pages.get(url);
    return page === undefined || ((page.status_code ?? 200) < 300 && page.is_indexable !== false);
  });
}

/** What the weaker page's impressions would bring at the place of the better one. */
function readGain({ view, kept, other }: Conflict, { curve, days }: SiteFacts): Gaining[] {
  const [best, worst] = (kept.position ?? 0) <= (other.position ?? 0) ? [kept, other] : [other, kept];
  const gain = estimateGain({
    position: worst.position,
    to_rank: Math.max(1, Math.round(best.position ?? 1)),
    demand: readImpressionDemand(worst.impressions, days),
    curve,
    page: view.conditions,
  });
  return gain === null ? [] : [{ view, gain }];
}

/** The page with more clicks is the one to keep; of equal ones the one with the first address. */
function choosePages(all: readonly Conflict[]): readonly [kept: string, other: string] {
  const clicks = new Map<string, number>();
  for (const { kept, other } of all)
    for (const page of [kept, other]) clicks.set(page.url, (clicks.get(page.url) ?? 0) + (page.clicks ?? 0));
  const [first, second] = [...clicks].toSorted((one, other) => other[1] - one[1] || compare(one[0], other[0]));
  return [first?.[0] ?? '', second?.[0] ?? ''];
}

function describeConflict({ view, kept, other }: Conflict): string {
  const of = ({ url, position, impressions }: RankedUrl): string =>
    `${url} at ${formatRank(position)} (${counted(impressions ?? 0, 'impression')})`;
  return `${quote(view.row.keyword)}: ${of(kept)}, ${of(other)}`;
}

function describePage(url: string, all: readonly Conflict[], { pages }: SiteFacts): Readonly<Record<string, unknown>> {
  const queries = all.flatMap(({ view, kept, other }) => {
    const page = [kept, other].find((each) => each.url === url);
    if (page === undefined) return [];
    const { clicks, impressions, position } = page;
    return [{ query: view.row.keyword, clicks, impressions, position }];
  });
  return { url, title: pages.get(url)?.title ?? '', ranking_queries: queries.slice(0, 100) };
}
