import { textOf, thinkOf } from './assistant-mind.ts';
import { answerRankings } from './dataforseo-rankings.ts';
import { fieldOf, type VendorRequest, writtenTime } from './vendor.ts';
import { number } from './web.ts';

/**
 * What DataForSEO says of keywords, links and businesses, in the shapes of its documentation. Figures follow from hashes, and
 * every endpoint for links counts the same rows, so that a summary is the sum of its list.
 */

/** A domain that it never saw, and keywords that it has no figures of. */
const UNKNOWN = 'unheard-of';

export interface LiveResult {
  readonly result: object | null;
  readonly cost: number;
}

type Asked = Pick<VendorRequest, 'nth' | 'at'>;

/** Undefined for other paths. */
export function answerLive({ path, nth, at }: VendorRequest, task: object): LiveResult | undefined {
  const scraped = /^\/v3\/ai_optimization\/(chat_gpt|gemini)\/llm_scraper\/live\/advanced$/.exec(path)?.[1];
  if (scraped !== undefined) return { result: scrape(scraped.replace('_', ''), task, { nth, at }), cost: 0.004 };
  if (path === '/v3/serp/google/ai_mode/live/advanced') return { result: showAiMode(task, { nth, at }), cost: 0.004 };
  const labs = /^\/v3\/dataforseo_labs\/google\/(\w+)\/live$/.exec(path)?.[1];
  if (labs !== undefined) return answerLabs(labs, task) ?? answerRankings(labs, task, keywordData);
  const links = /^\/v3\/backlinks\/(\w+)\/live$/.exec(path)?.[1];
  if (links !== undefined) return answerBacklinks(links, task);
  if (path === '/v3/business_data/google/my_business_info/live')
    return { result: listBusinesses(task, 1, at), cost: 0.0054 };
  if (/^\/v3\/serp\/google\/(?:maps|local_finder)\/live\/advanced$/.test(path)) {
    return { result: listBusinesses(task, Number(fieldOf(task, 'depth')), at), cost: 0.002 };
  }
  return undefined;
}

function answerLabs(endpoint: string, task: object): LiveResult | undefined {
  const items = labsItems(endpoint, task);
  if (items === undefined) return undefined;
  return { result: { items_count: items.length, items }, cost: 0.02 + items.length * 0.0001 };
}

function labsItems(endpoint: string, task: object): object[] | undefined {
  const seed = String(fieldOf(task, 'keyword'));
  const limit = Number(fieldOf(task, 'limit') ?? 100);
  switch (endpoint) {
    case 'keyword_overview':
      return strings(fieldOf(task, 'keywords'))
        .map((keyword) => decodeURIComponent(keyword).toLowerCase())
        .filter((keyword) => !keyword.includes(UNKNOWN))
        .map(keywordData);
    case 'keyword_suggestions':
      return ['near me', 'cost', 'how to', 'tools', 'kit']
        .slice(0, limit)
        .map((word) => keywordData(`${seed} ${word}`));
    case 'related_keywords':
      return [seed, `cheap ${seed}`, `${seed} cost`].slice(0, limit).map((keyword, at) => ({
        keyword_data: keywordData(keyword),
        depth: at === 0 ? 0 : 1,
        related_keywords: null,
      }));
    default:
      return undefined;
  }
}

function keywordData(keyword: string): object {
  const volume = number('volume', keyword, 50) * 100;
  return {
    se_type: 'google',
    keyword,
    location_code: 2840,
    language_code: 'en',
    keyword_info: {
      last_updated_time: '2026-11-10 04:05:06 +00:00',
      competition: number('competition', keyword, 100) / 100,
      cpc: number('cpc', keyword, 500) / 100,
      search_volume: volume,
      monthly_searches: Array.from({ length: 12 }, (_, at) => ({
        year: at < 10 ? 2026 : 2025,
        month: at < 10 ? 10 - at : 22 - at,
        search_volume: volume,
      })),
    },
    keyword_properties: { keyword_difficulty: number('difficulty', keyword, 100) },
    search_intent_info: { main_intent: 'informational' },
  };
}

