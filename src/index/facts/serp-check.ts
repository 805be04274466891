import { z } from 'zod';

import { OWN_ENGINE, type Serp, type SerpQuery } from '../../ports/serp.ts';
import type { Observation, ObservationInbox, Recalled, RecallScope, Store } from '../../ports/store.ts';
import { BRIEFLY, type IndexDatabase } from '../database/database.ts';
import { arrayOf, joined, type Sql, sql } from '../database/sql.ts';
import { filtersText, keywordKey, languageKey, serpSeries } from './keys.ts';
import { SerpObservation, SerpRecord } from './records.ts';
import { isSince, matching, selectFacts } from './select.ts';
import { serpProvenance } from './stored-serps.ts';

/**
 * Result pages that were fetched before.
 *
 * A page answers queries in its series: keyword with its domain filters, engine, place, language, device. A
 * query without engine or device takes any; one without a place takes pages that were fetched without one.
 */
export class SerpCheckStore implements Store<SerpQuery, Serp> {
  readonly #database: IndexDatabase;
  readonly #inbox: ObservationInbox;

  constructor(database: IndexDatabase, inbox: ObservationInbox) {
    this.#database = database;
    this.#inbox = inbox;
  }

  async recall(query: SerpQuery, scope: RecallScope): Promise<Recalled<Serp> | undefined> {
    const waiting = await this.#inbox.find('serp', [seriesOf(query)], scope.since);
    for (const { body } of waiting) {
      const observed = SerpObservation.parse(body);
      if (isSeries(query, observed) && suffices(query, observed)) return recalled(observed.serp);
    }
    const statement = selectFacts('serp_checks', scope, {
      columns: sql`serp`,
      where: sql`${inSeries(query, scope.since)} AND ${sufficient(query)}`,
      end: sql`ORDER BY observed_at DESC, check_id LIMIT 1 ${BRIEFLY}`,
    });
    const [row] = await this.#database.rows(z.object({ serp: z.string() }), statement, scope.signal);
    return row && recalled(SerpRecord.parse(JSON.parse(row.serp)));
  }

  observe(query: SerpQuery, serp: Serp): readonly Observation[] {
    // Results of the own index can be asked again at any time, so they are not kept.
    if (serp.engine === OWN_ENGINE) return [];
    const body: SerpObservation = {
      serp,
      filters: filtersText(query),
      asked_location_code: query.location?.code ?? null,
      asked_device: query.device,
      stop_at: query.stop_at ?? null,
    };
    return [{ kind: 'serp', series: seriesOf(query), observed_at: new Date(serp.checked_at), body }];
  }
}

function recalled(serp: Serp): Recalled<Serp> {
  return { value: serp, sources: [serpProvenance(serp)] };
}

function seriesOf(query: SerpQuery): string {
  return serpSeries(query.keyword, filtersText(query), query.language);
}

function inSeries(query: SerpQuery, since: Date | undefined): Sql {
  const series = {
    keyword_key: keywordKey(query.keyword),
    filters: filtersText(query),
    language: languageKey(query.language),
    location_code: query.location?.code,
    engine: query.engine,
    device: query.device ?? undefined,
  };
  const isPlace = query.location === null ? sql`(location_code = 0 OR asked_location_code = 0)` : sql`1`;
  return sql`${matching(series)} AND ${isPlace} AND ${isSince(since)}`;
}

/** The same of a page that waits in the inbox, which found it by keyword, filters and language. */
function isSeries(query: SerpQuery, { serp, asked_location_code }: SerpObservation): boolean {
  const isPlace =
    query.location === null
      ? serp.location === null || asked_location_code === null
      : serp.location?.code === query.location.code;
  const isEngine = query.engine === undefined || serp.engine === query.engine;
  return isPlace && isEngine && (query.device === null || serp.device === query.device);
}

/**
 * A page that stopped early answers a query only if it has enough results, or stopped where the query stops as well.
 */
function sufficient({ depth, stop_at, wants }: SerpQuery): Sql {
  const isWhole = sql`ended = 'no_more_results' OR (ended = 'depth_reached' AND depth_asked >= ${depth})`;
  const stops =
    stop_at === undefined
      ? sql`0`
      : sql`ended = 'stopped_on_match' AND stop_at = ${stop_at} AND depth_asked >= ${depth}`;
  const conditions = [sql`(${isWhole} OR organic_seen >= ${depth} OR (${stops}))`];
  if (wants.length > 0) conditions.push(sql`hasAll(sees, ${arrayOf(wants)})`);
  if (wants.includes('ai_overview')) conditions.push(sql`overview != 'async_not_loaded'`);
  return joined(conditions, ' AND ');
}

function suffices(query: SerpQuery, { serp, stop_at }: SerpObservation): boolean {
  if (!query.wants.every((type) => serp.sees.includes(type))) return false;
  if (query.wants.includes('ai_overview') && serp.ai_overview.status === 'async_not_loaded') return false;
  if (serp.ended === 'no_more_results' || serp.organic_seen >= query.depth) return true;
  if (serp.depth_asked < query.depth) return false;
  return (
    serp.ended === 'depth_reached' ||
    (serp.ended === 'stopped_on_match' && stop_at !== null && stop_at === query.stop_at)
  );
}
