import { z } from 'zod';

import type { RankingMarket } from '../../../ports/rankings.ts';
import type { Device, SerpItemType } from '../../../ports/serp.ts';
import { parseTarget } from '../../../web/target.ts';
import { languageOfTag } from '../../../web/words.ts';
import type { IndexDatabase } from '../../database/database.ts';
import { joined, type Sql, sql } from '../../database/sql.ts';
import { languageKey } from '../../facts/keys.ts';
import { selectFacts } from '../../facts/select.ts';
import { inTarget } from '../rows/scope.ts';

/** Result pages of one engine, place, language and device: positions are compared within one series and never across two. */
export interface SerpSeries {
  readonly engine: string;
  /** 0 is none. */
  readonly location_code: number;
  readonly language: string;
  readonly device: Device | '';
  /** When the newest page on which a target stands was looked up. */
  readonly observed_at: string;
  /** How many of its pages show each target, in the order of the targets. */
  readonly seen: readonly number[];
}

/** Shared by all workspaces, as result pages are. */
export const SHARED_SCOPE = { workspace_id: '' } as const;

const SeriesRow = z.object({
  engine: z.string(),
  location_code: z.int(),
  language: z.string(),
  device: z.enum(['', 'desktop', 'mobile']),
  observed_ms: z.int(),
  checks: z.int(),
  seen: z.array(z.int()),
});
type SeriesRow = z.infer<typeof SeriesRow>;

const DEVICES: readonly SeriesRow['device'][] = ['desktop', 'mobile', ''];

/**
 * The series of stored result pages that a question is answered from: Google's before those of other engines, then those looked up
 * in the place asked for before those from nowhere in particular, in the language as asked before its general form, and on a desktop before a phone.
 *
 * @returns undefined when none of the targets stands on any of them
 */
export async function chooseSeries(
  database: IndexDatabase,
  market: RankingMarket,
  { targets, types }: { readonly targets: readonly string[]; readonly types: readonly SerpItemType[] },
  signal: AbortSignal,
): Promise<SerpSeries | undefined> {
  const languages = [...new Set([languageKey(market.language), languageOfTag(market.language)])];
  const own = targets.map(onTarget);
  const statement = selectFacts('serp_items', SHARED_SCOPE, {
    columns: sql`engine, location_code, language, device, toUnixTimestamp64Milli(max(observed_at)) AS observed_ms,
      uniqExact(check_id) AS checks, [${joined(
        own.map((condition) => sql`uniqExactIf(check_id, ${condition})`),
        ', ',
      )}] AS seen`,
    where: sql`(${joined(own, ' OR ')}) AND type IN ${types} AND language IN ${languages}
      AND location_code IN ${[market.location.code, 0]}`,
    end: sql`GROUP BY engine, location_code, language, device`,
    may_repeat: true,
  });
  const rows = await database.rows(SeriesRow, statement, signal);
  const [best] = rows.toSorted(compareSeries(rows, market, languages));
  return best && { ...best, observed_at: new Date(best.observed_ms).toISOString() };
}

function compareSeries(
  rows: readonly SeriesRow[],
  { location }: RankingMarket,
  languages: readonly string[],
): (one: SeriesRow, other: SeriesRow) => number {
  const checks = new Map<string, number>();
  for (const row of rows) checks.set(row.engine, (checks.get(row.engine) ?? 0) + row.checks);
  const keys = (row: SeriesRow): readonly (number | string)[] => [
    row.engine === 'google' ? 0 : 1,
    -(checks.get(row.engine) ?? 0),
    row.engine,
    row.location_code === location.code ? 0 : 1,
    languages.indexOf(row.language),
    DEVICES.indexOf(row.device),
  ];
  return (one, other) => {
    const [a, b] = [keys(one), keys(other)];
    const at = a.findIndex((key, position) => key !== b[position]);
    const [left = 0, right = 0] = [a[at], b[at]];
    return left < right ? -1 : Number(left > right);
  };
}

export function inSeries({ engine, location_code, language, device }: SerpSeries): Sql {
  return sql`engine = ${engine} AND location_code = ${location_code} AND language = ${language} AND device = ${device}`;
}

/** Which series it is, as a sentence. */
export function describeSeries({ engine, location_code, language, device }: SerpSeries, market: RankingMarket): string {
  const place = location_code === 0 ? 'no particular location' : market.location.name.split(',').join(', ');
  const parts = [place, language, ...(device === '' ? [] : [device])];
  const name = engine.charAt(0).toUpperCase() + engine.slice(1);
  const missing =
    location_code === 0 ? ` No result page with this site was looked up for ${market.location.name}.` : '';
  return `Stored ${name} result pages (${parts.join(', ')}).${missing}`;
}

/**
 * Items that lead to a target: a domain with its subdomains, one page, or the pages of a host whose path fits a pattern.
 *
 * `*` stands for any characters of the path, and the pattern has to fit all of it; `/blog/*` also fits `/blog/` itself.
 *
 * @throws AppError invalid_input
 */
export function onTarget(text: string): Sql {
  const target = parseTarget(text);
  const pattern = target.path_key;
  if (pattern === undefined || !pattern.includes('*')) return inTarget(target, true, sql`host_key`, sql`path_key`);
  const like = pattern.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '%');
  const folder = pattern.endsWith('/*') ? sql` OR path_key LIKE ${like.slice(0, -2)}` : sql``;
  return sql`(host_key = ${target.host_key} AND (path_key LIKE ${like}${folder}))`;
}
