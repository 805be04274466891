import type { RobotsProblem } from '../web/robots/robots-problems.ts';
import { defineCapability } from './capability.ts';
import type { Sourced } from './source.ts';

/**
 * Reads public pages, and nothing else.
 *
 * Every implementation checks literal and resolved addresses at each redirect hop, dials only what it
 * checked, and bounds size, time and redirects.
 */
export interface FetchSource {
  /** @throws AppError unfetchable_url (refused address, no such host, too large, too many redirects), source_timeout */
  page(query: FetchQuery, signal: AbortSignal): Promise<Sourced<FetchedPage>>;
  /**
   * A file as bytes, for what is larger than a page: sitemaps. A file that is itself gzip comes as it is.
   *
   * @throws AppError as `page`; a file longer than its bound is no error but cut there and marked
   */
  file(query: FileQuery, signal: AbortSignal): Promise<Sourced<FetchedFile>>;
  /** What robots.txt of the URL's host says about fetching it. Null rules: it could not be read. */
  robots(query: RobotsQuery, signal: AbortSignal): Promise<Sourced<RobotsAnswer>>;
}

export interface FetchQuery {
  readonly url: string;
  /** Media types to take the body of; another one gives an answer with `body: undefined`. */
  readonly accept: readonly string[];
}

export interface FileQuery {
  readonly url: string;
  /** After the coding in which it is sent is undone. */
  readonly bytes_max: number;
}

export interface FetchedFile {
  readonly url: string;
  readonly final_url: string;
  readonly status: number;
  readonly redirects: readonly Hop[];
  /** Media type without parameters, lower case; '' when the answer has none. */
  readonly content_type: string;
  /** Undefined unless the status is 2xx. */
  readonly body: Uint8Array | undefined;
  readonly truncated: boolean;
}

export interface FetchedPage {
  readonly url: string;
  readonly final_url: string;
  readonly status: number;
  /** Lower-case names; repeated headers joined by ', '. */
  readonly headers: Readonly<Record<string, string>>;
  /** Those that came several times, value by value, since joined they cannot always be told apart; left out when none did. */
  readonly repeated_headers?: RepeatedHeaders;
  readonly redirects: readonly Hop[];
  /** Media type without parameters, lower case; '' when the answer has none. */
  readonly content_type: string;
  /** Decoded by the charset of header, byte order mark or meta; undefined when the media type was not asked for. */
  readonly text: string | undefined;
  readonly charset: string | undefined;
  readonly bytes: number;
  readonly duration_ms: number;
}

export type RepeatedHeaders = Readonly<Record<string, readonly string[]>>;

export interface Hop {
  readonly url: string;
  readonly status: number;
  readonly location: string;
}

export interface RobotsQuery {
  readonly url: string;
  readonly user_agent: string;
}

export interface RobotsAnswer {
  /** Null when robots.txt could not be read (5xx, no connection). */
  readonly allowed: boolean | null;
  readonly status: number | null;
  /** The line that decided, such as `Disallow: /private`; null when none matched. */
  readonly matched_line: string | null;
  /** Lines of the file that do not do what they seem to; left out when there are none. */
  readonly problems?: readonly RobotsProblem[];
}

/**
 * One guarded GET without redirects, for callers that keep their own politeness: the crawler and imports.
 *
 * The same address guard as FetchSource. Answers of any status are answers; only what is no answer at all throws.
 */
export interface GuardedRequester {
  /** @throws AppError unfetchable_url (refused address, no such host, broken answer), source_timeout */
  get(request: RawRequest, signal: AbortSignal): Promise<RawAnswer>;
}

export interface RawRequest {
  readonly url: string;
  /** Sent as they are, beside user-agent and accept-encoding. */
  readonly headers: Readonly<Record<string, string>>;
  /** In place of our own, at hosts whose owner wants another; left out elsewhere. */
  readonly user_agent?: string | undefined;
  /** The body is read only when this says so of status and media type; otherwise the connection is let go. */
  readonly wants: (status: number, contentType: string) => boolean;
  /** After decompression. A longer body is cut here and marked. */
  readonly bytes_max: number;
  readonly timeout_ms: number;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** As in FetchedPage. */
  readonly repeated_headers?: RepeatedHeaders;
  /** Media type without parameters, lower case. */
  readonly content_type: string;
  /** Decompressed; undefined when it was not wanted. */
  readonly body: Uint8Array | undefined;
  readonly truncated: boolean;
}

/**
 * A guarded GET whose body is read while it comes, for files that fit into no memory. Redirects are followed, each checked
 * like the first URL.
 */
export interface FileStreams {
  /** @throws AppError unfetchable_url, source_timeout */
  open(request: StreamRequest, signal: AbortSignal): Promise<StreamAnswer>;
}

export interface StreamRequest {
  readonly url: string;
  /** Sent as they are, beside user-agent; no coding is asked for, so that ranges count bytes of the file. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface StreamAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * As it comes; it fails when the connection breaks or nothing comes for long. Who does not read it to its end closes it.
   *
   * @throws AppError unfetchable_url, source_timeout
   */
  readonly body: AsyncIterable<Uint8Array>;
  close(): void;
}

export const capability = defineCapability<FetchSource>({
  name: 'fetch',
  title: 'Public pages',
  ways: [
    'Remove `fetch=` from SEAMARK_SOURCES so that the service can read pages.',
    'Send the page in the request where the operation accepts its HTML.',
  ],
  methods: { page: { mode: 'first' }, file: { mode: 'first' }, robots: { mode: 'first' } },
});
