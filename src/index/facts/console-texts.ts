import type { ConsolePart, ConsoleRow } from '../../ports/console.ts';
import { pageAddress } from '../../web/url.ts';
import type { IndexDatabase } from '../database/database.ts';
import { tsvText } from '../write/tsv.ts';
import { factRow, KEPT_COLUMNS, keptCells } from './rows.ts';

/** Query and page of a row as the insert writes them. */
export interface ConsoleText {
  readonly query: string;
  /** Host key and path key with the tab between them. */
  readonly page: string;
}

const NONE = String.raw`\N`;
const NO_PAGE = `${NONE}\t`;

/** Texts that a workspace is known to have; beyond this they are written once more. */
const KNOWN_MAX = 300_000;

interface KnownTexts {
  readonly queries: Map<string, string>;
  readonly pages: Map<string, string>;
}

/** Queries and pages in the words of the engine, written once for all the days on which they come. */
export class ConsoleTexts {
  readonly #database: IndexDatabase;
  #known = new Map<string, KnownTexts>();
  #size = 0;
  #queries: string[] = [];
  #pages: string[] = [];
  #inserting: Promise<void> = Promise.resolve();

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  note(part: ConsolePart, { query, page }: Pick<ConsoleRow, 'query' | 'page'>): ConsoleText {
    const known = this.#knownOf(part.workspace_id);
    return {
      query: query === null ? NONE : (known.queries.get(query) ?? this.#addQuery(known, part, query)),
      page: page === null ? NO_PAGE : (known.pages.get(page) ?? this.#addPage(known, part, page)),
    };
  }

  /** Resolves when every text that was noted is there. */
  async flush(): Promise<void> {
    const before = this.#inserting;
    const [queries, pages] = [this.#queries, this.#pages];
    this.#queries = [];
    this.#pages = [];
    this.#inserting = this.#insert(before, queries, pages);
    await this.#inserting;
  }

  /** Texts that come again are written again. */
  forget(): void {
    this.#known = new Map();
    this.#size = 0;
  }

  async #insert(before: Promise<void>, queries: readonly string[], pages: readonly string[]): Promise<void> {
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

  async #insertRows(table: string, columns: readonly string[], rows: readonly string[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#database.insert(table, [...columns, ...KEPT_COLUMNS], [Buffer.from(rows.join(''))]);
  }

  #knownOf(workspaceId: string): KnownTexts {
    if (this.#size > KNOWN_MAX) this.forget();
    const known = this.#known.get(workspaceId) ?? { queries: new Map(), pages: new Map() };
    this.#known.set(workspaceId, known);
    return known;
  }

  #addQuery({ queries }: KnownTexts, part: ConsolePart, query: string): string {
    const text = tsvText(query.toWellFormed());
    queries.set(query, text);
    this.#size += 1;
    this.#queries.push(factRow([query, ...keptOf(part)]));
    return text;
  }

  /** What is no web address, as that of an app, is a page without a host. */
  #addPage({ pages }: KnownTexts, part: ConsolePart, page: string): string {
    const { host_key, path_key } = pageAddress(page) ?? { host_key: '', path_key: page };
    const text = `${tsvText(host_key)}\t${tsvText(path_key.toWellFormed())}`;
    pages.set(page, text);
    this.#size += 1;
    this.#pages.push(factRow([page, host_key, path_key, ...keptOf(part)]));
    return text;
  }
}

function keptOf({ source, observed_at, workspace_id }: ConsolePart): ReturnType<typeof keptCells> {
  return keptCells({ source, observed_at, workspace_id, delete_at: undefined });
}
