import type { QueryOf, ValueOf } from '../../ports/source.ts';
import type { KeywordsSource } from '../../ports/keywords.ts';
import type { PlacesSource } from '../../ports/places.ts';
import type { SerpSource } from '../../ports/serp.ts';
import type { ObservationInbox, Recalled, RecallScope, Store } from '../../ports/store.ts';
import type { IndexDatabase } from '../database/database.ts';
import { KeywordIdeasStore } from './keyword-ideas.ts';
import { KeywordMetricsStore } from './keyword-metrics.ts';
import { FindPlaceStore, LocalPackStore } from './place-store.ts';
import { RankingAnswersStore } from './ranking-answers.ts';
import { SerpCheckStore } from './serp-check.ts';
import { readSeen } from './serp-seen.ts';
import { readKnownSerps, readSerpHistory } from './stored-serps.ts';

type StoresOf<Source> = { readonly [M in keyof Source]: Store<QueryOf<Source[M]>, ValueOf<Source[M]>> };

/** Stored observations, for each method whose answers are kept. */
export interface FactStores {
  readonly serp: StoresOf<SerpSource>;
  readonly keywords: StoresOf<KeywordsSource>;
  readonly places: StoresOf<PlacesSource>;
  readonly rankings: RankingAnswersStore;
}

export function openFactStores(
  database: IndexDatabase,
  inbox: ObservationInbox,
  clock: () => Date = () => new Date(),
): FactStores {
  return {
    serp: {
      check: new SerpCheckStore(database, inbox),
      history: readAfterFlush(inbox, (query, scope) => readSerpHistory(database, query, scope)),
      known: readAfterFlush(inbox, (query, scope) => readKnownSerps(database, query, scope)),
      seen: readAfterFlush(inbox, (query, scope) => readSeen(database, query, scope)),
    },
    keywords: {
      metrics: new KeywordMetricsStore(database, inbox, clock),
      ideas: new KeywordIdeasStore(database, inbox, clock),
    },
    places: {
      find: new FindPlaceStore(database, inbox, clock),
      pack: new LocalPackStore(database, inbox),
    },
    rankings: new RankingAnswersStore(database, inbox, clock),
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
