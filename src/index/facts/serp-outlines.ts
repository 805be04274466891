import { z } from 'zod';

import {
  ENTRY_ROLES,
  SERP_ITEM_TYPES,
  type KeyedOutline,
  type RecentOutlinesQuery,
  type SerpEntry,
  type SerpOutline,
  type SerpOutlineQuery,
  type SerpSeriesQuery,
  type StoredSeries,
} from '../../ports/serp.ts';
import type { Recalled, RecallScope } from '../../ports/store.ts';
import { BRIEFLY, type IndexDatabase } from '../database/database.ts';
import { joined, type Sql, sql } from '../database/sql.ts';
import { keywordKey } from './keys.ts';
import { selectFacts } from './select.ts';
import { inSerpSeries, newestBySource, serpProvenance } from './stored-serps.ts';

const DEVICE = z.enum(['', 'desktop', 'mobile']);

const SeriesRow = z.object({
  engine: z.string(),
  location_code: z.int(),
  language: z.string(),
  device: DEVICE,
  checks: z.int(),
  first_ms: z.int(),
  last_ms: z.int(),
});

/** The series in which a keyword was looked up, whoever asked. */
export async function readSerpSeries(
  database: IndexDatabase,
  { keyword }: SerpSeriesQuery,
  scope: RecallScope,
): Promise<Recalled<readonly StoredSeries[]>> {
  const statement = selectFacts('serp_outlines', scope, {
    columns: sql`engine, location_code, language, device, toUInt32(count()) AS checks,
      toUnixTimestamp64Milli(min(observed_at)) AS first_ms, toUnixTimestamp64Milli(max(observed_at)) AS last_ms`,
    where: sql`keyword_key = ${keywordKey(keyword)} AND ended != 'incomplete'`,
    end: sql`GROUP BY engine, location_code, language, device
      ORDER BY first_ms, engine, location_code, language, device LIMIT ${SERIES_MAX} ${BRIEFLY}`,
  });
  const rows = await database.rows(SeriesRow, statement, scope.signal);
  return { value: rows.map(storedSeries), sources: [] };
}

const SERIES_MAX = 200;

function storedSeries({
  engine,
  location_code,
  language,
  device,
  checks,
  first_ms,
  last_ms,
}: z.infer<typeof SeriesRow>): StoredSeries {
  return {
    engine,
    location_code: location_code === 0 ? null : location_code,
    language,
    device: device === '' ? null : device,
    checks,
    first_checked_at: new Date(first_ms).toISOString(),
    last_checked_at: new Date(last_ms).toISOString(),
  };
}

const OutlineRow = z.object({
  engine: z.string(),
  source: z.string(),
  location_code: z.int(),
  language: z.string(),
  device: DEVICE,
  observed_ms: z.int(),
  depth_asked: z.int(),
  pages_fetched: z.int(),
  organic_seen: z.int(),
  ended: z.enum(['depth_reached', 'no_more_results', 'stopped_on_match', 'incomplete']),
  sees: z.array(z.enum(SERP_ITEM_TYPES)),
  overview: z.enum(['present', 'absent', 'async_not_loaded', 'unavailable']),
  shown: z.array(z.string()),
  linked: z.array(z.string()),
  own: z.array(z.string()),
});

/** Checks of one series as far as one site stands on them, oldest first. */
export async function readSerpOutlines(
  database: IndexDatabase,
  query: SerpOutlineQuery,
  scope: RecallScope,
): Promise<Recalled<readonly SerpOutline[]>> {
  const statement = selectFacts('serp_outlines', scope, {
    columns: outlineColumns(query.domains),
    where: joined([sql`keyword_key = ${keywordKey(query.keyword)}`, ...inSerpSeries(query)], ' AND '),
    end: sql`ORDER BY observed_at DESC, check_id LIMIT ${query.limit} ${BRIEFLY}`,
  });
  const rows = await database.rows(OutlineRow, statement, scope.signal);
  const value = rows.map(outlineOf).reverse();
  return { value, sources: newestBySource(value.map(serpProvenance)) };
}

const KeyedRow = OutlineRow.extend({ keyword_key: z.string() });

/** The newest checks of each of many keywords, oldest first within a keyword. */
export async function readRecentOutlines(
  database: IndexDatabase,
  query: RecentOutlinesQuery,
  scope: RecallScope,
): Promise<Recalled<readonly KeyedOutline[]>> {
  const keys = [...new Set(query.keywords.map(keywordKey))];
  if (keys.length === 0) return { value: [], sources: [] };
  const statement = selectFacts('serp_outlines', scope, {
    columns: sql`keyword_key, ${outlineColumns(query.domains)}`,
    where: joined([sql`keyword_key IN ${keys}`, ...inSerpSeries(query)], ' AND '),
    end: sql`ORDER BY keyword_key, engine, observed_at DESC, check_id LIMIT ${query.limit} BY keyword_key, engine`,
  });
  const rows = await database.rows(KeyedRow, statement, scope.signal);
  const value = rows.map(({ keyword_key, ...row }) => ({ keyword_key, outline: outlineOf(row) })).reverse();
  return { value, sources: newestBySource(value.map(({ outline }) => serpProvenance(outline))) };
}

function outlineColumns(domains: readonly string[]): Sql {
  return sql`engine, source, location_code, language, device, toUnixTimestamp64Milli(observed_at) AS observed_ms, depth_asked,
    pages_fetched, organic_seen, ended, sees, overview,
    shown, linked, arrayFilter(entry -> ${mentionsAny(domains)}, entries) AS own`;
}

/** Coarse and cheap: most pages hold one or two entries of a site, and what merely looks like one of them is left to the reader. */
function mentionsAny(domains: readonly string[]): Sql {
  if (domains.length === 0) return sql`0`;
  return joined(
    domains.map((domain) => sql`positionCaseInsensitive(entry, ${domain}) > 0`),
    ' OR ',
  );
}

function outlineOf({ observed_ms, location_code, device, own, ...row }: z.infer<typeof OutlineRow>): SerpOutline {
  return {
    ...row,
    location_code: location_code === 0 ? null : location_code,
    device: device === '' ? null : device,
    checked_at: new Date(observed_ms).toISOString(),
    entries: own.map(entryOf),
  };
}

function entryOf(text: string): SerpEntry {
  const [type = '', written, rank_absolute, rank_group, page, top, url = ''] = text.split('\t');
  return {
    type,
    role: ENTRY_ROLES.find((role) => role === written) ?? 'item',
    rank_absolute: Number(rank_absolute),
    rank_group: Number(rank_group),
    page: Number(page),
    url: url === '' ? null : url,
    top_px: top === '-1' ? null : Number(top),
  };
}