/** Links to a target: from one to four of each of twelve hosts. */
function linksTo(target: string): LinkRow[] {
  if (target.includes(UNKNOWN)) return [];
  return Array.from({ length: 12 }, (_, host) => `site-${host}.example`).flatMap((domain) =>
    Array.from({ length: 1 + number('links', target, domain, 4) }, (_, at): LinkRow => {
      const isFollowed = number('dofollow', target, domain, at, 3) > 0;
      return {
        type: 'backlink',
        domain_from: domain,
        url_from: `https://${domain}/page-${at}`,
        domain_to: target.replace(/^https?:\/\/|\/.*$/g, ''),
        url_to: target.startsWith('http') ? target : `https://${target}/guide-${number('to', domain, at, 3)}`,
        tld_from: 'example',
        anchor: ['Guide', 'Read more', target][number('anchor', domain, at, 3)] ?? 'Guide',
        dofollow: isFollowed,
        attributes: isFollowed ? null : ['nofollow'],
        rank: number('rank', domain, at, 400),
        page_from_rank: number('page', domain, at, 400),
        domain_from_rank: number('domain', domain, 900),
        backlink_spam_score: number('spam', domain, 40),
        item_type: 'anchor',
        semantic_location: 'article',
        first_seen: `2025-0${1 + number('seen', domain, at, 9)}-11 00:00:00 +00:00`,
        last_seen: '2026-11-01 00:00:00 +00:00',
        links_count: 1,
        group_count: 1,
        is_new: false,
        is_lost: false,
        is_broken: false,
        url_to_status_code: 200,
        is_indirect_link: false,
      };
    }),
  );
}

interface LinkRow {
  readonly [field: string]: unknown;
  readonly domain_from: string;
  readonly url_from: string;
  readonly url_to: string;
  readonly anchor: string;
  readonly dofollow: boolean;
  readonly rank: number;
}

function answerBacklinks(endpoint: string, task: object): LiveResult | undefined {
  const target = String(fieldOf(task, 'target'));
  const rows = linksTo(target);
  const paged = (items: readonly object[]): object => {
    const offset = Number(fieldOf(task, 'offset') ?? 0);
    const page = items.slice(offset, offset + Number(fieldOf(task, 'limit') ?? 100));
    return { target, total_count: items.length, items_count: page.length, items: page };
  };
  const result = backlinksResult(endpoint, task, rows, paged);
  if (result === undefined) return undefined;
  const items = fieldOf(result, 'items');
  return { result, cost: 0.02 + (Array.isArray(items) ? items.length : 1) * 0.00003 };
}

type Paged = (items: readonly object[]) => object;

function backlinksResult(
  endpoint: string,
  task: object,
  rows: readonly LinkRow[],
  paged: Paged,
): object | null | undefined {
  if (rows.length === 0 && endpoint === 'summary') return null;
  return ENDPOINTS[endpoint]?.(rows, paged, task);
}

const rankOf = (target: string): object => ({ target, rank: number('domain', target, 900) });
const domainsOf = (target: string): object => ({ target, referring_domains: 12, referring_main_domains: 12 });

const ENDPOINTS: Readonly<Record<string, (rows: readonly LinkRow[], paged: Paged, task: object) => object>> = {
  summary: (rows) => ({ ...aggregate(rows), crawled_pages: 40, referring_links_tld: { example: rows.length } }),
  backlinks: (rows, paged) => paged(rows.toSorted((one, other) => other.rank - one.rank)),
  anchors: (rows, paged) => paged(groups(rows, 'anchor').map(([anchor, links]) => ({ ...aggregate(links), anchor }))),
  referring_domains: (rows, paged) =>
    paged(groups(rows, 'domain_from').map(([domain, links]) => ({ ...aggregate(links), domain }))),
  domain_pages: (rows, paged) =>
    paged(
      groups(rows, 'url_to').map(([page, links]) => ({
        page,
        status_code: 200,
        meta: { title: page },
        page_summary: aggregate(links),
      })),
    ),
  competitors: (rows, paged) => {
    const rivals = [1, 2, 3].map((at) => ({ target: `rival-${at}.example`, rank: 100 * at, intersections: 9 - at }));
    return paged(rows.length === 0 ? [] : rivals);
  },
  bulk_ranks: (_rows, _paged, task) => ({ items: strings(fieldOf(task, 'targets')).map(rankOf) }),
  bulk_referring_domains: (_rows, _paged, task) => ({ items: strings(fieldOf(task, 'targets')).map(domainsOf) }),
  timeseries_new_lost_summary: (rows, _paged, task) => {
    const date = `${String(fieldOf(task, 'date_to'))} 00:00:00 +00:00`;
    return { items: rows.length === 0 ? [] : [{ date, new_backlinks: 3, new_referring_domains: 2 }] };
  },
  timeseries_summary: (rows) => ({
    items: rows.length === 0 ? [] : [{ backlinks: rows.length - 3, referring_domains: 10 }],
  }),
  page_intersection: (_rows, paged, task) => intersection(task, paged),
};

