import { z } from 'zod';

import type { KeywordFact } from '../../ports/keywords.ts';
import type {
  RankedKeywords,
  RankedKeywordsQuery,
  RankedPages,
  RankedPagesQuery,
  RankingMarket,
  SearchCompetitors,
  SearchCompetitorsQuery,
  SharedKeywords,
  SharedKeywordsQuery,
  TrafficFigures,
  TrafficQuery,
} from '../../ports/rankings.ts';
import type { Observation, ObservationInbox, Recalled, RecallScope, Store } from '../../ports/store.ts';
import type { IndexDatabase } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { codeOf, languageKey, seriesOf } from './keys.ts';
import { observeFacts } from './keyword-metrics.ts';
import { keptProvenance, newestBySource } from './provenance.ts';
import { RANKING_ANSWERS, RankingObservation } from './ranking-records.ts';
import { isSince, selectFacts } from './select.ts';

/** Deeper than any question asks: an answer that holds all rows there are answers each of them. */
const WHOLE = 4_294_967_295;

/**
 * What a provider answered about rankings before.
 *
 * An answer serves the same question again: method, targets, place, language and every filter and order. One for more rows
 * serves those who ask for fewer, and one that holds all there are serves everybody. What it says of keywords is kept as
 * facts of them too, so that nobody pays for their volumes again.
 */
export class RankingAnswersStore {
  readonly keywords: Store<RankedKeywordsQuery, RankedKeywords>;
  readonly pages: Store<RankedPagesQuery, RankedPages>;
  readonly competitors: Store<SearchCompetitorsQuery, SearchCompetitors>;
  readonly shared: Store<SharedKeywordsQuery, SharedKeywords>;
  readonly traffic: Store<TrafficQuery, readonly TrafficFigures[]>;

  constructor(database: IndexDatabase, inbox: ObservationInbox, clock: () => Date = () => new Date()) {
    const answers = new KeptAnswers(database, inbox);
    const dated = { observedAt: newestCheck, factsOf: listFacts };
    const { keywords, pages, competitors, shared } = RANKING_ANSWERS;
    this.keywords = new ListStore(answers, clock, { method: 'keywords', record: keywords, ...dated });
    this.pages = new ListStore(answers, clock, { method: 'pages', record: pages });
    this.competitors = new ListStore(answers, clock, { method: 'competitors', record: competitors });
    this.shared = new ListStore(answers, clock, { method: 'shared', record: shared, ...dated });
    this.traffic = new TrafficStore(answers, clock);
  }
}

interface KeptAnswer {
  readonly source: string;
  readonly observed_at: Date;
  readonly depth: number;
  readonly answer: unknown;
}

const AnswerRow = z.object({
  series: z.string(),
  source: z.string(),
  observed_ms: z.int(),
  depth: z.int(),
  answer: z.string(),
});

/** Reads answers by their series: what waits in the inbox, and what was written. */
class KeptAnswers {
  readonly #database: IndexDatabase;
  readonly #inbox: ObservationInbox;

  constructor(database: IndexDatabase, inbox: ObservationInbox) {
    this.#database = database;
    this.#inbox = inbox;
  }

  /** The newest of each series that holds at least so many rows. */
  async newest(series: readonly string[], depth: number, scope: RecallScope): Promise<ReadonlyMap<string, KeptAnswer>> {
    const found = new Map<string, KeptAnswer>();
    if (series.length === 0) return found;
    for (const kept of await this.#inbox.find('ranking', series, scope.since)) {
      const observed = RankingObservation.parse(kept.body);
      if (observed.depth < depth || found.has(kept.series)) continue;
      found.set(kept.series, { ...observed, source: kept.source, observed_at: kept.observed_at });
    }
    const missing = series.filter((one) => !found.has(one));
    if (missing.length === 0) return found;
    const statement = selectFacts('ranking_answers', scope, {
      columns: sql`series, source, toUnixTimestamp64Milli(observed_at) AS observed_ms, depth, answer`,
      where: sql`series IN ${missing} AND depth >= ${depth} AND ${isSince(scope.since)}`,
      end: sql`ORDER BY observed_at DESC, source LIMIT 1 BY series`,
    });
    for (const row of await this.#database.rows(AnswerRow, statement, scope.signal)) {
      const answer: unknown = JSON.parse(row.answer);
      found.set(row.series, { ...row, answer, observed_at: new Date(row.observed_ms) });
    }
    return found;
  }
}

interface ListValue {
  readonly items: readonly unknown[];
  readonly total_count: number | null;
}

interface ListQuery extends RankingMarket {
  readonly limit: number;
  readonly offset?: number;
}

type ListMethod = 'keywords' | 'pages' | 'competitors' | 'shared';

interface ListMethodParts<Value> {
  readonly method: ListMethod;
  readonly record: z.ZodType<Value>;
  /** Null where the answer tells no time of its own. */
  readonly observedAt?: (value: Value) => string | null;
  readonly factsOf?: (value: Value) => readonly KeywordFact[];
}

class ListStore<Query extends ListQuery, Value extends ListValue> implements Store<Query, Value> {
  readonly #answers: KeptAnswers;
  readonly #clock: () => Date;
  readonly #parts: ListMethodParts<Value>;

