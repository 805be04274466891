import { Sql, sql } from '../database/sql.ts';

/**
 * The tables of observations: what sources and imports said, written down whole.
 *
 * Rows are only added, and the newest row of a key wins. `workspace_id` is '' for what all workspaces share, and part of
 * every key, so that a private row never displaces a shared one. Rows are gone after `delete_at`. `selectFacts` is the
 * only way to read them.
 *
 * Keywords are keyed by `foldPhrase`, so spellings that differ in case, width or white space are one keyword. A
 * `location_code` of 0 and a `device` of '' stand for none.
 */
export const FACT_TABLES = [
  'serp_checks',
  'serp_items',
  'serp_looks',
  'serp_outlines',
  'keyword_facts',
  'keyword_ideas',
  'places',
  'place_checks',
  'ranking_answers',
  'assistant_answers',
  'discussions',
  'discussion_checks',
  'page_reads',
  'locations',
  'console_rows',
  'console_queries',
  'console_pages',
  'console_loads',
  'console_sums',
  'console_windows',
] as const;
export type FactTable = (typeof FACT_TABLES)[number];

/** Tables whose rows add up, so that none takes the place of another. */
export const SUMMED_TABLES: ReadonlySet<FactTable> = new Set<FactTable>(['console_rows', 'console_sums']);

/** Who said it and when, whose it is, and how long it may be kept. */
const KEPT = sql`source LowCardinality(String), observed_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)), workspace_id LowCardinality(String),
  delete_at Nullable(DateTime('UTC')) CODEC(ZSTD(1))`;

const NEWEST_WINS = sql`ENGINE = ReplacingMergeTree(observed_at)`;

const DELETED = sql`TTL ifNull(delete_at, toDateTime(4294967295, 'UTC'))`;

/**
 * One looked-up result page: what finds it, and all of it as JSON. `asked_…` is what the question said; the columns without
 * it are what the source honoured. `filters` holds the domains that the question was limited to.
 */
const SERP_CHECKS = sql`CREATE TABLE IF NOT EXISTS serp_checks (
  keyword_key String CODEC(ZSTD(1)), filters String CODEC(ZSTD(1)), language LowCardinality(String), engine LowCardinality(String),
  location_code Int32 CODEC(ZSTD(1)), device LowCardinality(String), check_id UInt64,
  asked_location_code Int32 CODEC(ZSTD(1)), asked_device LowCardinality(String), stop_at String CODEC(ZSTD(1)),
  depth_asked UInt16 CODEC(ZSTD(1)), organic_seen UInt16 CODEC(ZSTD(1)), ended LowCardinality(String),
  sees Array(LowCardinality(String)), overview LowCardinality(String), serp String CODEC(ZSTD(3)), ${KEPT}
) ${NEWEST_WINS} ORDER BY (keyword_key, filters, language, engine, location_code, device, check_id, workspace_id)
  ${DELETED} SETTINGS index_granularity = 8, min_compress_block_size = 4096`;

/**
 * One item on a result page by the host that it leads to, so that a domain with its subdomains is one range of the key.
 * Pages that were limited to some domains are left out: nobody ranks there.
 */
const SERP_ITEMS = sql`CREATE TABLE IF NOT EXISTS serp_items (
  host_key String CODEC(ZSTD(1)), path_key String CODEC(ZSTD(1)), check_id UInt64, rank_absolute UInt16 CODEC(ZSTD(1)),
  rank_group UInt16 CODEC(ZSTD(1)), type LowCardinality(String), url String CODEC(ZSTD(1)), title String CODEC(ZSTD(1)),
  keyword_key String CODEC(ZSTD(1)), keyword String CODEC(ZSTD(1)), language LowCardinality(String), engine LowCardinality(String),
  location_code Int32 CODEC(ZSTD(1)), device LowCardinality(String), ${KEPT}
) ${NEWEST_WINS} ORDER BY (host_key, path_key, check_id, rank_absolute, workspace_id)
  ${DELETED} SETTINGS index_granularity = 512, min_compress_block_size = 8192`;

/**
 * What one source said about a keyword in a place and language; the newest of each month is kept. All of it is one text
 * in the place of two dozen columns, as a hundred keywords of an answer lie in a hundred places.
 */
