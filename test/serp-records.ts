import type { AiOverview, Serp, SerpItem, SerpItemType } from '../src/ports/serp.ts';

const NO_FACTS = {
  kind: null,
  page: 1,
  url: null,
  domain: null,
  title: null,
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
} as const;

/** An item of a test's result page: its facts, without its ranks. */
export type TestItem = Partial<Omit<SerpItem, 'type' | 'rank_absolute' | 'rank_group'>> & {
  readonly type?: SerpItemType;
};

/** Items in the order of the page, organic unless they say otherwise, with ranks and domains filled in. */
export function serpItems(given: readonly TestItem[]): SerpItem[] {
  const counts = new Map<string, number>();
  return given.map((item, at) => {
    const { type = 'organic', ...facts } = item;
    const rank_group = (counts.get(type) ?? 0) + 1;
    counts.set(type, rank_group);
    const url = facts.url ?? null;
    const domain = url === null ? null : new URL(url).hostname.replace(/^www\./, '');
    return { ...NO_FACTS, domain, ...facts, type, rank_absolute: at + 1, rank_group };
  });
}

/** What a source that reads whole pages of Google sees. */
export const SEES_ALL: readonly SerpItemType[] = [
  'organic',
  'paid',
  'featured_snippet',
  'ai_overview',
  'people_also_ask',
  'related_searches',
  'local_pack',
  'knowledge_graph',
  'top_stories',
  'video',
  'images',
  'shopping',
  'discussions_and_forums',
];

export const NO_OVERVIEW: AiOverview = { status: 'absent', markdown: null, references: [] };
const UNSEEN_OVERVIEW: AiOverview = { status: 'unavailable', markdown: null, references: [] };

/** A whole result page of Google on which nothing but the given items stands. */
export function serpRecord(items: readonly TestItem[], facts: Partial<Serp> = {}): Serp {
  const all = serpItems(items);
  return {
    engine: 'google',
    source: 'dataforseo',
    keyword: 'bike repair',
    keyword_sent: facts.keyword ?? 'bike repair',
    spell: null,
    location: { code: 2840, name: 'United States', country: 'US', kind: 'country', latitude: null, longitude: null },
    language: 'en',
    device: 'desktop',
    checked_at: '2026-11-01T08:00:00Z',
    check_url: null,
    total_results: 1_000_000,
    depth_asked: 10,
    pages_fetched: 1,
    organic_seen: all.filter(({ type }) => type === 'organic').length,
    ended: 'depth_reached',
    sees: SEES_ALL,
    items: all,
    ai_overview: NO_OVERVIEW,
    people_also_ask: [],
    related_searches: [],
    ...facts,
  };
}

/** The same page as a source tells it that lists plain results and sees nothing else. */
export function organicOnly(serp: Serp, facts: Partial<Serp> = {}): Serp {
  return {
    ...serp,
    source: 'searxng',
    sees: ['organic'],
    items: serp.items.filter(({ type }) => type === 'organic'),
    ai_overview: UNSEEN_OVERVIEW,
    people_also_ask: null,
    related_searches: null,
    ...facts,
  };
}
