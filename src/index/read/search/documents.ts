import { z } from 'zod';

import { BRIEFLY, type IndexDatabase } from '../../database/database.ts';
import { RANK_UNKNOWN } from '../../database/names.ts';
import { sql } from '../../database/sql.ts';
import { tupleOf } from '../../database/tuples.ts';
import type { Coverage } from '../rows/coverage.ts';

/** A document as `document_cards` keeps it: its parts one after the other. */
const Card = z
  .string()
  .transform((card): unknown => JSON.parse(card))
  .pipe(
    tupleOf({
      page: z.string(),
      host_key: z.string(),
      path_key: z.string(),
      domain_length: z.int(),
      flags: z.int(),
      language: z.string(),
      title: z.string(),
      headings: z.array(z.string()),
      published_at: z.string(),
      link_share: z.int(),
      content_hash: z.string(),
      simhash: z.string(),
      length: z.int(),
      domain: z.string(),
    }),
  );
const Row = z.object({ document: z.string(), card: Card });

const State = z.object({ page: z.string(), document: z.string(), move_page: z.string() });
const Rank = z.object({ kind: z.enum(['domain', 'page']), id: z.string(), rank: z.int() });

/** What ranking knows of a document: all but its text. Ranks are 0–1000, 0 where there is none. */
export interface FoundDocument extends z.infer<typeof Card> {
  readonly document: string;
  readonly domain_rank: number;
  readonly page_rank: number;
}

/** Some ten megabytes. */
const KEPT_MAX = 5000;

/** Documents as ranking knows them, kept for as long as no page is read or ranked anew. */
export class DocumentReader {
  readonly #database: IndexDatabase;
  #state = '';
  /** Undefined for those that may not be shown. */
  readonly #kept = new Map<string, FoundDocument | undefined>();

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  /**
   * The documents that are what their pages hold today, and that may be shown: pages that are noindex, gone or moved are not among
   * them, nor those that name another page that may be shown as the one to show. Ranks are those of the newest rebuild.
   */
  async read(ids: readonly string[], coverage: Coverage, signal: AbortSignal): Promise<readonly FoundDocument[]> {
    const state = coverage.pages_state;
    if (this.#state !== state || this.#kept.size > KEPT_MAX) this.#kept.clear();
    this.#state = state;
    const unknown = ids.filter((id) => !this.#kept.has(id));
    const known = ids.map((id) => this.#kept.get(id));
    const read = await readDocuments(this.#database, unknown, coverage.authority_version, signal);
    // Another search may have found the index in another state meanwhile.
    if (this.#state === state) {
      const found = new Map(read.map((document) => [document.document, document]));
      for (const id of unknown) this.#kept.set(id, found.get(id));
    }
    return [...known.filter((document) => document !== undefined), ...read];
  }
}

/** Statements that find rows by their keys take a few milliseconds each; one that joins them takes ten times that. */
async function readDocuments(
  database: IndexDatabase,
  documents: readonly string[],
  version: number,
  signal: AbortSignal,
): Promise<readonly FoundDocument[]> {
  if (documents.length === 0) return [];
  const found = await database.rows(
    Row,
    sql`SELECT toString(document) AS document, card FROM document_cards WHERE document IN ${idList(documents)}
      ORDER BY observed_at DESC LIMIT 1 BY document ${BRIEFLY}`,
    signal,
  );
  const rows = found.map(({ document, card }) => ({ ...card, document }));
  const pages = [...new Set(rows.map(({ page }) => page))];
  const domains = [...new Set(rows.map(({ domain }) => domain))];
  const [states, ranks] = await Promise.all([
    readStates(database, pages, signal),
    readRanks(database, version, [...pages, ...domains], signal),
  ]);
  const shown = await dropMoved(database, states, signal);
  return rows.flatMap((row) => {
    if (shown.get(row.page)?.document !== row.document) return [];
    return [{ ...row, page_rank: ranks.page.get(row.page) ?? 0, domain_rank: ranks.domain.get(row.domain) ?? 0 }];
  });
}

export type States = ReadonlyMap<string, z.infer<typeof State>>;

/** What pages that may be shown are now, by page; `move_page` is '0' where a page names no other. */
export async function readStates(
  database: IndexDatabase,
  pages: readonly string[],
  signal: AbortSignal,
): Promise<States> {
  if (pages.length === 0) return new Map();
  const rows = await database.rows(
    State,
    sql`SELECT toString(page) AS page, toString(document) AS document, toString(if(move_kind = 0, 0, move_page)) AS move_page
      FROM (SELECT page, document, move_kind, move_page, indexable FROM page_states WHERE page IN ${idList(pages)}
        ORDER BY observed_at DESC LIMIT 1 BY page) WHERE indexable ${BRIEFLY}`,
    signal,
  );
  return new Map(rows.map((row) => [row.page, row]));
}

/** Without the pages that name another one that may be shown. */
async function dropMoved(database: IndexDatabase, states: States, signal: AbortSignal): Promise<States> {
  const targets = [...new Set([...states.values()].map(({ move_page }) => move_page))].filter((page) => page !== '0');
  const shown = await readStates(database, targets, signal);
  return new Map([...states].filter(([, { move_page }]) => !shown.has(move_page)));
}

type Ranks = Readonly<Record<'domain' | 'page', ReadonlyMap<string, number>>>;

/** Ranks of pages and of domains, by their ids. */
async function readRanks(
  database: IndexDatabase,
  version: number,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Ranks> {
  const known =
    ids.length === 0 || version === 0
      ? []
      : await database.rows(
          Rank,
          sql`SELECT kind, toString(id) AS id, rank FROM authority WHERE version = ${version} AND kind IN ('domain', 'page')
            AND rank != ${RANK_UNKNOWN} AND id IN ${idList(ids)} ${BRIEFLY}`,
          signal,
        );
  const ranksOf = (kind: 'domain' | 'page'): ReadonlyMap<string, number> =>
    new Map(known.flatMap((row) => (row.kind === kind ? [[row.id, row.rank]] : [])));
  return { domain: ranksOf('domain'), page: ranksOf('page') };
}

const Text = z.object({ document: z.string(), text: z.string(), description: z.string() });

/** The texts of documents, each cut at a number of characters, by document. */
export async function readTexts(
  database: IndexDatabase,
  documents: readonly string[],
  characters: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, z.infer<typeof Text>>> {
  if (documents.length === 0) return new Map();
  const rows = await database.rows(
    Text,
    sql`SELECT toString(document) AS document, substringUTF8(text, 1, ${characters}) AS text, description FROM documents
      WHERE document IN ${idList(documents)} ORDER BY observed_at DESC LIMIT 1 BY document ${BRIEFLY}`,
    signal,
  );
  return new Map(rows.map((row) => [row.document, row]));
}

const Newest = z.object({ newest_ms: z.int().nullable() });

/** When the newest of some pages was fetched, in milliseconds; null for none. */
export async function newestFetch(
  database: IndexDatabase,
  pages: readonly string[],
  signal: AbortSignal,
): Promise<number | null> {
  if (pages.length === 0) return null;
  const [row] = await database.rows(
    Newest,
    sql`SELECT if(count() = 0, NULL, toUnixTimestamp64Milli(max(fetched_at))) AS newest_ms FROM fetches WHERE page IN ${idList(pages)} ${BRIEFLY}`,
    signal,
  );
  return row?.newest_ms ?? null;
}

function idList(ids: readonly string[]): readonly bigint[] {
  return ids.map(BigInt);
}