function intersection(task: object, paged: (items: readonly object[]) => object): object {
  const targets = Object.entries(fieldOf(task, 'targets') ?? {}).map(
    ([at, target]) => [at, linksTo(String(target))] as const,
  );
  const pages = [...new Set(targets.flatMap(([, rows]) => rows.map(({ url_from }) => url_from)))];
  return paged(
    pages.map((page) => ({
      page_intersection: Object.fromEntries(
        targets.map(([at, rows]) => [at, rows.filter(({ url_from }) => url_from === page)]),
      ),
    })),
  );
}

function groups(rows: readonly LinkRow[], field: 'anchor' | 'domain_from' | 'url_to'): [string, LinkRow[]][] {
  return [...Map.groupBy(rows, (row) => row[field])].sort(([, one], [, other]) => other.length - one.length);
}

function aggregate(rows: readonly LinkRow[]): object {
  const hosts = new Set(rows.map(({ domain_from }) => domain_from)).size;
  return {
    rank: Math.max(...rows.map(({ rank }) => rank)),
    backlinks: rows.length,
    first_seen: '2025-01-11 00:00:00 +00:00',
    lost_date: null,
    backlinks_spam_score: 12,
    broken_backlinks: 0,
    broken_pages: 0,
    referring_domains: hosts,
    referring_main_domains: hosts,
    referring_pages: new Set(rows.map(({ url_from }) => url_from)).size,
    referring_links_attributes: { nofollow: rows.filter(({ dofollow }) => !dofollow).length },
    referring_links_types: { anchor: rows.length },
  };
}

/** The page of an assistant, as a browser reads it. */
function scrape(assistant: string, task: object, { nth, at }: Asked): object {
  const keyword = decodeURIComponent(String(fieldOf(task, 'keyword')));
  const thought = thinkOf(`${assistant} page`, keyword, nth);
  const rowOf = ({ url, host, title }: (typeof thought.retrieved)[number]): object => ({
    url,
    domain: host,
    title,
    snippet: '…',
  });
  return {
    keyword,
    location_code: fieldOf(task, 'location_code'),
    language_code: fieldOf(task, 'language_code'),
    model: `${assistant}-auto`,
    datetime: `${writtenTime(at)} +00:00`,
    markdown: textOf(thought),
    sources: [...new Set(thought.pieces.flatMap(({ cited }) => cited))].map(rowOf),
    search_results: thought.retrieved.map(rowOf),
    fan_out_queries: thought.queries,
    brand_entities: thought.brands.map(({ name }) => ({ title: name, category: 'software', urls: null })),
    items: [],
  };
}

function showAiMode(task: object, { nth, at }: Asked): object {
  const keyword = decodeURIComponent(String(fieldOf(task, 'keyword')));
  const thought = thinkOf('google_ai_mode', keyword, nth);
  const references = thought.pieces
    .flatMap(({ cited }) => cited)
    .map(({ url, host, title }) => ({ source: host, domain: host, url, title, text: title }));
  const items =
    thought.shape === 'refused'
      ? []
      : [{ type: 'ai_overview', rank_group: 1, rank_absolute: 1, markdown: textOf(thought), references, items: [] }];
  return {
    keyword,
    se_domain: 'google.com',
    datetime: `${writtenTime(at)} +00:00`,
    item_types: ['ai_overview'],
    items_count: items.length,
    items,
  };
}

function listBusinesses(task: object, count: number, asked_at: Date): object {
  const keyword = String(fieldOf(task, 'keyword'));
  const items = Array.from({ length: Math.min(count, 20) }, (_, at) => ({
    type: 'maps_search',
    title: at === 0 ? keyword.split(',')[0] : `${keyword} ${at}`,
    place_id: `ChIJ-${number('place', keyword, at, 100_000)}`,
    address: '12 Main St, Austin, TX 78701',
    phone: '+15125550100',
    url: 'https://wheel.example/',
    rating: { value: 4.5, votes_count: 20 },
    is_claimed: true,
  }));
  return { keyword, datetime: `${writtenTime(asked_at)} +00:00`, items_count: items.length, items };
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
