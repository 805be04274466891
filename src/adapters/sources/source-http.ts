import { Agent, type Dispatcher } from 'undici';

import { SourceFailure, type SourceFailures } from '../../ports/source-failure.ts';
import type { SourceHttp, SourceHttpAnswer, SourceHttpRequest } from '../../ports/source-http.ts';
import { readBounded } from '../fetch/decompress.ts';
import { raceSignal } from '../fetch/deadline.ts';
import { failureOf } from '../fetch/failure.ts';
import { failureOfStatus, failureOfText } from './answer-failure.ts';
import { createScrub, type Scrub, shortLine } from './secret-forms.ts';

export interface SourceClients {
  /** Requests of one source: its failures are put into words, and its secrets out of them and out of its answers. */
  http(failures: SourceFailures, secrets: readonly string[]): SourceHttp;
  /** Breaks off what is running and closes all connections. */
  close(): Promise<void>;
}

/** Larger than any list that a source asks for. */
const ANSWER_BYTES_MAX = 20_000_000;
const HEADER_BYTES_MAX = 64 * 1024;
const CONNECTIONS_PER_ORIGIN_MAX = 16;
const KEEP_ALIVE_MS = 4000;
const CAUSES_MAX = 4;
const CAUSE_CHARACTERS_MAX = 300;

/**
 * How sources speak to their vendors. Their addresses come from the operator and not from strangers, so that a private one
 * is as good as a public one; redirects are not followed, since they would carry the key elsewhere.
 *
 * Secrets are taken out of answers before anybody reads them: a vendor that repeats a key in a message, a link or a log line
 * finds it neither in a failure nor in what is stored.
 */
export function createSourceClients(options: { readonly user_agent: string }): SourceClients {
  // Time limits are the caller's: what a request takes is known by the source that makes it.
  const agent = new Agent({
    connections: CONNECTIONS_PER_ORIGIN_MAX,
    maxHeaderSize: HEADER_BYTES_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    http: (failures, secrets) => ({
      async json(request) {
        const url = urlOf(request);
        const scrub = createScrub([...secrets, ...tokensIn(request)]);
        const { statusCode, headers, text } = await exchange(agent, url, request, options.user_agent, scrub);
        const answer = { host: url.host, status: statusCode, headers, text };
        if (statusCode >= 300) throw failureOfStatus(answer, failures, scrub);
        const body = parseJson(text);
        if (body === undefined) throw failureOfText(answer, failures, scrub);
        return { status: statusCode, headers, body } satisfies SourceHttpAnswer;
      },
    }),
    close: () => agent.destroy(),
  };
}

function urlOf({ url: written, query = {} }: SourceHttpRequest): URL {
  const url = new URL(written);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

/** What stands behind the scheme of an Authorization header, such as the base64 of login and password. */
function tokensIn({ headers = {} }: SourceHttpRequest): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    name.toLowerCase() === 'authorization' ? value.split(' ').slice(1) : [],
  );
}

interface Exchange {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

async function exchange(
  agent: Agent,
  url: URL,
  request: SourceHttpRequest,
  userAgent: string,
  scrub: Scrub,
): Promise<Exchange> {
  const { signal } = request;
  try {
    // undici notices an abort only once it is connected, so the wait is given up here.
    const response = await raceSignal(agent.request(optionsOf(url, request, userAgent)), signal);
    response.body.on('error', () => undefined);
    const headers = headersOf(response.headers, scrub);
    const { bytes_max = ANSWER_BYTES_MAX } = request;
    const { bytes, truncated } = await readBounded(response.body, headers['content-encoding'] ?? '', bytes_max);
    if (truncated) throw new SourceFailure('broken', `${url.host} sent more than ${bytes_max / 1_000_000} MB.`);
    return { statusCode: response.statusCode, headers, text: scrub(new TextDecoder().decode(bytes)) };
  } catch (thrown) {
    throw failureOfExchange(thrown, url, signal, scrub);
  }
}

function optionsOf(url: URL, request: SourceHttpRequest, userAgent: string): Dispatcher.RequestOptions {
  const { method = 'GET', headers = {}, signal } = request;
  const { type, text } = contentOf(request);
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: {
      accept: 'application/json',
      ...headers,
      ...(type === undefined ? {} : { 'content-type': type }),
      'accept-encoding': 'gzip, deflate, br, zstd',
      'user-agent': userAgent,
    },
    body: text,
    signal,
  };
}

function contentOf({ body, form }: SourceHttpRequest): {
  readonly type: string | undefined;
  readonly text: string | null;
} {
  if (form !== undefined) {
    return { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(form).toString() };
  }
  if (body === undefined) return { type: undefined, text: null };
  return { type: 'application/json', text: JSON.stringify(body) };
}

function headersOf(received: Dispatcher.ResponseData['headers'], scrub: Scrub): Record<string, string> {
  const entries = Object.entries(received).map(([name, value]) => {
    const joined = Array.isArray(value) ? value.join(', ') : (value ?? '');
    return [name.toLowerCase(), scrub(joined)] as const;
  });
  return Object.fromEntries(entries);
}

/** Undefined for what is no JSON; null is some. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A caller who stopped gets its own reason back; whatever else happened is the source's failure. */
function failureOfExchange(thrown: unknown, url: URL, signal: AbortSignal, scrub: Scrub): unknown {
  if (thrown instanceof SourceFailure) return thrown;
  const cause = scrubbedCause(thrown, scrub, CAUSES_MAX);
  if (signal.aborted) {
    const reason: unknown = signal.reason;
    if (!(reason instanceof Error && reason.name === 'TimeoutError')) return reason;
    return new SourceFailure('timeout', `${url.host} did not respond in time.`, { cause });
  }
  const { code, message } = failureOf(thrown, url.host, false);
  // The fetch of pages quotes hosts, since people write them; this one is written by the operator.
  const words = message.replaceAll(`"${url.host}"`, url.host);
  return new SourceFailure(code === 'source_timeout' ? 'timeout' : 'unreachable', words, { cause });
}

/** The messages of a chain of errors without anything else that hangs on them, such as the request. */
function scrubbedCause(thrown: unknown, scrub: Scrub, left: number): Error | undefined {
  if (!(thrown instanceof Error) || left === 0) return undefined;
  const code: unknown = Reflect.get(thrown, 'code');
  const written = `${thrown.name}${typeof code === 'string' ? ` ${code}` : ''}: ${thrown.message}`;
  const error = new Error(shortLine(written, scrub, CAUSE_CHARACTERS_MAX), {
    cause: scrubbedCause(thrown.cause, scrub, left - 1),
  });
  error.stack = error.message;
  return error;
}
