import { z } from 'zod';

import type { ConsoleSearchType } from '../../ports/console.ts';
import { SourceFailure } from '../../ports/source-failure.ts';
import type { SourceHttpAnswer, SourceHttpRequest } from '../../ports/source-http.ts';
import type { Access, SearchConsoleContext } from './access.ts';

export type Dimension = 'date' | 'query' | 'page' | 'country' | 'device';

export interface AnalyticsQuery {
  readonly property: string;
  readonly type: ConsoleSearchType;
  readonly from: string;
  readonly to: string;
  readonly dimensions: readonly Dimension[];
  /** `all` also counts days that are not complete, and says from which day on they are not. */
  readonly state: 'final' | 'all';
}

export interface AnalyticsRow {
  /** In the order of the dimensions. */
  readonly keys: readonly string[];
  readonly clicks: number;
  readonly impressions: number;
  /** From 1; undefined where there is none, as for Discover. */
  readonly position: number | undefined;
}

export interface AnalyticsPage {
  readonly rows: readonly AnalyticsRow[];
  readonly first_incomplete_day: string | undefined;
  /** Rows may follow that the engine does not tell. */
  readonly is_cut: boolean;
}

/** Rows of a request, and of a day and kind of search. developers.google.com/webmaster-tools/limits */
const PAGE_ROWS = 25_000;
const DAY_ROWS = 50_000;
const ASK_MS_MAX = 180_000;
/** 25,000 rows with a long address each. */
const ANSWER_BYTES_MAX = 120_000_000;

const Row = z.object({
  keys: z.array(z.string()).default([]),
  clicks: z.number().min(0),
  impressions: z.number().min(0),
  position: z.number().optional(),
});
const Answer = z.object({
  rows: z.array(Row).default([]),
  // The reference writes one spelling, the published types the other.
  metadata: z.object({ first_incomplete_date: z.string(), firstIncompleteDate: z.string() }).partial().default({}),
});
const Sites = z.object({
  siteEntry: z.array(z.object({ siteUrl: z.string(), permissionLevel: z.string() })).default([]),
});

/** The two endpoints of the API that Seamark asks. */
export class SearchConsoleApi {
  readonly #context: SearchConsoleContext;
  readonly #access: Access;

  constructor(context: SearchConsoleContext, access: Access) {
    this.#context = context;
    this.#access = access;
  }

  /** Properties that the credentials may read. */
  async properties(signal: AbortSignal): Promise<readonly string[]> {
    const { body } = await this.#ask({ url: this.#url('sites'), signal });
    const sites = Sites.safeParse(body);
    if (!sites.success) throw new SourceFailure('broken', 'Search Console listed its properties in an unknown form.');
    // Somebody who has not proved yet that the site is theirs sees its name and no figure.
    return sites.data.siteEntry
      .filter(({ permissionLevel }) => permissionLevel !== 'siteUnverifiedUser')
      .map(({ siteUrl }) => siteUrl);
  }

  /** All rows that the API tells, a request for each 25,000. */
  async *pages(query: AnalyticsQuery, signal: AbortSignal): AsyncGenerator<AnalyticsPage> {
    for (let start = 0; start < DAY_ROWS; start += PAGE_ROWS) {
      const page = await this.#page(query, start, signal);
      const isFull = page.rows.length >= PAGE_ROWS;
      yield { ...page, is_cut: isFull && start + PAGE_ROWS >= DAY_ROWS };
      if (!isFull) return;
    }
  }

  async #page(query: AnalyticsQuery, start: number, signal: AbortSignal): Promise<Omit<AnalyticsPage, 'is_cut'>> {
    const { property, type, from, to, dimensions, state } = query;
    const { body } = await this.#ask({
      method: 'POST',
      url: this.#url(`sites/${encodeURIComponent(property)}/searchAnalytics/query`),
      body: {
        startDate: from,
        endDate: to,
        dimensions,
        type: type === 'google_news' ? 'googleNews' : type,
        dataState: state,
        aggregationType: 'auto',
        rowLimit: PAGE_ROWS,
        startRow: start,
      },
      bytes_max: ANSWER_BYTES_MAX,
      signal,
    });
    const answer = Answer.safeParse(body);
    if (!answer.success) throw new SourceFailure('broken', 'Search Console sent a table in an unknown form.');
    const { rows, metadata } = answer.data;
    if (rows.some(({ keys }) => keys.length !== dimensions.length)) {
      throw new SourceFailure('broken', `Search Console sent rows that are not split by ${dimensions.join(', ')}.`);
    }
    return {
      rows: rows.map((row) => ({ ...row, position: row.position })),
      first_incomplete_day: metadata.first_incomplete_date ?? metadata.firstIncompleteDate,
    };
  }

  #url(path: string): string {
    return `${this.#context.settings.SEAMARK_SEARCH_CONSOLE_URL.replace(/\/+$/, '')}/${path}`;
  }

  /** A token that was revoked or ended early is made anew once. */
  async #ask(request: SourceHttpRequest): Promise<SourceHttpAnswer> {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(ASK_MS_MAX)]);
    const send = async (): Promise<SourceHttpAnswer> => {
      const headers = { authorization: `Bearer ${await this.#access.token(signal)}` };
      return this.#context.http.json({ ...request, headers, signal });
    };
    try {
      return await send();
    } catch (thrown) {
      if (!isStale(thrown)) throw await this.#withAccount(thrown);
      this.#access.forget();
      return await send();
    }
  }

  /** Who has to be given access is known only from the key. */
  async #withAccount(thrown: unknown): Promise<unknown> {
    if (!(thrown instanceof SourceFailure) || !/answered 403.*permission/i.test(thrown.message)) return thrown;
    const email = await this.#access.email();
    const who = email === undefined ? 'the Google account that signed in' : email;
    return new SourceFailure('wrong_key', thrown.message, {
      fix: `In Search Console, open Settings > Users and permissions of the property and add ${who} as a user; Restricted is enough.`,
      cause: thrown,
    });
  }
}

function isStale(thrown: unknown): boolean {
  return thrown instanceof SourceFailure && /answered 401\b/.test(thrown.message);
}
