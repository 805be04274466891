import { fieldOf } from './vendor.ts';
import { KEYWORDS, lookUp as lookUpAnew, number, type Results, type WebPage } from './web.ts';

/**
 * What DataForSEO Labs says of rankings: the result pages of the made-up web seen from the side of those that stand on them,
 * and the day before, which follows from hashes.
 */

const looked = new Map<string, Results>();

/** Every question here looks at every result page. */
function lookUp(keyword: string): Results {
  const results = looked.get(keyword) ?? lookUpAnew(keyword);
  looked.set(keyword, results);
  return results;
}

type Facts = (keyword: string) => object;

interface Standing {
  readonly keyword: string;
  readonly results: Results;
  readonly page: WebPage;
  readonly rank: number;
  readonly is_lost: boolean;
}

interface Answer {
  readonly result: object | null;
  readonly cost: number;
}

const REQUEST_USD = 0.02;
const ROW_USD = 0.0001;

/** Undefined for other endpoints. */
export function answerRankings(endpoint: string, task: object, facts: Facts): Answer | undefined {
  const rows = ENDPOINTS[endpoint]?.(task, facts);
  if (rows === undefined) return undefined;
  const kept = ordered(
    rows.filter((row) => holds(row, fieldOf(task, 'filters'))),
    fieldOf(task, 'order_by'),
  );
  const offset = Number(fieldOf(task, 'offset') ?? 0);
  const items = kept.slice(offset, offset + Number(fieldOf(task, 'limit') ?? 100));
  const factor = fieldOf(task, 'include_clickstream_data') === true ? 2 : 1;
  const metrics = endpoint === 'ranked_keywords' ? { metrics: metricsOf(standingsOf(task)) } : {};
  return {
    result: { se_type: 'google', total_count: kept.length, items_count: items.length, ...metrics, items },
    cost: (REQUEST_USD + items.length * ROW_USD) * factor,
  };
}

const ENDPOINTS: Readonly<Record<string, (task: object, facts: Facts) => object[]>> = {
  ranked_keywords: (task, facts) => standingsOf(task).map((standing) => rankedRow(standing, facts)),
  relevant_pages: (task) =>
    [...Map.groupBy(standingsOf(task), ({ page }) => page.url)].map(([page_address, ranked]) => ({
      se_type: 'google',
      page_address,
      metrics: metricsOf(ranked),
    })),
  competitors_domain: (task) => competitorsOf(String(fieldOf(task, 'target')), Number(fieldOf(task, 'max_rank_group'))),
  domain_intersection: (task, facts) =>
    intersect([String(fieldOf(task, 'target1')), String(fieldOf(task, 'target2'))], facts)
      .filter(({ places: [one, other] }) =>
        fieldOf(task, 'intersections') === true ? one && other : one !== undefined && other === undefined,
      )
      .map(({ keyword_data, places: [one, other] }) => ({
        keyword_data,
        first_domain_serp_element: one ?? null,
        second_domain_serp_element: other ?? null,
      })),
  page_intersection: (task, facts) => pageIntersection(task, facts),
  bulk_traffic_estimation: (task) =>
    list(fieldOf(task, 'targets')).map((target) => ({
      se_type: 'google',
      target,
      metrics: {
        organic: pick(metricsOf(standings(target, 'live')).organic),
        paid: { etv: 0, count: 0 },
        featured_snippet: { etv: 0, count: 0 },
        local_pack: { etv: 0, count: 0 },
      },
    })),
};

function pageIntersection(task: object, facts: Facts): object[] {
  const pages = Object.entries(fieldOf(task, 'pages') ?? {});
  const left = list(fieldOf(task, 'exclude_pages'));
  const isUnion = fieldOf(task, 'intersection_mode') === 'union';
  return intersect([...pages.map(([, page]) => String(page)), ...left], facts).flatMap(({ keyword_data, places }) => {
    const [compared, excluded] = [places.slice(0, pages.length), places.slice(pages.length)];
    const isIn = isUnion ? compared.some(Boolean) : compared.every(Boolean);
    if (!isIn || excluded.some(Boolean)) return [];
    const found = pages.map(([name], at) => [name, compared[at] ?? null] as const);
    return [{ keyword_data, intersection_result: Object.fromEntries(found) }];
  });
}

