import type { QueryOf, ValueOf } from '../../ports/source.ts';
import type { KeywordsSource } from '../../ports/keywords.ts';
import type { RankingsSource } from '../../ports/rankings.ts';
import type { PlacesSource } from '../../ports/places.ts';
import type { SerpSource } from '../../ports/serp.ts';
import type { ObservationInbox, Store } from '../../ports/store.ts';
import type { IndexDatabase } from '../database/database.ts';
import { ConsoleClickRatesStore } from './console-click-rates.ts';
import { ConsoleDailyStore } from './console-daily.ts';
import { ConsoleKeywordsStore } from './console-keywords.ts';
import { ConsolePagesStore } from './console-pages.ts';
import { ConsoleSharedStore } from './console-overlap.ts';
import { ConsoleTrafficStore } from './console-traffic.ts';
import { FirstOf } from './first-of.ts';
import { KeywordIdeasStore } from './keyword-ideas.ts';
import { KeywordMetricsStore } from './keyword-metrics.ts';
import { FindPlaceStore, LocalPackStore } from './place-store.ts';
import { SerpCheckStore } from './serp-check.ts';
import { SeenStore } from './serp-seen.ts';
import { KnownSerpsStore, SerpHistoryStore } from './stored-serps.ts';

type StoresOf<Source> = { readonly [M in keyof Source]: Store<QueryOf<Source[M]>, ValueOf<Source[M]>> };

/** What was observed before, for each method whose answers are kept. */
export interface FactStores {
  readonly serp: StoresOf<SerpSource>;
  readonly keywords: StoresOf<KeywordsSource>;
  readonly places: StoresOf<PlacesSource>;
  readonly rankings: StoresOf<RankingsSource>;
}

export function openFactStores(
  database: IndexDatabase,
  inbox: ObservationInbox,
  clock: () => Date = () => new Date(),
): FactStores {
  return {
    serp: {
      check: new SerpCheckStore(database, inbox),
      history: new SerpHistoryStore(database, inbox),
      known: new KnownSerpsStore(database, inbox),
      seen: new SeenStore(database, inbox),
    },
    keywords: {
      metrics: new KeywordMetricsStore(database, inbox, clock),
      ideas: new KeywordIdeasStore(database, inbox, clock),
    },
    places: {
      find: new FindPlaceStore(database, inbox, clock),
      pack: new LocalPackStore(database, inbox),
    },
    rankings: {
      keywords: new ConsoleKeywordsStore(database),
      pages: new ConsolePagesStore(database),
      competitors: new FirstOf([]),
      shared: new ConsoleSharedStore(database),
      traffic: new ConsoleTrafficStore(database),
      daily: new ConsoleDailyStore(database),
      clickRates: new ConsoleClickRatesStore(database),
    },
  };
}
