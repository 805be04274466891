import { BETWEEN_DOMAINS, TARGET_DOMAIN } from '../database/link-domains.ts';
import { Sql, sql } from '../database/sql.ts';

/**
 * Pages that lead elsewhere by redirect or canonical, with each page that they reach within three steps. Into a target
 * counts the first step that lies in it, of pages outside it. `into_domain` marks the first step that reaches the
 * registrable domain of its final page from outside it, and `into_host` the same for the host.
 */
const ARRIVALS = sql`CREATE TABLE IF NOT EXISTS arrivals (
  version UInt64, final_host String CODEC(ZSTD(1)), final_path String CODEC(ZSTD(1)), final_flags UInt8 CODEC(ZSTD(1)),
  final_domain_length UInt8 CODEC(ZSTD(1)), host_key String CODEC(ZSTD(1)), path_key String CODEC(ZSTD(1)), step UInt8 CODEC(ZSTD(1)),
  into_domain UInt8 CODEC(ZSTD(1)), into_host UInt8 CODEC(ZSTD(1))
) ENGINE = MergeTree PARTITION BY version ORDER BY (final_host, final_path, host_key, path_key) SETTINGS index_granularity = 1024`;

/** What LINKED_SITES and SITE_REFERRERS said after them in a row a site. */
const DOMAIN_EDGES = sql`CREATE TABLE IF NOT EXISTS domain_edges (
  version UInt64, source UInt64 CODEC(Delta, ZSTD(1)), target UInt64 CODEC(Delta, ZSTD(1)), links UInt32 CODEC(ZSTD(1))
) ENGINE = MergeTree PARTITION BY version ORDER BY (source, target) SETTINGS index_granularity = 512, min_compress_block_size = 8192`;

const HOST_EDGES = sql`CREATE TABLE IF NOT EXISTS host_edges (
  version UInt64, source UInt64 CODEC(Delta, ZSTD(1)), target UInt64 CODEC(Delta, ZSTD(1)), links UInt32 CODEC(ZSTD(1))
) ENGINE = MergeTree PARTITION BY version ORDER BY (source, target) SETTINGS index_granularity = 512, min_compress_block_size = 8192`;

const DOMAIN_REFERRERS = sql`CREATE TABLE IF NOT EXISTS domain_referrers (
  version UInt64, target UInt64 CODEC(Delta, ZSTD(1)), domains UInt32 CODEC(ZSTD(1))
) ENGINE = MergeTree PARTITION BY version ORDER BY target SETTINGS index_granularity = 1024`;

const HOST_REFERRERS = sql`CREATE TABLE IF NOT EXISTS host_referrers (
  version UInt64, target UInt64 CODEC(Delta, ZSTD(1)), domains UInt32 CODEC(ZSTD(1))
) ENGINE = MergeTree PARTITION BY version ORDER BY target SETTINGS index_granularity = 1024`;

/** What SITE_LINKS and REFERRED_SITES now say, with ids of sites in place of numbers. */
const LINKED_SITES = sql`CREATE TABLE IF NOT EXISTS linked_sites (
  version UInt64, kind Enum8('domain' = 1, 'host' = 2), source UInt64 CODEC(Delta, ZSTD(1)), trust Float32 CODEC(ZSTD(1)),
  domains UInt32 CODEC(ZSTD(1)), targets Array(UInt64) CODEC(ZSTD(1))
) ENGINE = MergeTree PARTITION BY version ORDER BY (kind, source) SETTINGS index_granularity = 64, min_compress_block_size = 4096`;

const SITE_REFERRERS = sql`CREATE TABLE IF NOT EXISTS site_referrers (
  version UInt64, kind Enum8('domain' = 1, 'host' = 2), target UInt64 CODEC(Delta, ZSTD(1)), key String CODEC(ZSTD(1)),
  rank UInt16 CODEC(ZSTD(1)), domains UInt32 CODEC(ZSTD(1))
) ENGINE = MergeTree PARTITION BY version ORDER BY (kind, target) SETTINGS index_granularity = 128, min_compress_block_size = 4096`;

const isFilled = (table: Sql, kind: 'domain' | 'host', version: Sql): Sql =>
  sql`${version} IN (SELECT DISTINCT version FROM ${table} WHERE kind = ${kind})`;
