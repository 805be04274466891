import { type Sql, sql } from '../database/sql.ts';

/**
 * What crawls saw, by crawl: the newest facts of a page do not tell who saw them. And what each page broke, how it was
 * before, and the audits made of all that. Sites are ranges of the key, as everywhere.
 */

const CHECKS_COLUMNS: readonly Sql[] = [
  sql`rules_version UInt16`,
  sql`failed Array(String)`,
  sql`warned Array(String)`,
  sql`evidence Array(String)`,
  sql`script_shell UInt8`,
  sql`alternate_language Array(String)`,
  sql`alternate_host Array(String)`,
  sql`alternate_path Array(String)`,
].map((column) => sql`ALTER TABLE incoming ADD COLUMN IF NOT EXISTS ${column}`);

/** The rules that a page breaks, as they were when it was read. */
const PAGE_CHECKS = sql`CREATE TABLE IF NOT EXISTS page_checks (
  host_key String CODEC(ZSTD(1)), path_key String CODEC(ZSTD(1)), observed_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  rules_version UInt16 CODEC(ZSTD(1)), failed Array(LowCardinality(String)), warned Array(LowCardinality(String)),
  evidence Array(String) CODEC(ZSTD(3)), script_shell UInt8 CODEC(ZSTD(1)), alternate_language Array(LowCardinality(String)),
  alternate_host Array(String) CODEC(ZSTD(3)), alternate_path Array(String) CODEC(ZSTD(3))
) ENGINE = ReplacingMergeTree(observed_at) ORDER BY (host_key, path_key) SETTINGS index_granularity = 1024`;

