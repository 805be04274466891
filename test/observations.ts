import type { KeywordFact } from '../src/ports/keywords.ts';
import type { Location } from '../src/ports/locations.ts';
import type { Listing } from '../src/ports/places.ts';
import type { Serp, SerpItem, SerpQuery } from '../src/ports/serp.ts';
import type { KeptObservation, Observation, ObservationInbox, ObservationWriter } from '../src/ports/store.ts';

/** Observations with plain values for all that a test does not care about. */

export const AMERICA: Location = {
  code: 2840,
  name: 'United States',
  country: 'US',
  kind: 'country',
  latitude: null,
  longitude: null,
};

export function serpQuery(draft: Partial<SerpQuery> = {}): SerpQuery {
  return {
    keyword: 'running shoes',
    engine: 'google',
    location: AMERICA,
    language: 'en',
    device: 'desktop',
    depth: 10,
    stop_at: undefined,
    wants: [],
    include_domains: [],
    exclude_domains: [],
    ...draft,
  };
}

export function serp(draft: Partial<Serp> = {}): Serp {
  const items = draft.items ?? [serpItem('https://www.example.com/shoes', 1)];
  return {
    engine: 'google',
    source: 'dataforseo',
    keyword: 'running shoes',
    keyword_sent: 'running shoes',
    spell: null,
    location: AMERICA,
    language: 'en',
    device: 'desktop',
    checked_at: '2026-03-05T12:00:00.250Z',
    check_url: null,
    total_results: 1_000_000,
    depth_asked: 10,
    pages_fetched: 1,
    organic_seen: items.length,
    ended: 'depth_reached',
    sees: ['organic', 'ai_overview', 'people_also_ask', 'related_searches'],
    ai_overview: { status: 'absent', markdown: null, references: [] },
    people_also_ask: [],
    related_searches: [],
    ...draft,
    items,
  };
}

export function serpItem(url: string, rank: number, draft: Partial<SerpItem> = {}): SerpItem {
  return {
    type: 'organic',
    kind: null,
    rank_absolute: rank,
    rank_group: rank,
    page: 1,
    url,
    domain: new URL(url).hostname,
    title: `Title of ${url}`,
    description: null,
    published_at: null,
    place_id: null,
    phone: null,
    address: null,
    rating: null,
    reviews: null,
    top_px: null,
    height_px: null,
    children: [],
    ...draft,
  };
}

export function keywordFact(keyword: string, draft: Partial<KeywordFact> = {}): KeywordFact {
  return {
    keyword,
    source: 'dataforseo',
    location_code: 2840,
    language: 'en',
    observed_at: '2026-03-05T12:00:00.000Z',
    volume: { value: 1000, low: null, high: null, basis: 'bucket', period: '2025-03/2026-02' },
    bing_impressions: null,
    monthly: [{ month: '2026-02', searches: 900 }],
    cpc: 1.25,
    currency: 'USD',
    competition: 0.5,
    difficulty: { value: 40, scale: 'dataforseo' },
    intent: 'commercial',
    ...draft,
  };
}

export function listing(place_id: string, draft: Partial<Listing> = {}): Listing {
  return {
    source: 'google-places',
    place_id,
    name: 'Corner Bakery',
    address: '1 Main St, Austin, TX',
    address_parts: { street: '1 Main St', city: 'Austin', region: 'TX', postal_code: null, country: 'US' },
    phone: null,
    website: null,
    category: 'bakery',
    categories: ['bakery'],
    description: null,
    hours: [{ day: 'monday', open: [{ from: '09:00', to: '17:30' }] }],
    rating: 4.5,
    review_count: 12,
    rating_distribution: null,
    newest_review_at: null,
    claimed: null,
    photos: null,
    status: 'open',
    latitude: 30.2,
    longitude: -97.7,
    nearby: [],
    attribution: null,
    ...draft,
  };
}

export function kept(observation: Observation, source: string, delete_at?: Date): KeptObservation {
  return { ...observation, id: `observation-${source}`, source, workspace_id: '', delete_at };
}

/** An inbox in memory that moves what it holds where the real one does. */
export class TestInbox implements ObservationInbox {
  readonly #writer: ObservationWriter;
  waiting: KeptObservation[] = [];

  constructor(writer: ObservationWriter) {
    this.#writer = writer;
  }

  find(
    kind: string,
    series: readonly string[],
    since: Date | undefined,
    workspace_id = '',
  ): Promise<readonly KeptObservation[]> {
    const found = this.waiting.filter(
      (each) =>
        each.kind === kind &&
        series.includes(each.series) &&
        ['', workspace_id].includes(each.workspace_id) &&
        (since === undefined || each.observed_at >= since),
    );
    return Promise.resolve(found.sort((one, other) => other.observed_at.getTime() - one.observed_at.getTime()));
  }

  async flush(): Promise<void> {
    await this.#writer.write(this.waiting);
    this.waiting = [];
  }
}