const BEFORE = sql`SETTINGS max_bytes_before_external_group_by = 600000000, join_algorithm = 'full_sorting_merge'`;
const LINKED_SITES_BEFORE = (['domain', 'host'] as const).map(
  (kind) => sql`INSERT INTO linked_sites SELECT e.version, ${kind}, e.source, ifNull(a.trust, 0), d.domains, e.targets
    FROM (SELECT version, source, groupArray(target) AS targets FROM ${new Sql(`${kind}_edges`)} GROUP BY version, source) AS e
    INNER JOIN (SELECT version, source, count() AS domains FROM domain_edges GROUP BY version, source) AS d
      ON d.version = e.version AND d.source = e.source
    LEFT JOIN (SELECT version, id, any(trust) AS trust FROM authority WHERE kind = 'domain' GROUP BY version, id) AS a
      ON a.version = e.version AND a.id = e.source WHERE NOT ${isFilled(sql`linked_sites`, kind, sql`e.version`)} ${BEFORE}`,
);
const SITE_REFERRERS_BEFORE = (['domain', 'host'] as const).map(
  (
    kind,
  ) => sql`INSERT INTO site_referrers SELECT r.version, ${kind}, r.target, a.key, a.rank, r.domains FROM ${new Sql(`${kind}_referrers`)} AS r
    INNER JOIN (SELECT version, id, key, rank FROM authority WHERE kind = ${kind}) AS a
      ON a.version = r.version AND a.id = r.target WHERE NOT ${isFilled(sql`site_referrers`, kind, sql`r.version`)} ${BEFORE}`,
);

/** In the order in which an index that has the tables by pairs comes to have those by site. */
export const SITE_DEFINITIONS: readonly Sql[] = [
  LINKED_SITES,
  SITE_REFERRERS,
  ...LINKED_SITES_BEFORE,
  ...SITE_REFERRERS_BEFORE,
  ...['domain_edges', 'host_edges', 'domain_referrers', 'host_referrers'].map(
    (table) => sql`TRUNCATE TABLE IF EXISTS ${new Sql(table)}`,
  ),
];

/** To find a site by its key: bounds of every 8,192 keys, since as many as there are granules take longer to look through. */
const KEYS_OF_SITES = sql`keys key TYPE minmax GRANULARITY 64`;

/**
 * The registrable domains and hosts that other domains link to by a live link, followed or not, and from how many domains. Numbers
 * begin at 0 for each kind and follow the order of the keys, byte by byte, so that the hosts of a domain lie side by side.
 */
const REFERRED_SITES = sql`CREATE TABLE IF NOT EXISTS referred_sites (
  version UInt64, kind Enum8('domain' = 1, 'host' = 2), no UInt32 CODEC(Delta, ZSTD(1)), key String CODEC(ZSTD(1)),
  rank UInt16 CODEC(ZSTD(1)), domains UInt32 CODEC(ZSTD(1)), INDEX ${KEYS_OF_SITES}
) ENGINE = MergeTree PARTITION BY version ORDER BY (kind, no) SETTINGS index_granularity = 128, min_compress_block_size = 4096`;

/**
 * To which of them each registrable domain has such a link: `targets`, each once and by its number, which takes a third of the room
 * of an id. `trust` is that of `authority`, and `domains` to how many domains it links in all.
 */
const SITE_LINKS = sql`CREATE TABLE IF NOT EXISTS site_links (
  version UInt64, kind Enum8('domain' = 1, 'host' = 2), source UInt64 CODEC(Delta, ZSTD(1)), trust Float32 CODEC(ZSTD(1)),
  domains UInt32 CODEC(ZSTD(1)), targets Array(UInt32) CODEC(ZSTD(1))
) ENGINE = MergeTree PARTITION BY version ORDER BY (kind, source) SETTINGS index_granularity = 64, min_compress_block_size = 4096`;

