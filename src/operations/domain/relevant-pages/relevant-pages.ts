import { judgeIntent, type KnownSearches } from '../../../keywords/known-searches.ts';
import { isPastEnd } from '../../../guidance/list-page.ts';
import { boundShare } from '../../../kernel/interval.ts';
import type { KnownPage } from '../../../ports/links.ts';
import type { RankedPage, RankedPages, RankingMarket } from '../../../ports/rankings.ts';
import { compareClicks, findFall, roundPosition } from '../../../rankings/changes.ts';
import { countKnownDays, describeEvidence } from '../../../rankings/evidence.ts';
import { estimateGain, type ExpectedGain, readImpressionDemand, scaleToMonth } from '../../../rankings/gain.ts';
import { type OwnCurve, readClickRate } from '../../../rankings/own-curve.ts';
import { chooseConditions } from '../../../rankings/known-searches.ts';
import { shareOfLog, weighShares } from '../../../rankings/score.ts';
import { readTargetBrand, type TargetBrand } from '../../../rankings/target-brand.ts';
import type { BrandNames } from '../../../text/branded.ts';
import { compareText, foldPhrase } from '../../../text/normalize.ts';
import type { Target } from '../../../web/target.ts';
import { chooseAction, isMoreThanChance } from './action.ts';
import { ACTIONS, type RelevantPage, type RelevantPageList, type SORTS } from './report.ts';

export interface PagesInput {
  readonly found: RankedPages;
  /** Rows in order before the page that is asked for. */
  readonly skipped: number;
  readonly sorted: RelevantPageList['sorted'];
  /** What the index knows of these pages. */
  readonly known: readonly KnownPage[];
  /** Of the keywords that bring the pages most. */
  readonly searches: KnownSearches;
  readonly target: Target;
  readonly market: RankingMarket;
  readonly curve: OwnCurve | null;
  readonly brand: BrandNames | null;
  readonly now: Date;
  readonly limit: number;
  readonly offset: number;
  readonly min_traffic: number;
  readonly historical_serp_mode: 'live' | 'lost' | 'all';
  readonly sort_by: (typeof SORTS)[number];
}

/** The pages of a target that search sends people to, and what to do with each. */
export function listRelevantPages(input: PagesInput): RelevantPageList {
  const { found, target, market, historical_serp_mode: mode } = input;
  const byUrl = new Map(input.known.map((page) => [page.url, page]));
  const context: PageContext = {
    ...input,
    ...readTargetBrand(target, input.brand),
    days: countKnownDays(found.window),
  };
  const items = found.items
    .filter((page) => mode === 'all' || page.is_lost === (mode === 'lost'))
    .filter((page) => mode !== 'live' || isEnough(page, input.min_traffic))
    .map((page) => describePage(page, byUrl.get(page.url) ?? null, context))
    .toSorted((one, other) => compareRows(one, other, input.sort_by))
    .slice(input.skipped, input.skipped + input.limit);
  const { totals } = found;
  const isFiltered = input.min_traffic > 0 || mode === 'lost';
  const isPast = items.length === 0 && isPastEnd({ ...input, total_count: found.total_count });
  const evidence = describeEvidence({ ...found, items }, market, isFiltered, isPast ? 'answered' : undefined);
  const isKnown = evidence.coverage !== 'none';
  return {
    target: { value: target.value, type: target.type },
    ...evidence,
    items,
    total_count: items.length === 0 && (found.total_count ?? 0) === 0 ? null : found.total_count,
    limit: input.limit,
    offset: input.offset,
    sorted: input.sorted,
    totals,
    totals_change: totals === null ? null : compareClicks(totals.previous_clicks, totals.clicks),
    pages_crawled: isKnown ? items.filter(({ crawled_at }) => crawled_at !== null).length : null,
    action_counts: isKnown ? countActions(items) : null,
    units: UNITS,
  };
}

/** A page whose traffic nobody knows is not known to have too little, but whoever asks for a minimum wants it proven. */
function isEnough({ measured, estimated_traffic }: RankedPage, minimum: number): boolean {
  return minimum === 0 || (measured?.clicks ?? estimated_traffic ?? -1) >= minimum;
}

