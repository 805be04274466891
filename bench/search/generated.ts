import { z } from 'zod';

import { type IndexDatabase } from '../../src/index/database/database.ts';
import { sql } from '../../src/index/database/sql.ts';

/**
 * Pages made inside the engine, since it is their number that matters: words follow Zipf's law over a million, so that the commonest
 * stand on nearly every page; each page has a title of five words, a text of 250, and a day within ten years.
 */
const VOCABULARY = 1_000_000;
const TEXT_WORDS = 250;
const TITLE_WORDS = 5;
const PAGES_PER_HOST = 200;
const PAGES_PER_INSERT = 20_000;

/** Each word of `words` once, with the marks of its neighbours as `markNeighbours` writes them. */
const BESIDE = sql`arrayMap(group -> (group[1].1, if(length(arrayDistinct(group.2)) > 43, '', arrayStringConcat(arrayDistinct(group.2)))),
  arraySplit((each, before) -> each.1 != before.1,
    arraySort(arrayConcat(arrayZip(arrayPopBack(words), arrayPopFront(marks)), arrayZip(arrayPopFront(words), arrayPopBack(marks)))) AS pairs,
    arrayPushFront(arrayPopBack(pairs), ('', ''))))`;
/** The marks of `words`. */
const MARKS = sql`arrayMap(word -> char(40 + toUInt32(javaHash(word)) % 86 + (toUInt32(javaHash(word)) % 86 >= 52)), words)`;

export async function generatePages(database: IndexDatabase, pages: number): Promise<void> {
  for (let from = 0; from < pages; from += PAGES_PER_INSERT) {
    const count = Math.min(PAGES_PER_INSERT, pages - from);
    await database.run(sql`INSERT INTO incoming (host_key, path_key, domain_length, flags, observed_at, source, status, content_type, bytes,
        readable, title, language, word_count, published_at, content_hash, simhash, text, terms, terms_body, terms_title, terms_heading,
        terms_url, terms_beside, length)
      SELECT concat('com.site', toString(intDiv(number, ${PAGES_PER_HOST})), '.') AS host_key, concat('/page/', toString(number)) AS path_key,
        length(host_key) AS domain_length, 1 AS flags, toDateTime64('2026-03-01 12:00:00', 3, 'UTC') AS observed_at, 'crawl' AS source,
        200 AS status, 'text/html' AS content_type, 5000 AS bytes, 1 AS readable,
        arrayStringConcat(arraySlice(words, 1, ${TITLE_WORDS}), ' ') AS title, 'en' AS language, ${TEXT_WORDS} AS word_count,
        toString(toDate('2016-03-01') + cityHash64(host_key, path_key) % 3652) AS published_at,
        cityHash64(number) AS content_hash, cityHash64(number, 1) AS simhash, arrayStringConcat(words, ' ') AS text,
        arrayMap(each -> each.1, beside) AS terms, arrayMap(word -> toUInt8(1 + cityHash64(word, number) % 3), terms) AS terms_body,
        arrayMap(word -> toUInt8(has(arraySlice(words, 1, ${TITLE_WORDS}), word)), terms) AS terms_title,
        arrayMap(word -> toUInt8(has(arraySlice(words, 1, 12), word)), terms) AS terms_heading, arrayMap(word -> toUInt8(0), terms) AS terms_url,
        arrayMap(each -> each.2, beside) AS terms_beside,
        ${TEXT_WORDS} AS length
      FROM (SELECT number, words, ${MARKS} AS marks, ${BESIDE} AS beside FROM (SELECT number, arrayMap(at -> concat('w', toString(toUInt32(exp(
          (cityHash64(number, at, 'word') % 1000000007) / 1000000007 * log(${VOCABULARY}))))), range(${TEXT_WORDS})) AS words
        FROM numbers(${from}, ${count}))) SETTINGS max_block_size = 1000, max_insert_threads = 1`);
    if ((from / PAGES_PER_INSERT) % 10 === 9) console.log(`  ${from + count} pages`);
  }
}

/** Kinds of searches for each page that is sampled. */
export const KINDS_GENERATED = 9;

export interface GeneratedQuery {
  readonly kind: string;
  readonly query: string;
}

const Sample = z.object({ host: z.string(), title: z.string(), text: z.string() });

/**
 * Searches for pages of the index, each asked once: as many of every kind, of words as often as pages have them, so that half of the
 * words are among the thousand commonest.
 */
export async function generatedQueries(database: IndexDatabase, ofEach: number): Promise<readonly GeneratedQuery[]> {
  const pages = await database.rows(
    Sample,
    sql`SELECT concat(substring(host_key, 5, length(host_key) - 5), '.com') AS host, title, text FROM documents
      WHERE document IN (SELECT document FROM page_states ORDER BY cityHash64(document, 7) LIMIT ${ofEach}) ORDER BY document`,
  );
  return pages.flatMap(({ host, title, text }, at) => {
    const words = text.split(' ');
    const from = TITLE_WORDS + 10 + (at % 100);
    const run = (first: number, count: number): string => words.slice(first, first + count).join(' ');
    return [
      { kind: 'one word', query: run(from, 1) },
      { kind: 'two words', query: run(from + 10, 2) },
      { kind: 'three words', query: run(from + 20, 3) },
      { kind: 'title', query: title },
      { kind: 'common words', query: `w${1 + (at % 7)} w${8 + at}` },
      { kind: 'phrase', query: `"${run(from + 30, 2)}"` },
      { kind: 'site:', query: `${run(from + 40, 2)} site:${host}` },
      { kind: '-site:', query: `${run(from + 50, 2)} -site:${host}` },
      { kind: 'after:', query: `${run(from + 60, 2)} after:2025-06-01` },
    ];
  });
}
