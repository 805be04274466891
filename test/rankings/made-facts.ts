import type {
  DailyFigures,
  DailyPoint,
  MeasuredClicks,
  RankedKeyword,
  RankedKeywords,
} from '../../src/ports/rankings.ts';
import type { MadeDay, MadePage, MadeSite } from './made-site.ts';

/** What a crawl would know of a made page. */
export interface KnownPageFacts {
  readonly status_code: number;
  readonly redirect_url: string | null;
  readonly is_indexable: boolean;
  readonly canonical_url: string | null;
  readonly published_at: string | null;
}

const PROPERTY = 'sc-domain:made.example';

/** The days of one page and keyword of a made site, as the port answers them. */
export function dailyOf(site: MadeSite, page: MadePage, keyword: string, days: number): DailyFigures {
  const { days: all } = site;
  const read = [...all.keys()].filter((at) => {
    const age = all.length - 1 - at;
    return age < 2 * days || (age >= 364 && age < 364 + 2 * days);
  });
  const points = (series: readonly (readonly MadeDay[])[]): DailyPoint[] =>
    read.map((at) => toPoint(all[at] ?? '', addUp(series.map((each) => each[at]))));
  const pagesWith = site.pages.filter(({ keywords }) => keywords.some((each) => each.keyword === keyword));
  const own = seriesOf(page, keyword);
  const since = all.find(
    (_, at) => page.withheld[at] !== undefined && allOf(page).some((each) => (each[at]?.impressions ?? 0) > 0),
  );
  return {
    property: PROPERTY,
    engine: 'google',
    to: all.at(-1) ?? '',
    pair: points([own]).filter(({ impressions }) => impressions > 0),
    page: points(allOf(page)).filter(({ impressions }) => impressions > 0),
    keyword: points(pagesWith.map((each) => seriesOf(each, keyword))),
    site: points(site.pages.flatMap(allOf)),
    rivals: pagesWith.filter((each) => each !== page).map((each) => rivalOf(each, keyword, days, all.length)),
    generative: null,
    page_since: since ?? null,
  };
}

/** What the port answers to a question for the keywords of the whole made site. */
export function rankedOf(site: MadeSite, days = 28): RankedKeywords {
  const end = site.days.length;
  const sum = (page: MadePage, keyword: string, back: number): MadeDay =>
    addUp(seriesOf(page, keyword).slice(end - back - days, end - back));
  const keywords = [...new Set(site.pages.flatMap((page) => page.keywords.map(({ keyword }) => keyword)))];
  const items = keywords.map((keyword): RankedKeyword => {
    const all = site.pages
      .filter((page) => page.keywords.some((each) => each.keyword === keyword))
      .map((page) => ({
        url: page.url,
        now: sum(page, keyword, 0),
        before: sum(page, keyword, days),
        year: sum(page, keyword, 364),
      }))
      .toSorted((one, other) => other.now.clicks - one.now.clicks);
    const total = (part: 'now' | 'before' | 'year'): MadeDay => addUp(all.map((each) => each[part]));
    const best = all[0];
    const [now, before, year] = [total('now'), total('before'), total('year')];
    return {
      keyword,
      url: best?.url ?? null,
      position: best === undefined ? null : meanOf(best.now),
      position_kind: 'average',
      previous_position: best === undefined ? null : meanOf(best.before),
      movement: now.impressions === 0 ? 'lost' : before.impressions === 0 ? 'new' : 'same',
      checked_at: site.days.at(-1) ?? null,
      measured: readFigures(now, before, year),
      estimated_traffic: null,
      traffic_value: null,
      features: null,
      url_figures:
        best === undefined
          ? null
          : { position: meanOf(best.now), measured: readFigures(best.now, best.before, best.year) },
      others: all
        .slice(1)
        .filter((each) => each.now.impressions > 0)
        .map((each) => ({
          url: each.url,
          position: meanOf(each.now),
          clicks: each.now.clicks,
          impressions: each.now.impressions,
        })),
      facts: [],
      device: null,
    };
  });
  const totals = (back: number): MadeDay =>
    addUp(site.pages.flatMap(allOf).map((series) => addUp(series.slice(end - back - days, end - back))));
  const [now, before] = [totals(0), totals(days)];
  return {
    basis: 'console',
    window: {
      from: site.days[end - days] ?? '',
      to: site.days[end - 1] ?? '',
      previous_from: site.days[end - 2 * days] ?? '',
      previous_to: site.days[end - days - 1] ?? '',
      missing_days: 0,
      is_cut: false,
      ignores_country: false,
      property: PROPERTY,
      engine: 'google',
    },
    items,
    total_count: items.length,
    positions: null,
    totals: {
      clicks: now.clicks,
      impressions: now.impressions,
      previous_clicks: before.clicks,
      previous_impressions: before.impressions,
      withheld_clicks: 0,
      withheld_impressions: 0,
    },
    serps_considered: null,
  };
}

function readFigures(now: MadeDay, before: MadeDay, year: MadeDay): MeasuredClicks {
  return {
    clicks: now.clicks,
    impressions: now.impressions,
    previous_clicks: before.clicks,
    previous_impressions: before.impressions,
    year_ago_clicks: year.clicks,
    year_ago_impressions: year.impressions,
  };
}

const NOTHING: MadeDay = { clicks: 0, impressions: 0, position_sum: 0 };

function seriesOf(page: MadePage, keyword: string): readonly MadeDay[] {
  return page.keywords.find((each) => each.keyword === keyword)?.days ?? [];
}

/** Every row of a page, what is withheld too. */
function allOf(page: MadePage): (readonly MadeDay[])[] {
  return [...page.keywords.map(({ days }) => days), page.withheld];
}

function addUp(days: readonly (MadeDay | undefined)[]): MadeDay {
  return days.reduce<MadeDay>(
    (sum, day) => ({
      clicks: sum.clicks + (day?.clicks ?? 0),
      impressions: sum.impressions + (day?.impressions ?? 0),
      position_sum: sum.position_sum + (day?.position_sum ?? 0),
    }),
    NOTHING,
  );
}

function meanOf({ impressions, position_sum }: MadeDay): number | null {
  return impressions === 0 ? null : position_sum / impressions;
}

function toPoint(day: string, sum: MadeDay): DailyPoint {
  return { day, clicks: sum.clicks, impressions: sum.impressions, position: meanOf(sum) };
}

function rivalOf(page: MadePage, keyword: string, days: number, end: number): DailyFigures['rivals'][number] {
  const series = seriesOf(page, keyword);
  const [now, before] = [addUp(series.slice(end - days)), addUp(series.slice(end - 2 * days, end - days))];
  return {
    url: page.url,
    clicks: now.clicks,
    impressions: now.impressions,
    position: meanOf(now) ?? 0,
    previous_clicks: before.clicks,
    previous_impressions: before.impressions,
  };
}
