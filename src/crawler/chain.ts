import { isSamePage, pageAddress, type PageAddress } from '../web/url.ts';
import type { RawAnswer } from '../ports/fetch.ts';
import { mayBeHtml } from '../web/sniff.ts';
import type { ProblemKind } from './problems.ts';
import { followUpOf } from './parse.ts';
import type { Run } from './run.ts';
import { inScope } from './scope.ts';

/** One redirect: where it was met, and where it points. */
export interface Hop {
  readonly from: PageAddress;
  readonly status: number;
  readonly to: PageAddress;
  readonly observed_at: Date;
}

export interface Chain {
  readonly hops: readonly Hop[];
  /** The last address: where `answer` came from, or where the chain was not followed further. */
  readonly end: PageAddress;
  /** Undefined when the end was not fetched. */
  readonly answer: RawAnswer | undefined;
  readonly observed_at: Date;
  /** Why the chain broke off in a way that is an error of the site. */
  readonly problem: ProblemKind | undefined;
  /** What kept the end from being fetched. */
  readonly error: unknown;
  /** Pages beside the first that this chain took on itself. */
  readonly claimed: readonly PageAddress[];
  /** The last request, from its start to the end of its answer. */
  readonly response_ms: number;
}

/** The server asks for fewer requests, or cannot answer just now. */
export const BUSY = new Set([429, 502, 503, 504]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches a page through its redirects.
 *
 * A redirect is followed only to where the crawl may go anyway: in scope, allowed by the robots.txt of its
 * host, at that host's pace, and not to a page that this run has fetched already.
 */
export async function followChain(
  run: Run,
  start: PageAddress,
  headers: ConditionalHeaders,
  signal: AbortSignal,
): Promise<Chain> {
  const hops: Hop[] = [];
  const claimed: PageAddress[] = [];
  const met = new Set<string>();
  let at = start;
  for (;;) {
    met.add(at.url);
    const asked = run.now();
    const step = await get(run, at, hops.length === 0 ? headers : {}, signal);
    const observed_at = run.parts.clock();
    const ended: Chain = {
      hops,
      end: at,
      answer: undefined,
      observed_at,
      problem: undefined,
      error: undefined,
      claimed,
      response_ms: Math.max(0, observed_at.getTime() - asked),
    };
    if ('error' in step) return { ...ended, error: step.error };
    const { answer } = step;
    const location = REDIRECTS.has(answer.status) ? answer.headers['location'] : undefined;
    if (location === undefined) return { ...ended, answer };
    const to = pageAddress(location, at.url);
    if (to === undefined) return { ...ended, answer, problem: 'redirect_target_invalid' };
    hops.push({ from: at, status: answer.status, to, observed_at });
    if (met.has(to.url)) return { ...ended, end: to, problem: 'redirect_loop' };
    if (hops.length >= run.limits.redirects_max) return { ...ended, end: to, problem: 'redirects_too_many' };
    if (!(await mayFollow(run, start, to, signal))) return { ...ended, end: to };
    if (!isSamePage(start, to)) claimed.push(to);
    at = to;
  }
}

export type ConditionalHeaders = Readonly<Record<string, string>>;

async function get(run: Run, at: PageAddress, headers: ConditionalHeaders, signal: AbortSignal): Promise<Step> {
  const { limits, parts } = run;
  try {
    const answer = await parts.requester.get(
      {
        ...run.addressed(at.url, { accept: ACCEPT, ...headers }),
        wants: (status, contentType) => status >= 200 && status < 300 && mayBeHtml(contentType),
        bytes_max: limits.bytes_max,
        timeout_ms: limits.timeout_ms,
      },
      signal,
    );
    run.hosts.get(at.host_key).answered(at.url, BUSY.has(answer.status));
    return { answer };
  } catch (error) {
    signal.throwIfAborted();
    return { error };
  }
}

type Step = { readonly answer: RawAnswer } | { readonly error: unknown };

const ACCEPT = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1';

async function mayFollow(run: Run, start: PageAddress, to: PageAddress, signal: AbortSignal): Promise<boolean> {
  const samePage = isSamePage(start, to);
  if (!samePage && !inScope(run.scope, to)) return false;
  const host = run.hosts.get(to.host_key);
  if (host.givenUp !== undefined) return false;
  const access = await run.robots.rules(to.url, host, signal, false);
  if (!run.mayRead(access, to.url)) return false;
  if (!samePage && !claim(run, to)) return false;
  await run.turn(host, signal);
  return true;
}

/** A page reached by a redirect counts as one of the pages that the crawl may fetch. */
function claim(run: Run, to: PageAddress): boolean {
  const { key } = followUpOf(to);
  if (run.budget <= 0 || !run.claimed.add(key)) return false;
  run.budget -= 1;
  return true;
}

/** Takes back what a chain took on itself, because its end was not reached. */
export function releaseClaims(run: Run, chain: Chain): void {
  for (const address of chain.claimed) {
    run.claimed.forget(followUpOf(address).key);
    run.budget += 1;
  }
}
