import { messageOf } from '../kernel/errors.ts';
import { parseRobots, type RobotsRules } from '../web/robots/robots.ts';
import { pageAddress } from '../web/url.ts';
import type { GuardedRequester, RawAnswer } from '../ports/fetch.ts';
import type { Host } from './host.ts';
import type { Problems } from './problems.ts';
import type { AddressedRequest, CrawlLimits } from './settings.ts';

/**
 * What robots.txt of each origin allows, read once a day (RFC 9309).
 *
 * 4xx means that everything is allowed; 429, 5xx and no answer mean that nothing is for now, and that the
 * file is asked for again with growing pauses, a few times.
 */
export class RobotsGate {
  private readonly origins = new Map<string, Origin>();
  private cachedLength = 0;
  private readonly parts: RobotsParts;

  constructor(parts: RobotsParts) {
    this.parts = parts;
  }

  /** The rules when they are at hand, so that the caller need not wait and keeps its turn at the host. */
  known(url: string): RobotsAccess | undefined {
    const entry = this.origins.get(new URL(url).origin);
    return entry !== undefined && entry.pending === undefined && this.parts.now() < entry.valid_until
      ? entry.access
      : undefined;
  }

  /** `hasTurn`: the caller has taken a turn at the host, which reading the file then uses up. */
  async rules(url: string, host: Host, signal: AbortSignal, hasTurn: boolean): Promise<RobotsAccess> {
    const { origin } = new URL(url);
    const known = this.origins.get(origin);
    const now = this.parts.now();
    if (known !== undefined && (known.pending !== undefined || now < known.valid_until))
      return known.pending ?? known.access;
    const fresh: Origin = {
      access: known?.access ?? NO_ANSWER,
      valid_until: 0,
      failures: known?.failures ?? 0,
      length: 0,
      pending: undefined,
    };
    this.forget(origin);
    this.origins.set(origin, fresh);
    fresh.pending = this.load(origin, fresh, { host, signal, hasTurn }).finally(() => (fresh.pending = undefined));
    return fresh.pending;
  }

  private async load(origin: string, entry: Origin, caller: Caller): Promise<RobotsAccess> {
    const { limits, problems, now } = this.parts;
    const outcome = await this.read(origin + '/robots.txt', caller);
    if ('unreachable' in outcome) {
      caller.signal.throwIfAborted();
      entry.failures += 1;
      problems.add('robots_unreachable', `${origin}/robots.txt: ${outcome.unreachable}`);
      const wait = limits.retry_ms * 4 ** (entry.failures - 1);
      const final = entry.failures >= limits.attempts_max;
      entry.valid_until = final ? now() + UNREACHABLE_TTL_MS : now() + wait;
      entry.access = {
        kind: 'unreachable',
        note: outcome.unreachable,
        retry_at: final ? undefined : entry.valid_until,
        error: outcome.error,
      };
      return entry.access;
    }
    entry.failures = 0;
    entry.valid_until = now() + limits.robots_ttl_ms;
    entry.length = outcome.text.byteLength;
    entry.access = { kind: 'rules', rules: parseRobots(outcome.text) };
    this.parts.onRead?.(origin + '/robots.txt', outcome.text);
    this.cachedLength += entry.length;
    this.trim(origin);
    return entry.access;
  }

  private async read(start: string, { host, signal, hasTurn }: Caller): Promise<RobotsOutcome> {
    let url = start;
    for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
      let answer: RawAnswer;
      try {
        if (hop > 0 || !hasTurn) await this.parts.turn(host, signal);
        answer = await this.parts.requester.get(this.request(url), signal);
      } catch (error) {
        return { unreachable: messageOf(error), error };
      }
      const location = answer.headers['location'];
      if (answer.status >= 300 && answer.status < 400 && location !== undefined) {
        const next = pageAddress(location, url);
        if (next === undefined) return { text: NOTHING };
        url = next.url;
        continue;
      }
      return this.outcomeOf(answer, url);
    }
    // RFC 9309 2.3.1.2: beyond five redirects the file counts as missing.
    return { text: NOTHING };
  }

  private outcomeOf(answer: RawAnswer, url: string): RobotsOutcome {
    if (answer.status === 429 || answer.status >= 500)
      return { unreachable: `status ${answer.status}`, error: undefined };
    if (answer.status >= 200 && answer.status < 300 && answer.body !== undefined) {
      if (answer.truncated) this.parts.problems.add('robots_cut', url);
      return { text: answer.body };
    }
    return { text: NOTHING };
  }

  private request(url: string): Parameters<GuardedRequester['get']>[0] {
    const { limits, addressed } = this.parts;
    return {
      ...addressed(url, { accept: 'text/plain,*/*;q=0.5' }),
      wants: (status) => status >= 200 && status < 300,
      bytes_max: limits.robots_bytes_max,
      timeout_ms: limits.timeout_ms,
    };
  }

  private trim(keep: string): void {
    for (const origin of this.origins.keys()) {
      if (this.origins.size <= ORIGINS_MAX && this.cachedLength <= CACHED_LENGTH_MAX) return;
      if (origin !== keep && this.origins.get(origin)?.pending === undefined) this.forget(origin);
    }
  }

  private forget(origin: string): void {
    this.cachedLength -= this.origins.get(origin)?.length ?? 0;
    this.origins.delete(origin);
  }
}

export type RobotsAccess =
  | { readonly kind: 'rules'; readonly rules: RobotsRules }
  /** Nothing may be fetched; undefined when it is not worth asking again in this crawl. */
  | {
      readonly kind: 'unreachable';
      readonly note: string;
      readonly retry_at: number | undefined;
      readonly error: unknown;
    };

export interface RobotsParts {
  readonly requester: GuardedRequester;
  readonly addressed: (url: string, headers: Readonly<Record<string, string>>) => AddressedRequest;
  readonly limits: CrawlLimits;
  readonly problems: Problems;
  readonly now: () => number;
  /** Waits until the host may be asked. */
  readonly turn: (host: Host, signal: AbortSignal) => Promise<void>;
  /** Of each file; one that is missing is empty. */
  readonly onRead?: (url: string, text: Uint8Array) => void;
}

type RobotsOutcome = { readonly text: Uint8Array } | { readonly unreachable: string; readonly error: unknown };

interface Caller {
  readonly host: Host;
  readonly signal: AbortSignal;
  readonly hasTurn: boolean;
}

interface Origin {
  access: RobotsAccess;
  valid_until: number;
  failures: number;
  length: number;
  pending: Promise<RobotsAccess> | undefined;
}

const NOTHING = new Uint8Array();
const NO_ANSWER: RobotsAccess = { kind: 'unreachable', note: 'not read yet', retry_at: undefined, error: undefined };
const REDIRECTS_MAX = 5;
const ORIGINS_MAX = 5000;
const CACHED_LENGTH_MAX = 16_000_000;
const UNREACHABLE_TTL_MS = 3_600_000;
