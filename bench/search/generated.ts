import { type IndexDatabase } from '../../src/index/database/database.ts';
import { sql } from '../../src/index/database/sql.ts';

/**
 * Pages made inside the engine, since it is their number that matters: words follow Zipf's law over a million, so that the commonest
 * stand on nearly every page; each page has a title of five words and a text of 250.
 */
const VOCABULARY = 1_000_000;
const TEXT_WORDS = 250;
const TITLE_WORDS = 5;
const PAGES_PER_HOST = 200;
const PAGES_PER_INSERT = 20_000;

export async function generatePages(database: IndexDatabase, pages: number): Promise<void> {
  for (let from = 0; from < pages; from += PAGES_PER_INSERT) {
    const count = Math.min(PAGES_PER_INSERT, pages - from);
    await database.run(sql`INSERT INTO incoming (host_key, path_key, domain_length, flags, observed_at, source, status, content_type, bytes,
        readable, title, language, word_count, content_hash, simhash, text, terms, terms_body, terms_title, terms_heading, terms_url, length)
      SELECT concat('com.site', toString(intDiv(number, ${PAGES_PER_HOST})), '.') AS host_key, concat('/page/', toString(number)) AS path_key,
        length(host_key) AS domain_length, 1 AS flags, toDateTime64('2026-03-01 12:00:00', 3, 'UTC') AS observed_at, 'crawl' AS source,
        200 AS status, 'text/html' AS content_type, 5000 AS bytes, 1 AS readable,
        arrayStringConcat(arraySlice(words, 1, ${TITLE_WORDS}), ' ') AS title, 'en' AS language, ${TEXT_WORDS} AS word_count,
        cityHash64(number) AS content_hash, cityHash64(number, 1) AS simhash, arrayStringConcat(words, ' ') AS text,
        arrayDistinct(words) AS terms, arrayMap(word -> toUInt8(1 + cityHash64(word, number) % 3), terms) AS terms_body,
        arrayMap((word, at) -> toUInt8(at <= ${TITLE_WORDS}), terms, arrayEnumerate(terms)) AS terms_title,
        arrayMap((word, at) -> toUInt8(at <= 12), terms, arrayEnumerate(terms)) AS terms_heading, arrayMap(word -> toUInt8(0), terms) AS terms_url,
        ${TEXT_WORDS} AS length
      FROM (SELECT number, arrayMap(at -> concat('w', toString(toUInt32(exp(
          (cityHash64(number, at, 'word') % 1000000007) / 1000000007 * log(${VOCABULARY}))))), range(${TEXT_WORDS})) AS words
        FROM numbers(${from}, ${count})) SETTINGS max_block_size = 1000, max_insert_threads = 1`);
    if ((from / PAGES_PER_INSERT) % 10 === 9) console.log(`  ${from + count} pages`);
  }
}

/**
 * Searches for pages of the index: words of a page's title and the first of its text, 1 to 5 of them; every tenth has the commonest
 * words alone.
 */
export function generatedQueries(titles: readonly string[]): readonly string[] {
  return titles.map((title, at) => {
    if (at % 10 === 0) return `w${1 + (at % 7)} w${2 + (at % 31)}`;
    return title
      .split(' ')
      .slice(0, 1 + (at % 5))
      .join(' ');
  });
}