function intersect(
  targets: readonly string[],
  facts: Facts,
): { readonly keyword_data: object; readonly places: readonly (object | undefined)[] }[] {
  const found = targets.map(
    (target) => new Map(standings(target, 'live').map((standing) => [standing.keyword, standing])),
  );
  return Object.values(KEYWORDS).map((keyword) => ({
    keyword_data: { ...facts(keyword), serp_info: serpInfo(keyword) },
    places: found.map((ranked) => {
      const standing = ranked.get(keyword);
      return standing && itemOf(standing);
    }),
  }));
}

function competitorsOf(target: string, worst: number): object[] {
  const own = new Map(standings(target, 'live', worst).map((standing) => [standing.keyword, standing]));
  const domains = new Map<string, Standing[]>();
  for (const keyword of own.keys()) {
    for (const [at, page] of lookUp(keyword).pages.flat().slice(0, worst).entries()) {
      const domain = page.host.replace(/^www\./, '');
      const known = domains.get(domain) ?? [];
      if (known.some((standing) => standing.keyword === keyword)) continue;
      domains.set(domain, [...known, { keyword, results: lookUp(keyword), page, rank: at + 1, is_lost: false }]);
    }
  }
  return [...domains].map(([domain, shared]) => {
    const sum = shared.reduce((total, { rank }) => total + rank, 0);
    return {
      se_type: 'google',
      domain,
      avg_position: sum / shared.length,
      sum_position: sum,
      intersections: shared.length,
      full_domain_metrics: metricsOf(standings(domain, 'live')),
      metrics: metricsOf(shared.flatMap(({ keyword }) => own.get(keyword) ?? [])),
      competitor_metrics: metricsOf(shared),
    };
  });
}

function standingsOf(task: object): Standing[] {
  return standings(String(fieldOf(task, 'target')), String(fieldOf(task, 'historical_serp_mode')));
}

/** Places of a domain, a page or all pages below an address. */
function standings(target: string, mode: string, worst = Infinity): Standing[] {
  const live = Object.values(KEYWORDS).flatMap((keyword) => {
    const results = lookUp(keyword);
    const ranked = results.pages.flat();
    const at = ranked.findIndex((page) => isOn(page, target));
    const page = ranked[at];
    return page === undefined || at >= worst ? [] : [{ keyword, results, page, rank: at + 1, is_lost: false }];
  });
  if ((mode !== 'lost' && mode !== 'all') || live.length === 0 || target.includes('/')) return live;
  const ranked = new Set<string>(live.map(({ keyword }) => keyword));
  const lost = Object.values(KEYWORDS)
    .filter((keyword) => !ranked.has(keyword) && lookUp(keyword).total > 0)
    .map((keyword) => ({
      keyword,
      results: lookUp(keyword),
      page: { url: `https://${target}/gone`, host: target, title: 'Gone', description: '', date: null },
      rank: 20 + number('lost', keyword, target, 60),
      is_lost: true,
    }));
  return mode === 'lost' ? lost : [...live, ...lost];
}

function isOn({ url, host }: WebPage, target: string): boolean {
  if (!target.includes('/')) return host === target || host.endsWith(`.${target}`);
  const [address, wanted] = [addressOf(url), addressOf(target)];
  if (!wanted.endsWith('/*')) return address === wanted;
  const [wantedHost = ''] = wanted.split('/');
  const path = wanted.slice(wantedHost.length, -1);
  return (host === wantedHost || host.endsWith(`.${wantedHost}`)) && address.slice(host.length).startsWith(path);
}

