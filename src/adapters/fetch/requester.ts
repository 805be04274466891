import { Agent, type Dispatcher } from 'undici';

import type { GuardedRequester, RawAnswer, RawRequest } from '../../ports/fetch.ts';
import { guardedConnector } from './connector.ts';
import { withinTime } from './deadline.ts';
import { readBounded } from './decompress.ts';
import { isLostConnection } from './failure.ts';
import type { AddressGuard } from './guard.ts';

const HEADER_BYTES_MAX = 64 * 1024;
const CONNECTIONS_PER_ORIGIN_MAX = 16;
const KEEP_ALIVE_MS = 4_000;
/** A body that nobody wants and that is no longer than this is read off, so that its connection can be used again. */
const DRAIN_BYTES_MAX = 16 * 1024;

export interface ClosableRequester extends GuardedRequester {
  close(): Promise<void>;
}

/** One GET at a time through connections that only the guard opens. */
export function createRequester(guard: AddressGuard, userAgent: string): ClosableRequester {
  const agent = new Agent({
    connect: guardedConnector(guard),
    connections: CONNECTIONS_PER_ORIGIN_MAX,
    maxHeaderSize: HEADER_BYTES_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  });

  return {
    async get(request, signal) {
      const url = guard.checkUrl(request.url);
      const { timeout_ms } = request;
      return withinTime({ signal, timeout_ms, hostname: url.hostname }, async (deadline) => {
        // undici notices an abort only once it is connected, so the wait is given up here.
        const sent = send(
          agent,
          url,
          headersFor(request.headers, request.user_agent ?? userAgent),
          request,
          deadline.signal,
        );
        const response = await deadline.race(sent);
        return answerOf(response, request, deadline.signal);
      });
    },
    close: () => agent.destroy(),
  };
}

async function send(
  agent: Agent,
  url: URL,
  headers: Record<string, string>,
  request: RawRequest,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const options = {
    origin: url.origin,
    path: url.pathname + url.search,
    method: 'GET',
    headers,
    signal,
    headersTimeout: request.timeout_ms,
    bodyTimeout: request.timeout_ms,
  } as const;
  try {
    return await agent.request(options);
  } catch (error) {
    if (!isLostConnection(error) || signal.aborted) throw error;
    return agent.request(options);
  }
}

async function answerOf(
  { statusCode, headers: received, body }: Dispatcher.ResponseData,
  request: RawRequest,
  signal: AbortSignal,
): Promise<RawAnswer> {
  body.on('error', () => undefined);
  const headers = headersOf(received);
  const contentType = mediaType(headers['content-type'] ?? '');
  const repeated = repeatedOf(received);
  const head = {
    status: statusCode,
    headers,
    ...(repeated === undefined ? {} : { repeated_headers: repeated }),
    content_type: contentType,
  };
  if (!request.wants(statusCode, contentType)) {
    await letGo(body, headers['content-length'], signal);
    return { ...head, body: undefined, truncated: false };
  }
  const { bytes, truncated } = await readBounded(body, headers['content-encoding'] ?? '', request.bytes_max);
  return { ...head, body: bytes, truncated };
}

async function letGo(
  body: Dispatcher.ResponseData['body'],
  length: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (length !== undefined && Number(length) <= DRAIN_BYTES_MAX) {
    await body.dump({ limit: DRAIN_BYTES_MAX, signal }).catch(() => undefined);
  }
  body.destroy();
}

/** Values that HTTP does not allow are left out: they come from answers that other servers gave, such as an ETag. */
function headersFor(asked: Readonly<Record<string, string>>, userAgent: string): Record<string, string> {
  const allowed = Object.entries(asked).filter(([, value]) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value));
  const lower = allowed.map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    accept: '*/*',
    ...Object.fromEntries(lower),
    'user-agent': userAgent,
    'accept-encoding': 'gzip, deflate, br, zstd',
  };
}

function headersOf(received: Dispatcher.ResponseData['headers']): Record<string, string> {
  const entries = Object.entries(received).map(([name, value]) => {
    const joined = Array.isArray(value) ? value.join(', ') : (value ?? '');
    return [name, textOf(joined)] as const;
  });
  return Object.fromEntries(entries);
}

function repeatedOf(received: Dispatcher.ResponseData['headers']): RawAnswer['repeated_headers'] {
  const entries = Object.entries(received).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > 1 ? [[name, value.map(textOf)] as const] : [],
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Header bytes arrive as latin1; servers that write UTF-8 there, mostly in Location, mean UTF-8. */
function textOf(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

function mediaType(header: string): string {
  const [type = ''] = header.split(/[;,]/, 1);
  return type.trim().toLowerCase();
}
