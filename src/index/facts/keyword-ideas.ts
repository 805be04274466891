import { z } from 'zod';

import type { IdeaEvidence, KeywordFact, KeywordIdea, KeywordIdeasQuery } from '../../ports/keywords.ts';
import type { Provenance } from '../../ports/source.ts';
import type { Observation, ObservationInbox, Recalled, RecallScope, Store } from '../../ports/store.ts';
import { readKeyword } from '../../text/keyword.ts';
import { compareText } from '../../text/normalize.ts';
import { languageOfTag } from '../../web/words.ts';
import type { IndexDatabase } from '../database/database.ts';
import { arrayOf, joined, type Sql, sql } from '../database/sql.ts';
import { codeOf, ideasSeries, keywordKey, languageKey } from './keys.ts';
import { observeFacts, OWN_SOURCE, readKeywordFacts } from './keyword-metrics.ts';
import { keptProvenance } from './provenance.ts';
import type { KeywordObservation } from './records.ts';
import { isSince, selectFacts } from './select.ts';

const KINDS = ['import', 'console', 'people_also_ask', 'related_search', 'suggestion', 'provider'] as const;

const IdeaRow = z.object({
  keyword_key: z.string(),
  keyword: z.string(),
  evidence: z.array(z.tuple([z.enum(KINDS), z.string(), z.string(), z.int()])),
});
type IdeaRow = z.infer<typeof IdeaRow>;

const TermRow = z.object({ term: z.string(), ideas: z.int() });

/**
 * Suggestions from result pages are stored under this name, since the source that fetched the pages has not been asked
 * for ideas yet.
 */
const PAGES_SOURCE = 'stored-results';

/**
 * Keywords around a seed from imports, stored result pages and earlier queries.
 *
 * An imported keyword is one that holds every meaningful word of the seed, by stem. A question or related search counts
 * when it and the keyword of its page hold them. Suggestions that a source made for this exact seed are reused while
 * fresh, so that the source is not asked again.
 */
export class KeywordIdeasStore implements Store<KeywordIdeasQuery, readonly KeywordIdea[]> {
  readonly #database: IndexDatabase;
  readonly #inbox: ObservationInbox;
  readonly #clock: () => Date;

  constructor(database: IndexDatabase, inbox: ObservationInbox, clock: () => Date) {
    this.#database = database;
    this.#inbox = inbox;
    this.#clock = clock;
  }

  async recall(query: KeywordIdeasQuery, scope: RecallScope): Promise<Recalled<readonly KeywordIdea[]> | undefined> {
    const { terms } = readKeyword(query.seed, languageOfTag(query.language));
    if (terms.length === 0) return undefined;
    await this.#inbox.flush();
    const rarest = await this.#rarest(terms, scope);
    const rows = await this.#database.rows(IdeaRow, ideasStatement(query, { terms, rarest }, scope), scope.signal);
    if (rows.length === 0) return undefined;
    const question = { location_code: codeOf(query.location), language: query.language };
    const keywords = rows.map(({ keyword }) => keyword);
    const facts = await readKeywordFacts(this.#database, { ...question, keywords }, { ...scope, since: undefined });
    const byKey = Map.groupBy(
      facts.map(({ fact }) => fact),
      ({ keyword }) => keywordKey(keyword),
    );
    return { value: rows.map((row) => ideaOf(row, byKey.get(row.keyword_key) ?? [])), sources: sourcesOf(rows) };
  }

  /** The stem with the fewest rows: all ideas that hold the seed are among them. */
  async #rarest(terms: readonly string[], scope: RecallScope): Promise<string> {
    const [first = ''] = terms;
    if (terms.length === 1) return first;
    const statement = selectFacts('keyword_ideas', scope, {
      columns: sql`term, count() AS ideas`,
      where: sql`term IN ${terms}`,
      end: sql`GROUP BY term`,
      may_repeat: true,
    });
    const rows = await this.#database.rows(TermRow, statement, scope.signal);
    const counts = new Map(rows.map(({ term, ideas }) => [term, ideas]));
    return terms.reduce((one, other) => ((counts.get(other) ?? 0) < (counts.get(one) ?? 0) ? other : one));
  }

