import type { Caller } from './accounts.ts';
import type { ConsoleEngine, ConsoleSearchType } from './console.ts';
import type { KeywordFact } from './keywords.ts';
import type { LinkFact } from '../web/facts/records.ts';

/**
 * Files of others that are read into the index: archives of the web, published ranks, exports of tools, figures of Search
 * Console, lists of places.
 */
export const IMPORT_KINDS = ['warc', 'wat', 'ranks', 'links', 'keywords', 'console', 'locations'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** Kinds that add pages or links, so that figures derived from them have to be computed anew. */
export function changesLinks(kind: ImportKind): boolean {
  return !isPrivate(kind) && kind !== 'locations';
}

/** Kinds that only the workspace that imports them sees. */
export function isPrivate(kind: ImportKind): boolean {
  return kind === 'keywords' || kind === 'console';
}

/** `waiting` has a job that has not begun; `stopped` continues from where it was when the same file is imported again; `failed` tries that too. */
export const IMPORT_STATUSES = ['waiting', 'running', 'stopped', 'completed', 'failed'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

export interface ImportOptions {
  /** Records of an archive, rows of a table; undefined for all. */
  readonly limit: number | undefined;
  /** The release that ranks are of. */
  readonly release: string | undefined;
  /** Where the links of a table lead that has no column for it: an absolute URL. */
  readonly target: string | undefined;
  /** Place of the keywords of a table that does not name it: a name or a code. */
  readonly location: string | undefined;
  /** Language of the keywords of a table that does not name it. */
  readonly language: string | undefined;
  /** Search Console property of a table that does not name it: `sc-domain:example.com`, `https://www.example.com/`. */
  readonly property: string | undefined;
  /** Days of a table that does not name them: `2026-10-24..2026-11-20`. */
  readonly period: string | undefined;
  /** What the columns of a table mean, in order, where its headings are not understood: `query,clicks,impressions,ctr,position`. */
  readonly columns: string | undefined;
}

export const NO_OPTIONS: ImportOptions = {
  limit: undefined,
  release: undefined,
  target: undefined,
  location: undefined,
  language: undefined,
  property: undefined,
  period: undefined,
  columns: undefined,
};

export interface PlannedImport {
  readonly kind: ImportKind;
  /** An absolute path, a URL, or `content:` and the hash of what was sent along. */
  readonly location: string;
  readonly options: ImportOptions;
  /** Who sees it. */
  readonly workspace_id: string;
}

export interface ImportOrder extends PlannedImport {
  /** Reads a file again that was imported whole and has not changed since. */
  readonly again: boolean;
}

/** What tells whether a file is the one that it was. */
export interface FileState {
  /** Undefined where nobody says. */
  readonly bytes: number | undefined;
  /** An entity tag, or the time of the last change. */
  readonly version: string | undefined;
  readonly changed_at: Date | undefined;
}

/** Where reading goes on. What the numbers count is the kind's own affair. */
export interface ImportPosition {
  readonly offset: number;
  readonly inner: number;
}

export interface ImportCounts {
  /** Records of an archive, lines of ranks, rows of a table. */
  readonly read: number;
  /** Those that added something to the index. */
  readonly taken: number;
  readonly skipped: number;
  /** Links that were handed to the index. */
  readonly links: number;
}

/** Something that happened, how often, and the first places where it did. */
export interface ImportProblem {
  readonly kind: string;
  readonly count: number;
  readonly examples: readonly string[];
}

/** How far an import has come: all before `position` is durable in the index. */
export interface ImportState {
  readonly position: ImportPosition;
  /** Of the file as it lies there, for progress. */
  readonly bytes_read: number;
  readonly counts: ImportCounts;
  readonly problems: readonly ImportProblem[];
  /** What a person should know of the file, such as columns that were not understood. */
  readonly notes: readonly string[];
}

export interface ImportFile extends ImportState {
  readonly id: string;
  readonly workspace_id: string;
  readonly kind: ImportKind;
  readonly location: string;
  readonly options: ImportOptions;
  readonly file: FileState;
  readonly status: ImportStatus;
  /** The job that was queued for it last. */
  readonly job_id: string | undefined;
  /** Why it failed. */
  readonly error: string | undefined;
  /** When this reading of the file began; one that goes on keeps it, so that what has no time of its own gets the same. */
  readonly begun_at: Date;
  readonly finished_at: Date | undefined;
}

export interface OpenedImport {
  readonly file: ImportFile;
  /** `unchanged`: it was imported whole before, and nothing is to be done. */
  readonly outcome: 'new' | 'resumed' | 'unchanged';
}

export interface ImportQuery {
  readonly kind: ImportKind | undefined;
  readonly status: ImportStatus | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface ImportPage {
  readonly total_count: number;
  readonly imports: readonly ImportFile[];
}

/** What is known of imported files, each held by one process at a time. */
export interface ImportStore {
  /** Notes a file that is to be imported, before anybody has looked at it; one that is known stays as it is. */
  plan(order: PlannedImport): Promise<ImportFile>;
  setJob(id: string, jobId: string): Promise<void>;
  /** Notes of a planned file why it could not even be looked at. */
  refuse(order: PlannedImport, error: string): Promise<void>;
  /** @throws AppError conflict while another process imports the file */
  open(order: ImportOrder, file: FileState): Promise<OpenedImport>;
  /** @throws AppError conflict when another process has taken the file over */
  checkpoint(id: string, state: ImportState): Promise<void>;
  /** Writes how it ended and lets go of the file. */
  end(id: string, state: ImportState, end: ImportEnd): Promise<ImportFile>;
  find(workspaceId: string, id: string): Promise<ImportFile | undefined>;
  /** Newest first. */
  list(workspaceId: string, query: ImportQuery): Promise<ImportPage>;
}

export interface ImportEnd {
  readonly status: Exclude<ImportStatus, 'waiting' | 'running'>;
  readonly error: string | undefined;
}

/** One line of Common Crawl's ranks of domains. */
export interface DomainRank {
  /** `com.example.` */
  readonly domain_key: string;
  readonly harmonic_position: number;
  readonly harmonic: number;
  readonly pagerank_position: number;
  readonly pagerank: number;
  readonly hosts: number;
}

export interface RankWriter {
  /** Durable when it resolves. Writing the same ranks again changes nothing. */
  write(release: string, ranks: readonly DomainRank[], importedAt: Date): Promise<void>;
}

/**
 * A link as somebody else saw it. It says nothing of the rest of the page that holds it: no other link of that page is
 * lost because of it, and the page counts as unread.
 */
export interface LinkSighting {
  readonly source_url: string;
  readonly first_seen: Date;
  readonly last_seen: Date;
  /** Later than `last_seen`; undefined for a link that was there. */
  readonly lost_at: Date | undefined;
  readonly link: LinkFact;
}

export interface SightingWriter {
  /** Durable when it resolves. Writing the same sightings again changes nothing. */
  write(sightings: readonly LinkSighting[]): Promise<void>;
}

/** One row of Google's list of places that searches and ads can be made for. */
export interface LocationCriterion {
  readonly code: number;
  readonly name: string;
  /** Most specific part first: `Austin,Texas,United States`. */
  readonly canonical_name: string;
  readonly parent_code: number | null;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  /** `City`, `State`, `DMA Region`, … */
  readonly type: string;
  /** False for one that Google no longer takes. */
  readonly is_active: boolean;
}

export interface LocationWriter {
  /** Durable when it resolves. Writing the same places again changes nothing. */
  write(criteria: readonly LocationCriterion[], importedAt: Date): Promise<void>;
}

/** Writes keywords that a workspace imported: nobody else sees them. */
export interface KeywordFactWriter {
  /** Durable when it resolves. Writing the same facts again changes nothing. */
  write(workspaceId: string, facts: readonly KeywordFact[]): Promise<void>;
}

/** Figures of a property that are pulled from the search engine itself, with the operator's credentials. */
export interface PullRequest {
  readonly engine: ConsoleEngine;
  readonly property: string;
  readonly types: readonly ConsoleSearchType[];
  /** First day; undefined for all that the engine has. */
  readonly since: string | undefined;
}

/** An order as it comes over HTTP: a URL or, for a table, its text, or a property to pull. */
export interface ImportRequest {
  readonly kind: ImportKind;
  readonly url: string | undefined;
  readonly content: string | undefined;
  readonly pull: PullRequest | undefined;
  readonly options: ImportOptions;
  readonly again: boolean;
}

/** Imports as callers of the service see them. Every method is about one workspace. */
export interface ImportDesk {
  /**
   * Queues a job that reads the file; one that is queued or running for an equal order is answered instead.
   *
   * @throws AppError key_not_allowed_here for anyone who may not write into the index that all share
   */
  start(caller: Caller, request: ImportRequest): Promise<{ readonly file: ImportFile; readonly job_id: string }>;
  find(workspaceId: string, id: string): Promise<ImportFile | undefined>;
  list(workspaceId: string, query: ImportQuery): Promise<ImportPage>;
}
