import type { Serp, SerpItem, SerpQuery } from '../../src/ports/serp.ts';

export interface TrackedSet {
  /** Result pages that are looked up every day, and for how many days. */
  readonly series: number;
  readonly days: number;
  /** Tracked on each of them. */
  readonly targets: number;
  /** Organic results on each. */
  readonly results: number;
}

const FIRST_MS = Date.parse('2025-11-22T06:00:00Z');
const DAY_MS = 86_400_000;
const AMERICA = {
  code: 2840,
  name: 'United States',
  country: 'US',
  kind: 'country',
  latitude: null,
  longitude: null,
} as const;
const ADJECTIVES = ['best', 'cheap', 'red', 'light', 'women', 'kids', 'used', 'buy'];

export function keywordOf(series: number): string {
  return `${ADJECTIVES[series % ADJECTIVES.length] ?? ''} shoes n${Math.floor(series / ADJECTIVES.length)}`;
}

/** Every hundredth series has the same sites, so that a site is tracked for a hundred searches. */
export function urlOf(series: number, target: number): string {
  return `https://site${(series % 5) * 100 + target}.example/shoes/${series}/page-${target}`;
}

export function lookUpDay(set: TrackedSet, day: number): { readonly query: SerpQuery; readonly serp: Serp }[] {
  return Array.from({ length: set.series }, (_, series) => {
    const checked_at = new Date(FIRST_MS + day * DAY_MS + series * 1000).toISOString();
    return { query: queryOf(series, set.results), serp: pageOf(set, series, day, checked_at) };
  });
}

function queryOf(series: number, depth: number): SerpQuery {
  return {
    keyword: keywordOf(series),
    engine: 'google',
    location: AMERICA,
    language: 'en',
    device: 'desktop',
    depth,
    stop_at: undefined,
    wants: ['organic'],
    include_domains: [],
    exclude_domains: [],
  };
}

function pageOf({ targets, results }: TrackedSet, series: number, day: number, checked_at: string): Serp {
  const next = randomOf(series * 1000 + day);
  const ranked = Array.from({ length: results }, (_, at) => ({ at, key: at + 3 * (next() - 0.5) })).sort(
    (one, other) => one.key - other.key,
  );
  const organic = ranked.map(({ at }, place) =>
    itemOf(at < targets ? urlOf(series, at) : `https://other${at}.example/${series}`, place + 1, day),
  );
  return {
    engine: 'google',
    source: 'dataforseo',
    keyword: keywordOf(series),
    keyword_sent: keywordOf(series),
    spell: null,
    location: AMERICA,
    language: 'en',
    device: 'desktop',
    checked_at,
    check_url: `https://www.google.com/search?q=${encodeURIComponent(keywordOf(series))}`,
    total_results: 1_000_000,
    depth_asked: results,
    pages_fetched: Math.ceil(results / 10),
    organic_seen: results,
    ended: 'depth_reached',
    sees: ['organic', 'ai_overview', 'people_also_ask', 'related_searches', 'video', 'local_pack'],
    items: [...organic, { ...itemOf('https://video.example/watch', results + 1, day), type: 'video', rank_group: 1 }],
    ai_overview: {
      status: 'present',
      markdown: 'A summary of some words, as an AI Overview has it, with what the pages say. '.repeat(6),
      references: organic
        .slice(0, 5)
        .map(({ url, domain, title }) => ({ url: url ?? '', domain: domain ?? '', title })),
    },
    people_also_ask: [1, 2, 3, 4].map((n) => ({
      question: `What about shoes ${n}?`,
      answer: null,
      url: urlOf(series, n),
    })),
    related_searches: ['running shoes', 'trail shoes', 'walking shoes'],
  };
}

function itemOf(url: string, place: number, day: number): SerpItem {
  const domain = new URL(url).hostname;
  return {
    type: 'organic',
    kind: null,
    rank_absolute: place,
    rank_group: place,
    page: Math.ceil(place / 10),
    url,
    domain,
    title: `A title of some fifty characters, as pages have, ${domain}`,
    description: `A description of a page as it stands on result pages, some hundred characters in length, day ${day}, ${url}`,
    published_at: null,
    place_id: null,
    phone: null,
    address: null,
    rating: null,
    reviews: null,
    top_px: 300 + place * 140,
    height_px: 120,
    children: [],
  };
}

function randomOf(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 1) % 2_147_483_647;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}
