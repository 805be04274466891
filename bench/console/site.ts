import type { ConsoleRow } from '../../src/ports/console.ts';

/** A site of which a console tells a year and four months. */
export interface SiteSize {
  readonly queries: number;
  readonly pages: number;
  readonly days: number;
  /** Rows of query, page, country and device on one day. */
  readonly rows_a_day: number;
}

export const PROPERTY = 'sc-domain:bench.test';
export const LAST_DAY = '2026-11-17';

const ADJECTIVES = ['best', 'cheap', 'red', 'light', 'women', 'kids', 'used', 'buy', 'how to clean', 'where to find'];
const COUNTRIES = ['usa', 'usa', 'usa', 'usa', 'gbr', 'gbr', 'can', 'aus', 'deu', 'ind', 'fra', 'nld'];
const CODES: Readonly<Record<string, string>> = {
  usa: 'US',
  gbr: 'GB',
  can: 'CA',
  aus: 'AU',
  deu: 'DE',
  ind: 'IN',
  fra: 'FR',
  nld: 'NL',
};
const DEVICES = ['mobile', 'mobile', 'desktop', 'tablet'] as const;

export function queryOf(number: number): string {
  return `${ADJECTIVES[number % ADJECTIVES.length] ?? ''} garden tool n${Math.floor(number / ADJECTIVES.length)}`;
}

export function pageOf(number: number): string {
  return `https://www.bench.test/guides/chapter-${number % 97}/page-${number}`;
}

export interface SiteRow {
  readonly query: string;
  readonly page: string;
  readonly country: string;
  readonly device: (typeof DEVICES)[number];
  readonly clicks: number;
  readonly impressions: number;
  readonly position: number;
}

/** The days of a site, oldest first. */
export function daysOf({ days }: SiteSize): readonly string[] {
  const last = Date.parse(LAST_DAY);
  return Array.from({ length: days }, (_, at) =>
    new Date(last - (days - 1 - at) * 86_400_000).toISOString().slice(0, 10),
  );
}

/** Rows of a day: some queries come every day, most now and then; a tenth shows with a second page. */
export function* rowsOf(size: SiteSize, day: number): Generator<SiteRow> {
  let state = (day * 2_654_435_761 + 12_345) % 4_294_967_296;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  for (let row = 0; row < size.rows_a_day; row += 1) {
    const query = Math.floor(next() ** 2.5 * size.queries);
    const second = next() < 0.1 ? 1 : 0;
    const position = 1 + ((query * 7919) % 40) + next() * 2;
    const impressions = 1 + Math.floor((next() ** 4 * 20_000) / (1 + query / 50));
    const country = COUNTRIES[Math.floor(next() * COUNTRIES.length)] ?? '';
    const device = DEVICES[Math.floor(next() * DEVICES.length)] ?? 'mobile';
    yield {
      query: queryOf(query),
      page: pageOf((query * 31 + second) % size.pages),
      country,
      device,
      clicks: Math.floor((impressions * next()) / (2 + position)),
      impressions,
      position: Math.round(position),
    };
  }
}

export function consoleRowOf(row: SiteRow, day: string): ConsoleRow {
  return {
    day,
    days: 1,
    query: row.query,
    page: row.page,
    country: CODES[row.country] ?? '',
    device: row.device,
    appearance: null,
    clicks: row.clicks,
    impressions: row.impressions,
    position_sum: row.position * row.impressions,
  };
}

const HEADINGS =
  'data_date,site_url,url,query,is_anonymized_query,is_anonymized_discover,country,search_type,device,impressions,clicks,sum_position\n';

/** The site as the bulk export by page writes it. */
export async function* csvOf(size: SiteSize): AsyncGenerator<Uint8Array> {
  yield Buffer.from(HEADINGS);
  for (const [at, day] of daysOf(size).entries()) {
    let text = '';
    for (const row of rowsOf(size, at)) {
      text +=
        `${day},${PROPERTY},${row.page},${row.query},false,false,${row.country},WEB,${row.device.toUpperCase()},` +
        `${row.impressions},${row.clicks},${(row.position - 1) * row.impressions}\n`;
      if (text.length < 262_144) continue;
      yield Buffer.from(text);
      text = '';
    }
    yield Buffer.from(text);
  }
}
