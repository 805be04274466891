import { domainToASCII } from 'node:url';

import { z } from 'zod';

import { hostKey, hostOfKey } from '../../web/url.ts';
import type { SearchPage, SearchQuery, SearchResult, SerpSource } from '../../ports/serp.ts';
import type { Sourced } from '../../ports/source.ts';
import type { IndexDatabase } from '../database/database.ts';
import { joined, type Sql, sql } from '../database/sql.ts';
import { urlOfKeys } from '../database/names.ts';
import { type Coverage, type CoverageReader, sourceNote } from './rows/coverage.ts';
import { queryWords, type QueryWord } from './query.ts';
import { inHostRange } from './rows/scope.ts';
import { scoredPages } from './score.ts';
import { snippetOf } from './snippet.ts';

const OWN_ENGINE = 'seamark-index';

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

/** Search over the pages that were crawled: a real result page of the own index, and of nothing else. */
export class IndexSearch implements SerpSource {
  private readonly database: IndexDatabase;
  private readonly coverage: CoverageReader;

  constructor(database: IndexDatabase, coverage: CoverageReader) {
    this.database = database;
    this.coverage = coverage;
  }

  async search(query: SearchQuery, signal: AbortSignal): Promise<Sourced<SearchPage>> {
    const coverage = await this.coverage.read();
    const words = queryWords(query.query, query.language, coverage.languages.slice(0, LANGUAGES_MAX));
    const { total, results, newest_ms } =
      words.length === 0 ? NOTHING : await this.results(query, words, coverage, signal);
    const observed_at = newest_ms === null ? null : new Date(newest_ms).toISOString();
    return {
      value: { engine: OWN_ENGINE, query_sent: query.query, total_count: total, results },
      source: sourceNote(coverage, observed_at, "Ranked by the index's own search; the location has no effect."),
    };
  }

  private async results(
    query: SearchQuery,
    words: readonly QueryWord[],
    coverage: Coverage,
    signal: AbortSignal,
  ): Promise<RankedResults> {
    const pages = scoredPages({ words, language: query.language, coverage, filter: domainFilter(query) });
    const ranked = await this.database.rows(
      Ranked,
      sql`SELECT toString(page) AS page, total FROM (${pages}) ORDER BY score DESC, page LIMIT ${Math.max(1, query.limit)}`,
      signal,
    );
    if (ranked.length === 0) return NOTHING;
    const found = await this.facts(
      ranked.map(({ page }) => page),
      signal,
    );
    const results = ranked.flatMap(({ page }, at): SearchResult[] => {
      const fact = found.get(page);
      return fact === undefined ? [] : [resultOf(fact, at + 1, words)];
    });
    const [anyFact] = found.values();
    return {
      total: ranked[0]?.total ?? 0,
      results: results.slice(0, query.limit),
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
  readonly results: readonly SearchResult[];
  /** The newest fetch of a page among the results. */
  readonly newest_ms: number | null;
}

const NOTHING: RankedResults = { total: 0, results: [], newest_ms: null };

function resultOf(fact: z.infer<typeof Found>, position: number, words: readonly QueryWord[]): SearchResult {
  const url = urlOfKeys(fact.host_key, fact.path_key, fact.flags);
  return {
    position,
    url,
    domain: hostOfKey(fact.domain),
    title: fact.title === '' ? url : fact.title,
    description: snippetOf(fact.text === '' ? fact.description : fact.text, words),
    features: [],
    published_at: fact.published_at === '' ? null : fact.published_at,
  };
}

/** Pages that the query's domain filters let through; undefined when it has none. */
function domainFilter(query: SearchQuery): Sql | undefined {
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
