import type { FetchSource, FileStreams, GuardedRequester } from '../../ports/fetch.ts';
import { readFile } from './file.ts';
import { AddressGuard } from './guard.ts';
import { createLookup, type Lookup } from './lookup.ts';
import { readPage } from './page.ts';
import { createRequester } from './requester.ts';
import { RobotsFiles } from './robots-files.ts';
import { createFileStreams } from './stream.ts';

export interface GuardedFetchOptions {
  readonly user_agent: string;
  /** Networks that the operator opens although they are not public, such as `127.0.0.0/8`. */
  readonly allow_networks: readonly string[];
  /** Ports besides 80 and 443. */
  readonly allow_ports: readonly number[];
  /** `host:port:address` entries that go before the DNS; see `parseResolve`. What is mapped is allowed. */
  readonly resolve: readonly string[];
}

/** What tests put in place of the world outside. */
export interface GuardedFetchParts {
  readonly lookup?: Lookup;
  readonly now?: () => number;
}

export interface GuardedFetch {
  readonly requester: GuardedRequester;
  readonly source: FetchSource;
  readonly streams: FileStreams;
  /** Breaks off what is running and closes all connections. */
  close(): Promise<void>;
}

/**
 * The only way to the web for URLs that users, pages and providers give. It reads no proxy from the environment.
 *
 * @throws AppError invalid_input when an option is malformed
 */
export function createGuardedFetch(options: GuardedFetchOptions, parts: GuardedFetchParts = {}): GuardedFetch {
  const now = parts.now ?? Date.now;
  const guard = new AddressGuard(options, parts.lookup ?? createLookup());
  const requester = createRequester(guard, options.user_agent);
  const streams = createFileStreams(guard, options.user_agent);
  const robots = new RobotsFiles(requester, now);

  const source: FetchSource = {
    async page(query, signal) {
      return { value: await readPage(requester, query, signal), source: noteOf(now(), false) };
    },
    async file(query, signal) {
      return { value: await readFile(requester, query, signal), source: noteOf(now(), false) };
    },
    async robots(query, signal) {
      const { answer, read_ms, cached } = await robots.ask(query, signal);
      return { value: answer, source: noteOf(read_ms, cached) };
    },
  };
  return {
    requester,
    source,
    streams,
    close: async () => {
      await Promise.all([requester.close(), streams.close()]);
    },
  };
}

function noteOf(observed_ms: number, cached: boolean): Awaited<ReturnType<FetchSource['page']>>['source'] {
  return {
    source: 'fetch',
    observed_at: new Date(observed_ms).toISOString(),
    cached,
    coverage: 'full',
    measure: 'measured',
    note: 'Read from the web server itself.',
  };
}