interface PageContext extends TargetBrand {
  readonly found: RankedPages;
  readonly market: RankingMarket;
  readonly searches: KnownSearches;
  readonly curve: OwnCurve | null;
  readonly now: Date;
  /** Of the window. */
  readonly days: number;
}

function describePage(page: RankedPage, known: KnownPage | null, context: PageContext): RelevantPage {
  const gain = measureGain(page, context);
  return {
    url: page.url,
    is_lost: page.is_lost,
    ...describeKnown(known, context.now),
    ...describeTraffic(page, context.found),
    avg_position: roundPosition(page.position),
    previous_position: roundPosition(page.previous_position),
    keyword_count: page.keyword_count,
    top3: page.top3,
    top10: page.top10,
    new: page.new,
    lost: page.lost,
    improved: page.improved,
    declined: page.declined,
    top_keyword: page.top_keyword,
    keywords: page.keywords.map(({ keyword, position, clicks }) => ({
      keyword,
      rank: roundPosition(position),
      clicks,
    })),
    brand_share: measureBrandShare(page.keywords, context),
    expected_gain: gain,
    ...chooseAction({ page, known, gain }),
    ...scorePage(page, known, context),
  };
}

const GOAL = 3;

/** How often a page is clicked also depends on what the results page of its main keyword shows beside it. */
function measureGain(
  { position, measured, top_keyword: keyword }: RankedPage,
  { days, curve, searches, market }: PageContext,
): ExpectedGain | null {
  const demand = readImpressionDemand(measured?.impressions ?? null, days);
  const question = { position, to_rank: GOAL, demand, curve };
  if (keyword === null) return estimateGain(question);
  const intent = judgeIntent(keyword, market.language, searches.get(foldPhrase(keyword)));
  return estimateGain({ ...question, page: chooseConditions({ keyword, features: null }, intent, searches) });
}

/** Clicks that are counted are never estimated as well. */
function describeTraffic({ measured, estimated_traffic, traffic_value }: RankedPage, { totals }: RankedPages) {
  if (measured === null) return { ...NO_COUNTS, estimated_traffic, traffic_value };
  const { clicks, impressions } = measured;
  return {
    clicks,
    impressions,
    ctr: impressions === 0 ? null : roundShare(clicks / impressions),
    clicks_change: compareClicks(measured.previous_clicks, clicks),
    year_over_year: compareClicks(measured.year_ago_clicks, clicks),
    estimated_traffic: null,
    traffic_share: totals === null || totals.clicks === 0 ? null : roundShare(clicks / totals.clicks),
    traffic_value,
  };
}

const NO_COUNTS = {
  clicks: null,
  impressions: null,
  ctr: null,
  clicks_change: null,
  year_over_year: null,
  traffic_share: null,
};

const DAY_MS = 86_400_000;

function describeKnown(known: KnownPage | null, now: Date) {
  if (known === null) return NEVER_CRAWLED;
  const { title, status_code, redirect_url, is_indexable, canonical_url, words_count } = known;
  const { referring_domains, backlinks, published_at, fetched_at } = known;
  const age = published_at === null ? Number.NaN : Math.floor((now.getTime() - Date.parse(published_at)) / DAY_MS);
  return {
    title,
    status_code,
    redirect_url,
    is_indexable,
    canonical_url,
    words_count,
    referring_domains,
    backlinks,
    published_at,
    // A date that lies ahead is a mistake of the page.
    content_age_days: age >= 0 ? age : null,
    crawled_at: fetched_at,
  };
}

const NEVER_CRAWLED = {
  title: null,
  status_code: null,
  redirect_url: null,
  is_indexable: null,
  canonical_url: null,
  words_count: null,
  referring_domains: null,
  backlinks: null,
  published_at: null,
  content_age_days: null,
  crawled_at: null,
};

