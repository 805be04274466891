import type { IndexDatabase } from '../../src/index/database/database.ts';
import { Sql, sql } from '../../src/index/database/sql.ts';
import { keywordKey } from '../../src/index/facts/keys.ts';
import { LOOKS_OF_CHECKS } from '../../src/index/facts/tables.ts';

export interface FactsSize {
  readonly checks: number;
  readonly items: number;
  readonly facts: number;
}

/** Items on a page. */
const DEPTH = 100;
/** Each keyword is looked up so often, on days that follow one another. */
export const CHECKS_OF_A_KEYWORD = 20;
const HOSTS = 200_000;
const FIRST_DAY = '2026-09-01 06:00:00';
const DAY_S = 86_400;
const BLOCK = 5000;

const ADJECTIVES = ['best', 'cheap', 'red', 'light', 'women', 'kids', 'used', 'buy'];

/** A keyword of three words, of which the last names it. */
export function keywordOf(number: number): string {
  return keywordKey(`${ADJECTIVES[number % ADJECTIVES.length]} shoe n${Math.floor(number / ADJECTIVES.length)}`);
}

const WORDS = new Sql(`[${ADJECTIVES.map((word) => `'${word}'`).join(',')}]`);
const KEYWORD = (number: Sql): Sql =>
  sql`concat(${WORDS}[${number} % ${ADJECTIVES.length} + 1], ' shoe n', toString(intDiv(${number}, ${ADJECTIVES.length})))`;

/** A few hosts stand on most pages, most on few: the square of an even number between 0 and 1. */
const HOST = sql`toUInt32(pow((cityHash64(check_number, rank) % 1000000) / 1000000, 3) * ${HOSTS})`;

export function hostOf(number: number): string {
  return `site${number}.example.com`;
}

/** Fills the tables by the engine alone; rows are those that observations of such pages would make. */
export async function loadFacts(database: IndexDatabase, { checks, facts }: FactsSize): Promise<void> {
  const plain = sql`intDiv(check_number, ${CHECKS_OF_A_KEYWORD})`;
  const time = sql`toDateTime64(${FIRST_DAY}, 3, 'UTC') + (check_number % ${CHECKS_OF_A_KEYWORD}) * ${DAY_S}`;
  const series = sql`'en' AS language, 'google' AS engine, 2840 AS location_code, 'desktop' AS device`;
  const kept = sql`'dataforseo' AS source, ${time} AS observed_at`;
  for (let from = 0; from < checks; from += BLOCK) {
    const numbers = sql`(SELECT number + ${from} AS check_number FROM numbers(${Math.min(BLOCK, checks - from)}))`;
    const items = sql`(SELECT check_number, arrayJoin(range(1, ${DEPTH + 1})) AS rank, ${HOST} AS host FROM ${numbers})`;
    await database.run(sql`INSERT INTO serp_items (host_key, path_key, check_id, rank_absolute, rank_group, type, url, title, keyword_key,
        keyword, language, engine, location_code, device, source, observed_at)
      SELECT concat('com.example.site', toString(host), '.'), concat('/page/', toString(cityHash64(${plain}, host) % 40)),
        cityHash64('check', check_number), rank, rank, 'organic',
        concat('https://site', toString(host), '.example.com/page/', toString(cityHash64(${plain}, host) % 40)),
        concat('A title of some fifty characters, as pages have, ', toString(host)), ${KEYWORD(plain)}, ${KEYWORD(plain)}, ${series}, ${kept}
      FROM ${items}`);
    await database.run(sql`INSERT INTO serp_checks (keyword_key, filters, check_id, asked_location_code, asked_device, stop_at, depth_asked,
        organic_seen, ended, sees, overview, serp, language, engine, location_code, device, source, observed_at)
      SELECT ${KEYWORD(plain)}, '', cityHash64('check', check_number), 2840, 'desktop', '', ${DEPTH}, ${DEPTH}, 'depth_reached',
        ['organic', 'ai_overview'], 'absent', ${page(plain, time)}, ${series}, ${kept}
      FROM (SELECT check_number, groupArray(${ITEM}) AS items FROM ${items} GROUP BY check_number)`);
  }
  await database.run(LOOKS_OF_CHECKS);
  await loadKeywords(database, facts);
  for (const table of ['serp_items', 'serp_checks', 'serp_looks', 'keyword_facts', 'keyword_ideas']) {
    await database.run(sql`OPTIMIZE TABLE ${new Sql(table)} FINAL`);
  }
}