  constructor(answers: KeptAnswers, clock: () => Date, parts: ListMethodParts<Value>) {
    this.#answers = answers;
    this.#clock = clock;
    this.#parts = parts;
  }

  async recall(query: Query, scope: RecallScope): Promise<Recalled<Value> | undefined> {
    const { offset = 0, ...first } = query;
    return (
      (await this.#recallPage(query, { rows: query.limit, skipped: 0 }, scope)) ??
      // What was read from the start on holds the page, too, where it was read deep enough.
      (offset > 0 ? this.#recallPage(first, { rows: offset + query.limit, skipped: offset }, scope) : undefined)
    );
  }

  async #recallPage(
    query: ListQuery,
    { rows, skipped }: { readonly rows: number; readonly skipped: number },
    scope: RecallScope,
  ): Promise<Recalled<Value> | undefined> {
    const series = listSeries(this.#parts.method, query);
    const kept = (await this.#answers.newest([series], rows, scope)).get(series);
    if (kept === undefined) return undefined;
    const whole = this.#parts.record.parse(kept.answer);
    const value = { ...whole, items: whole.items.slice(skipped, rows) };
    const observedAt = this.#parts.observedAt?.(value) ?? kept.observed_at;
    return { value, sources: [keptProvenance(kept.source, observedAt, { measure: 'estimated' })] };
  }

  /** An answer without rows is not kept: what stored result pages show would be hidden behind it. */
  observe(query: Query, value: Value, source: string): readonly Observation[] {
    const { method, factsOf } = this.#parts;
    if (value.items.length === 0) return [];
    const isWhole = value.total_count !== null && (query.offset ?? 0) + value.items.length >= value.total_count;
    const body: RankingObservation = { method, depth: isWhole ? WHOLE : query.limit, answer: value };
    const series = listSeries(method, query);
    const facts = (factsOf?.(value) ?? []).filter((fact) => fact.source === source);
    const now = this.#clock();
    return [{ kind: 'ranking', series, observed_at: now, body }, ...observeFacts(facts, now)];
  }
}

class TrafficStore implements Store<TrafficQuery, readonly TrafficFigures[]> {
  readonly #answers: KeptAnswers;
  readonly #clock: () => Date;

  constructor(answers: KeptAnswers, clock: () => Date) {
    this.#answers = answers;
    this.#clock = clock;
  }

  async recall(query: TrafficQuery, scope: RecallScope): Promise<Recalled<readonly TrafficFigures[]> | undefined> {
    const series = query.targets.map((target) => trafficSeries(query, target));
    const kept = await this.#answers.newest([...new Set(series)], 1, scope);
    const found = query.targets.flatMap((target, at) => {
      const answer = kept.get(series[at] ?? '');
      return answer === undefined ? [] : [{ answer, target }];
    });
    if (found.length === 0) return undefined;
    const value = found.map(({ answer, target }) => ({ ...RANKING_ANSWERS.traffic.parse(answer.answer), target }));
    const coverage = found.length === query.targets.length ? 'full' : 'partial';
    const sources = found.map(({ answer: { source, observed_at } }) =>
      keptProvenance(source, observed_at, { measure: 'estimated', coverage }),
    );
    return { value, sources: newestBySource(sources) };
  }

  observe(query: TrafficQuery, figures: readonly TrafficFigures[]): readonly Observation[] {
    const observed_at = this.#clock();
    return figures.map((answer) => ({
      kind: 'ranking',
      series: trafficSeries(query, answer.target),
      observed_at,
      body: { method: 'traffic', depth: 1, answer } satisfies RankingObservation,
    }));
  }
}

/** All that tells two questions apart but how many rows they want. */
function listSeries(
  method: ListMethod,
  { limit: _limit, offset = 0, location, language, is_any_place: _any, ...rest }: ListQuery,
): string {
  const asked = offset === 0 ? rest : { ...rest, offset };
  return seriesOf('ranking', method, ...marketParts({ location, language }), JSON.stringify(sorted(asked)));
}

function trafficSeries({ location, language, types }: TrafficQuery, target: string): string {
  const asked = types.toSorted().join(' ');
  return seriesOf('ranking', 'traffic', ...marketParts({ location, language }), asked, target.toLowerCase());
}

function marketParts({ location, language }: Pick<RankingMarket, 'location' | 'language'>): [number, string] {
  return [codeOf(location), languageKey(language)];
}

/** In a fixed order, however the question was written down. */
function sorted(parameters: object): [string, unknown][] {
  return Object.entries(parameters).sort(([one], [other]) => (one < other ? -1 : 1));
}

function newestCheck({ items }: { readonly items: readonly { readonly checked_at: string | null }[] }): string | null {
  return items.reduce<string | null>((newest, { checked_at }) => {
    return checked_at !== null && (newest === null || checked_at > newest) ? checked_at : newest;
  }, null);
}

function listFacts({
  items,
}: {
  readonly items: readonly { readonly facts: readonly KeywordFact[] }[];
}): readonly KeywordFact[] {
  return items.flatMap(({ facts }) => facts);
}
