import type { FrontierEntry } from '../ports/frontier.ts';
import type { CrawlLimits, HostStatus } from './settings.ts';

/** An address to fetch, with how often that was tried. */
export interface Visit {
  readonly entry: FrontierEntry;
  readonly attempt: number;
  /** Not before this time, in milliseconds. */
  readonly after: number;
}

/** How fast one host may be asked. */
export interface Pace {
  readonly spacing_ms: number;
  readonly in_flight_max: number;
}

/**
 * One host as the crawl treats it: what waits for it, when it may be asked next, and how it behaved.
 *
 * The pace follows the host: answers 429 and 503 double the delay and open answers let it shrink again;
 * failures in a row end with the host being left alone.
 */
export class Host {
  readonly key: string;
  readonly name: string;
  /** Oldest first. */
  readonly queue: Visit[] = [];
  inFlight = 0;
  fetched = 0;
  failed = 0;
  private readonly schemes = new Map<string, 'works' | 'broken'>();
  givenUp: string | undefined;
  crawlDelay_ms = 0;
  private nextAt = 0;
  private pausedUntil = 0;
  private backoff_ms = 0;
  private failuresInRow = 0;
  private readonly pace: Pace;
  private readonly limits: CrawlLimits;

  constructor(key: string, name: string, pace: Pace, limits: CrawlLimits) {
    this.key = key;
    this.name = name;
    this.pace = pace;
    this.limits = limits;
  }

  get delay_ms(): number {
    return Math.max(
      this.pace.spacing_ms,
      Math.min(this.crawlDelay_ms, this.limits.crawl_delay_max_ms),
      this.backoff_ms,
    );
  }

  /** How many visits this host can take in the next minutes; more of them would only wait here. */
  get capacity(): number {
    return Math.max(4, Math.min(1000, Math.ceil(CAPACITY_MS / Math.max(1, this.delay_ms))));
  }

  /** When the next visit may start; Infinity when none is to be started. */
  readyAt(): number {
    if (this.queue.length === 0 || this.inFlight >= this.inFlightMax()) return Number.POSITIVE_INFINITY;
    let after = Number.POSITIVE_INFINITY;
    for (const visit of this.queue) {
      if (visit.after < after) after = visit.after;
      if (after === 0) break;
    }
    return Math.max(this.nextAt, this.pausedUntil, after);
  }

  /** The next visit that may start now, its turn already taken. */
  start(now: number): Visit | undefined {
    const at = this.queue.findIndex((visit) => visit.after <= now);
    const [visit] = at === -1 ? [] : this.queue.splice(at, 1);
    if (visit !== undefined) this.reserve(now);
    return visit;
  }

  /** Takes the next turn and tells when it is: for requests beyond the first of a visit. */
  reserve(now: number): number {
    const at = Math.max(now, this.nextAt, this.pausedUntil);
    // Timers are late by a millisecond or two; without credit for that, short delays would be half as fast as asked.
    const from = this.nextAt > now - CREDIT_MS && this.pausedUntil <= now ? Math.max(this.nextAt, now - CREDIT_MS) : at;
    this.nextAt = Math.max(from, now - CREDIT_MS) + this.delay_ms;
    return at;
  }

  /** The address in the scheme that works, when the one it is written with is known not to. */
  reachable(url: string): string {
    const other = otherScheme(url);
    return this.schemes.get(schemeOf(url)) === 'broken' && this.schemes.get(schemeOf(other)) === 'works' ? other : url;
  }

  /** A scheme did not answer. The address in the other one, when that was not found broken as well. */
  schemeFailed(url: string): string | undefined {
    if (this.schemes.get(schemeOf(url)) === 'works') return undefined;
    this.schemes.set(schemeOf(url), 'broken');
    const other = otherScheme(url);
    return this.schemes.get(schemeOf(other)) === 'broken' ? undefined : other;
  }

  /** `busy`: the answer is a plea for fewer requests. */
  answered(url: string, busy: boolean): void {
    this.schemes.set(schemeOf(url), 'works');
    if (busy) return;
    this.failuresInRow = 0;
    this.backoff_ms = this.backoff_ms < this.limits.backoff_min_ms / 2 ? 0 : this.backoff_ms * 0.8;
  }

  /** The host asked for less. Answers whether it is given up for now. */
  slowDown(now: number, retryAfter_ms: number | undefined): boolean {
    const { backoff_min_ms, backoff_max_ms, retry_after_max_ms } = this.limits;
    this.backoff_ms = Math.min(backoff_max_ms, Math.max(backoff_min_ms, this.backoff_ms * 2));
    const pause = Math.min(retryAfter_ms ?? this.backoff_ms, retry_after_max_ms);
    this.pausedUntil = Math.max(this.pausedUntil, now + pause);
    return this.countFailure('kept asking for fewer requests');
  }

  /** A request got no answer. Answers whether that was one too many. */
  failedToAnswer(): boolean {
    return this.countFailure('repeatedly did not respond');
  }

  pauseUntil(time: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, time);
  }

  status(now: number): HostStatus {
    const paused = this.pausedUntil > now;
    return {
      host: this.name,
      fetched: this.fetched,
      failed: this.failed,
      waiting: this.queue.length + this.inFlight,
      delay_ms: Math.round(this.delay_ms),
      status: this.givenUp === undefined ? (paused ? 'paused' : 'open') : 'given_up',
      note: this.givenUp ?? '',
    };
  }

  private inFlightMax(): number {
    return this.backoff_ms > 0 || this.crawlDelay_ms > 0 ? 1 : this.pace.in_flight_max;
  }

  private countFailure(reason: string): boolean {
    this.failuresInRow += 1;
    if (this.failuresInRow < this.limits.host_failures_max || this.givenUp !== undefined) return false;
    this.givenUp = reason;
    return true;
  }
}

const CREDIT_MS = 20;
const CAPACITY_MS = 90_000;

function schemeOf(url: string): string {
  return url.slice(0, url.indexOf(':'));
}

function otherScheme(url: string): string {
  return url.startsWith('https:') ? 'http:' + url.slice(6) : 'https:' + url.slice(5);
}