async function loadKeywords(database: IndexDatabase, facts: number): Promise<void> {
  const step = 1_000_000;
  for (let from = 0; from < facts; from += step) {
    const numbers = sql`(SELECT number + ${from} AS n FROM numbers(${Math.min(step, facts - from)}))`;
    await database.run(sql`INSERT INTO keyword_facts (keyword_key, location_code, language, month, volume, fact, source, observed_at)
      SELECT ${KEYWORD(sql`n`)}, 2840, 'en', '2026-10-01', n % 100000, ${FACT}, 'dataforseo', '2026-10-05 00:00:00' FROM ${numbers}`);
  }
  // Ideas are imported keywords: a tenth of the facts, each under its three stems.
  await database.run(sql`INSERT INTO keyword_ideas (term, terms, keyword_key, origin, kind, keyword, location_code, language, weight, asked,
      source, observed_at, workspace_id)
    SELECT arrayJoin(splitByChar(' ', ${KEYWORD(sql`n`)})), splitByChar(' ', ${KEYWORD(sql`n`)}), ${KEYWORD(sql`n`)}, '', 'import', ${KEYWORD(sql`n`)}, 2840, 'en', n % 100000, 0,
      'ahrefs', '2026-10-05 00:00:00', 'ws_bench' FROM (SELECT number AS n FROM numbers(${Math.ceil(facts / 10)}))`);
}

/** One item as JSON. */
const ITEM = sql`concat('{"type":"organic","kind":null,"rank_absolute":', toString(rank), ',"rank_group":', toString(rank), ',"page":',
  toString(intDiv(rank - 1, 10) + 1), ',"url":"https://site', toString(host), '.example.com/page/', toString(host % 40),
  '","domain":"site', toString(host), '.example.com","title":"A title of some fifty characters, as pages have, ', toString(host),
  '","description":"A description of a page as it stands on result pages, some hundred characters in length or more, ', toString(host * rank),
  '","published_at":null,"place_id":null,"phone":null,"address":null,"rating":null,"reviews":null,"top_px":null,"height_px":null,"children":[]}')`;

const FACT = sql`concat('{"keyword":"', ${KEYWORD(sql`n`)}, '","source":"dataforseo","location_code":2840,"language":"en",',
  '"observed_at":"2026-10-05T00:00:00.000Z","volume":{"value":', toString(n % 100000), ',"low":null,"high":null,"basis":"bucket",',
  '"period":"2025-10/2026-09"},"bing_impressions":null,"monthly":[', arrayStringConcat(arrayMap(month -> concat('{"month":"2026-',
  leftPad(toString(month), 2, '0'), '","searches":', toString(cityHash64(n, month) % 100000), '}'), range(1, 13)), ','), '],"cpc":1.5,"currency":"USD",',
  '"competition":0.5,"difficulty":{"value":', toString(n % 100), ',"scale":"dataforseo"},"intent":"commercial"}')`;

function page(plain: Sql, time: Sql): Sql {
  return sql`concat('{"engine":"google","source":"dataforseo","keyword":"', ${KEYWORD(plain)}, '","keyword_sent":"', ${KEYWORD(plain)},
    '","spell":null,"location":null,"language":"en","device":"desktop","checked_at":"', formatDateTime(${time}, '%Y-%m-%dT%H:%i:%S.000Z'),
    '","check_url":null,"total_results":null,"depth_asked":100,"pages_fetched":10,"organic_seen":100,"ended":"depth_reached",',
    '"sees":["organic","ai_overview"],"ai_overview":{"status":"absent","markdown":null,"references":[]},"people_also_ask":null,',
    '"related_searches":null,"items":[', arrayStringConcat(items, ','), ']}')`;
}