/** What numbers the sites of one kind from before, and then the links to them. */
function numberedBefore(kind: 'domain' | 'host'): readonly Sql[] {
  const numbered = sql`SELECT version, target, toUInt32(row_number() OVER (PARTITION BY version ORDER BY key) - 1) AS no, key, rank, domains
    FROM site_referrers WHERE kind = ${kind}`;
  return [
    sql`INSERT INTO referred_sites SELECT r.version, ${kind}, r.no, r.key, r.rank, r.domains FROM (${numbered}) AS r
      WHERE NOT ${isFilled(sql`referred_sites`, kind, sql`r.version`)} ${BEFORE}`,
    sql`INSERT INTO site_links SELECT l.version, ${kind}, l.source, any(l.trust), any(l.domains), arraySort(groupArray(r.no))
      FROM (SELECT version, source, trust, domains, arrayJoin(targets) AS target FROM linked_sites WHERE kind = ${kind}) AS l
      INNER JOIN (${numbered}) AS r ON r.version = l.version AND r.target = l.target
      WHERE NOT ${isFilled(sql`site_links`, kind, sql`l.version`)} GROUP BY l.version, l.source ${BEFORE}`,
  ];
}

/** In the order in which an index that has ids of linked sites comes to have their numbers. */
const NUMBERED_SITES: readonly Sql[] = [
  REFERRED_SITES,
  SITE_LINKS,
  ...numberedBefore('domain'),
  ...numberedBefore('host'),
  ...['linked_sites', 'site_referrers'].map((table) => sql`TRUNCATE TABLE IF EXISTS ${new Sql(table)}`),
];

/**
 * Targets with so many links that queries about them are answered from `hot_links`: domains, and hosts and pages of
 * those.
 */
const HOT_TARGETS = sql`CREATE TABLE IF NOT EXISTS hot_targets (
  version UInt64, kind Enum8('domain' = 1, 'host' = 2, 'page' = 3), domain UInt64, host String, path String, links UInt64
) ENGINE = MergeTree PARTITION BY version ORDER BY (kind, host, path)`;

/** One row a link to a hot domain from other domains, with numbers for names; see `hot_names`. */
const HOT_LINKS = sql`CREATE TABLE IF NOT EXISTS hot_links (
  version UInt64, domain UInt64 CODEC(ZSTD(1)),
  source_domain_no UInt32 CODEC(ZSTD(1)), source_host_no UInt32 CODEC(ZSTD(1)), source_page_no UInt32 CODEC(ZSTD(1)),
  source_page_id UInt64 CODEC(ZSTD(1)), target_page_no UInt32 CODEC(ZSTD(1)), final_page_no UInt32 CODEC(ZSTD(1)),
  anchor_no UInt32 CODEC(ZSTD(1)), alt_no UInt32 CODEC(ZSTD(1)), type UInt8 CODEC(ZSTD(1)), dofollow UInt8 CODEC(ZSTD(1)),
  attributes UInt8 CODEC(ZSTD(1)), position UInt8 CODEC(ZSTD(1)), count UInt16 CODEC(ZSTD(1)), source_flags UInt8 CODEC(ZSTD(1)),
  target_flags UInt8 CODEC(ZSTD(1)), final_flags UInt8 CODEC(ZSTD(1)), is_indirect UInt8 CODEC(ZSTD(1)),
  first_seen DateTime('UTC') CODEC(ZSTD(1)), last_seen DateTime('UTC') CODEC(ZSTD(1)), lost_at DateTime('UTC') CODEC(ZSTD(1)),
  page_read_before UInt8 CODEC(ZSTD(1)), page_rank UInt16 CODEC(ZSTD(1)), domain_rank UInt16 CODEC(ZSTD(1)),
  link_rank UInt16 CODEC(ZSTD(1)), spam UInt8 CODEC(ZSTD(1)), target_status UInt16 CODEC(ZSTD(1)), tld LowCardinality(String),
  language LowCardinality(String), platform LowCardinality(String)
) ENGINE = MergeTree PARTITION BY version ORDER BY (domain, source_host_no, source_page_no, target_page_no)`;

/** Names behind the numbers of one hot domain. Numbers begin at 0 and follow the order of the names, byte by byte. */
const HOT_NAMES = sql`CREATE TABLE IF NOT EXISTS hot_names (
  version UInt64, domain UInt64 CODEC(ZSTD(1)), kind Enum8('source_domain' = 1, 'source_host' = 2, 'source_page' = 3,
    'target_page' = 4, 'anchor' = 5, 'alt' = 6) CODEC(ZSTD(1)), no UInt32 CODEC(Delta, ZSTD(1)), name String CODEC(ZSTD(1)), path String CODEC(ZSTD(1)),
  INDEX names name TYPE minmax GRANULARITY 1
) ENGINE = MergeTree PARTITION BY version ORDER BY (domain, kind, no) SETTINGS index_granularity = 512`;

