import { hostOfKey } from '../web/url.ts';
import type { FrontierEntry } from '../ports/frontier.ts';
import { Host, type Pace, type Visit } from './host.ts';
import { POLITE, type CrawlLimits, type CrawlSettings, type HostStatus } from './settings.ts';

/** The hosts of a crawl, and which of them may be asked next. */
export class Hosts {
  private readonly known = new Map<string, Host>();
  /** Hosts with something waiting; the one asked last stands last. */
  private readonly waiting = new Set<Host>();
  private readonly pace: Pace;
  private readonly limits: CrawlLimits;
  /** Visits waiting at all hosts together. */
  queued = 0;

  constructor(settings: CrawlSettings, limits: CrawlLimits) {
    const rate = settings.rate ?? POLITE.rate;
    this.limits = limits;
    this.pace = {
      spacing_ms: 1000 / rate,
      // Who asks for more than the polite rate has a host that bears it; who asks for less wants less.
      in_flight_max: rate > POLITE.rate ? settings.concurrency : POLITE.in_flight_per_host,
    };
  }

  get(key: string): Host {
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const host = new Host(key, hostOfKey(key), this.pace, this.limits);
    this.known.set(key, host);
    if (this.known.size > HOSTS_MAX) this.forgetOne();
    return host;
  }

  /** Names of hosts that have enough waiting here already. */
  full(): readonly string[] {
    return [...this.waiting].filter((host) => host.queue.length * 2 >= host.capacity).map((host) => host.name);
  }

  /** False when the host has enough waiting: the entry is then better left to the frontier. */
  push(entry: FrontierEntry): boolean {
    const host = this.get(hostKeyOf(entry));
    if (host.queue.length >= host.capacity) return false;
    this.requeue(host, { entry, attempt: 1, after: 0 });
    return true;
  }

  requeue(host: Host, visit: Visit): void {
    host.queue.push(visit);
    this.waiting.add(host);
    this.queued += 1;
  }

  /** The next visit that may start now, or how long to wait until there may be one. */
  next(now: number): { readonly host: Host; readonly visit: Visit } | { readonly wait_ms: number } {
    let soonest = Number.POSITIVE_INFINITY;
    for (const host of this.waiting) {
      const at = host.readyAt();
      if (at <= now) {
        const visit = host.start(now);
        if (visit === undefined) continue;
        this.queued -= 1;
        this.waiting.delete(host);
        if (host.queue.length > 0) this.waiting.add(host);
        return { host, visit };
      }
      soonest = Math.min(soonest, at);
    }
    return { wait_ms: soonest - now };
  }

  /** Takes everything that waits for a host, or for all of them. */
  drain(host?: Host): readonly Visit[] {
    const hosts = host === undefined ? [...this.waiting] : [host];
    const visits = hosts.flatMap((one) => one.queue.splice(0));
    for (const one of hosts) this.waiting.delete(one);
    this.queued -= visits.length;
    return visits;
  }

  statuses(now: number): readonly HostStatus[] {
    const all = [...this.known.values()].map((host) => host.status(now));
    return all
      .sort((left, right) => right.fetched + right.waiting - left.fetched - left.waiting)
      .slice(0, STATUSES_MAX);
  }

  private forgetOne(): void {
    for (const [key, host] of this.known) {
      if (host.inFlight > 0 || host.queue.length > 0 || host.givenUp !== undefined) continue;
      this.known.delete(key);
      return;
    }
  }
}

const HOSTS_MAX = 10_000;
const STATUSES_MAX = 50;

/** A key is host key and path; a host key holds neither slash nor question mark. */
export function hostKeyOf(entry: FrontierEntry): string {
  const end = entry.key.search(/[/?]/);
  return end === -1 ? entry.key : entry.key.slice(0, end);
}
