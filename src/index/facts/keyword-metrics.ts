import { z } from 'zod';

import {
  type KeywordFact,
  type KeywordMetricsQuery,
  type KnownFactsQuery,
  unknownFact,
  type VolumeElsewhere,
} from '../../ports/keywords.ts';
import type { Observation, ObservationInbox, Recalled, RecalledSource, RecallScope, Store } from '../../ports/store.ts';
import { compareText } from '../../text/normalize.ts';
import { languageOfTag } from '../../web/words.ts';
import { BRIEFLY, type IndexDatabase } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { codeOf, keywordKey, keywordSeries, languageKey } from './keys.ts';
import { KeywordFactRecord, KeywordObservation } from './records.ts';
import { selectFacts } from './select.ts';

/** What the own index tells can be asked of it again at any time, so it is not kept. */
export const OWN_SOURCE = 'seamark-index';

const FactRow = z.object({ fact: z.string(), asked_ms: z.int() });

/** A fact, and when its source was asked: what a source says today may be weeks old by its own account. */
export interface AskedFact {
  readonly fact: KeywordFact;
  readonly asked_at: Date;
}

export interface FactsQuestion {
  readonly keywords: readonly string[];
  readonly location_code: number;
  readonly language: string;
}

/**
 * What sources and imports have said about keywords: the newest fact from each source for the place and language.
 *
 * Facts that all workspaces share count while they are fresh. Those that the workspace imported count at any age, since
 * no source can be asked for them again; if their table named no place or language, they apply to any.
 */
export class KeywordMetricsStore implements Store<KeywordMetricsQuery, readonly KeywordFact[]> {
  readonly #database: IndexDatabase;
  readonly #inbox: ObservationInbox;
  readonly #clock: () => Date;

  constructor(database: IndexDatabase, inbox: ObservationInbox, clock: () => Date) {
    this.#database = database;
    this.#inbox = inbox;
    this.#clock = clock;
  }

  async recall(query: KeywordMetricsQuery, scope: RecallScope): Promise<Recalled<readonly KeywordFact[]> | undefined> {
    const question = { keywords: query.keywords, location_code: codeOf(query.location), language: query.language };
    const [waiting, stored] = await Promise.all([
      this.#waiting(question, scope),
      readKeywordFacts(this.#database, question, scope),
    ]);
    const told = tellFacts(query.keywords, newestFacts([...waiting, ...stored]));
    return told.value.length === 0 ? undefined : told;
  }

  observe(query: KeywordMetricsQuery, facts: readonly KeywordFact[], source: string): readonly Observation[] {
    const now = this.#clock();
    const known = new Set(facts.map(({ keyword }) => keywordKey(keyword)));
    const unknown = query.keywords.filter((keyword) => !known.has(keywordKey(keyword)));
    const about = {
      source,
      location_code: query.location?.code ?? null,
      language: query.language,
      observed_at: now.toISOString(),
    };
    return observeFacts([...facts, ...unknown.map((keyword) => unknownFact({ ...about, keyword }))], now);
  }

  async #waiting(question: FactsQuestion, scope: RecallScope): Promise<readonly AskedFact[]> {
    const series = [...new Set(question.keywords.map(keywordSeries))];
    const waiting = series.length === 0 ? [] : await this.#inbox.find('keyword', series, scope.since);
    const languages = languagesFor(question.language);
    return waiting.flatMap(({ body, observed_at: asked_at }) => {
      const observed = KeywordObservation.parse(body);
      if (!('fact' in observed)) return [];
      const { fact } = observed;
      const isAsked = (fact.location_code ?? 0) === question.location_code;
      return isAsked && languages.includes(languageKey(fact.language)) ? [{ fact, asked_at }] : [];
    });
  }
}

/** What is on record of keywords, under the spellings asked for. */
export async function readKnownFacts(
  database: IndexDatabase,
  { keywords, location_code, language }: KnownFactsQuery,
  scope: RecallScope,
): Promise<Recalled<readonly KeywordFact[]>> {
  const known = await readKeywordFacts(database, { keywords, location_code: location_code ?? 0, language }, scope);
  return tellFacts(keywords, known);
}

/** Facts are fresh from when their source was asked, however old the figures are that it has. */
export function observeFacts(facts: readonly KeywordFact[], asked_at: Date): readonly Observation[] {
  return facts
    .filter(({ source }) => source !== OWN_SOURCE)
    .map((fact) => ({
      kind: 'keyword',
      series: keywordSeries(fact.keyword),
      observed_at: asked_at,
      body: { fact } satisfies KeywordObservation,
    }));
}

