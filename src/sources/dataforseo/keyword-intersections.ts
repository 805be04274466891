import { z } from 'zod';

import type { Answered } from '../../ports/define-source.ts';
import type { SharedKeyword, SharedKeywords, SharedKeywordsQuery, SharedPlace } from '../../ports/rankings.ts';
import { SERP_ITEM_TYPES, type SerpItemType } from '../../ports/serp.ts';
import { parseTarget } from '../../web/target.ts';
import { atLeast, atMost, joinFilters } from './backlinks-request.ts';
import { composeLabs, listLabs, nameLabsMarket, priceLabsList } from './labs.ts';
import { readTime } from './live-task.ts';
import { RankedItem, RankedKeywordData, readFacts, readFeatures } from './ranked-element.ts';
import type { DataForSeoContext } from './settings.ts';

/** Bounds of `page_intersection`. */
const PAGES_MAX = 20;
const EXCLUDED_MAX = 10;

/** Types of items that it compares targets by. */
const COMPARED: readonly SerpItemType[] = ['organic', 'paid', 'featured_snippet', 'local_pack'];

const PANEL_FACTOR = 2;

const DomainRows = z.object({
  total_count: z.int().nullish(),
  items: z
    .array(
      z.object({
        keyword_data: RankedKeywordData,
        first_domain_serp_element: RankedItem.nullish(),
        second_domain_serp_element: RankedItem.nullish(),
      }),
    )
    .nullish(),
});

const PageRows = z.object({
  total_count: z.int().nullish(),
  items: z
    .array(
      z.object({
        keyword_data: RankedKeywordData,
        intersection_result: z.record(z.string(), RankedItem.nullable()).nullish(),
      }),
    )
    .nullish(),
});

export function listSharedLacks({
  targets,
  excluded,
  mode,
  item_types,
}: SharedKeywordsQuery): readonly string[] | undefined {
  const left = mode === 'first_only' ? excluded.length + targets.length - 1 : excluded.length;
  if (targets.length > PAGES_MAX || left > EXCLUDED_MAX) return undefined;
  if (![...targets, ...excluded].every(isSendable)) return undefined;
  const unknown = item_types.filter((type) => !COMPARED.includes(type));
  if (item_types.length > 0 && unknown.length === item_types.length) return undefined;
  return unknown.length === 0 ? [] : ['comparing by this type of result'];
}

/** A wildcard stands for the rest of an address after a slash, and nowhere else. */
function isSendable(target: string): boolean {
  const star = target.indexOf('*');
  return star === -1 || (star === target.length - 1 && /^https?:\/\/[^/]+\/(?:.*\/)?\*$/.test(target));
}

export function priceShared({ limit, has_clickstream }: SharedKeywordsQuery): number {
  return priceLabsList(limit) * (has_clickstream ? PANEL_FACTOR : 1);
}

/** @throws SourceFailure */
export function askSharedKeywords(
  query: SharedKeywordsQuery,
  context: DataForSeoContext,
): Promise<Answered<SharedKeywords>> {
  const [first, second, ...others] = query.targets.map((target) =>
    target.includes('*') ? undefined : parseTarget(target),
  );
  const isPair = first?.type === 'domain' && second?.type === 'domain' && others.length === 0;
  const isPlain = isPair && query.excluded.length === 0 && query.mode !== 'any';
  return isPlain ? askDomains(query, [first.host, second.host], context) : askPages(query, context);
}

async function askDomains(
  query: SharedKeywordsQuery,
  [target1, target2]: readonly [string, string],
  context: DataForSeoContext,
): Promise<Answered<SharedKeywords>> {
  const task = {
    target1,
    target2,
    intersections: query.mode === 'all',
    ...describe(query, 'first_domain_serp_element'),
  };
  const asked = { task, limit: query.limit };
  const { results, usd } = await listLabs(context, 'domain_intersection', asked, DomainRows);
  const items = results.flatMap(({ items: rows }) =>
    (rows ?? []).map((row) =>
      readRow(row.keyword_data, [row.first_domain_serp_element, row.second_domain_serp_element], context.now()),
    ),
  );
  return composeShared(items, { query, total: results[0]?.total_count ?? items.length, usd });
}

