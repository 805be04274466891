import type {
  RankedKeyword,
  RankedKeywords,
  RankedKeywordsQuery,
  SharedKeywordsQuery,
  TrafficFigures,
} from '../src/ports/rankings.ts';
import { AMERICA } from './observations.ts';

/** Rankings with plain values for all that a test does not care about. */

export const MARKET = { location: AMERICA, language: 'en', is_any_place: false } as const;

export function rankedQuery(draft: Partial<RankedKeywordsQuery> = {}): RankedKeywordsQuery {
  return {
    ...MARKET,
    target: 'example.com',
    limit: 50,
    max_position: 100,
    include_lost: false,
    order: 'position',
    volume_min: 0,
    ...draft,
  };
}

export function rankedKeyword(keyword: string, draft: Partial<RankedKeyword> = {}): RankedKeyword {
  return {
    keyword,
    url: 'https://example.com/shoes',
    position: 4,
    position_kind: 'tracked',
    previous_position: null,
    movement: 'new',
    checked_at: '2026-03-04T06:00:00.000Z',
    measured: null,
    estimated_traffic: 12.5,
    traffic_value: 3,
    features: ['ai_overview'],
    url_figures: null,
    others: [],
    facts: [],
    device: null,
    ...draft,
  };
}

export function rankedKeywords(items: readonly RankedKeyword[], draft: Partial<RankedKeywords> = {}): RankedKeywords {
  return {
    basis: 'provider',
    window: null,
    items,
    total_count: items.length,
    positions: null,
    totals: null,
    serps_considered: null,
    ...draft,
  };
}

export function sharedQuery(draft: Partial<SharedKeywordsQuery> = {}): SharedKeywordsQuery {
  return {
    ...MARKET,
    targets: ['example.com', 'rival.com'],
    excluded: [],
    mode: 'all',
    item_types: [],
    limit: 50,
    volume_min: 0,
    max_position: undefined,
    order: 'position',
    has_clickstream: false,
    ...draft,
  };
}

export function trafficFigures(target: string, organic: number): TrafficFigures {
  return {
    target,
    basis: 'provider',
    window: null,
    traffic: { organic, paid: null, featured_snippet: null, local_pack: null },
    previous_organic: null,
    keyword_count: { organic: 7, paid: null, featured_snippet: null, local_pack: null },
  };
}
