import { z } from 'zod';

import type { Answered } from '../../ports/define-source.ts';
import type {
  RankedPage,
  RankedPages,
  RankedPagesQuery,
  SearchCompetitor,
  SearchCompetitors,
  SearchCompetitorsQuery,
  TrafficFigures,
  TrafficQuery,
  TrafficType,
} from '../../ports/rankings.ts';
import { parseTarget } from '../../web/target.ts';
import { addCostOnFailure } from './bulk-figures.ts';
import { atLeast, joinFilters, nameTarget } from './backlinks-request.ts';
import { composeLabs, listLabs, nameLabsMarket, runLabs } from './labs.ts';
import { addCounts, isOnTarget, NO_METRICS, type OrganicMetrics, RankingMetrics } from './ranked-element.ts';
import type { DataForSeoContext } from './settings.ts';

/** Figures of whole pages and sites: the pages of a domain, its competitors, and the traffic of several targets. */

const Page = z.object({ page_address: z.string(), metrics: RankingMetrics.nullish() });
const Pages = z.object({ total_count: z.int().nullish(), items: z.array(Page).nullish() });

/** It sorts by counts of single places, so most of the first three comes near to it; the rows are put right here. */
const PAGE_ORDERS: Readonly<Record<RankedPagesQuery['order'], readonly string[]>> = {
  traffic: ['metrics.organic.etv,desc', 'page_address,asc'],
  keywords: ['metrics.organic.count,desc', 'metrics.organic.etv,desc', 'page_address,asc'],
  top3: ['metrics.organic.pos_2_3,desc', 'metrics.organic.pos_1,desc', 'metrics.organic.etv,desc'],
  loss: ['metrics.organic.is_lost,desc', 'metrics.organic.is_down,desc', 'metrics.organic.etv,desc'],
};

export async function askRankedPages(
  query: RankedPagesQuery,
  context: DataForSeoContext,
): Promise<Answered<RankedPages>> {
  const target = parseTarget(query.target);
  const filters = [query.traffic_min > 0 && atLeast('metrics.organic.etv', query.traffic_min)];
  const task = {
    target: nameTarget(target),
    ...nameLabsMarket(query),
    item_types: ['organic'],
    // Which pages have nothing left is told only where lost and live places are counted together.
    historical_serp_mode: query.state === 'live' ? 'live' : 'all',
    ...joinFilters(filters),
    order_by: query.state === 'lost' ? PAGE_ORDERS.loss : PAGE_ORDERS[query.order],
  };
  const asked = { task, limit: query.limit, offset: query.offset };
  const { results, usd } = await listLabs(context, 'relevant_pages', asked, Pages);
  const rows = results.flatMap(({ items }) => items ?? []);
  const own = rows.filter(({ page_address }) => isOnTarget(page_address, target));
  const read = own.map((row) => readPage(row, query.state));
  const items = read.filter(({ is_lost }) => query.state !== 'lost' || is_lost);
  if (query.order === 'top3') items.sort((one, other) => (other.top3 ?? 0) - (one.top3 ?? 0));
  const total_count = results[0]?.total_count ?? items.length;
  const value: RankedPages = {
    basis: 'provider',
    window: null,
    items,
    total_count: items.length === rows.length ? total_count : null,
    totals: null,
    serps_considered: null,
  };
  const is_unknown = rows.length === 0 && total_count === 0 && query.traffic_min === 0;
  return composeLabs(value, { usd, is_unknown, is_empty: items.length === 0 });
}

function readPage({ page_address, metrics }: z.infer<typeof Page>, state: RankedPagesQuery['state']): RankedPage {
  const organic = metrics?.organic ?? NO_METRICS;
  const live = countLive(organic, state);
  const isLost = live === 0 && organic.is_lost !== null && organic.is_lost > 0;
  const now = isLost ? LOST : organic;
  return {
    url: page_address,
    measured: null,
    estimated_traffic: now.etv,
    traffic_value: now.estimated_paid_traffic_cost,
    position: null,
    previous_position: null,
    keyword_count: live,
    top3: addCounts(now.pos_1, now.pos_2_3),
    top10: addCounts(now.pos_1, now.pos_2_3, now.pos_4_10),
    new: organic.is_new,
    lost: organic.is_lost,
    improved: organic.is_up,
    declined: organic.is_down,
    top_keyword: null,
    keywords: [],
    is_lost: isLost,
  };
}

/** What it says of places that are gone is of the time when they were there. */
const LOST: OrganicMetrics = { ...NO_METRICS, pos_1: 0, pos_2_3: 0, pos_4_10: 0 };

/** Lost places are among all that it counts, unless only live ones were asked for. */
function countLive({ count, is_lost }: OrganicMetrics, state: RankedPagesQuery['state']): number | null {
  return state === 'live' || count === null ? count : Math.max(0, count - (is_lost ?? 0));
}

const Competitor = z.object({
  domain: z.string(),
  avg_position: z.number().nullable().default(null),
  intersections: z.int(),
  full_domain_metrics: RankingMetrics.nullish(),
  /** The target's own on the keywords that both rank for. */
  metrics: RankingMetrics.nullish(),
  competitor_metrics: RankingMetrics.nullish(),
});
const Competitors = z.object({ total_count: z.int().nullish(), items: z.array(Competitor).nullish() });

