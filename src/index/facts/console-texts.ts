import type { ConsolePart } from '../../ports/console.ts';
import { pageAddress } from '../../web/url.ts';
import type { IndexDatabase } from '../database/database.ts';
import { pageId, textId } from '../database/ids.ts';
import { RowBlock } from '../write/row-block.ts';
import { tsvRow } from '../write/table-rows.ts';
import { tsvText } from '../write/tsv.ts';
import { KEPT_COLUMNS, keptCells } from './rows.ts';

/** Texts that are kept in mind with their ids, of a workspace. */
const QUERIES_MAX = 250_000;
const PAGES_MAX = 50_000;
const WORKSPACES_MAX = 2;

interface KnownTexts {
  readonly queries: Map<string, bigint>;
  readonly pages: Map<string, bigint>;
}

/** Queries and pages in the words of the engine, written once for all the days on which they come. */
export class ConsoleTexts {
  readonly #database: IndexDatabase;
  #known = new Map<string, KnownTexts>();
  #queries = new RowBlock();
  #pages = new RowBlock();
  #inserting: Promise<void> = Promise.resolve();

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  /** The id of a query, which is there once the texts are flushed. */
  queryId(part: ConsolePart, query: string): bigint {
    const known = this.#knownOf(part.workspace_id);
    return known.queries.get(query) ?? this.#addQuery(known, part, query);
  }

  pageId(part: ConsolePart, page: string): bigint {
    const known = this.#knownOf(part.workspace_id);
    return known.pages.get(page) ?? this.#addPage(known, part, page);
  }

  /** Resolves when every text that was noted is there. */
  async flush(): Promise<void> {
    const [queries, pages] = [this.#queries, this.#pages];
    this.#queries = new RowBlock();
    this.#pages = new RowBlock();
    this.#inserting = this.#insert(this.#inserting, queries, pages);
    await this.#inserting;
  }

  /** Texts that come again are written again. */
  forget(): void {
    this.#known = new Map();
  }

  async #insert(before: Promise<void>, queries: RowBlock, pages: RowBlock): Promise<void> {
    try {
      await before;
      await Promise.all([
        this.#insertRows('console_queries', ['query'], queries),
        this.#insertRows('console_pages', ['url', 'host_key', 'path_key'], pages),
      ]);
    } catch (thrown) {
      // They are not there, so whoever writes them again has to send them again.
      this.forget();
      this.#inserting = Promise.resolve();
      throw thrown;
    }
  }

  async #insertRows(table: string, columns: readonly string[], rows: RowBlock): Promise<void> {
    if (rows.rows === 0) return;
    await this.#database.insert(table, [...columns, ...KEPT_COLUMNS], [rows.slice()]);
  }

  #knownOf(workspaceId: string): KnownTexts {
    const known = this.#known.get(workspaceId);
    if (known !== undefined) return known;
    // Imports of few workspaces run at a time.
    if (this.#known.size >= WORKSPACES_MAX) this.forget();
    const made = { queries: new Map<string, bigint>(), pages: new Map<string, bigint>() };
    this.#known.set(workspaceId, made);
    return made;
  }

  #addQuery({ queries }: KnownTexts, part: ConsolePart, query: string): bigint {
    const id = textId(query);
    if (queries.size >= QUERIES_MAX) queries.clear();
    queries.set(copied(query), id);
    this.#queries.add(`${tsvText(query.toWellFormed())}\t${keptText(part)}`);
    return id;
  }

  /** What is no web address, as that of an app, is a page without a host. */
  #addPage({ pages }: KnownTexts, part: ConsolePart, page: string): bigint {
    const { host_key, path_key } = pageAddress(page) ?? { host_key: '', path_key: page };
    const id = pageId(host_key, path_key);
    if (pages.size >= PAGES_MAX) pages.clear();
    pages.set(copied(page), id);
    const keys = `${tsvText(host_key)}\t${tsvText(path_key.toWellFormed())}`;
    this.#pages.add(`${tsvText(page.toWellFormed())}\t${keys}\t${keptText(part)}`);
    return id;
  }
}

function keptText({ source, observed_at, workspace_id }: ConsolePart): string {
  return tsvRow(keptCells({ source, observed_at, workspace_id, delete_at: undefined }));
}

/** A text of its own: one that was cut from a larger text keeps that in memory. */
function copied(text: string): string {
  return Buffer.from(text).toString();
}
