import { AppError, messageOf } from '../../kernel/errors.ts';
import type { Task } from '../../kernel/task.ts';
import type { FetchedPage, FetchSource } from '../../ports/fetch.ts';
import type { PageReads, PagesSource } from '../../ports/pages.ts';
import type { Sourced } from '../../ports/source.ts';
import { distilPage } from '../../text/reading/distil.ts';
import type { PageRead, ReadPage } from '../../text/reading/reading.ts';
import { readHost } from '../../web/url.ts';

export interface PageReaderParts {
  readonly fetch: FetchSource;
  readonly reads: PageReads;
  readonly run: <Input, Output>(task: Task<Input, Output>, input: Input, signal: AbortSignal) => Promise<Output>;
  readonly clock: () => Date;
  /** Told of a page that was read and could not be kept. */
  readonly warn: (message: string) => void;
  /** For robots.txt, fetching and reading together. */
  readonly timeout_ms?: number;
}

/** The name by which robots.txt files address us. */
const USER_AGENT = 'Seamark';
const TIMEOUT_MS = 20_000;
const HTML_TYPES = ['text/html', 'application/xhtml+xml'];

/**
 * Reads pages of others as a polite visitor: as robots.txt allows, one page of a host at a time, each within twenty seconds.
 *
 * Whatever goes wrong on the other side is an answer, so that one bad page fails no study.
 */
export function createPageReader(parts: PageReaderParts): Pick<PagesSource, 'read'> {
  const queues = new Map<string, Promise<unknown>>();
  return {
    async read({ url }, signal) {
      const host = readHost(url) ?? url;
      const before = queues.get(host) ?? Promise.resolve();
      const reading = before.then(async () => readWithin(url, parts, signal));
      const settled = reading.catch(() => undefined);
      queues.set(host, settled);
      try {
        return await reading;
      } finally {
        if (queues.get(host) === settled) queues.delete(host);
      }
    },
  };
}

async function readWithin(url: string, parts: PageReaderParts, signal: AbortSignal): Promise<Sourced<PageRead>> {
  signal.throwIfAborted();
  const limit = AbortSignal.timeout(parts.timeout_ms ?? TIMEOUT_MS);
  const value = await readPage(url, parts, AbortSignal.any([signal, limit])).catch((thrown: unknown) => {
    signal.throwIfAborted();
    if (limit.aborted) return failed('too_slow', 'The page took longer than 20 seconds.');
    return readFailure(thrown);
  });
  const now = parts.clock();
  if (value.status === 'read') await keep(url, value.page, now, parts);
  return {
    value,
    source: {
      source: 'fetch',
      observed_at: now.toISOString(),
      cached: false,
      coverage: value.status === 'read' ? 'full' : 'none',
      measure: 'measured',
      note: '',
    },
  };
}

type Unread = Exclude<PageRead, { status: 'read' }>;

function failed(status: Unread['status'], note: string): Unread {
  return { status, note };
}

/** @throws what is no matter of the page, such as a setting that is missing */
function readFailure(thrown: unknown): Unread {
  if (!(thrown instanceof AppError)) throw thrown;
  if (thrown.code === 'source_timeout') return failed('too_slow', thrown.message);
  return failed('unreachable', thrown.message);
}

async function readPage(url: string, { fetch, run }: PageReaderParts, signal: AbortSignal): Promise<PageRead> {
  const { value: robots } = await fetch.robots({ url, user_agent: USER_AGENT }, signal);
  if (robots.allowed === null) return failed('unreachable', 'The site’s robots.txt could not be read.');
  if (!robots.allowed) {
    const line = robots.matched_line === null ? '' : `: ${robots.matched_line}`;
    return failed('disallowed', `The site’s robots.txt forbids it${line}.`);
  }
  const { value: fetched } = await fetch.page({ url, accept: HTML_TYPES }, signal);
  if (fetched.status >= 400) return failed('http_error', `The server answered ${fetched.status}.`);
  const text = textOf(fetched);
  if (text === undefined)
    return failed(
      'not_html',
      `It is not an HTML page${fetched.content_type === '' ? '' : ` but ${fetched.content_type}`}.`,
    );
  return { status: 'read', page: await run(distilPage, { html: text, url: fetched.final_url }, signal) };
}

/** Undefined for what is no HTML; servers that say so of a PDF file are not believed. */
function textOf({ text }: FetchedPage): string | undefined {
  return text?.startsWith('%PDF-') === true ? undefined : text;
}

async function keep(url: string, page: ReadPage, read_at: Date, { reads, warn }: PageReaderParts): Promise<void> {
  try {
    await reads.keep(url, page, read_at);
  } catch (thrown) {
    // The answer is known; only the next study has to fetch the page again.
    warn(`A page that was read could not be kept: ${messageOf(thrown)}`);
  }
}
