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
import { joined, Sql, sql } from '../database/sql.ts';
import { keywordKey } from './keys.ts';
import { newestBySource } from './provenance.ts';
import { selectFacts } from './select.ts';
import { inSerpSeries, serpProvenance } from './stored-serps.ts';

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

/** Checks of one series as far as one site stands on them, oldest first. */
export async function readSerpOutlines(
  database: IndexDatabase,
  query: SerpOutlineQuery,
  scope: RecallScope,
): Promise<Recalled<readonly SerpOutline[]>> {
  const statement = selectFacts('serp_outlines', scope, {
    columns: outlineColumns(query.domains),
    where: sql`keyword_key = ${keywordKey(query.keyword)} AND ${inSerpSeries(query)}`,
    end: sql`ORDER BY observed_at DESC, check_id LIMIT ${query.limit} ${BRIEFLY}`,
  });
  const value = listOutlines(await database.columns(statement, scope.signal)).map(({ outline }) => outline);
  return { value, sources: newestBySource(value.map(serpProvenance)) };
}

/** The newest checks of each of many keywords, oldest first within a keyword. */
export async function readRecentOutlines(
  database: IndexDatabase,
  query: RecentOutlinesQuery,
  scope: RecallScope,
): Promise<Recalled<readonly KeyedOutline[]>> {
  const keys = [...new Set(query.keywords.map(keywordKey))];
  if (keys.length === 0) return { value: [], sources: [] };
  const statement = selectFacts('serp_outlines', scope, {
    columns: outlineColumns(query.domains),
    where: sql`keyword_key IN ${keys} AND ${inSerpSeries(query)}`,
    end: sql`ORDER BY keyword_key, engine, observed_at DESC, check_id LIMIT ${query.limit} BY keyword_key, engine`,
  });
  const value = listOutlines(await database.columns(statement, scope.signal));
  return { value, sources: newestBySource(value.map(({ outline }) => serpProvenance(outline))) };
}

const Texts = z.array(z.string());
const Numbers = z.array(z.int());
/** What is read of checks: a list for each column, which is a third of the work of rows. */
const OutlineColumns = z.object({
  keyword_key: Texts,
  engine: Texts,
  source: Texts,
  location_code: Numbers,
  language: Texts,
  device: z.array(DEVICE),
  observed_ms: Numbers,
  depth_asked: Numbers,
  pages_fetched: Numbers,
  organic_seen: Numbers,
  ended: z.array(z.enum(['depth_reached', 'no_more_results', 'stopped_on_match', 'incomplete'])),
  overview: z.array(z.enum(['present', 'absent', 'async_not_loaded', 'unavailable'])),
  sees: Texts,
  shown: Texts,
  linked: Texts,
  own: z.array(Texts),
});
const COLUMN_NAMES = Object.keys(OutlineColumns.shape);
const LIST_SEPARATOR = '\t';

function outlineColumns(domains: readonly string[]): Sql {
  const computed: Readonly<Record<string, Sql>> = {
    observed_ms: sql`toUnixTimestamp64Milli(observed_at)`,
    sees: sql`arrayStringConcat(sees, ${LIST_SEPARATOR})`,
    shown: sql`arrayStringConcat(shown, ${LIST_SEPARATOR})`,
    linked: sql`arrayStringConcat(linked, ${LIST_SEPARATOR})`,
    own: sql`arrayFilter(entry -> ${mentionsAny(domains)}, entries)`,
  };
  return joined(
    COLUMN_NAMES.map((name) => computed[name] ?? new Sql(name)),
    ', ',
  );
}

/** Coarse and cheap: most pages hold one or two entries of a site, and what merely looks like one of them is left to the reader. */
function mentionsAny(domains: readonly string[]): Sql {
  if (domains.length === 0) return sql`0`;
  return joined(
    domains.map((domain) => sql`positionCaseInsensitive(entry, ${domain}) > 0`),
    ' OR ',
  );
}

const Sees = z.array(z.enum(SERP_ITEM_TYPES));

/** The checks of an answer, last one first. */
function listOutlines(answered: readonly unknown[]): KeyedOutline[] {
  // An answer without rows may come without columns.
  const columns = OutlineColumns.parse(Object.fromEntries(COLUMN_NAMES.map((name, at) => [name, answered[at] ?? []])));
  // The pages of a series have the same few lists over and over.
  const listOf = remembering((text) => (text === '' ? [] : text.split(LIST_SEPARATOR)));
  const seesOf = remembering((text) => Sees.parse(listOf(text)));
  const rows = columns.keyword_key.map((keyword_key, row): KeyedOutline => {
    const location_code = valueAt(columns.location_code, row);
    const device = valueAt(columns.device, row);
    const outline: SerpOutline = {
      engine: valueAt(columns.engine, row),
      source: valueAt(columns.source, row),
      location_code: location_code === 0 ? null : location_code,
      language: valueAt(columns.language, row),
      device: device === '' ? null : device,
      checked_at: new Date(valueAt(columns.observed_ms, row)).toISOString(),
      depth_asked: valueAt(columns.depth_asked, row),
      pages_fetched: valueAt(columns.pages_fetched, row),
      organic_seen: valueAt(columns.organic_seen, row),
      ended: valueAt(columns.ended, row),
      overview: valueAt(columns.overview, row),
      sees: seesOf(valueAt(columns.sees, row)),
      shown: listOf(valueAt(columns.shown, row)),
      linked: listOf(valueAt(columns.linked, row)),
      entries: valueAt(columns.own, row).map(entryOf),
    };
    return { keyword_key, outline };
  });
  return rows.reverse();
}

/** The columns of one answer are equally long. */
function valueAt<Value>(column: readonly Value[], row: number): Value {
  const value = column[row];
  if (value === undefined) throw new RangeError(`A column of the answer has no row ${row}.`);
  return value;
}

/** The same answer for the same text, worked out once. */
function remembering<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const value = known.get(text) ?? read(text);
    known.set(text, value);
    return value;
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
