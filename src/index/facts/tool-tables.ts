import { sql } from '../database/sql.ts';

/**
 * What tables of other tools say beside their links. Nothing here is measured by Seamark, and no figure of the index is
 * computed from it; the newest row of a key wins.
 */

/** Figures of pages and registrable domains, by their ids as in `authority`; a title stands in `text`, a number in `number`. */
const TOOL_FACTS = sql`CREATE TABLE IF NOT EXISTS tool_facts (
  kind Enum8('domain' = 1, 'page' = 3), id UInt64, tool LowCardinality(String), metric LowCardinality(String),
  observed_at DateTime('UTC') CODEC(ZSTD(1)), number Nullable(Float64) CODEC(ZSTD(1)), text String CODEC(ZSTD(3))
) ENGINE = ReplacingMergeTree(observed_at) ORDER BY (kind, id, tool, metric) SETTINGS index_granularity = 1024`;

/** Whose tables told of links to a page. */
const TOOL_TARGETS = sql`CREATE TABLE IF NOT EXISTS tool_targets (
  target_host String CODEC(ZSTD(1)), target_path String CODEC(ZSTD(1)), tool LowCardinality(String), observed_at DateTime('UTC') CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(observed_at) ORDER BY (target_host, target_path, tool) SETTINGS index_granularity = 1024`;

/** Domains that link to a site, as a report counts them. */
const TOOL_DOMAINS = sql`CREATE TABLE IF NOT EXISTS tool_domains (
  target_host String CODEC(ZSTD(1)), tool LowCardinality(String), domain_key String CODEC(ZSTD(1)), observed_at DateTime('UTC') CODEC(ZSTD(1)),
  backlinks Nullable(UInt64) CODEC(ZSTD(1)), dofollow_backlinks Nullable(UInt64) CODEC(ZSTD(1)),
  referring_pages Nullable(UInt64) CODEC(ZSTD(1)), target_pages Nullable(UInt64) CODEC(ZSTD(1)),
  first_seen Nullable(DateTime('UTC')) CODEC(ZSTD(1)), last_seen Nullable(DateTime('UTC')) CODEC(ZSTD(1)),
  lost_at Nullable(DateTime('UTC')) CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(observed_at) ORDER BY (target_host, tool, domain_key) SETTINGS index_granularity = 1024`;

export const TOOL_DEFINITIONS = [TOOL_FACTS, TOOL_TARGETS, TOOL_DOMAINS];
