import { parseArgs } from 'node:util';

import { z } from 'zod';

import { type Sql, sql } from '../src/index/database/sql.ts';
import type { RecallScope } from '../src/ports/store.ts';
import { AMERICA, compareWithBare, type EmptyIndex, type Question } from './beside-bare.ts';
import { CHECKS_OF_A_KEYWORD, type FactsSize, hostOf, keywordOf, loadFacts } from './facts/load.ts';

/**
 * Questions to stored observations at size, beside the engine's bare SQL for the same rows.
 *
 *   node bench/facts.ts                     100,000 result pages with 100 items each, 5 million facts of keywords
 *   node bench/facts.ts --share 0.01        a hundredth of it
 *   node bench/facts.ts --data DIR          keeps the index there, and asks the one that is there already
 *
 * Both are asked in turn in the same run, each question about another keyword or domain, so that neither gains from what
 * the other read. Bare SQL reads the same columns of the same rows by the same key, and leaves out what makes an answer of
 * them: filters of workspace and deletion, newest-wins, and reading rows into records.
 */
const { values } = parseArgs({
  options: {
    share: { type: 'string', default: '1' },
    data: { type: 'string' },
    rounds: { type: 'string', default: '200' },
  },
});
const share = Number(values.share);
const size: FactsSize = {
  checks: Math.ceil(100_000 * share),
  items: Math.ceil(10_000_000 * share),
  facts: Math.ceil(5_000_000 * share),
};

const scope: RecallScope = { workspace_id: 'ws_bench', since: undefined, signal: new AbortController().signal };

const keywords = Math.max(1, Math.floor(size.checks / CHECKS_OF_A_KEYWORD));
/** Another keyword in each round, all over the key. */
const nth = (round: number, of = keywords): number => (round * 7919 + 13) % of;
const many = (round: number, count: number, of = keywords): string[] =>
  Array.from({ length: count }, (_, at) => keywordOf(nth(round * count + at, of)));
const ANY = { engine: undefined, location_code: undefined, language: undefined, device: undefined, since: undefined };
const SEEN = sql`keyword, engine, source, location_code, language, device, observed_at, type, rank_absolute, rank_group, url, title`;

function seen(name: string, host: (round: number) => number): Question {
  return {
    name,
    ask: (stores, round) => stores.serp.seen.recall({ ...ANY, target: hostOf(host(round)), limit: 100 }, scope),
    bare: (round) =>
      sql`SELECT ${SEEN} FROM serp_items WHERE host_key = ${`com.example.site${host(round)}.`} ORDER BY observed_at DESC LIMIT 100`,
  };
}

const QUESTIONS: readonly Question[] = [
  {
    name: 'serp.check, newest of a series',
    ask: (stores, round) =>
      stores.serp.check.recall(
        {
          keyword: keywordOf(nth(round)),
          engine: 'google',
          location: AMERICA,
          language: 'en',
          device: 'desktop',
          depth: 10,
          stop_at: undefined,
          wants: ['ai_overview'],
          include_domains: [],
          exclude_domains: [],
        },
        scope,
      ),
    bare: (round) =>
      sql`SELECT serp FROM serp_checks WHERE keyword_key = ${keywordOf(nth(round))} ORDER BY observed_at DESC LIMIT 1`,
  },
  {
    name: `serp.history, ${CHECKS_OF_A_KEYWORD} pages`,
    ask: (stores, round) =>
      stores.serp.history.recall(
        { ...ANY, engine: 'google', location_code: 2840, keyword: keywordOf(nth(round)), limit: 400 },
        scope,
      ),
    bare: (round) =>
      sql`SELECT serp FROM serp_checks WHERE keyword_key = ${keywordOf(nth(round))} ORDER BY observed_at`,
  },
  {
    name: 'serp.known, 20 keywords',
    ask: (stores, round) => stores.serp.known.recall({ ...ANY, keywords: many(round, 20) }, scope),
    bare: (round) =>
      sql`SELECT keyword_key, serp FROM serp_checks WHERE keyword_key IN ${many(round, 20)} AND check_id IN (
        SELECT check_id FROM serp_checks WHERE keyword_key IN ${many(round, 20)} ORDER BY observed_at DESC LIMIT 1 BY keyword_key)`,
  },
  seen('serp.seen, a usual domain', (round) => 1000 + nth(round, 100_000)),
  seen('serp.seen, one of the largest', (round) => nth(round, 5)),
  {
    name: 'keywords.metrics, 1 keyword',
    ask: (stores, round) =>
      stores.keywords.metrics.recall(
        { keywords: many(round, 1, size.facts), location: AMERICA, language: 'en' },
        scope,
      ),
    bare: (round) => sql`SELECT * FROM keyword_facts WHERE keyword_key IN ${many(round, 1, size.facts)}`,
  },
  {
    name: 'keywords.metrics, 100 keywords',
    ask: (stores, round) =>
      stores.keywords.metrics.recall(
        { keywords: many(round, 100, size.facts), location: AMERICA, language: 'en' },
        scope,
      ),
    bare: (round) => sql`SELECT * FROM keyword_facts WHERE keyword_key IN ${many(round, 100, size.facts)}`,
  },
  {
    name: 'keywords.ideas, a rare word',
    ask: (stores, round) =>
      stores.keywords.ideas.recall(
        { seed: `n${nth(round, 10_000)} shoe`, location: AMERICA, language: 'en', limit: 100 },
        scope,
      ),
    bare: (round) => ideasBare([`n${nth(round, 10_000)}`, 'shoe']),
  },
  {
    name: 'keywords.ideas, frequent words',
    ask: (stores, round) =>
      stores.keywords.ideas.recall(
        {
          seed: ['red shoes', 'best shoes', 'light shoe'][round % 3] ?? '',
          location: AMERICA,
          language: 'en',
          limit: 100,
        },
        scope,
      ),
    bare: (round) => ideasBare([['red', 'best', 'light'][round % 3] ?? '', 'shoe']),
  },
];

function ideasBare(terms: readonly string[]): Sql {
  return sql`SELECT keyword_key, any(keyword), max(weight) FROM keyword_ideas WHERE term IN ${terms} GROUP BY keyword_key
    HAVING uniqExact(term) = ${terms.length} ORDER BY max(weight) DESC LIMIT 100`;
}

async function loadOnce({ database }: EmptyIndex): Promise<void> {
  const Count = z.object({ items: z.int(), facts: z.int(), bytes: z.string() });
  const counts = sql`SELECT (SELECT count() FROM serp_items) AS items, (SELECT count() FROM keyword_facts) AS facts,
    formatReadableSize((SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = currentDatabase())) AS bytes`;
  const [before] = await database.rows(Count, counts);
  const begun = performance.now();
  if (before?.items === 0) await loadFacts(database, size);
  const [after] = await database.rows(Count, counts);
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(
    `${after?.items} items, ${after?.facts} facts of keywords, ${after?.bytes} on disk, loaded in ${seconds} s`,
  );
}

await compareWithBare({
  questions: QUESTIONS,
  rounds: Number(values.rounds),
  answered_min: 0.9,
  data: values.data,
  load: loadOnce,
});