/** As the adapter asks result pages: without what the engine adds to addresses. */
function addressOf(url: string): string {
  return cleanUrl(url).replace(/^https?:\/\//, '');
}

function cleanUrl(url: string): string {
  return url.replace(/&srsltid=[^&]*/, '');
}

function rankedRow(standing: Standing, facts: Facts): object {
  const { keyword, is_lost } = standing;
  return {
    se_type: 'google',
    keyword_data: { ...facts(keyword), serp_info: serpInfo(keyword) },
    ranked_serp_element: {
      se_type: 'google',
      serp_item: itemOf(standing),
      ...serpInfo(keyword),
      keyword_difficulty: number('difficulty', keyword, 100),
      is_lost,
    },
  };
}

function serpInfo(keyword: string): object {
  const { total } = lookUp(keyword);
  return {
    check_url: `https://www.google.com/search?q=${encodeURIComponent(keyword)}`,
    serp_item_types: typesOf(lookUp(keyword)),
    se_results_count: total,
    last_updated_time: `2026-11-${10 + number('checked', keyword, 10)} 06:00:00 +00:00`,
    previous_updated_time: '2026-10-12 06:00:00 +00:00',
  };
}

function typesOf({ snippet, overview, businesses }: Results): string[] {
  return [
    ...(overview.status === 'absent' ? [] : ['ai_overview']),
    ...(snippet === undefined ? [] : ['featured_snippet']),
    ...(businesses.length === 0 ? [] : ['local_pack']),
    'organic',
    'people_also_ask',
    'related_searches',
    'stocks_box',
  ];
}

function itemOf(standing: Standing): object {
  const { keyword, results, page, rank, is_lost } = standing;
  const above = typesOf(results).indexOf('organic') + Math.max(0, results.businesses.length - 1);
  const moved = number('moved', keyword, page.host, 5) - 2;
  const isNew = number('new', keyword, page.host, 7) === 0;
  return {
    se_type: 'google',
    type: 'organic',
    rank_group: rank,
    rank_absolute: rank + above,
    position: 'left',
    domain: page.host,
    url: cleanUrl(page.url),
    title: page.title,
    etv: etvOf(standing),
    estimated_paid_traffic_cost: etvOf(standing) * 1.5,
    rank_changes: is_lost
      ? null
      : {
          previous_rank_absolute: isNew ? null : Math.max(1, rank + above + moved),
          is_new: isNew,
          is_up: !isNew && moved > 0,
          is_down: !isNew && moved < 0 && rank + above > 1,
        },
  };
}

function etvOf({ keyword, rank }: Standing): number {
  return Math.round((number('volume', keyword, 50) * 10_000) / (rank + 2)) / 100;
}

interface Metrics {
  readonly organic: Readonly<Record<string, number>>;
}

function metricsOf(all: readonly Standing[]): Metrics {
  const live = all.filter(({ is_lost }) => !is_lost);
  const items = live.map(itemOf);
  const between = (from: number, to: number): number => live.filter(({ rank }) => rank >= from && rank <= to).length;
  const changed = (field: string): number =>
    items.filter((item) => fieldOf(fieldOf(item, 'rank_changes'), field)).length;
  const etv = live.reduce((sum, standing) => sum + etvOf(standing), 0);
  return {
    organic: {
      pos_1: between(1, 1),
      pos_2_3: between(2, 3),
      pos_4_10: between(4, 10),
      ...Object.fromEntries(
        Array.from({ length: 9 }, (_, at) => [`pos_${at + 1}1_${at + 2}0`, between(at * 10 + 11, at * 10 + 20)]),
      ),
      etv,
      count: all.length,
      estimated_paid_traffic_cost: etv * 1.5,
      is_new: changed('is_new'),
      is_up: changed('is_up'),
      is_down: changed('is_down'),
      is_lost: all.length - live.length,
    },
  };
}

function pick({ etv = 0, count = 0 }: Readonly<Record<string, number>>): object {
  return { etv, count };
}

/** `["field", ">=", 5]`, or several joined by `and`. */
function holds(row: object, filters: unknown): boolean {
  if (!Array.isArray(filters)) return true;
  const [first, operator, value]: unknown[] = filters;
  if (typeof first !== 'string') return filters.every((filter) => filter === 'and' || holds(row, filter));
  const found = Number(valueAt(row, first) ?? Number.NaN);
  return operator === '>=' ? found >= Number(value) : found <= Number(value);
}

function ordered(rows: readonly object[], orders: unknown): object[] {
  const rules = list(orders).map((order) => order.split(','));
  return rows.toSorted((one, other) => {
    for (const [field = '', direction] of rules) {
      const [a, b] = [Number(valueAt(one, field) ?? 0), Number(valueAt(other, field) ?? 0)];
      if (a !== b) return direction === 'desc' ? b - a : a - b;
    }
    return 0;
  });
}

function valueAt(row: unknown, path: string): unknown {
  return path.split('.').reduce(fieldOf, row);
}

function list(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
