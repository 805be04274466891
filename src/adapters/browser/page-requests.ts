import { z } from 'zod';

import { messageOf } from '../../kernel/errors.ts';
import type { GuardedRequester, RawAnswer } from '../../ports/fetch.ts';
import type { MissingFile, RenderQuery } from '../../ports/browser.ts';
import { Slots } from './slots.ts';

/** What a page may ask for until it is told that there is no more. */
export interface PageBounds {
  readonly requests_max: number;
  readonly bytes_max: number;
  readonly request_ms: number;
}

/** How the browser is to answer a request of the page. */
export type Verdict =
  | { readonly kind: 'fail' }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: readonly { readonly name: string; readonly value: string }[];
      readonly body: Uint8Array;
    };

export const PausedRequest = z.object({
  requestId: z.string(),
  request: z.object({ url: z.string(), method: z.string(), headers: z.record(z.string(), z.string()).default({}) }),
  resourceType: z.string(),
  /** By which the browser tells that the page has received the answer. */
  networkId: z.string().optional(),
});
export type PausedRequest = z.infer<typeof PausedRequest>;

/** Nothing that a page draws with, plays or reports adds to its text. */
const WANTED = new Set(['Document', 'Script', 'Stylesheet', 'XHR', 'Fetch', 'Other']);
/** The text of a page comes with these: one that fails is worth telling. */
const TOLD = new Set(['Script', 'XHR', 'Fetch', 'Document']);
const IN_FLIGHT_MAX = 6;
const MISSING_MAX = 20;
const EMPTY = new Uint8Array();

/** Of the answer of a server: what is said of its coding is undone, and the rest would call others or keep state. */
const DROPPED = new Set([
  'alt-svc',
  'clear-site-data',
  'connection',
  'content-encoding',
  'content-length',
  'content-security-policy-report-only',
  'keep-alive',
  'nel',
  'report-to',
  'reporting-endpoints',
  'set-cookie',
  'speculation-rules',
  'strict-transport-security',
  'trailer',
  'transfer-encoding',
]);
/** Of the browser's own words, what tells a server which answer is wanted. */
const FORWARDED = ['accept', 'accept-language', 'content-type', 'origin', 'x-requested-with'];

/** Answers what one page asks for, each request through the guard, and within the bounds of a page. */
export class PageRequests {
  readonly #query: RenderQuery;
  readonly #requester: GuardedRequester;
  readonly #bounds: PageBounds;
  readonly #slots = new Slots(IN_FLIGHT_MAX);
  readonly missing: MissingFile[] = [];
  count = 0;
  #bytes = 0;
  #isPageSent = false;

  constructor(query: RenderQuery, requester: GuardedRequester, bounds: PageBounds) {
    this.#query = query;
    this.#requester = requester;
    this.#bounds = bounds;
  }

  async answer({ request, resourceType }: PausedRequest, signal: AbortSignal): Promise<Verdict> {
    const { url, method, headers } = request;
    if (!this.#isPageSent && resourceType === 'Document' && isSameUrl(url, this.#query.url)) {
      this.#isPageSent = true;
      return this.#page();
    }
    const wanted = method === 'OPTIONS' ? lowerCased(headers)['access-control-request-method'] : undefined;
    if (wanted === 'GET') return permission(headers);
    if (!WANTED.has(resourceType)) return { kind: 'fail' };
    if (method !== 'GET') return this.#refuse(url, resourceType, `${wanted ?? method} requests are not sent`);
    if (this.count >= this.#bounds.requests_max) return this.#refuse(url, resourceType, 'the page asks for too much');
    this.count += 1;
    return this.#slots.run(signal, () => this.#fetch(url, resourceType, headers, signal));
  }

  async #fetch(
    url: string,
    type: string,
    headers: PausedRequest['request']['headers'],
    signal: AbortSignal,
  ): Promise<Verdict> {
    const left = this.#bounds.bytes_max - this.#bytes;
    if (left <= 0) return this.#refuse(url, type, 'the page loads too much');
    try {
      const answer = await this.#requester.get(
        {
          url,
          headers: forwarded(headers),
          wants: () => true,
          bytes_max: left,
          timeout_ms: this.#bounds.request_ms,
        },
        signal,
      );
      this.#bytes += answer.body?.byteLength ?? 0;
      if (answer.truncated) return this.#refuse(url, type, 'the page loads too much');
      if (answer.status >= 400) this.#miss(url, type, `status ${answer.status}`);
      return verdictOf(answer);
    } catch (error) {
      return this.#refuse(url, type, messageOf(error));
    }
  }

  #page(): Verdict {
    const { headers, html } = this.#query;
    const kept = listHeaders({ ...headers, 'content-type': 'text/html; charset=utf-8' });
    return { kind: 'answer', status: 200, headers: kept, body: new TextEncoder().encode(html) };
  }

  #refuse(url: string, type: string, reason: string): Verdict {
    this.#miss(url, type, reason);
    return { kind: 'fail' };
  }

  #miss(url: string, type: string, reason: string): void {
    if (TOLD.has(type) && this.missing.length < MISSING_MAX) this.missing.push({ url, reason });
  }
}

/**
 * A server is asked whether it would take a request from another site before it is asked itself. Nobody's cookies are sent
 * here, and whether the page may read the answer the answer still says.
 */
function permission(headers: Readonly<Record<string, string>>): Verdict {
  const named = lowerCased(headers);
  const allowed = {
    'access-control-allow-origin': named['origin'] ?? '*',
    'access-control-allow-methods': 'GET',
    'access-control-allow-headers': named['access-control-request-headers'] ?? '*',
    'access-control-allow-credentials': 'true',
  };
  return { kind: 'answer', status: 204, headers: listHeaders(allowed), body: EMPTY };
}

function verdictOf({ status, headers, body }: RawAnswer): Verdict {
  return { kind: 'answer', status, headers: listHeaders(headers), body: body ?? EMPTY };
}

function listHeaders(headers: Readonly<Record<string, string>>): { readonly name: string; readonly value: string }[] {
  return Object.entries(headers).flatMap(([name, value]) => (DROPPED.has(name) ? [] : [{ name, value }]));
}

function forwarded(headers: Readonly<Record<string, string>>): Record<string, string> {
  const named = lowerCased(headers);
  return Object.fromEntries(
    FORWARDED.flatMap((name) => (named[name] === undefined ? [] : [[name, named[name]] as const])),
  );
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** The browser leaves the fragment out of what it asks for. */
function isSameUrl(one: string, other: string): boolean {
  return withoutFragment(one) === withoutFragment(other);
}

function withoutFragment(text: string): string {
  const url = URL.parse(text);
  if (url === null) return text;
  url.hash = '';
  return url.href;
}