const KEYWORD_FACTS = sql`CREATE TABLE IF NOT EXISTS keyword_facts (
  keyword_key String CODEC(ZSTD(1)), location_code Int32 CODEC(ZSTD(1)), language LowCardinality(String), month Date CODEC(ZSTD(1)),
  volume Nullable(UInt64) CODEC(ZSTD(1)), fact String CODEC(ZSTD(1)), ${KEPT}
) ${NEWEST_WINS} ORDER BY (keyword_key, location_code, language, source, workspace_id, month)
  ${DELETED} SETTINGS index_granularity = 64, min_compress_block_size = 4096`;

/**
 * Keywords by each of the stems that they hold, with all of them beside it: those of imports, and those that stood on result pages. What stood on a page
 * is also filed under the stems of the keyword that the page was looked up for, its `origin`.
 */
const KEYWORD_IDEAS = sql`CREATE TABLE IF NOT EXISTS keyword_ideas (
  term String CODEC(ZSTD(1)), terms Array(String) CODEC(ZSTD(1)), keyword_key String CODEC(ZSTD(1)), origin String CODEC(ZSTD(1)), kind LowCardinality(String),
  keyword String CODEC(ZSTD(1)), location_code Int32 CODEC(ZSTD(1)), language LowCardinality(String), weight UInt64 CODEC(ZSTD(1)),
  asked UInt16 CODEC(ZSTD(1)), ${KEPT}
) ${NEWEST_WINS} ORDER BY (term, language, keyword_key, kind, origin, location_code, source, workspace_id)
  ${DELETED} SETTINGS index_granularity = 1024`;

/** One listing as one source shows it. */
const PLACES = sql`CREATE TABLE IF NOT EXISTS places (
  place_id String CODEC(ZSTD(1)), name_key String CODEC(ZSTD(1)), listing String CODEC(ZSTD(3)), ${KEPT}
) ${NEWEST_WINS} ORDER BY (place_id, source, workspace_id)
  ${DELETED} SETTINGS index_granularity = 128, min_compress_block_size = 4096`;

/** Which listings a source showed for a business or for a keyword at a point. */
const PLACE_CHECKS = sql`CREATE TABLE IF NOT EXISTS place_checks (
  series String CODEC(ZSTD(1)), method LowCardinality(String), depth UInt16 CODEC(ZSTD(1)), answer String CODEC(ZSTD(3)), ${KEPT}
) ${NEWEST_WINS} ORDER BY (series, source, workspace_id, observed_at)
  ${DELETED} SETTINGS index_granularity = 64, min_compress_block_size = 4096`;

/** What a provider answered about rankings, whole. `depth` is how many rows it was asked for; the most there is where it holds all. */
const RANKING_ANSWERS = sql`CREATE TABLE IF NOT EXISTS ranking_answers (
  series String CODEC(ZSTD(1)), method LowCardinality(String), depth UInt32 CODEC(ZSTD(1)), answer String CODEC(ZSTD(3)), ${KEPT}
) ${NEWEST_WINS} ORDER BY (series, source, workspace_id, observed_at)
  ${DELETED} SETTINGS index_granularity = 16, min_compress_block_size = 4096`;

/**
 * One answer of one assistant to one prompt, which belongs to the workspace that asked: the answer as our record, and what the
 * vendor sent, bounded. `location_code` is the place that was asked for.
 */
const ASSISTANT_ANSWERS = sql`CREATE TABLE IF NOT EXISTS assistant_answers (
  prompt_key String CODEC(ZSTD(1)), assistant LowCardinality(String), location_code Int32 CODEC(ZSTD(1)), language LowCardinality(String),
  sampling String CODEC(ZSTD(1)), run UInt16 CODEC(ZSTD(1)), access LowCardinality(String), status LowCardinality(String),
  served_model LowCardinality(String), answer String CODEC(ZSTD(3)), raw String CODEC(ZSTD(3)), ${KEPT}
) ${NEWEST_WINS} ORDER BY (workspace_id, prompt_key, assistant, location_code, language, sampling, run, access, source)
  ${DELETED} SETTINGS index_granularity = 64, min_compress_block_size = 4096`;

