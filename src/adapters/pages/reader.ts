import { AppError, messageOf } from '../../kernel/errors.ts';
import type { Task } from '../../kernel/task.ts';
import type { FetchedPage, FetchSource, GuardedRequester } from '../../ports/fetch.ts';
import type { PageReads, PagesSource } from '../../ports/pages.ts';
import type { Sourced } from '../../ports/source.ts';
import { distilPage } from '../../text/reading/distil.ts';
import type { PageRead, ReadPage } from '../../text/reading/reading.ts';
import { readPage } from '../fetch/read-page.ts';
import { createPoliteRequester, Refused, type Unread } from './polite-requester.ts';
import { Turns } from './turns.ts';

export interface PageReaderParts {
  readonly requester: GuardedRequester;
  readonly robots: FetchSource['robots'];
  readonly reads: PageReads;
  readonly run: <Input, Output>(task: Task<Input, Output>, input: Input, signal: AbortSignal) => Promise<Output>;
  readonly clock: () => Date;
  /** Told of a page that could not be analysed or kept. */
  readonly warn: (message: string) => void;
  readonly limits?: Partial<ReaderLimits>;
}

interface ReaderLimits {
  /** For robots.txt, fetching and analysing together, from when it is the page's turn. */
  readonly page_ms: number;
  /** Until it is the page's turn. */
  readonly wait_ms: number;
}

const LIMITS: ReaderLimits = { page_ms: 20_000, wait_ms: 60_000 };
const HTML_TYPES = ['text/html', 'application/xhtml+xml'];

/**
 * Reads pages of others as a polite visitor: as robots.txt allows, one page of a host at a time, each within twenty seconds.
 *
 * Whatever goes wrong on the other side is an answer, so that one bad page fails no study.
 */
export function createPageReader(parts: PageReaderParts): Pick<PagesSource, 'read'> {
  const reader = new PageReader(parts);
  return { read: ({ url }, signal) => reader.read(url, signal) };
}

class PageReader {
  readonly #parts: PageReaderParts;
  readonly #limits: ReaderLimits;
  readonly #requester: GuardedRequester;
  readonly #turns = new Turns();

  constructor(parts: PageReaderParts) {
    this.#parts = parts;
    this.#limits = { ...LIMITS, ...parts.limits };
    this.#requester = createPoliteRequester(parts.requester, parts.robots);
  }

  async read(url: string, signal: AbortSignal): Promise<Sourced<PageRead>> {
    const value = await this.#readInTurn(url, signal);
    const now = this.#parts.clock();
    if (value.status === 'read') await this.#keep(url, value.page, now);
    return {
      value,
      source: {
        source: 'fetch',
        observed_at: now.toISOString(),
        cached: false,
        coverage: value.status === 'read' ? 'full' : 'none',
        measure: 'measured',
        note: value.status === 'read' ? '' : 'Some pages could not be read; the answer says why.',
      },
    };
  }

  /** Waiting for other pages of the host takes nothing from the time of this one. */
  async #readInTurn(url: string, signal: AbortSignal): Promise<PageRead> {
    const { wait_ms, page_ms } = this.#limits;
    const wait = AbortSignal.timeout(wait_ms);
    let leave: () => void;
    try {
      leave = await this.#turns.take(URL.parse(url)?.hostname ?? '', AbortSignal.any([signal, wait]));
    } catch {
      signal.throwIfAborted();
      return failed('too_slow', 'Other pages of the site took too long to be read.');
    }
    const limit = AbortSignal.timeout(page_ms);
    try {
      return await this.#readPage(url, AbortSignal.any([signal, limit]));
    } catch (thrown) {
      signal.throwIfAborted();
      if (limit.aborted) return failed('too_slow', `The page took longer than ${page_ms / 1000} seconds.`);
      return readFailure(thrown);
    } finally {
      leave();
    }
  }

  async #readPage(url: string, signal: AbortSignal): Promise<PageRead> {
    const fetched = await readPage(this.#requester, { url, accept: HTML_TYPES }, signal);
    if (fetched.status >= 400) return failed('http_error', `The server answered ${fetched.status}.`);
    const html = htmlOf(fetched);
    return html === undefined ? failed('not_html', describeOther(fetched)) : this.#analyse(fetched, html, signal);
  }

  async #analyse({ final_url }: FetchedPage, html: string, signal: AbortSignal): Promise<PageRead> {
    try {
      return { status: 'read', page: await this.#parts.run(distilPage, { html, url: final_url }, signal) };
    } catch (thrown) {
      signal.throwIfAborted();
      // Of our own doing, such as a server that is stopping.
      if (thrown instanceof AppError && thrown.status >= 500) throw thrown;
      this.#parts.warn(`A page could not be analysed: ${final_url}: ${messageOf(thrown)}`);
      return failed('too_slow', 'The page is too large or too complex to be analysed.');
    }
  }

  async #keep(url: string, page: ReadPage, read_at: Date): Promise<void> {
    try {
      await this.#parts.reads.keep(url, page, read_at);
    } catch (thrown) {
      // The answer is known; only the next study has to fetch the page again.
      this.#parts.warn(`A page that was read could not be kept: ${messageOf(thrown)}`);
    }
  }
}

function failed(status: Unread['status'], note: string): Unread {
  return { status, note };
}

/** @throws what is no matter of the page, such as a setting that is missing */
function readFailure(thrown: unknown): Unread {
  if (thrown instanceof Refused) return thrown.unread;
  if (!(thrown instanceof AppError) || !OF_THE_PAGE.has(thrown.code)) throw thrown;
  return failed(thrown.code === 'source_timeout' ? 'too_slow' : 'unreachable', thrown.message);
}

const OF_THE_PAGE: ReadonlySet<string> = new Set(['unfetchable_url', 'source_timeout']);

/** Undefined for what is no HTML; servers that say so of a PDF file are not believed. */
function htmlOf({ text, content_type }: FetchedPage): string | undefined {
  if (text === undefined || text.startsWith('%PDF-')) return undefined;
  return content_type === '' && !/<[a-z!]/i.test(text.slice(0, MARKUP_WITHIN)) ? undefined : text;
}

/** An answer of no declared type is HTML only if it begins like it. */
const MARKUP_WITHIN = 2000;

function describeOther({ status, content_type, text }: FetchedPage): string {
  if (text?.startsWith('%PDF-') === true) return 'The server sent a PDF file, not an HTML page.';
  if (content_type === '' || HTML_TYPES.includes(content_type))
    return `The server answered ${status} without an HTML page.`;
  return `The server sent ${content_type}, not an HTML page.`;
}