/** Stored facts of keywords, the newest of each source, place and language. */
export async function readKeywordFacts(
  database: IndexDatabase,
  { keywords, location_code, language }: FactsQuestion,
  scope: RecallScope,
): Promise<readonly AskedFact[]> {
  const keys = [...new Set(keywords.map(keywordKey))];
  if (keys.length === 0) return [];
  const statement = selectFacts('keyword_facts', scope, {
    columns: sql`fact, toUnixTimestamp64Milli(observed_at) AS asked_ms`,
    where: sql`keyword_key IN ${keys} AND ${isOfMarket({ location_code, language })} AND ${isFresh(scope.since)}`,
    end: sql`ORDER BY observed_at DESC LIMIT 1 BY keyword_key, source, location_code, language, workspace_id ${BRIEFLY}`,
  });
  const rows = await database.rows(FactRow, statement, scope.signal);
  return rows.map(({ fact, asked_ms }) => ({
    fact: KeywordFactRecord.parse(JSON.parse(fact)),
    asked_at: new Date(asked_ms),
  }));
}

/** Figures that a workspace imported without a place count for any. */
function isOfMarket({ location_code, language }: Omit<FactsQuestion, 'keywords'>): Sql {
  return sql`language IN ${languagesFor(language)}
    AND (location_code = ${location_code} OR (location_code = 0 AND workspace_id != ''))`;
}

const ElsewhereRow = z.object({ keyword_key: z.string(), location_code: z.int(), language: z.string() });
const ELSEWHERE_MAX = 2000;

/** The other places and languages for which a volume of keywords is stored, at any age. */
export async function readVolumesElsewhere(
  database: IndexDatabase,
  { keywords, location_code, language }: KnownFactsQuery,
  scope: RecallScope,
): Promise<Recalled<readonly VolumeElsewhere[]>> {
  const asked = new Map(keywords.map((keyword) => [keywordKey(keyword), keyword]));
  if (asked.size === 0) return { value: [], sources: [] };
  const statement = selectFacts('keyword_facts', scope, {
    columns: sql`DISTINCT keyword_key, location_code, language`,
    where: sql`keyword_key IN ${[...asked.keys()]} AND fact LIKE '%"volume":{%'
      AND NOT (${isOfMarket({ location_code: location_code ?? 0, language })})`,
    end: sql`ORDER BY keyword_key, location_code, language LIMIT ${ELSEWHERE_MAX} ${BRIEFLY}`,
    may_repeat: true,
  });
  const rows = await database.rows(ElsewhereRow, statement, scope.signal);
  const value = rows.map(({ keyword_key, location_code: code, language: tongue }) => ({
    keyword: asked.get(keyword_key) ?? keyword_key,
    location_code: code === 0 ? null : code,
    language: tongue === '' ? null : tongue,
  }));
  // Nothing in the answer is taken from them, so they are no sources of it.
  return { value, sources: [] };
}

function isFresh(since: Date | undefined): Sql {
  return since === undefined ? sql`1` : sql`(observed_at >= ${since} OR workspace_id != '')`;
}

/** A regional form is also answered by its language, and by who does not tell languages apart. */
function languagesFor(language: string): string[] {
  return [...new Set([languageKey(language), languageOfTag(language), ''])];
}

/** The newest of each keyword, source, place and language; what waits in the inbox may be in the table as well. */
function newestFacts(facts: readonly AskedFact[]): readonly AskedFact[] {
  const newest = new Map<string, AskedFact>();
  for (const asked of facts) {
    const { keyword, source, location_code, language } = asked.fact;
    const key = JSON.stringify([keywordKey(keyword), source, location_code, languageKey(language)]);
    const known = newest.get(key);
    if (known === undefined || asked.asked_at > known.asked_at) newest.set(key, asked);
  }
  return [...newest.values()];
}

/** Under each spelling that the caller asked for, in the order asked. */
function tellFacts(keywords: readonly string[], known: readonly AskedFact[]): Recalled<readonly KeywordFact[]> {
  const byKey = Map.groupBy(known, ({ fact }) => keywordKey(fact.keyword));
  const value = keywords.flatMap((keyword) =>
    (byKey.get(keywordKey(keyword)) ?? [])
      .map(({ fact }) => ({ ...fact, keyword }))
      .sort((one, other) => compareText(one.source, other.source)),
  );
  return { value, sources: factSources(keywords, known) };
}

/** How much a source covers follows from how many of the keywords it knows. */
function factSources(keywords: readonly string[], facts: readonly AskedFact[]): readonly RecalledSource[] {
  return [...Map.groupBy(facts, ({ fact }) => fact.source)].map(([source, known]) => {
    const covered = new Set(known.map(({ fact }) => keywordKey(fact.keyword)));
    const isMeasured = known.every(({ fact: { volume } }) => volume === null || volume.basis === 'exact');
    const newest = (times: readonly string[]): string => times.reduce((one, other) => (other > one ? other : one));
    return {
      source,
      observed_at: newest(known.map(({ fact }) => fact.observed_at)),
      asked_at: newest(known.map(({ asked_at }) => asked_at.toISOString())),
      cached: true,
      coverage: keywords.every((keyword) => covered.has(keywordKey(keyword))) ? 'full' : 'partial',
      measure: isMeasured ? 'measured' : 'estimated',
      note: '',
    };
  });
}