/** Added after `RANKING_DEFINITIONS`. */
export const ASSISTANT_DEFINITIONS: readonly Sql[] = [ASSISTANT_ANSWERS];
/** One thread or post as one source shows it. */
const DISCUSSIONS = sql`CREATE TABLE IF NOT EXISTS discussions (
  url String CODEC(ZSTD(1)), platform LowCardinality(String), forum LowCardinality(String), published_at String CODEC(ZSTD(1)),
  discussion String CODEC(ZSTD(3)), ${KEPT}
) ${NEWEST_WINS} ORDER BY (url, source, workspace_id)
  ${DELETED} SETTINGS index_granularity = 128, min_compress_block_size = 4096`;

/** Which discussions a source found for some words, also where it found none. `since` is the day from which it was asked; '' is any. */
const DISCUSSION_CHECKS = sql`CREATE TABLE IF NOT EXISTS discussion_checks (
  series String CODEC(ZSTD(1)), since String CODEC(ZSTD(1)), depth UInt16 CODEC(ZSTD(1)), answer String CODEC(ZSTD(3)), ${KEPT}
) ${NEWEST_WINS} ORDER BY (series, source, workspace_id, observed_at)
  ${DELETED} SETTINGS index_granularity = 64, min_compress_block_size = 4096`;

/** Added after `RANKING_DEFINITIONS`. */
export const DISCUSSION_DEFINITIONS: readonly Sql[] = [DISCUSSIONS, DISCUSSION_CHECKS];

/**
 * A page of others that was read for a study: what `ReadPage` holds of it, and its terms, which the terms of other pages are
 * told apart from. Outside the link index, since nobody crawled it.
 */
const PAGE_READS = sql`CREATE TABLE IF NOT EXISTS page_reads (
  url_key String CODEC(ZSTD(1)), language LowCardinality(String), terms Array(String) CODEC(ZSTD(3)), page String CODEC(ZSTD(3)), ${KEPT}
) ${NEWEST_WINS} ORDER BY (url_key, workspace_id)
  ${DELETED} SETTINGS index_granularity = 64, min_compress_block_size = 4096`;

/** Added after `SUM_DEFINITIONS`. */
export const PAGE_READ_DEFINITIONS: readonly Sql[] = [PAGE_READS];

/** Google's criteria: places that searches can be made from. `name_key` is of the last part, `canonical_key` of all parts. */
const LOCATIONS = sql`CREATE TABLE IF NOT EXISTS locations (
  code Int32 CODEC(ZSTD(1)), name String CODEC(ZSTD(1)), name_key String CODEC(ZSTD(1)), canonical_name String CODEC(ZSTD(1)),
  canonical_key String CODEC(ZSTD(1)), parent_code Int32 CODEC(ZSTD(1)), country LowCardinality(String), type LowCardinality(String),
  is_active UInt8, ${KEPT}
) ${NEWEST_WINS} ORDER BY (code, workspace_id) ${DELETED} SETTINGS index_granularity = 1024`;

/**
 * Figures of Search Console and Bing Webmaster Tools. Every insert of a day of a part is a `batch`; rows whose batch no row of
 * `console_loads` names as live are read by nobody.
 *
 * Months are partitions, so that a window reads three or four of them, and rows of one query or page lie together: what is
 * shown of a few of them is read without the others. Clicks that a kind of search does not tell are 0, as are sums of
 * positions: no position is less than 1. A query or page of 0 stands for «not split by it», the id of '' for what the engine withholds. Texts stand once, in
 * `console_queries` and `console_pages`, as a query comes back every day. A repeated insert of one block is recognised by
 * its token, so the rows of a summed table bear the repetition, too.
 */
