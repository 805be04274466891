import { parse } from 'tldts';
import { Agent, type Dispatcher } from 'undici';

import { AppError } from '../../kernel/errors.ts';
import type { SendWebhook, WebhookRequest } from '../../ports/webhooks.ts';
import { guardedConnector } from './connector.ts';
import { withinTime } from './deadline.ts';
import { AddressGuard, type Endpoint, literalOf } from './guard.ts';
import type { GuardedFetchOptions, GuardedFetchParts } from './guarded-fetch.ts';
import { createLookup } from './lookup.ts';

export interface GuardedPost {
  readonly send: SendWebhook;
  /**
   * Refuses a URL that could never be posted to, as far as can be known without DNS. Names are checked each
   * time that something is sent.
   *
   * @throws AppError invalid_input that names `url` and the fix
   */
  readonly checkUrl: (text: string) => void;
  /** Breaks off what is running and closes all connections. */
  close(): Promise<void>;
}

const URL_LENGTH_MAX = 2048;
/** Nobody looks at what receivers answer; it is read so that the connection can be used again, and for no longer. */
const ANSWER_BYTES_MAX = 64 * 1024;
const ANSWER_MS_MAX = 1000;
const HEADER_BYTES_MAX = 64 * 1024;
const KEEP_ALIVE_MS = 4000;

/**
 * POSTs to addresses that strangers give: through the same guard as every fetch, without following redirects, and over
 * plain http only to networks that the operator has opened, since what is sent there can be read on the way.
 *
 * @throws AppError invalid_input when an option is malformed
 */
export function createGuardedPost(options: GuardedFetchOptions, parts: GuardedFetchParts = {}): GuardedPost {
  const guard = new AddressGuard(options, parts.lookup ?? createLookup());
  const agent = new Agent({
    connect: guardedConnector({ endpoints: (...asked) => endpointsFor(guard, ...asked) }),
    maxHeaderSize: HEADER_BYTES_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  });

  return {
    checkUrl: (text) => checkUrl(guard, text),
    async send(request, signal) {
      const url = guard.checkUrl(request.url);
      const { timeout_ms } = request;
      return withinTime({ signal, timeout_ms, hostname: url.hostname }, async (deadline) => {
        // undici notices an abort only once it is connected, so the wait is given up here.
        const answer = await deadline.race(post(agent, url, request, options.user_agent, deadline.signal));
        const retryAfter = answer.headers['retry-after'];
        await letGo(answer.body, deadline.signal);
        return { status: answer.statusCode, retry_after: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter };
      });
    },
    close: () => agent.destroy(),
  };
}

async function endpointsFor(
  guard: AddressGuard,
  protocol: string,
  hostname: string,
  port: string,
  signal: AbortSignal,
): Promise<Endpoint[]> {
  const endpoints = await guard.endpoints(protocol, hostname, port, signal);
  const isEncrypted = protocol === 'https:' || guard.isMapped(protocol, hostname, port);
  if (isEncrypted || endpoints.every((endpoint) => guard.isOpened(endpoint.address))) return endpoints;
  throw new AppError('unfetchable_url', `Posting to "${hostname}" would not be encrypted. Use https.`);
}

function post(
  agent: Agent,
  url: URL,
  request: WebhookRequest,
  userAgent: string,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  // Not sent again on a lost connection: only the queue may decide that a receiver gets a message twice.
  return agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: 'POST',
    headers: { accept: '*/*', ...request.headers, 'user-agent': userAgent },
    body: request.body,
    signal,
    headersTimeout: request.timeout_ms,
    bodyTimeout: request.timeout_ms,
  });
}

/** The status has been given, so that nothing that happens to the rest of the answer can change how it went. */
async function letGo(body: Dispatcher.ResponseData['body'], signal: AbortSignal): Promise<void> {
  body.on('error', () => undefined);
  const bound = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]);
  await body.dump({ limit: ANSWER_BYTES_MAX, signal: bound }).catch(() => undefined);
  body.destroy();
}

function checkUrl(guard: AddressGuard, text: string): void {
  if (text.length > URL_LENGTH_MAX) {
    throw refused(`must have at most ${URL_LENGTH_MAX} characters`, 'Send a shorter URL.');
  }
  const url = URL.parse(text);
  // The URL parser drops line breaks and tabs, so that what is shown would not be what is called.
  if (url === null || /[\p{Cc}\s]/u.test(text) || !['https:', 'http:'].includes(url.protocol)) {
    throw refused('is not an absolute https URL', 'Send a URL such as https://example.com/hooks/seamark.');
  }
  if (url.username !== '' || url.password !== '') {
    throw refused(
      'contains a user name or password, which would be stored and shown',
      'Remove them; deliveries are signed, and you can put a secret in the path.',
    );
  }
  checkPlace(guard, url);
}

function checkPlace(guard: AddressGuard, url: URL): void {
  if (guard.isMapped(url.protocol, url.hostname, url.port)) return;
  const address = literalOf(url.hostname) ?? (isLocalhost(url.hostname) ? '127.0.0.1' : undefined);
  try {
    guard.checkUrl(url.href);
    // The DNS has no say in where this name leads.
    if (isLocalhost(url.hostname)) guard.checkUrl(`https://${address}/`);
  } catch (thrown) {
    if (thrown instanceof AppError)
      throw refused(`points to an address to which nothing is delivered: ${thrown.message}`, thrown.fix);
    throw thrown;
  }
  if (url.protocol === 'https:') return;
  const isInside = address === undefined ? guard.opensNetworks && !isPublicName(url.hostname) : guard.isOpened(address);
  if (isInside) return;
  throw refused(
    'must begin with https://',
    'Plain http is delivered only within networks that the operator opens with SEAMARK_ALLOW_NETWORKS.',
  );
}

/** A name below a suffix that registries give out, which anybody may point anywhere at any time. */
function isPublicName(hostname: string): boolean {
  return parse(hostname).isIcann === true;
}

/** A final dot changes nothing about a name. */
function isLocalhost(hostname: string): boolean {
  return /(?:^|\.)localhost\.?$/.test(hostname);
}

function refused(problem: string, fix: string | undefined): AppError {
  return new AppError('invalid_input', `The url ${problem}.`.replace(/\.\.$/, '.'), {
    ...(fix === undefined ? {} : { fix }),
    issues: [{ path: 'url', message: problem }],
  });
}
