import { setImmediate } from 'node:timers/promises';

import { productToken, type RobotsRules } from '../web/robots/robots.ts';
import { hostOfKey } from '../web/url.ts';
import type { CrawlState } from '../ports/frontier.ts';
import { AddressFilter } from './filter.ts';
import type { Host } from './host.ts';
import { Hosts } from './hosts.ts';
import { Ledger } from './ledger.ts';
import type { FollowUp } from './parse.ts';
import { Problems } from './problems.ts';
import { PageRenders } from './render.ts';
import { type RobotsAccess, RobotsGate } from './robots-gate.ts';
import type { Scope } from './scope.ts';
import { SeenKeys } from './seen.ts';
import type { AddressedRequest, CrawlLimits, CrawlParts, CrawlSettings, FoundPages } from './settings.ts';
import { Traps } from './traps.ts';
import { sleep, Wake } from './wake.ts';

/** One run of a crawl: everything its parts share. */
export class Run {
  readonly settings: CrawlSettings;
  readonly parts: CrawlParts;
  readonly limits: CrawlLimits;
  readonly scope: Scope;
  readonly state: CrawlState;
  readonly problems = new Problems();
  readonly wake = new Wake();
  readonly hosts: Hosts;
  readonly traps: Traps;
  readonly filter: AddressFilter;
  readonly robots: RobotsGate;
  readonly ledger: Ledger;
  private readonly agents: { readonly own: Agent; readonly proven: Agent };
  readonly renders: PageRenders;
  /** Keys of pages that this run fetched or is fetching, redirect targets included. */
  readonly claimed = new SeenKeys(2 ** 17);
  readonly statuses = new Map<string, number>();
  /** Pages that break each rule. */
  readonly found = new Map<string, FoundPages>();
  fetched = 0;
  failed = 0;
  refused = 0;
  notModified = 0;
  bytes = 0;
  inFlight = 0;
  confirming = 0;
  checking = 0;
  /** Sitemap readers at work. */
  background = 0;
  readonly sitemapOrigins = new Set<string>();
  sitemapsRead = 0;
  sitemapUrls = 0;
  /** Everything under way that the run has to wait for before it ends. */
  readonly working = new Set<Promise<void>>();
  /** Pages that may still be started. */
  budget: number;
  private isReading = true;
  private readonly offered = new SeenKeys(2 ** 18);
  private readonly knownMax: number;
  private readonly knownBefore: number;

  constructor(order: RunOrder) {
    const { settings, parts, limits, state } = order;
    this.settings = settings;
    this.parts = parts;
    this.limits = limits;
    this.scope = order.scope;
    this.state = state;
    const now = (): number => parts.clock().getTime();
    this.filter = new AddressFilter({ include: settings.include ?? [], exclude: settings.exclude ?? [] });
    const own = agentOf(parts.user_agent);
    const { user_agent: wanted } = settings;
    this.agents = { own, proven: wanted === undefined ? own : agentOf(wanted) };
    this.hosts = new Hosts(settings, limits);
    this.traps = new Traps(limits, this.problems);
    const { requester, frontier, writer } = parts;
    const turn = (host: Host, signal: AbortSignal): Promise<void> => this.turn(host, signal);
    this.robots = new RobotsGate({
      requester,
      addressed: (url, headers) => this.addressed(url, headers),
      limits,
      problems: this.problems,
      now,
      turn,
      onRead: (url, text) => {
        if (this.isReading)
          this.ledger.robotsRead({ url, observed_at: parts.clock(), text: Buffer.from(text).toString() });
      },
    });
    this.ledger = new Ledger({
      crawl_id: state.id,
      frontier,
      writer,
      recorder: parts.recorder,
      limits,
      now,
      onProgress: () => this.wake.ring(),
    });
    this.renders = new PageRenders(this);
    this.budget = Math.max(0, settings.pages_max - state.counts.fetched);
    const { waiting, fetched, failed, refused } = state.counts;
    this.knownBefore = waiting + fetched + failed + refused;
    this.knownMax = Math.max(limits.known_min, settings.pages_max * limits.known_per_page);
  }

  now(): number {
    return this.parts.clock().getTime();
  }