/** `arrivals` among the pages of one hot domain, and from outside it into it, by their numbers as `target_page`. */
const HOT_ARRIVALS = sql`CREATE TABLE IF NOT EXISTS hot_arrivals (
  version UInt64, domain UInt64 CODEC(ZSTD(1)), final_page_no UInt32 CODEC(ZSTD(1)), target_page_no UInt32 CODEC(ZSTD(1)),
  step UInt8 CODEC(ZSTD(1)), final_flags UInt8 CODEC(ZSTD(1))
) ENGINE = MergeTree PARTITION BY version ORDER BY (domain, final_page_no, target_page_no) SETTINGS index_granularity = 1024`;

/** What the newest fetch of the pages of a hot domain saw, for those that links name or end at and that were fetched. */
const HOT_PAGES = sql`CREATE TABLE IF NOT EXISTS hot_pages (
  version UInt64, domain UInt64 CODEC(ZSTD(1)), no UInt32 CODEC(ZSTD(1)), flags UInt8 CODEC(ZSTD(1)), status UInt16 CODEC(ZSTD(1)),
  readable UInt8 CODEC(ZSTD(1)), redirect_url String CODEC(ZSTD(1)), title String CODEC(ZSTD(1)), page_rank UInt16 CODEC(ZSTD(1)),
  first_visited DateTime('UTC') CODEC(ZSTD(1)), word_count UInt32 CODEC(ZSTD(1)), internal_links UInt32 CODEC(ZSTD(1)),
  external_links UInt32 CODEC(ZSTD(1))
) ENGINE = MergeTree PARTITION BY version ORDER BY (domain, no)`;

/** What KEPT_COMPETITORS now says in a row a target. */
const HOT_COMPETITORS = sql`CREATE TABLE IF NOT EXISTS hot_competitors (
  version UInt64, kind Enum8('domain' = 1, 'host' = 2, 'page' = 3), host String CODEC(ZSTD(1)), path String CODEC(ZSTD(1)),
  main_domain UInt8 CODEC(ZSTD(1)), position UInt32 CODEC(ZSTD(1)), key String CODEC(ZSTD(1)), rank UInt16 CODEC(ZSTD(1)),
  intersections UInt32 CODEC(ZSTD(1)), referring_main_domains UInt32 CODEC(ZSTD(1)), total UInt32 CODEC(ZSTD(1))
) ENGINE = MergeTree PARTITION BY version ORDER BY (kind, host, path, main_domain, position) SETTINGS index_granularity = 1024`;

/**
 * Whom the sites that link to a target link to as well: the foremost `no` of `referred_sites`, with how many sites each has in
 * common with the target and what they say of all its sites, in millionths. `domains` link to the target, all of them told by
 * `domains_id`; `total` counts also the competitors left out.
 */
const KEPT_COMPETITORS = sql`CREATE TABLE IF NOT EXISTS kept_competitors (
  version UInt64, kind Enum8('domain' = 1, 'host' = 2, 'page' = 3), host String CODEC(ZSTD(1)), path String CODEC(ZSTD(1)),
  main_domain UInt8 CODEC(ZSTD(1)), domains UInt32 CODEC(ZSTD(1)), domains_id UInt64 CODEC(ZSTD(1)), total UInt32 CODEC(ZSTD(1)),
  no Array(UInt32) CODEC(ZSTD(1)), shared Array(UInt32) CODEC(ZSTD(1)), share Array(UInt32) CODEC(ZSTD(1))
) ENGINE = MergeTree PARTITION BY version ORDER BY (kind, host, path, main_domain)
  SETTINGS index_granularity = 8, min_compress_block_size = 4096`;

/** Answers to what is usually asked of the largest targets, by the statement that asks it; see `KeptAnswers`. */
export const HOT_ANSWERS = sql`CREATE TABLE IF NOT EXISTS hot_answers (
  version UInt64, statement UInt64, answer String CODEC(ZSTD(3))
) ENGINE = MergeTree PARTITION BY version ORDER BY statement SETTINGS index_granularity = 64`;

