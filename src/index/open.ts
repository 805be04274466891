import type { KeywordFactWriter, LocationWriter, SightingWriter } from '../ports/imports.ts';
import type { ToolFactWriter } from '../ports/tool-facts.ts';
import type { ConsoleReader } from '../ports/console.ts';
import type { IndexAdmin, PreviousFetch, RememberedPages } from '../ports/index.ts';
import type { Locations } from '../ports/locations.ts';
import type { KeywordsSource } from '../ports/keywords.ts';
import type { LinksSource } from '../ports/links.ts';
import type { PageReads } from '../ports/pages.ts';
import type { RankingsSource } from '../ports/rankings.ts';
import type { SerpSource } from '../ports/serp.ts';
import type { ObservationInbox, ObservationWriter } from '../ports/store.ts';
import type { CrawlRecorder } from '../ports/crawl-records.ts';
import type { SitesSource } from '../ports/sites.ts';
import type { AuditStore, SiteFactsStore } from '../ports/site-facts.ts';
import { EngineIndexAdmin } from './admin.ts';
import { EngineCrawlRecorder } from './crawls/recorder.ts';
import { EngineAuditStore } from './crawls/kept-audits.ts';
import { sitePages } from './crawls/site-pages.ts';
import { siteTexts } from './crawls/site-texts.ts';
import { knownAddresses, siteUrls } from './crawls/site-urls.ts';
import { EngineSiteFacts } from './crawls/site-facts.ts';
import { connectDatabase, type IndexDatabase } from './database/database.ts';
import { EngineConsoleReader } from './facts/console-reader.ts';
import { type ClosableConsoleWriter, EngineConsoleWriter } from './facts/console-writer.ts';
import { LocationTable } from './facts/location-table.ts';
import { EnginePageReads } from './facts/page-reads.ts';
import { type FactStores, openFactStores } from './facts/stores.ts';
import { EngineKeywordFactWriter, EngineObservationWriter } from './facts/write.ts';
import { Cities } from './locations/cities.ts';
import { IndexLocations } from './locations/resolve.ts';
import { CoverageReader } from './read/rows/coverage.ts';
import { IndexKeywordIdeas } from './read/ideas/keyword-ideas.ts';
import { IndexLinksSource } from './read/links.ts';
import { SerpRankings } from './read/rankings-serps/serp-rankings.ts';
import { IndexSearch } from './read/search/search.ts';
import { previousFetches } from './read/previous.ts';
import { rememberedPages } from './read/remembered.ts';
import { migrateIndex } from './schema.ts';
import { EngineSightingWriter } from './write/imports.ts';
import { EngineToolFactWriter } from './write/tool-facts.ts';
import { type ClosableIndexWriter, ThreadedIndexWriter } from './write/writer.ts';

/** Everything that the rest of Seamark sees of the index. */
export interface OpenIndex {
  readonly url: string;
  readonly writer: ClosableIndexWriter;
  readonly sightings: SightingWriter;
  readonly toolFacts: ToolFactWriter;
  readonly links: LinksSource;
  readonly serp: Pick<SerpSource, 'check'>;
  readonly keywordIdeas: Pick<KeywordsSource, 'ideas'>;
  readonly admin: IndexAdmin;
  readonly previous: PreviousFetch;
  readonly remembered: RememberedPages;
  readonly recorder: CrawlRecorder;
  readonly siteFacts: SiteFactsStore;
  readonly audits: AuditStore;
  readonly sitePages: SitesSource['pages'];
  readonly siteTexts: SitesSource['texts'];
  readonly siteUrls: SitesSource['crawled'];
  readonly knownAddresses: ReturnType<typeof knownAddresses>;
  readonly observations: ObservationWriter;
  readonly pageReads: PageReads;
  readonly imported: KeywordFactWriter;
  readonly consoleWriter: ClosableConsoleWriter;
  readonly consoleReader: ConsoleReader;
  readonly locations: Locations;
  readonly locationList: LocationWriter;
  /** What was observed before, with what still waits in the inbox. */
  recollect(inbox: ObservationInbox): FactStores;
  /**
   * Rankings of any site on the result pages that were looked up.
   *
   * @param clickRates share of searches that click the organic result at each place, from the first
   */
  serpRankings(inbox: ObservationInbox, clickRates: readonly number[]): SerpRankingMethods;
  close(): Promise<void>;
}

type SerpRankingMethods = Pick<RankingsSource, 'keywords' | 'pages' | 'competitors' | 'shared' | 'traffic'>;

/** Opens the index at a ClickHouse URL (`IndexEngine.url`, or CLICKHOUSE_URL) and brings its tables up to date. */
export async function openIndex(url: string, onRefused?: (message: string) => void): Promise<OpenIndex> {
  await migrateIndex(url);
  const database: IndexDatabase = connectDatabase(url);
  const coverage = new CoverageReader(database);
  const writer = new ThreadedIndexWriter(url, onRefused);
  const locationList = new LocationTable(database);
  const consoleWriter = new EngineConsoleWriter(database, onRefused);
  const sightings = new EngineSightingWriter(database);
  const toolFacts = new EngineToolFactWriter(database);
  // This process's readers see its own changes at once.
  const forget = (): void => coverage.forget();
  return {
    url,
    writer: {
      write: (fact) => writer.write(fact),
      flush: () => writer.flush().then(forget),
      close: () => writer.close(),
    },
    sightings: {
      write: (links) => sightings.write(links).then(forget),
    },
    toolFacts: {
      tell: (told) => toolFacts.tell(told).then(forget),
    },
    links: new IndexLinksSource(database, coverage),
    serp: new IndexSearch(database, coverage),
    keywordIdeas: new IndexKeywordIdeas(database, coverage),
    admin: new EngineIndexAdmin(database, forget),
    previous: previousFetches(database),
    remembered: rememberedPages(database),
    recorder: new EngineCrawlRecorder(database),
    siteFacts: new EngineSiteFacts(database),
    audits: new EngineAuditStore(database),
    sitePages: sitePages(database),
    siteTexts: siteTexts(database),
    siteUrls: siteUrls(database),
    knownAddresses: knownAddresses(database),
    locations: new IndexLocations(locationList, () => Cities.read()),
    locationList,
    imported: new EngineKeywordFactWriter(database),
    consoleWriter,
    consoleReader: new EngineConsoleReader(database),
    observations: new EngineObservationWriter(database, onRefused),
    pageReads: new EnginePageReads(database),
    recollect: (inbox) => openFactStores(database, inbox),
    serpRankings: (inbox, clickRates) => new SerpRankings(database, inbox, clickRates),
    close: async () => {
      try {
        await Promise.all([writer.close(), consoleWriter.close()]);
      } finally {
        await database.close();
      }
    },
  };
}