  /** All pages were read: what is asked from here on is about hosts and other sites. */
  endReading(): void {
    this.isReading = false;
    this.problems.close();
  }

  /** A request as this crawl makes it: under the name that it has at the host, and with what lets it in there. */
  addressed(url: string, headers: Readonly<Record<string, string>>): AddressedRequest {
    const { access } = this.parts;
    const all = access?.isSentTo(url) === true ? { ...headers, ...access.headers } : headers;
    return { url, headers: all, user_agent: this.agentAt(url).user_agent };
  }

  /** Who this crawl is to the host of an address. */
  agentAt(url: string): Agent {
    return this.agents.proven === this.agents.own || !this.isProven(url) ? this.agents.own : this.agents.proven;
  }

  /** Whether robots.txt is no reason to leave an address alone. */
  ignoresRobots(url: string): boolean {
    return this.settings.respect_robots === false && this.isProven(url);
  }

  mayRead(access: RobotsAccess, url: string): boolean {
    if (this.ignoresRobots(url)) return access.kind === 'rules' || access.error === undefined;
    return access.kind === 'rules' && access.rules.match(this.agentAt(url).token, url).allowed;
  }

  /** Asks a host no more often than its robots.txt wants. */
  keepPace(host: Host, rules: RobotsRules, url: string): void {
    const delay_s = this.ignoresRobots(url) ? undefined : rules.crawlDelay(this.agentAt(url).token);
    host.crawlDelay_ms = (delay_s ?? 0) * 1000;
  }

  private isProven(url: string): boolean {
    return this.parts.is_proven?.(new URL(url).hostname) ?? false;
  }

  /** Waits for a turn at the host beyond the one that a visit starts with. */
  async turn(host: Host, signal: AbortSignal): Promise<void> {
    const now = this.now();
    await sleep(host.reserve(now) - now, signal);
    await this.shareTurn(host, signal);
  }

  /** Waits for those who ask the same host in other crawls, whose pace together is that of one. */
  async shareTurn(host: Host, signal: AbortSignal): Promise<void> {
    await this.parts.turn?.(host.name, host.delay_ms, signal);
  }

  /** Offers any number of addresses, with pauses in which requests go on. */
  async offerMany(pages: readonly FollowUp[], depth: number): Promise<void> {
    for (let at = 0; at < pages.length; at += OFFER_BATCH) {
      this.offer(pages.slice(at, at + OFFER_BATCH), depth);
      if (at + OFFER_BATCH < pages.length) await setImmediate();
    }
  }

  /** Where a crawl starts is read, whatever its patterns leave out. */
  offerSeeds(pages: readonly FollowUp[]): void {
    for (const page of pages) this.add(page, 0);
  }

  /** Offers addresses to the frontier, which need not be new to it. */
  offer(pages: readonly FollowUp[], depth: number): void {
    if (depth > this.settings.depth_max) return;
    for (const page of pages) if (this.filter.admits(page.url)) this.add(page, depth);
  }

  private add({ url, key, host_key }: FollowUp, depth: number): void {
    if (!this.offered.add(key) || !this.traps.admits(url, key)) return;
    if (this.knownBefore + this.ledger.known >= this.knownMax) this.problems.add('frontier_full', url);
    else this.ledger.add({ url, key, host: hostOfKey(host_key), depth });
  }

  track(work: Promise<void>): void {
    const tracked = work.finally(() => this.working.delete(tracked));
    this.working.add(tracked);
  }

  count(status: string): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  /** A page breaks rules. One that is asked once more is the same page. */
  breaks(rules: readonly string[], url: string): void {
    if (this.confirming > 0) return;
    for (const rule of rules) {
      const { count, example } = this.found.get(rule) ?? { count: 0, example: url };
      this.found.set(rule, { count: count + 1, example });
    }
  }
}

interface Agent {
  readonly user_agent: string;
  /** The name that robots.txt may call it by. */
  readonly token: string;
}

function agentOf(user_agent: string): Agent {
  return { user_agent, token: productToken(user_agent) };
}

const OFFER_BATCH = 500;

export interface RunOrder {
  readonly settings: CrawlSettings;
  readonly parts: CrawlParts;
  readonly limits: CrawlLimits;
  readonly scope: Scope;
  readonly state: CrawlState;
}
