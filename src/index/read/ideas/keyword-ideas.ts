import { z } from 'zod';

import type { KeywordIdea, KeywordIdeasQuery, KeywordsSource } from '../../../ports/keywords.ts';
import type { Sourced } from '../../../ports/source.ts';
import { languageOfTag } from '../../../web/words.ts';
import type { IndexDatabase } from '../../database/database.ts';
import { arrayOf, joined, type Sql, sql } from '../../database/sql.ts';
import { queryWords, type QueryWord } from '../search/words.ts';
import { type CoverageReader, sourceNote } from '../rows/coverage.ts';
import { findPhrases, type PageText, type Phrase } from './phrases.ts';
import { rankPhrases } from './rank.ts';

const OWN_SOURCE = 'seamark-index';

/** Languages of the index whose stems a seed is tried in. */
const LANGUAGES_MAX = 8;
/** Pages that are read for phrases, those that name the seed most prominently. */
const PAGES_MAX = 400;
/** Of them those whose links are read. */
const LINKED_PAGES_MAX = 100;
const ANCHORS_OF_A_PAGE_MAX = 50;
/** How many rows of the index one step reads before it continues with what it has. */
const ROWS_MAX = 20_000_000;
const HEADINGS_MAX = 60;
/** Phrases whose words are weighed against the whole index. */
const WEIGHED_MAX = 2000;
const TERMS_MAX = 500;

const PageRow = z.object({
  page: z.string(),
  host_key: z.string(),
  path_key: z.string(),
  title: z.string(),
  headings: z.array(z.string()),
});
const AnchorRow = z.object({ page: z.string(), anchor: z.string() });
const TermRow = z.object({ term: z.string(), documents: z.int() });

/**
 * Keywords that crawled pages write about around a seed: phrases of the titles, headings and link texts of pages that have all of
 * its words in a title or heading. Each step reads a bounded part of the index, however large that is.
 */
export class IndexKeywordIdeas implements Pick<KeywordsSource, 'ideas'> {
  readonly #database: IndexDatabase;
  readonly #coverage: CoverageReader;

  constructor(database: IndexDatabase, coverage: CoverageReader) {
    this.#database = database;
    this.#coverage = coverage;
  }

  async ideas(query: KeywordIdeasQuery, signal: AbortSignal): Promise<Sourced<readonly KeywordIdea[]>> {
    const coverage = await this.#coverage.read();
    const language = languageOfTag(query.language);
    const words = queryWords(query.seed, language, coverage.languages.slice(0, LANGUAGES_MAX));
    const pages = words.length === 0 ? [] : await this.#pages(words, language, signal);
    const texts = [...pages.flatMap(textsOf), ...(await this.#anchors(pages, signal))];
    const phrases = findPhrases(query.seed, language, texts).toSorted(byPages).slice(0, WEIGHED_MAX);
    const background = {
      pages: pages.length,
      documents: coverage.documents,
      holding: await this.#documentsHolding(phrases, signal),
    };
    const ranked = rankPhrases(phrases, background).slice(0, query.limit);
    const observed_at = pages.length === 0 ? null : (coverage.newest_fetch?.toISOString() ?? null);
    const source = sourceNote(
      coverage,
      observed_at,
      'Ideas are phrases from titles, headings and link texts; how often they are searched for is not known.',
    );
    return { value: ranked.map(ideaOf), source: pages.length === 0 ? { ...source, coverage: 'none' } : source };
  }

  async #pages(
    words: readonly QueryWord[],
    language: string,
    signal: AbortSignal,
  ): Promise<readonly z.infer<typeof PageRow>[]> {
    const prominent = sql`SELECT document, sum(titles) AS in_title FROM (
        SELECT document, ${wordOf(words)} AS word, max(title > 0) AS titles FROM postings
        WHERE term IN ${words.flatMap(({ forms }) => forms)} AND (title > 0 OR heading > 0) GROUP BY document, word)
      GROUP BY document HAVING count() = ${words.length} ORDER BY in_title DESC, document LIMIT ${PAGES_MAX}`;
    const ids = await this.#database.rows(
      z.object({ page: z.string() }),
      sql`SELECT toString(page) AS page FROM page_states FINAL
        WHERE document IN (SELECT document FROM (${bounded(prominent)})) AND indexable AND language IN ${[language, '']}`,
      signal,
    );
    if (ids.length === 0) return [];
    const list = joined(
      ids.map(({ page }) => sql`toUInt64(${page})`),
      ', ',
    );
    return this.#database.rows(
      PageRow,
      sql`SELECT toString(cityHash64(host_key, path_key)) AS page, host_key, path_key, title, arraySlice(headings, 1, ${HEADINGS_MAX}) AS headings
        FROM pages FINAL WHERE cityHash64(host_key, path_key) IN (${list}) ORDER BY page`,
      signal,
    );
  }

  /** Texts of links to the pages, the same text of one page once. */
  async #anchors(pages: readonly z.infer<typeof PageRow>[], signal: AbortSignal): Promise<readonly PageText[]> {
    const keys = pages.slice(0, LINKED_PAGES_MAX).map(({ host_key, path_key }) => [host_key, path_key]);
    if (keys.length === 0) return [];
    const rows = await this.#database.rows(
      AnchorRow,
      bounded(sql`SELECT DISTINCT toString(cityHash64(target_host, target_path)) AS page, anchor FROM links
        WHERE (target_host, target_path) IN ${keys} AND anchor != '' LIMIT ${ANCHORS_OF_A_PAGE_MAX} BY page`),
      signal,
    );
    return rows.map(({ page, anchor }) => ({ page, kind: 'anchor', text: anchor }));
  }

  async #documentsHolding(phrases: readonly Phrase[], signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
    const terms = [...new Set(phrases.flatMap(({ others }) => others))].slice(0, TERMS_MAX);
    if (terms.length === 0) return new Map();
    const rows = await this.#database.rows(
      TermRow,
      bounded(sql`SELECT term, count() AS documents FROM postings WHERE term IN ${terms} GROUP BY term`),
      signal,
    );
    return new Map(rows.map(({ term, documents }) => [term, documents]));
  }
}

/** Continues with what was read if there is too much. */
function bounded(query: Sql): Sql {
  return sql`${query} SETTINGS max_rows_to_read = ${ROWS_MAX}, read_overflow_mode = 'break'`;
}

/** The number of the seed's word that a stem is a form of. */
function wordOf(words: readonly QueryWord[]): Sql {
  const forms = words.flatMap((word, at) => word.forms.map((form): readonly [string, number] => [form, at]));
  return sql`transform(term, ${arrayOf(forms.map(([form]) => form))}, ${arrayOf(forms.map(([, at]) => at))}, 255)`;
}

function textsOf({ page, title, headings }: z.infer<typeof PageRow>): PageText[] {
  return [{ page, kind: 'title', text: title }, ...headings.map((text) => ({ page, kind: 'heading', text }) as const)];
}

function byPages(one: Phrase, other: Phrase): number {
  const pages = ({ pages: byKind }: Phrase): number => Math.max(...[...byKind.values()].map((each) => each.size));
  return pages(other) - pages(one) || (one.text < other.text ? -1 : 1);
}

function ideaOf({ text, pages }: Phrase): KeywordIdea {
  const evidence = [...pages].map(([kind, each]) => ({ kind, source: OWN_SOURCE, seen: each.size }));
  return { keyword: text, evidence, facts: [] };
}