  observe(query: KeywordIdeasQuery, ideas: readonly KeywordIdea[]): readonly Observation[] {
    const proposed = ideas.flatMap(({ keyword, evidence }) => {
      const kinds = evidence.filter(({ source }) => source !== OWN_SOURCE).map(({ kind }) => kind);
      const kind = kinds.find((each) => each === 'suggestion' || each === 'provider');
      return kind === undefined ? [] : [{ keyword, kind }];
    });
    const now = this.#clock();
    const facts = observeFacts(
      ideas.flatMap((idea) => idea.facts),
      now,
    );
    if (proposed.length === 0) return facts;
    const { seed, location, language, limit } = query;
    const body: KeywordObservation = { seed, location_code: location?.code ?? null, language, limit, ideas: proposed };
    return [...facts, { kind: 'keyword', series: ideasSeries(seed), observed_at: now, body }];
  }
}

interface SeedTerms {
  readonly terms: readonly string[];
  readonly rarest: string;
}

function ideasStatement(query: KeywordIdeasQuery, { terms, rarest }: SeedTerms, scope: RecallScope): Sql {
  const seed = keywordKey(query.seed);
  const place = codeOf(query.location);
  const where = joined(
    [
      sql`term = ${rarest}`,
      sql`hasAll(terms, ${arrayOf(terms)})`,
      sql`language IN ${[languageKey(query.language), languageOfTag(query.language), '']}`,
      place === 0 ? sql`1` : sql`location_code IN (0, ${place})`,
      sql`keyword_key != ${seed}`,
      sql`(kind NOT IN ('suggestion', 'provider')
        OR (origin = ${seed} AND asked >= ${query.limit} AND ${isSince(scope.since)}))`,
    ],
    ' AND ',
  );
  // Which keywords they are is told by small columns; what shows them is read for those alone.
  const best = selectFacts('keyword_ideas', scope, {
    columns: sql`keyword_key`,
    where,
    end: sql`GROUP BY keyword_key ORDER BY max(weight) DESC, count() DESC, keyword_key LIMIT ${query.limit}`,
  });
  return selectFacts('keyword_ideas', scope, {
    columns: sql`keyword_key, any(keyword) AS keyword, max(weight) AS searches, count() AS seen,
      groupUniqArray((kind, source, origin, toUnixTimestamp64Milli(observed_at))) AS evidence`,
    where: sql`${where} AND keyword_key IN (${best})`,
    end: sql`GROUP BY keyword_key ORDER BY searches DESC, seen DESC, keyword_key`,
  });
}

/** How many pages, imports or answers of a source show a keyword, by kind. */
function ideaOf({ keyword, evidence }: IdeaRow, facts: readonly KeywordFact[]): KeywordIdea {
  const counts = Map.groupBy(evidence, ([kind, source]) => JSON.stringify([kind, source]));
  const found = [...counts.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    return [{ kind: first[0], source: first[1], seen: new Set(same.map(([, , origin]) => origin)).size }];
  });
  return { keyword, evidence: found.sort(byKind), facts };
}

function byKind(one: { readonly kind: IdeaEvidence; readonly source: string }, other: typeof one): number {
  return one.kind === other.kind ? compareText(one.source, other.source) : compareText(one.kind, other.kind);
}

function sourcesOf(rows: readonly IdeaRow[]): readonly Provenance[] {
  const newest = new Map<string, number>();
  for (const [kind, source, , at] of rows.flatMap(({ evidence }) => evidence)) {
    const name = kind === 'people_also_ask' || kind === 'related_search' ? PAGES_SOURCE : source;
    newest.set(name, Math.max(newest.get(name) ?? 0, at));
  }
  return [...newest].map(([source, at]) =>
    keptProvenance(source, new Date(at), source === PAGES_SOURCE ? FROM_PAGES : {}),
  );
}

const FROM_PAGES = { coverage: 'sample', note: 'Questions and related searches on stored result pages.' } as const;
