import { z } from 'zod';

import type { SourceNote } from '../../ports/source.ts';
import type { IndexDatabase } from '../database.ts';
import { sql } from '../sql.ts';

/** What the index has read so far: what every answer has to say about itself. */
export interface Coverage {
  /** Pages with text that was read. */
  readonly documents: number;
  readonly hosts: number;
  readonly newest_fetch: Date | undefined;
  /** Whether any page was found unchanged, and so confirmed its links without showing them again. */
  readonly has_unchanged: boolean;
  /** Pages that search may show, and their mean length in words. */
  readonly indexable: number;
  readonly length_mean: number;
  /** Languages by their number of documents, the commonest first. */
  readonly languages: readonly string[];
  readonly authority_version: number;
}

const CoverageRow = z.object({
  documents: z.int(),
  hosts: z.int(),
  newest_ms: z.int().nullable(),
  has_unchanged: z.int(),
  indexable: z.int(),
  length_mean: z.number(),
  languages: z.array(z.string()),
  authority_version: z.int(),
});

const LANGUAGES_MAX = 12;

/** Reads the coverage, and keeps it while the tables behind it stay as they are. */
export class CoverageReader {
  private readonly database: IndexDatabase;
  private known: { readonly state: string; readonly coverage: Promise<Coverage> } | undefined;

  constructor(database: IndexDatabase) {
    this.database = database;
  }

  async read(): Promise<Coverage> {
    const state = await this.tableState();
    if (this.known?.state === state) return this.known.coverage;
    const coverage = this.count();
    // One failure must not be remembered as the answer; the caller sees it all the same.
    coverage.catch(() => {
      if (this.known?.coverage === coverage) this.known = undefined;
    });
    this.known = { state, coverage };
    return coverage;
  }

  /** Every write and merge changes the names of parts. */
  private async tableState(): Promise<string> {
    const rows = await this.database.rows(
      z.object({ state: z.string() }),
      sql`SELECT toString(groupBitXor(cityHash64(table, name))) AS state FROM system.parts
        WHERE database = currentDatabase() AND active AND table IN ('page_states', 'fetches', 'rebuilds')`,
    );
    return rows[0]?.state ?? '';
  }

  private async count(): Promise<Coverage> {
    const rows = await this.database.rows(
      CoverageRow,
      sql`SELECT countIf(readable) AS documents, uniqExactIf(host, readable) AS hosts,
          (SELECT if(count() = 0, NULL, toUnixTimestamp64Milli(max(fetched_at))) FROM fetches) AS newest_ms,
          (SELECT count() > 0 FROM (SELECT 1 FROM fetches WHERE status = 304 LIMIT 1)) AS has_unchanged,
          countIf(indexable) AS indexable, ifNotFinite(avgIf(length, indexable), 0) AS length_mean,
          arrayMap(pair -> pair.1, arraySlice(arrayReverseSort(pair -> (pair.2, pair.1),
            arrayZip(languages_counted.1, languages_counted.2)), 1, ${LANGUAGES_MAX})) AS languages,
          sumMapIf([toString(language)], [1], readable AND language != '') AS languages_counted,
          (SELECT max(version) FROM rebuilds) AS authority_version
        FROM page_states FINAL`,
    );
    const row = rows[0];
    if (row === undefined) throw new Error('The engine answered no row to a count.');
    const { newest_ms, has_unchanged, ...counts } = row;
    return {
      ...counts,
      has_unchanged: has_unchanged === 1,
      newest_fetch: newest_ms === null ? undefined : new Date(newest_ms),
    };
  }
}

/** The note that goes with an answer of the own index, and with the newest observation among the facts behind it. */
export function sourceNote(
  coverage: Coverage,
  observed_at: string | null,
  addition: string,
): Omit<SourceNote, 'capability'> {
  const { documents, hosts } = coverage;
  const pages = `${documents.toLocaleString('en-US')} ${documents === 1 ? 'page' : 'pages'}`;
  const of = `${hosts.toLocaleString('en-US')} ${hosts === 1 ? 'host' : 'hosts'}`;
  const what =
    documents === 0
      ? 'The own index has read no page yet.'
      : `From the own index: ${pages} of ${of} read. Links and pages elsewhere are not known to it.`;
  return {
    source: 'index',
    observed_at,
    cached: false,
    coverage: 'sample',
    measure: 'measured',
    note: addition === '' ? what : `${what} ${addition}`,
  };
}
