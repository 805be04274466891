import { z } from 'zod';

import type { KnownSerpsQuery, Serp, SerpHistoryQuery } from '../../ports/serp.ts';
import type { Provenance } from '../../ports/source.ts';
import type { Recalled, RecallScope } from '../../ports/store.ts';
import { BRIEFLY, type IndexDatabase } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { keywordKey, languageKey } from './keys.ts';
import { keptProvenance, newestBySource } from './provenance.ts';
import { SerpRecord } from './records.ts';
import { isSince, matching, selectFacts } from './select.ts';

const Page = z.object({ keyword_key: z.string(), serp: z.string() });

interface SeriesParts {
  readonly engine: string | undefined;
  readonly location_code: number | null | undefined;
  readonly language: string | undefined;
  readonly since: Date | undefined;
  readonly device?: 'desktop' | 'mobile' | null | undefined;
}

/** On the columns that every table of result pages has; undefined parts stand for any. */
export function inSerpSeries({ engine, location_code, language, since, device }: SeriesParts): Sql {
  const parts = {
    engine,
    location_code: location_code === null ? 0 : location_code,
    language: language === undefined ? undefined : languageKey(language),
    device: device === null ? '' : device,
  };
  return sql`${matching(parts)} AND ${isSince(since)}`;
}

/** Every check of one series, oldest first. */
export async function readSerpHistory(
  database: IndexDatabase,
  query: SerpHistoryQuery,
  scope: RecallScope,
): Promise<Recalled<readonly Serp[]>> {
  const statement = selectFacts('serp_checks', scope, {
    columns: sql`keyword_key, serp`,
    where: sql`keyword_key = ${keywordKey(query.keyword)} AND filters = '' AND ${inSerpSeries(query)}`,
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
  // Small columns say which pages they are; the pages themselves are read once each.
  const newest = selectFacts('serp_checks', scope, {
    columns: sql`check_id`,
    where: sql`keyword_key IN ${keys} AND filters = '' AND ${inSerpSeries(query)}`,
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
  return keptProvenance(source, checked_at);
}
