import { request as requestOverHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';

import type { buildConnector } from 'undici';

import { AppError } from '../../kernel/errors.ts';
import type { FileStreams, StreamAnswer, StreamRequest } from '../../ports/fetch.ts';
import { guardedConnector } from './connector.ts';
import { openDeadline } from './deadline.ts';
import { failureOf } from './failure.ts';
import { type AddressGuard, literalOf } from './guard.ts';

const HEADER_BYTES_MAX = 64 * 1024;
const REDIRECTS_MAX = 5;
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

export interface StreamLimits {
  /** Until the headers are there. */
  readonly answer_ms_max: number;
  /** Between two parts of a body; also while its reader takes none, which a busy index may cause. */
  readonly idle_ms_max: number;
}

const LIMITS: StreamLimits = { answer_ms_max: 60_000, idle_ms_max: 180_000 };

export interface ClosableFileStreams extends FileStreams {
  close(): Promise<void>;
}

/**
 * Large files through connections that only the guard opens; each has its own, and none is kept.
 *
 * Node's own client reads them: undici 7 ends the process when a server closes a connection of which the reader has not
 * yet taken all, which is the rule for files that are imported while they come.
 */
export function createFileStreams(
  guard: AddressGuard,
  userAgent: string,
  limits: StreamLimits = LIMITS,
): ClosableFileStreams {
  const connect = guardedConnector(guard);
  const open = new Set<ClientRequest>();

  async function send(url: URL, request: StreamRequest, signal: AbortSignal): Promise<IncomingMessage> {
    const deadline = openDeadline(signal, limits.answer_ms_max);
    const socket = deadline.race(dial(connect, url));
    try {
      const connected = await socket;
      const headers = {
        accept: '*/*',
        ...request.headers,
        host: url.host,
        'user-agent': userAgent,
        'accept-encoding': 'identity',
        connection: 'close',
      };
      const sent = requestOverHttp({
        path: url.pathname + url.search,
        headers,
        maxHeaderSize: HEADER_BYTES_MAX,
        signal,
        createConnection: () => connected,
      });
      open.add(sent);
      sent.once('close', () => open.delete(sent));
      return await deadline.race(answered(sent));
    } catch (error) {
      // It may still come, with nobody to close it.
      socket.then((late) => late.destroy()).catch(() => undefined);
      if (signal.aborted) throw signal.reason;
      throw failureOf(error, url.hostname, deadline.expired());
    } finally {
      deadline.close();
    }
  }

  return {
    async open(request, signal) {
      let url = guard.checkUrl(request.url);
      for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
        const response = await send(url, request, signal);
        const { location } = response.headers;
        if (!REDIRECT_STATUSES.has(response.statusCode ?? 0) || location === undefined) {
          response.setTimeout(limits.idle_ms_max, () => void response.destroy(timedOut()));
          return answerOf(response, url.hostname, signal);
        }
        response.destroy();
        const next = URL.parse(location, url.href);
        if (next === null) throw new AppError('unfetchable_url', 'The URL redirects to an invalid URL.');
        url = guard.checkUrl(next.href);
      }
      throw new AppError('unfetchable_url', `The URL redirects more than ${REDIRECTS_MAX} times.`);
    },
    close: () => {
      for (const sent of open) sent.destroy();
      return Promise.resolve();
    },
  };
}

/** With TLS where the URL asks for it: the request itself is then spoken over the socket as it is. */
function dial(connect: buildConnector.connector, url: URL): Promise<Socket> {
  const { protocol, hostname, host, port } = url;
  // Names of servers are names; an address has none.
  const servername = isIP(literalOf(hostname) ?? '') === 0 ? hostname : '';
  return new Promise((resolve, reject) => {
    connect({ protocol, hostname, host, port, servername }, (error, socket) => {
      if (error === null) resolve(socket);
      else reject(error);
    });
  });
}

function answered(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve);
    // Also later on: a request whose answer is being read fails without anybody waiting for it.
    sent.on('error', reject);
    sent.end();
  });
}

function answerOf(response: IncomingMessage, hostname: string, signal: AbortSignal): StreamAnswer {
  response.on('error', () => undefined);
  const headers = Object.entries(response.headers).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')] as const,
  );
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: bytesOf(response, hostname, signal),
    close: () => void response.destroy(),
  };
}

async function* bytesOf(response: IncomingMessage, hostname: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response) if (chunk instanceof Uint8Array) yield chunk;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw failureOf(error, hostname, false);
  } finally {
    response.destroy();
  }
}

function timedOut(): Error {
  return Object.assign(new Error('No data arrived for too long.'), { code: 'ETIMEDOUT' });
}
