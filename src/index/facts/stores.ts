import type { AssistantsSource } from '../../ports/assistants.ts';
import type { QueryOf, ValueOf } from '../../ports/source.ts';
import type { KeywordsSource } from '../../ports/keywords.ts';
import type { RankingsSource } from '../../ports/rankings.ts';
import type { DiscussionsSource } from '../../ports/discussions.ts';
import type { PagesSource } from '../../ports/pages.ts';
import type { PlacesSource } from '../../ports/places.ts';
import type { SerpSource } from '../../ports/serp.ts';
import type { ObservationInbox, Recalled, RecallScope, Store } from '../../ports/store.ts';
import type { IndexDatabase } from '../database/database.ts';
import { AssistantAnswersStore, readAssistantHistory } from './assistant-answers.ts';
import { readConsoleClickRates } from './console-click-rates.ts';
import { readConsoleDays } from './console-daily.ts';
import { readConsoleKeywords } from './console-keywords.ts';
import { readConsolePages } from './console-pages.ts';
import { readConsoleOverlap } from './console-overlap.ts';
import { readConsoleTraffic } from './console-traffic.ts';
import { DiscussionStore } from './discussion-store.ts';
import { readPage, readBackground } from './page-reads.ts';
import { KeywordIdeasStore } from './keyword-ideas.ts';
import { KeywordMetricsStore, readKnownFacts, readVolumesElsewhere } from './keyword-metrics.ts';
import { FindPlaceStore, LocalPackStore } from './place-store.ts';
import { RankingAnswersStore } from './ranking-answers.ts';
import { SerpCheckStore } from './serp-check.ts';
import { readRecentOutlines, readSerpOutlines, readSerpSeries } from './serp-outlines.ts';
import { readSeen } from './serp-seen.ts';
import { readKnownSerps, readSerpHistory } from './stored-serps.ts';

type StoresOf<Source> = { readonly [M in keyof Source]: Store<QueryOf<Source[M]>, ValueOf<Source[M]>> };

/** Stored observations, for each method whose answers are kept. */
export interface FactStores {
  readonly assistants: Pick<StoresOf<AssistantsSource>, 'ask' | 'history'>;
  /** Failed checks are no observations: PostgreSQL has them. */
  readonly serp: Omit<StoresOf<SerpSource>, 'failures'>;
  readonly keywords: StoresOf<KeywordsSource>;
  readonly places: StoresOf<PlacesSource>;
  readonly discussions: StoresOf<DiscussionsSource>;
  readonly pages: StoresOf<PagesSource>;
  readonly rankings: StoresOf<RankingsSource>;
}

export function openFactStores(
  database: IndexDatabase,
  inbox: ObservationInbox,
  clock: () => Date = () => new Date(),
): FactStores {
  const readOnly = <Query, Value>(read: Read<Query, Value>): Store<Query, Value> => ({
    recall: (query, scope) => read(database, query, scope),
    observe: () => [],
  });
  /** What other methods observed, after everything in the inbox has reached the index. */
  const readAfterFlush = <Query, Value>(read: Read<Query, Value>): Store<Query, Value> => ({
    recall: async (query, scope) => {
      await inbox.flush();
      return read(database, query, scope);
    },
    observe: () => [],
  });
  const rankings = new RankingAnswersStore(database, inbox, clock);
  return {
    assistants: {
      ask: new AssistantAnswersStore(database, inbox),
      history: readAfterFlush(readAssistantHistory),
    },
    serp: {
      check: new SerpCheckStore(database, inbox),
      history: readAfterFlush(readSerpHistory),
      known: readAfterFlush(readKnownSerps),
      seen: readAfterFlush(readSeen),
      series: readAfterFlush(readSerpSeries),
      outlines: readAfterFlush(readSerpOutlines),
      recent: readAfterFlush(readRecentOutlines),
    },
    keywords: {
      metrics: new KeywordMetricsStore(database, inbox, clock),
      known: readAfterFlush(readKnownFacts),
      elsewhere: readAfterFlush(readVolumesElsewhere),
      ideas: new KeywordIdeasStore(database, inbox, clock),
    },
    places: {
      find: new FindPlaceStore(database, inbox, clock),
      pack: new LocalPackStore(database, inbox),
    },
    discussions: { find: new DiscussionStore(database, inbox, clock) },
    pages: { read: readOnly(readPage), background: readOnly(readBackground) },
    // The caller's own console comes before what a provider said; of traffic both are told, as figures of two kinds.
    rankings: {
      keywords: firstOf(readOnly(readConsoleKeywords), rankings.keywords),
      pages: firstOf(readOnly(readConsolePages), rankings.pages),
      competitors: rankings.competitors,
      shared: firstOf(readOnly(readConsoleOverlap), rankings.shared),
      traffic: bothOf(readOnly(readConsoleTraffic), rankings.traffic),
      daily: readOnly(readConsoleDays),
      clickRates: readOnly(readConsoleClickRates),
    },
  };
}

type Read<Query, Value> = (
  database: IndexDatabase,
  query: Query,
  scope: RecallScope,
) => Promise<Recalled<Value> | undefined>;

/** What the first store knows, or else the second one; each keeps what it can. */
function firstOf<Query, Value>(one: Store<Query, Value>, other: Store<Query, Value>): Store<Query, Value> {
  return {
    recall: async (query, scope) => (await one.recall(query, scope)) ?? other.recall(query, scope),
    observe: (query, value, source) => [...one.observe(query, value, source), ...other.observe(query, value, source)],
  };
}

/** What either store knows of a list, one after the other. */
function bothOf<Query, Item>(
  one: Store<Query, readonly Item[]>,
  other: Store<Query, readonly Item[]>,
): Store<Query, readonly Item[]> {
  return {
    ...firstOf(one, other),
    recall: async (query, scope) => {
      const answers = await Promise.all([one.recall(query, scope), other.recall(query, scope)]);
      const known = answers.filter((answer) => answer !== undefined);
      if (known.length === 0) return undefined;
      return { value: known.flatMap(({ value }) => value), sources: known.flatMap(({ sources }) => sources) };
    },
  };
}