const PAGE_CHECKS_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_page_checks TO page_checks AS SELECT
  host_key, path_key, observed_at, rules_version, failed, warned, evidence, script_shell, alternate_language, alternate_host,
  alternate_path FROM incoming WHERE rules_version > 0`;

/** What the source of a page says whose facts are those after its scripts have run. */
const RENDER_COLUMNS: readonly Sql[] = [
  sql`rendered UInt8`,
  sql`raw_title String`,
  sql`raw_canonical_url String`,
  sql`raw_noindex UInt8`,
  sql`raw_words UInt32`,
  sql`raw_links UInt32`,
  sql`shown_links UInt32`,
  sql`added_links UInt32`,
].map((column) => sql`ALTER TABLE incoming ADD COLUMN IF NOT EXISTS ${column}`);

const PAGE_RENDERS = sql`CREATE TABLE IF NOT EXISTS page_renders (
  host_key String CODEC(ZSTD(1)), path_key String CODEC(ZSTD(1)), observed_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  raw_title String CODEC(ZSTD(3)), raw_canonical_url String CODEC(ZSTD(3)), raw_noindex UInt8 CODEC(ZSTD(1)),
  raw_words UInt32 CODEC(ZSTD(1)), raw_links UInt32 CODEC(ZSTD(1)), shown_links UInt32 CODEC(ZSTD(1)),
  added_links UInt32 CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(observed_at) ORDER BY (host_key, path_key) SETTINGS index_granularity = 1024`;

const PAGE_RENDERS_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_page_renders TO page_renders AS SELECT
  host_key, path_key, observed_at, raw_title, raw_canonical_url, raw_noindex, raw_words, raw_links, shown_links, added_links
  FROM incoming WHERE rendered = 1`;

export const RENDER_DEFINITIONS: readonly Sql[] = [...RENDER_COLUMNS, PAGE_RENDERS, PAGE_RENDERS_VIEW];

/** One row for each way in which a page was seen, with the time of it: what changed, and since when. */
const PAGE_VERSIONS = sql`CREATE TABLE IF NOT EXISTS page_versions (
  host_key String CODEC(ZSTD(1)), path_key String CODEC(ZSTD(1)), facts UInt64,
  first_seen SimpleAggregateFunction(min, DateTime64(3, 'UTC')) CODEC(ZSTD(1)),
  last_seen SimpleAggregateFunction(max, DateTime64(3, 'UTC')) CODEC(ZSTD(1)),
  flags SimpleAggregateFunction(anyLast, UInt8) CODEC(ZSTD(1)), status SimpleAggregateFunction(anyLast, UInt16) CODEC(ZSTD(1)),
  noindex SimpleAggregateFunction(anyLast, UInt8) CODEC(ZSTD(1)), moved_to SimpleAggregateFunction(anyLast, String) CODEC(ZSTD(3)),
  title SimpleAggregateFunction(anyLast, String) CODEC(ZSTD(3)), description SimpleAggregateFunction(anyLast, String) CODEC(ZSTD(3)),
  canonical_url SimpleAggregateFunction(anyLast, String) CODEC(ZSTD(3)), h1 SimpleAggregateFunction(anyLast, String) CODEC(ZSTD(3))
) ENGINE = AggregatingMergeTree ORDER BY (host_key, path_key, facts) SETTINGS index_granularity = 1024`;

/** Each look at a page, and the version that it showed: what was there at any time. */
const PAGE_SIGHTINGS = sql`CREATE TABLE IF NOT EXISTS page_sightings (
  host_key String CODEC(ZSTD(1)), path_key String CODEC(ZSTD(1)), observed_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  facts UInt64 CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree ORDER BY (host_key, path_key, observed_at) SETTINGS index_granularity = 1024`;

const FIRST_H1 = sql`arrayElement(headings, indexOf(heading_levels, 1))`;

const FACTS = sql`cityHash64(status, noindex, redirect_url, title, description, canonical_url, ${FIRST_H1})`;
/** An answer that tells of the page: neither a refusal, nor that it is what it was. */
const IS_LOOK = sql`source = 'crawl' AND status NOT IN (0, 304, 401, 403, 429)`;

const PAGE_VERSIONS_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_page_versions TO page_versions AS SELECT
  host_key, path_key, ${FACTS} AS facts, observed_at AS first_seen, observed_at AS last_seen, flags, status, noindex,
  redirect_url AS moved_to, title, description, canonical_url, ${FIRST_H1} AS h1 FROM incoming WHERE ${IS_LOOK}`;

const PAGE_SIGHTINGS_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_page_sightings TO page_sightings AS SELECT
  host_key, path_key, observed_at, ${FACTS} AS facts FROM incoming WHERE ${IS_LOOK}`;

/** What became of each address that a crawl came to. */
const CRAWL_PAGES = sql`CREATE TABLE IF NOT EXISTS crawl_pages (
  crawl String CODEC(ZSTD(1)), host_key String CODEC(ZSTD(1)), path_key String CODEC(ZSTD(1)), flags UInt8 CODEC(ZSTD(1)),
  observed_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)), outcome UInt8 CODEC(ZSTD(1)), status UInt16 CODEC(ZSTD(1)),
  depth UInt16 CODEC(ZSTD(1)), response_ms UInt32 CODEC(ZSTD(1)), moved_to String CODEC(ZSTD(3)),
  note LowCardinality(String)
) ENGINE = ReplacingMergeTree(observed_at) ORDER BY (crawl, host_key, path_key) SETTINGS index_granularity = 1024`;

/** Which crawls came to a host, so that a site finds its own without reading those of others. */
const CRAWL_HOSTS = sql`CREATE TABLE IF NOT EXISTS crawl_hosts (
  host_key String CODEC(ZSTD(1)), crawl String CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree ORDER BY (host_key, crawl)`;

const CRAWL_HOSTS_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS crawl_pages_hosts TO crawl_hosts AS
  SELECT DISTINCT host_key, crawl FROM crawl_pages`;

const SITEMAP_ENTRIES = sql`CREATE TABLE IF NOT EXISTS sitemap_entries (
  crawl String CODEC(ZSTD(1)), host_key String CODEC(ZSTD(1)), path_key String CODEC(ZSTD(1)), flags UInt8 CODEC(ZSTD(1)),
  sitemap LowCardinality(String), lastmod String CODEC(ZSTD(1)), written_at DateTime DEFAULT now()
) ENGINE = ReplacingMergeTree ORDER BY (crawl, host_key, path_key, sitemap)`;

const ROBOTS_FILES = sql`CREATE TABLE IF NOT EXISTS robots_files (
  crawl String CODEC(ZSTD(1)), host_key String CODEC(ZSTD(1)), url String CODEC(ZSTD(1)),
  observed_at DateTime64(3, 'UTC') CODEC(ZSTD(1)), text String CODEC(ZSTD(3))
) ENGINE = ReplacingMergeTree(observed_at) ORDER BY (crawl, host_key, url)`;

/** Pages of other sites that were asked whether they still exist. */
const EXTERNAL_LINKS = sql`CREATE TABLE IF NOT EXISTS external_links (
  crawl String CODEC(ZSTD(1)), host_key String CODEC(ZSTD(1)), path_key String CODEC(ZSTD(1)), flags UInt8 CODEC(ZSTD(1)),
  observed_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)), status UInt16 CODEC(ZSTD(1)), is_gone UInt8 CODEC(ZSTD(1)),
  note String CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(observed_at) ORDER BY (crawl, host_key, path_key) SETTINGS index_granularity = 1024`;

/** A crawl begins once and ends as often as it is stopped: the newest row stands. */
const CRAWL_RUNS = sql`CREATE TABLE IF NOT EXISTS crawl_runs (
  crawl String CODEC(ZSTD(1)), started_at SimpleAggregateFunction(min, DateTime64(3, 'UTC')) CODEC(ZSTD(1)),
  settings SimpleAggregateFunction(anyLast, Nullable(String)) CODEC(ZSTD(1)),
  ended SimpleAggregateFunction(max, Tuple(at DateTime64(3, 'UTC'), reason String, waiting UInt64, problems String)) CODEC(ZSTD(1))
) ENGINE = AggregatingMergeTree ORDER BY crawl`;

/** Audits by site and crawl; `report` is JSON. */
const AUDITS = sql`CREATE TABLE IF NOT EXISTS audits (
  site String CODEC(ZSTD(1)), crawl String CODEC(ZSTD(1)), made_at DateTime64(3, 'UTC') CODEC(ZSTD(1)),
  version UInt16 CODEC(ZSTD(1)), report String CODEC(ZSTD(3))
) ENGINE = ReplacingMergeTree(made_at) ORDER BY (site, crawl)`;

const AUDIT_FINDINGS = sql`CREATE TABLE IF NOT EXISTS audit_findings (
  site String CODEC(ZSTD(1)), crawl String CODEC(ZSTD(1)), rule LowCardinality(String), url String CODEC(ZSTD(3)),
  item String CODEC(ZSTD(3)), cause String CODEC(ZSTD(1)), detail String CODEC(ZSTD(3)), weight Float32 CODEC(ZSTD(1)),
  made_at DateTime64(3, 'UTC') CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(made_at) ORDER BY (site, crawl, rule, url, item)`;

export const CRAWL_DEFINITIONS: readonly Sql[] = [
  ...CHECKS_COLUMNS,
  PAGE_CHECKS,
  PAGE_CHECKS_VIEW,
  PAGE_VERSIONS,
  PAGE_VERSIONS_VIEW,
  PAGE_SIGHTINGS,
  PAGE_SIGHTINGS_VIEW,
  CRAWL_PAGES,
  CRAWL_HOSTS,
  CRAWL_HOSTS_VIEW,
  SITEMAP_ENTRIES,
  ROBOTS_FILES,
  CRAWL_RUNS,
  AUDITS,
  AUDIT_FINDINGS,
];

export const EXTERNAL_DEFINITIONS: readonly Sql[] = [EXTERNAL_LINKS];

/** How hosts answer beside their pages. */
const HOST_PROBES = sql`CREATE TABLE IF NOT EXISTS host_probes (
  crawl String CODEC(ZSTD(1)), host_key String CODEC(ZSTD(1)), host String CODEC(ZSTD(1)), kind LowCardinality(String),
  observed_at DateTime64(3, 'UTC') CODEC(ZSTD(1)), way Array(String) CODEC(ZSTD(3)), status UInt16 CODEC(ZSTD(1)),
  encoding LowCardinality(String), bytes UInt32 CODEC(ZSTD(1)), headers Array(LowCardinality(String))
) ENGINE = ReplacingMergeTree(observed_at) ORDER BY (crawl, host_key, kind)`;

export const PROBE_DEFINITIONS: readonly Sql[] = [HOST_PROBES];

const IMAGE_COLUMN = sql`ALTER TABLE incoming ADD COLUMN IF NOT EXISTS images Array(String)`;

/** The images that each page shows. */
const PAGE_IMAGES = sql`CREATE TABLE IF NOT EXISTS page_images (
  host_key String CODEC(ZSTD(1)), path_key String CODEC(ZSTD(1)), observed_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  images Array(String) CODEC(ZSTD(3))
) ENGINE = ReplacingMergeTree(observed_at) ORDER BY (host_key, path_key) SETTINGS index_granularity = 1024`;

const PAGE_IMAGES_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_page_images TO page_images AS SELECT
  host_key, path_key, observed_at, images FROM incoming WHERE rules_version > 0`;

/** Images that were asked whether they exist, and how large they are. */
const CRAWL_IMAGES = sql`CREATE TABLE IF NOT EXISTS crawl_images (
  crawl String CODEC(ZSTD(1)), url String CODEC(ZSTD(3)), observed_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  status UInt16 CODEC(ZSTD(1)), bytes UInt64 CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(observed_at) ORDER BY (crawl, url)`;

export const IMAGE_DEFINITIONS: readonly Sql[] = [IMAGE_COLUMN, PAGE_IMAGES, PAGE_IMAGES_VIEW, CRAWL_IMAGES];

const ASSET_COLUMN = sql`ALTER TABLE incoming ADD COLUMN IF NOT EXISTS assets Array(String)`;

/** The scripts and styles that each page loads from its own domain. */
const PAGE_ASSETS = sql`CREATE TABLE IF NOT EXISTS page_assets (
  host_key String CODEC(ZSTD(1)), path_key String CODEC(ZSTD(1)), observed_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  assets Array(LowCardinality(String)) CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(observed_at) ORDER BY (host_key, path_key) SETTINGS index_granularity = 1024`;

const PAGE_ASSETS_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_page_assets TO page_assets AS SELECT
  host_key, path_key, observed_at, assets FROM incoming WHERE rules_version > 0`;

export const ASSET_DEFINITIONS: readonly Sql[] = [ASSET_COLUMN, PAGE_ASSETS, PAGE_ASSETS_VIEW];
