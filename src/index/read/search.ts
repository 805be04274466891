import { domainToASCII } from 'node:url';

import { z } from 'zod';

import { hostKey, hostOfKey } from '../../web/url.ts';
import { OWN_ENGINE, type Serp, type SerpItem, type SerpQuery, type SerpSource } from '../../ports/serp.ts';
import type { Sourced } from '../../ports/source.ts';
import type { IndexDatabase } from '../database/database.ts';
import { joined, type Sql, sql } from '../database/sql.ts';
import { urlOfKeys } from '../database/names.ts';
import { type Coverage, type CoverageReader, sourceNote } from './rows/coverage.ts';
import { queryWords, type QueryWord } from './query.ts';
import { inHostRange } from './rows/scope.ts';
import { scoredPages } from './score.ts';
import { snippetOf } from './snippet.ts';

/** Text of a result that is searched for its snippet. */
const SNIPPET_SOURCE_CHARACTERS_MAX = 60_000;
/** Languages of the index whose stems a query is tried in. */
const LANGUAGES_MAX = 8;

const Ranked = z.object({ page: z.string(), total: z.int() });

const Found = z.object({
  page: z.string(),
  host_key: z.string(),
  path_key: z.string(),
  flags: z.int(),
  domain: z.string(),
  title: z.string(),
  description: z.string(),
  published_at: z.string(),
  text: z.string(),
  newest_ms: z.int(),
});

/** Search over crawled pages: a real result page of our own index, and of nothing else. */
export class IndexSearch implements Pick<SerpSource, 'check'> {
  private readonly database: IndexDatabase;
  private readonly coverage: CoverageReader;

  constructor(database: IndexDatabase, coverage: CoverageReader) {
    this.database = database;
    this.coverage = coverage;
  }

  async check(query: SerpQuery, signal: AbortSignal): Promise<Sourced<Serp>> {
    const coverage = await this.coverage.read();
    const language = query.language.toLowerCase().split(/[-_]/, 1)[0] ?? '';
    const words = queryWords(query.keyword, language, coverage.languages.slice(0, LANGUAGES_MAX));
    const found = words.length === 0 ? NOTHING : await this.results({ ...query, language }, words, coverage, signal);
    const observed_at = found.newest_ms === null ? null : new Date(found.newest_ms).toISOString();
    const source = sourceNote(coverage, observed_at, "Ranked by the index's own search over crawled pages.");
    return {
      value: serpOf(query, found, coverage.newest_fetch ?? new Date(0)),
      source: coverage.documents === 0 ? { ...source, coverage: 'none' } : source,
    };
  }

  private async results(
    query: SerpQuery,
    words: readonly QueryWord[],
    coverage: Coverage,
    signal: AbortSignal,
  ): Promise<RankedResults> {
    const pages = scoredPages({ words, language: query.language, coverage, filter: domainFilter(query) });
    const ranked = await this.database.rows(
      Ranked,
      sql`SELECT toString(page) AS page, total FROM (${pages}) ORDER BY score DESC, page LIMIT ${Math.max(1, query.depth)}`,
      signal,
    );
    if (ranked.length === 0) return NOTHING;
    const found = await this.facts(
      ranked.map(({ page }) => page),
      signal,
    );
    const results = ranked.flatMap(({ page }, at): SerpItem[] => {
      const fact = found.get(page);
      return fact === undefined ? [] : [resultOf(fact, at + 1, words)];
    });
    const [anyFact] = found.values();
    return {
      total: ranked[0]?.total ?? 0,
      results: results.slice(0, query.depth),
      newest_ms: anyFact?.newest_ms ?? null,
    };
  }

  private async facts(
    pages: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, z.infer<typeof Found>>> {
    const ids = joined(
      pages.map((page) => sql`toUInt64(${page})`),
      ', ',
    );
    const rows = await this.database.rows(
      Found,
      sql`SELECT toString(cityHash64(host_key, path_key)) AS page, host_key, path_key, flags,
          substring(host_key, 1, domain_length) AS domain, title, description, published_at,
          substringUTF8(text, 1, ${SNIPPET_SOURCE_CHARACTERS_MAX}) AS text,
          (SELECT toUnixTimestamp64Milli(max(fetched_at)) FROM fetches WHERE page IN (${ids})) AS newest_ms
        FROM pages FINAL WHERE cityHash64(host_key, path_key) IN (${ids})`,
      signal,
    );
    return new Map(rows.map((row) => [row.page, row]));
  }
}

interface RankedResults {
  readonly total: number;
  readonly results: readonly SerpItem[];
  /** The newest fetch of a page among the results. */
  readonly newest_ms: number | null;
}

const PLAIN_RESULT = {
  type: 'organic',
  kind: null,
  page: 1,
  place_id: null,
  phone: null,
  address: null,
  rating: null,
  reviews: null,
  top_px: null,
  height_px: null,
  children: [],
} as const;

/**
 * The index has only results: anything else that a result page may have is unknown. The check time is the
 * index's last update, so that the same index gives the same result page.
 */
function serpOf(query: SerpQuery, { total, results }: RankedResults, fed: Date): Serp {
  return {
    engine: OWN_ENGINE,
    source: OWN_ENGINE,
    keyword: query.keyword,
    keyword_sent: query.keyword,
    spell: null,
    location: null,
    language: query.language,
    device: null,
    checked_at: fed.toISOString(),
    check_url: null,
    total_results: total,
    depth_asked: query.depth,
    pages_fetched: 1,
    organic_seen: results.length,
    ended: results.length < query.depth ? 'no_more_results' : 'depth_reached',
    sees: ['organic'],
    items: results,
    ai_overview: { status: 'unavailable', markdown: null, references: [] },
    people_also_ask: null,
    related_searches: null,
  };
}

const NOTHING: RankedResults = { total: 0, results: [], newest_ms: null };

function resultOf(fact: z.infer<typeof Found>, position: number, words: readonly QueryWord[]): SerpItem {
  const url = urlOfKeys(fact.host_key, fact.path_key, fact.flags);
  return {
    ...PLAIN_RESULT,
    rank_absolute: position,
    rank_group: position,
    url,
    domain: hostOfKey(fact.domain),
    title: fact.title === '' ? url : fact.title,
    description: snippetOf(fact.text === '' ? fact.description : fact.text, words),
    published_at: fact.published_at === '' ? null : fact.published_at,
  };
}

/** Pages that the query's domain filters let through; undefined when it has none. */
function domainFilter(query: SerpQuery): Sql | undefined {
  const conditions: Sql[] = [];
  if (query.include_domains.length > 0) conditions.push(sql`(${joined(query.include_domains.map(inDomain), ' OR ')})`);
  if (query.exclude_domains.length > 0)
    conditions.push(sql`NOT (${joined(query.exclude_domains.map(inDomain), ' OR ')})`);
  return conditions.length === 0 ? undefined : joined(conditions, ' AND ');
}

function inDomain(domain: string): Sql {
  const written = domain.trim().replace(/\.$/, '');
  const host = domainToASCII(written);
  return inHostRange(hostKey(host === '' ? written.toLowerCase() : host.toLowerCase()), sql`host_key`);
}
