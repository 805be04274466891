import { SHOP } from './read-sites.ts';
import { chance, type MadeSearch, positionOn, SEARCHES, seasonOf } from './searches.ts';

/** Figures of the shop as Search Console exports them in bulk: one file by property, one by page. */

const DAY_MS = 86_400_000;
/** Search Console is two days behind. */
const LAST_DAY = 2;
const DAYS = 200;
/** Of all searches, those in the country that the shop sells to. */
const COUNTRY_SHARE = 0.55;
const DEVICES = [
  ['MOBILE', 0.62],
  ['DESKTOP', 0.38],
] as const;
const PROPERTY = `sc-domain:${SHOP}`;
const BY_PROPERTY =
  'data_date,site_url,query,is_anonymized_query,country,search_type,device,impressions,clicks,sum_top_position';
const BY_PAGE =
  'data_date,site_url,url,query,is_anonymized_query,is_anonymized_discover,country,search_type,device,impressions,clicks,sum_position';

export interface ConsoleFiles {
  readonly by_property: string;
  readonly by_page: string;
}

export function consoleFiles(today: Date): ConsoleFiles {
  const rows = Array.from({ length: DAYS }, (_, at) => LAST_DAY + at).flatMap((days_ago) => {
    const day = new Date(today.getTime() - days_ago * DAY_MS);
    return SEARCHES.flatMap((search) => rowsOf(search, day, days_ago));
  });
  const byProperty = rows.map(
    ({ day, query, device, impressions, clicks, sum }) =>
      `${day},${PROPERTY},${query},false,usa,WEB,${device},${impressions},${clicks},${sum}`,
  );
  const byPage = rows.map(
    ({ day, query, page, device, impressions, clicks, sum }) =>
      `${day},${PROPERTY},https://${SHOP}${page},${query},false,false,usa,WEB,${device},${impressions},${clicks},${sum}`,
  );
  return { by_property: fileOf(BY_PROPERTY, byProperty), by_page: fileOf(BY_PAGE, byPage) };
}

function fileOf(heading: string, lines: readonly string[]): string {
  return `${[heading, ...lines].join('\n')}\n`;
}

interface ConsoleRow {
  readonly day: string;
  readonly query: string;
  readonly page: string;
  readonly device: string;
  readonly impressions: number;
  readonly clicks: number;
  /** Positions count from 0 in these exports. */
  readonly sum: number;
}

function rowsOf(search: MadeSearch, day: Date, days_ago: number): ConsoleRow[] {
  const position = positionOn(search, days_ago);
  if (position === undefined) return [];
  const searched = (search.volume / 30) * COUNTRY_SHARE * seasonOf(search, day.getUTCMonth() + 1);
  return DEVICES.flatMap(([device, share]) => {
    const luck = 0.85 + 0.3 * chance(search.keyword, device, days_ago);
    const impressions = Math.round(searched * share * seenAt(position) * luck);
    if (impressions === 0) return [];
    const clicked = impressions * clickedAt(position, search);
    // Whole clicks, which over many days add up to their share.
    const clicks = Math.floor(clicked + chance(search.keyword, device, days_ago, 'click'));
    return [
      {
        day: day.toISOString().slice(0, 10),
        query: search.keyword,
        page: search.page,
        device,
        impressions,
        clicks: Math.min(clicks, impressions),
        sum: Math.round(impressions * (position - 1)),
      },
    ];
  });
}

/** Share of searches that get as far as the result. */
function seenAt(position: number): number {
  return position <= 10 ? 1 : position <= 20 ? 0.22 : 0.06;
}

function clickedAt(position: number, { intent, shows }: MadeSearch): number {
  const first = intent === 'navigational' ? 0.55 : 0.27;
  const below = shows.includes('ai') ? 0.7 : 1;
  return (first / position ** 1.1) * below;
}