const CONSOLE_ROWS = sql`CREATE TABLE IF NOT EXISTS console_rows (
  engine LowCardinality(String), property String CODEC(ZSTD(1)), search_type LowCardinality(String), grain LowCardinality(String),
  day Date CODEC(ZSTD(1)), days UInt16 CODEC(ZSTD(1)),
  query Nullable(String) EPHEMERAL, host_key Nullable(String) EPHEMERAL, path_key String EPHEMERAL, writing UInt64 EPHEMERAL,
  query_id UInt64 DEFAULT if(isNull(query), 0, cityHash64(assumeNotNull(query))) CODEC(ZSTD(1)),
  page_id UInt64 DEFAULT if(isNull(host_key), 0, cityHash64(assumeNotNull(host_key), path_key)) CODEC(ZSTD(1)),
  country LowCardinality(Nullable(String)), device LowCardinality(Nullable(String)), appearance LowCardinality(Nullable(String)),
  clicks UInt32 CODEC(ZSTD(1)), impressions UInt32 CODEC(ZSTD(1)), position_sum Float32 CODEC(ZSTD(1)),
  batch UInt64 DEFAULT cityHash64(writing, day, days) CODEC(ZSTD(1)), written_at DateTime('UTC') DEFAULT now('UTC') CODEC(ZSTD(1)),
  ${KEPT}, INDEX page_id page_id TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = MergeTree PARTITION BY toYYYYMM(day)
  ORDER BY (workspace_id, engine, property, search_type, grain, query_id, page_id, day) ${DELETED}
  SETTINGS index_granularity = 2048, non_replicated_deduplication_window = 1000`;

const CONSOLE_QUERIES = sql`CREATE TABLE IF NOT EXISTS console_queries (
  query String CODEC(ZSTD(1)), query_id UInt64 DEFAULT cityHash64(query) CODEC(ZSTD(1)), ${KEPT}
) ${NEWEST_WINS} ORDER BY (workspace_id, query_id) ${DELETED} SETTINGS index_granularity = 512, min_compress_block_size = 8192`;

/** Pages as the engine spells them; spellings that `pageAddress` takes for one page have one id. */
const CONSOLE_PAGES = sql`CREATE TABLE IF NOT EXISTS console_pages (
  url String CODEC(ZSTD(1)), host_key String CODEC(ZSTD(1)), path_key String CODEC(ZSTD(1)),
  page_id UInt64 DEFAULT cityHash64(host_key, path_key) CODEC(ZSTD(1)), ${KEPT}
) ${NEWEST_WINS} ORDER BY (workspace_id, page_id, url) ${DELETED} SETTINGS index_granularity = 512, min_compress_block_size = 8192`;

/** Which batch holds which day of a part, written once all of its rows are there. */
const CONSOLE_LOADS = sql`CREATE TABLE IF NOT EXISTS console_loads (
  engine LowCardinality(String), property String CODEC(ZSTD(1)), search_type LowCardinality(String), grain LowCardinality(String),
  day Date CODEC(ZSTD(1)), days UInt16 CODEC(ZSTD(1)), load String CODEC(ZSTD(1)), part String CODEC(ZSTD(1)),
  writing UInt64 EPHEMERAL, batch UInt64 DEFAULT cityHash64(writing, day, days) CODEC(ZSTD(1)),
  is_final UInt8 CODEC(ZSTD(1)), is_cut UInt8 CODEC(ZSTD(1)), published_at DateTime64(3, 'UTC') CODEC(ZSTD(1)), ${KEPT}
) ${NEWEST_WINS} ORDER BY (workspace_id, engine, property, search_type, grain, day, days, load, part, batch) ${DELETED}
  SETTINGS index_granularity = 512, min_compress_block_size = 8192`;

/** Added after `FACT_DEFINITIONS`, in a migration of their own. */
export const CONSOLE_DEFINITIONS: readonly Sql[] = [CONSOLE_ROWS, CONSOLE_QUERIES, CONSOLE_PAGES, CONSOLE_LOADS];

/**
 * Sums of a large table over the days that most questions are about, by query and page: for any place, and of details by country
 * as well. Rows of a `writing` that no row of `console_windows` names are read by nobody.
 */
const CONSOLE_SUMS = sql`CREATE TABLE IF NOT EXISTS console_sums (
  writing UInt64 CODEC(ZSTD(1)), is_any_place UInt8 CODEC(ZSTD(1)), country LowCardinality(String),
  query_id UInt64 CODEC(ZSTD(1)), page_id UInt64 CODEC(ZSTD(1)),
  clicks UInt64 CODEC(ZSTD(1)), impressions UInt64 CODEC(ZSTD(1)), position_sum Float64 CODEC(ZSTD(1)),
  previous_clicks UInt64 CODEC(ZSTD(1)), previous_impressions UInt64 CODEC(ZSTD(1)), previous_position_sum Float64 CODEC(ZSTD(1)), ${KEPT}
) ENGINE = MergeTree ORDER BY (workspace_id, writing, is_any_place, country, query_id, page_id) ${DELETED}`;

