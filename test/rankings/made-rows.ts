import type { ConsoleRow } from '../../src/ports/console.ts';
import { consoleRow } from '../console-rows.ts';
import type { MadePage, MadeSite } from './made-site.ts';

/** Rows of a made site as Search Console exports them by query and page: what is withheld stands in none. */
export function listDetails({ pages, days }: MadeSite): ConsoleRow[] {
  return pages.flatMap(({ url, keywords }) =>
    keywords.flatMap(({ keyword, days: all }) =>
      all.flatMap((sums, at) =>
        sums.impressions === 0 ? [] : [consoleRow({ day: days[at] ?? '', query: keyword, page: url, ...sums })],
      ),
    ),
  );
}

/** The same by page: all searches, the withheld ones too. */
export function listPageDays({ pages, days }: MadeSite): ConsoleRow[] {
  return pages.flatMap((page) => days.flatMap((day, at) => addUpDay(page, day, at)));
}

function addUpDay(page: MadePage, day: string, at: number): ConsoleRow[] {
  const all = [...page.keywords.map(({ days }) => days[at]), page.withheld[at]];
  const sum = (part: 'clicks' | 'impressions' | 'position_sum'): number =>
    all.reduce((total, sums) => total + (sums?.[part] ?? 0), 0);
  const sums = { clicks: sum('clicks'), impressions: sum('impressions'), position_sum: sum('position_sum') };
  if (sums.impressions === 0) return [];
  return [consoleRow({ day, page: page.url, query: null, country: null, device: null, ...sums })];
}
