import {
  CRAWL_DEFINITIONS,
  EXTERNAL_DEFINITIONS,
  ASSET_DEFINITIONS,
  IMAGE_DEFINITIONS,
  PROBE_DEFINITIONS,
  RENDER_DEFINITIONS,
} from './crawls/tables.ts';
import { type IndexDatabase, readNumber, withDatabase } from './database/database.ts';
import { createDatabase } from './database/databases.ts';
import { positionCode } from './database/names.ts';
import {
  DERIVED_TABLES,
  HOT_ANSWERS,
  LEADER_DEFINITIONS,
  LATER_STEPS,
  SPAM_SIGNS,
  VOCABULARY,
  SITE_DEFINITIONS,
} from './derive/tables.ts';
import { SOURCE_DOMAIN } from './database/link-domains.ts';
import { Sql, sql } from './database/sql.ts';
import {
  CONSOLE_DEFINITIONS,
  DISCUSSION_DEFINITIONS,
  FACT_DEFINITIONS,
  PAGE_READ_DEFINITIONS,
  OUTLINE_DEFINITIONS,
  ASSISTANT_DEFINITIONS,
  RANKING_DEFINITIONS,
  SUM_DEFINITIONS,
} from './facts/tables.ts';
import { TOOL_DEFINITIONS } from './facts/tool-tables.ts';

/**
 * The tables of the index.
 *
 * A crawl writes one row a fetched page into `incoming`, which keeps nothing: materialized views take it apart, so that
 * a page, its history, its links and its words come from one insert. Facts are only added. Newest rows win by
 * `observed_at`, so any order and any number of repetitions ends in the same state.
 *
 * Hosts are written `com.example.www.` (see `PageAddress`), so a domain with its subdomains is one range of the key.
 * Pages are named across tables by `cityHash64(host_key, path_key)`.
 */

/** A column for each fact of a page; arrays run in parallel over its links and its terms. */
const INCOMING = sql`CREATE TABLE IF NOT EXISTS incoming (
  host_key String, path_key String, domain_length UInt8, flags UInt8,
  observed_at DateTime64(3, 'UTC'), source String, status UInt16, redirect_url String, content_type String, bytes UInt64,
  readable UInt8, title String, description String, canonical_url String, noindex UInt8, nofollow UInt8, language String,
  heading_levels Array(UInt8), headings Array(String), word_count UInt32, internal_links UInt32, external_links UInt32,
  schema_types Array(String), platform_type String, published_at String, content_hash UInt64, simhash UInt64,
  spam_score Float32, text String,
  move_kind UInt8, move_host String, move_path String, move_domain_length UInt8, move_flags UInt8,
  link_host Array(String), link_path Array(String), link_domain_length Array(UInt8), link_flags Array(UInt8),
  link_type Array(UInt8), link_anchor Array(String), link_alt Array(String), link_dofollow Array(UInt8),
  link_attributes Array(UInt8), link_position Array(UInt8), link_count Array(UInt16), link_image Array(String),
  link_before Array(String), link_after Array(String), source_tld String,
  terms Array(String), terms_body Array(UInt8), terms_title Array(UInt8), terms_heading Array(UInt8), terms_url Array(UInt8),
  length UInt32, etag String, last_modified String, follow Array(String)
) ENGINE = Null`;

const PAGES = sql`CREATE TABLE IF NOT EXISTS pages (
  host_key String CODEC(ZSTD(3)), path_key String CODEC(ZSTD(3)), domain_length UInt8 CODEC(ZSTD(3)), flags UInt8 CODEC(ZSTD(3)),
  observed_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(3)), source LowCardinality(String), status UInt16 CODEC(ZSTD(3)),
  redirect_url String CODEC(ZSTD(3)), content_type LowCardinality(String), bytes UInt64 CODEC(ZSTD(3)),
  readable UInt8 CODEC(ZSTD(3)), title String CODEC(ZSTD(3)), description String CODEC(ZSTD(3)), canonical_url String CODEC(ZSTD(3)),
  noindex UInt8 CODEC(ZSTD(3)), nofollow UInt8 CODEC(ZSTD(3)), language LowCardinality(String),
  heading_levels Array(UInt8) CODEC(ZSTD(3)), headings Array(String) CODEC(ZSTD(3)),
  word_count UInt32 CODEC(ZSTD(3)), internal_links UInt32 CODEC(ZSTD(3)), external_links UInt32 CODEC(ZSTD(3)),
  schema_types Array(LowCardinality(String)), platform_type LowCardinality(String), published_at String CODEC(ZSTD(3)),
  content_hash UInt64, simhash UInt64, spam_score Float32 CODEC(ZSTD(3)), text String CODEC(ZSTD(3)),
  INDEX page_id cityHash64(host_key, path_key) TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = ReplacingMergeTree(observed_at) ORDER BY (host_key, path_key) SETTINGS index_granularity = 256, min_compress_block_size = 4096`;