export async function askSearchCompetitors(
  query: SearchCompetitorsQuery,
  context: DataForSeoContext,
): Promise<Answered<SearchCompetitors>> {
  const { domain } = parseTarget(query.target);
  const task = {
    target: domain,
    ...nameLabsMarket(query),
    item_types: ['organic'],
    max_rank_group: query.max_position,
    ...joinFilters([query.intersections_min > 0 && atLeast('intersections', query.intersections_min)]),
    order_by: ['intersections,desc'],
  };
  // The target is its own nearest competitor, and comes first.
  const asked = { task, limit: query.limit + 1 };
  const { results, usd } = await listLabs(context, 'competitors_domain', asked, Competitors);
  const rows = results.flatMap(({ items }) => items ?? []);
  const self = rows.find((row) => row.domain === domain);
  const items = rows.filter((row) => row !== self).slice(0, query.limit);
  const total = results[0]?.total_count ?? null;
  const value: SearchCompetitors = {
    basis: 'provider',
    ...readSelf(self),
    items: items.map(readCompetitor),
    total_count: total === null || self === undefined ? total : total - 1,
    serps_considered: null,
  };
  const is_unknown = rows.length === 0 && query.intersections_min === 0;
  return composeLabs(value, { usd, is_unknown, is_empty: items.length === 0 });
}

function readSelf(
  self: z.infer<typeof Competitor> | undefined,
): Pick<SearchCompetitors, 'target_keywords' | 'target_traffic'> {
  const traffic = self?.full_domain_metrics?.organic?.etv ?? null;
  return { target_keywords: self?.intersections ?? null, target_traffic: traffic };
}

function readCompetitor(row: z.infer<typeof Competitor>): SearchCompetitor {
  const [all, shared, own] = [row.full_domain_metrics, row.competitor_metrics, row.metrics].map(
    (metrics) => metrics?.organic ?? null,
  );
  return {
    domain: row.domain,
    intersections: row.intersections,
    shared_top10: null,
    average_position: row.avg_position,
    ahead: null,
    behind: null,
    keyword_count: all?.count ?? null,
    shared_traffic: shared?.etv ?? null,
    traffic: all?.etv ?? null,
    target_shared_traffic: own?.etv ?? null,
    rivalry: null,
    examples: [],
  };
}

/** Targets of one request. */
const TARGETS_MAX = 1000;

const Estimate = z.object({ etv: z.number().nullable().default(null), count: z.number().nullable().default(null) });
const SiteEstimate = z.object({
  target: z.string(),
  metrics: z
    .object({
      organic: Estimate.nullish(),
      paid: Estimate.nullish(),
      featured_snippet: Estimate.nullish(),
      local_pack: Estimate.nullish(),
    })
    .nullish(),
});
const Estimates = z.object({ items: z.array(SiteEstimate).nullish() });
const TRAFFIC_TYPES = ['organic', 'paid', 'featured_snippet', 'local_pack'] as const satisfies readonly TrafficType[];

/** All types are asked for at the price of one, as they tell whether a target is known at all. */
export async function askTraffic(
  query: TrafficQuery,
  context: DataForSeoContext,
): Promise<Answered<readonly TrafficFigures[]>> {
  const asked = new Map(query.targets.map((target) => [nameTarget(parseTarget(target)), target]));
  const names = [...asked.keys()];
  const figures: TrafficFigures[] = [];
  let usd = 0;
  for (let start = 0; start < names.length; start += TARGETS_MAX) {
    const targets = names.slice(start, start + TARGETS_MAX);
    const task = { targets, ...nameLabsMarket(query), item_types: TRAFFIC_TYPES };
    const answer = await addCostOnFailure(usd, () => runLabs(context, 'bulk_traffic_estimation', task, Estimates));
    usd += answer.usd;
    for (const row of answer.result?.items ?? []) {
      const target = asked.get(row.target);
      const read = target === undefined ? undefined : readFigures(row, target, query.types);
      if (read !== undefined) figures.push(read);
    }
  }
  const isNone = figures.length === 0;
  return composeLabs<readonly TrafficFigures[]>(figures, { usd, is_unknown: isNone, is_empty: isNone });
}

/** Undefined for a target that it knows nothing of. */
function readFigures(
  { metrics }: z.infer<typeof SiteEstimate>,
  target: string,
  types: readonly TrafficType[],
): TrafficFigures | undefined {
  if (!TRAFFIC_TYPES.some((type) => (metrics?.[type]?.count ?? 0) > 0)) return undefined;
  const read = (field: 'etv' | 'count', type: TrafficType): number | null =>
    types.includes(type) ? (metrics?.[type]?.[field] ?? 0) : null;
  return {
    target,
    basis: 'provider',
    window: null,
    traffic: byType((type) => read('etv', type)),
    previous_organic: null,
    keyword_count: byType((type) => read('count', type)),
  };
}

function byType(read: (type: TrafficType) => number | null): Record<TrafficType, number | null> {
  return {
    organic: read('organic'),
    paid: read('paid'),
    featured_snippet: read('featured_snippet'),
    local_pack: read('local_pack'),
  };
}