/** Which days a writing of sums holds: `current_key` and `previous_key` are of the days and of what was loaded of them. */
const CONSOLE_WINDOWS = sql`CREATE TABLE IF NOT EXISTS console_windows (
  engine LowCardinality(String), property String CODEC(ZSTD(1)), search_type LowCardinality(String), grain LowCardinality(String),
  current_key UInt64 CODEC(ZSTD(1)), previous_key UInt64 CODEC(ZSTD(1)), writing UInt64 CODEC(ZSTD(1)), ${KEPT}
) ${NEWEST_WINS} ORDER BY (workspace_id, engine, property, search_type, grain, writing) ${DELETED} SETTINGS index_granularity = 512`;

/** Added after `RANKING_DEFINITIONS`. */
export const SUM_DEFINITIONS: readonly Sql[] = [CONSOLE_SUMS, CONSOLE_WINDOWS];

/**
 * One looked-up result page by its series, without what questions about one page read: for those about many. `shown` holds the types
 * of its items, `domains` the registrable domains of its organic results, the first of them at 1. Pages that were limited to
 * some domains are left out: nobody ranks there.
 */
const SERP_LOOKS = sql`CREATE TABLE IF NOT EXISTS serp_looks (
  engine LowCardinality(String), location_code Int32 CODEC(ZSTD(1)), language LowCardinality(String), device LowCardinality(String),
  keyword_key String CODEC(ZSTD(1)), check_id UInt64 CODEC(ZSTD(1)), organic_seen UInt16 CODEC(ZSTD(1)), ended LowCardinality(String),
  shown Array(LowCardinality(String)) CODEC(ZSTD(1)), domains Array(String) CODEC(ZSTD(1)), ${KEPT}
) ${NEWEST_WINS} ORDER BY (engine, location_code, language, device, keyword_key, check_id, workspace_id)
  ${DELETED} SETTINGS index_granularity = 512, min_compress_block_size = 8192`;

/** Looks of the pages that lie in `serp_checks`, each with its owner and its end; written twice, they are one row. */
export const LOOKS_OF_CHECKS = sql`INSERT INTO serp_looks (engine, location_code, language, device, keyword_key, check_id, organic_seen, ended,
    shown, domains, source, observed_at, workspace_id, delete_at)
  SELECT engine, location_code, language, device, keyword_key, check_id, organic_seen, ended,
    arrayDistinct(arrayMap(item -> tupleElement(item, 1), items)),
    arrayMap(item -> tupleElement(item, 3), arraySort(item -> tupleElement(item, 2), arrayFilter(item -> tupleElement(item, 1) = 'organic', items))),
    source, observed_at, workspace_id, delete_at
  FROM (SELECT *, JSONExtract(serp, 'items', 'Array(Tuple(type String, rank_group UInt16, domain String))') AS items
    FROM ${new Sql('serp_checks')} WHERE filters = '')`;

/** Added after `CONSOLE_DEFINITIONS`. */
export const RANKING_DEFINITIONS: readonly Sql[] = [RANKING_ANSWERS, SERP_LOOKS, LOOKS_OF_CHECKS];

/**
 * One looked-up result page by its keyword, with where everything on it leads and nothing else: a year of a series is read in
 * one range. Each of the entries, which are those of `listEntries`, is one text, since picking a site's own out of parallel
 * arrays takes twice the time: type, role, absolute rank, rank of its type, page, pixels from the top or -1, and address, with
 * tabs between. `shown` and `linked` are as `SerpOutline` tells them.
 */
