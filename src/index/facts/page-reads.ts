import { z } from 'zod';

import {
  PAGE_READ_DAYS,
  type BackgroundQuery,
  type PageReadQuery,
  type PageReads,
  type TermBackground,
} from '../../ports/pages.ts';
import type { Recalled, RecallScope } from '../../ports/store.ts';
import { JUDGED_TYPES } from '../../text/page-types.ts';
import type { PageRead, ReadPage } from '../../text/reading/reading.ts';
import { listPageTerms } from '../../text/reading/terms.ts';
import { pageAddress } from '../../web/url.ts';
import type { IndexDatabase } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { insertRows } from '../write/table-rows.ts';
import { keptProvenance } from './provenance.ts';
import { factRows } from './rows.ts';
import { isSince, selectFacts } from './select.ts';

const Text = z.string().nullable();
const Count = z.int();

const ReadPageRecord: z.ZodType<ReadPage> = z.object({
  final_url: z.string(),
  title: Text,
  description: Text,
  site_name: Text,
  language: z.string(),
  author: Text,
  published_at: Text,
  modified_at: Text,
  type: z.enum(JUDGED_TYPES).nullable(),
  type_confidence: z.number(),
  word_count: Count,
  obstacle: z.enum(['scripts', 'consent_wall', 'paywall']).nullable(),
  sections: z.array(
    z.object({
      level: Count,
      heading: z.string(),
      word_count: Count,
      blocks: z.array(
        z.object({ kind: z.enum(['paragraph', 'list_item', 'table_row', 'quote', 'code']), text: z.string() }),
      ),
    }),
  ),
  schema_types: z.array(z.string()),
  images: Count,
  videos: Count,
  tables: Count,
  lists: Count,
  internal_links: Count,
  external_links: z.array(z.object({ url: z.string(), text: z.string(), section: Count })),
});

const SOURCE = 'fetch';
const DAY_MS = 86_400_000;

/** Keeps pages that were read for a study, for everybody, since they are public. */
export class EnginePageReads implements PageReads {
  readonly #database: IndexDatabase;

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  async keep(url: string, page: ReadPage, read_at: Date): Promise<void> {
    const kept = {
      source: SOURCE,
      observed_at: read_at,
      workspace_id: '',
      delete_at: new Date(read_at.getTime() + PAGE_READ_DAYS * DAY_MS),
    };
    const row = {
      url_key: keyOf(url),
      language: page.language,
      terms: listPageTerms(page),
      page: JSON.stringify(page),
    };
    await insertRows(this.#database, [factRows('page_reads', [row], kept)]);
  }
}

const ReadRow = z.object({ observed_ms: z.int(), page: z.string() });

/** The newest reading of a page. Only pages that could be read are kept, by whoever reads them. */
export async function readPage(
  database: IndexDatabase,
  { url }: PageReadQuery,
  scope: RecallScope,
): Promise<Recalled<PageRead> | undefined> {
  const statement = selectFacts('page_reads', scope, {
    columns: sql`toUnixTimestamp64Milli(observed_at) AS observed_ms, page`,
    where: sql`url_key = ${keyOf(url)} AND ${isSince(scope.since)}`,
    end: sql`ORDER BY page_reads.observed_at DESC LIMIT 1`,
  });
  const [row] = await database.rows(ReadRow, statement, scope.signal);
  if (row === undefined) return undefined;
  const page = ReadPageRecord.parse(JSON.parse(row.page));
  return { value: { status: 'read', page }, sources: [keptProvenance(SOURCE, new Date(row.observed_ms))] };
}

const PAGES_MAX = 5000;
/** Counted as if it stood on every page, so that one statement tells their number, too. */
const ANY_PAGE = '';
const TermRow = z.object({ term: z.string(), pages: z.int() });

/**
 * On how many of the newest pages of the language each term stands. What is not asked for is dropped before the pages are
 * sorted: their terms are most of what lies there.
 */
export async function readBackground(
  database: IndexDatabase,
  { language, terms }: BackgroundQuery,
  scope: RecallScope,
): Promise<Recalled<TermBackground>> {
  const wanted = [...new Set([ANY_PAGE, ...terms])];
  const newest = selectFacts('page_reads', scope, {
    columns: sql`arrayPushBack(arrayFilter(term -> term IN ${wanted}, terms), ${ANY_PAGE}) AS known`,
    where: sql`language = ${language}`,
    end: sql`ORDER BY page_reads.observed_at DESC LIMIT ${PAGES_MAX}`,
  });
  const rows = await database.rows(
    TermRow,
    sql`SELECT term, toUInt32(count()) AS pages FROM (${newest}) ARRAY JOIN known AS term GROUP BY term ORDER BY term`,
    scope.signal,
  );
  const pages = new Map(rows.map((row) => [row.term, row.pages]));
  // Terms that stand nowhere are told as well: objects have names such as `constructor` of their own.
  const counts = Object.fromEntries(terms.map((term) => [term, pages.get(term) ?? 0]));
  return { value: { documents: pages.get(ANY_PAGE) ?? 0, counts }, sources: [] };
}

/** Spellings of one address are one page; what is no address is its own. */
function keyOf(url: string): string {
  const address = pageAddress(url);
  return address === undefined ? url : `${address.host_key}${address.path_key}`;
}
