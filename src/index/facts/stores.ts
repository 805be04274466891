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
import { ConsoleClickRatesStore } from './console-click-rates.ts';
import { ConsoleDailyStore } from './console-daily.ts';
import { ConsoleKeywordsStore } from './console-keywords.ts';
import { ConsolePagesStore } from './console-pages.ts';
import { ConsoleOverlapStore } from './console-overlap.ts';
import { ConsoleTrafficStore } from './console-traffic.ts';
import { DiscussionStore } from './discussion-store.ts';
import { AllOf, FirstOf } from './store-chains.ts';
import { PageReadStore, readBackground } from './page-reads.ts';
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
  return {
    assistants: {
      ask: new AssistantAnswersStore(database, inbox),
      history: readAfterFlush(inbox, (query, scope) => readAssistantHistory(database, query, scope)),
    },
    serp: {
      check: new SerpCheckStore(database, inbox),
      history: readAfterFlush(inbox, (query, scope) => readSerpHistory(database, query, scope)),
      known: readAfterFlush(inbox, (query, scope) => readKnownSerps(database, query, scope)),
      seen: readAfterFlush(inbox, (query, scope) => readSeen(database, query, scope)),
      series: readAfterFlush(inbox, (query, scope) => readSerpSeries(database, query, scope)),
      outlines: readAfterFlush(inbox, (query, scope) => readSerpOutlines(database, query, scope)),
      recent: readAfterFlush(inbox, (query, scope) => readRecentOutlines(database, query, scope)),
    },
    keywords: {
      metrics: new KeywordMetricsStore(database, inbox, clock),
      known: readAfterFlush(inbox, (query, scope) => readKnownFacts(database, query, scope)),
      elsewhere: readAfterFlush(inbox, (query, scope) => readVolumesElsewhere(database, query, scope)),
      ideas: new KeywordIdeasStore(database, inbox, clock),
    },
    places: {
      find: new FindPlaceStore(database, inbox, clock),
      pack: new LocalPackStore(database, inbox),
    },
    discussions: { find: new DiscussionStore(database, inbox, clock) },
    pages: {
      read: new PageReadStore(database),
      background: { recall: (query, scope) => readBackground(database, query, scope), observe: () => [] },
    },
    rankings: openRankingStores(database, inbox, clock),
  };
}

/** The caller's own console comes before what a provider said; of traffic both are told, as figures of two kinds. */
function openRankingStores(
  database: IndexDatabase,
  inbox: ObservationInbox,
  clock: () => Date,
): StoresOf<RankingsSource> {
  const kept = new RankingAnswersStore(database, inbox, clock);
  return {
    keywords: new FirstOf([new ConsoleKeywordsStore(database), kept.keywords]),
    pages: new FirstOf([new ConsolePagesStore(database), kept.pages]),
    competitors: kept.competitors,
    shared: new FirstOf([new ConsoleOverlapStore(database), kept.shared]),
    traffic: new AllOf([new ConsoleTrafficStore(database), kept.traffic]),
    daily: new ConsoleDailyStore(database),
    clickRates: new ConsoleClickRatesStore(database),
  };
}

/** A method that only reads what other methods observed, after everything in the inbox has reached the index. */
function readAfterFlush<Query, Value>(
  inbox: ObservationInbox,
  read: (query: Query, scope: RecallScope) => Promise<Recalled<Value>>,
): Store<Query, Value> {
  return {
    recall: async (query, scope) => {
      await inbox.flush();
      return read(query, scope);
    },
    observe: () => [],
  };
}