function measureBrandShare(
  keywords: RankedPage['keywords'],
  { is_complete, isBranded }: TargetBrand,
): RelevantPage['brand_share'] {
  const counted = keywords.flatMap(({ keyword, clicks }) => (clicks === null ? [] : [{ keyword, clicks }]));
  const n = counted.reduce((sum, { clicks }) => sum + clicks, 0);
  if (!is_complete || n === 0) return null;
  const branded = counted.reduce((sum, { keyword, clicks }) => sum + (isBranded(keyword) === true ? clicks : 0), 0);
  const { low, high } = boundShare(branded, n);
  return { value: roundShare(branded / n), n, low: roundShare(low), high: roundShare(high) };
}

/** Our own weights, pinned by the tests: what is at stake counts most, then what is being lost. */
const WEIGHTS = { traffic: 0.35, loss: 0.3, headroom: 0.2, links: 0.15 } as const;
/** So many clicks a month, or linking sites, have the most that they can give. */
const TRAFFIC_FULL = 10_000;
const LINKS_FULL = 100;

/**
 * How far a page is worth the work: 100 × (0.35 traffic + 0.30 loss + 0.20 headroom + 0.15 links), unknown parts left
 * out. A loss within the noise or the season is none; traffic of a lost page is what it had.
 */
function scorePage(page: RankedPage, known: KnownPage | null, { days, curve }: PageContext) {
  return weighShares(WEIGHTS, {
    traffic: shareOfLog(readTraffic(page, days), TRAFFIC_FULL),
    loss: measureLoss(page),
    headroom: measureHeadroom(page, curve),
    links: shareOfLog(known?.referring_domains ?? null, LINKS_FULL),
  });
}

function readTraffic({ measured, estimated_traffic, is_lost }: RankedPage, days: number): number | null {
  if (measured === null) return estimated_traffic;
  const clicks = is_lost ? measured.previous_clicks : measured.clicks;
  return clicks === null || days === 0 ? null : scaleToMonth(clicks, days);
}

function measureLoss(page: RankedPage): number | null {
  const { measured, is_lost, keyword_count, lost, declined } = page;
  if (is_lost) return 1;
  if (measured !== null && measured.previous_clicks !== null) {
    const fall = findFall(measured);
    return fall === undefined ? 0 : 1 - fall.change.to / fall.change.from;
  }
  if (keyword_count === null || lost === null || declined === null) return null;
  const worse = isMoreThanChance(declined, page.improved) || isMoreThanChance(lost, page.new) ? lost + declined : 0;
  return keyword_count + lost === 0 ? null : worse / (keyword_count + lost);
}

function measureHeadroom(
  { position, keyword_count, top10, is_lost }: RankedPage,
  curve: OwnCurve | null,
): number | null {
  if (is_lost) return 1;
  if (position !== null) {
    const goal = readClickRate(GOAL, curve)?.value ?? 0;
    const now = readClickRate(position, curve)?.value ?? 0;
    return goal === 0 ? null : Math.max(0, (goal - now) / goal);
  }
  return keyword_count === null || top10 === null || keyword_count === 0 ? null : 1 - top10 / keyword_count;
}

/** Highest first, unknown last, then by URL. */
function compareRows(one: RelevantPage, other: RelevantPage, by: PagesInput['sort_by']): number {
  const [here, there] = [figureOf(one, by), figureOf(other, by)];
  const byUrl = compareText(one.url, other.url);
  if (here === null || there === null) return Number(here === null) - Number(there === null) || byUrl;
  return there - here || byUrl;
}

function figureOf(page: RelevantPage, by: PagesInput['sort_by']): number | null {
  switch (by) {
    case 'estimated_traffic':
      return page.clicks ?? page.estimated_traffic;
    case 'keyword_count':
      return page.keyword_count;
    case 'top3':
      return page.top3;
    case 'opportunity':
      return page.priority === null ? null : page.opportunity_score;
  }
}

function countActions(items: readonly RelevantPage[]): NonNullable<RelevantPageList['action_counts']> {
  const [review = 0, refresh = 0, expand = 0, recover = 0, protect = 0] = ACTIONS.map(
    (action) => items.filter((item) => item.action === action).length,
  );
  return { review, refresh, expand, recover, protect };
}

function roundShare(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}

const UNITS = {
  clicks: 'in the window',
  impressions: 'in the window',
  estimated_traffic: 'clicks a month',
  traffic_value: 'USD a month',
  opportunity_score: '0-100',
} as const;
