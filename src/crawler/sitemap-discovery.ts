import { setImmediate } from 'node:timers/promises';

import { messageOf } from '../kernel/errors.ts';
import type { RobotsRules } from '../web/robots/robots.ts';
import { pageAddress } from '../web/url.ts';
import type { RawAnswer } from '../ports/fetch.ts';
import { followUpOf } from './parse.ts';
import type { Run } from './run.ts';
import { inScope } from './scope.ts';
import { readSitemap, type SitemapResult } from './sitemap.ts';

/**
 * Reads the sitemaps of an origin once in a run, beside the fetching of pages: those that its robots.txt names,
 * else `/sitemap.xml`. Their pages in scope are offered to the frontier one step from a seed.
 */
export function readSitemaps(run: Run, origin: string, rules: RobotsRules, signal: AbortSignal): void {
  if (run.sitemapOrigins.has(origin) || run.sitemapOrigins.size >= ORIGINS_MAX) return;
  run.sitemapOrigins.add(origin);
  const named = rules.sitemaps.slice(0, NAMED_MAX).map((sitemap) => pageAddress(sitemap, origin)?.url);
  const start = named.length > 0 ? named.filter((url) => url !== undefined) : [origin + '/sitemap.xml'];
  const reading = new Reading(run, named.length > 0, signal);
  run.background += 1;
  const work = reading
    .readAll(start)
    .catch((error: unknown) => {
      if (!signal.aborted) run.problems.add('sitemap_unreadable', `${origin}: ${messageOf(error)}`);
    })
    .finally(() => {
      run.background -= 1;
      run.wake.ring();
    });
  run.track(work);
}

const ORIGINS_MAX = 1000;
const NAMED_MAX = 100;
const INDEX_DEPTH_MAX = 3;
const REDIRECTS_MAX = 5;
const OFFER_BATCH = 1000;

class Reading {
  private readonly run: Run;
  /** A sitemap that nobody named may well be missing. */
  private readonly expected: boolean;
  private readonly signal: AbortSignal;
  private readonly seen = new Set<string>();

  constructor(run: Run, expected: boolean, signal: AbortSignal) {
    this.run = run;
    this.expected = expected;
    this.signal = signal;
  }

  async readAll(start: readonly string[]): Promise<void> {
    const queue = start.map((url) => ({ url, depth: 0 }));
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { url, depth } = next;
      if (this.seen.has(url)) continue;
      this.seen.add(url);
      if (this.run.sitemapsRead >= this.run.limits.sitemaps_max) {
        this.run.problems.add('sitemap_cut', `${url}: ${this.run.limits.sitemaps_max} sitemaps is the limit`);
        return;
      }
      this.run.sitemapsRead += 1;
      const sitemap = await this.read(url);
      if (sitemap?.kind !== 'index') await this.offer(url, sitemap?.entries ?? []);
      else if (depth < INDEX_DEPTH_MAX) {
        const { sitemaps_max } = this.run.limits;
        queue.push(...sitemap.entries.slice(0, sitemaps_max).map((entry) => ({ url: entry.url, depth: depth + 1 })));
      }
    }
  }

  private async read(url: string): Promise<SitemapResult | undefined> {
    const { run } = this;
    const answer = await this.fetch(url);
    if (answer?.body === undefined) return undefined;
    const { sitemap_bytes_max } = run.limits;
    const sitemap = await readSitemap(answer.body, { entries_max: FILE_ENTRIES_MAX, bytes_max: sitemap_bytes_max });
    const [problem] = sitemap.problems;
    if (sitemap.kind === 'unknown') {
      if (this.expected) run.problems.add('sitemap_unreadable', `${url}: ${problem?.message ?? 'no sitemap'}`);
      return undefined;
    }
    if (sitemap.truncated || answer.truncated) run.problems.add('sitemap_cut', url);
    else if (problem !== undefined) run.problems.add('sitemap_unreadable', `${url}: ${problem.message}`);
    return sitemap;
  }

  private async fetch(start: string): Promise<RawAnswer | undefined> {
    let url = start;
    for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
      const address = pageAddress(url);
      if (address === undefined || !(await this.mayFetch(url))) return undefined;
      const answer = await this.get(url);
      const location = answer?.headers['location'];
      const next = location === undefined ? undefined : pageAddress(location, url)?.url;
      if (answer === undefined || next === undefined || answer.status < 300 || answer.status >= 400) return answer;
      url = next;
    }
    return undefined;
  }

  private async mayFetch(url: string): Promise<boolean> {
    const { run, signal } = this;
    const address = pageAddress(url);
    const host = address === undefined ? undefined : run.hosts.get(address.host_key);
    if (host === undefined || host.givenUp !== undefined) return false;
    const access = await run.robots.rules(url, host, signal, false);
    if (!run.mayRead(access, url)) return false;
    await run.turn(host, signal);
    return true;
  }

  private async get(url: string): Promise<RawAnswer | undefined> {
    const { run, signal } = this;
    const { limits, parts } = run;
    try {
      return await parts.requester.get(
        {
          ...run.addressed(url, { accept: 'application/xml,text/xml,text/plain,*/*;q=0.5' }),
          wants: (status) => status >= 200 && status < 300,
          bytes_max: limits.sitemap_bytes_max,
          timeout_ms: limits.timeout_ms,
        },
        signal,
      );
    } catch (error) {
      signal.throwIfAborted();
      if (this.expected) run.problems.add('sitemap_unreadable', `${url}: ${messageOf(error)}`);
      return undefined;
    }
  }

  private async offer(sitemap: string, entries: SitemapResult['entries']): Promise<void> {
    const { run } = this;
    for (let at = 0; at < entries.length; at += OFFER_BATCH) {
      this.signal.throwIfAborted();
      const listed = entries.slice(at, at + OFFER_BATCH);
      run.ledger.listed(listed.map(({ url, lastmod = '' }) => ({ sitemap, url, lastmod })));
      const left = run.limits.sitemap_urls_max - run.sitemapUrls;
      const pages = listed
        .slice(0, Math.max(0, left))
        .map((entry) => pageAddress(entry.url))
        .filter((page) => page !== undefined)
        .filter((page) => inScope(run.scope, page));
      run.sitemapUrls += pages.length;
      await run.offerMany(pages.map(followUpOf), 1);
      await run.ledger.room();
      run.wake.ring();
      await setImmediate();
    }
  }
}

/** The bound of the protocol for one file. */
const FILE_ENTRIES_MAX = 50_000;