async function askPages(query: SharedKeywordsQuery, context: DataForSeoContext): Promise<Answered<SharedKeywords>> {
  const [first = '', ...rest] = query.targets.map(namePages);
  const isFirstOnly = query.mode === 'first_only';
  const compared = isFirstOnly ? [first] : [first, ...rest];
  const left = [...(isFirstOnly ? rest : []), ...query.excluded.map(namePages)];
  const task = {
    pages: Object.fromEntries(compared.map((page, at) => [String(at + 1), page])),
    ...(left.length === 0 ? {} : { exclude_pages: left }),
    intersection_mode: query.mode === 'any' ? 'union' : 'intersect',
    ...describe(query, 'intersection_result.1'),
  };
  const { results, usd } = await listLabs(context, 'page_intersection', { task, limit: query.limit }, PageRows);
  const items = results.flatMap(({ items: rows }) =>
    (rows ?? []).map(({ keyword_data, intersection_result: found }) =>
      readRow(
        keyword_data,
        query.targets.map((_, at) => found?.[String(at + 1)]),
        context.now(),
      ),
    ),
  );
  return composeShared(items, { query, total: results[0]?.total_count ?? items.length, usd });
}

/** What both endpoints take, with the field that holds the first target's place. */
function describe(query: SharedKeywordsQuery, first: string): Readonly<Record<string, unknown>> {
  const types = query.item_types.filter((type) => COMPARED.includes(type));
  const orders: Readonly<Record<SharedKeywordsQuery['order'], string>> = {
    traffic: `${first}.etv,desc`,
    volume: 'keyword_data.keyword_info.search_volume,desc',
    cpc: 'keyword_data.keyword_info.cpc,desc',
    position: `${first}.rank_group,asc`,
  };
  return {
    ...nameLabsMarket(query),
    item_types: types.length === 0 ? ['organic'] : types,
    include_serp_info: true,
    ...(query.has_clickstream ? { include_clickstream_data: true } : {}),
    ...joinFilters([
      atMost(`${first}.rank_group`, query.max_position),
      query.volume_min > 0 && atLeast('keyword_data.keyword_info.search_volume', query.volume_min),
    ]),
    order_by: [orders[query.order]],
  };
}

/** Domains as all of their pages; their subdomains are included. */
function namePages(target: string): string {
  if (target.includes('*')) return target;
  const parsed = parseTarget(target);
  return parsed.type === 'page' ? parsed.value : `https://${parsed.host}/*`;
}

function readRow(
  data: RankedKeywordData,
  elements: readonly (RankedItem | null | undefined)[],
  now: Date,
): SharedKeyword {
  return {
    keyword: data.keyword,
    places: elements.map(readPlace),
    features: readFeatures(data.serp_info?.serp_item_types),
    checked_at: readTime(data.serp_info?.last_updated_time),
    facts: readFacts(data, now),
  };
}

function readPlace(item: RankedItem | null | undefined): SharedPlace | null {
  if (item?.rank_group === null || item?.rank_group === undefined) return null;
  return {
    position: item.rank_group,
    url: item.url,
    type: SERP_ITEM_TYPES.find((known) => known === item.type) ?? 'other',
    estimated_traffic: item.etv,
    clicks: null,
    impressions: null,
  };
}

interface SharedParts {
  readonly query: SharedKeywordsQuery;
  readonly total: number;
  readonly usd: number;
}

function composeShared(items: readonly SharedKeyword[], { query, total, usd }: SharedParts): Answered<SharedKeywords> {
  const { mode, targets, excluded, max_position, volume_min } = query;
  // Only a question that any keyword of any target answers tells that they are unknown.
  const isOpen = excluded.length === 0 && max_position === undefined && volume_min === 0;
  const is_unknown = items.length === 0 && isOpen && (mode === 'any' || targets.length === 1);
  const value: SharedKeywords = {
    basis: 'provider',
    window: null,
    items,
    total_count: total,
    serps_considered: null,
    unknown_targets: is_unknown ? targets : [],
  };
  const checked = items.map(({ checked_at }) => checked_at);
  return composeLabs(value, { usd, is_unknown, is_empty: items.length === 0, checked });
}
