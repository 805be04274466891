import { RANK_UNKNOWN } from '../database/names.ts';
import { arrayOf, type Sql, sql } from '../database/sql.ts';
import type { Coverage } from './rows/coverage.ts';
import type { QueryWord } from './query.ts';

export interface ScoreQuery {
  readonly words: readonly QueryWord[];
  readonly language: string;
  readonly coverage: Coverage;
  /** Condition on `host_key`. */
  readonly filter: Sql | undefined;
}

/** BM25's saturation and length normalisation, at their customary values. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;

/** What one occurrence in a field weighs against one in the body. */
const TITLE_WEIGHT = 5;
const HEADING_WEIGHT = 2;
const URL_WEIGHT = 2;
/** Link texts count by the logarithm of the hosts that use them, so that a campaign cannot drown the page itself. */
const ANCHOR_WEIGHT = 3;

/**
 * Share of the query's words that a page has to hold: one of two, two of three. A rare word among them excludes
 * nothing.
 */
const COVERED_MIN = 0.5;

/** How much the highest rank of domain and of page adds to a score. */
const DOMAIN_RANK_GAIN = 0.6;
const PAGE_RANK_GAIN = 0.4;

/** Pages in a language other than requested are of little use; those of unknown language may help. */
const UNKNOWN_LANGUAGE_SHARE = 0.8;
const OTHER_LANGUAGE_SHARE = 0.3;

/**
 * All pages that match, best copies only, with `page`, `score` and the `total` of them.
 *
 * BM25F: `Σ idf·w·(k+1)/(w+k)` with `w = body/(1-b+b·length/mean) + 5·title + 2·heading + 2·url + 3·ln(1+anchor hosts)`,
 * k = 1.2, b = 0.75, times `1 + 0.6·domain rank/1000 + 0.4·page rank/1000`, times the language's share (same 1, unknown
 * 0.8, other 0.3). Left out are pages that are noindex or not 200, that name another indexed page as canonical, and all
 * but the best of those with one text.
 */
export function scoredPages(query: ScoreQuery): Sql {
  const version = sql`(SELECT max(version) FROM rebuilds)`;
  return sql`SELECT page, score, count() OVER () AS total FROM (
    SELECT page, score FROM (
      SELECT s.page AS page, s.content_hash AS content_hash, round(r.relevance * ${languageShare(query.language)}
          * (1 + ${DOMAIN_RANK_GAIN} * ifNull(da.rank, 0) / 1000 + ${PAGE_RANK_GAIN} * ifNull(pa.rank, 0) / 1000), 9) AS score
      FROM (${relevantPages(query)}) AS r
      INNER JOIN (${states(query)}) AS s ON s.page = r.page
      LEFT JOIN (SELECT id, rank FROM authority WHERE version = ${version} AND kind = 'domain' AND rank != ${RANK_UNKNOWN}) AS da ON da.id = s.domain
      LEFT JOIN (SELECT id, rank FROM authority WHERE version = ${version} AND kind = 'page'
        AND rank != ${RANK_UNKNOWN} AND id IN (SELECT page FROM (${states(query)}))) AS pa ON pa.id = s.page)
    ORDER BY score DESC, page LIMIT 1 BY content_hash)`;
}

function languageShare(language: string): Sql {
  return sql`multiIf(s.language = ${language}, 1, s.language = '', ${UNKNOWN_LANGUAGE_SHARE}, ${OTHER_LANGUAGE_SHARE})`;
}

