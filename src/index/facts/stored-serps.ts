import { z } from 'zod';

import type { KnownSerpsQuery, Serp, SerpHistoryQuery } from '../../ports/serp.ts';
import type { Provenance } from '../../ports/source.ts';
import type { Recalled, RecallScope } from '../../ports/store.ts';
import { BRIEFLY, type IndexDatabase } from '../database/database.ts';
import { joined, type Sql, sql } from '../database/sql.ts';
import { keywordKey, languageKey } from './keys.ts';
import { SerpRecord } from './records.ts';
import { selectFacts } from './select.ts';

const Page = z.object({ keyword_key: z.string(), serp: z.string() });

interface SeriesParts {
  readonly engine: string | undefined;
  readonly location_code: number | null | undefined;
  readonly language: string | undefined;
  readonly since: Date | undefined;
  readonly device?: 'desktop' | 'mobile' | null | undefined;
}

/** Conditions on the columns that every table of result pages has; undefined parts stand for any. */
export function inSerpSeries({ engine, location_code, language, since, device }: SeriesParts): readonly Sql[] {
  const conditions: Sql[] = [];
  if (engine !== undefined) conditions.push(sql`engine = ${engine}`);
  if (location_code !== undefined) conditions.push(sql`location_code = ${location_code ?? 0}`);
  if (language !== undefined) conditions.push(sql`language = ${languageKey(language)}`);
  if (device !== undefined) conditions.push(sql`device = ${device ?? ''}`);
  if (since !== undefined) conditions.push(sql`observed_at >= ${since}`);
  return conditions;
}

/** Every check of one series, oldest first. */
export async function readSerpHistory(
  database: IndexDatabase,
  query: SerpHistoryQuery,
  scope: RecallScope,
): Promise<Recalled<readonly Serp[]>> {
  const statement = selectFacts('serp_checks', scope, {
    columns: sql`keyword_key, serp`,
    where: joined(
      [sql`keyword_key = ${keywordKey(query.keyword)}`, sql`filters = ''`, ...inSerpSeries(query)],
      ' AND ',
    ),
    end: sql`ORDER BY observed_at DESC, check_id LIMIT ${query.limit} ${BRIEFLY}`,
  });
  const rows = await database.rows(Page, statement, scope.signal);
  return recalledSerps(rows.map(({ serp }) => SerpRecord.parse(JSON.parse(serp))).reverse());
}

/** The newest check of each keyword, in the order asked. */
export async function readKnownSerps(
  database: IndexDatabase,
  query: KnownSerpsQuery,
  scope: RecallScope,
): Promise<Recalled<readonly Serp[]>> {
  const keys = [...new Set(query.keywords.map(keywordKey))];
  if (keys.length === 0) return recalledSerps([]);
  const where = joined([sql`keyword_key IN ${keys}`, sql`filters = ''`, ...inSerpSeries(query)], ' AND ');
  // Small columns say which pages they are; the pages themselves are read once each.
  const newest = selectFacts('serp_checks', scope, {
    columns: sql`check_id`,
    where,
    end: sql`ORDER BY observed_at DESC, check_id LIMIT 1 BY keyword_key`,
  });
  const statement = selectFacts('serp_checks', scope, {
    columns: sql`keyword_key, serp`,
    where: sql`keyword_key IN ${keys} AND check_id IN (${newest})`,
  });
  const rows = await database.rows(Page, statement, scope.signal);
  const byKey = new Map(rows.map(({ keyword_key, serp }) => [keyword_key, serp]));
  const found = keys.flatMap((key) => byKey.get(key) ?? []);
  return recalledSerps(found.map((serp) => SerpRecord.parse(JSON.parse(serp))));
}

function recalledSerps(serps: readonly Serp[]): Recalled<readonly Serp[]> {
  return { value: serps, sources: newestBySource(serps.map(serpProvenance)) };
}

export function serpProvenance({ source, checked_at }: Pick<Serp, 'source' | 'checked_at'>): Provenance {
  return { source, observed_at: checked_at, cached: true, coverage: 'full', measure: 'measured', note: '' };
}

/** One entry for each source: that of its newest observation. */
export function newestBySource(all: readonly Provenance[]): readonly Provenance[] {
  const newest = new Map<string, Provenance>();
  for (const each of all) {
    const known = newest.get(each.source);
    if (known === undefined || (each.observed_at ?? '') > (known.observed_at ?? '')) newest.set(each.source, each);
  }
  return [...newest.values()];
}