const PACK_SETTINGS = sql`SETTINGS index_granularity = 64, index_granularity_bytes = 262144,
  min_compress_block_size = 65536, max_compress_block_size = 131072`;

/**
 * The links from other domains to a registrable domain, as one text; see `packed-links.ts`. Whatever is written of one of them
 * adds a row of no links, a note, which holds until a rebuild packs them: until then the domain is answered from `links`. Packs of
 * many domains share a block, as names repeat in them.
 */
const LINK_PACKS = sql`CREATE TABLE IF NOT EXISTS link_packs (
  domain UInt64, packed_at DateTime64(3, 'UTC') CODEC(ZSTD(1)), links UInt32 CODEC(ZSTD(1)), pack String CODEC(ZSTD(3))
) ENGINE = ReplacingMergeTree(packed_at) ORDER BY domain
  ${PACK_SETTINGS}`;

const OUTDATED_PACKS_VIEW = sql`CREATE MATERIALIZED VIEW IF NOT EXISTS links_outdated_packs TO link_packs AS
  SELECT DISTINCT cityHash64(${TARGET_DOMAIN}) AS domain, now64(3) AS packed_at, 0 AS links, '' AS pack FROM links
  WHERE ${BETWEEN_DOMAINS}`;

const UNPACKED_BEFORE = sql`INSERT INTO link_packs (domain, packed_at, links, pack)
  SELECT DISTINCT cityHash64(${TARGET_DOMAIN}) AS domain, toDateTime64(0, 3, 'UTC'), 0, '' FROM links WHERE ${BETWEEN_DOMAINS}`;

/** Packs were of up to 5,000 links before: domains with more of them are packed by the next rebuild. */
const LARGER_PACKS = sql`INSERT INTO link_packs (domain, packed_at, links, pack) SELECT domain, now64(3), 0, '' FROM link_packs FINAL
  WHERE links != 0 AND pack = ''`;

/**
 * The row of no links that outdates a pack stands beside it and not in its place, so that the links which changed can be added to it:
 * packs of these alone, newer than the pack, until the domain is packed anew. Notes from before stand in the place of packs, and of
 * some copies there is no note any more that they are outdated.
 */
const CHANGES_OF_PACKS = [
  sql`ALTER TABLE link_packs ADD COLUMN IF NOT EXISTS is_note UInt8, MODIFY ORDER BY (domain, is_note)`,
  sql`CREATE MATERIALIZED VIEW IF NOT EXISTS links_noted_packs TO link_packs AS
    SELECT DISTINCT cityHash64(${TARGET_DOMAIN}) AS domain, now64(3) AS packed_at, 0 AS links, '' AS pack, 1 AS is_note FROM links
    WHERE ${BETWEEN_DOMAINS}`,
  sql`DROP VIEW IF EXISTS links_outdated_packs`,
  sql`INSERT INTO link_packs (domain, packed_at, links, pack, is_note) SELECT DISTINCT domain, now64(3), 0, '', 1 FROM hot_targets`,
  sql`CREATE TABLE IF NOT EXISTS link_pack_changes (
    version UInt64, domain UInt64, packed_at DateTime64(3, 'UTC') CODEC(ZSTD(1)), links UInt32 CODEC(ZSTD(1)), pack String CODEC(ZSTD(3))
  ) ENGINE = MergeTree PARTITION BY version ORDER BY domain
    ${PACK_SETTINGS}`,
];

/**
 * How far a rebuild looked at the facts, by the numbers of their last blocks, and how many rows `links` had; see `changed.ts`. One of
 * changes adds a row to the version that it judges by.
 */
const JUDGED_BLOCKS = sql`ALTER TABLE rebuilds ADD COLUMN IF NOT EXISTS judged_at DateTime64(3, 'UTC'),
  ADD COLUMN IF NOT EXISTS read_links UInt64, ADD COLUMN IF NOT EXISTS read_pages UInt64,
  ADD COLUMN IF NOT EXISTS judged_links UInt64, ADD COLUMN IF NOT EXISTS link_rows UInt64`;

