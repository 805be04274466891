/**
 * Figures that a search engine tells the owner of a site: Search Console and Bing Webmaster Tools.
 *
 * They belong to the workspace that imported them. No other ever sees them.
 */

export const CONSOLE_ENGINES = ['google', 'bing'] as const;
export type ConsoleEngine = (typeof CONSOLE_ENGINES)[number];

export const CONSOLE_SEARCH_TYPES = [
  'web',
  'image',
  'video',
  'news',
  'discover',
  'google_news',
  'generative_ai',
] as const;
export type ConsoleSearchType = (typeof CONSOLE_SEARCH_TYPES)[number];

/**
 * What a row is split by. Engines drop rows and withhold rare queries, so rows of a finer grain add up to less than those of
 * a coarser one; grains are never added together.
 *
 * `total`: nothing; `place`: country and device; `page`: page; `query`: query; `appearance`: kind of result; `detail`: query,
 * page, country and device.
 */
export const CONSOLE_GRAINS = ['total', 'place', 'page', 'query', 'appearance', 'detail'] as const;
export type ConsoleGrain = (typeof CONSOLE_GRAINS)[number];

/** Rows of one property, one kind of search and one grain. */
export interface ConsoleTable {
  readonly engine: ConsoleEngine;
  /** As the engine names it: `sc-domain:example.com`, `https://www.example.com/`. */
  readonly property: string;
  readonly search_type: ConsoleSearchType;
  readonly grain: ConsoleGrain;
}

/**
 * What one file or one request brings of a table.
 *
 * Nothing of a part is read before it is published. For each day the newest load counts, with all of its parts: so a day
 * that is published again takes the place of the older one, whole, and the files of one export add up.
 */
export interface ConsolePart extends ConsoleTable {
  readonly workspace_id: string;
  /** `search-console`, `bing-webmaster`. */
  readonly source: string;
  /** Equal for the files of one export. */
  readonly load: string;
  /** Within the load: the file, or the day. Publishing a part again replaces the days that it names. */
  readonly part: string;
  readonly observed_at: Date;
}

/** Figures of a day, or of a period where the table tells no days. */
export interface ConsoleRow {
  /** First day, `2026-11-18`: in Pacific time for Google. */
  readonly day: string;
  /** Days that the figures cover: 1, 7 for a week of Bing, 28 for a table of four weeks. */
  readonly days: number;
  /** Null where the row is not split by it. '' is the rest that the engine withholds, which only adds up. */
  readonly query: string | null;
  /** As the engine writes it; null where the row is not split by it. */
  readonly page: string | null;
  /** ISO 3166-1 alpha-2, upper case; '' for one that nobody knows. */
  readonly country: string | null;
  readonly device: 'desktop' | 'mobile' | 'tablet' | '' | null;
  /** Kind of result, such as `video`; only of grain `appearance`. */
  readonly appearance: string | null;
  /** Null where the engine does not tell. */
  readonly clicks: number | null;
  readonly impressions: number;
  /** Equal numbers stand for equal queries of a part, so that of millions of rows not each text is looked up; 0 for none. */
  readonly query_number?: number;
  readonly page_number?: number;
  /** Position times impressions, positions from 1; null where there is none, as for Discover. */
  readonly position_sum: number | null;
}

/** Days of a part: those that are named replace older loads even where the part has no row of them. */
export interface ConsoleDay {
  readonly day: string;
  readonly days: number;
  /** False while the engine still counts: such days are shown in no window. */
  readonly is_final: boolean;
  /** The table was cut off at the most rows that the engine tells. */
  readonly is_cut: boolean;
}

export interface ConsoleWriter {
  /** Takes rows of a part that is not published yet. */
  write(part: ConsolePart, rows: readonly ConsoleRow[]): Promise<void>;
  /** Makes everything that was written of the part readable, and what it replaces gone. Durable when it resolves. */
  publish(part: ConsolePart, days: readonly ConsoleDay[]): Promise<void>;
  /** Forgets what was written of a part and not published: whoever writes a part again after an interruption begins with it. */
  discard(part: ConsolePart): Promise<void>;
}

/** What a workspace has of one property. */
export interface ConsoleProperty {
  readonly engine: ConsoleEngine;
  readonly property: string;
  readonly source: string;
  readonly search_type: ConsoleSearchType;
  readonly grain: ConsoleGrain;
  readonly first_day: string;
  readonly last_day: string;
  /** Days that are there; fewer than between first and last where there are gaps. */
  readonly days: number;
  readonly observed_at: string;
}

export interface ConsoleReader {
  /** Every table of the workspace, by property. */
  properties(workspaceId: string, signal: AbortSignal): Promise<readonly ConsoleProperty[]>;
  /** Final days that a table has, oldest first: what a pull need not ask again. */
  finalDays(workspaceId: string, table: ConsoleTable, signal: AbortSignal): Promise<readonly string[]>;
}