const SERP_OUTLINES = sql`CREATE TABLE IF NOT EXISTS serp_outlines (
  keyword_key String CODEC(ZSTD(1)), engine LowCardinality(String), location_code Int32 CODEC(ZSTD(1)), language LowCardinality(String),
  device LowCardinality(String), check_id UInt64 CODEC(ZSTD(1)), depth_asked UInt16 CODEC(ZSTD(1)), pages_fetched UInt16 CODEC(ZSTD(1)),
  organic_seen UInt16 CODEC(ZSTD(1)), ended LowCardinality(String), sees Array(LowCardinality(String)) CODEC(ZSTD(1)),
  overview LowCardinality(String), shown Array(LowCardinality(String)) CODEC(ZSTD(1)), linked Array(LowCardinality(String)) CODEC(ZSTD(1)),
  entries Array(String) CODEC(ZSTD(1)), ${KEPT}
) ${NEWEST_WINS} ORDER BY (keyword_key, engine, location_code, language, device, check_id, workspace_id)
  ${DELETED} SETTINGS index_granularity = 64, min_compress_block_size = 8192`;

const OUTLINE_ITEM = `Tuple(type String, kind String, rank_absolute UInt16, rank_group UInt16, page UInt16, url String, domain String,
  top_px Nullable(Float64), children Array(Tuple(url String, domain String)))`;
const ENTRY_TYPE = sql`if(tupleElement(item, 1) = 'other' AND tupleElement(item, 2) != '', tupleElement(item, 2), tupleElement(item, 1))`;
const ENTRY_PLACE = sql`concat(toString(tupleElement(item, 3)), '\t', toString(tupleElement(item, 4)), '\t', toString(tupleElement(item, 5)), '\t',
  toString(toInt32(round(ifNull(tupleElement(item, 8), -1)))), '\t')`;
const ITEM_URL = sql`multiIf(tupleElement(item, 6) != '', tupleElement(item, 6), tupleElement(item, 1) = 'organic' OR tupleElement(item, 7) = '', '',
  concat('https://', tupleElement(item, 7), '/'))`;
const CHILD_URL = sql`multiIf(tupleElement(child, 1) != '', tupleElement(child, 1), tupleElement(child, 2) = '', '', concat('https://', tupleElement(child, 2), '/'))`;

/** Outlines of the pages that lie in `serp_checks`; written twice, they are one row. */
const OUTLINES_OF_CHECKS = sql`INSERT INTO serp_outlines (keyword_key, engine, location_code, language, device, check_id, depth_asked,
    pages_fetched, organic_seen, ended, sees, overview, shown, linked, entries, source, observed_at, workspace_id, delete_at)
  SELECT keyword_key, engine, location_code, language, device, check_id, depth_asked, JSONExtractUInt(serp, 'pages_fetched'),
    organic_seen, ended, sees, overview,
    arrayDistinct(arrayMap(entry -> splitByChar('\t', entry)[1], arrayFilter(entry -> splitByChar('\t', entry)[2] = 'item', all))),
    arrayDistinct(arrayMap(entry -> splitByChar('\t', entry)[1], arrayFilter(entry -> NOT endsWith(entry, '\t'), all))),
    all, source, observed_at, workspace_id, delete_at
  FROM (SELECT *, arrayConcat(
      arrayFlatten(arrayMap(item -> arrayConcat(
        [concat(${ENTRY_TYPE}, '\titem\t', ${ENTRY_PLACE}, ${ITEM_URL})],
        arrayFilter(entry -> NOT endsWith(entry, '\t'), arrayMap(child -> concat(${ENTRY_TYPE}, '\tchild\t', ${ENTRY_PLACE}, ${CHILD_URL}), tupleElement(item, 9)))),
        JSONExtract(serp, 'items', ${`Array(${OUTLINE_ITEM})`}))),
      arrayMap((reference, at) -> concat('ai_overview\treference\t', toString(at), '\t', toString(at), '\t0\t-1\t', JSONExtractString(reference, 'url')),
        JSONExtractArrayRaw(serp, 'ai_overview', 'references'), arrayEnumerate(JSONExtractArrayRaw(serp, 'ai_overview', 'references')))
    ) AS all
    FROM ${new Sql('serp_checks')} WHERE filters = '')`;

/** Added after `RANKING_DEFINITIONS`. */
export const OUTLINE_DEFINITIONS: readonly Sql[] = [SERP_OUTLINES, OUTLINES_OF_CHECKS];

export const FACT_DEFINITIONS: readonly Sql[] = [
  SERP_CHECKS,
  SERP_ITEMS,
  KEYWORD_FACTS,
  KEYWORD_IDEAS,
  PLACES,
  PLACE_CHECKS,
  LOCATIONS,
];
