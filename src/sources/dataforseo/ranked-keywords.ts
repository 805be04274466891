import { z } from 'zod';

import type { Answered } from '../../ports/define-source.ts';
import type { PositionCounts, RankedKeyword, RankedKeywords, RankedKeywordsQuery } from '../../ports/rankings.ts';
import { parseTarget, type Target } from '../../web/target.ts';
import { atLeast, atMost, joinFilters, nameTarget } from './backlinks-request.ts';
import { composeLabs, listLabs, nameLabsMarket } from './labs.ts';
import { readTime } from './live-task.ts';
import {
  addCounts,
  isOnTarget,
  NO_METRICS,
  type OrganicMetrics,
  RankedElement,
  RankedKeywordData,
  RankingMetrics,
  readFacts,
  readFeatures,
  readMovement,
} from './ranked-element.ts';
import type { DataForSeoContext } from './settings.ts';

const Row = z.object({ keyword_data: RankedKeywordData, ranked_serp_element: RankedElement });
type Row = z.infer<typeof Row>;

const Rows = z.object({
  total_count: z.int().nullish(),
  metrics: RankingMetrics.nullish(),
  items: z.array(Row).nullish(),
});

const ITEM = 'ranked_serp_element.serp_item';
const VOLUME = 'keyword_data.keyword_info.search_volume';

const KEYWORD = 'keyword_data.keyword,asc';

/** At most three, the last of which tells equals apart, so that pages of a list neither repeat nor skip rows. Most is won where most is searched for; a keyword that fell lost more the more it still brings. */
const ORDERS: Readonly<Record<RankedKeywordsQuery['order'], readonly string[]>> = {
  traffic: [`${ITEM}.etv,desc`, `${VOLUME},desc`, KEYWORD],
  gain: [`${VOLUME},desc`, `${ITEM}.rank_group,asc`, KEYWORD],
  loss: ['ranked_serp_element.is_lost,desc', `${ITEM}.rank_changes.is_down,desc`, `${VOLUME},desc`],
  position: [`${ITEM}.rank_group,asc`, `${VOLUME},desc`, KEYWORD],
  volume: [`${VOLUME},desc`, `${ITEM}.rank_group,asc`, KEYWORD],
  cpc: ['keyword_data.keyword_info.cpc,desc', `${VOLUME},desc`, KEYWORD],
};

/** Deepest place that it knows. */
const POSITIONS = 100;

export async function askRankedKeywords(
  query: RankedKeywordsQuery,
  context: DataForSeoContext,
): Promise<Answered<RankedKeywords>> {
  const target = parseTarget(query.target);
  const asked = { task: describeTask(query, target), limit: query.limit, offset: query.offset };
  const { results, usd } = await listLabs(context, 'ranked_keywords', asked, Rows);
  const rows = results.flatMap(({ items }) => items ?? []);
  const own = rows.filter(({ ranked_serp_element: { serp_item } }) => isOnTarget(serp_item.url, target));
  const items = mergeRows(own, context.now());
  const total_count = results[0]?.total_count ?? items.length;
  const organic = results[0]?.metrics?.organic ?? NO_METRICS;
  const positions = organic === NO_METRICS ? null : countPositions(organic);
  const value: RankedKeywords = {
    basis: 'provider',
    window: null,
    items,
    // What it counts is of the target only where its rows are.
    ...(own.length === rows.length ? { total_count, positions } : { total_count: null, positions: null }),
    totals: null,
    serps_considered: null,
  };
  const is_unknown = rows.length === 0 && total_count === 0 && (organic.count ?? 0) === 0;
  const checked = items.map(({ checked_at }) => checked_at);
  return composeLabs(value, { usd, is_unknown, is_empty: items.length === 0, checked });
}

function describeTask(query: RankedKeywordsQuery, target: Target): Readonly<Record<string, unknown>> {
  return {
    target: nameTarget(target),
    ...nameLabsMarket(query),
    item_types: ['organic'],
    historical_serp_mode: query.include_lost ? 'all' : 'live',
    ...joinFilters([
      query.max_position < POSITIONS && atMost(`${ITEM}.rank_group`, query.max_position),
      query.volume_min > 0 && atLeast(VOLUME, query.volume_min),
    ]),
    order_by: ORDERS[query.order],
  };
}

/** A keyword for which two pages rank comes twice: the better one stands, with the other beside it. */
function mergeRows(rows: readonly Row[], now: Date): readonly RankedKeyword[] {
  const found = new Map<string, RankedKeyword>();
  for (const row of rows) {
    const read = readRow(row, now);
    const known = found.get(read.keyword);
    const isBetter = known === undefined || (read.position ?? Infinity) < (known.position ?? Infinity);
    if (known === undefined) found.set(read.keyword, read);
    else found.set(read.keyword, isBetter ? joinRows(read, known) : joinRows(known, read));
  }
  return [...found.values()];
}

function joinRows(best: RankedKeyword, other: RankedKeyword): RankedKeyword {
  const { url, position } = other;
  const isListed = url !== null && url !== best.url && position !== null;
  const own = isListed ? [{ url, position, clicks: null, impressions: null }] : [];
  const others = [...best.others, ...other.others, ...own];
  return { ...best, others: others.toSorted((one, two) => (one.position ?? 0) - (two.position ?? 0)) };
}

function readRow({ keyword_data, ranked_serp_element: element }: Row, now: Date): RankedKeyword {
  const { url, etv, estimated_paid_traffic_cost } = element.serp_item;
  const movement = readMovement(element);
  const isLost = movement.movement === 'lost';
  return {
    keyword: keyword_data.keyword,
    url,
    position_kind: 'tracked',
    ...movement,
    checked_at: readTime(element.last_updated_time),
    measured: null,
    // Of a lost place it tells what the place once brought.
    estimated_traffic: isLost ? null : etv,
    traffic_value: isLost ? null : estimated_paid_traffic_cost,
    features: readFeatures(element.serp_item_types),
    url_figures: null,
    others: [],
    facts: readFacts(keyword_data, now),
    device: null,
  };
}

function countPositions(organic: OrganicMetrics): PositionCounts {
  const sum = (...counts: readonly (number | null)[]): number => addCounts(...counts) ?? 0;
  const top3 = sum(organic.pos_1, organic.pos_2_3);
  const top10 = sum(top3, organic.pos_4_10);
  const top20 = sum(top10, organic.pos_11_20);
  const top50 = sum(top20, organic.pos_21_30, organic.pos_31_40, organic.pos_41_50);
  const beyond = [organic.pos_51_60, organic.pos_61_70, organic.pos_71_80, organic.pos_81_90, organic.pos_91_100];
  return { top3, top10, top20, top50, top100: sum(top50, ...beyond) };
}