/** The version under which the copy of a target stands, which is newer than that of the rebuild where a copy was outdated since. */
const COPY = sql`ALTER TABLE hot_targets ADD COLUMN IF NOT EXISTS copy UInt64 DEFAULT version`;

/** In the order in which an index takes them. */
export const LATER_STEPS: readonly (readonly Sql[])[] = [
  [LINK_PACKS, OUTDATED_PACKS_VIEW, UNPACKED_BEFORE],
  [LARGER_PACKS],
  NUMBERED_SITES,
  [KEPT_COMPETITORS, sql`TRUNCATE TABLE IF EXISTS hot_competitors`],
  [
    sql`ALTER TABLE referred_sites DROP INDEX IF EXISTS keys SETTINGS mutations_sync = 1`,
    sql`ALTER TABLE referred_sites ADD INDEX IF NOT EXISTS ${KEYS_OF_SITES}`,
    sql`ALTER TABLE referred_sites MATERIALIZE INDEX keys SETTINGS mutations_sync = 1`,
  ],
  [JUDGED_BLOCKS],
  [sql`DROP VIEW IF EXISTS links_outdated_copies`, sql`DROP TABLE IF EXISTS outdated_copies`],
  CHANGES_OF_PACKS,
  [COPY],
];

/** The words of the index by how many documents have them, rare ones left out: what a misspelt word may have meant. */
export const VOCABULARY = sql`CREATE TABLE IF NOT EXISTS vocabulary (
  version UInt64, size UInt8 CODEC(ZSTD(1)), term String CODEC(ZSTD(1)), documents UInt32 CODEC(ZSTD(1))
) ENGINE = MergeTree PARTITION BY version ORDER BY (size, term)`;

/**
 * Domains and pages whose links give them away, by id, with the strongest sign of each; whoever is not here shows none.
 * See `writeSpamSigns`.
 */
export const SPAM_SIGNS = sql`CREATE TABLE IF NOT EXISTS spam_signs (
  version UInt64, kind Enum8('domain' = 1, 'page' = 3), id UInt64, sign LowCardinality(String), points UInt8, peers UInt32
) ENGINE = MergeTree PARTITION BY version ORDER BY (kind, id) SETTINGS index_granularity = 1024`;

/** Words on many documents, with the number of these; see `writeLeaders`. */
const COMMON_TERMS = sql`CREATE TABLE IF NOT EXISTS common_terms (
  version UInt64, term String CODEC(ZSTD(1)), documents UInt32 CODEC(ZSTD(1))
) ENGINE = MergeTree PARTITION BY version ORDER BY term`;

/** The postings of each common word that weigh most. */
const LEADING_POSTINGS = sql`CREATE TABLE IF NOT EXISTS leading_postings (
  version UInt64, term String CODEC(ZSTD(1)), document UInt64 CODEC(Delta, ZSTD(1)), body UInt8 CODEC(ZSTD(1)), title UInt8 CODEC(ZSTD(1)),
  heading UInt8 CODEC(ZSTD(1)), url UInt8 CODEC(ZSTD(1)), size UInt8 CODEC(ZSTD(1))
) ENGINE = MergeTree PARTITION BY version ORDER BY (term, document) SETTINGS index_granularity = 1024`;

export const LEADER_DEFINITIONS = [COMMON_TERMS, LEADING_POSTINGS];

/** Everything that a rebuild derives under a version of its own, in partitions by version. */
export const VERSIONED_TABLES = [
  'authority',
  'anchor_terms',
  'arrivals',
  'site_links',
  'referred_sites',
  'hot_targets',
  'hot_links',
  'hot_names',
  'hot_arrivals',
  'hot_pages',
  'kept_competitors',
  'hot_answers',
  'vocabulary',
  'common_terms',
  'leading_postings',
  'spam_signs',
] as const;

/** In the order in which they are created. */
export const DERIVED_TABLES: readonly Sql[] = [
  ARRIVALS,
  DOMAIN_EDGES,
  HOST_EDGES,
  DOMAIN_REFERRERS,
  HOST_REFERRERS,
  HOT_TARGETS,
  HOT_LINKS,
  HOT_NAMES,
  HOT_ARRIVALS,
  HOT_PAGES,
  HOT_COMPETITORS,
];
