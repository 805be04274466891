import { PostgresImports } from '../adapters/postgres/imports.ts';
import type { Database } from '../adapters/postgres/database.ts';
import type { PageParser } from '../crawler/parse-pool.ts';
import { Importer } from '../importer/importer.ts';
import { productToken } from '../web/robots/robots.ts';
import type { FileStreams } from '../ports/fetch.ts';
import type { ImportStore } from '../ports/imports.ts';
import type { Index } from './indexes.ts';

export interface ImporterWiring {
  readonly database: Database;
  readonly index: Index;
  /** Places are the same for all workspaces. */
  readonly shared: Pick<Index, 'locations' | 'locationList'>;
  readonly streams: FileStreams;
  readonly parser: PageParser;
  readonly user_agent: string;
}

/** Imports with the parts of this process: pages of archives are read by the same reader as those of a crawl. */
export function wireImporter(wiring: ImporterWiring): { readonly importer: Importer; readonly store: ImportStore } {
  const { database, index, shared, streams, parser, user_agent } = wiring;
  const store = new PostgresImports(database);
  const agent_token = productToken(user_agent);
  const importer = new Importer({
    store,
    streams,
    writer: index.writer,
    ranks: index.ranks,
    sightings: index.sightings,
    toolFacts: index.toolFacts,
    keywords: index.imported,
    console: index.consoleWriter,
    locations: shared.locations,
    locationList: shared.locationList,
    parse: (answer) => parser.parse(answer, { agent_token, scope: undefined }),
    agent_token,
  });
  return { importer, store };
}