const PAGES_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_pages TO pages AS SELECT
  host_key, path_key, domain_length, flags, observed_at, source, status, redirect_url, content_type, bytes, readable, title,
  description, canonical_url, noindex, nofollow, language, heading_levels, headings, word_count, internal_links,
  external_links, schema_types, platform_type, published_at, content_hash, simhash, spam_score, text FROM incoming`;

/**
 * The newest state of each page in few bytes, by page id: what joins with links and postings read.
 * `document` names the words of the page as they are now, so postings of earlier versions count no more.
 */
const PAGE_STATES = sql`CREATE TABLE IF NOT EXISTS page_states (
  page UInt64, observed_at DateTime64(3, 'UTC') CODEC(ZSTD(1)), host UInt64, domain UInt64, document UInt64, status UInt16 CODEC(ZSTD(1)),
  readable UInt8 CODEC(ZSTD(1)), indexable UInt8 CODEC(ZSTD(1)), language LowCardinality(String), platform_type LowCardinality(String),
  spam_score Float32 CODEC(ZSTD(1)), external_links UInt32 CODEC(ZSTD(1)), length UInt32 CODEC(ZSTD(1)), content_hash UInt64,
  move_kind UInt8 CODEC(ZSTD(1)), move_page UInt64 CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(observed_at) ORDER BY page SETTINGS index_granularity = 1024`;

/** Equal words in equal places are the same document: reading an unchanged page again adds no postings. */
const DOCUMENT_ID = sql`cityHash64(host_key, path_key, terms, terms_body, terms_title, terms_heading, terms_url)`;

const PAGE_STATES_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_page_states TO page_states AS SELECT
  cityHash64(host_key, path_key) AS page, observed_at, cityHash64(host_key) AS host,
  cityHash64(substring(host_key, 1, domain_length)) AS domain, if(readable, ${DOCUMENT_ID}, 0) AS document, status, readable,
  readable AND status = 200 AND NOT noindex AS indexable, language, platform_type, spam_score, external_links, length,
  if(length = 0, page, content_hash) AS content_hash, move_kind, if(move_kind = 0, 0, cityHash64(move_host, move_path)) AS move_page
  FROM incoming`;

/** Every fetch of every page. `evidence` says that it would have shown the page's links: read, moved or gone, not failed. */
const FETCHES = sql`CREATE TABLE IF NOT EXISTS fetches (
  page UInt64, fetched_at DateTime64(3, 'UTC') CODEC(ZSTD(1)), status UInt16 CODEC(ZSTD(1)), evidence UInt8 CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree ORDER BY (page, fetched_at) SETTINGS index_granularity = 1024`;

const FETCHES_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_fetches TO fetches AS SELECT
  cityHash64(host_key, path_key) AS page, observed_at AS fetched_at, status,
  readable OR (status >= 300 AND status < 400 AND status != 304) OR status IN (404, 410) AS evidence FROM incoming`;

/** What a page may be asked with whether it has changed, and where a crawl continues from when it has not. */
const VALIDATORS = sql`CREATE TABLE IF NOT EXISTS validators (
  page UInt64, observed_at DateTime64(3, 'UTC') CODEC(ZSTD(1)), etag String CODEC(ZSTD(1)), last_modified String CODEC(ZSTD(1)),
  follow Array(String) CODEC(ZSTD(3))
) ENGINE = ReplacingMergeTree(observed_at) ORDER BY page SETTINGS index_granularity = 256`;

const VALIDATORS_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_validators TO validators AS SELECT
  cityHash64(host_key, path_key) AS page, observed_at, etag, last_modified, follow
  FROM incoming WHERE etag != '' OR last_modified != ''`;

/** Redirects and canonicals by where they lead; valid while `observed_at` is the newest fetch of the page. */
const MOVES = sql`CREATE TABLE IF NOT EXISTS moves (
  to_host String CODEC(ZSTD(3)), to_path String CODEC(ZSTD(3)), host_key String CODEC(ZSTD(3)), path_key String CODEC(ZSTD(3)),
  to_domain_length UInt8 CODEC(ZSTD(3)), to_flags UInt8 CODEC(ZSTD(3)), kind UInt8 CODEC(ZSTD(3)), observed_at DateTime64(3, 'UTC') CODEC(ZSTD(3))
) ENGINE = ReplacingMergeTree(observed_at) ORDER BY (to_host, to_path, host_key, path_key)`;

const MOVES_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_moves TO moves AS SELECT
  move_host AS to_host, move_path AS to_path, host_key, path_key, move_domain_length AS to_domain_length, move_flags AS to_flags, move_kind AS kind, observed_at
  FROM incoming WHERE move_kind != 0`;

/**
 * One row a link; the texts themselves tell links of one page to one page apart. Most targets have few links, which small
 * blocks find in half the time; they take an eighth more room.
 *
 * `first_seen` keeps its earliest date; what may change between visits is in `newest` and `newest_text`, each taken as a
 * whole from the last visit. Read their parts with tupleElement, never by a dot: see SETTINGS of the database.
 *
 * The rest is what a rebuild judged of the link. Facts carry NULL there, which merges pass over, and a rebuild adds the
 * link again with its judgement, so that neither can undo the other; the later judgement stands. NULL is a link that came
 * after the last rebuild.
 *
 * Loading is bound by the processor, so links are compressed lightly: ZSTD(3) took a twentieth more time for a thirtieth
 * less room. Indexes from before still have it.
 */
const LINKS = sql`CREATE TABLE IF NOT EXISTS links (
  target_host String CODEC(ZSTD(1)), target_path String CODEC(ZSTD(1)), source_host String CODEC(ZSTD(1)),
  source_path String CODEC(ZSTD(1)), type UInt8 CODEC(ZSTD(1)), anchor String CODEC(ZSTD(1)), alt String CODEC(ZSTD(1)),
  target_domain_length SimpleAggregateFunction(anyLast, UInt8) CODEC(ZSTD(1)),
  source_domain_length SimpleAggregateFunction(anyLast, UInt8) CODEC(ZSTD(1)),
  source_tld SimpleAggregateFunction(anyLast, LowCardinality(String)),
  first_seen SimpleAggregateFunction(min, DateTime('UTC')) CODEC(ZSTD(1)),
  newest SimpleAggregateFunction(max, Tuple(seen DateTime('UTC'), dofollow UInt8, source_flags UInt8, target_flags UInt8, attributes UInt8,
    position UInt8, count UInt16)) CODEC(ZSTD(1)),
  newest_text SimpleAggregateFunction(max, Tuple(seen DateTime('UTC'), image_url String, text_pre String,
    text_post String)) CODEC(ZSTD(1)),
  lost_at SimpleAggregateFunction(anyLast, Nullable(DateTime('UTC'))) CODEC(ZSTD(1)),
  confirmed_at SimpleAggregateFunction(anyLast, Nullable(DateTime('UTC'))) CODEC(ZSTD(1)),
  page_read_before SimpleAggregateFunction(anyLast, Nullable(UInt8)) CODEC(ZSTD(1)),
  page_rank SimpleAggregateFunction(anyLast, Nullable(UInt16)) CODEC(ZSTD(1)),
  domain_rank SimpleAggregateFunction(anyLast, Nullable(UInt16)) CODEC(ZSTD(1)),
  link_rank SimpleAggregateFunction(anyLast, Nullable(UInt16)) CODEC(ZSTD(1)),
  spam SimpleAggregateFunction(anyLast, Nullable(UInt8)) CODEC(ZSTD(1)),
  language SimpleAggregateFunction(anyLast, LowCardinality(Nullable(String))),
  platform SimpleAggregateFunction(anyLast, LowCardinality(Nullable(String))),
  target_status SimpleAggregateFunction(anyLast, Nullable(UInt16)) CODEC(ZSTD(1))
) ENGINE = AggregatingMergeTree PRIMARY KEY (target_host, target_path, source_host)
  ORDER BY (target_host, target_path, source_host, source_path, type, anchor, alt)
  SETTINGS index_granularity = 1024, min_compress_block_size = 8192`;

/** Without texts around the link the newest ones are of no time: they need no room, and never displace any. */
const LINKS_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_links TO links AS SELECT
  target_host, target_path, host_key AS source_host, path_key AS source_path, type, anchor, alt, target_domain_length,
  domain_length AS source_domain_length, source_tld, toDateTime(observed_at, 'UTC') AS first_seen,
  (toDateTime(observed_at, 'UTC'), dofollow, flags, target_flags, attributes, position, count) AS newest,
  (if(image_url = '' AND text_pre = '' AND text_post = '', toDateTime(0, 'UTC'), toDateTime(observed_at, 'UTC')),
    image_url, text_pre, text_post) AS newest_text
  FROM incoming ARRAY JOIN link_host AS target_host, link_path AS target_path, link_domain_length AS target_domain_length,
  link_flags AS target_flags, link_type AS type, link_anchor AS anchor, link_alt AS alt, link_dofollow AS dofollow,
  link_attributes AS attributes, link_position AS position, link_count AS count, link_image AS image_url,
  link_before AS text_pre, link_after AS text_post`;

/** Links that another index reported as lost, by its own word and without a reading of the page. */
const REPORTED_LOSSES = sql`CREATE TABLE IF NOT EXISTS reported_losses (
  target_host String CODEC(ZSTD(3)), target_path String CODEC(ZSTD(3)), source_host String CODEC(ZSTD(3)),
  source_path String CODEC(ZSTD(3)), type UInt8 CODEC(ZSTD(3)), anchor String CODEC(ZSTD(3)), alt String CODEC(ZSTD(3)),
  lost_at DateTime('UTC') CODEC(ZSTD(3))
) ENGINE = ReplacingMergeTree(lost_at) ORDER BY (target_host, target_path, source_host, source_path, type, anchor, alt)`;

/** Words of documents for search. Reading the same words again makes the same rows. */
const POSTINGS = sql`CREATE TABLE IF NOT EXISTS postings (
  term String CODEC(ZSTD(1)), document UInt64 CODEC(Delta, ZSTD(1)), body UInt8 CODEC(ZSTD(1)), title UInt8 CODEC(ZSTD(1)),
  heading UInt8 CODEC(ZSTD(1)), url UInt8 CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree ORDER BY (term, document)`;

const POSTINGS_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_postings TO postings AS SELECT
  term, ${DOCUMENT_ID} AS document, body, title, heading, url
  FROM incoming ARRAY JOIN terms AS term, terms_body AS body, terms_title AS title, terms_heading AS heading, terms_url AS url
  WHERE readable`;

/** Headings that a search is compared with. */
const DOCUMENT_HEADINGS = 60;

/** Derived from all facts by a rebuild, each time under a new version; `rebuilds` names the versions that are whole. */
const REBUILDS = sql`CREATE TABLE IF NOT EXISTS rebuilds (
  version UInt64, computed_at DateTime64(3, 'UTC'), domains UInt64, hosts UInt64, pages UInt64, edges UInt64, method String
) ENGINE = MergeTree ORDER BY version`;

/**
 * `id` is cityHash64 of the domain's or host's key, or of both keys of a page, which have no `key`. `nodes` is how many were
 * ranked. `rank` is 65535 while too few domains are known. `origin` says whose it is: Common Crawl's for a domain that an
 * imported release lists, else the own graph's; all other figures are always of the own graph, and 0 for hosts and pages, which
 * have none.
 */
const AUTHORITY = sql`CREATE TABLE IF NOT EXISTS authority (
  version UInt64, kind Enum8('domain' = 1, 'host' = 2, 'page' = 3), id UInt64, key String CODEC(ZSTD(3)), pagerank Float64, harmonic Float64,
  position Float64 CODEC(ZSTD(1)), rank UInt16 CODEC(ZSTD(1)), nodes UInt32 CODEC(ZSTD(1)),
  origin Enum8('own' = 1, 'commoncrawl' = 2) DEFAULT 'own' CODEC(ZSTD(1))
) ENGINE = MergeTree PARTITION BY version ORDER BY (kind, id) SETTINGS index_granularity = 1024, min_compress_block_size = 8192`;

/** What a domain is worth as a referrer, 0-1 (`authority/ranking/witnesses.ts`); 0 for hosts and pages. */
const AUTHORITY_TRUST = sql`ALTER TABLE authority ADD COLUMN IF NOT EXISTS trust Float32 DEFAULT 0 CODEC(ZSTD(1))`;

/** Words that other sites use in their links to a page; `weight` counts the hosts that do. */
const ANCHOR_TERMS = sql`CREATE TABLE IF NOT EXISTS anchor_terms (
  version UInt64, term String CODEC(ZSTD(1)), page UInt64, weight UInt16 CODEC(ZSTD(1))
) ENGINE = MergeTree PARTITION BY version ORDER BY (term, page)`;

/** Ranks of domains as Common Crawl publishes them, by the release that they are of. */
const IMPORTED_RANKS = sql`CREATE TABLE IF NOT EXISTS imported_ranks (
  release String CODEC(ZSTD(1)), domain_key String CODEC(ZSTD(1)), harmonic_position UInt32 CODEC(ZSTD(1)), harmonic Float64 CODEC(ZSTD(1)),
  pagerank_position UInt32 CODEC(ZSTD(1)), pagerank Float64 CODEC(ZSTD(1)), hosts UInt32 CODEC(ZSTD(1)), imported_at DateTime('UTC') CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(imported_at) ORDER BY (domain_key, release)`;

/** Domains whose word the operator trusts, or no longer does. */
const TRUSTED_DOMAINS = sql`CREATE TABLE IF NOT EXISTS trusted_domains (
  domain_key String CODEC(ZSTD(1)), trusted UInt8 CODEC(ZSTD(1)), marked_at DateTime64(3, 'UTC') CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(marked_at) ORDER BY domain_key`;

/** Domains of which a page was ever read, or seen to lead elsewhere: whether the index could have seen a link at all. */
const READ_DOMAINS = sql`CREATE TABLE IF NOT EXISTS read_domains (domain UInt64) ENGINE = ReplacingMergeTree ORDER BY domain`;

const READ_DOMAINS_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_read_domains TO read_domains AS
  SELECT DISTINCT cityHash64(substring(host_key, 1, domain_length)) AS domain FROM incoming WHERE readable OR move_kind != 0`;

const READ_DOMAINS_BEFORE = sql`INSERT INTO read_domains SELECT DISTINCT domain FROM page_states
  WHERE readable OR move_kind != 0`;

/** Fetches that found a page unchanged: they tell of no page, so all they add is that they took place. */
const UNCHANGED = sql`CREATE TABLE IF NOT EXISTS unchanged (
  host_key String, path_key String, observed_at DateTime64(3, 'UTC')
) ENGINE = Null`;

const UNCHANGED_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS unchanged_fetches TO fetches AS SELECT
  cityHash64(host_key, path_key) AS page, observed_at AS fetched_at, toUInt16(304) AS status, toUInt8(0) AS evidence FROM unchanged`;

/**
 * What answers about links show of a page, by page id: one text in the place of a dozen columns, as fifty pages of an
 * answer lie in fifty places. `pages.ts` reads its parts.
 */
const PAGE_CARDS = sql`CREATE TABLE IF NOT EXISTS page_cards (
  page UInt64, observed_at DateTime64(3, 'UTC') CODEC(ZSTD(1)), card String CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(observed_at) ORDER BY page SETTINGS index_granularity = 64, min_compress_block_size = 4096`;

const CARD = sql`SELECT cityHash64(host_key, path_key) AS page, observed_at, formatRowNoNewline('JSONCompactEachRow', flags, status,
  readable, redirect_url, canonical_url, title, toString(language), word_count, internal_links, external_links, spam_score) AS card`;

const PAGE_CARDS_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_page_cards TO page_cards AS ${CARD} FROM incoming`;

const PAGE_CARDS_BEFORE = sql`INSERT INTO page_cards ${CARD} FROM pages`;

/** The length of a document in a byte, so that a word weighs what it does in its document without a look at that. */
const POSTINGS_SIZE = sql`ALTER TABLE postings ADD COLUMN IF NOT EXISTS size UInt8 CODEC(ZSTD(1))`;
const INCOMING_LINK_SHARE = sql`ALTER TABLE incoming ADD COLUMN IF NOT EXISTS link_share UInt8`;

const POSTINGS_VIEW_BEFORE = sql`DROP VIEW IF EXISTS incoming_postings`;
const SIZED_POSTINGS_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_sized_postings TO postings AS SELECT
  term, ${DOCUMENT_ID} AS document, body, title, heading, url, toUInt8(least(255, round(16 * log2(1 + length)))) AS size
  FROM incoming ARRAY JOIN terms AS term, terms_body AS body, terms_title AS title, terms_heading AS heading, terms_url AS url
  WHERE readable`;

/**
 * What search ranks, checks and quotes a document by, where postings name it. `link_share` is the percentage of the text that
 * is links of the content. A result needs one place of the table whatever the size of the index, so blocks are small.
 */
const DOCUMENTS = sql`CREATE TABLE IF NOT EXISTS documents (
  document UInt64, observed_at DateTime64(3, 'UTC') CODEC(ZSTD(1)), page UInt64, host_key String CODEC(ZSTD(1)), path_key String CODEC(ZSTD(1)),
  domain_length UInt8 CODEC(ZSTD(1)), flags UInt8 CODEC(ZSTD(1)), language LowCardinality(String), title String CODEC(ZSTD(1)),
  description String CODEC(ZSTD(1)), headings Array(String) CODEC(ZSTD(1)), published_at String CODEC(ZSTD(1)), link_share UInt8 CODEC(ZSTD(1)),
  length UInt32 CODEC(ZSTD(1)), content_hash UInt64, simhash UInt64, text String CODEC(ZSTD(3))
) ENGINE = ReplacingMergeTree(observed_at) ORDER BY document SETTINGS index_granularity = 16, min_compress_block_size = 4096`;

const DOCUMENTS_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_documents TO documents AS SELECT
  ${DOCUMENT_ID} AS document, observed_at, cityHash64(host_key, path_key) AS page, host_key, path_key, domain_length, flags, language,
  title, description, arraySlice(headings, 1, ${DOCUMENT_HEADINGS}) AS headings, published_at, link_share, length,
  if(length = 0, page, content_hash) AS content_hash, simhash, text FROM incoming WHERE readable`;

const DOCUMENTS_BEFORE = sql`INSERT INTO documents SELECT s.document, p.observed_at, p.page, p.host_key, p.path_key, p.domain_length, p.flags,
  p.language, p.title, p.description, arraySlice(p.headings, 1, ${DOCUMENT_HEADINGS}), p.published_at, 0, s.length, s.content_hash, p.simhash, p.text
  FROM (SELECT *, cityHash64(host_key, path_key) AS page FROM pages WHERE readable AND text != '') AS p
  INNER JOIN (SELECT page, observed_at, document, length, content_hash FROM page_states WHERE readable) AS s
    ON s.page = p.page AND s.observed_at = p.observed_at`;

/**
 * What ranking knows of a document, all but its text: one text in the place of a dozen columns, as two hundred candidates of a
 * search lie in two hundred places. `documents.ts` reads its parts.
 */
const DOCUMENT_CARDS = sql`CREATE TABLE IF NOT EXISTS document_cards (
  document UInt64, observed_at DateTime64(3, 'UTC') CODEC(ZSTD(1)), card String CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(observed_at) ORDER BY document SETTINGS index_granularity = 16, min_compress_block_size = 4096`;

const DOCUMENT_CARDS_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_document_cards TO document_cards AS SELECT
  ${DOCUMENT_ID} AS document, observed_at, formatRowNoNewline('JSONCompactEachRow', toString(cityHash64(host_key, path_key)), host_key, path_key,
    domain_length, flags, toString(language), title, arraySlice(headings, 1, ${DOCUMENT_HEADINGS}), published_at, link_share,
    toString(if(length = 0, cityHash64(host_key, path_key), content_hash)), toString(simhash), length,
    toString(cityHash64(substring(host_key, 1, domain_length)))) AS card FROM incoming WHERE readable`;

const DOCUMENT_CARDS_BEFORE = sql`INSERT INTO document_cards SELECT document, observed_at, formatRowNoNewline('JSONCompactEachRow',
  toString(page), host_key, path_key, domain_length, flags, toString(language), title, headings, published_at, link_share,
  toString(content_hash), toString(simhash), length, toString(cityHash64(substring(host_key, 1, domain_length)))) AS card FROM documents`;

/** What stands beside a word in its document, as `markNeighbours` writes it; '' where nothing is known of it. */
const INCOMING_BESIDE = sql`ALTER TABLE incoming ADD COLUMN IF NOT EXISTS terms_beside Array(String)`;
const POSTINGS_BESIDE = sql`ALTER TABLE postings ADD COLUMN IF NOT EXISTS beside String CODEC(ZSTD(1))`;
const LEADING_BESIDE = sql`ALTER TABLE leading_postings ADD COLUMN IF NOT EXISTS beside String CODEC(ZSTD(1))`;
const SIZED_POSTINGS_VIEW_BEFORE = sql`DROP VIEW IF EXISTS incoming_sized_postings`;
const NEIGHBOURLY_POSTINGS_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_postings_beside TO postings AS SELECT
  term, ${DOCUMENT_ID} AS document, body, title, heading, url, toUInt8(least(255, round(16 * log2(1 + length)))) AS size, beside
  FROM incoming ARRAY JOIN terms AS term, terms_body AS body, terms_title AS title, terms_heading AS heading, terms_url AS url,
    arrayResize(terms_beside, length(terms)) AS beside
  WHERE readable`;

/** Documents by the day that they name, so that a search within some days reads those alone. */
const DOCUMENT_DAYS = sql`CREATE TABLE IF NOT EXISTS document_days (
  day String CODEC(ZSTD(1)), document UInt64 CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree ORDER BY (day, document) SETTINGS index_granularity = 1024`;
const DOCUMENT_DAYS_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_document_days TO document_days AS SELECT
  substring(published_at, 1, 10) AS day, ${DOCUMENT_ID} AS document FROM incoming WHERE readable AND published_at != ''`;
const DOCUMENT_DAYS_BEFORE = sql`INSERT INTO document_days SELECT substring(published_at, 1, 10) AS day, document FROM documents
  WHERE published_at != ''`;

/** When a domain was copied: what was written to its links since is not in the copy. */
const COPIED_AT = sql`ALTER TABLE hot_targets ADD COLUMN IF NOT EXISTS copied_at DateTime64(3, 'UTC') DEFAULT now64(3)`;

/** Texts lie with the documents, so pages carry none. */
const PAGES_VIEW_BEFORE = sql`DROP VIEW IF EXISTS incoming_pages`;
const TEXTLESS_PAGES_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_textless_pages TO pages AS SELECT
  host_key, path_key, domain_length, flags, observed_at, source, status, redirect_url, content_type, bytes, readable, title,
  description, canonical_url, noindex, nofollow, language, heading_levels, headings, word_count, internal_links,
  external_links, schema_types, platform_type, published_at, content_hash, simhash, spam_score FROM incoming`;
const TEXTS_BEFORE = sql`ALTER TABLE pages CLEAR COLUMN IF EXISTS text`;

/** What the spam score of the page is made of, and whether most pages of the host have the link: judgements like the others. */
const LINK_SIGNS = sql`ALTER TABLE links ADD COLUMN IF NOT EXISTS spam_signs SimpleAggregateFunction(anyLast, Nullable(UInt16)) CODEC(ZSTD(1))`;
const LINK_REPEATED = sql`ALTER TABLE links ADD COLUMN IF NOT EXISTS repeated SimpleAggregateFunction(anyLast, Nullable(UInt8)) CODEC(ZSTD(1))`;
const HOT_LINK_SIGNS = sql`ALTER TABLE hot_links ADD COLUMN IF NOT EXISTS spam_signs UInt16 CODEC(ZSTD(1))`;
const HOT_LINK_REPEATED = sql`ALTER TABLE hot_links ADD COLUMN IF NOT EXISTS repeated UInt8 CODEC(ZSTD(1))`;

/**
 * What every reading of a page showed of its links: what a later one is compared with, so that losses need no look at all
 * links. Readings of one page lie side by side, so that a list that stays as it is takes hardly any room. `link` tells the
 * links between two pages apart.
 */
const PAGE_LINKS = sql`CREATE TABLE IF NOT EXISTS page_links (
  source_host String CODEC(ZSTD(1)), source_path String CODEC(ZSTD(1)), seen DateTime('UTC') CODEC(ZSTD(1)), list UInt64 CODEC(ZSTD(1)),
  first_seen DateTime('UTC') CODEC(ZSTD(1)), target_host Array(String) CODEC(ZSTD(1)), target_path Array(String) CODEC(ZSTD(1)),
  link Array(UInt32) CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree PRIMARY KEY (source_host, source_path) ORDER BY (source_host, source_path, seen, list)
  SETTINGS index_granularity = 256`;

const PAGE_LINKS_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_page_links TO page_links AS SELECT
  host_key AS source_host, path_key AS source_path, toDateTime(observed_at, 'UTC') AS seen, 0 AS list,
  toDateTime(observed_at, 'UTC') AS first_seen, link_host AS target_host, link_path AS target_path,
  arrayMap((type, anchor, alt) -> toUInt32(cityHash64(type, anchor, alt)), link_type, link_anchor, link_alt) AS link
  FROM incoming WHERE notEmpty(link_host)`;

/** Links of one page that were seen at the same times make one list. */
const listed = (links: Sql): Sql => sql`SELECT source_host, source_path, last_seen AS seen,
  groupBitXor(cityHash64(to_host, to_path, texts)) AS list, first_seen, groupArray(to_host) AS target_host,
  groupArray(to_path) AS target_path, groupArray(texts) AS link
  FROM (SELECT source_host, source_path, target_host AS to_host, target_path AS to_path, first_seen,
    tupleElement(newest, 'seen') AS last_seen, toUInt32(cityHash64(type, anchor, alt)) AS texts FROM ${links})
  GROUP BY source_host, source_path, first_seen, last_seen`;

const PAGE_LINKS_BEFORE = sql`INSERT INTO page_links ${listed(sql`links WHERE toUInt32(tupleElement(newest, 'seen')) != 0`)}
  SETTINGS max_bytes_before_external_group_by = 600000000`;

/** Links that others saw, a row each, by whoever did not read their pages; it keeps nothing itself. */
const SIGHTINGS = sql`CREATE TABLE IF NOT EXISTS sightings (
  target_host String, target_path String, source_host String, source_path String, type UInt8, anchor String, alt String,
  target_domain_length UInt8, source_domain_length UInt8, source_tld String, first_seen DateTime('UTC'),
  newest Tuple(seen DateTime('UTC'), dofollow UInt8, source_flags UInt8, target_flags UInt8, attributes UInt8, position UInt8, count UInt16),
  newest_text Tuple(seen DateTime('UTC'), image_url String, text_pre String, text_post String)
) ENGINE = Null`;

const SIGHTED_LINKS_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS sighted_links TO links AS SELECT target_host, target_path,
  source_host, source_path, type, anchor, alt, target_domain_length, source_domain_length, source_tld, first_seen, newest, newest_text
  FROM sightings`;

const SIGHTED_PAGE_LINKS_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS sighted_page_links TO page_links AS
  ${listed(sql`sightings`)}`;

/** Pages that others saw links on: their first own reading has something to compare with. */
const SIGHTED_PAGES = sql`CREATE TABLE IF NOT EXISTS sighted_pages (page UInt64) ENGINE = ReplacingMergeTree ORDER BY page
  SETTINGS index_granularity = 1024`;

const SIGHTED_PAGES_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS sighted_pages_seen TO sighted_pages AS SELECT DISTINCT
  cityHash64(source_host, source_path) AS page FROM sightings`;

/** Links that somebody else saw are of no known position. */
const SIGHTED_PAGES_BEFORE = sql`INSERT INTO sighted_pages SELECT DISTINCT cityHash64(source_host, source_path) AS page FROM links
  WHERE tupleElement(newest, 'position') = ${positionCode(null)}`;

/** An index that knows links of a domain could have seen its links, though it has read none of its pages. */
const SIGHTED_DOMAINS_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS sighted_domains TO read_domains AS SELECT DISTINCT
  cityHash64(${SOURCE_DOMAIN}) AS domain FROM sightings`;

/** Pages whose links were judged as soon as they were read again, for rebuilds that were judging meanwhile. */
const REREADS = sql`CREATE TABLE IF NOT EXISTS rereads (
  noted_at DateTime64(3, 'UTC') DEFAULT now64(3), host_key String CODEC(ZSTD(1)), path_key String CODEC(ZSTD(1))
) ENGINE = MergeTree ORDER BY noted_at TTL toDateTime(noted_at) + INTERVAL 2 DAY`;

const PAGE_LINKS_DEFINITIONS = [
  PAGE_LINKS,
  SIGHTED_PAGES,
  SIGHTINGS,
  REREADS,
  PAGE_LINKS_VIEW,
  SIGHTED_LINKS_VIEW,
  SIGHTED_PAGE_LINKS_VIEW,
  SIGHTED_PAGES_VIEW,
  SIGHTED_DOMAINS_VIEW,
  PAGE_LINKS_BEFORE,
  SIGHTED_PAGES_BEFORE,
];

/**
 * A merge holds a block for each column that it writes, of 1 MB by itself: a merge of half a million links took 143 MB, and
 * now takes 33. Blocks end where a granule does anyway, so the tables grow by 0.4% at most.
 */
const SMALLER_BLOCKS = ['links', 'documents', 'page_links', 'postings', 'pages'].map(
  (table) => sql`ALTER TABLE ${new Sql(table)} MODIFY SETTING max_compress_block_size = 131072`,
);

/** Migrations in order; a new one is added at the end, and none is ever changed. */
const MIGRATIONS: readonly (readonly Sql[])[] = [
  [
    PAGES,
    PAGE_STATES,
    FETCHES,
    VALIDATORS,
    MOVES,
    LINKS,
    REPORTED_LOSSES,
    POSTINGS,
    REBUILDS,
    AUTHORITY,
    ANCHOR_TERMS,
    ...DERIVED_TABLES,
    IMPORTED_RANKS,
    INCOMING,
    PAGES_VIEW,
    PAGE_STATES_VIEW,
    FETCHES_VIEW,
    VALIDATORS_VIEW,
    MOVES_VIEW,
    LINKS_VIEW,
    POSTINGS_VIEW,
  ],
  [READ_DOMAINS, READ_DOMAINS_VIEW, READ_DOMAINS_BEFORE],
  [UNCHANGED, UNCHANGED_VIEW],
  [PAGE_CARDS, PAGE_CARDS_VIEW, PAGE_CARDS_BEFORE],
  [HOT_ANSWERS],
  [...FACT_DEFINITIONS],
  CONSOLE_DEFINITIONS,
  RANKING_DEFINITIONS,
  OUTLINE_DEFINITIONS,
  ASSISTANT_DEFINITIONS,
  DISCUSSION_DEFINITIONS,
  SUM_DEFINITIONS,
  PAGE_READ_DEFINITIONS,
  [TRUSTED_DOMAINS, AUTHORITY_TRUST],
  [
    POSTINGS_SIZE,
    INCOMING_LINK_SHARE,
    DOCUMENTS,
    DOCUMENTS_VIEW,
    DOCUMENTS_BEFORE,
    SIZED_POSTINGS_VIEW,
    POSTINGS_VIEW_BEFORE,
    TEXTLESS_PAGES_VIEW,
    PAGES_VIEW_BEFORE,
    TEXTS_BEFORE,
    VOCABULARY,
  ],
  [SPAM_SIGNS],
  CRAWL_DEFINITIONS,
  [LINK_SIGNS, LINK_REPEATED, HOT_LINK_SIGNS, HOT_LINK_REPEATED],
  LEADER_DEFINITIONS,
  [DOCUMENT_CARDS, DOCUMENT_CARDS_VIEW, DOCUMENT_CARDS_BEFORE],
  TOOL_DEFINITIONS,
  RENDER_DEFINITIONS,
  PAGE_LINKS_DEFINITIONS,
  EXTERNAL_DEFINITIONS,
  PROBE_DEFINITIONS,
  IMAGE_DEFINITIONS,
  ASSET_DEFINITIONS,
  [INCOMING_BESIDE, POSTINGS_BESIDE, LEADING_BESIDE, NEIGHBOURLY_POSTINGS_VIEW, SIZED_POSTINGS_VIEW_BEFORE],
  [DOCUMENT_DAYS, DOCUMENT_DAYS_VIEW, DOCUMENT_DAYS_BEFORE],
  [COPIED_AT],
  SITE_DEFINITIONS,
  SMALLER_BLOCKS,
  ...LATER_STEPS,
];

/** How many steps there are. */
export const STEPS = MIGRATIONS.length;

/**
 * Creates what is missing in the database that the URL names. Every statement may run twice, also at the same time.
 *
 * @param steps how far; all of them where it is left out
 */
export async function migrateIndex(url: string, steps: number = STEPS): Promise<void> {
  await createDatabase(url);
  await withDatabase(url, async (database) => {
    await database.run(
      sql`CREATE TABLE IF NOT EXISTS migrations (version UInt32) ENGINE = ReplacingMergeTree ORDER BY version`,
    );
    const done = await stepsTaken(database);
    const note = (step: number): Promise<void> => database.run(sql`INSERT INTO migrations SELECT ${step}`);
    const last = Math.min(steps, STEPS);
    for (const [at, statements] of MIGRATIONS.slice(0, last).entries()) {
      if (at < done) continue;
      for (const statement of statements) await database.run(statement);
      // A new index takes all steps in no time, and nothing is lost where it takes them again.
      if (done > 0) await note(at + 1);
    }
    if (done === 0) await note(last);
  });
}

/** How many steps a database has taken. */
export function stepsTaken(database: IndexDatabase): Promise<number> {
  return readNumber(database, sql`SELECT max(version) FROM migrations`);
}