/** Relevance by words alone. A word that no document contains says nothing and is left out of the query. */
function relevantPages(query: ScoreQuery): Sql {
  const documents = query.coverage.indexable;
  const mean = Math.max(1, query.coverage.length_mean);
  return sql`SELECT page, relevance FROM (
      SELECT page, sum(idf * weight * ${SATURATION + 1} / (weight + ${SATURATION})) AS relevance, count() AS covered, any(asked) AS asked_words
      FROM (
        SELECT page, weight, idf, round(sum(1 / frequency) OVER ()) AS asked FROM (
          SELECT page, weight, frequency, log(1 + (${documents} - frequency + 0.5) / (frequency + 0.5)) AS idf FROM (
            SELECT page, word, count() OVER (PARTITION BY word) AS frequency,
              body / (1 - ${LENGTH_SHARE} + ${LENGTH_SHARE} * length / ${mean}) + ${TITLE_WEIGHT} * title
                + ${HEADING_WEIGHT} * heading + ${URL_WEIGHT} * url + ${ANCHOR_WEIGHT} * log(1 + anchor) AS weight
            FROM (${fieldCounts(query)}))))
      GROUP BY page)
    WHERE covered >= ${COVERED_MIN} * asked_words`;
}

/** One row a page and word, with what each field holds of it. */
function fieldCounts(query: ScoreQuery): Sql {
  return sql`SELECT s.page AS page, f.word AS word, sum(f.body) AS body, sum(f.title) AS title, sum(f.heading) AS heading,
      sum(f.url) AS url, sum(f.anchor) AS anchor, any(s.length) AS length
    FROM (
      SELECT d.page AS page, h.word AS word, h.body AS body, h.title AS title, h.heading AS heading, h.url AS url, 0 AS anchor
      FROM (${documentHits(query)}) AS h
      INNER JOIN (SELECT page, document FROM page_states FINAL WHERE indexable) AS d ON d.document = h.document
      UNION ALL
      SELECT page, word, 0 AS body, 0 AS title, 0 AS heading, 0 AS url, anchor FROM (${anchorHits(query)})) AS f
    INNER JOIN (${allowed(query)}) AS s ON s.page = f.page
    GROUP BY s.page, f.word`;
}

/** A repeated reading may have left a posting twice until the next merge, so it is taken once by its highest counts. */
function documentHits({ words }: ScoreQuery): Sql {
  return sql`SELECT document, ${wordOf(words)} AS word, sum(b) AS body, sum(t) AS title, sum(h) AS heading, sum(u) AS url
    FROM (SELECT document, term, max(body) AS b, max(title) AS t, max(heading) AS h, max(url) AS u
      FROM postings WHERE term IN ${formsOf(words)} GROUP BY document, term)
    GROUP BY document, word`;
}

function anchorHits({ words }: ScoreQuery): Sql {
  return sql`SELECT page, ${wordOf(words)} AS word, sum(weight) AS anchor FROM anchor_terms
    WHERE version = (SELECT max(version) FROM rebuilds) AND term IN ${formsOf(words)} GROUP BY page, word`;
}

function formsOf(words: readonly QueryWord[]): readonly string[] {
  return words.flatMap(({ forms }) => forms);
}

/** The number of the query word that a term is a form of. */
function wordOf(words: readonly QueryWord[]): Sql {
  const forms = words.flatMap((word, at) => word.forms.map((form): readonly [string, number] => [form, at]));
  const names = arrayOf(forms.map(([form]) => form));
  const numbers = arrayOf(forms.map(([, at]) => at));
  return sql`transform(term, ${names}, ${numbers}, 255)`;
}

/** States of the pages that may be shown at all. */
function allowed(query: ScoreQuery): Sql {
  return sql`SELECT page, length FROM (${states(query)})`;
}

function states({ filter }: ScoreQuery): Sql {
  const inFilter =
    filter === undefined ? sql`1` : sql`page IN (SELECT cityHash64(host_key, path_key) FROM pages WHERE ${filter})`;
  return sql`SELECT page, domain, language, length, content_hash FROM page_states FINAL WHERE indexable AND ${inFilter}
    AND NOT (move_kind != 0 AND move_page IN (SELECT page FROM page_states FINAL WHERE indexable
      AND page IN (SELECT move_page FROM page_states WHERE move_kind != 0)))`;
}
