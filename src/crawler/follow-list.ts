import { messageOf } from '../kernel/errors.ts';
import type { RawAnswer, RawRequest } from '../ports/fetch.ts';
import type { PlacedAddress, RedirectStep } from '../ports/redirect-tests.ts';
import { hostOfKey, pageAddress } from '../web/url.ts';
import { BUSY } from './chain.ts';
import { failureOf, retryAfter } from './failure.ts';
import type { Host, Visit } from './host.ts';
import { type AddressEnd, judgeAddress } from './judge-address.ts';
import { outcomeOf } from './outcome.ts';
import type { Run } from './run.ts';

/**
 * Addresses of a list, tested one by one: each is followed to its end, wherever that is, step by step as it is written.
 *
 * What crawls fold into one page, such as http and https, is apart here, and no body is read: what is asked is where an
 * address leads. Robots.txt and the pace of every host on the way are kept.
 */
export function offerList(run: Run, list: readonly PlacedAddress[]): void {
  for (const { place, url } of list) {
    const address = pageAddress(url);
    if (address === undefined) continue;
    const { host_key } = address;
    run.ledger.add({ url, key: `${host_key}/${place}`, host: hostOfKey(host_key), depth: 0 });
  }
}

export async function testAddress(run: Run, host: Host, visit: Visit, signal: AbortSignal): Promise<void> {
  const { entry, attempt } = visit;
  const place = Number(entry.key.slice(entry.key.lastIndexOf('/') + 1));
  const followed = await followAddress(run, host, entry.url, signal);
  const { retry_at, steps, end, note } = followed;
  if (retry_at !== undefined && attempt < run.limits.attempts_max) {
    run.budget += 1;
    run.hosts.requeue(host, { entry, attempt: attempt + 1, after: retry_at });
    return;
  }
  const wanted = run.parts.list?.wanted(place);
  await run.parts.list?.onTested({ place, result: judgeAddress(steps, end, wanted), steps, note });
  const outcome = end === 'failed' ? 'failed' : end === 'blocked' ? 'refused' : 'fetched';
  run[outcome] += 1;
  if (outcome === 'fetched') host.fetched += 1;
  else run.budget += 1;
  run.count(String(steps.at(-1)?.status ?? end));
  run.ledger.finish({ key: entry.key, outcome, note });
}

export interface Followed {
  readonly steps: readonly RedirectStep[];
  readonly end: AddressEnd;
  readonly note: string;
  /** When to try again; undefined where that would change nothing. */
  readonly retry_at: number | undefined;
  /** There is no host of the name at which it ended. */
  readonly is_unknown_host: boolean;
  /** The last one; undefined where none came. */
  readonly answer: RawAnswer | undefined;
}

/** Which bodies are read; none where it is left out. */
export type Reading = Partial<Pick<RawRequest, 'wants' | 'bytes_max'>>;

export async function followAddress(
  run: Run,
  first: Host,
  start: string,
  signal: AbortSignal,
  reading: Reading = {},
): Promise<Followed> {
  const steps: RedirectStep[] = [];
  let answer: RawAnswer | undefined;
  const ended = (end: AddressEnd, note = '', retry_at?: number, error?: unknown): Followed => {
    const is_unknown_host = error !== undefined && failureOf(error).noHost;
    return { steps, end, note, retry_at, is_unknown_host, answer };
  };
  let hasTurn = true;
  for (let url = start; ;) {
    const host = steps.length === 0 ? first : hostAt(run, url);
    const refusal = await access(run, { url, host, hasTurn }, signal);
    if (refusal !== undefined) return ended(refusal.end, refusal.note, refusal.retry_at, refusal.error);
    hasTurn = false;
    answer = undefined;
    const asked = await ask(run, url, host, signal, reading);
    if ('error' in asked) {
      steps.push({ url, status: null });
      const { transient } = failureOf(asked.error);
      const retry_at = transient ? run.now() + run.limits.retry_ms : undefined;
      return ended('failed', messageOf(asked.error), retry_at, asked.error);
    }
    answer = asked;
    steps.push({ url, status: asked.status });
    if (BUSY.has(asked.status)) {
      host.slowDown(run.now(), retryAfter(asked.headers['retry-after'], run.now()));
      return ended(outcomeOf(asked, undefined), '', run.now());
    }
    const led = ledTo(asked, steps, run.limits.redirects_max);
    if (typeof led !== 'string') return ended(led.end, led.note);
    url = led;
  }
}

/** The address that an answer leads on to, or how it ends there. */
function ledTo(
  answer: RawAnswer,
  steps: readonly RedirectStep[],
  redirectsMax: number,
): string | Pick<Followed, 'end' | 'note'> {
  const { status, headers } = answer;
  if (status < 300 || status >= 400) return { end: outcomeOf(answer, undefined), note: '' };
  const location = headers['location'];
  if (location === undefined) return { end: 'error', note: 'It redirects and does not say where to.' };
  const next = nextAddress(location, steps.at(-1)?.url ?? '');
  if (next === undefined) {
    return { end: 'error', note: `It redirects to ${location.slice(0, 100)}, which is no web address.` };
  }
  if (steps.some(({ url }) => url === next)) return { end: 'loop', note: `It leads back to ${next}.` };
  if (steps.length > redirectsMax) return { end: 'loop', note: `It does not end within ${redirectsMax} redirects.` };
  return next;
}

function hostAt(run: Run, url: string): Host {
  return run.hosts.get(pageAddress(url)?.host_key ?? '');
}

/** As it is written, but for what is never sent. */
function nextAddress(location: string, base: string): string | undefined {
  const url = pageAddress(location, base) === undefined ? null : URL.parse(location, base);
  if (url === null) return undefined;
  url.hash = '';
  return url.href;
}

interface Turn {
  readonly url: string;
  readonly host: Host;
  /** Whether a turn at the host was taken for this request. */
  readonly hasTurn: boolean;
}

type Refusal = Pick<Followed, 'end' | 'note' | 'retry_at'> & { readonly error?: unknown };

/** Undefined once the address may be asked. */
async function access(run: Run, { url, host, hasTurn }: Turn, signal: AbortSignal): Promise<Refusal | undefined> {
  if (host.givenUp !== undefined) return { end: 'failed', note: host.givenUp, retry_at: undefined };
  const known = run.robots.known(url);
  const rules = known ?? (await run.robots.rules(url, host, signal, hasTurn));
  if (rules.kind === 'rules') run.keepPace(host, rules.rules, url);
  if (!run.mayRead(rules, url)) {
    if (rules.kind === 'rules') return { end: 'blocked', note: 'robots.txt', retry_at: undefined };
    return {
      end: 'failed',
      note: `robots.txt could not be read: ${rules.note}`,
      retry_at: rules.retry_at,
      error: rules.error,
    };
  }
  if (!hasTurn || known === undefined) await run.turn(host, signal);
  return undefined;
}

async function ask(
  run: Run,
  url: string,
  host: Host,
  signal: AbortSignal,
  reading: Reading,
): Promise<RawAnswer | { readonly error: unknown }> {
  const { bytes_max, timeout_ms } = run.limits;
  try {
    const request = { ...run.addressed(url, { accept: '*/*' }), wants: () => false, bytes_max, timeout_ms, ...reading };
    const answer = await run.parts.requester.get(request, signal);
    host.answered(url, BUSY.has(answer.status));
    return answer;
  } catch (error) {
    signal.throwIfAborted();
    if (failureOf(error).transient) host.failedToAnswer();
    return { error };
  }
}
